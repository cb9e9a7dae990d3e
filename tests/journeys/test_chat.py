"""Chat in the window: opened by key, typed, rendered by the tokenizer's own template, used as text."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from shiboken6 import isValid

from tests.journeys.conftest import Person
from tests.journeys.test_opening import drop
from tests.widgets.token_views import tokens_shown
from workbench import api
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.framing import Framing
from workbench.worker.jobs import chat as chat_job

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}{% if message.role == 'judge' %}"
    "{{ raise_exception('nobody judges here') }}{% endif %}"
    "{{ '<|head|>' + message.role + '\\n' + message.content | trim + '<|eot|>' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|head|>assistant\\n' }}{% endif %}"
)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes some milliseconds may take long on a machine that has much else to do."""
    monkeypatch.setattr(chat_job, "SECONDS", 30.0)


def save_toy(folder: Path, template: str = TEMPLATE) -> Path:
    """Write the sample tokenizer with special tokens and a template as a tokenizer.json."""
    sample = api.open_sample().tokenizer
    first = sample.vocab_size
    special = {"<|begin|>": first, "<|head|>": first + 1, "<|eot|>": first + 2}
    toy = Tokenizer(
        sample.model, sample.pre_tokenizer, special, framing=Framing((first,), (first + 2,)),
        chat_template=template,
    )  # fmt: skip
    api.save_tokenizer(toy, folder / "tokenizer.json")
    return folder / "tokenizer.json"


def open_toy(person: Person, folder: Path, template: str = TEMPLATE) -> None:
    file = save_toy(folder, template)
    drop(person.parts.window, file)
    person.wait(lambda: person.tokenizer.path == str(file) and person.encoded())


def open_chat(person: Person) -> None:
    person.parts.window.commands["view.chat"].trigger()
    person.wait(lambda: person.parts.chat.isVisible() and rendered(person))


def rendered(person: Person) -> bool:
    """Say whether the tokens that are shown are those of the messages as they are."""
    return not person.parts.chat.waiting


def test_it_is_hidden_until_asked_for_and_goes_again(person: Person) -> None:
    window, chat = person.parts.window, person.parts.chat
    action = window.commands["view.chat"]
    assert not chat.isVisible()
    assert action.shortcut().toString() == "Ctrl+Shift+H"
    open_chat(person)
    assert action.isChecked()
    assert person.parts.tokens.isVisible()
    action.trigger()
    person.wait(lambda: not chat.isVisible())
    assert not action.isChecked()
    window.show_task("vocabulary")
    open_chat(person)
    assert window.tasks.current == "inspect"


def test_it_has_room_beside_the_text_in_a_small_window(person: Person) -> None:
    window, chat = person.parts.window, person.parts.chat
    window.resize(880, 600)
    open_chat(person)
    beside, own = window.dock("tokens"), window.dock("chat")
    shown = chat.counts.messages
    person.wait(lambda: own.x() > beside.geometry().right() and not shown.isVisible())
    assert window.tasks.page.rect().contains(own.geometry())
    assert chat.counts.limit.geometry().right() < chat.counts.width()
    window.resize(1280, 800)
    person.wait(shown.isVisible)
    window.resize(880, 600)
    person.wait(lambda: window.tasks.page.rect().contains(own.geometry()) and not shown.isVisible())
    assert window.tasks.is_in_sight("chat")


def test_it_comes_and_goes_with_the_layout(person: Person) -> None:
    window, chat = person.parts.window, person.parts.chat
    open_chat(person)
    width = chat.width()
    assert 360 <= width <= 460
    window.show_task("train")
    person.wait(lambda: not chat.isVisible())
    window.show_task("inspect")
    person.wait(chat.isVisible)
    window.commands["view.reset"].trigger()
    person.wait(lambda: not chat.isVisible())
    assert not window.commands["view.chat"].isChecked()
    open_chat(person)
    assert person.parts.tokens.isVisible()


