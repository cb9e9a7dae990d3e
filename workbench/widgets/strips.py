"""Messages inside the window: the strip of an error or hint, the toast with Undo, the empty state."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from workbench.display.escapes import for_terminal
from workbench.widgets.controls import Button, IconButton, Label, draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.look.theme import DARK, LIGHT, current_theme, token_font

LEAST_HIGH, MOST_HIGH = 64, 240  # of the messages of one place: a line of each kind, and with the details
_TOAST_MILLISECONDS = 10_000
_BREAK = "\u200b"  # zero width space
_LONG_WORD = re.compile(r"\S{25,}")
_BREAKS = re.compile(r"[-_./\\]|[^-_./\\]{12}")
# Kind -> icon and color role.
_KINDS = {"error": ("error", "danger"), "warning": ("warning", "warn"), "info": ("info", "accent")}


class Picture(QWidget):
    """An icon that is by itself, in a color role."""

    def __init__(
        self, icon: str, tone: str = "text2", size: int = theme.ICON_SIZE, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon, self._tone, self._size = icon, tone, size
        self.setFixedSize(size, max(size, 24))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the icon."""
        top = (self.height() - self._size) / 2
        draw_icon(QPainter(self), self._icon, current_theme().color(self._tone), 0, top, self._size)


def breakable(text: str) -> str:
    """Return a text with places to break in its long words (file names), so that a line can be narrow."""
    return _LONG_WORD.sub(lambda word: _BREAKS.sub(rf"\g<0>{_BREAK}", word.group()), text)


