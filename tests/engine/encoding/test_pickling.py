"""A tokenizer that is pickled is the same afterwards, whatever it is made of."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from tests.formats.gguf.test_format import small
from tests.formats.hf_toys import NAMES, made
from tests.formats.toys import clip_toy, opened, score_toy, toy
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.encoding.score_tokenizer import as_in
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.normalizers.text_normalizers import InOrder, Lowercase, Strip
from workbench.engine.splitting.pre_tokenizers import custom

TEXT = "Hello  hel</s> wörld 123 日本 <|end|>x \n"


def steps() -> Tokenizer:
    plain = toy()
    changed = InOrder([Strip(), Lowercase()])
    return Tokenizer(plain.model, plain.pre_tokenizer, plain.special_tokens, normalizer=changed)


def flagged() -> Tokenizer:
    return toy(specials=AddedTokens({"<|end|>": 300, "x": 120}, {"<|end|>": Flags(lstrip=True)}))


TOYS = {
    "merges": toy, "custom": lambda: toy(custom(r"\w+|\W")), "prefix": lambda: toy().at_vocab_size(258),
    "clip": clip_toy, "scores": score_toy, "llama.cpp": lambda: as_in(score_toy(), "llama.cpp"),
    "steps": steps, "flagged": flagged,
}  # fmt: skip


def check(tokenizer: Tokenizer) -> None:
    again = pickle.loads(pickle.dumps(tokenizer))
    for allowed in ("none", "all"):
        ids = tokenizer.encode(TEXT, allowed_special=allowed)
        assert again.encode(TEXT, allowed_special=allowed) == ids
        assert again.decode(ids) == tokenizer.decode(ids)
    assert again.special_tokens == tokenizer.special_tokens
    assert (again.name, again.framing, again.is_cut) == (tokenizer.name, tokenizer.framing, tokenizer.is_cut)
    again.close()
    tokenizer.close()


@pytest.mark.parametrize("name", TOYS)
def test_a_pickled_tokenizer_encodes_as_before(name: str) -> None:
    check(TOYS[name]())


@pytest.mark.parametrize("name", NAMES)
def test_one_of_a_tokenizer_json_does_too(tmp_path: Path, name: str) -> None:
    check(opened(tmp_path, "tokenizer.json", made(name)[1]).tokenizer)


def test_what_cannot_encode_stays_so(tmp_path: Path) -> None:
    tokenizer = opened(tmp_path, "a.gguf", small(model="rwkv")).tokenizer
    again = pickle.loads(pickle.dumps(tokenizer))
    with pytest.raises(EngineError) as caught:
        again.encode("a")
    assert (caught.value.code, caught.value.file) == ("gguf_model_unknown", str(tmp_path / "a.gguf"))
    assert again.token_bytes(256) == tokenizer.token_bytes(256) == b"he"


def test_an_error_can_be_pickled() -> None:
    fault = EngineError("token_id_unknown", file="a", place=Place("id", 3), id=7, position=3)
    again = pickle.loads(pickle.dumps(fault))
    assert (str(again), again.facts) == (str(fault), fault.facts)
