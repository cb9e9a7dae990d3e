"""What is kept of comparisons: the same again, for the same bytes alone, and nothing of what was spoilt."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from workbench import api
from workbench.api import comparison_cache as kept
from workbench.api import kept_files
from workbench.api.comparing import comparing, fingerprint, to_compare
from workbench.api.comparison_report import report
from workbench.api.kept_files import KeptFiles
from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import published


def tokenizer(*merges: tuple[int, int]) -> Tokenizer:
    return Tokenizer(RankMergedBpe.from_merges(list(merges)), published("gpt2"), name=f"{len(merges)} merges")


TWO = to_compare([tokenizer((116, 104), (256, 101)), tokenizer((104, 101))])


def corpus(folder: Path) -> str:
    (folder / "texts").mkdir()
    for name in ("a", "b"):
        rows = (json.dumps({"text": f"the {name} he {n}" * (n % 5 + 1)}) + "\n" for n in range(30))
        (folder / "texts" / f"{name}.jsonl").write_text("".join(rows))
    (folder / "texts" / "c.txt").write_bytes(b"\0\1\2" * 999)
    return str(folder / "texts")


def compared(cache: kept.ComparisonCache | None, *texts: object, tokenizers=TWO, **options: object):
    steps = comparing(tokenizers, texts, cache=cache, **options)  # type: ignore[arg-type]
    told = []
    while True:
        try:
            told.append(next(steps))
        except StopIteration as end:
            return end.value, told


@pytest.fixture
def cache(tmp_path: Path) -> kept.ComparisonCache:
    return kept.ComparisonCache(KeptFiles(str(tmp_path / "kept")))


def files(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "kept").iterdir())


def test_a_second_look_reads_no_text_and_tells_the_same(cache, tmp_path, monkeypatch):
    folder = corpus(tmp_path)
    first, told = compared(cache, folder, api.TextSource("own", "the he\nthe"))
    assert any(isinstance(each, int) for each in told)
    monkeypatch.setitem(comparing.__globals__, "measuring", None)
    again, told = compared(
        kept.ComparisonCache(KeptFiles(str(tmp_path / "kept"))), folder, api.TextSource("own", "the he\nthe")
    )
    assert list(map(kept._plain_row, told)) == list(map(kept._plain_row, first.measured.rows))
    assert any(row.is_unread for row in told)
    assert again.to_json() == first.to_json()
    assert [str(each.error) for each in again.skipped] == [str(each.error) for each in first.skipped]
    assert first.skipped
    assert report(again) == report(first)
    assert type(again.measured.rows[0].figures["fragments"]) is int


def test_languages_are_kept_whatever_the_one_of_reference(cache, tmp_path, monkeypatch):
    for name, text in (("eng", "the\nhe\n"), ("rus", "да\nнет\n")):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    (tmp_path / "fra.txt").write_bytes(b"\xff\n")
    first, _ = compared(cache, languages=str(tmp_path))
    (tmp_path / "fra.txt").write_bytes(b"le \xff\n")  # another place: another row
    other, _ = compared(cache, languages=str(tmp_path))
    assert [str(row.error) for row in first.languages] != [str(row.error) for row in other.languages]
    (tmp_path / "fra.txt").write_bytes(b"\xff\n")
    monkeypatch.setitem(comparing.__globals__, "measuring", None)
    again, _ = compared(cache, languages=str(tmp_path))
    assert again.to_json() == first.to_json()
    other, _ = compared(cache, languages=str(tmp_path), language="rus")
    assert other.language == "rus"
    costs = {row.language: row.cost for row in first.languages}
    assert other.languages[0].cost.premium == pytest.approx(1 / costs["rus"].premium)


@pytest.mark.parametrize(
    "change", ["text", "byte", "option", "order", "tokenizer", "seed", "reference", "new file"]
)
def test_what_changes_a_figure_changes_the_key(cache, tmp_path, change):
    folder = corpus(tmp_path)
    compared(cache, folder)
    options, tokenizers, source = {}, TWO, folder
    if change == "text":
        source = api.TextSource("own", "the")
    elif change == "byte":
        (tmp_path / "texts" / "a.jsonl").open("ab").write(b" ")
    elif change == "new file":
        (tmp_path / "texts" / "d.txt").write_text("he")
    elif change == "option":
        source = SourceOptions(folder, clean=("lowercase",))
    elif change == "order":
        tokenizers = TWO[::-1]
    elif change == "tokenizer":
        tokenizers = (TWO[0], *to_compare([tokenizer((104, 101), (256, 32))]))
    else:
        options = {change: 1}
    compared(cache, source, tokenizers=tokenizers, **options)
    assert len(files(tmp_path)) == 2


def test_a_tokenizer_that_cannot_be_hashed_is_measured_anew(cache, tmp_path):
    unknown = (TWO[0], replace(TWO[1], sha256=""))
    compared(cache, api.TextSource("own", "the he"), tokenizers=unknown)
    assert not (tmp_path / "kept").exists()


def test_rows_that_failed_come_back_with_the_reason(cache, monkeypatch):
    silent = tokenizer((116, 104))

    def _refuse(*_args: object, **_options: object) -> None:
        raise EngineError("byte_without_token", byte=3)

    two = (TWO[0], replace(to_compare([silent])[0], name="silent"))
    monkeypatch.setattr(silent, "encode_batch", _refuse)
    monkeypatch.setattr(silent, "encode_parts", _refuse)
    first, _ = compared(cache, api.TextSource("own", "the he"), tokenizers=two)
    assert first.measured.rows[1].error is not None
    monkeypatch.setitem(comparing.__globals__, "measuring", None)
    again, _ = compared(cache, api.TextSource("own", "the he"), tokenizers=two)
    assert str(again.measured.rows[1].error) == str(first.measured.rows[1].error)


def test_a_spoilt_file_is_as_good_as_none(cache, tmp_path):
    text = api.TextSource("own", "the he")
    first, _ = compared(cache, text)
    (file,) = files(tmp_path)
    good = file.read_bytes()
    key = file.name.removesuffix(".jsonl")
    assert cache.load(key) is not None
    assert cache.load("0" * 64) is None
    for at in range(0, len(good), 97):
        for data in (good[:at], good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]):
            file.write_bytes(data)
            assert cache.load(key) is None
    assert compared(cache, text)[0].to_json() == first.to_json()
    assert file.read_bytes() == good


SPOILT = [
    ("row", lambda row: [5, *row[1:]]),
    ("row", lambda row: [*row[:2], {"documents": -1}, *row[3:]]),
    ("row", lambda row: [*row[:3], {"fertility": "x"}, *row[4:]]),
    ("row", lambda row: [*row[:3], {"no such": 1.0}, *row[4:]]),
    ("row", lambda row: [*row[:4], {"fertility": [1.0]}, *row[5:]]),
    ("row", lambda row: [*row[:6], ["no_such_code", None, None, {}]]),
    ("row", lambda row: [*row[:6], ["byte_without_token", None, None, {}]]),
    ("vocabulary", lambda value: [*value[:3], [1] * 9999]),
    ("vocabulary", lambda value: [*value[:2], "<b>", value[3]]),
    ("counts", lambda value: [0, [1 << 40], [1]]),
    ("counts", lambda value: [9, [1], [1]]),
    ("counts", lambda value: [0, [1, 2], [1]]),
    ("comparison", lambda value: value + 1),
    ("else", lambda value: 2),
]


@pytest.mark.parametrize("number", range(len(SPOILT)))
def test_a_file_that_somebody_made_up_is_as_good_as_none(cache, tmp_path, number):
    kind, spoil = SPOILT[number]
    compared(cache, api.TextSource("own", "the he"))
    (file,) = files(tmp_path)
    lines = [json.loads(line) for line in file.read_bytes().splitlines()[:-1]]
    if kind == "else":
        lines.append({kind: 1})
    else:
        line = next(line for line in lines if kind in line)
        line[kind] = spoil(line[kind])
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    file.write_bytes(data + sha256(data).hexdigest().encode())
    assert cache.load(file.name.removesuffix(".jsonl")) is None


def test_what_was_not_looked_at_for_longest_goes(cache, tmp_path, monkeypatch):
    monkeypatch.setattr(kept_files, "MOST_FILES", 2)
    for number, text in enumerate(("a", "b", "a", "c")):
        compared(cache, api.TextSource("own", text))
        for file in files(tmp_path):
            if os.stat(file).st_mtime > 1e9:
                os.utime(file, (number, number))
    assert len(files(tmp_path)) == 2
    assert sorted(os.stat(file).st_mtime for file in files(tmp_path)) == [2, 3]


def test_added_tokens_with_other_rules_make_another_hash():
    own = [
        Tokenizer(TWO[0].tokenizer.model, published("gpt2"), AddedTokens({"<x>": 300}, {"<x>": flags}))
        for flags in (Flags(), Flags(single_word=True))
    ]
    assert fingerprint(own[0]) != fingerprint(own[1])


def test_a_file_that_did_not_change_is_read_once(cache, tmp_path, monkeypatch):
    folder, read = corpus(tmp_path), []
    read_bytes = kept.read_bytes
    monkeypatch.setattr(kept, "read_bytes", lambda path: read.append(Path(path).name) or read_bytes(path))
    monkeypatch.setattr(kept, "_hashes", {})
    compared(cache, folder)
    compared(cache, folder)
    assert sorted(read) == sorted(["a.jsonl", "b.jsonl", "c.txt"] * 2)  # they were written just now
    monkeypatch.setattr(kept, "_SETTLED", -1)
    compared(cache, folder)
    read.clear()
    compared(cache, folder)
    assert not read
    text = (tmp_path / "texts" / "a.jsonl").read_bytes()
    times = os.stat(tmp_path / "texts" / "a.jsonl")
    (tmp_path / "texts" / "a.jsonl").write_bytes(text.replace(b"the", b"her", 1))
    os.utime(tmp_path / "texts" / "a.jsonl", ns=(times.st_atime_ns, times.st_mtime_ns))
    compared(cache, folder)
    assert read == ["a.jsonl"]  # the size and the time of its text are the same, that of the change is not
    assert len(files(tmp_path)) == 2
