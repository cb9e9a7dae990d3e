"""Writes and proves a tokenizer in another format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from workbench.api.convert import Exported, Step, Target
    from workbench.engine.corpus.source_options import SourceOptions
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
        overwrite: files next to it that were not written with it are replaced too.
        anyway: it is written also where the format gives other ids.

    """

    action: ClassVar = "export"
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
    """A step of an export is done."""

    is_part: ClassVar = True
    request_id: int
    step: Step


@dataclass(frozen=True, slots=True)
class ExportProved:
    """The progress of the proof."""

    is_part: ClassVar = True
    request_id: int
    proved: Proved


@dataclass(frozen=True, slots=True)
class ExportEnded:
    """An export is over."""

    request_id: int
    exported: Exported
