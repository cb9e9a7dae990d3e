"""Whatever another library raises is an EngineError that says what the library says."""

from __future__ import annotations

import pytest

from workbench.engine.base.errors import EngineError
from workbench.engine.child.library_faults import guarded


class Panic(BaseException):
    """As pyo3's PanicException: no `Exception`."""


def caught(error: BaseException) -> EngineError:
    with (
        pytest.raises(EngineError) as found,
        guarded("tokenizers", missing="judge_missing", failed="judge_refuses"),
    ):
        raise error
    return found.value


@pytest.mark.parametrize(
    ("error", "code", "reason"),
    [
        (ImportError("No module named tokenizers"), "judge_missing", None),
        (ValueError("It is\n  not whole."), "judge_refuses", "It is not whole"),
        (KeyError(), "judge_refuses", "KeyError"),
        (Panic("index out of bounds"), "judge_refuses", "index out of bounds"),
    ],
)
def test_a_fault_names_the_library(error: BaseException, code: str, reason: str | None) -> None:
    fault = caught(error)
    assert (fault.code, fault.facts["library"], fault.facts.get("reason")) == (code, "tokenizers", reason)
    assert ".." not in str(fault)


@pytest.mark.parametrize("error", [MemoryError(), KeyboardInterrupt(), EngineError("file_empty")])
def test_what_is_no_fault_of_the_library_passes(error: BaseException) -> None:
    with (
        pytest.raises(type(error)) as found,
        guarded("tokenizers", missing="judge_missing", failed="judge_refuses"),
    ):
        raise error
    assert found.value is error
