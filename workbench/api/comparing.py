"""Compares tokenizers on the same texts, or on one text in several languages."""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from workbench.api.compared_pieces import dropped_of, pieces_of
from workbench.api.comparison_cache import ComparisonCache, PassResult, key_of
from workbench.api.comparison_table import table_of
from workbench.api.files import open_file, tokenizer_path
from workbench.api.language_folder import Language, languages_in
from workbench.api.sources_once import once
from workbench.engine.base.errors import EngineError, Face
from workbench.engine.corpus.documents import END_OF_DOCUMENT, EndOfDocument
from workbench.engine.corpus.folder_files import Skipped
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import Reading, Source
from workbench.engine.encoding.added_tokens import AddedTokens
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.bootstrap import DRAWS, FEWEST, MOST_DRAWS
from workbench.engine.judging.languages import Premium, gini, reference_among
from workbench.engine.judging.measuring import Begun, Item, Measured, Row, Unread, measuring
from workbench.engine.judging.metrics import METRICS, WORD, WORTH
from workbench.formats.format import Notice
from workbench.version import __version__


@dataclass(frozen=True, slots=True)
class Compared:
    """A tokenizer that is compared.

    Attributes:
        name: unique in the comparison.
        tokenizer: the tokenizer itself.
        path: of its file, or None.
        sha256: of everything that decides its ids, in hex; "" if it cannot be determined.
        notices: what was tolerated when its file was read.

    """

    name: str
    tokenizer: Tokenizer
    path: str | None
    sha256: str
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class LanguageRow:
    """What a language costs a tokenizer.

    Attributes:
        language, tokenizer: their names.
        n_tokens: None for a text that it cannot encode.
        n_bytes: None for a text that cannot be read.
        cost: None for both, and for an empty text.
        error: why it cannot be encoded or read, or None.

    """

    language: str
    tokenizer: str
    n_tokens: int | None
    n_bytes: int | None
    cost: Premium | None
    error: EngineError | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a comparison.

    Attributes:
        tokenizers: in the order of their numbers.
        measured: every figure.
        languages: of a folder of languages, each with all tokenizers; () for other texts.
        language: the reference language, "" without languages.
        skipped: files that could not be read.
        damaged: files that were read up to the damage, and that bytes were replaced.
        notes: what limits the figures, as data.
        seed, draws: of the intervals.

    """

    tokenizers: tuple[Compared, ...]
    measured: Measured
    languages: tuple[LanguageRow, ...]
    language: str
    skipped: tuple[Skipped, ...]
    damaged: tuple[EngineError, ...]
    notes: tuple[EngineError, ...]
    seed: int = 0
    draws: int = DRAWS

    @property
    def gini(self) -> dict[str, float | None]:
        """The Gini coefficient of the readable languages, for each tokenizer that encodes all of them."""
        by_name: dict[str, float | None] = {}
        for each in self.tokenizers if self.languages else ():
            rows = [r for r in self.languages if r.tokenizer == each.name and r.n_bytes is not None]
            by_name[each.name] = (
                None if any(row.cost is None for row in rows) else gini([r.n_tokens or 0 for r in rows])
            )
        return by_name

    def rows(self) -> Iterator[tuple[Compared, Row]]:
        """Yield each tokenizer with each of its rows."""
        for row in self.measured.rows:
            yield self.tokenizers[row.tokenizer], row

    def by_source(self) -> dict[str, list[Row]]:
        """Return the rows of each source, one row per tokenizer."""
        rows: dict[str, list[Row]] = {}
        for row in self.measured.rows:
            rows.setdefault(row.source, []).append(row)
        return rows

    def by_premium(self, tokenizer: str) -> list[LanguageRow]:
        """Return the languages of a tokenizer, the most expensive first."""
        rows = [row for row in self.languages if row.tokenizer == tokenizer]
        return sorted(rows, key=lambda row: -row.cost.premium if row.cost else 0.0)

    def to_dict(self, face: Face = "python") -> dict[str, list[Any]]:
        """Return the table as columns of equal length, for `pandas.DataFrame`."""
        table: dict[str, list[Any]] = {}
        for number, (each, row) in enumerate(self.rows()):
            for name, value in _flat(each, row, face).items():
                table.setdefault(name, [None] * number).append(value)
            for column in table.values():
                column += [None] * (number + 1 - len(column))
        return table

    def to_json(self, face: Face = "python") -> dict[str, Any]:
        """Return the comparison as plain values, unrounded, with the remedies for the caller."""
        return {
            "measures": [_plain(each, row, face) for each, row in self.rows()],
            "languages": [_language(row, face) for row in self.languages],
            "gini": self.gini,
            "reference": self.tokenizers[self.measured.reference].name,
            "reference_language": self.language,
            "tokenizers": [self._plain_tokenizer(number) for number in range(len(self.tokenizers))],
            "metrics": {
                metric.name: {
                    "label": metric.label, "formula": metric.formula, "unit": metric.unit,
                    "source": metric.source, "note": metric.note,
                }
                for metric in METRICS
            },
            "word": WORD,
            "worth": WORTH,
            "notes": [note.message(face) for note in self.notes],
            "left_out": [
                {"path": each.path, "why": each.code, "cause": each.error.cause}
                for each in self.skipped
            ],
            "draws": self.draws,
            "seed": self.seed,
            "documents_joined": self.measured.joined,
            "version": __version__,
        }  # fmt: skip

    def _plain_tokenizer(self, number: int) -> dict[str, Any]:
        each, vocabulary = self.tokenizers[number], self.measured.vocabularies[number]
        return {
            "name": each.name, "path": each.path, "sha256": each.sha256, "vocabulary": vocabulary.size,
            "split": each.tokenizer.pre_tokenizer.name, "number_groups": vocabulary.groups,
        }  # fmt: skip

    def _repr_html_(self) -> str:
        return table_of(self.by_source(), [each.name for each in self.tokenizers])


def _flat(each: Compared, row: Row, face: Face) -> dict[str, Any]:
    """Return a row of the table: its sums, figures, and the ends of their intervals."""
    intervals = {
        f"{name}_{end}": getattr(interval, end)
        for name, interval in row.intervals.items()
        for end in ("low", "high")
    }
    error = None if row.error is None else row.error.message(face)
    return {
        "tokenizer": each.name,
        "source": row.source,
        **row.known_sums,
        **row.figures,
        **intervals,
        "error": error,
    }


def _plain(each: Compared, row: Row, face: Face) -> dict[str, Any]:
    return {
        "tokenizer": each.name,
        "source": row.source,
        **row.known_sums,
        **row.figures,
        "intervals": {name: [interval.low, interval.high] for name, interval in row.intervals.items()},
        "differences": {
            name: {"low": interval.low, "high": interval.high, "shown": interval.shows}
            for name, interval in row.differences.items()
        },
        "error": None if row.error is None else row.error.message(face),
    }


def _language(row: LanguageRow, face: Face) -> dict[str, Any]:
    cost = row.cost
    return {
        "language": row.language,
        "tokenizer": row.tokenizer,
        "tokens": row.n_tokens,
        "bytes": row.n_bytes,
        "premium": None if cost is None else cost.premium,
        "byte_factor": None if cost is None else cost.byte_factor,
        "vocabulary_factor": None if cost is None else cost.vocabulary_factor,
        **({} if row.error is None else {"error": row.error.message(face)}),
    }


# --- tokenizers by name


def to_compare(
    tokenizers: Sequence[str | os.PathLike[str] | Tokenizer], anyway: bool = False, pattern: str | None = None
) -> tuple[Compared, ...]:
    """Open tokenizers and name them; equal names get numbers.

    Raises:
        EngineError: a tokenizer cannot be opened.

    """
    compared: list[Compared] = []
    for each in tokenizers:
        notices: tuple[Notice, ...] = ()
        path = None if isinstance(each, Tokenizer) else tokenizer_path(os.fspath(each))
        if isinstance(each, Tokenizer):
            tokenizer, name = each, each.name or "tokenizer"
        else:
            opened = open_file(path or "", anyway=anyway, pattern=pattern)
            tokenizer, notices = opened.tokenizer, opened.notices
            name = os.path.basename(path or "")
        taken = {one.name for one in compared}
        numbered = next(
            n for n in (name, *(f"{name} ({i})" for i in range(2, len(compared) + 3))) if n not in taken
        )
        compared.append(Compared(numbered, tokenizer, path, fingerprint(tokenizer), notices))
    return tuple(compared)


def fingerprint(tokenizer: Tokenizer) -> str:
    """Return the SHA-256 of everything that decides a tokenizer's ids, in hex; "" if unknown."""
    normalizer, specials = tokenizer.normalizer, tokenizer.special_tokens
    parts = (
        tokenizer.model, tokenizer.pre_tokenizer.name, tokenizer.pre_tokenizer.pattern,
        None if normalizer is None else normalizer.spec,
        specials if isinstance(specials, AddedTokens) else dict(specials),
    )  # fmt: skip
    digest = _Digest()
    try:
        # Written to be hashed, and never read.
        pickle.Pickler(digest, protocol=5).dump(parts)
    except (TypeError, AttributeError, ValueError, pickle.PicklingError):
        return ""
    return digest.sha256.hexdigest()


