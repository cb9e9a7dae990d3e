"""Pieces that are carried over a change are those that would be made anew."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.layout import pieces as token_pieces
from workbench.widgets.token_view.layout.flow import Flow
from workbench.widgets.token_view.layout.inserts import Added
from workbench.widgets.token_view.layout.pieces import Piece, Pieces
from workbench.widgets.token_view.layout.spans import SpanStore, make_run
from workbench.widgets.token_view.paint.shown import Composition, ShownPieces

WORDS = ("a", "word ", "\n", "\n\n\n", " \n", "שלום ", "नि", "👨‍👩‍👧", "é", "x" * 300, "word " * 500)
texts = st.lists(st.sampled_from(WORDS), max_size=12).map("".join)
places = st.floats(0, 1)
edits = st.tuples(st.just("edit"), places, st.integers(0, 8), texts)
parts = st.tuples(st.just("tokens"), places, places, st.lists(places, max_size=20), st.booleans())


class Texts:
    """A document with tokens and pieces."""

    def __init__(self, data: bytes) -> None:
        self.document = Document(data)
        self.spans = SpanStore()
        self.pieces = Pieces(self.document, Flow(self.document), self.spans)

    def edit(self, place: float, removed: int, text: str) -> None:
        """Edit as the view does."""
        start = round(place * len(self.document))
        end = min(start + removed, len(self.document))
        change = self.document.replace(start, end, text.encode())
        self.pieces.flow.follow(change)
        self.spans.edit(change.start, change.removed, change.inserted)

    def tokens(self, first: float, last: float, cuts: list[float], provisional: bool) -> None:
        """Take the tokens of some of the bytes over; a cut that comes twice makes a token without bytes."""
        start, end = sorted(round(place * len(self.document)) for place in (first, last))
        bounds = sorted([start, end, *(start + round(cut * (end - start)) for cut in cuts)])
        spans = np.array(list(pairwise(bounds)), np.uint64).reshape(-1, 2)
        ids = (spans[:, 1] - spans[:, 0]).astype(np.uint32)
        run = make_run(ids, spans, provisional)
        self.spans.merge(start, end + (end == len(self.document)), run, lambda starts: starts < 0)

    def shown(self, pieces: Pieces) -> list[object]:
        """Return what is seen of all pieces, or as many as are kept."""
        found: list[object] = []
        span: tuple[int, int] | None = pieces.flow.piece_at(0)
        while span is not None and len(found) < 100:
            found.append(facts(pieces.piece(span)))
            span = pieces.flow.after(span)
        return found


def facts(piece: Piece) -> object:
    """Return what a piece shows, to be compared."""
    boxes, text = piece.boxes, piece.layout.text
    arrays = boxes.ids, boxes.colors, boxes.starts, boxes.ends, boxes.owners, piece.provisional
    return piece.span, piece.first_token, text.display, piece.layout.mixed, *(a.tolist() for a in arrays)


@given(texts, st.lists(st.one_of(edits, parts), max_size=12), st.sampled_from((0, 1)))
def test_carried_over_as_made_anew(qapp: object, text: str, steps: list[tuple], added: int) -> None:
    """After any edits and encodings every piece is what a fresh one is."""
    own = Texts(text.encode())
    own.pieces.added = (Added(), Added(before=("<s>",), prefix=True))[added]
    for name, *values in steps:
        own.shown(own.pieces)
        getattr(own, name)(*values)
        fresh = Pieces(own.document, Flow(own.document), own.spans)
        fresh.added = own.pieces.added
        assert own.shown(own.pieces) == own.shown(fresh)


def test_a_key_makes_one_piece(qapp: object) -> None:
    """What an edit did not touch is not looked at again, and its tokens have their new numbers."""
    own = Texts(b"one line\n" * 20)
    bounds = list(range(0, 181, 3))
    spans = np.array(list(pairwise(bounds)), np.uint64)
    own.spans.merge(0, 181, make_run(np.arange(60, dtype=np.uint32), spans, False), lambda starts: starts < 0)
    own.shown(own.pieces)
    before = [own.pieces.piece((at, at + 9)) for at in (0, 171)]
    own.edit(81 / 180, 0, "xy")
    after = [own.pieces.piece((at, at + 9)) for at in (0, 173)]
    assert after[0] is before[0]
    assert after[1].boxes is before[1].boxes
    assert after[1].first_token == before[1].first_token
    own.tokens(81 / 182, 83 / 182, [0.5], False)
    assert own.pieces.piece((173, 182)).first_token == before[1].first_token + 2
    assert own.pieces.piece((173, 182)).boxes is before[1].boxes


def test_direction_of_a_line_is_that_of_all_its_pieces(qapp: object) -> None:
    """How a line begins counts for pieces that the edit did not touch."""
    own = Texts(("שלום " + "word " * 600).encode())
    own.shown(own.pieces)
    own.document.replace(0, 8, b"abcdefgh")
    own.spans.edit(0, 8, 8)
    pieces = [own.pieces.piece(own.pieces.flow.piece_at(place)) for place in (0, 2000)]
    assert [piece.layout.mixed for piece in pieces] == [False, False]


def split(text: str) -> Texts:
    """Return a text whose characters are two tokens each."""
    own = Texts(text.encode())
    starts = np.cumsum([0, *(len(letter.encode()) for letter in text)])
    bounds = np.sort(np.append(starts, starts[:-1] + 1))
    spans = np.stack((bounds[:-1], bounds[1:]), axis=1).astype(np.uint64)
    run = make_run(np.zeros(len(spans), np.uint32), spans, False)
    own.spans.merge(0, len(text.encode()) + 1, run, lambda starts: starts < 0)
    return own


@pytest.mark.parametrize("text", ["பலகை", "दवनगर", "кот", "事實", "கக்\u0bcdகπ"])
def test_tabs_have_room_in_one_layout(qapp: object, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Spaces after some scripts' letters are narrow; that is known before the line is laid out."""
    own = split(text)
    made: list[token_pieces.LineLayout] = []

    class Counted(token_pieces.LineLayout):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            made.append(self)

    monkeypatch.setattr(token_pieces, "LineLayout", Counted)
    piece = own.pieces.at(0)
    wanted = own.pieces.measures.tab_width(2) - 2
    assert piece.boxes.tabs
    assert all(tab.right - tab.left >= wanted for tab in piece.boxes.tabs.values())
    assert made == [piece.layout]


