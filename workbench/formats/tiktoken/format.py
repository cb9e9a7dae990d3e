"""tiktoken's ranks, `.tiktoken` (openai/tiktoken, tiktoken/load.py, `load_tiktoken_bpe`).

One token a line: its bytes in base64, a space, its rank, which is both its id and its place in the order of
merging; by rising rank, holes allowed. The pattern and the special tokens are not in the file. The published
files are known by their SHA-256 (tiktoken_ext/openai_public.py); for the others our card says the rest.

tiktoken's own loader takes what it should not (bad base64, `1_0`, negative ranks, a token or a rank twice)
and fails later; here each has its own message. It also keeps a copy of every file it has read, which is why
the bytes are parsed here.
"""

from __future__ import annotations

import binascii
import hashlib
import io
import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from workbench import kernels
from workbench.engine.base.errors import EngineError, Fact, Place
from workbench.engine.base.pace import paced, point
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import HIGHEST_ID, RankMergedBpe, model_of_ranks
from workbench.engine.models.framing import Framing
from workbench.engine.models.token_arrays import TokenArrays
from workbench.engine.splitting.custom_patterns import THEN
from workbench.engine.splitting.split_patterns import BY_NAME
from workbench.formats.format import Fit, Format, Notice, Parts, Source, Written

if TYPE_CHECKING:
    from workbench.formats.snippets import SnippetFacts

_TOGETHER = 1 << 14  # bytes of a regular file that are read together
_LARGEST = 1 << 26  # bytes of a file for the kernels; no published one has a tenth of it
_SHORTEST_LINE = 7  # bytes: four of base64, a space, a digit and the end
_LINES = 1 << 16  # that the kernels read between two points, some milliseconds
_BOM = b"\xef\xbb\xbf"
_FIRST_LINE = re.compile(rb"\s*[^\s]*[ \t]+[+-]?[0-9][0-9_]*[ \t]*(?:\r?\n|\Z)")
_RANK = re.compile(rb"[0-9]{1,18}")
_REGULAR = re.compile(rb"(?>[A-Za-z0-9+/]++={0,2} [0-9]{1,8}\n)*+")  # atomic for Python before 3.11.5
_decode = partial(binascii.a2b_base64, strict_mode=True)


@dataclass(frozen=True, slots=True)
class _Known:
    """What a published file does not say of itself."""

    name: str
    split: str  # a key of `split_patterns.BY_NAME`
    special_tokens: Mapping[str, int]
    before: str = ""
    after: str = "<|endoftext|>"
    notice: str = ""  # the code of what there is to say of it


# meta-llama/llama3, llama/tokenizer.py: 256 of them, of which most are reserved.
_LLAMA3_SPECIALS = (
    "<|begin_of_text|>", "<|end_of_text|>", *(f"<|reserved_special_token_{i}|>" for i in range(4)),
    "<|start_header_id|>", "<|end_header_id|>", "<|reserved_special_token_4|>", "<|eot_id|>",
    *(f"<|reserved_special_token_{i}|>" for i in range(5, 251)),
)  # fmt: skip

# moonshotai/Kimi-K2-Instruct, tokenizer_config.json; the others of 256 are reserved (tokenization_kimi.py).
_KIMI_SPECIALS = {
    163584: "[BOS]", 163585: "[EOS]", 163586: "<|im_end|>", 163587: "<|im_user|>", 163588: "<|im_assistant|>",
    163590: "<|start_header_id|>", 163591: "<|end_header_id|>", 163593: "[EOT]", 163594: "<|im_system|>",
    163595: "<|tool_calls_section_begin|>", 163596: "<|tool_calls_section_end|>",
    163597: "<|tool_call_begin|>", 163598: "<|tool_call_argument_begin|>", 163599: "<|tool_call_end|>",
    163601: "<|im_middle|>", 163838: "[UNK]", 163839: "[PAD]",
}  # fmt: skip

# By SHA-256 of the file; OpenAI's patterns and special tokens after tiktoken_ext/openai_public.py.
_KNOWN: Mapping[str, _Known] = MappingProxyType(
    {
        # GPT-2 has the same ranks, published in another form.
        "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930": _Known(
            "r50k_base", "gpt2", {"<|endoftext|>": 50256}
        ),
        "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069": _Known(
            "p50k_base", "gpt2", {"<|endoftext|>": 50256}
        ),
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7": _Known(
            "cl100k_base",
            "cl100k",
            {
                "<|endoftext|>": 100257,
                "<|fim_prefix|>": 100258,
                "<|fim_middle|>": 100259,
                "<|fim_suffix|>": 100260,
                "<|endofprompt|>": 100276,
            },
        ),
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d": _Known(
            "o200k_base", "o200k", {"<|endoftext|>": 199999, "<|endofprompt|>": 200018}
        ),
        "82e9d31979e92ab929cd544440f129d9ecd797b69e327f80f17e1c50d5551b55": _Known(
            "llama3",
            "llama3",
            {text: 128000 + i for i, text in enumerate(_LLAMA3_SPECIALS)},
            "<|begin_of_text|>",
            "<|end_of_text|>",
            "notice_ranks_llama31",
        ),
        "b6c497a7469b33ced9c38afb1ad6e47f03f5e5dc05f15930799210ec050c5103": _Known(
            "kimi_k2",
            "kimi",
            {_KIMI_SPECIALS.get(i, f"<|reserved_token_{i}|>"): i for i in range(163584, 163840)},
            "[BOS]",
            "[EOS]",
        ),
    }
)


