"""The Tokens panel that several tests of this folder look at."""

from tests.panels.tokens_bench import bench

__all__ = ["bench"]
