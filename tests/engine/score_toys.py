"""Small vocabularies with scores for tests."""

from __future__ import annotations

from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.models.score_vocabulary import Kind, ScoreVocabulary, byte_spelling, vocabulary_of

# google/sentencepiece, bpe_model_test.cc: the pieces of its tests.
PIECES = [("ab", 0.0), ("cd", -0.1), ("abc", -0.2), *[(letter, -0.5) for letter in "abcd"]]


def llama_vocabulary(*rows: tuple[str, float]) -> ScoreVocabulary:
    """Return a vocabulary in llama2.c's order: unknown, start, end, the bytes, a space, these from 260 on."""
    start = [(text, 0.0) for text in ("<unk>", "\n<s>\n", "\n</s>\n", *map(byte_spelling, range(256)))]
    kinds = [Kind.UNKNOWN, Kind.CONTROL, Kind.CONTROL, *[Kind.BYTE] * 256]
    return vocabulary_of([*start, (" ", -1e3), *rows], [*kinds, *[Kind.NORMAL] * (1 + len(rows))])


def toy_model(
    *rows: tuple[str, float], kinds: dict[str, Kind] | None = None, rule: str = "sentencepiece"
) -> ScoreMergedBpe:
    """Return a model of (token, score) rows after `<unk>`, which is 0; without byte fallback."""
    kinds = kinds or {}
    all_kinds = [Kind.UNKNOWN, *(kinds.get(text, Kind.NORMAL) for text, _ in rows)]
    return ScoreMergedBpe.from_vocabulary(vocabulary_of([("<unk>", 0.0), *rows], all_kinds), rule)


def texts_of(model: ScoreMergedBpe, text: str) -> list[str]:
    """Return the tokens that a text becomes."""
    return [(model.token_bytes(i) or b"").decode() for i in model.encode_piece(text.encode())]
