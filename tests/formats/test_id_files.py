"""Ids are written as they are made and read back the same; NumPy opens the arrays."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.points import counted
from workbench.engine.base.errors import EngineError
from workbench.formats import id_files
from workbench.formats.id_files import FORMS, IdWriter, documents_of, raw_form, unpack

DOCUMENTS = st.lists(st.lists(st.integers(0, 0xFFFF), max_size=20), max_size=6)


def written(form: str, documents: list[list[list[int]]]) -> bytes:
    """Write documents, each in parts."""
    out = io.BytesIO()
    writer = IdWriter(form, out)
    for parts in documents:
        for ids in parts:
            writer.write(np.array(ids, np.uint32))
        writer.end_document()
    writer.finish()
    assert writer.n_documents == len(documents)
    assert writer.n_ids == sum(len(ids) for parts in documents for ids in parts)
    return out.getvalue()


@pytest.mark.parametrize("form", FORMS)
@given(documents=st.lists(DOCUMENTS, max_size=4))
def test_what_is_written_is_read_back(form, documents):
    data = written(form, documents)
    every = [i for parts in documents for ids in parts for i in ids]
    assert unpack(data, form).tolist() == every
    if form in ("text", "json", "jsonl"):
        assert unpack(data).tolist() == every  # without a word on its form
        assert data.isascii()
    if form == "jsonl":
        lines = [[i for ids in parts for i in ids] for parts in documents]
        assert [json.loads(line)["ids"] for line in data.splitlines()] == lines
        assert list(documents_of(data)) == lines
    if form == "text":
        assert [[*map(int, line.split())] for line in data.decode().splitlines()] == [
            [i for ids in parts for i in ids] for parts in documents
        ]
    if form == "json":
        assert json.loads(data) == every


@pytest.mark.parametrize("n_ids", [0, 1, 9, 10, 99_999, 100_000])
def test_numpy_opens_what_is_written(n_ids, tmp_path):
    ids = np.arange(n_ids, dtype=np.uint32)
    path = tmp_path / "ids.npy"
    path.write_bytes(written("npy", [[ids[: n_ids // 2], ids[n_ids // 2 :]]]))
    for mode in (None, "r"):
        array = np.load(path, mmap_mode=mode)
        assert (array.dtype, array.shape) == (np.dtype("<u4"), (n_ids,))
        assert np.array_equal(array, ids)
    header = path.read_bytes()[:128]
    assert header[:8] == b"\x93NUMPY\x01\x00"
    assert int.from_bytes(header[8:10], "little") == 118
    assert header.endswith(b"\n")


def test_raw_ids_are_as_long_as_the_vocabulary_needs():
    assert (raw_form(0xFFFF), raw_form(0x10000)) == ("u16", "u32")
    assert written("u16", [[[1, 0xFFFF]]]) == b"\x01\x00\xff\xff"
    assert written("u32", [[[1, 0x10000]]]) == b"\x01\x00\x00\x00\x00\x00\x01\x00"
    with pytest.raises(EngineError, match="65536 does not fit into 16 bits"):
        written("u16", [[[0x10000]]])


@pytest.mark.parametrize("form", FORMS)
def test_ids_are_written_in_slices(form, monkeypatch):
    monkeypatch.setattr(id_files, "_TOGETHER", 10)
    monkeypatch.setattr(id_files, "_RAW_TOGETHER", 10)
    ids = np.arange(95, dtype=np.uint32)
    out = io.BytesIO()
    writer = IdWriter(form, out)
    assert counted(lambda: writer.write(ids))[1] == 10
    writer.end_document()
    writer.finish()
    assert unpack(out.getvalue(), form).tolist() == ids.tolist()


@pytest.mark.parametrize("form", FORMS)
@given(
    documents=st.lists(st.none() | st.lists(st.integers(0, 0xFFFF), max_size=30), max_size=20),
    size=st.integers(1, 40),
)
def test_many_documents_at_once_are_written_as_one_by_one(form, documents, size):
    arrays = [None if ids is None else np.array(ids, np.uint32) for ids in documents]
    there = [[ids] for ids in documents if ids is not None]
    out = io.BytesIO()
    writer = IdWriter(form, out)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(id_files, "_TOGETHER", size)
        writer.write_documents(arrays)
    writer.finish()
    data = out.getvalue().replace(b'{"ids": null}\n', b"")
    if form == "text":
        lines = out.getvalue().split(b"\n")[:-1]
        assert lines == [b" ".join(b"%d" % i for i in ids or ()) for ids in documents]
    else:
        assert data == written(form, there)
    assert (writer.n_documents, writer.n_ids) == (len(there), sum(len(ids) for (ids,) in there))


def test_a_line_that_was_no_document_keeps_its_place():
    out = io.BytesIO()
    writer = IdWriter("jsonl", out)
    writer.write_documents([None, np.array([7], np.uint32)])
    assert out.getvalue() == b'{"ids": null}\n{"ids": [7]}\n'
    assert list(documents_of(out.getvalue())) == [None, [7]]
    assert unpack(out.getvalue(), "jsonl").tolist() == [7]


@pytest.mark.parametrize(
    ("data", "form", "code", "place"),
    [
        (b"1 2 x", "text", "ids_not_numbers", ("entry", 3)),
        (b"1 -2", None, "id_negative", ("entry", 2)),
        (b"[1, 2.5]", "json", "ids_not_numbers", ("entry", 2)),
        (b"1 \xff", "text", "ids_not_numbers", ("entry", 2)),
        (b"9" * 30, None, "id_far_too_large", ("entry", 1)),
        (b"12345", "u32", "ids_cut", None),
        (b"[1, 2, 3", None, "ids_json_cut", None),
        (b'{"ids": [1]}\n{"ids": [1, 2', None, "ids_json_cut", None),
        (b"\x93NUMPY\x01", None, "npy_unreadable", None),
        (b"\x93NUMPY" + b"\xff" * 50, None, "npy_unreadable", None),
        *(
            (b"\x93NUMPY\1\0\x76\0" + head.ljust(117) + b"\n", None, "npy_unreadable", None)
            for head in (
                b"{'descr': '<u4', 'fortran_order': False, 'shape': (3,,}",
                b"{'descr': '<u4', 'fortran_order': False, 'shape': (" + b"9" * 25 + b",), }",
                b"{'descr': ',,<u4', 'fortran_order': False, 'shape': (3,), }",
                b"{'descr': '<u4', [1]: False, 'shape': (3,), }",
                b"{'descr': '<u4', 5: False, 'shape': (3,), }",
                b"{'descr': '<u4', 'fortran_order': False, 'shape': ((((3",
                b"\x80\xff{",
            )
        ),
    ],
)
def test_what_cannot_be_read_is_named(data, form, code, place):
    with pytest.raises(EngineError) as caught:
        unpack(data, form)
    found = caught.value.place
    assert (caught.value.code, found and (found.kind, found.value)) == (code, place)


@pytest.mark.parametrize("line", [b"{", b"[1, 2.5]", b'{"ids": "1"}', b'{"id": [1]}', b"[" * 9999, b"[true]"])
def test_a_bad_line_of_ids_is_named(line):
    with pytest.raises(EngineError) as caught:
        list(documents_of(b'{"ids": [1]}\n\n' + line))
    assert (caught.value.place.kind, caught.value.place.value) == ("line", 3)


def test_arrays_of_something_else_are_refused():
    def saved(array, **options):
        out = io.BytesIO()
        np.save(out, array, **options)
        return out.getvalue()

    for array in (np.zeros(3), np.zeros((2, 2), np.int64)):
        with pytest.raises(EngineError, match="-D, of"):
            unpack(saved(array))
    with pytest.raises(EngineError, match="the array cannot be read"):
        unpack(saved(np.array([object()]), allow_pickle=True))
    with pytest.raises(EngineError, match="larger than any id"):
        unpack(saved(np.array([1, 2**63], np.uint64)))
    assert unpack(saved(np.array([1, -2], np.int8))).tolist() == [1, -2]


def test_a_header_that_promises_too_much_is_refused():
    data = written("npy", [[[1, 2, 3]]]).replace(b"(3,)", b"(9999999999999,)")
    with pytest.raises(EngineError, match="the array cannot be read"):
        unpack(data)
