"""Saves the measures as a report, a table or a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QWidget

from workbench.panels.compare.text.view import AlignedView
from workbench.widgets import wording
from workbench.widgets.menu_button import MenuButton
from workbench.widgets.plots.picture import KINDS, picture_of
from workbench.worker.messages.comparing import Compared, ComparisonSaved, SaveComparison
from workbench.worker.messages.files import WriteFile
from workbench.worker.messages.requests import new_request_id
from workbench.worker.replies import Ask

_SUFFIXES = {"html": ".html", "csv": ".csv", "json": ".json"}


class Saving(QObject):
    """The menu of files to save.

    Attributes:
        button: opens the menu. folder: where a dialog begins.
        marked: places of the text for the report.

    Signals:
        saved(str): the path of a file that has been written.

    """

    saved = Signal(str)

    def __init__(
        self, ask: Ask, shown: Callable[[], Compared | None], view: AlignedView, parent: QObject
    ) -> None:
        """Write what `shown` returns, with places of the text of `view`.

        Call `renew` or `forget` when either changes.
        """
        super().__init__(parent)
        self._ask, self._shown, self._view = ask, shown, view
        self.marked: list[tuple[int, int]] = []
        self.folder = ""
        self.button = MenuButton(self.tr("Write the measures to a file"))
        self.button.set_chosen(self.tr("Report"))
        self._entries: list[QAction] = []
        for kind, text in (
            ("html", self.tr("As a &page (.html)…")), ("csv", self.tr("As a &table (.csv)…")),
            ("json", self.tr("As &JSON (.json)…")),
        ):  # fmt: skip
            entry = self.button.menu.addAction(text)
            entry.triggered.connect(lambda _on, wanted=kind: self._choose(wanted))
            self._entries.append(entry)
        self.button.menu.addSeparator()
        self.mark = self.button.menu.addAction(self.tr("&Mark the chosen place of the text for the page"))
        self.unmark = self.button.menu.addAction("")
        self.mark.triggered.connect(self._mark)
        self.unmark.triggered.connect(self.forget)
        self.button.menu.aboutToShow.connect(self._show_marked)
        self.button.setEnabled(False)

    def _mark(self) -> None:
        span = self._view.chosen
        if span is not None and span not in self.marked:
            self.marked.append(span)

    def forget(self) -> None:
        """Unmark all places, after a change of the text."""
        self.marked.clear()

    def _show_marked(self) -> None:
        self.mark.setEnabled(self._view.chosen not in (None, *self.marked))
        self.unmark.setVisible(bool(self.marked))
        self.unmark.setText(
            wording.plural(len(self.marked), "&Forget %n marked place", "&Forget %n marked places")
        )

    def renew(self) -> None:
        """Enable what can be saved."""
        there = self._shown() is not None
        self.button.setEnabled(there)
        self.button.setToolTip(
            self.tr("Write the measures to a file") if there else self.tr("The measures are not complete")
        )

    def _choose(self, kind: str) -> None:
        dialog = QFileDialog(self.button.window(), self.tr("Save the comparison"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(kind)
        dialog.setDirectory(self.folder)
        dialog.selectFile(f"comparison{_SUFFIXES[kind]}")
        dialog.fileSelected.connect(lambda path: self.save(path, kind))
        dialog.open()

    def save(self, path: str, kind: str) -> None:
        """Save the measures as "html", "csv" or "json"."""
        shown = self._shown()
        if shown is None:
            return
        # Languages have their own texts.
        text, places = (b"", ()) if shown.languages else (self._view.document.parts(), tuple(self.marked))
        request = SaveComparison(new_request_id(), shown.request_id, path, kind, text, places)
        self._ask(request).answered.connect(self._tell)

    def choose_picture(self, name: str, widgets: Sequence[QWidget]) -> None:
        """Ask for the file of a picture of widgets."""
        dialog = QFileDialog(self.button.window(), self.tr("Save the picture"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([f"{kind.upper()} (*.{kind})" for kind in KINDS])
        dialog.setDefaultSuffix(KINDS[0])
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(chosen[:3].lower()))
        dialog.setDirectory(self.folder)
        dialog.selectFile(f"{name}.{KINDS[0]}")
        dialog.fileSelected.connect(lambda path: self.save_picture(path, name, widgets))
        dialog.open()

    def save_picture(self, path: str, name: str, widgets: Sequence[QWidget]) -> None:
        """Save a picture of widgets, as SVG if the file name says so."""
        kind = "svg" if path.lower().endswith(".svg") else "png"
        data = picture_of(widgets, kind, name)
        reply = self._ask(WriteFile(new_request_id(), path, (data,)))
        reply.tell(self, answered=lambda written: self.saved.emit(written.path))

    def _tell(self, answer: ComparisonSaved) -> None:
        self.saved.emit(answer.path)
