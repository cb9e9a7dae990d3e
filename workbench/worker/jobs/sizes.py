"""Counts the tokens of a text at every vocabulary size, for the slider."""

from __future__ import annotations

import numpy as np

from workbench.engine.base.pace import point
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.explaining.size_cuts import ALWAYS, NEVER, SizeCuts, cuts_of
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.text_part import whole
from workbench.worker.messages.sizes import CountSizes, CutSizes, SizesCounted, SizesCut

MARGIN = 4096  # bytes around what is seen, so that a little scrolling needs no other cut


def count_sizes(store: Store, request: CountSizes) -> Steps:
    """Count the tokens of the text, including those around the text."""
    tokenizer, counter = store.tokenizer(request.handle), store.size_counter(request.handle)
    text = whole(request.text)
    point()
    counted = counter.counts(text, request.specials)
    before, after = tokenizer.framing.parts(request.before, request.after)
    counts = counted.counts + (len(before) + len(after))
    yield SizesCounted(request.request_id, request.handle, counted.lowest, counts)


def cut_sizes(store: Store, request: CutSizes) -> Steps:
    """Cut the visible part and a little around it, with the tokens around the text."""
    tokenizer, counter = store.tokenizer(request.handle), store.size_counter(request.handle)
    text = whole(request.text)
    seen = max(0, request.focus[0] - MARGIN), min(len(text), request.focus[1] + MARGIN)
    cuts = cuts_of(tokenizer, counter, text, seen, request.specials)
    start, end = cuts.start, cuts.end
    before, after = tokenizer.framing.parts(request.before and start == 0, request.after and end == len(text))
    n_framing = len(before), len(after)
    yield SizesCut(
        request.request_id,
        request.handle,
        start,
        end,
        ids=np.concatenate((np.array(before, np.uint32), cuts.ids, np.array(after, np.uint32))),
        spans=np.pad(cuts.spans, (n_framing, (0, 0)), constant_values=((start, end), (0, 0))),
        first=np.pad(cuts.first, n_framing, constant_values=NEVER),
        last=np.pad(cuts.last, n_framing, constant_values=ALWAYS),
        n_before=len(before),
        n_after=len(after),
        prefix=_has_prefix(tokenizer, cuts),
    )


def _has_prefix(tokenizer: Tokenizer, cuts: SizeCuts) -> bool:
    """Return whether the text is encoded after a space."""
    units = np.flatnonzero(cuts.first == NEVER)[:1]
    if not len(units):
        return False
    begin, end = cuts.spans[units[0]].tolist()
    return begin == end == 0 and tokenizer.token_bytes(int(cuts.ids[units[0]])) == b" "
