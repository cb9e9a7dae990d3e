"""The dialog that encodes a whole file to a file of ids: what, how, where to, and how it went."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QHBoxLayout, QLineEdit, QWidget

from workbench.display.escapes import name_of
from workbench.shell.dialogs.export_cards import Card, wrapped
from workbench.shell.dialogs.writing_dialog import Row, WritingDialog
from workbench.widgets import wording
from workbench.widgets.controls import Button, Label
from workbench.widgets.look import theme
from workbench.widgets.path_field import PathField
from workbench.widgets.specials_button import SpecialsButton, Taken
from workbench.worker.messages.files import EncodeFile, FileEncoded
from workbench.worker.messages.requests import new_request_id

if TYPE_CHECKING:
    from workbench.worker.messages.tokenizers import TokenizerInfo

_HIGHEST_U16 = 0xFFFF
SUFFIXES = {"npy": ".npy", "raw": ".bin", "text": ".txt", "jsonl": ".jsonl", "json": ".json"}


class EncodeDialog(WritingDialog):
    """Asks what to encode and shows the progress; the lanes do the work.

    Attributes:
        source: the field of the text.
        form, documents: the choices; their data are those of `EncodeFile`.
        specials: what special tokens in the text are taken as, as in the Tokens panel; hidden without any.
        key: of the text in a JSON object.
        before, after: whether BOS and EOS go around each document; hidden if there are none.

    Signals:
        encode_requested(object): EncodeFile.

    """

    encode_requested = Signal(object)

    def __init__(
        self,
        tokenizer: TokenizerInfo,
        folder: str,
        parent: QWidget,
        specials: Taken = "none",
        rule: str = "",
    ) -> None:
        """Open for a tokenizer, with special tokens as they are taken now; files are in `folder`.

        `rule` as in `EncodeFile`.
        """
        self._tokenizer, self._taken_now, self._rule = tokenizer, specials, rule
        target = _tr("to ids of {name}").format(name=tokenizer.name)
        super().__init__(_tr("Encode a file"), target, _tr("Encode"), folder, parent)
        self.source, self.key = PathField(), QLineEdit("text")
        self.form, self.documents, self.specials = QComboBox(), QComboBox(), SpecialsButton()
        self.before, self.after = QCheckBox(), QCheckBox()
        self._choose, self._facts = Button(self.tr("Choose…")), wrapped("", "small")
        self._fill_choices()
        choices = (self.form, self.documents, self.specials, self.key, self.before, self.after)
        self.build(self._rows(), self._facts, (*choices, self._choose, self.source))
        self._connect()
        self._show_facts()
        self.source.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill_choices(self) -> None:
        for box, entries in (
            (self.form, (
                ("npy", self.tr("NumPy array (.npy)")),
                ("raw", self.tr("Raw integers (.bin)")),
                ("text", self.tr("Text, ids separated by spaces (.txt)")),
                ("jsonl", self.tr("JSON Lines, one document per line (.jsonl)")),
                ("json", self.tr("JSON, one list (.json)")),
            )),
            (self.documents, (
                ("whole", self.tr("The whole file")),
                ("lines", self.tr("Each line")),
                ("json", self.tr("A JSON object on each line")),
            )),
        ):  # fmt: skip
            for data, text in entries:
                box.addItem(text, data)
        self.specials.set_kind("plain")
        self.specials.set_tokens(self._tokenizer.special_tokens)
        self.specials.show_taken(self._taken_now)
        framing = self._tokenizer.framing
        for check, tokens, text in (
            (self.before, framing.before, self.tr("{token} before")),
            (self.after, framing.after, self.tr("{token} after")),
        ):
            check.setText(text.format(token=" ".join(name for name, _ in tokens)))
            check.setToolTip(self.tr("Add to each document"))
            if not tokens:
                check.hide()
        self.before.setChecked(framing.adds_before and bool(framing.before))
        self.after.setChecked(framing.adds_after and bool(framing.after))

    def _rows(self) -> tuple[Row, ...]:
        box = QHBoxLayout()
        box.setSpacing(theme.SPACE_4)
        for choice in (self.specials, self.before, self.after):
            box.addWidget(choice)
        box.addStretch(1)
        documents = QHBoxLayout()
        documents.setSpacing(theme.SPACE_2)
        documents.addWidget(self.documents, 1)
        self._under = Label(self.tr("with the text under"), "body", "text2")
        documents.addWidget(self._under)
        documents.addWidget(self.key)
        self.key.setFixedWidth(96)
        self.key.setAccessibleName(self.tr("Key of the text"))
        self._choose.setAccessibleName(self.tr("Choose the text file"))
        self._choose.setToolTip(self._choose.accessibleName())
        rows: tuple[Row, ...] = (
            (self.tr("Text file"), self.source, self.source, self._choose),
            (self.tr("Write as"), self.form, self.form, None),
            (self.tr("Documents"), documents, self.documents, None),
        )
        has_specials = bool(self._tokenizer.special_tokens)
        if not has_specials:
            self.specials.hide()
        if not has_specials and self.before.isHidden() and self.after.isHidden():
            return rows
        return (*rows, (self.tr("Special tokens"), box, self.specials, None))

    def _connect(self) -> None:
        self.source.textChanged.connect(self._follow)
        self.source.editingFinished.connect(self._suit_documents)
        self.form.currentIndexChanged.connect(self._follow)
        self.form.currentIndexChanged.connect(self._suit_documents)
        self.documents.currentIndexChanged.connect(self._show_facts)
        self.key.textChanged.connect(self.follow_fields)
        self.specials.taken_chosen.connect(self._take_specials)
        self.source.returnPressed.connect(self._begin)
        self._choose.clicked.connect(self._ask_for_source)

    # --- the user -----------------------------------------------------------------------------

    def set_source(self, path: str) -> None:
        """Take a text file that the user has chosen."""
        self.source.setText(path)
        self._suit_documents()

    def _follow(self) -> None:
        """Name the file of ids after the text."""
        suffix = SUFFIXES[self.form.currentData()]
        source = self.source.text().strip()
        stem = os.path.splitext(source)[0] + (".ids" if source.endswith(suffix) else "")
        self.name_file(stem if source else "", suffix, list(SUFFIXES.values()))
        self._show_facts()

    def _suit_documents(self) -> None:
        """Let lines be documents where the ids of each have a line of their own."""
        wanted = "whole"
        if self.form.currentData() == "jsonl":
            wanted = "json" if self.source.text().strip().endswith((".jsonl", ".ndjson")) else "lines"
        self.documents.setCurrentIndex(self.documents.findData(wanted))

    def _take_specials(self, taken: Taken) -> None:
        self.specials.show_taken(taken)
        self.follow_fields()

    def _show_facts(self) -> None:
        """Say what the file will hold."""
        self._facts.setText(self._form_facts())
        as_json = self.documents.currentData() == "json"
        self._under.setVisible(as_json)
        self.key.setVisible(as_json)
        self.follow_fields()

    def _form_facts(self) -> str:
        highest = max([self._tokenizer.vocab_size - 1, *(i for _, i in self._tokenizer.special_tokens)])
        raw = self.tr("{bits} bits per id, little-endian; ids go up to {highest}.")
        bits = 16 if highest <= _HIGHEST_U16 else 32
        return {
            "npy": self.tr('32 bits per id; opens with numpy.load, also with mmap_mode="r".'),
            "raw": raw.format(bits=bits, highest=wording.number(highest)),
            "text": self.tr("The ids of each document on one line."),
            "jsonl": self.tr("Each line as {line}; null where a line is not a document.").format(
                line='{"ids": [1, 2, 3]}'
            ),
            "json": self.tr("One list of all ids."),
        }[self.form.currentData()]

    def is_ready(self) -> bool:
        """Return whether a text, a file, and where it is needed a key are given."""
        has_key = self.documents.currentData() != "json" or bool(self.key.text())
        return bool(self.source.text().strip()) and super().is_ready() and has_key

    def begin(self) -> None:
        """Ask for the encoding."""
        source = os.path.abspath(os.path.expanduser(self.source.text().strip()))
        self.encode_requested.emit(
            EncodeFile(
                new_request_id(),
                self._tokenizer.handle,
                source,
                self.whole_path(),
                form=self.form.currentData(),
                documents=self.documents.currentData(),
                key=self.key.text(),
                specials=self.specials.taken,
                before=self.before.isChecked(),
                after=self.after.isChecked(),
                rule=self._rule,
            )
        )

    def _ask_for_source(self) -> None:
        dialog = QFileDialog(self, self.tr("The text to encode"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setDirectory(os.path.dirname(self.source.text()) or self.folder)
        dialog.fileSelected.connect(self.set_source)
        dialog.open()

    def show_encoded(self, done: FileEncoded) -> None:
        """Show what has been written."""
        self.show_done(_DoneCard(done))


class _DoneCard(Card):
    """What has been written."""

    def __init__(self, done: FileEncoded, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        ids = wording.plural(done.n_ids, "%n id", "%n ids", "EncodeDialog")
        words = self.tr("{ids}, {size}").format(ids=ids, size=wording.size(done.size))
        self.setAccessibleName(f"{name_of(done.path)}: {words}")
        self.add_line("check-circle", "ok", name_of(done.path), words)
        self.column.addWidget(wrapped(self._source_words(done)))
        if done.replaced:
            bad = wording.plural(
                done.replaced, "%n byte was not UTF-8 and became U+FFFD",
                "%n bytes were not UTF-8 and became U+FFFD", "EncodeDialog",
            )  # fmt: skip
            self.column.addWidget(wrapped(wording.sentence(bad), tone="warn"))
        if done.n_bad:
            self.column.addWidget(wrapped(_bad_lines(done), tone="warn"))

    def _source_words(self, done: FileEncoded) -> str:
        """Return what the ids are of."""
        if done.n_documents == 1:
            return self.tr("From {size} of text.").format(size=wording.size(done.n_bytes))
        documents = wording.plural(done.n_documents, "%n document", "%n documents", "EncodeDialog")
        return self.tr("From {size} of text, {documents}.").format(
            size=wording.size(done.n_bytes), documents=documents
        )


def _bad_lines(done: FileEncoded) -> str:
    lines = wording.listed(wording.number(line) for line in done.bad_lines)
    more = ", …" if done.n_bad > len(done.bad_lines) else ""
    count = wording.plural(
        done.n_bad, "%n line is not a document", "%n lines are not documents", "EncodeDialog"
    )
    words = _tr("{count}, written as null: {lines}{more}")
    return words.format(count=count, lines=lines, more=more)


def _tr(text: str) -> str:
    return QCoreApplication.translate("EncodeDialog", text)
