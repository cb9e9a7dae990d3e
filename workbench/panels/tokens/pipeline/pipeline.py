"""The Pipeline page of the Tokens panel: the stages of the line at the caret, below the text itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from workbench.panels.tokens.pipeline import words as pipeline_words
from workbench.panels.tokens.pipeline.canvas import PipelineCanvas
from workbench.panels.tokens.text.changes import Changes
from workbench.panels.tokens.text.excerpts import excerpt
from workbench.panels.tokens.text.pages import Pages
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.widgets.controls import IconButton
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline
from workbench.widgets.token_view.layout.spans import Token
from workbench.widgets.token_view.places import TokenHit
from workbench.worker.messages.pipeline import PipelineShown, ShowPipeline
from workbench.worker.messages.requests import new_request_id
from workbench.worker.replies import Ask, Reply

QUIET_MILLISECONDS = 40
TEXT_LEFT = 104  # height of the text above it in a low window, three lines
NAME = "pipeline"
_NO_LIMIT = (1 << 24) - 1  # Qt's QWIDGETSIZE_MAX


class PipelineSection(QWidget):
    """The pipeline with the name of the stretch it shows.

    Attributes:
        canvas: the rows.
        previous_button, next_button: go to the stretch before and after.

    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Pipeline"))
        self.canvas = PipelineCanvas()
        self._where = Label("", "small", "text2")
        self._says = Label("", "small", "text2", elided=True)
        self._says.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.previous_button = IconButton("step-back", self.tr("Previous part (Page Up)"))
        self.next_button = IconButton("step-forward", self.tr("Next part (Page Down)"))
        self._empty = Label(self.tr("Type a text to see it stage by stage."), "small", "text2")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self.canvas)
        head = QHBoxLayout()
        head.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_1, theme.SPACE_2, 0)
        head.setSpacing(theme.SPACE_3)
        head.addWidget(Label(self.tr("Pipeline"), "title"))
        head.addWidget(self._where)
        head.addWidget(self._says, 1)
        head.addWidget(self.previous_button)
        head.addWidget(self.next_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline())
        column.addLayout(head)
        column.addWidget(self._pages, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.canvas.lit.connect(self._show_lit)
        self.setFocusProxy(self.canvas)
        if parent is not None:
            parent.installEventFilter(self)
        self.show_pipeline(None)

    def show_pipeline(self, shown: PipelineShown | None, problem: str = "") -> None:
        """Show a stretch, or why there is none."""
        self.canvas.show_pipeline(shown)
        there = shown is not None and bool(shown.rows[-1].boxes)
        self._pages.setCurrentIndex(1 if there else 0)
        self._where.setText(pipeline_words.where(shown) if shown is not None and there else "")
        usual = self.tr("Type a text to see it stage by stage.")
        nothing = self.tr("Nothing of this text is left to encode.")
        self._empty.setText(problem or (usual if shown is None or not shown.columns else nothing))
        for button in (self.previous_button, self.next_button):
            button.setVisible(there)
        self._show_lit(self.canvas.lit_span)
        self.updateGeometry()

    def wait(self) -> None:
        """Ask for no text where there is one whose stages are still to come."""
        if self.canvas.shown is None:
            self._empty.setText("")

    def says(self) -> str:
        """Return the words at the right of the head."""
        return self._says.text()

    def where(self) -> str:
        """Return which stretch is shown, in words."""
        return self._where.text()

    def _show_lit(self, span: tuple[int, int] | None) -> None:
        shown = self.canvas.shown
        text = pipeline_words.lit(shown, span) if shown is not None and span is not None else ""
        hint = self.tr("hover or use the arrow keys to highlight a span in every row")
        self._says.setText(text or (hint if self._pages.currentIndex() else ""))
        self._says.setToolTip(text)

    def sizeHint(self) -> QSize:
        """Return the room for all rows, as far as the panel has room."""
        wanted = self.canvas.sizeHint().height() if self._pages.currentIndex() else 3 * theme.PANEL_HEADER
        whole = wanted + theme.PANEL_HEADER
        return QSize(super().sizeHint().width(), min(whole, max(self._room(), 3 * theme.PANEL_HEADER)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for another height when the panel has another: a layout keeps the old height."""
        if event.type() == QEvent.Type.Resize:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def _room(self) -> int:
        """Return how high it can be with some lines of the text above."""
        parent = self.parentWidget()
        layout = None if parent is None else parent.layout()
        if parent is None or layout is None:
            return 1 << 16
        others = [
            each for each in parent.children() if isinstance(each, QWidget) and layout.indexOf(each) >= 0
        ]
        used = sum(
            min(other.sizeHint().height(), other.maximumHeight())
            for other in others
            if other is not self and other.isVisible() and not isinstance(other, Pages)
        )
        return parent.height() - used - TEXT_LEFT

    def minimumSizeHint(self) -> QSize:
        """Let the rows scroll in a low window."""
        return QSize(0, min(self.sizeHint().height(), 3 * theme.PANEL_HEADER))


class PipelinePage(QObject):
    """Adds the page to a Tokens panel and updates it while it is shown.

    Attributes:
        section: what is below the text on this page.

    """

    def __init__(self, panel: TokensPanel, ask: Ask) -> None:
        super().__init__(panel)
        self._panel = panel
        self._ask_lanes, self._reply = ask, Reply()
        self._hovers_text = False  # the pointer is in the text, which rings its token itself
        self._wants_keyboard = False  # as soon as there are rows that can have it
        self._at: int | None = None  # a byte that was requested, until the caret moves
        self.section = PipelineSection(panel)
        self.section.hide()
        panel.pages.add(NAME, self.tr("Pipeline"), panel.view)
        _place_below(panel, self.section)
        self._timer = QTimer(self, singleShot=True, interval=QUIET_MILLISECONDS)
        self._timer.timeout.connect(self._ask)
        canvas = self.section.canvas
        panel.pages.changed.connect(self._page_changed)
        panel.encoding.requested.connect(lambda _: self._ask_soon())
        panel.encoding.finished.connect(lambda _: self._text_encoded())
        panel.view.caret_moved.connect(self._caret_moved)
        panel.view.token_selected.connect(self._token_selected)
        panel.view.token_hovered.connect(self._token_hovered)
        canvas.lit.connect(self._ring)
        canvas.chosen.connect(self._choose)
        canvas.page_requested.connect(self._turn)
        self.section.previous_button.clicked.connect(lambda: self._turn(-1))
        self.section.next_button.clicked.connect(lambda: self._turn(1))

    def wire(self, action: QAction) -> None:
        """Let a switch of the menus show whether the page is in front."""
        self._panel.pages.changed.connect(lambda name: action.setChecked(name == NAME))

    def toggle(self) -> None:
        """Bring the page to the front, with the keyboard in its rows, or go back to the text."""
        if self.section.isVisibleTo(self._panel):
            self._panel.pages.show_page("text")
        else:
            self._panel.pages.show_page(NAME)
            self._wants_keyboard = True

    @property
    def waiting(self) -> bool:
        """Whether an answer is still to come."""
        return self._timer.isActive() or self._reply.is_waiting

    def _page_changed(self, name: str) -> None:
        shown = name == NAME
        self.section.setVisible(shown)
        self._ring(self.section.canvas.lit_span)
        # The one says the same of the beginning of the text; both are in the room that the stages need.
        for part in (*self._panel.findChildren(Changes), self._panel.sizes.strip):
            part.setMaximumHeight(0 if shown else _NO_LIMIT)
        self._ask_soon()

    def _caret_moved(self, position: int, start: int, end: int) -> None:
        self._at = None
        self._ask_soon()
        if start < end:
            self.section.canvas.light_bytes(start, end)

    def _token_selected(self, token: Token | None) -> None:
        if token is not None and self.section.isVisible():
            self._at = token.start
            self._ask_soon()

    def _token_hovered(self, hit: TokenHit | None) -> None:
        """Light the stages of the token under the pointer, where they are in sight."""
        if hit is not None and self.section.isVisible():
            self._hovers_text = True
            self.section.canvas.light_bytes(hit.tokens[0].start, hit.tokens[-1].end, reveal=False)
            self._hovers_text = False

    def _ring(self, span: tuple[int, int] | None) -> None:
        """Ring the tokens in the text that the lit span has a byte of."""
        view, shown = self._panel.view, self.section.canvas.shown
        if self._hovers_text:
            return
        ringed: list[Token] = []
        if span is not None and shown is not None and self.section.isVisible():
            columns = shown.columns[span[0] : span[1]]
            places = [start for start, end in columns if start < end]
            tokens = (view.spans.token_at(place) for place in (*places[:1], *places[-1:]))
            ringed = [token for token in tokens if token is not None]
        view.hover.show(TokenHit(ringed[0], tuple(ringed), 0, QRect()) if ringed else None, 0.0)

    def _ask_soon(self) -> None:
        if self.section.isVisibleTo(self._panel):
            self._timer.start()

    def _ask(self) -> None:
        handle, view = self._panel.encoding.handle, self._panel.view
        if handle is None or not self.section.isVisibleTo(self._panel):
            return
        own = self._panel.encoding.choices
        at = view.editor.position if self._at is None else self._at
        text, offset = excerpt(view.document, at)
        if text:
            self.section.wait()
        request = ShowPipeline(
            new_request_id(), handle, text, at,
            specials=own.specials, before=own.before, after=own.after, rule=own.rule,
            offset=offset, n_bytes=len(view.document), size=self._panel.sizes.size,
        )  # fmt: skip
        self._reply.abandon()
        self._reply = self._ask_lanes(request)
        self._reply.answered.connect(self.show_pipeline)
        self._reply.failed.connect(self._show_failed)

    def show_pipeline(self, shown: PipelineShown) -> None:
        """Show an answer."""
        problem = self._refusal() or pipeline_words.problem(shown)
        self.section.show_pipeline(None if problem else shown, problem)
        self._color()
        if self._wants_keyboard:
            self._wants_keyboard = False
            self.section.canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)
        start, end = self._panel.view.editor.selection
        token = self._panel.view.selected.token
        if start < end:
            self.section.canvas.light_bytes(start, end)
        elif token is not None and self.section.canvas.lit_span is None:
            self.section.canvas.light_bytes(token.start, token.end)

    def _refusal(self) -> str:
        """Return why the text has no tokens, "" where it has."""
        encoded = self._panel.encoding.encoded
        if encoded is None or not encoded.refused:
            return ""
        return self.tr(
            "The text is not encoded: it contains special tokens, which are an error now. Treat them as "
            "plain text, or allow them."
        )

    def _text_encoded(self) -> None:
        """Follow the tokens of the text, which may have other numbers now, or be none."""
        if refusal := self._refusal():
            self.section.show_pipeline(None, refusal)
        self._color()
        if self.section.isVisible():
            self._ring(self.section.canvas.lit_span)

    def _color(self) -> None:
        """Give the tokens of the last row the colors of the text, as far as it is in sight."""
        shown, view = self.section.canvas.shown, self._panel.view
        if shown is None or not shown.rows:
            return
        boxes = [box for box in shown.rows[-1].boxes if box.kind != "added"]
        first = view.spans.token_at(shown.columns[int(boxes[0].left)][0]) if boxes else None
        colors: list[int] = []
        for index in range(first.index, first.index + len(boxes)) if first is not None else ():
            hit = view.places.hit_of_token(index)
            if hit is None:
                break
            colors.append(hit.color)
        self.section.canvas.set_colors(colors)

    def _show_failed(self) -> None:
        """Say that the stages cannot be determined; the reason is shown elsewhere."""
        self.section.show_pipeline(None, self.tr("The stages of this text cannot be shown."))

    def _choose(self, start: int, end: int) -> None:
        """Select in the text what was chosen in a row."""
        view = self._panel.view
        if start < end:
            view.editor.select(start, end)
            view.scrolling.reveal(start)

    def _turn(self, step: int) -> None:
        """Go to the stretch after this one, or before."""
        shown, size = self.section.canvas.shown, len(self._panel.view.document)
        if shown is None:
            return
        at = shown.end if step > 0 else shown.start - 1
        if 0 <= at < size:
            self._at = at
            self._panel.view.scrolling.reveal(at)
            self._ask()


def _place_below(panel: TokensPanel, section: PipelineSection) -> None:
    """Put the section below the pages of the panel."""
    layout = panel.layout()
    if isinstance(layout, QVBoxLayout):
        layout.insertWidget(layout.indexOf(panel.pages) + 1, section)
