"""The ids before and after a text, and the context length of the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError


@dataclass(frozen=True, slots=True)
class Framing:
    """The ids around a text, added by choice of the caller or of the file.

    Attributes:
        before: ids that go before the text's, such as BOS.
        after: ids that go after them, such as EOS.
        adds_before: the tokenizer's own library adds `before` by default.
        adds_after: likewise `after`.
        context: how many ids the model that it is for takes, those around included; None if not known.
        padding: the id that fills up to `context`, or None if nothing does.
        marks: (role, id) of the other roles, such as "unk" (`encoding.roles`), in their order.

    """

    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    adds_before: bool = False
    adds_after: bool = False
    context: int | None = None
    padding: int | None = None
    marks: tuple[tuple[str, int], ...] = ()

    def parts(self, before: bool | None = None, after: bool | None = None) -> tuple[list[int], list[int]]:
        """Return the ids to put before and after a text; None does what the library would do."""
        return (
            list(self.before if (self.adds_before if before is None else before) else ()),
            list(self.after if (self.adds_after if after is None else after) else ()),
        )


NO_FRAMING = Framing()


def framed_rows(
    rows: Sequence[Sequence[int]], framing: Framing, context_length: int | None, truncate: bool
) -> NDArray[np.int32]:
    """Return int32[n, context_length], see `Tokenizer.tokenize`.

    Raises:
        EngineError: "context_unknown", or "context_too_short" for a text that may not be truncated.

    """
    length = framing.context if context_length is None else context_length
    if length is None or length < len(framing.before) + len(framing.after):
        raise EngineError("context_unknown")
    table = np.full((len(rows), length), framing.padding or 0, np.int32)
    for number, ids in enumerate(rows):
        row = [*framing.before, *ids, *framing.after]
        if len(row) > length:
            if not truncate:
                raise EngineError("context_too_short", number=number, n_tokens=len(row), context=length)
            row[length - len(framing.after) :] = framing.after
        table[number, : len(row)] = row
    return table
