"""How the end of a text may be encoded when more text follows (openai/tiktoken, `encode_with_unstable`).

It makes the same choices as `_encode_unstable_native` of tiktoken's src/lib.rs.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator

from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer

Special = str | Collection[str]

_SPACES = frozenset(b" \n\t")  # which tiktoken takes as one run, whatever the split
_NO_WHITE_SPACE = frozenset("\x1c\x1d\x1e\x1f")  # for Unicode, though not for `str.isspace`


class Unstable:
    """The tokens of a byte-level tokenizer in the order of their bytes.

    Attributes:
        tokens: their bytes, without special tokens.

    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        """Sort the tokens.

        Raises:
            EngineError: there is a normalizer, or bytes are not encoded as they are.

        """
        if tokenizer.normalizer is not None or not tokenizer.model.capabilities.byte_level:
            raise EngineError("unstable_not_bytes")
        self._tokenizer = tokenizer
        ids = tokenizer.model.ids.tolist()
        self.tokens = sorted(token for i in ids if (token := tokenizer.model.token_bytes(i)) is not None)

    def split(self, text: str, allowed: Special, disallowed: Special) -> tuple[list[int], list[list[int]]]:
        """Return the ids that stay, and the possible starts of what follows them, sorted."""
        encoded = self._tokenizer.encode_with_offsets(
            text, allowed_special=allowed, disallowed_special=disallowed
        )
        ids = encoded.ids.tolist()
        if not ids or ids[-1] in self._tokenizer.specials.texts:
            return ids, []
        start = self._with_spaces(ids, int((encoded.spans[:, 0] < encoded.pieces[-1, 0]).sum()))
        rest = self._tokenizer.decode_bytes(ids[start:])
        return ids[:start], sorted(map(list, {*self._over_the_end(rest), *self._split_at_a_space(rest)}))

    def _with_spaces(self, ids: list[int], start: int) -> int:
        """Return the first token of the run of white space that the last piece begins with, or `start`."""
        if self._is_space(ids[start]):
            while start and self._is_space(ids[start - 1]):
                start -= 1
        return start

    def _is_space(self, token_id: int) -> bool:
        return _SPACES.issuperset(self._tokenizer.token_bytes(token_id) or b"")

    def _over_the_end(self, rest: bytes) -> Iterator[tuple[int, ...]]:
        """Yield the ids, up to the end of `rest`, for each token that may reach beyond."""
        for token in self._beginning(rest):
            yield (self._id(token),)
        for at in range(1, len(rest)):
            for token in self._beginning(rest[at:]):
                yield self._covering(rest[:at] + token, len(rest))

    def _beginning(self, start: bytes) -> Iterator[bytes]:
        for number in range(bisect_left(self.tokens, start), len(self.tokens)):
            if not self.tokens[number].startswith(start):
                return
            yield self.tokens[number]

    def _covering(self, data: bytes, length: int) -> tuple[int, ...]:
        """Return the first ids of some bytes, until they cover `length`."""
        try:
            data.decode()
        except UnicodeDecodeError:
            ids = self._tokenizer.model.encode_piece(data)
        else:
            ids = tuple(self._tokenizer.encode_ordinary(data))
        covered = 0
        for number, token_id in enumerate(ids, 1):
            covered += len(self._tokenizer.token_bytes(token_id) or b"")
            if covered >= length:
                return ids[:number]
        return ids

    def _split_at_a_space(self, rest: bytes) -> Iterator[tuple[int, ...]]:
        """Yield the ids with a split before white space at the end, which `\\s+(?!\\S)` makes later."""
        last = rest.decode("utf-8", "replace")[-1:]
        size = len(last.encode())
        if last.isspace() and last not in _NO_WHITE_SPACE and size < len(rest):
            encode = self._tokenizer.model.encode_piece
            yield (*encode(rest[:-size]), *encode(rest[-size:]))

    def _id(self, token: bytes) -> int:
        token_id = self._tokenizer.model.token_id(token)
        if token_id is None:
            raise EngineError("token_text_unknown", token=repr(token))
        return token_id
