"""The dossier of the token chosen in the vocabulary: its facts, its tree, and what is built from it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from workbench.display.marks import one_line, visible
from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.flow import FlowLayout
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline, PanelHeader
from workbench.widgets.strips import EmptyState
from workbench.widgets.token_view.facts import TokenFacts
from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.messages.tokenizers import TokenizerInfo

FIRST = 6
MOST = 200
LATE_MILLISECONDS = 300  # for which the token of the last tokenizer may stay: most lists are there by then
_EMPTY, _TOKEN, _AWAITED = range(3)


class DossierPanel(QWidget):
    """Everything known of one token.

    Attributes:
        header: the panel's head, for the window to put above it.

    Signals:
        token_clicked: int, the id of a token of the tree or of those built from this one.

    """

    token_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.header = PanelHeader(self.tr("Token"))
        self._vocabulary: Vocabulary | None = None
        self._token_id: int | None = None
        self._handle = 0
        self._late = QTimer(self, singleShot=True, interval=LATE_MILLISECONDS)
        self._late.timeout.connect(self._await)
        self._facts = TokenFacts()
        self._facts.token_clicked.connect(self._go_to)
        self._builds_title = Label(self.tr("Builds"), "title")
        self._builds_count = Label("", "small", "text2")
        self._flow = FlowLayout()
        self._pages = QStackedWidget()
        self._pages.addWidget(
            EmptyState("vocabulary", self.tr("No token is selected"), self.tr("Select a row in the table."))
        )
        self._pages.addWidget(self._make_body())
        self._pages.addWidget(
            EmptyState(
                "vocabulary",
                self.tr("Listing the tokens…"),
                self.tr("The token appears when all are listed."),
            )
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._pages)

    def _make_body(self) -> QWidget:
        builds = QVBoxLayout()
        builds.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_4, theme.PANEL_MARGIN, theme.SPACE_4)
        builds.setSpacing(theme.SPACE_2)
        title = QHBoxLayout()
        title.setSpacing(theme.SPACE_2)
        title.addWidget(self._builds_title)
        title.addWidget(self._builds_count)
        title.addStretch(1)
        builds.addLayout(title)
        builds.addLayout(self._flow)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._facts)
        column.addWidget(Hairline())
        column.addLayout(builds)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what lies in it takes the keyboard, and scrolls it
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(body)
        return area

    def set_tokenizer(self, info: TokenizerInfo) -> None:
        """Show no token of another tokenizer for long, until the vocabulary of this one has come."""
        self._handle = info.handle
        if self._vocabulary is not None and self._vocabulary.handle != info.handle:
            self._late.start()

    def _await(self) -> None:
        self._pages.setCurrentIndex(_AWAITED)

    def set_vocabulary(self, vocabulary: Vocabulary | None) -> None:
        """Take another vocabulary; the token stays if it is in it, whatever its id is there."""
        self._late.stop()
        before, self._vocabulary = self._vocabulary, vocabulary
        self._handle = 0 if vocabulary is None else vocabulary.handle
        row = None
        if vocabulary is not None and before is not None and self._token_id is not None:
            old = before.row_of(self._token_id)
            row = None if old is None else vocabulary.row_like(before, old)
        if vocabulary is None or row is None:
            self._token_id = None
            self._pages.setCurrentIndex(_EMPTY)
        else:
            self.show_token(int(vocabulary.listed.ids[row]))

    def show_token(self, token_id: int) -> None:
        """Show a token of the vocabulary."""
        if self._vocabulary is None or self._vocabulary.row_of(token_id) is None:
            return
        self._token_id = token_id
        self._facts.show_token(self._vocabulary, token_id, length=True)
        self._show_builds(FIRST)
        self._pages.setCurrentIndex(_TOKEN)

    def _go_to(self, token_id: int) -> None:
        """Lead to another token, unless its id is one of a tokenizer that is not in use any more."""
        if self._vocabulary is not None and self._vocabulary.handle == self._handle:
            self.token_clicked.emit(token_id)

    def _show_builds(self, most: int) -> None:
        vocabulary, token_id = self._vocabulary, self._token_id
        if vocabulary is None or token_id is None:
            return
        while (item := self._flow.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        rows = vocabulary.built_from(token_id)
        self._builds_count.setText(wording.tokens(len(rows)) if len(rows) else self.tr("no other token"))
        for row in rows[:most]:
            self._flow.addWidget(self._token_button(int(row)))
        if len(rows) > most and most < MOST:
            more = Button(wording.plural(len(rows) - most, "%n more", "%n more"), "link")
            more.clicked.connect(lambda: self._show_builds(MOST))
            self._flow.addWidget(more)
        self._flow.invalidate()

    def _token_button(self, row: int) -> Button:
        vocabulary = self._vocabulary
        if vocabulary is None:
            raise RuntimeError("no vocabulary is shown")
        token_id = int(vocabulary.listed.ids[row])
        shown = one_line(visible(vocabulary.spelling(row)), 32)
        button = Button(shown, "plain")
        button.setFont(theme.token_font(13))
        button.setAccessibleName(self.tr("Token {token}").format(token=shown))
        button.setToolTip(self.tr("id {id}").format(id=wording.number(token_id)))
        button.clicked.connect(lambda: self._go_to(token_id))
        return button
