"""Saving where nothing can be saved: it is said why, nothing is lost, and another place is offered."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLabel

import workbench
from tests.journeys.conftest import Person
from tests.journeys.test_training import choose_in_dialog
from workbench.widgets.strips import NoticeStrip


def test_a_folder_that_has_gone_and_another_that_is_there(person: Person, tmp_path: Path) -> None:
    """Fault 58: as with a stick that was pulled out."""
    parts = person.parts
    person.click(parts.window.first_steps.train_button)
    person.wait(lambda: parts.session.current and parts.session.current.name == "Training run 1")
    trained = parts.session.current
    gone = tmp_path / "gone" / "a.model"
    parts.session.save_to(trained, str(gone), "minbpe")

    def _strip() -> NoticeStrip | None:
        strips = parts.window.findChildren(NoticeStrip)
        return next((strip for strip in strips if "a.model" in strip.sentence), None)

    person.wait(_strip)
    strip = _strip()
    assert strip is not None
    said = " ".join(label.text() for label in strip.findChildren(QLabel)).replace("\u200b", "")
    why = "a.model was not saved: its folder does not exist (any more)."
    assert f"{why} Nothing was changed. Choose another folder." in said
    assert parts.session.current == trained  # still without a file
    person.click(person.button("Save as…", strip))
    choose_in_dialog(person, tmp_path / "b.model")
    person.wait(lambda: parts.session.current.path == str(tmp_path / "b.model"))
    assert workbench.open_tokenizer(tmp_path / "b.model").vocab_size == trained.vocab_size
    assert not gone.parent.exists()
