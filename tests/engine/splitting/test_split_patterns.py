"""The published patterns: the characters they tell apart, and their safe borders."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import raw_texts, texts
from workbench.engine.splitting.pre_tokenizers import published
from workbench.engine.splitting.published_split import PublishedSplit
from workbench.engine.splitting.split_patterns import BY_NAME, PUBLISHED, SplitPattern

PATTERNS = [*sorted(PUBLISHED), "kimi", "qwen2"]


def pieces(pattern: SplitPattern, text: str) -> list[str]:
    return pattern.splitter.findall(text)


def split(name: str, text: bytes) -> list[bytes]:
    return [text[start:end] for start, end in PublishedSplit(BY_NAME[name]).split(text).tolist()]


@pytest.mark.parametrize(
    ("character_class", "count"), [(r"\p{L}", 141_028), (r"\p{N}", 1_911), (r"\p{M}", 2_501), (r"\s", 25)]
)
def test_classes_are_those_of_unicode_16(character_class, count):
    # The pin of regex stands on these numbers: tiktoken and tokenizers count the same.
    every = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    assert len(regex.findall(character_class, every)) == count


@pytest.mark.parametrize("name", PATTERNS)
@given(text=texts)
def test_every_character_falls_into_a_piece_or_a_gap(name, text):
    pattern = BY_NAME[name]
    assert "".join(pieces(pattern, text)) == text
    not_gaps = [piece for piece in pieces(pattern, text) if not pattern.is_gap(piece)]
    assert not_gaps == regex.findall(pattern.pattern, text)


def test_clip_leaves_out_white_space_and_the_iota_below():
    every = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    left_out = set(every) - set("".join(regex.findall(PUBLISHED["clip"].pattern, every)))
    assert left_out == set(PUBLISHED["clip"].gaps) == {*regex.findall(r"\s", every), "\u0345"}


# The forms in which the patterns were first published. They split the same, but for cl100k at the end of a
# text: where line ends are followed by other white space, tiktoken's form of today leaves one piece.
FIRST_FORMS = {
    "gpt2": r"""'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""",
    "cl100k": PUBLISHED["llama3"].pattern,
}


@pytest.mark.parametrize("name", sorted(FIRST_FORMS))
@given(text=texts)
def test_first_published_form_splits_the_same(name, text):
    text += "."
    assert pieces(PUBLISHED[name], text) == regex.findall(FIRST_FORMS[name], text)


@pytest.mark.parametrize("name", [name for name, each in PUBLISHED.items() if each.alike])
@given(text=st.one_of(texts, st.text("aA1 \n\r\t'sS\u017fL\u0301.!", max_size=12)))
def test_what_a_kernel_of_another_name_splits_is_split_alike(name, text):
    assert regex.findall(PUBLISHED[name].pattern, text) == regex.findall(
        PUBLISHED[PUBLISHED[name].alike].pattern, text
    )


def test_cl100k_takes_white_space_at_the_end_whole():
    assert pieces(PUBLISHED["cl100k"], "a\n ") == ["a", "\n "]
    assert regex.findall(FIRST_FORMS["cl100k"], "a\n ") == ["a", "\n", " "]


def borders(pattern: SplitPattern, text: str) -> list[int]:
    return [found.end() for found in regex.finditer(pattern.border, text)]


@pytest.mark.parametrize("name", PATTERNS)
@given(text=texts)
def test_splitting_starts_afresh_at_a_border(name, text):
    pattern = BY_NAME[name]
    whole = pieces(pattern, text)
    for border in borders(pattern, text):
        assert pieces(pattern, text[:border]) + pieces(pattern, text[border:]) == whole


@pytest.mark.parametrize("name", PATTERNS)
@given(text=texts, other=texts)
def test_other_text_behind_a_border_alters_nothing_before_it(name, text, other):
    pattern = BY_NAME[name]
    for border in borders(pattern, text):
        before = pieces(pattern, text[:border])
        assert pieces(pattern, text[: border + 1] + other)[: len(before)] == before


@pytest.mark.parametrize("name", PATTERNS)
@given(text=texts, other=texts)
def test_other_text_before_a_border_alters_nothing_behind_it(name, text, other):
    pattern = BY_NAME[name]
    for border in borders(pattern, text):
        behind = pieces(pattern, text[border:])
        assert pieces(pattern, other + text[border - 1 :])[-len(behind) :] == behind


