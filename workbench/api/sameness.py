"""Decides whether two tokenizers, or two files, are the same."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace

from workbench.api.convert import with_pattern
from workbench.api.files import Opened, open_file, read_bytes
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.text_encoding import to_bytes
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.same import Parting as Parting
from workbench.engine.judging.same import Sameness as Sameness
from workbench.engine.judging.same import same as same_tokenizers
from workbench.formats.format import Notice

Compared = Tokenizer | str | os.PathLike[str]


def same(
    one: Compared,
    other: Compared,
    texts: Iterable[str | bytes] | None = None,
    *,
    pattern: str | None = None,
    anyway: bool = False,
) -> Sameness:
    """Decide whether two tokenizers are the same: proved for every text, equal on some, or different.

    Args:
        one, other: tokenizers, or paths of their files.
        texts: to try if nothing is proved; by default generated, difficult texts. Texts made from the
            differing parts of the two are always tried too.
        pattern: name of a published split or a regular expression, for files that do not store a split.
        anyway: open files of any size.

    Raises:
        EngineError: a file cannot be opened, or a tokenizer cannot encode.

    """
    opened = [_opened(each, pattern, anyway) for each in (one, other)]
    mine, theirs = (each.tokenizer for each in opened)
    documents = None if texts is None else (to_bytes(text)[0] for text in texts)
    try:
        sameness = same_tokenizers(mine, theirs, documents, same_files=same_files(one, other))
        return replace(sameness, doubts=doubts_of((each.path, each.notices) for each in opened))
    finally:
        for tokenizer, compared in ((mine, one), (theirs, other)):
            if tokenizer is not compared:
                tokenizer.close()


def _opened(compared: Compared, pattern: str | None, anyway: bool) -> Opened:
    is_open = isinstance(compared, Tokenizer)
    opened = Opened(compared) if isinstance(compared, Tokenizer) else open_file(compared, anyway=anyway)
    if pattern is None or opened.tokenizer.pre_tokenizer.name != "unknown":
        return opened
    resplit = replace(opened, tokenizer=with_pattern(opened.tokenizer, pattern))
    if not is_open:
        opened.tokenizer.close()
    return resplit


def doubts_of(files: Iterable[tuple[str | None, Iterable[Notice]]]) -> tuple[EngineError, ...]:
    """Return the notices which say that a file is not the published one, each with its file."""
    return tuple(
        EngineError(notice.code, file=path, place=None, **notice.facts)
        for path, notices in files
        for notice in notices
        if notice.is_doubt
    )


def same_files(one: Compared, other: Compared) -> bool:
    """Return whether two files hold the same bytes; False for tokenizers."""
    if isinstance(one, Tokenizer) or isinstance(other, Tokenizer):
        return False
    if os.path.getsize(one) != os.path.getsize(other):
        return False
    return all(mine == theirs for mine, theirs in zip(read_bytes(one), read_bytes(other), strict=False))
