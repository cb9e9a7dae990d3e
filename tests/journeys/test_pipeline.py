"""The pipeline in the window: the stages of a line of CLIP's, by click and by key."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt

from tests.journeys.conftest import Person
from tests.journeys.test_llama import open_llama, write
from workbench.panels.tokens.pipeline import words as pipeline_words
from workbench.panels.tokens.pipeline.paint import LABELS


def show_pipeline(person: Person) -> None:
    person.parts.window.commands["view.pipeline"].trigger()
    settle(person)


def settle(person: Person) -> None:
    """Wait until the stages shown are those of the line at the caret."""
    page = person.parts.pipeline
    person.wait(lambda: person.encoded() and not page.waiting and page.section.canvas.shown is not None)


def rows(person: Person) -> dict[str, list[str]]:
    """Return the boxes of each row as they are shown."""
    grid = person.parts.pipeline.section.canvas.grid
    return {row.name: [pipeline_words.label(box, row) for box in row.boxes] for row in grid.rows}


def test_clips_stages_below_the_text(person: Person, shared: Path) -> None:
    open_llama(person, shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz")
    write(person, "A caf&eacute; <3")
    show_pipeline(person)
    section, canvas = person.parts.pipeline.section, person.parts.pipeline.section.canvas
    assert person.parts.tokens.view.isVisible()
    assert person.parts.window.commands["view.pipeline"].isChecked()
    shown = rows(person)
    assert "".join(shown["raw"]) == "A·caf&eacute;·<3"
    assert "".join(shown["unescape"]) == "A·café·<3"
    assert "".join(shown["lowercase"]) == "a·café·<3"
    assert shown["pieces"] == ["a", "café", "<", "3"]
    assert shown["ids"] == ["a", "café", "<", "3"]
    assert section.where() == "characters 0 to 16"
    canvas.light_bytes(2, 13)
    person.parts.tokens.choices.before_chip.click()
    person.wait(lambda: person.encoded() and rows(person)["ids"][0] == "start")
    view = person.parts.tokens.view
    person.wait(lambda: view.look.hovered == (2, 3))
    assert (view.spans.token(2).start, view.spans.token(2).end) == (2, 13)


def test_a_span_by_key_is_lit_in_all_rows_and_selected_in_the_text(person: Person, shared: Path) -> None:
    open_llama(person, shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz")
    write(person, "A caf&eacute; <3")
    show_pipeline(person)
    canvas, bot, key = person.parts.pipeline.section.canvas, person.bot, Qt.Key
    person.wait(lambda: person.parts.window.focusWidget() is canvas)
    bot.keyClick(canvas, key.Key_Home)
    for _ in range(5):  # down to the pieces
        bot.keyClick(canvas, key.Key_Down)
    bot.keyClick(canvas, key.Key_Right)
    assert canvas.lit_span == (2, 13)
    assert person.parts.pipeline.section.says() == "caf&eacute; → café → café</w>"
    view = person.parts.tokens.view
    ringed = view.spans.token(view.look.hovered[0])
    assert view.content()[ringed.start : ringed.end] == b"caf&eacute;"
    bot.keyClick(canvas, key.Key_Return)
    assert person.parts.tokens.view.editor.selected_bytes() == b"caf&eacute;"
    settle(person)
    assert canvas.lit_span == (2, 13)


def test_the_line_at_the_caret_is_shown_and_a_click_selects(person: Person) -> None:
    write(person, "one")
    view = person.parts.tokens.view
    person.parts.tokens.set_text(b"one two\nthree four\n")
    show_pipeline(person)
    view.editor.place(10)
    canvas = person.parts.pipeline.section.canvas
    person.wait(lambda: not person.parts.pipeline.waiting and canvas.shown.start == 8)
    assert "".join(rows(person)["raw"]) == "three·four↵"
    number = [row.name for row in canvas.grid.rows].index("pieces")
    x, y = int(LABELS + canvas.grid.x(1)), 8 + canvas.grid.top(number) + 12
    person.click(canvas.viewport(), QPoint(x, y))
    assert view.editor.selected_bytes() == b"three"
    person.click(person.parts.pipeline.section.previous_button)
    person.wait(lambda: canvas.shown.start == 0)
    assert "".join(rows(person)["raw"]) == "one·two↵"


def test_tokens_have_the_colors_of_the_text(person: Person) -> None:
    person.parts.tokens.set_text(b"one two three\nfour five six\n")
    show_pipeline(person)
    view, canvas = person.parts.tokens.view, person.parts.pipeline.section.canvas
    view.editor.place(16)
    person.wait(lambda: not person.parts.pipeline.waiting and canvas.shown.start == 14)
    first = view.spans.token_at(14).index
    wanted = [view.places.hit_of_token(index).color for index in range(first, len(view.spans))]
    assert list(canvas._colors) == wanted
    assert wanted[0] != 0, "the first token of the second line has another color than that of the text"


def test_llamas_spaces_and_loose_bytes(person: Person, shared: Path) -> None:
    open_llama(person, shared / "data" / "llama2_tokenizer.model")
    person.parts.tokens.set_text("Hi ▁𓀀".encode())
    show_pipeline(person)
    person.wait(lambda: "bytes" in rows(person))
    shown = rows(person)
    assert shown["sentencepiece"][:3] == ["·", "H", "i"]
    assert shown["bytes"] == ["F0", "93", "80", "80"]
    assert shown["ids"][-4:] == ["⟨F0⟩", "⟨93⟩", "⟨80⟩", "⟨80⟩"]


def test_an_empty_text_has_no_stages_but_words(person: Person) -> None:
    person.parts.tokens.set_text(b"")
    person.parts.window.commands["view.pipeline"].trigger()
    section = person.parts.pipeline.section
    person.wait(lambda: person.encoded() and not person.parts.pipeline.waiting)
    assert section.isVisible()
    assert not section.canvas.isVisible()
    assert section._empty.isVisible()


def test_a_text_that_is_not_encoded_has_no_stages_until_it_is(person: Person, shared: Path) -> None:
    open_llama(person, shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz")
    write(person, "a <|endoftext|>")
    show_pipeline(person)
    tokens, section = person.parts.tokens, person.parts.pipeline.section
    tokens.choices.specials_button.taken_chosen.emit("error")
    person.wait(lambda: section.canvas.shown is None and not person.parts.pipeline.waiting)
    assert section._empty.text().startswith("The text is not encoded: it contains special tokens")
    person.wait(lambda: tokens.sizes.strip.words.numbers == "49,406 of 49,406 → –")
    tokens.choices.take_specials(True)
    settle(person)
    assert rows(person)["ids"] == ["a", "<|endoftext|>"]


@pytest.mark.parametrize("size", [(1024, 700), (880, 600)])
def test_nothing_lies_beyond_the_window_with_all_that_can_be_open_at_once(
    person: Person, size: tuple[int, int]
) -> None:
    window, tokens = person.parts.window, person.parts.tokens
    window.resize(*size)
    for name in ("view.pipeline", "edit.find", "edit.replace"):
        window.commands[name].trigger()
    window.notices.tell("The text holds special tokens", "They can be allowed.", "warning", "tokens")
    dock = window.dock("tokens")
    area = dock.widget()
    person.wait(lambda: dock.panel.strip() is not None and area.verticalScrollBar().maximum() > 0)
    assert window.tasks.page.rect().contains(dock.geometry())
    foot = tokens._footer
    below = foot.mapTo(area.viewport(), foot.rect().bottomLeft()).y()
    assert below - area.viewport().height() <= area.verticalScrollBar().maximum()
    assert foot.height() >= foot.minimumHeight()
    dock.panel.strip()._close()
    window.commands["view.pipeline"].trigger()
    tokens.finding.close()
    person.wait(lambda: area.verticalScrollBar().maximum() == 0)
    assert tokens.height() <= area.height()
