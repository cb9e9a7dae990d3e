"""Cleaning: what comes out, and that every byte of the source has one fate."""

from __future__ import annotations

import time
import unicodedata
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import raw_texts, texts
from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.cleaned_block import Block
from workbench.engine.corpus.cleaning import (
    BLOCK,
    LONGEST_TAG,
    REMOVED,
    REPLACED,
    STEPS,
    USED,
    Cleaned,
    Cleaning,
)
from workbench.engine.corpus.documents import Part, Tally
from workbench.engine.corpus.html_text import StripHtml
from workbench.engine.normalizers.text_edits import apply_edits


def cleaned(data: bytes, names: tuple[str, ...], size: int = 1 << 16) -> tuple[bytes, Tally, list[Cleaned]]:
    tally, seen = Tally(size=len(data)), []
    cleaning = Cleaning(names, tally)
    cleaning.keep(seen)
    parts = []
    for start in range(0, len(data), size):
        chunk = data[start : start + size]
        parts += [part for part in cleaning.feed(Part(chunk, len(chunk), start)) if part]
    parts += [part for part in cleaning.end() if part]
    return b"".join(parts), tally, seen


def text_of(html: str) -> str:
    return StripHtml().changed(html).output.decode()


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>thank you for &amp; May<br>next</p>", "thank you for & May\nnext"),
        ("a < b and c<d> e", "a < b and c e"),
        ("x<script>var a='<p>';\nfoo</script>y", "xy"),
        ("<style>p { }</style>text<!-- no\n -->s", "texts"),
        ("z &#233; &#x65E5; &unknown; &lt; &lt", "z é 日 &unknown; < <"),
        ("one\n<b>two\r\nthree</b>", "one\ntwo\r\nthree"),
        ("<p>one</p><p>two</p> <i>x</i><i>y</i>", "one\ntwo xy"),
        ("<!DOCTYPE html>\n<html lang='a\n>'>é</html>", "\né"),
        ("<|endoftext|> 1 <3 <", "<|endoftext|> 1 <3 <"),
        ("no end <a href='", "no end <a href='"),
        ("", ""),
    ],
)
def test_html_becomes_its_text(html, text):
    assert text_of(html) == text


def test_white_space_of_lines():
    data = "\t a  b\u00a0\u2003c \r\n\r\n \n\n\nd\re\x0b"
    assert cleaned(data.encode(), ("whitespace",))[0].decode() == " a b c\n\nd\ne "


def test_steps_are_done_in_their_order():
    data = "<P>&Eacute;  ﬁ</P>\n".encode()
    assert cleaned(data, ("html", "whitespace", "nfkc", "lowercase"))[0] == "é fi\n".encode()
    assert cleaned(data, ("lowercase", "html"))[0] == "é  ﬁ\n".encode()
    assert cleaned("Don\u2019t  STOP\n\n".encode(), ("clip",))[0] == b"don't stop\n"


def test_what_each_step_did_is_told():
    data = "<b>A</b>  cafe\u0301 \n".encode() + b"\xff"
    out, tally, _ = cleaned(data, ("html", "whitespace", "nfc", "lowercase"))
    assert out == "a café\n\ufffd".encode()
    assert tally.cleaned == {"html": [7, 0], "whitespace": [2, 0], "nfc": [0, 3], "lowercase": [0, 1]}
    assert (tally.used, tally.replaced, tally.removed) == (5, 5, 9)


@given(data=raw_texts, names=st.lists(st.sampled_from(sorted(STEPS)), unique=True, max_size=4))
def test_every_byte_has_one_fate(data, names):
    out, tally, seen = cleaned(data, tuple(names))
    assert b"".join(block.source for block in seen) == data
    assert b"".join(block.output for block in seen) == out
    fates = [int(fate) for block in seen for fate in block.fates]
    assert (tally.used, tally.replaced, tally.removed) == tuple(
        fates.count(fate) for fate in (USED, REPLACED, REMOVED)
    )
    out.decode()
    for block in seen:
        assert len(block.alignment) == len(block.output) + 1
        used = bytes(b for b, fate in zip(block.source, block.fates, strict=True) if fate == USED)
        assert _is_within(used, block.output)


def _is_within(part: bytes, whole: bytes) -> bool:
    """Tell whether bytes occur in others in this order: what is used is there."""
    rest = iter(whole)
    return all(byte in rest for byte in part)


@given(text=texts, size=st.integers(1, 30))
def test_results_do_not_hang_on_the_portions(text, size):
    names = ("html", "whitespace", "nfc")
    whole, tally, _ = cleaned(text.encode(), names)
    again, other, _ = cleaned(text.encode(), names, size)
    assert (whole, tally.cleaned) == (again, other.cleaned)


@given(text=texts)
def test_steps_do_what_they_are_named_after(text):
    assert cleaned(text.encode(), ("nfc",))[0].decode() == unicodedata.normalize("NFC", text)
    assert cleaned(text.encode(), ("nfkc",))[0].decode() == unicodedata.normalize("NFKC", text)
    assert cleaned(text.encode(), ("lowercase",))[0].decode() == text.lower()
    assert cleaned(text.encode(), ())[0].decode() == text


