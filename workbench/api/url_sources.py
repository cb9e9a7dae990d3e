"""Sources behind URLs, read by fsspec: what a shard counts of them is copied beside its file of counts.

All files are there with their sizes, so that every shard divides the sources in the same way; those of other
shards are holes without content.
"""

from __future__ import annotations

import contextlib
import os
import posixpath
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.engine.base.errors import EngineError, is_url
from workbench.engine.base.pace import point
from workbench.engine.corpus.folder_files import SourceFile
from workbench.engine.corpus.shards import Shard
from workbench.engine.corpus.source_files import SourceFiles
from workbench.engine.corpus.sources import SourceOptions
from workbench.formats.files import atomic

_PORTION = 1 << 22  # bytes


@dataclass(frozen=True, slots=True)
class _Remote:
    fs: Any
    path: str
    url: str
    size: int


@dataclass(slots=True)
class LocalCopies:
    """Sources as files of this computer.

    Attributes:
        sources: with paths in place of URLs.

    """

    sources: list[SourceOptions] = field(default_factory=list)
    _remote: dict[str, _Remote] = field(default_factory=dict)  # by the paths of their copies
    _urls: dict[str, str] = field(default_factory=dict)  # by the paths of the copied sources

    def add(self, source: SourceOptions, folder: str) -> None:
        """Take a source; where it is behind a URL, make its files in `folder`, without their content.

        Raises:
            EngineError: "url_not_read".

        """
        if not is_url(source.path):
            self.sources.append(source)
            return
        listed = _listed(source.path)
        is_file = len(listed) == 1 and "" in listed
        root = os.path.join(folder, posixpath.basename(source.path.rstrip("/")) if is_file else "texts")
        for name, remote in listed.items():
            local = os.path.normpath(os.path.join(root, name))
            try:
                os.makedirs(os.path.dirname(local), exist_ok=True)
                with open(local, "xb") as file:
                    file.truncate(remote.size)
            except OSError as fault:
                raise EngineError("url_not_read", file=remote.url, reason=str(fault.strerror)) from fault
            self._remote[local] = remote
            point()
        self.sources.append(replace(source, path=root))
        self._urls[root] = source.path

    def fill(self, shard: Shard) -> Iterator[int]:
        """Copy the content of the files that lie in a shard; yields how many bytes were copied.

        Raises:
            EngineError: "url_no_room" for the copies.

        """
        needed: list[str] = []
        for source in self.sources:
            for item in SourceFiles(source).steps():
                span = shard.next_span(item.size if isinstance(item, SourceFile) else 0)
                if span is not None and item.path in self._remote:
                    needed.append(item.path)
                point()
        n_bytes = sum(self._remote[path].size for path in needed)
        if needed and n_bytes > (free := shutil.disk_usage(os.path.dirname(needed[0])).free):
            raise EngineError("url_no_room", file=self._remote[needed[0]].url, need=n_bytes, free=free)
        n_copied = 0
        for path in needed:
            for size in _copied(self._remote[path], path):
                n_copied += size
                yield n_copied

    def named(self, path: str) -> str:
        """Return the URL of a copy, and any other path as it is."""
        if path in self._remote:
            return self._remote[path].url
        return self._urls.get(path, path)


@contextlib.contextmanager
def local_copies(sources: Sequence[SourceOptions], path: str) -> Iterator[LocalCopies]:
    """Give sources as files, until the end of the block; an error names a URL, not its copy.

    Args:
        sources: of which some may be URLs.
        path: of the file beside which the copies are.

    Raises:
        EngineError: "fsspec_missing", "url_not_read", "url_no_room", or as the block.

    """
    copies = LocalCopies()
    with contextlib.ExitStack() as stack:
        if any(is_url(source.path) for source in sources):
            folder = stack.enter_context(atomic.folder_beside(path))
        for place, source in enumerate(sources):
            copies.add(source, os.path.join(folder, str(place)) if is_url(source.path) else "")
        try:
            yield copies
        except EngineError as error:
            url = error.file and copies.named(error.file)
            if url == error.file:
                raise
            raise EngineError(error.code, file=url, place=error.place, **error.facts) from error


def _listed(url: str) -> dict[str, _Remote]:
    """Return the files behind a URL by their names below it, "" for the URL itself."""
    with _reading(url):
        from fsspec.core import url_to_fs  # type: ignore[import-untyped]

        fs, root = url_to_fs(url)
        fs.invalidate_cache()
        listed = fs.find(root, detail=True)
    files: dict[str, _Remote] = {}
    for path, facts in listed.items():
        name, size = path[len(root) :].strip("/"), facts.get("size")
        is_below = path == root or path.startswith(root.rstrip("/") + "/")
        if not is_below or ".." in name.split("/") or "\0" in name or not isinstance(size, int) or size < 0:
            raise EngineError("url_not_read", file=url, reason=f"its listing cannot be used: {path[:200]!r}")
        if facts.get("type", "file") == "file" and not path.endswith("/"):
            files[name] = _Remote(fs, path, f"{url.rstrip('/')}/{name}" if name else url, size)
        point()
    if not files:
        raise EngineError("url_not_read", file=url, reason="there is no file")
    return files


def _copied(remote: _Remote, path: str) -> Iterator[int]:
    """Copy a file; yields the sizes of its portions."""
    left = remote.size
    with _reading(remote.url), remote.fs.open(remote.path, "rb") as source, open(path, "wb") as copy:
        while data := source.read(_PORTION):
            left -= len(data)
            if left < 0:
                break
            copy.write(data)
            yield len(data)
    if left:
        raise EngineError("url_not_read", file=remote.url, reason="its size changed while it was read")


@contextlib.contextmanager
def _reading(url: str) -> Iterator[None]:
    """Turn errors of fsspec and its libraries, which are of many classes, into EngineError."""
    try:
        yield
    except (EngineError, GeneratorExit):
        raise
    except ImportError as fault:
        raise EngineError("fsspec_missing", file=url) from fault
    except Exception as fault:
        line = str(fault).strip().partition("\n")[0][:300].rstrip(".")
        raise EngineError("url_not_read", file=url, reason=f"{type(fault).__name__}: {line}") from fault
