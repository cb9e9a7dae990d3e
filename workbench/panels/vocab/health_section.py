"""The problems of a token, their reasons, and a text that shows them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout

from workbench.display.marks import one_line, visible
from workbench.panels.vocab.known import Known
from workbench.panels.vocab.sections import Section, clear
from workbench.panels.vocab.words import how_judged, label_short
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.vocabulary import Vocabulary


class HealthSection(Section):
    """The labels of a token.

    Signals:
        text_chosen(bytes, int): the witness to show in Inspect, and the offset of the token in bytes.

    """

    text_chosen = Signal(bytes, int)

    def __init__(self) -> None:
        super().__init__("")
        self.set_title(self.tr("Health"))

    def show_token(self, vocabulary: Vocabulary, row: int, known: Known) -> None:
        """Show the labels of a token."""
        while self.body.count() > 1:
            item = self.body.takeAt(1)
            inner, widget = (None, None) if item is None else (item.layout(), item.widget())
            if inner is not None:
                clear(inner)
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        labels, judged = known.problems_of(row), known.judged
        self.setVisible(vocabulary.kind(row) != "special" and (bool(labels) or judged is not None))
        if judged is None:
            self.set_facts(self.tr("counts only: health not checked"))
        else:
            self.set_facts("" if labels else self.tr("no problem found"))
        for label in labels:
            self._add(label_short(label), how_judged(label))
        token, token_id = vocabulary.token(row), int(vocabulary.listed.ids[row])
        health = None if judged is None else judged.health.get(token_id)
        for reason in () if health is None else health.reasons:
            self._add(self.tr("Reason"), str(reason))
        if health is not None and health.witness is not None:
            self._add_witness(health.witness.encode(), token, self.tr("A text that encodes to this token"))
        elif judged is not None and health is None and not vocabulary.listed.partial[row]:
            self._add_witness(token, token, self.tr("Its own text encodes to this token"))

    def _add(self, name: str, said: str) -> None:
        title = Label(name, "medium")
        text = Label(said, "small", "text2")
        text.setWordWrap(True)
        self.body.addWidget(title)
        self.body.addWidget(text)

    def _add_witness(self, text: bytes, token: bytes, tip: str) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE_3)
        row.addWidget(Label(self.tr("Witness"), "medium"))
        shown = Label(one_line(visible(text), 64), elided=True)
        shown.setFont(theme.token_font(13))
        shown.setToolTip(tip)
        row.addWidget(shown, 1)
        link = Button(self.tr("Show in Inspect"), "link")
        link.setToolTip(tip)
        link.clicked.connect(lambda: self.text_chosen.emit(text, max(text.find(token), 0)))
        row.addWidget(link)
        self.body.addLayout(row)
