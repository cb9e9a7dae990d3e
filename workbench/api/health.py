"""The health of a vocabulary, with the token counts of texts if there are any."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from workbench.api.source_arguments import read_so
from workbench.engine.base.slices import finished
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import Reading, Source
from workbench.engine.counting.piece_counts import documents_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.health import TokenHealth, judged
from workbench.engine.judging.token_counts import TokenCounts, counting


def counting_tokens(
    tokenizer: Tokenizer, sources: Source | Sequence[Source]
) -> Generator[int, None, TokenCounts]:
    """Yield the number of bytes counted, and return the token counts.

    Raises EngineError at the first file that cannot be read, even in a folder.
    """
    reading = Reading(read_so(sources, SourceOptions("", on_unreadable="stop"), 1.0, 1.0))
    counts = yield from counting(tokenizer, documents_of(reading.read()))
    reading.refuse_nothing()
    return counts


def vocab_health(
    tokenizer: Tokenizer, sources: Source | Sequence[Source] | None = None
) -> Iterator[TokenHealth]:
    """Yield the health of every token (`engine.judging.health`), with the token counts of texts if given.

    Raises:
        EngineError: the tokenizer cannot encode, or a source cannot be read.

    """
    counts = None
    if sources is not None:
        counts = finished(counting_tokens(tokenizer, sources))
    yield from judged(tokenizer, counts)
