# The text as cells, one a unit, with an edge cell around each piece; and the pieces that it is made of.

cdef enum:
    EDGE = -1  # is in the cells between pieces, and in some that have gone inside a token
    CHUNK = 4096  # cells, places, rows or bytes that a step goes through

cdef struct Cell:
    int symbol
    int weight  # how often the piece occurs; ~ its number where that is too great

# A symbol next to a pair: how often and at how many places, and where the next of them is written.
cdef struct Neighbor:
    long long gain
    long long size
    long long free

cdef struct Side:
    Neighbor* by_symbol
    int* symbols  # those that occur
    long long n_symbols
    long long n_moved

# What was given.
cdef struct Pieces:
    const unsigned char* text  # this, …
    const unsigned int* units  # … or this
    const unsigned long long* ends
    const long long* counts
    long long n

# Tokens that the pieces are made of already, where they are not laid out in units.
cdef struct Given:
    const unsigned int* symbols  # of all pieces
    long long n

# How far laying out is.
cdef struct Layout:
    long long at  # in the text
    long long n_laid  # tokens that were given
    long long n_pieces
    long long n_tokens
    long long n_pairs
    int previous  # the symbol before, EDGE at the start of a piece

# Count a neighbor.
cdef inline void add_neighbor(Side* side, int symbol, long long weight) noexcept nogil:
    cdef Neighbor* neighbor = side.by_symbol + symbol
    if neighbor.size == 0:
        side.symbols[side.n_symbols] = symbol
        side.n_symbols += 1
    neighbor.gain += weight
    neighbor.size += 1

cdef inline int weight_of(const Pieces* pieces, long long piece) noexcept nogil:
    cdef long long count = pieces.counts[piece]
    return <int>count if count <= 0x7FFFFFFF else ~<int>piece

# Return how often the token in a cell occurs.
cdef inline long long count_at(const Pieces* pieces, const Cell* cell) noexcept nogil:
    return cell.weight if cell.weight >= 0 else pieces.counts[~cell.weight]

# Turn some units into cells: each piece, then an edge. The symbol of a byte is its number, and pairs of
# bytes are counted (by 256 * left + right); those of other units are too many for a table.
cdef inline void lay_out(
    const Pieces* pieces, Layout* done, Cell* cells, const int* numbers, Neighbor* byte_pairs
) noexcept nogil:
    cdef Cell* cell = cells + done.at + done.n_pieces + 1
    cdef long long left = CHUNK
    cdef long long stop, count
    cdef int weight, symbol
    cdef Neighbor* pair
    while left > 0 and done.n_pieces < pieces.n:
        count = pieces.counts[done.n_pieces]
        weight = weight_of(pieces, done.n_pieces)
        stop = min(<long long>pieces.ends[done.n_pieces], done.at + left)
        left -= stop - done.at + 1
        done.n_tokens += (stop - done.at) * count
        while done.at < stop:
            symbol = pieces.units[done.at] if pieces.text == NULL else numbers[pieces.text[done.at]]
            if done.previous != EDGE:
                done.n_pairs += count
                if pieces.text != NULL:
                    pair = byte_pairs + (done.previous << 8 | symbol)
                    pair.gain += count
                    pair.size += 1
            done.previous = symbol
            cell.symbol = symbol
            cell.weight = weight
            cell += 1
            done.at += 1
        if done.at == <long long>pieces.ends[done.n_pieces]:
            cell.symbol = EDGE
            cell += 1
            done.previous = EDGE
            done.n_pieces += 1

# Do the same with the tokens that were given: the symbol of one is in its first and its last cell. A place
# where each token occurs is kept.
cdef inline void lay_out_given(
    const Pieces* pieces, const Given* given, Layout* done, Cell* cells,
    const int* lengths, int n_units, long long* homes,
) noexcept nogil:
    cdef Cell* cell = cells + done.at + done.n_pieces + 1
    cdef long long left = CHUNK
    cdef long long stop, count, length, i
    cdef int weight, symbol
    while left > 0 and done.n_pieces < pieces.n:
        count = pieces.counts[done.n_pieces]
        weight = weight_of(pieces, done.n_pieces)
        stop = pieces.ends[done.n_pieces]
        while done.at < stop and left > 0:
            symbol = given.symbols[done.n_laid] if done.n_laid < given.n else 0
            length = min(<long long>lengths[symbol], stop - done.at)
            if done.previous != EDGE:
                done.n_pairs += count
            done.previous = symbol
            for i in range(length):
                cell[i].symbol = EDGE
                cell[i].weight = weight
            cell[0].symbol = cell[length - 1].symbol = symbol
            if symbol >= n_units:
                homes[symbol - n_units] = done.at
            cell += length
            done.at += length
            done.n_laid += 1
            done.n_tokens += count
            left -= length
        left -= 1
        if done.at == stop:
            cell.symbol = EDGE
            cell += 1
            done.previous = EDGE
            done.n_pieces += 1

# Return what place of the text is in a cell: each piece before has added an edge.
cdef inline long long place_in_text(const Pieces* pieces, long long cell) noexcept nogil:
    cdef long long first = 0
    cdef long long last = pieces.n - 1
    cdef long long middle
    while first < last:
        middle = (first + last) >> 1
        if cell - 1 - middle < <long long>pieces.ends[middle]:
            last = middle
        else:
            first = middle + 1
    return cell - 1 - first
