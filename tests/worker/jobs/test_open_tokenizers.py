"""What was closed goes: nothing that is kept holds it."""

from __future__ import annotations

import gc
import weakref

import pytest

from tests.worker.stepping import messages
from workbench.engine.base.errors import EngineError
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.comparing import Compare, Compared
from workbench.worker.messages.tokenizers import CloseTokenizer, OpenTokenizer


def _opened(store: Store) -> int:
    return list(messages(jobs.start(store, OpenTokenizer(1, ""))))[-1].tokenizer.handle


@pytest.mark.parametrize("when", ["closed after", "closed meanwhile"])
def test_a_comparison_keeps_no_closed_tokenizer(when: str) -> None:
    store = Store()
    handles = _opened(store), _opened(store)
    closed = weakref.ref(store.tokenizer(handles[1]))
    comparing = jobs.start(store, Compare(2, handles, text=(b"some text, some more",)))
    found = next(messages(comparing))
    if when == "closed after":
        *_, found = messages(comparing)
        assert isinstance(found, Compared)
        assert store.comparison(2).tokenizers[1].tokenizer is closed()
    list(messages(jobs.start(store, CloseTokenizer(3, handles[1]))))
    list(messages(comparing))
    with pytest.raises(EngineError, match="no longer kept"):
        store.comparison(2)
    del comparing, found
    gc.collect()
    assert closed() is None
    store.close()
