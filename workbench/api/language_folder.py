"""Reads a folder of the same text in several languages, and checks that their lines match."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from workbench.api.files import read_bytes
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import point
from workbench.engine.base.utf8 import incomplete_tail, invalid_runs
from workbench.engine.corpus.documents import Tally
from workbench.engine.corpus.file_names import unpacked_name
from workbench.engine.corpus.packing import packing_of, refuse_damaged, unpack
from workbench.engine.corpus.readers import cannot_read

_SUFFIX = ".txt"
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class Language:
    """A text in one language.

    Attributes:
        name: of the language, from the file name.
        path: of the file.
        error: why it cannot be read, or None.

    """

    name: str
    path: str
    error: EngineError | None = None

    def chunks(self) -> Iterator[bytes]:
        """Yield the decompressed text, in whole characters.

        Raises:
            EngineError: the file cannot be read, is damaged, or is not UTF-8.

        """
        try:
            rest, at = b"", 0
            for chunk in self._bytes():
                text = rest + chunk
                end = len(text) - incomplete_tail(text)
                _check(text[:end], at)
                yield text[:end]
                rest, at = text[end:], at + end
            _check(rest, at)
        except EngineError as error:
            raise error.in_file(self.path) from error

    def _bytes(self) -> Iterator[bytes]:
        chunks = read_bytes(self.path)
        first = next(chunks, b"")
        packing = packing_of(first, self.path)
        if packing is None:
            yield first
            yield from chunks
            return
        tally, n_bytes = Tally(), 0
        for part in unpack(packing, _again(first, chunks), tally):
            n_bytes += len(part)
            yield part
        refuse_damaged(tally, n_bytes, strict=True)


def _again(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def _check(text: bytes, at: int) -> None:
    fault = next(invalid_runs(text), None)
    if fault is not None:
        raise EngineError("language_not_text", place=Place("byte", at + fault[0]))
    point()


def languages_in(folder: str | os.PathLike[str]) -> list[Language]:
    """Return the texts of a folder, by name, those that cannot be read with the error.

    Raises:
        EngineError: the folder or all its texts but one cannot be read, it has fewer than two, or their
            numbers of lines differ.

    """
    path = os.fspath(folder)
    try:
        names = sorted(os.listdir(path))
    except OSError as error:
        raise cannot_read(path, error) from error
    by_name: dict[str, Language] = {}
    for name in names:
        plain = unpacked_name(name)
        if plain.endswith(_SUFFIX) and not name.startswith("."):
            by_name.setdefault(
                plain[: -len(_SUFFIX)], Language(plain[: -len(_SUFFIX)], os.path.join(path, name))
            )
    if len(by_name) < _FEWEST:
        raise EngineError("languages_too_few", file=path, count=len(by_name))
    languages = []
    readable: list[tuple[Language, int]] = []  # with the number of lines
    for language in by_name.values():
        try:
            readable.append((language, _n_lines(language)))
        except EngineError as error:
            language = replace(language, error=error)
        languages.append(language)
    faults = (each.error for each in languages if each.error is not None)
    if len(readable) < _FEWEST and (fault := next(faults, None)) is not None:
        raise fault
    _check_lines(readable)
    return languages


def _check_lines(texts: Sequence[tuple[Language, int]]) -> None:
    """Raise EngineError where texts have other numbers of lines than the first."""
    other, first = texts[0]
    for language, lines in texts[1:]:
        if lines != first:
            raise EngineError(
                "languages_lines_differ", file=language.path, lines=lines, other=other.name,
                other_lines=first,
            )  # fmt: skip


def folder_size(folder: str) -> int:
    """Return how many bytes the files of a folder have; 0 if that cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return sum(each.stat().st_size for each in entries if unpacked_name(each.name).endswith(_SUFFIX))
    except OSError:
        return 0  # reading them reports the error


def _n_lines(language: Language) -> int:
    """Return the number of lines of a text; the last one may have no line end."""
    lines, last = 0, b"\n"
    for chunk in language.chunks():
        if chunk:
            lines += chunk.count(b"\n")
            last = chunk[-1:]
    return lines + (last != b"\n")
