# What other compiled modules may call of kept_room.py.

cdef bint take_bytes(size_t less, size_t more) noexcept
