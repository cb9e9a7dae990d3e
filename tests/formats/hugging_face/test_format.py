"""A tokenizer.json: what is wrong with one is said with its place, and nothing is loaded then."""

from __future__ import annotations

import json
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tokenizers

from tests.formats.hf_toys import LLAMA3, NAMES, QWEN, added, bpe, data_of, made
from tests.formats.toys import codes, opened, refusal
from workbench import kernels
from workbench.engine.base import pace
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.child.frames import Frame
from workbench.engine.child.isolation import Operation
from workbench.engine.encoding.streamed_decoding import decode
from workbench.engine.models.character_merged import CharacterMergedBpe
from workbench.engine.models.framing import Framing
from workbench.formats import child_parsing as asking
from workbench.formats import reading
from workbench.formats.files import strict_json
from workbench.formats.hugging_face import file as hf_file
from workbench.formats.hugging_face import large_file
from workbench.formats.registry import FORMATS, open_file, save_file, writable_as

NAME = "tokenizer.json"
VOCAB = {"a": 0, "b": 1, "ab": 2}


def refused(folder: Path, top: dict[str, Any] | bytes) -> EngineError:
    found = refusal(folder, NAME, top if isinstance(top, bytes) else data_of(top))
    assert found is not None
    assert found.file == str(folder / NAME)
    return found


# --- fault 9: merges ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("top", "key", "message"),
    [
        (
            bpe({"a": 0, "b": 1}, [["a", "b"]]),
            "model.merges[0]",
            "merge 0: “a” + “b” (“ab”) is not a token. The vocabulary and the merges do not belong "
            "together; get a new copy.",
        ),
        (
            bpe(VOCAB, [["a", "b"], ["a", "b"], ["ab", "c"]]),
            "model.merges[2]",
            "merge 2, “ab” + “c”: “c” is not a token.",
        ),
        (
            bpe({"a": 0, "#": 1, "ab": 2}, [["a", "#"]], continuing_subword_prefix="##"),
            "model.merges[0]",
            "merge 0, “a” + “#”: “#” has no prefix “##”. The file is damaged; get a new copy.",
        ),
        (bpe(VOCAB, ["a  b"]), "model.merges[0]", 'merge 0 is "a  b"; two tokens were expected'),
        (bpe(VOCAB, [["a"]]), "model.merges[0]", 'merge 0 is ["a"]; two tokens were expected'),
        (bpe(VOCAB, [["a", 1]]), "model.merges[0]", 'merge 0 is ["a", 1]; two tokens were expected'),
        (bpe(VOCAB, {}), "model.merges", "{} where a list is expected"),
    ],
)
def test_merges_that_do_not_fit_the_vocabulary(
    tmp_path: Path, top: dict[str, Any], key: str, message: str
) -> None:
    fault = refused(tmp_path, top)
    assert fault.place == Place("key", key)
    assert f"key {key}: {message}" in str(fault)


# --- fault 10: ids that tokenizers would not keep -----------------------------------------------


@pytest.mark.parametrize(
    ("tokens", "number", "given"),
    [
        ([added("<x>", 500)], 0, 3),
        ([added("<x>", 3), added("<y>", 5)], 1, 4),
        ([added("<x>", 4), added("<y>", 3)], 0, 3),
        ([added("ab", 3)], 0, 2),
    ],
)
def test_added_tokens_are_never_renumbered(
    tmp_path: Path, tokens: list[dict[str, Any]], number: int, given: int
) -> None:
    fault = refused(tmp_path, bpe(VOCAB, [["a", "b"]], added_tokens=tokens))
    text, token_id = tokens[number]["content"], tokens[number]["id"]
    assert fault.place == Place("key", f"added_tokens[{number}].id")
    assert (
        f"tokenizers gives “{text}” id {given}, not {token_id}. Put it into model.vocab with id {token_id}."
    ) in str(fault)


def test_added_tokens_with_ids_that_tokenizers_keeps(tmp_path: Path) -> None:
    tokens = [added("ab", 2), added("<x>", 3), added("<y>", 4)]
    found = opened(tmp_path, NAME, data_of(bpe(VOCAB, [["a", "b"]], added_tokens=tokens))).tokenizer
    assert found.special_tokens == {"ab": 2, "<x>": 3, "<y>": 4}
    assert found.encode("a<y>ab<x>b", allowed_special="all") == [0, 4, 2, 3, 1]


