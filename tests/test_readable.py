"""What runs once more in readable code: all that reaches the kernels, but for what a reason is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import conftest, readable


def test_what_is_left_out_by_name_is_there_and_would_run_else() -> None:
    reaching = readable.reaching()
    assert [file for file in readable.ONCE if file not in reaching] == []


def test_what_is_left_out_by_itself_reaches_no_kernel() -> None:
    """Also, every room of the engine that computes with tokens takes part, and every format."""
    reaching = set(readable.reaching())
    for room in readable.ROOMS:
        for file in (readable.ROOT / "tests" / room).rglob("test_*.py"):
            name = str(file.relative_to(readable.ROOT))
            assert name in reaching or "import kernels" not in file.read_text("utf-8"), name
    rooms = {str(Path(file).parent) for file in readable.files()}
    for room in ("splitting", "counting", "training", "models", "encoding", "explaining", "judging", "lab"):
        assert f"tests/engine/{room}" in rooms
    formats = {
        str(file.parent.relative_to(readable.ROOT))
        for file in readable.ROOT.glob("tests/formats/*/test_format.py")
    }
    assert len(formats) > 8
    assert formats <= rooms


@pytest.mark.parametrize(
    ("source", "runs"),
    [
        ("from workbench.engine.models.bpe import RankMergedBpe", True),
        ("from workbench.engine.splitting import pre_tokenizers", True),
        ("import workbench.api", True),
        ("from workbench.engine.base import utf8", False),
    ],
)
def test_what_a_file_imports_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, runs: bool
) -> None:
    """Also inside a function, where its subject reaches nothing."""
    file = tmp_path / "tests" / "engine" / "base" / "test_new.py"
    file.parent.mkdir(parents=True)
    (tmp_path / "tests" / "formats").mkdir()
    file.write_text(f"def test_new():\n    {source}\n")
    monkeypatch.setattr(readable, "ROOT", tmp_path)
    assert readable.reaching() == [str(file.relative_to(tmp_path))] * runs


def test_a_file_of_a_room_that_reaches_them_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for room in readable.ROOMS:
        (tmp_path / "tests" / room).mkdir(parents=True)
    (tmp_path / "tests" / "formats" / "test_new.py").write_text("")
    monkeypatch.setattr(readable, "ROOT", tmp_path)
    assert readable.reaching() == ["tests/formats/test_new.py"]


def test_the_files_that_come_first_are_there() -> None:
    assert [file for file in conftest.LONGEST if not (readable.ROOT / file).is_file()] == []
