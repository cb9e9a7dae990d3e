# Hashes of short stretches of bytes and of pairs, and reading up to eight bytes at a time.

from libc.string cimport memcpy

# Return a hash of two words; its upper bits are the better ones.
cdef inline unsigned long long mixed(unsigned long long first, unsigned long long second) noexcept nogil:
    cdef unsigned long long hashed = (first ^ (second * 0xD6E8FEB86659FD93ULL)) * 0x9E3779B97F4A7C15ULL
    return (hashed ^ (hashed >> 32)) * 0x9E3779B97F4A7C15ULL

# Return n <= 8 bytes as a number, the first the lowest; `room` is how many may be read there.
cdef inline unsigned long long first_bytes(const unsigned char* at, size_t n, size_t room) noexcept nogil:
    cdef unsigned long long word = 0
    if room < 8:
        memcpy(&word, at, n)
        return word
    memcpy(&word, at, 8)
    return word & (<unsigned long long>-1 >> (64 - 8 * n)) if n else 0

# Return a hash of any number of bytes.
cdef inline unsigned long long hash_of(const unsigned char* at, size_t n, size_t room) noexcept nogil:
    cdef unsigned long long hashed = n
    while n > 8:
        hashed = mixed(hashed, first_bytes(at, 8, room))
        at += 8
        n -= 8
        room -= 8
    return mixed(hashed, first_bytes(at, n, room))

# Return the bits of an index into slots that are at least twice as many as `count`.
cdef inline int index_bits(size_t count) noexcept nogil:
    cdef int bits = 8
    while (<size_t>1 << bits) < 2 * count:
        bits += 1
    return bits
