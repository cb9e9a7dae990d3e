"""The beginning of a window: the text and its tokens are seen before anything else is made.

The others, which `wiring` adds, take half a second. What the user does meanwhile waits (`filling`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtWidgets import QApplication

from workbench import kernels
from workbench.shell import preferences
from workbench.shell.first_parts import FirstParts, make_first
from workbench.shell.text_actions import wire_text_actions
from workbench.shell.text_view import sample_text
from workbench.shell.window import MainWindow
from workbench.widgets.look import theme

Connects = list[tuple[Any, Any]]  # signal, and a slot or another signal


def begin(window: MainWindow) -> FirstParts:
    """Give an empty window its first parts, and open the last session, or at first the samples."""
    with theme.unstyled():
        p = make_first(window)
    connect(_text(p))
    connect(_closing(p))
    preferences.apply(window.settings)
    wire_text_actions(p)
    window.status.set_kernels(kernels.active())
    window.toolbar.picker.set_recent(window.settings.recent_tokenizers)
    window.tasks.set_before_run(True)
    window.arrange()
    if not p.keeping.restore():
        _open_samples(p)
    if p.tokens.isVisible():
        p.tokens.view.setFocus()  # one can type at once
    return p


def connect(connects: Iterable[tuple[Any, Any]]) -> None:
    """Connect what a table says."""
    for signal, slot in connects:
        signal.connect(slot)


def _open_samples(p: FirstParts) -> None:
    """Open the sample text and the sample tokenizer."""
    sample = sample_text()
    p.tokens.set_text(sample, "")
    p.tokens.chosen.select_at(sample.index(b"ableness") + 2)
    p.session.tokenizers.open_sample()


def _text(p: FirstParts) -> Connects:
    """Connect the text, its tokens, and the selected one."""
    return [
        (p.session.tokenizers.changed, p.tokens.set_tokenizer),
        (p.session.tokenizers.changed, p.tokens.copies.set_tokenizer),
        (p.session.opening.text_wanted, p.tokens.exchange.open),
        (p.tokens.view.followed, p.lanes.attend),
        (p.tokens.sizes.strip.slider.valueChanged, p.lanes.attend),
        (p.tokens.explained, p.selected.show_explained),
        (p.tokens.token_selected, p.selected.show_occurrence),
        (p.tokens.coloring.colored, p.selected.facts.set_bins),
        (p.tokens.facts_changed, p.window.status.set_facts),
        (p.tokens.encoding.finished, lambda _: p.window.notices.text_encoded()),
        (p.tokens.copies.cut_short, p.window.notices.toast),
        (p.tokens.toast_requested, p.window.notices.toast),
        (p.tokens.exchange.undo_withdrawn, p.window.notices.withdraw),
        (p.tokens.files_dropped, lambda paths: p.session.opening.sort_dropped(paths, text=True)),
        (p.ids.toast_requested, p.window.notices.toast),
        (p.selected.step_requested, p.tokens.view.selected.next_same),
        (p.selected.token_chosen, p.tokens.chosen.show),
        (p.window.toolbar.picker.chosen, p.session.tokenizers.use),
        (p.window.toolbar.picker.recent_chosen, p.session.tokenizers.open),
        (p.window.files_dropped, p.session.opening.sort_dropped),
        (p.window.status.cancel_requested, p.lanes.cancel),
    ]


def _closing(p: FirstParts) -> Connects:
    """Connect the end, also one without a closed window: Qt aborts if a thread outlives its objects."""
    ends: Connects = [
        (p.window.closing, p.keeping.end),
        (p.window.closing, p.session.unsaved.forget_closed),
        (p.window.closing, p.lanes.shut_down),
    ]
    app = QApplication.instance()
    if app is not None:
        ends += [(app.aboutToQuit, p.keeping.end), (app.aboutToQuit, p.lanes.shut_down)]
    return ends
