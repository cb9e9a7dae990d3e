"""Where many stretches of a line lie, asked for at once, is where each lies, asked for alone."""

from __future__ import annotations

import numpy as np
import pytest

from workbench.widgets.token_view.layout.layout import LineLayout, make_measures
from workbench.widgets.token_view.layout.line import line_text

LINES = {
    "plain": "one row after the other " * 9,
    "tabs and spaces": "a\tb  c\u00a0d\t" * 12,
    "Arabic": "تصفّح الأرشيف، الاختيارات. " * 9,
    "both directions": "model نموذج 42 (א) ב, GPT-4 " * 9,
    "Devanagari": "क्षत्रिय हिन्दी " * 12,
    "emoji": "👨‍👩‍👧‍👦 🇩🇪 é e\u0301 " * 18,
}


@pytest.mark.parametrize("right_to_left", [False, True])
@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("step", [1, 3, 7])
def test_stretches_lie_where_each_of_them_lies(qapp, name, step, right_to_left):
    text = line_text(LINES[name].encode() + b"\n", right_to_left)
    layout = LineLayout(text, make_measures(300, 1.0), right_to_left)
    assert layout.n_rows > 2  # so that some stretches lie in two rows
    borders = np.append(np.arange(0, int(text.at[-1]), step), int(text.at[-1])).astype(np.int64)
    numbers, strips = layout.strips_of(borders[:-1], borders[1:])
    alone = [
        (number, *strip)
        for number, (start, end) in enumerate(zip(borders[:-1].tolist(), borders[1:].tolist(), strict=True))
        for strip in layout.strips(start, end)
    ]
    together = [(int(number), *strip) for number, strip in zip(numbers, strips, strict=True)]
    assert together == alone
