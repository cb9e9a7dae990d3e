"""A text put for another in a long text: part by part, the same as in one."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine.texts import raw_texts
from tests.points import Sliced, counted
from workbench.engine.encoding.added_tokens import AddedTokens
from workbench.engine.encoding.special_tokens import SpecialTokens
from workbench.engine.normalizers import text_normalizers
from workbench.engine.normalizers.clip_cleaning import Ftfy
from workbench.engine.normalizers.text_normalizers import Prepend, Replace
from workbench.engine.splitting import metaspace
from workbench.engine.splitting.metaspace import MarkSplit, Metaspace


@given(st.text("ab é", max_size=60), st.text("ab é", min_size=1, max_size=4), st.text("bé", max_size=3))
@example("a" * 40, "aaa", "é")
@example("ab" * 20, "abab", "")
def test_parts_are_replaced_as_the_whole(text: str, old: str, new: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_normalizers, "_WINDOW", 1)
        found = Replace(old, new).normalize(text.encode(), first=True)
    assert found.output.decode() == text.replace(old, new)
    borders, rest = [], text
    while old in rest:
        before, _, rest = rest.partition(old)
        at = len(text.encode()) - len((before + old + rest).encode())
        start = at + len(before.encode())
        borders += [*range(at, start), *([start] * len(new.encode()))]
    at = len(text.encode()) - len(rest.encode())
    borders += range(at, len(text.encode()) + 1)
    if not text.endswith(old) or rest:
        assert found.alignment.tolist() == borders


def test_a_long_text_is_replaced_by_many_points() -> None:
    for text in ("a", "é", " ", "a "):
        for step in (Replace(" ", "\u2581"), Replace("  ", " ")):
            data = text.encode() * 400_000
            work = Sliced(lambda step=step, data=data: step.normalize(data, first=True))
            assert sum(1 for _ in work) > len(data) >> 14
            assert work.result.output == data.replace(step.pattern.encode(), step.content.encode())


def test_a_text_before_a_long_one_comes_by_many_points() -> None:
    data = "é".encode() * 400_000
    normalized, points = counted(lambda: Prepend("\u2581").normalize(data, first=True))
    assert normalized.output == "\u2581".encode() + data
    assert points > len(data) >> 16


@given(raw_texts, st.sampled_from(["never", "always", "missing"]))
def test_marks_are_put_part_by_part_as_in_one(text: bytes, prefix: str) -> None:
    step = Metaspace(prefix=prefix)
    whole = step.normalize(text, first=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(metaspace, "_WINDOW", 3)
        found, points = counted(lambda: step.normalize(text, first=True))
    assert (found.output, found.alignment.tolist()) == (whole.output, whole.alignment.tolist())
    assert points >= 2 * (len(text) // 3)


def test_borders_ask_once_for_each_pair() -> None:
    asked: list[str] = []

    def is_border(left: str, right: str) -> bool:
        asked.append(left + right)
        return left == "b"

    split = MarkSplit("\u2581", splits=False, is_border=is_border)
    text = b"a" * 16_000 + b"bc"
    assert split.next_border(text, 0) == 16_001
    assert len(asked) < 20  # a look at more and more of the text


def test_white_space_is_not_gone_through_where_no_token_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    from workbench.engine.encoding import added_tokens

    looks: list[int] = []
    monkeypatch.setattr(added_tokens, "space_end", lambda text, at, last: looks.append(at) or at)
    specials = SpecialTokens(AddedTokens({"<s>": 1, "<t>": 2}, {}), lambda _: None, False)
    text = b" " * 1000 + b"<s>" + b" " * 1000
    assert specials.holding(text, 500, frozenset()) is None
    assert not looks
    assert specials.holding(text, 1001, frozenset({"<s>"})) == (1000, 1003)


def test_a_long_line_is_looked_through_by_many_points() -> None:
    text = "a" * 400_000
    edited, points = counted(lambda: Ftfy().changed(text))
    assert len(edited.output) == len(text)
    assert points > len(text) >> 14
