"""The first minutes: the three steps by their buttons, what comes after each, and what is remembered."""

from __future__ import annotations

from PySide6.QtCore import Qt

from tests.journeys.conftest import Person
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


def test_typing_is_the_first_step_too_and_a_closed_card_offers_nothing(person: Person) -> None:
    parts, window = person.parts, person.parts.window
    person.bot.keyClick(parts.tokens.view, Qt.Key.Key_A)
    assert window.first_steps.done == ("see",)
    window.first_steps.dismissed.emit()
    parts.training.train_on_sample()
    person.wait(lambda: "train" in window.first_steps.done)
    assert not [s for s in window.findChildren(NoticeStrip) if s.sentence.startswith("Next: ")]
