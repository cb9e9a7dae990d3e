"""SentencePiece's model files: what is refused and how it is said, and what goes back into a file.

Ids are held against the library's in tests/agreement/test_sentencepiece_models.py.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
from sentencepiece import sentencepiece_model_pb2

from tests.engine.score_toys import toy_model
from tests.formats.toys import codes, opened, refusal, score_toy, toy
from tests.hostile.files import charsmap, sentencepiece_model
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.score_tokenizer import as_in, score_tokenizer
from workbench.engine.models.framing import Framing
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.normalizers.sentencepiece_normalizer import SentencePieceNormalizer
from workbench.formats.registry import open_file, save_file, writable_as
from workbench.formats.sentencepiece import format as format_file


def changed(change: Callable[[Any], object]) -> bytes:
    message = sentencepiece_model_pb2.ModelProto()
    message.ParseFromString(sentencepiece_model())
    change(message)
    data: bytes = message.SerializeToString()
    return data


def put(at: int, **values: object) -> bytes:
    """Return the model with a piece changed: bytes from 3, "▁" 259, "a" 260, … , "<sep>" 265, "ba" 266."""

    def change(message: Any) -> None:
        for name, value in values.items():
            setattr(message.pieces[at], name, value)

    return changed(change)


def flag(**values: object) -> bytes:
    def change(message: Any) -> None:
        for name, value in values.items():
            spec = (
                message.trainer_spec
                if name in message.trainer_spec.DESCRIPTOR.fields_by_name
                else message.normalizer_spec
            )
            setattr(spec, name, value)

    return changed(change)


def test_every_kind_of_piece(tmp_path: Path) -> None:
    found = opened(tmp_path, "tokenizer.json", sentencepiece_model())
    tokenizer = found.tokenizer
    judge = sentencepiece.SentencePieceProcessor(model_proto=sentencepiece_model())
    assert (found.format, found.notices, tokenizer.name) == ("sentencepiece", (), "tokenizer")
    assert (dict(tokenizer.special_tokens), tokenizer.framing) == ({"<s>": 1, "</s>": 2}, Framing((1,), (2,)))
    for text in ("ab aba", "ba", "a<sep>b", "Z", "zé  Ü", "<s>", "a▁b", ""):
        assert tokenizer.encode_ordinary(text) == judge.encode(text), text
        assert tokenizer.normalizer.normalize(text.encode(), True).output.decode() == judge.normalize(
            text
        ).replace("▁", " ")
    assert isinstance(tokenizer.normalizer, SentencePieceNormalizer)
    assert (tokenizer.normalizer.charsmap.name, tokenizer.normalizer.spec["kind"]) == (
        "small",
        "sentencepiece",
    )
    assert as_in(tokenizer, "llama2c").encode("Z") != tokenizer.encode("Z")
    assert as_in(as_in(tokenizer, "llama2c"), "sentencepiece").encode("Z  Z") == tokenizer.encode("Z  Z")


def test_the_unknown(tmp_path: Path) -> None:
    def change(message: Any) -> None:
        message.trainer_spec.byte_fallback = False
        message.trainer_spec.unk_surface = "??"
        del message.pieces[3:259]

    data = changed(change)
    tokenizer = opened(tmp_path, "a.model", data).tokenizer
    judge = sentencepiece.SentencePieceProcessor(model_proto=data)
    made = tokenizer.encode_with_offsets("abxyé日 x")
    assert made.ids.tolist() == judge.encode("abxyé日 x") == [7, 0, 8, 0, 3, 0]
    assert made.spans.tolist() == [[0, 2], [2, 4], [4, 6], [6, 9], [9, 10], [10, 11]]
    assert tokenizer.decode([7, 0, 0]) == judge.decode([7, 0, 0]) == "ab????"
    assert tokenizer.decode_tokens_bytes([0]) == [b"<unk>"]


def test_u0000_alone_is_never_used_beside_bytes(tmp_path: Path) -> None:
    data = put(260, piece="\0")
    found = opened(tmp_path, "a.model", data)
    assert [str(notice) for notice in found.notices] == [
        "sentencepiece never uses token 260, U+0000; byte tokens stand for it. No action is needed."
    ]
    tokenizer = found.tokenizer
    judge = sentencepiece.SentencePieceProcessor(model_proto=data)
    for text in ("b\0b", "\0", "b"):
        assert tokenizer.encode_ordinary(text) == judge.encode(text)


BROKEN: list[tuple[bytes, str, str | int | None]] = [  # fault 17
    (sentencepiece_model()[:-900], "file_short", None),
    (sentencepiece_model()[:17], "file_short", 16),
    (b"\n\x0e\n\x05<unk>\x15\0\0\0\0\x18\x02\n" + b"\xff" * 12, "spm_field", 16),
    (b"\n\x0e\n\x05<unk>\x15\0\0\0\0\x18\x02\n\xff\xff\xff\xff\x0f", "file_short", 16),
    (b"\n\x0e\n\x05<unk>\x15\0\0\0\0\x18\x02\x0b", "spm_field", 16),
    (b"\n\x07\n\x05<unk>\x15", "file_short", 9),
    (put(260, piece="x" * 20_000_000), "spm_piece_long", 260),
    (put(260, piece=""), "token_empty", 260),
    (put(260, piece="b"), "token_twice", 261),
    (put(260, piece="a\0b"), "spm_nul", 260),
    (put(265, piece="\0a"), "spm_nul", 265),  # one of the user's
    (put(260, score=float("nan")), "token_score", 260),
    (put(260, score=float("inf")), "token_score", 260),
    (put(260, type=2), "spm_two_unknown", 260),
    (put(0, type=1), "spm_no_unknown", None),
    (put(3, piece="<0x-1>"), "spm_byte_spelling", 3),
    (changed(lambda message: message.pieces.pop(100)), "bytes_missing", None),
    (flag(byte_fallback=False), "spm_bytes_without_fallback", 3),
    (flag(precompiled_charsmap=charsmap()[:1000]), "charsmap_broken", None),
    (flag(precompiled_charsmap=charsmap()[:-1]), "charsmap_broken", None),
    (flag(precompiled_charsmap=b"\xff\xff\xff\xff" + charsmap()[4:]), "charsmap_broken", None),
    (flag(precompiled_charsmap=b"\0\0"), "charsmap_broken", None),
    (sentencepiece_model().replace(b"\n\x01a\x15", b"\n\x01\xff\x15"), "token_not_text", 260),
]


@pytest.mark.parametrize(("data", "code", "place"), BROKEN, ids=[code for _, code, _ in BROKEN])
def test_bad_files(tmp_path: Path, data: bytes, code: str, place: str | int | None) -> None:
    fault = refusal(tmp_path, "a.model", data)
    assert fault is not None
    assert fault.code == code
    if place is not None:
        assert fault.place.value == place
    assert str(fault).startswith(str(tmp_path / "a.model"))


def test_what_messages_say(tmp_path: Path) -> None:
    assert str(refusal(tmp_path, "a.model", put(260, score=float("nan")))) == (
        f"{tmp_path / 'a.model'}, id 260: the score of token 260 is nan, which is not a finite number. "
        f"The file is damaged; get a new copy."
    )
    assert str(refusal(tmp_path, "a.model", sentencepiece_model()[:17])) == (
        f"{tmp_path / 'a.model'}, byte 16: the file should extend to byte 18, but has 17 bytes. "
        "The file is cut short; get a new copy."
    )
    assert refusal(tmp_path, "a.model", b"").code == "file_empty"


def array(units: dict[int, int]) -> bytes:
    values = [units.get(at, 0) for at in range(256)]
    return struct.pack("<I256I", 1024, *values) + b"z\0"


LEAF, ROOT = 1 << 8, 1 << 10


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (array({0: ROOT, 1 ^ 0x5A: 0x5A | LEAF | 1 << 20}), "a value leads outside of its texts"),
        (array({0: ROOT, 1 ^ 0x5A: 0x5A | LEAF | 1 << 10, 0x5A: 1 << 31 | 99}), "a value leads outside"),
        (array({0: ROOT, 1 ^ 0xFF: 0xFF | LEAF | 1 << 10}), "not UTF-8"),
        (array({0: ROOT, **{1 ^ byte: byte | 1 << 10 for byte in range(0x80, 0xF8)}}), "not UTF-8"),
    ],
)
def test_tables_that_lie(tmp_path: Path, table: bytes, reason: str) -> None:
    fault = refusal(tmp_path, "a.model", flag(precompiled_charsmap=table))
    assert fault is not None
    assert (fault.code, reason in fault.cause) == ("charsmap_broken", True)


def test_a_table_that_the_library_refuses(tmp_path: Path) -> None:
    table = bytearray(charsmap())
    table[13] = 0xFF  # of a unit that no key leads to
    with pytest.raises(RuntimeError):
        sentencepiece.SentencePieceProcessor(model_proto=flag(precompiled_charsmap=bytes(table)))
    fault = refusal(tmp_path, "a.model", flag(precompiled_charsmap=bytes(table)))
    assert fault is not None
    assert (fault.code, "sentencepiece says" in fault.cause) == ("charsmap_broken", True)


def test_a_table_that_goes_round_in_a_circle(tmp_path: Path) -> None:
    # Below "Z" there is "Z" again, and so on: every key of Z's alone has the value.
    table = array({0: ROOT, 1 ^ 0x5A: 0x5A | LEAF | 0x5A << 10, 1: 1 << 31})
    tokenizer = opened(tmp_path, "a.model", flag(precompiled_charsmap=table)).tokenizer
    assert tokenizer.normalizer.normalize(b"Z" * 200, True).output == b" zzzz"


@pytest.mark.parametrize("kind", ["Unigram", "Word", "Char"])
def test_models_of_other_kinds_work_by_the_library(tmp_path: Path, kind: str) -> None:
    data = flag(model_type={"Unigram": 1, "Word": 3, "Char": 4}[kind])
    found = opened(tmp_path, "a.model", data)
    judge = sentencepiece.SentencePieceProcessor(model_proto=data)
    assert codes(found) == ["notice_foreign"]
    assert kind in str(found.notices[0])
    assert found.tokenizer.encode("ab aba Z") == judge.encode("ab aba Z")
    assert writable_as(found.tokenizer) == ("sentencepiece",)
    save_file(found.tokenizer, tmp_path / "b.model")
    assert (tmp_path / "b.model").read_bytes() == data
    found.tokenizer.close()


def test_a_model_that_changes_decoded_texts_works_by_the_library(tmp_path: Path) -> None:
    def change(message: Any) -> None:
        message.denormalizer_spec.precompiled_charsmap = charsmap()

    found = opened(tmp_path, "a.model", changed(change))
    assert codes(found) == ["notice_foreign"]
    assert "denormalizer" in str(found.notices[0])
    found.tokenizer.close()


def test_what_is_written_comes_back(tmp_path: Path) -> None:
    first = opened(tmp_path, "a.model", sentencepiece_model()).tokenizer
    save_file(first, tmp_path / "b.model", "sentencepiece")
    again = open_file(tmp_path / "b.model").tokenizer
    assert (again.framing, dict(again.special_tokens)) == (first.framing, dict(first.special_tokens))
    assert again.normalizer.spec == first.normalizer.spec
    for text in ("ab aba", "a<sep>b", "Z  z", "é日"):
        assert again.encode(text) == first.encode(text)
    save_file(again, tmp_path / "c.model", "sentencepiece")
    assert (tmp_path / "c.model").read_bytes() == (tmp_path / "b.model").read_bytes()


def test_a_card_may_say_another_rule(tmp_path: Path) -> None:
    for rule in ("llama2c", "sentencepiece"):
        path = save_file(score_toy(rule), tmp_path / f"{rule}.model", "sentencepiece")[0]
        model = open_file(path).tokenizer.model
        assert isinstance(model, ScoreMergedBpe)
        assert model.rule == rule
    assert format_file.fit(score_toy("llama2c")).level == "part"


def test_what_the_format_cannot_hold(tmp_path: Path) -> None:
    toy_vocabulary = score_toy().model
    assert isinstance(toy_vocabulary, ScoreMergedBpe)
    extra = score_tokenizer(toy_vocabulary, {"<s>": 1, "</s>": 2, "<x>": 900})
    for tokenizer, code in ((toy(), "spm_cannot_hold_merges"), (extra, "spm_cannot_hold_special")):
        with pytest.raises(EngineError) as caught:
            save_file(tokenizer, tmp_path / "a.model", "sentencepiece")
        assert caught.value.code == code
    assert list(tmp_path.iterdir()) == []
    spaced = score_tokenizer(toy_model(("a b", 0.0), (" a", -1.0), ("a", -2.0), ("▁", -3.0)), {})
    path = save_file(spaced, tmp_path / "a.model", "sentencepiece")[0]
    pieces = sentencepiece.SentencePieceProcessor(model_file=path)
    assert [pieces.id_to_piece(i) for i in range(5)] == ["<unk>", "a▁b", "▁a", "a", " "]
