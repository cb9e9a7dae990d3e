"""Settings: one row each; a change holds at once and is kept. The rows are a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from workbench.settings import MOST_GIGABYTES, Settings
from workbench.widgets.controls import Button, Label, Segmented
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline

_WIDTH, _FIELD = 600, 240


class SettingsDialog(QDialog):
    """Shows the settings and changes them; the window behind it stays usable.

    Attributes:
        fields: the control of each setting, by its name in `Settings`.

    Signals:
        changed(str): a setting has another value.

    """

    changed = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Settings"))
        self.setAccessibleName(self.windowTitle())
        self._settings = settings
        self._showing = False
        self.fields: dict[str, QWidget] = {}
        self._show: dict[str, Callable[[], object]] = {}
        self._fault = Label("", "small", "danger")
        self._fault.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE_6, theme.SPACE_4, theme.SPACE_6, theme.SPACE_4)
        column.setSpacing(theme.SPACE_3)
        column.addLayout(self._rows())
        column.addWidget(self._fault)
        column.addStretch(1)
        column.addWidget(Hairline())
        column.addLayout(self._buttons())
        self.show_values()
        self.setMinimumSize(_WIDTH, column.totalHeightForWidth(_WIDTH))  # some lines are broken

    def _rows(self) -> QGridLayout:
        """Return a row for each setting: its name, its control, and below it a sentence."""
        keep = self._switch("keep_session", self.tr("Keep for the next start"))
        rows = (
            ("theme", self.tr("Theme"), self._choice("theme", self.tr("Theme"), (
                ("light", self.tr("Light")), ("dark", self.tr("Dark")), ("system", self.tr("System")))), ""),
            ("motion", self.tr("Motion"), self._choice("motion", self.tr("Motion"), (
                ("system", self.tr("As the system")), ("reduced", self.tr("Reduced")))),
             self.tr("Reduced: nothing fades or moves.")),
            ("keep_session", self.tr("Session"), keep,
             self.tr("Text, corpus and open tokenizers come back. If off, they are deleted when you quit; "
                     "unsaved training results are kept.")),
            ("memory_gigabytes", self.tr("Memory limit"), self._memory(),
             self.tr("What counting, training and encoding take as the memory of this computer.")),
            ("proxy", self.tr("Proxy for Fetch"), self._proxy(),
             self.tr("The address of a proxy without a password. If empty, the system's is used.")),
        )  # fmt: skip
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.SPACE_4)
        grid.setVerticalSpacing(theme.SPACE_1)
        grid.setColumnStretch(1, 1)
        for number, (name, title, field, hint) in enumerate(rows):
            label = Label(title, "medium")
            label.setBuddy(field)
            self.fields[name] = field
            grid.addWidget(label, 2 * number, 0)
            grid.addWidget(field, 2 * number, 1, Qt.AlignmentFlag.AlignLeft)
            below = Label(hint, "small", "text2")
            below.setWordWrap(True)
            below.setContentsMargins(0, 0, 0, theme.SPACE_3)
            field.setAccessibleDescription(hint)
            grid.addWidget(below, 2 * number + 1, 1)
            if not hint:
                below.hide()
        return grid

    def _choice(self, name: str, title: str, choices: tuple[tuple[str, str], ...]) -> Segmented:
        field = Segmented(choices, title)
        field.changed.connect(partial(self._set, name))
        self._show[name] = lambda: field.set_value(getattr(self._settings, name))
        return field

    def _switch(self, name: str, text: str) -> QCheckBox:
        field = QCheckBox(text)
        field.toggled.connect(partial(self._set, name))
        self._show[name] = lambda: field.setChecked(getattr(self._settings, name))
        return field

    def _memory(self) -> QSpinBox:
        field = QSpinBox()
        field.setRange(0, MOST_GIGABYTES)
        field.setSpecialValueText(self.tr("All of it"))
        field.setSuffix(self.tr(" GB"))
        field.setAccessibleName(self.tr("Memory limit"))
        field.setFixedWidth(_FIELD)
        field.valueChanged.connect(partial(self._set, "memory_gigabytes"))
        self._show["memory_gigabytes"] = lambda: field.setValue(self._settings.memory_gigabytes)
        return field

    def _proxy(self) -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText("http://proxy.example:8080")
        field.setAccessibleName(self.tr("Proxy for Fetch"))
        field.setFixedWidth(_FIELD)
        field.editingFinished.connect(lambda: self._set("proxy", field.text().strip()))
        self._show["proxy"] = lambda: field.setText(self._settings.proxy)
        return field

    def _buttons(self) -> QHBoxLayout:
        defaults = Button(self.tr("Restore defaults"), "flat")
        defaults.clicked.connect(self._restore)
        close = Button(self.tr("Close"))
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addWidget(defaults)
        row.addStretch(1)
        row.addWidget(close)
        return row

    def show_values(self) -> None:
        """Show the settings as they are now."""
        self._showing = True
        for show in self._show.values():
            show()
        self._showing = False

    def _set(self, name: str, value: object) -> None:
        if self._showing:
            return
        valid = self._settings.is_valid(name, value)
        if name == "proxy":
            self._fault.setVisible(not valid)
            said = self.tr("“{value}” is no address of a proxy. Example: http://proxy.example:8080")
            self._fault.setText("" if valid else said.format(value=value))
        if valid and value != getattr(self._settings, name):
            setattr(self._settings, name, value)
            self.changed.emit(name)

    def _restore(self) -> None:
        before = {name: getattr(self._settings, name) for name in self.fields}
        self._settings.reset(self.fields)
        self._fault.hide()
        self.show_values()
        for name, value in before.items():
            if getattr(self._settings, name) != value:
                self.changed.emit(name)
