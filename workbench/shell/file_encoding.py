"""Encoding a file: opens the dialog, asks the lanes, and hands it their answers."""

from __future__ import annotations

from pathlib import Path

from workbench.display.escapes import name_of
from workbench.shell.dialogs.dialog_jobs import DialogJob
from workbench.shell.dialogs.encode_dialog import EncodeDialog
from workbench.widgets import wording
from workbench.worker.messages.files import EncodeFile, FileEncoded
from workbench.worker.messages.tokenizers import TokenizerInfo


class FileEncoding(DialogJob[EncodeDialog]):
    """The encoding of a file, one at a time."""

    def open(
        self, tokenizer: TokenizerInfo | None, rule: str = "", specials: str | tuple[str, ...] = "none"
    ) -> None:
        """Open the dialog for a tokenizer, or come back to the one that is open.

        `rule` and `specials` as in `Encode`; the user may choose other special tokens.
        """
        if self._raised() or tokenizer is None:
            return
        dialog = EncodeDialog(tokenizer, self._window.settings.start_folder, self._window, specials, rule)
        dialog.encode_requested.connect(self._encode)
        self._hold(dialog)
        dialog.show()

    def _encode(self, request: EncodeFile) -> None:
        self._window.settings.last_folder = str(Path(request.source).parent)
        reply = self._ask(request)
        reply.progressed.connect(self.show_progress)
        reply.answered.connect(self.show_encoded)

    # --- what the lanes tell --------------------------------------------------------------------

    def show_encoded(self, answer: FileEncoded) -> None:
        """Show what has been written, in the dialog and in the window."""
        ids = wording.plural(answer.n_ids, "%n id", "%n ids", "EncodeDialog")
        name = name_of(answer.path)
        text = self.tr("Wrote {ids} to {name}, {size}.").format(
            ids=ids, name=name, size=wording.size(answer.size)
        )
        self._window.notices.toast(text)
        if self.dialog is not None:
            self.dialog.show_encoded(answer)
