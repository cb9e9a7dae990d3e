"""The child process for work that may hang, exhaust memory or crash: untrusted patterns and parsers.

The child is started by `subprocess` through the program's own hidden entry (`--isolated-child`), also when
frozen: no fork, no `multiprocessing`, no pickle. Parent and child exchange frames (`frames.py`) over two
pipes: a request is {"operation": "module:function"}, imported by the child on first use; the replies are the
operation's own frames, and then {"end": true} or {"error": {"code", "place", "facts"}}. The parent watches
the clocks, the child caps its own memory.
"""

from __future__ import annotations

import contextlib
import importlib
import math
import os
import select
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import point
from workbench.engine.child.frames import MAX_PAYLOAD, BrokenFrameError, Frame, FrameParser, pack

if TYPE_CHECKING:
    import subprocess

Operation = Callable[[Mapping[str, Any], Sequence[bytes]], Iterator[Frame]]

ENTRY = "--isolated-child"
DEFAULT_MEMORY = 1 << 30  # bytes of address space
POLL_SECONDS = 0.01  # how long the parent waits before it yields
START_SECONDS = 30.0  # a machine under load may take long to start a process
# A child whose parent was killed cannot notice this during one long match; the alarm, whose default action
# needs no Python, ends the child. The parent's own limit is far shorter.
ORPHAN_SECONDS = 60
_PACKAGES = {"google": "protobuf"}  # module -> what one installs, where they have other names
_LONGEST_STARVED = 50.0  # seconds that a limit is stretched to where the child gets no processor
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True, slots=True)
class Limit:
    """Time limit of a request.

    Attributes:
        seconds: length of a window of wall-clock time, counted while the parent waits for the child. On a
            busy machine it is longer, until the child has had as much of a processor.
        work: what the "done" of the replies must grow by in each window, unless the request ends in it;
            None if the whole request must end within the first window.

    """

    seconds: float = 2.0
    work: int | None = None


# --- the parent's side --------------------------------------------------------------------------


class _Watchdog:
    """Counts the time spent waiting for the child; the caller's own pauses do not count."""

    def __init__(self, limit: Limit, operation: str, pid: int) -> None:
        self._limit = limit
        self._operation = operation
        self._pid = pid
        self._waited = 0.0
        self._done_before = 0
        self._worked_before = _processor_seconds(pid)

    def progressed(self, done: int) -> None:
        """Note the child's progress; enough progress opens a new window."""
        work = self._limit.work
        if work is not None and done >= self._done_before + work:
            self._done_before = done
            self._waited = 0.0
            self._worked_before = _processor_seconds(self._pid)

    def waited(self, seconds: float) -> None:
        """Add waiting time; raises EngineError when the window is over."""
        self._waited += seconds
        if self._waited > self._limit.seconds and not self._is_starved():
            raise EngineError("child_too_slow", operation=self._operation, seconds=self._limit.seconds)

    def _is_starved(self) -> bool:
        worked = _processor_seconds(self._pid) - self._worked_before
        return worked < self._limit.seconds and self._waited < min(10 * self._limit.seconds, _LONGEST_STARVED)


def _processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used; NaN where the system does not tell."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS
    except (OSError, ValueError, IndexError):
        return math.nan


@dataclass(slots=True, eq=False)
class _Process:
    """A running child, its pipes without blocking."""

    process: subprocess.Popen[bytes]
    requests: int  # file descriptor to write to
    replies: int  # file descriptor to read from
    parser: FrameParser
    busy: bool = True  # busy with a request
    idle_since: float = 0.0  # by `time.monotonic`
    ready: bool = False
    finalizer: weakref.finalize[[subprocess.Popen[bytes]], Child] | None = None


def _command(memory: int) -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable, ENTRY, str(memory)]
    # -P: a file named like a module in the current folder must not be imported.
    return [sys.executable, "-P", "-m", "workbench", ENTRY, str(memory)]


def _environment() -> dict[str, str]:
    """Let the child import this package, even if it is not installed."""
    root = os.path.normpath(os.path.join(os.path.realpath(__file__), *[os.pardir] * 4))
    others = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": root + (os.pathsep + others if others else "")}


def _start(memory: int) -> _Process:
    if sys.platform == "win32":  # its pipes cannot be waited for, and its processes have no such limits
        raise EngineError("child_missing")
    import subprocess  # here: most files and texts need no child

    process = subprocess.Popen(  # noqa: S603 - our own program
        _command(memory),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        env=_environment(),
    )
    if process.stdin is None or process.stdout is None:
        raise OSError("no pipes")
    running = _Process(process, process.stdin.fileno(), process.stdout.fileno(), FrameParser())
    os.set_blocking(running.requests, False)
    os.set_blocking(running.replies, False)
    return running


def _stop(process: subprocess.Popen[bytes]) -> int:
    """Kill a process if it still runs, close its pipes and return its exit status."""
    process.kill()
    status = process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    return status


