"""The right side of the export dialog: before, while it runs, when all is equal, and when the two part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from workbench.shell.dialogs import export_words as words
from workbench.shell.dialogs.export_rows import TwoRows
from workbench.widgets import wording
from workbench.widgets.calm_fields import CalmChoice
from workbench.widgets.controls import Button, Label, draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, token_font
from workbench.widgets.panel_parts import ThinBar
from workbench.widgets.strips import Picture, breakable

if TYPE_CHECKING:
    from workbench.api.convert import Exported, Step, Target
    from workbench.formats.proof.prove import Proved
    from workbench.formats.snippets import Snippet


class Card(QWidget):
    """A rounded box with a column in it; `tone` is the color role of its edge."""

    def __init__(self, tone: str = "border", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tone = tone
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(theme.SPACE_4, theme.SPACE_3, theme.SPACE_4, theme.SPACE_3)
        self.column.setSpacing(theme.SPACE_2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box."""
        now = current_theme()
        edge = now.color(self._tone)
        draw_box(QPainter(self), QRectF(self.rect()), theme.PANEL_RADIUS, now.surface, edge)

    def add_head(self, icon: str, tone: str, title: Label, second: str, size: int = theme.ICON_SIZE) -> None:
        """Add an icon, the title next to it, and below that a text."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.SPACE_3)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        grid.addWidget(Picture(icon, tone, size), 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(title, 0, 1)
        grid.addWidget(wrapped(second), 1, 1)
        self.column.addLayout(grid)

    def add_line(self, icon: str, tone: str, name: str, words: str) -> None:
        """Add a line: an icon, what it is called, what came out."""
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE_2)
        row.addWidget(Picture(icon, tone), 0, Qt.AlignmentFlag.AlignTop)
        if words:
            row.addWidget(Label(name, "title"))
            row.addWidget(Label(words, "body", "text2", elided=True), 1)
        else:
            row.addWidget(wrapped(name, "title", "text"), 1)
        self.column.addLayout(row)


def wrapped(text: str, role: str = "body", tone: str = "text2") -> Label:
    """Return a label whose text goes over as many lines as it needs."""
    label = Label(breakable(text), role, tone)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


class BeforeCard(Card):
    """What the format holds, and each thing that it leaves out."""

    def __init__(self, target: Target, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        level, losses = words.level_of(target), words.losses_of(target)
        icon, tone = words.sign_of(level)
        head = {
            "whole": self.tr("The file itself holds everything.") if losses else self.tr("Nothing is lost."),
            "part": self.tr("Can be written, with these differences:"),
            "other_ids": self.tr(
                "Some texts would get other ids. The proof can be tried, but nothing is written:"
            ),
        }.get(level, self.tr("This format cannot store the tokenizer:"))
        self.add_line(icon, tone, head, "")
        for loss in words.short_losses(losses):
            self.column.addWidget(wrapped(loss, "body", "text"))
        if level != "whole":
            for remedy in dict.fromkeys(words.remedies(losses)):
                self.column.addWidget(wrapped(remedy))


class RunningCard(Card):
    """How far an export is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        row = QHBoxLayout()
        row.addWidget(Label(self.tr("Proving"), "heading"))
        row.addSpacing(theme.SPACE_2)
        row.addWidget(Label(self.tr("nothing has been saved yet"), "body", "text2"), 1)
        self.column.addLayout(row)
        self._bar = ThinBar(self.tr("Progress of the proof"))
        self._bar.set_progress(0, 0)
        self.column.addWidget(self._bar)
        self._status = Label("", "body", "text2")
        self.column.addWidget(self._status)

    def show_step(self, step: Step) -> None:
        """Add a step that is done."""
        self.add_line("check-circle", "ok", *words.step_words(step.name, step.facts))

    def show_proved(self, proved: Proved) -> None:
        """Show how far the proof is."""
        self._bar.set_progress(proved.n_bytes, proved.total)
        self._status.setText(
            self.tr("{tokens} equal so far, {done} of {total} read").format(
                tokens=wording.tokens(proved.n_tokens),
                done=wording.size(proved.n_bytes),
                total=wording.size(proved.total),
            )
        )


