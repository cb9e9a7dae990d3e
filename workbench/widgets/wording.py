"""Numbers, sizes, times and plurals as people read them.

Plurals: write both English forms and let Qt's translator choose among the forms of the language,

    wording.plural(n, one, other)   # with one, other = QT_TRANSLATE_NOOP("Area", "...")

Qt's own `tr("%n token(s)", "", n)` shows "token(s)" until a translation is loaded, even in English, so
it is not used. `plural` asks the loaded translation for `other` with n (whose plural forms the
translator fills in) and falls back to the English form that fits n. "%n" becomes the grouped number.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

# Where lupdate finds them; the same context as in the calls below.
_CONTEXT = "Wording"
_KB = 1000


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def number(value: int | float, decimals: int = 0) -> str:
    """Return a number grouped as the person's locale does it: 8,192; with `decimals` places for a ratio."""
    if decimals == 0:
        return QLocale().toString(round(value))
    return QLocale().toString(float(value), "f", decimals)


def plural(n: int, one: str, other: str, context: str = _CONTEXT) -> str:
    """Return `one` or `other`, whichever fits n, translated, "%n" replaced by the grouped number.

    `other` is the source text that a translation holds, with as many forms as its language has.
    """
    marker = QCoreApplication.translate(context, other, "", n)
    # Qt puts the bare number in place of %n; without a translation the English form is ours to choose.
    untranslated = marker == other.replace("%n", str(n))
    text = one if untranslated and n == 1 else other
    if not untranslated:
        return marker.replace(str(n), number(n), 1) if "%n" in other else marker
    return text.replace("%n", number(n))


def size(n_bytes: int) -> str:
    """Return a size in decimal units, as file managers do: 186 KB, 12.5 MB, 1.2 GB; under 1 KB in bytes."""
    if n_bytes < _KB:
        return plural(n_bytes, "%n byte", "%n bytes")
    for unit in ("KB", "MB", "GB"):
        value = n_bytes / _KB ** ("KB", "MB", "GB").index(unit) / _KB
        if value < _KB * 0.9995 or unit == "GB":
            break
    # 186 KB, but 12.5 MB: a kilobyte's tenth is nobody's concern.
    decimals = 0 if unit == "KB" and value >= 10 else 1
    return f"{number(value, decimals)} {unit}"


def duration(seconds: float) -> str:
    """Return a time as people say it: 3.3 s, 42 s, 2 min 5 s, 1 h 12 min."""
    if seconds < 9.95:
        return _tr("{seconds} s").format(seconds=number(seconds, 1))
    whole = round(seconds)
    if whole < 60:
        return _tr("{seconds} s").format(seconds=whole)
    if whole < 3600:
        return _tr("{minutes} min {seconds} s").format(minutes=whole // 60, seconds=whole % 60)
    return _tr("{hours} h {minutes} min").format(hours=whole // 3600, minutes=whole % 3600 // 60)


def time_left(seconds: float) -> str:
    """Return what is left of a job: 2 s left; never tenths, which would flicker."""
    return _tr("{time} left").format(time=duration(max(1.0, round(seconds)) if seconds >= 10 else seconds))


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
