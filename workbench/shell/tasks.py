"""The tasks: a rail of them, and for each a remembered arrangement of the same docks.

A default arrangement depends on the width of the window (DESIGN.md section 1). It holds until the person
moves something; from then on the task has its own state, which is kept between two starts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QVBoxLayout, QWidget

from workbench.settings import Settings
from workbench.shell.docks import DockHost, PanelDock
from workbench.widgets import theme
from workbench.widgets.controls import draw_box
from workbench.widgets.icons import draw_icon
from workbench.widgets.theme import current_theme, interface_font

# Raise it when the docks or their meaning change: older states are then left aside.
STATE_VERSION = 1
NARROW, WIDE = 1100, 1800
TASKS = ("inspect", "train", "vocabulary", "all", "lab")
ON_RAIL = {"lab": "train"}  # a task that has no item of its own -> the one that it belongs to


@dataclass(frozen=True, slots=True)
class Split:
    """Docks side by side (`across`) or one above the other; a size of 0 takes the rest."""

    across: bool
    parts: tuple[tuple[str | Split | Tabs, int], ...]


@dataclass(frozen=True, slots=True)
class Tabs:
    """Docks on one place; the first is in front."""

    names: tuple[str, ...]


def arrangement(task: str, width: int) -> Split:
    """Return the default arrangement of a task in a window of this width."""
    arranged = {"inspect": _inspect, "train": _train, "vocabulary": _vocabulary, "all": _all, "lab": _lab}
    return arranged[task](width)


def _inspect(width: int) -> Split:
    side = 320 if width < NARROW else 400 if width >= WIDE else 360
    text = Split(False, (("first_steps", 56), ("tokens", 0)))
    more: tuple[tuple[str | Split | Tabs, int], ...] = (("vocabulary", 440),) if width >= WIDE else ()
    return Split(True, ((text, 0), ("selected_token", side), *more))


def _train(width: int) -> Split:
    options: Split | Tabs = Tabs(("corpus", "training_options"))
    if width >= NARROW:
        options = Split(False, (("corpus", 248), ("training_options", 0)))
    log = 240 if width < NARROW else 296
    run = Split(True, (("training_run", 0), ("merge_log", log)))
    strip: tuple[tuple[str | Split | Tabs, int], ...] = () if width >= WIDE else (("tokens_strip", 120),)
    centre = Split(False, (("run_header", 112), (run, 0), *strip))
    more: tuple[tuple[str | Split | Tabs, int], ...] = (("tokens", 480),) if width >= WIDE else ()
    return Split(True, ((options, 256 if width < NARROW else 280), (centre, 0), *more))


def before_run(width: int) -> Split:
    """Return the arrangement for training as long as nothing runs (DESIGN.md, picture 7)."""
    if width < NARROW:
        return _train(width)
    centre = Split(False, (("run_header", 112), ("training_run", 322), ("corpus_preview", 0)))
    more: tuple[tuple[str | Split | Tabs, int], ...] = (("tokens", 480),) if width >= WIDE else ()
    return Split(True, (("corpus", 288), ("training_options", 288), (centre, 0), *more))


def _vocabulary(width: int) -> Split:
    return Split(True, (("vocabulary", 0), ("vocab_dossier", 408 if width >= NARROW else 320)))


def _all(width: int) -> Split:
    if width < NARROW:
        # Three columns have no room: what is chosen and what is set up lie behind one another.
        text = Split(False, (("tokens", 0), (Tabs(("training_run", "merge_log")), 320)))
        side = Tabs(("selected_token", "vocabulary", "corpus", "training_options"))
        return Split(True, ((text, 0), (side, 352)))
    left = Split(False, (("corpus", 248), ("training_options", 0)))
    centre = Split(False, (("tokens", 0), (Tabs(("training_run", "merge_log")), 320)))
    right = Tabs(("selected_token", "vocabulary"))
    return Split(True, ((left, 280), (centre, 0), (right, 340)))


def _lab(width: int) -> Split:
    """Return that of the regex lab (DESIGN.md, picture 8)."""
    narrow = width < NARROW
    centre = Split(False, (("lab_editor", 240), ("lab_pieces", 0)))
    side = Split(False, (("lab_measures", 284), ("lab_frequent", 0)))
    left, right = (200, 256) if narrow else (280, 284)
    return Split(True, (("lab_patterns", left), (centre, 0), (side, right)))


def names_in(node: str | Split | Tabs) -> Iterator[str]:
    """Yield the names of the docks of an arrangement."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, Tabs):
        yield from node.names
    else:
        for part, _size in node.parts:
            yield from names_in(part)


