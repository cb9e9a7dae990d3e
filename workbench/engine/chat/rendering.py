"""Chat templates at work, in the child process: code of others, in Jinja's sandbox, within limits.

A template sees what Hugging Face's `apply_chat_template` shows it (huggingface/transformers,
utils/chat_template_utils.py): `messages`, `tools`, `documents`, `add_generation_prompt`, the texts of the
special tokens, `raise_exception`, `strftime_now`, `tojson` without escapes for HTML, `{% break %}`,
`{% continue %}` and `{% generation %}`. This file runs in the child (`isolation.py`), which stops it
when it takes too long; it imports no numpy.

Which characters of the text are content is found by rendering again with marks around each content, and is
believed only where that text without the marks is the very text, and where another content leaves all that is
outside the marks as it is. A template that cuts a content up or asks for its length gives no such answer, and
then none is made up. Where a message ends is found by rendering the messages up to it: it is known where that
text begins the whole one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.exceptions import SecurityError, TemplateError, TemplateSyntaxError
from jinja2.ext import Extension, loopcontrols
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.child.frames import Frame

LONGEST_OUTPUT = 1 << 22  # characters
MOST_TRIALS = 256  # messages up to which contents and ends are looked for one by one
_NAMELESS = 0xF0000  # the first of Unicode's private characters that the marks are taken from

Span = tuple[int, int]  # start and end, in characters
Message = Mapping[str, Any]


class RefusedError(Exception):
    """The template called `raise_exception`."""


class _Generation(Extension):
    """`{% generation %}…{% endgeneration %}`, around what the model itself would write: its body."""

    tags = {"generation"}  # noqa: RUF012 - as jinja2 declares it

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.Scope(body, lineno=line)


def _to_json(
    value: object,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    return json.dumps(
        value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys
    )


def _refuse(message: object) -> None:
    raise RefusedError(str(message))


@lru_cache(maxsize=4)
def _compiled(template: str) -> jinja2.Template:
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[_Generation, loopcontrols]
    )
    environment.filters["tojson"] = _to_json
    environment.globals["raise_exception"] = _refuse
    return environment.from_string(template)


@dataclass(frozen=True)
class Request:
    """What is to be rendered.

    Attributes:
        template: the Jinja text.
        messages: the conversation, plain JSON data.
        values: what else the template sees by name, such as `bos_token`.
        prompt: whether the text ends with the beginning of the assistant's turn.
        now: what time it is, the same for every rendering.

    """

    template: str
    messages: Sequence[Message]
    values: Mapping[str, Any]
    prompt: bool
    now: datetime

    def rendered(self, messages: Sequence[Message], prompt: bool) -> str:
        """Return the text of some messages; raises EngineError."""
        with_time = {"strftime_now": self.now.strftime}
        names = {**with_time, **self.values, "messages": list(messages), "add_generation_prompt": prompt}
        parts: list[str] = []
        size = 0
        with _Faults():
            for part in _compiled(self.template).generate(**names):
                parts.append(part)
                size += len(part)
                if size > LONGEST_OUTPUT:
                    raise EngineError("chat_text_too_long", limit=LONGEST_OUTPUT)
        return "".join(parts)

    def attempted(self, messages: Sequence[Message], prompt: bool) -> str | None:
        """Return the text of some messages, None if there is none."""
        try:
            return self.rendered(messages, prompt)
        except EngineError:
            return None


class _Faults:
    """Turns whatever a template raises into an EngineError that says what is wrong with the template."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None or isinstance(error, EngineError | MemoryError) or not isinstance(error, Exception):
            return
        raise _fault(error) from error


def _fault(error: Exception) -> EngineError:
    if isinstance(error, RefusedError):
        return EngineError("chat_template_refused", reason=_short(str(error)))
    if isinstance(error, TemplateSyntaxError):
        return EngineError(
            "chat_template_syntax", place=Place("line", error.lineno), reason=_short(error.message or "")
        )
    if isinstance(error, SecurityError):
        return EngineError("chat_template_unsafe", place=_line(error), reason=_short(str(error)))
    reason = str(error) if isinstance(error, TemplateError) else f"{type(error).__name__}: {error}"
    return EngineError("chat_template_failed", place=_line(error), reason=_short(reason))


