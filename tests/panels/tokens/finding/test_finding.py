"""Finding and replacing in the Tokens panel, by the keys of its bar, with the true search behind it."""

from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.fake_lanes import Asked
from tests.panels.tokens_bench import opened
from workbench.panels.tokens.finding.find_bar import FindBar
from workbench.panels.tokens.finding.finding import ids_in_slices
from workbench.widgets.slices import at_once
from workbench.widgets.token_view.layout.spans import SpanStore, make_run
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs.job import ENDED
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.finding import HitsFound, Replaced
from workbench.worker.messages.requests import Failed

K = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


class Search(Asked):
    """Answers at once, or when told to."""

    def __init__(self, finding):
        super().__init__()
        self.tokenizers = Store()
        self.holds = False
        self.waiting, self._to_answer = self.requests, []
        finding._ask_lanes = self
        ask, bar = finding._ask, finding.bar
        finding._ask = lambda query: (ask(query), self._answer_all())
        bar.replace_requested.disconnect(finding.replace)
        bar.replace_requested.connect(lambda every: (finding.replace(every), self._answer_all()))
        self.requested.connect(self._to_answer.append)

    def _answer_all(self):
        while self._to_answer and not self.holds:
            self.answer(self._to_answer.pop(0))
        self._to_answer.clear()

    def answer(self, request):
        job = jobs.start(self.tokenizers, request)
        while (result := job.step()) is not ENDED:
            if isinstance(result, HitsFound | Replaced | Failed):
                self.tell(result)


@pytest.fixture
def find(qtbot, bench):
    """The panel with a text, its find bar open, and what answers it."""
    opened(bench, b"one two\nOne two\none")
    bench.finding, bench.bar = bench.tokens.finding, bench.tokens.finding.bar
    bench.search = Search(bench.finding)
    bench.finding.open()
    yield bench
    bench.search.holds = True
    bench.search.tokenizers.close()


def typed(find, text):
    find.bar.field.clear()
    QTest.keyClicks(find.bar.field, text)
    find.finding._timer.stop()
    find.finding.search()


def spans(find):
    hits = find.view.look.hits
    return list(zip(hits.starts.tolist(), hits.ends.tolist(), strict=True))


def test_what_is_typed_is_found_and_the_next_hit_is_shown(qtbot, find):
    QTest.keyClicks(find.bar.field, "one")
    qtbot.waitUntil(lambda: len(find.view.look.hits) == 3, timeout=30_000)
    assert spans(find) == [(0, 3), (8, 11), (16, 19)]
    assert find.bar.count.text() == "1 of 3"
    QTest.keyClick(find.bar.field, K.Key_Return)
    assert find.bar.count.text() == "2 of 3"
    assert find.view.editor.position == 8
    QTest.keyClick(find.bar.field, K.Key_Return, SHIFT)
    QTest.keyClick(find.bar.field, K.Key_Return, SHIFT)
    assert find.bar.count.text() == "3 of 3"


def test_a_long_search_does_not_show_the_hits_of_the_one_before(qtbot, find):
    typed(find, "one")
    assert find.bar.count.text() == "1 of 3"
    find.search.holds = True
    typed(find, "two")
    qtbot.waitUntil(lambda: find.bar.count.text() == "Searching…", timeout=30_000)
    assert not len(find.view.look.hits)
    assert not find.bar.next_button.isEnabled()
    find.search.answer(find.search.waiting[-1])
    assert find.bar.count.text() == "1 of 2"
    assert find.bar.next_button.isEnabled()


def test_switches_and_kinds_change_what_is_found(find):
    typed(find, "one")
    find.bar.case.click()
    find.finding.search()
    assert spans(find) == [(0, 3), (16, 19)]
    find.bar.regex.click()
    typed(find, r"\bt\w+$")
    assert spans(find) == [(4, 7), (12, 15)]
    find.bar.kind.set_value("bytes")
    typed(find, "0A 4f")
    assert spans(find) == [(7, 9)]
    typed(find, r"\nO")
    assert spans(find) == [(7, 9)]
    assert not find.bar.regex.isVisible()


