"""The presets that are more than a split: CLIP's and Llama 2's, from text to a tokenizer and its files."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
import regex
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st

import workbench
from workbench import api, kernels
from workbench.cli.arguments import parser
from workbench.cli.main import main
from workbench.engine.base.errors import EngineError
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.engine.training.merges import byte_numbers, train_reference
from workbench.formats.format import Notice

TEXT = (
    "The quick brown fox jumps over the lazy dog; the dog sleeps, the fox runs.\n"
    "  Tabs\tand  spaces, 1234 and 12; быстрая лиса и ленивая собака.\n\n"
    "Quick foxes, quicker dogs, the quickest of them all: 日本語の文字、日本の犬 éé.\r\n"
) * 3


def run_of(text: str, **options: object) -> api.TrainingRun:
    run = api.TrainingRun([api.TextSource("text", text)], api.Options(**options))  # type: ignore[arg-type]
    for _ in run.steps():
        pass
    return run


# --- minbpe ---------------------------------------------------------------------------------------------

# karpathy/minbpe, minbpe/regex.py, GPT4_SPLIT_PATTERN.
MINBPE = (
    r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]"""
    r"""|\s+(?!\S)|\s+"""
)


def test_minbpe_splits_and_trains_as_minbpe() -> None:
    text = TEXT + "\n\n  "
    run = run_of(text, preset="minbpe", vocab_size=400)
    pieces = Counter(regex.findall(MINBPE, text))
    expected = train_reference(
        [(piece.encode(), count) for piece, count in pieces.items()], 144, tie="first-seen"
    )
    assert run.merges == [pair for pair, _, _ in expected]
    other = run_of(text, preset="minbpe", vocab_size=400, tie="smallest")
    assert other.merges != run.merges  # so the tie rule was looked at
    tokenizer = run.tokenizer()
    assert tokenizer.pre_tokenizer.pattern == MINBPE
    assert (tokenizer.pre_tokenizer.compiled is not None) == kernels.active()
    ends = [text[start:end] for start, end in tokenizer.pre_tokenizer.split(b"a\n  ").tolist()]
    assert len(ends) == 3


