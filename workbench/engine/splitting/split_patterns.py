"""The published split patterns, each with its source and its safe borders.

A *safe border* is between two characters and is decided by these two alone: the splitter ends a piece
there and starts over, whatever is further left or right. So a text may be cut there, each part split
on its own, and a change after a border's right-hand character alters nothing earlier. None is inside or
just after a run of the white space that the pattern knows, whose pieces depend on what follows the run.

The patterns are facts about the published tokenizers, written as there. They are matched by `regex`,
Unicode 16, as tiktoken and tokenizers do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from workbench.engine.base.cached import cached_property
from workbench.engine.base.pace import point
from workbench.engine.base.utf8 import first_character, incomplete_tail, invalid_runs
from workbench.engine.splitting.numbers import NUMBERS, with_numbers
from workbench.engine.splitting.pattern_form import Form, pattern_form

if TYPE_CHECKING:
    import regex

# Bytes looked at when searching for a border; most are within a word's length.
FIRST_WINDOW = 64
LAST_WINDOW = 1 << 14
LAST_WINDOW_BACK = 1 << 12  # looking back goes run by run, at a microsecond each
_OVERLAP = 8  # bytes that two windows share: two characters
# A pattern with one more alternative, for the text between its matches.
WITH_REST = re.compile(r"(?s)(?P<pattern>.+)\|\(\?:\(\?!(?P=pattern)\)\[\\s\\S\]\)\+")

# Runs that no border is in, which are passed over whole; and the same without their last character.
_ALIKE = r"\p{L}++|\p{N}++|[^\s\p{L}\p{N}]++| ++|[^\S ]++"
_ALIKE_TO_LAST = r"\p{L}+(?=\p{L})|\p{N}+(?=\p{N})|[^\s\p{L}\p{N}]+(?=[^\s\p{L}\p{N}])"


def _compiled(pattern: str) -> regex.Pattern[str]:
    import regex  # here: the kernels split without

    return regex.compile(pattern)


@dataclass(frozen=True)
class SplitPattern:
    """A published pattern.

    Attributes:
        name: key of `PUBLISHED`.
        pattern: the regular expression; every character of a text falls into a match, except for `gaps`.
        source: its publication and its users.
        border: a regular expression for the character before a safe border, with a look at the one
            after it, which is no border between two letters, two digits or two others.
        gaps: the characters that fall into no match.
        alike: name of the pattern whose pieces are the same for every text, and which has a kernel, with
            "-left" and so on where it cuts numbers otherwise (`kernels.splitting.PATTERNS`); "" where this
            one has its own.

    """

    name: str
    pattern: str
    source: str
    border: str
    gaps: str = ""
    alike: str = ""

    @cached_property
    def splitter(self) -> regex.Pattern[str]:
        """The compiled pattern, which takes runs of `gaps` too, so that its matches are the whole text."""
        return _compiled(f"{self.pattern}|(?-i:[{self.gaps}]++)" if self.gaps else self.pattern)

    def is_gap(self, match: str) -> bool:
        """Return whether what `splitter` matched is no piece, but what the pattern leaves out."""
        return match[-1] in self.gaps

    @cached_property
    def _first(self) -> regex.Pattern[str]:
        return _compiled(f"(?:{self.border})|(?:{_ALIKE_TO_LAST})(*SKIP)(*FAIL)")

    @cached_property
    def _last(self) -> regex.Pattern[str]:
        return _compiled(f"(?r)({self.border})|{_ALIKE}")

    def first_border_in(self, text: str) -> int | None:
        """Return the first safe border inside `text`, in characters, or None."""
        match = self._first.search(text)
        return None if match is None else match.end()

    def last_border_in(self, text: str) -> int | None:
        """Return the last safe border inside `text`, in characters, or None."""
        for match in self._last.finditer(text):
            if match[1]:
                return match.end()
        return None

    def first_border(self, data: bytes | bytearray, position: int) -> int:
        """Return the first safe border, both characters of it after `position`, in bytes, or len(data).

        One after bytes that are not UTF-8 is found only if some of them cannot belong to a character
        before `position`.
        """
        start = _whole(data, position)
        size = FIRST_WINDOW
        while start < len(data):
            window = data[start : start + size]
            if start + size < len(data):
                window = window[: len(window) - incomplete_tail(window)]
            border = self._first_border(window)
            if border is not None:
                return start + border
            if start + size >= len(data):
                break
            point()
            start += _start_of_last(window)
            size = min(size * 8, LAST_WINDOW)
        return len(data)

    def last_border(self, data: bytes | bytearray, start: int, end: int) -> int:
        """Return the last safe border, in bytes, of which both characters are in data[start:end], or `start`.

        More bytes on either side leave it a border. Behind
        a run of bytes that are not UTF-8 there always is one.
        """
        size = FIRST_WINDOW
        first = end
        while first > start:
            end = min(first + _OVERLAP, end)
            first = max(start, end - size)
            # What a window cuts of a character does not count: the text before is not known.
            left = _whole(data, first)
            border = self._last_border(data[left:end])
            if border is not None:
                return left + border
            point()
            size = min(size * 8, LAST_WINDOW_BACK)
        return start

    def _last_border(self, window: bytes | bytearray) -> int | None:
        """Return the last safe border inside a window, which begins with a character or an invalid byte."""
        for first, last in reversed(list(_stretches(window))):
            text = window[first:last].decode("utf-8")
            border = self.last_border_in(text)
            if border is not None:
                return first + len(text[:border].encode("utf-8"))
            if first > 0 and text:
                return first
        return None

    def _first_border(self, window: bytes | bytearray) -> int | None:
        """Return the first safe border inside a window, which begins with a character or an invalid byte."""
        for first, last in _stretches(window):
            if first > 0 and last > first:
                return first
            text = window[first:last].decode("utf-8")
            border = self.first_border_in(text)
            if border is not None:
                return first + len(text[:border].encode("utf-8"))
        return None


def _stretches(data: bytes | bytearray) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the valid UTF-8 around the runs that are not; a stretch may be empty."""
    start = 0
    for run_start, run_end in invalid_runs(data):
        yield start, run_start
        start = run_end
    yield start, len(data)


