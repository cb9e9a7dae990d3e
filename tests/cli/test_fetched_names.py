"""Every verb takes the name of a fetched vocabulary where it takes the file of a tokenizer."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import workbench
from workbench.cli import main as cli
from workbench.formats import published

NAME = "r50k_base"
COMMANDS = (
    "encode TEXT --tokenizer NAME",
    "encode TEXT --tokenizer NAME --to npy --out FOLDER/ids.npy",
    "decode IDS --tokenizer NAME",
    "explain --tokenizer NAME hello",
    "inspect NAME --json",
    "vocab NAME",
    "convert NAME FOLDER/other.json",
    "adapt NAME --add zqx --move-special",
    "adapt OWN --merge NAME --move-special",
    "same NAME OWN",
    "same OWN NAME",
    "count TEXT --tokenizer NAME",
    "compare NAME OWN --text TEXT",
    "train TEXT --extend NAME 2 --move-special --out FOLDER/larger.model",
)


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What stands for the words of `COMMANDS`; the cache is an own folder without a vocabulary."""
    cache = tmp_path / "cache"
    cache.mkdir()
    (tmp_path / "text").write_text("hello zqx zqx zqx yyyyy")
    (tmp_path / "ids").write_text("104 105")
    tokenizer = workbench.train("sample:", vocab_size=300, special_tokens=["<|a|>"])
    workbench.save_tokenizer(tokenizer, tmp_path / "own.model")
    monkeypatch.setattr(published, "cache_folder", lambda: str(cache))
    names = {"TEXT": "text", "IDS": "ids", "OWN": "own.model", "FOLDER": "out"}
    return {word: str(tmp_path / name) for word, name in names.items()}


def run(command: str, words: dict[str, str], tokenizer: str) -> int:
    for word, meant in words.items():
        command = command.replace(word, meant)
    return cli.main([tokenizer if word == "NAME" else word for word in command.split()])


@pytest.mark.parametrize("command", COMMANDS)
def test_a_name_is_that_of_the_file(
    command: str, words: dict[str, str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    path = f"{published.cache_folder()}/{NAME}.tiktoken"
    shutil.copy(words["OWN"], path)
    monkeypatch.setattr(published, "fetched_path", lambda known, folder: f"{folder}/{known.name}")
    expected = run(command, words, path), capfd.readouterr().out.replace(path, NAME)
    shutil.rmtree(words["FOLDER"], ignore_errors=True)
    assert (run(command, words, NAME), capfd.readouterr().out.replace(path, NAME)) == expected
    assert expected[0] == 0
    assert expected[1] or "--out" in command


@pytest.mark.parametrize("command", COMMANDS)
def test_what_was_not_fetched_is_told_so(
    command: str, words: dict[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    for name in (NAME, "hf:some/model", "nothere"):
        assert run(command, words, name) == (2 if command.startswith("same") else 1)
        told = "there is no file or fetched vocabulary of this name. Name a file, or fetch the vocabulary"
        assert told in capfd.readouterr().err
    assert not Path(words["FOLDER"]).exists()


def test_a_path_where_nothing_is_is_to_be_checked(
    words: dict[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    run("count TEXT --tokenizer NAME", words, f"{words['FOLDER']}/nothere.json")
    assert "the file does not exist: No such file or directory. It may have been moved; check its path." in (
        capfd.readouterr().err
    )


def test_a_fetched_file_is_never_written_over(
    words: dict[str, str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    path = f"{published.cache_folder()}/{NAME}.tiktoken"
    shutil.copy(words["OWN"], path)
    monkeypatch.setattr(published, "fetched_path", lambda known, folder: f"{folder}/{known.name}")
    for command in (
        f"encode TEXT --tokenizer NAME --out {path}",
        f"convert NAME {path} --to minbpe",
        f"adapt NAME --add zqx --move-special --out {path} --format minbpe",
        f"adapt OWN --merge NAME --add zqx --move-special --out {path} --format minbpe",
        f"train TEXT --extend NAME 2 --move-special --out {path} --format minbpe",
    ):
        assert run(command, words, NAME) == 1, command
        assert "this is the file that is read" in capfd.readouterr().err, command
    assert Path(path).read_bytes() == Path(words["OWN"]).read_bytes()
