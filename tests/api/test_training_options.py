"""Beyond a preset: extending, ending by the gain, room for the pieces, repeating, estimating."""

from __future__ import annotations

import base64
import gzip
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

import workbench
from tests.api.conftest import Shell, run_of
from workbench import api
from workbench.api.judging import count_used
from workbench.engine.base.errors import EngineError
from workbench.engine.counting import piece_room
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.encoding.score_tokenizer import as_in, score_tokenizer
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.training.merges import TIE_RULES, train_reference

TEXT = "the cat sat on the mat, the rat sat on the cat; this is that. 12 é 日本\n" * 60


def saved(tokenizer: object, path: Path) -> str:
    workbench.save_tokenizer(tokenizer, path)  # type: ignore[arg-type]
    return str(path)


# --- extending ------------------------------------------------------------------------------------------


SUFFIX = {"clip": ".txt.gz", "llama2": ".model"}


def tokens_of(tokenizer: Tokenizer) -> list[tuple[bytes | None, bool]]:
    """Return the bytes of each token, and whether it ends a word."""
    model = tokenizer.model
    return [(model.token_bytes(i), i in model.word_ends) for i in range(model.vocab_size)]


@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize("tie", TIE_RULES)
@pytest.mark.parametrize("preset", ["basic", "gpt2", "gpt4", "clip", "llama2"])
@pytest.mark.parametrize("longest", [0, 5])
def test_gone_on_with_it_is_as_one_longer_run(
    corpus: str, tmp_path: Path, tie: str, preset: str, longest: int
) -> None:
    first = {"clip": 512, "llama2": 259 + 80}.get(preset, 256)
    options = {"preset": preset, "tie": tie, "max_token_length": longest, "special_tokens": ("<|end|>",)}
    longer = workbench.train(corpus, vocab_size=first + 150, **options)
    base = workbench.train(corpus, vocab_size=first + 90, **options)
    file = saved(base, tmp_path / f"base{SUFFIX.get(preset, '.model')}")
    more = workbench.train(
        corpus, extend=(file, 60), move_special=True
    )  # tie and longest token are those on the card
    assert tokens_of(more) == tokens_of(longer)
    assert more.special_tokens == longer.special_tokens
    assert (more.framing, more.pre_tokenizer.name) == (longer.framing, longer.pre_tokenizer.name)
    assert more.encode(TEXT) == longer.encode(TEXT)
    assert more.decode_bytes(more.encode(TEXT)) == longer.decode_bytes(longer.encode(TEXT))


@pytest.mark.parametrize("tie", TIE_RULES)
def test_the_merges_added_are_those_of_the_reference(corpus: str, tmp_path: Path, tie: str) -> None:
    run = run_of(corpus, vocab_size=300, tie=tie, max_token_length=6, min_count=2)
    file = saved(run.tokenizer(), tmp_path / "base.model")
    more = run_of(corpus, extend=file, extend_by=40, min_count=2)
    assert run.counted is not None
    starts = [0, *run.counted.ends.tolist()]
    pieces = [
        (run.counted.blob[start:end], count)
        for start, end, count in zip(starts, starts[1:], run.counted.counts.tolist(), strict=False)
    ]
    expected = train_reference(pieces, 84, tie, 2, 6)
    assert run.merges + more.merges == [pair for pair, _, _ in expected]


