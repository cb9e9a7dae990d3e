"""Models of listed pairs: their rule said again in a few lines, the quick way against the plain one."""

from __future__ import annotations

import random
import time
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench import kernels
from workbench.engine.base.errors import EngineError
from workbench.engine.models import compiled_encoding
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.pair_merged import PairMergedBpe, get_pairs
from workbench.engine.splitting.pre_tokenizers import no_split, published

Lists = tuple[dict[int, bytes], list[tuple[int, int, int]], list[int], list[int] | None]


def lists(pairs: list[tuple[bytes, bytes]], *, ends: bool = False, seed: int = 0) -> Lists:
    """Return tokens, merges and units; a b"x/" ends a piece; a seed deals out the ids at random."""
    names = [bytes((byte,)) for byte in range(256)]
    if ends:
        names += [name + b"/" for name in names]
    joined = [left + right for left, right in pairs]
    names = list(dict.fromkeys(names + joined + [part for pair in pairs for part in pair]))
    ids = list(range(len(names)))
    if seed:
        random.Random(seed).shuffle(ids)
    id_of = dict(zip(names, ids, strict=True))
    unit_ids = [id_of[name] for name in names[: 512 if ends else 256]]
    tokens = {i: name for name, i in id_of.items()}
    if ends:
        enders = {i for name, i in id_of.items() if len(name) > 1 and name.endswith(b"/")}
        tokens = {i: name[:-1] if i in enders else name for i, name in tokens.items()}
    merges = [(id_of[a], id_of[b], id_of[a + b]) for a, b in pairs]
    return tokens, merges, unit_ids[:256], unit_ids[256:] or None


def plainly(given: Lists, piece: bytes, n_merges: int | None = None) -> list[int]:
    """Encode by looking for the best pair again and again."""
    _, merges, byte_ids, end_ids = given
    ranks = {row[:2]: (rank, row[2]) for rank, row in enumerate(merges[:n_merges])}
    symbols = [byte_ids[byte] for byte in piece]
    if end_ids is not None and piece:
        symbols[-1] = end_ids[piece[-1]]
    while found := [(*ranks[pair], at) for at, pair in enumerate(pairwise(symbols)) if pair in ranks]:
        _, merged, at = min(found, key=lambda item: (item[0], item[2]))
        symbols[at : at + 2] = [merged]
    return symbols


def model_of(given: Lists, **options: bool) -> PairMergedBpe | RankMergedBpe:
    tokens, merges, byte_ids, end_ids = given
    return PairMergedBpe.from_pairs(tokens, merges, byte_ids, end_byte_ids=end_ids, **options)


WORD = [(b"l", b"o"), (b"lo", b"w"), (b"e", b"r")]
ENDED = [(b"l", b"o"), (b"lo", b"w/"), (b"e", b"r/"), (b"lo", b"w"), (b"low", b"er/")]


def test_word_ends_are_tokens_of_their_own() -> None:
    model = model_of(lists(ENDED, ends=True))
    assert isinstance(model, PairMergedBpe)
    low_end, low, lower_end = 513, 515, 516
    assert model.encode_piece(b"low") == (low_end,)
    assert model.encode_piece(b"lower") == (lower_end,)
    assert model.encode_piece(b"lowl") == (low, 256 + ord("l"))
    assert model.encode_piece(b"a") == (256 + ord("a"),)
    assert model.encode_piece(b"") == ()
    assert [model.token_bytes(i) for i in (low_end, low, 97, 256 + 97, 600)] == [b"low"] * 2 + [b"a"] * 2 + [
        None
    ]
    assert [i in model.word_ends for i in (low_end, low, 97, 256 + 97)] == [True, False, False, True]
    assert [model.decoded_bytes(i) for i in (low_end, low, 256 + 97)] == [b"low ", b"low", b"a "]
    assert model.capabilities.decodes_otherwise
    assert [model.token_id(token) for token in (b"low", b"lo", b"a", b"lowl")] == [low_end, 512, 353, None]
    assert model.pair_of(lower_end) == (low, 514)
    assert [model.rank(i) for i in (512, lower_end, 97, 353)] == [0, 4, None, None]
    assert (model.n_merges, model.vocab_size, len(model.ids)) == (5, 517, 517)
    assert model.pairs()[512:].tolist() == [[row[0], row[1]] for row in lists(ENDED, ends=True)[1]]


