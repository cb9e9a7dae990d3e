"""Finds problems of the tokens of a vocabulary, each label with its reason.

- `not-itself-alone`: the tokenizer makes other ids of the text that the token alone is decoded to. A token
  that is not UTF-8 is no text; its bytes are taken as one piece, as tiktoken does.
- `reachable-only-inside`: not itself alone, but part of what the tokenizer makes of the *witness*.
- `unreachable-proved`: no text gives it, for one of two reasons (below).
- `not-decided`: neither; so many texts of a bounded, seeded search did not give the token.
- `fragment`: several bytes that are not UTF-8. Without a witness it is proved, or not decided.
- `over-long`: more than `LONGEST` characters. `near-twin`: another token reads the same after NFKC.
- With the counts of a text (`token_counts`): `unused`, it does not occur; `residue`, merging made it, and
  went on from it in more than `RESIDUE` of all cases; `glitch-forecast`, a residue that occurs in at most
  `FEW` of more documents. One that does not occur at all is in none, so a count of 0 is no condition of its
  own.

The reason *split*: the token holds a stretch that no piece of the split can hold (`piece_language`), or ends
no piece although no piece goes on there. The ends of a fragment are tried with every character that
they can belong to.

The reason *merge*: merging its bytes alone gives other tokens. If a token is among the final tokens of a
piece, no merge crossed its ends. So the merges inside were chosen among the pairs inside, by rank or score,
the leftmost of equal ones, as if nothing else were in the piece: they are the merges of the token's bytes
alone. If these give other tokens, the token is in no piece. The exception is a piece that is a token as a
whole and skips merging: there the pattern must also prove that no piece can be this text.

Special tokens are not checked. Models that do not expose their merges allow no proof by merges.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from workbench.display.marks import visible
from workbench.engine.base.cached import cached_property
from workbench.engine.base.chunked_arrays import numbers_of
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced, point
from workbench.engine.base.utf8 import as_text, is_utf8
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.token_counts import TokenCounts
from workbench.engine.judging.witnesses import candidates, characters_at_ends, open_ends
from workbench.engine.models.explain import spelling
from workbench.engine.splitting.piece_language import PieceLanguages, piece_languages

NOT_ITSELF, INSIDE, PROVED = "not-itself-alone", "reachable-only-inside", "unreachable-proved"
NOT_DECIDED, FRAGMENT, OVER_LONG, TWIN = "not-decided", "fragment", "over-long", "near-twin"
UNUSED, RESIDUE_LABEL, GLITCH = "unused", "residue", "glitch-forecast"
LABELS = (
    NOT_ITSELF, INSIDE, PROVED, NOT_DECIDED, FRAGMENT, OVER_LONG, TWIN, UNUSED, RESIDUE_LABEL, GLITCH,
)  # fmt: skip

LONGEST = 24  # most characters of a token that is not over-long
RESIDUE = 0.95  # share of its cases in which a residue is merged further
FEW = 3  # most documents with a token that may be a glitch
MOST_TEXTS = 600  # in which a token is searched
_AT_ONCE = 64  # tokens whose own texts are encoded in one call
_MOST_TWINS = 5  # ids of twins that are named
_ONE_BY_ONE, _TOGETHER = 2, 32  # texts encoded one by one, and joined as lines
_WITH_SPACE = 12  # texts encoded one by one for a token that ends with white space


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a token has a label.

    Attributes:
        code: "alone", "split", "behind", "merge", "search", "twin" or "residue".
        parts: texts of tokens, or the stretch that is cut.
        numbers: the number of texts tried, ids of twins, or how often it remained and was made.

    """

    code: str
    parts: tuple[bytes, ...] = ()
    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        parts = " + ".join(f"“{visible(part)}”" for part in self.parts)
        numbers = [f"{number:,}" for number in self.numbers]
        if self.code == "twin":
            return f"reads like token {', '.join(map(str, self.numbers))}"
        if self.code == "search":
            return f"none of {numbers[0]} texts gives it"
        if self.code == "residue":
            return f"made {numbers[1]} times and merged on but for {numbers[0]}"
        return {
            "alone": f"alone it becomes {parts}",
            "split": f"no piece of the split can hold {parts}",
            "behind": f"the split always cuts behind {parts}, and it ends no word",
            "merge": f"its bytes are merged to {parts} first"
            if parts
            else "merging never makes it of its bytes",
        }[self.code]


