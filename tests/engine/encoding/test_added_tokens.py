"""Added tokens are found as `tokenizers` finds them, by their flags."""

from __future__ import annotations

import json
from itertools import chain, count, pairwise
from pathlib import Path

import numpy as np
import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.hf_toys import added, bpe, data_of, made
from tests.formats.toys import opened
from workbench import kernels
from workbench.engine.base import pace
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding import added_tokens, special_tokens
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.encoding.special_tokens import SpecialTokens
from workbench.engine.encoding.text_places import TextPlaces
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.normalizers.text_normalizers import Replace
from workbench.engine.splitting.pre_tokenizers import published

TOKENS = [
    ("<m>", Flags(lstrip=True)), ("<r>", Flags(rstrip=True)), ("<b>", Flags(lstrip=True, rstrip=True)),
    ("ab", Flags(single_word=True, special=False)), ("<m>x", Flags()),
    (" n", Flags(normalized=True, special=False)),
    ("x<", Flags(normalized=True)),
]  # fmt: skip


def specials() -> SpecialTokens:
    ids = {text: number for number, (text, _) in enumerate(TOKENS)}
    return SpecialTokens(AddedTokens(ids, dict(TOKENS)), lambda _: None)


def judge() -> tokenizers.Tokenizer:
    made = tokenizers.Tokenizer(tokenizers.models.BPE())
    for text, flags in TOKENS:
        token = tokenizers.AddedToken(
            text,
            single_word=flags.single_word,
            lstrip=flags.lstrip,
            rstrip=flags.rstrip,
            normalized=flags.normalized,
        )
        (made.add_special_tokens if flags.special else made.add_tokens)([token])
    return made


PARTS = [
    "<m>",
    "<r>",
    "<b>",
    "ab",
    "a",
    "x",
    "x<",
    " n",
    "n",
    " ",
    "\n",
    "\u3000",
    "_",
    "é",
    "日",
    "-",
    "\u0301",
    "٣",
]


@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join))
def test_they_are_found_as_by_tokenizers(text: str) -> None:
    data = text.encode()
    for allowed in ("all", "none"):
        library = judge()
        library.encode_special_tokens = allowed == "none"
        tokens = specials()
        taken, _ = tokens.choose(allowed, ())
        found = list(tokens.find(data, taken, 0, len(data)))
        expected = library.encode(text)
        assert [hit[2] for hit in found] == expected.ids
        # There two can overlap, where one took the white space that the next begins with; here they cannot.
        if all(left[1] <= right[0] for left, right in pairwise(expected.offsets)):
            spans = [(len(data[:start].decode()), len(data[:end].decode())) for start, end, _ in found]
            assert spans == expected.offsets
        assert all(left[1] <= right[0] for left, right in pairwise(found))


def test_the_mask_of_roberta(tmp_path: Path) -> None:  # H8, H10
    library, data = made("flags")
    tokenizer = opened(tmp_path, "tokenizer.json", data).tokenizer
    encoding = tokenizer.encode_with_offsets("I saw a <mask> 😺", allowed_special="all")
    mask = library.token_to_id("<mask>")
    assert encoding.spans[encoding.ids.tolist().index(mask)].tolist() == [7, 14]
    gpt2 = opened(tmp_path, "gpt2.json", made("byte level")[1]).tokenizer
    pieces = gpt2.encode_with_offsets("Hello there\nHello there").pieces.tolist()
    assert pieces == [[0, 5], [5, 11], [11, 12], [12, 17], [17, 23]]
    assert gpt2.decode_with_offsets(gpt2.encode("i⭢j")) == ("i⭢j", [0, 1, 1, 1, 2])  # H9


def test_who_is_special_can_be_refused_the_others_cannot() -> None:
    tokens = specials()
    assert tokens.choose("none", "all") == (frozenset({"ab", " n"}), frozenset())
    taken, refused = tokens.choose((), "all")
    assert taken == {"ab", " n"}
    assert refused == {"<m>", "<r>", "<b>", "<m>x", "x<"}
    with pytest.raises(EngineError, match="the text contains the special token “<m>x”"):
        tokens.refuse(b"a <m>x", refused, True)


def test_a_token_that_never_counts_only_has_its_id() -> None:
    tokens = SpecialTokens(
        AddedTokens({"<a>": 1, "<b>": 2}, {"<a>": Flags(special=False, never=True)}), lambda _: None
    )
    assert tokens.choose("all", ()) == (frozenset({"<b>"}), frozenset())
    assert [hit for hit in tokens.find(b"<a><b>", frozenset({"<b>"}), 0, 6) if hit] == [(3, 6, 2)]
    assert tokens.token_bytes[1] == b"<a>"


