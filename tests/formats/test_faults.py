"""Every fault of a tokenizer file that the trusted systems are known for, by number, and what is said of it.

The numbers are those of the list of faults. Each row asserts the whole message: the
file, the place, what is wrong and what to do. Fault 23, a chat template that does harm, is in
tests/engine/chat/test_templates.py.
"""

from __future__ import annotations

import json
import os
import struct
from pathlib import Path
from typing import Any

import pytest

from tests.formats.clip.test_format import OWN, WHOLE, packed
from tests.formats.gguf.test_format import array, key, small, string
from tests.formats.gguf.test_format import file as gguf
from tests.formats.hf_toys import added, bpe, data_of
from tests.formats.llama2c import test_format as llama2c
from tests.formats.nanochat.test_format import state
from tests.formats.sentencepiece.test_format import flag, put
from tests.formats.tekken.test_format import BYTES, entry
from tests.formats.tekken.test_format import file as tekken
from tests.formats.toys import TEXT, ranks_file, toy, unsplit
from workbench.api import convert
from workbench.engine.base.errors import EngineError
from workbench.engine.splitting.pre_tokenizers import custom, published
from workbench.formats.registry import FORMATS, open_file, save_file

JSON = "tokenizer.json"
VOCAB = {"a": 0, "b": 1, "ab": 2}
HUGE = 1 << 63
LIST = "tokenizer.ggml.tokens"

_CUT = "The file is cut short; get a new copy."
_DAMAGED = "The file is damaged; get a new copy."
_KINDS = f"Choose one of these: {', '.join(f'{known.title} ({known.suffix})' for known in FORMATS)}."


def hf(**changes: Any) -> bytes:
    return data_of(bpe(VOCAB, [["a", "b"]], **changes))


def bin_file(*rows: bytes, **options: Any) -> bytes:
    return llama2c.file(*rows, **options)


