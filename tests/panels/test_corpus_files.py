"""The list of files in the Corpus panel: a million of them, what a run left out, by key and mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.panels.learned import info
from tests.panels.test_corpus import LETTER, NOTES, Told, add
from workbench.panels.corpus.file_list import MOST_CHOSEN, FileList
from workbench.panels.corpus.file_model import FileModel, ListedFile
from workbench.panels.corpus.panel import CorpusPanel
from workbench.worker.messages import CorpusMeasured, MeasureCorpus, SourceMeasures, Trained

FILES = [
    ListedFile("a.txt", "text", "utf-8", 1_200),
    ListedFile("b.bin", size=5_000, problem="looks_binary"),
    ListedFile("sub/ä.csv", "table", "cp1252", 9_000_000, changed=True),
    ListedFile("sub/z.jsonl", "json", "utf-8", 30, out=True),
]


@pytest.fixture
def model() -> FileModel:
    model = FileModel()
    model.append(FILES)
    return model


@pytest.fixture
def panel(qtbot: QtBot) -> CorpusPanel:
    panel = CorpusPanel()
    qtbot.addWidget(panel)
    qtbot.addWidget(panel.preview)
    panel.resize(288, 400)
    panel.show()
    return panel


def texts(model: FileModel) -> list[str]:
    role = Qt.ItemDataRole.AccessibleTextRole
    return [model.index(row, 0).data(role) for row in range(model.rowCount())]


def test_rows_say_name_size_kind_encoding_and_problem(model: FileModel) -> None:
    assert texts(model) == [
        "a.txt, 1.2 KB, Text, UTF-8",
        "b.bin, 5.0 KB, is not text",
        "sub/ä.csv, 9.0 MB, Table, Windows-1252, as you chose",
        "sub/z.jsonl, 30 bytes, left out by you",
    ]
    assert [model.file(n) for n in range(model.n_files)] == FILES
    assert [model.number_of(file.name) for file in FILES] == [0, 1, 2, 3]
    assert model.number_of("sub/ä") == model.number_of("z.jsonl") == -1


def test_only_what_is_not_read_is_shown(model: FileModel) -> None:
    model.show_only_left_out(True)
    model.append([ListedFile("later.gz", problem="packed_cut"), ListedFile("fine.txt")])
    assert [text.split(",")[0] for text in texts(model)] == ["b.bin", "sub/z.jsonl", "later.gz"]
    assert [model.number(row) for row in range(3)] == [1, 3, 4]
    assert [model.row_of(number) for number in range(6)] == [-1, 0, -1, 1, 2, -1]
    model.set_out([5], True)
    assert model.n_left_out == 4
    model.show_only_left_out(False)
    assert model.rowCount() == model.n_files == 6


def test_a_million_files_ask_python_only_for_what_is_seen(qtbot: QtBot) -> None:
    model = FileModel()
    view = FileList(model)
    qtbot.addWidget(view)
    view.resize(288, 460)
    view.show()
    asked: list[int] = []
    data = model.data
    model.data = lambda index, role=0: (asked.append(index.row()), data(index, role))[1]
    portion = [ListedFile(f"folder/file-{n:03}.txt", "text", "utf-8", n) for n in range(1000)]
    for _ in range(1000):
        model.append(portion)
    assert model.rowCount() == 1_000_000
    view.scrollToBottom()
    view.selectAll()
    qtbot.waitUntil(lambda: 999_999 in asked)
    qtbot.keyClick(view, Qt.Key.Key_F)  # a letter would have Qt compare all names
    assert len(set(asked)) < 100
    assert len(view.chosen_rows()) == MOST_CHOSEN + 1


def trained(**facts: object) -> Trained:
    return Trained(7, info(), "size", 5.4, 1000, 4000, **facts)  # type: ignore[arg-type]


def test_what_a_run_left_out_stands_with_its_reasons(panel: CorpusPanel, qtbot: QtBot) -> None:
    told = Told(panel)
    add(panel, told, NOTES)
    skipped = (("/texts/notes/a/b.bin", "looks_binary"), ("/elsewhere/c.gz", "packed_cut"))
    panel.show_left_out(trained(skipped=skipped))
    page = panel.files.page
    assert page.isVisible()
    assert texts(page.model) == ["a/b.bin, is not text", "/elsewhere/c.gz, ends early"]
    assert page.facts() == "2 files"
    qtbot.keyClick(page.view, Qt.Key.Key_Escape)
    assert panel.view.isVisible()
    assert not page.isVisible()


def test_faults_come_to_the_list_when_they_are_counted(panel: CorpusPanel, qtbot: QtBot) -> None:
    told = Told(panel)
    add(panel, told, LETTER)
    with qtbot.waitSignal(panel.measuring.requested) as asked:
        panel.show_left_out(trained(n_faults=2))
    request: MeasureCorpus = asked.args[0]
    page = panel.files.page
    assert page.facts() == "0 files…"
    faulty = SourceMeasures(LETTER.path, 900_000, 0, 0, faults=(("json_broken", 2),))
    panel.measuring.take(
        CorpusMeasured(request.request_id, (faulty,), 1, 1, 1, 1, 0, 0, (), [0], (), 0, (b"", 0))  # type: ignore[arg-type]
    )
    assert texts(page.model) == ["letter.txt, 2 lines are broken"]
    assert page.facts() == "1 file"
