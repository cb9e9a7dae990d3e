"""Blocks of a file come with a point before each, and none is longer than asked for."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.points import counted
from workbench.engine.base import blocks as blocks_module
from workbench.engine.base.blocks import BLOCK, blocks, occurs, places_of


def test_blocks_are_the_whole_file() -> None:
    data = bytes(range(251)) * (3 * BLOCK // 251)
    (read, n_points) = counted(lambda: list(blocks(io.BytesIO(data).read)))
    assert b"".join(read) == data
    assert max(map(len, read)) == BLOCK
    assert n_points == len(read) + 1
    assert list(blocks(io.BytesIO().read)) == []


@given(st.binary(max_size=30).map(lambda data: bytes(each & 1 for each in data)), st.integers(1, 4))
def test_bytes_are_searched_block_by_block(data: bytes, size: int) -> None:
    part = b"\x01\x00\x01"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks_module, "BLOCK", size)
        found, n_points = counted(lambda: list(places_of(part, data)))
        assert occurs(part, data) == (part in data)
    assert found == [at for at in range(len(data)) if data.startswith(part, at)]
    assert n_points == -(-len(data) // size)
