"""A paint that fails ends its painter: one that lived on was seen to end the program with the window."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CODE = """
import sys
from pathlib import Path
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget
from workbench.settings import Settings
from workbench.shell import app as application

class Broken(QWidget):
    def paintEvent(self, event):
        painter = QPainter(self)
        raise ZeroDivisionError

app = application.make_application(["workbench"])
window = application.make_window(app, Settings(Path(sys.argv[1])))
broken = Broken(window)
window.show()
for _ in range(3):
    broken.update()
    app.processEvents()
"""


def test_a_paint_that_fails_leaves_no_painter_behind(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE, tmp_path / "settings.ini"], cwd=Path(__file__).parents[2],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, capture_output=True, text=True, timeout=300,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("ZeroDivisionError") >= 3
    assert "active painter" not in done.stderr
    assert "QPaintDevice" not in done.stderr
