"""minbpe's files: what is read and tolerated, what is refused with its line, what is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.toys import MERGES, TEXT, codes, opened, random_toy, refusal, toy
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import custom, no_split
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.formats.minbpe.format import render_token
from workbench.formats.registry import open_file, save_file

MINBPE_GPT4 = (
    r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*"""
    r"""|\s*[\r\n]|\s+(?!\S)|\s+"""
)
SMALL = "minbpe v1\n\n1\n<|end|> 300\n97 97\n256 97\n257 98\n"


def test_a_file_of_minbpe(tmp_path: Path) -> None:
    found = opened(tmp_path, "small.model", SMALL)
    assert found.format == "minbpe"
    assert codes(found) == ["notice_no_end_mark"]
    tokenizer = found.tokenizer
    assert tokenizer.encode("aaabdaaabac<|end|>", allowed_special="all") == [258, 100, 258, 97, 99, 300]
    assert (tokenizer.pre_tokenizer.name, tokenizer.name, tokenizer.vocab_size) == ("none", "small", 259)


def test_the_files_own_pattern_is_used(tmp_path: Path) -> None:
    found = opened(tmp_path, "a.model", f"minbpe v1\n{MINBPE_GPT4}\n0\n")
    # Not quite today's cl100k: at the end of a text it cuts line ends off the spaces after them.
    assert found.tokenizer.pre_tokenizer.pattern == MINBPE_GPT4
    spans = found.tokenizer.pre_tokenizer.split(b"a\n ")
    assert spans.tolist() == [[0, 1], [1, 2], [2, 3]]
    found.tokenizer.close()
    own = opened(tmp_path, "b.model", "minbpe v1\n[a-z]+|[^a-z]+\n0\n97 97\n97 32\n").tokenizer
    assert (own.pre_tokenizer.name, own.pre_tokenizer.pattern) == ("custom", "[a-z]+|[^a-z]+")
    try:
        assert own.encode("aa a aa") == [256, 32, 97, 32, 256]  # "a " never merges across two pieces
    finally:
        own.close()


def test_a_pattern_that_ends_in_a_space_keeps_it(tmp_path: Path) -> None:
    # minbpe itself strips the line, and so loads another tokenizer than the one it saved.
    tokenizer = opened(tmp_path, "a.model", "minbpe v1\n\\S+| \n0\n").tokenizer
    assert tokenizer.pre_tokenizer.pattern == "\\S+| "


@pytest.mark.parametrize(
    ("data", "notices"),
    [
        (b"\xef\xbb\xbf" + SMALL.encode(), ["notice_bom", "notice_no_end_mark"]),
        (SMALL.replace("\n", "\r\n").encode(), ["notice_crlf", "notice_no_end_mark"]),
        (SMALL.encode("utf-16"), ["notice_encoding", "notice_no_end_mark"]),
        (SMALL.rstrip("\n").encode(), ["notice_no_end_of_line"]),
    ],
)
def test_what_is_tolerated_is_said(tmp_path: Path, data: bytes, notices: list[str]) -> None:
    found = opened(tmp_path, "small.model", data)
    assert codes(found) == notices
    assert found.tokenizer.special_tokens == {"<|end|>": 300}
    assert found.tokenizer.encode("aaab") == [258]


def test_a_file_written_on_windows(tmp_path: Path) -> None:
    found = opened(tmp_path, "win.model", "minbpe v1\r\n\r\n1\r\n<|é|> 300\r\n97 97\r\n".encode("cp1252"))
    assert codes(found) == ["notice_encoding", "notice_crlf", "notice_no_end_mark"]
    assert found.tokenizer.special_tokens == {"<|é|>": 300}
    assert "read as Windows-1252" in str(found.notices[0])


def test_a_file_cut_at_a_line_says_so_if_it_can(tmp_path: Path) -> None:
    found = opened(tmp_path, "cut.model", SMALL[:-1])
    assert str(found.notices[0]).startswith("the last line has no end: lines may be missing (3 merges)")


