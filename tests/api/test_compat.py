"""The three systems part by part, each part by the answer that it has to give."""

from __future__ import annotations

from pathlib import Path

import pytest

import workbench
from workbench import api
from workbench.api import compat as systems
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.explaining.score_steps import score_steps
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.splitting.pre_tokenizers import no_split

# --- minbpe ---------------------------------------------------------------------------------------------


def test_get_stats_and_merge() -> None:
    ids = [1, 2, 3, 1, 2]
    assert systems.get_stats(ids) == {(1, 2): 2, (2, 3): 1, (3, 1): 1}
    assert systems.get_stats([1, 2, 9], systems.get_stats(ids)) == {
        (1, 2): 3, (2, 3): 1, (3, 1): 1, (2, 9): 1,
    }  # fmt: skip
    assert systems.merge(ids, (1, 2), 4) == [4, 3, 4]


def test_the_basic_tokenizer() -> None:
    source = api.TextSource("the example", "aaabdaaabac")
    tokenizer = workbench.train(source, preset="basic", vocab_size=259, tie="first-seen")
    assert tokenizer.encode("aaabdaaabac") == [258, 100, 258, 97, 99]
    assert tokenizer.decode([258, 100, 258, 97, 99]) == "aaabdaaabac"
    assert tokenizer.decode([0xFF]) == "\ufffd"
    with pytest.raises(EngineError, match="400"):
        tokenizer.decode([400])


def test_the_tokenizer_with_a_split_never_merges_across_pieces() -> None:
    source = api.TextSource("", "ab ab ab ab")
    tokenizer = workbench.train(source, preset="gpt4", vocab_size=260, tie="first-seen")
    assert b"b a" not in [tokenizer.token_bytes(i) for i in range(tokenizer.vocab_size)]
    assert tokenizer.decode(tokenizer.encode("ab ab")) == "ab ab"


def test_special_tokens_are_registered_and_allowed() -> None:
    source = api.TextSource("", "hello world " * 9)
    plain = workbench.train(source, preset="gpt4", vocab_size=270)
    tokenizer = systems.register_special_tokens(plain, {"<|endoftext|>": 100257})
    text = "<|endoftext|>hello world"
    ids = plain.encode("hello world")
    assert tokenizer.encode(text, allowed_special="all") == [100257, *ids]
    assert tokenizer.encode(text, allowed_special={"<|endoftext|>"}) == [100257, *ids]
    assert tokenizer.encode(text, allowed_special="none") == plain.encode(text)
    assert tokenizer.encode_ordinary(text) == plain.encode(text)
    for choice in ({"allowed_special": "none_raise"}, {}):
        with pytest.raises(EngineError, match="the text contains the special token"):
            tokenizer.encode(text, **choice)
    assert tokenizer.decode([100257, *ids]) == text
    with pytest.raises(EngineError, match="<x>"):
        systems.register_special_tokens(plain, {"<x>": 97})


@pytest.fixture(scope="module")
def cl100k(shared: Path) -> Tokenizer:
    return workbench.open_tokenizer(shared / "data" / "cl100k_base.tiktoken")


def test_gpt4(cl100k: Tokenizer) -> None:
    ids = [15339, 4513, 12340, 30, 320, 31495, 230, 75265, 243, 92245, 16715, 57037]
    assert cl100k.encode("hello123!!!? (안녕하세요!) 😉") == ids
    assert sorted(cl100k.special_tokens.values()) == [100257, 100258, 100259, 100260, 100276]


def test_merges_are_recovered_from_ranks(cl100k: Tokenizer) -> None:
    merges = systems.recover_merges(cl100k)
    assert len(merges) == 100256 - 256
    assert merges[220, 220] == 256
    # Encoding by these merges and the shuffle of the bytes, as minbpe does it, gives the same ids.
    shuffle = systems.byte_shuffle(cl100k)
    assert (len(shuffle), shuffle[0], shuffle[33]) == (256, 188, 0)
    for word in (" world", "unbelievable", "안녕하세요"):
        ids = [shuffle[byte] for byte in word.encode()]
        while able := [pair for pair in systems.get_stats(ids) if pair in merges]:
            pair = min(able, key=merges.__getitem__)
            ids = systems.merge(ids, pair, merges[pair])
        assert ids == cl100k.encode(word), word


def test_merges_of_pairs_whose_ids_rise_are_told_too() -> None:
    tokens = {byte: bytes((255 - byte,)) for byte in range(256)} | {256: b"ab", 257: b"abc"}
    model = PairMergedBpe.from_pairs(tokens, [(158, 157, 256), (256, 156, 257)], range(255, -1, -1))
    pairs = Tokenizer(model, no_split())
    assert systems.recover_merges(pairs) == {(158, 157): 256, (256, 156): 257}
    assert systems.byte_shuffle(pairs)[97] == 158


