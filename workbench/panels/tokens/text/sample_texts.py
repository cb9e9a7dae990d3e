"""Texts that come with the program and try a tokenizer, and a view of it, hard. Free of Qt."""

from __future__ import annotations

from collections.abc import Mapping

_GRAPHEMES = """\
e\u0301 é 각 \u1100\u1161\u11a8
👍🏽 👩‍👩‍👧‍👦 🇨🇿🇯🇵 1️⃣ 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f
क्षत्रिय नमस्ते | நி தமிழ் | ภาษาไทย | བོད་ཡིག
Z\u0351\u036b\u0343\u036a\u0302a\u0321\u030a\u0341l\u0334g\u033b\u031eo
"""
_RIGHT_TO_LEFT = """\
שָׁלוֹם עולם 123
مرحبا بالعالم abc 45%
The word שלום means “peace”; مرحبا means “hello”.
كِتَابٌ — "quoted (in brackets)" — سلام
"""
_CODE = """\
def fibonacci(n: int) -> list[int]:
\tnumbers = [0, 1]
    while len(numbers) < n:  # tabs and spaces, on purpose
        numbers.append(numbers[-1] + numbers[-2])
    return numbers[:n]

SELECT id, token FROM vocabulary WHERE id >= 0x1F600 AND token LIKE '%ing';
https://example.org/a/b?c=d&e=%20f#g  snake_case camelCase SCREAMING_CASE kebab-case
{"pi": 3.14159, "big": 1000000007, "list": [1, 22, 333, 4444]}
"""
_SPACES = (
    "one two  three   four    five\n"
    "\ttab\t\ttwo tabs \t mixed\n"
    "trailing   \n"
    "\n\n\n"
    "CR\rCRLF\r\nNEL\u0085LS\u2028PS\u2029VT\u000bFF\u000cend\n"
    "no-break\u00a0space, ideographic\u3000space, zero\u200bwidth, joiner\u200dhere, mark\ufeffinside\n"
    "left\u200eto\u200fright \u202eoverride\u202c end\n"
)
_INVALID = b"".join(
    (
        b"lone byte \xff, overlong \xc0\x80, cut \xe6\x97, surrogate \xed\xa0\x80, high \xf4\x90\x80\x80\n",
        b"continuation \x80\x80, NUL \x00, escape \x1b[31mred\x1b[0m, delete \x7f\n",
        "a real replacement \ufffd, no character \ufffe, private \ue000, unassigned \u0378\n".encode(),
        b"Latin-1: caf\xe9, na\xefve; then UTF-8 again: caf\xc3\xa9\n",
    )
)

SAMPLE_TEXTS: Mapping[str, bytes] = {
    "graphemes": _GRAPHEMES.encode(),
    "right_to_left": _RIGHT_TO_LEFT.encode(),
    "code": _CODE.encode(),
    "spaces": _SPACES.encode(),
    "invalid": _INVALID,
}
