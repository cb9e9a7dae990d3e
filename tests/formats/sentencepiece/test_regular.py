"""Reading model files of the usual shape: it says what the child says, or leaves a file to it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.formats.sentencepiece.test_format import changed
from tests.formats.toys import opened
from workbench.formats.sentencepiece import format as format_file
from workbench.formats.sentencepiece import regular
from workbench.formats.sentencepiece.proto import read_operation
from workbench.formats.sentencepiece.regular import read_regular


def plain(message: Any) -> None:
    """Leave out the table, and all but some of the bytes."""
    message.normalizer_spec.precompiled_charsmap = b""
    message.normalizer_spec.escape_whitespaces = False
    message.trainer_spec.input.extend(["a.txt", "b.txt"])
    message.trainer_spec.pad_id = -1
    message.trainer_spec.character_coverage = 0.5
    message.trainer_spec.unk_surface = " é "
    del message.pieces[5:250]


PLAIN = changed(plain)


def agree(data: bytes) -> bool:
    """Return whether a file is read here, having seen that the child reads it alike."""
    frame = read_regular(data)
    if frame is None:
        return False
    (other,) = read_operation({}, [data])
    assert (frame.header, frame.buffers) == (other.header, other.buffers)
    return True


def test_no_child_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    data = changed(lambda message: setattr(message.normalizer_spec, "precompiled_charsmap", b""))
    monkeypatch.setattr(format_file, "reply_of", None)
    assert opened(tmp_path, "a.model", data).tokenizer.encode("aba")


def test_any_number_of_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    for together in (1, 2, 7, 8192):
        monkeypatch.setattr(regular, "_TOGETHER", together)
        assert agree(PLAIN)
    monkeypatch.setattr(regular, "MOST_PIECES", 5)
    assert not agree(PLAIN)
    assert agree(b"")
    assert agree(b"\x12\x02\x18\x02")


def test_what_is_left_to_the_child() -> None:
    rest = PLAIN.index(b"\x12", PLAIN.rindex(b"ba\x15"))
    for left in (
        changed(lambda _: None),
        changed(lambda message: message.denormalizer_spec.SetInParent()),
        PLAIN + b"\x1a\0",
        PLAIN[rest:] + PLAIN[:rest],
        PLAIN + b"\n",
        PLAIN.replace(b"\n\x01a\x15", b"\n\x01\xff\x15"),
        b"\n\x08\n\x01\xc3\x15\0\0\0\0\n\x08\n\x01\xa9\x15\0\0\0\0",
        b"\x12\x82\x80\x80\x80\x80\x80\0\x18\x02",
    ):
        assert read_regular(left) is None


def test_a_file_cut_anywhere() -> None:
    frame = read_regular(PLAIN)
    assert frame is not None
    n_pieces = len(frame.buffers[3])
    assert sum(agree(PLAIN[:end]) for end in range(len(PLAIN))) == n_pieces + 2  # between fields


def test_files_changed_anywhere() -> None:
    chance = random.Random(27)
    n_read = 0
    pieces = [b"", b"\n", b"\x80", b"\xff", b"\0", b"\x15", b"\x18\x02", b"\x12\0", b"\xc3", b"\x7f\xc0"]
    n_pieces = PLAIN.index(b"\x12", PLAIN.rindex(b"ba\x15"))
    for count in range(30_000):
        data = bytearray(PLAIN)
        for _ in range(chance.randrange(1, 3)):
            at = chance.randrange(n_pieces if count % 2 else 0, len(data))
            data[at : at + chance.randrange(3)] = chance.choice((*pieces, bytes((chance.randrange(256),))))
        n_read += agree(bytes(data))
    assert n_read > 2000
