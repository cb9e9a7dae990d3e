"""The child's side of nanochat's tokenizer.pkl: a pickle, read by an unpickler that can make nothing.

A pickle is a program that builds objects. For the unpickler here the only thing that there is to build is a
stand-in that keeps what it is given, and bytes; any other name is an error. Nothing named in the file is ever
imported or called.
"""

from __future__ import annotations

import io
import json
import pickle  # only its reader, with everything that it could build taken away
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.child.frames import Frame


class _StandIn:
    """Keeps what the file says of a tiktoken Encoding."""

    state: object = None

    def __setstate__(self, state: object) -> None:
        self.state = state


def _latin1(text: str, encoding: str) -> bytes:
    """Return the bytes that a pickle of protocol 2 writes as text."""
    if encoding != "latin1":
        raise ValueError(encoding)
    return text.encode("latin-1")


_STAND_INS: Mapping[tuple[str, str], Callable[..., object]] = {
    ("tiktoken.core", "Encoding"): _StandIn,
    ("_codecs", "encode"): _latin1,
}


class _ForbiddenError(Exception):
    """The file names something that is not to be built."""


class _Unpickler(pickle.Unpickler):
    """Builds numbers, texts, bytes, lists, dictionaries, and stand-ins."""

    def find_class(self, module: str, name: str) -> Callable[..., object]:
        """Return what is in for the names that are allowed; nothing is imported."""
        if (module, name) not in _STAND_INS:
            raise _ForbiddenError(f"{module}.{name}")
        return _STAND_INS[module, name]

    def persistent_load(self, _: object) -> object:
        """Refuse references to what is outside of the file."""
        raise _ForbiddenError("a reference to something outside of the file")


def read_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Read buffers[0]; reply {"name"}, and the pattern, the special tokens as JSON, tokens, ends, ranks.

    Raises EngineError for a pickle of anything else, and for an id that is out of range.
    """
    state = _state(buffers[0])
    if isinstance(state, str):
        raise EngineError("pickle_by_name", name=state[:80])
    entries = _as(dict, state, "the encoding")
    ranks = _as(dict, entries.get("mergeable_ranks"), "mergeable_ranks")
    specials = _as(dict, entries.get("special_tokens"), "special_tokens")
    for token, rank in ranks.items():
        _as(bytes, token, "mergeable_ranks")
        _as(int, rank, "mergeable_ranks")
    for text, token_id in specials.items():
        _as(str, text, "special_tokens")
        _as(int, token_id, "special_tokens")
    try:
        pattern = _as(str, entries.get("pat_str"), "pat_str").encode()
    except UnicodeEncodeError:
        pattern = b""
    if not pattern:  # with which tiktoken encodes nothing
        raise EngineError("pickle_kind", place=Place("key", "pat_str"))
    outside = [rank for rank in ranks.values() if not 0 <= rank < 1 << 31]
    if outside:
        raise EngineError("id_too_large", id=str(outside[0])[:40], highest=(1 << 31) - 1)
    tokens = list(ranks)
    yield Frame(
        {"name": _as(str, entries.get("name"), "name")[:200]},
        (
            pattern,
            json.dumps(specials).encode(),
            b"".join(tokens),
            array("Q", accumulate(map(len, tokens))).tobytes(),
            array("q", ranks.values()).tobytes(),
        ),
    )


def _state(data: bytes) -> object:
    """Return what the file keeps of its encoding; raises EngineError whatever the file is."""
    try:
        stand_in = _Unpickler(io.BytesIO(data)).load()
    except _ForbiddenError as fault:
        raise EngineError("pickle_forbidden", name=str(fault)[:200]) from fault
    except MemoryError:
        raise EngineError("pickle_broken", reason="it asks for more memory than there is") from None
    except Exception as fault:  # an unpickler raises whatever its opcodes run into
        raise EngineError("pickle_broken", reason=f"{type(fault).__name__}: {fault}"[:200]) from fault
    if not isinstance(stand_in, _StandIn):
        raise EngineError("pickle_other", kind=type(stand_in).__name__)
    return stand_in.state


def _as(kind: type[Any], value: object, key: str) -> Any:  # noqa: ANN401 - a pickle's, distinguished by `kind`
    if not isinstance(value, kind) or isinstance(value, bool):
        raise EngineError("pickle_kind", place=Place("key", key))
    return value
