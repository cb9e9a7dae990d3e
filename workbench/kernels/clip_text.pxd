# What the table of clip_text.py says of a character (engine.normalizers.clip_lines).

cdef enum:
    POINTS = 0x20000  # characters in the table; a line with others is not cleaned here
    ORDER = 0xFF  # the place of a mark in the order of marks
    STOPS = 1 << 8  # its line is not cleaned here
    JOINER = 1 << 9  # it may become one with what is before
    JOINED = 1 << 10  # others may become one with it
    WHITE = 1 << 11
    OTHER = 1 << 12  # other bytes come in its place
    N_BYTES = 13  # the first bit of how many (4 bits)
    PLACE = 17  # and of where they are (13 bits)
