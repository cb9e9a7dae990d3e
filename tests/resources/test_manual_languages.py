"""Each page of the manual in another language is built as the English one, so that a change of one shows."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from PySide6.QtGui import QTextCursor, QTextDocument, QTextFormat

MANUAL = Path(__file__).parents[2] / "resources" / "manual"
ENGLISH = {path.name: path.read_text("utf-8") for path in MANUAL.glob("*.md")}
LANGUAGES = sorted(path.name for path in MANUAL.iterdir() if path.is_dir())
PAGES = [(language, name) for language in LANGUAGES for name in sorted(ENGLISH)]
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`[^`]+`")
LINK = re.compile(r"\]\(([^)]+)\)")
STRESSED = re.compile(r"(?<!\*)\*(?!\*)([^*]+)\*(?!\*)")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
NUMBER = re.compile(r"\d(?:[\d,.]*\d)?")


def translated(language: str, name: str) -> str:
    return (MANUAL / language / name).read_text("utf-8")


def prose(text: str) -> str:
    """The text without code and targets of links."""
    return LINK.sub("]", CODE.sub("", FENCED.sub("", text)))


def outline(text: str) -> list[tuple[str, str]]:
    """What each block of the page is as it is shown, and its text."""
    document = QTextDocument()
    document.setMarkdown(text)
    blocks, block = [], document.begin()
    while block.isValid():
        form, table = block.blockFormat(), QTextCursor(block).currentTable()
        if table is not None:
            kind = f"cell of {table.rows()} x {table.columns()}"
        elif form.hasProperty(QTextFormat.Property.BlockCodeFence):
            kind = "code"
        else:
            kind = f"heading {form.headingLevel()}" if form.headingLevel() else "text"
        blocks.append((kind + " of a list" * (block.textList() is not None), block.text()))
        block = block.next()
    return blocks


def test_each_language_has_all_pages() -> None:
    assert "zh_CN" in LANGUAGES
    for language in LANGUAGES:
        assert {path.name for path in (MANUAL / language).iterdir()} == set(ENGLISH)


@pytest.mark.parametrize(("language", "name"), PAGES)
def test_headings_paragraphs_lists_and_tables_are_those_of_the_english_page(
    language: str, name: str, qapp: object
) -> None:
    english, other = outline(ENGLISH[name]), outline(translated(language, name))
    for number, ((kind, text), (other_kind, other_text)) in enumerate(zip(english, other, strict=False)):
        assert kind == other_kind, (number, text, other_text)
        if kind == "code":
            assert text == other_text
        elif re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", text):
            assert text != other_text, "not translated"
    assert len(english) == len(other)


@pytest.mark.parametrize(("language", "name"), PAGES)
def test_code_links_and_numbers_are_those_of_the_english_page(language: str, name: str) -> None:
    english, other = ENGLISH[name], translated(language, name)
    assert FENCED.findall(other) == FENCED.findall(english)
    for pattern in (CODE, LINK):
        found = [
            Counter(" ".join(each.split()) for each in pattern.findall(FENCED.sub("", text)))
            for text in (english, other)
        ]
        assert found[0] == found[1], (found[0] - found[1], found[1] - found[0])
    assert not Counter(NUMBER.findall(prose(english))) - Counter(NUMBER.findall(prose(other)))


def names_of_the_window(language: str) -> dict[str, set[str]]:
    """The translations of each text of the window, without mnemonics."""
    found = defaultdict(set)
    for message in ET.parse(MANUAL.parent / "translations" / f"workbench_{language}.ts").iter("message"):
        texts = [message.findtext(part) or "" for part in ("source", "translation")]
        english, other = (re.sub(r"\(&\w\)|&", "", text).rstrip("…") for text in texts)
        if other:
            found[english].add(other)
    return found


def names(pattern: re.Pattern[str], text: str) -> set[str]:
    """Menus, commands and controls that a page names, of a path each part."""
    paths = (" ".join(path.split()) for path in pattern.findall(prose(text)))
    return {part.rstrip("…") for path in paths for part in re.split(" [›>] ", path)}


@pytest.mark.parametrize(("language", "name"), PAGES)
def test_commands_and_controls_have_their_names_in_the_window(language: str, name: str) -> None:
    window, bold = names_of_the_window(language), names(BOLD, translated(language, name))
    for text in names(STRESSED, ENGLISH[name]):
        assert text not in window or window[text] & bold, (text, window[text])


@pytest.mark.parametrize("name", sorted(ENGLISH))
def test_the_chinese_is_written_as_the_glossary_asks(name: str) -> None:
    text = prose(translated("zh_CN", name))
    assert re.findall(r".?[你您].?", text) == []
    assert re.findall(r"[\u4e00-\u9fff][,;:?!()].?", text) == []
    assert re.findall(r"[\u4e00-\u9fff][A-Za-z0-9].?|[A-Za-z0-9%][\u4e00-\u9fff]", text) == []