def _short(reason: str) -> str:
    """Return a reason as part of a sentence, whose full stop is ours."""
    reason = reason.removesuffix(".")
    return reason if len(reason) <= 300 else f"{reason[:299]}…"


def _line(error: Exception) -> Place | None:
    """Return the line of the template that was worked on; Jinja puts it into the traceback."""
    trace, line = error.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "<template>":
            line = trace.tb_lineno
        trace = trace.tb_next
    return None if line is None else Place("line", line)


# --- which characters are content -----------------------------------------------------------------


@dataclass(frozen=True)
class Contents:
    """Where the contents of the messages are in the rendered text.

    Attributes:
        spans: (start, end, number of the message), rising, in characters; one content may be at several
            places, or at none.
        known: for each message whether all of its content is in `spans` and nothing else.

    """

    spans: tuple[tuple[int, int, int], ...]
    known: tuple[bool, ...]


class _Marks:
    """Pairs of marks that occur nowhere in what they mark."""

    def __init__(self, request: Request) -> None:
        sent = json.dumps([request.messages, request.values], ensure_ascii=False)
        taken = set(request.template) | set(sent)
        free = (chr(number) for number in range(_NAMELESS, _NAMELESS + 0xFFFE) if chr(number) not in taken)
        self._open, self._close, self._end, self._other = next(free), next(free), next(free), next(free)
        self._any = re.compile(f"([{self._open}{self._close}])([0-9]+){self._end}")

    def between_marks(self, content: str, number: int, inside: bool, other: bool = False) -> str:
        """Return a content between marks; `inside` leaves the white space at its ends out.

        `other` puts a letter in its place that is nowhere else.
        """
        start = len(content) - len(content.lstrip()) if inside else 0
        end = len(content.rstrip()) if inside else len(content)
        marks = f"{self._open}{number}{self._end}", f"{self._close}{number}{self._end}"
        held = self._other if other else content[start:end]
        return content[:start] + marks[0] + held + marks[1] + content[end:]

    def read(self, marked: str) -> tuple[str, list[tuple[int, int, int]] | None]:
        """Return a text without its marks, and (start, end, number) of what they hold.

        None stands for the spans where the marks are in disorder.
        """
        parts: list[str] = []
        spans: list[tuple[int, int, int]] = []
        opened: tuple[int, int] | None = None  # place and number
        position = size = 0
        orderly = True
        for mark in self._any.finditer(marked):
            parts.append(marked[position : mark.start()])
            size += mark.start() - position
            position = mark.end()
            number = int(mark[2])
            if mark[1] == self._open:
                orderly = orderly and opened is None
                opened = size, number
            else:
                orderly = orderly and opened is not None and opened[1] == number
                spans += [(opened[0], size, number)] if opened else []
                opened = None
        parts.append(marked[position:])
        return "".join(parts), spans if orderly and opened is None else None


def find_contents(request: Request, text: str) -> Contents:
    """Return where the contents are in `text`, which the request has rendered to."""
    marks = _Marks(request)
    markable = [number for number, message in enumerate(request.messages) if _content(message)]
    spans = _placed(request, text, marks, markable, inside=False)
    if spans is not None:
        return _contents(request, spans, set(markable))
    contents: list[tuple[int, int, int]] = []
    known: set[int] = set()
    for number in markable if len(markable) <= MOST_TRIALS else ():
        for inside in (False, True):
            alone = _placed(request, text, marks, [number], inside)
            if alone is not None:
                contents += alone
                known.add(number)
                break
    return _contents(request, contents, known)


def _content(message: Message) -> str:
    content = message.get("content")
    return content if isinstance(content, str) else ""


