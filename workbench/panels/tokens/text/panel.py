"""The Tokens panel: a text that is typed, pasted or opened, colored by its tokens, with their counts."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QTimer, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from workbench.panels.tokens.finding.find_bar import FindBar
from workbench.panels.tokens.finding.finding import Finding
from workbench.panels.tokens.sizes.sizes import Sizes
from workbench.panels.tokens.text import facts_words
from workbench.panels.tokens.text.accessible_text import Announcer
from workbench.panels.tokens.text.changes import Changes
from workbench.panels.tokens.text.choices import ChoiceControls, Choices
from workbench.panels.tokens.text.coloring import Coloring
from workbench.panels.tokens.text.copy_menu import CopyMenu
from workbench.panels.tokens.text.counts import CountsBar
from workbench.panels.tokens.text.drifting import Drifting
from workbench.panels.tokens.text.exchange import Exchange
from workbench.panels.tokens.text.facts_watch import FactsWatch
from workbench.panels.tokens.text.footer import TextFooter
from workbench.panels.tokens.text.head import HeadControls
from workbench.panels.tokens.text.hovering import Hovering
from workbench.panels.tokens.text.live_encoding import SMALL, LiveEncoding
from workbench.panels.tokens.text.numbers import Numbers
from workbench.panels.tokens.text.occurrences import Occurrences
from workbench.panels.tokens.text.pages import Pages
from workbench.panels.tokens.text.selected_token import Chosen
from workbench.panels.tokens.text.selection_counts import SelectionCounts
from workbench.panels.tokens.text.specials import SpecialsStrip, SpecialsWatch
from workbench.panels.tokens.text.text_facts import TextFacts
from workbench.widgets import wording
from workbench.widgets.controls import IconButton
from workbench.widgets.drops import take_a_copy
from workbench.widgets.panel_parts import PanelHeader, panel_column
from workbench.widgets.token_view.document.line_feeds import Places
from workbench.widgets.token_view.document.origin import Origin
from workbench.widgets.token_view.output import clipboard as token_clipboard
from workbench.widgets.token_view.text import TokenTextView
from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.messages.requests import Failed, JobCancelled
from workbench.worker.messages.text import Encoded, EncodedPart
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask

_LATE_MILLISECONDS = 300  # for which what was said of the last text may stay: most others are there by then


class TokensPanel(QWidget):
    """The text and its tokens.

    Attributes:
        header: the panel's head, shown above the panel.
        view: the colored editor.
        pages: the text, and the pages of `add_page`.
        exchange: puts other texts in the place of this one.
        encoding: the present encoding of the text.
        counts: the bar of counts.
        chosen: the token that is selected.
        tokenizer: in use, None before one is open.
        marks_button: shows spaces and line ends as marks.
        finding: what was searched for in the text.
        coloring: what the colors of the boxes stand for.
        drifting: marks where tokens would not stay, on the page of ids.
        choices: how the text is encoded: what goes around it, the rule, the special tokens, the limit.
        sizes: how much of the vocabulary it is encoded by.
        copies: the menu that copies tokens.

    Signals:
        explained(object): Explained, of the word that the selected token is in.
        choices_changed(object): what `choices` keeps for each tokenizer has changed.
        token_selected(object): Occurrence, or None; again when its count is known or has changed.
        text_changed(): after any change of the text.
        beginning_changed(object): the first bytes of the text, once it has been left alone a moment.
        facts_changed(str): what is to be said of the text, for the status bar.
        files_dropped(list): paths.
        undo_available, redo_available, copy_available, cut_available(bool): for the window's Edit menu.
        toast_requested(str, object): what has been done, and a callable that undoes it, or None.

    """

    explained = Signal(object)
    choices_changed = Signal(object)
    token_selected = Signal(object)
    text_changed = Signal()
    beginning_changed = Signal(object)
    facts_changed = Signal(str)
    files_dropped = Signal(list)
    undo_available = Signal(bool)
    redo_available = Signal(bool)
    copy_available = Signal(bool)
    cut_available = Signal(bool)
    toast_requested = Signal(str, object)

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Tokens"))
        self.setAcceptDrops(True)
        self.view = TokenTextView()
        self.exchange = Exchange(self.view, ask, self)
        self.header = PanelHeader(self.tr("Tokens"))
        self.pages = Pages("text", self.tr("Text"), self.view, self.tr("The text with its tokens"))
        self.pages.add("ids", self.tr("Ids"), self.view, self.tr("The text with the ids under its tokens"))
        self.pages.changed.connect(lambda name: self.view.rows.set_ids(name == "ids"))
        self.header.add_left(self.pages.switch)
        self.tokenizer: TokenizerInfo | None = None
        self.counts, self._strip, self._footer = CountsBar(), SpecialsStrip(), TextFooter()
        self.choices, self._changes = ChoiceControls(self), Changes()
        view = self.view
        visible = view.places.visible_range
        self.encoding = LiveEncoding("tokens", view.document, view.spans, visible, ask, self)
        self._occurrences = Occurrences(self.view, self.encoding)
        self._hovering = Hovering(self.view, self.encoding, self._occurrences)
        self.sizes = Sizes(self.encoding, ask, self)
        self.chosen = Chosen(self.view, self.encoding, self._occurrences, self)
        self._watch = FactsWatch(self.view, self)
        self._specials = SpecialsWatch(self._strip, lambda spans: view.set_look(refused=tuple(spans)), self)
        self.copies = CopyMenu(self.view, self)
        self._selection = SelectionCounts(self.view, self.counts.set_selection, self)
        self.coloring = Coloring(self.view, self)
        self.drifting = Drifting(self.view, self.encoding, self.sizes, ask, self)
        self.pages.changed.connect(self.drifting.set_page)
        self.finding = Finding(self.view, FindBar(), ask)
        self._numbers = Numbers(self.view, self.encoding, self._occurrences, self.choices, self.counts)
        self._late = QTimer(self, singleShot=True, interval=_LATE_MILLISECONDS)
        self._late.timeout.connect(self._forget_the_last)
        self._fill()
        self._connect()
        self._footer.show_facts(TextFacts(), read_only=False)

    def show_ids(self, shown: bool) -> None:
        """Write the ids under the tokens, or show the text alone."""
        self.pages.show_page("ids" if shown else "text")

    def _fill(self) -> None:
        self.marks_button = IconButton(
            "pilcrow", self.tr("Show spaces and line ends as marks"), checkable=True
        )
        self.marks_button.setChecked(True)
        for widget in self.choices.widgets():
            widget.hide()
        self._head = HeadControls(self.header, (*self.choices.widgets(), self.sizes.mark), self)
        self.header.add_right(self.drifting.button)
        self.header.add_right(self.coloring.button)
        self.header.add_right(self.marks_button)
        self.header.add_right(self.copies.button)
        column = panel_column(self)
        column.addWidget(self._head.row)
        column.addWidget(self.counts)
        column.addWidget(self.finding.bar)
        column.addWidget(self._strip)
        column.addWidget(self.pages, 1)
        column.addWidget(self.coloring.legend)
        column.addWidget(self.drifting.legend)
        column.addWidget(self._changes)
        column.addWidget(self._footer)
        column.addWidget(self.sizes.strip)

    def _connect(self) -> None:
        view, encoding = self.view, self.encoding
        self.exchange.exchanged.connect(self._take_other)
        self.exchange.origin_changed.connect(self._show_origin)
        self.exchange.toast_requested.connect(self.toast_requested)
        view.text_changed.connect(self._text_changed)
        self.chosen.token_selected.connect(self.token_selected)
        self.chosen.token_selected.connect(Announcer(view).tell)
        self.chosen.explain_requested.connect(self.sizes.take_explain)
        view.caret_moved.connect(self._tell_edits)
        view.token_selected.connect(self._tell_edits)
        view.token_copied.connect(lambda _token: self._tell_copied(1))
        view.files_dropped.connect(lambda paths: self.files_dropped.emit(list(paths)))
        view.nothing_pasted.connect(
            lambda: self.toast_requested.emit(self.tr("The clipboard contains no text."), None)
        )
        view.visible_range_changed.connect(encoding.look_at)
        encoding.requested.connect(self.sizes.take_request)
        self.sizes.explained.connect(self.explained)
        self.sizes.changed.connect(self._size_changed)
        encoding.failed.connect(self._encoding_failed)
        encoding.part_taken.connect(self._take_part)
        encoding.finished.connect(self._encoded)
        self.marks_button.toggled.connect(lambda shown: view.set_look(marks=shown))
        self.copies.copied.connect(self._tell_copied)
        self._strip.allow_requested.connect(self._allow)
        self.finding.replaced.connect(self._tell_replaced)
        self._watch.examined.connect(self._show_facts)
        self._watch.rested.connect(self.beginning_changed)
        self.choices.changed.connect(self._take_choices)
        self.counts.limit.chosen.connect(self.choices.set_limit)

    # --- the tokenizer

    @Slot(object)
    def set_tokenizer(self, tokenizer: TokenizerInfo) -> None:
        """Encode with another tokenizer; text, scroll and selection stay, old colors until new ones come."""
        self.tokenizer, self.encoding.handle = tokenizer, tokenizer.handle
        special = (*tokenizer.special_tokens, *tokenizer.framing.before, *tokenizer.framing.after)
        self.view.set_look(special_ids=frozenset(token_id for _, token_id in special))
        self.coloring.set_tokenizer(tokenizer.handle)
        self.chosen.tokenizer = tokenizer
        self.chosen.keep()
        self.sizes.set_tokenizer(tokenizer)
        self.choices.set_tokenizer(tokenizer)
        self.encoding.choices = self.choices.choices
        self._numbers.set_limit()
        self._late.start()
        self._encode()

    @Slot(object)
    def set_vocabulary(self, vocabulary: Vocabulary | None) -> None:
        """Take the vocabulary of the tokenizer, for ranks and the bytes of tokens."""
        self._occurrences.vocabulary = vocabulary
        self.sizes.set_vocabulary(vocabulary)
        self.coloring.set_vocabulary(vocabulary)

    def _take_choices(self, choices: Choices) -> None:
        before, self.encoding.choices = self.encoding.choices, choices
        self.choices_changed.emit(self.choices.kept)
        if before.limit == choices.limit:
            self._encode()
        elif self.tokenizer is not None:
            self._numbers.set_limit()
            self._numbers.show_limit()

    def _allow(self, allowed: bool) -> None:
        """Take the special tokens that were found as such, or as plain text."""
        encoded = self.encoding.encoded
        if allowed and encoded is not None:
            self.choices.allow(tuple(text for text, _ in encoded.special_texts))
        else:
            self.choices.take_specials(allowed)

    def _size_changed(self) -> None:
        n_tokens = self.sizes.count_at(self.sizes.size or self.sizes.strip.slider.maximum())
        self.chosen.keep()
        self._encode()
        if n_tokens is not None:
            self._numbers.show_tokens(n_tokens)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what the text needs the room of."""
        super().resizeEvent(event)
        self._make_room()

    def event(self, event: QEvent) -> bool:
        """Lay out again when a part comes, goes or needs more room."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._make_room()
        return super().event(event)

    def _make_room(self) -> None:
        """Leave the text half of the panel: first the slider may go, then the rows of changes."""
        parts = (
            self._head.row,
            self.counts,
            self.finding.bar,
            self._strip,
            self.coloring.legend,
            self.drifting.legend,
            self._footer,
        )
        taken = sum(part.sizeHint().height() for part in parts if not part.isHidden())
        self._changes.fit(self.sizes.strip.fit(self.height() // 2 - taken))

    def _encode(self) -> None:
        self.copies.stop()
        self.copies.set_complete(False)
        self._hovering.hide()
        self.encoding.send()

    # --- the text

    def text(self) -> bytes:
        """Return the bytes of the text."""
        return self.view.content()

    def set_text(
        self, data: bytes, name: str = "", line_feeds: Places | None = None, origin: Origin | None = None
    ) -> None:
        """Show another text, named after the file it came from; `line_feeds` where they are known.

        Nothing can be undone after that, as at the start.
        """
        self.view.set_bytes(data, line_feeds, origin or Origin(name))

    def _take_other(self) -> None:
        """Forget what is known of the text before, as another one has come."""
        self.chosen.forget()
        self.view.bar.show_faults(TextFacts().faults)
        self._late.start()

    def _show_origin(self, origin: Origin) -> None:
        """Say where the text came from."""
        size = wording.size(len(self.view.document))
        self.header.set_facts(f"{origin.name}, {size}" if origin.name else "")

    def _text_changed(self) -> None:
        self.copies.stop()
        self.copies.set_complete(False)
        self._specials.stop()
        self._occurrences.facts = None
        self.encoding.text_changed(len(self.view.document))
        self._numbers.follow_text()
        self._tell_edits()
        self.text_changed.emit()

    # --- tokens

    def _encoding_failed(self, answer: Failed | JobCancelled) -> None:
        """Continue without the tokens that do not come; the reason is shown elsewhere."""
        self.counts.set_share(None)
        if isinstance(answer, Failed):
            self.view.tokens.clear()  # they were another tokenizer's, or of another text
            self.counts.set_refused()
        else:
            for start, end in self.encoding.missing():
                self.view.tokens.drop(start, end)
            self.coloring.renew()
            self._numbers.stop()
        self.chosen.give_up()

    def _take_part(self, part: EncodedPart) -> None:
        n_bytes = len(self.view.document)
        self.view.rows.set_added(self._numbers.framing.take(part, n_bytes, self.tokenizer))
        self.view.tokens.take(part.start, part.end, part.ids, part.spans, part.provisional)
        if n_bytes > SMALL:
            self.chosen.take_part()
        self._numbers.take_part(part.provisional)

    def _encoded(self, encoded: Encoded) -> None:
        if encoded.refused:
            self.view.tokens.clear()
        self.view.bar.show_missing(())
        self._numbers.show()
        self._numbers.show_limit()
        self._selection.renew()
        self._changes.show_stages(encoded.stages, encoded.replaced)
        self.copies.set_complete(not encoded.refused)
        allowed = self.encoding.choices.specials == "all"
        self._specials.look(self.text(), encoded.special_texts, allowed, encoded.refused)
        self.chosen.fulfill()
        self.finding.tokens_changed()
        if self.coloring.mode in ("length", "frequency"):
            self.coloring.renew()

    def _forget_the_last(self) -> None:
        """Leave out what was said of another text, or by another tokenizer, while this takes its time."""
        if self._occurrences.facts is None:
            self._footer.show_facts(TextFacts(len(self.view.document)), self.view.editor.read_only)
            self.facts_changed.emit("")
        if self.encoding.running:
            self._changes.show_stages(())
            self._numbers.wait()
            self.sizes.forget_counts()
            self.coloring.wait()

    def _show_facts(self, facts: TextFacts) -> None:
        self._occurrences.facts = facts
        self._footer.show_facts(facts, self.view.editor.read_only)
        self.view.bar.show_faults(facts.faults)
        self._numbers.show()
        self.facts_changed.emit(facts_words.sentence(facts))
        if self.view.selected.token is not None and facts.n_bytes > SMALL:
            self.chosen.tell()  # its place in characters is known now

    # --- edits, for the window's menu

    def _tell_edits(self) -> None:
        free, document = not self.view.editor.read_only, self.view.document
        chosen = self.view.editor.has_selection()
        self.undo_available.emit(bool(document.history.undo))
        self.redo_available.emit(bool(document.history.redo))
        self.copy_available.emit(chosen or self.view.selected.token is not None)
        self.cut_available.emit(free and chosen)

    def _tell_copied(self, n_tokens: int) -> None:
        self.toast_requested.emit(self.tr("Copied {tokens}.").format(tokens=wording.tokens(n_tokens)), None)

    def _tell_replaced(self, n_hits: int) -> None:
        said = wording.plural(n_hits, "Replaced %n place.", "Replaced %n places.", "TokensPanel")
        self.exchange.tell(said, self.view.editor.undo)

    # --- files

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files that are held over any part of the panel."""
        if token_clipboard.files_of(event.mimeData()):
            take_a_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell which files were dropped."""
        self.files_dropped.emit(token_clipboard.files_of(event.mimeData()))
        take_a_copy(event)