@pytest.mark.parametrize(
    ("token", "key", "message"),
    [
        ({"id": 3, "content": "<x>"}, "added_tokens[0]", "the key “single_word” is missing"),
        (added("<x>", 3, special=1), "added_tokens[0].special", "1 where true or false is expected"),
        (added("", 3), "added_tokens[0]", "special token 3 has an empty text"),
        (added("<x>", True), "added_tokens[0].id", "true where a whole number is expected"),
    ],
)
def test_added_tokens_of_the_wrong_kind(
    tmp_path: Path, token: dict[str, Any], key: str, message: str
) -> None:
    fault = refused(tmp_path, bpe(VOCAB, [], added_tokens=[token]))
    assert (fault.place, message in str(fault)) == (Place("key", key), True)


# --- fault 11: ids ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("vocab", "key", "message"),
    [
        ({"a": 0, "b": 0}, "model.vocab.b", "the tokens “a” and “b” have the same id 0. Repair it"),
        ({"a": 2**32}, "model.vocab.a", "of the token “a” is outside 0 to 4294967295"),
        ({"a": -1}, "model.vocab.a", "the id -1 of the token “a” is outside 0 to"),
        ({"a": 1.0}, "model.vocab.a", "the id of the token “a” is 1.0, which is not a whole number"),
        ({"a": True}, "model.vocab.a", "the id of the token “a” is true, which is not a whole number"),
        ({"a": "0"}, "model.vocab.a", 'the id of the token “a” is "0", which is not a whole number'),
        ({}, "model.vocab", "the vocabulary is empty"),
    ],
)  # fmt: skip
def test_ids_that_are_none(tmp_path: Path, vocab: dict[str, Any], key: str, message: str) -> None:
    fault = refused(tmp_path, bpe(vocab, []))
    assert fault.place == Place("key", key)
    assert message in str(fault)


def test_an_id_beyond_all_tables(tmp_path: Path) -> None:
    fault = refused(tmp_path, bpe({"a": 2**31}, []))
    assert "id 2147483648 is outside 0 to 16777215" in str(fault)


def test_a_key_that_comes_twice(tmp_path: Path) -> None:
    data = data_of(bpe(VOCAB, [])).replace(b'"b": 1', b'"a": 1')
    fault = refused(tmp_path, data)
    assert fault.place == Place("byte", data.rindex(b'"a"'))
    assert "the key “a” occurs twice; programs read it differently" in str(fault)


# --- fault 12: both forms of merges -------------------------------------------------------------


def test_merges_as_texts_as_lists_and_mixed(tmp_path: Path) -> None:  # H6
    vocab = {"a": 0, "b": 1, "c": 2, "ab": 3, "abc": 4}
    forms = (
        ["a b", "ab c"],
        [["a", "b"], ["ab", "c"]],
        ["a b", ["ab", "c"]],
        ["#version: 0.2", "a b", "ab c"],
    )
    found = [opened(tmp_path, NAME, data_of(bpe(vocab, merges))) for merges in forms]
    for each in found:
        assert each.tokenizer.encode("abcabab") == [4, 3, 3]
    assert [codes(each)[:1] for each in found] == [
        ["notice_hf_leaves_out"], ["notice_hf_leaves_out"], ["notice_hf_mixed_merges"],
        ["notice_hf_leaves_out"],
    ]  # fmt: skip
    assert "which tokenizers refuses" in str(found[2].notices[0])


@pytest.mark.parametrize(
    "changes",
    [
        {"decoder": {"type": "ByteLevel"}},
        {"pre_tokenizer": {"type": "ByteLevel"}},
        {"byte_fallback": 1},
    ],
)
def test_what_tokenizers_refuses_is_told(tmp_path: Path, changes: dict[str, Any]) -> None:
    alphabet = {letter: i for i, letter in enumerate(tokenizers.pre_tokenizers.ByteLevel.alphabet())}
    whole = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    assert codes(opened(tmp_path, NAME, data_of(bpe(alphabet, [], pre_tokenizer=whole)))) == []
    data = data_of(bpe(alphabet, [], **{"pre_tokenizer": whole} | changes))
    with pytest.raises(Exception, match=r"variant|field|boolean"):
        tokenizers.Tokenizer.from_str(data.decode())
    assert codes(opened(tmp_path, NAME, data)) == ["notice_hf_refused"]