def test_only_ranks_have_merges_to_recover(shared: Path) -> None:
    llama = workbench.open_tokenizer(shared / "data" / "llama2_tokenizer.bin")
    for recover in (systems.recover_merges, systems.byte_shuffle):
        with pytest.raises(EngineError, match="its tokens are not merged in the order of their ids"):
            recover(llama)


def test_save_vocab_and_render_token(cl100k: Tokenizer, tmp_path: Path) -> None:
    systems.save_vocab(cl100k, tmp_path / "gpt4.vocab")
    lines = (tmp_path / "gpt4.vocab").read_text("utf-8").split("\n")
    assert (lines[188], lines[256]) == ("[\\u0000] 188", "[ ][ ] -> [  ] 256")
    assert systems.render_token(b"a\n") == "a\\u000a"


# --- CLIP -----------------------------------------------------------------------------------------------


def test_the_byte_alphabet() -> None:
    letters = systems.bytes_to_unicode()
    assert (len(letters), len(set(letters.values()))) == (256, 256)
    assert (letters[32], letters[10], letters[33], letters[255]) == ("Ġ", "Ċ", "!", "ÿ")


def test_pairs_and_the_end_of_a_word() -> None:
    assert systems.get_pairs(("ab", "cd", "e")) == {("ab", "cd"), ("cd", "e")}


def test_the_steps_of_cleaning() -> None:
    assert systems.basic_clean(" &lt;div&gt; ") == "<div>"
    assert systems.basic_clean("&amp;lt;b") == "<b"
    assert systems.basic_clean("a  B") == "a  B"
    assert systems.whitespace_clean("This\nis\t\ta test") == "This is a test"
    assert systems.whitespace_clean(" &lt; B ") == "&lt; B"


def test_the_rows_of_clip(shared: Path) -> None:
    clip = workbench.open_tokenizer(shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz")
    assert clip.encode("a diagram") == [320, 22697]
    rows = clip.tokenize(["a diagram", "a " * 80], truncate=True)
    assert rows.shape == (2, 77)
    assert rows[0, :5].tolist() == [49406, 320, 22697, 49407, 0]
    assert rows[1].tolist() == [49406, *[320] * 75, 49407]
    with pytest.raises(EngineError, match="77"):
        clip.tokenize("a " * 80)
    (piece,) = clip.explain("lowered")
    ranks = [row.chosen.rank for row in piece.rows if row.chosen is not None]
    assert ranks == [3, 37, 86, 224, 6093, 34456]


# --- llama2.c -------------------------------------------------------------------------------------------


def test_byte_pieces_are_what_bytes_are_decoded_to(shared: Path) -> None:
    llama = workbench.open_tokenizer(shared / "data" / "llama2_tokenizer.bin")
    pieces = systems.byte_pieces()
    assert pieces == [bytes([byte]) for byte in range(256)]
    assert [llama.decode_bytes([306, 3 + byte])[1:] for byte in range(256)] == pieces


def test_the_model_is_exported_as_llama2c_does(shared: Path, tmp_path: Path) -> None:
    model = workbench.open_tokenizer(shared / "data" / "llama2_tokenizer.model")
    workbench.save_tokenizer(model, tmp_path / "tokenizer.bin")
    expected = (shared / "data" / "llama2_tokenizer.bin").read_bytes()
    assert (tmp_path / "tokenizer.bin").read_bytes() == expected


def test_love_and_the_five_steps(shared: Path) -> None:
    llama = workbench.open_tokenizer(shared / "data" / "llama2_tokenizer.bin")
    ids = [306, 5360, 366, 29892, 24354]
    assert llama.encode("I love you, baby") == ids
    assert [llama.token_bytes(i) for i in ids] == [b" I", b" love", b" you", b",", b" baby"]
    assert llama.decode(ids) == "I love you, baby"
    steps = score_steps(llama, b"Hello", before=True)
    sorted_tokens = [(b"\n</s>\n", 2), (b"\n<s>\n", 1), (b"\r", 30004), (b" ", 29871), (b" \r", 6756)]
    assert list(steps.sorted_tokens[:5]) == sorted_tokens
    assert steps.start == (1, 29871)
    assert steps.characters == (1, 29871, 29950, 29872, 29880, 29880, 29877)
    merges = [(merge.position, merge.id, merge.score, merge.n_candidates) for merge in steps.merges]
    assert merges == [
        (3, 295, -36, 5), (1, 379, -120, 4), (3, 417, -158, 3), (2, 3156, -2897, 2), (1, 15043, -14784, 1),
    ]  # fmt: skip
    others = [(found.token, found.id, found.score) for found in steps.merges[0].candidates if found.id != 295]
    assert others == [(b" H", 379, -120), (b"He", 3868, -3609), (b"ll", 645, -386), (b"lo", 417, -158)]
    assert steps.ids == (1, 15043)
    assert [merge.id for merge in score_steps(llama, b"I love you, baby").merges] == [
        283, 289, 301, 306, 343, 345, 366, 370, 658, 5360, 10798, 24354,
    ]  # fmt: skip