class _Digest:
    """The SHA-256 of what is written, which is not kept."""

    def __init__(self) -> None:
        self.sha256 = hashlib.sha256()

    def write(self, data: bytes) -> None:
        self.sha256.update(data)


# --- comparing


def comparing(
    tokenizers: Sequence[Compared],
    texts: Sequence[Source] = (),
    languages: str | os.PathLike[str] | None = None,
    *,
    reference: int = 0,
    language: str | None = None,
    draws: int = DRAWS,
    seed: int = 0,
    cache: ComparisonCache | None = None,
) -> Generator[int | Row, None, Comparison]:
    """Yield the number of bytes done and each finished row, and return the comparison.

    Args:
        tokenizers: what `to_compare` returns.
        texts: sources as for training; one whose files another source has too is left out.
        languages: a folder of texts by language, instead of texts.
        reference: number of the tokenizer that the others are compared with.
        language: that others are compared with; None for eng_Latn, eng, or the first.
        draws, seed: of the intervals.
        cache: of earlier results; the new one is added.

    Raises:
        EngineError: there is no tokenizer or text, the reference is none of them, the languages do not match,
            or a source cannot be read.

    """
    _check(tokenizers, reference, draws)
    texts, twice = once(texts)
    reading, folder = Reading(texts, takes_counts=True), [] if languages is None else languages_in(languages)
    if languages is not None:
        language = _reference_language(folder, language)
    key = "" if cache is None else _key(tokenizers, reading, folder, (reference, draws, seed))
    known = cache.load(key) if cache is not None and key else None
    if known is None:
        engines = [each.tokenizer for each in tokenizers]
        items = _stream(reading, engines) if languages is None else _in_turn(folder)
        measured = yield from measuring(engines, items, reference, draws, seed)
        known = _pass_result(measured, reading)
        if cache is not None and key:
            cache.keep(key, known)
    else:
        yield from known.measured.rows
    measured = known.measured
    if not any(row.sums.get("bytes") for row in measured.rows):
        raise _no_text(reading.sources)
    rows = () if languages is None else tuple(_language_rows(tokenizers, measured, language or ""))
    return Comparison(
        tuple(tokenizers),
        measured,
        languages=rows,
        language=language if languages is not None and language else "",
        skipped=(*known.skipped, *_unread(folder)),
        damaged=known.damaged,
        notes=(*twice, *_notes(tokenizers, measured, is_languages=languages is not None)),
        seed=seed,
        draws=draws,
    )


