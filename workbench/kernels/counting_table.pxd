# The table of distinct pieces: in an arena in order of their first occurrence, found by hash.

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memmove

from workbench.kernels.hashing cimport first_bytes, mixed
from workbench.kernels.machine cimport read_soon

cdef enum:
    BLOCK = 512  # pieces that are split, hashed and looked up in a go
    LONG = 255  # stands for every length from there on
    LENGTH_SHIFT = 56  # bits of a piece's start

# A distinct piece. What is after the end of a short one in `first` and `second` is zero.
cdef struct Piece:
    unsigned long long first  # its first eight bytes
    unsigned long long second  # the next eight; the hash of a piece of LONG bytes or more
    unsigned long long start  # in the arena; in the upper eight bits the length, at most LONG
    long long count

# In how many documents a piece occurs, and the last of them that it was met in.
cdef struct Seen:
    long long documents
    long long last

cdef struct Table:
    Piece* pieces  # one more than there are: the last begins where the arena ends
    Seen* seen  # of each piece; NULL where documents are not counted
    long long document  # the number of the one that is being counted, from 1 on
    long long pieces_room
    unsigned char* arena
    unsigned long long arena_room
    unsigned long long* slots  # by hash: its lower half, then the number of the piece + 1
    int slot_bits
    long long n_distinct
    long long n_indexed
    bint failed  # there is no memory
    # What is being dropped: pieces that occur less often, how far they were looked through, how many stay
    long long least
    long long n_seen
    long long n_kept
    unsigned long long left_off  # where the next piece to be looked at starts, and where it would go
    unsigned long long kept_end
    long long n_dropped
    long long n_times_dropped
    long long n_bytes_dropped

# Return a piece's start without the length in the high bits.
cdef inline unsigned long long start_of(unsigned long long start) noexcept nogil:
    return (start << 8) >> 8

# Return the hash of a piece's first sixteen bytes, and set `key` but for count and where it starts.
cdef inline unsigned long long begin_hash(const unsigned char* at, size_t size, size_t room, Piece* key) noexcept nogil:
    key.first = first_bytes(at, min(size, <size_t>8), room)
    key.second = first_bytes(at + 8, min(size - 8, <size_t>8), room - 8) if size > 8 else 0
    key.start = <unsigned long long>min(size, <size_t>LONG) << LENGTH_SHIFT
    return mixed(key.first + size, key.second)

# Return the hash of a piece, and set `key` as `begin_hash` does.
cdef inline unsigned long long hash_piece(const unsigned char* at, size_t size, size_t room, Piece* key) noexcept nogil:
    cdef size_t i = 16
    cdef unsigned long long hashed = begin_hash(at, size, room, key)
    while i < size:
        hashed = mixed(hashed, first_bytes(at + i, min(size - i, <size_t>8), room - i))
        i += 8
    if size >= LONG:
        key.second = hashed
    return hashed

# Ask for memory for some first pieces; False if there is none.
cdef inline bint take_table(Table* table) noexcept nogil:
    table.pieces_room = 1 << 15
    table.arena_room = 1 << 18
    table.slot_bits = 16
    table.pieces = <Piece*>malloc(table.pieces_room * sizeof(Piece))
    table.arena = <unsigned char*>malloc(table.arena_room)
    table.slots = <unsigned long long*>calloc(1 << table.slot_bits, 8)
    if table.pieces != NULL:
        table.pieces[0].start = 0
    return table.pieces != NULL and table.arena != NULL and table.slots != NULL

cdef inline void give_table(Table* table) noexcept nogil:
    free(table.pieces)
    free(table.arena)
    free(table.slots)
    free(table.seen)

# Ask for memory to count documents too; False if there is none.
cdef inline bint take_seen(Table* table) noexcept nogil:
    table.seen = <Seen*>calloc(table.pieces_room, sizeof(Seen))
    return table.seen != NULL

# Note that a piece is in the document that is being counted.
cdef inline void see(Table* table, long long number) noexcept nogil:
    cdef Seen* seen = table.seen + number
    seen.documents += seen.last != table.document
    seen.last = table.document

cdef inline size_t size_of(const Piece* piece) noexcept nogil:
    return start_of((piece + 1).start) - start_of(piece.start)

cdef inline unsigned long long first_slot(Table* table, unsigned long long hashed) noexcept nogil:
    return hashed >> (64 - table.slot_bits)

cdef inline bint is_piece(
    Table* table, const Piece* found, const Piece* key, const unsigned char* piece, size_t size 
) noexcept nogil:
    if (
        found.first != key.first
        or found.second != key.second
        or (found.start ^ key.start) >> LENGTH_SHIFT != 0
    ):
        return False
    if size <= 16:
        return True
    return size_of(found) == size and memcmp(table.arena + start_of(found.start), piece, size) == 0

# Add a distinct piece, whose bytes are after those of all others.
cdef inline void append(
    Table* table, const Piece* key, unsigned long long slot, unsigned long long hashed, size_t size, long long times 
) noexcept nogil:
    cdef Piece* new = table.pieces + table.n_distinct
    cdef unsigned long long start = new.start
    new.first = key.first
    new.second = key.second
    new.start = start | key.start
    new.count = times
    (new + 1).start = start + size
    if table.seen != NULL:
        table.seen[table.n_distinct].documents = table.seen[table.n_distinct].last = 0
        see(table, table.n_distinct)
    table.n_distinct += 1
    table.n_indexed += 1
    table.slots[slot] = hashed << 32 | <unsigned long long>table.n_distinct

