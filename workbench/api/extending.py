"""A tokenizer that goes on learning: its tokens are the units of the training, new merges come after them.

What its merges make of the pieces is what the trainer would have before the next merge, since a text that a
trained tokenizer has encoded is the text of its training. So gone on with on the text that it was trained
on, it learns what one longer run would have.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from hashlib import sha256
from itertools import count

import numpy as np
from numpy.typing import NDArray

from workbench.api.recipes import Learned, Record, Specials
from workbench.engine.bpe import RankMergedBpe
from workbench.engine.errors import EngineError
from workbench.engine.isolation import Child
from workbench.engine.merges import byte_numbers
from workbench.engine.piece_counts import Chunks, CountedPieces
from workbench.engine.pre_tokenizers import named
from workbench.engine.token_cells import Counted
from workbench.engine.tokenizer import Tokenizer
from workbench.engine.training_units import UnitPieces

_SLICE = 1 << 16  # pieces or tokens worked on between two yields


class ExtendRecipe:
    """Units are the tokens of a rank-merged tokenizer, as many ids as it has (`recipes.Recipe`)."""

    n_left_out = 0
    leaves_lost_out = True

    def __init__(self, base: Tokenizer, n_more: int, tie: str, longest: int) -> None:
        """Take the tokenizer, how many merges are to be added, the tie rule and the longest token.

        Raises:
            EngineError: "extend_not_possible", "extend_option" or "extend_by_nothing".

        """
        self._base, self._model = base, _extendable(base)
        if tie == "sentencepiece" or longest:
            option = "max_token_length" if longest else "tie"
            raise EngineError("extend_option", option=option)
        if n_more < 1:
            raise EngineError("extend_by_nothing")
        self.first_id = self.n_units = self._model.vocab_size
        self._symbols = _symbols(self._model, tie)
        self._ids = np.argsort(self._symbols)

    @property
    def split(self) -> tuple[str, str]:
        """Name and pattern of the split."""
        splitter = self._base.pre_tokenizer
        return splitter.name, splitter.pattern

    @property
    def identity(self) -> dict[str, object]:
        """What tells the tokenizer from others: how many tokens it has, and the hash of their bytes."""
        digest = sha256()
        for token_id in range(self.first_id):
            token = self._model.token_bytes(token_id) or b""
            digest.update(b"%d " % len(token) + token)
        return {"tokens": self.first_id, "sha256": digest.hexdigest()}

    def text_steps(self, chunks: Chunks) -> Chunks:
        """Yield the text as it is."""
        return chunks

    def units_steps(self, counted: CountedPieces) -> Generator[None, None, Counted | UnitPieces]:
        """Return the pieces in tokens."""
        ends = counted.ends
        parts, lengths = [np.zeros(0, np.uint32)], [np.zeros(0, np.uint64)]
        for first in range(0, len(ends), _SLICE):
            start = int(ends[first - 1]) if first else 0
            portion = ends[first : first + _SLICE] - np.uint64(start)
            spans = np.column_stack((np.concatenate((np.zeros(1, np.uint64), portion[:-1])), portion))
            text = counted.blob[start : start + int(portion[-1])]
            for ids in self._model.encode_pieces_steps(text, spans):
                if ids is not None:
                    parts.append(self._symbols[ids])
                    lengths.append(self._model.token_lengths(ids))
                yield
        token_ends = np.cumsum(np.concatenate(lengths), dtype=np.uint64)
        yield
        piece_ends = np.searchsorted(token_ends, ends, side="left") + 1
        yield
        return UnitPieces(np.concatenate(parts), piece_ends.astype(np.uint64), counted.counts, self.n_units)

    def n_merges(self, vocab_size: int) -> int:
        """Return how many merges a vocabulary of this size takes."""
        return vocab_size - self.first_id

    def unit_tokens(self) -> list[bytes]:
        """Return the bytes of each token, by symbol."""
        return [self._model.token_bytes(token_id) or b"" for token_id in self._ids.tolist()]

    def id_of(self, symbol: int) -> int:
        """Return the id of a symbol."""
        return int(self._ids[symbol]) if symbol < self.n_units else symbol

    def symbol_of(self, token_id: int) -> int:
        """Return the symbol of an id."""
        return int(self._symbols[token_id]) if token_id < self.n_units else token_id

    def special_ids(self, given: Specials, n_merges: int) -> dict[str, int]:
        """Return text -> id: those of the tokenizer, moved where merges take their ids, then those given."""
        end = self.first_id + n_merges
        before = self._base.special_tokens
        stay = {text: i for text, i in before.items() if not self.first_id <= i < end}
        taken = {*stay.values(), *(given.values() if isinstance(given, Mapping) else ())}
        free = (i for i in count(end) if i not in taken)
        found = {text: stay[text] if text in stay else next(free) for text in before}
        if isinstance(given, Mapping):
            return {**found, **given}
        return found | {text: next(free) for text in given if text not in found}

    def tokenizer_steps(
        self, learned: Learned, given: Specials, name: str, child: Child | None, record: Record
    ) -> Generator[None, None, Tokenizer]:
        """Return the rank-merged tokenizer, of merges or of ranks as the one before."""
        n_new = len(learned.pairs)
        pairs = yield from self._pairs_steps()
        if pairs is not None:
            ids = np.concatenate((self._ids, np.arange(self.n_units, self.n_units + n_new)))
            model = yield from RankMergedBpe.from_merges_steps(np.concatenate((pairs, ids[learned.pairs])))
        else:
            ranks = {learned.tokens[symbol]: i for i, symbol in enumerate(self._symbols.tolist())}
            for new_id in range(self.n_units, self.n_units + n_new):
                if learned.tokens[new_id] in ranks:
                    raise EngineError("extend_token_twice", id=ranks[learned.tokens[new_id]])
                ranks[learned.tokens[new_id]] = new_id
            yield
            model = yield from RankMergedBpe.from_ranks_steps(ranks)
        specials = self.special_ids(given, n_new)
        splitter = named(*self.split, child)
        template = self._base.chat_template
        return Tokenizer(model, splitter, specials, name, record, None, self._base.framing, template)

    def _pairs_steps(self) -> Generator[None, None, NDArray[np.int64] | None]:
        """Return the pairs of a tokenizer that is made of merges, None of one made of ranks."""
        if not self._model.is_of_merges:
            yield
            return None
        return (yield from self._model.pairs_steps())[256:]


def _extendable(base: Tokenizer) -> RankMergedBpe:
    """Return the model of a tokenizer that can go on learning; raises EngineError "extend_not_possible"."""
    model = base.model
    if not isinstance(model, RankMergedBpe):
        raise EngineError("extend_not_possible", why="it is not made of merges of bytes by rank")
    if len(model.ids) != model.vocab_size:
        raise EngineError("extend_not_possible", why="some of its ids stand for nothing")
    if base.normalizer is not None:
        raise EngineError("extend_not_possible", why="it changes the text before it splits it")
    return model


def _symbols(model: RankMergedBpe, tie: str) -> NDArray[np.uint32]:
    """Return uint32[vocab_size], the trainer's symbol of each id: the id, but bytes as the tie rule has them.

    "huggingface" decides ties by its own order of bytes, so that these change places among themselves.
    """
    symbols = np.arange(model.vocab_size, dtype=np.uint32)
    if tie == "huggingface":
        numbers = byte_numbers(tie)
        byte_ids = [model.token_id(bytes((byte,))) for byte in range(256)]
        places = sorted(i for i in byte_ids if i is not None)
        for byte, token_id in enumerate(byte_ids):
            symbols[token_id] = places[numbers[byte]]
    return symbols
