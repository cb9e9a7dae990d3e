"""Mends PySide's imports, which read the source of every module to look for PySide's name."""

from __future__ import annotations

import sys
from typing import Any, cast


def mend_imports() -> None:
    """Take that reading from PySide (6.11.3): half of the time of an import, and 25 MB.

    It only matters to modules that import `__feature__`, of which there are none. A built program has no
    sources to read.
    """
    feature = cast(Any, sys.modules.get("shibokensupport.feature"))
    if hasattr(feature, "_mod_uses_pyside"):
        feature._mod_uses_pyside = lambda _module: False
