"""Hugging Face's `tokenizer.json` (huggingface/tokenizers), and its `tokenizer_config.json`.

One JSON object: the model with its vocabulary and merges, and the steps around it: normalizer, pre-tokenizer,
post-processor, decoder, added tokens, truncation, padding. It is checked before anything is made of it
(`file`), read into the engine's models as far as these have what it asks for (`reading`), and written
by `writing`.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from workbench.engine.base.errors import EngineError
from workbench.engine.base.roles import ROLES
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.foreign.foreign_model import ForeignModel
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.framing import NO_FRAMING
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.models.score_vocabulary import Kind, swapped_spaces
from workbench.formats.child_parsing import child_for
from workbench.formats.format import Fit, Format, Notice, Parts, Source, spelling_clash
from workbench.formats.hugging_face.config import CONFIG, TEMPLATE, TOKENS_MAP, with_config
from workbench.formats.hugging_face.large_file import file_of
from workbench.formats.hugging_face.models import MARK, spaces_of_scores
from workbench.formats.hugging_face.reading import parts_of
from workbench.formats.hugging_face.writing import steps_around, write
from workbench.formats.snippets import EXAMPLE, SnippetFacts

_FIRST_KEY = re.compile(
    rb"""\s*\{\s*"(?:version"\s*:\s*"
    |(?:truncation|padding|added_tokens|normalizer|pre_tokenizer|post_processor|decoder|model)"\s*:\s*[\[{n])""",
    re.VERBOSE,
)


def sniff(start: bytes) -> bool:
    """Return whether a file begins as JSON whose first key is one of a tokenizer.json."""
    return _FIRST_KEY.match(start.removeprefix(b"\xef\xbb\xbf")) is not None


def read(source: Source) -> Parts:
    """Return what the file, and those next to it, say.

    Raises:
        EngineError: naming file, byte or key, and cause; then nothing has been loaded.

    """
    try:
        with child_for(source) as child:
            file = file_of(replace(source, child=child))
            parts = parts_of(source, file, child)
    except EngineError as fault:
        raise fault.in_file(source.path) from fault
    return with_config(source.path, parts)


def fit(tokenizer: Tokenizer) -> Fit:
    """Tell how well the format can hold a tokenizer (`format.Fit`)."""
    model = tokenizer.model
    if isinstance(model, ForeignModel) and model.library == "tokenizers":
        return Fit("whole", (Notice("is_copied", {"library": model.library}),))
    if not isinstance(model, RankMergedBpe | PairMergedBpe | CharacterMergedBpe | ScoreMergedBpe):
        return Fit("cannot", (Notice("cannot_hold_hf_model"),))
    if isinstance(model, ScoreMergedBpe):
        return _fit_scores(tokenizer, model)
    if (clash := spelling_clash(tokenizer, FORMAT.title)) is not None:
        return Fit("cannot", (clash,))
    return _fit_around(tokenizer)


def _fit_scores(tokenizer: Tokenizer, model: ScoreMergedBpe) -> Fit:
    # tokenizers finds user-defined tokens as llama.cpp does, before it merges.
    odd = (Kind.UNUSED,) if model.rule == "llama.cpp" else (Kind.USER_DEFINED, Kind.UNUSED)
    if np.isin(model.vocabulary.kinds, odd).any():
        return Fit("cannot", (Notice("cannot_hold_hf_score_kinds"),))
    if model.rule == "llama2c":
        return Fit("other_ids", (Notice("cannot_hold_hf_score_rule"),))
    if (marked := _marked(model)) is not None:
        return Fit("cannot", (Notice("cannot_hold_hf_mark", {"token": marked}),))
    fit = _fit_around(tokenizer)
    skips_controls = model.rule == "sentencepiece" and bool(tokenizer.special_tokens)
    if fit.level == "whole" and skips_controls and spaces_of_scores(tokenizer).strips:
        return Fit("part", (Notice("leaves_out_decoding"),))
    return fit


def _marked(model: ScoreMergedBpe) -> str | None:
    """Return a token with what is no space in a text, but would be in tokenizers, or None.

    One with a space in its file: a text's are "▁" by then. In llama.cpp also an added one with a "▁", which
    may come of a merge there.
    """
    mark, llama_cpp = MARK.encode(), model.rule == "llama.cpp"
    for spelling, kind in zip(model.vocabulary.spellings, model.vocabulary.kinds.tolist(), strict=True):
        if mark in spelling and (llama_cpp or kind == Kind.NORMAL):
            return swapped_spaces(spelling, kind == Kind.NORMAL).decode("utf-8", "backslashreplace")[:80]
    return None


def _fit_around(tokenizer: Tokenizer) -> Fit:
    try:
        steps_around(tokenizer)
    except EngineError as fault:
        return Fit("cannot", (Notice(fault.code, fault.facts),))
    return Fit()


def _snippet(facts: SnippetFacts) -> str:
    model = facts.tokenizer.model
    # An exact copy cuts and fills up as the file did; what is written again does not.
    framing = model.framing if isinstance(model, ForeignModel) else NO_FRAMING
    plain = "" if framing.context is None else "tok.no_truncation()\n"
    plain += "" if framing.padding is None else "tok.no_padding()\n"
    return f"""\
from tokenizers import Tokenizer

tok = Tokenizer.from_file({facts.file!r})
{plain}\
ids = tok.encode({EXAMPLE!r}, add_special_tokens=False).ids  # {facts.ids}
tok.decode(ids)  # {facts.text}"""


FORMAT = Format(
    "hf",
    "Hugging Face tokenizer",
    suffix=".json",
    sniff=sniff,
    read=read,
    write=write,
    judge=fit,
    neighbors=(CONFIG, TEMPLATE, TOKENS_MAP),
    keeps_added=True,
    roles=dict.fromkeys((*ROLES, "chat_template")),
    keeps_flags=lambda _tokenizer, _text, _flags: True,
    snippet=("Python: tokenizers", _snippet),
    libraries=(("tokenizers", "tokenizers"),),
)
