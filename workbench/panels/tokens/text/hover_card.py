"""The card next to the token under the pointer: its details, position and count.

It takes no focus and no clicks and is a child of the window, so that it is never below the dock it
belongs to. The keyboard finds the same facts in the Selected token panel.
"""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from workbench.display.marks import one_line, visible
from workbench.panels.tokens.text import occurrence_words
from workbench.panels.tokens.text.selection import Occurrence
from workbench.widgets import wording
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font, token_font
from workbench.widgets.vocabulary import Vocabulary

CARD = QSize(304, 132)
WIDEST = 560  # of a card with places far into a large text
SHADOW = 8  # room around the card in which its shadow is painted
GAP = 8  # between token and card
FADE_MILLISECONDS = 80
_VALUES = 104  # where the values begin
_EDGE = 16  # between the words and the sides of the card
_HEX_SHOWN = 64


class HoverCard(QWidget):
    """Shows one `Occurrence`; hidden until it is shown next to a token."""

    def __init__(self, window: QWidget) -> None:
        """Make a card that floats over `window`."""
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Token under the pointer"))
        self._title = self._id = self._hint = ""
        self._rows: tuple[tuple[str, str, QFont], ...] = ()
        self._opacity = 1.0
        self._card = CARD
        self._anchor = QRect(), QPoint()  # the box that it is next to, and the pointer
        self._fade = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=FADE_MILLISECONDS)
        self._fade.valueChanged.connect(self._set_opacity)
        self._fit()
        self.hide()

    # --- what it says

    def set_occurrence(
        self, occurrence: Occurrence, vocabulary: Vocabulary | None, n_tokens: int = 1
    ) -> None:
        """Say what is known of a token; may be called again as more becomes known.

        `n_tokens` share the box that is pointed at, a character that several tokens split.
        """
        row = vocabulary.row_of(occurrence.token_id) if vocabulary is not None else None
        written = occurrence.token if vocabulary is None or row is None else vocabulary.spelling(row)
        self._title = one_line(visible(written), 40)
        self._hint = self.tr("Click to select · Alt+← → step through tokens")
        if n_tokens > 1:
            shared = wording.plural(n_tokens, "1 of %n token", "1 of %n tokens", "HoverCard")
            # The badge says ×3.
            self._hint = self.tr("{shared} of this character · Alt+→ next").format(shared=shared)
        self._id = self.tr("id {id}").format(id=wording.number(occurrence.token_id))
        shown = occurrence.token[:_HEX_SHOWN].hex(" ").upper()
        bold = interface_font("medium")
        rows = [(self.tr("Bytes"), shown, token_font(13))]
        if occurrence.span is not None:
            rows.append((self.tr("Bytes of text"), occurrence_words.places(occurrence), bold))
        rows.append((self.tr("In this text"), self._count_and_rank(occurrence, vocabulary), bold))
        self._rows = tuple(rows)
        self._fit()
        facts = [f"{name}: {value}" for name, value, _ in rows]
        self.setAccessibleDescription(wording.clauses([self._title, self._id, *facts]))
        self.update()

    def _fit(self) -> None:
        """Fit the width to its places and counts; longer bytes are in the Selected token panel."""
        needs = (QFontMetricsF(font).horizontalAdvance(value) for _, value, font in self._rows[1:])
        width = _VALUES + ceil(max(needs, default=0)) + _EDGE
        self._card = QSize(min(max(width, CARD.width()), WIDEST), CARD.height())
        self.setFixedSize(self._card + QSize(2 * SHADOW, 2 * SHADOW))
        if self.isVisible():
            self._place()

    def lines(self) -> list[str]:
        """Return the text of the card, line by line."""
        return [f"{self._title} {self._id}", *(f"{name} {value}" for name, value, _ in self._rows)]

    def _count_and_rank(self, occurrence: Occurrence, vocabulary: Vocabulary | None) -> str:
        count = occurrence_words.count(occurrence)
        rank = occurrence_words.rank(vocabulary, occurrence.token_id)
        if rank:
            row = vocabulary.row_of(occurrence.token_id) if vocabulary is not None else None
            if vocabulary is not None and row is not None and vocabulary.score(row) is not None:
                return self.tr("{count}, score {score}").format(count=count, score=rank)
            return self.tr("{count}, rank {rank}").format(count=count, rank=rank)
        return count

    # --- where it is

    def show_beside(self, token: QRect, pointer: QPoint) -> None:
        """Appear below a token, or above if there is no room; never under the pointer.

        `token` is the box of it that is pointed at, and `pointer` the place, both in the window.
        """
        if self.parentWidget() is None:
            return
        self._anchor = token, pointer
        self._place()
        self.raise_()
        if not self.isVisible():
            self._appear()

    def _place(self) -> None:
        window = self.parentWidget()
        if window is not None:
            place = card_place(window.rect(), *self._anchor, self._card)
            self.move(place.topLeft() - QPoint(SHADOW, SHADOW))

    def _appear(self) -> None:
        self._fade.stop()
        if theme.reduced_motion():
            self._opacity = 1.0
        else:
            self._fade.start()
        self.show()
        if self.isHidden():
            # Before it shows a widget Qt lays out its window; where that moved the text, the card was hidden
            # meanwhile, and is shown all the same. Qt would take it for hidden and never hide the card.
            self.show()
            self.hide()

    def _set_opacity(self, opacity: float) -> None:
        self._opacity = opacity
        self.update()

    # --- how it looks

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint shadow, card and rows."""
        painter = QPainter(self)
        painter.setOpacity(self._opacity)
        now = current_theme()
        box = QRectF(self.rect()).adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW)
        for spread in range(SHADOW, 0, -2):
            shadow = QColor(0, 0, 0, 12 if now.is_dark else 5)
            draw_box(painter, box.adjusted(-spread, 2 - spread, spread, spread), 8 + spread, shadow, None)
        draw_box(painter, box, theme.PANEL_RADIUS, now.surface, now.button_edge)
        painter.translate(box.topLeft())
        self._paint_head(painter)
        for number, (name, value, font) in enumerate(self._rows):
            self._paint_row(painter, 40 + 22 * number, name, value, font)
        painter.fillRect(1, 107, self._card.width() - 2, 1, now.border)
        painter.setFont(interface_font("small"))
        painter.setPen(now.text2)
        _draw_elided(painter, _line(_EDGE, 108, self._card.width() - 2 * _EDGE, 23), self._hint)

    def _paint_head(self, painter: QPainter) -> None:
        painter.setPen(current_theme().text)
        painter.setFont(interface_font("title"))
        id_width = painter.fontMetrics().horizontalAdvance(self._id)
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        width = self._card.width() - 2 * _EDGE
        painter.drawText(_line(_EDGE, 10, width, 24), right, self._id)
        painter.setFont(token_font(16))
        _draw_elided(painter, _line(_EDGE, 10, width - id_width - 12, 24), self._title)

    def _paint_row(self, painter: QPainter, top: int, name: str, value: str, font: QFont) -> None:
        painter.setFont(interface_font("body"))
        painter.setPen(current_theme().text2)
        painter.drawText(_line(_EDGE, top, _VALUES - 20, 20), Qt.AlignmentFlag.AlignVCenter, name)
        painter.setFont(font)
        painter.setPen(current_theme().text)
        _draw_elided(painter, _line(_VALUES, top, self._card.width() - _EDGE - _VALUES, 20), value)


def _line(left: int, top: int, width: int, height: int) -> QRectF:
    return QRectF(left, top, width, height)


def _draw_elided(painter: QPainter, box: QRectF, text: str) -> None:
    metrics = QFontMetricsF(painter.font())
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)


def card_place(window: QRect, token: QRect, pointer: QPoint, card: QSize = CARD) -> QRect:
    """Return where the card is in a window: below the token if it fits there, else above.

    Its left edge is the token's, moved so that the card stays in the window; where neither side has
    room, it is next to the pointer.
    """
    left = min(max(token.left() - GAP, window.left() + GAP), window.right() - GAP - card.width())
    below = QRect(QPoint(left, token.bottom() + GAP), card)
    above = QRect(QPoint(left, token.top() - GAP - card.height()), card)
    for place in (below, above):
        if window.contains(place) and not place.contains(pointer):
            return place
    top = min(max(pointer.y() - card.height() // 2, window.top() + GAP), window.bottom() - card.height())
    x = pointer.x() + 2 * GAP
    if x + card.width() > window.right():
        x = pointer.x() - 2 * GAP - card.width()
    return QRect(QPoint(x, top), card)
