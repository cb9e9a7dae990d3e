"""The project's own SVG icons, recolored and rendered sharp.

Every file is drawn on a grid of 24 with a stroke of 1.75 in `currentColor`, round caps and joins,
no fill; the color is put in when it is rendered.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QResource, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from workbench.widgets.look.colors import Theme

_SCALES = (1, 2, 3)
_ROOT = "/workbench-icons"
_FOLDER, _LANGUAGE_C = 2, 1  # of a node in Qt's resources
_registered: list[bytes] = []  # Qt keeps no copy


def resource(*names: str) -> Traversable:
    """Return a bundled file, as resource("icons", "open.svg"); in a checkout also without an installation."""
    try:
        root: Traversable = resources.files("workbench_resources")
    except ModuleNotFoundError:
        root = Path(__file__).parents[3] / "resources"
    return root.joinpath(*names)


def icon_names() -> list[str]:
    """Return the names of all icons, in alphabetical order."""
    return sorted(f.name[:-4] for f in resource("icons").iterdir() if f.name.endswith(".svg"))


@lru_cache(maxsize=64)
def _svg(name: str) -> str:
    file = resource("icons", f"{name}.svg")
    if not file.is_file():
        raise KeyError(f"no icon is called {name}")
    return file.read_text(encoding="utf-8")


@lru_cache(maxsize=512)
def pixmap(name: str, color: str, size: int, scale: float) -> QPixmap:
    """Return an icon `size` logical pixels square in the color "#RRGGBB", for a device pixel ratio."""
    renderer = QSvgRenderer(QByteArray(_svg(name).replace("currentColor", color).encode()))
    drawn = QPixmap(QSize(round(size * scale), round(size * scale)))
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    renderer.render(painter, QRectF(drawn.rect()))
    painter.end()
    drawn.setDevicePixelRatio(scale)
    return drawn


def draw_icon(painter: QPainter, name: str, color: QColor, x: float, y: float, size: int) -> None:
    """Draw an icon with its top left corner at (x, y), sharp on whatever is painted on."""
    # Not the device's ratio: a widget rendered into a picture still names the widget as its device.
    scale = abs(painter.deviceTransform().m11()) or 1.0
    painter.drawPixmap(round(x), round(y), pixmap(name, color.name(), size, scale))


def make_icon(name: str, theme: Theme, role: str, size: int) -> QIcon:
    """Return an icon in the color of a role, with its disabled picture."""
    icon = QIcon()
    for scale in _SCALES:
        icon.addPixmap(pixmap(name, theme.color(role).name(), size, scale))
        icon.addPixmap(pixmap(name, theme.disabled.name(), size, scale), QIcon.Mode.Disabled)
    return icon


def icon_file(name: str, color: QColor) -> str:
    """Return the path of an SVG in a color, for style sheets, which take only paths; it is in memory."""
    return _icon_file(name, color.name())


@lru_cache(maxsize=64)
def _icon_file(name: str, color: str) -> str:
    file = f"{name}-{color[1:]}.svg"
    data = _resource_of(file, _svg(name).replace("currentColor", color).encode())
    _registered.append(data)
    if not QResource.registerResourceData(data, _ROOT):
        raise RuntimeError(f"Qt does not take the icon {name}")
    return f":{_ROOT}/{file}"


def _resource_of(name: str, data: bytes) -> bytes:
    """Return one file as Qt's `rcc --binary` packs it (format 1): a header, a tree, the bytes, the name."""
    tree = struct.pack(">IHII", 0, _FOLDER, 1, 1) + struct.pack(">IHHHI", 0, 0, 0, _LANGUAGE_C, 0)
    body = struct.pack(">I", len(data)) + data
    named = struct.pack(">HI", len(name), _hash(name)) + name.encode("utf-16-be")
    start = 20  # bytes of the header
    ends = start, start + len(tree), start + len(tree) + len(body)
    return struct.pack(">4sIIII", b"qres", 1, *ends) + tree + body + named


def _hash(name: str) -> int:
    """Return what Qt finds a name by: qt_hash of qhash.cpp."""
    value = 0
    for character in name:
        value = (value << 4) + ord(character)
        value = (value ^ (value & 0xF0000000) >> 23) & 0x0FFFFFFF
    return value
