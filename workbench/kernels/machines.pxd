# The published split patterns as state machines over UTF-8: where the piece at a place ends.
#
# The readable counterpart is engine.splitting.published_split, whose regular expressions (engine.splitting.split_patterns)
# are named here by their alternatives. A text ends for them where bytes start that are not UTF-8.

from workbench.kernels.characters cimport Far, Run, ascii_letters_end, far_run, kind_end, look, near_of, run_end
from workbench.kernels.characters cimport NEWLINE_OR_SLASH, NO_SPACE, PLAIN_SPACE
from workbench.kernels.classes cimport CL100K, CLIP, GPT2, LEFT, LLAMA3, O200K, PLAIN, SINGLE, TABLES, TEKKEN, TWOS, WHOLE, WORDS
from workbench.kernels.classes cimport EITHER_PART, LETTER, LOWER, LOWER_PART, MARK, NEWLINE, NO_WHITE, NUMBER, OTHER
from workbench.kernels.classes cimport SPACE, UPPER_PART, WHITE
from workbench.kernels.tables cimport table_end

# Return the end of the piece or gap at `at`, or `at` where no valid character is.
cdef inline size_t piece_end(
    int pattern, const unsigned char* data, size_t at, size_t end, const unsigned char* table, Far* far
) noexcept nogil:
    cdef size_t after
    if pattern == TABLES:
        return table_end(data, at, end, table, far)
    if pattern > PLAIN:
        after = cut_number_end(pattern, data, at, end, table, far)
        if after > at:
            return after
        pattern &= PLAIN
    if pattern == O200K or pattern == TEKKEN:
        return o200k_end(data, at, end, table, pattern, far)
    if pattern == GPT2:
        return gpt2_end(data, at, end, table, far)
    if pattern == CL100K or pattern == LLAMA3:
        return cl100k_end(data, at, end, table, pattern, far)
    if pattern == CLIP:
        return clip_end(data, at, end, table, far)
    if pattern == WORDS:
        return run_end(data, run_end(data, at, end, table, WHITE, far), end, table, NO_WHITE, far)
    return spaces_end(data, at, end, table, far)

# Return whether what is between `at` and `after`, where `piece_end` ended it, is left out by the pattern.
cdef inline bint is_left_out(
    int pattern, const unsigned char* data, size_t at, size_t after, size_t end, const unsigned char* table, Far* far
) noexcept nogil:
    pattern &= PLAIN
    if pattern == TABLES:
        return far.gap and after > at
    if pattern == CLIP:
        return look(data, at, end, table) & WHITE
    if pattern != WORDS or after == at or look(data, after, end, table):
        return False
    return run_end(data, at, end, table, WHITE, far) == after

# Return the end of the piece of gpt2 that starts at `at`, or `at` where no valid character is.
cdef inline size_t gpt2_end(
    const unsigned char* data, size_t at, size_t end, const unsigned char* table, Far* far
) noexcept nogil:
    cdef size_t start = at
    cdef unsigned int found = look(data, at, end, table)
    if found & OTHER:
        at = contraction_end(data, at, end, 0)
        if at > start:
            return at
    elif data[at] == 0x20 and found:
        at += 1
        found = look(data, at, end, table)
        if found & WHITE or found == 0:
            return white_end(data, start, end, table, GPT2, far)
    if found & LETTER:
        return letters_end(data, at, end, table, far)
    if found & NUMBER:
        return run_end(data, at, end, table, NUMBER, far)
    if found & (OTHER | MARK):
        return run_end(data, at, end, table, OTHER | MARK, far)
    return white_end(data, at, end, table, GPT2, far)

# Return the end of the piece of cl100k or llama3 at `at`, or `at` where no valid character is.
cdef inline size_t cl100k_end(
    const unsigned char* data, size_t at, size_t end, const unsigned char* table, int pattern, Far* far
) noexcept nogil:
    cdef size_t after
    cdef unsigned int following
    cdef unsigned int found = look(data, at, end, table)
    if found & LETTER:
        return letters_end(data, at, end, table, far)
    if found & NUMBER:
        return numbers_end(data, at, end, table, 3)
    if found & (SPACE | OTHER | MARK):
        after = contraction_end(data, at, end, 0x20)
        if after > at:
            return after
        after = at + (found >> 8)
        following = look(data, after, end, table)
        if following & LETTER:
            return letters_end(data, after, end, table, far)
        if found & (OTHER | MARK) or (data[at] == 0x20 and following & (OTHER | MARK)):
            after = run_end(data, after, end, table, OTHER | MARK, far)
            return run_end(data, after, end, table, NEWLINE, far)
    return white_end(data, at, end, table, pattern, far)

