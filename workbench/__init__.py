"""A workbench for tokenizers: train byte-pair encodings, open and save them, see how they encode a text.

The public API is `train`, `open_tokenizer`, `save_tokenizer`, `adapt`, `compare`, `count`, `same`,
`encode_dataset`, `count_pieces`, `merge_counts`, the class `Tokenizer` and the errors. Each is imported on
first use (PEP 562), so that the window and the child process start without what they do not use. Read first
the map, `README.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.version import __version__ as __version__

if TYPE_CHECKING:
    from workbench.api import (
        EngineError,
        MissingFile,
        SpecialTokenInText,
        Tokenizer,
        UnknownToken,
        WrongType,
        adapt,
        compare,
        count,
        count_pieces,
        encode_dataset,
        merge_counts,
        open_tokenizer,
        same,
        save_tokenizer,
        train,
    )

__all__ = [
    "EngineError",
    "MissingFile",
    "SpecialTokenInText",
    "Tokenizer",
    "UnknownToken",
    "WrongType",
    "adapt",
    "compare",
    "count",
    "count_pieces",
    "encode_dataset",
    "merge_counts",
    "open_tokenizer",
    "same",
    "save_tokenizer",
    "train",
]


def __getattr__(name: str) -> object:
    if name in __all__:
        from workbench import api

        globals()[name] = value = getattr(api, name)  # once: a loop may ask for it with every document
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
