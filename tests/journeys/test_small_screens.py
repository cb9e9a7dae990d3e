"""The window fits screens that leave little room, and shows nothing but itself while it is filled."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from tests.journeys.conftest import Person, shown
from tests.shell.layout_walk import faults, settle
from workbench.settings import SIZES
from workbench.shell.pages.arrangements import TASKS
from workbench.shell.status_bar import JobState
from workbench.widgets.look import theme

_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


@pytest.mark.parametrize(
    ("width", "height"),
    [(632, 360), (845, 493), (952, 500), (1272, 680)],
    ids=["1280x800 at 2", "1280x800 at 1.5", "1920x1080 at 2", "1920x1080 at 1.5"],
)
@pytest.mark.parametrize("task", TASKS)
def test_every_page_has_its_panels_in_what_a_screen_leaves(
    person: Person, task: str, width: int, height: int
) -> None:
    window = person.parts.window
    window.resize(width, height)
    window.show_task(task)
    settle()
    assert window.size().toTuple() == (width, height)
    assert faults(window) == []


@pytest.mark.parametrize("size", SIZES[1:])
@pytest.mark.parametrize("task", TASKS)
def test_every_page_has_its_panels_in_larger_text(person: Person, task: str, size: int) -> None:
    window = person.parts.window
    try:
        window.show_size(size)
        for width, height in ((1272, 680), (1900, 980)):
            window.resize(width, height)
            window.show_task(task)
            settle()
            assert window.size().toTuple() == (width, height)
            assert faults(window) == []
    finally:
        window.show_size(100)


@pytest.mark.parametrize("times", [1, 40])
@pytest.mark.parametrize("task", TASKS)
def test_every_page_has_its_panels_below_a_message_too(person: Person, task: str, times: int) -> None:
    window = person.parts.window
    window.resize(632, 360)
    window.show_task(task)
    strip = window.notices.tell(
        "13-llama2_tokenizer.bin was not opened: byte 53,064, the token 4,314, is not UTF-8. " * times,
        "Nothing was changed. The file is damaged; get a new copy. " * times,
        "error",
    )
    settle()
    assert strip.isVisible()
    assert faults(window) == []
    assert not window.first_steps.isVisible()
    strip.take_away()
    settle()
    assert faults(window) == []
    assert window.first_steps.isVisible() == (task == "inspect")


@pytest.mark.parametrize("task", TASKS)
def test_a_panel_with_all_that_its_head_may_show_fits_the_smallest_window(person: Person, task: str) -> None:
    window = person.parts.window
    window.resize(window.minimumSize())
    window.show_task(task)
    settle()
    page = window.tasks.page
    person.parts.corpus.preview.problems.setText("some 999,999 lines with problems or more")
    for name, dock in page.docks.items():
        head = dock.panel.header
        controls = [] if head is None else head.findChildren(QWidget, "", _DIRECT)
        for control in controls:
            control.show()
        assert dock.panel.least_size().width() <= page.width() - 2 * theme.GUTTER, name


@pytest.mark.parametrize("width", [632, 1280])
def test_bars_show_icons_alone_where_their_texts_have_no_room(person: Person, width: int) -> None:
    window = person.parts.window
    window.resize(width, 480)
    for request in (1, 2):
        window.status.set_job(JobState(request, "Training: merge 7,936 of 7,936", 1, 2, 59))
    settle()
    for bar in (window.toolbar, window.status):
        assert bar.minimumSizeHint().width() <= bar.width()
        for part in bar.findChildren(QWidget):
            assert not part.isVisible() or part.width() >= part.minimumSizeHint().width(), part
    alone = [button.width() < 60 for button in window.toolbar.folding]
    assert set(alone) == {width < 700}


class _Windows(QObject):
    """Notes what is shown as a window of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(type(watched).__name__)
        return False


def test_no_part_is_shown_as_a_window_before_it_has_its_place(qapp: QApplication, qtbot, settings) -> None:
    windows = _Windows()
    qapp.installEventFilter(windows)
    try:
        with shown(qapp, qtbot, settings) as person:
            for task in TASKS:
                person.parts.window.show_task(task)
                settle()
    finally:
        qapp.removeEventFilter(windows)
    assert windows.shown == ["MainWindow"]
