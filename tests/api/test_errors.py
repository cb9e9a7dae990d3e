"""What the Python API raises on bad input: Python's own kinds of errors, under a public name."""

from __future__ import annotations

import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import workbench
from workbench import api
from workbench.api.encoded_files import Plan, encode_to_file
from workbench.engine.corpus.parquet_columns import read_operation
from workbench.formats import published


@pytest.fixture(scope="module")
def tokenizer() -> workbench.Tokenizer:
    return workbench.train("sample:", vocab_size=300, special_tokens=["<|end|>"])


Call = Callable[[workbench.Tokenizer, Path], object]

BAD: dict[str, tuple[type[Exception], Call]] = {
    "no such source": (FileNotFoundError, lambda _, p: workbench.train(p / "none")),
    "no such file": (FileNotFoundError, lambda _, p: workbench.open_tokenizer(p / "none")),
    "no such name": (FileNotFoundError, lambda _, __: workbench.open_tokenizer("none_base")),
    "no such file, of a class": (FileNotFoundError, lambda t, p: type(t).from_file(p / "none")),
    "no such base": (FileNotFoundError, lambda _, p: workbench.adapt(p / "none", [])),
    "nothing to count": (FileNotFoundError, lambda t, p: workbench.count([p / "none"], [t])),
    "nothing to compare": (FileNotFoundError, lambda _, p: workbench.compare([p / "none"], "sample:")),
    "no such side": (FileNotFoundError, lambda _, p: workbench.same(p / "none", p / "none")),
    "a folder": (ValueError, lambda _, p: workbench.open_tokenizer(p)),
    "a name that none has": (ValueError, lambda _, __: workbench.open_tokenizer("a\0b")),
    "a preset": (ValueError, lambda _, __: workbench.train("sample:", preset="none")),
    "a size": (ValueError, lambda _, __: workbench.train("sample:", vocab_size=-3)),
    "a pattern": (ValueError, lambda _, __: workbench.train("sample:", pattern="(")),
    "no text": (ValueError, lambda _, __: workbench.train([])),
    "a format": (ValueError, lambda t, p: workbench.save_tokenizer(t, p / "a.json", format="none")),
    "a suffix": (ValueError, lambda t, p: workbench.save_tokenizer(t, p / "a.none")),
    "an id that is none": (ValueError, lambda t, _: t.decode([1.5])),  # type: ignore[list-item]
    "a special token": (workbench.SpecialTokenInText, lambda t, _: t.encode("<|end|>")),
    "rows without length": (ValueError, lambda t, _: t("a", truncation=True)),
    "rows without padding": (ValueError, lambda t, _: t("a", padding=True)),
    "a padding": (ValueError, lambda t, _: t("a", padding="max_lenght", max_length=3, pad_id=0)),
    "an id": (KeyError, lambda t, _: t.decode([99999])),
    "a token": (KeyError, lambda t, _: t.encode_single_token("no token")),
    "a token of a kind": (TypeError, lambda t, _: t.encode_single_token(5)),  # type: ignore[arg-type]
    "a text": (TypeError, lambda t, _: t.encode(5)),  # type: ignore[arg-type]
    "an id of a kind": (workbench.WrongType, lambda t, _: t.decode(["1"])),  # type: ignore[list-item]
    "ids of a kind": (workbench.WrongType, lambda t, _: t.decode("12")),  # type: ignore[arg-type]
    "no ids": (workbench.WrongType, lambda t, _: t.decode_bytes(None)),  # type: ignore[arg-type]
    "a number": (workbench.WrongType, lambda t, _: t.decode_tokens_bytes(1.5)),  # type: ignore[arg-type]
    "a batch of ids": (workbench.WrongType, lambda t, _: t.decode_batch([1, 2])),  # type: ignore[list-item]
    "no batch": (workbench.WrongType, lambda t, _: t.decode_bytes_batch(None)),  # type: ignore[arg-type]
    "a text as id": (workbench.WrongType, lambda t, _: t.id_to_token("a")),  # type: ignore[arg-type]
    "a text as special id": (workbench.WrongType, lambda t, _: t.is_special_token("a")),  # type: ignore[arg-type]
    "an id as text": (workbench.WrongType, lambda t, _: t.token_to_id(5)),  # type: ignore[arg-type]
    "a text in place of several": (workbench.WrongType, lambda t, _: t.encode_batch("text")),
    "no texts": (workbench.WrongType, lambda t, _: t(None)),  # type: ignore[arg-type]
    "a text among others": (workbench.WrongType, lambda t, _: t.encode_ordinary_batch(["a", None])),  # type: ignore[list-item]
    "a text as source": (FileNotFoundError, lambda _, __: workbench.train(["a text to train on"])),
    "a side of padding": (ValueError, lambda t, _: t("a", padding=True, pad_id=0, padding_side="up")),
    "a multiple": (ValueError, lambda t, _: t("a", padding=True, pad_id=0, pad_to_multiple_of=-8)),
    "no multiple": (ValueError, lambda t, _: t("a", padding=True, pad_id=0, pad_to_multiple_of=0)),
    "half a multiple": (
        TypeError,
        lambda t, _: t(["a"], padding=True, pad_id=0, pad_to_multiple_of=2.5),  # type: ignore[arg-type]
    ),
    "a text that fills": (TypeError, lambda t, _: t(["a", "b c"], padding=True, pad_id="x")),  # type: ignore[arg-type]
    "a length between two multiples": (
        ValueError,
        lambda t, _: t("a b", padding=True, pad_id=0, truncation=True, max_length=10, pad_to_multiple_of=8),
    ),
    "no tokenizer of a data set": (
        TypeError,
        lambda _, p: workbench.encode_dataset("a", "sample:", p / "set"),  # type: ignore[arg-type]
    ),
    "sources": (TypeError, lambda _, __: workbench.train(None)),  # type: ignore[arg-type]
    "no tokenizer": (
        TypeError,
        lambda _, p: workbench.save_tokenizer("a", p / "a.json"),  # type: ignore[arg-type]
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_python_knows_the_kind_of_error(name: str, tokenizer: workbench.Tokenizer, tmp_path: Path) -> None:
    kind, call = BAD[name]
    with pytest.raises(kind) as caught:
        call(tokenizer, tmp_path)
    if isinstance(caught.value, workbench.EngineError):
        assert isinstance(caught.value, ValueError)
        assert getattr(workbench, type(caught.value).__name__) is type(caught.value)
        assert type(caught.value).__module__ == "workbench"


def test_a_missing_file_is_named_as_python_names_it(tmp_path: Path) -> None:
    with pytest.raises(workbench.MissingFile) as caught:
        workbench.open_tokenizer(tmp_path / "none")
    error = pickle.loads(pickle.dumps(caught.value))
    assert (error.filename, error.errno) == (str(tmp_path / "none"), 2)
    assert str(error) == str(caught.value)


def test_a_vocabulary_that_was_not_fetched_is_a_missing_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(published, "cache_folder", lambda: str(tmp_path))
    with pytest.raises(
        workbench.MissingFile, match="fetch the vocabulary by the command workbench fetch"
    ) as caught:
        workbench.open_tokenizer("o200k_base")
    assert caught.value.filename == "o200k_base"


def test_an_unreadable_source_is_no_fault_of_the_target(
    tokenizer: workbench.Tokenizer, tmp_path: Path
) -> None:
    target = tmp_path / "ids.bin"
    with pytest.raises(workbench.MissingFile) as caught:
        list(encode_to_file(tokenizer, str(tmp_path / "none"), str(target), Plan("u16", "whole")))
    assert caught.value.file == str(tmp_path / "none")
    assert not target.exists()


def test_what_catches_value_errors_lets_ours_pass(tmp_path: Path) -> None:
    with pytest.raises(workbench.EngineError) as of_folder:
        workbench.open_tokenizer(tmp_path)
    assert of_folder.value.code == "file_is_folder"
    trained = workbench.train(api.TextSource("memory", "text in memory"), vocab_size=260)
    with pytest.raises(workbench.EngineError, match="lay in memory") as of_record:
        api.recorded_run(trained.record or {})
    assert "record_incomplete" not in str(of_record.value.facts["what"])
    assert not str(of_record.value.facts["what"]).startswith("what belongs here")


def test_parquet_with_negative_counts_says_so(tmp_path: Path) -> None:
    table = pa.table({"text": ["a", "b"], "n": [1, -1]})
    pq.write_table(table, tmp_path / "a.parquet")
    header = {"path": str(tmp_path / "a.parquet"), "column": "text", "count": "n"}
    with pytest.raises(workbench.EngineError) as caught:
        list(read_operation(header, ()))
    assert (caught.value.code, caught.value.facts["count"]) == ("count_negative", -1)


def test_a_member_that_unpacks_to_too_much_is_not_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.engine.corpus.zip_members.FREE_BYTES", 1 << 20)
    path = tmp_path / "zeros.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros.txt", "0" * (8 << 20))
    with pytest.raises(workbench.EngineError) as caught:
        workbench.train(path, vocab_size=260, strict=True)
    assert caught.value.code == "packed_too_much"
