"""The command palette: every action of the window, found by typing a few of its letters (Ctrl+K)."""

from __future__ import annotations

import re
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

from workbench.shell.actions import ENGLISH
from workbench.shell.needs import why_not
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font
from workbench.widgets.tables import Index

_WIDTH, _HEIGHT, _ROW = 520, 360, 32
_KEYS = int(Qt.ItemDataRole.UserRole) + 1  # the shortcut of a row, or why its action is not available
_TO_LIST = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})


# How well a typed text matches, the best first.
_WORDS, _BEGINNINGS, _TIP, _INITIALS, _INSIDE = range(5)
_LEAST_INSIDE = 3  # letters that are looked for inside words


def match_rank(typed: str, text: str, tip: str = "") -> int | None:
    """Return how well typed words match an action, 0 the best; None if they do not.

    The words may be words of its text, beginnings of them, words or their beginnings in its tip, beginnings
    of successive words without the space ("opt" for "Open as text"), or a part of its text. Letters that are
    only somewhere in the text do not match: Return would run an action that was not meant.
    """
    typed, text = typed.casefold().strip(), text.casefold()
    wanted, words = _words(typed), _words(text)
    if wanted and all(word in words for word in wanted):
        return _WORDS
    if _all_begin(wanted, words):
        return _BEGINNINGS
    if _all_begin(wanted, _words(tip.casefold())):
        return _TIP
    if _begin_in_order("".join(wanted), words):
        return _INITIALS
    return _INSIDE if len(typed) >= _LEAST_INSIDE and typed in text else None


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def _all_begin(wanted: list[str], words: list[str]) -> bool:
    return bool(wanted) and all(any(word.startswith(each) for word in words) for each in wanted)


def _begin_in_order(letters: str, words: list[str]) -> bool:
    """Return whether letters are beginnings of some of the words, put together in their order."""
    reached = {0}  # how many letters the words so far can give
    for word in words:
        for start in tuple(reached):
            ends = range(1, len(word) + 1)
            reached.update(start + end for end in ends if letters.startswith(word[:end], start))
    return len(letters) in reached and bool(letters)


def best_first(typed: str, actions: Iterable[QAction], unavailable: Iterable[QAction] = ()) -> list[QAction]:
    """Return the actions that match, the best first; of equals those available, then the shorter text.

    They match by their English words too, which many know who use another language. Those
    not available are left out as long as nothing is typed.
    """
    if not typed.strip():
        return list(actions)
    ranked: list[tuple[int, bool, int, QAction]] = []
    for away, group in ((False, actions), (True, unavailable)):
        for action in group:
            said = ((action.iconText(), action.toolTip()), action.property(ENGLISH) or ("", ""))
            ranks = [rank for text, tip in said if (rank := match_rank(typed, text, tip)) is not None]
            if ranks:
                ranked.append((min(ranks), away, len(action.iconText()), action))
    return [action for *_, action in sorted(ranked, key=lambda row: row[:3])]


class _Rows(QStyledItemDelegate):
    """Paints an action as the style does, and its shortcut, or why there is none, at the right end."""

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

    What matches but is not available is gray, with the reason, and cannot be run.

    A child of the window, not a popup: a popup grabs the keyboard, which not every platform allows. Where
    panels float it is a window of its own, since theirs lie over whatever the main window shows.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("palette")
        self.setAccessibleName(self.tr("Command palette"))
        self._window = window
        self._actions: list[QAction] = []
        self._unavailable: list[QAction] = []
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

    def open_with(self, actions: Iterable[QAction], unavailable: Iterable[QAction] = ()) -> None:
        """Show the palette over the upper middle of the window with these actions to choose from."""
        self._actions = [action for action in actions if action.isEnabled()]
        self._unavailable = list(unavailable)
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
        for action in best_first(typed, self._actions, self._unavailable):
            self._list.addItem(self._row(action))
        self._list.setCurrentRow(0)
        self._list.setVisible(self._list.count() > 0)
        self._none.setVisible(self._list.count() == 0)

    def _row(self, action: QAction) -> QListWidgetItem:
        item = QListWidgetItem(action.icon() if action.icon().availableSizes() else self._blank, "")
        item.setText(action.iconText())
        item.setData(_KEYS, action.shortcut().toString(QKeySequence.SequenceFormat.NativeText))
        item.setToolTip(action.toolTip())
        item.setData(Qt.ItemDataRole.UserRole, action)
        item.setFont(interface_font())
        item.setSizeHint(QSize(0, _ROW))
        if action in self._unavailable:
            reason = why_not(action.objectName()) or self.tr("Not available now")
            item.setData(_KEYS, reason)
            item.setToolTip(reason)
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, reason)
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        return item

    def _close(self) -> None:
        """Hide, and give the keyboard back to where it was."""
        self.hide()
        if self._before is not None and isValid(self._before):
            self._before.activateWindow()
            self._before.setFocus(Qt.FocusReason.OtherFocusReason)

    def _run(self, item: QListWidgetItem) -> None:
        if item.flags() & Qt.ItemFlag.ItemIsEnabled:
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
