"""No Python object of a layout's item outlives it: PySide 6.10 and later die of that."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QLayout, QLayoutItem, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from workbench.widgets.flow import FlowLayout

TOP = Path(__file__).parents[2]

# What died within seconds: items go with their labels, other objects come to lie where they were.
CODE = """
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import *
import workbench.widgets

app = QApplication([])
host = QWidget()
outer = QVBoxLayout(host)
rows = []
for _ in range(50):
    row, labels = QHBoxLayout(), [QLabel("x") for _ in range(4)]
    for label in labels:
        row.addWidget(label)
    outer.addLayout(row)
    rows.append(labels)
shown = QListWidget()
for labels in rows * 4:
    while labels:
        label = labels.pop()
        label.setParent(None)
        label.deleteLater()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    shown.clear()
    for _ in range(40):
        shown.addItem(QListWidgetItem("a"))
    for _ in range(20):
        QHBoxLayout(), QLabel("x")
print("lived")
"""


def kept_items():
    """The items of layouts that PySide has in its table and Qt made."""
    return [
        each
        for each in Shiboken.getAllValidWrappers()
        if isinstance(each, QLayoutItem)
        and not isinstance(each, QLayout)
        and not Shiboken.createdByPython(each)
    ]


def test_labels_of_rows_in_a_column_go_without_a_fault():
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", CODE], env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        cwd=TOP, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout.strip()) == (0, "lived"), done.stderr


@pytest.mark.parametrize("outer", [QVBoxLayout, QGridLayout])
def test_a_row_within_a_layout_leaves_no_items(qtbot, outer):
    host = QWidget()
    qtbot.addWidget(host)
    layout, row, inner = outer(host), QHBoxLayout(), QHBoxLayout()
    inner.addWidget(QLabel("a"))
    inner.addStretch()
    row.addLayout(inner)
    row.addWidget(QLabel("b"))
    if outer is QGridLayout:
        layout.addLayout(row, 0, 0)
    else:
        layout.addLayout(row)
        layout.insertLayout(0, QHBoxLayout())
    assert {each.text() for each in host.findChildren(QLabel)} == {"a", "b"}
    assert kept_items() == []


def test_the_items_of_a_flow_go_with_their_widgets(qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    column, flow = QVBoxLayout(host), FlowLayout()
    labels = [QLabel("a"), QLabel("b")]
    for label in labels:
        flow.addWidget(label)
    column.addLayout(flow)
    host.show()
    Shiboken.delete(labels[0])
    assert flow.count() == 1
    assert flow.takeAt(0).widget() is labels[1]
    assert flow.count() == 0
    assert kept_items() == []


def test_no_file_asks_a_layout_for_its_items():
    asking = re.compile(r"\.(itemAt|itemAtPosition)\(")
    files = [path for path in (TOP / "workbench").rglob("*.py") if asking.search(path.read_text("utf-8"))]
    assert [path.name for path in files] == ["layout_items.py"]


@pytest.mark.parametrize(("width", "columns"), [(1000, 4), (330, 2), (290, 2), (150, 1)])
def test_even_columns_have_as_many_in_each_row(qtbot: QtBot, width: int, columns: int) -> None:
    host, flow = QWidget(), FlowLayout(even=True)
    qtbot.addWidget(host)
    host.setLayout(flow)
    for n in range(4):
        each = QWidget()
        each.setMinimumSize(100 - n, 20)
        flow.addWidget(each)
    flow.setGeometry(QRect(0, 0, width, flow.heightForWidth(width)))
    places = [item.geometry() for item in map(flow.itemAt, range(4)) if item is not None]
    assert len({place.x() for place in places}) == columns
    assert len({place.width() for place in places}) == 1
    assert all(place.right() < width for place in places)
