"""What goes wrong, as data: a code, the file, the place, and facts; the English prose stands in one table.

The window translates the table's templates where it shows them, the command line prints them as
they are. Nothing here knows how it will be shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

Fact = str | int | float


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file or text the fault lies.

    Attributes:
        kind: "line", "byte", "column", "character", "id" or "key".
        value: the line (from 1), the byte offset (from 0), or the key's name.

    """

    kind: str
    value: int | str


@dataclass(frozen=True, slots=True)
class Prose:
    """The English templates of one code; `{name}` stands for a fact of that name."""

    cause: str
    remedy: str


class EngineError(Exception):
    """A fault of the input, never of the program.

    Attributes:
        code: key of `ENGLISH`.
        file: the path of the file at fault, or None.
        place: where in it, or None.
        facts: plain values that fill the templates.

    """

    def __init__(
        self, code: str, *, file: str | None = None, place: Place | None = None, **facts: Fact
    ) -> None:
        super().__init__(code)
        self.code = code
        self.file = file
        self.place = place
        self.facts: Mapping[str, Fact] = MappingProxyType(dict(facts))

    @property
    def cause(self) -> str:
        """What is wrong, in English."""
        return ENGLISH[self.code].cause.format_map(self.facts)

    @property
    def remedy(self) -> str:
        """What the person can do, in English."""
        return ENGLISH[self.code].remedy.format_map(self.facts)

    def in_file(self, file: str) -> EngineError:
        """Return the same error naming `file`, unless it names one already."""
        if self.file is not None:
            return self
        return EngineError(self.code, file=file, place=self.place, **self.facts)

    def __str__(self) -> str:
        where = [part for part in (self.file, _place_text(self.place)) if part]
        start = f"{', '.join(where)}: " if where else ""
        return f"{start}{self.cause}. {self.remedy}".rstrip()


def _place_text(place: Place | None) -> str:
    return "" if place is None else f"{place.kind} {place.value}"


