"""A workbench for tokenizers: train byte-pair encodings, open and save them, see what they do to a text.

The public face: `train`, `open_tokenizer`, `save_tokenizer`, `compare`, `count`, `same`; loaded when first
asked for (PEP 562), so that the window's start and the helper process do not wait for what they do not use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.api import compare, count, open_tokenizer, same, save_tokenizer, train

__version__ = "0.1.0"
__all__ = ["compare", "count", "open_tokenizer", "same", "save_tokenizer", "train"]


def __getattr__(name: str) -> object:
    if name in __all__:
        from workbench import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
