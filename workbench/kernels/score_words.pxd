# Merging a short word by scores: always the best pair of all, found by looking through all of them.

from libc.string cimport memmove

from workbench.kernels.score_table cimport ScoreTable, join_of, symbol_of, unit_at

cdef extern from *:
    """
    #define NO_JOIN 0xFFFFFFFFFFFFFFFFULL
    """
    const unsigned long long NO_JOIN  # "these two do not merge": above every order

cdef enum:
    SHORT_WORD = 64  # characters up to which a word is merged so

# Write the symbols of a word, where each starts and the last ends, and what each two join to; return how many.
cdef inline size_t begin_word(
    ScoreTable table, const unsigned char* word, size_t length, unsigned int* symbols, unsigned short* starts,
    unsigned long long* joined
) noexcept nogil:
    cdef size_t count = 0
    cdef size_t at = 0
    cdef unsigned long long unit = 0
    while at < length:
        starts[count] = <unsigned short>at
        at = unit_at(word, at, length, &unit)
        symbols[count] = symbol_of(table, unit)
        count += 1
    starts[count] = <unsigned short>length
    for at in range(count - 1):
        joined[at] = join_of(table, symbols[at], symbols[at + 1], NO_JOIN)
    return count

# Write the ids of a word of at most SHORT_WORD characters; return how many there are.
cdef inline size_t merge_word(
    ScoreTable table, const unsigned char* word, size_t length, unsigned int* out
) noexcept nogil:
    cdef unsigned int[65] symbols
    cdef unsigned short[65] starts
    cdef unsigned long long[65] joined
    cdef size_t count = begin_word(table, word, length, symbols, starts, joined)
    cdef size_t written = 0
    cdef size_t at, best
    while count > 1:
        best = 0
        for at in range(1, count - 1):
            if joined[at] >> 32 < joined[best] >> 32:
                best = at
        if joined[best] == NO_JOIN:
            break
        symbols[best] = <unsigned int>joined[best]
        count -= 1
        memmove(symbols + best + 1, symbols + best + 2, 4 * (count - best - 1))
        memmove(starts + best + 1, starts + best + 2, 2 * (count - best))
        if count - best > 1:
            memmove(joined + best, joined + best + 1, 8 * (count - best - 1))
            joined[best] = join_of(table, symbols[best], symbols[best + 1], NO_JOIN)
        if best:
            joined[best - 1] = join_of(table, symbols[best - 1], symbols[best], NO_JOIN)
    for at in range(count):
        if symbols[at] < table.n_tokens:
            out[written] = symbols[at]
            written += 1
        else:
            for best in range(starts[at], starts[at + 1]):
                out[written] = table.byte_ids[word[best]]
                written += 1
    return written
