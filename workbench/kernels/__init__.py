"""Compiled kernels: the slowest loops, as typed Python that Cython compiles (Cython's pure mode).

They are optional. The engine asks `kernel` for one; if it returns None, the readable code of the engine does
the work, with the same results. The modules here never run uncompiled. Read
first the readable twin that a kernel names, then the kernel: `merging.py` is short.

On x86-64 the hottest modules are compiled twice from the same source (setup.py): those in the folder
x86_64_v3 use AVX2 and BMI2, and are imported in place of the others where the processor has these, unless
WORKBENCH_BASELINE=1.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from types import ModuleType

# What the engine uses; each is compiled from the file of the same name (setup.py).
_MODULES = (
    "processor",
    "splitting",
    "merging",
    "token_table",
    "encoding",
    "kept_room",
    "learned_pieces",
    "token_counting",
    "short_texts",
    "rank_lines",
    "bpe_json",
    "decoding",
    "counting",
    "training",
    "score_table",
    "score_merging",
    "words",
    "well_formed",
    "utf8_slices",
    "normal_text",
    "clip_text",
    "text_places",
)


_V3 = os.path.join(os.path.dirname(__file__), "x86_64_v3")


def has_v3() -> bool:
    """Return whether modules compiled for x86-64-v3 are there, wanted, and can run on this processor."""
    if os.environ.get("WORKBENCH_BASELINE") == "1" or not os.path.isdir(_V3):
        return False
    processor = kernel("processor")
    return processor is not None and bool(processor.has_x86_64_v3())


def active() -> bool:
    """Return whether the compiled kernels do the work."""
    return not why_not()


def why_not() -> str:
    """Return why the readable engine works in the kernels' place, or ""."""
    if os.environ.get("WORKBENCH_PURE") == "1":
        return "WORKBENCH_PURE is set"
    missing = [name for name in _MODULES if not _is_compiled(name)]
    return f"not compiled: {', '.join(missing)}" if missing else ""


def kernel(name: str) -> ModuleType | None:
    """Return a compiled module, or None if the readable engine has to do."""
    if os.environ.get("WORKBENCH_PURE") == "1" or not _is_compiled(name):
        return None
    return importlib.import_module(f"{__name__}.{name}")


@cache
def _is_compiled(name: str) -> bool:
    spec = importlib.util.find_spec(f"{__name__}.{name}")
    return spec is not None and (spec.origin or "").endswith(tuple(EXTENSION_SUFFIXES))


if has_v3():
    __path__.insert(0, _V3)