@dataclass(frozen=True, slots=True)
class TokenHealth:
    """The health of one token.

    Attributes:
        id: its id.
        labels: its labels, of `LABELS`.
        witness: a text that the tokenizer encodes to ids with this one among them, or None.
        reasons: why it has the labels that need a reason.

    """

    id: int
    labels: tuple[str, ...] = ()
    witness: str | None = None
    reasons: tuple[Reason, ...] = ()


def judged(
    tokenizer: Tokenizer,
    counts: TokenCounts | None = None,
    only: Iterable[int] | None = None,
    seed: int = 0,
    most: int = MOST_TEXTS,
) -> Iterator[TokenHealth]:
    """Yield every token by ascending id, including special tokens, which have no labels.

    Args:
        tokenizer: it must be able to encode.
        counts: of a text, for the labels that need them.
        only: the ids to check, None for all.
        seed: of the search for witnesses.
        most: most texts in which one token is searched.

    Raises:
        EngineError: the tokenizer cannot encode.

    """
    judging = _Judging(tokenizer, counts, seed, most)
    ids = numbers_of(all_ids(tokenizer)) if only is None else iter(only)
    while some := list(islice(ids, _AT_ONCE)):
        yield from judging.tokens(some)


def all_ids(tokenizer: Tokenizer) -> NDArray[np.uint32]:
    """Return uint32[n], every id including special tokens, ascending."""
    ids = np.sort(np.concatenate((tokenizer.model.ids, np.fromiter(tokenizer.specials.texts, np.uint32))))
    return ids[np.diff(ids, prepend=-1) > 0]  # numpy's union1d takes 100 ms for 200,000


