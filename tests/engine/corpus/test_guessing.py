"""Where no guess of an encoding is needed, none would be made."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from workbench.engine.corpus.encodings import mostly_other, needs_no_guess, telling_bytes

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


def test_other_encodings_need_one() -> None:
    assert not needs_no_guess("вода течёт вниз. ".encode("cp1251") * 10, None)
    assert needs_no_guess("вода течёт вниз. ".encode() * 10, None)
