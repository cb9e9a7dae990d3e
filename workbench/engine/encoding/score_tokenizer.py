"""Makes tokenizers of score-merged models, whose spaces, borders and rule belong together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.added_tokens import AddedTokens, Flags, flags_of, found_longest_first
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.framing import NO_FRAMING, Framing
from workbench.engine.models.model import Model, ScoreModel
from workbench.engine.models.score_vocabulary import Kind, ScoreVocabulary
from workbench.engine.models.unsplit import Unsplit
from workbench.engine.normalizers.normalizer import LLAMA_CPP, NORMALIZERS, Normalizer
from workbench.engine.normalizers.sentencepiece_normalizer import spaces_of


def score_tokenizer(
    model: ScoreModel,
    special_tokens: Mapping[str, int] | None = None,
    name: str = "",
    record: Mapping[str, object] | None = None,
    framing: Framing = NO_FRAMING,
    chat_template: str | None = None,
) -> Tokenizer:
    """Return the tokenizer of a score-merged model, with the spaces of its rule's program.

    llama.cpp finds the token for the unknown where special tokens are taken, and user-defined ones always,
    each before it merges (llama-vocab.cpp, `tokenizer_st_partition`): there they are among the special ones.
    """
    normalizer = _spaces(model)
    splitter = Unsplit(model, normalizer)
    specials = found_first(model, special_tokens or {})
    return Tokenizer(
        model,
        splitter,
        special_tokens=specials,
        name=name,
        record=record,
        normalizer=normalizer,
        framing=framing,
        chat_template=chat_template,
    )


def scored_model(tokenizer: Tokenizer) -> ScoreModel:
    """Return the score-merged model of a tokenizer; raises EngineError "not_score_merged"."""
    if tokenizer.model.scored is None:
        raise EngineError("not_score_merged")
    return tokenizer.model.scored


def _spaces(model: ScoreModel) -> Normalizer:
    own = model.vocabulary.normalizer
    if model.rule == "sentencepiece":
        return own
    if model.rule == "llama2c":
        return NORMALIZERS["llama2c"]
    spaces = spaces_of(own)
    return replace(LLAMA_CPP, prefixes=spaces is None or spaces.add_dummy_prefix)


def found_first(model: ScoreModel, specials: Mapping[str, int]) -> Mapping[str, int]:
    """Return the special tokens with or without those that only llama.cpp finds before it merges."""
    vocabulary = model.vocabulary
    shared = _shared(vocabulary)
    plain = control_tokens(model, specials)
    if model.rule != "llama.cpp":
        flagged = isinstance(specials, AddedTokens) and not specials.longest_first
        return specials if flagged and len(plain) == len(specials) else plain
    kinds, flags = vocabulary.kinds, flags_of(specials)
    texts = {vocabulary.spellings[i].decode(): i for i in shared}
    flags |= {
        text: Flags(special=bool(kinds[i] == Kind.UNKNOWN)) for text, i in texts.items() if text not in flags
    }
    return found_longest_first(AddedTokens(texts | plain, flags) if shared else specials)


def _shared(vocabulary: ScoreVocabulary) -> list[int]:
    """Return the ids of the model's own tokens that llama.cpp finds before it merges."""
    kinds = vocabulary.kinds
    return np.flatnonzero((kinds == Kind.USER_DEFINED) | (kinds == Kind.UNKNOWN)).tolist()


def control_tokens(model: Model, special_tokens: Mapping[str, int]) -> dict[str, int]:
    """Return the special tokens that are not tokens of the model itself."""
    shared = () if model.scored is None else _shared(model.scored.vocabulary)
    return {text: token_id for text, token_id in special_tokens.items() if token_id not in shared}


def as_in(tokenizer: Tokenizer, rule: str) -> Tokenizer:
    """Return a score-merged tokenizer by the rule "sentencepiece", "llama2c" or "llama.cpp".

    The first two differ on "▁" in a text and on bytes that are not UTF-8 (`normalizers`), and on characters
    without a token that are in one; llama.cpp differs next to special tokens (`score_vocabulary`).

    Raises:
        EngineError: another rule, or the tokenizer's model does not merge by score.

    """
    return score_tokenizer(
        scored_model(tokenizer).by_rule(rule),
        tokenizer.special_tokens,
        tokenizer.name,
        tokenizer.record,
        tokenizer.framing,
        tokenizer.chat_template,
    )
