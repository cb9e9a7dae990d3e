"""Encodes a text: finds special tokens, and normalizes, splits and encodes the text between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.chunked_arrays import concatenated, raised, taken
from workbench.engine.base.errors import SpecialTokenInText, WrongType
from workbench.engine.base.pace import paced_slices
from workbench.engine.base.utf8 import invalid_runs
from workbench.engine.encoding.borders import last_border, next_border, previous_border, slices
from workbench.engine.encoding.encoding import SPLIT, Encoding, joined, normalized, untouched_stages
from workbench.engine.encoding.special_pieces import (
    encode_with_specials,
    may_hold,
    plain_pieces,
    special_pieces,
)
from workbench.engine.encoding.special_tokens import SpecialTokens
from workbench.engine.encoding.text_places import Occurrence
from workbench.engine.encoding.threaded_encoding import (
    LARGE,
    encoded,
    in_threads,
    shared,
)
from workbench.engine.models.model import Model, ShortTexts, for_short_texts
from workbench.engine.normalizers.normalizer import (
    InCuts,
    Normalizer,
    begins_anew,
    border_rule,
    changed_around,
    is_in_parts,
)
from workbench.engine.splitting.metaspace import MarkSplit, Metaspace
from workbench.engine.splitting.pre_tokenizers import PreTokenizer

_BYTES = (bytes, bytearray, memoryview)
_PART_BYTES = 1 << 16  # of text in one part
_SLICE = 1 << 18  # characters of a long text, which have up to a megabyte
_JOINED = 1 << 20  # bytes of a text whose ids, few, are joined at the end
_TOKENS = 1 << 16  # in one part of a longer stretch
_SHORT = 1 << 12  # bytes of a text that is encoded stretch by stretch
_STRETCH = 1 << 16  # bytes between two special tokens from which on that is as quick
_WITHOUT_SPACE = ("clip",)  # splitters that leave white space out, whatever is next to it


class TextEncoder:
    """Encodes texts in UTF-8; `allowed` lists the special tokens that become their ids."""

    def __init__(
        self,
        model: Model,
        pre_tokenizer: PreTokenizer,
        specials: SpecialTokens,
        normalizer: Normalizer | None,
    ) -> None:
        """Take the parts of a tokenizer."""
        self._model = model
        self._pre_tokenizer = pre_tokenizer
        self._specials = specials
        self._normalizer = normalizer
        self._pieces = special_pieces(pre_tokenizer.name, specials.ids)
        # Whether some special tokens are found in normalized text only, not by their places in the raw one.
        self._finds_late = specials.changes is not None and specials.changes is normalizer
        apart = bool(self._pieces) or self._finds_late or isinstance(normalizer, Metaspace)
        self._in_one_call = None if apart else for_short_texts(model)
        self._is_whole = isinstance(pre_tokenizer, MarkSplit) and not pre_tokenizer.splits
        # Whether it is unknown where a text may be cut before it is normalized.
        self._rule = None if normalizer is None or specials.in_normalized else border_rule(normalizer)
        in_parts = normalizer is None or (is_in_parts(normalizer) and not specials.in_normalized)
        self._is_one_part = not in_parts and self._rule is None

    # --- where a text may be cut ----------------------------------------------------------------

    def next_border(self, text: bytes, position: int, allowed: frozenset[str]) -> int:
        """Return the first safe border after `position`."""
        if self._is_one_part:
            return len(text)
        return next_border(self._pre_tokenizer, self._specials, text, position, allowed, self._rule)

    def previous_border(self, text: bytes, position: int, allowed: frozenset[str]) -> int:
        """Return the last safe border before `position`."""
        if self._is_one_part:
            return 0
        return previous_border(self._pre_tokenizer, self._specials, text, position, allowed, self._rule)

    # --- ids alone ------------------------------------------------------------------------------

    def ids(self, text: bytes, allowed: frozenset[str], threads: int | None) -> NDArray[np.uint32]:
        """Return uint32[n]."""
        parts = self._id_parts(text, allowed, threads)
        if len(text) <= _JOINED:
            return concatenated([part for part in parts if len(part)] or [np.empty(0, np.uint32)])
        return _gathered(parts, len(text) // 2)

    def count(self, text: bytes, allowed: frozenset[str], threads: int | None) -> int:
        """Return how many ids there are, which are not kept."""
        parts = self._id_parts(text, allowed, threads, counts=True)
        return sum(part if isinstance(part, int) else len(part) for part in parts)

    def of_slices(
        self,
        text: str,
        allowed: frozenset[str],
        refused: frozenset[str],
        threads: int | None,
        *,
        counts: bool = False,
    ) -> Any | None:  # noqa: ANN401  # int with `counts`, else an array
        """Return `ids`, or `count`, of a long text, some at a time: it is in UTF-8 nowhere as a whole.

        None where it has to be: it is normalized in one part, may hold a refused text that is no special
        token, so that borders do not heed it, or has a place to be named in an error.
        """
        is_one_part = self._normalizer is not None and self._rule is None
        if is_one_part or self._pieces or self._pre_tokenizer.compiled is None:
            return None
        if not refused.issubset(self._specials.ids):
            return None

        def encode(part: bytes) -> Any:  # noqa: ANN401  # as above
            self._specials.refuse(part, refused, count_characters=True)
            return self.count(part, allowed, 1) if counts else self.ids(part, allowed, 1)

        taken = self._specials.one(allowed | refused)

        def cut(part: bytes) -> int:
            return last_border(self._specials, part, taken, self.previous_border)

        try:
            threads = shared(self._model, self._pre_tokenizer, len(text), threads)
            parts = in_threads(encode, slices(text, _SLICE, cut), threads)
            likely = len(text) // 2 if text.isascii() else len(text)
            return sum(parts) if counts else _gathered(parts, likely)
        except (UnicodeEncodeError, SpecialTokenInText):
            return None

    def _id_parts(
        self, text: bytes, allowed: frozenset[str], threads: int | None, *, counts: bool = False
    ) -> Iterator[Any]:
        """Yield ids in order, uint32[n] each; with `counts` ints for what the model counts."""
        if isinstance(self._normalizer, Metaspace):  # which marks spaces, as the kernel does too
            marked = self._around_specials(self._normalizer, text, allowed, counts)
            if marked is not None:
                yield from marked
                return
        model = self._in_one_call if allowed and len(text) > _SHORT else None
        if model is None:
            occurrences = self._in_raw(text, allowed, 0, len(text))
        else:
            places = self._specials.places(text, allowed)
            ids = self._around_places(model, text, places)
            if ids is not None:
                yield from ids
                return
            occurrences = _rows(places)
        between = partial(self._between_specials, allowed=allowed, threads=threads, counts=counts)
        yield from _ids_around(text, occurrences, between)

    def _around_specials(
        self, metaspace: Metaspace, text: bytes, allowed: frozenset[str], counts: bool
    ) -> Iterator[Any] | None:
        """Return the ids of a text that the model encodes around special tokens, None where it does not."""
        encode = getattr(self._model, "encode_between", None)
        if encode is None or self._pieces or not self._is_whole:
            return None
        places = self._specials.places(text, allowed)
        ids: Iterator[Any] = encode(*metaspace.prefixed_around(text, places), counts=counts)
        return ids

    def _around_places(
        self, model: ShortTexts, text: bytes, places: NDArray[np.uint64]
    ) -> Iterator[NDArray[np.uint32]] | None:
        """Return the same by the places of special tokens; None where they are far apart."""
        if len(places) * _STRETCH < len(text) or int(places[-1, 1]) + LARGE < len(text):
            return None  # long stretches are encoded by several threads
        encode = model.around_tokens(len(text), self._pre_tokenizer)
        if encode is None:
            return None
        normalizer: Any = self._normalizer
        leaves = getattr(normalizer, "leaves", lambda _: False)  # some have it, and tell it of many at once
        if normalizer is not None and not leaves(text):
            from workbench.engine.normalizers.text_normalizers import output_of  # here: as below

            change, anew = partial(output_of, normalizer), begins_anew(normalizer)
            text, places = changed_around(change, text, places, anew=anew, leaves=leaves)
        return encode(text, places)

    def ids_of_each(self, texts: Sequence[bytes], allowed: frozenset[str]) -> list[NDArray[np.uint32]] | None:
        """Return what `ids` returns for each of some short texts, None where it has to be asked for each."""
        model = self._in_one_call
        if self._normalizer is not None or allowed:
            return None
        return None if model is None else model.encode_texts(texts, self._pre_tokenizer)

    def short_texts(self) -> Any | None:  # noqa: ANN401  # mypy knows nothing of compiled modules
        """Return the `kernels.short_texts.ShortTexts` of this tokenizer, or None while there is none."""
        model = self._in_one_call
        if self._normalizer is not None or model is None:
            return None
        specials = [text.encode() for text in self._specials.ids]
        return model.short_texts(self._pre_tokenizer, specials, bool(self._specials.choose("none", ())[0]))

    def _between_specials(
        self, stretch: bytes, first: bool, allowed: frozenset[str], threads: int | None, *, counts: bool
    ) -> Iterator[Any]:
        if self._normalizer is not None:
            from workbench.engine.normalizers.text_normalizers import output_of  # here: most have none

            stretch = output_of(self._normalizer, stretch, first or begins_anew(self._normalizer))
        if may_hold(stretch, self._pieces):
            yield self._encode_normalized(stretch, 0, allowed).ids
            return
        model: Any = self._model
        encode_all = model.count_text if counts else model.encode_text
        encode = partial(encoded, self._model, self._pre_tokenizer, encode_all, threads)
        if self._finds_late:
            late = self._specials.find_late(stretch, allowed)
            yield from _ids_around(stretch, late, lambda part, _: encode(part))
            return
        yield from encode(stretch)

    def _in_raw(self, text: bytes, allowed: frozenset[str], start: int, end: int) -> Iterator[Occurrence]:
        """Yield the special tokens to find in the raw text."""
        find = self._specials.find_early if self._finds_late else self._specials.find
        return find(text, self._in_text(allowed), start, end)

    def _in_text(self, allowed: frozenset[str]) -> frozenset[str]:
        """Return the special tokens to find in the raw text; the others are pieces (`special_pieces`)."""
        return allowed - {special.decode() for special in self._pieces} if self._pieces else allowed

    # --- ids with all that led to them ----------------------------------------------------------

    def parts_of(self, text: bytes, allowed: frozenset[str], start: int, end: int) -> Iterator[Encoding]:
        """Yield the parts of text[start:end] in order."""
        whole, cut = (start, end), self.cut_by(allowed)
        while start < end:
            stop = end
            if start + _PART_BYTES < end and cut is not None:
                stop = cut.next_cut(text, start + _PART_BYTES, end)
            elif start + _PART_BYTES < end:
                stop = min(end, self.next_border(text, start + _PART_BYTES, allowed))
            if cut is not None:
                yield self._encode_plain(text, start, stop, allowed, whole)
            else:
                yield from self._stretch(text, allowed, start, stop)
            start = stop

    def cut_by(self, allowed: frozenset[str]) -> InCuts | None:
        """Return the normalizer if it decides how a whole text may be cut, else None.

        Other than at a safe border, what becomes of a part may then change with the text before.
        """
        normalizer = self._normalizer
        if not isinstance(normalizer, InCuts) or self._in_text(allowed):
            return None
        return normalizer if self._pre_tokenizer.name in _WITHOUT_SPACE else None

    def _stretch(self, text: bytes, allowed: frozenset[str], start: int, end: int) -> Iterator[Encoding]:
        """Yield the parts of a stretch without borders."""
        parts: list[Encoding] = []
        n_tokens = 0
        for part in self._between(text, allowed, start, end):
            parts.append(part)
            n_tokens += len(part.ids)
            if n_tokens >= _TOKENS:
                yield joined(parts)
                parts, n_tokens = [], 0
        if parts:
            yield joined(parts)

    def _between(self, text: bytes, allowed: frozenset[str], start: int, end: int) -> Iterator[Encoding]:
        """Yield special tokens and what is between them."""
        behind_special = False
        for occurrence in self._in_raw(text, allowed, start, end):
            if start < occurrence[0]:
                yield from self._plain(text, start, occurrence[0], allowed, behind_special)
            span = np.array([occurrence[:2]], np.uint64)
            stages = untouched_stages(self._normalizer, text, *occurrence[:2])
            yield Encoding(np.array([occurrence[2]], np.uint32), span, span, stages)
            start, behind_special = occurrence[1], True
        if start < end:
            yield from self._plain(text, start, end, allowed, behind_special)

    def _plain(
        self, text: bytes, start: int, end: int, allowed: frozenset[str], behind_special: bool
    ) -> Iterator[Encoding]:
        """Yield the encoding of a stretch without special tokens as it is split; it may have 100 MB."""
        stretch = text[start:end]
        if self._normalizer is not None or may_hold(stretch, self._pieces):
            yield self._encode_plain(text, start, end, allowed, behind_special=behind_special)
            return
        replaced = self._replaced(stretch)
        at = np.uint64(start)
        for pieces in self._pre_tokenizer.split_parts(stretch):
            ids, spans = self._model.encode_spans(stretch, pieces)
            yield Encoding(ids, raised(spans, at), raised(pieces, at), SPLIT, replaced)
            replaced = 0

    def _replaced(self, stretch: bytes) -> int:
        """Return how many bytes the model itself replaces by U+FFFD."""
        if self._model.capabilities.byte_level:
            return 0
        return sum(end - start for start, end in invalid_runs(stretch))

    def _encode_plain(
        self,
        text: bytes,
        start: int,
        end: int,
        allowed: frozenset[str],
        whole: tuple[int, int] | None = None,
        *,
        behind_special: bool = False,
    ) -> Encoding:
        """Encode a stretch where special tokens may only be pieces; other arguments as in `normalized`."""
        if self._normalizer is None:
            return self._encode_normalized(text[start:end], start, allowed)
        before = normalized(self._normalizer, text, start, end, whole, behind_special=behind_special)
        if self._finds_late:
            encoding = self._with_late(before.output, allowed)
        else:
            encoding = self._encode_normalized(before.output, 0, allowed)
        spans, pieces = (taken(before.alignment, each) for each in (encoding.spans, encoding.pieces))
        return Encoding(encoding.ids, spans, pieces, (*before.stages, *encoding.stages), before.replaced)

    def _with_late(self, output: bytes, allowed: frozenset[str]) -> Encoding:
        """Encode a normalized stretch, and the special tokens that are found there."""
        parts: list[Encoding] = []
        start, end = 0, len(output)
        for first, last, token_id in chain(self._specials.find_late(output, allowed), [(end, end, -1)]):
            if start < first:
                parts.append(self._encode_normalized(output[start:first], start, allowed))
            if token_id >= 0:
                span = np.array([[first, last]], np.uint64)
                parts.append(Encoding(np.array([token_id], np.uint32), span, span, SPLIT))
            start = last
        return joined(parts)

    def _encode_normalized(self, stretch: bytes, start: int, allowed: frozenset[str]) -> Encoding:
        """Encode a stretch that begins at `start`."""
        pieces = self._pre_tokenizer.split(stretch)
        if may_hold(stretch, self._pieces):
            ids, spans, pieces = encode_with_specials(self._model, stretch, pieces, self._pieces, allowed)
        else:
            ids, spans = self._model.encode_spans(stretch, pieces)
        at = np.uint64(start)
        return Encoding(ids, raised(spans, at), raised(pieces, at), SPLIT)

    def plain_pieces(self, stretch: bytes) -> NDArray[np.uint64]:
        """Return uint64[m, 2], the pieces of a normalized stretch in which special tokens are plain text."""
        return plain_pieces(stretch, self._pre_tokenizer.split(stretch), self._pieces)


def _ids_around(
    text: bytes, tokens: Iterable[Occurrence], between: Callable[[bytes, bool], Iterator[Any]]
) -> Iterator[Any]:
    """Yield the ids of tokens found in a text, and what `between` makes of the rest, told what is first."""
    start = 0
    for first, last, token_id in tokens:
        yield from between(text[start:first], start == 0)
        yield np.array([token_id], np.uint32)
        start = last
    yield from between(text[start:], start == 0)


def _rows(places: NDArray[np.uint64]) -> Iterator[tuple[int, int, int]]:
    for some in paced_slices(len(places), 1 << 12):
        yield from places[some].tolist()


def _gathered(parts: Iterator[NDArray[np.uint32]], likely: int) -> NDArray[np.uint32]:
    """Return all parts as one array; what is `likely` enough is used up to where they end.

    None is kept: the next part has the memory of the last one, which the system does not have to clear.
    """
    ids, n = np.empty(likely, np.uint32), 0
    for part in parts:
        end = n + len(part)
        if end > len(ids):
            more = np.empty(2 * end, np.uint32)
            for some in paced_slices(n, 1 << 20):
                more[some] = ids[some]
            ids = more
        ids[n:end] = part
        n = end
    ids.resize(n, refcheck=False)
    return ids


def check_texts(texts: Sequence[str | bytes]) -> None:
    """Raise WrongType where these are no texts, or are one."""
    if isinstance(texts, (str, *_BYTES)) or not hasattr(texts, "__len__"):
        raise WrongType("wrong_type_texts", type=type(texts).__name__)
    wrong = next((text for text in texts if not isinstance(text, (str, *_BYTES))), "")
    if wrong != "":
        raise WrongType("wrong_type_text", type=type(wrong).__name__)


def to_bytes(text: str | bytes) -> tuple[bytes, int]:
    """Return a text in UTF-8 and the number of lone surrogates that became U+FFFD (tiktoken, core.py).

    Raises:
        WrongType: it is neither str nor bytes; bytes(5) would be five of them.

    """
    if isinstance(text, _BYTES):
        return bytes(text), 0
    if not isinstance(text, str):
        raise WrongType("wrong_type_text", type=type(text).__name__)
    try:
        return text.encode(), 0
    except UnicodeEncodeError:
        repaired = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return repaired.encode(), repaired.count("\ufffd") - text.count("\ufffd")
