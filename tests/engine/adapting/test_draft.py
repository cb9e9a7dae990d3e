"""Changes of a vocabulary: what they make, what they refuse, and that nothing else changes than is told."""

from __future__ import annotations

import numpy as np
import pytest

from tests.engine.adapting.toys import KINDS, all_applied, corpus, pieces_of, random_texts, toy
from workbench import kernels
from workbench.engine.adapting import effects
from workbench.engine.adapting.changes import Add, AddSpecial, Cut, Remove, Renumber, changes_of, plain
from workbench.engine.adapting.done import Done
from workbench.engine.adapting.draft import GONE, Draft
from workbench.engine.adapting.effects import effect
from workbench.engine.adapting.merging import merge
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.health import judged
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.framing import Framing
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.splitting.pre_tokenizers import published
from workbench.engine.training.merges import train_reference


def texts_of(tokenizer: Tokenizer, text: str) -> list[str]:
    return [
        (tokenizer.token_bytes(i) or b"").decode("utf-8", "replace") for i in tokenizer.encode_ordinary(text)
    ]


def refused(base: Tokenizer, *changes, move_special: bool = False) -> EngineError:
    with pytest.raises(EngineError) as caught:
        all_applied(base, changes, move_special)
    assert str(caught.value)
    return caught.value


def leaf(tokenizer: Tokenizer) -> int:
    """Return the token made last: no other is built from it."""
    return max(
        tokenizer.model.ids.tolist(), key=lambda i: -1 if (rank := tokenizer.model.rank(i)) is None else rank
    )


# --- what is proved, on random texts ------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_just_the_pieces_change_that_had_a_token_gone_or_have_a_new_one(kind):
    base = toy(kind)
    a_third = tuple(i for i in base.model.ids.tolist() if base.model.rank(i) is not None)[::3]
    for changes in (
        [Add((" tokenize", "otherwise", "zebra", "tokentoken"))],
        [Remove(a_third, leaves_only=True)],
        [Remove(a_third[:4], with_dependants=True)],
        [Cut(25)],
        [Remove(a_third, leaves_only=True), Add((" otters", "toks"))],
        [Add((" tokenizing", "thetoken")), Cut(40), Renumber()],
    ):
        draft = all_applied(base, changes, move_special=True)
        found = finished(effect(draft, random_texts(7, 30)))
        assert (found.unexplained, found.n_documents) == (0, 30)
        assert found.n_pieces > 0
        assert found.equal > 0
        gone, new = set(draft.removed.tolist()), set(draft.added.tolist())
        places = draft.new_ids()
        for text in random_texts(8, 15):  # without the counting of effects
            for start, end in base.pre_tokenizer.split(text).tolist():
                before = base.encode_ordinary(text[start:end])
                after = draft.tokenizer.encode_ordinary(text[start:end])
                touched = bool(gone.intersection(before) or new.intersection(after))
                assert ([int(places[i]) for i in before] != after) == touched


@pytest.mark.parametrize("kind", KINDS)
def test_distinct_pieces_tell_what_comparing_whole_documents_does(kind, monkeypatch):
    base = toy(kind)
    draft = all_applied(base, [Add((" tokenizing", "thetoken")), Cut(40)], move_special=True)
    documents = [*random_texts(9, 20), b"", b"\xff the tokens"]
    assert effects.has_same_pieces(draft) == (kernels.kernel("splitting") is not None)
    by_pieces = finished(effect(draft, documents))
    monkeypatch.setattr(effects, "has_same_pieces", lambda _: False)
    whole = finished(effect(draft, documents))
    assert dict(fields_of(by_pieces)) == dict(fields_of(whole))
    assert by_pieces.n_changed
    assert by_pieces.n_pieces > len(by_pieces.pieces)


def fields_of(found):
    """Return the fields of an effect; of pieces that are as frequent the order is not said."""
    rows = ((name, getattr(found, name)) for name in found.__slots__)
    return [(name, sorted(each, key=repr) if name == "pieces" else each) for name, each in rows]


