"""What a tokenizer does by the names of openai/tiktoken (core.py, `Encoding`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from workbench.api.unstable import Special, Unstable
from workbench.engine.base.cached import cached_property
from workbench.engine.base.errors import UnknownToken, WrongType
from workbench.engine.encoding import tokenizer as engine
from workbench.engine.encoding.decoded_text import Ids, whole_number
from workbench.engine.encoding.roles import roles_of


class TiktokenNames(engine.Tokenizer):
    """tiktoken's names for what the engine's tokenizer does, and what only tiktoken has."""

    @cached_property
    def _all_ids(self) -> NDArray[np.uint32]:
        """uint32[n], the ids of all tokens, special ones included, rising."""
        specials = np.fromiter(self.special_tokens.values(), np.uint32)
        return np.union1d(self.model.ids, specials)

    @property
    def max_token_value(self) -> int:
        """The highest id."""
        return int(self._all_ids[-1])

    @property
    def n_vocab(self) -> int:
        """One more than the highest id: the rows of an embedding."""
        return self.max_token_value + 1

    @property
    def eot_token(self) -> int:
        """The id of the role eos, or of <|endoftext|>; raises UnknownToken (a KeyError) without one."""
        return self.encode_single_token(roles_of(self).eos or "<|endoftext|>")

    @property
    def special_tokens_set(self) -> set[str]:
        """The texts of the special tokens."""
        return set(self.special_tokens)

    @cached_property
    def _special_ids(self) -> frozenset[int]:
        return frozenset(self.special_tokens.values())

    def is_special_token(self, token: int) -> bool:
        """Return whether an id is a special token's; raises WrongType (a TypeError) for what is no id."""
        return whole_number(token) in self._special_ids

    def encode_single_token(self, text_or_bytes: str | bytes) -> int:
        """Return the id of one token, special ones included.

        Raises:
            UnknownToken: (a KeyError) there is no such token.
            WrongType: (a TypeError) it is neither str nor bytes.

        """
        if not isinstance(text_or_bytes, str | bytes):
            raise WrongType("wrong_type_token", wanted="str or bytes", type=type(text_or_bytes).__name__)
        data = text_or_bytes.encode("utf-8", "replace") if isinstance(text_or_bytes, str) else text_or_bytes
        token_id = self.model.token_id(data)
        if token_id is None:
            token_id = self.special_tokens.get(data.decode("utf-8", "replace"))
        if token_id is None:
            raise UnknownToken("token_text_unknown", token=repr(text_or_bytes))
        return token_id

    def decode_single_token_bytes(self, token: int) -> bytes:
        """Return the bytes of one token.

        Raises:
            UnknownToken: (a KeyError) no token has this id.

        """
        return self.decode_tokens_bytes([token])[0]

    def token_byte_values(self) -> list[bytes]:
        """Return the bytes of all tokens but special ones, sorted."""
        return self._unstable.tokens.copy()

    def encode_ordinary_batch(
        self, text: Sequence[str | bytes], *, num_threads: int | None = None
    ) -> list[NDArray[np.uint32]]:
        """Encode many texts like `encode_ordinary`; `num_threads` of None is all cores."""
        return self.encode_batch(text, allowed_special="none", threads=num_threads)

    def decode_batch(self, batch: Iterable[Ids], *, errors: str = "replace") -> list[str]:
        """Decode many lists of ids."""
        return [self.decode(ids, errors) for ids in _lists(batch)]

    def decode_bytes_batch(self, batch: Iterable[Ids]) -> list[bytes]:
        """Decode many lists of ids to bytes."""
        return [self.decode_bytes(ids) for ids in _lists(batch)]

    def encode_with_unstable(
        self, text: str, *, allowed_special: Special = frozenset(), disallowed_special: Special = "all"
    ) -> tuple[list[int], list[list[int]]]:
        """Return the ids that stay whatever text follows, and the starts that what is left may have then.

        Raises:
            EngineError: as `encode`; or there is a normalizer, or bytes are not encoded as they are.

        """
        return self._unstable.split(text, allowed_special, disallowed_special)

    @cached_property
    def _unstable(self) -> Unstable:
        return Unstable(self)


def _lists(batch: Iterable[Ids]) -> Iterable[Ids]:
    if isinstance(batch, str) or not hasattr(batch, "__iter__"):
        raise WrongType("wrong_type_batch", type=type(batch).__name__)
    return batch
