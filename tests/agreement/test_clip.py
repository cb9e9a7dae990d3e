"""CLIP's tokenizer held against its answers on file, its rule said again, and `tokenizers` over its file."""

from __future__ import annotations

import gzip
import html
import os
from functools import cache
from itertools import pairwise

import ftfy
import numpy as np
import pytest
import regex
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.agreement.test_encoding import golden
from tests.conftest import SHARED
from tests.engine.texts import raw_texts, texts
from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.formats.registry import open_file

FILE = SHARED / "data" / "clip_bpe_simple_vocab_16e6.txt.gz"
SOT, EOT = 49406, 49407

pytestmark = pytest.mark.usefixtures("shared")


@cache
def ours() -> Tokenizer:
    return open_file(FILE).tokenizer


# --- the rule, written down independently; not taken from CLIP's code ------------------


class Rule:
    """CLIP's tokenizer said again: strings of the byte alphabet, a dictionary of ranks, no cache."""

    def __init__(self) -> None:
        lines = gzip.decompress(FILE.read_bytes()).decode().split("\n")
        merges = [tuple(line.split(" ")) for line in lines[1:48895]]
        self.ranks = {pair: rank for rank, pair in enumerate(merges)}
        letters = list(bytes_to_unicode().values())
        names = letters + [f"{letter}</w>" for letter in letters] + ["".join(pair) for pair in merges]
        self.ids = {name: number for number, name in enumerate([*names, "<|startoftext|>", "<|endoftext|>"])}
        self.names = {number: name for name, number in self.ids.items()}
        self.words = regex.compile(
            r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+",
            regex.IGNORECASE,
        )

    def clean(self, text: str) -> str:
        text = html.unescape(html.unescape(ftfy.fix_text(text))).strip()
        return regex.sub(r"\s+", " ", text).strip().lower()

    def merged(self, word: str) -> list[str]:
        symbols = [bytes_to_unicode()[byte] for byte in word.encode()]
        symbols[-1] += "</w>"
        while len(symbols) > 1:
            best = min(pairwise(symbols), key=lambda pair: self.ranks.get(pair, 10**9))
            if best not in self.ranks:
                break
            out: list[str] = []
            for symbol in symbols:
                if out and (out[-1], symbol) == best:
                    out[-1] += symbol + "\0"  # so that it is not taken for a part again in this round
                else:
                    out.append(symbol)
            symbols = [symbol.removesuffix("\0") for symbol in out]
        return symbols

    def encode(self, text: str, specials: bool = True) -> list[int]:
        ids: list[int] = []
        for word in self.words.findall(self.clean(text)):
            if word not in ("<|startoftext|>", "<|endoftext|>"):
                ids += [self.ids[symbol] for symbol in self.merged(word)]
            elif specials:
                ids.append(self.ids[word])
            else:
                ids += [self.ids[symbol] for part in ("<|", word[2:-2], "|>") for symbol in self.merged(part)]
        return ids

    def decode(self, ids: list[int]) -> str:
        byte_of = {letter: byte for byte, letter in bytes_to_unicode().items()}
        joined = "".join(self.names[i] for i in ids)
        return bytes(byte_of[letter] for letter in joined).decode("utf-8", "replace").replace("</w>", " ")


@cache
def rule() -> Rule:
    return Rule()


# --- answers ------------------------------------------------------------------------------------

KNOWN = [
    ("a diagram", [320, 22697]),  # C1
    ("a dog", [320, 1929]),
    ("a cat", [320, 2368]),
    ("Hello World!", [3306, 1002, 256]),
    ("don't", [847, 713]),  # C5
    ("&lt;b&gt; &amp;amp;", [283, 321, 285, 261]),
    ("café", [15304]),
    ("cafe\u0301", [15304]),
    ("ＡＢＣ", [5334]),
    ("123", [272, 273, 274]),  # C9
    ("<|ENDOFTEXT|>", [EOT]),  # C10
    ("", []),
    ("\x00", []),
    ("\u2028", []),  # C11
    ("\ud800", [39802]),  # C12
    ("a " * 80, [320] * 80),  # C13
]


@pytest.mark.parametrize(("text", "ids"), KNOWN)
def test_known_answers(text: str, ids: list[int]) -> None:
    assert ours().encode(text, allowed_special="all") == ids
    assert ours().encode_with_offsets(text, allowed_special="all").ids.tolist() == ids
    if "\ud800" not in text:
        assert rule().encode(text) == ids


def test_every_answer_on_file() -> None:
    rows = [row for row in golden(SHARED) if "clip" in row]
    assert len(rows) == 43
    for row in rows:
        assert ours().encode(row["text"], allowed_special="all") == row["clip"], row["text"]


def test_what_it_is() -> None:
    tokenizer = ours()
    assert (tokenizer.name, tokenizer.pre_tokenizer.name, tokenizer.vocab_size) == ("clip", "clip", 49406)
    assert tokenizer.special_tokens == {"<|startoftext|>": SOT, "<|endoftext|>": EOT}
    assert tokenizer.model.n_merges == 48_894
    assert [tokenizer.token_bytes(i) for i in (0, 256, 512, 49405)] == [b"!", b"!", b"in", b"jekyll"]
    assert isinstance(tokenizer.model, PairMergedBpe)
    assert 49405 in tokenizer.model.word_ends
    assert 512 not in tokenizer.model.word_ends
    table = tokenizer.vocab_table()
    assert (len(table.ids), table.ranks[512], table.ranks[49405]) == (49_408, 0, 48_893)


