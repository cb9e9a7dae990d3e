"""CLIP's cleaning by the kernel is the cleaning in steps, whatever the text and wherever it is cut."""

from __future__ import annotations

from unicodedata import normalize

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine.normalizers.test_clip_cleaning import MOJIBAKE
from tests.engine.normalizers.test_ftfy_shortcuts import LETTERS
from workbench import kernels
from workbench.engine.normalizers import clip_cleaning as cleaning
from workbench.engine.normalizers import clip_lines
from workbench.engine.normalizers.clip_cleaning import clip_cleaning
from workbench.engine.normalizers.text_normalizers import output_of

pytestmark = pytest.mark.skipif(not kernels.active(), reason="no kernels")

PIECES = st.one_of(
    st.text("abC 1.,&#;\n\t\r", max_size=6),
    st.sampled_from(MOJIBAKE),
    st.sampled_from(LETTERS + "ΣσςΑİẞȺÅ中ﾞ＆ｌｔ；\u0e38\u0e48\u09be\u0f71\u1e69\u0323"),
    st.sampled_from("\u0958\u212b\u037e\u1fef\ufb1f\u2adc\u2000\U0001d1bf\u0301\u0338\U0001d165\U0001d16e"),
    st.sampled_from(["&lt", "&LT;", "&EACUTE;", "&eacute ", "&x;", "&&", "&amp;lt;", "&l\x00t;", "&notit;"]),
    st.characters(),
)
TEXTS = st.lists(PIECES, max_size=20).map("".join)


def quickly(text: bytes, cuts: int = 1 << 18) -> bytes:
    """Clean by the kernel, in parts of so many bytes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cleaning, "_SMALLEST_TEXT", 0)
        for name in ("_CHUNK", "_AT_ONCE", "_WINDOW", "_MOST"):
            patch.setattr(clip_lines, name, cuts)
        return output_of(clip_cleaning(), text, True)


@given(TEXTS.map(lambda text: text.encode("utf-8", "replace")) | st.binary(max_size=30), st.integers(1, 9))
@example("Σ Σ".encode(), 1)
@example("ก\u0e48\u0e38".encode(), 9)
@example("itвЂ™s".encode(), 9)
@example("\u09c7\x00\u09be".encode(), 9)
@example(b"&EACUTE; &hearts;", 9)
@example(b"<\n&EACUTE;\n&eacute;", 1)
@example(b"a\n\n &amp; \n b \n", 2)
@example(b"plain\nOdd \xc3\n", 3)
@example("＆lt; ＆ ＆amp;lt;".encode(), 3)
@example("a\n€ê¿\nb\n€ê¿\n\nb\n€ê¿\n b\n€ê¿\n&nbsp;\nb€ê¿\n&amp;\n€ê¿\n€ê¿\n".encode(), 3)
def test_any_text_is_cleaned_as_in_steps(text: bytes, cuts: int) -> None:
    assert quickly(text, cuts) == quickly(text) == clip_cleaning().normalize(text, True).output


def test_each_character_of_the_table_that_is_not_plain() -> None:
    table, _, classes, _ = clip_lines._table()
    special = np.flatnonzero(table & ~np.uint32(clip_lines._JOINED) | classes)
    letters = [chr(point) for point in special.tolist()]
    letters = [letter for letter in letters if letter != "\n" and not "\ud800" <= letter <= "\udfff"]
    assert len(letters) > 3000
    text = "".join(f"a{letter}B {letter}é{letter}\u09c7\n" for letter in letters).encode()
    assert quickly(text, 1) == clip_cleaning().normalize(text, True).output


def test_each_character_that_others_are_put_for_beside_marks() -> None:
    every = map(
        chr, (*range(0xD800), *range(0xE000, 0xF908), *range(0xFAD8, 0x20000))
    )  # few of Chinese: all alike
    letters = [letter for letter in every if letter in "ﬁＡｱ；" or normalize("NFC", letter) != letter]
    assert len(letters) > 100
    beside = "\u0301\u0338\u0323\u0345\u05b7\u093c\u09be\u0e48\u3099\U0001d165\U0001d16e¤√"
    lines = [f"{m}{c}\n{c}{m}\n{m}{c}{m}\na{m}{c}" for c in letters for m in beside]
    text = "\n".join(lines).encode()
    assert quickly(text, 1) == clip_cleaning().normalize(text, True).output
    assert clip_lines.cleaned("\u0958 \u212b \ufb1f \u2adc \U0001d1bf".encode(), lambda _, __: b"?") != b"?"


def test_only_lines_that_need_more_are_asked_for() -> None:
    asked: list[tuple[bytes, bool]] = []

    def ask(lines: bytes, tags: bool) -> bytes:
        asked.append((lines, tags))
        return b"? a"  # with a line behind those that are asked for

    plain = (
        "Plain <b> && &x; Ж “ＡＢ” ﬁ\u3000éé Привет ab\u200d\n"
        "L’été d’où «\xa0là\xa0», un cœur, об’єкт „Öl“ © 2020 ÂGE – 5 €\n"
    ).encode()
    assert clip_lines.cleaned(plain * 3, ask).count('plain <b> && &x; ж "ab" fi éé привет'.encode()) == 3
    assert not asked
    assert clip_lines.cleaned(b"a\n\nA &lt; b\nB\nC \xff\nD\n" + plain, ask).startswith(b"a ? b ? d plain")
    assert asked == [(b"A &lt; b\na", False), (b"C \xff\na", False)]
    asked.clear()
    clip_lines.cleaned(b"<\n" + b"&lt;\n" * 20 + b"&gt;", ask)
    assert asked[0] == (b"&lt;\na", True)
    assert len(asked) < 8  # more and more of them together


def test_a_table_or_room_that_is_too_small_is_refused() -> None:
    kernel = kernels.kernel("clip_text")
    assert kernel is not None
    table, others, classes, states = clip_lines._table()
    room = np.empty(6, np.uint8)
    kernel.Lines(b"ab", 0, 2, table, others, classes, states, room)
    for start, end, tables in (
        (0, 3, (table, others, classes, states)),
        (2, 1, (table, others, classes, states)),
        (-1, 1, (table, others, classes, states)),
        (0, 2, (table[1:], others, classes, states)),
        (0, 2, (table, others, classes[1:], states)),
        (0, 2, (table, others, classes, states[:0])),
    ):
        with pytest.raises((ValueError, OverflowError)):
            kernel.Lines(b"ab", start, end, *tables, room)
    with pytest.raises(ValueError, match="room"):
        kernel.Lines(b"ab", 0, 2, table, others, classes, states, room[1:])
