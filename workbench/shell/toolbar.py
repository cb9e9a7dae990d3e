"""The tool bar: which tokenizer is open, what can be done with it, and the way to a new one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QMenu, QSizePolicy, QWidget

from workbench.display.escapes import for_label, name_of
from workbench.shell.actions import Actions
from workbench.widgets import wording
from workbench.widgets.controls import Button, IconButton, bind, draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.icons import draw_icon
from workbench.widgets.look.theme import current_theme, interface_font
from workbench.widgets.panel_parts import FoldingRow

if TYPE_CHECKING:
    # Not at run time: the messages import numpy, which is to wait until the window is seen.
    from workbench.worker.messages.tokenizers import TokenizerInfo

_PICKER_WIDTH = 280


class TokenizerPicker(QAbstractButton):
    """Shows the open tokenizer; its menu holds the other open ones, recent files and Open….

    Signals:
        chosen(int): the handle of an open tokenizer.
        recent_chosen(str): the path of a recent file.

    """

    chosen = Signal(int)
    recent_chosen = Signal(str)

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._open: Sequence[TokenizerInfo] = ()
        self._current: int | None = None
        self._recent: Sequence[str] = ()
        self._fact = ""
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setToolTip(self.tr("Choose a tokenizer"))
        self.clicked.connect(self._pop_up)
        self.set_tokenizers((), None)

    def set_tokenizers(
        self, tokenizers: Sequence[TokenizerInfo], current: int | None, fact: str = ""
    ) -> None:
        """Show the tokenizers that are open, and the one in use; `fact` stands for its size where given."""
        self._open, self._current = tuple(tokenizers), current
        here = next((info for info in self._open if info.handle == current), None)
        self.setText(here.name if here else self.tr("No tokenizer"))
        self._fact = fact or (wording.tokens(here.n_tokens) if here else "")
        self.setAccessibleName(self.tr("Tokenizer: {name}, {fact}").format(name=self.text(), fact=self._fact))
        self.update()

    def set_recent(self, paths: Sequence[str]) -> None:
        """Show these files under Recent."""
        self._recent = tuple(paths)

    def fact(self) -> str:
        """Return what is next to the name."""
        return self._fact

    def menu(self) -> QMenu:
        """Return the menu, filled as it would be shown now."""
        self._fill()
        return self._menu

    def _pop_up(self) -> None:
        self._menu.popup(self.mapToGlobal(QPoint(0, self.height() + theme.SPACE_1)))

    def _fill(self) -> None:
        self._menu.clear()
        self._menu.setMinimumWidth(self.width())
        if self._open:
            self._head(self.tr("Open"))
        names = [info.name for info in self._open]
        for info in self._open:
            # Of two with one name the folder tells which is which; "" is one that lies nowhere yet.
            twin = names.count(info.name) > 1
            where = f" – {_folder(info.path) or self.tr('not saved')}" if twin else ""
            entry = self._entry(f"{info.name}{where}", wording.number(info.n_tokens), info.path or "")
            entry.setCheckable(True)
            entry.setChecked(info.handle == self._current)
            entry.triggered.connect(lambda _on, handle=info.handle: self.chosen.emit(handle))
        if self._recent:
            self._head(self.tr("Recent"))
        for path in self._recent:
            entry = self._entry(name_of(path), for_label(_folder(path)), path)
            entry.triggered.connect(lambda _on, path=path: self.recent_chosen.emit(path))
        self._menu.addSeparator()
        for name in ("tokenizer.sample", "file.open_tokenizer", "file.fetch"):
            self._menu.addAction(self._actions[name])

    def _head(self, text: str) -> None:
        """Add a heading: Fusion draws the text of no section."""
        self._menu.addSeparator()
        self._menu.addAction(text).setEnabled(False)

    def _entry(self, text: str, shortcut: str, tip: str) -> QAction:
        entry = self._menu.addAction(f"{text}\t{shortcut}".replace("&", "&&"))
        entry.setToolTip(tip)
        return entry

    def sizeHint(self) -> QSize:
        """Return the picker's size."""
        return QSize(_PICKER_WIDTH, theme.CONTROL_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return a width that still shows a name."""
        return QSize(160, theme.CONTROL_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint icon, name, size and chevron."""
        now = current_theme()
        painter = QPainter(self)
        fill = now.sunken if self.underMouse() else now.surface
        draw_box(painter, QRectF(self.rect()), theme.CONTROL_RADIUS, fill, now.button_edge)
        top = (self.height() - theme.ICON_SIZE) / 2
        draw_icon(painter, "tokenizer", now.accent, theme.SPACE_2 + 2, top, theme.ICON_SIZE)
        right = self.width() - theme.ICON_SIZE - theme.SPACE_2
        draw_icon(painter, "chevron-down", now.text2, right, top, theme.ICON_SIZE)
        left = theme.SPACE_2 + theme.ICON_SIZE + theme.SPACE_3 - 2
        self._draw_text(painter, left, right - theme.SPACE_1)

    def _draw_text(self, painter: QPainter, left: int, right: int) -> None:
        now = current_theme()
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(interface_font("title"))
        metrics = painter.fontMetrics()
        name = metrics.elidedText(self.text(), Qt.TextElideMode.ElideMiddle, right - left)
        painter.setPen(now.text)
        painter.drawText(QRectF(left, 0, right - left, self.height()), flags, name)
        left += metrics.horizontalAdvance(name) + theme.SPACE_2
        painter.setFont(interface_font())
        if painter.fontMetrics().horizontalAdvance(self._fact) <= right - left:
            painter.setPen(now.text2)
            painter.drawText(QRectF(left, 0, right - left, self.height()), flags, self._fact)


def _folder(path: str | None) -> str:
    """Return the folder that a file is in, short enough for a menu."""
    parts = Path(path).parent.parts if path else ()
    return "/".join(("…", *parts[-2:])) if len(parts) > 3 else str(Path(*parts)) if parts else ""


class _Line(QWidget):
    """A short vertical line between groups of buttons; hidden with the next group."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(1, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), current_theme().border)


class Toolbar(FoldingRow):
    """The row under the menus, 48 high; its buttons are icons alone where the window is narrow.

    Attributes:
        picker: the button that names the open tokenizer.

    """

    def __init__(self, actions: Actions, help_menu: QMenu, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Toolbar"))
        self.setFixedHeight(theme.TOOLBAR_HEIGHT)
        self.picker = TokenizerPicker(actions, self)
        self._actions = actions
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE_3, 0, theme.SPACE_3, 0)
        row.setSpacing(theme.SPACE_1)
        row.addWidget(self.picker)
        row.addSpacing(theme.SPACE_2)
        for id_, icon in (("file.open_tokenizer", "open"), ("file.save", "save"), ("file.export", "export")):
            row.addWidget(self._folding(id_, Button("", "flat", icon)))
        line = _Line(self)
        row.addWidget(line)
        for id_, icon in (("edit.undo", "undo"), ("edit.redo", "redo")):
            row.addWidget(self._button(id_, IconButton(icon, "")))
        actions["edit.undo"].visibleChanged.connect(lambda: line.setVisible(actions["edit.undo"].isVisible()))
        line.setVisible(actions["edit.undo"].isVisible())
        row.addStretch(1)
        self._train = self._folding("train.new", Button("", "plain", "train"))
        self._task = ""
        actions["train.new"].changed.connect(self._show_train)  # after the button itself has followed
        row.addWidget(self._train)
        row.addSpacing(theme.SPACE_2)
        self._theme_button = IconButton("moon", "")
        self._theme_button.clicked.connect(self._other_theme)
        row.addWidget(self._theme_button)
        row.addWidget(self._help_button(help_menu))
        theme.theme_signals.changed.connect(self._show_theme)
        self._show_theme()

    def _button(self, id_: str, button: QAbstractButton) -> QAbstractButton:
        bind(button, self._actions[id_], keep_text=isinstance(button, IconButton))
        return button

    def _folding(self, id_: str, button: Button) -> QAbstractButton:
        self.folding.append(button)
        return self._button(id_, button)

    def set_task(self, task: str) -> None:
        """Leave out the way to the task that one is at."""
        self._task = task
        self._show_train()

    def _show_train(self) -> None:
        self._train.setVisible(self._actions["train.new"].isVisible() and self._task != "train")

    def _help_button(self, menu: QMenu) -> IconButton:
        button = IconButton("help", self.tr("Help"))
        button.clicked.connect(lambda: menu.popup(button.mapToGlobal(QPoint(0, button.height()))))
        return button

    def _other_theme(self) -> None:
        self._actions["view.light" if current_theme().is_dark else "view.dark"].trigger()

    def _show_theme(self) -> None:
        dark = current_theme().is_dark
        self._theme_button.set_icon_name("sun" if dark else "moon")
        self._theme_button.set_tooltip(self.tr("Switch to light") if dark else self.tr("Switch to dark"))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar with its line below."""
        now = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), now.surface)
        painter.fillRect(0, self.height() - 1, self.width(), 1, now.border)
