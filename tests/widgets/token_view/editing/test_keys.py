"""What the keys and input methods do in the token view."""

import subprocess
import sys
from itertools import accumulate

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import (
    QGuiApplication,
    QInputMethodEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from tests.widgets.token_views import CTRL, PLAIN, SHIFT, K, caret, load, picture, press
from workbench.widgets.token_view.output.clipboard import BYTES_FORMAT, bytes_of, mime_of
from workbench.widgets.token_view.text import TokenTextView

# --- keys


def test_typing_enter_tab_and_backspace(view):
    load(view, b"")
    press(view, "ab")
    press(view, K.Key_Return)
    press(view, K.Key_Tab)
    press(view, "c")
    assert view.content() == b"ab\n\tc"
    press(view, K.Key_Backspace)
    press(view, K.Key_Backspace)
    assert view.content() == b"ab\n"
    assert view.hasFocus()


def test_each_change_is_told_once_with_its_revision(view):
    told = []
    view.text_changed.connect(told.append)
    load(view, b"")
    press(view, "ab")
    assert told == sorted(set(told))
    assert len(told) == 3
    assert told[-1] == view.document.revision


@pytest.mark.parametrize(
    ("data", "left_over"),
    [
        ("xe\u0301".encode(), b"x"),
        ("x👩‍👩‍👧‍👦".encode(), b"x"),
        ("क्ष".encode(), b""),
        (b"x\xe6\x97", b"x\xe6"),
        (b"a\r\n", b"a"),
        ("x日".encode(), b"x"),
    ],
)
def test_backspace_takes_a_cluster_or_a_loose_byte(view, data, left_over):
    load(view, data)
    press(view, K.Key_End, CTRL)
    press(view, K.Key_Backspace)
    assert view.content() == left_over
    load(view, data[::1])
    press(view, K.Key_Home, CTRL)
    if left_over:
        press(view, K.Key_Delete)
        assert view.content() == data[1:]


def test_words(view):
    load(view, b"one two  three\nfour")
    places = []
    for _ in range(5):
        press(view, K.Key_Right, CTRL)
        places.append(caret(view))
    assert places == [4, 9, 14, 15, 19]
    press(view, K.Key_Left, CTRL)
    assert caret(view) == 15
    press(view, K.Key_Backspace, CTRL)
    press(view, K.Key_Backspace, CTRL)
    assert view.content() == b"one two  four"
    press(view, K.Key_Home)
    press(view, K.Key_Delete, CTRL)
    assert view.content() == b"two  four"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("five\r\n\r\nsix", ["five", "\r\n", "\r\n", "six"]),
        ("foo\rbar", ["foo", "\r", "bar"]),
        ("दुनिया भर", ["दुनिया ", "भर"]),
        ("ภาษาไทย x", ["ภาษาไทย ", "x"]),
        ("東京タワー x", ["東京タワー ", "x"]),
        ("a\u200bb\x00c d", ["a", "\u200b", "b", "\x00", "c ", "d"]),
        ("مرحبا بالعالم", ["مرحبا ", "بالعالم"]),
    ],
)
def test_words_are_those_of_the_text_whatever_its_tokens(view, text, words):
    data = load(view, text, 1)  # many characters are of several tokens and have a count
    borders = [0, *accumulate(len(word.encode()) for word in words)]
    for border in borders[1:]:
        press(view, K.Key_Right, CTRL)
        assert caret(view) == border
    for border in reversed(borders[:-1]):
        press(view, K.Key_Left, CTRL)
        assert caret(view) == border
    press(view, K.Key_Delete, CTRL)
    assert view.content() == data[borders[1] :]


def test_a_word_that_begins_within_a_cluster_is_reached_at_its_ends(view):
    load(view, "'\u0301d")
    press(view, K.Key_Right, CTRL)
    assert caret(view) == 3
    press(view, K.Key_Right, CTRL)
    assert caret(view) == 4
    press(view, K.Key_Left, CTRL)
    assert caret(view) == 0


