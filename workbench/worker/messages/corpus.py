"""Looks at the sources of a corpus, measures and previews them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from workbench.engine.corpus.preview import Preview
    from workbench.engine.corpus.scanning import Scanned
    from workbench.engine.corpus.source_options import SourceOptions
    from workbench.engine.judging.survey import Survey

ARCHIVE = "archive"  # kind of a file whose members follow it in a list of files


@dataclass(frozen=True, slots=True)
class ListFiles:
    """List the files of a source; answered by `FilesListed` in chunks, the last one with `ended`.

    Names, sizes and what is left out come at once, also of a million files; a file's encoding, and
    whether it can be read, come by `LookAtFiles`, for the rows that are seen. What was
    chosen for single files is in `SourceOptions.files`. Canceled by its id as any other request, and
    begun again for another source or other patterns.

    Attributes:
        source: a folder; a file, the sample or Python's library has one file or some as well.

    """

    request_id: int
    source: SourceOptions


@dataclass(frozen=True, slots=True)
class FilesListed:
    """Some files of a source, in the order in which they are read, up to a thousand.

    Attributes:
        path: of the source.
        first: number of the first of them among all, from 0 on.
        names: below the source, with slashes, as in `SourceOptions.files`; each ends with NUL
            (`names.split(b"\\0")[:-1]`), UTF-8 with surrogateescape: a million names take little room so.
        sizes: int64[k], bytes; 0 of folders and where unknown.
        reasons: uint8[k], 0 for a file that is read, else 1 + the place in `codes` of why it is left out.
        codes: error codes, "hidden_file", "left_out_by_hand" and the like.
        ended: no others follow.

    """

    request_id: int
    path: str
    first: int
    names: bytes
    sizes: NDArray[np.int64]
    reasons: NDArray[np.uint8]
    codes: tuple[str, ...]
    ended: bool = False

    @property
    def is_part(self) -> bool:
        """Whether others follow."""
        return not self.ended


@dataclass(frozen=True, slots=True)
class LookAtFiles:
    """Look at some files of a source; answered by one `FilesLookedAt`. A newer one takes its place.

    Attributes:
        source: the folder, with what was chosen for its files.
        names: of the files, as `FilesListed` has them; some dozens.

    """

    request_id: int
    source: SourceOptions
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileLook:
    """The look of one file of a source.

    Attributes:
        name: of the file.
        kind: as what it is read: "text", "json", "table", "parquet" or "counts", or `ARCHIVE`.
        packing: what it is packed in, "gzip", "zip", …, or "".
        encoding, readings: as in `Scanned`.
        problem: why it cannot be read, an error code, or "".
        cause, remedy: of the problem, English templates, and facts that fill them.

    """

    name: str
    kind: str = ""
    packing: str = ""
    encoding: str = ""
    readings: tuple[tuple[str, str], ...] = ()
    problem: str = ""
    cause: str = ""
    remedy: str = ""
    facts: Mapping[str, str | int | float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FilesLookedAt:
    """The looks of the files of `LookAtFiles`, in its order."""

    request_id: int
    path: str
    looks: tuple[FileLook, ...]


@dataclass(frozen=True, slots=True)
class ScanSources:
    """Look at sources, SAMPLE_CORPUS and PYTHON_LIBRARY among them; answered by `SourcesScanned`.

    Attributes:
        paths: of the sources.
        options: how those of them are read that are not read as usual.

    """

    action: ClassVar = "scan"
    request_id: int
    paths: tuple[str, ...]
    options: tuple[SourceOptions, ...] = ()


@dataclass(frozen=True, slots=True)
class SourcesScanned:
    """What the sources hold."""

    request_id: int
    sources: tuple[Scanned, ...]


@dataclass(frozen=True, slots=True)
class MeasureCorpus:
    """Read and measure a whole corpus; answered by `CorpusMeasured`.

    Attributes:
        sources: them.
        specials: texts of special tokens, which are looked for.

    """

    action: ClassVar = "measure"
    request_id: int
    sources: tuple[SourceOptions, ...]
    specials: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorpusMeasured:
    """The measures of a corpus."""

    request_id: int
    survey: Survey


@dataclass(frozen=True, slots=True)
class PreviewSource:
    """Show a stretch of a source, before and after cleaning; answered by `SourcePreviewed`.

    Attributes:
        source: the source.
        stretch: its number, from 0 on.
        specials: texts of special tokens, which are marked.
        seek: show the first stretch from there on that holds this text, for b"" any problem; None to show it
            whatever it holds.
        file: name of a file of the source to show alone, as in `SourceOptions.files`; "" for all.

    """

    action: ClassVar = "preview"
    request_id: int
    source: SourceOptions
    stretch: int = 0
    specials: tuple[str, ...] = ()
    seek: bytes | None = None
    file: str = ""


@dataclass(frozen=True, slots=True)
class SourcePreviewed:
    """A stretch of a source."""

    request_id: int
    path: str
    preview: Preview
