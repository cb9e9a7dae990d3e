"""Where a text may end so that its normal form (UAX 15) is the beginning of that of a longer one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.chunked_arrays import concatenated
from workbench.engine.normalizers.normal_forms import Composed

_Places = NDArray[np.int64]


def ends_in_output(step: Composed, text: bytes, ends: _Places) -> _Places:
    """Return int64[n], where the normal form of the text up to each place ends in that of the whole.

    A part of a normal form is one too (UAX 15, 9). So that is so at each place between the clusters that were
    changed, and in a cluster that was not.

    Args:
        step: the normal form.
        text: all of it, in UTF-8.
        ends: int64[n], places between two characters.

    Returns:
        -1 inside a changed cluster.

    """
    stretches = concatenated([np.zeros((1, 4), np.int64), step.edited(text)[0].stretches])
    last = stretches[np.maximum(np.searchsorted(stretches[:, 0], ends) - 1, 0)]  # begins before the place
    return np.where(ends < last[:, 1], -1, ends - last[:, 1] + last[:, 3])
