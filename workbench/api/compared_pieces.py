"""Counted pieces among the sources of a comparison: who can encode them, and what was dropped of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.api.counts_checks import check_complete, check_encodable, facts_of_account, refuse_too_many
from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.counts_facts import CountsFacts, added
from workbench.engine.corpus.sources import Reading, SourceAccount
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.measuring import Pieces, PiecesEnd


def pieces_of(
    reading: Reading, account: SourceAccount, tokenizers: Sequence[Tokenizer]
) -> Iterator[Pieces | PiecesEnd]:
    """Yield the counted pieces of a source that has been read to its end.

    Raises:
        EngineError: "counts_no_footer", "counts_too_large", or as `counts_facts.added`.

    """
    facts = facts_of_account(reading, account)
    if not facts:
        return
    added(reading.tables.facts)
    path, first = next(iter(facts.items()))
    faults = [_fault(first, path, each) for each in tokenizers]
    refuse_too_many(CountedPieces(*each) for each in reading.tables)
    for table in account.tables:
        yield Pieces(CountedPieces(*table), faults)
    several = facts.values()
    yield PiecesEnd(sum(each.n_documents for each in several), sum(each.n_lost for each in several))


def _fault(facts: CountsFacts, path: str, tokenizer: Tokenizer) -> EngineError | None:
    try:
        check_encodable(facts, path, tokenizer)
    except EngineError as error:
        return error
    return None


def dropped_of(reading: Reading) -> list[EngineError]:
    """Return what was dropped of counted pieces; raises EngineError "counts_shards_missing"."""
    several = reading.tables.facts
    if several:
        check_complete(added(several))
    return [
        EngineError("compare_pieces_dropped", file=path, n=facts.dropped_pieces, n_bytes=facts.dropped_bytes)
        for path, facts in several.items()
        if facts.dropped_pieces
    ]
