"""What dialogs that write a file have in common: fields, the file, how far it is, and how it went."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from workbench.shell.dialogs.dialog_jobs import JobDialog
from workbench.shell.dialogs.export_cards import FailedCard, show_in_folder
from workbench.shell.files import ask_for_target
from workbench.widgets import wording
from workbench.widgets.controls import Button, Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline, ThinBar
from workbench.widgets.path_field import PathField

Row = tuple[str, QWidget | QHBoxLayout, QWidget, QWidget | None]  # label, field, what is named, next to it

_WIDTH = 640
_LABEL_WIDTH = 104


class WritingDialog(JobDialog):
    """Asks what to write and where, and shows how far it is; the window behind it stays usable.

    A subclass puts its fields together in `build`, says in `is_ready` whether it may begin, and begins
    in `begin`.

    Attributes:
        path: the field of the file.
        start: the filled button.

    Signals:

    """

    def __init__(
        self, title: str, intro: str, verb: str, folder: str, parent: QWidget, *, keeps_name: bool = True
    ) -> None:
        """Take the title, an introduction, the `verb` on the button, and the `folder` to write to.

        `keeps_name`: a folder that is dropped on the field of the path is where the file goes.
        """
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self._verb = verb
        self.folder = folder
        self.typed = self.running = False
        self._card: QWidget | None = None
        self.path = PathField(keeps_name)
        self.start = Button(verb, "primary")
        self._close = Button(self.tr("Close"))
        self._reveal = Button(self.tr("Show in folder"), "plain", "folder")
        self._change = Button(self.tr("Change…"))
        self._change.setAccessibleName(self.tr("Choose where to save"))
        self._change.setToolTip(self._change.accessibleName())
        self._close.setToolTip(self.tr("Close this window (Esc)"))
        self._reveal.setToolTip(self.tr("Show the file in its folder"))
        self.start.setToolTip(title)
        self._there = Label("", "small", "warn")
        self._bar, self._status = ThinBar(self.tr("Progress")), Label("", "small", "text2")
        self._head = (title, intro)
        self._fields: list[QWidget] = [self.path, self._change]
        self.path.textEdited.connect(self._note_typed)
        self.path.textChanged.connect(self.follow_fields)
        self.path.returnPressed.connect(self._begin)
        self._change.clicked.connect(self.ask_for_path)
        self._close.clicked.connect(self.reject)
        self._reveal.clicked.connect(lambda: show_in_folder(self.folder_to_show()))
        self.start.clicked.connect(self._begin)

    # --- for subclasses -------------------------------------------------------------------

    def build(self, rows: Sequence[Row], facts: Label, fields: Sequence[QWidget]) -> None:
        """Put the dialog together: rows, then the file; `facts` are below the second row.

        `fields` are what cannot be changed while it runs.
        """
        self._fields += fields
        head = QHBoxLayout()
        head.setContentsMargins(theme.SPACE_6, theme.SPACE_4, theme.SPACE_6, theme.SPACE_4)
        head.addWidget(Label(self._head[0], "heading"))
        head.addSpacing(theme.SPACE_2)
        head.addWidget(Label(self._head[1], "body", "text2", elided=True), 1)
        self._body = QVBoxLayout()
        self._body.setContentsMargins(theme.SPACE_6, theme.SPACE_4, theme.SPACE_6, theme.SPACE_4)
        self._body.setSpacing(theme.SPACE_4)
        self._body.addLayout(self._grid(rows, facts))
        self._body.addWidget(self._bar)
        self._body.addWidget(self._status)
        self._body.addStretch(1)
        foot = QHBoxLayout()
        foot.setContentsMargins(theme.SPACE_6, theme.SPACE_3, theme.SPACE_6, theme.SPACE_3)
        foot.setSpacing(theme.SPACE_2)
        foot.addStretch(1)
        for button in (self._reveal, self._close, self.start):
            foot.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(Hairline())
        column.addLayout(self._body, 1)
        column.addWidget(Hairline())
        column.addLayout(foot)
        for hidden in (self._bar, self._status, self._reveal):
            hidden.hide()
        self.resize(_WIDTH, self.sizeHint().height())

    def _grid(self, rows: Sequence[Row], facts: Label) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.SPACE_2)
        grid.setVerticalSpacing(theme.SPACE_2)
        grid.setColumnMinimumWidth(0, _LABEL_WIDTH)
        grid.setColumnStretch(1, 1)
        every = (*rows, (self.tr("Write to"), self.path, self.path, self._change))
        for line, (text, field, named, extra) in enumerate(every):
            label = Label(text, "body", "text2")
            label.setBuddy(named)
            named.setAccessibleName(text)
            if isinstance(named, QComboBox):
                named.view().setAccessibleName(text)
            grid.addWidget(label, 2 * line, 0)
            if isinstance(field, QWidget):
                grid.addWidget(field, 2 * line, 1)
            else:
                grid.addLayout(field, 2 * line, 1)
            if extra is not None:
                grid.addWidget(extra, 2 * line, 2)
        grid.addWidget(facts, 3, 1)
        grid.addWidget(self._there, 2 * len(every) - 1, 1)
        return grid

    def is_ready(self) -> bool:
        """Return whether all is given that it needs."""
        return bool(self.path.text().strip())

    def begin(self) -> None:
        """Ask for the work; it runs from now on."""

    def on_target(self) -> tuple[str, str]:
        """Return what to say of what is at the path already, and the text of the button; "" for the usual."""
        if os.path.exists(self.whole_path()):
            return self.tr("This file exists and will be replaced."), self.tr("Replace")
        return "", ""

    def folder_to_show(self) -> str:
        """Return the folder in which to show what was written."""
        return os.path.dirname(self.whole_path())

    def cancelled_words(self) -> str:
        """Return what to say after a cancel."""
        return self.tr("Canceled; nothing was written.")

    def whole_path(self) -> str:
        """Return the path of the file."""
        return os.path.abspath(os.path.expanduser(self.path.text().strip()))

    def name_file(self, stem: str, suffix: str, suffixes: Sequence[str]) -> None:
        """Name the file after `stem` until another name is typed, which gets only the suffix of its kind."""
        if not self.typed:
            self.path.setText(stem + suffix if stem else "")
        elif os.path.splitext(self.path.text())[1] in suffixes:
            self.path.setText(os.path.splitext(self.path.text())[0] + suffix)

    def follow_fields(self) -> None:
        """Take away what was said of the last file, as another is described now."""
        if not self.running:
            self._clear_card()
            self._reveal.hide()
            self._status.hide()
        self.show_start()

    def show_start(self) -> None:
        """Say whether a file would be replaced, and let it begin."""
        there, verb = self.on_target() if self.path.text().strip() else ("", "")
        self._there.setText(there)
        self._there.setVisible(bool(there) and not self.running and not self._reveal.isVisible())
        self.start.setText(verb or self._verb)
        self.start.setEnabled(self.is_ready())
        self.start.set_kind("plain" if self._reveal.isVisible() else "primary")
        self.start.updateGeometry()
        if self.height() < self.sizeHint().height():
            self.resize(self.width(), self.sizeHint().height())

    # --- the user -----------------------------------------------------------------------------

    def set_path(self, path: str) -> None:
        """Take a file to write to."""
        self.typed = True
        self.path.setText(path)

    def _note_typed(self) -> None:
        self.typed = True

    def _begin(self) -> None:
        if self.running or not self.start.isEnabled():
            return
        self._clear_card()
        self._reveal.hide()
        self._set_running(True)
        self._bar.set_progress(0, 0)
        self._status.setText("")
        self.begin()

    def _set_running(self, running: bool) -> None:
        self.running = running
        self._bar.setVisible(running)
        self._status.setVisible(running)
        for field in self._fields:
            field.setEnabled(not running)
        self.start.setVisible(not running)
        self._close.setText(self.tr("Cancel") if running else self.tr("Close"))
        self._close.updateGeometry()
        if running:
            self._close.setFocus(Qt.FocusReason.OtherFocusReason)
        self.show_start()

    def reject(self) -> None:
        """Cancel what runs, or close."""
        if self.running:
            self.cancel_requested.emit()
        else:
            super().reject()

    def ask_for_path(self) -> None:
        """Let the user choose where to write."""
        ask_for_target(self, self.tr("Write to"), self.path.text(), self.folder, self.set_path)

    # --- what becomes of it ---------------------------------------------------------------------

    def show_share(self, done: int, total: int) -> None:
        """Show how many bytes are done."""
        if self.running:
            self._bar.set_progress(done, total)
            of = self.tr("{done} of {total}").format(done=wording.size(done), total=wording.size(total))
            self._status.setText(of if total else "")

    def show_done(self, card: QWidget) -> None:
        """Show what has been written."""
        self._set_running(False)
        self._show_card(card)
        self._reveal.show()
        self.show_start()
        self._close.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_cancelled(self) -> None:
        """Say that it was given up."""
        self._set_running(False)
        self._status.setText(self.cancelled_words())
        self._status.show()
        self._fields[-1].setFocus(Qt.FocusReason.OtherFocusReason)

    def show_failed(self, sentence: str, second: str) -> None:
        """Show why nothing was written."""
        self._set_running(False)
        self._show_card(FailedCard(sentence, second))
        self.path.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_card(self, card: QWidget) -> None:
        self._clear_card()
        self._card = card
        self._body.insertWidget(1, card)
        card.show()  # now: it counts for the height
        if (layout := self.layout()) is not None:
            self.resize(self.width(), max(self.height(), layout.totalHeightForWidth(self.width())))

    def _clear_card(self) -> None:
        if self._card is not None:
            self._card.hide()
            self._card.deleteLater()
            self._card = None
