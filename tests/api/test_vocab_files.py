"""Vocabularies written for people."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import workbench
from workbench.api.vocab_files import save_vocab
from workbench.display.escapes import for_spreadsheet, unescape
from workbench.engine.base.errors import EngineError


@pytest.fixture
def tokenizer(tmp_path: Path) -> object:
    source = tmp_path / "source.txt"
    source.write_text("the cat sat on the mat, = the rat \t" * 20, encoding="utf-8")
    return workbench.train(str(source), vocab_size=270, special_tokens=["<|end|>"])


def test_the_table_holds_every_token_with_its_very_bytes(tokenizer, tmp_path: Path) -> None:
    file = tmp_path / "tokens.csv"
    save_vocab(tokenizer, file, "csv")
    rows = list(csv.DictReader(file.open(encoding="utf-8", newline="")))
    assert [int(row["id"]) for row in rows] == list(range(271))
    for row in rows:
        token = tokenizer.token_bytes(int(row["id"]))
        assert bytes.fromhex(row["bytes"]) == token
        assert unescape(row["token"].removeprefix("'")) == token or row["token"].startswith("'")
        assert int(row["length"]) == len(token)
    assert rows[ord("=")]["token"] == "'="
    assert rows[9]["token"] == "\\u{9}"
    assert (rows[256]["kind"], rows[256]["rank"]) == ("merge", "0")
    left, right = int(rows[256]["left"]), int(rows[256]["right"])
    assert bytes.fromhex(rows[256]["bytes"]) == bytes([left, right])
    assert (rows[270]["kind"], rows[270]["rank"], rows[270]["token"]) == ("special", "", "<|end|>")


def test_minbpes_own_file_says_what_each_token_is_made_of(tokenizer, tmp_path: Path) -> None:
    file = tmp_path / "tokens.vocab"
    save_vocab(tokenizer, file)
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[97] == "[a] 97"
    assert lines[10] == "[\\u000a] 10"
    left, right = (tokenizer.token_bytes(i).decode() for i in tokenizer.model.pair_of(256))
    assert lines[256] == f"[{left}][{right}] -> [{left}{right}] 256"
    assert lines[270] == "[<|end|>] 270"


def test_cl100k_is_written_as_minbpes_save_vocab_does(shared: Path, tmp_path: Path) -> None:
    file = tmp_path / "gpt4.vocab"
    save_vocab(workbench.open_tokenizer(shared / "data" / "cl100k_base.tiktoken"), file)
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "[!] 0"  # id 0 is the byte 33: the shuffle of the bytes
    assert lines[188] == "[\\u0000] 188"
    assert lines[256] == "[ ][ ] -> [  ] 256"
    assert lines[1917] == "[ w][orld] -> [ world] 1917"


def test_a_score_merged_vocabulary_has_scores_and_no_vocab_kind_is_guessed(
    shared: Path, tmp_path: Path
) -> None:
    llama = workbench.open_tokenizer(shared / "data" / "llama2_tokenizer.bin")
    file = tmp_path / "llama.csv"
    save_vocab(llama, file, "csv")
    rows = {row["id"]: row for row in csv.DictReader(file.open(encoding="utf-8", newline=""))}
    assert (rows["15043"]["token"], rows["15043"]["score"]) == (" Hello", "-14784")
    with pytest.raises(EngineError, match="there is no format “txt”"):
        save_vocab(llama, file, "txt")


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\tx", "\rx"])
def test_what_a_spreadsheet_would_run_is_for_spreadsheet(text: str) -> None:
    assert for_spreadsheet(text) == f"'{text}"
    assert for_spreadsheet(f"a{text}") == f"a{text}"
