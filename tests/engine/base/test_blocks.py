"""Blocks of a file come with a point before each, and none is longer than asked for."""

import io

from tests.points import counted
from workbench.engine.base.blocks import BLOCK, blocks


def test_blocks_are_the_whole_file() -> None:
    data = bytes(range(251)) * (3 * BLOCK // 251)
    (read, n_points) = counted(lambda: list(blocks(io.BytesIO(data).read)))
    assert b"".join(read) == data
    assert max(map(len, read)) == BLOCK
    assert n_points == len(read) + 1
    assert list(blocks(io.BytesIO().read)) == []
