"""The runner of other people's tests and files, on small ones made here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.agreement import suites
from tests.agreement.fresh_texts import fresh_texts
from tests.agreement.libraries import Library
from tests.formats.toys import toy
from workbench import api
from workbench.engine.splitting.pre_tokenizers import published

SHIM_TEST = """
import minbpe

def test_trains():
    made = minbpe.RegexTokenizer()
    made.train("aaabdaaabac", 259)
    assert made.encode("aaabdaaabac") == [258, 100, 258, 97, {last}]
"""


def test_fresh_texts_have_all_that_was_asked_for():
    texts = list(fresh_texts(1, 500, ["<|end|>"], [b" toy"]))
    assert texts == list(fresh_texts(1, 500, ["<|end|>"], [b" toy"])) != list(fresh_texts(2, 500, [], []))
    loose = [text for text in texts if isinstance(text, bytes)]
    assert len(texts) == 500
    assert len(loose) > 20
    assert all(text != text.decode("utf-8", "ignore").encode() for text in loose)
    joined = "".join(text for text in texts if isinstance(text, str))
    for part in ("<|end|>", " <|end|>", "<|end|> ", " toy", "हिन्दी", "\ufeff", "\0", "\r\n"):
        assert part in joined, part


@pytest.mark.parametrize(("last", "status"), [(99, 0), (98, 1)])
def test_tests_of_others_run_over_the_workbench(tmp_path: Path, shared: Path, last: int, status: int):
    (tmp_path / "minbpe").mkdir()
    (tmp_path / "minbpe" / "__init__.py").write_text("raise ImportError('the shim is to be taken')")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text(SHIM_TEST.format(last=last))
    assert suites._shim_of(tmp_path) == "minbpe"
    found, told = suites.run_suite(tmp_path, "minbpe")
    assert found == status, told
    assert "1 passed" in told if status == 0 else "test_it.py::test_trains" in told


def test_a_file_is_tried_in_every_format_that_is_offered(tmp_path: Path):
    made = toy(published("gpt2"))
    api.save_file(made, tmp_path / "toy.json", "hf")
    rows = list(suites.rows_of(tmp_path / "toy.json", "toy", 3, 60))
    assert {row.format for row in rows} == {"own (hf)", *api.writable_as(made)}
    judged = [row for row in rows if row.judge != "no library"]
    assert len(judged) >= 4
    for row in judged:
        assert (row.wrong, row.first) == (0, "")
        assert row.tried == row.equal > 40


def test_a_library_that_answers_otherwise_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    made = toy(published("gpt2"))
    api.save_file(made, tmp_path / "toy.json", "hf")

    def refuses(text: str | bytes) -> Sequence[int]:
        raise ValueError("no more than three")

    def library_of(*_: object) -> Library:
        return Library("other 1", lambda text: made.encode_ordinary(text) + [0] * ("a" in str(text)), None)

    monkeypatch.setattr(suites, "library_of", library_of)
    own, *_ = suites.rows_of(tmp_path / "toy.json", "toy", 3, 60)
    assert 0 < own.wrong < 60
    assert own.equal + own.wrong == own.tried
    assert "a" in own.first
    monkeypatch.setattr(suites, "library_of", lambda *_: Library("other 1", refuses, None))
    own, *_ = suites.rows_of(tmp_path / "toy.json", "toy", 3, 60)
    assert own.wrong == own.tried
    assert "no more than three" in own.first
