"""Labels of tokens: each witness is shown to the tokenizer's own library, each proof to many texts."""

from __future__ import annotations

import base64
import os
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import sentencepiece
import tiktoken
from tokenizers import Tokenizer as Judge

from tests.points import given_up
from workbench.api import open_sample, open_tokenizer
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging import health
from workbench.engine.judging.health import all_ids, judged
from workbench.engine.judging.token_counts import TokenCounts, counting
from workbench.engine.judging.witnesses import candidates
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import custom, no_split, published
from workbench.engine.splitting.split_patterns import BY_NAME

N_TEXTS = 1_000_000 if os.environ.get("WORKBENCH_THOROUGH") else 40_000
FRAGMENTS = {"r50k_base": 216, "cl100k_base": 645, "o200k_base": 1434}
NOT_THEMSELVES = {"r50k_base": 0, "cl100k_base": 0, "o200k_base": 12}


def ranks_of(path):
    lines = (line.split() for line in path.read_bytes().splitlines())
    return {base64.b64decode(token): int(rank) for token, rank in lines}


def is_text(token: bytes) -> bool:
    try:
        token.decode()
    except UnicodeDecodeError:
        return False
    return True


def labels(tokenizer: Tokenizer, **more) -> dict[int, set[str]]:
    return {each.id: set(each.labels) for each in judged(tokenizer, **more)}


def counted(tokenizer: Tokenizer, documents: list[bytes]) -> TokenCounts:
    steps = counting(tokenizer, documents)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def small(tokens: list[bytes], splitter) -> Tokenizer:
    ranks = {bytes((byte,)): byte for byte in range(256)}
    ranks |= {token: 256 + at for at, token in enumerate(tokens)}
    return Tokenizer(RankMergedBpe.from_ranks(ranks), splitter)


@pytest.mark.parametrize("name", sorted(FRAGMENTS))
def test_witnesses_of_published_vocabularies_before_tiktoken(shared, name):
    path = shared / "data" / f"{name}.tiktoken"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    ranks = ranks_of(path)
    pattern = BY_NAME[name].pattern
    judge = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    fragments = [rank for token, rank in ranks.items() if len(token) > 1 and not is_text(token)]
    apart = [
        rank for token, rank in ranks.items() if is_text(token) and judge.encode(token.decode()) != [rank]
    ]
    assert (len(fragments), len(apart)) == (FRAGMENTS[name], NOT_THEMSELVES[name])
    chosen = {*apart, *fragments, *random.Random(1).sample(sorted(ranks.values()), 1000)}
    undecided = []
    for each in judged(open_tokenizer(path), only=sorted(chosen)):
        assert ("fragment" in each.labels) == (each.id in set(fragments))
        assert ("not-itself-alone" in each.labels) == (each.id in set(apart))
        assert ("reachable-only-inside" in each.labels) == (each.id in set(apart))
        assert "unreachable-proved" not in each.labels
        if each.witness is not None:
            assert each.id in judge.encode(each.witness)
        elif "not-decided" in each.labels:
            undecided.append(each.id)
        else:
            assert each.id < 256
    assert undecided == ([439] if name == "o200k_base" else [])


def test_witnesses_of_llama_2_before_sentencepiece(shared):
    path = shared / "data" / "llama2_tokenizer.model"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    judge = sentencepiece.SentencePieceProcessor(model_file=str(path))
    chosen = random.Random(2).sample(range(259, 32_000), 1000)
    inside = 0
    for each in judged(open_tokenizer(path), only=sorted(chosen)):
        assert each.witness is not None
        ids = judge.encode(each.witness)
        assert each.id in ids
        alone = judge.encode(judge.decode([each.id])) == [each.id]
        assert ("not-itself-alone" in each.labels) is not alone
        inside += "reachable-only-inside" in each.labels
    assert inside > 300


def test_clip_ends_words_by_tokens_of_their_own(shared):
    path = shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    tokenizer = open_tokenizer(path)
    found = {each.id: each for each in judged(tokenizer, only=[15, 64, 198, 272, 320, 9203])}
    assert [set(found[i].labels) - {"near-twin"} for i in found] == [
        {"not-itself-alone", "unreachable-proved"},  # 0 inside a word: a digit is a piece of its own
        {"not-itself-alone", "reachable-only-inside"},  # a inside
        {"not-itself-alone", "unreachable-proved"},  # a line end
        set(),
        set(),
        set(),
    ]
    assert 64 in tokenizer.encode_ordinary(found[64].witness or "")


