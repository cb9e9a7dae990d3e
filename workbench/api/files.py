"""Opens and saves tokenizers and plain files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from workbench.engine.base.blocks import blocks
from workbench.engine.base.errors import MissingFile
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.readers import cannot_read, open_regular
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats import published, registry
from workbench.formats.assembly import Opened as Opened
from workbench.formats.files import atomic
from workbench.formats.format import Notice

if TYPE_CHECKING:
    from workbench.formats.snippets import Snippet

_NAME = re.compile(r"\w[\w-]*")  # what may be one, and not a path

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Saved:
    """A tokenizer that has been written.

    Attributes:
        opened: the tokenizer with its new file.
        files: all that were written, `path` first.
        losses: what only the card stores, and what the format's library does differently.
        snippets: where a map of ids is among them, how a model takes these along.

    """

    opened: Opened
    files: tuple[str, ...]
    losses: tuple[Notice, ...] = ()
    snippets: tuple[Snippet, ...] = ()


def tokenizer_path(name: str) -> str:
    """Return the path of a tokenizer: a file, or what was fetched: "r50k_base", "hf:owner/name".

    Raises:
        MissingFile: "tokenizer_not_there".

    """
    if name.startswith(published.MODEL):
        return _model_path(name)
    known = published.known_as(name)
    if os.path.exists(name) or (known is None and _NAME.fullmatch(name) is None):
        return name  # opening it reports the error
    path = None if known is None else published.fetched_path(known, published.cache_folder())
    if path is None:
        raise MissingFile("tokenizer_not_there", file=name)
    return path


def _model_path(name: str) -> str:
    from workbench.formats.hub import fetched_model  # here: a file is opened without the models

    model = fetched_model(name)
    if model is None:
        raise MissingFile("tokenizer_not_there", file=name)
    return model.path


def open_file(
    path: str | os.PathLike[str],
    child: Child | None = None,
    anyway: bool = False,
    pattern: str | None = None,
) -> Opened:
    """Open like `open_tokenizer`, and return the format and the notices too.

    A pattern that is not published runs in `child`, or in a child process that is started when needed.
    """
    opened = registry.open_file(path, child, anyway)
    return opened if pattern is None else split_by(opened, pattern, child)


def split_by(opened: Opened, pattern: str, child: Child | None) -> Opened:
    """Return the tokenizer with another split, and a notice if its file or card has a different one."""
    from workbench.api.convert import with_pattern  # here: a file alone is opened without proofs and sources

    own = opened.tokenizer.pre_tokenizer
    tokenizer = with_pattern(opened.tokenizer, pattern, child)
    notices = tuple(notice for notice in opened.notices if notice.code != "notice_pattern_unknown")
    if own.name != "unknown" and own.pattern != tokenizer.pre_tokenizer.pattern:
        facts = {"own": own.name, "given": tokenizer.pre_tokenizer.name}
        notices = (*notices, Notice("notice_pattern_given", facts))
    own.close()
    return replace(opened, tokenizer=tokenizer, notices=notices)


def open_sample() -> Opened:
    """Open the bundled sample tokenizer, which counts as not saved."""
    from workbench.engine.corpus.source_files import resource_path  # here: as above

    return Opened(open_file(resource_path("tokenizers", "sample.model")).tokenizer)


def save_file(
    tokenizer: Tokenizer,
    path: str | os.PathLike[str],
    format_name: str | None = None,
    overwrite: bool = False,
    anyway: bool = False,
) -> Saved:
    """Save like `save_tokenizer`, and return the new state of the file."""
    files = registry.save_file(tokenizer, path, format_name, overwrite=overwrite, anyway=anyway)
    known = registry.format_for(os.fspath(path), format_name, tokenizer)
    return Saved(Opened(tokenizer, os.fspath(path), known.name), files, known.fit(tokenizer).losses)


writable_as = registry.writable_as


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file completely or not at all; raises EngineError."""
    atomic.write([(atomic.target_of(os.fspath(path)), data)])


def read_bytes(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """Yield the raw bytes of a file in chunks; raises EngineError."""
    name = os.fspath(path)
    with os.fdopen(open_regular(name), "rb") as file:
        try:
            yield from blocks(file.read)
        except OSError as error:
            raise cannot_read(name, error) from error


def last_of(steps: Iterator[Result]) -> Result:
    """Run a generator to its end and return its last result."""
    *_, result = steps
    return result
