"""Splits in stages and the one pattern in their place: the same pieces."""

import os
import random

import numpy as np
import pytest

from workbench import kernels
from workbench.engine.splitting.custom_patterns import THEN, compiled, spans_of
from workbench.engine.splitting.pattern_tables import tables_of
from workbench.engine.splitting.pre_tokenizers import custom
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.engine.splitting.staged_patterns import AT_ONCE
from workbench.formats.gguf.splits import SPLITS
from workbench.formats.hugging_face.patterns import DIGIT_SPLITS

MANY = 200_000 if os.environ.get("WORKBENCH_THOROUGH") else 5_000
# What stages and looks tell apart, and the ends of their ranges.
ODD = [
    *"abzAZ019 '!\"-_`~@[:/\t\n\r\u3000\u00a0\u1680\u0301\u093c\u3040\u3041\u3096\u3097\u3098\u3099\u309a",
    *"\u309b\u309d\u309f\u30a0\u30a1\u30fa\u30fb\u30fc\u30ff\u3100\u4dff\u4e00\u9fa5\u9fa6\u3007\u2460\u00bd\u0660",
    *"\uff11\x00\x1c\x85\u200b\u200d\ufeff\ue000\u0378\U0001f600\U00020000\u20ac\u00ab$+<\U00011de0\U00011de9",
    *"\U00016ff4",
    "'s", "'ll", "\r\n", "  ",
]  # fmt: skip


@pytest.mark.parametrize("staged", AT_ONCE, ids=ascii)
def test_pieces_are_the_same(staged):
    chance = random.Random(staged)
    in_turn, at_once = compiled(staged), compiled(AT_ONCE[staged])
    for _ in range(MANY):
        text = "".join(
            chance.choice(ODD) if chance.random() < 0.95 else chr(chance.randrange(0xE000, 0x110000))
            for _ in range(chance.choice((2, 4, 8, 20)))
        )
        assert list(at_once.spans(text)) == list(in_turn.spans(text)), ascii(text)


@pytest.mark.skipif(not kernels.active(), reason="without kernels nothing splits by tables")
@pytest.mark.parametrize("staged", AT_ONCE, ids=ascii)
def test_kernel_splits_by_tables(staged):
    chance = random.Random(staged)
    splitter = custom(staged)
    assert splitter.compiled is not None
    for _ in range(50):
        text = "".join(chance.choices(ODD, k=200)).encode()[: chance.randrange(600)]
        assert np.array_equal(splitter.split(text).tolist(), [*map(list, spans_of(compiled(staged), text))])


def test_formats_write_them_so():
    gpt2 = PUBLISHED["gpt2"].pattern
    written = {SPLITS["deepseek-v3"], SPLITS["starcoder"]}
    written |= {pattern + THEN + gpt2 for pattern in DIGIT_SPLITS.values()}
    assert written < set(AT_ONCE)
    assert all(tables_of(pattern) is not None for pattern in written)
