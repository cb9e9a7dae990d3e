"""The child process: what crosses, what is limited, and that it comes back after it died."""

from __future__ import annotations

import ast
import gc
import inspect
import itertools
import os
import signal
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.points import Sliced
from workbench.engine.base.errors import ENGLISH, EngineError
from workbench.engine.child import isolation
from workbench.engine.child.frames import MAX_HEADER, MAX_PAYLOAD, BrokenFrameError, Frame, FrameParser, pack
from workbench.engine.child.isolation import Child, Limit
from workbench.engine.splitting.custom_patterns import split_operation

HANG = 20  # seconds; what is held to it takes tenths of one, or for ever
ROOT = Path(__file__).resolve().parents[3]
HANGING = {"pattern": r"(a|aa)+$"}
HANGING_TEXT = (b"a" * 60 + b"!",)


def replies(child: Child, operation, header=None, buffers=(), limit=None) -> list[Frame]:
    return list(child.request(operation, header, buffers, limit))


def words(child: Child) -> int:
    return sum(
        len(frame.buffers[0]) // 16
        for frame in replies(child, split_operation, {"pattern": r"\w+"}, (b"a b c",))
    )


def wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + HANG
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)
    pytest.fail(f"process {pid} still runs")


# --- frames -------------------------------------------------------------------------------------

plain = st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.integers(), max_size=3)
frames = st.builds(
    Frame,
    st.dictionaries(st.text().filter(lambda key: key != "sizes"), plain, max_size=3),
    st.lists(st.binary(max_size=50), max_size=3).map(tuple),
)


@given(sent=st.lists(frames, max_size=4), size=st.integers(1, 40))
def test_frames_arrive_as_they_were_sent(sent, size):
    stream = b"".join(b"".join(pack(frame)) for frame in sent)
    parser, got = FrameParser(), []
    for start in range(0, len(stream), size):
        parser.feed(stream[start : start + size])
        while (frame := parser.next_frame()) is not None:
            got.append(frame)
    assert got == sent


def header(text: bytes) -> bytes:
    return struct.pack("<I", len(text)) + text


@pytest.mark.parametrize(
    "stream",
    [
        struct.pack("<I", MAX_HEADER + 1),
        header(b"{"),
        header(b"[]"),
        header(b"{}"),
        header(b'{"sizes": 3}'),
        header(b'{"sizes": ["x"]}'),
        header(b'{"sizes": [-1]}'),
        header(b'{"sizes": [%d]}' % (MAX_PAYLOAD + 1)),
        header(b'{"sizes": [%d, %d]}' % (MAX_PAYLOAD, 1)),
        header(b"[" * 100_000),
        header(b"\xff\xfe"),
    ],
)
def test_what_is_no_frame_is_refused_before_anything_is_kept(stream):
    parser = FrameParser()
    parser.feed(stream)
    with pytest.raises(BrokenFrameError):
        parser.next_frame()


@given(st.binary(max_size=60))
def test_any_bytes_are_a_frame_or_refused(stream):
    parser = FrameParser()
    parser.feed(stream)
    try:
        while parser.next_frame() is not None:
            pass
    except BrokenFrameError:
        pass


# --- the child ----------------------------------------------------------------------------------


def test_a_child_stays_warm():
    with Child() as child:
        assert child.pid is None  # nothing is started before it is needed
        assert words(child) == 3
        pid = child.pid
        assert words(child) == 3
        assert child.pid == pid
    wait_until_gone(pid)


def test_two_children_are_two_processes():
    with Child() as one, Child() as other:
        assert words(one) == words(other) == 3
        assert one.pid != other.pid


def test_it_imports_nothing_heavy_and_keeps_its_limits():
    with Child(memory=300 << 20) as child:
        assert words(child) == 3
        limits = Path(f"/proc/{child.pid}/limits").read_text().splitlines()
        maps = Path(f"/proc/{child.pid}/maps").read_text()
    row = {line[:25].strip(): line[26:].split()[:2] for line in limits}
    assert row["Max address space"] == [str(300 << 20)] * 2
    assert row["Max core file size"] == ["0", "0"]
    assert not any(name in maps for name in ("numpy", "PySide6", "libQt"))


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT])
def test_a_child_that_dies_is_told_and_replaced(how):
    with Child() as child:
        assert words(child) == 3
        steps = Sliced(lambda: replies(child, split_operation, HANGING, HANGING_TEXT))
        next(steps)
        os.kill(child.pid, how)
        with pytest.raises(EngineError) as caught:
            list(steps)
        assert caught.value.code == "child_died"
        assert how.name in caught.value.cause
        assert words(child) == 3


