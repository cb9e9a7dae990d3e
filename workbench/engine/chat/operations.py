"""What the child does for chat templates; Jinja is imported only there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.child.frames import Frame


def prepare_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Reply nothing: what renders, and Jinja with it, is imported."""

    yield from ()


def render_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Render a conversation (`rendering.render`); raises EngineError "jinja_missing" too."""
    try:
        from workbench.engine.chat.rendering import render
    except ModuleNotFoundError as error:
        raise EngineError("jinja_missing") from error
    yield from render(header, buffers)
