"""Training on files of counted pieces gives the merges of the text."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from workbench import api
from workbench.api.count_parts import count_part, merge_counts
from workbench.api.health import counting_tokens
from workbench.cli.main import main
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.corpus.sources import Reading, SourceOptions
from workbench.engine.training.trainer import Progress


@pytest.fixture
def text(tmp_path: Path) -> Path:
    chance = random.Random(2)
    letters = "abcdeé日 \n"
    path = tmp_path / "text.txt"
    path.write_text("".join(chance.choices(letters, range(len(letters), 0, -1), k=30_000)), "utf-8")
    return path


def options(**values: object) -> api.Options:
    return api.Options(**({"vocab_size": 330} | values))  # type: ignore[arg-type]


def parts(text: Path, folder: Path, n: int, **values: object) -> list[str]:
    folder.mkdir()
    paths = [str(folder / f"part-{number}.parquet") for number in range(n)]
    for number, path in enumerate(paths):
        finished(count_part([SourceOptions(str(text))], options(**values), path, number, n))
    return paths


def trained(source: str | Path, **values: object) -> api.TrainingRun:
    run = api.TrainingRun([str(source)], options(**values))
    for _ in run.steps():
        pass
    return run


@pytest.mark.parametrize(("preset", "tie"), [
    ("gpt4", "smallest"), ("gpt2", "huggingface"), ("clip", None), ("llama2", None),
])  # fmt: skip
def test_the_merges_are_those_of_the_text(text: Path, tmp_path: Path, preset: str, tie: str | None) -> None:
    values = {"preset": preset, "tie": tie, "vocab_size": 620 if preset == "clip" else 330}
    folder = tmp_path / "parts"
    paths = parts(text, folder, 3, **values)
    finished(merge_counts(paths, str(tmp_path / "sum.parquet")))
    wanted = trained(text, **values)
    assert len(wanted.merges) > 40
    for source in (folder, tmp_path / "sum.parquet"):
        run = trained(source, **values)
        assert run.merges == wanted.merges
        if preset in ("gpt4", "gpt2"):  # others split a text that was changed, whose length alone counts know
            assert run.corpus_bytes == wanted.corpus_bytes
        assert run.n_certain == -1
        counted = run.record()["counted"]
        assert isinstance(counted, dict)
        assert counted["sources"][str(text)]["used"] == text.stat().st_size


@pytest.mark.parametrize("preset", ["gpt4", "clip", "llama2"])
def test_reading_counts_shows_its_progress(text: Path, tmp_path: Path, preset: str) -> None:
    (texts := tmp_path / "texts").mkdir()
    for name in "abc":
        (texts / name).write_bytes(text.read_bytes())
    parts(texts, tmp_path / "parts", 3, preset=preset, vocab_size=620)
    run = api.TrainingRun([str(tmp_path / "parts")], options(preset=preset, vocab_size=620))
    done = [step.done for step in run.steps() if isinstance(step, Progress) and step.phase == "reading"]
    assert len(set(done)) == 3  # a part each
    assert done == sorted(done)


def test_merges_are_certain_until_what_was_dropped_may_matter(text: Path, tmp_path: Path) -> None:
    chance = random.Random(3)
    words = ["".join(chance.choices("abcdefgh", k=6)) for _ in range(60)]
    text.write_text("".join(f" {word}" * (3000 // (n + 1)) for n, word in enumerate(words)) + " one two two")
    (whole,) = parts(text, tmp_path / "parts", 1)
    wanted = trained(text)
    certain = []
    for least in (2, 3, 100):
        path = str(tmp_path / f"{least}.parquet")
        facts = finished(merge_counts([whole], path, min_count=least)).facts
        run = trained(path)
        assert run.corpus.hidden == facts.dropped_bytes - facts.dropped_times > 0
        certain.append(run.n_certain)
        assert run.merges[: run.n_certain] == wanted.merges[: run.n_certain]
        assert run.record()["certain_merges"] == run.n_certain
    assert len(wanted.merges) > certain[0] >= certain[1] >= certain[2] == 0
    assert certain[0] > 0


def code_of(source: str | Path, **values: object) -> EngineError:
    with pytest.raises(EngineError) as caught:
        trained(source, **values)
    return caught.value


def test_counts_that_do_not_fit_are_refused(text: Path, tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    paths = parts(text, folder, 3)
    error = code_of(folder, pattern="gpt2")
    assert (error.code, error.facts["counted"], error.facts["wanted"]) == (
        "counts_other_split",
        "cl100k",
        "gpt2",
    )
    Path(paths[1]).rename(tmp_path / "away.parquet")
    error = code_of(folder)
    assert (error.code, error.facts["missing"]) == ("counts_shards_missing", "1")
    accepted = str(tmp_path / "two.parquet")
    finished(merge_counts([paths[0], paths[2]], accepted, incomplete=True))
    assert trained(accepted).n_merges > 0
    (folder / "copy.parquet").write_bytes(Path(paths[0]).read_bytes())
    assert code_of(folder).code == "counts_part_twice"


def test_the_verb_says_which_merges_are_certain(
    text: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (whole,) = parts(text, tmp_path / "parts", 1)
    dropped, out = str(tmp_path / "dropped.parquet"), str(tmp_path / "own.json")
    assert main(["merge-counts", whole, "--min-count", "3", "--out", dropped]) == 0
    assert main(["train", dropped, "--vocab-size", "300", "--out", out]) == 0
    assert "certain merges: the first " in capsys.readouterr().out
    card = json.loads(Path(f"{out}.card.json").read_text())
    assert card["training"]["certain_merges"] >= 0
    assert card["training"]["counted"]["dropped_pieces"] > 0


def test_the_estimate_counts_the_parts(text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "parts"
    parts(text, folder, 2)
    estimated, of_text = (api.estimate(str(source), options()) for source in (folder, text))
    names = ("n_bytes", "n_pieces", "reachable", "longest_piece", "more_reachable")
    assert [getattr(estimated, name) for name in names] == [getattr(of_text, name) for name in names]
    with pytest.raises(EngineError) as caught:
        api.estimate(str(folder), options(preset="gpt2"))
    assert caught.value.code == "counts_other_split"
    monkeypatch.setattr("workbench.api.estimates.TABLE", 1000)
    sampled = api.estimate(str(folder), options())
    assert sampled.sampled < sampled.n_bytes == of_text.n_bytes
    assert sampled.n_pieces == pytest.approx(of_text.n_pieces, rel=0.5)


def test_the_estimate_scales_nothing_that_was_read_to_its_end(text: Path, tmp_path: Path) -> None:
    text.write_text("the cat sat\n" * 400)
    folder = tmp_path / "parts"
    parts(text, folder, 8)  # mostly of their footers, which are not read as pieces
    assert api.estimate([str(text), str(folder)], options()).n_bytes == 2 * text.stat().st_size


def test_tokens_are_counted_in_counts_as_in_the_text(text: Path, tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    parts(text, folder, 3)
    tokenizer = trained(text).tokenizer()
    counted, wanted = (finished(counting_tokens(tokenizer, str(path))) for path in (folder, text))
    assert counted.occurrences.tolist() == wanted.occurrences.tolist()
    assert counted.times_made.tolist() == wanted.times_made.tolist()
    assert counted.n_bytes == wanted.n_bytes
    assert counted.n_documents == 0
    assert not counted.documents.any()
    both = finished(counting_tokens(tokenizer, [str(folder), str(text)]))
    assert both.occurrences.tolist() == (2 * wanted.occurrences).tolist()
    assert both.n_documents == 0
    (tmp_path / "counts.csv").write_text("piece,count\nsome,9\n")
    for path, other, code in (
        (folder, trained(text, preset="gpt2").tokenizer(), "counts_other_tokenizer"),
        (folder, trained(text, preset="llama2").tokenizer(), "counts_not_text"),
        (tmp_path / "counts.csv", tokenizer, "counts_no_footer"),
    ):
        with pytest.raises(EngineError) as refused:
            finished(counting_tokens(other, str(path)))
        assert refused.value.code == code
        assert refused.value.file


def test_how_far_the_counting_in_counts_is(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.formats.count_tables.GROUP", 100)
    monkeypatch.setattr("workbench.engine.judging.token_counts._PIECES", 100)
    folder = tmp_path / "parts"
    parts(text, folder, 3)
    total = Reading([str(folder)]).size()
    done = list(counting_tokens(trained(text).tokenizer(), str(folder)))
    assert done == sorted(done)
    assert done[-1] == total
    assert len({each for each in done if each <= total // 2}) > 2  # while it is read
    assert len({each for each in done if total // 2 < each < total}) > 2


def test_counts_are_no_text_that_could_be_encoded(
    text: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, own = tmp_path / "parts", str(tmp_path / "own.json")
    parts(text, folder, 2)
    (folder / "more.txt").write_text("some words")
    api.save_tokenizer(trained(text).tokenizer(), own)
    for path in (str(folder / "part-0.parquet"), str(folder)):
        out_folder = str(tmp_path / "out")
        for verb in (
            ["count", path, "--tokenizer", own],
            ["encode", path, "--tokenizer", own, "--shards", "9000", "--out", out_folder],
        ):
            status = main(verb)
            out, err = capsys.readouterr()
            assert "holds counted pieces, not text" in out + err, verb
            assert (status != 0) == (path != str(folder)), verb
