"""A change paints no more than it must, and what is on the screen is what a paint of all would show."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtTest import QTest

from tests.widgets.token_views import cut, load, press
from workbench.widgets.token_view.layout.hits import NO_HITS, Hits
from workbench.widgets.token_view.paint.shown import Composition
from workbench.widgets.token_view.text import TokenTextView

LINES = [
    "plain words\n", "שלום abc\n", "\n",
    "z" + "\u0301" * 9 + " combined\n", "long " * 60 + "\n",
    "ที่ ปั๊ม ผู้\n", "مُحَمَّدٌ لُغَة\n", "விசைப்பலகை རྒྱུད\n", "事實上數值\n",
    "नि 👩‍👩‍👧\t\u00a0x\n",
]  # fmt: skip
ARROWS = [Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Backspace, Qt.Key.Key_Return]


class Painted(QObject):
    """Keeps the rectangles of the paints of a view."""

    def __init__(self, view):
        super().__init__(view)
        self.rects = []
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.rects.append(event.rect())
        return False


def settle(view):
    """Let what is asked for be painted."""
    if view.repainting._held.isActive():
        view.repainting.release()
    for _ in range(5):
        QCoreApplication.processEvents()
    QTest.qWait(8)  # Qt may put a paint off by 5 ms


def on_screen(view):
    """Return what has been painted, as the window keeps it."""
    return view.screen().grabWindow(view.winId()).toImage()


def encode(view, seed, provisional=False):
    """Give the whole text tokens, at random."""
    data = view.content()
    view.tokens.take(0, len(data), *cut(data, seed), provisional)


def hits(view, n):
    """Ring something that was found; what is the present one differs."""
    starts = np.arange(0, max(len(view.document) - 3, 0), 5, dtype=np.int64)
    view.set_look(hits=Hits(starts, starts + 3, n % 3 - 1) if n % 4 else NO_HITS)


STEPS = {
    "type": lambda view, n: press(view, "ab c"[n % 4]),
    "key": lambda view, n: press(view, ARROWS[n % len(ARROWS)]),
    "select": lambda view, n: press(view, ARROWS[n % 3], Qt.KeyboardModifier.ShiftModifier),
    "caret": lambda view, n: view.editor.place(n * 7 % (len(view.document) + 1)),
    "tokens": encode,
    "doubt": lambda view, n: (encode(view, n, True), view.tokens._doubting.timeout.emit()),
    "token": lambda view, n: view.selected.select_at(n * 5 % (len(view.document) + 1)),
    "no token": lambda view, n: view.selected.select(None),
    "hits": hits,
    "refused": lambda view, n: view.set_look(refused=((n, n + 4),) if n % 3 else ()),
    "ids": lambda view, n: view.rows.set_ids(n % 2 == 0),
    "zoom": lambda view, n: view.rows.zoom_by(n % 3 - 1),
    "hover": lambda view, n: view.hover.show(view.places.hit_of_token(n), 1.0),
    "scroll": lambda view, n: view.scrolling.by(n * 9 - 80),
    "undo": lambda view, n: view.editor.undo(),
    "marks": lambda view, n: view.set_look(marks=n % 2 == 0),
    "numbers": lambda view, n: view.rows.set_numbered(n % 2 == 0),
    "compose": lambda view, n: view.caret.compose(
        Composition(view.editor.position, "ん", 1) if n % 2 else None
    ),
    "turn": lambda view, n: QCoreApplication.processEvents(),
    "expose": lambda view, n: view.viewport().repaint(),
}  # fmt: skip


@given(
    st.lists(st.sampled_from(LINES), min_size=1, max_size=12),
    st.lists(st.tuples(st.sampled_from(sorted(STEPS)), st.integers(0, 20)), max_size=12),
)
@example([LINES[4]], [("zoom", 0)])  # rows of another height
@example([LINES[3]], [("key", 4)])  # the marks stand out by more than a row
def test_the_screen_shows_what_a_paint_of_all_shows(qapp, lines, steps):
    qapp.setCursorFlashTime(0)
    view = TokenTextView()
    view.resize(600, 400)
    view.show()
    view.activateWindow()
    view.setFocus()
    load(view, "".join(lines), 1)
    settle(view)
    for name, number in steps:
        STEPS[name](view, number)
    settle(view)
    before = on_screen(view)
    view.viewport().update()
    settle(view)
    same = before == on_screen(view)
    view.close()
    view.deleteLater()
    assert same


@pytest.mark.parametrize(("key", "is_letter"), [("a", True), (Qt.Key.Key_Return, False)])
def test_a_letter_paints_its_line(view, key, is_letter):
    """A letter paints the row of its line, a line end all rows below it."""
    load(view, "one line\n" * 20, [9] * 20)
    view.editor.place(9 * 4 + 3)
    settle(view)
    painted = Painted(view)
    press(view, key)
    view.tokens.take(36, 46, np.zeros(1, np.uint32), np.array([[36, 46]], np.uint64))
    settle(view)
    first, rows = view.places.hit_of_token(4).rect.top() - 4, 32
    assert all(rect.top() >= first - 1 for rect in painted.rects)
    lowest = max(rect.bottom() for rect in painted.rects)
    assert lowest <= first + rows + 1 if is_letter else lowest == view.viewport().height() - 1


def test_a_letter_in_a_long_line_paints_its_row(view):
    """Rows of the same line that look as before are left as they are."""
    load(view, "word word\u00b7" * 60, 3)
    view.editor.place(300)
    settle(view)
    painted = Painted(view)
    start = view.spans.token_at(299).start
    end = view.spans.token_at(301).end
    view.editor.replace(300, 301, b"x")
    view.tokens.take(start, end, np.zeros(1, np.uint32), np.array([[start, end]], np.uint64))
    settle(view)
    row = view.places.hit_of_token(view.spans.token_at(300).index).rect
    assert painted.rects
    assert all(row.top() - 6 <= rect.top() and rect.bottom() <= row.bottom() + 6 for rect in painted.rects)
