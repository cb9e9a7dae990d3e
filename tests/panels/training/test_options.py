"""The training options, by click and key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.fake_lanes import Asked
from workbench import api
from workbench.cli.arguments import parser
from workbench.engine.corpus.scanning import Scanned
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.engine.training.options import Options
from workbench.panels.training.options import TrainingOptionsPanel
from workbench.panels.training.presets import presets, ties
from workbench.settings import Settings
from workbench.widgets.labels import Label
from workbench.worker.messages.training import Train

TEXT = (Scanned("/a.txt", "file", "a.txt", 1, 1000),)
PATTERNS = {"gpt2": "two", "gpt4": "four", "gpt4o": "four o"}


@pytest.fixture
def panel(qtbot: QtBot) -> TrainingOptionsPanel:
    panel = TrainingOptionsPanel()
    qtbot.addWidget(panel)
    panel.set_patterns(PATTERNS)
    panel.set_corpus(TEXT)
    panel.resize(280, 700)
    panel.show()
    return panel


def click(qtbot: QtBot, widget: object) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def test_it_starts_with_the_defaults(panel: TrainingOptionsPanel) -> None:
    assert panel.options() == Options()
    assert panel._sum.text() == "256 bytes, 3,840 merges, 0 special tokens"
    assert panel.pattern.text() == "four"
    assert panel.pattern.isReadOnly()


def test_a_preset_is_one_click(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.options_changed) as changed:
        click(qtbot, panel._tiles["gpt2"])
    assert changed.args[0].preset == "gpt2"
    assert panel.pattern.text() == "two"
    click(qtbot, panel._tiles["basic"])
    assert not panel.pattern.isVisible()


def test_a_custom_pattern_begins_with_the_preset_and_is_typed(
    panel: TrainingOptionsPanel, qtbot: QtBot
) -> None:
    click(qtbot, panel._tiles["custom"])
    assert panel.pattern.text() == "four"
    assert not panel.pattern.isReadOnly()
    panel.pattern.selectAll()
    qtbot.keyClicks(panel.pattern, r"\w+|\W")
    assert panel.options() == Options(preset="custom", pattern=r"\w+|\W")
    click(qtbot, panel._tiles["gpt2"])
    assert panel.options() == Options(preset="gpt2")
    click(qtbot, panel._tiles["custom"])
    assert panel.pattern.text() == r"\w+|\W"
    panel.pattern.selectAll()
    qtbot.keyClick(panel.pattern, Qt.Key.Key_Delete)
    assert panel.fault() == "Type a split pattern first."
    assert panel._pattern_fault.isVisible()


def test_a_pattern_is_seen_whole(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    panel.set_patterns({"gpt4": 10 * r"\p{L}+|"})
    lines = panel.pattern.fontMetrics().lineSpacing()
    qtbot.waitUntil(lambda: panel.pattern.viewport().height() >= 3 * lines)
    assert panel.pattern.verticalScrollBar().maximum() == 0
    panel.resize(700, 700)
    qtbot.waitUntil(lambda: panel.pattern.viewport().height() < 3 * lines)
    assert panel.pattern.verticalScrollBar().maximum() == 0
    click(qtbot, panel._tiles["custom"])
    panel.pattern.selectAll()
    QGuiApplication.clipboard().setText("a|\nb")
    panel.pattern.paste()
    qtbot.keyClick(panel.pattern, Qt.Key.Key_Return)
    assert panel.options().pattern == "a|b"


def test_the_size_is_typed_with_its_digits_grouped(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    panel.vocab_size.setFocus()
    panel.vocab_size.selectAll()
    qtbot.keyClicks(panel.vocab_size, "32000")
    qtbot.keyClick(panel.vocab_size, Qt.Key.Key_Return)
    assert panel.vocab_size.text() == "32,000"
    assert panel.options().vocab_size == 32_000
    assert panel._sum.text() == "256 bytes, 31,744 merges, 0 special tokens"
    # The number has room: under a style sheet Qt once gave it a single pixel.
    assert panel.vocab_size.lineEdit().width() > 60


def test_more_options_unfold_and_say_what_is_not_default(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    assert not panel.more.min_count.isVisible()
    assert panel._more_remark.text() == ""
    click(qtbot, panel.more_button)
    assert panel.more.min_count.isVisible()
    assert panel.more.longest_token.text() == "no limit"
    panel.more.min_count.setValue(2)
    panel.more.longest_token.setValue(16)
    panel.more.tie.setFocus()
    qtbot.keyClick(panel.more.tie, Qt.Key.Key_End)
    qtbot.keyClick(panel.more.tie, Qt.Key.Key_Up)
    click(qtbot, panel.more_button)
    assert panel._more_remark.text() == "some changed"
    options = panel.options()
    assert (options.min_count, options.max_token_length, options.tie) == (2, 16, "huggingface")


def test_special_tokens_are_added_typed_checked_and_removed(
    panel: TrainingOptionsPanel, qtbot: QtBot
) -> None:
    field = panel.special_tokens
    click(qtbot, field.add_button)
    click(qtbot, field.add_button)
    first, second = field._rows
    assert panel.options().special_tokens == ("<|endoftext|>", "")
    assert first.id_label.text() == "4,096"
    assert second.fault.text() == "Type its text, or remove the row."
    assert panel.fault() == "Correct the special tokens first."
    qtbot.keyClicks(second.field, "<|endoftext|>")
    assert second.fault.text() == "This token is already in the list."
    qtbot.keyClicks(second.field, "2")
    assert panel.fault() == ""
    click(qtbot, first.remove)
    assert panel.options().special_tokens == ("<|endoftext|>2",)
    assert second.id_label.text() == "4,096"
    assert panel._sum.text() == "256 bytes, 3,840 merges, 1 special token"
    assert panel._more_remark.text() == ""  # of those that are folded away none was changed


def test_start_asks_with_the_options(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.start_requested) as asked:
        panel.start()
    assert asked.args == [panel.options()]


def test_without_text_nothing_starts(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    panel.set_corpus(())
    with qtbot.assertNotEmitted(panel.start_requested):
        panel.start()


def test_locked_it_shows_the_run_and_changes_nothing(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    click(qtbot, panel.more_button)
    run = Options(preset="gpt4o", vocab_size=600, special_tokens=("<a>",))
    own = replace(run, preset="gpt2", vocab_size=777)
    panel.set_options(own)
    panel.show_run(Asked()(Train(1, ("/a.txt",), run)))
    assert panel.kept()["vocab_size"] == 777
    assert panel.header.facts() == "locked while training"
    qtbot.keyClicks(panel.vocab_size, "9")
    qtbot.keyClick(panel.vocab_size, Qt.Key.Key_Up)
    qtbot.keyClicks(panel.special_tokens._rows[0].field, "b")
    click(qtbot, panel._tiles["gpt2"])
    qtbot.keyClick(panel.more.tie, Qt.Key.Key_Down)
    with qtbot.assertNotEmitted(panel.start_requested):
        panel.start()
    assert panel.options() == run
    panel.set_locked(False)
    assert panel.options() == own
    assert panel.header.facts() == "for the next run"  # the last one is next to it
    click(qtbot, panel._tiles["gpt4"])
    assert panel.options().preset == "gpt4"


def test_the_last_run_is_remembered(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.ini")
    first = TrainingOptionsPanel(settings)
    qtbot.addWidget(first)
    first.set_corpus(TEXT)
    first.set_options(Options(preset="gpt2", vocab_size=777, min_count=3, tie="first-seen"))
    first.start()
    second = TrainingOptionsPanel(Settings(tmp_path / "settings.ini"))
    qtbot.addWidget(second)
    assert second.options() == Options(preset="gpt2", vocab_size=777, min_count=3, tie="first-seen")


def test_more_options_unfold_into_sight(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    panel.resize(280, 420)
    click(qtbot, panel.more_button)
    qtbot.waitUntil(lambda: not panel.more.longest_token.visibleRegion().isEmpty())
    assert not panel.more_button.visibleRegion().isEmpty()


# --- CLIP and Llama 2 -----------------------------------------------------------------------------------


def test_llama_2_brings_sentencepieces_rules_and_takes_them_away_again(
    panel: TrainingOptionsPanel, qtbot: QtBot
) -> None:
    click(qtbot, panel._tiles["llama2"])
    assert panel.options() == Options(preset="llama2")
    assert (panel.more.longest_token.value(), panel.more.tie.value()) == (16, "sentencepiece")
    assert panel._sum.text() == "256 bytes, 3,837 characters and merges, 3 special tokens"
    assert panel._more_remark.text() == ""
    assert not panel.pattern.isVisible()
    panel.more_button.click()
    assert panel.more.coverage.isVisible()
    assert panel.more.split_digits.isVisible()
    click(qtbot, panel._tiles["gpt4"])
    assert panel.options() == Options()
    assert not panel.more.coverage.isVisible()


def test_what_the_person_chose_stays(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    panel.more.tie.set_value("first-seen")
    panel.more.longest_token.setValue(9)
    click(qtbot, panel._tiles["llama2"])
    options = panel.options()
    assert (options.tie, options.max_token_length) == ("first-seen", 9)
    assert panel._more_remark.text() == "some changed"


def test_the_share_of_characters(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    click(qtbot, panel._tiles["llama2"])
    panel.more_button.click()
    assert panel.more.coverage.text() == "99.995 %"
    panel.more.coverage.lineEdit().selectAll()
    qtbot.keyClicks(panel.more.coverage, "99.5")
    qtbot.keyClick(panel.more.coverage, Qt.Key.Key_Return)
    panel.more.split_digits.setChecked(False)
    assert (panel.options().character_coverage, panel.options().split_digits) == (0.995, False)
    panel.set_locked(True)
    assert panel.more.coverage.isReadOnly()
    assert not panel.more.split_digits.isEnabled()


def test_clip_counts_its_bytes_twice(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    panel.vocab_size.setValue(300)
    click(qtbot, panel._tiles["clip"])
    assert panel.vocab_size.value() == 513
    assert panel._sum.text() == "256 bytes, 256 at the end of a word, 1 merge, 2 special tokens"
    panel.more_button.click()
    panel.special_tokens.add_button.click()
    assert panel.special_tokens._rows[0].id_label.text() == "515"


def test_the_choice_is_remembered(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.ini")
    first = TrainingOptionsPanel(settings)
    qtbot.addWidget(first)
    first.set_corpus(TEXT)
    click(qtbot, first._tiles["llama2"])
    first.start()
    second = TrainingOptionsPanel(settings)
    qtbot.addWidget(second)
    assert second.options() == first.options()


def test_rare_options_come_back_as_they_were_set(qtbot: QtBot) -> None:
    panel = TrainingOptionsPanel()
    qtbot.addWidget(panel)
    options = Options(
        min_gain=0.00012,
        extend="/folder/base.model",
        extend_by=250,
        pattern="gpt2",
        move_special=True,
        memory_limit=800_000_000,
        remove_extra_whitespaces=True,
    )
    panel.set_options(options)
    assert panel.options() == options
    assert panel._sum.text() == "250 merges more"
    panel.more.extend.remove_button.click()
    assert (panel.options().extend, panel.options().pattern) == (None, None)
    panel.set_locked(True)
    assert panel.more.min_gain.isReadOnly()
    assert not panel.more.extend.choose_button.isVisibleTo(panel)
    panel.set_locked(False)
    panel.limit_longest(256)
    assert panel.options().max_token_length == 256


def test_every_preset_is_in_the_window_the_settings_and_the_command_line(tmp_path: Path) -> None:
    assert [preset.key for preset in presets()] == list(api.PRESETS)
    settings = Settings(tmp_path / "settings.ini")
    for preset in api.PRESETS:
        settings.preset = preset
        assert settings.preset == preset
        assert parser().parse_args(["train", "--preset", preset, "a.txt", "--out", "b"]).preset == preset


def test_the_window_has_words_for_every_tie_rule() -> None:
    assert {key for key, *words in ties() if all(words)} == set(api.TIE_RULES)


# --- numbers and forbidden tokens -----------------------------------------------------------------------


def test_numbers_change_the_pattern_that_is_shown(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    panel.set_patterns({"gpt2": PUBLISHED["gpt2"].pattern, "gpt4": PUBLISHED["cl100k"].pattern})
    panel.numbers.set_value("single")
    assert r"|\p{N}|" in panel.pattern.text()
    assert panel.options().numbers == "single"
    click(qtbot, panel._tiles["gpt2"])
    assert r"| ?\p{N}|" in panel.pattern.text()
    for preset in ("basic", "llama2"):
        click(qtbot, panel._tiles[preset])
        assert not panel.numbers.isVisible()
        assert panel.options().numbers is None


def test_forbidden_tokens_are_lines(panel: TrainingOptionsPanel) -> None:
    lines = panel.more.forbidden.lines
    lines.insertPlainText(" the\n\n\\x41b\n the\n")
    assert panel.options().forbidden_tokens == (" the", r"\x41b")
    assert panel.fault() == ""
    lines.insertPlainText("\\q")
    assert "forbidden tokens" in panel.fault()


def test_seed_tokens_are_lines_and_those_that_cannot_be_are_marked(
    panel: TrainingOptionsPanel, qtbot: QtBot
) -> None:
    lines = panel.more.seeds.lines
    lines.insertPlainText(" the\n\nx\nab\\q\n\\xFF\\xFE\n\\n\\n\n the")
    assert panel.options().seed_tokens == (" the", "x", r"ab\q", r"\xFF\xFE", r"\n\n")
    assert "seed tokens" in panel.fault()
    marked = [each.cursor.selectedText() for each in lines.extraSelections()]  # type: ignore[attr-defined]
    assert marked == ["x", r"ab\q", r"\xFF\xFE"]
    lines.undo()
    assert panel.options().seed_tokens == ()
    lines.redo()
    lines.setPlainText(" the\n\\n\\n")
    assert panel.fault() == ""
    assert not lines.extraSelections()
    click(
        qtbot, panel._tiles["llama2"]
    )  # has no place for them, and neither has a tokenizer that is extended
    assert panel.options().seed_tokens == ()
    click(qtbot, panel._tiles["gpt4"])
    panel.more.extend.take("base.model")
    assert panel.options().seed_tokens == ()
    assert panel.more.seeds.isHidden()
    panel.more.extend.take("")
    assert panel.options().seed_tokens == (" the", r"\n\n")


def test_a_long_list_is_pasted_and_shown_in_slices(
    panel: TrainingOptionsPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.widgets.slices.SLICE_SECONDS", 0.0)  # a step at a time
    lines, mime = panel.more.seeds.lines, QMimeData()
    tokens = [f" word{number}" for number in range(10_000)]
    mime.setText("\n".join([*tokens, "x", "y"]))
    panel.more_button.setChecked(True)
    counts = [1]
    lines.textChanged.connect(lambda: counts.append(lines.blockCount()))
    lines.insertFromMimeData(mime)
    assert lines.isReadOnly()
    assert "Wait" in panel.more.fault()
    note = next(each for each in panel.findChildren(Label) if each.text().startswith("Inserting the lines"))
    assert note.property("tone") == "text2"
    qtbot.waitUntil(lambda: not lines.is_busy)
    assert 0 < max(after - before for before, after in pairwise(counts)) < 1_000  # lines at once
    assert not lines.isReadOnly()
    assert panel.options().seed_tokens == (*tokens, "x", "y")
    assert "Correct the seed tokens" in panel.more.fault()
    assert (note.text(), note.property("tone")) == (lines.fault, "danger")
    assert lines.fault.startswith("Line 10,001: ")
    assert len(lines.extraSelections()) == 2  # type: ignore[attr-defined]
    options = panel.options()
    lines.undo()
    qtbot.waitUntil(lambda: panel.options().seed_tokens == ())
    panel.set_options(options)
    assert panel.options() == options  # known before all lines are there
    panel.set_locked(True)
    qtbot.waitUntil(lambda: not lines.is_busy)
    assert lines.isReadOnly()
    assert lines.toPlainText() == mime.text()


def test_tokens_are_remembered(tmp_path: Path) -> None:
    file = tmp_path / "settings.ini"
    panel = TrainingOptionsPanel(Settings(file))
    panel._has_corpus = True
    panel.more.seeds.lines.insertPlainText(" the\n日本")
    panel.more.forbidden.lines.insertPlainText("qu")
    panel.more.forbidden.pattern.setText("a{3}")
    panel.more.forbidden.whole_characters.click()
    panel.start()
    panel._settings.sync()  # type: ignore[union-attr]
    options = TrainingOptionsPanel(Settings(file)).options()
    assert options == panel.options()
    assert options.seed_tokens == (" the", "日本")
    settings = Settings(file)
    settings.training_tokens = {
        "seed_tokens": 3,
        "forbidden_tokens": ["x\ny", 4, "ab"],
        "whole_characters": "no",
    }
    assert TrainingOptionsPanel(settings).options().forbidden_tokens == ("ab",)


@pytest.mark.parametrize("locked", [False, True])
def test_a_token_of_the_log_is_forbidden_in_the_next_run(panel: TrainingOptionsPanel, locked: bool) -> None:
    panel.set_locked(locked)
    panel.forbid(b" date\\")
    panel.forbid(b" date\\")
    assert panel.kept()["forbidden_tokens"] == (" date\\\\",)
    assert panel.options().forbidden_tokens == (() if locked else (" date\\\\",))
    panel.set_locked(False)
    assert panel.options().forbidden_tokens == (" date\\\\",)


def test_a_typed_pattern_outlives_a_run_and_a_tokenizer_to_extend(panel: TrainingOptionsPanel) -> None:
    panel.set_options(Options("custom", r"\w+"))
    panel.more.extend.take("/folder/base.model")
    own = panel.options()
    assert (own.pattern, own.extend) == (None, "/folder/base.model")
    panel.show_run(Asked()(Train(1, ("/a.txt",), Options("custom", r"\S+"))))
    assert (panel.options().pattern, panel.kept()["custom_pattern"]) == (r"\S+", r"\w+")
    panel.set_locked(False)
    assert panel.options() == own
    panel.more.extend.remove_button.click()
    assert panel.options().pattern == r"\w+"


def test_a_reset_can_be_undone(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    said: list[tuple[str, Callable[[], None]]] = []
    panel.reset.toast_requested.connect(lambda text, undo: said.append((text, undo)))
    panel.set_options(Options("gpt2"))
    assert not panel.reset.isEnabled()
    changed = Options(
        "gpt2", vocab_size=999, special_tokens=("<a>",), roles=(("eos", "<a>"),), chat_template="{{ 1 }}",
        min_count=3, forbidden_tokens=("the",),
    )  # fmt: skip
    panel.set_options(changed)
    changed = panel.options()
    qtbot.mouseClick(panel.reset, Qt.MouseButton.LeftButton)
    assert panel.options() == Options("gpt2")
    assert not panel.reset.isEnabled()
    ((text, undo),) = said
    assert text == "All options are those of the preset GPT-2."
    panel.set_locked(True)
    undo()
    assert panel.options() == Options("gpt2")
    panel.set_locked(False)
    undo()
    assert panel.options() == changed
    assert panel.reset.isEnabled()


def test_a_reset_is_undone_until_something_else_is_changed(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    panel.set_options(Options("gpt2", vocab_size=999))
    qtbot.mouseClick(panel.reset, Qt.MouseButton.LeftButton)
    assert panel.reset.can_undo
    panel.reset.undo()
    assert panel.options() == Options("gpt2", vocab_size=999)
    assert not panel.reset.can_undo
    qtbot.mouseClick(panel.reset, Qt.MouseButton.LeftButton)
    panel.vocab_size.setValue(777)
    assert not panel.reset.can_undo
    qtbot.mouseClick(panel.reset, Qt.MouseButton.LeftButton)
    panel._tiles["gpt4"].click()
    assert not panel.reset.can_undo


def test_what_offers_the_undo_of_a_reset_goes_with_it(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    offered: list[object] = []
    withdrawn: list[object] = []
    panel.reset.toast_requested.connect(lambda _, undo: offered.append(undo))
    panel.reset.undo_withdrawn.connect(withdrawn.append)
    panel.set_options(Options("gpt2", vocab_size=999))
    qtbot.mouseClick(panel.reset, Qt.MouseButton.LeftButton)
    assert withdrawn == []
    panel.reset.undo()
    assert withdrawn == offered
    qtbot.mouseClick(panel.reset, Qt.MouseButton.LeftButton)
    panel.vocab_size.setValue(777)
    assert withdrawn == offered
    panel.vocab_size.setValue(778)
    assert len(withdrawn) == len(offered) == 2


def test_a_reset_keeps_a_custom_pattern(panel: TrainingOptionsPanel, qtbot: QtBot) -> None:
    panel.set_options(Options("custom", pattern=r"\w+", vocab_size=999))
    qtbot.mouseClick(panel.reset, Qt.MouseButton.LeftButton)
    assert panel.options() == Options("custom", pattern=r"\w+")
