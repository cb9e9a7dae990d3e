"""Decides whether two tokenizers are the same: proved, equal on some texts, or separated by a short one.

Same means: the same ids for every text, with special tokens encoded as plain text and as tokens, and the same
text for all ids. `Sameness.verdict` distinguishes what is proved from what was only tried. The proof is
`structure.unproved`; for stages without one, texts are tried (`parting_texts`), and the first one that
separates the two is shortened and blamed on a stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TypeVar

import numpy as np

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import point
from workbench.engine.base.utf8 import character_start, first_character, is_utf8
from workbench.engine.encoding.encoding import Encoding
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.parting_texts import CHUNK, hostile_texts, likely_texts, vocabulary_texts
from workbench.engine.judging.structure import (
    DECODING,
    MERGES,
    NORMALIZER,
    SPECIALS,
    SPLIT,
    differing_ids,
    split_is_unknown,
    unproved,
)
from workbench.engine.models.same_models import same_merges

INSIDE = "normalizer, split or merges"  # of a model in another library, which hides its stages
IDS = "ids of tokens"  # the same tokens have other ids: single bytes, or all, merged in the same order
TAKEN = ("none", "all")  # how special tokens are encoded

_TRIALS = 3000  # texts encoded to make one shorter
_WINDOWS = (16, 64, 256, 1024, 8192)  # bytes on either side of a difference
_IDS = 400  # ids whose decoding is tried in pairs if it is not proved
_WEIGH = 64  # tokens decoded together
_AGAIN = 16  # times a text is encoded to see whether its ids are random

Unit = TypeVar("Unit")
Answer = tuple[tuple[int, ...] | None, str]  # ids, or None and the code of the error


@dataclass(frozen=True, slots=True)
class Parting:
    """A difference of two tokenizers: a text with different ids, or ids with different texts.

    Attributes:
        text: of a difference in encoding; None for one in decoding.
        specials: "all" if special tokens in the text are encoded as tokens, else "none".
        ids: of both, None where one refuses the text.
        decoded: the text of the ids in each, None where it does not know them.
        errors: code of the error of each, "" for none.
        stage: the first stage that differs (`structure.STAGES`), `IDS` if merging differs in ids alone, or
            `INSIDE`.

    """

    text: bytes | None
    specials: str
    ids: tuple[tuple[int, ...] | None, tuple[int, ...] | None]
    decoded: tuple[bytes | None, bytes | None]
    errors: tuple[str, str]
    stage: str

    @property
    def only_of_bytes(self) -> bool:
        """Whether the text is not UTF-8, which means that none in UTF-8 was found."""
        return self.text is not None and not is_utf8(self.text)


@dataclass(frozen=True, slots=True)
class Sameness:
    """The result of comparing two tokenizers.

    Attributes:
        verdict: "files" (their files are equal), "proved" (the same for every text), "texts" (equal on
            `n_tokens` tokens of the texts tried, no more), or "different".
        n_texts, n_bytes, n_tokens: of the texts that were tried without a difference.
        unproved: the stages that are not proved to be the same.
        parting: the first difference, or None.
        only_utf8: what is not UTF-8 was left out, as the library of one of the two replaces its bytes.
        doubts: signs that a file is not the published one; set by the code that opened the file.

    """

    verdict: str
    n_texts: int = 0
    n_bytes: int = 0
    n_tokens: int = 0
    unproved: tuple[str, ...] = ()
    parting: Parting | None = None
    only_utf8: bool = False
    doubts: tuple[EngineError, ...] = ()


def same(
    one: Tokenizer, other: Tokenizer, texts: Iterable[bytes] | None = None, *, same_files: bool = False
) -> Sameness:
    """Compare two tokenizers.

    Args:
        one, other: the tokenizers.
        texts: to try them on; if empty, built-in difficult texts.
        same_files: their files are equal.

    Raises:
        EngineError: one of them cannot encode, for example because its split is unknown, or encodes the same
            text differently each time.

    """
    doubts = unproved(one, other)
    # For equal files an unknown split is the same one.
    if not doubts or (
        same_files and doubts == (SPLIT,) and split_is_unknown(one) and split_is_unknown(other)
    ):
        return Sameness("files" if same_files else "proved")
    _refuse_silent(one, other)
    search = _Search(one, other)
    own = chain(hostile_texts(), vocabulary_texts(one, other))
    search.through(likely_texts(one, other))
    search.n_texts = search.n_bytes = search.n_tokens = 0
    if doubts != (DECODING,):
        search.through(own)
    parting = search.parting or _other_framing(one, other)
    if parting is None and search.of_bytes is None and DECODING in doubts:
        parting = _other_decoding(one, other, search.only_utf8)
    if parting is None and texts is not None:
        search.n_texts = search.n_bytes = search.n_tokens = 0
        search.through(texts)
    elif parting is None:
        search.through(own)
    parting = parting or search.parting or search.of_bytes
    if parting is not None:
        return Sameness("different", unproved=doubts, parting=parting)
    return Sameness(
        "texts", search.n_texts, search.n_bytes, search.n_tokens, doubts, only_utf8=search.only_utf8
    )


def _refuse_silent(one: Tokenizer, other: Tokenizer) -> None:
    for tokenizer in (one, other):
        try:
            tokenizer.encode_to_numpy(b"a", allowed_special="none")
        except EngineError as error:
            if error.code != "byte_without_token":
                raise


def _refuse_random(tokenizer: Tokenizer, text: bytes, taken: str) -> None:
    """Raise EngineError if a library encodes a text differently each time, as with dropout."""
    if tokenizer.model.in_library is None:
        return
    first = _encoded(tokenizer, text, taken)
    if not all(_alike(first, _encoded(tokenizer, text, taken)) for _ in range(_AGAIN)):
        raise EngineError("same_random", name=tokenizer.name)


class _Search:
    """Tries texts until one separates the two.

    Attributes:
        parting: the first difference, shortened, if in UTF-8 or `only_utf8`.
        of_bytes: the first difference that is not UTF-8. The search goes on in UTF-8: programs that take
            text never encode such bytes.
        only_utf8: what is not UTF-8 is left out, as the library of one of the two replaces its bytes.
        n_texts, n_bytes, n_tokens: tried so far.

    """

    def __init__(self, one: Tokenizer, other: Tokenizer) -> None:
        self._one = one
        self._other = other
        self._taken = TAKEN if one.special_tokens or other.special_tokens else TAKEN[:1]
        self.only_utf8 = (one.model.in_library is None) != (other.model.in_library is None)
        self.parting: Parting | None = None
        self.of_bytes: Parting | None = None
        self.n_texts = self.n_bytes = self.n_tokens = 0

    def through(self, texts: Iterable[bytes]) -> None:
        """Try texts in batches, until one separates the two."""
        for text in map(self._asked, texts) if self.parting is None else ():
            for start in range(0, max(len(text), 1), CHUNK):
                self._look(self._asked(text[start : start + CHUNK]))
                if self.parting is not None:
                    return
            self.n_texts += 1
            self.n_bytes += len(text)

    def _asked(self, text: bytes) -> bytes:
        point()
        leaves_out = self.only_utf8 or self.of_bytes is not None
        return text.decode("utf-8", "ignore").encode() if leaves_out and not is_utf8(text) else text

    def _look(self, text: bytes) -> None:
        point()
        for taken in self._taken:
            mine, theirs = _encoded(self._one, text, taken), _encoded(self._other, text, taken)
            if not _alike(mine, theirs):
                self._keep(text, taken)
                return
            if taken == "none" and isinstance(mine, np.ndarray):
                self.n_tokens += len(mine)

    def _keep(self, text: bytes, taken: str) -> None:
        """Keep a difference; after the first that is not UTF-8 look at the rest of the text in UTF-8."""
        _refuse_random(self._one, text, taken)
        _refuse_random(self._other, text, taken)
        parting = self._parting(self._shortest(text, taken), taken)
        if not parting.only_of_bytes:
            self.parting = parting
            return
        self.of_bytes = parting
        self._look(self._asked(text))

    def _differs(self, text: bytes, taken: str) -> bool:
        point()
        return not _alike(_encoded(self._one, text, taken), _encoded(self._other, text, taken))

    def _shortest(self, text: bytes, taken: str) -> bytes:
        window = self._window(text, taken)
        shorter = shrunk(_characters(window), lambda parts: self._differs(b"".join(parts), taken))
        return b"".join(shorter)

    def _window(self, text: bytes, taken: str) -> bytes:
        """Return a part of a text that still differs, around the first different span or id."""
        if len(text) <= _WINDOWS[0]:
            return text
        place = self._first_place(text, taken)
        for width in _WINDOWS:
            start = character_start(text, max(0, place - width))
            end = first_character(text, place + width)
            if self._differs(text[start:end], taken):
                return text[start:end]
        return text

    def _first_place(self, text: bytes, taken: str) -> int:
        try:
            mine, theirs = (_with_offsets(each, text, taken) for each in (self._one, self._other))
        except EngineError:
            return 0
        size = min(len(mine.ids), len(theirs.ids))
        apart = (mine.ids[:size] != theirs.ids[:size]) | (mine.spans[:size] != theirs.spans[:size]).any(
            axis=1
        )
        first = int(np.argmax(apart)) if apart.any() else max(size - 1, 0)
        return min(
            (int(each.spans[first, 0]) for each in (mine, theirs) if first < len(each.spans)), default=0
        )

    def _parting(self, text: bytes, taken: str) -> Parting:
        answers = _answer(self._one, text, taken), _answer(self._other, text, taken)
        ids = answers[0][0], answers[1][0]
        known = ids[0] if ids[0] is not None else ids[1] or ()
        decoded = _decoded(self._one, ids[0] or known), _decoded(self._other, ids[1] or known)
        stage = _blamed(self._one, self._other, text, taken)
        return Parting(text, taken, ids, decoded, (answers[0][1], answers[1][1]), stage)


def _encoded(tokenizer: Tokenizer, text: bytes, taken: str) -> object:
    """Return the ids, uint32[n], or the code of the error."""
    try:
        return tokenizer.encode_to_numpy(text, allowed_special=taken, disallowed_special=())
    except EngineError as error:
        return error.code


def _alike(mine: object, theirs: object) -> bool:
    if isinstance(mine, np.ndarray) and isinstance(theirs, np.ndarray):
        return np.array_equal(mine, theirs)
    return isinstance(mine, str) and mine == theirs


def _answer(tokenizer: Tokenizer, text: bytes, taken: str) -> Answer:
    encoded = _encoded(tokenizer, text, taken)
    return (tuple(encoded.tolist()), "") if isinstance(encoded, np.ndarray) else (None, str(encoded))


def _with_offsets(tokenizer: Tokenizer, text: bytes, taken: str) -> Encoding:
    return tokenizer.encode_with_offsets(text, allowed_special=taken, disallowed_special=())


def _decoded(tokenizer: Tokenizer, ids: Sequence[int]) -> bytes | None:
    try:
        return tokenizer.decode_bytes(list(ids))
    except EngineError:
        return None


def _characters(text: bytes) -> list[bytes]:
    shown = text.decode("utf-8", "surrogateescape")
    return [character.encode("utf-8", "surrogateescape") for character in shown]


def shrunk(parts: Sequence[Unit], differs: Callable[[list[Unit]], bool]) -> list[Unit]:
    """Return a minimal selection of parts that still differs (delta debugging).

    No single part of the result can be removed, unless `_TRIALS` was reached.
    """
    left = list(parts)
    size = max(1, len(left) // 2)
    trials = 0
    while left and trials < _TRIALS:
        start, gone = 0, False
        while start < len(left) and trials < _TRIALS:
            without = left[:start] + left[start + size :]
            trials += 1
            if differs(without):
                left, gone = without, True
            else:
                start += size
        if size == 1 and not gone:
            break
        size = max(1, size // 2) if not gone or size > len(left) else size
    return left


# --- which stage differs --------------------------------------------------------------------------


def _blamed(one: Tokenizer, other: Tokenizer, text: bytes, taken: str) -> str:
    """Return the first stage that treats a text differently."""
    if taken == "all" and _alike(_encoded(one, text, "none"), _encoded(other, text, "none")):
        return SPECIALS
    if any(True for _ in _found_otherwise(one, other, text, taken)):
        return SPECIALS
    if one.model.in_library or other.model.in_library:
        return INSIDE
    mine, theirs = (_normalized(each, text) for each in (one, other))
    if mine != theirs:
        return NORMALIZER
    if _split_does_it(one, other, mine, text, taken):
        return SPLIT
    if _are_bytes_alike(one, other, text, taken):
        return IDS
    is_renamed = unproved(one, other)[:1] == (MERGES,) and same_merges(one.model, other.model)
    return IDS if is_renamed else MERGES


def _are_bytes_alike(one: Tokenizer, other: Tokenizer, text: bytes, taken: str) -> bool:
    """Return whether a text is the same single bytes in both, so that no merge is to blame."""
    tokens = []
    for each in (one, other):
        ids, _ = _answer(each, text, taken)
        tokens.append(None if ids is None else [each.token_bytes(i) or b"" for i in ids])
    mine, theirs = tokens
    return mine is not None and mine == theirs and all(len(token) == 1 for token in mine)


def _found_otherwise(one: Tokenizer, other: Tokenizer, text: bytes, taken: str) -> Iterator[bool]:
    both = [
        list(each.specials.find(text, each.specials.choose(taken, ())[0], 0, len(text)))
        for each in (one, other)
    ]
    if both[0] != both[1]:
        yield True


def _normalized(tokenizer: Tokenizer, text: bytes) -> bytes:
    normalizer = tokenizer.normalizer
    return text if normalizer is None else normalizer.normalize(text, first=True).output


def _split_does_it(one: Tokenizer, other: Tokenizer, stretch: bytes, text: bytes, taken: str) -> bool:
    """Return whether only the pieces differ: one's model makes the other's ids from the other's pieces."""
    try:
        mine, theirs = one.pre_tokenizer.split(stretch), other.pre_tokenizer.split(stretch)
        if np.array_equal(mine, theirs):
            return False
        swapped = one.model.encode_spans(stretch, theirs)[0]
    except EngineError:
        return False
    plain = not one.special_tokens and not other.special_tokens
    return _alike(swapped, _encoded(other, text, taken)) or (plain and not len(theirs))


