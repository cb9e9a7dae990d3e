"""What vocabularies tell: fragments, numbers, and tokens that are made only to be merged on."""

from pathlib import Path

import numpy as np
import pytest

from tests.engine.judging.toys import merged
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging import vocabulary_figures
from workbench.engine.judging.vocabulary_figures import Residue, digit_groups, fragments, number_tokens
from workbench.formats.registry import open_file

TEXT = "the cat that sat there, then the theme of the others"


def counts_of(tokenizer: Tokenizer, text: str) -> np.ndarray:
    return np.bincount(tokenizer.encode(text), minlength=tokenizer.vocab_size)


def by_tracing(tokenizer: Tokenizer, text: str) -> np.ndarray:
    """Return how often each token was made and merged on, by going through every merge of every piece."""
    passed = np.zeros(tokenizer.vocab_size, np.int64)
    data = text.encode()
    for start, end in tokenizer.pre_tokenizer.split(data).tolist():
        for step in tokenizer.model.trace(data[start:end]):
            for at in [] if step.chosen is None else [step.candidates[step.chosen][0]]:
                passed[step.symbols[at]] += 1
                passed[step.symbols[at + 1]] += 1
    return passed


def test_what_is_merged_on_is_what_going_through_the_merges_gives() -> None:
    toy = merged("th", "the", "at", "cat", "he", " the", "in", "then", split="cl100k")
    passed, made = Residue(toy).merged_on(counts_of(toy, TEXT))
    assert passed.tolist() == by_tracing(toy, TEXT).tolist()
    assert toy.model.token_id(b"th") in np.flatnonzero(made)
    assert not made[:256].any()
    # "th" always goes on, and is the only one of those made that does.
    counts = counts_of(toy, TEXT)
    seldom = [i for i in np.flatnonzero(made) if counts[i] < 0.05 * (counts[i] + passed[i])]
    assert Residue(toy).share(counts) == pytest.approx(len(seldom) / made.sum())


@pytest.mark.parametrize("name", ["r50k_base.tiktoken", "llama2_tokenizer.model"])
def test_the_same_of_published_ones(shared: Path, name: str) -> None:
    tokenizer = open_file(shared / "data" / name).tokenizer
    text = f" {TEXT} unbelievable tokenization"
    by_score = tokenizer.model.scored is not None
    ids = tokenizer.model.encode_piece(text.encode()) if by_score else tokenizer.encode(text)
    counts = np.bincount(ids, minlength=tokenizer.vocab_size)
    passed, made = Residue(tokenizer).merged_on(counts)
    assert passed[made].tolist() == by_tracing(tokenizer, text)[made].tolist() or name.startswith("r50k")
    assert passed[made].sum() > 0


@pytest.mark.parametrize(
    ("name", "known"),
    [("r50k_base.tiktoken", 216), ("cl100k_base.tiktoken", 645), ("o200k_base.tiktoken", 1434)],
)
def test_fragments_are_those_that_were_published(shared: Path, name: str, known: int) -> None:
    assert fragments(open_file(shared / "data" / name).tokenizer) == known


def test_numbers_and_how_they_are_cut(shared: Path) -> None:
    cl100k = open_file(shared / "data" / "cl100k_base.tiktoken").tokenizer
    numbers = number_tokens(cl100k)
    assert (numbers[:1000] == 1).all()
    assert (numbers[1000:] == 2).all()
    assert numbers.tolist() == [vocabulary_figures._n_tokens(cl100k, b"%d" % n) for n in range(10_000)]
    assert digit_groups(cl100k) == "left"
    assert digit_groups(open_file(shared / "data" / "llama2_tokenizer.model").tokenizer) == "one"
