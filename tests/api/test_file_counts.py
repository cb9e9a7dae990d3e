"""Tokens of files and folders are counted as they are encoded."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

import workbench
from tests.cli.test_cli import Shell, shell

__all__ = ["shell"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "texts" / "more").mkdir(parents=True)
    folder = tmp_path / "texts"
    (folder / "a.txt").write_text("the cat sat " * 9000, "utf-8")
    (folder / "b.jsonl").write_text("".join(json.dumps({"text": f"row {n}"}) + "\n" for n in range(3000)))
    (folder / "binary").write_bytes(bytes(range(256)) * 9)
    (folder / "empty.txt").write_text("")
    (folder / "more" / "c.txt.gz").write_bytes(gzip.compress("naïve 水".encode()))
    return folder


def test_each_file_of_a_folder_has_the_tokens_of_its_documents(folder: Path, shell: Shell) -> None:
    tokenizer = workbench.train("sample:", vocab_size=300)
    texts = {
        "a.txt": ["the cat sat " * 9000],
        "b.jsonl": [f"row {n}" for n in range(3000)],
        "more/c.txt.gz": ["naïve 水"],
    }
    counted = workbench.count([folder, folder / "a.txt"], [tokenizer])
    expected = [
        (str(folder / name), sum(len(tokenizer.encode(text)) for text in texts[name])) for name in texts
    ]
    found = [(each.path, each.tokens[0]) for each in counted]
    assert sorted(found[:3]) == expected
    assert found[3] == expected[0]
    assert sum(each.n_bytes for each in counted[:3]) == sum(
        len(t.encode()) for ts in texts.values() for t in ts
    )
    workbench.save_tokenizer(tokenizer, folder.parent / "own.json")
    tokens = dict(expected)
    assert shell("count", folder, "--tokenizer", folder.parent / "own.json", "--by-folder", "--json") == 0
    assert [(each["path"], each["tokens"]) for each in json.loads(shell.out)["files"]] == [
        (str(folder), tokens[str(folder / "a.txt")] + tokens[str(folder / "b.jsonl")]),
        (str(folder / "more"), tokens[str(folder / "more/c.txt.gz")]),
    ]
    assert "binary" in shell.err
    for name in ("b.jsonl", "more/c.txt.gz"):  # the same alone as in its folder
        assert shell("count", folder / name, "--tokenizer", folder.parent / "own.json", "--json") == 0
        assert json.loads(shell.out)["total"]["tokens"] == tokens[str(folder / name)]
        assert workbench.count([folder / name], [tokenizer])[0].tokens == (tokens[str(folder / name)],)
    assert shell("count", folder, "--tokenizer", folder.parent / "own.json") == 0
    assert shell.out.decode().splitlines()[-1].split()[0] == str(sum(tokens.values()))