# One row a code. A cause is a clause without a full stop; a remedy is a sentence. Kept in
# alphabetical order of the codes, so that two people adding rows do not collide.
ENGLISH: Mapping[str, Prose] = MappingProxyType({
    "bytes_missing": Prose(
        "{count} of the 256 single bytes have no token, the first of them {first} (hexadecimal)",
        "Such a vocabulary cannot encode every text; get the whole file from its publisher.",
    ),
    "cannot_read_file": Prose("the file cannot be read: {reason}", "Check that it exists and that you may read it."),
    "changed_while_reading": Prose(
        "the file changed while it was read",
        "Read it again when nothing writes to it; this run cannot be repeated exactly.",
    ),
    "child_cannot_start": Prose(
        "the helper process cannot be started: {reason}",
        "Close other programs and try again.",
    ),
    "child_died": Prose(
        "the helper process ended in the middle of {operation!r}: {how}",
        "The next request starts another; if it happens again, the input is more than it can take.",
    ),
    "child_fault": Prose("the helper process failed: {reason}", "Please report this with its details."),
    "child_out_of_memory": Prose(
        "the helper process ran out of memory in {operation!r}",
        "Try a smaller input.",
    ),
    "child_request_too_large": Prose(
        "{size} bytes are too many for the helper process, which takes {limit}",
        "Split the document into smaller files.",
    ),
    "child_too_slow": Prose(
        "the helper process got nowhere in {operation!r} for {seconds} s and was stopped",
        "Try a smaller input.",
    ),
    "hidden_file": Prose("its name starts with a dot", "Add it by itself if it is to be read."),
    "id_too_large": Prose(
        "the id {id} is outside the range from 0 to {highest}",
        "Check where the file comes from; ids as large as this do not occur in vocabularies.",
    ),
    "id_twice": Prose(
        "the id {id} is given to two tokens",
        "Remove one of the two, or get the file from its publisher again.",
    ),
    "looks_binary": Prose(
        "it holds NUL bytes, so it is no plain text",
        "Leave it out, or save its text as UTF-8.",
    ),
    "merge_forward": Prose(
        "the merge refers to the id {id}, but only ids up to {last} exist by then",
        "The file is damaged, or lines are missing; get it from its source again.",
    ),
    "merge_negative": Prose(
        "the merge refers to the negative id {id}",
        "The file is damaged; get it from its source again.",
    ),
    "merge_repeated": Prose(
        "the pair {left} {right} is merged a second time; its first merge made the id {first}",
        "Remove the second one only if nothing after it was written with it counted; else get the "
        "file from its source again.",
    ),
    "no_text_found": Prose("there is no text in it", "Choose a file or folder that holds text."),
    "not_a_file": Prose("it is neither a file nor a folder but a {kind}", "Choose a file or a folder."),
    "pattern_crashed": Prose(
        "the process that ran the pattern {pattern!r} ended: {how}",
        "Simplify the pattern.",
    ),
    "pattern_empty": Prose(
        "the split pattern is empty",
        "Type a pattern, or choose the preset without a split.",
    ),
    "pattern_fuzzy": Prose(
        "the split pattern holds the fuzzy constraint {part!r}",
        "Remove it; to match a brace, write \\{{.",
    ),
    "pattern_out_of_memory": Prose(
        "the pattern {pattern!r} ran out of memory on this text",
        "Simplify the pattern, or split the document into smaller files.",
    ),
    "pattern_recursion": Prose(
        "the split pattern calls a group: {part!r}",
        "Write the group out where it is called.",
    ),
    "pattern_reverse": Prose("the split pattern searches backwards", "Remove (?r)."),
    "pattern_syntax": Prose(
        "the split pattern is not valid: {reason}",
        "Correct it; the syntax is that of Python's regex module.",
    ),
    "pattern_too_long": Prose("the split pattern has {length} characters, more than {limit}", "Shorten it."),
    "pattern_too_slow": Prose(
        "the pattern {pattern!r} is too slow on this text: stopped after {seconds} s",
        "Simplify it; repeated groups that can match the same text in several ways are the usual cause.",
    ),
    "pattern_zero_width": Prose(
        "the split pattern can match without taking any text",
        "Let it take at least one character, for example + instead of *.",
    ),
    "piece_too_long_to_explain": Prose(
        "the piece has {length} bytes; at most {longest} can be explained",
        "Choose a shorter word.",
    ),
    "special_choice_unknown": Prose(
        "“{choice}” is no choice of special tokens; the choices are {choices}, or a set of their "
        "texts",
        "Use one of these.",
    ),
    "special_token_empty": Prose(
        "the special token with the id {id} has an empty text",
        "Give it a text, or remove it.",
    ),
    "special_token_id_range": Prose(
        "the special token “{token}” has the id {id}, which is outside the range from 0 to "
        "{highest}",
        "Give it an id in this range.",
    ),
    "special_token_id_taken": Prose(
        "the special token “{token}” has the id {id}, which the token “{other}” has already",
        "Give it an id after the vocabulary.",
    ),
    "special_token_id_twice": Prose(
        "the special tokens “{other}” and “{token}” have the same id {id}",
        "Give each an id of its own.",
    ),
    "special_token_in_text": Prose(
        "the text contains the special token “{token}”, which is not allowed here",
        "Allow it with allowed_special to encode it as one token, or take it as plain text with "
        "disallowed_special=().",
    ),
    "special_token_surrogate": Prose(
        "the special token {token} with the id {id} contains half a character (a lone surrogate)",
        "Write it with whole characters.",
    ),
    "symlink_loop": Prose(
        "this folder was read already, or links back to a folder that it lies in",
        "Nothing need be done.",
    ),
    "token_empty": Prose(
        "the token with the id {id} has no bytes",
        "Remove it, or get the file from its publisher again.",
    ),
    "token_id_not_whole": Prose(
        "{value}, at position {position} of the ids (from 0), is not a whole number",
        "Give ids as whole numbers.",
    ),
    "token_id_unknown": Prose(
        "{id}, at position {position} of the ids (from 0), is the id of no token",
        "Check that these ids come from this tokenizer.",
    ),
    "token_too_long": Prose(
        "the merge would make a token of {length} bytes; at most {longest} are taken",
        "The file is damaged or made to exhaust memory; check where it comes from.",
    ),
    "unknown_pre_tokenizer": Prose("there is no split called {name!r}", "Choose one of: {names}."),
    "vocab_size_out_of_range": Prose(
        "the vocabulary size {size} is outside the range from 256 to {highest}",
        "Choose a size in this range.",
    ),
    "vocabulary_too_large": Prose(
        "the tokens would have {size} bytes together; at most {largest} are taken",
        "The file is damaged or made to exhaust memory; check where it comes from.",
    ),
})
