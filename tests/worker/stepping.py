"""Jobs run by hand, a slice at a time, and never past their end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from workbench.worker.jobs.job import ENDED, Job


def messages(job: Job) -> Iterator[object]:
    """Run a job to its end and yield what it tells."""
    return (message for message in iter(job.step, ENDED) if message is not None)


def run_until(job: Job, reached: Callable[[object], object]) -> list[object]:
    """Run a job until a step's answer, None included, is what is waited for; return the messages so far.

    A job that ends before fails the test. Its steps would answer `ENDED` for ever after: a loop that
    waits for something else hangs, and one that keeps the answers takes all the memory of the machine.
    """
    found: list[object] = []
    for answer in iter(job.step, ENDED):
        if answer is not None:
            found.append(answer)
        if reached(answer):
            return found
    raise AssertionError(f"it ended before: {found[-1] if found else 'it said nothing'}")
