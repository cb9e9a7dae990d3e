"""Opens and closes tokenizers, and tells tokenizer files from others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from workbench.api.files import open_sample, split_by
from workbench.api.session_file import is_session_file
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.splitting.pre_tokenizers import unknown_split
from workbench.formats import registry
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.files import PathsSorted, SortPaths
from workbench.worker.messages.requests import JobProgress
from workbench.worker.messages.tokenizers import CloseTokenizer, OpenTokenizer, TokenizerOpened

# A tokenizer with a format and without a path is the bundled sample.
SAMPLE_FORMAT = "minbpe"


def open_tokenizer(store: Store, request: OpenTokenizer) -> Steps:
    """Open a tokenizer file, or the sample."""
    yield JobProgress(request.request_id, "open", Path(request.path).name, 0, 0)
    if not request.path:
        sample = replace(open_sample(), format=SAMPLE_FORMAT)
        yield TokenizerOpened(request.request_id, store.add(sample, sample.tokenizer.name))
        return
    opened = registry.open_file(request.path, store.live_child, request.anyway)
    if opened.tokenizer.pre_tokenizer.name == "unknown":
        if not request.split:
            raise unknown_split(request.path)
        try:
            opened = split_by(opened, request.split, store.live_child)
        except EngineError as error:
            raise error.in_file(request.path) from error
    name = opened.tokenizer.name or Path(request.path).stem
    yield TokenizerOpened(request.request_id, store.add(opened, name))


def close_tokenizer(store: Store, request: CloseTokenizer) -> Steps:
    """Close an open tokenizer."""
    store.remove(request.handle)
    yield from ()


def sort_paths(store: Store, request: SortPaths) -> Steps:
    """Tell files of tokenizers and sessions from others."""
    from workbench.api.encoded_files import holds_counts  # here: first needed when a file is dropped

    tokenizers: list[str] = []
    sessions: list[str] = []
    for path in request.paths:
        if is_session_file(path):
            sessions.append(path)
        elif registry.is_tokenizer_file(path):
            tokenizers.append(path)
        point()
    others = tuple(path for path in request.paths if path not in (*tokenizers, *sessions))
    use = "corpus" if any(map(holds_counts, others)) else request.use
    yield PathsSorted(request.request_id, tuple(tokenizers), others, use, tuple(sessions))
