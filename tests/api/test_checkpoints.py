"""A training run that is written down as it goes on: taken up after any end, and never mixed with another."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from workbench import api, kernels
from workbench.api import checkpoints, recipes
from workbench.engine.base.errors import EngineError
from workbench.formats import checkpoint_files
from workbench.formats.checkpoint_files import generation_path, generations

TEXT = "the cat sat on the mat, the rat sat on the cat; this is that.\n" * 40
OPTIONS = api.Options(vocab_size=300)
ROOT = Path(__file__).parents[2]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus"
    path.mkdir()
    (path / "a.txt").write_text(TEXT, encoding="utf-8")
    (path / "b.txt").write_text("Another one, with other words.\n" * 9, encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "checkpoint")


def run_of(corpus: Path, folder: str, resume: bool = False, **options: object) -> api.TrainingRun:
    chosen = api.Options(**{"vocab_size": 300, **options})  # type: ignore[arg-type]
    wanted = api.Checkpointing(folder, resume, seconds=0.0)
    return api.TrainingRun([str(corpus)], chosen, checkpoint=wanted)


def train(run: api.TrainingRun, n_merges: int = 10**9) -> api.TrainingRun:
    """Go on until there are so many merges, and leave the run as a crash does, with nothing said."""
    steps = run.steps()
    for _ in steps:
        if run.n_merges >= n_merges:
            steps.close()
            break
    return run


def whole(corpus: Path, **options: object) -> list[tuple[int, int]]:
    run = api.TrainingRun([str(corpus)], api.Options(**{"vocab_size": 300, **options}))  # type: ignore[arg-type]
    return train(run).merges


def codes(run: api.TrainingRun) -> list[str]:
    return [code for code, _ in run.notices]


def test_a_special_token_that_may_be_learned_stops_no_run_that_has_begun(
    corpus: Path, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused before a run starts, which programs before did not."""
    options = {"preset": "llama2", "vocab_size": 330, "special_tokens": ["PAD"]}
    with pytest.raises(EngineError, match=r"such as “<PAD>”"):
        run_of(corpus, folder, resume=True, **options)  # nothing lies there
    with monkeypatch.context() as before:
        before.setattr(recipes.Llama2Recipe, "check_new", lambda *_: None)
        train(run_of(corpus, folder, **options), 5)
    run = train(run_of(corpus, folder, resume=True, **options))
    assert run.n_merges > 5
    assert "PAD" in run.tokenizer().special_tokens


# --- fault 62 -------------------------------------------------------------------------------------------

N_RUNS = 200 if os.environ.get("WORKBENCH_THOROUGH") else 20  # each killed once, and most once more
PHASES = ("counting", "pieces", "log", "rotation", "merging")


