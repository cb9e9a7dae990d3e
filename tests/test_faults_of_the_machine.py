"""Faults of the machine: a full disk, two saves at once, a mix of files, no memory, a clock that is moved.

The numbers are those of the list of faults; `FAULTS` says where each row is tested, as
most are beside what they are about.
"""

from __future__ import annotations

import ast
import errno
import os
import random
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

import workbench
from tests.points import Sliced
from tests.worker.emitted import keep
from tests.worker.test_lanes import wait
from workbench import api
from workbench.engine.base.errors import EngineError
from workbench.formats.files import atomic
from workbench.worker.lanes import Lanes
from workbench.worker.messages.tokenizers import OpenTokenizer, SaveTokenizer, TokenizerOpened, TokenizerSaved

ROOT = Path(__file__).parents[1]
HERE, ATOMIC, RUNS = (
    "test_faults_of_the_machine.py",
    "formats/files/test_atomic.py",
    "api/test_checkpoints.py",
)
A_RUN, JOURNEYS = "test_faults_of_a_run.py", "journeys/test_runs.py"
LOG, SESSION, LARGE = "shell/test_log_files.py", "journeys/test_session.py", "journeys/test_large_texts.py"
SETTINGS, SAVING, CHILD = "test_settings.py", "journeys/test_saving.py", "engine/child/test_isolation.py"
FAULTS: dict[int, dict[str, str]] = {  # row -> test -> its file
    56: {
        "test_a_killed_process_leaves_the_old_or_the_new": ATOMIC,
        "test_a_crash_between_any_two_renames_leaves_the_old_or_the_new": ATOMIC,
        "test_what_a_killed_save_left_is_removed_by_the_next": ATOMIC,
    },
    57: {
        "test_57_a_disk_that_is_full_after_any_kilobyte": HERE,
        "test_a_full_disk_changes_nothing": ATOMIC,
        "test_a_fault_of_the_disk_leaves_no_temporary_file": ATOMIC,
        "test_a_full_disk_ends_the_checkpoint_and_not_the_run": RUNS,
        "test_a_full_disk_leaves_the_old_file": "api/test_encoded_files.py",
    },
    58: {
        "test_58_a_file_that_may_not_be_replaced": HERE,
        "test_places_where_nothing_can_be_saved": ATOMIC,
        "test_a_folder_that_has_gone_and_another_that_is_there": "journeys/test_saving.py",
    },
    59: {
        "test_the_mode_is_kept": ATOMIC,
        "test_a_symbolic_link_stays_and_its_end_is_replaced": ATOMIC,
        "test_another_name_of_a_replaced_file_keeps_the_old_content": ATOMIC,
    },
    60: {
        "test_60_of_two_saves_at_once_the_last_is_whole": HERE,
        "test_60_saves_of_several_threads": HERE,
        "test_60_the_window_saves_one_after_the_other": HERE,
    },
    61: {
        "test_61_a_mix_of_old_and_new_files_is_told_by_the_hash": HERE,
        "test_everything_is_on_the_disk_before_anything_is_renamed": ATOMIC,
    },
    62: {
        "test_killed_at_any_moment_it_ends_in_the_same_file": RUNS,
        "test_no_more_work_is_lost_than_allowed": RUNS,
        "test_62_what_a_checkpoint_holds": A_RUN,
    },
    63: {
        "test_63_a_damaged_checkpoint_is_spoken_of": A_RUN,
        "test_63_a_checkpoint_of_another_run_is_refused": A_RUN,
        "test_a_flipped_bit": RUNS,
        "test_cut": RUNS,
        "test_another_version": RUNS,
        "test_a_generation_of_another_corpus": RUNS,
    },
    64: {
        "test_64_a_run_is_cancelled_at_any_part": A_RUN,
        "test_64_it_can_be_left_at_any_part_and_taken_up": A_RUN,
        "test_64_an_hour_of_pause_and_a_night_of_sleep": A_RUN,
        "test_64_a_clock_moved_back_holds_no_checkpoint_up": A_RUN,
    },
    65: {
        "test_65_without_memory_the_run_ends_and_can_be_taken_up": A_RUN,
        "test_an_interrupted_run_is_taken_up": JOURNEYS,
        "test_before_the_start_it_says_what_it_would_come_to": JOURNEYS,
    },
    66: {
        "test_an_internal_error_offers_a_report_of_it": LOG,
        "test_a_death_of_the_process_is_in_the_next_report": LOG,
        "test_a_child_that_dies_is_told_and_replaced": CHILD,
        "test_what_hangs_is_killed_by_the_wall_clock": CHILD,
    },
    67: {
        "test_a_second_start_opens_its_file_in_the_first_window": "shell/test_first_window.py",
        "test_two_windows_at_once_keep_a_session_each": SESSION,
    },
    68: {
        "test_a_file_of_noise_gives_the_defaults": SETTINGS,
        "test_a_damaged_file_is_set_aside_whole": SETTINGS,
        "test_a_value_that_does_not_fit_begins_anew_and_is_kept_aside": SETTINGS,
        "test_damaged_settings_are_said": SESSION,
    },
    69: {
        "test_a_session_of_a_newer_version_is_left_alone": SESSION,
        "test_options_of_a_session_before_0_2_are_read": SESSION,
    },
    70: {
        "test_a_crash_is_told_of_in_one_line": SESSION,
        "test_kills_lose_what_was_typed_last_at_most": SESSION,
    },
    71: {
        "test_a_text_that_another_program_has_changed_is_not_written_over": SAVING,
        "test_a_tokenizer_that_another_program_has_changed_is_not_written_over": SAVING,
    },
    72: {"test_saving_and_proving_need_no_folder_for_temporary_files": "formats/test_overwriting.py"},
    73: {
        "test_73_it_starts_whatever_the_home_and_the_language_are": HERE,
        "test_73_a_log_folder_that_cannot_be_stops_nothing": LOG,
    },
    74: {
        "test_what_is_pasted_keeps_its_bytes_and_is_told": LARGE,
        "test_an_image_is_not_pasted_over_what_is_selected": LARGE,
        "test_50_mb_are_pasted_taken_back_and_pasted_again": LARGE,
    },
    75: {"test_one_line_of_a_megabyte_is_laid_out_only_where_it_is_seen": LARGE},
    76: {
        "test_what_a_spreadsheet_would_run_is_for_spreadsheet": "api/test_vocab_files.py",
        "test_every_token_is_there_and_the_page_is_inert": "widgets/token_view/output/test_html.py",
        "test_a_table_of_hostile_tokens_is_inert_and_keeps_their_bytes": "test_faults_of_texts.py",
    },
    77: {"test_without_a_network_a_local_file_is_offered": "formats/test_published.py"},
}
TEXT = "the cat sat on the mat, the rat sat on the cat; this is that.\n" * 40


