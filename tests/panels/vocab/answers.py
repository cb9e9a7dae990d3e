"""What the lanes answer of the vocabulary of `tests.vocabularies`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.vocabularies import AB, ABLIS, IS, LIS, MERGES, SPACE_AB
from workbench.engine.judging.health import Reason, TokenHealth
from workbench.worker.messages.judging import TokensCounted, TokensJudged

SPECIALS = ("<|end|>",)
N = 256 + len(MERGES) + len(SPECIALS)


def flags(*rows: int) -> np.ndarray:
    found = np.zeros(N, np.bool_)
    found[list(rows)] = True
    return found


def counted(request: Any, **counts: int) -> TokensCounted:
    occurrences = np.zeros(N, np.int64)
    for name, n in counts.items():
        occurrences[{"ab": AB, "ablis": ABLIS, "space": SPACE_AB}[name]] = n
    made = occurrences.copy()
    made[IS] += 7
    unused = (occurrences == 0) & ~flags(N - 1)
    labels = {"unused": unused, "residue": flags(IS)}
    return TokensCounted(
        request.request_id, request.handle, occurrences, occurrences, made, labels,
        n_tokens=int(occurrences.sum()), n_bytes=8, n_documents=1,
    )  # fmt: skip


def judged(request: Any) -> TokensJudged:
    labels = {"over-long": flags(LIS), "near-twin": flags(AB, ABLIS)}
    told = {AB: TokenHealth(AB, ("near-twin",), None, (Reason("twin", numbers=(ABLIS,)),))}
    return TokensJudged(request.request_id, request.handle, True, labels, told)