# number, file, its bytes, the place, the cause, what to do
Row = tuple[int, str, bytes, str, str, str]
REFUSED: list[Row] = [
    (
        2, "a.model", b"minbpe v1\n[a\nb]\n0\n", "line 3",
        "the number of special tokens was expected, but the line says “b]”",
        "If the split pattern continues on this line, write it in one line; otherwise get a new copy.",
    ),
    (
        3, "a.model", b"minbpe v1\n\n1\n 300\n", "line 4",
        "a special token and its id were expected, but the line says “300”",
        "If the special token contains a line end, remove it; otherwise get a new copy.",
    ),
    (
        4, "a.model", b"minbpe v1\n\n0\n97 97\n97 257\n", "line 5",
        "the merge uses id 257, but only ids up to 256 exist by then",
        _DAMAGED,
    ),
    (
        4, "a.model", b"minbpe v1\n\n0\n97 97\n97 -5\n", "line 5", "the merge uses the negative id -5",
        _DAMAGED,
    ),
    (
        4, "a.model", b"minbpe v1\n\n0\n97 97 97\n", "line 4",
        "two ids were expected, but the line says “97 97 97”", _DAMAGED,
    ),
    (
        4, "a.model", b"minbpe v1\n\n0\n97 97\n97 97\n", "line 5",
        "the pair 97 97 is merged again; its first merge made id 256",
        "Get a new copy of the file.",
    ),
    (
        5, "a.model", b"minbpe v1\n\n1\n<a> 256\n97 97\n", "line 4",
        "the special token “<a>” has id 256, the id of “aa”",
        "Give it an unused id.",
    ),
    (
        5, "a.model", b"minbpe v1\n\n2\n<a> 300\n<b> 300\n", "line 5",
        "the special tokens “<a>” and “<b>” have the same id 300", "Give it an unused id.",
    ),
    (
        6, "a.model", b"minbpe v1\n\x81\x8d\n0\n", "line 2",
        "the encoding of the file was not recognized",
        "Save it as UTF-8, or get a new copy.",
    ),
    (
        7, "a.tiktoken", ranks_file() + b"@@@ 256\n", "line 257",
        "“@@@” is not base64: Only base64 data is allowed",
        "The file is damaged; get a new copy.",
    ),
    (
        7, "a.tiktoken", ranks_file() + b"= 256\n", "line 257", "the token has no bytes",
        "Remove the line, or get a new copy.",
    ),
    (
        7, "a.tiktoken", ranks_file() + b" \n", "line 257", "the token has no bytes",
        "Remove the line, or get a new copy.",
    ),
    (
        7, "a.tiktoken", ranks_file() + b"YWI= 1_0\n", "line 257", "the rank “1_0” is not a plain number",
        "The file is damaged; get a new copy.",
    ),
    (
        7, "a.tiktoken", ranks_file() + b"YWI= -256\n", "line 257", "the rank -256 is negative",
        "The file is damaged; get a new copy.",
    ),
    (
        7, "a.tiktoken", ranks_file() + b"YQ== 256\n", "line 257",
        "the token is already in line 98, with rank 97",
        "Remove the line, or get a new copy.",
    ),
    (
        7, "a.tiktoken", ranks_file() + b"YWI= 97\n", "line 257",
        "the rank 97 is already in line 98",
        "The file is damaged; get a new copy.",
    ),
    (
        7, "a.tiktoken", ranks_file().replace(b"QQ== 65\n", b""), "",
        "1 byte has no token; the first is 0x41",
        "This vocabulary cannot encode every text; get a complete copy.",
    ),
    (
        7, "a.tiktoken", b"<!DOCTYPE html><html>", "",
        "the file is a web page (HTML), which cannot be opened here", _KINDS,
    ),
    (7, "a.tiktoken", b"", "", "the file is empty", "Get a new copy of the file."),
    (
        9, JSON, data_of(bpe({"a": 0, "b": 1}, [["a", "b"]])), "key model.merges[0]",
        "merge 0: “a” + “b” (“ab”) is not a token",
        "The vocabulary and the merges do not belong together; get a new copy.",
    ),
    (
        9, JSON, data_of(bpe({"a": 0, "#": 1}, [["a", "#"]], continuing_subword_prefix="##")),
        "key model.merges[0]", "merge 0, “a” + “#”: “#” has no prefix “##”",
        "The file is damaged; get a new copy.",
    ),
    (
        10, JSON, data_of(bpe({"a": 0, "b": 1}, [], added_tokens=[added("<x>", 500)])),
        "key added_tokens[0].id",
        "tokenizers gives “<x>” id 2, not 500",
        "Put it into model.vocab with id 500.",
    ),
    (
        11, JSON, data_of(bpe({"a": 0, "b": 0}, [])), "key model.vocab.b",
        "the tokens “a” and “b” have the same id 0",
        "Repair it, or get a new copy.",
    ),
    (
        11, JSON, data_of(bpe({"a": 1 << 33}, [])), "key model.vocab.a",
        "the id 8589934592 of the token “a” is outside 0 to 4294967295",
        "Repair it, or get a new copy.",
    ),
    (
        11, JSON, data_of(bpe({"a": -1}, [])), "key model.vocab.a",
        "the id -1 of the token “a” is outside 0 to 4294967295",
        "Repair it, or get a new copy.",
    ),
    (
        11, JSON, data_of(bpe({"a": 1.5}, [])), "key model.vocab.a",
        "the id of the token “a” is 1.5, which is not a whole number",
        "Repair it, or get a new copy.",
    ),
    (
        11, JSON, hf().replace(b'"b": 1', b'"a": 1'), "byte {1}",
        "the key “a” occurs twice; programs read it differently",
        "Remove one.",
    ),
    (
        13, JSON, hf(version="2.0"), "key version", 'its version is "2.0", not 1.0',
        "Save it as version 1.0 with tokenizers.",
    ),
    (
        13, JSON, b'{"version": "1.0"}', "key model", "the key “model” is missing",
        _DAMAGED,
    ),
    (14, JSON, hf()[:200], "byte 200", "the file ends early", _CUT),
    (
        14, JSON, hf().replace(b'"a": 0', b'"a": NaN'), "byte {NaN}", "NaN is not valid JSON",
        "Put a number in its place, or get a new copy.",
    ),
    (
        14, JSON, hf().replace(b'"a": 0', b'"\\ud800": 0'), "key model.vocab",
        "“\\ud800” contains a lone surrogate",
        "Write it with whole characters.",
    ),
    (
        14, JSON, hf().replace(b'"decoder": null', b'"decoder": ' + b"[" * 10_000 + b"]" * 10_000),
        "byte {deep}", "it is nested too deeply",
        "Check where the file comes from: it may be damaged or malicious.",
    ),
    (
        14, JSON, hf().replace(b'"a": 0', b'"a": ' + b"1" * 5000), "byte {digits}",
        "the number 111111111111… has 5000 digits",
        "Check where the file comes from: it may be damaged or malicious.",
    ),
    (
        16, "a.txt.gz", b"nothing", "", "it is not CLIP's list of merges",
        "Download bpe_simple_vocab_16e6.txt.gz again.",
    ),
    (
        16, "a.txt.gz", WHOLE[:-12], "", "the compressed data ends early, after 52 bytes of text",
        "The file is cut short; get a new copy.",
    ),
    (
        16, "a.txt.gz", packed(["i n"], OWN), "line 2", "the list ends after 1 of 48894 merges",
        _CUT,
    ),
    (
        16, "a.txt.gz", WHOLE[:-8] + bytes(4) + WHOLE[-4:], "",
        "the compressed data cannot be read: Error -3 while decompressing data: incorrect data check",
        "The file is damaged; get a new copy.",
    ),
    (
        17, "a.model", put(260, piece="x" * 20_000_000), "id 260",
        "token 260 has 20000000 bytes; SentencePiece allows fewer than 8000", _DAMAGED,
    ),
    (
        17, "a.model", put(260, piece="b"), "id 261", "the token “b” occurs twice, with ids 260 and 261",
        _DAMAGED,
    ),
    (
        17, "a.model", put(0, type=1), "",
        "it has no unknown token, which SentencePiece needs", _DAMAGED,
    ),
    (
        17, "a.model", put(260, type=2), "id 260", "tokens 0 and 260 are both unknown tokens",
        _DAMAGED,
    ),
    (
        17, "a.model", put(260, score=float("nan")), "id 260",
        "the score of token 260 is nan, which is not a finite number", _DAMAGED,
    ),
    (
        17, "a.model", put(260, score=float("inf")), "id 260",
        "the score of token 260 is inf, which is not a finite number", _DAMAGED,
    ),
    (
        17, "a.model", flag(precompiled_charsmap=b"\0\0"), "",
        "the replacement table of its normalizer is invalid: its array is said to have 0 of its 2 bytes",
        _DAMAGED,
    ),
    (
        17, "a.model", put(3, piece="<0x-1>"), "id 3",
        "token 3, “<0x-1>”, is marked as a byte, but is not written <0xNN>", _DAMAGED,
    ),
    (17, "a.model", b"", "", "the file is empty", "Get a new copy of the file."),
    (
        18, "a.bin", bin_file(llama2c.record(b"b", length=2**32 - 1)), f"byte {llama2c.END:,}",
        "token 261 has 4294967295 bytes, more than the file's longest, 8",
        _DAMAGED,
    ),
    (
        18, "a.bin", bin_file()[:-2], "byte 3,637", "the file ends inside token 260",
        _CUT,
    ),
    (
        18, "a.bin", bin_file(longest=0), "byte 0",
        "its longest token is given as 0 bytes, outside 1 to 65536",
        _DAMAGED,
    ),
    (
        18, "a.bin", bin_file(tokens=[]), "byte 4", "the file holds no tokens",
        _CUT,
    ),
    (
        18, "a.bin", bin_file(llama2c.record(b"b", float("nan"))), f"byte {llama2c.END:,}",
        "the score of token 261 is nan, which is not a finite number",
        _DAMAGED,
    ),
    (
        18, "a.bin", b"PK\x03\x04" + bytes(99), "",
        "the file is a zip archive, which cannot be opened here", _KINDS,
    ),
    (
        19, "a.gguf", gguf(key(LIST, 9, array(8, 10**9))), "byte 69",
        "the file should extend to byte 8000000069, but has 69 bytes",
        "The file is cut short; get a new copy.",
    ),
    (
        19, "a.gguf", gguf(key(LIST, 8, struct.pack("<Q", HUGE))), "byte 65",
        f"the file should extend to byte {HUGE + 65}, but has 65 bytes",
        "The file is cut short; get a new copy.",
    ),
    (
        19, "a.gguf", gguf(count=HUGE), "byte 24",
        "the file declares 9223372036854775808 keys, more than fit in it", _DAMAGED,
    ),
    (
        19, "a.gguf", gguf(key("a", 9, array(9, 1) * 5000)), "byte 133",
        "lists are nested more than 8 deep", _DAMAGED,
    ),
    (
        19, "a.gguf", gguf(key("a", 0, b"1"), key("a", 0, b"1")), "byte 47", "the key a occurs twice",
        _DAMAGED,
    ),
    (
        19, "a.gguf", gguf(string(b"\xff") + bytes(5)), "byte 33", "“\\xff” is not UTF-8", _DAMAGED,
    ),
    (
        19, "a.gguf", small(scores="x", model="llama"), "key tokenizer.ggml.scores",
        "its value is not a list of numbers of 32 bits", _DAMAGED,
    ),
    (
        19, "a.gguf", small(tokens=[b"a"]), "key tokenizer.ggml.token_type",
        "it has 259 entries for 1 token", _DAMAGED,
    ),
    (
        19, "a.gguf", gguf(key("split.no", 2, b"\1\0"), key("split.count", 2, b"\3\0")), "",
        "the GGUF file has no tokenizer",
        "Choose the part of the model with the vocabulary, usually the first.",
    ),
    (
        21, "tekken.json", json.dumps(tekken(vocab=[*BYTES, entry(257, b"ab")] * 2)).encode(),
        "key vocab[256].rank", "rank 257 where 256 is expected", _DAMAGED,
    ),
    (
        21, "tekken.json",
        json.dumps(tekken(vocab=[*BYTES[:7], entry(7, b"b"), *BYTES[8:], 0, 0])).encode(),
        "key vocab[7].token_bytes", "rank 7 should be that byte, but is 0x62", _DAMAGED,
    ),
    (
        21, "tekken.json", json.dumps(tekken({"default_vocab_size": 264})).encode(),
        "key config.default_vocab_size",
        "264 tokens are declared; it has 4 special and 259 others", _DAMAGED,
    ),
    (
        21, "tekken.json",
        json.dumps(tekken(special_tokens=[{"rank": 1, "token_str": "<s>"}])).encode(),
        "key special_tokens[0].rank", "rank 1 where 0 is expected", _DAMAGED,
    ),
    (
        21, "tekken.json", json.dumps(tekken({"version": "v99"})).encode(), "key config.version",
        "its version is v99; known: v1, v2, v3, v7, v11, v13",
        "Get another, or update the program.",
    ),
    (
        22, "tokenizer.pkl", b"\x80\x04cposix\nsystem\nX\x04\0\0\0true\x85R.", "",
        "the file would build posix.system, not only a tiktoken Encoding",
        "Check where the file comes from: it may be damaged or malicious.",
    ),
    (
        22, "tokenizer.pkl", state("cl100k_base"), "",
        "it holds only “cl100k_base”, the name of an encoding",
        "Open its ranks (.tiktoken).",
    ),
    (
        22, "tokenizer.pkl", b"\x80\x04\x8e" + struct.pack("<Q", 1 << 62) + b"a.", "",
        "the pickle cannot be read: it asks for more memory than there is",
        "Get a new copy of the file.",
    ),
    (
        24, "model.json", b"GGUF\x03\0\0\0", "byte 8",
        "the file should extend to byte 16, but has 8 bytes",
        "The file is cut short; get a new copy.",
    ),
    (
        24, "tokenizer.gguf", b"%PDF-1.7", "", "the file is a PDF document, which cannot be opened here",
        _KINDS,
    ),
    (
        25, JSON, data_of(bpe({}, [])), "key model.vocab", "the vocabulary is empty",
        "Get a new copy of the file.",
    ),
]  # fmt: skip


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: f"{row[0]}-{row[4][:40]}")
def test_a_file_that_is_refused(tmp_path: Path, row: Row) -> None:
    _, name, data, place, cause, remedy = row
    path = tmp_path / name
    path.write_bytes(data)
    place = place.format(
        str(data.find(b'"a": 0')), data.find(b'"a": 1'), NaN=data.find(b"NaN"),
        deep=data.find(b"[" * 10_000) + 499, digits=data.find(b"1" * 5000),
    )  # fmt: skip
    with pytest.raises(EngineError) as caught:
        open_file(path)
    where = ", ".join(part for part in (str(path), place) if part)
    assert str(caught.value) == f"{where}: {cause}. {remedy}"
    assert path.read_bytes() == data