@pytest.mark.parametrize(
    ("preset", "said"),
    [
        ("minbpe", []),
        ("basic", []),
        ("gpt4", ["minbpe_splits_ends"]),
        ("gpt2", ["minbpe_splits_by_its_own"]),
    ],
)
def test_a_minbpe_model_says_what_minbpe_does_with_it(
    preset: str, said: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "t.txt").write_text(TEXT, encoding="utf-8")
    flags = ["train", str(tmp_path / "t.txt"), "--preset", preset, "--vocab-size", "270", "--json"]
    assert main([*flags, "--out", str(tmp_path / "t.model")]) == 0
    assert [loss["code"] for loss in json.loads(capsys.readouterr().out)["losses"]] == said
    opened = api.open_file(tmp_path / "t.model")
    assert opened.tokenizer.pre_tokenizer.name == api.PRESETS[preset]
    assert main(["convert", str(tmp_path / "t.model"), str(tmp_path / "u.model"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert ([loss["code"] for loss in told["losses"]], told["written"]) == (said, True)


# --- Llama 2 --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def llama2() -> api.TrainingRun:
    return run_of(TEXT, preset="llama2", vocab_size=400)


def test_the_ids_are_in_the_order_of_llama_2(llama2: api.TrainingRun) -> None:
    tokenizer = llama2.tokenizer()
    model = tokenizer.model
    assert isinstance(model, ScoreMergedBpe)
    assert tokenizer.special_tokens == {"<s>": 1, "</s>": 2}
    assert [model.token_bytes(i) for i in range(3, 259)] == [bytes((byte,)) for byte in range(256)]
    tokens = [model.token_bytes(i) or b"" for i in range(259, 400)]
    n_merges = len(llama2.merges)
    assert [len(token.decode()) > 1 for token in tokens] == [True] * n_merges + [False] * (141 - n_merges)
    # The characters by how often they occur, the space first.
    counts = Counter(" ".join(line and f" {line}" for line in TEXT.split("\n")))
    assert tokens[n_merges] == b" "
    frequencies = [counts[token.decode()] for token in tokens[n_merges + 1 :]]
    assert frequencies == sorted(frequencies, reverse=True)
    assert [model.score(i) for i in range(259, 400)] == [-float(i) for i in range(141)]
    assert {model.score(i) for i in range(259)} == {0.0}


def test_merges_are_told_by_the_ids_they_get(llama2: api.TrainingRun) -> None:
    model = llama2.tokenizer().model
    for rank, (left, right) in enumerate(llama2.merges):
        joined = (model.token_bytes(left) or b"") + (model.token_bytes(right) or b"")
        assert joined == model.token_bytes(llama2.first_id + rank) == llama2.learned.token_bytes(259 + rank)
        assert llama2.learned.token_bytes(left) == model.token_bytes(left)


def test_the_tokens_are_those_of_the_text(llama2: api.TrainingRun) -> None:
    tokenizer = llama2.tokenizer()
    lines = TEXT.split("\n")
    assert llama2.n_tokens == sum(len(tokenizer.encode(line)) for line in lines) + len(lines) - 1
    assert llama2.corpus_bytes == len(TEXT.encode())


SPACED = "  the  dog  the   fox  \n\n   \n the dog\n" * 20


def test_single_spaces_are_learned_and_encoded_as_sentencepiece_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "t.txt").write_text(SPACED, encoding="utf-8")
    train = ["train", str(tmp_path / "t.txt"), "--preset", "llama2", "--vocab-size", "290"]
    spm = tmp_path / "t.model"
    assert main([*train, "--remove-extra-whitespaces", "--out", str(spm), "--format", "sentencepiece"]) == 0
    library = sentencepiece.SentencePieceProcessor(model_file=str(spm))
    opened = workbench.open_tokenizer(spm)
    for text in ("  the  dog ", "the dog", "   ", "a\u2581 b  \u2581", "\n  the\n"):
        assert opened.encode_ordinary(text) == library.encode(text)
    assert len(library.encode("the      dog")) == len(library.encode("the dog"))
    tokens = [opened.token_bytes(i) or b"" for i in range(259, 290)]
    assert not any(b"  " in token for token in tokens)
    capsys.readouterr()
    # As the card tells it, the same file comes again.
    again = tmp_path / "again.model"
    repeat = ["train", "--repeat", str(spm), "--out", str(again), "--format", "sentencepiece"]
    assert main(repeat) == 0
    assert again.read_bytes() == spm.read_bytes()


def test_a_bin_of_it_is_written_anyway_and_says_what_run_c_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "t.txt").write_text(SPACED, encoding="utf-8")
    out, spm = tmp_path / "t.bin", tmp_path / "t.model"
    train = ["train", str(tmp_path / "t.txt"), "--preset", "llama2", "--vocab-size", "290"]
    train += ["--remove-extra-whitespaces"]
    assert main([*train, "--out", str(out)]) == 1
    assert "run.c keeps extra spaces" in capsys.readouterr().err
    assert not out.exists()
    assert main([*train, "--out", str(out), "--anyway", "--json"]) == 0
    assert [loss["code"] for loss in json.loads(capsys.readouterr().out)["losses"]] == ["run_c_keeps_spaces"]
    # So does convert, whatever the proof finds.
    assert main([*train, "--out", str(spm), "--format", "sentencepiece"]) == 0
    ours, theirs = map(workbench.open_tokenizer, (spm, out))  # the file is read as run.c reads it
    assert theirs.encode_ordinary("the dog") == ours.encode_ordinary("the dog")
    for text, named in (
        ("the  dog", "extra spaces"),
        ("the\u2581dog", "“▁”"),
        (b"the\xffdog", "invalid UTF-8"),
    ):
        assert theirs.encode_ordinary(text) != ours.encode_ordinary(text)
        assert named in str(Notice("run_c_keeps_spaces"))
    convert = ["convert", str(spm), str(tmp_path / "u.bin"), "--prove", str(tmp_path / "t.txt")]
    assert main(convert) == 1
    assert not (tmp_path / "u.bin").exists()
    capsys.readouterr()
    assert main([*convert, "--anyway"]) == 0
    told = capsys.readouterr().out
    assert "other ids       run.c keeps extra spaces" in told
    assert "different from" in told
    assert (tmp_path / "u.bin").read_bytes() == out.read_bytes()


def test_digits_stay_alone_and_scripts_apart(llama2: api.TrainingRun) -> None:
    model = llama2.tokenizer().model
    tokens = [(model.token_bytes(259 + rank) or b"").decode() for rank in range(len(llama2.merges))]
    assert not [token for token in tokens if regex.search(r"\d", token)]
    assert not [
        token
        for token in tokens
        if regex.search(r"\p{Latin}", token) and regex.search(r"[\p{Cyrillic}\p{Han}.,;]", token)
    ]
    assert not [token for token in tokens if token.strip(" ") and " " in token[1:]]
    together = run_of("1234 1234 1234", preset="llama2", vocab_size=270, split_digits=False)
    assert b" 1234" in {together.learned.token_bytes(259 + rank) for rank in range(len(together.merges))}


@pytest.fixture(scope="module")
def judge(llama2: api.TrainingRun, tmp_path_factory: pytest.TempPathFactory) -> object:
    path = tmp_path_factory.mktemp("judge") / "own.model"
    api.save_tokenizer(llama2.tokenizer(), path)
    return sentencepiece.SentencePieceProcessor(model_file=str(path))


@given(st.text() | st.lists(st.sampled_from([*TEXT.split(), " ", "  ", "\n", "\u2581", "12"])).map(" ".join))
def test_sentencepiece_gives_the_same_ids(llama2: api.TrainingRun, judge: object, text: str) -> None:
    text = text.encode("utf-8", "replace").decode()
    assert llama2.tokenizer().encode(text, disallowed_special=()) == judge.encode(text)  # type: ignore[attr-defined]


def test_llama2c_opens_it(llama2: api.TrainingRun, tmp_path: Path) -> None:
    tokenizer = llama2.tokenizer()
    api.save_tokenizer(tokenizer, tmp_path / "own.bin")
    again = api.open_tokenizer(tmp_path / "own.bin")
    assert again.encode("the quick lazy dog 12 日") == tokenizer.encode("the quick lazy dog 12 日")


def test_characters_that_are_not_covered_are_bytes() -> None:
    run = run_of("abab abab abab ab é", preset="llama2", vocab_size=270, character_coverage=0.95)
    tokenizer = run.tokenizer()
    assert tokenizer.encode("é")[1:] == [3 + 0xC3, 3 + 0xA9]
    assert tokenizer.decode(tokenizer.encode("é")) == "é"
    assert run.n_tokens == len(tokenizer.encode("abab abab abab ab é"))


def test_an_early_end_leaves_no_gap_in_the_ids() -> None:
    run = run_of("abc", preset="llama2", vocab_size=1000)
    assert run.ended_by == "pairs"
    # " a", " ab", " abc" in some order of merging, then the four characters.
    tokenizer = run.tokenizer()
    assert tokenizer.vocab_size == run.vocab_size == 259 + 3 + 4
    assert tokenizer.encode("abc") == [261]


def test_special_tokens_of_ones_own_become_control_tokens(tmp_path: Path) -> None:
    run = run_of(TEXT, preset="llama2", vocab_size=350, special_tokens=["<|im_start|>", "</s>"])
    tokenizer = run.tokenizer()
    assert tokenizer.special_tokens == {"<s>": 1, "</s>": 2, "<|im_start|>": 350}
    api.save_tokenizer(tokenizer, tmp_path / "own.model")
    assert api.open_tokenizer(tmp_path / "own.model").special_tokens == tokenizer.special_tokens


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"pattern": "a"}, "pattern_not_taken"),
        ({"vocab_size": 258}, "vocab_size_too_small"),
        ({"vocab_size": 265}, "vocab_size_below_characters"),
        ({"min_gain": 5.0}, "option_out_of_range"),
        ({"max_token_length": -1}, "option_out_of_range"),
        ({"min_count": -2}, "option_out_of_range"),
        ({"memory_limit": -1}, "option_out_of_range"),
        ({"character_coverage": 0.0}, "coverage_out_of_range"),
        ({"character_coverage": 1.5}, "coverage_out_of_range"),
        ({"special_tokens": {"<x>": 2}}, "special_token_id_twice"),
    ],
)
def test_options_that_cannot_be_met(options: dict[str, object], code: str) -> None:
    with pytest.raises(EngineError) as caught:
        run_of(TEXT, preset="llama2", **options)
    assert caught.value.code == code
    assert str(caught.value)


