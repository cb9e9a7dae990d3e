"""Which of the compiled kernels the processor can run.

Compiled only (see `workbench.kernels`); what it asks for is in processor.pxd.
"""

from __future__ import annotations

import cython
from cython.cimports.workbench.kernels.processor import is_x86_64_v3


def has_x86_64_v3() -> bool:
    """Return whether instructions of x86-64-v3 (AVX2, BMI2 and others) can be used; False if unknown."""
    v3: cython.bint = is_x86_64_v3()
    return v3
