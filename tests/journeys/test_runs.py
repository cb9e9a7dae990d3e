"""Runs that were interrupted, repeated, gone on with, and that ask: by click and by key."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QInputDialog, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

import workbench
from tests.journeys.conftest import Person
from tests.journeys.test_training import choose_in_dialog, corpus_file, start, use_corpus
from workbench import api
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.training.options import Options
from workbench.settings import Settings
from workbench.shell import interrupted
from workbench.widgets.strips import NoticeStrip


def leave_a_run(settings: Settings, corpus: Path, size: int = 600, n_merges: int = 100) -> Path:
    """Leave a run as a program that was killed does."""
    folder = settings.data_folder / "runs" / "one"
    wanted = api.Checkpointing(str(folder))
    run = api.TrainingRun([str(corpus)], api.Options(vocab_size=size), checkpoint=wanted)
    steps = run.steps()
    while run.n_merges < n_merges:
        next(steps)
    steps.close()
    return folder


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return corpus_file(tmp_path, 400)


@pytest.fixture
def left(settings: Settings, corpus: Path) -> Path:
    """Stands before `person` in a test's parameters, so that the window finds the run."""
    return leave_a_run(settings, corpus)


def strip(person: Person, words: str = "interrupted") -> NoticeStrip | None:
    strips = person.parts.window.findChildren(NoticeStrip)
    return next((s for s in strips if s.isVisible() and words in s.sentence), None)


def leave_results(settings: Settings, corpus: Path, *sizes: int) -> list[Path]:
    """Leave tokenizers that were trained and not saved, as a program that was killed does."""
    folders = []
    for size in sizes:
        folder = settings.data_folder / "runs" / f"of_{size}"
        run = api.TrainingRun(
            [str(corpus)], api.Options(vocab_size=size), checkpoint=api.Checkpointing(str(folder))
        )
        list(run.steps())
        api.keep_result(str(folder), run.tokenizer(), f"Run of {size}", run.plan())
        folders.append(folder)
    return folders


@pytest.fixture
def unsaved(settings: Settings, corpus: Path) -> list[Path]:
    """Stands before `person`, as `left`."""
    return leave_results(settings, corpus, 300, 310)


def test_an_interrupted_run_is_taken_up(left: Path, corpus: Path, person: Person) -> None:
    person.wait(lambda: strip(person))
    found = strip(person)
    assert found is not None
    assert found.sentence == (
        "A training run was interrupted after 100 merges: GPT-4 (cl100k) preset, to 600 tokens."
    )
    assert "corpus.txt" in found.second
    link, run = person.button("Resume", found), person.parts.run
    person.parts.window.activateWindow()
    link.setFocus()
    person.wait(link.hasFocus)
    person.click(link)
    person.wait(lambda: person.parts.session.training.run is None and person.tokenizer.path is None)
    person.wait(lambda: person.tokenizer.name == "Training run 1")
    person.wait(lambda: not person.parts.run.is_running and person.parts.session.training.run is None)
    assert run.isAncestorOf(QApplication.focusWidget()), "the run takes the keyboard, as after Start training"
    assert person.tokenizer.n_merges == 344
    assert person.parts.run.merge_log.model.rowCount() == 344
    person.wait((left / "result.index").exists)  # until it is saved
    person.wait(lambda: not list(left.glob("run-*")))
    assert strip(person) is None
    person.wait(lambda: person.parts.corpus.sources.enabled_paths() == (str(corpus),))


def test_a_run_whose_sources_are_in_the_corpus_goes_on_without_a_word(
    left: Path, corpus: Path, person: Person
) -> None:
    person.wait(lambda: strip(person))
    sources, refused = person.parts.corpus.sources, []
    sources.add_paths([str(corpus)])
    sources.refused.connect(refused.append)
    person.click(person.button("Resume", strip(person)))
    person.wait(lambda: person.parts.session.training.run is not None)
    person.wait(lambda: sources.enabled_paths() == (str(corpus),))
    assert refused == []
    person.wait(lambda: not person.parts.run.is_running and person.parts.session.training.run is None)


@pytest.fixture
def left_counting(settings: Settings, corpus: Path) -> Path:
    """A run that was killed while it counted; stands before `person`, as `left`."""
    folder = settings.data_folder / "runs" / "one"
    run = api.TrainingRun(
        [str(corpus)], api.Options(vocab_size=600), checkpoint=api.Checkpointing(str(folder))
    )
    steps = run.steps()
    while not isinstance(next(steps), api.Progress):
        pass
    assert run.counted is None
    steps.close()
    return folder