def _whole(data: bytes | bytearray, position: int) -> int:
    """Return where the first character begins that is not cut at `position`: three bytes on at most."""
    return min(first_character(data, position), position + 3)


def _start_of_last(window: bytes | bytearray) -> int:
    """Return where the last character of a window starts, or its last byte if that is not UTF-8."""
    for length in range(1, min(4, len(window)) + 1):
        try:
            window[-length:].decode("utf-8")
        except UnicodeDecodeError:
            continue
        return len(window) - length
    return len(window) - 1


# Classes of characters that the patterns of GPT tell apart: white space \s, letters \p{L}, digits
# \p{N} and the others. No piece holds white space after one of the rest (but line ends may follow
# the others in cl100k and o200k), digits share a piece with digits only, letters end before any
# of the others (but an apostrophe in o200k, which may begin "'s").

_GPT2 = SplitPattern(
    name="gpt2",
    # The form of 2019, in GPT-2's encoder.py, has the same pieces: \s+ stands for its last two.
    pattern=r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s""",
    source="openai/tiktoken, tiktoken_ext/openai_public.py, r50k_pat_str: GPT-2, r50k, p50k",
    border=r"\p{L}(?=\P{L})|\p{N}(?=\P{N})|[^\s\p{L}\p{N}](?=[\s\p{N}])|[^\s\p{L}\p{N}'](?=\p{L})",
)

_CL100K = SplitPattern(
    name="cl100k",
    pattern=(
        r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"""
        r"""|\s++$|\s*[\r\n]|\s+(?!\S)|\s"""
    ),
    source="openai/tiktoken, tiktoken_ext/openai_public.py, cl100k_base: GPT-3.5, GPT-4",
    border=r"\p{L}(?=\P{L})|\p{N}(?=\P{N})|[^\s\p{L}\p{N}](?=[^\S\r\n]|\p{N})",
)

_O200K = SplitPattern(
    name="o200k",
    pattern="|".join(
        [
            r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
            r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
            r"""\p{N}{1,3}""",
            r""" ?[^\s\p{L}\p{N}]+[\r\n/]*""",
            r"""\s*[\r\n]+""",
            r"""\s+(?!\S)""",
            r"""\s+""",
        ]
    ),
    source="openai/tiktoken, tiktoken_ext/openai_public.py, o200k_base: GPT-4o",
    border=r"\p{L}(?=[^\p{L}\p{M}'])|\p{N}(?=\P{N})|[^\s\p{L}\p{N}](?=[^\S\r\n]|\p{N})",
)

