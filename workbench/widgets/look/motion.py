"""Whether the user wants things to move.

Qt answers for Windows only: on Linux `QApplication.isEffectEnabled` follows the platform theme, which sets
no effect under GNOME and none without a desktop, whatever the user chose. So the desktops are asked
where they keep it themselves: KDE's "Animation speed: instant" in kdeglobals, GNOME's "Reduce animation"
through gsettings, and GTK's own settings.ini for the others. Nothing said means that motion is welcome.
"""

from __future__ import annotations

import configparser
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

_GNOME_LIKE = frozenset({"gnome", "unity", "budgie", "pantheon", "x-cinnamon", "mate"})
_GSETTINGS = ("get", "org.gnome.desktop.interface", "enable-animations")
_PATIENCE = 0.5  # seconds; gsettings answers in some 10 ms


class _Wish:
    """What the user has chosen in this program: one for each process, as the theme is."""

    reduced = False


def reduce_motion(reduced: bool) -> None:
    """Do without animation whatever the desktop says, or follow the desktop."""
    _Wish.reduced = reduced


def reduced_motion() -> bool:
    """Return whether the user wants no animation, in this program or by the desktop's setting."""
    return _Wish.reduced or _system_reduces_motion()


@lru_cache(maxsize=1)
def _system_reduces_motion() -> bool:
    """Return what the desktop says; it is asked once, at the first animation."""
    if sys.platform == "win32":
        return isinstance(QApplication.instance(), QApplication) and not QApplication.isEffectEnabled(
            Qt.UIEffect.UI_General
        )
    return sys.platform.startswith("linux") and desktop_reduces_motion(os.environ)


def desktop_reduces_motion(environ: Mapping[str, str]) -> bool:
    """Return whether a Linux desktop, known by its environment, is set to do without animation."""
    desktops = {name.casefold() for name in environ.get("XDG_CURRENT_DESKTOP", "").split(":")}
    config = Path(environ.get("XDG_CONFIG_HOME") or Path(environ.get("HOME", "/"), ".config"))
    if "kde" in desktops:
        return _value(config / "kdeglobals", "KDE", "AnimationDurationFactor") in {"0", "0.0"}
    if desktops & _GNOME_LIKE:
        return _gsettings(environ) == "false"
    said = {_value(config / name / "settings.ini", "Settings", "gtk-enable-animations") for name in _GTK}
    return bool(said & {"0", "false"})


_GTK = ("gtk-4.0", "gtk-3.0")


def _value(file: Path, section: str, key: str) -> str:
    """Return a value of an ini file in lower case, "" if there is none."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read(file, encoding="utf-8")
        return parser.get(section, key, fallback="").strip().casefold()
    except (OSError, UnicodeDecodeError, configparser.Error):
        return ""


def _gsettings(environ: Mapping[str, str]) -> str:
    """Return what GNOME's settings say, "" where they cannot be asked."""
    program = shutil.which("gsettings", path=environ.get("PATH"))
    if program is None:
        return ""
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command; the desktop's own program
            [program, *_GSETTINGS], env=dict(environ), capture_output=True, text=True, timeout=_PATIENCE
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
