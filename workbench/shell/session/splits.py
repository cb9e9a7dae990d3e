"""How tokenizer files split text that do not say it: the user is asked once, the answer kept by path."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QInputDialog

from workbench.display.escapes import name_of
from workbench.engine.splitting.split_patterns import BY_NAME
from workbench.shell.window import MainWindow
from workbench.widgets.strips import NoticeStrip
from workbench.worker.messages.requests import Failed

# Faults of a file that does not say how it splits text, and of what was then chosen.
_CHOOSE = ("split_unknown", "unknown_pre_tokenizer")


class Splits(QObject):
    """Asks for splits.

    Signals:
        to_open(str): the file with this path is to be opened again.
        chosen(str, str): the split of a file that is gone on with in training, "" for its own.

    """

    to_open = Signal(str)
    chosen = Signal(str, str)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def failed(self, failed: Failed, opens: bool = False) -> NoticeStrip:
        """Show what went wrong; where the split is the fault, what the user can do about it here.

        `opens` says that a tokenizer was to be opened; else the file is one that a training goes on with.
        """
        extends, asks = not opens, failed.code in _CHOOSE
        own = failed.code == "extend_keeps_split"
        path = failed.file or ""
        if not path or not (asks or own):
            return self._window.notices.failed(failed)
        # The engine's remedy names what the command line takes.
        said = (
            self.tr("Choose its publisher's split, or type a pattern.")
            if asks
            else self.tr("The split that you chose is not needed.")
        )
        strip = self._window.notices.failed(replace(failed, remedy=said))
        if asks:
            strip.add_link(self.tr("Choose the split…"), partial(self._ask, path, extends, strip))
        else:
            link = strip.add_link(self.tr("Use its own"), partial(self._keep, path, "", True))
            link.clicked.connect(strip.take_away)
        return strip

    def _ask(self, path: str, extends: bool, strip: NoticeStrip) -> None:
        dialog = QInputDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Split of {name}").format(name=name_of(path)))
        dialog.setLabelText(
            self.tr(
                "The file does not say how it splits text. Choose its publisher's split, or type a pattern:"
            )
        )
        dialog.setComboBoxItems([*BY_NAME, "none"])
        dialog.setComboBoxEditable(True)
        for field in dialog.findChildren(QComboBox):
            # Its own completes in the line itself: that takes the first Return, and ends patterns with names.
            field.setCompleter(QCompleter(field))
        dialog.setTextValue(self._window.settings.splits.get(path) or "cl100k")
        dialog.textValueSelected.connect(strip.take_away)  # the error of the choice is shown again
        dialog.textValueSelected.connect(lambda split: self._keep(path, split, extends))
        dialog.open()

    def _keep(self, path: str, split: str, extends: bool) -> None:
        settings = self._window.settings
        others = {other: own for other, own in settings.splits.items() if other != path}
        settings.splits = {**others, path: split} if split else others
        if extends:
            self.chosen.emit(path, split)
        else:
            self.to_open.emit(path)
