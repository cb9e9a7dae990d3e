"""The tree of a token: the pair it was merged from, theirs, down to bytes; or several trees side by side."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
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

from workbench.widgets import wording
from workbench.widgets.look import theme
from workbench.widgets.look.theme import scaled
from workbench.widgets.merge_nodes import LEVEL, MARGIN, NODE_HEIGHT, Node, Place, build, nodes, place
from workbench.widgets.vocabulary import Vocabulary

LABEL_HEIGHT = 14
_HALF_LABEL = 40
_BETWEEN = 20  # pixels between two trees


class _NodeItem(QGraphicsItem):
    """A box with what is in it, and the id or the byte below."""

    def __init__(self, node: Node, view: MergeTreeView) -> None:
        super().__init__()
        self.node = node
        self._view = view
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def boundingRect(self) -> QRectF:
        """Return box and label."""
        label = max(self.node.box.width(), 2 * scaled(_HALF_LABEL))
        spare = (label - self.node.box.width()) / 2 + 2
        return self.node.box.adjusted(-spare, -2, spare, scaled(LABEL_HEIGHT) + 2)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the node in its state."""
        self._view.paint_node(painter, self.node)


class WholeTree:
    """The trees of a view as a picture (`plots.picture.Drawn`)."""

    def __init__(self, view: MergeTreeView) -> None:
        self._view = view
        self._box = view.scene().sceneRect()

    def width(self) -> int:
        """Return the width in pixels."""
        return ceil(self._box.width())

    def height(self) -> int:
        """Return the height in pixels."""
        return ceil(self._box.height())

    def logicalDpiX(self) -> int:
        """Return the resolution that the fonts are for."""
        return self._view.logicalDpiX()

    def render(self, painter: QPainter, at: QPoint) -> None:
        """Draw the trees, their upper left corner at a point."""
        self._view.scene().render(painter, QRectF(QPointF(at), self._box.size()), self._box)


