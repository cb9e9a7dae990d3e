"""How sources are read, counted, cleaned and previewed, by click and key in the Corpus panel."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.fake_lanes import Asked
from tests.panels.corpus.test_panel import LETTER, NOTES, Told, add
from workbench.engine.corpus.looking import Look
from workbench.engine.corpus.preview import Line, Preview
from workbench.engine.corpus.scanning import Scanned
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.judging.survey import SourceMeasures, Survey
from workbench.panels.corpus.account import Amounts, amounts_of
from workbench.panels.corpus.list_page import ListPage
from workbench.panels.corpus.panel import KNOWN_SPECIALS, CorpusPanel
from workbench.panels.corpus.preview_panel import PreviewPanel
from workbench.panels.corpus.preview_view import CHANGED, SPECIAL, STRUCK, Stretch, from_first_mark, stretches
from workbench.panels.corpus.source_list import picker_rect, picker_text
from workbench.panels.corpus.statistics_dialog import StatisticsDialog
from workbench.widgets.findings import Finding
from workbench.worker.messages.corpus import (
    CorpusMeasured,
    MeasureCorpus,
    PreviewSource,
    SourcePreviewed,
    SourcesScanned,
)
from workbench.worker.messages.files import FileWritten, WriteFile
from workbench.worker.messages.requests import JobCancelled

ROWS = Scanned(
    "/texts/rows.jsonl", "file", "rows.jsonl", 1, 48_100_000, 0,
    look=Look("json", fields=("text", "meta.body"), field="text", n_rows=61_204),
)  # fmt: skip
PACKED = Scanned(
    "/texts/w.txt.gz", "file", "w.txt.gz", 1, 31_000_000, 0, look=Look(packing="gzip", n_packed=8_900_000)
)
OLD = Scanned("/texts/old.txt", "file", "old.txt", 1, 900, 37, look=Look(guess="cp1252"))
FOLDER = Scanned("/texts/n", "folder", "n", 214, 12_500_000, 0, suffixes=(".txt",))


@pytest.fixture
def panel(qtbot: QtBot) -> CorpusPanel:
    panel = CorpusPanel(asks := Asked())
    panel.asks = asks  # type: ignore[attr-defined]
    qtbot.addWidget(panel)
    qtbot.addWidget(panel.preview)
    panel.resize(288, 700)
    panel.show()
    return panel


@pytest.fixture
def told(panel: CorpusPanel) -> Told:
    return Told(panel)


def choose(panel: CorpusPanel, row: int) -> None:
    panel.view.setCurrentIndex(panel.view.model().index(row, 0))


def action(menu: QMenu, *texts: str) -> QAction:
    """The action at the end of a way through menus."""
    *menus, last = texts
    for text in menus:
        menu = next(a.menu() for a in menu.actions() if a.text() == text)
    return next(a for a in menu.actions() if a.text() == last)


def measured(request, *sources: SourceMeasures, **facts) -> CorpusMeasured:
    usual = {
        "n_bytes": 100, "n_characters": 90, "n_lines": 5, "n_documents": 3, "n_twice": 1, "held_out": 7,
        "scripts": (("Latin", 80), ("none", 10)), "lengths": np.array([0, 2, 0, 1], np.int64),
        "pieces": ((b" the", 9), (b"\n", 3)), "n_pieces": 2, "longest": (b" the", 4),
    }  # fmt: skip
    return CorpusMeasured(request.request_id, Survey(sources, **(usual | facts)))


def test_rows_say_what_they_hold(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, FOLDER, ROWS, PACKED, OLD)
    assert [source.detail for source in panel.sources.model.sources] == [
        "214 files, .txt", "61,204 records", "8.9 MB packed", "37 bytes are not UTF-8",
    ]  # fmt: skip
    assert [picker_text(source) for source in panel.sources.model.sources] == ["files", "field text", "", ""]
    index = panel.view.model().index(1, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "rows.jsonl, 48.1 MB, 61,204 records, field text"
    assert "It looks like Windows-1252." in panel.view.model().index(3, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_the_picker_of_a_field_opens_by_a_click(
    panel: CorpusPanel, told: Told, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, _: opened.append(menu))  # it would grab the keyboard
    add(panel, told, ROWS)
    box = panel.view.visualRect(panel.view.model().index(0, 0))
    with qtbot.waitSignal(panel.view.field_requested) as asked:
        place = picker_rect(box, panel.sources.model.sources[0]).center()
        qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked.args[0] == 0
    (menu,) = opened
    assert [a.text() for a in menu.actions() if a.text()] == ["text", "meta.body", "Another field…"]
    action(menu, "meta.body").trigger()
    assert told.asked[-1].options == (SourceOptions(ROWS.path, field="meta.body"),)
    assert panel.sources.training_sources() == (SourceOptions(ROWS.path, field="meta.body"),)


def test_a_field_of_ones_own_is_typed(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, ROWS)
    choose(panel, 0)
    menu = panel.row_menu()
    action(menu, "Text from", "Another field…").trigger()
    dialog = panel.findChild(QInputDialog)
    dialog.setTextValue("a.b")
    dialog.accept()
    assert panel.sources.training_sources() == (SourceOptions(ROWS.path, field="a.b"),)


@pytest.mark.parametrize(
    ("way", "changes", "looks_again"),
    [
        (("Weight", "×3"), {"weight": 3.0}, False),
        (("Sample", "The first 10.0 MB"), {"sample_bytes": 10_000_000}, False),
        (("Sample", "10 % of the documents"), {"sample_share": 0.1}, False),
        (("Encoding", "Windows-1252 (detected)"), {"encoding": "cp1252"}, True),
        (("Read as Windows-1252",), {"encoding": "cp1252"}, True),
        (("Invalid bytes", "Skip"), {"on_invalid": "skip"}, False),
    ],
)
def test_a_menu_changes_how_a_source_is_read(panel, told, way, changes, looks_again) -> None:
    add(panel, told, OLD)
    choose(panel, 0)
    action(panel.row_menu(), *way).trigger()
    assert panel.sources.training_sources() == (SourceOptions(OLD.path, **changes),)
    assert (len(told.asked) == 2) == looks_again
    text, undo = told.toasts[-1]
    assert text == "Changed how old.txt is read."
    undo()  # type: ignore[operator]
    assert panel.sources.training_sources() == (OLD.path,)


def test_names_in_a_folder_are_chosen(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, FOLDER)
    choose(panel, 0)
    action(panel.row_menu(), "File names", "*.txt").trigger()
    assert told.asked[-1].options == (SourceOptions(FOLDER.path, patterns=("*.txt",)),)
    action(panel.row_menu(), "File names", "Other patterns…").trigger()
    dialog = panel.findChild(QInputDialog)
    dialog.setTextValue("*.md  !x*")
    dialog.accept()
    assert panel.sources.training_sources() == (SourceOptions(FOLDER.path, patterns=("*.md", "!x*")),)


def test_cleaning_and_held_out_are_told_and_undone(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, NOTES)
    cleaning, field = panel.cleaning, panel.cleaning.held_out_field
    cleaning.boxes["html"].setFocus()
    qtbot.keyClick(cleaning.boxes["html"], Qt.Key.Key_Space)
    text, undo = told.toasts[-1]
    assert text == "Cleaning step “Strip HTML” switched on."
    undo()  # type: ignore[operator]
    assert cleaning.steps() == ()
    assert told.toasts[-1][0] == text  # an undo is not told of

    field.setValue(1.5)
    cleaning._turn.stop()  # some time goes by
    for _ in range(3):
        qtbot.keyClick(field, Qt.Key.Key_Up)
    text, undo = told.toasts[-1]
    assert text == "Held-out share: 4.5 %."
    undo()  # type: ignore[operator]
    assert (field.value(), panel.sources.training_sources()[0].held_out) == (1.5, 0.015)
    field.setValue(2)
    told.toasts[-1][1]()  # type: ignore[operator]
    assert field.value() == 1.5


def test_cleaning_and_held_out_hold_for_all_sources(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, NOTES, LETTER)
    qtbot.mouseClick(
        panel.cleaning.boxes["nfc"],
        Qt.MouseButton.LeftButton,
        pos=panel.cleaning.boxes["nfc"].rect().center() * 0.1,
    )
    panel.cleaning.boxes["html"].setFocus()
    qtbot.keyClick(panel.cleaning.boxes["html"], Qt.Key.Key_Space)
    panel.cleaning.held_out_field.setValue(1.5)
    wanted = {"clean": ("html", "nfc"), "held_out": 0.015}
    assert panel.sources.training_sources() == (
        SourceOptions(NOTES.path, **wanted),
        SourceOptions(LETTER.path, **wanted),
    )
    panel.set_locked(True)
    assert not panel.cleaning.boxes["nfc"].isEnabled()
    assert not panel.cleaning.held_out_field.isEnabled()


def test_what_most_is_left_out_for_is_added_up_by_its_words(
    panel: CorpusPanel, told: Told, qtbot: QtBot
) -> None:
    add(panel, told, NOTES)
    qtbot.mouseClick(panel.account.count, Qt.MouseButton.LeftButton)
    (request,) = panel.asks.of(MeasureCorpus)
    left_out = (("other_fields", 100), ("packed_cut", 60), ("packed_damaged", 50))
    panel.asks.tell(measured(request, SourceMeasures(NOTES.path, 800, 0, 0, left_out)))
    assert panel.account.names["left_out"].text() == "skipped: damaged files and more"
    said = panel.account.names["left_out"].toolTip().splitlines()
    assert said == ["damaged files: 110", "other fields: 100"]


def test_the_account_is_shown_until_the_corpus_changes(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, NOTES, LETTER)
    account = panel.account
    assert (account.total.text(), account.bar.isVisible()) == ("13,400,000 bytes", False)
    qtbot.mouseClick(account.count, Qt.MouseButton.LeftButton)
    (request,) = panel.asks.of(MeasureCorpus)
    assert [source.path for source in request.sources] == [NOTES.path, LETTER.path]
    assert request.specials == KNOWN_SPECIALS
    assert not account.count.isEnabled()
    one = SourceMeasures(
        NOTES.path, 800, 10, 40, (("other_fields", 100), ("held_out", 9)), (("looks_binary", 2, 50),)
    )
    two = SourceMeasures(LETTER.path, 7, 2, 3, cleaned=(("html", 3, 0), ("nfc", 0, 2)))
    panel.asks.tell(measured(request, one, two))
    assert account.total.text() == "1,021 bytes"
    assert account.verdict.text() == "all accounted for"
    assert {part: label.text() for part, label in account.values.items()} == {
        "used": "807", "replaced": "12", "removed": "43", "left_out": "159",
    }  # fmt: skip
    assert account.names["left_out"].text() == "skipped: other fields and more"
    assert account.names["left_out"].toolTip().splitlines() == [
        "other fields: 100",
        "not text: 50",
        "held out: 9",
    ]
    assert panel.cleaning.amounts["html"].text() == "−3"
    assert panel.cleaning.amounts["nfc"].text() == "2 replaced"
    assert account.bar.accessibleName().startswith("used as they are 807, replaced 12")
    assert account.bar.widths()[1] >= 3
    assert sum(account.bar.widths()) == pytest.approx(account.bar.width())
    panel.cleaning.boxes["nfc"].setChecked(True)
    assert (account.count.isVisible(), panel.cleaning.amounts["html"].text()) == (True, "")
    panel.cleaning.boxes["nfc"].setChecked(False)
    assert account.bar.isVisible()  # the same corpus again


def test_a_corpus_that_changed_meanwhile_is_said_so(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, NOTES)
    panel.measuring.begin()
    panel.asks.tell(
        measured(panel.asks.of(MeasureCorpus)[0], SourceMeasures(NOTES.path, 1, 0, 0, changed=True))
    )
    assert panel.account.verdict.text() == "changed meanwhile"


def test_counting_that_failed_can_be_asked_for_again(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, NOTES)
    panel.measuring.begin()
    panel.measuring.begin()
    assert len(panel.asks.of(MeasureCorpus)) == 1
    panel.asks.fail(panel.asks.of(MeasureCorpus)[0])
    assert panel.account.count.isEnabled()
    panel.measuring.begin()
    assert len(panel.asks.of(MeasureCorpus)) == 2


def test_amounts_add_up() -> None:
    assert amounts_of([]) == Amounts(0, 0, 0, 0)
    source = SourceMeasures("a", 1, 2, 3, (("x", 4),), (("y", 1, 5),))
    assert amounts_of([source, source]) == Amounts(2, 4, 6, 18)
    assert amounts_of([source]).total == 15


def test_statistics_wait_for_the_count(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, NOTES)
    panel.measuring.show_statistics()
    assert not panel.findChildren(StatisticsDialog)
    panel.asks.tell(measured(panel.asks.of(MeasureCorpus)[0], SourceMeasures(NOTES.path, 100, 0, 0)))
    (dialog,) = panel.findChildren(StatisticsDialog)
    assert dialog.isVisible()
    assert dialog.scripts.summary == "Latin 88.9 %"
    assert dialog.scripts.toolTip().startswith("Latin 88.9 %\nDigits, white space")
    assert dialog.scripts._labels == ("Latin", "digits, other")
    assert dialog._figures["n_twice"].accessibleName() == "1 duplicate document"
    assert dialog.lengths.summary == "2: 2, 8: 1"
    cells = [[dialog.pieces.model().index(r, c).data() for c in (0, 1)] for r in (0, 1)]
    assert cells == [["·the", "9"], ["↵", "3"]]
    dialog.close()
    panel.measuring.show_statistics()
    assert len(panel.asks.of(MeasureCorpus)) == 1  # nothing is counted twice
    dialog.show_measured(measured(panel.asks.of(MeasureCorpus)[0], n_twice=0).survey)
    assert dialog._figures["n_twice"].isHidden()


# --- preview ------------------------------------------------------------------------------------

LINES = (
    Line(b"<p>plain\n", b"plain\n", ((0, 3, STRUCK),)),
    Line(b"a\x93b\n", "a\ufffdb\n".encode(), ((1, 2, CHANGED),), ((1, 4, CHANGED),), 1, 1),
    Line(b"x\n", b"x\n", document=2),
    Line(b"<|endoftext|>\n", b"<|endoftext|>\n", ((0, 13, SPECIAL),), ((0, 13, SPECIAL),), 3, 1),
)


def preview(panel: CorpusPanel, told: Told, more: bool = False) -> None:
    request = panel.asks.of(PreviewSource)[-1]
    answer = SourcePreviewed(request.request_id, request.source.path, Preview(LINES, request.stretch, more))
    panel.asks.tell(answer)


def titles(shown: PreviewPanel) -> list[object]:
    return [shown.view.lines.headerData(section, Qt.Orientation.Horizontal) for section in range(2)]


def test_a_preview_of_counts_says_so(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, NOTES)
    choose(panel, 0)
    panel.show_preview()
    (request,) = panel.asks.of(PreviewSource)
    counted = Preview((Line(b" the", b"1,024"),), 0, more=False, counts=True)
    panel.asks.tell(SourcePreviewed(request.request_id, NOTES.path, counted))
    assert titles(panel.preview) == ["Piece", "Count"]


def test_enter_shows_the_chosen_source(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, NOTES, LETTER)
    choose(panel, 1)
    panel.view.setFocus()
    with qtbot.waitSignal(panel.preview_wanted):
        qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert panel.asks.of(PreviewSource)[-1].source == SourceOptions(LETTER.path)
    preview(panel, told)
    shown = panel.preview
    assert shown.source.currentText() == "letter.txt"
    assert shown.problems.text() == "2 lines with problems"
    assert (shown.view.currentIndex().row(), shown.place.text()) == (1, "document 1")
    assert titles(shown) == ["Before", "As used"]
    panel.cleaning.boxes["html"].setChecked(True)
    assert len(panel.asks.of(PreviewSource)) == 1  # it is not in sight


def test_problems_are_walked_by_keys_round_and_round(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, NOTES)
    panel.show_preview()
    preview(panel, told)
    shown = panel.preview
    shown.show()
    rows = []
    for _ in range(3):
        qtbot.mouseClick(shown.next_button, Qt.MouseButton.LeftButton)
        rows.append(shown.view.currentIndex().row())
    qtbot.mouseClick(shown.previous_button, Qt.MouseButton.LeftButton)
    assert (rows, shown.view.currentIndex().row()) == ([3, 1, 3], 1)
    panel.show_preview()
    preview(panel, told, more=True)
    assert shown.later.isEnabled()
    assert not shown.earlier.isEnabled()
    qtbot.mouseClick(shown.later, Qt.MouseButton.LeftButton)
    assert panel.asks.of(PreviewSource)[-1].stretch == 1


def test_the_next_problem_may_stand_further_on(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, NOTES)
    panel.show_preview()
    preview(panel, told, more=True)
    panel.preview.show()
    for _ in range(2):
        qtbot.mouseClick(panel.preview.next_button, Qt.MouseButton.LeftButton)
    asked = panel.asks.of(PreviewSource)[-1]
    assert (asked.stretch, asked.seek) == (1, b"")
    panel.asks.tell(SourcePreviewed(asked.request_id, NOTES.path, Preview((), 1, False)))
    asked = panel.asks.of(PreviewSource)[-1]  # there is none: from the start again
    assert (asked.stretch, asked.seek) == (0, b"")
    preview(panel, told)
    assert panel.preview.view.currentIndex().row() == 1


# --- findings -----------------------------------------------------------------------------------


def test_findings_are_told_mended_and_taken_back(panel: CorpusPanel, told: Told) -> None:
    found: list[tuple[Finding, ...]] = []
    panel.findings_changed.connect(found.append)
    broken = Scanned("/texts/b.gz", "file", "b.gz", 0, 0, problem="packed_cut")
    add(panel, told, OLD, LETTER, broken)
    assert [(f.icon, f.fact, f.meaning, f.fix, f.shows) for f in found[-1]] == [
        ("warning", "37 bytes are not UTF-8", "old.txt", "Read as Windows-1252", True),
        ("warning", "37 bytes are not UTF-8", "letter.txt", "Skip them", True),
        ("error", "b.gz ends early", "Get a new copy of the file.", "Leave out", True),
    ]
    for finding, options in zip(found[-1][:2], ({"encoding": "cp1252"}, {"on_invalid": "skip"}), strict=True):
        before = found[-1]
        panel.mending.fix(finding.key)
        assert finding not in found[-1]
        path = finding.key.removeprefix("not-utf8:")
        assert SourceOptions(path, **options) in panel.sources.training_sources()
        told.toasts[-1][1]()
        assert found[-1] == before
    panel.mending.fix(found[-1][2].key)
    assert (told.toasts[-1][0], len(found[-1])) == ("Left out b.gz.", 2)
    told.toasts[-1][1]()
    assert len(found[-1]) == 3
    panel.set_locked(True)
    panel.mending.fix(found[-1][0].key)
    assert len(found[-1]) == 3


def test_what_would_be_refused_can_be_read_anyway(panel: CorpusPanel, told: Told) -> None:
    binary = Scanned("/texts/b.txt", "file", "b.txt", 0, 0, problem="looks_binary")
    found: list[tuple[Finding, ...]] = []
    panel.findings_changed.connect(found.append)
    add(panel, told, binary)
    (finding,) = found[-1]
    assert (finding.fact, finding.fix) == ("b.txt is not text", "Read anyway")
    panel.mending.fix(finding.key)
    assert told.asked[-1].options == (SourceOptions(binary.path, accept=("looks_binary",)),)
    told.toasts[-1][1]()
    assert told.asked[-1].options == (SourceOptions(binary.path),)
    choose(panel, 0)
    action(panel.row_menu(), "Read anyway").trigger()
    assert told.asked[-1].options == (SourceOptions(binary.path, accept=("looks_binary",)),)


def test_space_switches_all_chosen_rows(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, NOTES, LETTER, OLD)
    panel.view.selectAll()
    for switched in (False, True):
        qtbot.keyClick(panel.view, Qt.Key.Key_Space)
        assert [source.on for source in panel.sources.model.sources] == [switched] * 3


def test_a_special_text_is_left_out_by_its_finding(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, NOTES)
    panel.mending.fix("special:<|endoftext|>")
    (source,) = panel.sources.training_sources()
    assert source.clean == ("leave-out:<|endoftext|>",)
    box = panel.cleaning.boxes["leave-out:<|endoftext|>"]
    assert box.text() == "Leave out <|endoftext|>"
    qtbot.waitUntil(box.isVisible)
    panel.measuring.begin()
    request = panel.asks.of(MeasureCorpus)[-1]
    account = SourceMeasures(NOTES.path, 50, 0, 26, (), (), 1, (), (("leave-out:<|endoftext|>", 26, 0),), ())
    panel.asks.tell(measured(request, account))
    assert panel.cleaning.amounts["leave-out:<|endoftext|>"].text() == "−26"
    told.toasts[-1][1]()
    assert panel.sources.training_sources() == (NOTES.path,)


def test_where_there_is_no_line_none_is_without_problems(
    panel: CorpusPanel, told: Told, qtbot: QtBot
) -> None:
    add(panel, told, NOTES)
    choose(panel, 0)
    qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    asked = panel.asks.of(PreviewSource)[-1]
    panel.asks.tell(SourcePreviewed(asked.request_id, NOTES.path, Preview((), 0, False)))
    assert panel.preview.problems.text() == ""
    assert panel.preview.place.text() == "nothing to show"


def test_a_finding_is_shown_where_it_stands(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, OLD, NOTES)
    with qtbot.waitSignal(panel.preview_wanted):
        panel.mending.show("not-utf8:" + OLD.path)
    asked = panel.asks.of(PreviewSource)[-1]
    assert (asked.source.path, asked.seek) == (OLD.path, b"")
    preview(panel, told)
    assert panel.preview.findings.texts() == ["37 bytes are not UTF-8, old.txt"]
    panel.mending.show("special:<|endoftext|>")
    first = panel.asks.of(PreviewSource)[-1]
    panel.asks.tell(SourcePreviewed(first.request_id, OLD.path, Preview((), 0, False)))
    second = panel.asks.of(PreviewSource)[-1]  # the first source does not hold it
    assert (first.source.path, second.source.path) == (OLD.path, NOTES.path)
    preview(panel, told)
    assert panel.preview.view.currentIndex().row() == 3
    panel.mending.show("piece:" + b"x\n".hex())
    assert panel.asks.of(PreviewSource)[-1].seek == b"x\n"
    preview(panel, told)
    assert panel.preview.view.currentIndex().row() == 2
    panel.mending.show("unusable:" + NOTES.path)
    assert panel.view.currentIndex().row() == 1


def test_what_a_count_finds_is_told(panel: CorpusPanel, told: Told) -> None:
    found: list[tuple[Finding, ...]] = []
    panel.findings_changed.connect(found.append)
    add(panel, told, NOTES)
    for n_twice, fact in (
        (0, "No empty or unreadable files, no duplicate documents"),
        (2, "2 duplicate documents"),
    ):
        panel.measuring.begin()
        account = SourceMeasures(NOTES.path, 50, 0, 0, (), (), 1, (), (), ())
        panel.asks.tell(measured(panel.asks.of(MeasureCorpus)[-1], account, n_twice=n_twice))
        assert [finding.fact for finding in found[-1]] == [fact]
        panel.cleaning.boxes["nfc"].toggle()
    panel.measuring.begin()
    account = SourceMeasures(NOTES.path, 50, 0, 0, (), (), 1, (), (), (("<|im_end|>", 3),))
    panel.asks.tell(measured(panel.asks.of(MeasureCorpus)[-1], account, n_twice=0))
    (finding,) = found[-1]
    assert (finding.fact, finding.meaning, finding.fix, finding.key) == (
        "The text contains <|im_end|> 3 times",
        "notes; trained as plain text",
        "Leave out",
        "special:<|im_end|>",
    )
    panel.cleaning.boxes["nfc"].toggle()
    panel.measuring.begin()
    account = SourceMeasures(NOTES.path, 50, 0, 0, (), (), 1, (("json_broken", 2), ("what_else", 1)))
    panel.asks.tell(measured(panel.asks.of(MeasureCorpus)[-1], account, n_twice=0))
    assert [(finding.fact, finding.meaning) for finding in found[-1]] == [
        ("2 lines are broken", "notes"),
        ("1 fault", "notes"),
    ]


def test_a_preview_in_sight_follows_choice_and_cleaning(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, NOTES, LETTER)
    panel.preview.show()
    choose(panel, 0)
    choose(panel, 1)
    assert [request.source.path for request in panel.asks.of(PreviewSource)] == [NOTES.path, LETTER.path]
    panel.cleaning.boxes["html"].setChecked(True)
    assert panel.asks.of(PreviewSource)[-1].source == SourceOptions(LETTER.path, clean=("html",))
    panel.set_specials(("<|x|>",))
    panel.cleaning.boxes["html"].setChecked(False)
    assert panel.asks.of(PreviewSource)[-1].specials == ("<|x|>", *KNOWN_SPECIALS)
    panel.remove_chosen()
    assert panel.preview.path() == ""


def test_stale_and_failed_previews(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, NOTES)
    panel.show_preview()
    older = panel.asks.of(PreviewSource)[-1]
    panel.show_preview()
    panel.asks.tell(SourcePreviewed(older.request_id, NOTES.path, Preview(LINES, 0, False)))
    assert panel.preview.view.lines.rowCount() == 0
    panel.asks.fail(panel.asks.of(PreviewSource)[-1])
    assert panel.preview.place.text() == "could not be read"
    panel.show_preview()
    request = panel.asks.of(PreviewSource)[-1]
    panel.asks.tell(JobCancelled(request.request_id))
    assert panel.preview.place.text() == "nothing to show"


def test_a_failed_preview_keeps_nothing_of_the_one_before(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, NOTES)
    panel.show_preview()
    preview(panel, told, more=True)
    panel.show_preview()
    panel.asks.fail(panel.asks.of(PreviewSource)[-1])
    shown = panel.preview
    assert (shown.view.lines.rowCount(), shown.problems.text()) == (0, "")
    assert not any(
        button.isEnabled()
        for button in (shown.earlier, shown.later, shown.previous_button, shown.next_button)
    )
    shown._step(1)
    assert len(panel.asks.of(PreviewSource)) == 2  # nothing is further on


def test_lines_are_cut_at_their_marks() -> None:
    assert stretches(b"<p>a\xff \n", ((0, 3, STRUCK), (4, 5, CHANGED), (2, 4, SPECIAL))) == [
        Stretch("<p", STRUCK), Stretch(">a", SPECIAL), Stretch("⟨FF⟩", CHANGED), Stretch("·↵", 0),
    ]  # fmt: skip
    assert stretches(b"", ()) == []


def test_a_long_line_is_shown_from_its_first_mark() -> None:
    plain, mark = Stretch("x" * 50, 0), Stretch("y", CHANGED)
    assert from_first_mark([plain, mark]) == [Stretch("…" + "x" * 20, 0), mark]
    assert from_first_mark([plain]) == [plain]
    assert from_first_mark([mark, plain]) == [mark, plain]
    assert from_first_mark([Stretch("short", 0), mark]) == [Stretch("short", 0), mark]


def test_marks_are_painted(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, NOTES)
    panel.show_preview()
    panel.preview.resize(600, 300)
    panel.preview.show()
    preview(panel, told)
    marked = panel.preview.view.viewport().grab().toImage()
    plain = tuple(Line(line.before, line.after, (), (), line.document) for line in LINES)
    panel.preview.view.lines.set_lines(plain)
    panel.preview.view.go_to(1)
    assert panel.preview.view.viewport().grab().toImage() != marked


# --- pasting ------------------------------------------------------------------------------------


def test_a_pasted_text_becomes_a_file_and_a_source(
    panel: CorpusPanel, told: Told, tmp_path: Path, qtbot: QtBot
) -> None:
    panel.adding.pasting.folder = tmp_path
    QGuiApplication.clipboard().setText("Some text\nto learn from")
    panel.setFocus()
    qtbot.keyClick(panel, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    (request,) = panel.asks.of(WriteFile)
    assert (Path(request.path).parent, request.parts) == (tmp_path, (b"Some text\nto learn from",))
    assert told.asked == []
    panel.asks.tell(FileWritten(request.request_id, request.path, 23))
    assert told.asked[-1].paths == (request.path,)


def test_a_large_paste_and_one_while_locked_are_refused(
    panel: CorpusPanel, told: Told, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setattr("workbench.panels.corpus.pasting.MOST_PASTED", 3)
    panel.adding.pasting.folder = tmp_path
    QGuiApplication.clipboard().setText("text")
    panel.paste()
    assert (panel.asks.of(WriteFile), told.toasts[-1][0]) == (
        [],
        "This is too much to paste; add it as a file.",
    )
    panel.set_locked(True)
    panel.paste()
    assert (panel.asks.of(WriteFile), len(told.toasts)) == ([], 1)


def test_what_was_looked_at_again_and_removed_stays_away(panel: CorpusPanel, told: Told) -> None:
    add(panel, told, OLD)
    panel.changing.read([0], encoding="cp1252")
    choose(panel, 0)
    panel.remove_chosen()
    panel.asks.tell(SourcesScanned(told.asked[-1].request_id, (OLD,)))
    assert panel.view.model().rowCount() == 0
    assert isinstance(panel, QWidget)


def test_the_keyboard_brings_a_source_into_sight(panel: CorpusPanel, told: Told, qtbot: QtBot) -> None:
    add(panel, told, *(Scanned(f"/texts/{n}", "file", f"{n}", 1, 5, 0) for n in range(30)))
    choose(panel, 0)
    panel.view.setFocus()
    (page,) = panel.findChildren(ListPage)
    qtbot.waitUntil(lambda: page.verticalScrollBar().maximum() > 500, timeout=30_000)  # laid out
    qtbot.keyClick(panel.view, Qt.Key.Key_End)
    assert panel.view.currentIndex().row() == 29
    box = panel.view.visualRect(panel.view.currentIndex())
    assert panel.rect().contains(panel.view.viewport().mapTo(panel, box.center()))


def test_a_pasted_text_that_cannot_be_written_is_said_so(
    panel: CorpusPanel, told: Told, tmp_path: Path
) -> None:
    panel.adding.pasting.folder = tmp_path / "a file"
    panel.adding.pasting.folder.write_text("in the way")
    QGuiApplication.clipboard().setText("text")
    panel.paste()
    (request,) = panel.asks.of(WriteFile)
    assert request.request_id not in panel.asks.silent, "the window shows why"
    panel.asks.fail(request, "cannot_write_file")
    assert panel.sources.enabled_paths() == ()
