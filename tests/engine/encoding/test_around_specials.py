"""Texts around added tokens by the kernel: the same ids as stretch by stretch."""

import random

import numpy as np
import pytest

from workbench import kernels
from workbench.engine.base import pace
from workbench.engine.encoding import special_tokens
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.encoding.special_tokens import SpecialTokens
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models import character_merged
from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.character_vocabulary import CharacterVocabulary
from workbench.engine.splitting.metaspace import MarkSplit, Metaspace

pytestmark = pytest.mark.skipif(not kernels.active(), reason="without kernels there is nothing to compare")

MARK = "\u2581"
TEXTS = [f"<0x{byte:02X}>" for byte in range(256)]
TEXTS += [
    "a",
    "b",
    "c",
    MARK,
    "é",
    "中",
    "ab",
    MARK + MARK,
    MARK + "a",
    "a" + MARK,
    "abc",
    MARK + "ab",
    "中é",
]
IDS = {text: number for number, text in enumerate(TEXTS)}
MERGES = [("a", "b"), (MARK, MARK), (MARK, "a"), ("a", MARK), ("ab", "c"), (MARK, "ab"), ("中", "é")]
ADDED = ["\n", "\n\n", "<b>", "<bb>", "b>", MARK + MARK + "b", "  c", "é\n"]
PARTS = ["a", "b", "c", " ", "  ", "ab", "abc", MARK, "é", "中", "\u0301", "😀", "<", ">", *ADDED]


def tokenizer(prefix="never", flags=None):
    rows = [(IDS[left], IDS[right], IDS[left + right]) for left, right in MERGES]
    vocabulary = CharacterVocabulary(IDS, np.array(rows, np.int64), byte_fallback=True, mark=MARK)
    added = {text: 1000 + number for number, text in enumerate(ADDED)}
    plain = {text: Flags(special=text in ("b>", "<bb>")) for text in ADDED}
    return Tokenizer(
        CharacterMergedBpe(vocabulary),
        MarkSplit(MARK, splits=False),
        special_tokens=AddedTokens(added, plain | (flags or {})),
        normalizer=Metaspace(MARK, prefix),
    )


def ids_by_hand(reference, text, allowed):
    """Encode each stretch by itself, as a text without special tokens."""
    ids, start = [], 0
    taken, _ = reference.specials.choose(allowed, ())
    data = text.encode()
    for first, last, token_id in [
        *reference.specials.find(data, taken, 0, len(data)),
        (len(data),) * 2 + (None,),
    ]:
        stretch = reference.normalizer.output(
            data[start:first], start == 0 or reference.normalizer.begins_anew
        )
        for part in reference.model._piece(stretch):
            ids += part[0]
        ids += [] if token_id is None else [token_id]
        start = last
    return ids


@pytest.mark.parametrize("prefix", ["never", "always", "first"])
@pytest.mark.parametrize("allowed", ["none", "all"])
def test_ids_are_those_of_each_stretch(prefix, allowed, monkeypatch):
    monkeypatch.setattr(character_merged, "_PAYS", 0)
    monkeypatch.setattr(special_tokens, "_LARGE", 0)
    chance = random.Random(prefix + allowed)
    compiled, reference = tokenizer(prefix), tokenizer(prefix)
    for _ in range(1000):
        text = "".join(chance.choices(PARTS, k=chance.randrange(30)))
        wanted = ids_by_hand(reference, text, allowed)
        assert compiled.encode_to_numpy(text, allowed_special=allowed).tolist() == wanted, ascii(text)
        assert compiled.count(text, allowed_special=allowed) == len(wanted)


@pytest.mark.parametrize("flags", [{}, {"<b>": Flags(single_word=True)}, {"\n": Flags(normalized=True)}])
def test_places_are_those_that_find_yields(flags, monkeypatch):
    monkeypatch.setattr(special_tokens, "_LARGE", 0)
    chance = random.Random(len(flags))
    added = {text: 1000 + number for number, text in enumerate([*ADDED, "x" * 300][: 8 + bool(flags)])}
    specials = SpecialTokens(AddedTokens(added, flags), lambda _: None)
    for _ in range(1000):
        data = "".join(chance.choices([*PARTS, "x" * 300], k=chance.randrange(40))).encode()
        allowed = frozenset(chance.sample(list(added), chance.randrange(len(added))))
        wanted = [list(each) for each in specials.find(data, allowed, 0, len(data))]
        assert specials.places(data, allowed).tolist() == wanted


def test_many_places_and_a_long_text(monkeypatch):
    monkeypatch.setattr(character_merged, "_PAYS", 0)
    text = "ab c\n<b>" * 30_000 + "a" * 200_000 + "\n"
    compiled = tokenizer()
    found = compiled.encode_to_numpy(text, allowed_special="all").tolist()
    assert found == ids_by_hand(tokenizer(), text, "all")


def test_a_text_of_nothing_but_tokens_is_taken_in_slices(monkeypatch):
    monkeypatch.setattr(character_merged, "_PAYS", 0)
    compiled = tokenizer()
    text = b"\r\n" * 1_000_000
    compiled.encode_to_numpy(text[:9000])
    sizes = []
    monkeypatch.setattr(np, "concatenate", lambda parts: sizes.append(sum(map(len, parts))))
    n_points = 0

    def count() -> None:
        nonlocal n_points
        n_points += 1

    with pace.hooked(count):
        assert len(compiled.encode_to_numpy(text)) == 2_000_000
    assert not sizes  # which would take all of them at a time
    assert n_points > 60
