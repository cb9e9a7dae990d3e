"""Keeps the results of comparisons in a folder, by the hashes of tokenizers and texts.

A file (`kept_files`) holds a line for each row, vocabulary and stretch of counts.
"""

from __future__ import annotations

import json
import math
import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any

import numpy as np

from workbench.api.files import read_bytes
from workbench.api.kept_files import KeptFiles, as_line, must, whole_number
from workbench.engine.base.english import ENGLISH
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import point
from workbench.engine.corpus.folder_files import Skipped
from workbench.engine.corpus.source_files import SourceFiles
from workbench.engine.corpus.sources import DocumentsSource, Source, TextSource, options_of
from workbench.engine.judging.bootstrap import Interval
from workbench.engine.judging.figures import Vocabulary
from workbench.engine.judging.measuring import Measured, Row
from workbench.engine.judging.metrics import BY_NAME
from workbench.version import __version__

VERSION = 3  # of the files; raise it where a figure changes its meaning
_PART = 4096  # counts in a line
_SETTLED = 2_000_000_000  # nanoseconds after a change, some file systems count in two seconds
_MOST_HASHES = 1 << 16
_N_NUMBERS = 10_000
_GROUPS = re.compile(r"[a-z ]{0,40}")


@dataclass(frozen=True, slots=True)
class PassResult:
    """The result of a pass over texts.

    Attributes:
        measured: every figure.
        skipped: files that could not be read.
        damaged: those that were read as far as they go.

    """

    measured: Measured
    skipped: tuple[Skipped, ...]
    damaged: tuple[EngineError, ...]


class ComparisonCache:
    """Keeps results of comparisons in a folder."""

    def __init__(self, files: KeptFiles) -> None:
        self._files = files

    def load(self, key: str) -> PassResult | None:
        """Return what was kept under a key, None for nothing that can be trusted."""
        return self._files.load(key, lambda lines: _parsed(lines, key))

    def keep(self, key: str, result: PassResult) -> None:
        """Save a result; if it cannot be saved, it is computed again the next time."""
        self._files.keep(key, _lines(result, key))


# --- keys


def key_of(
    fingerprints: Sequence[str],
    texts: Iterable[Source],
    languages: Iterable[tuple[str, str]],
    *facts: int | str,
) -> str:
    """Return the key of a comparison: a hash of its tokenizers' hashes, of every byte that is read, and how.

    Args:
        fingerprints: of the tokenizers, in order; with an unknown one there is no key.
        texts: sources, as for `comparing`.
        languages: name and path of each, in place of texts.
        facts: the options on which the result depends: reference, draws and seed.

    Returns "" where there is none, as where a file cannot be read.

    """
    if not all(fingerprints):
        return ""
    whole = sha256()
    parts = [str(VERSION), __version__, *map(str, facts), *BY_NAME, "tokenizers", *fingerprints, "texts"]
    for part in parts:
        _add(whole, part)
    try:
        for source in texts:
            _add_source(whole, source)
        for name, path in languages:
            _add(whole, name)
            _add(whole, _hash_of(path))
    except EngineError:
        return ""
    return whole.hexdigest()


def _add(whole: Any, part: str) -> None:  # noqa: ANN401 - hashlib's own, which has no name
    data = part.encode("utf-8", "surrogateescape")
    whole.update(len(data).to_bytes(8, "little") + data)


def _add_source(whole: Any, source: Source) -> None:  # noqa: ANN401
    if isinstance(source, TextSource):
        data = source.data.encode("utf-8", "surrogatepass") if isinstance(source.data, str) else source.data
        for part in ("text", type(source.data).__name__, source.name, sha256(data).hexdigest()):
            _add(whole, part)
        return
    if isinstance(source, DocumentsSource):
        raise EngineError("documents_read_twice", file=source.name)
    options = options_of(source)
    _add(whole, repr([getattr(options, each.name) for each in fields(options)]))
    for item in SourceFiles(options).steps():
        _add(whole, item.path)
        _add(whole, item.code if isinstance(item, Skipped) else _hash_of(item.path))
        point()


_Mark = tuple[str, int, int, int, int, int]
_hashes: dict[_Mark, str] = {}  # of files, of this process


def _hash_of(path: str) -> str:
    """Return the hash of a file, which is read once while its `_mark` stays the same.

    What changes a file without changing that is not noticed: a file system that keeps no times, or a clock
    that was set back. A file that was changed just now is read each time, as it may change again within what
    the file system calls the same time.
    """
    mark = _mark(path)
    known = None if mark is None else _hashes.get(mark)
    if known is not None:
        return known
    whole = sha256()
    for chunk in read_bytes(path):
        whole.update(chunk)
        point()
    if mark is not None and mark == _mark(path) and abs(time.time_ns() - max(mark[-2:])) > _SETTLED:
        if len(_hashes) >= _MOST_HASHES:
            _hashes.clear()
        _hashes[mark] = whole.hexdigest()
    return whole.hexdigest()


def _mark(path: str) -> _Mark | None:
    """Return what changes with a file: device, inode, size, and times; None where that is not known."""
    try:
        each = os.stat(path)
    except OSError:
        return None  # reading it reports the error
    absolute = os.path.abspath(path)
    return absolute, each.st_dev, each.st_ino, each.st_size, each.st_mtime_ns, each.st_ctime_ns


# --- written


