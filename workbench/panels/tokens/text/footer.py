"""The line below the text: its oddities, and a hint while the text is short and plain.

The status bar says what is true of every text: its encoding and its line ends.
"""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from workbench.panels.tokens.text.facts_words import Remark, remarks
from workbench.panels.tokens.text.text_facts import TextFacts
from workbench.widgets.flow import FlowLayout
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.strips import Picture

HEIGHT, _ROW = 40, 24
SHORT = 2048  # bytes up to which the hint is shown


class TextFooter(QWidget):
    """Shows the hint, or the remarks on the text in rows, with warnings in `warn`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMinimumHeight(HEIGHT)
        self.setAccessibleName(self.tr("About the text"))
        self._hint = Label("", "small", "text2", elided=True)
        self._hint.setText(
            self.tr("Type, paste or drop a file here. Tab inserts a tab; F6 goes to the next panel.")
        )
        self._locked = self.tr("read-only over 64 MB")
        self._remarks = QWidget()
        self._flow = FlowLayout()
        self._flow.setSpacing(theme.SPACE_1)
        self._remarks.setLayout(self._flow)
        self._shown: tuple[list[Remark], bool, bool] = ([], False, True)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_2)
        row.setSpacing(theme.SPACE_3)
        row.addWidget(self._hint, 1)
        row.addWidget(self._remarks, 1)

    def show_facts(self, facts: TextFacts, read_only: bool) -> None:
        """Show what is odd, of a short text without oddities the hint; a long one needs no line."""
        said = [remark for remark in remarks(facts) if not remark.plain] if facts.n_bytes else []
        short = facts.n_bytes <= SHORT and not read_only and not said
        self._hint.setVisible(short)
        self._remarks.setVisible(not short)
        if (said, read_only, short) != self._shown:
            self._shown = said, read_only, short
            self._rebuild([] if short else said, read_only)
        self.setVisible(short or read_only or bool(said))

    def text(self) -> str:
        """Return what is shown, as one line."""
        said, read_only, short = self._shown
        shown = [self._hint.text()] if short else []
        shown += [remark.text for remark in said]
        return " · ".join([*shown, self._locked] if read_only else shown)

    def _rebuild(self, said: list[Remark], read_only: bool) -> None:
        while (item := self._flow.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for remark in said:
            self._flow.addWidget(_Said(remark, "warning" if remark.warning else ""))
        if read_only:
            self._flow.addWidget(_Said(Remark(self._locked), "lock"))

    def heightForWidth(self, width: int) -> int:
        """Return the height of the rows that a width asks for."""
        return max(HEIGHT, super().heightForWidth(width))

    def sizeHint(self) -> QSize:
        """Return the height of one row."""
        return QSize(super().sizeHint().width(), HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Let the panel be narrow."""
        return QSize(0, HEIGHT)


class _Said(QWidget):
    """A remark with its icon."""

    def __init__(self, remark: Remark, icon: str) -> None:
        super().__init__()
        tone = "warn" if remark.warning else "text2"
        self.setMinimumHeight(_ROW)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, theme.SPACE_3, 0)
        row.setSpacing(theme.SPACE_1)
        if icon:
            row.addWidget(Picture(icon, tone))
        row.addWidget(Label(remark.text, "small", tone))
