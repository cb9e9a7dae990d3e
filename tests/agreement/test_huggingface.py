"""Files of Hugging Face held against `tokenizers`: theirs read by us, ours read by them."""

from __future__ import annotations

import hashlib
import json
import os
import unicodedata
from functools import cache
from pathlib import Path

import pytest
import regex
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import SHARED
from tests.engine.texts import texts
from tests.formats.hf_toys import NAMES, TEXT, made
from workbench.api import convert
from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.sources import TextSource
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.foreign.foreign_model import ForeignModel
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.normalizers.normal_forms import Form
from workbench.engine.normalizers.older_unicode import EarlyComposed, LaterLowercase
from workbench.formats.hugging_face.patterns import DIGIT_SPLITS
from workbench.formats.registry import open_file, save_file, writable_as

THOROUGH = bool(os.environ.get("WORKBENCH_THOROUGH"))
MANY = settings(max_examples=100_000 if THOROUGH else 300)
SOME = settings(max_examples=5000 if THOROUGH else 75)

# Spaces, marks of them, texts of tokens and words of the toys, beside what splitters decide on.
_PARTS = (" ", "  ", "▁", "\n", "<s>", "</s>", "<unk>", "<|end|>", "<x>", "<x>y", "<mask>", "<0x41>", "the",
          " the", "there", "'s", "thing", "don't", "<|startoftext|>", "<|StartOfText|>", "AND",
          "THING", "日本", "語", "é", "👍", "\u3000", "12", "3")  # fmt: skip
TEXTS = st.lists(st.sampled_from(_PARTS) | texts, max_size=12).map("".join) | texts


@pytest.mark.parametrize("name", NAMES)
def test_any_text_has_the_ids_of_tokenizers(tmp_path: Path, name: str) -> None:
    judge, data = made(name)
    path = tmp_path / "tokenizer.json"
    path.write_bytes(data)
    tokenizer = open_file(path).tokenizer
    assert isinstance(tokenizer.model, RankMergedBpe | PairMergedBpe | CharacterMergedBpe)

    @SOME
    @given(TEXTS)
    def check(text: str) -> None:
        expected = judge.encode(text, add_special_tokens=False)
        ids = tokenizer.encode(text, allowed_special="all")
        assert ids == expected.ids
        encoding = tokenizer.encode_with_offsets(text, allowed_special="all")
        assert encoding.ids.tolist() == ids
        assert (encoding.spans[:, 0] <= encoding.spans[:, 1]).all()
        assert encoding.spans.max(initial=0) <= len(text.encode())

    check()
    ids = judge.encode(TEXT * 50, add_special_tokens=False).ids
    assert tokenizer.encode(TEXT * 50, allowed_special="all") == ids
    tokenizer.close()


@pytest.mark.parametrize("name", ["byte level", "Llama 3", "Qwen", "CLIP", "Llama 2", "Gemma"])
def test_decoded_texts_are_those_of_tokenizers(tmp_path: Path, name: str) -> None:
    judge, data = made(name)
    path = tmp_path / "tokenizer.json"
    path.write_bytes(data)
    tokenizer = open_file(path).tokenizer

    @SOME
    @given(texts)
    def check(text: str) -> None:
        ids = judge.encode(text, add_special_tokens=False).ids
        assert tokenizer.decode(ids) == judge.decode(ids, skip_special_tokens=False)

    check()
    tokenizer.close()


# Bytes of characters, of parts of them and of none; of a space, which a decoder may take from the start.
_BYTES = [f"<0x{byte:02X}>" for byte in b"a \n\xe6\x97\xa5\xf0\x9f\x91\x8d\xc3\xa9\xed\xa0\x80\xc0\xff"]


