"""Extends a tokenizer: the corpus is encoded with its tokens, and new merges are learned after them.

Encoding a corpus gives the state that the trainer would have before the next merge. So a tokenizer that is
extended on the text it was trained on learns what one longer run would have learned. This module extends
tokenizers of bytes, `extending_scores` vocabularies with scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.api.recipes import Learned, Record, Specials
from workbench.engine.adapting.new_ids import first_free, moved_framing, special_ids
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced, paced_slices, point
from workbench.engine.child.isolation import Child
from workbench.engine.counting.piece_counts import Chunks, CountedPieces
from workbench.engine.encoding.tokenizer import Tokenizer, with_parts
from workbench.engine.models.model import ByteMerges, Model
from workbench.engine.normalizers.normalizer import Normalizer
from workbench.engine.splitting.pre_tokenizers import named
from workbench.engine.training.merges import byte_numbers
from workbench.engine.training.token_cells import Counted
from workbench.engine.training.units import GivenTokens, UnitPieces, cleaned

# Parts of a normalizer that do the same with each line as with the whole text.
_BY_LINE = ("nfc", "nfd", "nfkc", "nfkd", "lowercase")


class ExtendRecipe:
    """Trains on the tokens of a tokenizer of bytes, whose ids stay (`recipes.Recipe`).

    Attributes:
        tie, longest: the tie rule and the longest token of the tokenizer's own training.

    Tokens are symbols: first the units (bytes, and bytes at the end of a word), then the other tokens, both
    in the order of ids. With Hugging Face's tie rule, bytes are in its order.
    """

    n_left_out = 0

    def __init__(
        self,
        base: Tokenizer,
        n_more: int,
        tie: str | None,
        specials: Specials = (),
        move_special: bool = False,
    ) -> None:
        """Take the tokenizer, the number of merges to add, and the tie rule; None for the tokenizer's own.

        The tokenizer's special tokens keep their ids, and so do those of `specials` that have one: the merges
        take the first free ids. With `move_special`, special tokens move after the merges if these need
        consecutive ids, as in minbpe and CLIP.

        Raises:
            EngineError: "extend_not_possible", "extend_by_nothing" or "extend_moves_special".

        """
        merges, model = base.model.of_bytes, base.model
        if merges is None:
            joined = "its merges join characters, not bytes"
            why = joined if model.capabilities.trace else "it is not made of merges"
            raise EngineError("extend_not_possible", why=why)
        check_more(n_more)
        had = trained_with(base)
        self.tie, self.longest = tie or str(had.get("tie", "smallest")), int(had.get("max_token_length") or 0)
        self._base, self._model, self._n_more = base, model, n_more
        self._merges = merges
        self._text = _text(base.normalizer)
        self.leaves_lost_out = base.normalizer is None
        taken = specials.values() if isinstance(specials, Mapping) else ()
        gapless = merges.has_gapless_merges
        self.first_id = first_free(base, n_more, move_special, taken, gapless=gapless)
        self._unit_ids = _unit_ids(merges, self.tie)
        self._n_units = len(self._unit_ids)
        others = np.setdiff1d(model.ids, self._unit_ids)
        self._ids = np.concatenate((self._unit_ids, others)).astype(np.int64)
        self._symbols = np.zeros(self.first_id, np.uint32)
        self._symbols[self._ids] = np.arange(len(self._ids))
        self.n_units = len(self._ids)

    @property
    def split(self) -> tuple[str, str]:
        """Name and pattern of the split."""
        splitter = self._base.pre_tokenizer
        return splitter.name, splitter.pattern

    @property
    def identity(self) -> dict[str, object]:
        """What identifies the tokenizer: how many tokens it has, and the hash of their bytes."""
        return identity_of(self._base)

    def takes(self, token_id: int, vocab_size: int) -> bool:
        """Return whether an id is that of a token, or of a merge to come."""
        if token_id < self.first_id:
            return self._model.token_bytes(token_id) is not None
        return token_id < vocab_size

    def size_wanted(self, asked: int) -> int:
        """Return the size of the vocabulary that is wanted, whatever size the options name."""
        return self.first_id + self._n_more

    def text(self, chunks: Chunks) -> Chunks:
        """Yield the text as normalized by the tokenizer."""
        return self._text(chunks)

    def units(self, counted: CountedPieces) -> Counted | UnitPieces:
        """Return the pieces in bytes, and their tokens."""
        units = self._units_of_pieces(counted)
        symbols = symbols_of_pieces(self._model, counted, lambda ids: self._symbols[ids])
        spelled, ends = self._spelled()
        tokens = GivenTokens(symbols, spelled, ends)
        return UnitPieces(units, counted.ends, counted.counts, self._n_units, None, tokens)

    def _units_of_pieces(self, counted: CountedPieces) -> NDArray[np.uint32]:
        inside, ending = self._units_of_bytes()
        units = np.empty(len(counted.blob), np.uint32)
        blob = np.frombuffer(counted.blob, np.uint8)
        for part in paced_slices(len(units), 1 << 16):
            units[part] = inside[blob[part]]
        for part in paced_slices(len(counted.ends), 1 << 14):
            last = counted.ends[part].astype(np.int64) - 1
            units[last] = ending[blob[last]]
        return units

    def _units_of_bytes(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Return uint32[256] twice: the unit of each byte, and its unit at the end of a piece."""
        inside, ending = self._merges.byte_ids()
        return self._symbols[inside], self._symbols[ending]

    def _spelled(self) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
        """Return the units of all tokens that are not units, and where each token ends."""
        inside, ending = self._units_of_bytes()
        parts, ends, at = [np.zeros(0, np.uint32)], [], 0
        for token_id in paced(self._ids[self._n_units :].tolist()):
            token = np.frombuffer(self._model.token_bytes(token_id) or b"\0", np.uint8)
            units = inside[token]
            if token_id in self._model.word_ends:
                units[-1] = ending[token[-1]]
            parts.append(units)
            at += len(units)
            ends.append(at)
        return np.concatenate(parts), np.array(ends, np.uint64)

    def n_merges(self, vocab_size: int) -> int:
        """Return how many merges a vocabulary of this size takes."""
        return vocab_size - self.first_id

    def unit_tokens(self) -> list[bytes]:
        """Return the bytes of each token, by symbol."""
        return [self._model.token_bytes(token_id) or b"" for token_id in self._ids.tolist()]

    def id_of(self, symbol: int) -> int:
        """Return the id of a symbol."""
        return int(self._ids[symbol]) if symbol < self.n_units else self.first_id + symbol - self.n_units

    def symbol_of(self, token_id: int) -> int:
        """Return the symbol of an id."""
        new = token_id - self.first_id
        return int(self._symbols[token_id]) if new < 0 else self.n_units + new

    def special_ids(self, specials: Specials, n_merges: int) -> Mapping[str, int]:
        """Return text -> id: the tokenizer's, moved where merges take their ids, then `specials`.

        Added tokens keep the flags that say how they are found.
        """
        return special_ids(self._base.special_tokens, specials, self.first_id, self.first_id + n_merges)

    def tokenizer_by_rule(
        self, learned: Learned, special_tokens: Specials, name: str, child: Child | None, record: Record
    ) -> Tokenizer:
        """Return the tokenizer with the new merges, of the same kind as before."""
        n_new = len(learned.pairs)
        ids = np.concatenate((self._ids, np.arange(self.first_id, self.first_id + n_new)))
        model = self._merges.extended(self.first_id, ids[learned.pairs], learned.tokens[self.n_units :])
        base, specials = self._base, self.special_ids(special_tokens, n_new)
        return with_parts(
            base,
            model=model,
            pre_tokenizer=named(*self.split, child),
            special_tokens=specials,
            name=name,
            record=record,
            framing=moved_framing(base.framing, base.special_tokens, specials),
        )


