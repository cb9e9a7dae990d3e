"""Copying tokens, saving them as they are seen, and whole files to ids and back, by click and by key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QWidget

import workbench
from tests.journeys.conftest import Person
from tests.journeys.test_accessibility import controls, name_of
from workbench.api import encoded_files
from workbench.formats.id_files import unpack
from workbench.shell.dialogs.encode_dialog import EncodeDialog
from workbench.shell.dialogs.export_cards import Card, FailedCard
from workbench.shell.dialogs.save_tokens_dialog import SaveTokensDialog
from workbench.shell.dialogs.writing_dialog import WritingDialog
from workbench.worker.jobs import id_files as id_files_job

TEXT = "Hello, world. <script>alert(1)</script>\nvery unforgettable 日本 é\n".encode()


@pytest.fixture
def loaded(person: Person, tmp_path: Path) -> Iterator[Person]:
    """A person at the window with a short text; files go to an empty folder."""
    person.parts.window.settings.last_folder = str(tmp_path)
    person.parts.tokens.set_text(TEXT, "")
    person.wait(person.encoded)
    yield person
    for dialog in person.parts.window.findChildren(WritingDialog):
        dialog.close()


def run(person: Person, name: str) -> None:
    """Do what an entry of the menus says; it has to be there."""
    action = person.parts.window.commands[name]
    assert action.isVisible()
    assert action.isEnabled()
    action.trigger()


def opened(person: Person, kind: type) -> QWidget:
    person.wait(lambda: [d for d in person.parts.window.findChildren(kind) if d.isVisible()], 5000)
    return person.parts.window.findChild(kind)


def choose(person: Person, box: QComboBox, data: str) -> None:
    """Choose by keys."""
    box.setFocus()
    person.bot.keyClick(box, Qt.Key.Key_Home)
    while box.currentData() != data:
        before = box.currentIndex()
        person.bot.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() > before, f"{data} is not there"


def told(widget: QWidget) -> str:
    seen = [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]
    return " ".join(seen).replace("\u200b", "")


def card(person: Person, dialog: QWidget, kind: type = Card) -> str:
    """Return what a card says, once it is in sight."""

    def _seen() -> list[QWidget]:
        return [found for found in dialog.findChildren(kind) if found.isVisible()]

    person.wait(_seen)
    return told(_seen()[0])


# --- the keyboard and those who listen


@pytest.mark.parametrize(
    ("name", "kind", "first", "order"),
    [
        ("file.encode_file", EncodeDialog, "source",
         ["Text file", "Choose the text file", "Write as", "Documents", "Write to",
          "Choose where to save", "Close"]),
        ("file.save_tokens", SaveTokensDialog, "what",
         ["Tokens", "Save as", "Write to", "Choose where to save", "Close", "Save"]),
    ],
)  # fmt: skip
def test_tab_goes_through_a_dialog_in_order_and_everything_has_a_name(
    loaded: Person, name: str, kind: type, first: str, order: list[str]
) -> None:
    run(loaded, name)
    dialog = opened(loaded, kind)
    assert [type(widget).__name__ for widget in controls(dialog) if not name_of(widget).strip()] == []
    dialog.activateWindow()
    getattr(dialog, first).setFocus()
    loaded.wait(getattr(dialog, first).hasFocus)
    passed = []
    for _ in order:
        focused = QApplication.focusWidget()
        passed.append(focused.accessibleName() or focused.text())
        loaded.bot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert passed == order


# --- copying


def test_copying_by_the_menu_and_by_key(loaded: Person) -> None:
    clipboard, ids = QApplication.clipboard(), loaded.ids()
    window, view = loaded.parts.window, loaded.parts.tokens.view
    window.activateWindow()
    view.setFocus()
    loaded.wait(view.hasFocus)
    loaded.bot.keyClick(
        view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    loaded.wait(lambda: clipboard.text() == " ".join(map(str, ids)))
    run(loaded, "edit.copy_python_list")
    loaded.wait(lambda: clipboard.text() == str(ids))
    run(loaded, "edit.copy_strings")
    loaded.wait(lambda: clipboard.text().count("\n") == len(ids) - 1)
    run(loaded, "edit.copy_page")
    loaded.wait(lambda: clipboard.mimeData().hasHtml())
    page = clipboard.mimeData().html()
    assert "<script" not in page
    assert "&lt;" in page
    assert f"id {ids[0]} · " in page
    run(loaded, "edit.copy_image")
    loaded.wait(lambda: clipboard.mimeData().hasImage())
    image = QImage.fromData(clipboard.mimeData().data("image/png"))
    assert image.size() == clipboard.image().size()
    assert image.width() > 300


def test_what_is_selected_is_copied_alone(loaded: Person) -> None:
    view = loaded.parts.tokens.view
    view.editor.select(0, 5)
    first, last = view.spans.between(0, 5)
    run(loaded, "edit.copy_ids")
    loaded.wait(lambda: QApplication.clipboard().text() == " ".join(map(str, loaded.ids()[first:last])))


def test_the_palette_and_the_menu_hold_them(loaded: Person) -> None:
    commands = loaded.parts.window.commands
    shown = {action.objectName() for action in commands}
    assert {"edit.copy_ids", "edit.copy_page", "file.encode_file", "file.save_tokens"} <= shown
    menus = [menu for menu in loaded.parts.window.menuBar().findChildren(QWidget) if menu.inherits("QMenu")]
    (copy_as,) = [menu for menu in menus if menu.title() == "Copy a&s"]
    assert [action.text() for action in copy_as.actions()][-2:] == ["Copy as &HTML", "Copy as i&mage"]
    assert copy_as.menuAction().isVisible()


# --- saving what is seen


@pytest.mark.parametrize("kind", ["html", "png", "png2", "svg"])
def test_tokens_are_saved_as_they_are_shown(loaded: Person, tmp_path: Path, kind: str) -> None:
    run(loaded, "file.save_tokens")
    dialog = opened(loaded, SaveTokensDialog)
    choose(loaded, dialog.kind, kind)
    loaded.click(dialog.start)
    said = card(loaded, dialog, Card)
    (path,) = tmp_path.glob("tokens.*")
    assert f"{len(loaded.ids())} tokens" in said
    data = path.read_bytes()
    if kind == "html":
        assert b"<!DOCTYPE html>" in data
        assert b"<script" not in data
    elif kind == "svg":
        assert b"<svg" in data
    else:
        assert QImage.fromData(data).dotsPerMeterX() == (7559 if kind == "png2" else 3780)
    loaded.bot.keyClick(dialog, Qt.Key.Key_Escape)
    loaded.wait(lambda: not [d for d in loaded.parts.window.findChildren(SaveTokensDialog) if d.isVisible()])


def test_the_selection_alone_is_saved_and_a_folder_that_is_gone_is_told(
    loaded: Person, tmp_path: Path
) -> None:
    loaded.parts.tokens.view.editor.select(0, 5)
    run(loaded, "file.save_tokens")
    dialog = opened(loaded, SaveTokensDialog)
    assert dialog.what.currentData() == "selection"
    choose(loaded, dialog.kind, "html")
    dialog.path.selectAll()
    loaded.bot.keyClicks(dialog.path, str(tmp_path / "gone" / "a.html"))
    loaded.click(dialog.start)
    said = card(loaded, dialog, FailedCard)
    assert "a.html was not saved: its folder does not exist" in said
    dialog.path.selectAll()
    loaded.bot.keyClicks(dialog.path, str(tmp_path / "a.html"))
    loaded.bot.keyClick(dialog.path, Qt.Key.Key_Return)
    loaded.wait((tmp_path / "a.html").exists)
    assert "world" not in (tmp_path / "a.html").read_text()


def test_a_text_that_changes_meanwhile_is_not_saved(loaded: Person, tmp_path: Path) -> None:
    loaded.parts.tokens.set_text(TEXT * 300, "")
    loaded.wait(loaded.encoded)
    run(loaded, "file.save_tokens")
    dialog = opened(loaded, SaveTokensDialog)
    choose(loaded, dialog.kind, "html")
    loaded.click(dialog.start)
    assert dialog.running
    loaded.parts.tokens.set_text(b"other", "")
    said = card(loaded, dialog, FailedCard)
    assert "the text has changed" in said
    assert list(tmp_path.glob("tokens*")) == []


def test_saving_is_cancelled(loaded: Person, tmp_path: Path) -> None:
    loaded.parts.tokens.set_text(TEXT * 300, "")
    loaded.wait(loaded.encoded)
    run(loaded, "file.save_tokens")
    dialog = opened(loaded, SaveTokensDialog)
    loaded.click(dialog.start)
    assert dialog.running
    loaded.bot.keyClick(dialog, Qt.Key.Key_Escape)
    loaded.wait(dialog.start.isVisible)
    assert list(tmp_path.glob("tokens*")) == []


# --- files


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_bytes(TEXT * 50)
    return path


def test_a_file_is_encoded_and_opened_again(loaded: Person, source: Path, tmp_path: Path) -> None:
    run(loaded, "file.encode_file")
    dialog = opened(loaded, EncodeDialog)
    assert not dialog.start.isEnabled()
    loaded.bot.keyClicks(dialog.source, str(source))
    assert dialog.path.text() == str(tmp_path / "text.npy")
    loaded.click(dialog.start)
    said = card(loaded, dialog, Card)
    ids = np.load(tmp_path / "text.npy")
    assert f"{len(ids):,} ids" in said
    assert ids.tolist() == workbench.api.open_sample().tokenizer.encode_ordinary(TEXT * 50)
    loaded.bot.keyClick(dialog, Qt.Key.Key_Escape)
    decoder = loaded.parts.decoder
    run(loaded, "file.decode_file")
    loaded.wait(decoder.isVisible)
    decoder.open_file(str(tmp_path / "text.npy"))
    loaded.wait(decoder.use_button.isEnabled)
    assert decoder.view.content() == TEXT * 50
    loaded.click(decoder.use_button)
    loaded.wait(lambda: loaded.parts.tokens.text() == TEXT * 50)
    decoder.close()


@pytest.mark.parametrize("form", ["raw", "text", "jsonl", "json"])
def test_every_form_can_be_chosen(loaded: Person, source: Path, form: str) -> None:
    run(loaded, "file.encode_file")
    dialog = opened(loaded, EncodeDialog)
    dialog.set_source(str(source))
    choose(loaded, dialog.form, form)
    assert dialog.documents.currentData() == ("lines" if form == "jsonl" else "whole")
    loaded.click(dialog.start)
    said = card(loaded, dialog, Card)
    data = Path(dialog.path.text()).read_bytes()
    encode = workbench.api.open_sample().tokenizer.encode_ordinary
    if form == "jsonl":
        assert [json.loads(line)["ids"] for line in data.splitlines()] == [
            encode(line) for line in (TEXT * 50).split(b"\n")[:-1]
        ]
        assert "100 documents" in said
    else:
        assert unpack(data, "u16" if form == "raw" else form).tolist() == encode(TEXT * 50)
    assert "will be replaced" not in told(dialog)
    choose(loaded, dialog.form, "npy")
    choose(loaded, dialog.form, form)
    assert dialog.start.text() == "Replace"


def test_some_special_tokens_of_a_file_are_taken(loaded: Person, tmp_path: Path, shared: Path) -> None:
    """By the same menu as in the Tokens panel."""
    path = str(shared / "data" / "cl100k_base.tiktoken")
    loaded.parts.session.tokenizers.open(path)
    loaded.wait(lambda: str(loaded.tokenizer.path) == path and loaded.encoded())
    text = b"a<|endoftext|>b<|fim_prefix|>"
    (tmp_path / "marked.txt").write_bytes(text)
    loaded.parts.tokens.choices.take_specials(True)
    run(loaded, "file.encode_file")
    dialog = opened(loaded, EncodeDialog)
    assert dialog.specials.text() == "Special tokens: special"
    dialog.set_source(str(tmp_path / "marked.txt"))
    choose(loaded, dialog.form, "json")
    entries = {entry.data(): entry for entry in dialog.specials.menu.actions() if entry.data()}
    entries["<|endoftext|>"].trigger()
    assert dialog.specials.text() == "Special tokens: 1 special"
    loaded.click(dialog.start)
    card(loaded, dialog, Card)
    ids = json.loads(Path(dialog.path.text()).read_bytes())
    tokenizer = workbench.api.open_tokenizer(path)
    assert ids == tokenizer.encode(text, allowed_special={"<|endoftext|>"}, disallowed_special=())
    assert (ids.count(100257), ids.count(100258)) == (1, 0)
    entries["<|endoftext|>"].trigger()
    assert dialog.specials.text() == "Special tokens: plain text"
    loaded.parts.tokens.choices.take_specials(False)


def test_buttons_of_the_dialog_say_what_they_do(loaded: Person) -> None:
    run(loaded, "file.encode_file")
    dialog = opened(loaded, EncodeDialog)
    assert [b.text() for b in dialog.findChildren(QAbstractButton) if not b.toolTip()] == []


def test_encoding_a_file_is_cancelled_and_leaves_nothing(
    loaded: Person, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*arguments: object) -> object:
        written = encoded_files.Written(n_bytes=1)
        while True:
            yield written

    monkeypatch.setattr(encoded_files, "write", never)
    run(loaded, "file.encode_file")
    dialog = opened(loaded, EncodeDialog)
    dialog.set_source(str(source))
    loaded.click(dialog.start)
    loaded.wait(lambda: list(tmp_path.glob(".text.npy*")))
    loaded.wait(lambda: " of " in dialog._status.text())
    loaded.click(loaded.button("Cancel", dialog))
    loaded.wait(dialog.start.isVisible)
    assert dialog._status.isVisible()
    assert dialog._status.text() == "Canceled; nothing was written."
    loaded.wait(lambda: sorted(path.name for path in tmp_path.glob("*text*")) == ["text.txt"])


def test_what_goes_wrong_is_told_in_the_dialog(
    loaded: Person, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(loaded, "file.encode_file")
    dialog = opened(loaded, EncodeDialog)
    dialog.set_source(str(source.parent / "gone.txt"))
    loaded.click(dialog.start)
    said = card(loaded, dialog, FailedCard)
    assert "No ids were written. gone.txt: " in said
    assert not loaded.parts.window.findChildren(QWidget, "NoticeStrip")


def test_the_decoder_tells_file_place_cause_and_what_to_do(
    loaded: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ids.txt").write_bytes(b"72 NaN")
    decoder = loaded.parts.decoder
    decoder.open_beside()
    decoder.open_file(str(tmp_path / "ids.txt"))
    loaded.wait(lambda: "NaN" in decoder.says())
    assert decoder.says() == (
        "Ids.txt, id number 2: “NaN” is not an id. Use whole numbers, separated by spaces or commas."
    )
    monkeypatch.setattr(id_files_job, "LARGEST_IDS_FILE", 3)
    decoder.open_file(str(tmp_path / "ids.txt"))
    loaded.wait(lambda: "over 3 bytes" in decoder.says())
    loaded.click(decoder.clear_button)
    loaded.bot.keyClicks(decoder.field, "72 101")
    loaded.wait(lambda: decoder.view.content() == b"He")
    decoder.close()
