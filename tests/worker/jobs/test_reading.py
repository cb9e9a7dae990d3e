"""A text that is read: its bytes as they are, and where its lines end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.worker.jobs.test_starting import answers, of
from workbench.worker.jobs import reading as reading_job
from workbench.worker.jobs import text_part as near_text
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.requests import Failed
from workbench.worker.messages.text import ReadText, TextRead

TEXT = b"one\n\ntwo \xff\r\n\0" * 11


@pytest.fixture(autouse=True)
def _small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(near_text, "_WINDOW", 7)
    monkeypatch.setattr(reading_job, "_COPIED", 5)


def read(store: Store, path: Path) -> TextRead:
    return of(TextRead, answers(store, ReadText(3, str(path))))[0]


@pytest.mark.parametrize("text", [b"", b"\n", b"a", TEXT])
def test_bytes_and_line_feeds_come_as_they_are(store: Store, tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(text)
    told = read(store, path)
    assert told.data == text
    assert told.line_feeds is not None
    assert told.line_feeds.tolist() == [at for at, byte in enumerate(text) if byte == 10]


@pytest.mark.parametrize("size", [0, 40, 4000])
def test_a_file_is_read_whole_whatever_its_size_is_said_to_be(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(TEXT)
    monkeypatch.setattr(os.path, "getsize", lambda _path: size)
    assert read(store, path).data == TEXT


def test_a_file_that_is_not_there_is_named(store: Store, tmp_path: Path) -> None:
    failed = of(Failed, answers(store, ReadText(3, str(tmp_path / "none.txt"))))[0]
    assert failed.file.endswith("none.txt")
