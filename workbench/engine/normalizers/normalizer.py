"""What happens to a text before it is split: each normalizer with the alignment of its output to its input.

SentencePiece and llama2.c put a space before the text (the dummy prefix), so that a word reads the same at
the start as elsewhere. SentencePiece writes every space as "▁" (U+2581), so to it a "▁" in the text is a
space; here tokens hold plain spaces, and what it does to the text is to read "▁" as one. It also reads each
byte that belongs to no UTF-8 character as U+FFFD (google/sentencepiece, normalizer.cc). llama2.c leaves both
as they are (karpathy/llama2.c, run.c, `encode`). llama.cpp writes a space as "▁" and then takes as many bytes
for a character as the first one says (`utf8.LED_UNIT`), so that a loose byte may take a space, or a part.

What happens next to special tokens is each program's own: `begins_anew`, `strips_first_only`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.chunked_arrays import bytes_of
from workbench.engine.base.pace import paced_slices, point
from workbench.engine.base.utf8 import broken_units, first_character, invalid_runs, is_utf8

_ESCAPED = "\u2581".encode()
_REPLACEMENT = "\ufffd".encode()
_WINDOW = 1 << 15  # bytes worked on between two points
_CHANGED = 256  # stretches of a text that are changed between two points
_AHEAD = 16  # bytes after a window that it may go on into

BorderRule = Callable[[str, str], bool]  # of the character before a place, and one or two after


@dataclass(frozen=True, slots=True)
class Normalized:
    """A text as it goes on to the splitter.

    Attributes:
        output: its bytes.
        alignment: uint64[len(output) + 1], for each byte border of `output` the border of the input that it
            came from, never falling.
        replaced: number of bytes of the input that became U+FFFD.
        approximate: which bytes of a changed stretch became which is a guess: what changed them does not say.

    """

    output: bytes
    alignment: NDArray[np.uint64]
    replaced: int = 0
    approximate: bool = False


class Normalizer(Protocol):
    """Changes a text before it is split, and undoes in decoding what it can."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def spec(self) -> dict[str, Any]:
        """What it does, as plain data for JSON (`normalizer_specs.normalizer_from_spec`)."""

    def normalize(self, text: bytes, first: bool) -> Normalized:
        """Return a stretch of text as it goes on.

        `first` tells that nothing comes before. Stretches may be cut where no character is.
        """

    def decoded(self, first_token: bytes) -> bytes:
        """Return what the first ordinary token of a text stands for."""


def is_in_parts(normalizer: Normalizer) -> bool:
    """Return whether a text may be normalized in parts, cut wherever its splitter has a safe border.

    That is so for those alone that say it, by an attribute `in_parts`.
    """
    return bool(getattr(normalizer, "in_parts", False))


def border_rule(normalizer: Normalizer) -> BorderRule | None:
    """Return what tells whether a text may be cut between two characters, or None if unknown.

    Each part then becomes what it becomes in the whole, and the two characters stay as they are, so that a
    safe border of the splitter is one before and after. It may be told one more character that follows, which
    often decides that. It is a normalizer's method `keeps_border`.
    """
    rule: BorderRule | None = getattr(normalizer, "keeps_border", None)
    return rule


def begins_anew(normalizer: Normalizer | None) -> bool:
    """Return whether what is after a special token is normalized as the beginning of a text is.

    That is so for those alone that say it, by an attribute `begins_anew`; llama.cpp puts the dummy prefix
    there again (llama-vocab.cpp, `is_prev_special`).
    """
    return bool(getattr(normalizer, "begins_anew", False))


def strips_first_only(normalizer: Normalizer) -> bool:
    """Return whether decoding takes spaces from the first token of a text only, also where that is special.

    Else from the first ordinary one: SentencePiece prints no control tokens (sentencepiece_processor.cc),
    Hugging Face and llama.cpp do. It is an attribute `strips_first_only`.
    """
    return bool(getattr(normalizer, "strips_first_only", False))


