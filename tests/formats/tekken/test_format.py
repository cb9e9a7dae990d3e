"""Mistral's tekken.json: held against mistral_common, written, and every way in which a file can be bad."""

from __future__ import annotations

import hashlib
import json
import os
import warnings
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import Any

import mistral_common
import pytest
from hypothesis import given, settings
from mistral_common.tokens.tokenizers.tekken import SpecialTokenPolicy, Tekkenizer

from tests.agreement.test_encoding import golden
from tests.engine.texts import texts
from tests.formats.toys import codes, opened, refusal, toy
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.registry import open_file, save_file

DATA = Path(mistral_common.__file__).parent / "data"
FILES = ("tekken_240718.json", "tekken_240911.json")
EXAMPLES = 100_000 if os.environ.get("WORKBENCH_THOROUGH") else 400
TOKENS = [bytes((byte,)) for byte in range(256)] + [b"ab", b" a", b"ba"]


@cache
def ours(name: str) -> Tokenizer:
    return open_file(DATA / name).tokenizer


@cache
def theirs(name: str) -> Tekkenizer:
    return Tekkenizer.from_file(DATA / name)


@pytest.fixture(scope="module", autouse=True)
def _closed():
    yield
    for name in FILES:
        ours(name).close()


@settings(max_examples=EXAMPLES)
@given(texts)
def test_any_text_is_as_theirs(text: str) -> None:
    for name in FILES:
        ids = theirs(name).encode(text, bos=False, eos=False)
        assert ours(name).encode_ordinary(text) == ids, name
        assert ours(name).decode(ids) == theirs(name).decode(ids, SpecialTokenPolicy.KEEP), name


@pytest.mark.parametrize("name", FILES)
def test_the_vocabulary_is_theirs(name: str) -> None:
    judge = theirs(name)
    assert ours(name).vocab_size == judge.n_words == 131072
    framing = ours(name).framing
    assert (framing.before, framing.after, framing.padding) == (
        (judge.bos_id,),
        (judge.eos_id,),
        judge.pad_id,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for token_id in (0, 1, 2, 19, 20, 999, 1000, 1065, 131071):
            expected = judge.id_to_byte_piece(token_id, SpecialTokenPolicy.KEEP)
            assert ours(name).token_bytes(token_id) == expected


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Hello world", [22177, 4304]),  # M1
        (" Hello World!", [45383, 5325, 1033]),
        ("Führer", [1070, 7088, 1258]),
        ("\n\n\n", [4688]),
        ("!!!!!!", [7290, 7290, 7290]),
        (" this is 🦙.cpp", [1593, 1395, 119685, 1166, 1153, 1046, 51228]),  # M6
    ],
)
def test_known_answers(text: str, ids: list[int]) -> None:
    assert ours(FILES[1]).encode(text) == ids


def test_every_answer_on_file(shared: Path) -> None:
    rows = [row for row in golden(shared) if "tekken_240911" in row]
    assert len(rows) > 40
    for row in rows:
        if "repeat" in row:
            unit, times = row["repeat"]
            ids = ours(FILES[1]).encode_to_numpy(unit * times, allowed_special="none")
            sha = hashlib.sha256(ids.astype("<u4").tobytes()).hexdigest()[:16]
            assert {"n": len(ids), "sha": sha} == row["tekken_240911"], row["repeat"]
        else:
            assert ours(FILES[1]).encode_ordinary(row["text"]) == row["tekken_240911"], row["text"]


def file(
    config: dict[str, Any] | None = None, vocab: list[Any] | None = None, **others: Any
) -> dict[str, Any]:
    """Return what a small file says: four special tokens, one of them not named."""
    entries = [
        {"rank": rank, "token_bytes": b64encode(token).decode(), "token_str": None}
        for rank, token in enumerate(TOKENS)
    ]
    full = {
        "pattern": r"\w+| ?[^\w]", "num_vocab_tokens": 259, "default_vocab_size": 262,
        "default_num_special_tokens": 4, "version": "v11",
    } | (config or {})  # fmt: skip
    named = [
        {"rank": i, "token_str": text, "is_control": True} for i, text in enumerate(("<unk>", "<s>", "</s>"))
    ]
    return {"config": full, "vocab": entries if vocab is None else vocab, "special_tokens": named} | others


def test_a_small_file(tmp_path: Path) -> None:
    path = tmp_path / "tekken.json"
    path.write_text(json.dumps(file(), indent=2))
    tokenizer = open_file(path).tokenizer
    judge = Tekkenizer.from_file(path)
    assert dict(tokenizer.special_tokens) == {"<unk>": 0, "<s>": 1, "</s>": 2, "<SPECIAL_3>": 3}
    # The size leaves out the last token.
    assert tokenizer.encode("ab ba") == judge.encode("ab ba", bos=False, eos=False) == [260, 36, 102, 101]
    written = save_file(tokenizer, tmp_path / "tekken_again.json", "tekken")[0]
    again = open_file(written)
    assert codes(again) == ["notice_pattern_dialect"]
    for text in ("ab ba <s>é", "a b a"):
        ids = judge.encode(text, bos=False, eos=False)
        assert again.tokenizer.encode_ordinary(text) == ids
        assert Tekkenizer.from_file(written).encode(text, bos=False, eos=False) == ids
    assert dict(again.tokenizer.special_tokens) == dict(tokenizer.special_tokens)
    save_file(again.tokenizer, tmp_path / "b.json", "tekken")
    assert (tmp_path / "b.json").read_bytes() == Path(written).read_bytes()
    tokenizer.close()
    again.tokenizer.close()


