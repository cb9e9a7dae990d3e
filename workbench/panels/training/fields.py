"""The rows of the training options: a number, a pattern, a choice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QLocale, QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from workbench.panels.training.presets import number_ways, ties
from workbench.widgets.calm_fields import CalmWheel
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.words import WordLabel

FIELD_WIDTH = 112
_MOST_LINES = 12  # of a pattern, before it scrolls
# The application's style sheet styles every line edit as a field, also the one inside a spin box.
_BARE_EDIT = "border: none; padding: 0; min-height: 0; background: transparent;"
_READ_ONLY = """
QAbstractSpinBox { border: none; padding: 0; background: transparent; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; }
QAbstractSpinBox::up-arrow, QAbstractSpinBox::down-arrow { width: 0; image: none; }
"""


def _dress(field: QSpinBox | QDoubleSpinBox, name: str, zero_text: str) -> None:
    """Style the field of a number."""
    here = QLocale()
    field.setLocale(QLocale(QLocale.Language.English) if here.language() == QLocale.Language.C else here)
    field.setSpecialValueText(zero_text)
    # Not NoButtons: with a style sheet Qt then makes the field one pixel wide.
    field.setAlignment(Qt.AlignmentFlag.AlignRight)
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.setFixedSize(FIELD_WIDTH, theme.CONTROL_HEIGHT)
    field.setAccessibleName(name)
    field.lineEdit().setStyleSheet(_BARE_EDIT)
    field.lineEdit().setAcceptDrops(False)


class _Number(CalmWheel):
    """What both fields of a number can do."""

    def set_locked(self: QSpinBox | QDoubleSpinBox, locked: bool) -> None:  # type: ignore[misc]
        """Show the number as plain text that cannot be changed, or as a field again."""
        self.setReadOnly(locked)
        self.lineEdit().deselect()
        self.setStyleSheet(_READ_ONLY if locked else "")


class NumberField(_Number, QSpinBox):
    """A number with its digits grouped; the wheel turns it only while it has the focus."""

    def __init__(self, name: str, low: int, high: int, zero_text: str = "") -> None:
        super().__init__()
        _dress(self, name, zero_text)
        self.setRange(low, high)
        self.setGroupSeparatorShown(True)
        self.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)

    def setValue(self, value: int) -> None:
        """Show a number, or the nearest of the range: Qt's own takes only 32 bits."""
        super().setValue(min(max(value, self.minimum()), self.maximum()))


class ShareField(_Number, QDoubleSpinBox):
    """A share in percent; the wheel turns it only while it has the focus."""

    def __init__(self, name: str, low: float, high: float, decimals: int, zero_text: str = "") -> None:
        """Take the name, the range in percent, the decimals, and the text for the lowest share."""
        super().__init__()
        _dress(self, name, zero_text)
        self.setDecimals(decimals)
        self.setRange(low, high)
        self.setSingleStep(5 / 10**decimals)
        self.setSuffix(self.tr(" %", "a share"))

    def share(self) -> float:
        """Return the share, 0 to 1."""
        return round(self.value() / 100, 9)

    def set_share(self, share: float) -> None:
        """Show a share."""
        self.setValue(100 * share)


class MonoField(QLineEdit):
    """A line of token text; sunken while it is read-only."""

    def __init__(self, name: str, text: str = "") -> None:
        super().__init__(text)
        self.setAcceptDrops(False)  # a dropped file is for the corpus; its path is no token
        self.setFont(theme.token_font(12))
        self.setAccessibleName(name)
        theme.theme_signals.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        now = theme.current_theme()
        look = f"background: {now.sunken.name()}; border-color: {now.border.name()}"
        self.setStyleSheet(f"QLineEdit:read-only {{ {look} }}")


class SunkenText(CalmWheel, QPlainTextEdit):
    """A text that is sunken while it can only be read."""

    def _restyle(self) -> None:
        now = theme.current_theme()
        look = f"background: {now.sunken.name()}; border-color: {now.border.name()}"
        self.setStyleSheet(f"QPlainTextEdit {{ {look} }}" if self.isReadOnly() else "")


