"""The export dialog: a format, a file, a proof, and the way to use what came out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from workbench.display.escapes import name_of
from workbench.shell.dialogs import export_words as words
from workbench.shell.dialogs.dialog_jobs import JobDialog
from workbench.shell.dialogs.export_cards import (
    BeforeCard,
    EqualCard,
    FailedCard,
    PartedCard,
    RunningCard,
    SnippetView,
    show_in_folder,
)
from workbench.shell.dialogs.export_formats import FormatList
from workbench.shell.files import ask_for_target
from workbench.widgets import wording
from workbench.widgets.calm_fields import CalmChoice
from workbench.widgets.controls import Button, Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, token_font
from workbench.widgets.panel_parts import Hairline, fit_screen
from workbench.widgets.path_field import PathField

if TYPE_CHECKING:
    from workbench.api.convert import Exported, Step, Target
    from workbench.formats.proof.prove import Proved

_SIZE = (992, 688)
_LEFT_WIDTH, _LEFT_LEAST = 376, 200
# What a proof may run on: the keys of the choice.
BOTH, CORPUS, TEXT, NOTHING = "both", "corpus", "text", "nothing"


class _Side(QWidget):
    """The left side, sunken."""

    def sizeHint(self) -> QSize:
        """Return the width as drawn."""
        return QSize(_LEFT_WIDTH, super().sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground and the line at the right."""
        now = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), now.sunken)
        painter.fillRect(self.width() - 1, 0, 1, self.height(), now.border)


