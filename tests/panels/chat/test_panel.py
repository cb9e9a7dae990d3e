"""The chat panel without lanes: messages, what is asked, what is shown of an answer."""

from __future__ import annotations

import json

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from tests.fake_lanes import Asked
from tests.widgets.token_views import tokens_shown
from workbench.panels.chat import conversation, keeping, words
from workbench.panels.chat.panel import SAMPLE, ChatPanel
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.token_view.output.clipboard import bytes_of
from workbench.worker.messages.chat import (
    ChatCount,
    ChatMessage,
    ChatRendered,
    FindTurnDrift,
    KeptTurn,
    RenderChat,
    TurnDrift,
)
from workbench.worker.messages.requests import Failed
from workbench.worker.messages.tokenizers import FramingInfo, TokenizerInfo

CHATML = "{{ a template }}"


def info(handle: int = 1, template: str = "", context: int | None = None) -> TokenizerInfo:
    return TokenizerInfo(
        handle, f"toy {handle}", None, "", 300, 44, "gpt4", "", (("<|im_start|>", 300), ("<|im_end|>", 301)),
        True, True, True, (), framing=FramingInfo(context=context), chat_template=template,
    )  # fmt: skip


def answer(request: RenderChat, **more) -> ChatRendered:
    """Each content between "[" and "]", which are the special tokens; a byte is a token."""
    text, contents, ends, counts = b"", [], [], []
    for number, message in enumerate(request.messages):
        start = len(text) + 1
        contents.append((start, start + len(message.content), number))
        text += b"[" + message.content + b"]"
        ends.append(len(text))
        counts.append(ChatCount(len(message.content), 2, len(message.content) + 2))
    text += b"[" * request.prompt
    ids = [{0x5B: 300, 0x5D: 301}.get(byte, byte) for byte in text]
    spans = [(at, at + 1) for at in range(len(text))]
    made = {
        "text": text, "ids": np.array(ids, np.uint32), "spans": np.array(spans, np.uint64).reshape(-1, 2),
        "contents": tuple(contents), "ends": tuple(ends), "counts": tuple(counts),
        "n_prompt": int(request.prompt),
    }  # fmt: skip
    return ChatRendered(request.request_id, request.handle, **{**made, **more})


@pytest.fixture
def panel(qtbot):
    panel = ChatPanel(asks := Asked())
    panel.asks = asks
    qtbot.addWidget(panel)
    panel.resize(408, 700)
    panel.show()
    return panel


def asked(panel: ChatPanel, qtbot, does) -> RenderChat:
    with qtbot.waitSignal(panel.asks.requested) as told:
        does()
    return told.args[0]


@pytest.fixture
def answered(panel, qtbot):
    request = asked(panel, qtbot, lambda: panel.choice.set_tokenizer(info()))
    panel.asks.tell(answer(request))
    return panel


# --- the messages by themselves ---------------------------------------------------------------------


def test_messages_move_and_go():
    one, two, three = (ChatMessage("user", letter) for letter in (b"1", b"2", b"3"))
    assert conversation.moved((one, two, three), 0, 1) == (two, one, three)
    assert conversation.moved((one, two, three), 0, -1) == (one, two, three)
    assert conversation.without((one, two, three), 1) == (one, three)
    assert conversation.next_role(()) == "user"
    assert conversation.next_role((one,)) == "assistant"
    assert conversation.next_role((ChatMessage("system", b""),)) == "user"


# --- asking -----------------------------------------------------------------------------------------


def test_it_asks_for_the_sample_with_chatml_where_there_is_no_template(panel, qtbot):
    request = asked(panel, qtbot, lambda: panel.choice.set_tokenizer(info()))
    assert (request.messages, request.template, request.prompt) == (SAMPLE, "chatml", False)
    assert panel.choice.button.text() == "ChatML"


def test_the_own_template_goes_first_and_chatml_can_be_chosen(panel, qtbot):
    request = asked(panel, qtbot, lambda: panel.choice.set_tokenizer(info(template=CHATML)))
    assert request.template == "own"
    assert asked(panel, qtbot, lambda: panel.choice.choose("chatml")).template == "chatml"
    assert asked(panel, qtbot, lambda: panel.choice.choose("own")).template == "own"


