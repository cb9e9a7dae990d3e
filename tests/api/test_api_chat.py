"""Conversations from Python."""

from __future__ import annotations

import pytest

from workbench import api
from workbench.api import chat
from workbench.api.chat import CHATML, apply_chat_template, render_chat
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.framing import Framing

TOLD = [{"role": "user", "content": "Hey you"}, {"role": "assistant", "content": "Yes?"}]


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes some milliseconds may take long on a machine that has much else to do."""
    monkeypatch.setattr(chat, "SECONDS", 30.0)


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    sample = api.open_sample().tokenizer
    first = sample.vocab_size
    special = {"<|im_start|>": first, "<|im_end|>": first + 1, "<s>": first + 2}
    return Tokenizer(
        sample.model,
        sample.pre_tokenizer,
        special,
        framing=Framing(before=(first + 2,)),
        chat_template="{{ bos_token }}{% for m in messages %}[{{ m.content | upper }}]{% endfor %}"
        "{{ tools }}",
    )


def test_ids_are_those_of_the_text_with_its_special_tokens(tokenizer: Tokenizer) -> None:
    text = apply_chat_template(
        tokenizer, TOLD, chat_template=CHATML, add_generation_prompt=True, tokenize=False
    )
    assert text == (
        "<|im_start|>user\nHey you<|im_end|>\n<|im_start|>assistant\nYes?<|im_end|>\n<|im_start|>assistant\n"
    )
    ids = apply_chat_template(tokenizer, TOLD, chat_template=CHATML, add_generation_prompt=True)
    assert ids == tokenizer.encode(text, allowed_special="all")
    assert ids.count(tokenizer.special_tokens["<|im_start|>"]) == 3


def test_the_tokenizers_own_template_sees_its_special_tokens(tokenizer: Tokenizer) -> None:
    text = apply_chat_template(tokenizer, TOLD, tokenize=False, tools=["a tool"])
    assert text == "<s>[HEY YOU][YES?]['a tool']"


def test_what_is_known_of_the_text_can_be_had(tokenizer: Tokenizer) -> None:
    made = render_chat(tokenizer, TOLD, chat_template=CHATML)
    assert [made.text[start:end] for start, end, _ in made.contents] == [b"Hey you", b"Yes?"]


def test_a_tokenizer_without_a_template_says_so() -> None:
    sample = api.open_sample().tokenizer
    with pytest.raises(EngineError) as caught:
        apply_chat_template(sample, TOLD)
    assert str(caught.value) == (
        "this tokenizer has no chat template. Pass chat_template=CHATML or another template."
    )
