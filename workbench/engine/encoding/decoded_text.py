"""Joins the bytes of tokens to a text: its start, and the first character of each token."""

from __future__ import annotations

import operator
import re
from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import WrongType
from workbench.engine.models.model import Model
from workbench.engine.normalizers.normalizer import LLAMA_CPP, Normalizer, strips_first_only

Ids = Sequence[int] | NDArray[np.integer]

# One character as `decode(errors="replace")` sees it: a whole one, or the longest start of one (each
# becomes one U+FFFD), after Unicode's table 3-7 of well-formed byte sequences.
_CHARACTER = re.compile(
    rb"[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]?|\xe0(?:[\xa0-\xbf][\x80-\xbf]?)?|\xed(?:[\x80-\x9f][\x80-\xbf]?)?"
    rb"|[\xe1-\xec\xee\xef][\x80-\xbf]{0,2}|\xf0(?:[\x90-\xbf][\x80-\xbf]{0,2})?|[\xf1-\xf3][\x80-\xbf]{0,3}"
    rb"|\xf4(?:[\x80-\x8f][\x80-\xbf]{0,2})?|[\x80-\xff]"
)


def first_characters(tokens: Sequence[bytes]) -> list[int]:
    """Return for each token the index of the first character of the joined text with one of its bytes."""
    data = b"".join(tokens)
    starts = np.fromiter((match.start() for match in _CHARACTER.finditer(data)), np.int64)
    token_starts = np.fromiter(accumulate(map(len, tokens[:-1]), initial=0), np.int64)[: len(tokens)]
    offsets: list[int] = (np.searchsorted(starts, token_starts, side="right") - 1).tolist()
    return offsets


def number_of(ids: Ids) -> int:
    """Return how many ids there are; raises WrongType where it is no list of them."""
    try:
        n = -1 if isinstance(ids, str) else len(ids)
    except TypeError:  # also of an array without dimensions
        n = -1
    if n < 0:
        raise WrongType("wrong_type_ids", type=type(ids).__name__)
    return n


def whole_number(token_id: object) -> int:
    """Return an id as a plain int; raises WrongType where it is none."""
    try:
        return operator.index(token_id)  # type: ignore[arg-type]
    except TypeError:
        raise WrongType("wrong_type_id", type=type(token_id).__name__) from None


def whole_numbers(ids: Ids) -> list[int]:
    """Return ids as plain ints; raises WrongType with the first that is not a whole number."""
    number_of(ids)
    numbers: list[Any] = ids.tolist() if isinstance(ids, np.ndarray) else list(ids)
    if set(map(type, numbers)) <= {int}:
        return numbers
    for position, number in enumerate(numbers):
        try:
            numbers[position] = operator.index(number)
        except TypeError:
            raise WrongType("token_id_not_whole", value=repr(number), position=position) from None
    return numbers


def strip_start(
    normalizer: Normalizer, model: Model, specials: Collection[int], ids: Sequence[int], tokens: list[bytes]
) -> None:
    """Remove the dummy prefix from the first token that is not one of `specials`.

    SentencePiece may take all spaces there. llama.cpp takes a space from the first token whatever it is.
    """
    # Here: few texts begin with one.
    from workbench.engine.normalizers.sentencepiece_normalizer import SPACE_SYMBOL, spaces_of

    if normalizer.name == LLAMA_CPP.name:
        tokens[:1] = map(normalizer.decoded, tokens[:1])
        return
    spaces = spaces_of(normalizer)
    takes_all = spaces is not None and spaces.remove_extra_whitespaces
    # Hugging Face's decoder Strip takes one space from the text, whichever token it comes of.
    of_text = strips_first_only(normalizer) and normalizer.decoded(b"  ") == b" "
    for position, token_id in enumerate(ids[:1] if strips_first_only(normalizer) else ids):
        if token_id in specials and not of_text:
            continue
        as_is = spaces is not None and not spaces.escape_whitespaces
        token = (model.token_bytes(token_id) or b"") if as_is else tokens[position]
        # A byte that reads as another token does is not what a text begins with.
        if of_text or model.token_id(token) == token_id:
            shown = normalizer.decoded(token)
            if shown != token:
                tokens[position] = shown.replace(SPACE_SYMBOL.encode(), b" ") if as_is else shown
        if tokens[position] or not takes_all:
            break
