"""The dialog that encodes sources to a data set: what, how, where to, and how it went."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QHBoxLayout,
    QSpinBox,
    QWidget,
)

from workbench.display.escapes import for_label, name_of
from workbench.shell.dialogs.export_cards import Card, wrapped
from workbench.shell.dialogs.source_choice import SourceChoice
from workbench.shell.dialogs.writing_dialog import Row, WritingDialog
from workbench.widgets import wording
from workbench.widgets.controls import Label
from workbench.widgets.look import theme
from workbench.widgets.specials_button import SpecialsButton, Taken
from workbench.worker.messages.datasets import EncodeSet, SetEncoded, SplitEncoded
from workbench.worker.messages.requests import new_request_id

if TYPE_CHECKING:
    from workbench.worker.messages.tokenizers import TokenizerInfo

RECORD, UNFINISHED = "dataset.json", "dataset.unfinished.json"
_HIGHEST_U16 = 0xFFFF
_SHARD_IDS = 100_000_000
_MOST_SHARD_IDS = 2_000_000_000
_MOST_HELD_OUT = 50.0  # percent


class DatasetDialog(WritingDialog):
    """Asks what to encode and shows the progress; the lanes do the work.

    Attributes:
        sources: what is encoded: the corpus, or files and folders.
        form, shard_ids, held_out: the choices; held out is in percent.
        start_mark, end_mark: the special tokens around each document; their data is the text, "" for none.
        specials: what special tokens in the text are taken as.

    Signals:
        encode_requested(object): EncodeSet.

    """

    encode_requested = Signal(object)

    def __init__(
        self,
        tokenizer: TokenizerInfo,
        folder: str,
        sources: SourceChoice,
        kept: Mapping[str, object],
        parent: QWidget,
        rule: str = "",
    ) -> None:
        """Open for a tokenizer; `kept` as from `kept`, files are in `folder`, `rule` as in `EncodeSet`."""
        self._tokenizer, self._rule = tokenizer, rule
        intro = _tr("to shards of ids of {name}, to train a model on").format(name=tokenizer.name)
        super().__init__(_tr("Encode a data set"), intro, _tr("Encode"), folder, parent, keeps_name=False)
        self.sources = sources
        self.form, self.start_mark, self.end_mark = QComboBox(), QComboBox(), QComboBox()
        self.shard_ids, self.held_out, self.specials = QSpinBox(), QDoubleSpinBox(), SpecialsButton()
        self._facts = wrapped("", "small")
        self._fill_choices()
        choices = (self.form, self.shard_ids, self.held_out, self.start_mark, self.end_mark, self.specials)
        self.build(self._rows(), self._facts, (*choices, self.sources.choose, self.sources))
        self._connect()
        self._restore(kept)
        self._show_facts()
        self.sources.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill_choices(self) -> None:
        for data, text in (
            ("bin", self.tr("Raw integers, the smallest that fit (.bin)")),
            ("u16", self.tr("Raw integers of 16 bits (.bin)")),
            ("u32", self.tr("Raw integers of 32 bits (.bin)")),
            ("llmc", self.tr("Raw integers with the header of llm.c (.bin)")),
            ("npy", self.tr("NumPy arrays (.npy)")),
            ("jsonl", self.tr("JSON Lines, one document per line (.jsonl)")),
            ("parquet", self.tr("Parquet, one document per row (.parquet)")),
        ):
            self.form.addItem(text, data)
        self.shard_ids.setRange(1, _MOST_SHARD_IDS)
        self.shard_ids.setValue(_SHARD_IDS)
        self.shard_ids.setGroupSeparatorShown(True)
        self.shard_ids.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
        self.shard_ids.setToolTip(self.tr("Ids per file; the last file of a split may have fewer"))
        self.held_out.setRange(0, _MOST_HELD_OUT)
        self.held_out.setDecimals(1)
        self.held_out.setSuffix(" %")
        for field in (self.shard_ids, self.held_out):
            field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.held_out.setToolTip(
            self.tr("Share of documents in shards of their own, to evaluate the model; always the same ones")
        )
        self.held_out.setValue(self.sources.held_out * 100)
        framing = self._tokenizer.framing
        for box, usual_marks, tip in (
            (self.start_mark, framing.before, self.tr("Special token before each document")),
            (self.end_mark, framing.after, self.tr("Special token after each document")),
        ):
            box.addItem(self.tr("None"), "")
            for text, _ in self._tokenizer.special_tokens:
                box.addItem(for_label(text), text)
            box.setMinimumContentsLength(8)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setToolTip(tip)
            usual = usual_marks[0][0] if len(usual_marks) == 1 else ""
            box.setCurrentIndex(max(box.findData(usual), 0))
        self.specials.set_kind("plain")
        self.specials.set_tokens(self._tokenizer.special_tokens)
        self.specials.show_taken("none")

    def _rows(self) -> tuple[Row, ...]:
        sizes, marks = QHBoxLayout(), QHBoxLayout()
        for row, fields in (
            (sizes, ((self.shard_ids, ""), (self.held_out, self.tr("Held out")))),
            (marks, ((self.end_mark, ""), (self.start_mark, self.tr("Before")))),
        ):
            row.setSpacing(theme.SPACE_2)
            for field, text in fields:
                if text:
                    label = Label(text, "body", "text2")
                    label.setBuddy(field)
                    field.setAccessibleName(text)
                    row.addSpacing(theme.SPACE_2)
                    row.addWidget(label)
                row.addWidget(field, 1)
        rows: tuple[Row, ...] = (
            (self.tr("Texts"), self.sources, self.sources, self.sources.choose),
            (self.tr("Write as"), self.form, self.form, None),
            (self.tr("Ids per shard"), sizes, self.shard_ids, None),
        )
        if not self._tokenizer.special_tokens:
            self.specials.hide()
            return rows
        for named in (self.start_mark, self.start_mark.view()):
            named.setAccessibleName(self.tr("Before each document"))
        return (
            *rows,
            (self.tr("After a document"), marks, self.end_mark, None),
            (self.tr("Special tokens"), self.specials, self.specials, None),
        )

    def _connect(self) -> None:
        self.sources.chosen.connect(self._follow)
        for box in (self.form, self.start_mark, self.end_mark):
            box.currentIndexChanged.connect(self._show_facts)
        for changed in (self.shard_ids.valueChanged, self.held_out.valueChanged):
            changed.connect(self.follow_fields)
        self.specials.taken_chosen.connect(self._take_specials)

    # --- kept for the next time ---------------------------------------------------------------

    def kept(self) -> dict[str, object]:
        """Return what is chosen, for the next time."""
        return {
            "form": self.form.currentData(),
            "shard_ids": self.shard_ids.value(),
            "held_out": self.held_out.value(),
            "start": self.start_mark.currentData(),
            "end": self.end_mark.currentData(),
            "paths": list(self.sources.paths),
            "folder": self.whole_path(),
        }

    def _restore(self, kept: Mapping[str, object]) -> None:
        for box, name in ((self.form, "form"), (self.start_mark, "start"), (self.end_mark, "end")):
            if name in kept and (place := box.findData(kept[name])) >= 0:
                box.setCurrentIndex(place)
        paths = kept.get("paths")
        there = [path for path in paths if isinstance(path, str)] if isinstance(paths, list) else []
        self.sources.choose_paths([path for path in there if os.path.exists(path)])
        n_ids, share = kept.get("shard_ids"), kept.get("held_out")
        if isinstance(n_ids, int) and 0 < n_ids <= _MOST_SHARD_IDS:
            self.shard_ids.setValue(n_ids)
        if isinstance(share, float) and (self.sources.paths or not self.held_out.value()):
            self.held_out.setValue(share)  # the corpus has its own, if any
        folder = kept.get("folder")
        if isinstance(folder, str) and os.path.exists(os.path.join(folder, UNFINISHED)):
            self.set_path(folder)  # to be continued
        else:
            self._follow()

    # --- the user -----------------------------------------------------------------------------

    def set_sources(self, paths: Sequence[str]) -> None:
        """Take files and folders that the user has chosen."""
        self.sources.choose_paths(paths)

    def _follow(self) -> None:
        """Name the folder of the set after the texts."""
        paths = self.sources.paths
        stem = os.path.splitext(paths[0])[0] if paths else os.path.join(self.folder, "corpus")
        names = (f"{stem}-ids{number or ''}" for number in (0, *range(2, 100)))
        free = next((name for name in names if not os.path.exists(os.path.join(name, RECORD))), "")
        self.name_file(free, "", ())
        self._show_facts()

    def _take_specials(self, taken: Taken) -> None:
        self.specials.show_taken(taken)
        self.follow_fields()

    def _show_facts(self) -> None:
        """Say what the files will hold."""
        highest = max([self._tokenizer.vocab_size - 1, *(i for _, i in self._tokenizer.special_tokens)])
        bits = 16 if highest <= _HIGHEST_U16 else 32
        raw = self.tr("{bits} bits per id, little-endian; ids go up to {highest}.")
        form = self.form.currentData()
        shown = {"u16": 16, "u32": 32}.get(form, bits)
        facts = {
            "npy": self.tr('32 bits per id; opens with numpy.load, also with mmap_mode="r".'),
            "parquet": self.tr("A column “ids”, lists of {bits} bits per id.").format(bits=bits),
            "jsonl": self.tr("Each line as {line}.").format(line='{"ids": [1, 2, 3]}'),
        }.get(form, raw.format(bits=shown, highest=wording.number(highest)))
        marks = self.start_mark.currentData() or self.end_mark.currentData()
        if not marks and form not in ("jsonl", "parquet"):
            facts = wording.sentences(facts, self.tr("No mark separates the documents."))
        if self.sources.has_weights:
            unused = self.tr("Weights of sources are not used: each document is written once.")
            facts = wording.sentences(facts, unused)
        self._facts.setText(facts)
        self.follow_fields()

    def is_ready(self) -> bool:
        """Return whether texts and a folder without a finished set are given."""
        return super().is_ready() and self.sources.is_ready and not self._has(RECORD)

    def on_target(self) -> tuple[str, str]:
        """Return what to say of what is in the folder already, and the text of the button."""
        if self._has(RECORD):
            return self.tr("This folder holds a data set already. Choose another one."), ""
        if self._has(UNFINISHED):
            text = self.tr("This data set is not finished. It continues after its last whole shard.")
            return text, self.tr("Continue")
        return "", ""

    def _has(self, name: str) -> bool:
        return os.path.exists(os.path.join(self.whole_path(), name))

    def folder_to_show(self) -> str:
        """Return the folder of the set."""
        return self.whole_path()

    def cancelled_words(self) -> str:
        """Return what to say after a cancel."""
        if self._has(UNFINISHED):
            return self.tr("Canceled. Whole shards are kept; you can continue later.")
        return super().cancelled_words()

    def ask_for_path(self) -> None:
        """Let the user choose the folder."""
        dialog = QFileDialog(self, self.tr("Folder of the data set"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setDirectory(os.path.dirname(self.path.text()) or self.folder)
        dialog.fileSelected.connect(self.set_path)
        dialog.open()

    def begin(self) -> None:
        """Ask for the encoding."""
        share = self.held_out.value() / 100
        self.encode_requested.emit(
            EncodeSet(
                new_request_id(),
                self._tokenizer.handle,
                self.sources.options(share),
                self.whole_path(),
                form=self.form.currentData(),
                shard_ids=self.shard_ids.value(),
                start=self.start_mark.currentData(),
                end=self.end_mark.currentData(),
                specials=self.specials.taken,
                resume=self._has(UNFINISHED),
                rule=self._rule,
            )
        )

    def show_encoded(self, done: SetEncoded) -> None:
        """Show what has been written."""
        self.show_done(_DoneCard(done))


class _DoneCard(Card):
    """What has been written, and what was not."""

    def __init__(self, done: SetEncoded, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setAccessibleName(name_of(done.folder))
        for split in done.splits:
            sign = ("check-circle", "ok") if split.n_documents else ("warning", "warn")
            self.add_line(*sign, split.name, split_words(split))
        for split in done.splits:
            for text in self._odd(split):
                self.column.addWidget(wrapped(f"{split.name}: {text}", tone="warn"))
        if done.n_left_out:
            self.column.addWidget(wrapped(_left_out(done), tone="warn"))

    def _odd(self, split: SplitEncoded) -> list[str]:
        """Return what is odd about the text of a split."""
        said = []
        if split.as_text:
            times = wording.listed(f"{for_label(text)} {wording.times(n)}" for text, n in split.as_text)
            said.append(self.tr("special tokens in the text, encoded as text: {times}.").format(times=times))
        if split.replaced:
            bad = wording.plural(
                split.replaced, "%n byte was not UTF-8 and became U+FFFD",
                "%n bytes were not UTF-8 and became U+FFFD", "EncodeDialog",
            )  # fmt: skip
            said.append(wording.sentence(bad))
        return said


def split_words(split: SplitEncoded) -> str:
    """Return how much a split has."""
    if not split.n_documents:
        return _tr("no documents: there are too few for this share")
    return _tr("{ids} in {shards}, {documents}, {size} of text").format(
        ids=wording.plural(split.n_ids, "%n id", "%n ids", "EncodeDialog"),
        shards=wording.plural(split.n_shards, "%n shard", "%n shards", "DatasetDialog"),
        documents=wording.plural(split.n_documents, "%n document", "%n documents", "EncodeDialog"),
        size=wording.size(split.n_bytes),
    )


def _left_out(done: SetEncoded) -> str:
    count = wording.plural(done.n_left_out, "%n file was left out", "%n files were left out", "DatasetDialog")
    named = wording.clauses(f"{name_of(path)}: {cause}" for path, cause in done.left_out)
    more = "; …" if done.n_left_out > len(done.left_out) else ""
    return _tr("{count}. {named}{more}").format(count=count, named=named, more=more)


def _tr(text: str) -> str:
    return QCoreApplication.translate("DatasetDialog", text)
