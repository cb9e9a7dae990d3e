"""Encoding a text for a view: what is seen first, with the special tokens that go around the text."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Generator, Iterator

import numpy as np
from numpy.typing import NDArray

from workbench.engine.encoding import Stage
from workbench.engine.score_merged import ScoreMergedBpe
from workbench.engine.score_tokenizer import model_as_in_steps, score_tokenizer
from workbench.engine.tokenizer import Tokenizer
from workbench.worker import messages as m
from workbench.worker.desk import Desk
from workbench.worker.job import Steps

FOCUS_MARGIN = 4096
PART_BYTES = 1 << 16
STAGE_BYTES = 240  # of the beginning of a text, whose way through the stages is shown

Ids = NDArray[np.uint32]
Spans = NDArray[np.uint64]
SpecialTexts = tuple[tuple[str, int], ...]


def encode_steps(desk: Desk, request: m.Encode) -> Steps:
    """Encode what is seen first, then the rest from the start."""
    tokenizer = yield from tokenizer_steps(desk, request.handle, request.rule)
    tokenizer = tokenizer.at_vocab_size(request.size) if request.size else tokenizer
    text = request.text
    n_characters = 0
    if request.specials == "error":
        found = yield from _special_texts_steps(tokenizer, text, frozenset())
        if found:
            n_characters = len(text.decode("utf-8", "surrogateescape"))
            yield m.Encoded(
                request.request_id, request.handle, 0, len(text), n_characters, found, refused=True
            )
            return
    n_tokens = n_lost = n_done = n_replaced = 0
    for start, stop in _stretches(tokenizer, request):
        if stop < 0:
            yield None
            continue
        part, replaced = yield from _part_steps(tokenizer, request, start, stop)
        yield part
        n_tokens += len(part.ids)
        n_replaced += replaced
        n_characters += len(text[start:stop].decode("utf-8", "surrogateescape"))
        n_lost += stop - start - int((part.spans[:, 1] - part.spans[:, 0]).sum())
        n_done += stop - start
        yield m.JobProgress(request.request_id, "encode", tokenizer.name, n_done, len(text))
    taken = _taken(tokenizer, request.specials)
    special_texts = yield from _special_texts_steps(tokenizer, text, taken)
    stages = yield from _stages_steps(tokenizer, text)
    yield m.Encoded(
        request.request_id, request.handle, n_tokens, len(text), n_characters, special_texts, n_lost,
        stages=stages, replaced=n_replaced,
    )  # fmt: skip


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


def _stretches(tokenizer: Tokenizer, request: m.Encode) -> Iterator[tuple[int, int]]:
    """Yield the stretches (start, end) of a text that are encoded one by one, (0, -1) while it works."""
    text, specials = request.text, _choice(request.specials)
    if not text:
        yield 0, 0
        return
    start, end = max(0, request.focus[0] - FOCUS_MARGIN), min(len(text), request.focus[1] + FOCUS_MARGIN)
    first = yield from _waiting(tokenizer.previous_border_steps(text, start, specials))
    last = yield from _waiting(tokenizer.next_border_steps(text, end, specials))
    for start, end in ((first, last), (0, first), (last, len(text))):
        while start < end:
            wished = min(len(text), start + PART_BYTES)
            stop = min(end, (yield from _waiting(tokenizer.next_border_steps(text, wished, specials))))
            yield start, stop
            start = stop


def _waiting(steps: Generator[None, None, int]) -> Generator[tuple[int, int], None, int]:
    """Yield (0, -1) while the steps work, and return what they return."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return int(end.value)
        yield 0, -1


def _choice(specials: str | tuple[str, ...]) -> str | tuple[str, ...]:
    """Return what the engine calls a choice of special tokens; where an error is due nothing comes here."""
    return "none" if specials == "error" else specials


def _part_steps(
    tokenizer: Tokenizer, request: m.Encode, start: int, stop: int
) -> Generator[None, None, tuple[m.EncodedPart, int]]:
    """Return the tokens between two borders, with what goes around the text, and the bytes replaced."""
    ids, spans = [np.empty(0, np.uint32)], [np.empty((0, 2), np.uint64)]
    before, after = tokenizer.framing.parts(request.before and start == 0, request.after)
    after = after if stop == len(request.text) else []
    prefix, replaced = False, 0
    for part in tokenizer.encode_steps(request.text, _choice(request.specials), start, stop):
        if part is None:
            yield None
            continue
        if start == 0 and len(ids) == 1:
            prefix = _has_prefix(part.stages)
        ids.append(part.ids)
        spans.append(part.spans)
        replaced += part.replaced
    for around, place, at in ((before, 0, 0), (after, len(request.text), len(ids) + bool(before))):
        if around:
            ids.insert(at, np.array(around, np.uint32))
            spans.insert(at, np.full((len(around), 2), place, np.uint64))
    tokens = np.concatenate(ids), np.concatenate(spans)
    encoded = m.EncodedPart(
        request.request_id, request.handle, start, stop, *tokens,
        n_before=len(before), n_after=len(after), prefix=prefix,
    )  # fmt: skip
    return encoded, replaced


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
