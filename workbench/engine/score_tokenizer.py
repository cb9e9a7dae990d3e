"""Tokenizers of score-merged models: the spaces, the borders and the rule go together."""

from __future__ import annotations

from collections.abc import Generator, Mapping

from workbench.engine.errors import EngineError
from workbench.engine.framing import NO_FRAMING, Framing
from workbench.engine.normalizers import NORMALIZERS
from workbench.engine.score_merged import ScoreMergedBpe
from workbench.engine.score_vocabulary import RULES
from workbench.engine.tokenizer import Tokenizer
from workbench.engine.unsplit import Unsplit


def score_tokenizer(
    model: ScoreMergedBpe,
    special_tokens: Mapping[str, int] | None = None,
    name: str = "",
    record: Mapping[str, object] | None = None,
    framing: Framing = NO_FRAMING,
    chat_template: str | None = None,
) -> Tokenizer:
    """Return the tokenizer of a score-merged model, with the spaces of the program whose rule it follows."""
    rule, vocabulary = model.rule, model.vocabulary
    normalizer = vocabulary.normalizer if rule == "sentencepiece" else NORMALIZERS[rule]
    splitter = Unsplit(model, normalizer)
    return Tokenizer(model, splitter, special_tokens, name, record, normalizer, framing, chat_template)


def model_as_in_steps(model: ScoreMergedBpe, rule: str) -> Generator[None, None, ScoreMergedBpe]:
    """Yield None at least every 20 ms and return the model with the same vocabulary and another rule."""
    if rule == model.rule:
        return model
    return (yield from ScoreMergedBpe.from_vocabulary_steps(model.vocabulary, rule))


def as_in(tokenizer: Tokenizer, rule: str) -> Tokenizer:
    """Return a score-merged tokenizer that does as "sentencepiece" or as "llama2c" does.

    The two differ on "▁" in a text and on bytes that are not UTF-8 (`normalizers`), and on characters
    without a token that stand in one (`score_vocabulary`).

    Raises:
        EngineError: another rule, or the tokenizer's model does not merge by score.

    """
    model = tokenizer.model
    if not isinstance(model, ScoreMergedBpe):
        raise EngineError("not_score_merged")
    if rule not in RULES:
        raise EngineError("unknown_score_rule", rule=rule, choices=", ".join(RULES))
    if rule != model.rule:
        model = ScoreMergedBpe.from_vocabulary(model.vocabulary, rule)
    return score_tokenizer(
        model,
        tokenizer.special_tokens,
        tokenizer.name,
        tokenizer.record,
        tokenizer.framing,
        tokenizer.chat_template,
    )
