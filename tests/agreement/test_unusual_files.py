"""Files of Hugging Face put together at random are opened with the ids of `tokenizers`, or run by it.

Each is one that its library opens and nobody may ever have written: added tokens with all flags, also of
white space alone, beside normalizers, splits and decoders that were not made for one another.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
import tokenizers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.formats.hf_toys import BYTES, QWEN, added, bpe, made
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.format import Parts, Source
from workbench.formats.hugging_face import reading
from workbench.formats.hugging_face.components import ForeignError
from workbench.formats.registry import open_file

THOROUGH = bool(os.environ.get("WORKBENCH_THOROUGH"))
MANY = settings(max_examples=20_000 if THOROUGH else 250, suppress_health_check=[*HealthCheck], deadline=None)

FLAGS = ("single_word", "lstrip", "rstrip", "normalized")
CHOSEN = st.sampled_from([(), (), (), *((flag,) for flag in FLAGS), FLAGS[1:], ("lstrip", "normalized")])
ADDED = (
    " ", "  ", "\n", "\n\n", "\t", " \n", "\u3000", "▁", "▁▁", " a", "a ", "<x>", "<x y>", "ab", "abc", "e",
    "E\u0301", "é", "\u0301", ">", "q\u0323\u0307", "Ⅷ", ".", "f", "the", "日本",
)  # fmt: skip
PARTS = (
    *ADDED, "a", "b", "c", "A", "x", "<", "_", "9", "İ", "ﬁ", "…", "\u0323", "\u0307", "한", "\u11a8", "日",
    "👍", "the the", "hello", " hello", "\u00a0", "\r", "\ufffd",
)  # fmt: skip
SPACES = ("<0xE2>", "<0x96>", "<0x81>", "<0x20>", "▁", "▁hello", " ", "Ġ")  # and three bytes of a mark
TEXTS = st.lists(st.sampled_from(PARTS), max_size=10).map("".join)


def _string(old: str, new: str) -> dict[str, Any]:
    return {"type": "Replace", "pattern": {"String": old}, "content": new}


def _metaspace(scheme: str, split: bool) -> dict[str, Any]:
    return {"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": split}


def _split(pattern: dict[str, str], behavior: str = "Isolated", *, invert: bool = False) -> dict[str, Any]:
    return {"type": "Split", "pattern": pattern, "behavior": behavior, "invert": invert}


def _bytes(prefix: bool, regex: bool = True) -> dict[str, Any]:
    return {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": True, "use_regex": regex}


MARKED = _string(" ", "▁")
NORMALIZERS = (
    *({"type": name} for name in ("NFC", "NFD", "NFKC", "NFKD", "Lowercase")),
    {"type": "Prepend", "prepend": "▁"}, {"type": "Prepend", "prepend": "a"},
    {"type": "Strip", "strip_left": True, "strip_right": False}, _string("a", "b"), _string("\n", " "),
    {"type": "Replace", "pattern": {"Regex": r"\s+"}, "content": " "},
)  # fmt: skip
SPLITS = (
    _split({"Regex": QWEN}), _split({"Regex": r"\s+|\S+"}), _split({"Regex": r"\p{L}+|\p{N}"}),
    _split({"Regex": r"[^\s]{1,5}"}, "Removed", invert=True), {"type": "Digits", "individual_digits": True},
)  # fmt: skip
METASPACES = [_metaspace(scheme, split) for scheme in ("always", "first", "never") for split in (True, False)]
DECODERS = (
    _string("▁", " "), {"type": "ByteFallback"}, {"type": "Fuse"},
    *({"type": "Strip", "content": " ", "start": start, "stop": 0} for start in (0, 1)),
    *METASPACES[::2],
)  # fmt: skip


def _some(entries: list[Any], key: str) -> dict[str, Any] | None:
    return {"type": "Sequence", key: entries} if len(entries) > 1 else next(iter(entries), None)


def _file(draw: st.DrawFn) -> dict[str, Any]:
    """Return the JSON of a file, byte level or of characters."""
    normalizers = draw(st.lists(st.sampled_from(NORMALIZERS), max_size=2))
    splits = draw(st.lists(st.sampled_from(SPLITS), max_size=1))
    if draw(st.booleans()):
        model = json.loads(made("byte level")[1])["model"]
        splits.append(_bytes(draw(st.booleans()) and not splits, draw(st.booleans())))
        decoders = [{**_bytes(True)}]
    else:
        model = _characters(draw(st.booleans()), draw(st.booleans()))
        if draw(st.booleans()):
            normalizers.append(MARKED)
        elif draw(st.booleans()):
            splits = [draw(st.sampled_from(METASPACES))]
        usual = draw(st.sampled_from(([], [0], [0, 1], [0, 1, 2, 4], [1, 2], [5], [5, 1])))
        decoders = [DECODERS[at] for at in usual] or draw(st.lists(st.sampled_from(DECODERS), max_size=3))
    rows, n = [], max(model["vocab"].values()) + 1
    for content in draw(st.lists(st.sampled_from(ADDED), max_size=4, unique=True)):
        flags = dict.fromkeys(draw(CHOSEN), True)
        token_id = model["vocab"].get(content, n)
        n += token_id == n
        rows.append(added(content, token_id, special=draw(st.booleans()), **flags))
    top = bpe({}, [], added_tokens=rows)
    return {
        **top,
        "model": model,
        "normalizer": _some(normalizers, "normalizers"),
        "pre_tokenizer": _some(splits, "pretokenizers"),
        "decoder": _some(decoders, "decoders"),
    }


files = st.composite(_file)


def _characters(bytes_too: bool, spaces_too: bool) -> dict[str, Any]:
    """Return a model over characters, in which bytes stand for those that it lacks, or nothing does."""
    texts = ["<unk>", *(BYTES if bytes_too else ()), *(" " * spaces_too), *"▁abcehlotx<>é日本\n"]
    pairs = ("▁ a", "h e", "l l", "he ll", "hell o", "▁ hello", "▁ ▁", "a b")
    merges = [pair.split(" ") for pair in pairs]
    texts += map("".join, merges)
    vocab = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    made = bpe(vocab, merges, unk_token="<unk>", fuse_unk=bytes_too, byte_fallback=bytes_too)
    model: dict[str, Any] = made["model"]
    return {"type": "BPE", **model}


def opened(top: dict[str, Any], path: Path) -> tuple[tokenizers.Tokenizer, Tokenizer] | None:
    """Return a file as `tokenizers` and as we open it, None where that library runs it."""
    path.write_text(json.dumps(top), "utf-8")
    try:
        judge = tokenizers.Tokenizer.from_file(str(path))
    except Exception:  # noqa: BLE001 - it has no class of its own
        return None
    try:
        return judge, open_file(path).tokenizer
    except ForeignError:
        return None


def run_by_library(source: Source, component: str) -> Parts:
    raise ForeignError(component)


def test_any_file_has_the_ids_of_tokenizers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_foreign", run_by_library)
    path = tmp_path / "tokenizer.json"

    @MANY
    @given(files(), st.lists(TEXTS, min_size=8, max_size=8), st.integers(0, 1 << 32))
    def check(top: dict[str, Any], texts: list[str], seed: int) -> None:
        found = opened(top, path)
        if found is None:
            return
        judge, tokenizer = found
        for text in texts:
            expected = judge.encode(text, add_special_tokens=False)
            ids = tokenizer.encode(text, allowed_special="all")
            assert ids == expected.ids, text
            encoding = tokenizer.encode_with_offsets(text, allowed_special="all")
            assert encoding.ids.tolist() == ids, text
            assert tokenizer.count(text, allowed_special="all") == len(ids), text
            assert tokenizer.decode(ids) == judge.decode(ids, skip_special_tokens=False), text
        chance, first = random.Random(seed), [row["id"] for row in top["added_tokens"]]
        hot = [token_id for token_id in (*first, *map(judge.token_to_id, SPACES)) if token_id is not None]
        known = [*judge.get_vocab(with_added_tokens=True).values()]
        for _ in range(16):
            some = [chance.choice(hot if hot and chance.random() < 0.7 else known) for _ in range(5)]
            assert tokenizer.decode(some) == judge.decode(some, skip_special_tokens=False), some

    check()
