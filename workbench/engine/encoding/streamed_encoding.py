"""Encodes a text that comes in chunks in bounded memory, with the ids of the whole.

What has come is cut at its last safe border, and what is before is encoded; the rest waits for more.
CLIP's cleaning is cut between lines (`normalizer.InCuts`). A tokenizer whose splitter or normalizer has no
safe borders (a custom pattern, a library in the child) has to see the text whole: it is kept in memory up to
some megabytes (`longest_of`), and more is an error, as it is for a line of CLIP's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import point
from workbench.engine.base.utf8 import is_utf8
from workbench.engine.encoding.borders import last_border
from workbench.engine.encoding.threaded_encoding import THREAD_BYTES, in_threads, n_threads
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.normalizers.normalizer import border_rule, is_in_parts

LONGEST = 1 << 24  # bytes that are kept where no border is found; they take some 40 times their size
LONGEST_CHANGED = 1 << 22  # the same where the text is changed as a whole before (CLIP): a hundred times
_TAG = b"<\n"  # stands for one in lines before; all that CLIP's cleaning remembers of them
_CHUNK = 1 << 22  # bytes that come before a border is looked for
_LONG_PIECE = 1 << 21  # from so many bytes without a border on, encoding is done in slices
_CONTEXT = 16  # bytes kept of what went before, so that nothing takes a stretch for the beginning


@dataclass(frozen=True, slots=True)
class StreamedPart:
    """Ids of some bytes of a text.

    Attributes:
        ids: uint32[n].
        n_bytes: how many bytes of the text they stand for.
        replaced: how many of these became U+FFFD before they were encoded.
        ends: uint64[n], where in these bytes each token ends; None if not asked for, where the bytes were
            encoded at once.

    """

    ids: NDArray[np.uint32]
    n_bytes: int
    replaced: int = 0
    ends: NDArray[np.uint64] | None = None


def streamed_parts(
    tokenizer: Tokenizer,
    chunks: Iterable[bytes],
    allowed: frozenset[str] = frozenset(),
    refused: frozenset[str] = frozenset(),
    longest: int | None = None,
) -> Iterator[StreamedPart]:
    """Encode a text that comes in `chunks`: yield its parts in order.

    Args:
        tokenizer: encodes.
        chunks: of any size, cut anywhere.
        allowed: special tokens that become their ids (`SpecialTokens.choose`).
        refused: special tokens whose text is an error.
        longest: bytes that are kept where no border is found, `longest_of` if not given.

    Raises:
        EngineError: "special_token_in_text", naming token and byte; "text_needs_whole" where no border is
            found in `longest` bytes; what encoding raises.

    """
    stream = StreamedEncoding(tokenizer, allowed, refused, longest)
    for portion in chunks:
        yield from stream.feed(portion)
    yield from stream.end()


class StreamedEncoding:
    """The same in steps, to encode one text with several tokenizers at a time."""

    def __init__(
        self,
        tokenizer: Tokenizer,
        allowed: frozenset[str] = frozenset(),
        refused: frozenset[str] = frozenset(),
        longest: int | None = None,
        *,
        with_ends: bool = False,
        counts: bool = False,
    ) -> None:
        """Take the arguments of `streamed_parts`; `with_ends`: report where tokens end too (slower).

        `counts`: only the number of ids is of use, and where that is quicker, they are zeros of no memory.
        """
        longest = longest_of(tokenizer) if longest is None else longest
        self._waiting = _Waiting(tokenizer, allowed | refused, longest)
        self._work = _Work(tokenizer, allowed, refused, with_ends=with_ends, counts=counts)

    def feed(self, chunk: bytes) -> Iterator[StreamedPart]:
        """Take more of the text; yield the tokens that later text cannot change."""
        if chunk:
            self._waiting.add(chunk)
            yield from self._work.encode_parts(*self._waiting.ready())
        else:
            point()

    def end(self) -> Iterator[StreamedPart]:
        """Yield the rest, at the end of the text."""
        yield from self._work.encode_parts(*self._waiting.rest())


def longest_of(tokenizer: Tokenizer) -> int:
    """Return how many bytes of a text are kept if the tokenizer shows no place to cut."""
    normalizer = tokenizer.normalizer
    is_cut = normalizer is None or is_in_parts(normalizer) or border_rule(normalizer) is not None
    return LONGEST if is_cut else LONGEST_CHANGED


class _Waiting:
    """Bytes that are not encoded yet."""

    def __init__(self, tokenizer: Tokenizer, specials: frozenset[str], longest: int) -> None:
        self._tokenizer, self._specials, self._longest = tokenizer, specials, longest
        self._cut = tokenizer.cut_by(specials)
        self._parts: list[bytes] = []
        self._size = 0
        self._look_at = _CHUNK

    def add(self, chunk: bytes) -> None:
        """Take more bytes."""
        self._parts.append(chunk)
        self._size += len(chunk)

    def rest(self) -> tuple[bytes, int]:
        """Return the rest, at the end of the text, and its length."""
        text = b"".join(self._parts)
        return text, len(text)

    def ready(self) -> tuple[bytes, int]:
        """Return what there is and how many bytes of it have tokens that later text cannot change.

        Raises:
            EngineError: "text_needs_whole", there is no place to cut so long a text.

        """
        if self._size < self._look_at:
            return b"", 0
        text = b"".join(self._parts)
        border = self._border(text)
        if border == 0:
            if len(text) > self._longest:
                raise EngineError("text_needs_whole", limit=self._longest)
            # The next look is at twice as much: what has no borders is searched twice over, not each time.
            self._parts, self._look_at = [text], min(2 * len(text), self._longest + 1)
            return b"", 0
        self._parts, self._size, self._look_at = [text[border:]], len(text) - border, _CHUNK
        return text, border

    def _border(self, text: bytes) -> int:
        tokenizer, previous = self._tokenizer, self._previous_border
        return last_border(tokenizer.specials, text, self._specials, previous)

    def _previous_border(self, text: bytes, position: int, specials: frozenset[str]) -> int:
        if self._cut is None:
            return self._tokenizer.previous_border(text, position, specials)
        end = text.rfind(b"\n") + 1  # only of a whole line is it known whether it is left alone
        return self._cut.previous_cut(text[:end], end, 0)


class _Work:
    """Encodes stretches of a text that begin and end at borders, one after the other."""

    def __init__(
        self,
        tokenizer: Tokenizer,
        allowed: frozenset[str],
        refused: frozenset[str],
        *,
        with_ends: bool,
        counts: bool,
    ) -> None:
        self._counts = counts
        self._tokenizer, self._allowed, self._refused = tokenizer, allowed, refused
        normalizer = tokenizer.normalizer
        self._changes = normalizer is not None
        is_cut = normalizer is None or border_rule(normalizer) is not None
        self._plain = is_cut and tokenizer.pre_tokenizer.compiled is not None and not with_ends
        self._cut = tokenizer.cut_by(allowed)
        self._tags = False  # whether a "<" has been seen
        self._context = b""
        self._done = 0

    def encode_parts(self, text: bytes, end: int) -> Iterator[StreamedPart]:
        """Encode what stands before `end`."""
        if not end:
            return
        stretch = b"" if self._plain and not self._refused else text[:end]  # a copy of some megabytes
        self._refuse(stretch)
        if self._plain:
            yield from self._batches(text, end)
        elif self._cut is not None:
            yield from self._lines(stretch)
        else:
            yield from self._stretch(self._context + stretch, len(self._context), None)
        self._context = text[max(0, end - _CONTEXT) : end]
        self._done += end

    def _refuse(self, stretch: bytes) -> None:
        try:
            self._tokenizer.specials.refuse(stretch, self._refused, count_characters=False)
        except EngineError as error:
            offset = error.place.value if error.place is not None else 0
            place = Place("byte", self._done + int(offset))
            raise EngineError(error.code, file=error.file, place=place, **error.facts) from error

    def _stretch(self, text: bytes, start: int, end: int | None) -> Iterator[StreamedPart]:
        stop = len(text) if end is None else end
        for part in self._tokenizer.encode_parts(text, self._allowed, start, stop):
            n_bytes = max(0, int(part.spans[-1, 1]) - start) if len(part.spans) else 0
            # An empty token at the beginning may end before it, where white space is left out.
            ends = np.maximum(part.spans[:, 1], np.uint64(start)) - np.uint64(start)
            start += n_bytes
            yield StreamedPart(part.ids, n_bytes, part.replaced, ends)
        if start < stop:
            yield StreamedPart(np.empty(0, np.uint32), stop - start, ends=np.empty(0, np.uint64))

    def _lines(self, stretch: bytes) -> Iterator[StreamedPart]:
        """Encode whole lines as `InCuts` allows: of what is before them, only a "<" matters."""
        before = _TAG if self._tags else b""
        self._tags = self._tags or b"<" in stretch
        n_before = len(self._tokenizer.encode(before))
        for part in self._stretch(before + stretch, 0, None):
            ends = None if part.ends is None else part.ends[n_before:] - np.uint64(len(before))
            yield StreamedPart(part.ids[n_before:], part.n_bytes - len(before), part.replaced, ends)
            before, n_before = b"", 0

    def _batches(self, text: bytes, stop: int) -> Iterator[StreamedPart]:
        """Encode on all cores, one stretch each at a time."""
        spans: list[tuple[int, int]] = []
        start = 0
        while start < stop:
            wished = start + THREAD_BYTES
            end = stop
            if wished < stop:
                end = min(stop, self._tokenizer.next_border(text, wished, self._allowed))
            # What a normalizer replaces is told with the rest.
            if end - start > _LONG_PIECE or (self._changes and not is_utf8(text[start:end])):
                yield from self._each(text, spans)
                spans = []
                yield from self._stretch(text, start, end)
            else:
                spans.append((start, end))
            start = end
        yield from self._each(text, spans)

    def _each(self, text: bytes, spans: Sequence[tuple[int, int]]) -> Iterator[StreamedPart]:
        together = len(spans) > 1 and self._tokenizer.model.prepare(spans[-1][1] - spans[0][0])
        encode = self._zeros if self._counts else self._ids
        parts = (text[start:end] for start, end in spans)  # some at a time, so that they take the same memory
        encoded = in_threads(encode, parts, n_threads(None) if together else 1)
        for (start, end), ids in zip(spans, encoded, strict=True):
            point()
            yield StreamedPart(ids, end - start)

    def _zeros(self, text: bytes) -> NDArray[np.uint32]:
        n = self._tokenizer.count(text, allowed_special=self._allowed, disallowed_special=(), threads=1)
        return np.broadcast_to(np.uint32(0), n)

    def _ids(self, text: bytes) -> NDArray[np.uint32]:
        return self._tokenizer.encode_to_numpy(
            text, allowed_special=self._allowed, disallowed_special=(), threads=1
        )
