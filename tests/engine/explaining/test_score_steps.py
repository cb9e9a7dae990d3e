"""The five steps of llama2.c's encoder, over a small vocabulary and over Llama 2's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.formats.toys import score_toy, toy
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.score_tokenizer import score_tokenizer
from workbench.engine.explaining.score_steps import score_steps
from workbench.engine.models.framing import Framing
from workbench.formats.registry import open_file


def test_the_steps_of_a_small_vocabulary() -> None:
    toy_model = score_toy().model
    tokenizer = score_tokenizer(toy_model, {"<s>": 1, "</s>": 2}, framing=Framing((1,), (2,)))
    steps = score_steps(tokenizer, "aaé", after=True)
    assert steps.sorted_tokens == (
        (b"\n</s>\n", 2),
        (b"\n<s>\n", 1),
        (b" ", 259),
        (b" a", 262),
        (b"<0x00>", 3),
    )
    assert steps.start == (1, 259)
    assert steps.characters == (1, 259, 260, 260, 0xC3 + 3, 0xA9 + 3)
    assert [(m.position, m.left, m.right, m.id, m.score, m.n_candidates) for m in steps.merges] == [
        (2, 260, 260, 261, -2.0, 2)
    ]
    assert steps.merges[0].before == steps.characters
    assert [c.score for c in steps.merges[0].candidates] == [-3.0, -2.0]
    assert steps.ids == (1, 259, 261, 0xC3 + 3, 0xA9 + 3, 2)
    assert score_steps(tokenizer, "").ids == (1,)
    assert score_steps(tokenizer, "", before=False, after=True).ids == (2,)
    with pytest.raises(EngineError, match="does not merge by score"):
        score_steps(toy(), "a")


@pytest.mark.parametrize("name", ["llama2_tokenizer.bin", "llama2_tokenizer.model"])
def test_hello(shared: Path, name: str) -> None:
    tokenizer = open_file(shared / "data" / name).tokenizer
    steps = score_steps(tokenizer, "Hello")
    first = [(b"\n</s>\n", 2), (b"\n<s>\n", 1), (b"\r", 30004), (b" ", 29871), (b" \r", 6756)]
    assert list(steps.sorted_tokens) == first
    assert steps.start == (1, 29871)
    assert steps.characters == (1, 29871, 29950, 29872, 29880, 29880, 29877)
    assert [(m.position, m.id, m.score, m.n_candidates) for m in steps.merges] == [
        (3, 295, -36, 5), (1, 379, -120, 4), (3, 417, -158, 3), (2, 3156, -2897, 2), (1, 15043, -14784, 1),
    ]  # fmt: skip
    others = {(bytes(c.token), c.id, c.score) for c in steps.merges[0].candidates if c.id != 295}
    assert others == {(b" H", 379, -120), (b"He", 3868, -3609), (b"ll", 645, -386), (b"lo", 417, -158)}
    assert steps.ids == (1, 15043)
    steps = score_steps(tokenizer, "I love you, baby")
    merged = [283, 289, 301, 306, 343, 345, 366, 370, 658, 5360, 10798, 24354]
    assert [merge.id for merge in steps.merges] == merged
    assert steps.ids == (1, 306, 5360, 366, 29892, 24354)
    assert score_steps(tokenizer, "I love you, baby", before=False).ids == (306, 5360, 366, 29892, 24354)
