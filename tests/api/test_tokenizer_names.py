"""The public tokenizer, held against tiktoken and tokenizers by their names; rows for models; notebooks."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import tiktoken
import tokenizers

import workbench
from workbench import api
from workbench.engine.base.errors import EngineError

TEXTS = [
    "hello wor",
    "  !",
    "a\n\n",
    "in the \t",
    "naïve caf",
    "水は",
    "x\u00a0",
    "1234",
    "",
    "the\n",
    "\u2028 ",
]
SPECIALS = {"<|endoftext|>": 700, "<|end|>": 701}


@pytest.fixture(scope="module")
def ours() -> api.Tokenizer:
    return workbench.train("sample:", vocab_size=700, special_tokens=SPECIALS)


@pytest.fixture(scope="module")
def theirs(ours: api.Tokenizer) -> tiktoken.Encoding:
    ranks = {ours.token_bytes(i): i for i in ours.model.ids.tolist()}
    pattern = ours.pre_tokenizer.pattern
    return tiktoken.Encoding("own", pat_str=pattern, mergeable_ranks=ranks, special_tokens=SPECIALS)


def test_properties_as_tiktokens(ours: api.Tokenizer, theirs: tiktoken.Encoding) -> None:
    for name in ("n_vocab", "max_token_value", "eot_token", "special_tokens_set"):
        assert getattr(ours, name) == getattr(theirs, name), name
    assert ours.token_byte_values() == theirs.token_byte_values()
    assert [ours.is_special_token(i) for i in (0, 699, 700, 701)] == [False, False, True, True]
    for token in ("a", b"\xe6", "<|end|>", b"<|end|>"):
        assert ours.encode_single_token(token) == theirs.encode_single_token(token)
    for token_id in (0, 300, 701):
        assert ours.decode_single_token_bytes(token_id) == theirs.decode_single_token_bytes(token_id)


def test_what_is_no_token_is_a_key_error_as_in_tiktoken(
    ours: api.Tokenizer, theirs: tiktoken.Encoding
) -> None:
    for tokenizer in (ours, theirs):
        for call in (
            lambda t=tokenizer: t.encode_single_token("no such token"),
            lambda t=tokenizer: t.decode_single_token_bytes(5000),
            lambda t=tokenizer: t.decode([5000]),
        ):
            with pytest.raises(KeyError):
                call()
    with pytest.raises(EngineError, match="no token has id 5000"):
        ours.decode([5000])


def test_batches_as_tiktokens(ours: api.Tokenizer, theirs: tiktoken.Encoding) -> None:
    special = {"allowed_special": {"<|end|>"}, "disallowed_special": ()}
    texts = [*TEXTS, "<|end|> and <|endoftext|>"]
    batch = theirs.encode_batch(texts, num_threads=2, **special)
    assert [ids.tolist() for ids in ours.encode_batch(texts, num_threads=2, **special)] == batch
    assert [ids.tolist() for ids in ours.encode_ordinary_batch(texts)] == theirs.encode_ordinary_batch(texts)
    assert ours.decode_batch(batch) == theirs.decode_batch(batch)
    assert ours.decode_bytes_batch(batch) == theirs.decode_bytes_batch(batch)


def test_unstable_ends_as_tiktokens(ours: api.Tokenizer, theirs: tiktoken.Encoding) -> None:
    choice = random.Random(26)
    words = ["the", " in", "\n", " ", "\t", "é", "水", "!", "9", "'", "\u00a0", "<|end|>"]
    texts = [*TEXTS, *("".join(choice.choices(words, k=choice.randint(1, 6))) for _ in range(300))]
    for text in texts:
        stable, completions = theirs.encode_with_unstable(text, allowed_special="all")
        expected = (stable, sorted(completions))
        assert ours.encode_with_unstable(text, allowed_special="all") == expected, text


def test_an_unstable_end_needs_bytes_as_they_are() -> None:
    with pytest.raises(EngineError, match="changes the text"):
        workbench.train("sample:", preset="clip", vocab_size=600).encode_with_unstable("a")


@pytest.mark.parametrize(("preset", "size"), [("gpt4", 700), ("llama2", 2200)])
def test_the_vocabulary_as_tokenizers_has_it(preset: str, size: int, tmp_path: Path) -> None:
    ours = workbench.train("sample:", preset=preset, vocab_size=size, special_tokens=["<|x|>"])
    theirs = tokenizers.Tokenizer.from_str(ours.to_str())
    assert ours.get_vocab() == theirs.get_vocab()
    assert len(ours) == ours.get_vocab_size() == theirs.get_vocab_size()
    for token_id in range(len(ours) + 2):
        token = theirs.id_to_token(token_id)
        assert ours.id_to_token(token_id) == token
        assert token is None or ours.token_to_id(token) == theirs.token_to_id(token)
    assert ours.token_to_id("no such token") is None
    ours.save(tmp_path / "own.json", "hf")
    assert tokenizers.Tokenizer.from_file(str(tmp_path / "own.json")).get_vocab() == theirs.get_vocab()
    for again in (api.Tokenizer.from_str(ours.to_str()), api.Tokenizer.from_file(tmp_path / "own.json")):
        assert again.encode("naïve 水 12") == ours.encode("naïve 水 12")


def test_clips_words_end_as_in_its_file() -> None:
    clip = workbench.train(api.TextSource("text", "low low"), preset="clip", vocab_size=515)
    assert clip.id_to_token(clip.encode("low")[-1]) == "low</w>"
    assert clip.token_to_id("w</w>") == clip.get_vocab()["w</w>"]


def test_training_from_an_iterator() -> None:
    trained = api.Tokenizer.train_from_iterator(
        (word for word in ["aaabdaaabac"]), preset="basic", vocab_size=259
    )
    assert trained.encode("aaabdaaabac") == [258, 100, 258, 97, 99]


# --- what a model takes -------------------------------------------------------------------------------------


def test_rows_of_one_length(ours: api.Tokenizer) -> None:
    texts = ["a", "in the house", ""]
    rows = ours(texts, padding=True, pad_id=700)
    ids = [ours.encode(text) for text in texts]
    assert rows.input_ids.dtype == rows.attention_mask.dtype == np.int64
    assert rows.input_ids.shape == (3, max(map(len, ids)))
    for row, mask, own in zip(rows.input_ids, rows.attention_mask, ids, strict=True):
        assert row[: len(own)].tolist() == own
        assert set(row[len(own) :].tolist()) <= {700}
        assert mask.tolist() == [1] * len(own) + [0] * (len(row) - len(own))
    assert dict(**rows).keys() == {"input_ids", "attention_mask"}
    assert ours(texts, padding="max_length", max_length=9, pad_id=700)["input_ids"].shape == (3, 9)


def test_rows_that_are_cut_keep_their_end() -> None:
    clip = workbench.train("sample:", preset="clip", vocab_size=600, special_tokens=["<s>", "<e>"])
    framed = clip.framing
    text = "a photo of a cat " * 40
    row = clip(text, truncation=True, max_length=12)["input_ids"].tolist()
    whole = clip(text)["input_ids"].tolist()
    n_after = len(framed.parts()[1])
    assert row == whole[: 12 - n_after] + whole[len(whole) - n_after :]
    with pytest.raises(EngineError, match="row length is missing"):
        workbench.train("sample:", vocab_size=300)(text, truncation=True)


def test_rows_without_padding(ours: api.Tokenizer) -> None:
    assert ours("the")["input_ids"].tolist() == ours.encode("the")
    assert [row.tolist() for row in ours(["a", "the house"])["input_ids"]] == [
        ours.encode("a"), ours.encode("the house"),
    ]  # fmt: skip
    with pytest.raises(EngineError, match="no token for padding"):
        ours(["a", "the house"], padding=True)


# --- notebooks, copies --------------------------------------------------------------------------------------


def test_a_tokenizer_says_what_it_is(ours: api.Tokenizer) -> None:
    assert repr(ours).startswith("<Tokenizer ")
    for part in ("702 tokens", "split cl100k", "<|endoftext|> <|end|>"):
        assert part in repr(ours)
    assert [name for name in dir(ours) if name.startswith("_") and not name.startswith("__")] == []


def test_a_notebook_shows_tokens(ours: api.Tokenizer) -> None:
    html = ours("in <b> 水")._repr_html_()
    assert html.count("<span") == len(ours.encode("in <b> 水"))
    assert "<b>" not in html
    assert 'title="id 60 · 3C"' in html
    assert "&lt;" in ours._repr_html_()


def test_copies_are_equal(ours: api.Tokenizer) -> None:
    for other in (pickle.loads(pickle.dumps(ours)), copy.deepcopy(ours), ours.at_vocab_size(700)):
        assert type(other) is api.Tokenizer
        assert other.encode("in the house <|end|>", allowed_special="all") == ours.encode(
            "in the house <|end|>", allowed_special="all"
        )


def test_a_pickle_has_what_is_its_own(ours: api.Tokenizer) -> None:
    assert len(pickle.dumps(ours)) < 50_000  # without the classes of all characters


def test_threads_forks_and_new_processes_encode_alike(ours: api.Tokenizer) -> None:
    text = "in the house naïve 水 " * 500
    expected = ours.encode(text)
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(ours.encode, [text] * 20)) == [expected] * 20
    assert [ids.tolist() for ids in ours.encode_batch([text] * 20)] == [expected] * 20  # with its own threads
    methods = [each for each in ("fork", "spawn") if each in multiprocessing.get_all_start_methods()]
    for method in methods:
        with multiprocessing.get_context(method).Pool(2) as processes:
            assert processes.map(ours.encode, [text] * 4) == [expected] * 4


def test_the_module_lists_its_public_names_alone() -> None:
    assert [name for name in dir(workbench) if not name.startswith("__")] == sorted(workbench.__all__)
