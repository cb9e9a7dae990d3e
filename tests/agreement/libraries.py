"""Tokenizer files opened in the libraries that they are for, special tokens as text and taken, and decoding.

No reader of the workbench has a part in it; what a file of ranks leaves out is handed over.
"""

from __future__ import annotations

import base64
import importlib.util
import json
import subprocess
import sys
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.proof.llama_cpp import PACKAGES, LlamaCpp, installed

Text = str | bytes
Encode = Callable[[Text], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Library:
    """A tokenizer file in its own library.

    Attributes:
        name: of the library, with its version.
        plain: text -> ids, special tokens being text.
        taken: text -> ids, special tokens becoming their ids; None where no text becomes them there.
        decode: ids -> bytes, special tokens printed; None where that is not compared.
        takes_bytes: texts that are not UTF-8 are for it too; else it takes str alone.

    """

    name: str
    plain: Encode
    taken: Encode | None = None
    decode: Callable[[list[int]], bytes] | None = None
    takes_bytes: bool = False


def library_of(
    format_name: str, path: Path, tokenizer: Tokenizer, minbpe: Path | None = None
) -> Library | None:
    """Return a file in the library that its format is for, or None where none is at hand.

    Args:
        format_name: name of the format that the file is in.
        path: of the file.
        tokenizer: where a file of ranks leaves pattern and special tokens open, it has this one's.
        minbpe: a checkout of karpathy/minbpe.

    Raises:
        Exception: whatever the library raises of a file that it refuses.

    """
    if format_name == "minbpe":
        return None if minbpe is None else _minbpe(path, minbpe)
    return _OPEN[format_name](path, tokenizer) if format_name in _OPEN else None


def _named(package: str) -> str:
    return f"{package} {version(package)}"


def _tiktoken(path: Path, tokenizer: Tokenizer) -> Library:
    tiktoken = importlib.import_module("tiktoken")
    rows = (line.split() for line in path.read_bytes().splitlines() if line)
    made = tiktoken.Encoding(
        "file",
        pat_str=tokenizer.pre_tokenizer.pattern or r"[\s\S]+",
        mergeable_ranks={base64.b64decode(token): int(rank) for token, rank in rows},
        special_tokens=dict(tokenizer.special_tokens),
    )
    every = set(tokenizer.special_tokens)
    return Library(
        _named("tiktoken"),
        made.encode_ordinary,
        lambda text: made.encode(text, allowed_special=every, disallowed_special=()),
        made.decode_bytes,
    )


def _tokenizers(path: Path, tokenizer: Tokenizer) -> Library:
    return _hugging_face(importlib.import_module("tokenizers").Tokenizer.from_file(str(path)))


def _hugging_face(made: Any) -> Library:
    made.no_truncation()
    made.no_padding()

    def encode(text: str, plain: bool) -> list[int]:
        made.encode_special_tokens = plain
        ids: list[int] = made.encode(text, add_special_tokens=False).ids
        return ids

    return Library(
        _named("tokenizers"),
        lambda text: encode(text, True),
        lambda text: encode(text, False),
        lambda ids: made.decode(ids, skip_special_tokens=False).encode(),
    )


def _gpt2(path: Path, tokenizer: Tokenizer) -> Library:
    """`vocab.json` and `merges.txt` as GPT-2's readers take them, who know no special token of them."""
    library = importlib.import_module("tokenizers")
    vocab = path.with_name("vocab.json")
    made = library.Tokenizer(library.models.BPE.from_file(str(vocab), str(path)))
    made.pre_tokenizer = library.pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = library.decoders.ByteLevel()
    found = _hugging_face(made)
    return Library(found.name, found.plain, None, found.decode)


def _sentencepiece(path: Path, tokenizer: Tokenizer) -> Library:
    """No text becomes a control symbol, and decoding drops them (sentencepiece 0.2.3)."""
    made = importlib.import_module("sentencepiece").SentencePieceProcessor(model_file=str(path))
    return Library(
        _named("sentencepiece"),
        made.encode,
        None,
        lambda ids: made.decode(ids).encode() if ids else b"",
        takes_bytes=True,
    )


def _tekken(path: Path, tokenizer: Tokenizer) -> Library:
    """No text becomes a special token; decoding keeps them (`SpecialTokenPolicy.KEEP`)."""
    library = importlib.import_module("mistral_common.tokens.tokenizers.tekken")
    made = library.Tekkenizer.from_file(str(path))
    return Library(
        _named("mistral_common"),
        lambda text: made.encode(text, bos=False, eos=False),
        None,
        lambda ids: made.decode(ids, special_token_policy=library.SpecialTokenPolicy.KEEP).encode(),
    )


def _llama_cpp(path: Path, tokenizer: Tokenizer) -> Library | None:
    """In a vocabulary of pairs bytes that are not UTF-8 are U+FFFD to llama.cpp, here they are themselves."""
    if (package := installed()) is None:
        return None
    made = _LlamaCpp(path)
    return Library(
        _named(PACKAGES[package]),
        lambda text: made.ask("encode", _data(text).hex(), False),
        lambda text: made.ask("encode", _data(text).hex(), True),
        lambda ids: bytes.fromhex(made.ask("decode", ids)),
        takes_bytes=made.ask("by_scores"),
    )


def _data(text: Text) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


class NoAnswerError(EngineError):
    """A text ended the library's process."""


class _LlamaCpp:
    """`LlamaCpp` of `formats/proof` in a process of its own, since some texts end it."""

    def __init__(self, path: Path) -> None:
        self._command = [sys.executable, "-m", "tests.agreement.libraries", str(path)]
        self._process: subprocess.Popen[str] | None = None

    def ask(self, *question: Any) -> Any:
        """Return the answer; raises NoAnswerError where there is none."""
        if self._process is None:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            weakref.finalize(self, self._process.kill)
        print(json.dumps(question), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            self._process.wait()
            self._process = None
            raise NoAnswerError("judge_ended", library="llama.cpp", reason="a text ended its process")
        return json.loads(answer)


def _serve(path: str) -> None:
    """Answer the questions of `_LlamaCpp`, a line each."""
    made = LlamaCpp(path)
    for line in sys.stdin:
        match json.loads(line):
            case "encode", data, special:
                answer: Any = made.encode(bytes.fromhex(data), special)
            case "decode", ids:
                answer = made.decode(ids).hex()
            case _:
                answer = made.by_scores
        print(json.dumps(answer), flush=True)


def _minbpe(path: Path, checkout: Path) -> Library:
    sys.path.insert(0, str(checkout))
    try:
        minbpe: Any = importlib.import_module("minbpe")
    finally:
        sys.path.remove(str(checkout))
    # A loaded file's own pattern is not taken up by minbpe: it has to be there before.
    pattern = path.read_text("utf-8").split("\n")[1]
    made = minbpe.RegexTokenizer(pattern) if pattern else minbpe.BasicTokenizer()
    made.load(str(path))
    if not pattern:
        return Library("minbpe", made.encode)
    return Library(
        "minbpe",
        made.encode_ordinary,
        lambda text: made.encode(text, allowed_special="all"),
        lambda ids: b"".join(made.vocab[i] for i in ids),
    )


_OPEN: Mapping[str, Callable[[Path, Tokenizer], Library | None]] = {
    "tiktoken": _tiktoken,
    "hf": _tokenizers,
    "gpt2": _gpt2,
    "sentencepiece": _sentencepiece,
    "gguf": _llama_cpp,
    "tekken": _tekken,
}


if __name__ == "__main__":
    _serve(sys.argv[1])
