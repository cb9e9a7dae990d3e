"""When two models make the same ids of every piece, whatever kind each is of.

The answer is *proved*, or not: where it is no, they may still be the same. Models of one kind are compared as
data. Ranks and listed pairs, two ways to say one vocabulary, are held together by `_pairs_do_as_ranks`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced, point
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.character_vocabulary import CharacterVocabulary
from workbench.engine.models.model import Model
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.models.score_vocabulary import ScoreVocabulary


def same_model(mine: Model, theirs: Model, apart: NDArray[np.int64]) -> bool:
    """Return whether it is proved that two models make the same ids of every piece.

    `apart` are ids that may be an ordinary token's in one alone: those of special tokens.
    """
    if mine is theirs:
        return True
    if isinstance(mine, ScoreMergedBpe) and isinstance(theirs, ScoreMergedBpe):
        return mine.rule == theirs.rule and _same_scores(mine, theirs)
    if isinstance(mine, CharacterMergedBpe) and isinstance(theirs, CharacterMergedBpe):
        return _same_fields(mine.vocabulary, theirs.vocabulary)
    if isinstance(mine, PairMergedBpe) and isinstance(theirs, PairMergedBpe):
        same_units = _units(mine) == _units(theirs) and mine.vocab_size == theirs.vocab_size
        return same_units and np.array_equal(mine.merges, theirs.merges) and _same_tokens(mine, theirs, apart)
    if isinstance(mine, RankMergedBpe) and isinstance(theirs, RankMergedBpe):
        if mine.is_of_merges == theirs.is_of_merges:
            same_pairs = not mine.is_of_merges or np.array_equal(mine.pairs(), theirs.pairs())
            return same_pairs and _same_tokens(mine, theirs, apart)
        ranks, pairs = (theirs, mine) if mine.is_of_merges else (mine, theirs)
        return _same_tokens(mine, theirs, apart) and _pairs_do_as_ranks(ranks, _rows(pairs), whole=False)
    for ranked, listed in ((mine, theirs), (theirs, mine)):
        if isinstance(ranked, RankMergedBpe) and isinstance(listed, PairMergedBpe):
            return _same_tokens(mine, theirs, apart) and _listed_do_as_ranks(ranked, listed)
    return False


def _units(model: PairMergedBpe) -> tuple[object, ...]:
    lists = model.lists
    return lists.byte_ids, lists.end_byte_ids, lists.whole_pieces, lists.as_text, lists.word_ends


def _same_fields(mine: Any, theirs: Any) -> bool:  # noqa: ANN401  # any dataclass, with arrays or without
    for name in mine.__dataclass_fields__:
        left, right = getattr(mine, name), getattr(theirs, name)
        same = np.array_equal(left, right) if isinstance(left, np.ndarray) else left == right
        if not same:
            return False
        point()
    return True


def _same_scores(mine: ScoreMergedBpe, theirs: ScoreMergedBpe) -> bool:
    """Return whether all is the same that scores decide on: which token goes before which."""
    if not _same_kinds(mine.vocabulary, theirs.vocabulary) or mine.tables.space != theirs.tables.space:
        return False
    if mine.tables.joinable != theirs.tables.joinable:
        return False
    return np.array_equal(_merge_order(mine), _merge_order(theirs))


def _merge_order(model: ScoreMergedBpe) -> NDArray[np.int64]:
    """Return int64[k], the place by score of each token that merging may make, equal ones at one place."""
    units = model.tables.unit_symbols
    ids = [token_id for spelling, token_id in model.tables.joinable.items() if spelling not in units]
    places: NDArray[np.int64] = np.unique(-model.vocabulary.scores[ids], return_inverse=True)[1]
    return places


def _same_kinds(here: ScoreVocabulary, there: ScoreVocabulary) -> bool:
    return here.spellings == there.spellings and np.array_equal(here.kinds, there.kinds)


def _same_tokens(mine: Model, theirs: Model, apart: NDArray[np.int64]) -> bool:
    ids = np.setdiff1d(mine.ids, apart, assume_unique=True)
    if not np.array_equal(ids, np.setdiff1d(theirs.ids, apart, assume_unique=True)):
        return False
    return all(mine.token_bytes(i) == theirs.token_bytes(i) for i in paced(ids.tolist()))


def _rows(model: RankMergedBpe) -> NDArray[np.int64]:
    """Return int64[m, 3], the pairs of a model of merges with what they make, in order."""
    pairs = model.pairs()
    merged_ids = np.flatnonzero(pairs[:, 0] >= 0)
    return np.column_stack((pairs[merged_ids], merged_ids))


def _listed_do_as_ranks(ranked: RankMergedBpe, listed: PairMergedBpe) -> bool:
    lists = listed.lists
    bytes_alike = all(ranked.token_id(bytes((byte,))) == lists.byte_ids[byte] for byte in range(256))
    if not bytes_alike or lists.end_byte_ids is not None:
        return False
    if lists.whole_pieces and not np.array_equal(ranked.ids, listed.ids):
        return False
    return _pairs_do_as_ranks(ranked, listed.merges, lists.whole_pieces)


def _pairs_do_as_ranks(ranked: RankMergedBpe, rows: NDArray[np.int64], whole: bool) -> bool:
    """Return whether listed pairs, int64[m, 3], do to every piece what ranks of the same tokens do.

    Where two neighbors spell a token, nothing has been merged across its ends, so what was merged inside is
    what merging its bytes alone does: the two are the pair that this ends with, and no other pair is ever
    joined to that token. So it is enough that this pair is listed for each token, that tokens come in the
    order of their ranks with all pairs of each together, and that those tokens which merging never makes are
    taken whole by both or not there.
    """
    merged_ids = rows[:, 2]
    starts = (
        np.flatnonzero(np.append(True, merged_ids[1:] != merged_ids[:-1]))
        if len(merged_ids)
        else np.empty(0, np.int64)
    )
    order = merged_ids[starts]
    if len(np.unique(order)) != len(order) or not np.isin(order, ranked.ids).all():
        return False
    listed = {(left, right): token for left, right, token in rows.tolist()}
    expected: list[int] = []
    never_made = False
    for token_id in paced(ranked.ids.tolist()):
        if len(ranked.token_bytes(token_id) or b"") == 1:
            continue
        pair = ranked.merged_from(token_id)
        if len(pair) != 2:
            never_made = True
            continue
        if listed.get((pair[0], pair[1])) != token_id:
            return False
        expected.append(token_id)
    kept = order[np.isin(order, np.array(expected, np.int64))]
    return (whole or not never_made) and np.array_equal(kept, np.array(expected, np.int64))


def same_merges(mine: Model, theirs: Model) -> bool:
    """Return whether two models of a kind merge the same bytes in the same order, whatever ids these have."""
    if isinstance(mine, ScoreMergedBpe) and isinstance(theirs, ScoreMergedBpe):
        return mine.rule == theirs.rule and _scored(mine) == _scored(theirs)
    if isinstance(mine, CharacterMergedBpe) and isinstance(theirs, CharacterMergedBpe):
        return _spelled(mine.vocabulary) == _spelled(theirs.vocabulary)
    listed = [_listed(each) for each in (mine, theirs)]
    return None not in listed and listed[0] == listed[1]


def _scored(model: ScoreMergedBpe) -> tuple[object, ...]:
    vocabulary, units = model.vocabulary, model.tables.unit_symbols
    merged = (spelling for spelling in model.tables.joinable if spelling not in units)
    places = dict(zip(merged, _merge_order(model).tolist(), strict=True))
    kinds = dict(zip(vocabulary.spellings, vocabulary.kinds.tolist(), strict=True))
    return places, kinds, model.tables.space


def _spelled(vocabulary: CharacterVocabulary) -> tuple[object, ...]:
    texts = {token_id: text for text, token_id in vocabulary.ids.items()}
    merges = [tuple(texts[i] for i in row) for row in paced(vocabulary.merges.tolist())]
    silent = sorted(texts[i] for i in vocabulary.silent)
    names = "unknown", "fuses_unknown", "byte_fallback", "prefix", "suffix", "whole_pieces", "mark"
    return merges, sorted(vocabulary.ids), silent, [getattr(vocabulary, name) for name in names]


def _listed(model: Model) -> tuple[object, ...] | None:
    """Return the merges of bytes, or the tokens by rank where a file has these; None for other models."""
    if not isinstance(model, RankMergedBpe | PairMergedBpe):
        return None
    tokens = {i: model.token_bytes(i) or b"" for i in paced(model.ids.tolist())}
    if isinstance(model, RankMergedBpe):
        if not model.is_of_merges:
            return (list(tokens.values()),)
        return [(tokens[i], tokens[j]) for i, j, _ in _rows(model).tolist()], sorted(tokens.values()), False
    ends, whole = model.word_ends, model.lists.whole_pieces
    marked = {i: token + b"</w>" * (i in ends) for i, token in tokens.items()}
    return [(marked[i], marked[j]) for i, j, _ in model.merges.tolist()], sorted(marked.values()), whole


def way_of_decoding(model: Model, is_joined: bool) -> tuple[object, ...]:
    """Return what tells how tokens become a text, besides what each of them adds.

    With `is_joined` they are joined as the file spells them, which is the model's own.
    """
    if isinstance(model, RankMergedBpe | PairMergedBpe) and not is_joined:
        return "pairs", model.capabilities.decodes_otherwise
    return type(model).__name__, "" if model.scored is None else model.scored.rule


def preferred(model: Model) -> dict[bytes, int]:
    """Return the tokens that merging makes, each with its place: of two the lower one is made first."""
    if isinstance(model, ScoreMergedBpe):
        joinable = model.tables.joinable.items()
        return {text: model.tables.order[i] for text, i in joinable if text not in model.tables.unit_symbols}
    merged_ids: NDArray[Any] = np.empty(0, np.int64)
    if isinstance(model, RankMergedBpe):
        merged_ids = model.ids
    elif isinstance(model, PairMergedBpe):
        merged_ids = model.merges[:, 2]
    elif isinstance(model, CharacterMergedBpe):
        merged_ids = model.vocabulary.merges[:, 2]
    places: dict[bytes, int] = {}
    for place, token_id in enumerate(paced(merged_ids.tolist())):
        places.setdefault(model.token_bytes(token_id) or b"", place)
    return places
