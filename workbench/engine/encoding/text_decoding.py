"""Decodes ids: joins what their tokens stand for, by the compiled decoder where it pays."""

from __future__ import annotations

from workbench.engine.base.cached import cached_property
from workbench.engine.base.errors import UnknownToken
from workbench.engine.base.utf8 import is_utf8
from workbench.engine.encoding.compiled_decoding import CompiledDecoder, decoder
from workbench.engine.encoding.decoded_text import (
    Ids,
    first_characters,
    number_of,
    strip_start,
    whole_numbers,
)
from workbench.engine.encoding.special_tokens import SpecialTokens
from workbench.engine.models.model import Model
from workbench.engine.normalizers.normalizer import Normalizer

_FIRST = 64  # ids that are decoded one by one, as the dummy prefix is among them
_MANY = 8192  # decoded ids from which on it pays to make the tables of the compiled decoder


class TextDecoder:
    """Decodes ids as `Tokenizer` says it; `joins` is its `is_joined`."""

    def __init__(self, model: Model, specials: SpecialTokens, normalizer: Normalizer | None) -> None:
        """Take the parts of a tokenizer."""
        self._model, self._specials, self._normalizer = model, specials, normalizer
        self._n_decoded = 0

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of a token, special tokens included, or None if no token has this id."""
        token = self._model.token_bytes(token_id)
        return self._specials.token_bytes.get(token_id) if token is None else token

    def tokens_bytes(self, ids: Ids) -> list[bytes]:
        """Return the bytes of each token."""
        tokens: list[bytes] = []
        for position, token_id in enumerate(whole_numbers(ids)):
            token = self.token_bytes(token_id)
            if token is None:
                raise UnknownToken("token_id_unknown", id=token_id, position=position)
            tokens.append(token)
        return tokens

    def data(self, ids: Ids, joins: bool) -> bytes:
        """Return the bytes of ids."""
        data = self._by_kernel(ids, joins, as_text=False)
        if isinstance(data, bytes):
            return data
        tokens = self._decoded(ids, joins)
        whole = self._model.decode_whole(whole_numbers(ids), self._specials.texts)
        return b"".join(tokens) if whole is None else whole

    def text(self, ids: Ids, errors: str, joins: bool) -> str:
        """Return the text of ids."""
        text = self._by_kernel(ids, joins, as_text=True)
        if isinstance(text, str):
            return text
        data = self.data(ids, joins)
        runs = self._model.capabilities.byte_runs
        if errors == "replace" and runs is not None and not is_utf8(data):
            data = b"".join(runs.replaced(whole_numbers(ids), self._decoded(ids, joins)))
        return data.decode("utf-8", errors)

    def with_offsets(self, ids: Ids, joins: bool) -> tuple[str, list[int]]:
        """Return the text, and for each token the index of the first character with one of its bytes."""
        tokens, runs = self._decoded(ids, joins), self._model.capabilities.byte_runs
        if runs is not None:
            tokens = runs.replaced(whole_numbers(ids), tokens)
        return b"".join(tokens).decode("utf-8", "replace"), first_characters(tokens)

    @cached_property
    def _kernel(self) -> CompiledDecoder | None:
        """The compiled decoder, or None."""
        return decoder(self._model, self._specials.token_bytes)

    def _by_kernel(self, ids: Ids, joins: bool, *, as_text: bool) -> bytes | str | None:
        """Return the bytes of ids or their text, or None if the compiled decoder cannot."""
        as_bytes = self._normalizer is None and not self._model.capabilities.decodes_otherwise
        is_scored = self._model.scored is not None and not as_text
        if not (as_bytes or is_scored) or joins:
            return None
        self._n_decoded += number_of(ids)
        if self._n_decoded < _MANY or self._kernel is None:
            return None
        if as_bytes:
            return self._kernel.decode(ids, as_text=as_text)
        # The dummy prefix goes from the first token that is no special one.
        first = whole_numbers(ids[:_FIRST])
        tokens = self._decoded(first, joins)
        if not any(token for i, token in zip(first, tokens, strict=True) if i not in self._specials.texts):
            return None
        rest = self._kernel.decode(ids[_FIRST:], as_text=False)
        return b"".join(tokens) + rest if isinstance(rest, bytes) else None

    def _decoded(self, ids: Ids, joins: bool) -> list[bytes]:
        """Return what each token adds to a text; the first ordinary one loses the dummy prefix."""
        tokens = self.tokens_bytes(ids)
        if joins:
            from workbench.engine.models.explain import spelled_in_file  # here: encoding does without

            texts = self._specials.token_bytes
            spelled = (texts.get(i) or spelled_in_file(self._model, i) for i in whole_numbers(ids))
            return [b" " * (at > 0) + token for at, token in enumerate(spelled)]
        tokens = self._model.decoded_tokens(whole_numbers(ids), tokens)
        if self._normalizer is not None:
            strip_start(self._normalizer, self._model, self._specials.texts, whole_numbers(ids), tokens)
        return tokens
