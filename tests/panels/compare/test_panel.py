"""Who is compared: opened and closed, moved, taken out and brought back; what is asked for it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QAbstractButton

from tests.panels.compare_bench import TOKENIZERS
from workbench.engine.judging.metrics import METRICS
from workbench.panels.compare.card_face import small_count
from workbench.panels.compare.columns import Chosen
from workbench.widgets.look import theme
from workbench.worker.messages.comparing import Align, Compare
from workbench.worker.messages.requests import JobCancelled


def test_a_second_tokenizer_is_asked_for_before_there_are_two(bench, qtbot):
    bench.show("one")
    buttons = [b for b in bench.panel.findChildren(QAbstractButton) if b.isVisible() and b.text()]
    assert {"Open…", "Fetch…", "Train a tokenizer…"} <= {b.text() for b in buttons}
    with qtbot.waitSignal(bench.panel.open_requested):
        qtbot.mouseClick(next(b for b in buttons if b.text() == "Open…"), Qt.MouseButton.LeftButton)
    assert not bench.asked.requests


def test_what_is_opened_joins_and_what_is_closed_leaves(bench):
    bench.show("one", "two")
    bench.answer()
    assert bench.names() == ["one", "two"]
    assert [card.count() for card in bench.panel.columns.cards] == ["12", "13"]
    bench.show("one", "two", "lower")
    assert bench.names() == ["one", "two", "lower"]
    bench.show("two", "lower")
    assert bench.names() == ["two", "lower"]
    bench.answer()
    assert [card.count() for card in bench.panel.columns.cards] == ["13", "12"]


def test_the_tokens_of_a_column_are_asked_for_once(bench):
    bench.show("one", "two")
    bench.answer()
    bench.show("one", "two", "lower")
    last = bench.asked.of(Align)[-1]
    assert set(last.known) == {bench.open["one"].handle, bench.open["two"].handle}
    n = len(bench.asked.of(Align))
    bench.answer()
    bench.show("one", "two", "lower")
    assert len(bench.asked.of(Align)) == n


def test_one_closed_while_it_is_compared_leaves_the_others(bench):
    bench.show("one", "two", "lower")
    bench.store.remove(bench.open["lower"].handle)
    bench.show("one", "two")
    bench.answer()
    assert [card.count() for card in bench.panel.columns.cards] == ["12", "13"]


def test_a_file_read_anew_keeps_its_place(bench):
    one = replace(bench.open["one"], path="/a.model", format="minbpe")
    again = replace(bench.open["lower"], path="/a.model", format="minbpe")
    bench.panel.set_tokenizers([one, bench.open["two"]])
    bench.panel.set_tokenizers([one, bench.open["two"], again])
    bench.panel.set_tokenizers([bench.open["two"], again])
    assert bench.panel.handles == (again.handle, bench.open["two"].handle)


def test_keys_move_cards_and_take_them_out(bench, qtbot):
    bench.show("one", "two", "lower")
    cards = bench.panel.columns.cards
    cards[2].setFocus()
    qtbot.keyClick(cards[2], Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert bench.names() == ["one", "lower", "two"]
    assert cards[1].hasFocus()
    qtbot.keyClick(cards[1], Qt.Key.Key_Delete)
    assert bench.names() == ["one", "two"]
    bench.show("one", "two", "lower")
    assert bench.names() == ["one", "two"]  # it stays out
    bench.panel.add_button.menu.aboutToShow.emit()
    entry = next(e for e in bench.panel.add_button.menu.actions() if e.text() == "lower")
    entry.trigger()
    assert bench.names() == ["one", "two", "lower"]


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)  # the offscreen platform, of every menu
def test_the_menu_of_a_card_makes_it_the_reference(bench, qtbot):
    bench.show("one", "two")
    card = bench.panel.columns.cards[1]
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    assert [entry.isEnabled() for entry in card._menu.actions()] == [True, True, False, True, True]
    card._menu.actions()[0].trigger()
    card._menu.close()
    assert bench.names() == ["two", "one"]
    assert "reference" in bench.panel.columns.cards[0].accessibleDescription()


def test_a_card_is_dragged_past_its_neighbor(bench, qtbot):
    bench.show("one", "two")
    card = bench.panel.columns.cards[0]
    qtbot.mousePress(card, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    qtbot.mouseMove(card, QPoint(card.width() + 30, 20))
    qtbot.mouseRelease(card, Qt.MouseButton.LeftButton, pos=QPoint(card.width() + 30, 20))
    assert bench.names() == ["two", "one"]
    assert not card._menu.isVisible()


def test_nothing_is_asked_while_nobody_looks(bench):
    bench.panel.hide()
    bench.show("one", "two")
    assert not bench.asked.requests
    bench.panel.show()
    assert bench.asked.of(Align)
    assert bench.asked.of(Compare)


def test_order_and_scope_come_back(bench, qtbot):
    bench.show("one", "two", "lower")
    with qtbot.waitSignal(bench.panel.kept_changed):
        bench.panel.columns.changed.emit(Chosen(bench.panel.handles).move(bench.open["lower"].handle, 0))
    bench.panel.columns.cards[1].removed.emit()
    bench.panel.scope.set_value("corpus")
    kept = bench.panel.kept()
    bench.panel.set_tokenizers([])
    bench.panel.restore(kept)
    bench.show("one")
    bench.show("one", "two")
    bench.show("one", "two", "lower")
    assert bench.names() == ["lower", "two"]
    assert bench.panel.measuring.scope == "corpus"


def test_an_order_stays_over_two_restarts_also_of_one_that_is_gone_meanwhile(bench, qtbot):
    bench.show("one", "two", "lower")
    bench.panel.columns.changed.emit(Chosen(bench.panel.handles).move(bench.open["lower"].handle, 0))
    kept = bench.panel.kept()
    for there in (("one", "two"), ("one", "two", "lower")):
        bench.panel.set_tokenizers([])
        bench.panel.restore(kept)
        bench.show(*there)
        kept = bench.panel.kept()
    assert bench.names() == ["lower", "one", "two"]


def test_what_is_opened_is_kept_as_shown(bench, qtbot):
    bench.show("one", "two")
    with qtbot.waitSignal(bench.panel.kept_changed):
        bench.show("one", "two", "lower")
    assert bench.panel.kept()["tokenizers"] == [bench.open[name].key for name in bench.names()]
    with qtbot.assertNotEmitted(bench.panel.kept_changed):
        bench.show("one", "two", "lower")


def named(bench, qtbot, place: int, name: str) -> None:
    """Name a card by the keyboard."""
    card = bench.panel.columns.cards[place]
    card.setFocus()
    qtbot.keyClick(card, Qt.Key.Key_F2)
    qtbot.keyClicks(card._editor, name)
    qtbot.keyClick(card._editor, Qt.Key.Key_Return)


def test_a_name_is_used_on_every_page_and_in_the_report(bench, qtbot):
    bench.show("one", "two")
    bench.answer()
    bench.panel.views.show_page("drift")
    bench.answer()
    with qtbot.waitSignal(bench.panel.kept_changed):
        named(bench, qtbot, 1, "The new one ")
    card = bench.panel.columns.cards[1]
    assert card.accessibleName() == "B: The new one"
    assert card.hasFocus()
    assert card._editor is None
    bench.answer()
    measures = bench.panel.measures
    assert "The new one" in measures._model.about_cell(METRICS[0], 1)
    request = bench.asked.of(Compare)[-1]
    assert bench.store.comparison(request.request_id).to_json()["measures"][1]["tokenizer"] == "The new one"
    bench.panel.views.show_page("text")
    assert bench.panel.text.view._names == ("one", "The new one")


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)  # the offscreen platform, of every menu
def test_a_name_is_written_by_two_clicks_or_the_menu_and_escape_leaves_it(bench, qtbot):
    bench.show("one", "two")
    bench.answer()
    card = bench.panel.columns.cards[0]
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    assert card._menu.isVisible()
    at = card._menu.mapFromGlobal(card.mapToGlobal(card.rect().center()))
    qtbot.mousePress(card._menu, Qt.MouseButton.LeftButton, pos=at)  # the second: the menu has the mouse
    assert card._editor.hasFocus()
    assert not card._menu.isVisible()
    qtbot.keyClicks(card._editor, "another")
    qtbot.keyClick(card._editor, Qt.Key.Key_Escape)
    assert card.accessibleName() == "A: one"
    n = len(bench.asked.requests)
    card._menu.actions()[3].trigger()
    qtbot.keyClick(card._editor, Qt.Key.Key_Return)  # the same name
    assert len(bench.asked.requests) == n
    card.rename()
    qtbot.keyClicks(card._editor, "x")
    bench.panel.columns.cards[1].setFocus()  # it is taken when the keyboard goes elsewhere
    assert card.accessibleName() == "A: x"


def test_a_narrow_card_shows_letter_and_number_while_it_is_named(bench, qtbot, qapp):
    theme.apply_theme(qapp, "light")  # whose fields are higher than others
    bench.show("one", "two", "lower")
    bench.panel.resize(400, 600)
    card = bench.panel.columns.cards[1]
    qtbot.waitUntil(lambda: card.width() < 190)
    card.rename()
    assert card._editor.geometry().top() >= 26  # the lower end of both
    assert card.rect().contains(card._editor.geometry())


def test_names_come_back_and_an_empty_one_is_that_of_the_file(bench, qtbot):
    bench.show("one", "two")
    bench.answer()
    named(bench, qtbot, 0, "First")
    kept = bench.panel.kept()
    bench.panel.restore({})
    bench.show("one", "two")
    assert bench.panel.columns.cards[0].accessibleName() == "A: one"
    bench.panel.restore(kept)
    bench.show("one", "two")
    assert bench.panel.columns.cards[0].accessibleName() == "A: First"
    bench.panel.columns.cards[0].rename()
    bench.panel.columns.cards[0]._editor.clear()
    qtbot.keyClick(bench.panel.columns.cards[0]._editor, Qt.Key.Key_Return)
    assert bench.panel.columns.cards[0].accessibleName() == "A: one"
    assert bench.panel.kept()["names"] == {}


def test_a_name_does_not_measure_again_what_was_cancelled(bench, qtbot):
    bench.show("one", "two")
    request = bench.asked.of(Compare)[-1]
    bench.met.add(request.request_id)
    bench.asked.tell(JobCancelled(request.request_id))
    assert bench.panel.measuring.result.cancelled
    named(bench, qtbot, 0, "First")
    assert bench.asked.of(Compare)[-1] is request
    assert bench.panel.measuring.result.cancelled


def test_what_was_kept_may_be_anything(bench):
    bench.panel.restore({"tokenizers": 3, "left": ["x", 4], "scope": "moon", "names": {"result:one": 3}})
    bench.show("one", "two")
    assert bench.names() == ["one", "two"]


def test_dropped_files_are_told(bench, qtbot):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/tmp/x.model")])
    drop = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                      Qt.KeyboardModifier.NoModifier)  # fmt: skip
    with qtbot.waitSignal(bench.panel.files_dropped) as told:
        bench.panel.dropEvent(drop)
    assert told.args == [["/tmp/x.model"]]


def small_number(card):
    """Return the font and the number of a narrow card."""
    fit = card._fit()
    return fit[0], small_count(card.facts, card.width(), fit)


def test_a_narrow_card_never_shows_another_number(bench):
    bench.show("one", "two")
    card = bench.panel.columns.cards[0]
    card.set_count("4,311,579")
    shown = []
    for width in (120, 86, 40):
        card.resize(width, card.height())
        shown.append(small_number(card))
        card.grab()
    assert [text for _, text in shown[:2]] == ["4,311,579"] * 2
    assert shown[0][0] == "title"
    assert shown[1][0] != "title"
    assert shown[2][1].endswith("…")


def test_ten_cards_show_their_whole_numbers_in_one_font(bench):
    for number in range(10):
        bench.add(f"t{number}", TOKENIZERS["one"])
    bench.show(*[f"t{number}" for number in range(10)])
    cards = bench.panel.columns.cards
    bench.panel.columns.set_counts(dict(zip(bench.panel.handles, ["1"] + ["30,185"] * 9, strict=True)))
    bench.panel.grab()
    assert max(card.width() for card in cards) < 86
    assert [small_number(card)[1] for card in cards] == ["1"] + ["30,185"] * 9
    assert len({small_number(card)[0] for card in cards}) == 1


def test_one_that_joins_out_of_sight_of_the_text_has_its_count(bench):
    bench.show("one", "two")
    bench.answer()
    bench.panel.views.show_page("overlap")
    bench.show("one", "two", "lower")
    bench.answer()
    assert [card.count() for card in bench.panel.columns.cards] == ["12", "13", "12"]


def test_a_name_given_while_it_is_measured_does_not_begin_anew(bench, qtbot):
    bench.show("one", "two")
    request = bench.asked.of(Compare)[-1]
    named(bench, qtbot, 0, "First")
    assert bench.asked.of(Compare)[-1] is request
    assert bench.panel.measuring.is_under_way
    bench.answer()
    bench.answer()
    compared = bench.panel.measuring.result.compared
    last = bench.asked.of(Compare)[-1]
    assert last is not request
    assert compared is not None
    assert last.names == ("First", "two")


def of_one_name(bench, *paths: str | None) -> list[str]:
    """Show tokenizers that are all called “cl100k”, and return what their cards say."""
    names = list(bench.open)[: len(paths)]
    for name, path in zip(names, paths, strict=True):
        bench.open[name] = replace(bench.open[name], name="cl100k", path=path)
    bench.show(*names)
    return [card.accessibleDescription() for card in bench.panel.columns.cards]


def test_cards_of_one_name_say_what_tells_them_apart(bench):
    said = of_one_name(bench, "/data/old/cl100k.json", "/data/new/cl100k.json", None)
    assert [each.split(" · ")[0] for each in said] == ["the reference, old", "new", "not saved"]
    assert "/data/new/cl100k.json" in bench.panel.columns.cards[1].toolTip()
    assert bench.panel.columns.cards[1].facts.small_name == "new · cl100k"
    said = of_one_name(bench, "/data/cl100k.json", "/data/cl100k.tiktoken")
    assert [each.split(" · ")[0] for each in said] == ["the reference, cl100k.json", "cl100k.tiktoken"]
    bench.open["one"] = replace(bench.open["one"], name="one")
    bench.show("one", "two")
    assert "in the vocabulary" in bench.panel.columns.cards[1].accessibleDescription()


def test_a_place_that_is_gone_to_has_the_keyboard(bench):
    bench.show("one", "two")
    bench.answer()
    bench.panel.views.show_page("causes")
    bench.panel.views.page("causes").setFocus()
    bench.panel.views.show_place((0, 3))
    assert bench.panel.text.view.hasFocus()
