"""The tree of a token: the pair it was merged from, theirs, down to bytes."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsScene,
    QGraphicsView,
    QSizePolicy,
    QStyleOptionGraphicsItem,
    QWidget,
)

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
MOST_NODES = 256
_HALF_LABEL = 40


Place = tuple[int, int]


@dataclass
class Node:
    """One token of the tree.

    Attributes:
        token_id, token: its id and bytes.
        depth: merges between it and the root.
        children: () for a byte, else its left and right half.
        box: where it is drawn, in pixels of the tree.
        start: the byte of the root's token at which it begins.
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
        """(start, end) in bytes of the root's token."""
        return self.start, self.start + len(self.token)

    @cached_property
    def label(self) -> str:
        """What stands in the box."""
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
        halves[0][0].start = node.start
        halves[-1][0].start = node.start + len(halves[0][0].token)
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


class _NodeItem(QGraphicsItem):
    """A box with what stands in it, and the id or the byte below."""

    def __init__(self, node: Node, view: MergeTreeView) -> None:
        super().__init__()
        self.node = node
        self._view = view
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def boundingRect(self) -> QRectF:
        """Return box and label."""
        label = max(self.node.box.width(), 2 * _HALF_LABEL)
        spare = (label - self.node.box.width()) / 2 + 2
        return self.node.box.adjusted(-spare, -2, spare, LABEL_HEIGHT + 2)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the node in its state."""
        self._view.paint_node(painter, self.node)


class MergeTreeView(QGraphicsView):
    """Draws the tree of one token; arrow keys walk it.

    Signals:
        token_clicked(int): the id of a node that was clicked, or chosen with Return.
        node_clicked(object): the same, as its `Node`.
        node_opened(object): a `Node` that was clicked twice, or chosen with Ctrl+Return.

    """

    token_clicked = Signal(int)
    node_clicked = Signal(object)
    node_opened = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._root: Node | None = None
        self._shown: tuple[Vocabulary | None, int] = (None, -1)
        self._every: list[Node] = []
        self._current: Node | None = None
        self._marked = -1
        self._places: tuple[Place, ...] | None = None
        self.setScene(QGraphicsScene(self))
        self.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        for part in (self, self.viewport()):
            part.setAcceptDrops(False)  # it would take files, and do nothing with them
        self.viewport().setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self.setBackgroundBrush(Qt.BrushStyle.NoBrush)
        theme.theme_signals.changed.connect(self._draw)
        self._tell()

    @property
    def root(self) -> Node | None:
        """The tree that is shown."""
        return self._root

    def set_token(self, vocabulary: Vocabulary | None, token_id: int) -> None:
        """Show the tree of a token, or nothing; nothing changes where it is shown already."""
        if vocabulary is not None and (vocabulary, token_id) == self._shown:
            return
        self._shown = vocabulary, token_id
        self._root = None if vocabulary is None else build(vocabulary, token_id)
        self._current = self._root
        self._every = [] if self._root is None else nodes(self._root)
        self._places = None
        if self._root is not None:
            place(self._root, QFontMetricsF(theme.token_font(13)))
        self._draw()
        self._tell()

    def mark(self, token_id: int, places: tuple[Place, ...] | None = None) -> None:
        """Draw what the present step makes in accent; -1 for none.

        `places` says where, in bytes of the token whose tree this is; None marks every node of its id.
        """
        if (token_id, places) == (self._marked, self._places):
            return
        self._marked, self._places = token_id, places
        marked = [node for node in self._every if self.is_marked(node)]
        if places and marked:
            self.ensureVisible(marked[0].box, 8, LABEL_HEIGHT)
        self.viewport().update()

    def is_marked(self, node: Node) -> bool:
        """Tell whether a node is what the present step makes."""
        here = self._places is None or node.place in self._places
        return node.token_id == self._marked and here

    def tree_height(self) -> int:
        """Return the height that shows the whole tree, in pixels, at most six levels."""
        if self._root is None:
            return 0
        depth = min(max(node.depth for node in self._every), 5)
        return int(2 * MARGIN + depth * LEVEL + NODE_HEIGHT + LABEL_HEIGHT + 2)

    # --- the scene

    def _draw(self) -> None:
        """Fill the scene: the curves behind, the nodes before them."""
        scene = self.scene()
        scene.clear()
        curves = QPainterPath()
        for node in self._every:
            for child in node.children:
                curves.addPath(_curve(node.box, child.box))
        lines = QGraphicsPathItem(curves)
        lines.setPen(QPen(theme.current_theme().button_edge, 1.5))
        lines.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        scene.addItem(lines)
        for node in self._every:
            scene.addItem(_NodeItem(node, self))
        width = max((node.box.right() for node in self._every), default=0.0) + MARGIN
        height = max((node.box.bottom() for node in self._every), default=0.0) + LABEL_HEIGHT + MARGIN
        scene.setSceneRect(0, 0, width, height)

    def _tip(self, node: Node) -> str:
        """Return what is said of a node that is pointed at."""
        return self.tr("id {id}. Click for its step, twice for the token.").format(
            id=wording.number(node.token_id)
        )

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

    def position_of(self, node: Node) -> QPointF:
        """Return the middle of a node's box in pixels of the viewport."""
        return QPointF(self.mapFromScene(node.box.center()))

    def _node_at(self, event: QMouseEvent) -> Node | None:
        here = self.mapToScene(event.position().toPoint())
        found = (n for n in self._every if n.box.adjusted(-2, -2, 2, LABEL_HEIGHT).contains(here))
        return next(found, None)

    # --- events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the root in sight of a tree that is wider than the view."""
        super().resizeEvent(event)
        if self._root is not None and not event.oldSize().isValid():
            self.ensureVisible(self._root.box)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what can be done with the node that is pointed at."""
        super().mouseMoveEvent(event)
        node = self._node_at(event)
        self.viewport().setToolTip("" if node is None else self._tip(node))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the press, so that the release comes here too."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell which node was clicked."""
        node = self._node_at(event)
        if node is not None and event.button() == Qt.MouseButton.LeftButton:
            self._current = node
            self._choose(node)
            self.viewport().update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Tell which node was clicked twice."""
        node = self._node_at(event)
        if node is not None and event.button() == Qt.MouseButton.LeftButton:
            self.node_opened.emit(node)

    def _choose(self, node: Node) -> None:
        self.node_clicked.emit(node)
        self.token_clicked.emit(node.token_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the tree, or tell the node."""
        if self._root is None or self._current is None:
            event.ignore()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.node_opened.emit(self._current)
            else:
                self._choose(self._current)
            return
        target = self._neighbour(event.key())
        if target is None:
            event.ignore()
            return
        self._current = target
        self.ensureVisible(target.box, 24, LABEL_HEIGHT)
        self.viewport().update()

    def _neighbour(self, key: int) -> Node | None:
        """Return the node that an arrow key leads to: up and down the tree, left and right on a level."""
        current = self._current
        if self._root is None or current is None:
            return None
        if key == Qt.Key.Key_Down:
            return current.children[0] if current.children else current
        if key == Qt.Key.Key_Up:
            return next((node for node in self._every if current in node.children), current)
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            level = [node for node in self._every if node.depth == current.depth]
            at = next(i for i, node in enumerate(level) if node is current)
            step = -1 if key == Qt.Key.Key_Left else 1
            return level[min(max(at + step, 0), len(level) - 1)]
        return None

    # --- how it looks

    def paint_node(self, painter: QPainter, node: Node) -> None:
        """Draw a node: the root, a marked one and the one with the keyboard in accent."""
        colours = theme.current_theme()
        root, leaf = node is self._root, not node.children
        focused = self.hasFocus() and node is self._current
        marked = self.is_marked(node)
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
        label = QRectF(
            node.box.center().x() - _HALF_LABEL, node.box.bottom() + 1, 2 * _HALF_LABEL, LABEL_HEIGHT
        )
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
