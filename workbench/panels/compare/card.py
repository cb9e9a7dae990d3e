"""The card of a compared tokenizer: what it says and offers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QMenu, QSizePolicy, QWidget

from workbench.display.escapes import for_label
from workbench.panels.compare import colors
from workbench.panels.compare.card_face import (
    BADGE,
    HEIGHT,
    LEAST,
    NAMED,
    SMALL_TOP,
    CardFacts,
    Fit,
    paint_small,
    paint_wide,
)
from workbench.widgets import wording
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme
from workbench.worker.messages.tokenizers import TokenizerInfo

MOST_NAME = 80  # characters of a name


class Card(QAbstractButton):
    """One compared tokenizer: letter, name, size, tokens of the text.

    Attributes:
        facts: what it shows.

    Signals:
        moved(int): by how many places to move the tokenizer.
        removed(): remove it from the comparison.
        referred(): make it the reference.
        renamed(str): show it under a name; "" for that of its file.

    """

    moved = Signal(int)
    removed = Signal()
    referred = Signal()
    renamed = Signal(str)

    def __init__(self, fit: Callable[[], Fit], parent: QWidget) -> None:
        """Ask `fit` how a narrow card shows its number."""
        super().__init__(parent)
        self._fit = fit
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.facts = CardFacts()
        self._n_cards = 1
        self._path = self._fault = ""
        self._pressed: QPoint | None = None
        self._since = QElapsedTimer()  # the last press
        self._editor: QLineEdit | None = None
        self._menu = QMenu(self)
        self._menu.installEventFilter(self)
        self._fill_menu()
        self.clicked.connect(lambda: self._pop_up())

    def show_tokenizer(self, place: int, n_cards: int, info: TokenizerInfo, apart: str = "") -> None:
        """Show a tokenizer at its place among others, and what tells it `apart` from one of its name."""
        if info.name != self.facts.name:
            self._end_naming(keep=False)
        tokens = wording.tokens(info.n_tokens)
        in_all = self.tr("{tokens} in the vocabulary").format(tokens=tokens)
        self._n_cards, self._path = n_cards, for_label(info.path or "")
        self.facts = replace(
            self.facts,
            place=place,
            name=info.name,
            small_name=f"{apart} · {info.name}" if apart else info.name,
            fact=f"{apart} · {tokens}" if apart else in_all,
            size=apart or tokens,
        )
        self._tell()

    def set_count(self, count: str) -> None:
        """Show the number of tokens of the text, or why it is unknown."""
        if count != self.facts.count:
            self.facts = replace(self.facts, count=count)
            self._tell()

    def set_fault(self, fault: str) -> None:
        """Show why the text has no tokens, "" for no error."""
        if fault != self._fault:
            self._fault = fault
            self._tell()

    def set_lossy(self, is_lossy: bool) -> None:
        """Mark, or not, that its tokens do not give the text back."""
        if is_lossy != self.facts.is_lossy:
            self.facts = replace(self.facts, is_lossy=is_lossy)
            self._tell()

    def count(self) -> str:
        """Return the shown number of tokens."""
        return self.facts.count

    def _tell(self) -> None:
        now = self.facts
        name = self.tr("{letter}: {name}").format(letter=colors.letter(now.place), name=now.name)
        self.setAccessibleName(name)
        reference = self.tr("the reference") if not now.place else ""
        facts = [now.fact, self.tr("{count} tokens here").format(count=now.count) if now.count else ""]
        lossy = self.tr("does not restore the text, so it is not ranked") if now.is_lossy else ""
        said = wording.listed((reference, *facts, lossy, self._fault))
        self.setAccessibleDescription(said)
        self.setToolTip("\n".join(filter(None, (name, said, self._path, self.tr("Click for actions")))))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of a card with its name."""
        return QSize(NAMED, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return the size of letter and number."""
        return QSize(LEAST, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint badge, name and number, as space permits."""
        now, painter = current_theme(), QPainter(self)
        edge = now.button_edge if self.underMouse() else now.border
        draw_box(painter, QRectF(self.rect()), theme.PANEL_RADIUS, now.sunken, edge)
        if self.width() < NAMED:
            paint_small(painter, self.facts, self.width(), self._fit())
        else:
            paint_wide(painter, self.facts, self.width(), is_being_named=self._editor is not None)

    # --- actions

    def _fill_menu(self) -> None:
        """Add the actions to the menu, which lives as long as the card."""
        entries: tuple[tuple[str, Callable[[], object]], ...] = (
            (self.tr("Make it the &reference"), self.referred.emit),
            (self.tr("Move to the &left"), lambda: self.moved.emit(-1)),
            (self.tr("Move to the r&ight"), lambda: self.moved.emit(1)),
            (self.tr("Re&name…"), self.rename),
            (self.tr("&Remove from the comparison"), self.removed.emit),
        )
        for text, slot in entries:
            self._menu.addAction(text).triggered.connect(lambda _on, act=slot: act())

    def _pop_up(self, at: QPoint | None = None) -> None:
        *moves, _rename, _remove = self._menu.actions()
        is_first, is_last = self.facts.place == 0, self.facts.place == self._n_cards - 1
        for entry, possible in zip(moves, (not is_first, not is_first, not is_last), strict=True):
            entry.setEnabled(possible)
        self._menu.popup(at or self.mapToGlobal(QPoint(0, self.height())))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu."""
        self._pop_up(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the card on Control and arrow keys; rename it on F2; remove it on Delete."""
        key, held = Qt.Key(event.key()), event.modifiers()
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if key in steps and held & Qt.KeyboardModifier.ControlModifier:
            self.moved.emit(steps[key])
        elif key == Qt.Key.Key_Delete:
            self.removed.emit()
        elif key == Qt.Key.Key_F2:
            self.rename()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Record where a drag begins; rename on a double click."""
        if self._is_second(event):
            self.rename()
            return
        self._pressed = event.position().toPoint()
        super().mousePressEvent(event)

    def _is_second(self, event: QMouseEvent) -> bool:
        """Return whether a press is the second of a double click on the card."""
        is_left = event.button() == Qt.MouseButton.LeftButton
        is_soon = self._since.isValid() and self._since.elapsed() < QApplication.doubleClickInterval()
        self._since.restart()
        return (
            is_left and is_soon and self.rect().contains(self.mapFromGlobal(event.globalPosition().toPoint()))
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Rename on a double click: the first press opens the menu, which has the second."""
        presses = QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick
        if event.type() in presses and isinstance(event, QMouseEvent) and self._is_second(event):
            self._menu.close()
            self.rename()
            return True
        return super().eventFilter(watched, event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the card past its neighbors during a drag."""
        super().mouseMoveEvent(event)
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        across = int(event.position().x())
        if abs(across - self._pressed.x()) < QApplication.startDragDistance():
            return
        self.setDown(False)  # it is a drag: no menu where it ends
        step = -1 if across < 0 else 1 if across > self.width() else 0
        if step:
            self._pressed = None
            self.moved.emit(step)

    # --- naming

    def rename(self) -> None:
        """Let the user write another name; Return takes it, Escape does not."""
        if self._editor is not None:
            return
        self._editor = editor = _NameEditor(self.facts.name, self)
        editor.ended.connect(self._end_naming)
        editor.setAccessibleName(self.tr("Name of {letter}").format(letter=colors.letter(self.facts.place)))
        editor.setPlaceholderText(self.tr("Name of the file"))
        left, top = BADGE + 2 * theme.SPACE_2, (HEIGHT - BADGE) // 2
        if self.width() < NAMED:  # below letter and number
            left, top = 0, SMALL_TOP
        editor.setGeometry(left, top, self.width() - left - theme.SPACE_2, min(BADGE, HEIGHT - top))
        editor.show()
        editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _end_naming(self, keep: bool) -> None:
        editor, self._editor = self._editor, None
        if editor is None:
            return
        name, had_focus = " ".join(editor.text().split()), editor.hasFocus()
        editor.hide()
        editor.deleteLater()
        if had_focus:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        if keep and name != self.facts.name:
            self.renamed.emit(name)


class _NameEditor(QLineEdit):
    """A field over a card.

    Signals:
        ended(bool): the user is done; whether to keep the name.

    """

    ended = Signal(bool)

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(name, parent)
        self.setMaxLength(MOST_NAME)
        self.setStyleSheet("min-height: 0")  # other fields are higher than a narrow card has room for
        self.selectAll()
        self.editingFinished.connect(lambda: self.ended.emit(True))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End on Escape; Return must not reach the card."""
        if event.key() == Qt.Key.Key_Escape:
            self.ended.emit(False)
        else:
            super().keyPressEvent(event)
        event.accept()
