"""Texts that come from an iterable or an open file are sources as files are, read as they come."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

import workbench
from workbench import api
from workbench.api.source_arguments import several
from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.corpus.sources import Reading

TEXTS = ["the cat sat on the mat. ", "", "naïve 水 😉\n", "the " * 50_000, b"bytes \xff\xe6\x97", "\ufeffa"]


class Column:
    """A column as `datasets` has it: a sequence that is no list."""

    def __init__(self, rows: list[str]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, number: int) -> str:
        return self._rows[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)


def documents(reading: Reading) -> list[bytes]:
    found: list[bytes] = []
    parts: list[bytes] = []
    for item in reading.read():
        if isinstance(item, EndOfDocument):
            found.append(b"".join(parts))
            parts = []
        else:
            parts.append(item)
    assert not parts
    return found


def test_documents_are_those_of_the_iterable_and_all_bytes_are_counted() -> None:
    reading = Reading([api.DocumentsSource("texts", iter(TEXTS))])
    expected = [
        text.encode() if isinstance(text, str) else text.decode("utf-8", "replace").encode() for text in TEXTS
    ]
    assert documents(reading) == expected
    (record,) = reading.accounts[0].accounting.files
    assert (record.documents, record.replaced) == (len(TEXTS), 3)
    assert record.size == record.used + record.replaced
    start = sum(len(text.encode()) if isinstance(text, str) else len(text) for text in TEXTS[:4])
    assert record.first_invalid == (start + 6,)


def test_only_so_much_is_read_as_is_asked_for() -> None:
    read: list[int] = []

    def texts() -> Iterator[str]:
        for number in range(1000):
            read.append(number)
            yield f"text {number}"

    steps = Reading([api.DocumentsSource("texts", texts())]).read()
    assert next(steps) == b"text 0"
    assert read == [0]


def test_training_on_an_iterable_is_training_on_a_file(tmp_path: Path) -> None:
    lines = [f"row {n} of the naïve 水 rows\n" for n in range(2000)]
    path = tmp_path / "rows.txt"
    path.write_text("".join(lines), "utf-8")
    expected = workbench.train(path, vocab_size=300).get_vocab()
    with path.open(encoding="utf-8") as text, path.open("rb") as data:
        for sources in (text, [data], io.StringIO("".join(lines)), [line for line in [lines]], Column(lines)):
            assert workbench.train(sources, vocab_size=300).get_vocab() == expected  # type: ignore[arg-type]
    assert workbench.Tokenizer.train_from_iterator(iter(lines), vocab_size=300).get_vocab() == expected
    trained = workbench.train([(line for line in lines)], vocab_size=300)
    assert trained.get_vocab() == expected
    assert trained.record is not None
    assert trained.record["sources"][0]["n_files"] == 1


def test_a_data_set_of_an_iterable_has_its_documents(tmp_path: Path) -> None:
    tokenizer = workbench.train("sample:", vocab_size=300)
    texts = [text for text in TEXTS if text]
    found = workbench.encode_dataset(tokenizer, [iter(texts)], tmp_path / "set")
    assert found.splits["train"].n_documents == len(texts)


def test_what_is_a_path_and_what_a_text() -> None:
    paths = several(path for path in ["a.txt", "b.txt"])
    assert paths == ["a.txt", "b.txt"]
    assert several("a.txt") == ["a.txt"]
    (column,) = several(Column(["a"]))
    assert isinstance(column, api.DocumentsSource)
    for wrong in (None, 5, [5], [None], {"text": ["a"]}, [{"text": "a"}]):
        with pytest.raises(TypeError):
            several(wrong)  # type: ignore[arg-type]


def test_wrong_documents_are_named() -> None:
    with pytest.raises(TypeError, match="rows: document 2 is a dict"):
        documents(Reading([api.DocumentsSource("rows", ["a", {"text": "b"}])]))  # type: ignore[list-item]
    once = api.DocumentsSource("once", iter(["a"]))
    assert documents(Reading([once])) == [b"a"]
    with pytest.raises(EngineError, match="only once"):
        documents(Reading([once]))
    again = api.DocumentsSource("again", ["a"])
    assert documents(Reading([again])) == documents(Reading([again])) == [b"a"]
