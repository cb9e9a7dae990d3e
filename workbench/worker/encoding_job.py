"""Encoding a text for a view: what is seen first, with the special tokens that go around the text."""

from __future__ import annotations

import difflib
import io
import itertools
from collections.abc import Generator, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from workbench.engine.encoding import Encoding, Stage, joined
from workbench.engine.score_merged import ScoreMergedBpe
from workbench.engine.score_tokenizer import model_as_in_steps, score_tokenizer
from workbench.engine.tokenizer import Tokenizer
from workbench.worker import messages as m
from workbench.worker.desk import Desk
from workbench.worker.job import Steps

FOCUS_MARGIN = 4096
PART_BYTES = 1 << 16
PART_TOKENS = 1 << 15  # in one message, so that taking them over holds nobody up
GUESSED = 1 << 17  # bytes without a border around what is seen from which its tokens are guessed at first
STAGE_BYTES = 240  # of the beginning of a text, whose way through the stages is shown
_COPIED = 1 << 15  # bytes of a text in parts that are copied while the GIL is held
_WINDOW = 1 << 16  # bytes whose characters are counted between two yields

Ids = NDArray[np.uint32]
Spans = NDArray[np.uint64]
SpecialTexts = tuple[tuple[str, int], ...]
Stretches = list[tuple[int, int]]


def encode_steps(desk: Desk, request: m.Encode) -> Steps:
    """Encode what is seen first, then the rest from the start; of an edited text only what must be."""
    tokenizer = yield from tokenizer_steps(desk, request.handle, request.rule)
    tokenizer = tokenizer.at_vocab_size(request.size) if request.size else tokenizer
    text = yield from whole_steps(request.text)
    if request.specials == "error":
        found = yield from _special_texts_steps(tokenizer, text, frozenset())
        if found:
            n_characters, _ = yield from _characters_steps(text)
            yield m.Encoded(
                request.request_id, request.handle, 0, len(text), n_characters, found, refused=True
            )
            return
    counts = yield from _parts_steps(tokenizer, request, text)
    taken = _taken(tokenizer, request.specials)
    special_texts = yield from _special_texts_steps(tokenizer, text, taken)
    stages = yield from _stages_steps(tokenizer, text)
    yield from _end_steps(request, text, counts, special_texts, stages)


def whole_steps(text: bytes | tuple[bytes | memoryview, ...]) -> Generator[None, None, bytes]:
    """Yield None at least every 20 ms and return a text that came whole or in parts.

    `b"".join` of 50 MB would hold the GIL, and with it the window, for 40 to 80 ms; so, for 20, would a
    buffer that grows and has to be moved.
    """
    if isinstance(text, bytes):
        return text
    if len(text) == 1 and isinstance(text[0], bytes):
        return text[0]
    joined = io.BytesIO(bytes(sum(map(len, text))))  # whose value is the buffer itself
    for part in text:
        view = memoryview(part)
        for start in range(0, len(view), _COPIED):
            joined.write(view[start : start + _COPIED])
            yield
    return joined.getvalue()


class _Counts:
    """What has been encoded so far: tokens, bytes that are in no token, bytes replaced."""

    n_tokens = n_lost = n_replaced = 0


def _parts_steps(tokenizer: Tokenizer, request: m.Encode, text: bytes) -> Generator[object, None, _Counts]:
    """Yield the parts and how far it has come."""
    counts = _Counts()
    left = yield from _plan_steps(tokenizer, request, text)
    yield from _guess_steps(tokenizer, request, text, left)
    total = sum(end - start for start, end in left)
    while left:
        start, end = left.pop(0)
        stop = end
        if start + PART_BYTES < end:
            specials = _choice(request.specials)
            stop = min(end, (yield from tokenizer.next_border_steps(text, start + PART_BYTES, specials)))
        if stop < end:
            left.insert(0, (stop, end))
        part = yield from _part_steps(tokenizer, request, text, start, stop)
        counts.n_tokens += len(part.ids)
        counts.n_replaced += part.replaced
        counts.n_lost += stop - start - int((part.spans[:, 1] - part.spans[:, 0]).sum())
        yield from _slices(part, left)
        if total > PART_BYTES:
            n_done = len(text) - sum(end - start for start, end in left)
            yield m.JobProgress(request.request_id, "encode", tokenizer.name, n_done, len(text))
    return counts


def _end_steps(
    request: m.Encode,
    text: bytes,
    counts: _Counts,
    special_texts: SpecialTexts,
    stages: tuple[m.StageText, ...],
) -> Steps:
    """Yield the message that says that all parts have been sent."""
    n_characters, n_replaced = request.n_characters, counts.n_replaced
    recounted = request.stale is not None and (request.replaced or counts.n_replaced)
    if n_characters is None or recounted:
        n_characters, n_invalid = yield from _characters_steps(text)
        n_replaced = n_invalid if recounted else n_replaced
    yield m.Encoded(
        request.request_id, request.handle, counts.n_tokens, len(text), n_characters, special_texts,
        counts.n_lost, stages=stages, replaced=n_replaced,
        text=None if isinstance(request.text, bytes) else text,
    )  # fmt: skip


