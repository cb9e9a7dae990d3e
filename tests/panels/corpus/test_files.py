"""The list of files in the Corpus panel: a million of them, what a run left out, by key and mouse."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.fake_lanes import Asked
from tests.panels.corpus.test_panel import LETTER, NOTES, Told, add
from tests.panels.corpus.test_reading import action
from tests.panels.learned import info
from workbench.engine.corpus.scanning import Scanned
from workbench.engine.corpus.source_options import LEFT_OUT, SourceOptions
from workbench.engine.judging.survey import SourceMeasures, Survey
from workbench.panels.corpus.file_list import MOST_CHOSEN, FileList
from workbench.panels.corpus.file_model import FileModel, ListedFile
from workbench.panels.corpus.panel import CorpusPanel
from workbench.panels.corpus.row_paint import tick_rect
from workbench.panels.corpus.source_list import picker_rect
from workbench.widgets.findings import LEFT_OUT_KEY
from workbench.widgets.strips import EmptyState
from workbench.worker.messages.corpus import (
    CorpusMeasured,
    FileLook,
    FilesListed,
    FilesLookedAt,
    ListFiles,
    LookAtFiles,
    MeasureCorpus,
    PreviewSource,
    SourcesScanned,
)
from workbench.worker.messages.training import Trained

FILES = [
    ListedFile("a.txt", "text", "utf-8", 1_200),
    ListedFile("b.bin", size=5_000, problem="looks_binary"),
    ListedFile("sub/ä.csv", "table", "cp1252", 9_000_000, changed=True),
    ListedFile("sub/z.jsonl", "json", "utf-8", 30, out=True),
]


@pytest.fixture
def model() -> FileModel:
    model = FileModel()
    model.append_files(FILES)
    for number, file in enumerate(FILES):
        model.put(number, file)
    return model


@pytest.fixture
def panel(qtbot: QtBot) -> CorpusPanel:
    panel = CorpusPanel(asks := Asked())
    panel.asks = asks  # type: ignore[attr-defined]
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
    model.append_files([ListedFile("later.gz", problem="packed_cut"), ListedFile("fine.txt")])
    assert [text.split(",")[0] for text in texts(model)] == ["b.bin", "sub/z.jsonl", "later.gz"]
    assert [model.number(row) for row in range(3)] == [1, 3, 4]
    assert [model.row_of(number) for number in range(6)] == [-1, 0, -1, 1, 2, -1]
    model.set_out([5], True)
    model.take_look(0, FileLook("a.txt", problem="looks_binary", cause="It holds NUL", remedy="Leave it."))
    assert [text.split(",")[0] for text in texts(model)] == [
        "a.txt", "b.bin", "sub/z.jsonl", "later.gz", "fine.txt",
    ]  # fmt: skip
    assert model.file(0).note == "It holds NUL. Leave it."
    assert model.n_left_out == 5
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
    names = "".join(f"folder/file-{n:03}.txt\0" for n in range(1000)).encode()
    nothing = np.zeros(1000, np.uint8)
    portion = FilesListed(1, "/folder", 0, names, np.arange(1000), nothing, ())
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
    qtbot.waitUntil(lambda: page.facts() == "2 files")
    assert texts(page.model) == ["a/b.bin, is not text", "/elsewhere/c.gz, ends early"]
    folder = Folder(panel)
    page.view.selectRow(0)
    qtbot.keyClick(page.view, Qt.Key.Key_Return)  # to the file in the list of its source
    folder.answer(listed("a/a.txt", "a/b.bin"))
    assert page.view.currentIndex().data() == "a/b.bin"
    qtbot.keyClick(page.view, Qt.Key.Key_Escape)
    assert panel.view.isVisible()
    assert not page.isVisible()


def test_of_several_sources_the_names_begin_with_theirs(panel: CorpusPanel, qtbot: QtBot) -> None:
    folder = Folder(panel)
    more = Scanned("/texts/more", "folder", "more", 2, 20)
    add(panel, folder.told, NOTES, more)
    panel.show_left_out(trained(skipped=(("/texts/more/b.bin", "looks_binary"),)))
    qtbot.waitUntil(lambda: folder.page.facts() == "1 file")
    assert folder.names() == ["more/b.bin"]
    folder.choose(0)
    panel.files.preview()
    assert [request.source.path for request in folder.asked] == [more.path]
    folder.answer(listed("b.bin"))
    assert folder.page.view.currentIndex().data() == "b.bin"


def test_faults_come_to_the_list_when_they_are_counted(panel: CorpusPanel, qtbot: QtBot) -> None:
    told = Told(panel)
    add(panel, told, LETTER)
    panel.show_left_out(trained(n_faults=2))
    (request,) = panel.asks.of(MeasureCorpus)
    page = panel.files.page
    assert page.facts() == "0 files…"
    faulty = SourceMeasures(LETTER.path, 900_000, 0, 0, faults=(("json_broken", 2),))
    panel.asks.tell(
        CorpusMeasured(request.request_id, Survey((faulty,), 1, 1, 1, 1, 0, 0, (), [0]))  # type: ignore[arg-type]
    )
    assert texts(page.model) == ["letter.txt, 2 lines are broken"]
    assert page.facts() == "1 file"


# --- a folder, file by file -----------------------------------------------------------------------------


def listed(*names: str, **left_out: str) -> FilesListed:
    """A portion, without the id of its request."""
    codes = tuple(dict.fromkeys(left_out.values()))
    reasons = [codes.index(left_out[name]) + 1 if name in left_out else 0 for name in names]
    blob = "".join(f"{name}\0" for name in names).encode()
    sizes = np.array([1_000 * (n + 1) for n in range(len(names))])
    return FilesListed(0, "", 0, blob, sizes, np.array(reasons, np.uint8), codes, True)


PORTION = listed("a.txt", "b.bin", "sub/old.txt", "loop", loop="symlink_loop")
LOOKS = {
    "a.txt": FileLook("a.txt", "text", "", "utf-8"),
    "b.bin": FileLook("b.bin", problem="looks_binary", cause="it contains NUL bytes", remedy="Leave it out."),
    "sub/old.txt": FileLook("sub/old.txt", "text", "", "cp1250", (("cp1250", "ľš"), ("cp1252", "¾š"))),
}


class Folder:
    """A panel that lists a folder."""

    def __init__(self, panel: CorpusPanel) -> None:
        self.panel, self.told = panel, Told(panel)
        self._first = len(panel.asks.requests)
        self.page, self.model = panel.files.page, panel.files.page.model

    def _of(self, kind: type) -> list:
        return [each for each in self.panel.asks.requests[self._first :] if isinstance(each, kind)]

    @property
    def asked(self) -> list[ListFiles]:
        return self._of(ListFiles)

    @property
    def looks(self) -> list[LookAtFiles]:
        return self._of(LookAtFiles)

    @property
    def previews(self) -> list[PreviewSource]:
        return self._of(PreviewSource)

    def answer(self, portion: FilesListed = PORTION, ended: bool = True) -> None:
        self.panel.asks.tell(replace(portion, request_id=self.asked[-1].request_id, ended=ended))

    def answer_look(self) -> None:
        request = self.looks[-1]
        looks = tuple(LOOKS.get(name, FileLook(name, "text", "", "utf-8")) for name in request.names)
        self.panel.asks.tell(FilesLookedAt(request.request_id, request.source.path, looks))

    def names(self) -> list[str]:
        return [text.split(",")[0] for text in texts(self.model)]

    def choose(self, row: int) -> None:
        self.page.view.selectRow(row)

    def options(self) -> SourceOptions:
        (source, *_) = self.panel.sources.training_sources()
        return source if isinstance(source, SourceOptions) else SourceOptions(source)

    def undo(self) -> None:
        self.told.toasts[-1][1]()


@pytest.fixture
def folder(panel: CorpusPanel, qtbot: QtBot) -> Folder:
    folder = Folder(panel)
    add(panel, folder.told, NOTES, LETTER)
    panel.view.setCurrentIndex(panel.view.model().index(0, 0))
    qtbot.keyClick(panel.view, Qt.Key.Key_Right)
    folder.answer()
    folder.answer_look()
    return folder


def test_a_folder_is_listed_by_its_picker_and_by_key(
    panel: CorpusPanel, folder: Folder, qtbot: QtBot
) -> None:
    assert folder.page.isVisible()
    assert [request.source.path for request in folder.asked] == [NOTES.path]
    assert texts(folder.model) == [
        "a.txt, 1.0 KB, Text, UTF-8", "b.bin, 2.0 KB, is not text",
        "sub/old.txt, 3.0 KB, Windows-1250 or Windows-1252?",
        "loop, 4.0 KB, is a link to itself",
    ]  # fmt: skip
    assert folder.looks[-1].names == ("a.txt", "b.bin", "sub/old.txt")
    assert (folder.page.facts(), folder.page.left_out.text()) == ("4 files", "Left out 2")
    qtbot.keyClick(folder.page.view, Qt.Key.Key_Backspace)
    assert not folder.page.isVisible()
    row = panel.view.visualRect(panel.view.model().index(0, 0))
    spot = picker_rect(row, panel.sources.model.sources[0]).center()
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert folder.page.isVisible()
    assert panel.view.chosen_rows() == [0]
    assert folder.page.facts() == "0 files…"
    panel.view.setCurrentIndex(panel.view.model().index(1, 0))  # a file has none
    folder.page.back_requested.emit()
    qtbot.keyClick(panel.view, Qt.Key.Key_Right)
    assert len(folder.asked) == 2


@pytest.mark.parametrize("only", [False, True])
def test_an_archive_is_left_out_with_its_members(panel: CorpusPanel, folder: Folder, only: bool) -> None:
    """And used again with those that were not left out by themselves, whatever of it is ticked."""
    folder.page.back_requested.emit()
    panel.list_files()
    many = [f"a.zip/{n}.txt" for n in range(99)]
    folder.answer(listed("a.zip", *many, "a.zip.txt", **{many[1]: "hidden_file"}))
    folder.model.show_only_left_out(only)

    def _out() -> list[int]:
        return [n for n in range(101) if folder.model.file(n).out]

    panel.files.changes._leave_out([3], True)
    panel.files.changes._leave_out([0], True)
    assert _out() == [*range(100)]
    assert folder.names()[-1] == (many[-1] if only else "a.zip.txt")
    folder.undo()
    assert _out() == [3]
    panel.files.changes._leave_out([0], True)
    member = folder.model.row_of(5)
    panel.files.changes.switch([member])
    assert _out() == [3]
    assert folder.options().files == ((many[2], LEFT_OUT, ""),)
    assert folder.told.toasts[-1][0] == "Using 2 files again."
    folder.undo()
    assert _out()[:7] == [*range(7)]
    panel.files.changes.switch([folder.model.row_of(3)])
    assert _out() == []
    assert folder.options().files == ()


def test_home_and_end_go_to_the_first_and_the_last(folder: Folder, qtbot: QtBot) -> None:
    folder.choose(1)
    qtbot.keyClick(folder.page.view, Qt.Key.Key_End)
    assert folder.page.view.currentIndex().data() == "loop"
    qtbot.keyClick(folder.page.view, Qt.Key.Key_Home)
    assert folder.page.view.currentIndex().data() == "a.txt"


def test_where_nothing_is_left_out_it_says_so(panel: CorpusPanel, qtbot: QtBot) -> None:
    folder = Folder(panel)
    add(panel, folder.told, NOTES)
    panel.mending.show(LEFT_OUT_KEY)
    folder.answer(listed("a.txt"))
    (empty,) = folder.page.findChildren(EmptyState)
    assert empty.isVisible()
    qtbot.mouseClick(folder.page.left_out, Qt.MouseButton.LeftButton)
    assert not empty.isVisible()
    assert folder.page.view.isVisible()


def test_a_file_is_left_out_and_used_again(folder: Folder, qtbot: QtBot) -> None:
    folder.choose(0)
    qtbot.keyClick(folder.page.view, Qt.Key.Key_Space)
    assert folder.options().files == (("a.txt", "left_out", ""),)
    assert folder.told.toasts[-1][0] == "Left out a.txt."
    assert texts(folder.model)[0] == "a.txt, 1.0 KB, left out by you"
    assert folder.page.left_out.text() == "Left out 3"
    folder.undo()
    assert folder.options().files == ()
    assert texts(folder.model)[0] == "a.txt, 1.0 KB, Text, UTF-8"
    spot = tick_rect(folder.page.view.visualRect(folder.model.index(2, 0))).center()
    for kept in ((("sub/old.txt", "left_out", ""),), ()):
        qtbot.mouseClick(folder.page.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        assert folder.options().files == kept


def test_what_cannot_be_read_is_not_ticked_but_may_be_read_anyway(folder: Folder, qtbot: QtBot) -> None:
    folder.choose(1)
    qtbot.keyClick(folder.page.view, Qt.Key.Key_Space)
    assert folder.options().files == ()
    assert folder.told.toasts[-1] == ("b.bin is not text.", None)
    action(folder.panel.files.menu(), "Read anyway").trigger()
    assert folder.options().files == (("b.bin", "text", ""),)
    assert folder.looks[-1].names == ("b.bin",)
    assert folder.looks[-1].source.files == folder.options().files
    request = folder.looks[-1]
    look = FileLook("b.bin", "text", "", "utf-8")
    folder.panel.asks.tell(FilesLookedAt(request.request_id, request.source.path, (look,)))
    assert texts(folder.model)[1] == "b.bin, 2.0 KB, Text, UTF-8, as you chose"
    folder.undo()
    assert texts(folder.model)[1] == "b.bin, 2.0 KB, is not text"
    assert folder.looks[-1].source.files == ()


def test_files_are_read_as_another_kind_and_encoding(folder: Folder) -> None:
    folder.page.view.selectAll()
    action(folder.panel.files.menu(), "Encoding", "Windows-1252").trigger()
    folder.choose(2)
    action(folder.panel.files.menu(), "Read as", "JSON").trigger()
    assert folder.options().files == (
        ("a.txt", "", "cp1252"), ("b.bin", "", "cp1252"), ("sub/old.txt", "json", "cp1252"),
        ("loop", "", "cp1252"),
    )  # fmt: skip
    action(folder.panel.files.menu(), "Read as", "By file name").trigger()
    assert folder.options().files[2] == ("sub/old.txt", "", "cp1252")


def test_a_file_is_previewed_with_both_readings(folder: Folder, qtbot: QtBot) -> None:
    folder.panel.preview.show()
    folder.choose(2)
    qtbot.keyClick(folder.page.view, Qt.Key.Key_Return)
    assert (folder.previews[-1].source.path, folder.previews[-1].file) == (NOTES.path, "sub/old.txt")
    assert folder.looks[-1].names == ("sub/old.txt",)
    folder.answer_look()
    choice = folder.panel.preview.readings
    assert choice.isVisible()
    assert [(b.text(), line.text()) for b, line in zip(choice.buttons, choice.lines, strict=True)] == [
        ("Windows-1250", "ľš"), ("Windows-1252", "¾š"),
    ]  # fmt: skip
    qtbot.mouseClick(choice.buttons[1], Qt.MouseButton.LeftButton)
    assert folder.options().files == (("sub/old.txt", "", "cp1252"),)
    assert folder.previews[-1].source.files == folder.options().files
    assert folder.previews[-1].file == "sub/old.txt"
    request = folder.looks[-1]
    look = FileLook("sub/old.txt", "text", "", "cp1252")
    folder.panel.asks.tell(FilesLookedAt(request.request_id, request.source.path, (look,)))
    assert not choice.isVisible()
    folder.undo()
    assert folder.previews[-1].source.files == ()


def test_a_file_in_the_preview_is_mended_alone(folder: Folder, qtbot: QtBot) -> None:
    folder.panel.preview.show()
    folder.choose(1)
    qtbot.keyClick(folder.page.view, Qt.Key.Key_Return)
    folder.answer_look()
    (row,) = folder.panel.preview.findings.rows
    assert row.fix is not None
    assert row.accessibleName().startswith("b.bin is not text")
    qtbot.mouseClick(row.fix, Qt.MouseButton.LeftButton)
    assert folder.options() == SourceOptions(NOTES.path, files=(("b.bin", "text", ""),))


def test_a_reading_is_chosen_also_when_the_list_is_closed(folder: Folder, qtbot: QtBot) -> None:
    folder.panel.preview.show()
    folder.choose(2)
    qtbot.keyClick(folder.page.view, Qt.Key.Key_Return)
    folder.answer_look()
    qtbot.keyClick(folder.page.view, Qt.Key.Key_Escape)
    choice = folder.panel.preview.readings
    folder.panel.set_locked(True)
    qtbot.mouseClick(choice.buttons[1], Qt.MouseButton.LeftButton)
    assert folder.options().files == ()  # a run reads the files
    folder.panel.set_locked(False)
    qtbot.mouseClick(choice.buttons[1], Qt.MouseButton.LeftButton)
    assert folder.options().files == (("sub/old.txt", "", "cp1252"),)
    assert not choice.isVisible()
    folder.undo()
    assert folder.options().files == ()


def test_a_run_locks_the_files_but_shows_them(folder: Folder, qtbot: QtBot) -> None:
    folder.panel.set_locked(True)
    folder.choose(0)
    qtbot.keyClick(folder.page.view, Qt.Key.Key_Space)
    assert folder.options().files == ()
    assert [each.text() for each in folder.panel.files.menu().actions()] == ["Preview…"]


def test_what_is_left_out_of_all_sources_is_listed(panel: CorpusPanel) -> None:
    folder = Folder(panel)
    more = Scanned("/texts/more", "folder", "more", 2, 20)
    add(panel, folder.told, NOTES, LETTER, more)
    panel.mending.show(LEFT_OUT_KEY)
    folder.answer()
    folder.answer_look()
    folder.answer(listed("c.pipe", **{"c.pipe": "not_a_file"}))
    assert [request.source.path for request in folder.asked] == [NOTES.path, more.path]
    assert folder.names() == ["notes/b.bin", "notes/loop", "more/c.pipe"]
    folder.page.left_out.setChecked(False)
    folder.choose(4)
    action(panel.files.menu(), "Read as", "Text").trigger()
    assert panel.sources.training_sources()[2].files == (("c.pipe", "text", ""),)  # type: ignore[union-attr]


def test_what_is_left_out_of_several_sources_is_undone_at_once(panel: CorpusPanel) -> None:
    folder = Folder(panel)
    add(panel, folder.told, NOTES, Scanned("/texts/more", "folder", "more", 2, 20))
    panel.mending.show(LEFT_OUT_KEY)
    folder.answer(listed("a.txt"))
    folder.answer(listed("b.txt"))
    folder.page.left_out.setChecked(False)
    panel.files.changes.switch([0, 1])
    files = [source.files for source in panel.sources.readings()]
    assert files == [(("a.txt", "left_out", ""),), (("b.txt", "left_out", ""),)]
    assert folder.told.toasts[-1][0] == "Left out 2 files."
    folder.undo()
    assert [source.files for source in panel.sources.readings()] == [(), ()]


def test_a_listing_that_is_left_is_given_up(folder: Folder, qtbot: QtBot) -> None:
    folder.panel.files.show([folder.panel.sources.model.sources[0]])
    folder.answer(listed("a.txt"), ended=False)
    assert folder.page.facts() == "1 file…"
    folder.page.back_requested.emit()
    assert folder.asked[-1].request_id in folder.panel.asks.cancelled
    folder.answer()
    assert folder.model.n_files == 1


def test_a_finding_names_the_file_and_jumps_to_it(panel: CorpusPanel, qtbot: QtBot) -> None:
    folder = Folder(panel)
    add(panel, folder.told, NOTES)
    panel.measuring.begin()
    (asked,) = panel.asks.of(MeasureCorpus)
    faults, files = (("json_broken", 3),), (("json_broken", "sub/old.txt"), ("looks_binary", "b.bin"))
    source = SourceMeasures(NOTES.path, 900_000, 0, 0, faults=faults, files=files)
    with qtbot.waitSignal(panel.findings_changed) as found:
        panel.asks.tell(
            CorpusMeasured(asked.request_id, Survey((source,), 1, 1, 1, 1, 0, 0, (), [0]))  # type: ignore[arg-type]
        )
    finding = found.args[0][0]
    assert (finding.fact, finding.meaning) == ("3 lines are broken", "sub/old.txt")
    panel.mending.show(finding.key)
    folder.answer()
    assert folder.page.view.currentIndex().data() == "sub/old.txt"


def test_the_remark_says_why_a_file_is_not_read_and_what_to_do(folder: Folder) -> None:
    folder.choose(1)
    assert folder.page.remark.isVisible()
    assert folder.page.remark.text() == "It contains NUL bytes. Leave it out."
    folder.choose(0)
    assert not folder.page.remark.isVisible()


def test_a_folder_that_changed_on_disk_is_listed_anew_when_the_window_is_back(
    panel: CorpusPanel, folder: Folder
) -> None:
    folder.page.view.selectRow(2)
    panel.measuring.begin()
    (asked,) = panel.asks.of(MeasureCorpus)
    panel.asks.tell(
        CorpusMeasured(asked.request_id, Survey((), 1, 1, 1, 1, 0, 0, (), [0]))  # type: ignore[arg-type]
    )
    panel.sources.look_on_return(Qt.ApplicationState.ApplicationInactive)
    assert len(folder.told.asked) == 1
    panel.sources.look_on_return(Qt.ApplicationState.ApplicationActive)
    panel.sources.look_on_return(
        Qt.ApplicationState.ApplicationActive
    )  # the answer to the first is still to come
    assert len(folder.told.asked) == 2
    request = folder.told.asked[-1]
    assert request.paths == (NOTES.path, LETTER.path)
    panel.asks.tell(SourcesScanned(request.request_id, (NOTES, LETTER)))
    assert len(folder.asked) == 1, "nothing has changed"
    assert panel.measuring.measured is not None
    panel.sources.look_on_return(Qt.ApplicationState.ApplicationActive)
    panel.asks.tell(
        SourcesScanned(folder.told.asked[-1].request_id, (replace(NOTES, stamp=(5, 16_000, 7)), LETTER))
    )
    assert len(folder.asked) == 2
    assert panel.measuring.measured is None, "these counts are of other files"
    folder.answer(listed("a.txt", "new.txt", "other.txt", "sub/old.txt"))
    assert folder.names() == ["a.txt", "new.txt", "other.txt", "sub/old.txt"]
    assert folder.page.view.chosen_rows() == [3]
    assert folder.page.view.currentIndex().row() == 3


def test_a_look_unasked_leaves_alone_what_takes_long_and_a_run(panel: CorpusPanel) -> None:
    told = Told(panel)
    add(panel, told, replace(NOTES, n_files=1_000_000), LETTER)
    panel.sources.look_on_return(Qt.ApplicationState.ApplicationActive)
    assert told.asked[-1].paths == (LETTER.path,)
    panel.look_again()
    assert told.asked[-1].paths == (NOTES.path, LETTER.path)
    panel.set_locked(True)
    panel.look_again()
    panel.sources.look_on_return(Qt.ApplicationState.ApplicationActive)
    assert len(told.asked) == 3


def test_a_list_that_is_looked_at_again_keeps_what_is_chosen_and_left_out(
    panel: CorpusPanel, folder: Folder, qtbot: QtBot
) -> None:
    folder.panel.files.changes.switch([0])
    folder.page.view.selectAll()
    panel.look_again()
    assert folder.asked[-1].source.files == (("a.txt", LEFT_OUT, ""),)
    folder.answer(ended=False)
    panel.look_again()  # once more before the end
    folder.answer()
    assert folder.page.view.chosen_rows() == [0, 1, 2, 3]
    assert folder.page.isVisible()
    n = len(folder.asked)
    folder.undo()
    assert len(folder.asked) == n + 1, "what is undone shows in the new list"
    assert folder.asked[-1].source.files == ()
    qtbot.keyClick(folder.page.view, Qt.Key.Key_Backspace)
    panel.look_again()
    assert len(folder.asked) == n + 1
    assert not folder.page.isVisible()