def test_killed_at_any_moment_it_ends_in_the_same_file(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    for number in range(8):  # files, so that it can be killed between them as they are counted
        (tmp_path / "corpus" / f"{number}.txt").write_text(TEXT[: 300 + 100 * number], encoding="utf-8")
    command = [sys.executable, "-m", "tests.killed_runs", str(tmp_path), str(N_RUNS), "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    runs = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(runs) == N_RUNS
    for run in runs:
        assert run["killed"][0], run
        assert not run["killed"][-1], run
        assert run["same"], run
        assert not run["left"], run
    assert Counter(run["phase"] for run in runs) == dict.fromkeys(PHASES, N_RUNS // len(PHASES))


@pytest.mark.parametrize("preset", ["basic", "gpt4", "clip", "llama2", "custom"])
def test_every_preset_is_taken_up(corpus: Path, folder: str, preset: str) -> None:
    options = {"preset": preset, "vocab_size": {"clip": 540, "llama2": 320}.get(preset, 300)}
    if preset == "custom":
        options["pattern"] = r"\w+|\W"
    train(run_of(corpus, folder, **options), 7)
    run = train(run_of(corpus, folder, resume=True, **options))
    assert run.merges == whole(corpus, **options)
    assert codes(run) == []


@pytest.mark.parametrize("plain_first", [True, False])
def test_with_kernels_and_without(
    corpus: Path, folder: str, plain_first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not kernels.active():
        pytest.skip("the kernels are not in use")
    for resume in (False, True):
        with monkeypatch.context() as patch:
            if resume != plain_first:
                patch.setenv("WORKBENCH_PURE", "1")
            run = train(run_of(corpus, folder, resume=resume), 10**9 if resume else 9)
    assert run.merges == whole(corpus)


def test_no_more_work_is_lost_than_allowed(corpus: Path, folder: str) -> None:
    now = [0.0]
    keeper = checkpoints.Keeper(api.Checkpointing(folder, seconds=30.0), clock=lambda: now[0])
    keeper.begin({"options": {}})
    counted = train(api.TrainingRun([str(corpus)], OPTIONS)).counted
    keeper.keep([], "", counted)
    for rank in range(2000):
        now[0] += 1.0  # a second for each merge
        keeper.take(rank, rank)
    (newest, *_) = generations(folder)
    written = checkpoint_files.read_generation(folder, newest).merges
    assert 2000 - len(written) <= 30
    keeper.close()
    assert len(checkpoint_files.read_generation(folder, newest).merges) == 2000


# --- fault 63 -------------------------------------------------------------------------------------------


@pytest.fixture
def left(corpus: Path, folder: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A checkpoint of two generations, left after 20 merges."""
    monkeypatch.setattr(checkpoints, "BLOCKS", 12)
    train(run_of(corpus, folder), 20)
    assert len(generations(folder)) == 2
    return folder


def change(path: str, at: float, data: bytes | None = None) -> None:
    """Flip a bit of a file, or put other bytes at its beginning."""
    content = bytearray(Path(path).read_bytes())
    if data is None:
        content[int(at * (len(content) - 1))] ^= 1
    else:
        content[: len(data)] = data
    Path(path).write_bytes(content)


@pytest.mark.parametrize("at", [0.0, 0.02, 0.3, 0.7, 1.0])
def test_a_flipped_bit(corpus: Path, left: str, at: float) -> None:
    change(generation_path(left, generations(left)[0]), at)
    run = train(run_of(corpus, left, resume=True))
    assert run.merges == whole(corpus)
    (notice,) = run.notices
    assert notice[0] == "checkpoint_previous_used"
    assert str(EngineError(notice[0], **notice[1]))


@pytest.mark.parametrize("size", [0, 5, 100, -1])
def test_cut(corpus: Path, left: str, size: int) -> None:
    path = Path(generation_path(left, generations(left)[0]))
    path.write_bytes(path.read_bytes()[:size])
    run = train(run_of(corpus, left, resume=True))
    assert run.merges == whole(corpus)
    # Where only the last append was cut short, as by a crash, all before it is used, and nothing is said.
    assert codes(run) == ([] if size == -1 else ["checkpoint_previous_used"])


def test_another_version(corpus: Path, left: str) -> None:
    change(generation_path(left, generations(left)[0]), 0, b"tokenizer-workbench training log 9")
    run = train(run_of(corpus, left, resume=True))
    assert run.merges == whole(corpus)
    assert dict(run.notices)["checkpoint_previous_used"]["why"] == "of another version"


def test_nothing_is_whole(corpus: Path, left: str) -> None:
    for number in generations(left):
        change(generation_path(left, number), 0)
    run = train(run_of(corpus, left, resume=True))
    assert run.merges == whole(corpus)
    assert codes(run) == ["checkpoint_unreadable"]


@pytest.mark.parametrize("at", [0.0, 0.01, 0.5, 1.0])
def test_damaged_pieces_are_counted_again(corpus: Path, left: str, at: float) -> None:
    change(os.path.join(left, checkpoint_files.PIECES), at)
    run = train(run_of(corpus, left, resume=True))
    assert run.merges == whole(corpus)
    assert codes(run) == ["checkpoint_counted_again"]


def test_pieces_of_another_run(corpus: Path, left: str, tmp_path: Path) -> None:
    other = tmp_path / "other"
    train(run_of(corpus / "b.txt", str(other)), 5)
    (other / checkpoint_files.PIECES).replace(Path(left, checkpoint_files.PIECES))
    run = train(run_of(corpus, left, resume=True))
    assert run.merges == whole(corpus)
    assert codes(run) == ["checkpoint_counted_again"]


def test_a_generation_of_another_corpus(corpus: Path, left: str, tmp_path: Path) -> None:
    """The newest belongs to another text: the one before it is used, and it is said."""
    changed = tmp_path / "changed"
    changed.mkdir()
    other = str(tmp_path / "other")
    real = (corpus / "a.txt").read_bytes()
    (corpus / "a.txt").write_text("Something else.\n" * 30, encoding="utf-8")
    train(run_of(corpus, other), 5)
    (corpus / "a.txt").write_bytes(real)
    Path(generation_path(other, generations(other)[0])).replace(generation_path(left, 99))
    run = train(run_of(corpus, left, resume=True))
    assert run.merges == whole(corpus)
    assert dict(run.notices)["checkpoint_previous_used"]["why"] == "of another run"


# --- what is refused ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"vocab_size": 310}, "options.vocab_size was 300; now it is 310"),
        ({"tie": "first-seen"}, "options.tie was smallest; now it is first-seen"),
        ({"min_count": 2}, "options.min_count was 1; now it is 2"),
        ({"preset": "gpt2"}, "options.pattern.name was cl100k; now it is gpt2"),
        ({"special_tokens": ("<s>",)}, "options.special_tokens was"),
        ({"min_gain": 0.01}, "options.min_gain was nothing; now it is 0.01"),
    ],
)
def test_other_options(corpus: Path, left: str, options: dict[str, object], name: str) -> None:
    before = {path.name: path.read_bytes() for path in Path(left).iterdir()}
    with pytest.raises(EngineError, match=name) as caught:
        train(run_of(corpus, left, resume=True, **options))
    assert caught.value.code == "checkpoint_other_options"
    assert caught.value.file == left
    assert {path.name: path.read_bytes() for path in Path(left).iterdir()} == before


@pytest.mark.parametrize("what", ["has changed", "is missing", "is new"])
def test_another_corpus(corpus: Path, left: str, what: str) -> None:
    if what == "is missing":
        (corpus / "a.txt").unlink()
    elif what == "is new":
        (corpus / "c.txt").write_text("new", encoding="utf-8")
    else:
        (corpus / "a.txt").write_text(TEXT.replace("mat", "hat"), encoding="utf-8")
    with pytest.raises(EngineError, match=f"[ac].txt {what}") as caught:
        train(run_of(corpus, left, resume=True))
    assert caught.value.code == "checkpoint_other_corpus"
    # The checkpoint is as it was: with the text back, it goes on.
    assert checkpoint_files.read_generation(left, generations(left)[0]).is_usable


def test_a_run_that_was_left_is_not_thrown_away_unasked(corpus: Path, left: str) -> None:
    with pytest.raises(EngineError, match=r"20 merges.*resume=True") as caught:
        train(run_of(corpus, left))
    assert caught.value.code == "checkpoint_left"


def test_two_runs_do_not_share_a_folder(corpus: Path, folder: str) -> None:
    first = run_of(corpus, folder)
    steps = first.steps()
    next(steps)
    for resume in (False, True):
        with pytest.raises(EngineError) as caught:
            train(run_of(corpus, folder, resume=resume))
        assert caught.value.code == "checkpoint_in_use"
        assert "folder" not in caught.value.remedy  # the window has none to choose
    assert api.interrupted_runs(str(Path(folder).parent)) == []
    steps.close()


def test_nothing_to_take_up(corpus: Path, folder: str) -> None:
    run = train(run_of(corpus, folder, resume=True))
    assert run.merges == whole(corpus)
    assert codes(run) == ["checkpoint_none"]


# --- the disk -------------------------------------------------------------------------------------------


def test_a_full_disk_ends_the_checkpoint_and_not_the_run(corpus: Path, folder: str) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    import signal

    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        run = run_of(corpus, folder)
        for event in run.steps():
            if isinstance(event, api.Merge) and event.rank == 5:
                resource.setrlimit(resource.RLIMIT_FSIZE, (900, hard))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert run.merges == whole(corpus)
    assert codes(run) == ["checkpoint_not_written"]
    # What was written before can be used.
    assert train(run_of(corpus, folder, resume=True)).merges == whole(corpus)


def test_a_folder_that_cannot_be_made(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(EngineError) as caught:
        train(run_of(corpus, str(tmp_path / "file" / "checkpoint")))
    assert caught.value.file == str(tmp_path / "file" / "checkpoint")


def test_where_it_need_not_be_the_run_goes_on_without(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    wanted = api.Checkpointing(str(tmp_path / "file" / "checkpoint"), must=False)
    run = train(api.TrainingRun([str(corpus)], OPTIONS, checkpoint=wanted))
    assert run.merges == whole(corpus)
    assert codes(run) == ["checkpoint_not_written"]
    assert run.checkpoint_written == -1.0
    run.discard_checkpoint()


# --- what was left --------------------------------------------------------------------------------------


def test_interrupted_runs_are_found(corpus: Path, left: str) -> None:
    parent = str(Path(left).parent)
    (found,) = api.interrupted_runs(parent)
    assert (found.folder, found.n_merges) == (left, 20)
    assert found.plan["options"]["vocab_size"] == 300
    assert found.plan["sources"] == [str(corpus)]
    api.discard_checkpoint(left)
    assert api.interrupted_runs(parent) == []
    assert not Path(left).exists()
    assert api.interrupted_runs("/nowhere") == []


def test_discarding_leaves_files_of_others(left: str) -> None:
    Path(left, "mine.txt").write_text("mine", encoding="utf-8")
    api.discard_checkpoint(left)
    assert os.listdir(left) == ["mine.txt"]


# --- what was not saved ---------------------------------------------------------------------------------


def keep(corpus: Path, folder: str, **options: object) -> api.TrainingRun:
    """Train to the end and keep the tokenizer, as the window does."""
    run = train(run_of(corpus, folder, **options))
    api.keep_result(folder, run.tokenizer(), "Mine", run.plan())
    return run


@pytest.mark.parametrize("preset", ["basic", "gpt4o", "clip", "llama2", "custom"])
def test_a_tokenizer_is_kept_until_it_is_saved(corpus: Path, folder: str, preset: str) -> None:
    options = {"preset": preset, "vocab_size": {"clip": 540, "llama2": 320}.get(preset, 300)}
    options |= {"pattern": r"\w+|\W"} if preset == "custom" else {}
    run = keep(corpus, folder, **options)
    assert api.interrupted_runs(str(Path(folder).parent)) == []
    (kept,) = api.kept_results(str(Path(folder).parent))
    assert (kept.folder, kept.name, kept.vocab_size) == (folder, "Mine", run.tokenizer().model.vocab_size)
    assert kept.plan == json.loads(json.dumps(run.plan()))
    opened, _ = api.open_result(folder)
    assert (opened.path, opened.format, opened.tokenizer.name) == (None, "", "Mine")
    assert opened.tokenizer.encode(TEXT) == run.tokenizer().encode(TEXT)
    assert opened.tokenizer.record == run.record()
    api.discard_checkpoint(folder)
    assert not Path(folder).exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"file": "/etc/passwd"}',
        b"[" * 100_000,
        b'{"name": "x", "file": "result.model", "vocab_size": Infinity, "plan": {}}',
        b'{"name": "x", "file": "result.model", "vocab_size": 1e400, "plan": {}}',
    ],
)
def test_what_was_kept_and_cannot_be_read_is_left_alone(corpus: Path, folder: str, content: bytes) -> None:
    keep(corpus, folder)
    Path(folder, checkpoint_files.RESULT_INDEX).write_bytes(content)
    assert api.kept_results(str(Path(folder).parent)) == []
    with pytest.raises(EngineError, match="cannot be read"):
        api.open_result(folder)


def test_a_run_is_there_until_its_tokenizer_is_kept(
    corpus: Path, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed while it is written, it can still be taken up; nothing is offered twice."""
    monkeypatch.setattr(checkpoint_files, "discard_run", lambda _: None)
    n_merges = keep(corpus, folder).n_merges
    assert len(api.kept_results(str(Path(folder).parent))) == 1
    assert api.interrupted_runs(str(Path(folder).parent)) == []
    Path(folder, checkpoint_files.RESULT_INDEX).unlink()
    assert api.kept_results(str(Path(folder).parent)) == []
    (left,) = api.interrupted_runs(str(Path(folder).parent))
    assert left.n_merges == n_merges
