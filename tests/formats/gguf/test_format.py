"""GGUF vocabularies: what llama.cpp's own package reads and writes, and every way in which a file is bad."""

from __future__ import annotations

import json
import re
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import pytest

from tests.formats.toys import TEXT, opened, refusal, score_toy, toy
from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.base import blocks
from workbench.engine.base.errors import EngineError
from workbench.engine.child.isolation import Child
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.encoding.score_tokenizer import as_in, score_tokenizer
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.framing import Framing
from workbench.engine.models.listed_model import ListedModel
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.splitting.pre_tokenizers import custom, published
from workbench.formats import reading
from workbench.formats.gguf.fields import head_of
from workbench.formats.gguf.format import FORMAT, write
from workbench.formats.gguf.splits import SPLITS, TEKKEN
from workbench.formats.proof.llama_cpp import LlamaCpp, installed
from workbench.formats.registry import FORMATS, open_file, save_file, writable_as

ALPHABET = [bytes_to_unicode()[byte] for byte in range(256)]


def string(text: str | bytes) -> bytes:
    data = text.encode() if isinstance(text, str) else text
    return struct.pack("<Q", len(data)) + data


def file(*fields: bytes, count: int | None = None, version: int = 3) -> bytes:
    n_fields = len(fields) if count is None else count
    return b"GGUF" + struct.pack("<IQQ", version, 0, n_fields) + b"".join(fields)


def made(fields: dict[str, Any]) -> bytes:
    return head_of(fields)


def small(**changes: Any) -> bytes:
    """Return a file of the kind gpt2, its keys in "tokenizer.ggml." changed or, with None, left out."""
    tokens = [*ALPHABET, "he", "hel", "<|end|>"]
    fields = {
        "model": "gpt2", "pre": "gpt-2", "tokens": [token.encode() for token in tokens],
        "token_type": np.array([1] * 258 + [3], np.int32), "merges": [b"h e", b"he l"], "eos_token_id": 258,
    } | changes  # fmt: skip
    return made({f"tokenizer.ggml.{key}": value for key, value in fields.items() if value is not None})


def test_a_small_file(tmp_path: Path) -> None:
    found = opened(tmp_path, "a.gguf", small())
    tokenizer = found.tokenizer
    assert (found.format, found.notices, tokenizer.pre_tokenizer.name) == ("gguf", (), "gpt2")
    assert tokenizer.encode("hello<|end|>", allowed_special="all") == [257, ord("l"), ord("o"), 258]
    assert tokenizer.framing == Framing((), (258,))
    assert opened(tmp_path, "a.bin", small()).format == "gguf"


def test_bytes_without_a_token(tmp_path: Path) -> None:
    never = [0xC0, 0xC1, *range(0xF5, 0x100)]  # in UTF-8

    def without(*bytes_: int) -> bytes:
        texts = [f"[PAD{i}]" if i in bytes_ else text for i, text in enumerate(ALPHABET)]
        kinds = [5 if i in bytes_ else 1 for i in range(256)] + [1, 1, 3]
        tokens = [text.encode() for text in [*texts, "he", "hel", "<|end|>"]]
        return small(tokens=tokens, token_type=np.array(kinds, np.int32))

    found = opened(tmp_path, "a.gguf", without(*never))
    assert found.notices == ()
    assert found.tokenizer.encode("hello é") == [257, ord("l"), ord("o"), 32, 0xC3, 0xA9]
    with pytest.raises(EngineError, match="needs byte 0xFF"):
        found.tokenizer.encode_ordinary(b"he\xff")
    found = opened(tmp_path, "b.gguf", without(ord("x"), *never))
    assert str(found.notices[0]).startswith("llama.cpp skips 1 byte without a token, such as 0x78")
    assert found.tokenizer.encode("hel") == [257]
    for run in (found.tokenizer.encode, lambda text: found.tokenizer.explain(text)):
        with pytest.raises(EngineError, match="needs byte 0x78"):
            run("hex")


def test_a_token_that_is_not_in_the_alphabet_is_its_own_text(tmp_path: Path) -> None:
    tokens = [text.encode() for text in [*ALPHABET, "he", "hel", "日"]]
    for pre in ("command-r", "llama-bpe"):
        kinds = np.ones(259, np.int32)
        found = opened(
            tmp_path, f"{pre}.gguf", small(tokens=tokens, token_type=kinds, pre=pre, eos_token_id=None)
        )
        assert found.tokenizer.decode([258, 257]) == "日hel"
        assert found.tokenizer.encode_ordinary("日") == list("日".encode())


