"""A second start hands its files to the window that is open, and to nothing else."""

from __future__ import annotations

import json
import os
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from workbench.shell import first_window
from workbench.shell.first_window import FirstWindow

ROOT = Path(__file__).parents[2]


HANDING = """
import json
import sys
from pathlib import Path
from workbench.shell.first_window import hand_over

print(hand_over(Path(sys.argv[1]), json.loads(sys.argv[2])))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "session").mkdir()
    return tmp_path / "session"


def handed(qtbot, folder: Path, paths: list[str]) -> bool:
    """Hand files over as a later start does."""
    command = [sys.executable, "-c", HANDING, str(folder), json.dumps(paths)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as child:
        qtbot.waitUntil(lambda: child.poll() is not None, timeout=60_000)
        assert child.stdout is not None
        return child.stdout.read() == b"True\n"


@pytest.mark.parametrize("paths", [["/a b", "/é\udcff"], []])
def test_the_first_window_takes_the_files(qtbot, qapp, folder, paths):
    first = FirstWindow(folder, qapp)
    with qtbot.waitSignal(first.files_given) as told:
        assert handed(qtbot, folder, paths)
    assert told.args == [paths]


def test_a_relative_path_is_that_of_the_later_start(qtbot, qapp, folder):
    first = FirstWindow(folder, qapp)
    with qtbot.waitSignal(first.files_given) as told:
        assert handed(qtbot, folder, ["here.txt"])
    assert told.args == [[os.path.abspath("here.txt")]]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a socket that is a file")
def test_a_dead_socket_is_removed_and_the_new_one_is_for_the_person_alone(qtbot, qapp, folder):
    name = first_window._name_of(folder)
    with socket.socket(socket.AF_UNIX) as dead:
        if name.startswith("/"):
            dead.bind(name)
    first = FirstWindow(folder, qapp)
    assert first._server.isListening()
    assert not stat.S_IMODE(os.stat(first._server.fullServerName()).st_mode) & 0o077
    assert handed(qtbot, folder, ["/a"])


def test_a_start_that_has_given_up_waiting_opens_its_files_alone(qtbot, qapp, folder):
    """Its message is read later all the same, by a window that was busy."""
    first = FirstWindow(folder, qapp)
    with qtbot.assertNotEmitted(first.files_given, wait=500):
        later = QLocalSocket()
        later.connectToServer(first_window._name_of(folder))
        assert later.waitForConnected(1000)
        later.write(b'["/a"]\n')
        assert later.waitForBytesWritten(1000)
        later.abort()
    assert handed(qtbot, folder, ["/a"])
    assert not first._taken


def test_one_that_is_busy_takes_the_files_when_it_can(qtbot, qapp, folder):
    first = FirstWindow(folder, qapp)
    command = [sys.executable, "-c", HANDING, str(folder), '["/a"]']
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as child:
        while not first._server.waitForNewConnection(100):  # it has connected
            assert child.poll() is None
        time.sleep(2 * first_window.WAIT_MILLISECONDS / 1000)
        with qtbot.waitSignal(first.files_given):
            pass
        assert child.wait(60) == 0


def test_one_that_does_not_answer_is_given_up(qtbot, qapp, folder):
    deaf = QLocalServer(qapp)
    assert deaf.listen(first_window._name_of(folder))
    assert not handed(qtbot, folder, ["/a"])
    deaf.close()
    assert not handed(qtbot, folder, ["/a"])


@pytest.mark.parametrize("message", [b"[1]", b"{}", b"no json", json.dumps("x").encode()])
def test_what_is_no_list_of_paths_is_not_taken(message):
    assert first_window._paths_in(message) is None


def test_a_long_folder_has_a_short_name(tmp_path):
    name = first_window._name_of(tmp_path / ("x" * 120))
    assert len(name) < 60
    assert name != first_window._name_of(tmp_path / ("y" * 120))


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return {**environ, "HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}


@pytest.mark.skipif(sys.platform != "linux", reason="knows where Linux keeps the session")
def test_a_second_start_opens_its_file_in_the_first_window(qtbot, tmp_path, home):
    text, other = tmp_path / "a text.txt", tmp_path / "other.txt"
    text.write_bytes(b"of the second start")
    other.write_bytes(b"of a window of its own")

    def kept(number: str) -> bytes:
        found = list(tmp_path.glob(f".local/share/*/*/session{number}/text.txt"))
        return found[0].read_bytes() if found else b""

    command = [sys.executable, "-m", "workbench"]
    with subprocess.Popen(command, env=home, cwd=ROOT) as first:
        qtbot.waitUntil(lambda: bool(kept("")), timeout=60_000)
        subprocess.run([*command, str(text)], env=home, cwd=ROOT, timeout=60, check=True)
        qtbot.waitUntil(lambda: kept("") == text.read_bytes(), timeout=60_000)
        with subprocess.Popen([*command, "--new-window", str(other)], env=home, cwd=ROOT) as second:
            qtbot.waitUntil(lambda: kept("-2") == other.read_bytes(), timeout=60_000)
            second.terminate()
        assert kept("") == text.read_bytes()
        first.terminate()
    assert (first.returncode, second.returncode) == (0, 0)
