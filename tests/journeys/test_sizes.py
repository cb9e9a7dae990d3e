"""What if the vocabulary were only its first merges: the slider below the text, by mouse and keys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QFocusEvent

from tests.journeys.conftest import Person
from tests.worker.emitted import keep
from workbench import api
from workbench.panels.tokens.sizes import sizes as sizes_module
from workbench.panels.tokens.sizes.sizes import NARROW, Sizes
from workbench.panels.tokens.sizes.slider import SizeSlider
from workbench.worker.messages.pipeline import PipelineShown
from workbench.worker.messages.text import Encode

TEXT = "the other lowered tokenizer"


def sizes(person: Person) -> Sizes:
    return person.parts.tokens.sizes


def slider(person: Person) -> SizeSlider:
    return sizes(person).strip.slider


def write(person: Person, text: str) -> None:
    person.parts.tokens.set_text(text.encode())
    person.wait(lambda: person.encoded() and counted(person))


def counted(person: Person) -> bool:
    """Whether the text as it is now has been counted at every size."""
    return sizes(person)._fresh


def at(size: int, text: str = TEXT) -> list[int]:
    return api.open_sample().tokenizer.at_vocab_size(size).encode(text)


def shown_at(person: Person, size: int, text: str = TEXT) -> None:
    person.wait(lambda: sizes(person).size == size % 4096 and person.ids() == at(size, text))


def test_keys_go_from_the_bytes_to_the_whole_and_the_text_follows(person: Person) -> None:
    write(person, TEXT)
    whole = at(4096)
    slider(person).setFocus()
    person.bot.keyClick(slider(person), Qt.Key.Key_Home)
    shown_at(person, 256)
    assert person.ids() == list(TEXT.encode())
    person.wait(lambda: person.counts() == str(len(TEXT)))
    person.bot.keyClick(slider(person), Qt.Key.Key_PageUp)
    shown_at(person, 512)
    person.bot.keyClick(slider(person), Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    shown_at(person, 513)
    person.bot.keyClick(slider(person), Qt.Key.Key_Right)
    shown_at(person, 528)  # 96 steps from end to end
    person.bot.keyClick(slider(person), Qt.Key.Key_Escape)
    shown_at(person, 4096)
    assert person.ids() == whole


def test_menus_lead_to_the_slider_and_back_to_the_whole(person: Person) -> None:
    write(person, TEXT)
    commands = person.parts.window.commands
    commands["tokenizer.size"].trigger()
    assert slider(person).window().focusWidget() is slider(person)
    assert not commands["tokenizer.whole"].isVisible()
    person.bot.keyClick(slider(person), Qt.Key.Key_Home)
    shown_at(person, 256)
    commands["tokenizer.whole"].trigger()
    shown_at(person, 4096)


def test_the_menu_brings_the_slider_into_sight_on_the_page_of_the_stages(person: Person) -> None:
    write(person, TEXT)
    strip, panel = sizes(person).strip, person.parts.tokens
    person.parts.pipeline.toggle()
    person.wait(lambda: strip.height() == 0)
    assert slider(person).focusPolicy() == Qt.FocusPolicy.NoFocus  # Tab does not lead out of sight
    person.parts.window.commands["tokenizer.size"].trigger()
    person.wait(lambda: strip.height() >= strip.minimumSizeHint().height())
    assert panel.rect().contains(strip.geometry())
    assert slider(person).window().focusWidget() is slider(person)
    assert slider(person).focusPolicy() == Qt.FocusPolicy.StrongFocus
    assert person.parts.pipeline.section.isVisible()  # whose stages follow
    person.bot.keyClick(slider(person), Qt.Key.Key_Home)
    shown_at(person, 256)
    person.parts.pipeline.toggle()
    person.wait(lambda: strip.height() > 0)


def test_it_says_what_it_shows_and_names_the_last_merge(person: Person) -> None:
    write(person, TEXT)
    tokens, strip = person.parts.tokens, sizes(person).strip
    assert strip.isVisible()
    assert not sizes(person).mark.isVisible()
    assert strip.words.numbers == f"4,096 of 4,096 → {len(at(4096))} tokens"
    person.wait(lambda: person.parts.vocabulary.table.rows.vocabulary is not None)
    slider(person).setValue(700)
    shown_at(person, 700)
    more = len(at(700)) - len(at(4096))
    assert strip.words.numbers == f"700 of 4,096 → {len(at(700))} tokens (+{more})"
    vocabulary = person.parts.vocabulary.table.rows.vocabulary
    left, right = vocabulary.pair(vocabulary.row_of(699))
    assert strip.words.merge.startswith("last merge ")
    assert " + " in strip.words.merge
    assert {left, right} < set(range(699))
    person.wait(sizes(person).mark.isVisible)
    assert sizes(person).mark.text() == "at 700 of 4,096"
    person.click(sizes(person).mark)
    shown_at(person, 4096)
    person.wait(lambda: not sizes(person).mark.isVisible())
    assert not tokens.view.document.history.undo


def test_the_mouse_drags_it_and_the_button_takes_it_back(person: Person) -> None:
    write(person, TEXT)
    handle = slider(person)
    y = handle.height() // 2
    person.bot.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(int(handle.x_of(3000)), y))
    for size in (2000, 1000, 600):
        person.bot.mouseMove(handle, QPoint(round(handle.x_of(size)), y))
    chosen = handle.value()
    assert abs(chosen - 600) < 5
    person.bot.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=QPoint(round(handle.x_of(600)), y))
    shown_at(person, chosen)
    person.wait(sizes(person).strip.reset_button.isVisible)
    person.click(sizes(person).strip.reset_button)
    shown_at(person, 4096)


def test_what_is_seen_follows_at_once_without_the_worker(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "the other lowered tokenizer\n" * 4000
    write(person, text)
    person.wait(lambda: sizes(person)._cuts._cut is not None)
    monkeypatch.setattr(sizes(person)._cuts._rest, "start", lambda: None)  # the hand does not rest
    view, encoding = person.parts.tokens.view, person.parts.tokens.encoding
    for size in (3000, 600, 256, 700):
        asked = person.asked(Encode)
        slider(person).setValue(size)
        person.wait(lambda: not sizes(person)._soon.isActive())
        seen = view.places.visible_range()
        assert encoding.covers(*seen)
        assert asked == []
        n_seen = view.spans.between(0, seen[1])[1]
        assert person.ids()[:n_seen] == at(size, text)[:n_seen]
    monkeypatch.undo()
    slider(person).setValue(600)
    shown_at(person, 600, text)
    person.wait(person.encoded)


def test_a_large_text_that_is_cleaned_as_a_whole_follows_too(
    person: Person, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.parts.session.tokenizers.open(str(shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz"))
    person.wait(lambda: "clip" in str(person.tokenizer.path) and person.encoded())
    text = ("The Other &amp; lowered \xff tokenizer\n" * 9000).encode("latin-1")
    person.parts.tokens.set_text(text)
    person.wait(lambda: person.encoded() and sizes(person)._cuts._cut is not None)
    guesses: list[bool] = []
    person.parts.tokens.encoding.part_taken.connect(lambda part: guesses.append(part.provisional))
    with monkeypatch.context() as held:
        held.setattr(sizes(person)._cuts._rest, "start", lambda: None)
        slider(person).setValue(1000)
        person.wait(lambda: not sizes(person)._soon.isActive())
        view, encoding = person.parts.tokens.view, person.parts.tokens.encoding
        assert encoding.covers(*view.places.visible_range())
        ids = person.ids()
    sizes(person)._cuts._rest.start()
    person.wait(person.encoded)
    # What is exact already is not guessed at while the rest is encoded, and the fault is not forgotten.
    assert not any(guesses)
    n_seen = view.spans.between(0, view.places.visible_range()[1])[1]
    assert person.ids()[:n_seen] == ids[:n_seen]
    assert encoding.encoded.replaced == 9000


def test_the_first_move_is_painted_before_what_comes_with_it(person: Person) -> None:
    write(person, TEXT * 20)
    person.wait(lambda: sizes(person)._cuts._cut is not None)
    strip, mark = sizes(person).strip, sizes(person).mark
    assert not mark.isVisible()
    assert not strip.reset_button.isVisible()
    seen: list[bool] = []
    person.parts.tokens.encoding.part_taken.connect(lambda _part: seen.append(mark.isVisible()))
    slider(person).setValue(600)
    assert strip.words.numbers.startswith("600 of 4,096")
    assert not mark.isVisible()
    assert not strip.reset_button.isVisible()
    person.wait(lambda: bool(seen))
    assert not seen[0]
    person.wait(lambda: mark.isVisible() and strip.reset_button.isVisible())
    slider(person).setValue(4096)
    person.wait(lambda: not mark.isVisible() and not strip.reset_button.isVisible())


def test_a_text_in_which_special_tokens_are_an_error_follows_too(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(person, "the other lowered tokenizer\n" * 40)
    person.parts.tokens.encoding.choices = replace(person.parts.tokens.encoding.choices, specials="error")
    write(person, "the other lowered tokenizer\n" * 50)
    person.wait(lambda: sizes(person)._cuts._cut is not None)
    monkeypatch.setattr(sizes(person)._cuts._rest, "start", lambda: None)
    asked = person.asked(Encode)
    slider(person).setValue(600)
    person.wait(lambda: not sizes(person)._soon.isActive())
    assert asked == []
    assert person.parts.tokens.encoding.covers(*person.parts.tokens.view.places.visible_range())


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_what_is_seen_is_cut_when_somebody_comes_near_the_slider(
    person: Person, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    write(person, TEXT)
    monkeypatch.setattr(sizes(person)._quiet, "start", lambda: None)  # the text is never left in peace
    person.parts.tokens.set_text(b"another text")
    person.wait(person.encoded)
    assert sizes(person)._cuts._cut is None
    place = QPointF(20, 20)
    events = {"mouse": QEnterEvent(place, place, place), "keys": QFocusEvent(QEvent.Type.FocusIn)}
    QCoreApplication.sendEvent(slider(person), events[by])
    person.wait(lambda: sizes(person)._cuts._cut is not None)


def test_after_scrolling_another_stretch_is_cut(person: Person) -> None:
    text = "the other lowered tokenizer\n" * 4000
    write(person, text)
    person.wait(lambda: sizes(person)._cuts._cut is not None)
    view = person.parts.tokens.view
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    seen = view.places.visible_range()
    slider(person).setValue(600)
    shown_at(person, 600, text)
    person.wait(lambda: sizes(person)._cuts._covers(seen))
    slider(person).setValue(500)
    shown_at(person, 500, text)
    person.wait(person.encoded)


def test_a_text_changed_while_the_rest_is_held_back(person: Person) -> None:
    text = "the other lowered tokenizer"
    write(person, text)
    person.wait(lambda: sizes(person)._cuts._cut is not None)
    slider(person).setValue(600)
    person.parts.tokens.set_text(b"another text, lowered")
    shown_at(person, 600, "another text, lowered")
    person.wait(person.encoded)


def test_what_was_said_of_another_text_goes_while_a_new_one_takes_long(person: Person) -> None:
    write(person, TEXT)
    encoding = person.parts.tokens.encoding
    encoding.ask = lambda request: None  # for ever, that is
    person.parts.tokens.set_text(b"another text")
    person.wait(lambda: sizes(person).strip.words.numbers == "4,096 of 4,096 → …")
    del encoding.ask
    write(person, TEXT)
    person.wait(lambda: sizes(person).strip.words.numbers == f"4,096 of 4,096 → {len(at(4096))} tokens")


def test_what_is_typed_meanwhile_is_encoded_at_that_size_and_undone_as_ever(person: Person) -> None:
    write(person, TEXT)
    slider(person).setValue(600)
    shown_at(person, 600)
    view = person.parts.tokens.view
    view.setFocus()
    person.bot.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    person.bot.keyClicks(view, " anew")
    shown_at(person, 600, f"{TEXT} anew")
    person.wait(lambda: counted(person) and person.counts() == str(len(at(600, f"{TEXT} anew"))))
    person.parts.window.commands["edit.undo"].trigger()
    person.wait(lambda: person.encoded() and person.ids() == at(600, person.parts.tokens.text().decode()))
    slider(person).setValue(4096)
    person.wait(lambda: person.encoded() and person.ids() == at(4096, person.parts.tokens.text().decode()))


def test_the_curve_has_the_tokens_at_every_size(person: Person) -> None:
    write(person, TEXT)
    counts = slider(person)._counts
    assert counts is not None
    assert [counts[size - 256] for size in (256, 300, 1000, 4096)] == [
        len(at(size)) for size in (256, 300, 1000, 4096)
    ]
    assert bool(np.all(np.diff(counts) <= 0))


def test_the_steps_of_a_word_end_where_the_vocabulary_does(person: Person) -> None:
    write(person, TEXT)
    slider(person).setValue(300)
    shown_at(person, 300)
    steps, view = person.parts.selected.steps, person.parts.tokens.view
    person.click(view.viewport(), view.places.hit_of_token(2).rect.center())
    person.wait(lambda: steps.isVisible() and len(steps.steps) > 0)
    last = steps.steps.explained.rounds[-1].ids
    assert max(last) < 300


def test_another_tokenizer_begins_whole_and_one_without_order_has_no_slider(
    person: Person, shared: Path
) -> None:
    write(person, TEXT)
    slider(person).setValue(600)
    shown_at(person, 600)
    person.parts.session.tokenizers.open(str(shared / "data" / "llama2_tokenizer.model"))
    person.wait(lambda: not sizes(person).strip.isVisible() and person.encoded())
    assert sizes(person).size == 0
    assert not person.parts.window.commands["tokenizer.size"].isVisible()
    person.parts.window.commands["tokenizer.next"].trigger()
    person.wait(lambda: sizes(person).strip.isVisible() and person.encoded())
    assert person.ids() == at(4096)


def test_places_and_sizes_go_both_ways_and_labels_have_room(person: Person) -> None:
    handle = slider(person)
    for size in (256, 300, 1000, 4096):
        assert abs(handle.size_at(handle.x_of(size)) - size) <= 1
    assert handle.ticks() == [256, 512, 1024, 2048, 4096]
    handle.resize(150, handle.height())
    assert handle.ticks()[0] == 256
    assert handle.ticks()[-1] == 4096
    assert len(handle.ticks()) < 5
    handle.grab()


def test_a_low_panel_keeps_the_room_for_the_text(person: Person) -> None:
    strip = sizes(person).strip
    strip.fit(60)
    assert not strip.isVisible()
    strip.fit(600)
    assert strip.isVisible()


def test_in_a_narrow_panel_the_last_merge_has_the_room_of_the_title(person: Person) -> None:
    write(person, TEXT)
    strip = sizes(person).strip
    for width, beside in ((NARROW - 100, False), (NARROW + 100, True)):
        strip.setFixedWidth(width)
        person.wait(lambda beside=beside: strip._title.isVisible())
        slider(person).setValue(600)
        shown_at(person, 600)
        person.wait(lambda beside=beside: strip._title.isVisible() == beside)
        metrics = strip.words.fontMetrics()
        words = strip.words.merge + strip.words.numbers
        person.wait(
            lambda words=words, metrics=metrics: strip.words.width() > metrics.horizontalAdvance(words)
        )
        slider(person).setValue(4096)
        shown_at(person, 4096)


def test_the_pipeline_ends_in_the_tokens_of_that_size(person: Person) -> None:
    write(person, TEXT)
    pipeline = person.parts.pipeline
    pipeline.toggle()
    answers = keep(person.parts.lanes.live, PipelineShown)
    slider(person).setValue(300)
    shown_at(person, 300)

    def _ids() -> list[int]:
        row = answers[-1].rows[-1]
        return [box.id for box in row.boxes if box.id >= 0]

    person.wait(lambda: answers and _ids() == at(300))


def test_a_giant_text_is_counted_at_the_chosen_size_alone(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sizes_module, "MOST_COUNTED", 20)
    person.parts.tokens.set_text(TEXT.encode())
    slider(person).setValue(600)
    shown_at(person, 600)
    person.wait(lambda: sizes(person).strip.words.numbers == f"600 of 4,096 → {len(at(600))} tokens")
    assert not counted(person)


def test_a_word_of_llama_is_looked_for_by_training_characters(person: Person, shared: Path) -> None:
    person.parts.session.tokenizers.open(str(shared / "data" / "llama2_tokenizer.model"))
    person.wait(lambda: "llama2" in str(person.tokenizer.path) and person.encoded())
    for word, said in (("bicycle", "One token with a vocabulary of "), ("don't", "Never one token: ")):
        person.parts.tokens.set_text(f"a {word}".encode())
        person.wait(person.encoded)
        view, what_if = person.parts.tokens.view, person.parts.selected.what_if
        person.click(view.viewport(), view.places.hit_of_token(len(person.ids()) - 1).rect.center())
        person.wait(
            lambda word=word, what_if=what_if: what_if.isVisible() and word in what_if._sentence.text()
        )
        person.bot.mouseClick(what_if.ask_button, Qt.MouseButton.LeftButton)
        person.wait(what_if._answer.isVisible)
        assert what_if._answer.text().startswith(said)
