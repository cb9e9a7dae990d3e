"""Every test text of the token view in one picture: `python -m tests.sheets.token_views FOLDER [FILE]`.

Writes one PNG for each appearance, light and dark, with and without ids, at scale 2; FILE is another
tokenizer than the bundled one. Says for each text when the number of tokens shown is not that of the ids.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.widgets.token_views import TEXTS, tokens_shown
from workbench import api
from workbench.display.escapes import escape
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.shell import app as application
from workbench.widgets.look.theme import apply_theme, current_theme, interface_font
from workbench.widgets.token_view.layout.inserts import NOTHING, Added
from workbench.widgets.token_view.text import TokenTextView
from workbench.worker.jobs.encoding import _has_prefix

COLUMNS, WIDTH, LABEL, EDGE = 4, 420, 18, 8
SCALE = 2
MORE = (
    b"Tokenizers take text apart. ",
    "שלום world 123 — مرحبا بالعالم 45".encode(),
    "नमस्ते दुनिया, தமிழ் நிலம், ภาษาไทย".encode(),
    "a\tb\r\n\x00\x1b[0m ⟨x⟩".encode(),
    "👩‍👩‍👧‍👦🇨🇿🇯🇵👍🏽 1️⃣ ẍ̧".encode(),
    b"bad \xff\xfe \xe6\x97 bytes",
)


def main() -> None:
    """Write the sheets."""
    folder = Path(sys.argv[1])
    app = application.make_application(["sheet"])
    tokenizer = api.open_tokenizer(sys.argv[2]) if len(sys.argv) > 2 else api.open_sample().tokenizer
    for theme in ("light", "dark"):
        for ids in (False, True):
            apply_theme(app, theme)
            picture = sheet(app, tokenizer, ids)
            picture.save(str(folder / f"token-views-{theme}{'-ids' if ids else ''}.png"))


def sheet(app: QApplication, tokenizer: Tokenizer, ids: bool) -> QImage:
    """Return the picture of all texts in the appearance in force."""
    cells = [cell(app, tokenizer, data, ids) for data in (*TEXTS, *MORE)]
    columns: list[list[QImage]] = [[] for _ in range(COLUMNS)]
    heights = [EDGE] * COLUMNS
    for picture in cells:
        column = heights.index(min(heights))
        columns[column].append(picture)
        heights[column] += picture.height() // SCALE + EDGE
    whole = _image(COLUMNS * (WIDTH + EDGE) + EDGE, max(heights))
    painter = QPainter(whole)
    for number, pictures in enumerate(columns):
        y = EDGE
        for picture in pictures:
            painter.drawImage(QPoint(EDGE + number * (WIDTH + EDGE), y), picture)
            y += picture.height() // SCALE + EDGE
    painter.end()
    return whole


def cell(app: QApplication, tokenizer: Tokenizer, data: bytes, ids: bool) -> QImage:
    """Return one text with its tokens, what it is above it."""
    view = TokenTextView()
    view.resize(WIDTH, 200)
    token_ids, spans, prefix = encoded(tokenizer, data)
    view.set_bytes(data)
    view.rows.set_added(Added(prefix=prefix) if prefix else NOTHING)
    view.tokens.take(0, len(data), token_ids, spans)
    view.rows.set_ids(ids)
    view.show()
    app.processEvents()
    if tokens_shown(view) != len(token_ids):
        print(f"{escape(data)}: {tokens_shown(view)} of {len(token_ids)} tokens shown")
    height = min(sum(piece.height for piece, _ in view.places.placed()), 140) + 16
    picture = _image(WIDTH, height + LABEL)
    painter = QPainter(picture)
    painter.setPen(current_theme().text2)
    painter.setFont(interface_font("tiny"))
    label = painter.fontMetrics().elidedText(escape(data) or "(empty)", Qt.TextElideMode.ElideRight, WIDTH)
    painter.drawText(QRect(0, 0, WIDTH, LABEL), Qt.AlignmentFlag.AlignVCenter, label)
    view.viewport().render(painter, QPoint(0, LABEL), QRect(0, 8, WIDTH, height))
    painter.end()
    view.close()
    return picture


def encoded(tokenizer: Tokenizer, data: bytes) -> tuple[np.ndarray, np.ndarray, bool]:
    """Return ids uint32[n] and spans uint64[n, 2] of a text, and whether a space was put before it.

    Special tokens are taken as such.
    """
    parts = list(tokenizer.encode_parts(data, "all"))
    ids = [np.empty(0, np.uint32), *(part.ids for part in parts)]
    spans = [np.empty((0, 2), np.uint64), *(part.spans for part in parts)]
    prefix = bool(parts) and _has_prefix(parts[0].stages)
    return np.concatenate(ids), np.concatenate(spans), prefix


def _image(width: int, height: int) -> QImage:
    image = QImage(width * SCALE, height * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(SCALE)
    image.fill(QColor(current_theme().bg))
    return image


if __name__ == "__main__":
    main()