def test_a_child_that_died_between_requests_is_replaced_unseen():
    with Child() as child:
        assert words(child) == 3
        pid = child.pid
        os.kill(pid, signal.SIGKILL)
        time.sleep(0.1)
        assert words(child) == 3
        assert child.pid != pid


def test_what_hangs_is_killed_by_the_wall_clock():
    with Child() as child:
        assert words(child) == 3
        pid, start = child.pid, time.monotonic()
        with pytest.raises(EngineError) as caught:
            replies(child, split_operation, HANGING, HANGING_TEXT, Limit(0.3))
        assert 0.3 <= time.monotonic() - start < HANG
        assert caught.value.code == "child_too_slow"
        wait_until_gone(pid)
        assert words(child) == 3


def test_a_child_that_gets_no_processor_is_not_taken_for_slow():
    with Child() as child:
        assert words(child) == 3
        os.kill(child.pid, signal.SIGSTOP)
        threading.Timer(0.9, os.kill, (child.pid, signal.SIGCONT)).start()
        assert replies(child, split_operation, {"pattern": r"\w+"}, (b"a b c",), Limit(0.3))


def test_a_child_that_never_gets_one_is_killed_too():
    with Child() as child:
        assert words(child) == 3
        pid = child.pid
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(EngineError) as caught:
            replies(child, split_operation, {"pattern": r"\w+"}, (b"a b c",), Limit(0.1))
        assert caught.value.code == "child_too_slow"
        wait_until_gone(pid)


def test_a_pause_of_the_caller_is_not_held_against_the_child():
    with Child() as child:
        assert words(child) == 3
        limit = Limit(1.0, work=200_000)
        steps = child.request(split_operation, {"pattern": r"\w+"}, (b"a b " * 300_000,), limit)
        n_words = 0
        for number, frame in enumerate(steps):
            n_words += len(frame.buffers[0]) // 16
            if number == 1:
                time.sleep(1.5)
        assert n_words == 600_000