def test_long_documents_are_cleaned_in_blocks_of_lines():
    line = "A line  of text, caf\u00e9\n"
    data = (line * 9000).encode()
    out, _, seen = cleaned(data, ("whitespace", "lowercase"))
    assert out == ("a line of text, café\n" * 9000).encode()
    assert len(seen) > 3
    assert all(BLOCK <= len(block.source) < BLOCK + 99 for block in seen[:-1])
    out, _, seen = cleaned(b"<a " + b"x" * (3 * LONGEST_TAG), ("html",))
    assert sum(len(block.source) for block in seen) == 3 * LONGEST_TAG + 3
    assert max(len(block.source) for block in seen) <= LONGEST_TAG + 3


def test_a_script_goes_on_from_block_to_block():
    script = "var x = 1;\n" * 9000
    data = f"<p>before</p><script>\n{script}</script>after\n".encode()
    out, tally, seen = cleaned(data, ("html",))
    assert len(seen) > 2
    assert out == b"before\nafter\n"
    assert (tally.used, tally.replaced) == (len(b"beforeafter\n"), len(b"</p>"))


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<a href='x>y' title=\"a'>b\">z</a>", "z"),
        ("1 < 2, <b class=it's>x</b> > y", "1 < 2, x > y"),
        ("<!-->a<!--->b<!-- > -->c<!-- -- --!>d</>e</ x>f<?php 1 ?>g", "abcdefg"),
        ("<SCRIPT>if (a</b) <!-- </script >z<script/>y", "zy"),
        ("&notit; &ampx; &#x110000; &#; &;", "¬it; &x; \ufffd &#; &;"),
        ("<a href='x>text</a> and on", "<a href='x>text and on"),
        ("<!-- no end > text <b>bold</b>", "<!-- no end > text bold"),
    ],
)
def test_html_is_read_as_the_standard_says(html, text):
    assert text_of(html) == text


@pytest.mark.parametrize(
    "part", ["<!--", "<!-- >", "<a b=\">'", "<a b='>", "<", "</x ", "<script>", "&#", "<!", "=\"'<a "]
)
def test_markup_without_an_end_takes_no_quadratic_time(part):
    start = time.process_time()
    text_of(part * (400_000 // len(part)))
    assert time.process_time() - start < 10  # some 0.1 s; as the square of its length it would take minutes


@given(data=st.lists(st.tuples(st.text("ab <>", max_size=4), st.text("ab <>", max_size=4)), max_size=30))
def test_fates_are_those_of_each_change_by_itself(data):
    text = "".join(old for old, _ in data)
    edits, at = [], 0
    for old, new in data:
        edits.append((at, at + len(old), new))
        at += len(old)
    fates: list[int] = []
    for old, new in data:
        left = _left_of(old, new)
        fates += [REPLACED if left is None else USED if at in left else REMOVED for at in range(len(old))]
    block = Block(text.encode(), text.encode(), None)
    block.take(apply_edits(text, edits))
    changed = "".join(new for _, new in data) != text
    assert block.fates.tolist() == (fates if changed else [USED] * len(text))


def _left_of(old: str, new: str) -> list[int] | None:
    """The places of `old` that are left where others only went."""
    places, at = [], 0
    for letter in new:
        at = old.find(letter, at) + 1
        if at == 0:
            return None
        places.append(at - 1)
    return places if len(new) <= len(old) else None


@pytest.mark.parametrize("names", [("html", "whitespace", "nfc"), ("clip",), ("lowercase", "nfkc")])
@pytest.mark.parametrize(
    "line", ["<td>a&nbsp;</td>", "A  e\u0301 \u201cx\u201d  ", "\u00c3\u00a9 caf\u00c3\u00a9 ", "  x"]
)
def test_no_step_of_a_long_line_takes_long(names, line):
    cleaned(line.encode(), names)  # loads what the steps need, which is no part of them
    data = (line * (200_000 // len(line))).encode()
    cleaning = Cleaning(names, Tally(size=len(data)))
    longest, before = 0.0, time.thread_time()
    for _ in chain(cleaning.feed(Part(data, len(data), 0)), cleaning.end()):
        longest, before = max(longest, time.thread_time() - before), time.thread_time()
    assert longest < 2  # 20 ms are promised; what ftfy itself has to mend takes 0.15 s, a hang for ever


def test_a_text_is_left_out_and_words_do_not_meet():
    data = b"one<|end|>two <|end|> three<|end|>\n<|end|>"
    out, tally, _ = cleaned(data, ("leave-out:<|end|>", "whitespace"))
    assert out == b"one\ntwo three\n"
    assert tally.cleaned == {"leave-out:<|end|>": [21, 7], "whitespace": [1, 0]}
    for name in ("leave-out:", "soap"):
        with pytest.raises(EngineError, match="there is no cleaning step"):
            Cleaning((name,), Tally())


@given(text=st.text("ab \n", max_size=60))
def test_what_is_left_out_is_nowhere_else_changed(text):
    out, tally, _ = cleaned(text.encode(), ("leave-out:aba",))
    parts = text.split("aba")
    assert out.decode().replace("\n", "") == "".join(parts).replace("\n", "")
    assert tally.removed + tally.replaced == 3 * (len(parts) - 1)
