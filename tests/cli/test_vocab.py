"""The verb vocab."""

from __future__ import annotations

import csv
import io
import json

import pytest

from workbench import open_tokenizer, save_tokenizer
from workbench.api.health import vocab_health
from workbench.cli.main import main
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import published


def run(capsys, *arguments):
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def saved(tmp_path):
    ranks = {bytes((byte,)): byte for byte in range(256)}
    ranks |= {token: 256 + at for at, token in enumerate([b"ab", b"1234", b"\xe4\xb8", b"=1", b"\n/"])}
    path = tmp_path / "own.tiktoken"
    tokenizer = Tokenizer(RankMergedBpe.from_ranks(ranks), published("cl100k"), {"<|end|>": 300})
    save_tokenizer(tokenizer, path)
    return path


def test_health_as_json_and_as_lines(tmp_path, capsys):
    path = saved(tmp_path)
    rows = {row["id"]: row for row in json.loads(run(capsys, "vocab", path, "--health", "--json"))["tokens"]}
    assert len(rows) == 262
    assert (rows[256]["labels"], rows[256]["witness"], rows[256]["reason"]) == ([], "ab", "")
    assert [token_id for token_id, row in rows.items() if row["special"]] == [300]
    assert rows[257]["labels"] == ["not-itself-alone", "unreachable-proved"]
    assert rows[257]["witness"] is None
    assert rows[257]["reason"] == "no piece of the split can hold “1234”"
    assert rows[258]["labels"] == ["fragment"]
    assert rows[258]["token"] == "\\xe4\\xb8"
    assert 258 in open_tokenizer(path).encode(rows[258]["witness"])
    assert rows[300] == {
        "id": 300, "token": "<|end|>", "bytes": b"<|end|>".hex(), "special": True,
        "labels": [], "witness": None, "reason": "",
    }  # fmt: skip
    lines = run(capsys, "vocab", path, "--health").splitlines()
    assert "        3  unreachable-proved" in lines
    assert any(line.startswith("     257  1234  not-itself-alone, unreachable-proved") for line in lines)
    assert not any(line.startswith("     256 ") for line in lines)


def test_another_split_is_another_health(tmp_path, capsys):
    path = saved(tmp_path)
    given = run(capsys, "vocab", path, "--health", "--json", "--pattern", "none")
    assert not any("not-itself-alone" in row["labels"] for row in json.loads(given)["tokens"])


def test_counts_are_kept_until_the_text_changes(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path, text = saved(tmp_path), tmp_path / "text.txt"
    text.write_text("the cat sat")
    first = run(capsys, "vocab", path, "--counts", text, "--json")
    with monkeypatch.context() as patch:
        patch.setattr("workbench.api.health.counting", None)  # not counted again
        assert run(capsys, "vocab", path, "--counts", text, "--json") == first
    text.write_text("the cat sat on the mat")
    assert run(capsys, "vocab", path, "--counts", text, "--json") != first


def test_counts_of_a_text(tmp_path, capsys):
    path, text = saved(tmp_path), tmp_path / "text.txt"
    text.write_text("ab ab xy")
    given = json.loads(run(capsys, "vocab", path, "--counts", text, "--json"))["tokens"]
    rows = {row["id"]: row for row in given}
    assert (rows[256]["count"], rows[256]["documents"], rows[256]["made"]) == (2, 1, 2)
    assert "unused" in rows[257]["labels"]
    assert (rows[ord("a")]["made"], rows[ord("a")]["labels"]) == (2, ["unused"])  # no merge makes a byte
    found = {each.id: each for each in vocab_health(open_tokenizer(path), text)}
    assert {i: list(each.labels) for i, each in found.items()} == {
        i: row["labels"] for i, row in rows.items()
    }


def test_a_plain_list_and_a_table_without_formulas(tmp_path, capsys):
    path = saved(tmp_path)
    assert "     256  ab" in run(capsys, "vocab", path).splitlines()
    rows = list(csv.DictReader(io.StringIO(run(capsys, "vocab", path, "--csv"))))
    row = next(row for row in rows if row["id"] == "259")
    assert (row["token"], row["bytes"]) == ("'=1", b"=1".hex())


# --- of a vocabulary that was trained here


@pytest.fixture
def trained(tmp_path, capsys):
    """A tokenizer of forty documents, and the folder that they are in: one word is in one of them only."""
    texts = tmp_path / "texts"
    texts.mkdir()
    for number in range(40):
        (texts / f"{number:02}.txt").write_text("some more words " * 5 + ("qxqx " * 9 if number == 7 else ""))
    path = tmp_path / "own.json"
    other = tmp_path / "other.txt"
    other.write_text("zyzyzy zyzyzy")
    run(capsys, "train", texts, other, "--vocab-size", 272, "--out", path)
    return path, texts, other


def test_error_bars_of_a_trained_vocabulary(trained, tmp_path, capsys):
    path, texts, other = trained
    given = json.loads(run(capsys, "vocab", path, "--error-bars", "--json"))
    rows = {row["token"]: row for row in given["tokens"]}
    assert (given["error_bars"]["parts"], given["error_bars"]["units"]) == (20, 41)
    row = rows["qx"]
    assert (row["survivals"], row["deciding_count"]) == (19, 18)
    assert max(each["survivals"] for each in rows.values()) == 20
    lines = run(capsys, "vocab", path, "--error-bars").splitlines()
    assert lines[0] == "error bars: 20 trainings, each without a twentieth of 41 documents"
    assert f"{row['id']:>8}  qx  in 19 of 20, count 18, margin {row['margin']}" in lines
    again = tmp_path / "again.json"
    with_flag = run(capsys, "train", texts, other, "--vocab-size", 272, "--out", again, "--error-bars")
    assert with_flag.splitlines()[-4:] == lines[:4]
    card = json.loads((tmp_path / "again.json.card.json").read_text())
    noted = dict(card["training"]["error_bars"]["survivals"])
    assert noted == {row["id"]: row["survivals"] for row in rows.values() if row["survivals"] < 20}
    assert again.read_bytes() == path.read_bytes()


def test_where_the_tokens_came_from(trained, capsys):
    path, texts, other = trained
    arguments = ("vocab", path, "--provenance", "--without", other)
    given = json.loads(run(capsys, *arguments, "--json"))
    rows = {row["token"]: row for row in given["tokens"]}
    assert rows["qx"]["sources"] == {str(texts): 1}
    assert (rows["qx"]["documents"], rows["qx"]["file"]) == (1, str(texts / "07.txt"))
    assert rows["zy"]["sources"] == {str(other): 1}
    (without,) = given["without"]
    assert "zy" in without["gone"]
    lines = run(capsys, *arguments).splitlines()
    assert lines[1].startswith(f"{other}: more than half of the count of ")
    n_lost = len(without["gone"])
    assert any(line.startswith(f"without {other} these {n_lost} tokens are lost: ") for line in lines)


def test_what_has_no_training_or_another_text_is_refused(trained, tmp_path, capsys):
    path, texts, _ = trained
    assert main(["vocab", str(saved(tmp_path)), "--error-bars"]) == 1
    assert "the card does not say how it was trained" in capsys.readouterr().err
    assert main(["vocab", str(path), "--provenance", "--without", "nowhere"]) == 1
    assert "nowhere is not a source of this training" in capsys.readouterr().err
    (texts / "03.txt").write_text("changed")
    assert main(["vocab", str(path), "--provenance"]) == 1
    assert "03.txt has changed" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["vocab", str(path), "--without", "x"])
