"""The settings: a change holds at once, comes back after a restart, and what does not fit is said."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from shiboken6 import isValid

from tests.journeys.conftest import Person
from workbench.engine.counting.piece_room import bound_memory, longest_piece, memory_bytes
from workbench.settings import Settings
from workbench.shell import preferences
from workbench.shell.dialogs.settings_dialog import SettingsDialog
from workbench.widgets.look.motion import reduce_motion, reduced_motion
from workbench.widgets.look.theme import current_theme, token_font


@pytest.fixture
def dialog(person: Person, monkeypatch: pytest.MonkeyPatch) -> Iterator[SettingsDialog]:
    for name in preferences._VARIABLES:
        monkeypatch.delenv(name, raising=False)
    preferences._variables_before.cache_clear()
    person.bot.keyClick(person.parts.window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    (dialog,) = person.parts.window.findChildren(SettingsDialog)
    yield dialog
    if isValid(dialog):
        dialog.close()
    window = person.parts.window
    window.settings.reset(("size", "token_font", "motion", "memory_gigabytes", "proxy"))
    window.show_size(100)
    preferences.use_token_font("")
    preferences.apply(window.settings)
    preferences._variables_before.cache_clear()


def test_opening_it_changes_nothing(person: Person, dialog: SettingsDialog) -> None:
    settings = person.parts.window.settings
    declared = {name: vars(Settings)[name].default for name in dialog.fields}
    assert {name: getattr(settings, name) for name in dialog.fields} == declared


def test_a_change_holds_at_once_and_comes_back(person: Person, dialog: SettingsDialog) -> None:
    settings = person.parts.window.settings
    person.click(person.button("Dark", dialog))
    assert current_theme().is_dark
    assert person.parts.window.commands["view.dark"].isChecked()
    person.click(person.button("Reduced", dialog))
    assert reduced_motion()
    before = longest_piece(1)
    dialog.fields["memory_gigabytes"].setValue(1)
    assert memory_bytes() == 1 << 30
    assert longest_piece(1) < before
    settings.sync()
    again = Settings(settings._file)
    assert (again.theme, again.motion, again.memory_gigabytes) == ("dark", "reduced", 1)
    person.click(person.button("Restore defaults", dialog))
    assert (settings.theme, settings.motion, settings.memory_gigabytes) == ("system", "system", 0)
    assert memory_bytes() > 1 << 30
    assert not current_theme().is_dark


def test_sizes_and_the_font_of_tokens_hold_at_once_and_come_back(
    person: Person, dialog: SettingsDialog
) -> None:
    window, view = person.parts.window, person.parts.tokens.view
    low = dialog.height()
    assert dialog.focusWidget().text() == "System"  # and not the first of the row
    person.click(person.button("150 %", dialog))
    assert window.commands["view.presentation"].isChecked()
    person.wait(lambda: dialog.height() > low)
    window.commands["view.presentation"].trigger()
    assert dialog.fields["size"].value() == "100"
    row = view.pieces.measures.pitch
    dialog.fields["token_zoom"].setValue(200)
    assert view.rows.zoom == 2.0
    assert view.pieces.measures.pitch > row
    view.rows.set_zoom(1.5)
    assert dialog.fields["token_zoom"].value() == 150
    fonts = dialog.fields["token_font"]
    person.bot.keyClick(fonts, Qt.Key.Key_Down)
    family = fonts.currentText()
    assert family != "Automatic"
    assert token_font().families()[0] == family
    assert view.pieces.measures.font.families()[0] == family
    log, ids = person.parts.run.merge_log.model, person.parts.ids.ids
    assert [font.families()[0] for font in log._fonts[1:]] == [family, family]
    assert ids._font.families()[0] == family
    window.settings.sync()
    again = Settings(window.settings._file)
    assert (again.size, again.token_zoom, again.token_font) == (100, 150, family)
    window.settings.token_font = "No Such Mono"
    dialog.show_values()
    assert fonts.currentText() == "No Such Mono (missing)"
    person.click(person.button("Restore defaults", dialog))
    assert (view.rows.zoom, fonts.currentText()) == (1.0, "Automatic")
    assert token_font().families()[0] == "JetBrains Mono"


def test_a_theme_chosen_elsewhere_is_shown(person: Person, dialog: SettingsDialog) -> None:
    person.parts.window.commands["view.dark"].trigger()
    assert dialog.fields["theme"].value() == "dark"
    person.parts.window.commands["view.light"].trigger()
    assert dialog.fields["theme"].value() == "light"


def test_a_proxy_holds_for_what_is_fetched_and_a_wrong_one_is_refused(
    person: Person, dialog: SettingsDialog
) -> None:
    field, settings = dialog.fields["proxy"], person.parts.window.settings

    def _type(text: str) -> list[str]:
        field.clear()
        person.bot.keyClicks(field, text)
        person.bot.keyClick(field, Qt.Key.Key_Return)
        return [label.text() for label in dialog.findChildren(QLabel) if "not the address" in label.text()]

    assert _type("proxy.example:8080") == []
    assert os.environ["https_proxy"] == os.environ["http_proxy"] == "http://proxy.example:8080"
    for wrong in ("http://me:secret@proxy.example:8080", "proxy", "ftp://proxy:1"):
        (said,) = _type(wrong)
        assert wrong in said
        assert settings.proxy == "proxy.example:8080"
    _type("")
    assert "https_proxy" not in os.environ
    assert settings.proxy == ""


def test_a_session_that_is_not_to_be_kept_leaves_nothing(person: Person, dialog: SettingsDialog) -> None:
    parts, folder = person.parts, person.parts.keeping.place.folder
    person.bot.keyClicks(parts.tokens.view, "secret")
    person.wait(lambda: (folder / "session.json").exists())
    dialog.fields["keep_session"].setChecked(False)
    dialog.close()
    assert parts.window.close()
    assert not (folder / "session.json").exists()
    assert not (folder / "text.txt").exists()


def test_every_setting_has_a_name_and_a_place_in_the_tab_order(
    person: Person, dialog: SettingsDialog
) -> None:
    for name, field in dialog.fields.items():
        assert field.accessibleName() or getattr(field, "text", str)(), name
        assert field.accessibleDescription() or name in {"theme", "token_zoom"}
    reduce_motion(False)
    bound_memory(0)


def test_presentation_size_holds_at_once_and_is_remembered(person: Person) -> None:
    window, view = person.parts.window, person.parts.tokens.view
    row = view.pieces.measures.pitch
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    try:
        person.bot.keyClick(window, Qt.Key.Key_Plus, keys)
        assert window.commands["view.presentation"].isChecked()
        assert view.pieces.measures.pitch > row
        assert window.settings.size == 150
        person.bot.keyClick(window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
        assert view.rows.zoom > 1, "zooming in has its own key"
        view.rows.set_zoom(1.0)
    finally:
        person.bot.keyClick(window, Qt.Key.Key_Plus, keys)
    assert window.settings.size == 100
    assert view.pieces.measures.pitch == row