def test_rows_home_end_and_the_wish_of_x(view):
    load(view, b"longer line\nab\nlonger line\n")
    press(view, K.Key_End)
    assert caret(view) == 11
    press(view, K.Key_Down)
    assert caret(view) == 14
    press(view, K.Key_Down)
    assert caret(view) == 26
    press(view, K.Key_Home)
    assert caret(view) == 15
    press(view, K.Key_Up)
    press(view, K.Key_Up)
    press(view, K.Key_Up)
    assert caret(view) == 0
    press(view, K.Key_End, CTRL)
    assert caret(view) == 27
    press(view, K.Key_Down)
    assert caret(view) == 27


def test_end_of_a_row_that_goes_on_below_is_behind_its_last_letter(view):
    load(view, b"abcdefghij" * 40)
    first = view.editor.pieces.at(0)
    end = first.position_at(first.layout.row_range(0)[1])
    press(view, K.Key_End)
    rect = view.caret.rect(caret(view))
    assert caret(view) == end
    assert rect.top() == view.caret.rect(0).top()
    assert rect.left() > view.caret.rect(end - 1).left()
    press(view, K.Key_End)  # it stays there
    assert caret(view) == end
    press(view, K.Key_Home)
    assert caret(view) == 0
    press(view, K.Key_End)
    press(view, K.Key_Down)
    assert caret(view) == first.position_at(first.layout.row_range(1)[1])
    press(view, K.Key_Up)
    assert caret(view) == end
    assert view.caret.rect(end) == rect
    press(view, "X")
    assert (
        view.content()[end - 1 : end + 2]
        == (b"abcdefghij" * 40)[end - 1 : end] + b"X" + b"abcdefghij"[end % 10 :][:1]
    )
    press(view, K.Key_Home)
    assert view.caret.rect(caret(view)).top() > rect.top()  # the byte before, in the row that begins there


def test_a_click_behind_a_row_puts_the_caret_at_its_end(view):
    load(view, b"abcdefghij" * 40)
    first = view.editor.pieces.at(0)
    end = first.position_at(first.layout.row_range(0)[1])
    rect = view.caret.rect(end - 1)
    QTest.mouseClick(
        view.viewport(),
        Qt.MouseButton.LeftButton,
        PLAIN,
        QPoint(view.viewport().width() - 2, int(rect.center().y())),
    )
    assert caret(view) == end
    assert view.caret.rect(end).top() == rect.top()
    press(view, K.Key_Left)
    assert caret(view) == end - 1
    press(view, K.Key_Right)
    assert view.caret.rect(caret(view)).top() > rect.top()


def test_end_of_a_crlf_line_is_before_both(view):
    load(view, b"ab\r\ncd")
    press(view, K.Key_End)
    assert caret(view) == 2
    press(view, K.Key_Right)
    assert caret(view) == 4
    press(view, K.Key_Left)
    assert caret(view) == 2


def test_selecting_by_keys_and_typing_over(view):
    load(view, b"one two three")
    press(view, K.Key_Right, SHIFT)
    press(view, K.Key_Right, CTRL | SHIFT)
    assert view.editor.selection == (0, 4)
    assert view.editor.selected_bytes() == b"one "
    press(view, "X")
    assert view.content() == b"Xtwo three"
    press(view, K.Key_A, CTRL)
    assert view.editor.selection == (0, 10)
    press(view, K.Key_Left)
    assert (caret(view), view.editor.has_selection()) == (0, False)


def test_select_all_keeps_what_is_seen(view):
    data = load(view, "one two\n" * 200)
    view.editor.place(0)
    seen = view.places.visible_range()
    press(view, K.Key_A, CTRL)
    assert view.editor.selection == view.look.selection == (0, len(data))
    assert view.places.visible_range() == seen


def test_a_replacement_that_is_refused_changes_no_selection(view):
    load(view, "one two")
    view.editor.select(0, 2)
    view.editor.locked = True
    view.editor.replace(4, 7, b"three")
    assert view.content() == b"one two"
    assert view.editor.selection == view.look.selection == (0, 2)


def test_pages_come_back(view):
    load(view, b"line\n" * 200)
    press(view, K.Key_PageDown)
    first = caret(view)
    assert first == 5 * view.scrolling.rows_of_a_page()
    press(view, K.Key_PageDown, SHIFT)
    assert view.editor.selection == (first, 2 * first)
    press(view, K.Key_PageUp)
    assert caret(view) == first