def test_a_normalizer_goes_on_line_by_line(corpus: str, tmp_path: Path) -> None:
    base = saved(workbench.train(corpus, vocab_size=300), tmp_path / "base.json")
    data = json.loads(Path(base).read_bytes())
    data["normalizer"] = {"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "Lowercase"}]}
    Path(base).write_text(json.dumps(data), encoding="utf-8")
    lower = tmp_path / "lower.txt"
    lower.write_text(Path(corpus).read_text(encoding="utf-8").lower(), encoding="utf-8")
    found = run_of(corpus, extend=base, extend_by=40)
    plain = saved(workbench.train(corpus, vocab_size=300), tmp_path / "plain.json")
    assert found.merges == run_of(str(lower), extend=plain, extend_by=40).merges
    assert found.tokenizer().normalizer is not None


def test_a_normalizer_of_whole_texts_is_refused(corpus: str, tmp_path: Path) -> None:
    base = saved(workbench.train(corpus, vocab_size=300), tmp_path / "base.json")
    data = json.loads(Path(base).read_bytes())
    data["normalizer"] = {"type": "Strip", "strip_left": True, "strip_right": True}
    Path(base).write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(EngineError, match=r"strip.*line by line"):
        run_of(corpus, extend=base, extend_by=5)


def test_ranks_with_a_hole_and_bytes_in_another_order_go_on(corpus: str, tmp_path: Path) -> None:
    """As p50k has them: byte 0 is not id 0, and one id is left out."""
    tokenizer = workbench.train(corpus, vocab_size=300)
    tokens = [tokenizer.model.token_bytes(i) or b"" for i in range(300)]
    order = [*tokens[100:256], *tokens[:100], *tokens[256:]]
    lines = [b"%s %d" % (base64.b64encode(token), i + (i >= 280)) for i, token in enumerate(order)]
    file = tmp_path / "base.tiktoken"
    file.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(EngineError, match="split pattern is not known"):
        workbench.train(corpus, extend=(file, 20))
    workbench.save_tokenizer(workbench.open_tokenizer(file, pattern="cl100k"), tmp_path / "split.tiktoken")
    more = workbench.train(corpus, extend=(tmp_path / "split.tiktoken", 20))
    assert (more.model.token_bytes(280), more.vocab_size) == (None, 321)
    found = [more.model.token_bytes(i) for i in range(321)]
    assert found[:280] + found[281:301] == order
    assert len(set(found)) == 321
    assert more.decode_bytes(more.encode(TEXT)) == TEXT.encode()
    assert max(more.encode(Path(corpus).read_text(encoding="utf-8"), disallowed_special=())) > 300


@pytest.mark.parametrize(
    "name",
    [
        "cl100k_base.tiktoken", "p50k_base.tiktoken", "clip_bpe_simple_vocab_16e6.txt.gz",
        "llama2_tokenizer.model",
    ],
)  # fmt: skip
def test_published_vocabularies_go_on(shared: Path, tmp_path: Path, name: str) -> None:
    """The text is in the tokens that the training told, and not otherwise: new merges come after the old."""
    text = TEXT + Path(__file__).read_text(encoding="utf-8")
    path = tmp_path / "corpus.txt"
    path.write_text(text, encoding="utf-8")
    run = run_of(
        str(path),
        extend=str(shared / "data" / name),
        extend_by=60,
        tie="smallest",
        move_special="clip" in name,
    )
    tokenizer, base = run.tokenizer(), workbench.open_tokenizer(shared / "data" / name)
    assert run.n_merges == 60
    lines = text.splitlines() if name.startswith("llama2") else [text]
    n_tokens = sum(len(tokenizer.encode_ordinary(line)) for line in lines)
    assert run.n_tokens == n_tokens + (len(lines) if name.startswith("llama2") else 0)
    assert n_tokens < 0.95 * sum(len(base.encode_ordinary(line)) for line in lines)
    assert tokenizer.decode_bytes(tokenizer.encode_ordinary(text)) == base.decode_bytes(
        base.encode_ordinary(text)
    )


@pytest.mark.parametrize("preset", ["gpt4", "clip", "llama2"])
def test_an_extended_run_is_taken_up_and_repeated(corpus: str, tmp_path: Path, preset: str) -> None:
    first = {"clip": 512, "llama2": 259 + 80}.get(preset, 256)
    base = workbench.train(corpus, preset=preset, vocab_size=first + 40)
    file = saved(base, tmp_path / f"base{SUFFIX.get(preset, '.model')}")
    options = api.Options(extend=file, extend_by=60, move_special=preset == "clip")
    folder = str(tmp_path / "checkpoint")
    left = api.TrainingRun([corpus], options, checkpoint=api.Checkpointing(folder, seconds=0.0))
    steps = left.steps()
    while left.n_merges < 20:
        next(steps)
    steps.close()
    run = api.TrainingRun([corpus], options, checkpoint=api.Checkpointing(folder, resume=True))
    list(run.steps())
    whole = run_of(corpus, extend=file, extend_by=60, move_special=preset == "clip")
    assert run.merges == whole.merges
    again = api.recorded_run(whole.record())
    repeated = api.TrainingRun(again.sources, again.options, repeats=again)
    list(repeated.steps())
    assert repeated.merges == whole.merges
    assert repeated.record() == whole.record()


def test_ranks_go_on_too(corpus: str, tmp_path: Path) -> None:
    longer = workbench.train(corpus, vocab_size=420)
    base = saved(workbench.train(corpus, vocab_size=360), tmp_path / "base.tiktoken")
    more = workbench.train(corpus, extend=(base, 60))
    assert more.vocab_size == 420
    assert [more.model.token_bytes(i) for i in range(420)] == [
        longer.model.token_bytes(i) for i in range(420)
    ]


def test_added_tokens_keep_their_flags(corpus: str, tmp_path: Path) -> None:
    plain = workbench.train(corpus, vocab_size=300, pattern="gpt2", special_tokens=["<mask>"])
    flags = {"<mask>": Flags(lstrip=True), "  ": Flags(special=False)}
    added = AddedTokens({"<mask>": 330, "  ": 331}, flags)
    base = saved(Tokenizer(plain.model, plain.pre_tokenizer, added), tmp_path / "tokenizer.json")
    more = workbench.train(corpus, extend=(base, 20), move_special=True)
    assert isinstance(more.special_tokens, AddedTokens)
    assert more.special_tokens.flags == flags
    ids = more.encode("a  b <mask>", allowed_special="all")
    assert more.special_tokens["  "] in ids  # found in every text
    assert ids[-1] == more.special_tokens["<mask>"]
    assert more.decode(ids) == "a  b<mask>"  # it takes the space before it


def test_a_vocabulary_with_scores_keeps_its_rule_and_flags(corpus: str, tmp_path: Path) -> None:
    """As Phi-3's in GGUF: llama.cpp lets its special tokens take the white space behind them."""
    plain = workbench.train(corpus, preset="llama2", vocab_size=380, special_tokens=["<|end|>"])
    plain.name = "phi-3 small"
    base = saved(as_in(plain, "llama.cpp"), tmp_path / "base.gguf")
    Path(f"{base}.card.json").unlink()
    before = workbench.open_tokenizer(base)
    more = workbench.train(corpus, extend=(base, 20), move_special=True)
    assert isinstance(before.special_tokens, AddedTokens)
    assert isinstance(more.special_tokens, AddedTokens)
    assert more.special_tokens.flags == before.special_tokens.flags
    assert before.special_tokens.flags["<|end|>"].rstrip
    ids, around = more.encode("a<|end|>  a", allowed_special="all"), more.encode_ordinary("a")
    assert ids == [*around, more.special_tokens["<|end|>"], *around]  # the spaces go, one is put before


def test_special_tokens_move_behind(corpus: str, tmp_path: Path) -> None:
    specials = {"<|end|>": 300, "<|far|>": 5000}
    base = saved(workbench.train(corpus, vocab_size=300, special_tokens=specials), tmp_path / "base.model")
    with pytest.raises(EngineError, match=r"id 300.*<\|end\|>.*move_special=True"):
        run_of(corpus, extend=base, extend_by=20)
    run = run_of(corpus, extend=base, extend_by=20, special_tokens=("<|new|>",), move_special=True)
    assert run.special_ids(20) == {"<|end|>": 320, "<|far|>": 5000, "<|new|>": 321}
    assert run.tokenizer().special_tokens == run.special_ids(20)
    assert run.record()["options"]["extend"]["by"] == 20  # type: ignore[index]


def test_special_tokens_keep_their_ids_where_ids_may_have_gaps(corpus: str, tmp_path: Path) -> None:
    specials = {"<|end|>": 302, "<|more|>": 310, "<|far|>": 5000}
    trained = workbench.train(corpus, vocab_size=300, special_tokens=specials)
    base = saved(trained, tmp_path / "base.tiktoken")
    for n_more, first in ((2, 300), (5, 303), (20, 311)):
        more = workbench.train(corpus, extend=(base, n_more))
        assert dict(more.special_tokens) == specials
        assert [i for i in range(300, more.vocab_size) if more.model.token_bytes(i)] == [
            *range(first, first + n_more)
        ]
        assert more.decode(more.encode(TEXT)) == TEXT
    ranks = saved(workbench.train(corpus, vocab_size=300), tmp_path / "plain.tiktoken")
    more = workbench.train(corpus, extend=(ranks, 20), special_tokens={"<|end|>": 307})
    assert (dict(more.special_tokens), more.model.token_bytes(307)) == ({"<|end|>": 307}, None)
    assert (more.vocab_size, more.encode("<|end|>", allowed_special="all")) == (328, [307])
    again = workbench.open_tokenizer(saved(more, tmp_path / "more.tiktoken"))
    assert again.encode(TEXT) == more.encode(TEXT)


def test_extending_cl100k_leaves_its_special_tokens_alone(shared: Path, tmp_path: Path) -> None:
    path = tmp_path / "corpus.txt"
    path.write_text(Path(__file__).read_text(encoding="utf-8"), encoding="utf-8")
    file = shared / "data" / "cl100k_base.tiktoken"
    more = workbench.train(path, extend=(file, 30), special_tokens={"<|endoftext|>": 100257})
    base = workbench.open_tokenizer(file)
    assert dict(more.special_tokens) == dict(base.special_tokens)
    assert more.special_tokens["<|endoftext|>"] == 100257
    assert min(i for i in more.model.ids if i >= base.vocab_size) == 100277


def test_a_target_is_checked_before_scores_go_on(corpus: str, tmp_path: Path) -> None:
    tokenizer = workbench.train(corpus, preset="llama2", vocab_size=400, special_tokens=("<a>", "<b>"))
    base = str(tmp_path / "base.model")
    workbench.save_tokenizer(tokenizer, base, "sentencepiece")
    run = api.TrainingRun(
        [corpus], api.Options(extend=base, extend_by=5, special_tokens=("<c>",), move_special=True)
    )
    target = str(tmp_path / "more.model")
    run.check_target(target, "sentencepiece")
    list(run.steps())
    workbench.save_tokenizer(run.tokenizer(), target, "sentencepiece")
    assert workbench.open_tokenizer(target).vocab_size == 408


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"extend_by": 0}, "extend_by_nothing"),
    ],
)
def test_what_cannot_be_extended_so(
    corpus: str, tmp_path: Path, options: dict[str, object], code: str
) -> None:
    base = saved(workbench.train(corpus, vocab_size=300), tmp_path / "base.model")
    with pytest.raises(EngineError) as caught:
        run_of(corpus, extend=base, **options)
    assert caught.value.code == code
    assert str(caught.value)


