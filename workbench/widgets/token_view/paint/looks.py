"""What a view shows besides the text, as set by its parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from workbench.widgets.token_view.paint.canvas import Look


class Looks:
    """Keeps the look of a view.

    Attributes:
        now: what is to be seen besides the text and its tokens.

    """

    def __init__(self, look: Look, changed: Callable[[], object]) -> None:
        self.now, self._changed = look, changed

    def change(self, **changes: object) -> None:
        """Show something else, by the attributes of `Look`."""
        self.now = replace(self.now, **changes)  # type: ignore[arg-type]
        self._changed()
