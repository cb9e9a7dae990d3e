"""A rank file that does not say how it splits: every verb names it, not the text, and offers --pattern."""

import base64
from pathlib import Path

import pytest

from tests.cli import test_cli
from tests.cli.test_cli import Shell

shell = test_cli.shell
RANKS = [*(bytes([value]) for value in range(256)), b"th"]


@pytest.mark.parametrize(
    ("verb", "status"),
    [
        ("encode TEXT --tokenizer RANKS", 1),
        ("count TEXT --tokenizer RANKS", 1),
        ("compare RANKS --text TEXT", 1),
        ("same RANKS OTHER --text TEXT", 2),
        ("vocab RANKS --health", 1),
        ("vocab RANKS --counts TEXT", 1),
        ("convert RANKS OUT", 1),
        ("train TEXT --extend RANKS 5 --out OUT", 1),
    ],
)
def test_the_tokenizer_is_named(shell: Shell, tmp_path: Path, verb: str, status: int) -> None:
    lines = [b"%s %d\n" % (base64.b64encode(token), rank) for rank, token in enumerate(RANKS)]
    paths = {name: tmp_path / f"{name}.{suffix}" for name, suffix in
             (("RANKS", "tiktoken"), ("OTHER", "tiktoken"), ("TEXT", "txt"), ("OUT", "json"))}  # fmt: skip
    paths["RANKS"].write_bytes(b"".join(lines))
    paths["OTHER"].write_bytes(b"".join(lines[:-1]))
    paths["TEXT"].write_text("the thing\n")
    assert shell(*(paths.get(word, word) for word in verb.split())) == status
    said = shell.err.splitlines()[-1]
    assert "RANKS" in said
    assert "TEXT.txt" not in said
    assert "--pattern" in said
    assert "as pattern" not in shell.err + shell.out.decode()
    assert not paths["OUT"].exists()


@pytest.mark.parametrize("flags", [["--eos"], ["--bos"], ["--eos-token", "<|endoftext|>"]])
def test_a_tokenizer_without_special_tokens_offers_none(
    shell: Shell, tmp_path: Path, flags: list[str]
) -> None:
    path, text = tmp_path / "plain.tiktoken", tmp_path / "a.txt"
    path.write_bytes(b"".join(b"%s %d\n" % (base64.b64encode(token), n) for n, token in enumerate(RANKS)))
    text.write_text("the")
    assert shell("encode", text, "--tokenizer", path, "--pattern", "gpt2", *flags) == 1
    assert "this tokenizer has no special tokens" in shell.err
    assert "none" not in shell.err
