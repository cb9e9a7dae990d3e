"""Pieces in units other than plain bytes, on which the trainer works in the styles of CLIP and Llama 2.

For the trainer a unit is a number, in the order that decides ties; the token of a merge gets the number
n_units + rank.

- CLIP's units are the bytes, and the bytes again as the last one of a piece (openai/CLIP,
  clip/simple_tokenizer.py: the bytes in the order of their characters, then each of them with `</w>`).
- Llama 2's units are characters. The most frequent ones have tokens, as many as are needed to cover a share
  of the text; the others are encoded as bytes and never merged (google/sentencepiece, trainer_interface.cc,
  `LoadSentences`). `unit_classes` defines which units may be joined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced, paced_slices, point
from workbench.engine.base.utf8 import first_character
from workbench.engine.corpus.documents import EndOfDocument
from workbench.engine.counting.piece_counts import Chunks, CountedPieces
from workbench.engine.normalizers.normalizer import Normalizer
from workbench.engine.training.merges import byte_numbers
from workbench.engine.training.unit_classes import Scripts

_DECODED = 1 << 16  # bytes decoded at once
_BLOCK, _LONG_LINE, _LONGEST_LINE = 1 << 14, 1 << 16, 1 << 20  # bytes
_CODES = 0x110000
_SPACE, _SYMBOL = 0x20, 0x2581  # SentencePiece writes a space as "▁"
# For SentencePiece a line feed ends a text, NUL is ignored, and U+2585 replaces uncovered characters.
NOT_COUNTED = (0x00, 0x0A, 0x2585)
# The text of its special tokens, a possible beginning of it at the end of a chunk, and the replacement.
_META = re.compile(rb"<unk>|</?s>|<0x[0-9A-F]{2}>")
_BEGUN = re.compile(rb"<(?:/?s?|u|un|unk|0|0x[0-9A-F]{0,2})\Z")
BOUNDARY = "\ufffe".encode()  # a noncharacter; separates its neighbors


@dataclass(frozen=True, slots=True)
class GivenTokens:
    """Tokens of which the pieces already consist, when a training that learned them is extended.

    Attributes:
        symbols: uint32[k], the tokens of all pieces, concatenated: units, and others from `n_units` on; their
            units are those of the pieces.
        spelled: uint32[s], the units of each token that is no unit, concatenated.
        ends: uint64[g], where each of them ends in `spelled`.

    """

    symbols: NDArray[np.uint32]
    spelled: NDArray[np.uint32]
    ends: NDArray[np.uint64]

    @property
    def lengths(self) -> NDArray[np.int32]:
        """int32[g], the number of units of each token that is no unit."""
        return np.diff(self.ends.astype(np.int64), prepend=0).astype(np.int32)


@dataclass(frozen=True, slots=True)
class UnitPieces:
    """The distinct pieces of a corpus in units, in order of their first occurrence.

    Attributes:
        units: uint32[n], the units of all pieces, concatenated; each below `n_units`.
        ends: uint64[m], where each piece ends in `units`; no piece is empty.
        counts: int64[m], how often each occurs.
        n_units: number of distinct units.
        classes: int32[n_symbols], which units may be joined in one token (`unit_classes`), or None.
        tokens: the tokens of which the pieces consist, None for units.
        owners: int64[m], the index of the counted piece that each is a part of; None if each is a whole one.

    """

    units: NDArray[np.uint32]
    ends: NDArray[np.uint64]
    counts: NDArray[np.int64]
    n_units: int
    classes: NDArray[np.int32] | None = None
    tokens: GivenTokens | None = None
    owners: NDArray[np.int64] | None = None

    @property
    def n_symbols(self) -> int:
        """The number of tokens before the first merge."""
        return self.n_units + (0 if self.tokens is None else len(self.tokens.ends))

    def given_arrays(self) -> tuple[NDArray[np.uint32], NDArray[np.int32]] | None:
        """Return the given tokens as `kernels.training` expects them: symbols, and the units of each."""
        if self.tokens is None:
            return None
        return np.ascontiguousarray(self.tokens.symbols), self.tokens.lengths

    def n_tokens(self) -> int:
        """Return the given tokens of the whole corpus; 0 for none."""
        return sum(int(counts.sum()) for _, counts in self.counted_tokens())

    def counted_tokens(self) -> Iterator[tuple[NDArray[np.uint32], NDArray[np.int64]]]:
        """Yield the given tokens of the pieces, some at a time: (symbols, how often each occurs)."""
        if self.tokens is None:
            return
        lengths = np.concatenate((np.ones(self.n_units, np.int64), self.tokens.lengths))
        at = 0
        for part in paced_slices(len(self.tokens.symbols), 1 << 16):
            symbols = self.tokens.symbols[part]
            stops = at + np.cumsum(lengths[symbols])
            owners = np.searchsorted(self.ends, (stops - 1).astype(np.uint64), side="right")
            yield symbols, self.counts[owners]
            at = int(stops[-1])

    def __len__(self) -> int:
        return len(self.ends)

    def __iter__(self) -> Iterator[tuple[list[int], int]]:
        """Yield (units of a piece, count) for tests and for the readable reference."""
        start = 0
        for end, count in zip(self.ends.tolist(), self.counts.tolist(), strict=True):
            yield self.units[start:end].tolist(), count
            start = end


# --- CLIP -----------------------------------------------------------------------------------------------


def cleaned(chunks: Chunks, normalizer: Normalizer, end: bytes = b"\n") -> Iterator[bytes | EndOfDocument]:
    """Yield a normalizer's output for blocks of whole lines, independent of the borders of chunks.

    `end` follows each block, since a normalizer that drops white space drops the end of its last line. Very
    long lines are cut, at a space if possible.
    """
    block = b""
    for chunk in chunks:
        if isinstance(chunk, EndOfDocument):
            yield _cleaned(block, normalizer, end)
            block = b""
            yield chunk
        else:
            block += chunk
            while (cut := _end_of_block(block)) is not None:
                yield _cleaned(block[:cut], normalizer, end)
                block = block[cut:]
        point()
    yield _cleaned(block, normalizer, end)


def _cleaned(block: bytes, normalizer: Normalizer, end: bytes) -> bytes:
    point()
    return normalizer.normalize(block, True).output + end if block else b""


def _end_of_block(text: bytes) -> int | None:
    """Return the end of the first block, or None if more text is needed."""
    for low, high, separator in ((_BLOCK, _LONG_LINE, b"\n"), (_LONG_LINE, _LONGEST_LINE, b" ")):
        at = text.find(separator, low, high)
        if at >= 0:
            return at + 1
        if len(text) < high:
            return None
    return first_character(text, _LONGEST_LINE)


def word_end_units(counted: CountedPieces) -> UnitPieces:
    """Return pieces of bytes as units by CLIP's ids.

    Byte b has its number in the byte alphabet (`byte_numbers("huggingface")`), plus 256 as the last one of a
    piece.
    """
    numbers = np.array(byte_numbers("huggingface"), np.uint32)
    units = np.empty(len(counted.blob), np.uint32)
    blob = np.frombuffer(counted.blob, np.uint8)
    for part in paced_slices(len(units), 1 << 16):
        units[part] = numbers[blob[part]]
    for part in paced_slices(len(counted.ends), 1 << 16):
        units[counted.ends[part].astype(np.int64) - 1] += np.uint32(256)
    return UnitPieces(units, counted.ends, counted.counts, 512)


# --- Llama 2 --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CharacterPieces:
    """The pieces of a corpus in characters, without those that are not covered.

    Attributes:
        pieces: the input of the training; units are characters by code point ("▁" for a space).
        characters: the character of each unit.
        order: the units in the order of their ids, the most frequent first.
        n_left_out: bytes of the corpus that are encoded as bytes, each a token of its own.

    """

    pieces: UnitPieces
    characters: tuple[str, ...]
    order: tuple[int, ...]
    n_left_out: int


def sentences(chunks: Chunks) -> Iterator[bytes | EndOfDocument]:
    """Yield text as SentencePiece's trainer reads it: a space before every line that is not empty.

    A "▁" in the text counts as a space, and the text of a control or byte token ("<s>", "<0x0A>") separates
    its neighbors. Chunks are in whole characters. Unlike that trainer we do not leave out long lines.
    """
    at_start, held = True, b""
    for chunk in chunks:
        if isinstance(chunk, bytes):
            held += chunk
            end = len(held) if (cut := _BEGUN.search(held)) is None else cut.start()
            text, held = held[:end], held[end:]
        else:
            text, held = held, b""
        if text:
            first = b" " if at_start and not text.startswith(b"\n") else b""
            at_start = text.endswith(b"\n")
            lines = _META.sub(BOUNDARY, text.replace(b"\xe2\x96\x81", b" ")).split(b"\n")
            yield first + b"\n".join([lines[0], *(b" " + line if line else b"" for line in lines[1:])])
        if isinstance(chunk, EndOfDocument):
            at_start = True
            yield chunk
        elif not text:
            point()


def single_spaced(chunks: Chunks) -> Chunks:
    """Yield text as SentencePiece reads it with remove_extra_whitespaces (normalizer.cc).

    Runs of spaces become one, lines have none at either end; at the right end a "▁" counts as a space too.
    Chunks are in whole characters.
    """
    at_start, held = True, b""
    for chunk in chunks:
        if isinstance(chunk, EndOfDocument):
            at_start, held = True, b""
            yield chunk
            continue
        text = held + chunk
        kept = _without_end(text)
        held = text[len(kept) :]  # until the following text is known
        lines = _SPACES.sub(b" ", kept).split(b"\n")
        stripped = [line.lstrip(b" ") if i or at_start else line for i, line in enumerate(lines)]
        ended = [*map(_without_end, stripped[:-1]), stripped[-1]]
        at_start = not ended[-1] and (at_start or len(lines) > 1)
        yield b"\n".join(ended)


_SPACES = re.compile(b"  +")


def _without_end(line: bytes) -> bytes:
    """Return a line without the spaces and "▁" at its end."""
    end = len(line.rstrip(b" "))
    while line.endswith(b"\xe2\x96\x81", 0, end):
        end = len(line[: end - 3].rstrip(b" "))
    return line[:end]


def character_units(
    counted: CountedPieces,
    coverage: float = 0.99995,
    split_digits: bool = True,
    alphabet: Sequence[str] | None = None,
) -> CharacterPieces:
    """Return pieces of text (UTF-8) as pieces of characters.

    Args:
        counted: words with the spaces before them (splitter "spaces"), of text from `sentences`.
        coverage: the share of all characters that get tokens.
        split_digits: a digit stays a token of its own.
        alphabet: the characters with tokens by id, instead of those that `coverage` selects.

    """
    totals = np.zeros(_CODES, np.int64)
    for part in _parts(counted):
        np.add.at(totals, part.codes, part.counts)
        point()
    totals[_SYMBOL] += totals[_SPACE]
    totals[_SPACE] = 0
    codes = None if alphabet is None else np.array([ord(each) for each in alphabet], np.int64)
    order = _covered(totals, coverage) if codes is None else codes
    covered = np.sort(order)
    point()
    unit_of = np.full(_CODES, -1, np.int64)
    unit_of[covered] = np.arange(len(covered))
    unit_of[_SPACE] = unit_of[_SYMBOL]
    point()
    units, ends, owners, n_left_out = _cut(counted, unit_of)
    characters = tuple(map(chr, covered.tolist()))
    classes = _classes(characters, split_digits)
    counts = counted.counts[owners]
    pieces = UnitPieces(units, ends, counts, len(characters), classes, owners=owners)
    return CharacterPieces(pieces, characters, tuple(unit_of[order].tolist()), n_left_out)


def text_of_units(units: NDArray[np.uint32], characters: Sequence[str]) -> tuple[bytes, NDArray[np.uint64]]:
    """Return units as text in UTF-8 with plain spaces, and uint64[n + 1], where each begins, and the end."""
    codes = np.array([ord(each.replace("\u2581", " ")) for each in characters], "<u4")[units]
    text = codes.tobytes().decode("utf-32-le").encode()
    widths = 1 + (codes >= 0x80).astype(np.int64) + (codes >= 0x800) + (codes >= 0x10000)
    return text, np.concatenate(([0], np.cumsum(widths))).astype(np.uint64)


def _covered(totals: NDArray[np.int64], coverage: float) -> NDArray[np.int64]:
    """Return the code points that get tokens, the most frequent first, ties by code point."""
    totals[list(NOT_COUNTED)] = 0
    codes = np.flatnonzero(totals)
    codes = codes[np.argsort(-totals[codes], kind="stable")]
    before = np.cumsum(totals[codes]) - totals[codes]
    # In float32, as in SentencePiece.
    shares = (before / max(1, int(totals.sum()))).astype(np.float32)
    needed = codes[shares < np.float32(coverage)]
    covered: NDArray[np.int64] = needed[needed != ord(BOUNDARY.decode())]
    return covered


@dataclass(frozen=True, slots=True)
class _Part:
    """Some characters of the pieces, with the code point, bytes, piece index and piece count of each."""

    codes: NDArray[np.int64]
    widths: NDArray[np.int64]
    owners: NDArray[np.int64]
    counts: NDArray[np.int64]


def _parts(counted: CountedPieces) -> Iterator[_Part]:
    blob, start = counted.blob, 0
    ends = counted.ends.astype(np.int64)
    while start < len(blob):
        stop = first_character(blob, start + _DECODED)
        codes = np.frombuffer(blob[start:stop].decode("utf-8", "replace").encode("utf-32-le"), np.uint32)
        leading = np.frombuffer(blob, np.uint8, stop - start, start) & 0xC0 != 0x80
        places = np.flatnonzero(leading) + start
        owners = np.searchsorted(ends, places, side="right")
        widths = np.diff(places, append=stop)
        yield _Part(codes.astype(np.int64), widths, owners, counted.counts[owners])
        start = stop


def _cut(
    counted: CountedPieces, unit_of: NDArray[np.int64]
) -> tuple[NDArray[np.uint32], NDArray[np.uint64], NDArray[np.int64], int]:
    """Return units, ends and piece indices between uncovered characters, and the bytes of the latter."""
    units = np.empty(len(counted.blob), np.uint32)  # more than enough
    begins, owners = [np.zeros(0, np.uint64)], [np.zeros(0, np.int64)]
    n_units = n_left_out = 0
    previous = -1  # the piece of the last character, if that is covered
    for part in _parts(counted):
        unit_at = unit_of[part.codes]
        kept = unit_at >= 0
        pieces = np.where(kept, part.owners, -1)
        begin = kept & (pieces != np.concatenate(([previous], pieces[:-1])))
        places = np.cumsum(kept) - 1 + n_units
        begins.append(places[begin].astype(np.uint64))
        owners.append(part.owners[begin])
        n = int(kept.sum())
        units[n_units : n_units + n] = unit_at[kept]
        n_units += n
        n_left_out += int((part.widths * part.counts)[~kept].sum())
        previous = int(pieces[-1])
        point()
    ends = np.append(np.concatenate(begins)[1:], np.uint64(n_units))
    if not n_units:
        ends = ends[:0]
    return units[:n_units], ends, np.concatenate(owners), n_left_out


def _classes(characters: tuple[str, ...], split_digits: bool) -> NDArray[np.int32]:
    scripts = Scripts(split_digits)
    classes = np.zeros(len(characters), np.int32)
    for unit, character in enumerate(paced(characters, 256)):
        classes[unit] = scripts.class_of(character)
    return classes