_LLAMA3 = SplitPattern(
    name="llama3",
    pattern=(
        r"""(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"""
        r"""|\s*[\r\n]+|\s+(?!\S)|\s+"""
    ),
    source="meta-llama/llama3, llama/tokenizer.py, pat_str: Llama 3; openai/tiktoken's first form of cl100k",
    border=_CL100K.border,
)

# All 25 characters of \s, and one more: where case is ignored, `regex` takes U+0345, a mark, neither for a
# letter like the iota that it is the lower case of, nor for anything else.
_WHITE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))

_CLIP = SplitPattern(
    name="clip",
    pattern=(
        r"""(?i)<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"""
    ),
    source="openai/CLIP, clip/simple_tokenizer.py, with its flag IGNORECASE: CLIP",
    # "<|startoftext|>" keeps together what is on either side of its bars.
    border=(
        r"\p{L}(?=[^\p{L}|])|\p{N}(?=\P{N})|[^\s\p{L}\p{N}\u0345](?=[\s\p{N}])"
        r"|[^\s\p{L}\p{N}\u0345'|](?=\p{L})"
    ),
    gaps=_WHITE + "\u0345",
)

# What SentencePiece's trainers cut a text into: its spaces (and no other white space) begin words.
_SPACES = SplitPattern(
    name="spaces",
    pattern=r" *[^ ]+| +",
    source="google/sentencepiece, src/model_interface.cc, SplitIntoWords, white space only allowed: Llama 2",
    border=r"[^ ](?= )",
)

