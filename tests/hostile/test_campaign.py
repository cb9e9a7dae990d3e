"""A small campaign of fixed files: each ends well. `python -m tests.hostile` runs larger ones."""

from __future__ import annotations

import json
import sys

import pytest

from tests.hostile import running
from tests.hostile.cases import BAD, KINDS
from tests.hostile.running import Found, campaign, outcomes


@pytest.mark.parametrize("kind", KINDS)
def test_spoilt_files(kind: str) -> None:
    found = campaign(kind, 200, "1")
    assert not found.bad
    # What is spoilt is of many kinds: some is refused or told, some is read and judged.
    assert found.counts["refused"] + found.counts["told"] > 20
    assert found.counts["equal"] + found.counts["not judged"] > 2


def _ends(script: str) -> list[str]:
    return [outcome.name for outcome in outcomes([sys.executable, "-c", script])]


def test_every_bad_end_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = f"print('ready'); print({json.dumps({'name': 'other', 'detail': ''})!r}, flush=True);"
    assert _ends(f"{begun} print('done')") == ["other"]
    assert _ends(f"{begun} import os; os.abort()") == ["other", "death"]
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        _ends("1 / 0")
    monkeypatch.setattr(running, "SECONDS", 2.0)
    assert _ends(f"{begun} import time; time.sleep(600)") == ["other", "hang"]


def test_bad_ends_are_shown() -> None:
    found = Found()
    for number, name in enumerate(("equal", *BAD)):
        found.add(number, running.Outcome(name, "why"))
    assert found.bad == [f"{name}, file {number}: why" for number, name in enumerate(BAD, 1)]