@pytest.mark.parametrize("name", ["Llama 2", "Gemma", "no spaces"])
def test_any_ids_are_decoded_as_by_tokenizers(tmp_path: Path, name: str) -> None:
    top = json.loads(made("Gemma" if name == "no spaces" else name)[1])
    if name == "no spaces":  # no normalizer, and so decoded by tables alone
        top |= {"normalizer": None, "pre_tokenizer": None}
        top["decoder"]["decoders"] = [{"type": "ByteFallback"}, {"type": "Fuse"}]
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(top), "utf-8")
    judge = tokenizers.Tokenizer.from_file(str(path))
    tokenizer = open_file(path).tokenizer
    hot = [judge.token_to_id(text) for text in (*_BYTES, "▁", "▁the", "e", "<s>", "</s>", "<unk>")]
    specials = {*tokenizer.special_tokens.values()}

    @MANY
    @given(st.lists(st.sampled_from(hot) | st.integers(0, judge.get_vocab_size() - 1), max_size=12))
    def check(ids: list[int]) -> None:
        expected = judge.decode(ids, skip_special_tokens=False)
        assert tokenizer.decode(ids) == expected
        text, starts = tokenizer.decode_with_offsets(ids)
        assert text == expected
        assert len(starts) == len(ids)
        assert tokenizer.decode([i for i in ids if i not in specials]) == judge.decode(ids)

    check()
    many = hot * 1000  # decoded by tables
    assert tokenizer.decode(many) == judge.decode(many, skip_special_tokens=False)
    tokenizer.close()


@pytest.mark.parametrize("name", ["byte level", "flags", "Llama 2"])
def test_special_tokens_as_plain_text_are_those_of_tokenizers(tmp_path: Path, name: str) -> None:
    judge, data = made(name)
    judge = tokenizers.Tokenizer.from_str(data.decode())
    judge.encode_special_tokens = True
    path = tmp_path / "tokenizer.json"
    path.write_bytes(data)
    tokenizer = open_file(path).tokenizer

    @SOME
    @given(TEXTS)
    def check(text: str) -> None:
        assert tokenizer.encode(text, allowed_special="none") == judge.encode(text).ids

    check()


@cache
def exported(name: str, folder: Path) -> tuple[Tokenizer, tokenizers.Tokenizer, Tokenizer]:
    """Return a tokenizer of the shared data, its export in `tokenizers`, and the export opened by us."""
    tokenizer = open_file(SHARED / "data" / name).tokenizer
    path = folder / name / "tokenizer.json"
    path.parent.mkdir()
    save_file(tokenizer, path, "hf")
    return tokenizer, tokenizers.Tokenizer.from_file(str(path)), open_file(path).tokenizer


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("huggingface")


FILES = ("r50k_base.tiktoken", "cl100k_base.tiktoken", "llama2_tokenizer.model")
MORE = ("p50k_base.tiktoken", "o200k_base.tiktoken") if THOROUGH else ()


@pytest.mark.usefixtures("shared")
def test_an_export_has_the_same_ids(folder: Path) -> None:
    """One text for all encodings: to think of a text takes Hypothesis longer than to encode it by all."""
    found = {name: exported(name, folder) for name in (*FILES, *MORE)}
    for _, judge, _ in found.values():
        judge.encode_special_tokens = True

    @MANY
    @given(TEXTS)
    def check(text: str) -> None:
        for name, (tokenizer, judge, again) in found.items():
            ids = tokenizer.encode_ordinary(text)
            assert judge.encode(text, add_special_tokens=False).ids == ids, name
            assert again.encode_ordinary(text) == ids, name

    check()


@pytest.mark.parametrize("name", [*FILES, *MORE])
def test_an_export_has_the_same_ids_on_the_corpora(folder: Path, shared: Path, name: str) -> None:
    tokenizer, judge, again = exported(name, folder)
    judge.encode_special_tokens = True
    samples = [shared / "data" / "taylorswift.txt", *sorted((shared / "data" / "corpora").glob("*.txt"))[:4]]
    for sample in samples:
        text = sample.read_bytes()[:150_000].decode("utf-8", "ignore")
        ids = tokenizer.encode_ordinary(text)
        assert judge.encode(text, add_special_tokens=False).ids == ids
        assert again.encode_ordinary(text) == ids
        assert judge.decode(ids, skip_special_tokens=False) == text == again.decode(ids)


