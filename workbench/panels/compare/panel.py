"""The Compare panel: which tokenizers are compared, and on what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from workbench.engine.judging.measuring import Row
from workbench.panels.compare.card import MOST_NAME
from workbench.panels.compare.columns import Chosen, Columns
from workbench.panels.compare.measures.panel import MeasuresPanel
from workbench.panels.compare.measuring import Measuring, Sources
from workbench.panels.compare.saving import Saving
from workbench.panels.compare.sources import SourcesPanel
from workbench.panels.compare.text.page import TextPage
from workbench.panels.compare.views import Views
from workbench.panels.compare.words import distinct_names
from workbench.widgets import wording
from workbench.widgets.controls import Segmented
from workbench.widgets.drops import take_a_copy
from workbench.widgets.menu_button import MenuButton
from workbench.widgets.panel_parts import FrontStack, PanelHeader, panel_column
from workbench.widgets.strips import EmptyState
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.output.clipboard import files_of
from workbench.worker.messages.comparing import Compared
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask

_MOST_NAMES = 100  # kept, the newest


class ComparePanel(QWidget):
    """The compared tokenizers, and pages about their differences.

    Attributes:
        header: the panel's head, shown above the panel.
        columns: the cards of the tokenizers.
        views: the pages, one of them visible. text: that of the aligned text.
        saving: saves the measures to a file.
        measuring: requests them. measures, sources: panels that show them, placed by the window.

    Signals:
        open_requested(), fetch_requested(), train_requested(): the ways to another tokenizer.
        files_dropped(list): paths.
        kept_changed(): what `kept` returns has changed.

    """

    open_requested = Signal()
    fetch_requested = Signal()
    train_requested = Signal()
    files_dropped = Signal(list)
    kept_changed = Signal()

    def __init__(
        self, ask: Ask, document: Document, sources: Callable[[], Sources], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Compare"))
        self.setAcceptDrops(True)
        self._infos: dict[int, TokenizerInfo] = {}
        self._chosen = Chosen()
        self._wanted: tuple[str, ...] = ()  # tokenizers of the last session, until they are open again
        self._left: frozenset[str] = frozenset()  # and those that were removed
        self._names: dict[str, str] = {}  # that the user chose, by the keys of tokenizers
        self.header = PanelHeader(self.tr("Compare"))
        self.scope = Segmented(
            [
                ("text", self.tr("This text"), self.tr("Measure on the text of Inspect")),
                ("corpus", self.tr("Whole corpus"), self.tr("Measure on the sources of Train")),
                (
                    "held_out",
                    self.tr("Held out"),
                    self.tr("Measure on the held-out share of the sources"),
                ),
            ],
            self.tr("Measured on"),
        )
        self.add_button = MenuButton(self.tr("Add a tokenizer to the comparison"))
        self.add_button.set_chosen(self.tr("Add"))
        self.header.add_left(self.scope)
        self.header.add_right(self.add_button)
        self.columns = Columns()
        self.text = TextPage(document, ask)
        self.measuring = Measuring(document, sources, ask, self)
        self.measures, self.sources = MeasuresPanel(self.measuring), SourcesPanel(self.measuring)
        self.views = Views(self.text, document, ask, self.measuring)
        self.saving = Saving(ask, self._shown, self.text.view, self)
        self.header.add_right(self.saving.button)
        self._empty = self._make_empty()
        self._pages = FrontStack()
        self._fill()
        self.scope.changed.connect(self._set_scope)
        self.add_button.menu.aboutToShow.connect(self._fill_menu)
        self.columns.changed.connect(self._choose)
        self.columns.renamed.connect(self._rename)
        self.text.aligning.aligned.connect(self._show_counts)
        self.measuring.changed.connect(self._show_counts)
        self.views.changed.connect(self.kept_changed)
        self.views.picture_requested.connect(
            lambda: self.saving.choose_picture(self.views.value(), self.views.picture())
        )
        for signal in (self.measuring.changed, self.views.changed, self.views.answer_changed):
            signal.connect(self.saving.renew)
        self.measures.kept_changed.connect(self.kept_changed)
        self.sources.kept_changed.connect(self.kept_changed)
        self._show()

    def _fill(self) -> None:
        there = QWidget()
        inner = panel_column(there)
        inner.addWidget(self.columns)
        inner.addWidget(self.views, 1)
        self._pages.addWidget(there)
        self._pages.addWidget(self._empty)
        panel_column(self).addWidget(self._pages, 1)

    def _make_empty(self) -> EmptyState:
        page = EmptyState(
            "compare", self.tr("Compare two tokenizers"),
            self.tr("Open or train a second tokenizer to compare."),
        )  # fmt: skip
        for text, signal in (
            (self.tr("Open…"), self.open_requested),
            (self.tr("Fetch…"), self.fetch_requested),
            (self.tr("Train a tokenizer…"), self.train_requested),
        ):
            page.add_button(text).clicked.connect(signal)
        return page

    # --- which tokenizers

    def set_tokenizers(self, infos: Sequence[TokenizerInfo]) -> None:
        """Update the open tokenizers: opened ones join the comparison, closed ones leave."""
        before, self._infos = self._infos, {info.handle: info for info in infos}
        chosen = self._chosen
        for info in infos:
            older = next((h for h in chosen.handles if h in before and _is_renewed(before[h], info)), None)
            if info.handle not in before and older is not None:
                chosen = chosen.exchanged(older, info.handle)
        left = {info.handle for info in infos if info.handle not in before and info.key in self._left}
        chosen = Chosen(chosen.handles, chosen.left | left).follow([info.handle for info in infos])
        for handle in before.keys() - self._infos.keys():
            self.text.aligning.forget(handle)
            self.measuring.forget(handle)
        is_other = chosen != self._chosen
        self._chosen = self._in_wanted_order(chosen)
        self._show()
        if is_other:
            self.kept_changed.emit()

    def _in_wanted_order(self, chosen: Chosen) -> Chosen:
        """Return the same in the order of the last session, as far as its tokenizers are open again."""
        if not self._wanted:
            return chosen
        last = len(self._wanted)
        places = {key: place for place, key in enumerate(self._wanted)}
        ordered = sorted(chosen.handles, key=lambda each: places.get(self._infos[each].key, last))
        return Chosen(tuple(ordered), chosen.left)

    def _choose(self, chosen: Chosen) -> None:
        """Apply a choice of the user."""
        self._wanted, self._left = (), frozenset()
        self._chosen = chosen
        self._show()
        self.kept_changed.emit()

    def compare_only(self, handles: Sequence[int]) -> None:
        """Compare only these open tokenizers, the reference first."""
        self._choose(Chosen(tuple(handles), frozenset(self._infos.keys() - set(handles))))

    def _rename(self, handle: int, name: str) -> None:
        """Show a tokenizer under a name, or with "" under its own."""
        info = self._infos[handle]
        self._names.pop(info.key, None)
        if name not in ("", info.name):
            self._names[info.key] = name
        self._show()
        self.kept_changed.emit()

    def _named(self, info: TokenizerInfo) -> TokenizerInfo:
        return replace(info, name=self._names.get(info.key, info.name))

    def _fill_menu(self) -> None:
        menu = self.add_button.menu
        menu.clear()
        for handle, info in self._infos.items():
            if handle not in self._chosen.handles:
                entry = menu.addAction(self._named(info).name.replace("&", "&&"))
                entry.triggered.connect(lambda _on, which=handle: self._choose(self._chosen.add(which)))
        if menu.actions():
            menu.addSeparator()
        for text, signal in (
            (self.tr("&Open…"), self.open_requested), (self.tr("&Fetch…"), self.fetch_requested),
            (self.tr("&Train a tokenizer…"), self.train_requested),
        ):  # fmt: skip
            menu.addAction(text).triggered.connect(lambda _on, which=signal: which.emit())

    @property
    def handles(self) -> tuple[int, ...]:
        """The compared tokenizers, the reference first."""
        return self._chosen.handles

    def _show(self) -> None:
        self._pages.setCurrentIndex(int(len(self.handles) < 2))
        infos = [self._named(self._infos[handle]) for handle in self.handles]
        self.columns.show_chosen(self._chosen, infos)
        self.columns.put_before(self.views)
        self.views.set_tokenizers(infos)
        self.measures.set_names([info.name for info in infos])
        self._show_counts()
        self._measure()

    def _shown(self) -> Compared | None:
        """Return the content of a report: the languages if they are visible, else the measures."""
        if self.views.value() == "languages":
            return self.views.languages.answer
        return None if self.measuring.result is None else self.measuring.result.compared

    def _show_counts(self) -> None:
        answer = self.text.aligning.answer
        # What has not been aligned, as the text was not in sight since, is known if it was measured.
        counts = {handle: wording.number(row.sums["tokens"]) for handle, row in self._measured().items()}
        if answer is not None and answer.is_whole:
            rows = zip(answer.handles, answer.rows, strict=True)
            counts |= {handle: wording.number(len(row.ids)) for handle, row in rows}
            counts |= dict.fromkeys(answer.faults, "–")
        self.columns.set_counts(counts)
        self.columns.set_lossy(self._lossy())
        if answer is not None:
            self.columns.set_faults(
                {handle: wording.failure(failed) for handle, failed in answer.faults.items()}
            )

    def _measured(self) -> dict[int, Row]:
        """Return what was measured on the text, by handle."""
        result = self.measuring.of_this_text
        rows = {} if result is None else result.total()
        return {result.handles[place]: row for place, row in rows.items() if result and row.error is None}

    def _lossy(self) -> frozenset[int]:
        """Return the handles of those that do not give the text back, as far as that is known."""
        answer = self.text.aligning.answer
        lossy = {
            handle
            for handle, row in self._measured().items()
            if row.sums.get("lossless", 0) < row.sums.get("looked_at", 0)
        }
        if answer is not None:
            rows = dict(zip(answer.handles, answer.rows, strict=True))
            lossy = {h for h in self.handles if (not rows[h].gives_back if h in rows else h in lossy)}
        return frozenset(lossy)

    # --- text and corpus

    def _set_scope(self, scope: str) -> None:
        self.measuring.scope = scope
        self._measure()
        self.kept_changed.emit()

    def renew_text(self) -> None:
        """Handle a change of the text."""
        self.views.renew_text()
        self.saving.forget()
        self._measure()

    def renew_sources(self, stamps: Sequence[object] = ()) -> None:
        """Handle a change of the corpus, or of its files, whose `stamps` are then others."""
        self.measuring.stamps = tuple(stamps)
        self._measure()

    def _measure(self) -> None:
        if self.isVisible():
            names = distinct_names([self._named(self._infos[handle]) for handle in self.handles])
            self.measuring.want(self.handles, names)

    def showEvent(self, event: QShowEvent) -> None:
        """Measure what has changed while the panel was hidden."""
        super().showEvent(event)
        self._measure()

    # --- kept between two starts

    def kept(self) -> dict[str, object]:
        """Return the state to restore at the next start."""
        shown = dict.fromkeys((*self._wanted, *(self._infos[handle].key for handle in self.handles)))
        left = self._left.union(self._infos[each].key for each in self._chosen.left if each in self._infos)
        names = dict(list(self._names.items())[-_MOST_NAMES:])
        parts = {"measures": self.measures.kept(), "sources": self.sources.kept()}
        chosen = {"tokenizers": [*shown][-_MOST_NAMES:], "left": sorted(left), "names": names}
        return {**chosen, "scope": self.scope.value(), **self.views.kept(), **parts}

    def restore(self, kept: Mapping[str, object]) -> None:
        """Restore what `kept` returned; ignore what does not fit."""
        self._wanted = _texts(kept.get("tokenizers"))
        self._left = frozenset(_texts(kept.get("left")))
        names = kept.get("names")
        self._names = {
            key: name[:MOST_NAME] for key, name in (names.items() if isinstance(names, dict) else ())
            if isinstance(key, str) and isinstance(name, str) and name.strip()
        }  # fmt: skip
        if kept.get("scope") in ("text", "corpus", "held_out"):
            self.scope.set_value(str(kept["scope"]))
        self.views.restore(kept)
        self.measures.restore(kept.get("measures"))
        self.sources.restore(kept.get("sources"))

    # --- files

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files dragged over the panel."""
        if files_of(event.mimeData()):
            take_a_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Emit the paths of dropped files."""
        self.files_dropped.emit(files_of(event.mimeData()))
        take_a_copy(event)


def _is_renewed(older: TokenizerInfo, info: TokenizerInfo) -> bool:
    return bool(info.path) and (older.path, older.format) == (info.path, info.format)


def _texts(value: object) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()
