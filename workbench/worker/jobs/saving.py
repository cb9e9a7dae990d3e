"""Saves and renames tokenizers, and writes their vocabularies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from workbench.api import vocab_files
from workbench.api.id_map_files import save_with
from workbench.api.results import rename
from workbench.formats.overwriting import refuse_changed
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store, describe
from workbench.worker.messages.requests import JobProgress
from workbench.worker.messages.tokenizers import (
    ExportVocab,
    RenameTokenizer,
    SaveTokenizer,
    TokenizerRenamed,
    TokenizerSaved,
    VocabExported,
)


def save_tokenizer(store: Store, request: SaveTokenizer) -> Steps:
    """Save an open tokenizer, with its map of ids if it has one."""
    yield JobProgress(request.request_id, "save", Path(request.path).name, 0, 0)
    tokenizer = store.tokenizer(request.handle)
    refuse_changed(request.path, request.stamp)
    maps = store.map_of(request.handle)
    saved = save_with(maps, tokenizer, request.path, request.format, request.overwrite)
    info = describe(request.handle, saved.opened, Path(request.path).stem)
    store.replace(info)
    yield TokenizerSaved(request.request_id, info, saved.files, saved.losses, saved.snippets)


def rename_tokenizer(store: Store, request: RenameTokenizer) -> Steps:
    """Give a tokenizer another name, also where it is kept."""
    info = replace(store.info(request.handle), name=request.name)
    store.tokenizer(request.handle).name = request.name
    store.replace(info)
    yield TokenizerRenamed(request.request_id, info)
    folder = store.folder_of(request.handle)
    if folder:
        rename(folder, request.name)


def export_vocab(store: Store, request: ExportVocab) -> Steps:
    """Write a vocabulary as a table."""
    yield JobProgress(request.request_id, "save", Path(request.path).name, 0, 0)
    tokenizer = store.tokenizer(request.handle)
    vocab_files.save_vocab(tokenizer, request.path, request.kind, request.counts)
    yield VocabExported(request.request_id, request.path)
