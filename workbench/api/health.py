"""The health of a vocabulary, with the token counts of texts if there are any; both are kept."""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.api.comparing import fingerprint
from workbench.api.comparison_cache import key_of
from workbench.api.counts_checks import check_countable, facts_of_account, refuse_too_many
from workbench.api.kept_files import KeptFiles, as_line, facts_of, must, whole_number
from workbench.api.source_arguments import read_so
from workbench.engine.base.pace import paced, point
from workbench.engine.base.slices import finished, mapped
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import Reading, Source
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.health import LABELS, Reason, TokenHealth, judged
from workbench.engine.judging.token_counts import TokenCounts, counting
from workbench.formats.published import cache_folder

VERSION = 3  # of the kept results; raise it where a label or a count changes its meaning
_PART = 512  # tokens in a line
_SHOWN = 32  # tokens judged between two steps: some take 20 ms
_REASONS = frozenset({"alone", "split", "behind", "merge", "search", "twin"})


def counting_tokens(
    tokenizer: Tokenizer, sources: Source | Sequence[Source], kept: KeptFiles | None = None
) -> Generator[int, None, TokenCounts]:
    """Yield the number of bytes counted, and return the token counts, from the kept results if there.

    Raises EngineError at the first file that cannot be read, even in a folder.
    """
    read = read_so(sources, SourceOptions("", on_unreadable="stop"), 1.0, 1.0)
    counted = yield from counting_once(tokenizer, read, kept)
    return counted.counts


def kept_by_verbs() -> KeptFiles:
    """Return where the command line keeps its counts: in the user's cache."""
    return KeptFiles(os.path.join(os.path.dirname(cache_folder()), "counts"))


def vocab_health(
    tokenizer: Tokenizer, sources: Source | Sequence[Source] | None = None
) -> Iterator[TokenHealth]:
    """Yield the health of every token (`engine.judging.health`), with the token counts of texts if given.

    Raises:
        EngineError: the tokenizer cannot encode, or a source cannot be read.

    """
    counts = None
    if sources is not None:
        counts = finished(counting_tokens(tokenizer, sources))
    yield from judged(tokenizer, counts)


# --- kept for the next time


@dataclass(frozen=True, slots=True)
class Counted:
    """Token counts of texts.

    Attributes:
        counts: by id.
        n_skipped: files that could not be read.

    """

    counts: TokenCounts
    n_skipped: int = 0


def counting_once(
    tokenizer: Tokenizer, sources: Sequence[Source], kept: KeptFiles | None
) -> Generator[int, None, Counted]:
    """Yield how far it is in bytes of the sources; return the counts, kept ones where they are there.

    Unreadable files are skipped; raises EngineError if nothing can be read or encoded, and as
    `check_countable` for files of counts.
    """
    reading = Reading(sources, takes_counts=True)
    key = "" if kept is None else key_of([fingerprint(tokenizer)], reading.sources, (), "counts", VERSION)
    known = kept.load(key, lambda lines: _counted(lines, key)) if kept is not None and key else None
    if known is not None:
        return known
    done = _Done(reading, tokenizer)
    counts = yield from mapped(counting(tokenizer, _documents(reading), done.tables), done.after)
    reading.refuse_nothing()
    counted = Counted(counts, len(reading.left_out))
    if kept is not None and key:
        kept.keep(key, _count_lines(counted, key))
    return counted


def _documents(reading: Reading) -> Iterator[bytes | bytearray]:
    """Yield the documents, and an empty one after some rows of counted pieces."""
    document = bytearray()
    for chunk in reading.read():
        if not chunk:
            yield b""
        elif isinstance(chunk, EndOfDocument):
            if document:
                yield document
            document = bytearray()
        else:
            document += chunk
        point()


