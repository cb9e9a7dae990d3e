"""Where a text may be cut for its normal form, and the form of long runs of marks: as Python's."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.points import Sliced
from workbench.engine.normalizers import mark_runs, normal_forms, text_edits, text_normalizers
from workbench.engine.normalizers.mark_runs import LONG_RUN, last_cut, next_cut, with_long_run
from workbench.engine.normalizers.normal_forms import Composed
from workbench.engine.normalizers.older_unicode import EarlyComposed

FORMS: list[Any] = ["NFC", "NFD", "NFKC", "NFKD"]
SYLLABLES = range(0xAC00, 0xD7A4)
# What composes with what is before or behind it, or is put in order, or stays where it is.
POOL = (
    "ae\u00e9\u0301\u0323\u0327\u0344\u0345\u1100\u1161\u11a8\uac00\uac01\u09c7\u09be\u0cc6\u0cc2\u0cd5\u0dd9\u0dcf"
    "\u0f71\u0f72\u0f73\uff9e\uff76\u3099\u304b\u20dd\u0903\u314f\u3131\u3133\u3260\uffa1\uffc2\ufb03\u07fd\u0898"
)
MARKS = "\u0301\u0323\u0344\u0345\u0f73\u3099\u05b0\u0338\u0327"


@pytest.mark.parametrize("form", FORMS)
def test_no_character_behind_a_cut_joins_what_is_before(form: Any) -> None:
    every = [
        chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) not in ("Cn", "Co", "Cs")
    ]
    pairs = [parts.split() for c in every if (parts := unicodedata.decomposition(c)) and parts[0] != "<"]
    joining = {chr(int(parts[1], 16)) for parts in pairs if len(parts) == 2}
    joining |= {chr(code) for code in (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))}
    whole = "NFKD" if "K" in form else "NFD"
    for c in every:
        first = unicodedata.normalize(whole, c)[0]
        # Behind a vowel sign another one may compose with both.
        if (unicodedata.combining(first) or first in joining) and ord(c) not in SYLLABLES:
            held = any(next_cut(form, before + c, 1, 2) == 2 for before in "a\u1100\uac00\u0cc2\u09c7")
            assert held, ascii(c)


@given(st.sampled_from(FORMS), st.text(POOL, min_size=1, max_size=12))
def test_parts_between_cuts_have_the_form_of_the_whole(form: Any, text: str) -> None:
    cuts = [0]
    while cuts[-1] < len(text):
        cuts.append(next_cut(form, text, cuts[-1] + 1, len(text)))
    parts = [text[start:end] for start, end in pairwise(cuts)]
    assert "".join(unicodedata.normalize(form, part) for part in parts) == unicodedata.normalize(form, text)
    assert last_cut(form, text, 0, len(text)) == cuts[-2]


@given(
    st.sampled_from(FORMS),
    st.text(MARKS, min_size=1, max_size=9),
    st.sampled_from(["", "a", *POOL]),
    st.randoms(),
)
def test_a_long_run_is_put_in_order_as_python_does(form: Any, some: str, before: str, chance: Any) -> None:
    run = "".join(chance.choices(some, k=LONG_RUN + 1))
    if before and mark_runs._kinds(form)[ord(before)] & mark_runs._MARK:
        before = ""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mark_runs, "_AT_ONCE", 50)
        assert with_long_run(form, before, run) == unicodedata.normalize(form, before + run)


@given(
    st.sampled_from([Composed, EarlyComposed]),
    st.sampled_from(FORMS),
    st.sampled_from([0, 1 << 60]),
    st.lists(
        st.tuples(st.sampled_from(["", *POOL, "a\u0301b", "\u0301\u0323" * 200]), st.integers(1, 300)),
        max_size=6,
    ),
)
def test_long_runs_among_others(kind: Any, form: Any, pays: int, runs: list[tuple[str, int]]) -> None:
    text = "".join(part * n for part, n in runs if len(part) == 1) + "".join(part for part, _ in runs)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(normal_forms, "_PAYS", pays)
        plain = kind(form).normalize(text.encode(), first=True)
        patch.setattr(normal_forms, "_WINDOW", 20)
        patch.setattr(normal_forms, "LONG", 20)
        patch.setattr(text_normalizers, "LONG", 20)
        found = kind(form).normalize(text.encode(), first=True)
        assert found.output == kind(form).output(text.encode(), first=True) == plain.output
        if kind is Composed:
            assert found.output.decode() == unicodedata.normalize(form, text)
        if not found.approximate and not plain.approximate:
            assert found.alignment.tolist() == plain.alignment.tolist()


LONG = [
    "\u0301",
    "\u0344",
    "\u0301\u0323",
    "\u1100\u1161",
    "\u1161",
    "\u0903",
    "\ufb03",
    "\u0915\u093c",
    "\u07fd",
]


@pytest.mark.parametrize("pays", [0, 1 << 60])
@pytest.mark.parametrize("unit", LONG)
@pytest.mark.parametrize("form", ["NFC", "NFKC"])
def test_a_long_text_without_ascii_comes_by_many_points(
    monkeypatch: pytest.MonkeyPatch, form: Any, unit: str, pays: int
) -> None:
    monkeypatch.setattr(normal_forms, "_PAYS", pays)
    size = 300
    for module in (normal_forms, text_normalizers):
        monkeypatch.setattr(module, "LONG", size)
    monkeypatch.setattr(normal_forms, "_WINDOW", size)
    monkeypatch.setattr(mark_runs, "_AT_ONCE", size)
    monkeypatch.setattr(text_edits, "_AT_ONCE", size)
    asked: list[int] = []
    plain = unicodedata.normalize
    monkeypatch.setattr(
        unicodedata, "normalize", lambda form, text: asked.append(len(text)) or plain(form, text)
    )
    text = (unit * (60 * size)).encode()
    for work in (EarlyComposed(form).normalize, EarlyComposed(form).output):
        asked.clear()
        between = [0]
        for _ in Sliced(lambda work=work: work(text, first=True)):
            between.append(len(asked))
        assert len(between) > 60 or not asked  # the kernel looks at more at a time
        assert max(asked, default=0) <= 2 * size  # marks, which Python takes quadratic time for
        each = max(after - before for before, after in pairwise(between))
        assert each <= 2 * size, "clusters between two points"


def test_work_on_a_run_of_marks_can_be_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mark_runs, "_AT_ONCE", 100)
    step = Composed("NFC")
    text = ("e" + "\u0301\u0323" * 5000).encode()
    wanted = step.normalize(text, first=True)
    work = Sliced(lambda: step.normalize(text, first=True))
    for _ in range(150):
        next(work)
    work.close()
    assert work.result is None
    assert step.normalize(text, first=True).output == wanted.output
