"""The first minutes: the three steps by their buttons, what comes after each, and what is remembered."""

from __future__ import annotations

from PySide6.QtCore import Qt

from tests.journeys.conftest import Person
from workbench.widgets.look.motion import reduce_motion
from workbench.widgets.strips import NoticeStrip


def test_the_three_steps_lead_from_the_sample_to_a_comparison(person: Person) -> None:
    parts, window = person.parts, person.parts.window
    steps, view = window.first_steps, parts.tokens.view
    sample = parts.tokens.text()
    person.click(steps.button)
    assert view.hasFocus()
    person.bot.keyClicks(view, "Mine")
    assert parts.tokens.text() == b"Mine"
    assert steps.shown == "train"
    window.commands["edit.undo"].trigger()
    assert parts.tokens.text() == sample
    person.click(steps.button)
    assert window.tasks.current == "train"
    person.wait(lambda: "train" in steps.done)
    assert parts.run.replay.is_on
    assert parts.run.merge_log.model.rowCount() < parts.run.merge_log.model.n_merges
    assert not [s for s in window.findChildren(NoticeStrip) if s.sentence.startswith("Next: ")]
    person.click(parts.run.replay.controls.skip_button)
    (offer,) = [strip for strip in window.findChildren(NoticeStrip) if strip.sentence.startswith("Next: ")]
    assert not window.settings.first_steps_done
    person.click(person.button("Compare the two", offer))
    assert window.tasks.current == "compare"
    assert len(parts.compare._chosen.handles) == 2
    assert window.settings.first_steps == ("see", "train", "compare")
    window.show_task("inspect")
    assert not window.dock("first_steps").isVisible()
    window.commands["help.first_steps"].trigger()
    assert window.dock("first_steps").isVisible()
    assert steps.shown == "see"


def test_a_replay_keeps_its_speed_and_is_offered_again(person: Person) -> None:
    parts = person.parts
    parts.training.train_on_sample()
    person.wait(lambda: parts.run.head.replay_link.isVisible())
    assert not parts.run.replay.is_on  # only the card shows it by itself
    person.wait(lambda: "with the first 2,048" in parts.strip.header.facts())  # of the whole run
    shown = parts.strip.header.facts()
    person.click(parts.run.head.replay_link)
    # Of a busy machine no certain size is seen.
    person.wait(
        lambda: shown != parts.strip.header.facts() and "with the first" in parts.strip.header.facts()
    )
    assert parts.run.replay.is_on
    parts.run.replay.controls.speed.setValue(9)
    assert parts.window.settings.replay_seconds == 9
    person.click(parts.run.replay.controls.skip_button)
    person.wait(lambda: parts.strip.header.facts() == shown)


def test_without_motion_the_result_is_shown_at_once(person: Person) -> None:
    reduce_motion(True)
    try:
        person.parts.window.first_steps.requested.emit("train")
        person.wait(lambda: "train" in person.parts.window.first_steps.done)
        assert not person.parts.run.replay.is_on
        assert person.parts.run.head.result.isVisible()
    finally:
        reduce_motion(False)


def test_typing_is_the_first_step_too_and_a_closed_card_offers_nothing(person: Person) -> None:
    parts, window = person.parts, person.parts.window
    person.bot.keyClick(parts.tokens.view, Qt.Key.Key_A)
    assert window.first_steps.done == ("see",)
    window.first_steps.dismissed.emit()
    parts.training.train_on_sample()
    person.wait(lambda: "train" in window.first_steps.done)
    assert not [s for s in window.findChildren(NoticeStrip) if s.sentence.startswith("Next: ")]