def sniff(start: bytes) -> bool:
    """Return whether a file begins with two fields, the second of them a number."""
    return _FIRST_LINE.match(start.removeprefix(_BOM)) is not None


def token_arrays(data: bytes) -> TokenArrays | None:
    """Return the tokens of a file, None where it is not regular, or where there are no kernels."""
    module = kernels.kernel("rank_lines")
    if module is None or len(data) > _LARGEST:
        return None
    n_lines = module.n_lines(data)
    if n_lines * _SHORTEST_LINE > len(data):
        return None
    blob = np.empty(len(data) * 3 // 4 + 3, np.uint8)
    ids, ends = np.empty(n_lines, np.uint32), np.empty(n_lines, np.uint64)
    slots = np.zeros(1 << max(8, (2 * n_lines).bit_length()), np.uint32)
    lines = module.RankLines(data, blob, ids, ends, slots)
    left = len(data)
    while left > 0:
        point()
        left = lines.read(_LINES)
    if left < 0 or not n_lines or lines.n_tokens != n_lines:
        return None
    return TokenArrays.of(ids, ends, blob[: lines.n_bytes].tobytes())


def read(source: Source) -> Parts:
    """Return what the file says.

    Raises:
        EngineError: naming file, line and cause; then nothing has been loaded.

    """
    if source.data.startswith(_BOM):
        raise EngineError("ranks_bom", file=source.path, place=Place("line", 1))
    arrays = token_arrays(source.data)
    compiled = None if arrays is None else model_of_ranks(arrays)
    if compiled is not None:
        return _parts(source, compiled)
    ranks = _regular(source.data)
    if ranks is None:
        ranks = _line_by_line(source)
    if not ranks:
        raise EngineError("file_empty", file=source.path)
    try:
        model = RankMergedBpe.from_ranks(ranks)
    except EngineError as fault:
        raise fault.in_file(source.path) from fault
    return _parts(source, model)


def _regular(data: bytes) -> dict[bytes, int] | None:
    """Return the ranks of a file in which nothing is out of the ordinary, or None; some times as fast."""
    ranks: dict[bytes, int] = {}
    n_lines = start = 0
    while start < len(data):
        end = data.find(b"\n", start + _TOGETHER) + 1 or len(data)
        portion = data[start:end]
        if not _REGULAR.fullmatch(portion):
            return None
        fields = portion.split()
        try:
            ranks.update(zip(map(_decode, fields[::2]), map(int, fields[1::2]), strict=True))
        except binascii.Error:
            return None
        n_lines += len(fields) // 2
        start = end
        point()
    point()
    regular = len(ranks) == n_lines == len(set(ranks.values())) and b"" not in ranks
    return ranks if regular and max(ranks.values(), default=0) <= HIGHEST_ID else None


def _line_by_line(source: Source) -> dict[bytes, int]:
    """Return the ranks of any file; raises EngineError naming the first line that is wrong."""
    ranks: dict[bytes, int] = {}
    taken: set[int] = set()
    for number, line in enumerate(paced(io.BytesIO(source.data)), 1):
        token64, _, rank64 = line.rstrip(b"\r\n").partition(b" ")
        if not line.rstrip(b"\r\n"):
            continue
        token, rank = _token(source.path, number, token64, line), _rank(source.path, number, rank64)
        if token in ranks:
            raise _twice(source, number, "ranks_token_twice", ranks[token])
        if rank in taken:
            raise _twice(source, number, "ranks_rank_twice", rank)
        ranks[token] = rank
        taken.add(rank)
    return ranks


def _parts(source: Source, model: RankMergedBpe) -> Parts:
    notices: list[Notice] = []
    cut = not source.data.endswith(b"\n")
    if cut:
        notices.append(Notice("notice_no_end_of_line", {"merges": len(model.ids) - 256}))
    known = _known(source)
    if known is None:
        return Parts(model, None, "", {}, whole=False, cut=cut, notices=tuple(notices))
    if known.notice:
        notices.append(Notice(known.notice))
    split, specials = BY_NAME[known.split], known.special_tokens
    before = (specials[known.before],) if known.before else ()
    return Parts(
        model,
        split.name,
        pattern=split.pattern,
        special_tokens=specials,
        name=known.name,
        whole=False,
        cut=cut,
        notices=tuple(notices),
        framing=Framing(before, (specials[known.after],)),
    )


def _known(source: Source) -> _Known | None:
    """Return what a publisher says of a file; Git on Windows ends its lines by CR LF."""
    if b"\r" not in source.data:
        return _KNOWN.get(source.sha256)
    return _KNOWN.get(hashlib.sha256(source.data.replace(b"\r\n", b"\n")).hexdigest())


def _token(path: str, number: int, token64: bytes, line: bytes) -> bytes:
    place = Place("line", number)
    if not token64.strip(b"="):
        raise EngineError("ranks_empty_token", file=path, place=place)
    if b" " not in line.strip():
        raise EngineError("ranks_line", file=path, place=place, line=_shown(line))
    try:
        return binascii.a2b_base64(token64, strict_mode=True)
    except binascii.Error as fault:
        raise EngineError(
            "ranks_base64", file=path, place=place, token=_shown(token64), reason=str(fault)
        ) from fault


def _rank(path: str, number: int, rank: bytes) -> int:
    place = Place("line", number)
    if not _RANK.fullmatch(rank):
        negative = re.fullmatch(rb"-[0-9]+", rank) is not None
        code = "ranks_rank_negative" if negative else "ranks_rank_not_plain"
        raise EngineError(code, file=path, place=place, rank=_shown(rank))
    if int(rank) > HIGHEST_ID:
        raise EngineError("id_too_large", file=path, place=place, id=int(rank), highest=HIGHEST_ID)
    return int(rank)


def _shown(field: bytes) -> str:
    return field.strip().decode("ascii", "backslashreplace")[:80]


def _twice(source: Source, number: int, code: str, rank: int) -> EngineError:
    """Return the error of a token or rank that an earlier line has given with this rank."""
    first = next(
        earlier
        for earlier, line in enumerate(io.BytesIO(source.data), 1)
        if _RANK.fullmatch(line.rpartition(b" ")[2].strip()) and int(line.rpartition(b" ")[2]) == rank
    )
    facts: dict[str, Fact] = {"rank": rank, "first": first}
    return EngineError(code, file=source.path, place=Place("line", number), **facts)


def write(tokenizer: Tokenizer) -> Written:
    """Return the ranks; pattern and special tokens go to the card.

    Raises:
        EngineError: two tokens have the same bytes, or merging by bytes would give other ids than
            merging by pairs does.

    """
    model = tokenizer.model
    seen: dict[bytes, int] = {}
    out = io.BytesIO()
    for token_id in paced(model.ids.tolist()):
        token = model.token_bytes(token_id) or b""
        if token in seen:
            shown = token.decode("utf-8", "backslashreplace")
            raise EngineError("cannot_hold_same_bytes", token=shown, first=seen[token], second=token_id)
        seen[token] = token_id
        out.write(b"%s %d\n" % (b64encode(token), token_id))
    # A token of ranks is one as a whole piece here too; one of merges may be such as merging never makes.
    of_merges = not isinstance(model, RankMergedBpe) or model.is_of_merges
    for unreachable in model.unreachable() if of_merges else ():
        shown = (model.token_bytes(unreachable) or b"").decode("utf-8", "backslashreplace")
        raise EngineError("cannot_hold_unreachable", token=shown, id=unreachable)
    return Written(out.getvalue())


def fit(tokenizer: Tokenizer) -> Fit:
    """Tell how well the format can hold a tokenizer (`format.Fit`)."""
    model = tokenizer.model
    if not isinstance(model, RankMergedBpe):
        return Fit("cannot", (Notice("cannot_hold_not_merged_by_rank", {"format": FORMAT.title}),))
    if THEN in tokenizer.pre_tokenizer.pattern:
        return Fit("other_ids", (Notice("cannot_hold_pattern_stages", {"format": "tiktoken"}),))
    if tokenizer.normalizer is not None:
        return Fit("part", (Notice("leaves_normalizer_to_card", {"name": tokenizer.normalizer.name}),))
    return Fit("part", (Notice("leaves_out_pattern_and_specials"),))  # that there is no split, too


def _snippet(facts: SnippetFacts) -> str:
    from workbench.formats.snippets import EXAMPLE  # here: opening does without

    pattern = facts.tokenizer.pre_tokenizer.pattern or r"(?s:.+)"
    return f"""\
import base64
import tiktoken

with open({facts.file!r}, "rb") as file:
    ranks = {{base64.b64decode(token): int(rank) for token, rank in map(bytes.split, file)}}
enc = tiktoken.Encoding(
    {facts.tokenizer.name or "mine"!r},
    pat_str={pattern!r},
    mergeable_ranks=ranks,
    special_tokens={dict(facts.tokenizer.special_tokens)!r},
)
ids = enc.encode({EXAMPLE!r})  # {facts.ids}
enc.decode(ids)  # {facts.text}"""


FORMAT = Format(
    "tiktoken", "tiktoken ranks", suffix=".tiktoken", sniff=sniff, read=read, write=write, judge=fit,
    snippet=("Python: tiktoken", _snippet), libraries=(("tiktoken", "tiktoken"),), takes_split=True,
)  # fmt: skip
