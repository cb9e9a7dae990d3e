"""Turns a token of the view into an `Occurrence`: its bytes, its spans, and how often it is in the text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject

from workbench.panels.tokens.text.live_encoding import LiveEncoding
from workbench.panels.tokens.text.selection import Occurrence
from workbench.panels.tokens.text.text_facts import TextFacts, facts_of
from workbench.widgets.slices import Slices, Steps
from workbench.widgets.token_view.layout.spans import SpanStore, Token
from workbench.widgets.token_view.text import TokenTextView
from workbench.widgets.vocabulary import Vocabulary

_AT_ONCE = 1 << 20  # bytes of a text whose characters are counted when the user points at a token
_SMALL = 1 << 20  # tokens that are counted in one go, some 0.5 ms
_COUNTED = 65_536  # tokens looked through between two looks at the clock
_LONGEST = 4096  # bytes of a token that are shown at most


class Occurrences:
    """What is known of the tokens of one view.

    Attributes:
        vocabulary: of the tokenizer in use, None until it is known.
        facts: of the text as it is now, None until they are worked out.

    """

    def __init__(self, view: TokenTextView, encoding: LiveEncoding) -> None:
        self.vocabulary: Vocabulary | None = None
        self.facts: TextFacts | None = None
        self._view, self._encoding = view, encoding

    def of_token(self, token: Token) -> Occurrence:
        """Return what is known of a token of the text, not counted yet."""
        characters = self._characters(token.start, token.end)
        box = self._view.places.hit_of_token(token.index)
        return Occurrence(
            handle=self._encoding.handle or 0,
            token_id=token.id,
            token=self._bytes(token),
            span=(token.start, token.end),
            characters=characters[:2] if characters else None,
            partial=bool(characters and characters[2]),
            shared=1 if box is None else len(box.tokens),
            so_far=self._encoding.encoded is None,
        )

    def of_id(self, token_id: int, count: int) -> Occurrence:
        """Return what is known of a token that is in no place, or in no chosen one, of the text."""
        vocabulary = self._known()
        row = vocabulary.row_of(token_id) if vocabulary is not None else None
        token = vocabulary.token(row) if vocabulary is not None and row is not None else b""
        so_far = self._encoding.encoded is None
        return Occurrence(self._encoding.handle or 0, token_id, token, count=count, so_far=so_far)

    def _known(self) -> Vocabulary | None:
        """Return the vocabulary where it is that of the tokenizer in use."""
        vocabulary = self.vocabulary
        return vocabulary if vocabulary is not None and vocabulary.handle == self._encoding.handle else None

    def _bytes(self, token: Token) -> bytes:
        vocabulary = self._known()
        row = vocabulary.row_of(token.id) if vocabulary is not None else None
        if vocabulary is not None and row is not None:
            return vocabulary.token(row)
        return self._view.document.read(token.start, min(token.end, token.start + _LONGEST))

    def _characters(self, start: int, end: int) -> tuple[int, int, bool] | None:
        size = len(self._view.document)
        if self.facts is None and size <= _AT_ONCE:
            self.facts = facts_of(self._view.content())
        if self.facts is None or self.facts.n_bytes != size:
            return None
        return self.facts.character_span(self._view.document.read, start, end)


class Counting(QObject):
    """Counts a token in the text, at once or in slices, and hands the occurrence on.

    The occurrence is handed on twice where counting takes a while: first without its count.
    """

    def __init__(
        self, spans: SpanStore, tell: Callable[[Occurrence], object], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._spans, self._tell = spans, tell
        self._slices: Slices[int] = Slices(self)

    def start(self, occurrence: Occurrence) -> None:
        """Count, instead of what was being counted."""

        def _counted(count: int) -> None:
            self._tell(replace(occurrence, count=count))

        self._slices.run(count_in_slices(self._spans, occurrence.token_id), _counted)
        if self._slices.running:
            self._tell(occurrence)

    def stop(self) -> None:
        """Count no more."""
        self._slices.stop()


def count_in_slices(spans: SpanStore, token_id: int) -> Steps[int]:
    """Count the tokens with an id."""
    if len(spans) <= _SMALL:
        return spans.count(token_id)
    count = 0
    for first in range(0, len(spans), _COUNTED):
        run = spans.take(first, first + _COUNTED)
        count += int(np.count_nonzero(run.ids == token_id))
        yield
    return count
