"""All findings of a vocabulary with their definitions, and the map of scripts and lengths."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from workbench.engine.judging.health import GLITCH, LABELS, RESIDUE_LABEL, UNUSED
from workbench.panels.vocab.checks import Checks
from workbench.panels.vocab.known import Known
from workbench.panels.vocab.script_map import ScriptMap
from workbench.panels.vocab.sections import Section
from workbench.panels.vocab.training_overview import ErrorBarsSection, OriginsSection
from workbench.panels.vocab.words import how_judged, label_name
from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.vocabulary import Vocabulary

_BY_COUNTS = frozenset({UNUSED, RESIDUE_LABEL, GLITCH})


class Overview(QScrollArea):
    """A page with all findings, which the findings line has no room for.

    Attributes:
        map: the map of scripts and lengths.
        bars, origins: of a tokenizer that was trained here.

    Signals:
        label_chosen(str): the tokens with this label should be shown.
        back_requested(): the tokens should be shown again.

    """

    label_chosen = Signal(str)
    back_requested = Signal()

    def __init__(self, checks: Checks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.script_map = ScriptMap()
        self.bars, self.origins = ErrorBarsSection(checks), OriginsSection(checks)
        self._rows: dict[str, tuple[Label, Label, Button]] = {}
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body = QWidget()
        column = self._column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self._make_findings(), self.bars, self.origins):
            column.addWidget(part)
        mapped = Section(self.tr("Tokens by script and length"))
        mapped.set_facts(self.tr("length in bytes; a click filters"))
        mapped.body.addWidget(self.script_map)
        column.addWidget(mapped)
        column.addStretch(1)
        self.setWidget(body)

    def _make_findings(self) -> Section:
        section = Section(self.tr("Findings"))
        back = Button(self.tr("Back to the tokens"), "link")
        back.clicked.connect(self.back_requested)
        section.head.addWidget(back)
        for label in LABELS:
            name, number = Label(label_name(label), "medium"), Label("", "medium")
            number.setAlignment(Qt.AlignmentFlag.AlignRight)
            number.setMinimumWidth(64)
            name.setMinimumWidth(128)
            how = Label(how_judged(label), "small", "text2")
            how.setWordWrap(True)
            show = Button(self.tr("Show"), "link")
            show.setAccessibleName(self.tr("Show: {finding}").format(finding=label_name(label)))
            show.clicked.connect(lambda _on=False, chosen=label: self.label_chosen.emit(chosen))
            row = QHBoxLayout()
            row.setSpacing(theme.SPACE_3)
            row.addWidget(number, 0, Qt.AlignmentFlag.AlignTop)
            row.addWidget(name, 0, Qt.AlignmentFlag.AlignTop)
            row.addWidget(how, 1)
            row.addWidget(show, 0, Qt.AlignmentFlag.AlignTop)
            section.body.addLayout(row)
            self._rows[label] = number, how, show
        return section

    def show_known(self, vocabulary: Vocabulary, known: Known, has_merges: bool) -> None:
        """Show the findings of a vocabulary; an unknown label says why."""
        for label, (number, how, show) in self._rows.items():
            has = known.labels.get(label)
            n = 0 if has is None else int(has.sum())
            number.setText("–" if has is None else wording.number(n))
            show.setVisible(n > 0)
            how.setText(how_judged(label) if has is not None else self._why_not(label, known, has_merges))
        self.script_map.show_known(vocabulary, known)
        self.bars.show_known(known)
        self.origins.show_known(known)

    def go_to_training(self) -> None:
        """Bring what the training says into view."""
        self._column.activate()
        self.ensureWidgetVisible(self.origins)
        self.ensureWidgetVisible(self.bars)
        line = next((each.line for each in (self.bars, self.origins) if each.line.begin.isVisible()), None)
        (self.bars.kind if line is None else line.begin).setFocus()

    def _why_not(self, label: str, known: Known, has_merges: bool) -> str:
        if label not in _BY_COUNTS:
            if known.judged is None:
                return self.tr("Not checked yet.")
            return self.tr("Does not apply: nothing can be proved of a tokenizer without merges.")
        if known.counted is None:
            return self.tr("Nothing is counted.")
        if not has_merges:
            return self.tr("Does not apply: this tokenizer does not merge pairs.")
        return self.tr("Does not apply to so few documents.")

    def says(self, label: str) -> tuple[str, str]:
        """Return the number and the sentence of a label."""
        number, how, _ = self._rows[label]
        return number.text(), how.text()