def test_a_vocabulary_in_another_order_is_not_extended(corpus: str, tmp_path: Path) -> None:
    tokenizer = workbench.train(corpus, preset="llama2", vocab_size=380)
    model = tokenizer.model
    assert isinstance(model, ScoreMergedBpe)
    vocabulary = model.vocabulary
    spellings = (*vocabulary.spellings[:259], *reversed(vocabulary.spellings[259:]))
    other = ScoreMergedBpe.from_vocabulary(replace(vocabulary, spellings=spellings))
    base = saved(
        score_tokenizer(other, tokenizer.special_tokens, "x", None, tokenizer.framing),
        tmp_path / "base.model",
    )
    with pytest.raises(EngineError, match="order that SentencePiece's trainer"):
        run_of(corpus, extend=base, extend_by=5)


# --- ending ---------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_way")
def test_it_ends_where_a_merge_saves_too_little(corpus: str) -> None:
    whole = run_of(corpus, vocab_size=600)
    saved_by = []
    before = whole.corpus_bytes
    for event in api.TrainingRun([corpus], api.Options(vocab_size=600)).steps():
        if isinstance(event, api.Merge):
            saved_by.append((before - event.n_tokens) / before)
            before = event.n_tokens
    run = run_of(corpus, vocab_size=600, min_gain=0.004)
    first = next(rank for rank, share in enumerate(saved_by) if share < 0.004)
    assert 0 < first < len(saved_by)
    assert run.ended_by == "gain"
    assert run.merges == whole.merges[:first]
    assert run.tokenizer().vocab_size == 256 + first


