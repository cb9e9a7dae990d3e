"""The verb explain: the tables of the CLIP walk-through, and llama2.c's five steps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.cli import main


def lines(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[str]:
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_hello_in_five_steps(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = shared / "data" / "llama2_tokenizer.bin"
    found = lines(capsys, "explain", "--tokenizer", file, "Hello", "--bos", "--eos")
    assert found[0] == "Hello: 3 tokens, 1 15043 2"
    assert found[1] == (
        "  S1  vocabulary sorted by bytes: ↵</s>↵ 2, ↵<s>↵ 1, ⟨CR⟩ 30004, · 29871, ·⟨CR⟩ 6756, …"
    )
    assert found[2] == "  S2  start: [1, 29871]"
    assert found[3] == "  S3  characters: [1 <s>, 29871 ·, 29950 H, 29872 e, 29880 l, 29880 l, 29877 o]"
    assert found[4] == (
        "  S4  3, e + l → el 295, −36, of 5 "
        "(the others: ·H 379 −120, He 3868 −3609, ll 645 −386, lo 417 −158)"
    )
    assert found[5] == "  S5  [1, 29871, 29950, 295, 29880, 29877]"
    assert [line.split(" (")[0] for line in found if line.startswith("  S4")][1:] == [
        "  S4  1, · + H → ·H 379, −120, of 4",
        "  S4  3, l + o → lo 417, −158, of 3",
        "  S4  2, el + lo → ello 3156, −2897, of 2",
        "  S4  1, ·H + ello → ·Hello 15043, −14784, of 1",
    ]
    assert found[-1] == "  end [1, 15043, 2]"


def test_the_steps_as_json(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = shared / "data" / "llama2_tokenizer.model"
    found = json.loads(
        "\n".join(lines(capsys, "explain", "--tokenizer", file, "I love you, baby", "--bos", "--json"))
    )
    merges = [283, 289, 301, 306, 343, 345, 366, 370, 658, 5360, 10798, 24354]
    assert [merge["id"] for merge in found["merges"]] == merges
    assert found["ids"] == [1, 306, 5360, 366, 29892, 24354]
    assert found["start"] == [1, 29871]
    assert found["merges"][0]["score"] == -24
    assert len(found["sorted_vocabulary"]) == 5


def test_the_merge_table_of_a_word_of_clip(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz"
    found = lines(capsys, "explain", "--tokenizer", file, "lowered")
    assert found == [
        "lowered: 1 token, 34968",
        "    1  l o w e r e d</w>    (r, e) → re 515, rank 3, of 6",
        "    2  l o w e re d</w>    (l, o) → lo 549, rank 37, of 5",
        "    3  lo w e re d</w>    (w, e) → we 598, rank 86, of 4",
        "    4  lo we re d</w>    (re, d</w>) → red</w> 736, rank 224, of 2",
        "    5  lo we red</w>    (we, red</w>) → wered</w> 6605, rank 6093, of 1",
        "    6  lo wered</w>    (lo, wered</w>) → lowered</w> 34968, rank 34456, of 1",
        "    7  lowered</w>    nothing more to merge",
    ]
