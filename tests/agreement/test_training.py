"""Our merges beside those of rustbpe (`smallest`) and Hugging Face's tokenizers (`huggingface`)."""

from __future__ import annotations

import json
import lzma
import os
from pathlib import Path

import pytest
import rustbpe
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from tests.benchmarks.training import Trainer, of_rustbpe, of_tokenizers
from tests.engine.counted import counted, words
from tests.engine.splitting.test_pattern_tables import CLIP, QWEN35
from workbench import api
from workbench.display.byte_alphabet import unicode_to_bytes
from workbench.engine.training.trainer import Merge, TrainerOptions, train

SIZE = 276
LINES = r"[^\n]+"  # each line a piece


def our_tokens(lines: list[bytes], tie: str, size: int, longest: int | None = None) -> list[bytes]:
    counts: dict[bytes, int] = {}
    for line in lines:
        counts[line] = counts.get(line, 0) + 1
    tokens = [bytes([byte]) for byte in range(256)]
    for step in train(counted(counts.items()), TrainerOptions(size, tie=tie, max_token_length=longest)):
        if isinstance(step, Merge):
            tokens.append(tokens[step.left] + tokens[step.right])
    return tokens[256:]


def rustbpe_tokens(text: str, size: int, pattern: str) -> list[bytes]:
    judge = rustbpe.Tokenizer()
    judge.train_from_iterator([text], size, pattern=pattern)
    return [bytes(token) for token, rank in judge.get_mergeable_ranks() if rank >= 256]


def hugging_face_tokens(text: str, size: int, pattern: str, longest: int | None = None) -> list[bytes]:
    judge = tokenizers.Tokenizer(tokenizers.models.BPE())
    judge.pre_tokenizer = tokenizers.pre_tokenizers.Sequence(
        [
            tokenizers.pre_tokenizers.Split(tokenizers.Regex(pattern), "removed", invert=True),
            tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    options = {} if longest is None else {"max_token_length": longest}
    learner = tokenizers.trainers.BpeTrainer(
        vocab_size=size,
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
        **options,
    )
    judge.train_from_iterator([text], learner)
    merges = json.loads(judge.to_str())["model"]["merges"]
    return [bytes(unicode_to_bytes()[character] for character in left + right) for left, right in merges]


@given(lines=words)
def test_rustbpe_learns_the_same(lines: list[bytes]) -> None:
    assert our_tokens(lines, "smallest", SIZE) == rustbpe_tokens(b"\n".join(lines).decode(), SIZE, LINES)


@given(lines=words)
def test_hugging_face_learns_the_same(lines: list[bytes]) -> None:
    assert our_tokens(lines, "huggingface", SIZE) == hugging_face_tokens(
        b"\n".join(lines).decode(), SIZE, LINES
    )


@given(lines=words, longest=st.integers(2, 6))
def test_hugging_face_keeps_tokens_shorter_than_its_limit(lines: list[bytes], longest: int) -> None:
    theirs = hugging_face_tokens(b"\n".join(lines).decode(), SIZE, LINES, longest + 1)
    assert our_tokens(lines, "huggingface", SIZE, longest) == theirs


PIECES = r" ?[^\s]+|\s+"


@pytest.mark.parametrize(
    ("tie", "judge"), [("smallest", rustbpe_tokens), ("huggingface", hugging_face_tokens)]
)
def test_real_text(shared: Path, tie: str, judge: object) -> None:
    import regex

    text = (shared / "data" / "taylorswift.txt").read_text(encoding="utf-8")
    lines = [piece.encode() for piece in regex.findall(PIECES, text)]
    assert our_tokens(lines, tie, 2048) == judge(text, 2048, PIECES)  # type: ignore[operator]


@pytest.mark.parametrize("pattern", [QWEN35, CLIP, r"\w+|\W+", r"\S+\s*|\s+"])
def test_patterns_with_tables(shared: Path, pattern: str) -> None:
    scripts = "हिन्दी में लिखा, ไทย 日本語の 2024年 Straße’s don't\r\n\n  naïve\u0301 ½ ٣٤\t"
    text = (shared / "data" / "taylorswift.txt").read_text(encoding="utf-8")[:50_000] + scripts * 30
    run = api.TrainingRun(
        [api.TextSource("", text)], api.Options(vocab_size=1000, preset="custom", pattern=pattern)
    )
    for _ in run.steps():
        pass
    tokens = [run.learned.token_bytes(256 + rank) for rank in range(len(run.merges))]
    assert tokens == rustbpe_tokens(text, 1000, pattern)


# --- the large texts --------------------------------------------------------------------------------------

THOROUGH = pytest.mark.skipif(
    not os.environ.get("WORKBENCH_THOROUGH"), reason="takes a minute; set WORKBENCH_THOROUGH"
)


@THOROUGH
@pytest.mark.parametrize("name", ["en_10MB", "multi_10MB", "code_10MB"])
@pytest.mark.parametrize(("tie", "judge"), [("smallest", of_rustbpe), ("huggingface", of_tokenizers)])
def test_large_texts(shared: Path, tmp_path: Path, name: str, tie: str, judge: Trainer) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(lzma.decompress((shared / "data" / "corpora" / f"{name}.txt.xz").read_bytes()))
    run = api.TrainingRun([path], api.Options(vocab_size=32_768, tie=tie))
    for _ in run.steps():
        pass
    tokens = [run.learned.token_bytes(256 + rank) for rank in range(len(run.merges))]
    assert len(tokens) == 32_512
    assert tokens == judge(path, path.read_text(encoding="utf-8"), 32_768)