def _how_it_ended(status: int) -> str:
    if status >= 0:
        return f"exit status {status}"
    with contextlib.suppress(ValueError):
        return f"signal {signal.Signals(-status).name}"
    return f"signal {-status}"


class Child:
    """A warm child process that is started when first needed, and again after it has died.

    A process answers one request at a time. While it is busy, the next request gets another process, so that
    no request waits for another. One idle process is kept. Closing the iterator of an unfinished request
    kills its process.

    Attributes:
        pid: id of the running process, of the first of several, or None.

    """

    def __init__(self, memory: int = DEFAULT_MEMORY) -> None:
        self._memory = memory
        self._lock = threading.Lock()
        self._closed = False
        self._running: list[_Process] = []

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """Id of the running process, of the first of several, or None."""
        with self._lock:
            return self._running[0].process.pid if self._running else None

    def close(self) -> None:
        """End the child for good; unfinished requests fail."""
        with self._lock:
            self._closed = True
            busy = [each for each in self._running if each.busy]
        for each in busy:
            each.process.kill()  # the caller finds the end of the pipe and cleans up
        self._end_idle()

    def rest(self, seconds: float) -> None:
        """End processes that have been idle for a number of seconds; the next request starts another."""
        with self._lock:
            latest = time.monotonic() - seconds
            over = [each for each in self._running if not each.busy and each.idle_since <= latest]
            self._running = [each for each in self._running if each not in over]
        for each in over:
            self._end(each)

    def request(
        self,
        operation: Operation,
        header: Mapping[str, Any] | None = None,
        buffers: Sequence[bytes] = (),
        limit: Limit | None = None,
    ) -> Generator[Frame, None, None]:
        """Run a function of a module in the child: yield its replies.

        Raises EngineError: "child_too_slow" (it has been killed), "child_died", "child_out_of_memory",
        "child_request_too_large", "child_fault", "child_missing", and whatever the operation raises.
        """
        size = sum(map(len, buffers))
        if size > MAX_PAYLOAD:
            raise EngineError("child_request_too_large", size=size, limit=MAX_PAYLOAD)
        name = f"{operation.__module__}:{operation.__name__}"
        running = self._take() or self._start()
        ended = False
        try:
            self._ready(running)
            self._send(running, Frame({**(header or {}), "operation": name}, tuple(buffers)))
            watchdog = _Watchdog(limit or Limit(), _short(name), running.process.pid)
            last = yield from self._replies(running, watchdog, _short(name))
            # A process that ran out of memory is about to exit; the next request must not use that process.
            ended = last.header.get("error", {}).get("code") != "child_out_of_memory"
            _raise_error(last)
        finally:
            if ended:
                running.busy, running.idle_since = False, time.monotonic()
            else:
                self._end(running)
            self._end_idle()

    def _take(self) -> _Process | None:
        """Return a process that is idle, None if there is none."""
        with self._lock:
            if self._closed:
                raise RuntimeError("this child has been closed")
            idle = next((each for each in self._running if not each.busy), None)
            if idle is None:
                return None
            idle.busy = True
        if idle.process.poll() is None:
            return idle
        self._end(idle)
        return None

    def _end_idle(self) -> None:
        """End idle processes: all of a closed child, else all but one if none is busy."""
        with self._lock:
            idle = [each for each in self._running if not each.busy]
            over = idle if self._closed else idle[1:] if len(idle) == len(self._running) else []
            self._running = [each for each in self._running if each not in over]
        for each in over:
            self._end(each)

    def _start(self) -> _Process:
        try:
            started = _start(self._memory)
        except OSError as error:
            raise EngineError("child_cannot_start", reason=error.strerror or str(error)) from error
        started.finalizer = weakref.finalize(self, _stop, started.process)
        with self._lock:
            self._running.append(started)
        return started

    def _ready(self, running: _Process) -> None:
        """Wait until a process reports that it is ready."""
        watchdog = _Watchdog(Limit(START_SECONDS), "start", running.process.pid)
        while not running.ready:
            running.ready = self._next_frame(running, "start") is not None
            if not running.ready:
                self._wait(running, select.POLLIN, watchdog)

    def _send(self, running: _Process, frame: Frame) -> None:
        name, pid = _short(frame.header["operation"]), running.process.pid
        watchdog = _Watchdog(Limit(START_SECONDS, work=1), name, pid)
        sent = 0
        for part in pack(frame):
            view = memoryview(part)
            while view:
                try:
                    written = os.write(running.requests, view[: 1 << 16])
                except BlockingIOError:
                    self._wait(running, select.POLLOUT, watchdog)
                except OSError:
                    raise self._died(running, name) from None
                else:
                    sent += written
                    view = view[written:]
                    watchdog.progressed(sent)
                    point()

    def _replies(
        self, running: _Process, watchdog: _Watchdog, operation: str
    ) -> Generator[Frame, None, Frame]:
        """Yield replies; return the frame that ends them."""
        while True:
            frame = self._next_frame(running, operation)
            if frame is None:
                self._wait(running, select.POLLIN, watchdog)
            elif "end" in frame.header or "error" in frame.header:
                return frame
            else:
                watchdog.progressed(int(frame.header.get("done", 0)))
                point()
                yield frame

    def _next_frame(self, running: _Process, operation: str) -> Frame | None:
        """Return a whole frame if one has come, without waiting."""
        try:
            frame = running.parser.next_frame()
            if frame is None:
                data = os.read(running.replies, 1 << 18)
                if not data:
                    raise self._died(running, operation)
                running.parser.feed(data)
                frame = running.parser.next_frame()
        except BlockingIOError:
            return None
        except (BrokenFrameError, OSError) as error:
            raise self._died(running, operation, str(error)) from error
        return frame

    def _wait(self, running: _Process, event: int, watchdog: _Watchdog) -> None:
        """Wait at most a poll's time."""
        poll = select.poll()
        poll.register(running.replies if event == select.POLLIN else running.requests, event)
        start = time.monotonic()
        ready = poll.poll(POLL_SECONDS * 1000)
        watchdog.waited(time.monotonic() - start)
        if not ready:
            point()

    def _died(self, running: _Process, operation: str, how: str = "") -> EngineError:
        status = self._end(running)
        return EngineError("child_died", operation=operation, how=how or _how_it_ended(status))

    def _end(self, running: _Process) -> int:
        """End a process and return its exit status."""
        with self._lock:
            self._running = [each for each in self._running if each is not running]
        if running.finalizer is not None:
            running.finalizer.detach()
        return _stop(running.process)


