"""PySide does not read what is imported after it."""

from __future__ import annotations

import subprocess
import sys

_SEEN = """
import linecache
import workbench.widgets
import workbench.widgets.labels as last
print(last.__file__ in linecache.cache)
"""


def test_no_source_is_read_when_a_module_is_imported() -> None:
    done = subprocess.run([sys.executable, "-c", _SEEN], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
