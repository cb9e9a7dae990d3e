"""The strip that says that a special token's text is in the text, and takes it as one with a click."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from workbench.display.marks import one_line
from workbench.widgets import wording
from workbench.widgets.look import theme
from workbench.widgets.slices import Slices, Steps
from workbench.widgets.strips import NoticeStrip

_SCAN = 1 << 20

SpecialCounts = tuple[tuple[str, int], ...]
Places = dict[str, list[tuple[int, int]]]


class SpecialsStrip(QWidget):
    """Hidden while there is nothing to say.

    Signals:
        allow_requested(bool): take special tokens as such (True), or as plain text again.

    """

    allow_requested = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._strip: NoticeStrip | None = None
        self._said: tuple[SpecialCounts, bool, bool] | None = None
        self._closed: tuple[SpecialCounts, bool, bool] | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.SPACE_3, theme.SPACE_2, theme.SPACE_3, 0)
        self.hide()

    def show_found(self, counts: SpecialCounts, allowed: bool, refused: bool = False) -> None:
        """Say which special tokens (text, times) are in the text, and how they are taken.

        `refused` ones are an error: the text was not encoded.
        """
        said = (tuple((text, 0) for text, _ in counts), allowed, refused)
        if not counts or said == self._closed:
            self._take_away()
            return
        self._closed = None
        if said == self._said:
            return
        self._take_away()
        self._said = said
        self._strip = self._make_refusal(counts) if refused else self._make(counts, allowed)
        self._column.addWidget(self._strip)
        self.show()

    def sentence(self) -> str:
        """Return what is said, "" for nothing."""
        return self._strip.sentence if self._strip is not None else ""

    def _make(self, counts: SpecialCounts, allowed: bool) -> NoticeStrip:
        strip = NoticeStrip(self._sentence(counts, allowed), self._second(counts, allowed), kind="info")
        text = self.tr("Treat it as plain text") if allowed else self.tr("Allow it")
        if len(counts) > 1:
            text = self.tr("Treat them as plain text") if allowed else self.tr("Allow them")
        self.link = strip.add_link(text, lambda: self.allow_requested.emit(not allowed))
        # A strip is by itself no higher than its hint, which knows nothing of lines that wrap.
        strip.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        strip.closed.connect(self._close)
        return strip

    def _make_refusal(self, counts: SpecialCounts) -> NoticeStrip:
        sentence = self.tr("Not encoded: {names} in the text.").format(names=_names(counts))
        second = self.tr("Special tokens are set to be an error, as in tiktoken.")
        strip = NoticeStrip(sentence, second, kind="error")
        several = len(counts) > 1
        plain = self.tr("Treat them as plain text") if several else self.tr("Treat it as plain text")
        self.link = strip.add_link(
            self.tr("Allow them") if several else self.tr("Allow it"), lambda: self.allow_requested.emit(True)
        )
        self.plain_link = strip.add_link(plain, lambda: self.allow_requested.emit(False))
        strip.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        strip.closed.connect(self._close)
        return strip

    def _sentence(self, counts: SpecialCounts, allowed: bool) -> str:
        names = _names(counts)
        if allowed and len(counts) == 1:
            return self.tr("{name} is treated as a special token.").format(name=names)
        if allowed:
            return self.tr("{names} are treated as special tokens.").format(names=names)
        if len(counts) == 1:
            return self.tr("{name} occurs in the text and was treated as plain text.").format(name=names)
        return self.tr("{names} occur in the text and were treated as plain text.").format(names=names)

    def _second(self, counts: SpecialCounts, allowed: bool) -> str:
        if allowed:
            return self.tr("One id each, wherever the text occurs.")
        if len(counts) > 1:
            return self.tr("A model would not see them as special tokens.")
        return self.tr("A model would not see it as the special token.")

    def _close(self) -> None:
        self._closed = self._said
        self._take_away()

    def _take_away(self) -> None:
        self._said = None
        if self._strip is not None:
            self._strip.hide()
            self._strip.deleteLater()
            self._strip = None
        self.hide()


def _names(counts: SpecialCounts) -> str:
    names = wording.listed(one_line(text, 32) for text, _ in counts[:3])
    if len(counts) > 3:
        text = QCoreApplication.translate("SpecialsStrip", "{names} and {n} more")
        names = text.format(names=names, n=wording.number(len(counts) - 3))
    return names


class SpecialsWatch:
    """Finds the special tokens in a text, says so in the strip, and marks those taken as plain text."""

    def __init__(
        self, strip: SpecialsStrip, mark: Callable[[list[tuple[int, int]]], object], parent: QObject
    ) -> None:
        self._strip, self._mark = strip, mark
        self._slices: Slices[Places] = Slices(parent)
        self._texts: tuple[str, ...] = ()

    def look(self, text: bytes, counts: SpecialCounts, allowed: bool, refused: bool = False) -> None:
        """Look at an encoded text: `counts` are the special tokens that were taken as plain text.

        Where all are `allowed` none was; then those found last are looked for. `refused` ones kept the text
        from being encoded.
        """
        names = self._texts if allowed else tuple(name for name, _ in counts)
        if not names:
            self._strip.show_found((), allowed)
            self._mark([])
            return

        def _looked(places: Places) -> None:
            self._texts = names
            there = tuple((name, len(spans)) for name, spans in places.items() if spans)
            self._strip.show_found(there, allowed, refused)
            self._mark([] if allowed else sorted(span for spans in places.values() for span in spans))

        self._slices.run(occurrences(text, names), _looked)

    def stop(self) -> None:
        """Look no further, as when the text changes."""
        self._slices.stop()


def occurrences(data: bytes, texts: Sequence[str]) -> Steps[Places]:
    """Find the texts in the bytes, the longer one where two begin at one place.

    Returns the places of each text, by position; none overlaps another.
    """
    matches: list[tuple[int, int, str]] = []
    for text in texts:
        needle = text.encode()
        for start in range(0, len(data) if needle else 0, _SCAN):
            matches.extend((*span, text) for span in _within(data, needle, start, start + _SCAN))
            yield
    places: Places = {text: [] for text in texts}
    done = 0
    for start, end, text in sorted(matches, key=lambda place: (place[0], -place[1])):
        if start >= done:
            places[text].append((start, end))
            done = end
    return places


def _within(data: bytes, needle: bytes, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Find what begins in [first, last)."""
    at = data.find(needle, first, last + len(needle) - 1)
    while at >= 0:
        yield at, at + len(needle)
        at = data.find(needle, at + len(needle), last + len(needle) - 1)