def test_a_child_that_takes_nothing_in_does_not_hold_the_caller_up():
    with Child() as child:
        assert words(child) == 3
        os.kill(child.pid, signal.SIGSTOP)
        start = time.monotonic()
        text = (b"a" * 10_000_000,)
        steps = Sliced(lambda: replies(child, split_operation, {"pattern": "a+"}, text, Limit(60)))
        for _ in range(30):
            next(steps)
        assert time.monotonic() - start < HANG
        os.kill(child.pid, signal.SIGCONT)
        list(steps)
        assert sum(len(frame.buffers[0]) // 16 for frame in steps.result) == 1


def test_memory_is_capped():
    with Child(memory=200 << 20) as child:
        assert words(child) == 3
        with pytest.raises(EngineError) as caught:
            replies(
                child, split_operation, {"pattern": r"\w+"}, (b"\xf0\x9f\x98\x89" * 30_000_000,), Limit(20)
            )
        assert caught.value.code in ("child_out_of_memory", "child_died")
        assert words(child) == 3


def test_a_request_too_large_is_refused_before_it_is_sent(monkeypatch):
    monkeypatch.setattr(isolation, "MAX_PAYLOAD", 10)
    with Child() as child:
        with pytest.raises(EngineError) as caught:
            replies(child, split_operation, {"pattern": "a"}, (b"a" * 11,))
        assert caught.value.code == "child_request_too_large"
        assert child.pid is None


def test_polls_come_often_while_nothing_is_said():
    with Child() as child:
        assert words(child) == 3
        steps = Sliced(lambda: replies(child, split_operation, HANGING, HANGING_TEXT, Limit(60)))
        times = []
        for _ in range(50):
            next(steps)
            times.append(time.monotonic())
        steps.close()
        gaps = sorted(later - earlier for earlier, later in itertools.pairwise(times))
        assert gaps[25] < 0.2  # ten times what is promised: the machine may be busy


def test_closing_the_replies_ends_the_work():
    with Child() as child:
        steps = Sliced(lambda: replies(child, split_operation, HANGING, HANGING_TEXT, Limit(60)))
        while child.pid is None:
            next(steps)
        for _ in range(10):
            next(steps)
        pid, start = child.pid, time.monotonic()
        steps.close()
        assert time.monotonic() - start < HANG
        wait_until_gone(pid)
        assert words(child) == 3


def test_closing_from_another_thread_ends_a_request():
    child = Child()
    assert words(child) == 3
    threading.Timer(0.2, child.close).start()
    start = time.monotonic()
    with pytest.raises(EngineError) as caught:
        replies(child, split_operation, HANGING, HANGING_TEXT, Limit(60))
    assert caught.value.code == "child_died"
    assert time.monotonic() - start < HANG
    assert child.pid is None
    with pytest.raises(RuntimeError):
        words(child)


@pytest.mark.parametrize("order", sorted(set(itertools.permutations("aaabbb"))), ids="".join)
def test_requests_of_one_thread_do_not_meet_in_whatever_order(order):
    texts = {"a": b"a b " * 20_000, "b": b"c d e " * 20_000}
    with Child() as child:
        steps = {
            name: child.request(split_operation, {"pattern": r"\w+"}, (text,)) for name, text in texts.items()
        }
        found = {"a": 0, "b": 0}
        for name in order:
            found[name] += len(next(steps[name]).buffers[0]) // 16
        for name, rest in steps.items():
            found[name] += sum(len(frame.buffers[0]) // 16 for frame in rest)
        assert found == {"a": 40_000, "b": 60_000}
        assert len(children_of(child)) == 1


def children_of(child: Child) -> list[int]:
    return [each.process.pid for each in child._running]


def test_a_request_that_waits_half_done_keeps_nobody_waiting():
    with Child() as child:
        running = Sliced(lambda: replies(child, split_operation, {"pattern": r"\w+"}, (b"a b c " * 40_000,)))
        next(running)
        found: list[int] = []
        other = threading.Thread(target=lambda: found.append(words(child)))
        other.start()
        other.join(HANG)
        assert found == [words(child)] == [3]
        assert len(children_of(child)) == 2  # kept while there may be more of that
        list(running)
        assert sum(len(frame.buffers[0]) // 16 for frame in running.result) == 120_000
        assert len(children_of(child)) == 1


def test_what_is_given_up_leaves_one_process():
    with Child() as child:
        given_up = Sliced(lambda: replies(child, split_operation, HANGING, HANGING_TEXT))
        next(given_up)
        running = Sliced(lambda: replies(child, split_operation, {"pattern": r"\w+"}, (b"a b c " * 40_000,)))
        next(running)
        assert words(child) == 3
        given_up.close()
        running.close()
        assert len(children_of(child)) == 1


def test_a_child_that_nobody_asks_rests():
    with Child() as child:
        running = Sliced(lambda: replies(child, split_operation, {"pattern": r"\w+"}, (b"a b c " * 40_000,)))
        next(running)
        child.rest(0.0)
        assert len(children_of(child)) == 1, "it is being asked"
        list(running)
        pid = child.pid
        child.rest(3600.0)
        assert child.pid == pid, "it was asked a moment ago"
        child.rest(0.0)
        wait_until_gone(pid)
        assert children_of(child) == []
        assert words(child) == 3


def test_a_forgotten_child_is_ended():
    child = Child()
    assert words(child) == 3
    pid = child.pid
    del child
    gc.collect()
    wait_until_gone(pid)


def test_an_unknown_operation_is_told_with_its_details():
    def no_operation(header, buffers):
        raise AssertionError("not in this process")

    with Child() as child:
        with pytest.raises(EngineError) as caught:
            replies(child, no_operation)
        assert caught.value.code == "child_fault"
        assert "AttributeError" in caught.value.cause
        assert "Traceback" in caught.value.facts["details"]
        assert words(child) == 3


def needing(header, buffers):
    raise ModuleNotFoundError("No module named 'google.protobuf'", name="google.protobuf")


def test_a_package_that_is_missing_is_named():
    with Child() as child:
        with pytest.raises(EngineError) as caught:
            replies(child, needing)
        assert caught.value.code == "package_missing"
        assert caught.value.cause == "protobuf is not installed"
        assert words(child) == 3


def test_a_child_that_cannot_start_is_told(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with Child() as child, pytest.raises(EngineError) as caught:
        words(child)
    assert caught.value.code == "child_cannot_start"


def test_a_frozen_program_starts_itself(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert isolation._command(5) == [sys.executable, "--isolated-child", "5"]


def test_it_starts_from_any_folder_and_imports_nothing_from_there(tmp_path, monkeypatch):
    (tmp_path / "json.py").write_text("raise SystemExit(7)")
    (tmp_path / "regex.py").write_text("raise SystemExit(7)")
    monkeypatch.chdir(tmp_path)
    with Child() as child:
        assert words(child) == 3


def test_it_ends_when_its_parent_is_gone():
    # The parent is killed; the child finds its pipe closed.
    code = (
        "import os, sys\n"
        "from workbench.engine.child.isolation import Child\n"
        "from workbench.engine.splitting.custom_patterns import split_operation\n"
        "child = Child()\n"
        "list(child.request(split_operation, {'pattern': 'a'}, (b'a',)))\n"
        "print(child.pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120
    )
    wait_until_gone(int(run.stdout))


def test_an_orphan_inside_one_long_match_is_ended_by_the_alarm():
    def seconds_left() -> float:
        return signal.getitimer(signal.ITIMER_REAL)[0]

    def operation():
        for _ in range(2):
            assert 0 < seconds_left() <= isolation.ORPHAN_SECONDS
            yield Frame({})

    for _ in isolation._watched(operation()):
        assert (
            seconds_left() == 0
        )  # a consumer that is paused keeps the child waiting, for as long as it likes
    assert seconds_left() == 0


def test_what_a_child_prints_reaches_nobody():
    # A child that is killed for its memory prints a traceback to nowhere.
    code = (
        "from workbench.engine.child.isolation import Child\n"
        "from workbench.engine.splitting.custom_patterns import split_operation\n"
        "from workbench.engine.base.errors import EngineError\n"
        "child = Child(memory=150 << 20)\n"
        "try:\n"
        "    text = b'\\xf0\\x9f\\x98\\x89' * 20_000_000\n"
        "    list(child.request(split_operation, {'pattern': 'a'}, (text,)))\n"
        "except EngineError as error:\n"
        "    print(error.code)\n"
        "child.close()\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120
    )
    assert run.stdout.strip() in ("child_out_of_memory", "child_died")
    assert run.stderr == ""


def test_the_entry_imports_nothing_heavy_first():
    """`__main__` reaches the child before any import of ours, and the child's modules need no numpy."""
    code = (
        "import sys, workbench.__main__, workbench.engine.child.isolation\n"
        "import workbench.engine.splitting.custom_patterns, workbench.engine.foreign.libraries\n"
        "import workbench.formats.hugging_face.file, workbench.formats.gpt2.files\n"
        "import workbench.formats.tekken.fields, workbench.formats.sentencepiece.proto\n"
        "import workbench.formats.gguf.head\n"
        "print(sorted({'numpy', 'PySide6', 'multiprocessing', 'pickle'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120
    )
    assert run.stdout.strip() == "[]", run.stderr


def test_every_code_has_its_prose():
    source = inspect.getsource(isolation)
    used = {
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("child_")
    }
    assert used
    assert used - {"child_main"} <= set(ENGLISH)


def test_a_lower_limit_of_this_process_holds_for_the_child():
    code = (
        "from resource import *; setrlimit(RLIMIT_AS, (1 << 29, 1 << 29)); "
        "from workbench.engine.child import isolation; isolation._limit_resources(1 << 30); "
        "print(getrlimit(RLIMIT_AS)[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout == f"{1 << 29}\n", done.stderr
