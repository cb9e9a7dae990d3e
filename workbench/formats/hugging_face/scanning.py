"""Reading a BPE model's vocabulary and merges by the kernel, so that no text of them becomes an object.

The rest of the file is small: Python reads that, and `file` has the checks.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from workbench import kernels
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import is_awaited, point
from workbench.engine.models.pair_lists import are_distinct
from workbench.formats.files.strict_json import parsed
from workbench.formats.hugging_face.file import HfFile, head_of, refuse_renumbered

_LARGEST = 1 << 26  # bytes of a file; the largest published one has half of it
_REST = 1 << 21  # bytes besides vocabulary and merges,
_REST_AWAITED = 1 << 18  # and where the window waits meanwhile
_SHORTEST = 6  # bytes of a token with its id, and of a merge: "a":1,
_BUDGET = 4_000_000  # nanoseconds between two points


@dataclass(frozen=True)
class ScannedTokens(Sequence[str]):
    """The texts of a vocabulary in the order of the file, made when they are first needed.

    Attributes:
        blob: the texts in UTF-8, one after the other.
        ends: uint64[n], where each ends in them.
        scanner: the `kernels.bpe_json.BpeJson`, which finds them.

    """

    blob: NDArray[np.uint8]
    ends: NDArray[np.uint64]
    scanner: Any

    @cached_property
    def _texts(self) -> list[str]:
        whole, start = self.blob.tobytes(), 0
        texts: list[str] = []
        for first in range(0, len(self), 8192):
            ends = self.ends[first : first + 8192].astype(np.int64)
            end = int(ends[-1])
            is_first = self.blob[start:end] & 0xC0 != 0x80  # of a character
            borders = np.append(0, is_first.cumsum())[ends - start].tolist()
            part = whole[start:end].decode()
            texts += [part[a:b] for a, b in pairwise((0, *borders))]
            start = end
            point()
        return texts

    def __len__(self) -> int:
        return len(self.ends)

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> list[str]: ...

    def __getitem__(self, at: int | slice) -> str | list[str]:
        return self._texts[at]

    def number(self, text: str) -> int:
        """Return the place of a text, -1 if there is none."""
        return int(self.scanner.find(text.encode()))

    def in_bytes(self, values: NDArray[np.uint16]) -> tuple[bytes, NDArray[np.uint64], NDArray[np.bool_]]:
        """Return what tokens spell where characters stand for bytes, the ends, and which are none such.

        `values` has the byte of each character, or 256; tokens with another character are as they are.
        """
        blob, ends = np.empty(len(self.blob), np.uint8), np.empty(len(self), np.uint64)
        as_text = np.empty(len(self), np.bool_)
        done = 0
        while done < len(self):
            done = self.scanner.in_bytes(done, values, blob, ends, as_text.view(np.uint8), _BUDGET)
            point()
        return blob[: int(ends[-1])].tobytes(), ends, as_text


def scanned(data: bytes) -> HfFile | None:
    """Return what a file says, None where it is not regular, or where there are no kernels."""
    module = kernels.kernel("bpe_json")
    if module is None or len(data) > _LARGEST:
        return None
    most = len(data) // _SHORTEST + 1
    blob = np.empty(len(data), np.uint8)  # of memory, only what is written is taken
    ids, ends, rows = np.empty(most, np.uint32), np.empty(most, np.uint64), np.empty((most, 3), np.int64)
    scanner = module.BpeJson(data, blob, ids, ends, rows)
    state = 1
    while state > 0:
        state = scanner.read(_BUDGET)
        point()
    if state < 0:
        return None
    ids, rows = ids[: scanner.n_tokens], rows[: scanner.n_merges]
    if not are_distinct(ids) or not are_distinct(rows[:, 0] << 32 | rows[:, 1]):
        return None
    tokens = ScannedTokens(blob[: scanner.n_bytes], ends[: scanner.n_tokens], scanner)
    try:
        return _checked(data, tokens, ids, rows)
    except EngineError:  # the readable way gives its place
        return None


def _checked(
    data: bytes, tokens: ScannedTokens, ids: NDArray[np.uint32], rows: NDArray[np.int64]
) -> HfFile | None:
    """Return what a file says, or None; raises EngineError. Either leaves it to the readable way."""
    scanner = tokens.scanner
    before, between = data[: scanner.vocab_start], data[scanner.vocab_end : scanner.merges_start]
    rest = b"0".join((before, between, data[scanner.merges_end :]))
    if len(rest) > (_REST_AWAITED if is_awaited() else _REST):
        return None
    head = head_of(*parsed(rest))
    if head.model_type != "BPE" or head.prefix or (head.vocab, head.merges) != (0, 0):
        return None
    numbers = {text: tokens.number(text) for text, _ in head.added}
    known = {text: int(ids[number]) for text, number in numbers.items() if number >= 0}
    refuse_renumbered(known, len(tokens), head.added)
    return HfFile(
        head.structure,
        head.model_type,
        tokens=tokens,
        ids=array("I", ids.tobytes()),
        merges=array("q", rows.tobytes()),
        tolerated=tuple(head.tolerated),
    )
