"""Files that the user chooses: the dialog, the menu of those opened last, and names for new ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from workbench.display.escapes import for_label, name_of
from workbench.settings import Settings

if TYPE_CHECKING:
    from workbench.shell.window import MainWindow


OF_SESSIONS = "session-tokenizers"  # folder of the user's data for tokenizers that came with session files


def ask_for_file(
    window: MainWindow, title: str, then: Callable[[str], None], filters: Sequence[str] = ()
) -> None:
    """Let the user choose a file that is there, where the last one lay; it blocks nothing."""
    dialog = QFileDialog(window, title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters(list(filters))
    dialog.setDirectory(window.settings.start_folder)
    dialog.fileSelected.connect(partial(_keep_folder, window.settings))
    dialog.fileSelected.connect(then)
    dialog.open()


def save_dialog(
    window: MainWindow, title: str, name: str, folder: str = "", filters: Sequence[str] = ()
) -> QFileDialog:
    """Return a dialog for a file to write, at first `name`, where the last one lay unless in `folder`.

    It asks before a file that is there is replaced.
    """
    dialog = QFileDialog(window, title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters(list(filters))
    dialog.setDirectory(folder or window.settings.start_folder)
    dialog.selectFile(name)
    dialog.fileSelected.connect(partial(_keep_folder, window.settings))
    return dialog


def ask_for_target(
    parent: QWidget, title: str, path: str, folder: str, then: Callable[[str], object]
) -> None:
    """Let the user choose where a file goes: at first `path`, in `folder` where that names none.

    Nothing is asked about a file that is there: the button of the dialog behind says that it replaces.
    """
    dialog = QFileDialog(parent, title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
    dialog.setDirectory(os.path.dirname(path) or folder)
    dialog.selectFile(os.path.basename(path))
    dialog.fileSelected.connect(then)
    dialog.open()


def show_recent(
    menu: QMenu,
    settings: Settings,
    open_tokenizer: Callable[[str], None],
    open_text: Callable[[str], None],
    open_session: Callable[[str], None],
) -> None:
    """Fill a menu with the files opened last: tokenizers, texts, sessions; without any it is hidden."""
    menu.clear()
    for paths, then in (
        (settings.recent_tokenizers, open_tokenizer), (settings.recent_texts, open_text),
        (settings.recent_sessions, open_session),
    ):  # fmt: skip
        if paths and not menu.isEmpty():
            menu.addSeparator()
        for path in paths:
            entry = menu.addAction(name_of(path).replace("&", "&&"))
            entry.setToolTip(for_label(path))
            entry.triggered.connect(lambda _on=False, path=path, then=then: then(path))
    menu.menuAction().setVisible(not menu.isEmpty())


def _keep_folder(settings: Settings, path: str) -> None:
    settings.last_folder = str(Path(path).parent)


def is_ours_alone(path: str) -> bool:
    """Return whether a path is in the program, or fetched, or came with a session: it is not overwritten."""
    from workbench.formats.published import (
        cache_folder,  # here: the start of the window needs no network code
    )

    fetched = Path(cache_folder()).parent  # of models too
    parts = Path(path).parts
    return "workbench_resources" in parts or OF_SESSIONS in parts or fetched in Path(path).parents


def file_name(name: str) -> str:
    """Return a name made fit for a file."""
    kept = "".join(c if c.isalnum() or c in "-_." else "-" for c in name.strip().lower())
    return kept.strip("-.") or "tokenizer"
