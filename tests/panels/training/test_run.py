"""The training run: its states, its figures, and what it asks for."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.fake_lanes import Asked
from tests.panels.learned import info, merges
from workbench.engine.corpus.scanning import Scanned
from workbench.engine.training.estimate import Estimate
from workbench.engine.training.options import Options
from workbench.panels.training.record import RunRecord
from workbench.panels.training.run import TrainingRunPanel
from workbench.panels.training.run_plots import LEAST_WIDTH
from workbench.worker.messages.requests import Failed, JobCancelled
from workbench.worker.messages.tokenizers import TokenizerSaved
from workbench.worker.messages.training import (
    EstimateTraining,
    HeldOutMeasured,
    Train,
    Trained,
    TrainingCancelled,
    TrainingEstimated,
    TrainingPaused,
    TrainingProgress,
)

RUN = 41
OPTIONS = Options(vocab_size=8192)
TEXT = (Scanned("/a.txt", "file", "a.txt", 1, 889_415),)


@pytest.fixture
def panel(qtbot: QtBot) -> TrainingRunPanel:
    panel = TrainingRunPanel(asks := Asked())
    panel.asks = asks  # type: ignore[attr-defined]
    qtbot.addWidget(panel)
    panel.resize(904, 552)
    panel.show()
    return panel


@pytest.fixture
def running(panel: TrainingRunPanel, qtbot: QtBot) -> TrainingRunPanel:
    start(panel)
    qtbot.waitUntil(panel.head.isVisible)
    panel.asks.tell(merges(RUN, 0, 2000))
    panel.asks.tell(TrainingProgress(RUN, "merging", 2000, 7936, 2.0, 512_000_000, -1.0, 212_000_000))
    show(panel)
    return panel


def start(panel: TrainingRunPanel, request_id: int = RUN) -> None:
    panel.show_started(panel.asks(Train(request_id, ("/a.txt",), OPTIONS)))


def show(panel: TrainingRunPanel) -> None:
    """Do at once what the timer does in three turns."""
    for _ in range(3):
        panel._show_some()


def click(qtbot: QtBot, widget: object) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def amounts(panel: TrainingRunPanel) -> list[str]:
    return [amount.text() for amount in panel.head._amounts.amounts.values() if amount.text()]


def trained(reason: str = "size", **facts: object) -> Trained:
    return Trained(RUN, info(), reason, 5.4, 250_000, 1_000_000, **facts)  # type: ignore[arg-type]


def test_before_a_run_it_says_what_it_is_for(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    assert not panel.before.start_button.isEnabled()
    panel.set_corpus(TEXT)
    panel.set_options(OPTIONS)
    assert panel.before.facts() == "889 KB in 1 source · GPT-4 (cl100k) preset, to 8,192 tokens"
    with qtbot.waitSignal(panel.start_requested):
        click(qtbot, panel.before.start_button)


def estimated(request_id: int, **facts: object) -> TrainingEstimated:
    values: dict[str, object] = {
        "n_bytes": 889_415, "sampled": 889_415, "reachable": 20_480, "more_reachable": False,
        "n_pieces": 9_000, "seconds": 3.2, "processors": 2, "memory": 91_234_567, "memory_limit": 6 * 10**9,
        "memory_there": 16 * 10**9, "longest_piece": 36, "longest_text": b"=" * 36, "special_texts": (),
        "replaced": 0, "skipped": 0, "too_large": False,
    }  # fmt: skip
    return TrainingEstimated(request_id, Estimate(**{**values, **facts}))  # type: ignore[arg-type]


def ask(panel: TrainingRunPanel, qtbot: QtBot) -> EstimateTraining:
    with qtbot.waitSignal(panel.asks.requested, timeout=30_000) as asked:
        panel.set_corpus(TEXT)
        panel.set_options(OPTIONS)
    (request,) = asked.args
    return request


def test_before_a_run_it_says_what_it_would_come_to(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    request = ask(panel, qtbot)
    assert (request.sources, request.options) == (("/a.txt",), OPTIONS)
    figures = panel.before.figures
    assert figures["reach"].value() == "–"
    with qtbot.waitSignal(panel.before.estimated):  # what stood in the place of the figures goes
        panel.asks.tell(estimated(request.request_id))
    shown = {name: figure.accessibleName() for name, figure in figures.items()}
    assert shown == {
        "reach": "20,480 tokens at most",
        "memory": "about 91 MB memory, of 16.0 GB",
        "time": "about 3 s on 2 cores",
        "longest": "36 bytes, the longest piece",
    }
    assert panel.before.scale.accessibleName() == "8,192 requested, 20,480 reachable"
    assert panel.before.findings() == ["No problems found in this text"]


def test_a_slow_pattern_is_said_with_the_part_that_makes_it_so(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    request = ask(panel, qtbot)
    panel.asks.tell(estimated(request.request_id, slow_part=r"\s*\S+"))
    assert panel.before.findings() == [r"Slow pattern, no compiled code for \s*\S+"]


def test_problems_stand_first(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    request = ask(panel, qtbot)
    odd = {
        "too_large": True, "replaced": 37, "special_texts": (("<|end|>", 3),), "longest_piece": 4_812,
        "skipped": 2, "reachable": 700, "sampled": 4_000,
    }  # fmt: skip
    panel.asks.tell(estimated(request.request_id, **odd))
    found = panel.before.findings()
    assert found[0].startswith("This text is too large without a split")
    assert found[1].startswith("Perhaps fewer tokens than requested")
    assert found[2] == "37 bytes are not UTF-8, they are replaced and counted"
    assert found[3] == "The text contains <|end|> 3 times, trained as plain text"
    assert len(found) == 4
    shown = [figure.accessibleName() for figure in panel.before.figures.values()]
    assert (shown[0], shown[3]) == ("≈ 700 tokens can be learned", "4,812 bytes, the longest piece seen")


def test_a_text_with_broken_parts_is_not_called_sound(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    request = ask(panel, qtbot)
    panel.asks.tell(estimated(request.request_id, n_faults=2))
    (found,) = panel.before.findings()
    assert found.startswith("2 parts of the text cannot be read")


def test_what_is_reckoned_from_a_sample_says_so(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    request = ask(panel, qtbot)
    panel.asks.tell(estimated(request.request_id, sampled=400_000, reachable=20_481))
    assert panel.before.findings() == ["No problems found in the part read"]
    assert panel.before.facts().startswith("889 KB in 1 source · estimated from 400 KB of it · GPT-4")
    shown = {name: figure.accessibleName() for name, figure in panel.before.figures.items()}
    assert shown["reach"] == "≈ 20,000 tokens can be learned"
    assert shown["longest"] == "36 bytes, the longest piece seen"
    assert panel.before.scale.accessibleName() == "8,192 requested, ≈ 20,000 reachable"


def test_a_new_run_begins_with_the_figures_of_what_is_chosen_now(
    running: TrainingRunPanel, qtbot: QtBot
) -> None:
    running.show_before()
    assert not running.before.isVisible()  # not while one goes on
    running.asks.tell(trained())
    larger = replace(OPTIONS, vocab_size=900)
    running.set_corpus(TEXT)
    running.set_options(larger)
    click(qtbot, running.head.new_button)
    qtbot.waitUntil(lambda: bool(running.asks.of(EstimateTraining)))
    (request,) = running.asks.of(EstimateTraining)
    assert (request.sources, request.options) == (("/a.txt",), larger)
    click(qtbot, running.before.back_button)
    assert running.head.isVisible()
    assert running.head.result.text() == "Trained 8,192 tokens in 5.4 s"


def test_a_change_asks_anew(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    first = ask(panel, qtbot)
    panel.asks.tell(estimated(first.request_id))
    with qtbot.waitSignal(panel.asks.requested, timeout=30_000):
        panel.set_options(Options(vocab_size=500))
        assert panel.before.figures["reach"].value() == "–"
    panel.asks.tell(estimated(first.request_id))
    assert panel.before.figures["reach"].value() == "–"


def test_held_out_text_is_a_second_line(running: TrainingRunPanel) -> None:
    running.asks.tell(HeldOutMeasured(RUN, 1000, 3000, 1000))
    running.asks.tell(HeldOutMeasured(RUN, 2000, 3000, 800))
    show(running)
    record = running._record
    assert record is not None
    assert record.held_sizes.tolist() == [1000, 2000]
    assert record.held_ratios.tolist() == [3.0, 3.75]


def test_the_checkpoint_says_its_age(running: TrainingRunPanel) -> None:
    assert running.head._saved.text() == ""
    running.asks.tell(TrainingProgress(RUN, "merging", 2000, 7936, 2.0, 512_000_000, 4.2, 212_000_000))
    show(running)
    assert running.head._saved.text() == "checkpoint 4 s ago"


def test_the_memory_of_the_run_is_told_from_that_of_the_program(running: TrainingRunPanel) -> None:
    running.asks.tell(TrainingProgress(RUN, "merging", 2000, 7936, 2.0, 512_000_000, -1.0, 212_000_000))
    show(running)
    memory = running.head._amounts.amounts["memory"]
    assert memory.text() == "212 MB memory, 512 MB in all"
    assert memory.toolTip() == "Memory used by this run, and by the whole program"


def test_a_result_says_what_came_of_it(running: TrainingRunPanel, qtbot: QtBot) -> None:
    running.asks.tell(
        trained(
            "gain", held_out=(3000, 800), longest=(b" Philadelphia", " двадцать".encode()), dropped=5, lost=12
        )
    )
    remark = running.head.remark.text()
    assert "4.00 bytes per token" in remark
    assert "3.75 on held-out text." in remark
    assert "The next merge would save less than the limit." in remark
    assert "The split pattern skips 12 bytes of the text. 5 rare pieces were dropped." in remark
    assert "“·Philadelphia” “·двадцать”" in running.head._longest.text()  # not cut after 16 bytes
    with qtbot.waitSignal(running.repeat_requested) as repeated:
        click(qtbot, running.head.repeat_link)
    assert repeated.args == [info()]
    with qtbot.waitSignal(running.more_requested):
        click(qtbot, running.head.more_link)


def test_where_a_result_has_no_room_whole_sentences_and_tokens_are_left(
    running: TrainingRunPanel, qtbot: QtBot
) -> None:
    running.asks.tell(
        trained("stopped", longest=(b" Philadelphia", b" Pennsylvania", b" Connecticut"), dropped=5)
    )
    remark, longest = running.head.remark, running.head._longest
    sentences = remark.text().split(". ")
    for label in (remark, longest):
        label.resize(label.fontMetrics().horizontalAdvance(label.text()), 20)
        assert label.shown() == label.text()
        label.resize(label.width() - 1, 20)
    assert remark.shown() == ". ".join(sentences[:-1]) + "."
    assert longest.shown() == "longest: “·Philadelphia” “·Pennsylvania”"
    longest.resize(40, 20)
    assert longest.shown() == ""
    assert remark.toolTip() == remark.text()


def test_each_phase_shows_its_own_progress(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    start(panel)
    qtbot.waitUntil(panel.head.isVisible)
    assert panel.head._title.text() == "Starting"
    panel.asks.tell(TrainingProgress(RUN, "reading", 400_000, 800_000, 0.3, 0))
    show(panel)
    assert panel.head._title.text() == "Reading the corpus"
    assert panel.head._bar.share() == pytest.approx(0.5)
    assert amounts(panel) == ["400 KB of 800 KB read", "0.3 s elapsed"]
    assert not panel.head.stop_button.isVisible()
    panel.asks.tell(TrainingProgress(RUN, "building", 10, 40, 0.4, 0))
    show(panel)
    assert panel.head._title.text() == "Counting pairs"
    assert amounts(panel)[0] == "10 of 40 pieces"


def test_the_header_is_in_the_phase_that_the_merges_are_in(panel: TrainingRunPanel) -> None:
    """The status bar and the log show at once what comes; nothing may say that the text is still read."""
    start(panel)
    panel.asks.tell(TrainingProgress(RUN, "reading", 400_000, 800_000, 0.3, 0))
    assert panel.head._title.text() == "Reading the corpus"
    panel.asks.tell(merges(RUN, 0, 1000))  # before the progress that tells of them
    assert panel.head._title.text() == "Training"
    assert amounts(panel)[0] == "1,000 of 7,936 merges"


def test_the_page_before_a_run_needs_no_room_for_plots(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    before = panel.minimumSizeHint().width()
    start(panel)
    qtbot.waitUntil(panel.head.isVisible)
    assert before < LEAST_WIDTH <= panel.minimumSizeHint().width()
    panel.asks.tell(trained())
    panel.show_before()
    assert panel.minimumSizeHint().width() == before


def test_figures_of_a_run(running: TrainingRunPanel) -> None:
    running.asks.tell(TrainingProgress(RUN, "merging", 2000, 7936, 2.5, 512_000_000, -1.0, 212_000_000))
    running.asks.tell(merges(RUN, 2000, 1000))
    running.asks.tell(TrainingProgress(RUN, "merging", 3000, 7936, 3.0, 512_000_000, -1.0, 212_000_000))
    show(running)
    assert amounts(running) == [
        "3,000 of 7,936 merges", "1,000 merges a second", "3.0 s elapsed", "5 s left",
        "212 MB memory, 512 MB in all",
    ]  # fmt: skip
    assert running.head.stop_button.text() == "Stop here and keep 3,256"


def test_a_shorter_number_leaves_no_gap_and_moves_no_neighbor(running: TrainingRunPanel) -> None:
    left, memory = (running.head._amounts.amounts[name] for name in ("left", "memory"))
    left.show_amount("12 min 35 s", "left")
    running.head._amounts.arrange()
    place = memory.x()
    left.show_amount("8 s", "left")
    running.head._amounts.arrange()
    left.layout().activate()
    assert left._unit.x() == left._value.width() + left.layout().spacing()
    assert left._value.width() == left._value.sizeHint().width()
    assert memory.x() == place


def test_figures_that_do_not_fit_are_left_out(running: TrainingRunPanel) -> None:
    assert running.head._amounts.amounts["memory"].isVisible()
    running.resize(400, 552)
    assert not running.head._amounts.amounts["memory"].isVisible()
    assert running.head._amounts.amounts["done"].isVisible()
    assert running.head.stop_button.text() == "Keep 2,256"


def test_buttons_ask_the_run(running: TrainingRunPanel, qtbot: QtBot) -> None:
    asked = running.asks.controls
    click(qtbot, running.head.pause_button)
    assert asked.pop() == ("pause", RUN, True)
    running.asks.tell(TrainingPaused(RUN, True))
    assert running.head._title.text() == "Paused"
    click(qtbot, running.head.pause_button)
    assert asked.pop() == ("pause", RUN, False)
    running.asks.tell(TrainingPaused(RUN, False))
    click(qtbot, running.head.stop_button)
    assert asked == [("stop", RUN)]
    assert not running.head.cancel_button.isEnabled()


def test_cancel_is_asked_once(running: TrainingRunPanel, qtbot: QtBot) -> None:
    for _ in range(2):
        click(qtbot, running.head.cancel_button)
    assert running.asks.cancelled == [RUN]
    running.asks.tell(TrainingProgress(RUN, "merging", 2100, 7936, 2.1, 0))
    show(running)
    assert running.head._title.text() == "Canceling"


def test_trained_it_can_be_saved_and_seen(running: TrainingRunPanel, qtbot: QtBot) -> None:
    running.asks.tell(trained(replaced=37, skipped=(("/b.bin", "looks_binary"),)))
    assert running.head.result.text() == "Trained 8,192 tokens in 5.4 s"
    said = "4.00 bytes per token, from 1.00. 37 bytes were not UTF-8 and were replaced."
    assert running.head.remark.text() == running.head.remark.toolTip() == said
    with qtbot.waitSignal(running.save_requested) as asked:
        click(qtbot, running.head.save_button)
    assert asked.args == [info()]
    with qtbot.waitSignal(running.see_requested) as asked:
        click(qtbot, running.head.see_link)
    assert asked.args == [info()]


def test_what_a_run_left_out_can_be_opened(running: TrainingRunPanel, qtbot: QtBot) -> None:
    answer = trained(skipped=(("/b.bin", "looks_binary"), ("/c.gz", "packed_cut")), n_faults=1)
    running.asks.tell(answer)
    assert running.head.left_out_link.text() == "2 files left out, 1 fault"
    with qtbot.waitSignal(running.left_out_wanted) as asked:
        click(qtbot, running.head.left_out_link)
    assert asked.args == [answer]


def test_a_run_that_read_all_offers_no_list(running: TrainingRunPanel) -> None:
    running.asks.tell(trained())
    assert running.head.left_out_link.isHidden()


def test_saved_the_button_is_no_longer_filled(running: TrainingRunPanel, qtbot: QtBot) -> None:
    running.asks.tell(trained())
    assert running.head.save_button.kind == "primary"
    running.show_saved(TokenizerSaved(50, info(handle=3), ()))
    assert running.head.save_button.kind == "primary"
    running.show_saved(TokenizerSaved(51, info(name="mine.model", path="/x/mine.model"), ("/x/mine.model",)))
    assert running.head.save_button.kind == "plain"
    assert running.head.remark.text().startswith("Saved as mine.model.")


@pytest.mark.parametrize(
    ("reason", "said"),
    [("pairs", "No pair is left to merge."), ("stopped", "Stopped by you.")],
)
def test_why_a_run_ended_early(running: TrainingRunPanel, reason: str, said: str) -> None:
    running.asks.tell(trained(reason))
    assert said in running.head.remark.text()


def test_cancelled_and_failed_offer_another_run(running: TrainingRunPanel, qtbot: QtBot) -> None:
    running.set_corpus(TEXT)
    running.asks.tell(TrainingCancelled(RUN, 2000))
    assert running.head.result.text() == "Training canceled"
    assert running.head.remark.text() == "2,000 merges discarded."
    assert not running.head.save_button.isVisible()
    click(qtbot, running.head.new_button)
    assert running.before.isVisible()
    with qtbot.waitSignal(running.start_requested):
        click(qtbot, running.before.start_button)
    start(running, RUN + 1)
    assert running.merge_log.model.rowCount() == 0
    running.asks.tell(Failed(RUN + 1, "train", "cannot_read_file", "/a.txt", None, "", ""))
    assert running.head.result.text() == "Training failed"
    assert not running.is_running


def test_the_keyboard_stays_with_the_run(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    panel.set_corpus(TEXT)
    panel.set_options(OPTIONS)
    panel.activateWindow()

    def _start() -> None:
        panel.before.start_button.clearFocus()  # as where the page's panels are arranged anew
        start(panel)

    panel.start_requested.connect(_start)
    click(qtbot, panel.before.start_button)
    qtbot.waitUntil(panel.head.pause_button.hasFocus)
    panel.head.cancel_button.setFocus()
    click(qtbot, panel.head.cancel_button)
    assert panel.head.hasFocus()
    panel.asks.tell(TrainingCancelled(RUN, 0))
    assert panel.head.new_button.hasFocus()


def test_a_run_cancelled_while_it_waits(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    start(panel)
    qtbot.waitUntil(panel.head.isVisible)
    panel.asks.tell(JobCancelled(RUN))
    assert panel.head.remark.text() == "Nothing was changed."


def test_stale_messages_are_dropped(running: TrainingRunPanel) -> None:
    running.asks.tell(TrainingCancelled(RUN, 2000))
    start(running, RUN + 1)
    running.asks.tell(merges(RUN + 1, 0, 2000))
    for late in (
        merges(RUN, 2000, 50),
        TrainingProgress(RUN, "reading", 1, 2, 9.0, 0),
        TrainingPaused(RUN, True),
        Trained(RUN, info(), "size", 1.0, 1, 1),
        TrainingCancelled(RUN, 5),
    ):
        running.asks.tell(late)
    show(running)
    assert running.is_running
    assert running.merge_log.model.n_merges == 2000
    assert running.head._title.text() == "Training"
    running.asks.tell(TrainingCancelled(RUN + 1, 2000))
    running.asks.tell(merges(RUN + 1, 2000, 50))
    assert running.merge_log.model.n_merges == 2000


def test_plots_say_in_words_what_they_show(running: TrainingRunPanel) -> None:
    assert running.plots.compression.accessibleDescription() == (
        "3.00 bytes per token at 2,256 tokens, from 1.00 at 256; the target is 8,192."
    )
    assert running.plots.pair_counts.summary == ("The first merged pair occurred 100,000 times, the last 50.")
    assert running.plots.lengths.summary == "Most tokens, 1,000, are 6 bytes long."


def test_a_pair_that_never_occurs_is_not_plotted(running: TrainingRunPanel) -> None:
    """The pair of a seed token may occur nowhere, and a logarithmic scale has no place for 0."""
    running.asks.tell(replace(merges(RUN, 2000, 3), counts=np.array([9, 0, 7])))
    show(running)
    assert running.plots.pair_counts._y[-2:].tolist() == [9, 7]
    assert running.plots.pair_counts._x[-2:].tolist() == [2001, 2003]


@pytest.mark.parametrize(
    ("size", "seen"),
    [((904, 552), 4), ((664, 452), 2), ((480, 452), 1)],
    ids=["all spread", "plots behind tabs", "all behind tabs"],
)
def test_it_fits_the_room(running: TrainingRunPanel, size: tuple[int, int], seen: int) -> None:
    running.resize(*size)
    assert (running.width(), running.height()) == size
    plots = running.plots
    parts = (plots.compression, plots.pair_counts, plots.lengths, running.merge_log)
    assert sum(part.isVisible() for part in parts) == seen


def test_every_tab_is_reached_by_click(running: TrainingRunPanel, qtbot: QtBot) -> None:
    running.resize(480, 452)
    tabs = running.plots._tabs["all tabs"]
    for key, part in (("log", running.merge_log), ("pairs", running.plots.pair_counts)):
        click(qtbot, tabs._segments[key])
        assert part.isVisible()


def test_a_message_costs_the_window_little(running: TrainingRunPanel) -> None:
    costs = []
    for first in range(2000, 34_000, 500):
        message = merges(RUN, first, 500)
        began = time.thread_time()
        running.asks.tell(message)
        running.asks.tell(TrainingProgress(RUN, "merging", first + 500, 40_000, first / 1e4, 0))
        costs.append(time.thread_time() - began)
    # 8 ms on an idle machine at most; ten times that, and of the middle one, on a busy one.
    assert float(np.median(costs)) < 0.08
    assert running.merge_log.model.rowCount() == 34_000


def test_the_record_keeps_what_plots_need() -> None:
    record = RunRecord(Train(RUN, (), OPTIONS))
    record.take_merges(merges(RUN, 0, 3, [b"ab", b"abc", b"x" * 40]))
    record.take_merges(merges(RUN, 1, 2))
    record.take_merges(merges(RUN, 9, 2))
    assert record.vocab_sizes.tolist() == [256, 257, 258, 259]
    assert record.bytes_per_token == pytest.approx([1.0, 1.001, 1.002, 1.003], abs=1e-5)
    assert record.lengths.tolist() == [1, 1, *[0] * 10, 1]
    assert record.ranks.tolist() == [1, 2, 3]


def test_no_plot_stays_behind_when_messages_stop(running: TrainingRunPanel, qtbot: QtBot) -> None:
    running.asks.tell(merges(RUN, 2000, 1000))
    shown = running.plots
    qtbot.waitUntil(
        lambda: len(shown.compression._x) == 3001 and len(shown.pair_counts._x) == 3000
        and shown.lengths._heights.sum() == 3000
    )  # fmt: skip


def test_a_run_that_goes_on_begins_where_its_tokenizer_ends(panel: TrainingRunPanel, qtbot: QtBot) -> None:
    extended = replace(OPTIONS, extend="/base.model", extend_by=500)
    panel.show_started(panel.asks(Train(RUN, ("/a.txt",), extended)))
    qtbot.waitUntil(panel.head.isVisible)
    learned = replace(merges(RUN, 0, 40), n_before=3000)
    panel.asks.tell(learned)
    panel.plots.show_merges(panel._record)
    assert panel.plots.compression._target == (3500, "target 3,500")
    first = learned.corpus_bytes / (learned.n_tokens[0] + learned.counts[0])
    assert panel._record.bytes_per_token[0] == first
    panel.asks.tell(trained())
    assert f"from {first:.2f}." in panel.head.remark.text()