class NoticeStrip(QWidget):
    """A message in the panel that it concerns: icon, a bold sentence, a second line, links, ×; never a box.

    Attributes:
        controls: what takes the keyboard, in the order of Tab.

    Signals:
        closed(): the user has closed the strip.
        gone(object): itself; it is closed or answered, or what it said has passed.

    """

    closed = Signal()
    gone = Signal(object)

    def __init__(
        self,
        sentence: str,
        second: str = "",
        kind: str = "error",
        details: str = "",
        parent: QWidget | None = None,
        lasting: bool = False,
    ) -> None:
        """Show a message of kind "error", "warning" or "info"; a link shows `details`, to be copied.

        One that is `lasting` has no ×: it stays until it is answered.
        """
        super().__init__(parent)
        icon, self._tone = _KINDS[kind]
        sentence, second = for_terminal(sentence), for_terminal(second)  # what it quotes turns nothing round
        self.setAccessibleName(sentence)
        self.setAccessibleDescription(second)
        self.sentence, self.second = sentence, second
        self._links = QHBoxLayout()
        self._links.setSpacing(theme.SPACE_4)
        self._details = self._details_field(details)
        self.controls: list[QWidget] = [self._details]
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE_4, theme.SPACE_3, theme.SPACE_2, theme.SPACE_3)
        column.setSpacing(theme.SPACE_1)
        column.addLayout(self._first_row(icon, lasting))
        column.addLayout(self._second_row())
        column.addWidget(self._details)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        if details:
            self.add_link(self.tr("Details"), self._toggle_details)

    def _first_row(self, icon: str, lasting: bool) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE_3)
        sentence = Label(breakable(self.sentence), "title")
        sentence.setWordWrap(True)
        close = IconButton("close", self.tr("Close this message"), size=24)
        close.clicked.connect(self._close)
        # A click leaves the keyboard where it is: from a button that goes it would come to the next, Discard.
        close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if lasting:  # never setHidden(False): without a parent yet, it would be a window that takes the focus
            close.hide()
        self.controls.append(close)
        self._behind = Label("", "small", "text2")
        self._behind.hide()
        row.addWidget(Picture(icon, self._tone), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(sentence, 1)
        row.addWidget(self._behind)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _second_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(theme.ICON_SIZE + theme.SPACE_3, 0, theme.SPACE_2, 0)
        if self.second:
            second = Label(breakable(self.second), "small", "text2")
            second.setWordWrap(True)
            row.addWidget(second, 1)
        else:
            row.addStretch(1)
        row.addLayout(self._links)
        return row

    def _details_field(self, details: str) -> QPlainTextEdit:
        field = QPlainTextEdit(details)
        field.setReadOnly(True)
        field.setAcceptDrops(False)
        field.setFont(token_font(12))
        field.setFixedHeight(120)
        field.setAccessibleName(self.tr("Details of the error"))
        field.hide()
        return field

    def add_link(self, text: str, slot: Callable[[], object]) -> Button:
        """Put a link at the right of the second line, and return the link."""
        link = Button(text, "link")
        link.clicked.connect(lambda: slot())
        self._links.insertWidget(0, link)
        self.controls.insert(0, link)
        self.take_in_order()
        return link

    def take_in_order(self) -> None:
        """Let Tab come to the links and the × where the strip is in sight; else they were the window's last.

        Qt puts nothing behind what Tab passes over, so the last control before the strip is searched for.
        """
        if (before := self._control_before()) is not None:
            for first, then in pairwise((before, *self.controls)):
                QWidget.setTabOrder(first, then)

    def _control_before(self) -> QWidget | None:
        step = place = self.parentWidget()
        while step is not None:
            step = step.previousInFocusChain()
            if step is place:
                return None
            if step and step.focusPolicy() != Qt.FocusPolicy.NoFocus and step not in self.controls:
                return step
        return None

    def _toggle_details(self) -> None:
        self._details.setVisible(self._details.isHidden())
        if not self._details.isHidden():
            self._details.selectAll()

    def show_behind(self, n: int) -> None:
        """Say how many messages come back once this one is gone."""
        self._behind.setText(self.tr("{n} more").format(n=n) if n else "")
        self._behind.setVisible(n > 0)

    def take_away(self) -> None:
        """Let it go: it is answered, or what it said has passed."""
        self.hide()
        self.gone.emit(self)

    def _close(self) -> None:
        self.closed.emit()
        self.take_away()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card with its edge in the color of the kind."""
        now = current_theme()
        edge = now.color(self._tone)
        draw_box(QPainter(self), QRectF(self.rect()), theme.PANEL_RADIUS, now.surface, edge)


class StripStack(QScrollArea):
    """Messages of one place: the newest is in sight, and the one before comes back once that is gone.

    Where they `scroll`, a tall one may not push out of the window what it is above.
    """

    def __init__(self, *margins: int, scroll: bool = False, parent: QWidget | None = None) -> None:
        """Leave `margins` around them: left, top, right, bottom."""
        super().__init__(parent)
        self._scroll = scroll
        self._strips: list[NoticeStrip] = []
        self._inner = QWidget()
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(*margins)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setWidgetResizable(True)
        self.setWidget(self._inner)
        for part in (self._inner, self.viewport()):
            part.setAutoFillBackground(False)
        self.hide()

    def sizeHint(self) -> QSize:
        """Return the height of all lines at the width that there is, as far as that is allowed."""
        height = self._column.totalHeightForWidth(self.width())
        return QSize(self._inner.sizeHint().width(), min(height, MOST_HIGH) if self._scroll else height)

    def minimumSizeHint(self) -> QSize:
        """Let it be low where it scrolls, but not narrow."""
        width, height = self._inner.minimumSizeHint().width(), self.sizeHint().height()
        return QSize(width, min(height, LEAST_HIGH) if self._scroll else height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for another height where the lines break otherwise."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow a message that needs another height."""
        if watched is self._inner and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def show_strip(self, strip: NoticeStrip) -> None:
        """Show a strip above those that are there; the same message once more takes the older one's place."""
        for older in self._strips[:]:
            if (older.sentence, older.second) == (strip.sentence, strip.second):
                older.take_away()
        self._strips.append(strip)
        self._column.addWidget(strip)
        strip.take_in_order()
        strip.gone.connect(self._drop)
        self._show_newest()

    def _drop(self, strip: NoticeStrip) -> None:
        if strip in self._strips:
            self._strips.remove(strip)
            self._column.removeWidget(strip)
            strip.deleteLater()
            self._show_newest()

    def _show_newest(self) -> None:
        for strip in self._strips:
            strip.setVisible(strip is self._strips[-1])
            strip.show_behind(len(self._strips) - 1)
        self.setVisible(bool(self._strips))

    def strip(self) -> NoticeStrip | None:
        """Return the strip that is in sight."""
        return self._strips[-1] if self._strips else None


class _InvertedLink(Button):
    """A link on the inverted card of a toast: the accent of the other theme."""

    def _colors(self) -> tuple[QColor | None, QColor | None, QColor]:
        return None, None, (LIGHT if current_theme().is_dark else DARK).accent


class Toast(QWidget):
    """What has been done, at the lower edge of its parent for ten seconds, with Undo.

    Signals:
        undo_requested(): the user wants it undone; the toast goes.

    """

    undo_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._sentence = Label("", "medium", "surface")
        self._undo = _InvertedLink(self.tr("Undo"), "link")
        self._undo.setFont(theme.interface_font("title"))
        self._undo.clicked.connect(self._take_back)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE_4, theme.SPACE_2, theme.SPACE_4, theme.SPACE_2)
        row.setSpacing(theme.SPACE_8)
        row.addWidget(self._sentence)
        row.addWidget(self._undo)
        self._timer = QTimer(self, singleShot=True, interval=_TOAST_MILLISECONDS)
        self._timer.timeout.connect(self.hide)
        parent.installEventFilter(self)
        self.hide()

    def show_text(self, sentence: str, can_undo: bool = False) -> None:
        """Show a sentence, instead of the one before, with Undo where it can be undone."""
        sentence = for_terminal(sentence)
        self._sentence.setText(sentence)
        self._undo.setVisible(can_undo)
        self.setAccessibleName(sentence)
        self._place()
        self.show()
        self.raise_()
        self._timer.start()

    def text(self) -> str:
        """Return the sentence shown last."""
        return self._sentence.text()

    def _take_back(self) -> None:
        self.hide()
        self.undo_requested.emit()

    def _place(self) -> None:
        self.adjustSize()
        parent = self._parent
        self.move((parent.width() - self.width()) // 2, parent.height() - self.height() - 44)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the lower edge when the parent is resized."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        """Return the size, at least 40 high."""
        return super().sizeHint().expandedTo(QSize(0, 40))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the inverted card."""
        draw_box(QPainter(self), QRectF(self.rect()), theme.CONTROL_RADIUS, current_theme().text, None)


class EmptyState(QWidget):
    """What an empty panel is for: icon, title, sentence, one or two buttons, in the middle."""

    def __init__(self, icon: str, title: str, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(theme.SPACE_2)
        heading, line = Label(title, "heading"), Label(sentence, "small", "text2")
        self._heading, self._sentence = heading, line
        line.setWordWrap(True)
        for label in (heading, line):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE_4, theme.SPACE_4, theme.SPACE_4, theme.SPACE_4)
        column.setSpacing(theme.SPACE_2)
        column.addStretch(1)
        column.addWidget(Picture(icon, size=28), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(heading)
        column.addWidget(line)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addLayout(self._buttons)
        row.addStretch(1)
        column.addLayout(row)
        self._column = column
        column.addStretch(1)
        self.setAccessibleName(title)

    def set_title(self, title: str) -> None:
        """Show another title."""
        self._heading.setText(title)
        self.setAccessibleName(title)

    def set_sentence(self, sentence: str) -> None:
        """Say something else below the title."""
        self._sentence.setText(sentence)

    def add_button(self, text: str, kind: str = "plain", icon: str | None = None) -> Button:
        """Add a button below the sentence, and return the button."""
        button = Button(text, kind, icon)
        self._buttons.addWidget(button)
        return button

    def add_link(self, text: str) -> Button:
        """Add a link below the buttons, for another way that needs less room, and return the link."""
        link = Button(text, "link")
        self._column.insertWidget(self._column.count() - 1, link, 0, Qt.AlignmentFlag.AlignHCenter)
        return link