def test_a_conversation_by_keyboard_becomes_the_text(person: Person, tmp_path: Path) -> None:
    open_toy(person, tmp_path)
    open_chat(person)
    chat, bot = person.parts.chat, person.bot
    assert chat.choice.button.text() == "Own template"
    view = chat.cards[-1].view
    person.wait(lambda: person.parts.window.focusWidget() is view)
    bot.keyClick(view, Qt.Key.Key_Return, CONTROL)
    bot.keyClicks(chat.cards[-1].view, "And you?")
    chat.pages.set_value("text")
    person.wait(lambda: rendered(person) and b"And you?" in chat.rendered_view.content())
    tokenizer = api.open_tokenizer(tmp_path / "tokenizer.json")
    text = chat.rendered_view.content()
    assert text.startswith(b"<|begin|><|head|>system\nYou answer in one short sentence.<|eot|>")
    assert text.endswith(b"<|head|>user\nAnd you?<|eot|>")
    n_tokens = len(tokenizer.encode(text, allowed_special="all"))
    assert chat.counts.tokens.value() == str(n_tokens)
    n_content, n_role = len(tokenizer.encode("And you?")), len(tokenizer.encode("user\n"))
    assert chat.cards[-1].count_text() == f"{n_content} + {2 + n_role} template"
    before = person.parts.tokens.text()
    person.click(chat.use_button)
    person.wait(lambda: person.parts.tokens.text() == text and person.encoded())
    assert person.counts() == str(n_tokens)
    assert person.parts.tokens.choices.choices.specials == "all"
    person.click(person.button("Undo", person.parts.window.notices._toast))
    assert person.parts.tokens.text() == before
    assert person.parts.tokens.choices.choices.specials == "none"


def test_a_template_that_refuses_says_why(person: Person, tmp_path: Path) -> None:
    open_toy(person, tmp_path)
    open_chat(person)
    chat = person.parts.chat
    chat.cards[1].set_role("judge")
    person.wait(lambda: rendered(person) and chat._problem.isVisible())
    assert chat._problem.text() == (
        "The template rejects the messages: nobody judges here.\nChange their roles or order."
    )
    person.click(person.button("Use ChatML", chat))
    chat.pages.set_value("text")
    person.wait(lambda: rendered(person) and not chat._problem.isVisible())
    assert chat.rendered_view.content().startswith(b"<|im_start|>system\n")


def test_a_template_without_end_is_stopped(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_job, "SECONDS", 0.3)
    endless = "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}"
    open_toy(person, tmp_path, endless)
    chat = person.parts.chat
    person.parts.window.commands["view.chat"].trigger()
    person.wait(lambda: chat._problem.isVisible())
    assert chat._problem.text().startswith("The chat template did not finish in 0.3 s and was stopped.")
    assert tokens_shown(person.parts.tokens.view) > 0


def test_a_pinned_chat_keeps_its_tokenizer(person: Person, tmp_path: Path) -> None:
    open_toy(person, tmp_path)
    open_chat(person)
    chat = person.parts.chat
    before = chat.counts.tokens.value()
    person.click(chat.choice.pin)
    person.parts.window.commands["tokenizer.sample"].trigger()
    person.wait(lambda: person.tokenizer.format == "minbpe" and person.encoded())
    assert chat.header.facts().endswith(", pinned")
    assert chat.counts.tokens.value() == before
    person.click(chat.choice.pin)
    person.wait(lambda: rendered(person) and chat.choice.button.text() == "ChatML")
    assert "Not special here" in chat._warning.text()


def test_undo_by_key_is_that_of_the_message_with_the_keyboard(person: Person) -> None:
    open_chat(person)
    chat, tokens = person.parts.chat, person.parts.tokens
    view = chat.cards[0].view
    person.parts.window.activateWindow()
    for typed_before in (False, True):
        if typed_before:
            tokens.view.setFocus()
            person.bot.keyClicks(tokens.view, "x")
        text = tokens.text()
        view.setFocus()
        person.wait(view.hasFocus)
        before = view.content()
        person.bot.keyClicks(view, "Hm")
        assert view.content() != before
        person.bot.keyClick(view, Qt.Key.Key_Z, CONTROL)
        assert (view.content(), tokens.text()) == (before, text)