def test_a_run_left_while_counting_is_taken_up(left_counting: Path, person: Person) -> None:
    person.wait(lambda: strip(person, "while its text was counted"))
    found = strip(person, "while its text was counted")
    assert found is not None
    assert "Counting starts again" in found.second
    person.click(person.button("Resume", found))
    person.wait(lambda: person.tokenizer.name == "Training run 1")
    assert person.tokenizer.n_merges == 344
    person.wait((left_counting / "result.index").exists)


def test_an_interrupted_run_stands_in_train_until_it_is_answered(left: Path, person: Person) -> None:
    window = person.parts.window
    person.wait(lambda: strip(person))
    window.commands["help.kernels"].trigger()
    window.window_strip.strip()._close()
    assert strip(person)
    strip(person)._close()
    assert strip(person) is None
    window.show_task("train")
    person.wait(lambda: strip(person))
    person.parts.options.vocab_size.setValue(777)
    own = person.parts.options.options()
    person.parts.training.train_on_sample()
    assert person.parts.options.options() != own
    assert strip(person) is None
    person.wait(lambda: person.parts.session.training.run is None)
    assert person.parts.options.options() == own
    person.wait(lambda: strip(person))
    person.click(person.button("Discard", strip(person)))
    assert strip(person) is None


def test_an_interrupted_run_is_taken_up_by_key(left: Path, person: Person) -> None:
    person.wait(lambda: strip(person))
    link = person.button("Resume", strip(person))
    link.setFocus(Qt.FocusReason.TabFocusReason)
    person.bot.keyClick(link, Qt.Key.Key_Space)
    person.wait(lambda: person.tokenizer.name == "Training run 1")


def test_an_interrupted_run_is_discarded(left: Path, person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupted, "UNDO_MS", 10)
    person.wait(lambda: strip(person))
    person.click(person.button("Discard", strip(person)))
    person.wait(lambda: not left.exists())
    assert strip(person) is None


def test_a_discarded_run_is_taken_back(left: Path, person: Person) -> None:
    person.wait(lambda: strip(person))
    person.click(person.button("Discard", strip(person)))
    assert strip(person) is None
    person.click(person.button("Undo"))
    person.wait(lambda: strip(person))
    assert left.exists()


def test_a_tokenizer_that_was_not_saved_is_offered_and_saved(
    unsaved: list[Path], corpus: Path, person: Person, tmp_path: Path
) -> None:
    parts = person.parts
    corpus.unlink()  # it is not needed any more
    person.wait(lambda: strip(person, "not saved"))
    found = strip(person, "not saved")
    assert found is not None
    assert "310 tokens" in found.sentence
    assert "corpus.txt" in found.second
    person.click(person.button("Open", found))
    person.wait(lambda: person.tokenizer.name == "Run of 310")
    assert (person.tokenizer.path, person.tokenizer.format) == (None, "")
    assert workbench.open_tokenizer(unsaved[1] / "result.model").encode_ordinary("merge tokens") == (
        parts.lanes._store.tokenizer(person.tokenizer.handle).encode_ordinary("merge tokens")
    )
    assert api.kept_results(str(unsaved[1].parent))[0].folder == str(unsaved[0])  # the other one is held
    parts.session.saving.save_to(person.tokenizer, str(tmp_path / "mine.model"))
    person.wait(lambda: not unsaved[1].exists())
    person.wait(lambda: strip(person, "minbpe's load ignores the pattern"))
    strip(person, "minbpe's load")._close()
    parts.session.saving.save_to(person.tokenizer, str(tmp_path / "mine.model"))
    person.wait(lambda: not parts.session.saving._saving)
    assert strip(person, "minbpe's load") is None  # it was said of this file
    person.wait(lambda: "300 tokens" in getattr(strip(person, "not saved"), "sentence", ""))
    person.click(person.button("Discard", strip(person, "not saved")))
    assert strip(person, "not saved") is None
    person.click(person.button("Undo"))
    person.wait(lambda: strip(person, "not saved"))
    assert unsaved[0].exists()


def test_all_that_were_not_saved_are_discarded(
    unsaved: list[Path], person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interrupted, "UNDO_MS", 10)
    person.wait(lambda: strip(person, "not saved"))
    person.click(person.button("Discard all (2)", strip(person, "not saved")))
    person.wait(lambda: not any(folder.exists() for folder in unsaved))


