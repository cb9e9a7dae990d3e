"""Encodes data sets, and counts the tokens of files and folders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from workbench.api.file_counts import FileCount
    from workbench.engine.corpus.source_options import SourceOptions


@dataclass(frozen=True, slots=True)
class EncodeSet:
    """Encode sources to a data set; answered by `JobProgress`es and `SetEncoded`. It can be continued.

    Attributes:
        sources: each with the share that is held out.
        folder: of the set.
        form, shard_ids: as in `api.datasets.DatasetPlan`.
        start, end: special token before and after each document, "" for none.
        specials: as in `EncodeFile`.
        resume: continue the set that is in the folder.
        rule: as in `Encode`.

    """

    action: ClassVar = "encode set"
    request_id: int
    handle: int
    sources: tuple[SourceOptions, ...]
    folder: str
    form: str
    shard_ids: int
    start: str = ""
    end: str = ""
    specials: str | tuple[str, ...] = "none"
    resume: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class SplitEncoded:
    """What is in a split of a data set.

    Attributes:
        name: "train" or "val".
        n_ids, n_documents, n_shards: in the split.
        n_bytes: of its text.
        as_text: special tokens that were encoded as text, with how often.
        replaced: bytes that became U+FFFD.

    """

    name: str
    n_ids: int
    n_documents: int
    n_shards: int
    n_bytes: int
    as_text: tuple[tuple[str, int], ...] = ()
    replaced: int = 0


@dataclass(frozen=True, slots=True)
class SetEncoded:
    """A data set is written to `folder`; `left_out` are the first files that were not read, with why."""

    request_id: int
    folder: str
    splits: tuple[SplitEncoded, ...]
    left_out: tuple[tuple[str, str], ...] = ()
    n_left_out: int = 0


@dataclass(frozen=True, slots=True)
class CountFiles:
    """Count the tokens of a file, or of each file of a folder, read as for training.

    Answered by `JobProgress`es and `FilesCounted`, the last one with `ended`.
    """

    action: ClassVar = "count files"
    request_id: int
    handle: int
    path: str


@dataclass(frozen=True, slots=True)
class FilesCounted:
    """The counts of some files, in the order in which they are read.

    Attributes:
        counts: of files, each with one number of tokens.
        folders: the sums by folder, with `ended`.
        left_out, n_left_out: as in `SetEncoded`.
        ended: no others follow.

    """

    request_id: int
    counts: tuple[FileCount, ...]
    folders: tuple[FileCount, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    n_left_out: int = 0
    ended: bool = False

    @property
    def is_part(self) -> bool:
        """Whether others follow."""
        return not self.ended
