"""Extracts the text of HTML: removes tags, comments, scripts and styles, and resolves references.

Tags and comments are those of the HTML standard's tokenizer (html.spec.whatwg.org, 13.2.5); one that never
ends is text, up to its first ">". A tag that ends a block of text leaves a line end if two words would join
otherwise.

Python's own parser is not used: its tags and comments change with its security releases, so that the same
corpus would give other tokens elsewhere, and broken markup can keep it busy forever. Parsers without these
faults do not report positions in the text, which the account of bytes needs.
"""

from __future__ import annotations

import html
import re
from collections.abc import Generator, Iterator

from workbench.engine.base.pace import paced
from workbench.engine.normalizers.text_edits import Edit, Edited, apply_edits
from workbench.engine.normalizers.text_normalizers import TextStep

_BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "br", "caption", "dd", "details", "div", "dl", "dt",
        "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li",
        "main", "nav", "ol", "option", "p", "pre", "section", "table", "tbody", "td", "tfoot", "th",
        "thead", "title", "tr", "ul",
    }
)  # fmt: skip
_MOST_BROKEN = 16  # tags without an end before the search stops: each is searched for to the end

# A comment, a tag with quoted values, what else the standard takes for a comment; or a reference. None of
# them can fail after it has begun, so that it is found in time that grows with the text.
_MARK = re.compile(
    r"""
    <(?:!--(?:-?(?=>)|.*?--!?(?=>)|.*+)
      |/?(?P<name>[a-zA-Z][^\s/>]*+)(?:[^>=]++|=\s*+(?:"[^"]*+"?|'[^']*+'?)?)*+
      |[!?/][^>]*+
    )(?P<close>>)?
    |&(?:\#[0-9]{1,40}|\#[xX][0-9a-fA-F]{1,40}|[a-zA-Z][a-zA-Z0-9]{0,31});?
    """,
    re.VERBOSE | re.DOTALL,
)
_RAW_ENDS = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in ("script", "style")}


class StripHtml(TextStep):
    """Extracts the text of HTML in blocks; a script or style may continue in the next."""

    name = "html"

    def __init__(self) -> None:
        self._inside = ""

    @property
    def inside(self) -> str:
        """Return "script" or "style" if the text so far ends in one."""
        return self._inside

    def begin(self) -> None:
        """Start with a new text."""
        self._inside = ""

    def changed(self, text: str) -> Edited:
        """Return the text without tags."""
        edits: list[Edit] = []
        for edit in paced(self._edits(text), 512):
            if edit[2] == "" and edits and edits[-1][1:] == (edit[0], ""):
                edits[-1] = (edits[-1][0], edit[1], "")
            elif edit[0] < edit[1]:
                edits.append(edit)
        return apply_edits(text, edits)

    def _edits(self, text: str) -> Iterator[Edit]:
        """Yield what is removed or unescaped, from the left; it may be empty."""
        broken, position = 0, 0
        if self._inside:
            position = yield from self._raw(text, 0)
        while position < len(text) and broken <= _MOST_BROKEN:
            for mark in _MARK.finditer(text, position):
                start, position = mark.span()
                if text[start] == "&":
                    yield (start, position, html.unescape(mark[0]))
                elif not mark["close"]:
                    broken, position = broken + 1, text.find(">", start) + 1 or len(text)
                    break
                else:
                    name = (mark["name"] or "").lower()
                    yield (start, position, _gap(text, start, position, name))
                    if name in _RAW_ENDS and text[start + 1] != "/" and text[position - 2] != "/":
                        self._inside = name
                        position = yield from self._raw(text, position)
                        break
            else:
                return

    def _raw(self, text: str, start: int) -> Generator[Edit, None, int]:
        """Take out a script or style, and return where its end tag begins, or the text ends."""
        match = _RAW_ENDS[self._inside].search(text, start)
        end = match.start() if match else len(text)
        self._inside = "" if match else self._inside
        yield (start, end, "")
        return end


def _gap(text: str, start: int, end: int, name: str) -> str:
    """Return the replacement of a tag: a line end if nothing else separates two words."""
    if name not in _BLOCKS or start == 0 or end == len(text):
        return ""
    meet = not text[start - 1].isspace() and text[start - 1] != ">" and not text[end].isspace()
    return "\n" if meet else ""