def test_what_is_trained_is_kept_until_it_is_saved(
    person: Person, settings: Settings, corpus: Path, tmp_path: Path
) -> None:
    parts = person.parts
    use_corpus(person, corpus)
    runs = settings.data_folder / "runs"
    handles = []
    for size in (300, 310, 320):
        if handles:
            person.click(person.button("New run"))
        start(person, size, preset="llama2" if size == 310 else "gpt4")
        person.wait(
            lambda size=size: parts.session.training.run is None and person.tokenizer.vocab_size == size
        )
        handles.append(person.tokenizer.handle)
    person.wait(lambda: len(list(runs.glob("*/result.index"))) == 3)
    parts.naming._rename(
        next(i for i in parts.session.tokenizers._open.values() if i.handle == handles[1]), "My second"
    )
    person.wait(lambda: any(b"My second" in index.read_bytes() for index in runs.glob("*/result.index")))
    parts.session.saving.save_to(person.tokenizer, str(tmp_path / "mine.model"))
    person.wait(lambda: len(list(runs.iterdir())) == 2)
    parts.session.tokenizers.use(handles[0])
    parts.session.tokenizers.close_current()
    parts.window.close()
    (kept,) = api.kept_results(str(runs))  # not what was closed
    assert (kept.name, kept.vocab_size) == ("My second", 310)


def test_another_corpus_is_refused_and_said(left: Path, corpus: Path, person: Person) -> None:
    person.wait(lambda: strip(person))
    corpus.write_text("another text, and another one", encoding="utf-8")
    person.click(person.button("Resume", strip(person)))
    person.wait(lambda: person.parts.session.training.run is None)
    person.wait(lambda: "corpus.txt has changed" in _said(person))
    assert left.exists()


