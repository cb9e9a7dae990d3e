"""A paint is done in the window's thread alone: beside threads of Qt's own it was seen to wait for ever."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import os
import sys
from PySide6.QtGui import QColor, QImage, QPainter
from workbench.shell import app as application

app = application.make_application(["workbench"])
if sys.argv[1:]:
    del os.environ["QT_NO_GUI_THREADPOOL"]  # as it would be without
before = len(os.listdir("/proc/self/task"))
image = QImage(4000, 4000, QImage.Format.Format_ARGB32_Premultiplied)
painter = QPainter(image)
painter.fillRect(image.rect(), QColor(1, 2, 3, 4))
painter.end()
print(len(os.listdir("/proc/self/task")) - before)
"""


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="counts threads by /proc")
@pytest.mark.parametrize("starts", [False, True])
def test_a_large_fill_starts_no_thread(starts: bool) -> None:
    if starts and (os.cpu_count() or 1) < 2:
        pytest.skip("Qt shares a fill with other processors only")
    environment = {name: value for name, value in os.environ.items() if name != "QT_NO_GUI_THREADPOOL"}
    environment["QT_QPA_PLATFORM"] = "offscreen"
    done = subprocess.run(
        [sys.executable, "-c", CODE, *["without"] * starts], env=environment, cwd=Path(__file__).parents[2],
        capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    assert (int(done.stdout) > 0) == starts
