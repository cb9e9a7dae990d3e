"""Options about single tokens: forbidden tokens, whole characters; each in a run, its card, a checkpoint."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import workbench
from tests.api.conftest import Shell, run_of
from workbench import api
from workbench.engine.base.errors import EngineError
from workbench.engine.base.utf8 import keeps_characters
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.training.merges import train_reference

TEXT = "the cat sat on the mat, the rat sat on the cat; 12 345 6789 é 日本語を学ぶ 한국어 😀😃\n" * 40


def tokens_of(tokenizer: Tokenizer) -> list[bytes]:
    return [tokenizer.model.token_bytes(i) or b"" for i in range(tokenizer.model.vocab_size)]


# --- forbidden tokens -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("_way")
def test_forbidden_tokens_are_passed_over_and_listed(corpus: str) -> None:
    plain = tokens_of(run_of(corpus, vocab_size=340).tokenizer())
    assert {b" the", b" sat", b" cat"} <= set(plain)
    run = run_of(
        corpus, vocab_size=340, forbidden_tokens=(" the", r"\x20sat", "never there"), forbidden_pattern="^ ca"
    )
    tokenizer = run.tokenizer()
    tokens = tokens_of(tokenizer)
    assert len(tokens) == 340
    assert not {b" the", b" sat"} & set(tokens)
    assert not [token for token in tokens if token.startswith(b" ca")]
    met = {token: count for token, count in run.record()["forbidden_met"]}  # type: ignore[attr-defined]
    assert {" the", " sat", " cat"} <= set(met)
    assert "never there" not in met
    assert min(met.values()) > 0
    assert tokenizer.decode(tokenizer.encode("the cat sat")) == "the cat sat"


@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize("preset", ["gpt4", "basic", "clip"])
def test_a_run_is_that_of_the_reference(tmp_path: Path, preset: str) -> None:
    path = tmp_path / "small.txt"
    path.write_text(TEXT[:400], encoding="utf-8")
    first = 512 if preset == "clip" else 256
    run = run_of(
        str(path), preset=preset, vocab_size=first + 60, whole_characters=True, forbidden_tokens=("th", "sa")
    )
    units = run._units.units
    assert units is not None
    spelled = run._recipe.unit_tokens()

    def may_be(token: tuple[int, ...]) -> bool:
        text = b"".join(spelled[unit] for unit in token)
        return text not in (b"th", b"sa") and keeps_characters(text)

    pieces = list(units)  # type: ignore[call-overload]
    n_units = first if preset == "clip" else None
    expected = train_reference(pieces, 60, "smallest", n_units=n_units, may_be=may_be)
    assert run.merges == [pair for pair, _, _ in expected]


def test_a_vocabulary_with_scores_takes_forbidden_tokens(corpus: str) -> None:
    run = run_of(corpus, preset="llama2", vocab_size=440, forbidden_tokens=(" the", " sat"))
    tokens = tokens_of(run.tokenizer())
    assert b" cat" in tokens
    assert not {b" the", b" sat"} & set(tokens)


def test_an_extended_tokenizer_takes_them_too(corpus: str, tmp_path: Path) -> None:
    base = workbench.train(corpus, vocab_size=270)
    workbench.save_tokenizer(base, tmp_path / "base.model")
    more = workbench.train(
        corpus, extend=(tmp_path / "base.model", 60), forbidden_tokens=[" sat"], whole_characters=True
    )
    tokens = tokens_of(more)
    assert tokens[:270] == tokens_of(base)
    assert b" sat" not in tokens
    assert all(map(keeps_characters, tokens[270:]))


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"forbidden_tokens": ("a",)}, "forbidden_there"),
        ({"forbidden_tokens": ("",)}, "forbidden_there"),
        ({"forbidden_tokens": (r"\q",)}, "token_escape"),
        ({"forbidden_pattern": "(?R)"}, "pattern_recursion"),
        ({"preset": "llama2", "whole_characters": True}, "option_not_taken"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_reading(options: dict[str, object], code: str) -> None:
    with pytest.raises(EngineError) as caught:
        api.TrainingRun(["nowhere.txt"], api.Options(**options))  # type: ignore[arg-type]
    assert caught.value.code == code
    assert str(caught.value)


def test_a_pattern_that_hangs_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.api.vetoes.SECONDS", 0.5)
    path = tmp_path / "small.txt"
    path.write_text("a" * 5000, encoding="utf-8")
    with pytest.raises(EngineError) as caught:
        run_of(str(path), preset="basic", vocab_size=300, forbidden_pattern="(a|aa|aaa)+b")
    assert caught.value.code == "forbidden_pattern_too_slow"
    with pytest.raises(EngineError) as caught:
        run_of(str(path), preset="basic", vocab_size=300, forbidden_pattern="(a")
    assert caught.value.code == "pattern_open_group"


def test_a_pattern_that_would_hang_on_a_token_that_never_comes_up_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.api.vetoes.SECONDS", 0.5)
    path = tmp_path / "small.txt"
    path.write_text(f"{'a' * 64}\n" * 8 + "bcdefghijklmnopqrstuvw\n" * 40, encoding="utf-8")
    options = {"vocab_size": 256 + 4 + 10, "forbidden_pattern": "(a|aa|aaa)+b|^bcd"}
    tokens = tokens_of(run_of(str(path), **options).tokenizer())
    assert b"a" * 16 in tokens
    assert b"a" * 32 not in tokens  # the next pair of these, on which the pattern hangs
    assert b"bc" in tokens
    assert not [token for token in tokens if token.startswith(b"bcd")]


# --- whole characters -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("_way")
def test_no_token_breaks_a_character(corpus: str, tmp_path: Path) -> None:
    free = tokens_of(run_of(corpus, vocab_size=420).tokenizer())
    assert not all(map(keeps_characters, free))
    run = run_of(corpus, vocab_size=420, whole_characters=True)
    tokens = tokens_of(run.tokenizer())
    assert all(map(keeps_characters, tokens[256:]))
    assert run.record()["broken_met"]
    # Written as ordinary BPE, `tokenizers` encodes with it alike.
    tokenizers = pytest.importorskip("tokenizers")
    workbench.save_tokenizer(run.tokenizer(), tmp_path / "x.json", format="hf")
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "x.json"))
    assert theirs.encode(TEXT, add_special_tokens=False).ids == list(run.tokenizer().encode(TEXT))


# --- taken up, repeated, by flags -----------------------------------------------------------------------

OPTIONS = {"forbidden_tokens": (" the", " sat"), "forbidden_pattern": "^ ca", "whole_characters": True}


def test_a_run_is_taken_up_and_repeated(corpus: str, tmp_path: Path) -> None:
    options = api.Options(vocab_size=420, **OPTIONS)  # type: ignore[arg-type]
    folder = str(tmp_path / "checkpoint")
    left = api.TrainingRun([corpus], options, checkpoint=api.Checkpointing(folder, seconds=0.0))
    steps = left.steps()
    while left.n_merges < 50:
        next(steps)
    steps.close()
    run = api.TrainingRun([corpus], options, checkpoint=api.Checkpointing(folder, resume=True))
    list(run.steps())
    whole = run_of(corpus, vocab_size=420, **OPTIONS)
    assert run.merges == whole.merges
    assert run.record() == whole.record()
    again = api.recorded_run(json.loads(json.dumps(whole.record())))
    repeated = api.TrainingRun(again.sources, again.options, repeats=again)
    list(repeated.steps())
    assert repeated.record() == whole.record()


def test_a_checkpoint_without_the_option_is_of_another_run(corpus: str, tmp_path: Path) -> None:
    folder = str(tmp_path / "checkpoint")
    left = api.TrainingRun(
        [corpus],
        api.Options(**OPTIONS),
        checkpoint=api.Checkpointing(folder, seconds=0.0),  # type: ignore[arg-type]
    )
    steps = left.steps()
    while left.n_merges < 20:
        next(steps)
    steps.close()
    other = api.TrainingRun([corpus], api.Options(), checkpoint=api.Checkpointing(folder, resume=True))
    with pytest.raises(EngineError):
        next(other.steps())


def test_the_estimate_follows_the_vetoes(corpus: str) -> None:
    free = api.estimate(corpus, api.Options()).reachable
    assert api.estimate(corpus, api.Options(forbidden_pattern="[a-z]{3}")).reachable < free


def test_by_flags(shell: Shell, corpus: str, tmp_path: Path) -> None:
    out, again, names = tmp_path / "x.model", tmp_path / "again.model", tmp_path / "names.txt"
    names.write_text(" sat\n\\x20cat\n")
    words = ("--whole-characters", "--forbid", " the", "--forbid-list", names, "--forbid-pattern", "mat")
    status, text, err = shell("train", corpus, "--out", out, "--vocab-size", 420, *words)
    assert (status, err) == (0, "")
    assert "forbidden tokens passed over: " in text
    assert "that break a character: " in text
    tokens = tokens_of(workbench.open_tokenizer(out))
    assert not {b" the", b" sat", b" cat"} & set(tokens)
    assert not [token for token in tokens if b"mat" in token]
    assert shell("train", "--repeat", f"{out}.card.json", "--out", again)[0] == 0
    assert again.read_bytes() == out.read_bytes()
    card = json.loads(Path(f"{out}.card.json").read_text())
    assert card["training"]["options"]["forbidden_tokens"] == [" the", " sat", "\\x20cat"]
    status, _, err = shell("train", corpus, "--out", again, "--overwrite", "--forbid", r"a\q")
    assert (status, "escape at character 2" in err) == (1, True)


# --- seed tokens ----------------------------------------------------------------------------------------

SEEDS = (" zyxwv", "matq", r"\x20zyx", "日本", "é")


@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize("preset", ["gpt4", "clip"])
@pytest.mark.parametrize("tie", ["smallest", "huggingface"])
def test_seed_tokens_are_made_first(corpus: str, tmp_path: Path, preset: str, tie: str) -> None:
    seeds = ("zyxwv", "zyx", "日本", "é") if preset == "clip" else (" zyxwv", r"\x20zyx", "日本", "é")
    run = run_of(corpus, preset=preset, vocab_size=640, tie=tie, seed_tokens=seeds)
    tokenizer = run.tokenizer("x")
    tokens = tokens_of(tokenizer)
    assert len(tokens) == 640
    first = 512 if preset == "clip" else 256
    assert {text.replace("\\x20", " ").encode() for text in seeds} <= set(tokens[first : first + 20])
    for text in (" zyxwv", " zyx", "日本", "é"):
        assert len(tokenizer.encode(text, allowed_special="none")) == 1
    n_first, parts = run.record()["seed_merges"], run.record()["seed_parts"]
    assert n_first == len(seeds) + len(parts)  # type: ignore[operator, arg-type]
    # Behind them comes what the reference learns.
    units = run._units.units
    assert units is not None
    pieces = list(units) if preset == "clip" else plain_pieces(units)  # type: ignore[call-overload]
    n_units = 512 if preset == "clip" else None
    firsts = [tuple(map(run._recipe.symbol_of, pair)) for pair in run.merges[:n_first]]  # type: ignore[misc]
    expected = train_reference(pieces, 12, tie, n_units=n_units, first=firsts)  # type: ignore[arg-type]
    assert run.merges[n_first : n_first + 12] == [pair for pair, _, _ in expected]  # type: ignore[operator]
    if preset == "clip":
        return
    # Written as ordinary BPE, `tokenizers` encodes with it alike.
    tokenizers = pytest.importorskip("tokenizers")
    workbench.save_tokenizer(tokenizer, tmp_path / "x.json", format="hf")
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "x.json"))
    ours = list(tokenizer.encode(TEXT + " zyxwv zyx", allowed_special="none"))
    assert theirs.encode(TEXT + " zyxwv zyx", add_special_tokens=False).ids == ours


def plain_pieces(units: object) -> list[tuple[bytes, int]]:
    start, found = 0, []
    for end, count in zip(units.ends.tolist(), units.counts.tolist(), strict=True):  # type: ignore[attr-defined]
        found.append((units.blob[start:end], count))  # type: ignore[attr-defined]
        start = end
    return found


def test_parts_of_seed_tokens_are_never_forbidden_ones(corpus: str) -> None:
    def made(**options: object) -> set[bytes]:
        return set(tokens_of(run_of(corpus, vocab_size=300, **options).tokenizer()))

    assert {b"qz", b"qzj", b"qzjx"} <= made(seed_tokens=("qzjx",))
    tokens = made(seed_tokens=("qzjx",), forbidden_tokens=("qzj", "jx"))
    assert b"qzjx" in tokens
    assert not {b"qzj", b"jx"} & tokens
    whole = made(seed_tokens=(" 日本é",), whole_characters=True)
    assert " 日本é".encode() in whole
    assert all(keeps_characters(token) for token in whole if len(token) > 1)
    assert b"qzjx" in made(seed_tokens=("qzjx",), forbidden_pattern="^(qz|zj)$")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"preset": "llama2"}, "option_not_taken"),
        ({"seed_tokens": ("a",)}, "adapt_token_there"),
        ({"seed_tokens": ("",)}, "adapt_token_empty"),
        ({"seed_tokens": (r"ab\q",)}, "token_escape"),
        ({"seed_tokens": (r"ab\xFF",)}, "adapt_token_not_utf8"),
        ({"seed_tokens": ("the cat",)}, "adapt_token_cut"),
        ({"preset": "clip", "seed_tokens": ("The",)}, "adapt_token_normalized"),
        ({"seed_tokens": ("<end>",), "special_tokens": ("<end>",)}, "seed_token_special"),
        ({"forbidden_tokens": (" the",)}, "seed_token_forbidden"),
        ({"forbidden_tokens": (" t", "th", "he")}, "adapt_token_not_allowed"),
        ({"max_token_length": 3}, "seed_token_too_long"),
        ({"seed_tokens": ("a" * 2000,)}, "seed_token_too_long"),
        ({"vocab_size": 258}, "seed_tokens_too_many"),
        ({"seed_tokens": tuple(f"w{n}" for n in range(100_000))}, "seed_tokens_too_many"),
    ],
)
def test_seed_tokens_that_cannot_be_are_refused_before_reading(options: dict[str, object], code: str) -> None:
    given = {"seed_tokens": (" the",), **options}
    with pytest.raises(EngineError) as caught:
        api.TrainingRun(["nowhere.txt"], api.Options(**given))  # type: ignore[arg-type]
    assert caught.value.code == code
    assert str(caught.value)


def test_an_extended_tokenizer_takes_no_seed_tokens(corpus: str, tmp_path: Path) -> None:
    workbench.save_tokenizer(workbench.train(corpus, vocab_size=270), tmp_path / "base.model")
    with pytest.raises(EngineError, match="seed_tokens"):
        workbench.train(corpus, extend=(tmp_path / "base.model", 60), seed_tokens=[" zyx"])


def test_seed_tokens_may_be_all_of_a_vocabulary(corpus: str) -> None:
    run = run_of(corpus, vocab_size=258, seed_tokens=(" th", " t"))
    assert tokens_of(run.tokenizer())[256:] == [b" t", b" th"]
    assert run.ended_by == "size"


def test_seed_tokens_in_a_checkpoint_a_card_an_estimate_and_error_bars(corpus: str, tmp_path: Path) -> None:
    options = api.Options(vocab_size=420, seed_tokens=SEEDS, min_gain=0.0001, whole_characters=True)
    folder = str(tmp_path / "checkpoint")
    whole = api.TrainingRun([corpus], options)
    list(whole.steps())
    for n in (3, 50):  # among the merges of the seeds, and behind them
        left = api.TrainingRun([corpus], options, checkpoint=api.Checkpointing(folder, seconds=0.0))
        steps = left.steps()
        while left.n_merges < n:
            next(steps)
        steps.close()
        run = api.TrainingRun([corpus], options, checkpoint=api.Checkpointing(folder, resume=True))
        list(run.steps())
        assert run.merges == whole.merges
        assert run.record() == whole.record()
        run.discard_checkpoint()
    again = api.recorded_run(json.loads(json.dumps(whole.record())))
    assert tuple(again.options.seed_tokens) == SEEDS
    repeated = api.TrainingRun(again.sources, again.options, repeats=again)
    list(repeated.steps())
    assert repeated.record() == whole.record()
    assert whole.count_used(whole.tokenizer()) == len(set(whole.tokenizer().encode(corpus_text(corpus))))
    free = api.estimate(corpus, api.Options(vocab_size=420)).reachable
    assert api.estimate(corpus, api.Options(vocab_size=420, seed_tokens=("q" * 9,))).reachable > free


def corpus_text(corpus: str) -> str:
    return Path(corpus).read_text(encoding="utf-8")


def test_seed_tokens_by_flags(shell: Shell, corpus: str, tmp_path: Path) -> None:
    out, again, names = tmp_path / "x.model", tmp_path / "again.model", tmp_path / "names.txt"
    names.write_text(" zyxwv\n\\x20zyx\n")
    words = ("--seed-token", "qz", "--seed-token-list", names)
    status, text, err = shell("train", corpus, "--out", out, "--vocab-size", 420, *words)
    assert (status, err) == (0, "")
    assert "merges for seed tokens: 6, parts among them:  z  zy  zyxw" in text
    tokens = tokens_of(workbench.open_tokenizer(out))
    assert {b"qz", b" zyxwv", b" zyx"} <= set(tokens)
    assert shell("train", "--repeat", f"{out}.card.json", "--out", again)[0] == 0
    assert again.read_bytes() == out.read_bytes()
    card = json.loads(Path(f"{out}.card.json").read_text())
    assert card["training"]["options"]["seed_tokens"] == ["qz", " zyxwv", "\\x20zyx"]


# --- numbers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "cut"),
    [
        ("single", ["6", "7", "8", "9"]),
        ("left", ["678", "9"]),
        ("right", ["6", "789"]),
        ("whole", ["6789"]),
    ],
)
def test_numbers_are_cut_so_in_every_file(corpus: str, tmp_path: Path, numbers: str, cut: list[str]) -> None:
    run = run_of(corpus, preset="gpt2", vocab_size=420, numbers=numbers)
    tokenizer = run.tokenizer("x")
    assert [p for p in pieces(tokenizer, "x6789y") if p[0].isdigit()] == cut
    longest = max(len(t) for t in tokens_of(tokenizer) if t.strip().isdigit())
    assert longest <= {"single": 2, "left": 4, "right": 4, "whole": 5}[numbers]
    for name, format_name in (("x.model", "minbpe"), ("x.json", "hf"), ("x.tiktoken", "tiktoken")):
        saved = tmp_path / name
        workbench.save_tokenizer(tokenizer, saved, format=format_name)
        again = workbench.open_tokenizer(saved, pattern=tokenizer.pre_tokenizer.pattern)
        assert list(again.encode(TEXT)) == list(tokenizer.encode(TEXT))
    tokenizers = pytest.importorskip("tokenizers")
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "x.json"))
    assert theirs.encode(TEXT, add_special_tokens=False).ids == list(tokenizer.encode(TEXT))
    again = api.recorded_run(json.loads(json.dumps(run.record())))
    repeated = api.TrainingRun(again.sources, again.options, repeats=again)
    list(repeated.steps())
    assert repeated.record() == run.record()


def pieces(tokenizer: Tokenizer, text: str) -> list[str]:
    return [text.encode()[a:b].decode() for a, b in tokenizer.pre_tokenizer.split(text.encode()).tolist()]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"preset": "basic"}, "option_not_taken"),
        ({"preset": "llama2"}, "option_not_taken"),
        ({"preset": "custom", "pattern": r"\w+|\W"}, "numbers_not_in_pattern"),
    ],
)
def test_where_numbers_have_no_part(options: dict[str, object], code: str) -> None:
    with pytest.raises(EngineError) as caught:
        api.TrainingRun(["nowhere.txt"], api.Options(numbers="right", **options))  # type: ignore[arg-type]
    assert caught.value.code == code


def test_gguf_says_what_it_cannot_hold(corpus: str, tmp_path: Path) -> None:
    tokenizer = run_of(corpus, vocab_size=300, numbers="right").tokenizer()
    with pytest.raises(EngineError, match="split"):
        workbench.save_tokenizer(tokenizer, tmp_path / "x.gguf")


def test_the_longest_tokens_are_listed_once(tmp_path: Path) -> None:
    """CLIP has two of the same bytes, one for the ends of words."""
    path = tmp_path / "words.txt"
    path.write_text("catcats catcat catcaty\n" * 20)
    run = run_of(str(path), preset="clip", vocab_size=524)
    assert tokens_of(run.tokenizer()).count(b"catcat") == 2
    assert len({*run.learned.longest(5)}) == 5