# llama_vocab::tokenize (add_special and parse_special false), llama.cpp of llama-cpp-python 0.3.36.
PHI_2_OF_LLAMA_CPP = [
    97,
    58,
    10,
    301,
    114,
    101,
    116,
    117,
    114,
    110,
    302,
    49,
    10,
    303,
    98,
    32,
    60,
    124,
    101,
    110,
    100,
    124,
    62,
]

ANSWERS = json.loads(Path(__file__).with_name("llama_cpp_answers.json").read_bytes())


@pytest.mark.parametrize(
    ("name", "ids"), [(name, group["ids"]) for group in ANSWERS["answers"] for name in group["pre"]]
)
def test_recorded_answers_of_llama_cpp(tmp_path: Path, name: str, ids: list[list[int]]) -> None:
    merges = [merge.encode() for merge in ANSWERS["merges"]]
    tokens = [*(text.encode() for text in ALPHABET), *(merge.replace(b" ", b"") for merge in merges)]
    kinds = np.ones(len(tokens), np.int32)
    data = small(pre=name, tokens=tokens, token_type=kinds, merges=merges, add_bos_token=False)
    tokenizer = opened(tmp_path, "a.gguf", data).tokenizer
    assert [tokenizer.encode(text) for text in ANSWERS["texts"]] == ids
    tokenizer.close()


def test_every_name_has_an_answer() -> None:
    assert {name for group in ANSWERS["answers"] for name in group["pre"]} == set(SPLITS)


@pytest.mark.parametrize("kind", ["llama", "gpt2"])
def test_what_is_written_can_be_read_by_its_own_package(tmp_path: Path, kind: str) -> None:
    scored = score_tokenizer(
        score_toy().model, {"<s>": 1, "</s>": 2}, "toy", framing=Framing((1,), (2,), True)
    )
    tokenizer = as_in(scored, "sentencepiece") if kind == "llama" else toy(published("gpt2"))
    path = save_file(tokenizer, tmp_path / "a.gguf")[0]
    reader = gguf.GGUFReader(path, "r")
    values = {key: field.contents() for key, field in reader.fields.items()}
    assert (values["GGUF.version"], values["GGUF.tensor_count"]) == (3, 0)
    assert (values["general.name"], values["tokenizer.ggml.model"]) == ("toy", kind)
    tokens = values["tokenizer.ggml.tokens"]
    if kind == "llama":
        assert tokens[:4] + tokens[259:] == ["<unk>", "<s>", "</s>", "<0x00>", "▁", "a", "aa", "▁a", "日本"]
        assert values["tokenizer.ggml.scores"][260:] == [-1.0, -2.0, -3.0, -4.0]
        assert values["tokenizer.ggml.token_type"][:4] == [2, 3, 3, 6]
        assert values["tokenizer.ggml.add_bos_token"] is True
        assert (values["tokenizer.ggml.bos_token_id"], values["tokenizer.ggml.unknown_token_id"]) == (1, 0)
    else:
        assert (tokens[32], tokens[256], tokens[299], tokens[300]) == ("Ġ", "aa", "[PAD299]", "<|end|>")
        assert values["tokenizer.ggml.merges"][:3] == ["a a", "aa a", "aaa b"]
        assert values["tokenizer.ggml.token_type"][255:] == [1] * 7 + [5] * 38 + [3]
    again = open_file(path).tokenizer
    for text in (TEXT, "aa 日本 a▁a  b", ""):
        assert again.encode_ordinary(text) == tokenizer.encode_ordinary(text)
    assert (dict(again.special_tokens), again.framing) == (dict(tokenizer.special_tokens), tokenizer.framing)
    save_file(again, tmp_path / "b.gguf")
    assert (tmp_path / "b.gguf").read_bytes() == Path(path).read_bytes()


