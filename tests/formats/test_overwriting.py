"""Nothing is written over what was read, nor over files beside it that are not its own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.formats.toys import MERGES, toy
from workbench import api
from workbench.api import convert
from workbench.api.encoded_files import Plan, encode_to_file
from workbench.cli.main import main
from workbench.engine.base.errors import EngineError
from workbench.engine.splitting.pre_tokenizers import published
from workbench.formats import checkpoint_files
from workbench.formats.registry import save_file

TEXT = "the cat and the dog and the cat\n" * 40


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "data.json"
    path.write_text(TEXT)
    return path


def train(*arguments: str | Path, size: int = 262) -> int:
    flags = ["--kind", "text", "--vocab-size", str(size), "--format", "hf"]
    return main(["train", *map(str, arguments), *flags])


def linked(corpus: Path, how: str) -> Path:
    """Return another name of the corpus."""
    other = corpus.parent / "other.json"
    if how == "hard link":
        os.link(corpus, other)
    elif how == "link":
        other.symlink_to(corpus)
    else:
        other = corpus.parent / "." / corpus.name
    return other


@pytest.mark.parametrize("how", ["name", "link", "hard link"])
@pytest.mark.parametrize("whole_folder", [False, True])
def test_train_never_writes_over_what_it_reads(
    corpus: Path, capsys: pytest.CaptureFixture[str], how: str, whole_folder: bool
) -> None:
    source = corpus.parent if whole_folder else corpus
    assert train(source, "--out", linked(corpus, how)) == 1
    assert "this is the file that is read" in capsys.readouterr().err
    assert corpus.read_text() == TEXT
    assert not list(corpus.parent.glob("*.checkpoint"))


def test_neither_card_nor_vocab_go_over_the_corpus(tmp_path: Path) -> None:
    for name in ("out.json.card.json", "out.vocab"):
        (tmp_path / name).write_text(TEXT)
        assert main(["train", str(tmp_path / name), "--kind", "text", "--out", str(tmp_path / "out.model"),
                     "--overwrite"]) == (1 if name == "out.vocab" else 0)  # fmt: skip
        assert train(tmp_path / name, "--out", tmp_path / "out.json", "--overwrite") == (
            1 if name == "out.json.card.json" else 0
        )
        assert (tmp_path / name).read_text() == TEXT
        for path in tmp_path.iterdir():
            path.unlink()


def test_python_and_the_window_save_no_tokenizer_over_its_corpus(corpus: Path) -> None:
    tokenizer = api.train(corpus, vocab_size=260, kind="text")
    folder = api.train(corpus.parent, vocab_size=260, kind="text")
    for trained in (tokenizer, folder):
        with pytest.raises(EngineError, match="this is the file that is read"):
            api.save_tokenizer(trained, corpus, "hf", overwrite=True)
    assert corpus.read_text() == TEXT
    out = corpus.parent / "out.json"
    for _ in range(2):  # what was written by itself is replaced
        api.save_tokenizer(folder, out)


def test_the_tokenizer_that_is_extended_is_read(corpus: Path) -> None:
    assert train(corpus, "--out", corpus.parent / "base.json") == 0
    before = (corpus.parent / "base.json").read_bytes()
    assert (
        train(corpus, "--extend", corpus.parent / "base.json", "3", "--out", corpus.parent / "base.json") == 1
    )
    assert (corpus.parent / "base.json").read_bytes() == before


def test_encode_goes_over_neither_text_nor_tokenizer(corpus: Path) -> None:
    save_file(toy(), corpus.parent / "toy.model")
    for target in (corpus, corpus.parent / "toy.model", corpus.parent / "toy.model.card.json"):
        arguments = [
            "encode",
            "--tokenizer",
            str(corpus.parent / "toy.model"),
            str(corpus),
            "--out",
            str(target),
        ]
        assert main(arguments) == (0 if target.name.endswith("card.json") else 1)
    assert corpus.read_text() == TEXT


def test_encode_does_not_go_over_what_comes_on_standard_input(corpus: Path) -> None:
    tokenizer = toy()
    with corpus.open("rb") as stream, pytest.raises(EngineError, match="this is the file that is read"):
        for _ in encode_to_file(tokenizer, iter([b"a"]), str(corpus), Plan("text"), [stream.fileno()]):
            pass
    assert corpus.read_text() == TEXT


def test_convert_goes_over_neither_its_input_nor_the_text_of_the_proof(corpus: Path) -> None:
    save_file(toy(), corpus.parent / "toy.json", "hf")
    before = (corpus.parent / "toy.json").read_bytes()
    own = str(corpus.parent / "toy.json")
    assert main(["convert", own, own, "--old-readers"]) == 1
    assert (corpus.parent / "toy.json").read_bytes() == before
    assert main(["convert", own, str(corpus), "--to", "hf", "--prove", str(corpus)]) == 1
    assert corpus.read_text() == TEXT
    with pytest.raises(EngineError, match="this is the file that is read"):
        list(convert.export(toy(), corpus, "hf", [corpus.parent]))


@pytest.mark.parametrize(
    ("name", "format_name", "foreign"),
    [
        ("toy.model", None, "toy.vocab"),
        ("merges.txt", "gpt2", "vocab.json"),
        ("toy.json", "hf", "toy.json.card.json"),
    ],
)
def test_a_file_beside_it_that_is_not_its_own_is_kept_until_that_is_wanted(
    tmp_path: Path, name: str, format_name: str | None, foreign: str
) -> None:
    other = tmp_path / foreign
    other.write_text("of somebody else")
    with pytest.raises(EngineError, match=f"{foreign} next to it would be replaced"):
        save_file(toy(published("gpt2")), tmp_path / name, format_name)
    assert other.read_text() == "of somebody else"
    assert not (tmp_path / name).exists()
    save_file(toy(published("gpt2")), tmp_path / name, format_name, overwrite=True)
    save_file(toy(published("gpt2"), merges=MERGES[:2]), tmp_path / name, format_name)  # now it is its own


def test_the_pair_that_minbpe_writes_is_its_own(tmp_path: Path) -> None:
    save_file(toy(), tmp_path / "toy.model")
    (tmp_path / "toy.model.card.json").unlink()
    save_file(toy(merges=MERGES[:2]), tmp_path / "toy.model")


def test_a_lock_follows_no_link_and_truncates_nothing(tmp_path: Path) -> None:
    (tmp_path / "dear").write_text("dear")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / checkpoint_files.LOCK).symlink_to(tmp_path / "dear")
    with pytest.raises(EngineError) as caught:
        checkpoint_files.hold(str(tmp_path / "run"))
    assert caught.value.code == "own_file_is_link"
    (tmp_path / "run" / checkpoint_files.LOCK).unlink()
    (tmp_path / "run" / checkpoint_files.LOCK).write_text("kept")
    checkpoint_files.hold(str(tmp_path / "run")).close()
    assert (tmp_path / "run" / checkpoint_files.LOCK).read_text() == "kept"
    assert (tmp_path / "dear").read_text() == "dear"


def test_saving_and_proving_need_no_folder_for_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("mkstemp", "mkdtemp", "gettempdir"):
        monkeypatch.setattr(f"tempfile.{name}", lambda *_, **__: pytest.fail("one was asked for"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "nowhere"))
    tokenizer = toy(published("gpt2"))
    for name, kind in (("merges.txt", "gpt2"), ("toy.json", "hf"), ("toy.gguf", "gguf")):
        done = list(convert.export(tokenizer, tmp_path / name, kind, [api.TextSource("a", TEXT)]))[-1]
        assert isinstance(done, convert.Exported)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
