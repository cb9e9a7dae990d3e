"""Models with other ids, and without some of their tokens."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.engine.base.chunked_arrays import numbers_of
from workbench.engine.base.pace import point
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.model import Model
from workbench.engine.models.pair_lists import NO_ID
from workbench.engine.models.pair_merged import PairMergedBpe


def renumbered(model: Model, new_ids: Mapping[int, int]) -> Model:
    """Return a model of byte merges with other ids.

    Tokens without an id are left out, with the merges that need them. Merges keep their order. In a file of
    ranks, where ids say it, the new ones have to rise as the old.

    Raises:
        TypeError: the model has no merges of bytes (`Model.of_bytes`).

    """
    if isinstance(model, RankMergedBpe):
        return _of_ranks(model, new_ids)
    if isinstance(model, PairMergedBpe):
        return _of_pairs(model, new_ids)
    raise TypeError(f"{type(model).__name__} has no merges of bytes")


def _of_ranks(model: RankMergedBpe, new_ids: Mapping[int, int]) -> Model:
    kept = {i: model.token_bytes(i) or b"" for i in numbers_of(model.ids) if i in new_ids}
    point()
    if not model.is_of_merges:
        return model.from_ranks({token: new_ids[i] for i, token in kept.items()})
    rows = [(left, right, i) for i, (left, right) in enumerate(model.pairs()[256:].tolist(), 256)]
    merges = [[new_ids[i] for i in row] for row in rows if all(i in kept for i in row)]
    tokens = {new_ids[i]: token for i, token in kept.items()}
    return PairMergedBpe.from_pairs(tokens, merges, [new_ids[byte] for byte in range(256)])


def _of_pairs(model: PairMergedBpe, new_ids: Mapping[int, int]) -> Model:
    lists, end_ids = model.lists, model.lists.end_byte_ids
    kept = {i: lists.tokens[i] for i in numbers_of(model.ids) if i in new_ids}
    rows = [row for row in model.merges.tolist() if all(i in kept for i in row)]
    return PairMergedBpe.from_pairs(
        {new_ids[i]: token for i, token in kept.items()},
        [[new_ids[i] for i in row] for row in rows],
        [new_ids.get(i, NO_ID) for i in lists.byte_ids],
        end_byte_ids=None if end_ids is None else [new_ids[i] for i in end_ids],
        whole_pieces=lists.whole_pieces,
        as_text=frozenset(new_ids[i] for i in lists.as_text if i in kept),
    )