def test_nobody_asks_while_it_is_hidden(panel, qtbot):
    panel.hide()
    with qtbot.assertNotEmitted(panel.asks.requested):
        panel.choice.set_tokenizer(info())
        qtbot.waitUntil(lambda: not panel.waiting)
    assert asked(panel, qtbot, panel.show).handle == 1


def test_an_edit_asks_anew_and_an_older_answer_is_dropped(answered, qtbot):
    card = answered.cards[0]
    card.view.setFocus()
    first = asked(answered, qtbot, lambda: qtbot.keyClicks(card.view, "X"))
    assert first.messages[0].content == b"X" + SAMPLE[0].content
    second = asked(answered, qtbot, lambda: answered.prompt.setChecked(True))
    assert second.prompt
    before = answered.counts.tokens.value()
    answered.asks.tell(answer(first))
    assert answered.counts.tokens.value() == before
    answered.asks.tell(answer(second))
    assert answered.counts.tokens.value() == str(len(answer(second).ids))
    assert "(+1)" in answered.prompt.text()


# --- messages by click and key ------------------------------------------------------------------------


def test_messages_by_keyboard_alone(answered, qtbot):
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    view = answered.cards[1].view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Return, control)
    assert [card.role for card in answered.cards] == ["system", "user", "assistant", "assistant"]
    added = answered.cards[2].view
    qtbot.keyClicks(added, "new")
    qtbot.keyClick(added, Qt.Key.Key_Up, control | shift)
    assert [card.view.content() for card in answered.cards][1] == b"new"
    qtbot.keyClick(added, Qt.Key.Key_Down, control | shift)
    assert [card.view.content() for card in answered.cards][2] == b"new"
    with qtbot.waitSignal(answered.toast_requested) as told:
        qtbot.keyClick(added, Qt.Key.Key_Backspace, control | shift)
    assert len(answered.cards) == 3
    told.args[1]()
    assert [card.view.content() for card in answered.cards][2] == b"new"


def test_a_card_that_was_taken_out_does_nothing_more(answered):
    card, *others = answered.cards
    card.command.emit("remove")
    card.command.emit("remove")
    card.dragged.emit(0)
    assert answered.cards == others


def test_return_writes_a_line_and_tab_goes_on(answered, qtbot):
    view = answered.cards[0].view
    view.editor.place(len(view.content()))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    qtbot.keyClicks(view, "b")
    assert view.content().endswith(b"\nb")
    height = view.sizeHint().height()
    view.set_bytes(b"x")
    assert view.sizeHint().height() < height


def test_a_role_is_chosen_or_typed(answered, qtbot):
    card = answered.cards[2]
    request = asked(answered, qtbot, lambda: card.role_button.menu.actions()[0].trigger())
    assert request.messages[2].role == "system"
    card._field.setText(" judge ")
    request = asked(answered, qtbot, lambda: qtbot.keyClick(card._field, Qt.Key.Key_Return))
    assert request.messages[2].role == "judge"
    assert card.role_button.text() == "judge"


def test_without_messages_it_says_what_it_is_for(answered, qtbot):
    while answered.cards:
        answered.message_list.remove(0)
    assert answered._stack.currentIndex() == 2
    answered.add_message(0)
    assert [card.role for card in answered.cards] == ["user"]
    assert answered._stack.currentIndex() == 0


# --- an answer --------------------------------------------------------------------------------------


def test_counts_are_shown_by_message_and_in_all(answered):
    assert [card.count_text() for card in answered.cards] == [
        f"{len(message.content)} + 2 template" for message in SAMPLE
    ]
    n = sum(len(message.content) for message in SAMPLE)
    values = [f.value() for f in (answered.counts.tokens, answered.counts.messages, answered.counts.template)]
    assert values == [str(n + 6), str(n), "6"]
    assert answered.counts.messages.accessibleName() == f"{n} in messages", "not so many messages"
    assert answered.usage.accessibleDescription().endswith("template 6")


def test_each_message_has_its_tokens(answered):
    for card, message in zip(answered.cards, SAMPLE, strict=True):
        assert tokens_shown(card.view) == len(message.content)
        assert card.view.spans.token(0).id == message.content[0]


def test_tokens_over_the_edges_of_a_content_are_cut_to_it(answered, qtbot):
    request = asked(answered, qtbot, lambda: answered.set_messages((ChatMessage("user", b"ab"),)))
    answered.asks.tell(
        answer(request, ids=np.array([9, 8], np.uint32), spans=np.array([[0, 2], [2, 4]], np.uint64))
    )
    view = answered.cards[0].view
    assert [(view.spans.token(n).start, view.spans.token(n).end) for n in (0, 1)] == [(0, 1), (1, 2)]


