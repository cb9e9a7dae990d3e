"""The button of the special tokens."""

from PySide6.QtGui import QActionGroup

from workbench.widgets.specials_button import SpecialsButton


def test_another_tokenizer_leaves_nothing_of_the_one_before(qtbot):
    button = SpecialsButton()
    qtbot.addWidget(button)
    for _ in range(5):
        button.set_tokens([("<s>", 1), ("</s>", 2)])
    (group,) = button.menu.findChildren(QActionGroup)
    assert group.actions() == list(button._modes.values())
    assert [entry.text() for entry in button._entries] == ["<s>\t1", "</s>\t2"]
    button.show_taken("all")
    assert [name for name, entry in button._modes.items() if entry.isChecked()] == ["all"]
