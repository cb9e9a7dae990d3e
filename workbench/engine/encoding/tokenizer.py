"""The tokenizer: special tokens, a normalizer, a splitter and a model; it behaves like tiktoken (core.py).

A text may be str or bytes everywhere. Half a surrogate pair in a str is handled by tiktoken's rule: pairs
are joined, lone halves become U+FFFD. Bytes that are not UTF-8 are encoded as they are, or as the normalizer
says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from workbench.engine.encoding.added_tokens import AddedTokens
from workbench.engine.encoding.decoded_text import Ids
from workbench.engine.encoding.encoding import Encoding, joined
from workbench.engine.encoding.special_tokens import SpecialTokens
from workbench.engine.encoding.text_decoding import TextDecoder
from workbench.engine.encoding.text_encoding import TextEncoder, check_texts, to_bytes
from workbench.engine.encoding.threaded_encoding import Each, encoded_all, n_threads
from workbench.engine.encoding.vocab_table import VocabTable, make_table, rows
from workbench.engine.models.framing import NO_FRAMING, Framing, framed_rows
from workbench.engine.models.model import Model
from workbench.engine.normalizers.normalizer import (
    InCuts,
    Normalizer,
    begins_anew,
)
from workbench.engine.splitting.pre_tokenizers import PreTokenizer

if TYPE_CHECKING:
    from workbench.engine.models.explain import ExplainedPiece

_LONG = 1 << 18  # characters of a text that is encoded some at a time


class Tokenizer:
    """Text to ids and back.

    Attributes:
        model: merges the bytes of a piece.
        pre_tokenizer: splits a text into pieces.
        special_tokens: text -> id, by rising id.
        specials: the same, with what can be asked of them.
        name: shown to the user.
        record: how it was trained, saved in its card, or None.
        normalizer: changes the text between special tokens before it is split, or None.
        framing: the ids that may go around a text's.
        chat_template: the Jinja text that makes one text of a conversation, or None.
        is_cut: it is a prefix of another (`at_vocab_size`).
        is_joined: a text is made of ids by joining tokens, as its file spells them, with spaces: what
            `tokenizers` does where a file has no decoder.

    """

    def __init__(
        self,
        model: Model,
        pre_tokenizer: PreTokenizer,
        special_tokens: Mapping[str, int] | None = None,
        name: str = "",
        record: Mapping[str, object] | None = None,
        normalizer: Normalizer | None = None,
        framing: Framing = NO_FRAMING,
        chat_template: str | None = None,
    ) -> None:
        """Take the parts.

        Raises:
            EngineError: a special token is empty, or its id is out of range or taken.

        """
        self.model = model
        self.pre_tokenizer = pre_tokenizer
        self.specials = SpecialTokens(special_tokens or {}, model.token_bytes, begins_anew(normalizer))
        self.special_tokens = self.specials.ids
        self.name = name
        self.record = record
        self.normalizer = normalizer
        self._encoder = TextEncoder(model, pre_tokenizer, self.specials, normalizer)
        self._texts = TextDecoder(model, self.specials, normalizer)
        self.framing = framing
        self.chat_template = chat_template
        self.is_cut = False
        self.is_joined = False
        self._short_texts: Any = None  # a `kernels.short_texts.ShortTexts` once it pays

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle only the parts; tables, caches and processes are created again."""
        own = self.special_tokens
        specials = own if isinstance(own, AddedTokens) else dict(own)  # a read-only view cannot be
        parts = (
            self.model, self.pre_tokenizer, specials, self.name, self.record, self.normalizer,
            self.framing, self.chat_template,
        )  # fmt: skip
        return type(self), parts, {"is_cut": self.is_cut, "is_joined": self.is_joined}

    @property
    def vocab_size(self) -> int:
        """One more than the highest id of the model; special tokens are not counted."""
        return self.model.vocab_size

    def at_vocab_size(self, size: int) -> Tokenizer:
        """Return the tokenizer of the tokens with ids below `size`; special tokens stay.

        Raises:
            EngineError: `size` is below 256 or above `vocab_size`.

        """
        cut = with_parts(self, model=self.model.at_vocab_size(size), record=None)
        cut.is_cut = self.is_cut or size < self.vocab_size
        return cut

    def close(self) -> None:
        """Close the splitter's child process, which prefixes share."""
        self.pre_tokenizer.close()

    # --- encoding -------------------------------------------------------------------------------

    def encode(
        self,
        text: str | bytes,
        *,
        allowed_special: str | Collection[str] = frozenset(),
        disallowed_special: str | Collection[str] = "all",
    ) -> list[int]:
        """Return the ids of a text.

        Args:
            text: str, or bytes that need not be UTF-8.
            allowed_special: the special tokens that become their ids, or "all". minbpe's words are
                understood too: "none" takes them all as plain text, "none_raise" refuses them all.
            disallowed_special: the texts that are an error; "all" means every special token that is
                not allowed, () takes them as plain text.

        Raises:
            EngineError: a disallowed special token's text occurs; token and place are named.

        """
        ids: list[int] | None
        if self._short_texts is not None:
            ids = self._short_texts.encode(text, allowed_special, disallowed_special)
            if ids is not None:
                return ids
        else:
            self._short_texts = self._encoder.short_texts()
        ids = self.encode_to_numpy(
            text, allowed_special=allowed_special, disallowed_special=disallowed_special
        ).tolist()
        return ids

    def encode_ordinary(self, text: str | bytes) -> list[int]:
        """Return the ids of a text, taking special tokens as plain text."""
        return self.encode(text, allowed_special="none")

    def count(
        self,
        text: str | bytes,
        *,
        allowed_special: str | Collection[str] = frozenset(),
        disallowed_special: str | Collection[str] = "all",
        threads: int | None = None,
    ) -> int:
        """Return how many ids `encode` returns, without keeping them; raises as `encode`."""
        if self._short_texts is not None:
            n: int = self._short_texts.count(text, allowed_special, disallowed_special)
            if n >= 0:
                return n
        else:
            self._short_texts = self._encoder.short_texts()
        if type(text) is str and len(text) > _LONG:
            chosen = self.specials.choose(allowed_special, disallowed_special)
            counted: int | None = self._encoder.of_slices(text, *chosen, threads, counts=True)
            if counted is not None:
                return counted
        data, allowed, _ = self._checked(text, allowed_special, disallowed_special)
        return self._encoder.count(data, allowed, threads)

    def encode_to_numpy(
        self,
        text: str | bytes,
        *,
        allowed_special: str | Collection[str] = frozenset(),
        disallowed_special: str | Collection[str] = "all",
        threads: int | None = None,
    ) -> NDArray[np.uint32]:
        """Encode like `encode` and return uint32[n]; uses all cores, or a number of threads."""
        if type(text) is str and len(text) > _LONG:
            chosen = self.specials.choose(allowed_special, disallowed_special)
            ids: NDArray[np.uint32] | None = self._encoder.of_slices(text, *chosen, threads)
            if ids is not None:
                return ids
        data, allowed, _ = self._checked(text, allowed_special, disallowed_special)
        return self._encoder.ids(data, allowed, threads)

    def encode_batch(
        self,
        texts: Sequence[str | bytes],
        *,
        allowed_special: str | Collection[str] = frozenset(),
        disallowed_special: str | Collection[str] = "all",
        threads: int | None = None,
    ) -> list[NDArray[np.uint32]]:
        """Encode many texts like `encode_to_numpy`; raises WrongType where these are no texts."""
        check_texts(texts)

        def encode(text: str | bytes, threads: int) -> NDArray[np.uint32]:
            return self.encode_to_numpy(
                text,
                allowed_special=allowed_special,
                disallowed_special=disallowed_special,
                threads=threads,
            )

        def encode_each(some: Sequence[str | bytes]) -> list[NDArray[np.uint32]] | None:
            allowed, refused = self.specials.choose(allowed_special, disallowed_special)
            data = [to_bytes(text)[0] for text in some]
            for text, each in zip(some, data, strict=True) if refused else ():
                self.specials.refuse(each, refused, isinstance(text, str))
            return self._encoder.ids_of_each(data, allowed)

        each = Each(encode, encode_each)
        return encoded_all(self.model, self.pre_tokenizer, texts, each, n_threads(threads))

    def _checked(
        self,
        text: str | bytes,
        allowed_special: str | Collection[str],
        disallowed_special: str | Collection[str],
    ) -> tuple[bytes, frozenset[str], int]:
        """Return a text in UTF-8, the special tokens to take, and how many surrogates were replaced."""
        data, replaced = to_bytes(text)
        allowed, refused = self.specials.choose(allowed_special, disallowed_special)
        self.specials.refuse(data, refused, isinstance(text, str))
        return data, allowed, replaced

    def encode_with_offsets(
        self,
        text: str | bytes,
        *,
        allowed_special: str | Collection[str] = frozenset(),
        disallowed_special: str | Collection[str] = "all",
    ) -> Encoding:
        """Encode like `encode` and return ids, spans and pieces; spans are in bytes of UTF-8."""
        data, allowed, replaced = self._checked(text, allowed_special, disallowed_special)
        parts = list(self._encoder.parts_of(data, allowed, 0, len(data)))
        encoding = joined(parts)
        return replace(encoding, replaced=replaced + encoding.replaced)

    def encode_parts(
        self, text: bytes, specials: str | Collection[str] = "none", start: int = 0, end: int | None = None
    ) -> Iterator[Encoding]:
        """Encode text[start:end]: yield its parts in order.

        A part covers some 64 KiB. A stretch without a safe border is longer: it comes in parts of some
        65,536 tokens, or in one where it is normalized as a whole. An empty stretch has no part. Spans count
        bytes of the whole text.

        Args:
            text: the whole text.
            specials: "none" takes special tokens as plain text, "all" or texts as tokens.
            start: a safe border (`next_border`, `previous_border`), or 0.
            end: a safe border, or None for the end of the text.

        """
        stop = len(text) if end is None else end
        yield from self._encoder.parts_of(text, self._taken(specials), start, stop)

    def next_border(self, text: bytes, position: int, specials: str | Collection[str] = "none") -> int:
        """Return the first safe border after `position` that cuts no special token, or len(text)."""
        return self._encoder.next_border(text, position, self._taken(specials))

    def previous_border(self, text: bytes, position: int, specials: str | Collection[str] = "none") -> int:
        """Return the last safe border before `position` that cuts no special token, or 0."""
        return self._encoder.previous_border(text, position, self._taken(specials))

    def cut_by(self, specials: str | Collection[str] = "none") -> InCuts | None:
        """Return the normalizer if it decides how a whole text may be cut (`InCuts`), else None."""
        return self._encoder.cut_by(self._taken(specials))

    def _taken(self, specials: str | Collection[str]) -> frozenset[str]:
        return self.specials.choose(specials, ())[0]

    def tokenize(
        self, texts: str | Sequence[str], context_length: int | None = None, truncate: bool = False
    ) -> NDArray[np.int32]:
        """Return the input of a model: the ids of each text with BOS and EOS, cut or padded to its context.

        As `tokenize` of openai/CLIP (clip/clip.py): special tokens in the texts become their ids, and what
        is shorter is filled up with the framing's padding.

        Args:
            texts: one text, or several.
            context_length: ids a text; None takes the framing's (77 for CLIP).
            truncate: cut what is longer, its last id being the last of the framing; else it is an error.

        Returns:
            int32[n, context_length].

        Raises:
            EngineError: a text is too long, naming it, or nothing says how long it may be.

        """
        several = [texts] if isinstance(texts, str) else texts
        rows = [self.encode(text, allowed_special="all") for text in several]
        return framed_rows(rows, self.framing, context_length, truncate)

    # --- decoding -------------------------------------------------------------------------------

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of a token, special tokens included, or None if no token has this id."""
        return self._texts.token_bytes(token_id)

    def decode_tokens_bytes(self, ids: Ids) -> list[bytes]:
        """Return the bytes of each token.

        Raises:
            UnknownToken: (an EngineError) an id is no token's; id and position are named.
            WrongType: (also a TypeError) an id is no whole number, or these are no ids.

        """
        return self._texts.tokens_bytes(ids)

    def decode_bytes(self, ids: Ids) -> bytes:
        """Return the bytes of ids; raises like `decode_tokens_bytes`."""
        return self._texts.data(ids, self.is_joined)

    def decode(self, ids: Ids, errors: str = "replace") -> str:
        """Return the text of ids, special tokens too; raises like `decode_tokens_bytes`.

        Bytes that are not UTF-8 are handled by `errors`, as in `bytes.decode`; but "replace" replaces the
        bytes of byte tokens as the library of the file's format does (`models.byte_runs`).
        """
        return self._texts.text(ids, errors, self.is_joined)

    def decode_with_offsets(self, ids: Ids) -> tuple[str, list[int]]:
        """Return the text, and for each token the index of the first character with one of its bytes.

        As tiktoken where the bytes are UTF-8. Elsewhere tiktoken raises; here the text is that of
        `decode`, where each longest start of a character that does not go on is one U+FFFD, or each byte
        of byte tokens.
        Raises as `decode_tokens_bytes`.
        """
        return self._texts.with_offsets(ids, self.is_joined)

    # --- looking inside -------------------------------------------------------------------------

    def explain(self, text: str | bytes) -> tuple[ExplainedPiece, ...]:
        """Return the pieces of a short text with their merges; added tokens have none.

        Special tokens are plain text.

        Raises:
            EngineError: a piece is too long (`explain.LONGEST_TRACED`).

        """
        from workbench.engine.models.explain import taken_piece  # here: as above

        data, _ = to_bytes(text)
        pieces: list[ExplainedPiece] = []
        start = 0
        for occurrence in self.specials.find(data, self._taken("none"), 0, len(data)):
            pieces += _explained(self, self._encoder, data[start : occurrence[0]], start)
            pieces.append(taken_piece(data[occurrence[0] : occurrence[1]], occurrence[0], occurrence[2]))
            start = occurrence[1]
        return (*pieces, *_explained(self, self._encoder, data[start:], start))

    def vocab_table(self) -> VocabTable:
        """Return the whole vocabulary; takes seconds for a large rank file."""
        return make_table(self.model, self.specials)

    def vocab_rows(self, ids: Iterable[int]) -> tuple[VocabTable, int]:
        """Return some rows of the vocabulary, with those they were merged from.

        And the number of merged tokens that there are in all.
        """
        return rows(self.model, self.specials, ids)


def _explained(
    tokenizer: Tokenizer, encoder: TextEncoder, data: bytes, start: int
) -> Iterator[ExplainedPiece]:
    """Yield the pieces of a stretch of a text, which begins at `start`."""
    from workbench.engine.models.explain import ExplainedPiece, merge_trace  # here: as above

    borders = None
    normalizer = tokenizer.normalizer
    if normalizer is not None:
        normalized = normalizer.normalize(data, start == 0 or begins_anew(normalizer))
        data, borders = normalized.output, normalized.alignment.tolist()
    for first, last in encoder.plain_pieces(data).tolist():
        place = start + (first if borders is None else borders[first])
        yield ExplainedPiece(data[first:last], place, merge_trace(tokenizer.model, data[first:last]))


class Parts(TypedDict, total=False):
    """The parts that a `Tokenizer` is made of."""

    model: Model
    pre_tokenizer: PreTokenizer
    special_tokens: Mapping[str, int]
    name: str
    record: Mapping[str, object] | None
    normalizer: Normalizer | None
    framing: Framing
    chat_template: str | None


def parts_of(base: Tokenizer) -> dict[str, Any]:
    """Return what a tokenizer is made of, by the names of `Parts`."""
    return {name: getattr(base, name) for name in Parts.__annotations__}


def with_parts(base: Tokenizer, **parts: Unpack[Parts]) -> Tokenizer:
    """Return a tokenizer with other parts; it shares all that is not named.

    Raises:
        EngineError: a special token is empty, or its id is out of range or taken.

    """
    other = type(base)(**{**parts_of(base), **parts})
    other.is_cut, other.is_joined = base.is_cut, base.is_joined
    return other
