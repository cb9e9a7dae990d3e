"""minbpe's `.model`, and its `.vocab` for the user (karpathy/minbpe, minbpe/base.py, `save` and `load`).

A `.model` is text: `minbpe v1`; the split pattern, empty for none; the number of special tokens; these, one a
line, as `text id`; then one merge a line, as `left right`, making the ids 256, 257, … . It has no count of
merges and no check sum, so that of a file that was cut at a line's end only the `.vocab` next to it tells.
"""

from __future__ import annotations

import codecs
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from workbench.engine.base.errors import EngineError, Fact, Place
from workbench.engine.base.pace import paced, point
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.custom_patterns import THEN
from workbench.formats.format import Fit, Format, Notice, Parts, Source, Written
from workbench.formats.pattern_names import pattern_name

if TYPE_CHECKING:
    from workbench.formats.snippets import SnippetFacts

_VERSION = "minbpe v1"
_MERGE = re.compile(r"\s*(-?[0-9]{1,18})\s+(-?[0-9]{1,18})\s*", re.ASCII)
_WHOLE = re.compile(r"[0-9]{1,18}", re.ASCII)
# One item of a pattern; escapes and classes are passed over whole, so that a group is a group.
_PATTERN_ITEM = re.compile(
    r"\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|(?P<captures>\((?!\?)|\(\?P?<(?![=!]))|.", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class _Header:
    """The lines before the merges; `special_lines` has the line of each special token's text."""

    pattern: str
    special_tokens: Mapping[str, int]
    special_lines: Mapping[str, int]
    n_lines: int


def sniff(start: bytes) -> bool:
    """Return whether a file begins as a `.model`, of any version and in any encoding that is read."""
    return start.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe ").startswith(b"minbpe v")


def is_vocab(start: bytes) -> bool:
    """Return whether a file begins as minbpe's `.vocab`."""
    return re.match(rb"\[[^\n]*\] 0\r?\n\[[^\n]*\] 1\r?\n", start) is not None


def shown_merges(vocab: bytes) -> int:
    """Return how many merges a `.vocab` shows; they are in order, special tokens after them."""
    line = vocab[vocab.rfind(b"] -> [") :].partition(b"\n")[0].strip()
    last = line.rpartition(b" ")[2]
    return max(0, int(last) - 255) if line.startswith(b"]") and re.fullmatch(rb"[0-9]{1,9}", last) else 0


# --- reading ------------------------------------------------------------------------------------


def read(source: Source) -> Parts:
    """Return what the file says.

    Raises:
        EngineError: naming file, line and cause; then nothing has been loaded.

    """
    text, notices = _decoded(source)
    if "\r\n" in text[:256]:
        text = text.replace("\r\n", "\n")
        notices.append(Notice("notice_crlf"))
    lines = io.StringIO(text, newline="\n")
    header = _read_header(source.path, lines)
    merges: list[tuple[int, int]] = []
    for number, line in enumerate(paced(lines), header.n_lines + 1):
        merges.append(_merge(source.path, number, line))
    point()
    try:
        model = RankMergedBpe.from_merges(merges)
    except EngineError as fault:
        raise _at_line(source.path, fault, header.n_lines) from fault
    for token, token_id in header.special_tokens.items():
        taken = model.token_bytes(token_id)
        if taken is not None:
            place = Place("line", header.special_lines[token])
            facts: dict[str, Fact] = {
                "token": token,
                "other": taken.decode("utf-8", "backslashreplace"),
                "id": token_id,
            }
            raise EngineError("special_token_id_taken", file=source.path, place=place, **facts)
    cut = not text.endswith("\n")
    if cut:
        notices.append(Notice("notice_no_end_of_line", {"merges": len(merges)}))
    name = pattern_name(header.pattern)
    return Parts(model, name, header.pattern, header.special_tokens, cut=cut, notices=tuple(notices))


def _decoded(source: Source) -> tuple[str, list[Notice]]:
    """Return the text; minbpe on Windows writes the system's encoding, an editor may change it too."""
    data = source.data
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings, notices = ["utf-16"], [Notice("notice_encoding", {"encoding": "UTF-16"})]
    elif data.startswith(codecs.BOM_UTF8):
        encodings, notices = ["utf-8-sig"], [Notice("notice_bom")]
    else:
        encodings, notices = ["utf-8", "cp1252"], []
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError as fault:
            start = fault.start
            continue
        if encoding == "cp1252":
            notices.append(Notice("notice_encoding", {"encoding": "Windows-1252"}))
        return text, notices
    place = Place("line", data.count(b"\n", 0, start) + 1)
    raise EngineError("text_encoding_unknown", file=source.path, place=place)


def _read_header(path: str, lines: Iterator[str]) -> _Header:
    version = next(lines, "").strip()
    if version != _VERSION:
        raise EngineError("minbpe_version", file=path, place=Place("line", 1), version=version[:40])
    pattern = next(lines, None)
    if pattern is None:
        raise EngineError("file_ends_early", file=path, place=Place("line", 2), expected="the split pattern")
    count = next(lines, "").strip()
    if not _WHOLE.fullmatch(count):
        raise EngineError("minbpe_special_count", file=path, place=Place("line", 3), line=count[:80])
    tokens: dict[str, int] = {}
    texts: dict[int, str] = {}
    numbers: dict[str, int] = {}
    for number in range(4, 4 + int(count)):
        text, token_id = _special(path, number, next(lines, None))
        place = Place("line", number)
        if text in tokens:
            raise EngineError("special_token_text_twice", file=path, place=place, token=text)
        if token_id in texts:
            facts: dict[str, Fact] = {"token": text, "other": texts[token_id], "id": token_id}
            raise EngineError("special_token_id_twice", file=path, place=place, **facts)
        tokens[text], texts[token_id], numbers[text] = token_id, text, number
    return _Header(pattern.removesuffix("\n"), tokens, numbers, 3 + int(count))


def _special(path: str, number: int, line: str | None) -> tuple[str, int]:
    """Return text and id of a line; the text may hold spaces, which minbpe itself cannot load."""
    place = Place("line", number)
    if line is None:
        raise EngineError("file_ends_early", file=path, place=place, expected="a special token and its id")
    text, _, token_id = line.removesuffix("\n").rpartition(" ")
    if not text or not _WHOLE.fullmatch(token_id):
        raise EngineError("minbpe_special_line", file=path, place=place, line=line.strip()[:80])
    return text, int(token_id)


def _merge(path: str, number: int, line: str) -> tuple[int, int]:
    match = _MERGE.fullmatch(line)
    if match is None:
        raise EngineError("minbpe_merge_line", file=path, place=Place("line", number), line=line.strip()[:80])
    return int(match[1]), int(match[2])


def _at_line(path: str, fault: EngineError, header_lines: int) -> EngineError:
    """Return a fault of the merge that makes an id, naming its line instead of the id."""
    if fault.place is None:
        return fault.in_file(path)
    line = int(fault.place.value) - 256 + header_lines + 1
    return EngineError(fault.code, file=path, place=Place("line", line), **fault.facts)


# --- writing ------------------------------------------------------------------------------------


def write(tokenizer: Tokenizer) -> Written:
    """Return the `.model` and its `.vocab`.

    Raises:
        EngineError: a `.model` cannot hold the tokenizer, or minbpe would load another one.

    """
    pairs = _pairs(tokenizer)
    out = io.StringIO()
    out.write(f"{_VERSION}\n{tokenizer.pre_tokenizer.pattern}\n{len(tokenizer.special_tokens)}\n")
    out.writelines(f"{text} {token_id}\n" for text, token_id in tokenizer.special_tokens.items())
    out.writelines(f"{left} {right}\n" for left, right in paced(pairs))
    vocab = vocab_text(tokenizer)
    return Written(out.getvalue().encode(), {".vocab": vocab})


def _check_pattern(pattern: str) -> None:
    if THEN in pattern:
        raise EngineError("cannot_hold_pattern_stages", format="a minbpe model")
    if "\n" in pattern or "\r" in pattern:
        raise EngineError("cannot_hold_pattern_line_end")
    if pattern != pattern.strip():
        raise EngineError("cannot_hold_pattern_edge_space")
    if any(item.lastgroup for item in _PATTERN_ITEM.finditer(pattern)):
        raise EngineError("cannot_hold_pattern_group")
    try:
        pattern.encode()
    except UnicodeEncodeError as fault:
        raise EngineError("cannot_hold_pattern_surrogate") from fault


def _check_specials(special_tokens: Mapping[str, int]) -> None:
    for text in special_tokens:
        if any(character.isspace() for character in text):
            raise EngineError("cannot_hold_special_space", token=text)


def _check_ids(model: RankMergedBpe) -> None:
    byte_ids = [model.token_id(bytes((byte,))) for byte in range(256)]
    moved = [byte for byte, token_id in enumerate(byte_ids) if token_id != byte]
    if moved:
        raise EngineError("cannot_hold_byte_order", byte=f"{moved[0]:02X}", id=byte_ids[moved[0]] or 0)
    if len(model.ids) < model.vocab_size:
        gap = int(np.argmax(model.ids != np.arange(len(model.ids))))
        raise EngineError("cannot_hold_id_gap", id=gap)


def _pairs(tokenizer: Tokenizer) -> list[list[int]]:
    """Return the pair of each id from 256 on, where these say everything."""
    model = tokenizer.model
    pairs = model.pairs()
    lonely = np.flatnonzero(pairs[256:, 0] < 0)
    if len(lonely):
        gap = int(lonely[0]) + 256
        token = model.token_bytes(gap) or b""
        raise EngineError("cannot_hold_no_pair", id=gap, token=token.decode("utf-8", "backslashreplace"))
    table: list[list[int]] = pairs[256:].tolist()
    return table


def vocab_text(tokenizer: Tokenizer) -> bytes:
    """Return minbpe's `.vocab`, for the user: it cannot be loaded."""
    pairs = tokenizer.model.pairs().tolist()
    shown: list[str] = []
    out = io.StringIO()
    for token_id, (left, right) in enumerate(paced(pairs)):
        shown.append(render_token(tokenizer.model.token_bytes(token_id) or b""))
        halves = f"[{shown[left]}][{shown[right]}] -> " if left >= 0 else ""
        out.write(f"{halves}[{shown[-1]}] {token_id}\n")
    for text, token_id in tokenizer.special_tokens.items():
        out.write(f"[{render_token(text.encode())}] {token_id}\n")
    return out.getvalue().encode()


def render_token(token: bytes) -> str:
    """Return a token as minbpe's `render_token`: bytes that are not UTF-8 as U+FFFD, controls as \\uXXXX."""
    text = token.decode("utf-8", "replace")
    if text.isprintable():
        return text
    return "".join(f"\\u{ord(c):04x}" if unicodedata.category(c)[0] == "C" else c for c in text)


def fit(tokenizer: Tokenizer) -> Fit:
    """Tell how well the format can hold a tokenizer (`format.Fit`)."""
    if not isinstance(tokenizer.model, RankMergedBpe):
        return Fit("cannot", (Notice("cannot_hold_not_merged_by_rank", {"format": FORMAT.title}),))
    if tokenizer.normalizer is not None:
        facts: dict[str, Fact] = {"format": FORMAT.title, "name": tokenizer.normalizer.name}
        return Fit("other_ids", (Notice("cannot_hold_normalizer", facts),))
    try:
        _check_pattern(tokenizer.pre_tokenizer.pattern)
        _check_specials(tokenizer.special_tokens)
        _check_ids(tokenizer.model)
    except EngineError as fault:
        return Fit("cannot", (Notice(fault.code, fault.facts),))
    return _fit_of_split(tokenizer.pre_tokenizer.name)


def _fit_of_split(name: str) -> Fit:
    """Tell what becomes of the split in minbpe: `load` reads the pattern and goes on splitting by its own."""
    if name in ("none", "minbpe"):
        return Fit()
    return Fit("whole", (Notice("minbpe_splits_ends" if name == "cl100k" else "minbpe_splits_by_its_own"),))


def _snippet(facts: SnippetFacts) -> str:
    from workbench.formats.snippets import EXAMPLE  # here: opening does without

    if not facts.tokenizer.pre_tokenizer.pattern:
        return f"""\
from minbpe import BasicTokenizer

tok = BasicTokenizer()
tok.load({facts.file!r})
ids = tok.encode({EXAMPLE!r})  # {facts.ids}
tok.decode(ids)  # {facts.text}"""
    # load() reads the pattern and goes on splitting by the one that it was made with.
    return f"""\
from minbpe import RegexTokenizer

tok = RegexTokenizer({facts.tokenizer.pre_tokenizer.pattern!r})
tok.load({facts.file!r})
ids = tok.encode_ordinary({EXAMPLE!r})  # {facts.ids}
tok.decode(ids)  # {facts.text}"""


FORMAT = Format(
    "minbpe", "minbpe model", suffix=".model", sniff=sniff, read=read, write=write, judge=fit,
    snippet=("Python: minbpe", _snippet),
)  # fmt: skip