# Return the end of the piece of o200k or tekken at `at`, or `at` where no valid character is.
cdef inline size_t o200k_end(
    const unsigned char* data, size_t at, size_t end, const unsigned char* table, int pattern, Far* far
) noexcept nogil:
    cdef size_t after, last
    cdef unsigned int found = look(data, at, end, table)
    if found & NUMBER:
        return numbers_end(data, at, end, table, 3)
    # A mark may be before a word as well, but then it is a part of it just as well.
    after = at + (found >> 8) if found & (SPACE | OTHER) else at
    last = word_end(data, after, end, table, far)
    if last > after:
        return contraction_end(data, last, end, 0x20) if pattern == O200K else last
    if found & OTHER or (found and data[at] == 0x20 and look(data, after, end, table) & OTHER):
        return others_end(data, after, end, table, far)
    return white_end(data, at, end, table, O200K, far)

# Return the end of the piece or gap of clip at `at`, or `at` where no valid character is.
cdef inline size_t clip_end(
    const unsigned char* data, size_t at, size_t end, const unsigned char* table, Far* far
) noexcept nogil:
    cdef size_t after = at
    cdef unsigned int found = look(data, at, end, table)
    if found & LETTER:
        return letters_end(data, at, end, table, far)
    if found & NUMBER:
        return at + (found >> 8)
    if found & WHITE:
        return run_end(data, at, end, table, WHITE, far)
    if found == 0:
        return at
    if data[at] == 0x3C:
        after = spelled_end(data, at, end, b"<|startoftext|>")
        if after == at:
            after = spelled_end(data, at, end, b"<|endoftext|>")
    elif data[at] == 0x27:
        after = contraction_end(data, at, end, 0x20)
    return after if after > at else run_end(data, at, end, table, OTHER | MARK, far)

# Return the end of the spaces at `at` and of what follows up to the next one, as far as it is valid.
cdef inline size_t spaces_end(
    const unsigned char* data, size_t at, size_t end, const unsigned char* table, Far* far
) noexcept nogil:
    at = kind_end(data, at, end, table, PLAIN_SPACE, far)
    return kind_end(data, at, end, table, NO_SPACE, far)

# Return the end of `\p{L}*`.
cdef inline size_t letters_end(
    const unsigned char* data, size_t at, size_t end, const unsigned char* table, Far* far
) noexcept nogil:
    at = ascii_letters_end(data, at, near_of(at, end), 0x2020202020202020)
    return run_end(data, at, end, table, LETTER, far)

# Return the end of the piece of a number, cut otherwise than the pattern does, at `at`, or `at` where none is.
#
# Threes from the right: the first piece of a number leaves threes, and behind a digit is nothing else.
#
cdef inline size_t cut_number_end(
    int pattern, const unsigned char* data, size_t at, size_t end, const unsigned char* table, Far* far
) noexcept nogil:
    cdef size_t start = at
    cdef size_t last
    cdef size_t n = 0
    cdef unsigned int found = look(data, at, end, table)
    if found and data[at] == 0x20 and pattern & PLAIN == GPT2:
        at += 1
        found = look(data, at, end, table)
    if not found & NUMBER:
        return start
    pattern &= ~PLAIN
    if pattern == SINGLE or pattern == TWOS:
        return numbers_end(data, at, end, table, 1 if pattern == SINGLE else 2)
    if pattern == WHOLE:
        return run_end(data, at, end, table, NUMBER, far)
    if pattern == LEFT or (at == start and is_behind_number(data, at, table)):
        return numbers_end(data, at, end, table, 3)
    last = run_end(data, at, end, table, NUMBER, far)
    if far.stopped:
        return last
    for start in range(at, last):
        n += data[start] & 0xC0 != 0x80
    for _ in range((n - 1) % 3 + 1):
        at += look(data, at, end, table) >> 8
    return at

# Tell whether the character before `at` is one of a number.
cdef inline bint is_behind_number(const unsigned char* data, size_t at, const unsigned char* table) noexcept nogil:
    cdef size_t first = at
    cdef unsigned int found
    while first > 0 and at - first < 4:
        first -= 1
        if data[first] & 0xC0 != 0x80:
            found = look(data, first, at, table)
            return found >> 8 == at - first and found & NUMBER
    return False

