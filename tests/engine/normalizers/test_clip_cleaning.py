"""CLIP's cleaning: its answers, its steps one by one, and the alignment found for ftfy."""

from __future__ import annotations

import html

import ftfy
import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine.normalizers.test_text_normalizers import check, made
from tests.engine.texts import texts
from workbench.engine.encoding.normalizer_specs import normalizer_from_spec
from workbench.engine.normalizers import clip_cleaning as cleaning
from workbench.engine.normalizers import text_normalizers
from workbench.engine.normalizers.clip_cleaning import Ftfy, clip_cleaning


def rule(text: str) -> str:
    """Say openai/CLIP's basic_clean, whitespace_clean and lower again."""
    text = html.unescape(html.unescape(ftfy.fix_text(text))).strip()
    return regex.sub(r"\s+", " ", text).strip().lower()


CLEANED = [
    ("&lt;div&gt;", "<div>"),
    ("This\nis\t\ta test", "this is a test"),
    ("café", "café"),
    ("cafe\u0301", "café"),
    ("ＡＢＣ", "abc"),
    ("\x00", ""),
    ("\u2028", ""),
    ("ﬁ", "fi"),
    ("“curly” ‘quotes’", "\"curly\" 'quotes'"),
    ("sÃ© dÃ©jÃ\xa0 vu", "sé déjà vu"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "expected"), CLEANED)
def test_answers_of_this_release_of_ftfy(text: str, expected: str) -> None:
    assert ftfy.__version__ == "6.3.1"
    assert made(clip_cleaning(), text)[0] == expected == rule(text)


def test_each_step_is_seen_with_its_before_and_after() -> None:
    text = "  &lt;B&gt;\u00a0“HI”\n&amp;amp;amp;amp; <"
    stages = clip_cleaning().stages_of(text.encode(), first=True)
    assert [(name, stage.output.decode()) for name, stage in stages] == [
        ("ftfy", '  <B>\u00a0"HI"\n&amp;amp;amp;amp; <'),
        ("unescape", '  <B>\u00a0"HI"\n&amp;amp;amp; <'),
        ("unescape", '  <B>\u00a0"HI"\n&amp;amp; <'),
        ("strip", '<B>\u00a0"HI"\n&amp;amp; <'),
        ("whitespace", '<B> "HI" &amp;amp; <'),
        ("strip", '<B> "HI" &amp;amp; <'),
        ("lowercase", '<b> "hi" &amp;amp; <'),
    ]


def test_where_it_came_from() -> None:
    assert made(Ftfy(), "ＡＢＣ") == ("ABC", [0, 3, 6, 9])
    assert made(Ftfy(), "a\u200b“b”\x00ﬁ&lt;") == ('a\u200b"b"fi<', [0, 1, 2, 3, 4, 7, 8, 12, 12, 15, 19])
    assert made(Ftfy(), "x\r\ny") == ("x\ny", [0, 1, 3, 4])
    assert made(Ftfy(), "e\u0301x") == ("éx", [0, 0, 3, 4])
    exact = Ftfy().normalize("ＡＢＣ &amp; “x”".encode(), first=True)
    guessed = Ftfy().normalize("vu dÃ©jÃ\xa0 vu".encode(), first=True)
    assert (exact.approximate, guessed.approximate) == (False, True)
    assert guessed.output.decode() == "vu déjà vu"
    # The words around what was mended are where they were.
    assert guessed.alignment.tolist()[:4] == [0, 1, 2, 3]
    assert guessed.alignment.tolist()[-4:] == [13, 14, 15, 16]


MOJIBAKE = [
    "Ã©",
    "Ã ",
    "â€œ",
    "â€\x9d",
    "&lt;",
    "&amp;amp;",
    "<",
    "\r",
    "\x1b[31m",
    "\x85",
    "é",
    "e\u0301",
    "\n",
]


@given(texts | st.lists(st.sampled_from(MOJIBAKE) | st.text(max_size=3), max_size=12).map("".join))
def test_any_text_is_cleaned_as_the_rule_says(text: str) -> None:
    found = clip_cleaning().normalize(text.encode(), first=True)
    assert found.output.decode() == rule(text)
    check(found, text.encode())


def test_an_earlier_line_decides_on_references() -> None:
    for text in (
        "&eacute;\n&eacute;",
        "<\n&EACUTE;\n&eacute;",
        "&EACUTE;\n<\n&EACUTE; é\n&EACUTE;",
        "é<&EACUTE;",
    ):
        assert made(Ftfy(), text)[0] == ftfy.fix_text(text)


def test_a_line_longer_than_a_segment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleaning, "LONGEST_SEGMENT", 10)
    text = "dÃ©jÃ  vu “quoted” dÃ©jÃ  vu\ndÃ©jÃ vu"
    assert made(Ftfy(), text)[0] == ftfy.fix_text(text, max_decode_length=10)


@given(st.text("aé“&lt;<>\r\nÃ©\u00a0\u0301", max_size=60), st.integers(1, 30))
@example("é&lt;b<&lt;xé<", 1)
@example("é<bbbbb&lt;xé", 1)
@example("a\r\nbbb“c”", 1)
def test_a_long_text_is_mended_part_by_part(text: str, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cleaning, "LONGEST_SEGMENT", 7)
        whole = Ftfy().normalize(text.encode(), first=True)
        patch.setattr(cleaning, "_COUNTED", 5)
        patch.setattr(cleaning, "LONG", size)
        patch.setattr(text_normalizers, "LONG", size)
        parts = Ftfy().normalize(text.encode(), first=True)
    assert whole.output.decode() == parts.output.decode() == ftfy.fix_text(text, max_decode_length=7)
    assert whole.alignment.tolist() == parts.alignment.tolist()


def test_its_name_says_it_all() -> None:
    assert clip_cleaning().spec == {"kind": "clip"}
    again = normalizer_from_spec({"kind": "clip"})
    assert again is not None
    assert again.normalize("&amp;  É".encode(), first=True).output.decode() == "& é"
    assert normalizer_from_spec("ftfy") is not None
