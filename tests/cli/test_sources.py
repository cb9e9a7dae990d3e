"""The flags of `train` that say how its sources are read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.__main__ import main
from workbench.api import SourceOptions
from workbench.cli.arguments import parser
from workbench.cli.source_flags import sources_of


def options(*flags: str) -> list[object]:
    arguments = parser().parse_args(["train", "a", "b", "--out", "x.json", *flags])
    return sources_of(arguments)


def test_without_flags_sources_are_paths():
    assert options() == ["a", "b"]


@pytest.mark.parametrize(
    ("flags", "changes"),
    [
        (["--field", "meta.text"], {"field": "meta.text"}),
        (["--column", "2"], {"column": "2"}),
        (["--encoding", "detect"], {"encoding": "detect"}),
        (["--kind", "counts"], {"kind": "counts"}),
        (["--weight", "2.5"], {"weight": 2.5}),
        (["--sample", "100MB"], {"sample_bytes": 100_000_000}),
        (["--sample", "500"], {"sample_bytes": 500}),
        (["--sample", "10%"], {"sample_share": 0.1}),
        (["--held-out", "1%"], {"held_out": 0.01}),
        (["--held-out", "0.05", "--seed", "3"], {"held_out": 0.05, "seed": 3}),
        (["--clean", "html,nfc", "--clean", "lowercase"], {"clean": ("html", "nfc", "lowercase")}),
        (["--clean", "leave-out:<|a,b|>"], {"clean": ("leave-out:<|a,b|>",)}),
        (["--on-invalid", "skip"], {"on_invalid": "skip"}),
        (["--files", "*.txt", "--files", "!x*"], {"patterns": ("*.txt", "!x*")}),
        (["--accept", "zstd_window"], {"accept": ("zstd_window",)}),
    ],
)
def test_flags_hold_for_all_sources(flags, changes):
    assert options(*flags) == [SourceOptions("a", **changes), SourceOptions("b", **changes)]


def test_a_weight_may_be_that_of_one_source():
    assert options("--weight", "b=3") == ["a", SourceOptions("b", weight=3)]
    assert options("--weight", "b=3", "--weight", "2") == [
        SourceOptions("a", weight=2),
        SourceOptions("b", weight=3),
    ]


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--weight", "0"], "'0' is not a weight above 0"),
        (["--weight", "c=2"], "'c' is not a source"),
        (["--sample", "x"], "argument --sample: 'x' is not a share"),
        (["--held-out", "100%"], "'100%' leaves nothing to train on"),
        (["--clean", "soap"], "'soap' is not one of html, whitespace"),
    ],
)
def test_what_makes_no_sense_is_said(flags, said, capsys):
    with pytest.raises(SystemExit):
        options(*flags)
    assert said in capsys.readouterr().err


def test_training_on_rows(tmp_path: Path, capsys):
    rows = [{"body": {"text": f"<p>the {word} again</p>"}} for word in ("heron", "reeds", "river") * 50]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)))
    out = tmp_path / "x.json"
    source = str(tmp_path / "a.jsonl")
    assert main(["train", source, "--out", str(out), "--vocab-size", "300", "--field", "body.text",
                 "--clean", "html", "--weight", "2", "--held-out", "10%", "--json"]) == 0  # fmt: skip
    told = json.loads(capsys.readouterr().out)
    assert 0 < told["corpus_bytes"] < 2 * 150 * len("the heron again")
    assert main(["train", source, "--out", str(out), "--column", "x", "--encoding", "klingon"]) == 1
    assert "the encoding “klingon” is not known" in capsys.readouterr().err


def test_what_is_no_utf8_is_read_as_the_likeliest_and_one_line_says_so(tmp_path, capsys):
    text = "Grüße aus Köln, für fünf Äpfel und schöne Öfen.\n" * 30
    for name, encoding in (("a.txt", "cp1252"), ("b.txt", "utf-8"), ("c.txt", "cp1252"), ("d.txt", "utf-16")):
        (tmp_path / name).write_bytes(text.encode(encoding))
    out = tmp_path / "out" / "x.model"
    out.parent.mkdir()
    assert main(["train", *(str(tmp_path / f"{n}.txt") for n in "abcd"), "--vocab-size", "270", "--json",
                 "--out", str(out)]) == 0  # fmt: skip
    said = capsys.readouterr()
    (line,) = said.err.splitlines()
    assert "read in the likeliest encoding: 2: cp1252 (2); the first is" in line
    assert "--encoding NAME" in line
    result = json.loads(said.out)
    assert result["guessed_encodings"] == {"cp1252": [str(tmp_path / "a.txt"), str(tmp_path / "c.txt")]}
    assert result["corpus_bytes"] == 4 * len(text.encode())
    assert main(["train", str(tmp_path / "a.txt"), "--encoding", "cp1252", "--out", str(out), "--vocab-size",
                 "270"]) == 0  # fmt: skip
    assert capsys.readouterr().err == ""
