"""Writing tokenizer.json: the same bytes every time, what it cannot hold is refused with its reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
import tokenizers

from tests.engine.score_toys import llama_vocabulary
from tests.formats.hf_toys import NAMES, TEXT, made
from tests.formats.toys import clip_toy, opened, score_toy, toy
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.encoding.score_tokenizer import score_tokenizer
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.character_vocabulary import CharacterVocabulary
from workbench.engine.models.framing import Framing
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.models.score_vocabulary import Kind
from workbench.engine.splitting.pre_tokenizers import custom, no_split, published
from workbench.formats.hugging_face.format import fit
from workbench.formats.hugging_face.writing import write
from workbench.formats.registry import open_file, save_file

Result = TypeVar("Result")


def json_of(tokenizer: Tokenizer, **options: Any) -> Any:
    return json.loads(write(tokenizer, **options).data)


@pytest.mark.parametrize("name", NAMES)
def test_what_was_read_is_written_with_the_same_ids_and_the_same_bytes(tmp_path: Path, name: str) -> None:
    judge, data = made(name)
    tokenizer = opened(tmp_path, "a.json", data).tokenizer
    save_file(tokenizer, tmp_path / "b.json", "hf")
    again = open_file(tmp_path / "b.json").tokenizer
    save_file(again, tmp_path / "c.json", "hf")
    assert (tmp_path / "b.json").read_bytes() == (tmp_path / "c.json").read_bytes()
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "b.json"))
    for text in (TEXT, "  the <x> thing<|end|>\n", "▁don't<s> 日本語👍 ", ""):
        ids = judge.encode(text, add_special_tokens=False).ids
        assert theirs.encode(text, add_special_tokens=False).ids == ids
        assert again.encode(text, allowed_special="all") == ids
        assert theirs.decode(ids) == judge.decode(ids)
    tokenizer.close()
    again.close()


@pytest.mark.parametrize("split", ["none", "gpt2", "cl100k", "o200k", "llama3"])
def test_every_splitter_splits_there_as_here(split: str) -> None:
    splitter = no_split() if split == "none" else published(split)
    tokenizer = toy(splitter)
    judge = tokenizers.Tokenizer.from_str(write(tokenizer).data.decode())
    for text in ("aaab 12345678 the'S\n\n  aaab", "a\n ", " \n\n x", "thé thé's THE"):
        assert judge.encode(text).ids == tokenizer.encode(text)


def test_the_pattern_of_qwen_comes_back_and_cuts_texts_where_tokenizers_would(tmp_path: Path) -> None:
    judge, data = made("Qwen")
    qwen = opened(tmp_path, "qwen.json", data).tokenizer
    kept = json_of(qwen)["pre_tokenizer"]["pretokenizers"][0]
    assert kept == json.loads(data)["pre_tokenizer"]["pretokenizers"][0]
    text = "Th\u0065\u0301 the\u0323 12, e\u0301 日本、語 <\u0338 " * 4
    raw = text.encode()
    borders = {qwen.next_border(raw, position) for position in range(len(raw))}
    assert len(borders) > 12
    for border in borders:
        halves = (raw[:border].decode(), raw[border:].decode())
        ids = [token_id for half in halves for token_id in judge.encode(half, add_special_tokens=False).ids]
        assert ids == judge.encode(text, add_special_tokens=False).ids


def test_a_pattern_of_ones_own(tmp_path: Path) -> None:
    for pattern in (r"\p{L}+|\p{N}|[^\s\p{L}\p{N}]+", r"a+|b| +"):
        tokenizer = toy(custom(pattern))
        judge = tokenizers.Tokenizer.from_str(write(tokenizer).data.decode())
        for text in ("aaab 12 aab  b", "xxaab"):
            assert judge.encode(text).ids == tokenizer.encode(text)  # what it leaves out has no ids in either
        save_file(tokenizer, tmp_path / "toy.json", "hf")
        assert open_file(tmp_path / "toy.json").tokenizer.pre_tokenizer.pattern == pattern
        tokenizer.close()
    judged = fit(toy(custom(r"\w+|\s+$")))
    assert (judged.level, judged.losses[0].code) == ("cannot", "cannot_hold_hf_pattern")
    assert "tokenizers matches the split pattern" in str(judged.losses[0])


def test_merges_are_lists_or_for_old_readers_texts() -> None:
    assert json_of(toy())["model"]["merges"][:2] == [["a", "a"], ["aa", "a"]]
    assert json_of(toy(), old_readers=True)["model"]["merges"][:2] == ["a a", "aa a"]
    spaced = opened_with_spaces()
    assert ["a ", "b"] in json_of(spaced)["model"]["merges"]
    with pytest.raises(
        EngineError, match=r"a release of tokenizers before 0.20 cannot store this tokenizer: the token “ ”"
    ):
        json_of(spaced, old_readers=True)


def opened_with_spaces() -> Tokenizer:
    ids = {"a": 0, " ": 1, "b": 2, "a ": 3, "a b": 4}
    return Tokenizer(
        CharacterMergedBpe(CharacterVocabulary(ids, np.array([[0, 1, 3], [3, 2, 4]]))), no_split()
    )


def test_special_tokens_keep_ids_that_tokenizers_would_not_give() -> None:
    for ids in ({"<a>": 262}, {"<a>": 262, "<b>": 263}, {"<a>": 300}, {"<b>": 300, "<a>": 270}):
        tokenizer = toy(specials=ids)
        judge = tokenizers.Tokenizer.from_str(write(tokenizer).data.decode())
        assert {text: judge.token_to_id(text) for text in ids} == ids
        text = "aa<b><a>aab"
        assert judge.encode(text).ids == tokenizer.encode(text, allowed_special="all")
    clash = fit(toy(specials={"aa": 300}))
    assert clash.level == "cannot"
    assert "“aa” is special (300) and ordinary (256)" in str(clash.losses[0])


def test_flags_of_added_tokens_are_kept() -> None:
    flags = {"<m>": Flags(lstrip=True), "xy": Flags(special=False, single_word=True)}
    tokenizer = toy(specials=AddedTokens({"<m>": 262, "xy": 263}, flags))
    rows = json_of(tokenizer)["added_tokens"]
    assert [(row["content"], row["lstrip"], row["single_word"], row["special"]) for row in rows] == [
        ("<m>", True, False, True), ("xy", False, True, False)
    ]  # fmt: skip


def test_tokens_without_a_pair_are_taken_whole_as_by_tiktoken() -> None:
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"abcd": 256, b"ab": 257, b"cd": 258}
    tokenizer = Tokenizer(RankMergedBpe.from_ranks(ranks), published("gpt2"))
    top = json_of(tokenizer)
    assert top["model"]["ignore_merges"] is True
    judge = tokenizers.Tokenizer.from_str(json.dumps(top))
    for text in ("abcd", " abcd abc", "xabcdx", "ab cd abab"):
        assert judge.encode(text).ids == tokenizer.encode(text), text


def test_two_tokens_of_the_same_bytes_cannot_be_held() -> None:
    tokenizer = toy(merges=[(97, 98), (98, 99), (256, 99), (97, 257)])
    with pytest.raises(EngineError, match="tokens 258 and 259 are both “abc”"):
        json_of(tokenizer)


def test_merges_by_score_are_the_same_or_refused() -> None:
    vocabulary = llama_vocabulary(("a", -1.0), ("aa", -2.0), ("b", -3.0), ("aab", -4.0), (" a", -6.0))
    tokenizer = score_tokenizer(ScoreMergedBpe.from_vocabulary(vocabulary), {"<s>": 1, "</s>": 2})
    judge = tokenizers.Tokenizer.from_str(write(tokenizer).data.decode())
    for text in ("aab aaab", " a  b", "日 b"):
        assert judge.encode(text, add_special_tokens=False).ids == tokenizer.encode(text)
        assert judge.decode(tokenizer.encode(text)) == text
    assert fit(score_toy("llama2c")).level == "other_ids"
    with pytest.raises(EngineError, match="merging by its scores gives other ids for"):
        json_of(score_toy("sentencepiece"))  # a character that has no token but stands in one waits there
    kinds = vocabulary.kinds.copy()
    kinds[-1] = Kind.USER_DEFINED
    odd = type(vocabulary)(vocabulary.spellings, vocabulary.scores, kinds)
    judged = fit(score_tokenizer(ScoreMergedBpe.from_vocabulary(odd)))
    assert (judged.level, judged.losses[0].code) == ("cannot", "cannot_hold_hf_score_kinds")


def test_tokens_that_end_words_do_so_there() -> None:
    tokenizer = clip_toy()
    assert fit(tokenizer).losses[0].code == "cannot_hold_hf_normalizer"  # it has no ftfy
    bare = Tokenizer(tokenizer.model, published("gpt2"))
    judge = tokenizers.Tokenizer.from_str(write(bare).data.decode())
    for text in ("lower", "low lower", "lowlow!"):
        assert judge.encode(text).ids == bare.encode(text)
        assert judge.decode(judge.encode(text).ids) == bare.decode(bare.encode(text))


def test_what_goes_around_a_text_and_what_a_conversation_is(tmp_path: Path) -> None:
    tokenizer = Tokenizer(
        toy().model,
        published("cl100k"),
        {"<s>": 262, "</s>": 263},
        framing=Framing((262,), (263,), True, False, 512, 263),
        chat_template="{{ messages }}",
    )
    save_file(tokenizer, tmp_path / "tokenizer.json")
    config = json.loads((tmp_path / "tokenizer_config.json").read_text("utf-8"))
    assert config == {
        "add_bos_token": True, "add_eos_token": False, "bos_token": "<s>", "eos_token": "</s>",
        "pad_token": "</s>", "model_max_length": 512,
        "clean_up_tokenization_spaces": False, "tokenizer_class": "PreTrainedTokenizerFast",
    }  # fmt: skip
    assert (tmp_path / "chat_template.jinja").read_text("utf-8") == "{{ messages }}"  # as transformers 5
    again = open_file(tmp_path / "tokenizer.json").tokenizer
    assert (again.framing, again.chat_template) == (tokenizer.framing, tokenizer.chat_template)
    judge = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    assert judge.encode("aaab").ids == [262, *tokenizer.encode("aaab")]


@pytest.mark.parametrize("name", ["tokenizer_config.json", "chat_template.jinja"])
def test_an_older_file_beside_it_is_not_taken_for_its_own(tmp_path: Path, name: str) -> None:
    older = (
        '{"model_max_length": 77, "chat_template": "{{ older }}"}' if name.endswith("json") else "{{ older }}"
    )
    (tmp_path / name).write_text(older, "utf-8")
    with pytest.raises(EngineError) as caught:
        save_file(toy(published("gpt2")), tmp_path / "tokenizer.json")
    assert str(caught.value) == (
        f"{tmp_path / 'tokenizer.json'}: {name} next to it is another tokenizer's. Save "
        "elsewhere, or move that file."
    )
    assert [path.name for path in tmp_path.iterdir()] == [name]
    # What says nothing else stays; what is its own is replaced.
    (tmp_path / name).write_text("{}" if name.endswith("json") else "{{ older }}", "utf-8")
    base = toy(published("gpt2"))
    template = "{{ older }}" if name.endswith("jinja") else None
    tokenizer = Tokenizer(base.model, base.pre_tokenizer, base.special_tokens, "toy", chat_template=template)
    save_file(tokenizer, tmp_path / "tokenizer.json")
    assert open_file(tmp_path / "tokenizer.json").tokenizer.chat_template == template


def test_a_split_in_stages_goes_to_a_tokenizer_json_alone(tmp_path: Path) -> None:
    pattern = r"\d{1,3}|\D+(?#then)\w+|\W+"
    tokenizer = toy(custom(pattern), specials={})
    for name, kind in (("a.model", "minbpe"), ("a.tiktoken", "tiktoken"), ("tekken.json", "tekken")):
        with pytest.raises(EngineError, match="text is split in stages, by several patterns") as caught:
            save_file(tokenizer, tmp_path / name, kind)
        assert caught.value.remedy == "Save it as a Hugging Face tokenizer (.json)."
    save_file(toy(custom(r"[\p{L}]+|\p{N}(?#then)a|b", None)), tmp_path / "a.json", "hf")
    splits = json.loads((tmp_path / "a.json").read_bytes())["pre_tokenizer"]["pretokenizers"]
    assert [split["type"] for split in splits] == ["Split", "Split", "ByteLevel"]
    assert open_file(tmp_path / "a.json").tokenizer.pre_tokenizer.pattern == r"[\p{L}]+|\p{N}(?#then)a|b"
    tokenizer.close()
