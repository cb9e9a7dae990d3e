"""The parts of a token's dossier: a titled section, and rows of tokens to click."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QHBoxLayout, QLayout, QVBoxLayout, QWidget

from workbench.display.marks import one_line, visible
from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.flow import FlowLayout
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline
from workbench.widgets.vocabulary import Vocabulary

FIRST = 6
MOST = 200


class Section(QWidget):
    """A part of the dossier: a line above, a title with facts at its right, and a body.

    Attributes:
        body: the column below the title.
        head: the row of the title.

    """

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = Label(title, "title")
        self._facts = Label("", "small", "text2", elided=True)
        self.head = QHBoxLayout()
        self.head.setSpacing(theme.SPACE_2)
        self.head.addWidget(self._title)
        self.head.addWidget(self._facts, 1)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_4, theme.PANEL_MARGIN, theme.SPACE_4)
        self.body.setSpacing(theme.SPACE_2)
        self.body.addLayout(self.head)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline())
        column.addLayout(self.body)

    def set_title(self, title: str) -> None:
        """Change the title."""
        self._title.setText(title)

    def set_facts(self, facts: str) -> None:
        """Set the facts after the title."""
        self._facts.setText(facts)

    def facts(self) -> str:
        """Return the facts after the title."""
        return self._facts.text()


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A row of tokens in a section.

    Attributes:
        title: the text before the tokens, "" for none.
        rows: of the vocabulary.

    """

    title: str
    rows: Sequence[int]


class TokenRows(QWidget):
    """Rows of tokens, each a button that opens the token; a click expands a long row."""

    def __init__(self, go_to: Callable[[int], object], parent: QWidget | None = None) -> None:
        """Call `go_to` with the id of a token that was clicked."""
        super().__init__(parent)
        self._go_to = go_to
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.SPACE_2)

    def show_rows(
        self, vocabulary: Vocabulary, rows: Sequence[TokenRow], note: Callable[[int], str] = lambda _: ""
    ) -> None:
        """Show other rows; `note` returns the tooltip text of a token after its id."""
        clear(self._column)
        for each in rows:
            if each.title:
                self._column.addWidget(Label(each.title, "small", "text2"))
            holder, flow = QWidget(), FlowLayout()
            holder.setLayout(flow)
            self._column.addWidget(holder)
            self._fill(flow, vocabulary, each.rows, note, FIRST)

    def _fill(
        self,
        flow: FlowLayout,
        vocabulary: Vocabulary,
        rows: Sequence[int],
        note: Callable[[int], str],
        most: int,
    ) -> None:
        clear(flow)
        for row in rows[:most]:
            flow.addWidget(self._button(vocabulary, int(row), note(int(row))))
        if len(rows) > most and most < MOST:
            more = Button(wording.plural(len(rows) - most, "%n more", "%n more"), "link")
            more.clicked.connect(lambda: self._fill(flow, vocabulary, rows, note, MOST))
            flow.addWidget(more)
        flow.invalidate()
        self.updateGeometry()

    def _button(self, vocabulary: Vocabulary, row: int, note: str) -> Button:
        token_id = int(vocabulary.listed.ids[row])
        shown = one_line(visible(vocabulary.spelling(row)), 32)
        button = Button(shown, "plain")
        button.setFont(theme.token_font(13))
        button.setAccessibleName(self.tr("Token {token}").format(token=shown))
        said = self.tr("id {id}").format(id=wording.number(token_id))
        button.setToolTip(f"{said}, {note}" if note else said)
        button.clicked.connect(lambda: self._go_to(token_id))
        return button


def clear(layout: QLayout) -> None:
    """Remove all widgets from a layout and delete them."""
    while (item := layout.takeAt(0)) is not None:
        inner, widget = item.layout(), item.widget()
        if inner is not None:
            clear(inner)
        if widget is not None:
            widget.hide()
            widget.deleteLater()
