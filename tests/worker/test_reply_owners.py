"""What is connected to a reply without a receiver of its own goes by `Reply.tell`, which knows an owner."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PRODUCT = Path(__file__).parents[2] / "workbench"
SIGNALS = {"progressed", "answered", "failed", "cancelled"}
NO_REPLIES = ("self.listing.",)  # a part of what listens to it, and gone with it


def connected_without_receiver(code: str) -> Iterator[str]:
    """Yield the calls that connect a lambda, a partial or a function within another to a reply."""
    tree = ast.parse(code)
    within = {
        inner.name
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef)
        for inner in ast.walk(outer)
        if isinstance(inner, ast.FunctionDef) and inner is not outer
    }
    loops = {
        ast.unparse(loop.target)
        for loop in ast.walk(tree)
        if isinstance(loop, ast.For) and any(map(_is_signal, ast.walk(loop.iter)))
    }
    for call in ast.walk(tree):
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr == "connect"
        ):
            signal, slot = call.func.value, call.args[0]
            of_reply = _is_signal(signal) or ast.unparse(signal) in loops
            if of_reply and (isinstance(slot, ast.Lambda | ast.Call) or ast.unparse(slot) in within):
                yield ast.unparse(call)


def _is_signal(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr in SIGNALS
        and not ast.unparse(node).startswith(NO_REPLIES)
    )


def test_the_product_connects_none() -> None:
    files = [file for room in ("shell", "panels", "widgets") for file in (PRODUCT / room).rglob("*.py")]
    assert len(files) > 100
    found = {file.name: list(connected_without_receiver(file.read_text("utf-8"))) for file in files}
    assert {name: calls for name, calls in found.items() if calls} == {}


@pytest.mark.parametrize(
    "code",
    [
        "reply.answered.connect(lambda answer: f(answer))",
        "self._ask(request).failed.connect(partial(f, 1))",
        "for end in (reply.failed, reply.cancelled):\n    end.connect(lambda: f())",
        "def f():\n    def g(answer): ...\n    reply.answered.connect(g)",
    ],
)
def test_it_would_be_found(code: str) -> None:
    assert len(list(connected_without_receiver(code))) == 1
