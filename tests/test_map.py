"""The map and the recipes name files that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("document", ["workbench/README.md", "CONTRIBUTING.md"])
def test_every_file_named_is_there(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    named = set(re.findall(r"\b[a-z_][a-z0-9_/]*\.(?:py|md|toml)\b", text))
    there = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("*.*")]
    there += [path.relative_to(ROOT).as_posix() for path in (ROOT / "workbench").rglob("*.*")]
    assert named
    assert not {name for name in named if not any(f"/{path}".endswith(f"/{name}") for path in there)}


def test_every_module_of_a_life_is_there() -> None:
    text = (ROOT / "workbench" / "README.md").read_text("utf-8")
    lives = text[text.index("## The life of one text") : text.index("## Threads")]
    named = set(re.findall(r"`((?:[a-z][a-z0-9_]*/)*[a-z][a-z0-9_]+)`", lives)) - {"read"}
    there = [f"/{path.with_suffix('').as_posix()}" for path in (ROOT / "workbench").rglob("*.py")]
    assert named
    assert not {name for name in named if not any(path.endswith((f"/{name}", f"_{name}")) for path in there)}
