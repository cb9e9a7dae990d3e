"""Numbers, sizes, times and plurals as people read them.

Plurals: `plural(n, "%n token", "%n tokens")` takes both English forms. Qt's own `tr("%n token(s)", "", n)`
shows "token(s)" until a translation is loaded, even in English, so it is not used. The second form is
the source text under which a translation holds all forms of its language (context "Wording", or the
one given); without a translation the English form that fits n is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from workbench.display import prose
from workbench.display.escapes import name_of
from workbench.engine.base.phrases import PHRASES

if TYPE_CHECKING:
    # Not at run time: the messages import numpy, which is to wait until the window is seen.
    from workbench.worker.messages.requests import Failed

# Where lupdate finds them; the same context as in the calls below.
_CONTEXT = "Wording"
_KB = 1000
_QT_COUNTS = 1_000_000_000  # below what Qt's plurals count to
_NAMED = 3  # names that are in a sentence
_MINUS = "\u2212"
_PHRASED = frozenset({"reason", "why", "how", "what", "expected", "kind", "difference"})
_FACT = re.compile(r"\{(\w+)\}")
_AMOUNT = re.compile(r"(?:^|, )(.+?) \(([\d,]+) bytes?\)")
_MNEMONIC = re.compile(r" ?\(&\w\)|&")


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def _locale() -> QLocale:
    # The C locale of a bare machine groups no digits; the words are English then, so are the numbers.
    here = QLocale()
    return QLocale(QLocale.Language.English) if here.language() == QLocale.Language.C else here


def number(value: int | float, decimals: int = 0) -> str:
    """Return a number grouped as the user's locale does it: 8,192; with `decimals` places for a ratio.

    A minus is the sign of that name, U+2212, not a hyphen.
    """
    if decimals == 0:
        return _locale().toString(round(value)).replace("-", _MINUS)
    return _locale().toString(float(value), "f", decimals).replace("-", _MINUS)


def filled(template: str, facts: Mapping[str, str | int | float]) -> str:
    """Return a template of the engine, translated and filled, its numbers grouped.

    As it is where a fact is missing.
    """
    translated = _of_errors(template)
    grouped = {key: _fact(key, value) for key, value in facts.items()}
    try:
        if translated == template:
            return prose.filled(template, facts, grouped)
        return translated.format_map(grouped)
    except (KeyError, IndexError, ValueError):
        return translated


def _of_errors(text: str) -> str:
    return QCoreApplication.translate("EngineError", text)


def _fact(key: str, value: str | int | float) -> str | float:
    if isinstance(value, int):
        return number(value)
    if key == "choices":  # titles of formats, each with its suffix, or else names
        return ", ".join(map(_choice, str(value).split(", ")))
    if key == "reasons":  # "broken lines (18 bytes), held out (1 byte)"
        return listed([_amount(*each) for each in _AMOUNT.findall(str(value))])
    return phrase(value) if isinstance(value, str) and key in _PHRASED else value


def _amount(reason: str, n_bytes: str) -> str:
    return _tr("{reason} ({size})").format(reason=phrase(reason), size=size(int(n_bytes.replace(",", ""))))


def _choice(text: str) -> str:
    title, bracket, suffix = text.partition(" (")
    return QCoreApplication.translate("Export", title) + bracket + suffix


def phrase(text: str) -> str:
    """Return a phrase of the engine, translated; as it is if it is of a library, or of the user."""
    translated = _of_errors(text)
    if translated != text or _of_errors(PHRASES[0]) == PHRASES[0]:  # it has been found, or all is English
        return translated
    for template, known in _phrases().items():
        if (match := known.fullmatch(text)) is not None:
            return _of_errors(template).format_map(match.groupdict())
    return text


@cache
def _phrases() -> dict[str, re.Pattern[str]]:
    """Return the phrases with facts, and what finds them in English."""
    facts = {each: _FACT.split(each) for each in PHRASES if "{" in each}
    return {
        each: re.compile(
            "".join(f"(?P<{part}>.*)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
        )
        for each, parts in facts.items()
    }


def failure(failed: Failed) -> str:
    """Return the cause of a failure as a sentence with the file."""
    cause = filled(failed.cause, failed.facts)
    return sentence(cause if failed.file else prose.capitalized(cause), name_of(failed.file or ""))


def sentence(clause: str, subject: str = "") -> str:
    """Return a clause as a sentence, after what it is said of: "a.json: the file is empty."."""
    whole = _tr("{subject}: {clause}.") if subject else _tr("{clause}.")
    return whole.format(subject=subject, clause=clause.rstrip("."))


def sentences(*said: str) -> str:
    """Return sentences one behind the other; after a full-width stop there is no space."""
    return " ".join(each for each in said if each).replace("。 ", "。")


def about(value: float) -> str:
    """Return a number that is not exact: ≈ 31.2 million, ≈ 812,000."""
    if value >= 999_500:
        return "≈ " + _tr("{n} million").format(n=number(value / 1e6, 1))
    step = 10 ** max(len(str(int(value))) - 3, 0)
    return "≈ " + number(round(value / step) * step)


def score(value: float) -> str:
    """Return the score of a token: whole numbers grouped, others with what says something."""
    whole = value == round(value) and abs(value) < 1e15
    return number(value) if whole else f"{value:.6g}".replace("-", _MINUS)


def plural(n: int, one: str, other: str, context: str = _CONTEXT) -> str:
    """Return `one` or `other`, whichever fits n, translated, with "%n" replaced by the grouped number."""
    # The last digits are what languages go by.
    counted = n if n < _QT_COUNTS else _QT_COUNTS + n % _QT_COUNTS
    translated = QCoreApplication.translate(context, other, "", counted)
    if translated == other.replace("%n", str(counted)):
        return (one if n == 1 else other).replace("%n", number(n))
    # Qt has put the bare digits instead of %n.
    return translated.replace(str(counted), number(n), 1)


def size(n_bytes: int) -> str:
    """Return a size in decimal units, as file managers do: 186 KB, 12.5 MB, 1.2 GB; under 1 KB in bytes."""
    if n_bytes < _KB:
        return plural(n_bytes, "%n byte", "%n bytes")
    units = (_tr("{n} KB"), _tr("{n} MB"), _tr("{n} GB"), _tr("{n} TB"))
    power = 1
    while power < len(units) and n_bytes >= 999.5 * _KB**power:
        power += 1
    value = n_bytes / _KB**power
    # 186 KB, but 12.5 MB: tenths of a kilobyte do not matter.
    return units[power - 1].format(n=number(value, 0 if power == 1 and value >= 10 else 1))


def duration(seconds: float, tenths: bool = True) -> str:
    """Return a time in words: 3.3 s (3 s without `tenths`), 42 s, 2 min 5 s, 1 h 12 min."""
    if tenths and seconds < 9.95:
        return _tr("{seconds} s").format(seconds=number(seconds, 1))
    whole = round(seconds)
    if whole < 60:
        return _tr("{seconds} s").format(seconds=whole)
    if whole < 3600:
        return _tr("{minutes} min {seconds} s").format(minutes=whole // 60, seconds=whole % 60)
    return _tr("{hours} h {minutes} min").format(hours=whole // 3600, minutes=whole % 3600 // 60)


def time_left(seconds: float) -> str:
    """Return what is left of a job: 2 s left; never tenths, which would flicker, and never 0."""
    return _tr("{time} left").format(time=duration(max(1.0, seconds), tenths=False))


def unmarked(text: str) -> str:
    """Return a text of a menu without its mnemonic: "Open…" of "&Open…", "打开…" of "打开(&O)…"."""
    return _MNEMONIC.sub("", text)


def listed(parts: Iterable[str]) -> str:
    """Return words or clauses one after the other, with the language's commas; leaves out empty ones."""
    return _tr(", ").join(filter(None, parts))


def clauses(parts: Iterable[str]) -> str:
    """Return clauses one after the other, with the language's semicolons; leaves out empty ones."""
    return _tr("; ").join(filter(None, parts))


def some(names: Sequence[str]) -> str:
    """Return the first names, and that there are more."""
    return listed([*names[:_NAMED], "…" if len(names) > _NAMED else ""])


def percent(share: float, decimals: int = 0) -> str:
    """Return a share from 0 to 1 as 98.5 %."""
    return _tr("{value} %").format(value=number(share * 100, decimals))


def tokens(n: int) -> str:
    """Return "1 token", "8,192 tokens"."""
    return plural(n, "%n token", "%n tokens")


def times(n: int) -> str:
    """Return "1 time", "412 times"."""
    return plural(n, "%n time", "%n times")


def files(n: int) -> str:
    """Return "1 file", "214 files"."""
    return plural(n, "%n file", "%n files")
