"""Files of ids as jobs: encoded, decoded, and written for the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import workbench
from tests.worker.jobs.test_starting import answers, of, open_sample
from workbench.worker.jobs import id_files as id_files_job
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.files import DecodeFile, EncodeFile, FileEncoded, FileWritten, WriteFile
from workbench.worker.messages.requests import Failed, JobProgress
from workbench.worker.messages.text import Decoded
from workbench.worker.messages.tokenizers import OpenTokenizer, TokenizerOpened

TEXT = "One line.\r\nTwo: hört 水\n".encode()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_bytes(TEXT)
    return path


def request(store: Store, source: Path, form: str, **options: object) -> EncodeFile:
    return EncodeFile(7, open_sample(store).handle, str(source), str(source) + ".ids", form, **options)


@pytest.mark.parametrize("form", ["npy", "raw", "u32", "text", "json", "jsonl"])
def test_a_file_is_encoded_and_decoded(store: Store, source: Path, form: str) -> None:
    asked = request(store, source, form, documents="whole")
    done = answers(store, asked)
    (encoded,) = of(FileEncoded, done)
    assert (encoded.path, encoded.n_bytes, encoded.n_documents) == (asked.path, len(TEXT), 1)
    assert encoded.size == Path(asked.path).stat().st_size
    assert of(JobProgress, done)[-1].done == len(TEXT)
    back = DecodeFile(8, asked.handle, asked.path, {"raw": "u16", "u32": "u32"}.get(form, ""))
    (decoded,) = of(Decoded, answers(store, back))
    assert (decoded.data, decoded.n_ids, decoded.cause) == (TEXT, encoded.n_ids, "")
    if form == "raw":  # the sample's vocabulary fits into 16 bits
        assert encoded.size == 2 * encoded.n_ids
    if form == "npy":
        assert len(np.load(asked.path)) == encoded.n_ids


def test_lines_and_json(store: Store, source: Path) -> None:
    (lines,) = of(FileEncoded, answers(store, request(store, source, "jsonl", documents="lines")))
    assert (lines.n_documents, lines.n_bad) == (2, 0)
    source.write_bytes(b'{"body": "a"}\n{\n')
    asked = request(store, source, "jsonl", documents="json", key="body")
    (encoded,) = of(FileEncoded, answers(store, asked))
    assert (encoded.n_documents, encoded.n_bad, encoded.bad_lines) == (1, 1, (2,))


def test_special_tokens_as_chosen(store: Store, source: Path) -> None:
    path = source.parent / "t.model"
    trained = workbench.train(workbench.api.TextSource("", "abab"), special_tokens=["<s>", "<e>"])
    workbench.save_tokenizer(trained, path)
    info = of(TokenizerOpened, answers(store, OpenTokenizer(1, str(path))))[0].tokenizer
    special = info.special_tokens[0]
    source.write_bytes(f"a{special[0]}".encode())
    asked = [
        EncodeFile(7, info.handle, str(source), str(source) + ".npy", "npy", specials=choice)
        for choice in ("all", (special[0],), "none")
    ]
    found = []
    for one in asked:
        of(FileEncoded, answers(store, one))
        found.append(special[1] in np.load(one.path))
    assert found == [True, True, False]
    (failed,) = of(Failed, answers(store, replace(asked[0], specials="error")))
    assert (failed.code, failed.file, failed.place) == ("special_token_in_text", str(source), ("byte", 1))


def test_a_cancel_leaves_nothing(store: Store, source: Path) -> None:
    job = jobs.start(store, request(store, source, "npy"))
    while len(list(source.parent.iterdir())) < 2:
        job.step()
    job.close()
    assert [path.name for path in source.parent.iterdir()] == ["text.txt"]


def test_what_cannot_be_decoded_is_told_with_file_and_place(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, handle = tmp_path / "ids.txt", open_sample(store).handle

    def told() -> Decoded:
        (answer,) = of(Decoded, answers(store, DecodeFile(8, handle, str(path))))
        assert (answer.file, answer.data) == (str(path), b"")
        assert answer.remedy
        return answer

    assert told().cause
    path.write_bytes(b"72 x")
    assert told().place == ("entry", 2)
    path.write_bytes(b"999999")
    assert told().facts["position"] == 0
    monkeypatch.setattr(id_files_job, "LARGEST_IDS_FILE", 5)
    assert "over {limit} bytes" in told().cause


def test_unknown_ids_in_a_file_are_named_and_the_others_decoded(store: Store, tmp_path: Path) -> None:
    path, handle = tmp_path / "ids.txt", open_sample(store).handle
    path.write_bytes(b"72 999999")
    (answer,) = of(Decoded, answers(store, DecodeFile(8, handle, str(path))))
    assert (answer.data, answer.n_unknown, answer.unknown) == (b"H", 1, ((1, 999999),))


def test_what_the_window_made_is_written_whole_or_not_at_all(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    (written,) = of(FileWritten, answers(store, WriteFile(9, str(path), (b"ab", b"c"))))
    assert (written.path, written.size, path.read_bytes()) == (str(path), 3, b"abc")
    (failed,) = of(Failed, answers(store, WriteFile(9, str(tmp_path / "gone" / "a"), (b"ab",))))
    assert failed.code == "save_folder_missing"
