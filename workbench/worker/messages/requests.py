"""What every request has: its id, its progress, its end.

A request names its `lane`, unless that of the jobs meets it, and its `action`, if the window has words for
its failure (`shell/notices.py`). A message that others of the same request follow says so by `is_part`; one
of them that a later one makes needless, by `is_progress`.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping

Stamp = tuple[int, int]  # size and time of change (ns) of a file

_request_ids = itertools.count(1)


def new_request_id() -> int:
    """Return an id that no request of this process has had."""
    return next(_request_ids)


@dataclass(frozen=True, slots=True)
class JobProgress:
    """The progress of a job.

    Attributes:
        what: "open", "save", "read", "scan", "list", "encode", "count", "adapt", "effect", "export",
            "fetch".
        name: of the file or tokenizer it works on.
        done, total: in bytes, or tokens for "list"; total 0 if it is not known.

    """

    is_part: ClassVar = True
    is_progress: ClassVar = True
    request_id: int
    what: str
    name: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class JobCancelled:
    """A job was canceled; nothing was changed."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The last message of every request, however it ended."""

    request_id: int


@dataclass(frozen=True, slots=True)
class Failed:
    """A request failed; nothing was changed.

    Attributes:
        action: of the request, "" if it has none.
        code, file, place, facts: as in `engine.base.errors.EngineError`; place is (kind, value) or None.
        cause, remedy: the English templates of the code, translated where they are shown.
        details: the traceback, for the log and for "Details".

    """

    request_id: int
    action: str
    code: str
    file: str | None
    place: tuple[str, int | str] | None
    cause: str
    remedy: str
    facts: Mapping[str, str | int | float] = field(default_factory=dict)
    details: str = ""
