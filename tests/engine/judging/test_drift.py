"""Where tokens drift, against every cut of a text encoded by itself."""

from __future__ import annotations

import lzma

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.score_toys import llama_vocabulary
from tests.engine.texts import raw_texts
from workbench import api
from workbench.engine.encoding.normalizer_specs import normalizer_from_spec
from workbench.engine.encoding.score_tokenizer import score_tokenizer
from workbench.engine.encoding.tokenizer import Tokenizer, with_parts
from workbench.engine.judging import drift as drifting
from workbench.engine.judging.drift import drift, encoded_again, kept_turns
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.splitting.pre_tokenizers import no_split, published

# th, the, ' t', ' the', he, 12, 123, '  ', ". ", "\n\n"
MODEL = RankMergedBpe.from_merges(
    [
        (116, 104),
        (256, 101),
        (32, 116),
        (32, 257),
        (104, 101),
        (49, 50),
        (261, 51),
        (32, 32),
        (46, 32),
        (10, 10),
    ]
)
ROWS = [("a", -9.0), ("b", -9.0), ("ab", -1.0), ("ba", -2.0), (" a", -4.0), ("aba", -5.0)]
MADE = {
    "gpt2": Tokenizer(MODEL, published("gpt2")),
    "cl100k": Tokenizer(MODEL, published("cl100k"), {"<|x|>": 270}),
    "o200k": Tokenizer(MODEL, published("o200k")),
    "none": Tokenizer(MODEL, no_split()),
    "scores": score_tokenizer(ScoreMergedBpe.from_vocabulary(llama_vocabulary(*ROWS))),
    "nfc": Tokenizer(MODEL, published("gpt2"), normalizer=normalizer_from_spec("nfc")),
    "nfkd": Tokenizer(MODEL, published("cl100k"), normalizer=normalizer_from_spec("nfkd")),
    "early": Tokenizer(
        MODEL, published("gpt2"), normalizer=normalizer_from_spec({"kind": "nfc", "unicode": "10.0"})
    ),
    "lower": Tokenizer(
        MODEL, published("cl100k"), {"<|x|>": 270}, normalizer=normalizer_from_spec("lowercase")
    ),
}


PIECES = (
    *"theab123 .\n", "<|x|>", "<|x", "é", "e\u0301", "각", "\u11a8",
    *"\u0323\u094d\u093e\u0958ｶ\uff9e", "\u0b95\u0bc6\u0bbe", "\u062b\u0651\u064e", "\u1026\u103a\u1037",
    "\u0958\u094d\u093c",
)  # fmt: skip


def brute(tokenizer, text, specials="none"):
    whole = tokenizer.encode_with_offsets(text, allowed_special=specials, disallowed_special=())
    ends = whole.spans[:, 1].tolist()
    found = []
    for at, end in enumerate(ends):
        if end < len(text) and (at + 1 == len(ends) or ends[at + 1] != end):
            cut = tokenizer.encode(text[:end], allowed_special=specials, disallowed_special=())
            if cut != whole.ids[: at + 1].tolist():
                found.append(end)
    return found


@pytest.mark.parametrize("name", MADE)
@given(data=st.data())
@settings(max_examples=60)
def test_cuts_are_those_of_every_cut_encoded(name, data):
    pieces = st.lists(st.sampled_from(PIECES), max_size=30)
    text = data.draw(raw_texts | pieces.map(lambda each: "".join(each).encode()))
    specials = data.draw(st.sampled_from(["none", "all"]))
    found = drift(MADE[name], text, specials)
    assert found.cuts.tolist() == brute(MADE[name], text, specials)
    assert found.not_asked == 0


def test_a_cut_that_more_text_would_have_joined():
    found = drift(MADE["gpt2"], b"a   the")
    assert found.cuts.tolist() == brute(MADE["gpt2"], b"a   the")
    assert drift(MADE["cl100k"], b"1 <|x|> the", "all").cuts.tolist() == brute(
        MADE["cl100k"], b"1 <|x|> the", "all"
    )


def test_word_ends_inside_a_token():
    found = drift(MADE["none"], b"a. b the the")
    assert found.word_ends.tolist() == [2]
    assert found.per_thousand(found.word_ends) == 1000 / found.n_tokens
    assert drift(MADE["none"], b"").n_tokens == 0


def test_ids_that_do_not_come_back():
    tokenizer = MADE["gpt2"]
    ids = tokenizer.encode("the 12 the")
    assert encoded_again(tokenizer, ids).is_stable
    again = encoded_again(tokenizer, [*ids[:1], 49, 50, *ids[1:]])
    assert not again.is_stable
    assert again.ids.tolist() == tokenizer.encode("the12 12 the")
    assert (again.first, again.last) == (1, 3)


@given(st.lists(st.integers(0, 264), max_size=12))
def test_what_differs_lies_between_first_and_last(ids):
    again = encoded_again(MADE["none"], ids)
    assert again.is_stable == (again.ids.tolist() == ids)
    kept = len(ids) - again.last
    assert ids[: again.first] == again.ids.tolist()[: again.first]
    assert ids[again.last :] == again.ids.tolist()[len(again.ids) - kept :]


