"""What a stretch of text goes through on its way to ids, stage by stage, laid out on one grid of columns.

A column is a character of the raw text, or what is put between two of them (the dummy prefix, the ids around
a text). A box of any stage is between two places of the grid, counted in columns; a box that begins inside
a character, as a byte of it does, has a broken number. So what belongs together lies one below the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import point
from workbench.engine.base.utf8 import character_start, first_character
from workbench.engine.encoding import special_pieces
from workbench.engine.encoding.encoding import normalized
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.explaining.stage_cells import Cell, changed_cells, cut_output, raw_cells
from workbench.engine.explaining.stage_grid import Box, Grid, Places
from workbench.engine.explaining.stretches import stretch
from workbench.engine.models.explain import spelling
from workbench.engine.normalizers.text_normalizers import stage_names

_TOKEN = 64  # bytes by which a stretch grows so as not to cut a token
_CONTEXT = 512  # bytes around a stretch that are encoded with it where no border is known
WHOLE = 1 << 14  # bytes up to which a text that knows no border is encoded whole


@dataclass(frozen=True, slots=True)
class Row:
    """One stage.

    Attributes:
        name: "raw", that of a normalizer's step, "pieces", "bytes", "tokens" or "ids".
        boxes: from the left.
        approximate: which bytes became which is a guess in places.
        lost: bytes of the stage before that are in no box, and have not become another.

    """

    name: str
    boxes: tuple[Box, ...]
    approximate: bool = False
    lost: bytes = b""


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A stretch of a text in all its stages.

    Attributes:
        start, end: of the stretch, in bytes of the text.
        columns: (start, end) of each column, in bytes of the text; equal where it is between characters.
        rows: the stages, in order.
        in_context: the stages are those of the whole text; else those of the stretch and its surroundings,
            which may differ where a normalizer looks at the whole text.

    """

    start: int
    end: int
    columns: tuple[tuple[int, int], ...]
    rows: tuple[Row, ...]
    in_context: bool


@dataclass(frozen=True, slots=True)
class _Token:
    """A token in bytes of the normalized stretch that it is in."""

    id: int
    start: int
    end: int
    special: bool


@dataclass(slots=True)
class _Segment:
    """A special token, or what is between two of them, in all stages.

    Attributes:
        start, end: in bytes of the text.
        data: its bytes after the normalizer.
        outputs: (name, bytes, alignment, approximate) of each stage of the normalizer.
        pieces: (start, end) in bytes of `data`.
        tokens: likewise.
        special: whether it is a special token.
        cells: what of its last stage is in the stretch.

    """

    start: int
    end: int
    data: bytes
    outputs: list[tuple[str, bytes, NDArray[np.uint64], bool]]
    pieces: list[tuple[int, int]]
    tokens: list[_Token]
    special: bool = False
    cells: list[Cell] = field(default_factory=list)

    def raw(self, place: int) -> int:
        """Return the byte of the text that a border of `data` came from."""
        return int(self.outputs[-1][2][place]) if self.outputs else self.start + place

    def place(self, raw: int) -> int:
        """Return the first border of `data` that came from a byte of the text, or from after the text."""
        if not self.outputs:
            return min(max(raw - self.start, 0), len(self.data))
        return int(np.searchsorted(self.outputs[-1][2], raw, "left")) if raw > self.start else 0


def pipeline(
    tokenizer: Tokenizer,
    text: bytes,
    at: int,
    allowed: frozenset[str] = frozenset(),
    frame: tuple[Sequence[int], Sequence[int]] = ((), ()),
    cut: tuple[bool, bool] = (False, False),
) -> Pipeline:
    """Return the stages of the stretch that holds the byte `at`.

    Args:
        tokenizer: whose stages they are.
        text: the whole text.
        at: a byte of it; the stretch is its line, or a part of a long one.
        allowed: the special tokens whose texts become tokens.
        frame: ids that are put before and after the text.
        cut: whether there is more of the text before `text`, and after it; then `at` lies well inside.

    """
    start, end = stretch(text, at)
    first, last, in_context = _surroundings(tokenizer, text, (start, end), allowed, cut)
    segments = _segments(tokenizer, text, first, last, allowed)
    point()
    start, end = _grown(segments, text, start, end)
    names = [] if tokenizer.normalizer is None else stage_names(tokenizer.normalizer)
    stages = _stages(segments, text, start, end, len(names))
    point()
    at_start, at_end = start == 0 and not cut[0], end == len(text) and not cut[1]
    grid = Grid(stages, frame[0] if at_start else (), frame[1] if at_end else ())
    rows = [Row("raw", grid.boxes(stages[0]))]
    for number, name in enumerate(names):
        approximate = any(s.outputs[number][3] for s in segments if not s.special)
        rows.append(Row(name, grid.boxes(stages[number + 1]), approximate))
    rows += _splitting(tokenizer, segments, grid, start)
    ids = [*_added(tokenizer, grid, start=True), *rows[-1].boxes, *_added(tokenizer, grid, start=False)]
    return Pipeline(start, end, grid.columns, (*rows, Row("ids", tuple(ids))), in_context)


