"""A corpus of several kinds, from its files to a tokenizer, by click and key."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLabel

from tests.journeys.conftest import Person
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.training.options import Options
from workbench.panels.corpus.statistics_dialog import StatisticsDialog
from workbench.widgets.findings import FindingRow
from workbench.widgets.strips import NoticeStrip
from workbench.worker.messages.training import Trained

LETTER = "<p>Dear  Anna,</p>\r\ncafe\u0301 and <|endoftext|>\n".encode() + b"it cost 4\x80 more\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    rows = [
        {"id": n, "text": f"row {n} of the <b>tea</b> reviews", "meta": {"note": f"note {n}"}}
        for n in range(400)
    ]
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "packed.txt.gz").write_bytes(gzip.compress("Grüße aus Köln und Москва\n".encode() * 500))
    (folder / "letter.txt").write_bytes(LETTER)
    return folder


def add(person: Person, folder: Path) -> None:
    corpus = person.parts.corpus
    person.parts.window.show_task("train")
    corpus.sources.add_paths([str(folder / name) for name in ("rows.jsonl", "packed.txt.gz", "letter.txt")])
    person.wait(lambda: len(corpus.sources.enabled_sources()) == 3)


def choose(person: Person, row: int) -> None:
    view = person.parts.corpus.view
    person.bot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(view.model().index(row, 0)).center()
    )


def test_before_a_run_the_corpus_has_room_and_after_it_the_run(person: Person, folder: Path) -> None:
    window = person.parts.window
    window.show_task("train")
    docks = {
        name: window.dock(name) for name in ("corpus", "training_options", "training_run", "corpus_preview")
    }
    assert all(dock.isVisible() for dock in docks.values())
    assert docks["corpus"].height() > 600
    assert docks["corpus"].x() < docks["training_options"].x() < docks["training_run"].x()
    add(person, folder)
    person.click(person.button("Start training"))
    person.wait(lambda: not docks["corpus_preview"].isVisible())
    assert docks["corpus"].x() == docks["training_options"].x()
    person.wait(lambda: not person.parts.run.is_running and person.parts.session.training.run is None)


def test_a_corpus_is_read_cleaned_counted_previewed_and_trained_on(person: Person, folder: Path) -> None:
    corpus = person.parts.corpus
    add(person, folder)
    assert [source.detail for source in corpus.sources.model.sources] == [
        "400 records", f"{(folder / 'packed.txt.gz').stat().st_size} bytes packed", "1 byte is not UTF-8",
    ]  # fmt: skip
    # The chosen source is shown beside, and walked through by its problems.
    choose(person, 2)
    person.wait(lambda: corpus.preview.view.lines.rowCount() == 3)
    assert corpus.preview.view.currentIndex().row() == 1
    person.click(corpus.preview.next_button)
    assert corpus.preview.view.currentIndex().row() == 2
    # Cleaning changes what is shown.
    corpus.cleaning.boxes["html"].setFocus()
    person.bot.keyClick(corpus.cleaning.boxes["html"], Qt.Key.Key_Space)
    person.wait(
        lambda: (
            corpus.preview.view.lines.lines and corpus.preview.view.lines.lines[0].after == b"Dear  Anna,\r\n"
        )
    )
    # Every byte is accounted for.
    person.click(corpus.account.count)
    person.wait(corpus.account.bar.isVisible)
    sizes = [(folder / name).stat().st_size for name in ("rows.jsonl", "letter.txt")]
    total = sum(sizes) + len("Grüße aus Köln und Москва\n".encode() * 500)
    assert corpus.account.total.text() == f"{total:,} bytes"
    assert corpus.cleaning.amounts["html"].text() == f"−{400 * 7 + 7:,}"
    person.click(person.button("Statistics", corpus))
    person.wait(lambda: corpus.findChildren(StatisticsDialog))
    (dialog,) = corpus.findChildren(StatisticsDialog)
    assert "Cyrillic" in dialog.scripts.summary
    dialog.close()
    # And trained on, as it is read.
    corpus.changing.read([0], field="meta.note", weight=2.0)
    person.wait(lambda: corpus.sources.model.sources[0].info.look.field == "meta.note")
    assert corpus.sources.training_sources()[0] == SourceOptions(
        str(folder / "rows.jsonl"), field="meta.note", weight=2.0, clean=("html",)
    )
    trained: list[Trained] = []
    person.parts.session.training.trained.connect(trained.append)
    person.click(person.button("Start training"))
    person.wait(lambda: trained)
    notes = sum(len(f"note {n}") for n in range(400))
    letter = len(LETTER) - 7 + 2
    assert trained[0].corpus_bytes == 2 * notes + (total - sum(sizes)) + letter
    person.wait(lambda: not person.parts.run.is_running and person.parts.session.training.run is None)


def test_of_two_encodings_that_are_as_likely_both_readings_are_shown(person: Person, folder: Path) -> None:
    corpus, before = person.parts.corpus, person.parts.run.before
    old = folder / "old.txt"
    old.write_bytes("Des fourmis et des œufs, c'est facile à digérer en été.\n".encode("iso8859-15") * 30)
    person.parts.window.show_task("train")
    corpus.sources.add_paths([str(old)])
    person.wait(lambda: any("œufs" in text and "½ufs" in text for text in before.findings()))
    _link(person, "Read as Windows-1252", "old.txt").click()
    person.wait(lambda: corpus.sources.training_sources()[0].encoding == "cp1252")
    person.wait(lambda: not any("½ufs" in text for text in before.findings()))


def test_a_legacy_encoding_is_taken_and_another_can_be(person: Person, folder: Path) -> None:
    corpus = person.parts.corpus
    old = folder / "old.txt"
    old.write_bytes(("Grüße aus Köln, „schön“ für 5 € und Äpfel.\n" * 20).encode("cp1252"))
    person.parts.window.show_task("train")
    corpus.sources.add_paths([str(old)])
    person.wait(corpus.sources.enabled_sources)
    person.wait(lambda: corpus.sources.model.sources[0].detail == "1 file, Windows-1252")
    choose(person, 0)
    encodings = next(a for a in corpus.row_menu().actions() if a.text() == "Encoding").menu()
    next(a for a in encodings.actions() if a.text() == "Windows-1250").trigger()
    person.wait(lambda: corpus.sources.model.sources[0].detail == "1 file, Windows-1250")
    person.click(person.button("Undo"))
    person.wait(lambda: corpus.sources.model.sources[0].detail == "1 file, Windows-1252")


def test_a_pasted_text_is_a_source(person: Person) -> None:
    corpus = person.parts.corpus
    person.parts.window.show_task("train")
    QGuiApplication.clipboard().setText("A text to learn from, pasted.\n" * 50)
    corpus.setFocus()
    person.bot.keyClick(corpus, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    person.wait(corpus.sources.enabled_sources)
    (path,) = corpus.sources.enabled_paths()
    assert Path(path).read_text() == "A text to learn from, pasted.\n" * 50
    assert Path(path).parent == person.parts.window.settings.data_folder / "pasted"
    assert b"pasted" not in person.parts.tokens.view.document.whole()


def test_a_paste_goes_into_the_number_that_has_the_keyboard(person: Person) -> None:
    window, field = person.parts.window, person.parts.options.vocab_size
    before = person.parts.tokens.view.document.whole()
    window.show_task("train")
    field.setFocus()
    field.selectAll()
    QGuiApplication.clipboard().setText("777")
    window.commands["edit.paste"].trigger()
    assert field.value() == 777
    assert person.parts.tokens.view.document.whole() == before


def test_what_cannot_be_counted_is_told_with_its_file(person: Person, folder: Path) -> None:
    corpus, before = person.parts.corpus, person.parts.run.before
    add(person, folder)
    person.wait(lambda: before.findings()[0] != "Scanning the text…")
    (folder / "letter.txt").unlink()
    person.click(corpus.account.count)
    person.wait(lambda: any(text.startswith("letter.txt cannot be read") for text in before.findings()))


def test_findings_are_mended_shown_and_taken_back(person: Person, folder: Path) -> None:
    corpus, before = person.parts.corpus, person.parts.run.before
    filler = "".join(f"line {n} of an ordinary text\n" for n in range(8000))
    odd = folder / "odd.txt"
    odd.write_bytes(b"loose \xff bytes\n" * 5 + filler.encode() + b"<|endoftext|>\n" + b"=" * 900)
    person.parts.window.show_task("train")
    person.parts.options.set_options(Options(vocab_size=400, special_tokens=("<|endoftext|>",)))
    corpus.sources.add_paths([str(odd)])
    person.wait(lambda: len(before.findings()) >= 3 and before.findings()[0] != "Scanning the text…")
    assert any(text.endswith("are not UTF-8, odd.txt") for text in before.findings())
    # The special text stands beyond the first lines of the preview.
    _link(person, "Show", "<|endoftext|>").click()
    lines = corpus.preview.view
    person.wait(lambda: lines.lines.rowCount() and lines.currentIndex().row() >= 0)
    person.wait(lambda: lines.lines.lines[lines.currentIndex().row()].before == b"<|endoftext|>\n")
    _link(person, "Leave out", "<|endoftext|>").click()
    person.wait(lambda: before.findings() and not any("<|endoftext|>" in text for text in before.findings()))
    assert corpus.sources.training_sources()[0].clean == ("leave-out:<|endoftext|>",)
    person.click(person.button("Undo"))
    person.wait(lambda: any("<|endoftext|>" in text for text in before.findings()))
    _link(person, "Skip them", "odd.txt").click()
    person.wait(lambda: before.findings() and not any("UTF-8" in text for text in before.findings()))
    _link(person, "Show", "One piece").click()
    person.wait(
        lambda: lines.lines.lines and lines.lines.lines[lines.currentIndex().row()].before == b"=" * 900
    )


def test_without_a_split_a_corpus_over_the_limit_is_told_and_refused(person: Person, folder: Path) -> None:
    parts = person.parts
    big = folder / "big.txt"
    big.write_text("one piece of all of it\n" * 5000)
    parts.window.show_task("train")
    parts.options.set_options(Options("basic", vocab_size=300, memory_limit=2_000_000))
    parts.corpus.sources.add_paths([str(big)])
    before = parts.run.before
    person.wait(
        lambda: (
            before.findings() and before.findings()[0].startswith("This text is too large without a split")
        )
    )
    assert before.findings()[0].endswith("the limit is 2.0 MB; choose a preset that splits")
    person.click(before.start_button)
    person.wait(lambda: parts.window.findChild(NoticeStrip) is not None)
    strip = parts.window.findChild(NoticeStrip)
    said = " ".join(label.text() for label in strip.findChildren(QLabel)).replace("\u200b", "")
    assert "needs about 2,300,000 bytes; the limit is 2,000,000" in said
    assert "Choose a preset that splits, such as GPT-4, use less text, or raise the limit." in said
    person.wait(lambda: parts.session.training.run is None)


def _link(person: Person, text: str, about: str) -> QAbstractButton:
    """The link of a finding, once it can be seen."""
    found: list[QAbstractButton] = []

    def _is_there() -> bool:
        rows = person.parts.run.before.findChildren(FindingRow)
        links = [
            link
            for row in rows
            if about in row.accessibleName()
            for link in row.findChildren(QAbstractButton)
        ]
        found[:] = [link for link in links if link.text() == text and link.isVisible()]
        return bool(found)

    person.wait(_is_there)
    return found[0]
