"""Stretches in a normal form, found by the kernel: the same as without it."""

import os
import random
import unicodedata

import numpy as np
import pytest

from workbench import kernels
from workbench.engine.normalizers import normal_forms
from workbench.engine.normalizers.normal_forms import Composed
from workbench.engine.normalizers.older_unicode import EarlyComposed
from workbench.engine.normalizers.settled_text import settled_tables, stretches

pytestmark = pytest.mark.skipif(kernels.kernel("normal_text") is None, reason="no kernels")

MANY = 20_000 if os.environ.get("WORKBENCH_THOROUGH") else 400

# Marks out of order, what joins the one before it, what changes, what came after Unicode 10.
ODD = [
    *map(chr, (*range(0x300, 0x370), *range(0x1100, 0x1200, 7))),
    *"aei \n\u0915\u093c\u094d\u09c7\u09be\uac00\uac01\uf900\u212b\u00e9\u1e9b\u3099\u304b\uff76\uff9e\u07fd",
    *"\u08d3\u0344\u2126\ufb01\u2460\U0001d15e\U00011099\U000110ba\u0f71\u0f72\u0f74\u1ebf\u0338\u226e",
    # joining marks behind characters that they join, and that they do not
    *"\u0928\u092b\u0a1c\u0a3c\u0b95\u0bc6\u0bc7\u0bbe\u0647\u06c1\u06d5\u0654\u0651\u064e",
]


def texts(seed, n):
    chance = random.Random(seed)
    for _ in range(n):
        odd = chance.random()
        text = "".join(
            chance.choice(ODD) if chance.random() < odd else chance.choice("abc \u4e2d\u00e9")
            for _ in range(chance.choice((3, 20, 200)))
        )
        data = (text + "x" * chance.randrange(600) * (chance.random() < 0.2) + text).encode()
        yield data[: chance.randrange(len(data) + 1)] if chance.random() < 0.1 else data


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@pytest.mark.parametrize("kind", [Composed, EarlyComposed])
def test_kernel_changes_nothing(form, kind, monkeypatch):
    readable, compiled = kind(form), kind(form)
    for text in texts(f"{form} {kind}", MANY):
        monkeypatch.setattr(normal_forms, "_PAYS", 1 << 60)
        wanted = readable.normalize(text, first=True)
        monkeypatch.setattr(normal_forms, "_PAYS", 0)
        found = compiled.normalize(text, first=True)
        assert found.output == compiled.output(text, first=True) == wanted.output, text
        assert found.replaced == wanted.replaced
        assert found.approximate or wanted.approximate or np.array_equal(found.alignment, wanted.alignment)


def test_what_stays_is_not_looked_at_again():
    text = b"plain, and \xc3\xa9 too. " * 40_000 + "e\u0301".encode() + b" and on" * 1000
    tables = settled_tables("NFC")
    found = list(stretches(text, tables, lambda at: Composed("NFC")._next_cut(text, at)))
    changed = [(start, end) for start, end, stays in found if not stays]
    assert [end for _, end, _ in found[:-1]] == [start for start, _, _ in found[1:]]
    assert (found[0][0], found[-1][1]) == (0, len(text))
    assert len(changed) == 1
    assert changed[0][0] == text.index(b"e\xcc\x81")
    assert changed[0][1] - changed[0][0] < 2000


@pytest.mark.parametrize("form", ["NFC", "NFKC"])
def test_no_mark_that_joins_is_missed(form, monkeypatch):
    monkeypatch.setattr(normal_forms, "_PAYS", 0)
    characters = [chr(code) for code in range(0x20, 0x3000) if chr(code).isprintable()]
    marks = {
        parts[1]
        for parts in (unicodedata.decomposition(c).split() for c in characters)
        if len(parts) == 2 and not parts[0].startswith("<")
    }
    for mark in (chr(int(code, 16)) for code in sorted(marks)):
        text = " ".join(f"{c}{mark} {c}{mark}\u0323" for c in characters)
        assert Composed(form).normalize(text.encode(), first=True).output.decode() == unicodedata.normalize(
            form, text
        )


def test_marks_that_came_later_are_taken_as_runs():
    step = EarlyComposed("NFC")
    text = "e\u0301" + "\u08cd" * 5000 + "\u0323" + "\u08cd\u1715"
    assert len(list(step._later(text))) == 2
    for whole in (step.composed(text), step.changed(text).output.decode()):
        assert whole == "\u00e9" + text[2:]