def _placed(
    request: Request, text: str, marks: _Marks, numbers: Sequence[int], inside: bool
) -> list[tuple[int, int, int]] | None:
    """Return where the contents of some messages lie.

    None if marking them changes the text, or where what is outside the marks depends on what they hold.
    """
    read = []
    for other in (False, True):
        messages: list[Message] = list(request.messages)
        for number in numbers:
            content = marks.between_marks(_content(messages[number]), number, inside, other)
            messages[number] = {**messages[number], "content": content}
        rendered = request.attempted(messages, request.prompt)
        if rendered is None:
            return None
        read.append(marks.read(rendered))
    (plain, spans), (other_plain, other_spans) = read
    if plain != text or spans is None or other_spans is None:
        return None
    return spans if _outside(plain, spans) == _outside(other_plain, other_spans) else None


def _outside(text: str, spans: Sequence[tuple[int, int, int]]) -> list[str | int]:
    """Return what is outside of the spans, with the numbers of these in between."""
    parts: list[str | int] = []
    position = 0
    for start, end, number in spans:
        parts += text[position:start], number
        position = end
    return [*parts, text[position:]]


def _contents(request: Request, spans: Sequence[tuple[int, int, int]], known: set[int]) -> Contents:
    """Return contents in order; those that are in one another's are not known."""
    rising = sorted(spans)
    meeting = [pair for pair in pairwise(rising) if pair[1][0] < pair[0][1]]
    overlapping = {span[2] for pair in meeting for span in pair}
    certain = [
        (not _content(message) and isinstance(message.get("content", ""), str))
        or (number in known and number not in overlapping)
        for number, message in enumerate(request.messages)
    ]
    kept = tuple(span for span in rising if span[2] not in overlapping and span[0] < span[1])
    return Contents(kept, tuple(certain))


# --- where a message ends -------------------------------------------------------------------------


def find_ends(request: Request, text: str) -> list[int]:
    """Return where each message with its template text ends, -1 where that cannot be determined.

    What follows the last end is the beginning of the next turn, if that was requested.
    """
    ends: list[int] = []
    least = 0
    for count in range(1, len(request.messages) + 1):
        part = request.attempted(request.messages[:count], prompt=False) if count <= MOST_TRIALS else None
        end = len(part) if part is not None and len(part) >= least and text.startswith(part) else -1
        least = max(least, end)
        ends.append(end)
    if ends and not request.prompt:
        ends[-1] = len(text)
    return ends


# --- the operation --------------------------------------------------------------------------------


def render(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Render messages: buffers[0] the template, buffers[1] the messages and values as JSON.

    Replies the text, in UTF-8, and then {"known"} with JSON of spans (start, end, number) and ends, in bytes.
    Half surrogates stand for loose bytes in all of them.
    """
    asked = json.loads(buffers[1])
    now = datetime.now()  # the hour of the clock on the wall, as in transformers
    template = buffers[0].decode("utf-8", "surrogateescape")
    request = Request(template, asked["messages"], asked["values"], bool(header["prompt"]), now)
    text = request.rendered(request.messages, request.prompt)
    yield Frame({"done": 1}, (_encoded(text),))
    contents, ends = find_contents(request, text), find_ends(request, text)
    in_bytes = _byte_places(text, [place for span in contents.spans for place in span[:2]] + ends)
    spans = [(in_bytes(start), in_bytes(end), number) for start, end, number in contents.spans]
    facts = {"spans": spans, "ends": [in_bytes(end) for end in ends]}
    yield Frame({"done": 2, "known": list(contents.known)}, (json.dumps(facts).encode(),))


def _encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half surrogates that stand for no byte, made by the template
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def _byte_places(text: str, places: Sequence[int]) -> Callable[[int], int]:
    """Return a function from some places in characters to places in bytes."""
    known = {-1: -1}
    position = size = 0
    for place in sorted(set(places) - {-1}):
        size += len(_encoded(text[position:place]))
        position = place
        known[place] = size
    return known.__getitem__