# Without the alternative \s++$ a text that ends in line ends and spaces is cut between them.
_MINBPE = SplitPattern(
    name="minbpe",
    pattern=(
        r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*"""
        r"""|\s*[\r\n]|\s+(?!\S)|\s+"""
    ),
    source="karpathy/minbpe, minbpe/regex.py, GPT4_SPLIT_PATTERN; openai/tiktoken before 0.8",
    border=_CL100K.border,
    alike="llama3",
)

# As Llama 3, but each digit alone. "custom" is the name of any pattern that is not one of the published ones.
_QWEN2 = SplitPattern(
    name="custom",
    pattern=(
        r"""(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"""
        r"""|\s*[\r\n]+|\s+(?!\S)|\s+"""
    ),
    source="Qwen/Qwen2-7B, tokenizer.json, pre_tokenizer",
    border=_CL100K.border,
    alike="llama3-single",
)

# As minbpe, but twos of digits.
_NANOCHAT = SplitPattern(
    name="custom",
    pattern=_MINBPE.pattern.replace("{1,3}", "{1,2}"),
    source="karpathy/nanochat, nanochat/tokenizer.py, SPLIT_PATTERN",
    border=_CL100K.border,
    alike="llama3-twos",
)

# As o200k, but without contractions, and each digit alone.
_TEKKEN = SplitPattern(
    name="custom",
    pattern=_O200K.pattern.replace("(?i:'s|'t|'re|'ve|'m|'ll|'d)?", "").replace(r"\p{N}{1,3}", r"\p{N}"),
    source="mistralai/mistral-common, tekken.json, pattern: Mistral Nemo and later",
    border=_O200K.border,
    alike="tekken",
)

# Words as they are written, each with the white space before it; that at the end of a text is left out.
_WORDS = SplitPattern(
    name="custom",
    pattern=r"\s*\S+",
    source="the shortest pattern that cuts at white space",
    border=r"\S(?=\s)",
    gaps=_WHITE,
    alike="words",
)

# GPT-2 as in openai/gpt-2, src/encoder.py, and as in karpathy/minbpe, minbpe/regex.py.
_GPT2_WRITTEN = (
    replace(
        _GPT2,
        name="custom",
        pattern=contractions + r"| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
        alike="gpt2",
    )
    for contractions in ("'s|'t|'re|'ve|'m|'ll|'d", "'(?:[sdmt]|ll|ve|re)")
)

# As o200k, but Han letters are pieces of their own. Where the source intersects sets, here is a look ahead.
_NOT_HAN_UPPER = r"(?:(?!\p{Han})[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}])"
_NOT_HAN_LOWER = r"(?:(?!\p{Han})[\p{Ll}\p{Lm}\p{Lo}\p{M}])"
_KIMI = SplitPattern(
    name="custom",
    pattern="|".join(
        [
            r"""[\p{Han}]+""",
            rf"""[^\r\n\p{{L}}\p{{N}}]?{_NOT_HAN_UPPER}*{_NOT_HAN_LOWER}+(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
            rf"""[^\r\n\p{{L}}\p{{N}}]?{_NOT_HAN_UPPER}+{_NOT_HAN_LOWER}*(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
            r"""\p{N}{1,3}""",
            r""" ?[^\s\p{L}\p{N}]+[\r\n]*""",
            r"""\s*[\r\n]+""",
            r"""\s+(?!\S)""",
            r"""\s+""",
        ]
    ),
    source="moonshotai/Kimi-K2-Instruct, tokenization_kimi.py, pat_str",
    # Some Han are digits or signs, which share a piece with the letters next to them.
    border=(
        r"(?=\p{Han})\p{L}(?=[^\p{Han}\p{L}])|(?!\p{Han})\p{L}(?=[^\p{L}\p{M}'])"
        r"|(?!\p{Han})\p{N}(?=[^\p{N}\p{Han}])|(?!\p{Han})[^\s\p{L}\p{N}](?=[^\S\r\n]|(?!\p{Han})\p{N})"
    ),
)

# Patterns of other tokenizers, for the user to start from.
FURTHER: Mapping[str, str] = MappingProxyType({"qwen2": _QWEN2.pattern, "kimi": _KIMI.pattern})

# Those with an alternative of digits, so that the user may choose how they cut numbers.
_WITH_DIGITS = (_GPT2, _CL100K, _O200K, _LLAMA3, _MINBPE, _CLIP)

PUBLISHED: Mapping[str, SplitPattern] = MappingProxyType(
    {pattern.name: pattern for pattern in (*_WITH_DIGITS, _SPACES)}
)

# Pattern -> way to cut numbers -> pattern, of the published ones.
WITH_NUMBERS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        each.pattern: {numbers: with_numbers(each.pattern, numbers) for numbers in NUMBERS}
        for each in _WITH_DIGITS
    }
)

# Published patterns with numbers cut otherwise: a number lies between the same borders as before.
_BY_NUMBERS = (
    replace(
        each,
        name="custom",
        pattern=pattern,
        alike=f"{each.alike or each.name}-{numbers}",
    )
    for each in _WITH_DIGITS
    for numbers, pattern in WITH_NUMBERS[each.pattern].items()
    if pattern != each.pattern
)

# Pattern -> its known properties.
KNOWN: Mapping[str, SplitPattern] = MappingProxyType(
    {each.pattern: each for each in (*_BY_NUMBERS, *_GPT2_WRITTEN, _QWEN2, _NANOCHAT, _TEKKEN, _WORDS, _KIMI)}
)


@cache
def _by_form() -> Mapping[Form | None, SplitPattern]:
    return {pattern_form(each.pattern): each for each in (*KNOWN.values(), *PUBLISHED.values())}


def known_pattern(pattern: str) -> SplitPattern | None:
    """Return what is known of a pattern, also where a published one is only written otherwise, or None."""
    known, form = KNOWN.get(pattern), pattern_form(pattern)
    if known is not None or form is None or form not in _by_form():
        return known
    same = _by_form()[form]
    return replace(same, name="custom", pattern=pattern, alike=same.alike or same.name)


def pieces_of(pattern: str) -> str:
    """Return a name that all known patterns share which give the same pieces, or the pattern itself.

    It is that of the pattern whose kernel they use: "llama3" for minbpe's too, "llama3-single" for Qwen 2's.
    """
    for name, published in PUBLISHED.items():
        if published.pattern == pattern:
            return published.alike or name
    known = known_pattern(pattern)
    return pattern if known is None else known.alike or pattern


# Every name that a published split goes by, its own first.
BY_NAME: Mapping[str, SplitPattern] = MappingProxyType(
    {
        **PUBLISHED,
        "r50k": _GPT2,
        "r50k_base": _GPT2,
        "p50k": _GPT2,
        "p50k_base": _GPT2,
        "gpt4": _CL100K,
        "cl100k_base": _CL100K,
        "gpt4o": _O200K,
        "o200k_base": _O200K,
        "qwen2": _QWEN2,
        "kimi": _KIMI,
    }
)
