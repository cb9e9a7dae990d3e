"""The vocabulary of a score-merged model: its tokens with scores and kinds, and what follows from them.

Three programs merge by score, and do it a little differently; which one is meant is the `rule`:

- `sentencepiece` (google/sentencepiece, bpe_model.cc): only ordinary pieces are merged; characters without a
  token wait until the end, so that two of them may still make a token, and only then become their bytes.
- `llama2c` (karpathy/llama2.c, run.c): everything in the file is text that may come out of a merge;
  characters without a token become their bytes at once.
- `llama.cpp` (ggml-org/llama.cpp, llama-vocab.cpp, as in llama-cpp-python 0.3.36): as SentencePiece, but of
  whatever kind a token is, it may come out of a merge; user-defined ones are found before anything is merged
  (`score_tokenizer`), and each stretch after such a token, or after a special one, gets a space at its start.
  In bytes that are not UTF-8 a character is as long as its first byte says.

Tokens are written with a plain space where SentencePiece's files have "▁" (U+2581), as in llama2.c's files,
and with "▁" where those have a space, so that nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import islice, pairwise

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.cached import cached_property
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import paced, point
from workbench.engine.base.utf8 import LED_UNIT
from workbench.engine.models.piece_merging import NEVER, Pair
from workbench.engine.normalizers.normalizer import NORMALIZERS, Normalizer
from workbench.engine.normalizers.sentencepiece_normalizer import spaces_of

RULES = ("sentencepiece", "llama2c", "llama.cpp")
LLAMA2C_LOWEST = -1e10  # run.c merges only what scores better
UNKNOWN_SURFACE = " \u2047 ".encode()  # what sentencepiece decodes the unknown to, where a file says nothing

SPACE_SYMBOL = "\u2581".encode()


# llama2.c's characters: bytes that go on (10xxxxxx) join the byte before them, up to four bytes in all. For
# UTF-8 these are the characters.
UNIT = re.compile(rb"[^\x80-\xbf][\x80-\xbf]{0,3}|[\x80-\xbf]{1,4}", re.DOTALL)
_BYTE_SPELLING = re.compile(rb"<0x([0-9A-F]{2})>")


class Kind(IntEnum):
    """What a token is for; the numbers are those of sentencepiece_model.proto."""

    NORMAL = 1
    UNKNOWN = 2
    CONTROL = 3
    USER_DEFINED = 4
    UNUSED = 5
    BYTE = 6


_TEXT_KINDS = (Kind.NORMAL, Kind.USER_DEFINED, Kind.UNUSED)


@dataclass(frozen=True, slots=True)
class ScoreVocabulary:
    """What a file says of each token, by id.

    Attributes:
        spellings: each token as the file has it, UTF-8 ("<0x0A>" for the byte 0A).
        scores: float32[n]; of two merges the one that makes the token of higher score goes first.
        kinds: uint8[n], of `Kind`.
        unknown_surface: what sentencepiece decodes the token for the unknown to.
        normalizer: what SentencePiece does to a text before it merges.

    """

    spellings: tuple[bytes, ...]
    scores: NDArray[np.float32]
    kinds: NDArray[np.uint8]
    unknown_surface: bytes = UNKNOWN_SURFACE
    normalizer: Normalizer = NORMALIZERS["sentencepiece"]

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return what a token stands for in a text; None for a control token and if there is none."""
        if not 0 <= token_id < len(self.spellings):
            return None
        kind, spelling = int(self.kinds[token_id]), self.spellings[token_id]
        if kind == Kind.NORMAL:
            return spelling
        if kind == Kind.CONTROL:
            return None
        return bytes((byte_of(spelling),)) if kind == Kind.BYTE else spelling

    def decoded_bytes(self, token_id: int, rule: str) -> bytes | None:
        """Return what a token adds to a decoded text; None for a control token and if there is none."""
        token = self.token_bytes(token_id)
        if token is None or rule == "llama2c":
            return token
        if self.kinds[token_id] == Kind.UNKNOWN and rule == "sentencepiece":
            return self.unknown_surface
        if rule == "llama.cpp" and self.kinds[token_id] in (Kind.USER_DEFINED, Kind.UNUSED):
            return token if self.kinds[token_id] == Kind.USER_DEFINED else b""  # as in the file; not printed
        return token.replace(SPACE_SYMBOL, b" ")

    def llamas_spellings(self) -> tuple[bytes, ...]:
        """Return the tokens as llama2.c's tokenizer.py has them, with line ends around start and end."""
        framed = [b"\n%s\n" % spelling.strip(b"\n") for spelling in self.spellings[1:3]]
        return (*self.spellings[:1], *framed, *self.spellings[3:])

    def has_llamas_order(self) -> bool:
        """Return whether ids are as llama2.c takes for granted: unknown, start, end, the bytes, the rest."""
        kinds = np.full(len(self.kinds), Kind.NORMAL, np.uint8)
        kinds[:259] = [Kind.UNKNOWN, Kind.CONTROL, Kind.CONTROL, *[Kind.BYTE] * 256][: len(kinds)]
        return (
            len(kinds) >= 259
            and np.array_equal(kinds, self.kinds)
            and self.spellings[3:259] == tuple(map(byte_spelling, range(256)))
        )


