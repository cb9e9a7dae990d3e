"""Which texts a user's own pattern matches: it runs in the child, under its limits."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import regex

from workbench.engine.child.frames import Frame
from workbench.engine.child.isolation import Child, Limit
from workbench.engine.splitting.custom_patterns import find_fault
from workbench.engine.splitting.pattern_syntax import fault_of


def numbers_matching(pattern: str, texts: Sequence[bytes], child: Child, seconds: float) -> array[int]:
    """Return the places, uint64, of the texts (UTF-8) in which a regular expression matches.

    Raises:
        EngineError: the pattern is none, or takes longer than `seconds`.

    """
    ends = array("Q")
    for text in texts:
        ends.append((ends[-1] if ends else 0) + len(text))
    buffers = (b"".join(texts), ends.tobytes())
    frames = child.request(match_operation, {"pattern": pattern}, buffers, Limit(seconds))
    return array("Q", b"".join(frame.buffers[0] for frame in frames))


def match_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Reply the numbers, uint64, of the texts (buffers[0], their ends buffers[1]) that a pattern matches."""
    written = header["pattern"]
    find_fault(written)
    try:
        pattern = regex.compile(written)
    except regex.error as error:
        raise fault_of(written, getattr(error, "msg", str(error)), getattr(error, "pos", None), 0) from error
    numbers, start = array("Q"), 0
    for number, end in enumerate(array("Q", buffers[1])):
        if pattern.search(buffers[0][start:end].decode()):
            numbers.append(number)
        start = end
    yield Frame({}, (numbers.tobytes(),))