def test_the_edit_menu_bears_that_an_earlier_message_goes(person: Person) -> None:
    open_chat(person)
    person.parts.window.activateWindow()
    chat, commands = person.parts.chat, person.parts.window.commands
    earlier, view = chat.cards[0].view, chat.cards[1].view
    for one in (earlier, view):
        one.setFocus()
        person.wait(one.hasFocus)
    chat.message_list.remove(0)
    person.wait(lambda: not isValid(earlier))
    view.setFocus()
    assert not commands["edit.undo"].isEnabled()
    person.bot.keyClicks(view, "Hm")
    assert commands["edit.undo"].isEnabled()
    chat.message_list.remove(0)
    person.wait(lambda: not isValid(view))
    chat.cards[0].view.setFocus()
    assert not commands["edit.undo"].isEnabled()


def test_the_edit_menu_follows_the_keyboard_into_a_message_and_back(person: Person) -> None:
    open_chat(person)
    person.parts.window.activateWindow()
    chat, tokens, commands = person.parts.chat, person.parts.tokens, person.parts.window.commands
    view = chat.cards[0].view
    person.wait(lambda: not commands["edit.undo"].isEnabled())
    view.setFocus()
    person.wait(view.hasFocus)
    before = view.content()
    person.bot.keyClicks(view, "Hm")
    assert commands["edit.undo"].isEnabled()
    commands["edit.select_all"].trigger()
    assert commands["edit.cut"].isEnabled()
    tokens.view.setFocus()
    person.wait(lambda: not commands["edit.undo"].isEnabled() and not commands["edit.cut"].isEnabled())
    view.setFocus()
    person.wait(commands["edit.undo"].isEnabled)
    commands["edit.undo"].trigger()
    assert view.content() == before
    assert commands["edit.redo"].isEnabled()
    chat.message_list.remove(0)  # the keyboard goes on to another message
    person.wait(lambda: chat.cards[0].view.hasFocus() and not commands["edit.redo"].isEnabled())
    chat.set_messages(())
    tokens.view.setFocus()
    person.bot.keyClicks(tokens.view, "x")
    assert commands["edit.undo"].isEnabled()


def drawn(person: Person, limit: int) -> tuple[list[str], list[str]]:
    """Set a limit; return the texts just before its flag on the two pages, and the flags of the messages."""
    chat = person.parts.chat
    chat.counts.limit.chosen.emit(limit)
    found: list[str] = []
    strips = [strip for card in chat.cards for strip in (card.before, card.after)]
    for strip in (*strips, chat.message_list.prompt_strip):
        parts = strip.parts()
        flags = [at for at, part in enumerate(parts) if part.kind == "flag"]
        found += ["".join(part.text for part in parts[:at]) for at in flags]
        for at in flags:
            assert all(part.fits for part in parts[:at])
            assert not any(part.fits for part in parts[at:])
    views = [card.view.pieces.cut for card in chat.cards]
    return found, [cut[1] for cut in views if cut is not None and cut[1]]


def test_the_limit_is_drawn_where_it_falls_in_the_template(person: Person) -> None:
    open_chat(person)
    chat = person.parts.chat
    chat.resize(600, 700)
    assert chat.counts.tokens.value() == "90"
    ends = [int(end) for end in chat._rendered.spans[:, 1]]
    text = chat._rendered.text
    for limit in range(1, 90):
        in_template, in_messages = drawn(person, limit)
        assert len(in_template) + len(in_messages) == 1, f"the limit {limit} is drawn once"
        at = ends[limit - 1]
        if in_template and in_template[0]:
            assert text[:at].endswith(in_template[0].replace("↵", "\n").encode()), limit
    assert drawn(person, 56)[0] == ["<|"]
    assert drawn(person, 88)[0] == ["<|im_end"]
    assert drawn(person, 90) == ([], [])