def test_what_was_stripped_has_no_tokens_and_the_rest_its_own(answered, qtbot):
    request = asked(answered, qtbot, lambda: answered.set_messages((ChatMessage("user", b"  ab "),)))
    made = answer(request, text=b"[ab]", contents=((1, 3, 0),), ids=np.array([300, 97, 98, 301], np.uint32),
                  spans=np.array([[0, 1], [1, 2], [2, 3], [3, 4]], np.uint64))  # fmt: skip
    answered.asks.tell(made)
    token = answered.cards[0].view.spans.token(0)
    assert (token.start, token.end, token.id) == (2, 3, 97)


def test_each_message_shows_what_the_template_writes_around_it(answered, qtbot):
    card = answered.cards[1]
    assert [(chip.text, chip.special) for chip in card.before.chips] == [("[", True)]
    assert [(chip.text, chip.special) for chip in card.after.chips] == [("]", True)]
    assert card.before.isVisibleTo(answered)
    assert not answered.message_list.prompt_strip.isVisibleTo(answered)
    request = asked(answered, qtbot, lambda: answered.prompt.setChecked(True))
    answered.asks.tell(answer(request))
    assert [chip.text for chip in answered.message_list.prompt_strip.chips] == ["["]
    request = asked(answered, qtbot, lambda: answered.prompt.setChecked(False))
    answered.asks.tell(answer(request, ends=(-1, -1, len(answer(request).text))))
    assert card.before.chips == card.after.chips == ()
    assert answered.message_list.prompt_strip.chips == ()


def test_the_whole_text_cannot_be_changed_and_its_template_is_tinted(answered, qapp):
    answered.pages.set_value("text")
    view = answered.rendered_view
    assert view.content() == b"".join(b"[" + message.content + b"]" for message in SAMPLE)
    assert view.editor.read_only
    assert tokens_shown(view) == len(view.content())
    assert view.is_template(0, 1)
    assert not view.is_template(0, 2)
    view.set_look(special_ids=frozenset())  # so that the tint is seen
    picture = view.grab().toImage()
    ratio, soft = picture.devicePixelRatio(), theme.current_theme().soft.name()

    def _colors(token: int) -> set[str]:
        box = view.places.hit_of_token(token).rect
        x = int((box.left() + 1) * ratio)
        return {picture.pixelColor(x, int((box.top() + dy) * ratio)).name() for dy in range(4, 18)}

    assert soft in _colors(0)
    assert soft not in _colors(1)


def test_the_text_can_be_used(answered, qtbot):
    answered.pages.set_value("text")
    with qtbot.waitSignal(answered.text_chosen) as told:
        qtbot.mouseClick(answered.use_button, Qt.MouseButton.LeftButton)
    assert told.args[0] == answered.rendered_view.content()


def test_the_limit_is_drawn_and_what_does_not_fit_is_counted(answered, qtbot):
    answered.pages.set_value("text")
    n = len(answered.rendered_view.content())
    answered.counts.limit.chosen.emit(20)
    assert answered.counts.limit.left.text() == f"{n - 20} do not fit"
    assert answered._fits.text() == f"20 of {n} fit"
    flag = "\u00a0limit\u00a020\u00a0"
    assert answered.rendered_view.pieces.cut == (20, flag)
    # The first token is "[", so that 19 of the first message fit; nothing of the others does.
    assert [card.view.pieces.cut for card in answered.cards] == [(19, flag), (0, ""), (0, "")]
    answered.counts.limit.chosen.emit(0)
    assert answered.counts.limit.left.text() == ""
    assert answered.rendered_view.pieces.cut is None
    assert {card.view.pieces.cut for card in answered.cards} == {None}


def strips(panel):
    cards = [strip for card in panel.cards for strip in (card.before, card.after)]
    return [*cards, panel.message_list.prompt_strip]


def flagged(panel):
    """Return where the flag is drawn: the kinds of what stands in its strip, or [] for none."""
    kinds = [[part.kind for part in strip.parts()] for strip in strips(panel)]
    return [of for of in kinds if "flag" in of]