# --- which stretch --------------------------------------------------------------------------------


def _surroundings(
    tokenizer: Tokenizer,
    text: bytes,
    shown: tuple[int, int],
    allowed: frozenset[str],
    cut: tuple[bool, bool],
) -> tuple[int, int, bool]:
    """Return (start, end) of what has to be encoded to know a stretch, and whether that is certain."""
    start, end = shown
    first = tokenizer.previous_border(text, start, allowed)
    last = tokenizer.next_border(text, end, allowed)
    certain = not (cut[0] and first == 0) and not (cut[1] and last == len(text))
    if certain and (last - first <= WHOLE or end - start >= WHOLE):
        return first, last, True
    first, last = max(first, start - _CONTEXT), min(last, end + _CONTEXT)
    if first or cut[0]:  # from the beginning of a word to the end of one, so that nothing is stripped there
        words = [place for place in range(max(first, 1), start) if text[place] in b" \n"]
        first = words[0] if words else start
    if last < len(text) or cut[1]:
        words = [place for place in range(end, last) if text[place] in b" \n"]
        last = words[-1] if words else end
    return first, last, False


def _grown(segments: Sequence[_Segment], text: bytes, start: int, end: int) -> tuple[int, int]:
    """Return a stretch that cuts no character, and no token unless it is a long one."""
    first, last = start, end
    for segment in segments:
        for token in segment.tokens:
            left, right = segment.raw(token.start), segment.raw(token.end)
            if left < start < right and right - left <= _TOKEN:
                first = min(first, left)
            if left < end < right and right - left <= _TOKEN:
                last = max(last, right)
    return character_start(text, first), last if last == end else first_character(text, last)


# --- encoding it ----------------------------------------------------------------------------------


def _segments(
    tokenizer: Tokenizer, text: bytes, start: int, end: int, allowed: frozenset[str]
) -> list[_Segment]:
    """Return the special tokens of text[start:end] and what is between them (see `text_encoding`)."""
    pieces = special_pieces.special_pieces(tokenizer.pre_tokenizer.name, tokenizer.special_tokens)
    in_text = allowed - {special.decode() for special in pieces}
    segments: list[_Segment] = []
    steps = partial(_plain, tokenizer, text, pieces, allowed)
    behind = False  # whether a special token ends at `start`
    for occurrence in tokenizer.specials.find(text, in_text, start, end):
        if start < occurrence[0]:
            segments.append(steps(start, occurrence[0], behind))
        size = occurrence[1] - occurrence[0]
        token = _Token(occurrence[2], 0, size, special=True)
        raw = text[occurrence[0] : occurrence[1]]
        segments.append(_Segment(*occurrence[:2], raw, [], [(0, size)], [token], special=True))
        start, behind = occurrence[1], True
    if start < end:
        segments.append(steps(start, end, behind))
    return segments


def _plain(
    tokenizer: Tokenizer,
    text: bytes,
    specials: dict[bytes, int],
    allowed: frozenset[str],
    start: int,
    end: int,
    behind_special: bool,
) -> _Segment:
    """Return a stretch without special tokens, but those that are pieces."""
    outputs: list[tuple[str, bytes, NDArray[np.uint64], bool]] = []
    data = text[start:end]
    if tokenizer.normalizer is not None:
        before = normalized(tokenizer.normalizer, text, start, end, behind_special=behind_special)
        for stage in before.stages:
            if stage.output is not None and stage.alignment is not None:
                outputs.append((stage.name, stage.output, stage.alignment, stage.approximate))
        data = before.output
    pieces = tokenizer.pre_tokenizer.split(data)
    if special_pieces.may_hold(data, specials):
        ids, spans, pieces = special_pieces.encode_with_specials(
            tokenizer.model, data, pieces, specials, allowed
        )
    else:
        ids, spans = tokenizer.model.encode_spans(data, pieces)
    taken = set(specials.values())
    tokens = [
        _Token(token_id, first, last, token_id in taken)
        for token_id, (first, last) in zip(ids.tolist(), spans.tolist(), strict=True)
    ]
    cuts = [(first, last) for first, last in pieces.tolist()]
    return _Segment(start, end, data, outputs, cuts, tokens)


# --- the stages of the normalizer -----------------------------------------------------------------


