"""The splits that llama.cpp knows by the name in `tokenizer.ggml.pre`, as patterns of the engine.

llama.cpp has its own regular expressions (src/llama-vocab.cpp, `llm_tokenizer_bpe`, and src/unicode.cpp),
which are not always those of the model's publisher; files are split as in llama.cpp. Several go one
after the other, and what one does not match stays a piece. Seen in the llama.cpp of llama-cpp-python 0.3.36.

- gpt-4o and tekken know no marks (\\p{M}): "upper case" is every letter but a-z, "lower case" every letter
  but A-Z. So texts in scripts with marks, such as Hindi, are cut at every mark.
- A file without a name is "default": punctuation first, and numbers in threes.
- llama-bpe, tekken and their kin take a piece that is a token whole, and begin with BOS (`ADDS_BOS`).
- White space beyond ASCII is in no class but \\s.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from workbench.engine.splitting.custom_patterns import THEN
from workbench.engine.splitting.split_patterns import PUBLISHED, pieces_of

QWEN2 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
TEKKEN = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    r"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def _kept(*patterns: str) -> str:
    """Return patterns that work one after the other, what each leaves out being a piece too."""
    return THEN.join(rf"(?:{pattern})|(?:(?!{pattern})[\s\S])+" for pattern in patterns)


_GPT2 = PUBLISHED["gpt2"].pattern
_UPPER, _LOWER = r"(?:(?![a-z])\p{L})", r"(?:(?![A-Z])\p{L})"
_ENDINGS = r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])?"
_REST = r"| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
_BEFORE = r"[^\r\n\p{L}\p{N}]?"
GPT_4O = rf"{_BEFORE}{_UPPER}*{_LOWER}+{_ENDINGS}|{_BEFORE}{_UPPER}+{_LOWER}*{_ENDINGS}|\p{{N}}{{1,3}}{_REST}"
LLAMAS_TEKKEN = rf"{_BEFORE}{_UPPER}*{_LOWER}+|{_BEFORE}{_UPPER}+{_LOWER}*|\p{{N}}{_REST}"
_DIGITS = _kept(r"\p{N}") + THEN + _GPT2
_FALCON = _kept(r"[\p{P}$+<=>^~|`]+") + THEN + _GPT2 + THEN + _kept(r"[0-9][0-9][0-9]")
_DEFAULT = _kept(r"[\p{P}$+<=>^~|]+") + THEN + _GPT2 + THEN + _kept(r"\p{N}+", r"[0-9][0-9][0-9]")
# What deepseek-ai/deepseek-llm-7b-base, tokenizer.json, says are letters and punctuation.
_LETTERS = (
    r"A-Za-z\u00b5\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u01ba\u01bc-\u01bf\u01c4-\u0293\u0295-\u02af"
    r"\u0370-\u0373\u0376\u0377\u037b-\u037d\u037f\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-"
    r"\u03f5\u03f7-\u0481\u048a-\u052f\u0531-\u0556\u10a0-\u10c5\u13a0-\u13f5\u13f8-\u13fd\u1c90-"
    r"\u1cba\u1cbd-\u1cbf\u1d00-\u1d2b\u1d6b-\u1d77\u1d79-\u1d9a\u1e00-\u1f15\u1f18-\u1f1d\u1f20-"
    r"\u1f45\u1f48-\u1f4d\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-\u1fb4\u1fb6-\u1fbc"
    r"\u1fbe\u1fc2-\u1fc4\u1fc6-\u1fcc\u1fd0-\u1fd3\u1fd6-\u1fdb\u1fe0-\u1fec\u1ff2-\u1ff4\u1ff6-"
    r"\u1ffc\u2102\u2107\u210a-\u2113\u2115\u2119-\u211d\u2124\u2126\u2128\u212a-\u212d\u212f-"
    r"\u2134\u2139\u213c-\u213f\u2145-\u2149\u214e\u2183\u2184\u2c00-\u2c7b\u2c7e-\u2ce4\u2ceb-"
    r"\u2cee\u2cf2\u2cf3\ua640-\ua66d\ua680-\ua69b\ua722-\ua76f\ua771-\ua787\ua78b-\ua78e\uab70-"
    r"\uabbf\ufb00-\ufb06\ufb13-\ufb17\uff21-\uff3a\uff41-\uff5a\U00010400-\U0001044f\U000104b0-"
    r"\U000104d3\U000104d8-\U000104fb\U00010c80-\U00010cb2\U00010cc0-\U00010cf2\U000118a0-"
    r"\U000118df\U0001e900-\U0001e943"
)
_PUNCTUATION = r"!-/:-~\uff01-\uff0f\uff1a-\uff5e\u2018-\u201f\u3000-\u3002"
_EASTERN = r"(?:(?!\s)[\u4e00-\u9fa5\u0800-\u4e00\uac00-\ud7ff])+"
_DEEPSEEK_CODER = _kept(r"[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+", _EASTERN, r"\p{N}")
_DEEPSEEK_LLM = _kept(
    r"[\r\n]", rf"\s?[{_LETTERS}]+", rf"\s?(?:(?!\s)[{_PUNCTUATION}])+", r"\s+\Z", _EASTERN, r"\p{N}+"
)

_QWEN35 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_DEEPSEEK_V3 = _kept(
    r"\p{N}{1,3}",
    r"[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+",
    r"[!-/:-@\[-`{-~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+"
    r"|\s+(?!\S)|\s+",
)

_GROUPS = {
    "gpt2": "gpt-2 phi-2 jina-es jina-de gigachat jina-v2-es jina-v2-de a.x-4.0 mellum modern-bert mpt "
    "olmo jais trillion granite-docling exaone4",
    "llama3": "llama-bpe llama3 llama-v3 falcon3 falcon-h1 pixtral midm-2.0 lfm2 jina-v5-nano dbrx "
    "smaug-bpe chatglm-bpe glm4 glm5",
    QWEN2: "qwen2 deepseek-r1-qwen kormo f2llmv2 stablelm2 hunyuan solar-open megrez grok-2",
    GPT_4O: "gpt-4o llama4 kanana2 talkie minimax-m2",
    LLAMAS_TEKKEN: "tekken",
    _DIGITS: "starcoder refact command-r smollm codeshell exaone minerva-7b mellum2",
    _FALCON: "falcon",
    _DEFAULT: "default",
    _DEEPSEEK_CODER: "deepseek-coder",
    _DEEPSEEK_LLM: "deepseek-llm",
    _DEEPSEEK_V3: "deepseek-v3 hunyuan-dense joyai-llm hy_v4",
    _QWEN35: "qwen35",
}
# `pre` -> a published split or a pattern.
SPLITS: Mapping[str, str] = MappingProxyType(
    {name: split for split, names in _GROUPS.items() for name in names.split()}
)


@cache
def _by_pieces() -> Mapping[str, list[str]]:
    """Return what `pieces_of` says of a split -> the names for it, in order."""
    names: dict[str, list[str]] = {}
    for name, split in SPLITS.items():
        pattern = PUBLISHED[split].pattern if split in PUBLISHED else split
        names.setdefault(pieces_of(pattern), []).append(name)
    return names


def names_of(pattern: str) -> tuple[str, ...]:
    """Return the values of `pre` whose split gives the same pieces as a pattern."""
    return tuple(_by_pieces().get(pieces_of(pattern), ()))


def nearest_names(pattern: str) -> tuple[str, ...]:
    """Return the values of `pre` whose split differs at the end of a text alone, () for none.

    cl100k takes the white space that ends a text as one piece; Llama 3's split cuts it after its last line
    end. Everywhere else their pieces are the same.
    """
    pieces = pieces_of(pattern)
    if not pieces.startswith("cl100k"):
        return ()
    return tuple(_by_pieces().get(pieces.replace("cl100k", "llama3"), ()))


_LLAMA3 = (
    "llama-bpe", "llama3", "llama-v3", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2", "jina-v5-nano"
)  # fmt: skip
# Where a beginning of text is added unless the file says otherwise (`add_bos` there).
ADDS_BOS = frozenset((*_LLAMA3, "tekken"))
# Where a piece that is a token is taken whole (`ignore_merges` there).
WHOLE_PIECES = ADDS_BOS | {"glm4", "glm5"}
