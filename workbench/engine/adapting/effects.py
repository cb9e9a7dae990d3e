"""Measures the effect of a draft on texts: tokens before and after, and whether other pieces change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from workbench.engine.adapting.draft import Draft
from workbench.engine.base.pace import paced, point
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.aligned import row

MOST_PIECES = 10_000  # changed pieces that are distinguished


@dataclass(frozen=True, slots=True)
class ChangedPiece:
    """A piece of text whose tokens changed.

    Attributes:
        text: its bytes.
        count: how often it occurs.
        before, after: its tokens.

    """

    text: bytes
    count: int
    before: tuple[bytes, ...]
    after: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a draft on some documents; special tokens in them are encoded as plain text.

    Attributes:
        n_documents, n_bytes: of the text.
        before, after: number of tokens of the whole text.
        equal: number of tokens in unchanged pieces.
        n_changed: documents whose tokens changed.
        n_pieces: number of distinct pieces whose tokens changed.
        pieces: the changed pieces, the most frequent first, at most `MOST_PIECES`.
        unexplained: changed pieces with neither a removed nor a new token.

    """

    n_documents: int = 0
    n_bytes: int = 0
    before: int = 0
    after: int = 0
    equal: int = 0
    n_changed: int = 0
    n_pieces: int = 0
    pieces: tuple[ChangedPiece, ...] = ()
    unexplained: int = 0


def effect(draft: Draft, documents: Iterable[bytes | bytearray]) -> Generator[int, None, Effect]:
    """Yield the number of bytes compared, return the effect; raises EngineError."""
    looking = _Looking(draft)
    for document in documents:
        looking.take(bytes(document))
        point()
        yield looking.so_far.n_bytes
    return looking.effect()


class _Looking:
    """Compares documents one after the other."""

    def __init__(self, draft: Draft) -> None:
        self._old, self._new = draft.base, draft.tokenizer
        self._places = draft.new_ids()
        self._marks = (
            _marks(draft.removed, len(self._places)),
            _marks(np.concatenate((draft.added, draft.unmade)), int(self._new.model.ids.max()) + 1),
        )
        self.so_far = Effect()
        self._times: Counter[bytes] = Counter()
        self._shown: dict[bytes, tuple[tuple[bytes, ...], tuple[bytes, ...]]] = {}

    def take(self, document: bytes) -> None:
        before = self._old.encode_to_numpy(document, allowed_special="none")
        after = self._new.encode_to_numpy(document, allowed_special="none")
        differs = not np.array_equal(self._places[before], after)
        so_far = self.so_far
        self.so_far = replace(
            so_far,
            n_documents=so_far.n_documents + 1,
            n_bytes=so_far.n_bytes + len(document),
            before=so_far.before + len(before),
            after=so_far.after + len(after),
            equal=so_far.equal + len(before),
            n_changed=so_far.n_changed + differs,
        )
        if differs:
            self._compare(document)

    def _compare(self, document: bytes) -> None:
        rows = row(self._old, document), row(self._new, document)
        pieces = rows[0].pieces
        if not np.array_equal(pieces, rows[1].pieces):  # special tokens that always match cut them
            pieces = np.array([[0, len(document)]], np.uint64)
        # 0 is the part before the first piece.
        numbers = [np.searchsorted(pieces[:, 0], each.spans[:, 0], side="right") for each in rows]
        changed = _changed(
            [self._places[rows[0].ids], rows[1].ids.astype(np.int64)], numbers, len(pieces) + 1
        )  # fmt: skip
        may = np.zeros(len(pieces) + 1, np.bool_)
        for each, number, marks in zip(rows, numbers, self._marks, strict=True):
            may[number[marks[each.ids]]] = True
        ends = [np.searchsorted(number, changed, side="right").tolist() for number in numbers]
        starts = [np.searchsorted(number, changed).tolist() for number in numbers]
        for at, number in enumerate(paced(changed.tolist(), 256)):
            first, last = pieces[number - 1].tolist() if number else (0, int(pieces[0, 0]))
            cells = [each.ids[starts[side][at] : ends[side][at]] for side, each in enumerate(rows)]
            self._note(document[first:last], cells[0], cells[1])
        other = int(np.isin(numbers[0], changed).sum())
        self.so_far = replace(
            self.so_far,
            equal=self.so_far.equal - other,
            n_pieces=self.so_far.n_pieces + len(changed),
            unexplained=self.so_far.unexplained + int(np.count_nonzero(~may[changed])),
        )

    def _note(self, piece: bytes, old: NDArray[np.uint32], new: NDArray[np.uint32]) -> None:
        if piece not in self._shown and len(self._shown) < MOST_PIECES:
            self._shown[piece] = _tokens(self._old, old), _tokens(self._new, new)
        if piece in self._shown:
            self._times[piece] += 1

    def effect(self) -> Effect:
        pieces = (ChangedPiece(text, n, *self._shown[text]) for text, n in self._times.most_common())
        return replace(self.so_far, pieces=tuple(pieces))


def _marks(ids: NDArray[np.int64], size: int) -> NDArray[np.bool_]:
    marks = np.zeros(size, np.bool_)
    marks[ids[ids < size]] = True
    return marks


def _changed(
    ids: Sequence[NDArray[np.int64]], numbers: Sequence[NDArray[np.intp]], n_pieces: int
) -> NDArray[np.intp]:
    """Return the pieces whose ids differ in two rows; `numbers` gives the piece of each id."""
    sizes = [np.bincount(number, minlength=n_pieces) for number in numbers]
    alike = sizes[0] == sizes[1]
    left, right = (each[alike[number]] for each, number in zip(ids, numbers, strict=True))
    of = numbers[0][alike[numbers[0]]]
    differing = np.bincount(of[left != right], minlength=n_pieces)
    return np.flatnonzero(~alike | (differing > 0))


def _tokens(tokenizer: Tokenizer, ids: NDArray[np.uint32]) -> tuple[bytes, ...]:
    return tuple(tokenizer.token_bytes(i) or b"" for i in ids.tolist())
