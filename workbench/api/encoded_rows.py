"""What `tokenizer(texts)` returns: ids and mask for a model, and colored tokens for a notebook."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.display.marks import visible
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer

Ids = NDArray[np.int64]
_SHOWN = 2000  # tokens in a notebook
_FILLS = ("#4c8bf540", "#f5a34c40", "#4cc58f40", "#c06cf540", "#f56c8b40", "#8b8b8b40")  # on light and dark


@dataclass(frozen=True, slots=True)
class Padding:
    """How rows are filled.

    Attributes:
        kind: False, True or "longest" (to the longest row), or "max_length".
        side: "right" or "left".
        multiple: of which the length of a filled row is one.

    """

    kind: bool | str
    side: str = "right"
    multiple: int = 1

    def __post_init__(self) -> None:
        if self.kind not in (True, False, "longest", "max_length"):
            raise ValueError(f'padding is True, False, "longest" or "max_length", not {self.kind!r}')
        if self.side not in ("left", "right"):
            raise ValueError(f'padding_side is "left" or "right", not {self.side!r}')
        if operator.index(self.multiple) < 1:
            raise ValueError(f"pad_to_multiple_of is a number from 1 on, not {self.multiple}")

    def check_cut(self, max_length: int) -> None:
        """Raise ValueError if rows cut to this length would be filled to a longer one."""
        if self.kind and max_length % self.multiple:
            raise ValueError(
                f"max_length, where rows are cut, is a multiple of pad_to_multiple_of, {self.multiple}, "
                f"not {max_length}"
            )

    def numbers(self, lengths: Sequence[int], max_length: int) -> list[int]:
        """Return how many ids each row is filled with."""
        longest = max(lengths, default=0)
        length = (max_length or longest) if self.kind == "max_length" else longest
        length = -(-length // self.multiple) * self.multiple if self.kind else 0
        return [max(length - n, 0) for n in lengths]


class EncodedRows(Mapping[str, Any]):
    """Ids and attention mask, by the names that models of transformers take: `model(**rows)`.

    Attributes:
        input_ids: int64[n] of one text, int64[m, n] of several that have one length, else a list of int64[n].
        attention_mask: likewise, 1 where there is a token, 0 where the row was filled.

    """

    def __init__(
        self, tokenizer: Tokenizer, rows: Sequence[Ids], fills: Sequence[int], pad_id: int, side: str,
        is_one: bool,
    ) -> None:  # fmt: skip
        """Take rows and fill each with so many of `pad_id` at a side."""
        widths = [(n, 0) if side == "left" else (0, n) for n in fills]
        masks = [np.pad(np.ones(len(row), np.int64), n) for row, n in zip(rows, widths, strict=True)]
        self._tokenizer = tokenizer
        self._rows = rows
        rows = [np.pad(row, n, constant_values=pad_id) for row, n in zip(rows, widths, strict=True)]
        self.input_ids = rows[0] if is_one else _table(rows)
        self.attention_mask = masks[0] if is_one else _table(masks)

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401 - as the attributes
        if key not in ("input_ids", "attention_mask"):
            raise KeyError(key)
        return getattr(self, key)

    def __iter__(self) -> Iterator[str]:
        return iter(("input_ids", "attention_mask"))

    def __len__(self) -> int:
        return 2

    def __repr__(self) -> str:
        return f"EncodedRows(input_ids={self.input_ids!r}, attention_mask={self.attention_mask!r})"

    def _repr_html_(self) -> str:
        return "".join(tokens_html(self._tokenizer, row) for row in self._rows)


def _table(rows: Sequence[Ids]) -> Any:  # noqa: ANN401 - an array or a list of them
    return np.stack(rows) if rows and len(set(map(len, rows))) == 1 else list(rows)


def cut(row: Ids, length: int, n_after: int) -> Ids:
    """Return a row of at most `length` ids; one that is cut keeps its last `n_after`, which end a text.

    Raises:
        EngineError: "row_length_unknown", there is no room for these.

    """
    if len(row) <= length:
        return row
    if length < n_after:
        raise EngineError("row_length_unknown")
    return np.concatenate((row[: length - n_after], row[len(row) - n_after :]))


def tokens_html(tokenizer: Tokenizer, ids: Sequence[int] | Ids) -> str:
    """Return the tokens as colored boxes, with id and bytes on hover; for a page that is light or dark."""
    boxes = []
    for number, token_id in enumerate(list(map(int, ids[:_SHOWN]))):
        data = tokenizer.token_bytes(token_id) or b""
        title = f"id {token_id} · {data.hex(' ').upper()}"
        boxes.append(
            f'<span title="{title}" style="background:{_FILLS[number % len(_FILLS)]};border-radius:3px">'
            f"{escape(visible(data))}</span>"
        )
    more = f" … {len(ids) - _SHOWN:,} more" if len(ids) > _SHOWN else ""
    style = "font-family:monospace;white-space:pre-wrap;line-height:1.7"
    return f'<div style="{style}">{"<wbr>".join(boxes)}{more}</div><div>{len(ids):,} tokens</div>'