def changed_around(
    change: Callable[[bytes, bool], bytes],
    text: bytes,
    tokens: NDArray[np.uint64],
    *,
    anew: bool,
    leaves: Callable[[bytes], bool] = lambda _: False,
) -> tuple[bytes, NDArray[np.uint64]]:
    """Return a text with each stretch around tokens found changed, and where these are then.

    Tokens are uint64[k, 3], rows (start, end, id). `change` is told whether a stretch is the beginning of a
    text, as with `anew` each is. Several stretches together stay as they are if `leaves` is true of them.
    """
    parts: list[bytes] = []
    shifts: list[int] = []
    start = shift = 0
    for some in paced_slices(len(tokens), _CHANGED):
        rows = tokens[some, :2].tolist()
        if leaves(text[start : rows[-1][1]]):
            parts.append(text[start : rows[-1][1]])
            shifts += [shift] * len(rows)
            start = rows[-1][1]
            continue
        for first, last in rows:
            stretch = change(text[start:first], start == 0 or anew)
            parts += stretch, text[first:last]
            shift += len(stretch) - (first - start)
            shifts.append(shift)
            start = last
    parts.append(change(text[start:], start == 0 or anew))
    moved = tokens.copy()
    moved[:, :2] += np.array(shifts, np.int64).astype(np.uint64)[:, None]  # less, too: it goes round
    return parts[0] if len(parts) == 1 else bytes_of(parts), moved


@runtime_checkable
class InCuts(Protocol):
    """A normalizer that takes a large text in parts, but has to know the text around them.

    A cut is also one of the tokens, if the splitter leaves white space out, as CLIP's does.
    """

    def next_cut(self, text: bytes, position: int, end: int) -> int:
        """Return the first cut from `position` on before `end`, else `end`."""

    def previous_cut(self, text: bytes, position: int, start: int) -> int:
        """Return the last cut up to `position` after `start`, else `start`."""

    def part(
        self, text: bytes, part: tuple[int, int], whole: tuple[int, int]
    ) -> list[tuple[str, Normalized]]:
        """Return what comes out of each step for a part of text[whole].

        It begins and ends at cuts, or where the whole does.
        """


