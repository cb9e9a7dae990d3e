"""A job that ends before its time fails the test that runs it, and nothing waits or gathers for ever."""

from __future__ import annotations

import pytest

from tests.worker.stepping import messages, run_until
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.requests import JobProgress
from workbench.worker.messages.tokenizers import OpenTokenizer, TokenizerOpened


def test_a_job_that_ends_before_is_told_with_its_last_word() -> None:
    store = Store()
    with pytest.raises(AssertionError, match=r"ended before: Failed\(.*nowhere"):
        run_until(jobs.start(store, OpenTokenizer(1, "/nowhere")), lambda _: False)
    store.close()


def test_what_was_told_until_then_is_kept() -> None:
    store = Store()
    job = jobs.start(store, OpenTokenizer(1, ""))
    (progress,) = run_until(job, lambda answer: answer is not None)
    assert isinstance(progress, JobProgress)
    assert [type(message) for message in messages(job)] == [TokenizerOpened]
    store.close()
