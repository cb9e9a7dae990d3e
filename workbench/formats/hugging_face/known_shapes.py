"""Whether `tokenizers` is known to open a file by the keys and values around its vocabulary.

To ask the library takes the start of a process: it is asked only about what is not listed here, which is what
tokenizers 0.23.3 writes itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.engine.base.pace import paced
from workbench.formats.hugging_face.patterns import is_published

Test = Callable[[Any], bool]


def is_known(structure: Mapping[str, Any]) -> bool:
    """Return whether a checked file without its vocabulary and merges is one that `tokenizers` opens."""
    return _FILE(structure)


def _keys(tests: Mapping[str, Test], optional: frozenset[str] = frozenset()) -> Test:
    """Return what tells whether a value is an object of these keys alone, each with such a value."""

    def test(value: object) -> bool:
        if not isinstance(value, dict) or not tests.keys() - optional <= value.keys() <= tests.keys():
            return False
        return all(tests[key](item) for key, item in value.items())

    return test


def _each(test: Test) -> Test:
    return lambda value: isinstance(value, list) and all(map(test, paced(value)))


def _of(*kinds: type) -> Test:
    return lambda value: type(value) in kinds


def _in(*texts: str) -> Test:
    return lambda value: isinstance(value, str) and value in texts


def _up_to(highest: int) -> Test:
    return lambda value: type(value) is int and 0 <= value <= highest


def _component(tests: Mapping[str, Test], several: str) -> Test:
    """Return what tells whether a value is no component, one of these, or some of them in order."""

    def is_one(value: object) -> bool:
        kind = value.get("type") if isinstance(value, dict) else None
        return isinstance(kind, str) and kind in tests and tests[kind](value)

    sequence = _keys({"type": _in("Sequence"), several: _each(is_one)})
    return lambda value: value is None or is_one(value) or sequence(value)


_NULL, _FLAG, _TEXT, _TEXT_OR_NULL = _of(type(None)), _of(bool), _of(str), _of(str, type(None))


def _character(value: object) -> bool:
    return isinstance(value, str) and len(value) == 1


def _plain(**tests: Test) -> Test:
    """Return what tells whether a value is a component of these keys."""
    return _keys({"type": _TEXT, **tests})


_LITERAL = _keys({"String": lambda value: isinstance(value, str) and bool(value)})
_REGEX = _keys({"Regex": lambda value: isinstance(value, str) and is_published(value)})
_BYTE_LEVEL = _plain(add_prefix_space=_FLAG, trim_offsets=_FLAG, use_regex=_FLAG)
_METASPACE = _plain(replacement=_character, prepend_scheme=_in("always", "first", "never"), split=_FLAG)
_REPLACE = _plain(pattern=_LITERAL, content=_TEXT)
_SPLIT = _plain(
    pattern=lambda value: _LITERAL(value) or _REGEX(value),
    behavior=_in("Isolated", "Removed", "MergedWithPrevious"),
    invert=_FLAG,
)

_PLACE = _keys({"id": _TEXT, "type_id": _up_to(1)})
_PIECES = _each(lambda value: _keys({"Sequence": _PLACE})(value) or _keys({"SpecialToken": _PLACE})(value))
_SPECIAL = _keys({"id": _TEXT, "ids": _each(_up_to((1 << 32) - 1)), "tokens": _each(_TEXT)})
_TEMPLATE = _plain(
    single=_PIECES,
    pair=_PIECES,
    special_tokens=lambda value: isinstance(value, dict) and all(map(_SPECIAL, value.values())),
)


def _is_template(value: Any) -> bool:  # noqa: ANN401 - JSON
    """Return whether the tokens of a template are there, one text in the first and two in the second."""
    if not _TEMPLATE(value):
        return False
    tokens = value["special_tokens"]
    for key, texts in (("single", ["A"]), ("pair", ["A", "B"])):
        pieces = [(kind, place["id"]) for piece in value[key] for kind, place in piece.items()]
        if sorted(name for kind, name in pieces if kind == "Sequence") != texts:
            return False
        if not {name for kind, name in pieces if kind == "SpecialToken"} <= tokens.keys():
            return False
    return all(
        entry["id"] == name and len(entry["ids"]) == len(entry["tokens"]) for name, entry in tokens.items()
    )


_NORMALIZERS = {
    **dict.fromkeys(("NFC", "NFD", "NFKC", "NFKD", "Lowercase"), _plain()),
    "Prepend": _plain(prepend=_character),
    "Replace": _REPLACE,
}
_SPLITS = {"ByteLevel": _BYTE_LEVEL, "Metaspace": _METASPACE, "Split": _SPLIT}
_PROCESSORS = {"ByteLevel": _BYTE_LEVEL, "TemplateProcessing": _is_template}
_DECODERS = {
    **dict.fromkeys(("ByteFallback", "Fuse"), _plain()),
    "ByteLevel": _BYTE_LEVEL,
    "Metaspace": _METASPACE,
    "Replace": _REPLACE,
    "Strip": _plain(content=_character, start=_up_to(99), stop=_up_to(99)),
}
_FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")
_ADDED = _keys({"id": _of(int), "content": _TEXT, **dict.fromkeys(_FLAGS, _FLAG)})
_AFFIXES = ("unk_token", "continuing_subword_prefix", "end_of_word_suffix")
_MODEL = _keys(
    {
        "type": _in("BPE"),
        "dropout": _NULL,
        **dict.fromkeys(_AFFIXES, _TEXT_OR_NULL),
        **dict.fromkeys(("fuse_unk", "byte_fallback", "ignore_merges"), _FLAG),
    },
    frozenset(("ignore_merges",)),
)
_FILE = _keys(
    {
        "version": _in("1.0"),
        **dict.fromkeys(("truncation", "padding"), _NULL),
        "added_tokens": _each(_ADDED),
        "normalizer": _component(_NORMALIZERS, "normalizers"),
        "pre_tokenizer": _component(_SPLITS, "pretokenizers"),
        "post_processor": _component(_PROCESSORS, "processors"),
        "decoder": _component(_DECODERS, "decoders"),
        "model": _MODEL,
    }
)
