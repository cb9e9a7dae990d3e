"""Finds safe borders outside special tokens: places to cut a text without changing its tokens.

The text is searched in windows, so that a megabyte without a border does not block. This is sound because the
two characters next to a border decide that it is one (`split_patterns`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from workbench import kernels
from workbench.engine.base.pace import point
from workbench.engine.encoding.added_tokens import space_end, space_start
from workbench.engine.encoding.special_tokens import SpecialTokens
from workbench.engine.normalizers.normalizer import BorderRule
from workbench.engine.splitting.pre_tokenizers import PreTokenizer

_WINDOW = 1 << 14  # bytes searched between two points, at most some 8 ms
_OVERLAP = 8  # bytes that two windows share: two characters
_REFUSED = 32  # borders that are none after all, between two points
_PASSED_OVER = 512  # such borders, as often as some of the text is passed over
_MARGIN = 8  # bytes after a border that are there: two characters
_CHARACTER = 4  # bytes that a character has at the most


def next_border(
    splitter: PreTokenizer,
    specials: SpecialTokens,
    text: bytes,
    position: int,
    taken: frozenset[str],
    rule: BorderRule | None = None,
) -> int:
    """Return the first border after `position`, or len(text); a later one where many are none after all.

    It is inside no special token of `taken`, and is one by the `rule` of a normalizer, where it has one.
    """
    n_refused, first = 0, position
    while position < len(text):
        end = min(len(text), position + _WINDOW)
        border = position + splitter.next_border(text[position:end], 0)
        if border < end:
            refused = _refused(specials, text, border, len(text), taken, rule)
            if refused is None:
                return border
            n_refused += 1
            position = refused[1] + _skipped(n_refused, border - first)
        elif end < len(text):
            position = end - _OVERLAP
            point()
        else:
            break
    return len(text)


def previous_border(
    splitter: PreTokenizer,
    specials: SpecialTokens,
    text: bytes,
    position: int,
    taken: frozenset[str],
    rule: BorderRule | None = None,
) -> int:
    """Return the last border before `position`, or 0; an earlier one where many are none after all.

    It is inside no special token of `taken`, and is one by the `rule` of a normalizer, where it has one.
    """
    n_refused, last = 0, position
    while position > 0:
        start = max(0, position - _WINDOW)
        border = start + splitter.previous_border(text[start:position], position - start)
        if border > start:
            refused = _refused(specials, text, border, last, taken, rule)
            if refused is None:
                return border
            n_refused += 1
            position = refused[0] - _skipped(n_refused, last - border)
        elif start > 0:
            position = start + _OVERLAP
            point()
        else:
            break
    return 0


def last_border(
    specials: SpecialTokens,
    text: bytes,
    taken: frozenset[str],
    previous: Callable[[bytes, int, frozenset[str]], int],
) -> int:
    """Return the last border that no text to come can change, or 0; `previous` finds one before a place."""
    # A special token that has come only in part must not be cut, nor the white space that it may take.
    last = max(0, len(text) - specials.longest - _MARGIN)
    border = previous(text, last, taken)
    if specials.takes_spaces and space_end(text, border, len(text)) > last:
        start = space_start(text, 0, border)
        return border if start == border else previous(text, start, taken)
    return border


def slices(text: str, size: int, cut: Callable[[bytes], int]) -> Iterator[bytes]:
    """Yield a text in UTF-8 in parts of some `size` characters; `cut` says where to cut one, or 0.

    Raises UnicodeEncodeError.
    """
    compiled = kernels.kernel("utf8_slices")
    in_utf8 = _slice_in_utf8 if compiled is None else compiled.slice_in_utf8
    rest = b""
    for start in range(0, len(text), size):
        rest = in_utf8(rest, text, start, start + size)
        border = cut(rest)
        if border == 0 and len(rest) > 2 * size * _CHARACTER:
            yield rest + text[start + size :].encode()
            return
        if border:
            yield rest[:border]
            rest = rest[border:]
    yield rest


def _slice_in_utf8(before: bytes, text: str, start: int, stop: int) -> bytes:
    """Return `before` and text[start:stop] in UTF-8."""
    return before + text[start:stop].encode()


def _skipped(n_refused: int, searched: int) -> int:
    """Return how many bytes are passed over after that many refusals in a stretch that was searched.

    Half as much as that, so that a text of marks alone takes a few of these for each time that it doubles.
    """
    if n_refused % _REFUSED == 0:
        point()
    return 0 if n_refused % _PASSED_OVER else searched // 2


def _refused(
    specials: SpecialTokens,
    text: bytes,
    border: int,
    end: int,
    taken: frozenset[str],
    rule: BorderRule | None,
) -> tuple[int, int] | None:
    """Return the (start, end) to skip if a border is not safe after all, or None; `end`: of what may tell."""
    special = specials.holding(text, border, taken)
    return special or (None if _is_kept(rule, text, border, end) else (border, border))


def _is_kept(rule: BorderRule | None, text: bytes, border: int, end: int) -> bool:
    """Return whether a border of the splitter is safe for the normalizer too."""
    if rule is None:
        return True
    before = text[max(0, border - _CHARACTER) : border].decode(errors="replace")
    after = text[border : min(end, border + 2 * _CHARACTER)].decode(errors="replace")
    return rule(before[-1], after[:2])
