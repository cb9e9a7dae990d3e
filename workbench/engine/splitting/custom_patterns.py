"""Split patterns that the user wrote: what is refused, and the child's side of splitting by them.

`find_fault` is the parent's cheap look before anything is started. The operations run in the child
(`isolation.py`), which imports no numpy: its memory limit counts address space.

Several patterns with `THEN` between them work one after the other: each splits the pieces of the one before,
every piece as a text of its own, as a sequence of pre-tokenizers does in a tokenizer.json. To `regex` alone
`THEN` would be a comment.
"""

from __future__ import annotations

import re
import time
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.utf8 import invalid_runs
from workbench.engine.child.frames import Frame

if TYPE_CHECKING:
    import regex

THEN = "(?#then)"
MAX_PATTERN = 10_000  # characters
BATCH_SECONDS = 0.05  # how often the child reports
BATCH_SPANS = 8192
BATCH_PIECES = 16_384

# On these a pattern is tried that might match without taking any text.
_TRIED = ("", "a", "A", " ", "1", ".", "\n")

# One item of a pattern: escapes and character classes are passed over whole, so that what is
# found outside of them is syntax. Calls of groups are `regex`'s, as are fuzzy constraints: {e},
# {i<=3}, {1<=e<=3}, {2i+2d+1s<=4}, {e<=1:[a-z]}.
_ITEM = re.compile(
    r"""
      \\[pPN]\{[^}]*\} | \\. | \[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]
    | (?P<call>\(\?(?:R|[+-]?\d+|&\w+|P[>&]\w+)\))
    | (?P<fuzzy>\{[\d<=\s]*[ides]\s*(?:[<=+,:][^}]*)?\})
    | .
    """,
    re.VERBOSE | re.DOTALL,
)


def find_fault(pattern: str) -> None:
    """Refuse what no split pattern may hold; raises EngineError.

    Codes: "pattern_empty", "pattern_too_long", "pattern_recursion" and "pattern_fuzzy" with the column.
    """
    if not pattern:
        raise EngineError("pattern_empty")
    if len(pattern) > MAX_PATTERN:
        raise EngineError("pattern_too_long", length=len(pattern), limit=MAX_PATTERN)
    for item in _ITEM.finditer(pattern):
        if item.lastgroup is not None:
            code = "pattern_recursion" if item.lastgroup == "call" else "pattern_fuzzy"
            raise EngineError(code, place=Place("column", item.start() + 1), part=item.group()[:80])


