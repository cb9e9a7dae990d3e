"""The Draft panel: the changes of a copy of the open tokenizer, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QVBoxLayout, QWidget

from workbench.engine.adapting.changes import Change, Remove
from workbench.panels.draft.base import BaseStrip
from workbench.panels.draft.created_card import CreatedCard
from workbench.panels.draft.faults import FaultStrip
from workbench.panels.draft.looking import Looking, Sources
from workbench.panels.draft.menu import ChangeMenu
from workbench.panels.draft.outcome import OutcomeView
from workbench.panels.draft.rows import ChangeList, rows_of
from workbench.panels.draft.state import Draft, Drafts, State
from workbench.panels.draft.summary import Summary
from workbench.widgets import wording
from workbench.widgets.controls import Segmented
from workbench.widgets.look import theme
from workbench.widgets.menu_button import MenuButton
from workbench.widgets.panel_parts import Hairline, PanelHeader, panel_column
from workbench.widgets.strips import EmptyState
from workbench.widgets.token_view.document.document import Document
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask

_EMPTY, _DRAFT, _CREATED = range(3)


class DraftPanel(QWidget):
    """The list of changes, their effect, and a button that makes the tokenizer.

    Attributes:
        header: the panel's head, shown above the panel.
        changes: the list. menu: the dialogs. looking: the effect. made: the card of a changed copy.
        drafts: those of all tokenizers. base: what is said of the file of the one that is shown.

    Signals:
        make_requested(object, object): TokenizerInfo, and the `State` to apply to a copy.
        compare_requested(str): key of the tokenizer that this one was made of.
        save_requested(): the copy in use.
        base_requested(str): key of a tokenizer whose draft is to be shown.
        token_chosen(int): id of a token of the tokenizer in use.
        undo_changed(): what can be undone has changed.
        kept_changed(): what `kept` returns has changed.

    """

    make_requested = Signal(object, object)
    compare_requested = Signal(str)
    save_requested = Signal()
    base_requested = Signal(str)
    token_chosen = Signal(int)
    undo_changed = Signal()
    kept_changed = Signal()

    def __init__(
        self, ask: Ask, document: Document, sources: Callable[[], Sources], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Draft"))
        self.header = PanelHeader(self.tr("Draft"))
        self._info: TokenizerInfo | None = None
        self._open: dict[int, str] = {}  # handle -> key, of all that are open
        self.drafts = Drafts()
        self._files: dict[int, str] = {}  # handle -> what changes that read its tokenizer name
        self.menu = ChangeMenu(ask, document, sources, self)
        self.menu.chosen.connect(self._take)
        self.menu.added_specials = lambda: self.state.special_texts
        self.add_button = MenuButton(self.tr("Add a change to the draft"))
        self.add_button.set_chosen(self.tr("Change"))
        self.menu.fill(self.add_button.menu)
        self.header.add_right(self.add_button)
        self.looking = Looking(ask, document, sources, self)
        self.looking.changed.connect(self._show)
        self.changes = ChangeList()
        self.changes.delete_requested.connect(lambda places: self._push(self.state.without(set(places))))
        self.changes.edit_requested.connect(self._edit)
        self.changes.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.changes.customContextMenuRequested.connect(self._open_menu)
        self.base = BaseStrip()
        self.base.accepted.connect(self._accept)
        self.base.save_requested.connect(self.save_requested)
        self.fault = FaultStrip()
        self.fault.mended.connect(self._push)
        self.outcome = OutcomeView()
        self.outcome.token_chosen.connect(self.token_chosen)
        self.summary = Summary()
        self.summary.make.clicked.connect(self.make)
        self.summary.cancel.clicked.connect(self.looking.cancel)
        self.summary.again.clicked.connect(self._look_again)
        self.on = Segmented(
            [
                ("text", self.tr("Open text"), self.tr("Measure the changes on the text of Inspect")),
                ("corpus", self.tr("Corpus"), self.tr("Measure the changes on the sources of Train")),
            ],
            self.tr("Measured on"),
        )
        self.on.changed.connect(self._measure_on)
        self.header.add_left(self.on)
        self.created = CreatedCard()
        self.created.compare.clicked.connect(lambda: self.compare_requested.emit(self._draft.base))
        self.created.save.clicked.connect(self.save_requested)
        self.created.back.clicked.connect(lambda: self.base_requested.emit(self._draft.base))
        self._empty = EmptyState("vocabulary", self.tr("Change a copy"), "")
        for kind, text in (("add", self.tr("Add tokens…")), ("remove", self.tr("Remove tokens…"))):
            button = self._empty.add_button(text)
            button.clicked.connect(lambda _on=False, which=kind: self.menu.ask_for(which))
            self.menu.actions[kind].enabledChanged.connect(button.setVisible)
        self._pages = QStackedWidget()
        for page in (self._empty, self._body(), self.created):
            self._pages.addWidget(page)
        panel_column(self).addWidget(self._pages, 1)

    def _body(self) -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        numbers = QVBoxLayout()
        numbers.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_2)
        numbers.addWidget(self.summary.numbers)
        numbers.addWidget(self.summary.effects)
        for part in (self.base, self.changes, self.fault, Hairline()):
            column.addWidget(part)
        column.addLayout(numbers)
        column.addWidget(self.outcome, 1)
        column.addWidget(self.outcome.note)
        column.addWidget(Hairline())
        column.addWidget(self.summary)
        return body

    # --- which tokenizer

    def set_tokenizers(self, infos: Sequence[TokenizerInfo]) -> None:
        """Update the open tokenizers; a draft follows its tokenizer to another file or name."""
        keys = {info.handle: info.key for info in infos}
        files = {info.handle: self.menu.file_of(info) for info in infos}
        for handle, key in keys.items():
            before, file = self._open.get(handle, key), self._files.get(handle, files[handle])
            if before != key:
                self.drafts.follow(before, key)
            if file != files[handle]:
                self.drafts.follow_file(file, files[handle])
            if before != key or file != files[handle]:
                self.kept_changed.emit()
        self._open, self._files = keys, files
        here = next((info for info in infos if self._info and info.handle == self._info.handle), None)
        self._others = tuple(infos)
        if here is not None:
            self.set_tokenizer(here)

    _others: tuple[TokenizerInfo, ...] = ()

    def set_tokenizer(self, info: TokenizerInfo) -> None:
        """Show the draft of another tokenizer."""
        self._info = info
        self._open[info.handle] = info.key
        self.menu.set_tokenizers(info, self._others)
        self.renew()

    @property
    def _draft(self) -> Draft:
        key = "" if self._info is None else self._open[self._info.handle]
        return self.drafts.get(key)

    @property
    def state(self) -> State:
        """The draft that is shown."""
        return self._draft.state

    def note_made(self, info: TokenizerInfo, base: str) -> None:
        """Record that a tokenizer was made from the one with this key, before it becomes current."""
        self.drafts.begin(info.key, base)
        self.kept_changed.emit()

    # --- changes

    def _take(self, change: Change, place: int) -> None:
        state = self.state
        if 0 <= place < len(state.changes):
            self._push(state.exchanged(place, change))
        else:
            self._push(State((*state.changes, change), state.move_special))

    def remove_tokens(self, ids: Sequence[int]) -> None:
        """Add a removal of tokens; tokens that others are built from need a confirmation."""
        if ids:
            self._take(Remove(tuple(ids)), -1)

    def _push(self, state: State) -> None:
        self._draft.add(state)
        if self._info is not None:
            self.drafts.note(self._open[self._info.handle])
        self.renew()
        self.kept_changed.emit()

    def take_over(self, key: str) -> None:
        """Add the changes of the draft of another tokenizer to the one that is shown; Undo takes them out."""
        other, state = self.drafts.get(key), self.state
        if other is self._draft:  # it has come back
            return
        taken = other.kept().state
        self._push(State((*state.changes, *taken.changes), state.move_special or taken.move_special))
        self._draft.of = other.of
        self._show()
        self.kept_changed.emit()

    def _accept(self) -> None:
        """Use the changes for the tokens that there are now."""
        self._draft.of = None
        self.changes.setFocus()  # the strip with the link goes
        self._show()
        self.kept_changed.emit()

    def set_file(self, state: str) -> None:
        """Show what became of the file of the tokenizer since it was opened: "", "gone" or "changed"."""
        if state != self.base.file:  # a folder may have many events
            self.base.file = state
            self._show()

    def _edit(self, place: int) -> None:
        if 0 <= place < len(self.state.changes):
            self.menu.edit_change(self.state.changes[place], place)

    def _open_menu(self, at: QPoint) -> None:
        chosen = self.changes.chosen()
        if not chosen:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if len(chosen) == 1:
            menu.addAction(self.tr("&Edit…")).triggered.connect(lambda: self._edit(chosen[0]))
        delete = menu.addAction(self.tr("&Delete"))
        delete.triggered.connect(lambda: self._push(self.state.without(set(chosen))))
        menu.popup(self.changes.viewport().mapToGlobal(at))

    def undo(self) -> None:
        """Undo the last step."""
        self._go(-1)

    def redo(self) -> None:
        """Redo the last undone step."""
        self._go(1)

    def _go(self, step: int) -> None:
        self._draft.go(step)
        self.renew()
        self.kept_changed.emit()

    def can_go(self, step: int) -> bool:
        """Return whether there is something to undo (-1) or to redo (1)."""
        return self._draft.can_go(step)

    # --- effect

    def renew_texts(self) -> None:
        """Handle a change of the text or the corpus."""
        if self.isVisible():
            self._want()

    def _measure_on(self, on: str) -> None:
        self.looking.on = on
        self._want()

    def _look_again(self) -> None:
        self.looking.forget()
        self._want()

    def _want(self) -> None:
        if self._info is not None:
            self.looking.want(self._info.handle, self.state)

    def renew(self) -> None:
        """Show the draft as it is now."""
        self._want()
        self._show()
        self.undo_changed.emit()

    def make(self) -> None:
        """Request the changed tokenizer."""
        looked = self.looking.looked
        fits = looked is not None and self._draft.agrees(looked.identity)
        if self._info is not None and self.looking.is_complete and self.state.changes and fits:
            self.make_requested.emit(self._info, self.state)

    def showEvent(self, event: QShowEvent) -> None:
        """Update after changes made while hidden."""
        super().showEvent(event)
        self._want()

    def _show(self) -> None:
        info, state, looked = self._info, self.state, self.looking.looked
        if info is None:
            return
        for asked, done in zip(state.changes, looked.done if looked else (), strict=False):
            if asked != done.change:
                self._draft.settled[asked] = done.change
        if looked is not None and self._draft.of is None:
            self._draft.of = looked.identity
            self.kept_changed.emit()
        page = _DRAFT if state.changes else _CREATED if self._draft.base else _EMPTY
        self._pages.setCurrentIndex(page)
        self.on.setVisible(page == _DRAFT)
        self._empty.set_sentence(self._what_for(info))
        self.created.show_info(info)
        count = wording.plural(len(state.changes), "%n change", "%n changes")
        self.header.set_facts(count if state.changes else "")
        self.changes.show_rows(rows_of(state, self.looking))
        identity = None if looked is None else looked.identity
        self.base.show_base(info, self._draft, identity)
        self.fault.show_fault(state, self.looking)
        self.outcome.show_outcome(looked, self.looking.measured)
        self.summary.show_looking(self.looking, self._draft.agrees(identity))

    def _what_for(self, info: TokenizerInfo) -> str:
        if not info.changes:
            return self.tr("The tokens of {name} cannot be changed: {reason}.").format(
                name=info.name, reason=wording.phrase(info.why_not)
            )
        sentence = self.tr("Add, remove or renumber tokens in a copy. {name} stays as it is.").format(
            name=info.name
        )
        if info.why_not:
            but = self.tr("Not all changes are possible: {reason}.")
            sentence = wording.sentences(sentence, but.format(reason=wording.phrase(info.why_not)))
        return sentence
