"""The vocabulary in a GGUF file (ggml-org/llama.cpp, src/llama-vocab.cpp, gguf-py; ggml's docs/gguf.md).

Two kinds are opened and written: "llama", tokens with scores as in SentencePiece, and "gpt2", pairs of tokens
in order of rank over the byte alphabet; the tokens of others can be looked at. How a text is split is not in
the file: a name, `pre`, stands for it; where the name is not known, the tokens can be looked at and nothing
can be encoded. Of a file that holds a whole model only the head is read.

Added tokens that are not special are USER_DEFINED: llama.cpp finds them in every text and prints them, which
it does not do with CONTROL ones (as in llama-cpp-python 0.3.36).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from workbench.display.byte_alphabet import bytes_to_unicode, unicode_to_bytes
from workbench.engine.base.errors import EngineError, Fact
from workbench.engine.base.pace import paced
from workbench.engine.encoding.added_tokens import Flags, flags_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.models.score_vocabulary import Kind, swapped_spaces
from workbench.engine.normalizers.sentencepiece_normalizer import SentencePieceNormalizer, SpacesSpec
from workbench.formats.format import Fit, Format, Notice, Written, spelling_clash
from workbench.formats.gguf.fields import head_of
from workbench.formats.gguf.head import MAGIC
from workbench.formats.gguf.names import kind_by_text
from workbench.formats.gguf.reading import OWN_ROLES, read, takes_spaces
from workbench.formats.gguf.splits import TEKKEN, WHOLE_PIECES, names_of, nearest_names
from workbench.formats.score_rules import as_llama_cpp
from workbench.formats.snippets import EXAMPLE, SnippetFacts

_FILLED = 1 << 16  # ids without a token that are filled up so that all have one

_END = 11  # what llama.cpp takes as eos of a vocabulary of pairs without one
_WITH_MARKS = {"o200k": "gpt-4o", TEKKEN: "tekken"}  # llama.cpp's patterns of these names have no marks


def sniff(start: bytes) -> bool:
    """Return whether a file begins as GGUF."""
    return start.startswith(MAGIC)


# --- writing ------------------------------------------------------------------------------------


def write(tokenizer: Tokenizer) -> Written:
    """Return a file of the vocabulary alone.

    Raises:
        EngineError: the format cannot hold the tokenizer.

    """
    model = tokenizer.model
    if isinstance(model, ScoreMergedBpe):
        fields = _llama_fields(tokenizer, model)
    elif isinstance(model, RankMergedBpe | PairMergedBpe):
        fields = _gpt2_fields(tokenizer, model)
    else:
        raise EngineError("gguf_cannot_hold")
    return Written(head_of(fields))


def _llama_fields(tokenizer: Tokenizer, model: ScoreMergedBpe) -> dict[str, Any]:
    vocabulary, normalizer = model.vocabulary, model.vocabulary.normalizer
    texts = {token_id: text.encode() for text, token_id in tokenizer.special_tokens.items()}
    as_is = vocabulary.kinds == Kind.USER_DEFINED  # llama.cpp looks for these in the text as it comes
    tokens = [
        texts.get(token_id) or (spelling if as_is[token_id] else swapped_spaces(spelling))
        for token_id, spelling in enumerate(vocabulary.spellings)
    ]
    spaces = SpacesSpec(remove_extra_whitespaces=False)
    if isinstance(normalizer, SentencePieceNormalizer):
        spaces = normalizer.spaces
    fields = _common(tokenizer, "llama", "default")
    fields["tokenizer.ggml.tokens"] = tokens
    fields["tokenizer.ggml.scores"] = vocabulary.scores
    fields["tokenizer.ggml.token_type"] = vocabulary.kinds.astype(np.int32)
    if model.tables.unknown >= 0:
        fields["tokenizer.ggml.unknown_token_id"] = model.tables.unknown
    fields["tokenizer.ggml.add_space_prefix"] = spaces.add_dummy_prefix
    fields["tokenizer.ggml.remove_extra_whitespaces"] = spaces.remove_extra_whitespaces
    return fields | _last(tokenizer)


def _gpt2_fields(tokenizer: Tokenizer, model: RankMergedBpe | PairMergedBpe) -> dict[str, Any]:
    alphabet = bytes_to_unicode()
    as_text = model.lists.as_text if isinstance(model, PairMergedBpe) else frozenset[int]()
    size = max([model.vocab_size, *(token_id + 1 for token_id in tokenizer.special_tokens.values())])
    tokens = [f"[PAD{token_id}]".encode() for token_id in range(size)]
    kinds = np.full(size, Kind.UNUSED, np.int32)
    for token_id in paced(model.ids.tolist()):
        token = model.token_bytes(token_id) or b""
        spelled = token if token_id in as_text else "".join(map(alphabet.__getitem__, token)).encode()
        tokens[token_id] = spelled
    kinds[model.ids] = Kind.NORMAL
    flags = flags_of(tokenizer.special_tokens)
    for text, token_id in tokenizer.special_tokens.items():
        tokens[token_id], kinds[token_id] = text.encode(), _kind_of(text, flags[text])
    pre = _pre_of(tokenizer, model)
    if pre is None:
        raise EngineError("gguf_cannot_hold")
    fields = _common(tokenizer, "gpt2", pre)
    fields["tokenizer.ggml.tokens"] = tokens
    fields["tokenizer.ggml.token_type"] = kinds
    rows = _pairs(model, pre in WHOLE_PIECES)
    fields["tokenizer.ggml.merges"] = [b"%s %s" % (tokens[left], tokens[right]) for left, right in rows]
    return fields | _last(tokenizer)


def _kind_of(text: str, flags: Flags) -> Kind:
    """Return the kind of an added token: llama.cpp prints and always finds those that are no CONTROL ones."""
    if flags.never and not all(character in unicode_to_bytes() for character in text):
        return Kind.NORMAL  # not in the byte alphabet, so that no text becomes it
    return Kind.CONTROL if flags.special or flags.never else Kind.USER_DEFINED


def _pairs(model: RankMergedBpe | PairMergedBpe, whole: bool) -> list[tuple[int, int]]:
    """Return (left, right) of each merge in order of rank; `whole`: llama.cpp takes pieces whole.

    Then a token that no pair makes is one by that, and inside a piece is joined from any two that spell the
    token.
    """
    if isinstance(model, PairMergedBpe):
        return [(int(left), int(right)) for left, right, _ in model.lists.merges.tolist()]
    pairs = model.pairs()
    rows: list[tuple[int, int]] = []
    for token_id in paced(model.ids.tolist()):
        token = model.token_bytes(token_id) or b""
        left, right = pairs[token_id].tolist()
        if left >= 0:
            rows.append((left, right))
        elif len(token) > 1 and whole:
            halves = [(model.token_id(token[:at]), model.token_id(token[at:])) for at in range(1, len(token))]
            rows += [(left, right) for left, right in halves if left is not None and right is not None]
        elif len(token) > 1:
            shown = token.decode("utf-8", "backslashreplace")[:80]
            raise EngineError("gguf_cannot_hold_no_pair", id=token_id, token=shown)
    return rows


def _common(tokenizer: Tokenizer, kind: str, pre: str) -> dict[str, Any]:
    named = {"general.name": tokenizer.name} if tokenizer.name else {}
    return {
        "general.architecture": "llama", **named, "tokenizer.ggml.model": kind, "tokenizer.ggml.pre": pre,
    }  # fmt: skip


def _last(tokenizer: Tokenizer) -> dict[str, Any]:
    framing = tokenizer.framing
    fields: dict[str, Any] = {}
    for name, ids in (("bos", framing.before), ("eos", framing.after)):
        if len(ids) == 1:
            fields[f"tokenizer.ggml.{name}_token_id"] = ids[0]
    if framing.padding is not None:
        fields["tokenizer.ggml.padding_token_id"] = framing.padding
    marks = dict(framing.marks)
    for name, key in (("unk", "unknown"), ("mask", "mask")):
        if name in marks:
            fields[f"tokenizer.ggml.{key}_token_id"] = marks[name]
    fields["tokenizer.ggml.add_bos_token"] = framing.adds_before
    fields["tokenizer.ggml.add_eos_token"] = framing.adds_after
    if tokenizer.chat_template is not None:
        fields["tokenizer.chat_template"] = tokenizer.chat_template
    return fields


def _split_of(tokenizer: Tokenizer) -> str:
    splitter = tokenizer.pre_tokenizer
    return splitter.pattern if splitter.name == "custom" else splitter.name


def _pre_of(tokenizer: Tokenizer, model: RankMergedBpe | PairMergedBpe) -> str | None:
    """Return llama.cpp's name for the split, and for whether pieces are taken whole; None if it has none.

    Ranks may have either: they are made by merging, and those that are not need a name that takes them whole.
    """
    split, pattern = _split_of(tokenizer), tokenizer.pre_tokenizer.pattern
    if split in _WITH_MARKS:
        return _WITH_MARKS[split]
    either = isinstance(model, RankMergedBpe) and not model.is_of_merges
    whole = isinstance(model, PairMergedBpe) and model.lists.whole_pieces
    names = names_of(pattern) or nearest_names(pattern)
    return next((name for name in names if either or whole == (name in WHOLE_PIECES)), None)


def fit(tokenizer: Tokenizer) -> Fit:
    """Tell how well the format can hold a tokenizer (`format.Fit`)."""
    fit = _fit_model(tokenizer)
    losses = [] if fit.level == "cannot" else _by_text(tokenizer)
    if losses:
        fit = Fit("other_ids", (*losses, *fit.losses))
    if (
        fit.level != "cannot"
        and not tokenizer.framing.after
        and not isinstance(tokenizer.model, ScoreMergedBpe)
    ):
        token = tokenizer.token_bytes(_END) or b""
        facts: dict[str, Fact] = {"id": _END, "token": token.decode("utf-8", "backslashreplace")}
        fit = replace(fit, losses=(*fit.losses, Notice("notice_gguf_no_eos", facts)))
    return fit


def _by_text(tokenizer: Tokenizer) -> list[Notice]:
    """Tell of special tokens that llama.cpp takes otherwise, because of their text."""
    flags = {text.encode(): (text, each) for text, each in flags_of(tokenizer.special_tokens).items()}
    texts = [
        text for token, (text, each) in flags.items()
        if not each.never and kind_by_text(token, flags) not in (None, _kind_of(text, each))
    ]  # fmt: skip
    return [Notice("leaves_out_gguf_texts", {"count": len(texts), "first": texts[0]})] if texts else []


def _fit_model(tokenizer: Tokenizer) -> Fit:
    model = tokenizer.model
    if isinstance(model, ScoreMergedBpe):
        return _fit_scores(tokenizer, model)
    if not isinstance(model, RankMergedBpe | PairMergedBpe):
        return Fit("cannot", (Notice("gguf_cannot_hold"),))
    if tokenizer.normalizer is not None or (
        isinstance(model, PairMergedBpe) and model.lists.end_byte_ids is not None
    ):
        return Fit("cannot", (Notice("gguf_cannot_hold"),))
    if (clash := spelling_clash(tokenizer, FORMAT.title, needs_bytes=False)) is not None:
        return Fit("cannot", (clash,))
    pre = _pre_of(tokenizer, model)
    if pre is None:
        known = names_of(tokenizer.pre_tokenizer.pattern)
        return Fit("cannot", (Notice("gguf_cannot_hold_whole" if known else "gguf_cannot_hold_split"),))
    highest = max(tokenizer.special_tokens.values(), default=0)
    if highest > model.vocab_size + _FILLED:
        return Fit("cannot", (Notice("gguf_cannot_hold_gap", {"id": highest, "limit": _FILLED}),))
    if _split_of(tokenizer) in _WITH_MARKS:
        return Fit("other_ids", (Notice("leaves_out_gguf_marks", {"pre": pre}),))
    if pre in nearest_names(tokenizer.pre_tokenizer.pattern):
        return Fit("other_ids", (Notice("leaves_out_gguf_end", {"pre": pre}),))
    return Fit()


def _fit_scores(tokenizer: Tokenizer, model: ScoreMergedBpe) -> Fit:
    for text, token_id in tokenizer.special_tokens.items():
        if token_id >= model.vocab_size:
            return Fit("cannot", (Notice("spm_cannot_hold_special", {"token": text, "id": token_id}),))
    if model.rule == "llama.cpp":
        return Fit()
    if model.rule == "llama2c":
        return Fit("part", (Notice("leaves_out_score_rule"),))
    fit = as_llama_cpp(model.vocabulary, FORMAT.title)
    return Fit(fit.level, (*fit.losses, Notice("gguf_loose_bytes")))


def _keeps_flags(tokenizer: Tokenizer, text: str, flags: Flags) -> bool:
    """Return whether llama.cpp finds an added token by the same flags: only the model's name says any."""
    same = flags.rstrip == takes_spaces(tokenizer.name, text)
    return same and not (flags.single_word or flags.lstrip)


def _snippet(facts: SnippetFacts) -> str:
    return f"""\
from llama_cpp import Llama

llm = Llama({facts.file!r}, vocab_only=True, verbose=False)
ids = llm.tokenize({EXAMPLE!r}.encode(), add_bos=False)  # {facts.ids}
llm.detokenize(ids)  # bytes"""


FORMAT = Format(
    "gguf", "GGUF vocabulary", suffix=".gguf", sniff=sniff, read=read, write=write, judge=fit,
    keeps_added=True, keeps_flags=_keeps_flags, longest_first=True, roles=dict.fromkeys(OWN_ROLES),
    snippet=("Python: llama-cpp-python", _snippet),
    libraries=(("xllamacpp", "xllamacpp"), ("llama-cpp-python", "llama_cpp"), ("gguf", "gguf")),
)  # fmt: skip
