"""Counts and labels of a vocabulary: right by row, and kept for the next start."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

from workbench import api
from workbench.api import health as api_health
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import no_split
from workbench.worker.jobs import starting
from workbench.worker.jobs.job import ENDED
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.judging import (
    CountTokens,
    FindUses,
    GroupTokens,
    JudgeTokens,
    MatchTokens,
)
from workbench.worker.messages.requests import Failed, JobProgress


def small(*tokens: bytes, **specials: int) -> Tokenizer:
    ranks = {bytes((byte,)): byte for byte in range(256)}
    ranks |= {token: 256 + at for at, token in enumerate(tokens)}
    return Tokenizer(RankMergedBpe.from_ranks(ranks), no_split(), specials)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "kept"


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    store = Store(str(folder))
    yield store
    store.close()


def opened(store: Store, tokenizer: Tokenizer) -> int:
    return store.add(api.Opened(tokenizer, None, ""), "Small").handle


def told(store: Store, request: Any) -> list[Any]:
    return [each for each in iter(starting.start(store, request).step, ENDED) if each is not None]


def fail(*_: object) -> NoReturn:
    raise EngineError("out_of_memory")


def test_counts_of_a_text_by_row(store: Store) -> None:
    handle = opened(store, small(b"ab", b"abc", b"xy", end=1000))
    *progress, found = told(store, CountTokens(1, handle, text=(b"abc" * 50, b"-")))
    assert progress
    assert all(isinstance(each, JobProgress) for each in progress)
    rows = [256, 257, 258, 259]
    assert found.occurrences[rows].tolist() == [0, 50, 0, 0]
    assert found.times_made[rows].tolist() == [50, 50, 0, 0]
    assert (found.n_tokens, found.n_bytes, found.n_documents) == (51, 151, 1)
    assert {label: has[rows].tolist() for label, has in found.labels.items()} == {
        "unused": [True, False, True, False],
        "residue": [True, False, False, False],
    }


def test_a_glitch_is_forecast_only_from_several_documents(store: Store, tmp_path: Path) -> None:
    handle = opened(store, small(b"ab", b"abc", b"xy", b"xyz"))
    rows = ["abc" * 20, "abc xyz" * 20, "abc" * 20, "abc" * 20, "-"]
    (tmp_path / "a.jsonl").write_text("".join(f'{{"text": "{row}"}}\n' for row in rows))
    found = told(store, CountTokens(1, handle, (str(tmp_path / "a.jsonl"),)))[-1]
    assert found.n_documents == 5
    assert found.labels["glitch-forecast"][256:260].tolist() == [True, False, True, False]


def test_a_long_text_is_counted_in_parts_with_progress(store: Store) -> None:
    handle = store.add(api.open_sample(), "Sample").handle
    text = b"The quick brown fox jumps over the lazy dog.\n" * 60_000
    *progress, found = told(store, CountTokens(1, handle, text=text))
    assert len(progress) > 2
    assert found.n_bytes == len(text)
    ids = api.open_sample().tokenizer.encode_to_numpy(text)
    assert np.array_equal(found.occurrences, np.bincount(ids, minlength=len(found.occurrences)))


def test_unreadable_files_are_left_out_and_said(store: Store, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "a.txt").write_text("abc")
    (corpus / "c.txt").write_bytes(b"\0\1\2" * 999)
    found = told(store, CountTokens(1, opened(store, small(b"ab")), (str(corpus),)))[-1]
    assert (found.n_skipped, found.n_bytes, int(found.occurrences[256])) == (1, 3, 1)


def test_counts_are_kept_by_the_hashes_of_tokenizer_and_text(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle = opened(store, small(b"ab", b"abc"))
    first = told(store, CountTokens(1, handle, text=b"abcab"))[-1]
    monkeypatch.setattr(api_health, "counting", fail)
    later = Store(str(folder))
    again = told(later, CountTokens(1, opened(later, small(b"ab", b"abc")), text=b"abcab"))
    assert len(again) == 1
    for name in ("occurrences", "documents", "times_made"):
        assert np.array_equal(getattr(again[-1], name), getattr(first, name))
    assert told(later, CountTokens(1, handle, text=b"abc"))[-1].code == "out_of_memory"  # another text
    later.close()


def test_labels_by_row_and_kept(store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = JudgeTokens(1, opened(store, small(b"ab", b"bc", b"abc", b"x" * 30, "ｂ".encode())))
    assert not told(store, JudgeTokens(1, request.handle, only_kept=True))[-1].is_known
    *progress, first = told(store, request)
    assert progress
    assert first.is_known
    assert np.flatnonzero(first.labels["over-long"]).tolist() == [259]
    assert {260, ord("b")} <= set(np.flatnonzero(first.labels["near-twin"]).tolist())
    assert [str(reason) for reason in first.health[260].reasons] == [f"reads like token {ord('b')}"]
    monkeypatch.setattr(api_health, "judged", fail)
    later = Store(str(folder))
    handle = opened(later, small(b"ab", b"bc", b"abc", b"x" * 30, "ｂ".encode()))
    (again,) = told(later, JudgeTokens(1, handle, only_kept=True))
    assert again.is_known
    assert again.health == first.health
    assert all(np.array_equal(again.labels[label], first.labels[label]) for label in first.labels)
    later.close()


@pytest.mark.parametrize("spoil", [b"[[1,[99],null,[]]]", b"[[-1,[0],null,[]]]", b"[[1,[0],5,[]]]", b"{}"])
def test_kept_labels_that_were_changed_count_as_missing(store: Store, folder: Path, spoil: bytes) -> None:
    handle = opened(store, small(b"ab"))
    told(store, JudgeTokens(1, handle))
    (file,) = folder.iterdir()
    head = file.read_bytes().split(b"\n")[0]
    body = head.replace(b'"facts":[', b'"facts":[1') + b"\n" + spoil + b"\n"
    file.write_bytes(body + sha256(body).hexdigest().encode())
    assert not told(store, JudgeTokens(1, handle, only_kept=True))[-1].is_known


def test_the_first_uses_of_a_token_with_what_is_around_them(store: Store, tmp_path: Path) -> None:
    handle = opened(store, small(b"ab", b"abc"))
    text = b"abc ab! abc ab? " * 3
    found = told(store, FindUses(1, handle, 256, text=text, most=4))[-1]
    assert [(use.start, use.end) for use in found.uses] == [(4, 6), (12, 14), (20, 22), (28, 30)]
    assert found.uses[0].before == b"abc "
    assert found.uses[0].file == ""
    assert found.uses[0].after.startswith(b"! abc ab? ")
    (tmp_path / "a.jsonl").write_text('{"text": "abc"}\n{"text": "- ab"}\n')
    *progress, found = told(store, FindUses(1, handle, 256, (str(tmp_path / "a.jsonl"),)))
    assert [(use.before, use.start) for use in found.uses] == [(b"- ", 2)]
    (tmp_path / "b.txt").write_text("ab", "utf-8")
    found = told(store, FindUses(1, handle, 256, (str(tmp_path / "a.jsonl"), str(tmp_path / "b.txt"))))[-1]
    assert [use.file for use in found.uses] == [str(tmp_path / "a.jsonl"), str(tmp_path / "b.txt")]
    assert all(isinstance(each, JobProgress) for each in progress)


def test_a_pattern_finds_tokens_by_row_and_a_wrong_one_is_named(store: Store) -> None:
    handle = opened(store, small(b"ab", b"abc", b"\xe6\x97", end=1000))
    found = told(store, MatchTokens(1, handle, "^ab|end"))[-1]
    assert np.flatnonzero(found.rows).tolist() == [256, 257, 259]
    failed = told(store, MatchTokens(1, handle, "("))[-1]
    assert isinstance(failed, Failed)
    assert failed.cause


def test_scripts_by_row_the_most_frequent_first(store: Store) -> None:
    handle = opened(store, small(*(f"я{n}".encode() for n in "абвгд"), "日本".encode()))
    found = told(store, GroupTokens(1, handle))[-1]
    assert found.names[0] == "bytes"
    by_name = {name: np.flatnonzero(found.scripts == at).tolist() for at, name in enumerate(found.names)}
    assert by_name["Cyrillic"] == [256, 257, 258, 259, 260]
    assert by_name["Han"] == [261]
    assert sum(map(len, by_name.values())) == 262


def test_without_merges_nothing_is_a_residue(store: Store, tmp_path: Path) -> None:
    from tokenizers import Tokenizer as Judge
    from tokenizers import decoders
    from tokenizers.models import WordPiece
    from tokenizers.pre_tokenizers import Whitespace

    judge = Judge(WordPiece({"[UNK]": 0, "play": 1, "##ing": 2, "##s": 3}, unk_token="[UNK]"))
    judge.pre_tokenizer, judge.decoder = Whitespace(), decoders.WordPiece()
    judge.save(str(tmp_path / "tokenizer.json"))
    handle = store.add(api.open_file(str(tmp_path / "tokenizer.json")), "WordPiece").handle
    found = told(store, CountTokens(1, handle, text=b"playing plays play"))[-1]
    assert found.labels.keys() == {"unused"}
    health = told(store, JudgeTokens(1, handle))[-1]
    assert "unreachable-proved" not in health.labels
    assert np.flatnonzero(health.labels["reachable-only-inside"]).tolist() == [0, 2, 3]
    assert found.occurrences[1:].tolist() == [3, 1, 1]
    store.tokenizer(handle).close()
