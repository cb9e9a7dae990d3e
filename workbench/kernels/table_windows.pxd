# Splitting up to 256 characters at once by the states of a pattern as a transducer (engine.splitting.split_transducer).
#
# A window begins where a piece starts. Its characters are codes: ASCII as it is, others by their classes. Two codes are
# a step, and a step has to wait for the one before. So a long window has lanes that take turns: all but the first begin
# WARM codes early, as if a piece started there, and count if they are then in the state in which the lane before ends.
# Most often they are, since a few characters mostly decide the state. What windows do not say, the machines find.

from libc.string cimport memcpy

from workbench.kernels.ascii_masks cimport lowest_of
from workbench.kernels.characters cimport GAP
from workbench.kernels.tables cimport N_CHARACTERS
from workbench.kernels.utf8 cimport read_beyond_ascii

# In C, since Cython cannot ask that a function is inlined, and lanes are quick only in registers.
cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__GNUC__)
    #define TOGETHER inline __attribute__((always_inline))
    #else
    #define TOGETHER inline
    #endif
    #define LANES 4
    #define LANE 64 /* codes: the bits of a mask */
    #define HALF 32 /* borders are said so many codes late at most */
    #define WARM 16
    #define LONG_WINDOW (LANES * LANE)
    /* A pattern's transducer: what codes add to a place, as the first and as the second of a step, and its rows. */
    typedef struct {
        const unsigned int *codes;
        const unsigned char *rows;
        uint64_t start;
        int has_gaps;
    } Steps;
    /* The place of the row of a lane's state, and what its steps say: the borders before codes, bit 0 before the
       second one, and which of them end a gap. */
    typedef struct {
        uint64_t row, starts, gaps;
    } Lane;
    static TOGETHER void read_two(const Steps *steps, const unsigned char *codes, int has_gaps, Lane *lane) {
        uint64_t entry;
        memcpy(&entry, steps->rows + (steps->codes[codes[0]] + steps->codes[256 + codes[1]]) + lane->row, 8);
        lane->row = (uint32_t)entry;
        if (has_gaps) {
            lane->gaps = lane->gaps >> 2 | entry >> 32 << 48;
            lane->starts = lane->starts >> 2 | entry >> 48 << 48;
        } else lane->starts = lane->starts >> 2 | entry >> 32 << 32;
    }
    /* Read up to LANE codes and perhaps one behind. */
    static TOGETHER void read_one_lane(const Steps *steps, const unsigned char *codes, int n, int has_gaps, Lane *lane) {
        Lane a = {steps->start, 0, 0};
        int i;
        for (i = 0; i < n; i += 2) read_two(steps, codes + i, has_gaps, &a);
        lane->starts = a.starts >> (LANE - i);
        lane->gaps = a.gaps >> (LANE - i);
    }
    /* Read LONG_WINDOW codes and return how many lanes count. */
    static TOGETHER int read_all_lanes(const Steps *steps, const unsigned char *codes, int has_gaps, Lane *lanes) {
        const Lane begin = {steps->start, 0, 0};
        Lane a = begin, b = begin, c = begin, d = begin, first[LANES];
        uint64_t begun[LANES];
        int i;
        for (i = LANE - WARM; i < LANE; i += 2) {
            read_two(steps, codes + i, 0, &b);
            read_two(steps, codes + LANE + i, 0, &c);
            read_two(steps, codes + 2 * LANE + i, 0, &d);
        }
        begun[1] = b.row, begun[2] = c.row, begun[3] = d.row;
        for (i = 0; i < LANE; i += 2) {
            if (i % HALF == 0) {
                first[0] = a, first[1] = b, first[2] = c, first[3] = d;
                a.starts = a.gaps = b.starts = b.gaps = c.starts = c.gaps = d.starts = d.gaps = 0;
            }
            read_two(steps, codes + i, has_gaps, &a);
            read_two(steps, codes + LANE + i, has_gaps, &b);
            read_two(steps, codes + 2 * LANE + i, has_gaps, &c);
            read_two(steps, codes + 3 * LANE + i, has_gaps, &d);
        }
        lanes[0] = a, lanes[1] = b, lanes[2] = c, lanes[3] = d;
        for (i = 0; i < LANES; i++) {
            lanes[i].starts |= first[i].starts >> HALF;
            lanes[i].gaps |= first[i].gaps >> HALF;
            if (i + 1 == LANES || lanes[i].row != begun[i + 1]) break;
            lanes[i].starts |= first[i + 1].starts << HALF;
            lanes[i].gaps |= first[i + 1].gaps << HALF;
        }
        return i + 1;
    }
    static int read_lanes(const Steps *steps, const unsigned char *codes, int n, Lane *lanes) {
        if (n == LONG_WINDOW) {
            return steps->has_gaps ? read_all_lanes(steps, codes, 1, lanes) : read_all_lanes(steps, codes, 0, lanes);
        }
        if (steps->has_gaps) read_one_lane(steps, codes, n < LANE ? n : LANE, 1, lanes);
        else read_one_lane(steps, codes, n < LANE ? n : LANE, 0, lanes);
        return 1;
    }
    """
    const int LANE
    const int LONG_WINDOW
    ctypedef struct Steps:
        const unsigned int* codes
        const unsigned char* rows
        unsigned long long start
        bint has_gaps
    ctypedef struct Lane:
        unsigned long long starts
        unsigned long long gaps
    int read_lanes(const Steps* steps, const unsigned char* codes, int n, Lane* lanes) noexcept nogil

cdef enum:
    LEAST = 16  # codes, else the machines are quicker
    NO_CODE = 0xFF

# Find a pattern's transducer; return whether there is one.
cdef inline bint find_steps(const unsigned char* table, Steps* steps) noexcept nogil:
    cdef int place = (<const int*>(table + N_CHARACTERS))[5]
    cdef const unsigned int* at = <const unsigned int*>(table + N_CHARACTERS + place)
    if place == 0:
        return False
    steps.start = at[0]
    steps.has_gaps = at[1]
    steps.codes = at + 2
    steps.rows = <const unsigned char*>(at + 514)
    return True

# Write the ends of pieces behind `at`, where one starts, as far as a window says, and `stop` and `capacity` allow: the
# last one may be behind `stop`, and ends of gaps are marked. Return how many.
cdef inline size_t ends_by_steps(
    const Steps* steps, const unsigned char* data, size_t at, size_t end, size_t stop, const unsigned char* table,
    unsigned long long* ends, size_t capacity
) noexcept nogil:
    cdef Lane[4] lanes
    cdef unsigned char[258] codes
    cdef unsigned short[257] places
    cdef size_t n = end - at
    if n >= LONG_WINDOW and is_ascii(data + at, LONG_WINDOW):
        n = read_lanes(steps, data + at, LONG_WINDOW, lanes)
        return write_ends(lanes, n, NULL, at, stop, steps.has_gaps, ends, capacity)
    if n >= LANE and is_ascii(data + at, LANE):
        n = read_lanes(steps, data + at, LANE, lanes)
        return write_ends(lanes, n, NULL, at, stop, steps.has_gaps, ends, capacity)
    n = read_codes(data + at, n, table, codes, places)
    if n < LEAST:
        return 0
    n = read_lanes(steps, codes, n, lanes)
    return write_ends(lanes, n, places, at, stop, steps.has_gaps, ends, capacity)

cdef inline bint is_ascii(const unsigned char* at, size_t n) noexcept nogil:
    cdef unsigned long long word = 0
    cdef unsigned long long high = 0
    cdef size_t i
    for i in range(0, n, 8):
        memcpy(&word, at + i, 8)
        high |= word
    return high & 0x8080808080808080ULL == 0

# Write the codes of up to LONG_WINDOW characters, with two more that are none, and where they begin; return how many.
cdef inline size_t read_codes(
    const unsigned char* start, size_t n_bytes, const unsigned char* table, unsigned char* codes, unsigned short* places
) noexcept nogil:
    cdef size_t at = 0
    cdef size_t n = 0
    cdef size_t most = LONG_WINDOW if n_bytes >= 4 * LONG_WINDOW else LANE
    cdef size_t i
    cdef unsigned int width
    cdef unsigned int point = 0
    while n < most and at < n_bytes:
        if start[at] < 0x80:
            if at + 8 <= n_bytes and n + 8 <= most and is_ascii(start + at, 8):
                memcpy(codes + n, start + at, 8)
                for i in range(8):
                    places[n + i] = at + i
                n += 8
                at += 8
                continue
            places[n] = at
            codes[n] = start[at]
            at += 1
        else:
            width = read_beyond_ascii(start + at, n_bytes - at, &point)
            if width == 0:
                break
            places[n] = at
            codes[n] = 0x80 | table[point]
            at += width
        n += 1
    places[n] = at
    codes[n] = codes[n + 1] = NO_CODE
    return n

# Write what lanes say as `ends_by_steps` does; codes begin at `places` from `at` on, or NULL: each is a byte.
cdef inline size_t write_ends(
    const Lane* lanes, size_t n, const unsigned short* places, size_t at, size_t stop, bint has_gaps,
    unsigned long long* ends, size_t capacity
) noexcept nogil:
    cdef size_t count = 0
    cdef size_t i, place
    cdef unsigned long long starts
    cdef unsigned int lowest
    for i in range(n):
        starts = lanes[i].starts
        if places == NULL and not has_gaps and capacity - count > LANE and at + (i + 1) * LANE < stop:
            while starts:
                ends[count] = at + i * LANE + 1 + lowest_of(starts)
                starts &= starts - 1
                count += 1
        while starts:
            lowest = lowest_of(starts)
            starts &= starts - 1
            place = i * LANE + 1 + lowest
            place = at + (place if places == NULL else places[place])
            ends[count] = place | (<unsigned long long>GAP if lanes[i].gaps >> lowest & 1 else 0)
            count += 1
            if place >= stop or count == capacity:
                return count
    return count
