"""The wheel scrolls a page; it changes no field that the pointer comes over on the way."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QScrollArea,
    QScrollBar,
    QWidget,
)

from tests.journeys.conftest import Person
from tests.shell.layout_walk import settle
from workbench.engine.corpus.source_options import SAMPLE_CORPUS

TASKS = ("inspect", "train", "vocabulary", "compare", "all", "lab")
DIALOGS = ("edit.settings", "file.export", "file.encode_set", "file.encode_file")


def fields_that_scroll(window: QWidget) -> list[QWidget]:
    """Return the fields that are seen on a page that can be scrolled."""
    kinds = QAbstractSpinBox, QComboBox, QAbstractSlider
    fields = [each for kind in kinds for each in window.findChildren(kind)]
    return [
        each
        for each in fields
        if each.isVisible() and not isinstance(each, QScrollBar) and isinstance(page_of(each), QScrollArea)
    ]


def page_of(field: QWidget) -> QWidget | None:
    at = field.parentWidget()
    while at is not None and not isinstance(at, QScrollArea):
        at = at.parentWidget()
    return at


def value_of(field: QWidget) -> object:
    return field.currentIndex() if isinstance(field, QComboBox) else field.property("value")


def turn(field: QWidget) -> bool:
    """Turn the wheel over a field that does not have the focus; return whether it changed."""
    before = value_of(field)
    for by in (-120, 120):
        middle = QPointF(field.rect().center())
        event = QWheelEvent(
            middle, field.mapToGlobal(middle), QPoint(), QPoint(0, by), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(field, event)
        if value_of(field) != before:
            return True
    return False


def changed_in(window: QWidget) -> tuple[int, list[str]]:
    """Return the number of fields, and those that the wheel changes or would give the focus to."""
    fields = fields_that_scroll(window)
    for each in fields:
        each.clearFocus()
    wheel = Qt.FocusPolicy.WheelFocus
    faults = [each for each in fields if each.focusPolicy() == wheel or (each.isEnabled() and turn(each))]
    return len(fields), [f"{type(each).__name__} {each.accessibleName()}" for each in faults]


def test_the_wheel_changes_no_field_of_a_page_that_scrolls(person: Person) -> None:
    parts, n_fields, faults = person.parts, 0, {}
    parts.corpus.sources.add_paths([SAMPLE_CORPUS])
    person.wait(parts.corpus.sources.enabled_sources)
    parts.options.more_button.click()
    for task in TASKS:
        parts.window.show_task(task)
        settle()
        n, faults[task] = changed_in(parts.window)
        n_fields += n
    for id_ in DIALOGS:
        parts.window.commands[id_].trigger()
        settle()
        dialog = next(d for d in QApplication.topLevelWidgets() if isinstance(d, QDialog) and d.isVisible())
        n, faults[id_] = changed_in(dialog)
        n_fields += n
        dialog.close()
        settle()
    assert n_fields > 10
    assert {place: names for place, names in faults.items() if names} == {}