@pytest.mark.parametrize("order", [gguf.GGUFEndian.LITTLE, gguf.GGUFEndian.BIG])
def test_what_its_own_package_writes(tmp_path: Path, order: gguf.GGUFEndian) -> None:
    writer = gguf.GGUFWriter(tmp_path / "a.gguf", "llama", endianess=order)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("llama-bpe")
    writer.add_token_list([*ALPHABET, "ab", "ba", "aba"])
    writer.add_token_types([1] * 259)
    writer.add_token_merges(["a b", "ab a", "b a"])
    writer.add_bos_token_id(3)
    writer.add_add_bos_token(True)
    writer.add_chat_template("{{ messages }}")
    writer.add_array("other.nested", [[1, 2], [3]])
    writer.add_tensor("weights", np.zeros((4, 4), np.float32))
    for step in (writer.write_header_to_file, writer.write_kv_data_to_file, writer.write_tensors_to_file):
        step()
    writer.close()
    tokenizer = open_file(tmp_path / "a.gguf").tokenizer
    assert (tokenizer.pre_tokenizer.name, tokenizer.chat_template) == ("llama3", "{{ messages }}")
    assert tokenizer.framing == Framing((3,), (), True)
    assert tokenizer.encode("aba abab") == [258, 32, 256, 256]
    assert tokenizer.encode("baab") == [257, 256]


def test_a_name_that_is_not_known(tmp_path: Path) -> None:
    found = opened(tmp_path, "a.gguf", small(pre="viking"))  # 20
    assert [notice.code for notice in found.notices] == ["gguf_pre_unknown"]
    assert found.tokenizer.token_bytes(257) == b"hel"
    assert found.tokenizer.decode([257, 258]) == "hel<|end|>"
    assert found.tokenizer.encode("") == []
    with pytest.raises(EngineError) as caught:
        found.tokenizer.encode("hello")
    assert str(caught.value) == (
        f"{tmp_path / 'a.gguf'}: its split pattern viking is not known, so text cannot be encoded. "
        "Open the tokenizer.json that it was made from."
    )


def test_the_tokens_of_a_kind_that_is_not_known(tmp_path: Path) -> None:
    tokens = [text.encode() for text in ("[UNK]", "[CLS]", "▁the", "ing", "<0x41>")]
    found = opened(
        tmp_path,
        "a.gguf",
        small(
            model="bert", tokens=tokens, token_type=np.array([2, 3, 1, 1, 6], np.int32), merges=None,
            eos_token_id=None, bos_token_id=1, scores=np.arange(5, dtype=np.float32),
        ),
    )  # fmt: skip
    tokenizer = found.tokenizer
    assert str(found.notices[0]) == (
        "bert tokenizers are not supported, so text cannot be encoded. Open the tokenizer.json or "
        "SentencePiece model that it was made from."
    )
    assert [tokenizer.token_bytes(i) for i in range(5)] == [b"[UNK]", b"[CLS]", b" the", b"ing", b"A"]
    assert (dict(tokenizer.special_tokens), tokenizer.framing.before) == ({"[CLS]": 1}, (1,))
    assert tokenizer.decode([2, 3, 4]) == " theingA"
    assert tokenizer.vocab_table().ids.tolist() == [0, 1, 2, 3, 4]
    assert isinstance(tokenizer.model, ListedModel)
    assert (tokenizer.model.scores.tolist(), tokenizer.model.unknown_ids.tolist()) == ([0, 2, 3, 4], [0])
    assert tokenizer.encode("") == []
    for encode in (tokenizer.encode, lambda text: tokenizer.model.encode_piece(text.encode())):
        with pytest.raises(EngineError, match="bert tokenizers are not supported, so text cannot be"):
            encode("the")
    assert writable_as(tokenizer) == ()


def key(name: str, kind: int, value: bytes) -> bytes:
    return string(name) + struct.pack("<I", kind) + value


def array(kind: int, count: int, values: bytes = b"") -> bytes:
    return struct.pack("<IQ", kind, count) + values


KEY = "tokenizer.ggml.tokens"
MOST_MEMORY = 500_000_000  # bytes


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    with Child(MOST_MEMORY) as running:
        yield running


