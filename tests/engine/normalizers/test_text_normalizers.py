"""Each change to a text by its answer, and where what comes out of it came from."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine.texts import raw_texts, texts
from tests.points import counted, in_slices
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.normalizer_specs import normalizer_from_spec
from workbench.engine.normalizers import text_edits, text_normalizers
from workbench.engine.normalizers.clip_cleaning import HtmlUnescape
from workbench.engine.normalizers.normal_forms import Composed
from workbench.engine.normalizers.normalizer import NORMALIZERS, Normalized, Normalizer
from workbench.engine.normalizers.older_unicode import EarlyComposed
from workbench.engine.normalizers.sentencepiece_normalizer import SentencePieceNormalizer, SpacesSpec
from workbench.engine.normalizers.text_edits import repair_bytes
from workbench.engine.normalizers.text_normalizers import (
    InOrder,
    Lowercase,
    Prepend,
    Replace,
    Strip,
    TextStep,
    Whitespace,
    output_of,
    stages_of,
)
from workbench.engine.splitting.metaspace import Metaspace

Result = TypeVar("Result")
STEPS: list[Normalizer] = [
    Composed("NFC"),
    Composed("NFKD"),
    Lowercase(),
    Lowercase(final_sigma=True),
    Strip(),
    Strip(separators=True),
    Strip(right=False),
    Replace("'", "\u2019\u2019"),
    Replace("  ", " "),
    Prepend("\u2581"),
    Whitespace(),
    HtmlUnescape(),
]


def made(normalizer: Normalizer, text: str) -> tuple[str, list[int]]:
    found = normalizer.normalize(text.encode(), first=True)
    return found.output.decode(), found.alignment.tolist()


def check(found: Normalized, text: bytes) -> None:
    borders = found.alignment.tolist()
    assert len(borders) == len(found.output) + 1
    assert borders == sorted(borders)
    assert borders[-1] <= len(text)


def test_normal_forms() -> None:
    assert made(Composed("NFC"), "cafe\u0301s") == ("cafés", [0, 1, 2, 3, 3, 6, 7])
    assert made(Composed("NFD"), "éa") == ("e\u0301a", [0, 0, 0, 2, 3])
    assert made(Composed("NFKC"), "ﬁＡ") == ("fiA", [0, 0, 3, 6])
    assert made(Composed("NFKC"), "ｶﾞ") == ("ガ", [0, 0, 0, 6])
    assert made(Composed("NFC"), "\u1100\u1161\u11a8") == ("각", [0, 0, 0, 9])
    for text in ("\u3131\u314f", "\uffa1\uffc2", "\uff76\uff9e", "e\u0301"):
        assert not Composed("NFKC").normalize(text.encode(), first=True).approximate


@given(texts | st.text(max_size=30), st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
def test_normal_forms_are_pythons(text: str, form: Any) -> None:
    found = Composed(form).normalize(text.encode(), first=True)
    assert found.output.decode() == unicodedata.normalize(form, text)
    check(found, text.encode())


def test_a_normal_form_of_a_long_text_is_the_same_in_windows() -> None:
    for unit in ("e\u0301 ", "e\u0301", "\u1100\u1161", "ｶﾞ", "\u0301", "日本"):
        text = unit * 20_000
        found = Composed("NFC").normalize(text.encode(), first=True)
        assert found.output.decode() == unicodedata.normalize("NFC", text)
        check(found, text.encode())


def test_small_letters() -> None:
    assert made(Lowercase(), "AÉ") == ("aé", [0, 1, 2, 3])
    assert made(Lowercase(), "xİ\u212a") == ("xi\u0307k", [0, 1, 1, 1, 3, 6])
    assert made(Lowercase(), "ΑΣ")[0] == "ασ"
    assert made(Lowercase(final_sigma=True), "ΑΣ ΣΑ")[0] == "ας σα"
    long = "ΟΔΟΣ " * 10_000
    assert made(Lowercase(final_sigma=True), long)[0] == long.lower()
    unbroken = "ΣΑΣ" * 20_000
    assert made(Lowercase(final_sigma=True), unbroken)[0] == unbroken.lower()


@given(texts | st.text(max_size=30))
def test_small_letters_are_pythons(text: str) -> None:
    assert made(Lowercase(final_sigma=True), text)[0] == text.lower()


def test_strip() -> None:
    assert made(Strip(), " \u3000ab \n") == ("ab", [4, 5, 6])
    assert made(Strip(right=False), " a ") == ("a ", [1, 2, 3])
    assert made(Strip(left=False), " a ") == (" a", [0, 1, 2])
    assert made(Strip(), "\x1ca") == ("\x1ca", [0, 1, 2])
    assert made(Strip(separators=True), "\x1ca") == ("a", [1, 2])
    assert made(Strip(), "  ") == ("", [0])
    assert made(Strip(), " " * 50_000 + "a b" + "\u3000" * 50_000) == ("a b", [*range(50_000, 50_004)])
    assert made(Strip(), "\n" * 50_000) == ("", [0])


def test_replace_and_prepend() -> None:
    assert made(Replace(" ", "\u2581"), "a b") == ("a\u2581b", [0, 1, 1, 1, 2, 3])
    assert made(Replace("aa", "b"), "aaaaa") == ("bba", [0, 2, 4, 5])
    assert made(Replace("b", ""), "abbc") == ("ac", [0, 3, 4])
    assert made(Prepend("\u2581"), "a") == ("\u2581a", [0, 0, 0, 0, 1])
    assert made(Prepend("x"), "") == ("", [0])


@given(st.text("aé日 ", max_size=40), st.sampled_from([Replace(" ", "\u2581"), Replace("é", ""), Strip()]))
def test_edits_far_from_each_other_are_made_portion_by_portion(text: str, step: Normalizer) -> None:
    whole = made(step, text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_edits, "_AT_ONCE", 3)
        patch.setattr(text_edits, "_EDITS", 2)
        in_slices(patch, text_edits, 3)
        patch.setattr(text_normalizers, "_WINDOW", 2)
        assert made(step, text) == whole


@pytest.mark.parametrize("step", [step for step in STEPS if isinstance(step, TextStep) and step.cut])
@given(
    raw_texts | st.text("aÉ\u03a3\u0301 \t\u3000", max_size=60).map(str.encode),
    st.integers(1, 12),
)
@example(b"a  b   c    d", 1)
@example(b"&lt;a&amp;b&#65;", 1)
@example(b"&CounterClockwiseContourIntegral;" + b"g" * 40 + b"&ampg&notit;", 1)
@example("&noté;&#xé;&amp\u0301;".encode(), 1)
@example("É\u1680\u2003\u3000\xa0é\u2100".encode(), 1)
@example("a \u1680 \u2003 \u3000 \xa0b".encode(), 1)
@example("é中é中éö".encode(), 1)
def test_a_long_text_is_changed_part_by_part_as_in_one(step: TextStep, text: bytes, size: int) -> None:
    whole = step.normalize(text, first=True)
    sizes: list[int] = []
    plain = type(step).changed
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_normalizers, "LONG", size)
        patch.setattr(type(step), "changed", lambda one, part: sizes.append(len(part)) or plain(one, part))
        found = step.normalize(text, first=True)
    assert (found.output, found.replaced) == (whole.output, whole.replaced)
    assert found.alignment.tolist() == whole.alignment.tolist()
    beside_white = b"\xc2", b"\xe1", b"\xe2", b"\xe3"  # begin white space too, and are no cuts, or some are
    letters = text.decode(errors="replace").isalnum() and not any(first in text for first in beside_white)
    if isinstance(step, Whitespace | Strip) and letters:
        assert max(sizes) <= size + 1


@pytest.mark.parametrize("step", [Strip(), Whitespace(), HtmlUnescape(), Lowercase(final_sigma=True)])
@pytest.mark.parametrize("character", ["&", "é", "\u0301", "中", "—"])
def test_a_long_text_of_one_character_comes_by_many_points(
    monkeypatch: pytest.MonkeyPatch, step: TextStep, character: str
) -> None:
    monkeypatch.setattr(text_normalizers, "LONG", 100)
    text = character.encode() * 5000
    edited, points = counted(lambda: step.edited(text)[0])
    assert edited.output == text
    assert points >= len(text) // 110


@pytest.mark.parametrize(
    ("step", "name", "unit", "became"),
    [
        (Lowercase(), "changed", "É", "é"),
        (Lowercase(), "changed", "Éa", "éa"),
        (Composed("NFKC"), "changed", "ﬃ", "ffi"),
        (Composed("NFKC"), "composed", "ﬃ", "ffi"),
        (Composed("NFC"), "changed", "\u212b\u0387", "Å·"),
    ],
)
def test_what_comes_again_and_again_is_changed_once(
    monkeypatch: pytest.MonkeyPatch, step: TextStep, name: str, unit: str, became: str
) -> None:
    text = unit * 600_000
    plain, changed = getattr(step, name), []
    monkeypatch.setattr(step, name, lambda part: changed.append(part) or plain(part))
    output = (
        output_of(step, text.encode(), True) if name == "composed" else step.edited(text.encode())[0].output
    )
    assert output.decode() == became * 600_000
    assert 1 < len(changed) < 12 < len(text) // text_normalizers.LONG * 2


def test_a_long_text_that_stays_is_not_copied() -> None:
    text = "é".encode() * text_normalizers.LONG
    for step in (Strip(), Whitespace(), HtmlUnescape(), Composed("NFC")):
        assert step.edited(text)[0].output is text


def test_white_space_is_told_by_the_bytes_that_are_there() -> None:
    from workbench.engine.normalizers.text_normalizers import _NOT_WHITE, _WHITE

    for letter in map(chr, (*range(0xD800), *range(0xE000, 0x10000), 0x1F600)):
        data = letter.encode()
        white = letter in _WHITE or letter.isspace() or letter < " " or letter == "\x7f"
        assert (_NOT_WHITE.match(data) is None) == white, letter
        assert not white or all(_NOT_WHITE.match(data[:size]) is None for size in range(len(data)))


def test_a_long_edit_is_measured_slice_by_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_edits, "_AT_ONCE", 10)
    text = "é" * 1000
    edited, points = counted(lambda: text_edits.apply_edits(text, [(1, 2, "a"), (3, 999, "b")]))
    assert edited.output.decode() == "éaébé"
    assert edited.stretches.tolist() == [[2, 4, 2, 3], [6, 1998, 5, 6]]
    assert points >= 99


def test_edits_are_taken_as_they_are_applied(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of a million took 60 ms to free, when the work was canceled."""
    taken = 0
    at_points = [0]

    def edits() -> Iterator[text_edits.Edit]:
        nonlocal taken
        for taken in range(1, 5001):
            yield taken - 1, taken, "b"

    monkeypatch.setattr(text_edits, "point", lambda: at_points.append(taken))
    assert text_edits.apply_edits("a" * 5000, edits()).output == b"b" * 5000
    assert max(after - before for before, after in pairwise(at_points)) <= text_edits._EDITS + 1


