"""Error bars and provenance of a training, against training again on what is left."""

from __future__ import annotations

import random

import numpy as np
import pytest

from workbench.api import Options, SourceOptions, TextSource, TrainingRun, save_tokenizer
from workbench.api.counted_documents import NamedSources, counted_documents, rows_of
from workbench.api.error_bars import error_bars
from workbench.api.pieces import count_pieces, merge_counts
from workbench.api.provenance import provenance
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.judging.dealt_counts import CountsBySource
from workbench.engine.training.merges import count_pairs, merge_pair
from workbench.engine.training.trainer import Merge, Progress

KINDS = [
    {"preset": "gpt4"},
    {"preset": "minbpe"},  # ties by the first occurrence
    {"preset": "clip", "vocab_size": 560},
    {"preset": "llama2", "vocab_size": 330, "character_coverage": 0.99},
    {"preset": "gpt2", "forbidden_tokens": ("ab", "aa"), "whole_characters": True},
    {"preset": "custom", "pattern": r"[a-z]+|\d", "tie": "first-seen"},
]


def trained(sources, **options) -> TrainingRun:
    run = TrainingRun(sources, Options(**{"vocab_size": 300, **options}))
    for _ in run.steps():
        pass
    return run


def documents(n: int, seed: int = 1) -> list[TextSource]:
    """Texts of few letters, so that there are many ties, and runs of one letter, where pairs overlap."""
    dice = random.Random(seed)
    found = []
    for number in range(n):
        words = [
            "".join(letter * dice.choice((1, 1, 1, 2, 5)) for letter in dice.choices("abcde日", k=3))
            for _ in range(dice.randint(5, 40))
        ]
        found.append(TextSource(f"text {number}", " ".join(words) + f" {dice.randint(0, 99)}\n"))
    return found


def plain(counted):
    return counted.blob, counted.ends.tolist(), counted.counts.tolist()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind["preset"])
def test_leaving_out_is_training_on_the_rest(kind):
    texts = documents(47)
    run = trained(texts, **kind)
    bars = finished(error_bars(run))
    tokens = run.learned.spelled()
    assert (bars.unit, bars.n_units, len(tokens)) == ("document", 47, len(bars.ids))
    survivals = np.zeros(len(tokens), int)
    for part in range(20):
        rest = trained([text for at, text in enumerate(texts) if at % 20 != part], **kind)
        have = set(rest.learned.spelled())
        survivals += [token in have for token in tokens]
    assert bars.survivals.tolist() == survivals.tolist()
    assert 0 < bars.n_sure < len(tokens)
    for half in (0, 1):
        rest = trained([text for at, text in enumerate(texts) if at % 20 % 2 != half], **kind)
        assert bars.from_halves[half] == len(set(tokens) - set(rest.learned.spelled()))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind["preset"])
def test_without_a_source_is_training_on_the_others(kind):
    texts = documents(4, seed=2)
    run = trained(texts, **kind)
    origins = finished(provenance(run))
    tokens = run.learned.spelled()
    for left_out in range(4):
        rest = trained([text for at, text in enumerate(texts) if at != left_out], **kind).learned.spelled()
        found = finished(origins.without(left_out))
        assert found.source == f"text {left_out}"
        assert list(found.gone) == [token for token in tokens if token not in set(rest)]
        assert list(found.come) == [token for token in rest if token not in set(tokens)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind["preset"])
def test_the_deciding_counts_of_all_sources_are_those_of_the_merges(kind):
    run = TrainingRun(documents(7, seed=3), Options(**{"vocab_size": 300, **kind}))
    counts = [event.count for event in run.steps() if isinstance(event, Merge)]
    tokens = finished(provenance(run)).tokens
    assert tokens.counts.sum(axis=1).tolist() == counts
    assert np.allclose(tokens.shares.sum(axis=1), 1)
    assert tokens.ids.tolist() == [run.first_id + rank for rank in range(len(counts))]


def test_a_training_that_goes_on_with_a_tokenizer(tmp_path):
    save_tokenizer(trained(documents(3, seed=8), vocab_size=275).tokenizer(), tmp_path / "base.json")
    options = {"extend": str(tmp_path / "base.json"), "extend_by": 25}
    texts = documents(22, seed=9)
    run = TrainingRun(texts, Options(**options))
    counts = [event.count for event in run.steps() if isinstance(event, Merge)]
    origins = finished(provenance(run))
    assert origins.tokens.counts.sum(axis=1).tolist() == counts
    assert origins.tokens.ids.tolist() == list(range(275, 300))
    without = finished(origins.without(5))
    rest = TrainingRun([*texts[:5], *texts[6:]], Options(**options))
    assert list(rest.steps())
    assert set(without.gone) == set(run.learned.spelled()) - set(rest.learned.spelled())
    bars = finished(error_bars(run))
    assert (bars.survivals < 20).any()
    assert len(bars.ids) == 25


