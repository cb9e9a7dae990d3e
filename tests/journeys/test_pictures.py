"""Pictures of the merge tree, of a step and of a run's curves, saved as PNG and SVG."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QLabel

from tests.journeys.conftest import Person


def save(person: Person, entry: str, path: Path) -> bytes:
    window = person.parts.window
    window.commands[entry].trigger()
    dialog = window.findChild(QFileDialog)
    dialog.fileSelected.emit(str(path))
    dialog.close()
    dialog.setParent(None)
    person.wait(path.exists)
    return path.read_bytes()


def select(person: Person, token: bytes) -> None:
    text = person.parts.tokens.view.document.whole()
    person.parts.tokens.chosen.select_at(text.index(token))
    person.wait(lambda: len(person.parts.selected.steps.steps) and person.parts.selected.facts.tree.roots)


def size_of(data: bytes) -> tuple[int, int]:
    image = QImage.fromData(data)
    assert (
        len({image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}) > 2
    )
    return image.width(), image.height()


def test_the_whole_tree_is_saved_and_the_step(person: Person, tmp_path: Path) -> None:
    select(person, b"ableness")
    tree = person.parts.selected.facts.tree
    tree.resize(90, 40)  # a part of it is seen
    svg = save(person, "file.save_tree", tmp_path / "tree.svg").decode()
    drawn = re.findall(r">([^<>]+)</text>", svg)
    assert {node.label for root in tree.roots for node in [root, *root.children]} <= set(drawn)
    width, height = size_of(save(person, "file.save_tree", tmp_path / "tree.png"))
    box = tree.scene().sceneRect()
    assert width >= 2 * box.width()
    assert height >= 2 * box.height()
    size_of(save(person, "file.save_steps", tmp_path / "step.png"))
    assert b"<svg" in save(person, "file.save_steps", tmp_path / "step.svg")


def test_the_curves_of_a_run_are_saved(person: Person, tmp_path: Path) -> None:
    person.parts.training.train_on_sample()
    person.wait(lambda: person.parts.run.head.replay_link.isVisible())
    person.wait(lambda: person.parts.run.plots.compression.isVisible())
    size_of(save(person, "file.save_curves", tmp_path / "curves.png"))


@pytest.mark.parametrize("entry", ["file.save_tree", "file.save_steps", "file.save_curves"])
def test_without_any_it_says_what_to_do(person: Person, entry: str) -> None:
    person.parts.tokens.set_text(b"")
    person.wait(lambda: not person.parts.selected.facts.tree.roots or entry == "file.save_curves")
    person.parts.window.commands[entry].trigger()
    labels = [label.text() for label in person.parts.window.findChildren(QLabel)]
    assert any("There is no picture to save." in text for text in labels)
    assert person.parts.window.findChild(QFileDialog) is None
