# The types of score_table.py, and what is looked up in its tables.

cdef enum:
    OTHER = 0xFFFFFFFF  # a character that is in no token

cdef class ScoreTable:
    cdef unsigned int[128] ascii
    cdef unsigned char* ascii_inside  # by both characters, 128 times the left one and the right one
    cdef unsigned long long* units  # slots: character above symbol, plus one
    cdef int unit_bits
    cdef unsigned long long* inside  # slots: left character above right one
    cdef int inside_bits
    cdef unsigned long long* pairs  # slots of two words: left and right symbol, order above id, plus one
    cdef int pair_bits
    cdef size_t n_orders  # above the place by score of every token; 0 where two tokens are at one place
    cdef unsigned int[256] byte_ids
    cdef unsigned int n_tokens
    cdef void put_units(self, unsigned int[:, ::1] rows) noexcept
    cdef void put_inside(self, unsigned long long[::1] rows) noexcept
    cdef void put_pairs(self, unsigned long long[:, ::1] rows) noexcept

cdef int _bits(size_t count) noexcept
cdef unsigned long long* _slots(int bits, size_t words) except NULL

# Return the first slot of a key in a table of 1 << bits slots.
cdef inline size_t first_slot(unsigned long long key, int bits) noexcept nogil:
    key = (key ^ (key >> 32)) * 0x9E3779B97F4A7C15ULL
    return <size_t>((key ^ (key >> 29)) * 0xD6E8FEB86659FD93ULL >> (64 - bits))

# Return the number of the last slot, by which one goes round.
cdef inline size_t mask_of(int bits) noexcept nogil:
    return (<size_t>1 << bits) - 1

# Return the symbol of a character.
cdef inline unsigned int symbol_of(ScoreTable table, unsigned long long unit) noexcept nogil:
    cdef size_t slot
    if unit < 128:
        return table.ascii[unit]
    slot = first_slot(unit, table.unit_bits)
    while table.units[slot]:
        if (table.units[slot] - 1) >> 32 == unit:
            return <unsigned int>(table.units[slot] - 1)
        slot = (slot + 1) & mask_of(table.unit_bits)
    return OTHER

# Return whether two characters are next to each other in a token.
cdef inline bint is_inside(ScoreTable table, unsigned long long left, unsigned long long right) noexcept nogil:
    cdef unsigned long long key
    cdef size_t slot
    if left < 128 and right < 128:
        return table.ascii_inside[left << 7 | right]
    key = left << 32 | right
    slot = first_slot(key, table.inside_bits)
    while table.inside[slot]:
        if table.inside[slot] == key:
            return True
        slot = (slot + 1) & mask_of(table.inside_bits)
    return False

# Return the place by score above the id of what two symbols merge into, or `none`.
cdef inline unsigned long long join_of(
    ScoreTable table, unsigned long long left, unsigned long long right, unsigned long long none
) noexcept nogil:
    cdef unsigned long long key = left << 32 | right
    cdef size_t slot = first_slot(key, table.pair_bits)
    while table.pairs[2 * slot + 1]:
        if table.pairs[2 * slot] == key:
            return table.pairs[2 * slot + 1] - 1
        slot = (slot + 1) & mask_of(table.pair_bits)
    return none

# Set the character at `at`, bytes that go on joined to it up to four in all; return where it ends.
cdef inline size_t unit_at(
    const unsigned char* text, size_t at, size_t end, unsigned long long* unit
) noexcept nogil:
    cdef size_t stop = at + 4 if at + 4 < end else end
    unit[0] = text[at]
    at += 1
    while at < stop and text[at] & 0xC0 == 0x80:
        unit[0] = unit[0] << 8 | text[at]
        at += 1
    return at
