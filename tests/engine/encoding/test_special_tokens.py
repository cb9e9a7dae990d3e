"""Special tokens: which are taken, which are refused, and where they are."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.encoding import special_tokens
from workbench.engine.encoding.special_tokens import SpecialTokens
from workbench.engine.encoding.text_places import TextPlaces

IDS = {"<|end|>": 300, "<|mid|>": 301}


def made(ids: dict[str, int]) -> SpecialTokens:
    return SpecialTokens(ids, lambda token_id: b"ab" if token_id == 256 else None)


def found(
    tokens: SpecialTokens, text: bytes, start: int = 0, end: int | None = None
) -> list[tuple[int, int, int]]:
    end = len(text) if end is None else end
    return list(tokens.find(text, frozenset(tokens.ids), start, end))


@pytest.mark.parametrize("order", list(permutations([("<a>", 300), ("<a>b", 301), ("<a>bc", 302)])))
def test_the_longest_goes_first_in_any_order(order: tuple[tuple[str, int], ...]) -> None:
    tokens = made(dict(order))
    assert [i for _, _, i in found(tokens, b"<a>bcd <a>b <a> <a>c")] == [302, 301, 300, 300]


@given(
    st.lists(st.sampled_from(["<a>", "<a>b", "b<", "b", "x", "<"]), max_size=30).map("".join),
    st.integers(1, 9),
)
def test_windows_do_not_matter(text: str, window: int) -> None:
    tokens = made({"<a>": 300, "<a>b": 301, "b<": 302})
    data = text.encode()
    whole = found(tokens, data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TextPlaces, "_window", window)
        assert found(made(dict(tokens.ids)), data) == whole
    counts = tokens.count(data)
    assert sum(counts.values()) == len(whole)


def test_only_what_lies_between_start_and_end_is_found() -> None:
    tokens = made(IDS)
    text = b"<|end|><|mid|>x<|end|>"
    assert found(tokens, text, 7, 21) == [(7, 14, 301)]


@pytest.mark.parametrize(
    ("allowed", "disallowed", "taken", "refused"),
    [
        ((), "all", set(), set(IDS)),
        ("all", "all", set(IDS), set()),
        ("all", (), set(IDS), set()),
        ((), (), set(), set()),
        ({"<|end|>"}, "all", {"<|end|>"}, {"<|mid|>"}),
        ({"<|end|>"}, (), {"<|end|>"}, set()),
        ({"<|end|>", "unknown"}, {"other", ""}, {"<|end|>"}, {"other"}),
        ("none", "all", set(), set()),
        ("none", {"<|mid|>"}, set(), {"<|mid|>"}),
        ("none_raise", "all", set(), set(IDS)),
        ("none_raise", (), set(), set(IDS)),
    ],
)
def test_choices(allowed: object, disallowed: object, taken: set[str], refused: set[str]) -> None:
    assert made(IDS).choose(allowed, disallowed) == (taken, refused)


@pytest.mark.parametrize(("allowed", "disallowed"), [("some", "all"), ("all", "none")])
def test_another_word_is_refused(allowed: str, disallowed: str) -> None:
    with pytest.raises(EngineError, match=r"names no special tokens. Use all"):
        made(IDS).choose(allowed, disallowed)


def test_refusing_names_token_and_place() -> None:
    text = "é <|mid|> <|end|>".encode()
    with pytest.raises(EngineError) as caught:
        made(IDS).refuse(text, frozenset(IDS), count_characters=True)
    assert caught.value.place == Place("character", 2)
    assert str(caught.value).startswith(
        "character 2: the text contains the special token “<|mid|>”. Allow it in"
    )
    assert "Allow it in allowed_special" in caught.value.remedy
    with pytest.raises(EngineError) as caught:
        made(IDS).refuse(text, frozenset(IDS), count_characters=False)
    assert caught.value.place == Place("byte", 3)
    made(IDS).refuse(text, frozenset(), count_characters=False)
    made(IDS).refuse(b"<|mid |>", frozenset(IDS), count_characters=False)


@pytest.mark.parametrize(
    ("ids", "text"),
    [
        ({"": 300}, "special token 300 has an empty text. Remove it, or give it a text."),
        (
            {"<a>": -1},
            "the special token “<a>” has id -1, outside 0 to 4294967295",
        ),
        ({"<a>": 1 << 32}, "has id 4294967296, outside 0 to"),
        ({"<a>": 300, "<b>": 300}, "the special tokens “<a>” and “<b>” have the same id 300"),
        ({"<a>": 256}, "the special token “<a>” has id 256, the id of “ab”"),
        ({"<\ud800>": 300}, "special token 300, '<\\ud800>'"),
    ],
)
def test_special_tokens_that_cannot_be(ids: dict[str, int], text: str) -> None:
    with pytest.raises(EngineError) as caught:
        made(ids)
    assert text in str(caught.value)


def test_holding_tells_inside_from_beside() -> None:
    tokens, text = made(IDS), b"ab<|end|>cd"
    inside = [at for at in range(len(text) + 1) if tokens.holding(text, at, frozenset(IDS))]
    assert inside == [3, 4, 5, 6, 7, 8]
    assert tokens.holding(text, 5, frozenset()) is None


def test_an_end_is_held_where_what_follows_depends_on_it() -> None:
    text = b"x<s>y<s>"
    for held, ends in ((False, []), (True, [4, 8])):
        tokens = SpecialTokens({"<s>": 300}, lambda _: None, held)
        inside = [at for at in range(len(text) + 1) if tokens.holding(text, at, frozenset({"<s>"}))]
        assert inside == sorted([2, 3, 6, 7, *ends])


@pytest.mark.parametrize(
    "choice",
    [("all", ()), ("all", "all"), ("none", "all"), ("none_raise", "all"), (frozenset(), "all"), ((), ())],
)
def test_a_choice_in_words_is_made_once(choice: tuple[str, str]) -> None:  # not for each text, of thousands
    special = SpecialTokens({f"<{i}>": i for i in range(300)}, lambda _: None)
    assert special.choose(*choice)[0] is special.choose(*choice)[0]
    assert special.choose(*choice)[1] is special.choose(*choice)[1]
    chosen = special.choose(*choice)
    assert chosen == SpecialTokens(dict(special.ids), lambda _: None).choose(*choice)
    special.choose({"<1>"}, ())
    assert special.choose(*choice) == chosen


def test_choices_that_take_turns_are_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text with a set of its own took Gemma 3 a hundred times as long as one with all of its 6,000."""
    special = SpecialTokens({f"<{number}>": number for number in range(20)}, lambda _: None)
    looked_through: list[object] = []
    choose = special._choose
    monkeypatch.setattr(special, "_choose", lambda *asked: looked_through.append(asked) or choose(*asked))
    for _ in range(3):
        for allowed in ("all", "none", {"<1>"}, ["<1>", "<2>"], ()):
            taken = set(special.ids) if allowed == "all" else set() if allowed == "none" else set(allowed)
            assert special.choose(allowed, ()) == (taken, frozenset())
    assert len(looked_through) == 5
    for number in range(20):
        assert special.choose({f"<{number}>"}, "all") == ({f"<{number}>"}, set(special.ids) - {f"<{number}>"})
    assert len(special._chosen) <= special_tokens._SETS
