"""Drafts of changed copies: makes their tokenizers, and leads from one to the other."""

from __future__ import annotations

import os
import uuid
from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence

from workbench.display.escapes import name_of
from workbench.panels.compare.panel import ComparePanel
from workbench.panels.draft.panel import DraftPanel
from workbench.panels.draft.state import State
from workbench.panels.vocab.table import VocabularyTable
from workbench.shell.session.file_watch import FileWatch
from workbench.shell.session.session import Session
from workbench.shell.window import MainWindow
from workbench.widgets import wording
from workbench.worker.messages.adapting import DraftMade, MakeDraft
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask, Reply

PANEL = "vocab_draft"


class Drafts(QObject):
    """Joins the Draft panel to what is open and to the comparison."""

    def __init__(
        self, window: MainWindow, ask: Ask, session: Session, draft: DraftPanel, compare: ComparePanel
    ) -> None:
        super().__init__(window)
        self._window, self._ask, self._session = window, ask, session
        self._draft, self._compare = draft, compare
        self._reply = Reply()
        self._file = FileWatch(self)
        self._file.looked.connect(draft.set_file)
        draft.menu.kept_in = session.unsaved.folder_of
        draft.base.reload_requested.connect(self._reload)
        session.tokenizers.listed.connect(self._watch)
        session.tokenizers.changed.connect(self._watch)
        session.tokenizers.not_opened.connect(self._tell_waiting)

    def _watch(self, _what: object) -> None:
        """Watch the file of the tokenizer in use."""
        info = self._session.tokenizers.current
        path, stamp = (info.path, info.stamp) if info is not None else (None, None)
        self._file.watch(path or "", stamp)

    def _reload(self) -> None:
        info = self._session.tokenizers.current
        if info is not None and info.path:
            self._session.tokenizers.open(info.path)

    def _tell_waiting(self, path: str) -> None:
        """Say that the draft of a tokenizer that could not be opened is kept."""
        n_changes = len(self._draft.drafts.get(path).state.changes) if path else 0
        if not n_changes:
            return
        changes = wording.plural(n_changes, "%n change", "%n changes")
        strip = self._window.notices.tell(
            self.tr("The draft of {file} is kept: {changes}.").format(file=name_of(path), changes=changes),
            self.tr(
                "The draft returns when the file can be opened. If the file has moved, open it and "
                "take over the draft."
            ),
            "warning",
        )
        link = strip.add_link(self.tr("Use for the open tokenizer"), lambda: self._take_over(path))
        link.clicked.connect(strip.take_away)

    def _take_over(self, path: str) -> None:
        self._draft.take_over(path)
        self.open()

    def open(self) -> None:
        """Show the draft of the tokenizer in use."""
        if self._window.tasks.current != "all":
            self._window.show_task("vocabulary")
        self._window.raise_panel(PANEL)

    def ask_for_roles(self) -> None:
        """Ask for other roles in a copy of the tokenizer in use, and show the draft."""
        self.open()
        self._draft.menu.ask_for("roles")

    def offer_to_remove(self, table: VocabularyTable) -> None:
        """Add an entry to the menu of the selected tokens of a table."""
        entry = QAction(self.tr("Remove in a copy…"), table)
        entry.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        entry.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        entry.triggered.connect(lambda: self.remove(table.selected_ids()))
        table.addAction(entry)
        table.token_menu.addSeparator()
        table.token_menu.addAction(entry)

    def remove(self, ids: Sequence[int]) -> None:
        """Add to the draft that tokens of the tokenizer in use are removed, and show the draft."""
        if not ids:
            return
        self._draft.remove_tokens(ids)
        self.open()

    def make(self, info: TokenizerInfo, state: State) -> None:
        """Make the tokenizer of a draft and take it into use."""
        if self._reply.is_waiting:
            return
        folder = os.path.join(self._session.training.runs_folder, uuid.uuid4().hex[:12])
        request = MakeDraft(
            new_request_id(), info.handle, state.changes, state.move_special, self._name(info), folder
        )
        self._reply = self._ask(request)
        self._reply.answered.connect(self._take)

    def _name(self, info: TokenizerInfo) -> str:
        """Return a name that no open tokenizer has."""
        there = {each.name for each in self._session.tokenizers.infos}
        name = self.tr("{name} changed").format(name=info.name)
        number = 2
        while name in there:
            name = self.tr("{name} changed {number}").format(name=info.name, number=number)
            number += 1
        return name

    def _take(self, answer: DraftMade) -> None:
        info, base = answer.tokenizer, self._session.tokenizers.get(answer.handle)
        self._session.unsaved.keep(info.handle, answer.folder)
        if base is not None:
            self._draft.note_made(info, base.key)
        self._session.tokenizers.take(info)
        self._window.notices.toast(self.tr("Made {name}. It is not saved yet.").format(name=info.name))

    def compare(self, base: str) -> None:
        """Compare the tokenizer in use with the one that it was made of."""
        copy, other = self._session.tokenizers.current, self._opened(base)
        if copy is None or other is None:
            self._missing(base)
            return
        self._compare.compare_only((other.handle, copy.handle))
        self._window.show_task("compare")

    def go_to(self, base: str) -> None:
        """Take the tokenizer of a draft into use again."""
        other = self._opened(base)
        if other is None:
            self._missing(base)
        else:
            self._session.tokenizers.use(other.handle)

    def _opened(self, key: str) -> TokenizerInfo | None:
        return next((info for info in self._session.tokenizers.infos if info.key == key), None)

    def _missing(self, key: str) -> None:
        """Open the file of a tokenizer that was closed, and say so where there is none."""
        if os.path.isfile(key):
            self._session.tokenizers.open(key)
        elif key.startswith("sample:"):
            self._session.tokenizers.open_sample()
        else:
            self._window.notices.tell(self.tr("The original is not open any more."))
