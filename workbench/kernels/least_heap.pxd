# A heap of numbers, the least on top: what waits to be merged, its rank above its place.

# Add an entry to a heap of `n`; there is room.
cdef inline void put_in(unsigned long long* heap, size_t n, unsigned long long entry) noexcept nogil:
    cdef size_t above
    while n:
        above = (n - 1) >> 1
        if heap[above] <= entry:
            break
        heap[n] = heap[above]
        n = above
    heap[n] = entry

# Take the least entry out of a heap of `n`.
cdef inline unsigned long long take_least(unsigned long long* heap, size_t n) noexcept nogil:
    cdef unsigned long long least = heap[0]
    cdef unsigned long long last = heap[n - 1]
    cdef size_t at = 0
    cdef size_t below = 1
    n -= 1
    while below < n:
        if below + 1 < n and heap[below + 1] < heap[below]:
            below += 1
        if last <= heap[below]:
            break
        heap[at] = heap[below]
        at = below
        below = 2 * at + 1
    heap[at] = last
    return least