def test_ids_are_found_one_after_the_other(find):
    find.tokens.set_text(b"abc ab abc")
    find.bar.kind.set_value("id")
    typed(find, "257")
    assert spans(find) == [(0, 3)]
    typed(find, "257, 300")
    assert spans(find) == [(0, 6)]
    assert find.search.waiting == []
    typed(find, "0000000000257")
    assert spans(find) == [(0, 3)]
    for too_large in ("4294967553", "99999999999", "257, 1" + "0" * 30, "9" * 5000):
        find.bar.field.setText(too_large)
        find.finding.search()
        assert (find.bar.count.text(), find.bar.problem.text()) == ("Not found", "")
        assert spans(find) == []
    typed(find, "x")
    assert find.bar.problem.text() == "Ids are whole numbers, such as 464 or 464, 1"


def test_what_is_not_there_and_what_is_wrong_is_said(find):
    typed(find, "three")
    assert find.bar.count.text() == "Not found"
    assert not find.bar.next_button.isEnabled()
    find.bar.regex.click()
    typed(find, "(")
    assert find.bar.problem.isVisible()
    assert find.bar.problem.text().startswith("The regular expression is not valid: ")
    typed(find, "o")
    assert not find.bar.problem.isVisible()
    find.bar.kind.set_value("bytes")
    typed(find, "\\q")
    assert find.bar.problem.text().startswith("Write bytes in hex")
    typed(find, "")
    assert (find.bar.count.text(), find.bar.problem.text()) == ("", "")


def test_escape_closes_the_bar_and_selects_the_hit(find):
    typed(find, "two")
    QTest.keyClick(find.bar.field, K.Key_Return)
    QTest.keyClick(find.bar.field, K.Key_Escape)
    assert not find.bar.isVisible()
    assert find.view.hasFocus()
    assert find.view.editor.selected_bytes() == b"two"
    assert len(find.view.look.hits) == 0
    find.finding.open()
    assert find.bar.field.text() == "two"


def test_escape_in_the_text_closes_the_bar_too(qtbot, find):
    find.window.activateWindow()
    qtbot.waitUntil(find.window.isActiveWindow, timeout=30_000)
    find.view.setFocus()
    QTest.keyClick(find.view, K.Key_Escape)
    assert not find.bar.isVisible()


def test_replacing_goes_hit_by_hit_and_can_be_undone(find):
    typed(find, "one")
    find.finding.open(replace=True)
    QTest.keyClicks(find.bar.replacement, "1")
    QTest.keyClick(find.bar.replacement, K.Key_Return)
    assert find.view.content() == b"1 two\nOne two\none"
    find.finding.search()
    assert find.view.look.hits.span() == (6, 9)
    find.bar.replace_button.click()
    assert find.view.content() == b"1 two\n1 two\none"
    find.view.editor.undo()
    assert find.view.content() == b"1 two\nOne two\none"


def test_replacing_all_is_one_step_and_is_told(find):
    toasts = []
    find.tokens.toast_requested.connect(lambda text, undo: toasts.append((text, undo)))
    find.bar.regex.click()
    typed(find, r"(?i)(o)(ne)")
    find.finding.open(replace=True)
    QTest.keyClicks(find.bar.replacement, r"\2\1")
    find.bar.replace_all_button.click()
    assert find.view.content() == b"neo two\nneO two\nneo"
    assert toasts[0][0] == "Replaced 3 places."
    toasts[0][1]()
    assert find.view.content() == b"one two\nOne two\none"


def test_an_answer_to_an_older_text_replaces_nothing(find):
    typed(find, "one")
    find.finding.open(replace=True)
    find.search.holds = True
    find.bar.replace_all_button.click()
    request = find.search.waiting[-1]
    find.view.editor.insert(b"x")
    find.search.answer(request)
    assert find.view.content() == b"xone two\nOne two\none"


def test_ids_and_texts_that_are_only_looked_at_cannot_be_replaced(find):
    find.finding.open(replace=True)
    assert find.bar.replacement.isVisible()
    find.bar.kind.set_value("id")
    assert not find.bar.replacement.isVisible()
    find.bar.kind.set_value("text")
    find.view.editor.locked = True
    find.finding.open(replace=True)
    assert not find.bar.replacement.isVisible()


