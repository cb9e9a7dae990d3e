"""Training runs as jobs: the presets whose ids do not begin with 256, and batches of merges."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.worker.stepping import messages, run_until
from workbench import api
from workbench.engine.base import pace
from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.training.options import Options
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs import training as training_job
from workbench.worker.jobs.job import ENDED
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.training import TrainingJob
from workbench.worker.messages.requests import Failed
from workbench.worker.messages.training import (
    DiscardRun,
    EstimateTraining,
    FindInterrupted,
    HeldOutMeasured,
    InterruptedFound,
    InterruptedRun,
    MergesLearned,
    OpenResult,
    ReadRecord,
    ReadTemplate,
    RecordRead,
    ResultOpened,
    TemplateRead,
    Train,
    Trained,
    TrainingAsks,
    TrainingCancelled,
    TrainingEstimated,
    TrainingPaused,
    TrainingProgress,
)

CORPUS = "The cat sat on the mat, the rat sat on the cat; THIS is that: 12 é.\n" * 40


def answers(store: Store, corpus: str, **options: object) -> list[object]:
    request = Train(7, (corpus,), Options(**options), "Run")  # type: ignore[arg-type]
    return list(messages(jobs.start(store, request)))


def cut(blob: bytes, ends: np.ndarray) -> list[bytes]:
    starts = [0, *ends.tolist()[:-1]]
    return [blob[start:end] for start, end in zip(starts, ends.tolist(), strict=True)]


N_CHARACTERS = len(set(CORPUS) - {"\n"})


@pytest.mark.parametrize(
    ("preset", "size", "first_id", "n_before"),
    [("clip", 520, 512, 512), ("llama2", 302, 259, 259 + N_CHARACTERS), ("gpt4", 280, 256, 256)],
)
@pytest.mark.parametrize("portion", [1, 7, 1024])
def test_merges_are_told_with_their_ids(
    store: Store, corpus: str, monkeypatch: pytest.MonkeyPatch,
    preset: str, size: int, first_id: int, n_before: int, portion: int,
) -> None:  # fmt: skip
    monkeypatch.setattr(training_job, "PORTION", portion)
    monkeypatch.setattr(training_job, "BATCH_SECONDS", 0.0 if portion == 7 else 0.1)
    found = answers(store, corpus, preset=preset, vocab_size=size)
    trained = next(message for message in found if isinstance(message, Trained))
    model = store.tokenizer(trained.tokenizer.handle).model
    learned = [message for message in found if isinstance(message, MergesLearned)]
    rank = 0
    for message in learned:
        assert (message.first_rank, message.first_id, message.n_before) == (rank, first_id, n_before)
        tokens, lengths = cut(message.blob, message.ends), message.left_lengths.tolist()
        for token, length, (left_id, right_id) in zip(tokens, lengths, message.pairs.tolist(), strict=True):
            assert token == model.token_bytes(first_id + rank)
            assert token[:length] == model.token_bytes(left_id)
            assert token[length:] == model.token_bytes(right_id)
            rank += 1
    assert rank == size - n_before
    assert learned[-1].n_tokens[-1] == trained.n_tokens
    assert trained.corpus_bytes == len(CORPUS.encode())


def test_what_no_vocabulary_can_be_made_of_is_said(store: Store, corpus: str) -> None:
    found = answers(store, corpus, preset="llama2", vocab_size=270)
    assert isinstance(found[-1], Failed)
    assert found[-1].code == "vocab_size_below_characters"


# --- asking, judging, taking up -------------------------------------------------------------------------


def trained_of(found: list[object]) -> Trained:
    return next(message for message in found if isinstance(message, Trained))


def test_held_out_text_is_judged_by(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_job, "BATCH_SECONDS", 0.0)
    monkeypatch.setattr(training_job, "SNAPSHOT_SECONDS", 0.0)
    file = tmp_path / "t.jsonl"
    file.write_text("\n".join(f'{{"text": "the cat number {i}"}}' for i in range(200)), encoding="ascii")
    request = Train(7, (SourceOptions(str(file), held_out=0.3),), Options(vocab_size=280), "Run")
    found = list(messages(jobs.start(store, request)))
    judged = [message for message in found if isinstance(message, HeldOutMeasured)]
    assert len(judged) > 1
    assert judged[-1].vocab_size == 280
    assert judged[-1].n_tokens < judged[0].n_tokens
    tokenizer = store.tokenizer(trained_of(found).tokenizer.handle)
    held = tokenizer.record["held_out"]
    assert trained_of(found).held_out == (held["bytes"], held["tokens"])
    assert len(trained_of(found).longest) == 5


def test_a_full_table_is_asked_about_once(store: Store, tmp_path: Path) -> None:
    letters = str.maketrans("0123456789", "abcdefghij")
    file = tmp_path / "many.txt"
    file.write_text("\n".join(f"w{i} often".translate(letters) for i in range(60_000)), encoding="ascii")
    request = Train(7, (str(file),), Options(vocab_size=260, memory_limit=1_500_000), "Run")
    job = jobs.start(store, request)
    assert isinstance(job, TrainingJob)
    asked = 0
    found = []
    for message in iter(job.step, ENDED):
        found.append(message)
        if isinstance(message, TrainingAsks):
            asked += 1
            assert message.full.n_bytes > message.full.limit == 1_500_000
            assert job.step() is None  # it waits
            job.answer_full(drop=True)
    assert asked == 1
    assert trained_of(found).dropped > 0


def in_full(options: Options) -> Options:
    """Return options as a record has them: with the rules that a preset has by itself."""
    return replace(options, tie=options.tie_rule, max_token_length=options.longest_token)


def test_the_memory_of_a_run_is_what_was_taken_since_it_began(
    store: Store, corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = iter(range(500, 10_000, 7))
    monkeypatch.setattr(training_job, "resident_bytes", lambda: next(sizes))
    told = [found for found in answers(store, corpus) if isinstance(found, TrainingProgress)]
    assert [found.run_memory for found in told] == [found.memory - 500 for found in told]
    assert told[0].run_memory > 0


def test_a_run_that_was_left_is_found_and_taken_up(store: Store, corpus: str, tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "one"
    options = Options(vocab_size=300, special_tokens=("<s>",), min_gain=1e-6)
    request = Train(7, (corpus,), options, "Run", checkpoint=str(folder))
    job = jobs.start(store, request)
    run_until(job, lambda answer: isinstance(answer, TrainingProgress))
    assert find(store, tmp_path / "runs") == ()  # it goes on
    job.close()
    (left,) = find(store, tmp_path / "runs")
    assert (left.folder, left.sources, left.options) == (str(folder), (corpus,), in_full(options))
    again = Train(8, left.sources, left.options, "Run", checkpoint=left.folder, resume=True)
    found = list(messages(jobs.start(store, again)))
    alone = trained_of(answers(store, corpus, vocab_size=300, special_tokens=("<s>",), min_gain=1e-6))
    pairs = [
        store.tokenizer(done.tokenizer.handle).model.pairs().tolist() for done in (trained_of(found), alone)
    ]
    assert pairs[0] == pairs[1]
    assert find(store, tmp_path / "runs") == ()  # kept, and held by this program
    assert (folder / "result.index").exists()
    list(iter(jobs.start(store, DiscardRun(8, str(folder))).step, ENDED))
    assert not folder.exists()


def test_a_tokenizer_that_was_not_saved_is_found_and_opened(
    store: Store, corpus: str, tmp_path: Path
) -> None:
    folder = tmp_path / "runs" / "one"
    options = Options(preset="clip", vocab_size=540, special_tokens=("<x>",))
    request = Train(7, (corpus,), options, "My run", checkpoint=str(folder))
    ended = list(iter(jobs.start(store, request).step, ENDED))
    store.let_go(str(folder))  # as at the program's end
    (found,) = find(store, tmp_path / "runs")
    assert (found.folder, found.sources, found.options) == (str(folder), (corpus,), in_full(options))
    assert (found.vocab_size, found.name) == (trained_of(ended).tokenizer.vocab_size, "My run")
    opening = iter(jobs.start(store, OpenResult(8, str(folder))).step, ENDED)
    opened = next(message for message in opening if isinstance(message, ResultOpened))
    first, second = trained_of(ended).tokenizer, opened.tokenizer
    assert replace(second, handle=first.handle) == first
    assert store.tokenizer(first.handle).record == store.tokenizer(second.handle).record
    assert find(store, tmp_path / "runs") == ()


def test_where_no_tokenizer_can_be_kept_the_run_can_be_taken_up(
    store: Store, corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected_log: list[str]
) -> None:
    expected_log.append("could not be kept")

    def fails(*_: object) -> None:
        raise EngineError("save_failed", file="x", reason="no space")

    monkeypatch.setattr(training_job.api, "keep_result", fails)
    folder = tmp_path / "runs" / "one"
    request = Train(7, (corpus,), Options(vocab_size=300), "Run", checkpoint=str(folder))
    ended = list(iter(jobs.start(store, request).step, ENDED))
    (found,) = find(store, tmp_path / "runs")
    assert (found.n_merges, found.vocab_size) == (trained_of(ended).tokenizer.n_merges, 0)


def test_what_is_saved_at_once_need_not_be_kept(store: Store, corpus: str, tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "one"
    request = Train(7, (corpus,), Options(vocab_size=300), "Run", checkpoint=str(folder))
    job = jobs.start(store, request)
    run_until(job, lambda answer: isinstance(answer, Trained))
    shutil.rmtree(folder)  # as saving and discarding do
    assert not list(messages(job))  # nor is anything logged: `expected_log` is empty


def find(store: Store, folder: Path) -> tuple[InterruptedRun, ...]:
    steps = iter(jobs.start(store, FindInterrupted(9, str(folder))).step, ENDED)
    return next(message.runs for message in steps if isinstance(message, InterruptedFound))


def test_a_cancelled_run_leaves_nothing(store: Store, corpus: str, tmp_path: Path) -> None:
    request = Train(7, (corpus,), Options(vocab_size=300), "Run", checkpoint=str(tmp_path / "c"))
    job = jobs.start(store, request)
    run_until(job, lambda answer: isinstance(answer, TrainingProgress))
    job.close()
    assert (tmp_path / "c").exists()
    assert isinstance(job.cancelled(), TrainingCancelled)
    assert not (tmp_path / "c").exists()


def test_discarding(store: Store, corpus: str, tmp_path: Path) -> None:
    request = Train(7, (corpus,), Options(vocab_size=300), "Run", checkpoint=str(tmp_path / "c"))
    job = jobs.start(store, request)
    job.step()
    job.close()
    list(iter(jobs.start(store, DiscardRun(8, str(tmp_path / "c"))).step, ENDED))
    assert not (tmp_path / "c").exists()


def test_repeating_from_the_record(store: Store, corpus: str) -> None:
    first = trained_of(answers(store, corpus, preset="clip", vocab_size=530))
    handle = first.tokenizer.handle
    (read,) = (x for x in iter(jobs.start(store, ReadRecord(9, handle)).step, ENDED) if x is not None)
    assert isinstance(read, RecordRead)
    assert (read.sources, read.options) == ((corpus,), in_full(Options(preset="clip", vocab_size=530)))
    request = Train(10, read.sources, read.options, "Run", repeats=handle)
    found = list(messages(jobs.start(store, request)))
    again = store.tokenizer(trained_of(found).tokenizer.handle)
    assert again.record == store.tokenizer(handle).record
    assert not any(getattr(message, "phase", "") == "reading" for message in found)  # the counts were kept


def test_what_was_read_from_standard_input_is_not_repeated_here(store: Store, corpus: str) -> None:
    first = trained_of(answers(store, corpus, vocab_size=270))
    tokenizer = store.tokenizer(first.tokenizer.handle)
    tokenizer.record = {**(tokenizer.record or {}), "corpus": ["/dev/stdin"]}
    *_, failed = iter(jobs.start(store, ReadRecord(9, first.tokenizer.handle)).step, ENDED)
    assert isinstance(failed, Failed)
    assert failed.cause == "its text came from standard input"


def test_the_file_of_a_chat_template(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "own.jinja"

    def read(data: bytes | None) -> object:
        path.unlink(missing_ok=True)
        if data is not None:
            path.write_bytes(data)
        (answer,) = messages(jobs.start(store, ReadTemplate(3, str(path))))
        return answer

    assert read(b"\xef\xbb\xbf{{ 1 }}\n") == TemplateRead(3, str(path), "{{ 1 }}\n")
    most = "é" * (1 << 20)
    assert read(most.encode()) == TemplateRead(3, str(path), most)
    for data, code in (
        (None, "cannot_read_file"),
        (b"\xff{{", "json_not_utf8"),
        (b" \n", "file_empty"),
        (b"x" * ((1 << 20) + 1), "chat_template_too_long"),
        (b"x" * (1 << 23), "chat_template_too_long"),
    ):
        failed = read(data)
        assert isinstance(failed, Failed)
        assert (failed.action, failed.code, failed.file) == ("read template", code, str(path))


def test_an_estimate(store: Store, corpus: str) -> None:
    request = EstimateTraining(7, (corpus,), Options(special_tokens=("cat",)))
    found = list(messages(jobs.start(store, request)))
    estimate = found[-1]
    assert isinstance(estimate, TrainingEstimated)
    assert estimate.estimate.special_texts == (("cat", 80),)
    assert estimate.estimate.n_bytes == len(CORPUS.encode())


@pytest.mark.parametrize("preset", ["basic", "gpt4", "clip", "llama2"])
def test_a_quick_run_is_judged_by_its_first_merges(
    store: Store, tmp_path: Path, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_job, "SNAPSHOT_SECONDS", 1e9)  # quick on any machine
    file = tmp_path / "t.jsonl"
    lines = Path(__file__).read_text(encoding="utf-8").splitlines() * 3
    file.write_text("\n".join(json.dumps({"text": line}) for line in lines), encoding="ascii")
    options = Options(preset=preset, vocab_size={"gpt4": 320, "basic": 320}.get(preset, 600))
    request = Train(7, (SourceOptions(str(file), held_out=0.3),), options, "Run")
    found = list(messages(jobs.start(store, request)))
    judged = [message for message in found if isinstance(message, HeldOutMeasured)]
    sizes = [message.vocab_size for message in judged]
    assert sizes[-1] == trained_of(found).tokenizer.vocab_size
    assert len(judged) >= training_job.JUDGED
    assert sizes[:-1] == sorted(sizes[:-1])
    assert judged[-1].n_tokens < judged[0].n_tokens


def test_a_run_with_nothing_to_tell_is_held_at_a_point(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pause was served only where something was told; counting what was read may take seconds without."""
    work = iter(range(1000))

    def silent(_: object) -> Iterator[object]:
        while next(work, None) is not None:
            pace.point()
        yield from ()

    monkeypatch.setattr(api.TrainingRun, "steps", silent)
    (tmp_path / "t.txt").write_text("some text", encoding="ascii")
    job = jobs.start(store, Train(7, (str(tmp_path / "t.txt"),), Options(), "Run"))
    assert isinstance(job, TrainingJob)
    assert job.step() is None
    job.hold(True)
    assert job.step() == TrainingPaused(7, True)
    assert job.stopwatch.paused
    assert next(work) < 10
    job.close()
