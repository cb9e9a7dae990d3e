"""A tokenizer as a `tokenizer.json`, with `tokenizer_config.json` next to it where there is more to say.

The same tokenizer gives the same bytes. What the format cannot hold is reported by `fit` before anything is
written, or refused with its reason while the tokens are gone through.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced, point
from workbench.engine.encoding.added_tokens import flags_of
from workbench.engine.encoding.roles import OTHERS, roles_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.foreign.foreign_model import ForeignModel
from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.normalizers.normalizer import Normalizer
from workbench.engine.normalizers.text_normalizers import InOrder
from workbench.engine.splitting.custom_patterns import THEN
from workbench.engine.splitting.metaspace import MarkSplit, Metaspace
from workbench.formats.format import Written
from workbench.formats.hugging_face.components import spaces_in, text_start
from workbench.formats.hugging_face.config import CONFIG, TEMPLATE
from workbench.formats.hugging_face.models import WORD_END, Bpe, Merge, bpe_of, spaces_of_scores
from workbench.formats.hugging_face.patterns import DIGIT_SPLITS, NAMED_SPLITS, written_split
from workbench.formats.pattern_names import pattern_name

_BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
_FORMS = {"nfc": "NFC", "nfd": "NFD", "nfkc": "NFKC", "nfkd": "NFKD"}

Json = dict[str, Any]


def write(tokenizer: Tokenizer, old_readers: bool = False) -> Written:
    """Return the file and its companions.

    Args:
        tokenizer: what is written.
        old_readers: write merges as texts, "a b", which readers before tokenizers 0.20 and some other
            programs need, and not as lists.

    Raises:
        EngineError: the format cannot hold the tokenizer, or a token has a space, where old readers would
            cut the merge.

    """
    if isinstance(tokenizer.model, ForeignModel):
        return _copy(tokenizer, tokenizer.model, old_readers)
    bpe = bpe_of(tokenizer)
    added = _added_tokens(tokenizer, bpe)
    before = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added}
    before |= steps_around(tokenizer)
    model = {
        "type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
        "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": False,
        **bpe.options,
    }  # fmt: skip
    start = _json({**before, "model": model}).removesuffix("\n  }\n}")
    vocab = _joined(f"      {_quoted(text)}: {i}" for text, i in bpe.vocab.items())
    merges = _joined(_merge_lines(bpe.merges, old_readers))
    point()
    end = f',\n    "vocab": {{\n{vocab}\n    }},\n    "merges": [\n{merges}\n    ]\n  }}\n}}\n'
    point()
    return Written((start + end).encode(), companions=_companions(tokenizer))


def _copy(tokenizer: Tokenizer, model: ForeignModel, old_readers: bool) -> Written:
    """Return the file that a tokenizer was opened from, and next to it what was said next to that one."""
    if old_readers:
        raise EngineError("cannot_rewrite_copy")
    if model.library != "tokenizers":
        raise EngineError("cannot_hold_hf_model")
    point()
    more = tokenizer.framing != model.framing or tokenizer.chat_template is not None
    return Written(model.data, companions=_companions(tokenizer) if more else {})


def _companions(tokenizer: Tokenizer) -> dict[str, bytes]:
    config = _config(tokenizer)
    files = {CONFIG: (_json(config) + "\n").encode()} if config else {}
    if tokenizer.chat_template is not None:
        files[TEMPLATE] = tokenizer.chat_template.encode("utf-8", "replace")
    return files


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


# What json.dumps(text, ensure_ascii=False) calls in the end, without an encoder made for each token.
_quoted = json.encoder.encode_basestring


def _joined(lines: Iterator[str]) -> str:
    out = io.StringIO()  # a join of 200,000 lines would keep other threads waiting
    out.writelines(f",\n{line}" for line in paced(lines))
    return out.getvalue()[2:]


def _merge_lines(merges: Sequence[Merge], old_readers: bool) -> Iterator[str]:
    for left, right in merges:
        if not old_readers:
            yield f"      [{_quoted(left)}, {_quoted(right)}]"
            continue
        if " " in left or " " in right:
            raise EngineError("cannot_hold_hf_space", token=left if " " in left else right)
        yield f"      {_quoted(f'{left} {right}')}"


# --- added tokens -------------------------------------------------------------------------------


def _added_tokens(tokenizer: Tokenizer, bpe: Bpe) -> list[Json]:
    """Return the added tokens, and put those into the vocabulary that would get another id otherwise."""
    flags = flags_of(tokenizer.special_tokens)
    silent = {text: i for text, i in tokenizer.special_tokens.items() if flags[text].never}
    rising = _put(bpe.vocab, silent)
    ids = {text: i for text, i in tokenizer.special_tokens.items() if not flags[text].never}
    if not _numbered_alike(ids, bpe.vocab):
        rising = _put(bpe.vocab, ids) and rising
    if not rising:
        bpe.vocab = dict(sorted(bpe.vocab.items(), key=lambda item: item[1]))
    return [
        {
            "id": token_id,
            "content": text,
            "single_word": flags[text].single_word,
            "lstrip": flags[text].lstrip,
            "rstrip": flags[text].rstrip,
            "normalized": flags[text].normalized,
            "special": flags[text].special,
        }
        for text, token_id in ids.items()
    ]


def _put(vocab: dict[str, int], tokens: Mapping[str, int]) -> bool:
    """Put tokens into a vocabulary, and tell whether its ids go on rising."""
    last = next(reversed(vocab.values()), -1)
    for text, token_id in tokens.items():
        if text not in vocab:
            vocab[text] = token_id
            if token_id < last:
                last = 1 << 32
            last = max(last, token_id)
    return last < 1 << 32


def _numbered_alike(tokens: Mapping[str, int], vocab: Mapping[str, int]) -> bool:
    """Return whether `tokenizers` gives added tokens these ids by itself (`file`)."""
    highest = -1
    for text, token_id in tokens.items():
        new_id = vocab[text] if text in vocab else max(len(vocab), highest + 1)
        if new_id != token_id:
            return False
        highest = max(highest, new_id)
    return True


# --- the steps around the model -----------------------------------------------------------------


def steps_around(tokenizer: Tokenizer) -> Json:
    """Return normalizer, pre-tokenizer, post-processor and decoder; raises EngineError."""
    by_characters = isinstance(tokenizer.model, CharacterMergedBpe | ScoreMergedBpe)
    steps = _around_characters(tokenizer) if by_characters else _around_bytes(tokenizer)
    normalizer, pre_tokenizer, decoder = steps
    return {
        "normalizer": normalizer,
        "pre_tokenizer": pre_tokenizer,
        "post_processor": _post_processor(tokenizer),
        "decoder": None if tokenizer.is_joined else decoder,
    }


def _around_bytes(tokenizer: Tokenizer) -> tuple[Json | None, Json, Json]:
    normalizer, splitter = tokenizer.normalizer, tokenizer.pre_tokenizer
    prefixed = spaces_in(normalizer) is not None
    if prefixed:
        normalizer = _without_spaces(normalizer)
    decoder: Json = dict(_BYTE_LEVEL, add_prefix_space=True, use_regex=True)
    if isinstance(tokenizer.model, PairMergedBpe) and tokenizer.model.lists.end_byte_ids is not None:
        spaces = {"type": "Replace", "pattern": {"String": WORD_END}, "content": " "}
        decoder = {"type": "Sequence", "decoders": [decoder, spaces]}
    if splitter.name in ("none", "gpt2"):
        regexed = splitter.name == "gpt2"
        return (
            written_normalizer(normalizer),
            dict(_BYTE_LEVEL, add_prefix_space=prefixed, use_regex=regexed),
            decoder,
        )
    if prefixed:
        raise EngineError("cannot_hold_hf_normalizer", name="metaspace")
    splits = _splits(splitter.name, splitter.pattern)
    return (
        written_normalizer(normalizer),
        {"type": "Sequence", "pretokenizers": [*splits, dict(_BYTE_LEVEL)]},
        decoder,
    )


def _splits(name: str, pattern: str) -> list[Json]:
    """Return what splits a text, one after the other."""
    if THEN not in pattern:
        return [_split(name, pattern)]
    return [_split(pattern_name(part), part) for part in pattern.split(THEN)]


def _split(name: str, pattern: str) -> Json:
    for kind, known in NAMED_SPLITS.items():
        if pattern == known:
            return {"type": kind}
    for alone, known in DIGIT_SPLITS.items():
        if pattern == known:
            return {"type": "Digits", "individual_digits": alone}
    written = written_split(name, pattern)
    if written is None:
        raise EngineError("cannot_hold_hf_pattern", pattern=pattern[:80])
    text, keeps_rest = written
    behavior = {"behavior": "Isolated" if keeps_rest else "Removed", "invert": not keeps_rest}
    return {"type": "Split", "pattern": {"Regex": text}, **behavior}


def _around_characters(tokenizer: Tokenizer) -> tuple[Json | None, Json | None, Json | None]:
    normalizer = tokenizer.normalizer
    if isinstance(tokenizer.model, ScoreMergedBpe):
        normalizer = spaces_of_scores(tokenizer)
    splitter = tokenizer.pre_tokenizer
    spaces = spaces_in(normalizer)
    if spaces is not None:
        if splitter.pattern:
            raise EngineError("cannot_hold_hf_pattern", pattern=splitter.pattern[:80])
        splits = isinstance(splitter, MarkSplit) and splitter.splits
        has_bytes = tokenizer.model.capabilities.byte_runs is not None
        return _spaces(normalizer, spaces, splits=splits, has_bytes=has_bytes)
    decoder = None
    if isinstance(tokenizer.model, CharacterMergedBpe) and tokenizer.model.vocabulary.suffix:
        decoder = {"type": "BPEDecoder", "suffix": tokenizer.model.vocabulary.suffix}
    stages = _splits(splitter.name, splitter.pattern) if splitter.name != "none" else [None]
    split = stages[0] if len(stages) == 1 else {"type": "Sequence", "pretokenizers": stages}
    return written_normalizer(normalizer), split, decoder


def _without_spaces(normalizer: Normalizer | None) -> Normalizer | None:
    """Return the steps of a normalizer except for the one that writes spaces as marks."""
    steps = normalizer.steps if isinstance(normalizer, InOrder) else ()
    kept = [step for step in steps if not isinstance(step, Metaspace)]
    return InOrder(kept) if len(kept) > 1 else next(iter(kept), None)


def _spaces(
    normalizer: Normalizer | None, spaces: Metaspace, *, splits: bool, has_bytes: bool
) -> tuple[Json | None, Json | None, Json]:
    """Return what writes spaces as marks and back."""
    if splits or spaces.prefix in ("missing", "first"):
        scheme = {"missing": "always", "first": "first", "never": "never"}.get(spaces.prefix)
        if scheme is None:
            raise EngineError("cannot_hold_hf_normalizer", name="metaspace")
        mark = {"type": "Metaspace", "replacement": spaces.mark, "prepend_scheme": scheme, "split": splits}
        parts: list[Json] = [dict(mark), {"type": "ByteFallback"}, {"type": "Fuse"}]
        decoder = {"type": "Sequence", "decoders": parts} if has_bytes else parts[0]
        return written_normalizer(_without_spaces(normalizer)), mark, decoder
    split: Json | None = None
    if spaces.prefix == "start":
        split = {"type": "Sequence", "pretokenizers": list(text_start(spaces.mark))}
    back: list[Json] = [
        {"type": "Replace", "pattern": {"String": spaces.mark}, "content": " "},
        {"type": "ByteFallback"},
        {"type": "Fuse"},
    ]
    if spaces.strips:
        back.append({"type": "Strip", "content": " ", "start": 1, "stop": 0})
    return written_normalizer(normalizer), split, {"type": "Sequence", "decoders": back}


def written_normalizer(normalizer: Normalizer | None) -> Json | None:
    """Return a normalizer as the format has it; raises EngineError if it has none."""
    return None if normalizer is None else _of_spec(normalizer.spec)


def _of_spec(spec: Mapping[str, Any]) -> Json:
    kind = spec["kind"]
    if kind in _FORMS:
        return {"type": _FORMS[kind]}
    if kind == "sequence":
        return {"type": "Sequence", "normalizers": [_of_spec(step) for step in spec["steps"]]}
    if kind == "lowercase" and not spec.get("final_sigma"):
        return {"type": "Lowercase"}
    if kind == "strip" and not spec.get("separators"):
        return {"type": "Strip", "strip_left": spec["left"], "strip_right": spec["right"]}
    if kind == "replace":
        return {"type": "Replace", "pattern": {"String": spec["pattern"]}, "content": spec["content"]}
    if kind == "metaspace":
        put: Json = {"type": "Replace", "pattern": {"String": " "}, "content": spec["mark"]}
        before = {"type": "Prepend", "prepend": spec["mark"]}
        return {"type": "Sequence", "normalizers": [before, put]} if spec["prefix"] == "always" else put
    if kind == "prepend":
        return {"type": "Prepend", "prepend": spec["text"]}
    if kind == "whitespace":
        return {"type": "Replace", "pattern": {"Regex": r"\s+"}, "content": " "}
    raise EngineError("cannot_hold_hf_normalizer", name=kind)


def _post_processor(tokenizer: Tokenizer) -> Json | None:
    framing = tokenizer.framing
    before = framing.before if framing.adds_before else ()
    after = framing.after if framing.adds_after else ()
    if not before and not after:
        return None
    names = {token_id: _text(tokenizer, token_id) for token_id in (*before, *after)}
    single, second = [
        [*(_special(names[i], number) for i in before), {"Sequence": {"id": name, "type_id": number}},
         *(_special(names[i], number) for i in after)]
        for number, name in enumerate("AB")
    ]  # fmt: skip
    return {
        "type": "TemplateProcessing",
        "single": single,
        "pair": single + second,
        "special_tokens": {name: {"id": name, "ids": [i], "tokens": [name]} for i, name in names.items()},
    }


def _special(name: str, type_id: int) -> Json:
    return {"SpecialToken": {"id": name, "type_id": type_id}}


def _text(tokenizer: Tokenizer, token_id: int) -> str:
    """Return the text of a special token or, for want of one, of any token."""
    for text, known in tokenizer.special_tokens.items():
        if known == token_id:
            return text
    return (tokenizer.token_bytes(token_id) or b"").decode("utf-8", "replace") or f"<{token_id}>"


def _config(tokenizer: Tokenizer) -> Json:
    """Return what tokenizer_config.json has to say, {} for nothing."""
    framing = tokenizer.framing
    config: Json = {}
    for key, ids in (("bos_token", framing.before), ("eos_token", framing.after)):
        if len(ids) == 1:
            config[key] = _text(tokenizer, ids[0])
            config[f"add_{key}"] = framing.adds_before if key == "bos_token" else framing.adds_after
    if framing.padding is not None:
        config["pad_token"] = _text(tokenizer, framing.padding)
    config |= {f"{role}_token": text for role, text in roles_of(tokenizer).named().items() if role in OTHERS}
    if framing.context is not None:
        config["model_max_length"] = framing.context
    if config or tokenizer.chat_template is not None:
        config["clean_up_tokenization_spaces"] = False
        config["tokenizer_class"] = "PreTrainedTokenizerFast"
    return dict(sorted(config.items()))
