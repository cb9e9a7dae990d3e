"""The child's side of a proof: a written file is opened in the library that it is for, and run over texts.

The operations run in a child of their own (`isolation.py`), which keeps the file that was opened
last. Each judge gets the bytes of the files as they will be in their folder and uses its library as a
reader of these files would; nothing of the workbench's own reading is used here.
"""

from __future__ import annotations

import base64
import os
import signal
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from workbench.engine.child.frames import Frame
from workbench.engine.child.library_faults import guarded
from workbench.formats.proof.llama_cpp import PACKAGES, LlamaCpp

Files = Mapping[str, bytes]  # name in the folder -> bytes, the file itself first


@dataclass(frozen=True, slots=True)
class _Judge:
    """A file opened in its library.

    Attributes:
        n_tokens: how many tokens the library counts.
        encode: text, in use -> ids; None if the library only reads the file. In use the text is encoded
            as for a model, with the tokens around it, and with special tokens where the library finds them
            in a text at all; else special tokens are plain text.
        decode: ids -> bytes.
        takes: in use special tokens are found in a text.
        frames: which of the tokens around a text are there in use: "all", "added" (those that the file says
            are), or "none".

    """

    n_tokens: int
    encode: Callable[[str, bool], Sequence[int]] | None = None
    decode: Callable[[list[int]], bytes] | None = None
    takes: bool = False
    frames: str = "none"


# Longer than other operations may take: gguf reads 200,000 tokens and their merges one by one.
OPEN_SECONDS = 240

_guarded = partial(guarded, missing="judge_missing", failed="judge_refuses")
_opened: dict[str, _Judge] = {}


def open_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Open the files header["names"], buffers their bytes, in header["library"].

    header["folder"] is where files may lie that the library wants by name; header["pattern"] and
    header["special_tokens"] are what a file of ranks leaves out, header["roles"] whether there are tokens
    before and after a text. Replies {"version",
    "tokens": how many, "encodes", "takes", "frames": of the `_Judge`}.
    """
    library = header["library"]
    signal.alarm(OPEN_SECONDS)
    files = dict(zip(header["names"], buffers, strict=True))
    _opened.clear()
    with _guarded(library):
        _opened[library] = judge = _OPEN[library](files, header)
        installed = version(_PACKAGES.get(library, library))
    encodes = judge.encode is not None
    facts = {"version": installed, "tokens": judge.n_tokens, "encodes": encodes}
    yield Frame({**facts, "takes": judge.takes, "frames": judge.frames})


def encode_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Encode buffers[0], UTF-8, by the file that header["library"] has open; header["in_use"] as `_Judge`.

    Replies the ids, uint32, and the bytes that they are decoded to.
    """
    judge = _opened[header["library"]]
    if judge.encode is None or judge.decode is None:
        raise ValueError(header["library"])
    with _guarded(header["library"]):
        ids = list(judge.encode(buffers[0].decode(), bool(header.get("in_use"))))
        decoded = judge.decode(ids)
    yield Frame({"done": len(buffers[0])}, (array("I", ids).tobytes(), decoded))


# --- the libraries ------------------------------------------------------------------------------


def _tiktoken(files: Files, header: Mapping[str, Any]) -> _Judge:
    """Ranks as tiktoken's load_tiktoken_bpe reads them, without its cache of files by path."""
    tiktoken: Any = import_module("tiktoken")
    lines = next(iter(files.values())).splitlines()
    ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines if line)}
    encoding = tiktoken.Encoding(
        "proof",
        pat_str=header["pattern"] or r"(?s:.+)",
        mergeable_ranks=ranks,
        special_tokens=header["special_tokens"],
    )

    def _encode(text: str, in_use: bool) -> Sequence[int]:
        ids: Sequence[int] = (
            encoding.encode(text, allowed_special="all") if in_use else encoding.encode_ordinary(text)
        )
        return ids

    return _Judge(len(ranks), _encode, encoding.decode_bytes, takes=True)


def _tokenizers(files: Files, header: Mapping[str, Any]) -> _Judge:
    library: Any = import_module("tokenizers")
    return _hugging_face(library.Tokenizer.from_str(next(iter(files.values())).decode()))


