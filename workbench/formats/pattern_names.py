"""Recognises the published split patterns, also in the spellings of other libraries."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from workbench.engine.split_patterns import PUBLISHED

# Other spellings that give the same pieces for every text (tests/formats/test_pattern_names.py). The older
# spellings of cl100k, minbpe's among them, are not here: they lack the alternative \s++$ and cut line ends
# off the white space that ends a text, as in "a\n ".
_SPELLINGS: Mapping[str, str] = MappingProxyType(
    {
        # openai/gpt-2, src/encoder.py
        r"""'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""": "gpt2",
        # karpathy/minbpe, minbpe/regex.py
        r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""": "gpt2",
    }
)


def pattern_name(pattern: str) -> str:
    """Return "none", "gpt2", "cl100k" or "o200k" for a pattern that splits as these do, else "custom"."""
    if not pattern:
        return "none"
    for name, published in PUBLISHED.items():
        if published.pattern == pattern:
            return name
    return _SPELLINGS.get(pattern, "custom")
