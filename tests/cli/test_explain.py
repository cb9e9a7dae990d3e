"""The verb explain: the tables of the CLIP walk-through, and llama2.c's five steps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench import api
from workbench.cli.main import main
from workbench.worker.jobs.explaining import explain
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.explaining import Explain


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
    assert [line.split(" (the others")[0] for line in found] == [
        "lowered: 1 token, 34968",
        "    1  l o w e r e d</w>    (r, e) → re 515, rank 3, of 6",
        "    2  l o w e re d</w>    (l, o) → lo 549, rank 37, of 5",
        "    3  lo w e re d</w>    (w, e) → we 598, rank 86, of 4",
        "    4  lo we re d</w>    (re, d</w>) → red</w> 736, rank 224, of 2",
        "    5  lo we red</w>    (we, red</w>) → wered</w> 6605, rank 6093, of 1",
        "    6  lo wered</w>    (lo, wered</w>) → lowered</w> 34968, rank 34456, of 1",
        "    7  lowered</w>    no pair left to merge",
    ]
    assert found[1].endswith("(the others: lo 37, ow 1520, we 86, er 5, ed</w> 26)")


def test_a_pair_of_clip_is_merged_throughout_in_one_round(
    shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz"
    found = lines(capsys, "explain", "--tokenizer", file, "banana")
    assert found[1:5] == [
        "    1  b a n a n a</w>    (a, n) → an 514, rank 2, in 2 places, of 5 "
        "(the others: ba 420, na 585, na</w> 760)",
        "    2  b an an a</w>    (b, an) → ban 1159, rank 647, of 3 (the others: anan 36703, ana</w> 876)",
        "    3  ban an a</w>    (an, a</w>) → ana</w> 1388, rank 876, of 2 (the others: banan 37898)",
        "    4  ban ana</w>    (ban, ana</w>) → banana</w> 8922, rank 8410, of 1",
    ]


MODELS = [("clip_bpe_simple_vocab_16e6.txt.gz", "bananas"), ("cl100k_base.tiktoken", "lowered")]


@pytest.mark.parametrize(("name", "word"), MODELS)
def test_the_verb_says_what_the_window_shows(
    shared: Path, capsys: pytest.CaptureFixture[str], name: str, word: str
) -> None:
    """Symbols, candidates, their ranks, the chosen pair and its places, round by round."""
    file, store = str(shared / "data" / name), Store()
    info = store.add(api.open_file(file), "x")
    answers = explain(store, Explain(1, info.handle, word.encode(), 0))
    shown = next(answer for answer in answers if answer is not None)
    store.close()

    def written(token_id: int) -> str:
        return str(shown.tokens[token_id][0].decode())

    told = json.loads("\n".join(lines(capsys, "explain", "--tokenizer", file, word, "--json")))[0]["rounds"]
    assert len(told) == len(shown.rounds) > 3
    for row, found in zip(told, shown.rounds, strict=True):
        assert row["ids"] == list(found.ids)
        assert row["symbols"] == [written(token_id) for token_id in found.ids]
        assert row["candidates"] == [
            {"position": at, "rank": value, "token": written(token_id), "id": token_id}
            for at, token_id, value in found.candidates
        ]
        if found.chosen is None:
            assert row["merged"] is None
        else:
            at, token_id, value = found.candidates[found.chosen]
            merged = {"position": at, "rank": value, "id": token_id, "places": list(found.places)}
            assert row["merged"] == merged


def test_what_a_word_lacks_to_be_one_token(
    shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz"
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("a tokenizer, the tokenizer: low low " * 4, encoding="utf-8")
    asked = ("explain", "--tokenizer", file, "tokenizer", "--what-if", "--train-on", corpus)
    found = lines(capsys, *asked)
    assert found[0] == "tokenizer: 2 tokens, 32634 23895"
    start = found.index("  why not one token: there is no token tokenizer; it would take 1 more merge")
    assert found[start + 1].startswith("    passed over  ")
    assert "    needed       token + izer</w>: no such token" in found
    assert found[-1].startswith("  one token with a vocabulary of ")
    assert found[-1].endswith(" or more, trained on this; 8 times in this corpus")
    told = json.loads("\n".join(lines(capsys, *asked, "--json")))[0]["what_if"]
    assert told["needed"] == [{"left": "token", "right": "izer</w>", "id": None, "exists": False}]
    assert told["trained"]["counts"][-1] == [told["trained"]["size"], 1]
    assert f"vocabulary of {told['trained']['size']} or more" in found[-1]


def test_the_merges_that_a_word_lacks_can_all_be_made(
    shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = shared / "data" / "cl100k_base.tiktoken"
    found = lines(capsys, "explain", "--tokenizer", file, " unforgettableness", "--what-if")
    assert found[-4:] == [
        "    passed over  ·unforgettable 61098: round 1 made en first",
        "    needed       ·un + forget: no such token",
        "    needed       ·unforget + tab: no such token",
        "    needed       ·unforgettab + leness: no such token",
    ]
    assert found[-5].endswith("it would take 3 more merges")


def test_what_is_not_asked_for_is_not_told(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = shared / "data" / "llama2_tokenizer.model"
    assert not any("why not" in line for line in lines(capsys, "explain", "--tokenizer", file, "tokenizer"))
    found = lines(capsys, "explain", "--tokenizer", file, "unforgettable", "--what-if")
    assert any("why not one token" in line for line in found)
