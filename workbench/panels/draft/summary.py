"""The foot of the draft: sizes, proof, progress, and the button that makes the tokenizer."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workbench.panels.draft import words
from workbench.panels.draft.looking import Looking
from workbench.widgets import wording
from workbench.widgets.controls import Button, IconButton
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import ThinBar


class Summary(QWidget):
    """The foot of the draft.

    Attributes:
        numbers, effects: labels of the vocabulary and of the text, placed above the list.
        make: makes the tokenizer. cancel, again: stop and restart the request.

    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.numbers, self.effects = Label("", "title", elided=True), Label("", "small", "text2")
        self.effects.setWordWrap(True)
        self._proof = Label("", "small", "text2")
        self._proof.setWordWrap(True)
        self._bar = ThinBar(self.tr("Progress of the draft"), 4)
        self.cancel = IconButton("close", self.tr("Cancel the check of the changes"), size=24)
        self.again = Button(self.tr("Check again"), "link")
        self.make = Button(self.tr("Make the tokenizer"), "primary")
        self.make.setToolTip(self.tr("Open the changed copy as a tokenizer of its own; this one stays"))
        under_way = QHBoxLayout()
        under_way.addWidget(self._bar, 1)
        under_way.addWidget(self.cancel)
        last = QHBoxLayout()
        last.setSpacing(theme.SPACE_3)
        last.addStretch(1)
        last.addWidget(self.again)
        last.addWidget(self.make)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_3)
        column.setSpacing(theme.SPACE_2)
        column.addLayout(under_way)
        column.addWidget(self._proof)  # beside the button it would take twice the lines of a narrow panel
        column.addLayout(last)

    def show_looking(self, looking: Looking, allowed: bool) -> None:
        """Show the current answer and its progress; the tokenizer can be made only if that is `allowed`."""
        looked, measured = looking.looked, looking.measured
        self.numbers.setText("" if looked is None or looked.fault is not None else words.size_text(looked))
        effects = () if measured is None else measured.effects
        lines = [words.effect_text(name, effect) for name, effect in effects]
        if looking.is_complete and not looking.is_under_way and not lines and not looking.has_text():
            lines = [self.tr("There is no text to measure on.")]
        self.effects.setText("\n".join(lines))
        self.effects.setVisible(bool(lines))
        self._proof.setText(proved := self._proved(looking))
        self._proof.setVisible(bool(proved))
        under_way = looking.is_under_way
        self._bar.setVisible(under_way)
        self.cancel.setVisible(under_way)
        self._bar.set_progress(*looking.progress)
        self.again.setVisible(looking.cancelled or looking.failed is not None)
        self.make.setEnabled(looking.is_complete and allowed)

    def _proved(self, looking: Looking) -> str:
        looked, measured = looking.looked, looking.measured
        if looking.cancelled:
            return self.tr("Canceled.")
        if looked is None or looked.fault is not None:
            return ""
        effects = [effect for _, effect in (() if measured is None else measured.effects)]
        n_equal = sum(effect.equal for effect in effects)
        said = words.proof_text(looked, n_equal, sum(effect.unexplained for effect in effects))
        if looked.proved and n_equal:
            equal = self.tr("Equal on {tokens} here.").format(tokens=wording.tokens(n_equal))
            said = wording.sentences(said, equal)
        return said
