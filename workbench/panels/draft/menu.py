"""The menu of changes: each opens its dialog; unsupported ones are disabled and say why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from workbench.display.escapes import name_of
from workbench.engine.adapting.changes import (
    SAMPLE_TOKENIZER,
    Add,
    AddSpecial,
    Change,
    Cut,
    Extend,
    MergeWith,
    Remove,
    RemoveBy,
    Renumber,
    SetRoles,
)
from workbench.engine.corpus.source_options import SAMPLE_CORPUS, SourceOptions
from workbench.engine.corpus.sources import TextSource
from workbench.panels.draft import dialogs
from workbench.panels.draft.change_dialog import ChangeDialog
from workbench.panels.draft.roles_dialog import RolesDialog
from workbench.panels.draft.words import sources_text
from workbench.widgets import wording
from workbench.widgets.token_view.document.document import Document
from workbench.worker.messages.adapting import ReadTokenList, TokenListRead
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.messages.training import ReadTemplate, TemplateRead
from workbench.worker.replies import Ask

Sources = Callable[[], tuple[str | SourceOptions, ...]]


class ChangeMenu(QObject):
    """Asks for changes of a tokenizer.

    Attributes:
        actions: by the kind of change.
        added_specials: returns the special tokens that the draft adds.
        folder: returns the folder where file dialogs open.
        kept_in: returns the folder in which an unsaved tokenizer is kept, by its handle; "" for none.

    Signals:
        chosen(object, int): a change, and the index of the one it replaces, -1 for a new one.

    """

    chosen = Signal(object, int)

    def __init__(self, ask: Ask, document: Document, sources: Sources, parent: QWidget) -> None:
        super().__init__(parent)
        self._ask, self._document, self._sources, self._panel = ask, document, sources, parent
        self._info: TokenizerInfo | None = None
        self._others: Sequence[TokenizerInfo] = ()
        self.folder: Callable[[], str] = lambda: ""
        self.added_specials: Callable[[], Sequence[str]] = lambda: ()
        self.kept_in: Callable[[int], str] = lambda _handle: ""
        self.actions: dict[str, QAction] = {}

    def fill(self, menu: QMenu) -> None:
        """Add the actions to a menu."""
        menu.setToolTipsVisible(True)
        for kind, text in (
            ("add", self.tr("Add &tokens…")),
            ("add_special", self.tr("Add a &special token…")),
            ("roles", self.tr("R&oles and chat template…")),
            ("extend", self.tr("Add &merges learned from the corpus…")),
            ("merge", self.tr("Add the tokens of &another tokenizer…")),
            ("", ""),
            ("remove", self.tr("&Remove tokens…")),
            ("remove_by", self.tr("Remove by r&ule…")),
            ("cut", self.tr("&Keep the first merges…")),
            ("", ""),
            ("renumber", self.tr("Re&number all tokens")),
        ):
            if not kind:
                menu.addSeparator()
                continue
            action = self.actions[kind] = menu.addAction(text)
            action.triggered.connect(partial(self.ask_for, kind))

    def file_of(self, info: TokenizerInfo) -> str:
        """Return what a change names to read a tokenizer: its file, or its folder; or the sample."""
        return info.path or self.kept_in(info.handle) or (SAMPLE_TOKENIZER if info.format else "")

    def set_tokenizers(self, info: TokenizerInfo, others: Sequence[TokenizerInfo]) -> None:
        """Set the tokenizer and the other open ones."""
        self._info = info
        usable = [each for each in others if each.handle != info.handle and self.file_of(each)]
        self._others = sorted(usable, key=lambda each: self.file_of(each) == SAMPLE_TOKENIZER)
        for kind, action in self.actions.items():
            possible = ("remove" if kind == "remove_by" else kind) in info.changes
            missing = kind == "merge" and not self._others
            action.setEnabled(possible and not missing)
            why = (
                self.tr("Not possible: {reason}.").format(reason=wording.phrase(info.why_not))
                if not possible
                else ""
            )
            action.setToolTip(self.tr("Open another tokenizer first, or train one.") if missing else why)

    def ask_for(self, kind: str) -> None:
        """Open the dialog of a kind of change."""
        self.edit(kind, None, -1)

    def edit(self, kind: str, change: Change | None, place: int) -> None:
        """Open the dialog of a kind, for the change at an index or a new one."""
        if self._info is None or kind == "renumber":
            if change is None:
                self.chosen.emit(Renumber(), -1)
            return
        dialog = self._dialog(kind, change)
        if place >= 0:
            dialog.start.setText(self.tr("Change"))
        dialog.chosen.connect(lambda new: self.chosen.emit(new, place))
        dialog.open()

    def edit_change(self, change: Change, place: int) -> None:
        """Open the dialog of an existing change."""
        kinds = {
            Add: "add", AddSpecial: "add_special", Remove: "remove", RemoveBy: "remove_by", Cut: "cut",
            Extend: "extend", MergeWith: "merge", SetRoles: "roles",
        }  # fmt: skip
        if type(change) in kinds:
            self.edit(kinds[type(change)], change, place)

    def _dialog(self, kind: str, change: Change | None) -> ChangeDialog:
        panel = self._panel.window()
        if isinstance(change, Remove) or kind == "remove":
            return dialogs.RemoveDialog(panel, change if isinstance(change, Remove) else None)
        if kind == "remove_by":
            rule = change if isinstance(change, RemoveBy) else None
            return dialogs.RuleDialog(panel, self._text, self._sources, rule)
        if kind == "add_special":
            return dialogs.SpecialDialog(panel, change if isinstance(change, AddSpecial) else None)
        if kind == "roles" and self._info is not None:
            roles = change if isinstance(change, SetRoles) else None
            return self._roles(self._info, roles)
        if kind == "cut":
            n_merges = 0 if self._info is None else self._info.n_merges
            return dialogs.CutDialog(panel, n_merges, change if isinstance(change, Cut) else None)
        if kind == "extend":
            return self._extend(change if isinstance(change, Extend) else None)
        if kind == "merge":
            others = [(each, self.file_of(each)) for each in self._others]
            return dialogs.MergeDialog(panel, others, change if isinstance(change, MergeWith) else None)
        return self._add(change if isinstance(change, Add) else None)

    def _roles(self, info: TokenizerInfo, change: SetRoles | None) -> RolesDialog:
        dialog = RolesDialog(self._panel.window(), info, self.added_specials(), change, self.folder())

        def _read(path: str) -> None:
            reply = self._ask(ReadTemplate(new_request_id(), path))
            dialog.finished.connect(reply.abandon)
            reply.tell(dialog, answered=_take)

        def _take(answer: TemplateRead) -> None:
            dialog.template.take(answer.text, name_of(answer.path))

        dialog.template.file_wanted.connect(_read)
        return dialog

    def _add(self, change: Add | None) -> dialogs.AddDialog:
        dialog = dialogs.AddDialog(self._panel.window(), change, self.folder())

        def _read(path: str) -> None:
            reply = self._ask(ReadTokenList(new_request_id(), path))
            dialog.finished.connect(reply.abandon)
            reply.tell(dialog, answered=_take)

        def _take(answer: TokenListRead) -> None:
            dialog.add_texts(answer.texts)

        dialog.file_wanted.connect(_read)
        return dialog

    def _extend(self, change: Extend | None) -> dialogs.ExtendDialog:
        sources = change.sources if change else self._sources()
        names = sources_text(sources) if sources else self.tr("Add files under Train first.")
        if any(source == SAMPLE_CORPUS for source in sources):
            names = self.tr("The sample text")
        return dialogs.ExtendDialog(self._panel.window(), sources, names, change)

    def _text(self) -> TextSource | None:
        return TextSource(self.tr("the open text"), self._document.whole()) if len(self._document) else None
