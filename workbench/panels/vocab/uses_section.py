"""Where a token is used: places in the text or the corpus, with their context."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.display.marks import one_line, visible
from workbench.panels.vocab.counting import Counting
from workbench.panels.vocab.known import Known
from workbench.panels.vocab.sections import Section
from workbench.panels.vocab.training_section import short
from workbench.widgets import wording
from workbench.widgets.controls import Button, draw_box
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.messages.judging import MOST_USES, FindUses, Use, UsesFound
from workbench.worker.messages.requests import JobProgress, new_request_id
from workbench.worker.replies import Ask, Reply

FIRST = 6
_ROW = 26
_FILE = 88  # pixels at the right for the name of the file
_LONGEST = 48  # characters of the token in a row


class UsesList(QWidget):
    """A list of places, one per row, with the token in the middle.

    Attributes:
        uses: the places that are shown.

    Signals:
        chosen(int): the row that was clicked, or chosen by Return.

    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.uses: tuple[Use, ...] = ()
        self._current = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Places where the token is used"))
        theme.theme_signals.changed.connect(self.update)

    def show_uses(self, uses: tuple[Use, ...]) -> None:
        """Show other places."""
        self.uses, self._current = uses, 0
        self.setVisible(bool(uses))
        self._describe()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return a row for each place."""
        return QSize(200, _ROW * len(self.uses))

    def _describe(self) -> None:
        if self.uses:
            use = self.uses[self._current]
            said = visible(use.before + use.token + use.after)
            self.setAccessibleDescription(f"{said} ({use.file})" if use.file else said)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the exposed rows."""
        painter = QPainter(self)
        painter.setFont(theme.token_font(12))
        first, last = event.rect().top() // _ROW, event.rect().bottom() // _ROW
        for number, use in list(enumerate(self.uses))[first : last + 1]:
            self._paint_use(painter, QRectF(0, number * _ROW, self.width(), _ROW), use, number)
        painter.end()

    def _paint_use(self, painter: QPainter, box: QRectF, use: Use, number: int) -> None:
        if self.hasFocus() and number == self._current:
            painter.fillRect(box, theme.current_theme().sunken)
        if use.file:
            self._paint_file(painter, QRectF(box.right() - _FILE, box.top(), _FILE, _ROW), use.file)
            box = box.adjusted(0, 0, -_FILE - theme.SPACE_2, 0)
        now, metrics = theme.current_theme(), QFontMetricsF(painter.font())
        before, after = (one_line(visible(_whole(side)), 128) for side in (use.before, use.after))
        token = one_line(visible(use.token), _LONGEST)
        width = metrics.horizontalAdvance(token)
        left = max((box.width() - width) / 2, 0)
        draw_box(painter, QRectF(left - 2, box.top() + 3, width + 4, _ROW - 6), 3, now.soft, None)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(now.text)
        painter.drawText(QRectF(left, box.top(), width + 1, _ROW), middle | Qt.AlignmentFlag.AlignLeft, token)
        painter.setPen(now.text2)
        room = QRectF(0, box.top(), max(left - 3, 0), _ROW)
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignRight, before)
        start = left + width + 3
        room = QRectF(start, box.top(), max(box.width() - start, 0), _ROW)
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignLeft, after)

    @staticmethod
    def _paint_file(painter: QPainter, room: QRectF, file: str) -> None:
        painter.save()
        painter.setFont(theme.interface_font("tiny"))
        painter.setPen(theme.current_theme().text2)
        cut = QFontMetricsF(painter.font()).elidedText(
            short(file), Qt.TextElideMode.ElideMiddle, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, cut)
        painter.restore()

    def event(self, event: QEvent) -> bool:
        """Say where the pointer rests in which file the token is used, and where."""
        if isinstance(event, QHelpEvent):
            number = event.pos().y() // _ROW
            use = self.uses[number] if 0 <= number < len(self.uses) else None
            said = ""
            if use is not None and use.file:
                place = self.tr("{file}, byte {place} of its document")
                said = place.format(file=use.file, place=wording.number(use.start))
            QToolTip.showText(event.globalPos(), said, self)
            return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the row under the pointer."""
        number = int(event.position().y()) // _ROW
        if 0 <= number < len(self.uses):
            self._current = number
            self._describe()
            self.update()
            self.chosen.emit(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between rows by the arrow keys; Return chooses one."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step and 0 <= self._current + step < len(self.uses):
            self._current += step
            self._describe()
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.uses:
            self.chosen.emit(self._current)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102 - Qt's
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102
        super().focusOutEvent(event)
        self.update()


def _whole(side: bytes) -> bytes:
    """Return a context without the bytes of a cut character."""
    return side.decode("utf-8", "ignore").encode()


class UsesSection(Section):
    """The first places where a token is used, with a link to more.

    Attributes:
        list: the places.
        more: shows more places; stops or restarts a long search.

    Signals:
        place_chosen(int, int): (start, end) of a place in the open text to show.

    """

    place_chosen = Signal(int, int)

    def __init__(self, counting: Counting, ask: Ask) -> None:
        super().__init__("")
        self._counting, self._ask = counting, ask
        self._reply = Reply()
        self._wanted: tuple[int, int, object] | None = None
        self._in_text = True
        self.uses_list = UsesList()
        self._none = Label("", "small", "text2")
        self.more = Button(self.tr("Show more"), "link")
        for part in (self.uses_list, self._none, self.more):
            self.body.addWidget(part)
        self.uses_list.chosen.connect(self._choose)
        self.more.clicked.connect(self._go_on)

    def show_token(self, vocabulary: Vocabulary, row: int, known: Known) -> None:
        """Show where a token is used in the counted text."""
        counted = known.counted
        self.setVisible(counted is not None)
        if counted is None:
            self._reply.abandon()
            self._wanted = None
            return
        self._in_text = self._counting.scope == "text"
        self.set_title(self.tr("In the text") if self._in_text else self.tr("In the corpus"))
        wanted = (vocabulary.handle, int(vocabulary.listed.ids[row]), counted)
        if wanted == self._wanted:
            return
        self._wanted, self._n = wanted, int(counted.occurrences[row])
        self._reply.abandon()
        self._show((), waiting=self._n > 0)
        if self._n:
            self._search(FIRST)

    def _search(self, most: int) -> None:
        if self._wanted is None:
            return
        self._reply.abandon()
        handle, token_id, _ = self._wanted
        texts = self._counting.texts()
        request = FindUses(new_request_id(), handle, token_id, *texts, most)
        self._reply = self._ask(request, shows_failure=True)
        self._reply.progressed.connect(self._show_progress)
        self._reply.answered.connect(self._take)
        self._reply.tell(
            self,
            failed=lambda _: self._show_missing(self.tr("The places could not be read.")),
            cancelled=lambda _: self._show_missing(self.tr("The search was canceled.")),
        )

    def _go_on(self) -> None:
        if self._reply.is_waiting:
            self._reply.cancel()
        else:
            self._search(MOST_USES if self.uses_list.uses else FIRST)

    def _show_progress(self, progress: JobProgress) -> None:
        share = wording.percent(progress.done / progress.total if progress.total else 0.0)
        self._none.setText(self.tr("Searching: {share}").format(share=share))
        self._none.show()
        self.more.setText(self.tr("Cancel"))
        self.more.updateGeometry()
        self.more.show()

    def _show_missing(self, why: str) -> None:
        self._show(self.uses_list.uses)
        self._none.setText(why)
        self._none.show()
        self.more.setText(self.tr("Search again"))
        self.more.updateGeometry()
        self.more.show()

    def _take(self, answer: UsesFound) -> None:
        self._show(answer.uses)

    def _show(self, uses: tuple[Use, ...], waiting: bool = False) -> None:
        self.uses_list.show_uses(uses)
        n = wording.number(self._n)
        self.set_facts(
            self.tr("1–{shown} of {n}").format(shown=wording.number(len(uses)), n=n) if uses else ""
        )
        self._none.setVisible(not uses)
        self._none.setText(self.tr("Searching…") if waiting else self.tr("It is not used there."))
        self.more.setText(self.tr("Show more"))
        self.more.updateGeometry()
        self.more.setVisible(bool(uses) and len(uses) < min(self._n, MOST_USES))

    def _choose(self, number: int) -> None:
        use = self.uses_list.uses[number]
        if self._in_text:
            self.place_chosen.emit(use.start, use.end)
