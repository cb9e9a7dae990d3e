"""The text and its tokens by keyboard alone: find, ids, colors, zoom, another tokenizer and back."""

from __future__ import annotations

from importlib import resources

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.journeys.conftest import Person
from workbench.panels.tokens.text.sample_texts import SAMPLE_TEXTS
from workbench.widgets.focus_ring import _Ring
from workbench.widgets.strips import Toast

K, M = Qt.Key, Qt.KeyboardModifier
CTRL, SHIFT = M.ControlModifier, M.ShiftModifier


def press(person: Person, key: Qt.Key, modifier: Qt.KeyboardModifier = M.NoModifier) -> None:
    """Press a key where the keyboard is."""
    QTest.keyClick(QApplication.focusWidget() or person.parts.window, key, modifier)


def write(text: str) -> None:
    QTest.keyClicks(QApplication.focusWidget(), text)


def ready(person: Person) -> None:
    person.parts.window.activateWindow()
    person.parts.tokens.view.setFocus()
    person.wait(lambda: person.parts.tokens.view.hasFocus())


def test_a_word_is_found_walked_replaced_and_brought_back(person: Person) -> None:
    ready(person)
    tokens, view = person.parts.tokens, person.parts.tokens.view
    before = view.content()
    press(person, K.Key_H, CTRL)
    bar = tokens.finding.bar
    assert bar.field.hasFocus()
    write("on")
    person.wait(lambda: bar.count.text() == "1 of 2")
    press(person, K.Key_F3)
    assert bar.count.text() == "2 of 2"
    press(person, K.Key_F3, SHIFT)
    assert bar.count.text() == "1 of 2"
    bar.replacement.setFocus()
    write("ON")
    bar.replace_all_button.setFocus()
    press(person, K.Key_Space)
    person.wait(lambda: b"ONes" in view.content())
    assert view.content() == before.replace(b"on", b"ON")
    bar.field.setFocus()
    press(person, K.Key_Escape)
    assert view.hasFocus()
    press(person, K.Key_Z, CTRL)
    assert view.content() == before


def test_an_expression_and_an_id_are_found(person: Person) -> None:
    ready(person)
    tokens = person.parts.tokens
    press(person, K.Key_F, CTRL)
    bar = tokens.finding.bar
    bar.regex.click()
    write(r"\d+,")
    person.wait(lambda: bar.count.text() == "1 of 3")
    write("(")
    person.wait(lambda: bar.problem.isVisible())
    assert "not valid" in bar.problem.text()
    bar.kind.set_value("id")
    bar.field.setFocus()
    press(person, K.Key_A, CTRL)
    token = tokens.view.spans.token(3)
    write(str(token.id))
    person.wait(lambda: bar.count.text().startswith("1 of "))
    assert tokens.view.look.hits.span() is not None
    assert tokens.view.spans.token_at(tokens.view.look.hits.span()[0]).id == token.id


def test_ids_and_colors_and_size_by_keys_are_remembered(person: Person) -> None:
    ready(person)
    view, settings = person.parts.tokens.view, person.parts.window.settings
    press(person, K.Key_I, CTRL | SHIFT)
    assert view.pieces.ids
    assert person.parts.window.commands["view.ids"].isChecked()
    press(person, K.Key_I, CTRL | SHIFT)
    assert not view.pieces.ids
    press(person, K.Key_Plus, CTRL)
    assert view.rows.zoom > 1
    assert settings.token_zoom == round(view.rows.zoom * 100)
    press(person, K.Key_0, CTRL)
    assert view.rows.zoom == 1
    person.parts.window.commands["view.color_length"].trigger()
    assert settings.token_colors == "length"
    person.wait(lambda: person.parts.tokens.coloring.legend.isVisible())


def test_another_tokenizer_and_back_keeps_text_place_and_selection(person: Person) -> None:
    ready(person)
    parts, view = person.parts, person.parts.tokens.view
    parts.tokens.set_text(b"".join(b"line %d of some text\n" % number for number in range(400)))
    person.wait(person.encoded)
    first = person.tokenizer.handle
    with resources.as_file(
        resources.files("workbench_resources").joinpath("tokenizers", "sample.model")
    ) as file:
        parts.session.tokenizers.open(str(file))
        person.wait(lambda: person.tokenizer.handle != first)
    second = person.tokenizer.handle
    person.wait(lambda: settled(person))
    n_bytes = len(view.content())
    person.wait(lambda: (facts := parts.tokens._occurrences.facts) is not None and facts.n_bytes == n_bytes)
    parts.tokens.layout().activate()  # the line below a short text has gone
    view.scrolling.by(2000)
    view.editor.select(4000, 4010)
    view.selected.select_at(4020)
    before = view.content(), view.places.visible_range(), view.editor.selection, view.selected.token.start
    for key, modifier, handle in ((K.Key_Tab, CTRL, first), (K.Key_Backtab, CTRL | SHIFT, second)):
        press(person, key, modifier)
        assert person.tokenizer.handle == handle
        person.wait(lambda: settled(person))
        now = view.content(), view.places.visible_range(), view.editor.selection, view.selected.token.start
        assert now == before