HUGE = 1 << 63


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (file(key(KEY, 9, array(8, HUGE))), "file_short", 69),
        (file(key(KEY, 9, array(0, HUGE))), "file_short", 69),
        (file(key(KEY, 9, array(4, 10**9))), "file_short", 69),
        (file(key(KEY, 9, array(8, 10**9))), "file_short", 69),
        (file(key(KEY, 8, struct.pack("<Q", HUGE))), "file_short", 65),
        (file(count=HUGE), "gguf_too_many_keys", 24),
        (file(string(b"x" * 70_000) + bytes(99)), "gguf_key_long", 32),
        (file(key("a", 9, array(9, 1) * 5000)), "gguf_deep", None),
        (file(key("a", 0, b"1"), key("a", 0, b"1")), "gguf_key_twice", None),
        (file(string(b"\xff") + bytes(5)), "gguf_not_text", None),
        (file(key("a", 8, string(b"\xff\xfe"))), "gguf_not_text", None),
        (file(key("a", 77, bytes(9))), "gguf_type", 37),
        (file(version=9), "gguf_version", 24 - 16),
        (file()[:10], "file_short", 8),
        (file()[:8] + struct.pack("<QQ", 1, 0), "file_short", 24),  # a tensor that is not there
        (file(key("general.name", 8, string("x"))), "gguf_no_tokenizer", None),
        (small(model="bert", token_type=np.full(259, 6, np.int32)), "spm_byte_spelling", 0),
        (small(model=np.ones(3, np.float32)), "gguf_key_kind", "tokenizer.ggml.model"),
        (small(tokens=None), "gguf_key_missing", "tokenizer.ggml.tokens"),
        (small(tokens="abc"), "gguf_key_kind", "tokenizer.ggml.tokens"),
        (small(tokens=[b"a"]), "gguf_lengths", "tokenizer.ggml.token_type"),
        (small(token_type=np.ones(9, np.int32)), "gguf_lengths", "tokenizer.ggml.token_type"),
        (small(token_type=np.ones(259, np.float32)), "gguf_key_kind", "tokenizer.ggml.token_type"),
        (small(token_type=np.full(259, 9, np.int32)), "gguf_token_type", 0),
        (small(merges=[b"h h"]), "gguf_merge", "tokenizer.ggml.merges"),
        (small(merges="x"), "gguf_key_kind", "tokenizer.ggml.merges"),
        (small(eos_token_id="x"), "gguf_key_kind", "tokenizer.ggml.eos_token_id"),
        (small(add_bos_token=7), "gguf_key_kind", "tokenizer.ggml.add_bos_token"),
        (small(tokens=[t.encode() for t in [*ALPHABET[1:], "he", "hel", "e", "x"]]), "token_twice", 257),
        (small(tokens=[f"日{i}".encode() for i in range(259)], merges=None), "bytes_missing", None),
        (small(model="llama", scores=np.full(259, np.nan, np.float32)), "token_score", 0),
        (small(model="llama", scores=np.zeros(3, np.float32)), "gguf_lengths", "tokenizer.ggml.scores"),
        (small(model="llama", scores=np.zeros(259, np.int32)), "gguf_key_kind", "tokenizer.ggml.scores"),
        (small(model="llama"), "nothing_for_the_unknown", None),
        (small(model="llama", token_type=np.full(259, 6, np.int32)), "spm_byte_spelling", 0),
    ],
)  # fmt: skip
def test_bad_files(
    tmp_path: Path, child: Child, data: bytes, code: str, place: int | str | None
) -> None:  # fault 19
    path = tmp_path / "a.gguf"
    path.write_bytes(data)
    start = time.perf_counter()
    with pytest.raises(EngineError) as caught:
        open_file(path, child)
    assert time.perf_counter() - start < 20  # tenths of a second, the start of a child, and a busy machine
    fault = caught.value
    # Not that the child has run out of memory: it has no more than the file may take.
    assert fault.code == code
    if place is not None:
        assert fault.place is not None
        assert fault.place.value == place
    assert str(fault).startswith(str(path))
    assert fault.remedy
    status = Path(f"/proc/{child.pid}/status")
    if child.pid is not None and status.exists():
        (peak,) = re.findall(r"VmHWM:\s*(\d+) kB", status.read_text())
        assert int(peak) << 10 < MOST_MEMORY


def test_what_a_message_says(tmp_path: Path) -> None:
    fault = refusal(tmp_path, "a.gguf", file(key(KEY, 9, array(8, 10**9))))
    assert str(fault) == (
        f"{tmp_path / 'a.gguf'}, byte 69: the file should extend to byte 8000000069, but has 69 bytes. "
        "The file is cut short; get a new copy."
    )


