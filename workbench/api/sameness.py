"""Whether two tokenizers, or what two files hold, are the same."""

from __future__ import annotations

import os
from collections.abc import Iterable

from workbench.api.convert import with_pattern
from workbench.api.files import open_file, read_bytes
from workbench.engine.encoding.text_encoding import to_bytes
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.same import Parting as Parting
from workbench.engine.judging.same import Sameness as Sameness
from workbench.engine.judging.same import same as same_tokenizers

Compared = Tokenizer | str | os.PathLike[str]


def same(
    one: Compared,
    other: Compared,
    texts: Iterable[str | bytes] | None = None,
    *,
    pattern: str | None = None,
    anyway: bool = False,
) -> Sameness:
    """Return whether two tokenizers are the same: proved for every text, seen on some, or told apart.

    Args:
        one, other: tokenizers, or paths of their files.
        texts: to try them on where nothing is proved; without any, hostile texts of our own. Whatever texts
            there are, what differs in the parts of the two is tried too.
        pattern: name of a published split or a regular expression, for those that do not say how they split.
        anyway: open files however large.

    Raises:
        EngineError: a file cannot be opened, or one of the two cannot encode.

    """
    mine, theirs = (_opened(each, pattern, anyway) for each in (one, other))
    given = None if texts is None else (to_bytes(text)[0] for text in texts)
    try:
        return same_tokenizers(mine, theirs, given, same_files=same_files(one, other))
    finally:
        for tokenizer, compared in ((mine, one), (theirs, other)):
            if tokenizer is not compared:
                tokenizer.close()


def _opened(compared: Compared, pattern: str | None, anyway: bool) -> Tokenizer:
    given = isinstance(compared, Tokenizer)
    tokenizer = compared if isinstance(compared, Tokenizer) else open_file(compared, anyway=anyway).tokenizer
    if pattern is None or tokenizer.pre_tokenizer.name != "unknown":
        return tokenizer
    told = with_pattern(tokenizer, pattern)
    if not given:
        tokenizer.close()
    return told


def same_files(one: Compared, other: Compared) -> bool:
    """Return whether two files hold the same bytes; tokenizers are no files."""
    if isinstance(one, Tokenizer) or isinstance(other, Tokenizer):
        return False
    if os.path.getsize(one) != os.path.getsize(other):
        return False
    return all(mine == theirs for mine, theirs in zip(read_bytes(one), read_bytes(other), strict=False))
