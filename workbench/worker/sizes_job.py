"""The tokens of a text at every size of the vocabulary, for the slider below it."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

import numpy as np

from workbench.engine.size_cuts import ALWAYS, NEVER, SizeCuts, cuts_steps
from workbench.engine.tokenizer import Tokenizer
from workbench.worker import messages as m
from workbench.worker.desk import Desk
from workbench.worker.encoding_job import whole_steps
from workbench.worker.job import Steps

MARGIN = 4096  # bytes around what is seen, so that a little scrolling needs no other cut
LARGEST_CUT = 1 << 18  # bytes that are cut at once, where the text has no borders near by


def count_sizes_steps(desk: Desk, request: m.CountSizes) -> Steps:
    """Count the tokens of the text with what goes around it."""
    tokenizer, counter = desk.tokenizer(request.handle), desk.size_counter(request.handle)
    text = yield from whole_steps(request.text)
    yield None
    counted = yield from counter.counts_steps(text, request.specials)
    before, after = tokenizer.framing.parts(request.before, request.after)
    counts = counted.counts + (len(before) + len(after))
    yield m.SizesCounted(request.request_id, request.handle, counted.lowest, counts)


def cut_sizes_steps(desk: Desk, request: m.CutSizes) -> Steps:
    """Cut what is seen with a little around it, and what goes around the text if that is there."""
    tokenizer, counter = desk.tokenizer(request.handle), desk.size_counter(request.handle)
    text = yield from whole_steps(request.text)
    seen = max(0, request.focus[0] - MARGIN), min(len(text), request.focus[1] + MARGIN)
    start, end = yield from _borders_steps(tokenizer, text, seen, request.specials)
    if end - start > LARGEST_CUT:
        return
    cuts = yield from cuts_steps(tokenizer, counter, text, (start, end), request.specials)
    if cuts.replaced:
        return
    cuts, (start, end) = _seen_of(cuts, (start, end), seen)
    before, after = tokenizer.framing.parts(request.before and start == 0, request.after and end == len(text))
    around = len(before), len(after)
    yield m.SizesCut(
        request.request_id, request.handle, start, end,
        np.concatenate((np.array(before, np.uint32), cuts.ids, np.array(after, np.uint32))),
        np.pad(cuts.spans, (around, (0, 0)), constant_values=((start, end), (0, 0))),
        np.pad(cuts.first, around, constant_values=NEVER),
        np.pad(cuts.last, around, constant_values=ALWAYS),
        *around, prefix=_has_prefix(tokenizer, cuts),
    )  # fmt: skip


def _borders_steps(
    tokenizer: Tokenizer, text: bytes, seen: tuple[int, int], specials: str | tuple[str, ...]
) -> Generator[None, None, tuple[int, int]]:
    start, end = seen
    if start > 0:
        start = yield from tokenizer.previous_border_steps(text, start, specials)
    if end < len(text):
        end = yield from tokenizer.next_border_steps(text, end, specials)
    return start, end


def _seen_of(
    cuts: SizeCuts, stretch: tuple[int, int], seen: tuple[int, int]
) -> tuple[SizeCuts, tuple[int, int]]:
    """Return what is in sight of the cuts of a stretch, and its bytes; its ends are between two tokens.

    Tokens without bytes at an end are left to what lies outside, but at the ends of the stretch.
    """
    tokens = np.flatnonzero(cuts.last == ALWAYS)
    begins = cuts.spans[tokens, 0]
    first, last = (int(place) for place in np.searchsorted(begins, np.array(seen, np.uint64)))
    first = 0 if seen[0] <= stretch[0] else first
    last = len(tokens) if seen[1] >= stretch[1] else last
    start = stretch[0] if first == 0 else int(begins[first]) if first < len(tokens) else stretch[1]
    end = stretch[1] if last == len(tokens) else int(begins[last])
    rows = slice(
        int(tokens[first]) if first < len(tokens) else len(cuts.ids),
        int(tokens[last]) if last < len(tokens) else len(cuts.ids),
    )
    part = replace(
        cuts, ids=cuts.ids[rows], spans=cuts.spans[rows], first=cuts.first[rows], last=cuts.last[rows]
    )
    return part, (start, end)


def _has_prefix(tokenizer: Tokenizer, cuts: SizeCuts) -> bool:
    """Whether the text goes on with a space before it that it has not."""
    units = np.flatnonzero(cuts.first == NEVER)[:1]
    if not len(units):
        return False
    begin, end = cuts.spans[units[0]].tolist()
    return begin == end == 0 and tokenizer.token_bytes(int(cuts.ids[units[0]])) == b" "