class MergeTreeView(QGraphicsView):
    """Draws the tree of one token, or those of a word side by side; arrow keys walk them.

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
        self._roots: tuple[Node, ...] = ()
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
        theme.theme_signals.changed.connect(self._renew)
        self._tell()

    @property
    def root(self) -> Node | None:
        """The tree that is shown; of several that of the chosen token."""
        return self._root

    @property
    def roots(self) -> tuple[Node, ...]:
        """All trees that are shown."""
        return self._roots

    def set_token(self, vocabulary: Vocabulary | None, token_id: int) -> None:
        """Show the tree of a token, or nothing; nothing changes where it is shown already."""
        if vocabulary is not None and (vocabulary, token_id) == self._shown:
            return
        self._shown = vocabulary, token_id
        root = None if vocabulary is None else build(vocabulary, token_id)
        self._show(() if root is None else (root,), root)

    def set_forest(self, roots: tuple[Node, ...], chosen: int) -> None:
        """Show the trees of a word side by side, the root of the chosen one in accent and in sight."""
        self._shown = None, -1
        if roots is not self._roots:
            self._show(roots, roots[chosen])
        elif self._root is not roots[chosen]:
            self._root = self._current = roots[chosen]
            self._tell()
            self.viewport().update()
            self._reveal()

    def _show(self, roots: tuple[Node, ...], chosen: Node | None) -> None:
        self._roots, self._root, self._current = roots, chosen, chosen
        self._every = [node for root in roots for node in nodes(root)]
        self._places = None
        self._renew()
        self._tell()
        self._reveal()

    def _renew(self) -> None:
        """Place all for the size of the text, and draw."""
        metrics, left = QFontMetricsF(theme.token_font(13)), float(MARGIN)
        for root in self._roots:
            left = place(root, metrics, left) + _BETWEEN
        self._draw()

    def _reveal(self) -> None:
        """Bring the chosen root into sight, and as much of its tree as has room."""
        if self._root is None:
            return
        boxes = [node.box for node in nodes(self._root)]
        left, right = min(box.left() for box in boxes), max(box.right() for box in boxes)
        if right - left <= self.viewport().width():
            self.ensureVisible(QRectF(left, 0, right - left, scaled(NODE_HEIGHT)), MARGIN, 0)
        else:
            self.centerOn(self._root.box.center().x(), 0)

    def mark(self, token_id: int, places: tuple[Place, ...] | None = None) -> None:
        """Draw what the present step makes in accent; -1 for none.

        `places` says where, in bytes as in `Node.place`; None marks every node of its id.
        """
        if (token_id, places) == (self._marked, self._places):
            return
        self._marked, self._places = token_id, places
        marked = [node for node in self._every if self.is_marked(node)]
        if places and marked:
            self.ensureVisible(marked[0].box, 8, scaled(LABEL_HEIGHT))
        self.viewport().update()

    def is_marked(self, node: Node) -> bool:
        """Return whether a node is what the present step makes."""
        here = self._places is None or node.place in self._places
        return node.token_id == self._marked and here

    def whole(self) -> WholeTree:
        """Return all that is in the scene, also what is out of sight, for a picture."""
        return WholeTree(self)

    def tree_height(self) -> int:
        """Return the height that shows the whole tree, in pixels, at most six levels."""
        if self._root is None:
            return 0
        depth = min(max(node.depth for node in self._every), 5)
        return int(2 * MARGIN + depth * scaled(LEVEL) + scaled(NODE_HEIGHT) + scaled(LABEL_HEIGHT) + 2)

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
        height = max((node.box.bottom() for node in self._every), default=0.0) + scaled(LABEL_HEIGHT) + MARGIN
        scene.setSceneRect(0, 0, width, height)

    def _tip(self, node: Node) -> str:
        """Return what is said of a node that is pointed at."""
        return self.tr("id {id}. Click for its step, double-click for the token.").format(
            id=wording.number(node.token_id)
        )

    def _tell(self) -> None:
        self.setAccessibleName(self.tr("Built from"))
        if self._root is None:
            self.setAccessibleDescription(self.tr("No token is selected"))
        elif len(self._roots) > 1:
            self.setAccessibleDescription(" ".join(root.label for root in self._roots))
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
        nodes = (n for n in self._every if n.box.adjusted(-2, -2, 2, scaled(LABEL_HEIGHT)).contains(here))
        return next(nodes, None)

    # --- events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the root in sight of a tree that is wider than the view."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._reveal()

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
        target = self._neighbor(event.key())
        if target is None:
            event.ignore()
            return
        self._current = target
        self.ensureVisible(target.box, 24, scaled(LABEL_HEIGHT))
        self.viewport().update()

    def _neighbor(self, key: int) -> Node | None:
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
        colors = theme.current_theme()
        root, leaf = node is self._root, not node.children
        focused = self.hasFocus() and node is self._current
        marked = self.is_marked(node)
        edge = colors.accent if root or focused or marked else (colors.border if leaf else colors.button_edge)
        painter.setPen(QPen(edge, 1.5 if root or focused or marked else 1))
        painter.setBrush(colors.soft if root or marked else (colors.sunken if leaf else colors.surface))
        painter.drawRoundedRect(node.box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setPen(colors.text)
        painter.setFont(theme.token_font(13))
        painter.drawText(node.box, Qt.AlignmentFlag.AlignCenter, node.label)
        single_byte = leaf and len(node.token) == 1
        under = node.token.hex().upper() if single_byte else wording.number(node.token_id)
        painter.setPen(colors.text2)
        painter.setFont(theme.token_font(11) if single_byte else theme.interface_font("tiny"))
        label = QRectF(
            node.box.center().x() - scaled(_HALF_LABEL),
            node.box.bottom() + 1,
            2 * scaled(_HALF_LABEL),
            scaled(LABEL_HEIGHT),
        )
        # The curves pass behind the number: it is on a piece of the surface.
        width = painter.fontMetrics().horizontalAdvance(under) + 4
        painter.fillRect(
            QRectF(label.center().x() - width / 2, label.top(), width, scaled(LABEL_HEIGHT)), colors.surface
        )
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, under)


def _curve(above: QRectF, below: QRectF) -> QPainterPath:
    """Return the line from under a node's number to the top of its half."""
    start = QPointF(above.center().x(), above.bottom() + scaled(LABEL_HEIGHT))
    end = QPointF(below.center().x(), below.top())
    path = QPainterPath(start)
    middle = (start.y() + end.y()) / 2
    path.cubicTo(QPointF(start.x(), middle), QPointF(end.x(), middle), end)
    return path