# --- CLIP -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def clip() -> api.TrainingRun:
    return run_of("&lt;b&gt; ﬁsh\n" + TEXT, preset="clip", vocab_size=600)


def test_clips_merges_are_those_of_the_reference(clip: api.TrainingRun) -> None:
    text = "<b> fish\n" + TEXT.replace("éé", "éé").lower()
    numbers = byte_numbers("huggingface")
    words = Counter(regex.findall(PUBLISHED["clip"].pattern, text))
    pieces = []
    for word, count in words.items():
        units = [numbers[byte] for byte in word.encode()]
        pieces.append(([*units[:-1], units[-1] + 256], count))
    assert clip.merges == [pair for pair, _, _ in train_reference(pieces, 88, n_units=512)]


def test_clips_tokenizer(clip: api.TrainingRun) -> None:
    tokenizer = clip.tokenizer()
    assert tokenizer.special_tokens == {"<|startoftext|>": 600, "<|endoftext|>": 601}
    assert (tokenizer.framing.before, tokenizer.framing.after) == ((600,), (601,))
    assert tokenizer.framing.context == 77
    # "!" is 0, and 256 at the end of a word; the merges follow.
    assert tokenizer.encode("!") == [256]
    assert tokenizer.encode("THE  Fox") == tokenizer.encode("the fox")
    assert tokenizer.decode(tokenizer.encode("THE fox")).rstrip() == "the fox"
    assert clip.n_tokens == len(tokenizer.encode("&lt;b&gt; ﬁsh\n" + TEXT))


