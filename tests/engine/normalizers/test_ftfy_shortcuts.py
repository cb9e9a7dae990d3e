"""What is told of ftfy's doings without ftfy is what ftfy does."""

from __future__ import annotations

import pytest
from ftfy import fix_text
from ftfy.badness import MOJIBAKE_CATEGORIES, is_bad
from hypothesis import given
from hypothesis import strategies as st

from workbench.engine.normalizers.ftfy_shortcuts import (
    _suspect,
    fixed_simply,
    known_letters,
    simple_edits,
    with_runs,
)

# The letters that ftfy's rule knows, and others that it treats in some way of its own.
LETTERS = (
    "".join(MOJIBAKE_CATEGORIES.values())
    + "abcXYZ .,?!0\t\r<&;#éæ日가ᄀاﬁＡŉ\u0301\u3000\x7f\x85\u2028\ufeff\u200b\u201c\u2019\u02bc"
)
PIECES = st.one_of(
    st.sampled_from(LETTERS),
    st.sampled_from(["’’’", "\r\r\n", "&amp;", "Ã©", "â€™", "\r\n", "\x1b[1m", "e\u0301", "&amp\u037e"]),
    st.characters(),
)
LINES = st.lists(PIECES, max_size=12).map("".join).map(lambda line: line.replace("\n", "") + "\n")


def made(line: str, tags: bool) -> str | None:
    runs = simple_edits(line, tags)
    return None if runs is None else with_runs(line, runs)


@given(line=LINES, tags=st.booleans())
def test_what_is_told_is_what_ftfy_does(line: str, tags: bool) -> None:
    line = line.encode("utf-8", "replace").decode()
    fixed = fix_text(line, unescape_html=False if tags else "auto", explain=False)
    assert made(line, tags or "<" in line) in (None, fixed)
    assert fixed_simply(line, tags or "<" in line) in (None, fixed)


MIXED = st.lists(
    st.sampled_from("".join(MOJIBAKE_CATEGORIES.values())) | st.sampled_from("aZ ,?-\n日\u2003"), max_size=5
)


@given(MIXED.map("".join))
def test_a_bad_line_is_always_suspect(line: str) -> None:
    assert not is_bad(line) or _suspect().search(line) is not None


CALM = "".join(sorted(known_letters()[0] - known_letters()[1]))


def test_no_two_calm_letters_are_bad() -> None:
    assert len(CALM) > 200
    for first in CALM:
        for second in CALM:
            assert first in "Œœ" or second in "Œœ" or not is_bad(f"a{first}{second} {second}{first}A")


@given(st.text(CALM.replace("œ", "") + "aZ ,?-\n日\u2003", max_size=12))
def test_calm_letters_are_never_bad(line: str) -> None:
    assert not is_bad(line)


def test_each_character_alone_and_beside_plain_ones_is_suspect_where_it_is_bad() -> None:
    suspect = _suspect()
    for character in map(chr, (*range(0x80, 0xD800), *range(0xE000, 0x10000))):
        for line in (f"a{character} ", f" {character}\n", f"{character}Z", f"日{character}日"):
            assert suspect.search(line) is not None or not is_bad(line)


def test_most_lines_of_most_languages_are_not_suspect() -> None:
    for line in ("café au lait", "Köln", "日本語", "العربية", "a – b", "it’s"):
        assert _suspect().search(line) is None


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("plain\n", "plain\n"),
        ("Grüße aus Köln, 5 €\r\n", "Grüße aus Köln, 5 €\n"),
        ("“it’s” 日本語\n", '"it\'s" 日本語\n'),
        ("cafÃ©\n", None),
        ("ﬁn\n", None),
        ("e\u0301\n", None),
        ("a &amp; b\n", None),
    ],
)
def test_most_lines_need_no_ftfy(line: str, told: str | None) -> None:
    assert made(line, tags=False) == told
    assert made("a &amp; b <\n", tags=True) == "a &amp; b <\n"


@pytest.mark.parametrize(
    ("line", "fixed"),
    [
        ("“e\u0301” \u0344\u0958\r\n", '"\u00e9" \u0308\u0301\u0915\u093c\n'),
        ("&amp\u037e", None),  # a reference in the normal form
        ("E\u0301»e", None),  # bad in the normal form
    ],
)
def test_a_line_out_of_its_normal_form_mostly_needs_no_ftfy(line: str, fixed: str | None) -> None:
    assert fixed_simply(line, tags=False) == fixed
    assert fixed in (None, fix_text(line))