def swapped_spaces(spelling: bytes, escapes: bool = True) -> bytes:
    """Return a spelling with " " for each "▁" and the other way round: SentencePiece's way, from or to ours.

    Without `escapes` the file writes spaces as they are, and nothing changes.
    """
    if not escapes:
        return spelling
    if b" " not in spelling:
        return spelling.replace(SPACE_SYMBOL, b" ")
    return SPACE_SYMBOL.join(part.replace(SPACE_SYMBOL, b" ") for part in spelling.split(b" "))


def byte_spelling(byte: int) -> bytes:
    """Return how a byte is written in a file: `<0x0A>`."""
    return b"<0x%02X>" % byte


def byte_of(spelling: bytes) -> int:
    """Return the byte that `<0xNN>` stands for; raises ValueError."""
    match = _BYTE_SPELLING.fullmatch(spelling)
    if match is None:
        raise ValueError(f"{spelling!r} is not of the form <0xNN>")
    return int(match[1], 16)


@dataclass(frozen=True)
class Tables:
    """What merging looks up.

    Symbols are numbers: below `n_tokens` they are ids, from there on characters that have no token but occur
    in one; `other` is a character that occurs in none. A user-defined token found in a text is
    `other + 1 + id`: it is never merged.

    Attributes:
        vocabulary: of the file.
        rule: one of `RULES`.
        text_ids: bytes of a text -> id of the token that reads so.
        joinable: spelling -> id of the tokens that a merge may make.
        spellings: of each symbol below `other`.
        unit_symbols: character -> symbol.
        order: place by score of each id, from 0 for the best; equal scores, equal places.
        byte_ids: the id of each byte, or None without byte fallback.
        space: what a space becomes the bytes of, where it has no token: SentencePiece's is a "▁".
        unknown: the id for what nothing else stands for, -1 if there is none.
        user_defined: matches the longest user-defined token, or None.
        unused: ids of tokens that merging goes through, but that are taken apart again.
        splits: a text may be cut between characters that are not `inside`.

    """

    vocabulary: ScoreVocabulary
    rule: str
    text_ids: dict[bytes, int]
    joinable: dict[bytes, int]
    spellings: tuple[bytes, ...]
    unit_symbols: dict[bytes, int]
    order: tuple[int, ...]
    byte_ids: tuple[int, ...] | None
    space: bytes
    unknown: int
    user_defined: re.Pattern[bytes] | None
    unused: frozenset[int]
    splits: bool

    @cached_property
    def inside(self) -> frozenset[bytes]:
        """Every two characters that are next to each other in a token that a merge may make."""
        pairs: set[tuple[bytes, bytes]] = set()
        for spelling in paced(self.joinable, 512):
            pairs.update(pairwise(UNIT.findall(spelling)))
        return frozenset(left + right for left, right in pairs)

    @property
    def n_tokens(self) -> int:
        """Number of ids."""
        return len(self.order)

    @property
    def units(self) -> re.Pattern[bytes]:
        """Matches a character of a text by the rule."""
        return LED_UNIT if self.rule == "llama.cpp" else UNIT

    @property
    def other(self) -> int:
        """The symbol of a character that is in no token."""
        return len(self.spellings)

    def join(self, pair: Pair) -> int:
        """Return the id that two symbols merge into, or NEVER."""
        if max(pair) >= self.other:
            return NEVER
        return self.joinable.get(self.spellings[pair[0]] + self.spellings[pair[1]], NEVER)

    def is_border(self, left: bytes, right: bytes) -> bool:
        """Return whether no token can reach over from one character to the next, nor both become one."""
        if left + right in self.inside or not self.splits:
            return False
        return self.byte_ids is not None or self._has_token(left) or self._has_token(right)

    @property
    def fills(self) -> bool:
        """Whether tokens hold the very bytes of a text that they stand for, so that none is unknown."""
        space = self.unit_symbols.get(b" ", self.other)
        held = self.space == b" " or (space < self.n_tokens and space not in self.unused)
        return self.byte_ids is not None and held

    def _has_token(self, unit: bytes) -> bool:
        return self.unit_symbols.get(unit, self.other) < self.n_tokens


