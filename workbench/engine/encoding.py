"""What encoding a text gives: ids, where each token lies in the raw input, and the stages between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Stage:
    """One step between the raw input and the ids.

    Attributes:
        name: "normalize" or "split".
        output: the bytes that left the step, or None where they are the bytes that came in.
        alignment: uint64[len(output) + 1], for each byte border of `output` the byte border of the raw
            input that it came from, never falling; None where `output` is None (identity costs nothing).

    """

    name: str
    output: bytes | None = None
    alignment: NDArray[np.uint64] | None = None


@dataclass(frozen=True, slots=True)
class Encoding:
    """The tokens of a text.

    Attributes:
        ids: uint32[n], token ids in order.
        spans: uint64[n, 2], (start, end) of each token in bytes of the raw input. Empty spans are allowed
            (a dummy prefix, byte fallback); for a byte-level tokenizer whose splitter loses no text the
            spans are contiguous and cover the input.
        pieces: uint64[m, 2], (start, end) of each pre-token in bytes of the raw input. A special
            token is a piece of its own.
        stages: the steps that the input went through, in order.
        replaced: number of input bytes or surrogates that had to be replaced by U+FFFD before encoding.

    """

    ids: NDArray[np.uint32]
    spans: NDArray[np.uint64]
    pieces: NDArray[np.uint64]
    stages: tuple[Stage, ...] = ()
    replaced: int = 0


def joined_stages(parts: Sequence[tuple[Stage, ...]]) -> tuple[Stage, ...]:
    """Return the stages of a text whose parts, one beginning where the other ends, went through these."""
    return tuple(_joined_stage(stages) for stages in zip(*parts, strict=True))


def _joined_stage(stages: Sequence[Stage]) -> Stage:
    outputs = [stage.output for stage in stages if stage.output is not None]
    alignments = [stage.alignment for stage in stages if stage.alignment is not None]
    if not outputs:
        return stages[0]
    # Each ends on the border that the next begins on; the later one of the two stands.
    borders = [alignment[:-1] for alignment in alignments[:-1]] + [alignments[-1]]
    return Stage(stages[0].name, b"".join(outputs), np.concatenate(borders))