LOWERED = [
    ("re", 3), ("lo", 37), ("we", 86), ("red</w>", 224), ("wered</w>", 6093), ("lowered</w>", 34456),
]  # fmt: skip
TOKENIZER = [
    ("en", 12), ("er</w>", 16), ("to", 68), ("ken", 1326), ("iz", 2333), ("izer</w>", 23383),
    ("token", 32122),
]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "merges", "ids"), [("lowered", LOWERED, [34968]), ("tokenizer", TOKENIZER, [32634, 23895])]
)
def test_the_merges_of_a_word_one_by_one(word: str, merges: list[tuple[str, int]], ids: list[int]) -> None:
    (piece,) = ours().explain(word.title())
    chosen = [row.chosen for row in piece.rows]
    assert [(found.token.decode(), found.rank) for found in chosen if found is not None] == merges
    assert chosen[-1] is None
    assert list(piece.ids) == ids == ours().encode(word)
    model = ours().model
    assert isinstance(model, PairMergedBpe)
    ends = [[i in model.word_ends for i in row.ids] for row in piece.rows]
    assert all(row == [False] * (len(row) - 1) + [True] for row in ends)


# --- rows for a model ---------------------------------------------------------------------------


def test_texts_become_rows_of_77() -> None:
    rows = ours().tokenize(["a diagram", "a dog", ""])
    assert (rows.shape, rows.dtype) == ((3, 77), np.int32)
    assert rows[0].tolist() == [SOT, 320, 22697, EOT, *[0] * 73]
    assert rows[2].tolist() == [SOT, EOT, *[0] * 75]
    assert ours().tokenize("a <|endoftext|> b")[0, :6].tolist() == [SOT, 320, EOT, 321, EOT, 0]
    assert ours().tokenize("a dog", context_length=4).tolist() == [[SOT, 320, 1929, EOT]]


def test_a_text_too_long_for_the_context() -> None:
    fits = ours().tokenize("a " * 75)[0]
    assert fits.tolist() == [SOT, *[320] * 75, EOT]
    with pytest.raises(Exception, match=r"text 1 has 82 tokens; the context is 77"):
        ours().tokenize(["a", "a " * 80])
    cut = ours().tokenize("a " * 80, truncate=True)[0]
    assert cut.tolist() == [SOT, *[320] * 75, EOT]


# --- any text -----------------------------------------------------------------------------------

MANY = settings(max_examples=100_000 if os.environ.get("WORKBENCH_THOROUGH") else 500)
SPECIALS = st.sampled_from(
    ["<|endoftext|>", "<|StartOfText|>", "!<|endoftext|>", "<|", "|>", "&lt;|endoftext|>"]
)
WILD = texts | st.text(max_size=30) | st.lists(SPECIALS | st.text(max_size=4), max_size=6).map("".join)


@MANY
@given(WILD)
def test_any_text_is_as_the_rule_says(text: str) -> None:
    expected = rule().encode(text)
    assert ours().encode(text, allowed_special="all") == expected
    found = ours().encode_with_offsets(text, allowed_special="all")
    assert found.ids.tolist() == expected
    assert ours().decode(expected) == rule().decode(expected)
    size = len(text.encode())
    assert bool(np.all(found.spans[:, 0] <= found.spans[:, 1]))
    assert bool(np.all(found.spans <= size))
    assert bool(np.all(found.spans[1:, 0] >= found.spans[:-1, 0]))


@given(WILD)
def test_special_tokens_are_plain_text_where_they_are_not_allowed(text: str) -> None:
    ids = ours().encode_ordinary(text)
    assert not {SOT, EOT} & set(ids)
    assert ids == rule().encode(text, specials=False)


@given(raw_texts)
def test_bytes_that_are_no_text_become_replacement_characters(text: bytes) -> None:
    assert ours().encode_ordinary(text) == ours().encode_ordinary(text.decode("utf-8", "replace"))


@given(st.lists(st.integers(0, 49407), max_size=30))
def test_any_ids_are_decoded_as_the_rule_says(ids: list[int]) -> None:
    assert ours().decode(ids) == rule().decode(ids)


def test_a_word_end_that_tokens_spell_is_a_space_too() -> None:
    spelled = [rule().ids[letter] for letter in "</w>"]
    ids = [320, *spelled, 320]
    assert ours().decode(ids) == rule().decode(ids) == "a  a "
    assert ours().decode_with_offsets(ids) == ("a  a ", [0, 2, 3, 3, 3, 3])


@cache
def judge() -> tokenizers.Tokenizer:
    merges = list(rule().ranks)
    model = tokenizers.models.BPE(
        {name: number for name, number in rule().ids.items() if number < SOT},
        merges,
        end_of_word_suffix="</w>",
    )
    return tokenizers.Tokenizer(model)


@given(
    st.text("abcdeghilmnorstu'é日", min_size=1, max_size=40) | st.binary(min_size=1, max_size=200).map(bytes)
)
def test_any_piece_is_as_tokenizers_merges_it(piece: str | bytes) -> None:
    data = piece.encode() if isinstance(piece, str) else piece
    shown = "".join(bytes_to_unicode()[byte] for byte in data)
    assert list(ours().model.encode_piece(data)) == judge().encode(shown).ids


def test_a_very_long_word() -> None:
    text = "a" * 200_000
    assert ours().decode(ours().encode(text)) == text + " "
