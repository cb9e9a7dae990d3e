"""Where no guess of an encoding is needed, none would be made."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.engine.corpus.encodings import guessed, mostly_other, needs_no_guess, telling_bytes

WORDS = st.sampled_from(["plain text\n", "naïve ", "вода\r\n", "水は流れる", "😉", "\n", "a"])
ENCODINGS = st.sampled_from(["utf-8", "cp1252", "cp1251", "shift_jis", "utf-16-le"])


@given(
    words=st.lists(WORDS, min_size=1), encoding=ENCODINGS, times=st.integers(1, 600), cut=st.integers(0, 3)
)
def test_what_needs_no_guess_gets_none(words: list[str], encoding: str, times: int, cut: int) -> None:
    data = ("".join(words) * times).encode(encoding, "replace")
    head = data[: len(data) - cut]
    if needs_no_guess(head, None):
        assert not mostly_other(telling_bytes(head, None))
    assert needs_no_guess(head, None) or encoding != "utf-8"


@pytest.mark.parametrize(
    "text",
    ["Le café déjà fermé, très tôt.\n", "Ça a été créé à Noël dans la forêt.\n", "El niño comió jamón.\n"],
)
def test_a_word_of_two_scripts_is_no_guess(text: str) -> None:
    for times in (1, 3, 30):
        assert guessed(text.encode("cp1252") * times)[0] == "cp1252"
    mixed = "кафе и iPhone-ы, Wi-Fi есть. " * 9
    assert guessed(mixed.encode("cp1251"))[0] == "cp1251"


def test_other_encodings_need_one() -> None:
    assert not needs_no_guess("вода течёт вниз. ".encode("cp1251") * 10, None)
    assert needs_no_guess("вода течёт вниз. ".encode() * 10, None)
