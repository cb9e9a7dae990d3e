"""The command palette: every action of the window, found by typing a few of its letters (Ctrl+K)."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QAction, QIcon, QKeyEvent, QKeySequence, QPainter, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font
from workbench.widgets.tables import Index

_WIDTH, _HEIGHT, _ROW = 520, 360, 32
_KEYS = int(Qt.ItemDataRole.UserRole) + 1  # the shortcut of a row
_TO_LIST = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})


def fuzzy_score(typed: str, text: str) -> int | None:
    """Return how well the letters of `typed` occur in `text` in this order, None if they do not.

    A letter counts 1, at the start of a word 6 more, right after the letter before 4 more; a shorter
    text wins between equals, which is left to the caller.
    """
    typed, text = typed.casefold().replace(" ", ""), text.casefold()
    score, after = 0, -1
    for letter in typed:
        starts = [
            i for i in range(after + 1, len(text)) if text[i] == letter and (i == 0 or text[i - 1] == " ")
        ]
        near = after + 1 < len(text) and after >= 0 and text[after + 1] == letter
        place = after + 1 if near else starts[0] if starts else text.find(letter, after + 1)
        if place < 0:
            return None
        score += 1 + (4 if near else 0) + (6 if place in starts else 0)
        after = place
    return score


def best_first(typed: str, actions: Iterable[QAction]) -> list[QAction]:
    """Return the actions that fit what is typed, the best first, by their text or else their tooltip."""
    ranked: list[tuple[int, int, QAction]] = []
    for action in actions:
        by_text, by_tip = fuzzy_score(typed, action.iconText()), fuzzy_score(typed, action.toolTip())
        if by_text is not None:
            ranked.append((-2 * by_text, len(action.iconText()), action))
        elif by_tip is not None:
            ranked.append((-by_tip, len(action.toolTip()), action))
    return [action for *_, action in sorted(ranked, key=lambda row: row[:2])] if typed else list(actions)


class _Rows(QStyledItemDelegate):
    """Paints an action as the style does, and its shortcut at the right end."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        keys = index.data(_KEYS)
        if keys:
            painter.save()
            painter.setFont(interface_font("small"))
            painter.setPen(current_theme().text2)
            box = option.rect.adjusted(0, 0, -theme.SPACE_3, 0)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, keys)
            painter.restore()


class CommandPalette(QFrame):
    """A field over a list of actions; Enter runs the one that is marked, Escape closes.

    A child of the window, not a popup: a popup grabs the keyboard, which not every platform allows. Where
    panels float it is a window of its own, since theirs lie over whatever the main window shows.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("palette")
        self.setAccessibleName(self.tr("Command palette"))
        self._window = window
        self._actions: list[QAction] = []
        self._before: QWidget | None = None
        nothing = QPixmap(theme.ICON_SIZE, theme.ICON_SIZE)
        nothing.fill(Qt.GlobalColor.transparent)
        self._blank = QIcon(nothing)
        self._field = QLineEdit()
        self._field.setAcceptDrops(False)
        self._field.setPlaceholderText(self.tr("Type what you want to do"))
        self._field.setAccessibleName(self.tr("Find an action"))
        self._field.textChanged.connect(self._search)
        self._field.installEventFilter(self)
        self._list = QListWidget()
        self._list.setAccessibleName(self.tr("Actions found"))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setItemDelegate(_Rows(self._list))
        self._list.setIconSize(QSize(theme.ICON_SIZE, theme.ICON_SIZE))
        self._list.itemClicked.connect(self._run)
        self._none = Label(self.tr("No matching action is available."), tone="text2")
        self._none.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE_2, theme.SPACE_2, theme.SPACE_2, theme.SPACE_2)
        column.addWidget(self._field)
        column.addWidget(self._list)
        column.addWidget(self._none, stretch=1)
        self.hide()

    def open_with(self, actions: Iterable[QAction]) -> None:
        """Show the palette over the upper middle of the window with these actions to choose from."""
        self._actions = [action for action in actions if action.isEnabled()]
        self._field.clear()
        self._search("")
        self.resize(_WIDTH, _HEIGHT)
        self._before = QApplication.focusWidget()
        place = QPoint((self._window.width() - _WIDTH) // 2, theme.MENU_HEIGHT + theme.TOOLBAR_HEIGHT)
        floats = any(
            dock.isFloating() and dock.isVisible() for dock in self._window.findChildren(QDockWidget)
        )
        own = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint
        self.setWindowFlags(own if floats else Qt.WindowType.Widget)
        self.move(self._window.mapToGlobal(place) if floats else place)
        self.show()
        self.raise_()
        self.activateWindow()
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def texts(self) -> list[str]:
        """Return what the list shows, top first."""
        return [self._list.item(row).text() for row in range(self._list.count())]

    def _search(self, typed: str) -> None:
        self._list.clear()
        for action in best_first(typed, self._actions):
            item = QListWidgetItem(action.icon() if action.icon().availableSizes() else self._blank, "")
            item.setText(action.iconText())
            item.setData(_KEYS, action.shortcut().toString(QKeySequence.SequenceFormat.NativeText))
            item.setToolTip(action.toolTip())
            item.setData(Qt.ItemDataRole.UserRole, action)
            item.setFont(interface_font())
            item.setSizeHint(QSize(0, _ROW))
            self._list.addItem(item)
        self._list.setCurrentRow(0)
        self._list.setVisible(self._list.count() > 0)
        self._none.setVisible(self._list.count() == 0)

    def _close(self) -> None:
        """Hide, and give the keyboard back to where it was."""
        self.hide()
        if self._before is not None and isValid(self._before):
            self._before.activateWindow()
            self._before.setFocus(Qt.FocusReason.OtherFocusReason)

    def _run(self, item: QListWidgetItem) -> None:
        self._close()
        item.data(Qt.ItemDataRole.UserRole).trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrows of the field move in the list, Enter run, and Escape or a click elsewhere close."""
        if event.type() == QEvent.Type.FocusOut:
            self.hide()
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in _TO_LIST:
                self._list.event(event)
                return True
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self._list.currentItem() is not None:
                self._run(self._list.currentItem())
                return True
            if event.key() == Qt.Key.Key_Escape:
                self._close()
                return True
        return super().eventFilter(watched, event)
