"""Reading vocabulary and merges by the kernel: what it reads, Python's reader reads alike."""

from __future__ import annotations

import json
import random
from array import array
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.formats.hf_toys import NAMES, TEXT, added, bpe, data_of, made
from tests.formats.toys import opened
from tests.points import counted
from workbench import kernels
from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.base import pace
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.added_tokens import AddedTokens
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.models.token_arrays import blob_of
from workbench.formats.hugging_face import large_file, reading, scanning
from workbench.formats.hugging_face.file import HfFile, checked
from workbench.formats.hugging_face.scanning import ScannedTokens, scanned

pytestmark = pytest.mark.skipif(kernels.kernel("bpe_json") is None, reason="no compiled kernels")

VOCAB = {"a": 0, "b": 1, "c": 2, "ab": 3, "abc": 4, "Ġa": 5, "é": 6}
MERGES = [["a", "b"], ["ab", "c"], ["Ġ", "a"]]
PLAIN = data_of(bpe(VOCAB | {"Ġ": 7}, MERGES, added_tokens=[added("<s>", 8), added("abc", 4)]))


def facts(file: HfFile) -> tuple[Any, ...]:
    merges = list(file.merges)
    return file.structure, file.model_type, list(file.tokens), list(file.ids), merges, file.tolerated


def read(data: bytes) -> tuple[Any, ...] | str:
    try:
        file = checked(data)
    except EngineError as fault:
        return fault.code
    return facts(file)


def agree(data: bytes) -> bool:
    """Return whether the kernel reads the data, having seen that Python's reader reads it alike."""
    file = scanned(data)
    if file is None:
        return False
    assert facts(file) == read(data)
    assert file.n_repeated == 0
    return True


@pytest.mark.parametrize("name", NAMES)
def test_files_of_every_kind_are_read_alike(name: str) -> None:
    data = made(name)[1]
    top = json.loads(data)
    model = top["model"]
    regular = model["type"] == "BPE" and not model.get("continuing_subword_prefix")
    assert agree(data) == regular
    if regular:
        assert agree(json.dumps(top, indent=2).encode())  # every character beyond ASCII escaped
        assert agree(b"\xef\xbb\xbf" + data)
        has_spaces = any(" " in half for merge in model["merges"] for half in merge)
        model["merges"] = [" ".join(merge) for merge in model["merges"]]
        assert agree(data_of(top)) != has_spaces


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"a": 0', '"a" :\t0\r\n'),
        ('"é"', r'"\u00e9"'),
        ('"é"', r'"\ud83d\ude00"'),
        ('"é"', r'"\"\\\/\b\f\n\r\t\u0000"'),
        ('"é"', '"😀中"'),
        ('"version": "1.0", ', ""),
        ('"dropout": null', r'"dropout": 0.0, "ä\"}": {"b": [1, "]", {}]}'),
        ('["Ġ", "a"]', '[ "Ġ" , "a" ]'),
        (', ["Ġ", "a"]', ""),
        ('"é": 6', '"é": 16777215'),
    ],
)
def test_json_that_is_written_otherwise(old: str, new: str) -> None:
    assert old.encode() in PLAIN
    assert agree(PLAIN.replace(old.encode(), new.encode()))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"b": 1', '"b": 0'),
        ('"b": 1', '"a": 1'),
        ('"b": 1', r'"\u0061": 1'),
        ('"b": 1', '"b": 01'),
        ('"b": 1', '"b": 1.0'),
        ('"b": 1', '"b": 1e0'),
        ('"b": 1', '"b": -1'),
        ('"b": 1', '"b": NaN'),
        ('"b": 1', '"b": true'),
        ('"b": 1', '"b": "1"'),
        ('"b": 1', '"b": 2147483648'),
        ('"b": 1', '"b": 18446744073709551617'),
        ('"b": 1', '"b": 1,'),
        ('"b": 1', '"b" 1'),
        ('"b": 1', '"b": [1]'),
        ('"b": 1', '"b": 1, "": 9'),
        ('"é"', r'"\ud800"'),
        ('"é"', r'"\udc00\ud800"'),
        ('"é"', r'"\ud800\u0041"'),
        ('"é"', r'"\u00g9"'),
        ('"é"', r'"\x"'),
        ('"é"', '"\n"'),
        ('["ab", "c"]', '["ab", "d"]'),
        ('["ab", "c"]', '["b", "a"]'),
        ('["ab", "c"]', '["a", "b"]'),
        ('["ab", "c"]', '["ab", "c",]'),
        ('["ab", "c"]', '["ab", "c", "c"]'),
        ('["ab", "c"]', '["ab", 2]'),
        ('["ab", "c"]', '"ab c"'),
        ('["ab", "c"]', "null"),
        ('["ab", "c"]', "[]"),
        ('["Ġ", "a"]', '["Ġ", "a"],'),
        ('"merges": ', '"merges": [], "merges": '),
        ('"vocab": ', '"vocab": {}, "vocab": '),
        ('"merges"', '"merged"'),
        ('"model": ', '"model": {"type": "BPE"}, "model": '),
        ('"model": ', r'"mod\u0065l": '),
        ('"type": "BPE"', '"type": "WordPiece"'),
        ('"version": "1.0"', '"version": "2.0"'),
        ('"id": 8', '"id": 9'),
        ('"continuing_subword_prefix": null', '"continuing_subword_prefix": "##"'),
        ('"end_of_word_suffix": null', '"end_of_word_suffix": 1'),
        ('"truncation": null', '"truncation": nul'),
        ('"truncation": null', f'"truncation": {"[" * 2000}{"]" * 2000}'),
    ],
)
def test_what_is_not_regular_is_left_to_the_reader_that_says_so(old: str, new: str) -> None:
    assert old.encode() in PLAIN
    data = PLAIN.replace(old.encode(), new.encode(), 1)
    assert scanned(data) is None


