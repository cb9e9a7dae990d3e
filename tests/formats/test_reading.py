"""Reading what may be no file at all: an answer at once, naming the file, the cause and the way out."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from tests.formats.toys import opened
from workbench.engine.base.errors import EngineError
from workbench.formats import reading
from workbench.formats.registry import FORMATS, open_file


def refusal(path: Path | str) -> str:
    with pytest.raises(EngineError) as caught:
        open_file(path)
    assert caught.value.file is not None
    return str(caught.value)


def test_nothing_there(tmp_path: Path) -> None:
    assert refusal(tmp_path / "no.model").startswith(
        f"{tmp_path / 'no.model'}: the file does not exist: No such file"
    )
    (tmp_path / "file").write_bytes(b"x")
    assert "the file does not exist" in refusal(tmp_path / "file" / "no.model")


def test_a_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path).endswith("this is a folder, not a file. Choose a file in this folder.")


def test_pipes_sockets_and_devices_are_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.model")
    assert "this is a pipe, socket or device, not a regular file. Choose a regular file." in refusal(
        tmp_path / "pipe.model"
    )
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s"))
        assert "not a regular file" in refusal(tmp_path / "s")
    assert "not a regular file" in refusal("/dev/zero")


def test_a_loop_of_links(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert "its symbolic links form a loop. Repair the link" in refusal(tmp_path / "a")


@pytest.mark.unprivileged
def test_no_permission(tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"x")
    (tmp_path / "mine").chmod(0)
    assert "you are not allowed to read the file: Permission denied. Ask for read permission" in refusal(
        tmp_path / "mine"
    )


def test_a_refused_permission_has_its_own_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "mine").write_bytes(b"x")
    monkeypatch.setattr(os, "open", refuse)
    assert "you are not allowed to read the file: Permission denied" in refusal(tmp_path / "mine")


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_names_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    assert "this system cannot have a file of this name. Choose another name." in refusal(
        f"{tmp_path}/{name}"
    )


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    assert "its name is too long for this system" in refusal(tmp_path / ("a" * 300))


def test_another_fault_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bytes:
        raise OSError(5, "Input/output error")

    (tmp_path / "a.model").write_bytes(b"minbpe v1\n")
    monkeypatch.setattr(reading.os, "read", fail)
    assert "the file cannot be read: Input/output error" in refusal(tmp_path / "a.model")


def test_a_file_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST_FILE", 1000)
    with pytest.raises(EngineError, match="the file has more than 1000 bytes"):
        opened(tmp_path, "a.model", b"x" * 1001)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b'{"messages": []}', "JSON"),
        (b"\xef\xbb\xbf [{}]", "JSON"),
        (b"PK\x03\x04", "a zip archive"),
        (b"\xfd7zXZ\0", "xz data"),
        (b"%PDF-1.7", "a PDF document"),
        (b"<html>", "a web page (HTML)"),
        (b"ab\0cd", "binary data"),
    ],
)
@pytest.mark.parametrize("name", ["a.json", "a.model"])
def test_files_of_other_kinds_are_told_by_content(tmp_path: Path, name: str, data: bytes, kind: str) -> None:
    with pytest.raises(EngineError) as caught:
        opened(tmp_path, name, data)
    assert f"{name}: the file is {kind}" in str(caught.value)
    choices = ", ".join(f"{known.title} ({known.suffix})" for known in FORMATS)
    assert str(caught.value).endswith(f"Choose one of these: {choices}.")


@pytest.mark.parametrize(
    ("data", "format_name", "code"),
    [
        (b"GGUF\x03\0\0\0", "gguf", "file_short"),
        (b'{"version": "1.0"}', "hf", "hf_key_missing"),
        (b"\x80\x04\x95", "nanochat", "pickle_broken"),
        (b"\n\x0e\n\x05<unk>\x15", "sentencepiece", "file_short"),
        (b'{"config": {"default_num_special_tokens": 1}}', "tekken", "tekken_version"),
        (b"minbpe v2\n", "minbpe", "minbpe_version"),
        (b"YQ== 0\n", "tiktoken", "bytes_missing"),
    ],
)
@pytest.mark.parametrize("name", ["a.json", "a.model", "a.gguf", "a"])
def test_a_wrong_suffix_misleads_nobody(
    tmp_path: Path, name: str, data: bytes, format_name: str, code: str
) -> None:  # fault 24
    assert [known.name for known in FORMATS if known.sniff(data)] == [format_name]
    with pytest.raises(EngineError) as caught:
        opened(tmp_path, name, data)
    assert caught.value.code == code


def test_plain_text_is_no_tokenizer(tmp_path: Path) -> None:
    with pytest.raises(
        EngineError, match=r"a.txt: this is not a tokenizer file of a known format. Choose one of"
    ):
        opened(tmp_path, "a.txt", "Once upon a time\n")
    with pytest.raises(
        EngineError, match=r"a.model, line 1: “minbpe v1” was expected, but the line says “Once upon"
    ):
        opened(tmp_path, "a.model", "Once upon a time\n")
