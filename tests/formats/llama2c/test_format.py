"""llama2.c's tokenizer.bin: the published file byte for byte, and every way in which a file can be bad."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from tests.engine.score_toys import llama_vocabulary, toy_model
from tests.formats.toys import codes, opened, refusal, score_toy
from tests.points import counted
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.score_tokenizer import as_in, score_tokenizer
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.models.score_vocabulary import byte_spelling
from workbench.formats.llama2c.format import sniff
from workbench.formats.registry import open_file, save_file

BYTES = [byte_spelling(byte) for byte in range(256)]
TOKENS = [b"<unk>", b"\n<s>\n", b"\n</s>\n", *BYTES, b" ", b"a"]


def record(token: bytes, score: float = 0.0, length: int | None = None) -> bytes:
    return struct.pack("<fI", score, len(token) if length is None else length) + token


def file(*records: bytes, longest: int = 8, tokens: list[bytes] = TOKENS) -> bytes:
    return struct.pack("<I", longest) + b"".join(map(record, tokens)) + b"".join(records)


END = len(file())


def test_the_published_file_comes_back_byte_for_byte(shared: Path, tmp_path: Path) -> None:
    path = shared / "data" / "llama2_tokenizer.bin"
    found = open_file(path)
    assert (found.format, found.notices, found.tokenizer.vocab_size) == ("llama2c", (), 32000)
    assert dict(found.tokenizer.special_tokens) == {"<s>": 1, "</s>": 2}
    assert found.tokenizer.encode("I love you, baby") == [306, 5360, 366, 29892, 24354]
    files = save_file(found.tokenizer, tmp_path / "again.bin")
    assert Path(files[0]).read_bytes() == path.read_bytes()
    assert open_file(files[0]).notices == ()
    assert counted(lambda: open_file(path))[1] > 40


def test_a_card_remembers_whose_rule_it_is(tmp_path: Path) -> None:
    for rule in ("llama2c", "sentencepiece"):
        files = save_file(score_toy(rule), tmp_path / f"{rule}.bin")
        again = open_file(files[0]).tokenizer
        assert isinstance(again.model, ScoreMergedBpe)
        assert again.normalizer is not None
        assert (again.name, again.model.rule, again.normalizer.name) == ("toy", rule, rule)
        assert again.encode("a▁aa 日本") == score_toy(rule).encode("a▁aa 日本")
        Path(files[-1]).unlink()
        assert open_file(files[0]).tokenizer.normalizer.name == "llama2c"


def test_a_cut_file_is_noticed_by_its_card(tmp_path: Path) -> None:
    files = save_file(score_toy(), tmp_path / "a.bin")
    data = Path(files[0]).read_bytes()
    Path(files[0]).write_bytes(data[: -len(record("日本".encode()))])
    with pytest.raises(EngineError) as caught:
        open_file(files[0])
    assert caught.value.code == "file_cut"


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (file()[:-1], "bin_cut", END - 9),
        (file(record(b"bc")[:-6]), "bin_cut", END),
        (file(b"\0"), "bin_cut", END),
        (file(record(b"b", length=2**32 - 1)), "bin_token_length", END),
        (file(record(b"b" * 9)), "bin_token_length", END),
        (file(record(b"b", length=8)), "bin_cut", END),
        (file(longest=0), "bin_longest", 0),
        (file(longest=2**32 - 1), "bin_longest", 0),
        (file(record(b"b", float("nan"))), "token_score", END),
        (file(record(b"b", float("-inf"))), "token_score", END),
        (file(record(b"")), "token_empty", END),
        (file(record(b"\xff")), "token_not_text", END),
        (file(record(b"a")), "token_twice", END),
        (file(tokens=[]), "no_tokens", 4),
        (file(tokens=TOKENS[:100]), "bin_too_few_tokens", len(file(tokens=TOKENS[:100]))),
        (file(tokens=[*TOKENS[:3], b"a"]), "bin_byte_missing", len(file(tokens=TOKENS[:3]))),
        (file(tokens=[b"<unk>", b"\n\n"]), "token_empty", len(file(tokens=TOKENS[:1]))),
        (file(tokens=[b"x"])[:4] + record(b"x", length=2**32 - 1), "bin_token_length", 4),
    ],
)
def test_bad_files(tmp_path: Path, data: bytes, code: str, place: int) -> None:
    fault = refusal(tmp_path, "tokenizer.bin", data)
    assert fault is not None
    assert (fault.code, fault.place.kind, fault.place.value) == (code, "byte", place)
    assert str(fault).startswith(f"{tmp_path / 'tokenizer.bin'}, byte {place:,}: ")


def test_a_file_without_a_space_is_told(tmp_path: Path) -> None:
    found = opened(tmp_path, "a.bin", file(tokens=[token for token in TOKENS if token != b" "]))
    assert codes(found) == ["notice_bin_no_space"]
    assert codes(opened(tmp_path, "a.bin", file())) == []


def test_what_a_message_says(tmp_path: Path) -> None:
    fault = refusal(tmp_path, "a.bin", file(record(b"b", length=2**32 - 1)))
    assert str(fault) == (
        f"{tmp_path / 'a.bin'}, byte {END:,}: token 261 has 4294967295 bytes, more than the file's "
        f"longest, 8. The file is damaged; get a new copy."
    )


@pytest.mark.parametrize(
    "data", [b"", b"\x08\0\0", b"abcd" * 9, bytes(64), bytes(range(40)), b"\x1f\x8b\x08\0" * 9]
)
def test_other_files_are_not_taken_for_one(tmp_path: Path, data: bytes) -> None:
    assert not sniff(data)
    fault = refusal(tmp_path, "tokenizer.bin", data)
    assert fault is not None
    assert fault.code in ("file_empty", "file_foreign", "file_unknown", "bin_cut", "bin_longest")


def test_it_is_known_by_its_content() -> None:
    assert sniff(file())
    assert sniff(file(tokens=["日本".encode() * 2000], longest=12000)[:4096])
    assert not sniff(file(record(b"\xff\xff\xff", 1.0), tokens=[]))


def test_files_are_read_in_any_case(tmp_path: Path) -> None:
    tokenizer = opened(tmp_path, "a.bin", file(record(b"aa", -1.0), longest=30)).tokenizer
    assert tokenizer.encode("aaa") == [259, 261, 260]


def test_what_the_format_cannot_hold(tmp_path: Path) -> None:
    other_order = score_tokenizer(toy_model(("a", 0.0), ("aa", 1.0)), {})
    with pytest.raises(EngineError, match="ids 0 to 258 must be unknown, start, end and bytes"):
        save_file(other_order, tmp_path / "a.bin")
    toy = score_toy()
    for specials, token in [({}, "<s>"), ({"<s>": 1, "</s>": 2, "<x>": 900}, "<x>"), ({"<s>": 900}, "<s>")]:
        other = score_tokenizer(ScoreMergedBpe.from_vocabulary(toy.model.vocabulary), specials)
        with pytest.raises(EngineError) as caught:
            save_file(other, tmp_path / "a.bin")
        assert (caught.value.code, caught.value.facts["token"]) == ("cannot_hold_special_tokens", token)
    for name in ("minbpe", "tiktoken"):
        with pytest.raises(EngineError, match="not merged in id order"):
            save_file(toy, tmp_path / "a.model", name)
    assert list(tmp_path.iterdir()) == []


def test_scores_are_kept_to_the_bit(tmp_path: Path) -> None:
    scores = (-0.1, 1e-40, -1e9, 3.4e38)
    rows = [(text, score) for text, score in zip(("a", "b", "ab", "ba"), scores, strict=True)]
    model = ScoreMergedBpe.from_vocabulary(llama_vocabulary(*rows), "llama2c")
    files = save_file(score_tokenizer(model, {"<s>": 1, "</s>": 2}), tmp_path / "a.bin")
    again = open_file(files[0]).tokenizer.model
    assert isinstance(again, ScoreMergedBpe)
    assert again.vocabulary.scores.tobytes() == model.vocabulary.scores.tobytes()
    assert as_in(open_file(files[0]).tokenizer, "sentencepiece").encode("ab") == [259, 260 + 2]
