"""The headless verbs, in this process where that tells all, as `python -m workbench` where it does not."""

from __future__ import annotations

import base64
import gzip
import io
import json
import os
import pty
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import workbench
from tests.formats.hf_toys import bpe, data_of
from workbench import api, kernels
from workbench.cli import inspect, train
from workbench.cli import main as cli
from workbench.formats import reading

ROOT = Path(__file__).parents[2]
TEXT = "Wer am Fluss wohnt, hört ihn.\r\n\t水 😉 "


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tokenizer") / "t.model"
    trained = workbench.train("sample:", vocab_size=600, special_tokens=["<|a|>", "<|b|>"])
    workbench.save_tokenizer(trained, path)
    return path


class Shell:
    """Runs verbs in this process; `out` and `err` are what the last one wrote."""

    def __init__(self, capture: pytest.CaptureFixture[bytes], patch: pytest.MonkeyPatch) -> None:
        self._capture = capture
        self._patch = patch
        self.out = b""
        self.err = ""

    def __call__(self, *arguments: object, stdin: bytes = b"") -> int:
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        self._capture.readouterr()
        try:
            status = cli.main([str(argument) for argument in arguments])
        except SystemExit as end:
            status = int(end.code or 0)
        captured = self._capture.readouterr()
        self.out, self.err = captured.out, captured.err.decode()
        return status


@pytest.fixture
def shell(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(capsysbinary, monkeypatch)


def test_bytes_left_out_for_reasons_of_the_same_words_are_added_up() -> None:
    left_out = {"held_out": 1100, "packed_cut": 1000, "zip_checksum": 234}
    nothing = {"lost_bytes": 0, "held_out": {"documents": 0}, "dropped_pieces": 0, "faults": {}}
    reading = SimpleNamespace(replaced=0, skipped=())
    run: Any = SimpleNamespace(sources=(), record=dict[str, Any], reading=reading)
    lines = train._text_lines({**nothing, "source_bytes": {"left_out": left_out}}, run)
    assert list(lines) == ["bytes of the sources left out: damaged files 1,234, held out 1,100"]


def program(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "workbench", *map(str, arguments)]


def through_pipe(data: bytes) -> tuple[str, int]:
    """Return the path of a pipe that has some bytes in it, as the shell's <(…), and what to close."""
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    return f"/dev/fd/{reading}", reading


@pytest.mark.skipif(not os.path.isdir("/dev/fd"), reason="this system has no /dev/fd")
def test_pipes_and_a_dash_are_read(shell: Shell, tokenizer: Path) -> None:
    assert shell("encode", "--tokenizer", tokenizer, "-", stdin=b"hello") == 0
    ids = shell.out
    assert ids
    for verb, data, expected in (("encode", b"hello", ids), ("decode", ids, b"hello")):
        path, descriptor = through_pipe(data)
        assert shell(verb, "--tokenizer", tokenizer, path) == 0
        os.close(descriptor)
        assert shell.out == expected
    assert shell("decode", "--tokenizer", tokenizer, "-", stdin=ids) == 0
    assert shell.out == b"hello"


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="a descriptor's path is opened from the start")
def test_every_verb_reads_pipes(shell: Shell, tokenizer: Path, tmp_path: Path) -> None:
    text, out = b"the heron and the reeds and the river\n" * 20, tmp_path / "t.model"
    plain = tmp_path / "plain.txt"
    plain.write_bytes(text)
    packed = gzip.compress(text)

    def piped(data: bytes, *arguments: object) -> tuple[int, bytes]:
        """Run a verb with the path of a pipe in place of None."""
        path, descriptor = through_pipe(data)
        status = shell(*(path if each is None else each for each in arguments))
        os.close(descriptor)
        return status, shell.out

    assert shell("train", plain, "--vocab-size", "280", "--out", out) == 0
    trained = out.read_bytes()
    for data in (text, packed):
        out.unlink()
        assert piped(data, "train", None, "--vocab-size", "280", "--out", out)[0] == 0
        assert out.read_bytes() == trained
    status, told = piped(text, "train", None, "--vocab-size", "280", "--out", out, "--estimate", "--json")
    assert (status, json.loads(told)["n_bytes"]) == (0, len(text))
    status, told = piped(text, "convert", tokenizer, tmp_path / "t.json", "--prove", None, "--json")
    assert (status, json.loads(told)["proof"]["n_bytes"]) == (0, len(text))
    explained = ("explain", "--tokenizer", out, "reeds", "--what-if", "--json", "--train-on")
    assert piped(text, *explained, None)[1] == (shell(*explained, plain), shell.out)[1]
    for verb in (("inspect", None), ("convert", None, tmp_path / "u.json"),
                 ("encode", "--tokenizer", None, plain), ("explain", "--tokenizer", None, "reeds"),
                 ("train", plain, "--extend", None, "3", "--out", tmp_path / "v.model")):  # fmt: skip
        assert piped(trained, *verb)[0] == 0, shell.err