@pytest.mark.parametrize("text", ["שלום 中文 事實", "שלום fiancé"])
def test_tabs_between_letters_from_right_to_left_have_the_room_they_need(qapp: object, text: str) -> None:
    """What keeps the letters beside a tab in their direction is no part of its room."""
    own = split(text)
    piece, wanted = own.pieces.at(0), own.pieces.measures.tab_width(2)
    assert piece.boxes.tabs
    for tab in piece.boxes.tabs.values():
        assert wanted - 2 <= tab.right - tab.left < wanted + own.pieces.measures.column


@pytest.mark.parametrize("text", ["ภาษาไทยเป็น thai" * 3, "עברית שלום abc" * 3, "事實上" * 9])
def test_tabs_are_not_broken_over_rows(qapp: object, text: str) -> None:
    """Be the view so narrow that nothing else is where a row may end."""
    own = split(text)
    for width in range(43, 100, 3):
        own.pieces.resize(width, 1.0)
        layout = own.pieces.at(0).layout
        assert layout.n_rows > 1
        assert [place for place, _ in layout.rooms] == [
            end for end, _ in own.pieces.at(0).boxes.groups.tabs()
        ]
        assert layout.tabs[0].tolist() == list(range(len(layout.rooms)))


@pytest.mark.parametrize("text", ["பலகை", "事實"])
def test_tabs_stay_while_an_input_method_composes(qapp: object, text: str) -> None:
    """A line that is being composed in has the tabs that it had."""
    own = split(text)
    pieces = ShownPieces(own.document, own.pieces.flow, own.spans)
    before = list(pieces.at(0).boxes.tabs.values())
    pieces.composition = Composition(len(text.encode()), "ん", 1)
    assert list(pieces.at(0).boxes.tabs.values()) == before