@pytest.mark.parametrize("name", PATTERNS)
@given(text=texts)
def test_no_border_lies_in_or_just_after_white_space(name, text):
    white = r" " if name == "spaces" else r"\s"
    assert not any(regex.match(white, text[border - 1]) for border in borders(BY_NAME[name], text))


@pytest.mark.parametrize("name", PATTERNS)
def test_english_has_a_border_in_nearly_every_word(name):
    text = "It's a plain sentence, with 3 numbers (such as 1,234) and a few words.\n\nAnd another one!"
    assert len(borders(BY_NAME[name], text)) >= (15 if name == "spaces" else 20)


@pytest.mark.parametrize("name", PATTERNS)
@given(text=raw_texts, data=st.data())
def test_borders_of_bytes(name, text, data):
    position = data.draw(st.integers(0, len(text)))
    pre_tokenizer = PublishedSplit(BY_NAME[name])
    whole = split(name, text)
    for border in (pre_tokenizer.previous_border(text, position), pre_tokenizer.next_border(text, position)):
        assert split(name, text[:border]) + split(name, text[border:]) == whole


@pytest.mark.parametrize("name", PATTERNS)
@given(text=raw_texts, other=raw_texts, data=st.data())
def test_previous_border_is_decided_by_what_stands_before(name, text, other, data):
    position = data.draw(st.integers(0, len(text)))
    border = PublishedSplit(BY_NAME[name]).previous_border(text, position)
    edited = text[:position] + other
    assert border <= position
    assert split(name, edited[:border]) + split(name, edited[border:]) == split(name, edited)
    assert split(name, text)[: len(split(name, text[:border]))] == split(name, edited[:border])


@pytest.mark.parametrize("name", PATTERNS)
@given(text=raw_texts, other=raw_texts, data=st.data())
def test_next_border_is_decided_by_what_stands_behind(name, text, other, data):
    position = data.draw(st.integers(0, len(text)))
    border = PublishedSplit(BY_NAME[name]).next_border(text, position)
    edited = other + text[position:]
    moved = border - position + len(other)
    assert border >= position
    assert split(name, edited[:moved]) + split(name, edited[moved:]) == split(name, edited)


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("size", [10, *range(61, 66), 511, 512, 513, 20_000])
@pytest.mark.parametrize("filling", ["a", " ", "\n", "é", "中", "😉"])
def test_borders_are_found_across_windows(name, size, filling):
    text = "x y" + filling * size + "1 y!1 x"
    found = borders(BY_NAME[name], text)
    in_bytes = [len(text[:border].encode()) for border in found]
    pre_tokenizer = PublishedSplit(BY_NAME[name])
    if name == "kimi":
        pre_tokenizer.kernel = None  # its tables have more borders
    middle = len(text) // 2  # in characters
    position = len(text[:middle].encode())
    before = [start for start, border in zip(in_bytes, found, strict=True) if border < middle]
    behind = [start for start, border in zip(in_bytes, found, strict=True) if border > middle]
    assert pre_tokenizer.previous_border(text.encode(), position) == before[-1]
    assert pre_tokenizer.next_border(text.encode(), position) == behind[0]


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("size", [1, *range(61, 66), 511, 512, 513, 20_000])
@pytest.mark.parametrize("byte", [b"\xff", b"\x80", b"\xc3"])
def test_a_run_of_broken_bytes_has_one_border_behind_it(name, size, byte):
    text = b"x!y" + byte * size + b"zz"
    pre_tokenizer = PublishedSplit(BY_NAME[name])
    assert pre_tokenizer.previous_border(text, len(text)) == len(text) - 2
    assert pre_tokenizer.next_border(text, 2) == len(text) - 2


def test_cl100k_line_feed_changes_a_piece_three_back():
    # Why nothing just after white space is a border.
    assert split("cl100k", b"a  \n  x") == [b"a", b"  \n", b" ", b" x"]
    assert split("cl100k", b"a  \n  \nx") == [b"a", b"  \n  \n", b"x"]
    assert published("cl100k").previous_border(b"a  \n  x", 7) == 1
