"""The presets of training, shared by window, settings, command line and Python."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

PRESETS: Mapping[str, str] = MappingProxyType(
    {
        "basic": "none",
        "gpt2": "gpt2",
        "gpt4": "cl100k",
        "gpt4o": "o200k",
        "minbpe": "minbpe",
        "clip": "clip",
        "llama2": "spaces",
        "custom": "custom",
    }
)  # preset -> name of the split
DEFAULT_PRESET = "gpt4"
