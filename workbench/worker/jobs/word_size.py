"""Finds the vocabulary size from which a word is one token, by a training run that ends there."""

from __future__ import annotations

from workbench.api.word_sizes import LIMIT, WordSizes, word_sizes
from workbench.engine.corpus.source_options import SAMPLE_CORPUS
from workbench.engine.training.trainer import Progress
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.sizes import FindWordSize, WordSized, WordSizeProgress


def find_word_size(store: Store, request: FindWordSize) -> Steps:
    """Find the size from which a word is one token."""
    tokenizer = store.tokenizer(request.handle)
    limit = request.limit or LIMIT
    for event in word_sizes(tokenizer, request.word, list(request.sources), limit):
        if isinstance(event, Progress):
            yield WordSizeProgress(request.request_id, event)
        elif isinstance(event, WordSizes):
            yield WordSized(
                request.request_id,
                request.word,
                size=event.size,
                reached=event.reached,
                ended_by=event.ended_by,
                occurrences=event.occurrences,
                counts=event.counts,
                on_sample=request.sources == (SAMPLE_CORPUS,),
            )