def test_white_space() -> None:
    assert made(Whitespace(), "This\nis\t\ta test") == (
        "This is a test",
        [*range(8), 9, 10, 11, 12, 13, 14, 15],
    )
    assert made(Whitespace(), "\u3000 \x1c") == (" \x1c", [0, 4, 5])


@given(texts)
def test_white_space_is_that_of_the_regex_module(text: str) -> None:
    import regex

    assert made(Whitespace(), text)[0] == regex.sub(r"\s+", " ", text)


REFERENCES = [
    ("&lt;div&gt;", "<div>"),
    ("&amp;lt;", "&lt;"),
    ("&notit;", "¬it;"),
    ("&#65;&#x41;&#X41;", "AAA"),
    ("&#0;&#xD800;&#x110000;&#128;&#1;", "\ufffd\ufffd\ufffd€"),
    ("& &; &#; &x", "& &; &#; &x"),
]


@pytest.mark.parametrize(("text", "expected"), REFERENCES)
def test_references_of_html(text: str, expected: str) -> None:
    assert made(HtmlUnescape(), text)[0] == expected == html.unescape(text)


def test_a_reference_of_thousands_of_digits_is_no_fault() -> None:
    with pytest.raises(ValueError, match="digits"):
        html.unescape(f"&#{'9' * 5000};")
    assert made(HtmlUnescape(), f"a&#{'9' * 5000};b") == ("a\ufffdb", [0, 1, 1, 1, 5004, 5005])
    assert made(HtmlUnescape(), f"&#{'0' * 5000}65;")[0] == "A"
    assert made(HtmlUnescape(), f"&#x{'0' * 5000}41;")[0] == "A"
    assert made(HtmlUnescape(), f"&#{'0' * 5000};")[0] == "\ufffd"


