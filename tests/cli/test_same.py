"""The verb same: its exit status is its answer."""

from __future__ import annotations

import json
import re
import shutil
import struct

import pytest

import workbench
from tests.formats import hf_toys
from workbench import api
from workbench.cli import main as cli
from workbench.cli.same import _parting_lines
from workbench.engine.encoding.tokenizer import with_parts
from workbench.engine.judging.same import Parting
from workbench.engine.splitting.pre_tokenizers import custom

KINDS = {"hf": ".json", "gguf": ".gguf", "tiktoken": ".tiktoken", "minbpe": ".model", "gpt2": ".txt"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A trained tokenizer in several formats, each in a folder of its own."""
    root = tmp_path_factory.mktemp("same")
    trained = workbench.train("sample:", preset="gpt2", vocab_size=500, special_tokens=["<|a|>", "<|b|>"])
    for kind, suffix in KINDS.items():
        (root / kind).mkdir()
        api.save_file(trained, root / kind / f"t{suffix}", kind)
    return root


def file_of(folder, kind):
    return next(path for path in (folder / kind).iterdir() if path.stem == "t" and "card" not in path.name)


def run(capsys, *arguments):
    try:
        status = cli.main(["same", *map(str, arguments)])
    except SystemExit as end:
        status = end.code
    return status, capsys.readouterr()


def told(capsys, *arguments):
    status, captured = run(capsys, *arguments, "--json")
    return status, json.loads(captured.out)


def test_equal_files_and_proved_ones(capsys, folder, tmp_path):
    own = file_of(folder, "hf")
    copy = shutil.copy(own, tmp_path / "copy.json")
    assert told(capsys, own, copy)[1]["verdict"] == "files"
    for kind in KINDS:
        status, result = told(capsys, own, file_of(folder, kind))
        assert (status, result["verdict"]) == (0, "files" if kind == "hf" else "proved"), kind
    assert "proved for every text" in run(capsys, own, file_of(folder, "gguf"))[1].out


def changed(folder, tmp_path, change):
    top = json.loads(file_of(folder, "hf").read_text("utf-8"))
    change(top)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(top), "utf-8")
    return path


def swap_ids(top):
    vocab = top["model"]["vocab"]
    last, before = (next(token for token, i in vocab.items() if i == at) for at in (499, 498))
    vocab[last], vocab[before] = vocab[before], vocab[last]


def swap_specials(top):
    one, other = (token for token in top["added_tokens"] if token["content"] in ("<|a|>", "<|b|>"))
    one["id"], other["id"] = other["id"], one["id"]
    vocab = top["model"]["vocab"]
    vocab |= {token["content"]: token["id"] for token in (one, other)}


def flag(top):
    top["added_tokens"][-1]["lstrip"] = True


def normalize(top):
    top["normalizer"] = {"type": "Lowercase"}


def no_decoder(top):
    top["decoder"] = None


@pytest.mark.parametrize(
    ("change", "stage"),
    [
        (swap_ids, "ids of tokens"),
        (swap_specials, "special tokens"),
        (flag, "special tokens"),
        (normalize, "normalizer"),
        (no_decoder, "decoding"),
    ],
)
def test_what_is_planted_in_a_tokenizer_json_is_found(capsys, folder, tmp_path, change, stage):
    text = tmp_path / "text.txt"
    text.write_text("x q")
    status, result = told(capsys, file_of(folder, "hf"), changed(folder, tmp_path, change), "--text", text)
    assert (status, result["verdict"], result["difference"]["stage"]) == (1, "different", stage)
    assert len(result["difference"]["text"] or "") < 12


def test_one_class_of_a_split_and_one_merge(capsys, folder, tmp_path):
    def split(top):
        pattern = r"'(?:[sdmt]|ll|ve|re)|\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
        splits = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
        as_bytes = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
        top["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [splits, as_bytes]}

    status, result = told(capsys, file_of(folder, "hf"), changed(folder, tmp_path, split))
    assert (status, result["difference"]["stage"]) == (1, "split")

    def merge(top):
        merges = top["model"]["merges"]
        merges.append(merges.pop(0))

    status, result = told(capsys, changed(folder, tmp_path, merge), file_of(folder, "hf"))
    assert (status, result["difference"]["stage"]) == (1, "merges")


def test_bytes_that_a_library_replaces_are_no_difference(folder, tmp_path):
    # Oniguruma, and so tokenizers, repeats {1,2}+, which is possessive here.
    pattern = r"'(?:[sdmt]|ll|ve|re)|\p{L}+|\p{N}{1,2}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

    def split(top):
        splits = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
        as_bytes = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
        top["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [splits, as_bytes]}

    own = api.open_file(file_of(folder, "hf")).tokenizer
    library = api.open_file(changed(folder, tmp_path, split)).tokenizer
    native = with_parts(own, pre_tokenizer=custom(pattern.replace("{1,2}+", "+")))
    cut_otherwise = with_parts(own, pre_tokenizer=custom(pattern.replace(r"\p{L}+", r"\p{L}{1,2}")))
    try:
        assert (library.model.in_library is None, native.model.in_library is None) == (False, True)
        assert library.encode(b"\xff") != native.encode(b"\xff")
        found = api.same(library, native, [b"a 12345 b\xff"])
        assert (found.verdict, found.parting, found.only_utf8) == ("texts", None, True)
        assert found.n_bytes == 9
        parting = api.same(library, cut_otherwise).parting
        assert parting.text.isalpha()
    finally:
        for each in (library, native, cut_otherwise):
            each.close()


def test_pre_of_a_gguf(capsys, folder, tmp_path):
    data = file_of(folder, "gguf").read_bytes()
    found = re.search(rb"tokenizer\.ggml\.pre\x08\x00\x00\x00(.{8})", data, re.DOTALL)
    start, size = found.end(), struct.unpack("<Q", found[1])[0]
    name = b"llama-bpe"
    planted = tmp_path / "planted.gguf"
    planted.write_bytes(data[: found.start(1)] + struct.pack("<Q", len(name)) + name + data[start + size :])
    status, result = told(capsys, file_of(folder, "gguf"), planted)
    assert (status, result["difference"]["stage"]) == (1, "split")


def test_byte_fallback_off_in_a_tokenizer_json(capsys, tmp_path):
    top = json.loads(hf_toys.made("Llama 2")[1])
    paths = tmp_path / "on.json", tmp_path / "off.json"
    paths[0].write_text(json.dumps(top))
    top["model"]["byte_fallback"] = False
    paths[1].write_text(json.dumps(top))
    assert told(capsys, *paths)[0] == 1


def test_what_cannot_be_compared_is_2(capsys, folder, tmp_path):
    own = file_of(folder, "hf")
    assert run(capsys, own)[0] == 2
    assert run(capsys, own, tmp_path / "none")[0] == 2
    assert run(capsys, own, own, "--text", tmp_path / "none")[0] == 2
    bare = shutil.copy(file_of(folder, "tiktoken"), tmp_path / "bare.tiktoken")
    status, captured = run(capsys, own, bare)
    assert (status, captured.err.startswith("workbench: ")) == (2, True)
    status, result = told(capsys, own, bare, "--pattern", "gpt2")
    assert (status, result["difference"]["stage"]) == (1, "special tokens")  # ranks do not say which they are


def test_the_python_api_takes_tokenizers_and_paths(folder):
    own = workbench.open_tokenizer(file_of(folder, "minbpe"))
    assert workbench.same(own, file_of(folder, "hf")).verdict == "proved"
    found = workbench.same(own, file_of(folder, "tiktoken"), ["a text"])
    assert (found.verdict, found.parting) == ("proved", None)


def test_a_side_that_cannot_encode_the_text_is_named() -> None:
    parting = Parting(b"z", "none", (None, (90,)), (None, b"z"), ("byte_without_token", ""), "merges")
    assert list(_parting_lines(parting))[2:] == [
        "  A            cannot encode it (byte_without_token)", "  B            90  →  z"]  # fmt: skip


def test_counts_are_no_text_to_try(capsys, folder, tmp_path):
    (tmp_path / "a.txt").write_text("the cat sat on the mat")
    workbench.count_pieces(tmp_path / "a.txt", tmp_path / "counts.parquet")
    paths = [str(file_of(folder, kind)) for kind in ("hf", "tiktoken")]
    assert cli.main(["same", *paths, "--text", str(tmp_path / "counts.parquet")]) == 2
    assert "counts.parquet: it holds counted pieces, not text." in capsys.readouterr().err
