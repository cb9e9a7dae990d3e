"""Faults of a run: damaged and foreign checkpoints, cancel, pause and sleep, clocks, no memory.

Rows 62 to 65 of the list of faults; `test_faults_of_the_machine.FAULTS` says where the
rest of each is tested.
"""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests.api.test_checkpoints import change, corpus, folder, left, run_of, train, whole
from tests.test_faults_of_the_machine import ROOT, TEXT, files_in, sentence
from tests.worker.stepping import messages, run_until
from workbench import api, kernels
from workbench.engine.base.errors import EngineError
from workbench.engine.training.options import Options
from workbench.formats import checkpoint_files
from workbench.formats.checkpoint_files import generation_path, generations
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.training import TrainingJob
from workbench.worker.messages.training import Train, Trained, TrainingCancelled

__all__ = ["corpus", "folder", "left"]  # fixtures of a run that was left


# --- what is written down of a run ----------------------------------------------------------------------


def test_62_what_a_checkpoint_holds(corpus: Path, left: str) -> None:
    assert len(generations(left)) == 2
    for number in generations(left):
        head = Path(generation_path(left, number)).read_bytes()[:100]
        assert head.startswith(b"tokenizer-workbench training log 1")
        header = checkpoint_files.read_generation(left, number).header
        (source,) = header["corpus"]
        hashes = {file["name"]: file["sha256"] for file in source["files"]}
        assert hashes == {name: hashlib.sha256(data).hexdigest() for name, data in files_in(corpus).items()}
        plan = header["plan"]
        assert plan["options"]["pattern"]["name"] == "cl100k"
        assert (plan["options"]["vocab_size"], plan["options"]["tie"]) == (300, "smallest")
        assert plan["sources"] == [str(corpus)]
        assert {"program", "unicode"} <= plan.keys()
        assert len(header["pieces"]) == 64


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"tokenizer-workbench training log 9", "of another version"),
        (b"something else altogether, of old", "damaged"),
    ],
)
def test_63_a_damaged_checkpoint_is_spoken_of(corpus: Path, left: str, data: bytes, why: str) -> None:
    newest, before = generations(left)
    n_merges = len(checkpoint_files.read_generation(left, before).merges)
    change(generation_path(left, newest), 0, data)
    run = train(run_of(corpus, left, resume=True))
    assert [sentence(*notice) for notice in run.notices] == [
        f"the newest checkpoint is {why}. Training resumed from merge {n_merges}."
    ]
    assert run.merges == whole(corpus)


def test_63_a_checkpoint_of_another_run_is_refused(corpus: Path, left: str) -> None:
    before = files_in(Path(left))
    with pytest.raises(EngineError) as caught:
        train(run_of(corpus, left, resume=True, vocab_size=310))
    assert str(caught.value) == (
        f"{left}: in the checkpoint, options.vocab_size was 300; now it is 310. Undo "
        "the change, or start again in another folder."
    )
    assert files_in(Path(left)) == before
    (corpus / "a.txt").write_text("Something else.", encoding="ascii")
    with pytest.raises(EngineError) as caught:
        train(run_of(corpus, left, resume=True))
    assert str(caught.value) == (
        f"{left}: the checkpoint belongs to another corpus: {corpus / 'a.txt'} has changed. "
        "Undo the change, or start again in another folder."
    )


# --- no memory ------------------------------------------------------------------------------------------

_NO_MEMORY = """
import json, resource, sys
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.job import ENDED
from workbench.worker.messages.requests import Failed
from workbench.engine.training.options import Options
from workbench.worker.messages.training import Train, Trained

corpus, folder = sys.argv[1:]
store = Store()
options = Options(preset="gpt4", vocab_size=2000)

def run(resume, choke):
    request = Train(1, (corpus,), options, "Run", checkpoint=folder, resume=resume)
    job, last = jobs.start(store, request), None
    for message in iter(job.step, ENDED):
        if choke and getattr(message, "phase", "") == "building":
            size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (size + (8 << 20), resource.RLIM_INFINITY))
        if isinstance(message, (Failed, Trained)):
            resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            last = message
    return last

first = run(False, True)
store.counts_kept.corpus = store.counts_kept.state = None
second = run(True, False)
print(json.dumps({
    "failed": f"{first.cause}. {first.remedy}" if isinstance(first, Failed) else "",
    "size": second.tokenizer.vocab_size if isinstance(second, Trained) else second.code,
    "notices": [code for code, _ in getattr(second, "notices", ())],
}))
"""


