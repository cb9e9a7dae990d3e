"""The bar above the text for finding and replacing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from workbench.display.escapes import EscapeError, to_bytes, unescape
from workbench.widgets.controls import Button, IconButton, Segmented
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme

_HEX = re.compile(r"\s*(?:[0-9A-Fa-f]{2}\s*)+")
_IDS = re.compile(r"\d+")
_COUNT_WIDTH, _FIELD_WIDTH = 132, 220
_LONGEST = 10  # digits of an id, which has 32 bits
_NO_ID = 10**_LONGEST  # stands for any number with more: Python itself reads only so many


@dataclass(frozen=True, slots=True)
class Query:
    """What to find.

    Attributes:
        kind: "text", "regex", "bytes" or "id".
        needle: the bytes; of a regular expression its own text.
        ids: one after the other, for "id".
        any_case, words: as in `FindText`.

    """

    kind: str
    needle: bytes = b""
    ids: tuple[int, ...] = ()
    any_case: bool = False
    words: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing is requested."""
        return not self.needle and not self.ids


class _Field(QLineEdit):
    """A field that tells Enter, Shift+Enter and Escape from what is typed."""

    stepped = Signal(int)
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step with Enter, leave with Escape."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.stepped.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class FindBar(QWidget):
    """One row to find, and one to replace that is shown on request.

    Attributes:
        field, replacement: what is typed.
        case, words, regex: switches. kind: "text", "id" or "bytes".
        count: how many there are and which is the present one. problem: what is wrong.
        previous_button, next_button, close_button, replace_button, replace_all_button: as they say.

    Signals:
        query_changed(): another thing is requested.
        step_requested(int): 1 for the next hit, -1 for the previous.
        replace_requested(bool): True for all hits, False for the present one.
        closed(): the bar is not wanted any more.

    """

    query_changed = Signal()
    step_requested = Signal(int)
    replace_requested = Signal(bool)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Find"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._can_replace = True
        self._wants_replace = False
        self.field = self._make_field(self.tr("Find"), "search")
        self.replacement = self._make_field(self.tr("Replace with"), "")
        self.case = IconButton("letter-case", self.tr("Match case"), checkable=True)
        self.words = IconButton("whole-word", self.tr("Whole words only"), checkable=True)
        self.regex = IconButton("regex", self.tr("Regular expression"), checkable=True)
        self.kind = Segmented(
            [
                ("text", self.tr("Text"), self.tr("Find a text")),
                ("id", self.tr("Id"), self.tr("Find tokens by their ids")),
                ("bytes", self.tr("Bytes"), self.tr("Find bytes, in hexadecimal or escaped")),
            ],
            self.tr("Find what"),
        )
        self.count = Label("", "small", "text2", elided=True)
        self.count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.count.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.count.setFixedWidth(_COUNT_WIDTH)
        self.problem = Label("", "small", "danger", elided=True)
        self.previous_button = IconButton("chevron-up", self.tr("Previous match (Shift+F3)"))
        self.next_button = IconButton("chevron-down", self.tr("Next match (F3)"))
        self.close_button = IconButton("close", self.tr("Close (Esc)"))
        self.replace_button = Button(self.tr("Replace"), compact=True)
        self.replace_all_button = Button(self.tr("Replace all"), compact=True)
        self.replace_button.setToolTip(self.tr("Replace this match and go to the next (Enter)"))
        self.replace_all_button.setToolTip(self.tr("Replace all; one Undo restores them all"))
        self._fill()
        self._connect()
        self._show_parts()
        self.problem.hide()
        self.hide()

    def _make_field(self, name: str, icon: str) -> _Field:
        field = _Field()
        field.setPlaceholderText(name)
        field.setAccessibleName(name)
        field.setToolTip(name)
        field.setAcceptDrops(False)
        field.setFont(theme.token_font(13))
        field.setMinimumWidth(96)
        if icon:
            leading = QLineEdit.ActionPosition.LeadingPosition
            theme.keep_icon(field.addAction(theme.icon(icon), leading), icon)
        return field

    def _fill(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.SPACE_2, theme.SPACE_2)
        column.setSpacing(theme.SPACE_2)
        self._column, self._first = column, QHBoxLayout()
        first, second, tools = self._first, QHBoxLayout(), QHBoxLayout()
        for row in (first, second, tools):
            row.setSpacing(theme.SPACE_1)
            row.setContentsMargins(0, 0, 0, 0)
        for widget in (self.case, self.words, self.regex, self.kind):
            tools.addWidget(widget)
        tools.addStretch(1)
        tools.addWidget(self.count)
        self._tools = QWidget()
        self._tools.setLayout(tools)
        first.addWidget(self.field, 1)
        for part in (self._tools, self.previous_button, self.next_button, self.close_button):
            first.addWidget(part)
        second.addWidget(self.replacement, 1)
        for button in (self.replace_button, self.replace_all_button):
            second.addWidget(button)
        second.addStretch(1)
        self._second = QWidget()
        self._second.setLayout(second)
        column.addLayout(first)
        column.addWidget(self.problem)
        column.addWidget(self._second)

    def _connect(self) -> None:
        self.field.textChanged.connect(self.query_changed)
        for switch in (self.case, self.words, self.regex):
            switch.toggled.connect(self.query_changed)
        self.kind.changed.connect(self._kind_changed)
        self.kind.leave_keyboard()
        self.field.stepped.connect(self.step_requested)
        self.replacement.stepped.connect(lambda step: self.replace_requested.emit(False))
        for field in (self.field, self.replacement):
            field.left.connect(self.closed)
        self.previous_button.clicked.connect(lambda: self.step_requested.emit(-1))
        self.next_button.clicked.connect(lambda: self.step_requested.emit(1))
        self.close_button.clicked.connect(self.closed)
        self.replace_button.clicked.connect(lambda: self.replace_requested.emit(False))
        self.replace_all_button.clicked.connect(lambda: self.replace_requested.emit(True))

    # --- what is asked

    def query(self) -> Query | None:
        """Return what is requested, None if it cannot be: no hex, no escape, no id."""
        text, kind = self.field.text(), self.kind.value()
        if kind == "id":
            ids = _IDS.findall(text)
            good = not _IDS.sub("", text).strip(" ,[]")
            return Query("id", ids=tuple(map(_id_of, ids))) if good else None
        if kind == "bytes":
            try:
                data = bytes.fromhex(text) if _HEX.fullmatch(text) else unescape(text)
            except (EscapeError, ValueError):
                return None
            return Query("bytes", data)
        name = "regex" if self.regex.isChecked() else "text"
        return Query(name, to_bytes(text), (), not self.case.isChecked(), self.words.isChecked())

    def template(self) -> bytes:
        """Return what takes the place of a hit: of bytes, hex or escapes where it is either."""
        text = self.replacement.text()
        if self.kind.value() != "bytes":
            return to_bytes(text)
        try:
            return bytes.fromhex(text) if _HEX.fullmatch(text) else unescape(text)
        except (EscapeError, ValueError):
            return to_bytes(text)

    def kept(self) -> dict[str, object]:
        """Return what is typed and chosen, for `restore`."""
        switches = {"case": self.case, "words": self.words, "regex": self.regex}
        chosen = {name: switch.isChecked() for name, switch in switches.items()}
        return chosen | {
            "find": self.field.text(), "replace": self.replacement.text(), "kind": self.kind.value(),
        }  # fmt: skip

    def restore(self, kept: Mapping[str, object]) -> None:
        """Show what was typed and chosen once; what does not fit is left as it is."""
        for field, name in ((self.field, "find"), (self.replacement, "replace")):
            if isinstance(text := kept.get(name), str):
                field.setText(text)
        for switch, name in ((self.case, "case"), (self.words, "words"), (self.regex, "regex")):
            switch.setChecked(kept.get(name) is True)
        kind = kept.get("kind")
        if isinstance(kind, str) and kind in ("text", "id", "bytes"):
            self.kind.set_value(kind)

    # --- what is shown

    def open(self, text: str, replace: bool) -> None:
        """Show the bar with a text to find, "" for what was there; with `replace` both rows."""
        self._wants_replace = replace
        self._show_parts()
        self.show()
        if text:
            self.field.setText(text)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def set_can_replace(self, can: bool) -> None:
        """Leave replacing out where the text can only be looked at."""
        self._can_replace = can
        self._show_parts()

    def set_count(self, text: str, tip: str = "") -> None:
        """Say how many there are."""
        self.count.setText(text)
        self.count.setToolTip(tip or text)
        self.count.setAccessibleName(text)
        self.set_problem("")

    def set_problem(self, text: str) -> None:
        """Say what is wrong with what is requested, "" for nothing."""
        self.problem.setText(text)
        self.problem.setToolTip(text)
        self.problem.setVisible(bool(text))
        if text:
            self.count.setText("")

    def set_found(self, any_hit: bool) -> None:
        """Let hits be walked and replaced where there are any."""
        for button in (self.previous_button, self.next_button, self.replace_button, self.replace_all_button):
            button.setEnabled(any_hit)

    def _kind_changed(self, kind: str) -> None:
        hints = {
            "text": self.tr("Find"), "id": self.tr("Ids, such as 464 or 464 1"),
            "bytes": self.tr("Bytes, such as E6 97 or \\xE6\\n"),
        }  # fmt: skip
        self.field.setPlaceholderText(hints[kind])
        self._show_parts()
        self.query_changed.emit()

    def _show_parts(self) -> None:
        """Show what the kind has: switches for text, no replacing of ids."""
        kind = self.kind.value()
        for switch in (self.case, self.words, self.regex):
            switch.setVisible(kind == "text")
        self._second.setVisible(self._wants_replace and self._can_replace and kind != "id")
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the switches below the field where it would be narrow next to them."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        buttons = (self.previous_button, self.next_button, self.close_button)
        buttons_width = sum(part.sizeHint().width() + theme.SPACE_1 for part in (self._tools, *buttons))
        margins = self._column.contentsMargins()
        wide = self.width() - margins.left() - margins.right() - buttons_width >= _FIELD_WIDTH
        if wide == (self._first.indexOf(self._tools) >= 0):
            return
        if wide:
            self._first.insertWidget(1, self._tools)
        else:
            self._column.insertWidget(1, self._tools)

    def minimumSizeHint(self) -> QSize:
        """Let the bar be cut before the panel is kept wide."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground and the hairline below."""
        painter, now = QPainter(self), current_theme()
        painter.fillRect(self.rect(), now.sunken)
        painter.fillRect(0, self.height() - 1, self.width(), 1, now.border)


def _id_of(digits: str) -> int:
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) <= _LONGEST else _NO_ID
