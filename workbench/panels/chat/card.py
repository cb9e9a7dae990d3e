"""One message of the chat: role, counts and text."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from workbench.panels.chat import words
from workbench.panels.chat.conversation import ROLES
from workbench.panels.chat.template_strip import TemplateStrip, template_chips
from workbench.panels.chat.token_views import Cropped, MessageView
from workbench.widgets.controls import IconButton
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.look.theme import current_theme
from workbench.widgets.menu_button import MenuButton
from workbench.widgets.panel_parts import Hairline
from workbench.worker.messages.chat import ChatCount, ChatMessage, ChatRendered

_INSET = theme.PANEL_MARGIN


class _RoleIcon(QWidget):
    """The picture of a role."""

    def __init__(self) -> None:
        super().__init__()
        self._name = "user"
        self.setFixedSize(theme.ICON_SIZE, theme.ICON_SIZE)

    def show_role(self, role: str) -> None:
        """Show the picture of another role."""
        self._name = words.ROLE_ICONS.get(role, "file")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_icon(QPainter(self), self._name, current_theme().text2, 0, 0, theme.ICON_SIZE)


class Grip(IconButton):
    """Opens the menu of a message, or moves it while it is dragged.

    Signals:
        dragged(int): where the pointer is, in pixels of the screen from above.
        dropped(): the drag is over.

    """

    dragged = Signal(int)
    dropped = Signal()

    def __init__(self, tip: str) -> None:
        super().__init__("grip", tip)
        self._pressed_at: int | None = None
        self._drags = False
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click, or a drag."""
        self._pressed_at, self._drags = round(event.globalPosition().y()), False
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the message with the pointer."""
        y = round(event.globalPosition().y())
        if self._pressed_at is not None and abs(y - self._pressed_at) >= QApplication.startDragDistance():
            self._drags = True
            self.setDown(False)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._drags:
            self.dragged.emit(y)
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag, or open the menu."""
        self._pressed_at = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        if self._drags:
            self.dropped.emit()
        else:
            super().mouseReleaseEvent(event)
        self._drags = False


class MessageCard(QWidget):
    """A message that can be edited.

    Attributes:
        role_button: chooses the role. view: its text. grip: the menu of the message.
        before, after: what the template writes around its text.

    Signals:
        changed(): its role or its text is another.
        command(str): "up", "down", "remove" or "add".
        dragged(int), dropped(): as those of `Grip`.
        role_chosen(str): the user has chosen another role; this was the one before.

    """

    changed = Signal()
    command = Signal(str)
    dragged = Signal(int)
    dropped = Signal()
    role_chosen = Signal(str)

    def __init__(self, message: ChatMessage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._role = message.role
        self.role_button = MenuButton(self.tr("Role"))
        self.role_button.set_kind("plain")
        self._fill_roles()
        self._icon = _RoleIcon()
        self._counts = Label("", "small", "text2")
        self.before, self.after = TemplateStrip(), TemplateStrip()
        self.view = MessageView()
        self.view.set_bytes(message.content)
        self.grip = Grip(self.tr("Drag to move this message; a click opens its menu"))
        self.grip.dragged.connect(self.dragged)
        self.grip.dropped.connect(self.dropped)
        self._menu = self._make_menu()
        self.grip.clicked.connect(
            lambda: self._menu.popup(self.grip.mapToGlobal(QPoint(0, self.grip.height())))
        )
        self._fill()
        self.view.text_changed.connect(lambda _: self.changed.emit())
        self.view.command.connect(self.command)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._show_role()

    def _fill(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(_INSET, theme.SPACE_2, theme.SPACE_2, theme.SPACE_1)
        head.setSpacing(theme.SPACE_2)
        head.addWidget(self._icon)
        head.addWidget(self.role_button)
        head.addStretch(1)
        head.addWidget(self._counts)
        head.addWidget(self.grip)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.before)
        column.addWidget(Cropped(self.view))
        column.addWidget(self.after)
        column.addSpacing(theme.SPACE_2)
        column.addWidget(Hairline())

    def _fill_roles(self) -> None:
        menu = self.role_button.menu
        for role in (*ROLES, "tool"):
            menu.addAction(words.role(role)).triggered.connect(partial(self._choose_role, role))
        menu.addSection(self.tr("Another role, then Enter"))
        self._field = QLineEdit()
        self._field.setAccessibleName(self.tr("Another role"))
        self._field.setMaxLength(60)
        self._field.returnPressed.connect(self._typed)
        holder = QWidget()
        place = QHBoxLayout(holder)
        place.setContentsMargins(theme.SPACE_3, theme.SPACE_1, theme.SPACE_3, theme.SPACE_2)
        place.addWidget(self._field)
        action = QWidgetAction(menu)
        action.setDefaultWidget(holder)
        menu.addAction(action)

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        for name, text, keys in (
            ("up", self.tr("Move &up"), "Ctrl+Shift+Up"),
            ("down", self.tr("Move &down"), "Ctrl+Shift+Down"),
            ("add", self.tr("&Add a message after it"), "Ctrl+Return"),
            ("remove", self.tr("&Remove"), "Ctrl+Shift+Backspace"),
        ):
            action = QAction(f"{text}\t{keys}", menu)
            action.triggered.connect(partial(self.command.emit, name))
            menu.addAction(action)
        return menu

    # --- what it is

    @property
    def role(self) -> str:
        """The role."""
        return self._role

    def set_role(self, role: str) -> None:
        """Change the role."""
        if role and role != self._role:
            self._role = role
            self._show_role()
            self.changed.emit()

    def message(self) -> ChatMessage:
        """Return the message as it is now."""
        return ChatMessage(self._role, self.view.content())

    def _typed(self) -> None:
        self.role_button.menu.close()
        self._choose_role(self._field.text().strip())

    def _choose_role(self, role: str) -> None:
        before = self._role
        self.set_role(role)
        if self._role != before:
            self.role_chosen.emit(before)

    def _show_role(self) -> None:
        self.role_button.set_chosen(words.role(self._role))
        self._icon.show_role(self._role)
        self.view.setAccessibleName(self.tr("Message of {role}").format(role=words.role(self._role)))

    # --- what is known of it

    def show_rendered(self, rendered: ChatRendered, number: int, special_ids: frozenset[int]) -> None:
        """Show its tokens, those of the template, and their count, as the message `number` of several."""
        self.view.show_tokens(rendered, number)
        before, after = template_chips(rendered, number, special_ids)
        self.before.show_chips(before)
        self.after.show_chips(after)
        self.show_count(rendered.counts[number])

    def show_count(self, count: ChatCount | None) -> None:
        """Show how many tokens it has; None for a conversation that cannot be rendered."""
        text, tip = words.count(count)
        self._counts.setText(text)
        self._counts.setToolTip(tip)

    def forget_tokens(self) -> None:
        """Show it as a text of which nothing is known."""
        self.view.forget_tokens()
        self.before.show_chips(())
        self.after.show_chips(())
        self.show_count(None)

    def count_text(self) -> str:
        """Return the count as it is shown."""
        return self._counts.text()

    def sizeHint(self) -> QSize:
        """Return the height of head and text."""
        return QSize(280, super().sizeHint().height())

    def take_focus(self) -> None:
        """Put the keyboard in the text."""
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
