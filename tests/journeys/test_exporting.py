"""Export: a format is chosen, the file proved in its own library, and nothing is left behind by a cancel."""

from __future__ import annotations

import gzip
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from tests.journeys.conftest import Person
from workbench.api.files import open_file
from workbench.formats import registry
from workbench.formats.format import Fit, Notice
from workbench.formats.minbpe import format as minbpe_model
from workbench.formats.proof import prove
from workbench.shell.dialogs.export_cards import EqualCard, FailedCard, PartedCard, SnippetView
from workbench.shell.dialogs.export_dialog import ExportDialog
from workbench.shell.dialogs.export_rows import TwoRows

TEXT = b"Hello, world. The quick brown fox.\n\nvery unforgettable \n"


@pytest.fixture
def export(person: Person, tmp_path: Path) -> ExportDialog:
    """The dialog, opened from the tool bar, with an open text; files go to an empty folder."""
    person.parts.window.settings.last_folder = str(tmp_path)
    person.parts.tokens.set_text(TEXT, "")
    person.wait(person.encoded)
    person.click(person.button("Export", person.parts.window.toolbar))
    person.wait(lambda: person.parts.exporting.dialog is not None)
    dialog = person.parts.exporting.dialog
    assert dialog is not None
    person.wait(lambda: dialog.formats.target() is not None, 10_000)
    return dialog


def walk_to(person: Person, dialog: ExportDialog, format_name: str) -> None:
    """Press Down in the list until a format is chosen."""
    for _ in range(2 * dialog.formats.count()):
        if dialog.formats.target().format == format_name:
            return
        person.bot.keyClick(dialog.formats, Qt.Key.Key_Down)
    pytest.fail(f"{format_name} is not in the list")


def test_a_file_is_proved_in_its_library_and_its_snippet_copied(
    person: Person, export: ExportDialog, tmp_path: Path
) -> None:
    walk_to(person, export, "tiktoken")
    assert export.path.text() == str(tmp_path / "sample-4k.tiktoken")
    assert export.proof.currentText() == f"The open text, {len(TEXT)} bytes"
    person.click(export.start)
    person.wait(lambda: export.findChildren(EqualCard))
    title = export.findChild(EqualCard).title.text()
    ids = person.ids()
    assert title == f"Equal on {len(ids)} tokens"
    assert sorted(path.name for path in tmp_path.glob("sample*")) == [
        "sample-4k.tiktoken",
        "sample-4k.tiktoken.card.json",
    ]
    assert open_file(tmp_path / "sample-4k.tiktoken").tokenizer.encode_ordinary(TEXT) == ids
    view = export.findChild(SnippetView)
    person.click(view.copy)
    copied = QApplication.clipboard().text()
    tokenizer = open_file(tmp_path / "sample-4k.tiktoken").tokenizer
    assert "import tiktoken" in copied
    assert f"# {tokenizer.encode_ordinary('Hello, world')}" in copied
    assert not export.start.isVisible()
    person.click(person.button("Done", export))
    person.wait(lambda: person.parts.exporting.dialog is None)


def test_return_in_the_field_exports_only_what_the_button_would(
    person: Person, export: ExportDialog, tmp_path: Path
) -> None:
    for name, starts in (("llama2c", False), ("minbpe", True)):
        export.formats.choose(name)
        export.path.setText(str(tmp_path / "mine.model"))
        assert export.start.isVisible() == starts
        person.bot.keyClick(export.path, Qt.Key.Key_Return)
        assert export.start.isHidden()
    person.wait(lambda: export.findChildren(EqualCard))
    assert (tmp_path / "mine.model").exists()


def test_what_no_library_encodes_is_called_not_judged(person: Person, export: ExportDialog) -> None:
    walk_to(person, export, "minbpe")
    person.click(export.start)
    person.wait(lambda: export.findChildren(EqualCard))
    assert export.findChild(EqualCard).title.text() == "Not checked"
    shown = {label.text() for label in export.findChildren(QLabel)}
    assert "Encoded only by the workbench" in shown
    assert not any(text.startswith("Both encoded") for text in shown)


def test_a_proof_leaves_out_what_a_training_leaves_out(person: Person, tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "a.txt").write_bytes(TEXT)
    (folder / "b.txt").write_bytes(TEXT)
    (folder / "binary.bin").write_bytes(bytes(range(256)) * 20)
    (folder / "cut.txt.gz").write_bytes(gzip.compress(os.urandom(4000).hex().encode())[:-1000])
    corpus = person.parts.corpus
    corpus.sources.add_paths([str(folder)])
    person.wait(corpus.sources.enabled_sources)
    source = corpus.sources.model.sources[0]
    corpus.changing.read_files([(source, (("b.txt", "left_out", ""),))], "", lambda: None)
    person.parts.window.settings.last_folder = str(tmp_path)
    person.click(person.button("Export", person.parts.window.toolbar))
    person.wait(lambda: person.parts.exporting.dialog is not None)
    dialog = person.parts.exporting.dialog
    assert dialog is not None
    person.wait(lambda: dialog.formats.target() is not None, 10_000)
    walk_to(person, dialog, "tiktoken")
    assert dialog.proof.currentText().startswith("The corpus and the open text")
    person.click(dialog.start)
    person.wait(lambda: dialog.findChildren(EqualCard))
    assert dialog.findChild(EqualCard).title.text().startswith("Equal on ")
    (told,) = [label for label in dialog.findChildren(QLabel) if "not whole" in label.text()]
    start = "3 files are not in the proof, or not whole, as in a training"
    assert told.text() == f"{start}: b.txt, binary.bin, cut.txt.gz"
    assert f"{folder / 'binary.bin'}: it contains NUL bytes" in told.toolTip()
    assert "{" not in told.toolTip()


