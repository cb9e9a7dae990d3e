"""From a corpus to a saved tokenizer that opens again, and every way to end a run."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QLabel, QLineEdit

import workbench
from tests.journeys.conftest import Person
from workbench.engine.training.options import Options
from workbench.widgets.controls import PresetTile
from workbench.widgets.strips import NoticeStrip


@pytest.fixture
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let plain Python train: the kernels would be done before anybody could click."""
    monkeypatch.setenv("WORKBENCH_PURE", "1")


def corpus_file(folder: Path, n_lines: int = 4000) -> Path:
    words = ["merge", "token", "piece", "letter", "count", "pair", "again", "often", "seldom", "text"]
    lines = (
        " ".join(words[(row * step) % 10] + str(row * row * 7919 % 100_003) for step in range(1, 9))
        for row in range(n_lines)
    )
    file = folder / "corpus.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def use_corpus(person: Person, file: Path) -> None:
    """Replace the sample by a file, as a person who has tried it first."""
    corpus = person.parts.corpus
    person.parts.window.show_task("train")
    person.click(person.button("Use the sample", corpus))
    person.wait(corpus.sources.enabled_sources)
    corpus.view.selectAll()
    person.bot.keyClick(corpus.view, Qt.Key.Key_Delete)
    person.wait(lambda: not corpus.sources.enabled_paths())
    corpus.sources.add_paths([str(file)])
    person.wait(lambda: corpus.sources.enabled_paths() == (str(file),) and corpus.sources.enabled_sources())


def start(person: Person, vocab_size: int, **more: object) -> None:
    person.parts.options.set_options(Options(vocab_size=vocab_size, **more))
    person.click(person.button("Start training"))
    person.wait(lambda: person.parts.run.is_running)


def choose_in_dialog(person: Person, path: Path) -> None:
    dialog = next(d for d in person.parts.window.findChildren(QFileDialog) if d.isVisible())
    dialog.findChild(QLineEdit).setText(str(path))
    button = next(b for b in dialog.findChildren(QAbstractButton) if b.text().strip("&") in {"Save", "Open"})
    person.click(button)


@pytest.mark.usefixtures("_unhurried")
def test_train_pause_resume_stop_save_and_open_again(person: Person, tmp_path: Path) -> None:
    parts = person.parts
    use_corpus(person, corpus_file(tmp_path))
    start(person, 256 + 500)
    person.wait(lambda: parts.run.head.isVisible())
    person.click(person.button("Pause", parts.run))
    person.wait(lambda: any(b.text() == "Resume" for b in parts.run.findChildren(QAbstractButton)))
    (row,) = parts.window.status._jobs.values()
    assert row._text.text() == "Training: paused"
    person.click(person.button("Resume", parts.run))
    person.wait(lambda: not parts.run.is_running and parts.session.training.run is None)
    run = person.tokenizer
    assert run is not None
    assert run.path is None
    person.click(person.button("See your text with it"))
    person.wait(lambda: parts.tokens.encoding.handle == run.handle and person.encoded())
    shown = person.ids()

    file = tmp_path / "mine.model"
    person.click(person.button("Save", parts.window.toolbar))
    choose_in_dialog(person, file)
    person.wait(file.exists)
    person.wait(lambda: person.tokenizer and person.tokenizer.path == str(file))
    assert workbench.open_tokenizer(file).encode_ordinary(parts.tokens.text()) == shown
    parts.session.tokenizers.open(str(file))
    person.wait(lambda: person.tokenizer.handle != run.handle and person.encoded())
    assert person.ids() == shown


@pytest.mark.usefixtures("_unhurried")
def test_stop_here_keeps_what_was_learned(person: Person, tmp_path: Path) -> None:
    parts = person.parts
    use_corpus(person, corpus_file(tmp_path))
    start(person, 30_000, preset="basic")
    person.wait(lambda: parts.run.merge_log.model.rowCount() > 20)
    person.click(person.button("Stop here and keep", parts.run))
    person.wait(lambda: not parts.run.is_running and parts.session.training.run is None)
    current = person.tokenizer
    assert current is not None
    assert 20 < current.n_merges < 29_744
    assert parts.run.merge_log.model.rowCount() == current.n_merges


