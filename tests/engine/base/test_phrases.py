"""What fills an error is in the table of phrases, from which translations take it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from workbench.engine.base.phrases import PHRASES

ROOT = Path(__file__).parents[3] / "workbench"
ROOMS = ("engine", "formats", "api", "worker")
_FACT = re.compile(r"\{\w+\}")


def phrases_of(node: ast.expr) -> Iterator[str]:
    """Yield the texts that a fact may be, what is filled in as {}."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)


def test_every_phrase_that_is_written_in_an_error_is_in_the_table() -> None:
    known = {_FACT.sub("{}", phrase) for phrase in PHRASES}
    files = [file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]
    missing = [
        f"{file.relative_to(ROOT)}:{node.lineno} {phrase}"
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("EngineError", ".note"))
        for word in node.keywords
        if word.arg in {"reason", "why", "how"}
        for phrase in phrases_of(word.value)
        if re.search("[a-z] [a-z]", phrase) and phrase not in known
    ]
    assert missing == []


def test_the_table_has_each_phrase_once() -> None:
    assert len(PHRASES) == len(set(PHRASES))
