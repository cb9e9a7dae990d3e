"""Keeps trained tokenizers that are not saved yet, each in the folder of its run.

A folder has the tokenizer in a format that can hold it, its card, and `result.index` (JSON: name, file, and
the plan of the run), which is written last. After that the checkpoint is deleted; before, the run can be
resumed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from workbench.api.checkpoints import Plan
from workbench.api.files import Opened, open_file
from workbench.api.id_map_files import IdMapFiles, read_maps, save_with
from workbench.engine.base.errors import EngineError
from workbench.engine.base.kept_json import from_json, to_json
from workbench.engine.child.isolation import Child
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats import checkpoint_files, registry
from workbench.formats.files import atomic
from workbench.formats.format import Format

_STEM = "result"  # of its files; `checkpoint_files.discard` removes what begins so
_LARGEST = 1 << 24  # bytes of the index


@dataclass(frozen=True, slots=True)
class KeptResult:
    """A trained tokenizer that is not saved.

    Attributes:
        folder: of its run.
        path: of its file.
        name: as it is shown.
        plan: the options and sources of the run, as `TrainingRun.plan` returns them.
        vocab_size: tokens.
        changed: when it was written, in seconds since 1970.
        maps: the map of its ids, for a tokenizer with a changed vocabulary.

    """

    folder: str
    path: str
    name: str
    plan: Plan
    vocab_size: int
    changed: float
    maps: IdMapFiles | None = None


def keep(
    folder: str,
    tokenizer: Tokenizer,
    name: str,
    plan: Plan,
    *,
    maps: IdMapFiles | None = None,
    format_name: str = "",
) -> None:
    """Write a tokenizer into the folder of its run, instead of the checkpoint.

    Args:
        folder, tokenizer, name, plan, maps: as `KeptResult` has them.
        format_name: the preferred format, as of the original tokenizer; used if it can hold this one.

    Raises:
        EngineError: no format can hold it, or the folder cannot be written to; the checkpoint is unchanged.

    """
    known = _format_of(tokenizer, format_name)
    path = os.path.join(folder, f"{_STEM}{known.suffix}")
    save_with(maps, tokenizer, path, known.name)
    facts = {"name": name, "file": os.path.basename(path), "vocab_size": tokenizer.model.vocab_size}
    _write(folder, {**facts, "plan": plan})
    checkpoint_files.discard_run(folder)


def rename(folder: str, name: str) -> None:
    """Rename the tokenizer in a folder; raises EngineError if it cannot be written."""
    kept = _read(folder)
    if kept is not None:
        facts = {"name": name, "file": os.path.basename(kept.path), "vocab_size": kept.vocab_size}
        _write(folder, {**facts, "plan": kept.plan})


def _write(folder: str, facts: Mapping[str, object]) -> None:
    path = os.path.join(folder, checkpoint_files.RESULT_INDEX)
    atomic.write([(path, to_json(facts).encode())])


def _format_of(tokenizer: Tokenizer, preferred: str) -> Format:
    """Return a format that can hold a tokenizer: the preferred one, or one that holds it completely."""
    able = [known for known in registry.FORMATS if known.name in registry.writable_as(tokenizer)]
    whole = [known for known in able if known.fit(tokenizer).level == "whole"]
    if not able:
        raise EngineError("result_not_kept")
    own = [known for known in able if known.name == preferred]
    return (own or whole or able)[0]


def kept_results(parent: str) -> list[KeptResult]:
    """Return the results in a folder's folders that no process holds, the newest first."""
    try:
        folders = [entry.path for entry in os.scandir(parent) if entry.is_dir()]
    except OSError:
        return []
    results = (_read(folder) for folder in folders if not checkpoint_files.is_held(folder))
    return sorted((kept for kept in results if kept), key=lambda kept: kept.changed, reverse=True)


def _read(folder: str) -> KeptResult | None:
    """Return the result in a folder, None if there is none that can be read."""
    index = Path(folder, checkpoint_files.RESULT_INDEX)
    try:
        status = index.stat()
        facts: Mapping[str, Any] = from_json(index.read_bytes()) if status.st_size < _LARGEST else {}
        path = os.path.join(folder, os.path.basename(str(facts["file"])))
        plan, size = facts["plan"], int(facts["vocab_size"])
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return None
    if not isinstance(plan, Mapping) or not os.path.isfile(path):
        return None
    return KeptResult(folder, path, str(facts.get("name", "")), plan, size, status.st_mtime)


def open_result(folder: str, child: Child | None = None) -> tuple[Opened, KeptResult]:
    """Return the tokenizer in a folder; it counts as not saved.

    Raises:
        EngineError: it cannot be read.

    """
    kept = _read(folder)
    if kept is None:
        raise EngineError("result_missing", file=folder)
    opened = open_file(kept.path, child)
    opened.tokenizer.name = kept.name
    kept = replace(kept, maps=read_maps(kept.path))
    return Opened(opened.tokenizer, notices=opened.notices), kept