@pytest.mark.parametrize("suffix", [".model", ".json", ".tiktoken"])
def test_what_is_no_pattern_is_told_so(shell: Shell, tokenizer: Path, tmp_path: Path, suffix: str) -> None:
    out, said = tmp_path / f"t{suffix}", "the pattern never closes the group ("
    given = ("--pattern", "(")
    for verb in (("train", "sample:", "--out", out, *given), ("convert", tokenizer, out, *given),
                 ("train", "sample:", "--out", out, "--estimate", *given),
                 ("encode", "--tokenizer", tokenizer, *given),
                 ("explain", "--tokenizer", tokenizer, "word", *given)):  # fmt: skip
        assert shell(*verb) == 1
        assert said in shell.err
    assert not list(tmp_path.iterdir())


def test_files_of_another_tokenizer_beside_the_target_are_reported_before_the_training(
    shell: Shell, tmp_path: Path
) -> None:
    (tmp_path / "tokenizer_config.json").write_text('{"pad_token": "a", "bos_token": "b"}')
    assert shell("train", "sample:", "--vocab-size", "300", "--out", tmp_path / "t.json") == 1
    assert "tokenizer_config.json next to it is another tokenizer's" in shell.err
    assert [file.name for file in tmp_path.iterdir()] == ["tokenizer_config.json"], "no checkpoint of a run"


def test_a_name_too_long_for_its_card_is_told_before_the_training(shell: Shell, tmp_path: Path) -> None:
    out = tmp_path / f"{'a' * 242}.model"  # which the system takes, but not with .card.json behind it
    assert shell("train", tmp_path / "there is none", "--out", out) == 1
    assert "card.json: its name is too long for this system" in shell.err


def test_a_dash_is_standard_input_everywhere(tokenizer: Path, tmp_path: Path) -> None:
    verbs = (
        ("train", "-", "--vocab-size", "260", "--out", tmp_path / "t.model"),
        ("convert", tokenizer, tmp_path / "t.json", "--prove", "-"),
        ("convert", tokenizer, tmp_path / "t.json", "--prove", "/dev/stdin"),
        ("explain", "--tokenizer", tokenizer, "reeds", "--what-if", "--train-on", "-"),
    )
    for verb in verbs:
        done = subprocess.run(
            program(*verb), input=b"the heron and the reeds\n", capture_output=True, cwd=ROOT
        )
        assert (done.returncode, done.stderr) == (0, b"")
    done = subprocess.run(
        program("inspect", "-"), input=tokenizer.read_bytes(), capture_output=True, cwd=ROOT
    )
    assert done.returncode == 0


