"""The docks: panels as cards on the background color, eight pixels apart, and the host they move in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHoverEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QMainWindow,
    QScrollArea,
    QSizePolicy,
    QTabBar,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import getCppPointer

from workbench.widgets.controls import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme
from workbench.widgets.panel_parts import PanelHeader
from workbench.widgets.strips import NoticeStrip, StripStack

LOWEST = 80  # pixels of a panel that are always there; a higher one scrolls in a lower card


class _Corner(QWidget):
    """Rounds one lower corner of a card over whatever the panel paints there."""

    def __init__(self, card: QWidget, right: bool) -> None:
        super().__init__(card)
        self._right = right
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(theme.PANEL_RADIUS, theme.PANEL_RADIUS)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = 2 * theme.PANEL_RADIUS
        card = QRectF(-theme.PANEL_RADIUS if self._right else 0, -theme.PANEL_RADIUS, side, side)
        outside, inside = QPainterPath(), QPainterPath()
        outside.addRect(QRectF(self.rect()))
        inside.addRoundedRect(card, theme.PANEL_RADIUS, theme.PANEL_RADIUS)
        painter.fillPath(outside - inside, current_theme().bg)
        draw_box(painter, card, theme.PANEL_RADIUS, None, current_theme().border)


class _Head(QWidget):
    """The title bar of a dock for as long as that lives: the panel's header, or nothing."""

    def __init__(self, dock: QWidget) -> None:
        super().__init__(dock)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def take(self, header: QWidget) -> None:
        """Take a header from wherever it is."""
        self.setMinimumHeight(0)
        self._column.addWidget(header)
        header.show()

    def reserve(self, header: QWidget) -> None:
        """Take the height of a header that has yet to come."""
        self.setMinimumHeight(header.minimumSizeHint().height())