class Chain:
    """Several patterns, each splitting the pieces of the one before."""

    def __init__(self, patterns: Sequence[regex.Pattern[str]]) -> None:
        self._patterns = tuple(patterns)

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield (start, end) of each piece, in characters; a piece may be empty if nothing was matched."""
        spans = iter([(0, len(text))])
        for pattern in self._patterns:
            spans = _within(pattern, text, spans)
        return spans


def _within(
    pattern: regex.Pattern[str], text: str, pieces: Iterator[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    for start, end in pieces:
        # Cut out, so that what is around it is not seen.
        for match in pattern.finditer(text[start:end]):
            yield start + match.start(), start + match.end()


@lru_cache(maxsize=8)
def compiled(pattern: str) -> Chain:
    """Compile a pattern, or several.

    Raises EngineError, as `pattern_syntax.fault_of` and `find_fault`, "pattern_too_deep", "pattern_reverse"
    and "pattern_zero_width".
    """
    find_fault(pattern)
    chain, column = [], 0
    for part in pattern.split(THEN):
        chain.append(_compiled(part, column))
        column += len(part) + len(THEN)
    return Chain(chain)


def _compiled(pattern: str, column: int) -> regex.Pattern[str]:
    """Compile a pattern that begins after so many characters of the whole."""
    if not pattern:
        raise EngineError("pattern_empty")
    import regex  # here: published patterns do without

    try:
        checked = regex.compile(pattern)
    except regex.error as error:
        from workbench.engine.splitting.pattern_syntax import fault_of  # here: most patterns compile

        # The stubs do not know what it tells.
        raise fault_of(
            pattern, getattr(error, "msg", str(error)), getattr(error, "pos", None), column
        ) from error
    except RecursionError as error:
        raise EngineError("pattern_too_deep") from error
    except (OverflowError, ValueError) as error:
        raise EngineError("pattern_syntax", reason=str(error)) from error
    if checked.flags & regex.REVERSE:
        raise EngineError("pattern_reverse")
    if any(match.start() == match.end() for text in _TRIED for match in checked.finditer(text)):
        raise EngineError("pattern_zero_width")
    return checked


def spans_of(pattern: Chain, text: bytes) -> Iterator[tuple[int, int]]:
    """Yield (start, end) in bytes of each piece of `text`.

    Capture groups mean nothing here; text that the pattern leaves out is in no piece. A run of bytes
    that are not UTF-8 belongs to the piece that ends where the run starts, or is a piece of its own; after
    it splitting starts over. Raises EngineError "pattern_zero_width".
    """
    start = 0
    for run_start, run_end in invalid_runs(text):
        last = None
        for span in _spans_of_valid(pattern, text, start, run_start):
            if last is not None:
                yield last
            last = span
        if last is None or last[1] < run_start:
            if last is not None:
                yield last
            yield run_start, run_end
        else:
            yield last[0], run_end
        start = run_end
    yield from _spans_of_valid(pattern, text, start, len(text))


def _spans_of_valid(pattern: Chain, data: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    text = data[start:end].decode("utf-8")
    single = text.isascii()
    position, offset = 0, start  # the same place, in characters of `text` and in bytes of `data`
    for first, last in pattern.spans(text):
        if first == last:
            raise EngineError("pattern_zero_width")
        if single:
            yield start + first, start + last
            continue
        offset += len(text[position:first].encode())
        piece_end = offset + len(text[first:last].encode())
        yield offset, piece_end
        position, offset = last, piece_end


# --- operations, in the child -------------------------------------------------------------------


def check_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Compile header["pattern"] and reply nothing."""
    compiled(header["pattern"])
    yield from ()


def split_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Split buffers[0]; replies {"done": bytes} with the spans so far as uint64 (start, end, start, …)."""
    pattern = compiled(header["pattern"])
    spans = array("Q")
    due = time.monotonic() + BATCH_SECONDS
    for span in spans_of(pattern, buffers[0]):
        spans.extend(span)
        if len(spans) >= 2 * BATCH_SPANS or time.monotonic() > due:
            yield Frame({"done": span[1]}, (spans.tobytes(),))
            spans = array("Q")
            due = time.monotonic() + BATCH_SECONDS
    yield Frame({"done": len(buffers[0])}, (spans.tobytes(),))


def count_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Count the pieces of documents: buffers[0] their text, buffers[1] their ends as uint64.

    Replies {"done": bytes} while it counts, then batches of distinct pieces, in order of first occurrence:
    {"done", "lost": bytes in no piece} with the pieces one after the other, their ends as uint64 and their
    counts as int64.
    """
    pattern = compiled(header["pattern"])
    text, ends = buffers[0], array("Q", buffers[1])
    counts: dict[bytes, int] = {}
    kept = start = 0
    due = time.monotonic() + BATCH_SECONDS
    for end in ends:
        document = text[start:end] if len(ends) > 1 else text
        for first, last in spans_of(pattern, document):
            piece = document[first:last]
            counts[piece] = counts.get(piece, 0) + 1
            kept += last - first
            if time.monotonic() > due:
                yield Frame({"done": start + last})
                due = time.monotonic() + BATCH_SECONDS
        start = end
    yield from _batches(counts, len(text), len(text) - kept)


def _batches(counts: Mapping[bytes, int], done: int, lost: int) -> Iterator[Frame]:
    pieces = list(counts)
    for start in range(0, max(len(pieces), 1), BATCH_PIECES):
        batch = pieces[start : start + BATCH_PIECES]
        ends, end = array("Q"), 0
        for piece in batch:
            end += len(piece)
            ends.append(end)
        numbers = array("q", map(counts.__getitem__, batch))
        header = {"done": done, "lost": lost if start == 0 else 0}
        yield Frame(header, (b"".join(batch), ends.tobytes(), numbers.tobytes()))