def test_modules_in_the_folder_of_texts_are_not_run(tmp_path: Path) -> None:
    for name in ("json", "signal", "numpy", "argparse"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('hijacked')", encoding="ascii")
    found = subprocess.run(program("--version"), cwd=tmp_path, capture_output=True, text=True)
    assert (found.returncode, found.stderr) == (0, "")


# --- train ----------------------------------------------------------------------------------------------


def test_train_writes_what_the_api_trains(shell: Shell, tmp_path: Path) -> None:
    out = tmp_path / "mine.model"
    options = (
        "--preset",
        "gpt2",
        "--vocab-size",
        500,
        "--tie",
        "first-seen",
        "--min-count",
        3,
        "--max-token-length",
        6,
    )
    assert (
        shell("train", "sample:", "--out", out, *options, "--special", "<|end|>=700", "--special", "a=b=701")
        == 0
    )
    assert shell.err == ""
    assert b"244 merges" in shell.out
    assert str(out).encode() in shell.out
    trained = workbench.open_tokenizer(out)
    wanted = workbench.train(
        "sample:", preset="gpt2", vocab_size=500, tie="first-seen", min_count=3, max_token_length=6
    )
    assert trained.model.pairs().tolist() == wanted.model.pairs().tolist()
    assert trained.special_tokens == {"<|end|>": 700, "a=b": 701}


def test_train_tells_each_merge_as_minbpe_does(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("aaabdaaabac")
    options = ("--preset", "basic", "--vocab-size", 259, "--tie", "first-seen", "--verbose")
    assert shell("train", tmp_path / "a.txt", "--out", tmp_path / "t.model", *options) == 0
    assert shell.err.splitlines() == [
        "merge 1/3: (97, 97) -> 256 (aa) had 4 occurrences",
        "merge 2/3: (256, 97) -> 257 (aaa) had 2 occurrences",
        "merge 3/3: (257, 98) -> 258 (aaab) had 2 occurrences",
    ]


def test_train_for_machines(shell: Shell, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "a.txt").write_bytes(b"abab\xff abab")
    (corpus / "b.txt").write_bytes(b"\0")
    arguments = ("train", corpus, "--out", tmp_path / "t.tiktoken", "--pattern", "[a-z]+", "--json")
    assert shell(*arguments, "--special", "<s>") == 0
    result = json.loads(shell.out)
    assert result["files"][0] == str(tmp_path / "t.tiktoken")
    assert (result["n_merges"], result["vocab_size"], result["ended_by"]) == (2, 258, "pairs")
    assert (result["corpus_bytes"], result["lost_bytes"], result["replaced_bytes"]) == (8, 4, 1)
    assert result["special_tokens"] == {"<s>": 258}
    assert [skipped["why"] for skipped in result["skipped"]] == ["looks_binary"]
    assert shell(*arguments[:-1]) == 0
    for words in (
        b"ended early",
        b"skips: 4",
        b"replaced: 1",
        b"b.txt: it contains NUL bytes",
        b"--accept looks_binary",
    ):
        assert words in shell.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["train", "sample:"], "--out"),
        (["train", "--out", "x.model"], "SOURCE"),
        (["train", "sample:", "--out", "x.model", "--preset", "bart"], "bart"),
        (["train", "sample:", "--out", "x.model", "--preset", "custom"], "--pattern"),
        (["train", "sample:", "--out", "x.model", "--vocab-size", "-1"], "whole number"),
        (["train", "sample:", "--out", "x.model", "--special", "a=1", "--special", "b"], "--special"),
        (["train", "sample:", "--out", "x.model", "--special", "a", "--special", "a"], "--special"),
        (["encode"], "--tokenizer"),
        (["encode", "--tokenizer", "x.model", "--to", "csv"], "csv"),
        (["explain", "--tokenizer", "x.model"], "WORD"),
        (["teach"], "teach"),
        (["./gone.txt"], "there is no such file"),
        ([], "VERB"),
    ],
)
def test_wrong_usage(shell: Shell, arguments: list[str], words: str) -> None:
    assert shell(*arguments) == 2
    assert shell.out == b""
    assert words in shell.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["train", "gone.txt", "--out", "x.model"], "gone.txt"),
        (["train", "sample:", "--out", "x.docx"], ".docx"),
        (["train", "sample:", "--out", "x.model", "--vocab-size", "10"], "256"),
        (["train", "sample:", "--out", "x.model", "--pattern", "(a"], "pattern"),
        (["encode", "--tokenizer", "gone.model"], "gone.model"),
        (["decode", "--tokenizer", "gone.model"], "gone.model"),
        (["inspect", "gone.model"], "gone.model"),
    ],
)
def test_a_failure_is_one_line_and_leaves_no_file(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert shell(*arguments) == 1
    assert shell.out == b""
    assert shell.err.startswith("workbench: ")
    assert shell.err.count("\n") == 1
    assert words in shell.err
    assert list(tmp_path.iterdir()) == []


# --- encode and decode ----------------------------------------------------------------------------------


def test_ids_are_separated_by_spaces(shell: Shell, tokenizer: Path) -> None:
    ids = workbench.open_tokenizer(tokenizer).encode(TEXT)
    assert shell("encode", "--tokenizer", tokenizer, stdin=TEXT.encode()) == 0
    assert shell.out == (" ".join(map(str, ids)) + "\n").encode()
    assert shell.err == ""


def test_bytes_that_become_another_character_are_counted(
    shell: Shell, tokenizer: Path, tmp_path: Path
) -> None:
    normalized = tmp_path / "nfc.json"
    normalized.write_bytes(
        data_of(bpe({"<unk>": 0, "a": 1}, [], unk_token="<unk>") | {"normalizer": {"type": "NFC"}})
    )
    (tmp_path / "texts").mkdir()
    file = tmp_path / "texts/a.txt"
    file.write_bytes(b"a \xff\xfe a\na \xe6\n")
    told = "workbench: invalid bytes replaced with U+FFFD: 3\n"
    for arguments in (("--json",), ("--documents", "lines"), ("--out", tmp_path / "ids.npy", "--to", "npy")):
        assert shell("encode", "--tokenizer", normalized, file, *arguments) == 0
        assert shell.err == told
    # A folder is read as for a training, which takes text alone: any tokenizer loses them there.
    assert shell("encode", "--tokenizer", tokenizer, file.parent) == 0
    assert shell.err == told
    assert shell("encode", "--tokenizer", tokenizer, file) == 0
    assert shell.err == ""


@pytest.mark.parametrize("form", ["text", "json", "npy", "u16", "u32"])
@pytest.mark.parametrize("data", [TEXT.encode(), b"", bytes(range(256)) * 300])
def test_every_form_comes_back_exactly(
    shell: Shell, tokenizer: Path, tmp_path: Path, form: str, data: bytes
) -> None:
    (tmp_path / "in").write_bytes(data)
    out = tmp_path / "ids"
    assert shell("encode", "--tokenizer", tokenizer, tmp_path / "in", "--to", form, "--out", out) == 0
    assert shell.out == b""
    assert shell("encode", "--tokenizer", tokenizer, "--to", form, stdin=data) == 0
    assert shell.out == out.read_bytes()
    assert shell("decode", "--tokenizer", tokenizer, out, "--from", form) == 0
    assert shell.out == data
    if form not in ("u16", "u32"):
        assert shell("decode", "--tokenizer", tokenizer, stdin=out.read_bytes()) == 0
        assert shell.out == data


def test_the_forms_are_what_their_names_say(shell: Shell, tokenizer: Path, tmp_path: Path) -> None:
    ids = workbench.open_tokenizer(tokenizer).encode(TEXT)
    found = {}
    for form in ("json", "npy", "u16", "u32"):
        shell("encode", "--tokenizer", tokenizer, "--to", form, stdin=TEXT.encode())
        found[form] = shell.out
    assert json.loads(found["json"]) == ids
    assert np.load(io.BytesIO(found["npy"])).dtype == np.uint32
    assert np.load(io.BytesIO(found["npy"])).tolist() == ids
    assert np.frombuffer(found["u16"], "<u2").tolist() == ids
    assert np.frombuffer(found["u32"], "<u4").tolist() == ids


def test_ids_that_do_not_fit_are_refused(shell: Shell, tmp_path: Path) -> None:
    trained = workbench.train(api.TextSource("", "abab"), special_tokens={"<s>": 70_000})
    workbench.save_tokenizer(trained, tmp_path / "t.model")
    arguments = ("encode", "--tokenizer", tmp_path / "t.model", "--special", "all")
    assert shell(*arguments, "--to", "u16", stdin=b"ab<s>") == 1
    assert "70000" in shell.err
    assert shell(*arguments, "--to", "u32", stdin=b"ab<s>") == 0


@pytest.mark.parametrize(
    ("choice", "allowed"),
    [("all", {"<|a|>", "<|b|>"}), ("none", set()), ("<|a|>,<|b|>", {"<|a|>", "<|b|>"})],
)
def test_special_tokens_in_the_text(shell: Shell, tokenizer: Path, choice: str, allowed: set[str]) -> None:
    text = "x<|a|>y<|b|>"
    wanted = workbench.open_tokenizer(tokenizer).encode(text, allowed_special=allowed, disallowed_special=())
    assert shell("encode", "--tokenizer", tokenizer, "--special", choice, stdin=text.encode()) == 0
    assert [int(word) for word in shell.out.split()] == wanted


def test_an_end_mark_that_is_not_there_is_an_error_and_can_be_named(shell: Shell, tokenizer: Path) -> None:
    encode = ("encode", "--tokenizer", tokenizer)
    for flag, named in (("--eos", "--eos-token"), ("--bos", "--bos-token")):
        assert shell(*encode, flag, stdin=b"one") == 1
        assert f"{named}: <|a|>, <|b|>" in shell.err
        assert shell.out == b""
    assert shell(*encode, stdin=b"one") == 0
    ids = shell.out.split()
    specials = workbench.open_tokenizer(tokenizer).special_tokens
    first, last = b"%d" % specials["<|a|>"], b"%d" % specials["<|b|>"]
    assert shell(*encode, "--bos-token", "<|a|>", "--eos-token", "<|b|>", stdin=b"one") == 0
    assert shell.out.split() == [first, *ids, last]
    assert shell(*encode, "--eos-token", "<|c|>", stdin=b"one") == 1
    assert "<|c|>" in shell.err


def test_of_many_special_tokens_only_the_first_are_offered(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "many.model"
    specials = [f"<|{n}|>" for n in range(30)]
    workbench.save_tokenizer(workbench.train("sample:", vocab_size=300, special_tokens=specials), file)
    assert shell("encode", "--tokenizer", file, "--eos", stdin=b"one") == 1
    assert "<|19|>, …" in shell.err
    assert "<|20|>" not in shell.err


def test_a_published_encoding_knows_its_end(shell: Shell, shared: Path) -> None:
    assert shell("encode", "--tokenizer", shared / "data/cl100k_base.tiktoken", "--eos", stdin=b"one") == 0
    assert shell.out.split() == [b"606", b"100257"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ["standard input, byte 1", "<|a|>", "--special all"]),
        (["--special", "error"], ["<|a|>"]),
        (["--special", "<|a|>"], ["<|b|>"]),
        (["--special", "<|c|>"], ["<|c|>", "<|a|>, <|b|>"]),
    ],
)
def test_special_tokens_that_are_refused(
    shell: Shell, tokenizer: Path, arguments: list[str], words: list[str]
) -> None:
    assert shell("encode", "--tokenizer", tokenizer, *arguments, stdin=b"x<|a|>y<|b|>") == 1
    assert shell.out == b""
    assert [word for word in words if word not in shell.err] == []


