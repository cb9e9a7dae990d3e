"""The page of tokens: real text, every token in it, inert whatever the tokens are (fault 76)."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import numpy as np
import pytest

from tests.widgets.token_views import TEXTS, load
from workbench.widgets.look.colors import DARK, LIGHT
from workbench.widgets.slices import at_once
from workbench.widgets.token_view.layout.inserts import Added
from workbench.widgets.token_view.output.excerpt import excerpt_of
from workbench.widgets.token_view.output.html import page_in_slices

HOSTILE = [
    "<script>alert(1)</script>", "</span></div></body><img src=x onerror=alert(1)>",
    "\"' onmouseover='alert(1)", "=cmd|' /C calc'!A0", "&lt;b&gt; &#60;", "<!--", "]]>",
    "\x1b]0;title\x07\x1b[31m", "a\u202eb\u2066c\u2069", "\u200f\u061c\u2028", "javascript:alert(1)",
    "{{7*7}}", "</style><style>*{background:url(//x)}</style>", "\ufeff\u2029\x85\x00",
]  # fmt: skip
TAGS = {"html", "head", "meta", "title", "style", "body", "main", "h1", "p", "div", "span", "i", "b", "sup"}
ATTRIBUTES = {"lang", "charset", "http-equiv", "content", "name", "role", "aria-label", "class", "title",
              "aria-hidden"}  # fmt: skip


class Reader(HTMLParser):
    """Takes a page apart as a browser would: tags, attributes, the text of each token."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.attributes, self.tokens, self.text, self._open = set(), set(), [], "", []
        self.styles = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        self._open.append((tag, dict(attrs)))
        if ("role", "listitem") in attrs:
            self.tokens.append(dict(attrs) | {"text": ""})
        if tag == "meta":
            self._open.pop()

    def handle_endtag(self, tag):
        assert self._open.pop()[0] == tag

    def handle_data(self, data):
        inside = [tag for tag, _ in self._open]
        if "style" in inside:
            self.styles += data
        if "div" in inside:
            if inside[-1] == "sup":
                return
            self.text += data
            if any(attributes.get("role") == "listitem" for _, attributes in self._open):
                self.tokens[-1]["text"] += data


def page_of(view, title="sample", told="", most=10**6):
    excerpt = excerpt_of(view, 0, len(view.spans), most, 1 << 30)
    return b"".join(at_once(page_in_slices(excerpt, title, told))).decode()


def ids_of(token):
    found = re.match(r"ids? ([0-9]+(?:, [0-9]+)*)", token["title"])
    return [int(word) for word in found[1].split(", ")]


@pytest.mark.parametrize("text", [*TEXTS, *(text.encode() for text in HOSTILE)])
@pytest.mark.parametrize("seed", [0, 1])
def test_every_token_is_there_and_the_page_is_inert(view, text, seed):
    load(view, text, seed)
    page = page_of(view, title=f"x{HOSTILE[0]}\u202e")
    read = Reader(page)
    assert read.tags <= TAGS
    assert read.attributes <= ATTRIBUTES
    assert "default-src 'none'" in page
    assert not re.search(r"url\(|@import|https?:", read.styles)
    ids = view.spans.take(0, len(view.spans)).ids.tolist()
    assert [i for token in read.tokens for i in ids_of(token)] == ids
    # Nothing that is not seen, and nothing that turns the writing round.
    odd = {c for c in page if (ord(c) < 32 and c not in "\n\t") or c in "\x7f\x85\u2028\u2029\ufeff\ufffd"}
    odd |= {c for c in page if "\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069"}
    odd |= set("\u200e\u200f\u061c") & set(page)
    assert odd == set()
    page.encode()


def test_the_text_that_is_copied_from_the_page_is_the_text(view):
    text = "the cat\tsat,\u00a0é 日本 👩‍👩‍👧 मिर्च\n\nمرحبا <b>&amp;\n"
    load(view, text, 3)
    assert Reader(page_of(view)).text == text


def test_what_cannot_be_seen_stands_as_its_name(view):
    load(view, b"a\r\n\x00\xff\xe6\x97", [1, 2, 1, 3])
    texts = [token["text"] for token in Reader(page_of(view)).tokens]
    assert texts == ["a", "⟨CR⟩\n", "⟨NUL⟩", "⟨FF⟩⟨E6⟩⟨97⟩"]


def test_a_character_of_several_tokens_is_one_box_that_says_so(view):
    load(view, "é👍", [1, 1, 2, 2], ids=[7, 8, 9, 10])
    page = page_of(view)
    first, second = Reader(page).tokens
    assert (first["text"], first["title"]) == ("é", "ids 7, 8 · C3 A9")
    assert (second["text"], second["title"]) == ("👍", "ids 9, 10 · F0 9F 91 8D")
    assert page.count("×2</sup>") == 2


def test_ids_and_bytes_are_told_to_those_who_point_and_those_who_listen(view):
    load(view, " cat", [4], ids=[279])
    (token,) = Reader(page_of(view)).tokens
    assert token["title"] == "id 279 · 20 63 61 74"
    assert token["aria-label"] == "·cat, id 279 · 20 63 61 74"
    assert token["role"] == "listitem"


