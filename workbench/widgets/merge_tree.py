"""The tree of a token: the pair it was merged from, theirs, down to bytes."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QSizePolicy, QWidget

from workbench.display.marks import one_line, visible
from workbench.widgets import theme, wording
from workbench.widgets.vocabulary import Vocabulary

NODE_HEIGHT = 26
LEVEL = 46
GAP = 14
LABEL_HEIGHT = 14
PADDING = 9
MARGIN = 4
LABEL_CHARACTERS = 24
MOST_NODES = 400


@dataclass
class Node:
    """One token of the tree.

    Attributes:
        token_id, token: its id and bytes.
        depth: merges between it and the root.
        children: () for a byte, else its left and right half.
        box: where it is drawn, in pixels of the tree.
        spelling: how it is written, where that is not its bytes alone.

    """

    token_id: int
    token: bytes
    depth: int
    children: tuple[Node, ...]
    box: QRectF
    spelling: bytes = b""

    @property
    def label(self) -> str:
        """What stands in the box."""
        return one_line(visible(self.spelling or self.token), LABEL_CHARACTERS)


def build(vocabulary: Vocabulary, token_id: int) -> Node | None:
    """Return the tree of a token, its nodes not placed yet, or None for an unknown id.

    It grows level by level to at most `MOST_NODES`: a token of a few kilobytes would have as many leaves,
    and a hostile file can hold one whose tree has billions.
    """
    row = vocabulary.row_of(token_id)
    if row is None:
        return None
    root = Node(token_id, vocabulary.token(row), 0, (), QRectF(), vocabulary.spelling(row))
    waiting, made = deque([(root, row)]), 1
    while waiting and made < MOST_NODES:
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
        node.children = tuple(half for half, _ in halves)
        waiting.extend(halves)
        made += 2
    return root


def nodes(root: Node) -> list[Node]:
    """Return all nodes, a node before its halves, left before right."""
    found = [root]
    for child in root.children:
        found.extend(nodes(child))
    return found


def place(node: Node, metrics: QFontMetricsF, left: float = MARGIN) -> float:
    """Give every node its box: leaves side by side, a node above the middle of its halves.

    Returns the right edge of the subtree, in pixels.
    """
    width = max(metrics.horizontalAdvance(node.label) + 2 * PADDING, 24.0)
    right = left
    for child in node.children:
        right = place(child, metrics, right) + GAP
    right -= GAP if node.children else 0.0
    centre = left + width / 2
    if node.children:
        first, last = node.children[0].box, node.children[-1].box
        centre = (first.center().x() + last.center().x()) / 2
        shift = left - (centre - width / 2)
        if shift > 0:  # a wide node above narrow halves: the halves move to its middle
            for below in nodes(node)[1:]:
                below.box.translate(shift, 0)
            centre, right = centre + shift, right + shift
    node.box = QRectF(centre - width / 2, MARGIN + node.depth * LEVEL, width, NODE_HEIGHT)
    return max(right, node.box.right())


class MergeTreeView(QAbstractScrollArea):
    """Draws the tree of one token; arrow keys walk it.

    Signals:
        token_clicked: int, the id of a node that was clicked, or chosen with Return.

    """

    token_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._root: Node | None = None
        self._current: Node | None = None
        self._marked = -1
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.viewport().setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        theme.theme_signals.changed.connect(self.viewport().update)
        self._tell()

    @property
    def root(self) -> Node | None:
        """The tree that is shown."""
        return self._root

    def set_token(self, vocabulary: Vocabulary | None, token_id: int) -> None:
        """Show the tree of a token, or nothing."""
        self._root = None if vocabulary is None else build(vocabulary, token_id)
        self._current = self._root
        if self._root is not None:
            place(self._root, QFontMetricsF(theme.token_font(13)))
        self._fit()
        self._tell()
        self.viewport().update()

    def mark(self, token_id: int) -> None:
        """Draw the nodes of a token in accent, as what the present step makes; -1 for none."""
        if token_id != self._marked:
            self._marked = token_id
            self.viewport().update()

    def tree_height(self) -> int:
        """Return the height that shows the whole tree, in pixels, at most six levels."""
        if self._root is None:
            return 0
        depth = min(max(node.depth for node in nodes(self._root)), 5)
        return int(2 * MARGIN + depth * LEVEL + NODE_HEIGHT + LABEL_HEIGHT + 2)

    def _fit(self) -> None:
        if self._root is None:
            width = height = 0.0
        else:
            every = nodes(self._root)
            width = max(node.box.right() for node in every) + MARGIN
            height = max(node.box.bottom() for node in every) + LABEL_HEIGHT + MARGIN
        seen = self.viewport().size()
        for bar, whole, part in (
            (self.horizontalScrollBar(), width, seen.width()),
            (self.verticalScrollBar(), height, seen.height()),
        ):
            bar.setRange(0, max(0, round(whole) - part))
            bar.setPageStep(part)
            bar.setSingleStep(LEVEL)

    def _tell(self) -> None:
        self.setAccessibleName(self.tr("Built from"))
        if self._root is None:
            self.setAccessibleDescription(self.tr("No token is selected"))
        elif not self._root.children:
            self.setAccessibleDescription(
                self.tr("{token} is not made by a merge").format(token=self._root.label)
            )
        else:
            halves = " + ".join(child.label for child in self._root.children)
            self.setAccessibleDescription(f"{self._root.label} = {halves}")

    def _offset(self) -> QPointF:
        """Return where the tree's origin is drawn: centred while it fits."""
        every = [] if self._root is None else nodes(self._root)
        width = max((node.box.right() for node in every), default=0.0) + MARGIN
        spare = max(0.0, (self.viewport().width() - width) / 2)
        return QPointF(round(spare - self.horizontalScrollBar().value()), -self.verticalScrollBar().value())

    def _node_at(self, position: QPointF) -> Node | None:
        here = position - self._offset()
        every = [] if self._root is None else nodes(self._root)
        return next(
            (node for node in every if node.box.adjusted(-2, -2, 2, LABEL_HEIGHT).contains(here)), None
        )

    # --- events -------------------------------------------------------------------------------------

    def resizeEvent(self, event: object) -> None:
        """Fit the scroll bars."""
        self._fit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show what can be clicked."""
        over = self._node_at(event.position()) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the press, so that the release comes here too."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell which node was clicked."""
        node = self._node_at(event.position())
        if node is not None and event.button() == Qt.MouseButton.LeftButton:
            self._current = node
            self.token_clicked.emit(node.token_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the tree, or tell the node."""
        if self._root is None or self._current is None:
            super().keyPressEvent(event)
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.token_clicked.emit(self._current.token_id)
            return
        target = self._neighbour(event.key())
        if target is None:
            super().keyPressEvent(event)
            return
        self._current = target
        box = target.box
        self.horizontalScrollBar().setValue(round(box.center().x() - self.viewport().width() / 2))
        self.verticalScrollBar().setValue(round(box.center().y() - self.viewport().height() / 2))
        self.viewport().update()

    def _neighbour(self, key: int) -> Node | None:
        """Return the node that an arrow key leads to: up and down the tree, left and right on a level."""
        current = self._current
        if self._root is None or current is None:
            return None
        every = nodes(self._root)
        if key == Qt.Key.Key_Down:
            return current.children[0] if current.children else current
        if key == Qt.Key.Key_Up:
            return next((node for node in every if current in node.children), current)
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            level = [node for node in every if node.depth == current.depth]
            at = next(i for i, node in enumerate(level) if node is current)
            step = -1 if key == Qt.Key.Key_Left else 1
            return level[min(max(at + step, 0), len(level) - 1)]
        return None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw lines, then nodes."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.current_theme()
        if self._root is None:
            return
        painter.translate(self._offset())
        every = nodes(self._root)
        painter.setPen(QPen(colours.button_edge, 1.5))
        for node in every:
            for child in node.children:
                painter.drawPath(_curve(node.box, child.box))
        for node in every:
            self._paint_node(painter, node)
        painter.end()

    def _paint_node(self, painter: QPainter, node: Node) -> None:
        colours = theme.current_theme()
        root, leaf = node is self._root, not node.children
        focused = self.hasFocus() and node is self._current
        marked = node.token_id == self._marked
        edge = (
            colours.accent if root or focused or marked else (colours.border if leaf else colours.button_edge)
        )
        painter.setPen(QPen(edge, 1.5 if root or focused or marked else 1))
        painter.setBrush(colours.soft if root or marked else (colours.sunken if leaf else colours.surface))
        painter.drawRoundedRect(node.box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setPen(colours.text)
        painter.setFont(theme.token_font(13))
        painter.drawText(node.box, Qt.AlignmentFlag.AlignCenter, node.label)
        single_byte = leaf and len(node.token) == 1
        under = node.token.hex().upper() if single_byte else wording.number(node.token_id)
        painter.setPen(colours.text2)
        painter.setFont(theme.token_font(11) if single_byte else theme.interface_font("tiny"))
        label = QRectF(node.box.center().x() - 40, node.box.bottom() + 1, 80, LABEL_HEIGHT)
        # The curves pass behind the number: it stands on a piece of the surface.
        width = painter.fontMetrics().horizontalAdvance(under) + 4
        painter.fillRect(
            QRectF(label.center().x() - width / 2, label.top(), width, LABEL_HEIGHT), colours.surface
        )
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, under)


def _curve(above: QRectF, below: QRectF) -> QPainterPath:
    """Return the line from under a node's number to the top of its half."""
    start = QPointF(above.center().x(), above.bottom() + LABEL_HEIGHT)
    end = QPointF(below.center().x(), below.top())
    path = QPainterPath(start)
    middle = (start.y() + end.y()) / 2
    path.cubicTo(QPointF(start.x(), middle), QPointF(end.x(), middle), end)
    return path
