"""CLIP's list of merges: what is read, what is written, and what is refused with which words."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.toys import clip_toy, opened, refusal, toy
from workbench.display.byte_alphabet import bytes_to_unicode
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.pair_merged import PairMergedBpe
from workbench.engine.splitting.pre_tokenizers import published
from workbench.formats.clip import format as clip_merges
from workbench.formats.published import published_named
from workbench.formats.registry import open_file, save_file

OWN = '"bpe_simple_vocab_16e6.txt#version: 0.2\n'
COUNTED = '"mine.txt#version: 0.2, {} merges\n'
TOY = ["l o", "lo w</w>", "lo w", "e r</w>"]
TEXT = "Low lower &amp; LOW café <|endoftext|>"


def packed(lines: list[str], first: str | None = None) -> bytes:
    first = COUNTED.format(len(lines)) if first is None else first
    return gzip.compress((first + "\n".join(lines)).encode(), mtime=0)


def data_of(path: str | Path) -> str:
    return gzip.decompress(Path(path).read_bytes()).decode()


# --- reading and writing ------------------------------------------------------------------------


def test_a_tokenizer_of_its_own_comes_back(tmp_path: Path) -> None:
    tokenizer = clip_toy()
    path = tmp_path / "toy.txt.gz"
    files = save_file(tokenizer, path)
    assert files == (str(path), f"{path}.card.json")
    assert data_of(path) == '"bpe_vocab.txt#version: 0.2, 4 merges\n' + "\n".join(TOY)
    again = open_file(path)
    assert (again.format, again.notices, again.tokenizer.name) == ("clip", (), "toy")
    for special in ("all", "none"):
        ids = tokenizer.encode(TEXT, allowed_special=special)
        assert again.tokenizer.encode(TEXT, allowed_special=special) == ids
    assert again.tokenizer.tokenize("low").tolist() == tokenizer.tokenize("low").tolist()
    assert again.tokenizer.decode(again.tokenizer.encode("Low  LOWER")) == "low lower "
    assert again.tokenizer.normalizer is not None
    assert again.tokenizer.normalizer.name == "clip"


def test_saving_twice_writes_the_same_bytes(tmp_path: Path) -> None:
    save_file(clip_toy(), tmp_path / "a.txt.gz")
    save_file(clip_toy(), tmp_path / "b.txt.gz")
    data = (tmp_path / "a.txt.gz").read_bytes()
    assert data == (tmp_path / "b.txt.gz").read_bytes()
    assert data[4:8] == bytes(4)  # no time


def test_the_file_alone_is_enough(tmp_path: Path) -> None:
    found = opened(tmp_path, "x.bin", packed(TOY))
    assert (found.format, found.notices, found.tokenizer.name) == ("clip", (), "x")
    assert found.tokenizer.special_tokens == {"<|startoftext|>": 516, "<|endoftext|>": 517}
    assert found.tokenizer.framing == clip_toy().framing
    assert found.tokenizer.encode("low lower") == clip_toy().encode("low lower")


def test_more_special_tokens_and_another_split_are_kept_by_the_card(tmp_path: Path) -> None:
    base = clip_toy(specials={"<pad>": 600})
    tokenizer = Tokenizer(
        base.model, published("gpt2"), base.special_tokens, "toy", None, base.normalizer, base.framing
    )
    losses = clip_merges.fit(tokenizer).losses
    assert [loss.code for loss in losses] == ["loss_clip_pattern", "loss_clip_special_tokens"]
    assert "not <pad>" in str(losses[1])
    path = tmp_path / "toy.txt.gz"
    save_file(tokenizer, path)
    again = open_file(path).tokenizer
    assert (again.pre_tokenizer.name, again.special_tokens["<pad>"]) == ("gpt2", 600)
    assert again.encode("Low <pad>", allowed_special="all") == tokenizer.encode(
        "Low <pad>", allowed_special="all"
    )


def test_as_plain_text(tmp_path: Path) -> None:
    text = COUNTED.format(4) + "\r\n".join(TOY) + "\r\n"
    assert opened(tmp_path, "a.txt", text).tokenizer.encode("low") == [513]


def test_more_lines_than_the_first_one_says_are_refused(tmp_path: Path) -> None:
    for lines, said in (([*TOY, "what ever this is", ""], 4), (TOY, 3)):
        with pytest.raises(EngineError) as caught:
            opened(tmp_path, "a.txt.gz", packed(lines, COUNTED.format(said)))
        assert (caught.value.code, caught.value.place) == ("clip_too_many_merges", Place("line", said + 2))
    found = opened(tmp_path, "a.txt.gz", packed([*TOY, ""], COUNTED.format(4)))
    assert found.tokenizer.model.n_merges == 4


def test_several_members_are_one_text(tmp_path: Path) -> None:
    text = (COUNTED.format(4) + "\n".join(TOY)).encode()
    data = gzip.compress(text[:50]) + gzip.compress(text[50:]) + gzip.compress(b"") + bytes(10)
    assert opened(tmp_path, "a.txt.gz", data).tokenizer.encode("low") == [513]


def test_another_programs_file_with_fewer_merges(tmp_path: Path) -> None:
    found = opened(tmp_path, "a.txt.gz", packed(TOY, '"other.txt#version: 0.3\n'))
    assert found.tokenizer.vocab_size == 516


def test_clips_own_file_comes_back(tmp_path: Path, shared: Path) -> None:
    source = shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz"
    tokenizer = open_file(source).tokenizer
    save_file(tokenizer, tmp_path / "b.txt.gz")
    assert data_of(tmp_path / "b.txt.gz") == "\n".join(data_of(source).split("\n")[:48_895])
    again = open_file(tmp_path / "b.txt.gz").tokenizer
    assert again.special_tokens == tokenizer.special_tokens
    assert again.encode("lowered tokenizer") == tokenizer.encode("lowered tokenizer")


def test_clip_itself_reads_what_is_written(tmp_path: Path) -> None:
    """Say the constructor and `encode` of CLIP's SimpleTokenizer again, over the file that was written."""
    path = tmp_path / "toy.txt.gz"
    save_file(clip_toy(), path)
    merges = [tuple(line.split()) for line in data_of(path).split("\n")[1 : 49152 - 256 - 2 + 1]]
    letters = bytes_to_unicode()
    names = [*letters.values(), *(f"{letter}</w>" for letter in letters.values())]
    names += ["".join(pair) for pair in merges] + ["<|startoftext|>", "<|endoftext|>"]
    ids = {name: number for number, name in enumerate(names)}
    assert ids["<|endoftext|>"] == clip_toy().special_tokens["<|endoftext|>"]
    model = clip_toy().model
    assert isinstance(model, PairMergedBpe)
    for number, name in enumerate(names[:-2]):
        token = "".join(letters[byte] for byte in model.token_bytes(number) or b"")
        assert name == token + ("</w>" if number in model.word_ends else "")


