"""Replaces the readable merging of listed pairs by the compiled one where the rank-merged model cannot.

Where several pairs make a token, or pieces that are tokens are taken whole, as in the files of Llama 3 and
gpt-oss, or the last byte of a piece is another unit, as in CLIP's.
"""

from __future__ import annotations

import numpy as np

from workbench.engine.base.pace import point
from workbench.engine.models.bpe import HIGHEST_ID
from workbench.engine.models.compiled_encoding import CompiledEncoding, CompiledTokens, has_kernel
from workbench.engine.models.pair_lists import PairLists
from workbench.engine.models.pairs_as_ranks import compiled_ranks
from workbench.engine.models.piece_merging import NEVER
from workbench.engine.models.token_arrays import TokenArrays


def compiled_pairs(lists: PairLists) -> CompiledEncoding | None:
    """Return the encoder of all pairs of some lists, None to use the readable engine.

    It looks up tokens, where that is the same (`compiled_ranks`). Else its inner numbers are bytes,
    then bytes at the end of a piece where these are other units, then the merges by rank, then tokens that no
    pair makes.
    None without kernels, where a byte has no token, where two tokens are spelled alike, where pieces are
    taken whole whose last byte is another unit, and where a token may be of that unit or not.
    """
    has_ends = lists.end_byte_ids is not None
    if not has_kernel() or lists.lacks_bytes or lists.has_twins or (has_ends and lists.whole_pieces):
        return None
    if has_ends and _have_ends_or_not(lists):
        return None
    ranks = None if has_ends else compiled_ranks(lists)
    if ranks is not None:
        return CompiledEncoding(ranks, NEVER)
    ids, n = lists.arrays.ids, len(lists.outer)
    number_of = np.full(int(ids[-1]) + 1, NEVER, np.int64)  # of an id that comes several times, the first
    number_of[lists.outer[::-1]] = np.arange(n - 1, -1, -1)
    point()
    others = ids[number_of[ids] == NEVER]
    outer = np.concatenate((lists.outer, others))
    if len(outer) > HIGHEST_ID:
        return None
    number_of[others] = np.arange(n, len(outer))
    tokens = np.sort(number_of[ids])  # each once
    point()
    blob, ends = lists.arrays.taken(lists.arrays.places(outer[tokens]))
    same = number_of[outer].astype(np.uint32)
    compiled = CompiledTokens(
        TokenArrays.of(tokens.astype(np.uint32), ends, blob),
        tuple(same[:256].tolist()),
        number_of[lists.merges[:, :2]],
        at_once=True,
        same=same,
        end_ids=same[256:512] if has_ends else None,
        whole=lists.whole_pieces,
    )
    return CompiledEncoding(compiled, NEVER, outer.astype(np.uint32))


def _have_ends_or_not(lists: PairLists) -> bool:
    """Return whether a token that ends a piece is also made by a pair that does not.

    What merges inside of a token would not tell then which of two came about first (`kernels.long_piece`).
    """
    is_end = np.zeros(int(lists.arrays.ids[-1]) + 1, np.bool_)
    is_end[list(lists.word_ends)] = True
    return bool(np.any(is_end[lists.merges[:, 2]] & ~is_end[lists.merges[:, 1]]))


def compiled_prefix(whole: CompiledEncoding, lists: PairLists, n_merges: int) -> CompiledEncoding | None:
    """Return the encoder of the first merges of lists whose ids are `rising`, by the tables of all of them.

    None to use the readable engine: where a pair comes before the tokens that it joins, what all merges make
    of a token does not say what the first ones do.
    """
    if not lists.end_byte_ids or np.any(lists.merges[:, :2] >= lists.merges[:, 2:]):
        return None
    return whole.up_to(lists.n_units + n_merges)
