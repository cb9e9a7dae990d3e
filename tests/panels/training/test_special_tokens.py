"""Special tokens with their roles, and the chat template, in the options of a training."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from workbench.engine.corpus.scanning import Scanned
from workbench.engine.training.options import Options
from workbench.panels.training.options import TrainingOptionsPanel


@pytest.fixture
def panel(qtbot: QtBot) -> TrainingOptionsPanel:
    panel = TrainingOptionsPanel()
    qtbot.addWidget(panel)
    panel.set_corpus((Scanned("/a.txt", "file", "a.txt", 1, 1000),))
    panel.set_options(Options(special_tokens=("<a>", "<b>")))
    panel.resize(280, 700)
    panel.show()
    return panel


def tick(panel: TrainingOptionsPanel, row: int, role: str) -> None:
    panel.special_tokens._rows[row].role._entries[role].trigger()


def test_a_role_is_ticked_in_the_menu_of_a_token(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.options_changed) as changed:
        tick(panel, 0, "eos")
    assert changed.args[0].roles == (("eos", "<a>"),)
    tick(panel, 0, "pad")
    assert panel.options().roles == (("eos", "<a>"), ("pad", "<a>"))
    assert panel.special_tokens._rows[0].role.text() == "eos +1"
    assert panel.special_tokens._rows[0].role.toolTip() == "eos, pad"


def test_a_role_goes_from_one_token_to_another(panel: TrainingOptionsPanel) -> None:
    tick(panel, 0, "eos")
    tick(panel, 1, "eos")
    assert panel.options().roles == (("eos", "<b>"),)
    assert panel.special_tokens._rows[0].role.roles() == ()
    tick(panel, 1, "eos")
    assert panel.options().roles == ()


def test_several_roles_are_ticked_by_key(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    button = panel.special_tokens._rows[0].role
    for role, key in (("eos", Qt.Key.Key_Return), ("pad", Qt.Key.Key_Space)):
        button.menu.setActiveAction(button._entries[role])
        qtbot.keyClick(button.menu, key)
    assert panel.options().roles == (("eos", "<a>"), ("pad", "<a>"))


def test_options_are_shown_as_they_were(panel: TrainingOptionsPanel) -> None:
    options = Options(
        special_tokens=("<a>",), roles=(("bos", "<a>"), ("user", "<u>")), chat_template="{{ messages }}"
    )
    panel.set_options(options)
    shown = panel.options()
    assert (shown.special_tokens, shown.roles) == (("<a>", "<u>"), options.roles)
    assert shown.chat_template == "{{ messages }}"
    panel.set_locked(True)
    assert not panel.special_tokens._rows[0].role.isEnabled()
    assert not panel.chat_template.choice.isEnabled()


def test_chatml_counts_its_two_tokens(panel: TrainingOptionsPanel) -> None:
    choice = panel.chat_template.choice
    choice.setCurrentIndex(choice.findData("chatml"))
    choice.activated.emit(choice.currentIndex())
    assert panel.options().chat_template == "chatml"
    assert panel._sum.text().endswith("4 special tokens")


def test_a_template_comes_from_a_file(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    field = panel.chat_template
    at = field.choice.findData("file")
    with qtbot.waitSignal(field.file_wanted):
        field.choice.setCurrentIndex(at)
        field.choice.activated.emit(at)
    assert panel.options().chat_template is None  # nothing is chosen yet
    with qtbot.waitSignal(panel.options_changed):
        field.take("{{ messages[0].content }}", "own.jinja")
    assert panel.options().chat_template == "{{ messages[0].content }}"
    assert field.choice.currentText() == "own.jinja"
    with_it = panel.options()
    panel.set_options(Options())
    assert field.choice.currentText() == "None"
    panel.set_options(with_it)
    assert field.choice.currentText() == "own.jinja"
