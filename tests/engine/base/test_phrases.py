"""What fills an error is in the table of phrases, from which translations take it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from workbench.engine.base.phrases import OTHER_REASONS, PHRASES, REASONS, by_reason
from workbench.engine.judging import causes, same, structure

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
        if word.arg in {"reason", "why", "how", "what", "expected", "kind"}
        for phrase in phrases_of(word.value)
        if re.search("[a-z] [a-z]", phrase) and phrase not in known
    ]
    assert missing == []


def test_what_a_corpus_leaves_out_and_notes_has_words() -> None:
    codes = {
        code.value
        for file in sorted((ROOT / "engine" / "corpus").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("leave_out", "ally.note"))
        for code in ast.walk(node.args[0])
        if isinstance(code, ast.Constant)
    }
    assert {"json_broken", "json_no_field", "packed_trailing", "not_in_encoding"} <= codes
    assert codes <= set(REASONS)


def test_amounts_whose_codes_have_the_same_words_are_one() -> None:
    amounts = [("packed_cut", 3), ("held_out", 4), ("packed_damaged", 2), ("held_out", 0), ("no code", 1)]
    assert by_reason(amounts) == [("damaged files", 5), ("held out", 4), (OTHER_REASONS, 1)]


def test_what_differs_between_two_tokenizers_has_words() -> None:
    kinds = {causes.BYTES, causes.WORDS, *(kind for kind, _ in causes._KINDS)} - set(causes._SCRIPTS)
    assert kinds | {*structure.STAGES, same.INSIDE, same.IDS} <= set(PHRASES)


def test_the_table_has_each_phrase_once() -> None:
    assert len(PHRASES) == len(set(PHRASES))
