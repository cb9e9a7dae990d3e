"""Texts that only say something, and the rounded box that everything is drawn in."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QLabel, QSizePolicy, QToolTip, QWidget

from workbench.widgets.look.theme import current_theme, interface_font


def draw_box(
    painter: QPainter, box: QRectF, radius: float, fill: QColor | None, edge: QColor | None, width: float = 1
) -> None:
    """Draw a rounded box whose edge is inside `box`; None leaves the fill or the edge out."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(edge, width) if edge is not None else Qt.PenStyle.NoPen)
    inset = width / 2 if edge is not None else 0
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), radius - inset, radius - inset)


class Label(QLabel):
    """A text in a role of the interface font and a color role; `elided` ones give way, with "…".

    Where one is cut, its tooltip says it whole, unless it has another.

    Attributes:
        shorter: what an elided one shows where its text has no room: the first of these texts that has; where
            none has, the last one cut.

    """

    def __init__(
        self, text: str = "", role: str = "body", tone: str = "text", elided: bool = False,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(text, parent)
        self._elided = elided
        self._tone = tone
        self.shorter: Sequence[str] = ()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(interface_font(role))
        self.setProperty("tone", tone)
        if elided:
            self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def set_tone(self, tone: str) -> None:
        """Change the color role."""
        if tone != self._tone:
            self._tone = tone
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)

    def minimumSizeHint(self) -> QSize:
        """Return nothing for an elided label, else what the text needs."""
        hint = super().minimumSizeHint()
        return QSize(0, hint.height()) if self._elided else hint

    def event(self, event: QEvent) -> bool:
        """Say the whole text where the user points at one that is cut."""
        if isinstance(event, QHelpEvent) and self._elided and not self.toolTip():
            QToolTip.showText(event.globalPos(), self.text() if self._is_cut() else "", self)
            return True
        return super().event(event)

    def _is_cut(self) -> bool:
        return not self._fits(self.text())

    def _fits(self, text: str) -> bool:
        return self.fontMetrics().horizontalAdvance(text) <= self.contentsRect().width()

    def shown(self) -> str:
        """Return what an elided label shows."""
        texts = (self.text(), *self.shorter)
        for text in texts:
            if self._fits(text):
                return text
        text = texts[-1]
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, self.contentsRect().width())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, cut with "…" where it is elided."""
        if not self._elided:
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setPen(current_theme().color(self._tone))
        painter.setFont(self.font())
        alignment = int(self.alignment() | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(self.contentsRect(), alignment, self.shown())


class CopiedLabel(Label):
    """A text that wraps, and that mouse or keyboard select and copy."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setAccessibleName(name)
        self.setWordWrap(True)
        by_mouse, by_keys = (
            Qt.TextInteractionFlag.TextSelectableByMouse, Qt.TextInteractionFlag.TextSelectableByKeyboard
        )  # fmt: skip
        self.setTextInteractionFlags(by_mouse | by_keys)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # by itself Qt lets only a click come here

    def select_all(self) -> None:
        """Select the text."""
        self.setSelection(0, len(self.text()))

    def copy(self) -> None:
        """Copy what is selected, or all."""
        chosen = self.selectedText().replace("\u2028", "\n").replace("\u2029", "\n")
        QApplication.clipboard().setText(chosen or self.text())


class Badge(QLabel):
    """A quiet pill that only says something, as "merge" next to a token."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setFont(interface_font("tiny"))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the pill, 20 high."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 16, max(20, metrics.height() + 4))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pill."""
        now = current_theme()
        painter = QPainter(self)
        draw_box(painter, QRectF(self.rect()), self.height() / 2, now.sunken, now.border)
        painter.setPen(now.text2)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
