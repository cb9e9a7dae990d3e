"""The command without what Windows lacks: a stand-in for that system, on which nobody has tried it."""

import os
import select
import signal
import sys
from pathlib import Path

import pytest

from workbench.__main__ import main
from workbench.engine.base.errors import EngineError
from workbench.engine.child.isolation import Child
from workbench.engine.splitting.pre_tokenizers import custom

LACKING = {
    os: "O_CLOEXEC O_DIRECTORY O_NOCTTY O_NOFOLLOW O_NONBLOCK chown fchmod fchown fork getuid geteuid getpgid"
        " killpg mkfifo pread pwrite sched_getaffinity set_blocking statvfs sysconf",
    select: "POLLIN POLLOUT poll",
    signal: "SIGALRM SIGKILL alarm",
}  # fmt: skip


@pytest.fixture
def windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, names in LACKING.items():
        for name in names.split():
            monkeypatch.delattr(module, name)
    monkeypatch.setattr(sys, "platform", "win32")


@pytest.mark.usefixtures("windows")
def test_it_trains_encodes_and_decodes(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text, saved, ids = (tmp_path / name for name in ("text.txt", "own.model", "ids.txt"))
    text.write_bytes("Straße,\r\n\x1aund weiter\r\n".encode() * 99)
    for arguments in (
        ["train", str(text), "--out", str(saved), "--vocab-size", "270"],
        ["encode", "--tokenizer", str(saved), "--to", "text", "--out", str(ids), str(text)],
        ["inspect", str(saved)],
    ):
        assert main(arguments) == 0, capfd.readouterr().err
    assert main(["decode", "--tokenizer", str(saved), str(ids)]) == 0
    assert capfd.readouterr().out.encode().endswith(text.read_bytes())


@pytest.mark.usefixtures("windows")
def test_it_says_what_does_not_work_there() -> None:
    with Child() as child, pytest.raises(EngineError) as caught:
        list(custom(r"(.)\1|.", child).split(b"a text"))
    assert caught.value.code == "child_missing"
