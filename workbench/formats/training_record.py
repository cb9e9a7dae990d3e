"""The record of a training run, which the card keeps: with it the same run can be repeated, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib import metadata

from workbench import __version__
from workbench.engine.sources import SourceAccount
from workbench.formats.card import UNICODE_VERSION

MOST_FILES = 1000  # of a source that are listed one by one; beyond, their common hash has to do


def training_record(
    options: Mapping[str, object], accounts: Sequence[SourceAccount], results: Mapping[str, object]
) -> dict[str, object]:
    """Return the record: plain values, the same for the same run on any computer.

    Args:
        options: everything that decides the run but the corpus.
        accounts: what each source held.
        results: counts of what came out.

    """
    return {
        "program": {"tokenizer-workbench": __version__, "regex": metadata.version("regex")},
        "unicode": UNICODE_VERSION,
        "options": dict(options),
        "sources": [_source(account) for account in accounts],
        "repeatable": not any(account.accounting.changed for account in accounts),
        **results,
    }


def _source(account: SourceAccount) -> dict[str, object]:
    """Return what a source held: its files with their hashes, and one hash over all names and hashes."""
    files = [(account.name_of(record.path), record) for record in account.accounting.files]
    lines = "".join(f"{name}\0{record.sha256}\n" for name, record in files)
    listed = [
        {"name": name, "bytes": record.size, "sha256": record.sha256, "replaced": record.replaced}
        for name, record in files[:MOST_FILES]
    ]
    return {
        "source": account.source,
        "n_files": len(files),
        "n_skipped": len(account.accounting.skipped),
        "sha256": sha256(lines.encode("utf-8", "surrogateescape")).hexdigest(),
        "files": listed if len(files) <= MOST_FILES else [],
    }