def test_the_six_colors_in_turn_light_and_dark(view):
    load(view, "abcdefgh", [1] * 8)
    page = page_of(view)
    read = Reader(page)
    assert [token["class"] for token in read.tokens] == [f"c{n % 6}" for n in range(8)]
    light, dark = read.styles.split("@media(prefers-color-scheme:dark)")
    for number in range(6):
        assert f"--f{number}:{LIGHT.token_fills[number].name()};" in light
        assert f"--f{number}:{DARK.token_fills[number].name()};" in dark
    assert "color-scheme:light dark" in light


def contrast(first, second):
    """Return the contrast of two colors as "#rrggbb" (WCAG 2, relative luminance)."""

    def luminance(color):
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_all_letters_can_be_read_on_all_grounds_light_and_dark(view):
    load(view, "ab", [1, 1])
    for styles in Reader(page_of(view)).styles.split("@media(prefers-color-scheme:dark)"):
        colors = dict(re.findall(r"--(\w+):(#[0-9a-f]{6});", styles.partition("}")[0]))
        fills = [colors[f"f{number}"] for number in range(6)]
        pairs = [("text", fill) for fill in (*fills, colors["surface"])]
        pairs += [("marks", fill) for fill in (*fills, colors["surface"])]
        pairs += [("text2", colors["surface"]), ("surface", colors["text"])]
        assert min(contrast(colors[ink], ground) for ink, ground in pairs) >= 4.5


def test_the_page_has_what_browsers_and_screen_readers_ask_for(view):
    """The same was seen in Chromium, light and dark, by axe-core 4.14: no violation."""
    load(view, b"one\n" + "שלום\u202e \r\0".encode() + b"\xff", 1)
    page = page_of(view, title="Sample <4k> & more", told="Only the first.")
    assert page.startswith('<!DOCTYPE html>\n<html lang="')
    assert page.index('<meta charset="utf-8">') < 1024
    for tag in ("title", "main", "h1"):
        assert len(re.findall(f"<{tag}>", page)) == 1
    assert "<title>Sample &lt;4k&gt; &amp; more</title>" in page
    assert "user-scalable" not in page
    assert len(re.findall(r'role="list" aria-label="Tokens"', page)) == 1
    for token in Reader(page).tokens:
        assert token["aria-label"].endswith(token["title"])
        assert ids_of(token)
    styles = Reader(page).styles
    assert "font-variant-ligatures:no-contextual" in styles  # else "<|" is drawn as one sign
    assert "unicode-bidi:plaintext" in styles  # each line in its own direction
    assert "b,sup{unicode-bidi:isolate;direction:ltr}" in styles  # names and counts turn nothing round


def test_special_tokens_and_what_is_put_around_the_text(view):
    view.set_look(special_ids=frozenset({1, 2, 5}))
    view.rows.set_added(Added(("<s>",), ("</s>",), True))
    view.set_bytes(b"ab<e>")
    spans = np.array([[0, 0], [0, 0], [0, 2], [2, 5], [5, 5]], np.uint64)
    view.tokens.take(0, 5, np.array([1, 9, 30, 5, 2], np.uint32), spans)
    tokens = Reader(page_of(view)).tokens
    assert [token["text"] for token in tokens] == ["<s>", " ", "ab", "<e>", "</s>"]
    assert [token["class"] == "sp" for token in tokens] == [True, False, False, True, True]


def test_a_part_is_the_first_tokens_and_the_page_says_what_it_is_told(view):
    load(view, "the cat sat", [3, 4, 4], ids=[5, 6, 7])
    excerpt = excerpt_of(view, 1, 3, 1, 1000)
    assert (excerpt.n_tokens, excerpt.n_all, excerpt.document.whole()) == (1, 2, b" cat")
    page = b"".join(at_once(page_in_slices(excerpt, "sample", "The first of 2 tokens."))).decode()
    assert "The first of 2 tokens." in page
    assert "<h1>sample</h1>\n<p>1 token, 4 bytes. The first of 2 tokens.</p>" in page
    assert [token["text"] for token in Reader(page).tokens] == [" cat"]
    assert excerpt_of(view, 0, 3, 9, 8).document.whole() == b"the cat"


def test_a_token_over_a_line_end_is_told_once(view):
    load(view, "a\nb\n\nc", [1, 2, 3], ids=[1, 2, 3])
    page = page_of(view)
    assert [ids_of(token) for token in Reader(page).tokens] == [[1], [2], [3]]
    assert Reader(page).text == "a\nb\n\nc"
    assert page.count('class="c1"') == 2


def test_bytes_without_a_token_are_kept(view):
    view.set_bytes(b"ab..cd")
    view.tokens.take(0, 6, np.array([1, 2], np.uint32), np.array([[0, 2], [4, 6]], np.uint64))
    read = Reader(page_of(view))
    assert read.text == "ab..cd"
    assert [token["text"] for token in read.tokens] == ["ab", "cd"]


def test_a_long_text_is_written_in_slices(view):
    load(view, "the cat sat\n" * 3000, [12] * 3000)
    excerpt = excerpt_of(view, 0, 3000, 10**6, 1 << 30)
    assert len(list(page_in_slices(excerpt, "sample"))) > 1000
