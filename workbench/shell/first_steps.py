"""The card of a first start: three steps, and for one of them why and its button."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from workbench.shell.actions import QT_TRANSLATE_NOOP
from workbench.widgets.controls import Button, IconButton, Label, draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.look.theme import current_theme, interface_font
from workbench.widgets.panel_parts import FittedRow
from workbench.widgets.strips import Picture

_LARGE = 1.3  # text of which so much larger the card has three lines
_DISC = 20
# Step -> its title, why, the text and icon of its button.
_STEPS = {
    "see": (
        QT_TRANSLATE_NOOP("FirstSteps", "See tokens"),
        QT_TRANSLATE_NOOP("FirstSteps", "A language model reads tokens, not letters: each color is one. "
                          "Type, and see how your own words are cut."),
        QT_TRANSLATE_NOOP("FirstSteps", "Type your own text"), "file",
    ),
    "train": (
        QT_TRANSLATE_NOOP("FirstSteps", "Train your own"),
        QT_TRANSLATE_NOOP("FirstSteps", "Training joins the two neighbors that occur most often, again and "
                          "again. Watch it learn from a sample."),
        QT_TRANSLATE_NOOP("FirstSteps", "Train on the sample"), "play",
    ),
    "compare": (
        QT_TRANSLATE_NOOP("FirstSteps", "Look inside and compare"),
        QT_TRANSLATE_NOOP("FirstSteps", "The same text by both tokenizers: which one needs fewer tokens, and "
                          "where? Vocabulary lists all that each has."),
        QT_TRANSLATE_NOOP("FirstSteps", "Compare the two"), "compare",
    ),
}  # fmt: skip


def step_texts(step: str) -> tuple[str, str, str]:
    """Return the title of a step, why, and the text of its button."""
    title, why, act, _icon = (QCoreApplication.translate("FirstSteps", text) for text in _STEPS[step])
    return title, why, act


class _Step(QAbstractButton):
    """The number of a step, or its tick, and its title: a choice of which one is shown."""

    def __init__(self, number: int, title: str) -> None:
        super().__init__()
        self._number = number
        self.done = False
        self.setText(title)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_done(False)

    def set_done(self, done: bool) -> None:
        """Tick it, or show its number."""
        self.done = done
        said = self.tr("Step {number}, done: {title}") if done else self.tr("Step {number}: {title}")
        self.setAccessibleName(said.format(number=self._number, title=self.text()))
        self.setToolTip(self.text())
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room for disc and title."""
        metrics = QFontMetrics(interface_font("title"))
        width = _DISC + theme.SPACE_2 + metrics.horizontalAdvance(self.text())
        return QSize(width, max(theme.HEADER_CONTROL_HEIGHT, metrics.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        now = current_theme()
        painter = QPainter(self)
        top = (self.height() - _DISC) / 2
        disc = QRectF(0, top, _DISC, _DISC)
        filled = self.done or self.isChecked()
        fill = (now.ok if self.done else now.accent) if filled else None
        draw_box(painter, disc, _DISC / 2, fill, None if filled else now.text2)
        if self.done:
            draw_icon(painter, "check", now.surface, 4, top + 4, 12)
        else:
            painter.setFont(interface_font("tiny"))
            painter.setPen(now.on_accent if filled else now.text2)
            painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(self._number))
        painter.setFont(interface_font("title" if self.isChecked() else "body"))
        painter.setPen(now.text if self.isChecked() or self.underMouse() else now.text2)
        box = QRectF(_DISC + theme.SPACE_2, 0, self.width(), self.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())


class FirstSteps(FittedRow):
    """✓ See tokens › 2 Train your own › 3 Look inside and compare; below, why, and the button of one of them.

    Where it is narrow or to be low, the step that is shown and its button are all.

    Attributes:
        button: does the step that is shown.
        shown: the step that is shown: "see", "train" or "compare".
        done: the steps that were done.

    Signals:
        requested(str): do this step.
        done_changed(): a step was done.
        dismissed(): the user has closed the card, or done the last step.

    """

    requested = Signal(str)
    done_changed = Signal()
    dismissed = Signal()

    def __init__(self, done: Iterable[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("First steps"))
        self.done: tuple[str, ...] = ()
        self.shown = ""
        self._low = self._running = False
        self._group = QButtonGroup(self)
        self._steps = {step: _Step(n, step_texts(step)[0]) for n, step in enumerate(_STEPS, 1)}
        self._between = [Picture("chevron-right") for _ in range(len(_STEPS) - 1)]
        self._why = Label("", "small", "text2")
        self._why.setWordWrap(True)
        self.button = Button("", "primary", "play")
        self.button.clicked.connect(lambda: self.requested.emit(self.shown))
        self._close = IconButton("close", self.tr("Close the first steps"))
        self._close.clicked.connect(self.dismissed)
        for step, each in self._steps.items():
            self._group.addButton(each)
            each.toggled.connect(lambda on, step=step: self._show(step) if on else None)
        self._lay_out()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_done(done)

    def _lay_out(self) -> None:
        self._top, self._bottom = QHBoxLayout(), QHBoxLayout()
        self._top.setSpacing(theme.SPACE_2)
        for number, step in enumerate(self._steps.values()):
            if number:
                self._top.addWidget(self._between[number - 1])
            self._top.addWidget(step)
        self._top.addStretch(1)
        self._top.addWidget(self._close)
        self._bottom.setSpacing(theme.SPACE_4)
        self._bottom.addWidget(self._why, 1)
        self._bottom.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE_4, theme.SPACE_2, theme.SPACE_3, theme.SPACE_3)
        column.setSpacing(theme.SPACE_1)
        column.addLayout(self._top)
        column.addLayout(self._bottom)

    def set_done(self, done: Iterable[str]) -> None:
        """Tick these steps and no others, and show the first that is left."""
        self.done = tuple(step for step in _STEPS if step in tuple(done))
        for step, each in self._steps.items():
            each.set_done(step in self.done)
        self.show_step(next((step for step in _STEPS if step not in self.done), "compare"))

    def tick(self, step: str) -> None:
        """Tick a step, and show the next one where it is the one that is shown."""
        if step in self.done:
            return
        here = self.shown
        self.set_done((*self.done, step))
        if here != step:
            self.show_step(here)
        self.done_changed.emit()

    def show_step(self, step: str) -> None:
        """Show why and the button of a step."""
        self._steps[step].setChecked(True)

    def _show(self, step: str) -> None:
        self.shown = step
        _title, why, act = step_texts(step)
        self._why.setText(why)
        self.button.setText(act)
        self.button.setAccessibleDescription(why)
        self.button.set_icon_name(_STEPS[step][3])
        self._fit_button()
        self.fit()

    def set_running(self, running: bool) -> None:
        """Turn the button that trains off while a training runs."""
        self._running = running
        self._fit_button()

    def _fit_button(self) -> None:
        busy = self._running and self.shown == "train"
        self.button.setEnabled(not busy)
        tip = self._why.text() if self._low else ""
        self.button.setToolTip(self.tr("Training is running") if busy else tip)

    def set_low(self, low: bool) -> bool:
        """Show one row alone, or two; return whether that is a change."""
        if low == self._low:
            return False
        self._low = low
        self._why.setVisible(not low)
        into, place = (self._top, self._top.count() - 1) if low else (self._bottom, 1)
        self._bottom.removeWidget(self.button) if low else self._top.removeWidget(self.button)
        into.insertWidget(place, self.button)
        self._fit_button()
        self.fit()
        return True

    def fit(self) -> None:
        """Show all steps, or the one that is shown alone where there is no room for all."""
        others = self.width() >= self._width(self._steps)
        for step, each in self._steps.items():
            each.setVisible(others or step == self.shown)
        for arrow in self._between:
            arrow.setVisible(others)

    def _width(self, steps: Iterable[str]) -> int:
        """Return the width that the first row takes with these steps."""
        widths = [self._steps[step].sizeHint().width() for step in steps]
        gap = theme.ICON_SIZE + 2 * theme.SPACE_2
        row = sum(widths) + gap * (len(widths) - 1) + theme.SPACE_2 + self._close.sizeHint().width()
        if self._low:
            row += self.button.sizeHint().width() + theme.SPACE_2
        return row + theme.SPACE_4 + theme.SPACE_3

    def sizeHint(self) -> QSize:
        """Return the width of all, and the height of one row or two; large text takes more lines."""
        row = max(theme.CONTROL_HEIGHT, self._steps[self.shown].sizeHint().height())
        if self._low:
            return QSize(self._width(self._steps), max(56, row + theme.SPACE_6))
        lines = 2 if theme.text_scale() < _LARGE else 3
        below = max(self.button.sizeHint().height(), lines * QFontMetrics(interface_font("small")).height())
        return QSize(self._width(self._steps), row + below + theme.SPACE_6)

    def minimumSizeHint(self) -> QSize:
        """Return the same height, and the width of the longest step."""
        return QSize(max(self._width([step]) for step in self._steps), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tinted card."""
        draw_box(QPainter(self), QRectF(self.rect()), theme.PANEL_RADIUS, current_theme().soft, None)
