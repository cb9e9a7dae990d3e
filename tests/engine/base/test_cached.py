"""What is worked out once does not hold up a request for the same of another object."""

import threading

from tests.points import Sliced
from workbench.engine.base import pace
from workbench.engine.base.cached import cached_property

HANG = 20  # seconds


class Slow:
    n_made = 0

    @cached_property
    def table(self) -> int:
        """A table."""
        self.n_made += 1
        pace.point()
        return 7


def test_it_is_made_once() -> None:
    slow = Slow()
    assert (slow.table, slow.table, slow.n_made) == (7, 7, 1)
    assert Slow.table.__doc__ == "A table."


def test_another_thread_does_not_wait_for_work_that_stands_at_a_point() -> None:
    standing = Sliced(lambda: Slow().table)
    next(standing)
    other = threading.Thread(target=lambda: Slow().table, daemon=True)
    other.start()
    other.join(HANG)
    assert not other.is_alive()
    assert list(standing) == []
    assert standing.result == 7
