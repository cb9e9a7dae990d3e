"""How many tokens a text has at every size of the vocabulary, for the slider below it."""

from __future__ import annotations

from workbench.worker import messages as m
from workbench.worker.desk import Desk
from workbench.worker.job import Steps


def count_sizes_steps(desk: Desk, request: m.CountSizes) -> Steps:
    """Count the tokens of the text with what goes around it."""
    tokenizer, counter = desk.tokenizer(request.handle), desk.size_counter(request.handle)
    text = request.text if isinstance(request.text, bytes) else b"".join(request.text)
    yield None
    counted = yield from counter.counts_steps(text, request.specials)
    before, after = tokenizer.framing.parts(request.before, request.after)
    counts = counted.counts + (len(before) + len(after))
    yield m.SizesCounted(request.request_id, request.handle, counted.lowest, counts)
