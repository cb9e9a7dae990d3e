"""Models that work in other libraries: ids, places and texts are the library's, and faults are told."""

from __future__ import annotations

import io
import json
import os
import signal

import numpy as np
import pytest
import sentencepiece
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, decoders, models, normalizers, pre_tokenizers, processors, trainers

from tests.points import counted
from workbench.engine.base.errors import EngineError
from workbench.engine.base.utf8 import invalid_runs
from workbench.engine.child.isolation import Child, Limit
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.foreign import foreign_model as foreign
from workbench.engine.foreign.foreign_model import Foreign, foreign_model

TEXTS = ["hello world", "", " two  spaces ", "héllo wörld", "日本 語", "a\nb\tc", "x" * 50, "👍🏽 ok"]
CORPUS = [
    "hello world this is a test of héllo",
    "the quick brown fox",
    "日本語 のテキスト",
    "abc def ghi",
] * 10


def wordpiece() -> tokenizers.Tokenizer:
    made = tokenizers.Tokenizer(models.WordPiece(unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece()
    specials = ["[UNK]", "[CLS]", "[SEP]", "[PAD]"]
    made.train_from_iterator(
        CORPUS, trainers.WordPieceTrainer(vocab_size=120, special_tokens=specials, show_progress=False)
    )
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    made.enable_truncation(12)
    made.enable_padding(pad_id=3, pad_token="[PAD]", length=12)
    return made


def unigram() -> tokenizers.Tokenizer:
    made = tokenizers.Tokenizer(models.Unigram())
    made.normalizer = normalizers.NFKC()
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.decoder = decoders.Metaspace()
    made.train_from_iterator(
        CORPUS,
        trainers.UnigramTrainer(
            vocab_size=80, special_tokens=["<unk>", "</s>"], unk_token="<unk>", show_progress=False
        ),
    )
    return made


def wordlevel() -> tokenizers.Tokenizer:
    made = tokenizers.Tokenizer(models.WordLevel({"[UNK]": 0, "hello": 1, "world": 2}, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.add_special_tokens(["[END]"])
    return made


def piece_model(kind: str, vocab_size: int = 60, **options: object) -> bytes:
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(CORPUS),
        model_writer=out,
        vocab_size=vocab_size,
        hard_vocab_limit=False,
        model_type=kind,
        minloglevel=2,
        **options,
    )
    return out.getvalue()


def as_file(made: tokenizers.Tokenizer) -> bytes:
    return made.to_str().encode()


@pytest.fixture(scope="module")
def child():
    with Child() as one:
        yield one


def opened(library: str, data: bytes, child: Child) -> Foreign:
    return foreign_model(library, data, child)


def joined(found: Foreign) -> Tokenizer:
    return Tokenizer(found.model, found.splitter, found.special_tokens, framing=found.framing)


MAKERS = {"wordpiece": wordpiece, "unigram": unigram, "wordlevel": wordlevel}


@pytest.fixture(scope="module", params=MAKERS)
def pair(request, child):
    """The library's own tokenizer, set to give the plain ids, and ours."""
    made = MAKERS[request.param]()
    ours = joined(opened("tokenizers", as_file(made), child))
    made.no_truncation()
    made.no_padding()
    made.encode_special_tokens = True
    return made, ours


@pytest.mark.parametrize("text", TEXTS)
def test_ids_and_places_are_those_of_tokenizers(pair, text):
    theirs, ours = pair
    expected = theirs.encode(text, add_special_tokens=False)
    found = ours.encode_with_offsets(text, allowed_special="none")
    assert found.ids.tolist() == expected.ids
    bytes_before = [len(text[:at].encode()) for at in range(len(text) + 1)]
    assert found.spans.tolist() == [[bytes_before[a], bytes_before[b]] for a, b in expected.offsets]


@settings(max_examples=30)
@given(text=st.text(max_size=40))
def test_any_text_gives_the_ids_of_tokenizers(pair, text):
    theirs, ours = pair
    expected = theirs.encode(text, add_special_tokens=False).ids
    assert ours.encode_ordinary(text) == expected


@pytest.mark.parametrize("text", TEXTS)
def test_decoding_is_the_librarys(pair, text):
    theirs, ours = pair
    ids = theirs.encode(text, add_special_tokens=False).ids
    assert ours.decode(ids) == theirs.decode(ids, skip_special_tokens=False)


def test_special_tokens_are_plain_text_unless_they_are_allowed(child):
    ours = joined(opened("tokenizers", as_file(wordpiece()), child))
    assert dict(ours.special_tokens) == {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "[PAD]": 3}
    plain = ours.encode_ordinary("hello[SEP]")
    allowed = ours.encode("hello[SEP]", allowed_special="all")
    assert allowed[-1] == 2
    assert 2 not in plain
    assert ours.decode(allowed) == "hello [SEP]"


def test_a_special_token_that_looks_around_is_left_to_the_library(child):
    made = wordlevel()
    made.add_special_tokens([AddedToken("[MASK]", lstrip=True, special=True)])
    ours = joined(opened("tokenizers", as_file(made), child))
    assert ours.special_tokens == {}
    found = ours.encode_with_offsets("hello  [MASK] world")
    assert found.ids.tolist() == made.encode("hello  [MASK] world", add_special_tokens=False).ids
    assert found.spans.tolist() == [[0, 5], [5, 13], [14, 19]]


@pytest.mark.parametrize(
    ("special", "other", "flags", "meets"),
    [
        (" a", "x, a b", {"single_word": True}, True), (" a", "x", {"rstrip": True}, True),
        ("b c", "a b", {}, True), ("ab", "ab c", {}, True), ("ab c", "ab", {}, False),
        ("a b", "b c", {}, False),
        (" a", "x, a b", {"normalized": True}, False), ("[X]", "y", {"rstrip": True}, False),
    ],
)  # fmt: skip
def test_a_special_token_in_another_one_is_left_to_the_library(child, special, other, flags, meets):
    """Found first, it was one in the other's text too."""
    made = wordlevel()
    made.add_special_tokens([AddedToken(special, special=True, normalized=False)])
    made.add_tokens([AddedToken(other, **{"normalized": False, **flags})])
    ours = joined(opened("tokenizers", as_file(made), child))
    assert (ours.special_tokens == {}) == meets
    for text in (
        other,
        f"{other}{special}",
        f"{special}{other}",
        f"hello{other} {special}",
        "a b c",
        "ab cab",
    ):
        ids = made.encode(text, add_special_tokens=False).ids
        assert ours.encode(text, allowed_special="all") == ids, text


def test_what_goes_around_a_text_is_told(child):
    framing = opened("tokenizers", as_file(wordpiece()), child).framing
    assert (framing.before, framing.after, framing.adds_before) == ((1,), (2,), True)
    assert (framing.context, framing.padding) == (12, 3)


def test_the_vocabulary_is_read_at_opening(child):
    made = unigram()
    found = opened("tokenizers", as_file(made), child)
    model = found.model
    spec = json.loads(made.to_str())["model"]["vocab"]
    assert model.vocab_size == len(spec)
    for token_id in model.ids.tolist():
        text, score = spec[token_id]
        assert model.token_bytes(token_id) == text.replace("▁", " ").encode()
        assert model.scores[model.ids.tolist().index(token_id)] == pytest.approx(score, rel=1e-6)
    assert model.token_bytes(len(spec)) is None
    assert model.token_id(" hello") in (None, made.token_to_id("▁hello"))
    assert not model.capabilities.trace
    assert not model.capabilities.merge_order


def test_wordpiece_tells_what_a_token_adds(child):
    made = wordpiece()
    model = opened("tokenizers", as_file(made), child).model
    inner = next(i for i in model.ids.tolist() if made.id_to_token(i).startswith("##"))
    assert model.capabilities.decodes_otherwise
    assert model.token_bytes(inner) == made.id_to_token(inner).encode()
    assert model.decoded_bytes(inner) == made.id_to_token(inner)[2:].encode()


@pytest.mark.parametrize("kind", ["unigram", "word", "char"])
def test_sentencepiece_models_of_every_kind(kind, child):
    data = piece_model(kind)
    theirs = sentencepiece.SentencePieceProcessor(model_proto=data)
    ours = joined(opened("sentencepiece", data, child))
    assert dict(ours.special_tokens) == {"<s>": 1, "</s>": 2}
    assert ours.framing.before == (1,)
    assert not ours.framing.adds_before
    for text in TEXTS:
        expected = theirs.encode_as_offset_mapping(text)
        found = ours.encode_with_offsets(text)
        assert found.ids.tolist() == list(expected["ids"])
        ends = [len(text[:b].encode()) for _, b in expected["offsets"]]
        assert found.spans[:, 1].tolist() == ends
        assert ours.decode(found.ids) == (theirs.decode(list(expected["ids"])) if text else "")


@pytest.mark.parametrize("kind", ["unigram", "word", "char"])
@pytest.mark.parametrize(
    "text", [b"hello\xff", b"\xe6\x97 w\xf0\x9f\x98", b"\xed\xa0\x80", "日\ufffd".encode() + b"\xc3"]
)
def test_bytes_that_are_not_utf8_have_the_ids_of_sentencepiece(kind, text, child):
    data = piece_model(kind)
    theirs = sentencepiece.SentencePieceProcessor(model_proto=data)
    found = joined(opened("sentencepiece", data, child)).encode_with_offsets(text)
    assert found.ids.tolist() == theirs.encode(text)
    assert found.replaced == sum(end - start for start, end in invalid_runs(text))
    assert found.spans[-1, 1] == len(text)


def test_bytes_that_are_not_utf8_become_one_replacement_each(child):
    data = piece_model("unigram", 320, byte_fallback=True)
    theirs = sentencepiece.SentencePieceProcessor(model_proto=data)
    ours = joined(opened("sentencepiece", data, child))
    text = b"hello\xff\xfe w\xc3\xb6rld"
    found = ours.encode_with_offsets(text)
    assert found.ids.tolist() == theirs.encode(text)
    assert int(found.spans[-1, 1]) == len(text)
    assert np.all(np.diff(found.spans[:, 0].astype(np.int64)) >= 0)
    assert len(ours.model.byte_ids) == 256


def test_a_long_text_goes_in_portions_where_words_are_taken_alone(child, monkeypatch):
    monkeypatch.setattr(foreign, "PORTION", 40)
    monkeypatch.setattr(foreign, "LONGEST_TEXT", 64)
    made = wordpiece()
    ours = joined(opened("tokenizers", as_file(made), child))
    made.no_truncation()
    made.no_padding()
    text = "hello wörld this is a test " * 20
    expected = made.encode(text, add_special_tokens=False)
    found = ours.encode_with_offsets(text)
    assert found.ids.tolist() == expected.ids
    assert found.spans[-1].tolist() == [len(text.encode()) - 5, len(text.encode()) - 1]


def test_a_long_text_is_refused_where_it_cannot_be_cut(child, monkeypatch):
    monkeypatch.setattr(foreign, "LONGEST_TEXT", 64)
    ours = joined(opened("tokenizers", as_file(unigram()), child))
    with pytest.raises(EngineError) as caught:
        ours.encode("hello world " * 20)
    assert caught.value.code == "foreign_text_too_long"
    assert "240 bytes" in str(caught.value)
    assert "tokenizers" in str(caught.value)


def test_the_child_may_die_and_is_sent_the_file_again(child):
    ours = joined(opened("tokenizers", as_file(wordlevel()), child))
    assert ours.encode("hello world") == [1, 2]
    os.kill(child.pid, signal.SIGKILL)
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert ours.encode("world hello") == [2, 1]


def test_a_panic_becomes_an_error_that_names_the_library(child):
    panics = (
        b'{"version":"1.0","model":{"type":"BPE","continuing_subword_prefix":"####",'
        b'"vocab":{"a":0,"b":1,"c":2},"merges":[["a","b"]]}}'
    )
    with pytest.raises(BaseException, match="out of range") as theirs:
        tokenizers.Tokenizer.from_str(panics.decode())
    assert not isinstance(theirs.value, Exception)
    with pytest.raises(EngineError) as caught:
        opened("tokenizers", panics, child)
    assert caught.value.code == "foreign_failed"
    assert str(caught.value).startswith("tokenizers cannot use it: range end index")
    assert opened("tokenizers", as_file(wordlevel()), child).model.vocab_size == 3


NO_UNKNOWN = b"\n\x0a\n\x01a\x15\0\0\x80\xbf\x18\x01"  # a model of the piece "a" alone


@pytest.mark.parametrize(
    ("library", "data"), [("tokenizers", b"{"), ("sentencepiece", b"\xff\xff"), ("sentencepiece", NO_UNKNOWN)]
)
def test_a_file_that_is_none_is_refused(library, data, child):
    with pytest.raises(EngineError) as caught:
        opened(library, data, child)
    assert caught.value.code == "foreign_failed"
    assert caught.value.facts["library"] == library
    assert ".." not in str(caught.value)


def test_a_library_that_is_not_there_is_named(child, monkeypatch):
    from workbench.engine.foreign import libraries as foreign_libraries

    def not_there(data: bytes) -> None:
        raise ImportError("no module")

    monkeypatch.setattr(foreign_libraries, "_OPEN", {"tokenizers": not_there})
    with pytest.raises(EngineError) as caught:
        list(foreign_libraries.open_operation({"library": "tokenizers", "key": "k"}, (b"{}",)))
    assert caught.value.code == "foreign_missing"
    assert "Reinstall the program" in str(caught.value)


def test_a_library_that_hangs_is_stopped(child, monkeypatch):
    monkeypatch.setattr(foreign, "OPEN_LIMIT", Limit(0.2))
    opened("tokenizers", as_file(wordlevel()), child)
    os.kill(child.pid, signal.SIGSTOP)  # as if it computed for ever
    with pytest.raises(EngineError) as caught:
        opened("tokenizers", as_file(unigram()), child)
    assert caught.value.code == "foreign_too_slow"
    assert opened("tokenizers", as_file(wordlevel()), child).model.vocab_size == 3


def test_something_comes_while_the_child_works(child):
    ours = joined(opened("tokenizers", as_file(unigram()), child))
    parts, n_points = counted(lambda: list(ours.encode_parts(b"hello world " * 30_000)))
    assert n_points > 3
    assert sum(len(part.ids) for part in parts) > 60_000


def test_a_child_of_its_own_ends_with_the_splitter():
    found = foreign_model("tokenizers", as_file(wordlevel()))
    ours = joined(found)
    assert ours.encode("hello") == [1]
    ours.close()
    with pytest.raises(RuntimeError):
        ours.encode("hello")
