"""CLIP's tokenizer in the window: its cleaning step by step, its 77 ids, its word ends, its merges."""

from __future__ import annotations

from pathlib import Path

from tests.journeys.conftest import Person
from tests.journeys.test_llama import open_llama as open_file
from tests.journeys.test_llama import switch, write

FILE = "clip_bpe_simple_vocab_16e6.txt.gz"


def test_a_diagram_with_start_and_end_and_its_limit(person: Person, shared: Path) -> None:
    open_file(person, shared / "data" / FILE)
    tokens = person.parts.tokens
    assert person.parts.window.toolbar.picker.fact() == "49,408 tokens"
    write(person, "a diagram")
    assert person.ids() == [320, 22697]
    person.wait(lambda: tokens.counts.limit.left.text() == "75 left")
    switch(person, tokens.choices.before_chip)
    switch(person, tokens.choices.after_chip)
    assert person.ids() == [49406, 320, 22697, 49407]
    person.wait(lambda: tokens.counts.limit.left.text() == "73 left")
    tokens.set_text(b"a " * 80)
    person.wait(lambda: person.encoded() and person.counts() == "82")
    person.wait(lambda: tokens.counts.limit.left.text() == "5 do not fit")
    assert tokens.view.pieces.cut == (76, "\u00a0end\u00a077\u00a0")


def test_each_step_of_the_cleaning_is_seen_with_what_it_changed(person: Person, shared: Path) -> None:
    open_file(person, shared / "data" / FILE)
    # Without the "<" ftfy itself would take the entities back (its `unescape_html="auto"`).
    person.parts.tokens.set_text(b"&lt;DIV&gt; <3\t\ta test")
    person.wait(lambda: person.encoded() and "test" in str(person.parts.tokens._changes.rows()))
    rows = person.parts.tokens._changes.rows()
    assert ("Unescape", "lossy: 2 characters changed", "<DIV>·<3→→a·test") in rows
    assert rows[-1] == ("Lower case", "lossy: 3 characters changed", "<div>·<3·a·test")
    assert any(name == "Whitespace" and text.replace("∅", "") == "<DIV>·<3·a·test" for name, _, text in rows)
    assert any(name == "ftfy" and said == "unchanged" for name, said, _ in rows)
    assert person.parts.tokens._changes.isVisible()
    tokens, fold = person.parts.tokens, person.parts.tokens._changes.fold_button
    person.parts.window.resize(1280, 778)
    person.wait(lambda: tokens.pages.height() >= tokens.height() // 2 and not fold.isChecked())
    person.click(fold)
    person.parts.window.resize(1280, 779)
    person.wait(lambda: tokens._changes.height() > 100 and fold.isChecked())  # who asks for the rows has them


def test_the_merges_of_a_word_are_those_of_the_walk_through(person: Person, shared: Path) -> None:
    open_file(person, shared / "data" / FILE)
    write(person, "lowered tokenizer")
    view, steps = person.parts.tokens.view, person.parts.selected.steps
    person.click(view.viewport(), view.places.hit_of_token(0).rect.center())
    person.wait(lambda: steps.isVisible() and len(steps.steps) == 7)
    table = [
        (" ".join(s.token.decode() for s in step.symbols), step.title, step.value) for step in steps.steps
    ]
    assert table == [
        ("l o w e r e d</w>", "r + e → re", "3"),
        ("l o w e re d</w>", "l + o → lo", "37"),
        ("lo w e re d</w>", "w + e → we", "86"),
        ("lo we re d</w>", "re + d</w> → red</w>", "224"),
        ("lo we red</w>", "we + red</w> → wered</w>", "6,093"),
        ("lo wered</w>", "lo + wered</w> → lowered</w>", "34,456"),
        ("lowered</w>", "end: no pair has a rank", ""),
    ]
    person.click(view.viewport(), view.places.hit_of_token(2).rect.center())
    person.wait(lambda: steps.steps and steps.steps[0].title == "e + n → en")
    assert [step.value for step in steps.steps[:-1]] == [
        "12",
        "16",
        "68",
        "1,326",
        "2,333",
        "23,383",
        "32,122",
    ]


def test_tokens_that_end_a_word_are_written_so(person: Person, shared: Path) -> None:
    open_file(person, shared / "data" / FILE)
    person.wait(lambda: person.parts.vocabulary.table.rows.vocabulary is not None)
    person.wait(lambda: person.parts.vocabulary.table.rows.rowCount() > 49_000)
    model = person.parts.vocabulary.table.rows
    row = model.vocabulary.row_of(34968)
    assert model.index_of(row).siblingAtColumn(1).data() == "lowered</w>"
    assert model.vocabulary.token(row) == b"lowered"
