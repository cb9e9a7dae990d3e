"""The compiled reader of ranks gives the model of the readable one, or leaves the file to it."""

from __future__ import annotations

import pickle
from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench import kernels
from workbench.engine.base.errors import EngineError
from workbench.formats.format import Source
from workbench.formats.tiktoken import format as tiktoken_ranks
from workbench.formats.tiktoken.format import read, token_arrays

pytestmark = pytest.mark.skipif(
    kernels.kernel("rank_lines") is None, reason=f"the kernels are not in use: {kernels.why_not()}"
)
BYTES = [bytes((byte,)) for byte in range(256)]


def file_of(tokens, ids=None):
    numbers = range(len(tokens)) if ids is None else ids
    return b"".join(b64encode(token) + b" %d\n" % i for token, i in zip(tokens, numbers, strict=True))


def outcome(data):
    try:
        model = read(Source("x.tiktoken", data, "")).model
    except EngineError as error:
        return str(error), error.facts
    return [(i, model.token_bytes(i), model.token_id(model.token_bytes(i))) for i in model.ids.tolist()]


def both(data):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORKBENCH_PURE", "1")
        readable = outcome(data)
    return outcome(data), readable


tokens_of = st.lists(st.binary(min_size=2, max_size=9), max_size=12, unique=True)


@given(tokens=tokens_of, holes=st.lists(st.integers(1, 3000), min_size=268, max_size=268), data=st.data())
def test_regular_files(tokens, holes, data):
    every = data.draw(st.permutations(BYTES + tokens))
    ids = [sum(holes[: at + 1]) - 1 for at in range(len(every))]
    found, expected = both(file_of(every, ids))
    assert found == expected
    assert token_arrays(file_of(every, ids)) is not None


@given(
    tokens=tokens_of,
    at=st.integers(0, 3000),
    n=st.integers(0, 6),
    put=st.sampled_from(
        [b"", b" ", b"\n", b"=", b"==", b"\r", b"A", b"9", b"-", b"_", b"AA==", b"\0", b"\xff"]
    )
    | st.binary(max_size=5),
)
def test_files_with_something_wrong(tokens, at, n, put):
    data = file_of(BYTES + tokens)
    at %= len(data)
    found, expected = both(data[:at] + put + data[at + n :])
    assert found == expected


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"AA== 0",
        b"AA==  0\n",
        b"AA== 0\nAA== 1\n",
        b"AA== 1\nAQ== 0\n",
        b"AA== 16777216\n",
        b"AA== 100000000\n",
        b"A=== 0\n",
        b"=AAA 0\n",
        b"AA=A 0\n",
        b"AAA 0\n",
        b"AA==AA== 0\n",
        b" 0\n",
        b"AA== \n",
        b"AA== 00\nAQ== 01\n\n",
    ],
)
def test_what_is_not_regular_is_left_to_the_readable_way(data):
    assert token_arrays(data) is None
    found, expected = both(data)
    assert found == expected


@pytest.mark.parametrize("lines", [1, 7, 1 << 16])
def test_a_token_that_is_there_twice_at_any_distance(monkeypatch, lines):
    monkeypatch.setattr(tiktoken_ranks, "_LINES", lines)
    tokens = [*BYTES, *(b"%d" % i for i in range(10, 60))]
    for n_between in range(40):
        for n_behind in (0, 1, 3, 15, 16, 17):
            twice = [*tokens, b"twice", *(b"b%d" % i for i in range(n_between)), b"twice"]
            twice += [b"e%d" % i for i in range(n_behind)]
            assert token_arrays(file_of(twice)) is None
    found, expected = both(file_of(twice))
    assert found == expected
    assert token_arrays(file_of(tokens)) is not None


def test_tokens_that_begin_alike_are_none_twice():
    """So many that slots collide, and their few bits of the hash."""
    tokens = [*BYTES, *(b"%05d" % i for i in range(30000)), *(b"%05d" % i + b"x" * 20 for i in range(3000))]
    arrays = token_arrays(file_of(tokens))
    assert arrays is not None
    assert list(arrays.vocab().values()) == tokens
    assert token_arrays(file_of([*tokens, tokens[700]])) is None


def test_more_lines_than_tokens_have_numbers_are_left_to_the_readable_way():
    assert token_arrays(b"\n" * (1 << 24)) is None
    assert token_arrays(file_of(BYTES) + b"\n" * (1 << 24)) is None


def test_slices_change_nothing(monkeypatch):
    data = file_of([*BYTES, b"ab", b"abc"])
    expected = outcome(data)
    monkeypatch.setattr(tiktoken_ranks, "_LINES", 3)
    assert outcome(data) == expected
    monkeypatch.setattr(tiktoken_ranks, "_LARGEST", 10)
    assert token_arrays(data) is None


def test_the_model_is_that_of_its_ranks():
    """What Python needs of a table is made when it is asked for, in any order."""
    tokens = [*BYTES[::-1], b"ab", b"abc", b"bc", b"\xc3\xa9", b"never"]
    ids = [3 * at for at in range(len(tokens))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORKBENCH_PURE", "1")
        readable = read(Source("x", file_of(tokens, ids), "")).model

    def compiled():
        return read(Source("x", file_of(tokens, ids), "")).model

    looks = (
        lambda model: [model.token_bytes(i) for i in (-1, 0, 1, 765, 768, 771, 780, 10**6)],
        lambda model: [model.token_id(token) for token in (b"a", b"abc", b"x!", b"")],
        lambda model: [model.pair_of(i) for i in ids],
        lambda model: model.pairs().tolist(),
        lambda model: list(model.trace(b"abcab")),
        lambda model: [each.tolist() for each in (model.ids, model.at_vocab_size(770).ids)],
        lambda model: model.at_vocab_size(770).token_bytes(768),
        lambda model: model.at_vocab_size(769).token_bytes(771),
        lambda model: (model.token_blob()[0], model.token_blob()[1].tolist()),
        lambda model: (model.vocab_size, model.n_merges, list(model.unreachable())),
        lambda model: pickle.loads(pickle.dumps(model)).ids.tolist(),
        lambda model: model.of_bytes.byte_ids()[0].tolist(),
        lambda model: model.of_bytes.extended(783, None, [b"abcd"]).token_id(b"abcd"),
    )
    for look in looks:
        assert look(compiled()) == look(readable)
    model = compiled()
    for look in looks[::-1]:
        assert look(model) == look(readable)
