"""Texts around added tokens by the kernel: the same ids as stretch by stretch."""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench import kernels
from workbench.engine.base import pace
from workbench.engine.encoding import added_tokens, special_tokens, text_encoding
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.encoding.special_tokens import SpecialTokens
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models import character_merged, compiled_encoding
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.character_vocabulary import CharacterVocabulary
from workbench.engine.models.compiled_encoding import CompiledEncoding
from workbench.engine.normalizers import normalizer
from workbench.engine.normalizers.older_unicode import EarlyComposed
from workbench.engine.splitting.metaspace import MarkSplit, Metaspace
from workbench.engine.splitting.pre_tokenizers import published

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


@pytest.mark.parametrize("prefix", ["never", "always", "first", "missing", "start"])
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


@pytest.mark.parametrize("prefix", ["never", "always", "first", "missing", "start"])
def test_no_stretch_is_normalized_beforehand(prefix, monkeypatch):
    """Thirteen `<s>` in 10 MB of code took Llama 2 half as long again."""
    monkeypatch.setattr(character_merged, "_PAYS", 0)
    compiled, text = tokenizer(prefix), "ab c<b> a  b\n\n c"
    wanted = ids_by_hand(tokenizer(prefix), text, "all")
    monkeypatch.setattr(Metaspace, "output", None)
    assert compiled.encode_to_numpy(text, allowed_special="all").tolist() == wanted
    assert compiled.count(text, allowed_special="all") == len(wanted)


# Marks, some of which came later than the tables that the normalizer keeps to.
MARKED = [
    "e",
    "\u0301",
    "\u0327",
    "\u0c3c",
    "が",
    "か",
    "\u3099",
    "\uac00",
    "\u11a8",
]


def test_a_text_without_special_tokens_is_normalized_once(monkeypatch):
    """It was first looked whether the normalizer leaves it: Qwen 3 took 38 ms for 5 MB, and then 22 again."""
    times: list[int] = []
    output = EarlyComposed.output
    monkeypatch.setattr(EarlyComposed, "output", lambda *given: times.append(len(given[1])) or output(*given))
    model = RankMergedBpe.from_merges([(97, 98)])
    specials = AddedTokens({"<b>": 300}, {"<b>": Flags(special=False)})
    made = Tokenizer(model, published("gpt2"), special_tokens=specials, normalizer=EarlyComposed("NFC"))
    text = "ab e\u0301 " * 2000
    assert made.count(text) == len(made.encode_to_numpy(text)) > 0
    assert times == [len(text.encode())] * 2


def test_only_what_is_near_a_change_is_normalized_stretch_by_stretch(monkeypatch):
    """One accent of two characters in a chat kept the kernel away: Qwen 3 took 1.6 s for 5 MB, now 0.1."""
    changed: list[int] = []
    output = EarlyComposed.output
    monkeypatch.setattr(
        EarlyComposed, "output", lambda *given: changed.append(len(given[1])) or output(*given)
    )
    around: list[int] = []
    encode = CompiledEncoding.text_around
    monkeypatch.setattr(
        CompiledEncoding, "text_around", lambda *given: around.append(len(given[1])) or encode(*given)
    )
    model, specials = RankMergedBpe.from_merges([(97, 98)]), {"<b>": 300}
    made = Tokenizer(model, published("gpt2"), special_tokens=specials, normalizer=EarlyComposed("NFC"))
    text = "e\u0301" + "<b> ab " * 3000 + "e\u0301"
    ids = made.encode_to_numpy(text, allowed_special="all").tolist()
    assert ids == [0xC3, 0xA9] + [300, 32, 256, 32] * 3000 + [0xC3, 0xA9]
    assert around == [len(text.encode()) - 2]
    assert len(changed) < 300


def test_what_is_long_behind_the_last_special_token_is_left_to_several_threads(monkeypatch):
    monkeypatch.setattr(text_encoding, "_SHORT", 0)
    monkeypatch.setattr(text_encoding, "LARGE", 100)
    monkeypatch.setattr(compiled_encoding, "_PAYS", 0)
    around: list[int] = []
    encode = CompiledEncoding.text_around
    monkeypatch.setattr(
        CompiledEncoding, "text_around", lambda *given: around.append(len(given[1])) or encode(*given)
    )
    made = Tokenizer(RankMergedBpe.from_merges([(97, 98)]), published("gpt2"), special_tokens={"<b>": 300})
    for n in (99, 101):
        expected = [97] * 120 + [300] + [97] * n
        assert made.encode("a" * 120 + "<b>" + "a" * n, allowed_special="all") == expected
    assert around == [222]


@pytest.mark.parametrize("form", ["", "NFC", "NFKC"])
@pytest.mark.parametrize("flags", [None, {}, {"<b>": Flags(lstrip=True)}, {"\n": Flags(normalized=True)}])
def test_merges_are_those_of_each_stretch(flags, form, monkeypatch):
    """Chats of 120 bytes a message took Llama 3 fourteen times as long by Python around each."""
    monkeypatch.setattr(compiled_encoding, "_PAYS", 0)
    chance = random.Random(form)
    merges = [(97, 98), (32, 97), (256, 99), (32, 256), (0xC3, 0xA9), (10, 10)]
    added = {text: 1000 + number for number, text in enumerate(ADDED)}
    specials = added if flags is None else AddedTokens(added, flags, EarlyComposed(form) if form else None)

    def made():
        composed = EarlyComposed(form) if form else None
        model = RankMergedBpe.from_merges(merges)
        return Tokenizer(model, published("gpt2"), special_tokens=specials, normalizer=composed)

    compiled, reference = made(), made()
    monkeypatch.setattr(reference._encoder, "_around_specials", lambda *_: None)
    around: list[int] = []
    encode = CompiledEncoding.text_around
    monkeypatch.setattr(
        CompiledEncoding, "text_around", lambda *given: around.append(len(given[2])) or encode(*given)
    )
    for _ in range(300):
        parts = PARTS if chance.random() < 0.5 else PARTS + MARKED
        text = "".join(chance.choices([*parts, "ab" * chance.randrange(200)], k=chance.randrange(40)))
        data = text.encode() if chance.random() < 0.8 else text.encode()[1:]
        allowed = chance.choice(["all", "none", frozenset(ADDED[:5])])
        with monkeypatch.context() as patch:
            patch.setattr(text_encoding, "_SHORT", 0)
            patch.setattr(special_tokens, "_LARGE", chance.choice([0, 1 << 12]))
            patch.setattr(normalizer, "_CHANGED", chance.choice([1, 2, 256]))
            patch.setattr(compiled_encoding, "_ROOM_AROUND", chance.choice([1, 150, 400, 1 << 14]))
            patch.setattr(compiled_encoding, "_BUDGET", chance.choice([1, 3_000_000]))
            found = compiled.encode_to_numpy(data, allowed_special=allowed, disallowed_special=()).tolist()
            n = compiled.count(data, allowed_special=allowed, disallowed_special=())
        assert (
            found == reference.encode_to_numpy(data, allowed_special=allowed, disallowed_special=()).tolist()
        )
        assert n == len(found)
    assert len(around) > 50


@given(st.lists(st.text("abc<", min_size=1, max_size=5), max_size=6, unique=True))
def test_tokens_that_cannot_overlap_are_found_in_one_pass(texts):
    tokens = [text.encode() for text in texts]
    overlaps = any(
        left != right and (left[at:].startswith(right) or right.startswith(left[at:]))
        for left, right in product(tokens, tokens)
        for at in range(len(left))
    )
    assert added_tokens._overlap(tokens) == overlaps


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
