"""llama2.c's `tokenizer.bin` (karpathy/llama2.c, tokenizer.py, `export`, and run.c, `build_tokenizer`).

Little-endian: the length of the longest token (32 bits); then of every token, by id, its score (float32), its
length (32 bits) and its bytes. It says neither how many tokens there are nor what any of them is for: run.c
takes it that 0 is the unknown, 1 the start, 2 the end of a text, and 3 to 258 the bytes `<0x00>` to `<0xFF>`.
The program that made it from a SentencePiece model has put a space for every "▁", and line ends around `<s>`
and `</s>`.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator

import numpy as np

from workbench.engine.base.errors import EngineError, Fact, Place
from workbench.engine.base.pace import paced
from workbench.engine.base.utf8 import is_utf8
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import HIGHEST_ID
from workbench.engine.models.framing import Framing
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.models.score_vocabulary import Kind, ScoreVocabulary, byte_spelling
from workbench.engine.normalizers.normalizer import NORMALIZERS
from workbench.engine.normalizers.sentencepiece_normalizer import SentencePieceNormalizer, SpacesSpec
from workbench.formats.format import Fit, Format, Notice, Parts, Source, Written
from workbench.formats.snippets import EXAMPLE, SnippetFacts

_LONGEST = 1 << 16  # bytes of a token; run.c sets twice as much aside before it has read one
_FIRST_OWN = 259  # the first id after the bytes

# run.c puts the start before a prompt; the end it only knows.
FRAMING = Framing(before=(1,), after=(2,))

_LENGTH = struct.Struct("<I")
_RECORD = struct.Struct("<fI")


def sniff(start: bytes) -> bool:
    """Return whether a file begins with a length and then a token: `<unk>`, or others that are text."""
    if len(start) < _LENGTH.size:
        return False
    longest = _LENGTH.unpack_from(start)[0]
    if start[_LENGTH.size + _RECORD.size :].startswith(b"<unk>"):
        return True
    if not 0 < longest <= _LONGEST:
        return False
    position, n_tokens = _LENGTH.size, 0
    while position + _RECORD.size <= len(start):
        score, length = _RECORD.unpack_from(start, position)
        position += _RECORD.size
        # The first may be a wrong one: then all that is left is that a first score is 0.
        if length > longest or not math.isfinite(score) or not _is_text(start[position : position + length]):
            return n_tokens == 0 and score == 0
        position += length
        n_tokens += 1
    return n_tokens > 0 or len(start) == _LENGTH.size


def _is_text(token: bytes) -> bool:
    try:
        token.decode()
    except UnicodeDecodeError as fault:
        return fault.end == len(token)  # the head of the file may end here
    return True


# --- reading ------------------------------------------------------------------------------------


def read(source: Source) -> Parts:
    """Return what the file says; it is read by llama2.c's rule.

    Raises:
        EngineError: naming file, byte and cause; then nothing has been loaded.

    """
    spellings: list[bytes] = []
    scores: list[float] = []
    first: dict[bytes, int] = {}
    for position, spelling, score in paced(_records(source)):
        if first.setdefault(spelling, len(spellings)) != len(spellings):
            facts: dict[str, Fact] = {"first": first[spelling], "second": len(spellings)}
            raise _fault(source, "token_twice", position, token=_shown(spelling), **facts)
        _check_place(source, position, len(spellings), spelling)
        spellings.append(spelling)
        scores.append(score)
    if len(spellings) < _FIRST_OWN:
        code = "bin_too_few_tokens" if spellings else "no_tokens"
        raise _fault(source, code, len(source.data), count=len(spellings), smallest=_FIRST_OWN)
    kinds = np.full(len(spellings), Kind.NORMAL, np.uint8)
    kinds[:_FIRST_OWN] = [Kind.UNKNOWN, Kind.CONTROL, Kind.CONTROL, *[Kind.BYTE] * 256]
    vocabulary = ScoreVocabulary(tuple(spellings), np.array(scores, np.float32), kinds)
    model = ScoreMergedBpe.from_vocabulary(vocabulary, "llama2c")
    special_tokens = _special_tokens(vocabulary)
    notices = () if b" " in first else (Notice("notice_bin_no_space"),)
    return Parts(
        model, "none", "", special_tokens, normalizer=NORMALIZERS["llama2c"], framing=FRAMING, notices=notices
    )


def _longest(source: Source) -> int:
    if len(source.data) < _LENGTH.size:
        raise _fault(source, "bin_cut", 0, id=0)
    longest: int = _LENGTH.unpack_from(source.data)[0]
    if not 0 < longest <= _LONGEST:
        raise _fault(source, "bin_longest", 0, longest=longest, highest=_LONGEST)
    return longest


def _records(source: Source) -> Iterator[tuple[int, bytes, float]]:
    """Yield the place, spelling and score of each token."""
    longest, position, number = _longest(source), _LENGTH.size, 0
    while position < len(source.data):
        spelling, score = _record(source, position, number, longest)
        yield position, spelling, score
        position += _RECORD.size + len(spelling)
        number += 1


def _record(source: Source, position: int, token_id: int, longest: int) -> tuple[bytes, float]:
    """Return a token and its score after checking what the rest of the program takes for granted."""
    if token_id > HIGHEST_ID:
        raise _fault(source, "id_too_large", position, id=token_id, highest=HIGHEST_ID)
    start = position + _RECORD.size
    if start > len(source.data):
        raise _fault(source, "bin_cut", position, id=token_id)
    score, length = _RECORD.unpack_from(source.data, position)
    if not math.isfinite(score):
        raise _fault(source, "token_score", position, id=token_id, score=str(score))
    if length > longest:
        raise _fault(source, "bin_token_length", position, id=token_id, length=length, longest=longest)
    if length == 0:
        raise _fault(source, "token_empty", position, id=token_id)
    if start + length > len(source.data):
        raise _fault(source, "bin_cut", position, id=token_id)
    spelling = source.data[start : start + length]
    if not is_utf8(spelling):
        raise _fault(source, "token_not_text", position, id=token_id, token=_shown(spelling))
    return spelling, score


def _check_place(source: Source, position: int, token_id: int, spelling: bytes) -> None:
    """Check that the bytes are where run.c looks for them."""
    if 3 <= token_id < _FIRST_OWN and spelling != byte_spelling(token_id - 3):
        expected = byte_spelling(token_id - 3).decode()
        facts: dict[str, Fact] = {"token": _shown(spelling), "expected": expected}
        raise _fault(source, "bin_byte_missing", position, id=token_id, **facts)
    if token_id in (1, 2) and not spelling.strip(b"\n"):
        raise _fault(source, "token_empty", position, id=token_id)


def _special_tokens(vocabulary: ScoreVocabulary) -> dict[str, int]:
    """Return the texts of start and end, without the line ends around them."""
    return {vocabulary.spellings[i].strip(b"\n").decode(): i for i in (1, 2)}


def _shown(spelling: bytes) -> str:
    return spelling.decode("utf-8", "backslashreplace")[:80]


def _fault(source: Source, code: str, position: int, **facts: Fact) -> EngineError:
    return EngineError(code, file=source.path, place=Place("byte", position), **facts)


# --- writing ------------------------------------------------------------------------------------


def write(tokenizer: Tokenizer) -> Written:
    """Return the file; what it means is in the card too.

    Raises:
        EngineError: the model does not merge by score, its ids are in another order than llama2.c's, or it
            has other special tokens.

    """
    model = tokenizer.model
    if not isinstance(model, ScoreMergedBpe):
        raise EngineError("cannot_hold_merges")
    vocabulary = model.vocabulary
    if not vocabulary.has_llamas_order():
        raise EngineError("cannot_hold_id_order")
    spellings = vocabulary.llamas_spellings()
    if (other := _other_special(tokenizer, vocabulary)) is not None:
        raise EngineError(other.code, file=None, place=None, **other.facts)
    parts = [_LENGTH.pack(max(map(len, spellings)))]
    for spelling, score in paced(zip(spellings, vocabulary.scores.tolist(), strict=True)):
        parts += _RECORD.pack(score, len(spelling)), spelling
    return Written(b"".join(parts))


def _other_special(tokenizer: Tokenizer, vocabulary: ScoreVocabulary) -> Notice | None:
    """Return what to say where special tokens are not just the start and the end, or None."""
    expected = _special_tokens(vocabulary)
    for text in [*tokenizer.special_tokens, *expected]:
        if tokenizer.special_tokens.get(text) != expected.get(text):
            return Notice("cannot_hold_special_tokens", {"token": text, "held": ", ".join(expected)})
    return None


def fit(tokenizer: Tokenizer) -> Fit:
    """Tell how well the format can hold a tokenizer (`format.Fit`)."""
    model = tokenizer.model
    if not isinstance(model, ScoreMergedBpe):
        return Fit("cannot", (Notice("cannot_hold_merges"),))
    if not model.vocabulary.has_llamas_order():
        return Fit("cannot", (Notice("cannot_hold_id_order"),))
    if (other := _other_special(tokenizer, model.vocabulary)) is not None:
        return Fit("cannot", (other,))
    normalizer = model.vocabulary.normalizer
    if isinstance(normalizer, SentencePieceNormalizer) and not normalizer.is_llamas:
        single = not normalizer.charsmap.nodes and normalizer.spaces == SpacesSpec()
        loss = (
            Notice("run_c_keeps_spaces")
            if single
            else Notice("leaves_out_normalizer", {"format": FORMAT.title})
        )
        return Fit("other_ids", (loss,))
    if model.rule != "llama2c":
        return Fit("part", (Notice("leaves_out_score_rule"),))
    return Fit()


def _snippet(facts: SnippetFacts) -> str:
    return f"""\
# llama2.c; stories15M.bin stands for a model trained with this tokenizer
./run stories15M.bin -z {facts.file} -i "{EXAMPLE}"
# the prompt is read as 1 (start) and {facts.ids}"""


FORMAT = Format(
    "llama2c", "llama2.c tokenizer", suffix=".bin", sniff=sniff, read=read, write=write, judge=fit,
    snippet=("Shell: llama2.c", _snippet), roles={"bos": None, "eos": None, "unk": None},
)  # fmt: skip
