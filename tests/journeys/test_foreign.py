"""A tokenizer that only its own library can run: it opens, colors the text, and says whose it is."""

from __future__ import annotations

from pathlib import Path

import tokenizers

from tests.engine.foreign.test_foreign_model import as_file, unigram
from tests.journeys.conftest import Person
from workbench import api
from workbench.shell.dialogs.export_cards import EqualCard
from workbench.shell.exporting import ExportDialog
from workbench.widgets.strips import NoticeStrip

TEXT = "hello world this is a test of héllo\n"


def test_a_unigram_tokenizer_is_seen_at_work(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "tokenizer.json"
    file.write_bytes(as_file(unigram()))
    person.parts.session.tokenizers.open(str(file))
    person.wait(lambda: person.tokenizer.path == str(file))
    person.parts.tokens.set_text(TEXT.encode(), "")
    person.wait(person.encoded)
    theirs = tokenizers.Tokenizer.from_file(str(file))
    assert person.ids() == theirs.encode(TEXT, add_special_tokens=False).ids
    strips = person.parts.window.findChildren(NoticeStrip)
    assert "tokenizer was opened: model Unigram is run by tokenizers" in strips[-1].sentence
    info = person.tokenizer
    assert not info.trace
    assert not info.merge_order
    # Typing goes on while the library is asked: the newest text counts.
    person.bot.keyClicks(person.parts.tokens.view, "abc")
    person.wait(lambda: person.encoded() and person.parts.tokens.text() != TEXT.encode())
    person.wait(
        lambda: (
            person.ids() == theirs.encode(person.parts.tokens.text().decode(), add_special_tokens=False).ids
        )
    )


def test_what_is_said_of_a_tokenizer_goes_when_another_is_opened(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "tokenizer.json"
    file.write_bytes(as_file(unigram()))
    person.parts.session.tokenizers.open(str(file))
    person.wait(lambda: said(person))
    another, *_ = api.save_tokenizer(api.open_sample().tokenizer, tmp_path / "another.json", "hf")
    person.parts.session.tokenizers.open(another)
    person.wait(lambda: person.tokenizer.path == another)
    assert not said(person)


def said(person: Person) -> list[str]:
    """Return what stands in the window of tokenizers that were opened."""
    strips = person.parts.window.findChildren(NoticeStrip)
    return [strip.sentence for strip in strips if strip.isVisible() and "was opened" in strip.sentence]


def test_it_is_exported_as_a_copy(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "tokenizer.json"
    file.write_bytes(as_file(unigram()))
    (tmp_path / "out").mkdir()
    person.parts.window.settings.last_folder = str(tmp_path / "out")
    person.parts.session.tokenizers.open(str(file))
    person.wait(lambda: person.tokenizer.path == str(file))
    person.parts.tokens.set_text(TEXT.encode(), "")
    person.wait(person.encoded)
    person.parts.window.commands["file.export"].trigger()
    dialog = person.parts.exporting.dialog
    assert isinstance(dialog, ExportDialog)
    person.wait(lambda: dialog.formats.target() is not None)
    assert (dialog.formats.target().format, dialog.formats.target().level) == ("hf", "whole")
    assert "an exact copy of the opened file" in dialog.formats.currentItem().toolTip()
    person.click(dialog.start)
    person.wait(lambda: dialog.findChildren(EqualCard))
    assert (tmp_path / "out" / "tokenizer.json").read_bytes() == file.read_bytes()
    dialog.reject()
    assert person.tokenizer.writable_as == ("hf",)
