"""What tests of the comparison share."""

from tests.panels.compare_bench import bench

__all__ = ["bench"]
