"""What is the same is proved, what differs is found: differences planted in every kind of part."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.score_toys import llama_vocabulary
from tests.engine.texts import raw_texts
from tests.formats import hf_toys
from workbench import api
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.encoding.normalizer_specs import normalizer_from_spec
from workbench.engine.encoding.score_tokenizer import as_in, score_tokenizer
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.same import same, shrunk
from workbench.engine.judging.structure import unproved
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.framing import Framing
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.splitting.pre_tokenizers import custom, published
from workbench.engine.splitting.split_patterns import PUBLISHED

# th, the, ' t', ' the', in, ing, 12, 123, '  ', he
MERGES = [
    (116, 104), (256, 101), (32, 116), (32, 257), (105, 110), (260, 103), (49, 50), (262, 51), (32, 32),
    (104, 101),
]  # fmt: skip
SPECIALS = {"<|end|>": 266, "<|pad|>": 267}


def byte_level(merges=MERGES, split="cl100k", specials=SPECIALS, **parts):
    return Tokenizer(RankMergedBpe.from_merges(merges), published(split), specials, **parts)


def swapped(merges, one, other):
    """Return merges with two of them in each other's place, and so with each other's id."""
    ids = {256 + one: 256 + other, 256 + other: 256 + one}
    made = [(ids.get(left, left), ids.get(right, right)) for left, right in merges]
    made[one], made[other] = made[other], made[one]
    return made


def parted(one, other):
    found = same(one, other)
    assert found.verdict == "different"
    parting = found.parting
    if parting.text is None:
        assert parting.decoded[0] != parting.decoded[1]
        return parting
    for tokenizer, ids, error in zip((one, other), parting.ids, parting.errors, strict=True):
        if ids is not None and not (parting.text == b"" and ids):
            assert tokenizer.encode(
                parting.text, allowed_special=parting.specials, disallowed_special=()
            ) == list(ids)
        assert (ids is None) == bool(error)
    assert parting.ids[0] != parting.ids[1] or parting.errors[0] != parting.errors[1]
    return parting


def test_the_same_parts_are_the_same_for_every_text():
    assert same(byte_level(), byte_level()).verdict == "proved"
    assert same(byte_level(), byte_level(), same_files=True).verdict == "files"
    written = Tokenizer(
        RankMergedBpe.from_merges(MERGES),
        custom(PUBLISHED["cl100k"].pattern.replace(r"\p{N}", r"\p{Number}")),
        SPECIALS,
    )
    found = same(byte_level(), written)
    written.close()
    assert found.verdict == "proved"


def test_the_two_writings_of_a_byte_level_vocabulary_are_one():
    merged = byte_level()
    tokens = {i: merged.model.token_bytes(i) for i in merged.model.ids.tolist()}
    ranked = Tokenizer(
        RankMergedBpe.from_ranks({token: i for i, token in tokens.items()}), published("cl100k"), SPECIALS
    )
    assert same(merged, ranked).verdict == "proved"
    # Hugging Face lists every way to join a token; one of them is ever taken.
    rows = [
        (tokens_id(tokens, token[:cut]), tokens_id(tokens, token[cut:]), i)
        for i, token in tokens.items()
        for cut in range(1, len(token))
        if tokens_id(tokens, token[:cut]) is not None and tokens_id(tokens, token[cut:]) is not None
    ]
    assert len(rows) > len(MERGES)
    listed = PairMergedBpe.from_pairs(tokens, rows, range(256), whole_pieces=True)
    assert same(Tokenizer(listed, published("cl100k"), SPECIALS), ranked).verdict == "proved"
    fewer = PairMergedBpe.from_pairs(tokens, [row for row in rows if row[2] != 257], range(256))
    assert parted(Tokenizer(fewer, published("cl100k"), SPECIALS), ranked).stage == "merges"


def tokens_id(tokens, token):
    return next((i for i, each in tokens.items() if each == token), None)


@settings(max_examples=25)
@given(st.permutations(range(len(MERGES))), st.booleans(), st.text("th eing123 ", max_size=30))
def test_two_orders_that_are_proved_the_same_encode_alike(order, whole, text):
    tokens = {i: byte_level().model.token_bytes(i) for i in range(256 + len(MERGES))}
    rows = [(*MERGES[at], 256 + at) for at in order]
    listed = PairMergedBpe.from_pairs(tokens, rows, range(256), whole_pieces=whole)
    ranked = RankMergedBpe.from_ranks({token: i for i, token in tokens.items()})
    one, other = (Tokenizer(model, published("cl100k"), {}) for model in (listed, ranked))
    assert unproved(one, other) == unproved(other, one)
    if not unproved(one, other):
        assert one.encode(text) == other.encode(text)
    else:
        assert order != list(range(len(MERGES)))


def test_a_swap_of_two_ids_is_found_though_the_text_holds_neither():
    found = same(byte_level(), byte_level(swapped(MERGES, 5, 8)), [b"nothing of it" * 3])
    assert found.verdict == "different"
    assert found.parting.text in (b"ing", b"  ")
    assert found.parting.stage == "merges"
    assert sorted(found.parting.ids) == [(261,), (264,)]


def test_other_ids_of_the_same_merges_are_no_other_merges():
    tokens = {i: byte_level().model.token_bytes(i) for i in range(256 + len(MERGES))}
    exchanged = {**{i: i for i in tokens}, 256: 260, 260: 256, 97: 98, 98: 97}
    rows = [(*pair, 256 + at) for at, pair in enumerate(MERGES)]
    listed = PairMergedBpe.from_pairs(tokens, rows, range(256))
    renamed = PairMergedBpe.from_pairs(
        {exchanged[i]: token for i, token in tokens.items()},
        [tuple(exchanged[i] for i in row) for row in rows],
        [exchanged[i] for i in range(256)],
    )
    one, other = (Tokenizer(model, published("cl100k"), SPECIALS) for model in (listed, renamed))
    parting = parted(one, other)
    assert parting.stage == "ids of tokens"
    assert [one.token_bytes(i) for i in parting.ids[0]] == [other.token_bytes(i) for i in parting.ids[1]]
    swapped_too = PairMergedBpe.from_pairs(tokens, [rows[2], *rows[:2], *rows[3:]], range(256))
    assert parted(one, Tokenizer(swapped_too, published("cl100k"), SPECIALS)).stage == "merges"


def test_single_bytes_of_other_ids_are_no_other_merges():
    ranks = {bytes([(byte + 1) % 256]): byte for byte in range(256)} | {b"th": 256}
    other = Tokenizer(RankMergedBpe.from_ranks(ranks), published("cl100k"), SPECIALS)
    parting = parted(byte_level(), other)
    assert (len(parting.text), parting.stage) == (1, "ids of tokens")


def test_a_swapped_merge_is_found_where_ids_stay():
    tokens = {i: byte_level().model.token_bytes(i) for i in range(256 + len(MERGES))}
    rows = [(*pair, 256 + at) for at, pair in enumerate(MERGES)]
    models = [
        PairMergedBpe.from_pairs(tokens, each, range(256), whole_pieces=True)
        for each in (rows, [rows[2], *rows[:2], *rows[3:]])
    ]
    one, other = (Tokenizer(model, published("cl100k"), SPECIALS) for model in models)
    parting = parted(one, other)
    assert (parting.stage, parting.text) == ("merges", b" th")


@pytest.mark.parametrize(
    ("change", "stage"),
    [
        (lambda pattern: pattern.replace(r"\p{N}{1,3}+", r"\p{N}{1,2}+"), "split"),
        (lambda pattern: pattern.replace(r"\p{N}{1,3}+", r"\p{Nl}{1,3}+"), "split"),
        (
            lambda pattern: pattern.replace(r"[^\r\n\p{L}\p{N}]?+\p{L}++", r"[^\r\n \p{L}\p{N}]?+\p{L}++"),
            "split",
        ),
    ],
)
def test_one_class_in_a_split_pattern_is_found(change, stage):
    pattern = change(PUBLISHED["cl100k"].pattern)
    assert pattern != PUBLISHED["cl100k"].pattern
    other = Tokenizer(RankMergedBpe.from_merges(MERGES), custom(pattern), SPECIALS)
    parting = parted(byte_level(), other)
    other.close()
    assert parting.stage == stage
    assert len(parting.text) <= 3


def test_a_special_token_with_another_id_or_another_text():
    parting = parted(byte_level(), byte_level(specials={"<|end|>": 267, "<|pad|>": 266}))
    assert (parting.stage, parting.specials) == ("special tokens", "all")
    assert parting.text in (b"<|end|>", b"<|pad|>")
    assert parted(byte_level(), byte_level(specials={"<|end|>": 266})).text == b"<|pad|>"


@pytest.mark.parametrize("flag", ["single_word", "lstrip", "rstrip", "normalized", "never"])
def test_a_changed_flag_of_an_added_token(flag):
    lower = normalizer_from_spec("lowercase")
    mine, theirs = (
        byte_level(
            specials=AddedTokens(SPECIALS, {"<|end|>": flags}, lower),
            normalizer=lower,
        )
        for flags in (Flags(), Flags(**{flag: True}))
    )
    parting = parted(mine, theirs)
    assert parting.stage == "special tokens"
    assert b"<|" in parting.text


def flagged(specials: dict[str, int], *names: str, **flags: bool) -> Tokenizer:
    """Return a tokenizer without a normalizer, some of whose special tokens are `normalized`."""
    known = {name: Flags(normalized=name in names, **flags) for name in specials}
    return byte_level(specials=AddedTokens(specials, known))


def test_normalized_tells_nothing_without_a_normalizer():
    for specials in (SPECIALS, {"<a>": 266, "<b>": 267, "xx": 268}):
        first = next(iter(specials))
        for mine, theirs in (((), (first,)), ((), specials), ((first,), specials)):
            assert same(flagged(specials, *mine), flagged(specials, *theirs)).verdict == "proved"
    assert same(byte_level(), flagged(SPECIALS, "<|end|>")).verdict == "proved"


@pytest.mark.parametrize("texts", [("abX", "Xc"), ("ab", "abc"), ("b", "abc"), ("Xc", "abX")])
def test_normalized_tells_where_tokens_overlap(texts):
    specials = {text: 266 + number for number, text in enumerate(texts)}
    assert same(flagged(specials), flagged(specials, *texts)).verdict == "proved"  # in one pass, both times
    known = [same(flagged(specials), flagged(specials, text)) for text in texts]
    assert all(each.verdict in ("different", "texts") for each in known)
    assert any(each.verdict == "different" for each in known)


def test_normalized_tells_of_single_words():
    mine, theirs = (flagged(SPECIALS, *names, single_word=True) for names in ((), ("<|end|>",)))
    assert same(mine, theirs).verdict != "proved"


@pytest.mark.parametrize("form", ["nfc", "nfkc"])
def test_a_normalized_token_is_told_apart_by_what_its_normal_form_hides(form):
    normal = normalizer_from_spec(form)
    mine, theirs = (
        byte_level(specials=AddedTokens(SPECIALS, {"<|end|>": flags}, normal), normalizer=normal)
        for flags in (Flags(), Flags(normalized=True))
    )
    assert parted(mine, theirs).stage == "special tokens"


def test_a_missing_normalizer_and_another():
    lower = byte_level(normalizer=normalizer_from_spec("lowercase"))
    parting = parted(byte_level(), lower)
    assert (parting.stage, len(parting.text)) == ("normalizer", 1)
    composed = [byte_level(normalizer=normalizer_from_spec(each)) for each in ("nfc", "nfkc")]
    assert parted(*composed).stage == "normalizer"


def test_what_is_put_around_a_text_by_itself():
    parting = parted(byte_level(framing=Framing((266,), (), True)), byte_level(framing=Framing((266,))))
    assert (parting.text, parting.ids, parting.stage) == (b"", ((266,), ()), "special tokens")


def scored(rows, **changes):
    vocabulary = llama_vocabulary(*rows)
    return score_tokenizer(ScoreMergedBpe.from_vocabulary(replace(vocabulary, **changes)))


ROWS = [
    ("a", -9.0),
    ("b", -9.0),
    ("c", -9.0),
    ("ab", -1.0),
    ("bc", -2.0),
    ("abc", -3.0),
    (" a", -4.0),
    ("ca", -5.0),
]


def test_only_the_order_of_scores_counts():
    one = scored(ROWS)
    doubled = [(text, 2 * score) for text, score in ROWS]
    assert same(one, scored(doubled)).verdict == "proved"
    changed = [(text, -0.5 if text == "bc" else score) for text, score in ROWS]
    parting = parted(one, scored([row for row in changed if row[0] != "abc"] + [("abc", -9.5)]))
    assert parting.stage == "merges"
    fewer = [row for row in ROWS if row[0] != "abc"]
    swap = [(text, -0.5 if text == "bc" else score) for text, score in fewer]
    assert parted(scored(fewer), scored(swap)).text == b"abc"


def test_the_programs_that_merge_by_score_are_told_apart():
    one = scored(ROWS)
    for rule in ("llama2c", "llama.cpp"):
        assert same(one, as_in(one, rule)).verdict == "different"


def hf(name, change=lambda top: None):
    top = json.loads(hf_toys.made(name)[1])
    change(top)
    return json.dumps(top).encode()


def opened(tmp_path, data):
    path = tmp_path / f"{len(list(tmp_path.iterdir()))}.json"
    path.write_bytes(data)
    return api.open_file(path).tokenizer


def no_fallback(top):
    top["model"]["byte_fallback"] = False
    steps = top["decoder"]["decoders"]
    top["decoder"]["decoders"] = [step for step in steps if step["type"] != "ByteFallback"]


def no_decoder(top):
    top["decoder"] = None


@pytest.mark.parametrize("change", [no_fallback, no_decoder])
def test_what_a_tokenizer_json_may_differ_in(tmp_path, change):
    one, other = opened(tmp_path, hf("Llama 2")), opened(tmp_path, hf("Llama 2", change))
    assert same(one, opened(tmp_path, hf("Llama 2"))).verdict == "proved"
    parting = parted(one, other)
    assert parting.stage == ("merges" if change is no_fallback else "decoding")


def test_a_text_in_utf8_is_preferred_to_other_bytes():
    # The tokens of two Hebrew letters' inner bytes are shorter than the token that is UTF-8.
    merges = [(0x94, 0xD7), (97, 98), (257, 99)]
    parting = parted(byte_level(merges, specials={}), byte_level(swapped(merges, 0, 1), specials={}))
    assert (parting.text, parting.only_of_bytes) == (b"ab", False)


def test_only_bytes_that_are_not_utf8_part_two_and_it_is_said():
    merges = [(0xFF, 0xFE), (0xFE, 0xFF)]
    parting = parted(byte_level(merges, specials={}), byte_level(swapped(merges, 0, 1), specials={}))
    assert parting.only_of_bytes
    assert set(parting.text) == {0xFF, 0xFE}


def drop(top):
    top["model"]["dropout"] = 0.5


def test_ids_at_random_are_an_error_and_no_difference(tmp_path):
    one, other = opened(tmp_path, hf("Qwen")), opened(tmp_path, hf("Qwen", drop))
    with pytest.raises(EngineError) as raised:
        same(one, other, [b"the thing in the string " * 20])
    assert (raised.value.code, raised.value.facts["name"]) == ("same_random", other.name)
    other.close()


def test_texts_are_counted_where_nothing_is_proved():
    pattern = PUBLISHED["cl100k"].pattern.replace(r"\p{L}++", r"\p{L}+")
    other = Tokenizer(RankMergedBpe.from_merges(MERGES), custom(pattern), SPECIALS)
    found = same(byte_level(), other, [b"the thing", b"in"])
    other.close()
    assert (found.verdict, found.unproved) == ("texts", ("split",))
    assert (found.n_texts, found.n_bytes) == (2, 11)
    assert found.n_tokens == sum(len(byte_level().encode(text)) for text in (b"the thing", b"in"))


@given(raw_texts)
def test_a_text_is_made_as_short_as_it_can_be(text):
    parts = [text[at : at + 1] for at in range(len(text))]
    if text.count(b"a") > 1:
        assert shrunk(parts, lambda left: b"".join(left).count(b"a") > 1) == [b"a", b"a"]


def test_real_files(shared):
    data = shared / "data"
    r50k = api.open_file(data / "r50k_base.tiktoken").tokenizer
    p50k = api.open_file(data / "p50k_base.tiktoken").tokenizer
    parting = parted(r50k, p50k)
    assert (parting.text, parting.ids, parting.stage) == (b"  ", ((220, 220), (50257,)), "merges")
    assert np.array_equal(r50k.encode_to_numpy(b"hello"), p50k.encode_to_numpy(b"hello"))
