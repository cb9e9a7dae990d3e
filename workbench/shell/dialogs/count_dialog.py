"""The dialog that counts the tokens of each file of a folder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from workbench.display.escapes import name_of
from workbench.shell.dialogs.count_table import CountTable
from workbench.shell.dialogs.dialog_jobs import JobDialog
from workbench.shell.dialogs.export_cards import FailedCard, wrapped
from workbench.widgets import wording
from workbench.widgets.controls import Button, Label, Segmented
from workbench.widgets.drops import take_a_copy
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline, ThinBar, fit_screen

if TYPE_CHECKING:
    from workbench.api.file_counts import FileCount
    from workbench.worker.messages.datasets import FilesCounted
    from workbench.worker.messages.tokenizers import TokenizerInfo

_SIZE = (760, 560)


class CountDialog(JobDialog):
    """Asks for a folder and shows the tokens of its files as they are counted, by the lanes.

    Attributes:
        path: the field of the folder, or of a file.
        table: the counts.
        by: "file" or "folder", what a row of the table is.
        start: the filled button.

    Signals:
        count_requested(int, str): handle of the tokenizer, path.

    """

    count_requested = Signal(int, str)

    def __init__(self, tokenizer: TokenizerInfo, folder: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Count a folder"))
        self.setAccessibleName(self.windowTitle())
        self.setAcceptDrops(True)
        self._tokenizer, self._folder = tokenizer, folder
        self._running = False
        self._counted: FilesCounted | None = None
        self._files: list[FileCount] = []
        self._card: FailedCard | None = None
        self.path, self.choose = QLineEdit(), Button(self.tr("Choose…"))
        self.table = CountTable(self.tr("Tokens by file"))
        files, folders = self.tr("By file"), self.tr("By folder")
        self.by = Segmented((("file", files), ("folder", folders)), self.tr("Rows"))
        self.start = Button(self.tr("Count"), "primary")
        self.copy = Button(self.tr("Copy"), "plain", "copy")
        self._close = Button(self.tr("Close"))
        self._bar, self._status = ThinBar(self.tr("Progress")), Label("", "small", "text2", elided=True)
        self._left_out = wrapped("", tone="warn")
        self._build()
        self._connect()
        self._set_running(False)
        self.path.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        head, field, foot = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        head.addWidget(Label(self.windowTitle(), "heading"))
        head.addSpacing(theme.SPACE_2)
        intro = self.tr("in tokens of {name}").format(name=self._tokenizer.name)
        head.addWidget(Label(intro, "body", "text2", elided=True), 1)
        label = Label(self.tr("Folder"), "body", "text2")
        label.setBuddy(self.path)
        self.path.setAccessibleName(label.text())
        self.path.setAcceptDrops(False)  # what is dropped on it is the dialog's, and counted
        self.path.setPlaceholderText(self.tr("A folder, or a file"))
        field.addWidget(label)
        field.addWidget(self.path, 1)
        field.addWidget(self.choose)
        field.addWidget(self.start)
        foot.addWidget(self._status, 1)
        for part in (self.by, self.copy, self._close):
            foot.addWidget(part)
        side, margin = theme.SPACE_6, theme.SPACE_4
        for row, above in ((head, margin), (field, margin), (foot, theme.SPACE_3)):
            row.setSpacing(theme.SPACE_2)
            row.setContentsMargins(side, above, side, above)
        self._body = QVBoxLayout()
        self._body.setContentsMargins(side, 0, side, margin)
        self._body.setSpacing(theme.SPACE_2)
        self._body.addWidget(self._bar)
        self._body.addWidget(self.table, 1)
        self._body.addWidget(self._left_out)
        self._left_out.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(Hairline())
        column.addLayout(field)
        column.addLayout(self._body, 1)
        column.addWidget(Hairline())
        column.addLayout(foot)
        fit_screen(self, *_SIZE)

    def _connect(self) -> None:
        for button, tip in (
            (self.choose, self.tr("Choose the folder")),
            (self.start, self.tr("Count the tokens of each file")),
            (self.copy, self.tr("Copy the selected rows, or all, as tab-separated values")),
            (self._close, self.tr("Close this window (Esc)")),
        ):
            button.setToolTip(tip)
        self.choose.setAccessibleName(self.tr("Choose the folder"))
        self.choose.clicked.connect(self._ask_for_folder)
        self.start.clicked.connect(self._begin)
        self.copy.clicked.connect(self.table.copy_rows)
        self._close.clicked.connect(self.reject)
        self.path.textChanged.connect(lambda: self.start.setEnabled(bool(self.path.text().strip())))
        self.path.returnPressed.connect(self._begin)
        self.by.changed.connect(lambda _: self._show_rows())

    # --- the user -----------------------------------------------------------------------------

    def set_path(self, path: str) -> None:
        """Count a folder or a file."""
        self.path.setText(path)
        self._begin()

    def _ask_for_folder(self) -> None:
        dialog = QFileDialog(self, self.tr("The folder to count"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setDirectory(self.path.text() or self._folder)
        dialog.fileSelected.connect(self.set_path)
        dialog.open()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a folder or a file."""
        if not self._running and any(url.isLocalFile() for url in event.mimeData().urls()):
            take_a_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Count what was dropped."""
        take_a_copy(event)
        self.set_path(next(url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()))

    def _begin(self) -> None:
        if self._running or not self.path.text().strip():
            return
        self._clear_card()
        self._left_out.hide()
        self._counted = None
        self.table.rows.show_counts((), self._shown_below())
        self._set_running(True)
        self._bar.set_progress(0, 0)
        self.count_requested.emit(self._tokenizer.handle, self._whole_path())

    def _whole_path(self) -> str:
        return os.path.abspath(os.path.expanduser(self.path.text().strip()))

    def _shown_below(self) -> str:
        path = self._whole_path()
        return path if os.path.isdir(path) else os.path.dirname(path)

    def _set_running(self, running: bool) -> None:
        self._running = running
        self._bar.setVisible(running)
        self.path.setEnabled(not running)
        self.choose.setEnabled(not running)
        self.start.setEnabled(not running and bool(self.path.text().strip()))
        self.by.setEnabled(self._counted is not None)
        self.copy.setEnabled(bool(self.table.rows.counts))
        self._close.setText(self.tr("Cancel") if running else self.tr("Close"))
        self._close.updateGeometry()
        if running:
            self._close.setFocus(Qt.FocusReason.OtherFocusReason)

    def reject(self) -> None:
        """Cancel what runs, or close."""
        if self._running:
            self.cancel_requested.emit()
        else:
            super().reject()

    # --- what becomes of it -------------------------------------------------------------------

    def show_share(self, done: int, total: int) -> None:
        """Show how many bytes are read."""
        if self._running:
            self._bar.set_progress(done, total)
            of = self.tr("{done} of {total}").format(done=wording.size(done), total=wording.size(total))
            self._status.setText(of if total else "")

    def add_counts(self, part: FilesCounted) -> None:
        """Show the counts of some files."""
        if part.counts:
            self.table.rows.add(part.counts)

    def show_counted(self, answer: FilesCounted) -> None:
        """Show the last counts and the sum."""
        self.add_counts(answer)
        self._counted = answer
        self._files = self.table.rows.counts
        self._set_running(False)
        self._show_rows()
        self._tell_sum()
        self._left_out.setVisible(bool(answer.n_left_out))
        if answer.n_left_out:
            count = wording.plural(
                answer.n_left_out, "%n file was left out", "%n files were left out", "DatasetDialog"
            )
            named = wording.clauses(f"{name_of(path)}: {cause}" for path, cause in answer.left_out)
            more = "; …" if answer.n_left_out > len(answer.left_out) else ""
            self._left_out.setText(f"{count}. {named}{more}")
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_rows(self) -> None:
        if self._counted is not None:
            rows = self._files if self.by.value() == "file" else self._counted.folders
            self.table.rows.show_counts(rows, self._shown_below())

    def _tell_sum(self) -> None:
        files = self._files
        tokens = sum(each.tokens[0] for each in files)
        text = self.tr("{tokens} in {files}, {size} of text").format(
            tokens=wording.tokens(tokens),
            files=wording.files(len(files)),
            size=wording.size(sum(each.n_bytes for each in files)),
        )
        self._status.setText(text)

    def show_cancelled(self) -> None:
        """Say that it was given up; what was counted stays in sight."""
        self._set_running(False)
        self._files = self.table.rows.counts
        self._tell_sum()
        self._status.setText(self.tr("Canceled: {sum}").format(sum=self._status.text()))
        self.path.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_failed(self, sentence: str, second: str) -> None:
        """Show why nothing was counted."""
        self._set_running(False)
        self._status.setText("")
        self._clear_card()
        self._card = FailedCard(sentence, second)
        self._body.insertWidget(0, self._card)
        self.path.setFocus(Qt.FocusReason.OtherFocusReason)

    def _clear_card(self) -> None:
        if self._card is not None:
            self._card.hide()
            self._card.deleteLater()
            self._card = None
