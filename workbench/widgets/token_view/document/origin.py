"""Where a text came from."""

from __future__ import annotations

from typing import NamedTuple


class Origin(NamedTuple):
    """Where a text came from.

    Attributes:
        name: shown to the user, "" for none.
        path: of the file that it is saved to, "" for none.
        stamp: size and time of change (ns) of that file when it was read or written, None if unknown.

    """

    name: str = ""
    path: str = ""
    stamp: tuple[int, int] | None = None


NOWHERE = Origin()