def _lines(result: PassResult, key: str) -> Iterator[bytes]:
    """Yield the lines of a file; ValueError for a figure that is no number."""
    measured = result.measured
    head = {
        "comparison": VERSION, "key": key, "reference": measured.reference, "joined": measured.joined,
        "tokens": [len(counts) for counts in measured.counts],
    }  # fmt: skip
    yield as_line(head)
    for row in measured.rows:
        yield as_line({"row": _plain_row(row)})
        point()
    for each in measured.vocabularies:
        numbers = each.numbers.tolist()
        yield as_line({"vocabulary": [each.size, each.fragments, each.groups, numbers]})
    for number, counts in enumerate(measured.counts):
        ids = np.flatnonzero(counts)
        for start in range(0, len(ids), _PART):
            some = ids[start : start + _PART]
            yield as_line({"counts": [number, some.tolist(), counts[some].tolist()]})
            point()
    for skipped in result.skipped:
        yield as_line({"skipped": [skipped.n_bytes, skipped.changed, _plain_error(skipped.error)]})
    for error in result.damaged:
        yield as_line({"damaged": _plain_error(error)})


def _plain_row(row: Row) -> list[object]:
    intervals, differences = (
        {name: [each.low, each.high] for name, each in cells.items()}
        for cells in (row.intervals, row.differences)
    )
    error = None if row.error is None else _plain_error(row.error)
    return [row.tokenizer, row.source, row.sums, row.figures, intervals, differences, error]


def _plain_error(error: EngineError) -> list[object]:
    place = None if error.place is None else [error.place.kind, error.place.value]
    return [error.code, error.file, place, dict(error.facts)]


# --- read


def _parsed(lines: Sequence[bytes], key: str) -> PassResult:
    """Return what a file holds; ValueError and the like where it is not as it was written."""
    head = json.loads(lines[0])
    sizes = [whole_number(size, 1 << 24) for size in head["tokens"]]
    must(head["comparison"] == VERSION and head["key"] == key and len(sizes) < 1000)
    must(sum(sizes) < 1 << 26)
    rows: list[Row] = []
    vocabularies: list[Vocabulary] = []
    counts = tuple(np.zeros(size, np.int64) for size in sizes)
    skipped: list[Skipped] = []
    damaged: list[EngineError] = []
    for line in lines[1:]:
        ((kind, value),) = json.loads(line).items()
        if kind == "row":
            rows.append(_row(value, len(sizes)))
        elif kind == "vocabulary":
            vocabularies.append(_vocabulary(*value))
        elif kind == "counts":
            _put_counts(counts, *value)
        elif kind == "skipped":
            n_bytes, changed, (code, path, place, facts) = value
            error = _error(code, path, place, facts)
            must(error.file is not None)
            skipped.append(
                Skipped(path, code, whole_number(n_bytes), facts=error.facts, place=error.place,
                        changed=whole_number(changed))
            )  # fmt: skip
        else:
            must(kind == "damaged")
            damaged.append(_error(*value))
        point()
    must(bool(rows) and len(vocabularies) == len(sizes))
    reference = whole_number(head["reference"], len(sizes))
    measured = Measured(tuple(rows), tuple(vocabularies), counts, reference, whole_number(head["joined"]))
    return PassResult(measured, tuple(skipped), tuple(damaged))


def _number(value: object) -> float:
    """Return a finite number, a whole one as it is."""
    if type(value) not in (int, float) or not math.isfinite(value):  # type: ignore[arg-type]
        raise ValueError
    return value  # type: ignore[return-value]


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _row(value: Sequence[Any], n_tokenizers: int) -> Row:
    tokenizer, source, sums, figures, intervals, differences, error = value
    must(set(figures) <= set(BY_NAME))
    must({"documents", "bytes", "tokens"} <= set(sums) or (not sums and error is not None))
    return Row(
        whole_number(tokenizer, n_tokenizers),
        _text(source),
        sums={name: whole_number(n) for name, n in sums.items()},
        figures={name: None if figure is None else _number(figure) for name, figure in figures.items()},
        intervals=_intervals(intervals),
        differences=_intervals(differences),
        error=None if error is None else _error(*error),
    )


def _intervals(value: Mapping[str, Sequence[Any]]) -> dict[str, Interval]:
    must(set(value) <= set(BY_NAME))
    return {name: Interval(_number(low), _number(high)) for name, (low, high) in value.items()}


def _vocabulary(size: object, n_fragments: object, groups: object, numbers: object) -> Vocabulary:
    if not isinstance(numbers, list) or not isinstance(groups, str):
        raise TypeError
    must(len(numbers) == _N_NUMBERS and all(type(n) is int and 0 <= n < 256 for n in numbers))
    must(_GROUPS.fullmatch(groups) is not None)
    return Vocabulary(whole_number(size), whole_number(n_fragments), np.array(numbers, np.uint8), groups)


def _put_counts(counts: Sequence[np.ndarray[Any, Any]], number: object, ids: object, times: object) -> None:
    if not isinstance(ids, list) or not isinstance(times, list):
        raise TypeError
    own = counts[whole_number(number, len(counts))]
    must(len(ids) == len(times) <= _PART)
    for token_id, n in zip(ids, times, strict=True):
        own[whole_number(token_id, len(own))] = whole_number(n)


def _error(code: object, file: object, place: object, facts: object) -> EngineError:
    """Return an error with code and facts."""
    if not isinstance(code, str) or not isinstance(facts, dict) or code not in ENGLISH:
        raise ValueError
    must(file is None or isinstance(file, str))
    must(all(isinstance(fact, str | int | float) for fact in facts.values()))
    at = None
    if isinstance(place, list):
        kind, value = place
        must(isinstance(value, str | int))
        at = Place(_text(kind), value)
    error = EngineError(code, file=file, place=at, **facts)  # type: ignore[arg-type]
    str(error)  # its sentence has all its facts
    return error
