"""An error becomes a sentence that names file, place and cause, and stands in the panel that asked."""

from __future__ import annotations

import importlib
import sys
import threading
from pkgutil import iter_modules

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMessageBox, QPlainTextEdit

from workbench.engine.base.errors import ENGLISH
from workbench.shell.notices import PANEL_OF, second_of, sentence_of
from workbench.widgets.controls import Button
from workbench.worker import messages
from workbench.worker.messages.requests import Failed


def failed(action: str = "open", **changes) -> Failed:
    values = {
        "request_id": 1, "action": action, "code": "x", "file": "/home/me/broken.model",
        "place": ("line", 312),
        "cause": "the pair names token {id}, which does not exist yet", "remedy": "The file may be cut.",
        "facts": {"id": 9999}, "details": "Traceback (most recent call last): …",
    }  # fmt: skip
    return Failed(**(values | changes))


def test_the_sentence_names_file_place_and_cause():
    cause = "the pair names token 9,999, which does not exist yet"
    assert sentence_of(failed()) == f"broken.model was not opened: line 312, {cause}."
    assert second_of(failed()) == "Nothing was changed. The file may be cut."
    assert second_of(failed("save", code="save_partly")) == "The file may be cut."


def test_a_sentence_without_a_file_or_place():
    assert sentence_of(failed("encode", file=None, place=None, cause="it is too long")) == (
        "The text was not tokenized: it is too long."
    )
    assert sentence_of(failed("", file=None, place=None, cause="")) == "The action failed."


def test_the_action_of_every_request_has_words():
    modules = [
        importlib.import_module(f"{messages.__name__}.{m.name}") for m in iter_modules(messages.__path__)
    ]
    kinds = [each for module in modules for each in vars(module).values() if isinstance(each, type)]
    actions = {kind.action for kind in kinds if isinstance(getattr(kind, "action", None), str)}
    assert set(PANEL_OF) < actions
    for action in actions:
        said = {sentence_of(failed(action, file=file, place=None, cause="")) for file in (None, "a.txt")}
        assert said != {"The action failed."}, action
    assert {"read text", "encode file", "train"} < actions


@pytest.mark.parametrize("kind", ["line", "byte", "column", "character", "id", "key", "row"])
def test_every_kind_of_place_is_said(kind):
    assert "41" in sentence_of(failed(place=(kind, 41)))


def test_a_template_whose_facts_are_missing_is_shown_as_it_stands():
    assert "{id}" in sentence_of(failed(facts={}))


@pytest.mark.parametrize("code", sorted(ENGLISH))
def test_every_cause_of_the_table_makes_a_sentence(code):
    prose = ENGLISH[code]
    text = sentence_of(failed(cause=prose.cause, facts={}))
    assert text.endswith(".")
    assert not text.endswith("..")


@pytest.mark.parametrize(
    ("action", "task", "panel"),
    [("train", "train", "training_run"),
     ("read text", "inspect", "tokens"),
     ("list", "vocabulary", "vocabulary")],
)  # fmt: skip
def test_an_error_stands_in_the_panel_that_asked(window, action, task, panel):
    window.show_task(task)
    strip = window.notices.failed(failed(action))
    assert window.tasks.panels[panel].strip() is strip
    assert strip.isVisible()
    assert window.window_strip.strip() is None
    window.notices.failed(failed(action, place=None))
    assert window.tasks.panels[panel].strip() is not strip


def test_a_file_that_cannot_be_shown_is_told_in_the_preview(window):
    window.show_task("train")
    window.tasks.set_before_run(True)
    strip = window.notices.failed(failed("preview"))
    assert window.tasks.panels["corpus_preview"].strip() is strip


def test_an_error_of_a_narrow_panel_stands_in_the_window(window):
    window.show_task("train")
    strip = window.notices.failed(failed("scan"))
    assert window.dock("corpus").isVisible()
    assert window.tasks.panels["corpus"].strip() is None  # it would fill the panel
    assert window.window_strip.strip() is strip
    window.dock("corpus").setMinimumWidth(500)
    window.dock("corpus").resize(500, 400)
    strip = window.notices.failed(failed("scan", place=None))
    assert window.tasks.panels["corpus"].strip() is strip


def test_an_error_of_a_panel_out_of_sight_stands_in_the_window(window, qtbot):
    strip = window.notices.failed(failed("scan"))
    assert window.window_strip.strip() is strip
    assert strip.isVisible()
    strip._close()
    assert window.window_strip.isHidden()
    assert window.window_strip.strip() is None


def test_a_message_waits_behind_a_newer_one(window, qtbot):
    first, second = window.notices.tell("Resume?"), window.notices.tell("How fast it is.")
    assert not first.isVisible()
    assert second.isVisible()
    assert "1 more" in [label.text() for label in second.findChildren(QLabel)]
    second._close()
    assert window.window_strip.strip() is first
    assert first.isVisible()
    again = window.notices.tell("Resume?")
    again._close()
    assert window.window_strip.strip() is None


