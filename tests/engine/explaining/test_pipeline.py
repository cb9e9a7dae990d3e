"""The stages of a stretch on one grid: every stage is what the encoder made, and nothing lies askew."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench import api
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.explaining.pipeline import WHOLE, Pipeline, Row, pipeline
from workbench.engine.explaining.stage_cells import changed_cells, raw_cells
from workbench.engine.explaining.stretches import stretch
from workbench.engine.normalizers.normal_forms import Composed
from workbench.engine.normalizers.text_normalizers import InOrder, Lowercase, Prepend, Replace, Strip

TEXT = "the theme of these theatres is not there, nor here: a fine café &eacute; 日本 " * 40
KINDS = ["basic", "gpt4", "clip", "llama2"]


def _trained(preset: str) -> Tokenizer:
    source = api.TextSource("toy", TEXT.encode())
    special = {} if preset == "clip" else {"special_tokens": ["<|end|>"]}
    return api.train(
        source, preset=preset, vocab_size={"clip": 560, "llama2": 340}.get(preset, 300), **special
    )


@pytest.fixture(scope="module")
def toys() -> dict[str, Tokenizer]:
    made = {preset: _trained(preset) for preset in KINDS}
    plain = made["gpt4"]
    steps = InOrder(
        [Strip(), Composed("NFKC"), Replace("ab", ""), Lowercase(), Prepend("»"), Replace(" ", "▁")]
    )
    made["steps"] = Tokenizer(plain.model, plain.pre_tokenizer, plain.special_tokens, normalizer=steps)
    return made


def shown(tokenizer: Tokenizer, text: bytes, at: int = 0, **more) -> Pipeline:
    return pipeline(tokenizer, text, at, **more)


def row(pipeline: Pipeline, name: str) -> Row:
    return next(row for row in pipeline.rows if row.name == name)


def texts(row: Row) -> list[bytes]:
    return [box.text for box in row.boxes]


# --- known answers --------------------------------------------------------------------------------


def test_clips_stages_of_a_line(shared):
    clip = api.open_tokenizer(shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz")
    text = "“Cobblestones  ﬁne art” at a caf&eacute; <".encode()  # the "<" keeps ftfy from it
    made = shown(clip, text, frame=((49406,), (49407,)))
    changed = {row.name: [(box.text, box.change) for box in row.boxes if box.change] for row in made.rows}
    assert changed["ftfy"] == [(b'"', "replace"), (b"fi", "replace"), (b'"', "replace")]
    assert changed["unescape"] == []  # the second time
    first = next(row for row in made.rows if row.name == "unescape")
    assert [(box.text, box.change) for box in first.boxes if box.change] == [("é".encode(), "replace")]
    assert changed["whitespace"] == [(b"", "delete")]
    assert changed["lowercase"] == [(b"c", "replace")]
    assert texts(row(made, "pieces")) == [
        b'"', b"cobblestones", b"fine", b"art", b'"', b"at", b"a", "café".encode(), b"<"
    ]  # fmt: skip
    assert row(made, "pieces").lost == b" " * 6
    ids = row(made, "ids").boxes
    assert [box.id for box in ids] == [49406, 257, 47894, 6885, 3797, 794, 257, 536, 320, 15304, 283, 49407]
    assert [box.kind for box in ids if box.kind] == ["added", "added"]
    cafe = ids[-3]
    assert (cafe.left, cafe.right) == (30, 41)  # the start, and then raw characters 29 to 40
    assert made.columns[30] == (text.index(b"caf&"), text.index(b"caf&") + 1)
    half = [box for box in row(made, "bytes").boxes if box.text in (b"\xc3", b"\xa9")]
    assert [(box.left, box.right) for box in half] == [(33, 37), (37, 41)]


def test_llamas_prefix_spaces_and_bytes(shared):
    llama = api.open_tokenizer(shared / "data" / "llama2_tokenizer.model")
    text = "Hi ▁𓀀".encode()
    made = shown(llama, text, frame=((1,), ()))
    assert [name for name in (row.name for row in made.rows)] == [
        "raw",
        "sentencepiece",
        "bytes",
        "tokens",
        "ids",
    ]
    spaces = row(made, "sentencepiece").boxes
    assert (spaces[0].text, spaces[0].change, spaces[0].left, spaces[0].right) == (b" ", "insert", 1, 2)
    assert [(box.text, box.change) for box in spaces[4:5]] == [(b" ", "replace")]
    assert texts(row(made, "bytes")) == [b"\xf0", b"\x93", b"\x80", b"\x80"]
    assert [box.id for box in row(made, "ids").boxes] == [1, *llama.encode(text)]


def test_a_stage_that_changes_nothing_says_nothing(shared):
    cl100k = api.open_tokenizer(shared / "data" / "cl100k_base.tiktoken")
    made = shown(cl100k, "Hello 日 world".encode())
    assert [row.name for row in made.rows] == ["raw", "pieces", "bytes", "tokens", "ids"]
    assert texts(row(made, "tokens")) == [b"Hello", " 日".encode(), b" world"]


def test_special_tokens_stand_as_they_are_in_every_row(toys):
    made = shown(toys["steps"], b"AB<|end|>Cd", allowed=frozenset({"<|end|>"}))
    for name in ("strip", "nfkc", "lowercase"):
        assert b"<|end|>" in b"".join(texts(row(made, name)))
    special = [box for box in row(made, "tokens").boxes if box.kind == "special"]
    assert [(box.text, box.left, box.right) for box in special] == [(b"<|end|>", 3, 10)]
    plain = shown(toys["steps"], b"AB<|end|>Cd")
    assert not [box for box in row(plain, "tokens").boxes if box.kind == "special"]


def test_a_text_of_special_tokens_alone_has_all_its_stages(toys):
    made = shown(toys["steps"], b"<|end|>", allowed=frozenset({"<|end|>"}))
    assert b"".join(texts(row(made, "lowercase"))) == b"<|end|>"


def test_a_prefix_before_a_special_token_stays_before_it(toys):
    made = shown(toys["llama2"], b" <|end|>", allowed=frozenset({"<|end|>"}))
    assert [(b.text, b.change, b.left) for b in row(made, "sentencepiece").boxes][:2] == [
        (b" ", "insert", 0), (b" ", "", 1)
    ]  # fmt: skip
    assert [box.left for box in row(made, "tokens").boxes if box.kind == "special"] == [2]


def test_a_loose_byte_becomes_one_character(toys):
    made = shown(toys["steps"], b"\xbd")
    assert [(b.text, b.change) for b in row(made, "strip").boxes] == [("\ufffd".encode(), "replace")]


def test_a_letter_put_in_and_one_taken_out(toys):
    made = shown(toys["steps"], b"xabC ")
    assert [(b.text, b.change, b.left, b.right) for b in row(made, "strip").boxes][-1] == (
        b"",
        "delete",
        5,
        6,
    )
    removed = [box for box in row(made, "replace").boxes if box.change]
    assert made.columns[0] == (0, 0)  # the column of what is put before the text
    put = next(box for box in row(made, "prepend").boxes if box.change)
    assert (put.text, put.change, put.left, put.right) == ("»".encode(), "insert", 0, 1)
    assert [(box.change, box.left, box.right) for box in removed][:2] == [
        ("delete", 2, 3), ("delete", 3, 4)
    ]  # fmt: skip


# --- what holds for every text ----------------------------------------------------------------------

letters = st.sampled_from(
    ["a", "b", "ab", "E", " ", "  ", "\n", "é", "e\u0301", "ﬁ", "日", "👍🏽", "&amp;", "&eacute;", "▁", "“",
     "\t", "the", "<|end|>", "<|endoftext|>", "\x1b[0m", "İ", "½"]
)  # fmt: skip
raw = st.lists(letters, max_size=25).map(lambda parts: "".join(parts).encode())
broken = st.binary(max_size=12)


@pytest.mark.parametrize("kind", [*KINDS, "steps"])
@given(text=st.one_of(raw, broken), at=st.integers(0, 40), special=st.booleans())
def test_every_stage_is_the_encoders_and_lies_on_the_grid(toys, kind, text, at, special):
    tokenizer = toys[kind]
    allowed = frozenset(tokenizer.special_tokens) if special else frozenset()
    made = shown(tokenizer, text, at, allowed=allowed)
    encoded = tokenizer.encode_with_offsets(text, allowed_special=allowed, disallowed_special=())
    assert made.in_context
    assert 0 <= made.start <= made.end <= len(text)
    assert made.start <= at < made.end or at >= len(text) - 1
    for name_row in made.rows:
        _assert_in_order(name_row, len(made.columns))
    _assert_columns(made, text)
    if (made.start, made.end) == (0, len(text)):
        _assert_as_encoded(made, encoded)


def _assert_in_order(row: Row, n_columns: int) -> None:
    edge = 0.0
    for box in row.boxes:
        assert edge - 1e-9 <= box.left <= box.right <= n_columns + 1e-9, row.name
        edge = box.right


def _assert_columns(made: Pipeline, text: bytes) -> None:
    place = made.start
    for start, end in made.columns:
        assert start == place
        place = end
    assert place == made.end
    assert b"".join(texts(made.rows[0])) == text[made.start : made.end]


def _assert_as_encoded(made: Pipeline, encoded) -> None:
    assert [box.id for box in row(made, "tokens").boxes] == encoded.ids.tolist()
    stages = [stage for stage in encoded.stages if stage.output is not None]
    for stage, stage_row in zip(stages, made.rows[1:], strict=False):
        assert (stage.name, stage.output) == (stage_row.name, b"".join(texts(stage_row)))
        assert stage.approximate == stage_row.approximate
    for box, (start, end) in zip(row(made, "tokens").boxes, encoded.spans.tolist(), strict=True):
        columns = [made.columns[n] for n in range(int(box.left + 1e-9), math.ceil(box.right - 1e-9))]
        touched = [column for column in columns if column[0] < column[1]]
        if start < end and touched:
            assert touched[0][0] < end
            assert start < touched[-1][1]
            if box.left == int(box.left) and box.right == int(box.right):
                assert start <= touched[0][0] < touched[-1][1] <= end


@given(text=raw, at=st.integers(0, 60))
def test_parts_of_a_long_line_follow_one_another(text, at):
    text = text * 12
    start, end = stretch(text, at)
    assert start <= min(at, max(len(text) - 1, 0)) < end or not text
    if text:
        assert stretch(text, start) == (start, end) == stretch(text, end - 1)
        assert end - start <= 244
        text[start:end].decode()


@given(before=raw, after=raw)
def test_cells_cover_what_was_there(before, after):
    """Whatever a stage does, each raw byte is in one cell, and the cells' texts are the stage's output."""
    cells = raw_cells(before, 0, len(before))
    size = len(after)
    alignment = [min(len(before), round(at * len(before) / max(size, 1))) for at in range(size + 1)]
    starts = {cell.start for cell in cells} | {len(before)}
    alignment = [max(start for start in starts if start <= at) for at in alignment]
    made = changed_cells(cells, after, alignment)
    assert b"".join(cell.text for cell in made) == after
    assert [cell for cell in made if cell.start < cell.end] == sorted(
        [cell for cell in made if cell.start < cell.end], key=lambda cell: cell.start
    )
    covered = 0
    for cell in made:
        if cell.start < cell.end:
            assert cell.start == covered
            covered = cell.end
    assert covered == len(before)


# --- long texts -----------------------------------------------------------------------------------


def test_a_stretch_of_a_large_text_is_that_of_the_whole(toys):
    tokenizer = toys["gpt4"]
    text = TEXT.encode() * 20
    at = 40_000
    made = shown(tokenizer, text, at)
    assert made.in_context
    encoded = tokenizer.encode_with_offsets(text)
    inside = (encoded.spans[:, 0] >= made.start) & (encoded.spans[:, 1] <= made.end)
    assert [box.id for box in row(made, "tokens").boxes] == encoded.ids[inside].tolist()


def test_where_nobody_knows_a_border_the_surroundings_have_to_do(toys):
    text = (TEXT.encode() * 20)[: 4 * WHOLE]
    made = shown(toys["steps"], text, 2 * WHOLE)
    assert not made.in_context
    assert made.start <= 2 * WHOLE < made.end


def test_an_empty_text_has_only_what_is_put_around_it(toys):
    made = shown(toys["gpt4"], b"", frame=((300,), ()))
    assert [box.id for box in row(made, "ids").boxes] == [300]
    assert (made.start, made.end, made.columns) == (0, 0, ((0, 0),))


def test_a_foreign_pattern_that_is_too_slow_says_so():
    source = api.TextSource("toy", b"aaaa b")
    slow = api.train(source, preset="custom", pattern=r"(a|aa)+$|.", vocab_size=257)
    try:
        with pytest.raises(EngineError) as caught:
            shown(slow, b"a" * 60 + b"!")
    finally:
        slow.close()
    assert caught.value.code == "pattern_too_slow"


def test_a_text_that_goes_on_is_shown_as_in_the_whole(toys):
    """What the window sends of a large text has no start and no end of its own."""
    tokenizer, text = toys["gpt4"], TEXT.replace(": ", "\n").encode() * 20
    offset, at = 20_000, 40_000
    part = text[offset:60_000]
    made = shown(tokenizer, part, at - offset, frame=((300,), (301,)), cut=(True, True))
    whole = shown(tokenizer, text, at)
    assert made.in_context
    assert texts(row(made, "tokens")) == texts(row(whole, "tokens"))
    assert not [box for box in row(made, "ids").boxes if box.kind == "added"]


def test_the_middle_of_a_text_gets_no_dummy_prefix(toys):
    text = b"not here\n" * 40 + b"of these theatres\n" + b"a" * 400
    made = shown(toys["llama2"], text, 370, cut=(True, True))
    assert text[made.start : made.end] == b"of these theatres\n"
    prefix = [box for box in row(made, "sentencepiece").boxes if box.change == "insert"]
    assert prefix == []
    assert row(made, "sentencepiece").boxes
