"""A window that decodes ids which are typed, pasted or opened from a file."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from workbench.display.escapes import name_of
from workbench.display.prose import capitalized
from workbench.panels.tokens.decoder.ids_field import IdsField
from workbench.panels.tokens.text.occurrence_words import span
from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.token_view.text import TokenTextView
from workbench.worker.messages.files import DecodeFile
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.text import Decode, Decoded
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask, Reply

QUIET_MILLISECONDS = 60
_HIGHEST_U16 = 0xFFFF


class DecoderDialog(QDialog):
    """Shows the text of ids by the tokenizer in use; the window behind it stays usable.

    Attributes:
        field: the ids, in any notation. view: their bytes, which nothing changes. use_button: makes them the
            text. file_button: opens a file of ids; width_choice: of the integers of a raw one.
            clear_button: takes all away.
        folder: tells where files of ids are looked for.

    Signals:
        file_chosen(str): path of a file of ids that the user has chosen.
        text_chosen(object, str, object): bytes, that are to be the text of the Tokens panel, a name for them
            ("") and their line feeds, int64[n].

    """

    file_chosen = Signal(str)
    text_chosen = Signal(object, str, object)

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ask_lanes, self._reply = ask, Reply()
        self.setWindowTitle(self.tr("Decode ids"))
        self.setAccessibleName(self.windowTitle())
        self.folder: Callable[[], str] = lambda: os.path.expanduser("~")
        self._tokenizer: TokenizerInfo | None = None
        self._path = ""  # of the file of ids that is shown, "" where the ids are in the field
        self._decoded: Decoded | None = None
        self._by = Label("", "small", "text2", elided=True)
        self.field = IdsField()
        self.field.setFixedHeight(110)
        self.file_button = Button(self.tr("Open a file of ids…"), "link")
        self.file_button.setToolTip(self.tr("Decode a file of ids: .npy, .bin, .txt, .json, .jsonl"))
        self.file_button.clicked.connect(self.choose_file)
        self.clear_button = Button(self.tr("Clear"), "link")
        self.clear_button.setToolTip(self.tr("Clear the ids"))
        self.clear_button.clicked.connect(self.clear)
        self.width_choice = QComboBox()
        self.width_choice.setAccessibleName(self.tr("Size of an id in the file"))
        self.width_choice.setToolTip(self.width_choice.accessibleName())
        self.width_choice.view().setAccessibleName(self.width_choice.accessibleName())
        for form, text in (("u16", self.tr("16 bits per id")), ("u32", self.tr("32 bits per id"))):
            self.width_choice.addItem(text, form)
        self.width_choice.activated.connect(self._ask)
        self.view = TokenTextView()
        self.view.editor.locked = True
        self.view.setAcceptDrops(False)
        self.view.setAccessibleName(self.tr("Text of the ids"))
        self._says = Label("", "small", "text2")
        self._says.setWordWrap(True)
        self.use_button = Button(self.tr("Use as the text"))
        self.use_button.setToolTip(self.tr("Show this text in the Tokens panel"))
        self.use_button.clicked.connect(self._use)
        self._timer = QTimer(self, singleShot=True, interval=QUIET_MILLISECONDS)
        self._timer.timeout.connect(self._ask)
        self.field.ids_changed.connect(self._timer.start)
        self._fill()
        self._show_nothing()

    def _fill(self) -> None:
        tools = QHBoxLayout()
        tools.setSpacing(theme.SPACE_4)
        tools.addWidget(self.file_button)
        tools.addWidget(self.width_choice)
        tools.addStretch(1)
        tools.addWidget(self.clear_button)
        foot = QHBoxLayout()
        foot.addWidget(self._says, 1)
        foot.addWidget(self.use_button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE_4, theme.SPACE_4, theme.SPACE_4, theme.SPACE_4)
        column.setSpacing(theme.SPACE_2)
        column.addWidget(self._by)
        column.addWidget(self.field)
        column.addLayout(tools)
        column.addWidget(Label(self.tr("Text"), "title"))
        column.addWidget(self.view, 1)
        column.addLayout(foot)
        self.width_choice.hide()

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

    # --- where the ids come from ------------------------------------------------------------------

    def choose_file(self) -> None:
        """Let the user choose a file of ids."""
        self.show()
        self.raise_()
        dialog = QFileDialog(self, self.tr("Open a file of ids"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("Ids (*.npy *.bin *.txt *.json *.jsonl)"), self.tr("All files (*)")])
        dialog.setDirectory(self.folder())
        dialog.fileSelected.connect(self.open_file)
        dialog.open()

    def open_file(self, path: str) -> None:
        """Show the text of a file of ids: `.npy`, raw integers (`.bin`), or any notation as text."""
        self.file_chosen.emit(path)
        self.field.set_ids_text(b"")
        self.field.setPlaceholderText(name_of(path))
        self.field.setEnabled(False)
        self._path = path
        is_raw = path.endswith(".bin")
        self.width_choice.setVisible(is_raw)
        if is_raw and self._tokenizer is not None:
            special = (token_id for _, token_id in self._tokenizer.special_tokens)
            highest = max(self._tokenizer.vocab_size - 1, *special, 0)
            self.width_choice.setCurrentIndex(int(highest > _HIGHEST_U16))
        self._ask()

    def clear(self) -> None:
        """Take file and ids away."""
        self._path = ""
        self.width_choice.hide()
        self.field.setEnabled(True)
        self.field.show_example()
        self.field.set_ids_text(b"")
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._ask()

    def _ask(self) -> None:
        self._timer.stop()
        if self._tokenizer is None:
            return
        text, handle = self.field.ids_text(), self._tokenizer.handle
        self._reply.abandon()
        if self._path:
            self._ask_for_file(handle)
        elif text and not text.isspace():
            self._reply = self._ask_lanes(Decode(new_request_id(), handle, text))
            self._reply.answered.connect(self.show_decoded)
        else:
            self._show_nothing()
        self.clear_button.setEnabled(bool(self._path or text))

    def _ask_for_file(self, handle: int) -> None:
        form = "" if self.width_choice.isHidden() else self.width_choice.currentData()
        self._show_nothing()
        self._says.setText(self.tr("Reading {name} …").format(name=name_of(self._path)))
        self._reply = self._ask_lanes(DecodeFile(new_request_id(), handle, self._path, form))
        self._reply.answered.connect(self.show_decoded)
        self._reply.cancelled.connect(self.clear)

    # --- what the lanes tell ----------------------------------------------------------------------

    @Slot(object)
    def show_decoded(self, answer: Decoded) -> None:
        """Show what the ids stand for, or what is wrong with them."""
        if answer.cause:
            self._show_nothing()
            self._says.set_tone("danger")
            self._says.setText(_problem(answer))
            return
        self._decoded = answer
        self.view.set_bytes(answer.data, answer.line_feeds)
        self.use_button.setEnabled(True)
        self._says.set_tone("warn" if answer.n_invalid or answer.n_unknown else "text2")
        self._says.setText(_facts(answer))

    def says(self) -> str:
        """Return the line below the text."""
        return self._says.text()

    def _show_nothing(self) -> None:
        self._decoded = None
        self.view.set_bytes(b"")
        self.use_button.setEnabled(False)
        self._says.set_tone("text2")
        self._says.setText(self.tr("Paste ids separated by spaces, commas or lines, as a list, JSON or hex."))

    def _use(self) -> None:
        if self._decoded is not None:
            self.text_chosen.emit(self._decoded.data, "", self._decoded.line_feeds)

    def sizeHint(self) -> QSize:
        """Return the size of the first time."""
        return QSize(560, 460)


def _tr(text: str) -> str:
    return QCoreApplication.translate("DecoderDialog", text)


def _problem(answer: Decoded) -> str:
    """Return file, place, cause and what to do."""
    cause = wording.filled(answer.cause, answer.facts)
    remedy = wording.filled(answer.remedy, answer.facts)
    places = {"character": _tr("at character {place}"), "entry": _tr("id number {place}")}
    where = [name_of(answer.file)] if answer.file else []
    if answer.place is not None and answer.place[0] in places:
        where.append(places[answer.place[0]].format(place=wording.number(int(answer.place[1]))))
    return wording.sentences(capitalized(wording.sentence(cause, wording.listed(where))), remedy)


def _facts(answer: Decoded) -> str:
    facts = [
        _tr("{tokens}, {size}").format(
            tokens=wording.tokens(answer.n_ids - answer.n_unknown),
            size=wording.plural(len(answer.data), "%n byte", "%n bytes"),
        )
    ]
    if answer.n_unknown:
        context = "DecoderDialog"
        left_out = wording.plural(
            answer.n_unknown, "%n id that the tokenizer does not have is left out",
            "%n ids that the tokenizer does not have are left out", context,
        )  # fmt: skip
        one = _tr("{id} (id number {place})")
        which = [
            one.format(id=wording.number(token_id), place=wording.number(at + 1))
            for at, token_id in answer.unknown
        ]
        facts.append(f"{left_out}: {wording.listed(which)}{_more(answer.n_unknown, which)}")
    if answer.n_invalid:
        bad = wording.plural(
            answer.n_invalid, "%n byte is not UTF-8", "%n bytes are not UTF-8", "DecoderDialog"
        )
        places = wording.listed(span(*place) for place in answer.invalid)
        facts.append(_tr("{bad}, at {places}").format(bad=bad, places=places))
    return " · ".join(facts)


def _more(n: int, sentences: list[str]) -> str:
    return " …" if n > len(sentences) else ""
