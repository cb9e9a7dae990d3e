"""The tokenizer that a session file brings along is written down only if it is the one that is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.api.test_session_file import KEPT, MODEL
from workbench.engine.base.errors import EngineError
from workbench.worker.jobs.session_files import _put_down


def test_only_what_has_the_hash_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "sessions"
    path = _put_down(KEPT, str(folder))
    assert path is not None
    assert Path(path).read_bytes() == MODEL
    for sha256 in ("../../elsewhere", "0" * 64, KEPT.sha256.upper()):
        with pytest.raises(EngineError) as caught:
            _put_down(replace(KEPT, sha256=sha256), str(folder))
        assert caught.value.code == "session_damaged"
    assert [each.name for each in folder.iterdir()] == [KEPT.sha256[:16]]
