"""GPT-2's two files: either opens both, what people do to them is tolerated and told, the rest is refused."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.formats.toys import codes, score_toy, toy
from workbench import kernels
from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import published
from workbench.formats.gpt2 import format as gpt2_merges
from workbench.formats.gpt2.files import checked
from workbench.formats.gpt2.regular import regular
from workbench.formats.registry import Opened, open_file, save_file

MERGES = ("a b", "ab c", "Ġ a", "# a")
TEXT = "abc a<|end|>"
IDS = [257, 258, 300]


def vocab(*more: str) -> dict[str, int]:
    tokens = [*bytes_to_unicode().values(), *(merge.replace(" ", "") for merge in MERGES)]
    return {**{token: token_id for token_id, token in enumerate(tokens)}, "<|end|>": 300}


def written(folder: Path, merges: bytes, names: tuple[str, str] = ("vocab.json", "merges.txt")) -> None:
    (folder / names[0]).write_text(json.dumps(vocab()), "utf-8")
    (folder / names[1]).write_bytes(merges)


def lines(*merges: str, first: str = "#version: 0.2\n", end: str = "\n") -> bytes:
    return (first + "".join(f"{merge}{end}" for merge in merges)).encode()


def opened_as(folder: Path, merges: bytes) -> Opened:
    written(folder, merges)
    return open_file(folder / "merges.txt")


@pytest.mark.parametrize(
    "names",
    [
        ("vocab.json", "merges.txt"),
        ("encoder.json", "vocab.bpe"),
        ("my-vocab.json", "my-merges.txt"),
        ("x.json", "x.txt"),
    ],
)
def test_either_of_the_two_opens_both(tmp_path: Path, names: tuple[str, str]) -> None:
    written(tmp_path, lines(*MERGES), names)
    for name in names:
        found = open_file(tmp_path / name)
        assert (found.format, codes(found)) == ("gpt2", ["notice_gpt2_pattern"])
        assert found.tokenizer.special_tokens == {"<|end|>": 300}
        assert found.tokenizer.pre_tokenizer.name == "gpt2"
        assert found.tokenizer.model.token_id(b"#a") == 259  # "# a" is no remark
        assert found.tokenizer.encode(TEXT, allowed_special="all") == IDS


def test_one_without_the_other(tmp_path: Path) -> None:
    written(tmp_path, lines(*MERGES))
    (tmp_path / "merges.txt").unlink()
    with pytest.raises(EngineError) as caught:
        open_file(tmp_path / "vocab.json")
    assert str(caught.value) == (
        f"{tmp_path / 'vocab.json'}: its other file is missing. Put it into the same folder "
        f"as one of: merges.txt, vocab.bpe, vocab.txt."
    )


# --- fault 15 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("merges", "code", "message"),
    [
        (lines(*MERGES, first=""), "notice_merges_no_version", "lack their first line, “#version”"),
        (lines(*MERGES, end="\r\n"), "notice_crlf", "the file has Windows line ends"),
        (
            lines(*[merge.replace(" ", "\t") for merge in MERGES]),
            "notice_merges_tab",
            "tabs separate the tokens",
        ),
        (lines(*MERGES) + b"\n", "notice_merges_blank", "tokenizers refuses"),
        (
            lines(*[f"{merge} " for merge in MERGES]),
            "notice_merges_spaces",
            "extra spaces in the merges",
        ),
        (
            b"\xef\xbb\xbf" + lines(*MERGES),
            "notice_bom",
            "the byte order mark at the start of the file was ignored",
        ),
        (lines(*MERGES).rstrip(b"\n"), "notice_merges_no_end", "the file may be cut"),
    ],
)
def test_what_is_tolerated_is_told(tmp_path: Path, merges: bytes, code: str, message: str) -> None:
    found = opened_as(tmp_path, merges)
    assert codes(found) == [code, "notice_gpt2_pattern"]
    assert message in str(found.notices[0])
    assert found.tokenizer.encode(TEXT, allowed_special="all") == IDS


def test_tokens_whose_merges_were_cut_off_are_not_special(tmp_path: Path) -> None:
    for kept in range(len(MERGES)):
        found = opened_as(tmp_path, lines(*MERGES[:kept]))
        assert codes(found) == ["notice_gpt2_unmade", "notice_gpt2_pattern"]
        lost = MERGES[kept].replace(" ", "")
        n = len(MERGES) - kept
        tokens = "1 token" if n == 1 else f"{n} tokens"
        assert f"no text produces {tokens} without a merge, such as “{lost}”" in str(found.notices[0])
        assert found.tokenizer.special_tokens == {"<|end|>": 300}
        assert found.tokenizer.encode("#a") == [2, 64]
        assert found.tokenizer.decode([256, 258, 259]) == "ab a#a"


def test_markup_is_special_only_where_nothing_else_lacks_a_merge(tmp_path: Path) -> None:
    tokens = vocab() | {"</div>": 301, "<mask>": 302}
    for merges, expected in ((MERGES, {"<|end|>", "</div>", "<mask>"}), (MERGES[:2], {"<|end|>", "<mask>"})):
        written(tmp_path, lines(*merges))
        (tmp_path / "vocab.json").write_text(json.dumps(tokens), "utf-8")
        assert set(open_file(tmp_path / "merges.txt").tokenizer.special_tokens) == expected


@pytest.mark.parametrize(
    ("merge", "line", "message"),
    [
        ("a b c", 3, "line 3: two tokens were expected, but the line says “a b c”. The file is damaged"),
        ("abc", 3, "line 3: two tokens were expected, but the line says “abc”"),
        ("a zz", 3, "line 3: merge 1, “a” + “zz”: “zz” is not a token"),
        ("a c", 3, "line 3: merge 1: “a” + “c” (“ac”) is not a token"),
    ],
)
def test_lines_that_are_no_merges(tmp_path: Path, merge: str, line: int, message: str) -> None:
    with pytest.raises(EngineError) as caught:
        opened_as(tmp_path, lines(MERGES[0], merge, *MERGES[1:]))
    assert caught.value.file == str(tmp_path / "merges.txt")
    assert caught.value.place == Place("line", line)
    assert message in str(caught.value)


def test_a_bad_vocabulary_is_named_whichever_file_was_opened(tmp_path: Path) -> None:
    written(tmp_path, lines(*MERGES))
    (tmp_path / "vocab.json").write_text('{"a": 0, "b": -1}', "utf-8")
    for name in ("vocab.json", "merges.txt"):
        with pytest.raises(EngineError) as caught:
            open_file(tmp_path / name)
        assert f"{tmp_path / 'vocab.json'}, key b: the id -1 of the token “b” is outside" in str(caught.value)
    (tmp_path / "vocab.json").write_text('{"a": 0, "b": 1, "ab": 2}', "utf-8")
    (tmp_path / "merges.txt").write_text("#version: 0.2\na b\n", "utf-8")
    with pytest.raises(EngineError, match="254 bytes have no token; the first is 0x00"):
        open_file(tmp_path / "merges.txt")


def test_large_files_are_read_in_the_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.formats.gpt2.format.AT_ONCE", 0)
    assert opened_as(tmp_path, lines(*MERGES)).tokenizer.encode(TEXT, allowed_special="all") == IDS
    with pytest.raises(EngineError) as caught:
        opened_as(tmp_path, lines("a b c"))
    assert (caught.value.file, caught.value.place) == (str(tmp_path / "merges.txt"), Place("line", 2))


# --- writing ------------------------------------------------------------------------------------


def test_both_files_are_written_the_merges_last(tmp_path: Path) -> None:
    tokenizer = toy(published("gpt2"))
    files = save_file(tokenizer, tmp_path / "merges.txt")
    assert [Path(file).name for file in files] == ["merges.txt", "vocab.json", "merges.txt.card.json"]
    data = (tmp_path / "merges.txt").read_bytes()
    assert data.startswith(b"#version: 0.2\na a\naa a\n")
    assert json.loads((tmp_path / "vocab.json").read_text("utf-8"))["<|end|>"] == 300
    again = open_file(tmp_path / "vocab.json").tokenizer
    assert again.encode("aaab the<|end|>", allowed_special="all") == tokenizer.encode(
        "aaab the<|end|>", allowed_special="all"
    )
    save_file(again, tmp_path / "again.txt", "gpt2")
    assert (tmp_path / "again.txt").read_bytes() == data


def test_what_the_two_files_cannot_hold(tmp_path: Path) -> None:
    held = gpt2_merges.fit(toy(published("gpt2")))
    assert (held.level, [loss.code for loss in held.losses]) == ("part", ["leaves_out_specials"])
    assert gpt2_merges.fit(toy(published("gpt2"), {"<|endoftext|>": 300})).level == "whole"
    left_out = gpt2_merges.fit(toy(published("cl100k")))
    assert (left_out.level, left_out.losses[0].code) == ("other_ids", "leaves_out_pattern")
    assert gpt2_merges.fit(score_toy()).level == "cannot"
    clash = Tokenizer(RankMergedBpe.from_merges([(97, 97)]), published("gpt2"), {"aa": 300})
    with pytest.raises(EngineError, match=r"“aa” is special \(300\) and ordinary \(256\)"):
        save_file(clash, tmp_path / "merges.txt")
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"abc": 256}
    unmade = Tokenizer(RankMergedBpe.from_ranks(ranks), published("gpt2"))
    with pytest.raises(EngineError, match="some tokens have no merge"):
        save_file(unmade, tmp_path / "merges.txt")
    assert list(tmp_path.iterdir()) == []


def test_the_kernel_reads_what_is_regular_as_the_readable_way_does() -> None:
    """Nothing else: not what has to be tolerated, told or refused, wherever a file was changed."""
    if not kernels.active():
        pytest.skip("nothing reads them so")
    tokens, chance = json.dumps(vocab() | {'"\\é': 400}).encode(), random.Random(7)
    merges = lines(*MERGES, '" \\')
    tokens = tokens.replace(b'"<|end|>"', b'"\\"\\\\": 299, "<|end|>"')
    bits = [
        b'"',
        b"\\",
        b" ",
        b"\n",
        b"\r",
        b"\t",
        b"\x01",
        b"\xff",
        b"{",
        b"}",
        b",",
        b":",
        b"#version",
        b"a b",
        b"]",
    ]
    bits += [b'},"merges":["a b"],"z":{', b'"],"z":["', b"1", "é".encode()]
    assert regular(tokens, merges) is not None
    assert regular(tokens + b',"z":{"y":1}', merges) is None
    read = 0
    for _ in range(3000):
        both = [tokens, merges]
        for _ in range(chance.choice([0, 1, 1, 2])):
            number = chance.randrange(2)
            at, bit = chance.randrange(len(both[number]) + 1), chance.choice(bits)
            both[number] = both[number][:at] + bit + both[number][at + chance.choice([0, 0, 1, 3]) :]
        file = regular(*both)
        if file is not None:
            read += 1
            other = checked(*both)
            assert list(file.tokens) == other.tokens
            assert replace(file, tokens=other.tokens) == other
    assert read > 500