@given(
    st.lists(st.sampled_from(["&", "#", "x", "6", "5", ";", "amp", "lt", "not", " ", "é", "\n"])).map("".join)
)
def test_references_are_pythons(text: str) -> None:
    assert made(HtmlUnescape(), text)[0] == html.unescape(text)


@given(raw_texts, st.sampled_from(STEPS))
def test_bytes_that_are_no_text_are_replaced(text: bytes, step: Normalizer) -> None:
    found = step.normalize(text, first=True)
    plain = step.normalize(text.decode("utf-8", "replace").encode(), first=True)
    assert found.output == plain.output
    assert (found.replaced > 0) == (re.sub(rb"[\x00-\x7f]", b"", text) != b"" and not _is_text(text))
    check(found, text)


def _is_text(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def test_many_broken_bytes_take_no_quadratic_time() -> None:
    found = Strip().normalize(b"\xff" * 100_000, first=True)
    assert found.replaced == 100_000
    assert found.output == "\ufffd".encode() * 100_000


@given(raw_texts, st.lists(st.sampled_from(STEPS), max_size=4))
def test_steps_in_order(text: bytes, steps: list[Normalizer]) -> None:
    whole = InOrder(steps)
    found = whole.normalize(text, first=True)
    check(found, text)
    stages = stages_of(whole, text, first=True)
    assert [name for name, _ in stages] == [step.name for step in steps]
    data, borders = text, list(range(len(text) + 1))
    for step, (_, stage) in zip(steps, stages, strict=True):
        alone = step.normalize(data, first=True)
        assert (alone.output, alone.alignment.tolist()) == (stage.output, stage.alignment.tolist())
        borders = [borders[at] for at in stage.alignment.tolist()]
        data = stage.output
    assert (found.output, found.alignment.tolist()) == (data, borders)


def test_a_single_normalizer_is_one_stage() -> None:
    stages = stages_of(NORMALIZERS["llama2c"], b"a", first=True)
    assert [(name, stage.output) for name, stage in stages] == [("llama2c", b" a")]


def test_decoding_undoes_what_it_can() -> None:
    both = InOrder([Lowercase(), NORMALIZERS["llama2c"]])
    assert both.decoded(b" a") == b"a"
    assert Lowercase().decoded(b" a") == b" a"


# --- as plain data ------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [*STEPS, *NORMALIZERS.values(), InOrder(STEPS), InOrder([InOrder([])])])
def test_a_normalizer_comes_back_from_its_spec(step: Normalizer) -> None:
    spec = json.loads(json.dumps(step.spec))
    again = normalizer_from_spec(spec)
    assert again is not None
    assert again.spec == step.spec
    text = " Éa\u0301 &amp;  '\u2581ΑΣ\x1c".encode()
    assert again.normalize(text, first=True).output == step.normalize(text, first=True).output


@pytest.mark.parametrize(
    "step",
    [
        SentencePieceNormalizer(SpacesSpec()),
        SentencePieceNormalizer(SpacesSpec(add_dummy_prefix=False, treat_whitespace_as_suffix=True)),
        Metaspace("_", "first", -1),
        EarlyComposed(),
    ],
)
def test_so_do_those_of_other_programs(step: Normalizer) -> None:
    again = normalizer_from_spec(json.loads(json.dumps(step.spec)))
    assert again is not None
    assert again.spec == step.spec
    assert type(again) is type(step)


def test_nothing_is_done_by_identity() -> None:
    assert normalizer_from_spec("identity") is None
    assert normalizer_from_spec({"kind": "identity"}) is None
    steps = normalizer_from_spec({"kind": "sequence", "steps": ["identity", "nfc"]})
    assert isinstance(steps, InOrder)
    assert [step.name for step in steps.steps] == ["nfc"]


def nested(depth: int) -> dict[str, Any]:
    return {"kind": "sequence", "steps": [nested(depth - 1)] if depth else []}


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ({"kind": "magic"}, "there is no normalizer “magic”"),
        ({}, "there is no normalizer “None”"),
        ({"kind": "replace", "pattern": "", "content": "x"}, "“pattern” of the normalizer “replace”"),
        ({"kind": "replace", "pattern": "x", "content": "\ud800"}, "“content” of the normalizer “replace”"),
        ({"kind": "strip", "left": "yes"}, "“left” of the normalizer “strip”"),
        ({"kind": "sequence"}, "“steps” of the normalizer “sequence”"),
        ({"kind": "sequence", "steps": [3]}, "“steps” of the normalizer “sequence”"),
        ({"kind": "metaspace", "prefix": "maybe"}, "“prefix” of the normalizer “metaspace”"),
        ({"kind": "metaspace", "strips": 2}, "“strips” of the normalizer “metaspace”"),
        ({"kind": "metaspace", "mark": ""}, "“mark” of the normalizer “metaspace”"),
        ({"kind": "sentencepiece", "charsmap": "%"}, "“charsmap” of the normalizer “sentencepiece”"),
        (nested(50), "“steps” of the normalizer “sequence”"),
    ],
)
def test_a_spec_that_is_none(spec: dict[str, Any], says: str) -> None:
    with pytest.raises(EngineError, match=says):
        normalizer_from_spec(spec)


