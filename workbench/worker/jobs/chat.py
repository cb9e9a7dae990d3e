"""Renders a conversation in the child, encodes it and counts its tokens, for the chat panel."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import ENGLISH, EngineError
from workbench.engine.chat.templates import CHATML, SECONDS, Rendered, render_in, template_values
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.drift import kept_turns
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.chat import (
    ChatCount,
    ChatRendered,
    FindTurnDrift,
    KeptTurn,
    RenderChat,
    TurnDrift,
)
from workbench.worker.messages.requests import JobProgress

_TURNS = 32  # of the last messages
CHATML_TOKENS = ("<|im_start|>", "<|im_end|>")

Ids = NDArray[np.uint32]
Spans = NDArray[np.uint64]


def chat_job(store: Store, request: RenderChat) -> Steps:
    """Render a conversation and encode it with special tokens; errors are answers too."""
    tokenizer = store.tokenizer(request.handle)
    try:
        rendered = _render(store, tokenizer, request)
    except EngineError as error:
        yield _failed(request, error)
        return
    ids, spans = _encode(tokenizer, rendered.text)
    owners = content_of(rendered, spans)
    counts, n_prompt = counted(rendered, spans, owners)
    missing = [text for text in CHATML_TOKENS if text not in tokenizer.special_tokens]
    yield ChatRendered(
        request.request_id,
        request.handle,
        text=rendered.text,
        ids=ids,
        spans=spans,
        contents=rendered.contents,
        ends=rendered.ends,
        counts=counts,
        n_prompt=n_prompt,
        in_content=_in_content(tokenizer, ids, owners),
        plain=tuple(missing) if request.template == "chatml" else (),
    )


def find_turn_drift(store: Store, request: FindTurnDrift) -> Steps:
    """Tell what stays of each turn when the next message comes; the template may change earlier ones too."""
    tokenizer = store.tokenizer(request.handle)
    yield JobProgress(request.request_id, "turns", tokenizer.name, 0, 0)
    numbers: list[int] = []
    texts: list[bytes] = []
    for number in range(max(len(request.messages) - _TURNS, 0), len(request.messages)):
        so_far = RenderChat(0, request.handle, request.messages[: number + 1], request.template)
        try:
            texts.append(_render(store, tokenizer, so_far).text)
        except EngineError:
            continue  # it asks for an answer to this turn, or has no template
        numbers.append(number)
    kept = kept_turns(tokenizer, texts)
    pairs = zip(pairwise(numbers), kept, strict=False)
    turns = (KeptTurn(one, *counts) for (one, other), counts in pairs if other == one + 1)
    yield TurnDrift(request.request_id, tuple(turns))


def _render(store: Store, tokenizer: Tokenizer, request: RenderChat) -> Rendered:
    template = CHATML if request.template == "chatml" else tokenizer.chat_template
    if not template:
        raise EngineError("chat_template_missing")
    messages = [
        {"role": message.role, "content": message.content.decode("utf-8", "surrogateescape")}
        for message in request.messages
    ]
    values = template_values(tokenizer)
    return render_in(
        store.chat_child, template, messages, values, generation_prompt=request.prompt, seconds=SECONDS
    )


def _encode(tokenizer: Tokenizer, text: bytes) -> tuple[Ids, Spans]:
    ids, spans = [np.empty(0, np.uint32)], [np.empty((0, 2), np.uint64)]
    for part in tokenizer.encode_parts(text, "all"):
        ids.append(part.ids)
        spans.append(part.spans)
    return np.concatenate(ids), np.concatenate(spans)


def content_of(rendered: Rendered, spans: Spans) -> NDArray[np.int64]:
    """Return int64[n], for each token the message whose content it belongs to, or -1."""
    owners = np.full(len(spans), -1, np.int64)
    for start, end, number in rendered.contents[::-1]:
        touched = (spans[:, 0] < end) & (spans[:, 1] > start)
        owners[touched] = number
    return owners


def counted(rendered: Rendered, spans: Spans, owners: NDArray[np.int64]) -> tuple[tuple[ChatCount, ...], int]:
    """Return the counts of the messages, and of the text after the last one."""
    counts: list[ChatCount] = []
    begins = [0, *rendered.ends]
    for number, known in enumerate(rendered.known):
        content = int((owners == number).sum()) if known else -1
        begin, end = begins[number], begins[number + 1]
        whole = template = -1
        if begin >= 0 and end >= 0:
            # A content that is elsewhere, as the system's in the first turn, is no part of this.
            inside = (spans[:, 0] >= begin) & (spans[:, 0] < end)
            template = int((inside & (owners < 0)).sum()) if all(rendered.known) else -1
            whole = content + template if template >= 0 else int(inside.sum())
        counts.append(ChatCount(content, template, whole))
    last = begins[-1]
    return tuple(counts), int((spans[:, 0] >= last).sum()) if last >= 0 else 0


def _in_content(tokenizer: Tokenizer, ids: Ids, owners: NDArray[np.int64]) -> tuple[tuple[int, str], ...]:
    """Return (message, text) of special tokens in contents, which look to a model like the template's."""
    special = np.isin(ids, np.fromiter(tokenizer.specials.texts, np.uint32)) & (owners >= 0)
    specials = zip(owners[special].tolist(), ids[special].tolist(), strict=True)
    return tuple(dict.fromkeys((number, tokenizer.specials.texts[token_id]) for number, token_id in specials))


def _failed(request: RenderChat, error: EngineError) -> ChatRendered:
    prose = ENGLISH[error.code]
    return ChatRendered(
        request.request_id,
        request.handle,
        cause=prose.cause,
        remedy=prose.remedy,
        facts=dict(error.facts),
        place=None if error.place is None else (error.place.kind, error.place.value),
    )