class _Body(QScrollArea):
    """A panel in its card, which scrolls where the card is lower than the least that the panel needs.

    So no card makes others, or itself, lie beyond the edge of the window, whatever is opened.
    """

    def __init__(self, inner: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._inner = inner
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(inner)
        for part in (inner, self.viewport()):
            part.setAutoFillBackground(False)  # the card is painted by the dock

    def sizeHint(self) -> QSize:
        """Return what the panel would like."""
        return self._inner.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Let it be low, but not narrow."""
        least = self._inner.minimumSizeHint()
        return QSize(least.width(), min(least.height(), LOWEST))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the panel the room that there is, or that it needs."""
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow a panel that needs another height."""
        if watched is self._inner and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        width, height = self.width(), self.height()
        if self._needed(width) > height:
            width -= self.verticalScrollBar().sizeHint().width()
        self._inner.resize(width, max(height, self._needed(width)))

    def _needed(self, width: int) -> int:
        layout = self._inner.layout()
        if layout is None:
            return 0
        if layout.hasHeightForWidth():
            return layout.totalMinimumHeightForWidth(width)
        return layout.totalMinimumSize().height()


class Panel:
    """A panel with its header and the message on top of it, which go from page to page together.

    Attributes:
        name: as "tokens".
        title: what the user reads.
        widget: the panel itself, an empty one until it is made.
        is_made: the panel is there; until then docks keep its place.
        bare: it brings cards of its own, and has no header.
        manual: its place in the manual, as in a link there.
        fixed: it stays where it is and as high as it likes to be.
        header: the head of the card, or None for a bare panel.
        body: what is below the header.

    """

    def __init__(
        self,
        name: str,
        title: str,
        parent: QWidget,
        *,
        manual: str = "",
        bare: bool = False,
        fixed: bool = False,
    ) -> None:
        """Keep it at `parent`, which is not shown, until a page takes the dock."""
        self.name, self.title = name, title
        self.manual, self.bare, self.fixed = manual, bare, fixed
        self.widget, self.is_made = QWidget(parent), False
        self.header: PanelHeader | None = None
        self._parent = parent
        self._column = QVBoxLayout(inner := QWidget(parent))
        inset = 0 if bare else 1
        self._column.setContentsMargins(inset, 0, inset, inset)
        self._column.setSpacing(0)
        self._strips = StripStack(theme.SPACE_2, theme.SPACE_2, theme.SPACE_2, theme.SPACE_2)
        self.body = _Body(inner, parent)
        self._column.addWidget(self._strips)

    def take(self, widget: QWidget) -> None:
        """Take the panel itself."""
        self.widget.deleteLater()
        self.widget, self.is_made = widget, True
        if not self.bare:
            self.header = _header_of(widget, self.title)
            self.header.setParent(self._parent)
        # Last: what is in a widget is styled again each time that the widget gets another parent.
        self._column.addWidget(widget, 1)

    def least_size(self) -> QSize:
        """Return the least size of the card, in pixels."""
        head = QSize(0, 0) if self.header is None else self.header.minimumSizeHint()
        body = self.body.minimumSizeHint()
        return QSize(max(head.width(), body.width()), head.height() + body.height())

    def show_strip(self, strip: NoticeStrip) -> None:
        """Show a message at the top of the panel."""
        self._strips.show_strip(strip)

    def strip(self) -> NoticeStrip | None:
        """Return the message that is shown."""
        return self._strips.strip()


class PanelDock(QDockWidget):
    """A panel's place on one page, as a card.

    Attributes:
        name: of the panel.
        panel: the panel, which other pages may have taken.
        waits: the panel comes later; something as large keeps its place until then.

    Signals:
        switched(str): the dock has been opened or closed; its name.

    """

    switched = Signal(str)

    def __init__(self, panel: Panel, page: QWidget) -> None:
        super().__init__(panel.title, page)
        self.setObjectName(f"dock.{panel.name}")
        self.setAccessibleName(panel.title)
        self.name, self.panel, self.waits = panel.name, panel, False
        self._head = _Head(self)
        self.setTitleBarWidget(self._head)
        self._corners = () if panel.bare else (_Corner(self, right=False), _Corner(self, right=True))
        if panel.fixed:
            self.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
            self.fit_height()
        self.hide()

    def fit_height(self) -> None:
        """Make it as high as its panel likes to be."""
        self.setFixedHeight(self.panel.widget.sizeHint().height())

    def is_closable(self) -> bool:
        """Return whether the user may close, move and float the dock."""
        return bool(self.features() & QDockWidget.DockWidgetFeature.DockWidgetClosable)

    def event(self, event: QEvent) -> bool:
        """Handle an event, and tell when the dock itself is opened or closed, not only its page."""
        done = super().event(event)
        if event.type() in {QEvent.Type.ShowToParent, QEvent.Type.HideToParent}:
            self.take()
            self.switched.emit(self.name)
        return done

    def float_or_dock(self) -> None:
        """Make it a window, or put it back where it was."""
        self.setFloating(not self.isFloating())
        if self.isFloating():  # it has no frame: exactly over its place it would not look like a window
            self.move(self.pos() + QPoint(theme.SPACE_6, theme.SPACE_6))

    def take(self) -> None:
        """Take the panel from the page that showed it last, unless the dock is closed or waits.

        Costs milliseconds: each widget of the panel is styled again.
        """
        if self.isHidden() or self.widget() is self.panel.body:
            return
        before = self.widget()
        if self.waits or not self.panel.is_made:
            if before is None:
                self._keep_place()
            return
        if self.panel.header is not None:
            self._head.take(self.panel.header)
        self.setWidget(self.panel.body)
        if before is not None:
            before.deleteLater()
        for corner in self._corners:
            corner.raise_()

    def _keep_place(self) -> None:
        if self.panel.header is not None:
            self._head.reserve(self.panel.header)
        there = QWidget(self)
        there.setMinimumSize(self.panel.body.minimumSizeHint())
        self.setWidget(there)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the corners in the corners."""
        super().resizeEvent(event)
        for corner, left in zip(self._corners, (0, self.width() - theme.PANEL_RADIUS), strict=False):
            corner.move(left, self.height() - theme.PANEL_RADIUS)
            corner.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        if not self.panel.bare:
            now = current_theme()
            draw_box(QPainter(self), QRectF(self.rect()), theme.PANEL_RADIUS, now.surface, now.border)


def _header_of(panel: QWidget, title: str) -> PanelHeader:
    own = getattr(panel, "header", None)
    return own if isinstance(own, PanelHeader) else PanelHeader(title)


class DockHost(QMainWindow):
    """Holds the docks.

    Attributes:
        docks: by the names of their panels.
        arranging: what happens to them now is not the user's doing.

    Signals:
        moved_by_person(): a separator has been dragged.
        resized(): the host has another size, and Qt has given every dock its share.

    """

    moved_by_person = Signal()
    resized = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowFlags(Qt.WindowType.Widget)  # QMainWindow makes itself a window, parent or not
        self.setDockNestingEnabled(True)
        self.setContentsMargins(theme.GUTTER, theme.GUTTER, theme.GUTTER, theme.GUTTER)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.docks: dict[str, PanelDock] = {}
        self.arranging = False
        self._pressed = QByteArray()

    def is_open(self, name: str) -> bool:
        """Return whether a panel of this page is open, be it behind another."""
        return name in self.docks and not self.docks[name].isHidden()

    def has_in_sight(self, dock: QDockWidget) -> bool:
        """Return whether a dock has a place, in front of those that it shares it with.

        By what holds, not by what is painted: while docks move some have no size, or that of before.
        """
        if dock.isHidden() or dock.isFloating():
            return not dock.isHidden()
        if self.dockWidgetArea(dock) == Qt.DockWidgetArea.NoDockWidgetArea:
            return False
        # Qt tells of the tab in front only by its tab bars, whose tabs hold the addresses of their docks.
        address = getCppPointer(dock)[0]
        for bar in self.tab_bars():
            places = [bar.tabData(place) for place in range(bar.count())]
            if address in places:
                return places.index(address) == bar.currentIndex()
        return True

    def tab_bars(self) -> list[QTabBar]:
        """Return those in use: Qt hides the others, and leaves their last tabs in them."""
        bars = self.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return [bar for bar in bars if not bar.isHidden()]

    def _keep_keyboard_off(self) -> None:
        """Let Tab pass over a tab bar of one panel: Qt leaves it there without a size."""
        for bar in self.tab_bars():
            several = bar.count() > 1
            bar.setFocusPolicy(Qt.FocusPolicy.TabFocus if several else Qt.FocusPolicy.NoFocus)

    def event(self, event: QEvent) -> bool:
        """Handle an event, and notice the end of a drag of a separator and a new size."""
        done = super().event(event)
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Resize, QEvent.Type.Show}:
            self._keep_keyboard_off()
        if event.type() == QEvent.Type.MouseButtonPress:
            self._pressed = self.saveState()
        elif event.type() == QEvent.Type.MouseButtonRelease:
            # A click on a separator without a drag has moved nothing.
            if not self._pressed.isEmpty() and self.saveState() != self._pressed:
                self.moved_by_person.emit()
        elif event.type() in {QEvent.Type.Resize, QEvent.Type.Show}:
            self.resized.emit()
        return done

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Take nothing of what happens for the user's doing, and paint when all is done."""
        before, self.arranging = self.arranging, True
        self.setUpdatesEnabled(False)
        try:
            yield
        finally:
            self.setUpdatesEnabled(True)
            for dock in self.docks.values():
                dock.setUpdatesEnabled(True)  # Qt leaves out one that has become a window meanwhile
            self.arranging = before

    def has_room(self, needs: QSize) -> bool:
        """Return whether something of this size fits."""
        return needs.width() <= self.width() and needs.height() <= self.height()

    def let_gaps_go(self) -> None:
        """Have Qt forget the gap that the pointer is at or drags; call it before docks get other places.

        Qt keeps it as a path of numbers through the docks, and follows that at the pointer's next move: where
        the docks have changed by then, past their end into a segmentation fault.
        """
        self._pressed = QByteArray()
        none, left = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton
        held = Qt.KeyboardModifier.NoModifier
        super().event(QMouseEvent(QEvent.Type.MouseButtonRelease, QPointF(), QPointF(), left, none, held))
        super().event(QHoverEvent(QEvent.Type.HoverLeave, QPointF(), QPointF(), QPointF()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the background that the cards are on."""
        QPainter(self).fillRect(self.rect(), QColor(current_theme().bg))
