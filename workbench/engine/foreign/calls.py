"""What a foreign model asks of its library in the child, and the splitter of that model."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from workbench.engine.base.errors import EngineError, Fact
from workbench.engine.base.pace import point
from workbench.engine.child.frames import Frame
from workbench.engine.child.isolation import DEFAULT_MEMORY, Child, Limit, Operation
from workbench.engine.splitting.pre_tokenizers import NoSplit

OPEN_LIMIT = Limit(seconds=20.0)

# What the child reports, in the terms of the libraries.
_CODES = {
    "child_too_slow": "foreign_too_slow",
    "child_out_of_memory": "foreign_no_memory",
    "child_died": "foreign_died",
    "child_fault": "foreign_failed",
}


class Calls:
    """Asks a library in the child, and sends the file again where the child has lost the library's model."""

    def __init__(self, library: str, data: bytes, child: Child | None, memory: int = DEFAULT_MEMORY) -> None:
        self.library = library
        self.data = data
        self._key = f"{library} {hashlib.sha256(data).hexdigest()}"
        self._child = Child(memory) if child is None else child
        self._owns_child = child is None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle library and file; a child of its own opens it again."""
        return type(self), (self.library, self.data, None)

    def request(self, operation: Operation, buffers: tuple[bytes, ...], limit: Limit) -> Frame:
        """Return the reply; raises EngineError naming the library."""
        header = {"library": self.library, "key": self._key}
        try:
            frame = self._reply(operation, header, buffers, limit)
            if frame.header.get("missing"):
                longer = Limit(limit.seconds + OPEN_LIMIT.seconds)
                frame = self._reply(operation, header, (*buffers, self.data), longer)
        except EngineError as error:
            raise self._named(error) from error
        return frame

    def _reply(
        self, operation: Operation, header: Mapping[str, Any], buffers: tuple[bytes, ...], limit: Limit
    ) -> Frame:
        reply: Frame | None = None
        for frame in self._child.request(operation, header, buffers, limit):
            reply = reply or frame
            point()
        if reply is None:
            raise EngineError("child_fault", reason="no reply")
        return reply

    def _named(self, error: EngineError) -> EngineError:
        code = _CODES.get(error.code)
        return error if code is None else _with_library(code, error, self.library)

    def close(self) -> None:
        """End the child, if it is this file's own."""
        if self._owns_child:
            self._child.close()


def _with_library(code: str, error: EngineError, library: str) -> EngineError:
    facts: dict[str, Fact] = {**error.facts, "library": library}
    return EngineError(code, file=None, place=None, **facts)


class Whole(NoSplit):
    """Never cuts a text, since the library's safe borders are unknown."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def close(self) -> None:
        """End the child, if it is this file's own."""
        self._calls.close()
