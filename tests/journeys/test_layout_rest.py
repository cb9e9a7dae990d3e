"""The window comes to rest: no layout asks for the next one for ever."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtTest import QTest

from tests.journeys.conftest import Person
from workbench.shell.pages.arrangements import TASKS


class _Layouts(QObject):
    """Counts the layouts that a widget is asked for."""

    n = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.n += event.type() == QEvent.Type.LayoutRequest
        return False


@pytest.mark.parametrize("size", [(1280, 778), (1024, 700)])
def test_each_page_comes_to_rest(person: Person, size: tuple[int, int]) -> None:
    window = person.parts.window
    window.resize(*size)
    for name in ("view.train", "view.inspect", "view.chat", "view.chat", "view.ids_panel", "view.ids_panel"):
        window.commands[name].trigger()
        QTest.qWait(50)
    for task in ("all", *TASKS):
        window.show_task(task)
        layouts = _Layouts()
        window.tasks.page.installEventFilter(layouts)

        def rests(layouts: _Layouts = layouts) -> bool:
            before = layouts.n  # each round below would bring one more
            for _ in range(10):
                QTest.qWait(1)
            return layouts.n == before

        person.wait(rests)
        window.tasks.page.removeEventFilter(layouts)


def test_a_vocabulary_that_comes_beside_the_text_leaves_the_keyboard_there(person: Person) -> None:
    window, text = person.parts.window, person.parts.tokens.view
    text.setFocus()
    person.wait(text.hasFocus)
    window.resize(1900, 1000)
    person.wait(person.parts.vocabulary.isVisible)
    assert text.hasFocus()
    window.commands["view.train"].trigger()
    window.commands["view.inspect"].trigger()
    person.wait(lambda: text.hasFocus() and person.parts.vocabulary.isVisible())
    for _ in range(10):
        QTest.qWait(1)
    assert text.hasFocus()
    window.commands["view.vocabulary"].trigger()
    assert person.parts.vocabulary.filters.search.hasFocus()
