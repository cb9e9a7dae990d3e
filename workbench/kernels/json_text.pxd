# The texts of JSON in UTF-8 (RFC 8259): reading one that is strictly right.

from workbench.kernels.utf8 cimport read_beyond_ascii

cdef enum:
    LONGEST = 1 << 20  # bytes of a text

# Write the text at `at`, behind its first quotation mark, to `out`, and set `at` behind its last one; return its bytes,
# which are no more than in the file, or -1 where it is not right or too long.
cdef inline size_t read_text(
    const unsigned char* text, size_t* at, size_t end, unsigned char* out
) noexcept nogil:
    cdef size_t n = 0
    cdef unsigned int point, width
    while at[0] < end and n < LONGEST:
        point = text[at[0]]
        if point == 0x22:
            at[0] += 1
            return n
        width = 0
        if point == 0x5C:
            width = read_escape(text, at, end, out + n)
            n += width
        elif point >= 0x20:
            width = read_beyond_ascii(text + at[0], end - at[0], &point) if point >= 0x80 else 1
            for _ in range(width):
                out[n] = text[at[0]]
                n += 1
                at[0] += 1
        if width == 0:
            break
    return <size_t>-1

# Write the character of the escape at `at`; return its bytes, or 0.
cdef inline unsigned int read_escape(
    const unsigned char* text, size_t* at, size_t end, unsigned char* out
) noexcept nogil:
    cdef unsigned int point
    cdef unsigned int low = 0
    if end - at[0] < 2:
        return 0
    at[0] += 2
    if text[at[0] - 1] != 0x75:
        out[0] = unescaped(text[at[0] - 1])
        return out[0] != 0
    point = read_hex(text, at, end)
    if point >> 10 == 0x36:  # the first half of a pair, D800 to DBFF
        if end - at[0] >= 6 and text[at[0]] == 0x5C and text[at[0] + 1] == 0x75:
            at[0] += 2
            low = read_hex(text, at, end)
        if low >> 10 != 0x37:
            return 0
        point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00)
    return 0 if point >> 10 == 0x37 or point > 0x10FFFF else put(out, point)

# Return what a letter behind a backslash stands for, 0 for nothing.
cdef inline unsigned char unescaped(unsigned char letter) noexcept nogil:
    cdef const char* letters = b'"\\/bfnrt'
    cdef const char* meant = b'"\\/\b\f\n\r\t'
    for i in range(8):
        if letters[i] == letter:
            return meant[i]
    return 0

# Return the number of four hexadecimal digits, or more than any character has.
cdef inline unsigned int read_hex(const unsigned char* text, size_t* at, size_t end) noexcept nogil:
    cdef unsigned int number = 0
    cdef unsigned char digit
    if end - at[0] < 4:
        return 0xFFFFFFFF
    for _ in range(4):
        digit = text[at[0]]
        at[0] += 1
        if 0x30 <= digit <= 0x39:
            number = number << 4 | (digit - 0x30)
        elif 0x61 <= (digit | 0x20) <= 0x66:
            number = number << 4 | ((digit | 0x20) - 0x57)
        else:
            return 0xFFFFFFFF
    return number

# Write a character in UTF-8; return its bytes.
cdef inline unsigned int put(unsigned char* out, unsigned int point) noexcept nogil:
    cdef unsigned int n = 1 if point < 0x80 else 2 if point < 0x800 else 3 if point < 0x10000 else 4
    cdef unsigned int i
    if n == 1:
        out[0] = point
        return 1
    for i in range(n - 1):
        out[n - 1 - i] = 0x80 | point >> 6 * i & 0x3F
    out[0] = (0xF00 >> n & 0xFF) | point >> 6 * (n - 1)
    return n
