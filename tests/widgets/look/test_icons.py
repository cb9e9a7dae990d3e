"""Icons of the style sheet lie in memory: a window opens where there is no folder for temporary files."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QIcon

from workbench.widgets.look.icons import icon_file

PACKAGE = Path(__file__).parents[3] / "workbench"


@pytest.mark.parametrize("name", ["check", "chevron-down", "chevron-up"])
@pytest.mark.parametrize("color", ["#ff0000", "#00ff00"])
def test_an_icon_of_the_style_sheet_is_drawn_in_its_color(qapp, name, color):
    path = icon_file(name, QColor(color))
    assert path.startswith(":/")
    picture = QIcon(path).pixmap(32, 32).toImage()
    drawn = {picture.pixelColor(x, y).name() for x in range(32) for y in range(32)
             if picture.pixelColor(x, y).alpha() == 255}  # fmt: skip
    assert color in drawn


def test_no_file_of_the_window_asks_for_a_temporary_one():
    asking = [path.name for path in PACKAGE.rglob("*.py") if "import tempfile" in path.read_text()]
    # A command's output, what cannot be sought in, the run that shows the program without a display, what
    # is counted until it is whole, and a tokenizer that a session file takes along.
    others = ["ray_counting.py", "session_files.py"]
    assert sorted(asking) == sorted(["commands.py", "demonstration.py", "streams.py", *others])
