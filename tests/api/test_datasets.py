"""A data set: shards of the ids of documents, whole or continued, the same for any number of threads."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow.parquet as parquet
import pytest
from numpy.typing import NDArray

import workbench
from tests.cli.test_cli import Shell, shell
from workbench import api
from workbench.api import dataset_record, datasets
from workbench.api.datasets import DatasetPlan, encode_dataset
from workbench.engine.base.errors import EngineError
from workbench.engine.base.phrases import PARTS_OF_A_SET
from workbench.engine.corpus.document_choice import STRETCH, DocumentChooser
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.corpus.sources import Reading

__all__ = ["shell"]

END = "<|endoftext|>"
LIMIT = 1000
ROOT = str(Path(__file__).parents[2])


@pytest.fixture(scope="module")
def tokenizer() -> workbench.Tokenizer:
    return workbench.train("sample:", vocab_size=400, special_tokens=[END])


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Return a folder of long, short, empty and packed texts, with an end mark as text in one."""
    folder = tmp_path / "texts"
    folder.mkdir()
    draw = random.Random(5)
    words = ["the ", "naïve ", "水 ", "of 1234\n", "  ", "x"]
    for number in range(30):
        size = draw.choice((0, 3, 40, 900))
        (folder / f"{number:02}.txt").write_text("".join(draw.choices(words, k=size)), "utf-8")
    (folder / "lines.jsonl").write_text("".join(json.dumps({"text": f"row {n}"}) + "\n" for n in range(50)))
    (folder / "marked.txt").write_text(f"a{END}b{END[:5]} {END}")
    (folder / "with BOM.txt").write_bytes(b"\xef\xbb\xbfa text")
    (folder / "damaged.txt").write_bytes(b"no\xff UTF-8")
    return folder


def documents(sources: list[api.Source]) -> list[bytes]:
    found: list[bytes] = []
    parts: list[bytes] = []
    for item in Reading(sources).read():
        if isinstance(item, EndOfDocument):
            found.append(b"".join(parts))
            parts = []
        else:
            parts.append(item)
    return [document for document in found if document]


def expected(tokenizer: workbench.Tokenizer, sources: list[api.Source]) -> list[list[int]]:
    end = tokenizer.eot_token
    return [[*tokenizer.encode_ordinary(document), end] for document in documents(sources)]


def raw(dtype: str, skip: int = 0) -> Callable[[Path], NDArray[np.uint32]]:
    return lambda path: np.fromfile(path, dtype, offset=skip).astype(np.uint32)


def llmc(path: Path) -> NDArray[np.uint32]:
    """Read a shard as llm.c's data loader checks it."""
    header = np.fromfile(path, "<i4", 256)
    assert header[:2].tolist() == [20240520, 1]
    ids = raw("<u2", 1024)(path)
    assert header[2] == len(ids)
    return ids


