import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.layout.flow import PIECE, Flow, good_cut


def pieces(flow):
    piece = flow.piece_at(0)
    found = [piece]
    while (piece := flow.after(piece)) is not None:
        found.append(piece)
    return found


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", [(0, 0)]),
        (b"a", [(0, 1)]),
        (b"a\n", [(0, 2), (2, 2)]),
        (b"a\n\nbc", [(0, 2), (2, 3), (3, 5)]),
    ],
)
def test_short_lines_are_pieces(data, expected):
    flow = Flow(Document(data))
    assert pieces(flow) == expected
    back = [flow.last()]
    while (piece := flow.before(back[-1])) is not None:
        back.append(piece)
    assert back[::-1] == expected


@given(
    st.sampled_from(
        [b"word ", b"x", "日本".encode(), "e\u0301".encode(), b"\xff\x80", "👩‍👩‍👧".encode(), b" "]
    ),
    st.integers(1500, 9000),
    st.booleans(),
)
def test_long_lines_are_cut_the_same_from_everywhere(unit, size, ends_line):
    data = (unit * size)[: size * 2] + b"\n" * ends_line
    flow = Flow(Document(data))
    found = pieces(flow)
    line = found[:-1] if ends_line else found
    assert [start for start, _ in line[1:]] == [end for _, end in line[:-1]]
    assert line[0][0] == 0
    assert line[-1][1] == len(data)
    assert all(PIECE - 100 <= end - start < 2 * PIECE + 200 for start, end in line) or len(line) == 1
    for start, end in line:
        for position in {start, (start + end) // 2, end - 1}:
            assert flow.piece_at(position) == (start, end)


def test_no_character_is_torn():
    data = ("日本語" * 3000).encode()
    for start, end in pieces(Flow(Document(data))):
        data[start:end].decode()


@pytest.mark.parametrize(
    ("window", "at"),
    [
        (b"some words here", 11),
        (b"abcdef", 5),
        (b"ab\r\n", 2),
        ("日本".encode(), 3),
        ("ab مر".encode(), 3),
        (b"\x80\x80\x80", 2),
        ("e\u0301\u0301\u0301".encode(), 5),
    ],
)
def test_good_cut(window, at):
    assert good_cut(window) == at


def test_rows_and_places_agree_when_estimates_are_exact():
    flow = Flow(Document(b"".join(b"x" * 70 + b"\n" for _ in range(100))))
    assert flow.n_rows() == 101
    assert flow.position_of(40.5) == (40 * 71, 0.5)
    assert flow.row_of(40 * 71) == 40
    assert flow.position_of(1e9)[0] == 7100


def test_edits():
    document = Document(b"a\n" + b"b" * 399 + b"\nc")
    flow = Flow(document)
    assert flow.n_rows() == 7
    flow.follow(document.replace(0, 0, b"x\ny\n"))
    assert flow.n_rows() == 9
    assert flow.row_of(document.line_start(4)) == 8
    flow.follow(document.replace(0, len(document), b""))
    assert flow.n_rows() == 1


def test_what_is_laid_out_leaves_the_estimates_and_tells_how_they_are():
    flow = Flow(Document(b"a\n" + b"b" * 799 + b"\n"))
    assert flow.density == 1
    rows = flow.n_rows()
    assert [flow.rows_in(span) for span in ((0, 2), (2, 802), (2, 402), (802, 802))] == [1, 10, 5, 1]
    flow.learn((2, 402), 10)
    assert (flow.density, flow.n_rows()) == (0.5, rows)
    flow.reset()
    assert flow.density == 1


def test_the_direction_is_that_of_the_first_letter():
    flow = Flow(Document("12 مرحبا abc\nabc مرحبا\n\u202e!".encode()))
    assert flow.right_to_left(5)
    assert not flow.right_to_left(flow.document.line_start(1))
    assert not flow.right_to_left(flow.document.line_start(2))
    assert not Flow(Document("12\nمرحبا".encode())).right_to_left(0)  # not that of the next line


@given(st.lists(st.integers(0, 400), max_size=40), st.integers(5, 100))
def test_many_rows_are_found_as_each_by_itself(lengths, columns):
    document = Document(b"".join(b"x" * length + b"\n" for length in lengths))
    flow = Flow(document)
    flow.columns = columns
    flow.reset()
    rows = np.linspace(0, flow.n_rows() - 1, 50)
    found = flow.positions_of(rows)
    assert (np.diff(found) >= 0).all()
    for row, position in zip(rows.tolist(), found.tolist(), strict=True):
        line = document.line_at(flow.position_of(row)[0])
        assert document.line_start(line) <= position <= document.line_end(line)


@pytest.mark.parametrize("n_exact", [0, 1000])
def test_lines_of_many_blocks_keep_their_sums(monkeypatch, n_exact):
    monkeypatch.setattr("workbench.widgets.token_view.layout.flow._BLOCK", 4)
    monkeypatch.setattr("workbench.widgets.token_view.layout.flow._TOGETHER", 3)
    monkeypatch.setattr("workbench.widgets.token_view.layout.flow._EXACT", n_exact)
    document = Document(b"".join(b"x" * (n % 7) + b"\n" for n in range(50)))
    flow = Flow(document)
    flow.follow(document.replace(30, 40, b"a\nb\nc"))
    flow.follow(document.replace(3, 3, b"y" * 500))
    flow.estimate_more()
    assert flow.n_rows() == sum(flow._rows.tolist())
    rows = 0
    for line, n_rows in enumerate(flow._rows.tolist()):
        assert flow.row_of(document.line_start(line)) == rows
        assert document.line_at(flow.position_of(rows)[0]) == line
        rows += n_rows


def test_of_very_many_lines_a_row_is_found_to_its_block(monkeypatch):
    monkeypatch.setattr("workbench.widgets.token_view.layout.flow._EXACT", 30)
    monkeypatch.setattr("workbench.widgets.token_view.layout.flow._BLOCK", 4)
    document = Document(b"".join(b"x" * (n % 7) + b"\n" for n in range(50)) + b"end")
    flow = Flow(document)
    assert flow.is_guessed
    assert flow.n_rows() == pytest.approx(51, abs=5)
    flow.estimate_more(2)
    assert flow.is_guessed
    flow.estimate_more()
    assert not flow.is_guessed
    assert flow.n_rows() == 51
    found = flow.positions_of(np.arange(flow.n_rows(), dtype=np.float64))
    assert (np.diff(found) >= 0).all()
    lines = np.array([document.line_at(position) for position in found.tolist()])
    assert np.abs(lines - np.arange(51)).max() < 4
