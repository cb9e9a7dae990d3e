"""What is said of a text: encoding, line ends, odd characters, and where its characters are."""

from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.panels.tokens.text import text_facts
from workbench.panels.tokens.text.facts_words import remarks, sentence
from workbench.panels.tokens.text.text_facts import (
    FactsIndex,
    character_end,
    character_start,
    facts_of,
    n_characters,
)
from workbench.widgets.slices import at_once
from workbench.widgets.token_view.document.document import Document


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
        (b"\xc0\x80\xed\xa0\x80", "UTF-8 · 5 invalid bytes · 1 lone surrogate"),
        (b"\xed\xa0\xbd\xed\xb8\x80", "UTF-8 · 6 invalid bytes · 2 lone surrogates"),
        (b"\xed\x9f\xbf\xed", "UTF-8 · 1 invalid byte"),
        ("a\u2028b\u2029".encode(), "UTF-8 · 2 line separators"),
        ("\ufeffa\ufeff".encode(), "UTF-8 with BOM · 1 U+FEFF inside"),
        (b"\xe6\x97", "UTF-8 · 2 invalid bytes"),
        (b"a\0b\xc2\xa0c", "UTF-8 · 1 NUL · 1 no-break space"),
    ],
)
def test_sentence(data, expected):
    assert sentence(facts_of(data)) == expected


def test_what_asks_for_attention():
    warned = [remark.text for remark in remarks(facts_of(b"a\nb\r\n\xff\0\xc2\xa0")) if remark.warning]
    assert warned == ["line ends mixed: 1 LF, 1 CRLF", "1 invalid byte", "1 NUL"]


PIECES = ["a", "\n", "\r\n", "\r", "é", "日", "👍", "\u00a0", "\0", "\ufeff", "\u2028"]
texts = st.lists(
    st.sampled_from(
        [*(piece.encode() for piece in PIECES), b"\xff", b"\xe6\x97", b"\x80", b"\xf0\x9f", b"\xed\xa0\x80"]
    )
).map(b"".join)


@contextmanager
def small_chunks(size):
    before, text_facts.CHUNK = text_facts.CHUNK, size
    try:
        yield
    finally:
        text_facts.CHUNK = before


edits = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), texts, st.integers(0, 3)), max_size=6)


@given(texts, edits, st.integers(1, 30))
def test_after_edits_the_facts_are_those_of_the_text_anew(data, edits, chunk):
    document = Document(data)
    index = FactsIndex(document)
    with small_chunks(chunk + 4):
        for place, removed, new, n_steps in edits:
            for _, _ in zip(range(n_steps), index.examine(), strict=False):
                pass
            start = round(place * len(document))
            document.replace(start, min(start + removed, len(document)), new)
        found = at_once(index.examine())
    text = document.whole()
    assert found == facts_of(text)
    for start in range(0, len(text) + 1, 5):
        at = character_start(text, start)
        assert found.characters_before(Document(text).read, at) == len(
            text[:at].decode("utf-8", "surrogateescape")
        )


def test_an_edit_is_looked_at_alone(monkeypatch):
    document = Document(b"line\n" * 500_000)
    index = FactsIndex(document)
    at_once(index.examine())
    looked = []
    counts = text_facts._counts
    monkeypatch.setattr(text_facts, "_counts", lambda chunk: (looked.append(len(chunk)), counts(chunk))[1])
    document.replace(1_000_000, 1_000_000, b"\r")
    assert at_once(index.examine()).n_cr == 1
    assert sum(looked) <= 2 * text_facts.CHUNK


@given(texts, st.integers(1, 9))
def test_chunks_do_not_change_the_facts(data, chunk):
    whole = facts_of(data)
    with small_chunks(chunk + 4):
        cut = facts_of(data)
    assert cut == whole
    assert whole.n_characters == len(data.decode("utf-8", "surrogateescape"))
    assert len(cut.chunk_starts) >= len(data) // 14
    for position in range(len(data) + 1):
        start = character_start(data, position)
        assert cut.characters_before(Document(data).read, start) == len(
            data[:start].decode("utf-8", "surrogateescape")
        )


@given(texts)
def test_character_borders(data):
    borders = [0]
    for character in data.decode("utf-8", "surrogateescape"):
        borders.append(borders[-1] + len(character.encode("utf-8", "surrogateescape")))
    for position in range(len(data) + 1):
        assert character_start(data, position) == max(b for b in borders if b <= position)
        assert character_end(data, position) == min(b for b in borders if b >= position)


@given(texts, st.integers(1, 9))
def test_characters_are_told_from_what_is_near(data, chunk):
    document, longest = Document(data), 0

    def read(start, end):
        nonlocal longest
        longest = max(longest, end - start)
        return document.read(start, end)

    with small_chunks(chunk + 4):
        facts = facts_of(data)
    for start in range(len(data) + 1):
        end = min(start + 2, len(data))
        first, last = character_start(data, start), character_end(data, end)
        before, within = n_characters(data[:first]), n_characters(data[first:last])
        torn = (first, last) != (start, end)
        assert facts.character_span(read, start, end) == (before, before + within, torn)
    assert longest <= 2 * (chunk + 4) + 8


def test_span_in_characters():
    data = "a日b".encode()
    facts = facts_of(data)
    assert facts.character_span(Document(data).read, 0, 1) == (0, 1, False)
    assert facts.character_span(Document(data).read, 1, 4) == (1, 2, False)
    assert facts.character_span(Document(data).read, 1, 2) == (1, 2, True)
    assert facts.character_span(Document(data).read, 3, 5) == (1, 3, True)
    assert facts.character_span(Document(data).read, 5, 5) == (3, 3, False)


def test_faults_are_found_a_kilobyte_apart():
    data = "日本".encode() * 5000
    data = data[:9000] + b"\xff\xff" + data[9000:18000] + b"\xe6" + data[18000:]
    assert facts_of(data).faults.tolist() == [9000, 18002]
    assert facts_of(b"\xff" * 5000).faults.tolist() == [0, 1024, 2048, 3072, 4096]
    assert facts_of(b"valid").faults.tolist() == []
