"""The classes of karpathy/minbpe over the workbench, for minbpe's own tests."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path

from workbench import api
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import named
from workbench.formats.pattern_names import split_called


class BasicTokenizer:
    """Trained, saved and opened by the names that minbpe has for it."""

    split = "none"

    def __init__(self) -> None:
        self._made = Tokenizer(RankMergedBpe.from_merges([]), named(*split_called(self.split)))

    def train(self, text: str, vocab_size: int, verbose: bool = False) -> None:
        options = api.Options("custom", self.split, vocab_size, tie="first-seen")
        run = api.TrainingRun([api.TextSource("text", text)], options)
        for _ in run.steps():
            pass
        self._made = run.tokenizer()

    def register_special_tokens(self, special_tokens: Mapping[str, int]) -> None:
        self._made = Tokenizer(self._made.model, self._made.pre_tokenizer, special_tokens)

    def encode(self, text: str, allowed_special: str | Collection[str] = "none_raise") -> list[int]:
        return self._made.encode(text, allowed_special=allowed_special)

    def decode(self, ids: list[int]) -> str:
        return self._made.decode(ids)

    def save(self, file_prefix: str) -> None:
        # The suite removes .model and .vocab; a card that is left there would speak of another file.
        *_, card = api.save_file(self._made, f"{file_prefix}.model", "minbpe").files
        Path(card).unlink()

    def load(self, model_file: str) -> None:
        self._made = api.open_file(model_file).tokenizer


class RegexTokenizer(BasicTokenizer):
    split = "minbpe"


class GPT4Tokenizer(BasicTokenizer):
    """Made from the ranks of cl100k_base, which do not come with minbpe."""

    def __init__(self) -> None:
        self._made = api.open_file(Path(os.environ["SUITES_DATA"], "cl100k_base.tiktoken")).tokenizer
