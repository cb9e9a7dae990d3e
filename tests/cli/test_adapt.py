"""The verb adapt."""

from __future__ import annotations

import json

import pytest

import workbench
from tests.engine.adapting.toys import corpus, toy
from workbench.cli.main import main
from workbench.engine.judging.health import all_ids


@pytest.fixture
def base(tmp_path):
    path = tmp_path / "base.tiktoken"
    workbench.save_tokenizer(toy("ranks"), path)
    return path


def run(capsys, *arguments, status=0):
    assert main(["adapt", *map(str, arguments)]) == status
    return capsys.readouterr()


def test_words_of_a_field_are_added_shown_and_written(base, tmp_path, capsys):
    words, text, out = tmp_path / "words.txt", tmp_path / "text.txt", tmp_path / "made.json"
    words.write_text(" tokenize\n the\nzoology\n\n", "utf-8")
    text.write_text("we tokenize zoology, the tokens", "utf-8")
    told = run(capsys, base, "--add-list", words, status=1).err
    assert told.startswith("workbench: “ the” is already token ")
    given = ("--add-list", words, "--leave-out", "--add-special", "<x>=900", "--text", text, "--out", out)
    result = json.loads(run(capsys, base, *given, "--json").out)
    asked = [row["token"] for row in result["added"] if not row["needed"]]
    assert asked == [" tokenize", "zoology", "<x>"]
    assert result["left_out"][0]["token"] == " the"
    (row,) = result["texts"]
    assert row["tokens"][1] < row["tokens"][0]
    assert {piece["text"] for piece in row["pieces"]} == {" tokenize", " zoology"}
    assert result["proved"]
    assert result["proved_tokens"] > 0
    assert result["files"][-1].endswith("made.id_map.npz")
    made = workbench.open_tokenizer(out)
    assert made.special_tokens["<x>"] == 900
    assert made.name == "made"


def test_a_new_special_token_gets_a_role(base, tmp_path, capsys):
    out = tmp_path / "made.json"
    run(
        capsys,
        base,
        "--add-special",
        "<end>",
        "--role",
        "eos=<end>",
        "--chat-template",
        "plain",
        "--out",
        out,
    )
    made = workbench.open_tokenizer(out)
    assert made.roles.eos == "<end>"
    assert made.chat_template is not None
    assert made.record["adapted"]
    told = run(capsys, base, "--add-special", "<end>", "--role", "eos=<no>", status=1).err
    assert "“<no>” of role eos is not a special token" in told


def test_lines_that_are_not_utf8_are_named_or_left_out(base, tmp_path, capsys):
    words = tmp_path / "words.txt"
    words.write_bytes(b" tokenize\n\xffbad\n zoology\n")
    assert run(capsys, base, "--add-list", words, status=1).err.startswith(f"workbench: {words}, line 2: ")
    result = json.loads(run(capsys, base, "--add-list", words, "--leave-out", "--json").out)
    assert result["left_out"] == [{"token": "\\xffbad", "why": "\\xffbad is not UTF-8"}]
    assert {" tokenize", " zoology"}.issubset(row["token"] for row in result["added"])
    assert "\\xff is not UTF-8" in run(capsys, base, "--add", "\udcff", status=1).err


def test_lines_for_people(base, tmp_path, capsys):
    text = tmp_path / "text.txt"
    text.write_text(corpus(1, 20) + " tokenize", "utf-8")
    lines = run(capsys, base, "--cut", "40", "--add", " tokenize", "--text", text).out.splitlines()
    assert any(line.startswith("added          1 token") for line in lines)
    assert any(line.startswith("removed        20 tokens") for line in lines)
    assert "proved         pieces change only if they had a removed token or have an added one" in lines
    assert not any("WRONG" in line for line in lines)
    n = len(all_ids(workbench.open_tokenizer(base)))  # the 40 first merges stay
    assert f"size           {n:,} → {n - 20:,} tokens, " in run(capsys, base, "--cut", "40").out


def test_changes_are_done_in_the_order_of_the_flags(base, capsys):
    result = json.loads(run(capsys, base, "--cut", "40", "--add", " tokenize", "--renumber", "--json").out)
    assert " tokenize" in {row["token"] for row in result["added"]}
    other = json.loads(run(capsys, base, "--add", " tokenize", "--cut", "40", "--json").out)
    assert other["added"] == []
    assert len(other["removed"]) == 20


def test_removing_says_what_is_built_from_it(base, capsys):
    told = run(capsys, base, "--remove-ids", "256", status=1).err
    assert "Remove these too (--with-dependants)." in told
    result = json.loads(run(capsys, base, "--remove-ids", "256", "--with-dependants", "--json").out)
    assert len(result["removed"]) > 1
    result = json.loads(run(capsys, base, "--remove-pattern", "^..$", "--json").out)
    assert result["removed"]
    assert result["stayed"]


def test_a_card_repeats_the_changes(base, tmp_path, capsys):
    run(capsys, base, "--add", "zoo", "--remove-ids", "315", "--out", tmp_path / "a.tiktoken")
    run(capsys, base, "--repeat", tmp_path / "a.tiktoken.card.json", "--out", tmp_path / "b.tiktoken")
    assert (tmp_path / "a.tiktoken").read_bytes() == (tmp_path / "b.tiktoken").read_bytes()
    assert main(["inspect", str(tmp_path / "a.tiktoken")]) == 0
    assert "adapted from    base: add, remove\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ("--remove-ids", "a"),
        ("--cut", "-1"),
        ("--extend", "x", "y"),
        ("--remove-residues", "2", "x"),
        ("--repeat", "card", "--cut", "1"),
    ],
)
def test_wrong_usage(base, arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["adapt", str(base), *arguments])
    assert caught.value.code == 2


def test_a_list_that_is_no_text_is_told_by_its_line(base, tmp_path, capsys):
    (tmp_path / "words").write_bytes(b"good\nb\xffd\n")
    told = run(capsys, base, "--add-list", tmp_path / "words", status=1).err
    assert "words, line 2" in told
    assert "is not UTF-8" in told


def test_nothing_to_do(base, capsys):
    assert "there is nothing to change" in run(capsys, base, status=1).err


def test_roles_alone_are_changed_and_recorded(base, tmp_path, capsys):
    run(capsys, base, "--add-special", "<end>", "--out", tmp_path / "a.json")
    run(capsys, tmp_path / "a.json", "--role", "eos=<end>", "--add-eos", "--out", tmp_path / "b.json")
    made = workbench.open_tokenizer(tmp_path / "b.json")
    assert made.roles.eos == "<end>"
    assert made.framing.adds_after
    run(capsys, tmp_path / "a.json", "--repeat", tmp_path / "b.json.card.json", "--out", tmp_path / "c.json")
    assert workbench.open_tokenizer(tmp_path / "c.json").framing == made.framing
