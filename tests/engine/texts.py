"""Texts that meet the borders between the classes of characters on which splitters decide."""

from __future__ import annotations

from hypothesis import strategies as st

# Letters of all cases and of none, marks, digits of several scripts, the apostrophe and what may
# follow it, white space of every sort that some pattern tells apart, and others.
_CHARACTERS = (
    "aAsSdtmlLvreEſ"  # U+017F folds to s
    "éßŉǅʰªخकम日ー한ﬁ"
    "\u0301\u0308\u064b\u093f\u200d\U000e0100"
    "0179٣९²½Ⅷ〇"
    "'’!/.-_\"#$€😉👍\u200b\ufeff\ufffd\x00\x1c\x1f"
    "  \t\n\r\x0b\x0c\x85\xa0\u1680\u2003\u2028\u2029\u202f\u3000"
)
_WORDS = (
    "'s",
    "'LL",
    "'ſ",
    "'re",
    " don't",
    "\r\n",
    "\n\n",
    "   ",
    "\n  \n x",
    "!!\n",
    "//\n/",
    "HTTPServer",
    "नमस्ते",
    "x\u0301",
    # CLIP's: whole whatever the case, which its long s and the iota below (a mark to others) have too.
    "<|startoftext|>",
    "<|ENDOFTEXT|>",
    "<|ſtart",
    "text|>",
    "\u0345",
    "ι",
)

# str, mostly at class borders
texts = st.lists(
    st.sampled_from([*_CHARACTERS, *_WORDS]) | st.characters(exclude_categories=["Cs"]), max_size=40
).map("".join)

# bytes, mostly UTF-8 with runs that are not
_BROKEN = [
    b"\xff",
    b"\x80",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xe6\x97",
    b"\xf0\x9f\x91",
    b"\xf4\x90\x80\x80",
    b"\xec",
]
raw_texts = st.lists(
    texts.map(str.encode) | st.sampled_from(_BROKEN) | st.binary(max_size=4), max_size=6
).map(b"".join)
