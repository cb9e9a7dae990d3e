"""Writes a tokenizer in another format, and proves it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from workbench.api.convert import Target
from workbench.engine.corpus.source_options import SourceOptions
from workbench.formats.format import Notice
from workbench.formats.proof.prove import Proved


@dataclass(frozen=True, slots=True)
class ListTargets:
    """Ask in which formats a tokenizer could be written; answered by `TargetsListed`."""

    request_id: int
    handle: int


@dataclass(frozen=True, slots=True)
class TargetsListed:
    """The formats, the best first."""

    request_id: int
    handle: int
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class ProofText:
    """A text in memory that an export is proved on."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Export:
    """Write a tokenizer in a format if it is proved to be the same there.

    Answered by `ExportStepped`s and `ExportProved`s, at last by `ExportEnded`.

    Attributes:
        path: of the file.
        format: name of the format.
        texts: paths of files and folders, "sample:", "python:", sources as they are read for a training,
            and texts in memory; () proves no more than that the file opens.
        old_readers: a tokenizer.json whose merges are texts.
        overwrite: files beside it that were not written with it are replaced too.
        anyway: it is written also where the format gives other ids.

    """

    request_id: int
    handle: int
    path: str
    format: str
    texts: tuple[str | SourceOptions | ProofText, ...]
    old_readers: bool = False
    overwrite: bool = False
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class ExportStepped:
    """A step of an export is done, see `api.convert.Step`."""

    is_part: ClassVar = True
    request_id: int
    name: str
    facts: Mapping[str, str | int | float]


@dataclass(frozen=True, slots=True)
class ExportProved:
    """The progress of the proof."""

    is_part: ClassVar = True
    request_id: int
    proved: Proved


@dataclass(frozen=True, slots=True)
class ExportDifference:
    """The first place where two encodings differ.

    Attributes:
        text, line, byte: the text's name and the place in it; lines count from 1, bytes from 0.
        n_equal: tokens before it.
        ours, theirs: bytes of the tokens around it; our_ids, their_ids: their ids.
        before: how many tokens at the start of both are equal.

    """

    text: str
    line: int
    byte: int
    n_equal: int
    ours: tuple[bytes, ...]
    our_ids: tuple[int, ...]
    theirs: tuple[bytes, ...]
    their_ids: tuple[int, ...]
    before: int


@dataclass(frozen=True, slots=True)
class ExportEnded:
    """An export is over.

    Attributes:
        path, format: where it was to go, and as what.
        level, losses: as in `Target`.
        files: what was written, `path` first; () where nothing was.
        sha256, n_bytes: of the file.
        snippets: (title, code) of how it is used.
        judge: the library that encoded the texts, "" if the workbench itself did, which proves nothing.
        n_tokens, n_text_bytes: what was equal; both 0 without a text.
        decodes: the judge decodes to the same bytes.
        difference: the first, or None.
        skipped: (path, error code, its facts) of files that the texts were to come from and were left out, or
            are cut or damaged and were read as far as they go.
        told: the judge was told split and special tokens, which the file does not say.
        in_use: how a text with special tokens, encoded as for a model, came out: "equal", "decodes" (to
            another text), "differs", or "" without such tokens.

    """

    request_id: int
    path: str
    format: str
    level: str
    losses: tuple[Notice, ...]
    files: tuple[str, ...]
    sha256: str
    n_bytes: int
    snippets: tuple[tuple[str, str], ...]
    judge: str
    n_tokens: int
    n_text_bytes: int
    decodes: bool
    difference: ExportDifference | None
    skipped: tuple[tuple[str, str, Mapping[str, str | int | float]], ...] = ()
    told: bool = False
    in_use: str = ""
