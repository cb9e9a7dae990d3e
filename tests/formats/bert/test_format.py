"""BERT's `vocab.txt`, judged by the class of tokenizers that is made for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tokenizers import BertWordPieceTokenizer, Tokenizer

from tests.formats.toys import codes
from workbench.engine.base.errors import EngineError
from workbench.engine.judging.health import judged
from workbench.formats.bert.format import sniff
from workbench.formats.registry import FORMATS, open_file, save_file

WORDS = (
    "the",
    "token",
    "##s",
    "##ization",
    "un",
    "##aff",
    "##able",
    "Paris",
    "paris",
    "é",
    "e",
    "中",
    "国",
    "!",
)
LINES = ("[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS)
TEXTS = (
    "The tokens, unaffable!", "PARIS é E\u0301 中国中", " the\ttokenization\u00a0[MASK] the ",
    "\ufffd\x00the", "", "x" * 120,
)  # fmt: skip


def vocab_file(folder: Path, lines: tuple[str, ...] = LINES, config: object = None) -> Path:
    path = folder / "vocab.txt"
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    if config is not None:
        (folder / "tokenizer_config.json").write_text(json.dumps(config))
    return path


@pytest.mark.parametrize(
    ("config", "options"),
    [
        (None, {}),
        ({"do_lower_case": True}, {}),
        ({"do_lower_case": False}, {"lowercase": False}),
        ({"do_lower_case": False, "strip_accents": True}, {"lowercase": False, "strip_accents": True}),
        ({"tokenize_chinese_chars": False}, {"handle_chinese_chars": False}),
    ],
)
def test_the_ids_are_those_of_tokenizers(tmp_path: Path, config: object, options: dict[str, bool]) -> None:
    path = vocab_file(tmp_path, config=config)
    theirs = BertWordPieceTokenizer(str(path), **options)
    found = open_file(path)
    assert found.format == "bert"
    assert ("notice_bert_lower" in codes(found)) == ("do_lower_case" not in (config or {}))
    ours = found.tokenizer
    for text in TEXTS:
        ids = ours.encode(text, allowed_special="all")
        assert ids == theirs.encode(text, add_special_tokens=False).ids
        assert ours.decode(ids) == theirs.decode(ids, skip_special_tokens=False)
    named = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
    assert dict(ours.special_tokens) == {text: LINES.index(text) for text in named}
    framing = ours.framing
    assert (framing.before, framing.after) == ((LINES.index("[CLS]"),), (LINES.index("[SEP]"),))


def test_it_is_exported_as_a_tokenizer_json(tmp_path: Path) -> None:
    path = vocab_file(tmp_path)
    saved = save_file(open_file(path).tokenizer, tmp_path / "tokenizer.json")[0]
    theirs = BertWordPieceTokenizer(str(path))
    for text in TEXTS:
        assert Tokenizer.from_file(saved).encode(text).ids == theirs.encode(text).ids


def test_of_lines_that_are_alike_the_last_counts_and_ids_are_numbers_of_lines(tmp_path: Path) -> None:
    path = vocab_file(tmp_path, ("[UNK]", "the", "a  ", "the", "b"))
    theirs = BertWordPieceTokenizer(str(path), sep_token="[UNK]", cls_token="[UNK]")
    assert open_file(path).tokenizer.encode_ordinary("the a b") == [3, 2, 4]
    assert theirs.encode("the a b", add_special_tokens=False).ids == [3, 2, 4]


def test_its_health_spells_the_token_of_unknown_words(tmp_path: Path) -> None:
    tokenizer = open_file(vocab_file(tmp_path)).tokenizer
    (health,) = judged(tokenizer, only=[LINES.index("[unused0]")], most=8)
    assert str(health.reasons[0]) == "alone it becomes “[UNK]” + “[UNK]” + “[UNK]”"


def test_a_text_is_no_vocabulary(tmp_path: Path) -> None:
    assert sum(known.sniff(vocab_file(tmp_path).read_bytes()[:4096]) for known in FORMATS) == 1
    assert sniff(b"[PAD]\r\n[unused0]\r\n[unused1]\r\n[unu")
    assert not sniff(b"[UNK]\nis what BERT takes\n")
    assert not sniff(b"the\ntoken\n")
    assert not sniff(b"")


@pytest.mark.parametrize(
    ("data", "code"), [(b"[PAD]\n[unused0]\nthe\n", "bert_no_unk"), (b"[UNK]\nthe\n\xff\n", "line_not_utf8")]
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, data: bytes, code: str) -> None:
    (tmp_path / "vocab.txt").write_bytes(data)
    with pytest.raises(EngineError) as caught:
        open_file(tmp_path / "vocab.txt")
    assert (caught.value.code, caught.value.file) == (code, str(tmp_path / "vocab.txt"))
    if code == "line_not_utf8":
        assert str(caught.value.place.value) == "3"
