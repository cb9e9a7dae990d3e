"""The manual: every page, link and place in it, and the way to it from a panel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtTest import QTest

from workbench.shell import language
from workbench.shell.actions import ENTRIES
from workbench.shell.dialogs.manual import PAGES, ManualDialog, headings, page_text
from workbench.widgets.look import theme
from workbench.widgets.manual_text import anchor
from workbench.widgets.words import WordLabel, word_of

FOLDER = Path(__file__).parents[3] / "resources/manual"
LANGUAGES = ("en", *sorted(path.name for path in FOLDER.iterdir() if path.is_dir()))
LINK = re.compile(r"\]\(([^)]+)\)")


def place_exists(place: str) -> bool:
    name, _, heading = place.partition("#")
    return name in PAGES and (not heading or heading in map(anchor, headings(name)))


@pytest.fixture
def manual(qtbot) -> ManualDialog:
    dialog = ManualDialog(None)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_every_page_is_listed():
    assert {path.stem for path in FOLDER.glob("*.md")} == set(PAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_somewhere(name, language):
    links = [link for link in LINK.findall(page_text(name, language)) if not link.startswith("http")]
    for link in links:
        assert place_exists(link.replace(".md", "")), link


@pytest.mark.parametrize("name", PAGES)
def test_every_shortcut_that_it_names_is_one(name):
    """Those that are written with the name of a command."""
    texts = {entry.text.replace("&", "").rstrip("…"): entry.keys for entry in ENTRIES}
    for command, key in re.findall(r"\*([A-Z][a-z ]+)\* \((Ctrl\+[A-Z0-9]|F\d+)\)", page_text(name)):
        assert texts[command] == key, command


def test_a_page_begins_at_the_heading_of_the_link(manual, qtbot):
    manual.open_at("inspect#pipeline")
    assert manual.pages.currentItem().text() == "Inspect"
    heading = manual.page.document().find("Pipeline")
    assert heading.block().blockFormat().headingLevel() == 2
    in_sight = manual.page.viewport().rect()
    assert in_sight.contains(manual.page.cursorRect(heading))
    manual.open_at("inspect")
    assert not in_sight.contains(manual.page.cursorRect(heading))


def test_a_page_that_is_opened_twice_keeps_its_places(manual):
    manual.open_at("inspect")
    manual.open_at("inspect")
    manual.open_at("inspect#pipeline")
    heading = manual.page.document().find("Pipeline")
    assert manual.page.viewport().rect().contains(manual.page.cursorRect(heading))


def test_links_and_the_way_back_are_followed_in_the_list(manual):
    manual.open_at("questions")
    manual.page.setSource("words.md#merge")
    assert manual.pages.currentItem().text() == "Words"
    QTest.keyClick(manual.page, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert manual.pages.currentItem().text() == "Questions"


def test_the_way_back_leads_to_the_same_place_of_the_same_page(manual):
    manual.open_at("questions")
    bar = manual.page.verticalScrollBar()
    bar.setValue(bar.maximum())
    manual.page.setSource("words.md#merge")
    QTest.keyClick(manual.page, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert bar.value() == bar.maximum()
    assert manual.page.document().begin().blockFormat().topMargin() == theme.SPACE_4
    manual.page.setSource("questions.md#where-is-my-work-kept")
    heading = manual.page.document().find("Where is my work kept")
    assert manual.page.viewport().rect().contains(manual.page.cursorRect(heading))


def test_a_link_to_a_heading_is_the_same_in_each_language(qtbot):
    dialog = ManualDialog(None, "zh_CN")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.open_at("inspect#chat")
    assert dialog.pages.currentItem().text() == "查看"
    heading = dialog.page.document().find("对话")
    while not heading.block().blockFormat().headingLevel():
        heading = dialog.page.document().find("对话", heading)
    assert dialog.page.viewport().rect().contains(dialog.page.cursorRect(heading))
    dialog.page.setSource("compare.md#other-pages")
    assert dialog.pages.currentItem().text() == "比较"
    dialog.search.setText("天城文")
    assert dialog.page.textCursor().selectedText() == "天城文"


def test_a_page_that_a_language_lacks_is_shown_in_english():
    assert headings("start", "no_NO") == headings("start")
    assert headings("start", "zh_CN") != headings("start")


def test_search_goes_on_over_pages(manual):
    QTest.keyClicks(manual.search, "Devanagari")
    assert [
        manual.pages.item(row).text() for row in range(len(PAGES)) if not manual.pages.item(row).isHidden()
    ] == ["Questions"]
    assert manual.pages.currentItem().text() == "Questions"
    assert manual.page.textCursor().selectedText() == "Devanagari"
    manual.search.setText("merge")
    shown = set()
    for _ in range(200):
        QTest.keyClick(manual.search, Qt.Key.Key_Return)
        assert manual.page.textCursor().selectedText().casefold() == "merge"
        shown.add(manual.pages.currentItem().text())
    assert len(shown) > 3
    manual.search.setText("qwertzuiop")
    QTest.keyClick(manual.search, Qt.Key.Key_Return)
    assert all(manual.pages.item(row).isHidden() for row in range(len(PAGES)))


def test_f1_opens_it_at_the_panel_with_the_keyboard(window, qtbot):
    window.activateWindow()
    window.show_task("inspect")
    dock = window.dock("tokens")
    field = dock.panel.widget
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    window.commands["help.manual"].trigger()
    manual = window.findChild(ManualDialog)
    assert manual.page.source().toString() == "inspect.md#tokens"
    window.commands["help.manual"].trigger()
    assert len(window.findChildren(ManualDialog)) == 1


def test_the_page_of_keys_has_every_shortcut_of_the_menus():
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", page_text("keys"), re.MULTILINE)
    keyed = {(entry.text.replace("&", "").rstrip("…"), entry.keys) for entry in ENTRIES if entry.keys}
    assert keyed <= {(path.split(" › ")[-1], key) for path, key in rows}
    assert ("File › Save", "Ctrl+S") in rows
    assert ("Edit › Settings", "Ctrl+,") in rows


@pytest.fixture
def chinese(qapp):
    """The application with the translations that it starts with in Chinese."""
    locale = QLocale()
    language.begin(qapp, "zh_CN")
    yield
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(locale)


def test_the_manual_has_the_language_of_the_window(chinese, qtbot):
    dialog = ManualDialog(None)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.windowTitle() == "手册"
    assert dialog.pages.item(0).text() == "五分钟入门"
    dialog.open_at("keys")
    assert ("文件 › 保存", "Ctrl+S") in re.findall(
        r"^\| ([^|]+) \| ([^|]+) \|$", page_text("keys", "zh_CN"), re.MULTILINE
    )
    label = WordLabel("合并", "merge")
    qtbot.addWidget(label)
    assert "训练的一步" in label.toolTip()
    assert word_of("合并序号") == "rank"
    assert word_of("Rank") == ""


@pytest.mark.parametrize(
    ("language", "question", "answer"),
    [
        ("en", "what is a merge", "What is a merge?"),
        ("en", "merge", "Merge"),
        ("en", "how do I get this into my Python code", "How do I get this into my Python code?"),
        ("en", "use it in python code", "How do I get this into my Python code?"),
        ("en", "why is my Hindi so expensive", "Why is my Hindi so expensive?"),
        ("en", "hindi costs more", "Why is my Hindi so expensive?"),
        ("en", "rank", "Rank"),
        ("zh_CN", "什么是合并", "什么是合并？"),
        ("zh_CN", "合并", "合并（merge）"),
        ("zh_CN", "怎么在 Python 代码里用", "怎样在自己的 Python 代码里使用它？"),
        ("zh_CN", "印地语为什么贵", "为什么印地语这么贵？"),
    ],
)
def test_a_question_in_ones_own_words_finds_its_answer(qtbot, language, question, answer):
    dialog = ManualDialog(None, language)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.search.setText(question)
    cursor = dialog.page.textCursor()
    assert cursor.block().text() == answer
    assert dialog.page.viewport().rect().intersects(dialog.page.cursorRect(cursor))
    assert not dialog.pages.currentItem().isHidden()


def test_a_phrase_is_found_over_the_end_of_a_line(manual):
    before, after = re.search(r"([a-z]+ [a-z]+)\n([a-z]+ [a-z]+)", page_text("questions")).groups()
    manual.search.setText(f"{before} {after}")
    assert manual.page.textCursor().selectedText() == f"{before} {after}"


def test_what_is_nowhere_lists_no_page(manual):
    manual.search.setText("qwertzuiop")
    assert all(manual.pages.item(row).isHidden() for row in range(len(PAGES)))
    manual.search.setText("")
    assert not any(manual.pages.item(row).isHidden() for row in range(len(PAGES)))


@pytest.mark.parametrize(
    ("language", "question", "answer"),
    [
        ("en", "what is a merge", "What is a merge?"),
        ("en", "how do i get this into my Python code", "How do I get this into my Python code?"),
        ("en", "why is my Hindi so expensive", "Why is my Hindi so expensive?"),
        ("zh_CN", "什么是合并", "什么是合并？"),
        ("zh_CN", "怎么在 Python 代码里用", "怎样在自己的 Python 代码里使用它？"),
        ("zh_CN", "印地语为什么贵", "为什么印地语这么贵？"),
    ],
)
def test_it_is_used_by_the_keyboard_alone(qtbot, language, question, answer):
    dialog = ManualDialog(None, language)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    dialog.open_at("inspect#tokens")

    def press(key, *modifiers):
        QTest.keyClick(dialog.focusWidget(), key, *modifiers)

    bar = dialog.page.verticalScrollBar()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown):
        before = bar.value()
        press(key)
        assert bar.value() > before, key
    if language == "en":  # Chinese is written by an input method, which a page does not have
        QTest.keyClick(dialog.page, question[0])
    else:
        press(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert dialog.focusWidget() is dialog.search
    dialog.search.insert(question[len(dialog.search.text()) :])
    found = dialog.page.textCursor()
    assert found.block().text() == answer
    press(Qt.Key.Key_PageUp)
    before = bar.value()
    press(Qt.Key.Key_PageDown)
    assert bar.value() > before
    press(Qt.Key.Key_Down)
    assert dialog.focusWidget() is dialog.pages
    press(Qt.Key.Key_Return)
    assert dialog.focusWidget() is dialog.page
    press(Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert dialog.page.source().path() == "inspect.md"
    press(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert dialog.search.selectedText() == question
    press(Qt.Key.Key_Escape)
    assert not dialog.isVisible()
