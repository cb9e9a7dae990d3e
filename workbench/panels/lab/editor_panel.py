"""The panel around the editor: the use of the pattern, its errors, and the way back."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from workbench.display.alternatives import has_groups
from workbench.panels.lab.editor import PatternEditor
from workbench.panels.lab.words import FaultWords
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label, draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, theme_signals
from workbench.widgets.panel_parts import PanelHeader, panel_column
from workbench.widgets.strips import Picture

_RADIUS = 8


class _Frame(QWidget):
    """The edge around the editor, which tells where the keyboard is and whether the pattern is at fault."""

    def __init__(self, editor: PatternEditor) -> None:
        super().__init__()
        self._editor = editor
        self.faulty = False
        column = QVBoxLayout(self)
        column.setContentsMargins(3, 3, 3, 3)
        column.addWidget(editor)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._look_again)
        theme_signals.changed.connect(self.update)

    def _look_again(self, before: QWidget | None, now: QWidget | None) -> None:
        if self._editor in (before, now):
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        now, on = current_theme(), self._editor.hasFocus()
        edge = now.danger if self.faulty else now.accent if on else now.field_edge
        width = 2 if on or self.faulty else 1
        draw_box(QPainter(self), QRectF(self.rect()), _RADIUS, now.surface, edge, width)


class _FaultStrip(QWidget):
    """One sentence on what is wrong, what follows from it, and two links.

    Attributes:
        go_link, back_link: to the fault, and to the last good pattern.

    """

    def __init__(self) -> None:
        super().__init__()
        self.sentence, self.second = Label("", "title"), Label("", "small", "text2")
        for label in (self.sentence, self.second):
            label.setWordWrap(True)
        self.go_link = Button(self.tr("Show the place"), "link")
        self.back_link = Button(self.tr("Back to the last valid pattern"), "link")
        links = QHBoxLayout()
        links.setSpacing(theme.SPACE_6)
        links.addWidget(self.go_link)
        links.addWidget(self.back_link)
        links.addStretch(1)
        words = QVBoxLayout()
        words.setSpacing(2)
        for part in (self.sentence, self.second):
            words.addWidget(part)
        words.addLayout(links)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SPACE_2)
        row.addWidget(Picture("error", "danger"), 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)


class EditorPanel(QWidget):
    """Shows the pattern.

    Attributes:
        header: the panel's head, for the dock's title bar.
        editor: the pattern.
        use_button, back_button: take the pattern for training, and go back without.
        fault: what is wrong, in sight only where something is.

    Signals:
        place_requested(int): a byte of the text is to be seen. good_requested(): the last good pattern.

    """

    place_requested = Signal(int)
    good_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Regex lab"))
        self.header = PanelHeader(self.tr("Regex lab"))
        self.editor = PatternEditor()
        self.back_button = Button(self.tr("Back"), "flat", compact=True)
        self.back_button.setToolTip(self.tr("Go back to training; this pattern is kept here"))
        self.use_button = Button(self.tr("Use this pattern"), "primary", compact=True)
        self.header.add_right(self.back_button)
        self.header.add_right(self.use_button)
        self._frame = _Frame(self.editor)
        self.fault = _FaultStrip()
        self._fault_words: FaultWords | None = None
        self.fault.go_link.clicked.connect(self._go)
        self.fault.back_link.clicked.connect(self.good_requested)
        self.fault.back_link.setToolTip(self.tr("Undo to the last valid pattern"))
        self._state = Label("", "small", "ok")
        self._hint = Label("", "small", "text2", elided=True)
        column = panel_column(self)
        column.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_3, theme.PANEL_MARGIN, theme.SPACE_3)
        column.setSpacing(theme.SPACE_2)
        column.addWidget(self._frame, 1)
        self._feet = self._make_feet()
        column.addWidget(self._feet)

    def _make_feet(self) -> QStackedWidget:
        self._plain = QWidget()
        row = QHBoxLayout(self._plain)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._hint, 1)
        row.addWidget(self._state)
        feet = QStackedWidget()
        feet.addWidget(self._plain)
        feet.addWidget(self.fault)
        return feet

    def show_pattern(self, n_lines: int, pattern: str, checked: bool) -> None:
        """Say how the pattern is shown, and whether it compiles."""
        several = self.tr("Pieces of each alternative. The first match wins.")
        one = self.tr("A regular expression. Each alternative, separated by |, gets its own line.")
        self._hint.setText(several if n_lines > 1 else one)
        self._hint.setToolTip(self._hint.text())
        groups = self.tr("compiles · groups have no effect") if has_groups(pattern) else ""
        words = groups or self.tr("compiles · no capture groups")
        self._state.setText(words if checked else self.tr("checking…"))
        self._state.set_tone("ok" if checked else "text2")

    def show_fault(self, shown: FaultWords | None) -> None:
        """Say what is wrong, or nothing."""
        self._fault_words = shown
        self._frame.faulty = shown is not None
        self._frame.update()
        self.editor.marks.show_fault(shown.mark if shown is not None else None)
        if shown is not None:
            self.fault.sentence.setText(shown.sentence)
            self.fault.second.setText(shown.second)
            words = ""
            if shown.place is not None:
                words = self.tr("Show the place")
            elif shown.column:
                words = self.tr("Go to character {n}").format(n=shown.column)
            self.fault.go_link.setText(words)
            self.fault.go_link.setVisible(bool(words))
            self.fault.go_link.updateGeometry()
            self.editor.setAccessibleDescription(shown.sentence)
        else:
            self.editor.setAccessibleDescription("")
        self._feet.setCurrentIndex(0 if shown is None else 1)
        self._fit()

    def _fit(self) -> None:
        """Give the foot no more height than what it shows needs."""
        now = self.fault if self._fault_words is not None else self._plain
        wanted = now.sizeHint().height()
        if now.hasHeightForWidth():
            wanted = now.heightForWidth(self._feet.width())
        self._feet.setFixedHeight(max(wanted, now.minimumSizeHint().height()))

    def resizeEvent(self, event: object) -> None:
        """Fit the foot to the new width."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def _go(self) -> None:
        if self._fault_words is None:
            return
        if self._fault_words.place is not None:
            self.place_requested.emit(self._fault_words.place)
        else:
            self.editor.go_to(self._fault_words.column - 1)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Give the keyboard to the pattern."""
        super().focusInEvent(event)
        self.editor.setFocus()
