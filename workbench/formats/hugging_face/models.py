"""The models of the engine as the model of a `tokenizer.json`: vocabulary, merges and options.

A vocabulary there is keyed by text, so each token needs a text of its own. A rank-merged model has one merge
for each token, the pair that its bytes come down to by the tokens before it (karpathy/minbpe, gpt4.py,
`recover_merges`). A score-merged model joins any neighbors that spell a token; its merges are all the ways
to cut each token in two, the best token first (huggingface/transformers, convert_slow_tokenizer.py).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced, paced_slices, point
from workbench.engine.encoding.added_tokens import AddedTokens, flags_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.character_vocabulary import CharacterVocabulary
from workbench.engine.models.model import Model
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.models.score_vocabulary import Kind
from workbench.engine.normalizers.normalizer import begins_anew
from workbench.engine.splitting.metaspace import MarkSplit, Metaspace

MARK = "\u2581"
WORD_END = "</w>"
Merge = tuple[str, str]
Texts = tuple[dict[int, str], dict[str, int]]  # of each id, and the other way round

_ALPHABET = {chr(byte): character for byte, character in bytes_to_unicode().items()}
_TABLE = str.maketrans(_ALPHABET)
_PROBES = 400  # texts on which merges by score are tried


@dataclass(slots=True)
class Bpe:
    """A BPE model as it is written.

    Attributes:
        vocab: text -> id, by rising id.
        merges: by rank.
        options: the other keys of the model.

    """

    vocab: dict[str, int]
    merges: list[Merge]
    options: dict[str, object] = field(default_factory=dict)


def bpe_of(tokenizer: Tokenizer) -> Bpe:
    """Return the model of a tokenizer; raises EngineError."""
    model = tokenizer.model
    if isinstance(model, RankMergedBpe):
        return _ranked(model)
    if isinstance(model, PairMergedBpe):
        return _paired(model)
    if isinstance(model, CharacterMergedBpe):
        return _character(model.vocabulary)
    if isinstance(model, ScoreMergedBpe):
        return _scored(tokenizer, model)
    raise EngineError("cannot_hold_hf_model")


def spelled(token: bytes) -> str:
    """Return a token in the byte alphabet."""
    return token.decode("latin-1").translate(_TABLE)


# --- byte level ---------------------------------------------------------------------------------


def _ranked(model: RankMergedBpe) -> Bpe:
    texts, vocab = _texts(model)
    pairs = model.pairs()
    has_pair = pairs[:, 0] >= 0
    merges: list[Merge] = []
    known: frozenset[str] = frozenset()
    for token_id in paced(model.ids.tolist()):
        if has_pair[token_id]:
            left, right = pairs[token_id].tolist()
            merges.append((texts[left], texts[right]))
        elif len(model.token_bytes(token_id) or b"") > 1:
            # Only a piece that is this token becomes it at once; else any neighbors that spell it do.
            known = known or frozenset(texts.values())
            merges += _cuts(texts[token_id], known)
    return Bpe(vocab, merges, {"ignore_merges": bool(known)})


def _cuts(text: str, known: frozenset[str]) -> list[Merge]:
    halves = [(text[:at], text[at:]) for at in range(1, len(text))]
    return [half for half in halves if half[0] in known and half[1] in known]


def _paired(model: PairMergedBpe) -> Bpe:
    ends = model.lists.word_ends
    texts, vocab = _texts(model, ends, model.lists.as_text)
    merges = _rows(model.merges, texts)
    options: dict[str, object] = {"ignore_merges": model.lists.whole_pieces}
    if ends:
        options["end_of_word_suffix"] = WORD_END
    return Bpe(vocab, merges, options)


def _texts(
    model: Model, word_ends: frozenset[int] = frozenset(), as_text: frozenset[int] = frozenset()
) -> Texts:
    """Return id -> text of all tokens, and text -> id; raises EngineError if two have the same."""
    texts: dict[int, str] = {}
    seen: dict[str, int] = {}
    for token_id in paced(model.ids.tolist()):
        token = model.token_bytes(token_id) or b""
        text = spelled(token) + (WORD_END if token_id in word_ends else "")
        if token_id in as_text:
            text = token.decode()
        first = seen.setdefault(text, token_id)
        if first != token_id:
            shown = token.decode("utf-8", "backslashreplace")
            raise EngineError("cannot_hold_hf_same_text", token=shown, first=first, second=token_id)
        texts[token_id] = text
    return texts, seen


def _rows(rows: NDArray[np.int64], texts: Mapping[int, str]) -> list[Merge]:
    merges: list[Merge] = []
    for part in paced_slices(len(rows)):
        merges += [(texts[left], texts[right]) for left, right, _ in rows[part].tolist()]
    return merges


# --- characters ---------------------------------------------------------------------------------


def _character(vocabulary: CharacterVocabulary) -> Bpe:
    texts = {token_id: text for text, token_id in vocabulary.ids.items()}
    point()
    merges = _rows(vocabulary.merges, texts)
    point()
    return Bpe({texts[i]: i for i in sorted(texts)}, merges, _character_options(vocabulary))


def _character_options(vocabulary: CharacterVocabulary) -> dict[str, object]:
    return {
        "unk_token": vocabulary.unknown,
        "continuing_subword_prefix": vocabulary.prefix or None,
        "end_of_word_suffix": vocabulary.suffix or None,
        "fuse_unk": vocabulary.fuses_unknown,
        "byte_fallback": vocabulary.byte_fallback,
        "ignore_merges": vocabulary.whole_pieces,
    }


# --- scores -------------------------------------------------------------------------------------


def _scored(tokenizer: Tokenizer, model: ScoreMergedBpe) -> Bpe:
    """Return merges that do what scores do; raises EngineError if they do not on some text."""
    vocabulary = model.vocabulary
    kinds = vocabulary.kinds.tolist()
    ids: dict[str, int] = {}
    for token_id, spelling in enumerate(paced(vocabulary.spellings)):
        text = spelling.decode("utf-8", "replace")
        if kinds[token_id] == Kind.CONTROL:
            text = text.strip("\n")  # llama2.c's files have line ends around them
        ids[text.replace(" ", MARK) if kinds[token_id] == Kind.NORMAL else text] = token_id
    rows: list[tuple[int, int, int]] = []
    joinable = {text: i for text, i in ids.items() if kinds[i] == Kind.NORMAL}
    order = model.tables.order
    for text in paced(sorted(joinable, key=lambda text: (order[ids[text]], ids[text])), 512):
        for at in range(1, len(text)):
            left, right = joinable.get(text[:at]), joinable.get(text[at:])
            if left is not None and right is not None:
                rows.append((left, right, joinable[text]))
    merges = np.array(rows, np.int64).reshape(-1, 3)
    unknown = next((text for text, i in ids.items() if kinds[i] == Kind.UNKNOWN), None)
    silent = frozenset(i for i, kind in enumerate(kinds) if kind in (Kind.CONTROL, Kind.USER_DEFINED))
    characters = CharacterVocabulary(
        ids, merges, unknown, True, model.tables.byte_ids is not None, mark=MARK, silent=silent
    )
    characters.prepare()
    _try(tokenizer, characters)
    return _character(characters)


def _try(tokenizer: Tokenizer, vocabulary: CharacterVocabulary) -> None:
    """Compare ids on texts; raises EngineError naming the first on which they differ."""
    spaces = spaces_of_scores(tokenizer)
    specials = AddedTokens(tokenizer.special_tokens, flags_of(tokenizer.special_tokens))
    split = MarkSplit(MARK, splits=False)
    other = Tokenizer(CharacterMergedBpe(vocabulary), split, specials, normalizer=spaces)
    point()
    for encoder in (tokenizer, other):
        for _ in encoder.encode_parts(b"a"):  # makes its tables, which takes a while
            point()
    for text in _probes([token for token in vocabulary.ids if token]):
        for taken in ("none", "all"):
            if tokenizer.encode(text, allowed_special=taken) != other.encode(text, allowed_special=taken):
                raise EngineError("cannot_hold_hf_scores", text=ascii(text)[1:-1][:80])
        point()


def spaces_of_scores(tokenizer: Tokenizer) -> Metaspace:
    """Return what a score-merged model's normalizer does; raises EngineError if it does more."""
    spec = {} if tokenizer.normalizer is None else tokenizer.normalizer.spec
    more = ("charsmap", "remove_extra_whitespaces", "treat_whitespace_as_suffix")
    if any(spec.get(key) for key in more) or not spec.get("escape_whitespaces", True):
        raise EngineError("cannot_hold_hf_normalizer", name=str(spec.get("name") or spec.get("kind")))
    prefixed = bool(spec.get("add_dummy_prefix", True))
    prefix = "always" if begins_anew(tokenizer.normalizer) else "start"
    return Metaspace(MARK, prefix if prefixed else "never", int(prefixed))


_HARD = (
    "", " ", "  ", "a", " a", "a ", "   a   b    c     ", "\n\n\n", "\t", " \n ", "aaaaaaaaaaaaaaaaa",
    "<s>", "</s> <unk>", "<0x41>", "Hello", "日本語の文字", "👍🏽👩‍👦", "e\u0301é", "\ufffd", "\x00\x7f",
    "x = [1, 22, 333]; # " * 3, "int main() {\n        return 0;\n}\n", "ſİ\u0345", "1234567890" * 3,
    " " * 33,
)  # fmt: skip


def _probes(tokens: Sequence[str]) -> Iterable[str]:
    """Yield texts that are hard to get right, and tokens strung together, always the same."""
    yield from _HARD
    chance = random.Random(1)  # noqa: S311 - the same file every time
    for _ in range(_PROBES):
        parts = chance.choices(tokens, k=chance.randrange(1, 12))
        text = "".join(parts).replace(MARK, " ")
        yield text
        yield "".join(left for left, _ in pairwise(text) if chance.random() < 0.8)