class _Judging:
    """Checks the tokens of one vocabulary."""

    def __init__(self, tokenizer: Tokenizer, counts: TokenCounts | None, seed: int, most: int) -> None:
        self._tokenizer = tokenizer
        self._model = tokenizer.model
        self._counts = counts
        self._seed = seed
        self._most = most

    def tokens(self, ids: Sequence[int]) -> Iterator[TokenHealth]:
        """Yield the health of some tokens, whose own texts are encoded in one call."""
        texts = {token_id: text for token_id in ids if (text := self._own_text(token_id)) is not None}
        alone = dict(zip(texts, self._encoded(list(texts.values())), strict=True))
        for token_id in ids:
            point()
            token = self._model.token_bytes(token_id)
            if token_id in self._tokenizer.specials.texts or not token:
                yield TokenHealth(token_id)
            else:
                yield self._token(token_id, token, texts.get(token_id), alone.get(token_id))

    def _own_text(self, token_id: int) -> str | None:
        """Return the text that a token alone is decoded to, None if its bytes are no text."""
        text = as_text(self._model.token_bytes(token_id) or b"")
        tokenizer = self._tokenizer
        as_bytes = tokenizer.normalizer is None and not self._model.capabilities.decodes_otherwise
        if not text or (as_bytes and not tokenizer.is_joined):
            return text
        return as_text(tokenizer.decode_bytes([token_id])) or text

    def _encoded(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the ids of each text, none where a byte has no token."""
        try:
            batch = self._tokenizer.encode_batch(texts, allowed_special="none", threads=1)
        except EngineError as error:
            if error.code != "byte_without_token":
                raise
            return self._encoded(texts[:1]) + self._encoded(texts[1:]) if len(texts) > 1 else [[]]
        return [ids.tolist() for ids in batch]

    def _token(self, token_id: int, token: bytes, own: str | None, ids: Sequence[int] | None) -> TokenHealth:
        """Check a token of this own text, which is encoded to these ids."""
        text = as_text(token)
        labels, witness, reasons = self._reach(token_id, token, own, ids)
        if text is None and len(token) > 1:
            labels.append(FRAGMENT)
        if text is not None and len(text) > LONGEST:
            labels.append(OVER_LONG)
        if twins := self._twins.get(token_id):
            labels.append(TWIN)
            reasons.append(Reason("twin", numbers=twins))
        if self._counts is not None:
            self._count(token_id, self._counts, labels, reasons)
        return TokenHealth(token_id, tuple(labels), witness, tuple(reasons))

    # --- whether a text is encoded to it

    def _reach(
        self, token_id: int, token: bytes, text: str | None, ids: Sequence[int] | None
    ) -> tuple[list[str], str | None, list[Reason]]:
        """Return labels, witness and reasons about whether a text is encoded to the token."""
        alone = self._by_itself(token_id, token, ids)
        if alone is None and text is not None:
            return [], text, []
        labels = [] if alone is None else [NOT_ITSELF]
        reason = None if alone is None else self._proved(token_id, token)
        if reason is not None:
            return [*labels, PROVED], None, [reason]
        witness, tried = self._witness(token_id, token)
        reasons = [Reason("alone", alone)] if alone else []
        if witness is not None:
            return [*labels, INSIDE] if labels else [], witness, reasons
        if alone is None and len(token) == 1:
            return [], None, []  # a byte that may be in no text is there for bytes that are none
        if alone is None and (cut := self._cut_in(token)) is not None:
            return [PROVED], None, [Reason("split", (cut,))]
        return [*labels, NOT_DECIDED], None, [*reasons, Reason("search", numbers=(tried,))]

    def _by_itself(self, token_id: int, token: bytes, ids: Sequence[int] | None) -> tuple[bytes, ...] | None:
        """Return the tokens that the token's own text is encoded to, None if it is the token itself."""
        if ids is None:
            if not self._model.capabilities.byte_level:
                return None
            ids = self._model.encode_piece(token)
        return None if list(ids) == [token_id] else self._spelled(ids)

    def _witness(self, token_id: int, token: bytes) -> tuple[str | None, int]:
        """Return a text that is encoded to the token, or None, and the number of texts tried."""
        tried = 0
        shown = self._model.decoded_bytes(token_id) if self._model.capabilities.decodes_otherwise else None
        # WordPiece's "##ing" is "ing" in a text, whether or not a decoder says so.
        plain = token if self._model.capabilities.byte_level else token.removeprefix(b"##") or token
        for searched in dict.fromkeys((shown or token, plain, token)):
            texts = candidates(searched, self._texts, self._seed, self._most)
            # At the end of a line, white space may join the line end.
            n_alone = _ONE_BY_ONE if searched.rstrip() == searched else _WITH_SPACE
            while batch := list(islice(texts, _TOGETHER if tried >= n_alone else 1)):
                tried += len(batch)
                for text in batch if len(batch) == 1 else self._lines_with(batch, token_id):
                    if self._gives(text, token_id):
                        return text.decode(), tried
                point()
        return None, tried

    def _lines_with(self, lines: list[bytes], token_id: int) -> list[bytes]:
        """Return the lines in which the token begins when they are encoded as one text."""
        ends = np.cumsum([len(line) + 1 for line in lines])
        holding: list[bytes] = []
        try:
            for part in self._tokenizer.encode_parts(b"\n".join(lines)):
                begins = part.spans[part.ids == token_id, 0]
                numbers = np.searchsorted(ends, begins.astype(np.int64), side="right")
                holding += [lines[number] for number in np.unique(numbers).tolist() if number < len(lines)]
        except EngineError as error:
            if error.code != "byte_without_token":
                raise
            return lines
        return holding

    def _gives(self, text: bytes, token_id: int) -> bool:
        try:
            return token_id in self._tokenizer.encode_ordinary(text)
        except EngineError as error:
            if error.code != "byte_without_token":
                raise
            return False

    # --- whether it is proved that no text is

    def _proved(self, token_id: int, token: bytes) -> Reason | None:
        """Return why no text is encoded to a token, or None if that is not proved."""
        whole = whole_characters(token)
        if self._languages is not None and whole:
            if (cut := self._cut_in(token)) is not None:
                return Reason("split", (cut,))
            inside = self._model.word_ends and token_id not in self._model.word_ends
            if inside and token.endswith(whole.encode()) and not self._languages.go_on(whole):
                return Reason("behind", (token,))
        if token_id not in self._not_merged:
            return None
        if token_id not in self._model.word_ends and self._model.word_ends:
            return Reason("merge")  # a trace would be that of a piece that is a token as a whole
        steps = list(self._model.trace(token))
        if steps[-1].symbols != (token_id,):
            return Reason("merge", self._spelled(steps[-1].symbols))
        # Merging makes it in another way, or there can be a piece that is this token as a whole.
        text = as_text(token)
        if len(steps) > 1 or self._languages is None or text is None or self._languages.may_be(text):
            return None
        return Reason("merge", self._spelled(self._model.taken_whole_from(token_id)))

    def _cut_in(self, token: bytes) -> bytes | None:
        """Return a stretch of a token that no piece holds, whatever is around the token; None for none."""
        whole = whole_characters(token)
        if self._languages is None or not whole:
            return None
        if (cut := self._languages.cut_in(whole)) is not None:
            return cut.encode()
        before, after = characters_at_ends(token)
        left, right = open_ends(token)
        if before and not any(self._languages.holds(each + whole[0]) for each in paced(before)):
            return token[:left] + whole[0].encode()
        if after and not any(self._languages.holds(whole[-1] + each) for each in paced(after)):
            return whole[-1].encode() + token[len(token) - right :]
        return None

    def _spelled(self, ids: Iterable[int]) -> tuple[bytes, ...]:
        # A special token, such as one for unknown words, is none of the model's.
        return tuple(
            spelling(self._model, token_id) or self._tokenizer.token_bytes(token_id) or b""
            for token_id in ids
        )

    @cached_property
    def _not_merged(self) -> frozenset[int]:
        """The ids of tokens that merging does not make from their own bytes, none if unknown."""
        model = self._model
        tells = model.capabilities.trace and (model.capabilities.byte_level or model.scored is not None)
        return frozenset(model.unreachable()) if tells else frozenset()

    @cached_property
    def _languages(self) -> PieceLanguages | None:
        """The pieces that the split may make, if a piece consists of exactly the bytes of its tokens."""
        if not self._model.capabilities.byte_level:
            return None
        return piece_languages(self._tokenizer.pre_tokenizer.pattern)

    # --- the vocabulary as a whole

    @cached_property
    def _texts(self) -> list[bytes]:
        """The tokens that are valid UTF-8."""
        texts: list[bytes] = []
        for token_id in paced(numbers_of(self._model.ids)):
            token = self._model.token_bytes(token_id)
            if token and is_utf8(token):
                texts.append(token)
        return texts

    @cached_property
    def _twins(self) -> Mapping[int, tuple[int, ...]]:
        """Token -> the tokens of other bytes that read the same."""
        alike: dict[str, list[int]] = {}
        for token_id in paced(numbers_of(self._model.ids)):
            text = as_text(self._model.token_bytes(token_id) or b"")
            if text:
                alike.setdefault(unicodedata.normalize("NFKC", text), []).append(token_id)
        twins: dict[int, tuple[int, ...]] = {}
        for ids in alike.values():
            for one in ids if len(ids) > 1 else ():
                own = self._model.token_bytes(one)
                others = [other for other in ids if self._model.token_bytes(other) != own]
                twins |= {one: tuple(others[:_MOST_TWINS])} if others else {}
            point()
        return twins

    def _count(self, token_id: int, counts: TokenCounts, labels: list[str], reasons: list[Reason]) -> None:
        """Add the labels that follow from the counts."""
        own = [label for label, has in self._count_labels.items() if has[token_id]]
        labels += own
        if RESIDUE_LABEL in own:
            numbers = int(counts.occurrences[token_id]), int(counts.times_made[token_id])
            reasons.append(Reason("residue", numbers=numbers))

    @cached_property
    def _count_labels(self) -> Mapping[str, NDArray[np.bool_]]:
        return {} if self._counts is None else count_labels(self._counts)


def count_labels(counts: TokenCounts) -> dict[str, NDArray[np.bool_]]:
    """Return bool[n] by id for each label that follows from counts; special tokens included."""
    passed = counts.times_made - counts.occurrences
    is_residue = counts.merged & (passed > 0) & (passed > RESIDUE * counts.times_made)
    return {
        UNUSED: counts.occurrences == 0,
        RESIDUE_LABEL: is_residue,
        GLITCH: is_residue & (counts.documents <= FEW) & (counts.n_documents > FEW),
    }


def whole_characters(token: bytes) -> str:
    """Return the complete characters inside a token, "" if there are none.

    They are adjacent in every text that contains the token, and so in one piece: UTF-8 shows where a
    character begins, whatever the context.
    """
    left, right = open_ends(token)
    return as_text(token[left : len(token) - right]) or ""