def _key(
    tokenizers: Sequence[Compared], reading: Reading, folder: Sequence[Language], options: tuple[int, ...]
) -> str:
    """Return the key by which a comparison is kept, "" for one that is not."""
    paths = ((each.name, each.path) for each in folder if each.error is None)
    unread = (f"{each.name}: {each.error}" for each in folder if each.error is not None)
    return key_of([each.sha256 for each in tokenizers], reading.sources, paths, *options, *unread)


def _pass_result(measured: Measured, reading: Reading) -> PassResult:
    """Return what was measured and what was not read; raises EngineError where nothing could be read."""
    reading.refuse_nothing()
    skipped = tuple(each for each in reading.skipped if not each.is_meant)
    replaced = [EngineError("compare_not_utf8")] if reading.replaced else []
    return PassResult(measured, skipped, (*reading.damaged, *replaced, *dropped_of(reading)))


def _check(tokenizers: Sequence[Compared], reference: int, draws: int) -> None:
    if not tokenizers:
        raise EngineError("compare_no_tokenizers")
    if not 0 <= reference < len(tokenizers):
        choices = ", ".join(map(str, range(len(tokenizers))))
        raise EngineError("compare_reference_unknown", name=reference, choices=choices)
    if not 1 <= draws <= MOST_DRAWS:
        raise EngineError("compare_draws", draws=draws, highest=MOST_DRAWS)


def _reference_language(folder: Sequence[Language], wanted: str | None) -> str:
    """Return the language that others are compared with; raises EngineError where it cannot be read."""
    readable = [each.name for each in folder if each.error is None]
    if wanted is None:
        return reference_among(readable)
    for each in folder:
        if each.name == wanted and each.error is not None:
            raise each.error
    if wanted not in readable:
        raise EngineError("language_unknown", name=wanted, choices=", ".join(readable))
    return wanted