def trained(size: int) -> workbench.Tokenizer:  # type: ignore[name-defined]
    return workbench.train(api.TextSource("text", TEXT), vocab_size=size)


@pytest.mark.parametrize("row", FAULTS)
def test_every_row_has_its_tests(row: int) -> None:
    for name, file in FAULTS[row].items():
        tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, file


def files_in(place: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in place.iterdir()}


# --- saving ---------------------------------------------------------------------------------------------


@pytest.fixture
def _small_files() -> Iterator[None]:
    """Take a limit on the size of files back, whatever happens."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    signal.signal(signal.SIGXFSZ, before)


@pytest.mark.usefixtures("_small_files")
def test_57_a_disk_that_is_full_after_any_kilobyte(tmp_path: Path) -> None:
    path, (_, hard) = tmp_path / "one.model", resource.getrlimit(resource.RLIMIT_FSIZE)
    sample = api.open_sample().tokenizer
    workbench.save_tokenizer(trained(262), path)
    before = files_in(tmp_path)
    workbench.save_tokenizer(sample, tmp_path / "other.model")
    size = max(len(data) for data in files_in(tmp_path).values())
    for name in set(files_in(tmp_path)) - set(before):
        (tmp_path / name).unlink()
    for limit in range(0, size, 1024 if os.environ.get("WORKBENCH_THOROUGH") else 9 * 1024):
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
        with pytest.raises(EngineError) as caught:
            workbench.save_tokenizer(sample, path)
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        needed = caught.value.facts["needed"]
        assert int(needed) >= size
        assert str(caught.value) == (
            f"{path}.card.json: not enough space for {needed} bytes: {os.strerror(errno.EFBIG)}. "
            "Free space, or save elsewhere."
        )
        assert files_in(tmp_path) == before


@pytest.mark.parametrize("call", ["open", "replace"])
def test_58_a_file_that_may_not_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """A folder that is read-only, a file that another program on Windows has open."""

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    path = tmp_path / "one.model"
    workbench.save_tokenizer(trained(262), path)
    before, changed = files_in(tmp_path), trained(272)
    with monkeypatch.context() as patch:
        patch.setattr(atomic.os, call, refuse)
        with pytest.raises(EngineError) as caught:
            workbench.save_tokenizer(changed, path)
    assert str(caught.value) == (
        f"{path}.card.json: you are not allowed to write here: Permission denied. "
        "Save it under another name or in another folder."
    )
    assert files_in(tmp_path) == before
    workbench.save_tokenizer(changed, path)
    assert workbench.open_tokenizer(path).vocab_size == 272


# --- two saves at once ----------------------------------------------------------------------------------


def test_60_of_two_saves_at_once_the_last_is_whole(tmp_path: Path) -> None:
    """Whatever their steps' order, both end, and the file and its card are those of one of them."""
    sizes = (262, 272)
    made = {size: trained(size) for size in sizes}
    for seed in range(20):
        path = tmp_path / f"{seed}.model"
        chance = random.Random(seed)
        saves = {size: Sliced(lambda size=size, path=path: api.save_file(made[size], path)) for size in sizes}
        last = 0
        while saves:
            size = chance.choice(list(saves))
            if next(saves[size], "ended") == "ended":  # it has its name now
                del saves[size]
                last = size
        assert workbench.open_tokenizer(path).vocab_size == last
        assert api.open_file(path).notices == ()
    assert not [left for left in tmp_path.iterdir() if left.name.startswith(".")]


