"""No thread but the window's makes classes of Qt, so that none is found half made."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CODE = """
import threading
from PySide6.QtWidgets import QApplication
from workbench.widgets.plots import loading

made = set()


def watch(frame, event, _arg):
    if event == "call" and frame.f_code.co_name == "__new__" and "enum.py" in frame.f_code.co_filename:
        made.add(str(frame.f_locals.get("cls")))


class Nothing:
    def build(self):
        pass


app = QApplication([])
threading.setprofile(watch)  # of the threads that begin from now on
loader = loading.the_loader()
loader.loaded.connect(app.quit)
loader.build(Nothing())
app.exec()
print({"TransitionResolution", "PaintEngineFeature", "ToolBarFeature", "DirtyFlag"} & made)
"""


def test_the_thread_that_imports_pyqtgraph_makes_no_enum_of_qt():
    done = subprocess.run(
        [sys.executable, "-c", CODE], env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        cwd=Path(__file__).parents[3], capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "{'DirtyFlag'}"  # pyqtgraph's own, which shows that the thread is watched