def test_the_limit_is_drawn_in_the_template_where_it_falls_there(answered, qtbot):
    n = len(SAMPLE[0].content)
    answered.counts.limit.chosen.emit(n + 1)  # "[" and the first message; its "]" does not fit
    assert flagged(answered) == [["flag", "special"]]
    assert answered.cards[0].after.cut == (0, "\u00a0limit\u00a0" + str(n + 1) + "\u00a0")
    assert answered.cards[0].view.pieces.cut is None
    assert [strip.cut for strip in strips(answered)] == [
        None, answered.cards[0].after.cut, *[(0, "")] * 4, None,
    ]  # fmt: skip
    total = len(answer(RenderChat(1, 1, SAMPLE, "", False)).ids)
    answered.counts.limit.chosen.emit(total - 1)
    assert answered.counts.limit.left.text() == "1 does not fit"
    assert flagged(answered) == [["flag", "special"]]
    request = asked(answered, qtbot, lambda: answered.prompt.setChecked(True))
    answered.asks.tell(answer(request))
    answered.counts.limit.chosen.emit(total)
    assert answered.message_list.prompt_strip.cut is not None
    assert flagged(answered) == [["flag", "special"]]


def test_the_flag_has_room_where_the_template_is_longer_than_its_line(answered, qtbot):
    request = asked(answered, qtbot, lambda: answered.set_messages((ChatMessage("user", b"ab"),)))
    text = b"x" * 500 + b"ab"
    made = answer(
        request, text=text, contents=((500, 502, 0),), ids=np.arange(502, dtype=np.uint32), ends=(502,),
        spans=np.array([(at, at + 1) for at in range(502)], np.uint64),
    )  # fmt: skip
    answered.asks.tell(made)
    strip = answered.cards[0].before
    for limit in (0, 1, 20, 100, 199, 200, 300, 499):
        answered.message_list.set_cut((limit, " limit "), made)
        parts = strip.parts()
        assert [part.kind for part in parts].count("flag") == 1, limit
        assert parts[-1].x + parts[-1].width <= strip.width()
        assert sum(part.kind == "token" and part.fits for part in parts) <= limit
        answered.grab()
    answered.message_list.set_cut((500, " limit "), made)
    assert "flag" not in [part.kind for part in strip.parts()]
    assert answered.cards[0].view.pieces.cut == (0, " limit ")


def test_the_limit_of_the_file_goes_first(panel, qtbot):
    request = asked(panel, qtbot, lambda: panel.choice.set_tokenizer(info(context=1000)))
    panel.asks.tell(answer(request))
    assert panel.limit() == 1000
    assert panel.counts.limit.left.text() == f"{1000 - len(answer(request).ids)} left"


def test_a_fault_of_the_template_stands_in_the_panel_with_what_to_do(answered, qtbot):
    request = asked(answered, qtbot, lambda: answered.choice.choose("own"))
    answered.asks.tell(
        ChatRendered(
            request.request_id, 1, cause="it failed: {reason}", remedy="Take ChatML.",
            facts={"reason": "why"}, place=("line", 3),
        )
    )  # fmt: skip
    assert answered._problem.isVisible()
    assert answered._problem.text() == "Line 3: it failed: why.\nTake ChatML."
    assert answered.counts.tokens.value() == "–"
    assert [card.count_text() for card in answered.cards] == ["–"] * 3
    assert not answered.use_button.isEnabled()
    request = asked(answered, qtbot, lambda: answered.choice.choose("chatml"))
    answered.asks.tell(answer(request))
    assert not answered._problem.isVisible()


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (ChatCount(7, 5, 12), "7 + 5 template"),
        (ChatCount(7, -1, -1), "7 tokens"),
        (ChatCount(-1, -1, 12), "12 tokens with template"),
        (ChatCount(-1, -1, -1), "not separable"),
        (None, "–"),
    ],
)
def test_counts_say_what_is_not_known(qapp, count, text):
    said, tip = words.count(count)
    assert said == text
    assert bool(tip) == (count is not None)


