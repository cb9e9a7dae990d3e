# The types of decoding.py.

cimport cython

ctypedef fused Unit:  # what a str holds a character in
    unsigned char
    unsigned short
    unsigned int

@cython.final
cdef class Decoder:
    cdef bytes blob
    cdef const unsigned char* text  # the same
    cdef unsigned char* slots
    cdef size_t n_ids

@cython.final
cdef class Joined:
    cdef unsigned char* bytes_
    cdef size_t room
    cdef size_t size
    cdef size_t characters
    cdef unsigned int sorts
    cdef bint failed  # no memory
    cdef unsigned int* numbers

    cdef bint add(self, Decoder decoder, const unsigned int* ids, size_t count) noexcept nogil
    cdef bint add_long(self, Decoder decoder, const unsigned char* slot) noexcept nogil
    cdef bint reserve(self, size_t more) noexcept nogil
    cdef object result(self, bint as_text)
    cdef object text(self)

cdef void _fill(unsigned char* slot, const unsigned char* text, size_t start, size_t n) noexcept nogil
cdef bint _numbers(list ids, size_t first, size_t count, unsigned int* numbers) noexcept
cdef long long _number(object item) except? -2
cdef bint _decode_utf8(const unsigned char* data, size_t size, Unit* out) noexcept nogil
