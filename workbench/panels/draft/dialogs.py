"""The dialogs that ask for a change."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from workbench.engine.adapting.changes import (
    SAMPLE_TOKENIZER,
    Add,
    AddSpecial,
    Cut,
    Extend,
    MergeWith,
    Remove,
    RemoveBy,
)
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import TextSource
from workbench.panels.draft.change_dialog import ChangeDialog
from workbench.widgets.controls import Button, Choice, Label, Segmented
from workbench.widgets.lines_edit import LinesEdit
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import ThinBar, fit_screen
from workbench.worker.messages.tokenizers import TokenizerInfo

_IDS = re.compile(r"\s*([0-9]{1,8})(?:\s*[-–]\s*([0-9]{1,8}))?\s*", re.ASCII)
MOST_IDS = 1 << 20
SCRIPTS = (
    "Arabic", "Armenian", "Bengali", "Cyrillic", "Devanagari", "Georgian", "Greek", "Han", "Hangul", "Hebrew",
    "Hiragana", "Katakana", "Latin", "Tamil", "Thai",
)  # fmt: skip


class AddDialog(ChangeDialog):
    """Tokens to add, one per line.

    Signals:
        file_wanted(str): path of a list to read.

    """

    file_wanted = Signal(str)

    def __init__(self, parent: QWidget, change: Add | None = None, folder: str = "") -> None:
        super().__init__(parent)
        self.set_head(
            self.tr("Add tokens"),
            self.tr("One token per line. Spaces are part of a token: “ word” is the word inside a sentence."),
        )
        self._folder = folder
        self.texts = LinesEdit()
        self.texts.setAccessibleName(self.tr("Tokens, one per line"))
        self.texts.setFont(theme.token_font(13))
        self.texts.setTabChangesFocus(True)
        self.texts.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.spaces = Segmented(
            [
                ("as_is", self.tr("As written"), self.tr("Add each line unchanged")),
                ("before", self.tr("With a space before"), self.tr("Add “ word” for each “word”")),
                ("both", self.tr("Both"), self.tr("Add “word” and “ word” for each line")),
            ],
            self.tr("Spaces"),
        )
        self.leave_out = QCheckBox(self.tr("Leave out what cannot be added, and list it"))
        self.leave_out.setChecked(change.leave_out if change else True)
        file = Button(self.tr("From a file…"), "plain", "open")
        file.setToolTip(self.tr("Add the lines of a text file"))
        file.clicked.connect(self._ask_for_file)
        below = QWidget()
        line = QHBoxLayout(below)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.spaces)
        line.addStretch(1)
        line.addWidget(file)
        self._bar = ThinBar(self.tr("Lines inserted"), 4)
        self.wide(self.texts)
        self.wide(self._bar)
        self.wide(below)
        self.wide(self.leave_out)
        if change:
            self.texts.insert("\n".join(change.texts))
        self.texts.textChanged.connect(self.renew)
        self.texts.filling_changed.connect(self.renew)
        self.renew()
        fit_screen(self, 520, 440)

    def change(self) -> Add | None:
        """Return the tokens."""
        lines = [line for line in self.texts.toPlainText().split("\n") if line]
        if not lines:
            return None
        texts = list(_spaced(lines, self.spaces.value()))
        return Add(tuple(dict.fromkeys(texts)), self.leave_out.isChecked())

    def renew(self) -> None:
        """Need any line, and all that was pasted: to cut all at each key would take long."""
        filling = self.texts.is_filling
        self._bar.setVisible(filling)
        self._bar.set_progress(self.texts.done, self.texts.total)
        self.start.setEnabled(not filling and not self.texts.document().isEmpty())

    def add_texts(self, texts: Sequence[str]) -> None:
        """Add lines that were read."""
        last = self.texts.document().lastBlock()
        self.texts.moveCursor(QTextCursor.MoveOperation.End)
        self.texts.insert(("\n" if last.text() else "") + "\n".join(texts))

    def _ask_for_file(self) -> None:
        dialog = QFileDialog(self, self.tr("A list of tokens"), self._folder)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.file_wanted)
        dialog.open()


def _spaced(lines: Sequence[str], how: str) -> Iterator[str]:
    for line in lines:
        if how != "before" or line.startswith(" "):
            yield line
        if how != "as_is" and not line.startswith(" "):
            yield f" {line}"


class SpecialDialog(ChangeDialog):
    """A special token to add, and its id."""

    def __init__(self, parent: QWidget, change: AddSpecial | None = None) -> None:
        super().__init__(parent)
        self.set_head(
            self.tr("Add a special token"),
            self.tr("No merge makes this token; it stands for its text where special tokens are allowed."),
        )
        self.text, self.id = QLineEdit(), QLineEdit()
        self.text.setPlaceholderText("<|name|>")
        self.id.setPlaceholderText(self.tr("the first free id after all others"))
        self.row(self.tr("Text"), self.text)
        self.row(self.tr("Id"), self.id)
        if change:
            self.text.setText(change.text)
            self.id.setText("" if change.id is None else str(change.id))
        for field in (self.text, self.id):
            field.setFont(theme.token_font(13))
            field.textChanged.connect(self.renew)
        self.renew()

    def change(self) -> AddSpecial | None:
        """Return the token."""
        typed = self.id.text().strip()
        if not self.text.text() or not re.fullmatch(r"[0-9]{0,9}", typed, re.ASCII):
            return None
        return AddSpecial(self.text.text(), int(typed) if typed else None)


class RemoveDialog(ChangeDialog):
    """Tokens to remove, by id or text."""

    def __init__(self, parent: QWidget, change: Remove | None = None) -> None:
        super().__init__(parent)
        self.set_head(self.tr("Remove tokens"), "")
        self._why = change.why if change else ""
        self.ids, self.text = QLineEdit(), QLineEdit()
        self.ids.setMaxLength(1 << 24)
        self.ids.setPlaceholderText("300, 310-320")
        self.text.setPlaceholderText(self.tr("one token, with its spaces"))
        self.with_dependants = QCheckBox(self.tr("Also remove tokens built from them"))
        self.row(self.tr("Ids"), self.ids)
        self.row(self.tr("Text"), self.text)
        self.wide(self.with_dependants)
        if change:
            self.ids.setText(_ranges(change.ids))
            self.text.setText(change.texts[0] if change.texts else "")
            self.with_dependants.setChecked(change.with_dependants)
        for field in (self.ids, self.text):
            field.setFont(theme.token_font(13))
            field.textChanged.connect(self.renew)
        self.renew()

    def change(self) -> Remove | None:
        """Return the removal."""
        ids = _ids(self.ids.text())
        texts = (self.text.text(),) if self.text.text() else ()
        if ids is None or not (ids or texts):
            return None
        return Remove(ids, texts, with_dependants=self.with_dependants.isChecked(), why=self._why)


def _ids(typed: str) -> tuple[int, ...] | None:
    """Return the ids in text such as "300, 310-320", None if it is anything else."""
    ids: dict[int, None] = {}
    for part in filter(str.strip, re.split(r"[,;\s]+(?![-–])", re.sub(r"\s*[-–]\s*", "-", typed))):
        match = _IDS.fullmatch(part)
        if match is None:
            return None
        first, last = int(match[1]), int(match[2] or match[1])
        if not 0 <= last - first < MOST_IDS:
            return None
        ids |= dict.fromkeys(range(first, last + 1))
    return tuple(ids)


def _ranges(ids: Sequence[int]) -> str:
    """Return ids as they would be typed, consecutive ones as a range."""
    parts: list[list[int]] = []
    for each in ids:
        if parts and each == parts[-1][1] + 1:
            parts[-1][1] = each
        else:
            parts.append([each, each])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)


class RuleDialog(ChangeDialog):
    """A rule that chooses the tokens to remove."""

    def __init__(
        self,
        parent: QWidget,
        text: Callable[[], TextSource | None],
        sources: Callable[[], tuple[str | SourceOptions, ...]],
        change: RemoveBy | None = None,
    ) -> None:
        super().__init__(parent)
        self.set_head(
            self.tr("Remove tokens by a rule"), self.tr("Single bytes and special tokens always stay.")
        )
        self._text, self._sources = text, sources
        self.rule, self.where, self.script = Choice(), Choice(), QComboBox()
        for key, words in (
            ("unused", self.tr("Not used in a text")),
            ("residue", self.tr("Mostly merged further: residues")),
            ("script", self.tr("With characters of a script")),
            ("pattern", self.tr("Matching a regular expression")),
        ):
            self.rule.addItem(words, key)
        self.where.addItem(self.tr("The open text"), "text")
        self.where.addItem(self.tr("The corpus"), "corpus")
        self.script.setEditable(True)
        self.script.addItems(SCRIPTS)
        self.pattern = QLineEdit()
        self.pattern.setFont(theme.token_font(13))
        self.share = QDoubleSpinBox()
        self.share.setRange(0.01, 100.0)
        self.share.setValue(5.0)
        self.share.setSuffix(" %")
        self.share.setToolTip(self.tr("Of all times that a token is made, the share in which it remains"))
        self.with_dependants = QCheckBox(self.tr("Also remove tokens built from them"))
        self.row(self.tr("Which"), self.rule)
        self._fields_of = tuple(
            ((self.row(label, field), field), rules)
            for label, field, rules in (
                (self.tr("Counted in"), self.where, ("unused", "residue")),
                (self.tr("Remains in under"), self.share, ("residue",)),
                (self.tr("Script"), self.script, ("script",)),
                (self.tr("Pattern"), self.pattern, ("pattern",)),
            )
        )
        self.wide(self.with_dependants)
        if change:
            self._show(change)
        self.rule.currentIndexChanged.connect(self.renew)
        self.where.currentIndexChanged.connect(self.renew)
        self.script.currentTextChanged.connect(self.renew)
        self.pattern.textChanged.connect(self.renew)
        self.renew()

    def _show(self, change: RemoveBy) -> None:
        self.rule.setCurrentIndex(self.rule.findData(change.rule))
        of_text = any(isinstance(source, TextSource) for source in change.sources)
        self.where.setCurrentIndex(0 if of_text or not change.sources else 1)
        self.with_dependants.setChecked(change.with_dependants)
        if change.rule == "residue":
            self.share.setValue(100 * float(change.value))
        elif change.rule == "script":
            self.script.setCurrentText(str(change.value))
        elif change.rule == "pattern":
            self.pattern.setText(str(change.value))

    def renew(self) -> None:
        """Show the fields of the rule."""
        rule = self.rule.currentData()
        for widgets, rules in self._fields_of:
            for widget in widgets:
                widget.setVisible(rule in rules)
        super().renew()

    def change(self) -> RemoveBy | None:
        """Return the rule."""
        rule, also = self.rule.currentData(), self.with_dependants.isChecked()
        if rule == "script":
            script = self.script.currentText().strip()
            return RemoveBy(rule, script, with_dependants=also) if script else None
        if rule == "pattern":
            pattern = self.pattern.text()
            return RemoveBy(rule, pattern, with_dependants=also) if pattern else None
        sources = self._sources() if self.where.currentData() == "corpus" else _some(self._text())
        value = self.share.value() / 100 if rule == "residue" else ""
        return RemoveBy(rule, value, sources, also) if sources else None


def _some(source: TextSource | None) -> tuple[TextSource, ...]:
    return () if source is None else (source,)


class CutDialog(ChangeDialog):
    """How many merges to keep."""

    def __init__(self, parent: QWidget, n_merges: int, change: Cut | None = None) -> None:
        super().__init__(parent)
        self.set_head(
            self.tr("Keep the first merges"), self.tr("The tokens of all later merges are removed.")
        )
        self.n_merges = QSpinBox()
        self.n_merges.setRange(0, n_merges)
        self.n_merges.setGroupSeparatorShown(True)
        self.n_merges.setValue(change.n_merges if change else n_merges)
        self.row(self.tr("Merges"), self.n_merges)

    def change(self) -> Cut:
        """Return the cut."""
        return Cut(self.n_merges.value())


class ExtendDialog(ChangeDialog):
    """How many merges to learn from the corpus."""

    def __init__(
        self,
        parent: QWidget,
        sources: tuple[str | SourceOptions, ...],
        names: str,
        change: Extend | None = None,
    ) -> None:
        super().__init__(parent)
        self.set_head(
            self.tr("Add merges learned from the corpus"),
            self.tr("Training continues after the existing merges, which stay as they are."),
        )
        self._sources = sources
        self.n_merges = QSpinBox()
        self.n_merges.setRange(1, 1_000_000)
        self.n_merges.setGroupSeparatorShown(True)
        self.n_merges.setValue(change.n_merges if change else 1000)
        self.row(self.tr("Merges"), self.n_merges)
        self.row(self.tr("Corpus"), Label(names, "small", "text2", elided=True))
        self.renew()

    def change(self) -> Extend | None:
        """Return the extension, None without a corpus."""
        return Extend(self._sources, self.n_merges.value()) if self._sources else None


class MergeDialog(ChangeDialog):
    """The tokenizer whose tokens are to be added."""

    def __init__(
        self,
        parent: QWidget,
        others: Sequence[tuple[TokenizerInfo, str]],
        change: MergeWith | None = None,
    ) -> None:
        """Offer tokenizers, each with the name that a change reads it by, its data."""
        super().__init__(parent)
        self.set_head(
            self.tr("Add the tokens of another tokenizer"),
            self.tr(
                "Tokens that the merges of this one cut apart are left out and listed, and so are special "
                "tokens."
            ),
        )
        self.other = Choice()
        for info, file in others:
            named = bool(info.path) or file == SAMPLE_TOKENIZER
            shown = info.name if named else self.tr("{name} (not saved yet)").format(name=info.name)
            self.other.addItem(shown, MergeWith(file, name="" if named else info.name))
        if change:
            files = [other.file for other in map(self.other.itemData, range(self.other.count()))]
            self.other.setCurrentIndex(files.index(change.file) if change.file in files else 0)
        self.row(self.tr("Tokenizer"), self.other)
        self.renew()

    def change(self) -> MergeWith | None:
        """Return the addition of the other's tokens."""
        chosen = self.other.currentData()
        return chosen if isinstance(chosen, MergeWith) else None