@pytest.mark.parametrize(
    ("data", "form", "words"),
    [
        (b"1 2 x 4", None, ["entry 3", "x"]),
        (b"1 -2", None, ["entry 2", "-2"]),
        (b"1 2 99999", None, ["99999"]),
        (b"123", "u16", ["3 bytes"]),
        (b"\x93NUMPY\x01", None, ["array"]),
    ],
)
def test_ids_that_cannot_be_decoded(
    shell: Shell, tokenizer: Path, data: bytes, form: str | None, words: list[str]
) -> None:
    assert shell("decode", "--tokenizer", tokenizer, *(["--from", form] if form else []), stdin=data) == 1
    assert shell.out == b""
    assert [word for word in ["standard input", *words] if word not in shell.err] == []


def test_what_a_hugging_face_tokenizer_prints_is_decoded(shell: Shell, tokenizer: Path) -> None:
    for data in (
        b'{"input_ids": [104, 105], "token_type_ids": [0, 0], "attention_mask": [1, 1]}',
        b"{'attention_mask': [1, 1], 'input_ids': [104, 105]}",
        b'{"ids": [104], "n": 1}\n{"ids": null}\n{"n": 1, "ids": [105]}\n',
    ):
        assert shell("decode", "--tokenizer", tokenizer, stdin=data) == 0
        assert shell.out == b"hi"
    assert shell("decode", "--tokenizer", tokenizer, stdin=b'{"prompt": [1], "labels": [2]}') == 1
    assert shell.out == b""
    assert "“prompt” (1), “labels” (16)" in shell.err
    assert "character 1" in shell.err


