"""What window, command line and Python share; the only room that connects trainer, tokenizer and formats.

Read first `python.py`, whose names this package has too, then `training.py`. They are imported on first use
(PEP 562), so that a verb or a job loads only the modules that it names.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.api.python import *  # noqa: F403


def __getattr__(name: str) -> object:
    # Not for a module of this package, which the import system imports, nor for what `inspect` looks for.
    if not name.startswith("_") and find_spec(f"{__name__}.{name}") is None:
        python = import_module("workbench.api.python")
        if name in python.__all__:
            globals()[name] = value = getattr(python, name)  # once: a loop may ask for it with every event
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *import_module("workbench.api.python").__all__})