def _stages(
    segments: Sequence[_Segment], text: bytes, start: int, end: int, n_stages: int
) -> list[list[Cell]]:
    """Return the cells of the raw stretch, and of each stage; each segment keeps those of its last one."""
    stages: list[list[Cell]] = [[] for _ in range(n_stages + 1)]
    for segment in segments:
        first, last = max(segment.start, start), min(segment.end, end)
        if first >= last:
            continue
        cells = raw_cells(text, first, last)
        stages[0] += cells
        for number in range(n_stages):
            if not segment.special:
                _, output, alignment, _ = segment.outputs[number]
                cells = changed_cells(cells, *cut_output(output, alignment, first, last))
            stages[number + 1] += cells
        segment.cells = cells
    return stages


def _splitting(tokenizer: Tokenizer, segments: Sequence[_Segment], grid: Grid, start: int) -> list[Row]:
    """Return the rows of pieces, bytes and tokens; those that say nothing are left out."""
    pieces: list[Box] = []
    loose: list[Box] = []
    tokens: list[Box] = []
    lost = b""
    for segment in segments:
        if segment.cells:
            places = Places(grid, segment.cells, segment.place(start))
            pieces += _pieces(segment, places)
            lost += _lost(segment, places)
            loose += _bytes(segment, places, tokenizer.model.capabilities.byte_level)
            tokens += _tokens(tokenizer, segment, places)
    rows = []
    if tokenizer.pre_tokenizer.name != "none" or len(pieces) > 1:
        rows.append(Row("pieces", tuple(pieces), lost=lost))
    if loose:
        rows.append(Row("bytes", tuple(loose)))
    return [*rows, Row("tokens", tuple(tokens))]


def _pieces(segment: _Segment, places: Places) -> Iterator[Box]:
    for start, end in segment.pieces:
        edges = places.edges(start, end)
        if edges is not None:
            kind = "special" if segment.special else "" if places.holds(start, end) else "cut"
            yield Box(*edges, segment.data[max(start, places.first) : min(end, places.last)], kind=kind)


def _lost(segment: _Segment, places: Places) -> bytes:
    """Return the bytes of the stretch that are in no piece."""
    at, lost = places.first, b""
    for start, end in segment.pieces:
        lost += segment.data[at : min(start, places.last)]
        at = max(at, end)
    return lost + segment.data[at : places.last]


def _bytes(segment: _Segment, places: Places, byte_level: bool) -> Iterator[Box]:
    """Yield the bytes of pieces; where a model reads characters, of those alone that are taken as bytes."""
    if segment.special:
        return
    spans = (
        segment.pieces if byte_level else [(t.start, t.end) for t in segment.tokens if _is_byte(segment, t)]
    )
    for start, end in spans:
        for at in range(max(start, places.first), min(end, places.last)):
            edges = places.edges(at, at + 1)
            if edges is not None:
                yield Box(*edges, segment.data[at : at + 1])


def _is_byte(segment: _Segment, token: _Token) -> bool:
    """Return whether a token stands for one byte of a character of several."""
    return token.end == token.start + 1 and segment.data[token.start] >= 0x80


def _tokens(tokenizer: Tokenizer, segment: _Segment, places: Places) -> Iterator[Box]:
    """Yield the tokens; those that share their bytes, or have none, share the room as well."""
    for group in _sharing(segment.tokens):
        start, end = min(token.start for token in group), max(token.end for token in group)
        edges = places.edges(start, end)
        if edges is None:
            continue
        step = (edges[1] - edges[0]) / len(group)
        for number, token in enumerate(group):
            kind = "special" if token.special else "" if places.holds(start, end) else "cut"
            left = edges[0] + number * step
            yield Box(left, left + step, _token_text(tokenizer, token.id), id=token.id, kind=kind)


def _sharing(tokens: Sequence[_Token]) -> Iterator[list[_Token]]:
    """Yield groups of tokens of which only one, or none, has bytes of its own."""
    group: list[_Token] = []
    reached = 0
    for token in tokens:
        alone = group and max(t.end for t in group) > min(t.start for t in group)
        if group and alone and token.start >= reached and token.end > token.start:
            yield group
            group = []
        group.append(token)
        reached = max(reached, token.end)
    if group:
        yield group


def _token_text(tokenizer: Tokenizer, token_id: int) -> bytes:
    return spelling(tokenizer.model, token_id) or tokenizer.token_bytes(token_id) or b""


def _added(tokenizer: Tokenizer, grid: Grid, start: bool) -> Iterator[Box]:
    """Yield the ids around the text, each in its column."""
    ids = grid.before if start else grid.after
    first = 0 if start else len(grid.columns) - len(ids)
    for number, token_id in enumerate(ids, first):
        yield Box(number, number + 1, _token_text(tokenizer, token_id), id=token_id, kind="added")
