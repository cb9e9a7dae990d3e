"""SentencePiece's `.model` (google/sentencepiece, sentencepiece_model.proto).

A protobuf message: the pieces, each with a score and a type; how it was trained; how a text is normalized.
It is parsed here if it has the usual shape (`regular`), else in the child process (`proto`). A BPE model
becomes a score-merged one of our own; Unigram, Word and Char models, and those with a denormalizer, work by
the library itself (`engine.foreign`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError, Fact, Place
from workbench.engine.base.pace import paced
from workbench.engine.child.isolation import Limit
from workbench.engine.encoding.score_tokenizer import control_tokens
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.foreign.foreign_model import ForeignModel, foreign_model
from workbench.engine.models.bpe import HIGHEST_ID
from workbench.engine.models.framing import Framing
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.models.score_vocabulary import (
    SPACE_SYMBOL,
    Kind,
    ScoreVocabulary,
    byte_of,
    swapped_spaces,
)
from workbench.engine.normalizers.charsmap import NO_CHARSMAP, read_charsmap
from workbench.engine.normalizers.normalizer import NORMALIZERS
from workbench.engine.normalizers.sentencepiece_normalizer import SentencePieceNormalizer, SpacesSpec
from workbench.formats.child_parsing import reply_of
from workbench.formats.format import Fit, Format, Notice, Parts, Source, Written
from workbench.formats.score_rules import as_llama_cpp
from workbench.formats.sentencepiece.proto import MODEL_TYPES, model_file, read_operation
from workbench.formats.sentencepiece.regular import read_regular
from workbench.formats.snippets import EXAMPLE, SnippetFacts

LARGEST_MODEL = 1 << 26  # bytes; published ones have some four megabytes
LIMIT = Limit(seconds=5.0)

_OWN_ROLES = frozenset(("bos", "eos", "pad", "unk"))
_NAMES = {"bos": "<s>", "eos": "</s>", "pad": "<pad>"}

Facts = Mapping[str, Any]


def sniff(start: bytes) -> bool:
    """Return whether a file begins with a message, in it a text, and then a score or a type."""
    outer, position = _length(start, 0)
    inner, text = _length(start, position)
    end = text + inner
    if not 0 < inner < outer or end > position + outer:
        return False
    try:
        start[text:end].decode()
    except UnicodeDecodeError as fault:
        return fault.end >= len(start)
    return end >= len(start) or start[end] in b"\x15\x18"


def _length(data: bytes, position: int) -> tuple[int, int]:
    """Return the length of field 1 at a place and where it begins; (0, 0) if there is none."""
    if data[position : position + 1] != b"\n":
        return 0, 0
    length = 0
    for shift, byte in enumerate(data[position + 1 : position + 5]):
        length |= (byte & 0x7F) << 7 * shift
        if byte < 0x80:
            return length, position + 2 + shift
    return 0, 0


# --- reading ------------------------------------------------------------------------------------


def read(source: Source) -> Parts:
    """Return what the file says.

    Raises:
        EngineError: naming file, byte or id, and cause; then nothing has been loaded.

    """
    try:
        if len(source.data) > LARGEST_MODEL:
            raise EngineError("file_too_large", largest=LARGEST_MODEL)
        reply = read_regular(source.data)
        if reply is None:
            reply = reply_of(read_operation, (source.data,), source.child, LIMIT)
        kind = MODEL_TYPES.get(reply.header["model_type"], "")
        if kind != "BPE" or reply.header["denormalizer"]:
            return _foreign(source, kind)
        vocabulary = _vocabulary(reply.header, reply.buffers)
        model = ScoreMergedBpe.from_vocabulary(vocabulary)
    except EngineError as fault:
        raise fault.in_file(source.path) from fault
    special_tokens = _special_tokens(vocabulary)
    framing = _framing(reply.header, special_tokens)
    unused = [number for number, spelling in enumerate(vocabulary.spellings) if spelling == b"\0"][:1]
    return Parts(
        model, "none", "", special_tokens, normalizer=vocabulary.normalizer, framing=framing,
        own_roles=_OWN_ROLES,
        notices=tuple(Notice("notice_spm_nul", {"id": token_id}) for token_id in unused),
    )  # fmt: skip


def _foreign(source: Source, kind: str) -> Parts:
    """Open a model of another kind through the library."""
    model = foreign_model("sentencepiece", source.data, source.child)
    component = f"model type {kind}" if kind != "BPE" else "denormalizer"
    facts: dict[str, Fact] = {"component": component, "library": "sentencepiece", "version": model.version}
    return Parts(
        model.model, "none", "", model.special_tokens, splitter=model.splitter, framing=model.framing,
        notices=(Notice("notice_foreign", facts),),
    )  # fmt: skip


def _vocabulary(facts: Facts, buffers: tuple[bytes, ...]) -> ScoreVocabulary:
    blob, ends, scores, kinds, charsmap = buffers
    spaces = SpacesSpec(**{name: facts[name] for name in SpacesSpec.__dataclass_fields__})
    types = np.frombuffer(kinds, np.uint8).copy()
    pieces: list[bytes] = []
    start = 0
    for end in paced(np.frombuffer(ends, np.uint64).tolist()):
        pieces.append(blob[start:end])
        start = end
    spellings = _swapped(pieces, types, b" " in blob) if spaces.escape_whitespaces else pieces
    _refuse_nul(blob, spellings, types, bool(facts["byte_fallback"]))
    _check(spellings, types, bool(facts["byte_fallback"]))
    user_defined = [spellings[i] for i in np.flatnonzero(types == Kind.USER_DEFINED).tolist()]
    table = read_charsmap(facts["name"], charsmap)
    if facts["refused"]:
        raise EngineError("charsmap_broken", reason=f"sentencepiece says “{facts['refused']}”")
    # The normalizer looks for them in the text as it comes, where a space is one.
    raw = [swapped_spaces(token, spaces.escape_whitespaces).decode() for token in user_defined]
    normalizer = SentencePieceNormalizer(spaces, table, raw)
    return ScoreVocabulary(
        tuple(spellings),
        np.frombuffer(scores, np.float32),
        types,
        facts["unk_surface"].encode(),
        NORMALIZERS["sentencepiece"] if normalizer.is_llamas else normalizer,
    )


def _swapped(pieces: list[bytes], kinds: NDArray[np.uint8], have_spaces: bool) -> list[bytes]:
    """Return pieces with spaces in place of their marks (`swapped_spaces`)."""
    if have_spaces:
        spellings = [swapped_spaces(piece) for piece in paced(pieces)]
    else:
        spellings = [piece.replace(SPACE_SYMBOL, b" ") for piece in paced(pieces)]
    for number in np.flatnonzero(kinds == Kind.CONTROL).tolist():  # its text is its piece
        spellings[number] = pieces[number]
    return spellings


def _refuse_nul(blob: bytes, spellings: list[bytes], kinds: NDArray[np.uint8], byte_fallback: bool) -> None:
    """Treat a piece with U+0000 as sentencepiece 0.2.1: refuse it, or never use it next to byte pieces."""
    for token_id, spelling in enumerate(spellings if b"\0" in blob else ()):
        if b"\0" not in spelling:
            continue
        if spelling != b"\0" or not byte_fallback:
            raise EngineError("spm_nul", place=Place("id", token_id), id=token_id)
        kinds[token_id] = Kind.UNUSED


def _check(spellings: list[bytes], kinds: NDArray[np.uint8], byte_fallback: bool) -> None:
    """Refuse what sentencepiece refuses, and what it takes but cannot be meant."""
    if not spellings:
        raise EngineError("no_tokens")
    if len(spellings) > HIGHEST_ID:
        raise EngineError("id_too_large", id=len(spellings) - 1, highest=HIGHEST_ID)
    unknown = np.flatnonzero(kinds == Kind.UNKNOWN).tolist()
    if not unknown:
        raise EngineError("spm_no_unknown")
    if len(unknown) > 1:
        first, second = unknown[:2]
        raise EngineError("spm_two_unknown", place=Place("id", second), first=first, second=second)
    byte_pieces = np.flatnonzero(kinds == Kind.BYTE).tolist()
    for token_id in byte_pieces:
        try:
            byte_of(spellings[token_id])
        except ValueError:
            shown = spellings[token_id].decode()[:80]
            place = Place("id", token_id)
            raise EngineError("spm_byte_spelling", place=place, id=token_id, token=shown) from None
    if byte_pieces and not byte_fallback:
        raise EngineError("spm_bytes_without_fallback", place=Place("id", byte_pieces[0]), id=byte_pieces[0])
    if byte_fallback and not byte_pieces:
        raise EngineError("bytes_missing", count=256, first="00")


def _special_tokens(vocabulary: ScoreVocabulary) -> dict[str, int]:
    """Return the control tokens; sentencepiece itself never finds them in a text."""
    controls = np.flatnonzero(vocabulary.kinds == Kind.CONTROL).tolist()
    return {vocabulary.spellings[i].decode(): i for i in controls}


def _framing(facts: Facts, special_tokens: Mapping[str, int]) -> Framing:
    """Return start, end and padding; like sentencepiece, by their pieces and not by the ids that are said."""
    bos, eos, pad = (special_tokens.get(facts[name]) for name in ("bos", "eos", "pad"))
    return Framing(() if bos is None else (bos,), () if eos is None else (eos,), padding=pad)


# --- writing ------------------------------------------------------------------------------------


def write(tokenizer: Tokenizer) -> Written:
    """Return the file.

    Raises:
        EngineError: the model does not merge by score, has no token for the unknown, or special tokens that
            are no control tokens there.

    """
    model = tokenizer.model
    if isinstance(model, ForeignModel) and model.library == "sentencepiece":
        return Written(model.data)
    if not isinstance(model, ScoreMergedBpe):
        raise EngineError("spm_cannot_hold_merges")
    specials = control_tokens(model, tokenizer.special_tokens)
    texts = {token_id: text for text, token_id in specials.items()}
    controls = np.flatnonzero(model.vocabulary.kinds == Kind.CONTROL).tolist()
    for token_id, text in texts.items():
        if token_id not in controls:
            raise EngineError("spm_cannot_hold_special", token=text, id=token_id)
    facts = _facts(tokenizer, model)
    data = model_file(facts, _pieces(model.vocabulary, texts, facts["escape_whitespaces"]))
    return Written(data)


def _pieces(
    vocabulary: ScoreVocabulary, texts: Mapping[int, str], escapes: bool
) -> Iterator[tuple[bytes, float, int]]:
    rows = zip(vocabulary.spellings, vocabulary.scores.tolist(), vocabulary.kinds.tolist(), strict=True)
    for token_id, (spelling, score, kind) in enumerate(rows):
        named = texts[token_id].encode() if token_id in texts else swapped_spaces(spelling, escapes)
        yield named, score, kind


def _facts(tokenizer: Tokenizer, model: ScoreMergedBpe) -> dict[str, Any]:
    """Return what the file says besides its pieces (`proto.model_file`)."""
    vocabulary, framing = model.vocabulary, tokenizer.framing
    normalizer = vocabulary.normalizer
    spaces, charsmap = SpacesSpec(remove_extra_whitespaces=False), NO_CHARSMAP
    if isinstance(normalizer, SentencePieceNormalizer):
        spaces, charsmap = normalizer.spaces, normalizer.charsmap
    texts = {token_id: text for text, token_id in tokenizer.special_tokens.items()}
    unknown = model.tables.unknown
    bos, eos = (side[0] if len(side) == 1 else -1 for side in (framing.before, framing.after))
    pad = -1 if framing.padding is None else framing.padding
    ids = {"unk": unknown, "bos": bos, "eos": eos, "pad": pad}
    return {
        **asdict(spaces),
        **{f"{name}_id": token_id for name, token_id in ids.items()},
        **{name: texts.get(ids[name], _NAMES[name]) for name in ("bos", "eos", "pad")},
        "unk": vocabulary.spellings[unknown].decode(),
        "unk_surface": vocabulary.unknown_surface.decode(),
        "model_type": 2,
        "vocab_size": len(vocabulary.spellings),
        "byte_fallback": model.tables.byte_ids is not None,
        "name": charsmap.name,
        "charsmap": charsmap.data,
    }


def fit(tokenizer: Tokenizer) -> Fit:
    """Tell how well the format can hold a tokenizer (`format.Fit`)."""
    model = tokenizer.model
    if isinstance(model, ForeignModel) and model.library == "sentencepiece":
        return Fit("whole", (Notice("is_copied", {"library": model.library}),))
    if not isinstance(model, ScoreMergedBpe):
        return Fit("cannot", (Notice("spm_cannot_hold_merges"),))
    if np.count_nonzero(model.vocabulary.kinds == Kind.UNKNOWN) > 1:
        return Fit("cannot", (Notice("spm_cannot_hold_unknown"),))
    if model.tables.unknown < 0:
        return Fit("cannot", (Notice("spm_no_unknown"),))
    spellings = model.vocabulary.spellings
    taken = set(spellings)
    if len(taken) < len(spellings):  # a user-defined “ <” of llama.cpp's next to an ordinary “▁<”
        first: dict[bytes, int] = {}
        second = next(i for i, spelling in enumerate(spellings) if first.setdefault(spelling, i) < i)
        return Fit("cannot", (Notice("spm_cannot_hold_twice", {"id": second}),))
    for text, token_id in control_tokens(model, tokenizer.special_tokens).items():
        as_ordinary = swapped_spaces(text.encode())  # what its piece would be as an ordinary token
        is_taken = as_ordinary != text.encode() and as_ordinary in taken
        if is_taken or model.token_bytes(token_id) is not None or token_id >= model.vocab_size:
            return Fit("cannot", (Notice("spm_cannot_hold_special", {"token": text, "id": token_id}),))
    if model.rule != "sentencepiece":
        differs = model.rule == "llama.cpp" and as_llama_cpp(model.vocabulary, FORMAT.title).level
        return Fit("other_ids" if differs == "other_ids" else "part", (Notice("leaves_out_score_rule"),))
    return Fit()


def _snippet(facts: SnippetFacts) -> str:
    return f"""\
from sentencepiece import SentencePieceProcessor

sp = SentencePieceProcessor(model_file={facts.file!r})
ids = sp.encode({EXAMPLE!r})  # {facts.ids}
sp.decode(ids)  # {facts.text}"""


FORMAT = Format(
    "sentencepiece", "SentencePiece model", suffix=".model", sniff=sniff, read=read, write=write, judge=fit,
    snippet=("Python: sentencepiece", _snippet), libraries=(("sentencepiece", "sentencepiece"),),
    roles=dict.fromkeys(_OWN_ROLES),
)  # fmt: skip