def test_a_split_that_cuts_every_digit_apart_leaves_no_number_reachable():
    numbers = [str(number).encode() for number in range(10, 1000)]
    words = [b"ab", b" 7", b"7 ", b"a1", b"x1y"]
    for splitter in (published("llama3"), custom(BY_NAME["qwen2"].pattern), custom(r"\p{N}|[^\p{N}]+")):
        tokenizer = small([*numbers, *words], splitter)
        found = {each.id: each for each in judged(tokenizer)}
        proved = {i for i, each in found.items() if "unreachable-proved" in each.labels}
        by_three = splitter.name == "llama3"
        assert {256 + at for at in range(990)} & proved == (set() if by_three else set(range(256, 1246)))
        assert {1249, 1250} <= proved
        assert 1246 not in proved
        if not by_three:
            assert {reason.code for i in range(256, 1246) for reason in found[i].reasons} == {"split"}
        chance = random.Random(3)
        for _ in range(N_TEXTS // 1000):  # of a thousand lines each
            text = "\n".join("".join(chance.choices("0123456789ab xy'.", k=12)) for _ in range(1000))
            assert not proved & set(tokenizer.encode_ordinary(text))
        tokenizer.close()


def test_a_fragment_is_proved_by_every_character_that_its_ends_can_be_of():
    # 0xCC begins accents alone, which are no letters, 0xD0 letters alone; 0x80 ends both.
    tokenizer = small([b"e\xcc", b"x\xd0", b"\x80a", b"1\xd0"], published("cl100k"))
    found = {each.id: each for each in judged(tokenizer, only=range(256, 260))}
    assert found[256].labels == found[259].labels == ("unreachable-proved", "fragment")
    assert str(found[256].reasons[0]) == "no piece of the split can hold “e⟨CC⟩”"
    assert found[257].labels == found[258].labels == ("fragment",)
    text = " ".join(f"e{chr(at)}x{chr(at)}1{chr(at)}a" for at in range(0x80, 0x3000))
    assert {256, 259}.isdisjoint(tokenizer.encode_ordinary(text))
    assert {257, 258}.issubset(tokenizer.encode_ordinary(text))


def test_a_token_that_merging_takes_apart_is_proved_so():
    pairs = [(ord("b"), ord("c")), (ord("a"), ord("b")), (257, ord("c")), (ord("a"), 256)]
    tokenizer = Tokenizer(RankMergedBpe.from_merges(np.array(pairs)), no_split())  # bc, ab, abc (never), abc
    found = {each.id: each for each in judged(tokenizer, only=range(256, 260))}
    assert found[258].labels == ("not-itself-alone", "unreachable-proved")
    assert str(found[258].reasons[0]) == "its bytes are merged to “abc” first"
    assert [found[i].labels for i in (256, 257, 259)] == [(), (), ()]
    chance = random.Random(4)
    text = "\n".join("".join(chance.choices("abc", k=9)) for _ in range(10_000))
    assert 258 not in tokenizer.encode_ordinary(text)


def test_a_token_that_is_only_taken_whole():
    # Merging "abc" ends with a, bc: a piece that is "abc" is taken whole, elsewhere it cannot be.
    tokens = [b"bc", b"ab", b"abcd", b"bcd"]
    whole = small([*tokens, b" xyz"], published("cl100k"))
    assert labels(whole, only=[260]) == {260: set()}
    cut = small([*tokens, b" xyz"], custom(r"[a-z]+| [a-z](?=a)|."))
    found = next(judged(cut, only=[260]))
    assert found.labels == ("not-itself-alone", "unreachable-proved")
    cut.close()


def test_wordpiece_by_its_library(tmp_path):
    from tokenizers import decoders
    from tokenizers.models import WordPiece
    from tokenizers.pre_tokenizers import Whitespace

    vocab = {
        token: at for at, token in enumerate(["[UNK]", "play", "##ing", "##s", "p", "##q", "pl", "##ed"])
    }
    judge = Judge(WordPiece(vocab, unk_token="[UNK]"))
    judge.pre_tokenizer = Whitespace()
    judge.decoder = decoders.WordPiece()
    judge.save(str(tmp_path / "tokenizer.json"))
    tokenizer = open_tokenizer(tmp_path / "tokenizer.json")
    try:
        for each in judged(tokenizer):
            assert "unreachable-proved" not in each.labels
            assert "residue" not in each.labels
            if each.witness is not None:
                assert each.id in judge.encode(each.witness).ids
        found = labels(tokenizer)
        assert found[vocab["play"]] == set()
        assert found[vocab["##s"]] == {"not-itself-alone", "reachable-only-inside"}
    finally:
        tokenizer.close()


@pytest.mark.parametrize(("n_documents", "is_forecast"), [(0, True), (3, True), (4, False)])
def test_a_glitch_is_forecast_of_a_residue_in_no_document_or_in_few(n_documents, is_forecast):
    tokenizer = small([b"ab", b"abc"], no_split())
    documents = [b"abc" * 400] * 5 + [b"ab"] * n_documents
    counts = counted(tokenizer, documents)
    assert (counts.occurrences[256], counts.documents[256]) == (n_documents, n_documents)
    found = labels(tokenizer, counts=counts, only=[256])[256] - {"unused"}
    assert found == {"residue"} | ({"glitch-forecast"} if is_forecast else set())


def test_counts_tell_what_is_unused_and_what_is_merged_on():
    tokenizer = small([b"ab", b"abc", b"xy"], no_split())
    document = b"abc" * 50 + b"-"
    assert list(counting(tokenizer, [document, b"ab"])) == [151, 153]
    counts = counted(tokenizer, [document, b"ab"])
    assert [counts.occurrences[i] for i in (256, 257, 258)] == [1, 50, 0]
    assert [counts.times_made[i] for i in (256, 257, 258)] == [51, 50, 0]
    assert [counts.documents[i] for i in (256, 257, 258)] == [1, 1, 0]
    found = labels(tokenizer, counts=counts, only=[256, 257, 258])
    assert found == {256: {"residue"}, 257: set(), 258: {"unused"}}
    several = counted(
        tokenizer, [document, b"ab", b"-", b"-"]
    )  # of two documents, "in few of them" says little
    found = labels(tokenizer, counts=several, only=[256, 257, 258])
    assert found == {256: {"residue", "glitch-forecast"}, 257: set(), 258: {"unused"}}
    # "b" is always merged on, but no merge made it.
    assert (several.occurrences[ord("b")], several.times_made[ord("b")]) == (0, 51)
    assert labels(tokenizer, counts=several, only=[ord("b")]) == {ord("b"): {"unused"}}


def test_made_is_what_a_trace_of_every_piece_counts():
    tokenizer = open_sample().tokenizer
    text = "The quick brown fox jumps over the lazy dog, it's 2024 and tokenization works.\n" * 3
    counts = counted(tokenizer, [text.encode()])
    made: Counter[int] = Counter()
    for start, end in tokenizer.pre_tokenizer.split(text.encode()).tolist():
        piece = text.encode()[start:end]
        made.update(tokenizer.model.token_id(bytes((byte,))) for byte in piece)
        for step in tokenizer.model.trace(piece):
            made.update(step.candidates[step.chosen][2] for _ in step.merged_at if step.chosen is not None)
    assert {i: int(n) for i, n in enumerate(counts.times_made) if n} == dict(made)


def test_twins_and_what_is_long():
    tokenizer = small(["ﬁ".encode(), b"fi", b"=" * 30], no_split())
    found = {each.id: each for each in judged(tokenizer, only=[256, 257, 258])}
    assert found[256].labels == found[257].labels == ("near-twin",)
    assert str(found[256].reasons[0]) == "reads like token 257"
    assert found[258].labels == ("over-long",)


def test_the_same_seed_finds_the_same():
    tokenizer = open_sample().tokenizer
    assert list(judged(tokenizer)) == list(judged(tokenizer))
    assert len(list(judged(tokenizer))) == len(all_ids(tokenizer))


def test_candidates_are_texts_that_hold_the_token():
    for token in (b"ab", b"\x9a\xe9\x86\x92", b"a\xe4\xb8", b"\xb8", b"\xf0\x9f", b"\xff", b"a\xffb"):
        found = list(candidates(token, [b"x", b"yz"], 0, 60))
        assert (not found) == (0xFF in token)
        assert all(is_text(text) and token in text for text in found)
        assert found == list(candidates(token, [b"x", b"yz"], 0, 60))


def test_it_is_given_up_at_its_points():
    tokenizer = open_sample().tokenizer
    seen = []

    def work() -> None:
        seen.extend(judged(tokenizer))

    assert given_up(work, lambda: True)
    assert len(seen) < 2
    assert set(health.LABELS) >= {label for each in judged(tokenizer) for label in each.labels}


def test_bytes_of_a_vocabulary_with_scores_are_judged_alike_whatever_the_file(shared: Path) -> None:
    """A byte that is a character with a token of its own is in no text: Llama 2 as .model and as .bin."""
    found = []
    for name in ("llama2_tokenizer.model", "llama2_tokenizer.bin"):
        tokenizer = open_tokenizer(shared / "data" / name)
        rows = judged(tokenizer, only=[0, *range(3, 20), 36, 100, 131, 258])
        found.append({each.id: (each.labels, each.reasons) for each in rows})
    assert found[0] == found[1]
    assert "unreachable-proved" in found[0][36][0]
    assert "unreachable-proved" not in found[0][131][0]