# number, file, its bytes, what is said of it, a text and its ids
TOLERATED: list[tuple[int, str, bytes, str, str, list[int]]] = [
    (
        1, "a.model", b"minbpe v1\n\n0\n97 97\n256 97",
        "the last line has no end: lines may be missing (2 merges). Compare it with a copy from its "
        "source.", "aaab", [257, 98],
    ),
    (
        3, "a.model", b"minbpe v1\n\n1\na b 400\n97 97\n",
        "the file may be cut short: it has no end mark or card (1 merge). Save it here once to get a "
        "card.", "aab", [256, 98],
    ),
    (
        6, "a.model", "minbpe v1\n(?i:é)|[^é]+\n0\n97 97\n".encode("cp1252"),
        "the file is not UTF-8; read as Windows-1252. Check its texts, then save it again.",
        "aaé", [256, 195, 169],
    ),
    (
        6, "a.model", "minbpe v1\n\n0\n97 97\n".encode("utf-16"),
        "the file is not UTF-8; read as UTF-16. Check its texts, then save it again.", "aa", [256],
    ),
    (
        7, "a.tiktoken", ranks_file(b"ab", first=300),
        "text cannot be encoded without its split pattern. Pass its publisher's "
        "as pattern.", "ab", [300],
    ),
    (
        12, JSON, data_of(bpe(VOCAB | {"abb": 3}, [["a", "b"], "ab b"])),
        "some merges are texts, some lists, which tokenizers refuses. No action is needed; saving it "
        "again corrects this.", "abb", [3],
    ),
    (
        14, JSON, b"\xef\xbb\xbf" + hf(),
        "the byte order mark at the start of the file was ignored. No action is needed; saving it again "
        "corrects this.", "ab", [2],
    ),
    (17, "a.model", put(260, piece="\0"),
     "sentencepiece never uses token 260, U+0000; byte tokens stand for it. No action is needed.",
     "\0", [259, 3]),
]  # fmt: skip


