"""Closing tokenizers: nothing of them stays."""

from __future__ import annotations

import contextlib
import gc
import os
import weakref
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.engine.foreign.test_foreign_model import as_file, unigram
from tests.formats.toys import clip_toy, score_toy, toy
from tests.journeys.conftest import Person, shown
from workbench.engine.corpus.source_options import SAMPLE_CORPUS
from workbench.engine.training.options import Options
from workbench.formats.registry import save_file
from workbench.settings import Settings

TIMES = 5


def test_a_window_that_is_closed_is_gone(qapp: QApplication, qtbot: QtBot, settings: Settings) -> None:
    with shown(qapp, qtbot, settings) as person:
        train(person, 300)
        window = weakref.ref(person.parts.window)
    del person
    gc.unfreeze()
    gc.collect()
    # Else: an object without a parent, with a slot that holds on to it, which Python cannot see.
    assert window() is None


def write(folder: Path, kind: str) -> Path:
    """Write a small tokenizer of a kind."""
    if kind == "foreign":
        file = folder / "tokenizer.json"
        file.write_bytes(as_file(unigram()))
        return file
    made, suffix, name = {
        "ranks": (toy(), "model", "minbpe"),
        "scores": (score_toy(), "model", "sentencepiece"),
        "pairs": (clip_toy(), "txt.gz", "clip"),
    }[kind]
    file = folder / f"small.{suffix}"
    save_file(made, file, name)
    return file


def open_file(person: Person, file: Path) -> list[weakref.ref[object]]:
    """Open a tokenizer and wait until all of it is shown; returns what must not outlive it."""
    parts, before = person.parts, person.tokenizer.handle
    parts.session.tokenizers.open(str(file))
    person.wait(lambda: person.tokenizer.handle != before and person.encoded())
    person.wait(parts.vocabulary._there)
    handle = person.tokenizer.handle
    return [
        weakref.ref(parts.lanes._store.tokenizer(handle)),
        weakref.ref(parts.vocabulary.listing.kept[handle]),
    ]


@pytest.mark.parametrize("kind", ["ranks", "scores", "pairs", "foreign"])
def test_a_tokenizer_that_is_closed_is_gone(person: Person, tmp_path: Path, kind: str) -> None:
    file = write(tmp_path, kind)
    opened = []
    for _ in range(TIMES):
        opened += open_file(person, file)
        person.parts.session.tokenizers.close_current()
        person.wait(lambda: person.encoded() and person.parts.vocabulary._there())

    def _gone() -> bool:
        gc.collect()
        return not any(each() for each in opened)

    person.wait(_gone)


def test_what_is_opened_again_takes_the_place_of_the_one_before(person: Person, tmp_path: Path) -> None:
    file = write(tmp_path, "ranks")
    opened = [open_file(person, file) for _ in range(TIMES)]
    person.wait(lambda: not any(each() for older in opened[:-1] for each in older))
    assert all(each() for each in opened[-1])


def test_tokenizers_that_are_closed_before_they_are_listed_are_gone(person: Person, tmp_path: Path) -> None:
    parts = person.parts
    file = write(tmp_path, "ranks")
    opened = []
    for _ in range(TIMES):
        before = person.tokenizer.handle
        parts.session.tokenizers.open(str(file))
        person.wait(lambda before=before: person.tokenizer.handle != before)
        opened.append(weakref.ref(parts.lanes._store.tokenizer(person.tokenizer.handle)))
        parts.session.tokenizers.close_current()
    person.wait(lambda: person.encoded() and not any(each() for each in opened))


def locks(folder: Path) -> list[str]:
    """Return the locks below a folder that this program holds."""
    held = []
    for number in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):  # closed meanwhile
            held.append(os.readlink(f"/proc/self/fd/{number}"))
    return [path for path in held if path.startswith(f"{folder}/")]


def train(person: Person, vocab_size: int) -> int:
    """Train on the sample; returns the handle of what comes of it, once that is kept."""
    session = person.parts.session
    session.training.start(Options(vocab_size=vocab_size), (SAMPLE_CORPUS,))
    person.wait(lambda: session.training.run is None and session.tokenizers.current.vocab_size == vocab_size)
    folder = Path(person.parts.session.unsaved.folder_of(session.tokenizers.current.handle))
    person.wait(lambda: (folder / "result.index").exists() and person.encoded())
    return session.tokenizers.current.handle


def test_an_unsaved_tokenizer_that_is_closed_goes_with_its_folder_and_lock(
    person: Person, settings: Settings
) -> None:
    parts, runs = person.parts, settings.data_folder / "runs"
    parts.session.tokenizers.leaving._undo.setInterval(1)
    handles = [train(person, size) for size in (300, 310, 320)]
    closed = weakref.ref(parts.lanes._store.tokenizer(handles[0]))
    person.wait(lambda: len(locks(runs)) == 3)
    parts.session.tokenizers.use(handles[0])
    parts.session.tokenizers.close_current()
    person.wait(lambda: closed() is None)
    person.wait(lambda: len(locks(runs)) == len(list(runs.iterdir())) == 2)
    parts.session.tokenizers.use(handles[2])  # this one stands on the page of the run
    parts.session.tokenizers.close_current()
    person.wait(lambda: not parts.session.tokenizers.leaving._undo.isActive())
    assert len(locks(runs)) == 2
    parts.training.see(parts.run._tokenizer)
    assert person.tokenizer.handle == handles[2]
    parts.session.tokenizers.close_current()
    train(person, 330)
    person.wait(lambda: len(locks(runs)) == len(list(runs.iterdir())) == 2)


def test_an_unsaved_tokenizer_that_is_closed_can_be_taken_back(person: Person) -> None:
    parts = person.parts
    handle = train(person, 300)
    train(person, 310)
    parts.session.tokenizers.use(handle)
    parts.session.tokenizers.close_current()
    person.click(person.button("Undo"))
    assert person.tokenizer.handle == handle
    parts.session.tokenizers.leaving._undo.timeout.emit()
    person.wait(person.encoded)
    assert Path(parts.session.unsaved.folder_of(handle)).exists()