def test_progress_goes_on_inside_a_document(monkeypatch):
    monkeypatch.setattr(effects, "PORTION_BYTES", 4096)
    draft = all_applied(toy("ranks"), [Cut(40)])
    if not effects.has_same_pieces(draft):
        pytest.skip("without compiled splits it goes on by documents")
    (text,) = random_texts(3, 1)
    document = text * (100_000 // len(text))
    steps = list(effect(draft, [document]))
    assert len({n for n in steps if 0 < n < len(document)}) > 5


@pytest.mark.parametrize("kind", ["merges", "ranks", "pairs"])
def test_every_kept_token_is_still_itself(kind):
    base = toy(kind)
    draft = all_applied(base, [Remove((leaf(base),)), Add((" tokenize",))], move_special=True)
    places = draft.new_ids()
    for each in judged(base, only=range(256, 316) if kind != "pairs" else base.model.ids.tolist()[:60]):
        if each.witness is not None and places[each.id] != GONE:
            assert places[each.id] in draft.tokenizer.encode_ordinary(each.witness)


@pytest.mark.parametrize("kind", ["merges", "ranks"])
def test_merges_that_continued_training_adds_can_be_added_by_name(kind):
    """Tokens in the order in which the readable reference learns them need the very merges that it learns."""
    longer = train_reference(pieces_of(corpus(1)), 90)
    whole = RankMergedBpe.from_merges([pair for pair, _, _ in longer])
    base = toy(kind, 60, specials={})
    assert whole.vocab_size > 325
    draft = Draft(base)
    for new_id in range(316, whole.vocab_size):
        draft = draft.changed(Add(((whole.token_bytes(new_id) or b"").decode(),)))
    assert not len(draft.needed)
    made = Tokenizer(whole, published("cl100k"))
    for text in random_texts(11):
        assert draft.tokenizer.encode_ordinary(text) == made.encode_ordinary(text)


def test_a_piece_that_changes_against_the_proof_is_counted():
    rows = [[97, 98, 256], [98, 99, 257]]
    tokens = {i: bytes((i,)) for i in range(256)} | {256: b"ab", 257: b"bc"}
    one, other = (
        Tokenizer(PairMergedBpe.from_pairs(tokens, each, list(range(256))), published("cl100k"))
        for each in (rows, rows[::-1])
    )
    found = finished(effect(Draft(one, ((Cut(2), Done(other)),)), [b"abc abd"]))
    assert (found.n_pieces, found.unexplained) == (1, 1)


# --- adding -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_plain_token_comes_with_the_merges_it_needs(kind):
    base = toy(kind)
    draft = all_applied(base, [Add((" xylograph", "xylophone"))], move_special=True)
    made = draft.tokenizer
    assert texts_of(made, " xylograph") == [" xylograph"]
    assert texts_of(made, "xylophone") == ["xylophone"]
    asked = set(draft.added.tolist()) - set(draft.needed.tolist())
    assert {made.token_bytes(i) for i in asked} == {b" xylograph", b"xylophone"}
    assert len(draft.needed) > 2
    assert draft.unsure.tolist() == []
    assert made.decode(made.encode_ordinary("a xylograph")) == "a xylograph"


@pytest.mark.parametrize("kind", KINDS)
def test_new_merges_are_done_in_the_order_of_the_list(kind):
    made = all_applied(toy(kind), [Add(("qz", "zj", "qzjx"))], move_special=True)
    assert texts_of(made.tokenizer, "qzjx") == ["qzjx"]
    assert made.unsure.tolist() == []


def test_special_tokens_keep_their_ids_where_merges_may_have_gaps_and_else_it_is_asked():
    assert all_applied(toy("ranks"), [Add((" tokenize",))]).tokenizer.special_tokens == {"<|end|>": 316}
    gapless = toy("merges")
    assert refused(gapless, Add((" tokenize",))).code == "extend_moves_special"
    draft = all_applied(gapless, [Add((" tokenize",))], move_special=True)
    n_new = len(draft.added)
    assert draft.tokenizer.special_tokens == {"<|end|>": 316 + n_new}
    assert draft.new_ids()[316] == 316 + n_new
    assert draft.added.tolist() == list(range(316, 316 + n_new))


def test_special_tokens_take_a_free_or_a_chosen_id():
    base = toy("ranks")
    draft = all_applied(base, [AddSpecial("<|a|>"), AddSpecial("<|b|>", 1000), AddSpecial("<|c|>")])
    made = draft.tokenizer
    assert made.special_tokens == {"<|end|>": 316, "<|a|>": 317, "<|b|>": 1000, "<|c|>": 1001}
    assert made.encode("a<|b|>", allowed_special="all") == [*base.encode("a"), 1000]
    assert refused(base, AddSpecial("<|a|>", 300)).code == "special_token_id_taken"
    assert refused(base, AddSpecial("<|a|>", 316)).code == "special_token_id_twice"
    assert refused(base, AddSpecial("<|end|>")).code == "adapt_special_there"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (" the", "adapt_token_there"),
        ("<|end|>", "adapt_token_there"),
        ("", "adapt_token_empty"),
        ("\ud800", "adapt_token_not_utf8"),
        ("12345", "adapt_token_cut"),
        ("word word", "adapt_token_cut"),
    ],
)
def test_what_cannot_be_added(text, code):
    assert refused(toy("ranks"), Add(("good", text))).code == code


def test_what_the_split_cuts_is_told_with_the_place():
    assert "the split always cuts inside “d ”" in str(refused(toy("ranks"), Add(("word word",))))


