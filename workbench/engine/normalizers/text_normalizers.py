"""The usual changes to a text before it is split, one class each, and several of them in a row.

They are those of Hugging Face's `tokenizer.json` (huggingface/tokenizers, normalizers/) and of CLIP's
cleaning (openai/CLIP, clip/simple_tokenizer.py). Each tells where what it puts came from. Unicode's
properties are those of this Python's `unicodedata` and `str`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import regex

from workbench.engine.base.blocks import occurs
from workbench.engine.base.chunked_arrays import bytes_of, raised, text_of
from workbench.engine.base.pace import paced_slices, point
from workbench.engine.base.utf8 import first_character
from workbench.engine.normalizers.normalizer import (
    BorderRule,
    Normalized,
    Normalizer,
    begins_anew,
    border_rule,
    is_in_parts,
    strips_first_only,
)
from workbench.engine.normalizers.text_edits import (
    LONG,
    NOTHING,
    Edited,
    Stretch,
    aligned,
    apply_edits,
    composed,
    joined,
    once,
    put,
    repair,
    repair_bytes,
    stretch_table,
)

Stages = list[tuple[str, Normalized]]

_WINDOW = 1 << 14  # characters worked on between two points
# The white space of Unicode, without the separators U+001C to U+001F that only Python counts as such.
_WHITE = (
    "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
)
# The start of a character that is no white space, whatever follows.
_NOT_WHITE = regex.compile(
    rb"[!-~\xc3-\xe0\xe4-\xf4]|\xc2[^\x85\xa0]|\xe1(?:[^\x9a]|\x9a[^\x80])"
    rb"|\xe2(?:[^\x80\x81]|\x80[\x8b-\xa7\xaa-\xae\xb0-\xbf]|\x81[^\x9f])|\xe3(?:[^\x80]|\x80[^\x80])"
)


class TextStep:
    """A change to a text of characters: bytes that are not UTF-8 become U+FFFD first.

    Attributes:
        name: what it is called, the kind of its `spec`.
        cut: finds the start of a character before which a text may be cut, as what is changed on one side
            has nothing to do with what is on the other; None if it is not known.

    """

    name = ""
    cut: regex.Pattern[bytes] | None = None

    @property
    def spec(self) -> dict[str, Any]:
        """What it does, as plain data."""
        return {"kind": self.name}

    def changed(self, text: str) -> Edited:
        """Return the text after the change."""
        raise NotImplementedError

    def normalize(self, text: bytes, first: bool) -> Normalized:
        """Return a stretch of text as it goes on."""
        change = self.change(text)
        return change.normalized()

    def change(self, text: bytes) -> Change:
        """Return what is done to a stretch of text."""
        edited, data, repaired = self.edited(text)
        if edited.output == data:
            edited = replace(edited, output=data)  # two texts that are the same take the room of one
        return Change(data, edited, repaired)

    def edited(self, text: bytes) -> tuple[Edited, bytes, Normalized | None]:
        """Return a stretch of text after the change, in whole characters before it, and aligned to these."""
        if len(text) > LONG and self.cut is not None:
            repaired = repair_bytes(text)
            data = text if repaired is None else repaired.output
            edited = self._changed_in_parts(data)
        else:
            characters, repaired = repair(text)
            data = text if repaired is None else repaired.output
            point()
            edited = self.changed(characters)
        return edited, data, repaired

    def _changed_in_parts(self, data: bytes) -> Edited:
        parts: list[bytes] = []
        tables = [NOTHING]
        n_out, approximate, between = 0, False, False
        changed = once(lambda part, step: step.changed(characters(part)))
        for start, end, step in self._parts(data):
            edited = changed(data[start:end], step)
            parts.append(edited.output)
            tables.append(raised(edited.stretches, np.array((start, start, n_out, n_out))))
            n_out += len(edited.output)
            approximate, between = approximate or edited.approximate, between or edited.between
        return joined(parts, tables, approximate, between, before=data)

    def _parts(self, data: bytes) -> Iterator[tuple[int, int, TextStep]]:
        """Yield start and end of each part that is changed by itself, and what does that."""
        cut = self._cut_in(data)
        start = 0
        while start < len(data):
            end = self._end(data, start, cut)
            yield start, end, self
            point()
            start = end

    def _cut_in(self, data: bytes) -> regex.Pattern[bytes] | None:
        """Return what finds where this text may be cut."""
        return self.cut

    def _end(self, data: bytes, start: int, cut: regex.Pattern[bytes] | None) -> int:
        """Return where the part that begins at `start` ends."""
        for first in range(start + LONG, len(data), LONG):
            match = cut and cut.search(data, first, first + LONG, concurrent=True)
            if match:
                return match.start()
            point()
        return len(data)

    def decoded(self, first_token: bytes) -> bytes:
        """Return the first token as it is: the original cannot be determined."""
        return first_token


@dataclass(frozen=True, slots=True)
class Change:
    """What a step did to a stretch of text, from which the alignment can be made as often as needed.

    Attributes:
        data: the stretch, in which bytes that are not UTF-8 have become U+FFFD.
        edited: the changed text.
        repaired: `data` with its alignment, where there were such bytes.

    """

    data: bytes
    edited: Edited
    repaired: Normalized | None = None

    @property
    def n_bytes(self) -> int:
        """What it takes of the memory, without its texts."""
        return self.edited.stretches.nbytes + (0 if self.repaired is None else self.repaired.alignment.nbytes)

    def normalized(self) -> Normalized:
        """Return the stretch as it goes on."""
        normalized = aligned(self.data, self.edited)
        if self.repaired is None:
            return normalized
        alignment = composed(self.repaired.alignment, normalized)
        return Normalized(normalized.output, alignment, self.repaired.replaced, normalized.approximate)


class InOrder:
    """Several normalizers, one after the other (`engine.normalizers.Normalizer`).

    Attributes:
        steps: them.
        name: "sequence", or what the whole is called.

    """

    def __init__(self, steps: Sequence[Normalizer], name: str = "sequence") -> None:
        self.steps = tuple(steps)
        self.name = name

    @property
    def spec(self) -> dict[str, Any]:
        """What they do, as plain data; a whole with a name of its own needs no more than that."""
        if self.name != "sequence":
            return {"kind": self.name}
        return {"kind": self.name, "steps": [step.spec for step in self.steps]}

    @property
    def keeps_border(self) -> BorderRule | None:
        """What tells whether a text may be cut between two characters, where all steps know."""
        rules = [rule for rule in map(border_rule, self.steps) if rule is not None]
        if len(rules) < len(self.steps):
            return None
        return lambda before, after: all(rule(before, after) for rule in rules)

    def stages_of(self, text: bytes, first: bool) -> Stages:
        """Return what comes out of each step, aligned to its input."""
        stages: Stages = []
        for step in self.steps:
            inner = stages_of(step, text, first)
            stages += inner
            text = inner[-1][1].output if inner else text
        return stages

    def normalize(self, text: bytes, first: bool) -> Normalized:
        """Return a stretch of text as it goes on."""
        stages = self.stages_of(text, first)
        if not stages:
            return Normalized(text, np.arange(len(text) + 1, dtype=np.uint64))
        alignment = stages[0][1].alignment
        for _, stage in stages[1:]:
            alignment = composed(alignment, stage)
        normalized = [stage for _, stage in stages]
        return Normalized(
            normalized[-1].output,
            alignment,
            sum(stage.replaced for stage in normalized),
            any(stage.approximate for stage in normalized),
        )

    @property
    def in_parts(self) -> bool:
        """Whether all steps may be done in parts."""
        return all(map(is_in_parts, self.steps))

    @property
    def begins_anew(self) -> bool:
        """Whether one of the steps does."""
        return any(map(begins_anew, self.steps))

    @property
    def strips_first_only(self) -> bool:
        """Whether one of the steps does."""
        return any(map(strips_first_only, self.steps))

    def decoded(self, first_token: bytes) -> bytes:
        """Return what the first ordinary token of a text stands for, undoing the last step first."""
        for step in reversed(self.steps):
            first_token = step.decoded(first_token)
        return first_token


def output_of(normalizer: Normalizer, text: bytes, first: bool) -> bytes:
    """Return a stretch of text as it goes on, without where each byte came from."""
    output = getattr(normalizer, "output", None)  # some have it, and take less time than with an alignment
    if output is not None:
        output_alone: bytes = output(text, first)
        return output_alone
    if isinstance(normalizer, InOrder):
        for step in normalizer.steps:
            text = output_of(step, text, first)
        return text
    if isinstance(normalizer, TextStep) and type(normalizer).normalize is TextStep.normalize:
        return normalizer.edited(text)[0].output
    return normalizer.normalize(text, first).output


def stages_of(normalizer: Normalizer, text: bytes, first: bool) -> Stages:
    """Return (name, what came out) of each step of a normalizer.

    Each is aligned to its input. A normalizer that is not a row of steps is one step.
    """
    if isinstance(normalizer, InOrder):
        return normalizer.stages_of(text, first)
    return [(normalizer.name, normalizer.normalize(text, first))]


def stage_names(normalizer: Normalizer) -> list[str]:
    """Return the names of the steps of a normalizer, as `stages_of` has them."""
    if isinstance(normalizer, InOrder):
        return [name for step in normalizer.steps for name in stage_names(step)]
    return [normalizer.name]


def characters(data: bytes) -> str:
    """Return the characters of UTF-8; raises UnicodeDecodeError."""
    if len(data) <= LONG:
        return data.decode()
    parts: list[str] = []
    start = 0
    while start < len(data):
        end = first_character(data, start + LONG)
        parts.append(data[start:end].decode())
        point()
        start = end
    return text_of(parts)


# --- the steps ----------------------------------------------------------------------------------


class Lowercase(TextStep):
    """Small letters.

    Attributes:
        final_sigma: a capital sigma that ends a word becomes the final one, as by Python's `str.lower`;
            huggingface/tokenizers takes each letter by itself.

    """

    name = "lowercase"
    # What a sigma becomes is told by the nearest of these on either side. Others have become marks, or may.
    _AFTER, _BEFORE = (regex.compile(way + r"[^\p{Case_Ignorable}\p{M}\p{Cn}]") for way in ("", "(?r)"))
    cut = regex.compile(rb"[ \n]")
    _ANYWHERE = regex.compile(rb"[^\x80-\xbf]")

    def __init__(self, final_sigma: bool = False) -> None:
        self.final_sigma = final_sigma

    @property
    def spec(self) -> dict[str, Any]:
        """What it does, as plain data."""
        return {"kind": self.name, "final_sigma": self.final_sigma}

    def changed(self, text: str) -> Edited:
        """Return the text in small letters."""
        parts: list[bytes] = []
        tables = [NOTHING]
        n_in = n_out = 0
        for part in paced_slices(len(text), _WINDOW):
            window = text[part]
            is_alone = "\u03a3" not in window or not self.final_sigma
            small = self._lower(window) if is_alone else self._lower_within(text, part.start, part.stop)
            parts.append(small.encode())
            tables.append(stretch_table(_moved(window, n_in, n_out)))
            n_in, n_out = n_in + len(window.encode()), n_out + len(parts[-1])
        return joined(parts, tables, between=True)

    def _lower_within(self, text: str, start: int, end: int) -> str:
        """Return the small letters that text[start:end] has in the whole text."""
        behind = (
            self._BEFORE.search(text, start - part.stop, start - part.start)
            for part in paced_slices(start, _WINDOW)
        )
        ahead = (
            self._AFTER.search(text, end + part.start, end + part.stop)
            for part in paced_slices(len(text) - end, _WINDOW)
        )
        before, after = (next((letter[0] for letter in way if letter), "") for way in (behind, ahead))
        small = self._lower(before + text[start:end] + after)
        return small[len(before.lower()) : len(small) - len(after.lower())]

    def _cut_in(self, data: bytes) -> regex.Pattern[bytes]:
        return self.cut if self.final_sigma and occurs("\u03a3".encode(), data) else self._ANYWHERE

    def _lower(self, text: str) -> str:
        return text.lower() if self.final_sigma else text.replace("\u03a3", "\u03c3").lower()


def _moved(window: str, n_in: int, n_out: int) -> list[Stretch]:
    """Return where small letters have another number of bytes than the capitals that they came from."""
    letters = set() if window.isascii() else set(window)
    wide = {c for c in letters if len(c.lower().encode()) != len(c.encode())}
    if not wide:
        return []
    stretches: list[Stretch] = []
    position = 0
    for match in regex.finditer(f"[{''.join(map(regex.escape, wide))}]", window):
        same = len(window[position : match.start()].encode())
        old, new = len(match[0].encode()), len(match[0].lower().encode())
        stretches.append((n_in + same, n_in + same + old, n_out + same, n_out + same + new))
        n_in, n_out, position = stretches[-1][1], stretches[-1][3], match.end()
    return stretches


class Strip(TextStep):
    """No white space at the ends.

    Attributes:
        left, right: at which.
        separators: U+001C to U+001F are white space too, as for Python's `str.strip`.

    """

    name = "strip"
    cut = _NOT_WHITE

    def __init__(self, left: bool = True, right: bool = True, separators: bool = False) -> None:
        self.left = left
        self.right = right
        self.separators = separators

    @property
    def spec(self) -> dict[str, Any]:
        """What it does, as plain data."""
        return {"kind": self.name, "left": self.left, "right": self.right, "separators": self.separators}

    def changed(self, text: str) -> Edited:
        """Return the text without what was at its ends."""
        white = None if self.separators else _WHITE
        start, end = 0, len(text)
        while self.left and start < end:
            window = text[start : start + _WINDOW]
            start += len(window) - len(rest := window.lstrip(white))
            point()
            if rest:
                break
        while self.right and start < end:
            window = text[max(start, end - _WINDOW) : end]
            end -= len(window) - len(rest := window.rstrip(white))
            point()
            if rest:
                break
        edits = [(0, start, "")] if start else []
        edits += [(end, len(text), "")] if end < len(text) else []
        return apply_edits(text, edits)

    def _parts(self, data: bytes) -> Iterator[tuple[int, int, TextStep]]:
        for start, end, _ in super()._parts(data):
            left, right = self.left and start == 0, self.right and end == len(data)
            yield start, end, Strip(left, right, self.separators)


class Replace(TextStep):
    """A text put for another, wherever that one occurs."""

    name = "replace"

    def __init__(self, pattern: str, content: str) -> None:
        """Take what is looked for, which is not empty, and what is put there."""
        self.pattern = pattern
        self.content = content

    @property
    def spec(self) -> dict[str, Any]:
        """What it does, as plain data."""
        return {"kind": self.name, "pattern": self.pattern, "content": self.content}

    def edited(self, text: bytes) -> tuple[Edited, bytes, Normalized | None]:
        """Return a stretch of text after the change, in bytes throughout."""
        repaired = repair_bytes(text)
        data = text if repaired is None else repaired.output
        old, new = self.pattern.encode(), self.content.encode()
        parts: list[bytes] = []
        tables = [NOTHING]
        at = n_out = 0
        while at < len(data):
            point()
            stop = at + max(_WINDOW, 2 * len(old))
            *between, rest = data[at:stop].split(old)
            # The end of a part may be the beginning of an occurrence.
            rest = rest if stop >= len(data) else rest[: max(0, len(rest) - len(old) + 1)]
            parts.append(new.join((*between, rest)))
            ends = np.cumsum([len(old) + len(each) for each in between], dtype=np.int64)
            out = np.cumsum([len(new) + len(each) for each in between], dtype=np.int64)
            rows = np.column_stack((ends - len(old), ends, out - len(new), out))
            tables.append(rows + np.array((at, at, n_out, n_out)))
            at += (int(ends[-1]) if between else 0) + len(rest)
            n_out += len(parts[-1])
        return joined(parts, tables), data, repaired


class Prepend(TextStep):
    """A text before every stretch that is not empty: before the text, and behind each special token."""

    name = "prepend"
    in_parts = True
    begins_anew = True

    def __init__(self, text: str) -> None:
        self.text = text

    @property
    def spec(self) -> dict[str, Any]:
        """What it does, as plain data."""
        return {"kind": self.name, "text": self.text}

    def normalize(self, text: bytes, first: bool) -> Normalized:
        """Return a stretch of text as it goes on."""
        return super().normalize(text, first) if first else Prepend("").normalize(text, first=True)

    def edited(self, text: bytes) -> tuple[Edited, bytes, Normalized | None]:
        """Return a stretch of text after what was put, in bytes throughout."""
        repaired = repair_bytes(text)
        data = text if repaired is None else repaired.output
        put = self.text.encode() if data else b""
        if not put:
            return Edited(data, NOTHING), data, repaired
        return Edited(bytes_of((put, data)), stretch_table([(0, 0, 0, len(put))])), data, repaired


class Whitespace(TextStep):
    """One space for every run of white space (`whitespace_clean` of CLIP, without its strip)."""

    name = "whitespace"
    _RUN = regex.compile(r" \s+|[^\S ]\s*")  # every run but one that is a single space
    cut = _NOT_WHITE

    def changed(self, text: str) -> Edited:
        """Return the text with single spaces."""
        return put(text, self._RUN, lambda _: " ")