def test_an_answered_message_lets_the_one_before_come_back(window):
    first, second = window.notices.tell("one"), window.notices.tell("two")
    first.take_away()
    assert window.window_strip.strip() is second
    second.take_away()
    assert window.window_strip.isHidden()


def test_a_panel_may_be_named(window):
    strip = window.notices.failed(failed(), "tokens")
    assert window.tasks.panels["tokens"].strip() is strip


def test_details_hold_the_traceback_to_be_copied(window, qtbot):
    strip = window.notices.failed(failed())
    link = next(b for b in strip.findChildren(Button) if b.text() == "Details")
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    text = strip.findChild(QPlainTextEdit).toPlainText()
    assert "Traceback" in text
    assert "/home/me/broken.model" in text
    assert "id = 9999" in text


def test_nothing_that_is_quoted_turns_a_message_round(window):
    strip = window.notices.tell("a\u202eb.model", "\x1b[31m\u2028")
    assert (strip.sentence, strip.second) == ("a\\u{202E}b.model", "\\u{1B}[31m\\u{2028}")
    window.notices.toast("\u2066c")
    assert window.notices._toast.text() == "\\u{2066}c"


def test_nothing_is_ever_a_box(window):
    window.notices.failed(failed())
    assert not window.findChildren(QMessageBox)


def test_a_toast_takes_back_once(window, qtbot):
    undone: list[int] = []
    window.notices.toast("Source removed.", lambda: undone.append(1))
    toast = window.notices._toast
    qtbot.mouseClick(toast.findChild(Button), Qt.MouseButton.LeftButton)
    assert undone == [1]
    window.notices.toast("Copied.")
    toast.undo_requested.emit()
    assert undone == [1]


def test_a_message_may_have_no_error(window):
    strip = window.notices.tell("Slow: pure Python", "No compiler was found.", panel="tokens")
    assert window.tasks.panels["tokens"].strip() is strip


@pytest.fixture
def hooks():
    kept = sys.excepthook, threading.excepthook
    yield
    sys.excepthook, threading.excepthook = kept


def _raised() -> ZeroDivisionError:
    try:
        _ = 1 / 0
    except ZeroDivisionError as error:
        return error
    raise AssertionError


def test_a_fault_of_the_program_becomes_a_notice(window, qtbot, hooks, capsys):
    window.notices.catch_everything()
    error = _raised()
    sys.excepthook(type(error), error, error.__traceback__)
    qtbot.waitUntil(lambda: window.window_strip.strip() is not None)
    strip = window.window_strip.strip()
    assert "division by zero" in strip.sentence
    assert "_raised" in strip.findChild(QPlainTextEdit).toPlainText()
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_fault_that_comes_again_stays_the_notice_that_it_is(window, hooks, capsys, qapp):
    """To show one paints, so that of a paint that fails each time no end would come."""
    window.notices.catch_everything()
    strips = []
    for text in ("one", "other", "one", "other"):
        sys.excepthook(ZeroDivisionError, ZeroDivisionError(text), None)
        qapp.processEvents()
        strips.append(window.window_strip.strip())
    assert len(set(strips)) == 2
    assert strips[1:] == [strips[1]] * 3
    assert capsys.readouterr().err.count("ZeroDivisionError") == 4
    strips[1].take_away()
    sys.excepthook(ZeroDivisionError, ZeroDivisionError("other"), None)
    qapp.processEvents()
    assert window.window_strip.strip() not in strips


def test_a_fault_after_the_end_of_the_window_is_still_written_down(make_window, hooks, capsys):
    window = make_window()
    window.notices.catch_everything()
    shiboken6.delete(window.notices)
    error = _raised()
    sys.excepthook(type(error), error, error.__traceback__)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_fault_in_another_thread_comes_to_the_window(window, qtbot, hooks, capsys):
    window.notices.catch_everything()
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: window.window_strip.strip() is not None)
    assert "division by zero" in window.window_strip.strip().sentence


def test_a_fault_in_another_thread_calls_no_qt_there(window, qtbot, hooks, capsys):
    """Only the window's thread may call PySide (`worker.window_calls` says why)."""
    window.notices.catch_everything()
    called: list[str] = []

    def note(_frame, event, function) -> None:
        if event == "c_call":
            owner = getattr(function, "__self__", None)
            called.append(f"{type(owner).__module__}.{getattr(owner, '__name__', '')}.{function.__module__}")

    def fail() -> None:
        sys.setprofile(note)
        try:
            window.notices.unexpected(ZeroDivisionError, _raised(), None)
        finally:
            sys.setprofile(None)

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: window.window_strip.strip() is not None)
    assert any("socket" in each for each in called)
    assert not [each for each in called if "PySide6" in each or "hiboken" in each]
