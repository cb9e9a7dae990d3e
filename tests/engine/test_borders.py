"""Safe borders found in windows are those of the splitter, and none lies inside a special token."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.engine import borders
from workbench.engine.bpe import RankMergedBpe
from workbench.engine.pre_tokenizers import published
from workbench.engine.tokenizer import Tokenizer


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
    steps = list(made().next_border_steps(text, 10))
    assert len(steps) > 50
    assert made().next_border(text, 10) == 1_000_004
    assert made().previous_border(text, 1_000_000) == 3
    # Looking back through letters takes half a microsecond each: 20 KB a slice keeps within 20 ms.
    assert len(list(made().previous_border_steps(text, 1_000_000))) > 50


@pytest.mark.parametrize("letter", ["x", "é", "日"])
def test_a_border_at_the_edge_of_a_window_is_not_missed(monkeypatch: pytest.MonkeyPatch, letter: str) -> None:
    monkeypatch.setattr(borders, "_WINDOW", 16)
    tokenizer, width = made(), len(letter.encode())
    for times in range(1, 60):
        text = f"{letter * times} {letter * times}".encode()
        assert tokenizer.next_border(text, 0) == times * width
        assert tokenizer.previous_border(text, len(text)) == times * width
