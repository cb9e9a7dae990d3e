"""What SentencePiece does to a text before it merges: a table of replacements, white space, the dummy prefix.

At each place of a text the longest key of the table (`charsmap`) counts; user-defined symbols go before all
of them and stay as they are; a byte that belongs to no UTF-8 character becomes U+FFFD (google/sentencepiece,
normalizer.cc).

SentencePiece writes a space as "▁" (U+2581). Here tokens hold plain spaces; so a "▁" in a text is a space.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence, Set
from dataclasses import asdict, dataclass, field

import numpy as np

from workbench.engine.base.cached import cached_property
from workbench.engine.base.pace import point
from workbench.engine.base.utf8 import first_character
from workbench.engine.normalizers.charsmap import LONGEST_KEY, NO_CHARSMAP, Charsmap
from workbench.engine.normalizers.normalizer import Normalized, Normalizer

SPACE_SYMBOL = "\u2581"

_REPLACEMENT = "\ufffd"
_WINDOW = 1 << 14  # bytes worked on between two points


@dataclass(frozen=True, slots=True)
class SpacesSpec:
    """What is done with white space, by the names of sentencepiece_model.proto's NormalizerSpec.

    Attributes:
        add_dummy_prefix: a space goes before a text.
        remove_extra_whitespaces: runs of spaces become one, those at both ends none.
        escape_whitespaces: spaces are written as "▁".
        treat_whitespace_as_suffix: the dummy prefix goes after the text instead.

    """

    add_dummy_prefix: bool = True
    remove_extra_whitespaces: bool = True
    escape_whitespaces: bool = True
    treat_whitespace_as_suffix: bool = False


@dataclass(slots=True)
class _Output:
    """What has come out so far: texts, and of each its bytes, where it is from, and whether byte by byte."""

    after_space: bool
    texts: list[str] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    position: int = 0  # in bytes of the input
    replaced: int = 0

    def put(self, text: str, n_bytes: int, step: int) -> None:
        """Append a text of so many bytes, made of the input at `position`."""
        self.texts.append(text)
        self.lengths.append(n_bytes)
        self.starts.append(self.position)
        self.steps.append(step)

    def drop_trailing_spaces(self) -> None:
        """Take the spaces at the end away again; the text then ends where the first of them was from."""
        while self.texts and self.texts[-1].endswith(" "):
            kept = self.texts.pop().rstrip(" ")
            start, step = self.starts.pop(), self.steps.pop()
            self.lengths.pop()
            self.position = start
            if kept:
                self.put(kept, len(kept.encode()), step)
                self.position += step * self.lengths[-1]

    def normalized(self) -> Normalized:
        """Return the bytes and the borders that each came from."""
        lengths = np.array(self.lengths, np.int64)
        begins = np.cumsum(lengths) - lengths
        inside = np.arange(int(lengths.sum())) - np.repeat(begins, lengths)
        borders = np.repeat(np.array(self.starts, np.int64), lengths)
        borders += inside * np.repeat(np.array(self.steps, np.int64), lengths)
        alignment = np.append(borders, self.position).astype(np.uint64)
        return Normalized("".join(self.texts).encode(), alignment, self.replaced)


def spaces_of(normalizer: Normalizer | None) -> SpacesSpec | None:
    """Return what a SentencePiece model file says of white space, None for other normalizers."""
    return normalizer.spaces if isinstance(normalizer, SentencePieceNormalizer) else None


class SentencePieceNormalizer:
    """A normalizer (`engine.normalizers`) described by a SentencePiece model file.

    Attributes:
        name: "sentencepiece".
        charsmap: the table of replacements.
        spaces: what is done with white space.

    """

    name = "sentencepiece"

    def __init__(
        self,
        spaces: SpacesSpec,
        charsmap: Charsmap = NO_CHARSMAP,
        user_defined: Sequence[str] = (),
    ) -> None:
        """Take what the file says, and the symbols that stay as they are."""
        self.charsmap = charsmap
        self.spaces = spaces
        self._user_defined = sorted(user_defined, key=len, reverse=True)
        longest = max([LONGEST_KEY * bool(charsmap.nodes), *map(len, user_defined)])
        self._ahead = 8 + 4 * longest  # bytes

    @property
    def spec(self) -> dict[str, object]:
        """What it does, as plain data."""
        charsmap = b64encode(self.charsmap.data).decode()
        return {"kind": self.name, "name": self.charsmap.name, "charsmap": charsmap, **asdict(self.spaces)}

    @property
    def in_parts(self) -> bool:
        """Whether a text may be normalized in parts: it replaces and removes nothing."""
        spaces = self.spaces
        removes = spaces.remove_extra_whitespaces
        return not (self.charsmap.nodes or removes or spaces.treat_whitespace_as_suffix)

    @property
    def is_llamas(self) -> bool:
        """Whether it does as `normalizers.NORMALIZERS["sentencepiece"]`: a dummy prefix, and no more."""
        spaced = any(" " in symbol or SPACE_SYMBOL in symbol for symbol in self._user_defined)
        plain = not self.charsmap.nodes and not spaced
        return plain and self.spaces == SpacesSpec(remove_extra_whitespaces=False)

    def decoded(self, first_token: bytes) -> bytes:
        """Return the first ordinary token without the dummy prefix.

        It is a "▁" to sentencepiece 0.2.3, also where spaces are not written so, and a token's space is none.
        """
        spaces = self.spaces
        if not (spaces.add_dummy_prefix or spaces.remove_extra_whitespaces):
            return first_token
        return first_token.removeprefix(b" " if spaces.escape_whitespaces else SPACE_SYMBOL.encode())

    def normalize(self, text: bytes, first: bool) -> Normalized:
        """Return a text as it goes on.

        `first` tells that nothing comes before it; only then there is a dummy prefix.
        """
        spaces = self.spaces
        out = _Output(after_space=spaces.remove_extra_whitespaces)
        prefix = first and spaces.add_dummy_prefix
        if spaces.remove_extra_whitespaces:
            self._skip_spaces(text, out)
        if out.position == len(text):
            return Normalized(b"", np.array([out.position], np.uint64))
        if prefix and not spaces.treat_whitespace_as_suffix:
            out.put(" ", 1, 0)
        while out.position < len(text):
            self._window(*self._stretch(text, out.position), out)
            point()
        if spaces.remove_extra_whitespaces:
            out.drop_trailing_spaces()
        if prefix and spaces.treat_whitespace_as_suffix:
            out.put(" ", 1, 0)
        return out.normalized()

    def _skip_spaces(self, text: bytes, out: _Output) -> None:
        """Go on to the first that is no space, nor becomes one."""
        while out.position < len(text):
            stretch, limit = self._stretch(text, out.position)
            at = 0
            while at < limit:
                replacement, end, _ = self._chunk(stretch, at)
                if replacement != " ":
                    return
                out.position += _n_bytes(stretch[at:end])
                at = end
            point()

    def _stretch(self, text: bytes, position: int) -> tuple[str, int]:
        """Return the characters of a window and some after it, and how many belong to the window.

        Each byte that belongs to no character is half a surrogate pair.
        """
        cut = first_character(text, position + _WINDOW, position + _WINDOW + 3)
        window = text[position:cut].decode("utf-8", "surrogateescape")
        return window + text[cut : cut + self._ahead].decode("utf-8", "surrogateescape"), len(window)

    def _window(self, text: str, limit: int, out: _Output) -> None:
        """Normalize the characters before `limit`; the last of them may go on beyond."""
        match = self._unchanged.match
        removes, escapes = self.spaces.remove_extra_whitespaces, self.spaces.escape_whitespaces
        at = 0
        while at < limit:
            hit = match(text, at)
            if hit is not None:
                same = text[at : min(hit.end(), limit)]
                n_bytes = _n_bytes(same)
                out.put(same, n_bytes, 1)
                out.after_space = False
                at += len(same)
                out.position += n_bytes
                continue
            new, end, step = self._chunk(text, at)
            out.replaced += new == _REPLACEMENT and text[at] != _REPLACEMENT
            if out.after_space:
                new = new.lstrip(" ")
            if new:
                out.after_space = removes and new.endswith(" ")
                shown = new.replace(SPACE_SYMBOL, " ") if escapes else new
                out.put(shown, len(shown.encode()), step if shown == new else 0)
            out.position += _n_bytes(text[at:end])
            at = end

    def _chunk(self, text: str, at: int) -> tuple[str, int, int]:
        """Return what stands for the longest key at a place, where it ends, and 1 if it stays as it is."""
        user_defined = self._user_defined_pattern
        match = None if user_defined is None else user_defined.match(text, at)
        if match is not None:
            return match[0], match.end(), 0
        longest = self.charsmap.longest(text, at)
        if longest is not None:
            return *longest, 0
        character = text[at]
        return (_REPLACEMENT, at + 1, 0) if "\udc80" <= character <= "\udcff" else (character, at + 1, 1)

    @cached_property
    def _user_defined_pattern(self) -> re.Pattern[str] | None:
        return re.compile("|".join(map(re.escape, self._user_defined))) if self._user_defined else None

    @cached_property
    def _unchanged(self) -> re.Pattern[str]:
        """Matches what stays as it is: characters that are no keys, and with which no longer key goes on."""
        charsmap, going_on = self.charsmap, self.charsmap.going_on
        looked_at = {key for key, (new, _) in charsmap.first.items() if new is not None} | going_on
        begins = {symbol[0] for symbol in self._user_defined}
        looked_at |= begins
        if self.spaces.escape_whitespaces:
            looked_at.add(SPACE_SYMBOL)
        if self.spaces.remove_extra_whitespaces:
            looked_at.add(" ")
        others = f"[^{_ranges(looked_at)}\\udc80-\\udcff]"
        words = f"{others}+"
        if self.spaces.remove_extra_whitespaces and " " not in begins and " " not in charsmap.first:
            words = f"{others}+(?: {others}+)*"
        return re.compile(f"{words}(?![{_ranges(going_on)}])" if going_on else words)


def _ranges(characters: Set[str]) -> str:
    """Return characters as the inside of a class of a regular expression."""
    parts: list[str] = []
    codes = sorted(map(ord, characters))
    start = 0
    for at in range(1, len(codes) + 1):
        if at == len(codes) or codes[at] != codes[at - 1] + 1:
            parts.append(f"\\U{codes[start]:08x}-\\U{codes[at - 1]:08x}")
            start = at
    return "".join(parts)


def _n_bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogateescape"))
