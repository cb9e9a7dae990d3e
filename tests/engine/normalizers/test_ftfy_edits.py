"""Edits of a line that ftfy has mended: here, in the child, and how they are found."""

from __future__ import annotations

import random
from collections.abc import Iterator

import ftfy
import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.normalizers.test_clip_cleaning import MOJIBAKE
from tests.engine.texts import texts
from tests.points import given_up
from workbench.engine.child.isolation import Child
from workbench.engine.normalizers import ftfy_edits
from workbench.engine.normalizers.clip_cleaning import clip_cleaning
from workbench.engine.normalizers.ftfy_edits import changed_blocks, line_edits
from workbench.engine.normalizers.ftfy_shortcuts import with_runs
from workbench.engine.normalizers.text_edits import Edit

CHILD = Child()
UNIT_FLAGS = regex.DOTALL | regex.VERSION1


def edits_of(line: str, tags: bool, start: int = 0, whole: bool = False) -> tuple[list[Edit], bool]:
    edits: list[Edit] = []
    guessed = False

    def found() -> Iterator[Edit]:
        nonlocal guessed
        guessed = yield from line_edits(line, tags, CHILD, start, whole)

    edits += found()
    return edits, guessed


@given(texts | st.lists(st.sampled_from(MOJIBAKE), max_size=12).map("".join), st.booleans())
def test_the_child_finds_the_same_edits(text: str, tags: bool) -> None:
    line = text.replace("\n", " ").encode("utf-8", "replace").decode()
    here = edits_of(line, tags, 7)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ftfy_edits, "SHORT", -1)
        assert edits_of(line, tags, 7) == here
        fixed = ftfy.fix_text(line, unescape_html=False if tags else "auto", explain=False)
        assert edits_of(line, tags, 7, whole=True) == ([(7, 7 + len(line), fixed)], False)


def test_a_long_line_is_left_to_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "naïve “quotes” ﬁ dÃ©jÃ\xa0 vu &amp; 漢字 " * 2000
    assert len(line) > ftfy_edits.SHORT
    monkeypatch.setattr(ftfy_edits, "_line_edits", lambda *_: pytest.fail("here it holds everybody up"))
    found = clip_cleaning().steps[0].normalize(line.encode(), first=True)
    assert found.output.decode() == ftfy.fix_text(line)
    assert found.approximate


def test_a_line_that_is_not_waited_for_ends_the_child() -> None:
    edits: list[Edit] = []
    with Child() as child:
        line = "ﬁ" * 100_000
        assert given_up(lambda: list(line_edits(line, False, child, 0)), lambda: child.pid is not None)
        assert child.pid is None
        edits += line_edits("ﬁ" * 10_000, False, child, 0)
    assert edits == [(at, at + 1, "fi") for at in range(10_000)]


@given(st.text("abc", max_size=40), st.text("abc", max_size=40))
def test_blocks_are_what_differs(first: str, second: str) -> None:
    at = new = 0
    for start, end, new_start, new_end in changed_blocks(first, second):
        assert first[at:start] == second[new:new_start]
        assert (start, new_start) != (end, new_end)
        at, new = end, new_end
    assert first[at:] == second[new:]


@given(st.text("aﬁ…é\u0301&lt;", max_size=12), st.text("af.i<é", max_size=16))
def test_edits_make_the_new_text_of_whole_units(old: str, new: str) -> None:
    runs, _ = ftfy_edits._edits(old, new, False)
    at = 0
    for start, end, _, count in runs:
        assert at <= start <= end
        at = start + (end - start) * count
    assert with_runs(old, runs) == new


REPEATED = st.lists(
    st.sampled_from([*"aﬁ…é＆&\r\x1b\u0301\x80", "&amp;", "\r\n", "\x1b[m", "[m", "#65;"])
    | st.sampled_from("aﬁ&\r\x1b\u0301\x80").map(lambda c: c * 5),
    max_size=8,
)


@given(REPEATED.map("".join))
def test_what_comes_repeatedly_is_edited_as_each_alone(line: str) -> None:
    found = edits_of(line, False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            ftfy_edits,
            "_UNIT",
            regex.compile("(.)(?!)|" + ftfy_edits._UNIT.pattern.partition("|")[2], UNIT_FLAGS),
        )
        assert edits_of(line, False) == found


@pytest.mark.parametrize("character", ["’", "ﬁ", "\x80", "\x1b", "\u0958", "\ufffd"])
def test_a_line_of_one_character_is_a_single_edit(character: str) -> None:
    runs, guessed = ftfy_edits._line_edits(character * 10_000, False, whole=False)
    assert (len(runs), guessed) == (ftfy.fix_text(character) != character, False)


def test_a_unit_is_never_cut() -> None:
    assert ftfy_edits._edits("aﬁb", "afxb", False) == ([(1, 2, "fx", 1)], True)
    assert ftfy_edits._edits("aﬁb", "afib", False) == ([(1, 2, "fi", 1)], False)


def test_long_texts_without_likeness_take_no_quadratic_time() -> None:
    chance = random.Random(1)
    first = "".join(chance.choices("abcdef", k=20_000))
    second = "".join(chance.choices("uvwxyz", k=20_000))
    assert changed_blocks(first, second) == [(0, 20_000, 0, 20_000)]
