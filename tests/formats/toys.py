"""Small tokenizers for tests of files."""

from __future__ import annotations

import random
from base64 import b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.engine.score_toys import llama_vocabulary
from workbench.api.convert import with_pattern
from workbench.display.byte_alphabet import bytes_to_unicode, unicode_to_bytes
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.score_tokenizer import score_tokenizer
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.framing import Framing
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.normalizers.clip_cleaning import clip_cleaning
from workbench.engine.splitting.pre_tokenizers import PreTokenizer, UnknownSplit, published
from workbench.formats.registry import Opened, open_file

MERGES = [(97, 97), (256, 97), (257, 98), (195, 169), (104, 101), (116, 260)]
TEXT = "aaabdaaabac the thé <|end|>"


def toy(
    splitter: PreTokenizer | None = None,
    specials: Mapping[str, int] | None = None,
    merges: list[tuple[int, int]] | None = None,
) -> Tokenizer:
    """Return a tokenizer of a few merges, by default with the GPT-4 split and one special token."""
    model = RankMergedBpe.from_merges(MERGES if merges is None else merges)
    specials = {"<|end|>": 300} if specials is None else specials
    return Tokenizer(model, splitter or published("cl100k"), specials, "toy")


def score_toy(rule: str = "llama2c") -> Tokenizer:
    """Return a tokenizer of a few tokens with scores, in llama2.c's order."""
    model = ScoreMergedBpe.from_vocabulary(
        llama_vocabulary(("a", -1.0), ("aa", -2.0), (" a", -3.0), ("日本", -4.0)), rule
    )
    return score_tokenizer(model, {"<s>": 1, "</s>": 2}, "toy")


def clip_toy(
    pairs: Sequence[tuple[str, str]] = (("l", "o"), ("lo", "w</w>"), ("lo", "w"), ("e", "r</w>")),
    specials: Mapping[str, int] | None = None,
) -> Tokenizer:
    """Return a tokenizer like CLIP's, of pairs written as in its file."""
    letters = bytes_to_unicode()
    names = [*letters.values(), *(f"{letter}</w>" for letter in letters.values())]
    names += [left + right for left, right in pairs]
    ids = {name: token_id for token_id, name in enumerate(names)}
    bytes_of = unicode_to_bytes()
    tokens = {i: bytes(bytes_of[c] for c in name.removesuffix("</w>")) for name, i in ids.items()}
    byte_ids = [ids[letters[byte]] for byte in range(256)]
    model = PairMergedBpe.from_pairs(
        tokens,
        [(ids[left], ids[right], ids[left + right]) for left, right in pairs],
        byte_ids,
        end_byte_ids=[256 + token_id for token_id in byte_ids],
    )
    start, end = len(names), len(names) + 1
    own = {"<|startoftext|>": start, "<|endoftext|>": end}
    framing = Framing((start,), (end,), context=77, padding=0)
    return Tokenizer(
        model, published("clip"), own | dict(specials or {}), "toy", None, clip_cleaning(), framing
    )


def random_toy(seed: int, n_merges: int = 60) -> Tokenizer:
    """Return a tokenizer of random merges, always the same for a seed; `n_merges` at most."""
    chance = random.Random(seed)
    ids, merges = list(range(97, 101)), []
    while len(merges) < n_merges:
        pair = (chance.choice(ids), chance.choice(ids))
        if pair not in merges:
            ids.append(256 + len(merges))
            merges.append(pair)
    return toy(specials={"<|end|>": 1000}, merges=merges)


def ranks_file(*tokens: bytes, first: int = 256) -> bytes:
    """Return a file of ranks: the 256 bytes, then tokens."""
    lines = [(bytes([byte]), byte) for byte in range(256)]
    lines += [(token, first + index) for index, token in enumerate(tokens)]
    return b"".join(b"%s %d\n" % (b64encode(token), rank) for token, rank in lines)


def opened(folder: Path, name: str, data: bytes | str) -> Opened:
    """Write a file and open it."""
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return open_file(path)


def unsplit(found: Opened) -> Tokenizer:
    """Return the tokenizer of a file that may not say how it splits text, as one that splits nothing."""
    tokenizer = found.tokenizer
    return with_pattern(tokenizer, "none") if isinstance(tokenizer.pre_tokenizer, UnknownSplit) else tokenizer


def refusal(folder: Path, name: str, data: bytes) -> EngineError | None:
    """Write a file and open it; return the error if it is refused."""
    try:
        opened(folder, name, data)
    except EngineError as fault:
        return fault
    return None


def codes(found: Opened) -> list[str]:
    """Return the codes of the notices."""
    return [notice.code for notice in found.notices]