# Return the end of `\p{N}{1,most}`.
cdef inline size_t numbers_end(
    const unsigned char* data, size_t at, size_t end, const unsigned char* table, int most
) noexcept nogil:
    cdef unsigned int found
    for _ in range(most):
        found = look(data, at, end, table)
        if not found & NUMBER:
            break
        at += found >> 8
    return at

# Return the end of the piece that white space at `at` begins, where it is not before a word.
#
# gpt2: `\s++$|\s+(?!\S)|\s`; cl100k: `\s++$|\s*[\r\n]|\s+(?!\S)|\s`; o200k and llama3:
# `\s*[\r\n]+|\s+(?!\S)|\s+`.
cdef inline size_t white_end(
    const unsigned char* data, size_t at, size_t end, const unsigned char* table, int pattern, Far* far
) noexcept nogil:
    cdef size_t start = at
    cdef size_t last = at
    cdef size_t newline_end = 0
    cdef size_t near = near_of(at, end)
    cdef Run* run
    cdef unsigned int found = look(data, at, end, table)
    while found & WHITE:
        last = at
        at += found >> 8
        if found & NEWLINE:
            newline_end = at
        if at >= near and near < end:
            run = far_run(data, start, end, table, WHITE, far)
            if far.stopped:
                return run.end
            last = run.last
            at = run.end
            newline_end = run.newline_end
            near = end
        found = look(data, at, end, table)
    if found == 0 and (pattern == GPT2 or pattern == CL100K or newline_end == 0):
        return at
    if newline_end and pattern != GPT2:
        return newline_end
    return at if last == start else last

# Return the end of 's 't 're 've 'm 'll 'd, or `at` where none is; `fold` is 0x20 for either case.
cdef inline size_t contraction_end(
    const unsigned char* data, size_t at, size_t end, unsigned int fold
) noexcept nogil:
    cdef unsigned int first, second
    if at + 2 > end or data[at] != 0x27:
        return at
    first = data[at + 1] | fold
    if first == 0x73 or first == 0x74 or first == 0x6D or first == 0x64:
        return at + 2
    if at + 3 > end:
        return at
    second = data[at + 2] | fold
    if (first == 0x6C and second == 0x6C) or ((first == 0x72 or first == 0x76) and second == 0x65):
        return at + 3
    # U+017F, the long s, is an s to those who ignore case.
    if fold and data[at + 1] == 0xC5 and data[at + 2] == 0xBF:
        return at + 3
    return at

# Return the end of o200k's `U*L+` or else `U+L*` at `at`, or `at` where neither is.
#
# U are `\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}` and L `\p{Ll}\p{Lm}\p{Lo}\p{M}`. Where no L follows the U, the
# expression goes back to the last of them that is an L too, and ends there.
cdef inline size_t word_end(
    const unsigned char* data, size_t at, size_t end, const unsigned char* table, Far* far
) noexcept nogil:
    cdef size_t start = at
    cdef size_t either_end = at
    cdef size_t near = near_of(at, end)
    cdef Run* run
    cdef unsigned int found = look(data, at, end, table)
    while found & UPPER_PART:
        at += found >> 8
        if found & EITHER_PART:
            either_end = at
        if at >= near and near < end:
            run = far_run(data, start, end, table, UPPER_PART, far)
            if far.stopped:
                return run.end
            at = run.end
            either_end = max(run.either_end, start)
            near = end
        found = look(data, at, end, table)
    if found & LOWER:
        at = ascii_letters_end(data, at, near_of(at, end), 0)
        return run_end(data, at, end, table, LOWER_PART, far)
    return either_end if either_end > start else at

# Return the end of o200k's `[^\s\p{L}\p{N}]*[\r\n/]*`.
cdef inline size_t others_end(
    const unsigned char* data, size_t at, size_t end, const unsigned char* table, Far* far
) noexcept nogil:
    at = run_end(data, at, end, table, OTHER | MARK, far)
    return kind_end(data, at, end, table, NEWLINE_OR_SLASH, far)

# Return the end of a spelling at `at`, or `at`; it is given in lower case, a zero at its end.
cdef inline size_t spelled_end(
    const unsigned char* data, size_t at, size_t end, const unsigned char* spelling
) noexcept nogil:
    cdef size_t start = at
    cdef size_t i = 0
    while spelling[i]:
        if at >= end:
            return start
        if data[at] == spelling[i] or (0x61 <= spelling[i] <= 0x7A and data[at] | 0x20 == spelling[i]):
            at += 1
        elif spelling[i] == 0x73 and at + 2 <= end and data[at] == 0xC5 and data[at + 1] == 0xBF:
            at += 2  # U+017F, the long s
        else:
            return start
        i += 1
    return at
