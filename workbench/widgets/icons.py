"""The project's own SVG icons, recoloured and rendered sharp.

Every file is drawn on a grid of 24 with a stroke of 1.75 in `currentColor`, round caps and joins,
no fill; the colour is put in when it is rendered.
"""

from __future__ import annotations

import tempfile
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from workbench.widgets.colours import Theme

_SCALES = (1, 2, 3)


def resource(*names: str) -> Traversable:
    """Return a bundled file, as resource("icons", "open.svg"); in a checkout also without an installation."""
    try:
        root: Traversable = resources.files("workbench_resources")
    except ModuleNotFoundError:
        root = Path(__file__).parents[2] / "resources"
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
def pixmap(name: str, colour: str, size: int, scale: float) -> QPixmap:
    """Return an icon `size` logical pixels square in the colour "#RRGGBB", for a device pixel ratio."""
    renderer = QSvgRenderer(QByteArray(_svg(name).replace("currentColor", colour).encode()))
    drawn = QPixmap(QSize(round(size * scale), round(size * scale)))
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    renderer.render(painter, QRectF(drawn.rect()))
    painter.end()
    drawn.setDevicePixelRatio(scale)
    return drawn


def draw_icon(painter: QPainter, name: str, colour: QColor, x: float, y: float, size: int) -> None:
    """Draw an icon with its top left corner at (x, y), sharp on whatever is painted on."""
    # Not the device's ratio: a widget rendered into a picture still names the widget as its device.
    scale = abs(painter.deviceTransform().m11()) or 1.0
    painter.drawPixmap(round(x), round(y), pixmap(name, colour.name(), size, scale))


def make_icon(name: str, theme: Theme, role: str, size: int) -> QIcon:
    """Return an icon in the colour of a role, with its disabled picture."""
    icon = QIcon()
    for scale in _SCALES:
        icon.addPixmap(pixmap(name, theme.colour(role).name(), size, scale))
        icon.addPixmap(pixmap(name, theme.disabled.name(), size, scale), QIcon.Mode.Disabled)
    return icon


@lru_cache(maxsize=1)
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="workbench-icons-")


def icon_file(name: str, colour: QColor) -> str:
    """Return the path of an SVG in a colour, for style sheets, which take only paths; it goes at exit."""
    path = Path(_folder().name, f"{name}-{colour.name()[1:]}.svg")
    if not path.exists():
        path.write_text(_svg(name).replace("currentColor", colour.name()), encoding="utf-8")
    return path.as_posix()
