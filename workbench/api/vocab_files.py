"""Vocabularies written for people: minbpe's `.vocab` and a table of comma-separated values."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Generator, Iterator

from workbench.api.files import write_file
from workbench.display.escapes import escape
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.encoding.vocab_table import VocabTable
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.formats.minbpe.format import vocab_steps

KINDS = ("vocab", "csv")
_SLICE = 2048  # rows between two yields
_NAMES = ("byte", "merge", "special")
_RISKY = ("=", "+", "-", "@", "\t", "\r")  # spreadsheets take these as the start of a formula


def save_vocab(tokenizer: Tokenizer, path: str | os.PathLike[str], kind: str = "vocab") -> None:
    """Write a vocabulary as minbpe's `save_vocab` does ("vocab"), or as a table ("csv").

    Raises:
        EngineError: an unknown kind, or the file cannot be written.

    """
    for _ in save_vocab_steps(tokenizer, path, kind):
        pass


def save_vocab_steps(tokenizer: Tokenizer, path: str | os.PathLike[str], kind: str) -> Iterator[None]:
    """Do as `save_vocab`, yielding None at least every 20 ms; raises EngineError as that does."""
    if kind not in KINDS:
        raise EngineError("format_unknown", name=kind, choices=", ".join(KINDS))
    makes = vocab_steps if kind == "vocab" else csv_steps
    data = yield from makes(tokenizer)
    write_file(path, data)


def csv_steps(tokenizer: Tokenizer) -> Generator[None, None, bytes]:
    """Yield None at least every 20 ms and return the table: UTF-8, one token a row, a header first.

    The column `token` is for the eye (what would begin a formula has an apostrophe before it); `bytes` has
    the very bytes in hex. `rank` counts from 0; tokenizers with scores have `score` instead.
    """
    found: VocabTable | None = None
    for step in tokenizer.vocab_table_steps():
        found = step
        yield
    if found is None:
        return b""
    table, model = found, tokenizer.model
    scored = isinstance(model, ScoreMergedBpe)
    out = io.StringIO(newline="")
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("id", "token", "bytes", "length", "score" if scored else "rank", "kind", "left", "right"))
    start = 0
    for row, (token_id, end) in enumerate(zip(table.ids.tolist(), table.ends.tolist(), strict=True)):
        token, start = table.blob[start:end], end
        value: object = "" if table.ranks[row] < 0 else int(table.ranks[row])
        if isinstance(model, ScoreMergedBpe):
            value = f"{model.score(token_id):g}" if token_id < model.vocab_size else ""
        pair = ["" if half < 0 else half for half in table.pairs[row].tolist()]
        kind = _NAMES[int(table.kinds[row])]
        rows.writerow((token_id, guarded(escape(token)), token.hex(), len(token), value, kind, *pair))
        if row % _SLICE == 0:
            yield
    return out.getvalue().encode()


def guarded(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_RISKY) else text