def test_a_key_that_tokenizers_does_not_know_is_told(tmp_path: Path) -> None:
    top = bpe({"a": 0, "b": 1, "ab": 2}, [["a", "b"]])
    assert "notice_hf_refused" not in codes(opened(tmp_path, NAME, data_of(top)))
    found = opened(tmp_path, NAME, data_of(top | {"extra": 1}))
    assert "tokenizers cannot open this file: expected `,` or `}`. " in str(found.notices[0])


@pytest.mark.parametrize(
    "merges",
    [
        [["a", "b"], ["ab", "c"]],
        ["a b", "ab c"],
        ["#version: 0.2", "a b", "ab c"],
        ["a b", "#version: 0.2", "ab c"],
        ["a b", ["ab", "c"]],
        [["a", "b"], ["ab", "c"], ["a", "b"]],
        [["a", "c"]],
        [["a", "d"]],
        [["a", 1]],
        [["a", "b", "c"]],
        ["a  b"],
        ["a b c", "ab"],
        ["ab", "a b c"],
        [" a", "b "],
        [None],
        [],
    ],
)
def test_merges_are_read_alike_fast_and_one_by_one(
    merges: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = data_of(bpe({"a": 0, "b": 1, "c": 2, "ab": 3, "abc": 4}, merges))

    def what() -> object:
        try:
            return hf_file.checked(data)
        except EngineError as fault:
            return str(fault)

    fast = what()
    monkeypatch.setattr(hf_file, "_regular_merges", lambda *_: None)
    assert fast == what()


def test_of_two_merges_of_a_pair_the_last_counts(tmp_path: Path) -> None:
    vocab = {"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4}
    found = opened(tmp_path, NAME, data_of(bpe(vocab, [["a", "b"], ["b", "c"], ["a", "b"]])))
    assert found.tokenizer.encode("abc") == [0, 4]
    assert str(found.notices[0]).startswith("1 merge occurred twice; tokenizers uses the last")


# --- fault 13: what the file is -----------------------------------------------------------------


def test_versions_and_models_that_are_not_known(tmp_path: Path) -> None:
    fault = refused(tmp_path, bpe(VOCAB, [], version="2.0"))
    assert fault.place == Place("key", "version")
    assert 'its version is "2.0", not 1.0. Save it as version 1.0' in str(fault)
    without = {key: value for key, value in bpe(VOCAB, []).items() if key != "model"}
    assert str(refused(tmp_path, without)).endswith(
        "key model: the key “model” is missing. The file is damaged; get a new copy."
    )
    fault = refused(tmp_path, bpe(VOCAB, [], type="Magic"))
    assert (
        'key model.type: the model type "Magic" is not known. Choose a file with one of: BPE, Unigram'
        in str(fault)
    )


def test_a_model_without_a_type_is_told_by_its_keys(tmp_path: Path) -> None:
    top = bpe(VOCAB, [["a", "b"]])
    del top["model"]["type"]
    found = opened(tmp_path, NAME, data_of(top))
    assert found.tokenizer.encode("ab") == [2]
    assert "notice_hf_type_guessed" in codes(found)


def test_an_unknown_pre_tokenizer_is_an_error(tmp_path: Path) -> None:
    fault = refused(tmp_path, bpe(VOCAB, [], pre_tokenizer={"type": "Magic"}))
    assert "tokenizers" in str(fault)


def test_unigram_and_wordpiece_open_through_tokenizers(tmp_path: Path) -> None:
    unigram = bpe({}, [])
    unigram["model"] = {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], ["a", -1.0], ["ab", -1.5]]}
    wordpiece = bpe({}, [])
    wordpiece["model"] = {
        "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100, "vocab": {"[UNK]": 0, "a": 1, "##b": 2},
    }  # fmt: skip
    for top, ids in ((unigram, [2, 1]), (wordpiece, [0])):
        found = opened(tmp_path, NAME, data_of(top))
        kind = top["model"]["type"]
        assert str(found.notices[0]).startswith(f"model {kind} is run by tokenizers")
        assert found.tokenizer.model.of_bytes is None
        assert found.tokenizer.encode("aba") == ids
        found.tokenizer.close()


