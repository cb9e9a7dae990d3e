"""Every control of every dialog has a name and a role, and Tab comes to it and leaves it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLabel, QRadioButton, QWidget

from tests.journeys.conftest import Person
from tests.journeys.test_accessibility import controls, described, name_of
from tests.shell.dialogs.test_manual import place_exists
from tests.shell.layout_walk import settle
from workbench.shell.needs import why_not
from workbench.shell.pages.arrangements import TASKS, panels_of

DIALOGS = (
    "edit.settings", "help.manual", "help.report", "help.licenses", "help.about", "help.bytes", "help.merge",
    "file.fetch", "file.export", "file.encode_file", "file.encode_set", "file.count_folder",
    "file.save_tokens", "tokenizer.decode", "tokenizer.rename",
)  # fmt: skip
_NO_ROLES = {QAccessible.Role.NoRole, QAccessible.Role.Client}
_MOST_STEPS = 120


def tabbed_to(dialog: QDialog) -> list[QWidget]:
    """Return what Tab comes to, in its order, from the first control on."""
    seen: list[QWidget] = []
    for _ in range(_MOST_STEPS):
        focused = QApplication.focusWidget()
        if focused is None or focused.window() is not dialog:
            dialog.setFocus()
            focused = dialog
        if len(seen) > 1 and focused is seen[0]:
            return seen
        if focused not in seen:  # a page of text keeps the keyboard while Tab goes through its links
            seen.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    return seen


def reachable(dialog: QDialog) -> list[QWidget]:
    """Return the controls that Tab is to come to: of choices that exclude each other, one will do."""
    wanted = [
        each
        for each in controls(dialog)
        if each.isVisible() and each.isEnabled() and each.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    return [each for each in wanted if not (isinstance(each, QRadioButton) and not each.isChecked())]


def faults_of(dialog: QDialog) -> list[str]:
    """Return the controls without a name, without a role, or where the keyboard cannot come."""
    found = []
    for each in controls(dialog):
        interface = QAccessible.queryAccessibleInterface(each)
        inside = isinstance(each.parentWidget(), QComboBox) or each.objectName().startswith("qt_")
        unsaid = isinstance(each, QLabel) and not each.isVisible()  # a label is called what it says
        if not name_of(each).strip() and not inside and not unsaid:
            found.append(f"no name: {described(each)}")
        if interface.role() in _NO_ROLES and each is not dialog and not inside:
            found.append(f"no role: {described(each)}")
    come_to = tabbed_to(dialog)
    proxied = {each.focusProxy() for each in come_to}
    found += [f"no Tab: {described(each)}" for each in reachable(dialog) if each not in {*come_to, *proxied}]
    return found


def test_every_control_of_every_dialog_is_named_and_reached_by_tab(person: Person) -> None:
    window, faults = person.parts.window, {}
    for id_ in DIALOGS:
        action = window.commands[id_]
        assert action.isVisible(), id_
        before = {each for each in QApplication.topLevelWidgets() if each.isVisible()}
        action.trigger()
        settle()
        opened = [
            each
            for each in QApplication.topLevelWidgets()
            if isinstance(each, QDialog) and each.isVisible() and each not in before
        ]
        assert len(opened) == 1, id_
        (dialog,) = opened
        dialog.activateWindow()
        person.wait(lambda: not person.parts.lanes._replies)  # for what it shows
        assert dialog.windowTitle(), id_
        found = faults_of(dialog)
        if found:
            faults[id_] = found
        dialog.close()
        settle()
    assert faults == {}


def test_all_that_is_not_available_says_why(person: Person) -> None:
    commands = person.parts.window.commands
    away = [action.objectName() for action in commands.unavailable()]
    assert {"train.pause", "edit.undo", "tokenizer.next"} <= set(away)
    assert [id_ for id_ in away if not why_not(id_)] == []


def test_every_panel_has_its_place_in_the_tasks_and_in_the_manual(person: Person):
    assert set(person.parts.window.tasks.panels) == {name for task in TASKS for name in panels_of(task)}
    places = {name: panel.manual for name, panel in person.parts.window.tasks.panels.items()}
    assert [name for name, place in places.items() if not place] == [
        "first_steps"
    ]  # the manual opens at its start
    assert not [name for name, place in places.items() if place and not place_exists(place)]
