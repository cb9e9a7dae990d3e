"""Saving: the old files or the new ones, whatever happens in between."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.formats.toys import MERGES, codes, toy
from tests.points import Sliced, counted, given_up
from workbench.engine.base.errors import EngineError
from workbench.formats import registry
from workbench.formats.files import atomic
from workbench.formats.registry import open_file, save_file

OLD, NEW = MERGES, MERGES[:3]


class Crash(BaseException):
    """Stands for the end of the process."""


def leftovers(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


def failing(real: Callable[..., object], at: int, fault: BaseException) -> Callable[..., object]:
    """Return a function that fails at its call number `at` and from then on."""
    calls = iter(range(10_000))

    def call(*arguments: object, **named: object) -> object:
        if next(calls) >= at:
            raise fault
        return real(*arguments, **named)

    return call


@pytest.mark.parametrize("name", ["toy.model", "toy.tiktoken"])
@pytest.mark.parametrize("carded", [True, False])
@pytest.mark.parametrize("at", range(5))
def test_a_crash_between_any_two_renames_leaves_the_old_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, carded: bool, at: int
) -> None:
    path = tmp_path / name
    save_file(toy(merges=OLD), path, record={"run": "old"})
    if not carded:
        (tmp_path / f"{name}.card.json").unlink()
    with monkeypatch.context() as patch:
        patch.setattr(atomic.os, "replace", failing(os.replace, at, Crash()))
        with contextlib.suppress(Crash):
            save_file(toy(merges=NEW), path, record={"run": "new"})
    found = open_file(path)
    is_new = found.tokenizer.vocab_size == 259
    expected_old = [] if carded or name == "toy.model" else ["notice_pattern_unknown"]
    assert codes(found) == ([] if is_new else expected_old)
    assert found.tokenizer.record == ({"run": "new"} if is_new else {"run": "old"} if carded else None)
    save_file(toy(merges=NEW), path, record={"run": "new"})
    assert open_file(path).tokenizer.record == {"run": "new"}
    assert b"previous" not in (tmp_path / f"{name}.card.json").read_bytes()


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
@pytest.mark.parametrize("at", range(4))
def test_a_full_disk_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int, code: int
) -> None:
    path = tmp_path / "toy.model"
    save_file(toy(merges=OLD), path)
    before = {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()}
    with monkeypatch.context() as patch:
        patch.setattr(atomic.os, "write", failing(os.write, at, OSError(code, os.strerror(code))))
        with pytest.raises(EngineError) as caught:
            save_file(toy(merges=NEW), path)
    assert caught.value.code == "save_no_space"
    assert int(caught.value.facts["needed"]) > 2000
    assert f"not enough space for {caught.value.facts['needed']} bytes: {os.strerror(code)}" in str(
        caught.value
    )
    assert "Free space" in caught.value.remedy
    assert {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("fsync", "the file cannot be written: Input/output error. Save it under another"),
        (
            "replace",
            "some files could not be replaced: Input/output error. New: toy.model.card.json; "
            "unchanged or missing: toy.vocab, toy.model.",
        ),
    ],
)
def test_a_fault_of_the_disk_leaves_no_temporary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, said: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(
            atomic.os, call, failing(getattr(os, call), 1, OSError(errno.EIO, "Input/output error"))
        )
        with pytest.raises(EngineError, match=said):
            save_file(toy(), tmp_path / "toy.model")
    assert leftovers(tmp_path) == []


def test_everything_is_on_the_disk_before_anything_is_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def noting(name: str) -> Callable[..., object]:
        real = getattr(os, name)

        def call(*arguments: object) -> object:
            calls.append(name)
            return real(*arguments)

        return call

    for name in ("write", "fsync", "replace"):
        monkeypatch.setattr(atomic.os, name, noting(name))
    files = save_file(toy(), tmp_path / "toy.model")
    n_files = len(files)
    # The disk is waited for after all are written, and then for the folder each time.
    assert calls == ["write"] * n_files + ["fsync"] * n_files + ["replace", "fsync"] * n_files


def test_a_cancelled_save_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "toy.model"
    save_file(toy(merges=OLD), path)
    before = {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()}
    _, n_points = counted(lambda: save_file(toy(merges=NEW), tmp_path / "other.model"))
    assert n_points > 5
    for n_done in range(n_points):
        left = iter(range(n_done))
        assert given_up(lambda: save_file(toy(merges=NEW), path), lambda left=left: next(left, None) is None)
        now = {entry.name: entry.read_bytes() for entry in tmp_path.iterdir() if entry.name[:5] != "other"}
        assert now == before


def test_what_a_killed_save_left_is_removed_by_the_next(tmp_path: Path) -> None:
    dead = tmp_path / ".toy.model.0badcafe.saving"
    dead.write_bytes(b"half")
    other = tmp_path / ".other.model.0badcafe.saving"
    other.write_bytes(b"half")
    save_file(toy(), tmp_path / "toy.model")
    assert leftovers(tmp_path) == [other.name]


def test_so_it_is_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    dead = Path(".new.0badcafe.saving")
    dead.mkdir()
    with atomic.folder_beside("new"):
        assert not dead.exists()


def test_a_save_that_is_under_way_is_left_alone(tmp_path: Path) -> None:
    path = str(tmp_path / "toy.model")
    slow = Sliced(lambda: atomic.write([(path, b"first"), (path, b"first, again")]))
    next(slow)
    atomic.write([(path, b"second")])
    assert Path(path).read_bytes() == b"second"
    assert list(slow) != []
    assert Path(path).read_bytes() == b"first, again"
    assert leftovers(tmp_path) == []


def test_no_two_saves_rename_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tokenizer had got the card of another, by another thread or process."""
    paths = [str(tmp_path / "one.model.card.json"), str(tmp_path / "one.model")]
    rename, first = os.replace, iter([0.3])

    def slow(source: str, target: str) -> None:
        rename(source, target)
        time.sleep(next(first, 0.0))

    monkeypatch.setattr(os, "replace", slow)

    def save(name: bytes) -> None:
        atomic.write([(path, name) for path in paths])

    threads = [threading.Thread(target=save, args=(b"%d" % n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({Path(path).read_bytes() for path in paths}) == 1


def test_a_save_waits_for_another_process_but_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    folder = os.open(tmp_path, os.O_RDONLY)  # as another process has it open
    fcntl.flock(folder, fcntl.LOCK_EX)
    thread = threading.Thread(target=atomic.write, args=([(str(tmp_path / "one.model"), b"new")],))
    thread.start()
    thread.join(0.2)
    assert not (tmp_path / "one.model").exists()
    os.close(folder)
    thread.join()
    assert (tmp_path / "one.model").read_bytes() == b"new"

    folder = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    monkeypatch.setattr(atomic, "_PATIENCE", 0.05)
    atomic.write([(str(tmp_path / "one.model"), b"newer")])
    os.close(folder)
    assert (tmp_path / "one.model").read_bytes() == b"newer"


def test_a_leftover_is_removed_under_its_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look and the removal its owner could lock it, and lost it all the same."""
    fcntl = pytest.importorskip("fcntl")
    entry = tmp_path / ".one.model.01234567.saving"
    entry.write_bytes(b"")
    remove = os.unlink
    refused = []

    def tried(path: str) -> None:
        with open(path) as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                refused.append(path)
        remove(path)

    monkeypatch.setattr(os, "unlink", tried)
    atomic.write([(str(tmp_path / "one.model"), b"new")])
    assert refused == [str(entry)]


def test_the_mode_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "toy.model"
    save_file(toy(), path)
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask
    path.chmod(0o640)
    save_file(toy(), path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_symbolic_link_stays_and_its_end_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "link.model"
    link.symlink_to(tmp_path / "real" / "toy.model")
    save_file(toy(), link, record={"run": 1})
    assert link.is_symlink()
    assert sorted(entry.name for entry in (tmp_path / "real").iterdir()) == [
        "toy.model",
        "toy.model.card.json",
        "toy.vocab",
    ]
    assert (
        open_file(link).tokenizer.record
        == open_file(tmp_path / "real" / "toy.model").tokenizer.record
        == {"run": 1}
    )


def test_another_name_of_a_replaced_file_keeps_the_old_content(tmp_path: Path) -> None:
    save_file(toy(merges=OLD), tmp_path / "toy.model")
    os.link(tmp_path / "toy.model", tmp_path / "kept.model")
    save_file(toy(merges=NEW), tmp_path / "toy.model")
    assert open_file(tmp_path / "kept.model").tokenizer.vocab_size == 262


def refusal(path: Path | str) -> str:
    with pytest.raises(EngineError) as caught:
        save_file(toy(), path, "minbpe")
    assert caught.value.file is not None
    return str(caught.value)


def test_places_where_nothing_can_be_saved(tmp_path: Path) -> None:
    (tmp_path / "folder.model").mkdir()
    assert "this is a folder, not a file" in refusal(tmp_path / "folder.model")
    os.mkfifo(tmp_path / "pipe.model")
    assert "this is a pipe, socket or device, not a regular file" in refusal(tmp_path / "pipe.model")
    assert "its folder does not exist. Choose another folder." in refusal(tmp_path / "no" / "a.model")
    (tmp_path / "file").write_bytes(b"x")
    assert "its folder does not exist" in refusal(tmp_path / "file" / "a.model")
    (tmp_path / "loop.model").symlink_to(tmp_path / "loop.model")
    assert "its symbolic links form a loop" in refusal(tmp_path / "loop.model")
    assert "this system cannot have a file of this name" in refusal(f"{tmp_path}/a\0.model")
    assert "its name is too long" in refusal(tmp_path / ("a" * 300))


def test_a_folder_that_may_not_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, flags, mode)

    real = os.open
    monkeypatch.setattr(atomic.os, "open", refuse)
    assert "you are not allowed to write here: Permission denied. Save it under another name" in refusal(
        tmp_path / "a.model"
    )


@pytest.mark.unprivileged
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    save_file(toy(), tmp_path / "toy.model")
    (tmp_path / "toy.model").chmod(0o444)
    assert "you are not allowed to write here" in refusal(tmp_path / "toy.model")


def test_a_folder_that_may_not_be_written_is_known_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atomic.os, "access", lambda path, mode: path != str(tmp_path))
    with pytest.raises(EngineError) as caught:
        atomic.target_of(str(tmp_path / "toy.model"))
    assert caught.value.code == "save_not_allowed"


SAVER = """
import itertools, sys
from tests.formats.toys import toy
from workbench.formats.registry import save_file
print("ready", flush=True)
for run in itertools.count():
    merges = [(97, 97), (256, 97), (257, 98), (195, 169)][: 2 + run % 3]
    save_file(toy(merges=merges), sys.argv[1], record={"merges": len(merges)})
"""


def test_a_killed_process_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    n_kills = 100 if os.environ.get("WORKBENCH_THOROUGH") else 4
    path = tmp_path / "toy.tiktoken"
    save_file(toy(merges=MERGES[:2]), path, record={"merges": 2})
    for kill in range(n_kills):
        root = Path(__file__).resolve().parents[3]
        command = [sys.executable, "-c", SAVER, str(path)]
        with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            time.sleep(0.05 + 0.0137 * kill % 0.1)
            process.send_signal(signal.SIGKILL)
        found = open_file(path)
        assert found.notices == ()
        assert found.tokenizer.record == {"merges": found.tokenizer.vocab_size - 256}
    save_file(toy(), path)
    assert leftovers(tmp_path) == []


def test_a_name_too_long_for_its_card_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    path = tmp_path / f"{'n' * 243}.model"
    with pytest.raises(EngineError, match=r"its name is too long"):
        registry.check_target(toy(), path)
    shorter = tmp_path / f"{'n' * 238}.model"
    save_file(toy(), shorter)  # its temporary files have shorter names than it
    assert open_file(shorter).tokenizer.vocab_size == toy().vocab_size
    assert leftovers(tmp_path) == []


def test_a_card_is_as_open_as_its_tokenizer(tmp_path: Path) -> None:
    path, card = tmp_path / "toy.tiktoken", tmp_path / "toy.tiktoken.card.json"
    save_file(toy(merges=OLD), path)
    path.chmod(0o600)
    card.chmod(0o644)
    save_file(toy(merges=NEW), path)
    assert [stat.S_IMODE(file.stat().st_mode) for file in (path, card)] == [0o600, 0o600]
    card.unlink()
    save_file(toy(merges=OLD), path)
    assert stat.S_IMODE(card.stat().st_mode) == 0o600


def test_a_folder_that_a_kill_left_goes_with_the_next(tmp_path: Path) -> None:
    path = str(tmp_path / "toy.gguf")
    with atomic.folder_beside(path) as held:
        assert os.path.dirname(held) == str(tmp_path)
        (tmp_path / ".toy.gguf.00000000.saving").mkdir()
        (tmp_path / ".toy.gguf.00000000.saving" / "vocab.json").write_text("{}")
        with atomic.folder_beside(path):
            assert sorted(leftovers(tmp_path))[0] != ".toy.gguf.00000000.saving"
            assert os.path.isdir(held)  # its owner lives
    assert leftovers(tmp_path) == []


def test_no_link_is_followed_to_what_looks_like_a_leftover(tmp_path: Path) -> None:
    (tmp_path / "dear").write_text("dear")
    (tmp_path / ".toy.model.00000000.saving").symlink_to(tmp_path / "dear")
    save_file(toy(), tmp_path / "toy.model")
    assert (tmp_path / "dear").read_text() == "dear"
