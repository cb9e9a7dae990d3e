"""What the actions of the text and its tokens do: their slots, and so their places in menus and palette."""

from __future__ import annotations

from collections.abc import Callable

from workbench.panels.tokens.text.choices import from_plain, to_plain
from workbench.shell.first_parts import FirstParts
from workbench.shell.text_view import wire_ids_panel, wire_text_view


def wire_text_actions(p: FirstParts) -> None:
    """Give the actions their slots, and let them follow the text from its first token on."""
    p.pipeline.wire(p.window.commands.wire("view.pipeline", p.pipeline.toggle))
    _wire_switches(p)
    _wire_sizes(p)
    wire_text_view(p.window, p.tokens, p.session.tokenizers)
    wire_ids_panel(p.window, p.ids)
    # What the tool bar shows is seen at once; what it does is there before any click (`filling`).
    for name in ("file.open_tokenizer", "file.save", "file.export", "edit.undo", "edit.redo", "train.new"):
        p.window.commands[name].setVisible(True)
    for name in ("undo", "redo"):
        p.window.commands[f"edit.{name}"].setEnabled(False)
    for name in ("cut", "copy"):
        getattr(p.tokens, f"{name}_available").connect(p.window.commands[f"edit.{name}"].setEnabled)


def _wire_switches(p: FirstParts) -> None:
    """Give the switches of the Tokens panel their entries in the menus, both showing the same state."""
    commands, marks, choices = p.window.commands, p.tokens.marks_button, p.tokens.choices
    specials = choices.specials_action
    commands.wire("view.marks", marks.toggle)
    marks.toggled.connect(commands["view.marks"].setChecked)
    marks.toggled.connect(lambda on: setattr(p.window.settings, "show_marks", on))
    commands["view.marks"].setChecked(marks.isChecked())
    marks.setChecked(p.window.settings.show_marks)
    choices.kept.update(from_plain(p.window.settings.token_choices))
    p.tokens.choices_changed.connect(lambda kept: setattr(p.window.settings, "token_choices", to_plain(kept)))
    commands.wire("tokenizer.limit", p.tokens.counts.limit.ask)
    commands.wire("tokenizer.specials", specials.trigger)
    commands["tokenizer.specials"].setEnabled(specials.isEnabled())
    specials.toggled.connect(commands["tokenizer.specials"].setChecked)
    specials.enabledChanged.connect(commands["tokenizer.specials"].setEnabled)


def _wire_sizes(p: FirstParts) -> None:
    """Let menus and palette reach the slider of the vocabulary's size, where there is one."""
    commands, sizes = p.window.commands, p.tokens.sizes

    def _show() -> None:
        p.window.show_task("inspect")
        sizes.focus()

    commands.wire("tokenizer.size", _show).setVisible(False)
    commands.wire("tokenizer.whole", sizes.reset).setVisible(False)
    sizes.wanted_changed.connect(commands["tokenizer.size"].setVisible)
    sizes.whole_changed.connect(lambda whole: commands["tokenizer.whole"].setVisible(not whole))

    def _in_selected(act: Callable[[], None]) -> None:
        p.window.show_task("inspect")
        p.window.raise_panel("selected_token")
        act()

    commands.wire("tokenizer.steps", lambda: _in_selected(p.selected.go_to_steps)).setVisible(False)
    word_tree = commands.wire("tokenizer.word_tree", lambda: p.selected.show_word_tree(word_tree.isChecked()))
    p.selected.facts.tree_of.changed.connect(lambda of: word_tree.setChecked(of == "word"))
    p.selected.steps.has_steps_changed.connect(word_tree.setVisible)
    word_tree.setVisible(False)
    commands.wire("tokenizer.word_size", lambda: _in_selected(p.selected.find_size)).setVisible(False)
    p.selected.steps.has_steps_changed.connect(commands["tokenizer.steps"].setVisible)
    p.selected.what_if.can_ask_changed.connect(commands["tokenizer.word_size"].setVisible)
