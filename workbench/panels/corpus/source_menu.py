"""The menus of the options of sources: field, weight, sample, encoding, invalid bytes, file names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QActionGroup, QKeySequence
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu, QWidget

from workbench.engine.corpus.source_options import ACCEPTABLE
from workbench.panels.corpus.sources import Source, encoding_name
from workbench.widgets import wording

Change = Callable[..., None]  # takes the options that change, by name

WEIGHTS = (0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
SAMPLES = (1_000_000, 10_000_000, 100_000_000)
SHARES = (0.01, 0.1, 0.5)
ENCODINGS = (
    "cp1252", "iso8859-1", "iso8859-15", "cp1250", "cp1251", "koi8-r", "cp1253", "cp1254", "utf-16-le",
    "utf-16-be", "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr", "mac-roman",
)  # fmt: skip


@dataclass(frozen=True)
class RowActions:
    """The actions of the menu of selected sources.

    Attributes:
        switch: switches them on or off.
        preview: shows the first of them.
        files: lists the files of the first of them.
        accept: reads the first of them though it would be refused.
        change: reads them in another way.
        remove: takes them out.

    """

    switch: Callable[[bool], object]
    preview: Callable[[], object]
    files: Callable[[], object]
    accept: Callable[[], object]
    change: Change
    remove: Callable[[], object]


def fill_row_menu(menu: QMenu, sources: Sequence[Source], does: RowActions) -> None:
    """Fill the menu of chosen sources."""
    first = sources[0]
    on, info = first.on, first.info
    menu.addAction(_tr("Switch off") if on else _tr("Switch on")).triggered.connect(
        lambda: does.switch(not on)
    )
    menu.addAction(_tr("Preview…")).triggered.connect(lambda: does.preview())
    if first.lists_files:
        menu.addAction(_tr("List the files…")).triggered.connect(lambda: does.files())
    guess = info.look.guess if info is not None and info.n_invalid > 0 else ""
    if guess:
        text = _tr("Read as {encoding}").format(encoding=encoding_name(guess))
        menu.addAction(text).triggered.connect(lambda: does.change(encoding=guess))
    if info is not None and info.problem in ACCEPTABLE:
        menu.addAction(_tr("Read anyway")).triggered.connect(lambda: does.accept())
    add_reading_menus(menu, sources, does.change)
    menu.addSeparator()
    remove = menu.addAction(_tr("Remove from the corpus"))
    remove.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
    remove.triggered.connect(lambda: does.remove())


def _tr(text: str) -> str:
    return QCoreApplication.translate("SourceMenu", text)


def add_reading_menus(menu: QMenu, sources: Sequence[Source], change: Change) -> None:
    """Add the menus for some sources; `change` gets what is chosen."""
    first = sources[0]
    if first.info is not None and first.info.look.fields and len(sources) == 1:
        fill_fields(menu.addMenu(_tr("Text from")), first, change)
    _add_weights(menu.addMenu(_tr("Weight")), first, change)
    _add_samples(menu.addMenu(_tr("Sample")), first, change)
    _add_encodings(menu.addMenu(_tr("Encoding")), first, change)
    _add_faults(menu.addMenu(_tr("Invalid bytes")), first, change)
    if first.info is not None and first.info.kind == "folder" and len(sources) == 1:
        _add_names(menu.addMenu(_tr("File names")), first, change)


def fill_fields(menu: QMenu, source: Source, change: Change) -> None:
    """Offer the fields or columns of a source, and in JSON a path of the user's own."""
    if source.info is None:
        return
    json = source.info.look.kind == "json"
    key = "field" if json else "column"
    choices = [(name, {key: name}) for name in source.info.look.fields]
    _add_choices(
        menu, choices, lambda values: values[key] == source.info.look.field if source.info else False, change
    )
    if json:
        menu.addSeparator()
        label = _tr("Path of the text field, such as meta.body:")
        menu.addAction(_tr("Another field…")).triggered.connect(
            lambda: _ask(menu.parentWidget(), label, source.field, lambda text: change(field=text))
        )


def _add_weights(menu: QMenu, source: Source, change: Change) -> None:
    choices = [(f"×{wording.number(w, 0 if w == round(w) else 1)}", {"weight": w}) for w in WEIGHTS]
    _add_choices(menu, choices, lambda values: values["weight"] == source.choices.weight, change)
    menu.addSeparator()
    menu.addAction(_tr("Other…")).triggered.connect(
        lambda: _ask_weight(menu.parentWidget(), source.choices.weight, change)
    )