def _characters_steps(text: bytes) -> Generator[None, None, tuple[int, int]]:
    """Return how many characters a text has, and how many bytes that are not UTF-8, each one of them."""
    n_characters = n_invalid = start = 0
    while start < len(text):
        end = min(start + _WINDOW, len(text))
        while end < len(text) and text[end] & 0xC0 == 0x80 and end < start + _WINDOW + 4:
            end += 1  # after four bytes that go on, a character begins afresh
        window = text[start:end]
        try:
            n_characters += len(window.decode())
        except UnicodeDecodeError:
            letters = window.decode("utf-8", "surrogateescape")
            n_characters += len(letters)
            n_invalid += sum("\ud800" <= letter <= "\udfff" for letter in letters)
        start = end
        yield
    return n_characters, n_invalid


def tokenizer_steps(desk: Desk, handle: int, rule: str) -> Generator[None, None, Tokenizer]:
    """Yield None at least every 20 ms and return an open tokenizer, as it merges by a rule if it has one."""
    tokenizer = desk.tokenizer(handle)
    model = tokenizer.model
    if not rule or not isinstance(model, ScoreMergedBpe) or rule == model.rule:
        return tokenizer
    kept = desk.by_rule(handle, rule)
    if kept is None:
        other = yield from model_as_in_steps(model, rule)
        kept = score_tokenizer(
            other, tokenizer.special_tokens, tokenizer.name, tokenizer.record, tokenizer.framing
        )
        desk.keep_by_rule(handle, rule, kept)
    return kept


def _taken(tokenizer: Tokenizer, specials: str | tuple[str, ...]) -> frozenset[str]:
    """Return the special tokens whose texts become tokens."""
    if specials == "all":
        return frozenset(tokenizer.special_tokens)
    return frozenset(() if isinstance(specials, str) else specials)


def _plan_steps(tokenizer: Tokenizer, request: m.Encode, text: bytes) -> Generator[None, None, Stretches]:
    """Return the stretches to encode, from safe border to safe border, what is seen first."""
    specials = _choice(request.specials)
    wide: Stretches = []
    for start, end in ((0, len(text)),) if request.stale is None else request.stale:
        if start > 0:
            start = yield from tokenizer.previous_border_steps(text, start, specials)
        if end < len(text):
            end = yield from tokenizer.next_border_steps(text, end, specials)
        if wide and start <= wide[-1][1]:
            start, end = wide[-1][0], max(end, wide.pop()[1])
        wide.append((start, end))
    focus = max(0, request.focus[0] - FOCUS_MARGIN), min(len(text), request.focus[1] + FOCUS_MARGIN)
    seen = next((at for at, (start, end) in enumerate(wide) if start < focus[1] and end > focus[0]), None)
    if seen is None:
        return wide
    start, end = wide.pop(seen)
    first = last = end
    if start < focus[0]:
        first = max(start, (yield from tokenizer.previous_border_steps(text, focus[0], specials)))
    else:
        first = start
    if focus[1] < end:
        last = min(end, (yield from tokenizer.next_border_steps(text, focus[1], specials)))
    around = [(one, other) for one, other in ((start, first), (last, end)) if one < other]
    return [(first, last), *sorted((*wide, *around))]


def _guess_steps(
    tokenizer: Tokenizer, request: m.Encode, text: bytes, left: Stretches
) -> Iterator[m.EncodedPart | None]:
    """Yield what the tokens of what is seen may be, where it takes long to know them."""
    seen = max(0, request.focus[0] - FOCUS_MARGIN), min(len(text), request.focus[1] + FOCUS_MARGIN)
    if not left or left[0][1] - left[0][0] <= GUESSED or seen[1] - seen[0] > GUESSED:
        return
    if not any(start <= request.focus[1] and end >= request.focus[0] for start, end in request.stale or left):
        return  # they are there already, and exact
    start, end = (
        max(left[0][0], _likely_border(text, seen[0])),
        min(left[0][1], _likely_border(text, seen[1])),
    )
    parts: list[Encoding] = []
    for part in tokenizer.encode_steps(text, _choice(request.specials), start, max(start, end)):
        if part is not None:
            parts.append(part)
        yield None
    if parts:
        made = joined(parts)
        yield m.EncodedPart(
            request.request_id, request.handle, start, end, made.ids, made.spans,
            provisional=True, left=tuple(sorted(left)),
        )  # fmt: skip


def _likely_border(text: bytes, position: int) -> int:
    """Return a place near a position at which a token is likely to begin."""
    if not 0 < position < len(text):
        return position
    window = text[max(0, position - 256) : position]
    cut = max(window.rfind(b"\n") + 1, window.rfind(b" "))
    if cut > 0:
        return position - len(window) + cut
    return next((at for at in range(position, position - 4, -1) if text[at] & 0xC0 != 0x80), position)


def _choice(specials: str | tuple[str, ...]) -> str | tuple[str, ...]:
    """Return what the engine calls a choice of special tokens; where an error is due nothing comes here."""
    return "none" if specials == "error" else specials