# --- bad files ----------------------------------------------------------------------------------

WHOLE = packed(TOY)
FAULTS = [
    ("cut.txt.gz", WHOLE[:-12], "cut.txt.gz: the compressed data ends early, after"),
    (
        "crc.txt.gz",
        WHOLE[:-8] + b"\0\0\0\0" + WHOLE[-4:],
        "crc.txt.gz: the compressed data cannot be read: .*incorrect data check",
    ),
    (
        "tail.txt.gz",
        WHOLE + b"junk",
        "tail.txt.gz: the compressed data cannot be read: .*incorrect header check",
    ),
    ("no.txt.gz", b"nothing of that kind\n", "no.txt.gz: it is not CLIP's list"),
    ("page.txt.gz", b"<!DOCTYPE html><html>", "page.txt.gz: .*a web page"),
    ("other.txt.gz", gzip.compress(b"some text\n"), "other.txt.gz: .*gzip data"),
    ("hundred.txt.gz", packed(["i n"], OWN), "line 2: the list ends after 1 of 48894 merges"),
    ("fewer.txt.gz", packed(TOY, COUNTED.format(9)), "line 5: the list ends after 4 of 9 merges"),
    ("three.txt.gz", packed([*TOY, "a b c"]), "line 6: two tokens .* but the line says “a b c”"),
    ("blank.txt.gz", packed(["l o", "", "e r"]), "line 3: two tokens .* but the line says “”"),
    ("end.txt.gz", packed(["l o", "e</w> r"]), "line 3: two tokens"),
    (
        "unknown.txt.gz",
        packed(["l o", "low er"]),
        "line 3: the merge needs “low”, which no earlier line makes",
    ),
    ("alien.txt.gz", packed(["日 本"]), "line 2: the merge needs “日”"),
    ("twice.txt.gz", packed(["l o", "l o"]), "line 3: the merge makes “lo”, which is already token 512"),
    (
        "again.txt.gz",
        packed(["l o", "o w", "lo w", "l ow"]),
        "line 5: the merge makes “low”, which is already token 514",
    ),
    (
        "latin.txt.gz",
        gzip.compress(COUNTED.format(1).encode() + b"\xe9 a"),
        "line 2: the encoding of the file was not recognized",
    ),
]


