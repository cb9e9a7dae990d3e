"""The tokenizer: text to ids and back, whole and in slices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.texts import texts
from tests.points import counted
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding import text_encoding
from workbench.engine.encoding.encoding import Encoding
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.encoding.vocab_table import KIND_BYTE, KIND_MERGE, KIND_SPECIAL
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import PreTokenizer, no_split, published

# th, he, the, " the", "é", "in", "ing", "aa", "  "
MERGES = [
    (116, 104),
    (104, 101),
    (256, 101),
    (32, 258),
    (195, 169),
    (105, 110),
    (261, 103),
    (97, 97),
    (32, 32),
]
SPECIALS = {"<|end|>": 300, "<|mid|>": 301}


def made(splitter: PreTokenizer | None = None, specials: dict[str, int] | None = None) -> Tokenizer:
    specials = SPECIALS if specials is None else specials
    return Tokenizer(RankMergedBpe.from_merges(MERGES), splitter or published("cl100k"), specials, "toy")


class Letters:
    """Keeps words of letters and drops everything between them, as a pattern like [a-z]+ does."""

    name = "custom"
    pattern = "[a-z]+"
    compiled = None

    def split(self, text: bytes) -> np.ndarray:
        spans, start = [], None
        for at, byte in enumerate([*text, 0]):
            if 97 <= byte <= 122:
                start = at if start is None else start
            elif start is not None:
                spans.append((start, at))
                start = None
        return np.array(spans, np.uint64).reshape(-1, 2)

    def split_parts(self, text: bytes) -> Iterator[np.ndarray]:
        yield self.split(text)

    def next_border(self, text: bytes, position: int) -> int:
        return len(text)

    def previous_border(self, text: bytes, position: int) -> int:
        return 0

    def close(self) -> None:
        pass


def whole(tokenizer: Tokenizer, text: bytes, specials: str = "none") -> Encoding:
    return tokenizer.encode_with_offsets(text, allowed_special=specials)


def test_encode_and_back() -> None:
    tokenizer = made()
    assert tokenizer.encode("the thé") == [258, 32, 256, 260]
    assert tokenizer.encode("the thé".encode()) == [258, 32, 256, 260]
    assert tokenizer.decode([258, 32, 256, 260]) == "the thé"
    assert tokenizer.encode("") == []
    assert tokenizer.encode_to_numpy("the").dtype == np.uint32
    assert tokenizer.vocab_size == 265


@given(st.binary(max_size=300) | texts.map(str.encode), st.sampled_from(["none", "gpt2", "cl100k", "o200k"]))
def test_any_bytes_come_back_and_spans_cover_them(text: bytes, split: str) -> None:
    tokenizer = made(no_split() if split == "none" else published(split))
    encoding = whole(tokenizer, text)
    assert tokenizer.decode_bytes(encoding.ids) == text
    assert encoding.spans.dtype == encoding.pieces.dtype == np.uint64
    for spans in (encoding.spans, encoding.pieces):
        borders = [0, *spans[:, 1].tolist()]
        assert borders[-1] == len(text)
        assert spans[:, 0].tolist() == borders[:-1]
    tokens = [text[start:end] for start, end in encoding.spans.tolist()]
    assert tokens == tokenizer.decode_tokens_bytes(encoding.ids)


def test_text_that_the_splitter_leaves_out_shifts_the_spans() -> None:
    encoding = whole(made(Letters()), b"  the in, -- thing!")
    assert encoding.spans.tolist() == [[2, 5], [6, 8], [13, 15], [15, 18]]
    assert encoding.pieces.tolist() == [[2, 5], [6, 8], [13, 18]]
    assert encoding.ids.tolist() == [258, 261, 256, 262]
    assert whole(made(Letters()), b"the in").spans.tolist() == [[0, 3], [4, 6]]
    assert whole(made(Letters()), b" -- ").spans.shape == (0, 2)


@given(
    st.lists(
        st.sampled_from(["the thing", " ", "\n\n", "é", "<|end|>", "<|mid|>", "<|", "x1", "\t "]), max_size=40
    ),
    st.sampled_from(["none", "all"]),
    st.integers(1, 20),
    st.sampled_from(["none", "gpt2", "cl100k", "o200k"]),
)
def test_parts_make_the_whole(words: list[str], specials: str, size: int, split: str) -> None:
    tokenizer = made(no_split() if split == "none" else published(split))
    text = "".join(words).encode()
    expected = whole(tokenizer, text, specials)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_encoding, "_PART_BYTES", size)
        parts = list(tokenizer.encode_parts(text, specials))
    assert [i for part in parts for i in part.ids.tolist()] == expected.ids.tolist()
    assert [s for part in parts for s in part.spans.tolist()] == expected.spans.tolist()
    assert [s for part in parts for s in part.pieces.tolist()] == expected.pieces.tolist()


@given(
    st.lists(st.sampled_from(["the thing", " in", "\n", "<|end|>", "<|mid|>", "<|e"]), max_size=30).map(
        "".join
    ),
    st.data(),
)
def test_a_stretch_between_borders_is_the_same_alone(text: str, data: st.DataObject) -> None:
    tokenizer, raw = made(), text.encode()
    start = tokenizer.previous_border(raw, data.draw(st.integers(0, len(raw))), "all")
    end = tokenizer.next_border(raw, data.draw(st.integers(start, len(raw))), "all")
    expected = whole(tokenizer, raw, "all")
    inside = (expected.spans[:, 0] >= start) & (expected.spans[:, 1] <= end)
    parts = list(tokenizer.encode_parts(raw, "all", start, end))
    spans = [span for part in parts for span in part.spans.tolist()]
    assert spans == expected.spans[inside].tolist()
    assert [i for part in parts for i in part.ids.tolist()] == expected.ids[inside].tolist()


def test_something_comes_often_in_a_large_text() -> None:
    text = b"the thing in the " * 20_000
    parts, n_points = counted(lambda: list(made().encode_parts(text, "all")))
    assert len(parts) >= 5
    assert max(int(part.spans[-1, 1] - part.spans[0, 0]) for part in parts) < 70_000
    assert n_points > 3 * len(parts)


def test_special_tokens_are_pieces_of_their_own() -> None:
    encoding = whole(made(), "é<|end|><|mid|> in".encode(), "all")
    assert encoding.ids.tolist() == [260, 300, 301, 32, 261]
    assert encoding.pieces.tolist() == [[0, 2], [2, 9], [9, 16], [16, 19]]
    assert encoding.spans.tolist() == [[0, 2], [2, 9], [9, 16], [16, 17], [17, 19]]


@pytest.mark.parametrize("text", [5, True, None, [72], (1, 2)])
def test_what_is_no_text_is_a_type_error(text: object) -> None:
    tokenizer: Any = made()
    for call in (
        tokenizer.encode,
        tokenizer.encode_ordinary,
        tokenizer.encode_with_offsets,
        tokenizer.explain,
    ):
        with pytest.raises(TypeError, match=type(text).__name__):
            call(text)
    with pytest.raises(TypeError):
        tokenizer.encode_batch(["a", text])


def test_a_special_token_in_the_text_is_a_value_error_as_in_tiktoken() -> None:
    with pytest.raises(ValueError, match="special token"):
        made().encode("in <|end|>")


def test_special_tokens_in_the_text() -> None:
    tokenizer = made()
    with pytest.raises(
        EngineError, match=r"character 3: the text contains the special token “<|end|>”"
    ) as caught:
        tokenizer.encode("in <|end|>")
    assert caught.value.code == "special_token_in_text"
    with pytest.raises(EngineError, match="byte 4"):
        tokenizer.encode("é- <|end|>".encode())
    plain = tokenizer.encode("<|end|>", disallowed_special=())
    assert tokenizer.decode(plain) == "<|end|>"
    assert 300 not in plain
    assert (
        tokenizer.encode("<|end|>", allowed_special="none") == plain == tokenizer.encode_ordinary("<|end|>")
    )
    assert tokenizer.encode("<|end|>", allowed_special={"<|end|>"}) == [300]
    assert tokenizer.encode("<|end|><|mid|>", allowed_special={"<|end|>"}, disallowed_special=())[0] == 300


def test_halves_of_a_pair_follow_tiktoken() -> None:
    tokenizer = made()
    assert tokenizer.encode("\ud83d\udc4d") == tokenizer.encode("👍")
    assert tokenizer.encode("a\ud83d") == tokenizer.encode("a\ufffd")
    assert tokenizer.encode_with_offsets("a\ud83d\ufffd\udc4d\ud83d\udc4d").replaced == 2
    assert tokenizer.encode_with_offsets("a\ufffd").replaced == 0


@pytest.mark.parametrize("bad", [999, -1, 2**40])
def test_ids_of_no_token_are_named_with_their_place(bad: int) -> None:
    with pytest.raises(EngineError) as caught:
        made().decode([258, bad])
    assert caught.value.facts["position"] == 1
    assert str(caught.value).startswith(f"no token has id {bad} at position 1 of the ids (from 0). Check")


@pytest.mark.parametrize("bad", [float("nan"), 97.0, "97", None])
def test_what_is_no_id_is_named_with_its_place(bad: object) -> None:
    with pytest.raises(EngineError, match="at position 2 of the ids \\(from 0\\) is not a whole number"):
        made().decode([258, 97, bad])


def test_ids_may_come_as_arrays() -> None:
    assert made().decode(np.array([258, 300], np.uint32)) == "the<|end|>"
    assert made().decode([np.uint32(258), np.int64(97)]) == "thea"
    with pytest.raises(EngineError, match="is not a whole number"):
        made().decode(np.array([97.5]))


def test_bytes_that_are_not_utf8() -> None:
    tokenizer = made()
    assert tokenizer.decode([97, 195]) == "a\ufffd"
    assert tokenizer.decode([97, 195], errors="ignore") == "a"
    with pytest.raises(UnicodeDecodeError):
        tokenizer.decode([97, 195], errors="strict")


def test_offsets_of_characters() -> None:
    tokenizer = made()
    assert tokenizer.decode_with_offsets([258, 195, 169, 300]) == ("theé<|end|>", [0, 3, 3, 4])
    assert tokenizer.decode_with_offsets([]) == ("", [])
    # Two of the three bytes of a character, then a letter; a byte that never begins one.
    assert tokenizer.decode_with_offsets([230, 151, 97, 255]) == ("\ufffda\ufffd", [0, 0, 1, 2])


@given(st.lists(st.binary(min_size=1, max_size=4), max_size=30))
def test_offsets_point_at_the_first_character_of_a_token(tokens: list[bytes]) -> None:
    model = RankMergedBpe.from_ranks({bytes([byte]): byte for byte in range(256)})
    specials = {f"<{number}>": 1000 + number for number in range(3)}
    tokenizer = Tokenizer(model, no_split(), specials)
    data = b"".join(tokens)
    text, offsets = tokenizer.decode_with_offsets(list(data))
    assert text == data.decode("utf-8", "replace")
    assert len(offsets) == len(data)
    assert offsets == sorted(offsets)
    # Every character has a first byte, and its bytes alone decode to it.
    assert set(offsets) == set(range(len(text)))
    for character in range(len(text)):
        own = bytes(byte for byte, offset in zip(data, offsets, strict=True) if offset == character)
        assert own.decode("utf-8", "replace") == text[character]


def test_the_vocabulary_as_a_table() -> None:
    table = made(specials={"<x>": 400, "<y>": 270}).vocab_table()
    starts = [0, *table.ends.tolist()[:-1]]
    tokens = [table.blob[start:end] for start, end in zip(starts, table.ends.tolist(), strict=True)]
    assert table.ids.tolist() == [*range(265), 270, 400]
    assert tokens[255:260] == [b"\xff", b"th", b"he", b"the", b" the"]
    assert tokens[-2:] == [b"<y>", b"<x>"]
    assert table.ranks.tolist() == [*[-1] * 256, *range(9), -1, -1]
    assert table.pairs[256:].tolist() == [*map(list, MERGES), [-1, -1], [-1, -1]]
    assert table.kinds.tolist() == [KIND_BYTE] * 256 + [KIND_MERGE] * 9 + [KIND_SPECIAL] * 2
    dtypes = [a.dtype for a in (table.ids, table.ends, table.ranks, table.pairs, table.kinds)]
    assert dtypes == [np.uint32, np.uint64, np.int64, np.int64, np.uint8]


def test_a_smaller_vocabulary() -> None:
    small = made().at_vocab_size(257)
    assert small.encode("the<|end|>", allowed_special="all") == [256, 101, 300]
    assert small.vocab_size == 257
    assert small.name == "toy"


def test_a_special_token_may_not_take_an_id() -> None:
    with pytest.raises(EngineError, match="has id 258, the id of “the”"):
        made(specials={"<a>": 258})


def test_explain_follows_the_pieces() -> None:
    first, second = made().explain("the thé")
    assert (first.piece, first.start, first.ids) == (b"the", 0, (258,))
    assert (second.piece, second.start, second.ids) == (" thé".encode(), 3, (32, 256, 260))
    assert [row.chosen.token for row in first.rows if row.chosen] == [b"th", b"the"]