# --- memory ---------------------------------------------------------------------------------------------


@pytest.fixture
def many(tmp_path: Path) -> str:
    path = tmp_path / "many.txt"
    letters = str.maketrans("0123456789", "abcdefghij")
    words = [f"w{i} often seldom".translate(letters) for i in range(60_000)]
    path.write_text("\n".join(words), encoding="ascii")
    return str(path)


LIMIT = 1_500_000


@pytest.mark.usefixtures("_way")
def test_the_table_of_pieces_stops_at_its_limit(many: str) -> None:
    with pytest.raises(EngineError, match="the limit is 1500000") as caught:
        run_of(many, memory_limit=LIMIT)
    assert caught.value.code == "piece_table_full"


@pytest.mark.usefixtures("_way")
def test_the_rarest_pieces_are_dropped_and_counted(many: str) -> None:
    whole, run = run_of(many), run_of(many, memory_limit=LIMIT, when_full="drop")
    assert run.counted is not None
    assert whole.counted is not None
    dropped = run.counted.dropped
    assert dropped.n_pieces > 0
    assert dropped.n_bytes + run.counted.n_bytes == whole.counted.n_bytes
    assert run.corpus_bytes == whole.corpus_bytes - dropped.n_bytes
    pieces, every = dict(run.counted), dict(whole.counted)
    assert len(pieces) < len(every)
    assert pieces[b" often"] == every[b" often"] == 60_000
    record = run.record()
    assert record["memory_limit"] == LIMIT
    assert record["dropped"]["n_pieces"] == dropped.n_pieces  # type: ignore[index]
    again = run_of(many, memory_limit=LIMIT, when_full="drop")
    assert again.merges == run.merges
    assert "dropped" not in whole.record()


@pytest.mark.parametrize("drop", [True, False])
def test_the_person_is_asked(many: str, drop: bool) -> None:
    run = api.TrainingRun([many], api.Options(memory_limit=LIMIT, when_full="ask", vocab_size=300))
    steps = run.steps()
    asked = next(event for event in steps if isinstance(event, api.TableFull))
    assert asked.n_bytes > asked.limit == LIMIT
    assert isinstance(next(steps), api.TableFull)  # it waits
    run.room.answer = "drop" if drop else "stop"
    if drop:
        assert not any(isinstance(event, api.TableFull) for event in steps)
        assert 0 < run.n_merges <= 44
    else:
        with pytest.raises(EngineError, match="distinct pieces"):
            list(steps)


def test_basic_is_refused_over_the_limit(many: str) -> None:
    with pytest.raises(EngineError, match="without a split") as caught:
        run_of(many, preset="basic", memory_limit=LIMIT)
    assert caught.value.code == "whole_text_too_large"
    assert api.estimate(many, api.Options(preset="basic", memory_limit=LIMIT)).too_large
    assert run_of(many, preset="basic", vocab_size=260).n_merges == 4


@pytest.mark.parametrize("preset", ["gpt4", "llama2"])
def test_a_giant_piece_is_refused_over_the_limit(tmp_path: Path, preset: str) -> None:
    """As any split leaves one: base64 without a line end, a genome."""
    path = tmp_path / "giant.txt"
    path.write_bytes(b"abcdefgh" * (LIMIT // 64))
    with pytest.raises(EngineError, match=r"18749[67] bytes") as caught:
        run_of(str(path), preset=preset, vocab_size=300, memory_limit=LIMIT)
    assert caught.value.code == "giant_pieces_too_large"
    run_of(str(path), preset=preset, vocab_size=300, memory_limit=4 * LIMIT)


def test_a_run_ends_well_where_its_text_is_too_long_to_encode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "giant.txt"
    path.write_bytes(b"ab" * 5000)
    run = run_of(str(path), preset="llama2", vocab_size=300)
    assert run.count_used(run.tokenizer()) > 0
    monkeypatch.setattr(piece_room, "_memory_for_pieces", lambda: 10_000)
    assert run.count_used(run.tokenizer()) == -1


def test_a_limit_is_found_where_none_is_given() -> None:
    assert 0 < piece_room.PieceRoom().limit < piece_room.memory_bytes()


# --- repeating ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"preset": "basic", "min_count": 3},
        {"preset": "clip", "vocab_size": 560},
        {"preset": "llama2", "vocab_size": 400, "special_tokens": ("<a>",)},
        {"preset": "custom", "pattern": r"\w+|\W", "max_token_length": 5},
        {"preset": "gpt2", "tie": "first-seen", "min_gain": 0.004, "special_tokens": {"<a>": 900}},
    ],
)
def test_the_same_file_comes_of_the_card(corpus: str, tmp_path: Path, options: dict[str, object]) -> None:
    run = run_of(corpus, **{"vocab_size": 320, **options})
    suffix = ".txt.gz" if options.get("preset") == "clip" else ".model"
    first = saved(run.tokenizer("one"), tmp_path / f"one{suffix}")
    recorded = api.recorded_run(api.read_record(first))
    again = api.TrainingRun(recorded.sources, recorded.options, repeats=recorded)
    for _ in again.steps():
        pass
    second = saved(again.tokenizer("one"), tmp_path / f"two{suffix}")
    for end in ("", ".card.json"):
        assert Path(second + end).read_bytes() == Path(first + end).read_bytes()