def test_texts_that_are_no_utf8_are_left_to_the_reader() -> None:
    for wrong in (b"\xff", b"\xc3", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe4\xb8"):
        data = PLAIN.replace("é".encode(), wrong)
        assert scanned(data) is None
        assert read(data) == "json_not_utf8"


def test_merges_as_texts_have_one_space() -> None:
    for merges, regular in ((["a b"], True), (["a  b"], False), (["a b c"], False), (["ab"], False)):
        assert agree(data_of(bpe(VOCAB | {"b c": 8, "ab c": 9}, merges))) == regular
    for merges in (["#version: 0.2", "a b"], ["a b", ["ab", "c"]], ["a b", "a b"]):
        assert not agree(data_of(bpe(VOCAB, merges)))
    assert agree(data_of(bpe(VOCAB, [])))


def test_a_file_cut_anywhere_is_not_regular() -> None:
    for end in range(len(PLAIN)):
        assert scanned(PLAIN[:end]) is None, end


def test_damaged_files_are_never_read_otherwise() -> None:
    chance = random.Random(7)
    pieces = [
        b'"',
        b"\\",
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b" ",
        b"0",
        b"\xc3",
        b"\x80",
        b"\\u00",
        b"a",
        b'"a"',
    ]
    as_texts = data_of(bpe(VOCAB | {"Ġ": 7}, [" ".join(merge) for merge in MERGES]))
    n_read = 0
    for _ in range(20_000):
        data = bytearray(chance.choice((PLAIN, as_texts)))
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(data))
            data[at : at + chance.randrange(3)] = chance.choice(pieces)
        n_read += agree(bytes(data))
    assert n_read > 200


def test_texts_of_every_width() -> None:
    texts = ["", "a", "é日", "", "\U0001f600", "b" * 300, *map(chr, range(1, 0xD800)), "", "日"]
    ends = np.cumsum([len(text.encode()) for text in texts], dtype=np.uint64)
    tokens = ScannedTokens(np.frombuffer("".join(texts).encode(), np.uint8), ends, None)
    assert list(tokens) == texts
    assert tokens[2] == texts[2]


def test_a_budget_stops_anywhere_with_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = scanned(PLAIN)
    assert whole is not None
    monkeypatch.setattr(scanning, "_BUDGET", 1)
    points: list[None] = []
    with pace.hooked(lambda: points.append(None)):
        sliced = scanned(PLAIN)
    assert sliced is not None
    assert facts(sliced) == facts(whole)
    assert len(points) > len(VOCAB) + len(MERGES)


