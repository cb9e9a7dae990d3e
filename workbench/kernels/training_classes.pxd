# What may be in one token: `engine.unit_classes`, whose numbers these are.

cdef enum:
    NEVER = -1
    FREE = 0
    LONE = 1
    SPACE = 2
    SPACES = 3
    PREFIXED = 0x10000

# Return the class of the token of two neighbors, or NEVER.
cdef inline int joined(int left, int right) noexcept nogil:
    cdef int script
    if left == LONE or right == LONE:
        return NEVER
    if right == SPACE or right == SPACES:
        return SPACES if left == SPACE or left == SPACES else NEVER
    if right & PREFIXED or left == SPACES:
        return NEVER
    if left == SPACE:
        return right | PREFIXED
    script = left & ~PREFIXED
    if script != FREE and right != FREE and script != right:
        return NEVER
    return left | right
