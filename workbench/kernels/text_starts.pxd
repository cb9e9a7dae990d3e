# Where one of some texts may begin, by two bytes, 32 places at once with AVX2 and one at a time elsewhere.
#
# The two bytes with which texts begin are in up to 8 groups, a bit each. A byte says of which groups it is a first one,
# and of which a second; where the two agree on none, no text begins. By vectors a byte says so by its two halves, which
# may agree where the whole byte does not: a place is only where to look.

from libc.string cimport memset

cdef extern from *:
    """
    #include <stddef.h>
    #include <string.h>
    #if defined(__AVX2__)
    #include <immintrin.h>
    #endif
    typedef struct {
        unsigned char first[256], second[256]; /* the groups of a byte */
        unsigned char halves[4][16]; /* the groups of its lower and upper half: as a first byte, as a second one */
    } TextStarts;
    /* Return the first place from `at` on where a text may begin, or `stop`; the byte at `stop` can be read. */
    static inline size_t next_start(const TextStarts *starts, const unsigned char *data, size_t at, size_t stop) {
    #if defined(__AVX2__)
        if (at + 32 <= stop) {
            const __m256i half = _mm256_set1_epi8(15), zero = _mm256_setzero_si256();
            __m256i tables[4];
            for (int i = 0; i < 4; i++) {
                tables[i] = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)starts->halves[i]));
            }
            do {
                __m256i first = _mm256_loadu_si256((const __m256i *)(data + at));
                __m256i second = _mm256_loadu_si256((const __m256i *)(data + at + 1));
                __m256i groups = _mm256_shuffle_epi8(tables[0], _mm256_and_si256(first, half));
                first = _mm256_and_si256(_mm256_srli_epi16(first, 4), half);
                groups = _mm256_and_si256(groups, _mm256_shuffle_epi8(tables[1], first));
                groups = _mm256_and_si256(groups, _mm256_shuffle_epi8(tables[2], _mm256_and_si256(second, half)));
                second = _mm256_and_si256(_mm256_srli_epi16(second, 4), half);
                groups = _mm256_and_si256(groups, _mm256_shuffle_epi8(tables[3], second));
                unsigned int none = (unsigned int)_mm256_movemask_epi8(_mm256_cmpeq_epi8(groups, zero));
                if (none != 0xFFFFFFFFu) return at + __builtin_ctz(~none);
                at += 32;
            } while (at + 32 <= stop);
        }
    #endif
        while (at < stop && !(starts->first[data[at]] & starts->second[data[at + 1]])) at++;
        return at;
    }
    """
    ctypedef struct TextStarts:
        unsigned char[256] first
        unsigned char[256] second
        unsigned char[4][16] halves
    size_t next_start(const TextStarts* starts, const unsigned char* data, size_t at, size_t stop) noexcept nogil

# Take texts that are not empty.
cdef inline int set_starts(TextStarts* starts, list texts) except -1:
    cdef set heads = {text[:2] for text in texts}
    # Those with one first byte and one upper half of the second are one group, and agree on no other bytes.
    cdef set kinds = {(head[0], head[1] >> 4 if len(head) > 1 else -1) for head in heads}
    cdef dict numbers = {kind: number for number, kind in enumerate(sorted(kinds))}
    cdef bytes head
    cdef unsigned char group
    cdef int second
    memset(starts, 0, sizeof(TextStarts))
    for head in heads:
        group = 1 << numbers[head[0], head[1] >> 4 if len(head) > 1 else -1] * 8 // max(8, len(kinds))
        mark(starts.first, starts.halves, head[0], group)
        for second in range(256) if len(head) == 1 else head[1:]:
            mark(starts.second, starts.halves + 2, second, group)
    return 0

cdef inline void mark(
    unsigned char* whole, unsigned char[16]* halves, unsigned char byte, unsigned char group
) noexcept nogil:
    whole[byte] |= group
    halves[0][byte & 15] |= group
    halves[1][byte >> 4] |= group
