"""What the tests of the token view share: texts, tokens, keys, pictures."""

import time

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from workbench.display.escapes import to_bytes

K, M = Qt.Key, Qt.KeyboardModifier
PLAIN, SHIFT, CTRL, ALT = M.NoModifier, M.ShiftModifier, M.ControlModifier, M.AltModifier

_WRITTEN = [
    "", "é", "e\u0301", "日", "👍🏽", "👩‍👩‍👧‍👦", "🇨🇿🇯🇵", "1️⃣",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "x" + "\u0301" * 40, "क्षत्रिय", "நி",
    "שָׁלוֹם", "مرحبا abc 123", "\u202eabc", "a\r\nb", "a\rb", "a\n\r\nb", "\t\t x", "\x00", "\x1b[31m",
    "\x85", "\u2028\u2029", "\ufffd", "\ufffe", "\U0010ffff", "\ue000", "\u0378", "\ud800", "\udc00",
    "a\udc00\ud800b", "<|endoftext|>", "a▁b", "Ġ",
    *(f"{before}{space}{after}" for space in "\u00a0\u3000\u200b\u200d\ufeff"
      for before, after in (("", "ab"), ("a", "b"), ("ab", ""))),
]  # fmt: skip
TEXTS = [
    *(to_bytes(text) for text in _WRITTEN),
    b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"abc\xe6\x97", "\ufffd".encode() + b"\xff",
]  # fmt: skip


def cut(data, seed=0, longest=3):
    """Return ids uint32[n] and spans uint64[n, 2] of tokens of 1 to `longest` bytes, at random."""
    chooser = np.random.default_rng(seed)
    lengths = chooser.integers(1, longest + 1, len(data) + 1)
    ends = np.cumsum(lengths)
    ends = np.append(ends[ends < len(data)], len(data)) if data else np.empty(0, np.int64)
    starts = np.append(0, ends[:-1]) if len(ends) else ends
    ids = chooser.integers(0, 50, len(ends)).astype(np.uint32)
    return ids, np.stack([starts, ends], axis=1).astype(np.uint64)


def load(view, data, lengths=None, ids=None):
    """Show bytes, cut into tokens of the given lengths (None: one; an int: at random from that seed)."""
    data = data.encode() if isinstance(data, str) else data
    view.set_bytes(data)
    if isinstance(lengths, int):
        ids, spans = cut(data, lengths)
    else:
        lengths = [len(data)] if lengths is None else lengths
        ends = np.cumsum(lengths)
        spans = np.stack([ends - lengths, ends], axis=1).astype(np.uint64)
        ids = np.array(ids or range(len(lengths)), np.uint32)
    view.tokens.take(0, len(data), ids, spans)
    return data


def tokens_shown(view):
    """Return how many tokens have a box, in the whole text: must equal `len(view.spans)`."""
    shown, flow = set(), view.pieces.flow
    span = flow.piece_at(0)
    while span is not None:
        piece = view.pieces.piece(span)
        for box in set(piece.boxes.owners.tolist()):
            shown.update(range(*piece.tokens_of(box)))
        span = flow.after(span)
    return len(shown)


def caret(view):
    """Return the byte before which the caret stands."""
    return view.editor.position


def press(view, keys, modifier=PLAIN):
    """Type a text, or press a key."""
    if isinstance(keys, str):
        QTest.keyClicks(view, keys, modifier)
    else:
        QTest.keyClick(view, keys, modifier)


def picture(view):
    """Return what the view shows as an image."""
    viewport = view.viewport()
    image = QImage(viewport.size(), QImage.Format.Format_ARGB32_Premultiplied)
    viewport.render(image)
    return image


def seconds(work):
    """Return how long this thread works, whatever else the machine does."""
    start = time.thread_time()
    work()
    return time.thread_time() - start
