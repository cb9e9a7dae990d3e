"""SentencePiece models of every sort held against the library: ids, offsets, normalized texts, decoding."""

from __future__ import annotations

import hashlib
import io
import os
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import mistral_common
import numpy as np
import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st
from sentencepiece import sentencepiece_model_pb2

from tests.agreement.test_encoding import golden
from tests.conftest import SHARED
from tests.engine.texts import raw_texts, texts
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.formats.registry import open_file, save_file

MISTRALS = Path(mistral_common.__file__).parent / "data"
MODELS = {
    "llama2": SHARED / "data" / "llama2_tokenizer.model",
    "mistral v1": MISTRALS / "tokenizer.model.v1",
    "mistral v2": MISTRALS / "mistral_instruct_tokenizer_240216.model.v2",
    "mistral v3": MISTRALS / "mistral_instruct_tokenizer_240323.model.v3",
    "mistral v7": MISTRALS / "mistral_instruct_tokenizer_241114.model.v7",
}
EXAMPLES = 100_000 if os.environ.get("WORKBENCH_THOROUGH") else 400

CORPUS = [
    "the quick brown fox jumps over the lazy dog 1234567890",
    "a test of the thing, another test; words hello world the thing",
    "１２３ ＡＢＣ ｶﾞ Ⅷ the x<sep>y naïve café 日本語 テスト",
]
TRAINED: dict[str, dict[str, object]] = {
    "default": {},
    "byte fallback": {"byte_fallback": True, "vocab_size": 340},
    "user defined": {"user_defined_symbols": ["<sep>", "AB", "ABC", " x", "th"]},
    "digits": {"split_digits": True, "byte_fallback": True, "vocab_size": 340, "pad_id": 3},
    "no prefix": {"add_dummy_prefix": False, "control_symbols": ["<c>", "é"]},
    "suffix": {"treat_whitespace_as_suffix": True},
    "all spaces": {"remove_extra_whitespaces": False, "allow_whitespace_only_pieces": True},
    "identity": {"normalization_rule_name": "identity", "unk_surface": "??"},
    "folding": {"normalization_rule_name": "nmt_nfkc_cf", "byte_fallback": True, "vocab_size": 340},
    "other ids": {"unk_id": 3, "bos_id": -1, "eos_id": 0, "pad_id": 1, "unk_piece": "UNK"},
}
POOL = "abcdehlortx<sep>ABCé ÅÅ\u3000\u200b\x7f\x0b\n\t①㍿ｸﾞ\u0301\u0308\xa8ﬁ日本👍12１▁\u1100\u1161한"
mixed = st.lists(st.sampled_from([*POOL, "<sep>", "ABC", " the", "th", "  ", " x"]), max_size=25).map("".join)


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Tokenizer, bytes]]:
    folder = tmp_path_factory.mktemp("models")
    made: dict[str, tuple[Tokenizer, bytes]] = {}
    for name, options in TRAINED.items():
        written = io.BytesIO()
        given_options = {"vocab_size": 90, "hard_vocab_limit": False, "minloglevel": 2, **options}
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(CORPUS * 4), model_writer=written, model_type="bpe", **given_options
        )
        path = folder / f"{name}.model"
        path.write_bytes(written.getvalue())
        found = open_file(path)
        assert (found.format, found.notices) == ("sentencepiece", ())
        made[name] = found.tokenizer, written.getvalue()
    return made


@cache
def ours(name: str) -> Tokenizer:
    return open_file(MODELS[name]).tokenizer


@cache
def theirs(name: str) -> sentencepiece.SentencePieceProcessor:
    return sentencepiece.SentencePieceProcessor(model_file=str(MODELS[name]))


def characters(text: str, spans: np.ndarray) -> list[tuple[int, int]]:
    """Return spans in characters: sentencepiece counts whole ones, up to where a token begins and ends."""
    ends = np.cumsum([len(character.encode()) for character in text], dtype=np.int64)
    return [(int(a), int(b)) for a, b in np.searchsorted(ends, spans.astype(np.int64), side="right")]


