"""Changes a copy of a tokenizer: what changes do, and the tokenizer that they come to."""

from __future__ import annotations

import logging
import os
from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace

import numpy as np

from workbench import api
from workbench.api.adapting import Adapted, Drafted, changed, effect_on, finishing, token_list
from workbench.api.files import Opened
from workbench.api.id_map_files import IdMapFiles, map_files
from workbench.engine.adapting.draft import Draft
from workbench.engine.adapting.effects import Effect
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced, point
from workbench.engine.base.slices import finished, mapped
from workbench.engine.corpus.sources import Reading, Source, SourceOptions, TextSource
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.health import all_ids
from workbench.engine.training.trainer import Merge, Progress
from workbench.worker.jobs.job import Steps, failure
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.text_part import whole
from workbench.worker.messages.adapting import (
    ChangeDone,
    DraftLooked,
    DraftMade,
    DraftMeasured,
    LookAtDraft,
    MakeDraft,
    OpenText,
    ReadTokenList,
    TokenListRead,
    Tokens,
)
from workbench.worker.messages.requests import JobProgress

log = logging.getLogger(__name__)

MOST_UNSURE = 100  # tokens for which a text is looked for that gives them


def look_at_draft(store: Store, request: LookAtDraft) -> Steps:
    """Do changes as far as they can be done, list what they do, then measure it on texts."""
    base = store.tokenizer(request.handle)  # it may be closed meanwhile
    drafted, fault = yield from _drafted(store, request)
    failed = None if fault is None else failure(request, fault)
    identity = store.drafts.identity(request.handle, base)
    if not drafted:
        yield DraftLooked(request.request_id, request.handle, (), failed, identity=identity)
        yield DraftMeasured(request.request_id, request.handle)
        return
    draft = drafted[-1].draft
    yield replace(
        _looked(draft, request),
        done=tuple(_done(each.draft) for each in drafted),
        fault=failed,
        identity=identity,
    )
    effects: list[tuple[str, Effect]] = []
    try:
        for source in request.texts if fault is None else ():
            effects.append((yield from _measured(draft, _source(source), request)))
    except EngineError as error:
        failed = failure(request, error)
        yield DraftMeasured(request.request_id, request.handle, tuple(effects), failed)
        return
    yield DraftMeasured(request.request_id, request.handle, tuple(effects))


def make_draft(store: Store, request: MakeDraft) -> Steps:
    """Make a changed tokenizer, open it, and keep it in a folder until it is saved."""
    drafted, fault = yield from _drafted(store, request)
    if fault is not None:
        raise fault
    base = store.info(request.handle)
    if not drafted:
        raise EngineError("adapt_nothing")
    moved, path = request.move_special, base.path or ""
    finished_copy = finished(finishing(drafted[-1], file=path, name=request.name, move_special=moved))
    maps = map_files(finished_copy.draft)
    info = store.add(Opened(finished_copy.tokenizer), request.name)
    store.keep_map(info.handle, maps)
    _keep(store, request, info.handle, maps)
    yield DraftMade(request.request_id, request.handle, info, request.folder)


def read_token_list(store: Store, request: ReadTokenList) -> Steps:
    """Read the tokens that a file lists, one in each line."""
    yield JobProgress(request.request_id, "read", os.path.basename(request.path), 0, 0)
    yield TokenListRead(request.request_id, request.path, token_list(request.path))


def _keep(store: Store, request: MakeDraft, handle: int, maps: IdMapFiles | None) -> None:
    if not request.folder:
        return
    try:
        store.hold(request.folder, handle)
        tokenizer, known = store.tokenizer(handle), store.info(request.handle).format
        plan = {"adapted": True}
        api.keep_result(request.folder, tokenizer, request.name, plan, maps=maps, format_name=known)
    except EngineError:  # the window still has it
        log.warning("the tokenizer could not be kept in %s", request.folder, exc_info=True)


def _drafted(
    store: Store, request: LookAtDraft | MakeDraft
) -> Generator[JobProgress, None, tuple[list[Drafted], EngineError | None]]:
    """Return what the changes do, one by one, as far as they can be done, and why the next cannot."""
    base, changes = store.tokenizer(request.handle), request.changes
    kept = store.drafts.beginning(request.handle, changes, request.move_special)
    path = store.info(request.handle).path
    fault = None
    for change in changes[len(kept) :]:
        last = kept[-1] if kept else Drafted(Draft(base), (path,) if path else ())
        yield JobProgress(request.request_id, "adapt", base.name, 0, 0)
        try:
            kept.append((yield from _one_more(last, change, request)))
        except EngineError as error:
            fault = error
            break
        store.drafts.keep(request.handle, changes, request.move_special, kept)  # the next may be canceled
    return kept, fault


