"""Two rows of tokens on one grid."""

from __future__ import annotations

from itertools import pairwise

from workbench.shell.dialogs.export_rows import TwoRows, _on_one_grid


def test_a_token_behind_the_difference_stands_in_the_same_column_and_is_the_same():
    """One row shows the parts of a letter in hex, wider than the letter in the other."""
    ours = ((b"a", 1), ("日".encode(), 2), (b"b", 3))
    theirs = ((b"a", 1), (b"\xe6\x97", 8), (b"\xa5", 9), (b"b", 3))
    first, second = _on_one_grid(ours, theirs)
    assert first[-1] == second[-1]
    assert first[0] == second[0]
    assert {box.place for box in first} & {box.place for box in second} == {(0, 1), (4, 3)}
    for row in (first, second):
        assert all(one.end <= other.start for one, other in pairwise(row))


def test_rows_of_other_lengths_are_laid_out_to_their_ends():
    first, second = _on_one_grid(((b"ab", 1),), ((b"a", 2), (b"bc", 3), (b"d", 4)))
    assert [box.text for box in first] == ["ab"]
    assert [box.text for box in second] == ["a", "bc", "d"]


def test_what_lies_behind_the_end_of_the_other_row_is_not_colored(qtbot):
    ours = ((b"a", 1), (b";\n", 2), (b"b", 3), (b"or", 4))
    theirs = ((b"a", 1), (b";", 5), (b"\n", 6), (b"b", 3))  # the excerpt is cut after as many tokens
    rows = TwoRows(ours, theirs, 1)
    qtbot.addWidget(rows)
    colored = [[box.text for box in row if (box.place, box.text) not in rows._equal] for row in rows._rows]
    assert colored == [[";↵"], [";", "↵"]]
    lost = TwoRows(ours, ours[:3], 3)
    qtbot.addWidget(lost)
    assert [box.text for box in lost._rows[0] if (box.place, box.text) not in lost._equal] == ["or"]
