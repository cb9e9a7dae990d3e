"""The text of the manual's pages (resources/manual): English, and a folder for each other language.

A link to a heading is the same in all languages: it names the English heading at that position.
"""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QCoreApplication

from workbench.widgets.look.icons import resource

ENGLISH = "en"
_CODE = re.compile(r"```.*?```", re.DOTALL)
_HEADING = re.compile(r"^#{1,4} (.+)$", re.MULTILINE)


def window_language() -> str:
    """Return the language of the window, the name of its folder of pages; each translation says its own."""
    return QCoreApplication.translate("Manual", "en")


@cache
def text_of(name: str, language: str) -> str:
    """Return the Markdown of a page: the English one where the language has none; OSError without both."""
    file = resource("manual", language, f"{name}.md")
    if language == ENGLISH or not file.is_file():
        file = resource("manual", f"{name}.md")
    return file.read_text("utf-8")


def headings_of(text: str) -> list[str]:
    """Return the headings of a text in Markdown, without those in code."""
    return [match[1] for match in _HEADING.finditer(_CODE.sub("", text))]


def anchor(heading: str) -> str:
    """Return what a link to a heading has after the #, as on GitHub."""
    return re.sub(r"[^\w\- ]", "", heading.casefold()).replace(" ", "-")
