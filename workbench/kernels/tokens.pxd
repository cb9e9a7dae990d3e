# The tokens of a vocabulary, found by their bytes, and the pairs of a model of merges: what is read while
# encoding. Made by `token_table`.

from libc.string cimport memcmp, memcpy

from workbench.kernels.hashing cimport first_bytes, hash_of, mixed
from workbench.kernels.machine cimport read_soon

cdef extern from *:
    """
    #define NEVER 0xFFFFFFFFu
    """
    const unsigned int NEVER  # "these two do not merge", "no token": above every id

cdef enum:
    SHORT_KEY = 12  # bytes of a token that is in its slot
    SHORT_PIECE = 127  # bytes up to which a piece is merged by scanning
    CHARACTER = 0xC0  # the least first byte of a character beyond ASCII
    CONTEXT = 3  # bytes on each side of the head of one
    ANY_CONTEXT = 1 << 15  # in `contexts`: a long token has these two bytes, and what is around them is not known

# The key of a short token: the first eight bytes; the other four and the length. The slot of two words has
# them and the id on top (24 bits); a length of 0 is an empty slot.
cdef struct Key:
    unsigned long long first
    unsigned long long second

cdef struct Tokens:
    const unsigned char* text  # the bytes of all tokens
    unsigned int* starts  # by id, place in the text
    unsigned int* lengths  # by id, bytes
    size_t n_ranks  # above what any two merge into
    size_t longest
    unsigned int* byte_ids
    const unsigned int* end_ids  # by byte, of the last one of a piece; NULL where that is no other unit
    unsigned int* byte_pairs  # by the first byte * 256 + the second, what they merge into
    Key* short_slots
    int short_bits
    unsigned long long* long_slots  # 39 bits of the hash, a bit that is set, id (24 bits)
    int long_bits
    Key* pair_slots  # left and right, id; NULL where neighbors merge that spell a token
    int pair_bits
    unsigned long long* pair_filter  # of the pairs: most that are none stop here
    int pair_filter_bits
    const unsigned int* same  # by id, the first id of the same token; NULL where a token has one id
    unsigned long long* filter  # of the tokens, likewise
    int filter_bits
    unsigned char* inside  # a bit for each first byte * 256 + second: whether they are neighbors in a token
    unsigned short* contexts  # by `context_place`, of how many bytes contexts are there (`context_bit`)
    unsigned long long* context_filter  # of the contexts: what tokens have around the head of a character
    int context_bits

# Return the key of n <= 12 bytes; `room` is how many may be read there.
cdef inline Key key_of(const unsigned char* at, size_t n, size_t room) noexcept nogil:
    cdef Key key
    cdef size_t further = n - 8 if n > 8 else 0
    if room >= 16:
        memcpy(&key, at, 16)
        key.first &= <unsigned long long>-1 >> (64 - 8 * (n - further))
        key.second = (key.second & ((<unsigned long long>1 << 8 * further) - 1)) | <unsigned long long>n << 32
        return key
    key.first = first_bytes(at, n - further, room)
    key.second = <unsigned long long>n << 32
    if further:
        key.second |= first_bytes(at + 8, further, room - 8)
    return key

# Return the id of a token of up to 12 bytes, or NEVER.
cdef inline unsigned int find_short(const Tokens* tokens, Key key, unsigned long long hashed) noexcept nogil:
    cdef size_t mask = (<size_t>1 << tokens.short_bits) - 1
    cdef size_t slot = hashed >> (64 - tokens.short_bits)
    cdef unsigned long long found
    while True:
        found = tokens.short_slots[slot].second
        if tokens.short_slots[slot].first == key.first and found << 24 == key.second << 24:
            return found >> 40
        if found == 0:
            return NEVER
        slot = (slot + 1) & mask

