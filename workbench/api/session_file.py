"""Session files (`.workbench`): a text, its tokenizer, and how they are shown, for another computer.

    mimetype · session.json · text.txt · tokenizer/NAME, with the files that belong to it

A zip archive that other programs can open; `mimetype` is first and not packed, so that the kind is known by
the first bytes (as in OpenDocument, part 2, section 3.3). Of a large tokenizer there is only the SHA-256.
What is read may be anything: no name in it becomes a path, all sizes are limited, hashes are checked.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.engine.base.blocks import BLOCK
from workbench.engine.base.errors import EngineError
from workbench.engine.base.kept_json import to_json
from workbench.engine.base.pace import paced_slices, point
from workbench.engine.corpus.documents import Tally
from workbench.engine.corpus.readers import FileBytes, open_regular
from workbench.engine.corpus.zip_members import Member, member_bytes, members_of
from workbench.formats.files import atomic
from workbench.formats.files.strict_json import parsed
from workbench.version import __version__

SUFFIX = ".workbench"
MIMETYPE = "application/x-tokenizer-workbench-session"
VERSION = 1  # raise it when an older program could not read what is written
LARGEST_TEXT = 1 << 26  # bytes
LARGEST_TOKENIZER = 1 << 22  # bytes of all its files; of a larger one there is the hash alone
_LARGEST = 1 << 27  # bytes of the whole file
_LARGEST_FACTS = 1 << 20
_MOST_MEMBERS = 64
_INDEX, _TEXT, _FOLDER = "session.json", "text.txt", "tokenizer/"
_DATE = (1980, 1, 1, 0, 0, 0)  # the same session gives the same bytes


@dataclass(frozen=True, slots=True)
class KeptTokenizer:
    """The tokenizer of a session.

    Attributes:
        name: as it is shown.
        sha256, size: of its file, in hexadecimal and in bytes.
        split: by which text is split where its file does not say it, "" where it does.
        files: name -> bytes, the file itself first; empty for a large one.

    """

    name: str
    sha256: str
    size: int
    split: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SessionFile:
    """What a session file holds.

    Attributes:
        text: its bytes, in parts.
        facts: how it is shown, as JSON has it, to be checked where they are used.
        tokenizer: the one in use, None for none.

    """

    text: Sequence[bytes | memoryview]
    facts: Mapping[str, Any]
    tokenizer: KeptTokenizer | None = None


def is_session_file(path: str | os.PathLike[str]) -> bool:
    """Return whether a file begins as a session file; False if it cannot be read."""
    head = b"mimetype" + MIMETYPE.encode()
    try:
        descriptor = open_regular(os.fspath(path))
    except EngineError:
        return False
    try:
        start = os.read(descriptor, 30 + len(head))
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return start.startswith(b"PK\x03\x04") and start[30:] == head


def write_session_file(path: str, session: SessionFile) -> None:
    """Write a session, whole or not at all.

    Raises:
        EngineError: "session_text_too_large", or it cannot be written.

    """
    size = sum(map(len, session.text))
    if size > LARGEST_TEXT:
        raise EngineError("session_text_too_large", file=path, size=size, limit=LARGEST_TEXT)
    kept = session.tokenizer
    facts = {
        "version": VERSION, "program": __version__, **session.facts,
        "tokenizer": None if kept is None else {
            "name": kept.name, "sha256": kept.sha256, "bytes": kept.size, "split": kept.split,
            "files": list(kept.files),
        },
    }  # fmt: skip
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo("mimetype", _DATE), MIMETYPE)
        _pack(archive, _INDEX, [to_json(facts).encode()])
        _pack(archive, _TEXT, session.text)
        for name, data in kept.files.items() if kept else ():
            _pack(archive, f"{_FOLDER}{name}", [data])
    atomic.write([(atomic.target_of(path), buffer.getvalue())])


def _pack(archive: zipfile.ZipFile, name: str, parts: Sequence[bytes | memoryview]) -> None:
    about = zipfile.ZipInfo(name, _DATE)
    about.compress_type = zipfile.ZIP_DEFLATED
    about.external_attr = 0o644 << 16
    with archive.open(about, "w") as member:
        for part in parts:
            for each in paced_slices(len(part), BLOCK):
                member.write(part[each])


def read_session_file(path: str) -> SessionFile:
    """Read a session file; nothing of it is written anywhere.

    Raises:
        EngineError: naming the file: it is none, damaged, of a newer version, or larger than one can be.

    """
    descriptor = open_regular(path)
    try:
        file = FileBytes(descriptor, path)
        if file.size > _LARGEST:
            raise EngineError("file_too_large", largest=_LARGEST)
        return _session(file)
    except EngineError as fault:
        raise fault.in_file(path) from fault
    finally:
        os.close(descriptor)


def _session(file: FileBytes) -> SessionFile:
    listed = members_of(file)
    if len(listed) > _MOST_MEMBERS:
        raise EngineError("zip_too_many", count=len(listed), limit=_MOST_MEMBERS)
    members = {member.name: member for member in listed}
    facts, _ = parsed(_member(file, members, _INDEX, _LARGEST_FACTS))
    if not isinstance(facts, dict) or not isinstance(facts.get("version"), int):
        raise _damaged(_INDEX)
    if facts["version"] > VERSION:
        raise EngineError("session_newer", program=str(facts.get("program"))[:40])
    text = _member(file, members, _TEXT, LARGEST_TEXT)
    kept = facts.pop("tokenizer", None)
    return SessionFile([text], facts, None if kept is None else _tokenizer(file, members, kept))


def _tokenizer(file: FileBytes, members: Mapping[str, Member], kept: object) -> KeptTokenizer:
    if not isinstance(kept, dict):
        raise _damaged(_INDEX)
    name, sha256, size, split = (kept.get(key) for key in ("name", "sha256", "bytes", "split"))
    names = kept.get("files")
    fits = isinstance(name, str) and isinstance(sha256, str) and isinstance(split, str)
    if not fits or not isinstance(size, int) or not isinstance(names, list):
        raise _damaged(_INDEX)
    if len(names) > _MOST_MEMBERS or not all(isinstance(each, str) and _is_plain(each) for each in names):
        raise _damaged(_INDEX)
    files: dict[str, bytes] = {}
    for each in names:
        left = LARGEST_TOKENIZER - sum(map(len, files.values()))
        files[each] = _member(file, members, f"{_FOLDER}{each}", left)
    return KeptTokenizer(str(name), str(sha256), size, str(split), files)


def _is_plain(name: str) -> bool:
    """Return whether a text can be the name of a file on every system, and is no path."""
    return (
        name.isprintable()
        and len(name) <= 150
        and name[:1] not in (".", "")
        and not set(name) & set('/\\:*?"<>|')
    )


def _member(file: FileBytes, members: Mapping[str, Member], name: str, limit: int) -> bytes:
    """Return the bytes of a member; raises EngineError if it is missing, damaged or larger than the limit."""
    member, tally = members.get(name), Tally()
    if member is None or member.problem:
        raise _damaged(name)
    if member.n_bytes > limit:
        raise EngineError("session_part_too_large", part=name, size=member.n_bytes, limit=limit)
    data = bytearray()
    for chunk in member_bytes(file, member, tally):
        data += chunk
        if len(data) > member.n_bytes:
            raise _damaged(name)
        point()
    if tally.n_faults:
        raise _damaged(name)
    return bytes(data)


def _damaged(part: str) -> EngineError:
    return EngineError("session_damaged", part=part)
