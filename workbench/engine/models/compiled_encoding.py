"""Replaces the readable encoder by the compiled one: shared tables, one encoder per thread, slices."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench import kernels
from workbench.engine.base.pace import point
from workbench.engine.counting.piece_room import bounded, longest_piece
from workbench.engine.models.token_arrays import TokenArrays

_BUDGET = 3_000_000  # units of work between two points, of two nanoseconds each, or four
_PIECES = 1 << 14  # given to the encoder at a time
_TEXT = 1 << 20  # bytes
_ROOM = 1 << 18  # ids written by one call; a larger array would be taken in large pages, and cleared in vain
_ROOM_AROUND = 1 << 14  # the same around tokens found; a longer stretch between two is a text of its own
_SPARE = 1 << 10  # ids that there is room for behind those of short texts
_EACH = 24  # bytes of memory for a byte of a piece, where any of it may merge
LONGEST_PAIRED = 127  # bytes of the longest token whose pair is found here
_LESSONS = 16  # kept, of up to 512 KB each
_NO_ROOM = np.empty(0, np.uint32)
_PAYS = 1 << 14  # bytes of text that take the readable engine as long as the table takes to make


def has_kernel() -> bool:
    """Return whether the compiled encoder is there."""
    return kernels.kernel("encoding") is not None


def pays(n_bytes: int) -> bool:
    """Return whether the table of a vocabulary pays for so many bytes of text."""
    return n_bytes >= _PAYS


class CompiledTokens:
    """A model's tokens as a table of the kernels, created when it pays; its prefixes share the table.

    Attributes:
        table: the `kernels.token_table.TokenTable`, or None before it is made.

    """

    def __init__(
        self,
        tokens: TokenArrays,
        byte_ids: tuple[int, ...],
        merges: NDArray[np.int64] | None,
        *,
        at_once: bool = False,
        same: NDArray[np.uint32] | None = None,
        end_ids: NDArray[np.uint32] | None = None,
        whole: bool = False,
    ) -> None:
        """Take the tokens; only where `has_kernel`.

        Args:
            tokens: of the vocabulary.
            byte_ids: the id of each of the 256 single bytes.
            merges: int64[m, 2], the pair of id 256 + row, or 512 + row where there are `end_ids`; None for a
                vocabulary of ranks.
            at_once: the table pays for any text, as the readable engine's own would have to be made.
            same: uint32[n], for each id the first one of the same token, where several rows make one; the
                pairs are of these.
            end_ids: uint32[256], the id of each byte as the last one of a piece, where that is another unit.
            whole: a piece that is a token is that token, whatever its bytes merge to.

        """
        self._same, self._whole, self._end_ids = same, whole, end_ids
        self._tokens = tokens
        self._byte_ids = np.array(byte_ids, np.uint32)
        self._merges = merges
        self._asked = _PAYS if at_once else 0
        self.table: Any = None

    def pays_for(self, size: int) -> bool:
        """Return whether the table exists or pays for encoding `size` more bytes."""
        self._asked += size
        return self.table is not None or pays(self._asked)

    def make_table(self) -> None:
        """Create the table if it does not exist."""
        if self.table is not None:
            return
        tokens = self._tokens
        blob, ids, ends = tokens.blob, tokens.ids, tokens.ends
        merges = None if self._merges is None else np.ascontiguousarray(self._merges)
        point()
        table = _module("token_table").TokenTable(
            blob,
            ids,
            ends,
            self._byte_ids,
            merges=merges,
            same=self._same,
            end_ids=self._end_ids,
            whole=self._whole,
        )
        point()
        while not table.build(_BUDGET):
            point()
        self.table = table
        tokens.compact()

    def pairs(self) -> NDArray[np.int64]:
        """Return int64[highest id + 1, 2], the pairs of tokens of ranks; -1 also for a long token."""
        self.make_table()
        pairs = np.full((int(self._tokens.ids[-1]) + 1, 2), -1, np.int64)
        done = 0
        while done < len(self._tokens):
            done = self.table.pairs(done, pairs, _BUDGET // 8)  # merging all of a token is much slower
            point()
        return pairs

    def n_halves(self) -> int:
        """Return in how many ways two tokens of ranks spell a token, each way of each counted."""
        self.make_table()
        done = halves = 0
        while done < len(self._tokens):
            done, more = self.table.count_halves(done, _BUDGET)
            halves += more
            point()
        return halves


class CompiledEncoding:
    """Encodes with ids below a limit; any number of threads may use it at a time."""

    def __init__(self, tokens: CompiledTokens, limit: int, numbers: NDArray[np.uint32] | None = None) -> None:
        """Take the tokens, the limit of the model's ids, and what to write in place of each id."""
        self._tokens = tokens
        self._limit = min(limit, 0xFFFFFFFF)
        self._numbers = numbers
        self._encoders = _Encoders(self._new_encoder)
        self._counters: list[Any] = []
        self.pays_for = tokens.pays_for

    def up_to(self, limit: int) -> CompiledEncoding:
        """Return the same with inner ids below another limit; it shares the tables."""
        return CompiledEncoding(self._tokens, limit, self._numbers)

    def prepare(self) -> None:
        """Create the table in advance."""
        self._tokens.make_table()

    def pieces(self, text: bytes, pieces: NDArray[np.uint64]) -> Iterator[NDArray[np.uint32]]:
        """Encode pieces like `Model.encode_pieces`."""
        self._tokens.make_table()
        worker = self._encoders.take()
        encoder = worker.encoder
        for first in range(0, len(pieces), _PIECES):
            part = np.ascontiguousarray(pieces[first : first + _PIECES])
            ids = np.empty(min(_ROOM, int((part[:, 1] - part[:, 0]).sum())) + 1, np.uint32)
            done = 0
            while done < len(part):
                with bounded(_EACH):
                    done, count = encoder.encode_pieces(text, part, done, ids, _BUDGET)
                if count:
                    yield ids[:count].copy()
                point()
        self._encoders.put_back(worker)  # not if it was left in the middle of a piece

    def text(self, text: bytes, splitter: object) -> Iterator[NDArray[np.uint32]]:
        """Do the same with the pieces of a `kernels.splitting.Splitter`: yield ids uint32[n]."""
        self._tokens.make_table()
        worker = self._encoders.take()
        keeps_room = len(text) <= _TEXT  # for the next text, or its pages would be cleared for each
        room = min(_ROOM, len(text)) + 1
        ids = worker.room
        at = n = needed = 0
        while n or at < len(text):
            if n and (at >= len(text) or len(ids) - n <= needed):
                yield ids[:n].copy() if keeps_room else ids[:n]
                n, ids = 0, ids if keeps_room else _NO_ROOM
                continue
            room = max(room, needed + 1)
            if n == 0 and len(ids) < room:
                ids = np.empty(room, np.uint32)
            with bounded(_EACH):
                at, count, needed = worker.encoder.encode_text(
                    text, splitter, at, at + _TEXT, ids[n:], _BUDGET
                )
            n += count
            point()
        worker.room = ids if keeps_room else _NO_ROOM
        self._encoders.put_back(worker)

    def count(self, text: bytes, splitter: object) -> Iterator[int]:
        """Yield how many ids `text` yields, some at a time."""
        self._tokens.make_table()
        counter = _taken(self._counters) or self._new_counter()
        at = 0
        while at < len(text):
            with bounded(_EACH):
                at, count = counter.count_text(text, splitter, at, at + _TEXT, _BUDGET)
            yield count
            point()
        self._counters.append(counter)

    def texts(self, texts: Sequence[bytes], splitter: object) -> list[NDArray[np.uint32]]:
        """Return the ids of each of some short texts, as `text` yields them."""
        self._tokens.make_table()
        worker = self._encoders.take()
        data = b"".join(texts)
        lengths = np.fromiter(map(len, texts), np.uint64, len(texts))
        counts = np.empty(len(texts), np.uint64)
        encoded: list[NDArray[np.uint32]] = []
        first = start = 0
        while first < len(texts):
            ids = np.empty(len(data) - start + _SPARE, np.uint32)
            with bounded(_EACH):
                done, start, n = _module("short_texts").encode_texts(
                    worker.encoder,
                    data,
                    lengths,
                    first,
                    start,
                    splitter,
                    out=ids,
                    counts=counts,
                    budget=_BUDGET,
                )
            ends = np.cumsum(counts[first:done]).astype(np.int64).tolist()
            ids = ids[:n].copy()
            encoded += [ids[a:b] for a, b in pairwise((0, *ends))]
            first = done
            point()
        self._encoders.put_back(worker)
        return encoded

    def text_around(
        self, text: bytes, tokens: NDArray[np.uint64], splitter: object
    ) -> Iterator[NDArray[np.uint32]]:
        """Yield the ids of tokens found, uint64[k, 3] of start, end and id, and of what is between them."""
        self._tokens.make_table()
        ids = np.empty(_ROOM_AROUND, np.uint32)
        done = start = 0
        while done < len(tokens):
            worker = self._encoders.take()
            with bounded(_EACH):
                done, start, n = _module("short_texts").encode_around(
                    worker.encoder, text, tokens, done, start, splitter, out=ids, budget=_BUDGET
                )
            self._encoders.put_back(worker)
            yield ids[:n].copy()
            point()
            if n == 0 and done < len(tokens):  # it does not fit
                first, last, token_id = tokens[done].tolist()
                yield from self.text(text[start:first], splitter)
                yield np.array([token_id], np.uint32)
                done, start = done + 1, last
        yield from self.text(text[start:], splitter)

    def short_texts(self, splitter: object, specials: Collection[bytes], always: bool) -> Any:  # noqa: ANN401
        """Return a `kernels.short_texts.ShortTexts`."""
        self._tokens.make_table()
        encoder = self._new_encoder()
        return _module("short_texts").ShortTexts(encoder, splitter, list(specials), always)

    def _new_encoder(self) -> Any:  # noqa: ANN401  # a kernels.encoding.Encoder, of which mypy knows nothing
        table, longest = self._tokens.table, longest_piece(_EACH)
        return _module("encoding").Encoder(table, self._limit, longest, self._numbers)

    def _new_counter(self) -> Any:  # noqa: ANN401  # a kernels.token_counting.TokenCounter
        return _module("token_counting").TokenCounter(self._new_encoder())