@pytest.mark.parametrize("row", TOLERATED, ids=lambda row: f"{row[0]}-{row[3][:40]}")
def test_a_file_that_is_opened_and_spoken_of(
    tmp_path: Path, row: tuple[int, str, bytes, str, str, list[int]]
) -> None:
    _, name, data, said, text, ids = row
    path = tmp_path / name
    path.write_bytes(data)
    found = open_file(path)
    assert [str(notice) for notice in found.notices][:1] == ([said] if said else [])
    assert unsplit(found).encode(text) == ids
    found.tokenizer.close()
    assert path.read_bytes() == data


def test_1_a_file_of_our_own_that_was_cut_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "toy.model"
    save_file(toy(), path)
    path.write_bytes(b"\n".join(path.read_bytes().split(b"\n")[:-3]) + b"\n")
    with pytest.raises(EngineError) as caught:
        open_file(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "toy.model.card.json" in str(caught.value)
    assert caught.value.remedy


def test_1_a_file_of_minbpe_that_was_cut_at_a_line_end_is_told_by_its_vocab(tmp_path: Path) -> None:
    path = tmp_path / "toy.model"
    _, vocab, own_card = (Path(file) for file in save_file(toy(), path))
    own_card.unlink()
    assert open_file(path).notices == ()
    whole = path.read_bytes()
    path.write_bytes(b"\n".join(whole.split(b"\n")[:-3]) + b"\n")
    assert [str(notice) for notice in open_file(path).notices] == [
        f"{vocab} next to it has 6 merges, the file only 4. Compare it with a copy from its source."
    ]
    vocab.write_bytes(b"] -> [no number\n")
    assert open_file(path).notices == ()
    vocab.unlink()
    assert [str(notice) for notice in open_file(path).notices] == [
        "the file may be cut short: it has no end mark or card (4 merges). Save it here once to get a card."
    ]


@pytest.mark.parametrize(
    ("pattern", "cause", "remedy"),
    [
        (
            "a\nb|.",
            "its pattern has a line end",
            "Write ",
        ),
        (
            r"\S+| ",
            "minbpe drops white space at the ends of a pattern",
            "Write that space",
        ),
    ],
)
def test_2_what_minbpe_would_lose_is_refused_before_writing(
    tmp_path: Path, pattern: str, cause: str, remedy: str
) -> None:
    path = tmp_path / "a.model"
    with pytest.raises(EngineError) as caught:
        save_file(toy(custom(pattern)), path)
    assert str(caught.value).startswith(f"{path}: a minbpe model cannot store this tokenizer: {cause}")
    assert caught.value.remedy.startswith(remedy)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("token", ["a b", "a\u00a0b", "a\u2028b"])
def test_3_special_tokens_that_minbpe_would_cut_are_kept_by_other_formats(tmp_path: Path, token: str) -> None:
    tokenizer = toy(published("gpt2"), {token: 300})
    with pytest.raises(EngineError) as caught:
        save_file(tokenizer, tmp_path / "a.model", "minbpe")
    assert str(caught.value) == (
        f"{tmp_path / 'a.model'}: a minbpe model cannot store this tokenizer: "
        f"“{token}” contains white space. Rename the token, or save as tiktoken ranks "
        f"(.tiktoken)."
    )
    save_file(tokenizer, tmp_path / "a.tiktoken")
    assert dict(open_file(tmp_path / "a.tiktoken").tokenizer.special_tokens) == {token: 300}


def test_8_an_edited_file_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "a.tiktoken"
    path.write_bytes(ranks_file(b"ab"))
    assert unsplit(open_file(path)).encode("abc") == [256, 99]
    path.write_bytes(ranks_file(b"bc"))
    assert unsplit(open_file(path)).encode("abc") == [97, 256]


def test_12_merges_as_texts_for_old_readers(tmp_path: Path) -> None:
    path = tmp_path / JSON
    assert list(convert.export(toy(published("gpt2")), path, "hf", old_readers=True))
    assert {type(merge) for merge in json.loads(path.read_bytes())["model"]["merges"]} == {str}
    assert open_file(path).tokenizer.encode_ordinary(TEXT) == toy(published("gpt2")).encode_ordinary(TEXT)


def test_13_what_the_library_alone_can_run(tmp_path: Path) -> None:
    path = tmp_path / JSON
    unigram = bpe({}, [])
    unigram["model"] = {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], ["a", -1.0]]}
    path.write_bytes(data_of(unigram))
    found = open_file(path)
    (said,) = (str(notice) for notice in found.notices)
    assert said.startswith("model Unigram is run by tokenizers ")
    assert said.endswith("Everything except merges can be shown.")
    assert found.tokenizer.model.of_bytes is None
    found.tokenizer.close()
    path.write_bytes(hf(pre_tokenizer={"type": "Magic"}))
    with pytest.raises(EngineError) as caught:
        open_file(path)
    assert str(caught.value).startswith(f"{path}: tokenizers cannot use it: data did not match any variant")
    assert caught.value.remedy == "Check the file, or get a new copy."


