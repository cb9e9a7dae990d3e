"""What openai/tiktoken's own tests ask of tiktoken, over the workbench."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from workbench import api
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import named
from workbench.formats.pattern_names import split_called

# Name -> its file of ranks and the special tokens that the file's own encoding lacks, as far as tests ask.
_ENCODINGS: Mapping[str, tuple[str, Mapping[str, int]]] = {
    "gpt2": ("r50k_base", {}),
    "r50k_base": ("r50k_base", {}),
    "p50k_base": ("p50k_base", {}),
    "p50k_edit": ("p50k_base", {"<|fim_prefix|>": 50281, "<|fim_middle|>": 50282, "<|fim_suffix|>": 50283}),
    "cl100k_base": ("cl100k_base", {}),
    "o200k_base": ("o200k_base", {}),
    "o200k_harmony": ("o200k_base", {"<|startoftext|>": 199998, "<|return|>": 200002}),
}


class Encoding:
    """A tokenizer by the names that tiktoken has for what it does."""

    def __init__(
        self, name: str, *, pat_str: str, mergeable_ranks: Mapping[bytes, int], special_tokens: dict[str, int]
    ) -> None:
        self.name = name
        self._pat_str = pat_str
        self._mergeable_ranks = mergeable_ranks
        self._special_tokens = special_tokens
        splitter = named(*split_called(pat_str))
        self._tokenizer = api.Tokenizer(RankMergedBpe.from_ranks(mergeable_ranks), splitter, special_tokens)

    def __getattr__(self, name: str) -> Any:
        """What has the same name in the workbench."""
        if name == "_tokenizer":  # while it is unpickled
            raise AttributeError(name)
        return getattr(self._tokenizer, name)

    def _encode_bytes(self, data: bytes) -> list[int]:
        return self._tokenizer.encode_ordinary(data)

    # Arrays in the workbench.
    def encode_batch(self, texts: list[str], **special: Any) -> list[list[int]]:
        return [ids.tolist() for ids in self._tokenizer.encode_batch(texts, **special)]

    def encode_ordinary_batch(self, texts: list[str]) -> list[list[int]]:
        return [ids.tolist() for ids in self._tokenizer.encode_ordinary_batch(texts)]


@cache
def get_encoding(name: str) -> Encoding:
    file, more = _ENCODINGS[name]
    opened = api.open_file(Path(os.environ["SUITES_DATA"], f"{file}.tiktoken")).tokenizer
    tokens = ((opened.model.token_bytes(i), i) for i in opened.model.ids.tolist())
    return Encoding(
        name,
        pat_str=opened.pre_tokenizer.pattern,
        mergeable_ranks={token: i for token, i in tokens if token is not None},
        special_tokens={**opened.special_tokens, **more},
    )


def list_encoding_names() -> list[str]:
    return list(_ENCODINGS)


def encoding_for_model(model: str) -> Encoding:
    """Return a model's encoding by the tables of the checkout, which the workbench has none of."""
    tables = dict(_tables())
    exact, prefixes = tables["MODEL_TO_ENCODING"], tables["MODEL_PREFIX_TO_ENCODING"]
    name = exact.get(model) or next(known for start, known in prefixes.items() if model.startswith(start))
    return get_encoding(name)


def _tables() -> Iterator[tuple[str, dict[str, str]]]:
    source = Path(os.environ["SUITES_CHECKOUT"], "tiktoken", "model.py").read_text("utf-8")
    for node in ast.parse(source).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, ast.literal_eval(node.value)
