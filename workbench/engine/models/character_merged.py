"""The character-merged model: Hugging Face's BPE over characters, as of Llama 2, Mistral and Gemma.

Its symbols are the characters of a piece (`character_vocabulary`), its merges listed pairs; of all pairs the
one of the lowest rank goes first, the leftmost of equal ones (huggingface/tokenizers, models/bpe/word.rs,
`merge_all`). Pairs wait in a heap, so that time grows with the length of a piece only, and a long piece is
merged in parts that no token reaches across.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.base.pace import paced, paced_slices, point
from workbench.engine.base.utf8 import is_utf8
from workbench.engine.counting.piece_room import check_length
from workbench.engine.models.byte_runs import ByteRuns
from workbench.engine.models.character_merging import Start, Symbols, merge_symbols
from workbench.engine.models.character_vocabulary import CharacterVocabulary
from workbench.engine.models.compiled_character_merging import compiled_merging
from workbench.engine.models.model import Capabilities, MergeStep
from workbench.engine.models.piece_merging import PAIR_SHIFT, Pair
from workbench.engine.models.piecewise import Cache, Piecewise
from workbench.engine.models.rank_tables import first_pairs

_EACH = 260  # bytes of memory for a character of a word
_LONG = 16  # bytes of a piece that is given to the kernel
_BATCH = 1 << 14  # ids handed out at a time
_CACHED_WORDS = 1 << 16
_PAYS = 1 << 16  # bytes of text that take as long as the compiled tables take to make


class CharacterMergedBpe(Piecewise):
    """An immutable byte-pair model over characters (`engine.models.model.Model`).

    Attributes:
        vocabulary: what its file said.

    """

    def __init__(self, vocabulary: CharacterVocabulary) -> None:
        self.vocabulary = vocabulary
        # Ids, then starts, then ends in one array each: three would take twice the memory.
        self._cache: Cache[str, array[int]] = Cache(_CACHED_WORDS)
        self._compiled = compiled_merging(vocabulary)
        self._asked = 0

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the vocabulary, without the cache of merged words."""
        return type(self), (self.vocabulary,)

    # --- what it is -----------------------------------------------------------------------------

    @cached_property
    def capabilities(self) -> Capabilities:
        """What this model can do; ends of words become spaces in decoding."""
        vocabulary = self.vocabulary
        byte_ids = frozenset(vocabulary.bytes_of_ids)
        return Capabilities(
            True, False, decodes_otherwise=bool(vocabulary.suffix), space_mark=vocabulary.mark,
            unknown_id=vocabulary.unknown_id, byte_runs=ByteRuns(byte_ids, whole=True) if byte_ids else None,
        )  # fmt: skip

    @property
    def vocab_size(self) -> int:
        """One more than the highest id, control tokens included."""
        return max(self.vocabulary.ids.values()) + 1

    @property
    def n_merges(self) -> int:
        """Number of tokens that a merge makes."""
        return int(np.count_nonzero(self.vocabulary.first_ranks >= 0))

    @cached_property
    def ids(self) -> NDArray[np.uint32]:
        """uint32[n], every id but those of control tokens, rising."""
        return np.fromiter(self.vocabulary.texts, np.uint32, len(self.vocabulary.texts))

    @cached_property
    def _lengths(self) -> NDArray[np.uint64]:
        lengths = np.zeros(self.vocab_size, np.uint64)
        for token_id in self.vocabulary.texts:
            lengths[token_id] = len(self.token_bytes(token_id) or b"")
        return lengths

    @cached_property
    def _widths(self) -> NDArray[np.int64]:
        """int64[vocab_size], how many bytes of a text, its spaces marked, each id takes."""
        widths = np.ones(self.vocab_size, np.int64)
        for text, token_id in paced(self.vocabulary.ids.items(), 4096):
            if token_id not in self.vocabulary.bytes_of_ids:
                widths[token_id] = len(text.encode("utf-8", "surrogatepass"))
        return widths

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return what a token stands for in a text (a space for the mark, a byte for `<0x0A>`), or None."""
        byte = self.vocabulary.bytes_of_ids.get(token_id)
        if byte is not None:
            return bytes((byte,))
        text = self.vocabulary.texts.get(token_id)
        if text is None:
            return None
        mark = self.vocabulary.mark
        plain = self.vocabulary.plain(text)
        return (plain.replace(mark, " ") if mark else plain).encode()

    @cached_property
    def word_ends(self) -> frozenset[int]:
        """The ids of the tokens that end a piece: those with the suffix."""
        suffix = self.vocabulary.suffix
        return frozenset(i for i, text in self.vocabulary.texts.items() if suffix and text.endswith(suffix))

    def decoded_bytes(self, token_id: int) -> bytes | None:
        """Return what a token adds to a decoded text, or None."""
        token = self.token_bytes(token_id)
        return token + b" " if token is not None and token_id in self.word_ends else token

    def decoded_tokens(self, ids: Sequence[int], tokens: list[bytes]) -> list[bytes]:
        """Return what each id adds to a text: the last word end is no space."""
        return [*super().decoded_tokens(ids, tokens)[:-1], *tokens[-1:]]

    @cached_property
    def _token_ids(self) -> dict[bytes, int]:
        """What tokens stand for -> id; a text before a byte."""
        known: dict[bytes, int] = {}
        ids = (i for i in self.vocabulary.texts if i not in self.vocabulary.bytes_of_ids)
        for token_id in chain(ids, self.vocabulary.bytes_of_ids):
            known.setdefault(self.token_bytes(token_id) or b"", token_id)
        return known

    def token_id(self, token: bytes) -> int | None:
        """Return the id of the token with these bytes, or None."""
        return self._token_ids.get(token)

    def token_in(self, piece: bytes, start: int, end: int) -> int | None:
        """Return the id of the token that spells piece[start:end] there, with prefix and suffix, or None."""
        text = piece[start:end].decode("utf-8", "surrogateescape")
        token_id = self.vocabulary.ids.get(self.vocabulary.unit(text, start == 0, end == len(piece)))
        return token_id if token_id in self.vocabulary.texts else None

    def has_merge(self, left: int, right: int) -> bool:
        """Return whether two tokens are a listed pair."""
        return left << PAIR_SHIFT | right in self.vocabulary.ranks

    def rank(self, token_id: int) -> int | None:
        """Return the lowest rank of a merge that makes a token, or None."""
        first = self.vocabulary.first_ranks
        rank = int(first[token_id]) if 0 <= token_id < len(first) else -1
        return None if rank < 0 else rank

    def pair_of(self, token_id: int) -> Pair | None:
        """Return (left, right), the first pair that makes a token, or None."""
        rank = self.rank(token_id)
        if rank is None:
            return None
        left, right, _ = self.vocabulary.merges[rank].tolist()
        return left, right

    def pairs(self) -> NDArray[np.int64]:
        """Return int64[vocab_size, 2], (left, right) of every id, -1 if there is none."""
        return first_pairs(self.vocabulary.merges, self.vocabulary.first_ranks)

    def unreachable(self) -> Iterator[int]:
        """Yield the ids of tokens whose own text encodes to something else."""
        for count, (token_id, text) in enumerate(self.vocabulary.texts.items()):
            if token_id in self.vocabulary.bytes_of_ids:
                continue
            ids, _, _ = self._word(self.vocabulary.plain(text))
            if ids != [token_id]:
                yield token_id
            elif count % 128 == 0:
                point()

    # --- encoding -------------------------------------------------------------------------------

    def encode_piece(self, piece: bytes) -> tuple[int, ...]:
        """Return the ids of one pre-token."""
        ids: list[int] = []
        for part in self._piece(piece):
            ids += part[0]
        return tuple(ids)

    def encode_pieces(self, text: bytes, pieces: NDArray[np.uint64]) -> Iterator[NDArray[np.uint32]]:
        """Encode pieces uint64[m, 2], spans of `text`: yield arrays of ids in order."""
        ids: list[int] = []
        for start, end in paced(pieces.tolist(), 512):
            compiled = self._by_kernel(text, start, end)
            if compiled is not None:
                if ids:
                    yield np.array(ids, np.uint32)
                    ids = []
                yield from compiled
                continue
            for part in self._piece(text[start:end]):
                ids += part[0]
                if len(ids) >= _BATCH:
                    yield np.array(ids, np.uint32)
                    ids = []
        if ids:
            yield np.array(ids, np.uint32)

    def encode_between(
        self, text: bytes, tokens: NDArray[np.uint64], *, counts: bool = False
    ) -> Iterator[NDArray[np.uint32]] | Iterator[int] | None:
        """Encode a text whose spaces are no marks yet, around tokens found; yields as `encode_pieces`.

        Args:
            text: not normalized otherwise.
            tokens: uint64[k, 3], rows (start, end, id), in order.
            counts: yield how many ids there are in place of them.

        Returns:
            None where it has to be done for each stretch.

        """
        self._asked += len(text)
        if self._compiled is None or not self.vocabulary.mark or self._asked < _PAYS or not is_utf8(text):
            return None
        return self._compiled.count(text, 0, tokens) if counts else self._compiled.piece(text, 0, tokens)

    def _by_kernel(self, text: bytes, start: int, end: int) -> Iterator[NDArray[np.uint32]] | None:
        """Return the ids of a long piece by the kernel, None where it would not be as quick, or cannot."""
        if self._compiled is None:
            return None
        self._asked += end - start
        if end - start < _LONG or self._asked < _PAYS:
            return None
        piece = text[start:end]
        point()
        if not is_utf8(piece):
            return None
        point()
        if self.vocabulary.mark and b" " in piece:  # to the kernel it would be a mark
            return None
        return self._compiled.piece(piece, 0)

    def encode_spans(
        self, text: bytes, pieces: NDArray[np.uint64]
    ) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
        """Return ids uint32[n] and where each is, uint64[n, 2] in bytes of `text`."""
        parts: list[NDArray[np.int64]] = [np.empty((0, 3), np.int64)]
        for start, end in paced(pieces.tolist(), 256):
            at = start
            for ids in self._by_kernel(text, start, end) or ():
                rows = np.empty((len(ids), 3), np.int64)
                rows[:, 0] = ids
                rows[:, 2] = np.cumsum(self._widths[ids]) + at
                rows[0, 1], rows[1:, 1] = at, rows[:-1, 2]
                at = int(rows[-1, 2])
                parts.append(rows)
            if at == end:
                continue
            for part in self._piece(text[start:end]):
                if part[0]:
                    rows = np.array(part[:3], np.int64).T
                    rows[:, 1:] += at
                    parts.append(rows)
                at += part[3]
        return _placed(parts)

    def _piece(self, piece: bytes) -> Iterator[tuple[list[int], list[int], list[int], int]]:
        """Yield (ids, starts, ends, bytes) of the parts of a piece, places counted from the part's start."""
        text = piece.decode("utf-8", "surrogateescape")
        whole = self.vocabulary.ids.get(text) if self.vocabulary.whole_pieces else None
        if whole is not None:
            yield [whole], [0], [len(piece)], len(piece)
            return
        for word in self._words(text):
            known = self._cache.get(word)
            ids, starts, ends = self._word(word) if known is None else _thirds(known.tolist())
            yield ids, starts, ends, len(word.encode("utf-8", "surrogateescape"))

    def _words(self, text: str) -> Iterator[str]:
        """Yield the parts of a piece that no token crosses."""
        if not self.vocabulary.is_cut:
            yield text
            return
        is_border = self.vocabulary.is_border
        start = 0
        for at, (left, right) in enumerate(paced(pairwise(text)), 1):
            if is_border(left, right):
                yield text[start:at]
                start = at
        if start < len(text):
            yield text[start:]

    def _word(self, word: str) -> Symbols:
        check_length(len(word), _EACH)
        symbols = _start(self.vocabulary, word)
        ids, starts, ends = merge_symbols(self.vocabulary, *symbols)
        if self._cache.takes(word):
            self._cache.keep(word, array("I", [*ids, *starts, *ends]))
        return ids, starts, ends

    # --- looking inside -------------------------------------------------------------------------

    def trace(self, piece: bytes) -> Iterator[MergeStep]:
        """Yield the steps of merging a piece; the last has nothing chosen."""
        text = piece.decode("utf-8", "surrogateescape")
        whole = self.vocabulary.ids.get(text) if self.vocabulary.whole_pieces else None
        symbols = [whole] if whole is not None else _start(self.vocabulary, text)[0]
        while True:
            rank_of, new_ids = self.vocabulary.ranks.get, self.vocabulary.new_ids
            pairs = (left << PAIR_SHIFT | right for left, right in pairwise(symbols))
            ranked = [(at, rank) for at, rank in enumerate(map(rank_of, pairs)) if rank is not None]
            candidates = tuple((at, rank, new_ids[rank]) for at, rank in ranked)
            if not candidates:
                yield MergeStep(tuple(symbols), (), None)
                return
            chosen = min(range(len(candidates)), key=lambda index: candidates[index][1])
            yield MergeStep(tuple(symbols), candidates, chosen)
            at, _, token_id = candidates[chosen]
            symbols[at : at + 2] = [token_id]


