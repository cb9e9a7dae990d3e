"""Session files: a text, its tokenizer, and how they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class SaveSessionFile:
    """Write a session file; answered by `SessionFileSaved`.

    Attributes:
        path: of the file.
        handle: of the tokenizer in use, 0 for none.
        split: by which that splits text where its file does not say it, "" where it does.
        facts: how the text is shown, for JSON.
        parts: the bytes of the text.

    """

    action: ClassVar = "write file"
    request_id: int
    path: str
    handle: int
    split: str
    facts: Mapping[str, Any]
    parts: tuple[bytes | memoryview, ...]


@dataclass(frozen=True, slots=True)
class SessionFileSaved:
    """A session file was written; `whole`: its tokenizer is in it, and not only the hash of that."""

    request_id: int
    path: str
    whole: bool


@dataclass(frozen=True, slots=True)
class OpenSessionFile:
    """Read a session file; answered by `SessionFileOpened`.

    Attributes:
        path: of the file.
        known: paths of tokenizers that may be the one of the session.
        folder: where the files of its tokenizer are put if none of them is.

    """

    action: ClassVar = "read text"
    request_id: int
    path: str
    known: tuple[str, ...]
    folder: str


@dataclass(frozen=True, slots=True)
class SessionFileOpened:
    """A session file was read.

    Attributes:
        facts: as they were saved; anything, until they are checked.
        data: the text.
        line_feeds: int64[n], where its line feeds are, in bytes.
        tokenizer: path of its tokenizer, "" for the bundled sample, None if it is not on this computer.
        name, sha256: of the tokenizer; "" for none.
        split: as in `SaveSessionFile`.

    """

    request_id: int
    path: str
    facts: Mapping[str, Any]
    data: bytes
    line_feeds: NDArray[np.int64]
    tokenizer: str | None
    name: str = ""
    sha256: str = ""
    split: str = ""
