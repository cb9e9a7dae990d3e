"""Every control has a name to be called by, and every word that is shown can be translated."""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QTranslator
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QSpinBox,
    QTabBar,
    QTableView,
    QWidget,
)

from tests.journeys.conftest import Person
from tests.shell.layout_walk import settle
from workbench.display.marks import visible
from workbench.engine.corpus.source_options import SAMPLE_CORPUS
from workbench.engine.training.options import Options
from workbench.shell.rail import Rail
from workbench.widgets.controls import IconButton
from workbench.worker.messages.requests import Failed

TASKS = ("inspect", "train", "vocabulary", "compare", "all", "lab")
OPEN, CLOSE = "«", "»"


class Marking(QTranslator):
    """Translates every text into itself between « and », made longer by a share of its letters."""

    def __init__(self, more: float = 0.0) -> None:
        super().__init__()
        self._more = more

    def translate(self, context: str, text: str, disambiguation: str = "", n: int = -1) -> str:
        return f"{OPEN}{text}{'·' * math.ceil(len(text) * self._more)}{CLOSE}"


@contextlib.contextmanager
def installed(translator: QTranslator) -> Iterator[None]:
    QApplication.installTranslator(translator)
    yield
    QApplication.removeTranslator(translator)


@pytest.fixture
def marked(qapp: QApplication) -> Iterator[None]:
    with installed(Marking()):
        yield


@pytest.fixture
def filled(person: Person) -> Person:
    """A window in which something has happened, so that its panels show what they can show."""
    parts = person.parts
    parts.corpus.sources.add_paths([SAMPLE_CORPUS])
    person.wait(parts.corpus.sources.enabled_sources)
    parts.options.more_button.click()
    parts.options.special_tokens.set_texts(("<|end|>",))
    parts.options.set_options(Options(vocab_size=300, special_tokens=("<|end|>",)))
    parts.options.start()
    person.wait(lambda: parts.session.training.run is None and person.tokenizer.format == "")
    person.wait(person.encoded)
    parts.vocabulary.show_token(ord("e"))
    model = parts.vocabulary.table.rows
    person.wait(lambda: model.vocabulary and model.vocabulary.listed.handle == person.tokenizer.handle)
    # The token that is chosen is that of this tokenizer too.
    waits = parts.tokens.chosen.timer, parts.selected._renewing
    person.wait(lambda: not (parts.lanes._replies or any(timer.isActive() for timer in waits)))
    parts.window.notices.toast("", lambda: None)
    return person


# --- names -------------------------------------------------------------------------------------------------


