"""The entries of the menus that begin a new session, forget everything, and tell how much is kept."""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMenu, QMessageBox

from workbench.panels.tokens.text.panel import TokensPanel
from workbench.shell.session.keeping import Keeping
from workbench.shell.session.place import unheld
from workbench.shell.session.session import Session
from workbench.shell.window import MainWindow
from workbench.widgets import wording
from workbench.worker.lanes import Lanes

_FORGOTTEN = "forgotten-"  # how the names of files and folders begin that are on their way out


class Renewing(QObject):
    """New session, Forget everything, and what is kept."""

    def __init__(
        self,
        window: MainWindow,
        lanes: Lanes,
        keeping: Keeping,
        session: Session,
        tokens: TokensPanel,
        sample: Callable[[], bytes],
    ) -> None:
        """Take what a session is made of, and what gives the text that one begins with."""
        super().__init__(window)
        self._window, self._place, self._keeping = window, keeping.place, keeping
        self._session, self._tokens, self._sample = session, tokens, sample
        self._folder = window.settings.data_folder
        # What is under way is given up first, or it would be kept after all is forgotten.
        self._give_up = lanes.give_up_all
        lanes.given_up.connect(self.forget)
        commands = window.commands
        commands.wire("session.new", self.begin)
        commands.wire("session.forget", self.ask_to_forget)
        self._kept = commands.wire("session.kept", self._show_folder)
        self._remove(self._forgotten())
        menu = commands.recent_menu.parentWidget() if commands.recent_menu is not None else None
        if isinstance(menu, QMenu):
            menu.aboutToShow.connect(self._tell_kept)

    # --- a new session

    def begin(self) -> None:
        """Begin as at the first start; what is not saved stays open, and Undo brings the rest back."""
        if self._is_training():
            return
        before = self._keeping.sections()
        self._keeping.show({})
        self._session.tokenizers.close_others()
        self._tokens.exchange.take(
            self.tr("New session started."), self._sample(), and_back=lambda: self._back(before)
        )

    def _back(self, before: dict[str, object]) -> None:
        self._keeping.show(before)
        self._keeping.open_files(before)

    # --- what is kept

    def _tell_kept(self) -> None:
        size = wording.size(sum(map(_size, _files(self._folder))))
        self._kept.setText(self.tr("{size} kept: show the folder").format(size=size))

    def _show_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))

    def ask_to_forget(self) -> None:
        """Ask whether everything is to go that is kept of what the user did."""
        if self._is_training() or self._has_others():
            return
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setText(self.tr("Forget everything?"))
        size = wording.size(sum(map(_size, _files(self._folder))))
        self._explain(box, size)
        stay = box.addButton(self.tr("Keep it"), QMessageBox.ButtonRole.RejectRole)
        forget = box.addButton(self.tr("Forget everything"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        forget.clicked.connect(self._give_up)
        box.finished.connect(box.deleteLater)
        box.open()

    def _is_training(self) -> bool:
        """Return whether a run is on, and say that it has to end first."""
        if self._session.training.run is not None:
            said = self.tr("Nothing was changed: training is running.")
            self._window.notices.tell(said, self.tr("Wait until training ends, or cancel the training."))
        return self._session.training.run is not None

    def _has_others(self) -> bool:
        """Return whether other windows are open, and say that they have to be closed first."""
        others = not all(map(unheld, self._leftovers()))
        if others:
            said = self.tr("Nothing was forgotten: another window of this program is open.")
            self._window.notices.tell(said, self.tr("Close the other windows first."))
        return others

    def _leftovers(self) -> list[Path]:
        return [path for path in _entries(self._folder) if path != self._place.folder]

    def _explain(self, box: QMessageBox, size: str) -> None:
        text = self.tr(
            "This deletes the text and its undo history, the conversation, the corpus list, "
            "unsaved tokenizers, interrupted training runs, recent files and settings: {size} in "
            "{folder}. This cannot be undone. Files that you saved are not affected."
        )
        box.setInformativeText(text.format(size=size, folder=self._folder))

    def forget(self) -> None:
        """Remove what is kept, and begin as at the first start; nothing else is under way by now."""
        if self._is_training():
            return
        self._keeping.show({})
        self._session.tokenizers.close_others(unsaved=True)
        self._tokens.set_text(self._sample())
        self._keeping.forget()
        self._window.settings.forget()
        # A large folder takes the disk long: under another name nothing new is removed too.
        aside = self._folder / f"{_FORGOTTEN}{uuid.uuid4().hex[:12]}"
        for number, path in enumerate(self._leftovers()):
            with contextlib.suppress(OSError):
                path.rename(aside.with_name(f"{aside.name}-{number}"))
        self._remove(self._leftovers())
        self._window.notices.toast(self.tr("Everything was forgotten."))

    def _forgotten(self) -> list[Path]:
        """Return what was forgotten and is still there, where the program ended too soon."""
        return [path for path in _entries(self._folder) if path.name.startswith(_FORGOTTEN)]

    def _remove(self, paths: Sequence[Path]) -> None:
        if paths:
            threading.Thread(target=_remove, args=(paths,), name="forget").start()


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _files(folder: Path) -> list[str]:
    return [os.path.join(within, name) for within, _, names in os.walk(folder) for name in names]


def _size(path: str) -> int:
    try:
        return os.lstat(path).st_size
    except OSError:  # gone meanwhile
        return 0


def _remove(paths: Sequence[Path]) -> None:
    """Remove files and folders; on a thread of its own, as large ones take the disk long."""
    for path in paths:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
