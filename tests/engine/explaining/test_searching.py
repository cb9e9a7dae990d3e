"""Finding and replacing in bytes and in characters, against Python's own search and `regex`."""

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.child.isolation import Child
from workbench.engine.explaining import searching
from workbench.engine.explaining.searching import Search, matches, replace


@pytest.fixture(scope="module")
def child():
    with Child() as child:
        yield child


def hits(text, search, child, template=None):
    found = []
    for batch in matches(text, search, child, template):
        assert batch.done <= len(text)
        found += zip(batch.starts, batch.ends, strict=True)
    assert found == sorted(found)
    return found


def replaced(text, search, template, child, only=None):
    start, stop, data, n = finished(replace(text, search, template, child, only))
    return text[:start] + data + text[stop:], n


def as_regex_finds(pattern, text, flags=regex.MULTILINE):
    shown = text.decode("utf-8", "surrogateescape")
    at = [0]
    for letter in shown:
        at.append(at[-1] + len(letter.encode("utf-8", "surrogateescape")))
    spans = (match.span() for match in regex.finditer(pattern, shown, flags))
    return [(at[first], at[last]) for first, last in spans if first < last]


def test_bytes_are_found_as_they_are(child):
    text = b"a\xff\x00b\xff\x00"
    assert hits(text, Search("bytes", b"\xff\x00"), child) == [(1, 3), (4, 6)]
    assert hits(text, Search("text", b"b"), child) == [(3, 4)]
    assert hits(b"aaaa", Search("text", b"aa"), child) == [(0, 2), (2, 4)]
    assert hits(text, Search("text", b""), child) == []
    assert hits(b"", Search("text", b"a"), child) == []


def test_case_and_words(child):
    text = "Straße STRASSE straßenbahn Ärger ärger a.b axb".encode()
    assert len(hits(text, Search("text", "straße".encode(), any_case=True), child)) == 2
    assert len(hits(text, Search("text", "ärger".encode(), any_case=True), child)) == 2
    assert hits(text, Search("text", "Straße".encode(), words=True), child) == [(0, 7)]
    assert hits(text, Search("text", b"a.b", any_case=True), child) == [(len(text) - 7, len(text) - 4)]


@pytest.mark.parametrize(
    "pattern", [r"\w+", r"(?<=a)b", r"^.", r".$", r"\A.", r".\Z", r"a*", r"[^\n]+", r"\p{L}\p{N}", r"(?s).+"]
)
def test_a_pattern_finds_what_regex_finds_also_where_windows_meet(monkeypatch, child, pattern):
    text = ("ab\nä1 日本x2\n" * 7 + "b").encode() + b"\xffa1\xe6\x97b\n"
    monkeypatch.setattr(searching, "BLOCK", 16)
    monkeypatch.setattr(searching, "AHEAD", 400)
    monkeypatch.setattr(searching, "BEHIND", 5)
    assert hits(text, Search("regex", pattern.encode()), child) == as_regex_finds(pattern, text)


PARTS = [b"a", b"b", b"\n", "ä".encode(), "日".encode(), b"\xff", b"\xe6"]


@given(
    text=st.lists(st.sampled_from([b"a", b"b", b"\n", "ä".encode(), "日".encode(), b"\xff", b"\xe6"])).map(
        b"".join
    ),
    needle=st.sampled_from([b"a", b"aa", b"aba", b"ab", "ä".encode(), b"\n", b"\xff", b"\xe6\x97"]),
    block=st.integers(1, 9),
)
def test_the_very_bytes_are_found_whatever_the_blocks(text, needle, block):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searching, "PLAIN_BLOCK", block)
        patch.setattr(searching, "_BATCH", 3)
        found = hits(text, Search("bytes", needle), Child())
        assert replaced(text, Search("bytes", needle), b"[]", Child())[0] == text.replace(needle, b"[]")
    assert len(found) == text.count(needle)
    assert all(text[start:end] == needle for start, end in found)


@pytest.mark.parametrize("block", range(1, 10))
def test_hits_that_cross_blocks_overlap_no_others(monkeypatch, block):
    monkeypatch.setattr(searching, "PLAIN_BLOCK", block)
    assert hits(b"a" * 9, Search("bytes", b"aa"), Child()) == [(0, 2), (2, 4), (4, 6), (6, 8)]


@pytest.mark.parametrize("template", [b"", b"-", b"xyz"])
def test_ascii_is_found_in_any_case_without_the_child(template):
    search, nobody = Search("text", b"one", any_case=True), Child()
    assert hits(b"One ONE oNe on", search, nobody) == [(0, 3), (4, 7), (8, 11)]
    assert replaced(b"One ONE on", search, template, nobody) == (template + b" " + template + b" on", 2)
    assert nobody.pid is None


def test_groups_are_put_into_the_replacement(child):
    search = Search("regex", rb"(?<first>\w+) (\w+)")
    assert replaced(b"one two, a b", search, rb"\2 \g<first>", child) == (b"two one, b a", 2)
    assert replaced(b"one two, a b", search, b"-", child, only=(9, 12)) == (b"one two, -", 1)
    assert replaced(b"one two, a b", search, b"-", child, only=(8, 12)) == (b"one two, a b", 0)
    assert replaced(b"nothing", Search("regex", b"x"), b"-", child) == (b"nothing", 0)


def test_a_replacement_of_a_text_is_taken_as_it_is(child):
    search = Search("text", b"a", any_case=True)
    assert replaced(b"aAb\xff", search, rb"\1\xff", child) == (rb"\1\xff" * 2 + b"b\xff", 2)


@pytest.mark.parametrize(
    ("kind", "needle", "template", "code"),
    [
        ("regex", b"(", None, "search_syntax"),
        ("regex", b"(?R)", None, "search_unsupported"),
        ("regex", b"a" * 10_001, None, "search_unsupported"),
        ("regex", b"a{e<=1}", None, "search_unsupported"),
        ("regex", b"(?r)a", None, "search_unsupported"),
        ("regex", b"a", rb"\9", "replacement_syntax"),
        ("regex", b"a", rb"\g<no>", "replacement_syntax"),
    ],
)
def test_what_cannot_be_searched_is_named(child, kind, needle, template, code):
    with pytest.raises(EngineError) as raised:
        hits(b"banana", Search(kind, needle), child, template)
    assert raised.value.code == code
    assert not {"{part}", "{reason}"} & set(str(raised.value).split())


def test_the_column_of_a_fault_is_told(child):
    with pytest.raises(EngineError) as raised:
        hits(b"a", Search("regex", b"ab("), child)
    assert raised.value.place.kind == "column"


def test_a_pattern_that_takes_for_ever_is_stopped(child):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searching, "SECONDS", 0.3)
        with pytest.raises(EngineError) as raised:
            hits(b"a" * 60 + b"b", Search("regex", rb"(a|aa)+$"), child)
    assert raised.value.code == "search_too_slow"
    assert hits(b"ab", Search("regex", b"b"), child) == [(1, 2)]


def test_a_large_text_is_searched_in_slices(child):
    text = b"one two\n" * 400_000
    n_yields = sum(1 for _ in matches(text, Search("text", b"two"), child))
    assert n_yields > 3
    assert len(hits(text, Search("text", b"two"), child)) == 400_000