def _add_samples(menu: QMenu, source: Source, change: Change) -> None:
    choices: list[tuple[str, dict[str, Any]]] = [(_tr("All of it"), {"sample_bytes": 0, "sample_share": 1.0})]
    for n in SAMPLES:
        text = _tr("The first {size}").format(size=wording.size(n))
        choices.append((text, {"sample_bytes": n, "sample_share": 1.0}))
    for share in SHARES:
        text = _tr("{share} of the documents").format(share=wording.percent(share))
        choices.append((text, {"sample_bytes": 0, "sample_share": share}))
    now = source.choices
    _add_choices(
        menu,
        choices,
        lambda v: (v["sample_bytes"], v["sample_share"]) == (now.sample_bytes, now.sample_share),
        change,
    )


def _add_encodings(menu: QMenu, source: Source, change: Change) -> None:
    guess = source.info.look.guess if source.info else ""
    choices: list[tuple[str, dict[str, Any]]] = [(_tr("UTF-8, or by byte order mark"), {"encoding": ""})]
    if guess:
        text = _tr("{name} (detected)").format(name=encoding_name(guess))
        choices.append((text, {"encoding": guess}))
    likely = [name for name, _ in source.info.look.readings] if source.info else []
    for name in likely:
        text = _tr("{name} (possible)").format(name=encoding_name(name))
        choices.append((text, {"encoding": name}))
    shown = {guess, *likely}
    choices += [(encoding_name(name), {"encoding": name}) for name in ENCODINGS if name not in shown]
    _add_choices(menu, choices, lambda values: values["encoding"] == source.choices.encoding, change)


def _add_faults(menu: QMenu, source: Source, change: Change) -> None:
    choices = [
        (_tr("Replace with U+FFFD"), {"on_invalid": "replace"}),
        (_tr("Skip"), {"on_invalid": "skip"}),
        (_tr("Stop with an error"), {"on_invalid": "stop"}),
    ]
    _add_choices(menu, choices, lambda values: values["on_invalid"] == source.choices.on_invalid, change)


def _add_names(menu: QMenu, source: Source, change: Change) -> None:
    choices: list[tuple[str, dict[str, Any]]] = [(_tr("All files"), {"patterns": ()})]
    for suffix in source.info.suffixes[:12] if source.info else ():
        if suffix:
            choices.append((f"*{suffix}", {"patterns": (f"*{suffix}",)}))
    _add_choices(menu, choices, lambda values: values["patterns"] == source.choices.patterns, change)
    menu.addSeparator()
    label = _tr("Patterns, separated by spaces; ! excludes: *.txt notes/* !*.log")
    menu.addAction(_tr("Other patterns…")).triggered.connect(
        lambda: _ask(
            menu.parentWidget(),
            label,
            " ".join(source.choices.patterns),
            lambda text: change(patterns=tuple(text.split())),
        )
    )


def _add_choices(
    menu: QMenu,
    choices: Sequence[tuple[str, dict[str, Any]]],
    is_chosen: Callable[[dict[str, Any]], bool],
    change: Change,
) -> None:
    group = QActionGroup(menu)
    for text, values in choices:
        action = menu.addAction(text.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(is_chosen(values))
        group.addAction(action)
        action.triggered.connect(lambda _=False, values=values: change(**values))


def _ask(parent: QWidget | None, label: str, text: str, take: Callable[[str], object]) -> None:
    """Ask for a text without holding up the window."""
    dialog = QInputDialog(_window(parent))
    dialog.setWindowTitle(_tr("Corpus"))
    dialog.setLabelText(label)
    dialog.setTextEchoMode(QLineEdit.EchoMode.Normal)
    dialog.setTextValue(text)
    dialog.textValueSelected.connect(take)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _ask_weight(parent: QWidget | None, weight: float, change: Change) -> None:
    dialog = QInputDialog(_window(parent))
    dialog.setWindowTitle(_tr("Corpus"))
    dialog.setLabelText(_tr("Multiply the counts of this source by:"))
    dialog.setInputMode(QInputDialog.InputMode.DoubleInput)
    dialog.setDoubleDecimals(2)
    dialog.setDoubleRange(0.01, 1000)
    dialog.setDoubleValue(weight)
    dialog.doubleValueSelected.connect(lambda value: change(weight=value))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _window(parent: QWidget | None) -> QWidget | None:
    return parent.window() if parent is not None else None
