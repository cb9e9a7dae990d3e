# Splitting 64 bytes of ASCII at once, from masks of their classes, with no branch for each piece.
#
# A window begins where a piece starts. Its bytes alone decide where further ones start, but for the last few, of which
# the next byte decides: these wait for the next window, which begins at the last start that is sure. What a window does
# not decide (other characters, long runs, the end of the text) the machines of machines.pxd do.
# A mask has a bit for each byte, the first one's the lowest.

from libc.string cimport memcpy, memset

from workbench.kernels.ascii_masks cimport HAS_ASCII_MASKS, AsciiMasks, ascii_masks, highest_of, lowest_of
from workbench.kernels.classes cimport CLIP, GPT2, LEFT, O200K, PLAIN, SINGLE, SPACES, TABLES, TEKKEN, TWOS, WHOLE, WORDS
from workbench.kernels.machines cimport contraction_end

cdef enum:
    WINDOW = 64  # bytes
    WORTH = 16  # of them that have to be ASCII and there, else the machines are quicker

# Return whether windows know a pattern.
cdef inline bint has_windows(int pattern) noexcept nogil:
    cdef int plain = pattern & PLAIN
    cdef int numbers = pattern & ~PLAIN
    if not HAS_ASCII_MASKS or plain == CLIP or plain == SPACES or plain == WORDS or plain == TABLES:
        return False
    return numbers == 0 or numbers == SINGLE or numbers == TWOS or numbers == WHOLE or numbers == LEFT

# Write the ends of pieces behind `at`, where one starts, as far as a window surely says; return how many.
cdef inline size_t ends_by_masks(
    int pattern, const unsigned char* data, size_t at, size_t end, size_t stop, unsigned long long* ends, size_t capacity
) noexcept nogil:
    cdef unsigned long long starts = starts_in_window(pattern, data + at, end - at if end - at < WINDOW else WINDOW)
    cdef size_t count = 0
    if stop - at < WINDOW - 1:
        starts &= (<unsigned long long>2 << (stop - at)) - 1
    while starts and count < capacity:
        ends[count] = at + lowest_of(starts)
        starts &= starts - 1
        count += 1
    return count

# Return a mask of places behind the first byte where pieces surely start, of a text in which one starts at `at`.
cdef inline unsigned long long starts_in_window(int pattern, const unsigned char* at, size_t n) noexcept nogil:
    cdef AsciiMasks masks
    cdef unsigned char[64] copied
    cdef unsigned long long word = 0
    if n < WORTH:
        return 0
    memcpy(&word, at, 8)
    if word & 0x8080808080808080ULL:
        return 0
    if n < WINDOW:
        memset(copied, 0x80, WINDOW)
        memcpy(copied, at, n)
        at = copied
    n = ascii_masks(at, &masks)
    if n < WORTH:
        return 0
    if n < WINDOW:
        within(&masks, (<unsigned long long>1 << n) - 1)
    if pattern & PLAIN == GPT2:
        return gpt2_starts(pattern, at, n, &masks) & ~<unsigned long long>1
    if pattern & PLAIN == O200K or pattern & PLAIN == TEKKEN:
        return o200k_starts(pattern, at, n, &masks) & ~<unsigned long long>1
    return cl100k_starts(pattern, at, n, &masks) & ~<unsigned long long>1

# Let masks have no bits but some.
cdef inline void within(AsciiMasks* masks, unsigned long long some) noexcept nogil:
    masks.letters &= some
    masks.uppers &= some
    masks.digits &= some
    masks.spaces &= some
    masks.blanks &= some
    masks.newlines &= some
    masks.others &= some
    masks.quotes &= some
    masks.slashes &= some

# Return the starts of cl100k and llama3, which differ at the end of a text alone.
cdef inline unsigned long long cl100k_starts(
    int pattern, const unsigned char* at, size_t n, const AsciiMasks* masks
) noexcept nogil:
    cdef unsigned long long others = masks.others & ~(masks.others << 1) & ~(masks.spaces << 1)
    cdef unsigned long long joined = newlines_behind_others(masks)
    cdef unsigned long long words = masks.letters & ~((masks.letters | masks.blanks | others) << 1)
    cdef unsigned long long starts = others | words | digit_starts(masks.digits, pattern, 3)
    cdef unsigned long long quotes = masks.quotes & others & (masks.letters >> 1)
    cdef unsigned int quote
    cdef size_t after
    starts |= white_starts(masks, joined, True)
    while quotes:
        quote = lowest_of(quotes)
        quotes &= quotes - 1
        after = contraction_end(at, quote, n, 0x20)
        if after > quote and after < n:
            starts |= (<unsigned long long>1 << after) & masks.letters
    return sure(masks, joined, starts, n)

