"""What the dialogs that ask for a change have in common."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from workbench.engine.adapting.changes import Change
from workbench.widgets.controls import Button, Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline, fit_screen


class ChangeDialog(QDialog):
    """Asks for a change without blocking the window.

    A subclass adds its fields with `row` or `wide` and returns the change from `change`.

    Signals:
        chosen(object): the change.

    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.start = Button(self.tr("Add to the draft"), "primary")
        self._fields: list[QWidget] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.SPACE_4)
        self._grid.setVerticalSpacing(theme.SPACE_3)
        self._grid.setColumnStretch(1, 1)
        self._title, self._sentence = Label("", "heading"), Label("", "small", "text2")
        self._sentence.setWordWrap(True)
        body = QVBoxLayout()
        body.setContentsMargins(theme.SPACE_6, theme.SPACE_4, theme.SPACE_6, theme.SPACE_4)
        body.setSpacing(theme.SPACE_3)
        body.addWidget(self._title)
        body.addWidget(self._sentence)
        body.addLayout(self._grid, 100)
        body.addStretch(1)  # takes what the fields do not: else the heading would
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(body, 1)
        self.start.clicked.connect(self._choose)
        fit_screen(self, 480, 240)

    def open(self) -> None:
        """Show the dialog with the focus in the first field; the buttons follow in the tab order."""
        cancel = Button(self.tr("Cancel"))
        cancel.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.setContentsMargins(theme.SPACE_6, theme.SPACE_3, theme.SPACE_6, theme.SPACE_3)
        foot.setSpacing(theme.SPACE_2)
        foot.addStretch(1)
        for button in (cancel, self.start):
            foot.addWidget(button)
        self._column.addWidget(Hairline())
        self._column.addLayout(foot)
        super().open()
        for field in self._fields[:1]:
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            if isinstance(field, QAbstractSpinBox):
                field.selectAll()  # what is typed takes its place

    def set_head(self, title: str, sentence: str = "") -> None:
        """Set the heading."""
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self._title.setText(title)
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))

    def row(self, label: str, field: QWidget) -> QWidget:
        """Add a field with a label and return the label."""
        at = self._grid.rowCount()
        shown = Label(label)
        shown.setBuddy(field)
        field.setAccessibleName(label)
        self._fields.append(field)
        self._grid.addWidget(shown, at, 0)
        self._grid.addWidget(field, at, 1)
        return shown

    def wide(self, field: QWidget) -> None:
        """Add a field over the whole width."""
        self._fields.append(field)
        self._grid.addWidget(field, self._grid.rowCount(), 0, 1, 2)

    def change(self) -> Change | None:
        """Return the change, None while it is incomplete."""
        raise NotImplementedError

    def renew(self) -> None:
        """Enable the button if the change is complete."""
        self.start.setEnabled(self.change() is not None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Return choose."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose()
        else:
            super().keyPressEvent(event)

    def _choose(self) -> None:
        change = self.change()
        if change is not None:
            self.chosen.emit(change)
            self.accept()
