"""What is said of a text: encoding, line ends, odd characters, and where its characters are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.panels.tokens import text_facts
from workbench.panels.tokens.facts_words import remarks, sentence
from workbench.panels.tokens.text_facts import character_end, character_start, facts_of


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "UTF-8"),
        (b"one line", "UTF-8"),
        (b"a\nb\n", "UTF-8 · line ends LF"),
        (b"a\r\nb", "UTF-8 · line ends CRLF"),
        (b"a\rb", "UTF-8 · line ends CR"),
        (b"a\nb\r\nc\r\n\rd", "UTF-8 · line ends mixed: 1 LF, 2 CRLF, 1 CR"),
        (b"\xef\xbb\xbfa", "UTF-8 with BOM"),
        (b"a\xff", "UTF-8 · 1 invalid byte"),
        (b"\xc0\x80\xed\xa0\x80", "UTF-8 · 5 invalid bytes"),
        (b"\xe6\x97", "UTF-8 · 2 invalid bytes"),
        (b"a\0b\xc2\xa0c", "UTF-8 · 1 NUL · 1 no-break space"),
    ],
)
def test_sentence(data, expected):
    assert sentence(facts_of(data)) == expected


def test_what_asks_for_attention():
    warned = [remark.text for remark in remarks(facts_of(b"a\nb\r\n\xff\0\xc2\xa0")) if remark.warning]
    assert warned == ["line ends mixed: 1 LF, 1 CRLF", "1 invalid byte", "1 NUL"]


PIECES = ["a", "\n", "\r\n", "\r", "é", "日", "👍", "\u00a0", "\0", "\ufeff"]
texts = st.lists(
    st.sampled_from([*(piece.encode() for piece in PIECES), b"\xff", b"\xe6\x97", b"\x80", b"\xf0\x9f"])
).map(b"".join)


@given(texts, st.integers(1, 9))
def test_chunks_do_not_change_the_facts(data, chunk):
    whole = facts_of(data)
    before, text_facts.CHUNK = text_facts.CHUNK, chunk + 4
    try:
        cut = facts_of(data)
    finally:
        text_facts.CHUNK = before
    assert cut == whole
    assert whole.n_characters == len(data.decode("utf-8", "surrogateescape"))
    assert len(cut.chunk_starts) >= len(data) // 14
    for position in range(len(data) + 1):
        start = character_start(data, position)
        assert cut.characters_before(data, start) == len(data[:start].decode("utf-8", "surrogateescape"))


@given(texts)
def test_character_borders(data):
    borders = [0]
    for character in data.decode("utf-8", "surrogateescape"):
        borders.append(borders[-1] + len(character.encode("utf-8", "surrogateescape")))
    for position in range(len(data) + 1):
        assert character_start(data, position) == max(b for b in borders if b <= position)
        assert character_end(data, position) == min(b for b in borders if b >= position)


def test_span_in_characters():
    data = "a日b".encode()
    facts = facts_of(data)
    assert facts.character_span(data, 0, 1) == (0, 1, False)
    assert facts.character_span(data, 1, 4) == (1, 2, False)
    assert facts.character_span(data, 1, 2) == (1, 2, True)
    assert facts.character_span(data, 3, 5) == (1, 3, True)
    assert facts.character_span(data, 5, 5) == (3, 3, False)
