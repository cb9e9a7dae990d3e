"""The record of a training run, which the card keeps: with it the same run can be repeated, byte for byte."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, asdict, fields
from hashlib import sha256
from importlib import metadata
from types import MappingProxyType
from typing import Any

from workbench.engine.corpus.chosen_documents import HeldOut
from workbench.engine.corpus.source_options import STANDARD_INPUT
from workbench.engine.corpus.sources import DocumentsSource, Source, SourceAccount, SourceOptions, TextSource
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.formats.card import UNICODE_VERSION
from workbench.version import __version__

MOST_FILES = 1000  # of a source that are listed one by one; beyond, their common hash has to do

# What a result depends on in addition to options and corpus.
VERSIONS: Mapping[str, object] = MappingProxyType(
    {
        "program": {"tokenizer-workbench": __version__, "regex": metadata.version("regex")},
        "unicode": UNICODE_VERSION,
    }
)


def training_record(
    options: Mapping[str, object],
    sources: Sequence[Source],
    accounts: Sequence[SourceAccount],
    results: Mapping[str, object],
) -> dict[str, object]:
    """Return the record: plain values, the same for the same run on any computer.

    Args:
        options: everything that decides the run but the corpus.
        sources: as requested.
        accounts: what each source held.
        results: counts of what came out.

    """
    return {
        **VERSIONS,
        "options": dict(options),
        "corpus": [source_plan(source) for source in sources],
        "sources": [source_record(account) for account in accounts],
        "repeatable": not any(account.accounting.changed for account in accounts),
        **results,
    }


def left_aside(counted: CountedPieces | None, limit: int, held: HeldOut) -> dict[str, object]:
    """Return what was not trained on for want of memory, and to judge by; nothing if nothing was."""
    record: dict[str, object] = {}
    if counted is not None and counted.dropped.n_pieces:
        record |= {"memory_limit": limit, "dropped": asdict(counted.dropped)}
    if held.n_bytes:
        record["held_out"] = {"documents": held.n_documents, "bytes": held.n_bytes}
    return record


def source_plan(source: Source) -> object:
    """Return a source as plain values: a path, or an object of what is not as it is by itself."""
    if isinstance(source, TextSource):
        data = source.data.encode("utf-8", "surrogatepass") if isinstance(source.data, str) else source.data
        return {"text": source.name, "sha256": sha256(data).hexdigest()}
    if isinstance(source, DocumentsSource):
        options = source_plan(source.options)
        return {"text": source.name, **(options if isinstance(options, dict) else {})}
    if not isinstance(source, SourceOptions):
        return os.fspath(source)
    usual = {f.name: f.default for f in fields(source) if f.default is not MISSING}
    chosen = {name: value for name, value in asdict(source).items() if usual.get(name, MISSING) != value}
    plain = {name: _listed(value) for name, value in chosen.items()}
    return plain if len(plain) > 1 else source.path


def source_of(plan: object) -> Source | None:
    """Return the source of a `source_plan`; None for a text in memory, or for what is no plan."""
    if isinstance(plan, str):
        return plan
    if not isinstance(plan, Mapping) or not isinstance(plan.get("path"), str):
        return None
    known = {f.name for f in fields(SourceOptions)}
    if not set(plan) <= known:
        return None
    values: dict[str, Any] = {name: _row(value) for name, value in plan.items()}
    return SourceOptions(**values)


def _listed(value: object) -> object:
    return list(map(_listed, value)) if isinstance(value, tuple) else value


def _row(value: object) -> object:
    return tuple(map(_row, value)) if isinstance(value, list) else value


def source_record(account: SourceAccount) -> dict[str, object]:
    """Return what a source held: its files with their hashes, and one hash over all names and hashes."""
    files = [(account.name_of(record.path), record) for record in account.accounting.files]
    lines = "".join(f"{name}\0{record.sha256}\n" for name, record in files)
    listed = [
        {"name": name, "bytes": record.size, "sha256": record.sha256, "replaced": record.replaced}
        for name, record in files[:MOST_FILES]
    ]
    held = account.accounting
    left_out = [{"name": account.name_of(each.path), "why": each.code} for each in held.skipped[:MOST_FILES]]
    return {
        "source": "standard input" if account.source == STANDARD_INPUT else account.source,
        "n_files": len(files),
        "n_skipped": len(held.skipped),
        # used + replaced + removed + those left out, by reason, and in files left out: all that there was.
        "bytes": {
            "used": held.used,
            "replaced": held.replaced,
            "removed": held.removed,
            "left_out": dict(sorted(held.left_out.items())),
            "skipped": held.n_skipped,
        },
        "sha256": sha256(lines.encode("utf-8", "surrogateescape")).hexdigest(),
        "files": listed if len(files) <= MOST_FILES else [],
        **({"left_out": left_out} if left_out else {}),
    }
