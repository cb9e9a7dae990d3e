"""The entries of the menus that belong to the text and its tokens: zoom, ids, colors, finding."""

from __future__ import annotations

from functools import partial
from importlib import resources
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence

from workbench.panels.tokens.text.coloring import MODES
from workbench.panels.tokens.text.ids_panel import IdsPanel
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.panels.tokens.text.sample_texts import SAMPLE_TEXTS
from workbench.shell.session.tokenizers import Tokenizers
from workbench.shell.window import MainWindow
from workbench.widgets.token_view.document.line_feeds import Places
from workbench.widgets.token_view.document.origin import Origin

if TYPE_CHECKING:
    from workbench.panels.vocab.panel import VocabularyPanel


def wire_text_view(window: MainWindow, tokens: TokensPanel, tokenizers: Tokenizers) -> None:
    """Give the entries their slots, and remember what is chosen by them."""
    commands, view = window.commands, tokens.view
    for name, slot in (
        ("view.zoom_in", lambda: view.rows.zoom_by(1)),
        ("view.zoom_out", lambda: view.rows.zoom_by(-1)),
        ("view.zoom_reset", lambda: view.rows.set_zoom(1.0)),
        ("edit.replace", partial(_find, window, tokens, replace=True)),
        ("edit.find_next", partial(_find_next, tokens, 1)),
        ("edit.find_previous", partial(_find_next, tokens, -1)),
        ("tokenizer.previous", lambda: tokenizers.use_next(-1)),
    ):
        commands.wire(name, slot)
    zoom_in = commands["view.zoom_in"]
    zoom_in.setShortcuts([*zoom_in.shortcuts(), QKeySequence("Ctrl+=")])  # the key of the plus without Shift
    view.rows.set_zoom(window.settings.token_zoom / 100)
    view.zoom_changed.connect(lambda zoom: setattr(window.settings, "token_zoom", round(zoom * 100)))
    _wire_sample_texts(window, tokens)
    _wire_numbers(window, tokens)
    _wire_ids(window, tokens)
    _wire_colors(window, tokens)


def find_here(window: MainWindow, tokens: TokensPanel, vocabulary: VocabularyPanel) -> None:
    """Search the vocabulary where that is seen without the text, else find in the text."""
    if vocabulary.isVisible() and not tokens.isVisible():
        vocabulary.filters.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        vocabulary.filters.search.selectAll()
    else:
        _find(window, tokens)


def _find(window: MainWindow, tokens: TokensPanel, replace: bool = False) -> None:
    """Open the bar in which one types what to find, and what is to take its place."""
    if not tokens.isVisible():
        window.show_task("inspect")
    if not tokens.view.isVisible():
        tokens.show_ids(False)
    tokens.finding.open(replace)


def _wire_sample_texts(window: MainWindow, tokens: TokensPanel) -> None:
    """Let each text that comes with the program be shown."""

    def _show(entry: str, data: bytes) -> None:
        window.show_task("inspect")
        if not tokens.view.isVisible():
            tokens.show_ids(False)
        tokens.exchange.try_text(data, window.commands[entry].iconText())
        tokens.view.setFocus()

    for key, data in {"sample": sample_text(), **SAMPLE_TEXTS}.items():
        window.commands.wire(f"text.{key}", partial(_show, f"text.{key}", data))


def sample_text() -> bytes:
    """Return the text that the program begins with."""
    return resources.files("workbench_resources").joinpath("sample_text.txt").read_bytes()


def take_conversation(tokens: TokensPanel, text: bytes) -> None:
    """Put the text of a conversation into the Tokens panel, its special tokens being taken as such."""
    choices = tokens.choices
    tokenizer, specials = tokens.tokenizer, choices.choices.specials
    choices.take_specials(True)

    def _back() -> None:
        if tokens.tokenizer == tokenizer:
            choices.take_specials(specials)

    tokens.exchange.take(_tr("The conversation is now the text."), text, and_back=_back)


def take_decoded(tokens: TokensPanel, text: bytes, name: str, line_feeds: Places | None) -> None:
    """Put the text of ids into the Tokens panel."""
    tokens.exchange.take(_tr("The decoded ids are now the text."), text, Origin(name), line_feeds)


def take_witness(tokens: TokensPanel, text: bytes, position: int) -> None:
    """Put a text that shows a token into the Tokens panel, and select the token at one of its bytes."""
    tokens.exchange.take(_tr("The witness is now the text."), text)
    tokens.chosen.select_at(position)


def _tr(text: str) -> str:
    return QCoreApplication.translate("MainWindow", text)


def _find_next(tokens: TokensPanel, step: int) -> None:
    """Go to the next (1) or previous (-1) hit, or else to the next place of the selected token."""
    if tokens.finding.active:
        tokens.finding.step(step)
    else:
        tokens.view.selected.next_same(step)


def _wire_numbers(window: MainWindow, tokens: TokensPanel) -> None:
    def _toggle() -> None:
        window.settings.line_numbers = action.isChecked()
        tokens.view.rows.set_numbered(action.isChecked())

    action = window.commands.wire("view.numbers", _toggle)
    action.setChecked(window.settings.line_numbers)
    tokens.view.rows.set_numbered(action.isChecked())


def _wire_ids(window: MainWindow, tokens: TokensPanel) -> None:
    action = window.commands.wire("view.ids", lambda: tokens.show_ids(action.isChecked()))
    tokens.pages.changed.connect(lambda name: action.setChecked(name == "ids"))


def wire_ids_panel(window: MainWindow, panel: IdsPanel) -> None:
    """Let an entry of the menus show the ids next to the text, and hide them."""

    def _toggle() -> None:
        if window.tasks.is_in_sight("ids"):
            window.tasks.set_open("ids", False)
            return
        window.show_task("inspect")
        window.raise_panel("ids")
        panel.ids.setFocus()

    action = window.commands.wire("view.ids_panel", _toggle)
    window.tasks.switches["ids"].toggled.connect(action.setChecked)


def _wire_colors(window: MainWindow, tokens: TokensPanel) -> None:
    coloring = tokens.coloring

    def _show(mode: str) -> None:
        window.commands[f"view.color_{mode}"].setChecked(True)

    for mode in MODES:
        window.commands.wire(f"view.color_{mode}", partial(coloring.set_mode, mode))
    coloring.set_mode(window.settings.token_colors)
    _show(coloring.mode)
    coloring.changed.connect(_show)
    coloring.changed.connect(lambda mode: setattr(window.settings, "token_colors", mode))
