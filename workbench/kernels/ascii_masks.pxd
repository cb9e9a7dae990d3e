# The classes of up to 64 bytes as masks, a bit for each byte, by the vectors of x86-64. Elsewhere there are none, and
# texts are split byte by byte.

cdef extern from *:
    """
    typedef struct {
        unsigned long long letters, uppers, digits, spaces, blanks, newlines, others, quotes, slashes;
    } AsciiMasks;
    #if defined(__GNUC__) && defined(__SSE2__)
    #include <immintrin.h>
    #define HAS_ASCII_MASKS 1
    #if defined(__AVX2__)
    typedef __m256i Vector;
    #define VECTORS 2
    #define EACH(byte) _mm256_set1_epi8(byte)
    #define LOAD(at) _mm256_loadu_si256((const __m256i *)(at))
    #define EQUAL(left, right) _mm256_cmpeq_epi8(left, right)
    #define LEAST(left, right) _mm256_min_epu8(left, right)
    #define LESS(left, right) _mm256_sub_epi8(left, right)
    #define EITHER(left, right) _mm256_or_si256(left, right)
    #define BITS(vector) ((unsigned long long)(unsigned int)_mm256_movemask_epi8(vector))
    #else
    typedef __m128i Vector;
    #define VECTORS 4
    #define EACH(byte) _mm_set1_epi8(byte)
    #define LOAD(at) _mm_loadu_si128((const __m128i *)(at))
    #define EQUAL(left, right) _mm_cmpeq_epi8(left, right)
    #define LEAST(left, right) _mm_min_epu8(left, right)
    #define LESS(left, right) _mm_sub_epi8(left, right)
    #define EITHER(left, right) _mm_or_si128(left, right)
    #define BITS(vector) ((unsigned long long)_mm_movemask_epi8(vector))
    #endif
    #define MASK_OF(test) ({ \\
        unsigned long long mask_ = 0; \\
        for (int i_ = 0; i_ < VECTORS; i_++) { \\
            Vector bytes = vectors[i_]; \\
            mask_ |= BITS(test) << (64 / VECTORS * i_); \\
        } \\
        mask_; })
    /* Whether bytes are from `first` on, and how far. */
    #define WITHIN(first, width) (bytes = LESS(bytes, EACH(first)), EQUAL(LEAST(bytes, EACH(width)), bytes))
    /* Set the masks of 64 bytes; return how many of the first ones are ASCII. */
    static inline unsigned int ascii_masks(const unsigned char *at, AsciiMasks *masks) {
        Vector vectors[VECTORS];
        unsigned long long high, white;
        for (int i = 0; i < VECTORS; i++) vectors[i] = LOAD(at + 64 / VECTORS * i);
        high = MASK_OF(bytes);
        masks->letters = MASK_OF((bytes = EITHER(bytes, EACH(0x20)), WITHIN(0x61, 25)));
        masks->uppers = MASK_OF(WITHIN(0x41, 25));
        masks->digits = MASK_OF(WITHIN(0x30, 9));
        masks->spaces = MASK_OF(EQUAL(bytes, EACH(0x20)));
        masks->newlines = MASK_OF(EITHER(EQUAL(bytes, EACH(0x0A)), EQUAL(bytes, EACH(0x0D))));
        masks->quotes = MASK_OF(EQUAL(bytes, EACH(0x27)));
        masks->slashes = MASK_OF(EQUAL(bytes, EACH(0x2F)));
        white = MASK_OF(WITHIN(0x09, 4));
        masks->blanks = (white & ~masks->newlines) | masks->spaces;
        masks->others = ~(masks->letters | masks->digits | white | masks->spaces | high);
        return high ? __builtin_ctzll(high) : 64;
    }
    #define lowest_of(mask) __builtin_ctzll(mask)
    #define highest_of(mask) (63 - __builtin_clzll(mask))
    #else
    #define HAS_ASCII_MASKS 0
    #define ascii_masks(at, masks) ((void)(at), (void)(masks), 0u)
    static inline unsigned int lowest_of(unsigned long long mask) {
        unsigned int n = 0;
        while (!(mask >> n & 1)) n++;
        return n;
    }
    static inline unsigned int highest_of(unsigned long long mask) {
        unsigned int n = 0;
        while (mask >>= 1) n++;
        return n;
    }
    #endif
    """
    ctypedef struct AsciiMasks:
        unsigned long long letters
        unsigned long long uppers
        unsigned long long digits
        unsigned long long spaces  # U+0020
        unsigned long long blanks  # white space that is no line end
        unsigned long long newlines
        unsigned long long others
        unsigned long long quotes
        unsigned long long slashes
    const bint HAS_ASCII_MASKS
    unsigned int ascii_masks(const unsigned char* at, AsciiMasks* masks) noexcept nogil
    # The places of a mask's lowest and highest bit; it has one.
    unsigned int lowest_of(unsigned long long mask) noexcept nogil
    unsigned int highest_of(unsigned long long mask) noexcept nogil