def test_the_text_recolors_by_the_trained_tokenizer(person: Person) -> None:
    before = person.ids()
    person.parts.window.first_steps.show_step("train")
    person.click(person.parts.window.first_steps.button)
    person.wait(lambda: person.parts.session.training.run is None and person.tokenizer.path is None)
    person.parts.window.show_task("inspect")
    person.wait(lambda: person.tokenizer.name == "Training run 1" and person.encoded())
    assert person.ids() != before
    assert person.counts() == str(len(person.ids()))


@pytest.mark.usefixtures("_unhurried")
def test_cancel_leaves_everything_as_it_was(person: Person, tmp_path: Path) -> None:
    parts = person.parts
    before, ids = person.tokenizer, person.ids()
    use_corpus(person, corpus_file(tmp_path))
    start(person, 30_000, preset="basic")
    person.wait(lambda: parts.run.merge_log.model.rowCount() > 20)
    person.click(person.button("Cancel", parts.run))
    person.wait(lambda: not parts.run.is_running and parts.session.training.run is None)
    assert person.tokenizer == before
    assert parts.session.training.run is None
    parts.window.show_task("inspect")
    assert person.ids() == ids
    assert list(tmp_path.glob("*.model")) == []


@pytest.mark.usefixtures("_unhurried")
def test_closing_while_training_asks_nothing_and_hangs_nothing(person: Person, tmp_path: Path) -> None:
    parts = person.parts
    use_corpus(person, corpus_file(tmp_path))
    start(person, 30_000, preset="basic")
    person.wait(lambda: parts.run.merge_log.model.rowCount() > 20)
    assert parts.window.close()
    assert not any(thread.is_alive() for thread in parts.lanes._threads)


def test_a_run_that_cannot_go_says_why(person: Person, tmp_path: Path) -> None:
    parts = person.parts
    use_corpus(person, corpus_file(tmp_path, 50))
    parts.options.set_options(Options(preset="custom", pattern="(unclosed", vocab_size=300))
    person.click(person.button("Start training"))
    person.wait(lambda: parts.session.training.run is None)

    def _said() -> str:
        strips = parts.window.findChildren(NoticeStrip)  # in the panel, or in the window while that is moved
        return " ".join(label.text() for strip in strips for label in strip.findChildren(QLabel))

    person.wait(
        lambda: "The tokenizer was not trained: column 1, the pattern never closes the group" in _said()
    )
    said = _said()
    assert "Nothing was changed." in said


def test_a_typed_suffix_decides_the_format(person: Person, tmp_path: Path) -> None:
    person.parts.window.first_steps.show_step("train")
    person.click(person.parts.window.first_steps.button)
    person.wait(lambda: person.tokenizer.name == "Training run 1")
    file = tmp_path / "mine.tiktoken"
    person.click(person.button("Save", person.parts.window.toolbar))
    choose_in_dialog(person, file)
    person.wait(lambda: person.tokenizer.format == "tiktoken")
    assert workbench.open_tokenizer(file).vocab_size == person.tokenizer.vocab_size


def test_a_chat_template_comes_from_a_file(person: Person, tmp_path: Path) -> None:
    parts, path = person.parts, tmp_path / "own.jinja"
    path.write_bytes(b"{{ 1 }}")
    parts.training.ask_for_template()
    choose_in_dialog(person, path)
    person.wait(lambda: parts.options.options().chat_template == "{{ 1 }}")
    path.write_bytes(b"\xff")
    parts.training.ask_for_template()
    choose_in_dialog(person, path)
    said = "own.jinja was not read: the file is not UTF-8 here."
    person.wait(lambda: said in [label.text() for label in parts.window.findChildren(QLabel)])
    assert parts.options.options().chat_template == "{{ 1 }}"


def test_the_reset_of_the_options_is_undone_by_the_key(person: Person) -> None:
    parts = person.parts
    parts.window.show_task("train")
    undo = parts.window.commands["edit.undo"]
    was_there = undo.isEnabled()
    parts.options.set_options(Options("gpt2", vocab_size=999))
    parts.options.reset.setFocus()
    person.click(parts.options.reset)
    assert parts.options.options() == Options("gpt2")
    assert isinstance(parts.window.focusWidget(), PresetTile)
    assert undo.isEnabled()
    undo.trigger()
    assert parts.options.options() == Options("gpt2", vocab_size=999)
    assert parts.options.reset.hasFocus()
    assert undo.isEnabled() == was_there
