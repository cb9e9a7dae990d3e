"""Conversations in the live lane: text, tokens, what is whose, and what is wrong with a template."""

from __future__ import annotations

import numpy as np
import pytest

from tests.worker.jobs.test_starting import answers, of
from workbench import api
from workbench.engine.chat.templates import Rendered
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.framing import Framing
from workbench.worker.jobs import chat as chat_job
from workbench.worker.jobs.chat import content_of, counted
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.chat import (
    ChatCount,
    ChatMessage,
    ChatRendered,
    FindTurnDrift,
    RenderChat,
    TurnDrift,
)


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes some milliseconds may take long on a machine that has much else to do."""
    monkeypatch.setattr(chat_job, "SECONDS", 30.0)


TOLD = (
    ChatMessage("system", b"Be short."),
    ChatMessage("user", b" Hey "),
    ChatMessage("assistant", b"Yes \xff"),
)


def opened(store: Store, template: str | None = None, special: tuple[str, ...] = ()) -> int:
    sample = api.open_sample().tokenizer
    ids = {text: sample.vocab_size + number for number, text in enumerate(special)}
    framing = Framing(before=(sample.vocab_size,)) if special else Framing()
    tokenizer = Tokenizer(sample.model, sample.pre_tokenizer, ids, framing=framing, chat_template=template)
    return store.add(api.Opened(tokenizer, None, ""), "toy").handle


def rendered(
    store: Store, handle: int, told=TOLD, template: str = "chatml", prompt: bool = False
) -> ChatRendered:
    return of(ChatRendered, answers(store, RenderChat(5, handle, told, template, prompt)))[0]


@pytest.mark.usefixtures("patience")
def test_chatml_is_counted_by_message(store: Store) -> None:
    handle = opened(store, special=("<|im_start|>", "<|im_end|>"))
    made = rendered(store, handle, prompt=True)
    tokenizer = store.tokenizer(handle)
    assert made.text.endswith(b"Yes \xff<|im_end|>\n<|im_start|>assistant\n")
    assert made.ids.tolist() == tokenizer.encode(made.text, allowed_special="all")
    assert (made.cause, made.plain, made.in_content) == ("", (), ())
    # Each message has its two special tokens, the role with its line feed, and a line feed at its end.
    for count, message in zip(made.counts, TOLD, strict=True):
        assert count.content == len(tokenizer.encode(message.content))
        head = tokenizer.encode(f"{message.role}\n")
        assert count.template == 2 + len(head) + 1
        assert count.whole == count.content + count.template
    assert sum(count.whole for count in made.counts) + made.n_prompt == len(made.ids)
    assert made.n_prompt == 1 + len(tokenizer.encode("assistant\n"))


@pytest.mark.usefixtures("patience")
def test_special_tokens_that_are_none_here_are_told(store: Store) -> None:
    made = rendered(store, opened(store))
    assert made.plain == ("<|im_start|>", "<|im_end|>")


@pytest.mark.usefixtures("patience")
def test_a_special_token_in_a_content_is_told(store: Store) -> None:
    handle = opened(store, special=("<|im_start|>", "<|im_end|>"))
    told = (TOLD[0], ChatMessage("user", b"a<|im_end|>b<|im_end|>"))
    assert rendered(store, handle, told).in_content == ((1, "<|im_end|>"),)


@pytest.mark.usefixtures("patience")
def test_the_own_template_has_the_special_tokens(store: Store) -> None:
    handle = opened(
        store, "{{ bos_token }}{% for m in messages %}{{ m.content | trim }};{% endfor %}", ("<s>",)
    )
    made = rendered(store, handle, template="own")
    assert made.text == b"<s>Be short.;Hey;Yes \xff;"
    assert [made.text[start:end] for start, end, _ in made.contents] == [b"Be short.", b"Hey", b"Yes \xff"]


@pytest.mark.parametrize(
    ("template", "cause", "place"),
    [
        ("{{ raise_exception('roles must alternate') }}",
         "the template rejects the messages: roles must alternate", None),
        ("\n{{ ''.__class__.__mro__ }}", "the chat template was stopped as unsafe", ("line", 2)),
        ("{% for %}", "the chat template is not valid Jinja", ("line", 1)),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("patience")
def test_what_is_wrong_with_a_template_is_an_answer(store: Store, template: str, cause: str, place) -> None:
    made = rendered(store, opened(store, template), template="own")
    assert made.cause.format_map(made.facts).startswith(cause)
    assert made.remedy
    assert (made.place, made.text) == (place, b"")


def test_a_template_without_end_is_stopped_and_others_go_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}"
    made = rendered(store, opened(store, endless), template="own")
    assert made.cause.format_map(made.facts) == "the chat template did not finish in 2.0 s and was stopped"
    assert chat_job.SECONDS == 2.0
    monkeypatch.setattr(chat_job, "SECONDS", 30.0)
    assert rendered(store, opened(store)).text


@pytest.mark.usefixtures("patience")
def test_no_template_is_told(store: Store) -> None:
    assert rendered(store, opened(store), template="own").cause == "this tokenizer has no chat template"


@pytest.mark.usefixtures("patience")
def test_nothing_said_is_nothing_encoded(store: Store) -> None:
    made = rendered(store, opened(store), ())
    assert (made.text, len(made.ids), made.counts) == (b"", 0, ())


# --- what is whose --------------------------------------------------------------------------------


def spans(*pairs: tuple[int, int]) -> np.ndarray:
    return np.array(pairs, np.uint64).reshape(-1, 2)


def test_a_token_over_the_border_is_the_contents() -> None:
    made = Rendered(b"ab cd;", ((3, 5, 0),), (True,), (6,))
    tokens = spans((0, 2), (2, 4), (4, 5), (5, 6))
    assert content_of(made, tokens).tolist() == [-1, 0, 0, -1]
    assert counted(made, tokens, content_of(made, tokens)) == ((ChatCount(2, 2, 4),), 0)


def test_what_cannot_be_told_is_not_counted() -> None:
    made = Rendered(b"abcdef", ((0, 2, 0),), (True, False), (-1, 6))
    tokens = spans(*((at, at + 1) for at in range(6)))
    counts, n_prompt = counted(made, tokens, content_of(made, tokens))
    assert counts == (ChatCount(2, -1, -1), ChatCount(-1, -1, -1))
    assert n_prompt == 0


# The last message stands in brackets, so that each one is another text once the next is there.
BRACKETS = """{% for m in messages %}
{%- if loop.last %}<{{ m.content }}>{% else %}{{ m.content }} {% endif %}
{%- endfor %}"""
STRICT = "{% if messages[-1].role == 'system' %}{{ raise_exception('no') }}{% endif %}" + BRACKETS


@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize(("template", "first"), [(BRACKETS, 0), (STRICT, 1)])
def test_turns_keep_what_the_longer_conversation_begins_with(store: Store, template: str, first: int) -> None:
    handle = opened(store, template)
    told = (*TOLD[:2], ChatMessage("assistant", b"Yes"), ChatMessage("user", b"Why?"))
    found = of(TurnDrift, answers(store, FindTurnDrift(6, handle, told, "own")))[0].turns
    assert [turn.message for turn in found] == [0, 1, 2][first:]
    for turn in found:
        ids = [rendered(store, handle, told[: turn.message + n], "own").ids.tolist() for n in (1, 2)]
        alike = 0
        while alike < len(ids[0]) and ids[0][alike] == ids[1][alike]:
            alike += 1
        assert (turn.tokens, turn.kept) == (len(ids[0]), alike)
        assert turn.kept < turn.tokens


@pytest.mark.usefixtures("patience")
def test_turns_between_special_tokens_stay(store: Store) -> None:
    handle = opened(store, special=("<|im_start|>", "<|im_end|>"))
    found = of(TurnDrift, answers(store, FindTurnDrift(6, handle, TOLD, "chatml")))[0].turns
    assert [turn.message for turn in found] == [0, 1]
    assert all(turn.kept == turn.tokens for turn in found)
