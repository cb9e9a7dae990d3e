"""The window in another language: every word of the dialogs is translated, and what is longer is not cut."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QWidget

from tests.journeys.conftest import PATIENCE, Person
from tests.journeys.test_accessibility import (
    OPEN,
    TASKS,
    Marking,
    described,
    installed,
    texts_of,
    words_outside,
)
from tests.journeys.test_accessible_dialogs import DIALOGS
from tests.shell.layout_walk import settle

# Of data: what is published, licenses, the report, and the manual, which has a language of its own.
NAMES = frozenset({"English", ": English", "简体中文", ": 简体中文", "http://proxy.example:8080"})
NOT_OURS = ("file.fetch", "help.report", "help.manual", "help.licenses")


@pytest.fixture
def longer(qapp: QApplication) -> Iterator[None]:
    with installed(Marking(0.4)):
        yield


def cut(root: QWidget) -> list[tuple[str, str]]:
    """Return the labels and buttons in sight that show less than their text, without an ellipsis."""
    found = []
    for each in root.findChildren(QWidget):
        if not each.isVisible() or each.visibleRegion().isEmpty():
            continue
        if isinstance(each, QAbstractButton) and each.text():
            short = each.width() < each.minimumSizeHint().width()
        elif isinstance(each, QLabel) and each.text():
            if each.wordWrap():
                short = each.height() < each.heightForWidth(each.width())
            else:
                short = each.width() < each.minimumSizeHint().width()  # 0 of one that shows an ellipsis
        else:
            continue
        if short:
            found.append((described(each), each.text()))
    return found


def opened_by(person: Person, id_: str) -> QDialog:
    before = {each for each in QApplication.topLevelWidgets() if each.isVisible()}
    person.parts.window.commands[id_].trigger()
    settle()
    (dialog,) = (
        each
        for each in QApplication.topLevelWidgets()
        if isinstance(each, QDialog) and each.isVisible() and each not in before
    )
    return dialog


def test_every_word_of_the_dialogs_is_translated_and_none_is_cut(longer: None, person: Person) -> None:
    left, short, n_texts = {}, {}, 0
    for id_ in DIALOGS:
        dialog = opened_by(person, id_)
        said = [
            (described(widget), where, text)
            for widget in [dialog, *dialog.findChildren(QWidget)]
            if not widget.objectName().startswith("qt_")
            for where, text in texts_of(widget)
        ]
        n_texts += sum(OPEN in text for _, _, text in said)
        rest = {each for each in said if words_outside(each[2], NAMES)}
        if rest and id_ not in NOT_OURS:
            left[id_] = rest
        if found := cut(dialog):
            short[id_] = found
        dialog.close()
        settle()
    assert n_texts > 200
    assert left == {}
    assert short == {}


@pytest.mark.parametrize("task", TASKS)
def test_nothing_is_cut_in_a_longer_language(longer: None, person: Person, task: str) -> None:
    window = person.parts.window
    window.show_task(task)
    settle()
    with contextlib.suppress(TimeoutError):  # what comes later, of the text, is laid out once more
        person.bot.waitUntil(lambda: cut(window) == [], timeout=PATIENCE // 3)
    assert cut(window) == []