def test_what_was_stopped_is_stopped_there_again(corpus: str, tmp_path: Path) -> None:
    run = api.TrainingRun([corpus], api.Options(vocab_size=320))
    for event in run.steps():
        if isinstance(event, api.Merge) and event.rank == 9:
            break
    first = saved(run.tokenizer("one"), tmp_path / "one.model")
    recorded = api.recorded_run(api.read_record(f"{first}.card.json"))
    again = api.TrainingRun(recorded.sources, recorded.options, repeats=recorded)
    list(again.steps())
    assert again.n_merges == 10
    second = saved(again.tokenizer("one"), tmp_path / "two.model")
    assert Path(f"{second}.card.json").read_bytes() == Path(f"{first}.card.json").read_bytes()


def test_another_corpus_is_not_taken(corpus: str, tmp_path: Path) -> None:
    first = saved(run_of(corpus, vocab_size=300).tokenizer("one"), tmp_path / "one.model")
    Path(corpus).write_text("another", encoding="utf-8")
    recorded = api.recorded_run(api.read_record(first))
    with pytest.raises(EngineError, match=r"corpus.txt has changed"):
        list(api.TrainingRun(recorded.sources, recorded.options, repeats=recorded).steps())


@pytest.mark.parametrize(
    ("entry", "broken"),
    [
        ("options", None),
        ("options", [7]),
        ("options", {"preset": "x"}),
        ("corpus", 5),
        ("corpus", [7]),
        ("corpus", [{"path": "a", "no_option": 1}]),
        ("corpus", []),
        ("n_merges", None),
        ("n_merges", "many"),
    ],
)
def test_a_record_that_lacks_something(corpus: str, entry: str, broken: object) -> None:
    record = dict(run_of(corpus, vocab_size=260).record())
    with pytest.raises(EngineError) as caught:
        api.recorded_run({**record, "ended_by": "stopped", entry: broken})
    assert caught.value.code in {"record_incomplete", "unknown_preset"}
    assert str(caught.value)
    for missing in ("options", "sources", "ended_by"):
        with pytest.raises(EngineError):
            api.recorded_run({name: value for name, value in record.items() if name != missing})


# --- counts kept ----------------------------------------------------------------------------------------


def test_another_size_does_not_count_again(corpus: str) -> None:
    kept = api.CountsKept()

    def phases(**options: object) -> set[str]:
        run = api.TrainingRun([corpus], api.Options(**options), kept=kept)  # type: ignore[arg-type]
        found = {event.phase for event in run.steps() if isinstance(event, api.Progress)}
        alone = run_of(corpus, **options)
        assert run.merges == alone.merges
        assert run.record() == alone.record()
        return found

    assert "reading" in phases(vocab_size=300)
    assert "reading" not in phases(vocab_size=400)
    assert "reading" not in phases(vocab_size=400, tie="huggingface", min_count=2)
    assert "reading" in phases(vocab_size=400, preset="gpt2")
    Path(corpus).write_text(TEXT * 2, encoding="utf-8")
    assert "reading" in phases(vocab_size=400, preset="gpt2")


def test_counts_with_pieces_dropped_are_not_kept(many: str) -> None:
    kept = api.CountsKept()
    for limit in (LIMIT, 0):
        options = api.Options(vocab_size=300, memory_limit=limit, when_full="drop")
        run = api.TrainingRun([many], options, kept=kept)
        list(run.steps())
        assert run.counted is not None
        assert bool(run.counted.dropped.n_pieces) == bool(limit)


# --- estimating -----------------------------------------------------------------------------------------


def test_a_small_text_is_counted_exactly(corpus: str) -> None:
    Path(corpus).write_text(TEXT + "<|end|>" * 3 + "=" * 700, encoding="utf-8")
    found = api.estimate(corpus, api.Options(special_tokens=("<|end|>", "<|no|>")))
    run = run_of(corpus, vocab_size=100_000)
    assert found.is_exact
    assert found.reachable == run.vocab_size
    assert run.counted is not None
    assert found.n_pieces == len(run.counted)
    assert (found.longest_piece, found.longest_text) == (702, b"|>" + b"=" * 198)
    assert found.special_texts == (("<|end|>", 3),)
    assert found.n_bytes == run.corpus_bytes
    assert json.dumps(found.plain())
    assert "trained as plain text" in "\n".join(found.lines())


