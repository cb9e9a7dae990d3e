"""What a file holds by its name; loads nothing that reads one."""

from __future__ import annotations

from workbench.engine.corpus.packing import unpacked_name

_SUFFIXES = {
    ".json": "json", ".jsonl": "json", ".ndjson": "json", ".csv": "table", ".tsv": "table", ".tab": "table",
    ".parquet": "parquet",
}  # fmt: skip


def kind_of_name(name: str) -> str:
    """Return the kind of a file by its suffix, "text" for unknown ones."""
    plain = unpacked_name(name).lower()
    return next((kind for suffix, kind in _SUFFIXES.items() if plain.endswith(suffix)), "text")