# --- decoding and framing ------------------------------------------------------


def _other_framing(one: Tokenizer, other: Tokenizer) -> Parting | None:
    """Return the empty text if the two frame a text with different tokens, else None."""
    frames = [[*chain(*each.framing.parts())] for each in (one, other)]
    if one.framing.parts() == other.framing.parts():
        return None
    decoded = _decoded(one, frames[0]), _decoded(other, frames[1])
    return Parting(b"", "all", (tuple(frames[0]), tuple(frames[1])), decoded, ("", ""), SPECIALS)


def _other_decoding(one: Tokenizer, other: Tokenizer, only_utf8: bool) -> Parting | None:
    """Return ids that decode to different texts, if there are any."""

    def _differs(ids: Sequence[int]) -> bool:
        texts = _decoded(one, ids), _decoded(other, ids)
        if only_utf8 and None not in texts:
            return len({(text or b"").decode("utf-8", "replace") for text in texts}) > 1
        return texts[0] != texts[1]

    for ids in _ids_to_decode(one, other):
        point()
        if _differs(ids):
            fewer = tuple(shrunk(ids, _differs))
            decoded = _decoded(one, fewer), _decoded(other, fewer)
            errors = tuple("token_id_unknown" if text is None else "" for text in decoded)
            return Parting(None, "none", (fewer, fewer), decoded, (errors[0], errors[1]), DECODING)
    return None


def _ids_to_decode(one: Tokenizer, other: Tokenizer) -> Iterator[list[int]]:
    for token_id in islice(differing_ids(one, other), _IDS):
        yield [token_id]
    every = one.model.ids
    foreign = one.model.in_library or other.model.in_library
    chosen = every[:: max(1, len(every) // _IDS)].tolist()
    specials = [*one.specials.texts][:4]
    for token_id in chosen:
        yield [token_id]
        yield from ([special, token_id] for special in specials[: 1 if foreign else 4])
    yield from (
        every[start : start + _WEIGH].tolist() for start in range(0, min(len(every), 1 << 14), _WEIGH)
    )
    for text in islice(hostile_texts(), 100):
        ids, _ = _answer(one, text, "all")
        yield list(ids or ())