def test_only_the_head_of_a_large_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.gguf"
    path.write_bytes(small())
    with path.open("r+b") as large:
        large.truncate(5 << 30)  # a hole: nothing is on the disk
    start = time.process_time()
    assert open_file(path).tokenizer.encode("hel") == [257]
    assert time.process_time() - start < 5
    monkeypatch.setattr(reading, "LARGEST_HEAD", 1)
    monkeypatch.setattr(blocks, "BLOCK", 2000)
    with pytest.raises(EngineError, match="only 2000 bytes are read"):
        open_file(path)


def test_the_file_of_a_whole_model_is_not_replaced(tmp_path: Path) -> None:
    writer = gguf.GGUFWriter(tmp_path / "a.gguf", "llama")
    writer.add_tensor("weights", np.zeros((4, 4), np.float32))
    for step in (writer.write_header_to_file, writer.write_kv_data_to_file, writer.write_tensors_to_file):
        step()
    writer.close()
    before = (tmp_path / "a.gguf").read_bytes()
    with pytest.raises(
        EngineError, match="the file holds a whole model, and only its vocabulary would remain"
    ):
        save_file(toy(published("gpt2")), tmp_path / "a.gguf")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.gguf", before)]


def test_an_added_token_spelled_as_a_byte_that_utf_8_never_has(tmp_path: Path) -> None:
    kinds = np.array([4 if byte == 0xF5 else 1 for byte in range(256)] + [1, 1, 3], np.int32)
    tokenizer = opened(tmp_path, "a.gguf", small(pre="deepseek-coder", token_type=kinds)).tokenizer
    assert tokenizer.encode_ordinary("a\xf5") == [97, 0xF5]
    assert tokenizer.decode([97, 0xF5]) == "a\xf5"  # as llama.cpp prints it
    tokenizer.close()


@pytest.mark.parametrize("shape", ["gpt-neox", "command-r", "phi-3"])
def test_what_is_offered_works(tmp_path: Path, shape: str) -> None:
    tokens = [text.encode() for text in [*ALPHABET, "he", "hel", "\U0001f1f8"]]
    if shape == "gpt-neox":  # a byte lacks a token
        data = small(tokens=[b"[PAD]" if i == 0xFF else token for i, token in enumerate(tokens)])
    elif shape == "command-r":  # two tokens have the same bytes
        flag = "".join(bytes_to_unicode()[byte] for byte in tokens[258]).encode()
        data = small(tokens=[*tokens, flag], token_type=np.ones(260, np.int32), eos_token_id=None)
    else:  # two tokens for the unknown
        texts = [b"<unk>", b"<two>", *(b"<0x%02X>" % byte for byte in range(256)), b"a"]
        kinds = np.array([2, 2, *[6] * 256, 1], np.int32)
        data = small(model="llama", tokens=texts, token_type=kinds, eos_token_id=None)
    tokenizer = opened(tmp_path, "a.gguf", data).tokenizer
    closed = {"gpt-neox": "hf", "command-r": "", "phi-3": "sentencepiece"}[shape]
    assert writable_as(tokenizer)
    assert closed not in writable_as(tokenizer)
    for name in writable_as(tokenizer):
        path = Path(save_file(tokenizer, tmp_path / f"x-{name}", name)[0])
        again = open_file(path).tokenizer
        assert [again.token_bytes(i) for i in range(260)] == [tokenizer.token_bytes(i) for i in range(260)]
        again.close()
    tokenizer.close()


@pytest.mark.parametrize("whole", [True, False])
def test_the_name_of_the_split_says_whether_pieces_are_taken_whole(tmp_path: Path, whole: bool) -> None:
    """No merge makes "hel" here: llama.cpp makes one token of it as a piece, or three."""
    tokens = {i: bytes([i]) for i in range(256)} | {256: b"hel"}
    model = PairMergedBpe.from_pairs(tokens, [], range(256), whole_pieces=whole)
    tokenizer = Tokenizer(model, published("llama3"))
    assert tokenizer.encode("hel") == ([256] if whole else [*b"hel"])
    save_file(tokenizer, tmp_path / "a.gguf")
    data = (tmp_path / "a.gguf").read_bytes()
    assert (b"llama-bpe" in data, b"dbrx" in data) == (whole, not whole)
    again = open_file(tmp_path / "a.gguf").tokenizer
    assert again.encode("hel hel") == tokenizer.encode("hel hel")
    if installed():
        assert LlamaCpp(str(tmp_path / "a.gguf")).encode(b"hel hel") == tokenizer.encode("hel hel")
    other = Tokenizer(PairMergedBpe.from_pairs(tokens, [], range(256), whole_pieces=True), published("gpt2"))
    assert FORMAT.fit(other).losses[0].code == "gguf_cannot_hold_whole"


