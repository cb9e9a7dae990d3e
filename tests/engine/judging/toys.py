"""What the tests of measures share: small tokenizers, and a pass to its end."""

from collections.abc import Iterable

from workbench.engine.corpus.documents import END_OF_DOCUMENT
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.measuring import Begun, Measured, measuring
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import no_split, published


def merged(*tokens: str, split: str | None = None) -> Tokenizer:
    """Return the tokenizer whose merges make these tokens, each of two that are there."""
    ids = {bytes([byte]): byte for byte in range(256)}
    merges = []
    for token in map(str.encode, tokens):
        left = next(cut for cut in range(1, len(token)) if token[:cut] in ids and token[cut:] in ids)
        merges.append((ids[token[:left]], ids[token[left:]]))
        ids[token] = len(ids)
    return Tokenizer(RankMergedBpe.from_merges(merges), published(split) if split else no_split())


def measured(tokenizers: list[Tokenizer], sources: dict[str, Iterable[str]], draws: int = 200) -> Measured:
    def stream():
        for name, documents in sources.items():
            yield Begun(name)
            for document in documents:
                yield document.encode()
                yield END_OF_DOCUMENT

    steps = measuring(tokenizers, stream(), draws=draws)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