@pytest.mark.parametrize("width", range(360, 460, 10))
def test_nothing_is_cut_where_the_panel_is_narrow(answered, qtbot, width):
    request = asked(answered, qtbot, lambda: answered.choice.choose("own"))
    cause = "the chat template was stopped as unsafe: " * 2
    answered.asks.tell(ChatRendered(request.request_id, 1, cause=cause, remedy="Take ChatML."))
    answered.resize(width, 700)
    answered.counts.limit.chosen.emit(4096)
    QCoreApplication.processEvents()
    QCoreApplication.processEvents()
    labels = [label for label in answered._problem.findChildren(Label) if label.isVisible()]
    assert len(labels) == 2
    assert all(label.height() >= label.heightForWidth(label.width()) for label in labels)
    counts = answered.counts
    figures = (counts.tokens, counts.messages, counts.template, counts.limit)
    # What is left out gives its room to the others a turn or two later.
    qtbot.waitUntil(
        lambda: all(part.width() >= part.sizeHint().width() for part in figures if part.isVisible())
    )
    assert counts.template.isVisible()
    assert counts.messages.isVisible() == (width >= 390)


def test_what_a_person_should_know_is_said(answered, qtbot):
    request = asked(answered, qtbot, lambda: answered.set_messages(SAMPLE))
    answered.asks.tell(
        answer(request, plain=("<|im_start|>",), in_content=((1, "<|im_end|>"),),
               counts=(ChatCount(-1, -1, 5), *answer(request).counts[1:]))
    )  # fmt: skip
    said = answered._warning.text()
    assert "encoded as plain text: <|im_start|>" in said
    assert "Message 2 contains <|im_end|>" in said
    assert "cannot be separated" in said
    assert answered.counts.messages.value() == "–"


# --- the pin ------------------------------------------------------------------------------------------


def test_a_pinned_panel_keeps_and_names_its_tokenizer(answered, qtbot):
    answered.choice.pin.setChecked(True)
    assert answered.header.facts() == "toy 1, pinned"
    with qtbot.assertNotEmitted(answered.asks.requested):
        answered.choice.set_tokenizer(info(2))
        assert not answered.waiting
    request = asked(answered, qtbot, lambda: answered.choice.pin.setChecked(False))
    assert request.handle == 2
    assert answered.header.facts() == "toy 2"


def test_a_pinned_tokenizer_that_was_closed_is_let_go(answered, qtbot):
    answered.choice.pin.setChecked(True)
    answered.choice.set_tokenizer(info(2))
    request = asked(answered, qtbot, lambda: answered.prompt.setChecked(True))
    failed = Failed(request.request_id, "", "tokenizer_closed", None, None, "", "")
    again = asked(answered, qtbot, lambda: answered.asks.tell(failed))
    assert again.handle == 2
    assert not answered.choice.pin.isChecked()


# --- moving by the mouse, copying, keeping ------------------------------------------------------------


def drag(card, y_of):
    """Drag a message by its grip to the height that `y_of` gives, of the screen, and let go."""
    grip = card.grip
    at = grip.rect().center()
    QTest.mousePress(grip, Qt.MouseButton.LeftButton, pos=at)
    for _ in range(4):  # as far as the list has gone by then
        QTest.mouseMove(grip, grip.mapFromGlobal(QPoint(0, y_of())))
    QTest.mouseRelease(grip, Qt.MouseButton.LeftButton, pos=grip.mapFromGlobal(QPoint(0, y_of())))


def test_a_message_is_dragged_by_its_grip(answered, qtbot):
    qtbot.waitUntil(lambda: answered.cards[0].height() > 0)
    first, last = answered.cards[0], answered.cards[-1]
    drag(first, lambda: last.mapToGlobal(last.rect().bottomLeft()).y())
    assert answered.messages() == (*SAMPLE[1:], SAMPLE[0])
    drag(first, lambda: answered.message_list.mapToGlobal(QPoint(0, 0)).y() - 5)
    assert answered.messages() == SAMPLE