def test_padding_is_told_to_be_left_out_where_the_file_is_not_kept_whole(tmp_path: Path) -> None:
    padding = {"strategy": {"Fixed": 8}, "direction": "Right", "pad_to_multiple_of": None, "pad_id": 0,
               "pad_type_id": 0, "pad_token": "a"}  # fmt: skip
    plain = bpe(VOCAB, [["a", "b"]], padding=padding)
    dropped = bpe(VOCAB, [["a", "b"]], padding=padding, dropout=1.0)
    for top, code in ((plain, "notice_hf_not_saved"), (dropped, "notice_hf_not_applied")):
        found = opened(tmp_path, NAME, data_of(top))
        assert [told for told in codes(found) if told.startswith("notice_hf_not")] == [code]
        path = tmp_path / code / NAME
        path.parent.mkdir()
        save_file(found.tokenizer, path)
        kept = json.loads(path.read_text("utf-8")).get("padding") is not None
        assert kept == (code == "notice_hf_not_applied")
        found.tokenizer.close()


def test_dropout_goes_to_tokenizers(tmp_path: Path) -> None:  # H2
    tokens = [*"unrelatd", "re", "at", "ed", "un", "ated", "rel", "related", "unrelated"]
    vocab = {token: token_id for token_id, token in enumerate(tokens)}
    merges = ["r e", "a t", "e d", "u n", "at ed", "re l", "rel ated", "un related"]
    found = opened(tmp_path, NAME, data_of(bpe(vocab, merges))).tokenizer
    encoding = found.encode_with_offsets("unrelated")
    assert (encoding.ids.tolist(), encoding.spans.tolist()) == ([15], [[0, 9]])
    found = opened(tmp_path, NAME, data_of(bpe(vocab, merges, dropout=1.0)))
    assert "model BPE (dropout) is run by tokenizers" in str(found.notices[0])
    assert len(found.tokenizer.encode("unrelated")) == 9
    found.tokenizer.close()


# --- fault 14: JSON -----------------------------------------------------------------------------


def test_a_file_cut_anywhere_is_said_to_be(tmp_path: Path) -> None:
    data = data_of(bpe({"a": 0, "é": 1, "aé": 2}, [["a", "é"]], unk_token="é"))
    assert opened(tmp_path, NAME, data).tokenizer.encode("aé") == [2]
    for end in range(len(data) - 1, 12, -1):
        with pytest.raises(EngineError) as caught:
            hf_file.checked(data[:end])
        assert caught.value.code == "json_cut", data[:end]
        assert caught.value.place == Place("byte", end)
    assert "byte 300: the file ends early. The file is cut short" in str(refused(tmp_path, data[:300]))


@pytest.mark.parametrize(
    ("before", "after", "place", "message"),
    [
        (b'"a": 0', b'"a": NaN', 12, "NaN is not valid JSON"),
        (b'"a": 0', b'"a": -Infinity', 12, "-Infinity is not valid JSON"),
        (b'"a": 0', b'"\\ud800": 0', "model.vocab", "“\\ud800” contains a lone surrogate"),
        (b'"a": 0', b'"a": ' + b"1" * 5000, 12, "the number 111111111111… has 5000 digits"),
        (b'"a": 0', b'"a" 0', 12, "Expecting ':' delimiter"),
        (b'"a": 0', b'"a\xff": 0', 12, "the file is not UTF-8 here"),
    ],
)
def test_what_is_no_json(
    tmp_path: Path, before: bytes, after: bytes, place: str | int | None, message: str
) -> None:
    data = data_of(bpe(VOCAB, []))
    fault = refused(tmp_path, data.replace(before, after))
    assert message in str(fault)
    if isinstance(place, int):
        assert fault.place is not None
        assert 0 < int(fault.place.value) - data.index(before) < 6
    else:
        assert fault.place == (None if place is None else Place("key", place))


def test_nesting_beyond_measure(tmp_path: Path) -> None:
    data = data_of(bpe(VOCAB, [])).replace(b'"decoder": null', b'"decoder": ' + b"[" * 10_000 + b"]" * 10_000)
    assert "it is nested too deeply. Check where the file comes from" in str(refused(tmp_path, data))


def test_a_byte_order_mark_is_left_out_and_told(tmp_path: Path) -> None:
    found = opened(tmp_path, NAME, b"\xef\xbb\xbf" + data_of(bpe(VOCAB, [["a", "b"]])))
    assert found.tokenizer.encode("ab") == [2]
    assert codes(found)[0] == "notice_bom"


def test_a_giant_file_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_json, "LARGEST_JSON", 400)
    fault = refused(tmp_path, bpe(VOCAB, []))
    assert str(fault) == (
        f"{tmp_path / NAME}: the file has more than 400 bytes, which is "
        f"unusual for JSON. Published vocabularies have up to 40 MB. If this is the right file, pass "
        f"anyway=True."
    )


