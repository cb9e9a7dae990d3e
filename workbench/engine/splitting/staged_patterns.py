"""Published splits in stages as one pattern each, by which the kernels can split.

The first stages take numbers, and Chinese characters and kana, out of a text; what is between them is a text
of its own. So where the last stage looks ahead, a number or such a character is the end of the text, and
none of its pieces holds one. tests/engine/splitting/test_staged_patterns.py compares both.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from workbench.engine.splitting.custom_patterns import THEN
from workbench.engine.splitting.split_patterns import PUBLISHED

_CJK = "\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff"
_CJK_LETTERS = r"[\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u4e00-\u9fa5]"  # and marks

# deepseek-ai/DeepSeek-V3, tokenizer.json, as of R1 and later ones.
_DEEPSEEK_V3 = (
    r"\p{N}{1,3}",
    f"[{_CJK}]+",
    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+"""
    "|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\r\n]*"
    "|\\s*[\r\n]+|\\s+(?!\\S)|\\s+",
)
# The same in llama.cpp.
_DEEPSEEK_V3_GGUF = (
    _DEEPSEEK_V3[0],
    r"[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+",
    r"[!-/:-@\[-`{-~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+"
    r"|\s+(?!\S)|\s+",
)
_DEEPSEEK_V3_AT_ONCE = "|".join(
    (
        r"\p{N}{1,3}",
        r"[\u3040\u3097-\u309a]?" + _CJK_LETTERS + "+",
        r"[\u309b\u309c\u30a0\u30fb]+",
        r"(?:[\u3040\u3097\u3098](?!" + _CJK_LETTERS + "))+",
        r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+""",
        rf"[^\r\n\p{{L}}\p{{P}}\p{{S}}\p{{N}}{_CJK}]?(?:(?![{_CJK}])[\p{{L}}\p{{M}}])+",
        rf" ?(?:(?![{_CJK}])[\p{{P}}\p{{S}}])+[\r\n]*",
        r"\s*[\r\n]+",
        rf"\s+(?![^\s\p{{N}}{_CJK}])",
        r"\s+",
        rf"(?:[^\s\p{{L}}\p{{M}}\p{{P}}\p{{S}}\p{{N}}{_CJK}](?:(?![\p{{L}}\p{{M}}])|(?=[{_CJK}])))+",
    )
)


# Digits, those of Unicode 17 too, and then GPT-2's pattern: StarCoder, SmolLM, Command R.
_DIGITS = r"\p{N}\U00011de0-\U00011de9\U00016ff4-\U00016ff6"
_WORDS = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+"
_GPT2 = PUBLISHED["gpt2"].pattern


def _kept(stages: tuple[str, ...], written: str) -> str:
    return THEN.join(written.replace("PATTERN", stage) for stage in stages)


def _after_digits(one: str, digits: str) -> str:
    return rf"{one}|{_WORDS}| ?[^\s\p{{L}}{digits}]+|\s+(?![^\s{digits}])|\s+"


# What a stage leaves is kept by another alternative, which the formats write in two ways.
AT_ONCE: Mapping[str, str] = MappingProxyType(
    {
        _kept(_DEEPSEEK_V3, r"PATTERN|(?:(?!PATTERN)[\s\S])+"): _DEEPSEEK_V3_AT_ONCE,
        _kept(_DEEPSEEK_V3_GGUF, r"(?:PATTERN)|(?:(?!PATTERN)[\s\S])+"): _DEEPSEEK_V3_AT_ONCE,
        rf"[{_DIGITS}]|[^{_DIGITS}]+{THEN}{_GPT2}": _after_digits(f"[{_DIGITS}]", _DIGITS),
        rf"[{_DIGITS}]+|[^{_DIGITS}]+{THEN}{_GPT2}": _after_digits(
            rf"\p{{N}}+|(?:(?!\p{{N}})[{_DIGITS}])+", _DIGITS
        ),
        rf"(?:\p{{N}})|(?:(?!\p{{N}})[\s\S])+{THEN}{_GPT2}": _after_digits(r"\p{N}", r"\p{N}"),
    }
)
