"""tiktoken's ranks: published files are known, every fault has its message, ours open with the same ids."""

from __future__ import annotations

import hashlib
import os
from base64 import b64encode
from itertools import islice, product
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.toys import TEXT, codes, opened, random_toy, ranks_file, refusal, toy, unsplit
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.splitting.pre_tokenizers import custom
from workbench.engine.splitting.split_patterns import BY_NAME
from workbench.formats.registry import open_file, save_file
from workbench.formats.tiktoken import format as tiktoken_ranks


@pytest.mark.parametrize(
    ("file", "pattern", "n_tokens", "endoftext"),
    [
        ("r50k_base", "gpt2", 50256, 50256),
        ("p50k_base", "gpt2", 50280, 50256),
        ("cl100k_base", "cl100k", 100256, 100257),
        ("o200k_base", "o200k", 199998, 199999),
    ],
)
def test_published_files_are_known_by_their_bytes(
    shared: Path, tmp_path: Path, file: str, pattern: str, n_tokens: int, endoftext: int
) -> None:
    data = (shared / "data" / f"{file}.tiktoken").read_bytes()
    found = opened(tmp_path, "renamed.txt", data)
    assert (found.format, found.notices) == ("tiktoken", ())
    assert found.tokenizer.name == file
    assert found.tokenizer.pre_tokenizer.name == pattern
    assert len(found.tokenizer.model.ids) == n_tokens
    assert found.tokenizer.special_tokens["<|endoftext|>"] == endoftext
    assert found.tokenizer.encode("<|endoftext|>", allowed_special="all") == [endoftext]


def test_an_edited_copy_is_not_taken_for_the_published_file(shared: Path, tmp_path: Path) -> None:
    data = (shared / "data" / "r50k_base.tiktoken").read_bytes()
    path = tmp_path / "r50k_base.tiktoken"
    path.write_bytes(data)
    assert open_file(path).tokenizer.encode("hello") == [31373]
    lines = data.split(b"\n")
    path.write_bytes(b"\n".join(line for line in lines if not line.endswith(b" 31373")))  # "hello" is gone
    found = open_file(path)  # tiktoken's own loader would still give the old content
    assert codes(found) == ["notice_pattern_unknown"]
    assert found.tokenizer.pre_tokenizer.name == "unknown"
    assert "Pass its publisher's as pattern." in str(found.notices[0])
    assert unsplit(found).encode("hello") == [12758, 78]


