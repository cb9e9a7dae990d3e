"""Each task is an arrangement of the same docks, the guide's until the person changes it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QAbstractAnimation, QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QHoverEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from tests.shell.conftest import PANELS
from tests.shell.layout_walk import faults, settle
from workbench.settings import Settings
from workbench.shell.pages.arrangements import TASKS, arrangement, names_in, panels_of
from workbench.shell.pages.straightening import misplaced


def places(window) -> dict[str, QRect]:
    """The docks in sight, in coordinates of the host."""
    return {
        name: window.dock(name).geometry()
        for name in window.tasks.page.docks
        if not window.dock(name).visibleRegion().isEmpty()
    }


def test_inspect_is_as_drawn(window):
    found = places(window)
    assert set(found) == {"first_steps", "tokens", "selected_token"}
    assert found["tokens"].width() == found["first_steps"].width() == 824
    assert found["selected_token"].width() == 360
    assert found["selected_token"].x() - found["tokens"].right() == 9  # a gutter of 8 between
    assert 80 < found["first_steps"].height() < 100


def test_train_is_as_drawn(window):
    window.show_task("train")
    found = places(window)
    assert set(found) == {"corpus", "training_options", "training_run", "tokens_strip"}
    assert (found["corpus"].width(), found["corpus"].height()) == (280, 248)
    assert (found["tokens_strip"].width(), found["tokens_strip"].height()) == (904, 120)
    assert found["training_run"].width() == 904


def test_vocabulary_is_as_drawn(window):
    window.show_task("vocabulary")
    found = places(window)
    assert {name: box.width() for name, box in found.items()} == {"vocabulary": 776, "vocab_dossier": 408}


def test_compare_is_as_drawn(window):
    window.show_task("compare")
    found = places(window)
    assert {name: box.width() for name, box in found.items()} == {
        "compare": 776, "compare_measures": 408, "compare_sources": 408,
    }  # fmt: skip
    assert found["compare_sources"].height() == 280


def test_a_small_window_narrows_the_rail_and_folds_options_into_a_tab(make_window):
    window = make_window(1024, 700)
    assert window.rail.width() == 56
    assert {n: b.width() for n, b in places(window).items()} == {
        "first_steps": 624, "tokens": 624, "selected_token": 320,
    }  # fmt: skip
    window.show_task("train")
    assert window.tasks.page.tabifiedDockWidgets(window.dock("corpus")) == [window.dock("training_options")]
    assert "corpus" in places(window)


def test_a_large_window_opens_one_more(make_window):
    window = make_window(1920, 1080)
    assert {n: b.width() for n, b in places(window).items() if n != "first_steps"} == {
        "tokens": 976, "selected_token": 400, "vocabulary": 440,
    }  # fmt: skip
    window.show_task("train")
    assert places(window)["tokens"].width() == 480


def test_side_panels_keep_their_width_when_the_window_grows(window, qtbot):
    window.resize(1500, 900)
    qtbot.waitUntil(lambda: places(window)["tokens"].width() == 1044)
    assert places(window)["selected_token"].width() == 360
    window.resize(1000, 700)
    qtbot.waitUntil(lambda: places(window)["selected_token"].width() == 320)
    assert window.rail.width() == 56


def test_all_panels_shows_every_room(window):
    window.show_task("all")
    shown = {name for name in PANELS if not window.dock(name).isHidden()}
    assert shown == set(names_in(arrangement("all", 1280)))
    assert {"corpus", "tokens", "selected_token", "training_run"} <= set(places(window))


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("width", [880, 1280, 1920])
def test_no_dock_stands_twice_in_an_arrangement(task, width):
    names = list(names_in(arrangement(task, width)))
    assert len(names) == len(set(names))
    assert set(names) <= {*PANELS, *panels_of("lab"), "first_steps"}


def test_an_unknown_task_is_refused(window):
    with pytest.raises(KeyError, match="juggle"):
        window.show_task("juggle")
    assert window.tasks.current == "inspect"


def test_what_the_person_moves_stays_for_that_task_alone(window):
    window.dock("selected_token").toggleViewAction().trigger()
    assert "selected_token" not in places(window)
    window.show_task("vocabulary")
    window.show_task("inspect")
    assert "selected_token" not in places(window)
    assert set(window.tasks.kept()) == {"inspect"}
    window.commands["view.reset"].trigger()
    assert places(window)["selected_token"].width() == 360
    assert window.tasks.kept() == {}


def drag(window, qtbot, seam: QPoint, by: QPoint) -> None:
    page, before = window.tasks.page, places(window)
    qtbot.mousePress(page, Qt.MouseButton.LeftButton, pos=seam)
    qtbot.mouseMove(page, seam + by)
    qtbot.waitUntil(lambda: places(window) != before)
    qtbot.mouseRelease(page, Qt.MouseButton.LeftButton, pos=seam + by)


def test_a_dragged_gap_another_task_and_back_leave_every_panel_in_its_place(window, make_window, qtbot):
    drag(window, qtbot, QPoint(places(window)["selected_token"].x() - 4, 300), QPoint(-60, 0))
    before = places(window)
    assert before["selected_token"].width() == 420
    for task in ("vocabulary", "train", "all", "inspect"):
        window.show_task(task)
        assert misplaced(window.tasks.page) == []
    assert places(window) == before
    window.close()
    assert places(make_window()) == before


def test_floating_a_panel_twice_leaves_it_where_it_was(window, qtbot):
    for by in (0, -60):
        if by:
            drag(window, qtbot, QPoint(places(window)["selected_token"].x() - 4, 300), QPoint(by, 0))
        for name in ("selected_token", "tokens"):
            before, field = places(window), window.dock(name).panel.widget.field
            field.setFocus()
            qtbot.waitUntil(field.hasFocus)
            window.commands["view.float_panel"].trigger()
            assert window.dock(name).isFloating()
            qtbot.waitUntil(field.hasFocus)  # the next press puts the same panel back
            window.commands["view.float_panel"].trigger()
            assert places(window) == before


def test_a_panel_closed_and_opened_leaves_the_rest_as_it_was(window, qtbot):
    switch = window.tasks.switches["selected_token"]
    for by in (0, -60):
        if by:
            drag(window, qtbot, QPoint(places(window)["selected_token"].x() - 4, 300), QPoint(by, 0))
        before = places(window)
        switch.trigger()
        assert "selected_token" not in places(window)
        switch.trigger()
        assert places(window) == before


def test_an_arrangement_without_room_waits_until_there_is_some(window, make_window, qtbot):
    window.resize(1700, 900)
    page = window.tasks.page
    window.tasks.set_open("vocabulary", True)
    page.removeDockWidget(window.dock("vocabulary"))
    page.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, window.dock("vocabulary"))
    window.dock("vocabulary").show()
    for name in ("tokens", "selected_token", "vocabulary"):
        window.dock(name).panel.widget.setMinimumWidth(400)
    page.touched()
    before = places(window)
    assert len(before) == 4
    window.resize(1000, 700)
    qtbot.waitUntil(lambda: misplaced(page) == [] and "vocabulary" not in places(window))
    window.resize(1700, 900)
    qtbot.waitUntil(lambda: misplaced(page) == [] and "vocabulary" in places(window))


def test_an_arrangement_of_other_panels_is_not_used_and_that_is_said_once(make_window, settings, qtbot):
    window = make_window()
    window.show_task("vocabulary")
    window.tasks.page.touched()
    foreign = window.tasks.kept()["vocabulary"]
    window.show_task("inspect")
    window.close()
    settings.layouts = {"inspect": foreign, "train": b"\x00\x00\x00\xff\x00\x00\x00\x01 of 0.1"}
    told = make_window()
    assert told.notices._toast.isVisible()
    assert places(told)["selected_token"].width() == 360
    told.notices._toast.hide()
    told.show_task("train")
    assert told.notices._toast.isHidden()
    assert misplaced(told.tasks.page) == []
    assert told.tasks.kept() == {}


def test_an_arrangement_outlives_the_program(window, make_window, settings, qtbot):
    window.show_task("vocabulary")
    host, seam = window.tasks.page, QPoint(places(window)["vocab_dossier"].x() - 4, 300)
    qtbot.mousePress(host, Qt.MouseButton.LeftButton, pos=seam)
    qtbot.mouseMove(host, seam - QPoint(90, 0))
    qtbot.waitUntil(lambda: places(window)["vocab_dossier"].width() > 442)
    qtbot.mouseRelease(host, Qt.MouseButton.LeftButton, pos=seam - QPoint(90, 0))
    wide = places(window)["vocab_dossier"].width()
    window.close()
    again = make_window()
    assert again.tasks.current == "vocabulary"
    assert abs(places(again)["vocab_dossier"].width() - wide) <= 2


def test_a_floating_panel_comes_back_with_its_task(window, qtbot):
    dock = window.dock("selected_token")
    dock.panel.widget.field.setFocus()
    window.commands["view.float_panel"].trigger()
    assert dock.isFloating()
    window.show_task("train")
    assert dock.isHidden()
    window.show_task("inspect")
    assert dock.isFloating()
    assert dock.isVisible()


def test_a_floating_panel_is_seen_to_be_a_window_and_has_the_keyboard_when_its_page_is_back(window, qtbot):
    dock = window.dock("selected_token")
    before, field = dock.mapToGlobal(QPoint(0, 0)), dock.panel.widget.field
    field.setFocus()
    window.commands["view.float_panel"].trigger()
    qtbot.waitUntil(field.hasFocus)
    assert dock.pos() - before == QPoint(24, 24)
    window.show_task("train")
    qtbot.waitUntil(lambda: window.focusWidget() is window.dock("corpus").panel.widget.field)
    window.show_task("inspect")
    qtbot.waitUntil(field.hasFocus)
    assert QApplication.activeWindow() is dock


def test_panels_that_float_close_with_the_window_and_come_back(window, make_window):
    dock = window.dock("selected_token")
    window.tasks.page.float_or_dock(dock)
    assert dock.isVisible()
    window.close()
    assert not dock.isVisible()
    again = make_window().dock("selected_token")
    assert again.isFloating()
    assert again.isVisible()
    assert again.updatesEnabled(), "it is painted"
    assert again.panel.widget.updatesEnabled()


def test_first_steps_with_nothing_below_them_leave_no_empty_column(window, qtbot):
    page = window.tasks.page
    page.tabifyDockWidget(window.dock("selected_token"), window.dock("tokens"))
    qtbot.waitUntil(lambda: window.dock("first_steps").isHidden())
    qtbot.waitUntil(lambda: places(window)["tokens"].width() == page.width() - 16)
    assert faults(window) == []
    window.commands["view.reset"].trigger()
    assert set(places(window)) == {"first_steps", "tokens", "selected_token"}


def test_garbage_for_a_state_gives_the_default(make_window, settings: Settings):
    settings.layouts = {"inspect": b"\x00\x01garbage", "nowhere": b"x"}
    window = make_window()
    assert places(window)["selected_token"].width() == 360


def test_the_rail_goes_with_the_shortcuts(window, qtbot):
    items = window.rail._items
    qtbot.mouseClick(items["vocabulary"], Qt.MouseButton.LeftButton)
    assert window.tasks.current == "vocabulary"
    qtbot.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.tasks.current == "train"
    assert [name for name, item in items.items() if item.isChecked()] == ["train"]
    qtbot.keyClick(window, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    assert window.tasks.current == "all"
    assert not any(item.isChecked() for item in items.values())
    assert window.commands["view.all"].isChecked()


def test_a_running_job_puts_a_dot_on_the_rail(window):
    item = window.rail._items["train"]
    window.set_running("train", True)
    with_dot = item.grab().toImage()
    assert item.accessibleDescription()
    window.set_running("train", False)
    assert item.grab().toImage() != with_dot
    assert not item.accessibleDescription()


def test_a_click_between_two_panels_changes_nothing(window, qtbot):
    seam = QPoint(places(window)["tokens"].right() + 5, 300)
    qtbot.mouseClick(window.tasks.page, Qt.MouseButton.LeftButton, pos=seam)
    assert window.tasks.kept() == {}


def hover(page, place: QPoint) -> None:
    at = QPointF(place)
    QApplication.sendEvent(page, QHoverEvent(QEvent.Type.HoverMove, at, at, at))


@pytest.mark.parametrize("change", ["view.reset", "view.float_panel"])
def test_the_gap_at_the_pointer_is_let_go_before_docks_get_other_places(window, change):
    window.raise_panel("selected_token")
    page, gap = window.tasks.page, QPoint(places(window)["tokens"].right() + 5, 300)
    hover(page, gap)
    assert page.cursor().shape() == Qt.CursorShape.SplitHCursor
    shapes = []
    for dock in page.docks.values():
        dock.dockLocationChanged.connect(lambda _area: shapes.append(page.cursor().shape()))
        dock.topLevelChanged.connect(lambda _floats: shapes.append(page.cursor().shape()))
    window.commands[change].trigger()
    assert set(shapes) == {Qt.CursorShape.ArrowCursor}
    hover(page, QPoint(20, 20))


@pytest.mark.parametrize(("width", "task"), [(w, t) for w in (1024, 1280, 1920) for t in TASKS])
def test_what_is_in_sight_is_known_as_it_is_painted(make_window, width, task):
    window = make_window(width, 800)
    window.show_task(task)
    painted = {name for name in PANELS if not window.dock(name).visibleRegion().isEmpty()}
    assert {name for name in PANELS if window.tasks.is_in_sight(name)} == painted


def test_a_message_finds_its_panel_also_while_docks_move(make_window, monkeypatch):
    monkeypatch.setattr("workbench.shell.window.STRIP_WIDTH", 340)
    window = make_window(1280, 800)
    window.show_task("all")
    window.tasks.page.setUpdatesEnabled(False)
    selected, vocabulary = window.dock("selected_token"), window.dock("vocabulary")
    for front, behind in ((vocabulary, selected), (selected, vocabulary)):
        front.raise_()
        strip = window.notices.tell("Here", panel=front.name)
        assert front.panel.strip() is strip
        assert window._place_of(behind.name) is None
    selected.setFloating(True)
    assert window._place_of("selected_token") is selected.panel
    assert window._place_of("vocabulary") is vocabulary.panel
    selected.hide()
    assert window._place_of("selected_token") is None
    window.hide()  # as before the window is seen for the first time
    assert window._place_of("tokens") is window.dock("tokens").panel
    window.tasks.page.removeDockWidget(window.dock("tokens"))
    assert window._place_of("tokens") is None


class High(QWidget):
    """Has fourteen fields, one below the other."""

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        self.fields = [QLineEdit() for _ in range(14)]
        for field in self.fields:
            column.addWidget(field)


def test_a_panel_that_needs_more_than_its_card_has_scrolls_and_nothing_is_cut(make_window, qtbot):
    window = make_window(880, 600)
    panel = High()
    window.add_panel("lab_editor", "Regex lab", panel)
    window.add_panel("lab_pieces", "Pieces", High())
    window.show_task("lab")
    dock = window.dock("lab_editor")
    area = dock.widget()
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0 and panel.height() > area.height())
    assert window.tasks.page.rect().contains(dock.geometry())
    assert panel.width() <= area.viewport().width()
    panel.fields[0].setFocus()
    for _ in range(13):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    last = panel.fields[-1]
    assert last.hasFocus()
    seen = QRect(last.mapTo(area.viewport(), QPoint(0, 0)), last.size())
    assert area.viewport().rect().contains(seen.center())
    for field in panel.fields[:-1]:
        field.hide()
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() == 0)  # it has the room again
    assert panel.height() <= area.height()


def test_a_page_that_is_not_shown_takes_no_panel_from_the_one_that_is(window):
    window.show_task("all")
    window.show_task("inspect")
    window.resize(1000, 700)  # where the other page has another arrangement too
    QApplication.postEvent(window.tasks._pages["all"], QEvent(QEvent.Type.LayoutRequest))
    settle()
    assert faults(window) == []


def filled(page) -> list[str]:
    """The panels that stand on a page, not only their places."""
    return [name for name, dock in page.docks.items() if dock.widget() is dock.panel.body]


def test_docks_keep_their_places_while_their_page_is_laid_out(window, monkeypatch):
    page, arranged = window.tasks.page, list[bool]()
    monkeypatch.setattr(page, "_drawn", lambda: None)  # another arrangement than the one that holds
    monkeypatch.setattr(page, "_arrange", lambda: arranged.append(True))
    page.resize(600, 300)  # lays the page out before it returns
    assert not arranged
    settle()
    assert arranged


def test_docks_go_to_their_places_without_an_animation(make_window):
    """Qt may take one for under way that is not, and leave the dock beyond the edge of the page."""
    window = make_window(1920, 1080)
    dock, layout = window.dock("vocabulary"), window.tasks.page.layout()
    place = dock.geometry()
    dock.resize(place.width() + 58, place.height())
    layout.invalidate()
    layout.activate()
    assert dock.geometry() == place
    assert dock.findChildren(QAbstractAnimation) == []


def test_panels_come_to_a_page_one_a_turn_and_into_the_places_that_they_have(window, qtbot):
    window.tasks.show("all")
    page, before = window.tasks.page, places(window)
    assert filled(page) == ["tokens"]  # where the keyboard goes
    assert set(names_in(arrangement("all", 1280))) <= {*filled(page), *(n for n in PANELS if page.is_open(n))}
    QApplication.processEvents()
    assert len(filled(page)) == 2
    qtbot.waitUntil(lambda: not page.filling._timer.isActive())
    assert set(filled(page)) == set(names_in(arrangement("all", 1280)))
    assert places(window) == before
    assert faults(window) == []


def test_a_panel_that_is_asked_for_comes_at_once(window):
    window.tasks.show("vocabulary")
    window.tasks.show("all")
    window.raise_panel("training_options")
    assert window.focusWidget() is window.dock("training_options").panel.widget.field
    assert window.tasks.panels["corpus"].widget.isHidden() or "corpus" not in filled(window.tasks.page)


def test_another_page_before_all_panels_have_come_leaves_none_behind(window, qtbot):
    for task in ("all", "train", "inspect", "all", "inspect"):
        window.tasks.show(task)
    page = window.tasks.page
    qtbot.waitUntil(lambda: not page.filling._timer.isActive())
    assert set(filled(page)) == {name for name in page.docks if page.is_open(name)}
    assert faults(window) == []


def test_a_window_that_shrinks_while_a_button_is_held_has_its_panels_in_place_after(window, qtbot):
    window.resize(1920, 1080)
    settle()
    page = window.tasks.page
    page.resizeDocks([window.dock("selected_token")], [1200], Qt.Orientation.Horizontal)
    page.touched()
    settle()
    handle, header = window.windowHandle(), QPoint(500, 12)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=header)
    window.resize(window.minimumSize())
    settle()
    for _ in range(20):
        qtbot.wait(5)
    assert faults(window)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=header)
    qtbot.waitUntil(lambda: not faults(window))


def test_large_text_gives_side_panels_more_width(window, qtbot):
    window.show_task("inspect")
    for size, width in ((150, 480), (100, 360)):
        window.show_size(size)
        qtbot.waitUntil(lambda width=width: abs(window.dock("selected_token").width() - width) <= 8)
