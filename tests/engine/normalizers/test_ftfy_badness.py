"""The states of ftfy's rule are bad where ftfy takes a line for badly decoded, and hardly elsewhere."""

from __future__ import annotations

from functools import cache

import numpy as np
from ftfy.badness import MOJIBAKE_CATEGORIES, is_bad
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from workbench.engine.normalizers.ftfy_badness import badness_states
from workbench.engine.normalizers.ftfy_shortcuts import changed_alone

NAMED = "".join(MOJIBAKE_CATEGORIES.values()) + "abZ ,?.!\n\u2013\u00b4"
PUT = "".join(changed_alone())


@cache
def tables() -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
    return badness_states(changed_alone(), 0x20000)


def bad(line: str) -> bool:
    """Tell by the states."""
    classes, rows = tables()
    state = 1
    for letter in line:
        state = int(rows[classes[ord(letter)] + state])
        if state == 0:
            return True
    return False


@given(st.text(sorted(set(NAMED) - set(PUT)), max_size=12))
@example("ГўВЂВ.a")
@example("a Ã ")
@example("œ")
@example("вЂ™")
def test_a_line_that_ftfy_leaves_is_bad_where_it_is_to_ftfy(line: str) -> None:
    # That "Â " is bad where a line begins is taken as so everywhere.
    assert bad(line) == is_bad(line) or (bad(line) and ("Â " in line or "Ã " in line))


@given(st.text(NAMED + PUT, max_size=12) | st.text(st.characters(max_codepoint=0xFFFF), max_size=5))
@example("é»\x01a")
@example("é”ａ")
@example("œ\ufb03")
def test_what_is_not_bad_is_not_before_and_not_after(line: str) -> None:
    put = changed_alone()
    assert bad(line) or not (is_bad(line) or is_bad("".join(put.get(c, c) for c in line)))


def test_each_two_and_three_letters_beside_plain_ones() -> None:
    kinds = {int(tables()[0][ord(c)]): c for c in NAMED if c not in PUT}
    assert len(kinds) > 50
    for first in kinds.values():
        for second in kinds.values():
            for line in (f"a{first}{second}b", f" {first}{second} ", f"é{first}{second}1"):
                assert bad(line) == is_bad(line) or (bad(line) and second + " " in ("Â ", "Ã "))
