"""Error bars and provenance of a vocabulary that was trained here, both kept for the next time.

They are kept by the hashes of the tokenizer and of the record of its training, which has those of its text:
what was found stays right where the text is not there any more.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Sequence
from hashlib import sha256
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from workbench.api.comparing import fingerprint
from workbench.api.comparison_cache import key_of
from workbench.api.error_bars import error_bars
from workbench.api.kept_files import KeptFiles, as_line, facts_of, must, whole_number
from workbench.api.provenance import Origins, provenance
from workbench.api.training_again import training_again
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.error_bars import SEVERAL, ErrorBars
from workbench.engine.judging.provenance import Provenance, Without
from workbench.engine.training.trainer import Progress

VERSION = 1  # of the kept results; raise it where a number changes its meaning
_PART = 512  # merges or tokens in a line
_IN_RECORD = "error_bars"  # the key that the card has them under

KeptOrigins = tuple[Provenance, tuple[Without, ...]]
Traced = WeakKeyDictionary[Tokenizer, Origins]


# --- error bars


def error_bars_once(tokenizer: Tokenizer, kept: KeptFiles | None) -> Generator[Progress, None, ErrorBars]:
    """Yield the progress, and return the error bars, which are added to the record for the card.

    Raises:
        EngineError: as `training_again` and `error_bars`.

    """
    bars = None if kept is None else kept_error_bars(tokenizer, kept)
    if bars is None:
        run = yield from training_again(tokenizer)
        bars = yield from error_bars(run)
        key = _key(tokenizer, "error bars")
        if kept is not None and key:
            kept.keep(key, _bar_lines(bars, key))
    tokenizer.record = {**(tokenizer.record or {}), _IN_RECORD: bars.plain()}
    return bars


def kept_error_bars(tokenizer: Tokenizer, kept: KeptFiles) -> ErrorBars | None:
    """Return the kept result of `error_bars_once`, None without one."""
    key = _key(tokenizer, "error bars")
    return kept.load(key, lambda lines: _bars(lines, key)) if key else None


def _bar_lines(bars: ErrorBars, key: str) -> Iterator[bytes]:
    facts = [len(bars.ids), *bars.from_halves, bars.n_parts, bars.unit, bars.n_units]
    yield as_line({"error bars": VERSION, "key": key, "facts": facts})
    yield from _lines_of(bars.ids, bars.survivals, bars.counts, bars.margins)


def _bars(lines: Sequence[bytes], key: str) -> ErrorBars:
    size, first, second, n_parts, unit, n_units = facts_of(lines[0], "error bars", VERSION, key)
    must(unit in SEVERAL)
    ids, survivals, counts, margins = _columns(lines[1:], 4, whole_number(size))
    return ErrorBars(
        ids, survivals.astype(np.int32), counts, margins,
        from_halves=(whole_number(first), whole_number(second)),
        n_parts=whole_number(n_parts), unit=str(unit), n_units=whole_number(n_units),
    )  # fmt: skip


# --- provenance


def origins_once(
    tokenizer: Tokenizer,
    kept: KeptFiles | None,
    without: Sequence[str] = (),
    traced: Traced | None = None,
) -> Generator[Progress, None, KeptOrigins]:
    """Yield the progress, and return where tokens came from, and what each source left out changes.

    Args:
        tokenizer: one with a record of its training.
        kept: where it is looked up first.
        without: names of sources that are left out, each by itself.
        traced: has the counts of what was traced last, with which no text is read to leave out a source.

    Raises:
        EngineError: as `training_again` and `provenance`; "source_not_used", "source_is_all".

    """
    before = None if kept is None else kept_origins(tokenizer, kept)
    if before is not None and {*without} <= {change.source for change in before[1]}:
        return before
    origins = None if traced is None else traced.get(tokenizer)
    if origins is None:
        run = yield from training_again(tokenizer)
        origins = yield from provenance(run)
        if kept is not None and (key := _key(tokenizer, "provenance")):
            kept.keep(key, _origin_lines(origins.tokens, key))
        if traced is not None:
            traced.clear()  # one corpus fills enough memory
            traced[tokenizer] = origins
    names, changes = origins.tokens.sources, {} if before is None else {one.source: one for one in before[1]}
    for name in without:
        if name not in names:
            raise EngineError("source_not_used", source=name, names=", ".join(names))
        changes[name] = yield from origins.without(names.index(name))
        if kept is not None and (key := _key(tokenizer, "without", name)):
            kept.keep(key, _change_lines(changes[name], key))
    return origins.tokens, tuple(changes.values())


def kept_origins(tokenizer: Tokenizer, kept: KeptFiles) -> KeptOrigins | None:
    """Return the kept result of `origins_once`, with the changes for every source that was left out."""
    key = _key(tokenizer, "provenance")
    tokens = kept.load(key, lambda lines: _origins(lines, key)) if key else None
    if tokens is None:
        return None
    changes = []
    for name in tokens.sources:
        change = _kept_change(tokenizer, kept, name)
        if change is not None:
            changes.append(change)
    return tokens, tuple(changes)


def _kept_change(tokenizer: Tokenizer, kept: KeptFiles, source: str) -> Without | None:
    key = _key(tokenizer, "without", source)
    return kept.load(key, lambda lines: _change(lines, key, source)) if key else None


def _origin_lines(tokens: Provenance, key: str) -> Iterator[bytes]:
    facts = [len(tokens.ids), list(tokens.sources), list(tokens.files)]
    yield as_line({"provenance": VERSION, "key": key, "facts": facts})
    yield from _lines_of(tokens.ids, tokens.documents, tokens.file, tokens.file_counts, *tokens.counts.T)


def _origins(lines: Sequence[bytes], key: str) -> Provenance:
    size, sources, files = facts_of(lines[0], "provenance", VERSION, key)
    sources, files = _names(sources), _names(files)
    columns = _columns(lines[1:], 4 + len(sources), whole_number(size))
    ids, documents, file, file_counts, *counts = columns
    must(bool(files) and 0 <= int(file.min(initial=0)) <= int(file.max(initial=0)) < len(files))
    return Provenance(
        ids, sources, np.array(counts, np.float64).T.reshape(len(ids), len(sources)), documents, files,
        file=file, file_counts=file_counts.astype(np.float64),
    )  # fmt: skip


def _change_lines(change: Without, key: str) -> Iterator[bytes]:
    yield as_line({"without": VERSION, "key": key, "facts": [len(change.gone), len(change.come)]})
    for tokens in (change.gone, change.come):
        for start in range(0, len(tokens), _PART):
            yield as_line([token.hex() for token in tokens[start : start + _PART]])
            point()


def _change(lines: Sequence[bytes], key: str, source: str) -> Without:
    n_gone, n_come = map(whole_number, facts_of(lines[0], "without", VERSION, key))
    tokens: list[bytes] = []
    for line in lines[1:]:
        tokens += map(bytes.fromhex, json.loads(line))
        point()
    must(len(tokens) == n_gone + n_come)
    return Without(source, tuple(tokens[:n_gone]), tuple(tokens[n_gone:]))


# --- lines


def _key(tokenizer: Tokenizer, *facts: str) -> str:
    record = {name: value for name, value in (tokenizer.record or {}).items() if name != _IN_RECORD}
    plain = json.dumps(record, sort_keys=True, default=str).encode("utf-8", "surrogatepass")
    return key_of([fingerprint(tokenizer)], (), (), *facts, VERSION, sha256(plain).hexdigest())


def _lines_of(*columns: NDArray[Any]) -> Iterator[bytes]:
    for start in range(0, len(columns[0]), _PART):
        yield as_line([_shortest(column[start : start + _PART].tolist()) for column in columns])
        point()


def _shortest(values: list[int | float]) -> list[int | float]:
    return [int(value) if value == int(value) else value for value in values]


def _columns(lines: Sequence[bytes], n_columns: int, size: int) -> list[NDArray[Any]]:
    """Return columns of numbers, whole ones as int64."""
    parts: list[list[int | float]] = [[] for _ in range(n_columns)]
    for line in lines:
        values = json.loads(line)
        must(len(values) == n_columns)
        for part, own in zip(parts, values, strict=True):
            must(all(type(value) in (int, float) and abs(value) < 1 << 62 for value in own))
            part += own
        point()
    must(all(len(part) == size for part in parts))
    return [np.array(part, np.int64 if all(type(v) is int for v in part) else np.float64) for part in parts]


def _names(names: object) -> tuple[str, ...]:
    must(isinstance(names, list) and all(isinstance(name, str) for name in names))
    return tuple(names) if isinstance(names, list) else ()
