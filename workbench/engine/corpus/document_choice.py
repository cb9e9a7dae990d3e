"""Decides which documents of a source are used, held out for evaluation, or beyond its sample.

The choice depends only on the seed, the file's name below its source and the document's number, so that it is
the same on every computer.
"""

from __future__ import annotations

from hashlib import blake2b

from workbench.engine.corpus.source_options import SourceOptions

USED, HELD_OUT, BEYOND_SAMPLE = "", "held_out", "beyond_sample"
NOT_HELD_OUT = "not_held_out"  # where only what is held out is read, the reason to leave out what is used
STRETCH = 1 << 16  # bytes of a text that are chosen or left out as a whole, up to the next end of a line


class DocumentChooser:
    """Chooses the documents of one source.

    For training, a plain text is chosen in stretches of whole lines, so that a share of one large file can be
    used. A data set needs `whole_texts`: a text is one document, and a sample of bytes, which then holds the
    documents of both sides, may shorten the last one.

    Attributes:
        full: the sample is complete.
        wanted: which documents go into the stream, `USED` or `HELD_OUT`.

    """

    def __init__(self, options: SourceOptions, whole_texts: bool = False) -> None:
        self._options = options
        self._whole_texts = whole_texts
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
        if choice == USED or (self._whole_texts and choice == HELD_OUT):
            self._taken += n_bytes

    @property
    def cuts_texts(self) -> bool:
        """Whether a plain text may end before its file does."""
        return self._limit > 0 or not (self._all or self._whole_texts)

    def stretch(self) -> int:
        """Return after how many bytes a stretch of a text may end."""
        if not self._limit:
            return STRETCH
        left = max(1, self._limit - self._taken)
        return left if self._whole_texts else min(STRETCH, left)

    @property
    def ends_stretch(self) -> bool:
        """Whether the end of a stretch ends the document."""
        return self.full or not self._whole_texts

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
