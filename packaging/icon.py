"""Draws a picture in other sizes, as PNG: python packaging/icon.py SVG FOLDER SIZE…

Writes FOLDER/SIZExSIZE/apps/workbench.png for desktops that show no SVG; with one SIZE, FOLDER may be the
name of the .png itself, of which Pillow makes those of Windows and macOS.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QGuiApplication, QIcon


def main(picture: str, target: str, *sizes: str) -> int:
    """Draw all sizes, and return the exit status."""
    _application = QGuiApplication([])
    for size in map(int, sizes):
        file = Path(target) if target.endswith(".png") else Path(target, f"{size}x{size}/apps/workbench.png")
        file.parent.mkdir(parents=True, exist_ok=True)
        if not QIcon(picture).pixmap(size, size).save(str(file)):
            print(f"cannot draw {picture}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
