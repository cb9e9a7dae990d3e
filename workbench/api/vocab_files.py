"""Writes vocabularies to be read: minbpe's `.vocab` and a table of comma-separated values."""

from __future__ import annotations

import csv
import io
import os

from workbench.api.files import write_file
from workbench.display.escapes import escape, for_spreadsheet
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.minbpe.format import vocab_text

KINDS = ("vocab", "csv")
_NAMES = ("byte", "merge", "special")


def save_vocab(tokenizer: Tokenizer, path: str | os.PathLike[str], kind: str = "vocab") -> None:
    """Write a vocabulary as minbpe's `save_vocab` does ("vocab"), or as a table ("csv").

    Raises:
        EngineError: an unknown kind, or the file cannot be written.

    """
    if kind not in KINDS:
        raise EngineError("format_unknown", name=kind, choices=", ".join(KINDS))
    makes = vocab_text if kind == "vocab" else csv_table
    data = makes(tokenizer)
    write_file(path, data)


def csv_table(tokenizer: Tokenizer) -> bytes:
    """Return the table: UTF-8, a header and one row per token.

    The column `token` is for reading (with an apostrophe before what would begin a formula); `bytes` has the
    exact bytes in hex. `rank` counts from 0; tokenizers with scores have `score` instead.
    """
    table, model = tokenizer.vocab_table(), tokenizer.model
    scored = model.scored
    out = io.StringIO(newline="")
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(
        ("id", "token", "bytes", "length", "rank" if scored is None else "score", "kind", "left", "right")
    )
    start = 0
    for row, (token_id, end) in enumerate(paced(zip(table.ids.tolist(), table.ends.tolist(), strict=True))):
        token, start = table.blob[start:end], end
        value: object = "" if table.ranks[row] < 0 else int(table.ranks[row])
        if scored is not None:
            value = f"{scored.score(token_id):g}" if token_id < model.vocab_size else ""
        pair = ["" if half < 0 else half for half in table.pairs[row].tolist()]
        kind = _NAMES[int(table.kinds[row])]
        rows.writerow((token_id, for_spreadsheet(escape(token)), token.hex(), len(token), value, kind, *pair))
    return out.getvalue().encode()
