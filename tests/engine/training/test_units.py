"""Units that are no bytes: where chunks are cut and how large a slice is does not matter."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.counted import counted, units_of
from tests.points import in_slices
from workbench.engine.corpus.documents import END_OF_DOCUMENT, EndOfDocument
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.normalizers.normalizer import Normalized
from workbench.engine.training import units as training_units
from workbench.engine.training.merges import byte_numbers
from workbench.engine.training.unit_classes import FREE, LONE, NEVER, PREFIXED, SPACE, SPACES, Scripts, joined
from workbench.engine.training.units import (
    CharacterPieces,
    character_units,
    cleaned,
    sentences,
    word_end_units,
)

Chunks = list[bytes | EndOfDocument]
metas = st.sampled_from(["<s>", "</s>", "<unk>", "<0x0A>", "<0xFF>", "<0xg>", "<", "<0x", "<un", "</"])
texts = st.lists(st.text("ab \n\u2581é日\t", max_size=9) | metas, max_size=5).map("".join)


@st.composite
def chunked(draw: st.DrawFn) -> tuple[list[str], Chunks]:
    """Documents, and the same in chunks of whole characters."""
    documents = draw(st.lists(texts, max_size=3))
    chunks: Chunks = []
    for document in documents:
        while document:
            size = draw(st.integers(1, 12))
            chunks.append(document[:size].encode())
            document = document[size:]
        chunks.append(END_OF_DOCUMENT)
    return documents, chunks


def parts_of(steps: Iterator[bytes | EndOfDocument]) -> list[str]:
    parts = [b""]
    for step in steps:
        if isinstance(step, EndOfDocument):
            parts.append(b"")
        elif step:
            parts[-1] += step
    assert not parts[-1].strip()
    return [part.decode() for part in parts[:-1]]


# --- SentencePiece's sentences --------------------------------------------------------------------------


@given(chunked())
def test_each_line_begins_with_a_space(given: tuple[list[str], Chunks]) -> None:
    documents, chunks = given
    spaced = [
        "\n".join(line and f" {line}" for line in text.replace("\u2581", " ").split("\n"))
        for text in documents
    ]
    spaced = [re.sub("</?s>|<unk>|<0x[0-9A-F][0-9A-F]>", "\ufffe", text) for text in spaced]
    assert parts_of(sentences(iter(chunks))) == spaced


# --- characters -----------------------------------------------------------------------------------------


def slowly(pieces: list[tuple[bytes, int]], coverage: float) -> tuple[list[str], list[tuple[str, int]], int]:
    """The covered characters by frequency, the pieces between the others, and the bytes of those."""
    counts: Counter[str] = Counter()
    for piece, count in pieces:
        for character in piece.decode().replace(" ", "\u2581"):
            counts[character] += 0 if character in "\n\0\u2585" else count
    order: list[str] = []
    seen, total = 0, sum(counts.values())
    for character, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if count and np.float32(seen / total) < np.float32(coverage):
            order.append(character)
            seen += count
    kept, left_out = [], 0
    for piece, count in pieces:
        run = ""
        for character in piece.decode().replace(" ", "\u2581"):
            if character in order:
                run += character
                continue
            left_out += len(character.replace("\u2581", " ").encode()) * count
            kept += [(run, count)] if run else []
            run = ""
        kept += [(run, count)] if run else []
    return order, kept, left_out


@pytest.mark.parametrize("size", [1, 5, 1 << 16])
@given(
    pieces=st.dictionaries(st.text("ab \n\0é日👍\u2585", min_size=1, max_size=9), st.integers(1, 9)),
    coverage=st.sampled_from([1.0, 0.99, 0.9, 0.5]),
    weight=st.sampled_from([1, 2**40]),
)
def test_characters(size: int, pieces: dict[str, int], coverage: float, weight: int) -> None:
    given = [(piece.encode(), count * weight) for piece, count in pieces.items()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training_units, "_DECODED", size)
        found: CharacterPieces = character_units(counted(given), coverage)
    order, kept, left_out = slowly(given, coverage)
    assert [found.characters[unit] for unit in found.order] == order
    assert list(found.characters) == sorted(order)
    spelled = [("".join(found.characters[unit] for unit in piece), count) for piece, count in found.pieces]
    assert spelled == kept
    assert found.n_left_out == left_out
    assert found.pieces.n_units == len(found.characters)


def test_digits_stay_alone_if_wanted() -> None:
    given = counted([("a1\uff11².".encode(), 1)])
    kinds = {}
    for split_digits in (True, False):
        found = character_units(given, 1.0, split_digits)
        kinds[split_digits] = dict(zip(found.characters, found.pieces.classes.tolist(), strict=True))
    assert kinds[True]["1"] == kinds[True]["\uff11"] == LONE
    assert kinds[False]["1"] == kinds[False]["."] == kinds[True]["²"]


# --- which characters go together -----------------------------------------------------------------------


def valid(text: str) -> bool:
    """What SentencePiece says of the text of a token, in its own terms (`IsValidSentencePiece`)."""
    scripts = {
        "a": "Latin",
        "b": "Latin",
        "б": "Cyrillic",
        "日": "Han",
        "カ": "Han",
        "ー": "Han",
        ".": "Common",
    }
    previous = None
    for place, character in enumerate(text):
        if character == "\u2581":
            if place > 0 and text.strip("\u2581"):
                return False
            continue
        if character == "1" and len(text) > 1:
            return False
        script = previous if character == "\u0301" else scripts.get(character, "Common")
        if None not in (script, previous) and script != previous:
            return False
        previous = script
    return True


@given(st.text("ab\u2581б日カー.1\u0301", min_size=2, max_size=6), st.data())
def test_classes_say_what_texts_say(text: str, data: st.DataObject) -> None:
    """Tokens are put together in any order; each step has to be valid in itself."""
    scripts = Scripts()
    tokens = [(character, scripts.class_of(character)) for character in text]
    while len(tokens) > 1:
        at = data.draw(st.integers(0, len(tokens) - 2))
        (left, one), (right, other) = tokens[at : at + 2]
        together = joined(one, other)
        assert (together != NEVER) == valid(left + right)
        if together == NEVER:
            return
        tokens[at : at + 2] = [(left + right, together)]


def test_classes() -> None:
    assert joined(SPACE, SPACE) == SPACES
    assert joined(SPACES, FREE) == NEVER
    assert joined(SPACE, 7) == 7 | PREFIXED
    assert Scripts().class_of("\U0003fffd") == Scripts().class_of(".")


# --- CLIP -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 5, 1 << 16])
@given(pieces=st.dictionaries(st.binary(min_size=1, max_size=9), st.integers(1, 9)))
def test_the_last_byte_is_another_unit(size: int, pieces: dict[bytes, int]) -> None:
    numbers = byte_numbers("huggingface")
    with pytest.MonkeyPatch.context() as patch:
        in_slices(patch, training_units, size)
        found = word_end_units(counted(pieces.items()))
    expected = [([*(numbers[b] for b in p[:-1]), numbers[p[-1]] + 256], n) for p, n in pieces.items()]
    assert list(found) == list(units_of(expected, 512))


class Marks:
    """A normalizer that shows what it is given at a time."""

    def normalize(self, text: bytes, first: bool) -> None:
        return Normalized(b"[" + text + b"]", np.zeros(0, np.uint64))


@given(chunked())
def test_blocks_do_not_depend_on_chunks(given: tuple[list[str], Chunks]) -> None:
    documents, chunks = given
    whole: Chunks = [part for text in documents for part in (text.encode(), END_OF_DOCUMENT)]
    with pytest.MonkeyPatch.context() as patch:
        for name, size in (("_BLOCK", 4), ("_LONG_LINE", 8), ("_LONGEST_LINE", 12)):
            patch.setattr(training_units, name, size)
        in_chunks = parts_of(cleaned(iter(chunks), Marks()))  # type: ignore[arg-type]
        assert in_chunks == parts_of(cleaned(iter(whole), Marks()))  # type: ignore[arg-type]
    joined_again = [part.replace("[", "").replace("]\n", "") for part in in_chunks]
    assert joined_again == documents
    assert all(len(block.encode()) <= 12 + 3 + 1 for part in in_chunks for block in part.split("]\n"))


def test_nothing() -> None:
    empty: CountedPieces = counted([])
    assert len(word_end_units(empty)) == 0
    found = character_units(empty)
    assert (len(found.pieces), found.characters, found.n_left_out) == (0, (), 0)
