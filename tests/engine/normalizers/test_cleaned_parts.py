"""A text cleaned in parts, held against the whole: where it is cut, and what is kept of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import texts
from tests.formats.toys import clip_toy
from tests.points import counted
from workbench.engine.encoding import text_encoding
from workbench.engine.encoding.encoding import Encoding, joined, normalized
from workbench.engine.explaining.seen_text import seen_parts
from workbench.engine.explaining.size_counts import SizeCounter
from workbench.engine.explaining.size_cuts import cuts_of
from workbench.engine.normalizers import clip_cleaning as cleaning
from workbench.engine.normalizers.cleaned_parts import KeptParts, PartKey, next_cut, previous_cut
from workbench.engine.normalizers.clip_cleaning import ClipCleaning, Ftfy, clip_cleaning
from workbench.engine.normalizers.normalizer import InCuts

LINES = [
    "\n", "\n\n", "\na", "\nlow", "\n É", "\nÉ", "\nﬁn", "\nВ\xa0", "\n\u3000x", "\n日本", "\nΣΑΣ", "Σ\n",
    "\nÃ©", "sÃ© dÃ©jÃ\xa0 vu", "<", "&lt;", "&EACUTE;", "&amp;amp;amp;", "&", "\n3", "\n\u0301", "e\u0301",
    "\r\n", "\r", " ", "\t", "\x85", "\x00", "\n&#10;b", "\n“x”", "<|endoftext|>",
    "\n<|ENDOFTEXT|>", "\n\x1b[31mx",
]  # fmt: skip
LINED = st.lists(st.sampled_from(LINES) | texts, max_size=14).map("".join).map(str.encode)
RAW = st.lists(LINED | st.binary(max_size=3), max_size=4).map(b"\nl".join)


@pytest.fixture(scope="module", autouse=True)
def small_parts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_encoding, "_PART_BYTES", 4)
        patch.setattr(cleaning, "_SMALLEST_PART", 0)
        patch.setattr(cleaning, "_SMALLEST_TEXT", 0)
        yield


def parts_of(text: bytes, specials: str) -> list[Encoding]:
    return list(clip_toy().encode_parts(text, specials))


@given(RAW, st.sampled_from(["none", "all"]))
def test_a_text_in_parts_is_encoded_as_the_whole(text: bytes, specials: str) -> None:
    toy = clip_toy()
    made = joined(parts_of(text, specials))
    plain = normalized(toy.normalizer, text, 0, len(text))
    for stage, whole in zip(made.stages[:-1], plain.stages if text else (), strict=True):
        assert stage.output == whole.output
        assert np.array_equal(stage.alignment, whole.alignment)
        assert stage.approximate == whole.approximate
    assert made.replaced == plain.replaced
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_encoding, "_PART_BYTES", len(text) + 1)
        patch.setattr(ClipCleaning, "part", lambda *_: pytest.fail("this is the way in parts"))
        patch.setattr(text_encoding, "_WITHOUT_SPACE", ())
        whole = clip_toy().encode_with_offsets(text, allowed_special=specials, disallowed_special=())
    assert made.ids.tolist() == whole.ids.tolist()
    assert made.spans.tolist() == whole.spans.tolist()
    assert made.pieces.tolist() == whole.pieces.tolist()


def test_long_texts_come_in_several_parts() -> None:
    assert len(parts_of(b"low low\n" * 5, "none")) == 5
    assert len(parts_of("tief é\n".encode() * 5, "all")) == 5
    assert len(parts_of(b" low &amp;\n" * 5, "none")) == 1


@given(RAW, st.integers(0, 40))
def test_cuts_are_the_same_from_both_sides(text: bytes, place: int) -> None:
    place = min(place, len(text))
    after = next_cut(text, place, len(text))
    assert place <= after <= len(text)
    assert previous_cut(text, place, 0) <= place
    if after < len(text):
        assert previous_cut(text, after, 0) == after
        assert next_cut(text, after, len(text)) == after
        assert text[after - 1 : after] == b"\n"


def test_a_cut_is_found_behind_a_long_line_and_before_one_there_is_none() -> None:
    long = b"x" * 200_000
    text = long + b"\n" + long + b"\nlow\n" + long
    assert next_cut(text, 10, len(text)) == 400_002
    assert previous_cut(text, len(text), 0) == 400_002
    assert previous_cut(text, 400_001, 0) == 0
    assert counted(lambda: next_cut(text, 0, len(text)))[1] > 5


def test_what_is_seen_is_cleaned_with_no_more_than_its_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = clip_toy()
    lines = [f"low É {number} lowlow &amp; “l”\nlow\n".encode() for number in range(4000)]
    text = b"".join(lines)
    seen = len(text) // 2, len(text) // 2 + 100
    lengths: list[int] = []
    plain = Ftfy.changed
    monkeypatch.setattr(Ftfy, "changed", lambda step, part: lengths.append(len(part)) or plain(step, part))
    parts = seen_parts(toy, text, seen)
    cuts = cuts_of(toy, SizeCounter(toy), text, seen)
    assert lengths
    assert max(lengths) < 200
    assert parts[0].start <= seen[0] < seen[1] <= parts[-1].end
    ids, spans = cuts.at(toy.vocab_size)
    whole = toy.encode_with_offsets(text, disallowed_special=())
    inside = (whole.spans[:, 0] >= cuts.start) & (whole.spans[:, 0] < cuts.end)
    assert ids.tolist() == whole.ids[inside].tolist()
    assert spans.tolist() == whole.spans[inside].tolist()


@given(RAW, st.integers(0, 60), st.integers(0, 60))
def test_what_is_seen_of_any_text_has_its_tokens(text: bytes, start: int, size: int) -> None:
    toy = clip_toy()
    seen = min(start, len(text)), min(start + size, len(text))
    cuts = cuts_of(toy, SizeCounter(toy), text, seen)
    for k in (512, toy.vocab_size):
        whole = toy.at_vocab_size(k).encode_with_offsets(text, disallowed_special=())
        ids, spans = cuts.at(k)
        inside = (whole.spans[:, 0] >= cuts.start) & (whole.spans[:, 0] < cuts.end)
        assert ids.tolist() == whole.ids[inside].tolist()
        assert spans.tolist() == whole.spans[inside].tolist()
        touching = (whole.spans[:, 0] < seen[1]) & (whole.spans[:, 1] > seen[0])
        assert not (touching & ~inside).any()


# --- what is kept -----------------------------------------------------------------------------------


def cleaned(normalizer: InCuts, text: bytes) -> bytes:
    stages = normalizer.part(text, (0, len(text)), (0, len(text)))
    return stages[-1][1].output


def test_a_text_is_cleaned_once_and_after_an_edit_what_is_new_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = clip_toy()
    seen: list[str] = []
    plain = Ftfy.changed
    monkeypatch.setattr(Ftfy, "changed", lambda step, text: seen.append(text) or plain(step, text))
    text = b"low a\nlow b\nlow c\n"
    first = toy.encode_with_offsets(text).ids.tolist()
    assert seen == ["low a\n", "low b\n", "low c\n"]
    for size in (600, 512):
        assert toy.at_vocab_size(min(size, toy.vocab_size)).encode_with_offsets(text).ids.size
    assert toy.encode_with_offsets(bytes(bytearray(text))).ids.tolist() == first
    assert len(seen) == 3
    toy.encode_with_offsets(b"low a\nlow X\nlow c\n")
    assert seen[3:] == ["low X\n"]
    toy.encode_with_offsets(text)  # of the text before the last nothing is kept that the last had not
    assert seen[4:] == ["low b\n"]


def test_a_sign_before_a_part_makes_it_another(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = clip_toy()
    for text in ("low\nlow\n&EACUTE;\n", "<ow\nlow\n&EACUTE;\n", "low\nlow\n&EACUTE;\n"):
        fresh = clip_toy().encode_with_offsets(text).ids.tolist()
        assert toy.encode_with_offsets(text).ids.tolist() == fresh
    assert len(toy.encode_with_offsets("low\nlow\n&EACUTE;\n").ids) != len(
        toy.encode_with_offsets("<ow\nlow\n&EACUTE;\n").ids
    )


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    normalizer = clip_cleaning()
    assert isinstance(normalizer, ClipCleaning)
    kept = normalizer._kept
    cleaned(normalizer, b"A low")
    held = kept.n_bytes
    assert 5 <= held < 200
    cleaned(normalizer, b"A lot")
    assert kept.n_bytes == held  # of the other text nothing is left
    monkeypatch.setattr(KeptParts, "ROOM", held + 10)
    assert cleaned(normalizer, b"LOW " * 40) == b"low " * 39 + b"low"
    assert kept.n_bytes <= held + 10
    assert kept.get(PartKey(b"LOW " * 40, False, True, True)) is None
    assert cleaned(normalizer, b"A low") == b"a low"
    assert kept.get(PartKey(b"A low", False, True, True)) is not None


def test_small_texts_and_what_is_seen_of_large_ones_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    normalizer = clip_cleaning()
    assert isinstance(normalizer, ClipCleaning)
    monkeypatch.setattr(cleaning, "_SMALLEST_TEXT", 6)
    monkeypatch.setattr(cleaning, "_SMALLEST_PART", 6)
    cleaned(normalizer, b"A low")
    text = b"A low\nB low\nC low\n" * 9
    normalizer.part(text, (6, 11), (0, len(text)))
    normalizer.part(text, (6, 30), (6, len(text)))
    assert normalizer._kept.n_bytes == 0
    normalizer.part(text, (6, 30), (0, len(text)))
    assert normalizer._kept.n_bytes > 0
