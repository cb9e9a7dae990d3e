"""Bytes of byte tokens that are no characters, as two libraries show them (`tests.agreement`)."""

from __future__ import annotations

import pytest

from workbench.engine.models.byte_runs import ByteRuns

BAD = "\ufffd".encode()


@pytest.mark.parametrize(
    ("tokens", "by_runs", "by_bytes"),
    [
        ([b"\xe6", b"\x97", b"\xa5"], [b"\xe6", b"\x97", b"\xa5"], [b"\xe6", b"\x97", b"\xa5"]),
        ([b"\xe6", b"\x97", b"a"], [BAD, BAD, BAD], [BAD, BAD, b"a"]),
        ([b"\xff", b"\xc3", b"\xa9"], [BAD, BAD, BAD], [BAD, b"\xc3", b"\xa9"]),
        ([b"\xed", b"\xa0", b"\x80"], [BAD, BAD, BAD], [BAD, BAD, BAD]),
        ([b"", b"\xff"], [BAD, BAD], [b"", BAD]),  # the first was a space
        ([], [], []),
    ],
)
def test_a_run(tokens: list[bytes], by_runs: list[bytes], by_bytes: list[bytes]) -> None:
    ids = [7] * len(tokens)
    assert ByteRuns({7}, whole=True).replaced(ids, tokens) == by_runs
    assert ByteRuns({7}, whole=False).replaced(ids, tokens) == by_bytes


def test_what_is_no_byte_token_ends_a_run_and_stays() -> None:
    tokens = [b"\xc3", b"x", b"\xa9", b"\xff"]
    assert ByteRuns({7}, whole=True).replaced([7, 1, 7, 1], tokens) == [BAD, b"x", BAD, b"\xff"]
