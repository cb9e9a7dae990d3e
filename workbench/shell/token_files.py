"""The entries of the menus that copy tokens, save them, and turn files into ids and ids into text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from workbench.display.escapes import name_of
from workbench.panels.tokens.decoder.decoder import DecoderDialog
from workbench.panels.tokens.text.copy_menu import CopyMenu
from workbench.panels.tokens.text.copying import TokenExport
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.panels.tokens.text.rendering import TokenDrawing
from workbench.shell.dialogs.dialog_jobs import DialogJob
from workbench.shell.dialogs.save_tokens_dialog import SaveTokensDialog
from workbench.shell.file_encoding import FileEncoding
from workbench.shell.files import file_name
from workbench.shell.session.tokenizers import Tokenizers
from workbench.shell.window import MainWindow
from workbench.widgets.token_view.output.picture import tokens_of
from workbench.worker.messages.files import FileWritten, WriteFile
from workbench.worker.messages.requests import new_request_id
from workbench.worker.replies import Ask


class TokenSaving(DialogJob[SaveTokensDialog]):
    """Saving the tokens as they are seen, one file at a time."""

    def __init__(self, window: MainWindow, ask: Ask, tokens: TokensPanel, copies: CopyMenu) -> None:
        super().__init__(window, ask)
        self._tokens, self._copies = tokens, copies
        self._path = ""
        self._export = TokenExport(0, 0)
        self._drawing = TokenDrawing(tokens.view, self)
        self._drawing.finished.connect(self._write)
        self._drawing.progressed.connect(self._show_drawn)
        self._drawing.given_up.connect(self._given_up)

    def open(self) -> None:
        """Open the dialog, or come back to the one that is open."""
        if self._raised():
            return
        view = self._tokens.view
        first, last = self._copies.tokens()
        n_selected = 0 if self._copies.is_all() else last - first
        folder = self._window.settings.start_folder
        stem = (
            file_name(Path(self._tokens.view.document.origin.name).stem)
            if self._tokens.view.document.origin.name
            else "tokens"
        )
        dialog = SaveTokensDialog(n_selected, len(view.spans), stem, folder, self._window)
        dialog.save_requested.connect(self._draw)
        self._hold(dialog)
        dialog.show()

    def _closed(self) -> None:
        super()._closed()
        self._drawing.stop()

    def _draw(self, what: str, kind: str, path: str) -> None:
        self._window.settings.last_folder = str(Path(path).parent)
        self._path = path
        whole = 0, len(self._tokens.view.spans)
        first, last = self._copies.tokens() if what == "selection" else whole
        self._drawing.draw(kind, first, last, self._copies.title)

    def _show_drawn(self, share: float) -> None:
        if self.dialog is not None:
            self.dialog.show_drawn(share)

    def _write(self, export: TokenExport) -> None:
        self._export = export
        reply = self._ask(WriteFile(new_request_id(), self._path, export.parts))
        reply.answered.connect(self.show_written)

    def _cancel(self) -> None:
        self._drawing.stop()
        if self._reply.is_waiting:
            self._reply.cancel()
        else:
            self.show_cancelled()

    def _given_up(self) -> None:
        if self.dialog is not None:
            self.dialog.show_failed(
                self.tr("The tokens were not saved: the text has changed since."),
                self.tr("Nothing was changed. Save the tokens again."),
            )

    # --- what the lanes tell --------------------------------------------------------------------

    def show_written(self, answer: FileWritten) -> None:
        """Show what has been written."""
        export, name = self._export, name_of(answer.path)
        tokens = tokens_of(export.n_tokens, export.n_all)
        self._window.notices.toast(self.tr("Saved {tokens} to {name}.").format(tokens=tokens, name=name))
        if self.dialog is not None:
            self.dialog.show_saved(answer.path, answer.size, export.n_tokens, export.n_all)
        self._export = TokenExport(0, 0)


def wire_token_files(
    window: MainWindow, ask: Ask, tokens: TokensPanel, tokenizers: Tokenizers, decoder: DecoderDialog
) -> None:
    """Make the dialogs, and give the entries their slots."""
    copies = tokens.copies
    encoding, saving = FileEncoding(window, ask), TokenSaving(window, ask, tokens, copies)
    choices = tokens.choices
    slots: dict[str, Callable[[], object]] = {
        "file.encode_file": lambda: encoding.open(
            tokenizers.current, choices.choices.rule, choices.choices.specials
        ),
        "file.decode_file": decoder.choose_file,
        "file.save_tokens": saving.open,
        **{f"edit.copy_{kind}": action.trigger for kind, action in copies.actions.items()},
    }
    _wire_actions(window, copies, slots)
    decoder.folder = lambda: window.settings.start_folder
    decoder.file_chosen.connect(lambda path: setattr(window.settings, "last_folder", str(Path(path).parent)))


def _wire_actions(window: MainWindow, copies: CopyMenu, slots: Mapping[str, Callable[[], object]]) -> None:
    """Give entries their slots; those of tokens are there once the whole text has its tokens."""
    commands = window.commands
    for name, slot in slots.items():
        commands.wire(name, slot)
    of_tokens = ["file.save_tokens", *(f"edit.copy_{kind}" for kind in copies.actions)]

    def _show(complete: bool) -> None:
        for name in of_tokens:
            commands[name].setEnabled(complete)

    copies.completed.connect(_show)
    _show(copies.ids.isEnabled())