def test_what_is_large_besides_is_left_to_the_child() -> None:
    data = data_of(bpe(VOCAB, [], added_tokens=[added("x" * (1 << 18), 7)]))
    assert scanned(data) is not None
    with pace.hooked(lambda: None):
        assert scanned(data) is None
    assert scanned(data_of(bpe(VOCAB, [], added_tokens=[added("x" * (1 << 21), 7)]))) is None


def test_texts_in_the_byte_alphabet() -> None:
    file = scanned(data_of(bpe({"Ġa": 0, "Ã©": 1, "é中": 2, "é": 3, "😀": 4}, [])))
    assert file is not None
    assert isinstance(file.tokens, ScannedTokens)
    blob, ends, as_text = file.tokens.in_bytes(reading._BYTES)
    tokens = [blob[a:b] for a, b in zip([0, *ends.tolist()], ends.tolist(), strict=False)]
    assert tokens == [b" a", "é".encode(), "é中".encode(), b"\xe9", "😀".encode()]
    assert as_text.tolist() == [False, False, True, False, True]
    assert [file.tokens.number(text) for text in ("é", "x", "")] == [3, -1, -1]


def as_opened(folder: Path, data: bytes) -> tuple[Any, ...]:
    try:
        tokenizer = opened(folder, "tokenizer.json", data).tokenizer
    except EngineError as fault:
        return fault.code, fault.place
    model = tokenizer.model
    tokens = {token_id: model.token_bytes(token_id) for token_id in model.ids.tolist()}
    pairs = (model.lists.merges.tolist(), model.lists.as_text) if isinstance(model, PairMergedBpe) else ()
    blob, ends = blob_of(model)
    spelled = [blob[a:b] for a, b in zip([0, *ends.tolist()], ends.tolist(), strict=False)]
    assert spelled == list(tokens.values())
    specials = tokenizer.special_tokens
    flags = specials.flags if isinstance(specials, AddedTokens) else None
    ids = [tokenizer.encode(text, disallowed_special=()) for text in (TEXT, "é中 the", "")]
    return type(model), tokens, pairs, model.pairs().tolist(), dict(specials), flags, ids


@pytest.mark.parametrize(
    "name", [name for name in NAMES if json.loads(made(name)[1])["model"]["type"] == "BPE"]
)
def test_models_are_the_same_without_the_kernel(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large_file, "AT_ONCE", 0)
    data = made(name)[1]
    by_kernel = as_opened(tmp_path, data)
    monkeypatch.setattr(large_file, "scanned", lambda _data: None)
    assert by_kernel == as_opened(tmp_path, data)


@pytest.mark.parametrize("whole", [False, True])
def test_tokens_that_no_merge_makes(whole: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_file, "AT_ONCE", 0)
    alphabet = [*bytes_to_unicode().values()]
    others = ["中文", "<s>", "the", "Ġthe", "th", "he", "t中"]
    shuffled = random.Random(3).sample(range(300, 600), len(alphabet) + len(others))
    for ids in (range(len(alphabet) + len(others)), shuffled):
        vocab = dict(zip([*alphabet, *others], ids, strict=True))
        splitter = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
        options = {
            "pre_tokenizer": splitter, "decoder": splitter, "ignore_merges": whole,
            "added_tokens": [added("<s>", vocab["<s>"])],
        }  # fmt: skip
        for merges in ([["t", "h"], ["th", "e"], ["h", "e"], ["t", "he"]], [], [["t", "中"]], [["Ġ", "the"]]):
            if merges == [["t", "中"]]:
                vocab = vocab | {"中": 700}
            data = data_of(bpe(vocab, merges, **options))
            monkeypatch.setattr(large_file, "scanned", scanned)
            by_kernel = as_opened(tmp_path, data)
            monkeypatch.setattr(large_file, "scanned", lambda _data: None)
            assert by_kernel == as_opened(tmp_path, data)


def test_tokens_are_numbered_in_slices() -> None:
    tokens = [str(number % 30_000) for number in range(40_000)]  # of equal ones the last counts
    file = HfFile({}, "BPE", tokens, array("I", range(40_000)), array("q"))
    ids, points = counted(file.numbered)
    assert ids == dict(zip(tokens, range(40_000), strict=True))
    assert points >= 5
