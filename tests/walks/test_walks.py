"""Walks of fixed seeds, inside and from outside. A seed that finds something becomes a plain test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow

from tests.walks import outside
from tests.walks.watching import Watch, panels_out_of_place

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


def test_a_fault_in_a_slot_and_a_warning_of_qt_are_noted(qapp):
    watch = Watch()
    with watch.listening():
        QTimer.singleShot(0, lambda: 1 / 0)
        QPainter().drawPoint(0, 0)
        qapp.processEvents()
    assert any("ZeroDivisionError" in fault for fault in watch.found)
    assert any("QPainter" in fault for fault in watch.found)


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