@pytest.mark.parametrize(
    ("merges", "said"),
    [
        (b"a b\n", "the merges lack their first line, “#version”"),
        (b"#version: 0.2\r\na b\r\n", "the file has Windows line ends"),
        (b"#version: 0.2\na\tb\n", "tabs separate the tokens of merges, which tokenizers refuses"),
        (
            b"#version: 0.2\na b\n\n",
            "there are blank lines in the merges, which tokenizers refuses",
        ),
        (b"#version: 0.2\na b \n", "there are extra spaces in the merges, which tokenizers refuses"),
        (b"\xef\xbb\xbf#version: 0.2\na b\n", "the byte order mark at the start of the file was ignored"),
    ],
)
def test_15_merges_that_tokenizers_would_refuse(tmp_path: Path, merges: bytes, said: str) -> None:
    save_file(toy(published("gpt2"), merges=[(97, 98)], specials={}), tmp_path / "merges.txt")
    (tmp_path / "merges.txt.card.json").unlink()
    (tmp_path / "merges.txt").write_bytes(merges)
    found = open_file(tmp_path / "merges.txt")
    assert found.notices[0].cause.startswith(said)
    assert found.notices[0].remedy.startswith("No action is needed")
    assert found.tokenizer.encode("abc") == [256, 99]