class PatternField(SunkenText):
    """A split pattern, whole: broken over as many lines as it needs; sunken while it can only be read.

    Signals:
        text_edited(str): the user has edited the text.

    """

    text_edited = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._setting = False
        self.setAcceptDrops(False)  # a dropped file is for the corpus; its path is no pattern
        self.setTabChangesFocus(True)
        self.setFont(theme.token_font(12))
        self.setAccessibleName(name)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.textChanged.connect(self._tell)
        theme.theme_signals.changed.connect(self._restyle)
        self._restyle()
        self._fit()

    def text(self) -> str:
        """Return the pattern."""
        return self.toPlainText()

    def set_text(self, text: str) -> None:
        """Show a pattern."""
        if text != self.text():
            self._setting = True
            self.setPlainText(text)
            self._setting = False

    def set_read_only(self, read_only: bool) -> None:
        """Make it read-only or editable."""
        self.setReadOnly(read_only)
        self._restyle()

    def _tell(self) -> None:
        if not self._setting:
            self.text_edited.emit(self.text())

    def _fit(self) -> None:
        wanted = self.blockBoundingRect(self.document().firstBlock()).height()
        most = _MOST_LINES * self.fontMetrics().lineSpacing()
        off, needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setVerticalScrollBarPolicy(needed if wanted > most else off)
        edges = self.contentsMargins().top() + self.contentsMargins().bottom()
        self.setFixedHeight(math.ceil(min(wanted, most) + 2 * self.document().documentMargin() + edges))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the height to the lines of the pattern in the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste as one line, since a pattern is one."""
        self.insertPlainText(source.text().replace("\r", "").replace("\n", ""))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ignore Return, which would start a new line."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
        else:
            super().keyPressEvent(event)


def labeled(name: str, field: QWidget, tooltip: str, word: str = "") -> QHBoxLayout:
    """Return a row with the name at the left and the field at the right; it may explain a `word`."""
    make = partial(WordLabel, word=word) if word else Label
    label = make(name, tone="text2", elided=True)
    field.setToolTip(tooltip)
    if not word:
        label.setToolTip(tooltip)
    label.setBuddy(field)
    row = QHBoxLayout()
    row.setSpacing(theme.SPACE_2)
    row.addWidget(label, 1)
    row.addWidget(field)
    return row


class Choice(CalmWheel, QComboBox):
    """One of several ways; the wheel turns it only while it has the focus.

    Signals:
        changed(): another way was chosen.

    """

    changed = Signal()

    def __init__(self, name: str, rows: Sequence[tuple[str, str, str]]) -> None:
        """Take the name, and (key, text, tooltip) of each way."""
        super().__init__()
        self.setAccessibleName(name)
        self.view().setAccessibleName(self.accessibleName())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for key, text, detail in rows:
            self.addItem(text, key)
            self.setItemData(self.count() - 1, detail, Qt.ItemDataRole.ToolTipRole)
        self.currentIndexChanged.connect(lambda _: self.changed.emit())

    def set_locked(self, locked: bool) -> None:
        """Lock or unlock the choice."""
        self.setEnabled(not locked)

    def value(self) -> str:
        """Return the key of the chosen way."""
        return str(self.currentData())

    def set_value(self, key: str) -> None:
        """Choose a way by its key; KeyError for an unknown one."""
        if (at := self.findData(key)) < 0:
            raise KeyError(key)
        self.setCurrentIndex(at)


class TieChoice(Choice):
    """The choice of the tie rule: which of two equally frequent pairs is merged first."""

    def __init__(self) -> None:
        super().__init__(self.tr("When two pairs are equally frequent"), ties())


class NumbersChoice(Choice):
    """The choice of how the split pattern cuts numbers."""

    def __init__(self) -> None:
        super().__init__(self.tr("How numbers are cut"), number_ways())