# Return the id of a token of more than 12 bytes, or NEVER.
cdef inline unsigned int find_long(
    const Tokens* tokens, const unsigned char* at, size_t n, unsigned long long hashed
) noexcept nogil:
    cdef size_t mask = (<size_t>1 << tokens.long_bits) - 1
    cdef size_t slot = hashed >> (64 - tokens.long_bits)
    cdef unsigned long long found
    cdef unsigned int token_id
    while True:
        found = tokens.long_slots[slot]
        if found == 0:
            return NEVER
        if (found ^ (hashed << 24)) >> 25 == 0:
            token_id = <unsigned int>(found & 0xFFFFFF)
            if tokens.lengths[token_id] == n and memcmp(tokens.text + tokens.starts[token_id], at, n) == 0:
                return token_id
        slot = (slot + 1) & mask

# Return whether two bytes are neighbors in no token: nothing merges across a seam.
cdef inline bint is_seam(const Tokens* tokens, unsigned char left, unsigned char right) noexcept nogil:
    return not tokens.inside[left << 5 | right >> 3] >> (right & 7) & 1

# Return whether a filter of 2 ** bits has the two bits of a hash, which are in one word.
cdef inline bint may_be(const unsigned long long* filter, int bits, unsigned long long hashed) noexcept nogil:
    cdef unsigned long long word = filter[hashed >> (70 - bits)]
    return (word >> (hashed >> 32 & 63)) & (word >> (hashed >> 38 & 63)) & 1

# Set these two.
cdef inline void let_be(unsigned long long* filter, int bits, unsigned long long hashed) noexcept nogil:
    cdef unsigned long long one = 1
    filter[hashed >> (70 - bits)] |= one << (hashed >> 32 & 63) | one << (hashed >> 38 & 63)

# Return a hash of some bytes on both sides of a place, at most CONTEXT each.
cdef inline unsigned long long context_hash(const unsigned char* at, size_t before, size_t behind) noexcept nogil:
    cdef unsigned long long word = before << 8 | behind
    cdef size_t i
    for i in range(before + behind):
        word = word << 8 | (at - before)[i]
    return mixed(word, 0)

# Return the bit for contexts of so many bytes before and behind a place.
cdef inline unsigned int context_bit(size_t before, size_t behind) noexcept nogil:
    return 1 << (CONTEXT * (before - 1) + behind - 1)

# Return the place of a byte and the head of a character behind it in `contexts`.
cdef inline size_t context_place(const unsigned char* at) noexcept nogil:
    return <size_t>(at - 1)[0] << 6 | (at[0] & 63)

# Return whether it is known that no token reaches across a place in n bytes: nothing merges there then.
#
# Of the head of a character it is known by the bytes around it, up to CONTEXT on each side, or as many as a token has.
cdef inline bint is_cut(const Tokens* tokens, const unsigned char* at, size_t n, size_t place) noexcept nogil:
    cdef unsigned int lengths
    cdef size_t before, behind
    if is_seam(tokens, at[place - 1], at[place]):
        return True
    if at[place] < CHARACTER:
        return False
    lengths = tokens.contexts[context_place(at + place)]
    if lengths & ANY_CONTEXT:
        return False
    for before in range(min(CONTEXT, place), 0, -1):
        for behind in range(min(CONTEXT, n - place), 0, -1):
            if lengths & context_bit(before, behind) and may_be(
                tokens.context_filter, tokens.context_bits, context_hash(at + place, before, behind)
            ):
                return False
    return True

cdef inline bint may_be_token(const Tokens* tokens, unsigned long long hashed) noexcept nogil:
    return may_be(tokens.filter, tokens.filter_bits, hashed)

# Return the id of the token of these n >= 1 bytes, or NEVER.
cdef inline unsigned int find_token(
    const Tokens* tokens, const unsigned char* at, size_t n, size_t room
) noexcept nogil:
    cdef Key key
    cdef unsigned long long hashed
    if n <= SHORT_KEY:
        key = key_of(at, n, room)
        hashed = mixed(key.first, key.second)
        read_soon(tokens.short_slots + (hashed >> (64 - tokens.short_bits)))
        return find_short(tokens, key, hashed) if may_be_token(tokens, hashed) else NEVER
    if n > tokens.longest:
        return NEVER
    hashed = hash_of(at, n, room)
    return find_long(tokens, at, n, hashed) if may_be_token(tokens, hashed) else NEVER