def test_decode_for_machines(shell: Shell, tokenizer: Path) -> None:
    for data, text in ((b"\xc3\xa9\0", "é\0"), (b"a\xff", None)):
        ids = " ".join(map(str, data))  # a byte is its own id in a minbpe model
        assert shell("decode", "--tokenizer", tokenizer, "--json", stdin=ids.encode()) == 0
        result = json.loads(shell.out)
        assert (result["n_ids"], result["n_bytes"], result["text"]) == (len(data), len(data), text)
        assert base64.b64decode(result["base64"]) == data


def test_an_array_of_something_else_is_refused(shell: Shell, tokenizer: Path, tmp_path: Path) -> None:
    for name, array in (("floats", np.zeros(3)), ("table", np.zeros((2, 2), np.int64))):
        np.save(tmp_path / name, array)
        assert shell("decode", "--tokenizer", tokenizer, tmp_path / f"{name}.npy") == 1
        assert "array" in shell.err


# --- explain and inspect --------------------------------------------------------------------------------


def test_explain_shows_the_merges(shell: Shell, tokenizer: Path) -> None:
    assert shell("explain", "--tokenizer", tokenizer, "the river", "--json") == 0
    pieces = json.loads(shell.out)
    assert [piece["piece"] for piece in pieces] == ["the", " river"]
    ids = workbench.open_tokenizer(tokenizer).encode("the river")
    assert [token for piece in pieces for token in piece["ids"]] == ids
    assert pieces[0]["rounds"][0]["symbols"] == ["t", "h", "e"]
    assert pieces[0]["rounds"][-1]["merged"] is None
    assert shell("explain", "--tokenizer", tokenizer, "the river") == 0
    lines = shell.out.decode().splitlines()
    assert len(lines) == sum(1 + len(piece["rounds"]) for piece in pieces)
    assert lines[0].startswith("the: ")
    assert "·" in lines[1 + len(pieces[0]["rounds"])]