def test_60_saves_of_several_threads(tmp_path: Path) -> None:
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
    assert api.open_file(path).notices == (), "the card of another"
    assert not [left for left in tmp_path.iterdir() if left.name.startswith(".")]


@pytest.mark.parametrize("order", [(262, 272), (272, 262)])
def test_60_the_window_saves_one_after_the_other(
    qapp: object, qtbot: QtBot, tmp_path: Path, order: tuple[int, int]
) -> None:
    lanes = Lanes()
    opened, saved = keep(lanes.jobs, TokenizerOpened), keep(lanes.jobs, TokenizerSaved)
    for size in order:
        workbench.save_tokenizer(trained(size), tmp_path / f"{size}.model")
        lanes.ask(OpenTokenizer(size, str(tmp_path / f"{size}.model")))
    wait(qtbot, lambda: len(opened) == 2)
    path = tmp_path / "one.model"
    for answer in opened:
        handle = answer.tokenizer.handle
        lanes.ask(SaveTokenizer(answer.request_id, handle, str(path), "minbpe"))
    wait(qtbot, lambda: len(saved) == 2)
    assert lanes.shut_down()
    assert [answer.request_id for answer in saved] == list(order)
    assert workbench.open_tokenizer(path).vocab_size == order[-1]
    assert api.open_file(path).notices == ()
    assert not [left for left in tmp_path.iterdir() if left.name.startswith(".")]


def test_61_a_mix_of_old_and_new_files_is_told_by_the_hash(tmp_path: Path) -> None:
    path = tmp_path / "one.model"
    workbench.save_tokenizer(trained(262), path)
    old = Path(f"{path}.card.json").read_bytes()
    workbench.save_tokenizer(trained(272), path)
    Path(f"{path}.card.json").write_bytes(old)
    (notice,) = api.open_file(path).notices
    assert sentence(notice.code, notice.facts) == (
        f"{path}.card.json is for another version of the file and was not used. "
        "Delete the card, or save the tokenizer again."
    )


def sentence(code: str, facts: Any) -> str:
    return str(EngineError(code, **facts))


# --- the start ------------------------------------------------------------------------------------------

STARTING = """
import sys
from PySide6.QtCore import QTimer
from workbench.shell import app, wiring

finish = wiring.finish

def finished(first):
    parts = yield from finish(first)
    QTimer.singleShot(0, first.window.close)
    return parts

wiring.finish = finished
sys.exit(app.run(["workbench"]))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="another system knows no HOME")
@pytest.mark.parametrize("home", ["名 ü/x", "", "/proc/nowhere"], ids=["not ASCII", "empty", "not writable"])
def test_73_it_starts_whatever_the_home_and_the_language_are(tmp_path: Path, home: str) -> None:
    left_out = {"LANG", "LC_ALL", "LC_CTYPE", "PYTHONUTF8", "TMPDIR"}
    kept = {k: v for k, v in os.environ.items() if k not in left_out and not k.startswith("XDG_")}
    may_write = home.endswith("/x")
    place = str(tmp_path / home) if may_write else home
    if may_write:
        Path(place).mkdir(parents=True)
    environ = kept | {"HOME": place, "LC_ALL": "C", "PYTHONUTF8": "0", "QT_QPA_PLATFORM": "offscreen"}
    environ |= {"XDG_RUNTIME_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", STARTING], env=environ, cwd=ROOT, capture_output=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    assert b"Traceback" not in done.stderr
    logs = list(tmp_path.rglob("problems.log"))
    assert len(logs) == (1 if may_write else 0)
