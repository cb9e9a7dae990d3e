"""The figures of the chat: all tokens, their origin, and how many fit into a model."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from workbench.panels.chat import words
from workbench.widgets import wording
from workbench.widgets.context_limit import ContextLimit
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font, theme_signals
from workbench.widgets.panel_parts import Figure, YieldingRow

HEIGHT = 56
_USUAL_LIMITS = (2048, 4096, 8192, 32_768, 131_072)
_SUGGESTED_LIMIT = 4096
_BAR, _LEGEND = 8, 20

Share = tuple[str, int]  # a role, or "template", and its tokens


class ChatCounts(YieldingRow):
    """The bar of figures: tokens, those of the messages, those of the template, and the limit.

    Where it is narrow, those of the messages are left out: they are the difference of the other two.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Counts"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.tokens = Figure(self.tr("tokens"))
        self.spare = self.messages = Figure(self.tr("in messages"))
        self.template = Figure(self.tr("in template"))
        self.limit = ContextLimit(_SUGGESTED_LIMIT, _USUAL_LIMITS)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.PANEL_MARGIN, 0, theme.PANEL_MARGIN, 0)
        row.setSpacing(theme.SPACE_4)
        for figure in (self.tokens, self.messages, self.template):
            row.addWidget(figure)
        row.addStretch(1)
        row.addWidget(self.limit)

    def show_counts(self, n_tokens: int | None, n_template: int | None) -> None:
        """Show tokens in all and those of the template; None if they cannot be determined."""
        self.tokens.set_value("–" if n_tokens is None else wording.number(n_tokens))
        known = n_tokens is not None and n_template is not None
        self.template.set_value(wording.number(n_template or 0) if known else "–")
        self.messages.set_value(wording.number((n_tokens or 0) - (n_template or 0)) if known else "–")

    def sizeHint(self) -> QSize:
        """Return the height of the bar."""
        return QSize(super().sizeHint().width(), max(HEIGHT, super().sizeHint().height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the hairline below."""
        QPainter(self).fillRect(0, self.height() - 1, self.width(), 1, current_theme().border)


class UsageBar(QWidget):
    """A bar whose parts are the tokens of each role and of the template, with a legend."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shares: tuple[Share, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Where the tokens go"))
        theme_signals.changed.connect(self.update)

    def show_shares(self, shares: Sequence[Share]) -> None:
        """Show (role, tokens), the template's last."""
        self._shares = tuple((name, n) for name, n in shares if n)
        said = wording.listed(f"{words.role(name)} {wording.number(n)}" for name, n in self._shares)
        self.setAccessibleDescription(said)
        self.setToolTip(said)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of bar and legend."""
        return QSize(200, _BAR + (theme.SPACE_2 + _LEGEND if self._shares else 0))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint bar and legend."""
        painter, now = QPainter(self), current_theme()
        whole = sum(n for _, n in self._shares)
        if not whole:
            draw_box(painter, QRectF(0, 0, self.width(), _BAR), _BAR / 2, now.border, None)
            return
        room = self.width() - 2 * (len(self._shares) - 1)
        x, legend_x = 0.0, 0.0
        painter.setFont(interface_font("small"))
        metrics = QFontMetricsF(painter.font())
        for number, (name, n) in enumerate(self._shares):
            width = max(room * n / whole, 3)
            _sample(painter, QRectF(x, 0, width, _BAR), name, number)
            x += width + 2
            text = f"{words.role(name)} {wording.number(n)}"
            needed = 14 + metrics.horizontalAdvance(text) + theme.SPACE_4
            if legend_x + needed - theme.SPACE_4 > self.width():
                continue
            top = _BAR + theme.SPACE_2
            _sample(painter, QRectF(legend_x, top + 6, 8, 8), name, number)
            painter.setPen(now.text2)
            painter.drawText(QRectF(legend_x + 14, top, needed, _LEGEND), Qt.AlignmentFlag.AlignVCenter, text)
            legend_x += needed


def _sample(painter: QPainter, box: QRectF, name: str, number: int) -> None:
    """Paint a part: roles in grays, the template as it is tinted in the text."""
    now = current_theme()
    if name == "template":
        draw_box(painter, box, min(4.0, box.width() / 2), now.soft, now.accent)
        return
    gray = QColor(now.text2)
    gray.setAlphaF(max(1.0 - 0.28 * number, 0.25))
    draw_box(painter, box, min(4.0, box.width() / 2), gray, None)