def test_a_first_occurrence_that_is_left_out_and_weights(tmp_path):
    paths = []
    for at, text in enumerate(documents(5, seed=4)):
        paths.append(tmp_path / f"{at}.txt")
        paths[-1].write_text(text.data)
    weights = [1.5, 1.0, 1 / 3, 1.5, 1.0]
    sources = [SourceOptions(str(path), weight=weight) for path, weight in zip(paths, weights, strict=True)]
    run = trained(sources, preset="minbpe")
    rows = rows_of(run)
    dealt = CountsBySource(rows, NamedSources(run).weights, len(sources))
    for event in counted_documents(run, rows, NamedSources(run)):
        if not isinstance(event, Progress):
            dealt.add(event.source, event.group, event.rows, event.counts, event.lost)
    assert plain(dealt.without()) == plain(run.counted)
    for left_out in range(5):
        rest = trained([each for at, each in enumerate(sources) if at != left_out], preset="minbpe")
        assert plain(dealt.without(left_out)) == plain(rest.counted)


def test_planted_ties_and_a_planted_document(tmp_path):
    # "qx" and "zy" occur as often everywhere; "vwvwvw…" is in one document only.
    for number in range(40):
        text = "qx zy " * 3 + "kl " * 20 + ("vw" * 30 + " " if number == 7 else "")
        (tmp_path / f"{number:02}.txt").write_text(text.strip())
    run = trained([str(tmp_path)], vocab_size=270, preset="custom", pattern="[a-z]+")
    bars, origins = finished(error_bars(run)), finished(provenance(run)).tokens
    at = {token: rank for rank, token in enumerate(run.learned.spelled())}
    margins = {token: bars.margins[rank] for token, rank in at.items()}
    assert [margins[token] for token in (b"kl", b"qx", b"zy", b"vw")] == [800 - 120, 0, 120 - 30, 30 - 29]
    assert bars.survivals[at[b"vw"]] == 19
    assert bars.survivals[at[b"kl"]] == 20
    assert bars.counts[at[b"vw"]] == 30
    assert origins.documents[at[b"vw"]] == 1
    assert origins.files[origins.file[at[b"vw"]]] == str(tmp_path / "07.txt")
    assert origins.plain(at[b"vw"])["file_share"] == 1
    assert origins.documents[at[b"kl"]] == 40
    assert origins.plain(at[b"kl"])["file_share"] == pytest.approx(1 / 40)


@pytest.mark.parametrize("forbidden", [(), ("ab", "aa")])
def test_margins_are_those_of_counting_all_pairs_again(forbidden):
    run = trained(documents(25, seed=5), forbidden_tokens=forbidden)
    bars = finished(error_bars(run))
    words = [(list(piece), count) for piece, count in run.counted]
    tokens = [bytes((byte,)) for byte in range(256)]
    never = [token.encode() for token in forbidden]
    for rank, pair in enumerate(run.merges):
        counts: dict[tuple[int, int], int] = {}
        for ids, times in words:
            count_pairs(ids, counts, times)
        best = counts.pop(pair)
        able = [n for (a, b), n in counts.items() if tokens[a] + tokens[b] not in never]
        assert (bars.counts[rank], bars.margins[rank]) == (best, best - max(able, default=0))
        words = [(merge_pair(ids, pair, 256 + rank), times) for ids, times in words]
        tokens.append(tokens[pair[0]] + tokens[pair[1]])
    assert 0 < bars.n_tied < len(bars.ids)


def test_few_documents_are_dealt_out_in_stretches_that_change_no_piece(tmp_path):
    path = tmp_path / "one.txt"
    path.write_text("".join(text.data for text in documents(300, seed=6)))
    bars = finished(error_bars(trained([str(path)])))
    assert (bars.unit, bars.n_parts) == ("stretch", 20)
    assert bars.n_units > 40  # and `error_bars` compares the sum of all with the counts of the training
    assert "stretches" in bars.lines()[0]


def test_plain_values_have_the_tokens_that_are_not_sure():
    bars = finished(error_bars(trained(documents(30))))
    held = bars.plain()
    assert held["in_all"] + len(held["survivals"]) == held["tokens"] == len(bars.ids)
    assert all(
        bars.survivals[bars.ids.tolist().index(token_id)] == n < 20 for token_id, n in held["survivals"]
    )


