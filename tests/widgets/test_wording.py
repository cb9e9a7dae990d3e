"""Numbers, sizes, times and plurals as people read them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

import workbench
from workbench.engine.base.phrases import PHRASES
from workbench.engine.training.options import Options
from workbench.panels.training.presets import sum_text
from workbench.widgets import wording

ROOT = Path(workbench.__file__).parent
BARE = re.compile(r"len\(.*\)|([a-z_]+\.)*n_[a-z_]+")


@pytest.fixture(autouse=True)
def _english(qapp):
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(before)


def test_numbers_are_grouped_also_on_a_bare_machine():
    assert wording.number(8192) == "8,192"
    assert wording.number(2.384, 2) == "2.38"
    QLocale.setDefault(QLocale.c())
    assert wording.number(1204113) == "1,204,113"


def test_a_minus_is_one_everywhere():
    QLocale.setDefault(QLocale(QLocale.Language.English))
    assert [wording.number(-518), wording.number(-0.5, 1)] == ["\u2212518", "\u22120.5"]
    scores = [wording.score(value) for value in (-5101.0, -1.25, -1e-07, 0.0, 3.0)]
    assert scores == ["\u22125,101", "\u22121.25", "\u22121e\u221207", "0", "3"]


def test_numbers_follow_the_locale():
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    assert wording.number(8192) == "8.192"
    assert wording.size(12_500_000) == "12,5 MB"


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 KB"), (9_940, "9.9 KB"),
        (186_213, "186 KB"), (999_499, "999 KB"), (999_999, "1.0 MB"), (12_500_000, "12.5 MB"),
        (3_200_000_000, "3.2 GB"), (7 * 10**12, "7.0 TB"), (7 * 10**15, "7,000.0 TB"),
    ],
)  # fmt: skip
def test_sizes(n, text):
    assert wording.size(n) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0.0 s"), (3.31, "3.3 s"), (9.96, "10 s"), (59.4, "59 s"), (59.7, "1 min 0 s"), (125, "2 min 5 s"),
     (4320, "1 h 12 min")],
)  # fmt: skip
def test_times(seconds, text):
    assert wording.duration(seconds) == text


def test_what_is_left_never_flickers_and_is_never_nothing():
    assert [wording.time_left(s) for s in (0.1, 2.1, 2.4, 83.2)] == [
        "1 s left",
        "2 s left",
        "2 s left",
        "1 min 23 s left",
    ]


def test_english_plurals_without_a_translation():
    assert [wording.tokens(n) for n in (0, 1, 2, 8192)] == ["0 tokens", "1 token", "2 tokens", "8,192 tokens"]
    assert wording.tokens(37_892_592_590) == "37,892,592,590 tokens"
    assert wording.percent(0.985, 1) == "98.5 %"


class _Czech(QTranslator):
    """Three forms, as the translator's tool would fill them in."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context, source, disambiguation=None, n=-1):
        if context != "Wording" or source != "%n tokens":
            return ""
        form = "token" if n == 1 else "tokeny" if 2 <= n <= 4 else "tokenů"
        return f"%n {form}"


def test_a_translation_brings_the_forms_of_its_language(qapp):
    czech = _Czech()
    QCoreApplication.installTranslator(czech)
    try:
        assert [wording.tokens(n) for n in (1, 3, 5000)] == ["1 token", "3 tokeny", "5,000 tokenů"]
        assert wording.tokens(10**11) == "100,000,000,000 tokenů"
    finally:
        QCoreApplication.removeTranslator(czech)


def test_what_is_not_exact_says_so():
    shown = [wording.about(value) for value in (0, 7.4, 999, 12_345, 812_499, 999_400, 999_600, 31_170_190)]
    assert shown == [
        "≈ 0",
        "≈ 7",
        "≈ 999",
        "≈ 12,300",
        "≈ 812,000",
        "≈ 999,000",
        "≈ 1.0 million",
        "≈ 31.2 million",
    ]


@pytest.mark.parametrize(
    ("n", "said"), [(1, "1 byte is left, 2,000 tokens"), (1000, "1,000 bytes are left, 2,000 tokens")]
)
def test_a_sentence_of_the_engine_counts_in_the_singular_and_groups(n: int, said: str) -> None:
    assert wording.filled("{n} bytes are left, {m} tokens", {"n": n, "m": 2000}) == said
    assert wording.filled("{n} bytes of {gone}", {"n": n}) == "{n} bytes of {gone}"