class ExportDialog(JobDialog):
    """Writes the open tokenizer in another format; it only asks, the lanes do.

    Attributes:
        formats: the list.
        path: the field of the file.
        old_readers: the choice of how a tokenizer.json has its merges.
        proof: the choice of texts; its data are BOTH, CORPUS, TEXT, NOTHING, or the path of a file.
        start: the filled button, "Export and prove".

    Signals:
        export_requested(str, str, str, bool, bool, bool): format, path, what to prove it on, whether for old
            readers, whether over files next to it that are not its own, and whether it is written though it
            gives other ids.

    """

    export_requested = Signal(str, str, str, bool, bool, bool)

    def __init__(self, name: str, facts: str, folder: str, file_stem: str, parent: QWidget) -> None:
        """Open for a tokenizer called `name`; files go to `folder`, and are called after `file_stem`."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Export {name}").format(name=name))
        self.setAccessibleName(self.windowTitle())
        self.setModal(True)
        self._folder, self._stem = folder, file_stem
        self._targets: tuple[Target, ...] = ()
        self._steps: list[Step] = []
        self._running: RunningCard | None = None
        self._typed = False
        self._overwrite = False
        self.formats = FormatList()
        self.formats.chosen.connect(self._show_target)
        self.path = PathField(keeps_name=True)
        self.path.setAccessibleName(self.tr("File"))
        self.path.textEdited.connect(self._note_typed)
        self.path.textChanged.connect(self._show_start)
        self.path.returnPressed.connect(self._press_start)
        self.proof = CalmChoice()
        self.proof.setAccessibleName(self.tr("Prove on"))
        self.proof.view().setAccessibleName(self.proof.accessibleName())
        self.old_readers = QCheckBox(self.tr("Merges as text, for older programs"))
        self.old_readers.setToolTip(self.tr("Needed by programs with a tokenizers release before 0.20."))
        self.start = Button(self.tr("Export and prove"), "primary")
        self.start.setToolTip(self.tr("Write the file, read it back and compare the ids on a text"))
        self.start.clicked.connect(lambda: self._begin())
        self._close = Button(self.tr("Close"))
        self._close.setToolTip(self.tr("Close this window (Esc)"))
        self._close.clicked.connect(self.reject)
        self._reveal = Button(self.tr("Show in folder"), "plain", "folder")
        self._reveal.setToolTip(self.tr("Show the file in its folder"))
        self._reveal.clicked.connect(
            lambda: show_in_folder(os.path.dirname(os.path.abspath(self.path.text())))
        )
        self._hash = Label("", "small", "text2", elided=True)
        self._hash.setFont(token_font(12))
        self._build(name, facts)
        fit_screen(self, *_SIZE)

    # --- building -------------------------------------------------------------------------------

    def _build(self, name: str, facts: str) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(theme.SPACE_6, theme.SPACE_4, theme.SPACE_4, theme.SPACE_4)
        head.addWidget(Label(self.tr("Export"), "heading"))
        head.addSpacing(theme.SPACE_2)
        head.addWidget(Label(f"{name} · {facts}", "body", "text2", elided=True), 1)
        sides = QHBoxLayout()
        sides.setSpacing(0)
        sides.addWidget(self._left_side())
        sides.addLayout(self._right_side(), 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(Hairline())
        column.addLayout(sides, 1)

    def _left_side(self) -> QWidget:
        side = _Side()
        side.setMinimumWidth(_LEFT_LEAST)
        column = QVBoxLayout(side)
        column.setContentsMargins(theme.SPACE_3, theme.SPACE_3, theme.SPACE_3, theme.SPACE_3)
        self.formats.setStyleSheet("background: transparent")
        column.addWidget(self.formats)
        return side

    def _right_side(self) -> QVBoxLayout:
        self._page = QScrollArea()
        self._page.setWidgetResizable(True)
        self._page.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        body = QVBoxLayout()
        body.setContentsMargins(theme.SPACE_6, theme.SPACE_4, theme.SPACE_6, theme.SPACE_4)
        body.setSpacing(theme.SPACE_4)
        body.addLayout(self._fields())
        body.addWidget(self._page, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(theme.SPACE_6, theme.SPACE_3, theme.SPACE_6, theme.SPACE_3)
        foot.setSpacing(theme.SPACE_2)
        foot.addWidget(self._hash, 1)
        for button in (self._reveal, self._close, self.start):
            foot.addWidget(button)
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addLayout(body, 1)
        column.addWidget(Hairline())
        column.addLayout(foot)
        self._reveal.hide()
        return column

    def _fields(self) -> QGridLayout:
        self._change = Button(self.tr("Change…"))
        self._change.setToolTip(self.tr("Choose where to save"))
        self._change.clicked.connect(self._ask_for_file)
        self._add = Button(self.tr("Add a file…"), "link")
        self._add.setToolTip(self.tr("Prove on a text file of your own"))
        self._add.clicked.connect(self._ask_for_text)
        self._there = Label("", "small", "warn")
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.SPACE_2)
        grid.setVerticalSpacing(theme.SPACE_2)
        grid.setColumnMinimumWidth(0, 64)
        grid.setColumnStretch(1, 1)
        for line, (text, field, extra) in enumerate(
            ((self.tr("File"), self.path, self._change), (self.tr("Prove on"), self.proof, self._add))
        ):
            label = Label(text, "body", "text2")
            label.setBuddy(field)
            grid.addWidget(label, 2 * line, 0)
            grid.addWidget(field, 2 * line, 1)
            grid.addWidget(extra, 2 * line, 2)
        grid.addWidget(self._there, 1, 1)
        grid.addWidget(self.old_readers, 3, 1)
        return grid

    # --- what the lanes tell --------------------------------------------------------------------

    def set_targets(self, targets: Sequence[Target]) -> None:
        """Show the formats."""
        self._targets = tuple(targets)
        self.formats.set_targets(targets)
        self.formats.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_proofs(self, choices: Sequence[tuple[str, str]]) -> None:
        """Offer texts (key, what it is called) for the proof, the first chosen."""
        self.proof.clear()
        for key, text in choices:
            self.proof.addItem(text, key)

    def show_step(self, step: Step) -> None:
        """Show a step that is done."""
        self._steps.append(step)
        if self._running is not None:
            self._running.show_step(step)

    def show_proved(self, proved: Proved) -> None:
        """Show how far the proof is."""
        if self._running is not None:
            self._running.show_proved(proved)

    def show_ended(self, ended: Exported) -> None:
        """Show how it ended: equal and written, or where the two part."""
        self._set_running(False)
        target = self.formats.target()
        title = ended.format if target is None else words.title_of(target)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE_4)
        if ended.files:
            column.addWidget(EqualCard(ended, self._steps))
            self._tell_left_out(column, ended)
            column.addWidget(SnippetView(ended.snippets), 1)
            names = wording.listed(name_of(file) for file in ended.files)
            line = Label(self.tr("Written: {names}").format(names=names), "body", "text2", elided=True)
            line.setToolTip("\n".join(ended.files))
            column.addWidget(line)
            self._hash.setText(f"SHA-256 {ended.sha256[:12]} … {ended.sha256[-4:]}")
            self._hash.setToolTip(ended.sha256)
            self._reveal.show()
            self.start.hide()
            self._there.hide()
            self._close.setText(self.tr("Done"))
            self._close.set_kind("primary")
            self._close.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            column.addWidget(self._parted(ended, title))
            self._tell_left_out(column, ended)
            column.addStretch(1)
            self.start.set_kind("plain")
        self._page.setWidget(page)

    def _tell_left_out(self, column: QVBoxLayout, ended: Exported) -> None:
        """Say which files the proof could not read: what is equal is so on the others."""
        text, which = words.left_out_words(ended)
        if text:
            line = Label(text, "body", "warn")
            line.setWordWrap(True)
            line.setToolTip(which)
            column.addWidget(line)

    def _parted(self, ended: Exported, title: str) -> PartedCard:
        whole = [target for target in self._targets if target.level == "whole"]
        # tokenizer.json first: it is what most programs open.
        best = min(whole, key=lambda target: target.format != "hf", default=None)
        card = PartedCard(ended, title, "" if best is None else words.title_of(best))
        if best is not None:
            card.other_wanted.connect(lambda: self.formats.choose(best.format))
        card.anyway_wanted.connect(lambda: self._begin(anyway=True))
        return card

    def show_failed(self, sentence: str, second: str) -> None:
        """Show that it could not be done."""
        self._set_running(False)
        self._show_page(FailedCard(sentence, second))
        self.path.setFocus(Qt.FocusReason.OtherFocusReason)

    def offer_overwrite(self) -> None:
        """Let the button replace the files next to it too, as long as nothing else is chosen."""
        self._overwrite = True
        self.start.setText(self.tr("Replace these too"))
        self.start.updateGeometry()

    def show_cancelled(self) -> None:
        """Go back to before."""
        self._set_running(False)
        target = self.formats.target()
        if target is not None:
            self._show_page(BeforeCard(target))
            self.formats.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- the user -----------------------------------------------------------------------------

    def _show_target(self, target: Target) -> None:
        """Show a format, and the file that it would go to."""
        if not self._typed:
            self.path.setText(
                os.path.join(self._folder, words.file_for(self._stem, target.format, target.suffix))
            )
        self.old_readers.setVisible(target.format == "hf" and target.level != "cannot")
        self._hash.setText("")
        self._reveal.hide()
        self._close.setText(self.tr("Close"))
        self._close.set_kind("plain")
        self.start.set_kind("primary")
        self._show_page(BeforeCard(target))
        self._show_start()

    def _show_start(self) -> None:
        """Let the button say what it does to this file, or hide it where nothing can be done."""
        self._overwrite = False
        target = self.formats.target()
        if target is None:
            return
        there = os.path.exists(self.path.text()) and target.level in ("whole", "part")
        self._there.setText(self.tr("This file exists and will be replaced.") if there else "")
        self._there.setVisible(there)
        if target.level == "other_ids":
            self.start.setText(self.tr("Try the proof"))
        else:
            self.start.setText(self.tr("Replace and prove") if there else self.tr("Export and prove"))
        self.start.setVisible(target.level != "cannot")
        self.start.setEnabled(bool(self.path.text().strip()) and self._running is None)
        self.start.updateGeometry()

    def _show_page(self, card: QWidget) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(card)
        column.addStretch(1)
        self._page.setWidget(page)

    def _note_typed(self) -> None:
        self._typed = True

    def _press_start(self) -> None:
        if not self.start.isHidden():
            self.start.click()

    def _begin(self, anyway: bool = False) -> None:
        target = self.formats.target()
        if target is None or self._running is not None:
            return
        overwrite = self._overwrite
        self._steps = []
        self._running = RunningCard()
        self._show_page(self._running)
        self._set_running(True)
        self.export_requested.emit(
            target.format,
            self.path.text().strip(),
            self.proof.currentData() or NOTHING,
            not self.old_readers.isHidden() and self.old_readers.isChecked(),
            overwrite,
            anyway,
        )

    def _set_running(self, running: bool) -> None:
        if not running:
            self._running = None
        for control in (self.formats, self.path, self.proof, self.old_readers, self._change, self._add):
            control.setEnabled(not running)
        self._close.setText(self.tr("Cancel") if running else self.tr("Close"))
        self._show_start()
        if running:
            self.start.hide()
            self._close.setFocus(Qt.FocusReason.OtherFocusReason)

    def reject(self) -> None:
        """Cancel what runs, or close."""
        if self._running is not None:
            self.cancel_requested.emit()
        else:
            super().reject()

    def _ask_for_file(self) -> None:
        ask_for_target(self, self.tr("Export to"), self.path.text(), self._folder, self.set_path)

    def set_path(self, path: str) -> None:
        """Take a file that the user has chosen."""
        self._typed = True
        self.path.setText(path)

    def _ask_for_text(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a text for the proof"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setDirectory(self._folder)
        dialog.fileSelected.connect(self.add_proof_file)
        dialog.open()

    def add_proof_file(self, path: str) -> None:
        """Offer a file for the proof, as the choice."""
        self.proof.addItem(name_of(path), path)
        self.proof.setCurrentIndex(self.proof.count() - 1)
