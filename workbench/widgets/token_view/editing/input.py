"""Input methods in the token view: what they compose, commit and ask.

An input method counts in UTF-16 units of a text around the caret. That text is the piece of the line
that the caret is in, as it would be read: what is not UTF-8 is there as U+FFFD, one unit a byte.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent, QTextCharFormat
from PySide6.QtWidgets import QWidget

from workbench.display.escapes import to_bytes
from workbench.widgets.token_view.editing.caret import Caret
from workbench.widgets.token_view.editing.editor import Editor
from workbench.widgets.token_view.layout.inserts import units
from workbench.widgets.token_view.paint.shown import Composition, ShownPieces

_Query = Qt.InputMethodQuery
_MOST = 4096  # bytes of a selection that an input method gets


@dataclass(frozen=True, slots=True)
class Composing:
    """What an input method writes to, and asks of.

    Attributes:
        area: the widget that has the focus.
        editor, caret: as they are there.
        pieces: the text in pieces.

    """

    area: QWidget
    editor: Editor
    caret: Caret
    pieces: ShownPieces


def take(own: Composing, event: QInputMethodEvent) -> None:
    """Insert what was committed, instead of what the event says, and show what is being composed."""
    if own.editor.read_only:
        event.ignore()
        return
    own.caret.compose(None)
    if event.replacementLength():
        _select_around(own, event.replacementStart(), event.replacementLength())
    if event.commitString() or event.replacementLength():
        own.editor.insert(to_bytes(event.commitString()), "typing")
    text = event.preeditString().replace("\n", " ")
    if text and own.editor.has_selection():
        own.editor.insert(b"", "typing")  # what is composed takes the place of the selection
    own.caret.compose(_composition(event, text, own.editor.position) if text else None)
    event.accept()
    own.area.updateMicroFocus()


def _composition(event: QInputMethodEvent, text: str, position: int) -> Composition:
    caret, chosen = len(text), (0, 0)
    for attribute in event.attributes():
        start = _characters(text, attribute.start)
        end = _characters(text, attribute.start + attribute.length)
        if attribute.type == QInputMethodEvent.AttributeType.Cursor:
            caret = start if attribute.length else -1
        elif attribute.type == QInputMethodEvent.AttributeType.TextFormat and _stands_out(attribute.value):
            chosen = start, end
    return Composition(position, text, caret, chosen)


def _stands_out(value: object) -> bool:
    """Return whether a format marks the part that is being converted: by a ground or a stronger line."""
    if not isinstance(value, QTextCharFormat):
        return False
    return value.background().style() != Qt.BrushStyle.NoBrush or value.fontWeight() > 400


def _characters(text: str, n_units: int) -> int:
    """Return how many characters the first UTF-16 units of a text hold."""
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * n_units].decode("utf-16-le", "ignore"))


# --- questions


def answer(own: Composing, query: _Query, otherwise: Callable[[_Query], object]) -> object:
    """Return what an input method asks for; `otherwise` knows the rest."""
    answerer = _ANSWERS.get(query)
    return otherwise(query) if answerer is None else answerer(own)


def _surrounding(own: Composing) -> tuple[bytes, int, int]:
    """Return the bytes of the piece that holds the caret, and caret and anchor within."""
    start, end = own.pieces.flow.piece_at(own.editor.position)
    anchor = min(max(own.editor.anchor, start), end)
    return own.editor.document.read(start, end), own.editor.position - start, anchor - start


def _text(data: bytes) -> str:
    """Return bytes as a text of which every bad byte is one unit."""
    return "".join(
        "\ufffd" if "\udc80" <= letter <= "\udcff" else letter
        for letter in data.decode("utf-8", "surrogateescape")
    )


def _before(own: Composing) -> str:
    data, caret, _ = _surrounding(own)
    return _text(data[:caret])


def _after(own: Composing) -> str:
    data, caret, _ = _surrounding(own)
    return _text(data[caret:])


def _anchor(own: Composing) -> int:
    data, _, anchor = _surrounding(own)
    return units(_text(data[:anchor]))


def _select_around(own: Composing, start: int, length: int) -> None:
    """Select units from the caret on, `start` of them away (negative: before it)."""
    data, caret, _ = _surrounding(own)
    whole = _text(data).encode("utf-16-le")
    first = min(max(units(_text(data[:caret])) + start, 0), len(whole) // 2)
    before = whole[: 2 * first].decode("utf-16-le", "ignore")
    taken = whole[2 * first : 2 * (first + length)].decode("utf-16-le", "ignore")
    place = own.editor.position - caret
    begin = place + _bytes_of(data, len(before))
    own.editor.select(begin, place + _bytes_of(data, len(before) + len(taken)))


def _bytes_of(data: bytes, characters: int) -> int:
    """Return how many bytes the first characters of `_text(data)` stand for."""
    text = data.decode("utf-8", "surrogateescape")
    return len(text[:characters].encode("utf-8", "surrogateescape"))


_ANSWERS: dict[_Query, Callable[[Composing], object]] = {
    _Query.ImEnabled: lambda own: not own.editor.read_only,
    _Query.ImCursorRectangle: lambda own: own.caret.rect(own.editor.position).toRect(),
    _Query.ImAnchorRectangle: lambda own: own.caret.rect(own.editor.anchor).toRect(),
    _Query.ImFont: lambda own: own.pieces.measures.font,
    _Query.ImCursorPosition: lambda own: units(_before(own)),
    _Query.ImAnchorPosition: _anchor,
    _Query.ImAbsolutePosition: lambda own: own.editor.position,
    _Query.ImSurroundingText: lambda own: _before(own) + _after(own),
    _Query.ImTextBeforeCursor: _before,
    _Query.ImTextAfterCursor: _after,
    _Query.ImCurrentSelection: lambda own: _text(own.editor.selected_bytes()[:_MOST]),
    _Query.ImHints: lambda _own: int(
        (Qt.InputMethodHint.ImhMultiLine | Qt.InputMethodHint.ImhNoAutoUppercase).value
    ),
    _Query.ImReadOnly: lambda own: own.editor.read_only,
}
