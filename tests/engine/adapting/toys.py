"""Small tokenizers of each kind that can be changed, and random texts that they have much to do with."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from workbench.engine.adapting.changes import Change
from workbench.engine.adapting.draft import Draft
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.splitting.pre_tokenizers import published
from workbench.engine.training.merges import train_reference

_TEXT = (
    "the tokens of another tokenizer are other tokens than these others, and more so in 2,000 texts; "
    "whoever measures languages by their letters finds vowels, consonants and numbers everywhere"
)
WORDS = _TEXT.split()
KINDS = ("merges", "ranks", "pairs", "whole pieces")


def corpus(seed: int, n_words: int = 300) -> str:
    chance = random.Random(seed)
    return " ".join(chance.choice(WORDS) for _ in range(n_words))


def pieces_of(text: str) -> list[tuple[list[int], int]]:
    data = text.encode()
    counts: dict[bytes, int] = {}
    for start, end in published("cl100k").split(data).tolist():
        counts[data[start:end]] = counts.get(data[start:end], 0) + 1
    return [(list(piece), count) for piece, count in counts.items()]


def merges(n_merges: int, seed: int = 1) -> list[tuple[int, int]]:
    return [pair for pair, _, _ in train_reference(pieces_of(corpus(seed)), n_merges)]


def toy(kind: str, n_merges: int = 60, specials: dict[str, int] | None = None) -> Tokenizer:
    """Return a tokenizer that `n_merges` were learned for; pairs have other ids than their ranks."""
    base = RankMergedBpe.from_merges(merges(n_merges))
    model = base
    tokens = {i: base.token_bytes(i) for i in base.ids.tolist()}
    if kind == "ranks":
        model = RankMergedBpe.from_ranks({token: i for i, token in tokens.items()})
    elif kind in ("pairs", "whole pieces"):
        order = np.random.default_rng(3).permutation(len(tokens)).tolist()
        rows = [(left, right, i) for i, (left, right) in enumerate(base.pairs()[256:].tolist(), 256)]
        model = PairMergedBpe.from_pairs(
            {order[i]: token for i, token in tokens.items()},
            [[order[i] for i in row] for row in rows],
            [order[byte] for byte in range(256)],
            whole_pieces=kind == "whole pieces",
        )
    return Tokenizer(
        model, published("cl100k"), {"<|end|>": 256 + n_merges} if specials is None else specials
    )


def random_texts(seed: int, n_texts: int = 40) -> list[bytes]:
    """Return texts of words, of pieces of words, and of random characters."""
    chance = random.Random(seed)
    letters = "thetokn sraz,0123é\n"
    texts: list[bytes] = []
    for _ in range(n_texts):
        parts = [chance.choice(WORDS)[: chance.randint(1, 9)] for _ in range(chance.randint(1, 12))]
        parts += ["".join(chance.choice(letters) for _ in range(chance.randint(1, 9))) for _ in range(3)]
        chance.shuffle(parts)
        texts.append(chance.choice(("", " ")).join(parts).encode())
    return texts


def all_applied(base: Tokenizer, changes: Sequence[Change], move_special: bool = False) -> Draft:
    """Return the draft of changes that need only the tokenizer; raises EngineError."""
    draft = Draft(base)
    for change in changes:
        draft = draft.changed(change, move_special)
    return draft
