"""A rank file that does not say how it splits: every verb names it, not the text, and offers --pattern."""

import base64
import csv
import json
from pathlib import Path

import pytest

from tests.cli import test_cli
from tests.cli.test_cli import Shell
from workbench import open_tokenizer, save_tokenizer

shell = test_cli.shell
RANKS = [*(bytes([value]) for value in range(256)), b"th"]


@pytest.mark.parametrize(
    ("verb", "status"),
    [
        ("encode TEXT --tokenizer RANKS", 1),
        ("count TEXT --tokenizer RANKS", 1),
        ("compare RANKS --text TEXT", 1),
        ("compare KNOWN RANKS --text TEXT", 1),
        ("compare KNOWN RANKS --text TEXT --json", 1),
        ("compare KNOWN RANKS --text TEXT --csv", 1),
        ("same RANKS OTHER --text TEXT", 2),
        ("vocab RANKS --health", 1),
        ("vocab RANKS --counts TEXT", 1),
        ("convert RANKS OUT", 1),
        ("convert RANKS OUT --prove TEXT", 1),
        ("train TEXT --extend RANKS 5 --out OUT", 1),
    ],
)
def test_the_tokenizer_is_named(shell: Shell, tmp_path: Path, verb: str, status: int) -> None:
    lines = [b"%s %d\n" % (base64.b64encode(token), rank) for rank, token in enumerate(RANKS)]
    suffixes = {"RANKS": "tiktoken", "OTHER": "tiktoken", "KNOWN": "json", "TEXT": "txt", "OUT": "json"}
    paths = {name: tmp_path / f"{name}.{suffix}" for name, suffix in suffixes.items()}
    paths["RANKS"].write_bytes(b"".join(lines))
    paths["OTHER"].write_bytes(b"".join(lines[:-1]))
    paths["TEXT"].write_text("the thing\n")
    save_tokenizer(open_tokenizer(paths["RANKS"], pattern="gpt2"), paths["KNOWN"])
    assert shell(*(paths.get(word, word) for word in verb.split())) == status
    said = shell.err.splitlines()[-1]
    assert said.startswith(f"workbench: {paths['RANKS']}: ")
    assert "TEXT.txt" not in said
    assert "with --pattern: none, gpt2, cl100k" in said
    assert "as pattern" not in shell.err + shell.out.decode()
    assert not paths["OUT"].exists()


def test_a_comparison_counts_no_tokens_of_one_that_failed(shell: Shell, tmp_path: Path) -> None:
    text, page, ranks = tmp_path / "a.txt", tmp_path / "a.html", _ranks(tmp_path)
    text.write_text("the thing\n")
    compared = ["compare", _ranks(tmp_path), "--text", text]
    assert shell(*compared, "--html", page) == 1
    assert "with --pattern: none" in page.read_text()
    assert "as pattern" not in page.read_text()
    assert '<th scope="row">Bytes</th><td>10</td>' in page.read_text()
    assert '<th scope="row">Tokens</th><td>–</td>' in page.read_text()
    assert shell(*compared, "--csv") == 1
    (row,) = csv.DictReader(shell.out.decode().splitlines())
    assert (row["bytes"], row["tokens"], row["continued"]) == ("10", "", "")
    assert "with --pattern: none" in row["error"]
    assert shell(*compared, "--json") == 1
    assert json.loads(shell.out)["measures"][0]["tokens"] is None
    assert shell(*compared) == 1
    assert [line.split() for line in shell.out.decode().splitlines()[2:6]][3] == ["tokens", "–"]
    (tmp_path / "eng").mkdir()
    for name in ("eng", "deu"):
        (tmp_path / "eng" / f"{name}.txt").write_text("the\n")
    assert shell("compare", ranks, "--languages", tmp_path / "eng", "--json") == 1
    assert [row["tokens"] for row in json.loads(shell.out)["languages"]] == [None, None]


@pytest.mark.parametrize("flags", [["--eos"], ["--bos"], ["--eos-token", "<|endoftext|>"]])
def test_a_tokenizer_without_special_tokens_offers_none(
    shell: Shell, tmp_path: Path, flags: list[str]
) -> None:
    path, text = tmp_path / "plain.tiktoken", tmp_path / "a.txt"
    path.write_bytes(b"".join(b"%s %d\n" % (base64.b64encode(token), n) for n, token in enumerate(RANKS)))
    text.write_text("the")
    assert shell("encode", text, "--tokenizer", path, "--pattern", "gpt2", *flags) == 1
    assert "no special tokens. Use another tokenizer, or leave the flags out" in shell.err
    assert "none" not in shell.err


def test_added_tokens_are_not_offered_as_special_ones(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    made = open_tokenizer(_ranks(tmp_path), pattern="gpt2")
    save_tokenizer(made, file)
    added = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    content = json.loads(file.read_bytes())
    content["added_tokens"] = [{"id": 257, "content": "<|a|>", "special": True, **added},
                               {"id": 258, "content": "   ", "special": False, **added}]  # fmt: skip
    (tmp_path / "b.json").write_text(json.dumps(content))
    assert shell("encode", "--tokenizer", tmp_path / "b.json", "--eos", stdin=b"one") == 1
    assert shell.err.endswith("with --eos-token: <|a|>.\n")
    # Several spaces in a quotation are what they are.
    assert shell("convert", tmp_path / "b.json", tmp_path / "merges.txt") == 1
    assert "“   ”" in shell.err


def test_ranks_without_a_split_leave_that_to_the_card(shell: Shell, tmp_path: Path) -> None:
    assert shell("convert", _ranks(tmp_path), tmp_path / "b.tiktoken", "--pattern", "none") == 0
    assert "Keep the .card.json file next to the file." in shell.out.decode()
    (tmp_path / "b.tiktoken.card.json").unlink()
    assert shell("encode", "--tokenizer", tmp_path / "b.tiktoken", stdin=b"one") == 1


def _ranks(folder: Path) -> Path:
    path = folder / "a.tiktoken"
    path.write_bytes(b"".join(b"%s %d\n" % (base64.b64encode(token), n) for n, token in enumerate(RANKS)))
    return path
