"""Session files: what is written comes back, and anything else is refused before it does harm."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest

from workbench.api import session_file
from workbench.api.session_file import (
    MIMETYPE,
    KeptTokenizer,
    SessionFile,
    is_session_file,
    read_session_file,
    write_session_file,
)
from workbench.engine.base.errors import EngineError

TEXT = b"low lower\xff lowest\n" * 50
MODEL = b"a model"
KEPT = KeptTokenizer(
    "mine",
    hashlib.sha256(MODEL).hexdigest(),
    len(MODEL),
    "cl100k",
    {"a b.model": MODEL, "a b.model.card.json": b"{}"},
)
FACTS = {"text": {"name": "a.txt", "top": 3}, "view": {"task": "inspect"}}


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "lesson.workbench")


def written(path: str) -> dict[str, bytes]:
    write_session_file(path, SessionFile([TEXT[:7], memoryview(TEXT)[7:]], FACTS, KEPT))
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write(path: str, members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> None:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def changed(path: str, **facts: object) -> dict[str, bytes]:
    """Return the members of a session file with other facts."""
    members = written(path)
    return {**members, "session.json": json.dumps({**json.loads(members["session.json"]), **facts}).encode()}


def refused(path: str) -> EngineError:
    with pytest.raises(EngineError) as caught:
        read_session_file(path)
    assert caught.value.file == path
    return caught.value


def test_what_is_written_comes_back(path: str) -> None:
    members = written(path)
    assert list(members) == [
        "mimetype", "session.json", "text.txt", "tokenizer/a b.model", "tokenizer/a b.model.card.json",
    ]  # fmt: skip
    assert members["text.txt"] == TEXT
    session = read_session_file(path)
    assert b"".join(session.text) == TEXT
    assert session.tokenizer == KEPT
    assert {key: session.facts[key] for key in FACTS} == FACTS


def test_the_same_session_gives_the_same_bytes(path: str) -> None:
    written(path)
    before = Path(path).read_bytes()
    written(path)
    assert Path(path).read_bytes() == before
    assert before[30:38] == b"mimetype"
    assert before[38 : 38 + len(MIMETYPE)] == MIMETYPE.encode()


def test_a_session_without_a_tokenizer(path: str) -> None:
    write_session_file(path, SessionFile([b""], {}))
    session = read_session_file(path)
    assert (bytes(session.text[0]), session.tokenizer) == (b"", None)


def test_files_are_known_by_their_first_bytes(path: str, tmp_path: Path) -> None:
    written(path)
    assert is_session_file(path)
    other = tmp_path / "other.workbench"
    write(str(other), {"text.txt": b"x"})
    assert not is_session_file(other)
    other.write_bytes(b"PK")
    assert not is_session_file(other)
    assert not is_session_file(tmp_path)
    assert not is_session_file(tmp_path / "missing")


def test_a_text_that_is_too_large_is_not_written(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written(path)
    before = Path(path).read_bytes()
    monkeypatch.setattr(session_file, "LARGEST_TEXT", 10)
    with pytest.raises(EngineError, match="Save it as its own file"):
        written(path)
    assert Path(path).read_bytes() == before
    assert refused(path).code == "session_part_too_large"


@pytest.mark.parametrize("member", ["session.json", "text.txt", "tokenizer/a b.model"])
def test_what_lacks_a_part_is_damaged(path: str, member: str) -> None:
    members = written(path)
    del members[member]
    write(path, members)
    assert f"{member} in it is missing or damaged" in str(refused(path))


def test_a_newer_session_says_so(path: str) -> None:
    write(path, changed(path, version=2, program="9.1"))
    assert "it was written by version 9.1 of this program. Update the program." in str(refused(path))


@pytest.mark.parametrize("facts", [
    {"version": None}, {"version": "1"}, {"tokenizer": 3}, {"tokenizer": {}},
    {"tokenizer": {"name": "x", "sha256": "0", "bytes": "1", "split": "", "files": []}},
    *({"tokenizer": {"name": "x", "sha256": "0", "bytes": 1, "split": "", "files": [name]}}
      for name in ("../x", "/x", "..", "a/b", "a\\b", "", ".hidden", "a\nb", "c:x", 3, "x" * 200)),
])  # fmt: skip
def test_facts_that_do_not_fit_are_damaged(path: str, facts: dict[str, object]) -> None:
    write(path, changed(path, **facts))
    assert refused(path).code == "session_damaged"


@pytest.mark.parametrize("name", ["a/b", "a:b", "a\\b", "con*", ".hidden", "", "x" * 151, "a\u202eb"])
def test_a_name_that_is_no_plain_one_is_damaged(path: str, name: str) -> None:
    kept = {"name": "mine", "sha256": KEPT.sha256, "bytes": len(MODEL), "split": "", "files": [name]}
    write(path, {**changed(path, tokenizer=kept), f"tokenizer/{name}": MODEL})
    assert refused(path).code == "session_damaged"


@pytest.mark.parametrize("facts", [b"[]", b"{", b"", b'{"version": 1, "version": 1}', b"[" * 9999])
def test_json_that_is_none_is_an_error(path: str, facts: bytes) -> None:
    write(path, {**written(path), "session.json": facts})
    assert refused(path).code != "internal"


def test_bombs_are_refused_before_they_unpack(path: str) -> None:
    members = written(path)
    write(path, {**members, "session.json": b" " * (2 << 20)})
    assert refused(path).code == "session_part_too_large"
    write(path, {**members, "tokenizer/a b.model": bytes(5 << 20)})
    assert refused(path).code == "session_part_too_large"
    write(path, {**members, **{f"x{n}": b"" for n in range(100)}})
    assert refused(path).code == "zip_too_many"


def test_a_size_that_is_not_so_does_not_count(path: str) -> None:
    """A member that says less than it unpacks to is damaged."""
    members = written(path)
    write(path, members)
    data = bytearray(Path(path).read_bytes())
    for at in range(len(data) - 50):
        if data[at : at + 4] == b"PK\x01\x02" and data[at + 46 : at + 54] == b"text.txt":
            data[at + 24 : at + 28] = (10).to_bytes(4, "little")
    Path(path).write_bytes(data)
    assert refused(path).code == "session_damaged"


@pytest.mark.parametrize("step", [1, 7])
def test_no_damage_is_an_internal_error(path: str, step: int) -> None:
    written(path)
    whole = Path(path).read_bytes()
    for at in range(0, len(whole), step * 13):
        Path(path).write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        with contextlib.suppress(EngineError):  # and nothing else
            assert b"".join(read_session_file(path).text) == TEXT
        Path(path).write_bytes(whole[:at])
        refused(path)


def test_the_writer_is_an_ordinary_zip(path: str) -> None:
    written(path)
    assert zipfile.ZipFile(io.BytesIO(Path(path).read_bytes())).testzip() is None
