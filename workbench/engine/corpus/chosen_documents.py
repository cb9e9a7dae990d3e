"""Chooses which documents of a source are used, and keeps some of those that are held out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from workbench.engine.corpus.cleaning import Cleaned
from workbench.engine.corpus.document_choice import BEYOND_SAMPLE, HELD_OUT, NOT_HELD_OUT, DocumentChooser
from workbench.engine.corpus.document_text import Aside, sink_for
from workbench.engine.corpus.documents import END_OF_DOCUMENT, EndOfDocument, Parts, Tally
from workbench.engine.corpus.source_options import SourceOptions

HELD_OUT_KEPT = 1 << 24  # bytes of held-out documents that are kept


@dataclass(slots=True)
class HeldOut:
    """Documents for evaluation, not for training.

    Attributes:
        documents: the first of them that have `HELD_OUT_KEPT` bytes together.
        n_bytes, n_documents: of all of them.

    """

    documents: list[bytes] = field(default_factory=list)
    n_bytes: int = 0
    n_documents: int = 0
    _kept: int = 0

    @property
    def room(self) -> int:
        """How long a document may be to be kept."""
        return HELD_OUT_KEPT - self._kept

    def add(self, document: bytes | None, n_bytes: int) -> None:
        """Take one of so many bytes; None for one that is too long to be kept."""
        self.n_bytes += n_bytes
        self.n_documents += 1
        if document is not None:
            self._kept += n_bytes
            self.documents.append(document)

    def beginning(self, n_bytes: int) -> bytes:
        """Return the first documents that have so many bytes together, or all."""
        start = bytearray()
        for document in self.documents:
            start += document
            if len(start) >= n_bytes:
                break
        return bytes(start)


@dataclass(frozen=True, slots=True)
class ChosenDocuments:
    """How the documents of a file or iterable are chosen.

    Attributes:
        options: how they are cleaned.
        chooser: which documents are used.
        held_out: takes the held-out documents.
        tally: of the file, or of the documents.
        seen: takes each block with its cleaned text, for a preview.

    """

    options: SourceOptions
    chooser: DocumentChooser
    held_out: HeldOut
    tally: Tally
    seen: list[Cleaned] | None = None

    def documents(self, parts: Parts, name: str, bom: bool) -> Iterator[bytes | EndOfDocument]:
        """Yield the documents that are used, and keep those that are held out.

        Args:
            parts: of all documents.
            name: on which the choice depends.
            bom: the first may begin with a byte order mark.

        """
        chooser, tally = self.chooser, self.tally
        sink = sink_for(self.options, tally, bom, self.seen)
        chooses = self.options.chooses
        number, choice, begun = 0, chooser.choice(name, 0), False
        taken, before = 0, -1
        aside: Aside | None = None
        for item in parts:
            if isinstance(item, EndOfDocument):
                if begun and choice == chooser.wanted:
                    yield from sink.end()
                    yield END_OF_DOCUMENT
                    tally.documents += 1
                elif aside is not None:
                    self.held_out.add(*aside.end())
                if chooser.full:
                    self._leave_rest(taken + max(before, 0))
                    return
                number, begun, aside, bom = number + 1, False, None, False
                if chooses:
                    choice = chooser.choice(name, number)
                continue
            chooser.take(item.n_source, choice)
            if choice == chooser.wanted:
                before = tally.removed if before < 0 else before
                begun, taken = True, taken + item.n_source
                yield from sink.feed(item)
            else:
                tally.leave_out(choice or NOT_HELD_OUT, item.n_source)
                if choice == HELD_OUT:
                    aside = aside or Aside(self.options, bom, self.held_out.room)
                    aside.feed(item)

    def _leave_rest(self, accounted: int) -> None:
        """Leave out what was read after the sample was complete."""
        tally = self.tally
        others = tally.left_out.total() - tally.left_out["not_in_encoding"]
        tally.leave_out(BEYOND_SAMPLE, tally.size - accounted - others)
