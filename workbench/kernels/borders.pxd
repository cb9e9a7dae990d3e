# Safe borders of the published patterns: places where splitting starts over whatever follows.

from workbench.kernels.characters cimport look
from workbench.kernels.classes cimport CLIP, GPT2, LETTER, MARK, NEWLINE, NUMBER, O200K, PLAIN, SPACES, TABLES
from workbench.kernels.classes cimport TEKKEN, WHITE, WORDS
from workbench.kernels.tables cimport is_table_border

# Return whether a safe border is between two characters (`SplitPattern.border`).
cdef inline bint is_border(
    int pattern, const unsigned char* table, unsigned int before, unsigned char before_byte, unsigned int after,
    unsigned char after_byte
) noexcept nogil:
    pattern &= PLAIN
    if pattern == TABLES:
        return is_table_border(table, before, after)
    if pattern == SPACES:
        return before_byte != 0x20 and after_byte == 0x20
    if pattern == WORDS:
        return not before & WHITE and after & WHITE
    if before & LETTER:
        if pattern == O200K or pattern == TEKKEN:
            return not after & (LETTER | MARK) and after_byte != 0x27
        return not after & LETTER and (pattern != CLIP or after_byte != 0x7C)
    if before & NUMBER:
        return not after & NUMBER
    if before & WHITE:
        return False
    if after & WHITE:
        # CLIP's U+0345, the only one of its kind that begins so, is a mark all the same.
        return (not after & NEWLINE or pattern == GPT2 or pattern == CLIP) and after_byte != 0xCD
    if after & LETTER:
        return (pattern == GPT2 or (pattern == CLIP and before_byte != 0x7C)) and before_byte != 0x27
    return after & NUMBER != 0

# Return where the first character begins that is not cut at `at`: three bytes on at most.
cdef inline size_t whole_from(const unsigned char* data, size_t at, size_t end) noexcept nogil:
    for _ in range(3):
        if at < end and data[at] & 0xC0 == 0x80:
            at += 1
    return at

# Move `position`, where a character starts, to the first safe border after it, if one is found.
cdef inline bint find_first_border(
    int pattern, const unsigned char* table, const unsigned char* data, size_t* position, size_t end
) noexcept nogil:
    cdef size_t at = position[0]
    cdef size_t last = at
    cdef unsigned int before = look(data, at, end, table)
    cdef unsigned int after
    at += before >> 8 if before else 1
    while at < end:
        after = look(data, at, end, table)
        if after and (before == 0 or is_border(pattern, table, before, data[last], after, data[at])):
            position[0] = at
            return True
        last = at
        before = after
        at += after >> 8 if after else 1
    return False

# Move `position` to the last safe border before it and after `start`, if one is found.
cdef inline bint find_last_border(
    int pattern, const unsigned char* table, const unsigned char* data, size_t start, size_t* position, size_t end
) noexcept nogil:
    cdef size_t at = position[0]
    cdef size_t first
    cdef unsigned int before
    cdef unsigned int after = look(data, at, end, table)
    while at > start:
        first = at - 1
        while first > start and at - first < 4 and data[first] & 0xC0 == 0x80:
            first -= 1
        before = look(data, first, at, table)
        if before >> 8 != at - first:
            first = at - 1
            before = 0
        if after and (before == 0 or is_border(pattern, table, before, data[first], after, data[at])):
            position[0] = at
            return True
        after = before
        at = first
    return False
