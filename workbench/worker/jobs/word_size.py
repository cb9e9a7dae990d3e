"""From which vocabulary size on a word is one token: a training run that ends there."""

from __future__ import annotations

from workbench.api.word_sizes import LIMIT, WordSizes, word_sizes
from workbench.engine.corpus.source_options import SAMPLE_CORPUS
from workbench.engine.training.trainer import Progress
from workbench.worker.jobs.job import Job, Steps
from workbench.worker.jobs.open_tokenizers import Desk
from workbench.worker.messages.text import FindWordSize, WordSized, WordSizeProgress


class WordSizeJob(Job):
    """Looks for the size; given up, it says so to whoever asked."""

    def __init__(self, desk: Desk, request: FindWordSize) -> None:
        super().__init__(desk, request, _steps)

    def cancelled(self) -> object:
        """Return the message that says that looking was given up."""
        return WordSized(self.request_id, self.request.word, ended_by="cancelled")


def _steps(desk: Desk, request: FindWordSize) -> Steps:
    tokenizer = desk.tokenizer(request.handle)
    limit = request.limit or LIMIT
    for event in word_sizes(tokenizer, request.word, list(request.sources), limit):
        if isinstance(event, Progress):
            yield WordSizeProgress(request.request_id, event)
        elif isinstance(event, WordSizes):
            yield WordSized(
                request.request_id, request.word, event.size, event.reached, event.ended_by,
                event.occurrences, event.counts, on_sample=request.sources == (SAMPLE_CORPUS,),
            )  # fmt: skip
