"""The cleaning steps of the whole corpus with their effects, and the held-out share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from workbench.engine.corpus.source_options import LEAVE_OUT
from workbench.engine.judging.survey import Survey
from workbench.widgets import wording
from workbench.widgets.calm_fields import CalmShareBox
from workbench.widgets.controls import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline

STEPS = ("html", "whitespace", "nfc", "nfkc", "lowercase", "clip")  # in this order
MOST_HELD_OUT = 50.0  # percent
A_TURN_MILLISECONDS = 1000  # between two changes of a number that are undone at once


def step_name(step: str) -> str:
    """Return what a step is called."""
    if step.startswith(LEAVE_OUT):
        text = QCoreApplication.translate("CleaningBox", "Leave out {text}")
        return text.format(text=step.removeprefix(LEAVE_OUT))
    names = {
        "html": QCoreApplication.translate("CleaningBox", "Strip HTML"),
        "whitespace": QCoreApplication.translate("CleaningBox", "Whitespace"),
        "nfc": QCoreApplication.translate("CleaningBox", "NFC"),
        "nfkc": QCoreApplication.translate("CleaningBox", "NFKC"),
        "lowercase": QCoreApplication.translate("CleaningBox", "Lower case"),
        "clip": QCoreApplication.translate("CleaningBox", "CLIP cleaning"),
    }
    return names[step]


class CleaningBox(QWidget):
    """Check boxes of the steps, in their order.

    Signals:
        changed(): a step or the share that is held out.
        undoable(str, object): what the user has just chosen, and a callable to undo that.

    """

    changed = Signal()
    undoable = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QCheckBox] = {}
        self.amounts: dict[str, Label] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._texts = QVBoxLayout()  # of the texts that are left out, before all other steps
        self._texts.setSpacing(theme.SPACE_1)
        column.addLayout(self._make_steps())
        column.addWidget(Hairline())
        column.addLayout(self._make_held_out())
        self._held_out = self._held_out_before = 0.0  # percent, now and before the present turn of changes
        self._turn = QTimer(self, singleShot=True, interval=A_TURN_MILLISECONDS)
        self.set_measured(None)

    def _make_steps(self) -> QGridLayout:
        grid = QGridLayout()
        margin = theme.PANEL_MARGIN
        grid.setContentsMargins(margin, theme.SPACE_3, margin, theme.SPACE_3)
        grid.setVerticalSpacing(theme.SPACE_1)
        grid.setColumnStretch(0, 1)
        grid.addWidget(Label(self.tr("Cleaning"), "title"), 0, 0)
        order = Label(self.tr("in this order"), "small", "text2")
        grid.addWidget(order, 0, 1, Qt.AlignmentFlag.AlignRight)
        tips = {
            "html": self.tr("Remove tags, comments, scripts and styles; decode character references"),
            "whitespace": self.tr("Single spaces between words, none at line ends, at most one empty line"),
            "nfc": self.tr("Compose letters and marks (Unicode NFC)"),
            "nfkc": self.tr(
                "Compose, and replace compatibility forms with ordinary characters (Unicode NFKC)"
            ),
            "lowercase": self.tr("Convert capitals to lower case"),
            "clip": self.tr("As CLIP does before splitting: repair, unescape, single spaces, lower case"),
        }
        grid.addLayout(self._texts, 1, 0, 1, 2)
        for row, step in enumerate(STEPS, 2):
            box = self._make_box(step, tips[step])
            grid.addWidget(box, row, 0)
            grid.addWidget(self.amounts[step], row, 1, Qt.AlignmentFlag.AlignRight)
        return grid

    def _make_box(self, step: str, tip: str) -> QCheckBox:
        box = QCheckBox(step_name(step))
        box.setToolTip(tip)
        box.toggled.connect(self.changed)
        box.clicked.connect(lambda on: self._tell_step(box, on))
        self.boxes[step] = box
        self.amounts[step] = Label("", "small", "text2")
        return box

    def _tell_step(self, box: QCheckBox, on: bool) -> None:
        done = (
            self.tr("Cleaning step “{step}” switched on.")
            if on
            else self.tr("Cleaning step “{step}” switched off.")
        )
        self.undoable.emit(done.format(step=box.text()), lambda: box.setChecked(not on))

    def leave_out(self, text: str) -> None:
        """Take a text out of all sources, before anything else is done to them."""
        step = LEAVE_OUT + text
        if step not in self.boxes:
            row = QHBoxLayout()
            tip = self.tr(
                "Remove this text everywhere; where two words would meet, a line end separates them"
            )
            row.addWidget(self._make_box(step, tip), 1)
            row.addWidget(self.amounts[step])
            self._texts.addLayout(row)
        self.boxes[step].setChecked(True)

    def keep(self, text: str) -> None:
        """Leave a text in again."""
        if box := self.boxes.get(LEAVE_OUT + text):
            box.setChecked(False)

    def _make_held_out(self) -> QHBoxLayout:
        row = QHBoxLayout()
        margin = theme.PANEL_MARGIN
        row.setContentsMargins(margin, theme.SPACE_2, margin, theme.SPACE_2)
        self.held_out_field = CalmShareBox()
        self.held_out_field.setRange(0, MOST_HELD_OUT)
        self.held_out_field.setDecimals(1)
        self.held_out_field.setSuffix(" %")
        self.held_out_field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.held_out_field.setFixedWidth(92)
        self.held_out_field.setKeyboardTracking(False)
        self.held_out_field.valueChanged.connect(self._held_out_changed)
        label = Label(self.tr("Held-out share"))
        label.setBuddy(self.held_out_field)
        tip = self.tr("Share of documents kept out of training for evaluation; always the same documents")
        self.held_out_field.setToolTip(tip)
        self.held_out_field.setAccessibleName(self.tr("Held-out share, percent"))
        row.addWidget(label)
        row.addStretch(1)
        row.addWidget(self.held_out_field)
        return row

    def _held_out_changed(self, share: float) -> None:
        """Tell of a share; of several in a row, as by the arrows, that before the first is brought back."""
        if not self._turn.isActive():
            self._held_out_before = self._held_out
        self._turn.start()
        before, self._held_out = self._held_out_before, share
        self.changed.emit()
        text = self.tr("Held-out share: {share}.").format(share=self.held_out_field.text())
        self.undoable.emit(text, lambda: self._bring_held_out_back(before))

    def _bring_held_out_back(self, share: float) -> None:
        self._turn.stop()
        self._held_out = share
        with QSignalBlocker(self.held_out_field):
            self.held_out_field.setValue(share)
        self.changed.emit()

    def steps(self) -> tuple[str, ...]:
        """Return the steps that are ticked, in order."""
        texts = [step for step in self.boxes if step.startswith(LEAVE_OUT)]
        return tuple(step for step in (*texts, *STEPS) if self.boxes[step].isChecked())

    def held_out(self) -> float:
        """Return the share that is held out, 0 to 1."""
        return self.held_out_field.value() / 100

    def restore(self, steps: Sequence[str], held_out: float) -> None:
        """Tick these steps and no others, and hold out this share, 0 to 1."""
        for step in steps:
            if step.startswith(LEAVE_OUT):
                self.leave_out(step.removeprefix(LEAVE_OUT))
        for step, box in self.boxes.items():
            box.setChecked(step in steps)
        self._bring_held_out_back(100 * held_out)

    @Slot(bool)
    def set_locked(self, locked: bool) -> None:
        """Lock or unlock the fields."""
        for box in self.boxes.values():
            box.setEnabled(not locked)
        self.held_out_field.setEnabled(not locked)

    def set_measured(self, measured: Survey | None) -> None:
        """Show what each step did in all sources."""
        removed, replaced = Counter[str](), Counter[str]()
        for source in measured.sources if measured else ():
            for step, gone, changed in source.cleaned:
                removed[step] += gone
                replaced[step] += changed
        for step in self.boxes:
            parts = [f"−{wording.number(removed[step])}"] if removed[step] else []
            if replaced[step]:
                parts.append(self.tr("{n} replaced").format(n=wording.number(replaced[step])))
            self.amounts[step].setText(wording.listed(parts))
