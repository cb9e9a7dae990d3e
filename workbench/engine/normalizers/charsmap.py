"""A table of replacements: `precompiled_charsmap` of a SentencePiece model file.

It is a Darts double array (s-yata/darts-clone, darts.h), then texts that each end with a zero byte: a 32-bit
length of the array, the array, the texts. A key of the array is a character or several, its value the place
of the text that is put there (google/sentencepiece, normalizer.cc). Read here with every place checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point

LARGEST_CHARSMAP = 1 << 24  # bytes; the largest of SentencePiece's own has a quarter of a million
LONGEST_KEY = 64  # characters
MOST_STEPS = 1 << 20  # the largest of SentencePiece's own has some ten thousand

_LENGTH_BYTES = 4
_LABEL = 0x800000FF  # of a unit: its last byte, and a bit that a value has set
_VALUE = 0x7FFFFFFF

# Of a node, by the next character: what stands for the key that ends with it, or None, and the node after.
Node = Mapping[str, tuple[str | None, int]]


@dataclass(frozen=True, slots=True)
class Charsmap:
    """A table of replacements.

    Attributes:
        name: as the file calls it, "nmt_nfkc" or "identity".
        data: as it is in the file.
        nodes: number of a node -> where it leads; keys begin at 0.
        going_on: the characters that are in a key after its first.

    """

    name: str = "identity"
    data: bytes = b""
    nodes: Mapping[int, Node] = field(default_factory=dict)
    going_on: frozenset[str] = frozenset()

    @property
    def first(self) -> Node:
        """Where keys begin."""
        return self.nodes.get(0, {})

    def longest(self, text: str, at: int) -> tuple[str, int] | None:
        """Return what stands for the longest key at a place of a text, and where it ends, or None."""
        node, match = self.first, None
        for end in range(at, min(len(text), at + LONGEST_KEY)):
            step = node.get(text[end])
            if step is None:
                break
            if step[0] is not None:
                match = step[0], end + 1
            node = self.nodes[step[1]]
        return match


NO_CHARSMAP = Charsmap()


def read_charsmap(name: str, data: bytes) -> Charsmap:
    """Return the table of a `precompiled_charsmap`.

    Raises:
        EngineError: what it says of its own sizes and places is not so, or it is no text.

    """
    if not data:
        return Charsmap(name)
    if len(data) > LARGEST_CHARSMAP:
        raise _broken(f"it has {len(data)} bytes")
    size = int.from_bytes(data[:_LENGTH_BYTES], "little")
    texts = data[_LENGTH_BYTES + size :]
    if len(data) <= _LENGTH_BYTES or size % 1024 or size == 0 or not texts:
        raise _broken(f"its array is said to have {size} of its {len(data)} bytes")
    if texts[-1]:
        raise _broken("its last text has no end")
    array = _DoubleArray(np.frombuffer(data, "<u4", size // 4, _LENGTH_BYTES), texts)
    point()
    numbers = {array.root: 0}
    nodes: dict[int, Node] = {}
    waiting, n_steps = [array.root], 0
    while waiting:
        base = waiting.pop()
        rules = array.steps(base)
        for _, below in rules.values():
            if below not in numbers:
                numbers[below] = len(numbers)
                waiting.append(below)
        nodes[numbers[base]] = {key: (new, numbers[below]) for key, (new, below) in rules.items()}
        n_steps += 1 + len(rules)
        if n_steps > MOST_STEPS:
            raise _broken("its array leads on and on")
        point()
    going_on = {character for number, node in nodes.items() if number for character in node}
    return Charsmap(name, data, nodes, frozenset(going_on))


class _DoubleArray:
    """A Darts double array and the texts that its values point to; `root` is where keys begin."""

    def __init__(self, units: NDArray[np.uint32], texts: bytes) -> None:
        self._units: list[int] = units.tolist()
        self._offsets: list[int] = ((units >> 10) << ((units & 0x200) >> 6)).tolist()
        self._labels: list[int] = (units & _LABEL).tolist()
        self._texts = texts
        self._children: dict[int, list[int]] = {}  # by the place of a unit with its label taken out
        for at, label in enumerate(self._labels):
            if 0 < label <= 0xFF:  # a value, or what no text has
                self._children.setdefault(at ^ label, []).append(at)
        self.root = self._offsets[0]

    def steps(self, base: int) -> dict[str, tuple[str | None, int]]:
        """Return where the characters after a node lead: what stands for the key, and the next node."""
        rules: dict[str, tuple[str | None, int]] = {}
        waiting = [(b"", base)]
        while waiting:
            start, at_base = waiting.pop()
            for at in self._children.get(at_base, ()):
                character, below = start + bytes((self._labels[at],)), at ^ self._offsets[at]
                value = self._value(below) if self._units[at] & 0x100 else None
                if not _is_begun(character):
                    rules[_decoded(character)] = value, below
                elif value is not None or len(character) > 3 or len(rules) > MOST_STEPS:
                    raise _broken(f"it holds {character!r}, which is not UTF-8")
                else:
                    waiting.append((character, below))
        return rules

    def _value(self, at: int) -> str:
        place = self._units[at] & _VALUE if at < len(self._units) else len(self._texts)
        if place >= len(self._texts):
            raise _broken("a value leads outside of its texts")
        return _decoded(self._texts[place : self._texts.index(b"\0", place)])


def _is_begun(character: bytes) -> bool:
    """Return whether bytes are the start of a character that goes on."""
    first = character[0]
    return len(character) < (first > 0x7F) + (first > 0xBF) + (first > 0xDF) + (first > 0xEF)


def _decoded(text: bytes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise _broken(f"it holds {text!r}, which is not UTF-8") from None


def _broken(reason: str) -> EngineError:
    return EngineError("charsmap_broken", reason=reason)