class EqualCard(Card):
    """The export is equal step by step, or could not be judged."""

    def __init__(self, ended: Exported, steps: list[Step], parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        parted = ended.level == "other_ids"  # and written all the same
        title, second = words.anyway_words(ended) if parted else words.equal_words(ended)
        judged = ended.is_judged or not ended.n_proved_bytes
        sign = ("warning", "warn") if parted else ("check-circle", "ok") if judged else ("info", "text2")
        self.title = Label(title, "heading")
        self.add_head(*sign, self.title, second, 24)
        for step in steps:
            missing = step.name == "opened" and not step.facts["library"]
            icon, tone = ("info", "text2") if missing else ("check-circle", "ok")
            self.add_line(icon, tone, *words.step_words(step.name, step.facts))
        if ended.n_proved_bytes and not parted:
            size = wording.size(ended.n_proved_bytes)
            both, alone = self.tr("Both encoded the text"), self.tr("Encoded only by the workbench")
            self.add_line(*sign, both if judged else alone, size)


class SnippetView(QWidget):
    """How the file is used: lines of code that can be copied."""

    def __init__(self, snippets: tuple[Snippet, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._codes = {snippet.title: snippet.code for snippet in snippets}
        self.choice = CalmChoice()
        self.choice.addItems(list(self._codes))
        self.choice.setAccessibleName(self.tr("Language and library"))
        self.copy = Button(self.tr("Copy"), "plain", "copy")
        self.copy.clicked.connect(self._copy)
        self.code = QPlainTextEdit()
        self.code.setReadOnly(True)
        self.code.setFont(token_font(13))
        self.code.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.code.setTabChangesFocus(True)
        self.code.setAccessibleName(self.tr("How to use the file"))
        row = QHBoxLayout()
        row.addWidget(Label(self.tr("Use it"), "title"))
        row.addSpacing(theme.SPACE_3)
        row.addWidget(self.choice)
        row.addStretch(1)
        row.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE_2)
        column.addLayout(row)
        column.addWidget(self.code, 1)
        self.choice.currentTextChanged.connect(self._show)
        self._show(self.choice.currentText())

    def _show(self, title: str) -> None:
        self.code.setPlainText(self._codes.get(title, ""))

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.code.toPlainText())
        self.copy.setText(self.tr("Copied"))
        self.copy.set_icon_name("check")


class PartedCard(Card):
    """The two do not agree: where, both rows, why, and the way out.

    Signals:
        other_wanted(): the way out is wanted: a format that holds everything.
        anyway_wanted(): the file is wanted all the same.

    """

    other_wanted = Signal()
    anyway_wanted = Signal()

    def __init__(self, ended: Exported, title: str, other: str, parent: QWidget | None = None) -> None:
        """Show how an export ended; `other` names the format to take instead, "" if there is none."""
        super().__init__("danger", parent)
        self._report = [self.tr("Not equal: nothing was written."), words.parted_words(ended, title)]
        if ended.difference is None:
            self._report[0] = self.tr("Nothing was written.")
        self.title = Label(self._report[0], "heading")
        self.add_head("error", "danger", self.title, self._report[1])
        if (difference := ended.difference) is not None:
            ours, theirs = difference.ours, difference.theirs
            first, second = (tuple(zip(row.tokens, row.ids, strict=True)) for row in (ours, theirs))
            self.column.addWidget(TwoRows(first, second, difference.before))
            self.column.addWidget(Label(self.tr("A this tokenizer    B the file"), "small", "text2"))
            self._report += [f"A {ours.ids} {ours.tokens}", f"B {theirs.ids} {theirs.tokens}"]
        self._add_reasons(ended, other)

    def _add_reasons(self, ended: Exported, other: str) -> None:
        causes = words.short_losses(ended.losses) or [self.tr("unknown; please report it with the file")]
        ways = [self.tr("{format} holds everything.").format(format=other)] if other else []
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.SPACE_4)
        grid.setColumnStretch(1, 1)
        for line, (head, texts) in enumerate(((self.tr("Cause"), causes), (self.tr("What to do"), ways))):
            if texts:
                grid.addWidget(Label(head, "body", "text2"), line, 0, Qt.AlignmentFlag.AlignTop)
                grid.addWidget(wrapped("\n".join(texts), "body", "text"), line, 1)
        self.column.addLayout(grid)
        row = QHBoxLayout()
        copy = Button(self.tr("Copy report"), "link")
        copy.clicked.connect(lambda: QApplication.clipboard().setText("\n".join([*self._report, *causes])))
        row.addWidget(copy)
        row.addStretch(1)
        if ended.level == "other_ids":
            anyway = Button(self.tr("Write anyway"), "plain")
            anyway.clicked.connect(self.anyway_wanted)
            row.addWidget(anyway)
        if other:
            way = Button(self.tr("Export as {format}").format(format=other), "primary")
            way.clicked.connect(self.other_wanted)
            row.addWidget(way)
        self.column.addLayout(row)


class FailedCard(Card):
    """The export could not be done."""

    def __init__(self, sentence: str, second: str, parent: QWidget | None = None) -> None:
        super().__init__("danger", parent)
        self.add_head("error", "danger", wrapped(sentence, "title", "text"), second)


def show_in_folder(folder: str) -> None:
    """Open a folder in the system's own file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(folder))