def test_a_prefix_is_the_first_merges() -> None:
    whole = model_of(lists(ENDED, ends=True))
    model = whole.at_vocab_size(514)
    assert model.encode_piece(b"lower") == (512, ord("w"), ord("e"), 256 + ord("r"))
    assert model.encode_piece(b"low") == (513,)
    assert (model.n_merges, model.vocab_size, model.token_bytes(514), model.token_id(b"er")) == (
        2,
        514,
        None,
        None,
    )
    assert whole.at_vocab_size(512).token_id(b"low") is None
    again = model.of_bytes.extended(514, np.array([[513 - 1, 256 + ord("x")]]), [b"lox"])
    assert (again.vocab_size, again.encode_piece(b"lox"), again.token_id(b"er")) == (515, (514,), None)
    for size in (511, 518):
        with pytest.raises(EngineError, match="outside 512 to 517"):
            whole.at_vocab_size(size)
    dealt = model_of(lists(ENDED, ends=True, seed=1))
    assert not dealt.capabilities.merge_order
    with pytest.raises(EngineError, match="ids are not in merge order"):
        dealt.at_vocab_size(514)


def test_the_trace_of_a_word_ends_with_its_ids() -> None:
    model = model_of(lists(ENDED, ends=True))
    steps = list(model.trace(b"lower"))
    assert [step.symbols for step in steps][:2] == [
        (108, 111, 119, 101, 256 + 114),
        (512, 119, 101, 256 + 114),
    ]
    assert [step.candidates for step in steps] == [
        ((0, 0, 512), (3, 2, 514)),
        ((0, 3, 515), (2, 2, 514)),
        ((0, 3, 515),),
        ((0, 4, 516),),
        (),
    ]
    assert [step.chosen for step in steps] == [0, 1, 0, 0, None]
    assert steps[-1].symbols == model.encode_piece(b"lower")


def test_whole_pieces_go_before_merging() -> None:
    pairs = [(b"a", b"b"), (b"b", b"c"), (b"a", b"bc")]
    given = lists(pairs)
    assert model_of(given).encode_piece(b"abc") == (256, ord("c"))
    whole = model_of(given, whole_pieces=True)
    assert whole.encode_piece(b"abc") == (258,)
    assert whole.encode_piece(b"abca") == (256, ord("c"), ord("a"))
    assert [step.symbols for step in whole.trace(b"abc")] == [(258,)]
    assert list(filter(None, whole.unreachable())) == []
    assert list(filter(None, model_of(given).unreachable())) == [258]


def test_of_equal_pairs_the_leftmost_goes_first() -> None:
    assert model_of(lists([(b"a", b"a")], seed=3)).encode_piece(b"aaa")[1:] == tuple(
        lists([(b"a", b"a")], seed=3)[2][97:98]
    )


@st.composite
def vocabularies(draw: st.DrawFn, ends: bool) -> Lists:
    """Merges over three letters, in any order, the same token by several pairs."""
    tails = [b"a/", b"b/", b"c/"] if ends else []
    names = [b"a", b"b", b"c"]
    pairs: list[tuple[bytes, bytes]] = []
    for _ in range(draw(st.integers(0, 14))):
        pair = draw(st.sampled_from(names)), draw(st.sampled_from(names + tails))
        if pair in pairs or len(pair[0] + pair[1]) > 12:
            continue
        pairs.append(pair)
        (tails if pair[1] in tails else names).append(pair[0] + pair[1])
    if draw(st.booleans()):
        pairs = draw(st.permutations(pairs))
    return lists(pairs, ends=ends, seed=draw(st.integers(0, 2)))


PIECES = st.text("abcd", max_size=30).map(str.encode) | st.text("ab", min_size=120, max_size=300).map(
    str.encode
)


@given(st.booleans().flatmap(vocabularies), PIECES)
def test_any_piece_is_as_the_rule_says(given: Lists, piece: bytes) -> None:
    model = model_of(given)
    ids = plainly(given, piece)
    assert list(model.encode_piece(piece)) == ids
    array = np.array([[0, len(piece)]] if piece else [], np.uint64).reshape(-1, 2)
    batched = list(model.encode_pieces(piece, array))
    assert [i for part in batched for i in part.tolist()] == ids
    text = list(model.encode_text(piece, no_split()))
    assert [i for part in text for i in part.tolist()] == ids
    if len(piece) <= 30:
        assert list(list(model.trace(piece))[-1].symbols) == ids
    assert b"".join(given[0][i] for i in ids) == piece


