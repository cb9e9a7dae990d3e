"""The trees of the selected token's word, and the current step of its merges in them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from workbench.panels.tokens.steps.forest import forest_of
from workbench.panels.tokens.steps.steps import StepsView
from workbench.panels.tokens.text.selection import Occurrence
from workbench.widgets.merge_nodes import Node
from workbench.widgets.token_view.facts import TokenFacts
from workbench.worker.messages.explaining import Explained


class WordTrees(QObject):
    """Connects the trees to the steps; a click on a node goes to its step.

    Attributes:
        occurrence: the selected token, None if none is.

    Signals:
        token_wanted(int): the id of a node that no step made was clicked.

    """

    token_wanted = Signal(int)

    def __init__(self, facts: TokenFacts, steps: StepsView, parent: QObject) -> None:
        super().__init__(parent)
        self._facts, self._steps = facts, steps
        self.occurrence: Occurrence | None = None
        self._explained: Explained | None = None
        self._forest: tuple[Node, ...] = ()  # of the word of `_explained`
        facts.tree.node_clicked.connect(self._go_to_node)
        steps.result_changed.connect(self.mark)

    def take(self, explained: Explained) -> None:
        """Take the trees of a word; they stay where it is the same word again."""
        before, self._explained = self._explained, explained
        same = before is not None and before.handle == explained.handle and before.word == explained.word
        if not same or before is None or before.rounds != explained.rounds:
            self._forest = forest_of(explained)
        self.show()

    @property
    def shown(self) -> bool:
        """Whether the trees of the whole word are shown: they are there and wanted."""
        return self._facts.tree_of.value() == "word" and self._chosen_tree() is not None

    def show(self) -> None:
        """Show the trees where they are there and wanted, with what the present step makes in them."""
        chosen = self._chosen_tree()
        self._facts.offer_word(chosen is not None)
        if chosen is not None and self.shown:
            self._facts.show_forest(self._forest, chosen)
        self.mark(self._steps.result)

    def _chosen_tree(self) -> int | None:
        """Return which tree of the word is that of the selected token; None if it has none."""
        occurrence, explained = self.occurrence, self._explained
        if occurrence is None or explained is None or occurrence.span is None or len(self._forest) < 2:
            return None
        start = occurrence.span[0]
        if occurrence.handle != explained.handle or not explained.start <= start < explained.end:
            return None
        place = self._steps.place_of(start)
        here = (
            number
            for number, root in enumerate(self._forest)
            if root.token_id == occurrence.token_id and place in {None, root.place}
        )
        return next(here, None)

    def mark(self, token_id: int) -> None:
        """Mark in the tree what the present step makes."""
        span = None if self.occurrence is None else self.occurrence.span
        if self.shown:
            self._facts.tree.mark(token_id, self._steps.merged_places)
        else:
            places = None if span is None else self._steps.made_in(span[0])
            self._facts.tree.mark(token_id, places)

    def _go_to_node(self, node: Node) -> None:
        """Show the step that made a node of the tree; where no step did, the token itself."""
        go = self._steps.go_to_place if self.shown else self._steps.go_to_result
        if not go(node.token_id, node.place):
            self.token_wanted.emit(node.token_id)
