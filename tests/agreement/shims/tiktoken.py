"""What openai/tiktoken's own tests ask of tiktoken, over the workbench."""

from __future__ import annotations

import ast
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path

from workbench import api
from workbench.engine.encoding.tokenizer import Tokenizer
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
        self._made = Tokenizer(RankMergedBpe.from_ranks(mergeable_ranks), splitter, special_tokens)

    @cached_property
    def _ids(self) -> dict[bytes, int]:
        return {**self._mergeable_ranks, **{text.encode(): i for text, i in self._special_tokens.items()}}

    def encode(
        self,
        text: str,
        *,
        allowed_special: str | Collection[str] = frozenset(),
        disallowed_special: str | Collection[str] = "all",
    ) -> list[int]:
        return self._made.encode(text, allowed_special=allowed_special, disallowed_special=disallowed_special)

    def encode_ordinary(self, text: str) -> list[int]:
        return self._made.encode_ordinary(text)

    def _encode_bytes(self, data: bytes) -> list[int]:
        return self._made.encode_ordinary(data)

    def encode_batch(self, texts: list[str], **special: str | Collection[str]) -> list[list[int]]:
        return [ids.tolist() for ids in self._made.encode_batch(texts, **special)]

    def encode_ordinary_batch(self, texts: list[str]) -> list[list[int]]:
        return [ids.tolist() for ids in self._made.encode_batch(texts, allowed_special="none")]

    def encode_single_token(self, token: str | bytes) -> int:
        return self._ids[token.encode() if isinstance(token, str) else token]

    def decode(self, ids: Sequence[int], errors: str = "replace") -> str:
        return self._made.decode(ids, errors)

    def decode_bytes(self, ids: Sequence[int]) -> bytes:
        return self._made.decode_bytes(ids)

    def decode_batch(self, batch: Sequence[Sequence[int]]) -> list[str]:
        return [self._made.decode(ids) for ids in batch]

    def decode_with_offsets(self, ids: Sequence[int]) -> tuple[str, list[int]]:
        return self._made.decode_with_offsets(ids)

    def decode_single_token_bytes(self, token: int) -> bytes:
        found = self._made.token_bytes(token)
        if found is None:
            raise KeyError(token)
        return found

    @property
    def eot_token(self) -> int:
        return self._made.special_tokens["<|endoftext|>"]

    @property
    def max_token_value(self) -> int:
        return self.n_vocab - 1

    @property
    def n_vocab(self) -> int:
        return max(self._made.vocab_size, *(i + 1 for i in self._made.special_tokens.values()))


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
