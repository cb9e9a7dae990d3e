"""Generates texts that may separate two tokenizers, the likeliest first, from differences of their parts.

Texts for a differing token, merge, score or special token are made from these. A split or a normalizer is
tried with neighboring characters of every class, and with the tokens of both vocabularies, separately and
after characters that may join their first letter.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import chain, islice

import numpy as np

from workbench.engine.base.pace import paced, point
from workbench.engine.encoding.added_tokens import flags_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.model import Model
from workbench.engine.models.same_models import preferred

CHUNK = 1 << 17  # bytes of the longest text
_MOST = 400  # candidates of a kind
_LONGEST = 48  # characters of a token tried at every overlap
_SEEDS = 3  # random texts of classes
_CLASSES_LENGTH = 20_000  # characters of each random text

# What splitters and normalizers are known to treat differently.
HOSTILE: tuple[bytes, ...] = tuple(
    text.encode()
    for text in (
        "", " ", "  ", "\n", "\r\n", "\t", "a", " a", "  a", "a ", "a  ", "a  b", "a\n", "a\r\nb", "a\rb",
        "a\n \nb", " \n", "\n ", "a \t b", "hello world", "Hello World", "HELLO", "don't", "DON'T I'LL",
        "it’s", "123", "1234567", "12.5", "1 000", "0x1F", "a1b2", "camelCase snake_case", "foo_bar(x)",
        "!?", "...", "//\n/", "a/b", "#tag @name", "x=y;", "<b>&amp;&lt;</b>", "a▁b", "▁", "Ġ", "é",
        "e\u0301", "ﬁ", "①②③", "½²", "٣٤٥", "Ⅷ", "ＡＢＣ", "ǅ ǆ", "ß ẞ ſ", "İı", "ΑΣ Σας", "日本語",
        "한국어 한국", "नमस्ते", "สวัสดี", "مرحبا abc", "שָׁלוֹם", "👍🏽", "👩‍👩‍👧", "🇨🇿🇯🇵", "1️⃣",
        "x\u0301\u0308", "\u00a0a\u00a0", "\u3000a", "a\u200bb", "a\u200db", "\ufeffa", "a\u2028b",
        "a\x85b", "a\x0bb", "a\x1cb", "a\x00b", "\ufffd", "\ue000", "\U000e0041", "\u0378",
        "\U0010ffff", "<0x41>", "<s>", "</s>", "<unk>",
        "[UNK]", "##a", "a</w>", "<|endoftext|>",
    )
)  # fmt: skip
# Tried last: a text that is not UTF-8 says little of a difference that others show too.
_NOT_UTF8 = (b"\xff", b"a\xffb", b"\xc0\x80", b"\xed\xa0\x80", b"\xe6\x97", b"\xf0\x9f\x91 a")

# Around a special token; the marks join its last character in NFC, and wide letters are narrow ones in NFKC.
_FRAMES = (
    "{}", "a{}a", " {} ", "  {}\n\u2003 a", "a {} a", "{0}{0}", "x{}", "{}x", "\n{}\t", "{}\u0338",
    "{}\u0301",
)  # fmt: skip
_WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}

# Put before a token, with which they may form one piece.
_BEFORE = ("\n", " ", "", "a", "1", ".", "'", "  ", "A")


def likely_texts(one: Tokenizer, other: Tokenizer) -> Iterator[bytes]:
    """Yield short texts made from the differing parts of two tokenizers."""
    yield from chain(_of_specials(one, other), _of_tokens(one, other), _of_order(one, other))


def hostile_texts(seed: int = 1) -> Iterator[bytes]:
    """Yield texts with known difficulties, and every class of characters next to every other class."""
    yield from HOSTILE
    letters = _class_letters()
    for number in range(_SEEDS):
        chosen = np.random.default_rng((seed, number)).integers(len(letters), size=_CLASSES_LENGTH)
        yield "".join(letters[at] for at in chosen.tolist()).encode()
    yield from _chunks([chr(code) + "a " for code in range(0x3400) if _is_character(code)])
    yield from _chunks([chr(code) for code in range(0xA000, sys.maxunicode) if _is_character(code, 3)])
    yield from _NOT_UTF8


def vocabulary_texts(one: Tokenizer, other: Tokenizer, seed: int = 1) -> Iterator[bytes]:
    """Yield texts with every token of two tokenizers, after different characters."""
    tokens = sorted(_token_set(one.model) | _token_set(other.model))
    tokens = [tokens[at] for at in np.random.default_rng(seed).permutation(len(tokens)).tolist()]
    rounds: Sequence[str] = _BEFORE
    if one.model.in_library or other.model.in_library:
        rounds = _BEFORE[:1]  # every call goes to the child
    for before in rounds:
        part: list[bytes] = []
        size = 0
        for token in tokens:
            part.append(token)
            size += len(token) + 1
            if size > CHUNK:
                yield before.encode().join(part)
                part, size = [], 0
                point()
        yield before.encode().join(part)


def _class_letters() -> list[str]:
    """Return some characters of each class that patterns distinguish."""
    rare = "\r\n\t\v\f\x1c\x85\xa0\u1680\u2003\u2028\u3000'’ſK/_-.#\u0345\u200d\ufeff\x00▁"
    letters: dict[str, list[str]] = {}
    for code in range(0x30000):
        category = unicodedata.category(chr(code))
        if category != "Cs" and len(letters.setdefault(category, [])) < 3:
            letters[category].append(chr(code))
    plain = "  \n aAsStTdDlLreéЯя日ー한12३٣²Ⅷ!?"
    return [*plain, *plain, *rare, *chain.from_iterable(letters.values())]


def _is_character(code: int, step: int = 1) -> bool:
    return code % step == 0 and unicodedata.category(chr(code)) not in ("Cs", "Cn", "Co")


def _chunks(parts: list[str]) -> Iterator[bytes]:
    for first in range(0, len(parts), CHUNK // 4):
        yield "".join(parts[first : first + CHUNK // 4]).encode()
        point()


# --- special tokens -----------------------------------------------------------------------------


def _of_specials(one: Tokenizer, other: Tokenizer) -> Iterator[bytes]:
    mine, theirs = one.special_tokens, other.special_tokens
    flags, other_flags = flags_of(mine), flags_of(theirs)
    differing = [
        text
        for text in sorted({*mine, *theirs})
        if mine.get(text) != theirs.get(text) or flags.get(text) != other_flags.get(text)
    ]
    for text in islice(differing, _MOST):
        for frame in _FRAMES:
            yield frame.format(text).encode()
            yield frame.format(text.swapcase()).encode()
        yield text.translate(_WIDE).encode()
    texts = sorted({*mine, *theirs}, key=len)[:_MOST]
    for text in texts[:40]:  # overlapping special tokens
        for after in texts[:40]:
            yield from (_over(text, after, k).encode() for k in _overlaps(text, after))


# --- tokens and their order ---------------------------------------------------------------------


def _token_set(model: Model) -> set[bytes]:
    return {token for token in map(model.token_bytes, model.ids.tolist()) if token}


def _of_tokens(one: Tokenizer, other: Tokenizer) -> Iterator[bytes]:
    """Yield the tokens that only one has, or that have different ids."""
    tokens = _of_other_kinds(one.model, other.model)
    for model, against in ((one.model, other.model), (other.model, one.model)):
        for token_id in paced(model.ids.tolist()):
            token = model.token_bytes(token_id)
            if token and against.token_id(token) != token_id and model.token_id(token) == token_id:
                tokens.append(token)
    tokens = list(dict.fromkeys(sorted(tokens, key=len)))
    for token in tokens[:_MOST]:
        yield token
        yield token.lstrip(b" ")
    for first in range(_MOST, len(tokens), 4096):
        yield b"\n".join(tokens[first : first + 4096])


def _of_other_kinds(one: Model, other: Model) -> list[bytes]:
    """Return tokens with scores whose kind differs in the other, such as user-defined ones."""
    kinds = [
        dict(zip(model.scored.vocabulary.spellings, model.scored.vocabulary.kinds.tolist(), strict=True))
        for model in (one, other)
        if model.scored is not None
    ]
    if len(kinds) < 2:
        return []
    return [token for token, kind in kinds[0].items() if kinds[1].get(token, kind) != kind]


def _of_order(one: Tokenizer, other: Tokenizer) -> Iterator[bytes]:
    """Yield texts in which tokens compete whose order of ranks differs."""
    mine, theirs = preferred(one.model), preferred(other.model)
    common = [token for token in mine if token in theirs]
    if not common:
        return
    here = np.array([mine[token] for token in common])
    there = np.array([theirs[token] for token in common])
    moved = np.argsort(np.argsort(here, kind="stable"), kind="stable") - np.argsort(
        np.argsort(there, kind="stable"), kind="stable"
    )
    if not moved.any():
        return
    far = [int(at) for at in np.argsort(-np.abs(moved), kind="stable")[:8] if moved[at]]
    for at in far:
        yield common[at]
        low, high = sorted((here[at], there[at]))
        passed = np.flatnonzero((here >= low) & (here <= high) | (there >= low) & (there <= high))
        nearest = passed[np.argsort(np.abs(here[passed] - here[at]), kind="stable")]
        yield from _competing(common[at], [common[other_at] for other_at in nearest.tolist()])


def _competing(token: bytes, others: list[bytes]) -> Iterator[bytes]:
    """Yield a token overlapping others; the first few one by one, then many in one text."""
    text = token.decode("utf-8", "surrogateescape")
    many: list[str] = []
    for count, other in enumerate(others):
        against = other.decode("utf-8", "surrogateescape")
        for left, right in ((text, against), (against, text)):
            many += [_over(left, right, k) for k in (0, *_overlaps(left, right))]
        if count < 32 or len(many) > 4096:
            yield from (one.encode("utf-8", "surrogateescape") for one in many[: 64 if count < 32 else 0])
            yield "\n".join(many).encode("utf-8", "surrogateescape")
            many = []
            point()
    yield "\n".join(many).encode("utf-8", "surrogateescape")


def _overlaps(left: str, right: str) -> list[int]:
    """Return the possible lengths of an overlap of the end of one text and the start of another."""
    longest = min(len(left), len(right), _LONGEST)
    return [k for k in range(1, longest + 1) if left[-k:] == right[:k]]


def _over(left: str, right: str, shared: int) -> str:
    return left + right[shared:]
