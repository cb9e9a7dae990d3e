"""Shows a part of a source before and after cleaning, with the changes marked."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.base.utf8 import is_utf8
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.chosen_documents import HeldOut
from workbench.engine.corpus.cleaning import REMOVED, REPLACED, Cleaned
from workbench.engine.corpus.counts_files import CountsFile
from workbench.engine.corpus.counts_preview import most_frequent
from workbench.engine.corpus.counts_table import CountTables
from workbench.engine.corpus.document_choice import DocumentChooser
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.corpus.file_documents import Context, FileReading
from workbench.engine.corpus.folder_files import SourceFile
from workbench.engine.corpus.parquet_documents import MEMORY
from workbench.engine.corpus.readers import FileBytes, open_regular
from workbench.engine.corpus.source_files import ChosenMember, SourceFiles
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.zip_members import Member

SHOWN = 1 << 16  # bytes of a stretch
MOST_LINES = 2000

PLAIN, STRUCK, CHANGED, SPECIAL = 0, 1, 2, 3
Run = tuple[int, int, int]  # start and end in bytes of the line, and what it is: PLAIN is in no run


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file before and after cleaning.

    Attributes:
        before, after: bytes, with their line ends; `after` may hold several lines or none.
        before_runs: `STRUCK`, `CHANGED` and `SPECIAL` stretches of `before`.
        after_runs: `CHANGED` and `SPECIAL` stretches of `after`.
        document: its number in the source, from 1 on.
        n_problems: bytes that are not in the encoding, and special tokens.

    """

    before: bytes
    after: bytes
    before_runs: tuple[Run, ...] = ()
    after_runs: tuple[Run, ...] = ()
    document: int = 1
    n_problems: int = 0


@dataclass(frozen=True, slots=True)
class Preview:
    """Some lines of a source.

    Attributes:
        lines: the lines.
        stretch: number of the part, from 0.
        more: whether more parts follow.
        counts: whether the lines are pieces that were counted, and how often each occurs.

    """

    lines: tuple[Line, ...]
    stretch: int
    more: bool
    counts: bool = False


def preview_of(
    options: SourceOptions,
    stretch: int = 0,
    specials: Sequence[str] = (),
    child: Child | None = None,
    seek: bytes | None = None,
    file: str = "",
) -> Preview:
    """Return a part of a source, the first or a later one.

    `seek` takes the first stretch from there on that holds some text, or for an empty one any problem; if
    there is none, no line comes. Documents that are held out or beyond the sample are shown as well. `file`,
    a name as in `SourceOptions.files`, shows that file of a folder alone, also one that is left out.

    Raises:
        EngineError: nothing can be read; the error of the first file.

    """
    whole = replace(options, sample_bytes=0, sample_share=1.0, held_out=0.0)
    own = child or Child(MEMORY)
    try:
        previewing = _Previewing(SourceFiles(whole), stretch, specials, own)
        previewing.seek(seek)
        return previewing.show(file)
    finally:
        if child is None:
            own.close()


