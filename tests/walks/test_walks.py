"""Walks of fixed seeds, inside and from outside. A seed that finds something becomes a plain test."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow

from tests.walks import outside, watching
from tests.walks.holding import Held, Holding, growth
from tests.walks.saying import has_fault, shortened
from tests.walks.walking import Walk
from tests.walks.watching import Watch, panels_out_of_place
from workbench.worker.jobs.job import Job
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.tokenizers import CloseTokenizer

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_a_walk_inside_finds_nothing(seed, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tests.walks", "300", seed, "--steps", "150"],
        env={**os.environ, "TMPDIR": str(tmp_path)}, cwd=ROOT, capture_output=True, text=True, timeout=600,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(bool(outside.missing()), reason="needs Xvfb, openbox, xdotool and xwd")
def test_a_walk_from_outside_finds_nothing(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "tests.walks", "15", "1", "--outside"],
        env={**os.environ, "TMPDIR": str(tmp_path)}, cwd=ROOT, capture_output=True, text=True, timeout=600,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(
    bool(os.name != "posix" or os.geteuid() or outside.missing()), reason="only root can bind a program"
)
def test_a_program_that_is_walked_through_writes_in_its_home_alone(tmp_path):
    home, beside = tmp_path / "home", tmp_path / "beside"
    home.mkdir()
    beside.mkdir()
    (beside / "text").write_text("kept")
    beside.chmod(0o700)
    bound = outside.bound_to(home)
    subprocess.run([*bound, "cp", beside / "text", home / "read"], check=True)
    assert (home / "read").read_text() == "kept"
    for words in (["mv", beside / "text", home], ["touch", beside / "new"], ["touch", ROOT / "new"]):
        done = subprocess.run([*bound, *words], capture_output=True, text=True, check=False)
        assert "Permission denied" in done.stderr


@pytest.mark.skipif(bool(outside.missing()), reason="needs Xvfb, openbox, xdotool and xwd")
def test_clicks_beside_the_window_do_not_end_the_window_manager(tmp_path):
    (tmp_path / "home").mkdir()
    with outside.screen_of(tmp_path) as (env, _bound, manager):
        time.sleep(1)  # until it is there
        for y in range(20, 400, 15):
            steps = (["mousemove", "20", "20", "click", "3"], ["sleep", "0.1"], ["mousemove", "60", str(y)])
            for step in (*steps, ["click", "1"], ["key", "Escape"]):
                subprocess.run(["xdotool", *step], env=env, check=True)
        assert manager.poll() is None


@pytest.mark.parametrize(
    "line",
    [
        "Traceback (most recent call last):",
        "Fatal Python error: Segmentation fault",
        "QBackingStore::endPaint() called with active painter",
        "QPaintDevice: Cannot destroy paint device that is being painted",
        "QObject::connect(QTimer, MainWindow): invalid nullptr parameter",
        "qt.qpa.xcb: internal error",
        "a/file.py:1: RuntimeWarning: Failed to disconnect (None) from signal",
    ],
)
def test_a_fault_is_found_wherever_it_was_said(line):
    assert has_fault("something else\n" * 9 + line + "\n" + "something else\n" * 9_000)
    assert not has_fault("something else\nThis plugin does not support raise()\n")


def test_what_is_said_again_and_again_is_shown_once_between_what_was_said_first_and_last():
    said = "first\n" + "one\nother\n" * 50_000 + "".join(f"{n}\n" for n in range(5000)) + "last\n"
    shown = shortened(said)
    assert shown.startswith("first\none\nother\n… ×50000\n0\n")
    assert shown.endswith("4999\nlast\n")
    assert len(shown) < 10_000


def test_what_grew_in_an_hour_is_told(capsys):
    first = Held(310, 260_000, 9, 30)
    assert not growth(first, Held(3600, 270_000, 10, 32))
    assert growth(first, Held(3600, 290_000, 15, 36)) == "memory, threads, handles"
    assert not growth(first, Held(1800, 290_000, 15, 36))
    holding = Holding(os.getpid())
    assert not holding.tell()
    assert not holding.is_due()
    holding._born -= 310
    assert holding.is_due()
    holding.look()
    assert not holding.is_due()
    holding._born -= 1500
    assert holding.is_due()
    holding._looks = [first, Held(1800, 262_000, 9, 30), Held(3600, 290_000, 9, 30)]
    assert "It grew, memory: held after 310 s 253 MB 9 threads 30 handles; 1800 s" in holding.tell()
    holding._looks = [first, Held(1800, 280_000, 9, 30), Held(3600, 290_000, 9, 30)]
    assert not holding.tell()


def test_a_step_that_waits_in_a_loop_is_ended_by_the_next(qtbot, monkeypatch):
    monkeypatch.setattr(watching, "too_much", lambda: ())  # what all tests before this one hold
    window, inner = QMainWindow(), QEventLoop()
    qtbot.addWidget(window)
    walk = Walk(SimpleNamespace(window=window), "1", [], [])
    walk._ways = [lambda: inner.quit() if inner.isRunning() else inner.exec()]
    walk.steps(4, 60)
    assert not walk.watch.found
    assert not inner.isRunning()
    assert len(walk.done) == 4


def test_a_fault_in_a_slot_a_logged_error_and_a_warning_of_qt_are_noted(qapp, expected_log):
    expected_log.append("CloseTokenizer failed")
    watch = Watch()
    with watch.listening():
        Job(Store(), CloseTokenizer(1, 1), lambda _store, _request: iter(lambda: 1 / 0, None)).step()
        QTimer.singleShot(0, lambda: 1 / 0)
        QPainter().drawPoint(0, 0)
        qapp.processEvents()
    assert any("ZeroDivisionError" in fault for fault in watch.found)
    assert any("QPainter" in fault for fault in watch.found)
    assert any(fault.startswith("logged: CloseTokenizer failed") for fault in watch.found)
    assert sum("ZeroDivisionError" in fault for fault in watch.found) == 2


def test_panels_outside_and_on_each_other_are_noted(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(400, 300)
    docks = [QDockWidget(title, window) for title in ("one", "other")]
    for dock in docks:
        dock.setWidget(QLabel("text"))
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    window.show()
    assert not list(panels_out_of_place(window))
    docks[0].setGeometry(docks[1].geometry().adjusted(5, 5, 5, 5))
    assert [fault for fault in panels_out_of_place(window) if "on each other" in fault]
    docks[0].move(350, 250)
    assert [fault for fault in panels_out_of_place(window) if "outside" in fault]
