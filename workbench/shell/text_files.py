"""Saving the text of the Tokens panel: byte for byte, over no file that another program has changed."""

from __future__ import annotations

import os
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent

from workbench.display.escapes import name_of
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.shell.files import is_ours_alone, save_dialog
from workbench.shell.session.opening import Opening
from workbench.shell.window import MainWindow
from workbench.widgets.token_view.document.origin import Origin
from workbench.worker.messages.files import FileWritten, WriteFile
from workbench.worker.messages.requests import Failed, Stamp, new_request_id
from workbench.worker.replies import Ask

_OF_MENUS = (Qt.FocusReason.MenuBarFocusReason, Qt.FocusReason.PopupFocusReason)


class TextSaving(QObject):
    """Saves the text to its file or to another one.

    Signals:
        saved(): it is written.

    """

    saved = Signal()

    def __init__(self, window: MainWindow, ask: Ask, tokens: TokensPanel, opening: Opening) -> None:
        super().__init__(window)
        self._window, self._ask, self._tokens, self._opening = window, ask, tokens, opening
        self._n_asked = 0  # that are on their way to the disk
        window.commands.wire("file.save_text", self.save)
        window.commands.wire("file.save_text_as", self.save_as)
        saves = window.commands["file.save"], window.commands["file.save_text"]
        self._keys = [action.shortcut() for action in saves]
        self._saves = saves
        tokens.view.installEventFilter(self)
        tokens.exchange.origin_changed.connect(self._give_keys)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the keyboard into the text and out of it; a menu only borrows the keyboard."""
        if isinstance(event, QFocusEvent) and event.reason() not in _OF_MENUS:
            self._give_keys()
        return super().eventFilter(watched, event)

    def _give_keys(self) -> None:
        """Let the usual key save what the keyboard is in: the text of a file, or else the tokenizer."""
        in_text = self._tokens.view.hasFocus() and self._is_of_file()
        for action, key in zip(self._saves, self._keys[::-1] if in_text else self._keys, strict=True):
            action.setShortcut(key)

    def _is_of_file(self) -> bool:
        path = self._tokens.view.document.origin.path
        return bool(path) and not is_ours_alone(path)

    def save(self) -> None:
        """Save the text to the file that it came from, or ask for one where it has none."""
        origin = self._tokens.view.document.origin
        if self._is_of_file():
            self._write(origin.path, origin.stamp)
        else:
            self.save_as()

    def save_as(self) -> None:
        """Ask for a file and save the text there."""
        origin, title = self._tokens.view.document.origin, self.tr("Save the text")
        name, folder = origin.name or self.tr("text.txt"), os.path.dirname(origin.path)
        dialog = save_dialog(self._window, title, name, folder)
        dialog.fileSelected.connect(lambda path: self._write(path, None))
        dialog.open()

    def _write(self, path: str, stamp: Stamp | None) -> None:
        known = None if self._n_asked else stamp  # one that is on its way to the disk changes it
        self._n_asked += 1
        view = self._tokens.view
        reply = self._ask(WriteFile(new_request_id(), path, view.document.parts(), known), shows_failure=True)
        reply.tell(self, answered=partial(self._show_written, view.document.origin, view.document.revision))
        reply.failed.connect(self._show_failed)
        for end in (reply.answered, reply.failed, reply.cancelled):
            end.connect(self._note_end)

    def _note_end(self) -> None:
        self._n_asked -= 1

    def _show_written(self, origin: Origin, revision: int, answer: FileWritten) -> None:
        """Say that the text is saved; it belongs to that file from now on."""
        name = name_of(answer.path)
        if self._tokens.view.document.origin[:2] == origin[:2]:  # else another text has come meanwhile
            self._tokens.exchange.set_saved(Origin(name, answer.path, answer.stamp), revision)
        self.saved.emit()
        self._window.settings.add_recent_text(answer.path)
        self._window.notices.toast(self.tr("Saved {names}.").format(names=name))

    def _show_failed(self, failed: Failed) -> None:
        """Say why the text was not saved, and offer the ways on."""
        strip = self._window.notices.failed(failed, "tokens")
        strip.add_link(self.tr("Save as…"), self.save_as).clicked.connect(strip.take_away)
        if failed.code == "save_over_changed" and failed.file:
            path = failed.file
            show = strip.add_link(self.tr("Open it"), lambda: self._opening.open_text(path))
            replace = strip.add_link(self.tr("Replace it"), lambda: self._write(path, None))
            for link in (show, replace):
                link.clicked.connect(strip.take_away)
