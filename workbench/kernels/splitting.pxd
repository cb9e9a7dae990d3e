# The types of splitting.py, and what other compiled modules may call.

from workbench.kernels.characters cimport Far

cdef size_t split_some(
    int pattern, const unsigned char* table, const unsigned char* data, size_t end, size_t* position,
    size_t stop, unsigned long long* ends, size_t capacity, Far* far
) noexcept nogil

cdef class Splitting:
    cdef bytes _table
    cdef const unsigned char[::1] _data
    cdef int _pattern
    cdef Far _far
    cdef readonly size_t position
