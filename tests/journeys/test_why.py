"""Why these tokens: steps and tree together, what a word lacks, and when it would be one token."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from tests.journeys.conftest import Person
from workbench import api
from workbench.api.word_sizes import word_sizes
from workbench.widgets.merge_nodes import Node, nodes


def write(person: Person, text: str) -> None:
    person.parts.tokens.set_text(text.encode())
    person.wait(person.encoded)


def choose(person: Person, index: int, n_steps: int) -> None:
    """Click a token, and wait for its tree and for the steps of its word."""
    view, selected = person.parts.tokens.view, person.parts.selected
    person.click(view.viewport(), view.places.hit_of_token(index).rect.center())

    def _there() -> bool:
        token, root = view.selected.token, selected.facts.tree.root
        same = token is not None and root is not None and root.token_id == token.id
        return same and len(selected.steps.steps) == n_steps

    person.wait(_there)


def marked(person: Person) -> list[str]:
    tree = person.parts.selected.facts.tree
    return [node.label for node in nodes(tree.root) if tree.is_marked(node)]


def node(person: Person, label: str) -> Node:
    return next(found for found in nodes(person.parts.selected.facts.tree.root) if found.label == label)


def test_steps_and_tree_stand_below_each_other_where_there_is_room_and_once_have_a_title(
    person: Person,
) -> None:
    write(person, "it after")
    choose(person, 1, 6)
    selected, window = person.parts.selected, person.parts.window
    titled = [selected.facts._built_from, selected.steps.title]
    window.resize(1280, 760)  # of a screen of 1280x800
    person.wait(lambda: selected.parts.isHidden() or not selected.parts.isVisible())
    assert selected.steps.isVisible()
    assert selected.facts.tree.isVisible()
    assert all(title.isVisible() for title in titled)
    window.resize(1024, 700)
    person.wait(selected.parts.isVisible)
    assert not any(title.isVisible() for title in titled)


def test_a_node_of_the_tree_leads_to_its_step_and_a_step_to_its_node(person: Person) -> None:
    write(person, "it after")
    selected = person.parts.selected
    choose(person, 1, 6)
    tree, steps = selected.facts.tree, selected.steps
    assert marked(person) == ["·after"]
    person.click(tree.viewport(), tree.position_of(node(person, "er")).toPoint())
    assert (steps.at, marked(person)) == (1, ["er"])
    assert selected.facts.tree.root.label == "·after"
    steps.setFocus()
    person.bot.keyClick(steps.slider, Qt.Key.Key_Right)
    assert (steps.at, marked(person)) == (2, ["ter"])
    person.bot.keyClick(steps.slider, Qt.Key.Key_End)
    assert marked(person) == []
    tree.setFocus()
    person.bot.keyClick(tree, Qt.Key.Key_Up)
    person.bot.keyClick(tree, Qt.Key.Key_Up)
    person.bot.keyClick(tree, Qt.Key.Key_Return)
    assert marked(person) == [tree._current.label]
    person.bot.mouseDClick(
        tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.position_of(node(person, "ter")).toPoint()
    )
    person.wait(lambda: tree.root.label == "ter")


def marked_in_word(person: Person) -> list[tuple[str, tuple[int, int]]]:
    tree = person.parts.selected.facts.tree
    every = [found for root in tree.roots for found in nodes(root)]
    return [(found.label, found.place) for found in every if tree.is_marked(found)]


def test_the_trees_of_the_whole_word_stand_side_by_side_and_every_step_has_its_nodes(person: Person) -> None:
    write(person, " unforgettableness")
    selected = person.parts.selected
    tree, steps = selected.facts.tree, selected.steps
    choose(person, 3, 10)
    assert [root.label for root in tree.roots] == ["get"]
    tree_of = selected.facts.tree_of
    tree_of.findChildren(QAbstractButton)[0].setFocus()
    person.bot.keyClick(person.parts.window.focusWidget(), Qt.Key.Key_Right)
    words = ["·un", "f", "or", "get", "t", "ab", "len", "es", "s"]
    assert [root.label for root in tree.roots] == words
    assert tree.root.label == "get"
    seen = tree.viewport().rect()
    assert seen.contains(tree.position_of(tree.root).toPoint())
    made = []
    for number in range(len(steps.steps)):
        steps.go(number)
        merged = steps.steps.result(number) >= 0
        assert len(marked_in_word(person)) == merged
        made += marked_in_word(person)
        if merged:
            assert any(
                seen.contains(tree.position_of(n).toPoint())
                for r in tree.roots
                for n in nodes(r)
                if tree.is_marked(n)
            )
    assert len(made) == sum(bool(n.children) for root in tree.roots for n in nodes(root))
    for root in tree.roots:
        for found in nodes(root):
            if found.children:
                tree.ensureVisible(found.box)
                person.click(tree.viewport(), tree.position_of(found).toPoint())
                assert marked_in_word(person) == [(found.label, found.place)]
    choose_in_word(person, 6)
    assert tree.root.label == "len"
    assert [root.label for root in tree.roots] == words
    person.parts.window.commands["tokenizer.word_tree"].trigger()
    assert [root.label for root in tree.roots] == ["len"]


def choose_in_word(person: Person, index: int) -> None:
    view, tree = person.parts.tokens.view, person.parts.selected.facts.tree
    person.click(view.viewport(), view.places.hit_of_token(index).rect.center())
    person.wait(lambda: tree.root.place[0] == view.spans.token(index).start)


def test_another_token_of_the_word_goes_to_its_own_step(person: Person) -> None:
    write(person, " unforgettableness")
    choose(person, 3, 10)
    steps = person.parts.selected.steps
    assert steps.steps[steps.at].title == "g + et → get"
    choose(person, 6, 10)
    person.wait(lambda: steps.steps[steps.at].title == "l + en → len")
    assert marked(person) == ["len"]


def test_the_same_token_twice_in_a_word_is_marked_where_it_is_made(person: Person, shared: Path) -> None:
    """Banana: an is made twice in one round, once for ban and once for ana."""
    person.parts.session.tokenizers.open(str(shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz"))
    person.wait(lambda: "clip" in str(person.tokenizer.path) and person.encoded())
    write(person, "banana")
    person.wait(lambda: person.parts.vocabulary.table.rows.vocabulary is not None)
    choose(person, 0, 5)
    steps = person.parts.selected.steps
    steps.go(0)
    assert steps.steps[0].sentence.endswith(", in 2 places")
    person.wait(lambda: marked(person) == ["an", "an"])
    steps.go(2)
    assert marked(person) == ["ana</w>"]


def test_a_word_of_several_tokens_says_what_it_lacks_and_from_which_size_on_it_would_be_one(
    person: Person,
) -> None:
    write(person, " letter lettering")
    view, what_if = person.parts.tokens.view, person.parts.selected.what_if
    last = len(person.ids()) - 1
    person.click(view.viewport(), view.places.hit_of_token(last).rect.center())
    person.wait(what_if.isVisible)
    assert what_if._sentence.text().startswith("There is no token “·lettering”. It would take ")
    what_if.ask_button.setFocus()
    person.bot.keyClick(what_if.ask_button, Qt.Key.Key_Space)
    person.wait(what_if._answer.isVisible)
    assert person.parts.window.focusWidget() is what_if.ask_button
    said = what_if._answer.text()
    assert said.startswith(("One token with", "Never one token", "Not with a vocabulary"))
    sample = list(word_sizes(api.open_sample().tokenizer, b" lettering", [api.SAMPLE_CORPUS]))[-1]
    assert f"{sample.reached:,}" in said
    assert "sample text" in said
    assert "corpus" not in said


def test_a_word_that_is_one_token_lacks_nothing(person: Person) -> None:
    write(person, " after")
    choose(person, 0, 6)
    assert not person.parts.selected.what_if.isVisible()


def test_a_token_that_was_passed_over_leads_to_the_round_that_did_it(person: Person) -> None:
    write(person, " unforgettableness")
    choose(person, 3, 10)
    selected = person.parts.selected
    table = selected.what_if.table
    assert table.model().index(0, 0).data() == "able"
    table.setFocus()
    table.selectRow(0)
    person.bot.keyClick(table, Qt.Key.Key_Return)
    assert selected.steps.at == 0


def test_menus_and_palette_lead_to_the_steps_and_to_the_size(person: Person) -> None:
    commands, selected = person.parts.window.commands, person.parts.selected
    write(person, " unforgettableness")
    choose(person, 3, 10)
    assert commands["tokenizer.steps"].isVisible()
    person.parts.window.show_task("train")
    commands["tokenizer.steps"].trigger()
    assert person.parts.window.focusWidget() is selected.steps.slider
    person.bot.keyClick(selected.steps.slider, Qt.Key.Key_Home)
    assert selected.steps.at == 0
    commands["tokenizer.word_size"].trigger()
    person.wait(selected.what_if._answer.isVisible)
    write(person, " after")
    choose(person, 0, 6)
    assert not commands["tokenizer.word_size"].isVisible()
    person.parts.tokens.view.selected.select(None)
    person.wait(lambda: not commands["tokenizer.steps"].isVisible())


def test_the_dummy_prefix_does_not_move_the_marks(person: Person, shared: Path) -> None:
    person.parts.session.tokenizers.open(str(shared / "data" / "llama2_tokenizer.model"))
    person.wait(lambda: "llama2" in str(person.tokenizer.path) and person.encoded())
    write(person, "lower lower")
    person.wait(lambda: person.parts.vocabulary.table.rows.vocabulary is not None)
    view, selected = person.parts.tokens.view, person.parts.selected
    for index, raw in ((0, 0), (1, 5)):
        person.click(view.viewport(), view.places.hit_of_token(index).rect.center())
        person.wait(lambda: selected.facts.tree.root is not None)
        person.wait(lambda: len(selected.steps.steps) > 3 and marked(person) == ["·lower"])
        assert view.selected.token.start == raw
        steps = selected.steps
        made = {found.label for found in nodes(selected.facts.tree.root) if found.children}
        seen: set[str] = set()
        for number in range(len(steps.steps)):
            steps.go(number)
            seen |= set(marked(person))
        assert seen == made
