"""A checked `tokenizer.json` as a model, a splitter and what else goes with them.

Byte level BPE becomes the engine's own models (`models.pair_merged`, `models.bpe`), BPE over characters
`models.character_merged`. Whatever else a file has is run by `tokenizers` (`engine.foreign`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from workbench.display.byte_alphabet import bytes_to_unicode, unicode_to_bytes
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced_slices, point
from workbench.engine.child.isolation import Child
from workbench.engine.foreign.calls import OPEN_LIMIT
from workbench.engine.foreign.foreign_model import foreign_model
from workbench.engine.foreign.libraries import check_operation
from workbench.engine.models.framing import Framing
from workbench.engine.models.model import Model
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.formats.child_parsing import large_memory, reply_of
from workbench.formats.format import Notice, Parts, Source
from workbench.formats.hugging_face.characters import around_bytes, character_parts
from workbench.formats.hugging_face.components import (
    Added,
    ForeignError,
    Split,
    added_of,
    framing_of,
    normalizer_of,
    spaces_in,
    split_of,
    starting,
)
from workbench.formats.hugging_face.config import LONGEST_CONTEXT
from workbench.formats.hugging_face.decoders import expect_byte_level, expect_shown, strips_of
from workbench.formats.hugging_face.file import HfFile
from workbench.formats.hugging_face.known_shapes import is_known
from workbench.formats.hugging_face.scanned_bytes import byte_lists

_PLACE = re.compile(r" at line [0-9]+ column [0-9]+")
_NO_BYTE = 256
_BYTES = np.full(1 << 16, _NO_BYTE, np.uint16)  # by character; halves of surrogate pairs stand for none
_BYTES[[ord(character) for character in unicode_to_bytes()]] = list(unicode_to_bytes().values())


@dataclass(frozen=True, slots=True)
class ByteFile:
    """What a byte level file says, in the engine's terms, except for the model."""

    file: HfFile
    options: Mapping[str, Any]
    split: Split
    added: Added


def parts_of(source: Source, file: HfFile, asked: Child | None = None) -> Parts:
    """Return what a checked file says; raises EngineError.

    `asked` is the child that answers about the file at once, and is not kept.
    """
    notices = tuple(Notice(code) for code in file.tolerated)
    if file.n_repeated:
        notices += (Notice("notice_hf_repeated_merges", {"count": file.n_repeated}),)
    unused = [key for key in ("truncation", "padding") if file.structure.get(key) is not None]
    kept = "notice_hf_not_saved"
    try:
        parts = _own(source, file)
        parts = replace(parts, is_joined=file.structure.get("decoder") is None)
        notices += _doubts(file, source.child if asked is None else asked)
    except ForeignError as fault:
        parts, kept = _foreign(source, fault.component), "notice_hf_not_applied"
    if unused:
        notices += (Notice(kept, {"what": " and ".join(unused)}),)
    return replace(parts, notices=notices + parts.notices)


def _doubts(file: HfFile, child: Child | None) -> tuple[Notice, ...]:
    """Return a notice where `tokenizers` refuses what is read here, as for a key that it does not know.

    It is asked without the vocabulary and the merges: these are checked here (`file`), and take its time.
    """
    if is_known(file.structure):
        return ()
    model = {**file.structure["model"], "vocab": {}, "merges": []}
    data = json.dumps({**file.structure, "model": model}).encode()
    try:
        reply_of(check_operation, (data,), child, OPEN_LIMIT, {"library": "tokenizers"})
    except EngineError as fault:
        # The place would be one of what was sent.
        reason = _PLACE.sub("", str(fault.facts.get("reason", fault.cause)))
        return (Notice("notice_hf_refused", {"reason": reason}),)
    return ()


def _foreign(source: Source, component: str) -> Parts:
    if source.anyway:
        opened = foreign_model("tokenizers", source.data, memory=large_memory())
    else:
        opened = foreign_model("tokenizers", source.data, source.child)
    library = f"tokenizers {opened.version}"
    notices = [Notice("notice_foreign", {"component": component, "library": library})]
    if opened.takes:
        notices.append(Notice("notice_foreign_takes_specials", {"library": library}))
    return Parts(
        opened.model,
        "none",
        "",
        opened.special_tokens,
        splitter=opened.splitter,
        framing=opened.framing,
        notices=tuple(notices),
    )