def trained_with(base: Tokenizer) -> Mapping[str, Any]:
    """Return the training options in a tokenizer's card, {} if there are none."""
    record: Any = base.record or {}
    while isinstance(adapted := record.get("adapted"), Mapping):
        record = adapted.get("before") or {}
    options = record.get("options")
    return options if isinstance(options, Mapping) else {}


def check_more(n_more: int) -> None:
    """Raise EngineError "extend_by_nothing" for a number of merges below 1."""
    if n_more < 1:
        raise EngineError("extend_by_nothing")


def identity_of(base: Tokenizer) -> dict[str, object]:
    """Return what identifies a tokenizer: the number of its tokens, and the hash of their bytes."""
    digest = sha256()
    for token_id in range(base.model.vocab_size):
        token = base.model.token_bytes(token_id) or b""
        digest.update(b"%d " % len(token) + token)
        if token_id % 1024 == 0:
            point()
    return {"tokens": base.model.vocab_size, "sha256": digest.hexdigest()}


def symbols_of_pieces(
    model: Model, counted: CountedPieces, symbols_of: Callable[[NDArray[np.uint32]], NDArray[np.uint32]]
) -> NDArray[np.uint32]:
    """Return uint32[k], the tokens that a model makes of all pieces."""
    parts = [np.zeros(0, np.uint32)]
    for some in paced_slices(len(counted.ends), 1 << 14):
        start = int(counted.ends[some.start - 1]) if some.start else 0
        ends = counted.ends[some] - np.uint64(start)
        spans = np.column_stack((np.concatenate((np.zeros(1, np.uint64), ends[:-1])), ends))
        text = counted.blob[start : start + int(ends[-1])]
        for ids in model.encode_pieces(text, spans):
            parts.append(symbols_of(ids))
            point()
    return np.concatenate(parts)


def _unit_ids(merges: ByteMerges, tie: str) -> NDArray[np.int64]:
    """Return the ids of the units in the order of ties."""
    inside, ending = merges.byte_ids()
    if min(inside.min(), ending.min()) < 0 or len(np.unique(inside)) < 256:
        raise EngineError("extend_not_possible", why="not every byte has a token of its own")
    numbers = byte_numbers(tie)
    if ending is inside and numbers != sorted(numbers):
        return inside[np.argsort(numbers)]
    return np.unique(np.concatenate((inside, ending)))


def _text(normalizer: Normalizer | None) -> Callable[[Chunks], Chunks]:
    """Return the normalizer to apply to each text; raises "extend_not_possible"."""
    if normalizer is None:
        return lambda chunks: chunks
    if normalizer.spec.get("kind") == "clip":
        return partial(_cleaned, normalizer, b"\n")
    kind = next((kind for kind in _kinds(normalizer.spec) if kind not in _BY_LINE), None)
    if kind is not None:
        why = f"what it does to a text first ({kind}) cannot be done line by line"
        raise EngineError("extend_not_possible", why=why)
    return partial(_cleaned, normalizer, b"")


def _cleaned(normalizer: Normalizer, end: bytes, chunks: Chunks) -> Chunks:
    return cleaned(chunks, normalizer, end)


def _kinds(spec: Mapping[str, object] | str) -> Iterator[str]:
    """Yield the kinds of step that a normalizer consists of."""
    if isinstance(spec, str):
        yield spec
    elif spec.get("kind") == "sequence" and isinstance(steps := spec.get("steps"), Sequence):
        for step in steps:
            yield from _kinds(step)
    else:
        yield str(spec.get("kind"))
