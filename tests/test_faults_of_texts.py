"""Faults 50 to 55 and 74 to 76: where each is shown, and those shown nowhere else.

`WHERE` names the tests of each fault; they stand beside what they are about.
"""

from __future__ import annotations

import csv
import os
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import workbench
from workbench import api, kernels
from workbench.api.vocab_files import save_vocab
from workbench.display.escapes import unescape
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import published

THOROUGH = bool(os.environ.get("WORKBENCH_THOROUGH"))
MANY = 1_000_000 if THOROUGH else 50_000 if kernels.active() else 5_000
CHARACTERS = ("a", "^", "0", " ", "\t", "\n", "\u00a0", "é", "日", "👍", "\r\n")

HERE = "tests.test_faults_of_texts"
WHERE = {
    50: (
        f"{HERE}.test_one_character_over_and_over_by_every_engine",
        "tests.agreement.test_encoding.test_one_character_over_and_over",
        "tests.journeys.test_large_texts.test_one_character_over_and_over",
        "tests.journeys.test_large_texts.test_ten_million_times_one_character_can_be_cancelled",
    ),
    51: (
        f"{HERE}.test_lone_surrogates_are_taken_by_one_rule_wherever_text_comes_in",
        "tests.journeys.test_large_texts.test_what_is_no_utf_8_keeps_its_bytes_and_is_told",
    ),
    52: (
        "tests.agreement.test_token_faults.test_ids_that_are_none_are_named_with_their_position",
        "tests.agreement.test_token_faults.test_bad_ids_on_the_command_line_name_file_place_cause_and_way_out",
        "tests.agreement.test_token_faults.test_ten_million_ids_are_decoded",
        "tests.panels.tokens.decoder.test_decoder.test_what_is_wrong_is_said_with_what_to_do",
    ),
    53: ("tests.agreement.test_token_faults.test_ids_that_are_no_utf8_are_shown_as_bytes",),
    54: (
        "tests.agreement.test_token_faults.test_special_tokens_as_tiktoken_takes_them",
        "tests.agreement.test_token_faults.test_special_tokens_that_cannot_be_are_refused",
    ),
    55: ("tests.agreement.test_token_faults.test_a_panic_is_an_error_that_only_base_exception_catches",),
    74: (
        "tests.journeys.test_large_texts.test_50_mb_are_pasted_taken_back_and_pasted_again",
        "tests.journeys.test_large_texts.test_an_image_is_not_pasted_over_what_is_selected",
        "tests.journeys.test_large_texts.test_what_is_pasted_keeps_its_bytes_and_is_told",
    ),
    75: ("tests.journeys.test_large_texts.test_one_line_of_a_megabyte_is_laid_out_only_where_it_is_seen",),
    76: (
        f"{HERE}.test_a_table_of_hostile_tokens_is_inert_and_keeps_their_bytes",
        "tests.widgets.token_view.output.test_html.test_every_token_is_there_and_the_page_is_inert",
    ),
}


@pytest.mark.parametrize("fault", WHERE)
def test_the_tests_of_a_fault_are_there(fault: int) -> None:
    for name in WHERE[fault]:
        module, test = name.rsplit(".", 1)
        assert callable(getattr(import_module(module), test, None)), name


# --- 50: one character over and over

FILES = {
    "sample": None, "r50k": "r50k_base.tiktoken", "cl100k": "cl100k_base.tiktoken",
    "o200k": "o200k_base.tiktoken", "clip": "clip_bpe_simple_vocab_16e6.txt.gz",
    "llama": "llama2_tokenizer.model",
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_one_character_over_and_over_by_every_engine(shared: Path, name: str) -> None:
    """With and without a letter after it; CLIP cleans white space away, so that only its ids are looked at.

    Llama 2 has ten times fewer: its decoder is readable Python.
    """
    many = MANY // 10 if name == "llama" else MANY
    file = FILES[name]
    opened = api.open_sample().tokenizer if file is None else workbench.open_tokenizer(shared / "data" / file)
    for character in CHARACTERS:
        for tail in ("", "x"):
            text = character * many + tail
            ids = opened.encode_to_numpy(text, allowed_special="none")
            if name == "clip":
                again = opened.encode_to_numpy(opened.decode(ids), allowed_special="none")
                assert np.array_equal(again, ids)
            else:
                assert opened.decode(ids) == text


# --- 51: lone surrogates


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("a\ud800b", "a\ufffdb"),
        ("\udc00", "\ufffd"),
        ("\udc00\ud800", "\ufffd\ufffd"),
        ("\ud83d\ude09", "😉"),  # two halves that belong together are the character
    ],
)
def test_lone_surrogates_are_taken_by_one_rule_wherever_text_comes_in(text: str, taken: str) -> None:
    """tiktoken's rule (K13): halves that belong together are joined, others are U+FFFD."""
    mine = Tokenizer(RankMergedBpe.from_merges([]), published("cl100k"))
    wanted = list(taken.encode())
    assert mine.encode(text) == wanted
    assert mine.encode_ordinary(text) == wanted
    assert mine.encode_to_numpy(text).tolist() == wanted
    assert mine.encode_with_offsets(text).ids.tolist() == wanted
    assert mine.decode(mine.encode(text)) == taken


# --- 76: what is written for programs that run what they read

HOSTILE = ("=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "<script>alert(1)</script>",
           "\x1b]0;title\x07\x1b[31m", 'a"b,c\nd', "\u202ex", "\x00")  # fmt: skip


def test_a_table_of_hostile_tokens_is_inert_and_keeps_their_bytes(tmp_path: Path) -> None:
    """Column `token` begins no formula and holds no control; column `bytes` has the very bytes."""
    special = {text: 256 + number for number, text in enumerate(HOSTILE)}
    tokenizer = Tokenizer(RankMergedBpe.from_merges([]), published("cl100k"), special)
    file = tmp_path / "tokens.csv"
    save_vocab(tokenizer, file, "csv")
    written = file.read_text("utf-8")
    assert not [letter for letter in written if letter < " " and letter != "\n"]
    assert "\u202e" not in written
    rows = list(csv.DictReader(written.splitlines()))
    assert len(rows) == 256 + len(HOSTILE)
    for row in rows:
        assert not row["token"].startswith(("=", "+", "-", "@"))
    for text, row in zip(HOSTILE, rows[256:], strict=True):
        assert bytes.fromhex(row["bytes"]) == text.encode()
        assert unescape(row["token"].removeprefix("'")) == text.encode()
