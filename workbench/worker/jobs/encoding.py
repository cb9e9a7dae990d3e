"""Encodes a text for a view: the visible part first, with the special tokens around the text."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced_slices, point
from workbench.engine.base.utf8 import character_start, first_character
from workbench.engine.encoding.encoding import Encoding, Stage, joined
from workbench.engine.encoding.score_tokenizer import as_in
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.worker.jobs.job import Job, Rest, Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.stages_shown import stages_of
from workbench.worker.jobs.text_part import TextWindow, borders_around, size_of, text_window, whole
from workbench.worker.messages.requests import JobProgress
from workbench.worker.messages.text import Encode, Encoded, EncodedPart, StageText

FOCUS_MARGIN = 4096
PART_BYTES = 1 << 16
PART_TOKENS = 1 << 15  # in one message, so that taking them over blocks nothing
LONG = 1 << 17  # bytes of a text from which on what is seen is encoded by what is near it alone
MOST_SEEN = 1 << 17  # bytes of what is seen up to which that is so
NEAR = 1 << 14  # bytes on either side of what is seen in which its borders are looked for
GUESS_MARGIN = 512  # bytes on either side of what has to be guessed at
LARGE = 1 << 21  # bytes of a text that takes some time to join
# How long the window is left to itself, once what is seen of an edited text has its tokens: a user who types
# presses the next key sooner, or has stopped for a moment.
REST, REST_LARGE, REST_GUESSED = 0.024, 0.05, 0.25  # seconds
SILENT = 0.1  # seconds without a result after which it is reported that a text is being encoded
_WINDOW = 1 << 16  # bytes whose characters are counted between two points

Ids = NDArray[np.uint32]
Spans = NDArray[np.uint64]
SpecialTexts = tuple[tuple[str, int], ...]
Stretches = list[tuple[int, int]]


def encode(store: Store, request: Encode) -> Steps:
    """Encode the visible part first, then the rest from the start; after an edit only what is needed."""
    tokenizer = tokenizer_by_rule(store, request.handle, request.rule)
    tokenizer = tokenizer.at_vocab_size(request.size) if request.size else tokenizer
    if request.specials == "error":
        text = whole(request.text)
        specials = _special_texts(tokenizer, text, frozenset())
        if specials:
            n_characters, _ = _characters(text)
            yield Encoded(
                request.request_id, request.handle, 0, len(text), n_characters, specials, refused=True
            )
            return
    counts = _Counts()
    left, borders = yield from _seen(tokenizer, request, counts)
    text = whole(request.text)
    left = _plan(tokenizer, request, text, left, borders)
    yield from _parts(tokenizer, request, text, left, counts)
    taken = _taken(tokenizer, request.specials)
    special_texts = _special_texts(tokenizer, text, taken)
    stages = stages_of(tokenizer, text)
    yield from _end(request, text, counts, special_texts, stages)


class EncodeJob(Job):
    """Sends signs of life until there is progress to report.

    A long stretch may be normalized as a whole, without a part or a number to tell how far that is.
    """

    def __init__(self, store: Store, request: Encode) -> None:
        super().__init__(store, request, self._encode)
        self._has_progress, self._heard, self._name = False, time.monotonic(), ""

    def _encode(self, store: Store, request: Encode) -> Steps:
        self._name = store.tokenizer(request.handle).name
        yield from encode(store, request)

    def step(self, until: float = 0.0) -> object:
        """Continue, as any job."""
        item, now = super().step(until), time.monotonic()
        self._has_progress = self._has_progress or isinstance(item, JobProgress)
        if item is not None:
            self._heard = now
        elif not self._has_progress and now - self._heard > SILENT:
            self._heard = now
            return JobProgress(self.request_id, "encode", self._name, 0, 0)
        return item


class _Counts:
    """Counts so far: tokens, bytes outside tokens, replaced bytes."""

    n_tokens = n_lost = n_replaced = 0

    def take(self, spans: Spans) -> None:
        """Count tokens, and remove their bytes from those counted as outside."""
        self.n_tokens += len(spans)
        self.n_lost -= int((spans[:, 1] - spans[:, 0]).sum())


# --- what is seen, by what is near it --------------------------------------------------------------


def _seen(
    tokenizer: Tokenizer, request: Encode, counts: _Counts
) -> Generator[object, None, tuple[Stretches, tuple[int, ...]]]:
    """Yield the tokens of the visible part of a long text; return the remaining stretches and known borders.

    Only what is near it is looked at, so that it takes as long in a text of 100 MB as in one of a page.
    Where nothing near tells where it may be cut, its tokens are guessed at. Then the window has its rest.
    """
    n_bytes = size_of(request.text)
    stale = [(0, n_bytes)] if request.stale is None else list(request.stale)
    focus = _widened(request.focus, FOCUS_MARGIN)
    hull = _within(stale, focus)
    if n_bytes < LONG or hull is None or focus[1] - focus[0] > MOST_SEEN:
        return stale, ()
    text = text_window(request.text, hull[0] - NEAR, hull[1] + NEAR)
    start, end = borders_around(tokenizer, text, *hull, _choice(request.specials))
    rest = REST if n_bytes < LARGE else REST_LARGE
    if start is not None and end is not None:
        borders: tuple[int, ...] = (start, end)
        left = _outside(stale, start, end, n_bytes)
        yield from _stretch(tokenizer, request, text, (start, end), left, counts)
    elif _within(stale, request.focus) is not None:
        doubtful = text.at if start is None else start, text.end if end is None else end
        borders, left = (), sorted([*_outside(stale, *doubtful, n_bytes), doubtful])
        bare = _within(list(request.bare or ()), focus) or hull
        yield from _guess(tokenizer, request, text, bare, doubtful, left)
        rest = REST_GUESSED
    else:
        return stale, ()  # what is seen has its tokens
    if stale != [(0, n_bytes)]:
        yield Rest(rest)
    return left, borders


def _widened(stretch: tuple[int, int], margin: int) -> tuple[int, int]:
    return max(0, stretch[0] - margin), stretch[1] + margin


def _within(stale: Stretches, focus: tuple[int, int]) -> tuple[int, int] | None:
    """Return (start, end) of the stretches in or next to the visible part; None if there are none."""
    there = [
        (max(start, focus[0]), min(end, focus[1]))
        for start, end in stale
        if start <= focus[1] and end >= focus[0]
    ]
    return (there[0][0], there[-1][1]) if there else None


def _outside(stretches: Stretches, start: int, end: int, n_bytes: int) -> Stretches:
    """Return the parts of stretches outside [start, end], in a text of `n_bytes` bytes.

    A stretch that begins or ends there is not settled: what is next to it is still in doubt.
    """
    outside: Stretches = []
    for one, other in stretches:
        if one < start or one == start > 0:
            outside.append((one, min(other, start)))
        if other > end or other == end < n_bytes:
            outside.append((max(one, end), other))
    return outside


def _guess(
    tokenizer: Tokenizer,
    request: Encode,
    text: TextWindow,
    hull: tuple[int, int],
    doubtful: tuple[int, int],
    left: Stretches,
) -> Iterator[EncodedPart]:
    """Yield the likely tokens of a stretch whose surroundings do not determine them."""
    start, end = _widened(hull, GUESS_MARGIN)
    start = max(doubtful[0], text.at + likely_border(text.data, max(start - text.at, 0)))
    end = max(start, min(doubtful[1], text.at + likely_border(text.data, min(end, text.end) - text.at)))
    parts: list[Encoding] = []
    for part in tokenizer.encode_parts(text.data, _choice(request.specials), start - text.at, end - text.at):
        parts.append(part)
        point()
    if parts:
        whole = joined(parts)
        yield EncodedPart(
            request.request_id, request.handle, start, end, whole.ids, whole.spans + np.uint64(text.at),
            provisional=True, left=tuple(left),
        )  # fmt: skip


# --- the rest ---------------------------------------------------------------------------------------


def _parts(
    tokenizer: Tokenizer, request: Encode, text: bytes, left: Stretches, counts: _Counts
) -> Generator[object, None, None]:
    """Yield the parts and the progress."""
    total = sum(end - start for start, end in left)
    whole = TextWindow(text, 0, len(text))
    while left:
        start, end = left.pop(0)
        stop = end
        if start + PART_BYTES < end:
            specials = _choice(request.specials)
            stop = min(end, tokenizer.next_border(text, start + PART_BYTES, specials))
        if stop < end:
            left.insert(0, (stop, end))
        for part in _stretch(tokenizer, request, whole, (start, stop), left, counts):
            yield part
            if total > PART_BYTES:
                n_done = len(text) - sum(end - start for start, end in part.left)
                yield JobProgress(request.request_id, "encode", tokenizer.name, n_done, len(text))


def _stretch(
    tokenizer: Tokenizer,
    request: Encode,
    text: TextWindow,
    stretch: tuple[int, int],
    left: Stretches,
    counts: _Counts,
) -> Iterator[EncodedPart]:
    """Yield and count the tokens between two borders, with the tokens around the text.

    They are sent as they come: all those of 100 MB without a border would take a gigabyte.
    """
    (start, stop), at = stretch, text.at
    before, after = tokenizer.framing.parts(request.before and start == 0, request.after)
    after = after if stop == text.n_bytes else []
    waiting = EncodedPart(
        request.request_id, request.handle, start, stop, *_framing_tokens(before, 0), n_before=len(before)
    )
    counts.n_lost += stop - start  # less what turns out to be in tokens
    first = start == 0
    for part in tokenizer.encode_parts(text.data, _choice(request.specials), start - at, stop - at):
        counts.n_replaced += part.replaced
        prefix = waiting.prefix or (first and _has_prefix(part.stages))
        first = False
        waiting = replace(waiting, prefix=prefix, replaced=waiting.replaced + part.replaced)
        for some in paced_slices(len(part.ids), PART_TOKENS):  # a line of 10 MB may be one part
            spans = part.spans[some] + np.uint64(at)
            counts.take(spans)
            waiting = yield from _slices(_longer(waiting, part.ids[some], spans), left)
    counts.n_tokens += len(before) + len(after)
    waiting = replace(_longer(waiting, *_framing_tokens(after, text.n_bytes)), n_after=len(after))
    waiting = yield from _slices(waiting, left)
    yield replace(waiting, left=tuple(left))


def _framing_tokens(ids: Sequence[int], place: int) -> tuple[Ids, Spans]:
    """Return ids around a text as tokens without bytes."""
    return np.array(ids, np.uint32), np.full((len(ids), 2), place, np.uint64)


def _longer(part: EncodedPart, ids: Ids, spans: Spans) -> EncodedPart:
    return replace(part, ids=np.concatenate((part.ids, ids)), spans=np.concatenate((part.spans, spans)))


def _slices(part: EncodedPart, left: Stretches) -> Generator[EncodedPart, None, EncodedPart]:
    """Yield a part in slices of tokens, and return the rest.

    Each begins and ends next to tokens that have bytes.
    """
    while True:
        has_bytes = part.spans[PART_TOKENS - 1 :, 0] < part.spans[PART_TOKENS - 1 :, 1]
        places = np.flatnonzero(has_bytes[:-1] & has_bytes[1:])
        if not len(places):
            return part
        last = PART_TOKENS + int(places[0])
        end = int(part.spans[last, 0])
        rest = tuple(sorted(((end, part.end), *left)))
        yield replace(part, end=end, ids=part.ids[:last], spans=part.spans[:last], left=rest)
        ids, spans = part.ids[last:], part.spans[last:]
        part = replace(part, start=end, ids=ids, spans=spans, n_before=0, prefix=False, replaced=0)


def _end(
    request: Encode,
    text: bytes,
    counts: _Counts,
    special_texts: SpecialTexts,
    stages: tuple[StageText, ...],
) -> Steps:
    """Yield the message that ends the encoding."""
    n_characters, n_replaced = request.n_characters, counts.n_replaced
    recounted = request.stale is not None and (request.replaced or counts.n_replaced)
    if n_characters is None or recounted:
        n_characters, n_invalid = _characters(text)
        n_replaced = n_invalid if recounted else n_replaced
    yield Encoded(
        request.request_id,
        request.handle,
        n_tokens=counts.n_tokens,
        n_bytes=len(text),
        n_characters=n_characters,
        special_texts=special_texts,
        lost=counts.n_lost,
        stages=stages,
        replaced=n_replaced,
        text=None if isinstance(request.text, bytes) else text,
    )


def _characters(text: bytes) -> tuple[int, int]:
    """Return the number of characters of a text, and of invalid bytes, each a character."""
    n_characters = n_invalid = start = 0
    while start < len(text):
        # After four bytes that go on, a character begins again.
        end = first_character(text, start + _WINDOW, start + _WINDOW + 4)
        window = text[start:end]
        try:
            n_characters += len(window.decode())
        except UnicodeDecodeError:
            letters = window.decode("utf-8", "surrogateescape")
            n_characters += len(letters)
            n_invalid += sum("\ud800" <= letter <= "\udfff" for letter in letters)
        start = end
        point()
    return n_characters, n_invalid


def tokenizer_by_rule(store: Store, handle: int, rule: str) -> Tokenizer:
    """Return an open tokenizer, with the chosen merge rule if it has rules."""
    tokenizer = store.tokenizer(handle)
    scored = tokenizer.model.scored
    if not rule or scored is None or rule == scored.rule:
        return tokenizer
    kept = store.by_rule(handle, rule)
    if kept is None:
        kept = as_in(tokenizer, rule)
        store.keep_by_rule(handle, rule, kept)
    return kept


def _taken(tokenizer: Tokenizer, specials: str | tuple[str, ...]) -> frozenset[str]:
    """Return the special tokens whose texts become tokens."""
    if specials == "all":
        return frozenset(tokenizer.special_tokens)
    return frozenset(() if isinstance(specials, str) else specials)


def _plan(
    tokenizer: Tokenizer, request: Encode, text: bytes, stale: Stretches, borders: tuple[int, ...]
) -> Stretches:
    """Return the stretches to encode, from safe border to safe border, the visible ones first.

    Some `borders` are known already.
    """
    specials = _choice(request.specials)
    wide: Stretches = []
    for start, end in stale:
        known = borders if start < end else ()
        if start > 0 and start not in known:
            start = tokenizer.previous_border(text, start, specials)
        if end < len(text) and end not in known:
            end = tokenizer.next_border(text, end, specials)
        if wide and start <= wide[-1][1]:
            start, end = wide[-1][0], max(end, wide.pop()[1])
        wide.append((start, end))
    focus = _widened(request.focus, FOCUS_MARGIN)
    seen = next((at for at, (start, end) in enumerate(wide) if start < focus[1] and end > focus[0]), None)
    if seen is None:
        return wide
    start, end = wide.pop(seen)
    last = end
    first = max(start, tokenizer.previous_border(text, focus[0], specials)) if start < focus[0] else start
    if focus[1] < end:
        last = min(end, tokenizer.next_border(text, focus[1], specials))
    parts = [(one, other) for one, other in ((start, first), (last, end)) if one < other]
    return [(first, last), *sorted((*wide, *parts))]


def likely_border(text: bytes, position: int) -> int:
    """Return a place near a position at which a token is likely to begin."""
    if not 0 < position < len(text):
        return position
    window = text[max(0, position - 256) : position]
    cut = max(window.rfind(b"\n") + 1, window.rfind(b" "))
    if cut > 0:
        return position - len(window) + cut
    return character_start(text, position)


def _choice(specials: str | tuple[str, ...]) -> str | tuple[str, ...]:
    """Return the engine's choice of special tokens; "error" is handled before."""
    return "none" if specials == "error" else specials


def _has_prefix(stages: tuple[Stage, ...]) -> bool:
    """Return whether the text is encoded after a space."""
    for stage in reversed(stages):
        if stage.output is not None and stage.alignment is not None:
            return stage.output.startswith(b" ") and int(stage.alignment[1]) == int(stage.alignment[0])
    return False


def _special_texts(tokenizer: Tokenizer, text: bytes, taken: frozenset[str]) -> SpecialTexts:
    """Return the special tokens not `taken` whose texts occur in `text`, and how often."""
    names = [special for special in tokenizer.special_tokens if special not in taken]
    if not names:
        return ()
    counts = tokenizer.specials.count(text)
    return tuple((special, counts[special]) for special in names if counts[special])
