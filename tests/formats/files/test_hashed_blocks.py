"""Files of blocks: whatever is done to one, what is read of it is a beginning of what was written."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.formats.files.hashed_blocks import Blocks, Cut, Damaged, OtherVersion

BLOCKS = [b"first", b"", b"x" * 300, b"last"]


def new(version: int = 1) -> Blocks:
    return Blocks("test", version)


def written(blocks: list[bytes], version: int = 1) -> bytes:
    maker = new(version)
    parts = [maker.beginning()]
    for block in blocks:
        before, after = maker.sealed(block)
        parts += [before, block, after]
    return b"".join(parts)


def read(data: bytes) -> tuple[list[bytes], type[Exception] | None]:
    """Return the blocks, and what was wrong after them."""
    found: list[bytes] = []
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        try:
            found.extend(new().read(file))
        except (Cut, Damaged, OtherVersion) as fault:
            return found, type(fault)
    return found, None


def test_what_was_written_is_read() -> None:
    assert read(written(BLOCKS)) == (BLOCKS, None)
    assert read(written([])) == ([], None)


@given(st.data())
def test_cut_anywhere(data: st.DataObject) -> None:
    whole = written(BLOCKS)
    size = data.draw(st.integers(0, len(whole) - 1))
    found, fault = read(whole[:size])
    assert found == BLOCKS[: len(found)]
    borders = {len(written(BLOCKS[:n])) for n in range(len(BLOCKS))}
    assert fault is (None if size in borders else Cut)


@given(st.integers(0), st.integers(0, 7))
def test_a_bit_flipped_anywhere(place: int, bit: int) -> None:
    whole = bytearray(written(BLOCKS))
    place %= len(whole)
    whole[place] ^= 1 << bit
    found, fault = read(bytes(whole))
    assert found == BLOCKS[: len(found)]
    assert len(found) < len(BLOCKS)
    assert fault is not None


def test_another_version() -> None:
    assert read(written(BLOCKS, version=2)) == ([], OtherVersion)


def test_a_block_of_another_file_is_not_taken() -> None:
    one, other = written([b"a", b"b"]), written([b"c", b"d"])
    assert read(one[: len(written([b"a"]))] + other[len(written([b"c"])) :]) == ([b"a"], Damaged)


def test_a_length_beyond_the_file_allocates_nothing(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(new().beginning() + (2**62).to_bytes(8, "little") + b"x" * 100)
    with path.open("rb") as file, pytest.raises(Cut):
        list(new().read(file))
