"""What a tokenizer does by the names of huggingface/tokenizers (`Tokenizer`)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Self

from workbench.api.files import open_file, save_file
from workbench.api.training import TrainingRun
from workbench.engine.base.cached import cached_property
from workbench.engine.base.errors import WrongType
from workbench.engine.corpus.sources import DocumentsSource
from workbench.engine.encoding import tokenizer as engine
from workbench.engine.encoding.decoded_text import whole_number
from workbench.engine.models.explain import file_text
from workbench.engine.training.options import Options
from workbench.formats import registry, staging


class TokenizersNames(engine.Tokenizer):
    """The names that tokenizers has for what the engine's tokenizer does."""

    @classmethod
    def of(cls, tokenizer: engine.Tokenizer) -> Self:
        """Return a tokenizer with the same parts."""
        own = cls(**engine.parts_of(tokenizer))
        own.is_cut, own.is_joined = tokenizer.is_cut, tokenizer.is_joined
        return own

    def get_vocab(self, with_added_tokens: bool = True) -> dict[str, int]:
        """Return text -> id, each text as in tokenizer.json ("Ġthe", "▁the", "the</w>")."""
        vocab = {file_text(self.model, i): i for i in self.model.ids.tolist()}
        return {**vocab, **self.special_tokens} if with_added_tokens else vocab

    def get_vocab_size(self, with_added_tokens: bool = True) -> int:
        """Return the number of tokens."""
        return len(self.model.ids) + with_added_tokens * len(self.specials.texts)

    def __len__(self) -> int:
        return self.get_vocab_size()

    def __bool__(self) -> bool:
        return True  # also without a token

    def token_to_id(self, token: str) -> int | None:
        """Return the id of a token, written as in `get_vocab`, or None; raises WrongType if it is no str."""
        if not isinstance(token, str):
            raise WrongType("wrong_type_token", wanted="str", type=type(token).__name__)
        return self._vocab.get(token)

    def id_to_token(self, id: int) -> str | None:  # noqa: A002  # as in tokenizers
        """Return a token, written as in `get_vocab`, or None; raises WrongType if it is no id."""
        id = whole_number(id)  # noqa: A001  # as above
        if self.model.token_bytes(id) is None:
            return self.specials.texts.get(id)
        return file_text(self.model, id)

    @cached_property
    def _vocab(self) -> dict[str, int]:
        return self.get_vocab()

    @classmethod
    def train_from_iterator(cls, iterator: Iterable[str | bytes], **options: Any) -> Self:  # noqa: ANN401
        """Train on texts, each a document.

        Args:
            iterator: the texts.
            options: fields of `workbench.api.Options`: vocab_size, preset, pattern, special_tokens, …

        Raises:
            EngineError: naming what is wrong and what to do.

        """
        run = TrainingRun([DocumentsSource("iterator", iterator)], Options(**options))
        for _ in run.steps():
            pass
        return cls.of(run.tokenizer())

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Self:
        """Open a file like `workbench.open_tokenizer`."""
        return cls.of(open_file(path).tokenizer)

    @classmethod
    def from_str(cls, json: str) -> Self:
        """Open the text of a tokenizer.json."""
        return cls.of(registry.open_data("tokenizer.json", json.encode()).tokenizer)

    def to_str(self) -> str:
        """Return the text of its tokenizer.json.

        Raises:
            EngineError: the format cannot store the tokenizer.

        """
        return staging.written_by(registry.format_named("hf"), self).data.decode()

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> None:  # noqa: A002  # as users call it
        """Save it like `workbench.save_tokenizer`."""
        save_file(self, path, format)
