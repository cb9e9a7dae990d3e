"""Outputs the text of a document: converted to UTF-8, cleaned, or kept for evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.engine.base.pace import point
from workbench.engine.base.utf8 import incomplete_tail, is_utf8
from workbench.engine.corpus.cleaning import Cleaned, Cleaning
from workbench.engine.corpus.documents import Part, Tally
from workbench.engine.corpus.readers import BOM, Utf8Cleaner
from workbench.engine.corpus.source_options import SourceOptions


class Aside:
    """A held-out document, treated like the others but not in the account.

    Of one with more than `room` bytes only the length is kept, since a text may be larger than the memory.
    """

    def __init__(self, options: SourceOptions, bom: bool, room: int) -> None:
        self._sink = sink_for(options, Tally(), bom)
        self._room = room
        self._parts: list[bytes] = []
        self._n_bytes = 0

    def feed(self, part: Part) -> None:
        """Take a part."""
        self._take(self._sink.feed(part))

    def end(self) -> tuple[bytes | None, int]:
        """Return the document, None if it is too long, and how many bytes it has."""
        self._take(self._sink.end())
        return (None if self._n_bytes > self._room else b"".join(self._parts)), self._n_bytes

    def _take(self, chunks: Iterable[bytes]) -> None:
        for chunk in chunks:
            self._n_bytes += len(chunk)
            if self._n_bytes > self._room:
                self._parts.clear()
            elif chunk:
                self._parts.append(chunk)
            point()


class PlainText:
    """Converts documents that are not cleaned to UTF-8.

    Valid UTF-8 is passed on. A cleaner, which costs more than a short document, is only made for invalid
    parts or parts that end inside a character.
    """

    def __init__(self, tally: Tally, on_invalid: str, bom: bool) -> None:
        self._tally = tally
        self._on_invalid = on_invalid
        self._cleaner = Utf8Cleaner(on_invalid, bom)
        self._bom = bom
        self._plain = not bom
        self._reported = (0, 0, 0)

    def feed(self, part: Part) -> tuple[bytes, ...]:
        """Return the text that is ready so far."""
        if self._bom and part.text:
            self._bom, self._plain = False, not part.text.startswith(BOM[:1])
        known = part.offset + len(part.text) <= self._tally.n_checked
        if self._plain:
            if not incomplete_tail(part.text) if known else is_utf8(part.text):
                return (part.text,)
            self._cleaner = Utf8Cleaner(self._on_invalid, False, part.offset)
            self._plain, self._reported = False, (0, 0, 0)
        text = self._cleaner.feed(part.text, known=known)
        self._tell()
        return (text,)

    def end(self) -> tuple[bytes, ...]:
        """Return the rest of the document; the next part begins another."""
        if self._plain:
            return ()
        text = self._cleaner.feed(b"", final=True)
        self._tell()
        self._bom, self._plain = False, True
        return (text,) if text else ()

    def _tell(self) -> None:
        cleaner, tally = self._cleaner, self._tally
        replaced, removed, known = self._reported
        if self._on_invalid == "skip":
            tally.leave_out("not_in_encoding", cleaner.replaced - replaced)
        else:
            tally.replaced += cleaner.replaced - replaced
        tally.removed += cleaner.removed - removed
        tally.note_invalid(cleaner.first_invalid[known:])
        self._reported = (cleaner.replaced, cleaner.removed, len(cleaner.first_invalid))


class CleanedText:
    """Cleans documents, after removing a byte order mark."""

    def __init__(
        self, options: SourceOptions, tally: Tally, bom: bool, seen: list[Cleaned] | None = None
    ) -> None:
        self._cleaning = Cleaning(options.clean, tally, options.on_invalid)
        if seen is not None:
            self._cleaning.keep(seen)
        self._tally = tally
        self._bom = bom

    def feed(self, part: Part) -> Iterator[bytes]:
        """Yield the text that is ready so far."""
        if self._bom:
            self._bom = False
            if part.text.startswith(BOM):
                self._tally.removed += len(BOM)
                part = Part(part.text[len(BOM) :], part.n_source - len(BOM), part.offset + len(BOM))
        return self._cleaning.feed(part)

    def end(self) -> Iterator[bytes]:
        """Yield the rest of the document; the next part begins another."""
        return self._cleaning.end()


def sink_for(
    options: SourceOptions, tally: Tally, bom: bool, seen: list[Cleaned] | None = None
) -> PlainText | CleanedText:
    """Return the sink for the documents of a file; `bom`: the first may begin with a byte order mark."""
    if options.clean or seen is not None:
        return CleanedText(options, tally, bom, seen)
    return PlainText(tally, options.on_invalid, bom)