def test_merges_as_texts_for_old_readers(person: Person, export: ExportDialog, tmp_path: Path) -> None:
    assert export.formats.target().format != "hf"
    assert not export.old_readers.isVisible()
    walk_to(person, export, "hf")
    assert export.old_readers.isVisible()
    export.old_readers.setFocus()
    person.bot.keyClick(export.old_readers, Qt.Key.Key_Space)
    person.click(export.start)
    person.wait(lambda: export.findChildren(EqualCard))
    written = json.loads((tmp_path / os.path.basename(export.path.text())).read_bytes())
    assert {type(merge) for merge in written["model"]["merges"]} == {str}


def test_formats_that_cannot_hold_it_are_folded(person: Person, export: ExportDialog) -> None:
    formats = export.formats
    heads = [row for row in range(formats.count()) if formats.item(row).text().startswith("Would give")]
    (head,) = heads
    folded = formats.count() - head - 1
    assert formats.item(head).text() == f"Would give other ids: {folded}…"
    assert formats.item(head + 1).isHidden()
    place = formats.visualItemRect(formats.item(head)).center()
    person.bot.mouseClick(formats.viewport(), Qt.MouseButton.LeftButton, pos=place)
    person.wait(lambda: formats.currentRow() == head + 1 and formats.currentItem().isSelected())
    assert not formats.item(head + 1).isHidden()
    assert formats.item(head).text() == "Would give other ids"


def test_what_cannot_be_held_is_named_and_cannot_be_started(person: Person, export: ExportDialog) -> None:
    walk_to(person, export, "llama2c")
    assert "scores" in export.formats.currentItem().toolTip()
    assert not export.start.isVisible()
    person.bot.keyClick(export, Qt.Key.Key_Escape)
    person.wait(lambda: person.parts.exporting.dialog is None)


def test_a_cancel_leaves_no_file_behind(
    person: Person, export: ExportDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*arguments: object) -> object:
        while True:
            yield None

    monkeypatch.setattr(prove, "prove", never)
    walk_to(person, export, "tiktoken")
    person.click(export.start)
    person.wait(lambda: list(tmp_path.glob(".sample*")))
    person.click(person.button("Cancel", export))
    person.wait(export.start.isVisible)
    person.wait(lambda: not [path for path in tmp_path.iterdir() if "sample" in path.name])
    assert export.isVisible()
    export.reject()


def test_where_the_two_part_is_shown_and_nothing_written(
    person: Person, export: ExportDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(source):
        return replace(minbpe_model.read(source), pattern_name="custom", pattern=r"\p{L}|\P{L}+")

    lossy = replace(
        minbpe_model.FORMAT,
        name="lossy",
        title="Lossy",
        suffix=".lossy",
        read=forgetful,
        judge=lambda tokenizer: Fit("other_ids", (Notice("cannot_hold_pattern_line_end"),)),
    )
    monkeypatch.setattr(registry, "FORMATS", (*registry.FORMATS, lossy))
    export.reject()
    person.wait(lambda: person.parts.exporting.dialog is None)
    person.parts.window.commands["file.export"].trigger()
    dialog = person.parts.exporting.dialog
    person.wait(lambda: dialog.formats.target() is not None)
    walk_to(person, dialog, "lossy")
    assert dialog.start.text() == "Try the proof"
    person.click(dialog.start)
    person.wait(lambda: dialog.findChildren(PartedCard))
    card = dialog.findChild(PartedCard)
    assert card.title.text() == "Not equal: nothing was written."
    assert card.findChild(TwoRows).accessibleDescription().startswith("A: ")
    assert list(tmp_path.glob("*lossy*")) == []
    person.click(person.button("Export as", card))
    assert dialog.formats.target().level == "whole"
    walk_to(person, dialog, "lossy")
    person.click(dialog.start)
    person.wait(lambda: dialog.findChildren(PartedCard))
    person.click(person.button("Write anyway", dialog.findChild(PartedCard)))
    person.wait(lambda: dialog.findChildren(EqualCard))
    assert dialog.findChild(EqualCard).title.text() == "Written, with other ids"
    assert list(tmp_path.glob("*.lossy"))
    dialog.reject()


def test_a_folder_that_is_gone_is_told_in_the_dialog(
    person: Person, export: ExportDialog, tmp_path: Path
) -> None:
    walk_to(person, export, "minbpe")
    export.path.selectAll()
    person.bot.keyClicks(export.path, str(tmp_path / "gone" / "a.model"))
    person.click(export.start)
    person.wait(lambda: export.findChildren(FailedCard))
    told = " ".join(label.text() for label in export.findChild(FailedCard).findChildren(QLabel))
    assert told.replace("\u200b", "").startswith("a.model was not written: its folder does not exist")
    assert "Nothing was changed." in told
    assert not (tmp_path / "gone").exists()
    export.reject()
