"""nanochat's pickle: an encoding comes out, and nothing is ever run."""

from __future__ import annotations

import os
import pickle
import struct
from pathlib import Path

import pytest
import tiktoken

from tests.formats.toys import codes, opened, refusal, toy
from workbench.engine.base.errors import EngineError
from workbench.engine.base.roles import Roles
from workbench.engine.encoding.roles import roles_of
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.formats.registry import save_file

RANKS = {bytes((byte,)): byte for byte in range(256)} | {b"ab": 256, b" a": 257}
SPECIALS = {"<|bos|>": 258, "<|user_start|>": 259}


def encoding(**changes: object) -> tiktoken.Encoding:
    parts = {"pat_str": PUBLISHED["cl100k"].pattern, "mergeable_ranks": RANKS, "special_tokens": SPECIALS}
    return tiktoken.Encoding(name="rustbpe", **(parts | changes))


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_an_encoding(tmp_path: Path, protocol: int) -> None:
    made = encoding()
    found = opened(tmp_path, "tokenizer.pkl", pickle.dumps(made, protocol))
    assert (found.format, found.notices, found.tokenizer.name) == ("nanochat", (), "rustbpe")
    assert found.tokenizer.pre_tokenizer.name == "cl100k"
    text = "ab a<|bos|>ab ab"
    assert found.tokenizer.encode(text, allowed_special="all") == made.encode(text, allowed_special="all")
    custom = encoding(pat_str=r"\w+| +|[^\w ]+")
    found = opened(tmp_path, "tokenizer.pkl", pickle.dumps(custom, protocol))
    again = found.tokenizer
    assert codes(found) == ["notice_pattern_dialect"]
    assert again.encode("ab  a!") == custom.encode("ab  a!")
    again.close()


def test_roles_by_the_names_of_nanochat(tmp_path: Path) -> None:
    tokenizer = opened(tmp_path, "tokenizer.pkl", pickle.dumps(encoding())).tokenizer
    assert roles_of(tokenizer) == Roles(bos="<|bos|>", user="<|user_start|>")
    other = opened(tmp_path, "tokenizer.pkl", pickle.dumps(encoding(special_tokens={"<|end|>": 258})))
    assert roles_of(other.tokenizer) == Roles()


class Harm:
    """Would run a command when it is unpickled the ordinary way."""

    def __init__(self, call: object, *arguments: object) -> None:
        self.call, self.arguments = call, arguments

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return self.call, self.arguments


def test_nothing_is_run(tmp_path: Path) -> None:  # 22
    mark = tmp_path / "ran"
    for call in (os.system, eval, open):
        argument = f"__import__('pathlib').Path({str(mark)!r}).touch()" if call is eval else f"touch {mark}"
        for made in (Harm(call, argument), encoding_with(Harm(call, argument))):
            fault = refusal(tmp_path, "tokenizer.pkl", pickle.dumps(made))
            assert fault is not None
            assert fault.code == "pickle_forbidden"
    assert not mark.exists()
    assert str(fault) == (
        f"{tmp_path / 'tokenizer.pkl'}: the file would build {fault.facts['name']}, not only a tiktoken "
        f"Encoding. Check where the file comes from: it may be damaged or malicious."
    )


def encoding_with(part: object) -> bytes | object:
    """Return what pickles as an encoding with a part that is none of its own."""
    return Built({"name": "x", "pat_str": "", "mergeable_ranks": part, "special_tokens": {}})


class Built:
    """Pickles as an encoding of any state."""

    def __init__(self, state: object) -> None:
        self.state = state

    def __reduce__(self) -> tuple[object, ...]:
        return tiktoken.Encoding.__new__, (tiktoken.Encoding,), self.state


def state(of: object) -> bytes:
    """Return the pickle of an encoding with any state, by hand."""
    body = pickle.dumps(of, 4)[2:-1]
    if body[:1] == b"\x95":
        body = body[9:]
    return b"\x80\x04ctiktoken.core\nEncoding\n)\x81" + body + b"b."


WHOLE = {"name": "x", "pat_str": "a", "mergeable_ranks": RANKS, "special_tokens": {}}


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (state("cl100k_base"), "pickle_by_name", None),  # 22
        (pickle.dumps([1, 2]), "pickle_other", None),
        (b"\x80\x04\x95" + struct.pack("<Q", 1 << 62) + b"}.", "pickle_broken", None),
        (b"\x80\x04\x8e" + struct.pack("<Q", 1 << 62) + b"a.", "pickle_broken", None),
        (b"\x80\x04K\x01Q.", "pickle_forbidden", None),
        (b"\x80\x02Pa\n.", "pickle_forbidden", None),
        (pickle.dumps(encoding())[:-500], "pickle_broken", None),
        (b"\x80\x04.", "pickle_broken", None),
        (state([1]), "pickle_kind", "the encoding"),
        (state(WHOLE | {"pat_str": ""}), "pickle_kind", "pat_str"),  # with which tiktoken panics
        (state(WHOLE | {"pat_str": "\ud800"}), "pickle_kind", "pat_str"),
        (state(WHOLE | {"mergeable_ranks": {"a": 1}}), "pickle_kind", "mergeable_ranks"),
        (state(WHOLE | {"mergeable_ranks": {b"a": 1.5}}), "pickle_kind", "mergeable_ranks"),
        (state(WHOLE | {"mergeable_ranks": {b"a": 1 << 70}}), "id_too_large", None),
        (state(WHOLE | {"mergeable_ranks": {b"a": 0}}), "bytes_missing", None),
        (state(WHOLE | {"mergeable_ranks": RANKS | {b"ab": 5}}), "id_twice", None),
        (state(WHOLE | {"special_tokens": {"a": "b"}}), "pickle_kind", "special_tokens"),
        (state(WHOLE | {"special_tokens": {"a": 5}}), "special_token_id_taken", None),
        (state(WHOLE | {"pat_str": b"a"}), "pickle_kind", "pat_str"),
        (state(WHOLE | {"pat_str": "(?R)"}), "pattern_recursion", None),
    ],
)  # fmt: skip
def test_bad_files(tmp_path: Path, data: bytes, code: str, place: str | None) -> None:
    fault = refusal(tmp_path, "tokenizer.pkl", data)
    assert fault is not None
    assert fault.code == code
    if place is not None:
        assert fault.place.value == place
    assert str(tmp_path / "tokenizer.pkl") in str(fault)


def test_it_is_never_written(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="can be read but not written"):
        save_file(toy(), tmp_path / "a.pkl", "nanochat")
    assert list(tmp_path.iterdir()) == []
