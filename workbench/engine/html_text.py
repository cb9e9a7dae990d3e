"""The text of HTML: tags, comments, scripts and styles taken out, references made characters.

Python's own parser (`html.parser`) says where what begins. A tag that ends a block of text leaves a line end
where otherwise two words would meet.
"""

from __future__ import annotations

import html
from collections.abc import Generator
from html.parser import HTMLParser
from itertools import accumulate, pairwise

from workbench.engine.text_edits import Edit, Edited, edited_steps
from workbench.engine.text_normalizers import TextStep

_BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "br", "caption", "dd", "details", "div", "dl", "dt",
        "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li",
        "main", "nav", "ol", "option", "p", "pre", "section", "table", "tbody", "td", "tfoot", "th",
        "thead", "title", "tr", "ul",
    }
)  # fmt: skip
_SLICE = 512
_LONGEST_REFERENCE = 40

Event = tuple[int, str, str]  # where it begins, "text", "reference" or "gone", and the name of a tag


class _Events(HTMLParser):
    """Notes what begins where in one text, which may begin inside a script or style.

    Attributes:
        events: from the left.
        inside: "script" or "style", where the text ends in one.

    """

    def __init__(self, text: str, inside: str) -> None:
        super().__init__(convert_charrefs=False)
        self.events: list[Event] = []
        self.inside = ""
        self._starts: list[int] = []
        before = f"<{inside}>" if inside else ""
        self.feed(before)
        self.events.clear()
        self._before = len(before)
        lengths = (len(line) + 1 for line in text.split("\n"))
        self._starts = [0, *accumulate(lengths)]
        self.feed(text)
        self.close()

    def _place(self) -> int:
        line, column = self.getpos()
        return self._starts[line - 1] + column - (self._before if line == 1 else 0)

    def _note(self, kind: str, name: str = "") -> None:
        if self._starts:
            self.events.append((self._place(), kind, name))

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._note("gone", tag)
        if tag in ("script", "style"):
            self.inside = tag

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self._note("gone", tag)

    def handle_endtag(self, tag: str) -> None:
        self._note("gone", tag)
        if tag == self.inside:
            self.inside = ""

    def handle_data(self, data: str) -> None:
        self._note("gone" if self.inside else "text")

    def handle_entityref(self, name: str) -> None:
        self._note("reference")

    def handle_charref(self, name: str) -> None:
        self._note("reference")

    def handle_comment(self, data: str) -> None:
        self._note("gone")

    def handle_decl(self, decl: str) -> None:
        self._note("gone")

    def handle_pi(self, data: str) -> None:
        self._note("gone")

    def unknown_decl(self, data: str) -> None:
        self._note("gone")


class StripHtml(TextStep):
    """The text of HTML, in stretches: a script or style may go on from one to the next."""

    name = "html"

    def __init__(self) -> None:
        self._inside = ""

    @property
    def inside(self) -> str:
        """Return "script" or "style" where the text so far ends in one."""
        return self._inside

    def begin(self) -> None:
        """Start with a new text."""
        self._inside = ""

    def changed_steps(self, text: str) -> Generator[None, None, Edited]:
        """Yield None, at least every 20 ms for what tags usually are, and return the text without them."""
        begins = "gone" if self._inside else "text"  # the parser says nothing of a script without its end
        parser = _Events(text, self._inside)
        self._inside = parser.inside
        yield
        edits: list[Edit] = []
        events = [*parser.events, (len(text), "end", "")]
        if events[0][0] > 0:
            events.insert(0, (0, begins, ""))
        for count, (event, following) in enumerate(pairwise(events)):
            start, kind, name = event
            if kind == "reference":
                edits += _unescaped(text, start, following[0])
            elif kind == "gone" and start < following[0]:
                edits.append((start, following[0], _gap(text, start, following[0], name)))
            if count % _SLICE == 0:
                yield
        return (yield from edited_steps(text, edits))


def _unescaped(text: str, start: int, end: int) -> list[Edit]:
    """Return the edit that makes a character of the reference at a place."""
    if end - start > _LONGEST_REFERENCE:
        return []
    new = html.unescape(text[start:end])
    return [(start, end, new)] if new != text[start:end] else []


def _gap(text: str, start: int, end: int, name: str) -> str:
    """Return what stands for a tag: a line end where it parts two words that nothing else parts."""
    if name not in _BLOCKS or start == 0 or end == len(text):
        return ""
    meet = not text[start - 1].isspace() and text[start - 1] != ">" and not text[end].isspace()
    return "\n" if meet else ""