def tables(vocabulary: ScoreVocabulary, rule: str) -> Tables:
    """Return the tables of a vocabulary.

    Raises:
        EngineError: the same token twice (place: the second id), some of the 256 bytes missing while others
            are there, or neither bytes nor a token for the unknown.

    """
    if rule not in RULES:
        raise EngineError("unknown_rule", rule=rule, choices=", ".join(RULES))
    spellings = _merged_spellings(vocabulary, rule)
    _refuse_twice(spellings)
    text_ids = _text_ids(vocabulary)
    byte_ids = _byte_ids(vocabulary, text_ids)
    kinds = vocabulary.kinds.tolist()
    unknown = kinds.index(Kind.UNKNOWN) if Kind.UNKNOWN in kinds else -1
    if unknown >= 0:
        text_ids.setdefault(vocabulary.spellings[unknown], unknown)
    if byte_ids is None and unknown < 0:
        raise EngineError("nothing_for_the_unknown")
    may_merge = _may_come_of_a_merge(vocabulary, rule)
    joinable = {
        spelling: token_id for token_id, spelling in enumerate(paced(spellings, 512)) if may_merge[token_id]
    }
    unit_symbols = _unit_symbols(vocabulary, rule, spellings)
    # run.c makes bytes of these at once, so that they never wait for a neighbor.
    late = [unit for unit in _units(joinable) if unit not in unit_symbols] if rule != "llama2c" else []
    unit_symbols.update((unit, len(kinds) + place) for place, unit in enumerate(late))
    point()
    order = np.unique(-vocabulary.scores, return_inverse=True)[1].reshape(-1).tolist()
    theirs = rule == "sentencepiece"  # the others know no kinds here
    return Tables(
        vocabulary,
        rule,
        text_ids=text_ids,
        joinable=joinable,
        spellings=(*spellings, *late),
        unit_symbols=unit_symbols,
        order=tuple(order),
        byte_ids=byte_ids,
        space=_space(vocabulary, rule),
        unknown=unknown,
        user_defined=_user_defined(vocabulary) if theirs else None,
        unused=_unused(vocabulary) if theirs else frozenset(),
        splits=_may_be_split(vocabulary, rule),
    )


def _refuse_twice(spellings: Sequence[bytes]) -> None:
    seen: dict[bytes, int] = {}
    for token_id, spelling in enumerate(paced(spellings, 512)):
        if seen.setdefault(spelling, token_id) != token_id:
            raise _twice(spelling, seen[spelling], token_id)


def _text_ids(vocabulary: ScoreVocabulary) -> dict[bytes, int]:
    """Return the ids of the tokens that read so in a text, bytes and the unknown left out."""
    kinds, normal = vocabulary.kinds.tolist(), int(Kind.NORMAL)
    ids: dict[bytes, int] = {}
    for token_id, spelling in enumerate(paced(vocabulary.spellings, 512)):
        # In llama.cpp a user-defined “ <” may be next to an ordinary “▁<”.
        if kinds[token_id] == normal or (kinds[token_id] in _TEXT_KINDS and spelling not in ids):
            ids[spelling] = token_id
    return ids


def _units(joinable: Iterable[bytes]) -> dict[bytes, None]:
    """Return the characters of the tokens that a merge may make, in the order of their first places."""
    units: dict[bytes, None] = {}
    left = iter(joinable)
    while part := tuple(islice(left, 4096)):
        point()
        try:  # one by one, since the ends of two that are no text could become one
            text = "".join([spelling.decode() for spelling in part])
        except UnicodeDecodeError:
            units.update(dict.fromkeys(unit for spelling in part for unit in UNIT.findall(spelling)))
        else:
            units.update(dict.fromkeys(map(str.encode, dict.fromkeys(text))))
    return units