def test_a_special_token_with_spaces_is_read(tmp_path: Path) -> None:
    text = "minbpe v1\n\n2\na b 400\n\u2028 x 401\n"
    assert opened(tmp_path, "a.model", text).tokenizer.special_tokens == {"a b": 400, "\u2028 x": 401}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("minbpe v2\n\n0\n", 1, "“minbpe v1” was expected, but the line says “minbpe v2”"),
        ("minbpe v1\n", 2, "the file ends where the split pattern should be. The file is cut short"),
        ("minbpe v1\n", 2, "get a new copy"),
        ("minbpe v1\n[a\nb]\n0\n", 3, "the number of special tokens was expected, but the line says “b]”"),
        ("minbpe v1\n[a\nb]\n0\n", 3, "continues on this line, write it in one line"),
        ("minbpe v1\n\n-1\n", 3, "the line says “-1”"),
        ("minbpe v1\n\n2\n<a> 300\n", 5, "the file ends where a special token and its id should be"),
        (
            "minbpe v1\n\n1\n97 97 x\n",
            4,
            "a special token and its id were expected, but the line says “97 97 x”",
        ),
        ("minbpe v1\n\n1\n 300\n", 4, "a special token and its id were expected"),
        ("minbpe v1\n\n2\n<a> 300\n<a> 301\n", 5, "the special token “<a>” is listed twice"),
        ("minbpe v1\n\n2\n<a> 300\n<b> 300\n", 5, "the special tokens “<a>” and “<b>” have the same id 300"),
        ("minbpe v1\n\n1\n<a> 256\n97 97\n", 4, "“<a>” has id 256, the id of “aa”"),
        ("minbpe v1\n\n0\n97 97\n97 97 97\n", 5, "two ids were expected, but the line says “97 97 97”"),
        ("minbpe v1\n\n0\n97 97\n\n97 98\n", 5, "two ids were expected, but the line says “”"),
        ("minbpe v1\n\n0\n97 x\n", 4, "two ids were expected, but the line says “97 x”"),
        ("minbpe v1\n\n0\n97 ٣\n", 4, "two ids were expected"),
        ("minbpe v1\n\n0\n97 97\n97 -5\n", 5, "the merge uses the negative id -5"),
        (
            "minbpe v1\n\n0\n97 97\n97 257\n",
            5,
            "the merge uses id 257, but only ids up to 256 exist by then",
        ),
        ("minbpe v1\n\n1\n<a> 400\n97 97\n97 98\n97 97\n", 7, "the pair 97 97 is merged again"),
        (
            "minbpe v1\n\n0\n97 97\n" + "".join(f"{i} {i}\n" for i in range(256, 300)),
            28,
            "would make a token of",
        ),
    ],
)
def test_every_fault_is_named_with_its_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    with pytest.raises(EngineError) as caught:
        opened(tmp_path, "bad.model", text)
    assert caught.value.file == str(tmp_path / "bad.model")
    assert caught.value.place == Place("line", line)
    assert str(caught.value).startswith(f"{tmp_path / 'bad.model'}, line {line}: ")
    assert message in str(caught.value)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="line 2: the encoding of the file was not recognized"):
        opened(tmp_path, "bad.model", b"minbpe v1\n\x81\x8d\n0\n")


def test_what_is_written(tmp_path: Path) -> None:
    splitter = custom(r"[^\s]+|\s+")
    files = save_file(toy(splitter, {"<|end|>": 300, "<|pad|>": 270}), tmp_path / "toy.model")
    assert files == tuple(str(tmp_path / name) for name in ("toy.model", "toy.vocab", "toy.model.card.json"))
    merges = "".join(f"{left} {right}\n" for left, right in MERGES)
    expected = f"minbpe v1\n[^\\s]+|\\s+\n2\n<|pad|> 270\n<|end|> 300\n{merges}"
    assert (tmp_path / "toy.model").read_bytes() == expected.encode()
    vocab = (tmp_path / "toy.vocab").read_bytes().decode().split("\n")
    assert vocab[0] == "[\\u0000] 0"
    assert vocab[97] == "[a] 97"
    assert vocab[128] == "[\ufffd] 128"
    assert vocab[256:] == [
        "[a][a] -> [aa] 256",
        "[aa][a] -> [aaa] 257",
        "[aaa][b] -> [aaab] 258",
        "[\ufffd][\ufffd] -> [é] 259",
        "[h][e] -> [he] 260",
        "[t][he] -> [the] 261",
        "[<|pad|>] 270",
        "[<|end|>] 300",
        "",
    ]


@pytest.mark.parametrize("seed", range(5))
def test_a_saved_tokenizer_opens_as_the_same(tmp_path: Path, seed: int) -> None:
    tokenizer = random_toy(seed)
    save_file(tokenizer, tmp_path / "toy.model")
    found = open_file(tmp_path / "toy.model")
    assert found.notices == ()
    text = "abcdefgh " * 50 + TEXT
    assert found.tokenizer.encode(text, allowed_special="all") == tokenizer.encode(
        text, allowed_special="all"
    )
    assert found.tokenizer.model.pairs().tolist() == tokenizer.model.pairs().tolist()