@pytest.mark.parametrize("name", [*FILES, *MORE])
def test_every_answer_on_file_by_the_export(folder: Path, shared: Path, name: str) -> None:
    _, judge, again = exported(name, folder)
    judge.encode_special_tokens = True
    key = {"llama2_tokenizer.model": "llama2.model"}.get(name, name.removesuffix(".tiktoken"))
    lines = (shared / "data" / "golden_vectors.jsonl").read_text("utf-8").split("\n")
    rows = [row for row in map(json.loads, filter(None, lines)) if "_about" not in row]
    assert len(rows) == 49
    for row in rows:
        text = row["repeat"][0] * row["repeat"][1] if "repeat" in row else row["text"]
        ids = again.encode_to_numpy(text, allowed_special="none")
        if "repeat" in row:
            sha = hashlib.sha256(ids.astype("<u4").tobytes()).hexdigest()[:16]
            assert {"n": len(ids), "sha": sha} == row[key], row["repeat"]
        else:
            assert ids.tolist() == row[key] == judge.encode(text, add_special_tokens=False).ids, text


@pytest.mark.usefixtures("shared")
def test_special_tokens_of_an_export_keep_their_ids(folder: Path) -> None:
    tokenizer, judge, again = exported("cl100k_base.tiktoken", folder)
    judge.encode_special_tokens = False
    text = "<|endoftext|>hello<|fim_prefix|><|endofprompt|> world"
    ids = [100257, 15339, 100258, 100276, 1917]
    assert tokenizer.encode(text, allowed_special="all") == ids
    assert judge.encode(text).ids == ids == again.encode(text, allowed_special="all")


@pytest.mark.usefixtures("shared")
def test_gpt2s_two_files_have_the_same_ids_in_tokenizers(tmp_path: Path) -> None:
    tokenizer = open_file(SHARED / "data" / "r50k_base.tiktoken").tokenizer
    save_file(tokenizer, tmp_path / "merges.txt", "gpt2")
    model = tokenizers.models.BPE.from_file(str(tmp_path / "vocab.json"), str(tmp_path / "merges.txt"))
    judge = tokenizers.Tokenizer(model)
    judge.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    again = open_file(tmp_path / "vocab.json").tokenizer
    assert again.special_tokens == {"<|endoftext|>": 50256}

    @SOME
    @given(TEXTS)
    def check(text: str) -> None:
        ids = tokenizer.encode_ordinary(text)
        assert judge.encode(text).ids == ids == again.encode_ordinary(text)

    check()


def test_a_prefix_is_what_tokenizers_trains_to_that_size(tmp_path: Path) -> None:
    """Their trainer gives special tokens the first ids, then the bytes, then the merges."""

    def trained(size: int) -> tokenizers.Tokenizer:
        judge = tokenizers.Tokenizer(tokenizers.models.BPE())
        judge.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
        trainer = tokenizers.trainers.BpeTrainer(
            vocab_size=size,
            special_tokens=["<s>", "<pad>", "</s>"],
            initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        )
        judge.train_from_iterator([TEXT * 3, TEXT], trainer)
        return judge

    whole = trained(320)
    path = tmp_path / "tokenizer.json"
    whole.save(str(path))
    tokenizer = open_file(path).tokenizer
    for size in (259, 260, 290, whole.get_vocab_size()):
        judge = trained(size)
        assert tokenizer.at_vocab_size(size).encode(TEXT) == judge.encode(TEXT).ids, size


def test_what_is_not_implemented_is_run_by_tokenizers_and_named(tmp_path: Path) -> None:
    judge = tokenizers.Tokenizer.from_str(made("byte level")[1].decode())
    judge.pre_tokenizer = tokenizers.pre_tokenizers.Punctuation()
    path = tmp_path / "tokenizer.json"
    judge.save(str(path))
    found = open_file(path)
    assert isinstance(found.tokenizer.model, ForeignModel)
    assert str(found.notices[0]).startswith(
        f"pre_tokenizer Punctuation is run by tokenizers {tokenizers.__version__}"
    )
    for text in ("Hello, the thing!", "don't -- 12"):
        assert found.tokenizer.encode(text) == judge.encode(text, add_special_tokens=False).ids
    found.tokenizer.close()


