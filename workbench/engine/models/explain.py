"""Explains tokens: the merges of a piece round by round."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.base.errors import EngineError
from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.model import MergeStep, Model
from workbench.engine.models.pair_merged import WORD_END, PairMergedBpe

LONGEST_TRACED = 1024  # bytes of a piece; each round lists every pair that may merge


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two adjacent symbols that may merge.

    Attributes:
        position: index of the left one among the symbols of its row.
        rank: place in the order of merging, from 0; the lowest is chosen, leftmost if equal.
        id: the token that they make.
        token: how it is written (`spelling`).
        score: of the token, where tokens have scores; the highest is chosen, and the rank is its negative.

    """

    position: int
    rank: float
    id: int
    token: bytes
    score: float | None = None


@dataclass(frozen=True, slots=True)
class TraceRow:
    """One round of merging.

    Attributes:
        number: of the round, from 1.
        ids: of the symbols before the round, from the left.
        symbols: how they are written (`spelling`).
        candidates: every pair that may merge, from the left.
        chosen: the one that is merged, or None in the last row, where nothing merges any more.
        places: positions at which it is merged, the leftmost first; several where a round merges a pair
            throughout the piece (CLIP).

    """

    number: int
    ids: tuple[int, ...]
    symbols: tuple[bytes, ...]
    candidates: tuple[Candidate, ...]
    chosen: Candidate | None
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ExplainedPiece:
    """A pre-token and the merges that made its tokens.

    Attributes:
        piece: its bytes.
        start: where it begins, in bytes of the text.
        rows: the rounds of merging; the symbols of the last one are the tokens.
        taken: it is an added token, which was found in the text and never merges.

    """

    piece: bytes
    start: int
    rows: tuple[TraceRow, ...]
    taken: bool = False

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of the piece."""
        return self.rows[-1].ids


def spelling(model: Model, token_id: int) -> bytes:
    """Return a token as it is usually written: its bytes, and CLIP's `</w>` at the end of a word."""
    token = model.token_bytes(token_id) or b""
    return token + WORD_END if token_id in model.word_ends else token


def spelled_in_file(model: Model, token_id: int) -> bytes:
    """Return a token as `tokenizer.json` has it: in the byte alphabet, or with marks for spaces."""
    if isinstance(model, CharacterMergedBpe):
        return model.vocabulary.texts.get(token_id, "").encode()
    token = spelling(model, token_id)
    if isinstance(model, PairMergedBpe) and token_id in model.lists.as_text:
        return token
    alphabet = bytes_to_unicode()
    return "".join(map(alphabet.__getitem__, token)).encode()


def file_text(model: Model, token_id: int) -> str:
    """Return a token as the `vocab` of a tokenizer.json has it: "Ġthe", "▁the", "the</w>"."""
    if model.scored is not None:
        return model.scored.vocabulary.spellings[token_id].decode("utf-8", "replace").replace(" ", "▁")
    if model.capabilities.byte_level or isinstance(model, CharacterMergedBpe | PairMergedBpe):
        return spelled_in_file(model, token_id).decode("utf-8", "replace")
    return (model.token_bytes(token_id) or b"").decode("utf-8", "replace")


def taken_piece(text: bytes, start: int, token_id: int) -> ExplainedPiece:
    """Return an added token in a text as one round without a merge."""
    return ExplainedPiece(text, start, (TraceRow(1, (token_id,), (text,), (), None),), taken=True)


def merge_trace(model: Model, piece: bytes) -> tuple[TraceRow, ...]:
    """Return the rounds of merging `piece`.

    Raises:
        EngineError: the piece is longer than `LONGEST_TRACED` bytes.

    """
    if len(piece) > LONGEST_TRACED:
        raise EngineError("piece_too_long_to_explain", length=len(piece), longest=LONGEST_TRACED)
    return tuple(_row(model, number, step) for number, step in enumerate(model.trace(piece), 1))


def _row(model: Model, number: int, step: MergeStep) -> TraceRow:
    scored = model.scored
    candidates = tuple(
        Candidate(
            position,
            rank,
            token_id,
            spelling(model, token_id),
            None if scored is None else scored.score(token_id),
        )
        for position, rank, token_id in step.candidates
    )
    symbols = tuple(spelling(model, token_id) for token_id in step.symbols)
    chosen = None if step.chosen is None else candidates[step.chosen]
    return TraceRow(number, step.symbols, symbols, candidates, chosen, step.merged_at)
