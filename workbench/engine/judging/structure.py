"""Compares the parts of two tokenizers, to prove that they are the same for every text.

Each comparison has two answers: *the same*, which is a proof, and *not known to be*, which proves nothing.
Parts of the same kind are compared as data; for models see `models.same_models`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from workbench.engine.base.chunked_arrays import numbers_of
from workbench.engine.base.distinct import distinct
from workbench.engine.base.pace import paced
from workbench.engine.encoding.added_tokens import PLAIN, AddedTokens, differs_by_order, telling_flags_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.same_models import same_model, way_of_decoding
from workbench.engine.models.unsplit import Unsplit
from workbench.engine.normalizers.normalizer import Normalizer
from workbench.engine.splitting.metaspace import MarkSplit
from workbench.engine.splitting.pattern_form import same_pattern
from workbench.engine.splitting.pre_tokenizers import NoSplit, PreTokenizer, UnknownSplit
from workbench.engine.splitting.split_patterns import PUBLISHED

NORMALIZER, SPLIT, MERGES, SPECIALS, DECODING = "normalizer", "split", "merges", "special tokens", "decoding"
STAGES = (NORMALIZER, SPLIT, MERGES, SPECIALS, DECODING)  # in the order in which they are blamed


def unproved(one: Tokenizer, other: Tokenizer) -> tuple[str, ...]:
    """Return the stages that are not proved to be the same for every text."""
    specials = np.unique(np.array([*one.special_tokens.values(), *other.special_tokens.values()], np.int64))
    if one.model.in_library and other.model.in_library:
        same_file = one.model.in_library == other.model.in_library
        known = dict.fromkeys((NORMALIZER, SPLIT, MERGES, DECODING), same_file)
    else:
        known = {
            NORMALIZER: _encoding_spec(one.normalizer) == _encoding_spec(other.normalizer),
            SPLIT: _same_split(one.pre_tokenizer, other.pre_tokenizer),
            MERGES: same_model(one.model, other.model, specials),
            DECODING: _same_decoding(one, other),
        }
    known[SPECIALS] = _same_specials(one, other)
    return tuple(stage for stage in STAGES if not known[stage])


# --- before merging -----------------------------------------------------------------------------


def _spec(normalizer: Normalizer | None) -> dict[str, Any] | None:
    return None if normalizer is None else normalizer.spec


def _encoding_spec(normalizer: Normalizer | None) -> object:
    return _without_strips(_spec(normalizer))


def _without_strips(spec: object) -> object:
    """Return a spec without the parts that only concern decoding."""
    if isinstance(spec, Mapping):
        return {key: _without_strips(value) for key, value in spec.items() if key != "strips"}
    return [_without_strips(each) for each in spec] if isinstance(spec, list) else spec


def split_is_unknown(tokenizer: Tokenizer) -> bool:
    """Return whether a tokenizer's file does not store a split, so that nothing can be encoded."""
    return isinstance(tokenizer.pre_tokenizer, UnknownSplit)


def _same_split(one: PreTokenizer, other: PreTokenizer) -> bool:
    if isinstance(one, UnknownSplit) or isinstance(other, UnknownSplit):
        return False
    if isinstance(one, MarkSplit) and isinstance(other, MarkSplit):
        return one.splits == other.splits and one.mark == other.mark
    if _leaves_whole(one) or _leaves_whole(other):
        return _leaves_whole(one) and _leaves_whole(other)
    if not one.pattern or not other.pattern:  # another kind of splitter
        return False
    return _published(one.pattern) == _published(other.pattern) or same_pattern(one.pattern, other.pattern)


def _leaves_whole(splitter: PreTokenizer) -> bool:
    return isinstance(splitter, NoSplit | Unsplit) or (
        isinstance(splitter, MarkSplit) and not splitter.splits
    )


def _published(pattern: str) -> str:
    """Return the name of a published split by its pattern, or the pattern."""
    for name, published in PUBLISHED.items():
        if same_pattern(published.pattern, pattern):
            return published.alike or name
    return pattern


# --- special tokens -----------------------------------------------------------------------------


def _same_specials(one: Tokenizer, other: Tokenizer) -> bool:
    """Return whether special tokens match alike, and the framing tokens are the same."""
    mine, theirs = one.special_tokens, other.special_tokens
    if dict(mine) != dict(theirs) or one.framing.parts() != other.framing.parts():
        return False
    flags = telling_flags_of(mine)
    if flags != telling_flags_of(theirs):
        return False
    if _found_by(mine) == _found_by(theirs):
        return True
    # If none overlaps another and all match by their text only, every way of matching gives the same.
    return all(each == PLAIN for each in flags.values()) and not differs_by_order(mine)


def _found_by(tokens: Mapping[str, int]) -> tuple[object, ...]:
    if not isinstance(tokens, AddedTokens):
        return (False,)
    return True, tokens.longest_first, _spec(tokens.normalizer)


# --- decoding -----------------------------------------------------------------------------------


def _same_decoding(one: Tokenizer, other: Tokenizer) -> bool:
    if one.is_joined != other.is_joined or _spec(one.normalizer) != _spec(other.normalizer):
        return False
    if way_of_decoding(one.model, one.is_joined) != way_of_decoding(other.model, other.is_joined):
        return False
    return not any(True for _ in differing_ids(one, other))


def differing_ids(one: Tokenizer, other: Tokenizer) -> Iterator[int]:
    """Yield the ids that decode to different bytes, or that only one has."""
    specials = np.array([*one.specials.texts, *other.specials.texts], np.int64)
    every = distinct(np.concatenate((specials, *(each.model.ids.astype(np.int64) for each in (one, other)))))
    for token_id in paced(numbers_of(every)):
        if _added(one, token_id) != _added(other, token_id):
            yield token_id


def _added(tokenizer: Tokenizer, token_id: int) -> tuple[bytes | None, bool]:
    """Return the bytes of an id in a text, and whether it is special: decoding may strip there."""
    shown = tokenizer.model.decoded_bytes(token_id)
    is_special = token_id in tokenizer.specials.texts
    return (tokenizer.token_bytes(token_id) if shown is None else shown), is_special