def test_turns_that_change():
    assert kept_turns(MADE["none"], [b"a th", b"a the", b"a the he"])[:2] == [(3, 1), (2, 2)]
    assert kept_turns(MADE["none"], []) == []


def test_a_real_text(shared):
    tokenizer = api.open_file(shared / "data" / "cl100k_base.tiktoken").tokenizer
    text = (shared / "data" / "taylorswift.txt").read_bytes()
    found = drift(tokenizer, text)
    assert (found.n_tokens, found.not_asked) == (len(tokenizer.encode(text)), 0)
    small = text[:3000]
    assert drift(tokenizer, small).cuts.tolist() == brute(tokenizer, small)


@pytest.mark.parametrize("specials", ["none", "all"])
@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k"])
def test_many_cuts_at_a_time_are_those_of_one_after_the_other(name, specials):
    text = "ab   the 123 ไทย <|x|>  日本\n\n the, ".encode() * 400 + b"a" * 5000 + b"   the" * 900
    of = tokens_of(MADE[name], text, specials)
    expected = drifting._cuts(MADE[name], text, of, specials)
    taken = MADE[name].specials.choose(specials, ())[0]
    assert drifting._plain_cuts(MADE[name], text, of, taken) == expected
    assert expected[0]


def tokens_of(tokenizer, text, specials="none"):
    parts = list(tokenizer.encode_parts(text, specials))
    ids, spans = (np.concatenate([getattr(part, of) for part in parts]) for of in ("ids", "spans"))
    return drifting._Tokens(ids, *spans.T.astype(np.int64))


LINES = (
    "Hello there, it’s 12 o'clock.\nThe “second” line\n", "a &amp; b &lt;c <d> &amp; e\nnext one\n",
    "İsim İfadesi\nΟΔΟΣ'Α ΟΔΟΣ\n", "caf\u00c3\u00a9 cafe\u0301 ＡＢ 日本語 テスト\n",
    "привет, мир\rxx\r\ny\n",
    "각 가\u11a8 \u1100\u1161 नमस्ते\n", "<|endoftext|>x </s> <s>▁a \ufffd\n",
)  # fmt: skip


@pytest.mark.parametrize("name", ["clip_bpe_simple_vocab_16e6.txt.gz", "llama2_tokenizer.model"])
@pytest.mark.parametrize("specials", ["none", "all"])
def test_cuts_of_tokenizers_that_change_the_text_first(shared, name, specials):
    tokenizer = api.open_file(shared / "data" / name).tokenizer
    for text in (*map(str.encode, LINES), "".join(LINES).encode(), b"\xe6\x97 ab\xff\ncd\xe6\n"):
        found = drift(tokenizer, text, specials)
        assert found.cuts.tolist() == brute(tokenizer, text, specials), text
        assert found.not_asked == 0


@pytest.mark.parametrize("name", ["clip_bpe_simple_vocab_16e6.txt.gz", "llama2_tokenizer.model"])
def test_few_cuts_of_a_long_text_have_to_be_encoded(shared, name, monkeypatch):
    tokenizer = api.open_file(shared / "data" / name).tokenizer
    text = (shared / "data" / "taylorswift.txt").read_bytes()[:20_000]
    of = tokens_of(tokenizer, text)
    expected = drifting._cuts(tokenizer, text, of, "none")
    asked = []
    for way in (drifting._FromLine, drifting._FromBorder):
        monkeypatch.setattr(
            way, "ids", lambda self, *span, ids=way.ids: asked.append(span) or ids(self, *span)
        )
    found = drift(tokenizer, text)
    assert (found.cuts.tolist(), found.not_asked) == expected
    assert expected[0] or name.startswith("llama")
    assert len(asked) < len(of.ids) / 10


@pytest.mark.parametrize("language", ["arb_Arab", "hin_Deva", "kor_Hang", "mya_Mymr"])
def test_of_joined_scripts_in_nfc_few_cuts_have_to_be_encoded(shared, language, monkeypatch):
    plain = api.open_file(shared / "data" / "cl100k_base.tiktoken").tokenizer
    tokenizer = with_parts(plain, normalizer=normalizer_from_spec("nfc"))
    with lzma.open(shared / "data" / "parallel" / f"{language}.txt.xz", "rt", encoding="utf-8") as file:
        text = file.read(3000).encode()
    expected, asked = brute(tokenizer, text), []
    way = drifting._FromBorder.ids
    monkeypatch.setattr(drifting._FromBorder, "ids", lambda *span: asked.append(span) or way(*span))
    found = drift(tokenizer, text)
    assert found.cuts.tolist() == expected
    if tokenizer.pre_tokenizer.compiled is not None:  # the readable split has no rule of borders: all are
        assert len(asked) < found.n_tokens / 20