def _part_steps(
    tokenizer: Tokenizer, request: m.Encode, text: bytes, start: int, stop: int
) -> Generator[None, None, m.EncodedPart]:
    """Return the tokens between two borders, with what goes around the text."""
    ids, spans = [np.empty(0, np.uint32)], [np.empty((0, 2), np.uint64)]
    before, after = tokenizer.framing.parts(request.before and start == 0, request.after)
    after = after if stop == len(text) else []
    prefix, replaced = False, 0
    for part in tokenizer.encode_steps(text, _choice(request.specials), start, stop):
        if part is None:
            yield None
            continue
        if start == 0 and len(ids) == 1:
            prefix = _has_prefix(part.stages)
        ids.append(part.ids)
        spans.append(part.spans)
        replaced += part.replaced
    for around, place, at in ((before, 0, 0), (after, len(text), len(ids) + bool(before))):
        if around:
            ids.insert(at, np.array(around, np.uint32))
            spans.insert(at, np.full((len(around), 2), place, np.uint64))
    tokens = np.concatenate(ids), np.concatenate(spans)
    return m.EncodedPart(
        request.request_id, request.handle, start, stop, *tokens,
        n_before=len(before), n_after=len(after), prefix=prefix, replaced=replaced,
    )  # fmt: skip


def _slices(part: m.EncodedPart, left: Stretches) -> Iterator[m.EncodedPart]:
    """Yield a part in slices of some tokens; each begins and ends beside tokens that have bytes."""
    first, start = 0, part.start
    empty = part.spans[:, 0] == part.spans[:, 1]
    while first < len(part.ids) or first == 0:
        last = first + PART_TOKENS
        while last < len(part.ids) and (empty[last - 1] or empty[last]):
            last += 1
        over = last >= len(part.ids)
        end = part.end if over else int(part.spans[last, 0])
        rest = [] if over else [(end, part.end)]
        yield replace(
            part, start=start, end=end, ids=part.ids[first:last], spans=part.spans[first:last],
            n_before=part.n_before if first == 0 else 0, n_after=part.n_after if over else 0,
            prefix=part.prefix and first == 0, replaced=part.replaced if first == 0 else 0,
            left=tuple(sorted((*rest, *left))),
        )  # fmt: skip
        first, start = last, end


def _has_prefix(stages: tuple[Stage, ...]) -> bool:
    """Whether the text goes on with a space before it that it has not."""
    for stage in reversed(stages):
        if stage.output is not None and stage.alignment is not None:
            return stage.output.startswith(b" ") and int(stage.alignment[1]) == int(stage.alignment[0])
    return False


def _special_texts_steps(
    tokenizer: Tokenizer, text: bytes, taken: frozenset[str]
) -> Generator[None, None, SpecialTexts]:
    """Return the special tokens not `taken` whose texts occur in `text`, and how often."""
    names = [special for special in tokenizer.special_tokens if special not in taken]
    if not names:
        return ()
    for counts in tokenizer.specials.count_steps(text):
        if counts is not None:
            return tuple((special, counts[special]) for special in names if counts[special])
        yield
    return ()


# --- stages -------------------------------------------------------------------------------------


def _stages_steps(tokenizer: Tokenizer, text: bytes) -> Generator[None, None, tuple[m.StageText, ...]]:
    """Return what the beginning of a text becomes before it is split, stage by stage."""
    if tokenizer.normalizer is None or not text:
        return ()
    stop = _beginning(text)
    shown: list[m.StageText] = []
    for part in tokenizer.encode_steps(text[:stop]):
        if part is None:
            yield None
            continue
        before = text[:stop]
        for stage in part.stages:
            if stage.output is not None:
                found = changes(before, stage.output)
                spans, kinds = tuple(span for span, _ in found), tuple(kind for _, kind in found)
                shown.append(m.StageText(stage.name, stage.output, spans, kinds, stop == len(text)))
                before = stage.output
                yield None
        break
    return tuple(shown)


def _beginning(text: bytes) -> int:
    """Return where the beginning that is shown ends: at a word's end, so that no step sees a cut."""
    if len(text) <= STAGE_BYTES:
        return len(text)
    words = text[:STAGE_BYTES].rsplit(maxsplit=1)
    if len(words) == 2:
        return len(words[0])
    return STAGE_BYTES - next(back for back in range(4) if text[STAGE_BYTES - back] & 0xC0 != 0x80)


def changes(before: bytes, after: bytes) -> list[tuple[tuple[int, int], str]]:
    """Return ((start, end) in `after`, kind) of what is not as it was in `before`.

    Kinds are "replace", "insert" and "delete", where the span is empty. A diff of the characters (Ratcliff
    and Obershelp's, as difflib has it): what libraries did to a text can only be guessed from outside.
    """
    old, new = (text.decode("utf-8", "surrogateescape") for text in (before, after))
    at = [0, *itertools.accumulate(len(letter.encode("utf-8", "surrogateescape")) for letter in new)]
    codes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [((at[start], at[end]), str(kind)) for kind, _, _, start, end in codes if kind != "equal"]
