"""The status bar says what is open and what runs, and lets it be cancelled."""

from __future__ import annotations

from PySide6.QtCore import Qt

from tests.shell.conftest import info
from workbench.shell.status_bar import JobState
from workbench.widgets.controls import IconButton, Label
from workbench.widgets.panel_parts import ThinBar


def _texts(window) -> list[str]:
    return [label.text() for label in window.status.findChildren(Label) if label.isVisible()]


def test_it_names_the_tokenizer_and_the_text(window):
    window.set_tokenizers([info(1, "Sample")], 1)
    window.status.set_facts("UTF-8 · line ends LF")
    assert "Sample · 8,192 tokens" in _texts(window)
    assert window.status.facts() == "UTF-8 · line ends LF"


def test_a_job_shows_its_progress_and_is_cancelled(window, qtbot):
    status = window.status
    status.set_job(JobState(7, "Training: merge 1 of 10", 1, 10, 2.2))
    status.set_job(JobState(7, "Training: merge 5 of 10", 5, 10, 1.1))
    assert "Training: merge 5 of 10" in _texts(window)
    assert "1 s left" in _texts(window)
    (bar,) = [b for b in status.findChildren(ThinBar) if b.isVisible()]
    assert bar.width() == 128
    assert bar.share() == 0.5
    cancel = next(b for b in status.findChildren(IconButton) if b.isVisible())
    assert "Training: merge 5 of 10" in cancel.accessibleName()
    with qtbot.waitSignal(status.cancel_requested) as asked:
        qtbot.mouseClick(cancel, Qt.MouseButton.LeftButton)
    assert asked.args == [7]
    status.end_job(7)
    status.end_job(7)
    assert "Training: merge 5 of 10" not in _texts(window)


def test_many_jobs_are_counted(window):
    for request in (1, 2, 3, 4):
        window.status.set_job(JobState(request, f"Reading file {request}"))
    assert "+2 more" in _texts(window)
    assert "Reading file 3" not in _texts(window)
    window.status.end_job(1)
    assert "Reading file 3" in _texts(window)
    assert "+1 more" in _texts(window)
    window.status.end_job(2)
    assert "+1 more" not in _texts(window)


def test_the_kernels_say_why_on_a_click(window, qtbot):
    button = window.status._kernels
    assert not button.isVisible()  # nothing is said before it is known
    window.status.set_kernels(False)
    assert button.text() == "Slow: pure Python"
    with qtbot.waitSignal(window.status.kernels_clicked):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    window.status.set_kernels(True)
    assert button.text() == "Compiled kernels active"


def test_the_bar_of_a_job_stands_still_while_its_text_changes(window):
    status = window.status
    status.set_job(JobState(7, "Training: merge 11,111 of 22,222", 1, 10, 11.0))
    status.layout().activate()
    (bar,) = [b for b in status.findChildren(ThinBar) if b.isVisible()]
    place = bar.mapTo(status, bar.rect().topLeft())
    status.set_job(JobState(7, "Training: merge 9 of 22,222", 9, 10, 1.0))
    status.layout().activate()
    assert bar.mapTo(status, bar.rect().topLeft()) == place


def test_a_longer_text_of_a_job_has_room_at_once(window, qtbot):
    status = window.status
    status.set_job(JobState(7, "Training: merge 9 of 22,222", 9, 10, 11.0))
    (label,) = [each for each in status.findChildren(Label) if each.text().startswith("Training")]
    qtbot.waitUntil(lambda: label.width() == label.sizeHint().width())
    status.set_job(JobState(7, "Training: merge 11,111 of 22,222", 1, 10, 11.0))
    (bar,) = [b for b in status.findChildren(ThinBar) if b.isVisible()]
    assert label.geometry().right() < bar.geometry().left()
