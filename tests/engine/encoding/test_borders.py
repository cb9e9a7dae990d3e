"""Safe borders found in windows are those of the splitter, and none lies inside a special token."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.points import counted
from workbench.engine.encoding import borders, text_encoding
from workbench.engine.encoding import tokenizer as tokenizer_module
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.encoding.encoding import joined
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.normalizers.normal_forms import Composed, Form
from workbench.engine.normalizers.normalizer import Normalizer, border_rule
from workbench.engine.normalizers.older_unicode import EarlyComposed
from workbench.engine.normalizers.text_normalizers import InOrder, Lowercase
from workbench.engine.splitting.pre_tokenizers import custom, published
from workbench.engine.splitting.split_patterns import FURTHER


def made() -> Tokenizer:
    model = RankMergedBpe.from_merges([(116, 104), (256, 101), (105, 110)])
    return Tokenizer(model, published("o200k"), {"<|end|>": 300})


@given(
    st.lists(
        st.sampled_from(["the", " in", "\n", "日本", "é", "'s", "12", "<|end|>", "\udcff", "\udc97"]),
        max_size=40,
    ),
    st.integers(9, 30),
    st.data(),
)
def test_borders_are_found_in_windows(words: list[str], window: int, data: st.DataObject) -> None:
    tokenizer, raw = made(), "".join(words).encode("utf-8", "surrogateescape")
    position = data.draw(st.integers(0, len(raw)))
    splitter = tokenizer.pre_tokenizer
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(borders, "_WINDOW", window)
        assert tokenizer.next_border(raw, position) == splitter.next_border(raw, position)
        assert tokenizer.previous_border(raw, position) == splitter.previous_border(raw, position)
        for border in (
            tokenizer.next_border(raw, position, "all"),
            tokenizer.previous_border(raw, position, "all"),
        ):
            halves = [tokenizer.encode(half, allowed_special="all") for half in (raw[:border], raw[border:])]
            assert halves[0] + halves[1] == tokenizer.encode(raw, allowed_special="all")


def test_a_long_stretch_without_a_border_is_searched_in_slices() -> None:
    text = b"the " + b"x" * 1_000_000 + b" the"
    border, n_points = counted(lambda: made().next_border(text, 10))
    assert (border, n_points > 50) == (1_000_004, True)
    # Looking back through letters takes half a microsecond each: 20 KB a slice keeps within 20 ms.
    border, n_points = counted(lambda: made().previous_border(text, 1_000_000))
    assert (border, n_points > 50) == (3, True)


@pytest.mark.parametrize("letter", ["x", "é", "日"])
def test_a_border_at_the_edge_of_a_window_is_not_missed(monkeypatch: pytest.MonkeyPatch, letter: str) -> None:
    monkeypatch.setattr(borders, "_WINDOW", 16)
    tokenizer, width = made(), len(letter.encode())
    for times in range(1, 60):
        text = f"{letter * times} {letter * times}".encode()
        assert tokenizer.next_border(text, 0) == times * width
        assert tokenizer.previous_border(text, len(text)) == times * width


# --- borders of a normalizer ------------------------------------------------------------------------

FORMS: tuple[Form, ...] = ("NFC", "NFD", "NFKC", "NFKD")
PARTS = [
    *("e", "\u0301", "\u0338", "<", "=", " ", "\n", "\r\n", ",", ";", "、", "\uff0c", "日本", "あ", "\u3099"),
    *("\uff76", "\uff9e", "\u1100", "\u1161", "\u11a8", "가", "é", "\u00c5", "\u212b", "\u037e", "\ufb01"),
    *("\u08d3", "\u32ff", "12", "½", "'s", "…", "\u09c7", "\u09be", "<|end|>", "\ufffd", "\udcff", "\udcc3"),
    *("\u0344", "the ", "\u2000", "\u00a0", "\u0345"),
]
SPLITS = ["gpt2", "cl100k", "o200k", "qwen2"]


def normalizing(normalizer: Normalizer, split: str) -> Tokenizer:
    splitter = custom(FURTHER[split]) if split in FURTHER else published(split)
    model = RankMergedBpe.from_merges([(116, 104), (256, 101), (195, 169), (32, 49), (44, 32)])
    return Tokenizer(model, splitter, {"<|end|>": 300}, normalizer=normalizer)


def by_the_whole(tokenizer: Tokenizer, text: bytes, specials: str) -> list[list[object]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokenizer._encoder, "_is_one_part", True)
        made = tokenizer.encode_with_offsets(text, allowed_special=specials, disallowed_special=())
    return [made.ids.tolist(), made.spans.tolist(), made.pieces.tolist()]


@pytest.mark.parametrize("form", FORMS)
@given(st.lists(st.sampled_from(PARTS), max_size=16), st.sampled_from(SPLITS), st.booleans(), st.data())
def test_a_text_is_cut_before_it_is_composed(
    form: Form, parts: list[str], split: str, early: bool, data: st.DataObject
) -> None:
    step = EarlyComposed(form) if early else Composed(form)
    tokenizer = normalizing(InOrder([step]) if data.draw(st.booleans()) else step, split)
    text = "".join(parts).encode("utf-8", "surrogateescape")
    whole = by_the_whole(tokenizer, text, "all")
    position = data.draw(st.integers(0, len(text)))
    following = data.draw(st.sampled_from(PARTS)).encode("utf-8", "surrogateescape")
    after = tokenizer.next_border(text, position, "all")
    before = tokenizer.previous_border(text, position, "all")
    for border, longer, at in (  # it is one too where something else stands further off
        (after, following + text[position:], after - position + len(following)),
        (before, text[:position] + following, before),
    ):
        for all_of_it, cut in ((text, border), (longer, at if 0 < border < len(text) else 0)):
            halves = (by_the_whole(tokenizer, half, "all")[0] for half in (all_of_it[:cut], all_of_it[cut:]))
            assert list(chain(*halves)) == by_the_whole(tokenizer, all_of_it, "all")[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_encoding, "_PART_BYTES", 4)
        found = list(tokenizer.encode_parts(text, "all"))
        patch.setattr(text_encoding, "_SLICE", data.draw(st.integers(1, 9)))
        patch.setattr(tokenizer_module, "_LONG", 0)
        sliced = text.decode("utf-8", "replace")
        allowed = data.draw(st.sampled_from(["all", "none"]))
        ids = tokenizer.encode_to_numpy(sliced, allowed_special=allowed).tolist()
        n_ids = tokenizer.count(sliced, allowed_special=allowed)
    if text:
        made = joined(found)
        assert [made.ids.tolist(), made.spans.tolist(), made.pieces.tolist()] == whole
    assert ids == by_the_whole(tokenizer, sliced.encode(), allowed)[0]
    assert n_ids == len(ids)


@pytest.mark.parametrize("unit", ["e\u0301x\u0323", "\u0301 ", "<|end|>", "e\u0301x\u0323" * 99 + "the end "])
def test_borders_that_are_none_are_looked_at_some_times_only(
    monkeypatch: pytest.MonkeyPatch, unit: str
) -> None:
    """A stream by Qwen 3 of two megabytes with a million of them took three seconds more."""
    tokenizer = normalizing(EarlyComposed(), "qwen2")
    looks: list[int] = []
    refused = borders._refused
    monkeypatch.setattr(borders, "_refused", lambda *given: looks.append(0) or refused(*given))
    text = (unit * (300_000 // len(unit))).encode()
    for find, position in ((tokenizer.next_border, 0), (tokenizer.previous_border, len(text))):
        border = find(text, position, "all")
        assert len(looks) < 10_000
        looks.clear()
        if "the" in unit:
            assert 0 < border < len(text)
            halves = (text[:border], text[border:])
            ids = [token_id for half in halves for token_id in tokenizer.encode(half, allowed_special="all")]
            assert ids == tokenizer.encode(text, allowed_special="all")


def test_letters_without_spaces_are_cut_before_they_are_composed() -> None:
    tokenizer, text = normalizing(EarlyComposed(), "qwen2"), b"<div><p>" * 9
    assert tokenizer.next_border(text, 0) < 8
    assert tokenizer.previous_border(text, len(text)) > len(text) - 8
    assert tokenizer.next_border("<div><\u0338".encode(), 4) == len("<div><\u0338".encode())
    assert tokenizer.previous_border(b"div<p", 4) == 0  # what is from there on may be something else


def test_there_is_no_rule_where_a_step_has_none_or_words_are_sought_in_the_normalized_text() -> None:
    assert border_rule(InOrder([Composed("NFC"), Lowercase()])) is None
    assert border_rule(InOrder([Composed("NFC"), EarlyComposed()])) is not None
    text = b"the end, the end"
    model = RankMergedBpe.from_merges([(116, 104)])
    for normalized, border in ((False, 3), (True, len(text))):
        tokens = AddedTokens({"end, the": 300}, {"end, the": Flags(normalized=normalized)}, Composed("NFC"))
        tokenizer = Tokenizer(model, published("o200k"), tokens, normalizer=Composed("NFC"))
        assert tokenizer.next_border(text, 0, "all") == border