def settled(person: Person) -> bool:
    """Say whether the tokenizer in use has encoded the text and its token is selected again."""
    tokens = person.parts.tokens
    there = tokens.encoding.handle == person.tokenizer.handle
    return there and person.encoded() and not tokens.chosen.waits


def test_a_selected_token_is_copied_and_its_id_from_the_ids(person: Person) -> None:
    ready(person)
    p, view = person.parts, person.parts.tokens.view
    copy, clipboard = p.window.commands["edit.copy"], QApplication.clipboard()
    toast = p.window.findChild(Toast)
    assert toast is not None
    view.selected.select(None)
    assert not copy.isEnabled()
    press(person, K.Key_Right, M.AltModifier)
    press(person, K.Key_Right, M.AltModifier)
    token = view.selected.token
    assert token is not None
    assert copy.isEnabled()
    press(person, K.Key_C, CTRL)
    assert clipboard.text().encode() == view.document.read(token.start, token.end)
    assert toast.text() == "Copied 1 token."
    p.window.commands["view.ids_panel"].trigger()
    person.wait(lambda: p.ids.ids.hasFocus())
    press(person, K.Key_Right)
    token = view.selected.token
    press(person, K.Key_C, CTRL)
    assert clipboard.text() == str(token.id)
    assert toast.text() == f"Copied id {token.id}."
    clipboard.clear()
    copy.trigger()
    assert clipboard.text() == str(token.id)


def test_texts_to_try_stand_in_the_menu_and_the_one_before_comes_back(person: Person) -> None:
    ready(person)
    p, tokens = person.parts, person.parts.tokens
    before = tokens.text()
    toast = p.window.findChild(Toast)
    assert toast is not None
    for key, data in SAMPLE_TEXTS.items():
        p.window.commands[f"text.{key}"].trigger()
        person.wait(person.encoded)
        assert tokens.text() == data
        run = tokens.view.spans.take(0, len(tokens.view.spans))
        assert (int(run.starts[0]), int(run.ends[-1])) == (0, len(data))
        assert toast.text().startswith("Loaded “")
    p.window.commands["text.sample"].trigger()
    person.wait(person.encoded)
    assert tokens.text() == before
    person.click(person.button("Undo", toast))
    assert tokens.text() == SAMPLE_TEXTS["invalid"]


def test_what_is_typed_after_another_text_is_not_thrown_away_by_the_toast(person: Person) -> None:
    ready(person)
    p, view = person.parts, person.parts.tokens.view
    toast = p.window.findChild(Toast)
    assert toast is not None
    press(person, K.Key_A, CTRL)
    write("MY OWN WORK")
    p.window.commands["text.code"].trigger()
    assert toast.isVisible()
    write("TYPED AFTER")
    assert not toast.isVisible()
    toast.undo_requested.emit()  # as a click that comes too late
    assert view.content() == b"TYPED AFTER" + SAMPLE_TEXTS["code"]
    p.window.commands["text.sample"].trigger()
    p.window.notices.toast("Copied 1 token.")
    write("X")
    assert toast.isVisible(), "another message is none of the text's"


def test_replaced_places_are_not_brought_back_once_more_is_typed(person: Person) -> None:
    ready(person)
    view, bar = person.parts.tokens.view, person.parts.tokens.finding.bar
    toast = person.parts.window.findChild(Toast)
    assert toast is not None
    press(person, K.Key_H, CTRL)
    write("on")
    person.wait(lambda: bar.count.text() == "1 of 2")
    person.click(bar.replace_all_button)
    person.wait(toast.isVisible)
    assert toast.text() == "Replaced 2 places."
    view.setFocus()
    write("X")
    assert not toast.isVisible()


