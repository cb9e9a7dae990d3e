"""Encoding by score in five steps, as llama2.c's `encode` goes (karpathy/llama2.c, run.c), for a short text.

S1: the tokens sorted by their bytes, for looking them up. S2: the start token, if requested, and the space
put before a text. S3: each character's token, or its bytes. S4: of all neighbors that make a token, those of
the best score, the leftmost if equal. S5: they are replaced by it, and S4 again, until there are none.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nsmallest

from workbench.engine.encoding.score_tokenizer import scored_model
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.explain import Candidate, ExplainedPiece
from workbench.engine.models.score_vocabulary import ScoreVocabulary


@dataclass(frozen=True, slots=True)
class ScoreMerge:
    """S4 and S5: one merge.

    Attributes:
        before: ids before the merge.
        position: index of the left one of the two, the start token counted.
        left, right: their ids.
        id, score: of the token that they make.
        candidates: every pair that may merge, from the left; `n_candidates` of them.

    """

    before: tuple[int, ...]
    position: int
    left: int
    right: int
    id: int
    score: float
    candidates: tuple[Candidate, ...]

    @property
    def n_candidates(self) -> int:
        """How many pairs could merge."""
        return len(self.candidates)


@dataclass(frozen=True, slots=True)
class ScoreSteps:
    """The steps of a text.

    Attributes:
        sorted_tokens: S1, the first tokens by their bytes, with ids.
        start: S2, the start token, if requested, and the dummy prefix, unless it merged into a character.
        characters: S2 and S3, all ids before the first merge.
        merges: S4 and S5.
        ids: what is left, and the end token, if requested.

    """

    sorted_tokens: tuple[tuple[bytes, int], ...]
    start: tuple[int, ...]
    characters: tuple[int, ...]
    merges: tuple[ScoreMerge, ...]
    ids: tuple[int, ...]


def score_steps(
    tokenizer: Tokenizer, text: str | bytes, *, before: bool = True, after: bool = False, n_sorted: int = 5
) -> ScoreSteps:
    """Return the steps of a short text; `before` and `after` ask for the start and the end token.

    Raises:
        EngineError: the model does not merge by score, or the text is too long (`explain.LONGEST_TRACED`).

    """
    vocabulary = scored_model(tokenizer).vocabulary
    starts, ends = map(tuple, tokenizer.framing.parts(before, after))
    pieces = tokenizer.explain(text)
    sorted_tokens = tuple(sorted_vocabulary(vocabulary, n_sorted))
    if not pieces:
        return ScoreSteps(sorted_tokens, starts, starts, (), (*starts, *ends))
    prefix = pieces[0].rows[0].ids[:1] if pieces[0].piece[:1] == b" " else ()
    merges: list[ScoreMerge] = []
    done = starts
    for number, piece in enumerate(pieces):  # several where added tokens are found between them
        rest = [i for other in pieces[number + 1 :] for i in other.rows[0].ids]
        merges += _merges(piece, done, tuple(rest))
        done = (*done, *piece.ids)
    characters = (i for piece in pieces for i in piece.rows[0].ids)
    return ScoreSteps(
        sorted_tokens, (*starts, *prefix), (*starts, *characters), tuple(merges), (*done, *ends)
    )  # fmt: skip


def sorted_vocabulary(vocabulary: ScoreVocabulary, n_rows: int) -> list[tuple[bytes, int]]:
    """Return the first rows of S1: tokens with ids by their bytes, start and end as in llama2.c's file."""
    spellings = vocabulary.llamas_spellings() if vocabulary.has_llamas_order() else vocabulary.spellings
    return nsmallest(n_rows, zip(spellings, range(len(spellings)), strict=True))


def _merges(piece: ExplainedPiece, done: tuple[int, ...], rest: tuple[int, ...]) -> list[ScoreMerge]:
    merges: list[ScoreMerge] = []
    for row in piece.rows:
        chosen = row.chosen
        if chosen is not None:
            left, right = row.ids[chosen.position : chosen.position + 2]
            place, score = chosen.position + len(done), -chosen.rank
            before = (*done, *row.ids, *rest)
            merges.append(
                ScoreMerge(
                    before,
                    place,
                    left=left,
                    right=right,
                    id=chosen.id,
                    score=score,
                    candidates=row.candidates,
                )
            )
    return merges
