"""The Corpus panel, by click, key, drop and paste."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from tests.fake_lanes import Asked
from workbench.engine.corpus.scanning import Scanned
from workbench.engine.corpus.source_options import PYTHON_LIBRARY, SAMPLE_CORPUS, SourceOptions
from workbench.panels.corpus.account import AccountView
from workbench.panels.corpus.dropped_paths import paths_in
from workbench.panels.corpus.findings import UNUSABLE
from workbench.panels.corpus.panel import CorpusPanel
from workbench.panels.corpus.row_paint import tick_rect
from workbench.panels.corpus.sources import Source
from workbench.widgets.look.theme import PANEL_MARGIN
from workbench.worker.messages.corpus import ScanSources, SourcesScanned
from workbench.worker.messages.requests import Failed

NOTES = Scanned("/texts/notes", "folder", "notes", 214, 12_500_000, 0)
LETTER = Scanned("/texts/letter.txt", "file", "letter.txt", 1, 900_000, 37)
SAMPLE = Scanned(SAMPLE_CORPUS, "sample", "sample", 10, 150_000, 0)


class Told:
    """What a panel has said."""

    def __init__(self, panel: CorpusPanel) -> None:
        self._asks: Asked = panel.asks  # type: ignore[attr-defined]
        self.changed: list[tuple[Scanned, ...]] = []
        self.toasts: list[tuple[str, object]] = []
        panel.sources_changed.connect(self.changed.append)
        panel.toast_requested.connect(lambda text, undo: self.toasts.append((text, undo)))

    @property
    def asked(self) -> list[ScanSources]:
        return self._asks.of(ScanSources)


@pytest.fixture
def panel(qtbot: QtBot) -> CorpusPanel:
    panel = CorpusPanel(asks := Asked())
    panel.asks = asks  # type: ignore[attr-defined]
    qtbot.addWidget(panel)
    panel.resize(280, 300)
    panel.show()
    return panel


@pytest.fixture
def told(panel: CorpusPanel) -> Told:
    return Told(panel)


def add(panel: CorpusPanel, told: Told, *infos: Scanned) -> None:
    panel.sources.add_paths([info.path for info in infos])
    panel.asks.tell(SourcesScanned(told.asked[-1].request_id, infos))


def names(panel: CorpusPanel) -> list[str]:
    return [panel.view.model().index(row, 0).data() for row in range(panel.view.model().rowCount())]


def row(panel: CorpusPanel, n: int) -> QPoint:
    return panel.view.visualRect(panel.view.model().index(n, 0)).center()


def button(panel: CorpusPanel, text: str) -> QAbstractButton:
    return next(b for b in panel.findChildren(QAbstractButton) if b.text() == text)


def test_empty_it_offers_the_sample(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    assert button(panel, "Add files…").isVisible()
    qtbot.mouseClick(button(panel, "Use the sample"), Qt.MouseButton.LeftButton)
    assert told.asked[0].paths == (SAMPLE_CORPUS,)
    assert not button(panel, "Add files…").isVisible()
    assert panel.sources.enabled_paths() == ()
    assert panel.header.facts() == "looking…"
    panel.asks.tell(SourcesScanned(told.asked[0].request_id, (SAMPLE,)))
    assert panel.sources.enabled_paths() == (SAMPLE_CORPUS,)
    assert names(panel) == ["Sample"]
    assert told.changed == [(SAMPLE,)]
    assert panel.header.facts() == "150 KB, 1 of 1 source"


def test_facts_and_footer_add_up(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, NOTES, LETTER)
    assert panel.header.facts() == "13.4 MB, 2 of 2 sources"
    assert panel.account.total.text() == "13,400,000 bytes"
    assert panel._page.files.text() == "215 files"


def test_a_problem_is_said_on_the_row(panel: CorpusPanel, told: Told) -> None:
    gone = Scanned("/gone.txt", "file", "gone.txt", 0, 0, -1, "cannot_read_file")
    big = Scanned("/big.txt", "file", "big.txt", 1, 3_000_000, 5)
    add(panel, told, LETTER, gone, big)
    details = [source.detail for source in panel.sources.model.sources]
    assert details == ["37 bytes are not UTF-8", "cannot be read", "at least 5 bytes not UTF-8"]
    assert panel.sources.enabled_paths() == (LETTER.path, big.path)


def test_what_cannot_be_read_is_compared_next_to_what_can(panel: CorpusPanel, told: Told) -> None:
    gone = Scanned("/gone.txt", "file", "gone.txt", 0, 0, -1, "cannot_read_file")
    add(panel, told, gone)
    assert panel.sources.compared_sources() == ()  # nothing to compare on
    add(panel, told, LETTER)
    assert panel.sources.compared_sources() == (gone.path, LETTER.path)
    assert panel.sources.training_sources() == (LETTER.path,)
    n = len(told.changed)
    panel.sources.model.set_on([0], False)
    assert panel.sources.compared_sources() == (LETTER.path,)
    assert len(told.changed) == n + 1


def test_tick_by_click_and_by_space(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, NOTES, LETTER)
    box = panel.view.visualRect(panel.view.model().index(0, 0))
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=tick_rect(box).center())
    assert panel.sources.enabled_paths() == (LETTER.path,)
    assert panel.header.facts() == "900 KB, 1 of 2 sources"
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=row(panel, 0))
    assert panel.sources.enabled_paths() == (LETTER.path,)  # a click beside the tick only chooses the row
    qtbot.keyClick(panel.view, Qt.Key.Key_Space)
    assert panel.sources.enabled_paths() == (NOTES.path, LETTER.path)
    assert told.changed[-1] == (NOTES, LETTER)


def test_what_is_switched_is_told_and_undone(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, NOTES, LETTER, SAMPLE)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=row(panel, 1))
    qtbot.keyClick(panel.view, Qt.Key.Key_Space)
    text, undo = told.toasts[-1]
    assert text == "Left out letter.txt."
    panel.sources.model.remove([0])  # it stands elsewhere now
    undo()  # type: ignore[operator]
    assert panel.sources.enabled_paths() == (LETTER.path, SAMPLE_CORPUS)
    n_toasts = len(told.toasts)
    undo()  # type: ignore[operator]
    assert len(told.toasts) == n_toasts

    panel.view.selectAll()
    next(a for a in panel.row_menu().actions() if a.text() == "Switch off").trigger()
    text, undo = told.toasts[-1]
    assert (text, panel.sources.enabled_paths()) == ("Left out 2 sources.", ())
    panel.set_locked(True)
    undo()  # type: ignore[operator]
    assert panel.sources.enabled_paths() == ()  # a run reads them now
    panel.set_locked(False)
    undo()  # type: ignore[operator]
    assert panel.sources.enabled_paths() == (LETTER.path, SAMPLE_CORPUS)


def test_an_undo_finds_its_source_and_waits_for_the_end_of_a_run(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, NOTES, LETTER, SAMPLE)
    panel.changing.read([1], weight=2.0)
    read_as_before = told.toasts[-1][1]
    panel.mending.fix(f"{UNUSABLE}{LETTER.path}")
    text, use_again = told.toasts[-1]
    assert text == "Left out letter.txt."
    panel.view.choose(0)
    panel.remove_chosen()
    put_back = told.toasts[-1][1]
    panel.set_locked(True)
    undo_all = (use_again, read_as_before, put_back)
    before = panel.sources.kept()
    for undo in undo_all:
        undo()  # type: ignore[operator]
    assert panel.sources.kept() == before  # a run reads them now
    panel.set_locked(False)
    for undo in undo_all:
        undo()  # type: ignore[operator]
    paths = (NOTES.path, LETTER.path, SAMPLE_CORPUS)  # not the sample was read in another way
    assert panel.sources.kept() == tuple(map(SourceOptions, paths))


def test_delete_removes_and_undo_puts_back(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, NOTES, LETTER, SAMPLE)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=row(panel, 0))
    qtbot.mouseClick(
        panel.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, row(panel, 2)
    )
    qtbot.keyClick(panel.view, Qt.Key.Key_Delete)
    assert names(panel) == ["letter.txt"]
    text, undo = told.toasts[-1]
    assert text == "Removed 2 sources."
    assert callable(undo)
    undo()
    assert names(panel) == ["notes", "letter.txt", "Sample"]
    assert panel.sources.enabled_paths() == (NOTES.path, LETTER.path, SAMPLE_CORPUS)


def test_undo_of_a_removal_before_the_scan_asks_again(panel: CorpusPanel, told: Told) -> None:
    panel.sources.add_paths([NOTES.path])
    panel.view.selectAll()
    panel.remove_chosen()
    panel.asks.tell(SourcesScanned(told.asked[0].request_id, (NOTES,)))
    told.toasts[-1][1]()  # type: ignore[operator]
    panel.asks.tell(SourcesScanned(told.asked[-1].request_id, (NOTES,)))
    assert len(told.asked) == 2
    assert panel.sources.enabled_paths() == (NOTES.path,)


def test_nothing_twice(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, NOTES)
    panel.sources.add_paths([NOTES.path])
    assert len(told.asked) == 1
    assert told.toasts == [("This is already in the corpus.", None)]
    panel.sources.add_paths([LETTER.path, LETTER.path, NOTES.path])
    assert told.asked[-1].paths == (LETTER.path,)


def test_stale_and_failed_scans(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, NOTES)
    panel.asks.tell(SourcesScanned(told.asked[-1].request_id, (SAMPLE,)))  # answered already
    assert names(panel) == ["notes"]
    panel.sources.add_paths([LETTER.path])
    failed = Failed(told.asked[-1].request_id, "scan", "internal", None, None, "", "")
    panel.asks.tell(failed)
    assert names(panel) == ["notes"]


def test_files_and_folders_are_dropped(panel: CorpusPanel, told: Told, tmp_path: Path) -> None:
    file = tmp_path / "ein Text.txt"
    file.write_text("text")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(file)), QUrl.fromLocalFile(str(tmp_path))])
    here, copy, left = QPoint(20, 20), Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(here, copy, mime, left, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(panel, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(panel, QDropEvent(QPointF(here), copy, mime, left, Qt.KeyboardModifier.NoModifier))
    assert told.asked[-1].paths == (str(file), str(tmp_path))


def test_what_is_no_file_is_not_taken(panel: CorpusPanel) -> None:
    mime = QMimeData()
    mime.setText("just words")
    enter = QDragEnterEvent(
        QPoint(5, 5),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter.ignore()
    QApplication.sendEvent(panel, enter)
    assert not enter.isAccepted()


def test_paths_are_pasted(panel: CorpusPanel, told: Told, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "a.txt").write_text("a")
    QGuiApplication.clipboard().setText(f'"{tmp_path / "a.txt"}"\n{tmp_path / "missing"}\n')
    panel.setFocus()
    qtbot.keyClick(panel, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert told.asked[-1].paths == (str(tmp_path / "a.txt"),)
    QGuiApplication.clipboard().setText("no path")
    qtbot.keyClick(panel.view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert told.toasts[-1] == ("The clipboard contains no file paths.", None)


def test_paths_in_text_need_not_be_urls(tmp_path: Path) -> None:
    (tmp_path / "a b").mkdir()
    mime = QMimeData()
    mime.setText(f"  {tmp_path / 'a b'}\nfile://{tmp_path}/a%20b\nrelative.txt")
    assert paths_in(mime) == [str(tmp_path / "a b")]


def test_files_are_chosen_in_a_dialog_that_does_not_block(
    panel: CorpusPanel, told: Told, qtbot: QtBot
) -> None:
    panel.adding.choose_files()
    dialog = panel.findChild(QFileDialog)
    assert dialog.isVisible()
    dialog.filesSelected.emit([LETTER.path])
    dialog.close()
    assert told.asked[-1].paths == (LETTER.path,)


def test_the_add_menu_leaves_out_what_is_there(panel: CorpusPanel, told: Told) -> None:
    texts = [action.text() for action in panel.adding.menu().actions()]
    library = "The Python library"
    assert texts == ["Add files…", "Add folder…", "Use the sample", library]
    panel.adding.menu().actions()[3].trigger()
    assert told.asked[-1].paths == (PYTHON_LIBRARY,)
    assert library not in [action.text() for action in panel.adding.menu().actions()]


def test_the_row_menu_switches_and_removes(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, NOTES, LETTER)
    panel.view.setCurrentIndex(panel.view.model().index(0, 0))
    off, *_, remove = panel.row_menu().actions()
    off.trigger()
    assert panel.sources.enabled_paths() == (LETTER.path,)
    assert panel.row_menu().actions()[0].text() == "Switch on"
    remove.trigger()
    assert names(panel) == ["letter.txt"]


def test_locked_nothing_changes(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, NOTES)
    panel.set_locked(True)
    panel.view.setCurrentIndex(panel.view.model().index(0, 0))
    qtbot.keyClick(panel.view, Qt.Key.Key_Space)
    qtbot.keyClick(panel.view, Qt.Key.Key_Delete)
    panel.sources.add_paths([LETTER.path])
    assert panel.sources.enabled_paths() == (NOTES.path,)
    assert names(panel) == ["notes"]
    assert panel.row_menu().isEmpty()
    index, off = panel.view.model().index(0, 0), Qt.CheckState.Unchecked
    assert not panel.view.model().setData(index, off, Qt.ItemDataRole.CheckStateRole)
    panel.set_locked(False)
    qtbot.keyClick(panel.view, Qt.Key.Key_Space)
    assert panel.sources.enabled_paths() == ()


def test_a_row_is_read_out_whole(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, LETTER)
    index = panel.view.model().index(0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "letter.txt, 900 KB, 37 bytes are not UTF-8"


def test_it_paints_in_every_state(panel: CorpusPanel, told: Told) -> None:
    gone = Scanned("/gone.txt", "file", "gone.txt", 0, 0, -1, "cannot_read_file")
    add(panel, told, NOTES, LETTER, gone)
    panel.view.setCurrentIndex(panel.view.model().index(1, 0))
    before = panel.grab().toImage()
    panel.sources.model.set_on([0], False)
    assert panel.grab().toImage() != before


def test_a_source_is_named_by_the_last_part_of_its_path_or_whole():
    assert [Source(path).name for path in ("/a/b/", "/a/c.txt", "/")] == ["b", "c.txt", "/"]


def test_the_sum_of_bytes_fits_a_narrow_panel(qtbot: QtBot) -> None:
    """A panel of 256 pixels leaves 244 where it scrolls."""
    view = AccountView()
    qtbot.addWidget(view)
    view.show_measured(None, 123_456_789)
    view.resize(244, 400)
    view.show()
    assert view.minimumSizeHint().width() <= 244
    right = view.count.mapTo(view, view.count.rect().topRight()).x()
    assert right <= 244 - PANEL_MARGIN
    assert view.total.text() == "123,456,789 bytes"
    assert view.total.width() >= view.total.fontMetrics().horizontalAdvance(view.total.text())  # not cut
