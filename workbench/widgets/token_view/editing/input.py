"""Input methods in the token view: what they compose, commit and ask.

An input method counts in UTF-16 units of a text around the caret. That text is the piece of the line
that the caret stands in, as it would be read: what is not UTF-8 stands there as U+FFFD, one unit a byte.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent, QTextCharFormat

from workbench.display.escapes import to_bytes
from workbench.widgets.token_view.layout.inserts import units
from workbench.widgets.token_view.paint.shown import Composition

if TYPE_CHECKING:
    from workbench.widgets.token_view.text import TokenTextView

_Query = Qt.InputMethodQuery
_MOST = 4096  # bytes of a selection that an input method is told


def take(view: TokenTextView, event: QInputMethodEvent) -> None:
    """Insert what was committed, instead of what the event says, and show what is being composed."""
    if view.editor.read_only:
        event.ignore()
        return
    view.compose(None)
    if event.replacementLength():
        _select_around(view, event.replacementStart(), event.replacementLength())
    if event.commitString() or event.replacementLength():
        view.editor.insert(to_bytes(event.commitString()), "typing")
    text = event.preeditString().replace("\n", " ")
    if text and view.editor.has_selection():
        view.editor.insert(b"", "typing")  # what is composed takes the place of the selection
    view.compose(_composition(event, text, view.editor.position) if text else None)
    event.accept()
    view.updateMicroFocus()


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
    """Whether a format marks the part that is being converted: by a ground or a stronger line."""
    if not isinstance(value, QTextCharFormat):
        return False
    return value.background().style() != Qt.BrushStyle.NoBrush or value.fontWeight() > 400


def _characters(text: str, n_units: int) -> int:
    """Return how many characters the first UTF-16 units of a text hold."""
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * n_units].decode("utf-16-le", "ignore"))


# --- questions


def answer(view: TokenTextView, query: _Query, otherwise: Callable[[_Query], object]) -> object:
    """Return what an input method asks for; `otherwise` knows the rest."""
    found = _ANSWERS.get(query)
    return otherwise(query) if found is None else found(view)


def _around(view: TokenTextView) -> tuple[bytes, int, int]:
    """Return the bytes of the piece that holds the caret, and caret and anchor in it."""
    start, end = view.pieces.flow.piece_at(view.editor.position)
    anchor = min(max(view.editor.anchor, start), end)
    return view.document.read(start, end), view.editor.position - start, anchor - start


def _text(data: bytes) -> str:
    """Return bytes as a text of which every bad byte is one unit."""
    return "".join(
        "\ufffd" if "\udc80" <= letter <= "\udcff" else letter
        for letter in data.decode("utf-8", "surrogateescape")
    )


def _before(view: TokenTextView) -> str:
    data, caret, _ = _around(view)
    return _text(data[:caret])


def _after(view: TokenTextView) -> str:
    data, caret, _ = _around(view)
    return _text(data[caret:])


def _anchor(view: TokenTextView) -> int:
    data, _, anchor = _around(view)
    return units(_text(data[:anchor]))


def _select_around(view: TokenTextView, start: int, length: int) -> None:
    """Select units from the caret on, `start` of them away (negative: before it)."""
    data, caret, _ = _around(view)
    whole = _text(data).encode("utf-16-le")
    first = min(max(units(_text(data[:caret])) + start, 0), len(whole) // 2)
    before = whole[: 2 * first].decode("utf-16-le", "ignore")
    taken = whole[2 * first : 2 * (first + length)].decode("utf-16-le", "ignore")
    place = view.editor.position - caret
    begin = place + _bytes_of(data, len(before))
    view.editor.select(begin, place + _bytes_of(data, len(before) + len(taken)))


def _bytes_of(data: bytes, characters: int) -> int:
    """Return how many bytes the first characters of `_text(data)` stand for."""
    text = data.decode("utf-8", "surrogateescape")
    return len(text[:characters].encode("utf-8", "surrogateescape"))


_ANSWERS: dict[_Query, Callable[[TokenTextView], object]] = {
    _Query.ImEnabled: lambda view: not view.editor.read_only,
    _Query.ImCursorRectangle: lambda view: view.caret.rect(view.editor.position).toRect(),
    _Query.ImAnchorRectangle: lambda view: view.caret.rect(view.editor.anchor).toRect(),
    _Query.ImFont: lambda view: view.pieces.measures.font,
    _Query.ImCursorPosition: lambda view: units(_before(view)),
    _Query.ImAnchorPosition: _anchor,
    _Query.ImAbsolutePosition: lambda view: view.editor.position,
    _Query.ImSurroundingText: lambda view: _before(view) + _after(view),
    _Query.ImTextBeforeCursor: _before,
    _Query.ImTextAfterCursor: _after,
    _Query.ImCurrentSelection: lambda view: _text(view.editor.selected_bytes()[:_MOST]),
    _Query.ImHints: lambda _view: int(
        (Qt.InputMethodHint.ImhMultiLine | Qt.InputMethodHint.ImhNoAutoUppercase).value
    ),
    _Query.ImReadOnly: lambda view: view.editor.read_only,
}
