"""Words that are not everyday ones: a dotted line, one sentence, and the way to the manual.

The sentences are those of the manual's page of words, so that none is written twice.
"""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from workbench.widgets.labels import Label
from workbench.widgets.look.theme import current_theme
from workbench.widgets.manual_text import ENGLISH, anchor, headings_of, text_of, window_language

_SECTION = re.compile(r"^## (.+)\n\n((?:.+\n)+)", re.MULTILINE)
_FIRST = re.compile(r".*?(?:[.:;](?= [A-Z“]|$)|。)")  # the first sentence
_MARKS = re.compile(r"[*`]|\[([^]]*)\]\([^)]*\)")


class WordSignals(QObject):
    """Tells that the user wants to read more of a word.

    Signals:
        asked(str): the anchor of its heading on the page of words.

    """

    asked = Signal(str)


word_signals = WordSignals()


def sentences(language: str = "") -> dict[str, str]:
    """Return the first sentence of each word in a language, that of the window by default, by its anchor."""
    return _sentences(language or window_language())


@cache
def _sentences(language: str) -> dict[str, str]:
    page = text_of("words", language)
    words = map(anchor, headings_of(text_of("words", ENGLISH))[1:])
    texts = (_MARKS.sub(r"\1", " ".join(match[2].split())) for match in _SECTION.finditer(page))
    return {
        word: match[0] if (match := _FIRST.match(text)) else text
        for word, text in zip(words, texts, strict=True)
    }


@cache
def _named(language: str) -> dict[str, str]:
    """Return the anchors of words by their names in a language, which may be followed by the English ones."""
    words, heads = (headings_of(text_of("words", each))[1:] for each in (ENGLISH, language))
    return {head.partition("（")[0]: anchor(word) for word, head in zip(words, heads, strict=True)}


def word_of(name: str) -> str:
    """Return the anchor of the word that has this name in the language of the window, or nothing."""
    return _named(window_language()).get(name, "")


class WordLabel(Label):
    """A text with a dotted line: pointing at it says what it means, a click opens the manual there."""

    def __init__(
        self, text: str, word: str, role: str = "body", tone: str = "text", elided: bool = False,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        """Explain a `word` by the anchor of its heading on the manual's page; KeyError for an unknown one."""
        super().__init__(text, role, tone, elided, parent)
        self._word = word
        self.setCursor(Qt.CursorShape.WhatsThisCursor)
        self.setToolTip(self.tr("{sentence} Click to read more.").format(sentence=sentences()[word]))
        self.setAccessibleDescription(self.toolTip())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ask for the manual."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            word_signals.asked.emit(self._word)
        super().mouseReleaseEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, and the dotted line below."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setPen(QPen(current_theme().color("text2"), 1, Qt.PenStyle.DotLine))
        box, metrics = self.contentsRect(), self.fontMetrics()
        width = min(metrics.horizontalAdvance(self.text()), box.width())
        low = min(box.center().y() + metrics.height() // 2, self.height() - 1)
        painter.drawLine(QPoint(box.left(), low), QPoint(box.left() + width - 1, low))
