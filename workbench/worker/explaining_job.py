"""Why a word has the tokens that it has: its merges one by one, for the step-by-step view."""

from __future__ import annotations

from collections.abc import Generator

from workbench.engine.explain import LONGEST_TRACED
from workbench.engine.model import MergeStep, Model
from workbench.engine.score_merged import ScoreMergedBpe
from workbench.engine.score_vocabulary import Kind
from workbench.engine.tokenizer import Tokenizer
from workbench.worker import messages as m
from workbench.worker.desk import Desk
from workbench.worker.encoding_job import tokenizer_steps
from workbench.worker.job import Steps

WHOLE = 160  # bytes up to which a text is explained whole by a model that does not split it
LONGEST = LONGEST_TRACED // 4
VOCABULARY_ROWS = 5

Word = tuple[bytes, int, int, bool]  # bytes as they are merged, start and end in the raw text, dummy prefix


def explain_steps(desk: Desk, request: m.Explain) -> Steps:
    """Explain the word that holds the byte asked for."""
    tokenizer = yield from tokenizer_steps(desk, request.handle, request.rule)
    found = yield from _word_steps(tokenizer, request)
    word, start, end, prefix = found
    model = tokenizer.model
    scored = isinstance(model, ScoreMergedBpe)
    rounds: list[m.MergeRound] = []
    if len(word) <= LONGEST and model.capabilities.trace:
        for step in model.trace(word):
            rounds.append(_round(model, step, scored))
            yield None
    before, after = tokenizer.framing.parts(request.before and start == 0, request.after)
    at_end = end == len(request.text)
    yield m.Explained(
        request.request_id, request.handle, word, start, end, scored, tuple(rounds),
        vocabulary=_vocabulary(model) if isinstance(model, ScoreMergedBpe) else (),
        before=_symbols(tokenizer, before),
        prefix=_symbols(tokenizer, [i for i in (model.token_id(b" "),) if prefix and i is not None]),
        after=_symbols(tokenizer, after if at_end else []),
        longest=LONGEST if len(word) > LONGEST else 0,
    )  # fmt: skip


def _word_steps(tokenizer: Tokenizer, request: m.Explain) -> Generator[None, None, Word]:
    """Return the word around the byte asked for; empty where the splitter leaves that byte out."""
    text, at = request.text, min(request.at, max(len(request.text) - 1, 0))
    start, stop = 0, len(text)
    if not isinstance(tokenizer.model, ScoreMergedBpe) or len(text) > WHOLE:
        start = yield from tokenizer.previous_border_steps(text, at, "none")
        stop = yield from tokenizer.next_border_steps(text, at + 1, "none")
    stop = min(stop, max(at + 1, start + 16 * LONGEST))  # what is longer cannot be explained anyway
    data, alignment = text[start:stop], list(range(stop - start + 1))
    if tokenizer.normalizer is not None and data:
        normalized = yield from tokenizer.normalizer.normalize_steps(data, first=start == 0)
        data, alignment = normalized.output, normalized.alignment.tolist()
    prefix = start == 0 and data[:1] == b" " and alignment[1] == 0
    for first, last in tokenizer.pre_tokenizer.split(data).tolist():
        if alignment[first] <= at - start < alignment[last]:
            return data[first:last], start + alignment[first], start + alignment[last], prefix and first == 0
    return b"", at, at, False


def _round(model: Model, step: MergeStep, scored: bool) -> m.MergeRound:
    symbols = tuple(m.Symbol(token_id, model.token_bytes(token_id) or b"") for token_id in step.symbols)
    sign = -1 if scored else 1
    best = sorted(range(len(step.candidates)), key=lambda place: step.candidates[place][1])
    kept = sorted(place for place in best[: m.OTHERS_SHOWN + 1] if place != step.chosen)
    pairs = {
        place: m.PairShown(
            at, symbols[at].token, symbols[at + 1].token if at + 1 < len(symbols) else b"", token_id,
            model.token_bytes(token_id) or b"", sign * rank + 0.0,
        )
        for place, (at, rank, token_id) in enumerate(step.candidates)
        if place == step.chosen or place in kept
    }  # fmt: skip
    chosen = None if step.chosen is None else pairs[step.chosen]
    return m.MergeRound(symbols, chosen, tuple(pairs[place] for place in kept), len(step.candidates))


def _vocabulary(model: ScoreMergedBpe) -> tuple[m.Symbol, ...]:
    """Return the first tokens in the order of llama2.c's look-up table, spelt as in its file."""
    vocabulary = model.vocabulary
    rows = sorted(
        (b"\n%s\n" % spelling.strip(b"\n") if kind == Kind.CONTROL else spelling, token_id)
        for token_id, (spelling, kind) in enumerate(
            zip(vocabulary.spellings, vocabulary.kinds.tolist(), strict=True)
        )
    )
    return tuple(m.Symbol(token_id, spelling) for spelling, token_id in rows[:VOCABULARY_ROWS])


def _symbols(tokenizer: Tokenizer, ids: list[int]) -> tuple[m.Symbol, ...]:
    return tuple(m.Symbol(token_id, tokenizer.token_bytes(token_id) or b"") for token_id in ids)
