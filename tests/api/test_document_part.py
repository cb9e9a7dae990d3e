"""Counting documents that come one after the other."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from workbench.api import document_part
from workbench.api.count_parts import count_part, merge_counts
from workbench.api.document_part import counted_documents
from workbench.engine.base.slices import finished
from workbench.engine.corpus.sources import SourceOptions
from workbench.engine.training.options import Options

COLUMNS = ["piece", "count", "documents"]
TEXTS = [f"the cat sat on mat {number % 7}, don't 日本" for number in range(60)]


@pytest.mark.parametrize("preset", ["gpt4", "llama2"])
def test_the_table_is_that_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, preset: str) -> None:
    monkeypatch.setattr(document_part, "AT_ONCE", 1000)
    path = tmp_path / "texts.jsonl"
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in TEXTS))
    for limit in (0, 1):
        options = Options(preset, memory_limit=limit)
        whole = finished(count_part([SourceOptions(str(path))], options, str(tmp_path / "whole.parquet")))
        for number in range(3):
            with counted_documents(str(tmp_path / f"{number}.parquet"), "texts", options, number, 3) as count:
                for text in TEXTS[number::3]:
                    count(text if number else text.encode())
        parts = [str(tmp_path / f"{number}.parquet") for number in range(3)]
        total = finished(merge_counts(parts, str(tmp_path / "sum.parquet")))
        ours, theirs = (pq.read_table(each.path, columns=COLUMNS) for each in (total, whole))
        assert ours.equals(theirs)
        assert total.facts.n_documents == whole.facts.n_documents == len(TEXTS)
        assert total.facts.n_used == whole.facts.n_used


def test_what_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    for document in ("text", 3):
        with pytest.raises((KeyError, TypeError)):
            _break_off(str(tmp_path / "part.parquet"), document)
        assert not os.listdir(tmp_path)


def _break_off(path: str, document: object) -> None:
    with counted_documents(path, "texts", Options()) as count:
        count(document)  # type: ignore[arg-type]
        raise KeyError