def _one_more(
    last: Drafted, change: api.Change, request: LookAtDraft | MakeDraft
) -> Generator[JobProgress, None, Drafted]:
    def _message(event: Progress | Merge | int) -> JobProgress | None:
        point()
        if isinstance(event, Merge):
            return None
        done, total = (event, 0) if isinstance(event, int) else (event.done, event.total)
        return JobProgress(request.request_id, "adapt", last.draft.base.name, done, total)

    return mapped(changed(last, change, request.move_special), _message)


def _source(text: str | SourceOptions | OpenText) -> Source:
    return TextSource(text.name, whole(text.parts)) if isinstance(text, OpenText) else text


def _measured(
    draft: Draft, source: Source, request: LookAtDraft
) -> Generator[JobProgress, None, tuple[str, Effect]]:
    total = Reading((source,)).size()
    return mapped(
        effect_on(draft, source),
        lambda done: JobProgress(request.request_id, "effect", draft.base.name, done, max(total, done)),
    )


# --- what is listed -----------------------------------------------------------------------------


def _done(draft: Draft) -> ChangeDone:
    change, done = draft.steps[-1]
    sizes = (len(each) for each in (done.added, done.needed, done.removed, done.stayed, done.left_out))
    return ChangeDone(change, *sizes)


def _looked(draft: Draft, request: LookAtDraft) -> DraftLooked:
    base, tokenizer = draft.base, draft.tokenizer
    added, needed, removed = draft.added.tolist(), set(draft.needed.tolist()), draft.removed.tolist()
    stayed = sorted({i for _, done in draft.steps for i in done.stayed})
    left_out = [each for _, done in draft.steps for each in done.left_out]
    unsure = draft.unsure.tolist()
    lists = {
        "added": _tokens(tokenizer, [i for i in added if i not in needed]),
        "needed": _tokens(tokenizer, sorted(needed)),
        "removed": _tokens(base, removed),
        "stayed": _tokens(base, stayed),
        "left_out": _listed([-1] * len(left_out), [t for t, _ in left_out], [why for _, why in left_out]),
        "moved": _moved(draft),
        "unsure": _unsure(draft, tokenizer, unsure[:MOST_UNSURE]),
        "unmade": _tokens(tokenizer, draft.unmade.tolist()),
    }
    return DraftLooked(
        request.request_id,
        request.handle,
        (),
        vocab_size=(_size(base), _size(tokenizer)),
        lists={name: tokens for name, tokens in lists.items() if len(tokens)},
        n_unsure=len(unsure),
        proved=base.model.scored is None,
    )


def _size(tokenizer: Tokenizer) -> int:
    return len(all_ids(tokenizer))


def _moved(draft: Draft) -> Tokens:
    places = draft.new_ids()
    moved = np.flatnonzero((places >= 0) & (places != np.arange(len(places))))
    return _tokens(draft.base, moved.tolist(), [str(new) for new in places[moved].tolist()])


def _unsure(draft: Draft, tokenizer: Tokenizer, ids: Sequence[int]) -> Tokens:
    """Return tokens that their text alone does not give, with a text that does or the reason."""
    if not ids:
        return _listed([], [], [])
    notes = []
    for each in Adapted(draft).unsure(ids):
        reasons = "; ".join(map(str, each.reasons))
        notes.append(f"“{each.witness}”" if each.witness is not None else reasons)
    return _tokens(tokenizer, ids, notes)


def _tokens(tokenizer: Tokenizer, ids: Sequence[int], notes: Iterable[str] = ()) -> Tokens:
    return _listed(ids, [tokenizer.token_bytes(token_id) or b"" for token_id in paced(ids)], notes)


def _listed(ids: Sequence[int], tokens: Sequence[bytes], notes: Iterable[str]) -> Tokens:
    ends = np.cumsum([len(token) for token in tokens], dtype=np.uint64)
    return Tokens(np.array(ids, np.int64), b"".join(tokens), ends, tuple(notes))