@pytest.mark.parametrize("preset", ["basic", "gpt4", "clip", "llama2", "extend", "extend scores"])
def test_the_reach_of_every_preset_is_that_of_the_run(corpus: str, tmp_path: Path, preset: str) -> None:
    options = {"preset": preset, "vocab_size": 100_000}
    if preset.startswith("extend"):
        of = {"preset": "llama2", "vocab_size": 380} if "scores" in preset else {"vocab_size": 300}
        base = saved(workbench.train(corpus, **of), tmp_path / "base.model")
        options = {"extend": base, "extend_by": 100_000}
    Path(corpus).write_text(TEXT, encoding="utf-8")
    found = api.estimate(corpus, api.Options(**options))
    run = run_of(corpus, **options)
    assert (found.reachable, found.more_reachable) == (run.vocab_size, False)


def test_special_texts_across_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.txt"
    path.write_text("<|end|>" * 40_000 + "x", encoding="ascii")
    found = api.estimate(str(path), api.Options(special_tokens=("<|end|>",)))
    assert found.special_texts == (("<|end|>", 40_000),)


def test_a_large_text_is_sampled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from workbench.api import estimates

    path = tmp_path / "t.txt"
    text = Path(api.__file__).read_text(encoding="utf-8") + TEXT
    path.write_text("".join(text.replace("e", str(i)) for i in range(300)), encoding="utf-8")
    monkeypatch.setattr(estimates, "SAMPLE", 1 << 20)
    found = api.estimate([str(path)], api.Options())
    run = run_of(str(path))
    assert not found.is_exact
    assert found.n_bytes == run.corpus_bytes
    assert run.counted is not None
    assert 0.5 < found.n_pieces / len(run.counted) < 2


# --- from the command line ------------------------------------------------------------------------------


def test_extend_gain_and_repeat_by_flags(shell: Shell, corpus: str, tmp_path: Path) -> None:
    base, more, again = (tmp_path / f"{name}.model" for name in ("base", "more", "again"))
    assert shell("train", corpus, "--out", base, "--vocab-size", 300, "--max-token-bytes", 4)[0] == 0
    assert max(len(workbench.open_tokenizer(base).model.token_bytes(i) or b"") for i in range(300)) == 4
    status, out, _ = shell(
        "train", corpus, "--out", more, "--extend", base, 30, "--min-gain", "0.001", "--json"
    )
    assert status == 0
    assert json.loads(out)["vocab_size"] == 330
    assert shell("train", "--repeat", f"{more}.card.json", "--out", again)[0] == 0
    assert again.read_bytes() == more.read_bytes()
    assert not list(tmp_path.glob("*.checkpoint"))


def test_ranks_that_name_no_split_are_extended_by_one_that_is_named(
    shell: Shell, corpus: str, tmp_path: Path
) -> None:
    ranks, more, again = tmp_path / "mine.tiktoken", tmp_path / "more.json", tmp_path / "again.json"
    ranks.write_bytes(b"".join(b"%s %d\n" % (base64.b64encode(bytes((n,))), n) for n in range(256)))
    extend = ("train", corpus, "--out", more, "--extend", ranks, 30)
    status, _, err = shell(*extend)
    assert (status, "--pattern" in err) == (1, True)
    assert shell(*extend, "--pattern", "gpt2")[0] == 0
    assert workbench.open_tokenizer(more).pre_tokenizer.name == "gpt2"
    assert shell("train", "--repeat", f"{more}.card.json", "--out", again)[0] == 0
    assert again.read_bytes() == more.read_bytes()
    extend = ("train", corpus, "--out", again, "--overwrite", "--extend", more, 3, "--pattern")
    status, _, err = shell(*extend, "cl100k")
    assert (status, "Leave out --pattern" in err) == (1, True)
    assert shell(*extend, "gpt2")[0] == 0


def test_estimate_by_flag(shell: Shell, corpus: str, tmp_path: Path) -> None:
    status, out, _ = shell("train", corpus, "--out", tmp_path / "x.model", "--estimate", "--json")
    assert status == 0
    assert json.loads(out)["exact"] is True
    assert not (tmp_path / "x.model").exists()
    assert "largest vocabulary" in shell("train", corpus, "--out", "x.model", "--estimate")[1]
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"text": "whole"}\n{"text": \n')
    status, out, _ = shell("train", corpus, broken, "--out", "x.model", "--estimate")
    assert (status, "other parts that cannot be read: 1\n" in out) == (0, True)


def test_resume_by_flag(shell: Shell, corpus: str, tmp_path: Path) -> None:
    out, folder = tmp_path / "x.model", str(tmp_path / "x.model.checkpoint")
    train = ("train", corpus, "--out", out, "--vocab-size", 300)
    run = api.TrainingRun([corpus], api.Options(vocab_size=300), checkpoint=api.Checkpointing(folder))
    steps = run.steps()
    while run.n_merges < 10:
        next(steps)
    steps.close()
    status, _, err = shell(*train)
    assert (status, "--resume" in err) == (1, True)
    status, _, err = shell(*train[:-1], 310, "--resume")
    assert (status, "vocab_size was 300; now it is 310" in err) == (1, True)
    status, printed, err = shell(*train, "--resume")
    assert (status, err) == (0, "")
    assert "44 merges" in printed
    assert not Path(folder).exists()
    status, _, err = shell(*train, "--resume")
    assert (status, "started from the beginning" in err) == (0, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--extend", "x.model", "many"], "whole number"),
        (["--min-gain", "2"], "share"),
        (["--memory-limit", "much"], "size"),
        (["--repeat", "x.model"], "sources come from the card"),
        (["--when-full", "ask"], "when-full"),
    ],
)
def test_wrong_usage(shell: Shell, corpus: str, words: list[str], said: str) -> None:
    status, _, err = shell("train", corpus, "--out", "x.model", *words)
    assert (status, said in err) == (2, True)


