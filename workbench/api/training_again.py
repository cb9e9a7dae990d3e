"""Trains again what a card describes, for what is not in the card: error bars, and where tokens came from."""

from __future__ import annotations

from collections.abc import Generator

from workbench.api.repeating import recorded_run
from workbench.api.training import TrainingRun
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.training.trainer import Progress


def training_again(tokenizer: Tokenizer, file: str | None = None) -> Generator[Progress, None, TrainingRun]:
    """Yield the progress, and return the finished training that a tokenizer came from.

    Args:
        tokenizer: one with a record of its training.
        file: its file, which errors name.

    Raises:
        EngineError: "record_missing", as `recorded_run`, as the training, "repeat_other_corpus", or
            "record_other_vocabulary".

    """
    if tokenizer.record is None:
        raise EngineError("record_missing", file=file)
    recorded = recorded_run(tokenizer.record)
    run = TrainingRun(recorded.sources, recorded.options, repeats=recorded)
    for event in run.steps():
        if isinstance(event, Progress):
            yield event
    own = run.learned.first().tokens[run.recipe.n_units :]
    if any(tokenizer.token_bytes(run.first_id + rank) != token for rank, token in enumerate(own)):
        raise EngineError("record_other_vocabulary", file=file)
    return run
