"""Error bars and provenance by row of the vocabulary, of a tokenizer that was trained here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workbench import api
from workbench.engine.judging.health import all_ids
from workbench.worker.jobs import starting
from workbench.worker.jobs.job import ENDED
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.origins import FindErrorBars, FindOrigins
from workbench.worker.messages.requests import Failed, JobProgress
from workbench.worker.messages.tokenizers import SaveTokenizer


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    for number in range(40):
        (folder / f"{number:02}.txt").write_text(
            "some more words " * 5 + ("qxqx " * 9 if number == 7 else "")
        )
    return folder


def answers(store: Store, request: Any) -> list[Any]:
    return [each for each in iter(starting.start(store, request).step, ENDED) if each is not None]


def trained(store: Store, texts: Path, tmp_path: Path) -> tuple[int, list[bytes]]:
    """Open a tokenizer trained on the texts; return its handle and the bytes of its rows."""
    path = tmp_path / "own.json"
    tokenizer = api.train(str(texts), vocab_size=270, special_tokens=["<|end|>"])
    api.save_tokenizer(tokenizer, path)
    opened = api.open_file(path)
    rows = [opened.tokenizer.token_bytes(i) or b"" for i in all_ids(opened.tokenizer).tolist()]
    return store.add(opened, "Own").handle, rows


def test_error_bars_by_row(store: Store, texts: Path, tmp_path: Path) -> None:
    handle, rows = trained(store, texts, tmp_path)
    *progress, bars = answers(store, FindErrorBars(1, handle))
    assert {each.what for each in progress if isinstance(each, JobProgress)} >= {"error bars"}
    assert len(bars.survivals) == len(bars.margins) == len(rows)
    assert set(bars.survivals[:256].tolist()) == {-1}
    assert bars.survivals[rows.index(b"qx")] == 19
    assert bars.survivals[rows.index(b"<|end|>")] == -1
    assert (bars.survivals[256:-1] >= 0).all()
    assert (bars.is_known, bars.n_parts, bars.unit, bars.n_units) == (True, 20, "document", 40)


def test_provenance_by_row(store: Store, texts: Path, tmp_path: Path) -> None:
    handle, rows = trained(store, texts, tmp_path)
    *_, origins = answers(store, FindOrigins(1, handle))
    row = rows.index(b"qx")
    assert origins.sources == (str(texts),)
    assert origins.shares[row].tolist() == [1]
    assert (origins.documents[row], origins.file_shares[row]) == (1, 1)
    assert origins.files[origins.file[row]] == str(texts / "07.txt")
    assert origins.documents[0] == origins.file[0] == -1
    (failed,) = [
        each
        for each in answers(store, FindOrigins(2, handle, without=(str(texts),)))
        if isinstance(each, Failed)
    ]
    assert failed.code == "source_is_all"


def test_a_tokenizer_that_was_not_trained_here(store: Store) -> None:
    sample = api.open_sample()
    sample.tokenizer.record = None
    (failed,) = answers(store, FindErrorBars(1, store.add(sample, "Sample").handle))
    assert failed.code == "record_missing"


@pytest.fixture
def keeping(tmp_path: Path) -> Iterator[Store]:
    store = Store(str(tmp_path / "kept"))
    yield store
    store.close()


def without_rest(message: Any) -> list[Any]:
    values = ((name, getattr(message, name)) for name in message.__dataclass_fields__ if name != "request_id")
    return [value.tolist() if isinstance(value, np.ndarray) else value for _, value in values]


def test_error_bars_are_kept_and_go_into_the_card(keeping: Store, texts: Path, tmp_path: Path) -> None:
    handle, _ = trained(keeping, texts, tmp_path)
    (nothing,) = answers(keeping, FindErrorBars(1, handle, only_kept=True))
    assert not nothing.is_known
    found = answers(keeping, FindErrorBars(2, handle))[-1]
    (texts / "07.txt").unlink()  # what was found stays right
    (kept,) = answers(keeping, FindErrorBars(3, handle, only_kept=True))
    assert without_rest(kept) == without_rest(found)
    assert without_rest(answers(keeping, FindErrorBars(4, handle))[-1]) == without_rest(found)
    out = tmp_path / "again.json"
    answers(keeping, SaveTokenizer(5, handle, str(out)))
    card = json.loads((tmp_path / "again.json.card.json").read_text("utf-8"))
    assert card["training"]["error_bars"]["units"] == 40


def test_provenance_is_kept_and_what_a_source_left_out_changes(
    keeping: Store, texts: Path, tmp_path: Path
) -> None:
    more = tmp_path / "more.txt"
    more.write_text("zebra zebra zebra " * 30)
    path = tmp_path / "two.json"
    api.save_tokenizer(api.train([str(texts), str(more)], vocab_size=275), path)
    handle = keeping.add(api.open_file(path), "Two").handle
    assert not answers(keeping, FindOrigins(1, handle, only_kept=True))[0].is_known
    whole = answers(keeping, FindOrigins(2, handle))[-1]
    assert whole.changes == ()
    ((name, gone, come),) = answers(keeping, FindOrigins(3, handle, without=(str(more),)))[-1].changes
    again = api.train(str(texts), vocab_size=275)
    before, now = ({t.token_bytes(i) for i in range(256, 275)} for t in (api.open_tokenizer(path), again))
    assert (name, {*gone}, {*come}) == (str(more), before - now, now - before - {None})
    more.unlink()
    (kept,) = answers(keeping, FindOrigins(4, handle, only_kept=True))
    assert kept.changes == ((name, gone, come),)
    assert without_rest(kept)[:-1] == without_rest(whole)[:-1]
    again_open = keeping.add(api.open_file(path), "Two").handle
    failed = answers(keeping, FindOrigins(5, again_open, without=(str(texts),)))[-1]
    assert (failed.code, failed.facts) == ("repeat_other_corpus", {"difference": f"{more} is missing"})
    # The counts are there until the tokenizer is closed.
    changes = answers(keeping, FindOrigins(5, handle, without=(str(texts),)))[-1].changes
    assert {change[0] for change in changes} == {str(texts), str(more)}
    more.write_text("zebra zebra zebra " * 30)
    for file in texts.iterdir():
        file.unlink()
    failed = answers(keeping, FindErrorBars(6, handle))[-1]
    assert failed.facts == {"difference": f"no file of {texts} is there"}