def test_undo_and_redo_by_key_bring_caret_and_text_back(view):
    load(view, b"start ")
    press(view, K.Key_End)
    press(view, "one two")
    press(view, K.Key_Z, CTRL)
    assert view.content() == b"start one"
    press(view, K.Key_Z, CTRL)
    assert view.content() == b"start "
    press(view, K.Key_Z, CTRL | SHIFT)
    assert view.content() == b"start one"
    assert caret(view) == 9


def test_cut_and_the_plain_text_of_the_clipboard(view):
    load(view, b"a\xffb \xef\xbb\xbfc")
    view.editor.select(1, 3)
    press(view, K.Key_X, CTRL)
    assert view.content() == b"a \xef\xbb\xbfc"
    assert QGuiApplication.clipboard().text() == "\ufffdb"
    press(view, K.Key_V, CTRL)
    assert view.content() == b"a\xffb \xef\xbb\xbfc"


@pytest.mark.parametrize("text", ["\ufeffabc", "\ufffeq", "\ufeff", "a\u00a0b\r\nc\u2028"])
def test_plain_text_goes_out_whole(text):
    mime = mime_of(text.encode())
    mime.removeFormat(BYTES_FORMAT)
    assert bytes_of(mime) == text.encode()


def test_read_only_moves_and_copies_and_changes_nothing(view):
    load(view, b"text")
    view.editor.locked = True
    view.editor.place(2)
    for keys, modifier in (
        ("x", PLAIN),
        (K.Key_Return, PLAIN),
        (K.Key_Backspace, PLAIN),
        (K.Key_Delete, PLAIN),
    ):
        press(view, keys, modifier)
    press(view, K.Key_V, CTRL)
    press(view, K.Key_Right)
    assert (view.content(), caret(view)) == (b"text", 3)


def test_a_text_over_the_limit_is_read_only(view, monkeypatch):
    monkeypatch.setattr("workbench.widgets.token_view.editing.editor.READ_ONLY_OVER", 10)
    view.set_bytes(b"x" * 11)
    assert view.editor.read_only
    view.set_bytes(b"x" * 10)
    assert not view.editor.read_only


def test_shift_tab_leaves_and_control_tab_is_not_ours(qtbot):
    window, view = QWidget(), TokenTextView()
    qtbot.addWidget(window)
    rows = QVBoxLayout(window)
    before = QLineEdit()
    rows.addWidget(before)
    rows.addWidget(view)
    window.show()
    window.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    load(view, b"")
    press(view, K.Key_Tab, CTRL)
    assert view.content() == b""
    press(view, K.Key_Backtab, SHIFT)
    assert before.hasFocus()


def test_input_methods_commit_and_compose(view):
    load(view, b"ab")
    view.editor.place(1)
    composing = QInputMethodEvent("にほ", [])
    QGuiApplication.sendEvent(view, composing)
    assert view.content() == b"ab"
    plain = picture(view)
    done = QInputMethodEvent("", [])
    done.setCommitString("日本")
    QGuiApplication.sendEvent(view, done)
    assert view.content() == "a日本b".encode()
    assert caret(view) == 7
    assert picture(view) != plain
    assert view.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).left() > 16


def test_an_input_method_that_hides_the_caret_has_it_hidden(view, qtbot):
    load(view, b"ab")
    view.window().activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    kind = QInputMethodEvent.AttributeType.Cursor
    for length, shown in ((1, True), (0, False), (1, True)):
        composing = QInputMethodEvent("にほ", [QInputMethodEvent.Attribute(kind, 1, length, None)])
        QGuiApplication.sendEvent(view, composing)
        assert (view.look.caret >= 0) == shown
    QGuiApplication.sendEvent(
        view, QInputMethodEvent("にほ", [QInputMethodEvent.Attribute(kind, 1, 0, None)])
    )
    QGuiApplication.sendEvent(view, QInputMethodEvent("", []))
    assert view.look.caret == 0


def test_what_was_copied_does_not_crash_the_end_of_the_process():
    program = (
        "from PySide6.QtGui import QGuiApplication\n"
        "from workbench.widgets.token_view.output.clipboard import bytes_of, mime_of\n"
        "application = QGuiApplication([])\n"
        "application.clipboard().setMimeData(mime_of(b'a\\xff'))\n"
        "assert bytes_of(application.clipboard().mimeData()) == b'a\\xff'\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, timeout=120)
    assert (ended.returncode, ended.stderr) == (0, b"")
