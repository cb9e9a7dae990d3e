"""JSON of files that may be anything: read strictly, every fault with its place.

Python's reader takes more than the libraries do (NaN, a key twice, half a surrogate pair); here these are
errors, since whatever is written on such ground is another tokenizer elsewhere. Places are bytes, or keys as
in `model.merges[3]`.
"""

from __future__ import annotations

import contextlib
import gc
import json
import re
from collections.abc import Iterator
from typing import Any

from workbench.engine.base.errors import EngineError, Fact, Place

LARGEST_JSON = 1 << 27  # bytes, unless it is wanted anyway; Python's objects take some ten times as much
LONGEST_NUMBER = 40  # characters; transformers writes 31 for a length without limit

_BOM = b"\xef\xbb\xbf"
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")  # how half a surrogate pair is escaped
_BRACKET = re.compile(rb'"(?:[^"\\]|\\.)*+"|[\[\]{}]')  # or a text, in which brackets are none
_DEEP = 500  # deeper than any tokenizer, and less than Python's reader goes down
_DIGITS = bytes(0x30 if 0x30 <= byte <= 0x39 else 0x20 for byte in range(256))
_LONG_NUMBER = b"0" * LONGEST_NUMBER  # what that makes of digits of a number too long, or of a text
_STARTED = ("true", "false", "null", "NaN", "Infinity", "-Infinity", "-")


class _TwiceError(ValueError):
    """An object has a key twice."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Keep the collector from walking again and again through what JSON becomes; not for the window.

    That takes half of the time of a large file, and finds nothing: JSON has no cycles. In the window's
    process collection stays off for good (`widgets/garbage.py`).
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def parsed(data: bytes, anyway: bool = False) -> tuple[Any, bool]:
    """Return what JSON in UTF-8 says, and whether it began with a byte order mark.

    Args:
        data: the JSON.
        anyway: however large it is.

    Raises:
        EngineError: "json_…", with the byte or the key.

    """
    if len(data) > LARGEST_JSON and not anyway:
        raise EngineError("json_too_large", largest=LARGEST_JSON)
    marked = data.startswith(_BOM)
    data = data.removeprefix(_BOM)
    text = _text(data)
    try:
        value = json.loads(
            text,
            parse_int=_whole_number if _LONG_NUMBER in data.translate(_DIGITS) else int,
            parse_float=_number,
            parse_constant=_no_constant,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as fault:
        raise _syntax(text, fault) from fault
    except RecursionError:
        raise EngineError("json_too_deep", place=_place_of_depth(data)) from None
    except EngineError as fault:
        raise EngineError(fault.code, file=None, place=_place_of_value(data, fault), **fault.facts) from None
    except _TwiceError as fault:
        raise EngineError(
            "json_key_twice", place=_place_of_key(data, fault.key), key=fault.key[:80]
        ) from None
    if _HALF.search(data):
        _refuse_half_characters(value)
    return value, marked


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as fault:
        if fault.end == len(data) and fault.reason == "unexpected end of data":
            raise EngineError("json_cut", place=Place("byte", len(data))) from fault
        raise EngineError("json_not_utf8", place=Place("byte", fault.start)) from fault


def _whole_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise EngineError("json_number_too_long", number=f"{digits[:12]}…", length=len(digits))
    return int(digits)


def _number(digits: str) -> float:
    if len(digits) > 40 * LONGEST_NUMBER:
        raise EngineError("json_number_too_long", number=f"{digits[:12]}…", length=len(digits))
    return float(digits)


def _no_constant(name: str) -> object:
    raise EngineError("json_constant", name=name)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _TwiceError(key)
            seen.add(key)
    return result


def _place_of_value(data: bytes, fault: EngineError) -> Place | None:
    """Return where a number that is none, or too long a one, begins, as far as its text tells."""
    start = str(fault.facts.get("name") or fault.facts["number"]).rstrip("…")
    match = re.search(rb"[:\[,]\s*(?=" + re.escape(start.encode()) + rb")", data)
    return Place("byte", match.end()) if match else None


def _place_of_depth(data: bytes) -> Place | None:
    """Return where the value begins that lies deeper than any should."""
    depth = 0
    for match in _BRACKET.finditer(data):
        depth += {b"[": 1, b"{": 1, b"]": -1, b"}": -1}.get(match.group(), 0)
        if depth > _DEEP:
            return Place("byte", match.start())
    return None


def _place_of_key(data: bytes, key: str) -> Place | None:
    """Return where a key that comes twice stands for the second time, as far as its text tells."""
    spelled = re.escape(json.dumps(key, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    places = [match.start() for match in re.finditer(spelled + rb"\s*:", data)]
    return Place("byte", places[1]) if len(places) > 1 else None


def _syntax(text: str, fault: json.JSONDecodeError) -> EngineError:
    """Return the error of a text that is no JSON; one that only lacks its end is said to be cut."""
    rest = text[fault.pos :].strip()
    unclosed = fault.msg.startswith("Unterminated string")
    half_escape = fault.msg.startswith("Invalid \\") and len(rest) < 6
    if not rest or unclosed or half_escape or any(word.startswith(rest) for word in _STARTED):
        return EngineError("json_cut", place=Place("byte", len(text.encode())))
    byte = len(text[: fault.pos].encode())
    facts: dict[str, Fact] = {"reason": fault.msg, "line": fault.lineno, "column": fault.colno}
    return EngineError("json_syntax", file=None, place=Place("byte", byte), **facts)


def _refuse_half_characters(value: Any) -> None:  # noqa: ANN401 - JSON
    for path, text in strings(value):
        try:
            text.encode()
        except UnicodeEncodeError:
            raise EngineError(
                "json_surrogate", place=Place("key", path), text=ascii(text)[1:-1][:80]
            ) from None


def strings(value: Any, path: str = "") -> Iterator[tuple[str, str]]:  # noqa: ANN401 - JSON
    """Yield (path, text) of every text and every key in a value."""
    waiting = [(path, value)]
    while waiting:
        at, item = waiting.pop()
        if isinstance(item, str):
            yield at, item
        elif isinstance(item, dict):
            for key, inner in item.items():
                yield at, key
                waiting.append((joined(at, key), inner))
        elif isinstance(item, list):
            waiting += ((f"{at}[{number}]", inner) for number, inner in enumerate(item))


def joined(path: str, key: str) -> str:
    """Return the path of a key inside the value at `path`."""
    shown = ascii(key)[1:-1][:40]
    return f"{path}.{shown}" if path else shown