def ranks(*tokens: bytes) -> RankMergedBpe:
    return RankMergedBpe.from_ranks(
        {bytes([byte]): byte for byte in range(256)} | {token: 256 + i for i, token in enumerate(tokens)}
    )


@pytest.mark.parametrize(
    ("tokenizer", "cause", "remedy"),
    [
        (
            toy(custom("a\nb|.")),
            "its pattern has a line end",
            "Write \\n or \\r, or save",
        ),
        (
            toy(custom(r"\S+| ")),
            "minbpe drops white space at the ends of a pattern",
            "Write that space as",
        ),
        (toy(custom(r"(\S+)|\s+")), "capture groups lose text in minbpe", "Write (?:…)"),
        (toy(custom(r"(?P<word>\S+)|\s+")), "capture groups lose text in minbpe", "Write (?:…)"),
        (toy(specials={"a b": 300}), "“a b” contains white space", "Rename the token"),
        (toy(specials={"a\u2028": 300}), "“a\u2028” contains white space", "Rename the token"),
        (
            Tokenizer(RankMergedBpe.from_ranks({bytes([b]): 255 - b for b in range(256)}), no_split()),
            "byte 0x00 has id 255",
            "Save it as tiktoken ranks",
        ),
        (
            Tokenizer(ranks(b"abc"), no_split()),
            "token 256, “abc”, is not a merge of two",
            "tiktoken",
        ),
        (
            Tokenizer(
                RankMergedBpe.from_ranks({bytes([b]): b for b in range(256)} | {b"ab": 257}), no_split()
            ),
            "id 256 has no token",
            "tiktoken",
        ),
    ],
)
def test_what_minbpe_cannot_hold_is_refused_with_the_reason(
    tmp_path: Path, tokenizer: Tokenizer, cause: str, remedy: str
) -> None:
    with pytest.raises(EngineError) as caught:
        save_file(tokenizer, tmp_path / "no.model")
    assert str(caught.value).startswith(
        f"{tmp_path / 'no.model'}: a minbpe model cannot store this tokenizer: {cause}"
    )
    assert remedy in caught.value.remedy
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "pattern", [r"\(a\)|[(]|(?:b)|(?=c)|(?<=d)x|(?<!e)y|[^]()]|.", PUBLISHED["cl100k"].pattern]
)
def test_what_only_looks_like_a_capture_group_is_written(tmp_path: Path, pattern: str) -> None:
    save_file(toy(custom(pattern)), tmp_path / "yes.model")
    assert (tmp_path / "yes.model").read_text("utf-8").split("\n")[1] == pattern


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("\x00", "\\u0000"),
        ("\n", "\\u000a"),
        ("\x7f", "\\u007f"),
        ("\x85", "\\u0085"),
        ("\u200d", "\\u200d"),
        ("\u202e", "\\u202e"),
        ("\ufeff", "\\ufeff"),
        ("\ue000", "\\ue000"),
        ("\U000e0001", "\\ue0001"),
        ("\u2028", "\u2028"),
        ("\u0378", "\\u0378"),
        ("a b\u00a0é\u0301", "a b\u00a0é\u0301"),
    ],
)
def test_tokens_are_shown_as_by_minbpe(token: str, shown: str) -> None:  # R1
    assert render_token(token.encode()) == shown


def test_loose_bytes_are_shown_as_replaced() -> None:
    assert render_token(b"a\xff\n") == "a\ufffd\\u000a"


def test_a_vocab_opens_the_model_that_shows_the_same(tmp_path: Path) -> None:
    save_file(toy(), tmp_path / "toy.model")
    found = open_file(tmp_path / "toy.vocab")
    assert codes(found) == ["notice_vocab"]
    assert found.tokenizer.encode("aaab") == [258]
    save_file(toy(merges=[*MERGES[:-1], (97, 98)]), tmp_path / "other.model")
    (tmp_path / "other.model").rename(tmp_path / "toy.model")
    with pytest.raises(EngineError) as caught:
        open_file(tmp_path / "toy.vocab")
    assert "a .vocab is incomplete; toy.model is" in str(caught.value)
    (tmp_path / "toy.model").unlink()
    with pytest.raises(EngineError, match=r"Open its .model."):
        open_file(tmp_path / "toy.vocab")


@given(st.binary(max_size=60), st.integers(0, 60))
def test_damaged_files_open_or_give_an_error(
    tmp_path_factory: pytest.TempPathFactory, junk: bytes, at: int
) -> None:
    data = SMALL.encode()
    fault = refusal(
        tmp_path_factory.mktemp("damaged"), "a.model", data[:at] + junk + data[at + len(junk) // 2 :]
    )
    assert fault is None or (fault.file is not None and str(fault).endswith("."))
