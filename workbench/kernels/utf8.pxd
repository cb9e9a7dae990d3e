# Characters of UTF-8 beyond ASCII. In C, since Cython cannot ask that a function is not inlined, and the loops over
# characters are fast only where `class_beyond_ascii` is not.

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define APART __attribute__((noinline, unused))
    #else
    #define APART
    #endif
    /* Set the code point of the character at `at`, of which n >= 1 bytes may be read, and return its width; 0 where
       the bytes are none (Unicode, table 3-7, well-formed byte sequences). */
    static inline unsigned int read_beyond_ascii(const unsigned char *at, size_t n, unsigned int *point) {
        unsigned int first = at[0], second, third, fourth;
        if (n < 2 || first < 0xC2) return 0;
        second = at[1] ^ 0x80;
        if (second > 0x3F) return 0;
        *point = (first & 0x1F) << 6 | second;
        if (first < 0xE0) return 2;
        if (n < 3) return 0;
        third = at[2] ^ 0x80;
        if (third > 0x3F) return 0;
        *point = (first & 0x0F) << 12 | second << 6 | third;
        if (first < 0xF0) return *point < 0x800 || *point >> 11 == 0x1B ? 0 : 3;
        if (n < 4 || first > 0xF4) return 0;
        fourth = at[3] ^ 0x80;
        if (fourth > 0x3F) return 0;
        *point = (first & 0x07) << 18 | second << 12 | third << 6 | fourth;
        return *point < 0x10000 || *point > 0x10FFFF ? 0 : 4;
    }
    /* Return its class by a table and, eight bits up, its width; 0 likewise. */
    static APART unsigned int class_beyond_ascii(const unsigned char *at, size_t n, const unsigned char *table) {
        unsigned int point, width = read_beyond_ascii(at, n, &point);
        return width ? table[point] | width << 8 : 0;
    }
    """
    unsigned int read_beyond_ascii(const unsigned char* at, size_t n, unsigned int* point) noexcept nogil
    unsigned int class_beyond_ascii(const unsigned char* at, size_t n, const unsigned char* table) noexcept nogil
