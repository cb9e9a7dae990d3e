"""CLIP's `bpe_simple_vocab_16e6.txt.gz` (openai/CLIP, clip/simple_tokenizer.py, `SimpleTokenizer.__init__`).

Text in gzip: a first line that CLIP passes over, then a merge a line, in order of rank, `i n` or `lo w</w>`,
in the byte alphabet of GPT-2. Tokens are numbered so: the 256 bytes in the order of the alphabet, the same
with `</w>`, the merges, `<|startoftext|>` and `<|endoftext|>`. CLIP takes the first 48,894 merges of the
262,144 that its own file has. The cleaning, the split and the context of 77 tokens are in its code.

A tokenizer of that kind with another number of merges says the number in the first line. Its last line has no
end, since CLIP would take the nothing after it for one more merge.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, TypeGuard

from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.base.errors import EngineError, Fact, Place
from workbench.engine.base.pace import paced, paced_slices, point
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import HIGHEST_ID
from workbench.engine.models.framing import Framing
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.formats.format import Fit, Format, Notice, Parts, Source, Written

if TYPE_CHECKING:
    from workbench.engine.models.model import Model
    from workbench.engine.models.pair_merged import PairMergedBpe
    from workbench.formats.snippets import SnippetFacts

CLIP_MERGES = 48_894  # 49152 - 256 - 2, where SimpleTokenizer stops
CONTEXT = 77  # clip/clip.py, `tokenize`
SPECIAL_TOKENS = ("<|startoftext|>", "<|endoftext|>")
LARGEST_TEXT = 1 << 26  # bytes; CLIP's has three megabytes

_GZIP = b"\x1f\x8b"
_UNPACKED = 1 << 16  # bytes unpacked at once
_LONGEST_LINE = 1 << 16  # bytes
_N_UNITS = 512
_END = "</w>"
_CLIPS_OWN = '"bpe_simple_vocab_16e6.txt#version: 0.2'
_LONGEST_FIRST_LINE = 200  # bytes
_FIRST_LINE = re.compile(rb'"[^"\n]{1,80}#version: [^\n]{1,80}\n')
_COUNT = re.compile(r", ([0-9]{1,9}) merges\Z")


def sniff(start: bytes) -> bool:
    """Return whether a file begins, unpacked or not, with the first line of such a file."""
    return _FIRST_LINE.match(_beginning(start) if start.startswith(_GZIP) else start) is not None


def _beginning(packed: bytes) -> bytes:
    """Return the first characters of packed text, as far as it is whole."""
    member, text = zlib.decompressobj(wbits=31), b""
    for at in range(0, len(packed), 16):
        try:
            text += member.decompress(packed[at : at + 16])
        except zlib.error:
            break
        if len(text) > _LONGEST_FIRST_LINE:
            break
    return text


# --- reading ------------------------------------------------------------------------------------


def read(source: Source) -> Parts:
    """Return what the file says.

    Raises:
        EngineError: naming file, line and cause; then nothing has been loaded.

    """
    data = source.data
    if data.startswith(_GZIP):
        data = _unpacked(source)
    elif not sniff(data):
        raise EngineError("clip_not_gzip", file=source.path)
    lines = _lines(source, data)
    first = next(lines, "")
    match = _COUNT.search(first)
    expected = int(match[1]) if match else CLIP_MERGES
    merges: list[tuple[int, int, int]] = []
    ids = {name: token_id for token_id, name in enumerate(_units())}
    for line in paced(lines):
        if match and line and len(merges) == expected:
            place = Place("line", expected + 2)
            raise EngineError("clip_too_many_merges", file=source.path, place=place, expected=expected)
        if len(merges) == expected or (not line and next(lines, None) is None):
            break
        merges.append(_merge(source, len(merges) + 2, line, ids))
    if len(merges) < expected and (match or first == _CLIPS_OWN):
        place = Place("line", len(merges) + 1)
        raise EngineError(
            "clip_too_few_merges", file=source.path, place=place, count=len(merges), expected=expected
        )
    return _parts(merges, first == _CLIPS_OWN)


def _unpacked(source: Source) -> bytes:
    """Return what a gzip file holds; all its members are one text."""
    packed, parts, size = source.data, list[bytes](), 0
    while packed:
        member = zlib.decompressobj(wbits=31)
        while not member.eof:
            try:
                part = member.decompress(packed, _UNPACKED)
            except zlib.error as fault:
                raise EngineError("gzip_damaged", file=source.path, reason=str(fault)) from fault
            packed = member.unconsumed_tail
            size += len(part)
            if size > LARGEST_TEXT:
                raise EngineError("gzip_too_large", file=source.path, largest=LARGEST_TEXT)
            if not (part or packed or member.eof):
                raise EngineError("gzip_cut", file=source.path, size=size)
            parts.append(part)
            point()
        packed = member.unused_data.lstrip(b"\0")
    return b"".join(parts)


def _lines(source: Source, data: bytes) -> Iterator[str]:
    """Yield the lines without their ends."""
    start, number = 0, 1
    while start <= len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        line = data[start : min(end, start + _LONGEST_LINE)].removesuffix(b"\r")
        try:
            yield line.decode()
        except UnicodeDecodeError:
            raise EngineError(
                "text_encoding_unknown", file=source.path, place=Place("line", number)
            ) from None
        start, number = end + 1, number + 1


@cache
def _units() -> tuple[str, ...]:
    """Return the names of the bytes by id: in the order of the alphabet, then each with its `</w>`."""
    alphabet = tuple(bytes_to_unicode().values())
    return alphabet + tuple(character + _END for character in alphabet)


def _merge(source: Source, number: int, line: str, ids: dict[str, int]) -> tuple[int, int, int]:
    """Return the ids of a merge, the new one too, which `ids` then has."""
    place = Place("line", number)
    halves = line.split()
    if len(halves) != 2 or halves[0].endswith(_END):
        raise EngineError("merges_line", file=source.path, place=place, line=line.strip()[:80])
    for half in halves:
        if half not in ids:
            raise EngineError("clip_merge_of_unknown", file=source.path, place=place, part=half[:80])
    new_id = _N_UNITS + number - 2
    name = halves[0] + halves[1]
    if ids.setdefault(name, new_id) != new_id:
        facts: dict[str, Fact] = {"token": name[:80], "first": ids[name]}
        raise EngineError("clip_token_twice", file=source.path, place=place, **facts)
    if new_id > HIGHEST_ID:
        raise EngineError("id_too_large", file=source.path, place=place, id=new_id, highest=HIGHEST_ID)
    return ids[halves[0]], ids[halves[1]], new_id


def _parts(merges: list[tuple[int, int, int]], is_clips: bool) -> Parts:
    byte_ids = _byte_ids()
    tokens = dict.fromkeys(range(_N_UNITS), b"")
    for byte, token_id in enumerate(byte_ids):
        tokens[token_id] = tokens[token_id + 256] = bytes((byte,))
    for left, right, new_id in paced(merges):
        tokens[new_id] = tokens[left] + tokens[right]
    # Here: other files are recognized without.
    from workbench.engine.models.pair_merged import PairMergedBpe
    from workbench.engine.normalizers.clip_cleaning import clip_cleaning

    model = PairMergedBpe.from_pairs(
        tokens, merges, byte_ids, end_byte_ids=[256 + token_id for token_id in byte_ids]
    )
    first = _N_UNITS + len(merges)
    return Parts(
        model,
        "clip",
        PUBLISHED["clip"].pattern,
        dict(zip(SPECIAL_TOKENS, (first, first + 1), strict=True)),
        name="clip" if is_clips else "",
        whole=False,
        normalizer=clip_cleaning(),
        framing=Framing((first,), (first + 1,), context=CONTEXT, padding=0),
    )


def _byte_ids() -> list[int]:
    """Return the id of each byte inside a word."""
    number = {byte: token_id for token_id, byte in enumerate(bytes_to_unicode())}
    return [number[byte] for byte in range(256)]


# --- writing ------------------------------------------------------------------------------------


def write(tokenizer: Tokenizer) -> Written:
    """Return the file, the same for the same tokenizer.

    Raises:
        EngineError: see `fit`.

    """
    model = tokenizer.model
    if not _is_clip_like(model):
        raise EngineError("cannot_hold_not_clip")
    merges = model.merges.tolist()
    first = _CLIPS_OWN if len(merges) == CLIP_MERGES else f'"bpe_vocab.txt#version: 0.2, {len(merges)} merges'
    names = list(_units())
    lines = [first]
    for left, right, _ in paced(merges):
        lines.append(f"{names[left]} {names[right]}")
        names.append(names[left] + names[right])
    text = "\n".join(lines).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)  # no name and no time, so always the same
    parts: list[bytes] = []
    for part in paced_slices(len(text), 1 << 16):
        parts.append(packer.compress(text[part]))
    parts.append(packer.flush())
    return Written(b"".join(parts))


def _is_clip_like(model: Model) -> TypeGuard[PairMergedBpe]:
    """Return whether bytes and merges have the ids that their places in the file will give them."""
    from workbench.engine.models.pair_merged import PairMergedBpe  # here: as above

    if not isinstance(model, PairMergedBpe):
        return False
    lists = model.lists
    byte_ids = _byte_ids()
    ends = tuple(256 + token_id for token_id in byte_ids)
    in_order = lists.rising and model.vocab_size == _N_UNITS + len(model.merges)
    return in_order and lists.byte_ids == tuple(byte_ids) and lists.end_byte_ids == ends


def fit(tokenizer: Tokenizer) -> Fit:
    """Tell how well the format can hold a tokenizer (`format.Fit`)."""
    model = tokenizer.model
    if not _is_clip_like(model):
        return Fit("cannot", (Notice("cannot_hold_not_clip"),))
    specials = tokenizer.special_tokens
    expected = dict(zip(SPECIAL_TOKENS, range(model.vocab_size, model.vocab_size + 2), strict=True))
    for text, token_id in expected.items():
        if specials.get(text) != token_id:
            held = ", ".join(f"{text} {token_id}" for text, token_id in expected.items())
            return Fit("cannot", (Notice("cannot_hold_clip_special_tokens", {"token": text, "held": held}),))
    if tokenizer.normalizer is None or tokenizer.normalizer.name != "clip":
        return Fit("other_ids", (Notice("cannot_hold_not_cleaned"),))
    losses = []
    if tokenizer.pre_tokenizer.name != "clip":
        losses.append(Notice("loss_clip_pattern"))
    if len(specials) > len(expected):
        others = ", ".join(text for text in specials if text not in expected)
        losses.append(Notice("loss_clip_special_tokens", {"tokens": others[:200]}))
    if len(model.merges) > CLIP_MERGES:
        losses.append(Notice("loss_clip_merges", {"count": len(model.merges), "taken": CLIP_MERGES}))
    return Fit("part" if losses else "whole", tuple(losses))


def _snippet(facts: SnippetFacts) -> str:
    from workbench.formats.snippets import EXAMPLE  # here: as above

    return f"""\
from clip.simple_tokenizer import SimpleTokenizer

tok = SimpleTokenizer(bpe_path={facts.file!r})
ids = tok.encode({EXAMPLE!r})  # {facts.ids}
tok.decode(ids)  # {facts.text}"""


FORMAT = Format(
    "clip",
    "CLIP merges",
    suffix=".txt.gz",
    sniff=sniff,
    read=read,
    write=write,
    judge=fit,
    snippet=("Python: clip", _snippet),
    roles={"bos": SPECIAL_TOKENS[0], "eos": SPECIAL_TOKENS[1], "pad": "!"},
)