def _short(operation: str) -> str:
    """Return the name of an operation in errors: "split" for "….custom_patterns:split_operation"."""
    return operation.rpartition(":")[2].removesuffix("_operation")


def _raise_error(last: Frame) -> None:
    error = last.header.get("error")
    if error is not None:
        place = error["place"]
        raise EngineError(error["code"], place=Place(*place) if place else None, **error["facts"])


# --- the child's side ---------------------------------------------------------------------------


def child_main(arguments: Sequence[str] = ()) -> int:
    """Answer requests from standard input until it ends; `arguments` may give the memory limit in bytes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is the parent's business
    _limit_resources(int(arguments[0]) if arguments else DEFAULT_MEMORY)
    requests, replies = _private_pipes()
    _write(replies, Frame({"ready": True}))
    parser = FrameParser()
    while (request := _receive(requests, parser)) is not None:
        again = _answer(request, replies)
        del request  # its buffers may be large
        if not again:
            return 1
    return 0


def _limit_resources(memory: int) -> None:
    import resource  # only the child needs it

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(ValueError):  # a lower limit holds already (`ulimit -v`); macOS takes none
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _private_pipes() -> tuple[int, int]:
    """Move the pipes away from standard input and output, so that a stray print cannot corrupt a frame."""
    requests, replies = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.close(nothing)
    return requests, replies


def _receive(requests: int, parser: FrameParser) -> Frame | None:
    while (frame := parser.next_frame()) is None:
        data = os.read(requests, 1 << 20)
        if not data:
            return None
        parser.feed(data)
    return frame


def _answer(request: Frame, replies: int) -> bool:
    """Run an operation and send its replies; return whether the child can still be used."""
    fit = True
    try:
        for reply in _watched(_operation(request)):
            _write(replies, reply)
        last: dict[str, Any] = {"end": True}
    except EngineError as error:
        last = _error(error.code, error.place, error.facts)
    except MemoryError:
        last, fit = (
            _error("child_out_of_memory", None, {"operation": _short(request.header["operation"])}),
            False,
        )
    except ModuleNotFoundError as error:
        name = (error.name or str(error)).partition(".")[0]
        last = _error("package_missing", None, {"package": _PACKAGES.get(name, name)})
    except Exception as error:  # noqa: BLE001 - whatever a foreign parser raises is reported
        import traceback  # here: the parent does without

        details = "".join(traceback.format_exception(error))[-20_000:]
        reason = f"{type(error).__name__}: {error}"[:500]
        last = _error("child_fault", None, {"reason": reason, "details": details})
    _write(replies, Frame(last))
    return fit


def _operation(request: Frame) -> Iterator[Frame]:
    module, name = request.header["operation"].split(":")
    operation: Operation = getattr(importlib.import_module(module), name)
    return operation(request.header, request.buffers)


def _watched(replies: Iterable[Frame]) -> Iterator[Frame]:
    """Pass replies on, with the alarm set only while the operation works."""
    signal.alarm(ORPHAN_SECONDS)
    try:
        for reply in replies:
            signal.alarm(0)
            yield reply
            signal.alarm(ORPHAN_SECONDS)
    finally:
        signal.alarm(0)


def _error(code: str, place: Place | None, facts: Mapping[str, Any]) -> dict[str, Any]:
    where = None if place is None else [place.kind, place.value]
    return {"error": {"code": code, "place": where, "facts": dict(facts)}}


def _write(replies: int, frame: Frame) -> None:
    for part in pack(frame):
        view = memoryview(part)
        while view:
            view = view[os.write(replies, view) :]
