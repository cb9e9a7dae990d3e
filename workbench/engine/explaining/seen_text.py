"""What is seen of a text, as pieces ready to be encoded: made once, encoded by as many models as one likes.

Where a text has safe borders, only what is between those around the place is looked at. Where it has none
(a normalizer works on it as a whole, the borders of a custom pattern are unknown), it is normalized and split
as a whole, and the pieces in sight are picked out: nothing else has to be encoded.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.engine.encoding.borders import next_border, previous_border
from workbench.engine.encoding.encoding import Encoding, normalized
from workbench.engine.encoding.special_pieces import encode_with_specials, special_pieces
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.normalizers.normalizer import InCuts
from workbench.engine.splitting.pre_tokenizers import PreTokenizer

Spans = NDArray[np.uint64]
_Borders = range | NDArray[np.uint64]  # in the raw text, of each border of another; an array has 8 bytes each


@dataclass(frozen=True, slots=True)
class SeenPart:
    """Pieces that are between two special tokens, or one special token.

    Attributes:
        start, end: in bytes of the raw text; all tokens that begin between them are those of the pieces.
        output: the bytes that the pieces are of.
        alignment: uint64[len(output) + 1], for each of its byte borders the border of the raw text.
        pieces: uint64[m, 2], in bytes of `output`.
        ends: nothing follows before the next special token, so that the last of the tokens are among them.
        special: the id of the special token that it is, or None.

    """

    start: int
    end: int
    output: bytes
    alignment: NDArray[np.uint64]
    pieces: Spans
    ends: bool = True
    special: int | None = None


def seen_parts(
    tokenizer: Tokenizer, text: bytes, seen: tuple[int, int], specials: str | Collection[str] = "none"
) -> list[SeenPart]:
    """Return the parts with all tokens that touch text[slice(*seen)].

    They may have a few more, at both ends. `specials` as in `Tokenizer.encode_parts`.
    """
    start, end = seen
    if start > 0:
        start = tokenizer.previous_border(text, start, specials)
    if end < len(text):
        end = tokenizer.next_border(text, end, specials)
    allowed = tokenizer.specials.choose(specials, ())[0]
    cut = tokenizer.cut_by(specials)
    if cut is not None and text:
        return [_cut(tokenizer, cut, text, seen, allowed)]
    in_text = allowed - {special.decode() for special in _own_pieces(tokenizer)}
    parts: list[SeenPart] = []
    behind = False  # whether a special token ends at `start`
    for occurrence in tokenizer.specials.find(text, in_text, start, end):
        if start < occurrence[0] and occurrence[0] > seen[0]:
            part = _plain(tokenizer, text, (start, occurrence[0]), seen, allowed, behind_special=behind)
            parts.append(part)
        if occurrence[0] >= seen[1]:
            return parts
        start, behind = occurrence[1], True
        if start > seen[0]:
            parts.append(_special(text, *occurrence))
    if start < end:
        parts.append(_plain(tokenizer, text, (start, end), seen, allowed, behind_special=behind))
    return parts


def encode_seen(tokenizer: Tokenizer, part: SeenPart, specials: str | Collection[str] = "none") -> Encoding:
    """Return the tokens of a part, in bytes of its `output`.

    The tokenizer may be another prefix of the one that the part was made for (`Tokenizer.at_vocab_size`).
    """
    if part.special is not None:
        return Encoding(np.array([part.special], np.uint32), part.pieces, part.pieces)
    allowed = tokenizer.specials.choose(specials, ())[0]
    own = _own_pieces(tokenizer)
    encoding = encode_with_specials(tokenizer.model, part.output, part.pieces, own, allowed)
    return Encoding(*encoding)


def _own_pieces(tokenizer: Tokenizer) -> dict[bytes, int]:
    return special_pieces(tokenizer.pre_tokenizer.name, tokenizer.specials.ids)


def _special(text: bytes, start: int, end: int, token_id: int) -> SeenPart:
    borders = np.arange(start, end + 1, dtype=np.uint64)
    piece = np.array([[0, end - start]], np.uint64)
    return SeenPart(start, end, text[start:end], borders, piece, special=token_id)


def _cut(
    tokenizer: Tokenizer, cut: InCuts, text: bytes, seen: tuple[int, int], allowed: frozenset[str]
) -> SeenPart:
    """Return what is seen of a text that its normalizer takes in parts."""
    whole = 0, len(text)
    start = cut.previous_cut(text, seen[0], 0)
    end = cut.next_cut(text, max(seen[1], start + 1), len(text))
    return _plain(tokenizer, text, (start, end), seen, allowed, whole)


def _plain(
    tokenizer: Tokenizer,
    text: bytes,
    stretch: tuple[int, int],
    seen: tuple[int, int],
    allowed: frozenset[str],
    whole: tuple[int, int] | None = None,
    *,
    behind_special: bool = False,
) -> SeenPart:
    """Return what is seen of a stretch without special tokens; the rest as in `normalized`."""
    alignment: _Borders
    if tokenizer.normalizer is None:
        output, alignment = text[slice(*stretch)], range(stretch[0], stretch[1] + 1)
    else:
        before = normalized(tokenizer.normalizer, text, *stretch, whole, behind_special=behind_special)
        output, alignment = before.output, before.alignment
    first, last = _first_border(alignment, seen[0]), bisect_left(alignment, seen[1])
    splitter, specials = tokenizer.pre_tokenizer, tokenizer.specials
    begin = previous_border(splitter, specials, output, first, allowed)
    end = next_border(splitter, specials, output, last, allowed)
    near = (first - begin, last - begin) if tokenizer.normalizer is None else (0, end - begin)
    pieces = _pieces(splitter, output[begin:end], *near)
    pieces += np.uint64(begin)
    row = int(np.searchsorted(pieces[:, 1], first, side="right"))
    if row < len(pieces):  # also those before that begin at the very byte of the raw text
        first = min(first, _first_border(alignment, int(alignment[int(pieces[row, 0])])))
        row = int(np.searchsorted(pieces[:, 1], first, side="right"))
    stop = max(row, int(np.searchsorted(pieces[:, 0], last)))
    # What the splitter leaves out before the first piece and after the last goes with them.
    opens = begin if row == 0 else int(pieces[row, 0]) if row < stop else first
    closes = end if stop == len(pieces) else int(pieces[stop, 0])
    return SeenPart(
        stretch[0] if opens == 0 else int(alignment[opens]),
        stretch[1] if closes == len(output) else int(alignment[closes]),
        output[opens:closes],
        _array(alignment[opens : closes + 1]),
        pieces[row:stop] - np.uint64(opens),
        closes == len(output),
    )


def _pieces(splitter: PreTokenizer, text: bytes, first: int, last: int) -> Spans:
    """Return the pieces of a text, uint64[m, 2]; of a long one not all.

    All that touch text[first:last] are there, one before and one after them where there are such.
    """
    kept: list[Spans] = [np.empty((0, 2), np.uint64)]
    for part in splitter.split_parts(text):
        if len(part) and int(part[-1, 1]) <= first:
            kept = [part]
        elif len(part) and len(kept[-1]) and int(kept[-1][-1, 0]) >= last:
            continue
        elif len(part):
            kept.append(part)
    return np.concatenate(kept)


def _array(borders: _Borders) -> NDArray[np.uint64]:
    return np.arange(borders.start, borders.stop, dtype=np.uint64) if isinstance(borders, range) else borders


def _first_border(alignment: _Borders, position: int) -> int:
    """Return the first of the borders that are at a byte of the raw text, or at the last one before."""
    row = max(bisect_right(alignment, position) - 1, 0)
    return bisect_left(alignment, alignment[row])