class Tasks(QObject):
    """Arranges the docks of a host for one task at a time.

    Signals:
        changing(): another task is about to hold.
        changed(str): the task that now holds.
        arranged(): the docks have been put in their places, for a task or after a change of width.

    """

    changing = Signal()
    changed = Signal(str)
    arranged = Signal()

    def __init__(self, host: DockHost, docks: Mapping[str, PanelDock], settings: Settings) -> None:
        super().__init__(host)
        self._host, self._docks, self._settings = host, docks, settings
        self._states = {name: state for name, state in settings.layouts.items() if name in TASKS}
        self._task = ""
        self._arranging = False
        self._class = 0
        self._before_run = False
        self._default: str | Split | Tabs | None = None
        host.moved_by_person.connect(self.touched)
        host.resized.connect(self._host_resized)

    @property
    def current(self) -> str:
        """Return the task that holds, "" before the first."""
        return self._task

    def watch(self, dock: PanelDock) -> None:
        """Notice when the person moves, floats or closes a dock."""
        dock.dockLocationChanged.connect(self.touched)
        dock.topLevelChanged.connect(self.touched)
        dock.toggleViewAction().triggered.connect(self.touched)

    def touched(self) -> None:
        """Keep the present arrangement as the person's own from now on."""
        if self._task and not self._arranging:
            self._states[self._task] = bytes(self._host.saveState(STATE_VERSION).data())
            self._default = None

    def show(self, task: str) -> None:
        """Arrange the docks for a task; KeyError for an unknown one."""
        if task not in TASKS:
            raise KeyError(task)
        if task != self._task:
            self.changing.emit()
            self._remember_own()
            self._task = task
            self._arrange()
            self.changed.emit(task)

    def reset(self) -> None:
        """Put the docks of the present task back in their places."""
        self._states.pop(self._task, None)
        self._arrange()

    def refit(self) -> None:
        """Arrange anew where the window has become narrow or wide and the person has moved nothing."""
        if self._task and self._width_class() != self._class and self._task not in self._states:
            self._arrange()

    def set_before_run(self, before: bool) -> None:
        """Have room for the corpus as long as nothing runs, then for the run."""
        changed, self._before_run = before != self._before_run, before
        if changed and self._task == "train" and "train" not in self._states:
            self._arrange()

    def save(self) -> None:
        """Put the person's own arrangements into the settings."""
        self._remember_own()
        self._settings.layouts = dict(self._states)

    def _remember_own(self) -> None:
        if self._task in self._states:
            self._states[self._task] = bytes(self._host.saveState(STATE_VERSION).data())

    def _width_class(self) -> int:
        width = self._host.window().width()
        return 0 if width < NARROW else 2 if width >= WIDE else 1

    def _arrange(self) -> None:
        self._class = self._width_class()
        self._arranging = True
        self._host.setUpdatesEnabled(False)
        own = self._states.get(self._task)
        self._default = None
        if own is None or not self._host.restoreState(QByteArray(own), STATE_VERSION):
            self._states.pop(self._task, None)
            width = self._host.window().width()
            before = self._before_run and self._task == "train"
            self._default = self._prune(before_run(width) if before else arrangement(self._task, width))
            self._place()
        self._host.setUpdatesEnabled(True)
        self._arranging = False
        self.arranged.emit()

    def _place(self) -> None:
        for dock in self._docks.values():
            if dock.isFloating():  # asked first: to be set it takes a millisecond, floating or not
                dock.setFloating(False)
            self._host.removeDockWidget(dock)
        node = self._default
        if node is None:
            return
        self._host.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self._first(node))
        self._split(node)
        for name in names_in(node):
            self._docks[name].show()
        self._raise_first(node)
        # Two passes: a height asked for before its column has its width is lost.
        self._fit()
        self._fit()

    def place_beside(self, name: str, other: str, width: int) -> None:
        """Give a panel that has no place in this arrangement one in front of another, `width` wide."""
        dock, beside = self._docks[name], self._docks[other]
        if self._host.dockWidgetArea(dock) == Qt.DockWidgetArea.NoDockWidgetArea:
            self._host.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
            if beside.isVisible() and not beside.isFloating():
                self._host.tabifyDockWidget(beside, dock)
            dock.show()
            self._host.resizeDocks([dock], [width], Qt.Orientation.Horizontal)
        dock.show()
        self.touched()

    def _host_resized(self) -> None:
        if not self._arranging:
            self._fit()

    def _fit(self) -> None:
        """Give the side panels of a default arrangement their sizes, and the others the rest."""
        if self._default is not None:
            layout = self._host.layout()
            if layout is not None:
                layout.activate()
            extent = self._host.size() - QSize(2 * theme.GUTTER, 2 * theme.GUTTER)
            self._size(self._default, extent.width(), extent.height())

    def _prune(self, node: str | Split | Tabs) -> str | Split | Tabs | None:
        """Leave out the panels that are not there."""
        if isinstance(node, str):
            return node if node in self._docks else None
        if isinstance(node, Tabs):
            names = tuple(name for name in node.names if name in self._docks)
            return Tabs(names) if names else None
        parts = tuple((kept, size) for part, size in node.parts if (kept := self._prune(part)) is not None)
        return Split(node.across, parts) if parts else None

    def _first(self, node: str | Split | Tabs) -> PanelDock:
        return self._docks[next(names_in(node))]

    def _split(self, node: str | Split | Tabs) -> None:
        """Place the docks of a node whose first dock has its place already."""
        if isinstance(node, Tabs):
            for name in node.names[1:]:
                self._host.tabifyDockWidget(self._docks[node.names[0]], self._docks[name])
        if not isinstance(node, Split):
            return
        direction = Qt.Orientation.Horizontal if node.across else Qt.Orientation.Vertical
        for (before, _), (after, _) in zip(node.parts, node.parts[1:], strict=False):
            self._host.splitDockWidget(self._first(before), self._first(after), direction)
        for part, _size in node.parts:
            self._split(part)

    def _raise_first(self, node: str | Split | Tabs) -> None:
        if isinstance(node, Tabs):
            self._docks[node.names[0]].raise_()
        elif isinstance(node, Split):
            for part, _size in node.parts:
                self._raise_first(part)

    def _size(self, node: str | Split | Tabs, width: int, height: int) -> None:
        if not isinstance(node, Split):
            return
        whole = width if node.across else height
        fixed = sum(size for _part, size in node.parts) + theme.GUTTER * (len(node.parts) - 1)
        sizes = [size or max(whole - fixed, 1) for _part, size in node.parts]
        direction = Qt.Orientation.Horizontal if node.across else Qt.Orientation.Vertical
        self._host.resizeDocks([self._first(part) for part, _ in node.parts], sizes, direction)
        for (part, _), size in zip(node.parts, sizes, strict=True):
            self._size(part, size if node.across else width, height if node.across else size)