# --- sources as they are read ---------------------------------------------------------------------------


def test_weights_and_tables_count(corpus: str, tmp_path: Path) -> None:
    once, twice = tmp_path / "once.txt", tmp_path / "twice.txt"
    once.write_text("one two three\n" * 50, encoding="ascii")
    twice.write_text("two two four\n" * 50, encoding="ascii")
    weighed = api.TrainingRun(
        [api.SourceOptions(str(once)), api.SourceOptions(str(twice), weight=2)], api.Options(vocab_size=280)
    )
    doubled = api.TrainingRun([str(once), str(twice), str(twice)], api.Options(vocab_size=280))
    for run in (weighed, doubled):
        list(run.steps())
    assert weighed.merges == doubled.merges
    assert (weighed.n_tokens, weighed.corpus_bytes) == (doubled.n_tokens, doubled.corpus_bytes)
    recorded = api.recorded_run(weighed.record())
    again = api.TrainingRun(recorded.sources, recorded.options, repeats=recorded)
    list(again.steps())
    assert again.record() == weighed.record()


@pytest.mark.parametrize(
    ("share", "told"),
    [
        ("50%", "held out: {documents} documents, {bytes} bytes"),
        ("0.001%", "held out: no document, the share is too small for so few documents"),
    ],
)
def test_what_was_held_out_is_told(shell: Shell, tmp_path: Path, share: str, told: str) -> None:
    path, out = tmp_path / "t.jsonl", tmp_path / "x.model"
    path.write_text(
        "\n".join(json.dumps({"text": f"the text number {i}"}) for i in range(40)), encoding="ascii"
    )
    words = ("train", path, "--out", out, "--vocab-size", 260, "--held-out", share)
    held = json.loads(shell(*words, "--json")[1])["held_out"]
    assert told.format_map(held) in shell(*words)[1]


def test_held_out_documents_are_judged_by_everywhere(shell: Shell, tmp_path: Path) -> None:
    path, out = tmp_path / "t.jsonl", tmp_path / "x.model"
    path.write_text(
        "\n".join(json.dumps({"text": f"the text number {i}"}) for i in range(60)), encoding="ascii"
    )
    words = ("train", path, "--out", out, "--vocab-size", 265, "--held-out", "0.25")
    held = json.loads(shell(*words, "--json")[1])["held_out"]
    run = run_of(api.SourceOptions(str(path), held_out=0.25), vocab_size=265)  # type: ignore[arg-type]
    documents = run.reading.held_out.documents
    tokenizer = workbench.open_tokenizer(out)
    n_tokens = sum(len(tokenizer.encode(document)) for document in documents)
    n_bytes = sum(map(len, documents))
    assert held == {
        "documents": len(documents), "bytes": n_bytes, "tokens": n_tokens,
        "bytes_per_token": round(n_bytes / n_tokens, 4),
    }  # fmt: skip
    assert f"{n_tokens:,} tokens, {n_bytes / n_tokens:.2f} bytes per token" in shell(*words)[1]
    assert api.read_record(out)["held_out"] == held
    assert workbench.train(path, vocab_size=265, held_out=0.25).record["held_out"] == held  # type: ignore[index]


def test_a_text_in_memory_keeps_its_first_character() -> None:
    run = run_of(api.TextSource("a", "\ufeffa text"), vocab_size=257)  # type: ignore[arg-type]
    assert (run.corpus_bytes, run.reading.uses["removed"]) == (9, 0)


