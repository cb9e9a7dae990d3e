"""What the child does for chat templates; Jinja is imported only there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from workbench.engine.child.frames import Frame


def prepare_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Reply nothing: what renders, and Jinja with it, is imported."""
    import_module("workbench.engine.chat.rendering")
    yield from ()


def render_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Render a conversation (`rendering.render`)."""
    from workbench.engine.chat.rendering import render

    yield from render(header, buffers)
