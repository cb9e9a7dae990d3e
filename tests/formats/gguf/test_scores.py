"""GGUF of the kind llama: what llama.cpp does beside special tokens, and what is said of it when writing."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from functools import cache
from itertools import chain, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.toys import opened, score_toy
from workbench.engine.encoding.added_tokens import AddedTokens
from workbench.engine.encoding.score_tokenizer import as_in, score_tokenizer
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.explaining.pipeline import pipeline
from workbench.engine.explaining.seen_text import encode_seen, seen_parts
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.models.score_vocabulary import Kind, ScoreVocabulary, byte_spelling
from workbench.engine.normalizers.sentencepiece_normalizer import SentencePieceNormalizer, SpacesSpec
from workbench.formats.format import Source
from workbench.formats.gguf.fields import head_of
from workbench.formats.gguf.format import FORMAT
from workbench.formats.hugging_face import format as hf_tokenizer_json
from workbench.formats.registry import open_file, save_file, writable_as
from workbench.formats.sentencepiece import format as sentencepiece_model

RECORDED = json.loads(Path(__file__).with_name("llama_cpp_scores.json").read_bytes())
TEXTS = RECORDED["texts"]
BYTES = [(byte_spelling(byte).decode(), 0.0, Kind.BYTE) for byte in range(256)]


def recorded(case: Mapping[str, Any]) -> bytes:
    """Return the file that llama.cpp was given."""
    rows = [(text, score, case["kinds"].get(text, kind)) for text, score, kind in RECORDED["rows"]]
    tokens, scores, kinds = zip(*rows, *BYTES, strict=True)
    fields = {
        "general.name": case["name"], "tokenizer.ggml.model": "llama", "tokenizer.ggml.pre": "default",
        "tokenizer.ggml.tokens": [token.encode() for token in tokens],
        "tokenizer.ggml.scores": np.array(scores, np.float32),
        "tokenizer.ggml.token_type": np.array(kinds, np.int32),
        "tokenizer.ggml.bos_token_id": 1, "tokenizer.ggml.eos_token_id": 2,
        "tokenizer.ggml.unknown_token_id": 0, "tokenizer.ggml.add_bos_token": True,
        "tokenizer.ggml.add_space_prefix": case["add_space_prefix"],
    }  # fmt: skip
    return head_of(fields)


@cache
def toy() -> Tokenizer:
    """Return a tokenizer that does as llama.cpp, with tokens of every kind."""
    parts = FORMAT.read(Source("a.gguf", recorded(RECORDED["cases"][0]), ""))
    assert isinstance(parts.model, ScoreMergedBpe)
    return score_tokenizer(parts.model, parts.special_tokens)


@cache
def readable() -> Tokenizer:
    """Return the same without kernels."""
    return without_kernels(score_tokenizer(pickle.loads(pickle.dumps(toy().model)), toy().special_tokens))


def without_kernels(tokenizer: Tokenizer) -> Tokenizer:
    """Let the readable engine encode."""
    tokenizer.model._encoding._compiled = None  # type: ignore[attr-defined]
    return tokenizer


@pytest.mark.parametrize("case", RECORDED["cases"], ids=["prefix", "no prefix", "phi-3"])
@pytest.mark.parametrize("compiled", [True, False])
def test_answers_of_llama_cpp(tmp_path: Path, case: Mapping[str, Any], compiled: bool) -> None:
    tokenizer = opened(tmp_path, "a.gguf", recorded(case)).tokenizer
    if not compiled:
        without_kernels(tokenizer)
    before = list(tokenizer.framing.before)
    for text, plain, taken, decoded in zip(TEXTS, case["plain"], case["taken"], case["decoded"], strict=True):
        assert tokenizer.encode_ordinary(text) == plain, text
        assert [*before, *tokenizer.encode(text, allowed_special="all")] == taken, text
        assert [*before, *tokenizer.encode_with_offsets(text, allowed_special="all").ids] == taken, text
        assert tokenizer.decode(taken) == decoded, text
    # Saved again it is the same file to llama.cpp, and tokenizers finds and joins the same.
    again = open_file(save_file(tokenizer, tmp_path / "b.gguf")[0]).tokenizer
    assert [again.encode(text, allowed_special="all") for text in TEXTS] == [ids[1:] for ids in case["taken"]]
    assert FORMAT.fit(tokenizer).level == "whole"
    tokenizer.close()


def test_a_tokenizer_json_of_it_is_llama_cpps_too(tmp_path: Path) -> None:
    rule = as_in(spelled(("<x>", 4)), "llama.cpp")
    path = save_file(rule, tmp_path / "tokenizer.json")[0]
    theirs = tokenizers.Tokenizer.from_file(str(path))
    again = open_file(path).tokenizer
    for words in product(["</s>", "<s>", "<unk>", "<x>", "a", " ", "b"], repeat=3):
        ids = rule.encode("".join(words), allowed_special="all")
        assert theirs.encode("".join(words), add_special_tokens=False).ids == ids
        assert again.encode("".join(words), allowed_special="all") == ids
        text = theirs.decode(ids, skip_special_tokens=False)
        assert rule.decode(ids) == again.decode(ids) == text
    again.close()


def test_a_tokenizer_json_holds_sentencepieces_rule(tmp_path: Path) -> None:
    """The space goes before a text whatever it begins with, and never behind a special token."""
    tokenizer = spelled()
    assert [(loss.code) for loss in hf_tokenizer_json.fit(tokenizer).losses] == ["leaves_out_decoding"]
    path = save_file(tokenizer, tmp_path / "tokenizer.json")[0]
    theirs = tokenizers.Tokenizer.from_file(str(path))
    again = open_file(path).tokenizer
    for words in product(["</s>", "<s>", "a", " ", "b", "▁"], repeat=3):
        ids = tokenizer.encode("".join(words), allowed_special="all")
        assert theirs.encode("".join(words), add_special_tokens=False).ids == ids
        assert again.encode("".join(words), allowed_special="all") == ids
        assert again.decode(ids) == theirs.decode(ids, skip_special_tokens=False)
    again.close()


PIECES = [
    *map(str.encode, ("</s>", "<s>", "<x>", "a", " a", "b", " ", "  ", "    ", "▁", "é", "abc", "\n")),
    *(b"\xe4", b"\xf0", b"\xff", b"\x80", b"\xc3", b"\xf0\x9f"),
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30), st.data())
def test_every_border_parts_a_text_beside_special_tokens(words: list[bytes], data: st.DataObject) -> None:
    tokenizer, text = toy(), b"".join(words)
    whole = tokenizer.encode(text, allowed_special="all")
    assert readable().encode(text, allowed_special="all") == whole
    at = data.draw(st.integers(0, len(text)))
    for border in (tokenizer.previous_border(text, at, "all"), tokenizer.next_border(text, at, "all")):
        parts = [
            part.ids.tolist()
            for start, end in ((0, border), (border, len(text)))
            for part in tokenizer.encode_parts(text, "all", start, end)
            if part is not None
        ]
        assert [*chain(*parts)] == whole


def test_a_text_may_not_be_cut_behind_a_special_token() -> None:
    text = b"b</s>b" * 3
    borders = {as_in(spelled(), "llama.cpp").next_border(text, at, "all") for at in range(len(text))}
    # Never at 5: what begins there gets a space. Nor at 1: what is before the first three bytes is not known.
    assert borders == {6, 7, 12, 13, 18}
    assert 5 in {spelled().next_border(text, at, "all") for at in range(5)}


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=12), st.data())
def test_what_is_seen_and_shown_of_it_is_what_is_encoded(words: list[bytes], data: st.DataObject) -> None:
    tokenizer, text = toy(), b"".join(words)
    whole = tokenizer.encode_with_offsets(text, allowed_special="all")
    parts = seen_parts(tokenizer, text, (0, len(text)), "all")
    seen = [encode_seen(tokenizer, part, "all").ids.tolist() for part in parts]
    assert [*chain(*seen)] == whole.ids.tolist()
    allowed = tokenizer.specials.choose("all", ())[0]
    at = data.draw(st.integers(0, len(text) - 1))
    made = pipeline(tokenizer, text, at, allowed)
    shown = [box.id for box in made.rows[-1].boxes]
    assert shown == whole.ids.tolist() or b"\n" in text


# --- what is said when another's rule is written -------------------------------------------------


def spelled(*more: tuple[str, int], prefix: bool = True, bytes_too: bool = True, **spaces: bool) -> Tokenizer:
    """Return a tokenizer as SentencePiece makes it, with these tokens more."""
    rows = [("<unk>", 2), ("<s>", 3), ("</s>", 3), *((text, 6) for text, *_ in BYTES if bytes_too),
            (" a", 1), ("ab", 1), ("  ", 1), *((letter, 1) for letter in "ab <s>/"), *more]  # fmt: skip
    spec = SpacesSpec(prefix, **{"remove_extra_whitespaces": False, **spaces})
    kinds = np.array([kind for _, kind in rows], np.uint8)
    found = [text.replace(" ", "▁") for text, kind in more if kind == Kind.USER_DEFINED]
    vocabulary = ScoreVocabulary(
        tuple(text.encode() for text, _ in rows), -np.arange(len(rows), dtype=np.float32), kinds,
        normalizer=SentencePieceNormalizer(spec, user_defined=found),
    )  # fmt: skip
    return score_tokenizer(ScoreMergedBpe.from_vocabulary(vocabulary), {"<s>": 1, "</s>": 2})


@pytest.mark.parametrize(
    ("tokenizer", "level", "code"),
    [
        (spelled(), "part", "leaves_out_starts"),
        (spelled(prefix=False), "whole", None),
        (spelled(remove_extra_whitespaces=True), "other_ids", "leaves_out_normalizer"),
        (spelled(("<x>", 4)), "other_ids", "gguf_finds_user_defined"),
        (spelled(("<x>", 4), prefix=False), "whole", None),
        (spelled(("   ", 4), prefix=False), "part", "gguf_finds_user_defined"),
        (spelled(("aba", 5), prefix=False), "other_ids", "gguf_uses_unused"),
        (spelled(("<s", 1), prefix=False), "other_ids", "gguf_makes_control"),
        (spelled(bytes_too=False, prefix=False), "other_ids", "gguf_without_bytes"),
        (as_in(spelled(), "llama.cpp"), "whole", None),
        (as_in(spelled(), "llama2c"), "part", "leaves_out_score_rule"),
    ],
)  # fmt: skip
def test_what_llama_cpp_does_otherwise_is_said(tokenizer: Tokenizer, level: str, code: str | None) -> None:
    fit = FORMAT.fit(tokenizer)
    codes = [loss.code for loss in fit.losses]
    if tokenizer.normalizer is not None and tokenizer.normalizer.name == "sentencepiece":
        assert codes.pop() == "gguf_loose_bytes"
    assert (fit.level, *codes) == ((level, code) if code else (level,))


def test_a_special_token_in_the_middle_is_another_text_there(tmp_path: Path) -> None:
    tokenizer = spelled()
    path = save_file(tokenizer, tmp_path / "a.gguf")[0]
    kept = open_file(path).tokenizer
    assert kept.encode("a</s>a", allowed_special="all") == tokenizer.encode("a</s>a", allowed_special="all")
    Path(f"{path}.card.json").unlink()
    theirs = open_file(path).tokenizer
    space_a, a = theirs.model.token_id(b" a"), theirs.model.token_id(b"a")
    assert theirs.encode("a</s>a", allowed_special="all") == [space_a, 2, space_a]
    assert tokenizer.encode("a</s>a", allowed_special="all") == [space_a, 2, a]
    assert theirs.decode([space_a, 2, space_a]) == "a</s> a"
    assert tokenizer.decode([2, space_a]) == "</s>a"
    assert theirs.decode([2, space_a]) == "</s> a"


def test_a_user_defined_token_is_written_as_it_stands_in_a_text(tmp_path: Path) -> None:
    tokenizer = spelled(("   ", 4), prefix=False)
    path = save_file(tokenizer, tmp_path / "a.gguf")[0]
    Path(f"{path}.card.json").unlink()
    theirs = open_file(path).tokenizer
    assert isinstance(theirs.special_tokens, AddedTokens)
    assert theirs.encode_ordinary("a   b") == tokenizer.encode_ordinary("a   b")
    assert theirs.decode(theirs.encode_ordinary("a   b")) == "a   b"
    # And back again it is SentencePiece's, with its card what it was.
    back = save_file(theirs, tmp_path / "a.model", "sentencepiece")[0]
    assert open_file(back).tokenizer.encode_ordinary("a   b") == theirs.encode_ordinary("a   b")
    assert sentencepiece_model.FORMAT.fit(theirs).losses[0].code == "leaves_out_score_rule"


def test_two_tokens_may_be_one_to_sentencepiece(tmp_path: Path) -> None:
    rows = [("<unk>", 2), *((text, kind) for text, _, kind in BYTES), (" <", 4), ("▁<", 1), ("<", 1)]
    fields = {
        "general.architecture": "llama", "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.tokens": [text.encode() for text, _ in rows],
        "tokenizer.ggml.token_type": np.array([kind for _, kind in rows], np.int32),
        "tokenizer.ggml.add_space_prefix": False,
    }  # fmt: skip
    tokenizer = opened(tmp_path, "a.gguf", head_of(fields)).tokenizer
    assert tokenizer.encode("a <") == [0x61 + 1, 257]
    assert tokenizer.model.token_id(b" <") == 258  # the ordinary one, as a merge makes it
    fit = sentencepiece_model.FORMAT.fit(tokenizer)
    assert (fit.level, fit.losses[0].code) == ("cannot", "spm_cannot_hold_twice")
    again = open_file(save_file(tokenizer, tmp_path / "b.gguf")[0]).tokenizer
    assert again.encode("a < ▁<") == tokenizer.encode("a < ▁<")


@pytest.mark.parametrize(
    "rows",
    [[("x y", 1)], [(" x", 1)], [(" x", 1), ("▁x", 1)], [("▁x", 4)], [("▁x", 3)], [(" x", 4)], [("xy", 1)]],
)
def test_a_format_is_offered_where_spaces_stand_in_tokens_and_works(
    tmp_path: Path, rows: list[tuple[str, int]]
) -> None:
    """tokenizer.json was offered as whole, and refused with a fault that was to be reported."""
    tokens = [("<unk>", 2), ("<s>", 3), ("</s>", 3), *((text, kind) for text, _, kind in BYTES)]
    tokens += [(text, 1) for text in "▁xy"] + rows
    fields = {
        "general.architecture": "llama", "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.tokens": [text.encode() for text, _ in tokens],
        "tokenizer.ggml.scores": -np.arange(len(tokens), dtype=np.float32),
        "tokenizer.ggml.token_type": np.array([kind for _, kind in tokens], np.int32),
    }  # fmt: skip
    tokenizer = opened(tmp_path, "a.gguf", head_of(fields)).tokenizer
    offered = writable_as(tokenizer)
    assert "gguf" in offered
    assert ("hf" in offered) == (rows in ([(" x", 4)], [("xy", 1)]))
    for name in offered:
        save_file(tokenizer, tmp_path / f"b.{name}", name)


def test_the_rules_differ_beside_special_tokens_only() -> None:
    toy_of_scores = as_in(score_toy(), "sentencepiece")
    other = as_in(toy_of_scores, "llama.cpp")
    for text in ("", " ", "a b", "  a", "▁a", "日本 é\n"):
        assert other.encode_ordinary(text) == toy_of_scores.encode_ordinary(text)
    assert as_in(other, "sentencepiece").special_tokens == toy_of_scores.special_tokens
