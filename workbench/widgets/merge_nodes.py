"""The tree of a token as data: the pair it was merged from, theirs, down to bytes; where its boxes lie."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF

from workbench.display.marks import one_line, visible
from workbench.widgets.look.theme import scaled
from workbench.widgets.vocabulary import Vocabulary

NODE_HEIGHT = 26
LEVEL = 46
GAP = 14
PADDING = 9
MARGIN = 4
LABEL_CHARACTERS = 24
MOST_NODES = 256

Place = tuple[int, int]


@dataclass
class Node:
    """One token of the tree.

    Attributes:
        token_id, token: its id and bytes.
        depth: merges between it and the root.
        children: () for a byte, else its left and right half.
        box: where it is drawn, in pixels of the tree.
        start: the byte at which it begins, in the root's token or in the word of all trees.
        spelling: how it is written, where that is not its bytes alone.

    """

    token_id: int
    token: bytes
    depth: int
    children: tuple[Node, ...]
    box: QRectF
    spelling: bytes = b""
    start: int = 0

    @property
    def place(self) -> Place:
        """(start, end) in bytes of the root's token, or of the word."""
        return self.start, self.start + len(self.token)

    @cached_property
    def label(self) -> str:
        """What is in the box."""
        spelling = self.spelling or self.token
        if len(spelling) > LABEL_CHARACTERS:  # a long one is not looked through for what is cut off
            seen = spelling[: LABEL_CHARACTERS + 2]
            spelling = seen if seen.isascii() else spelling[: 4 * LABEL_CHARACTERS + 8]
        return one_line(visible(spelling), LABEL_CHARACTERS)


def build(vocabulary: Vocabulary, token_id: int) -> Node | None:
    """Return the tree of a token, its nodes not placed yet, or None for an unknown id.

    It grows level by level to at most `MOST_NODES`: a token of a few kilobytes would have as many leaves,
    and a hostile file can hold one whose tree has billions.
    """
    row = vocabulary.row_of(token_id)
    if row is None:
        return None
    root = Node(token_id, vocabulary.token(row), 0, (), QRectF(), vocabulary.spelling(row))
    waiting, n_nodes = deque([(root, row)]), 1
    while waiting and n_nodes < MOST_NODES:
        node, row = waiting.popleft()
        pair = vocabulary.pair(row)
        rows = [] if pair is None else [vocabulary.row_of(half) for half in pair]
        if not rows or None in rows:
            continue
        halves = [
            (Node(half, vocabulary.token(at), node.depth + 1, (), QRectF(), vocabulary.spelling(at)), at)
            for half, at in zip(pair or (), rows, strict=True)
            if at is not None
        ]
        halves[0][0].start = node.start
        halves[-1][0].start = node.start + len(halves[0][0].token)
        node.children = tuple(half for half, _ in halves)
        waiting.extend(halves)
        n_nodes += 2
    return root


def nodes(root: Node) -> list[Node]:
    """Return all nodes, a node before its halves, left before right."""
    every = [root]
    for child in root.children:
        every.extend(nodes(child))
    return every


def place(node: Node, metrics: QFontMetricsF, left: float = MARGIN) -> float:
    """Give every node its box: leaves side by side, a node above the middle of its halves.

    Returns the right edge of the subtree, in pixels.
    """
    width = max(metrics.horizontalAdvance(node.label) + 2 * PADDING, 24.0)
    right = left
    for child in node.children:
        right = place(child, metrics, right) + GAP
    right -= GAP if node.children else 0.0
    center = left + width / 2
    if node.children:
        first, last = node.children[0].box, node.children[-1].box
        center = (first.center().x() + last.center().x()) / 2
        shift = left - (center - width / 2)
        if shift > 0:  # a wide node above narrow halves: the halves move to its middle
            for below in nodes(node)[1:]:
                below.box.translate(shift, 0)
            center, right = center + shift, right + shift
    node.box = QRectF(center - width / 2, MARGIN + node.depth * scaled(LEVEL), width, scaled(NODE_HEIGHT))
    return max(right, node.box.right())