# Return the starts of gpt2: only a space goes with what follows.
cdef inline unsigned long long gpt2_starts(
    int pattern, const unsigned char* at, size_t n, const AsciiMasks* masks
) noexcept nogil:
    cdef unsigned long long spaces = masks.spaces << 1
    cdef unsigned long long others = masks.others & ~(masks.others << 1) & ~spaces
    cdef unsigned long long starts = masks.letters & ~(masks.letters << 1) & ~spaces
    cdef unsigned long long quotes = masks.quotes & others & (masks.letters >> 1)
    cdef unsigned int quote
    cdef size_t after
    starts |= others | white_starts(masks, 0, False) | (digit_starts(masks.digits, pattern, 64) & ~(
        masks.digits & ~(masks.digits << 1) & spaces))
    while quotes:
        quote = lowest_of(quotes)
        quotes &= quotes - 1
        if quote + 2 >= n:  # two letters may follow
            starts &= (<unsigned long long>2 << quote) - 1
            break
        after = contraction_end(at, quote, n, 0)
        if after > quote:
            starts &= ~(<unsigned long long>2 << quote)
            if after < n:
                starts |= (<unsigned long long>1 << after) & masks.letters
    return sure(masks, 0, starts, n)

# Return the starts of o200k and tekken: words end before a capital letter, and o200k's contractions go with them.
cdef inline unsigned long long o200k_starts(
    int pattern, const unsigned char* at, size_t n, const AsciiMasks* masks
) noexcept nogil:
    cdef unsigned long long others = masks.others & ~(masks.others << 1) & ~(masks.spaces << 1)
    cdef unsigned long long joined = newlines_behind_others(masks)
    cdef unsigned long long words = masks.letters & ~((masks.letters | masks.blanks | others) << 1)
    cdef unsigned long long capitals = masks.uppers & ((masks.letters & ~masks.uppers) << 1)
    cdef unsigned long long starts = others | words | capitals | digit_starts(masks.digits, pattern, 3)
    cdef unsigned long long quotes = masks.quotes & (masks.letters << 1) if pattern & PLAIN == O200K else 0
    cdef unsigned long long slashes = masks.slashes & (joined << 1)
    cdef unsigned int quote
    cdef size_t after = 0
    starts = sure(masks, joined, starts | white_starts(masks, joined, True), n)
    while quotes:
        quote = lowest_of(quotes)
        quotes &= quotes - 1
        if after and quote == after:  # behind a contraction it starts a piece
            continue
        if quote + 2 >= n:
            starts &= (<unsigned long long>1 << quote) - 1
            break
        after = contraction_end(at, quote, n, 0x20)
        if after > quote:
            starts &= ~((<unsigned long long>1 << after) - (<unsigned long long>1 << quote))
            if after < n:
                starts |= (<unsigned long long>1 << after) & masks.letters
    if slashes:  # which go with the line end before them, and so may what follows
        starts &= (<unsigned long long>1 << lowest_of(slashes)) - 1
    return starts

# Return the line ends that go with what is before them, neither letters, numbers nor white space.
cdef inline unsigned long long newlines_behind_others(const AsciiMasks* masks) noexcept nogil:
    cdef unsigned long long first = masks.newlines & (masks.others << 1)
    return masks.newlines & ~(masks.newlines + first) if first else 0

# Return where pieces of numbers start, of so many digits as the pattern has it, or else `most`.
cdef inline unsigned long long digit_starts(unsigned long long digits, int pattern, int most) noexcept nogil:
    cdef unsigned long long starts = digits & ~(digits << 1)
    cdef unsigned long long further = starts
    cdef int numbers = pattern & ~PLAIN
    if numbers == SINGLE:
        return digits
    if numbers == WHOLE or (numbers == 0 and most > 3):
        return starts
    if numbers == TWOS:
        digits &= digits << 1
        while True:
            further = further << 2 & digits
            if not further:
                return starts
            starts |= further
    digits &= digits << 1 & digits << 2
    while True:
        further = further << 3 & digits
        if not further:
            return starts
        starts |= further

# Return where pieces of white space start: a run, behind its last line end (if `by_lines`), and its last character.
#
# `joined` are line ends that go with what is before them. The run at the end of the window has to be left out.
cdef inline unsigned long long white_starts(
    const AsciiMasks* masks, unsigned long long joined, bint by_lines
) noexcept nogil:
    cdef unsigned long long white = (masks.blanks | masks.newlines) & ~joined
    cdef unsigned long long last
    cdef unsigned long long behind, further
    if not by_lines:
        return (white & ~(white << 1)) | (white & ~(white >> 1))
    last = masks.blanks & ~((masks.blanks | masks.newlines) >> 1)
    behind = ((masks.newlines & ~joined) << 1) & masks.blanks
    further = (masks.blanks + behind) & masks.newlines if behind else 0
    while further:  # blanks between two line ends start nothing
        behind &= ~(<unsigned long long>1 << highest_of(behind & ((further & -further) - 1)))
        further &= further - 1
    return (white & ~(white << 1)) | last | behind

# Return the starts that no byte behind the window changes: all but those in white space at its end.
cdef inline unsigned long long sure(
    const AsciiMasks* masks, unsigned long long joined, unsigned long long starts, size_t n
) noexcept nogil:
    cdef unsigned long long white = masks.blanks | masks.newlines
    cdef unsigned long long whole = <unsigned long long>-1 >> (64 - n)
    cdef unsigned long long before = whole & ~white
    cdef unsigned long long end = whole
    if before:
        end &= ~((<unsigned long long>2 << highest_of(before)) - 1)
    white &= end & ~joined
    return (starts & ~end) | (white & -white)
