"""What every test has: profiles, the shared data, a memory limit, a look at threads and logs left behind."""

from __future__ import annotations

import gc
import logging
import os
import re
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from pytestqt.qtbot import QtBot

os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")  # as `shell.app` has it

# Where a change is judged (CI is set), the same examples each time; elsewhere the search goes on.
settings.register_profile(
    "suite",
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.register_profile("thorough", settings.get_profile("suite"), max_examples=5000)
settings.load_profile("thorough" if os.environ.get("WORKBENCH_THOROUGH") else "suite")

# What runs away fails where it is, with a traceback, instead of taking the machine along. Not the address
# space, of which Qt and numpy reserve much that they never use.
MOST_MEMORY = 8 << 30  # bytes of data that the process may write to; the whole suite needs less than half
if sys.platform.startswith("linux"):
    import resource

    _soft, _hard = resource.getrlimit(resource.RLIMIT_DATA)
    if _soft == resource.RLIM_INFINITY:  # else there is a limit already
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, _hard))

PATIENCE = 30_000  # milliseconds; a hang limit, not a target
SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of facts and data beside the repository; a test that needs it is skipped without."""
    if not (SHARED / "data").is_dir():
        pytest.skip(f"needs the data of {SHARED.name!r}, a folder beside the repository, which is not there")
    return SHARED


class PatientBot(QtBot):
    """Waits long enough for a machine that has much else to do: 30 s where pytest-qt has 5."""

    def waitUntil(self, callback: Callable[[], object], *, timeout: int = PATIENCE) -> None:
        def _holds() -> bool | None:  # pytest-qt takes a count of one, and fails at a count of two
            holds = callback()
            return None if holds is None else bool(holds)

        super().waitUntil(_holds, timeout=timeout)

    def waitSignal(self, signal: object, *, timeout: int = PATIENCE, **more: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitExposed(self, widget: Any, *, timeout: int = PATIENCE) -> Any:
        return super().waitExposed(widget, timeout=timeout)

    def waitActive(self, widget: Any, *, timeout: int = PATIENCE) -> Any:
        return super().waitActive(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> QtBot:
    """pytest-qt's bot, with patience."""
    return PatientBot(request)


class _Records(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture
def expected_log() -> list[str]:
    """To this list a test adds regular expressions of the records (WARNING or above) that it expects."""
    return []


@pytest.fixture(autouse=True)
def _no_unexpected_log(expected_log: list[str]) -> Iterator[None]:
    """Fail a test that logs a warning or an error which it has not announced in `expected_log`."""
    handler = _Records()
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
    texts = [record.getMessage() for record in handler.records]
    unexpected = [text for text in texts if not any(re.search(pattern, text) for pattern in expected_log)]
    assert not unexpected, f"unexpected log records: {unexpected}"


class _Seen:
    """Whether a test of the module had to do with Qt."""

    qt = False


@pytest.fixture(autouse=True)
def _garbage_is_collected_here(request: pytest.FixtureRequest) -> Iterator[None]:
    """Have no thread but this one collect garbage where there is Qt: see `widgets.garbage`."""
    if "qapp" in request.fixturenames:
        _Seen.qt = True
        gc.disable()
    yield
    if not gc.isenabled():
        gc.enable()
        gc.collect(1)


@pytest.fixture(scope="module", autouse=True)
def _windows_go_with_their_module() -> Iterator[None]:
    """Collect what is old, or was frozen by a window's collector: hundreds of windows fill the memory."""
    _Seen.qt = False
    yield
    gc.unfreeze()
    if _Seen.qt:
        gc.collect()


# Of two processes that share the files, the last to end waits for none of these: the longest come first.
LONGEST = (
    "tests/journeys/test_session.py",
    "tests/walks/test_walks.py",
    "tests/worker/test_every_point.py",
    "tests/agreement/test_huggingface.py",
    "tests/packaging/test_wheel.py",
    "tests/formats/gguf/test_format.py",
    "tests/journeys/test_runs.py",
    "tests/shell/test_first_window.py",
    "tests/hostile/test_campaign.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first; `--no-loadscope-reorder` leaves them there."""
    place = {file: number - len(LONGEST) for number, file in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.nodeid.partition("::")[0], 0))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test of permissions where these do not apply, as for root."""
    if item.get_closest_marker("unprivileged") and _passes_over_permissions():
        pytest.skip("this user ignores file permissions; packaging/test runs it again as one that does not")


def _passes_over_permissions() -> bool:
    with tempfile.NamedTemporaryFile() as file:
        os.chmod(file.name, 0)
        return os.access(file.name, os.R_OK)


def pytest_sessionfinish() -> None:
    """Let garbage that holds on to Qt go while its application is there, not as the interpreter ends."""
    gc.collect()


@pytest.fixture(autouse=True)
def _no_leftover_threads() -> Iterator[None]:
    """Fail a test after which more threads run than before."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + 20
    while (left := _threads_since(before)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not left, f"threads left running: {left}"


def _threads_since(before: set[threading.Thread]) -> list[threading.Thread]:
    # Python makes a _DummyThread of any foreign thread that once ran Python, and keeps it for as
    # long as it likes, so these say nothing.
    dummy = threading._DummyThread  # type: ignore[attr-defined]
    now = set(threading.enumerate()) - before
    return [thread for thread in now if not isinstance(thread, dummy)]
