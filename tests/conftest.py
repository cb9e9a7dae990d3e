"""What every test has: Hypothesis profiles, the shared data, a look at threads and logs left behind."""

from __future__ import annotations

import logging
import os
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "suite", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", settings.get_profile("suite"), max_examples=5000)
settings.load_profile("thorough" if os.environ.get("WORKBENCH_THOROUGH") else "suite")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of facts and data beside the repository; a test that needs it is skipped without."""
    if not (SHARED / "data").is_dir():
        pytest.skip(f"needs the data of {SHARED.name!r}, a folder beside the repository, which is not there")
    return SHARED


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


@pytest.fixture(autouse=True)
def _no_leftover_threads() -> Iterator[None]:
    """Fail a test after which more threads run than before."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + 2
    while (left := _threads_since(before)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not left, f"threads left running: {left}"


def _threads_since(before: set[threading.Thread]) -> list[threading.Thread]:
    # Python makes a _DummyThread of any foreign thread that once ran Python, and keeps it for as
    # long as it likes, so these say nothing.
    dummy = threading._DummyThread  # type: ignore[attr-defined]
    now = set(threading.enumerate()) - before
    return [thread for thread in now if not isinstance(thread, dummy)]