@pytest.fixture
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let plain Python train: the kernels would be done before the window could be closed."""
    monkeypatch.setenv("WORKBENCH_PURE", "1")


@pytest.mark.usefixtures("_unhurried")
def test_closing_the_window_leaves_the_run_to_be_taken_up(
    person: Person, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> None:
    use_corpus(person, corpus_file(tmp_path))
    start(person, 30_000, preset="basic")
    person.wait(lambda: person.parts.run.merge_log.model.rowCount() > 20)
    person.parts.window.close()
    (run,) = api.interrupted_runs(str(settings.data_folder / "runs"))
    assert run.n_merges > 20
    assert run.plan["options"]["preset"] == "basic"


@pytest.mark.usefixtures("_unhurried")
@pytest.mark.parametrize("answer", ["Continue training", "Quit and discard"])
def test_closing_asks_only_where_the_run_would_be_lost(
    person: Person, settings: Settings, tmp_path: Path, answer: str
) -> None:
    parts = person.parts
    settings.data_folder.mkdir(parents=True, exist_ok=True)
    (settings.data_folder / "runs").write_bytes(b"")  # a file, where the folder of the checkpoints should be
    use_corpus(person, corpus_file(tmp_path))
    start(person, 30_000, preset="basic")
    person.wait(lambda: parts.run.merge_log.model.rowCount() > 20)
    assert not parts.window.close()
    (box,) = parts.window.findChildren(QMessageBox)
    assert box.text() == "This training run cannot be resumed."
    person.click(person.button(answer, box))
    if answer == "Continue training":
        assert parts.window.isVisible()
        assert parts.run.is_running
        person.click(person.button("Cancel", parts.run))
        person.wait(lambda: parts.session.training.run is None)
    else:
        person.wait(lambda: not parts.window.isVisible())


def test_a_run_is_repeated_and_gone_on_with(person: Person, corpus: Path) -> None:
    parts = person.parts
    use_corpus(person, corpus)
    start(person, 400)
    person.wait(lambda: not parts.run.is_running and parts.session.training.run is None)
    first = person.tokenizer
    assert first is not None
    person.click(person.button("Repeat this run", parts.run))
    person.wait(lambda: person.tokenizer.handle != first.handle and not parts.run.is_running)
    second = person.tokenizer
    assert second is not None
    store = parts.lanes._store
    one, other = store.tokenizer(first.handle), store.tokenizer(second.handle)
    assert one.model.pairs().tolist() == other.model.pairs().tolist()
    assert one.record == other.record
    person.click(person.button("Add 1,000 merges", parts.run))
    person.wait(lambda: person.tokenizer.handle != second.handle and not parts.run.is_running)
    third = store.tokenizer(person.tokenizer.handle)
    assert third.model.vocab_size > 400  # as many as there are pairs for
    assert third.model.pairs()[:400].tolist() == one.model.pairs().tolist()


def test_more_merges_by_the_palette(person: Person, corpus: Path) -> None:
    parts = person.parts
    use_corpus(person, corpus)
    start(person, 300)
    person.wait(lambda: not parts.run.is_running and parts.session.training.run is None)
    parts.window.commands["train.more"].trigger()
    person.wait(lambda: person.tokenizer.vocab_size > 300 and parts.session.training.run is None)
    first = person.tokenizer
    parts.window.commands["train.repeat"].trigger()
    person.wait(lambda: person.tokenizer.handle != first.handle)
    assert person.tokenizer.vocab_size == first.vocab_size


@pytest.mark.parametrize("answer", ["Drop the rarest and continue", "Stop"])
def test_it_asks_past_the_limit(person: Person, tmp_path: Path, answer: str) -> None:
    letters = str.maketrans("0123456789", "abcdefghij")
    file = tmp_path / "many.txt"
    file.write_text("\n".join(f"w{i} often".translate(letters) for i in range(60_000)), encoding="ascii")
    use_corpus(person, file)
    person.parts.options.set_options(Options(vocab_size=300, memory_limit=2_000_000))
    person.click(person.button("Start training"))
    person.wait(lambda: strip(person, "distinct pieces take"))
    person.click(person.button(answer, strip(person, "distinct pieces take")))
    person.wait(lambda: person.parts.session.training.run is None)
    if answer == "Stop":
        assert person.parts.run.head.result.text() == "Training canceled"
        assert not strip(person, "distinct pieces take")
    else:
        person.wait(lambda: "dropped" in person.parts.run.head.remark.text())


def test_what_failed_is_past_when_another_run_starts(person: Person, tmp_path: Path, corpus: Path) -> None:
    file = tmp_path / "gone.txt"
    file.write_text("text that is here and there", encoding="ascii")
    use_corpus(person, file)
    file.unlink()
    person.click(person.button("Start training"))
    person.wait(lambda: "Training stopped at gone.txt" in _said(person))
    file.write_text("text that is here and there again", encoding="ascii")
    person.click(person.button("New run"))
    person.click(person.button("Start training"))
    person.wait(lambda: person.parts.run.head.result.text().startswith("Trained"))
    assert not strip(person, "gone.txt")


def test_a_share_too_small_to_hold_anything_out_is_told(person: Person, corpus: Path) -> None:
    use_corpus(person, corpus)
    person.parts.corpus.cleaning.held_out_field.setValue(0.1)
    person.parts.options.set_options(Options(vocab_size=300))
    person.click(person.button("Start training"))
    person.wait(lambda: "No document was held out" in person.parts.run.head.remark.text())


def test_what_cannot_start_says_why(person: Person, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_corpus(person, corpus)
    before = person.parts.run.before
    person.parts.options.use_pattern("(a")
    person.wait(lambda: "closes the group" in _said(person))
    assert "closes the group" in before.findings()[0]
    assert not before.start_button.isEnabled()
    person.parts.options.use_pattern(r"\w+|\W")
    person.parts.options.numbers.set_value("single")  # which this pattern has no part for
    person.wait(lambda: not before.start_button.isEnabled())
    assert "digits" in before.start_button.toolTip()
    assert before.findings() == [before.start_button.toolTip()]
    person.parts.options.numbers.set_value("")
    assert before.start_button.isEnabled()
    person.parts.options.set_options(Options(preset="custom"))
    assert before.findings() == ["Type a split pattern first."]
    assert not before.start_button.isEnabled()
    told: list[object] = []
    show = before._show

    def _show() -> None:
        if before._estimate is not None:
            told.append(strip(person, "closes the group"))
        show()

    monkeypatch.setattr(before, "_show", _show)
    person.parts.options.use_pattern("a|t")
    person.wait(lambda: before.figures["reach"].value() != "–")
    assert before.start_button.isEnabled()
    assert told[-1] is None
    assert strip(person, "closes the group") is None


def _said(person: Person) -> str:
    # In the panel, or in the window while the panel is still being moved.
    labels = [
        label
        for found in person.parts.window.findChildren(NoticeStrip)
        for label in found.findChildren(QLabel)
    ]
    return " ".join(label.text() for label in labels).replace("\u200b", "")


def test_before_the_start_it_says_what_it_would_come_to(person: Person, corpus: Path) -> None:
    use_corpus(person, corpus)
    before = person.parts.run.before
    person.wait(lambda: before.findings()[0].startswith("Fewer tokens than requested"))
    person.parts.options.vocab_size.setValue(400)
    assert before.figures["reach"].value() == "–"
    person.wait(lambda: before.figures["reach"].value() != "–")
    assert before.figures["longest"].value().isdecimal()
    assert before.findings() == ["No problems found in this text"]


def test_a_finding_offers_a_way_out(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "rule.txt"
    file.write_text("text\n" + "=" * 900 + "\n", encoding="ascii")
    use_corpus(person, file)
    person.click(person.button("Limit tokens to 256", person.parts.run.before))
    assert person.parts.options.options().max_token_length == 256


@pytest.mark.parametrize(("preset", "size", "suffix"), [("gpt2", 300, ".model"), ("llama2", 310, ".model")])
def test_a_tokenizer_is_gone_on_with(
    person: Person, corpus: Path, tmp_path: Path, preset: str, size: int, suffix: str
) -> None:
    base = tmp_path / f"base{suffix}"
    workbench.save_tokenizer(workbench.train(corpus, preset=preset, vocab_size=size), base)
    longer = workbench.train(corpus, preset=preset, vocab_size=size + 15)
    use_corpus(person, corpus)
    options = person.parts.options
    person.click(person.button("More options", options))
    person.click(person.button("Choose…", options))
    choose_in_dialog(person, base)
    person.wait(lambda: options.options().extend == str(base))
    options.more.extend.merges.setValue(15)
    person.click(person.button("Start training"))
    person.wait(lambda: person.tokenizer.name == "Training run 1")
    current = person.tokenizer
    assert current.vocab_size == size + 15
    text = corpus.read_text(encoding="utf-8")
    tokenizer = person.parts.lanes._store.tokenizer(current.handle)
    assert tokenizer.encode_ordinary(text) == longer.encode_ordinary(text)
    person.wait(lambda: "bytes per token, from" in person.parts.run.head.remark.text())
    assert "from 1.00" not in person.parts.run.head.remark.text()


def test_held_out_text_is_judged_by(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    file.write_text("\n".join(f'{{"text": "the cat number {i} sat"}}' for i in range(900)), encoding="ascii")
    use_corpus(person, file)
    person.parts.session.training.start(Options(vocab_size=280), (SourceOptions(str(file), held_out=0.2),))
    person.wait(lambda: "on held-out text." in person.parts.run.head.remark.text())


def test_the_result_is_named_exported_and_told(person: Person, corpus: Path) -> None:
    parts = person.parts
    use_corpus(person, corpus)
    start(person, 320, preset="llama2", tie="sentencepiece")
    person.wait(lambda: not parts.run.is_running and parts.session.training.run is None)
    assert "of 320 tokens used." in parts.run.head.remark.text()
    handle = person.tokenizer.handle
    person.click(person.button("Name it…", parts.run))
    dialog = next(d for d in parts.window.findChildren(QInputDialog) if d.isVisible())
    assert dialog.textValue() == "Training run 1"
    dialog.setTextValue("  My   tokens ")
    dialog.accept()
    person.wait(lambda: person.tokenizer.name == "My tokens")
    assert parts.lanes._store.tokenizer(handle).name == "My tokens"
    person.click(person.button("Undo"))
    person.wait(lambda: person.tokenizer.name == "Training run 1")
    person.click(person.button("Export…", parts.run))
    person.wait(lambda: parts.exporting.dialog is not None)
    parts.exporting.dialog.reject()


def test_there_is_one_way_to_start_a_run_in_the_train_task(person: Person, corpus: Path) -> None:
    window, new = person.parts.window, person.parts.window.commands["train.new"]

    def _ways() -> list[str]:
        buttons = [b for b in window.findChildren(QAbstractButton) if b.isVisible()]
        return [b.text() for b in buttons if b.text() in {"Start training", "New run", new.iconText()}]

    assert _ways() == [new.iconText()]
    use_corpus(person, corpus)
    person.wait(lambda: _ways() == ["Start training"])
    person.parts.options.set_options(Options(vocab_size=300))
    person.click(person.button("Start training"))
    person.wait(lambda: person.parts.run.head.result.text().startswith("Trained"))
    person.wait(lambda: _ways() == ["New run"])
    window.show_task("inspect")
    person.wait(lambda: _ways() == [new.iconText()])
