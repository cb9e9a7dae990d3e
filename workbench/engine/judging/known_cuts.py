"""Finds the ends of tokens where a text can be cut without encoding it again, and those where it cannot.

Merging goes the same way in a piece that is cut between two of its tokens: nothing was ever merged across.
So what changes is due to the splitter, the normalizer, a broken character or the end of a word. Where none of
them can do anything, the answer is known. `drift` encodes the rest.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.pace import paced
from workbench.engine.base.utf8 import invalid_runs
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.unsplit import Unsplit
from workbench.engine.normalizers.clip_cleaning import ClipCleaning
from workbench.engine.normalizers.ftfy_shortcuts import stays_when_cut

_MARGIN = 8  # bytes before and after invalid UTF-8 in which nothing is known
_UNLIKE = ("&", "\u0130", "\u03a3", "\ufffd")  # CLIP's later steps treat these by their context

_LINE = re.compile(rb"[^\n]+")

_Ends = NDArray[np.int64]
_Flags = NDArray[np.bool_]


def known_cuts(
    tokenizer: Tokenizer, text: bytes, ends: _Ends, piece_ends: _Ends, is_plain: bool
) -> tuple[_Flags, _Flags]:
    """Return bool[n] twice: whether it is known what a cut does, and whether it changes ids.

    Args:
        tokenizer: that encoded the text.
        text: the raw bytes.
        ends: int64[n], of tokens, in bytes.
        piece_ends: int64[m], rising, of pieces.
        is_plain: special tokens match by their text, whatever is next.

    """
    known, changes = np.zeros(len(ends), np.bool_), np.zeros(len(ends), np.bool_)
    if not is_plain:
        return known, changes
    if isinstance(tokenizer.pre_tokenizer, Unsplit) and tokenizer.model.scored is not None:
        known = whole_characters(text, ends) & ~_near_invalid(text, ends) & (ends > 0)  # 0: the dummy prefix
    elif isinstance(tokenizer.normalizer, ClipCleaning) and tokenizer.model.capabilities.byte_level:
        known = _in_simple_lines(text, ends)
        # The last token of a word is one that ends words, and no half of a character stays one.
        changes = known & ~(whole_characters(text, ends) & np.isin(ends, piece_ends))
    return known, changes


def whole_characters(text: bytes, places: _Ends) -> _Flags:
    """Return bool[n], whether a character of a text in UTF-8 begins at each place, or the text ends."""
    whole = np.ones(len(places), np.bool_)
    data, inside = np.frombuffer(text, np.uint8), places < len(text)
    whole[inside] = (data[places[inside]] & 0xC0) != 0x80
    return whole


def _near_invalid(text: bytes, places: _Ends) -> _Flags:
    """Return bool[n], whether bytes that are not UTF-8 are near each place."""
    runs = np.array(list(paced(invalid_runs(text))), np.int64).reshape(-1, 2)
    if not len(runs):
        return np.zeros(len(places), np.bool_)
    at = np.searchsorted(runs[:, 1], places - _MARGIN)
    near: _Flags = (at < len(runs)) & (runs[np.minimum(at, len(runs) - 1), 0] <= places + _MARGIN)
    return near


def _in_simple_lines(text: bytes, places: _Ends) -> _Flags:
    """Return bool[n], whether CLIP's cleaning treats the line up to a place as in the whole line."""
    known = np.zeros(len(places), np.bool_)
    for line in paced(_LINE.finditer(text), 64):
        first, last = np.searchsorted(places, line.span(), side="right").tolist()
        if first < last:
            known[first:last] = _is_simple(line[0])
    return known


def _is_simple(line: bytes) -> bool:
    try:
        letters = line.decode()
    except UnicodeDecodeError:
        return False
    return not any(each in letters for each in _UNLIKE) and stays_when_cut(letters)