def _no_text(sources: Sequence[Source]) -> EngineError:
    """Return why there is nothing to measure, which may be that no document is held out."""
    chosen = [each for each in sources if isinstance(each, SourceOptions) and each.only_held_out]
    if not sources or len(chosen) < len(sources):
        return EngineError("compare_no_text")
    every = Reading([replace(each, held_out=0.0, only_held_out=False) for each in chosen])
    documents = sum(isinstance(item, EndOfDocument) for item in every.read())
    share = max(each.held_out for each in chosen)
    return EngineError(
        "compare_none_held_out", documents=documents, share=f"{100 * share:g} %", fewest=FEWEST,
        needed=ceil(FEWEST / share),
    )  # fmt: skip


def _stream(reading: Reading, tokenizers: Sequence[Tokenizer]) -> Iterator[Item]:
    """Yield the contents of sources, each after its name, and then its files that cannot be read."""
    begun = 0
    for item in reading.read():
        while begun < len(reading.accounts):
            yield from _between(reading, begun, tokenizers)
            begun += 1
        yield item
    for number in range(begun, len(reading.accounts) + 1):
        yield from _between(reading, number, tokenizers)


def _between(reading: Reading, number: int, tokenizers: Sequence[Tokenizer]) -> Iterator[Item]:
    """Yield the counted pieces and what cannot be read of the source before this one, and this one's name."""
    accounts = reading.accounts
    if number:
        yield from pieces_of(reading, accounts[number - 1], tokenizers)
        for each in accounts[number - 1].accounting.skipped:
            if not each.is_meant:
                yield Unread(each.path, each.error)
    if number < len(accounts):
        source = accounts[number].source
        # One that is itself unread has no other rows.
        if all(each.is_meant or each.path != source for each in accounts[number].accounting.skipped):
            yield Begun(source)


def _in_turn(languages: Sequence[Language]) -> Iterator[Item]:
    for each in languages:
        if each.error is not None:
            yield Unread(each.name, each.error)
            continue
        yield Begun(each.name)
        yield from each.chunks()
        yield END_OF_DOCUMENT


def _unread(folder: Sequence[Language]) -> Iterator[Skipped]:
    for fault in (each.error for each in folder if each.error is not None):
        yield Skipped(fault.file or "", fault.code, facts=fault.facts, place=fault.place)


def _language_rows(
    tokenizers: Sequence[Compared], measured: Measured, language: str
) -> Iterator[LanguageRow]:
    rows = [row for row in measured.rows if row.source]
    base = {row.tokenizer: row for row in rows if row.source == language}
    for row in rows:
        name, other = tokenizers[row.tokenizer].name, base[row.tokenizer]
        if row.is_unread:
            yield LanguageRow(row.source, name, None, None, None, row.error)
            continue
        tokens, n_bytes = row.sums["tokens"], row.sums["bytes"]
        failed = row.error is not None or other.error is not None
        cost = None if failed else Premium.of(tokens, n_bytes, other.sums["tokens"], other.sums["bytes"])
        known = row.known_sums["tokens"]
        yield LanguageRow(row.source, name, known, n_bytes, cost, row.error)


def _notes(
    tokenizers: Sequence[Compared], measured: Measured, *, is_languages: bool
) -> Iterator[EngineError]:
    seen: set[str] = set()
    for each in tokenizers:
        if each.sha256 and each.sha256 in seen:
            yield EngineError("compare_same_twice", name=each.name)
        seen.add(each.sha256)
    last = measured.rows[-1]
    if last.is_counted:
        yield EngineError("compare_counted")
    elif not is_languages and last.sums["documents"] < FEWEST:
        yield EngineError("compare_few_documents", documents=last.sums["documents"], fewest=FEWEST)
    if last.sums.get("words") == 0:
        yield EngineError("compare_no_words")
    n_sources = len({row.source for row in measured.rows})
    for row in () if is_languages else measured.rows:
        is_total = not row.source or n_sources == 1
        if is_total and row.error is None and row.sums.get("lossless", 0) < row.sums.get("looked_at", 0):
            texts = row.sums["looked_at"]
            lost, name = texts - row.sums["lossless"], tokenizers[row.tokenizer].name
            yield EngineError("compare_lossy", name=name, texts=lost, of=texts)
