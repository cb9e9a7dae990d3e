"""Words that tokens keep whole or go on over: what engine.judging.words finds by masks, in one pass.

Compiled only (see `workbench.kernels`).
"""

from __future__ import annotations

import cython


def count_kept(
    ids: cython.const[cython.uint][::1],
    lengths: cython.const[cython.uint][::1],
    counts: cython.longlong[::1],
    words: tuple,
    limits: cython.const[cython.longlong][::1],
    sums: cython.longlong[:, ::1],
    place: int,
    size: int,
    gap: cython.bint,
    closed: cython.bint,
) -> tuple[int, int, bool]:
    """Count the tokens that end in a text, and what they do to its words.

    Tokens are the very bytes of the text, one behind the other. A border is the end of a token.

    Args:
        ids: of the tokens, the first of which begins at `place`; the last ones may end behind the text.
        lengths: in bytes, by id.
        counts: of each id; each token that ends in the text is added.
        words: int64[w] each, where words start and end.
        limits: int64[d + 1], the number of the first word of each document, and that of all words.
        sums: int64[d, 2], of each document; the words are added that go on over a token's end, and those that
            are a token, with white space around them or without.
        place: where the first token begins, at most 0 where it began before.
        size: of the text in bytes.
        gap: a border lies before the first word, at 0 or between the last word before and 0.
        closed: the text ends with a border.

    Returns how many tokens end in the text, where the next one begins, and whether a border lies behind the
    last word.

    """
    starts: cython.const[cython.longlong][::1] = words[0]
    ends: cython.const[cython.longlong][::1] = words[1]
    n_ids: cython.Py_ssize_t = ids.shape[0]
    n_documents: cython.Py_ssize_t = limits.shape[0] - 1
    length: cython.longlong = size
    at: cython.longlong = place
    used: cython.Py_ssize_t = 0
    word: cython.Py_ssize_t
    document: cython.Py_ssize_t
    before: cython.Py_ssize_t = -1  # the document of a word that is one token if a border follows
    following: cython.longlong  # where the next token ends
    crossed: cython.bint
    with cython.nogil:
        following = _end(ids, lengths, used, at)
        for document in range(n_documents):
            for word in range(limits[document], limits[document + 1]):
                crossed = False
                while used < n_ids and following < ends[word]:
                    if following > starts[word]:
                        crossed = True
                    else:
                        gap = True
                    counts[ids[used]] += 1
                    at = following
                    used += 1
                    following = _end(ids, lengths, used, at)
                if before >= 0 and gap:
                    sums[before, 1] += 1
                sums[document, 0] += crossed
                before = document if gap and not crossed else -1
                gap = False
        while used < n_ids and following <= length:
            gap = True
            counts[ids[used]] += 1
            at = following
            used += 1
            following = _end(ids, lengths, used, at)
        if closed:
            gap = True
        if before >= 0 and gap:
            sums[before, 1] += 1
    return used, at, gap


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _end(
    ids: cython.const[cython.uint][::1],
    lengths: cython.const[cython.uint][::1],
    used: cython.Py_ssize_t,
    at: cython.longlong,
) -> cython.longlong:
    """Return where the token with this number ends, which begins at `at`; `at` if there is none."""
    return at + lengths[ids[used]] if used < ids.shape[0] else at