def test_numbers_in_sentences_are_grouped() -> None:
    """What counts, put into a sentence as it is, has no separators."""
    found = []
    for path in (ROOT / room for room in ("shell", "panels", "widgets")):
        for file in path.rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "format":
                    values = [ast.unparse(word.value) for word in node.keywords]
                    found += [(file.name, value) for value in values if BARE.fullmatch(value)]
    assert found == []


@pytest.mark.parametrize(
    ("text", "plain"),
    [("&Open…", "Open…"), ("Re&gex lab", "Regex lab"), ("打开(&O)…", "打开…"), ("Save (all)", "Save (all)")],
)
def test_a_text_without_its_mnemonic(text: str, plain: str) -> None:
    assert wording.unmarked(text) == plain


class _German(QTranslator):
    """Some of what errors say, and the phrases in them."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context, source, disambiguation=None, n=-1):
        return {
            PHRASES[0]: "eine Anzahl ist negativ",
            "its rows are not those of counted pieces: {reason}": "keine gezählten Stücke: {reason}",
            "it has no column “{column}”": "die Spalte „{column}“ fehlt",
            "no text is left to train on; left out: {reasons}": "kein Text, denn: {reasons}",
            "broken lines": "kaputte Zeilen",
            "{reason} ({size})": "{reason} [{size}]",
            ", ": " / ",
        }.get(source)


def test_reasons_of_our_own_are_translated_and_those_of_libraries_stay(qapp):
    template = "its rows are not those of counted pieces: {reason}"
    assert wording.filled(template, {"reason": "it has no column “n”"}) == template.format(
        reason="it has no column “n”"
    )
    german = _German()
    QCoreApplication.installTranslator(german)
    try:
        said = [
            wording.filled(template, {"reason": reason})
            for reason in ("a count is negative", "it has no column “n{”", "arrow: bad magic")
        ]
        assert said == [
            "keine gezählten Stücke: eine Anzahl ist negativ",
            "keine gezählten Stücke: die Spalte „n{“ fehlt",
            "keine gezählten Stücke: arrow: bad magic",
        ]
        reasons = "broken lines (2,000 bytes), not in the encoding (1 byte)"
        told = wording.filled("no text is left to train on; left out: {reasons}", {"reasons": reasons})
        assert told == "kein Text, denn: kaputte Zeilen [2.0 KB] / not in the encoding [1 byte]"
        assert wording.filled("{file}", {"file": "a count is negative"}) == "a count is negative"
    finally:
        QCoreApplication.removeTranslator(german)


def test_what_is_listed_has_the_commas_of_its_language(qapp):
    facts = ["GPT-4", "", "8,192 tokens"]
    assert (wording.listed(facts), wording.clauses(facts)) == ("GPT-4, 8,192 tokens", "GPT-4; 8,192 tokens")
    assert wording.some("abcd") == "a, b, c, …"
    chinese = QTranslator()
    assert chinese.load("workbench_zh_CN", str(ROOT.parent / "resources" / "translations"))
    QCoreApplication.installTranslator(chinese)
    try:
        assert (wording.listed(facts), wording.clauses(facts)) == (
            "GPT-4，8,192 tokens",
            "GPT-4；8,192 tokens",
        )
        assert not re.search(r"[,;] ", sum_text(Options("llama2", special_tokens=("<a>",))))
    finally:
        QCoreApplication.removeTranslator(chinese)


# What is read by programs, or typed: ids, lists of Python, and reports that stay English.
_NOT_IN_WORDS = {
    "choices.py", "step_list.py", "dialogs.py", "html.py", "known.py", "problem_report.py",
    "special_tokens.py", "training_overview.py", "wording.py",
}  # fmt: skip


def test_sentences_are_joined_as_their_script_has_it() -> None:
    """Chinese has no space after a full stop."""
    joined = [
        f"{file.name}: {found}"
        for room in ("shell", "panels", "widgets")
        for file in (ROOT / room).rglob("*.py")
        for found in re.findall(
            r'" " \+ (?:self\.|_)tr\(.*|" " \+ \($', file.read_text("utf-8"), re.MULTILINE
        )
    ]
    assert joined == []


def test_words_are_listed_with_the_commas_of_the_language() -> None:
    found = {
        file.name
        for room in ("shell", "panels", "widgets")
        for file in (ROOT / room).rglob("*.py")
        if re.search(r"""["'][,;] ["']\.join\(""", file.read_text("utf-8"))
    }
    assert found <= _NOT_IN_WORDS


def test_sentences_follow_each_other_as_their_script_has_it():
    assert wording.sentences("Nothing was changed.", "", "Try again.") == "Nothing was changed. Try again."
    assert wording.sentences("未作任何更改。", "重试。") == "未作任何更改。重试。"