def test_what_cannot_be_added_is_left_out_on_request():
    texts = ("good", " the", "12345", "", "\ud800")
    draft = all_applied(toy("ranks"), [Add(texts, leave_out=True)])
    assert "good" in {(draft.tokenizer.token_bytes(i) or b"").decode() for i in draft.added.tolist()}
    ((_, done),) = draft.steps
    assert [token for token, _ in done.left_out] == [b" the", b"12345", b"", b"\xed\xa0\x80"]
    assert all(why for _, why in done.left_out)


def test_a_token_that_its_text_alone_does_not_give_is_told():
    # The split takes the 's first, but its pattern has a branch that would hold all of it.
    draft = all_applied(toy("ranks"), [Add(("'sx", "good"))])
    (unsure,) = draft.unsure.tolist()
    assert draft.tokenizer.token_bytes(unsure) == b"'sx"


def test_many_lines_at_once():
    draft = all_applied(
        toy("ranks"), [Add(tuple(f" w{chr(97 + i % 26)}{'q' * (i // 26 + 1)}x" for i in range(520)))]
    )
    assert len(draft.added) - len(draft.needed) == 520


def test_merges_of_a_file_of_ranks_that_nothing_made_are_told():
    ranks = {bytes((byte,)): byte for byte in range(256)} | {b"ab": 256, b"abcd": 257}
    base = Tokenizer(RankMergedBpe.from_ranks(ranks), published("cl100k"))
    draft = all_applied(base, [Add(("abc",))])
    assert draft.unmade.tolist() == [257]
    assert base.encode_ordinary("xabcd") != (after := draft.tokenizer.encode_ordinary("xabcd"))
    assert 257 in after
    found = finished(effect(draft, [b"xabcd", b"abcd"]))
    assert (found.n_pieces, found.unexplained) == (1, 0)


def test_merges_of_a_file_of_ranks_that_nothing_made_are_told_one_behind_the_other():
    ranks = {bytes((byte,)): byte for byte in range(256)} | {b"abcd": 256, b"abc": 257, b"abcdef": 258}
    base = Tokenizer(RankMergedBpe.from_ranks(ranks), published("cl100k"))
    draft = all_applied(base, [Add(("bc",))])
    assert draft.unmade.tolist() == [256, 257]
    found = finished(effect(draft, [b"xabcd", b"abcd", b"xabcdef"]))
    assert (found.n_pieces, found.unexplained) == (2, 0)


# --- removing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_token_goes_alone_if_none_is_built_from_it_or_with_all_that_are(kind):
    base = toy(kind)
    first = min(base.model.ids.tolist(), key=lambda i: 10**6 if (r := base.model.rank(i)) is None else r)
    fault = refused(base, Remove((first,)))
    assert fault.code == "adapt_built_from"
    draft = all_applied(base, [Remove((first,), with_dependants=True)])
    gone = draft.removed.tolist()
    assert len(gone) == int(fault.facts["count"]) + 1
    inside = base.token_bytes(first) or b""
    assert all(inside in (base.token_bytes(i) or b"") for i in gone)
    assert all(draft.tokenizer.token_bytes(i) is None for i in gone)
    last = leaf(base)
    assert all_applied(base, [Remove((last,))]).removed.tolist() == [last]
    by_text = Remove(texts=((base.token_bytes(last) or b"").decode(),))
    assert all_applied(base, [by_text]).removed.tolist() == [last]


def test_of_tokens_chosen_by_a_rule_those_stay_that_others_are_built_from():
    base = toy("ranks")
    every = tuple(range(256, 300))
    draft = all_applied(base, [Remove(every, leaves_only=True)])
    ((_, done),) = draft.steps
    assert set(done.stayed) | set(draft.removed.tolist()) == set(every)
    assert done.stayed
    for token_id in done.stayed:
        assert len(base.model.of_bytes.joins_of([token_id]))


def test_what_cannot_be_removed():
    base = toy("ranks")
    assert refused(base, Remove((65,))).code == "adapt_byte"
    everything = refused(base, Remove(tuple(range(316)), with_dependants=True))
    assert (everything.code, everything.facts["count"]) == ("adapt_byte", 256)
    assert refused(base, Remove((9999,))).code == "token_missing"
    assert refused(base, Remove(texts=("nowhere",))).code == "adapt_no_token_text"
    assert refused(base, Cut(61)).code == "adapt_cut_range"
    assert all_applied(base, [Remove(texts=("<|end|>",))]).tokenizer.special_tokens == {}


