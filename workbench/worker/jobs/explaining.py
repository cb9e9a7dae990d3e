"""Explains the tokens of a word: its merges one by one, for the step-by-step view."""

from __future__ import annotations

from workbench.api.word_sizes import can_train_like
from workbench.engine.base.pace import point
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.explaining.score_steps import sorted_vocabulary
from workbench.engine.explaining.what_if import what_if
from workbench.engine.models.explain import LONGEST_TRACED, spelling
from workbench.engine.models.model import MergeStep, Model
from workbench.engine.models.score_vocabulary import ScoreVocabulary
from workbench.worker.jobs.encoding import tokenizer_by_rule
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.explaining import (
    Explain,
    Explained,
    MergeRound,
    NeededMerge,
    PassedToken,
    Symbol,
    WhatIf,
)

WHOLE = 160  # bytes up to which a text is explained whole by a model that does not split it
LONGEST = LONGEST_TRACED // 2
VOCABULARY_ROWS = 5
_MOST = 8 * LONGEST

Word = tuple[bytes, int, int, bool]  # bytes as they are merged, start and end in the raw text, dummy prefix


def explain(store: Store, request: Explain) -> Steps:
    """Explain the word that holds the byte requested."""
    whole = tokenizer_by_rule(store, request.handle, request.rule)
    tokenizer = whole.at_vocab_size(request.size) if request.size else whole
    word, start, end, prefix = _word(tokenizer, request)
    model = tokenizer.model
    scored = model.scored
    rounds: list[MergeRound] = []
    if len(word) <= LONGEST and model.capabilities.trace:
        for step in model.trace(word):
            rounds.append(round_of(step, scored is not None))
            point()
    before, after = tokenizer.framing.parts(request.before and start == 0, request.after)
    at_end = end == max(request.n_bytes, request.offset + len(request.text))
    yield Explained(
        request.request_id,
        request.handle,
        word=word,
        start=start,
        end=end,
        scored=scored is not None,
        rounds=tuple(rounds),
        tokens=_tokens(model, rounds),
        vocabulary=() if scored is None else _vocabulary(scored.vocabulary),
        before=_symbols(tokenizer, before),
        prefix=_symbols(tokenizer, [i for i in (model.token_id(b" "),) if prefix and i is not None]),
        after=_symbols(tokenizer, after if at_end else []),
        longest=LONGEST if len(word) > LONGEST else 0,
        what_if=_what_if(model, word, request.at - start + prefix) if rounds else None,
    )


def _word(tokenizer: Tokenizer, request: Explain) -> Word:
    """Return the word around the byte requested; empty if the splitter leaves that byte out."""
    text, offset = request.text, request.offset
    at = min(request.at - offset, max(len(text) - 1, 0))
    start, stop = _stretch(tokenizer, text, at, begins=offset == 0)
    data, alignment = text[start:stop], list(range(stop - start + 1))
    begins = start + offset == 0
    if tokenizer.normalizer is not None and data:
        normalized = tokenizer.normalizer.normalize(data, first=begins)
        data, alignment = normalized.output, normalized.alignment.tolist()
    prefix = begins and data[:1] == b" " and alignment[1] == 0
    start += offset
    for first, last in tokenizer.pre_tokenizer.split(data).tolist():
        if alignment[first] <= at + offset - start < alignment[last]:
            return data[first:last], start + alignment[first], start + alignment[last], prefix and first == 0
    return b"", at + offset, at + offset, False


def _stretch(tokenizer: Tokenizer, text: bytes, at: int, *, begins: bool) -> tuple[int, int]:
    """Return (start, end) of a stretch in which the word around a byte is split as in the whole text.

    `begins` says whether it is the beginning of the whole text that `text` begins with.
    """
    if tokenizer.model.scored is not None and len(text) <= WHOLE and begins:
        return 0, len(text)
    start = tokenizer.previous_border(text, at, "none")
    stop = tokenizer.next_border(text, at + 1, "none")
    if stop - start > _MOST or (start == 0 and not begins):
        # The safe borders of this text are unknown: words that are further off are taken to say nothing.
        start, stop = max(start, at - _MOST // 2), min(stop, at + _MOST // 2)
        spaces = [place for place in range(start, at) if text[place] in b" \n"]
        start = spaces[0] if spaces and (start or not begins) else start
    return start, stop


def round_of(step: MergeStep, scored: bool) -> MergeRound:
    """Return a step of merging as a message; the rank of a token with a score is its negative."""
    sign = -1 if scored else 1
    candidates = tuple((at, token_id, sign * rank + 0.0) for at, rank, token_id in step.candidates)
    return MergeRound(step.symbols, candidates, step.chosen, step.merged_at)


def _tokens(model: Model, rounds: list[MergeRound]) -> dict[int, tuple[bytes, int]]:
    """Return how the tokens of the rounds are written, and their lengths in bytes of the word."""
    ids = {token_id for each in (*rounds[:1], *rounds[-1:]) for token_id in each.ids}
    ids |= {token_id for each in rounds for _, token_id, _ in each.candidates}
    return {i: (spelling(model, i), len(model.token_bytes(i) or b"")) for i in ids}


def _what_if(model: Model, piece: bytes, at: int) -> WhatIf:
    """Return what would make a piece one token, or the word around a byte of a piece with spaces."""
    place = None
    if b" " in piece[1:]:
        start = max(piece.rfind(b" ", 0, at + 1), 0)
        end = piece.find(b" ", max(at, start) + 1)
        place = start, len(piece) if end < 0 else end
    answer = what_if(model, piece, place)

    def written(*ids: int) -> bytes:
        return b"".join(spelling(model, token_id) for token_id in ids)

    return WhatIf(
        len(answer.ids),
        piece[slice(*answer.place)],
        -1 if answer.whole is None else answer.whole,
        tuple(
            NeededMerge(
                written(*join.left), written(*join.right), -1 if join.id is None else join.id, join.exists
            )
            for join in answer.joins
        ),
        tuple(
            PassedToken(
                passed.id, written(passed.id), passed.round_number or 0,
                b"" if passed.chosen is None else written(passed.chosen),
            )
            for passed in answer.passed
        ),
        can_train_like(model),
    )  # fmt: skip


def _vocabulary(vocabulary: ScoreVocabulary) -> tuple[Symbol, ...]:
    """Return the first tokens in the order of llama2.c's look-up table, spelled as in its file."""
    rows = sorted_vocabulary(vocabulary, VOCABULARY_ROWS)
    return tuple(Symbol(token_id, spelling) for spelling, token_id in rows)


def _symbols(tokenizer: Tokenizer, ids: list[int]) -> tuple[Symbol, ...]:
    return tuple(Symbol(token_id, tokenizer.token_bytes(token_id) or b"") for token_id in ids)
