"""Turns whatever another library raises in the child into an EngineError."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from workbench.engine.base.errors import EngineError


@contextlib.contextmanager
def guarded(library: str, *, missing: str, failed: str) -> Iterator[None]:
    """Raise EngineError `missing` if a library is not installed, `failed` for anything else it raises.

    The panics of Rust libraries too, which Python knows as `PanicException`, no `Exception` (facts of pyo3,
    `pyo3_runtime`). An EngineError, and running out of memory, stay what they are.
    """
    try:
        yield
    except (EngineError, MemoryError, KeyboardInterrupt, SystemExit):
        raise
    except ImportError as error:
        raise EngineError(missing, library=library) from error
    except BaseException as error:
        # A part of a sentence.
        reason = " ".join(str(error).split())[:300].rstrip(".") or type(error).__name__
        raise EngineError(failed, library=library, reason=reason) from error
