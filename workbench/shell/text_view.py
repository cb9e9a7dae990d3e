"""The entries of the menus that belong to the text and its tokens: zoom, ids, colours, finding."""

from __future__ import annotations

from functools import partial

from workbench.panels.tokens.colouring import MODES
from workbench.panels.tokens.panel import TokensPanel
from workbench.shell.session import Session
from workbench.shell.window import MainWindow


def wire_text_view(window: MainWindow, tokens: TokensPanel, session: Session) -> None:
    """Give the entries their slots, and remember what is chosen by them."""
    commands, view = window.commands, tokens.view
    for name, slot in (
        ("view.zoom_in", lambda: view.zoom_by(1)),
        ("view.zoom_out", lambda: view.zoom_by(-1)),
        ("view.zoom_reset", lambda: view.set_zoom(1.0)),
        ("tokenizer.previous", lambda: session.use_next(-1)),
    ):
        commands.wire(name, slot)
    view.set_zoom(window.settings.token_zoom / 100)
    view.zoom_changed.connect(lambda zoom: setattr(window.settings, "token_zoom", round(zoom * 100)))
    _wire_ids(window, tokens)
    _wire_colours(window, tokens)


def _wire_ids(window: MainWindow, tokens: TokensPanel) -> None:
    action = window.commands.wire("view.ids", lambda: tokens.show_ids(action.isChecked()))
    tokens.pages.changed.connect(lambda name: action.setChecked(name == "ids"))


def _wire_colours(window: MainWindow, tokens: TokensPanel) -> None:
    colouring = tokens.colouring

    def _show(mode: str) -> None:
        window.commands[f"view.colour_{mode}"].setChecked(True)

    for mode in MODES:
        window.commands.wire(f"view.colour_{mode}", partial(colouring.set_mode, mode))
    colouring.set_mode(window.settings.token_colours)
    _show(colouring.mode)
    colouring.changed.connect(_show)
    colouring.changed.connect(lambda mode: setattr(window.settings, "token_colours", mode))