@dataclass(slots=True)
class _Worker:
    """An encoder (`kernels.encoding`), its room for ids, its number, and that of the last lesson it took."""

    encoder: Any
    room: NDArray[np.uint32]
    number: int
    lesson: int = -1


class _Encoders:
    """Encoders of one kind in several threads, which learn from each other what is merged.

    Without a lock: garbage may be collected anywhere, and run anything. What two threads put back at the same
    time may be lost.
    """

    def __init__(self, new: Callable[[], Any]) -> None:
        self._new = new
        self._numbers, self._lesson_numbers = count(), count()
        self._idle: list[_Worker] = []
        self._lessons: tuple[tuple[int, int, bytes], ...] = ()  # number, that of who taught it, the pieces

    def take(self) -> _Worker:
        """Return an idle or a new one, which has learned what others wrote down meanwhile."""
        worker = _taken(self._idle)
        if worker is None:
            worker = _Worker(self._new(), _NO_ROOM, next(self._numbers))
        last = worker.lesson
        for lesson, teacher, pieces in self._lessons:
            if lesson > last and teacher != worker.number:
                _module("learned_pieces").learn(worker.encoder, pieces)
            worker.lesson = max(worker.lesson, lesson)
        return worker

    def put_back(self, worker: _Worker) -> None:
        """Let other threads use a worker, and learn what it has merged."""
        if worker.number or self._lessons or self._idle:  # there are others
            pieces = _module("learned_pieces").learned(worker.encoder)
            if pieces:
                lesson = next(self._lesson_numbers), worker.number, pieces
                self._lessons = (*self._lessons, lesson)[-_LESSONS:]
        self._idle.append(worker)


def _taken(idle: list[Any]) -> Any | None:  # noqa: ANN401  # as above
    try:
        return idle.pop()
    except IndexError:  # another thread may have taken the last one
        return None


def _module(name: str) -> ModuleType:
    module = kernels.kernel(name)
    if module is None:
        raise RuntimeError(kernels.why_not())
    return module