def _own(source: Source, file: HfFile) -> Parts:
    """Return the parts of a file of which everything is implemented; raises ForeignError."""
    structure = file.structure
    if file.model_type != "BPE":
        raise ForeignError(f"model {file.model_type}")
    options = structure["model"]
    if options.get("dropout"):
        raise ForeignError("model BPE (dropout)")
    normalizer = normalizer_of(structure.get("normalizer"), strips_of(structure.get("decoder")))
    spaces = spaces_in(normalizer)
    split = split_of(structure.get("pre_tokenizer"), " " if spaces is not None else "")
    if split.starts:
        normalizer = starting(normalizer, split.starts)
    added = added_of(structure.get("added_tokens"), normalizer, split)
    framing = _framing(structure)
    if not split.byte_level:
        parts = character_parts(file, normalizer, split, added, source.child)
        return replace(parts, framing=framing)
    if spaces is not None:
        raise ForeignError("normalizer Replace + pre_tokenizer ByteLevel")
    decoder = structure.get("decoder")
    expect_byte_level(decoder, str(options.get("end_of_word_suffix") or ""))
    model = byte_model(ByteFile(file, options, split, added))
    expect_shown(added, model, str.encode if decoder is None else _shown)
    before, splitter = around_bytes(normalizer, split, source.child)
    return Parts(
        model,
        split.pattern_name,
        splitter.pattern,
        added.tokens,
        splitter=splitter,
        framing=framing,
        normalizer=before,
    )


def _framing(structure: Mapping[str, Any]) -> Framing:
    context, padding = structure.get("truncation"), structure.get("padding")
    return framing_of(
        structure.get("post_processor"), _number(context, "max_length"), _number(padding, "pad_id")
    )


def _number(component: object, key: str) -> int | None:
    """Return a number of a file, None for what says nothing: as a limit it is none, as an id no token's."""
    value = component.get(key) if isinstance(component, dict) else None
    return value if type(value) is int and 0 <= value < LONGEST_CONTEXT else None


# --- byte level ---------------------------------------------------------------------------------


def byte_model(bpe: ByteFile) -> Model:
    """Return the byte level model; tokens that it has no use for are moved to the added ones."""
    file, options = bpe.file, bpe.options
    if options.get("continuing_subword_prefix"):
        raise ForeignError("model BPE (continuing_subword_prefix)")
    suffix = options.get("end_of_word_suffix") or ""
    whole = bool(options.get("ignore_merges"))
    lists = None if suffix else byte_lists(file, whole, bpe.added, _BYTES)
    if lists is not None:
        return PairMergedBpe.of_lists(lists)
    ids = file.numbered()
    point()
    byte_ids = _units(ids, "")
    end_ids = _units(ids, suffix) if suffix else None
    merges = np.frombuffer(file.merges, np.int64).reshape(-1, 3)
    point()
    results = set(merges[:, 2].tolist())
    results.update(byte_ids, end_ids or ())
    point()
    tokens: dict[int, bytes] = {}
    as_text: set[int] = set()
    for (text, token_id), token in zip(ids.items(), _tokens_bytes(file.tokens, suffix), strict=True):
        if token_id in results or (whole and token is not None):
            tokens[token_id] = text.encode() if token is None else token
        elif text not in bpe.added.ids:
            if whole or not text:
                bpe.added.set_aside(text, token_id)
            else:
                tokens[token_id] = text.encode() if token is None else token
        if token is None and token_id in tokens:
            as_text.add(token_id)
    try:
        return PairMergedBpe.from_pairs(
            tokens, merges, byte_ids, end_byte_ids=end_ids, whole_pieces=whole, as_text=frozenset(as_text)
        )
    except EngineError as fault:
        if fault.code == "pair_makes_other_bytes":
            raise ForeignError("model BPE (merges of other bytes)") from fault
        raise


def _tokens_bytes(texts: Sequence[str], suffix: str) -> Iterator[bytes | None]:
    """Yield the bytes that tokens in the byte alphabet stand for, None for others."""
    for some in paced_slices(len(texts), 1024):
        part = texts[some]
        if suffix:
            part = [text.removesuffix(suffix) or text for text in part]
        whole = _bytes_of("".join(part))
        if whole is None:
            yield from map(_bytes_of, part)
        else:
            ends = accumulate(map(len, part), initial=0)
            yield from (whole[start:end] for start, end in pairwise(ends))


def _bytes_of(text: str) -> bytes | None:
    """Return the bytes that a text in the byte alphabet stands for, or None for other texts."""
    values = _BYTES[np.frombuffer(text.encode("utf-16-le", "surrogatepass"), "<u2")]
    return None if (values == _NO_BYTE).any() else values.astype(np.uint8).tobytes()


def _shown(text: str) -> bytes:
    """Return what the decoder ByteLevel makes of a token's text."""
    token = _bytes_of(text)
    return text.encode() if token is None else token


def _units(ids: Mapping[str, int], suffix: str) -> tuple[int, ...]:
    """Return the id of each byte, alone or with the end of a word; raises ForeignError."""
    spelled = [bytes_to_unicode()[byte] + suffix for byte in range(256)]
    if any(text not in ids for text in spelled):
        raise ForeignError("model BPE without all 256 bytes")
    return tuple(ids[text] for text in spelled)
