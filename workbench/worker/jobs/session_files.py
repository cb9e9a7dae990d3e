"""Jobs of session files: write one with the tokenizer in use, read one and find its tokenizer."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from workbench.api import results
from workbench.api.fetching import offered
from workbench.api.session_file import (
    LARGEST_TOKENIZER,
    KeptTokenizer,
    SessionFile,
    read_session_file,
    write_session_file,
)
from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.source_files import resource_path
from workbench.formats import reading
from workbench.formats.card import card_path
from workbench.formats.files import atomic
from workbench.formats.files.stamps import stamp_of
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.text_part import line_feeds
from workbench.worker.messages.requests import JobProgress
from workbench.worker.messages.session_files import (
    OpenSessionFile,
    SaveSessionFile,
    SessionFileOpened,
    SessionFileSaved,
)

# What may be next to a tokenizer file, and is read too.
_COMPANIONS = ("tokenizer_config.json", "special_tokens_map.json", "chat_template.jinja")
_PAIRS = {"vocab.json": "merges.txt", "encoder.json": "vocab.bpe"}
_PAIRS |= {merges: vocab for vocab, merges in _PAIRS.items()}


def save_session_file(store: Store, request: SaveSessionFile) -> Steps:
    """Write the text and the tokenizer in use."""
    yield JobProgress(request.request_id, "save", Path(request.path).name, 0, 0)
    kept = _kept(store, request) if request.handle else None
    write_session_file(request.path, SessionFile(request.parts, request.facts, kept))
    yield SessionFileSaved(request.request_id, request.path, kept is None or bool(kept.files))


def _kept(store: Store, request: SaveSessionFile) -> KeptTokenizer:
    info = store.info(request.handle)
    if info.path:
        if info.stamp is not None and stamp_of(info.path) != info.stamp:
            raise EngineError("session_tokenizer_changed", file=request.path, name=info.name)
        return _of_file(info.path, info.name, request.split)
    if info.format:
        return _of_file(_sample(), info.name, "")
    with tempfile.TemporaryDirectory() as folder:
        results.keep(folder, store.tokenizer(request.handle), info.name, {})
        written = next(path for path in Path(folder).iterdir() if Path(card_path(str(path))).exists())
        return _of_file(str(written), info.name, request.split)


def _of_file(path: str, name: str, split: str) -> KeptTokenizer:
    """Return a tokenizer as it is kept: with its files, if they are small."""
    source = reading.read(path, anyway=True)
    files = {os.path.basename(path): source.data}
    pair = _PAIRS.get(os.path.basename(path))
    names = [*(_COMPANIONS if source.data.lstrip()[:1] == b"{" else ()), *((pair,) if pair else ())]
    for other in (card_path(path), *(os.path.join(os.path.dirname(path), each) for each in names)):
        if os.path.isfile(other):
            files[os.path.basename(other)] = reading.read(other, anyway=True).data
    small = source.size in (None, len(source.data)) and sum(map(len, files.values())) <= LARGEST_TOKENIZER
    return KeptTokenizer(name, source.sha256, len(source.data), split, files if small else {})


def open_session_file(store: Store, request: OpenSessionFile) -> Steps:
    """Read a session, and look for its tokenizer: on this computer by its hash, or else in the file."""
    yield JobProgress(request.request_id, "read", Path(request.path).name, 0, 0)
    session = read_session_file(request.path)
    kept, data = session.tokenizer, bytes(session.text[0])
    path = "" if kept is None else _searched(kept, request)
    opened = SessionFileOpened(request.request_id, request.path, session.facts, data, line_feeds(data), path)
    if kept is not None:
        opened = replace(opened, name=kept.name, sha256=kept.sha256, split=kept.split)
    yield opened


def _searched(kept: KeptTokenizer, request: OpenSessionFile) -> str | None:
    """Return the path of the tokenizer, "" for the sample, None if it is nowhere."""
    if _is(_sample(), kept):
        return ""
    here = next((path for path in _places(request) if _is(path, kept)), None)
    return here or _put_down(kept, request.folder)


def _places(request: OpenSessionFile) -> Iterator[str]:
    yield from request.known
    yield from (each.path for each in offered() if each.path)


def _is(path: str, kept: KeptTokenizer) -> bool:
    """Return whether a file is the tokenizer."""
    try:
        if os.path.getsize(path) != kept.size != reading.LARGEST_HEAD:
            return False
        return reading.read(path, anyway=True).sha256 == kept.sha256
    except (OSError, EngineError):
        return False


def _put_down(kept: KeptTokenizer, folder: str) -> str | None:
    """Write the files of a tokenizer to a folder of its own; return the path of the first, None for none."""
    if not kept.files:
        return None
    first = next(iter(kept.files))
    if hashlib.sha256(kept.files[first]).hexdigest() != kept.sha256:
        raise EngineError("session_damaged", part=first)
    own = os.path.join(folder, kept.sha256[:16])
    try:
        os.makedirs(own, mode=0o700, exist_ok=True)
    except OSError as fault:
        raise atomic.save_error(own, fault, 0) from fault
    atomic.write([(os.path.join(own, name), data) for name, data in kept.files.items()])
    return os.path.join(own, first)


def _sample() -> str:
    return resource_path("tokenizers", "sample.model")
