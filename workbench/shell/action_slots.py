"""What every action does: its slot, and so its place in menus, tool bar and palette."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMenu

from workbench import kernels
from workbench.engine.corpus.source_options import PYTHON_LIBRARY, SAMPLE_CORPUS
from workbench.panels.tokens.text.choices import from_plain, to_plain
from workbench.shell import preferences
from workbench.shell.chat_dock import ChatDock
from workbench.shell.chat_editing import ChatEditing
from workbench.shell.chat_template import show_template
from workbench.shell.count_command import copy_command
from workbench.shell.data_sets import wire_data_sets
from workbench.shell.dialogs.licenses_dialog import LicensesDialog
from workbench.shell.dialogs.merge_by_hand import MergeByHandDialog
from workbench.shell.dialogs.settings_dialog import SettingsDialog
from workbench.shell.edit_menu import wire_edit_menu
from workbench.shell.files import show_recent
from workbench.shell.parts import Parts
from workbench.shell.text_view import wire_ids_panel, wire_text_view
from workbench.shell.token_files import wire_token_files
from workbench.widgets.look.theme import theme_signals
from workbench.widgets.panel_parts import bring_forward, show_one


def wire_actions(p: Parts) -> None:
    """Give every action its slot, and so its place in menus, tool bar and palette."""
    for name, slot in (
        ("file.open_tokenizer", p.session.opening.ask_to_open),
        ("file.fetch", p.fetching.open),
        ("file.open_text", p.session.opening.ask_for_text),
        ("file.save", p.session.saving.save),
        ("file.save_as", p.session.saving.save_as),
        ("file.export", lambda: p.exporting.open(p.session.tokenizers.current)),
        ("file.close_tokenizer", p.session.tokenizers.close_current),
        ("help.merge", lambda: show_one(MergeByHandDialog, p.window)),
        ("edit.settings", lambda: _show_settings(p)),
        ("help.licenses", lambda: LicensesDialog(p.lanes.ask, p.window).show()),
        ("tokenizer.next", p.session.tokenizers.use_next),
        ("tokenizer.sample", p.session.tokenizers.open_sample),
        ("tokenizer.rename", p.naming.ask),
        ("tokenizer.change", p.drafts.open),
        ("tokenizer.training", lambda: _show_training(p)),
        ("train.add_files", p.corpus.adding.choose_files),
        ("train.look_again", p.corpus.look_again),
        ("train.count", p.corpus.measuring.begin),
        ("train.preview", p.corpus.show_preview),
        ("train.statistics", p.corpus.measuring.show_statistics),
        ("train.copy_command", lambda: copy_command(p)),
        ("train.add_folder", p.corpus.adding.choose_folder),
        ("train.add_sample", lambda: p.corpus.sources.add_paths([SAMPLE_CORPUS])),
        ("train.add_python", lambda: p.corpus.sources.add_paths([PYTHON_LIBRARY])),
        ("train.new", p.training.new_run),
        ("train.start", p.options.start),
        ("train.sample", p.training.train_on_sample),
        ("train.pause", p.session.training.pause_or_resume),
        ("train.stop", p.session.training.stop),
        ("train.cancel", p.session.training.cancel),
        ("train.repeat", p.runs.repeat),
        ("train.more", p.runs.add_merges),
        ("compare.next", lambda: _go_to_difference(p, 1)),
        ("compare.previous", lambda: _go_to_difference(p, -1)),
        ("help.kernels", lambda: tell_kernels(p)),
    ):
        p.window.commands.wire(name, slot)
    p.pipeline.wire(p.window.commands.wire("view.pipeline", p.pipeline.toggle))
    ChatEditing(p.window, p.chat, p.tokens.view)
    chat = ChatDock(p.window, p.chat)
    chat.wire(p.window.commands.wire("view.chat", chat.toggle))
    _wire_switches(p)
    _wire_sizes(p)
    wire_text_view(p.window, p.tokens, p.session.tokenizers, p.vocabulary)
    wire_ids_panel(p.window, p.ids)
    wire_data_sets(p)
    wire_token_files(p.window, p.lanes.ask, p.tokens, p.session.tokenizers, p.decoder)
    _wire_recent(p)
    p.drafts.offer_to_remove(p.vocabulary.table)
    training = p.window.commands["tokenizer.training"]
    training.setEnabled(False)
    p.session.tokenizers.changed.connect(lambda info: training.setEnabled(info.trained))
    wire_edit_menu(p.window, p.tokens, p.lab, p.draft, p.options.reset)


def _show_settings(p: Parts) -> None:
    dialog = next((each for each in p.window.findChildren(SettingsDialog) if each.isVisible()), None)
    if dialog is None:
        dialog = SettingsDialog(p.window.settings, p.window)
        dialog.changed.connect(lambda name: _take_setting(p, name))
        theme_signals.changed.connect(dialog.show_values)
        p.tokens.view.zoom_changed.connect(dialog.show_values)
    bring_forward(dialog)


def _take_setting(p: Parts, name: str) -> None:
    """Let a setting that was changed hold at once."""
    if name == "theme":
        p.window.commands[f"view.{p.window.settings.theme}"].trigger()
    elif name == "size":
        p.window.show_size(p.window.settings.size)
    elif name == "token_zoom":
        p.tokens.view.rows.set_zoom(p.window.settings.token_zoom / 100)
    elif name == "token_font":
        preferences.use_token_font(p.window.settings.token_font)
    elif name == "keep_session":
        p.keeping.note()
    else:
        preferences.apply(p.window.settings)


def _show_training(p: Parts) -> None:
    """Show what the training says of the vocabulary in use."""
    if p.window.tasks.current != "all":
        p.window.show_task("vocabulary")
    p.window.raise_panel("vocabulary")
    p.vocabulary.show_training()


def _go_to_difference(p: Parts, step: int) -> None:
    """Go to the next or previous difference, on the page that shows them."""
    p.window.show_task("compare")
    p.compare.views.show_page("text")
    p.compare.text.view.go(step)


def _wire_switches(p: Parts) -> None:
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
    commands.wire(
        "tokenizer.template", partial(show_template, p.window, p.session.tokenizers, p.drafts.ask_for_roles)
    )
    commands["tokenizer.template"].setVisible(False)
    commands.wire("tokenizer.decode", p.decoder.open_beside)
    commands.wire("tokenizer.specials", specials.trigger)
    commands["tokenizer.specials"].setEnabled(specials.isEnabled())
    specials.toggled.connect(commands["tokenizer.specials"].setChecked)
    specials.enabledChanged.connect(commands["tokenizer.specials"].setEnabled)


def _wire_sizes(p: Parts) -> None:
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


def _wire_recent(p: Parts) -> None:
    """Keep the menu of recent files: filled again whenever the menu that it is in is opened."""
    recent = p.window.commands.recent_menu
    above = recent.parentWidget() if recent is not None else None
    if recent is not None and isinstance(above, QMenu):
        opens = p.session.tokenizers.open, p.session.opening.open_text, p.session_files.open
        fill = partial(show_recent, recent, p.window.settings, *opens)
        above.aboutToShow.connect(lambda: fill())


def tell_kernels(p: Parts) -> None:
    """Say whether the compiled kernels do the work, and if not, why."""
    if kernels.active():
        p.window.notices.tell(
            p.window.tr("Compiled kernels are active."),
            p.window.tr("Splitting, counting, training and encoding run as machine code."),
        )
        return
    p.window.notices.tell(
        p.window.tr("Compiled kernels are not active: {reason}.").format(reason=kernels.why_not()),
        p.window.tr("Results are the same, but slower. With a C compiler, bash packaging/run builds them."),
    )