def test_inspect_of_what_a_library_runs(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes(data_of(bpe({"a": 0, "b": 1, "ab": 2}, [["a", "b"]], dropout=1.0)))
    assert shell("inspect", path) == 0
    said = shell.out.decode()
    assert "split by        tokenizers, as the file says" in said
    assert "split           none" not in said


def test_inspect(shell: Shell, tokenizer: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shell("inspect", tokenizer, "--json") == 0
    found = json.loads(shell.out)
    assert (found["format"], found["vocab_size"], found["n_merges"], found["split"]) == (
        "minbpe",
        600,
        344,
        "cl100k",
    )
    assert found["special_tokens"] == {"<|a|>": 600, "<|b|>": 601}
    assert found["training"]["options"]["vocab_size"] == 600
    assert found["findings"] == []
    assert found["split_by"] == ("a compiled kernel" if kernels.active() else "regex")
    assert found["kernels"] == {"active": kernels.active(), "why_not": kernels.why_not()}
    monkeypatch.setenv("WORKBENCH_PURE", "1")
    assert shell("inspect", tokenizer, "--json") == 0
    assert json.loads(shell.out)["kernels"] == {"active": False, "why_not": "WORKBENCH_PURE is set"}
    assert shell("inspect", tokenizer) == 0
    assert "WORKBENCH_PURE is set" in shell.out.decode()
    for words in ("344 merges", "cl100k", '"<|a|>" = 600', "minbpe, tiktoken"):
        assert words in shell.out.decode()


def test_inspect_names_the_first_special_tokens_of_many(
    shell: Shell, tokenizer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspect, "MOST_SPECIALS", 1)
    assert shell("inspect", tokenizer) == 0
    assert b'"<|a|>" = 600, and 1 more (--json lists all)' in shell.out


def test_inspect_says_where_a_persons_own_pattern_runs(shell: Shell, tmp_path: Path) -> None:
    trained = workbench.train(api.TextSource("", "abab abab"), pattern=r"\b\w+|\s+", vocab_size=257)
    workbench.save_tokenizer(trained, tmp_path / "own.model")
    trained.close()
    assert shell("inspect", tmp_path / "own.model") == 0
    assert "split by        regex, in a separate process, stopped if" in shell.out.decode()


def test_inspect_tells_its_findings(shell: Shell, tokenizer: Path, tmp_path: Path) -> None:
    (tmp_path / "t.model").write_bytes(tokenizer.read_bytes())
    card = json.loads(Path(f"{tokenizer}.card.json").read_bytes())
    del card["card_sha256"]
    card["file"]["sha256"] = "0" * 64
    (tmp_path / "t.model.card.json").write_text(json.dumps(card), encoding="utf-8")
    assert shell("inspect", tmp_path / "t.model", "--json") == 0
    assert "notice_card_other_file" in [finding["code"] for finding in json.loads(shell.out)["findings"]]
    assert shell("inspect", tmp_path / "t.model") == 0
    assert b"finding" in shell.out


# --- as a program ---------------------------------------------------------------------------------------


def test_as_a_program(tokenizer: Path) -> None:
    done = subprocess.run(
        program("encode", "--tokenizer", tokenizer), input=b"hello", capture_output=True, cwd=ROOT
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert subprocess.run(program("teach"), capture_output=True, cwd=ROOT).returncode == 2
    assert subprocess.run(program("inspect", "/gone"), capture_output=True, cwd=ROOT).returncode == 1


def test_a_closed_pipe_ends_it_quietly(tokenizer: Path, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"some words " * 100_000)
    command = program("encode", "--tokenizer", tokenizer, tmp_path / "in")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(5)
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(30) == 1


@pytest.mark.parametrize(
    ("verb", "closed", "line"),
    [
        ("inspect {t}", "1", b"workbench: the output cannot be written: Bad file descriptor.\n"),
        ("explain --tokenizer {t} a --json", "1", b"workbench: the output cannot be written: Bad file"),
        ("encode --tokenizer {t}", "1", b"workbench: the output cannot be written: Bad file descriptor.\n"),
        ("encode --tokenizer {t} --to npy", "1", b"workbench: the output cannot be written: Bad file"),
        ("encode --tokenizer {t}", "0", b"workbench: standard input: the file cannot be read: Bad file"),
        ("inspect /gone", "2", b""),
        ("train sample: --out {t}.tiktoken --vocab-size 300 --special {t}", "2", b""),
    ],
)
def test_a_stream_that_is_closed_is_one_line(tokenizer: Path, verb: str, closed: str, line: bytes) -> None:
    command = shlex.join(program(*verb.format(t=tokenizer).split()))
    done = subprocess.run(
        ["sh", "-c", f"exec {command} {closed}{'<' if closed == '0' else '>'}&-"],
        capture_output=True,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == (0 if verb.startswith("train") else 1)
    assert done.stderr.startswith(line)
    assert done.stderr.count(b"\n") == (1 if line else 0)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_one_line(tokenizer: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            program("encode", "--tokenizer", tokenizer),
            input=b"hello",
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"workbench: the output cannot be written")
    assert done.stderr.count(b"\n") == 1


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let child processes take SIGINT; what a shell runs in the background inherits that it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_while_it_starts_is_one_line(tokenizer: Path) -> None:
    interrupt = "import sys, signal\nclass Finder:\n    def find_spec(self, name, *_):\n        "
    interrupt += "if name == 'numpy':\n            try: signal.raise_signal(signal.SIGINT)\n"
    interrupt += "            except KeyboardInterrupt: raise RuntimeError from None\n"  # as numpy itself may
    interrupt += "sys.meta_path.insert(0, Finder())\n"
    start = f"{interrupt}from workbench.__main__ import main\nsys.exit(main(['inspect', {str(tokenizer)!r}]))"
    done = subprocess.run([sys.executable, "-c", start], capture_output=True, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"workbench: stopped\n")


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_it_cleanly(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(os.urandom(1 << 22).hex(), encoding="ascii")  # takes long enough
    command = program("train", tmp_path / "in.txt", "--preset", "basic", "--out", tmp_path / "t.model")
    ours, theirs = pty.openpty()
    drawn = b""
    with subprocess.Popen([*command, "--vocab-size", "90000"], stderr=theirs, cwd=ROOT) as running:
        os.close(theirs)
        while b"merging" not in drawn:
            drawn += os.read(ours, 1 << 12)
        running.send_signal(signal.SIGINT)
        while part := _read_terminal(ours):
            drawn += part
    os.close(ours)
    assert running.returncode == 130
    assert drawn.endswith(b"Add --resume to continue.\r\n")
    assert b"Traceback" not in drawn
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.txt", "t.model.checkpoint"]


def test_nothing_of_a_file_steers_the_terminal(shell: Shell, tmp_path: Path) -> None:
    evil = "\x1b]0;owned\x07\u202e"
    path = tmp_path / f"a{evil}.model"
    path.write_text(f"minbpe v1\n\n1\n<{evil}> 300\n97 97\n97 5{evil}\n", encoding="utf-8")
    assert shell("inspect", path) == 1
    said = [shell.err]
    path.write_text(f"minbpe v1\n\n1\n<{evil}> 300\n97 97\n", encoding="utf-8")
    for arguments in (["inspect", path], ["inspect", path, "--json"]):
        assert shell(*arguments) == 0
        said.append(shell.out.decode())
    for arguments in (["inspect", path, evil], [evil]):  # as by inspect * in a folder with such a name
        assert shell(*arguments) == 2
        said.append(shell.err)
    for text in said:
        assert "202e" in text.lower()
        assert not {"\x1b", "\x07", "\u202e"} & set(text)


def test_a_bar_is_drawn_on_a_terminal(tmp_path: Path) -> None:
    command = program("train", "sample:", "--out", tmp_path / "t.model", "--vocab-size", "2000")
    ours, theirs = pty.openpty()
    drawn = b""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, cwd=ROOT) as running:
        os.close(theirs)
        while part := _read_terminal(ours):
            drawn += part
        assert running.stdout is not None
        assert b"wrote" in running.stdout.read()
    os.close(ours)
    assert running.returncode == 0
    assert b"merging" in drawn
    assert b"/1744" in drawn


def _read_terminal(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 12)
    except OSError:  # so Linux says that the other side is closed
        return b""


def test_a_tokenizer_that_is_too_large_is_opened_anyway(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LARGEST_FILE", 1 << 17)
    path = tmp_path / "tokenizer.json"
    path.write_bytes(data_of(bpe({"a": 0, "b": 1, "ab": 2}, [["a", "b"]])) + b" " * (1 << 18))
    assert shell("inspect", path) == 1
    assert "add --anyway" in shell.err
    assert shell("inspect", path, "--anyway", "--json") == 0
    assert json.loads(shell.out)["vocab_size"] == 3
    assert shell("explain", "ab", "--tokenizer", path, "--anyway", "--json") == 0
    assert json.loads(shell.out)[0]["ids"] == [2]


def test_a_byte_order_mark_that_is_encoded_is_told(shell: Shell, tmp_path: Path) -> None:
    model, text, rows = tmp_path / "a.model", tmp_path / "a.txt", tmp_path / "a.jsonl"
    assert shell("train", "sample:", "--vocab-size", "260", "--out", model) == 0
    text.write_bytes(b"\xef\xbb\xbfthe")
    rows.write_bytes(b'\xef\xbb\xbf{"text": "the"}\n')
    said = "the byte order mark at its start is encoded like other text"
    assert shell("encode", text, "--tokenizer", model) == 0
    assert shell.err == f"workbench: {text}: {said}\n"
    assert shell.out.decode().split()[:3] == ["239", "187", "191"]
    assert shell("encode", "--tokenizer", model, stdin=text.read_bytes()) == 0
    assert shell.err == f"workbench: standard input: {said}\n"
    assert shell("count", text, "--tokenizer", model) == 0
    assert shell.err == f"workbench: {text}: {said}\n"
    assert shell("encode", rows, "--to", "jsonl", "--tokenizer", model) == 0
    assert shell.err == ""
    assert shell("encode", "--tokenizer", model, stdin=b"a\xef\xbb\xbf") == 0
    assert shell.err == ""


def test_every_verb_tells_that_a_file_may_be_damaged(shell: Shell, tmp_path: Path) -> None:
    merges = tmp_path / "merges.txt"
    assert shell("train", "sample:", "--preset", "gpt2", "--vocab-size", "300", "--out", merges) == 0
    (tmp_path / "merges.txt.card.json").unlink()
    whole = merges.read_bytes().splitlines(keepends=True)
    merges.write_bytes(b"".join(whole[: len(whole) // 2]))
    for arguments in (["encode"], ["count", "-"], ["explain", "the"]):
        assert shell(arguments[0], "--tokenizer", merges, *arguments[1:], stdin=b"the") == 0
        assert f"{merges}: no text produces " in shell.err
    assert shell("decode", "--tokenizer", merges, stdin=b"72 105") == 0
    assert f"{merges}: no text produces " in shell.err
    text = tmp_path / "a.txt"
    text.write_text("the text")
    assert shell("compare", merges, "--text", text) == 0
    assert "merges.txt: no text produces " in shell.err
    copy = shutil.copytree(tmp_path, tmp_path / "copy") / "merges.txt"
    assert shell("same", merges, copy, "--json") == 0
    assert [line[: line.index(": no text produces ")] for line in shell.err.splitlines()] == [
        f"workbench: {path}" for path in (merges, copy)]  # fmt: skip
    doubts = api.same(merges, copy).doubts
    assert [(doubt.file, doubt.code) for doubt in doubts] == [
        (str(merges), "notice_gpt2_unmade"), (str(copy), "notice_gpt2_unmade")]  # fmt: skip
    assert json.loads(shell.out)["doubts"] == [doubt.message("command line") for doubt in doubts]
    assert [doubt.file for doubt in api.same(api.open_file(merges).tokenizer, copy).doubts] == [str(copy)]


def test_encoding_reports_padding_and_truncation_that_are_not_applied(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    assert shell("train", "sample:", "--preset", "gpt2", "--vocab-size", "300", "--out", path) == 0
    path.with_name("tokenizer.json.card.json").unlink()
    asked = {"direction": "Right", "max_length": 2, "strategy": "LongestFirst", "stride": 0}
    path.write_text(json.dumps(json.loads(path.read_text()) | {"truncation": asked}))
    assert shell("encode", "--tokenizer", path, stdin=b"the cat sat") == 0
    assert f"{path}: the file asks for truncation, which is neither applied nor saved" in shell.err
    assert len(shell.out.split()) > 2
    assert shell("count", "-", "--tokenizer", path, stdin=b"the cat sat") == 0
    assert shell.err == ""


def test_the_version_needs_neither_numpy_nor_the_verbs() -> None:
    code = (
        "import sys\nfrom workbench.__main__ import main\n"
        "try:\n    main(['--version'])\n"
        "finally:\n    print(sorted({'numpy', 'PySide6', 'workbench.cli.train'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[1:] == ["[]"]


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted in /proc")
def test_numpy_starts_no_threads_of_its_own(tokenizer: Path) -> None:
    """They would spin for a while beside what the verb does."""
    code = (
        f"import os\nfrom workbench.__main__ import main\nmain(['inspect', {str(tokenizer)!r}])\n"
        "print(len(os.listdir('/proc/self/task')))"
    )
    environ = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=True, env=environ
    )
    assert done.stdout.splitlines()[-1] == b"1"


def test_no_garbage_is_looked_for_in_what_is_imported(tokenizer: Path) -> None:
    """It took 40 ms of `workbench count`, while modules came and at the end."""
    code = (
        "import gc\nfrom workbench.__main__ import main\nseen = set()\ngc.collect()\n"
        "def see(phase, info): seen.add((gc.get_freeze_count() > 0, info['generation']))\n"
        f"gc.callbacks.append(see)\nmain(['inspect', {str(tokenizer)!r}])\ngc.collect()\n"
        "print(gc.isenabled(), gc.get_freeze_count() > 9_000, seen - {(True, 0), (True, 1), (True, 2)})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] in ("True True {(False, 0)}", "True True set()")


def test_a_file_is_counted_without_what_it_does_not_use(tmp_path: Path, tokenizer: Path) -> None:
    """Their import took three times as long as counting."""
    (tmp_path / "a.md").write_text("the cat")
    ranks = tmp_path / "t.tiktoken"
    workbench.save_tokenizer(workbench.open_tokenizer(tokenizer), ranks)
    heavy = {
        "concurrent.futures",
        "fractions",
        "http.client",
        "subprocess",
        "tempfile",
        "zipfile",
        "workbench.api.comparing",
        "workbench.api.convert",
        "workbench.engine.corpus.documents",
        "workbench.engine.corpus.packing",
        "workbench.engine.corpus.scanning",
        "workbench.engine.models.pair_merged",
        "workbench.engine.normalizers.sentencepiece_normalizer",
        "workbench.formats.gguf.format",
        "workbench.formats.hugging_face.format",
        "workbench.formats.proof.prove",
        "workbench.formats.snippets",
        "workbench.formats.staging",
    }
    assert all(find_spec(name) for name in heavy)
    if kernels.active():
        heavy.add("regex")
    arguments = ["count", str(tmp_path / "a.md"), "--tokenizer", str(ranks)]
    code = (
        "import sys\nbefore = set(sys.modules)\nfrom workbench.__main__ import main\n"
        f"print(main({arguments!r}))\nprint(sorted({heavy!r} & (set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[1:] == ["0", "[]"]


def test_missing_folders_are_made_for_what_is_written_and_go_again_without_it(
    shell: Shell, tokenizer: Path, tmp_path: Path
) -> None:
    text = tmp_path / "text.txt"
    text.write_text("some text " * 200)
    new = tmp_path / "new"
    for number, arguments in enumerate([
        ["train", text, "--vocab-size", "260", "--out", "{}.json"],
        ["encode", "--tokenizer", tokenizer, text, "--to", "npy", "--out", "{}.npy"],
        ["encode", "--tokenizer", tokenizer, text, "--shards", "1K", "--out", "{}"],
        ["convert", tokenizer, "{}.json"],
        ["adapt", tokenizer, "--cut", "300", "--out", "{}.model"],
        ["compare", tokenizer, tokenizer, "--text", text, "--html", "{}.html"],
    ]):  # fmt: skip
        target = str(new / str(number) / "deep" / "t")
        assert shell(*(str(each).format(target) for each in arguments)) == 0, shell.err
        assert Path(str(arguments[-1]).format(target)).exists()
    before = sorted(new.iterdir())
    assert (
        shell("encode", "--tokenizer", tokenizer, tmp_path / "none", "--out", new / "not" / "deep" / "t.npy")
        == 1
    )
    assert shell("train", text, "--out", new / "not" / "deep" / "t.none") == 1
    assert shell("encode", "--tokenizer", tokenizer, text, "--documents", "lines", "--shards", "1K",
                 "--out", new / "not" / "deep" / "set") == 2  # fmt: skip
    assert shell("encode", "--tokenizer", tokenizer, text, "--shards", "0", "--out", new / "not" / "set") == 2
    assert "argument --shards: a shard has at least 1 id" in shell.err
    assert sorted(new.iterdir()) == before
    assert shell("convert", tokenizer, text / "t.json") == 1
    assert f"{text / 't.json'}: " in shell.err
    if os.path.isdir("/proc/self"):  # where mkdir says that there is no such folder
        assert shell("convert", tokenizer, "/proc/none/t.json") == 1
        assert "/proc/none: you are not allowed to write here" in shell.err
    assert text.read_text() == "some text " * 200
