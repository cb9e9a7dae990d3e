"""What the copy menu puts on the clipboard: ids, a Python list, token strings; made in slices. Free of Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from workbench.display.escapes import escape
from workbench.widgets.token_spans import TokenRun

_IDS, _STRINGS = 16_384, 2_048  # tokens written out between two looks at the clock

Take = Callable[[int, int], TokenRun]


def ids(take: Take, first: int, last: int) -> Iterator[str | None]:
    """Write the ids of the tokens [first, last), separated by spaces; yields None, the text at last."""
    return _joined_ids(take, first, last, " ", ("", ""))


def python_list(take: Take, first: int, last: int) -> Iterator[str | None]:
    """Write the ids of the tokens [first, last) as a Python list; yields None, the text at last."""
    return _joined_ids(take, first, last, ", ", ("[", "]"))


def _joined_ids(
    take: Take, first: int, last: int, separator: str, ends: tuple[str, str]
) -> Iterator[str | None]:
    parts: list[str] = []
    for start in range(first, last, _IDS):
        run = take(start, min(start + _IDS, last))
        parts.append(separator.join(map(str, run.ids.tolist())))
        yield None
    yield separator.join(parts).join(ends)


def token_strings(
    take: Take, read: Callable[[int, int], bytes], first: int, last: int
) -> Iterator[str | None]:
    """Write each token [first, last) in a line of its own, escaped so that it can be read back.

    `read` returns the bytes [start, end) of the text. Yields None, the text at last.
    """
    lines: list[str] = []
    for start in range(first, last, _STRINGS):
        run = take(start, min(start + _STRINGS, last))
        spans = zip(run.starts.tolist(), run.ends.tolist(), strict=True)
        lines.extend(escape(read(*span)) for span in spans)
        yield None
    yield "\n".join(lines)