def _gpt2(files: Files, header: Mapping[str, Any]) -> _Judge:
    """vocab.json and merges.txt as readers of GPT-2's files take them: its pattern, its byte alphabet."""
    library: Any = import_module("tokenizers")
    paths = _put(files, header["folder"])
    merges = next(path for path in paths if not path.endswith(".json"))
    vocab = next(path for path in paths if path.endswith(".json"))
    tokenizer = library.Tokenizer(library.models.BPE.from_file(vocab, merges))
    tokenizer.pre_tokenizer = library.pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = library.decoders.ByteLevel()
    return replace(_hugging_face(tokenizer), takes=False, frames="none")  # these files name no special tokens


def _hugging_face(library: Any) -> _Judge:  # noqa: ANN401 - tokenizers.Tokenizer
    library.no_truncation()
    library.no_padding()

    def _encode(text: str, in_use: bool) -> Sequence[int]:
        library.encode_special_tokens = not in_use
        ids: Sequence[int] = library.encode(text, add_special_tokens=in_use).ids
        return ids

    def _decode(ids: list[int]) -> bytes:
        return str(library.decode(ids, skip_special_tokens=False)).encode()

    size = library.get_vocab_size(with_added_tokens=False)
    return _Judge(size, _encode, _decode, takes=True, frames="added")


def _sentencepiece(files: Files, header: Mapping[str, Any]) -> _Judge:
    library: Any = import_module("sentencepiece")
    processor = library.SentencePieceProcessor(model_proto=next(iter(files.values())))

    def _encode(text: str, in_use: bool) -> Sequence[int]:
        bos, eos = [in_use and has_role for has_role in header["roles"]]
        ids: Sequence[int] = processor.encode(text, add_bos=bos, add_eos=eos)
        return ids

    def _decode(ids: list[int]) -> bytes:
        return str(processor.decode(ids)).encode() if ids else b""

    return _Judge(processor.get_piece_size(), _encode, _decode, frames="all")


def _llama_cpp(package: str, files: Files, header: Mapping[str, Any]) -> _Judge:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    path, *_ = _put(files, header["folder"])
    tokenizer = LlamaCpp(path, package)

    def _encode(text: str, in_use: bool) -> Sequence[int]:
        return tokenizer.encode(text.encode(), in_use, in_use)

    return _Judge(tokenizer.n_tokens, _encode, tokenizer.decode, takes=True, frames="added")


def _gguf(files: Files, header: Mapping[str, Any]) -> _Judge:
    """Read the list of tokens; `gguf` has no encoder."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    library: Any = import_module("gguf")
    path, *_ = _put(files, header["folder"])
    return _Judge(len(library.GGUFReader(path, "r").get_field("tokenizer.ggml.tokens").data))


def _mistral_common(files: Files, header: Mapping[str, Any]) -> _Judge:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    library: Any = import_module("mistral_common.tokens.tokenizers.tekken")
    # Its own check of the kind of a file looks for "tekken" in the name.
    path, *_ = _put({"tekken.json": next(iter(files.values()))}, header["folder"])
    tokenizer = library.Tekkenizer.from_file(path)

    def _encode(text: str, in_use: bool) -> Sequence[int]:
        bos, eos = [in_use and has_role for has_role in header["roles"]]
        ids: Sequence[int] = tokenizer.encode(text, bos=bos, eos=eos)
        return ids

    def _decode(ids: list[int]) -> bytes:
        return str(tokenizer.decode(ids)).encode()

    return _Judge(tokenizer.n_words, _encode, _decode, frames="all")


_OPEN: Mapping[str, Callable[[Files, Mapping[str, Any]], _Judge]] = {
    "tiktoken": _tiktoken,
    "tokenizers": _tokenizers,
    "gpt2": _gpt2,
    "sentencepiece": _sentencepiece,
    **{package: partial(_llama_cpp, package) for package in PACKAGES},
    "gguf": _gguf,
    "mistral_common": _mistral_common,
}
_PACKAGES = {"gpt2": "tokenizers", **PACKAGES}


def _put(files: Files, folder: str) -> list[str]:
    """Put files into a folder and return their paths; the caller removes the folder."""
    paths = [Path(folder, name) for name in files]
    for path, data in zip(paths, files.values(), strict=True):
        path.write_bytes(data)
    return [str(path) for path in paths]
