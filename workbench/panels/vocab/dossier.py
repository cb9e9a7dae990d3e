"""The dossier of the selected token: what it is, its problems, and where it is used."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from workbench.panels.vocab.checks import Checks
from workbench.panels.vocab.counting import Counting
from workbench.panels.vocab.health_section import HealthSection
from workbench.panels.vocab.known import Known
from workbench.panels.vocab.sections import Section, TokenRow, TokenRows
from workbench.panels.vocab.training_section import TrainingSection
from workbench.panels.vocab.uses_section import UsesSection
from workbench.widgets import wording
from workbench.widgets.panel_parts import PanelHeader
from workbench.widgets.slices import Slices, Steps
from workbench.widgets.strips import EmptyState
from workbench.widgets.token_view.facts import TokenFacts
from workbench.widgets.vocabulary import Rows, Vocabulary
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask

LATE_MILLISECONDS = 300  # that the token of the last tokenizer stays; most lists arrive by then
_EMPTY, _TOKEN, _AWAITED = range(3)


class DossierPanel(QWidget):
    """Everything known about one token.

    Attributes:
        header: the panel's head, shown above the panel.
        health, training, uses: its sections.

    Signals:
        token_clicked: int, the id of a token that is part of this one, built from it, or a variant.
        text_chosen(bytes, int): a text to show in Inspect, and the offset of the token there.
        place_chosen(int, int): (start, end) of a place in the open text.

    """

    token_clicked = Signal(int)
    text_chosen = Signal(bytes, int)
    place_chosen = Signal(int, int)

    def __init__(self, counting: Counting, checks: Checks, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.header = PanelHeader(self.tr("Token"))
        self._vocabulary: Vocabulary | None = None
        self._known = Known()
        self._token_id: int | None = None
        self._handle = 0
        self._late = QTimer(self, singleShot=True, interval=LATE_MILLISECONDS)
        self._late.timeout.connect(self._await)
        self._facts = TokenFacts()
        self._facts.token_clicked.connect(self._go_to)
        self.health, self.uses = HealthSection(), UsesSection(counting, ask)
        self.training = TrainingSection(checks)
        self.health.text_chosen.connect(self.text_chosen)
        self.uses.place_chosen.connect(self.place_chosen)
        self._parts, self._part_rows = self._section(self.tr("Parts"))
        self._builds, self._build_rows = self._section(self.tr("Builds"))
        self._variants, self._variant_rows = self._section(self.tr("Variants"))
        self._levels: Slices[list[Rows]] = Slices(self)
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

    def _section(self, title: str) -> tuple[Section, TokenRows]:
        section, rows = Section(title), TokenRows(self._go_to)
        section.body.addWidget(rows)
        return section, rows

    def _make_body(self) -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        parts = self._facts, self._parts, self.health, self.training, self._builds, self._variants, self.uses
        for part in parts:
            column.addWidget(part)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its contents take the focus, and scroll it
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(body)
        return area

    def set_tokenizer(self, info: TokenizerInfo) -> None:
        """Clear the token of another tokenizer soon, unless this one's vocabulary arrives first."""
        self._handle = info.handle
        if self._vocabulary is not None and self._vocabulary.handle != info.handle:
            self._late.start()

    def _await(self) -> None:
        self._pages.setCurrentIndex(_AWAITED)

    def set_vocabulary(self, vocabulary: Vocabulary | None) -> None:
        """Set another vocabulary; keep the token if it has it, under any id."""
        self._late.stop()
        before, self._vocabulary = self._vocabulary, vocabulary
        self._handle = 0 if vocabulary is None else vocabulary.handle
        self._known = Known()
        row = None
        if vocabulary is not None and before is not None and self._token_id is not None:
            old = before.row_of(self._token_id)
            row = None if old is None else vocabulary.row_like(before, old)
        if vocabulary is None or row is None:
            self._token_id = None
            self._pages.setCurrentIndex(_EMPTY)
        else:
            self.show_token(int(vocabulary.listed.ids[row]))

    def set_known(self, known: Known) -> None:
        """Set the counts and labels of the tokens."""
        self._known = known
        if self._vocabulary is not None and self._token_id is not None:
            self._show_known(self._vocabulary, self._token_id)

    def show_token(self, token_id: int) -> None:
        """Show a token of the vocabulary."""
        vocabulary = self._vocabulary
        row = None if vocabulary is None else vocabulary.row_of(token_id)
        if vocabulary is None or row is None:
            return
        self._token_id = token_id
        self._show_known(vocabulary, token_id)
        self._show_parts(vocabulary, row)
        variants = vocabulary.variants(row)
        self._variants.setVisible(bool(variants))
        self._variants.set_facts(self.tr("other case, with or without the mark of a word's start"))
        self._variant_rows.show_rows(vocabulary, [TokenRow("", variants)], self._note)
        self._levels.run(_levels(vocabulary, token_id), lambda rows: self._show_builds(vocabulary, rows))
        self._pages.setCurrentIndex(_TOKEN)

    def _show_known(self, vocabulary: Vocabulary, token_id: int) -> None:
        """Show what depends on counts and labels."""
        row = vocabulary.row_of(token_id)
        if row is None:
            return
        self._facts.show_token(vocabulary, token_id, self._counts(row), length=True)
        self.health.show_token(vocabulary, row, self._known)
        self.training.show_token(vocabulary, row, self._known)
        self.uses.show_token(vocabulary, row, self._known)

    def _counts(self, row: int) -> list[tuple[str, str]]:
        counted = self._known.counted
        if counted is None:
            return []
        facts = [(self.tr("Used"), wording.times(int(counted.occurrences[row])))]
        if counted.n_documents > 1:
            documents = wording.number(int(counted.documents[row]))
            all_documents = wording.number(counted.n_documents)
            of_all = self.tr("{n} of {all}").format(n=documents, all=all_documents)
            facts.append((self.tr("Documents"), of_all))
        passed = int(counted.times_made[row]) - int(counted.occurrences[row])
        if passed:
            stays = wording.percent(self._known.stays(row) or 0.0)
            merged = self.tr("{share}, merged further {times}").format(
                share=stays, times=wording.times(passed)
            )
            facts.append((self.tr("Stays"), merged))
        return facts

    def _show_parts(self, vocabulary: Vocabulary, row: int) -> None:
        pair = vocabulary.pair(row)
        self._parts.setVisible(pair is not None)
        parts = [] if pair is None else [vocabulary.row_of(half) for half in pair]
        rows = [part for part in parts if part is not None]
        self._parts.set_facts(" + ".join(_rank(vocabulary, part) for part in rows))
        self._part_rows.show_rows(vocabulary, [TokenRow("", rows)], self._note)

    def _show_builds(self, vocabulary: Vocabulary, levels: list[Rows]) -> None:
        n = sum(map(len, levels))
        self._builds.set_facts(wording.tokens(n) if n else self.tr("no other token"))
        titles = ["", *(
            self.tr("Level {level}: {tokens}").format(level=level, tokens=wording.tokens(len(rows)))
            for level, rows in enumerate(levels[1:], 2)
        )]  # fmt: skip
        rows_of_tokens = [TokenRow(title, rows.tolist()) for title, rows in zip(titles, levels, strict=False)]
        self._build_rows.show_rows(vocabulary, rows_of_tokens, self._note)

    def _note(self, row: int) -> str:
        """Return the tooltip text of another token after its id."""
        vocabulary, counted = self._vocabulary, self._known.counted
        if vocabulary is None:
            return ""
        said = [_rank(vocabulary, row)] if vocabulary.listed.ranks[row] >= 0 else []
        if counted is not None and row < len(counted.occurrences):
            said.append(self.tr("used {times}").format(times=wording.times(int(counted.occurrences[row]))))
        return wording.listed(said)

    def _go_to(self, token_id: int) -> None:
        """Go to another token, unless its id belongs to a tokenizer that is no longer current."""
        if self._vocabulary is not None and self._vocabulary.handle == self._handle:
            self.token_clicked.emit(token_id)


def _rank(vocabulary: Vocabulary, row: int) -> str:
    """Return the rank of a token or, where tokens have scores, its score."""
    score, rank = vocabulary.score(row), int(vocabulary.listed.ranks[row])
    if score is not None:
        return QCoreApplication.translate("DossierPanel", "score {score}").format(score=wording.score(score))
    if rank >= 0:
        return QCoreApplication.translate("DossierPanel", "rank {rank}").format(rank=wording.number(rank))
    return QCoreApplication.translate("DossierPanel", "no rank")


def _levels(vocabulary: Vocabulary, token_id: int) -> Steps[list[Rows]]:
    levels: list[Rows] = []
    for rows in vocabulary.built_levels(token_id):
        levels.append(rows)
        yield
    return levels
