"""Makes normalizers from plain data of a card, a message or another file format."""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.normalizers.charsmap import read_charsmap
from workbench.engine.normalizers.clip_cleaning import Ftfy, HtmlUnescape, clip_cleaning
from workbench.engine.normalizers.normal_forms import Composed
from workbench.engine.normalizers.normalizer import LLAMA_CPP, NORMALIZERS, Normalizer
from workbench.engine.normalizers.older_unicode import EarlyComposed
from workbench.engine.normalizers.sentencepiece_normalizer import SentencePieceNormalizer, SpacesSpec
from workbench.engine.normalizers.settled_text import Form
from workbench.engine.normalizers.text_normalizers import (
    InOrder,
    Lowercase,
    Prepend,
    Replace,
    Strip,
    Whitespace,
)
from workbench.engine.splitting.metaspace import PREFIXES, Metaspace

DEEPEST = 8  # rows of steps inside rows of steps

_KINDS: Mapping[str, Callable[[Mapping[str, Any]], Normalizer]] = MappingProxyType(
    {
        "sentencepiece": lambda spec: _sentencepiece(spec),
        "metaspace": lambda spec: _metaspace(spec),
        "llama2c": lambda spec: NORMALIZERS["llama2c"],
        "llama.cpp": lambda spec: replace(LLAMA_CPP, prefixes=_switch(spec, "add_dummy_prefix", True)),
        "nfc": lambda spec: _normal_form(spec, "NFC"),
        "nfd": lambda spec: _normal_form(spec, "NFD"),
        "nfkc": lambda spec: _normal_form(spec, "NFKC"),
        "nfkd": lambda spec: _normal_form(spec, "NFKD"),
        "lowercase": lambda spec: Lowercase(_switch(spec, "final_sigma")),
        "strip": lambda spec: Strip(
            _switch(spec, "left", True), _switch(spec, "right", True), _switch(spec, "separators")
        ),
        "replace": lambda spec: Replace(_text(spec, "pattern"), _text(spec, "content", empty=True)),
        "prepend": lambda spec: Prepend(_text(spec, "text", empty=True)),
        "whitespace": lambda spec: Whitespace(),
        "unescape": lambda spec: HtmlUnescape(),
        "ftfy": lambda spec: Ftfy(),
        "clip": lambda spec: clip_cleaning(),
    }
)

KINDS = ("identity", "sequence", *_KINDS)


def normalizer_from_spec(spec: str | Mapping[str, Any], depth: int = 0) -> Normalizer | None:
    """Return the normalizer that plain data describes, or None for "identity".

    Args:
        spec: `Normalizer.spec`, {"kind": "lowercase", …}; a kind alone, "lowercase", is understood too.
        depth: in how many rows of steps it stands.

    Raises:
        EngineError: it names a kind that is not known, or lacks what the kind needs.

    """
    entries: Mapping[str, Any] = {"kind": spec} if isinstance(spec, str) else spec
    kind = entries.get("kind")
    if kind == "identity":
        return None
    if kind == "sequence":
        return _sequence(entries, depth)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise EngineError("unknown_normalizer", name=str(kind)[:80], choices=", ".join(KINDS))
    return _KINDS[kind](entries)


def _normal_form(spec: Mapping[str, Any], form: Form) -> Normalizer:
    return EarlyComposed(form) if "unicode" in spec else Composed(form)


def _sequence(spec: Mapping[str, Any], depth: int) -> Normalizer:
    steps = spec.get("steps")
    if not isinstance(steps, list) or depth >= DEEPEST or not all(isinstance(s, str | dict) for s in steps):
        raise _broken(spec, "steps")
    normalizers = [normalizer_from_spec(step, depth + 1) for step in steps]
    return InOrder([step for step in normalizers if step is not None])


def _sentencepiece(spec: Mapping[str, Any]) -> Normalizer:
    """Return Llama 2's for the name alone, else one with the given white space and replacements."""
    if set(spec) == {"kind"}:
        return NORMALIZERS["sentencepiece"]
    spaces = SpacesSpec(**{each.name: _switch(spec, each.name) for each in fields(SpacesSpec)})
    try:
        data = b64decode(_text(spec, "charsmap", empty=True), validate=True)
    except binascii.Error:
        raise _broken(spec, "charsmap") from None
    charsmap = read_charsmap(_text(spec, "name", empty=True), data)
    return SentencePieceNormalizer(spaces, charsmap)


def _metaspace(spec: Mapping[str, Any]) -> Normalizer:
    plain = Metaspace()
    prefix, strips = spec.get("prefix", plain.prefix), spec.get("strips", plain.strips)
    if prefix not in PREFIXES:
        raise _broken(spec, "prefix")
    if isinstance(strips, bool) or strips not in (-1, 0, 1):
        raise _broken(spec, "strips")
    return Metaspace(_text({"mark": plain.mark} | dict(spec), "mark"), prefix, strips)


def _switch(spec: Mapping[str, Any], key: str, default: bool = False) -> bool:
    value = spec.get(key, default)
    if not isinstance(value, bool):
        raise _broken(spec, key)
    return value


def _text(spec: Mapping[str, Any], key: str, empty: bool = False) -> str:
    value = spec.get(key)
    if not isinstance(value, str) or not (value or empty):
        raise _broken(spec, key)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise _broken(spec, key) from None
    return value


def _broken(spec: Mapping[str, Any], key: str) -> EngineError:
    return EngineError("normalizer_incomplete", kind=str(spec.get("kind")), key=key)
