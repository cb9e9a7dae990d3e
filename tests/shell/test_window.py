"""The window: tool bar, tokenizers, first steps, drops, closing, and what the keyboard reaches."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QImage, QScreen
from PySide6.QtWidgets import QAbstractButton, QApplication, QDockWidget, QLineEdit, QWidget

from tests.shell.conftest import info
from workbench.shell.keyboard import focused_dock
from workbench.shell.window import MainWindow
from workbench.widgets.controls import Button, IconButton
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import PanelHeader


def test_what_is_not_connected_is_hidden(window):
    texts = {
        b.text() or b.accessibleName() for b in window.toolbar.findChildren(QAbstractButton) if b.isVisible()
    }
    assert "Save" not in texts
    window.commands.wire("file.save", lambda: None)
    texts = {
        b.text() or b.accessibleName() for b in window.toolbar.findChildren(QAbstractButton) if b.isVisible()
    }
    assert "Save" in texts


def test_the_picker_names_the_tokenizer_and_offers_the_others(window, qtbot):
    window.commands.wire("file.open_tokenizer", lambda: None)
    window.set_tokenizers([info(1, "Sample"), info(2, "Run & 1", 300)], 1)
    picker = window.toolbar.picker
    assert picker.text() == "Sample"
    assert picker.fact() == "8,192 tokens"
    assert "Sample" in window.windowTitle()
    picker.set_recent(["/tmp/a & b.model"])
    entries = {entry.text(): entry for entry in picker.menu().actions()}
    assert entries["Sample\t8,192"].isChecked()
    with qtbot.waitSignal(picker.chosen) as chosen:
        entries["Run && 1\t300"].trigger()
    assert chosen.args == [2]
    with qtbot.waitSignal(picker.recent_chosen) as recent:
        entries["a && b.model\t/tmp"].trigger()
    assert recent.args == ["/tmp/a & b.model"]
    assert any("Open" in text for text in entries)
    heads = [entry.text() for entry in picker.menu().actions() if entry.text() and not entry.isEnabled()]
    assert heads[:2] == ["Open", "Recent"]


def test_two_tokenizers_of_one_name_are_told_apart(window):
    """Each used to be one line of the same text."""
    first, second = (
        info(1, "tokenizer"),
        replace(info(2, "tokenizer"), path="/data/models/two/tokenizer.json"),
    )
    window.set_tokenizers([first, second], 1)
    texts = [entry.text() for entry in window.toolbar.picker.menu().actions()]
    assert "tokenizer – not saved\t8,192" in texts
    assert "tokenizer – …/models/two\t8,192" in texts


def test_a_fact_stands_for_the_size_of_an_unsaved_tokenizer(window):
    window.set_tokenizers([info(3, "Training run 1")], 3, "not saved yet")
    assert window.toolbar.picker.fact() == "not saved yet"
    window.set_tokenizers([], None)
    assert window.toolbar.picker.text() == "No tokenizer"


def test_the_first_steps_go_on_close_and_help_brings_them_back(window, make_window, qtbot):
    dock = window.dock("first_steps")
    assert dock.isVisible()
    close = window.first_steps._close
    qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
    assert dock.isHidden()
    window.show_task("train")
    window.show_task("inspect")
    window.commands["view.reset"].trigger()
    window.resize(1000, 700)
    assert dock.isHidden()
    window.close()
    again = make_window()
    assert again.dock("first_steps").isHidden()
    again.show_task("train")
    again.commands["help.first_steps"].trigger()
    assert again.tasks.current == "inspect"
    assert again.dock("first_steps").isVisible()


def test_each_first_step_has_a_button_and_after_it_comes_the_next(window, qtbot):
    steps = window.first_steps
    asked: list[str] = []
    steps.requested.connect(asked.append)
    seen = []
    for _ in range(3):
        seen.append((steps.shown, steps.button.text(), steps._why.text()))
        assert steps.button.kind == "primary"
        qtbot.mouseClick(steps.button, Qt.MouseButton.LeftButton)
        steps.tick(asked[-1])
    assert asked == ["see", "train", "compare"]
    assert len({text for step in seen for text in step}) == 9
    assert [each.accessibleName() for each in steps._steps.values()][1] == "Step 2, done: Train your own"


def test_another_first_step_is_chosen_by_mouse_and_ticked_without_a_jump(window, qtbot):
    steps = window.first_steps
    qtbot.mouseClick(steps._steps["compare"], Qt.MouseButton.LeftButton)
    assert steps.button.text() == "Compare the two"
    with qtbot.waitSignal(steps.done_changed):
        steps.tick("see")
    assert steps.shown == "compare"
    with qtbot.assertNotEmitted(steps.done_changed):
        steps.tick("see")


def test_no_second_training_is_started_by_the_first_steps(window):
    steps = window.first_steps
    window.set_running("train", True)
    assert steps.button.isEnabled()
    steps.show_step("train")
    assert not steps.button.isEnabled()
    assert steps.button.toolTip() == "Training is running"
    window.set_running("train", False)
    assert steps.button.isEnabled()


def test_a_low_window_has_one_row_of_the_first_steps(window, qtbot):
    steps, dock = window.first_steps, window.dock("first_steps")
    high = dock.height()
    assert high == steps.sizeHint().height() > 80
    window.resize(1280, 600)
    qtbot.waitUntil(lambda: dock.height() == 56)
    assert not steps._why.isVisible()
    assert steps.button.toolTip() == steps._why.text()
    qtbot.waitUntil(lambda: steps.button.geometry().center().y() in range(24, 34))
    window.resize(880, 600)
    qtbot.waitUntil(lambda: not steps._steps["train"].isVisible())
    assert steps._steps["see"].isVisible()
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: dock.height() == high and steps._why.isVisible())


def _drop(window, urls: list[QUrl], key: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> QDropEvent:
    mime = QMimeData()
    mime.setUrls(urls)
    either = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    event = QDropEvent(QPointF(200, 200), either, mime, Qt.MouseButton.LeftButton, key)
    window.dropEvent(event)
    return event


def test_dropped_files_and_folders_are_told(window, qtbot, tmp_path):
    dropped: list[list[str]] = []
    window.files_dropped.connect(lambda paths: dropped.append(paths))
    _drop(window, [QUrl.fromLocalFile(str(tmp_path / "a b.txt")), QUrl("https://example.org/x")])
    _drop(window, [QUrl("https://example.org/x")])
    assert dropped == [[str(tmp_path / "a b.txt")]]


def test_a_file_that_is_dropped_is_never_moved(window, tmp_path):
    event = _drop(window, [QUrl.fromLocalFile(str(tmp_path))], Qt.KeyboardModifier.ShiftModifier)
    actions = event.proposedAction(), event.dropAction()  # pytest shall not print an event whose data is gone
    assert actions == (Qt.DropAction.MoveAction, Qt.DropAction.CopyAction)


def test_closing_tells_and_remembers(window, settings, qtbot):
    window.show_task("vocabulary")
    window.resize(1111, 777)
    with qtbot.waitSignal(window.closing):
        window.close()
    assert not window.isVisible()
    assert settings.task == "vocabulary"
    assert settings.geometry


def test_the_theme_is_switched_and_remembered(window, settings, qtbot):
    button = next(b for b in window.toolbar.findChildren(IconButton) if "dark" in b.toolTip())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert theme.current_theme() is theme.DARK
    assert settings.theme == "dark"
    assert window.commands["view.dark"].isChecked()
    assert button.toolTip() == "Switch to light"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert settings.theme == "light"


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("scale", [1, 2])
def test_the_cards_lie_on_the_background_eight_apart(window, qapp, name, scale):
    theme.apply_theme(qapp, name)
    picture = QImage(window.size() * scale, QImage.Format.Format_ARGB32)
    picture.setDevicePixelRatio(scale)
    window.render(picture)
    now = theme.current_theme()
    dock = window.dock("tokens")
    corner = dock.mapTo(window, QPoint(0, 0))

    def at(x: int, y: int) -> QColor:
        return picture.pixelColor(x * scale, y * scale)

    assert at(corner.x() - 4, corner.y() + 200) == now.bg
    assert at(corner.x() + dock.width() + 4, corner.y() + 200) == now.bg
    assert at(corner.x() + 4, corner.y() + 60) == now.surface
    assert at(corner.x(), corner.y() + 60) == now.border
    assert at(corner.x(), corner.y()) == now.bg, "the upper corner is not round"
    assert at(corner.x(), corner.y() + dock.height() - 1) == now.bg, "the lower corner is not round"


def test_a_panel_with_a_header_of_its_own_keeps_it(window):
    panel = QWidget()
    panel.header = PanelHeader("Mine")
    window.add_panel("lab_editor", "Mine", panel)
    window.show_task("lab")
    assert window.dock("lab_editor").titleBarWidget().isAncestorOf(panel.header)
    assert window.dock("training_run").panel.header is None


def test_f6_walks_the_panels(window, qtbot):
    window.dock("tokens").panel.widget.field.setFocus()
    seen = []
    for _step in range(3):
        window.commands["view.next_panel"].trigger()
        dock = focused_dock()
        seen.append(dock.name)
    assert seen == ["selected_token", "first_steps", "tokens"]


def test_tab_goes_from_the_tool_bar_over_the_panels_to_the_status_bar(window):
    window.status.set_kernels(True)
    order: list[QWidget] = []
    step = window.nextInFocusChain()
    while step is not window:
        if step.focusPolicy() & Qt.FocusPolicy.TabFocus and step.isVisible():
            order.append(step)
        step = step.nextInFocusChain()
    assert order[0] is window.toolbar.picker
    assert order[-1] is window.status._kernels
    assert window.dock("tokens").panel.widget.field in order
    assert len(order) == len(set(order))


def test_every_control_has_a_name_and_every_picture_a_tooltip(window):
    for widget in window.findChildren(QAbstractButton):
        if widget.objectName().startswith("qt_"):
            continue  # Qt's own, as the button of a menu bar too long for its window
        assert widget.accessibleName() or widget.text(), widget
        if not widget.text() and widget.isVisible():
            assert widget.toolTip(), widget.accessibleName()
    for widget in window.findChildren(QLineEdit):
        assert widget.accessibleName(), widget
    for dock in window.findChildren(QDockWidget):
        assert dock.windowTitle()


def test_never_two_filled_buttons_at_once(window):
    filled = [b for b in window.findChildren(Button) if b.kind == "primary" and b.isVisible()]
    assert len(filled) <= 1


def test_raising_a_panel_gives_it_the_keyboard(make_window):
    window = make_window(1024, 700)
    window.show_task("train")
    window.raise_panel("training_options")
    assert QApplication.focusWidget() is window.dock("training_options").panel.widget.field


@pytest.mark.parametrize("screen", [(1280, 800), (960, 540), (1280, 720), (2560, 1440)])
def test_the_first_window_fits_the_screen_with_its_frame(qapp, settings, monkeypatch, screen):
    room = QSize(*screen)
    monkeypatch.setattr(QScreen, "availableSize", lambda _screen: room)
    window = MainWindow(settings)
    assert window.width() <= min(room.width(), 1280)
    assert window.height() <= room.height() - 30, "the title bar needs some"
    assert window.height() >= min(room.height() - 40, 800)
    window.deleteLater()


def test_full_screen_and_back(window):
    window.commands["view.full_screen"].trigger()
    assert window.isFullScreen()
    window.commands["view.full_screen"].trigger()
    assert not window.isFullScreen()


def test_about_does_not_block(window, qtbot):
    window.commands["help.about"].trigger()
    dialog = next(w for w in QApplication.topLevelWidgets() if type(w).__name__ == "AboutDialog")
    assert dialog.isVisible()
    close = next(each for each in dialog.findChildren(Button) if each.text() == "Close")
    qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


def test_the_title_names_the_tokenizer_and_marks_what_is_not_saved(window):
    window.set_tokenizers([info(1, "Mine [*]")], 1, "not saved yet")
    assert window.windowTitle() == "Mine [*][*][*] – Tokenizer workbench"
    assert window.isWindowModified()
    window.set_tokenizers([info(1, "Mine")], 1)
    assert window.windowTitle() == "Mine[*] – Tokenizer workbench"
    assert not window.isWindowModified()
    window.set_tokenizers([], None)
    assert window.windowTitle() == "Tokenizer workbench"


def test_the_keyboard_stays_in_the_panels_when_the_task_changes(window, qtbot):
    window.dock("selected_token").panel.widget.field.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.dock("corpus").panel.widget.field.hasFocus()
    button = window.toolbar.picker
    button.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert button.hasFocus(), "what is still there keeps the keyboard"


def test_the_keyboard_comes_back_to_the_panels_from_one_that_is_hidden(window):
    window.status.set_kernels(True)
    window.dock("selected_token").panel.widget.field.setFocus()
    window.dock("selected_token").hide()
    assert window.dock("tokens").panel.widget.field.hasFocus(), "and not the status bar's button"
