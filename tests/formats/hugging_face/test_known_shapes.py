"""Files that `tokenizers` need not be asked about: what is listed as known, the library opens."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
import tokenizers

from tests.formats.hf_toys import NAMES, added, bpe, made
from workbench.engine.splitting.split_patterns import KNOWN
from workbench.formats.hugging_face.known_shapes import is_known

_TOKEN = {"SpecialToken": {"id": "<s>", "type_id": 0}}
_FIRST, _SECOND = ({"Sequence": {"id": letter, "type_id": 0}} for letter in "AB")
TEMPLATE = {
    "type": "TemplateProcessing",
    "single": [_TOKEN, _FIRST],
    "pair": [_FIRST, _SECOND],
    "special_tokens": {"<s>": {"id": "<s>", "ids": [1], "tokens": ["<s>"]}},
}
REGEX = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
FRAMED = bpe(
    {},
    [],
    post_processor={"type": "Sequence", "processors": [TEMPLATE]},
    pre_tokenizer={"type": "Split", "pattern": {"Regex": REGEX}, "behavior": "Isolated", "invert": False},
    normalizer={"type": "Sequence", "normalizers": [{"type": "NFC"}]},
    added_tokens=[added("<s>", 0)],
)


def without_vocabulary(top: dict[str, Any]) -> dict[str, Any]:
    model = {key: value for key, value in top["model"].items() if key not in ("vocab", "merges")}
    return {**top, "model": model}


STRUCTURES = [
    without_vocabulary(top)
    for top in (FRAMED, *(json.loads(made(name)[1]) for name in NAMES))
    if top["model"]["type"] == "BPE"
]


def opens(structure: dict[str, Any]) -> bool:
    top = {**structure, "model": {**structure["model"], "vocab": {}, "merges": []}}
    top["added_tokens"] = [row | {"id": number} for number, row in enumerate(top["added_tokens"])]
    try:
        tokenizers.Tokenizer.from_str(json.dumps(top))
    except BaseException as fault:
        if isinstance(fault, KeyboardInterrupt):
            raise
        return False
    return True


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def changed(chance: random.Random, structure: dict[str, Any]) -> dict[str, Any]:
    """Return a structure in which something stands elsewhere too, is gone, or is something else."""
    new = copy.deepcopy(structure)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        *path, key = chance.choice([path for path in places(new) if path])
        around = at(new, tuple(path))
        elsewhere = chance.choice(STRUCTURES)
        values = [at(elsewhere, chance.choice(list(places(elsewhere)))) for _ in range(4)]
        simple = [
            None,
            True,
            0,
            1,
            -1,
            1.5,
            70000,
            "",
            "a",
            "ab",
            "é",
            [],
            {},
            "Isolated",
            "Regex",
            "(",
            "A",
            "<s>",
        ]
        match chance.randrange(4):
            case 0 if isinstance(around, dict):
                del around[key]
            case 1 if isinstance(around, dict):
                around[chance.choice(("extra", "type", "use_regex", "prefix", "String", "B"))] = (
                    chance.choice(simple)
                )
            case 2:
                around[key] = copy.deepcopy(chance.choice(values))
            case _:
                around[key] = chance.choice(simple)
    return new


def test_what_is_known_is_what_the_library_opens() -> None:
    chance = random.Random(5)
    n_known = 0
    for structure in STRUCTURES:
        assert opens(structure)
        for _ in range(600):
            new = changed(chance, structure)
            if (
                isinstance(new.get("model"), dict)
                and isinstance(new.get("added_tokens"), list)
                and is_known(new)
            ):
                assert opens(new), json.dumps(new)
                n_known += 1
    assert n_known > 500


def test_published_files_are_known() -> None:
    assert is_known(without_vocabulary(FRAMED))
    known = [name for name in NAMES if is_known(without_vocabulary(json.loads(made(name)[1])))]
    assert {"byte level", "Llama 2", "Gemma"} <= set(known), known


@pytest.mark.parametrize("pattern", sorted(KNOWN))
def test_published_patterns_are_read_by_the_library(pattern: str) -> None:
    top = without_vocabulary(copy.deepcopy(FRAMED))
    top["pre_tokenizer"]["pattern"]["Regex"] = pattern
    assert opens(top) or not is_known(top)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("post_processor", "processors", 0, "pair"), [_FIRST]),
        (
            ("post_processor", "processors", 0, "single"),
            [{"SpecialToken": {"id": "</s>", "type_id": 0}}, _FIRST],
        ),
        (("pre_tokenizer", "pattern", "Regex"), "("),
        (("pre_tokenizer", "behavior"), "isolated"),
        (("model", "dropout"), 2.0),
        (("model", "unknown"), None),
        (("added_tokens", 0, "extra"), 1),
        (("normalizer", "normalizers", 0, "type"), "NFX"),
        (("padding",), {}),
        (("extra",), None),
    ],
)
def test_what_else_there_is_is_asked_about(path: tuple[Any, ...], value: object) -> None:
    top = without_vocabulary(copy.deepcopy(FRAMED))
    at(top, path[:-1])[path[-1]] = value
    assert not is_known(top)
