"""Ids back to text: a window of its own, in which ids are typed or pasted and their text follows."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from workbench.panels.tokens.occurrence_words import span
from workbench.widgets import theme, wording
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.token_text import TokenTextView
from workbench.worker.messages import Decode, Decoded, TokenizerInfo, new_request_id

QUIET_MILLISECONDS = 60


class DecoderDialog(QDialog):
    """Shows the text of ids by the tokenizer in use; the window behind it stays usable.

    Attributes:
        field: the ids, in any notation. view: their bytes, which nothing changes. use_button: makes them the
            text.

    Signals:
        decode_requested(object): Decode.
        text_chosen(object): bytes, that are to be the text of the Tokens panel.

    """

    decode_requested = Signal(object)
    text_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Decode ids"))
        self.setAccessibleName(self.windowTitle())
        self._tokenizer: TokenizerInfo | None = None
        self._request_id = 0
        self._data: bytes | None = None
        self._by = Label("", "small", "text2", elided=True)
        self.field = QPlainTextEdit()
        self.field.setAcceptDrops(False)
        self.field.setFont(theme.token_font(13))
        self.field.setAccessibleName(self.tr("Ids"))
        self.field.setPlaceholderText(self.tr("306 5360 366, [306, 5360, 366], one a line …"))
        self.field.setTabChangesFocus(True)
        self.field.setFixedHeight(110)
        self.view = TokenTextView()
        self.view.set_read_only(True)
        self.view.setAcceptDrops(False)
        self.view.setAccessibleName(self.tr("Text of the ids"))
        self._says = Label("", "small", "text2")
        self._says.setWordWrap(True)
        self.use_button = Button(self.tr("Use as the text"))
        self.use_button.clicked.connect(self._use)
        self._timer = QTimer(self, singleShot=True, interval=QUIET_MILLISECONDS)
        self._timer.timeout.connect(self._ask)
        self.field.textChanged.connect(self._timer.start)
        self._fill()
        self._show_nothing()

    def _fill(self) -> None:
        foot = QHBoxLayout()
        foot.addWidget(self._says, 1)
        foot.addWidget(self.use_button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE_4, theme.SPACE_4, theme.SPACE_4, theme.SPACE_4)
        column.setSpacing(theme.SPACE_2)
        column.addWidget(self._by)
        column.addWidget(self.field)
        column.addWidget(Label(self.tr("Text"), "title"))
        column.addWidget(self.view, 1)
        column.addLayout(foot)

    @Slot(object)
    def set_tokenizer(self, tokenizer: TokenizerInfo) -> None:
        """Decode by another tokenizer."""
        self._tokenizer = tokenizer
        self._by.setText(self.tr("Ids of {name}").format(name=tokenizer.name))
        if self.isVisible():
            self._ask()

    def open_beside(self) -> None:
        """Show the window, with the keyboard in the ids."""
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._ask()

    def _ask(self) -> None:
        text = self.field.toPlainText()
        if self._tokenizer is None or not text.strip():
            self._request_id = 0
            self._show_nothing()
            return
        request = Decode(new_request_id(), self._tokenizer.handle, text)
        self._request_id = request.request_id
        self.decode_requested.emit(request)

    @Slot(object)
    def show_decoded(self, answer: Decoded) -> None:
        """Show what the ids stand for, or what is wrong with them; an older answer is dropped."""
        if answer.request_id != self._request_id:
            return
        if answer.cause:
            self._show_nothing()
            self._says.set_tone("danger")
            self._says.setText(_problem(answer))
            return
        self._data = answer.data
        self.view.set_bytes(answer.data)
        self.use_button.setEnabled(True)
        self._says.set_tone("warn" if answer.n_invalid else "text2")
        self._says.setText(_facts(answer))

    def says(self) -> str:
        """Return the line below the text."""
        return self._says.text()

    def _show_nothing(self) -> None:
        self._data = None
        self.view.set_bytes(b"")
        self.use_button.setEnabled(False)
        self._says.set_tone("text2")
        self._says.setText(self.tr("Paste ids: with spaces, commas, as a Python list or JSON."))

    def _use(self) -> None:
        if self._data is not None:
            self.text_chosen.emit(self._data)

    def sizeHint(self) -> QSize:
        """Return the size of the first time."""
        return QSize(560, 420)


def _tr(text: str) -> str:
    return QCoreApplication.translate("DecoderDialog", text)


def _problem(answer: Decoded) -> str:
    cause = QCoreApplication.translate("EngineError", answer.cause).format_map(answer.facts)
    if answer.place is not None and answer.place[0] == "character":
        return _tr("At character {place}: {cause}.").format(place=answer.place[1], cause=cause)
    return f"{cause[:1].upper()}{cause[1:]}."


def _facts(answer: Decoded) -> str:
    counts = _tr("{tokens}, {size}").format(
        tokens=wording.tokens(answer.n_ids), size=wording.plural(len(answer.data), "%n byte", "%n bytes")
    )
    if not answer.n_invalid:
        return counts
    places = ", ".join(span(*place) for place in answer.invalid)
    bad = wording.plural(answer.n_invalid, "%n byte is not UTF-8", "%n bytes are not UTF-8", "DecoderDialog")
    return _tr("{counts} · {bad}, at {places}").format(counts=counts, bad=bad, places=places)