def test_a_giant_file_is_opened_anyway_with_a_limit_of_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LARGEST_FILE", 1 << 17)
    path = tmp_path / NAME
    path.write_bytes(data_of(bpe(VOCAB, [["a", "b"]])) + b" " * (1 << 18))
    with pytest.raises(EngineError, match="more than 131072 bytes, which is unusual for JSON") as caught:
        open_file(path)
    assert caught.value.code == "json_too_large"
    assert open_file(path, anyway=True).tokenizer.encode("ab") == [2]
    monkeypatch.setattr(asking, "large_memory", lambda: 200 << 20)
    # Python makes far more of a list than its text takes.
    path.write_bytes(
        data_of(bpe(VOCAB, [])).replace(b'"decoder": null', b'"decoder": [' + b"[]," * 4_000_000 + b"0]")
    )
    with pytest.raises(EngineError) as caught:
        open_file(path, anyway=True)
    assert "needs more than 200 MiB of memory. Shorten it" in str(caught.value)
    monkeypatch.setattr(reading, "LARGEST_ANYWAY", 1 << 18)
    with pytest.raises(EngineError, match="the file has more than 262144 bytes"):
        open_file(path, anyway=True)


def test_only_json_is_opened_anyway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST_FILE", 1000)
    path = tmp_path / "large.tiktoken"
    path.write_bytes(b"YQ== 0\n" * 1000)
    with pytest.raises(EngineError, match="the file has more than 1000 bytes"):
        open_file(path, anyway=True)


def test_what_is_no_vocabulary_has_its_own_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hf_file, "LARGEST_STRUCTURE", 300)
    with pytest.raises(EngineError, match="bytes besides the vocabulary, over 300"):
        hf_file.reply(hf_file.checked(data_of(bpe(VOCAB, []))))


def test_a_large_file_that_the_kernel_leaves_is_read_in_the_child_for_the_window_with_the_same_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = made("byte level")[1]
    here = opened(tmp_path, NAME, data).tokenizer
    asked: list[str] = []

    def noted(operation: Operation, *more: Any, **others: Any) -> Frame:
        asked.append(operation.__name__)
        return real(operation, *more, **others)

    real = asking.reply_of
    monkeypatch.setattr(asking, "reply_of", noted)
    monkeypatch.setattr(large_file, "AT_ONCE", 0)
    with pace.hooked(lambda: None):
        assert opened(tmp_path, NAME, data).tokenizer.encode("the roses") == here.encode("the roses")
    assert asked == [] or kernels.kernel("bpe_json") is None
    asked.clear()
    monkeypatch.setattr(large_file, "scanned", lambda _data: None)
    assert opened(tmp_path, NAME, data).tokenizer.encode("the roses") == here.encode("the roses")
    assert asked == []
    with pace.hooked(lambda: None):
        there = opened(tmp_path, NAME, data).tokenizer
        assert there.encode("the roses, the café") == here.encode("the roses, the café")
        fault = refused(tmp_path, bpe({"a": 0, "b": 0}, []))
    assert (fault.code, fault.place) == ("hf_id_twice", Place("key", "model.vocab.b"))
    assert asked == ["parse_operation"] * 2


# --- fault 24: by content, not by name ----------------------------------------------------------


def test_the_name_of_a_file_does_not_matter(tmp_path: Path) -> None:
    found = opened(tmp_path, "model.tiktoken", data_of(bpe(VOCAB, [["a", "b"]])))
    assert found.format == "hf"
    fault = refusal(tmp_path, NAME, b"GGUF" + bytes(20))
    assert fault is not None
    assert "hf" not in fault.code
    fault = refusal(tmp_path, NAME, b'{"model": 7}')
    assert fault is not None
    assert fault.code == "gpt2_other_missing"  # a vocabulary with the token "model"


# --- fault 54: special tokens -------------------------------------------------------------------


def test_special_tokens_that_overlap_and_share(tmp_path: Path) -> None:
    vocab = {"<": 0, "a": 1, ">": 2, "b": 3, "ab": 4}
    tokens = [added("ab", 4, special=False), added("<a>", 5), added("<a>b", 6), added("b<", 7)]
    found = opened(tmp_path, NAME, data_of(bpe(vocab, [["a", "b"]], added_tokens=tokens))).tokenizer
    assert found.encode("<a>b<a>", allowed_special="all") == [6, 5]
    assert found.encode("b<a>b", allowed_special="all") == [7, 1, 2, 3]
    # As in tokenizers, what overlaps a special token taken as plain text is plain too; "ab" always is one.
    assert found.encode("<a>b", allowed_special="none") == [0, 1, 2, 3]
    assert found.encode("xab", allowed_special="none") == [4]
    with pytest.raises(EngineError, match="the text contains the special token “<a>b”"):
        found.encode("ab <a>b")
    fault = refused(tmp_path, bpe(vocab, [], added_tokens=[added("<a>", 5), added("<a>", 6)]))
    assert "key added_tokens[1]: the special token “<a>” is listed twice" in str(fault)


