"""The trees of a whole word, one for each of its tokens, grown round by round."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QRectF

from workbench.widgets.merge_nodes import MOST_NODES, Node
from workbench.worker.messages.explaining import Explained


def forest_of(explained: Explained) -> tuple[Node, ...]:
    """Return a tree for each token of a word, in the order of the text, its nodes not placed yet.

    A node stands for a symbol that a round made, so that each has its step, whatever other ways a token
    could be made in. They know their place in the word. Level by level there are at most `MOST_NODES`
    nodes, but the tokens themselves always. Empty where the word is not explained.
    """
    if not explained.rounds:
        return ()
    row: list[Node] = []
    for token_id in explained.rounds[0].ids:
        row.append(_node(explained, token_id, row[-1].place[1] if row else 0))
    for one_round in explained.rounds:
        if one_round.chosen is None:
            continue
        result_id = one_round.candidates[one_round.chosen][1]
        for at in reversed(one_round.places):
            node = _node(explained, result_id, row[at].start)
            node.children = (row[at], row[at + 1])
            row[at : at + 2] = [node]
    _cut(row)
    return tuple(row)


def _node(explained: Explained, token_id: int, start: int) -> Node:
    spelling, size = explained.tokens[token_id]
    return Node(
        token_id, explained.word[start : start + size], 0, (), QRectF(), spelling=spelling, start=start
    )


def _cut(roots: list[Node]) -> None:
    """Give every node its depth, and take those away that are too many."""
    waiting, n_nodes = deque(roots), len(roots)
    while waiting:
        node = waiting.popleft()
        n_nodes += len(node.children)
        if n_nodes > MOST_NODES:
            node.children = ()
        for child in node.children:
            child.depth = node.depth + 1
            waiting.append(child)