def check(tokenizer: Tokenizer, judge: sentencepiece.SentencePieceProcessor, text: str) -> None:
    said = judge.encode(text, return_type="offset_mapping")
    made = tokenizer.encode_with_offsets(text, allowed_special="none")
    assert made.ids.tolist() == said["ids"]
    assert characters(text, made.spans) == said["offsets"]
    assert tokenizer.encode_ordinary(text) == said["ids"]
    assert tokenizer.decode(said["ids"]) == judge.decode(said["ids"])


@pytest.mark.parametrize("name", TRAINED)
def test_trained_models(name: str, toys: dict[str, tuple[Tokenizer, bytes]]) -> None:
    tokenizer, proto = toys[name]
    judge = sentencepiece.SentencePieceProcessor(model_proto=proto)

    @settings(max_examples=EXAMPLES // 10)
    @given(mixed | texts)
    def any_text(text: str) -> None:
        check(tokenizer, judge, text)
        assert tokenizer.normalizer.normalize(text.encode(), first=True).output.decode() == judge.normalize(
            text
        ).replace("▁", " ")

    @settings(max_examples=EXAMPLES // 10)
    @given(raw_texts)
    def any_bytes(text: bytes) -> None:
        assert tokenizer.encode_ordinary(text) == judge.encode(text)

    @given(st.lists(st.integers(0, len(judge) - 1).filter(lambda i: not judge.is_byte(i)), max_size=8))
    def any_ids(ids: list[int]) -> None:
        ordinary = [i for i in ids if not judge.is_control(i)]
        assert tokenizer.decode(ordinary) == judge.decode(ids)

    any_text()
    any_bytes()
    any_ids()
    for text in ("", " ", "   ", "▁", "\x7f", " \u200b ", "the thing " * 5000, "  日本  " * 3000):
        check(tokenizer, judge, text)
    assert tokenizer.framing.before == ((judge.bos_id(),) if judge.bos_id() >= 0 else ())
    assert tokenizer.framing.after == ((judge.eos_id(),) if judge.eos_id() >= 0 else ())
    assert tokenizer.framing.padding == (judge.pad_id() if judge.pad_id() >= 0 else None)
    assert (tokenizer.model.tables.unknown, tokenizer.vocab_size) == (judge.unk_id(), len(judge))


@pytest.mark.parametrize(
    ("text", "normalized"),
    [
        ("   ＡＢＣ   ", " ABC"),  # S8
        ("①②③", " 123"),
        ("㍿", " 株式会社"),
        (" ｸﾞｰｸﾞﾙ ", " グーグル"),
        *((code, "") for code in "\x7f\x8f\x0b\x10\x11\x1e\x1f"),
        ("a\u200bb", " a b"),
    ],
)
def test_the_default_normalizer(text: str, normalized: str, toys: dict[str, tuple[Tokenizer, bytes]]) -> None:
    made = toys["default"][0].normalizer.normalize(text.encode(), first=True)
    assert made.output.decode() == normalized


@pytest.mark.parametrize("name", ["default", "user defined", "byte fallback", "suffix", "other ids"])
def test_what_is_written_works_in_the_library(
    name: str, toys: dict[str, tuple[Tokenizer, bytes]], tmp_path: Path
) -> None:
    tokenizer, proto = toys[name]
    first = sentencepiece.SentencePieceProcessor(model_proto=proto)
    path = Path(save_file(tokenizer, tmp_path / "a.model", "sentencepiece")[0])
    again = sentencepiece.SentencePieceProcessor(model_file=str(path))
    same_by_us = open_file(path).tokenizer
    assert [again.id_to_piece(i) for i in range(len(again))] == [
        first.id_to_piece(i) for i in range(len(first))
    ]
    ids = [(p.unk_id(), p.bos_id(), p.eos_id(), p.pad_id()) for p in (first, again)]
    assert ids[0] == ids[1]

    @settings(max_examples=50)
    @given(mixed)
    def any_text(text: str) -> None:
        said = first.encode(text)
        assert again.encode(text) == said
        assert again.decode(said) == first.decode(said)
        assert same_by_us.encode_ordinary(text) == said

    any_text()
    message = sentencepiece_model_pb2.ModelProto()
    message.ParseFromString(path.read_bytes())
    before = sentencepiece_model_pb2.ModelProto()
    before.ParseFromString(proto)
    for field in ("name", "precompiled_charsmap", "add_dummy_prefix", "remove_extra_whitespaces"):
        assert getattr(message.normalizer_spec, field) == getattr(before.normalizer_spec, field)
    rows = [[(piece.piece, piece.score, piece.type) for piece in m.pieces] for m in (message, before)]
    assert rows[0] == rows[1]
    assert save_file(same_by_us, tmp_path / "b.model", "sentencepiece")
    assert (tmp_path / "b.model").read_bytes() == path.read_bytes()


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("name", MODELS)
def test_published_models(name: str) -> None:
    tokenizer, judge = ours(name), theirs(name)
    marks = ["[IMG]", "[REFERENCE_DOC_1]", "[REF]", "[/REF]", "<s>", "[INST]", "▁"]

    @settings(max_examples=EXAMPLES if name == "llama2" else EXAMPLES // 8)
    @given(
        texts
        | st.text().filter(lambda t: t.isprintable())
        | st.lists(texts | st.sampled_from(marks)).map("".join)
    )
    def any_text(text: str) -> None:
        check(tokenizer, judge, text)

    @given(raw_texts)
    def any_bytes(text: bytes) -> None:
        assert tokenizer.encode_ordinary(text) == judge.encode(text)

    any_text()
    any_bytes()
    assert isinstance(tokenizer.model, ScoreMergedBpe)
    assert tokenizer.model._encoding._compiled is not None


@pytest.mark.usefixtures("shared")
def test_every_answer_on_file(shared: Path) -> None:
    for row in golden(shared):
        for column, name in (("llama2.model", "llama2"), ("mistral.model.v3", "mistral v3")):
            if "repeat" in row:
                unit, times = row["repeat"]
                ids = ours(name).encode_to_numpy(unit * times, allowed_special="none")
                sha = hashlib.sha256(ids.astype("<u4").tobytes()).hexdigest()[:16]
                assert {"n": len(ids), "sha": sha} == row[column], (name, row["repeat"])
            else:
                assert ours(name).encode_ordinary(row["text"]) == row[column], (name, row["text"])


@pytest.mark.usefixtures("shared")
def test_llama_2_from_one_form_to_the_other(shared: Path, tmp_path: Path) -> None:
    published = shared / "data" / "llama2_tokenizer.bin"
    save_file(ours("llama2"), tmp_path / "a.bin")
    assert (tmp_path / "a.bin").read_bytes() == published.read_bytes()
    save_file(open_file(published).tokenizer, tmp_path / "b.model", "sentencepiece")
    judge = sentencepiece.SentencePieceProcessor(model_file=str(tmp_path / "b.model"))

    @given(texts)
    def any_text(text: str) -> None:
        ids = theirs("llama2").encode(text)
        assert judge.encode(text) == ids
        assert judge.decode(ids) == theirs("llama2").decode(ids)

    any_text()
    assert (judge.unk_id(), judge.bos_id(), judge.eos_id(), judge.pad_id()) == (0, 1, 2, -1)


rows = st.dictionaries(
    st.text("abc▁", min_size=1, max_size=4),
    st.tuples(st.integers(-4, 0), st.sampled_from([1, 1, 1, 4, 5, 3])),
    min_size=1,
    max_size=14,
)


@given(rows, st.booleans(), st.lists(st.text("abc ▁x", max_size=12), max_size=4))
@settings(max_examples=EXAMPLES // 5)
def test_any_small_vocabulary(
    made: dict[str, tuple[int, int]], byte_fallback: bool, passages: list[str]
) -> None:
    message = sentencepiece_model_pb2.ModelProto()
    message.trainer_spec.model_type = 2
    message.trainer_spec.byte_fallback = byte_fallback
    message.normalizer_spec.remove_extra_whitespaces = False
    message.pieces.add(piece="<unk>", type=2)
    if byte_fallback:
        for byte in range(256):
            message.pieces.add(piece=f"<0x{byte:02X}>", type=6)
    for piece, (score, kind) in made.items():
        message.pieces.add(piece=piece, score=score, type=kind)
    proto = message.SerializeToString()
    judge = sentencepiece.SentencePieceProcessor(model_proto=proto)
    tokenizer = from_proto(proto)
    for text in passages:
        said = judge.encode(text, return_type="offset_mapping")
        found = tokenizer.encode_with_offsets(text, allowed_special="none")
        assert found.ids.tolist() == said["ids"]
        assert characters(text, found.spans) == said["offsets"]


# As chatglm3's: control pieces that go before a text, and user-defined ones with a space in them.
PIECES = [
    ("<unk>", 2), ("<s>", 3), ("</s>", 3), *((f"<0x{byte:02X}>", 6) for byte in range(256)), ("[gMASK]", 3),
    ("sop", 3), ("▁a", 1), ("ab", 1), ("▁▁", 1), ("a", 1), ("b", 1), ("▁", 1), (" ", 1), (" a", 1), ("x▁", 1),
    ("<|u|>", 4), ("▁<x>", 4), ("<y>▁", 4),
]  # fmt: skip
PARTS = b" a\xe6\x97\xa5\xf0\x9f\x91\x8d\xc3\xed\xa0\xc0\xff"
NOT_BYTES = [number for number, (_, kind) in enumerate(PIECES) if kind != 6]


@pytest.mark.parametrize("spaces", [*product([True, False], repeat=3)])
@given(st.lists(st.sampled_from([*NOT_BYTES, *(3 + byte for byte in PARTS)]), min_size=1, max_size=9))
@settings(max_examples=EXAMPLES // 4)
def test_ids_behind_pieces_of_every_kind_are_decoded_as_by_the_library(
    spaces: tuple[bool, bool, bool], ids: list[int]
) -> None:
    tokenizer, judge = every_kind(spaces)
    text = tokenizer.decode(ids)
    for special in tokenizer.special_tokens:  # printed here, and not there
        text = text.replace(special, "")
    assert text == judge.decode(ids)


@cache
def every_kind(spaces: tuple[bool, bool, bool]) -> tuple[Tokenizer, sentencepiece.SentencePieceProcessor]:
    """Return a model of `PIECES` and its judge: spaces escaped, a dummy prefix, extra spaces removed."""
    message = sentencepiece_model_pb2.ModelProto()
    message.trainer_spec.model_type = 2
    message.trainer_spec.byte_fallback = True
    told = message.normalizer_spec
    told.escape_whitespaces, told.add_dummy_prefix, told.remove_extra_whitespaces = spaces
    for number, (piece, kind) in enumerate(PIECES):
        message.pieces.add(piece=piece, score=-number, type=kind)
    proto = message.SerializeToString()
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.model")
        path.write_bytes(proto)
        return open_file(path).tokenizer, sentencepiece.SentencePieceProcessor(model_proto=proto)


def from_proto(proto: bytes) -> Tokenizer:
    """Read a model without the child, which would be asked too often."""
    from workbench.engine.encoding.score_tokenizer import score_tokenizer
    from workbench.formats.sentencepiece import format as sentencepiece_model
    from workbench.formats.sentencepiece import proto as sentencepiece_proto

    (frame,) = sentencepiece_proto.read_operation({}, [proto])
    vocabulary = sentencepiece_model._vocabulary(frame.header, frame.buffers)
    return score_tokenizer(ScoreMergedBpe.from_vocabulary(vocabulary))