@given(st.booleans().flatmap(vocabularies), st.text("abc", max_size=20).map(str.encode))
def test_a_token_is_unreachable_where_its_bytes_become_others(given: Lists, piece: bytes) -> None:
    model = model_of(given)
    lost = set(filter(None, model.unreachable()))
    if isinstance(model, PairMergedBpe) and model.lists.end_byte_ids is None:
        assert lost == {i for i, token in given[0].items() if plainly(given, token) != [i]}
    assert not lost & set(plainly(given, piece)[-1:]) or given[3] is None or len(plainly(given, piece)) > 1


def learned(n_merges: int) -> list[tuple[bytes, bytes]]:
    """Return pairs of tokens that are longer and longer, as training makes them."""
    chance = random.Random(7)
    names = [bytes((byte,)) for byte in b"abcdefgh "]
    pairs: dict[tuple[bytes, bytes], None] = {}
    seen = set(names)
    while len(pairs) < n_merges:
        pair = chance.choice(names), chance.choice(names)
        if pair[0] + pair[1] not in seen:
            seen.add(pair[0] + pair[1])
            pairs[pair] = None
            names.append(pair[0] + pair[1])
    return list(pairs)


@pytest.mark.parametrize("seed", [0, 5])
def test_the_quick_way_gives_the_same_ids(seed: int) -> None:
    given = lists(learned(300), seed=seed)
    model = model_of(given)
    if seed == 0:
        assert isinstance(model, RankMergedBpe)  # bytes and merges have the ids that it gives them
        return
    assert isinstance(model, PairMergedBpe)
    assert model._quick is not None
    plain = PairMergedBpe(model.lists, None)
    plain._may_compile = False
    chance = random.Random(1)
    text = bytes(chance.choices(b"abcdefgh ", k=20_000))
    for splitter in (no_split(), published("gpt2")):
        ids = [list(m.encode_text(text, splitter)) for m in (model, plain)]
        quick, slow = ([i for part in parts if part is not None for i in part.tolist()] for parts in ids)
        assert quick == slow
    assert plain.pairs().tolist() == model.pairs().tolist()


