"""The flag --from-command: the output of a program in place of a file."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import workbench
from tests.cli.test_cli import Shell, interruptible, program, shell

__all__ = ["interruptible", "shell"]

TEXT = "the cat sat on the mat, naïve\n" * 4000


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text(TEXT, "utf-8")
    return path


@pytest.fixture
def own(tmp_path: Path) -> Path:
    workbench.save_tokenizer(workbench.train("sample:", vocab_size=300), tmp_path / "own.json")
    return tmp_path / "own.json"


def test_a_command_is_read_as_its_output_is(shell: Shell, file: Path, own: Path, tmp_path: Path) -> None:
    words = ["--from-command", sys.executable, "-c", f"print(open({str(file)!r}).read(), end='')"]
    for out, source in (("a.json", words), ("b.json", [file])):
        assert shell("train", "--vocab-size", "270", "--out", tmp_path / out, *source) == 0
    trained = [json.loads((tmp_path / out).read_bytes())["model"] for out in ("a.json", "b.json")]
    assert trained[0] == trained[1]
    record = json.loads((tmp_path / "a.json.card.json").read_bytes())["training"]
    assert record["sources"][0]["source"] == "standard input"
    again = "train", "--repeat", tmp_path / "a.json", "--out", tmp_path / "again.json"
    assert shell(*again, *words) == 0
    assert "the recorded run read standard input" in shell.err
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "a.json").read_bytes()
    assert shell("train", "--repeat", tmp_path / "b.json", "--out", tmp_path / "c.json", *words) == 2
    assert "did not read standard input" in shell.err
    printed = []
    for source in (words, [file]):
        assert shell("encode", "--tokenizer", own, *source) == 0
        printed.append(shell.out)
        assert shell("count", "--tokenizer", own, "--json", *source) == 0
        printed.append(json.loads(shell.out)["total"])
        assert (
            shell(
                "encode", "--tokenizer", own, "--shards", "9K", "--out", tmp_path / str(len(printed)), *source
            )
            == 0
        )
        printed.append(shell.out)
    assert printed[:3] == printed[3:]


def test_a_key_without_objects_is_refused(shell: Shell, file: Path, own: Path, tmp_path: Path) -> None:
    words = "encode", "--tokenizer", own, file, "--key", "body"
    for more in ((), ("--documents", "lines"), ("--shards", "9K", "--out", tmp_path / "set")):
        assert shell(*words, *more) == 2
        assert "--key: only with --documents json" in shell.err
    assert list(tmp_path.glob("set*")) == []


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (
            "import sys; print('a b c', flush=True); sys.exit('one\\nthe disk is gone\\n')",
            "status 1: the disk is gone",
        ),
        ("import os; print('a', flush=True); os.kill(os.getpid(), 9)", "signal 9: it wrote nothing"),
    ],
)
def test_a_command_that_fails_is_an_error(shell: Shell, tmp_path: Path, code: str, sentence: str) -> None:
    out = tmp_path / "a.json"
    assert shell("train", "--out", out, "--from-command", sys.executable, "-c", code) == 1
    assert sentence in shell.err
    assert list(tmp_path.iterdir()) == []


def test_what_a_command_warns_of_is_passed_on(shell: Shell, own: Path) -> None:
    code = "import sys; print('the cat'); print('warning: naïve', file=sys.stderr)"
    assert shell("count", "--tokenizer", own, "--from-command", sys.executable, "-c", code) == 0
    assert "warning: naïve\n" in shell.err


def test_output_without_end_does_not_fill_the_disk(
    shell: Shell, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=3 << 20))
    code = (
        f"import pathlib, os; pathlib.Path({str(tmp_path / 'id')!r}).write_text(str(os.getpid()))\n"
        "while True: print('the cat sat')"
    )
    assert shell("count", "--tokenizer", own, "--from-command", sys.executable, "-c", code) == 1
    assert "can hold" in shell.err
    assert not Path(f"/proc/{(tmp_path / 'id').read_text()}").exists()


def test_a_command_that_is_none(shell: Shell, own: Path, tmp_path: Path) -> None:
    assert shell("count", "--tokenizer", own, "--from-command", tmp_path / "none", "a|b") == 1
    assert "none 'a|b' cannot be run: No such file" in shell.err
    assert shell("count", "--tokenizer", own, "--from-command") == 2
    assert shell("count", "--tokenizer", own) == 2
    assert "required: FILE" in shell.err


def test_output_for_which_there_is_no_room_is_an_error(tmp_path: Path) -> None:
    words = program("train", "--out", tmp_path / "a.json", "--from-command", "yes", "the cat")
    done = subprocess.run(
        ["bash", "-c", 'ulimit -f 2000; exec "$@"', "bash", *words],
        capture_output=True, text=True, env=os.environ | {"TMPDIR": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 1
    assert f"yes 'the cat' writes more than {tmp_path} can hold." in done.stderr
    assert "TMPDIR" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("interruptible")
def test_the_command_is_killed_where_the_program_is_stopped(tmp_path: Path) -> None:
    code = (
        f"import pathlib, os, time; pathlib.Path({str(tmp_path / 'id')!r}).write_text(str(os.getpid()))\n"
        "print('begun', flush=True)\n"
        "while True: time.sleep(1)"
    )
    words = program("train", "--out", tmp_path / "a.json", "--from-command", sys.executable, "-c", code)
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as running:
        while not ((tmp_path / "id").exists() and (tmp_path / "id").read_text()):
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        assert running.communicate()[1].endswith("workbench: stopped\n")
    number = (tmp_path / "id").read_text()
    assert not Path(f"/proc/{number}/cmdline").exists()
    assert running.returncode == 130
