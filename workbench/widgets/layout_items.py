"""Keeps no Python object of the items in which Qt's layouts hold their widgets.

PySide makes one of each item of a layout that is added to another (`addLayout`), and keeps it as long as
the outer layout. Qt deletes an item with its widget without notice: the object then is in PySide's
table of addresses for whatever comes to be there. From 6.10 on that ends the program with a segmentation
fault: where Qt deletes a Python-made object of the same address, `Shiboken::Object::destroy` drops the last
reference to it, still finds something in the table, and goes on with what has just been freed. Up to 6.9 the
table had one object an address, and the fault did not show. `itemAt` and `itemAtPosition` keep such objects
too: nothing of ours calls them (`tests/widgets/test_layout_items.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from PySide6.QtWidgets import QBoxLayout, QGridLayout, QLayout
from shiboken6 import Shiboken

Adding = Callable[..., None]


def mend_layouts() -> None:
    """Let Qt's layouts, where another one is added to them, leave nothing in PySide's table of addresses."""
    for kind, name in ((QBoxLayout, "addLayout"), (QBoxLayout, "insertLayout"), (QGridLayout, "addLayout")):
        setattr(kind, name, _leaving_nothing(getattr(kind, name)))


def _leaving_nothing(add: Adding) -> Adding:
    @wraps(add)
    def added(*arguments: Any) -> None:  # noqa: ANN401 - whatever the layout takes
        add(*arguments)
        for layout in arguments[1:]:
            if isinstance(layout, QLayout):
                _forget_items(layout)

    return added


def _forget_items(layout: QLayout) -> None:
    for number in range(layout.count()):
        item = layout.itemAt(number)
        if isinstance(item, QLayout):
            _forget_items(item)
        elif item is not None and not Shiboken.createdByPython(item):
            Shiboken.invalidate(item)
