"""How often each token stands in a text, in how many documents, and how often it is made on the way.

What merging makes of a piece is known by its tokens: each was made from its pair, and these from theirs,
whatever stood beside them (`health` has the argument). So a token was made as often as it stands in the text,
and once more for each time that a token was made which it is a half of.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import point
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.vocabulary_figures import Residue


@dataclass(frozen=True, slots=True)
class TokenCounts:
    """What was counted, by id.

    Attributes:
        occurrences: int64[n], how often it stands in the text; special tokens are taken as plain text.
        documents: int64[n], in how many documents.
        made: int64[n], how often it stands there or was merged on; the former where merges are not known.
        n_documents, n_bytes: of the text.

    """

    occurrences: NDArray[np.int64]
    documents: NDArray[np.int64]
    made: NDArray[np.int64]
    n_documents: int
    n_bytes: int


def counting(
    tokenizer: Tokenizer, documents: Iterable[bytes | bytearray]
) -> Generator[int, None, TokenCounts]:
    """Yield how many bytes have been counted, return the counts; raises EngineError."""
    highest = max([int(tokenizer.model.ids.max(initial=0)), *tokenizer.specials.texts])
    occurrences, seen = np.zeros(highest + 1, np.int64), np.zeros(highest + 1, np.int64)
    n_documents = n_bytes = 0
    for document in documents:
        ids, counts = np.unique(
            tokenizer.encode_to_numpy(bytes(document), allowed_special="none"), return_counts=True
        )
        occurrences[ids] += counts
        seen[ids] += 1
        n_documents += 1
        n_bytes += len(document)
        point()
        yield n_bytes
    return TokenCounts(occurrences, seen, _made(tokenizer, occurrences), n_documents, n_bytes)


def _made(tokenizer: Tokenizer, occurrences: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return int64[n], how often each token was made."""
    made = occurrences.copy()
    if tokenizer.model.capabilities.trace:
        passed, _ = Residue(tokenizer).merged_on(occurrences)
        made[: len(passed)] += passed
    return made