# Count a piece some times more; there is room for a new one.
cdef inline void count_piece(
    Table* table, const unsigned char* piece, size_t size, const Piece* key, unsigned long long hashed, long long times 
) noexcept nogil:
    cdef unsigned long long mask = (<unsigned long long>1 << table.slot_bits) - 1
    cdef unsigned long long slot = first_slot(table, hashed)
    cdef unsigned long long found
    cdef long long number
    while True:
        found = table.slots[slot]
        if found == 0:
            break
        if (found ^ (hashed << 32)) >> 32 == 0:
            number = <long long><unsigned int>found - 1
            if is_piece(table, table.pieces + number, key, piece, size):
                table.pieces[number].count += times
                if table.seen != NULL:
                    see(table, number)
                return
        slot = (slot + 1) & mask
    memcpy(table.arena + start_of(table.pieces[table.n_distinct].start), piece, size)
    append(table, key, slot, hashed, size, times)

# Return whether a block more may be counted; else there are more slots, which are to be filled.
cdef inline bint has_slots(Table* table) noexcept nogil:
    cdef size_t n_slots = <size_t>1 << table.slot_bits
    if <size_t>(table.n_distinct + BLOCK + 1) <= n_slots // 4 * 3:
        return True
    free(table.slots)
    table.slot_bits += 1
    table.slots = <unsigned long long*>calloc(2 * n_slots, 8)
    table.n_indexed = 0
    table.failed = table.slots == NULL
    return False

# Make room for a block of pieces and a giant one; tell whether there is enough.
cdef inline bint make_room(Table* table, size_t n_bytes) noexcept nogil:
    cdef Piece* pieces = table.pieces
    cdef Seen* seen = table.seen
    cdef unsigned char* arena = table.arena
    cdef unsigned long long used = table.pieces[table.n_distinct].start
    if table.n_distinct + BLOCK + 2 > table.pieces_room:
        table.pieces_room *= 2
        pieces = <Piece*>realloc(table.pieces, table.pieces_room * sizeof(Piece))
        if pieces != NULL:
            table.pieces = pieces
        if seen != NULL:
            seen = <Seen*>realloc(table.seen, table.pieces_room * sizeof(Seen))
            table.failed = seen == NULL
            table.seen = table.seen if seen == NULL else seen
    if used + n_bytes > table.arena_room:
        table.arena_room = 2 * table.arena_room + n_bytes
        arena = <unsigned char*>realloc(table.arena, table.arena_room)
        if arena != NULL:
            table.arena = arena
    table.failed = table.failed or pieces == NULL or arena == NULL
    return not table.failed

# Let a block of pieces be found in slots that are new.
cdef inline void index_pieces(Table* table) noexcept nogil:
    cdef unsigned long long[BLOCK] hashes
    cdef Piece key
    cdef unsigned long long mask = (<unsigned long long>1 << table.slot_bits) - 1
    cdef long long n = min(BLOCK, table.n_distinct - table.n_indexed)
    cdef long long number = table.n_indexed
    cdef Piece* piece = table.pieces + number
    cdef unsigned long long size
    cdef unsigned long long slot
    cdef long long i
    for i in range(n):
        size = size_of(piece)
        if size >= LONG:
            hashes[i] = piece.second
        else:
            hashes[i] = hash_piece(
                table.arena + start_of(piece.start), size, size, &key
            )
        read_soon(table.slots + first_slot(table, hashes[i]))
        piece += 1
    for i in range(n):
        slot = first_slot(table, hashes[i])
        while table.slots[slot]:
            slot = (slot + 1) & mask
        number += 1
        table.slots[slot] = hashes[i] << 32 | <unsigned long long>number
    table.n_indexed = number

# Move the pieces that stay to the front, their bytes too; their order stays.
cdef inline void drop_some(Table* table, long long n) noexcept nogil:
    cdef long long i = table.n_seen
    cdef long long stop = min(table.n_distinct, i + n)
    cdef Piece* to = table.pieces + table.n_kept
    cdef unsigned long long start = table.kept_end
    cdef unsigned long long found = table.left_off
    cdef unsigned long long size
    cdef unsigned long long end
    cdef unsigned long long length
    while i < stop:
        end = start_of(table.pieces[i + 1].start)
        size = end - found
        if table.pieces[i].count < table.least:
            table.n_dropped += 1
            table.n_times_dropped += table.pieces[i].count
            table.n_bytes_dropped += table.pieces[i].count * size
        else:
            memmove(table.arena + start, table.arena + found, size)
            length = (table.pieces[i].start >> LENGTH_SHIFT) << LENGTH_SHIFT
            to.first = table.pieces[i].first
            to.second = table.pieces[i].second
            to.count = table.pieces[i].count
            to.start = start | length
            if table.seen != NULL:
                table.seen[table.n_kept] = table.seen[i]
            start += size
            to += 1
            table.n_kept += 1
        found = end
        i += 1
    table.n_seen = i
    table.left_off = found
    table.kept_end = start
    if i == table.n_distinct:
        end_drop(table)

# Let the pieces that stay be found again, in as few slots as they need.
cdef inline void end_drop(Table* table) noexcept nogil:
    table.pieces[table.n_kept].start = table.kept_end
    table.n_distinct = table.n_kept
    free(table.slots)
    table.slot_bits = 16
    while table.n_distinct + 2 * BLOCK + 1 > (<long long>1 << table.slot_bits) // 4 * 3:
        table.slot_bits += 1
    table.slots = <unsigned long long*>calloc(1 << table.slot_bits, 8)
    table.n_indexed = 0
    table.n_seen = -1
    table.failed = table.slots == NULL
