"""Settings: one row each; a change holds at once and is kept. The rows are a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from workbench.settings import (
    LARGEST_TOKENS,
    MOST_GIGABYTES,
    SIZES,
    SMALLEST_TOKENS,
    Settings,
)
from workbench.widgets.calm_fields import CalmChoice, CalmSpinBox
from workbench.widgets.controls import Button, Label, Segmented
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline, fit_screen

_WIDTH, _FIELD = 640, 240


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
        self._showing = True  # a field that is given its range says that it has another value
        self.fields: dict[str, QWidget] = {}
        self._show: dict[str, Callable[[], object]] = {}
        self._fault = Label("", "small", "danger")
        self._fault.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE_6, theme.SPACE_4, theme.SPACE_6, theme.SPACE_4)
        column.setSpacing(theme.SPACE_3)
        self._body = QWidget()
        self._body.setLayout(self._rows())
        self._area = QScrollArea()  # in a large size, or on a small screen, it is higher than the screen
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self._body)
        column.addWidget(self._area, 1)
        column.addWidget(self._fault)
        column.addWidget(Hairline())
        column.addLayout(self._buttons())
        self.show_values()
        self._fit()
        self.fields["theme"].setFocus()

    def _fit(self) -> None:
        """Be as high as the rows, or as the screen."""
        width = max(_WIDTH, self._body.minimumSizeHint().width() + 2 * theme.SPACE_6)
        self._body.setMinimumHeight(self._body.heightForWidth(width - 2 * theme.SPACE_6))
        rest = self.minimumSizeHint().height() - self._area.minimumSizeHint().height()
        fit_screen(self, width, self._body.minimumHeight() + rest)

    def _rows(self) -> QGridLayout:
        """Return a row for each setting: its name, its control, and below it a sentence."""
        keep = self._switch("keep_session", self.tr("Keep for the next start"))
        rows = (
            ("language", self.tr("Language"), self._choice("language", self.tr("Language"), (
                ("system", self.tr("System")), ("en", "English"), ("zh_CN", "简体中文"))),
             self.tr("Of the window, from the next start on.")),
            ("theme", self.tr("Theme"), self._choice("theme", self.tr("Theme"), (
                ("light", self.tr("Light")), ("dark", self.tr("Dark")), ("system", self.tr("System")))), ""),
            ("size", self.tr("Size"), self._size(),
             self.tr("Of the whole window. 150 % is the presentation size.")),
            ("token_zoom", self.tr("Size of tokens"), self._zoom(), ""),
            ("token_font", self.tr("Font of tokens"), self._font(),
             self.tr("For tokens, bytes and ids. Characters it lacks are shown in other fonts.")),
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

    def _size(self) -> Segmented:
        sizes = {str(percent): f"{percent} %" for percent in SIZES}
        field = Segmented(tuple(sizes.items()), self.tr("Size"))
        field.changed.connect(lambda size: self._set("size", int(size)))
        self._show["size"] = lambda: field.set_value(
            min(sizes, key=lambda size: abs(int(size) - self._settings.size))
        )
        return field

    def _zoom(self) -> QSpinBox:
        field = self._number("token_zoom", self.tr("Size of tokens"), self.tr(" %"))
        field.setRange(SMALLEST_TOKENS, LARGEST_TOKENS)
        field.setSingleStep(10)
        return field

    def _memory(self) -> QSpinBox:
        field = self._number("memory_gigabytes", self.tr("Memory limit"), self.tr(" GB"))
        field.setRange(0, MOST_GIGABYTES)
        field.setSpecialValueText(self.tr("All of it"))
        return field

    def _number(self, name: str, title: str, unit: str) -> QSpinBox:
        field = CalmSpinBox()
        field.setSuffix(unit)
        field.setAccessibleName(title)
        field.setFixedWidth(_FIELD)
        field.lineEdit().setTextMargins(theme.SPACE_2, 0, 0, 0)  # Qt leaves the padding of a style sheet out
        field.valueChanged.connect(partial(self._set, name))
        self._show[name] = lambda: field.setValue(getattr(self._settings, name))
        return field

    def _font(self) -> QComboBox:
        field = CalmChoice()
        field.setAccessibleName(self.tr("Font of tokens"))
        field.view().setAccessibleName(field.accessibleName())
        field.setFixedWidth(_FIELD)
        field.addItem(self.tr("Automatic"), "")
        for family in QFontDatabase.families():
            if QFontDatabase.isFixedPitch(family) and not QFontDatabase.isPrivateFamily(family):
                field.addItem(family, family)
        field.activated.connect(lambda _row: self._set("token_font", field.currentData()))
        self._show["token_font"] = lambda: self._show_font(field)
        return field

    def _show_font(self, field: QComboBox) -> None:
        """Choose the font in the list; one that this computer does not have is added there."""
        family = self._settings.token_font
        if field.findData(family) < 0:
            field.addItem(self.tr("{family} (missing)").format(family=family), family)
        field.setCurrentIndex(field.findData(family))

    def _switch(self, name: str, text: str) -> QCheckBox:
        field = QCheckBox(text)
        field.toggled.connect(partial(self._set, name))
        self._show[name] = lambda: field.setChecked(getattr(self._settings, name))
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

    def changeEvent(self, event: QEvent) -> None:
        """Fit the text in another size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.isVisible():
            QTimer.singleShot(0, self, self._fit)

    def _set(self, name: str, value: object) -> None:
        if self._showing:
            return
        valid = self._settings.is_valid(name, value)
        if name == "proxy":
            self._fault.setVisible(not valid)
            said = self.tr("“{value}” is not the address of a proxy. Example: http://proxy.example:8080")
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
