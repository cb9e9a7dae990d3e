"""Bad ids, bytes and special tokens, and panics of Rust libraries: one test for each fault that is known.

Each message names the file where there is one, the place, the cause, and what to do.
"""

from __future__ import annotations

import math
from itertools import permutations, product

import numpy as np
import pytest
import tiktoken
import tokenizers

from tests.cli.test_cli import Shell, shell, tokenizer
from workbench.display.marks import visible
from workbench.engine.base.errors import EngineError
from workbench.engine.child.isolation import Child
from workbench.engine.encoding.special_tokens import SpecialTokens
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.foreign.foreign_model import foreign_model
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.splitting.pre_tokenizers import published

__all__ = ["shell", "tokenizer"]

PLAIN = {"a": 300, "<a>": 301, "<a>b": 302}


def ours(specials: dict[str, int] | None = None) -> Tokenizer:
    return Tokenizer(RankMergedBpe.from_merges([]), published("cl100k"), specials)


@pytest.mark.parametrize(
    ("value", "shown", "why"),
    [
        (999, "999", "no token has id {}"),
        (-1, "-1", "no token has id {}"),
        (2**40, "1099511627776", "no token has id {}"),
        (math.nan, "nan", "{} is not a whole number"),
        (1.5, "1.5", "{} is not a whole number"),
        ("7", "'7'", "{} is not a whole number"),
    ],
)
@pytest.mark.parametrize("many", [False, True])
def test_ids_that_are_none_are_named_with_their_position(
    value: object, shown: str, why: str, many: bool
) -> None:
    """Fault 52, from Python; by ten thousands the compiled decoder does the work."""
    ids = [*[72] * (10_000 if many else 2), value, 101]
    for decode in (ours().decode, ours().decode_bytes, ours().decode_tokens_bytes):
        with pytest.raises(EngineError) as caught:
            decode(ids)
        place = 10_000 if many else 2
        assert (caught.value.place, caught.value.facts["position"]) == (None, place)
        assert why.format(f"{shown} at position {place} of the ids (from 0)") in str(caught.value)
        assert caught.value.remedy


def test_bad_ids_on_the_command_line_name_file_place_cause_and_way_out(shell: Shell, tokenizer, tmp_path):
    """Fault 52, from a file."""
    for written, told in (
        ("72 -1", "entry 2: -1 is negative. Use whole numbers of 0 or more."),
        ("72 NaN", "entry 2: “NaN” is not an id. Use whole numbers, separated by spaces or commas."),
        (f"72 {2**40}", f"no token has id {2**40} at position 1 of the ids (from 0). "
                        "Check that these are ids of this tokenizer."),
        ("Hello", "entry 1: “Hello” is not an id. Use whole numbers, separated by spaces or commas."),
        (f"1{'0' * 30}", f"entry 1: 1{'0' * 30} is larger than any id. "
                         "Check that these are ids of this tokenizer."),
    ):  # fmt: skip
        path = tmp_path / "ids.txt"
        path.write_text(written)
        assert shell("decode", "--tokenizer", tokenizer, path) == 1
        between = ", " if told.startswith("entry") else ": "
        assert shell.err == f"workbench: {path}{between}{told}\n"
        assert shell.out == b""


def test_ten_million_ids_are_decoded() -> None:
    """Fault 52: 1e7 ids."""
    ids = np.full(10_000_000, 97, np.uint32)
    assert ours().decode_bytes(ids) == b"a" * 10_000_000


@pytest.mark.parametrize("data", [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"a\xe6\x97", b"\x80" * 9])
def test_ids_that_are_no_utf8_are_shown_as_bytes(shell: Shell, tokenizer, data: bytes) -> None:
    """Fault 53: the exact bytes come back, and are seen as hex, not as U+FFFD."""
    ids = list(data)
    assert ours().decode_bytes(ids) == data
    assert ours().decode(ids) == data.decode("utf-8", "replace")
    hexed = visible(data)
    assert "\ufffd" not in hexed
    assert f"⟨{data[-1]:02X}⟩" in hexed or data[-1:].hex(" ").upper() in hexed
    assert shell("decode", "--tokenizer", tokenizer, stdin=" ".join(map(str, ids)).encode()) == 0
    assert shell.out == data


@pytest.mark.parametrize("order", list(permutations(PLAIN)))
def test_special_tokens_as_tiktoken_takes_them(order: tuple[str, ...]) -> None:
    """Fault 54: allowed and disallowed in every combination; of several at one place the longest wins.

    tiktoken itself takes the one that was given first, so it is judged by ids only where none begins another.
    """
    every = {text: PLAIN[text] for text in order}
    assert ours(every).encode("x<a>bc<a>a", allowed_special="all") == [120, 302, 99, 301, 300]
    apart = {text: i for text, i in every.items() if text != "<a>b"}
    mine = ours(apart)
    judge = tiktoken.Encoding(
        "toy",
        pat_str=published("cl100k").pattern,
        mergeable_ranks={bytes([byte]): byte for byte in range(256)},
        special_tokens=apart,
    )
    choices = ["all", set(), {"<a>"}, {"a"}, {"a", "<a>"}]
    for allowed, disallowed, text in product(choices, [(), *choices], ["", "x", "<a>", "x<a> a", "bc"]):
        try:
            wanted = judge.encode(text, allowed_special=allowed, disallowed_special=disallowed)
        except ValueError:
            with pytest.raises(EngineError) as caught:
                mine.encode(text, allowed_special=allowed, disallowed_special=disallowed)
            assert caught.value.code == "special_token_in_text"
            token, place = caught.value.facts["token"], caught.value.place
            assert (place.kind, text[place.value :].startswith(token)) == ("character", True)
            assert "Allow it in allowed_special" in caught.value.remedy
        else:
            assert mine.encode(text, allowed_special=allowed, disallowed_special=disallowed) == wanted


def test_special_tokens_that_cannot_be_are_refused() -> None:
    """Fault 54: empty ones, for which tiktoken's encode never ends; and ids that are taken."""
    for ids, told in (
        ({"": 300}, "special token 300 has an empty text. Remove it, or give it a text."),
        ({"x": 97}, "the special token “x” has id 97, the id of “a”. "
                    "Give it an unused id."),
        ({"x": 300, "y": 300}, "the special tokens “x” and “y” have the same id 300. "
                               "Give it an unused id."),
    ):  # fmt: skip
        with pytest.raises(EngineError) as caught:
            SpecialTokens(ids, lambda i: bytes([i]) if i < 256 else None)
        assert str(caught.value) == told


def test_a_panic_is_an_error_that_only_base_exception_catches() -> None:
    """Fault 55: `except Exception` alone lets pyo3's PanicException through; our wrapper does not."""
    panics = (
        b'{"version": "1.0", "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "##c": 2, "abc": 3}, '
        b'"merges": [["a", "b"]], "continuing_subword_prefix": "##########"}}'
    )
    seen = "nothing"
    try:
        try:
            tokenizers.Tokenizer.from_str(panics.decode())
        except Exception as error:  # noqa: BLE001 - this is what must not be enough
            seen = type(error).__name__
    except BaseException as error:  # noqa: BLE001
        seen = f"past Exception: {type(error).__name__}"
    assert seen == "past Exception: PanicException"
    with Child() as child:
        with pytest.raises(EngineError) as caught:
            foreign_model("tokenizers", panics, child)
        assert caught.value.code == "foreign_failed"
        assert "tokenizers" in caught.value.cause
        assert caught.value.remedy
        assert child.pid is not None, "the child lives on"
