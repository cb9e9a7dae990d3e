"""A text file becomes a file of ids, whole or not at all, whatever its size; and comes back."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as parquet
import pytest

import workbench
from tests.cli.test_cli import ROOT, Shell, program, shell, tokenizer
from workbench import api
from workbench.api import encoded_files
from workbench.api.encoded_files import EncodedFile, Plan, Written, decode_data, encode_to_file
from workbench.engine.base import blocks
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding import streamed_encoding
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.id_files import FORMS, unpack

__all__ = ["shell", "tokenizer"]

TEXT = ("Wer am Fluss wohnt, hört ihn. 水 😉\r\n\n" * 40 + "ohne Ende").encode() + b"\xff\xe6\x97"


@pytest.fixture
def opened(tokenizer: Path) -> Tokenizer:
    return workbench.open_tokenizer(tokenizer)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_bytes(TEXT)
    return path


def encoded(tokenizer: Tokenizer, source: Path, path: Path, plan: Plan) -> EncodedFile:
    *_, last = encode_to_file(tokenizer, str(source), str(path), plan)
    assert isinstance(last, EncodedFile)
    return last


def test_a_table_of_counts_is_no_text(opened: Tokenizer, source: Path, tmp_path: Path) -> None:
    counts, out = tmp_path / "counts.parquet", tmp_path / "ids"
    workbench.count_pieces(source, counts)
    with pytest.raises(EngineError, match=r"counts\.parquet: it holds counted pieces, not text\. Choose"):
        encoded(opened, counts, out, Plan())
    assert not out.exists()
    for data in (b"PAR1 is how Parquet begins", b"PAR1"):
        source.write_bytes(data)
        assert encoded(opened, source, out, Plan()).written.n_bytes == len(data)


@pytest.mark.parametrize("form", FORMS)
def test_a_file_is_encoded_in_every_form(opened: Tokenizer, source: Path, tmp_path: Path, form: str) -> None:
    out = tmp_path / "ids"
    done = encoded(opened, source, out, Plan(form))
    ids = opened.encode(TEXT)
    assert unpack(out.read_bytes(), form).tolist() == ids
    assert (done.path, done.size) == (str(out), out.stat().st_size)
    assert (done.written.n_bytes, done.written.n_ids, done.written.n_documents) == (len(TEXT), len(ids), 1)
    text, n_ids = decode_data(opened, out.read_bytes(), form)
    assert (text, n_ids) == (TEXT + b"\n" * (form == "jsonl"), len(ids))
    if form == "npy":
        assert np.load(out, mmap_mode="r").tolist() == ids


def test_small_chunks_make_the_same_file(
    opened: Tokenizer, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoded(opened, source, tmp_path / "a", Plan("npy"))
    monkeypatch.setattr(streamed_encoding, "_CHUNK", 100)
    monkeypatch.setattr(streamed_encoding, "THREAD_BYTES", 30)
    portions = [TEXT[at : at + 7] for at in range(0, len(TEXT), 7)]
    list(encode_to_file(opened, portions, str(tmp_path / "b"), Plan("npy")))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_each_line_is_a_document(opened: Tokenizer, tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.write_bytes(b"one\r\ntwo\n\nthree\rfour\xe2\x80\xa8five")
    lines = [b"one", b"two", b"", b"three", "four\u2028five".encode()]
    done = encoded(opened, source, out, Plan("jsonl", "lines"))
    assert [json.loads(line)["ids"] for line in out.open()] == [opened.encode(line) for line in lines]
    assert done.written.n_documents == 5
    assert done.written.n_bytes == source.stat().st_size
    encoded(opened, source, out, Plan("text", "lines"))
    assert [[*map(int, line.split())] for line in out.open()] == [opened.encode(line) for line in lines]
    assert decode_data(opened, out.read_bytes())[0] == b"".join(lines)


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_lines_do_not_depend_on_where_portions_are_cut(
    opened: Tokenizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(encoded_files, "_BATCH", 5)
    text = b"a\r\n\r\nb\rc\n\rd\xff\r"
    portions = [text[at : at + size] for at in range(0, len(text), size)]
    list(encode_to_file(opened, portions, str(tmp_path / "out"), Plan("jsonl", "lines")))
    documents = [bytes(json.loads(line)["ids"]) for line in (tmp_path / "out").open()]
    assert documents == [b"a", b"", b"b", b"c", b"", b"d\xff"]


def test_json_lines_side_by_side_with_their_ids(opened: Tokenizer, tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    rows = [b'\xef\xbb\xbf{"text": "one"}', b"", b"{", b'{"txt": "b"}', b'{"text": 5}', b"[1]",
            b'{"text": "\\ud83d\\ude09 \\ud800"}', b'{"text": "last"}']  # fmt: skip
    source.write_bytes(b"\n".join(rows))
    done = encoded(opened, source, out, Plan("jsonl", "json"))
    ids = [json.loads(line)["ids"] for line in out.open()]
    assert ids == [
        opened.encode("one"), None, None, None, None, None, opened.encode("😉 \ufffd"), opened.encode("last"),
    ]  # fmt: skip
    assert (done.written.n_documents, done.written.n_bad, done.written.bad_lines) == (3, 4, [3, 4, 5, 6])
    encoded(opened, source, out, Plan("npy", "json"))
    assert np.load(out).tolist() == [i for document in ids for i in document or ()]


def test_no_document_at_all_is_an_error_that_says_where_texts_are(opened: Tokenizer, tmp_path: Path) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out"
    source.write_bytes(b'{"n": 1, "body": "one"}\n' * 9)
    out.write_bytes(b"old")
    with pytest.raises(EngineError) as caught:
        encoded(opened, source, out, Plan("jsonl", "json"))
    assert (caught.value.code, caught.value.file) == ("documents_none", str(source))
    assert "under “text”" in str(caught.value)
    assert "its texts are under: body" in str(caught.value)
    assert out.read_bytes() == b"old"


def test_start_and_end_tokens_go_around_each_document(tmp_path: Path, shared: Path) -> None:
    llama = workbench.open_tokenizer(shared / "data/llama2_tokenizer.model")
    source, out = tmp_path / "in", tmp_path / "out"
    source.write_bytes(b"a b\nc\n")
    encoded(llama, source, out, Plan("jsonl", "lines", before=True, after=True))
    assert [json.loads(line)["ids"] for line in out.open()] == [
        [1, *llama.encode("a b"), 2], [1, *llama.encode("c"), 2],
    ]  # fmt: skip
    encoded(llama, source, out, Plan("u16", before=True))
    assert unpack(out.read_bytes(), "u16").tolist() == [1, *llama.encode("a b\nc\n")]


def test_a_refused_special_token_is_named_with_its_place(opened: Tokenizer, tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.write_bytes(b"one\ntwo <|a|>")
    refused = frozenset({"<|a|>"})
    for documents, kind, value in (("whole", "byte", 8), ("lines", "line", 2)):
        with pytest.raises(EngineError) as caught:
            encoded(opened, source, out, Plan("jsonl", documents, refused=refused))
        error = caught.value
        assert (error.code, error.file) == ("special_token_in_text", str(source))
        assert (error.place.kind, error.place.value) == (kind, value)
    assert not out.exists()


def test_ids_of_16_bits_are_refused_before_anything_is_read(tmp_path: Path) -> None:
    trained = workbench.train(api.TextSource("", "abab"), special_tokens={"<s>": 70_000})
    with pytest.raises(EngineError, match="70000 does not fit into 16 bits"):
        list(encode_to_file(trained, [b"ab"], str(tmp_path / "out"), Plan("u16")))
    assert list(tmp_path.iterdir()) == []


# --- what goes wrong leaves what was there ---------------------------------------------------------------


def test_a_cancel_leaves_the_old_file_and_nothing_else(
    opened: Tokenizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streamed_encoding, "_CHUNK", 1000)
    out = tmp_path / "out.npy"
    out.write_bytes(b"old")
    steps = encode_to_file(opened, [TEXT] * 100, str(out), Plan("npy"))
    while not isinstance(step := next(steps), Written) or step.n_ids < 1000:
        pass
    assert len(list(tmp_path.iterdir())) == 2
    steps.close()
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("out.npy", b"old")]


@pytest.mark.parametrize("form", ["npy", "text", "jsonl"])
def test_a_full_disk_leaves_the_old_file(tokenizer: Path, tmp_path: Path, form: str) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.write_bytes(os.urandom(300_000))
    out.write_bytes(b"old")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    done = subprocess.run(
        program("encode", "--tokenizer", tokenizer, source, "--special", "none", "--to", form, "--out", out),
        capture_output=True,
        cwd=ROOT,
        preexec_fn=limit,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"workbench: {out}: not enough space for ".encode())
    assert b"Free space" in done.stderr
    assert done.stderr.count(b"\n") == 1
    assert out.read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "out"]


def test_an_interrupt_leaves_the_old_file(tokenizer: Path, tmp_path: Path) -> None:
    """Control-C arrives when the temporary file has grown."""
    out = tmp_path / "out"
    out.write_bytes(b"old")
    interrupting = (
        "import sys, signal\n"
        "from workbench.formats.id_files import IdWriter\n"
        "write = IdWriter.write\n"
        "def raising(self, ids):\n"
        "    write(self, ids)\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "IdWriter.write = raising\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from workbench.__main__ import main\n"
        f"sys.exit(main(['encode', '--tokenizer', {str(tokenizer)!r}, '--out', {str(out)!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", interrupting], input=TEXT * 100, capture_output=True, cwd=ROOT
    )
    assert (done.returncode, done.stderr) == (130, b"workbench: stopped\n")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("out", b"old")]


def test_a_file_that_changes_while_it_is_read_is_told(
    opened: Tokenizer, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "BLOCK", 100)
    monkeypatch.setattr(streamed_encoding, "_CHUNK", 200)
    steps = encode_to_file(opened, str(source), str(tmp_path / "out"), Plan("npy"))
    with contextlib.closing(steps):
        for _ in range(4):
            next(steps)
        source.write_bytes(TEXT + b"more")
        with pytest.raises(EngineError) as caught:
            list(steps)
    assert (caught.value.code, caught.value.file) == ("changed_while_reading", str(source))
    assert [path.name for path in tmp_path.iterdir()] == ["text.txt"]


def test_the_source_is_not_written_over(opened: Tokenizer, source: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(source)
    for path in (source, link):
        with pytest.raises(EngineError) as caught:
            encoded(opened, source, path, Plan("text"))
        assert caught.value.code == "save_over_source"
    assert source.read_bytes() == TEXT


@pytest.mark.parametrize(
    ("name", "code"), [("gone", "cannot_read_file"), (".", "file_is_folder"), ("pipe", "not_a_file")]
)
def test_what_cannot_be_read_is_named(opened: Tokenizer, tmp_path: Path, name: str, code: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(EngineError) as caught:
        encoded(opened, tmp_path / name, tmp_path / "out", Plan("text"))
    assert (caught.value.code, caught.value.file) == (code, str(tmp_path / name))
    assert not (tmp_path / "out").exists()


def test_a_text_that_cannot_be_cut_says_what_to_do(
    opened: Tokenizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streamed_encoding, "_CHUNK", 1000)
    whole = workbench.train("sample:", vocab_size=300, preset="basic")
    portions = [b"text " * 100] * 10
    monkeypatch.setattr(streamed_encoding, "LONGEST", 2000)
    with pytest.raises(EngineError) as caught:
        list(encode_to_file(whole, portions, str(tmp_path / "out"), Plan("npy")))
    assert caught.value.code == "text_needs_whole"
    assert "Divide the text" in caught.value.remedy
    list(encode_to_file(whole, [b"text \n" * 1000], str(tmp_path / "out"), Plan("npy", "lines")))
    monkeypatch.setattr(encoded_files, "LONGEST_LINE", 2000)
    with pytest.raises(EngineError) as caught:
        list(encode_to_file(whole, portions, str(tmp_path / "out"), Plan("npy", "lines")))
    assert (caught.value.code, caught.value.place.value) == ("line_too_long", 1)


# --- the verb --------------------------------------------------------------------------------------------


def test_the_verb_makes_json_lines_of_lines_and_of_json(
    shell: Shell, tokenizer: Path, tmp_path: Path
) -> None:
    ids = workbench.open_tokenizer(tokenizer).encode
    assert shell("encode", "--tokenizer", tokenizer, "--to", "jsonl", stdin=b"one\ntwo") == 0
    assert [json.loads(line)["ids"] for line in shell.out.splitlines()] == [ids("one"), ids("two")]
    (tmp_path / "in.jsonl").write_bytes(b'{"body": "one"}\n{\n')
    arguments = ("encode", "--tokenizer", tokenizer, tmp_path / "in.jsonl", "--to", "jsonl")
    assert shell(*arguments, "--key", "body") == 0
    assert [json.loads(line)["ids"] for line in shell.out.splitlines()] == [ids("one"), None]
    assert shell.err == "workbench: 1 line is not a document: 2\n"
    assert shell(*arguments) == 1
    assert "its texts are under: body" in shell.err
    assert shell("encode", "--tokenizer", tokenizer, "--documents", "lines", stdin=b"a\n\nb") == 0
    assert shell.out == b"97\n\n98\n"


def test_the_verb_decodes_json_lines(shell: Shell, tokenizer: Path) -> None:
    data = b'{"ids": [97]}\n{"ids": null}\n{"ids": [98]}\n'
    assert shell("decode", "--tokenizer", tokenizer, "--from", "jsonl", stdin=data) == 0
    assert shell.out == b"a\n\nb\n"


def test_parquet_has_a_row_for_each_line(tmp_path: Path, shell: Shell) -> None:
    tokenizer = workbench.train("sample:", vocab_size=300)
    workbench.save_tokenizer(tokenizer, tmp_path / "own.json")
    (tmp_path / "texts.jsonl").write_text('{"text": "a cat"}\nnone\n{"text": ""}\n{"text": "the mat"}\n')
    flags = ["encode", "--tokenizer", tmp_path / "own.json", tmp_path / "texts.jsonl", "--documents", "json"]
    assert shell(*flags, "--to", "parquet", "--out", tmp_path / "ids.parquet") == 0
    rows = parquet.read_table(tmp_path / "ids.parquet")["ids"].to_pylist()
    assert rows == [tokenizer.encode("a cat"), None, [], tokenizer.encode("the mat")]
