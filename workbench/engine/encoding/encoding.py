"""The result of encoding a text: ids, spans in the raw input, and the stages between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.chunked_arrays import bytes_of, concatenated
from workbench.engine.normalizers.normalizer import InCuts, Normalizer, begins_anew
from workbench.engine.normalizers.text_edits import composed, untouched


@dataclass(frozen=True, slots=True)
class Stage:
    """One step between the raw input and the ids.

    Attributes:
        name: of the step, "ftfy", "lower case", … as its normalizer has it; "split" for the last.
        output: the bytes that left the step, or None if they are the bytes that came in.
        alignment: uint64[len(output) + 1], for each byte border of `output` the byte border of the raw
            input that it came from, never falling; None if `output` is None (identity costs nothing).
        approximate: the alignment is a guess in places: what made the step does not tell.

    """

    name: str
    output: bytes | None = None
    alignment: NDArray[np.uint64] | None = None
    approximate: bool = False


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


SPLIT = (Stage("split"),)


@dataclass(frozen=True, slots=True)
class Before:
    """A stretch of text before splitting.

    Attributes:
        output: its bytes.
        alignment: uint64[len(output) + 1], for each of its byte borders the border of the raw input.
        stages: the steps that it went through.
        replaced: number of bytes that became U+FFFD.

    """

    output: bytes
    alignment: NDArray[np.uint64]
    stages: tuple[Stage, ...]
    replaced: int


def normalized(
    normalizer: Normalizer,
    text: bytes,
    start: int,
    end: int,
    whole: tuple[int, int] | None = None,
    *,
    behind_special: bool = False,
) -> Before:
    """Return text[start:end] with the steps of its normalizer.

    A step that changed nothing shares what it holds with the one before. Where it is a part of a stretch
    that is cut by the normalizer itself (`InCuts`), `whole` is that stretch. `behind_special` tells that a
    special token ends at `start`.
    """
    first = start == 0 or (behind_special and begins_anew(normalizer))
    output = text[start:end]
    alignment = untouched(start, end)
    stages: list[Stage] = []
    replaced = 0
    if whole is not None and isinstance(normalizer, InCuts):
        made_stages = normalizer.part(text, (start, end), whole)
    else:
        from workbench.engine.normalizers.text_normalizers import stages_of  # here: most have no normalizer

        made_stages = stages_of(normalizer, output, first)
    made_stages.reverse()
    while made_stages:  # each is let go of when it is used: the alignment of 10 MB takes 80
        name, stage = made_stages.pop()
        if stage.output is not output:
            alignment = composed(alignment, stage)
            output = stage.output
        stages.append(Stage(name, output, alignment, stage.approximate))
        replaced += stage.replaced
    return Before(output, alignment, tuple(stages), replaced)


def untouched_stages(normalizer: Normalizer | None, text: bytes, start: int, end: int) -> tuple[Stage, ...]:
    """Return the stages of a special token's text, which is never normalized."""
    if normalizer is None:
        return SPLIT
    from workbench.engine.normalizers.text_normalizers import stage_names  # here: as above

    borders = np.arange(start, end + 1, dtype=np.uint64)
    return (*(Stage(name, text[start:end], borders) for name in stage_names(normalizer)), *SPLIT)


def joined(parts: Sequence[Encoding]) -> Encoding:
    """Join the encodings of consecutive parts of a text."""
    if len(parts) == 1:
        return parts[0]
    empty = np.empty((0, 2), np.uint64)
    return Encoding(
        concatenated([np.empty(0, np.uint32), *(part.ids for part in parts)]),
        concatenated([empty, *(part.spans for part in parts)]),
        concatenated([empty, *(part.pieces for part in parts)]),
        joined_stages([part.stages for part in parts]) or SPLIT,
        sum(part.replaced for part in parts),
    )


def joined_stages(parts: Sequence[tuple[Stage, ...]]) -> tuple[Stage, ...]:
    """Join the stages of consecutive parts of a text."""
    return tuple(_joined_stage(stages) for stages in zip(*parts, strict=True))


def _joined_stage(stages: Sequence[Stage]) -> Stage:
    outputs = [stage.output for stage in stages if stage.output is not None]
    alignments = [stage.alignment for stage in stages if stage.alignment is not None]
    if not outputs:
        return stages[0]
    # Each ends on the border that the next begins on; the later one of the two stands.
    borders = [alignment[:-1] for alignment in alignments[:-1]] + [alignments[-1]]
    approximate = any(stage.approximate for stage in stages)
    return Stage(stages[0].name, bytes_of(outputs), concatenated(borders), approximate)
