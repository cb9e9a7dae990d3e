# What other compiled modules may call.

cdef size_t split_block(
    int pattern, const unsigned char* table, const unsigned char* data, size_t end,
    size_t* position, size_t stop, unsigned long long* ends, size_t capacity
) noexcept nogil
