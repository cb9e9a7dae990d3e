"""Writes tokens for the clipboard or a file: ids, a list, strings, a page, a picture; in slices.

Each gives a `TokenExport`: what was made, and of how many tokens; the limits are said to the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from PySide6.QtCore import QMimeData

from workbench.display.escapes import escape
from workbench.widgets.slices import Steps
from workbench.widgets.token_view.layout.spans import TokenRun
from workbench.widgets.token_view.output import clipboard as token_clipboard
from workbench.widgets.token_view.output.excerpt import excerpt_of
from workbench.widgets.token_view.output.html import page_in_slices
from workbench.widgets.token_view.output.picture import MOST_BYTES, MOST_TOKENS, Picture, most_rows, tokens_of
from workbench.widgets.token_view.text import TokenTextView

MOST_TEXT = 16_000_000  # bytes of text that a clipboard takes; Qt copies them several times
MOST_COPIED = 2_000_000  # ids that a clipboard takes
MOST_ON_PAGE = 200_000  # tokens of a page; browsers are slow with more
MOST_PASTED = 20_000  # tokens of a page on the clipboard
MOST_PAGE_BYTES = 1 << 24
PICTURE_ROWS = 150  # rows of a picture on the clipboard, which is whole in memory
_IDS, _STRINGS = 16_384, 2_048  # tokens written out between two looks at the clock

Take = Callable[[int, int], TokenRun]
Tell = Callable[[float], object]


@dataclass(frozen=True, slots=True)
class TokenExport:
    """Exported tokens.

    Attributes:
        n_tokens, n_all: how many are in it, of how many.
        text: for the clipboard; mime: where it is more than text; parts: of a file.

    """

    n_tokens: int
    n_all: int
    text: str = ""
    mime: QMimeData | None = None
    parts: tuple[bytes, ...] = ()


def ids(take: Take, first: int, last: int) -> Steps[TokenExport]:
    """Write the ids of the tokens [first, last), separated by spaces."""
    return _joined_ids(take, first, last, " ", ("", ""))


def python_list(take: Take, first: int, last: int) -> Steps[TokenExport]:
    """Write the ids of the tokens [first, last) as a Python list."""
    return _joined_ids(take, first, last, ", ", ("[", "]"))


def _joined_ids(
    take: Take, first: int, last: int, separator: str, ends: tuple[str, str]
) -> Steps[TokenExport]:
    parts: list[str] = []
    until = min(last, first + MOST_COPIED)
    for start in range(first, until, _IDS):
        run = take(start, min(start + _IDS, until))
        parts.append(separator.join(map(str, run.ids.tolist())))
        yield
    return TokenExport(until - first, last - first, separator.join(parts).join(ends))


def token_strings(
    take: Take,
    read: Callable[[int, int], bytes],
    first: int,
    last: int,
    labels: Mapping[int, str] = MappingProxyType({}),
) -> Steps[TokenExport]:
    """Write each token [first, last) in a line of its own, escaped so that it can be read back.

    `read` returns the bytes [start, end) of the text; `labels` are the texts of special tokens, which stand
    where a token has no bytes.
    """
    lines: list[str] = []
    until = min(last, first + MOST_COPIED)
    for start in range(first, until, _STRINGS):
        run = take(start, min(start + _STRINGS, until))
        for token_id, begin, end in zip(
            run.ids.tolist(), run.starts.tolist(), run.ends.tolist(), strict=True
        ):
            data = read(begin, end) if begin < end else labels.get(token_id, "").encode()
            lines.append(escape(data))
        yield
    return TokenExport(until - first, last - first, "\n".join(lines))


def page(
    view: TokenTextView, first: int, last: int, title: str, tell: Tell = lambda _: None
) -> Steps[TokenExport]:
    """Make a web page of the tokens [first, last) for a file."""
    return _page(view, first, last, title, MOST_ON_PAGE, tell)


def pasted_page(view: TokenTextView, first: int, last: int, title: str) -> Steps[TokenExport]:
    """Make a web page for the clipboard, as a page and as its source."""
    export = yield from _page(view, first, last, title, MOST_PASTED, lambda _: None)
    written = b"".join(export.parts).decode()
    mime = _empty_mime()
    mime.setHtml(written)
    mime.setText(written)
    return replace(export, mime=mime)


def _page(
    view: TokenTextView, first: int, last: int, title: str, most: int, tell: Tell
) -> Steps[TokenExport]:
    excerpt = excerpt_of(view, first, last, most, MOST_PAGE_BYTES)
    share = "" if excerpt.n_tokens == excerpt.n_all else f"({tokens_of(excerpt.n_tokens, excerpt.n_all)})"
    yield
    parts = yield from page_in_slices(excerpt, title, share, tell)
    return TokenExport(excerpt.n_tokens, excerpt.n_all, parts=tuple(parts))


def _empty_mime() -> QMimeData:
    """Return empty data for the clipboard, made by Qt as `clipboard.py` explains."""
    mime = token_clipboard.mime_of(b"")
    mime.clear()
    return mime


def image(view: TokenTextView, first: int, last: int, title: str, scale: int) -> Steps[TokenExport]:
    """Draw the tokens [first, last) for the clipboard."""
    picture = Picture(excerpt_of(view, first, last, MOST_TOKENS, MOST_BYTES), title, PICTURE_ROWS)
    yield
    yield from picture.lay_out_in_slices()
    mime = _empty_mime()
    mime.setImageData((yield from picture.image_in_slices(scale)))
    parts = yield from picture.png_in_slices(scale)
    # Packed here, in slices: Qt would do it in one go when another program asks.
    mime.setData("image/png", b"".join(parts))
    return TokenExport(picture.n_tokens, picture.excerpt.n_all, mime=mime)


def drawing(
    view: TokenTextView, first: int, last: int, title: str, kind: str, tell: Tell = lambda _: None
) -> Steps[TokenExport]:
    """Draw the tokens [first, last) for a file.

    `kind` is "png", "png2" (twice as sharp) or "svg".
    """
    excerpt = excerpt_of(view, first, last, MOST_TOKENS, MOST_BYTES)
    picture = Picture(excerpt, title, most_rows(kind), tell)
    yield
    yield from picture.lay_out_in_slices()
    steps = picture.svg_in_slices() if kind == "svg" else picture.png_in_slices(2 if kind == "png2" else 1)
    parts = yield from steps
    return TokenExport(picture.n_tokens, excerpt.n_all, parts=tuple(parts))
