"""Measures the effect of a draft on texts: tokens before and after, and whether other pieces change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from workbench.engine.adapting.draft import Draft
from workbench.engine.base.pace import paced, point
from workbench.engine.base.slices import mapped
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.counting.piece_counts import PORTION_BYTES, PORTION_PIECES, CountedPieces
from workbench.engine.encoding.special_pieces import special_pieces
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.aligned import row

MOST_PIECES = 10_000  # changed pieces that are distinguished
_NONE = np.empty(0, np.intp)


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
        n_pieces: number of pieces whose tokens changed, each as often as it occurs.
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
    if has_same_pieces(draft):
        return (yield from _ByPieces(draft).run(documents))
    looking = _Looking(draft)
    for document in documents:
        looking.take(bytes(document))
        point()
        yield looking.so_far.n_bytes
    return looking.effect()


def has_same_pieces(draft: Draft) -> bool:
    """Return whether both tokenizers split every text into the same pieces, and nothing comes before that."""
    both = draft.base, draft.tokenizer
    pattern = draft.base.pre_tokenizer.pattern
    return all(
        each.pre_tokenizer.compiled is not None
        and each.pre_tokenizer.pattern == pattern
        and each.normalizer is None
        and each.model.capabilities.byte_level
        and not special_pieces(each.pre_tokenizer.name, each.specials.ids)
        and not each.specials.choose("none", ())[0]
        for each in both
    )


class _ByPieces:
    """Counts the pieces of all documents once, and encodes each distinct one by both tokenizers."""

    def __init__(self, draft: Draft) -> None:
        self._old, self._new = draft.base, draft.tokenizer
        self._places, self._marks = draft.new_ids(), _marks_of(draft)
        self._so_far = Effect()

    def run(self, documents: Iterable[bytes | bytearray]) -> Generator[int, None, Effect]:
        counted = yield from mapped(
            self._old.pre_tokenizer.count(self._chunks(documents)), lambda progress: progress.n_bytes
        )
        changed: list[NDArray[np.intp]] = []
        for first in range(0, len(counted), PORTION_PIECES):
            changed.append(self._compare(counted, first, first + PORTION_PIECES))
            yield self._so_far.n_bytes
        return replace(self._so_far, pieces=self._shown(counted, np.concatenate(changed or [_NONE])))

    def _chunks(self, documents: Iterable[bytes | bytearray]) -> Iterator[bytes | EndOfDocument]:
        """Yield the documents in portions, and note in how many of them something changes."""
        for each in documents:
            document, start, differs = bytes(each), 0, False
            while start < len(document):
                end = self._old.next_border(document, start + PORTION_BYTES)
                portion, start = document[start:end], end
                differs = differs or self._differs(portion)
                yield portion
            yield EndOfDocument()
            self._so_far = replace(
                self._so_far,
                n_documents=self._so_far.n_documents + 1,
                n_bytes=self._so_far.n_bytes + len(document),
                n_changed=self._so_far.n_changed + differs,
            )

    def _differs(self, text: bytes) -> bool:
        before, after = (
            each.encode_to_numpy(text, allowed_special="none", threads=1) for each in (self._old, self._new)
        )
        return not np.array_equal(self._places[before], after)

    def _compare(self, counted: CountedPieces, first: int, last: int) -> NDArray[np.intp]:
        """Compare some of the pieces; return which of all change."""
        point()
        blob, spans = _some(counted, first, last)
        counts, n = counted.counts[first:last], len(spans)
        (old, numbers), (new, new_numbers) = (_encoded(each, blob, spans) for each in (self._old, self._new))
        changed = _changed([self._places[old], new.astype(np.int64)], [numbers, new_numbers], n)
        may = np.zeros(n, np.bool_)
        may[numbers[self._marks[0][old]]] = True
        may[new_numbers[self._marks[1][new]]] = True
        n_before = np.bincount(numbers, minlength=n)
        before, so_far = int(n_before @ counts), self._so_far
        self._so_far = replace(
            so_far,
            before=so_far.before + before,
            after=so_far.after + int(np.bincount(new_numbers, minlength=n) @ counts),
            equal=so_far.equal + before - int(n_before[changed] @ counts[changed]),
            n_pieces=so_far.n_pieces + int(counts[changed].sum()),
            unexplained=so_far.unexplained + int(counts[changed[~may[changed]]].sum()),
        )
        return changed + first

    def _shown(self, counted: CountedPieces, changed: NDArray[np.intp]) -> tuple[ChangedPiece, ...]:
        often = changed[np.argsort(-counted.counts[changed], kind="stable")[:MOST_PIECES]]
        pieces: list[ChangedPiece] = []
        for number in paced(often.tolist(), 64):
            piece, _ = _some(counted, number, number + 1)
            both = (_tokens(each, each.model.encode_piece(piece)) for each in (self._old, self._new))
            pieces.append(ChangedPiece(piece, int(counted.counts[number]), *both))
        return tuple(pieces)


def _some(counted: CountedPieces, first: int, last: int) -> tuple[bytes, NDArray[np.uint64]]:
    """Return some pieces, one after the other, and uint64[m, 2], their spans in these bytes."""
    start = counted.ends[first - 1] if first else np.uint64(0)
    ends = counted.ends[first:last] - start
    blob = counted.blob[int(start) : int(start + ends[-1])]
    return blob, np.column_stack((np.append(np.uint64(0), ends[:-1]), ends))


def _encoded(
    tokenizer: Tokenizer, blob: bytes, pieces: NDArray[np.uint64]
) -> tuple[NDArray[np.uint32], NDArray[np.intp]]:
    """Return the ids of pieces, and the number of the piece that each belongs to."""
    ids, spans = tokenizer.model.encode_spans(blob, pieces)
    return ids, np.searchsorted(pieces[:, 0], spans[:, 0], side="right") - 1


class _Looking:
    """Compares documents one after the other."""

    def __init__(self, draft: Draft) -> None:
        self._old, self._new = draft.base, draft.tokenizer
        self._places = draft.new_ids()
        self._marks = _marks_of(draft)
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
            self._shown[piece] = _tokens(self._old, old.tolist()), _tokens(self._new, new.tolist())
        if piece in self._shown:
            self._times[piece] += 1

    def effect(self) -> Effect:
        pieces = (ChangedPiece(text, n, *self._shown[text]) for text, n in self._times.most_common())
        return replace(self.so_far, pieces=tuple(pieces))


def _marks_of(draft: Draft) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return bool[n] by old and bool[m] by new id: removed tokens, and those that may be made only now."""
    return (
        _marks(draft.removed, len(draft.new_ids())),
        _marks(np.concatenate((draft.added, draft.unmade)), int(draft.tokenizer.model.ids.max()) + 1),
    )


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


def _tokens(tokenizer: Tokenizer, ids: Iterable[int]) -> tuple[bytes, ...]:
    return tuple(tokenizer.token_bytes(i) or b"" for i in ids)
