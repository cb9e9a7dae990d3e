"""A person looks a vocabulary through: counts, health, a witness, filters, and all of it after a restart."""

from __future__ import annotations

import csv
from collections import Counter
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

import workbench
from tests.journeys.conftest import Person, shown
from workbench.settings import Settings
from workbench.worker.messages.judging import JudgeTokens


def at_the_vocabulary(person: Person) -> None:
    person.parts.window.show_task("vocabulary")
    person.wait(lambda: person.parts.vocabulary.table.rows.known.counted is not None)


def test_counts_health_and_a_witness_in_inspect(person: Person) -> None:
    panel, dossier = person.parts.vocabulary, person.parts.dossier
    at_the_vocabulary(person)
    spans = person.parts.tokens.view.spans
    used = set(spans.take(0, len(spans)).ids.tolist())
    unused = panel.filters.chips["unused"]
    person.click(unused)
    assert not used & set(panel.table.shown_ids())
    assert len(panel.table.shown_ids()) == len(panel.table.vocabulary) - len(used)
    person.click(panel.filters.chips["all"])
    person.click(person.button("Check health"))
    person.wait(lambda: panel.table.rows.known.judged is not None)
    person.click(panel.filters.chips["fragment"])
    panel.table.selectRow(0)
    token_id = panel.table.current_id()
    person.click(person.button("Show in Inspect", dossier))
    person.wait(lambda: person.encoded() and person.parts.tokens.view.selected.token is not None)
    assert token_id in person.ids()
    assert person.parts.tokens.view.selected.token.id == token_id
    at_the_vocabulary(person)
    person.wait(lambda: dossier.uses.uses_list.uses)
    (use,) = dossier.uses.uses_list.uses
    assert use.token == panel.table.vocabulary.token(panel.table.vocabulary.row_of(token_id))


def test_find_searches_what_is_seen(person: Person) -> None:
    panel, tokens = person.parts.vocabulary, person.parts.tokens
    at_the_vocabulary(person)
    panel.filters.search.setText("the")
    panel.table.setFocus()
    find = person.parts.window.commands["edit.find"]
    find.trigger()
    assert panel.filters.search.hasFocus()
    assert panel.filters.search.selectedText() == "the"
    assert person.parts.window.tasks.current == "vocabulary"
    person.parts.window.show_task("inspect")
    find.trigger()
    assert tokens.finding.active


def test_a_place_where_a_token_is_used_leads_there(person: Person) -> None:
    panel, dossier = person.parts.vocabulary, person.parts.dossier
    at_the_vocabulary(person)
    panel.table.sortByColumn(5, Qt.SortOrder.DescendingOrder)
    panel.table.selectRow(0)
    person.wait(lambda: len(dossier.uses.uses_list.uses) > 1)
    use, token_id = dossier.uses.uses_list.uses[1], panel.table.current_id()
    dossier.uses.uses_list.setFocus()
    person.bot.keyClick(dossier.uses.uses_list, Qt.Key.Key_Down)
    person.bot.keyClick(dossier.uses.uses_list, Qt.Key.Key_Return)
    token = person.parts.tokens.view.selected.token
    assert (token.id, token.start, token.end) == (token_id, use.start, use.end)


def test_labels_columns_and_scope_are_there_after_a_restart(
    qapp: QApplication, qtbot: QtBot, settings: Settings
) -> None:
    with shown(qapp, qtbot, settings) as person:
        at_the_vocabulary(person)
        panel = person.parts.vocabulary
        person.click(person.button("Check health"))
        person.wait(lambda: panel.table.rows.known.judged is not None)
        fragments = panel.filters.chips["fragment"].text()
        next(e for e in panel.header.columns.menu.actions() if e.data() == "documents").trigger()
    with shown(qapp, qtbot, settings) as person:
        asked = person.asked(JudgeTokens)
        at_the_vocabulary(person)
        panel = person.parts.vocabulary
        person.wait(lambda: panel.table.rows.known.judged is not None)
        assert all(each.only_kept for each in asked)  # perhaps before the list began
        assert panel.filters.chips["fragment"].text() == fragments
        assert "documents" in panel.table.columns


def test_a_pattern_a_script_and_a_length_filter_together(person: Person) -> None:
    panel = person.parts.vocabulary
    at_the_vocabulary(person)
    person.wait(lambda: panel.table.rows.known.grouped is not None)
    panel.filters.how.set_value("regex")
    person.bot.keyClicks(panel.filters.search, "^[aeiou]+$")
    person.wait(lambda: 0 < panel.table.rows.rowCount() < 100)
    found = [panel.table.vocabulary.token(row) for row in panel.table.rows.rows()]
    assert all(set(token) <= set(b"aeiou") for token in found)
    panel.filters.set_map("Latin", 1)
    assert [token for token in found if len(token) == 2] == [
        panel.table.vocabulary.token(row) for row in panel.table.rows.rows()
    ]
    person.bot.keyClicks(panel.filters.search, "(")
    person.wait(lambda: panel.filters._fault.isVisible())
    panel.filters.clear()
    person.click(person.button("Show all"))
    person.wait(panel.overview.script_map.isVisible)
    row, column = 0, int(panel.overview.script_map.counts[0].argmax())
    person.click(panel.overview.script_map, panel.overview.script_map.cell(row, column).center().toPoint())
    person.wait(panel.table.isVisible)
    assert panel.table.rows.rowCount() == panel.overview.script_map.counts[row, column]


