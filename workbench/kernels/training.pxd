# What training.py is made of: the types of its class.

cimport cython
from workbench.kernels.training_run cimport Run

@cython.final
cdef class Trainer:
    cdef object _kept  # owns the pieces
    cdef Run _run

    cdef int _take_units(self, pieces, bytes numbers) except -1
    cdef int _take_classes(self, classes) except -1
    cdef int _take_start_tokens(self, symbols, lengths) except -1
    cdef bint _reserve(self)
    cdef void _write_log(self, long long* row) noexcept nogil
    cdef int _id(self, int symbol) noexcept nogil
    cdef long long _step(self) noexcept nogil
    cdef long long _lay_out(self) noexcept nogil