def test_the_text_of_ids_is_taken_and_the_one_before_comes_back(person: Person) -> None:
    ready(person)
    p, tokens, decoder = person.parts, person.parts.tokens, person.parts.decoder
    tokens.set_text(b"mine\nas typed", "mine.txt")
    toast = p.window.findChild(Toast)
    assert toast is not None
    p.window.commands["tokenizer.decode"].trigger()
    person.bot.keyClicks(decoder.field, "72 101")
    person.wait(decoder.use_button.isEnabled)
    person.click(decoder.use_button)
    assert tokens.text() == b"He"
    assert toast.text() == "The decoded ids are now the text."
    decoder.close()
    person.click(person.button("Undo", toast))
    assert tokens.view.document.origin.name == "mine.txt"
    assert tokens.text() == b"mine\nas typed"


def test_the_focus_ring_goes_to_another_task_and_back_with_the_keyboard(person: Person) -> None:
    """Not to the status bar, where Qt takes the keyboard on the way."""
    ready(person)
    p = person.parts

    def _ringed(widget: QWidget) -> bool:
        rings = [ring for ring in p.window.findChildren(_Ring) if ring.isVisible()]
        within = QRect(widget.mapTo(p.window, QPoint(0, 0)), widget.size())
        return len(rings) == 1 and rings[0].geometry().contains(within)

    press(person, K.Key_3, CTRL)
    person.wait(p.vocabulary.filters.search.hasFocus)
    assert _ringed(p.vocabulary.filters.search)
    press(person, K.Key_1, CTRL)
    person.wait(p.tokens.view.hasFocus)
    assert _ringed(p.tokens.view)


def test_the_row_of_the_selected_token_is_chosen_in_the_vocabulary_beside(person: Person) -> None:
    ready(person)
    p = person.parts
    p.window.show_task("all")
    person.wait(lambda: p.vocabulary.isVisible() and p.vocabulary.table.rows.vocabulary is not None)
    p.window.raise_panel("tokens")
    for index in (3, 5):
        p.tokens.view.selected.select(index)
        token = p.tokens.view.selected.token
        person.wait(lambda token=token: p.vocabulary.table.current_id() == token.id)
        assert p.tokens.view.selected.token == token
    p.vocabulary.filters.search.setText("qqqq")
    p.tokens.view.selected.select(7)
    assert p.vocabulary.filters.search.text() == "qqqq"


def test_the_selected_token_is_chosen_once_the_vocabulary_is_seen(person: Person) -> None:
    ready(person)
    p = person.parts
    person.wait(lambda: p.vocabulary.table.rows.vocabulary is not None)
    p.tokens.view.selected.select(3)
    press(person, K.Key_Right, M.AltModifier)
    token = p.tokens.view.selected.token
    assert token is not None
    press(person, K.Key_3, CTRL)
    person.wait(lambda: p.vocabulary.table.current_id() == token.id)
    table = p.vocabulary.table
    assert table.viewport().rect().contains(table.visualRect(table.currentIndex()).center())
    person.wait(lambda: p.dossier._token_id == token.id)


def test_tokens_their_other_places_and_their_steps_by_keys_alone(person: Person) -> None:
    ready(person)
    p, view, selected = person.parts, person.parts.tokens.view, person.parts.selected
    p.tokens.set_text(b"unforgettable then unforgettable and then unforgettable")
    person.wait(person.encoded)
    press(person, K.Key_End, CTRL)
    assert view.editor.position == len(view.document)
    press(person, K.Key_Home, CTRL)
    press(person, K.Key_End)
    assert view.editor.position > 0
    press(person, K.Key_Home)
    assert view.editor.position == 0
    view.selected.select(None)
    for _ in range(2):
        press(person, K.Key_Right, M.AltModifier)
    first = view.selected.token
    assert first is not None
    assert first.index == 1
    steps = selected.steps
    person.wait(lambda: steps._shown_for == (first.id, first.start))
    press(person, K.Key_F3)
    second = view.selected.token
    assert second is not None
    assert (second.id, second.index > first.index) == (first.id, True)
    person.wait(lambda: steps._shown_for == (second.id, second.start))
    press(person, K.Key_F3, SHIFT)
    assert view.selected.token == first
    person.wait(lambda: steps._shown_for == (first.id, first.start))
    press(person, K.Key_M, CTRL | SHIFT)
    assert steps.slider.hasFocus()
    last = len(steps.steps) - 1
    for key, expected in ((K.Key_Home, 0), (K.Key_Right, 1), (K.Key_Left, 0), (K.Key_End, last)):
        press(person, key)
        assert steps.at == expected
    press(person, K.Key_Space)
    assert steps.playing
    assert steps.at == 0
    press(person, K.Key_Space)
    assert not steps.playing


def test_at_the_start_the_caret_is_in_the_text(person: Person) -> None:
    assert person.parts.window.focusWidget() is person.parts.tokens.view