def _placed(parts: list[NDArray[np.int64]]) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
    """Return the ids and spans of rows (id, start, end), which are let go of."""
    n = sum(map(len, parts))
    ids, spans = np.empty(n, np.uint32), np.empty((n, 2), np.uint64)
    reached = np.zeros(2, np.int64)
    start = 0
    parts.reverse()
    while parts:
        point()
        end, some = start, []
        while parts and end - start < _BATCH:
            some.append(parts.pop())
            end += len(some[-1])
        rows = np.concatenate(some)
        # An unknown character may come out after the bytes of the next one; places never fall.
        places = np.maximum.accumulate(np.vstack((reached, rows[:, 1:])), axis=0)
        ids[start:end], spans[start:end], reached = rows[:, 0], places[1:], places[-1]
        start = end
    return ids, spans


def _thirds(numbers: list[int]) -> Symbols:
    n = len(numbers) // 3
    return numbers[:n], numbers[n : 2 * n], numbers[2 * n :]


def _start(vocabulary: CharacterVocabulary, word: str) -> Symbols:
    """Return the first symbols of a word."""
    start = Start(vocabulary)
    plain = not vocabulary.prefix and not vocabulary.suffix
    last = len(word) - 1
    for some in paced_slices(len(word)):
        part = word[some]
        if plain and start.add_known(part):
            continue
        for at, character in enumerate(part, some.start):
            start.add(character, at == 0, at == last)
    start.flush()
    return start.ids, start.starts, start.ends