def test_an_ordinary_token_may_be_added_too(tmp_path: Path) -> None:
    top = bpe(
        {"a": 0, "b": 1, "ab": 2},
        [["a", "b"]],
        added_tokens=[added("ab", 2, special=False, single_word=True)],
    )
    tokenizer = opened(tmp_path, "tokenizer.json", data_of(top)).tokenizer
    assert tokenizer.encode("ab aab") == [2, 0, 2]
    table = tokenizer.vocab_table()
    assert table.ids.tolist() == [0, 1, 2]
    plain = {"ab": 2}
    with pytest.raises(EngineError, match="id 2, the id of “ab”"):
        SpecialTokens(plain, tokenizer.model.token_bytes)


def test_long_texts_are_searched_in_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"xx   <m>xx  <b>   ab <r>\n\nab" * 3
    taken, _ = specials().choose("all", ())
    whole = list(specials().find(text, taken, 0, len(text)))
    monkeypatch.setattr(TextPlaces, "_window", 5)
    assert list(specials().find(text, taken, 0, len(text))) == whole
    assert len(whole) > 9


def test_what_holds_a_place() -> None:
    text = b"a  <b>  c ab"
    tokens = specials()
    taken, _ = tokens.choose("all", ())
    assert [tokens.holding(text, at, taken) for at in range(len(text))] == [
        None, None, *[(1, 8)] * 6, None, None, (10, 12), (10, 12)
    ]  # fmt: skip


def test_a_border_beside_a_single_word_would_hide_its_neighbor_from_it() -> None:
    ids = AddedTokens({"<x>": 300}, {"<x>": Flags(single_word=True)})
    tokenizer = Tokenizer(RankMergedBpe.from_merges([]), published("gpt2"), ids)
    for text in (b"a<x>", b"<x>a", b"a <x>!", b"a<x> a<x>"):
        whole = tokenizer.encode(text, allowed_special="all")
        at = 0
        while (at := tokenizer.next_border(text, at, "all")) < len(text):
            parts = tokenizer.encode_parts(text, "all", 0, at), tokenizer.encode_parts(text, "all", at)
            assert [token_id for part in chain(*parts) if part for token_id in part.ids] == whole
        at = len(text)
        while (at := tokenizer.previous_border(text, at, "all")) > 0:
            parts = tokenizer.encode_parts(text, "all", 0, at), tokenizer.encode_parts(text, "all", at)
            assert [token_id for part in chain(*parts) if part for token_id in part.ids] == whole


def test_a_token_of_which_a_normalizer_leaves_nothing_is_not_looked_for() -> None:
    flags = dict.fromkeys(("é", "<x>"), Flags(normalized=True))
    tokens = SpecialTokens(AddedTokens({"é": 1, "<x>": 2}, flags, Replace("é", "")), lambda _: None)
    text = "aé<x>b".encode()
    assert [*tokens.find(text, frozenset(tokens.ids), 0, len(text))] == [(3, 6, 2)]


ALPHABETS = ("ab", "a<>", " a\n", "<é>")


def in_turn(text: bytes, tokens: AddedTokens, allowed: set[bytes]) -> list[tuple[int, int, int]]:
    """Find tokens as llama.cpp: each in all that is left of a text, the longest first."""
    free, taken = [(0, len(text))], []
    for token, number in sorted(tokens.items(), key=lambda item: (-len(item[0].encode()), item[1])):
        spelled, rest = token.encode(), []
        for first, last in free if spelled in allowed else []:
            while (at := text.find(spelled, first, last)) >= 0:
                rest.append((first, at))
                first = at + len(spelled)
                while tokens.flags[token].rstrip and first < last and text[first] in b" \t\n\v\f\r":
                    first += 1
                taken.append((at, first, number))
            rest.append((first, last))
        free = rest or free
    return sorted(taken)


@given(st.sampled_from(ALPHABETS), st.data())
def test_llama_cpp_finds_the_longest_of_the_whole_text_first(alphabet: str, data: st.DataObject) -> None:
    texts = data.draw(st.lists(st.text(alphabet, min_size=1, max_size=4), max_size=5, unique=True))
    flags = {text: Flags(rstrip=data.draw(st.integers(0, 6)) == 0) for text in texts}
    ids = {text: number for number, text in enumerate(texts)}
    given_tokens = AddedTokens(ids, flags, longest_first=True)
    allowed = {text.encode() for text in texts if data.draw(st.integers(0, 6))}
    text = data.draw(st.text(alphabet + "x\xa0", max_size=16)).encode()
    expected = in_turn(text, given_tokens, allowed)
    for window in (1, 1 << 18):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(TextPlaces, "_window", window)
            finder = added_tokens.AddedTokenFinder(given_tokens)
            steps = finder.find(text, frozenset(allowed), 0, len(text))
            assert list(steps) == expected
    if not added_tokens.differs_by_order({token.decode(): 0 for token in allowed}):
        plain = SpecialTokens(
            {token: ids[token] for token in texts if token.encode() in allowed}, lambda _: None
        )
        steps = plain.find(text, frozenset(plain.ids), 0, len(text))
        no_flags = AddedTokens(ids, {}, longest_first=True)
        assert list(steps) == in_turn(text, no_flags, allowed)


