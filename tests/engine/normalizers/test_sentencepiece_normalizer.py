"""SentencePiece's treatment of a text: replacements, spaces, alignment, windows."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import raw_texts
from tests.hostile.files import charsmap
from workbench.engine.normalizers import sentencepiece_normalizer
from workbench.engine.normalizers.charsmap import Charsmap, read_charsmap
from workbench.engine.normalizers.normalizer import NORMALIZERS
from workbench.engine.normalizers.sentencepiece_normalizer import SentencePieceNormalizer, SpacesSpec

PLAIN = SpacesSpec(remove_extra_whitespaces=False)


def table(**replacements: str) -> Charsmap:
    """Return a table of keys of one or two characters."""
    nodes: dict[int, dict[str, tuple[str | None, int]]] = {0: {}, 1: {}}
    for key, new in replacements.items():
        if len(key) == 1:
            nodes[0][key] = new, nodes[0].get(key, (None, 1))[1]
        else:
            number = len(nodes)
            nodes[0][key[0]] = nodes[0].get(key[0], (None, 0))[0], number
            nodes[number] = {key[1]: (new, 1)}
    return Charsmap("toy", b"", nodes, frozenset(key[1] for key in replacements if len(key) > 1))


def said(normalizer: SentencePieceNormalizer, text: str, first: bool = True) -> tuple[str, list[int]]:
    made = normalizer.normalize(text.encode(), first)
    return made.output.decode(), made.alignment.tolist()


def test_a_table_is_read() -> None:
    found = read_charsmap("small", charsmap())
    assert (found.longest("Z", 0), found.longest("aZ", 0), found.longest("aZ", 1)) == (
        ("z", 1),
        None,
        ("z", 2),
    )
    assert read_charsmap("identity", b"") == Charsmap()
    normalizer = SentencePieceNormalizer(PLAIN, found)
    assert said(normalizer, "ZaZ") == (" zaz", [0, 0, 1, 2, 3])
    assert normalizer.spec["name"] == "small"


def test_the_longest_key_counts() -> None:
    normalizer = SentencePieceNormalizer(PLAIN, table(a="1", ab="22", b="", cd="é"))
    assert said(normalizer, "xab") == (" x22", [0, 0, 1, 1, 3])
    assert said(normalizer, "xa") == (" x1", [0, 0, 1, 2])
    assert said(normalizer, "bcd") == (" é", [0, 1, 1, 3])
    assert said(normalizer, "cc") == (" cc", [0, 0, 1, 2])


@pytest.mark.parametrize(
    ("spaces", "text", "output", "alignment"),
    [
        (SpacesSpec(), "  a  b ", " a b", [2, 2, 3, 5, 6]),
        (SpacesSpec(), "   ", "", [3]),
        (SpacesSpec(), "▁a▁▁ ", "  a", [0, 0, 3, 4]),  # a "▁" at the start is no space, one at the end is
        (SpacesSpec(add_dummy_prefix=False), " a ", "a", [1, 2]),
        (SpacesSpec(treat_whitespace_as_suffix=True), " a b", "a b ", [1, 2, 3, 4, 4]),
        (PLAIN, " a▁", "  a ", [0, 0, 1, 2, 5]),
        (SpacesSpec(escape_whitespaces=False), "a  b▁", " a b▁", [0, 0, 1, 3, 4, 5, 6, 7]),
        (PLAIN, "", "", [0]),
    ],
)
def test_spaces(spaces: SpacesSpec, text: str, output: str, alignment: list[int]) -> None:
    assert said(SentencePieceNormalizer(spaces), text) == (output, alignment)


def test_what_is_not_the_start_of_a_text() -> None:
    assert said(SentencePieceNormalizer(SpacesSpec()), " a ", first=False) == ("a", [1, 2])
    assert said(SentencePieceNormalizer(PLAIN), " a ", first=False) == (" a ", [0, 1, 2, 3])


def test_user_defined_symbols_stay() -> None:
    normalizer = SentencePieceNormalizer(PLAIN, table(a="1", b="2"), ["ab", "abb"])
    assert said(normalizer, "abbab a") == (" abbab 1", [0, 0, 0, 0, 3, 3, 5, 6, 7])


def test_bytes_that_are_no_text() -> None:
    made = SentencePieceNormalizer(PLAIN).normalize(b"a\xff\xe6b", first=True)
    assert (made.output.decode(), made.replaced) == (" a\ufffd\ufffdb", 2)
    assert made.alignment.tolist() == [0, 0, 1, 1, 1, 2, 2, 2, 3, 4]


def test_what_it_says_of_itself() -> None:
    llamas, other = SentencePieceNormalizer(PLAIN), SentencePieceNormalizer(SpacesSpec())
    assert (llamas.is_llamas, llamas.in_parts) == (True, True)
    assert (other.is_llamas, other.in_parts) == (False, False)
    assert SentencePieceNormalizer(PLAIN, user_defined=["a b"]).is_llamas is False
    assert other.spec == {"kind": "sentencepiece", "name": "identity", "charsmap": "", **asdict(SpacesSpec())}
    assert (other.decoded(b" a"), other.decoded(b"a")) == (b"a", b"a")
    assert SentencePieceNormalizer(SpacesSpec(False, False)).decoded(b" a") == b" a"


@given(raw_texts | st.text("aZ ▁éab", max_size=30).map(str.encode), st.booleans())
def test_llamas_is_the_ordinary_one(text: bytes, first: bool) -> None:
    mine, known = SentencePieceNormalizer(PLAIN), NORMALIZERS["sentencepiece"]
    found, expected = mine.normalize(text, first), known.normalize(text, first)
    assert (found.output, found.replaced) == (expected.output, expected.replaced)


@given(
    st.lists(st.sampled_from(["a", "ab", " ", "  ", "é", "▁", "x", "日"]), max_size=40).map("".join),
    st.integers(1, 9),
    st.booleans(),
)
def test_windows_make_no_difference(text: str, window: int, removes: bool) -> None:
    normalizer = SentencePieceNormalizer(
        SpacesSpec(remove_extra_whitespaces=removes), table(a="1", ab="", é="e\u0301"), ["x "]
    )
    whole = normalizer.normalize(text.encode(), first=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sentencepiece_normalizer, "_WINDOW", window)
        parts = normalizer.normalize(text.encode(), first=True)
    assert parts.output == whole.output
    assert np.array_equal(parts.alignment, whole.alignment)
    assert bool(np.all(whole.alignment[1:] >= whole.alignment[:-1]))
