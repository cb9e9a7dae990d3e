"""Fresh hostile texts: all scripts and marks, spaces, special tokens, bytes that are not UTF-8."""

from __future__ import annotations

import random
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

_PLAIN = (
    " ", "  ", "   ", "\n", "\r\n", "\n\n", "\t", " \n", "\n ", "\xa0", "\u3000",
    "\u2028", "\x85", "\x1c", "\x00", "'s", "'LL", "’s", "'ſ", "don't", "I'M",
    "camelCase", "HTTPServer", "snake_case", "x1y2", "3.14", "12345678", "a", "A",
    "z", "the", " the", "_", "__", "/", "//", "`", "```", "((", "!?", "...", "$", "+",
    "|", "~", "#1", "▁", "▁a", "Ġ", "Ċ", "##a", "</w>", "<0x0A>", "<0xFF>", "<unk>",
    "<s>", "</s>", "[UNK]", "<|endoftext|>", "<|", "|>", "<", "[", "]", "é", "é",
    "Å", "ﬁ", "ｆｕｌｌ", "①", "½", "²", "İ", "ß", "ẞ", "ǅ", "K", "👍🏽", "👨\u200d👩\u200d👧",
    "🇩🇪", "❤️", "\u200d", "\u200b", "\u200e", "\u202e", "\ufeff", "�", "\ufffe",
    "\U0010ffff", "\ue000", "中文字", "日本語テスト", "ひらがな", "한국어", "ㄱㅏ", "हिन्दी में",
    "தமிழ்", "ไทยคำ", "မြန်မာ", "العربية", "עִבְרִית", "ру́сский", "ελληνικά", "አማርኛ",
    "ᏣᎳᎩ", "𝔸𝕓", "𐍈", "१२३", "١٢٣", "๑๒", "&amp;", "&lt;",
    "def f():\n    return  1\n", "\x1b[31m",
)  # fmt: skip
# None beyond U+10FFFF: llama.cpp ends the process there (llama-cpp-python 0.3.36).
_LOOSE = (b"\xff", b"\x80", b"\xc3", b"\xe4\xb8", b"\xf0\x9f\x91", b"\xed\xa0\x80", b"\xc0\x80")


@cache
def _by_category() -> dict[str, list[str]]:
    """Return the characters of each general category of Unicode, surrogates left out."""
    found: dict[str, list[str]] = defaultdict(list)
    for code in range(sys.maxunicode + 1):
        category = unicodedata.category(chr(code))
        if category != "Cs":
            found[category].append(chr(code))
    return dict(found)


def fresh_texts(seed: int, n: int, specials: Sequence[str], tokens: Sequence[bytes]) -> Iterator[str | bytes]:
    """Yield n texts, one in ten of them bytes that are not UTF-8.

    Args:
        seed: the same gives the same texts.
        n: how many.
        specials: of the tokenizer, which are put in with and without spaces before and behind them.
        tokens: some of its tokens.

    """
    chance = random.Random(seed)
    words = [token.decode("utf-8", "ignore") for token in tokens]
    for _ in range(n):
        parts = [_part(chance, specials, words) for _ in range(chance.randrange(1, 12))]
        text = chance.choice(("", "", "", " ", "  ", "\n")) + "".join(parts)
        text += chance.choice(("", "", "", " ", "  ", "\n", "\n  "))
        if chance.random() < 0.1:
            data = text.encode()
            at = chance.randrange(len(data) + 1)
            yield data[:at] + chance.choice(_LOOSE) + data[at:]
        else:
            yield text


def _part(chance: random.Random, specials: Sequence[str], words: Sequence[str]) -> str:
    way = chance.random()
    if way < 0.15 and specials:
        special = chance.choice(specials)
        cut = special[: chance.randrange(len(special))] if chance.random() < 0.2 else special
        return chance.choice(("", "", " ", "  ")) + cut + chance.choice(("", "", " ", "  "))
    if way < 0.3 and words:
        return chance.choice(words)
    if way < 0.5:
        return "".join(
            chance.choice(_by_category()[chance.choice(list(_by_category()))])
            for _ in range(chance.randrange(1, 4))
        )
    if way < 0.6:  # a letter with marks
        letters, marks = _by_category()["Lo"], _by_category()["Mn"] + _by_category()["Mc"]
        return chance.choice(letters) + "".join(chance.choices(marks, k=chance.randrange(1, 3)))
    part = chance.choice(_PLAIN)
    return part * chance.choice((1, 1, 1, 1, 2, 5))
