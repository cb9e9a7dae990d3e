"""Where llama.cpp and SentencePiece give a vocabulary with scores other ids, and the sentence about this.

Judged by both on vocabularies of every kind (sentencepiece 0.2.3, the llama.cpp of llama-cpp-python 0.3.36).
"""

from __future__ import annotations

import numpy as np

from workbench.engine.base.errors import Fact
from workbench.engine.models.score_vocabulary import Kind, ScoreVocabulary
from workbench.engine.normalizers.sentencepiece_normalizer import SentencePieceNormalizer, SpacesSpec
from workbench.formats.format import Fit, Notice

_NO_TEXT = (Kind.CONTROL, Kind.UNKNOWN, Kind.BYTE)


def as_llama_cpp(vocabulary: ScoreVocabulary, title: str) -> Fit:
    """Tell what llama.cpp does otherwise than SentencePiece; `title` is the title of what is written.

    "other_ids" where plain texts differ, "part" where it is only after special tokens or next to a "▁".
    """
    normalizer, kinds = vocabulary.normalizer, vocabulary.kinds
    prefixed = True
    if isinstance(normalizer, SentencePieceNormalizer):
        prefixed = normalizer.spaces.add_dummy_prefix
        plain = SpacesSpec(prefixed, remove_extra_whitespaces=False)
        if normalizer.charsmap.nodes or normalizer.spaces != plain:
            return Fit("other_ids", (Notice("leaves_out_normalizer", {"format": title}),))
    odd = _odd_tokens(vocabulary)
    if odd is not None:
        return Fit("other_ids", (odd,))
    user_defined = [vocabulary.spellings[i] for i in np.flatnonzero(kinds == Kind.USER_DEFINED).tolist()]
    if user_defined and (prefixed or any(b" " in spelling for spelling in user_defined)):
        level = "other_ids" if prefixed else "part"
        return Fit(level, (Notice("gguf_finds_user_defined", {"count": len(user_defined)}),))
    if prefixed and Kind.CONTROL in kinds:
        return Fit("part", (Notice("leaves_out_starts"),))
    return Fit()


def _odd_tokens(vocabulary: ScoreVocabulary) -> Notice | None:
    kinds = vocabulary.kinds
    if Kind.BYTE not in kinds:
        return Notice("gguf_without_bytes")
    token = _made_of_text(vocabulary)
    if token is not None:
        return Notice("gguf_makes_control", {"token": token.decode()})
    if Kind.UNUSED in kinds:
        facts: dict[str, Fact] = {"count": int(np.count_nonzero(kinds == Kind.UNUSED))}
        return Notice("gguf_uses_unused", facts)
    return None


def _made_of_text(vocabulary: ScoreVocabulary) -> bytes | None:
    """Return a token that is no text to SentencePiece, and that two others spell, which llama.cpp joins."""
    known = set(vocabulary.spellings)
    for token_id in np.flatnonzero(np.isin(vocabulary.kinds, _NO_TEXT)).tolist():
        spelling = vocabulary.spellings[token_id]
        if any(spelling[:at] in known and spelling[at:] in known for at in range(1, len(spelling))):
            return spelling
    return None