@pytest.mark.parametrize("size", [10, 20_000, 70_000])
def test_repairs_far_into_a_text_are_aligned(size: int) -> None:
    text = b"x" * size + b"\xff" + b"y" * size + b"\xff"
    made = Lowercase().normalize(text, first=True)
    borders = made.alignment.astype(np.int64)
    assert (np.diff(borders) >= 0).all()
    assert (int(borders[0]), int(borders[-1])) == (0, len(text))
    assert int(borders[size + 3]) == size + 1


@given(
    st.lists(st.sampled_from(["a", "é", "😀"]).map(str.encode) | st.binary(max_size=6), max_size=30).map(
        b"".join
    ),
    st.integers(4, 9),
)
@example(b"\xf0\x9f\x98\xf0\x9f\x98\x80\x80", 4)
@example(b"\xe2\x82" * 20, 5)
def test_bytes_that_are_none_are_repaired_window_by_window_as_in_one(text: bytes, size: int) -> None:
    whole = Lowercase().normalize(text, first=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_edits, "_WINDOW", size)
        found = Lowercase().normalize(text, first=True)
    assert whole.output == text.decode(errors="replace").lower().encode()
    assert (found.output, found.replaced) == (whole.output, whole.replaced)
    assert found.alignment.tolist() == whole.alignment.tolist()


