"""BERT's `vocab.txt` (google-research/bert): one token a line, whose number from 0 is the token's id.

A piece that continues a word begins with `##`. The file says no more, so the rest is BERT's, as
`BertWordPieceTokenizer` of tokenizers and `BertTokenizer` of transformers have it by default: text is cleaned
and lower-cased, accents go with the lower-casing, Chinese characters are words of their own. A
`tokenizer_config.json` next to the file may say otherwise (`do_lower_case`, `strip_accents`,
`tokenize_chinese_chars`), as transformers does. What comes of it is a `tokenizer.json`, which
tokenizers runs, in the child.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import paced
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.format import Fit, Format, Notice, Parts, Source
from workbench.formats.hugging_face.config import CONFIG, object_of, with_config
from workbench.formats.hugging_face.large_file import file_of
from workbench.formats.hugging_face.reading import parts_of

SPECIAL = ("[UNK]", "[SEP]", "[CLS]", "[PAD]", "[MASK]")
_BOM = b"\xef\xbb\xbf"
_ONE_WORD = re.compile(r"\S*\s*")


def sniff(start: bytes) -> bool:
    """Return whether a file begins with lines of one word each, with BERT's special tokens or pieces."""
    lines = start.removeprefix(_BOM).decode("utf-8", "replace").split("\n")
    whole = lines[:-1] if len(lines) > 1 else lines  # the last one may be cut
    if not all(map(_ONE_WORD.fullmatch, whole)):
        return False
    words = {line.rstrip() for line in whole}
    return len(words) > 1 and ("[UNK]" in words or ("[PAD]" in words and "[unused0]" in words))


def read(source: Source) -> Parts:
    """Return the vocabulary, with the rest of BERT's pipeline.

    Raises:
        EngineError: naming file, line and cause; then nothing has been loaded.

    """
    notices: list[Notice] = []
    config = object_of(source.path, CONFIG, notices) or {}
    try:
        vocab = _vocab(source.data)
        if "[UNK]" not in vocab:
            raise EngineError("bert_no_unk")
        data = json.dumps(_structure(vocab, config), ensure_ascii=False).encode()
        as_json = replace(source, data=data, size=None)
        parts = parts_of(as_json, file_of(as_json))
    except EngineError as fault:
        raise fault.in_file(source.path) from fault
    if not isinstance(config.get("do_lower_case"), bool):
        notices.append(Notice("notice_bert_lower"))
    parts = with_config(source.path, parts)
    return replace(parts, notices=(*parts.notices, *(each for each in notices if each not in parts.notices)))


def _vocab(data: bytes) -> dict[str, int]:
    """Return token -> id; of lines that are alike the last one counts, as in both libraries."""
    vocab: dict[str, int] = {}
    lines = data.removeprefix(_BOM).split(b"\n")
    for number, line in enumerate(paced(lines if lines[-1] else lines[:-1])):
        try:
            vocab[line.decode().rstrip()] = number
        except UnicodeDecodeError:
            raise EngineError("line_not_utf8", place=Place("line", number + 1)) from None
    return vocab


def _structure(vocab: Mapping[str, int], config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tokenizer.json that `BertWordPieceTokenizer` makes of a vocabulary."""

    def said(key: str, default: bool | None) -> bool | None:
        value = config.get(key, default)
        return value if isinstance(value, bool) else default

    added = [
        {"id": vocab[text], "content": text, "special": True, "normalized": False}
        | dict.fromkeys(("single_word", "lstrip", "rstrip"), False)
        for text in SPECIAL
        if text in vocab
    ]
    ends = {key: [text, vocab.get(text)] for key, text in (("sep", "[SEP]"), ("cls", "[CLS]"))}
    has_both = all(token_id is not None for _, token_id in ends.values())
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": sorted(added, key=lambda each: each["id"]),
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": said("tokenize_chinese_chars", True),
            "strip_accents": said("strip_accents", None),
            "lowercase": said("do_lower_case", True),
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "BertProcessing", **ends} if has_both else None,
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": vocab,
        },
    }


def fit(tokenizer: Tokenizer) -> Fit:
    """Tell that it is not written: its tokenizers are saved as a tokenizer.json (`format.Fit`)."""
    return Fit("cannot", (Notice("format_read_only", {"format": FORMAT.title}),))


FORMAT = Format(
    "bert", "BERT vocabulary", ".txt", sniff=sniff, read=read, write=None, judge=fit, neighbors=(CONFIG,)
)  # fmt: skip
