"""Every action stands once, under one shortcut, in a menu and in the palette."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QTranslator
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from workbench.panels.draft.dialogs import SpecialDialog
from workbench.shell.actions import ENTRIES, MENUS, SUBMENUS, Actions
from workbench.shell.own_keys import OwnKeys
from workbench.shell.pages.arrangements import ENGLISH_TITLES, titles
from workbench.shell.palette import best_first, match_rank
from workbench.widgets.controls import Button, Chip, IconButton, Segmented
from workbench.widgets.look.icons import icon_names
from workbench.widgets.menu_button import MenuButton

TRANSLATIONS = Path(__file__).parents[2] / "resources" / "translations"


def test_ids_and_shortcuts_are_used_once():
    assert max(Counter(entry.id for entry in ENTRIES).values()) == 1
    keys = Counter(QKeySequence(entry.keys).toString() for entry in ENTRIES if entry.keys)
    assert max(keys.values()) == 1
    assert "" not in keys, "a shortcut that Qt cannot read"


def test_every_action_stands_in_one_menu():
    others = {"-", "panels", "recent", *SUBMENUS}
    placed = Counter(id_ for _title, ids in (*MENUS, *SUBMENUS.values()) for id_ in ids)
    placed = Counter({id_: n for id_, n in placed.items() if id_ not in others})
    assert placed == Counter(entry.id for entry in ENTRIES)


def test_every_icon_exists():
    assert {entry.icon for entry in ENTRIES if entry.icon} <= set(icon_names())


def test_letters_to_press_with_alt_are_used_once_in_a_menu():
    texts = {entry.id: entry.text for entry in ENTRIES}
    assert max(Counter(_letter(title) for title, _ids in MENUS).values()) == 1
    for title, ids in (*MENUS, *SUBMENUS.values()):
        letters = Counter(_letter(texts[id_]) for id_ in ids if id_ in texts and "&" in texts[id_])
        assert max(letters.values()) == 1, (title, letters)


def _letter(text: str) -> str:
    return text[text.index("&") + 1].casefold()


def test_an_action_is_hidden_until_something_is_connected(window, qtbot):
    commands = window.commands
    assert not commands["file.save"].isVisible()
    assert commands["file.save"] not in list(commands)
    called: list[int] = []
    assert commands.wire("file.save", lambda: called.append(1)) is commands["file.save"]
    assert commands["file.save"] in list(commands)
    qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert called == [1]


def test_a_hidden_action_is_not_reached_by_its_shortcut(window, qtbot):
    called: list[int] = []
    window.commands["file.save"].triggered.connect(lambda: called.append(1))
    qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert called == []


def test_menus_have_no_line_at_an_end_nor_two_in_a_row(window):
    window.commands.wire("edit.copy", lambda: None)
    for bar_entry in window.menuBar().actions():
        menu = bar_entry.menu()
        menu.aboutToShow.emit()
        shown = ["-" if a.isSeparator() else a.text() for a in menu.actions() if a.isVisible()]
        if bar_entry.isVisible():
            assert shown[0] != "-"
            assert shown[-1] != "-"
            assert "-" not in [a for a, b in pairwise(shown) if a == b]


def test_a_menu_without_actions_is_hidden(window):
    titles = {entry.text(): entry.isVisible() for entry in window.menuBar().actions()}
    assert titles == {
        "&File": True, "&Edit": False, "&View": True, "To&kenizer": False, "&Train": True, "&Help": True,
    }  # fmt: skip
    window.commands.wire("edit.copy", lambda: None)
    assert window.menuBar().actions()[1].isVisible()


def test_the_panels_stand_in_the_view_menu(window):
    view = window.menuBar().actions()[2].menu()
    panels = next(a.menu() for a in view.actions() if a.menu() is not None)
    assert {"Tokens", "Corpus", "Training run"} <= {a.text() for a in panels.actions()}
    assert "First steps" not in {a.text() for a in panels.actions() if a.isVisible()}


def test_the_view_menu_is_short_with_all_its_entries(window):
    for id_ in next(ids for title, ids in MENUS if title == "&View"):
        if id_ in {entry.id for entry in ENTRIES}:
            window.commands.wire(id_, lambda: None)
    for title in ("color_order", "zoom_in", "light"):
        window.commands.wire(f"view.{title}", lambda: None)
    view = window.menuBar().actions()[2].menu()
    assert view.sizeHint().height() <= 510, "the smallest screen shows it whole"
    submenus = {a.text().replace("&", "") for a in view.actions() if a.menu() is not None and a.isVisible()}
    assert submenus == {"Panels", "Color", "Zoom", "Appearance"}


@pytest.mark.parametrize(
    ("typed", "text", "tip", "rank"),
    [("as text", "Open as text…", "", 0), ("OPEN", "Open…", "", 0), ("op te", "Open as text…", "", 1),
     ("downl", "Fetch…", "Download a vocabulary", 2), ("ot", "Open as text…", "", 3),
     ("oate", "Open as text…", "", 3), ("pen", "Open…", "", 4), ("en", "Open…", "", None),
     ("roles", "Train on the sample", "Train a tokenizer on the bundled sample text", None),
     ("opn", "Open…", "", None), ("nepo", "Open…", "", None), ("-", "Open…", "", None)],
)  # fmt: skip
def test_words_match_before_beginnings_and_scattered_letters_not_at_all(typed, text, tip, rank):
    assert match_rank(typed, text, tip) == rank


def test_what_is_not_available_is_gray_with_the_reason_and_does_not_run(window, qtbot):
    called: list[str] = []
    for id_ in ("train.sample", "tokenizer.template", "train.pause"):
        window.commands.wire(id_, lambda id_=id_: called.append(id_))
    window.commands["tokenizer.template"].setVisible(False)
    window.commands["train.pause"].setEnabled(False)
    palette = window.command_palette
    window.commands["help.palette"].trigger()
    assert "Roles and chat template…" not in palette.texts()
    qtbot.keyClicks(palette._field, "roles")
    assert palette.texts() == ["Roles and chat template…"]
    row = palette._list.item(0)
    assert row.toolTip() == "This tokenizer has no roles or chat template"
    assert not row.flags() & Qt.ItemFlag.ItemIsEnabled
    qtbot.mouseClick(palette._list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(30, 10))
    qtbot.keyClick(palette._field, Qt.Key.Key_Return)
    assert called == []
    assert palette.isVisible()
    palette._field.clear()
    qtbot.keyClicks(palette._field, "pause")
    assert palette._list.item(0).toolTip() == "No training is running"
    qtbot.keyClick(palette._field, Qt.Key.Key_Return)
    assert called == []
    palette._field.clear()
    qtbot.keyClicks(palette._field, "train sample")
    qtbot.keyClick(palette._field, Qt.Key.Key_Return)
    assert called == ["train.sample"]


def test_the_best_comes_first(window):
    for id_ in ("file.open_tokenizer", "file.open_text", "file.save", "train.pause"):
        window.commands.wire(id_, lambda: None)
    names = [action.objectName() for action in best_first("pause", window.commands)]
    assert names[0] == "train.pause"
    assert best_first("reset", window.commands)[0].objectName() == "view.reset"


def test_a_palette_in_another_language_finds_english_words_too(qapp, qtbot):
    chinese = QTranslator()
    assert chinese.load("workbench_zh_CN", str(TRANSLATIONS))
    qapp.installTranslator(chinese)
    try:
        window = QWidget()
        qtbot.addWidget(window)
        commands = Actions(window)
        panel = QAction(dict((name, title) for name, title, _ in titles())["lab_editor"], window)
        commands.add_panel_switch(panel, ENGLISH_TITLES["lab_editor"])
        for id_ in ("file.fetch", "file.open_text", "file.save"):
            commands.wire(id_, lambda: None)
    finally:
        qapp.removeTranslator(chinese)
    fetch, as_text = commands["file.fetch"], commands["file.open_text"]
    assert fetch.iconText() == "下载…"
    assert best_first("下载", commands)[0] is fetch
    assert best_first("fetch", commands) == [fetch]
    assert best_first("vocabulary publisher", commands) == [fetch]
    assert best_first("as text", commands)[0] is as_text
    assert panel.text() == "正则实验室"
    assert best_first("regex lab", commands) == [panel]


def test_the_palette_finds_and_runs_by_keys_alone(window, qtbot):
    called: list[int] = []
    window.commands.wire("train.pause", lambda: called.append(1))
    qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    palette = window.command_palette
    assert palette.isVisible()
    assert len(palette.texts()) == len([a for a in window.commands if a.isEnabled() and a.isVisible()])
    qtbot.keyClicks(palette._field, "pau")
    assert palette.texts()[0].startswith("Pause or resume")
    qtbot.keyClick(palette._field, Qt.Key.Key_Return)
    assert called == [1]
    assert palette.isHidden()


def test_the_palette_is_walked_by_arrows_and_closed_by_escape(window, qtbot):
    window.commands["help.palette"].trigger()
    palette = window.command_palette
    before = palette._list.currentRow()
    qtbot.keyClick(palette._field, Qt.Key.Key_Down)
    assert palette._list.currentRow() == before + 1
    qtbot.keyClick(palette._field, Qt.Key.Key_Escape)
    assert palette.isHidden()


def test_the_palette_says_that_nothing_matches(window, qtbot):
    window.commands["help.palette"].trigger()
    palette = window.command_palette
    assert not palette._none.isVisible()
    qtbot.keyClicks(palette._field, "zzqx")
    assert palette._none.isVisible()
    assert not palette._list.isVisible()
    qtbot.keyClick(palette._field, Qt.Key.Key_Return)
    assert palette.isVisible()
    palette._field.clear()
    assert palette._list.isVisible()
    assert not palette._none.isVisible()


def test_the_palette_lies_over_panels_that_float(window, qtbot):
    palette = window.command_palette
    palette.open_with(window.commands)
    assert not palette.isWindow()
    palette._close()
    dock = window.dock("selected_token")
    window.tasks.page.float_or_dock(dock)
    dock.panel.widget.field.setFocus()
    before = QApplication.focusWidget()
    palette.open_with(window.commands)
    assert palette.isWindow()
    assert palette.pos() - window.mapToGlobal(QPoint()) == QPoint((window.width() - palette.width()) // 2, 76)
    qtbot.waitUntil(palette._field.hasFocus)
    qtbot.keyClick(palette._field, Qt.Key.Key_Escape)
    assert palette.isHidden()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is before)
    window.tasks.page.float_or_dock(dock)
    palette.open_with(window.commands)
    assert not palette.isWindow()


def test_a_row_of_the_palette_holds_icon_text_and_shortcut(window):
    window.commands.wire("file.save", lambda: None)
    window.commands.wire("file.save_as", lambda: None)
    window.show_task("train")  # a panel is offered on the pages that have it
    palette = window.command_palette
    palette.open_with(window.commands)
    rows = [palette._list.item(row) for row in range(palette._list.count())]
    keys = {row.text(): row.data(int(Qt.ItemDataRole.UserRole) + 1) for row in rows}
    assert keys["Save"] == "Ctrl+S"
    assert all(not row.icon().isNull() for row in rows), "texts begin at one place, icon or not"
    assert "Panel: Training run" in keys
    assert "Panel: First steps" not in keys


class _Field(QLineEdit):
    """Takes all keys that edit, as the platform has it: X11 has Ctrl+E among them, here it is any."""

    def event(self, event: QEvent) -> bool:
        taken = event.type() == QEvent.Type.ShortcutOverride
        if taken:
            event.accept()
        return taken or super().event(event)


@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit])
def test_a_field_redoes_by_ctrl_y_too(qapp, window, qtbot, kind):
    OwnKeys(qapp, window.commands, window)
    field = kind(window)
    field.show()
    field.setFocus()
    qtbot.keyClicks(field, "ab")
    for key, text in ((Qt.Key.Key_Z, ""), (Qt.Key.Key_Y, "ab")):
        qtbot.keyClick(field, key, Qt.KeyboardModifier.ControlModifier)
        assert (field.text() if kind is QLineEdit else field.toPlainText()) == text


def test_our_own_shortcuts_go_before_the_edit_keys_of_a_field(qapp, window, qtbot):
    OwnKeys(qapp, window.commands, window)
    field, called = _Field(window), []
    field.show()
    for id_ in ("file.export", "file.encode_file", "help.palette", "edit.find", "edit.undo", "view.ids"):
        window.commands.wire(id_, lambda id_=id_: called.append(id_))
    window.commands["view.ids"].setEnabled(False)
    field.setFocus()
    for keys in ("Ctrl+E", "Ctrl+Shift+E", "Ctrl+F", "Ctrl+Z", "Ctrl+Shift+I", "Ctrl+U", "e"):
        key = QKeySequence(keys)[0]
        qtbot.keyClick(field, key.key(), key.keyboardModifiers())
    assert called == ["file.export", "file.encode_file", "edit.find"]
    assert field.text() == "e"


def test_shift_f10_opens_the_context_menu_where_the_keyboard_is(window, qapp, qtbot):
    OwnKeys(qapp, window.commands, window)
    field = QLineEdit(window)
    field.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    field.show()
    field.setFocus()
    with qtbot.waitSignal(field.customContextMenuRequested):
        qtbot.keyClick(field, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    with qtbot.assertNotEmitted(field.customContextMenuRequested):
        qtbot.keyClick(field, Qt.Key.Key_F10)


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_the_button_that_has_the_keyboard_is_pressed_by_its_keys(window, qapp, qtbot, key):
    OwnKeys(qapp, window.commands, window)
    holder = QWidget(window)
    row, called = QHBoxLayout(holder), []
    menu, segments = MenuButton("Menu"), Segmented([("three", "Three"), ("four", "Four")], "Choice")
    buttons = [Button("One"), IconButton("close", "Two"), segments, Chip("Five"), menu]
    for button in buttons:
        row.addWidget(button)
    holder.show()
    for button in holder.findChildren(QAbstractButton):
        button.clicked.connect(lambda _=False, button=button: called.append(button))
        button.setFocus()
        assert button.hasFocus()
        qtbot.keyClick(button, key)
        assert called[-1:] == [button]
        menu.menu.close()
    box = QCheckBox(holder)
    row.addWidget(box)
    box.setFocus()
    qtbot.keyClick(box, key)
    assert box.isChecked() == (key == Qt.Key.Key_Space)


def test_return_on_cancel_cancels(window, qapp, qtbot):
    OwnKeys(qapp, window.commands, window)
    dialog = SpecialDialog(window)
    dialog.open()
    cancel = next(button for button in dialog.findChildren(Button) if button.text() == "Cancel")
    dialog.text.setText("<|mine|>")
    assert dialog.start.isEnabled()
    cancel.setFocus()
    qtbot.waitUntil(cancel.hasFocus)
    with qtbot.assertNotEmitted(dialog.chosen):
        qtbot.keyClick(cancel, Qt.Key.Key_Return)
    assert not dialog.isVisible()


def test_the_presentation_size_has_its_key_where_a_plus_is_written_with_shift(window, qapp, qtbot):
    OwnKeys(qapp, window.commands, window)
    field, called = QLineEdit(window), []
    field.show()
    for id_ in ("view.presentation", "view.zoom_in"):
        window.commands.wire(id_, lambda *_, id_=id_: called.append(id_))
    field.setFocus()
    for modifiers in (Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier):
        qtbot.keyClick(field, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier | modifiers)
    window.show_size(100)
    assert called == ["view.presentation", "view.zoom_in"]
