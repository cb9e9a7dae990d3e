# Words met lately: their ids, or where tokens are counted, how many each has, of twice as many words.

from libc.string cimport memcpy

from workbench.kernels.machine cimport read_soon

cdef enum:
    WORDS_AHEAD = 16
    KEPT_BITS = 16  # of the number of cache lines: 4 MB, which are large pages
    KEPT_BYTES = 30  # of a word
    KEPT_IDS = 7

cdef extern from *:
    """
    #define COUNT_MASK 0x00FF000000000000ULL
    #define WORD_MASK(n, i) ((n) >= 8 * (i) + 8 ? ~0ULL : (n) <= 8 * (i) ? 0 : ~(~0ULL << (8 * ((n) - 8 * (i)) & 63)))
    #define WORD_MASK4(n) {WORD_MASK(n, 0), WORD_MASK(n, 1), WORD_MASK(n, 2), WORD_MASK(n, 3)}
    #define WORD_MASKS8(n) WORD_MASK4(n), WORD_MASK4(n + 1), WORD_MASK4(n + 2), WORD_MASK4(n + 3), \
        WORD_MASK4(n + 4), WORD_MASK4(n + 5), WORD_MASK4(n + 6), WORD_MASK4(n + 7)
    /* What is kept of 32 bytes for the key of a word, by its length */
    static const unsigned long long WORD_MASKS[32][4] = {
        WORD_MASKS8(0), WORD_MASKS8(8), WORD_MASKS8(16), WORD_MASKS8(24)};
    """
    const unsigned long long COUNT_MASK
    const unsigned long long[32][4] WORD_MASKS

# A word whose line is read soon, if it may be in one.
cdef struct WordAhead:
    unsigned long long[4] key
    unsigned long long* line
    size_t length

# Set the key of a word of up to KEPT_BYTES: its bytes, room for a number of ids, and the length on top.
# So many bytes as `room` may be read there. The words are read whole: bytes written one by one are waited for.
cdef inline void word_key(
    unsigned long long* key, const unsigned char* word, size_t length, size_t room
) noexcept nogil:
    cdef size_t i
    if room >= 32:
        memcpy(key, word, 32)
        for i in range(4):
            key[i] &= WORD_MASKS[length][i]
    else:
        key[0] = key[1] = key[2] = key[3] = 0
        memcpy(key, word, length)
    key[3] |= <unsigned long long>length << 56

# Return the line where a word may be.
cdef inline unsigned long long* line_of(unsigned long long* lines, const unsigned long long* key) noexcept nogil:
    cdef unsigned long long hashed = (
        (key[0] ^ key[2] * 0xD6E8FEB86659FD93ULL) * 0x9E3779B97F4A7C15ULL
        + (key[1] ^ key[3] * 0x9E3779B97F4A7C15ULL) * 0xD6E8FEB86659FD93ULL
    )
    hashed = (hashed ^ hashed >> 32) * 0x9E3779B97F4A7C15ULL
    return lines + 8 * (hashed >> (64 - KEPT_BITS))

# Set a word, and let its line be read soon.
cdef inline void look_ahead(
    unsigned long long* lines, WordAhead* ahead, const unsigned char* word, size_t length, size_t room
) noexcept nogil:
    ahead.length = length
    if length <= KEPT_BYTES:
        word_key(ahead.key, word, length, room)
        ahead.line = line_of(lines, ahead.key)
        read_soon(ahead.line)

cdef inline bint _same(const unsigned long long* slot, const unsigned long long* key) noexcept nogil:
    return slot[0] == key[0] and slot[1] == key[1] and slot[2] == key[2] and (slot[3] ^ key[3]) & ~COUNT_MASK == 0

# Write the ids of the word of a line, and return how many, or 0 if the line is another one's.
cdef inline size_t kept_ids(
    const unsigned long long* line, const unsigned long long* key, unsigned int* out
) noexcept nogil:
    cdef const unsigned int* ids = <const unsigned int*>(line + 4)
    if not _same(line, key):
        return 0
    if ids[KEPT_IDS] == 1:
        out[0] = ids[0]
    else:
        memcpy(out, ids, 4 * ids[KEPT_IDS])
    return ids[KEPT_IDS]

# Keep the ids of a word, if they are few.
cdef inline void keep_ids(
    unsigned long long* line, const unsigned long long* key, const unsigned int* ids, size_t count
) noexcept nogil:
    if count <= KEPT_IDS:
        memcpy(line, key, 32)
        memcpy(line + 4, ids, 4 * count)
        (<unsigned int*>(line + 4))[KEPT_IDS] = <unsigned int>count

# Return the number of ids of a word, one of the two of a line, or 0.
cdef inline size_t kept_count(const unsigned long long* line, const unsigned long long* key) noexcept nogil:
    if not _same(line, key):
        line += 4
        if not _same(line, key):
            return 0
    return line[3] >> 48 & 0xFF

# Keep the number of ids of a word in place of the older one of a line.
cdef inline void keep_count(unsigned long long* line, const unsigned long long* key, size_t count) noexcept nogil:
    memcpy(line + 4, line, 32)
    memcpy(line, key, 32)
    line[3] |= <unsigned long long>count << 48
