"""Which key does what in the token view.

Beyond the platform's usual keys: Alt+Left and Alt+Right select the previous and next token, walking
through the ids of a split character one by one. Tab writes a tab; Shift+Tab leaves the view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from workbench.display.escapes import to_bytes
from workbench.widgets.token_view.editing.clipboard import Clipboard
from workbench.widgets.token_view.editing.editor import Editor
from workbench.widgets.token_view.editing.selected import SelectedToken
from workbench.widgets.token_view.rows import Rows
from workbench.widgets.token_view.scrolling import Scrolling

_Key = QKeySequence.StandardKey


class Keyed(Protocol):
    """The parts of a view that keys reach."""

    editor: Editor
    scrolling: Scrolling
    clipboard: Clipboard
    selected: SelectedToken
    rows: Rows


_MOVES: tuple[tuple[_Key, Callable[[Keyed], object]], ...] = (
    (_Key.MoveToNextChar, lambda view: view.editor.character(1)),
    (_Key.MoveToPreviousChar, lambda view: view.editor.character(-1)),
    (_Key.SelectNextChar, lambda view: view.editor.character(1, True)),
    (_Key.SelectPreviousChar, lambda view: view.editor.character(-1, True)),
    (_Key.MoveToNextWord, lambda view: view.editor.word(1)),
    (_Key.MoveToPreviousWord, lambda view: view.editor.word(-1)),
    (_Key.SelectNextWord, lambda view: view.editor.word(1, True)),
    (_Key.SelectPreviousWord, lambda view: view.editor.word(-1, True)),
    (_Key.MoveToNextLine, lambda view: view.editor.rows(1)),
    (_Key.MoveToPreviousLine, lambda view: view.editor.rows(-1)),
    (_Key.SelectNextLine, lambda view: view.editor.rows(1, True)),
    (_Key.SelectPreviousLine, lambda view: view.editor.rows(-1, True)),
    (_Key.MoveToNextPage, lambda view: view.editor.rows(view.scrolling.rows_of_a_page())),
    (_Key.MoveToPreviousPage, lambda view: view.editor.rows(-view.scrolling.rows_of_a_page())),
    (_Key.SelectNextPage, lambda view: view.editor.rows(view.scrolling.rows_of_a_page(), True)),
    (_Key.SelectPreviousPage, lambda view: view.editor.rows(-view.scrolling.rows_of_a_page(), True)),
    (_Key.MoveToStartOfLine, lambda view: view.editor.row_edge(-1)),
    (_Key.MoveToEndOfLine, lambda view: view.editor.row_edge(1)),
    (_Key.SelectStartOfLine, lambda view: view.editor.row_edge(-1, True)),
    (_Key.SelectEndOfLine, lambda view: view.editor.row_edge(1, True)),
    (_Key.MoveToStartOfDocument, lambda view: view.editor.text_edge(-1)),
    (_Key.MoveToEndOfDocument, lambda view: view.editor.text_edge(1)),
    (_Key.SelectStartOfDocument, lambda view: view.editor.text_edge(-1, True)),
    (_Key.SelectEndOfDocument, lambda view: view.editor.text_edge(1, True)),
    (_Key.SelectAll, lambda view: view.editor.select_all()),
)
_EDITS: tuple[tuple[_Key, Callable[[Keyed], object]], ...] = (
    (_Key.Copy, lambda view: view.clipboard.copy()),
    (_Key.Cut, lambda view: view.clipboard.cut()),
    (_Key.Paste, lambda view: view.clipboard.paste()),
    (_Key.Undo, lambda view: view.editor.undo()),
    (_Key.Redo, lambda view: view.editor.redo()),
    (_Key.Delete, lambda view: view.editor.erase(1)),
    (_Key.DeleteStartOfWord, lambda view: view.editor.erase(-1, by_word=True)),
    (_Key.DeleteEndOfWord, lambda view: view.editor.erase(1, by_word=True)),
    (_Key.ZoomIn, lambda view: view.rows.zoom_by(1)),
    (_Key.ZoomOut, lambda view: view.rows.zoom_by(-1)),
)
_TOKEN_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_TYPED = {Qt.Key.Key_Return: b"\n", Qt.Key.Key_Enter: b"\n", Qt.Key.Key_Tab: b"\t"}
_CONTROL, _ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier


def command(event: QKeyEvent) -> Callable[[Keyed], object] | None:
    """Return what a key does, None if it is not ours."""
    for key, does in (*_MOVES, *_EDITS):
        if event.matches(key):
            return does
    own = _own_command(event)
    if own is not None:
        return own
    data = _typed(event)
    return (lambda view: view.editor.insert(data, "typing")) if data else None


def _own_command(event: QKeyEvent) -> Callable[[Keyed], object] | None:
    """Return what a key does that no platform defines."""
    key, modifiers = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if modifiers == _ALT and key in _TOKEN_STEPS:
        step = _TOKEN_STEPS[key]
        return lambda view: view.selected.step(step)
    if modifiers == _CONTROL and key == Qt.Key.Key_0:
        return lambda view: view.rows.set_zoom(1.0)
    if modifiers == _CONTROL and key == Qt.Key.Key_Equal:
        return lambda view: view.rows.zoom_by(1)  # the plus key without Shift
    if key == Qt.Key.Key_Backspace and not modifiers & ~_SHIFT:
        return lambda view: view.editor.erase(-1)
    return None


def _typed(event: QKeyEvent) -> bytes:
    """Return the bytes that a key writes, none where it writes nothing."""
    modifiers = event.modifiers()
    plain = not modifiers & (_CONTROL | _ALT)
    key = Qt.Key(event.key()) if event.key() in _KNOWN else None
    if plain and key in _TYPED:
        return _TYPED[key]
    text = event.text()
    # With both Control and Alt held, some keyboards write their third level.
    if not text or not (plain or (modifiers & _CONTROL and modifiers & _ALT)):
        return b""
    return to_bytes(text) if text >= " " and text != "\x7f" else b""


_KNOWN = frozenset(int(key) for key in _TYPED)
