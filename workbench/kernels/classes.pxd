# The classes of characters (one bit each, as in unicode_classes.py) and the patterns, for compiled modules.

cdef enum CharacterClass:
    NEWLINE = 1
    SPACE = 2
    NUMBER = 4
    UPPER = 8
    LOWER = 16
    CASELESS = 32
    MARK = 64
    OTHER = 128
    LETTER = 56  # UPPER | LOWER | CASELESS
    WHITE = 3  # NEWLINE | SPACE
    NO_WHITE = 252  # all others
    UPPER_PART = 104  # what the first class of letters in o200k takes: UPPER | CASELESS | MARK
    LOWER_PART = 112  # and the second: LOWER | CASELESS | MARK
    EITHER_PART = 96  # CASELESS | MARK, which both take

cdef enum Pattern:
    GPT2 = 0
    CL100K = 1
    O200K = 2
    LLAMA3 = 3
    CLIP = 4
    SPACES = 5
    TEKKEN = 6  # as O200K, without contractions
    WORDS = 7
    TABLES = 8  # any pattern of which there are tables (tables.pxd)
    PLAIN = 15  # the bits of a pattern's number that say which it is; the others, how it cuts numbers
    # Numbers cut otherwise than the pattern does (engine.splitting.numbers)
    SINGLE = 16
    LEFT = 32
    RIGHT = 48
    WHOLE = 64
    TWOS = 80

