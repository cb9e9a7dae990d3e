"""Replaces the readable merging of listed pairs by the compiled one where the rank-merged model cannot.

Where several pairs make a token, or pieces that are tokens are taken whole, as in the files of Llama 3 and
gpt-oss.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.chunked_arrays import array_of, bytes_of
from workbench.engine.base.pace import point
from workbench.engine.models.bpe import HIGHEST_ID
from workbench.engine.models.compiled_encoding import CompiledEncoding, CompiledTokens, has_kernel
from workbench.engine.models.pair_lists import PairLists
from workbench.engine.models.piece_merging import NEVER
from workbench.engine.models.token_arrays import TokenArrays


@dataclass(frozen=True, slots=True)
class CompiledPairs:
    """The compiled encoder of all pairs of some lists.

    Attributes:
        encoding: it encodes to inner numbers: bytes, then the merges by rank, then tokens that no pair makes.
        outer: uint32[n], inner number -> id.

    """

    encoding: CompiledEncoding
    outer: NDArray[np.uint32]


def compiled_pairs(lists: PairLists) -> CompiledPairs | None:
    """Return the encoder, None to use the readable engine.

    None without kernels, where a byte has no token or is another unit at the end of a piece, and where two
    tokens are spelled alike.
    """
    if not has_kernel() or lists.end_byte_ids is not None or lists.lacks_bytes or lists.has_twins:
        return None
    ids, first, places = np.unique(lists.outer, return_index=True, return_inverse=True)
    point()
    others = np.setdiff1d(array_of(lists.tokens, len(lists.tokens), np.uint32), ids)
    outer = np.concatenate((lists.outer, others))
    if len(outer) > HIGHEST_ID:
        return None
    n = len(lists.outer)
    number_of = np.zeros(int(outer.max()) + 1, np.int64)
    number_of[ids], number_of[others] = first, np.arange(n, len(outer))
    point()
    tokens = np.concatenate((np.sort(first), number_of[others]))  # each once, by its first inner number
    spelled = [lists.tokens[token_id] for token_id in outer[tokens].tolist()]
    ends = array_of(map(len, spelled), len(spelled), np.uint64).cumsum(dtype=np.uint64)
    same = np.concatenate((first[places], np.arange(n, len(outer)))).astype(np.uint32)
    compiled = CompiledTokens(
        TokenArrays.of(tokens.astype(np.uint32), ends, bytes_of(spelled)),
        tuple(range(256)),
        number_of[lists.merges[:, :2]],
        at_once=True,
        same=same,
        whole=lists.whole_pieces,
    )
    return CompiledPairs(CompiledEncoding(compiled, NEVER), outer)
