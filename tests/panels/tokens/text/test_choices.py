"""How a text is encoded: what goes around it, special tokens, the limit, the steps before the split."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest

from tests.panels.tokens.text.test_panel import SPECIAL, Lane
from tests.widgets.token_views import tokens_shown
from workbench.engine.models import score_vocabulary
from workbench.panels.tokens.text import choices
from workbench.panels.tokens.text.changes import Changes, fitting, remarks, runs
from workbench.panels.tokens.text.choices import Choices, from_plain, limit_of, to_plain
from workbench.panels.tokens.text.framing import FramingTokens
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.widgets.look.theme import interface_font
from workbench.widgets.token_view.layout.inserts import Added
from workbench.worker.messages.text import Encoded, EncodedPart, StageText
from workbench.worker.messages.tokenizers import FramingInfo, TokenizerInfo

FRAMING = FramingInfo((("<s>", 1),), (("</s>", 2),), context=7)


class Framer(Lane):
    """As `Lane`, with the ids around the text that were asked for; refuses where an error is asked for."""

    def answer(self, request):
        if request.specials == "error" and SPECIAL.encode() in request.text:
            found = ((SPECIAL, 1),)
            size = len(request.text)
            refusal = Encoded(request.request_id, request.handle, 0, size, size, found, refused=True)
            self.tell(refusal)
            return
        ids, spans = self.tokens(request)
        n = len(request.text)
        ids = [*([1] * request.before), *ids, *([2] * request.after)]
        spans = [*([(0, 0)] * request.before), *spans, *([(n, n)] * request.after)]
        tokens = np.array(ids, np.uint32), np.array(spans, np.uint64).reshape(-1, 2)
        part = EncodedPart(
            request.request_id, request.handle, 0, n, *tokens,
            n_before=int(request.before), n_after=int(request.after),
        )  # fmt: skip
        self.tell(part)
        self.end(request, len(ids))


def info(handle=1, framing=FRAMING, special=True, rule="", path="/a.model"):
    specials = ((SPECIAL, 258), ("<|x|>", 259)) if special else ()
    return TokenizerInfo(
        handle, "test", path, "", 258, 2, "none", "", specials, True, True, True, (),
        framing=framing, rule=rule,
    )  # fmt: skip


@pytest.fixture
def panel(qtbot):
    lane = Framer()
    panel = TokensPanel(lane)
    panel.lane = lane
    lane.serve(panel.encoding)
    qtbot.addWidget(panel)
    qtbot.addWidget(panel.header)
    panel.resize(820, 400)
    panel.header.show()
    panel.show()
    panel.set_tokenizer(info())
    panel.set_text(b"ab abc")
    return panel


def ids(panel):
    return panel.view.spans.take(0, 99).ids.tolist()


def click(widget):
    assert widget.isVisible()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def texts(menu):
    return [entry.text() for entry in menu.actions() if entry.text()]


def test_a_text_is_plain_until_a_switch_is_clicked(panel):
    assert 1 not in ids(panel)
    assert panel.counts.tokens.value() == str(len(ids(panel)))
    click(panel.choices.before_chip)
    assert ids(panel)[0] == 1
    click(panel.choices.after_chip)
    assert (ids(panel)[0], ids(panel)[-1]) == (1, 2)
    assert tokens_shown(panel.view) == len(ids(panel))
    assert panel.view.pieces.added == Added(("<s>",), ("</s>",))
    assert panel.counts.tokens._label.text() == "tokens with start, end"
    click(panel.choices.before_chip)
    assert panel.counts.tokens._label.text() == "tokens with end"


def test_the_only_token_may_be_one_around_an_empty_text(panel):
    panel.set_text(b"")
    label = panel.counts.tokens._label
    click(panel.choices.before_chip)
    assert (panel.counts.tokens.value(), label.text()) == ("1", "token with start")
    click(panel.choices.after_chip)
    assert (panel.counts.tokens.value(), label.text()) == ("2", "tokens with start, end")
    click(panel.choices.before_chip)
    assert (panel.counts.tokens.value(), label.text()) == ("1", "token with end")


def test_switches_are_there_only_where_the_tokenizer_has_them(panel):
    panel.set_tokenizer(info(2, FramingInfo(), special=False))
    choices = panel.choices
    assert not any(widget.isVisible() for widget in choices.widgets())
    panel.set_tokenizer(info(3, FramingInfo((("<s>", 1),)), special=False, rule="llama2c"))
    assert [widget.isVisible() for widget in choices.widgets()] == [True, False, True, False]
    assert choices.rule_button.text() == "as llama2.c"
    panel.set_tokenizer(info(4, FramingInfo((("<|startoftext|>", 1),), (("<|endoftext|>", 2),))))
    assert (choices.before_chip.text(), choices.after_chip.text()) == ("SOT", "EOT")


def test_each_tokenizer_keeps_its_own_but_special_tokens_begin_as_plain_text(panel):
    click(panel.choices.before_chip)
    panel.choices.take_specials(True)
    panel.set_tokenizer(info(2, path="/b.model"))
    assert 1 not in ids(panel)
    assert panel.choices.choices == Choices()
    panel.set_tokenizer(info(3))
    assert ids(panel)[0] == 1
    assert panel.choices.choices == Choices(before=True)


def test_another_rule_is_asked_for_at_once(panel):
    panel.set_tokenizer(info(2, rule="sentencepiece"))
    panel.choices._rules["llama2c"].trigger()
    assert panel.lane.requests[-1].rule == "llama2c"
    assert panel.choices.rule_button.text() == "as llama2.c"
    panel.set_tokenizer(info(3, rule="llama.cpp", path="/a.gguf"))  # a GGUF file's
    assert panel.choices.rule_button.text() == "as llama.cpp"


def test_every_rule_of_the_engine_can_be_chosen(panel):
    assert choices.RULES == score_vocabulary.RULES == tuple(panel.choices._rules)


def test_what_is_kept_survives_the_settings_and_garbage_does_not():
    kept = {"/a": Choices(True, False, "llama2c", "all", 77)}
    assert from_plain(to_plain(kept)) == {"/a": Choices(True, False, "llama2c", "none", 77)}
    garbage = {"/b": {"before": "yes", "rule": "x" * 9, "limit": -3}, "/c": {}}
    assert from_plain(garbage) == {"/b": Choices(), "/c": Choices()}


# --- special tokens


def test_special_tokens_are_plain_taken_chosen_or_an_error(panel):
    menu = panel.choices.specials_button.menu
    assert texts(menu)[:3] == ["As plain text", "As special tokens", "As an error"]
    entries = {entry.text().split("\t")[0]: entry for entry in menu.actions()}
    panel.set_text(f"ab{SPECIAL}".encode())
    assert panel._strip.isVisible()
    entries["<|x|>"].trigger()
    assert panel.lane.requests[-1].specials == ("<|x|>",)
    assert panel.choices.specials_button.text() == "Special tokens: 1 special"
    entries[SPECIAL].trigger()
    assert panel.lane.requests[-1].specials == ("<|x|>", SPECIAL)
    entries[SPECIAL].trigger()
    entries["<|x|>"].trigger()
    assert panel.lane.requests[-1].specials == "none"
    entries["As special tokens"].trigger()
    assert panel.lane.requests[-1].specials == "all"
    assert panel.choices.specials_action.isChecked()
    entries["As an error"].trigger()
    assert panel.lane.requests[-1].specials == "error"
    assert not panel.choices.specials_action.isChecked()


def test_an_error_names_the_token_shows_no_tokens_and_offers_both_ways_out(panel):
    panel.set_text(f"ab{SPECIAL}ab".encode())
    entries = {entry.text(): entry for entry in panel.choices.specials_button.menu.actions()}
    entries["As an error"].trigger()
    assert len(panel.view.spans) == 0
    assert panel.counts.tokens.value() == "–"
    assert panel.counts.limit.left.text() == ""
    assert panel._strip.sentence() == f"Not encoded: {SPECIAL} in the text."
    assert panel.view.look.refused == ((2, 2 + len(SPECIAL)),)
    panel.view.grab()
    click(panel._strip.plain_link)
    assert panel.lane.requests[-1].specials == "none"
    assert len(panel.view.spans)
    entries["As an error"].trigger()
    click(panel._strip.link)
    assert panel.lane.requests[-1].specials == "all"
    assert len(panel.view.spans)


def test_without_a_special_token_an_error_is_none(panel):
    entries = {entry.text(): entry for entry in panel.choices.specials_button.menu.actions()}
    entries["As an error"].trigger()
    assert len(ids(panel)) == int(panel.counts.tokens.value())


# --- the limit


def test_the_limit_of_the_file_says_how_many_are_left_or_do_not_fit(panel):
    limit = panel.counts.limit
    assert limit.isVisible()
    assert limit.left.text() == f"{7 - len(ids(panel))} left"
    panel.set_text(b"ab" + b"." * 9)
    assert limit.left.text() == "3 do not fit"
    assert panel.view.pieces.cut == (7, "\u00a0limit\u00a07\u00a0")
    click(panel.choices.after_chip)
    assert limit.left.text() == "4 do not fit"
    assert panel.view.pieces.cut == (6, "\u00a0end\u00a07\u00a0")
    panel.set_text(b"ab")
    assert panel.view.pieces.cut is None


def test_another_limit_is_typed_and_none_is_chosen(panel):
    limit = panel.counts.limit
    n_requests = len(panel.lane.requests)
    limit.field.setValue(1)
    QTest.keyClick(limit.field.lineEdit(), Qt.Key.Key_Return)
    assert panel.choices.limit == 1
    assert limit.button.text() == "1"
    assert limit.left.text() == "1 does not fit"
    assert len(panel.lane.requests) == n_requests, "nothing is encoded anew for a limit"
    next(entry for entry in limit.button.menu.actions() if entry.text() == "No limit").trigger()
    assert panel.view.pieces.cut is None
    assert (limit.left.text(), limit.button.text()) == ("", "none")
    limit.button.menu.actions()[0].trigger()
    assert panel.choices.limit == 7


def test_a_limit_may_be_asked_for_where_the_file_says_none(panel, monkeypatch):
    opened = []
    monkeypatch.setattr(panel.counts.limit.button.menu, "popup", opened.append)
    panel.set_tokenizer(info(2, FramingInfo()))
    assert not panel.counts.limit.isVisible()
    panel.counts.limit.ask()
    assert panel.counts.limit.isVisible()
    assert opened
    assert limit_of(Choices(limit=0), info()) is None
    assert limit_of(Choices(), info()) == 7
    assert limit_of(Choices(limit=9), None) == 9


def test_the_cut_keeps_the_ids_at_both_ends():
    around = FramingTokens()
    around.n_before, around.n_after = 1, 1
    assert around.cut(98, 77) == (76, "\u00a0end\u00a077\u00a0")
    assert around.cut(77, 77) is None
    assert around.cut(9, 1) == (1, "\u00a0end\u00a01\u00a0")
    assert around.cut(9, None) is None


# --- the steps before the split


def stages():
    return (
        StageText("ftfy", b'"fi & x', ((0, 1), (1, 3)), ("replace", "replace")),
        StageText("unescape", b'"fi & x'),
        StageText("whitespace", b'"fi &x', ((5, 5),), ("delete",), removed=1),
        StageText("lower case", b'"fi &x!', ((6, 7),), ("insert",)),
    )


def test_each_step_has_its_text_with_what_it_changed(qtbot):
    section = Changes()
    qtbot.addWidget(section)
    section.resize(700, 300)
    section.show_stages(stages())
    assert section.isVisible()
    assert section.rows() == [
        ("ftfy", "lossy: 3 characters changed", '"fi·&·x'),
        ("Unescape", "unchanged", '"fi·&·x'),
        ("Whitespace", "lossy: 1 character removed", '"fi·&∅x'),
        ("Lower case", "1 character added", '"fi·&x!'),
    ]
    assert section._summary.text() == "lossy · unchanged by Unescape"
    assert runs(stages()[2]) == [('"fi·&', False), ("∅", True), ("x", False)]
    height = section.sizeHint().height()
    section.grab()
    click(section.fold_button)
    assert section.sizeHint().height() < height
    section.show_stages(())
    assert not section.isVisible()


@pytest.mark.parametrize("width", [300, 420, 560, 700])
def test_the_numbers_of_a_step_are_never_cut(qtbot, width):
    section = Changes()
    qtbot.addWidget(section)
    section.resize(width, 300)
    spans, kinds = ((0, 1), (1, 1), (2, 3)), ("replace", "delete", "insert")
    stage = StageText("whitespace", b"a bc", spans, kinds, removed=2)
    section.show_stages((stage,))
    section.grab()
    rows = section._rows
    metrics = QFontMetricsF(interface_font("tiny"))
    drawn = fitting(remarks(stage), metrics, rows.names_width() - 8)
    assert drawn in remarks(stage)
    assert (drawn == "lossy: 1 character changed, 2 removed, 1 added") == (width == 700)
    assert remarks(stage)[1:] == ["lossy: 1 changed, 2 removed, 1 added", "lossy: 4 characters"]


def test_where_only_something_is_added_nothing_is_lost(qtbot):
    section = Changes()
    qtbot.addWidget(section)
    section.show_stages((StageText("sentencepiece", b" Hello", ((0, 1),), ("insert",), whole=False),))
    assert section._summary.text() == "nothing is lost · the beginning of the text"
    section.show_stages((StageText("sentencepiece", b" \xef\xbf\xbd", ((0, 4),), ("replace",)),), 1)
    assert section._summary.text() == "lossy · 1 byte became U+FFFD"