class _Done:
    """How far the counting is: of counted pieces, reading is the first half, and encoding the second."""

    def __init__(self, reading: Reading, tokenizer: Tokenizer) -> None:
        self._reading, self._tokenizer = reading, tokenizer
        self._total = reading.size()
        self._n_bytes = self._done = self._n_before = self._n_in_tables = 0

    def after(self, n_bytes: int) -> int:
        """Return how many bytes of the sources are done when `n_bytes` of text are counted."""
        self._n_bytes = n_bytes
        if not self._n_in_tables:
            n_read = min(self._reading.n_read, self._total)
            self._done = max(self._done, n_bytes, n_read // 2)
            return self._done
        rest = max(self._total - self._done, 0)
        return self._done + rest * (n_bytes - self._n_before) // self._n_in_tables

    def tables(self) -> Sequence[CountedPieces]:
        """Return the counted pieces that were read; raises EngineError as `_tables`."""
        tables = _tables(self._reading, self._tokenizer)
        for table in paced(tables):
            lengths: NDArray[np.int64] = np.diff(table.ends, prepend=np.uint64(0)).view(np.int64)
            self._n_in_tables += int(lengths @ table.counts)
        self._n_before = self._n_bytes
        return tables


def _tables(reading: Reading, tokenizer: Tokenizer) -> Sequence[CountedPieces]:
    """Return the counted pieces that were read.

    Raises EngineError "counts_no_footer", "counts_too_large", or as `check_countable`.
    """
    facts = reading.tables.facts
    for account in reading.accounts:
        facts_of_account(reading, account)
    if facts:
        check_countable(facts, tokenizer)
    tables = [CountedPieces(*table) for table in reading.tables]
    refuse_too_many(tables)
    return tables


def kept_health(tokenizer: Tokenizer, kept: KeptFiles) -> tuple[TokenHealth, ...] | None:
    """Return the kept result of `judging_once`, None without one."""
    key = _health_key(tokenizer)
    return kept.load(key, lambda lines: _healths(lines, key)) if key else None


def judging_once(
    tokenizer: Tokenizer, kept: KeptFiles | None
) -> Generator[int, None, tuple[TokenHealth, ...]]:
    """Yield the number of tokens judged, and return those with a label, or a witness that is not their text.

    Without counts of a text. Raises EngineError if the tokenizer cannot encode.
    """
    known = None if kept is None else kept_health(tokenizer, kept)
    if known is not None:
        return known
    labeled: list[TokenHealth] = []
    for number, each in enumerate(judged(tokenizer)):
        token = tokenizer.model.token_bytes(each.id)
        if each.labels or (each.witness is not None and each.witness.encode() != token):
            labeled.append(each)
        if number % _SHOWN == 0:
            yield number
    key = _health_key(tokenizer)
    if kept is not None and key:
        kept.keep(key, _health_lines(labeled, key))
    return tuple(labeled)


def _health_key(tokenizer: Tokenizer) -> str:
    return key_of([fingerprint(tokenizer)], (), (), "health", VERSION)


def _count_lines(counted: Counted, key: str) -> Iterator[bytes]:
    counts = counted.counts
    facts = [len(counts.occurrences), counts.n_documents, counts.n_bytes, counted.n_skipped]
    yield as_line({"counts": VERSION, "key": key, "facts": facts})
    ids = np.flatnonzero(counts.times_made)
    for start in range(0, len(ids), _PART):
        some = ids[start : start + _PART]
        columns = (counts.occurrences, counts.documents, counts.times_made, counts.merged.astype(np.int64))
        yield as_line([some.tolist(), *(column[some].tolist() for column in columns)])
        point()


def _counted(lines: Sequence[bytes], key: str) -> Counted:
    size, n_documents, n_bytes, n_skipped = map(whole_number, facts_of(lines[0], "counts", VERSION, key))
    must(size < 1 << 26)
    occurrences, documents, times_made, merged = columns = [np.zeros(size, np.int64) for _ in range(4)]
    for line in lines[1:]:
        ids, *values = json.loads(line)
        must(len(values) == len(columns) and all(len(each) == len(ids) <= _PART for each in values))
        places = [whole_number(each, size) for each in ids]
        for column, own in zip(columns, values, strict=True):
            column[places] = [whole_number(each) for each in own]
        point()
    counts = TokenCounts(occurrences, documents, times_made, merged > 0, n_documents, n_bytes)
    return Counted(counts, n_skipped)


def _health_lines(rows: Sequence[TokenHealth], key: str) -> Iterator[bytes]:
    yield as_line({"health": VERSION, "key": key, "facts": [len(rows)]})
    for start in range(0, len(rows), _PART):
        yield as_line([_plain(each) for each in rows[start : start + _PART]])
        point()


def _plain(each: TokenHealth) -> list[object]:
    reasons = [[one.code, [part.hex() for part in one.parts], one.numbers] for one in each.reasons]
    return [each.id, [LABELS.index(label) for label in each.labels], each.witness, reasons]


def _healths(lines: Sequence[bytes], key: str) -> tuple[TokenHealth, ...]:
    (size,) = facts_of(lines[0], "health", VERSION, key)
    healths: list[TokenHealth] = []
    for line in lines[1:]:
        for token_id, labels, witness, reasons in json.loads(line):
            must(witness is None or isinstance(witness, str))
            named = tuple(LABELS[whole_number(label, len(LABELS))] for label in labels)
            healths.append(
                TokenHealth(whole_number(token_id, 1 << 32), named, witness, tuple(map(_reason, reasons)))
            )
        point()
    must(len(healths) == size)
    return tuple(healths)


def _reason(plain: Sequence[object]) -> Reason:
    code, parts, numbers = plain
    if not isinstance(code, str) or not isinstance(parts, list) or not isinstance(numbers, list):
        raise TypeError
    must(code in _REASONS)
    reason = Reason(code, tuple(map(bytes.fromhex, parts)), tuple(map(whole_number, numbers)))
    str(reason)  # its sentence has all its facts
    return reason