def test_a_split_of_llama_cpps_own_is_written_under_its_name(tmp_path: Path) -> None:
    for pre in ("starcoder", "falcon", "default", "deepseek-llm", "qwen35"):
        tokenizer = opened(tmp_path, f"{pre}.gguf", small(pre=pre)).tokenizer
        assert "gguf" in writable_as(tokenizer), pre
        for name in {"gguf", "hf"} & set(writable_as(tokenizer)):
            save_file(tokenizer, tmp_path / f"{pre}-{name}", name)
            again = open_file(tmp_path / f"{pre}-{name}").tokenizer
            text = "hello 1234 (a+b) 'tis 日本"
            assert again.encode(text) == tokenizer.encode(text), (pre, name)
            again.close()
        tokenizer.close()


@pytest.mark.parametrize(("pattern", "pre"), [("o200k", "gpt-4o"), (TEKKEN, "tekken")])
def test_splits_that_llama_cpp_has_otherwise(tmp_path: Path, pattern: str, pre: str) -> None:
    splitter = published(pattern) if pattern == "o200k" else custom(pattern)
    hindi = "\u0928\u092e\u0938\u094d\u0924\u0947"
    tokenizer = toy(splitter)
    assert len(splitter.split(hindi.encode())) == 1
    fit = FORMAT.fit(tokenizer)
    assert (fit.level, fit.losses[0].facts) == ("other_ids", {"pre": pre})
    assert "cuts at marks (\\p{M})" in str(fit.losses[0])
    path = tmp_path / "a.gguf"
    path.write_bytes(write(tokenizer).data)
    again = open_file(path).tokenizer
    assert len(again.pre_tokenizer.split(hindi.encode())) == 3  # cut before each mark
    assert FORMAT.fit(again).level == "whole"
    again.close()
    splitter.close()


def test_added_tokens_that_are_not_special(tmp_path: Path) -> None:
    """As in microsoft/phi-2: runs of spaces and tabs are added, and no special tokens."""
    always = Flags(special=False)
    added = {"<|end|>": 300, "    ": 301, "  ": 302, "\t\t": 303}
    flags = {text: always for text in list(added)[1:]}
    tokenizer = toy(published("gpt2"), AddedTokens(added, flags))
    code = "a:\n    return  1\n\t\tb <|end|>"
    ids = tokenizer.encode_ordinary(code)
    assert ids[3] == 301
    assert {302, 303} < set(ids)
    path = save_file(tokenizer, tmp_path / "a.gguf")[0]
    types = gguf.GGUFReader(path, "r").fields["tokenizer.ggml.token_type"].contents()
    assert types[300:] == [3, 4, 4, 4]
    again = open_file(path).tokenizer
    assert again.encode_ordinary(code) == ids == PHI_2_OF_LLAMA_CPP
    assert again.decode(ids) == code
    for known in FORMATS:  # its neighbors
        fit = known.fit(tokenizer)
        if known.name in ("gguf", "hf"):
            assert fit.level == "whole"
        elif fit.level != "cannot":
            assert (fit.level, fit.losses[0].code) == ("other_ids", "leaves_out_added"), known.name
            assert "3 added tokens as special, such as “    ”" in str(fit.losses[0])
    assert any(known.name == "gpt2" and known.fit(tokenizer).level == "other_ids" for known in FORMATS)
    with pytest.raises(EngineError, match="stores 3 added tokens"):  # not what the card keeps
        save_file(tokenizer, tmp_path / "merges.txt")


def test_what_the_format_cannot_hold(tmp_path: Path) -> None:
    for tokenizer, message in (
        (toy(custom(r"\w+|\W+")), 'no such split. Train with preset="gpt2" or "minbpe", or pattern="llama3"'),
        (toy(published("gpt2"), {"<x>": 1 << 20}), "id 1048576 is more than 65536 above"),
    ):
        with pytest.raises(EngineError, match=message):
            save_file(tokenizer, tmp_path / "a.gguf")
    assert list(tmp_path.iterdir()) == []