@dataclass(frozen=True, slots=True)
class Spaces:
    """The dummy prefix, and what a program makes of "▁" and of bytes that are not UTF-8.

    Attributes:
        name: key of `NORMALIZERS`.
        repairs: "▁" is a space, and each byte that is not UTF-8 is U+FFFD, which llama.cpp leaves as it is;
            else both stay.
        prefixes: there is a dummy prefix.

    """

    name: str
    repairs: bool
    prefixes: bool = True

    @property
    def spec(self) -> dict[str, Any]:
        """What it does, as plain data."""
        return {"kind": self.name} if self.prefixes else {"kind": self.name, "add_dummy_prefix": False}

    @property
    def begins_anew(self) -> bool:
        """Whether the dummy prefix goes after each special token too."""
        return self.name == "llama.cpp"

    @property
    def strips_first_only(self) -> bool:
        """Whether it is taken from the first token of a text only, whichever that is."""
        return self.name == "llama.cpp"

    @property
    def in_parts(self) -> bool:
        """True: `Unsplit` takes it into account."""
        return True

    def normalize(self, text: bytes, first: bool) -> Normalized:
        """Return a stretch of text as it goes on."""
        prefix = self._prefix(text, first)
        parts = [Normalized(prefix, np.zeros(len(prefix) + 1, np.uint64))]
        start = 0
        while start < len(text):
            end = first_character(text, start + _WINDOW, start + _WINDOW + 3)
            window = text[start:end]
            if self.name == "llama.cpp" and not is_utf8(window):
                part, end = _led_window(text, start, end)
                parts.append(part)
            else:
                parts.append(self._window(window, start))
            point()
            start = end
        # Each part ends on the border that the next begins on; the later one of the two stands.
        borders = [part.alignment[:-1] for part in parts[:-1]] + [parts[-1].alignment]
        output = b"".join(part.output for part in parts)
        return Normalized(output, np.concatenate(borders), sum(part.replaced for part in parts))

    def output(self, text: bytes, first: bool) -> bytes:
        """Return the output alone, which takes an eighth of the memory."""
        start = 0
        while start < len(text) and self.repairs:
            end = first_character(text, start + _WINDOW, start + _WINDOW + 3)
            if not _stays(text[start:end]):
                return self.normalize(text, first).output
            point()
            start = end
        return self._prefix(text, first) + text

    def _prefix(self, text: bytes, first: bool) -> bytes:
        return b" " if text and first and self.prefixes else b""

    def _window(self, text: bytes, start: int) -> Normalized:
        borders = np.arange(start, start + len(text) + 1, dtype=np.uint64)
        if not self.repairs or _stays(text):
            return Normalized(text, borders)
        widths = np.ones(len(text), np.int64)  # of what becomes of each byte
        parts: list[bytes] = []
        position = replaced = 0
        for run_start, run_end in invalid_runs(text):
            parts += text[position:run_start], _REPLACEMENT * (run_end - run_start)
            widths[run_start:run_end] = len(_REPLACEMENT)
            replaced += run_end - run_start
            position = run_end
        parts.append(text[position:])
        place = text.find(_ESCAPED)
        while place >= 0:
            widths[place + 1 : place + len(_ESCAPED)] = 0
            place = text.find(_ESCAPED, place + 1)
        alignment = np.append(np.repeat(borders[:-1], widths), borders[-1:])
        return Normalized(b"".join(parts).replace(_ESCAPED, b" "), alignment, replaced)

    def decoded(self, first_token: bytes) -> bytes:
        """Return the first ordinary token without the dummy prefix."""
        return first_token.removeprefix(b" ") if self.prefixes else first_token


LLAMA_CPP = Spaces("llama.cpp", True)
NORMALIZERS = MappingProxyType(
    {
        "sentencepiece": Spaces("sentencepiece", True),
        "llama2c": Spaces("llama2c", False),
        LLAMA_CPP.name: LLAMA_CPP,
    }
)


def _stays(text: bytes) -> bool:
    """Return whether there is nothing to repair."""
    return _ESCAPED not in text and is_utf8(text)


def _led_window(text: bytes, start: int, stop: int) -> tuple[Normalized, int]:
    """Return what becomes of a text from `start` to `stop`, or a few bytes on, and where it ends.

    As in llama.cpp: a "▁" that a byte before it has taken, in whole or in part, stays what it is there.
    """
    part = text[start : stop + _AHEAD]
    widths = np.where(np.frombuffer(part, np.uint8) == ord(" "), len(_ESCAPED), 1)
    origins = np.repeat(np.arange(start, start + len(part), dtype=np.uint64), widths)
    escaped = part.replace(b" ", _ESCAPED)
    limit = int(np.searchsorted(origins, np.uint64(stop)))
    output = np.frombuffer(escaped, np.uint8).copy()
    kept = np.ones(len(escaped), bool)
    end = 0
    for broken, behind in chain(broken_units(escaped), [(len(escaped),) * 2]):
        place = escaped.find(_ESCAPED, end, broken)
        while place >= 0:
            output[place] = ord(" ")
            kept[place + 1 : place + len(_ESCAPED)] = False
            place = escaped.find(_ESCAPED, place + len(_ESCAPED), broken)
        if broken >= limit:  # bytes that go on are characters by themselves, where they belong to none
            end = first_character(escaped, max(end, limit))
            break
        end = behind
    last = start + len(part) if end == len(escaped) else int(origins[end])
    alignment = np.append(origins[:end][kept[:end]], np.uint64(last))
    return Normalized(output[:end][kept[:end]].tobytes(), alignment), last
