"""What every action does: its slot, and so its place in menus, tool bar and palette."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QMenu

from workbench import kernels
from workbench.engine.corpus.source_options import PYTHON_LIBRARY, SAMPLE_CORPUS
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
from workbench.shell.text_view import find_here
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
    ChatEditing(p.window, p.chat, p.tokens.view)
    chat = ChatDock(p.window, p.chat)
    chat.wire(p.window.commands.wire("view.chat", chat.toggle))
    p.window.commands.wire("edit.find", lambda: find_here(p.window, p.tokens, p.vocabulary))
    p.window.commands.wire("tokenizer.decode", p.decoder.open_beside)
    wire_data_sets(p)
    wire_token_files(p.window, p.lanes.ask, p.tokens, p.session.tokenizers, p.decoder)
    _wire_recent(p)
    p.drafts.offer_to_remove(p.vocabulary.table)
    _wire_of_current(p)
    wire_edit_menu(p.window, p.tokens, p.lab, p.draft, p.options.reset)


def _wire_of_current(p: Parts) -> None:
    """Give entries that depend on the tokenizer in use their slots."""
    training, now = p.window.commands["tokenizer.training"], p.session.tokenizers.current
    training.setEnabled(now is not None and now.trained)
    p.session.tokenizers.changed.connect(lambda info: training.setEnabled(info.trained))
    template = p.window.commands["tokenizer.template"]
    is_there = template.isVisible()
    show = partial(show_template, p.window, p.session.tokenizers, p.drafts.ask_for_roles)
    p.window.commands.wire("tokenizer.template", show).setVisible(is_there)


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
