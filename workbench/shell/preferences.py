"""What the settings that the user chooses do: at the start, and at once when one is changed."""

from __future__ import annotations

import os
from functools import cache

from PySide6.QtWidgets import QApplication

from workbench.engine.counting.piece_room import bound_memory
from workbench.settings import Settings
from workbench.widgets.look.motion import reduce_motion
from workbench.widgets.look.theme import set_token_family

# By which `urllib` finds a proxy, before it asks the system.
_VARIABLES = ("http_proxy", "https_proxy")


def apply(settings: Settings) -> None:
    """Let the settings hold that do something outside of the window."""
    reduce_motion(settings.motion == "reduced")
    bound_memory(settings.memory_gigabytes << 30)
    before = _variables_before()
    for name in _VARIABLES:
        value = _address(settings.proxy) or before[name]
        if value:
            os.environ[name] = value
        else:
            os.environ.pop(name, None)


def use_token_font(family: str) -> None:
    """Write tokens in the font that the user chose."""
    app = QApplication.instance()
    if isinstance(app, QApplication):
        set_token_family(app, family)


@cache
def _variables_before() -> dict[str, str]:
    """Return the variables as they were at the start."""
    return {name: os.environ.get(name, "") for name in _VARIABLES}


def _address(proxy: str) -> str:
    return proxy if not proxy or "://" in proxy else f"http://{proxy}"