class _Previewing:
    """One preview being made."""

    def __init__(self, files: SourceFiles, stretch: int, specials: Sequence[str], child: Child) -> None:
        self._files = files
        self._stretch = stretch
        self._specials = [special.encode("utf-8", "surrogatepass") for special in specials if special]
        self._child = child
        self._lines: list[Line] = []
        self._passed = self._n_shown = 0
        self._document = 1
        self._n_counted = 0  # files of counts, each of which is a part
        self._shows_counts = False
        self._fault: EngineError | None = None
        self._sought: bytes | None = None  # what is not found yet

    def seek(self, sought: bytes | None) -> None:
        """Only show parts with this text, or with b"" parts with a problem."""
        self._sought = sought

    def show(self, file: str) -> Preview:
        more = False
        for each in self._files.named(file) if file else self._files.steps():
            if isinstance(each, SourceFile):
                path = self._files.path_of(file) if file else each.path
                counted = self._counted(each)
                more = self._file(each, path) if counted is None else self._counts(counted)
            elif not each.is_meant:
                self._fault = self._fault or each.error
            point()
            if more:
                break
        if self._sought is not None:
            self._lines.clear()
        elif not self._lines and self._fault is not None:
            raise self._fault
        return Preview(tuple(self._lines), self._stretch, more, self._shows_counts and not self._n_shown)

    def _file(self, file: SourceFile, path: str) -> bool:
        """Show a file, or a member or all of an archive; return whether more follows."""

        def _members(archive: str, members: Iterable[Member]) -> Iterator[ChosenMember]:
            for member, options, code in self._files.chosen_members(archive, members):
                shown = f"{archive}/{member.name}" == path  # a member that is requested, left out or not
                if path == archive or shown:
                    yield member, options, member.unread if shown else code

        options = self._files.options_of(file.path)
        seen: list[Cleaned] = []
        context = Context(
            options,
            DocumentChooser(options),
            held_out=HeldOut(),
            tables=CountTables(),
            child=self._child,
            chosen_members=_members,
            seen=seen,
        )
        try:
            descriptor = open_regular(file.path)
        except EngineError as error:
            self._leave_out(file, error)
            return False
        try:
            reading = FileReading(FileBytes(descriptor, file.path), self._files.name_of(file.path), context)
            for item in reading.steps():
                while seen:
                    self._block(seen.pop(0))
                self._document += isinstance(item, EndOfDocument)
                if self._full:
                    return True
                point()
        except EngineError as error:
            self._leave_out(file, error)
        finally:
            os.close(descriptor)
        return False

    def _counted(self, file: SourceFile) -> CountsFile | None:
        """Return a file of counts; None if it is none, or none that can be read."""
        if not file.path.endswith(".parquet") or self._files.options_of(file.path).column:
            return None
        try:
            counted = CountsFile(file.path, self._child)
        except EngineError:  # which reading it says too
            return None
        return None if counted.facts is None else counted

    def _counts(self, file: CountsFile) -> bool:
        """Show the most frequent pieces of a file of counts; return whether another one follows."""
        self._n_counted += 1
        if self._n_counted <= self._stretch:
            return False
        if self._lines:
            return True
        lines = most_frequent(file)
        if self._sought is not None:
            if not self._sought or not any(self._sought in piece for piece, _ in lines):
                self._stretch += 1
                return False
            self._sought = None
        self._lines = [Line(piece, count) for piece, count in lines]
        self._shows_counts = True
        return False

    def _leave_out(self, file: SourceFile, error: EngineError) -> None:
        self._fault = self._fault or self._files.left_out(file.path, error).error

    @property
    def _full(self) -> bool:
        return self._n_shown >= SHOWN or len(self._lines) >= MOST_LINES

    def _block(self, block: Cleaned) -> None:
        number = self._passed // SHOWN
        self._passed += len(block.source)
        if number < self._stretch or self._full:
            return
        lines = _lines_of(block, self._specials, self._document)
        if self._sought is not None and self._holds(block, lines):
            self._sought = None
        self._n_shown += len(block.source)
        self._lines += lines
        if self._full and self._sought is not None:
            self._lines, self._n_shown, self._stretch = [], 0, self._passed // SHOWN

    def _holds(self, block: Cleaned, lines: Sequence[Line]) -> bool:
        """Return whether a block has what is searched for."""
        if self._sought:
            return self._sought in block.output or self._sought in block.source
        return any(line.n_problems for line in lines)


def _lines_of(block: Cleaned, specials: Sequence[bytes], document: int) -> list[Line]:
    """Return the lines of a block."""
    lines: list[Line] = []
    before, after = _runs_before(block, specials), _runs_after(block, specials)
    start = 0
    source = block.source
    while start < len(source):
        end = source.find(b"\n", start) + 1 or len(source)
        first, last = (int(n) for n in np.searchsorted(block.alignment, (start, end)))
        last = len(block.output) if end == len(source) else last
        mine = _within(before, start, end)
        lines.append(
            Line(
                source[start:end],
                block.output[first:last],
                mine,
                _within(after, first, last),
                document,
                sum(_is_problem(source[start + a : start + b], kind) for a, b, kind in mine),
            )
        )
        start = end
    return lines


def _is_problem(text: bytes, kind: int) -> bool:
    """Return whether a run is a special token or not in the encoding; cleaning is no problem."""
    return kind == SPECIAL or (kind == CHANGED and not is_utf8(text))


def _runs_before(block: Cleaned, specials: Sequence[bytes]) -> list[Run]:
    kinds = np.zeros(len(block.source), np.uint8)
    kinds[block.fates == REMOVED] = STRUCK
    kinds[block.fates == REPLACED] = CHANGED
    return _runs(kinds) + _special_runs(block.source, specials)


def _runs_after(block: Cleaned, specials: Sequence[bytes]) -> list[Run]:
    """Return the parts of the output that replace something else."""
    kinds = np.zeros(len(block.output), np.uint8)
    starts = block.alignment[:-1].astype(np.int64)
    if len(block.fates):
        kinds[block.fates[np.minimum(starts, len(block.fates) - 1)] == REPLACED] = CHANGED
    return _runs(kinds) + _special_runs(block.output, specials)


def _runs(kinds: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> list[Run]:
    borders = np.flatnonzero(np.diff(kinds, prepend=0, append=0))
    runs = [(int(a), int(b), int(kinds[a])) for a, b in pairwise(borders)]
    return [run for run in runs if run[2] != PLAIN]


def _special_runs(text: bytes, specials: Sequence[bytes]) -> list[Run]:
    runs: list[Run] = []
    for special in specials:
        at = text.find(special)
        while at >= 0:
            runs.append((at, at + len(special), SPECIAL))
            at = text.find(special, at + len(special))
    return runs


def _within(runs: Sequence[Run], start: int, end: int) -> tuple[Run, ...]:
    """Return the runs of a line, as positions."""
    return tuple(
        (max(first, start) - start, min(last, end) - start, kind)
        for first, last, kind in runs
        if first < end and last > start
    )
