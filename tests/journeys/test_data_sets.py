"""A data set is encoded, canceled and continued; the files of a folder are counted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton

import workbench
from tests.journeys.conftest import Person
from tests.journeys.test_accessibility import controls, name_of
from tests.journeys.test_token_files import card, choose, opened, run, told
from workbench.api import datasets
from workbench.shell.dialogs.count_dialog import CountDialog
from workbench.shell.dialogs.count_table import TOKENS
from workbench.shell.dialogs.dataset_dialog import DatasetDialog
from workbench.shell.dialogs.export_cards import FailedCard

END = "<|endoftext|>"


@pytest.fixture
def own(person: Person, tmp_path: Path) -> Iterator[Person]:
    """A person at the window with a tokenizer that has an end mark, and a folder of texts."""
    (tmp_path / "texts" / "more").mkdir(parents=True)
    for number in range(40):
        (tmp_path / "texts" / f"{number:02}.txt").write_text(f"Text number {number}. " * (number + 1))
    (tmp_path / "texts" / "more" / "last.txt").write_text(f"the last {END} of all")
    (tmp_path / "texts" / "binary").write_bytes(bytes(range(256)))
    tokenizer = workbench.train("sample:", vocab_size=300, special_tokens=[END], roles={"eos": END})
    workbench.save_tokenizer(tokenizer, tmp_path / "own.json")
    person.parts.window.settings.last_folder = str(tmp_path)
    person.parts.session.tokenizers.open(str(tmp_path / "own.json"))
    person.wait(lambda: str(person.tokenizer.path) == str(tmp_path / "own.json"))
    yield person
    for kind in (DatasetDialog, CountDialog):
        for dialog in person.parts.window.findChildren(kind):
            dialog.close()


def dataset_dialog(person: Person) -> DatasetDialog:
    run(person, "file.encode_set")
    dialog = opened(person, DatasetDialog)
    assert isinstance(dialog, DatasetDialog)
    return dialog


def ids_of(folder: Path, name: str) -> list[int]:
    return [int(i) for path in sorted(folder.glob(f"{name}-*.npy")) for i in np.load(path)]


def test_a_folder_is_encoded_with_end_marks_and_values_are_remembered(own: Person, tmp_path: Path) -> None:
    dialog = dataset_dialog(own)
    assert not dialog.start.isEnabled()  # the corpus is empty
    assert dialog.end_mark.currentData() == END
    dialog.set_sources([str(tmp_path / "texts")])
    assert dialog.path.text() == str(tmp_path / "texts-ids")
    choose(own, dialog.form, "npy")
    dialog.shard_ids.setValue(1000)
    dialog.held_out.setValue(20)
    assert [b.text() for b in dialog.findChildren(QAbstractButton) if b.isVisible() and not b.toolTip()] == []
    assert [each for each in controls(dialog) if not name_of(each)] == []
    own.click(dialog.start)
    said = card(own, dialog)
    found = workbench.open_tokenizer(tmp_path / "own.json")
    same = workbench.encode_dataset(
        found, tmp_path / "texts", tmp_path / "same", form="npy", shard_ids=1000, end=END, held_out=0.2
    )
    for name in ("train", "val"):
        assert ids_of(tmp_path / "texts-ids", name) == ids_of(tmp_path / "same", name) != []
    assert f"{same.splits['train'].n_ids:,} ids in" in said
    assert f"{END} 1 time" in said
    assert "1 file was left out. binary:" in said
    assert not dialog.start.isEnabled()
    own.bot.keyClick(dialog, Qt.Key.Key_Escape)
    own.wait(lambda: not own.parts.window.findChildren(DatasetDialog))
    dialog = dataset_dialog(own)
    assert (dialog.form.currentData(), dialog.shard_ids.value(), dialog.held_out.value()) == ("npy", 1000, 20)
    assert dialog.sources.paths == (str(tmp_path / "texts"),)
    assert dialog.path.text() == str(tmp_path / "texts-ids2")


def test_a_document_ends_with_eos_or_without_a_mark(own: Person, tmp_path: Path) -> None:
    assert "No mark" not in told(dataset_dialog(own))
    own.bot.keyClick(own.parts.window.findChildren(DatasetDialog)[0], Qt.Key.Key_Escape)
    own.wait(lambda: not own.parts.window.findChildren(DatasetDialog))
    workbench.save_tokenizer(
        workbench.train("sample:", vocab_size=300, special_tokens=[END]), tmp_path / "no eos.model"
    )
    own.parts.session.tokenizers.open(str(tmp_path / "no eos.model"))
    own.wait(lambda: str(own.tokenizer.path) == str(tmp_path / "no eos.model"))
    dialog = dataset_dialog(own)
    assert dialog.end_mark.currentData() == ""  # as --eos is refused, whatever the tokens are called
    assert "No mark separates the documents" in told(dialog)
    choose(own, dialog.end_mark, END)
    assert "No mark" not in told(dialog)


def test_the_corpus_is_encoded_as_its_panel_reads_it(own: Person, tmp_path: Path) -> None:
    sources = own.parts.corpus.sources
    sources.add_paths([str(tmp_path / "texts" / "05.txt")])
    own.wait(lambda: sources.enabled_sources())
    own.parts.corpus.changing.read([0], weight=2.0)
    dialog = dataset_dialog(own)
    assert "each document is written once" in told(dialog)
    assert "1 source" in dialog.sources.currentText()
    assert dialog.sources.options(0.1)[0].path == str(tmp_path / "texts" / "05.txt")
    own.click(dialog.start)
    card(own, dialog)
    record = json.loads((tmp_path / "corpus-ids" / "dataset.json").read_text())
    assert record["splits"]["train"]["documents"] == 1


def test_a_cancel_keeps_whole_shards_and_the_set_is_continued(
    own: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, going = datasets.encode_dataset, True

    def slowly(*arguments: object) -> object:
        steps = real(*arguments)  # type: ignore[arg-type]
        while True:
            try:
                step = next(steps)
            except StopIteration as end:
                return end.value
            while step.n_ids > 3000 and going:
                yield step
            yield step

    monkeypatch.setattr("workbench.worker.jobs.datasets.encode_dataset", slowly)
    monkeypatch.setattr(datasets, "_BATCH", 500)
    dialog = dataset_dialog(own)
    dialog.set_sources([str(tmp_path / "texts")])
    dialog.shard_ids.setValue(1000)
    own.click(dialog.start)
    folder = tmp_path / "texts-ids"
    own.wait(lambda: (folder / "train-00002.bin").exists())
    own.click(own.button("Cancel", dialog))
    own.wait(dialog.start.isVisible)
    assert "you can continue later" in told(dialog)
    assert dialog.start.text() == "Continue"
    assert sorted(path.name for path in folder.iterdir())[0] == "dataset.unfinished.json"
    own.bot.keyClick(dialog, Qt.Key.Key_Escape)
    own.wait(lambda: not own.parts.window.findChildren(DatasetDialog))
    going = False
    dialog = dataset_dialog(own)
    assert (dialog.path.text(), dialog.start.text()) == (str(folder), "Continue")
    own.click(dialog.start)
    card(own, dialog)
    tokenizer = workbench.open_tokenizer(tmp_path / "own.json")
    workbench.encode_dataset(tokenizer, tmp_path / "texts", tmp_path / "same", shard_ids=1000, end=END)
    for path in folder.iterdir():
        assert path.read_bytes() == (tmp_path / "same" / path.name).read_bytes()


def has_room(dialog: DatasetDialog) -> bool:
    layout = dialog.layout()
    return layout is not None and dialog.height() >= layout.totalHeightForWidth(dialog.width())


def test_what_goes_wrong_is_said_in_the_dialog(own: Person, tmp_path: Path) -> None:
    dialog = dataset_dialog(own)
    dialog.set_sources([str(tmp_path / "texts")])
    dialog.set_path(str(tmp_path / "texts" / "inside"))
    own.click(dialog.start)
    said = card(own, dialog, FailedCard)
    assert "The data set was not finished" in said
    assert "Nothing was changed" not in said
    assert "Choose a folder outside" in said
    assert has_room(dialog)


def test_the_files_of_a_folder_are_counted_sorted_and_copied(own: Person, tmp_path: Path) -> None:
    run(own, "file.count_folder")
    dialog = opened(own, CountDialog)
    assert isinstance(dialog, CountDialog)
    assert [b.text() for b in dialog.findChildren(QAbstractButton) if b.isVisible() and not b.toolTip()] == []
    own.bot.keyClicks(dialog.path, str(tmp_path / "texts"))
    own.bot.keyClick(dialog.path, Qt.Key.Key_Return)
    own.wait(dialog.by.isEnabled)
    expected = workbench.count([tmp_path / "texts"], [workbench.open_tokenizer(tmp_path / "own.json")])
    rows = dialog.table.rows
    assert rows.counts == expected
    assert f"{sum(each.tokens[0] for each in expected):,} tokens in 41 files" in told(dialog)
    assert "1 file was left out. binary:" in told(dialog)
    dialog.table.sortByColumn(TOKENS, Qt.SortOrder.DescendingOrder)
    assert rows.index(0, 0).data() == "39.txt"
    assert rows.index(40, 0).data() == min(expected, key=lambda each: each.tokens[0]).path.split("texts/")[1]
    own.bot.keyClick(dialog.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "Name\tTokens\tBytes of text"
    assert len(lines) == 42
    name, tokens, n_bytes = lines[1].split("\t")
    assert (name, int(tokens), int(n_bytes)) == ("39.txt", expected[39].tokens[0], expected[39].n_bytes)
    dialog.by.set_value("folder")
    assert rows.rowCount() == 2
    assert rows.index(0, TOKENS).data() == f"{sum(each.tokens[0] for each in expected[:40]):,}"


def test_counting_is_canceled(own: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(tokenizers: object, reading: object) -> Iterator[int]:
        while True:
            yield 0

    monkeypatch.setattr("workbench.worker.jobs.datasets.count_files", never)
    run(own, "file.count_folder")
    dialog = opened(own, CountDialog)
    assert isinstance(dialog, CountDialog)
    dialog.set_path(str(tmp_path / "texts"))
    own.wait(lambda: " of " in told(dialog))
    own.click(own.button("Cancel", dialog))
    own.wait(dialog.start.isEnabled)
    assert "Canceled" in told(dialog)


def test_a_folder_that_is_not_there_is_said(own: Person, tmp_path: Path) -> None:
    run(own, "file.count_folder")
    dialog = opened(own, CountDialog)
    assert isinstance(dialog, CountDialog)
    dialog.set_path(str(tmp_path / "none"))
    assert "none was not counted" in card(own, dialog, FailedCard)
