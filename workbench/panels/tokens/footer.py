"""The line below the text: how to begin while it is short, what is odd about it when it is not."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from workbench.panels.tokens.facts_words import Remark, remarks
from workbench.panels.tokens.text_facts import TextFacts
from workbench.widgets import theme
from workbench.widgets.labels import Label
from workbench.widgets.strips import Picture
from workbench.widgets.theme import current_theme

HEIGHT = 40
LONG = 10  # characters from which a remark gives way where there is no room
LEAST = 36  # pixels that are left of it
SHORT = 2048  # up to here the hint is shown


class TextFooter(QWidget):
    """Shows the hint, or the remarks on the text with what asks for attention in `warn`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("About the text"))
        self._hint = Label("", "small", "text2", elided=True)
        self._hint.setText(
            self.tr("Type, paste or drop a file here. Tab types a tab, F6 goes to the next panel.")
        )
        self._remarks = QHBoxLayout()
        self._remarks.setSpacing(theme.SPACE_3)
        self._labels: list[Label] = []
        self._shown: tuple[list[Remark], bool] = ([], False)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(theme.PANEL_MARGIN, 0, theme.PANEL_MARGIN, 0)
        self._row.setSpacing(theme.SPACE_3)
        self._row.addWidget(self._hint, 1)
        self._row.addLayout(self._remarks, 1)

    def show_facts(self, facts: TextFacts, read_only: bool) -> None:
        """Show the hint for a short text without oddities, else what there is to say."""
        said = remarks(facts)
        short = facts.n_bytes <= SHORT and not read_only and not any(remark.warning for remark in said)
        self._hint.setVisible(short)
        wanted = ([] if short else said, read_only)
        if wanted != self._shown:
            self._shown = wanted
            self._rebuild(*wanted)

    def text(self) -> str:
        """Return what is shown, as one line."""
        if not self._hint.isHidden():
            return self._hint.text()
        return " · ".join(label.text() for label in self._labels)

    def _rebuild(self, said: list[Remark], read_only: bool) -> None:
        while (item := self._remarks.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._labels = []
        for number, remark in enumerate(said):
            if number:
                self._remarks.addWidget(_Divider())
            self._add(remark)
        if said:  # else the hint has the whole row
            self._remarks.addStretch(1)
        if read_only:
            self._add(Remark(self.tr("read-only over 64 MB")), "lock")

    def _add(self, remark: Remark, icon: str = "") -> None:
        tone = "warn" if remark.warning else "text2"
        if remark.warning or icon:
            self._remarks.addWidget(Picture(icon or "warning", tone))
        long = len(remark.text) > LONG
        label = Label(remark.text, "small", tone, elided=long)
        if long:
            label.setMinimumWidth(LEAST)
        label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        label.setToolTip(remark.text)
        self._labels.append(label)
        self._remarks.addWidget(label)

    def sizeHint(self) -> QSize:
        """Return the height of a footer."""
        return QSize(super().sizeHint().width(), max(HEIGHT, super().sizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        """Let the remarks be cut before the panel is kept wide."""
        return QSize(0, self.sizeHint().height())


class _Divider(QWidget):
    """A short vertical line between two remarks."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(1, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line."""
        QPainter(self).fillRect(self.rect(), current_theme().border)