def test_tokens_that_are_found_in_normalized_text(tmp_path: Path) -> None:
    tokens = [added("A", 3, normalized=True), added("B", 4)]
    for normalizer, ids in (
        ({"type": "Lowercase"}, [3, 3, 1, 4]),
        ({"type": "Prepend", "prepend": "b"}, None),
    ):
        top = bpe(VOCAB, [["a", "b"]], added_tokens=tokens, normalizer=normalizer)
        found = opened(tmp_path, NAME, data_of(top))
        judge = tokenizers.Tokenizer.from_str(json.dumps(top))
        made_here = found.tokenizer.encode("xAabB", allowed_special="all")
        assert made_here == judge.encode("xAabB").ids
        assert ids is None or made_here == ids
        assert ("added_tokens (normalized) is run by tokenizers" in str(found.notices[0])) == (ids is None)
        # tokenizers finds the special tokens in what it has normalized, and takes them whatever is asked for.
        takes = found.tokenizer.encode("xAabB", allowed_special="none") == made_here
        assert takes == ("notice_foreign_takes_specials" in [notice.code for notice in found.notices])
        found.tokenizer.close()


# --- what is around a model ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("component", "before", "after"),
    [
        ({"type": "RobertaProcessing", "sep": ["</s>", 4], "cls": ["<s>", 3], "trim_offsets": True,
          "add_prefix_space": False}, (3,), (4,)),
        ({"type": "BertProcessing", "sep": ["</s>", 4], "cls": ["<s>", 3]}, (3,), (4,)),
        ({"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}, (), ()),
        ({"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "B", "type_id": 0}},
          {"Sequence": {"id": "A", "type_id": 0}}], "pair": [{"Sequence": {"id": "A", "type_id": 0}},
          {"Sequence": {"id": "B", "type_id": 0}}],
          "special_tokens": {"B": {"id": "B", "ids": [3, 4], "tokens": ["<s>", "</s>"]}}}, (3, 4), ()),
    ],
)  # fmt: skip
def test_post_processors_frame_a_text(
    tmp_path: Path, component: dict[str, Any], before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    tokens = [added("<s>", 3), added("</s>", 4)]
    top = bpe(VOCAB, [["a", "b"]], added_tokens=tokens, post_processor=component)
    top["truncation"] = {"direction": "Right", "max_length": 77, "strategy": "LongestFirst", "stride": 0}
    framing = opened(tmp_path, NAME, data_of(top)).tokenizer.framing
    assert framing == Framing(before, after, bool(before), bool(after), 77)
    assert framing.parts() == (list(before), list(after))


@pytest.mark.parametrize(
    ("given", "context"), [(2**31 - 1, 2**31 - 1), (2**31, None), (10**30, None), (-1, None)]
)
def test_an_absurd_limit_is_none(tmp_path: Path, given: int, context: int | None) -> None:
    top = bpe(VOCAB, [["a", "b"]])
    top["truncation"] = {"direction": "Right", "max_length": given, "strategy": "LongestFirst", "stride": 0}
    top["padding"] = {"strategy": "BatchLongest", "direction": "Right", "pad_id": given, "pad_token": "a"}
    framing = opened(tmp_path, NAME, data_of(top)).tokenizer.framing
    assert (framing.context, framing.padding) == (context, context)


def test_patterns_are_ours_by_their_text_or_run_in_the_child(tmp_path: Path) -> None:
    for name, expected in (("Llama 3", "llama3"), ("Qwen", "custom"), ("byte level", "gpt2")):
        found = opened(tmp_path, NAME, made(name)[1]).tokenizer
        assert found.pre_tokenizer.name == expected
        found.close()
    top = json.loads(made("Llama 3")[1])
    split = top["pre_tokenizer"]["pretokenizers"][0]
    assert split["pattern"]["Regex"] == LLAMA3 != QWEN
    split["pattern"]["Regex"] = LLAMA3.replace("{1,3}", "{1,3}+")  # repeats in Oniguruma, possessive here
    found = opened(tmp_path, NAME, data_of(top))
    assert "pre_tokenizer Split (Regex) is run by tokenizers" in str(found.notices[0])
    assert (
        found.tokenizer.encode("123 456")
        == tokenizers.Tokenizer.from_str(json.dumps(top)).encode("123 456").ids
    )
    found.tokenizer.close()


def test_characters_that_are_left_out_are_told(tmp_path: Path) -> None:
    found = opened(tmp_path, NAME, data_of(bpe(VOCAB, [["a", "b"]])))
    assert isinstance(found.tokenizer.model, CharacterMergedBpe)
    assert found.tokenizer.encode("axb") == [2]  # as in tokenizers, what is left comes together
    assert "characters without tokens are dropped" in str(found.notices[0])
    fault = refused(tmp_path, bpe(VOCAB, [], unk_token="<unk>"))
    assert "key model.unk_token: the unknown token, “<unk>”, is not in the vocabulary" in str(fault)


# --- the files beside it ------------------------------------------------------------------------


def with_config(folder: Path, config: Any, template: str | None = None) -> Any:
    text = config if isinstance(config, str) else json.dumps(config)
    (folder / "tokenizer_config.json").write_text(text, "utf-8")
    if template is not None:
        (folder / "chat_template.jinja").write_text(template, "utf-8")
    tokens = [added("<s>", 3), added("</s>", 4)]
    (folder / NAME).write_bytes(data_of(bpe(VOCAB, [["a", "b"]], added_tokens=tokens)))
    return open_file(folder / NAME)


def test_the_config_beside_it_frames_and_limits(tmp_path: Path) -> None:
    config = {
        "bos_token": {"content": "<s>", "lstrip": False}, "eos_token": "</s>", "pad_token": "</s>",
        "add_bos_token": True, "add_eos_token": False, "model_max_length": 4096,
        "chat_template": "{{ bos_token }}",
    }  # fmt: skip
    found = with_config(tmp_path, config)
    assert found.tokenizer.framing == Framing((3,), (4,), True, False, 4096, 4)
    assert found.tokenizer.chat_template == "{{ bos_token }}"
    config["model_max_length"] = 1000000000000000019884624838656
    assert with_config(tmp_path, config).tokenizer.framing.context is None


def test_chat_templates_are_text_and_the_file_of_its_own_goes_first(tmp_path: Path) -> None:
    templates = [{"name": "tool_use", "template": "T"}, {"name": "default", "template": "D"}]
    found = with_config(tmp_path, {"chat_template": templates})
    assert found.tokenizer.chat_template == "D"
    assert "the template “default” is shown, not tool_use" in str(found.notices[-1])
    (tmp_path / "additional_chat_templates").mkdir()
    (tmp_path / "additional_chat_templates" / "rag.jinja").write_text("R", "utf-8")
    assert "not additional_chat_templates: rag.jinja" in str(with_config(tmp_path, {}).notices[-1])
    hostile = "{{ ''.__class__.__mro__ }}{% for x in range(10**9) %}{% endfor %}"
    assert with_config(tmp_path, {"chat_template": "C"}, hostile).tokenizer.chat_template == hostile


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        ("{", "the file ends early"),
        ("[]", "[] where an object is expected"),
        ({"bos_token": "<none>"}, "bos_token: “<none>” is no token of the vocabulary"),
        ({"chat_template": 7}, "chat_template is neither a text nor a list of named ones"),
    ],
)
def test_what_is_wrong_beside_it_is_only_told(tmp_path: Path, config: Any, reason: str) -> None:
    found = with_config(tmp_path, config)
    assert found.tokenizer.encode("ab") == [2]
    assert "tokenizer_config.json was used only in part: " in str(found.notices[-1])
    assert reason in str(found.notices[-1])


