"""Writes vocabularies to be read: minbpe's `.vocab` and a table of comma-separated values."""

from __future__ import annotations

import csv
import io
import os

import numpy as np
from numpy.typing import NDArray

from workbench.api.files import write_file
from workbench.display.escapes import escape, for_spreadsheet
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.minbpe.format import vocab_text

KINDS = ("vocab", "csv")
_NAMES = ("byte", "merge", "special")


def save_vocab(
    tokenizer: Tokenizer,
    path: str | os.PathLike[str],
    kind: str = "vocab",
    counts: NDArray[np.int64] | None = None,
) -> None:
    """Write a vocabulary as minbpe's `save_vocab` does ("vocab"), or as a table ("csv").

    `counts`: as of `csv_table`.

    Raises:
        EngineError: an unknown kind, or the file cannot be written.

    """
    if kind not in KINDS:
        raise EngineError("format_unknown", name=kind, choices=", ".join(KINDS))
    data = vocab_text(tokenizer) if kind == "vocab" else csv_table(tokenizer, counts)
    write_file(path, data)


def csv_table(tokenizer: Tokenizer, counts: NDArray[np.int64] | None = None) -> bytes:
    """Return the table: UTF-8, a header and one row per token.

    The column `token` is for reading (with an apostrophe before what would begin a formula); `bytes` has the
    exact bytes in hex. `rank` counts from 0; tokenizers with scores have `score` instead.
    `counts`, int64[n] in the order of `Tokenizer.vocab_table`, is the last column, `count`.
    """
    table, model = tokenizer.vocab_table(), tokenizer.model
    scored = model.scored
    out = io.StringIO(newline="")
    rows = csv.writer(out, lineterminator="\n")
    head = ["id", "token", "bytes", "length", "rank" if scored is None else "score", "kind", "left", "right"]
    counted = None if counts is None else counts.tolist()
    rows.writerow(head if counted is None else [*head, "count"])
    start = 0
    for row, (token_id, end) in enumerate(paced(zip(table.ids.tolist(), table.ends.tolist(), strict=True))):
        token, start = table.blob[start:end], end
        value: object = "" if table.ranks[row] < 0 else int(table.ranks[row])
        if scored is not None:
            value = f"{scored.score(token_id):g}" if token_id < model.vocab_size else ""
        pair = ["" if half < 0 else half for half in table.pairs[row].tolist()]
        kind = _NAMES[int(table.kinds[row])]
        known = [] if counted is None else [counted[row]]
        written = for_spreadsheet(escape(token))
        rows.writerow((token_id, written, token.hex(), len(token), value, kind, *pair, *known))
    return out.getvalue().encode()