def entry(rank: object, token: bytes | str) -> dict[str, Any]:
    token64 = token if isinstance(token, str) else b64encode(token).decode()
    return {"rank": rank, "token_bytes": token64, "token_str": None}


COUNT = "config.default_num_special_tokens"
SAME = [{"rank": token_id, "token_str": "<s>"} for token_id in range(2)]
WRONG = "vocab[256].token_bytes"
BYTES = [entry(rank, token) for rank, token in enumerate(TOKENS[:256])]


@pytest.mark.parametrize(
    ("content", "code", "key"),
    [
        (file(vocab=[*BYTES, entry(257, b"ab"), entry(258, b"b")]), "tekken_rank", "vocab[256].rank"),
        (file(vocab=[*BYTES[:7], entry(7, b"b"), *BYTES[8:], 0, 0]), "tekken_byte", "vocab[7].token_bytes"),
        (file({"default_vocab_size": 264}), "tekken_size", "config.default_vocab_size"),
        (file({"default_vocab_size": 9}), "tekken_size", "config.default_vocab_size"),
        (file(special_tokens=[{"rank": 1, "token_str": "<s>"}]), "tekken_rank", "special_tokens[0].rank"),
        (file({"version": "v99"}), "tekken_version", "config.version"),
        (file(special_tokens=None), "tekken_no_specials", "special_tokens"),
        (file({"default_num_special_tokens": 2}), "tekken_too_many_specials", COUNT),
        (file({"default_num_special_tokens": 1 << 40}), "tekken_too_many_specials", COUNT),
        (file({"pattern": 5}), "tekken_kind", "config.pattern"),
        (file({"pattern": ""}), "tekken_kind", "config.pattern"),
        (file({"pattern": "("}), "", None),
        (file(vocab=[*BYTES, entry(256, "@@"), entry(257, b"b")]), "ranks_base64", WRONG),
        (file(vocab=[*BYTES, entry(256, ""), entry(257, b"b")]), "ranks_empty_token", WRONG),
        (file(vocab=[*BYTES, entry(256, b"a"), entry(257, b"b")]), "tekken_token_twice", WRONG),
        (file(vocab=[*BYTES, 5, 6]), "tekken_kind", "vocab[256]"),
        (file(vocab=[*BYTES, entry(256, b"ab") | {"a": 1}, 0]), "tekken_entry", "vocab[256]"),
        (file(vocab=[{"rank": 0, "token_bytes": "AA=="}, *BYTES[1:], 0, 0]), "tekken_entry", "vocab[0]"),
        (file(vocab={"is_control": 1}), "tekken_kind", "vocab"),
        (file(special_tokens=SAME), "special_token_text_twice", "special_tokens"),
    ],
)  # fmt: skip
def test_bad_files(tmp_path: Path, content: dict[str, Any], code: str, key: str | None) -> None:
    path = tmp_path / "tekken.json"
    fault = refusal(tmp_path, "tekken.json", json.dumps(content))  # 21
    if not code:  # a pattern is tried when a text is split
        assert fault is None
        tokenizer = open_file(path).tokenizer
        with pytest.raises(EngineError, match="never closes"):
            tokenizer.encode("a")
        tokenizer.close()
        return
    assert fault is not None
    assert (fault.code, fault.place.value) == (code, key)
    assert str(fault).startswith(f"{path}, key {key}: ")


def test_what_a_message_says(tmp_path: Path) -> None:
    fault = refusal(tmp_path, "a.json", json.dumps(file({"default_vocab_size": 264})))
    assert str(fault) == (
        f"{tmp_path / 'a.json'}, key config.default_vocab_size: 264 tokens are declared; it has 4 "
        f"special and 259 others. The file is damaged; get a new copy."
    )


def test_cut_files(tmp_path: Path) -> None:
    data = json.dumps(file()).encode()
    for end in (3000, 9000, len(data) - 1):
        fault = refusal(tmp_path, "a.json", data[:end])
        assert fault is not None
        assert fault.code.startswith("json_")


def test_what_the_format_cannot_hold(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="it needs special tokens, bytes, then others"):
        save_file(toy(), tmp_path / "a.json", "tekken")
    with pytest.raises(EngineError, match="has no split pattern"):
        save_file(
            Tokenizer(
                toy(specials={}).model,
                opened(tmp_path, "a.model", "minbpe v1\n\n0\n").tokenizer.pre_tokenizer,
            ),
            tmp_path / "a.json",
            "tekken",
        )
    assert [path.name for path in tmp_path.iterdir()] == ["a.model"]