@pytest.mark.skipif(not kernels.active(), reason="plain Python asks for memory in other places")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits memory as Linux does")
def test_65_without_memory_the_run_ends_and_can_be_taken_up(tmp_path: Path) -> None:
    chance = random.Random(1)
    words = ("".join(chance.choices("abcdefghij", k=9)) for _ in range(150_000))
    (tmp_path / "corpus.txt").write_text(" ".join(words), encoding="ascii")
    command = [sys.executable, "-c", _NO_MEMORY, str(tmp_path / "corpus.txt"), str(tmp_path / "c")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    failed = "there is not enough memory. Close other programs, or use less text."
    assert json.loads(done.stdout) == {"failed": failed, "size": 2000, "notices": []}
    assert (tmp_path / "c" / "result.index").exists()  # the tokenizer, until it is saved


# --- cancel and clocks ----------------------------------------------------------------------------------


@pytest.mark.parametrize("part", [0.0, 0.5, 0.99])
def test_64_a_run_is_cancelled_at_any_part(tmp_path: Path, part: float) -> None:
    store = Store()
    options = Options(vocab_size=300)
    job = jobs.start(store, Train(1, (__file__,), options, "Run", str(tmp_path / "c")))
    assert isinstance(job, TrainingJob)
    longest, before = 0.0, time.monotonic()

    def reached(_: object) -> bool:
        nonlocal longest, before
        now = time.monotonic()
        longest, before = max(longest, now - before), now
        return job._n_merges >= part * 44

    run_until(job, reached)
    begun = time.monotonic()
    job.close()
    told = job.cancelled()
    # It is heard between two steps: a second is promised, and ten times that the machine may be busy.
    assert max(longest, time.monotonic() - begun) < 10
    assert told == TrainingCancelled(1, job._n_merges)
    assert not (tmp_path / "c").exists()
    assert not store._open
    store.close()


@pytest.mark.parametrize("paused", [True, False])
def test_64_an_hour_of_pause_and_a_night_of_sleep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paused: bool
) -> None:
    """All clocks are an hour on at once: a pause is not counted, and after a sleep it goes on as before."""
    later = [0.0]
    for name in ("monotonic", "perf_counter", "time"):
        clock = getattr(time, name)
        monkeypatch.setattr(time, name, partial(lambda real: real() + later[0], clock))
    store = Store()
    options = Options(vocab_size=300)
    job = jobs.start(store, Train(1, (__file__,), options, "Run", str(tmp_path / "c")))
    assert isinstance(job, TrainingJob)
    run_until(job, lambda _: job._n_merges == 20)
    if paused:
        job.stopwatch.pause()
    later[0] += 3600
    job.stopwatch.resume()
    told = list(messages(job))
    done = next(message for message in told if isinstance(message, Trained))
    assert (done.elapsed < 3600) == paused
    assert done.notices == ()
    pairs = store.tokenizer(done.tokenizer.handle).model.pairs()
    alone = train(api.TrainingRun([__file__], api.Options(vocab_size=300)))
    assert pairs[256:].tolist() == [list(pair) for pair in alone.merges]
    store.close()


@pytest.mark.parametrize("part", [0.0, 0.5, 0.99])
def test_64_it_can_be_left_at_any_part_and_taken_up(tmp_path: Path, part: float) -> None:
    (tmp_path / "t.txt").write_text(TEXT, encoding="ascii")
    folder = str(tmp_path / "c")
    whole = api.TrainingRun([str(tmp_path / "t.txt")], api.Options(vocab_size=300))
    n_steps = sum(1 for _ in whole.steps())
    run = api.TrainingRun(
        [str(tmp_path / "t.txt")], api.Options(vocab_size=300), checkpoint=api.Checkpointing(folder)
    )
    steps = run.steps()
    for _ in range(max(1, int(part * n_steps))):
        next(steps)
    steps.close()
    again = api.TrainingRun(
        [str(tmp_path / "t.txt")],
        api.Options(vocab_size=300),
        checkpoint=api.Checkpointing(folder, resume=True),
    )
    list(again.steps())
    assert again.merges == whole.merges
    assert again.record() == whole.record()


def test_64_a_clock_moved_back_holds_no_checkpoint_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The age of a checkpoint is measured by a clock that cannot be set."""
    monkeypatch.setattr(time, "time", lambda: -1e9)
    (tmp_path / "t.txt").write_text(TEXT, encoding="ascii")
    written = []
    wanted = api.Checkpointing(str(tmp_path / "c"), seconds=0.0)
    run = api.TrainingRun([str(tmp_path / "t.txt")], api.Options(vocab_size=290), checkpoint=wanted)
    for event in run.steps():
        if isinstance(event, api.Merge):
            written.append(run.checkpoint_written)
    assert written == sorted(written)
    assert 0 <= time.monotonic() - written[-1] < 60


def test_a_checkpoint_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text(TEXT, encoding="ascii")
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "lock").mkdir()
    wanted = api.Checkpointing(str(tmp_path / "c"))
    run = api.TrainingRun([str(tmp_path / "t.txt")], api.Options(vocab_size=290), checkpoint=wanted)
    with pytest.raises(EngineError) as caught:
        next(run.steps())
    assert caught.value.file == str(tmp_path / "c")
