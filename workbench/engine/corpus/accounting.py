"""Where the bytes of a corpus went: used as they are + replaced + removed + left out + skipped = found.

It holds in total and file by file.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from workbench.engine.corpus.documents import Tally
from workbench.engine.corpus.folder_files import Skipped
from workbench.engine.corpus.readers import FileRecord


@dataclass(slots=True)
class Accounting:
    """Where the bytes of a corpus went, updated every 64 kB and at the end of a file.

    Attributes:
        files: one record for each file that was read.
        skipped: files that were left out, and why.
        used, replaced, removed: bytes, as in `FileRecord`, the file being read included.
        left_out: reason -> bytes of files that were read and not used.
        documents: that are used.
        cleaned: step -> [bytes removed, bytes replaced].
        n_faults: code -> number of faults in files that are used nevertheless.
        path: of the file that is being read, or was read last.
        digest: SHA-256 of the document that ended last, where it is a file as it is; else b"".

    """

    files: list[FileRecord] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    used: int = 0
    replaced: int = 0
    removed: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    documents: int = 0
    cleaned: dict[str, list[int]] = field(default_factory=dict)
    n_faults: Counter[str] = field(default_factory=Counter)
    path: str = ""
    digest: bytes = b""

    @property
    def n_read(self) -> int:
        """Bytes read so far."""
        return self.used + self.replaced + self.removed + self.left_out.total()

    @property
    def n_skipped(self) -> int:
        """Bytes of the files left out, as far as their size is known."""
        return sum(skipped.n_bytes for skipped in self.skipped)

    @property
    def n_bytes(self) -> int:
        """Bytes found so far: read or skipped."""
        return self.n_read + self.n_skipped

    @property
    def changed(self) -> list[str]:
        """Paths of the files that changed while they were read."""
        return [record.path for record in self.files if record.changed]

    def add(self, other: Accounting) -> None:
        """Add another account to this one."""
        self.files += other.files
        self.skipped += other.skipped
        self.used += other.used
        self.replaced += other.replaced
        self.removed += other.removed
        self.left_out += other.left_out
        self.documents += other.documents
        self.n_faults += other.n_faults
        for name, (removed, replaced) in other.cleaned.items():
            amounts = self.cleaned.setdefault(name, [0, 0])
            amounts[0] += removed
            amounts[1] += replaced


class Live:
    """Updates an account from the tally of the file being read."""

    def __init__(self, account: Accounting) -> None:
        self._account = account
        self._tally = Tally()
        self._size = 0
        self._before = self._now()

    def _now(self) -> tuple[int, int, int, int, dict[str, int]]:
        account = self._account
        left_out = dict(account.left_out)
        return account.used, account.replaced, account.removed, account.documents, left_out

    def follow(self, tally: Tally) -> None:
        """Take what a tally says where more bytes came since: documents may be many and short."""
        if tally.size != self._size or tally is not self._tally:
            self.show(tally)

    def catch_up(self, tally: Tally) -> None:
        """Take what a tally says of the bytes that were taken before, where reading has broken off."""
        if tally.size == self._size and tally is self._tally:
            self.show(tally)

    def show(self, tally: Tally) -> None:
        """Take what a tally says by now; another tally than the last goes on where that one ended."""
        if tally is not self._tally:
            self.settle()
            self._tally = tally
            self._before = self._now()
        self._size = tally.size
        used, replaced, removed, documents, left_out = self._before
        account = self._account
        account.used, account.replaced = used + tally.used, replaced + tally.replaced
        account.removed, account.documents = removed + tally.removed, documents + tally.documents
        for reason, n_bytes in tally.left_out.items():
            account.left_out[reason] = left_out.get(reason, 0) + n_bytes

    def settle(self) -> None:
        """Take what is reported once, at the end of a tally."""
        self._account.n_faults += self._tally.n_faults
        for name, (removed, replaced) in self._tally.cleaned.items():
            amounts = self._account.cleaned.setdefault(name, [0, 0])
            amounts[0] += removed
            amounts[1] += replaced
