"""The Tokens panel and the Selected token panel, by keys and clicks, against a lane that answers at once."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest

from tests.fake_lanes import Asked
from tests.panels.tokens_bench import SPECIAL, Lane, info, opened, vocabulary
from workbench.panels.tokens.selected.selected import SelectedTokenPanel
from workbench.panels.tokens.text import numbers as numbers_module
from workbench.panels.tokens.text.selection import Occurrence
from workbench.panels.tokens.text.strip import SHOWN, TokensStrip
from workbench.widgets.token_view.document.document import Document
from workbench.worker.messages.requests import Failed, JobCancelled
from workbench.worker.messages.text import EncodedPart, ReadText, StageText, TextRead
from workbench.worker.messages.tokenizers import TokenTold
from workbench.worker.messages.training import TrainingSnapshot
from workbench.worker.replies import Reply


def figures(bench):
    counts = bench.tokens.counts
    return [figure.value() for figure in (counts.tokens, counts.characters, counts.byte_count, counts.ratio)]


def settled(qtbot, bench):
    qtbot.waitUntil(lambda: not bench.tokens.chosen.timer.isActive(), timeout=30_000)


# --- text, tokens, counts


def test_without_a_tokenizer_the_text_stands_alone(bench):
    bench.tokens.set_text(b"abc abc")
    assert bench.lane.requests == []
    assert len(bench.view.spans) == 0


def test_typing_asks_for_an_encoding_at_every_key_and_counts(qtbot, bench):
    opened(bench)
    qtbot.keyClicks(bench.view, "abc def")
    assert [request.text for request in bench.lane.requests][-2:] == [b"abc de", b"abc def"]
    assert bench.tokens.text() == b"abc def"
    assert bench.view.spans.take(0, 9).ids.tolist() == [257, 300]
    assert figures(bench) == ["2", "7", "7", "3.50"]
    assert bench.tokens.counts.tokens.accessibleName() == "2 tokens"


def test_the_request_says_what_is_seen_and_that_specials_are_plain_text(bench):
    opened(bench, b"abc " * 100)
    request = bench.lane.requests[-1]
    assert request.view == "tokens"
    assert request.focus == bench.view.places.visible_range()
    assert request.focus[1] > 0
    assert request.specials == "none"


def test_a_late_answer_for_an_older_text_changes_nothing(qtbot, bench):
    opened(bench)
    bench.lane.holds = True
    qtbot.keyClicks(bench.view, "ab")
    first, second = bench.lane.requests[-2:]
    bench.lane.answer(second)
    bench.lane.answer(first)
    assert bench.view.spans.take(0, 9).ids.tolist() == [256]
    assert figures(bench)[0] == "1"


def test_old_counts_stay_until_a_quick_encoding_has_ended(bench):
    opened(bench, b"abc abc")
    bench.lane.holds = True
    bench.view.editor.insert(b"xyz ")
    assert figures(bench)[0] == "2"
    bench.lane.answer(bench.lane.requests[-1])
    assert figures(bench)[0] == "3"


def test_a_slow_encoding_of_a_large_text_says_how_far_it_is(qtbot, monkeypatch, bench):
    monkeypatch.setattr(numbers_module, "SLOW_SECONDS", -1.0)
    monkeypatch.setattr(numbers_module, "TELL_SECONDS", -1.0)
    bench.lane.holds = True
    opened(bench, b"abc def " * 20_000)
    request = bench.lane.requests[-1]
    ids, spans = bench.lane.tokens(request)
    bench.lane.part(request, ids[:10_000], spans[:10_000])
    counts = bench.tokens.counts
    assert counts.tokens.accessibleName() == "10,000 tokens so far"
    assert counts._colored.text() == f"{round(spans[9999][1] / 1600)} % colored"
    assert counts.characters.accessibleName() == "≈ 40,000 tokens in all"
    bench.lane.part(request, ids[10_000:], spans[10_000:])
    bench.lane.end(request, len(ids))
    whole = f"{len(ids):,} tokens"
    qtbot.waitUntil(lambda: counts.tokens.accessibleName() == whole, timeout=30_000)
    assert not counts._colored.isVisible()


def test_guessed_tokens_are_counted_about(bench, monkeypatch):
    monkeypatch.setattr(numbers_module, "SLOW_SECONDS", -1.0)
    monkeypatch.setattr(numbers_module, "TELL_SECONDS", -1.0)
    monkeypatch.setattr(numbers_module, "SMALL", 0)
    bench.lane.holds = True
    opened(bench, b"abc def " * 500)
    request = bench.lane.requests[-1]
    ids, spans = bench.lane.tokens(request)
    tokens = np.array(ids[:600], np.uint32), np.array(spans[:600], np.uint64)
    left = ((0, len(request.text)),)
    guess = EncodedPart(request.request_id, 1, 0, spans[599][1], *tokens, provisional=True, left=left)
    bench.lane.tell(guess)
    counts = bench.tokens.counts
    assert counts.tokens.accessibleName() == "≈ 1,000 tokens"  # as many a byte as the guessed ones
    assert counts.characters.accessibleName().endswith(" characters")
    assert not counts._colored.isVisible()
    assert not bench.tokens.encoding.covers(0, 10)
    bench.lane.answer(request)
    assert counts.tokens.accessibleName() == f"{len(ids):,} tokens"


def test_what_was_said_of_another_text_goes_where_the_next_one_takes_long(bench, qtbot):
    changes, limit = bench.tokens._changes, bench.tokens.counts.limit

    def say():
        changes.show_stages((StageText("whitespace", b"abc"),))
        limit.set_over(9, 5)

    opened(bench, b"abc def")
    say()
    qtbot.wait(400)
    assert (len(changes.stages), limit.left.text()) == (1, "4 do not fit")  # the encoding has ended by then
    bench.lane.holds = True
    opened(bench, b"abc def " * 500)
    say()
    qtbot.waitUntil(lambda: not changes.stages)
    assert limit.left.text() == ""


def test_a_failed_or_cancelled_encoding_ends(monkeypatch, bench):
    monkeypatch.setattr(numbers_module, "SLOW_SECONDS", -1.0)
    monkeypatch.setattr(numbers_module, "TELL_SECONDS", -1.0)
    bench.lane.holds = True
    opened(bench, b"abc def " * 20_000)
    for answer in (
        lambda request: Failed(request.request_id, "encode", "internal", None, None, "", ""),
        lambda request: JobCancelled(request.request_id),
    ):
        bench.tokens._encode()
        request = bench.lane.requests[-1]
        ids, spans = bench.lane.tokens(request)
        bench.lane.part(request, ids[:100], spans[:100])
        assert bench.tokens.counts._colored.isVisible()
        bench.lane.tell(answer(request))
        assert "colored" not in shown(bench.tokens.counts._colored)
        assert not bench.tokens.encoding.running


def shown(label):
    return label.text() if label.isVisible() else ""


def test_the_counts_say_that_an_encoding_was_stopped_until_it_goes_on(monkeypatch, qtbot, bench):
    monkeypatch.setattr(numbers_module, "SLOW_SECONDS", -1.0)
    monkeypatch.setattr(numbers_module, "TELL_SECONDS", -1.0)
    counts = bench.tokens.counts
    bench.lane.holds = True
    opened(bench, b"abc def " * 20_000)
    request = bench.lane.requests[-1]
    ids, spans = bench.lane.tokens(request)
    bench.lane.part(request, ids[:4000], spans[:4000])
    bench.lane.tell(JobCancelled(request.request_id))
    said = shown(counts._colored), counts._note.text(), counts.tokens.accessibleName()
    assert said == ("stopped at 10 %", "the rest is not encoded", "4,000 tokens so far")
    bench.tokens._numbers.show()  # as once the text has been looked through
    assert shown(counts._colored) == "stopped at 10 %"
    bench.view.editor.place(0)
    qtbot.keyClicks(bench.view, "a")
    qtbot.waitUntil(lambda: bench.lane.requests[-1] is not request)
    assert not shown(counts._colored)
    request = bench.lane.requests[-1]
    bench.lane.part(request, [300], [(0, 4)])
    assert shown(counts._colored).endswith("colored")
    assert counts._note.text() == "what you see is encoded first"


def test_a_text_of_which_nothing_was_encoded_has_not_the_counts_of_the_last(qtbot, bench):
    opened(bench, b"abc def")
    bench.lane.holds = True
    bench.tokens.set_text(b"abc def " * 20_000)
    qtbot.waitUntil(lambda: len(bench.lane.requests[-1].text) == 160_000)
    bench.lane.tell(JobCancelled(bench.lane.requests[-1].request_id))
    counts = bench.tokens.counts
    assert counts.tokens.accessibleName() == "0 tokens so far"
    assert shown(counts._colored) == "stopped at 0 %"
    assert counts.byte_count.accessibleName() == "160,000 bytes"


def test_another_tokenizer_keeps_text_scroll_and_selection_and_encodes_anew(qtbot, bench):
    opened(bench, b"abc\n" * 300)
    bench.view.scrolling.by(500)
    before = bench.view.places.visible_range()
    bench.view.selected.select_at(before[0] + 8)
    bench.lane.holds = True
    bench.tokens.set_tokenizer(info(handle=2))
    assert len(bench.view.spans) == 600  # old colors stay
    bench.lane.IDS = {b"abc": 259}
    bench.lane.answer(bench.lane.requests[-1])
    settled(qtbot, bench)
    assert bench.lane.requests[-1].handle == 2
    assert bench.view.places.visible_range()[0] == before[0]
    assert (bench.told[-1].handle, bench.told[-1].token_id) == (2, 259)


# --- facts


def test_facts_on_the_text_come_after_a_pause(qtbot, bench):
    told = []
    bench.tokens.facts_changed.connect(told.append)
    opened(bench, b"a\nb\r\nc\xff")
    assert told == []
    qtbot.waitUntil(lambda: told != [], timeout=30_000)
    assert told == ["UTF-8 · line ends mixed: 1 LF, 1 CRLF · 1 invalid byte"]
    assert f"UTF-8 · {bench.tokens._footer.text()}" == told[0]


# --- special tokens


def test_a_special_token_is_plain_text_until_it_is_allowed(qtbot, bench):
    opened(bench)
    qtbot.keyClicks(bench.view, f"abc {SPECIAL}x")
    strip = bench.tokens._strip
    assert strip.isVisible()
    assert strip.sentence() == f"{SPECIAL} occurs in the text and was treated as plain text."
    assert bench.view.look.refused == ((4, 11),)
    qtbot.mouseClick(strip.link, Qt.MouseButton.LeftButton)
    assert bench.lane.requests[-1].specials == "all"
    assert 258 in bench.view.spans.take(0, 99).ids.tolist()
    assert bench.view.look.refused == ()
    assert strip.sentence() == f"{SPECIAL} is treated as a special token."
    qtbot.mouseClick(strip.link, Qt.MouseButton.LeftButton)
    assert bench.lane.requests[-1].specials == "none"
    assert bench.view.look.refused == ((4, 11),)


def test_the_strip_goes_with_the_special_token(qtbot, bench):
    opened(bench, SPECIAL.encode())
    assert bench.tokens._strip.isVisible()
    qtbot.keyClick(bench.view, Qt.Key.Key_Delete)
    assert not bench.tokens._strip.isVisible()
    assert bench.view.look.refused == ()
    bench.view.editor.undo()
    bench.tokens.choices.specials_action.trigger()
    assert bench.tokens._strip.isVisible()
    qtbot.keyClick(bench.view, Qt.Key.Key_Delete)
    assert not bench.tokens._strip.isVisible()


def test_another_tokenizer_starts_with_plain_text_again(bench):
    opened(bench, SPECIAL.encode())
    bench.tokens.choices.specials_action.trigger()
    bench.tokens.set_tokenizer(info(handle=2, special=False))
    assert bench.lane.requests[-1].specials == "none"
    assert bench.lane.requests[-1].handle == 2
    assert not bench.tokens.choices.specials_action.isEnabled()


# --- the selected token


def test_a_selected_token_whose_vocabulary_is_not_listed_yet_is_not_called_none(qtbot, bench):
    shown = bench.selected._pages
    assert shown.currentWidget().accessibleName() == "No token is selected"
    bench.selected.show_occurrence(Occurrence(99, 97))
    qtbot.waitUntil(lambda: shown.currentWidget().accessibleName() == "Not listed yet", timeout=30_000)
    bench.selected.show_occurrence(None)
    assert shown.currentWidget().accessibleName() == "No token is selected"


def ids_of_tree(node):
    return [node.token_id, *(token_id for child in node.children for token_id in ids_of_tree(child))]


def few(ids, handle=7):
    """Return the rows of some ids, as they are told before a vocabulary is listed."""
    listed = vocabulary(handle).listed
    ends = np.cumsum([1 if i < 256 else i - 254 for i in ids], dtype=np.uint64)
    blob = b"".join(vocabulary().token(i) for i in ids)
    return dataclasses.replace(
        listed, ids=np.array(ids, np.uint32), blob=blob, ends=ends, ranks=listed.ranks[ids],
        pairs=listed.pairs[ids], kinds=listed.kinds[ids], n_merges=2,
    )  # fmt: skip


def test_a_token_is_told_of_before_its_vocabulary_is_listed_and_nothing_changes_then(qtbot):
    asks = Asked()
    selected, asked = SelectedTokenPanel(asks, tuple), asks.requests
    qtbot.addWidget(selected)
    selected.show_occurrence(Occurrence(7, 97))
    older = asked.pop()
    selected.show_occurrence(Occurrence(7, 257, count=None))
    selected.show_occurrence(Occurrence(7, 257, count=3))
    assert [(one.handle, one.token_id) for one in asked] == [(7, 257)]
    assert selected._pages.currentWidget().accessibleName() == "No token is selected"  # as before, for now
    asks.tell(TokenTold(older.request_id, 7, few([97])))  # to an earlier question
    assert selected._pages.currentIndex() == 0
    asks.tell(TokenTold(asked[0].request_id, 7, few([97, 98, 99, 256, 257])))
    facts = selected.facts._facts._shown
    assert selected._pages.currentIndex() == 1
    assert [value for _, value, _ in facts[:3]] == ["257", "1 of 2", "61 62 63"]
    assert not selected._waiting.isActive()
    nodes = ids_of_tree(selected.facts.tree.root)
    assert sorted(nodes) == [97, 98, 99, 256, 257]
    selected.choose(256)  # a node of the tree: it is known too
    assert len(asked) == 1
    assert selected.facts._facts._shown[0][1] == "256"
    selected.show_occurrence(Occurrence(7, 257, count=3))
    selected.set_vocabulary(vocabulary(7))
    qtbot.waitUntil(lambda: not selected._renewing.isActive(), timeout=30_000)
    assert selected.facts._facts._shown == facts
    assert ids_of_tree(selected.facts.tree.root) == nodes


def test_a_click_tells_of_the_token_its_spans_and_its_count(qtbot, bench):
    opened(bench, "é abc,abc".encode())
    settled(qtbot, bench)
    bench.tokens.set_text("éabc,abc".encode())
    settled(qtbot, bench)
    hit = bench.view.places.hit_of_token(2)
    qtbot.mouseClick(bench.view.viewport(), Qt.MouseButton.LeftButton, pos=hit.rect.center())
    chosen = bench.told[-1]
    assert (chosen.token_id, chosen.token, chosen.span, chosen.characters) == (257, b"abc", (2, 5), (1, 4))
    assert (chosen.count, chosen.partial, chosen.so_far) == (2, False, False)
    assert labels(bench)["In this text"] == "2 times"
    assert labels(bench)["Span"] == "bytes 2–5"
    assert labels(bench)["Characters"] == "1–4"
    assert labels(bench)["Rank"] == "1 of 2"


def labels(bench):
    facts = bench.selected.facts._facts._shown
    return {name: value for name, value, _ in facts}


def test_next_and_previous_walk_the_places_of_the_token(qtbot, bench):
    opened(bench, b"abc,abc,abc")
    bench.view.selected.select(0)
    settled(qtbot, bench)
    qtbot.mouseClick(bench.selected.next_button, Qt.MouseButton.LeftButton)
    assert bench.told[-1].span == (4, 7)
    qtbot.mouseClick(bench.selected.previous_button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(bench.selected.previous_button, Qt.MouseButton.LeftButton)
    assert bench.told[-1].span == (8, 11)


def test_a_token_that_is_once_in_the_text_leads_nowhere(qtbot, bench):
    opened(bench, b"abc,")
    bench.view.selected.select(0)
    settled(qtbot, bench)
    assert bench.selected.next_button.isVisible()
    assert not bench.selected.next_button.isEnabled()


def test_a_node_of_the_tree_selects_that_token(qtbot, bench):
    opened(bench, b"abc,ab")
    bench.view.selected.select(0)
    settled(qtbot, bench)
    bench.selected.facts.tree.setFocus()
    qtbot.keyClick(bench.selected.facts.tree, Qt.Key.Key_Down)
    qtbot.keyClick(bench.selected.facts.tree, Qt.Key.Key_Return)
    assert (bench.told[-1].token_id, bench.told[-1].span, bench.told[-1].count) == (256, (4, 6), 1)
    assert bench.view.selected.token.id == 256
    qtbot.keyClick(bench.selected.facts.tree, Qt.Key.Key_Down)
    qtbot.keyClick(bench.selected.facts.tree, Qt.Key.Key_Return)
    assert (bench.told[-1].token_id, bench.told[-1].span, bench.told[-1].count) == (97, None, 0)
    assert bench.view.selected.token is None
    assert labels(bench)["In this text"] == "0 times"
    assert "Span" not in labels(bench)


def test_the_panel_is_empty_until_a_token_is_selected(qtbot, bench):
    opened(bench, b"abc")
    assert bench.selected._pages.currentIndex() == 0
    assert not bench.selected.vocabulary_button.isVisible()
    bench.view.selected.select(0)
    settled(qtbot, bench)
    assert bench.selected._pages.currentIndex() == 1
    with qtbot.waitSignal(bench.selected.show_in_vocabulary_requested) as asked:
        qtbot.mouseClick(bench.selected.vocabulary_button, Qt.MouseButton.LeftButton)
    assert asked.args == [257]


def test_a_token_of_another_tokenizer_is_not_looked_up(qtbot, bench):
    opened(bench, b"abc")
    bench.view.selected.select(0)
    settled(qtbot, bench)
    bench.selected.set_vocabulary(vocabulary(handle=2))
    page = bench.selected._pages
    qtbot.waitUntil(lambda: page.currentWidget().accessibleName() == "Not listed yet", timeout=30_000)


def test_a_place_can_be_selected_before_its_tokens_come(qtbot, bench):
    bench.tokens.set_text(b"ab abc")
    bench.tokens.chosen.select_at(4)
    bench.tokens.set_tokenizer(info())
    settled(qtbot, bench)
    assert bench.told[-1].span == (2, 6)


def test_alt_and_the_arrow_keys_step_through_the_tokens(qtbot, bench):
    opened(bench, b"abc,ab")
    bench.view.editor.place(0)
    settled(qtbot, bench)
    qtbot.keyClick(bench.view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    qtbot.keyClick(bench.view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert bench.told[-1].span == (3, 4)


def test_a_text_is_painted_before_its_selected_token_is_told_of(qtbot, bench):
    """By another tokenizer: both in one turn of the event loop would be one long gap."""
    opened(bench, b"abc,ab")
    bench.view.selected.select(0)
    settled(qtbot, bench)
    order: list[str] = []

    class Paints(QObject):
        def eventFilter(self, watched, event):
            if event.type() == QEvent.Type.Paint:
                order.append("painted")
            return False

    paints = Paints()
    bench.view.viewport().installEventFilter(paints)
    bench.tokens.token_selected.connect(lambda _: order.append("told"))
    bench.tokens.chosen.keep()
    order.clear()
    bench.view.tokens.clear()
    qtbot.waitUntil(lambda: "painted" in order, timeout=30_000)
    order.clear()
    bench.tokens.set_tokenizer(info(handle=2))
    assert order == []
    qtbot.waitUntil(lambda: "told" in order, timeout=30_000)
    assert order[0] == "painted"
    bench.view.viewport().removeEventFilter(paints)


def cut_otherwise(bench, *spans):
    """Let the lane cut the text so from now on."""
    tokens = np.arange(300, 300 + len(spans), dtype=np.uint32), np.array(spans, np.uint64)

    def answer(request):
        part = EncodedPart(request.request_id, request.handle, 0, len(request.text), *tokens, left=())
        bench.lane.tell(part)
        bench.lane.end(request, len(spans))

    bench.lane.answer = answer


def test_the_place_of_the_selection_outlasts_tokenizers_that_cut_it_otherwise(qtbot, bench):
    opened(bench, b"ab abc!")
    bench.view.selected.select(1)
    cut_otherwise(bench, (0, 2), (3, 6), (6, 7))  # the space before it has no token, as with CLIP
    bench.tokens.set_tokenizer(info(handle=2))
    assert (bench.view.selected.token.start, bench.view.selected.token.end) == (3, 6)
    cut_otherwise(bench, (0, 2), (6, 7))
    bench.tokens.set_tokenizer(info(handle=3))
    assert bench.view.selected.token is None
    cut_otherwise(bench, (0, 1), (1, 6), (6, 7))
    bench.tokens.set_tokenizer(info(handle=4))
    assert (bench.view.selected.token.start, bench.view.selected.token.end) == (1, 6)
    del bench.lane.answer
    bench.tokens.set_tokenizer(info())
    assert (bench.view.selected.token.start, bench.view.selected.token.end) == (2, 6)
    settled(qtbot, bench)
    assert bench.told[-1].span == (2, 6)


def test_a_selection_that_was_left_is_not_taken_up_again(bench):
    opened(bench, b"ab abc")
    bench.view.selected.select(1)
    bench.view.selected.select(None)
    bench.tokens.set_tokenizer(info(handle=2))
    assert bench.view.selected.token is None


@pytest.mark.parametrize("index", [0, None])
def test_what_is_selected_while_another_tokenizer_encodes_stays(qtbot, bench, index):
    opened(bench, b"ab abc")
    bench.view.selected.select(1)
    bench.lane.holds = True
    bench.tokens.set_tokenizer(info(handle=2))
    bench.view.selected.select(index)
    bench.lane.answer(bench.lane.requests[-1])
    settled(qtbot, bench)
    selected = bench.view.selected.token
    assert (selected and selected.start) == (None if index is None else 0)
    assert (bench.told[-1] and bench.told[-1].span) == (None if index is None else (0, 2))


def test_the_selection_follows_what_is_typed_while_another_tokenizer_encodes(qtbot, bench):
    opened(bench, b"ab abc")
    bench.view.selected.select(1)
    bench.lane.holds = True
    bench.tokens.set_tokenizer(info(handle=2))
    bench.view.editor.place(0)
    qtbot.keyClicks(bench.view, "x")
    qtbot.waitUntil(lambda: bench.lane.requests[-1].text == b"xab abc", timeout=30_000)
    bench.lane.answer(bench.lane.requests[-1])
    assert (bench.view.selected.token.start, bench.view.selected.token.end) == (3, 7)


def test_the_token_at_the_caret_is_told_while_somebody_types(qtbot, bench):
    """An edit within the selected token used to leave nothing selected."""
    opened(bench, b"ab abc")
    bench.view.selected.select(1)
    bench.view.editor.place(len(b"ab abc"))
    qtbot.keyClick(bench.view, Qt.Key.Key_Backspace)
    for letters in ("c", " ab", "c"):
        qtbot.keyClicks(bench.view, letters)
        qtbot.waitUntil(lambda: bench.view.selected.token is not None)
        settled(qtbot, bench)
        here = bench.view.selected.token
        assert here.start < bench.view.editor.position <= here.end
        assert bench.told[-1].span == (here.start, here.end)
    bench.view.selected.select(0)
    qtbot.keyClicks(bench.view, "x")
    settled(qtbot, bench)
    assert bench.view.selected.token.start == 0


def test_a_switch_of_tokenizers_does_not_scroll_to_the_selection(bench):
    opened(bench, b"abc\n" * 400)
    bench.view.selected.select(0)
    bar = bench.view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    before = bench.view.places.visible_range()
    bench.tokens.set_tokenizer(info(handle=2))
    assert bench.view.selected.token.start == 0
    assert bench.view.places.visible_range() == before


def test_a_cancelled_encoding_leaves_no_tokens_of_the_tokenizer_before(qtbot, bench):
    opened(bench, b"ab abc")
    bench.view.selected.select(1)
    settled(qtbot, bench)
    bench.lane.holds = True
    bench.tokens.set_tokenizer(info(handle=2))
    request = bench.lane.requests[-1]
    bench.lane.part(request, [256], [(0, 2)])
    bench.lane.tell(JobCancelled(request.request_id))
    assert bench.view.spans.take(0, 9).ids.tolist() == [256]
    assert bench.view.selected.token is None
    settled(qtbot, bench)
    assert bench.told[-1] is None


# --- the card


def hover(bench, index):
    hit = bench.view.places.hit_of_token(index)
    QTest.mouseMove(bench.view.viewport(), hit.rect.center() - QPoint(1, 0))
    QTest.mouseMove(bench.view.viewport(), hit.rect.center())
    return hit


def test_the_card_appears_after_a_moment_beside_the_token_without_the_focus(qtbot, bench):
    opened(bench, b"abc,abc")
    qtbot.wait(20)
    hover(bench, 0)
    assert bench.tokens._hovering.card is None
    qtbot.waitUntil(lambda: bench.tokens._hovering.card is not None, timeout=30_000)
    card = bench.tokens._hovering.card
    assert card.isVisible()
    assert card.lines() == [
        "abc id 257",
        "Bytes 61 62 63",
        "Bytes of text 0–3   characters 0–3",
        "In this text 2 times, rank 1 of 2",
    ]
    assert bench.view.hasFocus()
    hover(bench, 1)
    qtbot.waitUntil(lambda: card.lines()[0] == ", id 44", timeout=30_000)
    qtbot.keyClicks(bench.view, "x")
    assert not card.isVisible()


def test_no_card_for_old_tokens_of_another_tokenizer(qtbot, bench):
    opened(bench, b"abc,abc")
    bench.lane.holds = True
    bench.tokens.set_tokenizer(info(handle=2))
    bench.tokens._hovering.hover(bench.view.places.hit_of_token(0))
    assert bench.tokens._hovering.card is None


def test_the_card_goes_when_another_tokenizer_comes(qtbot, bench):
    opened(bench, b"abc,abc")
    bench.tokens._hovering.hover(bench.view.places.hit_of_token(0))
    assert bench.tokens._hovering.card.isVisible()
    bench.tokens.set_tokenizer(info(handle=2))
    assert not bench.tokens._hovering.card.isVisible()


def test_the_card_goes_from_a_narrow_panel_that_was_laid_out_as_it_came(qtbot, bench):
    bench.window.resize(420, 300)
    opened(bench, b"abc,abc")
    qtbot.waitUntil(lambda: bench.view.scrolling._reported == (0, 7), timeout=30_000)
    bench.tokens._hovering.hover(bench.view.places.hit_of_token(0))  # Qt lays the window out first
    card = bench.tokens._hovering.card
    assert card.isVisible() is not card.isHidden()
    bench.tokens.finding.open()
    assert not card.isVisible()


def test_the_card_goes_when_the_text_moves_under_the_pointer(qtbot, bench):
    bench.window.resize(1900, 600)
    opened(bench, b"abc,abc")
    qtbot.waitUntil(lambda: bench.view.scrolling._reported == (0, 7), timeout=30_000)
    bench.tokens._hovering.hover(bench.view.places.hit_of_token(0))
    assert bench.tokens._hovering.card.isVisible()
    bench.tokens.finding.open()  # the text moves down, the pointer stays
    qtbot.waitUntil(lambda: not bench.tokens._hovering.card.isVisible(), timeout=30_000)


# --- copying


@pytest.mark.parametrize(
    ("entry", "everything", "selection"),
    [
        ("text", "abc,ab", ",ab"),
        ("ids", "257 44 256", "44 256"),
        ("python_list", "[257, 44, 256]", "[44, 256]"),
        ("strings", "abc\n,\nab", ",\nab"),
    ],
)
def test_copy_takes_the_selection_or_all(qtbot, bench, entry, everything, selection):
    opened(bench, b"abc,ab")
    action = getattr(bench.tokens.copies, entry)
    action.trigger()
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == everything)
    bench.view.editor.select(3, 6)
    action.trigger()
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == selection)


def test_tokens_cannot_be_copied_before_they_have_come(bench, qtbot):
    bench.lane.holds = True
    opened(bench, b"abc,ab")
    qtbot.waitUntil(lambda: not bench.tokens.copies.ids.isEnabled())
    assert bench.tokens.copies.text.isEnabled()
    bench.lane.answer(bench.lane.requests[-1])
    assert bench.tokens.copies.ids.isEnabled()


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)  # the offscreen platform, of every menu
def test_the_copy_button_opens_the_menu(qtbot, bench):
    opened(bench, b"abc")
    qtbot.mouseClick(bench.tokens.copies.button, Qt.MouseButton.LeftButton)
    assert bench.tokens.copies.menu.isVisible()
    bench.tokens.copies.menu.close()


# --- edits, files


def test_the_edit_menu_learns_what_can_be_done(qtbot, bench):
    state = {}
    for name in ("undo", "redo", "copy", "cut"):
        signal = getattr(bench.tokens, f"{name}_available")
        signal.connect(lambda on, name=name: state.__setitem__(name, on))
    opened(bench)
    assert state == {"undo": False, "redo": False, "copy": False, "cut": False}
    qtbot.keyClicks(bench.view, "ab")
    bench.view.editor.select_all()
    assert state == {"undo": True, "redo": False, "copy": True, "cut": True}
    bench.view.clipboard.cut()
    bench.view.editor.undo()
    assert bench.tokens.text() == b"ab"
    assert state["redo"]
    bench.view.editor.redo()
    bench.view.clipboard.paste()
    assert bench.tokens.text() == b"ab"


def test_a_file_takes_the_place_of_the_text_and_can_be_taken_back(qtbot, bench):
    toasts = []
    bench.tokens.toast_requested.connect(lambda sentence, undo: toasts.append((sentence, undo)))
    opened(bench, b"typed")
    bench.tokens.exchange.open("/other")
    bench.tokens.exchange.open("/somewhere/book.txt")
    other, request = [each for each in bench.lane.others if isinstance(each, ReadText)]
    bench.lane.tell(TextRead(other.request_id, "/other", b"other"))
    assert bench.tokens.text() == b"typed"
    bench.lane.tell(TextRead(request.request_id, request.path, b"\xef\xbb\xbfread\r\n"))
    assert bench.tokens.text() == b"\xef\xbb\xbfread\r\n"
    assert bench.tokens.header.facts() == "book.txt, 9 bytes"
    ((sentence, undo),) = toasts
    assert sentence == "Opened book.txt."
    undo()
    assert (bench.tokens.text(), bench.tokens.view.document.origin.name, bench.tokens.header.facts()) == (
        b"typed",
        "",
        "",
    )


def test_a_text_that_a_file_takes_the_place_of_is_not_joined(bench, monkeypatch):
    toasts, joined = [], []
    bench.tokens.toast_requested.connect(lambda sentence, undo: toasts.append(undo))
    bench.tokens.set_text(b"0123456789\n" * 30_000)
    bench.view.editor.replace(5, 5, b"typed")
    text = b"01234typed" + (b"0123456789\n" * 30_000)[5:]
    monkeypatch.setattr(Document, "whole", joined.append)
    bench.tokens.exchange.open("/somewhere/book.txt")
    request = bench.lane.others[-1]
    bench.lane.tell(TextRead(request.request_id, "/somewhere/book.txt", b"read" * 100_000))
    bench.tokens.exchange.try_text(b"sample" * 50_000, "Sample")
    toasts[1]()
    assert (len(bench.view.document), bench.tokens.view.document.origin.name) == (400_000, "book.txt")
    toasts[0]()
    assert joined == []
    monkeypatch.undo()
    assert (bench.tokens.text(), bench.tokens.view.document.origin.name) == (text, "")


def test_the_beginning_is_told_after_a_pause(qtbot, bench):
    told = []
    bench.tokens.beginning_changed.connect(told.append)
    bench.tokens.set_text(b"abc " * 5000)
    bench.view.editor.place(0)
    qtbot.keyClicks(bench.view, "xy")
    assert told == []
    qtbot.waitUntil(lambda: told != [], timeout=30_000)
    assert len(told) == 1
    assert told[0].startswith(b"xyabc abc")
    assert SHOWN < len(told[0]) < 10_000


def test_files_dropped_on_the_panel_are_told(qtbot, bench):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/tmp/a.txt")])
    button, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, mime, button, keys)
    with qtbot.waitSignal(bench.tokens.files_dropped) as dropped:
        bench.tokens.dropEvent(event)
    assert dropped.args == [["/tmp/a.txt"]]


# --- the strip of the Train task


@pytest.fixture
def strip(qtbot):
    lane = Lane()
    strip = TokensStrip(lane)
    qtbot.addWidget(strip)
    strip.lane = lane
    lane.serve(strip._encoding)
    strip.resize(800, 80)
    strip.show()
    return strip


def test_the_strip_follows_the_snapshots(strip):
    strip.set_text(b"abc abc")
    assert strip.lane.requests == []
    run = Reply(ReadText(1, ""))
    strip.follow_run(run)
    run.take(TrainingSnapshot(1, info(handle=5)))
    (request,) = strip.lane.requests
    assert (request.view, request.handle, request.text) == ("strip", 5, b"abc abc")
    assert strip.header.facts() == "your text with the first 258 tokens: 2 tokens, was 7 at 256"
    assert len(strip.view.spans) == 2


def test_the_strip_follows_a_replay_of_the_tokenizer_in_use(strip):
    strip.set_text(b"abc abc")
    strip.set_tokenizer(info(5))
    strip.show_size(4, 257)  # of a tokenizer that is not in use
    assert [(request.handle, request.size) for request in strip.lane.requests] == [(5, 0)]
    strip.show_size(5, 257)
    assert (strip.lane.requests[-1].size, strip.header.facts()[:33]) == (
        257,
        "your text with the first 257 toke",
    )
    strip.show_size(5, 0)
    assert strip.lane.requests[-1].size == 0
    assert strip.header.facts().startswith("your text with the first 258 tokens")


def test_the_strip_does_not_compare_with_256_bytes_where_tokens_are_no_merges_of_them(strip):
    strip.set_text(b"abc abc")
    for handle, changed in ((5, {"byte_level": False}), (6, {"vocab_size": 4})):
        strip.set_tokenizer(dataclasses.replace(info(handle), **changed))
        assert strip.header.facts() == "your text: 2 tokens"


def test_the_strip_takes_whole_characters_of_the_first_4_kb(strip):
    strip.set_text("日本".encode() * 1000)
    assert len(strip.view.content()) == SHOWN // 3 * 3
    assert strip.view.content().decode()


def test_the_strip_cannot_be_written_in(qtbot, strip):
    strip.set_text(b"abc")
    qtbot.keyClicks(strip.view, "x")
    assert strip.view.content() == b"abc"


def test_the_strip_catches_up_when_it_is_seen(strip):
    strip.hide()
    strip.set_text(b"abc")
    strip.set_tokenizer(info())
    assert strip.lane.requests == []
    strip.show()
    assert len(strip.lane.requests) == 1


def test_the_strip_opens_the_panel(qtbot, strip):
    with qtbot.waitSignal(strip.open_requested):
        qtbot.mouseClick(strip.open_button, Qt.MouseButton.LeftButton)


def test_nothing_is_said_of_the_text_before_while_another_takes_its_time(qtbot, bench):
    opened(bench, b"abc \xff\r\n abc\n")
    tokens, slider = bench.tokens, bench.tokens.sizes.strip.slider
    facts = []
    tokens.facts_changed.connect(facts.append)
    qtbot.waitUntil(lambda: "invalid" in tokens._footer.text())
    tokens.coloring.set_mode("frequency")
    slider.set_counts(np.array([9, 8, 7]))
    bench.lane.holds = True
    tokens.set_text(b"abc def " * 20_000)
    tokens._watch._timer.stop()  # as if the text were too large to be looked through by now
    assert tokens.view.bar.faults() == []
    qtbot.waitUntil(lambda: slider._counts is None)
    assert "invalid" not in tokens._footer.text()
    assert "" in facts
    assert tokens.coloring.legend.words() == ("The tokens of this text are being counted…",)
    assert tokens.counts.tokens.accessibleName() == "… tokens"
    bench.lane.answer(bench.lane.requests[-1])
    qtbot.waitUntil(lambda: tokens.counts.tokens.value() == "40,001")
    qtbot.waitUntil(lambda: "times in this text" in tokens.coloring.legend.words()[-1])


def test_a_selected_token_of_a_large_text_is_told_by_another_tokenizer_before_the_rest(qtbot, bench):
    opened(bench, b"abc\n" * 40_000)
    bench.tokens.chosen.select_at(1)
    qtbot.waitUntil(lambda: bool(bench.told) and bench.told[-1] is not None)
    bench.lane.holds = True
    bench.tokens.set_tokenizer(info(2))
    request = bench.lane.requests[-1]
    ids, spans = bench.lane.tokens(request)
    bench.lane.part(request, ids[:10_000], spans[:10_000])
    qtbot.waitUntil(lambda: bench.told[-1].handle == 2)
    assert bench.told[-1].so_far
    bench.lane.part(request, ids[10_000:], spans[10_000:])
    bench.lane.end(request, len(ids))
    qtbot.waitUntil(lambda: not bench.told[-1].so_far)
    assert bench.told[-1].count == 40_000


def test_the_slider_tells_no_count_of_the_size_before(qtbot, bench):
    opened(bench, b"abc abc ab")
    words, slider = bench.tokens.sizes.strip.words, bench.tokens.sizes.strip.slider
    bench.tokens.sizes._counts = None
    bench.lane.holds = True
    slider.setValue(257)
    assert words._numbers == "257 of 258 → …"
    qtbot.waitUntil(lambda: bench.lane.requests[-1].size == 257)
    bench.lane.answer(bench.lane.requests[-1])
    assert words._numbers.endswith("tokens")


def test_the_strip_follows_the_run_whatever_tokenizer_comes_into_use(qtbot):
    asks, run = Asked(), Reply(ReadText(5, ""))
    strip = TokensStrip(asks)
    qtbot.addWidget(strip)
    strip.show()
    asked = []
    asks.requested.connect(lambda request: asked.append(request.handle))
    strip.follow_run(run)
    strip.set_tokenizer(info(1))
    strip.set_running(True)
    assert strip.header.facts() == ""  # what stood there was not of the run
    run.take(TrainingSnapshot(5, info(7)))
    strip.set_tokenizer(info(2))  # as when an unsaved one is closed
    assert asked == [1, 7]
    run.take(TrainingSnapshot(5, info(8)))
    strip.set_running(False)
    assert asked == [1, 7, 8, 2]
