"""Turns text files into files of ids and back, and tells tokenizer files from others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from workbench.worker.messages.requests import Stamp

DOCUMENTS = ("whole", "lines", "json")


@dataclass(frozen=True, slots=True)
class EncodeFile:
    """Encode a text file to a file of ids; answered by `JobProgress`es and `FileEncoded`.

    Attributes:
        source, path: of the text and of the ids.
        form: "npy", "raw" (u16 where the vocabulary fits, else u32), "u16", "u32", "text", "json", "jsonl".
        documents, key: as in `api.encoded_files.Plan`.
        specials: "all", "none", "error", or the texts that become tokens, the others being plain text.
        before, after: whether the ids of the tokenizer's framing go around each document.
        rule: as in `Encode`.

    """

    action: ClassVar = "encode file"
    request_id: int
    handle: int
    source: str
    path: str
    form: str
    documents: str = "whole"
    key: str = "text"
    specials: str | tuple[str, ...] = "none"
    before: bool = False
    after: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class FileEncoded:
    """A file of ids has been written.

    Attributes:
        path, size: of the file.
        n_bytes, n_ids, n_documents: what was encoded.
        replaced: bytes that became U+FFFD.
        n_bad: lines that were no documents; `bad_lines` are the numbers (from 1) of the first.

    """

    request_id: int
    path: str
    size: int
    n_bytes: int
    n_ids: int
    n_documents: int
    replaced: int = 0
    n_bad: int = 0
    bad_lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DecodeFile:
    """Ask for the bytes of a file of ids; `form` "" knows it by its mark. Answered by `Decoded`."""

    request_id: int
    handle: int
    path: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class WriteFile:
    """Write bytes that the window made to a file; answered by `FileWritten`.

    `stamp`: that of the file as the window knows it; one that another program has changed is not replaced.
    """

    action: ClassVar = "write file"
    request_id: int
    path: str
    parts: tuple[bytes | memoryview, ...]
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True)
class FileWritten:
    """A file has been written; `stamp` is what it has now."""

    request_id: int
    path: str
    size: int
    stamp: Stamp | None = None


@dataclass(frozen=True, slots=True)
class SortPaths:
    """Sort tokenizer files from others by content. Answered by `PathsSorted`.

    `use` is returned: "text", "corpus" or "given"; with a file of counts it is "corpus".
    """

    request_id: int
    paths: tuple[str, ...]
    use: str = ""


@dataclass(frozen=True, slots=True)
class PathsSorted:
    """The paths of tokenizer files, those of other files and folders, and those of session files."""

    request_id: int
    tokenizers: tuple[str, ...]
    others: tuple[str, ...]
    use: str = ""
    sessions: tuple[str, ...] = ()
