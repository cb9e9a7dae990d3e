"""How the card of a compared tokenizer looks, by how much room it has."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from workbench.panels.compare import colors
from workbench.panels.compare.words import LOST
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font

HEIGHT = 56
BADGE = 32
SMALL_TOP = 27  # where the lower line of a narrow card begins
LEAST = 56  # least pixels of a card
NAMED = 190  # pixels, from which the card has a line for each fact
ROLES = ("title", "small", "tiny")  # of a number in a narrow card, the first where there is room

Fit = tuple[str, bool]  # the font of the number in a narrow card, and whether it is below the letter


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What a card shows.

    Attributes:
        place: among the cards.
        name: of the tokenizer; small_name: where there is little room.
        fact, size: about its vocabulary, with many words and with few.
        count: of the tokens of the text, or why it is unknown.
        is_lossy: these do not give the text back.

    """

    place: int = 0
    name: str = ""
    small_name: str = ""
    fact: str = ""
    size: str = ""
    count: str = ""
    is_lossy: bool = False

    @property
    def marked_count(self) -> str:
        """The number of tokens as it is shown, marked where these do not give the text back."""
        return LOST + self.count if self.is_lossy and self.count else self.count


def paint_wide(painter: QPainter, facts: CardFacts, width: int, is_being_named: bool) -> None:
    """Paint badge, name and number; the badge alone where a field for the name is over the rest."""
    badge = QRectF(theme.SPACE_2, (HEIGHT - BADGE) / 2, BADGE, BADGE)
    _paint_badge(painter, badge, facts.place)
    if not is_being_named:
        room = _paint_count(painter, facts, width) if facts.count else 0
        left = badge.right() + theme.SPACE_2
        _paint_name(painter, facts, QRectF(left, 9, width - left - room - theme.SPACE_2 - 4, 18))


def _paint_count(painter: QPainter, facts: CardFacts, width: int) -> int:
    """Paint the number of tokens; return its width."""
    now, right = current_theme(), Qt.AlignmentFlag.AlignRight
    unit = _tr("not ranked") if facts.is_lossy else _tr("tokens here")
    texts = ("figure", facts.marked_count), ("tiny", unit)
    widths = (QFontMetrics(interface_font(role)).horizontalAdvance(text) for role, text in texts)
    room = max(widths) + theme.SPACE_2
    box = QRectF(width - room - theme.SPACE_2, 8, room, 26)
    painter.setFont(interface_font("figure"))
    painter.setPen(now.text)
    painter.drawText(box, right | Qt.AlignmentFlag.AlignVCenter, facts.marked_count)
    painter.setFont(interface_font("tiny"))
    painter.setPen(now.warn if facts.is_lossy else now.text2)
    painter.drawText(box.translated(0, 24), right, unit)
    return room


def paint_small(painter: QPainter, facts: CardFacts, width: int, fit: Fit) -> None:
    """Paint a card among many: letter and number above, the name below; or the number, if it is long."""
    now, middle = current_theme(), Qt.AlignmentFlag.AlignVCenter
    _paint_badge(painter, QRectF(6, 6, 20, 20), facts.place)
    above, below = QRectF(30, 6, width - 36, 20), QRectF(6, 30, width - 12, 20)
    role, is_below = fit
    painter.setPen(now.warn if facts.is_lossy else now.text)
    painter.setFont(interface_font(role))
    painter.drawText(
        below.adjusted(-2, 0, 2, 0) if is_below else above,
        middle | Qt.AlignmentFlag.AlignRight,
        small_count(facts, width, fit),
    )
    painter.setFont(interface_font("tiny"))
    painter.setPen(now.text2)
    box = above if is_below else below
    room = int(box.width())
    shown = painter.fontMetrics().elidedText(facts.small_name, Qt.TextElideMode.ElideMiddle, room)
    painter.drawText(box, middle, shown)


def room_for_count(width: int, is_below: bool) -> int:
    """Return the pixels that a narrow card has for its number."""
    return width - (8 if is_below else 36)


def small_count(facts: CardFacts, width: int, fit: Fit) -> str:
    """Return the number of a card among many; what is cut has a mark."""
    role, is_below = fit
    metrics, room = QFontMetrics(interface_font(role)), room_for_count(width, is_below)
    return metrics.elidedText(facts.marked_count, Qt.TextElideMode.ElideRight, room)


def _paint_badge(painter: QPainter, badge: QRectF, place: int) -> None:
    now = current_theme()
    draw_box(painter, badge, theme.TOKEN_RADIUS, colors.fill(now, place), None)
    line = QRectF(badge.left() + 1, badge.bottom() - 3, badge.width() - 2, 3)
    painter.fillRect(line, colors.line(now, place))
    painter.setFont(interface_font("title"))
    painter.setPen(now.text)
    painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, colors.letter(place))


def _paint_name(painter: QPainter, facts: CardFacts, box: QRectF) -> None:
    now = current_theme()
    room = QFontMetrics(interface_font("small")).horizontalAdvance
    marked = (_marked(facts, facts.fact), _marked(facts, facts.size))
    fact = next((fact for fact in marked if room(fact) <= box.width()), facts.size)
    for text, font, ink, top in (
        (facts.name, "title", now.text, 0), (fact, "small", now.text2, 20),
    ):  # fmt: skip
        painter.setFont(interface_font(font))
        painter.setPen(ink)
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
        painter.drawText(box.translated(0, top), Qt.AlignmentFlag.AlignVCenter, shown)


def _marked(facts: CardFacts, fact: str) -> str:
    """Return a fact, for the first tokenizer with the word for the reference."""
    return fact if facts.place else _tr("reference · {fact}").format(fact=fact)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Card", text)