def test_what_cannot_be_divided_is_refused(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("some words and more words\n")
    run = trained([str(path)], vocab_size=260)
    with pytest.raises(EngineError, match="20 are needed") as little:
        finished(error_bars(run))
    assert little.value.code == "too_little_to_deal"
    path.write_text("other text\n")
    with pytest.raises(EngineError) as changed:
        finished(provenance(run))
    assert changed.value.code == "repeat_other_corpus"
    path.write_text("some words and more words and more words\n")
    with pytest.raises(EngineError) as grown:
        finished(provenance(run))
    assert grown.value.code == "repeat_other_corpus"
    with pytest.raises(EngineError) as early:
        finished(error_bars(TrainingRun([str(path)], Options(vocab_size=260))))
    assert early.value.code == "run_not_counted"
    origins = finished(provenance(trained([TextSource("all", "ab ab ab")], vocab_size=257)))
    with pytest.raises(EngineError) as nothing:
        finished(origins.without(0))
    assert nothing.value.code == "source_is_all"


@pytest.fixture(scope="module")
def two_folders(tmp_path_factory):
    """Return two folders of texts, and a folder with the counts of both in 24 parts."""
    tmp_path = tmp_path_factory.mktemp("two folders")
    for at, text in enumerate(documents(60, seed=10)):
        folder = tmp_path / ("odd" if at % 2 else "even")
        folder.mkdir(exist_ok=True)
        (folder / f"{at:02}.txt").write_text(text.data.replace("a", "z") if at % 2 else text.data)
    folders = [str(tmp_path / "even"), str(tmp_path / "odd")]
    (tmp_path / "parts").mkdir()
    for number in range(24):
        count_pieces(folders, tmp_path / "parts" / f"{number}.parquet", shard=(number, 24), preset="gpt4")
    return folders, tmp_path / "parts"


@pytest.mark.parametrize("weight", [1, 2])
def test_counts_say_from_which_source_tokens_came_as_the_text_does(two_folders, tmp_path, weight):
    folders, parts = two_folders
    merge_counts(parts, tmp_path / "sum.parquet")
    texts = [SourceOptions(each, weight=weight) for each in folders]
    of_texts = finished(provenance(trained(texts)))
    for path in (parts, tmp_path / "sum.parquet"):
        of_counts = finished(provenance(trained([SourceOptions(str(path), weight=weight)])))
        assert of_counts.tokens.sources == of_texts.tokens.sources == tuple(folders)
        assert np.allclose(of_counts.tokens.shares, of_texts.tokens.shares)
        assert not of_counts.tokens.documents.any()
        assert "documents" not in of_counts.tokens.plain(0)
        assert finished(of_counts.without(1)) == finished(of_texts.without(1))
    # Where each file of counts is rounded by itself, the sums are still those of the training.
    assert finished(provenance(trained([SourceOptions(str(parts), weight=1.5)])))


def test_counts_beside_their_text(two_folders, tmp_path):
    folders, parts = two_folders
    origins = finished(provenance(trained([folders[0], str(parts)]))).tokens
    assert origins.sources == (folders[0], f"{parts}: {folders[0]}", folders[1])
    assert np.allclose(origins.counts[:, 0], origins.counts[:, 1])


def test_the_names_in_files_of_counts_are_kept_from_the_training(two_folders, tmp_path):
    folders, parts = two_folders
    merge_counts(parts, tmp_path / "sum.parquet")
    sources = [SourceOptions(str(tmp_path / "sum.parquet"), weight=2), TextSource("all", "ab ab ab")]
    run, again = trained(sources), TrainingRun(sources, Options())
    assert list(again.corpus.read_again())  # as for a training that goes on from a checkpoint
    (tmp_path / "sum.parquet").unlink()
    assert NamedSources(run).names == NamedSources(again).names == [*folders, "all"]


def test_each_part_of_counts_is_left_out_once(two_folders, tmp_path):
    run = trained([str(two_folders[1])])
    bars = finished(error_bars(run))
    assert (bars.unit, bars.n_units) == ("part", 24)
    assert "of 24 parts" in bars.lines()[0]
    parts = sorted(two_folders[1].iterdir())
    survivals = np.zeros(len(bars.ids), int)
    for number in range(20):
        rest = tmp_path / f"without {number}.parquet"
        merge_counts([part for at, part in enumerate(parts) if at % 20 != number], rest, incomplete=True)
        have = set(trained([str(rest)]).learned.spelled())
        survivals += [token in have for token in run.learned.spelled()]
    assert bars.survivals.tolist() == survivals.tolist()
    merge_counts(two_folders[1], tmp_path / "sum.parquet")
    with pytest.raises(EngineError) as few:
        finished(error_bars(trained([str(tmp_path / "sum.parquet")])))
    assert few.value.code == "too_few_counts"


def test_a_table_that_does_not_say_what_was_counted(tmp_path):
    (tmp_path / "counts.csv").write_text("piece,count\nsome,9\nwords,7\n")
    with pytest.raises(EngineError, match="does not say what was counted"):
        finished(provenance(trained([str(tmp_path / "counts.csv")], vocab_size=258)))
