"""The fields of the options, by themselves."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from workbench.panels.training.fields import NumberField, ShareField


def turn(field: QWidget) -> bool:
    """Turn the wheel over a field; return whether the field took it."""
    event = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    event.ignore()
    QApplication.sendEvent(field, event)
    return event.isAccepted()


@pytest.mark.parametrize("make", [lambda: NumberField("n", 0, 10), lambda: ShareField("n", 0, 10, 1)])
def test_the_wheel_turns_a_field_only_where_the_user_is_at_it(qtbot, make):
    panel, field = QWidget(), make()
    QVBoxLayout(panel).addWidget(field)
    qtbot.addWidget(panel)
    panel.show()
    qtbot.waitActive(panel)
    field.clearFocus()
    assert not turn(field)
    assert field.value() == 0
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    assert turn(field)
    assert field.value() > 0


@pytest.mark.parametrize(("number", "shown"), [(2**31, 10), (10**400, 10), (-(2**40), 0), (7, 7)])
def test_a_number_of_more_than_32_bits_is_the_end_of_the_range(qtbot, number, shown):
    field = NumberField("n", 0, 10)
    qtbot.addWidget(field)
    field.setValue(number)
    assert field.value() == shown


def test_a_locked_field_can_only_be_read(qtbot):
    field = NumberField("n", 0, 10)
    qtbot.addWidget(field)
    field.set_locked(True)
    assert field.isReadOnly()
    assert field.styleSheet()
    field.set_locked(False)
    assert not field.isReadOnly()
    assert not field.styleSheet()