def test_many_bytes_that_are_none_are_repaired_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, sizes = text_edits._repaired, []
    monkeypatch.setattr(text_edits, "_repaired", lambda data: sizes.append(len(data)) or plain(data))
    for fault in (b"\xff", b"\x80", b"\xe2\x82"):
        normalized = repair_bytes(fault * 100_000)
        assert normalized is not None
        assert normalized.output == "\ufffd".encode() * 100_000
    assert max(sizes) <= text_edits._WINDOW + 3


@given(st.text("ΣσaAⒶ1 .:'\u0301\u02b0中İ", max_size=40), st.integers(1, 9))
@example("AΣ:Σ", 2)
@example("\u0301Σ", 1)
@example("ⒶaΣ", 1)
@example("Ⓐ:AΣ", 1)
@example("ⒶΣ", 1)
def test_sigmas_become_what_they_are_in_the_whole_text(text: str, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_normalizers, "_WINDOW", size)
        assert Lowercase(final_sigma=True).changed(text).output == text.lower().encode()


def test_what_is_beyond_the_nearest_letter_makes_no_difference_to_a_sigma() -> None:
    every = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))
    for letter in Lowercase._AFTER.findall(every):
        assert f"AΣ{letter}B".lower()[1] == f"AΣ{letter}".lower()[1]
        assert f"A{letter}Σ".lower()[-1] == f"{letter}Σ".lower()[-1]


@pytest.mark.parametrize(
    "text", ["Σ" * 400_000, "Σ" + "1" * 400_000, "AΣ" + "\u0301" * 400_000 + "a", "👍Σ" * 200_000]
)
def test_a_long_text_of_sigmas_is_lowered_some_at_a_time(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    step, sizes = Lowercase(final_sigma=True), []
    plain = step._lower
    monkeypatch.setattr(step, "_lower", lambda text: sizes.append(len(text)) or plain(text))
    assert step.edited(text.encode())[0].output.decode() == text.lower()
    assert max(sizes) <= text_normalizers._WINDOW + 2
