"""The estimate of a training before it begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

PROGRAM = 60_000_000  # bytes of the program itself without a window, with its libraries


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimate of a training.

    Attributes:
        n_bytes: of text, after cleaning.
        sampled: bytes of it that were counted; if all, the counts are exact.
        reachable: the largest possible vocabulary, until no pair is left; a lower bound if `more_reachable`.
        n_pieces: distinct pieces.
        seconds: of the whole run, on `processors` cores.
        memory: peak bytes of the run, without the program itself.
        memory_limit, memory_there: most bytes of the table of pieces, and bytes of this computer.
        longest_piece: bytes of the longest piece; `longest_text` is its beginning.
        special_texts: (text, occurrences) of special tokens in the text, which train as plain text.
        replaced, skipped: bytes that are not UTF-8, and number of skipped files.
        left_out: (path, error code) of the first files that cannot be read.
        n_faults: unreadable parts of files that are used anyway, such as broken lines.
        slow_part: what of the split pattern has no compiled code, "" for nothing (`slow_patterns`).
        too_large: without a split the text exceeds the limit, so that the training would be refused.

    """

    n_bytes: int
    sampled: int
    reachable: int
    more_reachable: bool
    n_pieces: int
    seconds: float
    processors: int
    memory: int
    memory_limit: int
    memory_there: int
    longest_piece: int
    longest_text: bytes
    special_texts: tuple[tuple[str, int], ...]
    replaced: int
    skipped: int
    too_large: bool
    left_out: tuple[tuple[str, str], ...] = ()
    n_faults: int = 0
    slow_part: str = ""

    @property
    def is_exact(self) -> bool:
        """Whether reach, pieces and the longest piece are counted, not estimated."""
        return self.sampled == self.n_bytes

    def plain(self) -> dict[str, Any]:
        """Return the estimate as plain values."""
        texts = {"longest_text": self.longest_text.decode("utf-8", "replace"), "exact": self.is_exact}
        left_out = [{"path": path, "why": why} for path, why in self.left_out]
        return {
            **asdict(self), **texts, "special_texts": dict(self.special_texts), "left_out": left_out
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        """Yield the estimate as English lines."""
        about = "" if self.is_exact else "about "
        least = "at least " if self.more_reachable else about
        yield f"{self.n_bytes:,} bytes of text, {about}{self.n_pieces:,} distinct pieces"
        yield f"largest vocabulary: {least}{self.reachable:,}"
        yield f"time: about {self.seconds:.1f} s on {self.processors} processors"
        memory = (self.memory + PROGRAM) / 1e6
        yield f"memory, with the program: about {memory:,.0f} MB of {self.memory_there / 1e9:,.1f} GB"
        yield f"longest piece: {about}{self.longest_piece:,} bytes"
        for text, times in self.special_texts:
            yield f"special token in the text, trained as plain text: {text}, {times:,} times"
        if self.replaced:
            yield f"bytes that are not UTF-8 and are replaced: {self.replaced:,}"
        if self.n_faults:
            yield f"broken lines and other parts that cannot be read: {self.n_faults:,}"
        if self.left_out:
            path, why = self.left_out[0]
            yield f"files that cannot be read: {len(self.left_out):,}, the first {path} ({why})"
        if self.slow_part:
            yield f"slow pattern, there is no compiled code for {self.slow_part}"
        if self.too_large:
            yield f"refused: more than the limit of {self.memory_limit / 1e6:,.0f} MB without a split"
