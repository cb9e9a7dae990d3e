"""Decides which documents of a source are used, held out for evaluation, or beyond its sample.

The choice depends only on the seed, the file's name below its source and the document's number, so that it is
the same on every computer.
"""

from __future__ import annotations

from hashlib import blake2b

from workbench.engine.corpus.source_options import SourceOptions

USED, HELD_OUT, BEYOND_SAMPLE = "", "held_out", "beyond_sample"


class DocumentChooser:
    """Chooses the documents of one source.

    Attributes:
        full: the sample is complete.
        wanted: which documents go into the stream, `USED` or `HELD_OUT`.

    """

    def __init__(self, options: SourceOptions) -> None:
        self._options = options
        self._limit = options.sample_bytes
        self._all = not options.chooses  # every document is taken
        self.wanted = HELD_OUT if options.only_held_out else USED
        self._taken = 0

    @property
    def full(self) -> bool:
        """Whether the first bytes requested have been taken."""
        return 0 < self._limit <= self._taken

    def take(self, n_bytes: int, choice: str) -> None:
        """Note bytes of a document, so that the sample does not depend on `wanted`."""
        if choice == USED:
            self._taken += n_bytes

    def left(self, stretch: int) -> int:
        """Return after how many bytes a stretch of text may end, at most so many."""
        return min(stretch, max(1, self._limit - self._taken)) if self._limit else stretch

    def choice(self, name: str, number: int) -> str:
        """Decide about a document: `USED`, `HELD_OUT` or `BEYOND_SAMPLE`."""
        if self._all:
            return USED
        options = self._options
        if self.full:
            return BEYOND_SAMPLE
        if options.sample_share < 1 and _chance("sample", options.seed, name, number) >= options.sample_share:
            return BEYOND_SAMPLE
        if options.held_out and _chance("held out", options.seed, name, number) < options.held_out:
            return HELD_OUT
        return USED


def _chance(purpose: str, seed: int, name: str, number: int) -> float:
    """Return a number from 0 to 1 that depends only on these arguments."""
    text = f"{purpose}\0{seed}\0{name}\0{number}".encode("utf-8", "surrogateescape")
    return int.from_bytes(blake2b(text, digest_size=8).digest()) / 2**64
