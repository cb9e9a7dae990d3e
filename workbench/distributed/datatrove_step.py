"""A step of a datatrove pipeline that counts the pieces of the documents passing through."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from datatrove.pipeline.base import PipelineStep

from workbench.api.document_part import counted_documents, part_path
from workbench.engine.training.options import Options
from workbench.engine.training.presets import DEFAULT_PRESET


class CountPieces(PipelineStep):  # type: ignore[misc]  # datatrove is optional
    """Counts the text of each document, and passes it on; each task writes the part of its rank.

    Args of `__init__` are those of a part:
        folder: gets `00000.parquet` and so on, which `workbench.merge_counts` adds up.
        preset, pattern, numbers: decide the split, as for `workbench.count_pieces`.
        source: name of the documents in the counts.
        memory_limit: bytes of the distinct pieces, which go to the disk beyond.

    """

    name = "count pieces"

    def __init__(
        self, folder: str | os.PathLike[str], preset: str = DEFAULT_PRESET, *, pattern: str | None = None,
        numbers: str | None = None, source: str = "documents", memory_limit: int = 1 << 30,
    ) -> None:  # fmt: skip
        super().__init__()
        self._folder, self._source = os.fspath(folder), source
        self._options = Options(preset, pattern, numbers=numbers, memory_limit=memory_limit)

    def run(self, data: Any, rank: int = 0, world_size: int = 1) -> Iterator[Any]:  # noqa: ANN401
        """Yield the documents; raises EngineError where the part cannot be written."""
        path = part_path(self._folder, rank)
        with counted_documents(path, self._source, self._options, rank, world_size) as count:
            for document in data or ():
                count(document.text)
                yield document