def test_what_tokenizers_runs_is_saved_as_a_copy(tmp_path: Path) -> None:
    judge = tokenizers.Tokenizer.from_str(made("byte level")[1].decode())
    judge.pre_tokenizer = tokenizers.pre_tokenizers.Punctuation()
    (tmp_path / "a").mkdir()
    path = tmp_path / "a" / "tokenizer.json"
    judge.save(str(path))
    (tmp_path / "a" / "tokenizer_config.json").write_text('{"chat_template": "{{ messages }}"}')
    found = open_file(path).tokenizer
    assert writable_as(found) == ("hf",)
    (target,) = (target for target in convert.targets(found) if target.format == "hf")
    assert (target.level, [str(loss) for loss in target.losses]) == (
        "whole",
        ["an exact copy of the opened file, which tokenizers runs. No action is needed."],
    )
    save_file(found, tmp_path / "b.json")
    assert (tmp_path / "b.json").read_bytes() == path.read_bytes()
    assert open_file(tmp_path / "b.json").tokenizer.chat_template == "{{ messages }}"
    texts = (TextSource("the text", b"Hello, the thing! " * 9),)
    done = list(convert.export(found, tmp_path / "c.json", "hf", texts))[-1]
    assert isinstance(done, convert.Exported)
    assert done.proof is not None
    assert (done.proof.judge.library, done.proof.difference, len(done.files)) == ("tokenizers", None, 4)
    with pytest.raises(EngineError, match="the merges of an exact copy cannot be rewritten"):
        list(convert.export(found, tmp_path / "d.json", "hf", old_readers=True))
    with pytest.raises(EngineError, match="a SentencePiece model cannot store this tokenizer"):
        save_file(found, tmp_path / "d.model", "sentencepiece")


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_every_mark_is_composed_as_by_tokenizers(form: Form) -> None:
    marks = [chr(code) for code in range(0x80, 0x110000) if unicodedata.combining(chr(code))]
    assert len(marks) > 800
    composed = (unicodedata.decomposition(chr(code)) for code in range(0x80, 0x30000))
    pairs = ["".join(chr(int(part, 16)) for part in one.split()) for one in composed if one and one[0] != "<"]
    judge, ours = getattr(tokenizers.normalizers, form)(), EarlyComposed(form)
    texts = [f"x{mark}{other}e\u0301{mark} " for mark in marks for other in "\u0301\u0323\u0345\u093c"]
    for portion in (texts, pairs):
        text = "".join(portion)
        assert ours.normalize(text.encode(), first=True).output.decode() == judge.normalize_str(text)


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_every_character_has_the_form_of_tokenizers(form: Form) -> None:
    judge, ours = getattr(tokenizers.normalizers, form)(), EarlyComposed(form)
    for text in map(every_character, ("x", "\u0301", "") if THOROUGH else ("x",)):
        assert ours.normalize(text.encode(), first=True).output.decode() == judge.normalize_str(text)


def every_character(after: str, step: int = 1) -> str:
    """Return all characters, or all numbers and every so manieth of the others, each with a text after it."""
    codes = (code for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    numbers = {*range(0x11DE0, 0x11DEA), *range(0x16FF4, 0x16FF7)}  # of Unicode 17
    return "".join(
        f"{chr(code)}{after}"
        for code in codes
        if code % step == 0 or code in numbers or unicodedata.category(chr(code)).startswith("N")
    )


@pytest.mark.parametrize("alone", [False, True])
def test_every_character_is_a_digit_or_not_as_in_tokenizers(alone: bool) -> None:
    judge = tokenizers.pre_tokenizers.Digits(individual_digits=alone)
    ours = regex.compile(DIGIT_SPLITS[alone])
    for after in ("  1", "a", ""):
        text = every_character(after, 1 if THOROUGH else 61)
        for start in range(0, len(text), 1 << 16):
            part = text[start : start + (1 << 16)]
            ends = [end for _, (_, end) in judge.pre_tokenize_str(part)]
            assert [found.end() for found in ours.finditer(part)] == ends


def test_every_small_letter_is_that_of_tokenizers() -> None:
    text = "".join(f"{chr(code)}x" for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    judge, ours = tokenizers.normalizers.Lowercase(), LaterLowercase()
    assert ours.normalize(text.encode(), first=True).output.decode() == judge.normalize_str(text)
    assert ours.normalize("ΑΣ Σ".encode(), first=True).output.decode() == judge.normalize_str("ΑΣ Σ")
