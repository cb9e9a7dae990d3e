"""Shows one line of a file in each likely encoding, to choose from."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QRadioButton, QSizePolicy, QWidget

from workbench.panels.corpus.sources import encoding_name
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import token_font


class ReadingsChoice(QWidget):
    """Asks which reading of a line is the right one.

    Signals:
        chosen(str): an encoding.

    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[QRadioButton] = []
        self.lines: list[Label] = []
        self._readings: tuple[tuple[str, str], ...] = ()
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(lambda n: self.chosen.emit(self._readings[n][0]))
        self._grid = QGridLayout(self)
        margin = theme.PANEL_MARGIN
        self._grid.setContentsMargins(margin, theme.SPACE_2, margin, theme.SPACE_2)
        self._grid.setHorizontalSpacing(theme.SPACE_3)
        self._grid.setVerticalSpacing(theme.SPACE_1)
        self._grid.setColumnStretch(1, 1)
        question = self.tr("The encoding is uncertain. Which line is correct?")
        self._grid.addWidget(Label(question, "medium"), 0, 0, 1, 2)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def set_readings(self, readings: Sequence[tuple[str, str]]) -> None:
        """Offer (encoding, line), the first being used now; nothing is shown for none."""
        self.setVisible(bool(readings))
        self._readings = tuple(readings)
        while len(self.buttons) < len(readings):
            self._add_row()
        for n, (button, line) in enumerate(zip(self.buttons, self.lines, strict=True)):
            button.setVisible(n < len(readings))
            line.setVisible(n < len(readings))
            if n < len(readings):
                encoding, text = readings[n]
                button.setText(encoding_name(encoding))
                button.setChecked(n == 0)
                button.setAccessibleDescription(text)
                line.setText(text)
                line.setToolTip(text)

    def _add_row(self) -> None:
        n = len(self.buttons)
        button, line = QRadioButton(self), Label("", elided=True)
        line.setFont(token_font(13))
        line.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self._group.addButton(button, n)
        self._grid.addWidget(button, n + 1, 0)
        self._grid.addWidget(line, n + 1, 1)
        self.buttons.append(button)
        self.lines.append(line)