READERS = {
    "bin": raw("<u2"), "u16": raw("<u2"), "u32": raw("<u4"), "llmc": llmc, "npy": np.load,
}  # fmt: skip


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("long", [1 << 22, 50])
def test_shards_hold_the_ids_of_every_document_and_its_end(
    tokenizer: workbench.Tokenizer, texts: Path, tmp_path: Path, form: str, long: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(datasets, "_LONG", long)
    out = tmp_path / "new" / "set"
    found = workbench.encode_dataset(tokenizer, texts, out, form=form, shard_ids=LIMIT, end=END)
    rows = expected(tokenizer, [str(texts)])
    shards = [READERS[form](out / shard.file) for shard in found.splits["train"].shards]
    assert np.concatenate(shards).tolist() == [token for row in rows for token in row]
    assert {len(shard) for shard in shards[:-1]} == {LIMIT}
    assert found.splits["train"].n_documents == len(rows)
    assert found.splits["train"].as_text == {END: 2}
    names = {shard.file for shard in found.splits["train"].shards} | {"dataset.json"}
    assert {path.name for path in out.iterdir()} == names
    record = json.loads((out / "dataset.json").read_text("utf-8"))
    assert record["dtype"] == ("uint32" if form in ("u32", "npy") else "uint16")
    train = record["splits"]["train"]
    assert sum(each["ids"] for each in train["shards"]) == sum(map(len, rows))
    for each in train["shards"]:
        assert each["sha256"] == hashlib.sha256((out / each["file"]).read_bytes()).hexdigest()
    hashes = (hashlib.sha256(document).digest() for document in documents([str(texts)]))
    assert train["documents_sha256"] == hashlib.sha256(b"".join(hashes)).hexdigest()


def documents_of(path: Path) -> list[list[int]]:
    """Return the ids of each document of a shard of lines or rows."""
    if path.suffix == ".jsonl":
        return [json.loads(line)["ids"] for line in path.read_text().splitlines()]
    table = parquet.read_table(path)
    assert str(table.schema.field("ids").type.value_type) == "uint16"
    return table["ids"].to_pylist()


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_document_is_a_line_or_a_row(
    tokenizer: workbench.Tokenizer, texts: Path, tmp_path: Path, form: str
) -> None:
    found = workbench.encode_dataset(tokenizer, texts, tmp_path / "set", form=form, shard_ids=LIMIT, end=END)
    shards = found.splits["train"].shards
    rows = [row for shard in shards for row in documents_of(tmp_path / "set" / shard.file)]
    assert rows == expected(tokenizer, [str(texts)])
    assert len(shards) > 1
    assert all(shard.n_ids >= LIMIT for shard in shards[:-1])


def test_held_out_documents_are_those_of_a_training(
    tokenizer: workbench.Tokenizer, texts: Path, tmp_path: Path
) -> None:
    found = workbench.encode_dataset(tokenizer, texts, tmp_path / "set", held_out=0.3, seed=7, end=END)
    for name, only in (("train", False), ("val", True)):
        sources: list[api.Source] = [api.SourceOptions(str(texts), held_out=0.3, seed=7, only_held_out=only)]
        rows = expected(tokenizer, sources)
        ids = raw("<u2")(tmp_path / "set" / found.splits[name].shards[0].file)
        assert ids.tolist() == [token for row in rows for token in row]
        assert found.splits[name].n_documents == len(rows) > 5
    splits = json.loads((tmp_path / "set/dataset.json").read_text())["splits"].values()
    train, val = (split["sources"][0]["bytes"] for split in splits)
    assert train["left_out"]["held_out"] == sum(val[what] for what in ("used", "replaced", "removed"))
    assert val["left_out"]["not_held_out"] == sum(train[what] for what in ("used", "replaced", "removed"))
    assert "beyond_sample" not in val["left_out"]


@pytest.fixture
def novel(tmp_path: Path) -> Path:
    """Return a text of 300 KB with lines, a file of its own."""
    path = tmp_path / "novel" / "novel.txt"
    path.parent.mkdir()
    path.write_text("".join(f"Line {n} of naïve text\n\n" for n in range(11_000)), "utf-8")
    return path


def seed_that(path: Path, holds_out: bool) -> int:
    """Return a seed with which half of the documents are held out, this one or not."""
    choices = (DocumentChooser(api.SourceOptions(str(path), held_out=0.5, seed=n)) for n in range(99))
    return next(n for n, each in enumerate(choices) if (each.choice(path.name, 0) == "held_out") == holds_out)


def test_a_plain_text_is_one_document_also_where_some_are_held_out(
    tokenizer: workbench.Tokenizer, novel: Path, tmp_path: Path
) -> None:
    assert novel.stat().st_size > 4 * STRETCH
    whole = [*tokenizer.encode_ordinary(novel.read_bytes()), tokenizer.eot_token]
    kept = workbench.encode_dataset(
        tokenizer, novel, tmp_path / "kept", held_out=0.5, seed=seed_that(novel, False), end=END
    )
    assert raw("<u2")(tmp_path / "kept" / "train-00000.bin").tolist() == whole
    assert (kept.splits["train"].n_documents, kept.splits["val"].n_documents) == (1, 0)
    (novel.parent / "poem.txt").write_text("short")
    choices = [DocumentChooser(api.SourceOptions("", held_out=0.5, seed=n)).choice for n in range(99)]
    seed = [(each(novel.name, 0), each("poem.txt", 0)) for each in choices].index(("held_out", ""))
    workbench.encode_dataset(tokenizer, novel.parent, tmp_path / "held", held_out=0.5, seed=seed, end=END)
    assert raw("<u2")(tmp_path / "held" / "val-00000.bin").tolist() == whole


def test_a_sample_of_bytes_shortens_the_last_text_and_cuts_none(
    tokenizer: workbench.Tokenizer, novel: Path, tmp_path: Path
) -> None:
    novel.write_bytes(novel.read_text("utf-8").encode("latin-1"))  # with fewer bytes than its UTF-8
    found = workbench.encode_dataset(
        tokenizer, novel, tmp_path / "set", sample=200_000, encoding="latin-1", end=END
    )
    text = novel.read_bytes()
    expected = text[: text.index(b"\n", 200_000 - 1) + 1].decode("latin-1")
    ids = raw("<u2")(tmp_path / "set" / "train-00000.bin").tolist()
    assert ids == [*tokenizer.encode_ordinary(expected), tokenizer.eot_token]
    assert found.splits["train"].n_documents == 1


def test_a_set_whose_documents_are_all_held_out_is_refused(
    tokenizer: workbench.Tokenizer, novel: Path, tmp_path: Path, shell: Shell
) -> None:
    with pytest.raises(EngineError, match="no document is left to train on") as caught:
        workbench.encode_dataset(
            tokenizer, novel, tmp_path / "set", held_out=0.5, seed=seed_that(novel, True)
        )
    assert "a plain text file is one document" in caught.value.message("python")
    assert not (tmp_path / "set").exists()
    workbench.save_tokenizer(tokenizer, tmp_path / "own.json")
    own, out = tmp_path / "own.json", tmp_path / "set"
    words = ["encode", "--tokenizer", own, novel, "--out", out, "--shards", "1M"]
    assert shell(*words, "--held-out", "0.5", "--seed", str(seed_that(novel, False))) == 0
    assert "val: no document is held out" in shell.err


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.parametrize("form", ["bin", "jsonl", "parquet"])
@pytest.mark.parametrize("long", [1 << 22, 50])
def test_a_set_is_the_same_for_any_threads_and_after_any_break(
    tokenizer: workbench.Tokenizer, texts: Path, tmp_path: Path, form: str, long: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(datasets, "_LONG", long)
    monkeypatch.setattr(datasets, "_BATCH", 700)
    sources: list[api.Source] = [api.SourceOptions(str(texts), held_out=0.2)]
    plan = DatasetPlan(form, LIMIT, after=(tokenizer.eot_token,), threads=1)
    whole = list(encode_dataset(tokenizer, sources, str(tmp_path / "whole"), plan))
    for threads in (2, 5):
        other = DatasetPlan(form, LIMIT, after=(tokenizer.eot_token,), threads=threads)
        list(encode_dataset(tokenizer, sources, str(tmp_path / f"{threads}"), other))
        assert contents(tmp_path / f"{threads}") == contents(tmp_path / "whole")
    n_broken = 0
    for stop in range(1, len(whole), max(1, len(whole) // 12)):
        folder = tmp_path / f"broken {stop}"
        while True:  # broken again and again, each time a little later
            steps = encode_dataset(tokenizer, sources, str(folder), plan, resume=True)
            done = [step for step, _ in zip(steps, range(stop), strict=False)]
            steps.close()
            n_broken += (folder / "dataset.unfinished.json").exists()
            if len(done) < stop:
                break
            stop += 5
        assert contents(folder) == contents(tmp_path / "whole")
    assert n_broken > 5


def broken(tokenizer: workbench.Tokenizer, texts: Path, folder: Path, n_shards: int = 2) -> None:
    """Begin a set and end after some shards."""
    plan = DatasetPlan("bin", LIMIT, after=(tokenizer.eot_token,))
    steps = encode_dataset(tokenizer, [api.SourceOptions(str(texts))], str(folder), plan)
    next(step for step in steps if step.n_ids > n_shards * LIMIT)
    steps.close()


def again(tokenizer: workbench.Tokenizer, texts: Path, folder: Path, resume: bool = True) -> str:
    with pytest.raises(EngineError) as caught:
        workbench.encode_dataset(tokenizer, texts, folder, shard_ids=LIMIT, end=END, resume=resume)
    return caught.value.code


def test_a_set_of_an_earlier_version_goes_on(
    tokenizer: workbench.Tokenizer, texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(datasets, "_BATCH", 700)
    broken(tokenizer, texts, tmp_path / "set")
    unfinished = tmp_path / "set" / "dataset.unfinished.json"
    kept = json.loads(unfinished.read_text("utf-8"))
    train = kept["splits"]["train"]
    del train["hashes_documents"]
    text = b"".join(document + b"\xff" for document in documents([str(texts)])[: train["n_documents"]])
    train["digest"] = hashlib.sha256(text).hexdigest()
    unfinished.write_text(json.dumps(kept), "utf-8")
    workbench.encode_dataset(tokenizer, texts, tmp_path / "set", shard_ids=LIMIT, end=END, resume=True)
    workbench.encode_dataset(tokenizer, texts, tmp_path / "whole", shard_ids=LIMIT, end=END)
    old, new = (contents(tmp_path / name) for name in ("set", "whole"))
    record = json.loads(old.pop("dataset.json"))
    del new["dataset.json"]
    assert old == new
    whole = b"".join(document + b"\xff" for document in documents([str(texts)]))
    assert record["splits"]["train"]["text_sha256"] == hashlib.sha256(whole).hexdigest()
    assert (
        workbench.encode_dataset(tokenizer, texts, tmp_path / "set", shard_ids=LIMIT, end=END, resume=True)
        .splits["train"]
        .digest
        == hashlib.sha256(whole).hexdigest()
    )


@pytest.mark.parametrize("long", [1 << 22, 50])
def test_another_text_or_tokenizer_does_not_go_on(
    tokenizer: workbench.Tokenizer, texts: Path, tmp_path: Path, long: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(datasets, "_LONG", long)
    monkeypatch.setattr(datasets, "_BATCH", 700)
    folder = tmp_path / "set"
    broken(tokenizer, texts, folder)
    assert again(tokenizer, texts, folder, resume=False) == "dataset_unfinished"
    other = workbench.train("sample:", vocab_size=401, special_tokens=[END])
    assert again(other, texts, folder) == "dataset_differs"
    with pytest.raises(EngineError, match="another data set: not the same held-out share"):
        workbench.encode_dataset(
            tokenizer, texts, folder, shard_ids=LIMIT, end=END, held_out=0.3, resume=True
        )
    (tmp_path / "set" / "train-00001.bin").write_bytes(b"")
    assert again(tokenizer, texts, folder) == "dataset_damaged"
    for number, name in enumerate(sorted(path.name for path in texts.glob("0*.txt"))):
        if (was := (texts / name).read_bytes()) == b"":
            continue
        changed = tmp_path / f"changed {number}"
        broken(tokenizer, texts, changed)
        (texts / name).write_bytes(b"y" + was[1:])
        kept = json.loads((changed / "dataset.unfinished.json").read_text())["splits"]["train"]
        is_in = number < kept["n_documents"] + (kept["n_inside"] > 0)
        if is_in:
            assert again(tokenizer, texts, changed) == "dataset_text_changed"
        (texts / name).write_bytes(was)


def test_what_decides_a_set_has_words(tokenizer: workbench.Tokenizer) -> None:
    identity = dataset_record.set_identity(tokenizer, "u16", LIMIT, ((), ()), frozenset(), ())
    assert set(identity) <= set(PARTS_OF_A_SET)


def test_a_document_that_went_over_a_shard_is_compared_too(
    tokenizer: workbench.Tokenizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.engine.encoding.streamed_encoding._CHUNK", 1 << 10)
    monkeypatch.setattr(datasets, "_LONG", 50)
    text = tmp_path / "one.txt"
    text.write_text("The words of one long text. " * 5000)
    broken(tokenizer, text, tmp_path / "set")
    text.write_text("Another beginning of it. " + "The words of one long text. " * 5000)
    assert again(tokenizer, text, tmp_path / "set") == "dataset_text_changed"
    text.write_text("The words")
    assert again(tokenizer, text, tmp_path / "set") == "dataset_text_changed"


def test_two_do_not_write_to_one_set(tokenizer: workbench.Tokenizer, texts: Path, tmp_path: Path) -> None:
    plan = DatasetPlan("bin", LIMIT, after=(tokenizer.eot_token,))
    first = encode_dataset(tokenizer, [api.SourceOptions(str(texts))], str(tmp_path / "set"), plan)
    next(step for step in first if step.n_ids > LIMIT)
    before = contents(tmp_path / "set")
    program = (
        "import sys, workbench\n"
        "tokenizer = workbench.open_tokenizer(sys.argv[1])\n"
        "try:\n"
        f"    workbench.encode_dataset(tokenizer, sys.argv[2], sys.argv[3], shard_ids={LIMIT}, end={END!r},"
        " resume=True)\n"
        "except workbench.EngineError as error:\n"
        "    print(error.code)\n"
    )
    workbench.save_tokenizer(tokenizer, tmp_path / "own.json")
    arguments = [sys.executable, "-c", program, str(tmp_path / "own.json"), str(texts), str(tmp_path / "set")]
    found = subprocess.run(arguments, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": ROOT})
    assert (found.stdout, found.stderr) == ("dataset_in_use\n", "")
    assert again(tokenizer, texts, tmp_path / "set") == "dataset_in_use"
    assert contents(tmp_path / "set") == before
    first.close()
    assert "dataset.lock" not in contents(tmp_path / "set")
    workbench.encode_dataset(tokenizer, texts, tmp_path / "set", shard_ids=LIMIT, end=END, resume=True)


def test_documents_of_a_list_are_held_out_sampled_and_cleaned(
    tokenizer: workbench.Tokenizer, tmp_path: Path
) -> None:
    texts = [f"text {n}  of many" for n in range(300)]
    (tmp_path / "documents 1").write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    options = {"held_out": 0.3, "seed": 5, "clean": ["whitespace"], "sample": 0.8, "end": END}
    listed = workbench.encode_dataset(tokenizer, [texts], tmp_path / "list", **options)  # type: ignore[arg-type]
    filed = workbench.encode_dataset(
        tokenizer,
        tmp_path / "documents 1",
        tmp_path / "file",
        kind="json",
        **options,  # type: ignore[arg-type]
    )
    for name in ("train", "val"):
        assert listed.splits[name].digest == filed.splits[name].digest
        assert listed.splits[name].n_documents == filed.splits[name].n_documents > 30
    ids = raw("<u2")(tmp_path / "list" / "val-00000.bin")
    assert (ids == tokenizer.eot_token).sum() == listed.splits["val"].n_documents
    assert tokenizer.decode(ids[: ids.tolist().index(tokenizer.eot_token)].tolist()).endswith("of many")
    with pytest.raises(EngineError, match="of an iterator"):
        workbench.encode_dataset(tokenizer, [iter(texts)], tmp_path / "once", held_out=0.5)
    assert not (tmp_path / "once").exists()
    with pytest.raises(EngineError, match="single text in memory"):
        workbench.encode_dataset(tokenizer, api.TextSource("a", "b"), tmp_path / "text", held_out=0.5)


def test_a_training_holds_out_documents_of_an_iterable() -> None:
    texts = [f"text {n} of many" for n in range(300)]
    trained = workbench.train([iter(texts)], vocab_size=270, held_out=0.3, seed=5)
    assert trained.record is not None
    assert 60 < trained.record["held_out"]["documents"] < 120


def test_what_cannot_be_written_is_said(tokenizer: workbench.Tokenizer, texts: Path, tmp_path: Path) -> None:
    def code(source: Path = texts, folder: Path = tmp_path / "set", **options: object) -> str:
        with pytest.raises(EngineError) as caught:
            workbench.encode_dataset(tokenizer, source, folder, **options)  # type: ignore[arg-type]
        return caught.value.code

    assert code(folder=texts / "set") == "dataset_inside_source"
    assert code(form="none") == "dataset_form"
    assert code(shard_ids=0) == "dataset_shard_size"
    assert code(end="<none>") == "special_token_unknown"
    assert code(tmp_path / "none") == "cannot_read_file"
    (tmp_path / "file").write_text("")
    assert code(tmp_path / "file", tmp_path / "of nothing") == "dataset_empty"
    assert code(folder=tmp_path / "file" / "set") == "save_folder_missing"
    if os.path.isdir("/proc/self"):  # where mkdir says that there is no such folder
        assert code(folder=Path("/proc/none/set")) == "save_not_allowed"
    with pytest.raises(workbench.SpecialTokenInText) as caught:
        workbench.encode_dataset(tokenizer, texts, tmp_path / "refused", disallowed_special="all")
    assert caught.value.file == str(texts / "marked.txt")
    large = workbench.train("sample:", vocab_size=300, special_tokens={END: 70_000})
    with pytest.raises(EngineError, match="70000"):
        workbench.encode_dataset(large, texts, tmp_path / "large", form="u16")
    done = workbench.encode_dataset(large, texts, tmp_path / "large")
    assert done.record["dtype"] == "uint32"
    assert again(large, texts, tmp_path / "large", resume=False) == "dataset_exists"
    assert workbench.encode_dataset(large, texts, tmp_path / "large", resume=True).splits.keys() == {"train"}


@pytest.mark.parametrize("form", ["bin", "jsonl", "parquet"])
def test_a_full_disk_leaves_the_shards_that_are_whole(
    tokenizer: workbench.Tokenizer, tmp_path: Path, form: str
) -> None:
    """The limit of a file's size stands in for the disk."""
    (tmp_path / "text.txt").write_bytes(random.Random(1).randbytes(300_000).hex().encode())
    workbench.save_tokenizer(tokenizer, tmp_path / "own.json")
    program = (
        "import resource, sys\n"
        "from workbench.cli.main import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    words = ["encode", "--tokenizer", tmp_path / "own.json", tmp_path / "text.txt", "--to", form,
             "--shards", "100M", "--out", tmp_path / "set"]  # fmt: skip
    arguments = [sys.executable, "-c", program, *map(str, words)]
    found = subprocess.run(arguments, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": ROOT})
    assert found.returncode == 1
    assert found.stderr.startswith(f"workbench: {tmp_path / 'set' / 'train-00000.'}")
    assert "not enough space" in found.stderr
    assert not (tmp_path / "set").exists()


def test_a_set_that_has_no_shard_leaves_nothing(
    tokenizer: workbench.Tokenizer, texts: Path, tmp_path: Path
) -> None:
    with pytest.raises(workbench.SpecialTokenInText):
        workbench.encode_dataset(tokenizer, texts, tmp_path / "set", disallowed_special="all")
    assert not (tmp_path / "set").exists()
    workbench.encode_dataset(tokenizer, texts, tmp_path / "set")
    large = workbench.train("sample:", vocab_size=300, special_tokens={END: 70_000})
    with pytest.raises(EngineError) as caught:
        workbench.encode_dataset(large, texts, tmp_path / "large", form="u16")
    assert caught.value.file == large.name


def test_the_command_line_writes_a_set(
    tokenizer: workbench.Tokenizer, texts: Path, tmp_path: Path, shell: Shell
) -> None:
    workbench.save_tokenizer(tokenizer, tmp_path / "own.json")
    own, out = str(tmp_path / "own.json"), str(tmp_path / "a" / "set")
    flags = ["encode", "--tokenizer", own, texts, "--out", out, "--shards", "1K", "--eos-token", END]
    assert shell(*flags, "--held-out", "20%") == 0
    printed = shell.out
    assert shell.err == (
        f"workbench: train: special tokens in the text, encoded as text: {END} 2\n"
        "workbench: train: invalid bytes replaced with U+FFFD: 1\n"
    )
    options = {"shard_ids": 1000, "end": END, "held_out": 0.2}
    same = workbench.encode_dataset(tokenizer, texts, tmp_path / "same", **options)  # type: ignore[arg-type]
    assert printed.decode().startswith(f"train: {same.splits['train'].n_ids:,} ids, ")
    shards = contents(tmp_path / "same")
    del shards["dataset.json"]  # it names the tokenizer's file
    assert shards.items() < contents(tmp_path / "a" / "set").items()
    assert shell(*flags, "--held-out", "20%") == 1
    assert "holds a data set already" in shell.err
    assert shell(*flags, "--held-out", "20%", "--resume") == 0
    assert shell.out == printed
    assert shell("encode", "--tokenizer", own, texts, "--resume") == 2
    assert "only with --shards" in shell.err
