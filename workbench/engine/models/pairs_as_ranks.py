"""Listed pairs that merge every piece as ranks of the same tokens do, which kernels look up in less memory.

So do those of files made from ranks: they list every pair of tokens that spells a token (Llama 3, gpt-oss).
"""

from __future__ import annotations

import numpy as np

from workbench.engine.base.pace import point
from workbench.engine.models.compiled_encoding import CompiledTokens
from workbench.engine.models.pair_lists import PairLists

_SPARSE = 4  # ids for each token: for more, tables by id would be large
_LONG = 1000  # bytes of a token: the ways to spell a longer one take long to count


def compiled_ranks(lists: PairLists) -> CompiledTokens | None:
    """Return the tokens of lists that a kernel may merge wherever neighbors spell one, or None if it may not.

    It may if all pairs of tokens that spell a token are listed, one behind the other, and ids rise in their
    order; the lists are such that `compiled_pairs` takes them. Then what may merge is the same at each step.
    So is the order: where two neighbors spell a token, nothing was merged across its ends, so what was merged
    inside came in the order in which the token's bytes merge by themselves, and the two are what these are
    before the last merge. Of the pairs of a token that is one alone, wherever it stands.
    """
    merged_ids = lists.merges[:, 2]
    starts = np.append(True, merged_ids[1:] != merged_ids[:-1])[: len(merged_ids)]
    if (
        not lists.whole_pieces  # where they are not, some tokens may be out of reach
        or lists.as_text
        or np.any(merged_ids[1:] < merged_ids[:-1])
        or np.count_nonzero(starts) + 256 != len(lists.arrays)  # some are made by no pair
        or int(lists.arrays.ids[-1]) > _SPARSE * len(lists.arrays)
        or int(np.diff(lists.arrays.ends, prepend=np.uint64(0)).max()) > _LONG
    ):
        return None
    point()
    tokens = CompiledTokens(lists.arrays, lists.byte_ids, None, at_once=True)
    return tokens if tokens.n_halves() == len(merged_ids) else None
