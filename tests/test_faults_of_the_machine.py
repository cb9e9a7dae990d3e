"""Faults of the machine: two saves at once, a mix of files, no memory, a clock that is moved.

Kills, full disks, links and folders that may not be written to: tests/formats/test_atomic.py; of a training:
tests/test_checkpoints.py.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import workbench
from workbench import api, kernels
from workbench.engine.errors import EngineError

ROOT = Path(__file__).parents[1]
TEXT = "the cat sat on the mat, the rat sat on the cat; this is that.\n" * 40


def trained(size: int) -> workbench.Tokenizer:  # type: ignore[name-defined]
    return workbench.train(api.TextSource("text", TEXT), vocab_size=size)


# --- two saves at once ----------------------------------------------------------------------------------


def test_of_two_saves_at_once_the_last_is_whole(tmp_path: Path) -> None:
    """Whatever their steps' order, both end, and the file and its card are those of one of them."""
    sizes = (262, 272)
    made = {size: trained(size) for size in sizes}
    for seed in range(20):
        path = tmp_path / f"{seed}.model"
        chance = random.Random(seed)
        saves = {size: api.save_steps(made[size], path) for size in sizes}
        last = 0
        while saves:
            size = chance.choice(list(saves))
            if next(saves[size]) is not None:  # it has its name now
                del saves[size]
                last = size
        assert workbench.open_tokenizer(path).vocab_size == last
        assert api.open_file(path).notices == ()
    assert not [left for left in tmp_path.iterdir() if left.name.startswith(".")]


def test_saves_of_several_threads(tmp_path: Path) -> None:
    made = {size: trained(size) for size in (262, 267, 272)}
    path = tmp_path / "one.model"
    threads = [
        threading.Thread(target=api.save_file, args=(made[size], path)) for size in made for _ in range(5)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert workbench.open_tokenizer(path).vocab_size in made
    assert not [left for left in tmp_path.iterdir() if left.name.startswith(".")]


def test_a_mix_of_old_and_new_files_is_told_by_the_hash(tmp_path: Path) -> None:
    path = tmp_path / "one.model"
    workbench.save_tokenizer(trained(262), path)
    old = Path(f"{path}.card.json").read_bytes()
    workbench.save_tokenizer(trained(272), path)
    Path(f"{path}.card.json").write_bytes(old)
    (notice,) = api.open_file(path).notices
    assert "card" in notice.code


# --- no memory ------------------------------------------------------------------------------------------

_NO_MEMORY = """
import json, resource, sys
from workbench.worker import jobs, messages as m
from workbench.worker.desk import Desk
from workbench.worker.job import ENDED

corpus, folder = sys.argv[1:]
desk = Desk()
options = m.TrainingOptions(preset="gpt4", vocab_size=2000)

def run(resume, choke):
    request = m.Train(1, (corpus,), options, "Run", checkpoint=folder, resume=resume)
    job, last = jobs.start(desk, request), None
    for message in iter(job.step, ENDED):
        if choke and getattr(message, "phase", "") == "building":
            size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (size + (8 << 20), resource.RLIM_INFINITY))
        if isinstance(message, (m.Failed, m.Trained)):
            resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            last = message
    return last

first = run(False, True)
desk.counts_kept.corpus = desk.counts_kept.state = None
second = run(True, False)
print(json.dumps({
    "failed": getattr(first, "code", ""),
    "size": second.tokenizer.vocab_size if isinstance(second, m.Trained) else second.code,
    "notices": [code for code, _ in getattr(second, "notices", ())],
}))
"""


@pytest.mark.skipif(not kernels.active(), reason="plain Python asks for memory in other places")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits memory as Linux does")
def test_without_memory_the_run_ends_and_can_be_taken_up(tmp_path: Path) -> None:
    chance = random.Random(1)
    words = ("".join(chance.choices("abcdefghij", k=9)) for _ in range(150_000))
    (tmp_path / "corpus.txt").write_text(" ".join(words), encoding="ascii")
    command = [sys.executable, "-c", _NO_MEMORY, str(tmp_path / "corpus.txt"), str(tmp_path / "c")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"failed": "out_of_memory", "size": 2000, "notices": []}
    assert (tmp_path / "c" / "result.index").exists()  # the tokenizer, until it is saved


# --- cancel and clocks ----------------------------------------------------------------------------------


@pytest.mark.parametrize("part", [0.0, 0.5, 0.99])
def test_it_can_be_left_at_any_part_and_taken_up(tmp_path: Path, part: float) -> None:
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


def test_a_clock_moved_back_holds_no_checkpoint_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The age of a checkpoint is told by a clock that nobody can set."""
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
