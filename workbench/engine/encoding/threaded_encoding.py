"""Encodes on all cores: many texts in batches, a large one cut at safe borders.

Threads share the compiled encoder, which runs without the GIL. The ids are the same whatever their number.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from workbench.engine.encoding.borders import next_border
from workbench.engine.encoding.special_tokens import SpecialTokens
from workbench.engine.models.model import Model
from workbench.engine.splitting.pre_tokenizers import PreTokenizer

Text = TypeVar("Text", bound=str | bytes)
Part = TypeVar("Part")
Encode = Callable[[bytes, PreTokenizer], Iterator[Part]]
Ids = NDArray[np.uint32]  # (n,)

LARGE = 1 << 22  # bytes from which on a text is cut
THREAD_BYTES = 1 << 19  # bytes that a thread encodes at a time, some milliseconds
_SHORT = 1 << 16  # bytes of a text that is encoded in one go with others, some milliseconds at worst
_MANY = 1 << 10  # short texts in a chunk

_NO_SPECIALS = SpecialTokens({}, lambda _: None)


def n_threads(wanted: int | None) -> int:
    """Return how many threads to use, by default one per core."""
    return max(1, wanted or os.cpu_count() or 1)


def encoded(
    model: Model, pre_tokenizer: PreTokenizer, encode: Encode[Part], wanted: int | None, text: bytes
) -> Iterator[Part]:
    """Yield what `encode`, of the model, yields for a text without special tokens; `wanted` as `shared`."""
    threads = shared(model, pre_tokenizer, len(text), wanted)
    if threads == 1:
        yield from encode(text, pre_tokenizer)
        return

    def encode_part(part: bytes) -> list[Part]:
        return list(encode(part, pre_tokenizer))

    for some in in_threads(encode_part, _parts(pre_tokenizer, text), threads):
        yield from some


def shared(model: Model, pre_tokenizer: PreTokenizer, size: int, wanted: int | None) -> int:
    """Return how many threads are faster for a text of `size` bytes, as with the compiled encoder.

    `wanted`: threads for a large text, None for one per core, which takes longer to ask than a short text.
    """
    threads = 1 if size < LARGE else n_threads(wanted)
    return threads if threads > 1 and _pays(model, pre_tokenizer, size) else 1


def in_threads(call: Callable[[bytes], Part], parts: Iterable[bytes], threads: int) -> Iterator[Part]:
    """Yield what `call` returns for each part, of which a few are there at a time."""
    if threads == 1:
        yield from map(call, parts)
        return
    from concurrent.futures import Future, ThreadPoolExecutor  # here: a short text does without

    begun: deque[Future[Part]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for part in parts:
                begun.append(pool.submit(call, part))
                if len(begun) > 2 * threads:
                    yield begun.popleft().result()
            while begun:
                yield begun.popleft().result()
        finally:  # where an error ends it, or the caller does
            for future in begun:
                future.cancel()


def _pays(model: Model, pre_tokenizer: PreTokenizer, size: int) -> bool:
    return pre_tokenizer.compiled is not None and model.prepare(size)


def _parts(pre_tokenizer: PreTokenizer, text: bytes) -> Iterator[bytes]:
    """Yield stretches that encode as they do in the whole text."""
    start = 0
    while start < len(text):
        end = next_border(pre_tokenizer, _NO_SPECIALS, text, start + THREAD_BYTES, frozenset())
        yield text[start:end]
        start = end


@dataclass(frozen=True, slots=True)
class Each(Generic[Text]):
    """How texts are encoded.

    Attributes:
        one: takes a text and the number of threads for it alone.
        several: takes some short texts; returns None where they have to be encoded one by one.

    """

    one: Callable[[Text, int], Ids]
    several: Callable[[Sequence[Text]], list[Ids] | None]

    def encode(self, texts: Sequence[Text]) -> list[Ids]:
        """Encode some texts in one thread."""
        ids = None
        if len(texts) > 1 and max(map(len, texts)) <= _SHORT:
            ids = self.several(texts)
        return [self.one(text, 1) for text in texts] if ids is None else ids


def encoded_all(
    model: Model, pre_tokenizer: PreTokenizer, texts: Sequence[Text], each: Each[Text], threads: int
) -> list[Ids]:
    """Return the ids of each text, uint32[n]."""
    size = sum(map(len, texts))
    several = threads > 1 and (size >= THREAD_BYTES or len(texts) > _MANY)
    together = several and _pays(model, pre_tokenizer, size)

    def encode_portion(numbers: range) -> list[Ids]:
        return each.encode([texts[at] for at in numbers if not together or len(texts[at]) < LARGE])

    if not together:
        return [ids for portion in _ranges(texts) for ids in encode_portion(portion)]
    from concurrent.futures import ThreadPoolExecutor  # here: as above

    with ThreadPoolExecutor(threads) as pool:
        small = [ids for portion in pool.map(encode_portion, _ranges(texts)) for ids in portion]
    in_order = iter(small)
    return [each.one(text, threads) if len(text) >= LARGE else next(in_order) for text in texts]


def _ranges(texts: Sequence[Text]) -> Iterator[range]:
    """Yield ranges of texts, each large enough for one thread."""
    first = size = 0
    for at, text in enumerate(texts):
        size += len(text)
        if size >= THREAD_BYTES or at - first >= _MANY:
            yield range(first, at + 1)
            first, size = at + 1, 0
    yield range(first, len(texts))