def with_all_pairs(names: list[bytes], chance: random.Random) -> list[tuple[bytes, bytes]]:
    """Return for each token most pairs that make it, as files made of ranks list them, some too early."""
    known = {bytes((byte,)) for byte in range(256)} | set(names)
    pairs = [
        (name[:at], name[at:])
        for name in names
        for at in range(1, len(name))
        if name[:at] in known and name[at:] in known and chance.random() < 0.9
    ]
    for _ in range(len(pairs) // 20):
        a, b = chance.randrange(len(pairs)), chance.randrange(len(pairs))
        pairs[a], pairs[b] = pairs[b], pairs[a]
    return pairs


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_several_pairs_of_a_token_and_whole_pieces_in_the_kernel(
    seed: int, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kernels.kernel("encoding") is None:
        pytest.skip("not compiled")
    chance = random.Random(seed)
    names = sorted({b"".join(pair) for pair in learned(20 * (seed + 1))}, key=len)
    names += [b"a" * n for n in range(2, 40)]
    tokens, merges, byte_ids, _ = lists(with_all_pairs(names, chance), seed=seed)
    made = {row[2] for row in merges}
    for number, name in enumerate((b"zz", b"abh", b"hgfedcba" * 20)):  # which no pair makes
        if name not in tokens.values():
            tokens[len(tokens) + 1000 + number] = name
    model = PairMergedBpe.from_pairs(tokens, merges, byte_ids, whole_pieces=whole)
    assert isinstance(model, PairMergedBpe)
    assert model._quick is None
    assert len(made) < len(merges)
    plain = PairMergedBpe(model.lists, None)
    plain._may_compile = False
    monkeypatch.setattr(compiled_encoding, "_PAYS", 0)
    words = [bytes(chance.choices(b"aaabcdefghz \xff", k=chance.randrange(1, 30))) for _ in range(900)]
    words += [chance.choice(list(tokens.values())) for _ in range(300)]
    words += [bytes(chance.choices(b"aab", k=n)) for n in (126, 127, 128, 129, 500, 9000)]
    text = b" ".join(words)
    for splitter in (no_split(), published("gpt2")):
        fast, slow = (np.concatenate(list(m.encode_text(text, splitter))).tolist() for m in (model, plain))
        assert fast == slow
    ends = np.cumsum([len(word) for word in words], dtype=np.uint64)
    spans = np.column_stack((np.append(np.uint64(0), ends[:-1]), ends))
    fast, slow = (np.concatenate(list(m.encode_pieces(b"".join(words), spans))) for m in (model, plain))
    assert fast.tolist() == slow.tolist()
    several = model.encode_texts(words, published("gpt2"))
    assert several is not None
    short = model.short_texts(published("gpt2"), [], False)
    for word, ids in zip(words, several, strict=True):
        wanted = [i for part in plain.encode_text(word, published("gpt2")) for i in part.tolist()]
        assert ids.tolist() == wanted
        if word.isascii() and len(word) < 200:  # longer ones are left
            assert short.encode(word.decode(), frozenset(), "all") == wanted


def spelled_in_all_ways(seed: int) -> Lists:
    """Return tokens in the order of ids, and for each all pairs that spell it, as files of ranks do."""
    chance = random.Random(seed)
    names = list(dict.fromkeys(b"".join(pair) for pair in learned(300)))
    runs = [letters[:n] for letters in (b"a" * 24, b"ab" * 12, b"aab" * 8) for n in range(2, 24)]
    if seed:
        chance.shuffle(runs)  # then some are made by the help of later ones, or never
    names = list(dict.fromkeys((*(bytes((byte,)) for byte in range(256)), *runs, *names)))
    id_of = {name: i for i, name in enumerate(names)}
    merges = [
        (id_of[name[:at]], id_of[name[at:]], id_of[name])
        for name in names
        for at in chance.sample(range(1, len(name)), len(name) - 1)
        if name[:at] in id_of and name[at:] in id_of
    ]
    made = {row[2] for row in merges}
    tokens = {i: name for name, i in id_of.items() if i < 256 or i in made}
    return tokens, [row for row in merges if row[0] in tokens and row[1] in tokens], list(range(256)), None


@pytest.mark.parametrize("kind", ["all", "one less", "apart"])
@pytest.mark.parametrize("seed", range(6))
def test_where_all_pairs_of_tokens_are_listed_the_kernel_looks_up_tokens(seed: int, kind: str) -> None:
    if kernels.kernel("encoding") is None:
        pytest.skip("not compiled")
    tokens, merges, byte_ids, _ = spelled_in_all_ways(seed)
    assert {row[2] for row in merges} | set(byte_ids) == set(tokens)
    chance = random.Random(seed)
    several = [at for at, row in enumerate(merges[1:], 1) if row[2] == merges[at - 1][2]]
    if kind == "one less":
        del merges[chance.choice(several)]
    if kind == "apart":
        merges.append(merges.pop(several[0]))
    model = PairMergedBpe.from_pairs(tokens, merges, byte_ids, whole_pieces=True)
    assert isinstance(model, PairMergedBpe)
    assert model._compiled is not None
    assert (model._compiled._tokens._merges is None) == (kind == "all")
    plain = PairMergedBpe(model.lists, None)
    plain._may_compile = False
    words = [bytes(chance.choices(b"aaabcdefgh ", k=chance.randrange(1, 30))) for _ in range(400)]
    words += [chance.choice(list(tokens.values())) * chance.randrange(1, 5) for _ in range(400)]
    words += [bytes(chance.choices(b"aab", k=n)) for n in (126, 127, 128, 129, 500, 3000)]
    words += [b"a" * n for n in range(1, 150)] + [b"ab" * n for n in range(1, 80)]
    ends = np.cumsum([len(word) for word in words], dtype=np.uint64)
    spans = np.column_stack((np.append(np.uint64(0), ends[:-1]), ends))
    fast, slow = (np.concatenate(list(m.encode_pieces(b"".join(words), spans))) for m in (model, plain))
    assert fast.tolist() == slow.tolist()


def test_what_the_quick_way_cannot_do_is_done_plainly() -> None:
    twice = lists([(b"a", b"b"), (b"b", b"c"), (b"ab", b"c"), (b"a", b"bc")], seed=1)
    early = lists([(b"ab", b"c"), (b"a", b"b")], seed=1)
    for vocabulary in (twice, early, lists(ENDED, ends=True, seed=1)):
        model = model_of(vocabulary)
        assert isinstance(model, PairMergedBpe)
        assert model._quick is None
        assert list(model.encode_piece(b"abcabc")) == plainly(vocabulary, b"abcabc")
    assert isinstance(model_of(lists(WORD, seed=2), whole_pieces=True), PairMergedBpe)
    assert isinstance(model_of(lists(WORD)), RankMergedBpe)


@pytest.mark.parametrize("ends", [False, True])
def test_a_million_letters_take_seconds(ends: bool) -> None:
    pairs = [(b"a" * 2**i, b"a" * 2**i) for i in range(6)] + [(b"a", b"a/"), (b"aa", b"aa/")][: 2 * ends]
    tokens, merges, byte_ids, end_ids = lists(pairs, ends=ends, seed=4)
    model = PairMergedBpe.from_pairs(tokens, merges, byte_ids, end_byte_ids=end_ids)
    assert isinstance(model, PairMergedBpe)
    plain = PairMergedBpe(model.lists, None)
    started = time.perf_counter()
    ids = plain.encode_piece(b"a" * 1_000_000)
    assert sum(len(tokens[i]) for i in ids) == 1_000_000
    assert time.perf_counter() - started < 20


FAULTS = [
    ({-1: b"x"}, [], "outside|-1"),
    ({600: b""}, [], "no bytes"),
    ({}, [(97, 98, 700)], "merge 1 uses id 700"),
    ({600: b"xy"}, [(97, 98, 600)], r"merge 1, “a” \+ “b”, is not token"),
    ({600: b"ab"}, [(97, 98, 600), (97, 98, 600)], "merge 2 joins the same two tokens as merge 1"),
]


@pytest.mark.parametrize(("more", "merges", "says"), FAULTS)
def test_what_is_wrong_is_named(more: dict[int, bytes], merges: list[tuple[int, ...]], says: str) -> None:
    tokens = lists([])[0] | more
    with pytest.raises(EngineError, match=says):
        PairMergedBpe.from_pairs(tokens, merges, range(256))


def test_a_missing_byte_is_named() -> None:
    tokens = lists([])[0]
    with pytest.raises(EngineError, match=r"1 byte has no token; the first is 0x61"):
        PairMergedBpe.from_pairs(tokens, [], [*range(97), 98, *range(98, 256)])
    with pytest.raises(EngineError, match="56 bytes have no token"):
        PairMergedBpe.from_pairs(tokens, [], range(200))


def test_get_pairs() -> None:
    assert get_pairs(("ab", "cd", "e")) == {("ab", "cd"), ("cd", "e")}
    assert get_pairs(b"a") == set()


@pytest.mark.skipif(kernels.kernel("encoding") is None, reason="no compiled kernels")
def test_a_prefix_of_the_quick_way() -> None:
    model = model_of(lists(learned(50)))
    assert model.at_vocab_size(266).n_merges == 10


@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("ab")), max_size=6), st.text("ab", max_size=12)
)
def test_where_words_end_in_units_of_their_own_a_round_merges_its_pair_throughout(
    letters: list[tuple[str, str]], word: str
) -> None:
    """As the rounds of CLIP's `bpe` do: each round of another pair, all its places from the left."""
    pairs: list[tuple[bytes, bytes]] = []
    names = {"a": b"a", "b": b"b"}
    for left, right in letters:  # each merge makes what later ones take for its right letter
        pair = (names[left], names[right])
        if pair not in pairs:
            pairs.append(pair)
            names[right] = pair[0] + pair[1]
    model = model_of(lists(pairs, ends=True))
    steps = list(model.trace(word.encode()))
    assert steps[-1].symbols == model.encode_piece(word.encode())
    for before, after in pairwise(steps):
        at, _, made = before.candidates[before.chosen or 0]
        chosen = before.symbols[at : at + 2]
        symbols, places, position = [], [], 0
        while position < len(before.symbols):
            if before.symbols[position : position + 2] == chosen:
                places.append(position)
                symbols.append(made)
                position += 2
            else:
                symbols.append(before.symbols[position])
                position += 1
        assert (before.places, tuple(symbols)) == (tuple(places), after.symbols)
