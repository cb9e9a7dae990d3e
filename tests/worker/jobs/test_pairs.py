"""Drift of a text as the window asks for it: at a vocabulary size, and where ids do not come back."""

from __future__ import annotations

import numpy as np
import pytest

from tests.worker.stepping import messages
from workbench import api
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.drift import Again
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import published
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.starting import start
from workbench.worker.messages.comparing import DriftFound, FindDrift

TEXT = b"a;\nb;\n"
LINES = Tokenizer(RankMergedBpe.from_merges([(ord(";"), ord("\n"))]), published("cl100k"))


def found(size=0):
    store = Store()
    info = store.add(api.Opened(LINES, None, ""), "lines")
    *_, answer = messages(start(store, FindDrift(1, (info.handle,), TEXT, size=size)))
    store.close()
    assert isinstance(answer, DriftFound)
    return answer


@pytest.mark.parametrize(("size", "n_tokens", "word_ends"), [(0, 4, [2, 5]), (256, 6, [])])
def test_it_is_that_of_a_vocabulary_size(size, n_tokens, word_ends):
    (drift,) = found(size).drifts
    assert drift is not None
    assert (drift.n_tokens, drift.word_ends.tolist()) == (n_tokens, word_ends)


def test_where_ids_do_not_come_back_is_said_in_bytes(monkeypatch):
    assert (found().unlike, found().unlike_bytes) == (((4, 4),), ((0, 0),))
    again = Again(np.zeros(3, np.uint32), 1, 3, False)
    monkeypatch.setattr("workbench.worker.jobs.pairs.encoded_again", lambda *_: again)
    assert (found().unlike, found().unlike_bytes) == (((1, 3),), ((1, 4),))
