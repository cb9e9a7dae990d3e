"""Finds problems of the sources of a corpus, and their remedies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from workbench.engine.corpus.scanning import Scanned
from workbench.engine.corpus.source_options import ACCEPTABLE
from workbench.engine.judging.survey import Survey
from workbench.panels.corpus.problems import problem_text
from workbench.panels.corpus.sources import Source, encoding_name, invalid_text, way_out
from workbench.widgets import wording
from workbench.widgets.findings import NOT_UTF8, SPECIAL_TEXT, Finding

# Before the path of a source that cannot be used, and of one that is read only on request.
UNUSABLE, DOUBTFUL = "unusable:", "doubtful:"
AS_LIKELY = "as-likely:"  # before that of one that may be in another encoding
FILE_KEY = "file:"  # before that of a folder; NUL and the name of a file follow


def _tr(text: str) -> str:
    return QCoreApplication.translate("CorpusFindings", text)


def findings_of(sources: Sequence[Source], measured: Survey | None) -> list[Finding]:
    """Return what is odd, problems first; `measured` where the corpus has been counted as it is now."""
    findings = [finding for source in sources if source.on for finding in _findings_of(source)]
    if measured is None:
        return findings
    findings += _unread(sources, measured)
    findings += [fault.finding for fault in faults_of(sources, measured)]
    findings += _special_texts(sources, measured)
    if measured.n_twice:
        one, other = "%n duplicate document", "%n duplicate documents"
        fact = wording.plural(measured.n_twice, one, other, "CorpusFindings")
        return [*findings, Finding("info", fact, _tr("each occurrence is counted"))]
    if not findings and not any(source.skipped for source in measured.sources):
        counted = any(source.on and source.info and source.info.counted for source in sources)
        good = _tr("No empty or unreadable files, no duplicate documents")
        findings.append(Finding("check-circle", _tr("No empty or unreadable files") if counted else good))
    return findings


def _unread(sources: Sequence[Source], measured: Survey) -> list[Finding]:
    """Return the sources of one file that could not be read by the time that they were counted."""
    files = {source.path: source for source in sources if not source.lists_files}
    return [
        Finding("error", f"{files[source.path].name} {problem_text(code)}", source.path)
        for source in measured.sources
        for code, _, _ in source.skipped
        if source.path in files and code != "beyond_sample"
    ]


@dataclass(frozen=True, slots=True)
class Fault:
    """Faults in files that are used nevertheless.

    Attributes:
        source: name of the source.
        path: its path.
        files: names of the first files that have it, () where the source is one file.
        words: what it is, and how often.

    """

    source: str
    path: str
    files: tuple[str, ...]
    words: str

    @property
    def finding(self) -> Finding:
        """It as a finding, which shows the first file in the list."""
        if not self.files:
            return Finding("warning", self.words, self.source)
        more = _tr("{file} and others") if len(self.files) > 1 else "{file}"
        key = f"{FILE_KEY}{self.path}\0{self.files[0]}"
        return Finding("warning", self.words, more.format(file=self.files[0]), "", key, True)


def faults_of(sources: Sequence[Source], measured: Survey) -> list[Fault]:
    """Return what could not be read in sources that are used all the same."""
    listed = {source.path for source in sources if source.lists_files}
    names = {source.path: source.name for source in sources}
    faults = []
    for source in measured.sources:
        for code, n in source.faults:
            files = tuple(name for other, name in source.files if other == code and source.path in listed)
            faults.append(Fault(names.get(source.path, source.path), source.path, files, _fault(code, n)))
    return faults


def _fault(code: str, n: int) -> str:
    one, other = {
        "json_broken": ("%n line is broken", "%n lines are broken"),
        "json_no_field": ("%n record lacks the field", "%n records lack the field"),
        "json_not_text": ("The field is not text in %n record", "The field is not text in %n records"),
        "table_row_short": ("%n row lacks the column", "%n rows lack the column"),
        "table_quote_open": ("%n quote is not closed", "%n quotes are not closed"),
        "record_too_long": ("%n record is too long", "%n records are too long"),
        "counts_row": ("%n row is not a piece and a count", "%n rows are not a piece and a count"),
        "packed_cut": ("%n packed file ends early", "%n packed files end early"),
        "packed_damaged": ("%n packed file is damaged", "%n packed files are damaged"),
        "packed_trailing": (
            "%n packed file has extra data after its end",
            "%n packed files have extra data after their end",
        ),
        "parquet_nulls": ("%n cell is empty", "%n cells are empty"),
    }.get(code, ("%n fault", "%n faults"))
    return wording.plural(n, one, other, "CorpusFindings")


def _special_texts(sources: Sequence[Source], measured: Survey) -> list[Finding]:
    """Return which texts of special tokens are in the corpus, and where."""
    places: dict[str, list[str]] = {}
    times: dict[str, int] = {}
    names = {source.path: source.name for source in sources}
    for source in measured.sources:
        for text, n in source.specials:
            places.setdefault(text, []).append(names.get(source.path, source.path))
            times[text] = times.get(text, 0) + n
    findings: list[Finding] = []
    for text, where in places.items():
        one, other = "The text contains {text} %n time", "The text contains {text} %n times"
        fact = wording.plural(times[text], one, other, "CorpusFindings").format(text=text)
        place = where[0] if len(where) == 1 else wording.plural(len(where), "%n source", "%n sources")
        meaning = _tr("{place}; trained as plain text").format(place=place)
        findings.append(Finding("warning", fact, meaning, _tr("Leave out"), SPECIAL_TEXT + text, True))
    return findings


def _two_readings(source: Source, info: Scanned) -> Finding:
    """Return the finding of a file that may as well be in another encoding, with a line in each."""
    (first, line), (other, instead) = info.look.readings[:2]
    names = {"first": encoding_name(first), "other": encoding_name(other)}
    fact = _tr("{name} may be {first} or {other}").format(name=source.name, **names)
    lines = _tr("“{line}” or “{instead}”").format(line=line, instead=instead)
    fix = _tr("Read as {other}").format(**names)
    return Finding("warning", fact, lines, fix, AS_LIKELY + source.key, True)


def _findings_of(source: Source) -> list[Finding]:
    info, choices = source.info, source.choices
    if info is None:
        return []
    if not source.usable:
        fact = f"{source.name} {source.warning}"
        # Of one file of a folder no more can be said than that it is text.
        if info.problem in (("looks_binary",) if source.file else ACCEPTABLE):
            return [Finding("error", fact, way_out(source), _tr("Read anyway"), DOUBTFUL + source.key, True)]
        return [Finding("error", fact, way_out(source), _tr("Leave out"), UNUSABLE + source.key, True)]
    if source.readings:
        return [_two_readings(source, info)]
    if info.n_invalid <= 0 or choices.encoding or choices.on_invalid != "replace":
        return []
    fix = _tr("Skip them")
    if info.look.guess:
        fix = _tr("Read as {encoding}").format(encoding=encoding_name(info.look.guess))
    return [Finding("warning", invalid_text(info), source.name, fix, NOT_UTF8 + source.key, True)]