class _RailItem(QAbstractButton):
    """One task on the rail: icon over label, and a dot while a job runs there."""

    def __init__(self, action: QAction, icon: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon = icon
        self.running = False
        self.labelled = True
        self.setText(action.iconText())
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFont(interface_font("tiny"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setToolTip(f"{action.toolTip()} ({action.shortcut().toString()})")
        self.setAccessibleName(action.iconText())
        self.clicked.connect(action.trigger)
        action.toggled.connect(self.setChecked)

    def sizeHint(self) -> QSize:
        return QSize(64 if self.labelled else 48, 56 if self.labelled else 48)

    def paintEvent(self, event: QPaintEvent) -> None:
        now = current_theme()
        painter = QPainter(self)
        if self.isChecked() or self.underMouse():
            fill = now.soft if self.isChecked() else now.sunken
            draw_box(painter, QRectF(self.rect()), theme.PANEL_RADIUS, fill, None)
        ink = now.accent if self.isChecked() else now.text2
        left = (self.width() - theme.RAIL_ICON_SIZE) / 2
        top = 9 if self.labelled else (self.height() - theme.RAIL_ICON_SIZE) / 2
        draw_icon(painter, self._icon, ink, left, top, theme.RAIL_ICON_SIZE)
        if self.labelled:
            font = interface_font("tiny")
            font.setWeight(font.Weight.DemiBold if self.isChecked() else font.Weight.Normal)
            painter.setFont(font)
            painter.setPen(ink)
            painter.drawText(self.rect().adjusted(-4, 0, 4, -6), _BOTTOM, self.text())
        if self.running:
            dot = QRectF(left + theme.RAIL_ICON_SIZE, top - 2, 8, 8)
            draw_box(painter, dot, 4, now.accent, None)


_BOTTOM = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter


class Rail(QWidget):
    """The tasks at the left edge of the window; 72 wide, 56 without labels where there is little room."""

    def __init__(self, action_of: Callable[[str], QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Tasks"))
        self._group = QButtonGroup(self)
        self._items: dict[str, _RailItem] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(4, theme.SPACE_2, 4, theme.SPACE_2)
        column.setSpacing(theme.SPACE_2)
        for task in ("inspect", "train", "vocabulary"):
            item = _RailItem(action_of(f"view.{task}"), task, self)
            self._items[task] = item
            self._group.addButton(item)
            column.addWidget(item)
        column.addStretch(1)
        self.set_labelled(True)

    def choose(self, task: str) -> None:
        """Show which task holds; none is marked where it is not on the rail."""
        self._group.setExclusive(False)
        for name, item in self._items.items():
            item.setChecked(name == ON_RAIL.get(task, task))
        self._group.setExclusive(True)

    def set_running(self, task: str, running: bool) -> None:
        """Set or take away the dot of a task."""
        item = self._items[task]
        item.running = running
        item.setAccessibleDescription(self.tr("a job is running") if running else "")
        item.update()

    def set_labelled(self, labelled: bool) -> None:
        """Show the labels, or the icons alone."""
        self.setFixedWidth(72 if labelled else 56)
        for item in self._items.values():
            item.labelled = labelled
            item.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rail with its line to the right."""
        now = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), now.surface)
        painter.fillRect(self.width() - 1, 0, 1, self.height(), now.border)
