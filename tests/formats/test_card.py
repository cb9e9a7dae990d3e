"""The card beside a file: what it says, when it is used, and when it is not."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.toys import MERGES, codes, toy
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.normalizers.clip_cleaning import clip_cleaning
from workbench.engine.normalizers.normal_forms import Composed
from workbench.engine.normalizers.normalizer import Normalizer
from workbench.engine.normalizers.sentencepiece_normalizer import SentencePieceNormalizer, SpacesSpec
from workbench.engine.normalizers.text_normalizers import InOrder, Lowercase, Replace, Strip
from workbench.engine.splitting.metaspace import Metaspace
from workbench.formats import card
from workbench.formats.card import Card
from workbench.formats.registry import open_file, save_file
from workbench.formats.tiktoken import format as tiktoken_ranks

RECORD = {"preset": "gpt4", "tie": "smallest", "sources": [{"name": "é.txt", "bytes": 12}], "share": 0.5}


def saved(folder: Path, name: str = "toy.model") -> Path:
    save_file(toy(), folder / name, record=RECORD)
    return folder / name


def edit(path: Path, **changes: object) -> None:
    """Change entries of the card of a file, as a program would; None removes one."""
    entries = json.loads(Path(card.card_path(str(path))).read_text("utf-8")) | changes
    entries.pop("card_sha256", None)
    entries = {key: value for key, value in entries.items() if value is not None}
    Path(card.card_path(str(path))).write_text(json.dumps(entries), "utf-8")


def test_what_a_card_says(tmp_path: Path) -> None:
    data = saved(tmp_path).read_bytes()
    entries = json.loads((tmp_path / "toy.model.card.json").read_text("utf-8"))
    assert len(entries.pop("card_sha256")) == 64
    assert entries == {
        "schema_version": 1,
        "file": {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data), "tokens": 256 + len(MERGES)},
        "format": "minbpe",
        "name": "toy",
        "pattern": {"name": "cl100k", "text": toy().pre_tokenizer.pattern},
        "normalizer": "identity",
        "special_tokens": [["<|end|>", 300]],
        "unicode": "16.0.0",
        "training": RECORD,
    }


def test_saving_twice_writes_the_same_bytes(tmp_path: Path) -> None:
    saved(tmp_path)
    first = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    saved(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == first


def test_the_record_outlives_opening_and_saving_again(tmp_path: Path) -> None:
    tokenizer = open_file(saved(tmp_path)).tokenizer
    assert (tokenizer.record, tokenizer.name) == (RECORD, "toy")
    save_file(tokenizer, tmp_path / "other.tiktoken")
    again = open_file(tmp_path / "other.tiktoken").tokenizer
    assert (again.record, again.name) == (RECORD, "toy")


def test_a_card_of_another_state_of_the_file_is_ignored_with_a_notice(tmp_path: Path) -> None:
    path = saved(tmp_path)
    path.write_bytes(path.read_bytes() + b"98 98\n")
    found = open_file(path)
    assert codes(found) == ["notice_card_other_file"]
    assert "toy.model.card.json is for another version of the file and was not used" in str(found.notices[0])
    assert found.tokenizer.record is None
    assert found.tokenizer.encode("bb") == [262]


@pytest.mark.parametrize("cut", [1, 8, 20])
def test_a_file_of_ours_that_was_cut_is_refused(tmp_path: Path, cut: int) -> None:
    path = saved(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data[:-cut] if cut == 1 else data[: data.rindex(b"\n", 0, -cut) + 1])
    with pytest.raises(EngineError) as caught:
        open_file(path)
    assert caught.value.code == "file_cut"
    assert str(caught.value).startswith(f"{path}: toy.model.card.json lists 262 tokens, but the file has 2")
    assert "delete toy.model.card.json" in caught.value.remedy
    Path(card.card_path(str(path))).unlink()
    open_file(path)


def test_a_smaller_file_of_another_kind_is_not_called_cut(tmp_path: Path) -> None:
    path = saved(tmp_path)
    path.write_text("minbpe v1\n\n0\n97 97\n", "utf-8")
    assert codes(open_file(path)) == ["notice_card_other_file"]


@pytest.mark.parametrize(
    ("old", "new"),
    [("cl100k", "o200k_"), ("<|end|>", "<|and|>"), ("300", "301"), ('"identity"', '"nfc"'), ("gpt4", "gpt5")],
)
def test_a_card_that_was_changed_is_not_believed(tmp_path: Path, old: str, new: str) -> None:
    path = saved(tmp_path, "toy.tiktoken")
    beside = Path(card.card_path(str(path)))
    text = beside.read_text("utf-8")
    assert old in text
    beside.write_text(text.replace(old, new, 1), "utf-8")
    found = open_file(path)
    assert codes(found) == ["notice_card_unreadable", "notice_pattern_unknown"]
    assert "it was changed after it was written" in "".join(map(str, found.notices))


def test_a_card_of_an_older_version_has_no_hash_of_its_own(tmp_path: Path) -> None:
    path = saved(tmp_path)
    edit(path)
    assert (codes(open_file(path)), open_file(path).tokenizer.record) == ([], RECORD)
    edit(path, card_sha257="0")  # a newer one that lost its hash
    assert codes(open_file(path)) == ["notice_card_unreadable"]
    assert "there is no entry “card_sha257”" in str(open_file(path).notices[0])


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({}, ""),
        ({"pattern": {"name": "gpt2", "text": "x"}}, "split pattern"),
        ({"special_tokens": [["<|and|>", 300]]}, "special tokens"),
        ({"special_tokens": [["<|end|>", 300], ["<|and|>", 301]]}, ""),  # more than its publisher's
    ],
)
def test_a_card_without_a_hash_that_differs_from_a_known_file_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, object], what: str
) -> None:
    path = saved(tmp_path, "toy.tiktoken")
    edit(path, **changes)
    assert codes(open_file(path)) == []  # of this file nothing else is known
    known = tiktoken_ranks._Known("toy", "cl100k", {"<|end|>": 300}, after="<|end|>")
    monkeypatch.setattr(tiktoken_ranks, "_known", lambda _source: known)
    told = [(notice.code, notice.facts["what"], notice.is_doubt) for notice in open_file(path).notices]
    assert told == ([("notice_card_otherwise", what, True)] if what else [])


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "Expecting value"),
        (b"{", "Expecting property name"),
        (b"[]", "its “card” is missing or of the wrong kind"),
        (b"[" * 100_000, "it is nested too deeply"),
        (b'{"schema_version": NaN}', "it holds NaN, which is not JSON"),
        (b'{"schema_version": 2}', "its schema version is 2, this program knows 1"),
        (b'{"schema_version": true}', "its “schema_version” is missing or of the wrong kind"),
        (b'{"schema_version": 1, "file": 5}', "its “file” is missing or of the wrong kind"),
        (b'{"schema_version": ' + b"1" * 5000 + b"}", "Exceeds the limit"),
        (b"\xff\xfe\x00", "'utf-8' codec can't decode"),
    ],
)
def test_a_broken_card_is_ignored_with_its_reason(tmp_path: Path, data: bytes, reason: str) -> None:
    path = saved(tmp_path)
    Path(card.card_path(str(path))).write_bytes(data)
    found = open_file(path)
    assert codes(found) == ["notice_card_unreadable"]
    assert reason in str(found.notices[0])
    assert "Delete the card, or save the tokenizer again" in str(found.notices[0])


@pytest.mark.parametrize(
    "changes",
    [
        {"pattern": None},
        {"pattern": {"name": 5, "text": ""}},
        {"special_tokens": {"<a>": 300}},
        {"special_tokens": [["<a>"]]},
        {"special_tokens": [["<a>", "300"]]},
        {"training": 5},
        {"normalizer": "magic"},
        {"normalizer": {"kind": "replace"}},
        {"normalizer": 3},
        {"name": None},
        {"file": {"sha256": "0", "bytes": "many", "tokens": 5}},
    ],
)
def test_a_card_with_something_wrong_is_ignored(tmp_path: Path, changes: dict[str, object]) -> None:
    path = saved(tmp_path, "toy.tiktoken")
    edit(path, **changes)
    assert codes(open_file(path)) == ["notice_card_unreadable", "notice_pattern_unknown"]


def test_a_card_whose_special_tokens_cannot_be_names_the_file(tmp_path: Path) -> None:
    path = saved(tmp_path, "toy.tiktoken")
    edit(path, special_tokens=[["<a>", 97]])
    with pytest.raises(EngineError, match=r"toy.tiktoken: the special token “<a>” has id 97, the id of “a”"):
        open_file(path)


def test_a_card_that_is_a_folder_is_ignored(tmp_path: Path) -> None:
    path = saved(tmp_path)
    Path(card.card_path(str(path))).unlink()
    Path(card.card_path(str(path))).mkdir()
    assert codes(open_file(path)) == ["notice_card_unreadable"]


cards = st.builds(
    Card,
    sha256=st.text("0123456789abcdef", min_size=64, max_size=64),
    n_bytes=st.integers(0, 2**40),
    n_tokens=st.integers(256, 2**24),
    format=st.sampled_from(["minbpe", "tiktoken"]),
    name=st.text(),
    pattern_name=st.sampled_from(["none", "custom"]),
    pattern=st.text(),
    special_tokens=st.dictionaries(st.text(min_size=1), st.integers(0, 2**32 - 1)),
    training=st.none() | st.dictionaries(st.text(), st.integers() | st.text() | st.none()),
)


@given(cards, st.none() | cards | st.builds(Card, st.text(), bare=st.just(True)))
def test_any_card_comes_back(mine: Card, before: Card | None) -> None:
    both = Card(
        **{name: getattr(mine, name) for name in mine.__slots__ if name != "previous"}, previous=before
    )
    again = card.from_bytes(card.to_bytes(both))
    assert again == both
    assert again.of(mine.sha256) == both
    if before is not None and before.sha256 != mine.sha256:
        assert again.of(before.sha256) == before


# --- what changes a text before it is split -------------------------------------------------------


@pytest.mark.parametrize(
    ("normalizer", "entry"),
    [
        (None, "identity"),
        (Composed("NFC"), "nfc"),
        (clip_cleaning(), "clip"),
        (Strip(left=False), {"kind": "strip", "left": False, "right": True, "separators": False}),
        (
            InOrder([Composed("NFC"), Replace("x", "y")]),
            {
                "kind": "sequence",
                "steps": [{"kind": "nfc"}, {"kind": "replace", "pattern": "x", "content": "y"}],
            },
        ),
        (SentencePieceNormalizer(SpacesSpec()), "sentencepiece"),
        (Metaspace(), {"kind": "metaspace", "mark": "\u2581", "prefix": "never", "strips": 0}),
    ],
)
def test_a_card_says_what_a_normalizer_does(normalizer: Normalizer | None, entry: object) -> None:
    said = card.normalizer_entry(normalizer)
    assert said == entry
    again = card.from_bytes(card.to_bytes(Card("00", format="tiktoken", normalizer=said)))
    assert again.normalizer == entry


def test_a_normalizer_that_only_the_card_tells_of_comes_back(tmp_path: Path) -> None:
    plain = toy()
    steps = InOrder([Composed("NFC"), Lowercase()])
    tokenizer = Tokenizer(plain.model, plain.pre_tokenizer, plain.special_tokens, "toy", normalizer=steps)
    with pytest.raises(EngineError, match=r"it stores no normalizer \(sequence\)"):
        save_file(tokenizer, tmp_path / "toy.model")
    (loss,) = tiktoken_ranks.fit(tokenizer).losses
    assert "does not name the normalizer (sequence)" in str(loss)
    save_file(tokenizer, tmp_path / "toy.tiktoken")
    again = open_file(tmp_path / "toy.tiktoken").tokenizer
    assert again.normalizer is not None
    assert again.normalizer.spec == steps.spec
    text = "THE THE\u0301"
    assert again.encode(text) == tokenizer.encode(text) != plain.encode(text)