@pytest.mark.parametrize("keys", [["truncation"], ["padding"], ["truncation", "padding"]])
def test_truncation_and_padding_are_said_not_to_be_applied(tmp_path: Path, keys: list[str]) -> None:
    top = bpe(VOCAB, ["a b"]) | {key: {"max_length": 2, "pad_id": 0} for key in keys}
    (tmp_path / NAME).write_bytes(data_of(top))
    found = [str(notice) for notice in open_file(str(tmp_path / NAME)).notices]
    assert any(f"asks for {' and '.join(keys)}," in each for each in found)


@pytest.mark.parametrize("decodes", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_ids_are_decoded_as_by_the_library(tmp_path: Path, name: str, decodes: bool) -> None:
    """Also behind a printed special token, and where the file has no decoder; written again, the same."""
    top = json.loads(made(name)[1])
    data = data_of(top if decodes else top | {"decoder": None})
    library = tokenizers.Tokenizer.from_str(data.decode())
    tokenizer = opened(tmp_path, "tokenizer.json", data).tokenizer
    both = [tokenizer]
    if "hf" in writable_as(tokenizer):
        both.append(open_file(save_file(tokenizer, tmp_path / "again.json", "hf")[0]).tokenizer)
    special = list(tokenizer.special_tokens.values())[:1]
    for text in ("", "the roses  are café", " x y", "Hello there"):
        ids = library.encode(text, add_special_tokens=False).ids
        for shown in (ids, special + ids):
            theirs = library.decode(shown, skip_special_tokens=False)
            for each in both:
                assert each.decode(shown) == theirs
                assert decode(each, np.array(shown, np.int64)).decode() == theirs
    for each in both:
        each.close()


REPLACE = {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}
BYTES, FUSE = {"type": "ByteFallback"}, {"type": "Fuse"}
STRIP = {"type": "Strip", "content": " ", "start": 1, "stop": 0}
MARKS = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
DECODERS = (
    [REPLACE, BYTES, FUSE, STRIP], [REPLACE, REPLACE, BYTES], [MARKS, BYTES, FUSE],
    [BYTES, REPLACE, FUSE], [BYTES, FUSE, REPLACE, STRIP],
    [REPLACE, FUSE], [FUSE, BYTES, REPLACE], [BYTES, FUSE], [BYTES, FUSE, STRIP, REPLACE],
    [REPLACE, BYTES, STRIP], [REPLACE, BYTES, FUSE, STRIP, STRIP],
    [REPLACE, BYTES, FUSE, STRIP | {"start": 3}], [BYTES, FUSE, MARKS], [MARKS],
    [MARKS, BYTES, FUSE, STRIP], [REPLACE, MARKS, BYTES, FUSE],
)  # fmt: skip


@pytest.mark.parametrize("marks", [True, False])
@pytest.mark.parametrize("number", range(len(DECODERS)))
def test_bytes_and_spaces_are_decoded_as_by_the_library(tmp_path: Path, number: int, marks: bool) -> None:
    """Only what is usual is done here: `<0x41>` was "A" where the library shows it as it is."""
    texts = [*(f"<0x{byte:02X}>" for byte in range(256)), "▁", "a", "▁a", "b▁"]
    vocabulary = {text: token_id for token_id, text in enumerate(texts)}
    normalizer = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
    spaces = {"pre_tokenizer": MARKS} if marks else {"normalizer": normalizer}
    decoder = {"type": "Sequence", "decoders": DECODERS[number]}
    data = data_of(bpe(vocabulary, [["▁", "a"]], byte_fallback=True, decoder=decoder, **spaces))
    library = tokenizers.Tokenizer.from_str(data.decode())
    tokenizer = opened(tmp_path, NAME, data).tokenizer
    assert isinstance(tokenizer.model, CharacterMergedBpe) == (number < 3)
    both = [(tokenizer, library)]
    if number < 3:
        saved = save_file(tokenizer, tmp_path / "again.json", "hf")[0]
        both.append((open_file(saved).tokenizer, tokenizers.Tokenizer.from_file(saved)))
    chance = random.Random(number)
    for _ in range(200):
        ids = [chance.choice([chance.randrange(256), *range(256, len(texts))]) for _ in range(4)]
        for ours, theirs in both:
            assert ours.decode(ids) == theirs.decode(ids, skip_special_tokens=False)
    tokenizer.close()


def test_a_file_without_a_decoder_is_decoded_otherwise_in_other_formats(tmp_path: Path) -> None:
    data = data_of(json.loads(made(NAMES[0])[1]) | {"decoder": None})
    tokenizer = opened(tmp_path, "tokenizer.json", data).tokenizer
    for known in FORMATS:
        fit = known.fit(tokenizer)
        said = "leaves_out_joining" in {loss.code for loss in fit.losses}
        assert said == (known.name != "hf" and fit.level != "cannot"), known.name
    ids = tokenizer.encode("a b")
    assert pickle.loads(pickle.dumps(tokenizer)).decode(ids) == tokenizer.decode(ids) == "a</w> b</w>"
    tokenizer.close()