def test_a_changed_text_is_searched_anew_and_the_search_before_given_up(qtbot, find):
    find.search.holds = True
    typed(find, "one")
    first = find.search.waiting[-1]
    find.view.editor.insert(b"one ")
    assert find.search.cancelled == [first.request_id]
    qtbot.waitUntil(lambda: find.search.waiting[-1] is not first, timeout=30_000)
    find.search.answer(first)
    assert len(find.view.look.hits) == 0
    find.search.answer(find.search.waiting[-1])
    assert len(find.view.look.hits) == 4


def test_hits_that_come_bit_by_bit_are_put_together(find):
    find.search.holds = True
    typed(find, "one")
    request = find.search.waiting[-1]

    def part(start, n_hits, last):
        places = np.array([start], np.int64)
        find.search.tell(HitsFound(request.request_id, places, places + 3, n_hits, last))

    part(0, 1, last=False)
    assert find.bar.count.text() == "1 of 1 so far"
    part(16, 2, last=True)
    assert find.bar.count.text() == "1 of 2"
    assert spans(find) == [(0, 3), (16, 19)]


def test_a_selection_is_what_is_found(find):
    find.finding.close()
    find.view.editor.select(4, 7)
    find.finding.open()
    assert find.bar.field.text() == "two"
    find.finding.close()
    find.view.editor.select(4, 12)
    find.finding.open()
    assert find.bar.field.text() == "two"  # over two lines: left as it was


def test_the_first_hit_is_looked_for_from_where_one_is(find):
    find.finding.close()
    find.tokens.set_text(b"abc\n" * 400)
    find.view.scrolling.by(2000)
    seen = find.view.places.visible_range()
    find.finding.open()
    typed(find, "abc")
    assert seen[0] <= find.view.look.hits.span()[0] <= seen[0] + 4


def test_overlapping_sequences_of_ids_are_found_once():
    store = SpanStore()
    ends = np.arange(1, 7, dtype=np.uint64)
    run = make_run(np.array([7, 7, 7, 8, 7, 7], np.uint32), np.stack([ends - 1, ends], axis=1), False)
    store.merge(0, 6, run, lambda starts: np.zeros(len(starts), bool))
    hits = at_once(ids_in_slices(store, (7, 7)))
    assert list(zip(hits.starts.tolist(), hits.ends.tolist(), strict=True)) == [(0, 2), (4, 6)]


@pytest.mark.parametrize(("sought", "n_found"), [((7,) * 3000, 2), ((7,) * 3000 + (8,), 1), ((8,) * 3000, 0)])
def test_thousands_of_ids_are_looked_for_a_few_at_a_time(sought, n_found):
    store = SpanStore()
    ends = np.arange(1, 9002, dtype=np.uint64)
    ids = np.full(9001, 7, np.uint32)
    ids[6500] = 8
    store.merge(
        0,
        9001,
        make_run(ids, np.stack([ends - 1, ends], axis=1), False),
        lambda starts: np.zeros(len(starts), bool),
    )
    assert len(at_once(ids_in_slices(store, sought))) == n_found
    assert len(list(ids_in_slices(store, sought))) >= (3000 if n_found else 1)


def test_every_control_of_the_bar_has_a_name(qtbot):
    bar = FindBar()
    qtbot.addWidget(bar)
    for widget in (bar.field, bar.replacement, bar.case, bar.words, bar.regex, bar.kind, bar.close_button):
        assert widget.accessibleName()


@pytest.mark.parametrize("kind", ["text", "id", "bytes"])
def test_the_field_has_room_however_narrow_the_bar(qtbot, kind):
    host = QWidget()
    qtbot.addWidget(host)
    bar = FindBar(host)
    bar.kind.set_value(kind)
    host.show()
    needed = bar._tools.sizeHint().width()
    for width, beside in ((needed + 500, True), (max(needed + 40, 360), False), (needed + 500, True)):
        bar.resize(width, bar.sizeHint().height())
        bar.open("", replace=True)
        qtbot.waitUntil(partial(in_place, bar, width, beside), timeout=30_000)


def in_place(bar, width, beside):
    in_row = bar._first.indexOf(bar._tools) >= 0
    return bar.field.width() >= 200 and in_row == beside and bar.close_button.geometry().right() <= width


def test_the_buttons_that_replace_say_what_they_do(qtbot):
    bar = FindBar()
    qtbot.addWidget(bar)
    assert "go to the next" in bar.replace_button.toolTip()
    assert "one Undo" in bar.replace_all_button.toolTip()
