# Other numbers in place of ids. Mostly those of bytes have any order and all others the same distance, so that few have
# to be looked up, in what may be megabytes.

cdef struct OtherIds:
    const unsigned int* by_id  # NULL where ids stay
    unsigned int n_looked_up  # those of the lowest ids; to all others `distance` is added
    unsigned int distance

cdef inline void set_others(OtherIds* others, const unsigned int* by_id, size_t n) noexcept nogil:
    others.by_id = by_id
    if by_id == NULL or n == 0:
        return
    others.distance = by_id[n - 1] - <unsigned int>(n - 1)
    while n and by_id[n - 1] - <unsigned int>(n - 1) == others.distance:
        n -= 1
    others.n_looked_up = <unsigned int>n

cdef inline void renumber(const OtherIds* others, unsigned int* ids, size_t count) noexcept nogil:
    cdef size_t i
    if others.by_id != NULL:
        for i in range(count):
            if ids[i] < others.n_looked_up:
                ids[i] = others.by_id[ids[i]]
            else:
                ids[i] += others.distance