# Return the id of a byte, which may be the last one of a piece.
cdef inline unsigned int unit_of(const Tokens* tokens, unsigned char byte, bint is_last) noexcept nogil:
    return tokens.end_ids[byte] if is_last and tokens.end_ids != NULL else tokens.byte_ids[byte]

# Return the first id of the token of an id, by which its pairs are found.
cdef inline unsigned int first_of(const Tokens* tokens, unsigned int token_id) noexcept nogil:
    return token_id if tokens.same == NULL else tokens.same[token_id]

# Return the id that a pair, left above right, merges into, or NEVER.
cdef inline unsigned int find_pair(
    const Tokens* tokens, unsigned long long pair, unsigned long long hashed
) noexcept nogil:
    cdef size_t mask = (<size_t>1 << tokens.pair_bits) - 1
    cdef size_t slot = hashed >> (64 - tokens.pair_bits)
    if not may_be(tokens.pair_filter, tokens.pair_filter_bits, hashed):
        return NEVER
    while tokens.pair_slots[slot].second:
        if tokens.pair_slots[slot].first == pair:
            return <unsigned int>tokens.pair_slots[slot].second
        slot = (slot + 1) & mask
    return NEVER

# Return the id below `limit` that two neighbors merge into, whose n bytes are at `at`, or NEVER.
#
# Of several ids of a token they are the first ones.
cdef inline unsigned int joined(
    const Tokens* tokens, unsigned int limit, const unsigned char* at, size_t n, size_t room,
    unsigned int left, unsigned int right
) noexcept nogil:
    cdef unsigned int found
    cdef unsigned long long pair = <unsigned long long>left << 32 | right
    if tokens.pair_slots == NULL:
        found = find_token(tokens, at, n, room)
    else:
        found = find_pair(tokens, pair, mixed(pair, 0))
    return found if found < limit else NEVER

# Set both to the ids below `limit` that a symbol merges into with the next one, and the one before with it, or NEVER.
#
# The symbol before starts at `at`; the others start and end so many bytes behind. Of a vocabulary of ranks; as neither
# look-up waits for the other, they take little longer than one.
cdef inline void both_joined(
    const Tokens* tokens, unsigned int limit, const unsigned char* at, size_t room, const size_t* ends,
    unsigned int* before, unsigned int* behind
) noexcept nogil:
    cdef size_t n_before = ends[1]
    cdef size_t n_behind = ends[2] - ends[0]
    cdef Key left, right
    cdef unsigned long long left_hash, right_hash
    cdef bint may_left, may_right
    if n_before > SHORT_KEY or n_behind > SHORT_KEY:
        before[0] = find_token(tokens, at, n_before, room)
        behind[0] = find_token(tokens, at + ends[0], n_behind, room - ends[0])
    else:
        left = key_of(at, n_before, room)
        right = key_of(at + ends[0], n_behind, room - ends[0])
        left_hash = mixed(left.first, left.second)
        right_hash = mixed(right.first, right.second)
        read_soon(tokens.short_slots + (left_hash >> (64 - tokens.short_bits)))
        read_soon(tokens.short_slots + (right_hash >> (64 - tokens.short_bits)))
        may_left = may_be_token(tokens, left_hash)
        may_right = may_be_token(tokens, right_hash)
        before[0] = find_short(tokens, left, left_hash) if may_left else NEVER
        behind[0] = find_short(tokens, right, right_hash) if may_right else NEVER
    if before[0] >= limit:
        before[0] = NEVER
    if behind[0] >= limit:
        behind[0] = NEVER
