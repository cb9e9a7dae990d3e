"""What a file holds by its name; loads nothing that reads one."""

from __future__ import annotations

# Suffixes by compression, and of files whose members are listed.
PACKED = {"gzip": (".gz",), "bzip2": (".bz2",), "xz": (".xz",), "zstd": (".zst", ".zstd")}
ARCHIVE = ".zip"
_SUFFIXES = {
    ".json": "json", ".jsonl": "json", ".ndjson": "json", ".csv": "table", ".tsv": "table", ".tab": "table",
    ".parquet": "parquet",
}  # fmt: skip


def kind_of_name(name: str) -> str:
    """Return the kind of a file by its suffix, "text" for unknown ones."""
    plain = unpacked_name(name).lower()
    return next((kind for suffix, kind in _SUFFIXES.items() if plain.endswith(suffix)), "text")


def is_archive_name(path: str) -> bool:
    """Return whether the members of a file with this name are listed; others are only read."""
    return path.casefold().endswith(ARCHIVE)


def unpacked_name(name: str) -> str:
    """Return a file's name without the suffix of its compression."""
    lower = name.lower()
    suffixes = (suffix for each in PACKED.values() for suffix in each)
    return next((name[: -len(suffix)] for suffix in suffixes if lower.endswith(suffix)), name)
