"""Measures a corpus before training: what happens to its bytes, and the kind of its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import blake2b
from itertools import chain

import numpy as np
import regex
from numpy.typing import NDArray

from workbench.engine.base.pace import paced, point
from workbench.engine.base.slices import mapped
from workbench.engine.corpus.counts_facts import CountsFacts
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.corpus.source_files import name_below
from workbench.engine.corpus.sources import Reading, Source, SourceAccount
from workbench.engine.counting.piece_counts import Chunks, CountedPieces
from workbench.engine.counting.weighted_counts import join_parts
from workbench.engine.splitting.pre_tokenizers import published

SCRIPTS = (
    "Latin", "Cyrillic", "Greek", "Han", "Hiragana", "Katakana", "Hangul", "Arabic", "Hebrew", "Devanagari",
    "Bengali", "Tamil", "Telugu", "Thai", "Georgian", "Armenian", "Ethiopic", "Khmer", "Myanmar", "Gujarati",
    "Gurmukhi", "Kannada", "Malayalam", "Sinhala", "Lao", "Tibetan", "Mongolian",
)  # fmt: skip
OTHER_SCRIPT, NO_SCRIPT = "other", "none"  # scripts beyond the list; signs, digits and white space
FREQUENT = 60  # pieces that are listed
NAMED_FILES = 20  # of each code
LENGTHS = 48  # bins: documents of 2**k to 2**(k + 1) - 1 bytes
MOST_DISTINCT = 1_000_000  # documents that are checked for duplicates
COUNTED_ELSEWHERE = "counted_elsewhere"  # the reason for which bytes are left out in counts
_PATTERN = "cl100k"
_LONGEST_SHOWN = 60  # bytes


@dataclass(frozen=True, slots=True)
class SourceMeasures:
    """What happens to the bytes of one source.

    Attributes:
        path: as asked for.
        used, replaced, removed: bytes, of counted pieces those of their text; with `left_out` and the bytes
            of `skipped` they sum to all bytes.
        left_out: (reason, bytes) of files that were read.
        skipped: (reason, files, bytes) of files that were not read.
        documents: number of documents used.
        faults: (code, number) of faults in files that are used anyway.
        cleaned: (step, bytes removed, bytes replaced).
        specials: (text, occurrences) of special tokens.
        changed: whether a file changed while it was read.
        files: (code, name) of the first files that were left out or have faults, a few of each code;
            names as in a list of files, or of members of a zip file.

    """

    path: str
    used: int
    replaced: int
    removed: int
    left_out: tuple[tuple[str, int], ...] = ()
    skipped: tuple[tuple[str, int, int], ...] = ()
    documents: int = 0
    faults: tuple[tuple[str, int], ...] = ()
    cleaned: tuple[tuple[str, int, int], ...] = ()
    specials: tuple[tuple[str, int], ...] = ()
    changed: bool = False
    files: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Survey:
    """The measures of a corpus.

    Attributes:
        sources: the measures of each source.
        n_bytes, n_characters, n_lines, n_documents: of the text that is used, without weights.
        n_twice: number of duplicate documents.
        held_out: bytes that are held out.
        scripts: (name, characters), the most frequent first.
        lengths: int64[LENGTHS], number of documents by the logarithm of their bytes.
        pieces: (piece, count), the most frequent, as GPT-4 splits, or as they were counted elsewhere.
        n_pieces: number of distinct pieces.
        longest: the longest piece, cut, and its length in bytes.

    """

    sources: tuple[SourceMeasures, ...]
    n_bytes: int
    n_characters: int
    n_lines: int
    n_documents: int
    n_twice: int
    held_out: int
    scripts: tuple[tuple[str, int], ...]
    lengths: NDArray[np.int64]
    pieces: tuple[tuple[bytes, int], ...] = ()
    n_pieces: int = 0
    longest: tuple[bytes, int] = (b"", 0)


@dataclass(frozen=True, slots=True)
class SurveyProgress:
    """The progress in bytes of the sources."""

    done: int
    total: int


def surveying(
    sources: Sequence[Source], specials: Sequence[str] = ()
) -> Generator[SurveyProgress, None, Survey]:
    """Yield progress and return the measures of a corpus.

    Raises:
        EngineError: a source cannot be read.
    """
    surveying = _Surveying(sources, specials)
    total = surveying.reading.size()
    surveying.classes.make()

    def _progress(_: object) -> SurveyProgress:
        done = surveying.reading.n_read
        return SurveyProgress(done, max(total, done))

    counted = yield from mapped(published(_PATTERN).count(surveying.chunks()), _progress)
    surveying.reading.refuse_nothing()
    tables = [CountedPieces(*each) for each in surveying.reading.tables]
    for table in paced(tables, 1):
        surveying.add_pieces(table)
    return surveying.result(join_parts([(each, Fraction(1)) for each in (counted, *tables)]))


class _Scripts:
    """Counts the characters of each script.

    Attributes:
        table: uint8[0x110000], the script of each character: 0 for none, 1 for others, then `SCRIPTS`.

    """

    def __init__(self) -> None:
        self.table: NDArray[np.uint8] = np.zeros(0x110000, np.uint8)
        self._counts = np.zeros(len(SCRIPTS) + 2, np.int64)

    def make(self) -> None:
        """Build the table."""
        for start in range(0, 0x110000, 1 << 15):
            everything = "".join(map(chr, range(start, start + (1 << 15))))
            for number, pattern in enumerate((r"[^\p{Common}\p{Inherited}\p{Unknown}]+", *_NAMES), 1):
                for run in regex.finditer(pattern, everything):
                    self.table[start + run.start() : start + run.end()] = number
            point()

    def add(self, text: bytes) -> None:
        """Count the characters of a valid text."""
        codes = np.frombuffer(text.decode("utf-8", "replace").encode("utf-32-le"), np.uint32)
        self._counts += np.bincount(self.table[codes], minlength=len(self._counts))

    def add_pieces(self, blob: bytes, times: NDArray[np.int64]) -> None:
        """Count the characters of pieces; `times` is how often each byte occurs."""
        codes = np.frombuffer(blob.decode("utf-8", "replace").encode("utf-32-le"), np.uint32)
        begins = (np.frombuffer(blob, np.uint8) & 0xC0) != 0x80
        if int(begins.sum()) == len(codes):  # else they are no UTF-8
            n = np.bincount(self.table[codes], times[begins], len(self._counts))
            self._counts += n.astype(np.int64)

    def result(self) -> tuple[tuple[str, int], ...]:
        """Return (script, characters), the most frequent first."""
        names = (NO_SCRIPT, OTHER_SCRIPT, *SCRIPTS)
        counts = [(name, int(n)) for name, n in zip(names, self._counts, strict=True) if n]
        return tuple(sorted(counts, key=lambda item: -item[1]))


_NAMES = tuple(rf"\p{{{name}}}+" for name in SCRIPTS)


class _Surveying:
    """The state of a survey."""

    def __init__(self, sources: Sequence[Source], specials: Sequence[str]) -> None:
        self.reading = Reading(sources, takes_counts=True)
        self.classes = _Scripts()
        self._n_bytes = self._n_lines = self._n_documents = self._n_twice = 0
        self._lengths = np.zeros(LENGTHS, np.int64)
        self._specials = [(text, text.encode("utf-8", "surrogatepass")) for text in specials if text]
        self._tail = b""
        self._digest = blake2b(digest_size=8)
        self._length = 0
        self._seen: set[bytes] = set()
        self._occurrences: dict[int, Counter[str]] = {}

    def chunks(self) -> Chunks:
        """Yield the corpus, and measure it in passing."""
        for item in self.reading.read():
            if isinstance(item, bytes):
                self._chunk(item)
            elif isinstance(item, EndOfDocument):
                self._end()
            yield item

    def add_pieces(self, table: CountedPieces) -> None:
        """Measure the text of counted pieces; of its documents only the number is known."""
        ends = table.ends.astype(np.int64)
        times = np.repeat(table.counts, ends - np.append(0, ends[:-1]))
        self._n_bytes += table.n_bytes
        self._n_lines += int(times[np.frombuffer(table.blob, np.uint8) == ord("\n")].sum())
        self.classes.add_pieces(table.blob, times)

    def _chunk(self, text: bytes) -> None:
        self._n_bytes += len(text)
        self._n_lines += text.count(b"\n")
        self._length += len(text)
        self._digest.update(text)
        self.classes.add(text)
        if self._specials:
            self._count_specials(text)

    def _count_specials(self, text: bytes) -> None:
        whole = self._tail + text
        occurrences = self._occurrences.setdefault(len(self.reading.accounts) - 1, Counter())
        for name, special in self._specials:
            known = self._tail.count(special)
            occurrences[name] += whole.count(special) - known
        longest = max(len(special) for _, special in self._specials)
        self._tail = whole[-(longest - 1) :] if longest > 1 else b""

    def _end(self) -> None:
        self._n_documents += 1
        self._lengths[min(max(self._length.bit_length() - 1, 0), LENGTHS - 1)] += 1
        digest = self._digest.digest()
        self._n_twice += digest in self._seen
        if len(self._seen) < MOST_DISTINCT:
            self._seen.add(digest)
        self._digest, self._length, self._tail = blake2b(digest_size=8), 0, b""

    def result(self, counted: CountedPieces) -> Survey:
        scripts, facts = self.classes.result(), self.reading.tables.facts.values()
        survey = Survey(
            sources=tuple(
                _measures(account, self._occurrences.get(number, Counter()), self.reading.tables.facts)
                for number, account in enumerate(self.reading.accounts)
            ),
            n_bytes=self._n_bytes + sum(each.n_lost for each in facts),
            n_characters=sum(n for _, n in scripts),
            n_lines=self._n_lines,
            n_documents=self._n_documents + sum(each.n_documents for each in facts),
            n_twice=self._n_twice,
            held_out=self.reading.held_out.n_bytes,
            scripts=scripts,
            lengths=self._lengths,
        )
        if not len(counted):
            return survey
        ends = counted.ends.astype(np.int64)
        starts = np.concatenate(([0], ends[:-1]))
        order = np.argsort(-counted.counts, kind="stable")[:FREQUENT].tolist()
        longest = int(np.argmax(ends - starts))
        shown = _piece(counted, starts, ends, longest)[:_LONGEST_SHOWN]
        return replace(
            survey,
            pieces=tuple((_piece(counted, starts, ends, i), int(counted.counts[i])) for i in order),
            n_pieces=len(counted),
            longest=(shown, int(ends[longest] - starts[longest])),
        )


def _measures(
    source: SourceAccount, specials: Counter[str], counted: Mapping[str, CountsFacts]
) -> SourceMeasures:
    account, elsewhere = source.accounting, Counter[str]()
    for record in account.files:  # of counted pieces, the text that was counted, not the pieces
        if record.path in counted:
            elsewhere.subtract({"used": record.used, "documents": record.documents})
            for amounts in counted[record.path].sources.values():
                elsewhere.update(amounts)
    left_out = Counter(account.left_out)
    left_out[COUNTED_ELSEWHERE] += elsewhere["left_out"] + elsewhere["skipped"]
    files, n_bytes = Counter[str](), Counter[str]()
    for skipped in account.skipped:
        files[skipped.code] += 1
        n_bytes[skipped.code] += skipped.n_bytes
    return SourceMeasures(
        path=source.source,
        files=tuple(_named_files(source)),
        used=account.used + elsewhere["used"],
        replaced=account.replaced + elsewhere["replaced"],
        removed=account.removed + elsewhere["removed"],
        left_out=tuple((+left_out).items()),
        skipped=tuple((code, count, n_bytes[code]) for code, count in files.items()),
        documents=account.documents + elsewhere["documents"],
        faults=tuple(account.n_faults.items()),
        cleaned=tuple((step, removed, replaced) for step, (removed, replaced) in account.cleaned.items()),
        specials=tuple((+specials).items()),
        changed=bool(account.changed),
    )


def _named_files(source: SourceAccount) -> Iterator[tuple[str, str]]:
    """Yield (code, name) of the first files of each code."""
    named = Counter[str]()
    account = source.accounting
    faulty = ((fault.code, record.path) for record in account.files for fault in record.faults)
    left_out = ((skipped.code, skipped.path) for skipped in account.skipped)
    for code, path in chain(left_out, faulty):
        if named[code] < NAMED_FILES:
            named[code] += 1
            yield code, name_below(source.folder, path, source.source)


def _piece(counted: CountedPieces, starts: NDArray[np.int64], ends: NDArray[np.int64], number: int) -> bytes:
    return bytes(counted.blob[starts[number] : ends[number]])