def _unit_symbols(vocabulary: ScoreVocabulary, rule: str, spellings: Sequence[bytes]) -> dict[bytes, int]:
    """Return the ids of the characters that are tokens."""
    kinds = vocabulary.kinds.tolist()
    return {
        spelling: token_id
        for token_id, spelling in enumerate(paced(spellings, 512))
        if len(spelling) <= 4
        and UNIT.fullmatch(spelling)
        and (rule != "sentencepiece" or kinds[token_id] in _TEXT_KINDS)
    }


def _merged_spellings(vocabulary: ScoreVocabulary, rule: str) -> tuple[bytes, ...]:
    """Return the spelling of each token in a text that is merged.

    llama.cpp writes its spaces as "▁" before, so that a user-defined or control token with a "▁" may come of
    them, and one with a space never does.
    """
    if rule != "llama.cpp":
        return vocabulary.spellings
    own = np.isin(vocabulary.kinds, (Kind.USER_DEFINED, Kind.CONTROL))
    return tuple(
        swapped_spaces(spelling) if own[i] else spelling for i, spelling in enumerate(vocabulary.spellings)
    )


def _may_come_of_a_merge(vocabulary: ScoreVocabulary, rule: str) -> list[bool]:
    """Return it of each id."""
    if rule == "llama2c":
        merge: NDArray[np.bool_] = vocabulary.scores > LLAMA2C_LOWEST
    elif rule == "llama.cpp":
        merge = np.ones(len(vocabulary.kinds), np.bool_)
    else:
        merge = np.isin(vocabulary.kinds, _TEXT_KINDS)
    of_each: list[bool] = merge.tolist()
    return of_each


def _may_be_split(vocabulary: ScoreVocabulary, rule: str) -> bool:
    """Return whether parts of a text between which no token reaches over may be merged on their own.

    Not where unused tokens are taken apart again (how, depends on what the whole text has met), nor where a
    token holds the spelling of a byte, to which run.c might merge bytes.
    """
    if rule == "sentencepiece":
        return Kind.UNUSED not in vocabulary.kinds
    if rule == "llama.cpp":
        return True
    spelled = (len(text) > 6 and _BYTE_SPELLING.search(text) for text in vocabulary.spellings)
    return not any(spelled)


def _byte_ids(vocabulary: ScoreVocabulary, text_ids: dict[bytes, int]) -> tuple[int, ...] | None:
    """Return the ids of the 256 bytes, and let texts find those that no other token reads as."""
    ids = {
        byte_of(vocabulary.spellings[i]): i for i in np.flatnonzero(vocabulary.kinds == Kind.BYTE).tolist()
    }
    if not ids:
        return None
    missing = [byte for byte in range(256) if byte not in ids]
    if missing:
        raise EngineError("bytes_missing", count=len(missing), first=f"{missing[0]:02X}")
    for byte, token_id in ids.items():
        text_ids.setdefault(bytes((byte,)), token_id)
    return tuple(ids[byte] for byte in range(256))


def _space(vocabulary: ScoreVocabulary, rule: str) -> bytes:
    normalizer = vocabulary.normalizer
    spaces = spaces_of(normalizer)
    escapes = spaces is None or spaces.escape_whitespaces
    return SPACE_SYMBOL if rule != "llama2c" and escapes else b" "


def _unused(vocabulary: ScoreVocabulary) -> frozenset[int]:
    return frozenset(np.flatnonzero(vocabulary.kinds == Kind.UNUSED).tolist())


def _user_defined(vocabulary: ScoreVocabulary) -> re.Pattern[bytes] | None:
    texts = [vocabulary.spellings[i] for i in np.flatnonzero(vocabulary.kinds == Kind.USER_DEFINED).tolist()]
    if not texts:
        return None
    return re.compile(b"|".join(map(re.escape, sorted(texts, key=len, reverse=True))))


def _twice(spelling: bytes, first: int, second: int) -> EngineError:
    shown = spelling.decode("utf-8", "backslashreplace")
    return EngineError("token_twice", place=Place("id", second), token=shown, first=first, second=second)


def vocabulary_of(
    rows: Sequence[tuple[bytes | str, float]], kinds: Sequence[int] | None = None
) -> ScoreVocabulary:
    """Return the vocabulary of (token, score) rows, ordinary tokens but where `kinds` says otherwise."""
    spellings = tuple(token.encode() if isinstance(token, str) else token for token, _ in rows)
    scores = np.array([score for _, score in rows], np.float32)
    return ScoreVocabulary(spellings, scores, np.array(kinds or [Kind.NORMAL] * len(rows), np.uint8))