def test_others_are_asked_for_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """A job may wait while another one of the same tokenizer goes on, or a thread while another does."""
    monkeypatch.setattr(TextPlaces, "_window", 64)
    special = SpecialTokens(AddedTokens({"<a>": 1, "<b>": 2}, {}), lambda _: None)
    text = b"<a><b> " * 1000
    both, one = frozenset(("<a>", "<b>")), frozenset(("<b>",))
    expected = special.places(text, both).tolist()
    asked: list[int] = []

    def ask() -> None:
        if not asked or asked[-1]:
            asked.append(0)
            asked.append(len(special.places(text, one)))

    with pace.hooked(ask):
        assert special.places(text, both).tolist() == expected
    assert asked[1] == 1000
    assert len(expected) == 2000


def test_sets_that_take_turns_are_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gemma 3 has 6,000 tokens: parts of a chat that take others in turn took 60 times as long."""
    special = SpecialTokens(AddedTokens({"<a>": 1, "<b>": 2}, {}), lambda _: None)
    sets = frozenset(("<a>", "<b>")), frozenset(("<b>",))
    special_tokens._in_utf8.cache_clear()
    made: list[object] = []
    array = np.array
    monkeypatch.setattr(np, "array", lambda *given: made.append(given) or array(*given))
    for allowed in sets * 3:
        assert len(special.places(b"<a><b> " * 1000, allowed)) == 1000 * len(allowed)
    assert special_tokens._in_utf8.cache_info().misses == 2
    assert len(made) == 2 or not kernels.active()  # without them each text makes an array of its places


def test_texts_of_tokens_are_made_bytes_once(monkeypatch: pytest.MonkeyPatch) -> None:  # not for each text
    special = SpecialTokens(AddedTokens({"<a>": 1, "<b>": 2}, {}), lambda _: None)
    seen: list[frozenset[bytes]] = []
    find = special._finder.find
    monkeypatch.setattr(special._finder, "find", lambda *given: seen.append(given[1]) or find(*given))
    allowed = frozenset(("<a>", "<b>"))
    assert [[*special.find(b"<b>", allowed, 0, 3)] for _ in range(2)] == [[(0, 3, 2)]] * 2
    assert seen[0] is seen[1]


LATE = ("<x>", ">", "e", "i", ".", "\u0301", "ab")


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD", "Lowercase"])
def test_what_is_found_in_normalized_text_is_encoded_there(tmp_path: Path, form: str) -> None:
    """Marks behind one change places, or one is a part of a character: its place in the text is a guess."""
    top = json.loads(made("byte level")[1])
    vocab = top["model"]["vocab"]
    numbers = count(max(vocab.values()) + 1)
    ids = {text: vocab[text] if text in vocab else next(numbers) for text in ("<y>", *LATE)}
    rows = [
        added(text, token_id, normalized=text != "<y>", special=text == "<x>")
        for text, token_id in ids.items()
    ]
    data = data_of(top | {"normalizer": {"type": form}, "added_tokens": rows})
    library, tokenizer = (
        tokenizers.Tokenizer.from_str(data.decode()),
        opened(tmp_path, "t.json", data).tokenizer,
    )
    assert isinstance(tokenizer.model, PairMergedBpe)

    @given(st.lists(st.sampled_from([*LATE, "<y>", "\u0323", "ﬁ", "…", "İ", "AB", "E", " "]), max_size=9))
    def check(parts: list[str]) -> None:
        text = "".join(parts)
        ids = library.encode(text).ids
        assert tokenizer.encode(text, allowed_special="all") == ids
        assert tokenizer.count(text, allowed_special="all") == len(ids)
        encoding = tokenizer.encode_with_offsets(text, allowed_special="all")
        assert encoding.ids.tolist() == ids
        assert len(encoding.spans) == len(ids)
        library.encode_special_tokens = True
        assert tokenizer.encode(text, allowed_special="none") == library.encode(text).ids
        library.encode_special_tokens = False

    check()
    text = "<x>\u0301\u0323…<y>ﬁi E" * 3000  # by several threads, in parts
    assert tokenizer.encode(text, allowed_special="all") == library.encode(text).ids
