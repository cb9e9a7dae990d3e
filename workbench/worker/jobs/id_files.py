"""Jobs of files: encode to a file of ids, decode one, and write what the window drew."""

from __future__ import annotations

from pathlib import Path

from workbench import api
from workbench.api.encoded_files import EncodedFile, Plan, Written, encode_to_file
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats import overwriting
from workbench.formats.files import atomic
from workbench.formats.files.stamps import stamp_of
from workbench.formats.id_files import raw_form, unpack
from workbench.worker.jobs.decoding import decoded, failed_decoding
from workbench.worker.jobs.encoding import tokenizer_by_rule
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.text_part import whole
from workbench.worker.messages.files import DecodeFile, EncodeFile, FileEncoded, FileWritten, WriteFile
from workbench.worker.messages.requests import JobProgress

LARGEST_IDS_FILE = 1 << 28  # bytes; what is made of them is in a window


def encode_file(store: Store, request: EncodeFile) -> Steps:
    """Encode a file and write its ids."""
    name = store.info(request.handle).name
    yield JobProgress(request.request_id, "encode", name, 0, 0)
    tokenizer = tokenizer_by_rule(store, request.handle, request.rule)
    total = Path(request.source).stat().st_size if Path(request.source).is_file() else 0
    own = [path] if (path := store.info(request.handle).path) else []
    for event in encode_to_file(tokenizer, request.source, request.path, _plan(tokenizer, request), own):
        if isinstance(event, Written):
            yield JobProgress(request.request_id, "encode", name, event.n_bytes, max(total, event.n_bytes))
        elif isinstance(event, EncodedFile):
            yield _encoded(request, event)


def _plan(tokenizer: Tokenizer, request: EncodeFile) -> Plan:
    form = request.form
    if form == "raw":
        highest = max([tokenizer.vocab_size - 1, *tokenizer.special_tokens.values()])
        form = raw_form(highest)
    allowed, refused = specials_taken(tokenizer, request.specials)
    return Plan(
        form,
        request.documents,
        key=request.key,
        allowed=allowed,
        refused=refused,
        before=request.before,
        after=request.after,
    )


def specials_taken(
    tokenizer: Tokenizer, chosen: str | tuple[str, ...]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the special tokens that become their ids, and those that are errors; see `EncodeFile`."""
    if chosen == "error":
        return tokenizer.specials.choose(frozenset(), "all")
    return tokenizer.specials.choose(chosen, ())


def _encoded(request: EncodeFile, done: EncodedFile) -> FileEncoded:
    written = done.written
    return FileEncoded(
        request.request_id,
        done.path,
        size=done.size,
        n_bytes=written.n_bytes,
        n_ids=written.n_ids,
        n_documents=written.n_documents,
        replaced=written.replaced,
        n_bad=written.n_bad,
        bad_lines=tuple(written.bad_lines),
    )


def decode_file(store: Store, request: DecodeFile) -> Steps:
    """Decode a file of ids; the answer reports what cannot be decoded, with its place."""
    name = Path(request.path).name
    try:
        tokenizer = store.tokenizer(request.handle)
        parts: list[bytes] = []
        size = 0
        for part in api.read_bytes(request.path):
            parts.append(part)
            size += len(part)
            if size > LARGEST_IDS_FILE:
                raise EngineError("ids_file_too_large", file=request.path, limit=LARGEST_IDS_FILE)
            yield JobProgress(request.request_id, "read", name, size, 0)
        ids = unpack(whole(tuple(parts)), request.form or None)
        yield from decoded(tokenizer, request.request_id, request.handle, ids)
    except EngineError as error:
        yield failed_decoding(request.request_id, request.handle, error.in_file(request.path))


def write_file(store: Store, request: WriteFile) -> Steps:
    """Write bytes that the window made, completely or not at all."""
    yield JobProgress(request.request_id, "save", Path(request.path).name, 0, 0)
    data = whole(request.parts)
    overwriting.refuse_changed(request.path, request.stamp)
    atomic.write([(atomic.target_of(request.path), data)])
    yield FileWritten(request.request_id, request.path, len(data), stamp_of(request.path))
