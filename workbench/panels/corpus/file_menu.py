"""The menu of selected files: leave out or use, show, change kind or encoding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QKeyCombination, Qt
from PySide6.QtGui import QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from workbench.panels.corpus.file_model import ListedFile, kind_name
from workbench.panels.corpus.source_menu import ENCODINGS
from workbench.panels.corpus.sources import encoding_name

KINDS = ("text", "json", "table", "parquet", "counts")


def _tr(text: str) -> str:
    return QCoreApplication.translate("CorpusFiles", text)


@dataclass(frozen=True)
class FileActions:
    """The actions of the menu of selected files.

    Attributes:
        switch: leaves them out, or uses them again.
        preview: shows the current one.
        read_as: reads them as a `kind` or in an `encoding`, each "" for as found.

    """

    switch: Callable[[], object]
    preview: Callable[[], object]
    read_as: Callable[..., object]


def fill_file_menu(menu: QMenu, first: ListedFile, does: FileActions, locked: bool) -> None:
    """Fill the menu of chosen files; while it is `locked` they can only be shown."""
    preview = menu.addAction(_tr("Preview…"))
    preview.setShortcut(QKeySequence(Qt.Key.Key_Return))
    preview.triggered.connect(lambda: does.preview())
    if locked:
        return
    if not first.problem:
        switch = menu.addAction(_tr("Use again") if first.out else _tr("Leave out"))
        switch.setShortcut(QKeySequence(QKeyCombination(Qt.Key.Key_Space)))
        switch.triggered.connect(lambda: does.switch())
    elif first.problem == "looks_binary":
        menu.addAction(_tr("Read anyway")).triggered.connect(lambda: does.read_as(kind="text"))
    kinds = [("", _tr("By file name")), *((kind, kind_name(kind)) for kind in KINDS)]
    chosen = first.kind if first.changed else ""
    _add_choices(menu.addMenu(_tr("Read as")), kinds, chosen, lambda kind: does.read_as(kind=kind))
    names = [("", _tr("Detect")), ("utf-8", "UTF-8")]
    names += [(name, encoding_name(name)) for name in ENCODINGS]
    chosen = first.encoding if first.changed else ""
    _add_choices(menu.addMenu(_tr("Encoding")), names, chosen, lambda name: does.read_as(encoding=name))


def _add_choices(
    menu: QMenu, choices: Sequence[tuple[str, str]], chosen: str, take: Callable[[str], object]
) -> None:
    group = QActionGroup(menu)
    for key, text in choices:
        action = menu.addAction(text.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(key == chosen)
        group.addAction(action)
        action.triggered.connect(lambda _=False, key=key: take(key))
