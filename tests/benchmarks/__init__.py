"""Benchmarks: we and the peers in the same run, on the same text; not part of the test suite."""
