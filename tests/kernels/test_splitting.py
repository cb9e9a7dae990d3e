"""The state machines against the regular expressions they stand for, whatever the bytes."""

from __future__ import annotations

import os
import random
import time

import numpy as np
import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import raw_texts, texts
from workbench import kernels
from workbench.engine.splitting.published_split import PublishedSplit
from workbench.engine.splitting.split_patterns import KNOWN, PUBLISHED
from workbench.kernels import unicode_classes
from workbench.kernels.unicode_classes import class_table

splitting = kernels.kernel("splitting")
compiled = pytest.mark.skipif(splitting is None, reason=f"the kernels are not in use: {kernels.why_not()}")

GAP = 1 << 63  # marks the end of a stretch that is no piece
NAMES = sorted(name for name, each in PUBLISHED.items() if not each.alike)
# Those that cut numbers otherwise; of two with the same pieces the first.
BY_NUMBERS = {each.alike: each for each in reversed(KNOWN.values()) if each.alike and each.alike not in NAMES}
ALL = [*NAMES, *sorted(BY_NUMBERS)]


def readable(name):
    """The pre-tokenizer that goes by the regular expression."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORKBENCH_PURE", "1")
        return PublishedSplit(pattern_of(name))


def pattern_of(name):
    return BY_NUMBERS.get(name) or PUBLISHED[name]


def split(name, data, capacity=None, step=None, budget=10**9):
    """The spans of all pieces, so many in a call or so many bytes a call, long runs in slices of a budget."""
    splitting_of_data, found = splitting.Splitter(name).start(data), []
    ends = np.zeros(capacity or len(data) + 1, np.uint64)
    while (at := splitting_of_data.position) < len(data):
        count = splitting_of_data.split_into(at + step if step else len(data), ends, budget)
        assert count or splitting_of_data.position == at
        found += ends[:count].tolist()
    ends = [end % GAP for end in found]
    assert ends == [] or ends[-1] == len(data)
    return [[start, end % GAP] for start, end in zip([0, *ends], found, strict=False) if end < GAP]


@pytest.mark.parametrize(
    ("letter", "pattern"),
    [
        ("NEWLINE", r"[\r\n]"),
        ("SPACE", r"[^\S\r\n]"),
        ("NUMBER", r"\p{N}"),
        ("UPPER", r"[\p{Lu}\p{Lt}]"),
        ("LOWER", r"\p{Ll}"),
        ("CASELESS", r"[\p{Lm}\p{Lo}]"),
        ("MARK", r"\p{M}"),
        ("OTHER", r"[^\s\p{L}\p{N}\p{M}]"),
    ],
)
def test_every_character_has_the_class_that_regex_gives_it(letter, pattern):
    everything = "".join(map(chr, range(0x110000)))
    expected = np.zeros(0x110000, np.bool_)
    for match in regex.finditer(f"(?:{pattern})+", everything):
        expected[match.start() : match.end()] = True
    classes = np.frombuffer(class_table(), np.uint8)
    assert np.flatnonzero((classes == getattr(unicode_classes, letter)) != expected).tolist() == []


@compiled
@pytest.mark.parametrize("name", ALL)
@given(text=raw_texts)
def test_as_the_readable_splitter(name, text):
    assert split(name, text) == readable(name).split(text).tolist()


@compiled
@pytest.mark.parametrize("name", ALL)
@given(text=texts)
def test_as_the_regular_expression(name, text):
    found = regex.finditer(pattern_of(name).pattern, text)
    assert split(name, text.encode()) == [[len(text[:at].encode()) for at in match.span()] for match in found]


# What 64 bytes at a time are split by: long stretches of ASCII, and what ends them.
_ASCII = (
    *(
        "the",
        " cat",
        "Http",
        "SERVER",
        "a",
        "B",
        "1",
        "12",
        "1234567",
        " ",
        "  ",
        "    ",
        "\t",
        "\n",
        "\n\n",
        "\r\n",
    ),
    *(
        ".",
        "...",
        "/",
        "//",
        "'",
        "''",
        "'ll",
        "'S",
        "'re",
        "'x",
        "e\u0301",
        "é",
        "中",
        "\xa0",
        "'ſ",
        "=" * 20,
    ),
)


@compiled
@pytest.mark.parametrize("name", ALL)
def test_windows_of_ascii(name):
    dice, reference = random.Random(name), readable(name)
    for n_kinds in (27, len(_ASCII)):
        for _ in range(400):
            text = "".join(dice.choices(_ASCII[:n_kinds], k=dice.randint(1, 70))).encode()
            assert split(name, text) == reference.split(text).tolist()
            assert split(name, text, dice.randint(1, 9), dice.randint(1, 90)) == split(name, text)


@compiled
@pytest.mark.parametrize("name", ALL)
@given(text=raw_texts, capacity=st.integers(1, 4), step=st.integers(1, 9))
def test_independent_of_slices(name, text, capacity, step):
    assert split(name, text, capacity) == split(name, text) == split(name, text, None, step)


@compiled
@pytest.mark.parametrize("name", NAMES)
def test_every_pair_of_bytes_around_a_letter(name):
    # What stands at the end of the valid text is looked at byte by byte.
    for first in range(256):
        text = b"".join(b"a" + bytes((first, second)) for second in range(256))
        for start in (0, 1, 2):
            assert split(name, text[start:]) == readable(name).split(text[start:]).tolist()


@compiled
@pytest.mark.parametrize("name", ALL)
@given(text=raw_texts, data=st.data())
def test_borders_are_those_of_the_regular_expression(name, text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    splitter, pattern = splitting.Splitter(name), pattern_of(name)
    last, first = pattern.last_border(text, start, end), pattern.first_border(text, start)
    assert (splitter.last_border(text, start, end) or start) == last
    assert (splitter.first_border(text, start) or len(text)) == first


# Runs of what the parts of the patterns repeat, each longer than what is looked at in one go.
LONG_RUNS = [*"aAéÉʰ日1Ⅷ!", "\u0301", "👍", " ", "\t", "\u3000", "\n", "\r", "/", " \n"]


@compiled
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("run", LONG_RUNS)
def test_long_runs_in_slices(name, run):
    dice = random.Random(run)
    words = [word * 70_000 for word in dice.sample(LONG_RUNS, 3)] + ["'s", " ", "x", "\n", "!", "日", "'"]
    text = (run * 70_000 + "".join(dice.sample(words, len(words)))).encode() + b"\xff" * 70_000
    expected = readable(name).split(text).tolist()
    for budget in (1000, 10**9):
        assert split(name, text, budget=budget) == expected


@compiled
@pytest.mark.parametrize("name", sorted(BY_NUMBERS))
@given(
    text=st.text("01٣Ⅷ😉 aé\u0301'.\n", max_size=40),
    raw=st.sampled_from([b"", b"\xd9", b"\xff", b"1\xa3"]),
)
def test_numbers_of_any_digits(name, text, raw):
    data = raw.join(text.encode().split(b"\n"))
    assert split(name, data) == readable(name).split(data).tolist()
    assert split(name, data, 1, 1, 1) == split(name, data)


@compiled
@pytest.mark.parametrize("name", sorted(BY_NUMBERS))
@pytest.mark.parametrize("more", range(4))
def test_long_numbers_in_slices(name, more):
    dice = random.Random(more)
    digits = "".join(dice.choices("019٣Ⅷ", k=100_000 + more))
    data = f" {digits} {'1' * (70_000 + more)}x{'٣' * (70_000 + more)}".encode() + b"\xff" + b"12345"
    expected = readable(name).split(data).tolist()
    for budget in (1000, 10**9):
        assert split(name, data, budget=budget) == expected


@compiled
def test_every_pattern_with_other_numbers_is_compiled():
    assert all(PublishedSplit(each).kernel is not None for each in KNOWN.values())
    alike = {"o200k-right", "gpt2-left", "clip-whole", "llama3-single", "llama3-twos"}
    assert alike <= set(splitting.PATTERNS)


@compiled
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("letter", ["a", "A", "日", "!", " ", "\t", "\n", "\r\n", "👍"])
def test_a_call_is_no_longer_than_its_budget(name, letter):
    text = (letter * 10_000_000).encode()
    splitting_of_data, ends, longest = splitting.Splitter(name).start(text), np.zeros(10, np.uint64), 0.0
    for _ in range(20):
        start = time.thread_time()
        splitting_of_data.split_into(len(text), ends, 200_000)
        longest = max(longest, time.thread_time() - start)
    assert longest < 0.01  # it takes a millisecond; what is not sliced takes fifty


@compiled
@pytest.mark.parametrize("name", NAMES)
def test_a_call_looks_at_no_more_than_its_budget(name):
    splitting_of_data = splitting.Splitter(name).start(b"!" * 1_000_000)
    ends, calls = np.zeros(10, np.uint64), 0
    while splitting_of_data.position == 0:
        assert splitting_of_data.split_into(1_000_000, ends, 100_000) == (1 if calls == 9 else 0)
        calls += 1
    assert (calls, ends[0]) == (10, 1_000_000)


@compiled
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("tail", [b"", b"x\xff"])
@pytest.mark.parametrize(
    "character", ["a", "Z", " ", "\t", "\n", " \n", "0", "!", "中", "😉", "\u0301", "\r\n", "é"]
)
def test_many_of_one_character(name, character, tail):
    """A million of them is in tests/agreement/test_splitting.py, held against the pattern itself."""
    n_bytes = 1_000_000 if os.environ.get("WORKBENCH_THOROUGH") else 200_000
    data = character.encode() * (n_bytes // len(character.encode())) + tail
    assert split(name, data) == readable(name).split(data).tolist()