def test_moves_and_roles_are_undone(answered):
    told = []
    answered.toast_requested.connect(lambda *toast: told.append(toast))
    first, second, last = SAMPLE
    answered.message_list.move_message(0, -1)  # nothing is above it
    assert told == []
    QTest.keyClick(
        answered.cards[0].view,
        Qt.Key.Key_Down,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert answered.messages() == (second, first, last)
    text, undo = told.pop()
    assert text == "Moved the message down."
    undo()
    assert answered.messages() == SAMPLE

    card = answered.cards[0]
    drag(card, lambda: answered.cards[-1].mapToGlobal(answered.cards[-1].rect().bottomLeft()).y())
    assert answered.messages() == (second, last, first)
    assert [text for text, _ in told] == ["Moved the message down."]  # once, however far it went
    told.pop()[1]()
    assert answered.messages() == SAMPLE
    assert told == []

    answered.cards[1].role_button.menu.actions()[0].trigger()
    text, undo = told.pop()
    assert text == "Changed the role to system."
    assert answered.messages()[1].role == "system"
    undo()
    assert answered.messages() == SAMPLE
    assert told == []

    answered.cards[1].role_button.menu.actions()[0].trigger()
    answered.message_list.move_message(1, 1)
    undos = [undo for _, undo in told]
    answered.message_list.remove(2)
    for undo in undos:  # what is gone is not changed
        undo()
    assert answered.messages() == (first, last)


def test_a_click_on_the_grip_opens_its_menu_and_a_drag_does_not(answered, monkeypatch):
    opened = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, _: opened.append(menu))  # it would grab the keyboard
    card = answered.cards[0]
    drag(card, lambda: answered.message_list.mapToGlobal(QPoint(0, 0)).y() - 5)
    assert opened == []
    QTest.mouseClick(card.grip, Qt.MouseButton.LeftButton)
    assert opened == [card._menu]
    assert answered.messages() == SAMPLE


def test_the_whole_text_is_copied(answered, qtbot):
    told = []
    answered.toast_requested.connect(lambda text, _undo: told.append(text))
    QTest.mouseClick(answered.copy_button, Qt.MouseButton.LeftButton)
    text = b"".join(b"[" + message.content + b"]" for message in SAMPLE)
    assert bytes_of(QGuiApplication.clipboard().mimeData()) == text
    assert told == [f"Copied the conversation, {len(text)} tokens."]
    answered._show_nothing()
    assert not answered.copy_button.isEnabled()


def test_what_is_written_in_a_message_is_undone_by_key(answered, qtbot):
    view = answered.cards[0].view
    view.setFocus()
    QTest.keyClicks(view, "Now")
    assert view.content() == b"Now" + SAMPLE[0].content
    QTest.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert view.content() == SAMPLE[0].content


def test_a_conversation_is_kept_and_brought_back(answered, qtbot):
    told = []
    answered.kept_changed.connect(lambda: told.append(answered.kept()))
    answered.choice.choose("chatml")
    answered._set_limit(12)
    answered.prompt.setChecked(True)
    answered.set_messages((ChatMessage("judge", b"a\xff\xe6\x97"), *SAMPLE))
    kept = keeping.from_plain(json.loads(json.dumps(keeping.to_plain(told[-1]))))
    assert kept == answered.kept()
    other = ChatPanel(Asked())
    qtbot.addWidget(other)
    other.restore(kept)
    assert other.kept() == kept
    assert other.counts.limit.button.text() == "12"


@pytest.mark.parametrize(
    "stored",
    [None, [], {}, {"messages": {}}, {"messages": [1]}, {"messages": [{"role": "", "content": ""}]},
     {"messages": [{"role": "user", "content": 5}]}, {"messages": [{"role": "user", "content": "\ud900"}]}],
)  # fmt: skip
def test_what_is_no_conversation_is_not_taken(stored):
    with pytest.raises((TypeError, ValueError)):
        keeping.from_plain(stored)


def test_choices_that_do_not_fit_count_as_absent():
    found = keeping.from_plain({"messages": [], "template": 5, "limit": True, "prompt": "yes"})
    assert found == keeping.Kept(())
    many = [{"role": "user", "content": str(number)} for number in range(conversation.MOST + 5)]
    assert len(keeping.from_plain({"messages": many}).messages) == conversation.MOST


def test_turns_that_change_are_told_until_the_next_edit(answered, qtbot):
    qtbot.waitUntil(lambda: isinstance(answered.asks.requests[-1], FindTurnDrift))
    request = answered.asks.requests[-1]
    assert request.messages == answered.messages()
    turns = KeptTurn(0, 12, 12), KeptTurn(1, 40, 37)
    answered.asks.tell(TurnDrift(request.request_id, turns))
    assert answered._warning.text() == "When message 3 comes, tokens before it change: 3 of 40."
    assert answered._warning.isVisible()
    again = asked(answered, qtbot, lambda: answered.set_messages(answered.messages()[:1]))
    answered.asks.tell(answer(again))
    assert not answered._warning.isVisible()
    qtbot.wait(10)
    assert not answered._turns._timer.isActive()  # one message has no next one