def test_a_cut_file_is_told(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl.gz"
    lines = [json.dumps({"text": f"some text {os.urandom(20).hex()}"}) for _ in range(400)]
    path.write_bytes(gzip.compress("\n".join([*lines[:9], "broken", *lines[9:]]).encode())[:5000])
    _, out, _ = shell("train", path, "--out", tmp_path / "x.model", "--vocab-size", 258)
    # The second is the line that is cut.
    assert f"faults in the sources: broken lines 2 (first: {path}, line 10)" in out
    assert "damaged files 1" in out


def test_a_source_read_otherwise_is_named_by_its_option(corpus: str, tmp_path: Path) -> None:
    wanted = api.Checkpointing(str(tmp_path / "checkpoint"), seconds=0.0)
    steps = (left := api.TrainingRun([corpus], api.Options(vocab_size=400), checkpoint=wanted)).steps()
    while left.n_merges < 5:
        next(steps)
    steps.close()
    again = api.TrainingRun(
        [api.SourceOptions(corpus, held_out=0.1)],
        api.Options(vocab_size=400),
        checkpoint=replace(wanted, resume=True),
    )
    with pytest.raises(EngineError, match=r"sources\[1\]\.held_out was nothing; now it is 0\.1"):
        list(again.steps())


def test_held_out_documents_are_no_text_to_train_on(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    lines = [json.dumps({"text": f"document number {i}"}) for i in range(400)]
    path.write_text("\n".join(lines), encoding="ascii")
    run = api.TrainingRun([api.SourceOptions(str(path), held_out=0.25)], api.Options(vocab_size=270))
    list(run.steps())
    held = run.record()["held_out"]
    assert 50 < held["documents"] < 150  # type: ignore[index]
    assert run.reading.held_out.beginning(50).startswith(b"document number")
    assert run.corpus_bytes + held["bytes"] == sum(len(f"document number {i}") for i in range(400))  # type: ignore[index]


def test_growth_is_a_power_that_falls() -> None:
    from workbench.api.estimates import _grown

    assert _grown([100, 400], [10.0, 20.0], 400) == 20.0  # all of it was tried
    assert (
        20 * 2**0.9 < _grown([100, 400], [10.0, 20.0], 1600) < 40.0
    )  # by the square root, and a little less
    assert _grown([100, 400], [10.0, 40.0], 4000) == pytest.approx(400.0)  # nothing ever comes twice
    assert _grown([100, 400], [10.0, 10.0], 10**9) == 10.0
    assert _grown([0, 0], [0.0, 0.0], 10**9) == 0.0


@pytest.mark.parametrize("sources", [[b"some text"], b"some text", [5]])
def test_what_is_no_source_is_told_plainly(sources: object) -> None:
    with pytest.raises(TypeError, match=r"a source is a path, .* a TextSource, .* not (bytes|int)"):
        workbench.train(sources, vocab_size=257)  # type: ignore[arg-type]


def test_how_sources_are_read_by_keywords(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text('{"body": "ABAB ABAB"}\n{"body": "ABAB"}\n', encoding="ascii")
    found = workbench.train(path, field="body", clean=["lowercase"], vocab_size=258)
    run = api.TrainingRun(
        [api.SourceOptions(str(path), field="body", clean=("lowercase",))], api.Options(vocab_size=258)
    )
    list(run.steps())
    assert found.record == run.tokenizer().record
    assert [found.model.token_bytes(256), found.model.token_bytes(257)] == [b"ab", b"abab"]
    with pytest.raises(EngineError):
        workbench.train(path, weight=-1)
    table = tmp_path / "t.csv"
    table.write_text("id,text\n1,aaaa\n2,bbbb\n", encoding="ascii")
    assert workbench.train(table, column="text", vocab_size=257).model.token_bytes(256) in (b"aa", b"bb")


@pytest.mark.parametrize("preset", ["basic", "gpt4", "clip", "llama2"])
def test_tokens_that_are_used(corpus: str, preset: str) -> None:
    run = run_of(corpus, preset=preset, vocab_size=800)
    tokenizer = run.tokenizer()
    text = Path(corpus).read_text(encoding="utf-8")
    found = [count_used(run.counted, tokenizer), run.count_used(tokenizer)]
    # SentencePiece's trainer takes each line as a text of its own.
    texts = text.split("\n") if preset == "llama2" else [text]
    used = {i for one in texts for i in tokenizer.encode_ordinary(one)}
    used |= {i for i in tokenizer.encode_ordinary("\n") if preset == "llama2" and i < 259}
    assert found == 2 * [len(used)]


def test_what_keeps_text_apart_is_no_token_that_is_used() -> None:
    parts = ["ab ab", " ba", "ab  a\nb", "", "\u00e9 aba"]
    source = api.TextSource("t", f"<{'s'}>".join(parts))  # in two, as this file is a corpus as well
    run = api.TrainingRun([source], api.Options("llama2", vocab_size=268, character_coverage=0.9))
    list(run.steps())
    tokenizer = run.tokenizer()
    seen = [part.replace("\n", "\n ").encode() for part in (" ab ab", *parts[1:])]
    used = {i for part in seen for i in tokenizer.model.encode_piece(part)}
    assert run.count_used(tokenizer) == len(used)


@pytest.mark.parametrize("preset", ["gpt4", "clip", "llama2"])
def test_tokens_that_are_used_after_going_on(corpus: str, tmp_path: Path, preset: str) -> None:
    base = workbench.train(corpus, preset=preset, vocab_size=700, tie="huggingface")
    file = saved(base, tmp_path / f"base{SUFFIX.get(preset, '.model')}")
    run = run_of(corpus, extend=file, extend_by=200, move_special=preset == "clip")
    tokenizer = run.tokenizer()
    assert run.count_used(tokenizer) == count_used(run.counted, tokenizer)
    assert run.count_used(tokenizer) > 300


@pytest.mark.parametrize(
    "rows", [["abababab\t900000000000000000", "cd\t5"], ["ab\t3", *(["xy\t900000000000000000"] * 5)]]
)
def test_counts_that_nothing_can_add_up_are_refused(tmp_path: Path, rows: list[str]) -> None:
    path = tmp_path / "counts.tsv"
    path.write_text("\n".join(["piece\tcount", *rows, ""]), "ascii")
    with pytest.raises(EngineError) as caught:
        run_of(api.SourceOptions(str(path), kind="counts"), vocab_size=258)  # type: ignore[arg-type]
    assert caught.value.code == "counts_too_large"
    path.write_text("piece\tcount\nabab\t900000000000000000\n", "ascii")
    run = run_of(api.SourceOptions(str(path), kind="counts"), vocab_size=257)  # type: ignore[arg-type]
    assert (run.corpus_bytes, run.n_tokens) == (36 * 10**17, 18 * 10**17)
