"""A GGUF vocabulary of a kind that is not implemented: its tokens are seen, and why nothing is encoded."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.formats.gguf.test_format import small
from tests.journeys.conftest import Person
from tests.journeys.test_opening import said


def test_tokens_are_seen_and_the_reason_why_nothing_is_encoded(person: Person, tmp_path: Path) -> None:
    tokens = [text.encode() for text in ("[UNK]", "[CLS]", "▁the", "ing", "<0x41>")]
    kinds = np.array([2, 3, 1, 1, 6], np.int32)
    file = tmp_path / "bert.gguf"
    file.write_bytes(small(model="bert", tokens=tokens, token_type=kinds, merges=None, eos_token_id=None))
    person.parts.window.show_task("vocabulary")
    person.parts.session.tokenizers.open(str(file))
    person.wait(lambda: person.tokenizer.path == str(file))
    assert person.tokenizer.writable_as == ()
    person.wait(lambda: person.parts.window.toolbar.picker.fact() == "5 tokens")
    table = person.parts.vocabulary.table.rows
    person.wait(lambda: table.rowCount() == 5)
    person.parts.window.show_task("inspect")
    person.parts.tokens.set_text(b"the thing", "")
    person.wait(lambda: "bert tokenizers are not supported, so text cannot be encoded" in said(person))
    assert "The text was not tokenized" in said(person)
    assert person.parts.tokens.text() == b"the thing"
    assert person.counts() == "–"
    assert len(person.parts.tokens.view.spans) == 0
    person.parts.session.tokenizers.open_sample()
    person.wait(lambda: person.counts() not in ("–", ""))
    assert "The text was not tokenized" not in said(person)