def test_holes_order_line_ends_and_blank_lines_are_allowed(tmp_path: Path) -> None:
    data = ranks_file(b"ab", b"abc", first=400)
    lines = data.split(b"\n")
    found = opened(tmp_path, "holes.tiktoken", b"\r\n".join(lines[::-1]).lstrip() + b"\n\n")
    assert unsplit(found).encode("abcab") == [401, 400]
    assert found.tokenizer.vocab_size == 402


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("@@@ 256", "“@@@” is not base64"),
        ("YWI 256", "“YWI” is not base64"),
        ("YW I= 256", "“YW” is not base64"),
        ("= 256", "the token has no bytes. Remove the line"),
        (" 256", "the token has no bytes"),
        ("YWI= 1_0", "the rank “1_0” is not a plain number. The file is damaged"),
        ("YWI= +5", "the rank “+5” is not a plain number"),
        ("YWI= 2.5", "the rank “2.5” is not a plain number"),
        ("YWI=  256", "the rank “256” is not a plain number"),
        ("YWI= -256", "the rank -256 is negative. The file is damaged"),
        ("YWI= 16777216", "id 16777216 is outside 0 to 16777215"),
        ("YWI= 99999999999999999999", "the rank “99999999999999999999” is not a plain number"),
        ("YWI=", "a token in base64 and its rank were expected, but the line says “YWI=”"),
        ("YQ== 256", "the token is already in line 98, with rank 97. Remove the line"),
        ("YWI= 97", "the rank 97 is already in line 98. The file is damaged"),
    ],
)
def test_every_fault_has_its_own_message(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(EngineError) as caught:
        opened(tmp_path, "bad.tiktoken", ranks_file() + line.encode() + b"\n" + b"YWJj 300\n")
    assert caught.value.place == Place("line", 257)
    assert str(caught.value).startswith(f"{tmp_path / 'bad.tiktoken'}, line 257: {message}")


def test_faults_of_the_whole_file(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"bad.tiktoken: 2 bytes have no token; the first is 0x41"):
        opened(tmp_path, "bad.tiktoken", ranks_file().replace(b"QQ== 65\n", b"").replace(b"Qg== 66\n", b""))
    with pytest.raises(EngineError, match=r"line 1: the file begins with a byte order mark.*get a new copy"):
        opened(tmp_path, "bad.tiktoken", b"\xef\xbb\xbf" + ranks_file())
    with pytest.raises(EngineError, match=r"bad.tiktoken: the file is empty. Get a new copy"):
        opened(tmp_path, "bad.tiktoken", b"")
    with pytest.raises(EngineError, match=r"bad.tiktoken: the file is empty"):
        opened(tmp_path, "bad.tiktoken", b"\n\n")
    with pytest.raises(
        EngineError, match=r"bad.tiktoken: the file is a web page \(HTML\), which cannot be opened"
    ):
        opened(tmp_path, "bad.tiktoken", b"\n<!DOCTYPE html><html><body>404 5</body></html>\n")
    with pytest.raises(EngineError, match="line 1: “hello” is not base64"):
        opened(tmp_path, "bad.tiktoken", b"hello world\n")


def test_a_file_that_may_be_cut(tmp_path: Path) -> None:
    found = opened(tmp_path, "cut.tiktoken", ranks_file(b"ab")[:-1])
    assert codes(found) == ["notice_no_end_of_line", "notice_pattern_unknown"]


def test_published_files_are_written_as_they_were(shared: Path, tmp_path: Path) -> None:
    original = (shared / "data" / "p50k_base.tiktoken").read_bytes()
    save_file(opened(tmp_path, "a.tiktoken", original).tokenizer, tmp_path / "b.tiktoken")
    assert (tmp_path / "b.tiktoken").read_bytes() == original


@pytest.mark.parametrize("seed", range(20))
def test_a_trained_tokenizer_gives_the_same_ids_as_ranks_or_is_refused(tmp_path: Path, seed: int) -> None:
    tokenizer = random_toy(seed, n_merges=4 + seed)
    text = "abcd bbb dcba cab " * 5 + TEXT
    try:
        save_file(tokenizer, tmp_path / "toy.tiktoken")
    except EngineError as fault:
        assert fault.code in ("cannot_hold_same_bytes", "cannot_hold_unreachable")  # noqa: PT017
        assert list(tmp_path.iterdir()) == []
        return
    found = open_file(tmp_path / "toy.tiktoken")
    assert found.notices == ()
    assert found.tokenizer.encode(text, allowed_special="all") == tokenizer.encode(
        text, allowed_special="all"
    )
    judge = tiktoken.Encoding(
        "toy",
        pat_str=r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"""
        r"""| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s""",
        mergeable_ranks={tokenizer.model.token_bytes(i): i for i in tokenizer.model.ids.tolist()},
        special_tokens={"<|end|>": 1000},
    )
    assert judge.encode(text, allowed_special="all") == tokenizer.encode(text, allowed_special="all")


def test_both_outcomes_of_the_test_above_occur(tmp_path: Path) -> None:
    outcomes = set()
    for seed in range(20):
        try:
            save_file(random_toy(seed, n_merges=4 + seed), tmp_path / "toy.tiktoken")
            outcomes.add("written")
        except EngineError as fault:
            outcomes.add(fault.code)
    assert outcomes == {"written", "cannot_hold_unreachable"}


def test_what_ranks_cannot_hold_is_refused_with_the_reason(tmp_path: Path) -> None:
    same = toy(merges=[(97, 98), (98, 99), (256, 99), (97, 257)])
    with pytest.raises(EngineError) as caught:
        save_file(same, tmp_path / "no.tiktoken")
    assert str(caught.value) == (
        f"{tmp_path / 'no.tiktoken'}: a file of tiktoken ranks cannot store this tokenizer: tokens 258 "
        f"and 259 are both “abc”. Save it as a minbpe model (.model)."
    )
    # bc is merged before ab, so that abc = ab + c never comes about.
    hidden = toy(merges=[(98, 99), (97, 98), (257, 99)])
    with pytest.raises(EngineError, match=r"only tiktoken makes token 258, “abc”, from bytes"):
        save_file(hidden, tmp_path / "no.tiktoken")
    assert list(tmp_path.iterdir()) == []


def test_pattern_and_special_tokens_come_back_from_the_card(tmp_path: Path) -> None:
    splitter = custom("[a-z]+|[^a-z]+")
    tokenizer = toy(splitter, {"<|x y|>": 5000})
    save_file(tokenizer, tmp_path / "toy.tiktoken", record={"tie": "smallest"})
    again = open_file(tmp_path / "toy.tiktoken").tokenizer
    assert (again.pre_tokenizer.name, again.pre_tokenizer.pattern) == ("custom", "[a-z]+|[^a-z]+")
    assert again.special_tokens == {"<|x y|>": 5000}
    assert (again.name, again.record) == ("toy", {"tie": "smallest"})
    (tmp_path / "toy.tiktoken.card.json").unlink()
    assert codes(open_file(tmp_path / "toy.tiktoken")) == ["notice_pattern_unknown"]


@given(st.binary(max_size=40), st.integers(0, 3000))
def test_damaged_files_open_or_give_an_error(
    tmp_path_factory: pytest.TempPathFactory, junk: bytes, at: int
) -> None:
    data = ranks_file(b"ab", b"abc")
    fault = refusal(
        tmp_path_factory.mktemp("damaged"), "a.tiktoken", data[:at] + junk + data[at + len(junk) // 2 :]
    )
    assert fault is None or (fault.file is not None and str(fault).endswith("."))


def test_the_lines_are_base64_space_rank() -> None:
    assert ranks_file(b"ab").endswith(b64encode(b"\xff") + b" 255\nYWI= 256\n")


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_regular_files_are_read_the_same_in_portions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    monkeypatch.setattr(tiktoken_ranks, "_TOGETHER", 100)
    lines = [f"{b64encode(bytes([n % 256, *range(n // 256)])).decode()} {n * 7 % 601}" for n in range(600)]
    path = tmp_path / "ranks.tiktoken"
    path.write_bytes("".join(line + ending for line in lines).encode())
    model = open_file(path).tokenizer.model
    assert [model.token_bytes(n * 7 % 601) for n in range(600)] == [
        bytes([n % 256, *range(n // 256)]) for n in range(600)
    ]


def test_a_fault_after_regular_portions_names_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiktoken_ranks, "_TOGETHER", 100)
    lines = [f"{b64encode(bytes([n])).decode()} {n}\n" for n in range(256)]
    path = tmp_path / "ranks.tiktoken"
    for fault in ("YQ== 300\n", "YWE= 17\n", "YW= 300\n", "= 300\n", "YWE= 99999999\n", "YWJj", "YWJj "):
        path.write_text("".join([*lines, fault]))
        with pytest.raises(EngineError) as caught:
            open_file(path)
        assert caught.value.place == Place("line", 257), fault


@pytest.mark.skipif(
    not os.environ.get("WORKBENCH_THOROUGH"), reason="takes some 20 seconds: thorough runs only"
)
def test_two_million_tokens(tmp_path: Path) -> None:  # fault 25
    tokens = (bytes(letters) for letters in product(b"abcdefghijklmnopqrstuvwxyz", repeat=5))
    found = opened(tmp_path, "large.tiktoken", ranks_file(*islice(tokens, 2_000_000 - 256)))
    assert found.tokenizer.vocab_size == 2_000_000
    assert found.tokenizer.token_bytes(256) == b"aaaaa"


# --- what the file does not say --------------------------------------------------------------------------


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])  # as Git on Windows ends them
@pytest.mark.parametrize(("name", "split"), [("llama3", "llama3"), ("kimi_k2", "kimi")])
def test_ranks_of_other_publishers_get_their_split(
    name: str, split: str, line_end: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = next(each for each in tiktoken_ranks._KNOWN.values() if each.name == name)
    data = ranks_file(b"ab")
    monkeypatch.setattr(tiktoken_ranks, "_KNOWN", {hashlib.sha256(data).hexdigest(): known})
    found = opened(tmp_path, "tokenizer.model", data.replace(b"\n", line_end))
    # Llama 3.1 has the same ranks, and other special tokens.
    assert codes(found) == ["notice_ranks_llama31"] * (name == "llama3")
    tokenizer = found.tokenizer
    assert (tokenizer.name, tokenizer.pre_tokenizer.pattern) == (name, BY_NAME[split].pattern)
    assert len(tokenizer.special_tokens) == 256
    before, after = tokenizer.framing.before, tokenizer.framing.after
    assert (len(before), len(after), tokenizer.framing.adds_before) == (1, 1, False)


def test_special_tokens_of_llama3_and_kimi_are_those_published() -> None:
    llama3, kimi = (
        next(each for each in tiktoken_ranks._KNOWN.values() if each.name == name).special_tokens
        for name in ("llama3", "kimi_k2")
    )
    assert (llama3["<|begin_of_text|>"], llama3["<|eot_id|>"]) == (128000, 128009)
    assert llama3["<|reserved_special_token_250|>"] == 128255
    assert (kimi["[EOS]"], kimi["<|reserved_token_163589|>"], kimi["[PAD]"]) == (163585, 163589, 163839)


def test_without_a_known_split_nothing_is_encoded_or_saved(tmp_path: Path) -> None:
    tokenizer = opened(tmp_path, "a.tiktoken", ranks_file(b"ab")).tokenizer
    assert tokenizer.decode([256]) == "ab"
    for call in (tokenizer.encode, tokenizer.encode_with_offsets, tokenizer.explain):
        with pytest.raises(EngineError, match=r"as pattern: none, gpt2, cl100k"):
            call("ab")
    for name in ("b.tiktoken", "b.model", "tokenizer.json"):
        with pytest.raises(EngineError, match="its split pattern is not known") as caught:
            save_file(tokenizer, tmp_path / name)
        assert caught.value.file == str(tmp_path / "a.tiktoken")  # not what was to be written
    assert [path.name for path in tmp_path.iterdir()] == ["a.tiktoken"]
