"""What the Python API raises on bad input: Python's own kinds of errors, under a public name."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import workbench
from workbench.api.encoded_files import Plan, encode_to_file
from workbench.engine.base.slices import finished


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


def test_an_unreadable_source_is_no_fault_of_the_target(
    tokenizer: workbench.Tokenizer, tmp_path: Path
) -> None:
    target = tmp_path / "ids.bin"
    with pytest.raises(workbench.MissingFile) as caught:
        finished(encode_to_file(tokenizer, str(tmp_path / "none"), str(target), Plan("u16", "whole")))
    assert caught.value.file == str(tmp_path / "none")
    assert not target.exists()