def test_error_bars_and_sources_of_a_tokenizer_trained_here_are_there_after_a_restart(
    qapp: QApplication, qtbot: QtBot, settings: Settings, tmp_path: Path
) -> None:
    for name, words in (("first", "water boat harbor sail "), ("second", "court judge law appeal ")):
        (tmp_path / name).mkdir()
        for number in range(30):
            (tmp_path / name / f"{number:02}.txt").write_text(words * (number + 1))
    (tmp_path / "second" / "07.txt").write_text("zygote " * 900)
    file = tmp_path / "own.json"
    sources = [str(tmp_path / name) for name in ("first", "second")]
    workbench.save_tokenizer(workbench.train(sources, vocab_size=290), file)
    with shown(qapp, qtbot, settings) as person:
        parts = person.parts
        parts.session.tokenizers.open(str(file))
        person.wait(lambda: person.tokenizer.path == str(file))
        parts.window.commands["tokenizer.training"].trigger()
        overview, panel = parts.vocabulary.overview, parts.vocabulary
        person.click(person.button("Find error bars", overview))
        person.wait(lambda: panel.checks.bars.result is not None)
        person.click(person.button("Find where the tokens came from", overview))
        person.wait(lambda: panel.checks.origins.result is not None)
        person.click(person.button("Leave it out", overview))
        person.wait(panel.without.isVisible)
        gone = {token for _, tokens, _ in panel.checks.origins.result.changes for token in tokens}
        assert b" harbor" in gone
        assert b" judge" not in gone
    (tmp_path / "second" / "07.txt").unlink()  # what was found stays
    with shown(qapp, qtbot, settings) as person:
        parts = person.parts
        panel, dossier = parts.vocabulary, parts.dossier
        at_the_vocabulary(person)
        person.wait(lambda: panel.table.rows.known.bars is not None and panel.table.rows.known.origins)
        listed = panel.table.vocabulary
        panel.show_token(int(listed.listed.ids[listed.with_text("yg")].max()))

        def _says(words: str) -> bool:
            labels = dossier.training.findChildren(QLabel)
            return any(words in label.text() for label in labels if label.isVisible())

        for words in ("only in 07.txt", "in 19 of 20 trainings"):  # the token of the text may come first
            person.wait(partial(_says, words))


def test_copy_takes_the_rows_of_a_list_and_not_the_selected_text(person: Person) -> None:
    clipboard, view = QApplication.clipboard(), person.parts.tokens.view
    view.editor.select_all()
    assert person.parts.window.commands["edit.copy"].isEnabled()
    at_the_vocabulary(person)
    table = person.parts.vocabulary.table
    table.scrollToTop()  # the row of the current token is far down
    person.click(table.viewport(), table.visualRect(table.model().index(1, 0)).center())
    person.wait(lambda: QApplication.focusWidget() is table and table.selected_ids())
    for copy in (
        lambda: QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier),
        person.parts.window.commands["edit.copy"].trigger,
    ):
        clipboard.clear()
        copy()
        lines = clipboard.text().splitlines()
        assert len(lines) == 2
        assert str(table.current_id()) in lines[1].split("\t")


def test_the_table_that_is_saved_has_the_counts_that_are_seen(person: Person, tmp_path: Path) -> None:
    at_the_vocabulary(person)
    panel, file = person.parts.vocabulary, tmp_path / "vocabulary.csv"
    panel.header._exports["csv"].trigger()
    dialog = next(d for d in person.parts.window.findChildren(QFileDialog) if d.isVisible())
    dialog.fileSelected.emit(str(file))
    dialog.close()
    person.wait(file.exists)
    rows = {int(row["id"]): row for row in csv.DictReader(file.open(encoding="utf-8", newline=""))}
    used = {token_id: int(row["count"]) for token_id, row in rows.items() if row["count"] != "0"}
    assert used == Counter(person.ids())


def test_the_keyboard_stays_in_the_field_while_the_kind_of_search_is_clicked(person: Person) -> None:
    at_the_vocabulary(person)
    filters = person.parts.vocabulary.filters
    person.click(filters.search)
    person.click(next(b for b in filters.how.findChildren(QAbstractButton) if b.text() == "Id"))
    assert filters.how.value() == "id"
    assert filters.search.hasFocus()