def test_special_tokens_in_use_are_not_removed():
    base = toy("ranks", specials={"<|end|>": 316, "<|user|>": 317, "<s>": 318})
    base.chat_template = "{{ bos_token }}<|user|>{{ messages }}"
    base.framing = Framing(before=(318,))
    assert refused(base, Remove((317,))).code == "adapt_special_in_template"
    assert refused(base, Remove((318,))).code == "adapt_special_in_template"
    base.chat_template = None
    assert refused(base, Remove((318,))).code == "adapt_special_around"
    assert 317 not in all_applied(base, [Remove((317,))]).tokenizer.special_tokens.values()


@pytest.mark.parametrize("kind", ["merges", "ranks"])
def test_cut_is_the_prefix(kind):
    base = toy(kind)
    cut, prefix = all_applied(base, [Cut(30)]).tokenizer, base.at_vocab_size(286)
    assert cut.vocab_size == 286
    for text in random_texts(5, 60):
        assert cut.encode_ordinary(text) == prefix.encode_ordinary(text)


# --- new numbers, another vocabulary, records ---------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_new_numbers_have_no_gaps_and_say_the_same(kind):
    base = toy(kind)
    kept = all_applied(
        base, [AddSpecial("<|far|>", 900), Remove((leaf(base),)), Add(("zebra",))], move_special=True
    )
    draft = kept.changed(Renumber())
    made = draft.tokenizer
    ids = sorted({*made.model.ids.tolist(), *made.special_tokens.values()})
    assert ids == list(range(len(ids)))
    assert list(made.special_tokens) == ["<|end|>", "<|far|>"]
    old_ids = draft.old_ids()
    for new_id in ids:
        if old_ids[new_id] != GONE:
            assert made.token_bytes(new_id) == base.token_bytes(int(old_ids[new_id]))
    assert {made.token_bytes(i) for i in draft.added.tolist()} > {b"zebra", b"<|far|>"}
    moved = draft.steps[-1][1].moved
    for text in random_texts(9, 40):
        before = [moved.get(i, i) for i in kept.tokenizer.encode_ordinary(text)]
        assert made.encode_ordinary(text) == before


def test_gapless_merges_stay_what_minbpe_has():
    base = toy("merges")
    made = all_applied(base, [Remove((leaf(base),)), Renumber()]).tokenizer
    assert made.model.of_bytes.has_gapless_merges
    assert made.special_tokens == {"<|end|>": 315}


@pytest.mark.parametrize("kind", ["ranks", "pairs"])
def test_another_vocabulary_is_added_and_what_it_cannot_give_is_named(kind):
    base = toy(kind, 40)
    other = Tokenizer(
        RankMergedBpe.from_merges(
            [pair for pair, _, _ in train_reference(pieces_of("zebra zebras tokenize tokenizes izer"), 25)]
        ),
        published("cl100k"),
    )
    done = merge(base, other)
    made = done.tokenizer
    added = [made.token_bytes(i) or b"" for i in done.added]
    assert added
    assert all(made.encode_ordinary(token) == [i] for i, token in zip(done.added, added, strict=True))
    theirs = {other.token_bytes(i) or b"" for i in range(256, other.vocab_size)}
    mine = {base.token_bytes(i) or b"" for i in base.model.ids.tolist()}
    left_out = {token for token, _ in done.left_out}
    assert set(added) | left_out == theirs - mine
    assert not set(added) & left_out


@pytest.mark.parametrize("kind", ["ranks", "pairs"])
def test_new_ids_are_those_that_each_change_gives(kind):
    base = toy(kind)
    changes = [
        Remove((leaf(base),)),
        Renumber(),
        AddSpecial("<x>", 900),
        Cut(40),
        Add((" yaks",)),
        Renumber(),
    ]
    draft = all_applied(base, changes)
    ids = {i: i for i in (*base.model.ids.tolist(), *base.special_tokens.values())}
    for _, done in draft.steps:
        ids = {old: done.moved.get(new, new) for old, new in ids.items() if new not in done.removed}
    assert {old: new for old, new in enumerate(draft.new_ids().tolist()) if new != GONE} == ids


def test_changes_come_back_from_what_a_card_keeps():
    changes = [
        Add((" a", "b")),
        AddSpecial("<x>", 7),
        Remove((1, 2), ("c",), True, False, "by hand"),
        Cut(5),
        Renumber(),
    ]
    assert changes_of([plain(change) for change in changes]) == changes
    with pytest.raises(EngineError):
        changes_of([{"change": "explode"}])
    with pytest.raises(EngineError):
        changes_of([{"change": "cut", "other": 1}])


def test_a_draft_stays_as_it_is():
    base = toy("ranks")
    before = base.model.ids.tolist()
    draft = Draft(base).changed(Add((" tokenize",)))
    draft.changed(Cut(3))
    assert texts_of(draft.tokenizer, " tokenize") == [" tokenize"]
    assert base.model.ids.tolist() == before
    assert np.array_equal(Draft(base).new_ids()[before], before)