def controls(window: QWidget) -> list[QWidget]:
    """Return what Tab or a click gives the keyboard to."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if widget.focusPolicy() & (Qt.FocusPolicy.TabFocus | Qt.FocusPolicy.ClickFocus)
        and widget.focusProxy() is None
        and not isinstance(widget.parentWidget(), QAbstractSpinBox)  # the field inside; the box has the name
    ]


def name_of(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def described(widget: QWidget) -> str:
    above = widget.parentWidget()
    return f"{type(widget).__name__} {widget.objectName()!r} in {type(above).__name__}"


@pytest.mark.parametrize("task", TASKS)
def test_every_control_has_a_name_and_every_icon_a_tooltip(filled: Person, task: str) -> None:
    window = filled.parts.window
    window.show_task(task)
    found = controls(window)
    assert len(found) > 30
    assert [described(widget) for widget in found if not name_of(widget).strip()] == []
    icons = [b for b in window.findChildren(QAbstractButton) if isinstance(b, IconButton) or not b.text()]
    # Not what Qt makes by itself: × in a search field, arrows of a tab bar, buttons of a hidden title bar.
    icons = [
        button
        for button in icons
        if not isinstance(button.parentWidget(), QLineEdit | QTabBar)
        and not button.objectName().startswith("qt_")
    ]
    assert len(icons) > 8
    assert [described(button) for button in icons if not button.toolTip() or not name_of(button)] == []


# --- translation -------------------------------------------------------------------------------------------

# What may stand outside of « and », and why.
DATA = re.compile(
    "|".join(
        (
            r"(?:[0-9A-F]{2} ?)+…?",  # bytes in hex
            r"Sample 4k|Training run|Sample",  # names of tokenizers and sources come from data
            r"UTF-8|LF",  # names of an encoding and a line end are international
            r"Basic|GPT-2|GPT-4o|GPT-4|CLIP|Llama 2|minbpe|r50k|cl100k|o200k",  # proper names
            r"Qt|Python",
            r"(?:(?:Ctrl|Alt|Shift|Meta)\+)+\w+|F\d+",  # QKeySequence puts shortcuts into words
            r"<\|\w+\|>",  # special tokens
        )
    )
)


def outside(text: str) -> str:
    """Return what of a text stands outside of all « »."""
    depth, kept = 0, []
    for letter in text:
        depth += letter == OPEN
        if depth == 0:
            kept.append(letter)
        depth -= letter == CLOSE
    return "".join(kept)


def texts_of(widget: QWidget) -> Iterator[tuple[str, str]]:
    """Yield (where, text) of everything that a widget says."""
    for where in ("toolTip", "accessibleName", "accessibleDescription", "windowTitle", "statusTip"):
        yield where, getattr(widget, where)()
    if isinstance(widget, QLabel | QAbstractButton):
        yield "text", widget.text()
    if isinstance(widget, QLineEdit):
        yield "placeholder", widget.placeholderText()
    if isinstance(widget, QSpinBox):
        yield from (("special value", widget.specialValueText()), ("suffix", widget.suffix()))
    if isinstance(widget, QTabBar):
        yield from (("tab", widget.tabText(place)) for place in range(widget.count()))
    if isinstance(widget, QTableView):
        across = range(widget.model().columnCount())
        heads = (widget.model().headerData(column, Qt.Orientation.Horizontal) for column in across)
        yield from (("head", head) for head in heads if isinstance(head, str) and not head.isdecimal())
    if isinstance(widget, QMenu):
        yield "title", widget.title()


def texts_of_action(action: QAction) -> Iterator[tuple[str, str]]:
    yield from (("text", action.text()), ("tooltip", action.toolTip()), ("icon text", action.iconText()))


def words_outside(text: str, tokens: frozenset[str]) -> str:
    """Return the letters of a text that cannot be translated, "" where there are none."""
    rest = outside(text).replace("&", "")
    if rest.strip() in tokens:
        return ""
    rest = DATA.sub("", rest)
    return rest if re.search(r"[^\W\d_]", rest) else ""


@pytest.mark.parametrize("task", TASKS)
def test_every_word_can_be_translated(marked: None, filled: Person, task: str) -> None:
    parts, window = filled.parts, filled.parts.window
    window.show_task(task)
    vocabulary = parts.vocabulary.table.rows.vocabulary
    tokens = frozenset(visible(vocabulary.token(row)) for row in range(len(vocabulary)))
    patterns = frozenset({parts.options.pattern.toolTip()})
    said = [
        (described(widget), where, text)
        for widget in [window, *window.findChildren(QWidget)]
        if widget.inherits("QWidget") and not widget.objectName().startswith("qt_")
        for where, text in texts_of(widget)
    ]
    said += [
        (f"action {action.objectName()}", where, text)
        for action in window.findChildren(QAction)
        if action.objectName() != "" or action.menu() is not None
        for where, text in texts_of_action(action)
    ]
    assert sum(OPEN in text for _, _, text in said) > 200, "the texts are not translated at all"
    left = {(who, where, text) for who, where, text in said if words_outside(text, tokens | patterns)}
    assert left == set()


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("«Id»: 3,264", ""),
        ("«{n} of «x»»", ""),
        ("Sample 4k · «4,096 tokens»", ""),
        ("6C 65 …", ""),
        ("len", ""),
        ("«Save» now", " now"),
        ("Id: 3", "Id: 3"),
    ],
)
def test_the_look_for_words_finds_them(text: str, rest: str) -> None:
    assert words_outside(text, frozenset({"len"})) == rest


# --- messages ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("panel", ["", "tokens"], ids=["window", "panel"])
def test_tab_goes_through_a_message_and_closing_it_gives_the_keyboard_back(
    person: Person, panel: str
) -> None:
    window, text = person.parts.window, person.parts.tokens.view
    window.show_task("inspect")
    strip = window.notices.failed(
        Failed(1, "open", "x", None, None, "it is damaged", "", {}, "all of it"), panel
    )
    strip.add_link("Second", lambda: None)
    settle()
    before: QWidget = window.findChildren(Rail)[0].findChildren(QAbstractButton)[-1]
    window.activateWindow()
    before.setFocus()
    person.wait(before.hasFocus)
    for _ in range(12 if panel else 1):
        person.bot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        if strip.isAncestorOf(QApplication.focusWidget()):
            break
    names = []
    while strip.isAncestorOf(now := QApplication.focusWidget()):
        names.append(name_of(now))
        if names[-1] == "Close this message":
            break
        person.bot.keyClick(now, Qt.Key.Key_Tab)
    assert names == ["Second", "Details", "Close this message"]
    text.setFocus()
    now.setFocus(Qt.FocusReason.TabFocusReason)
    person.bot.keyClick(now, Qt.Key.Key_Space)
    assert not strip.isVisible()
    assert QApplication.focusWidget() is text


def test_f6_comes_to_the_message_above_the_panels(person: Person) -> None:
    window = person.parts.window
    window.show_task("inspect")
    strip = window.notices.tell("Resume?")
    link = strip.add_link("Resume", lambda: None)
    settle()
    window.activateWindow()
    person.parts.tokens.view.setFocus()
    person.wait(person.parts.tokens.view.hasFocus)
    seen = set()
    for _ in range(5):
        window.commands["view.next_panel"].trigger()
        seen.add(QApplication.focusWidget())
    assert link in seen
    assert len(seen) > 2