@pytest.mark.parametrize(
    ("name", "data", "says"), FAULTS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_bad_file_says_what_is_wrong_and_where(tmp_path: Path, name: str, data: bytes, says: str) -> None:
    fault = refusal(tmp_path, name, data)
    assert fault is not None
    assert regex.search(says, str(fault)), str(fault)
    assert fault.remedy


def test_every_cut_is_noticed(tmp_path: Path) -> None:
    for size in range(len(WHOLE)):
        fault = refusal(tmp_path, "a.txt.gz", WHOLE[:size])
        assert fault is not None, size


def test_unpacking_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clip_merges, "LARGEST_TEXT", 1 << 20)
    data = gzip.compress(COUNTED.format(1).encode() + b"a" * (1 << 21))
    fault = refusal(tmp_path, "bomb.txt.gz", data)
    assert fault is not None
    assert "it unpacks to more than 1048576 bytes" in str(fault)


@given(st.data())
def test_any_damage_ends_in_words(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    whole = bytearray(WHOLE)
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    refusal(tmp_path_factory.mktemp("x"), "a.txt.gz", bytes(whole))


# --- what it cannot hold ------------------------------------------------------------------------


def test_what_a_file_cannot_hold(tmp_path: Path) -> None:
    assert clip_merges.fit(clip_toy()).level == "whole"
    assert clip_merges.fit(toy()).level == "cannot"
    own = clip_toy()
    uncleaned = Tokenizer(own.model, own.pre_tokenizer, own.special_tokens, "toy")
    assert clip_merges.fit(uncleaned).level == "other_ids"
    unspecial = Tokenizer(own.model, own.pre_tokenizer, {"<|endoftext|>": 516}, "toy", None, own.normalizer)
    for tokenizer, says in (
        (toy(), "it needs word-end merges"),
        (uncleaned, "CLIP cleans text"),
        (unspecial, r"it needs <\|startoftext\|> 516, <\|endoftext\|> 517"),
    ):
        with pytest.raises(EngineError, match=says):
            save_file(tokenizer, tmp_path / "x.txt.gz")
    assert list(tmp_path.iterdir()) == []


def test_a_prefix_can_be_saved_once_its_special_tokens_follow_it(tmp_path: Path) -> None:
    whole = clip_toy()
    model = whole.model.at_vocab_size(514)
    specials = {"<|startoftext|>": 514, "<|endoftext|>": 515}
    prefix = Tokenizer(model, whole.pre_tokenizer, specials, "toy", None, whole.normalizer)
    save_file(prefix, tmp_path / "p.txt.gz")
    assert data_of(tmp_path / "p.txt.gz").split("\n")[1:] == TOY[:2]
    assert open_file(tmp_path / "p.txt.gz").tokenizer.encode("low") == [513]


def test_more_merges_than_clip_takes_are_kept_and_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(clip_merges, "CLIP_MERGES", 3)
    (loss,) = clip_merges.fit(clip_toy()).losses
    assert loss.cause == "CLIP uses only 3 of the 4 merges"
    save_file(clip_toy(), tmp_path / "a.txt.gz")
    assert open_file(tmp_path / "a.txt.gz").tokenizer.model.n_merges == 4


def test_the_published_file_is_the_one_measured(shared: Path) -> None:
    data = (shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz").read_bytes()
    if hashlib.sha256(data).hexdigest() != published_named("bpe_simple_vocab_16e6.txt.gz").sha256:
        pytest.skip("the CLIP file of the shared data is not the published one")
    lines = gzip.decompress(data).decode().split("\n")
    assert (len(lines), lines[0] + "\n", lines[-1]) == (262_146, OWN, "")