# --- from Python ----------------------------------------------------------------------------------------


def test_train(tmp_path: Path) -> None:
    tokenizer = workbench.train(
        api.TextSource("text", TEXT), preset="llama2", vocab_size=380, character_coverage=0.98, tie="smallest"
    )
    assert tokenizer.vocab_size == 380
    record = dict(tokenizer.record or {})
    assert isinstance(record["options"], dict)
    assert record["options"]["character_coverage"] == 0.98
    assert record["options"]["max_token_length"] == 16


@pytest.mark.parametrize(
    ("preset", "name"), [("llama2", "own.model"), ("llama2", "own.bin"), ("clip", "own.txt.gz")]
)
def test_train_from_the_command_line(
    preset: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "text.txt"
    path.write_text(TEXT, encoding="utf-8")
    size = 560 if preset == "clip" else 380
    options = ["--vocab-size", str(size), "--character-coverage", "0.98", "--keep-digits-together", "--json"]
    format_named = ["--format", "sentencepiece"] if name.endswith(".model") else []
    out = str(tmp_path / name)
    assert main(["train", str(path), "--preset", preset, "--out", out, *options, *format_named]) == 0
    result = json.loads(capsys.readouterr().out)
    specials = {"<|startoftext|>": 560, "<|endoftext|>": 561} if preset == "clip" else {"<s>": 1, "</s>": 2}
    assert (result["vocab_size"], result["special_tokens"]) == (size, specials)
    trained = api.Options(preset=preset, vocab_size=size, character_coverage=0.98, split_digits=False)
    run = api.TrainingRun([path], trained)
    for _ in run.steps():
        pass
    assert api.open_tokenizer(out).encode("the quick 1234") == run.tokenizer().encode("the quick 1234")


@pytest.mark.parametrize("share", ["0", "1.1", "much", "nan"])
def test_a_share_that_is_none(share: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parser().parse_args(["train", "a", "--out", "b.model", "--character-coverage", share])
    assert ended.value.code == 2
    assert share in capsys.readouterr().err