def test_20_tokens_are_shown_and_nothing_is_encoded(tmp_path: Path) -> None:
    path = tmp_path / "a.gguf"
    path.write_bytes(small(pre="viking"))
    found = open_file(path)
    assert [str(notice) for notice in found.notices] == [
        "its split pattern viking is not known, so text cannot be encoded. Open the tokenizer.json that "
        "it was made from."
    ]
    assert found.tokenizer.token_bytes(257) == b"hel"
    with pytest.raises(EngineError) as caught:
        found.tokenizer.encode("hello")
    assert str(caught.value) == (
        f"{path}: its split pattern viking is not known, so text cannot be encoded. "
        "Open the tokenizer.json that it was made from."
    )


def test_22_what_a_pickle_would_run_is_not_run(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    command = f"touch {ran}".encode()
    path = tmp_path / "tokenizer.pkl"
    path.write_bytes(b"\x80\x04cposix\nsystem\nX" + struct.pack("<I", len(command)) + command + b"\x85R.")
    with pytest.raises(EngineError, match=r"the file would build posix.system.*malicious"):
        open_file(path)
    assert not ran.exists()


def test_25_vocabularies_of_bytes_alone_and_of_one_long_token(tmp_path: Path) -> None:
    (tmp_path / "bytes.tiktoken").write_bytes(ranks_file())
    assert unsplit(open_file(tmp_path / "bytes.tiktoken")).encode("ab") == [97, 98]
    long = b"ab" * 5_000_000
    (tmp_path / "long.tiktoken").write_bytes(ranks_file(long))
    assert open_file(tmp_path / "long.tiktoken").tokenizer.token_bytes(256) == long


PATHS = {
    "gone": (
        "the file does not exist: No such file or directory",
        "It may have been moved; check its path.",
    ),
    "folder": ("this is a folder, not a file", "Choose a file in this folder."),
    "pipe": ("this is a pipe, socket or device, not a regular file", "Choose a regular file."),
    "loop": ("its symbolic links form a loop", "Repair the link, or choose the file itself."),
    "x" * 300: ("its name is too long for this system", "Choose a shorter name."),
    "half\ud800": ("this system cannot have a file of this name", "Choose another name."),
    "nul\0": ("this system cannot have a file of this name", "Choose another name."),
}


@pytest.mark.parametrize("name", PATHS, ids=ascii)
def test_26_paths_that_are_no_file(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    path = f"{tmp_path}/{name}"
    with pytest.raises(EngineError) as caught:
        open_file(path)
    assert caught.value.file in (path, ascii(path))
    assert (caught.value.cause, caught.value.remedy) == PATHS[name]


def test_26_a_device_without_end_is_never_read() -> None:
    with pytest.raises(
        EngineError, match=r"/dev/zero: this is a pipe, socket or device, not a regular file\. Choose"
    ):
        open_file("/dev/zero")
