"""The compared tokenizers in order, a card each; the first is the reference."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QWidget,
)

from workbench.display.escapes import for_label
from workbench.panels.compare import colors
from workbench.panels.compare.words import LOST, distinctions
from workbench.widgets import wording
from workbench.widgets.labels import draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font
from workbench.worker.messages.tokenizers import TokenizerInfo

HEIGHT = 56
_BADGE = 32
_SMALL_TOP = 27  # where the lower line of a narrow card begins
_LEAST = 56  # least pixels of a card
_NAMED = 190  # pixels, from which the card has a line for each fact
MOST_NAME = 80  # characters of a name
_ROLES = ("title", "small", "tiny")  # of a number in a narrow card, the first where there is room


@dataclass(frozen=True)
class Chosen:
    """The choice of compared tokenizers.

    Attributes:
        handles: of the compared tokenizers, the reference first.
        left: handles of open tokenizers that the user removed.

    """

    handles: tuple[int, ...] = ()
    left: frozenset[int] = frozenset()

    def follow(self, there: Sequence[int]) -> Chosen:
        """Return the choice for these open tokenizers: new ones join, closed ones leave."""
        kept = [handle for handle in self.handles if handle in there]
        new = [handle for handle in there if handle not in kept and handle not in self.left]
        return Chosen((*kept, *new), self.left.intersection(there))

    def exchanged(self, handle: int, other: int) -> Chosen:
        """Return the same with one replaced by another, for example after reloading its file."""
        return replace(self, handles=tuple(other if each == handle else each for each in self.handles))

    def add(self, handle: int) -> Chosen:
        """Return the same with one more."""
        handles = self.handles if handle in self.handles else (*self.handles, handle)
        return Chosen(handles, self.left - {handle})

    def remove(self, handle: int) -> Chosen:
        """Return the same without one, which stays open."""
        return Chosen(tuple(each for each in self.handles if each != handle), self.left | {handle})

    def move(self, handle: int, place: int) -> Chosen:
        """Return the same with one at another place; place 0 makes it the reference."""
        others = [each for each in self.handles if each != handle]
        at = min(max(place, 0), len(others))
        return replace(self, handles=(*others[:at], handle, *others[at:]))


class Card(QAbstractButton):
    """One compared tokenizer: letter, name, size, tokens of the text.

    Signals:
        moved(int): by how many places to move it.
        removed(): remove it from the comparison.
        referred(): make it the reference.
        renamed(str): show it under a name; "" for that of its file.

    """

    moved = Signal(int)
    removed = Signal()
    referred = Signal()
    renamed = Signal(str)

    def __init__(self, fit: Callable[[], tuple[str, bool]], parent: QWidget) -> None:
        """Ask `fit` for the font of the number in a narrow card, and whether it is below the letter."""
        super().__init__(parent)
        self._fit = fit
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.place = 0
        self._n_cards = 1
        self._name = self._small_name = self._path = self._fact = self._size = self._count = self._fault = ""
        self._is_lossy = False
        self._pressed: QPoint | None = None
        self._since = QElapsedTimer()  # the last press
        self._editor: QLineEdit | None = None
        self._menu = QMenu(self)
        self._menu.installEventFilter(self)
        self._fill_menu()
        self.clicked.connect(lambda: self._pop_up())

    def show_tokenizer(self, place: int, n_cards: int, info: TokenizerInfo, apart: str = "") -> None:
        """Show a tokenizer at its place among others, and what tells it `apart` from one of its name."""
        if info.name != self._name:
            self._end_naming(keep=False)
        self.place, self._n_cards, self._name = place, n_cards, info.name
        tokens = wording.tokens(info.n_tokens)
        self._size, self._path = apart or tokens, for_label(info.path or "")
        in_all = self.tr("{tokens} in the vocabulary").format(tokens=tokens)
        self._fact = f"{apart} · {tokens}" if apart else in_all
        self._small_name = f"{apart} · {info.name}" if apart else info.name
        self._tell()

    def set_count(self, count: str) -> None:
        """Show the number of tokens of the text, or why it is unknown."""
        if count != self._count:
            self._count = count
            self._tell()

    def set_fault(self, fault: str) -> None:
        """Show why the text has no tokens, "" for no error."""
        if fault != self._fault:
            self._fault = fault
            self._tell()

    def set_lossy(self, is_lossy: bool) -> None:
        """Mark, or not, that its tokens do not give the text back."""
        if is_lossy != self._is_lossy:
            self._is_lossy = is_lossy
            self._tell()

    def count(self) -> str:
        """Return the shown number of tokens."""
        return self._count

    def _tell(self) -> None:
        name = self.tr("{letter}: {name}").format(letter=colors.letter(self.place), name=self._name)
        self.setAccessibleName(name)
        reference = self.tr("the reference") if not self.place else ""
        facts = [self._fact, self.tr("{count} tokens here").format(count=self._count) if self._count else ""]
        lossy = self.tr("does not give the text back, so it is not ranked") if self._is_lossy else ""
        said = ", ".join(filter(None, (reference, *facts, lossy, self._fault)))
        self.setAccessibleDescription(said)
        self.setToolTip("\n".join(filter(None, (name, said, self._path, self.tr("Click for actions")))))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of a card with its name."""
        return QSize(_NAMED, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return the size of letter and number."""
        return QSize(_LEAST, HEIGHT)

    # --- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint badge, name and number, as space permits."""
        now, painter = current_theme(), QPainter(self)
        edge = now.button_edge if self.underMouse() else now.border
        draw_box(painter, QRectF(self.rect()), theme.PANEL_RADIUS, now.sunken, edge)
        if self.width() < _NAMED:
            self._paint_small(painter)
            return
        if self._editor is not None:
            self._paint_badge(painter, QRectF(theme.SPACE_2, (HEIGHT - _BADGE) / 2, _BADGE, _BADGE))
            return
        badge = QRectF(theme.SPACE_2, (HEIGHT - _BADGE) / 2, _BADGE, _BADGE)
        self._paint_badge(painter, badge)
        room = self._paint_count(painter) if self._count else 0
        left = badge.right() + theme.SPACE_2
        self._paint_name(painter, QRectF(left, 9, self.width() - left - room - theme.SPACE_2 - 4, 18))

    def _paint_count(self, painter: QPainter) -> int:
        """Paint the number of tokens; return its width."""
        now, right = current_theme(), Qt.AlignmentFlag.AlignRight
        unit = self.tr("not ranked") if self._is_lossy else self.tr("tokens here")
        metrics = QFontMetrics(interface_font("figure")), QFontMetrics(interface_font("tiny"))
        widths = (
            each.horizontalAdvance(t) for each, t in zip(metrics, (self.marked_count, unit), strict=True)
        )
        room = max(widths) + theme.SPACE_2
        box = QRectF(self.width() - room - theme.SPACE_2, 8, room, 26)
        painter.setFont(interface_font("figure"))
        painter.setPen(now.text)
        painter.drawText(box, right | Qt.AlignmentFlag.AlignVCenter, self.marked_count)
        painter.setFont(interface_font("tiny"))
        painter.setPen(now.warn if self._is_lossy else now.text2)
        painter.drawText(box.translated(0, 24), right, unit)
        return room

    def _paint_small(self, painter: QPainter) -> None:
        """Paint a card among many: letter and number above, the name below; or the number, if it is long."""
        now, middle = current_theme(), Qt.AlignmentFlag.AlignVCenter
        self._paint_badge(painter, QRectF(6, 6, 20, 20))
        above, below = QRectF(30, 6, self.width() - 36, 20), QRectF(6, 30, self.width() - 12, 20)
        role, is_below = self._fit()
        painter.setPen(now.warn if self._is_lossy else now.text)
        painter.setFont(interface_font(role))
        painter.drawText(
            below.adjusted(-2, 0, 2, 0) if is_below else above,
            middle | Qt.AlignmentFlag.AlignRight,
            self.small_count()[1],
        )
        painter.setFont(interface_font("tiny"))
        painter.setPen(now.text2)
        box = above if is_below else below
        room = int(box.width())
        shown = painter.fontMetrics().elidedText(self._small_name, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(box, middle, shown)

    def room(self, is_below: bool) -> int:
        """Return the pixels that a narrow card has for its number."""
        return self.width() - (8 if is_below else 36)

    def small_count(self) -> tuple[str, str]:
        """Return the font in which a card among many shows its number, and that; what is cut has a mark."""
        role, is_below = self._fit()
        metrics = QFontMetrics(interface_font(role))
        return role, metrics.elidedText(self.marked_count, Qt.TextElideMode.ElideRight, self.room(is_below))

    @property
    def marked_count(self) -> str:
        """The number of tokens as it is shown, marked where these do not give the text back."""
        return LOST + self._count if self._is_lossy and self._count else self._count

    def _paint_badge(self, painter: QPainter, badge: QRectF) -> None:
        now = current_theme()
        draw_box(painter, badge, theme.TOKEN_RADIUS, colors.fill(now, self.place), None)
        painter.fillRect(QRectF(badge.left() + 1, badge.bottom() - 3, badge.width() - 2, 3),
                         colors.line(now, self.place))  # fmt: skip
        painter.setFont(interface_font("title"))
        painter.setPen(now.text)
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, colors.letter(self.place))

    def _paint_name(self, painter: QPainter, box: QRectF) -> None:
        now = current_theme()
        room = QFontMetrics(interface_font("small")).horizontalAdvance
        fact = next(
            (
                fact
                for fact in (self._marked(self._fact), self._marked(self._size))
                if room(fact) <= box.width()
            ),
            self._size,
        )
        for text, font, ink, top in (
            (self._name, "title", now.text, 0), (fact, "small", now.text2, 20),
        ):  # fmt: skip
            painter.setFont(interface_font(font))
            painter.setPen(ink)
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
            painter.drawText(box.translated(0, top), Qt.AlignmentFlag.AlignVCenter, shown)

    def _marked(self, fact: str) -> str:
        """Return a fact, for the first tokenizer with the word for the reference."""
        return fact if self.place else self.tr("reference · {fact}").format(fact=fact)

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
        for entry, possible in zip(
            moves, (self.place > 0, self.place > 0, self.place < self._n_cards - 1), strict=True
        ):
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
        self._editor = editor = _NameEditor(self._name, self)
        editor.ended.connect(self._end_naming)
        editor.setAccessibleName(self.tr("Name of {letter}").format(letter=colors.letter(self.place)))
        editor.setPlaceholderText(self.tr("Name of the file"))
        left, top = _BADGE + 2 * theme.SPACE_2, (HEIGHT - _BADGE) // 2
        if self.width() < _NAMED:  # below letter and number
            left, top = 0, _SMALL_TOP
        editor.setGeometry(left, top, self.width() - left - theme.SPACE_2, min(_BADGE, HEIGHT - top))
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
        if keep and name != self._name:
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


def takes_tab(widget: QWidget) -> bool:
    """Return whether the Tab key comes to a widget."""
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


class Columns(QWidget):
    """The cards of the compared tokenizers.

    Signals:
        changed(object): the new `Chosen`.
        renamed(int, str): show a tokenizer, by its handle, under a name; "" for its own.

    """

    changed = Signal(object)
    renamed = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chosen = Chosen()
        self._cards: list[Card] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_1)
        self._row.setSpacing(theme.SPACE_2)
        self.setAccessibleName(self.tr("Compared tokenizers"))

    @property
    def cards(self) -> list[Card]:
        """Return the visible cards."""
        return self._cards[: len(self._chosen.handles)]

    def show_chosen(self, chosen: Chosen, infos: Sequence[TokenizerInfo]) -> None:
        """Show the compared tokenizers, in order, reusing cards."""
        self._chosen, apart = chosen, distinctions(infos)
        while len(self._cards) < len(chosen.handles):
            self._cards.append(self._new_card(len(self._cards)))
        for place, card in enumerate(self._cards):
            card.setVisible(place < len(chosen.handles))
            if place < len(chosen.handles):
                card.show_tokenizer(place, len(chosen.handles), infos[place], apart[place])

    def put_before(self, widget: QWidget) -> None:
        """Let the Tab key come to the cards before it comes to a widget: else it comes to new ones last."""
        before = widget
        while (last := before.previousInFocusChain()) is not None and last is not widget:
            before = last
            if takes_tab(before) and before not in self._cards:
                break
        for card in self._cards:
            QWidget.setTabOrder(before, card)
            before = card

    def number_fit(self) -> tuple[str, bool]:
        """Return the font of the numbers in narrow cards, and whether they are below the letters.

        It is the same in all cards: a bolder number would seem to mean something.
        """
        for is_below in (False, True):
            for role in _ROLES:
                width = QFontMetrics(interface_font(role)).horizontalAdvance
                if all(width(card.marked_count) <= card.room(is_below) for card in self.cards):
                    return role, is_below
        return _ROLES[-1], True

    def _new_card(self, place: int) -> Card:
        card = Card(self.number_fit, self)
        card.moved.connect(lambda step: self._move(place, place + step))
        card.referred.connect(lambda: self._move(place, 0))
        card.renamed.connect(lambda name: self.renamed.emit(self._chosen.handles[place], name))
        card.removed.connect(lambda: self.changed.emit(self._chosen.remove(self._chosen.handles[place])))
        self._row.addWidget(card, 1)
        return card

    def _move(self, place: int, to: int) -> None:
        handles = self._chosen.handles
        if 0 <= to < len(handles):
            self.changed.emit(self._chosen.move(handles[place], to))
            self._cards[to].setFocus(Qt.FocusReason.OtherFocusReason)

    def set_faults(self, faults: Mapping[int, str]) -> None:
        """Show which tokenizers cannot encode the text, by handle."""
        for card, handle in zip(self.cards, self._chosen.handles, strict=True):
            card.set_fault(faults.get(handle, ""))

    def set_lossy(self, handles: Collection[int]) -> None:
        """Mark those that do not give the text back, by handle."""
        for card, handle in zip(self.cards, self._chosen.handles, strict=True):
            card.set_lossy(handle in handles)
        self.update()  # one number may have moved them all

    def set_counts(self, counts: Mapping[int, str]) -> None:
        """Show the number of tokens of the text by handle; "" while unknown."""
        for card, handle in zip(self.cards, self._chosen.handles, strict=True):
            card.set_count(counts.get(handle, ""))
        self.update()  # one number may have moved them all
