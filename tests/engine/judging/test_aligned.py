"""Borders of two tokenizers on one text, against the same asked byte by byte; and their causes."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.score_toys import llama_vocabulary
from tests.engine.texts import raw_texts
from tests.points import counted
from workbench import api
from workbench.engine.encoding.normalizer_specs import normalizer_from_spec
from workbench.engine.encoding.score_tokenizer import score_tokenizer
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging import aligned
from workbench.engine.judging import causes as causes_module
from workbench.engine.judging.aligned import (
    ALIKE,
    COARSER,
    CROSSING,
    FINER,
    UNDECIDED,
    density,
    differences,
    lines,
    row,
    together,
)
from workbench.engine.judging.causes import causes, kind_of
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.splitting.pre_tokenizers import published

THE = RankMergedBpe.from_merges([(116, 104), (256, 101), (32, 257), (49, 50), (97, 98)])
HE = RankMergedBpe.from_merges([(104, 101), (32, 116), (97, 98), (32, 32)])
ONE = Tokenizer(THE, published("gpt2"), {"<|x|>": 270})
OTHER = Tokenizer(HE, published("cl100k"), {"<|x|>": 270})
LLAMA = score_tokenizer(
    ScoreMergedBpe.from_vocabulary(llama_vocabulary(("a", -9.0), ("b", -9.0), ("ab", -1.0), (" a", -2.0)))
)
LOWER = Tokenizer(THE, published("gpt2"), {"<|x|>": 270}, normalizer=normalizer_from_spec("lowercase"))


def _places(each, length):
    """Return where tokens begin or end; bytes that are in none go with the token behind them."""
    found, before = {0, length}, 0
    for start, end in each.spans.tolist():
        found |= {end} if start > before else {start, end}
        before = end
    return found


def brute(one, other, length):
    """Return (start, end, kind, tokens of both) of each differing span, found place by place."""
    mine, theirs = (_places(each, length) for each in (one, other))
    common = sorted(mine & theirs)
    found = []
    for start, end in pairwise(common):
        inner = [any(start < place < end for place in each) for each in (mine, theirs)]
        counts = [
            sum(start <= first < end or (end == length == first) for first in each.spans[:, 0].tolist())
            for each in (one, other)
        ]
        if any(inner) or counts[0] != counts[1]:
            kind = CROSSING if all(inner) else FINER if inner[1] else COARSER if inner[0] else None
            kind = kind or (FINER if counts[0] < counts[1] else COARSER)
            found.append((start, end, kind, *counts))
    return found


@given(raw_texts | st.text("the abAB12 \n").map(str.encode), st.sampled_from([OTHER, LOWER]))
def test_differing_spans_are_those_found_byte_by_byte(text, other):
    one, two = row(ONE, text), row(other, text)
    found = differences(one, two, len(text))
    rows = zip(found.spans.tolist(), found.kinds.tolist(), found.tokens.tolist(), strict=True)
    assert [(*span, kind, *tokens) for span, kind, tokens in rows] == brute(one, two, len(text))
    made = causes(found, text, (one, two), (ONE, other))
    assert sum(cause.saved for cause in made) == len(one.ids) - len(two.ids)
    places = sorted(place for cause in made for place in cause.places.tolist())
    assert places == list(range(len(found.spans)))
    whole = lines([one, two], text, 0, len(text))
    counts, winners = whole.counts, whole.winners
    starts = [0, *(at + 1 for at, byte in enumerate(text[:-1]) if byte == 10)]
    assert whole.starts.tolist() == starts[: len(text)]
    assert counts.sum(axis=1).tolist() == ([len(one.ids), len(two.ids)] if text else [0, 0])
    for place, (winner, line) in enumerate(zip(winners.tolist(), _cut(text, starts), strict=True)):
        best, comes_back = counts[:, place], [_comes_back(each, line) for each in (ONE, other)]
        assert whole.lost[:, place].tolist() == [not each for each in comes_back]
        is_tie = best[0] == best[1] or not all(comes_back)
        assert winner == (UNDECIDED if is_tie else int(best[1] < best[0]))
    assert density([one, two], len(text), 7)[0].sum(axis=1).tolist() == counts.sum(axis=1).tolist()


def _cut(text, starts):
    return [text[start:end] for start, end in pairwise([*starts, len(text)])] if text else []


def _comes_back(tokenizer, text):
    return tokenizer.decode_bytes(tokenizer.encode_ordinary(text)) == text


def brute_together(rows, length):
    """Return (start, end, kinds, tokens) where rows do not all cut alike, found place by place."""
    borders = [_places(each, length) for each in rows]
    found = []
    for start, end in pairwise(sorted(set.intersection(*borders))):
        inner = [{place for place in each if start < place < end} for each in borders]
        counts = [
            sum(start <= first < end or (end == length == first) for first in each.spans[:, 0].tolist())
            for each in rows
        ]
        if any(inner) or len(set(counts)) > 1:
            kinds = [_kind(inner[0], each) for each in inner]
            for number, count in enumerate(counts):
                if kinds[number] == ALIKE and count != counts[0]:
                    kinds[number] = FINER if count > counts[0] else COARSER
            found.append((start, end, kinds, counts))
    return found


def _kind(mine, theirs):
    if mine == theirs:
        return ALIKE
    return FINER if mine < theirs else COARSER if theirs < mine else CROSSING


@given(raw_texts | st.text("the abAB12 \n").map(str.encode), st.integers(1, 9))
def test_several_rows_differ_where_they_do_byte_by_byte(text, size):
    rows = [row(each, text) for each in (ONE, OTHER, LOWER, LLAMA)]
    expected = brute_together(rows, len(text))
    assert found_in(rows, len(text)) == expected
    with pytest.MonkeyPatch.context() as patch:  # slice by slice
        patch.setattr(aligned, "_COMPARED", size)
        assert found_in(rows, len(text)) == expected


@given(raw_texts | st.text("the abAB12 \n").map(str.encode), st.integers(0, 60), st.integers(0, 60))
def test_a_stretch_differs_as_it_does_in_the_whole(text, start, end):
    rows = [row(each, text) for each in (ONE, OTHER, LLAMA)]
    start, end = min(start, len(text)), min(max(start, end), len(text))
    common = set.intersection(*(_places(each, len(text)) for each in rows))
    inside = sorted(place for place in common if start <= place <= end)
    expected = [
        found for found in brute_together(rows, len(text))
        if inside and inside[0] <= found[0] and found[1] <= inside[-1]
    ]  # fmt: skip
    assert found_in(rows, len(text), (start, end)) == expected


def found_in(rows, length, within=None):
    found = together(rows, length, within)
    told = zip(found.spans.tolist(), found.kinds.T.tolist(), found.tokens.T.tolist(), strict=True)
    return [(*span, kinds, tokens) for span, kinds, tokens in told]


def test_the_next_difference_and_the_one_before():
    text = b" the he ab"
    found = together([row(ONE, text), row(OTHER, text)], len(text))
    starts = found.spans[:, 0].tolist()
    assert len(starts) > 1
    assert [found.following(start) for start in starts] == [*range(1, len(starts)), None]
    assert [found.preceding(start) for start in starts] == [None, *range(len(starts) - 1)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (b" 12", "numbers"), (b"\n\n", "spaces and line ends"), (b"  ", "spaces and line ends"),
        (b" The", "capitals"),
        (b"...", "punctuation"), (b" the", "small letters"), ("日本".encode(), "Han"),
        ("né".encode(), "letters with marks"),
        (b"foo_bar", "code-like names"), (b"getName", "code-like names"), (b"\xff", "not UTF-8"),
        ("ש".encode(), "Hebrew"), ("ⴰ".encode(), "other scripts"),
    ],
)  # fmt: skip
def test_what_a_text_is(text, kind):
    assert kind_of(text) == kind


def test_a_difference_inside_a_character_is_of_its_script():
    text = "日né".encode()  # E6 97 A5, n, C3 A9
    halves = Tokenizer(RankMergedBpe.from_merges([(0xE6, 0x97), (0xC3, 0xA9)]), published("gpt2"))
    one, two = row(ONE, text), row(halves, text)
    found = causes(differences(one, two, len(text)), text, (one, two), (ONE, halves))
    assert {cause.text for cause in found} == {"Han", "letters with marks"}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("the_name", "code-like names"), ("getThe", "code-like names"), ("a.the()", "code-like names"),
        ("thé_", "code-like names"), (" the a_b", "small letters"), ("a_b the", "small letters"),
        ("a. the", "small letters"),
    ],
)  # fmt: skip
def test_a_part_of_a_code_like_name_is_one(text, kind):
    data = text.encode()
    halves = Tokenizer(RankMergedBpe.from_merges([(84, 104), (116, 104)]), published("gpt2"))
    none = Tokenizer(RankMergedBpe.from_merges([]), published("gpt2"))
    one, two = row(none, data), row(halves, data)
    found = differences(one, two, len(data))
    assert [data[start:end].lower() for start, end in found.spans.tolist()] == [b"th"]
    assert [cause.text for cause in causes(found, data, (one, two), (none, halves))] == [kind]


def test_the_stage_of_each_span():
    def stages(text, other, specials="none"):
        one, two = row(ONE, text, specials), row(other, text, specials)
        return {
            cause.stage for cause in causes(differences(one, two, len(text)), text, (one, two), (ONE, other))
        }

    assert stages(b"the", OTHER) == {"merges"}
    assert stages(b"THE", LOWER) == {"normalizer"}
    assert stages(b"1234 the", Tokenizer(THE, published("cl100k"))) <= {"split", "merges"}
    assert stages(b"<|x|>", Tokenizer(THE, published("gpt2"), {}), "all") == {"special tokens"}


def test_stages_are_found_in_slices_with_points_between(monkeypatch):
    text = b"THE the 3412 <|x|> then ab\n" * 40 + b"ab <|x|> THE 12 the"
    lower = Tokenizer(HE, published("cl100k"), {}, normalizer=normalizer_from_spec("lowercase"))
    rows = row(ONE, text, "all"), row(lower, text, "all")
    between = differences(*rows, len(text))

    def found():
        return [
            (cause.text, cause.stage, cause.saved, cause.places.tolist())
            for cause in causes(between, text, rows, (ONE, lower))
        ]

    whole, few = counted(found)
    assert {stage for _, stage, _, _ in whole} == {"normalizer", "split", "merges", "special tokens"}
    monkeypatch.setattr(causes_module, "_BYTES_AT_ONCE", 48)
    sliced, many = counted(found)
    assert sliced == whole
    assert many >= few + len(text) // 48 - 2


def test_a_large_text(shared):
    data = shared / "data"
    files = ("r50k_base.tiktoken", "cl100k_base.tiktoken", "llama2_tokenizer.model")
    tokenizers = [api.open_file(data / name).tokenizer for name in files]
    text = (data / "taylorswift.txt").read_bytes()
    rows = [row(each, text) for each in tokenizers]
    started = time.process_time()
    for number in (1, 2):
        found = differences(rows[0], rows[number], len(text))
        made = causes(found, text, (rows[0], rows[number]), (tokenizers[0], tokenizers[number]))
        assert sum(cause.saved for cause in made) == len(rows[0].ids) - len(rows[number].ids)
    assert np.array_equal(density(rows, len(text), 100)[0].sum(axis=1), [len(each.ids) for each in rows])
    assert time.process_time() - started < 30  # a hang limit


def _changed(text: str, tokenizer: Tokenizer) -> str:
    """Return the text with a × for each byte that the tokenizer made something else of."""
    found, raw = row(tokenizer, text.encode()).changed, text.encode()
    mask = np.zeros(len(raw), np.bool_) if found is None else found
    return "".join("×" if lost else chr(byte) for byte, lost in zip(raw, mask.tolist(), strict=True))


@pytest.mark.parametrize(
    ("spec", "text", "shown"),
    [
        ("lowercase", "The THE", "×he ×××"),
        ("sentencepiece", "The  a", "The  a"),  # a space before the text changes none of it
        ("sentencepiece", "“a", "\xe2\x80\x9ca"),
        ("clip", "Hi  there", "×i ×there"),  # of two spaces one is lost
        ("clip", "a\nb", "a×b"),
    ],
)
def test_what_a_normalizer_loses_is_marked_and_no_more(spec, text, shown):
    assert _changed(text, Tokenizer(THE, published("gpt2"), normalizer=normalizer_from_spec(spec))) == shown


def test_spaces_that_are_dropped_do_not_part_what_is_cut_alike():
    plain = Tokenizer(THE, published("gpt2"))
    found = row(plain, b"the the")
    gapped = replace(found, spans=np.array([[0, 3], [4, 7]], np.uint64))  # as CLIP cuts " the"
    assert found.spans.tolist() == [[0, 3], [3, 7]]
    assert not len(differences(found, gapped, 7).spans)
