"""The tokenizer that Python callers get: the engine's, also by the names that other libraries use.

resources/manual/python.md lists what differs from them.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from workbench.api.encoded_rows import EncodedRows, Padding, cut, tokens_html
from workbench.api.roles import in_roles
from workbench.api.tiktoken_names import TiktokenNames
from workbench.api.tokenizers_names import TokenizersNames
from workbench.api.unstable import Special
from workbench.engine.base.errors import EngineError
from workbench.engine.base.roles import Roles
from workbench.engine.encoding.roles import roles_of

_SAMPLE = "Tokens of this text, 12345 and naïve 水 😉."


class Tokenizer(TiktokenNames, TokenizersNames):
    """Text to ids and back: what `train` and `open_tokenizer` return."""

    def __repr__(self) -> str:
        facts = [f"{len(self):,} tokens", f"split {self.pre_tokenizer.name}"]
        if self.normalizer is not None:
            facts.append(f"normalizer {self.normalizer.name}")
        if texts := list(self.special_tokens):
            facts.append(f"special tokens {' '.join(texts[:3])}{' …' if len(texts) > 3 else ''}")
        return f"<Tokenizer {self.name!r}: {type(self.model).__name__}, {', '.join(facts)}>"

    def _repr_html_(self) -> str:
        return f"<div>{escape(repr(self))}</div>{tokens_html(self, self.encode_ordinary(_SAMPLE))}"

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if name.startswith("__") or not name.startswith("_")]

    @property
    def roles(self) -> Roles:
        """The text of the token of each role, such as `roles.eos`, or None."""
        return roles_of(self)

    def with_roles(
        self,
        roles: Mapping[str, str],
        chat_template: str | None = None,
        *,
        add_bos: bool = False,
        add_eos: bool = False,
    ) -> Tokenizer:
        """Return a tokenizer with these roles, the others as before, and with a chat template.

        Args:
            roles: "bos", "eos", "pad", "unk", "mask", "user", "assistant", "system" or "tool" -> text of a
                special token.
            chat_template: "chatml", "plain" or the text of a Jinja template; None leaves it as it is.
            add_bos: put the token of the role bos before each text by default.
            add_eos: put that of eos after each text.

        Raises:
            EngineError: there is no such role or token, or the template fails.

        """
        return Tokenizer.of(in_roles(self, roles, chat_template, add_bos=add_bos, add_eos=add_eos))

    def encode_batch(
        self,
        texts: Sequence[str | bytes],
        *,
        allowed_special: Special = frozenset(),
        disallowed_special: Special = "all",
        threads: int | None = None,
        num_threads: int | None = None,
    ) -> list[NDArray[np.uint32]]:
        """Encode many texts like `encode`: uint32[n] each, with all cores or so many threads."""
        return super().encode_batch(
            texts,
            allowed_special=allowed_special,
            disallowed_special=disallowed_special,
            threads=threads or num_threads,
        )

    def __call__(
        self,
        text: str | bytes | Sequence[str | bytes],
        *,
        add_special_tokens: bool = True,
        max_length: int | None = None,
        truncation: bool = False,
        padding: bool | str = False,
        pad_id: int | None = None,
        padding_side: str = "right",
        pad_to_multiple_of: int | None = None,
        allowed_special: Special = frozenset(),
        disallowed_special: Special = "all",
    ) -> EncodedRows:
        """Encode texts to what a model takes.

        Args:
            text: one text, or several.
            add_special_tokens: put around each text what the tokenizer's own library puts there.
            max_length: of a row in ids, with what is around it; None is the context of the tokenizer.
            truncation: cut longer rows.
            padding: True or "longest" fills the rows to the longest of them, "max_length" to `max_length`.
            pad_id: what fills; None is the tokenizer's own.
            padding_side: "right", or "left", as generating models need.
            pad_to_multiple_of: round the length of filled rows up to a multiple, such as 8.
            allowed_special: as in `encode`.
            disallowed_special: as in `encode`.

        Raises:
            EngineError: as `encode`; or "row_length_unknown", "padding_unknown".
            ValueError: there is no such padding, or side; rows would be cut to a length that is no multiple.
            TypeError: an id or a multiple is no whole number.

        """
        way = Padding(padding, padding_side, 1 if pad_to_multiple_of is None else pad_to_multiple_of)
        is_one = isinstance(text, str | bytes)
        texts = [text] if isinstance(text, str | bytes) else text
        rows = self.encode_batch(
            texts, allowed_special=allowed_special, disallowed_special=disallowed_special
        )
        before, after = self.framing.parts() if add_special_tokens else ([], [])
        framed = [np.concatenate((before, row, after)).astype(np.int64) for row in rows]
        length = self.framing.context if max_length is None else max_length
        if length is None and (truncation or padding == "max_length"):
            raise EngineError("row_length_unknown")
        if truncation and length is not None:
            way.check_cut(length)
            framed = [cut(row, length, len(after)) for row in framed]
        own = self.framing.padding if pad_id is None else operator.index(pad_id)
        if padding and own is None:
            raise EngineError("padding_unknown")
        n_filled = way.numbers(list(map(len, framed)), length or 0)
        return EncodedRows(self, framed, n_filled, own or 0, way.side, is_one)
