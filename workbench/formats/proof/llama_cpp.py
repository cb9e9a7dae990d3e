"""llama.cpp as the judge of GGUF files: by xllamacpp, which holds it compiled, or by llama-cpp-python.

xllamacpp's own classes open whole models alone. The C functions of llama.cpp are in its library under their
own names, and what they take is in llama.cpp's `include/llama.h` (as of its build 11549, October 2026).
"""

from __future__ import annotations

import ctypes
import logging
import os
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

# Name of the module -> of the package; the first is asked before the second.
PACKAGES = {"xllamacpp": "xllamacpp", "llama_cpp": "llama-cpp-python"}


class _Parameters(ctypes.Structure):
    """`llama_model_params`, passed by value; the room behind it is for members that are added later."""

    _fields_ = (
        ("devices", ctypes.c_void_p), ("tensor_buft_overrides", ctypes.c_void_p),
        ("n_gpu_layers", ctypes.c_int32), ("split_mode", ctypes.c_int32), ("load_mode", ctypes.c_int32),
        ("lazy_mode", ctypes.c_int32), ("main_gpu", ctypes.c_int32), ("tensor_split", ctypes.c_void_p),
        ("progress_callback", ctypes.c_void_p), ("progress_callback_user_data", ctypes.c_void_p),
        ("kv_overrides", ctypes.c_void_p), ("vocab_only", ctypes.c_bool), ("check_tensors", ctypes.c_bool),
        ("use_extra_bufts", ctypes.c_bool), ("no_host", ctypes.c_bool), ("no_alloc", ctypes.c_bool),
        ("later", ctypes.c_ubyte * 256),
    )  # fmt: skip


# What llama.cpp sets in members on both sides of `vocab_only`: a sign that this layout is its own.
_DEFAULTS = {
    "n_gpu_layers": -1, "split_mode": 1, "load_mode": -1, "main_gpu": 0, "tensor_split": None,
    "kv_overrides": None, "vocab_only": False, "check_tensors": False, "use_extra_bufts": True,
}  # fmt: skip
_Log = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)
_SILENT = _Log(lambda level, text, data: None)

_P, _I, _B, _S = ctypes.c_void_p, ctypes.c_int32, ctypes.c_bool, ctypes.c_char_p
# function -> what it returns, and what it takes
_FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "llama_log_set": (None, _Log, _P),
    "llama_model_default_params": (_Parameters,),
    "llama_model_load_from_file": (_P, _S, _Parameters),
    "llama_model_free": (None, _P),
    "llama_model_get_vocab": (_P, _P),
    "llama_model_chat_template": (_S, _P, _S),
    "llama_vocab_n_tokens": (_I, _P),
    "llama_vocab_type": (ctypes.c_int, _P),
    **{f"llama_vocab_{role}": (_I, _P) for role in ("bos", "eos", "pad", "mask")},
    **{f"llama_vocab_get_add_{role}": (_B, _P) for role in ("bos", "eos")},
    "llama_tokenize": (_I, _P, _S, _I, _P, _I, _B, _B),
    "llama_token_to_piece": (_I, _P, _I, _S, _I, _I, _B),
    "llama_detokenize": (_I, _P, _P, _I, _S, _I, _B, _B),
}


def installed() -> str | None:
    """Return the first module of `PACKAGES` that is installed, or None."""
    return next((name for name in PACKAGES if find_spec(name)), None)


def _xllamacpp() -> SimpleNamespace:
    """Return the functions of llama.cpp inside xllamacpp; raises ImportError where it is not installed."""
    spec = find_spec("xllamacpp")
    folders = (spec and spec.submodule_search_locations) or ()
    files = [path for folder in folders for path in Path(folder).glob("xllamacpp.*")]
    binary = next((path for path in files if path.suffix in (".so", ".pyd")), None)
    if binary is None:
        raise ImportError("xllamacpp")
    os.environ.setdefault("GGML_NO_BACKTRACE", "1")  # else it starts a debugger where a file ends the process
    library = ctypes.CDLL(str(binary))
    functions = SimpleNamespace(llama_token=_I, LLAMA_VOCAB_TYPE_SPM=1)
    for name, (returned, *taken) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = returned, taken
        setattr(functions, name, function)
    parameters = functions.llama_model_default_params()
    if {name: getattr(parameters, name) for name in _DEFAULTS} != _DEFAULTS:
        raise ValueError("this release of llama.cpp passes its parameters in another way")
    functions.llama_log_set(_SILENT, None)
    return functions


def _llama_cpp_python() -> Any:  # noqa: ANN401 - a module
    logging.getLogger("llama-cpp-python").setLevel(logging.CRITICAL + 1)
    return import_module("llama_cpp")


class LlamaCpp:
    """The vocabulary of a GGUF file in llama.cpp (seen: llama-cpp-python 0.3.36, xllamacpp 2026.10.11549).

    Bytes beyond U+10FFFF end its process. `llama_detokenize` leaves out spaces before punctuation for some
    vocabularies of pairs (`clean_spaces`), which printing token by token, as programs do, never does.

    Attributes:
        n_tokens: how many tokens it counts.
        by_scores: it is of the kind "llama", for which bytes that are not UTF-8 are no U+FFFD.

    """

    def __init__(self, path: str, package: str | None = None) -> None:
        """Open a file by one of `PACKAGES`, by default the first that is installed.

        Raises:
            ImportError: it is not installed, or none is.
            ValueError: llama.cpp refuses the file.

        """
        package = package or installed()
        self._library: Any = _llama_cpp_python() if package == "llama_cpp" else _xllamacpp()
        parameters = self._library.llama_model_default_params()
        parameters.vocab_only, parameters.use_mmap = True, False
        self._model = self._library.llama_model_load_from_file(path.encode(), parameters)
        if self._model is None:
            raise ValueError("llama.cpp does not open it")
        self._vocab = self._library.llama_model_get_vocab(self._model)
        self.n_tokens = int(self._library.llama_vocab_n_tokens(self._vocab))
        self.by_scores = self._library.llama_vocab_type(self._vocab) == self._library.LLAMA_VOCAB_TYPE_SPM

    def close(self) -> None:
        """Free the vocabulary; it cannot be used afterwards."""
        self._library.llama_model_free(self._model)

    @property
    def roles(self) -> dict[str, int | None]:
        """Return the ids of bos, eos, pad and mask; 11 or 1 and 2 are there for bos and eos without one."""
        ids = {role: int(self._of(role)) for role in ("bos", "eos", "pad", "mask")}
        return {role: None if token_id < 0 else token_id for role, token_id in ids.items()}

    @property
    def adds(self) -> tuple[bool, bool]:
        """Return whether it puts bos before and eos after a text."""
        return bool(self._of("get_add_bos")), bool(self._of("get_add_eos"))

    def _of(self, name: str) -> int:
        value: int = getattr(self._library, f"llama_vocab_{name}")(self._vocab)
        return value

    @property
    def chat_template(self) -> str | None:
        """Return the chat template of the file, or None."""
        template: bytes | None = self._library.llama_model_chat_template(self._model, None)
        return None if template is None else template.decode()

    def encode(self, text: bytes, special: bool = False, framed: bool = False) -> list[int]:
        """Return the ids of a text; `special`: special tokens in it become their ids; `framed`: BOS, EOS."""
        ids = (self._library.llama_token * (len(text) + 16))()
        n = self._library.llama_tokenize(self._vocab, text, len(text), ids, len(ids), framed, special)
        return list(ids[:n])

    def decode(self, ids: Sequence[int]) -> bytes:
        """Return what ids are printed as, special tokens included."""
        if not self.by_scores:
            return b"".join(map(self._piece, ids))
        tokens = (self._library.llama_token * len(ids))(*ids)
        return self._printed(self._library.llama_detokenize, tokens, len(ids), tail=(False, True))

    def _piece(self, token_id: int) -> bytes:
        return self._printed(self._library.llama_token_to_piece, token_id, tail=(0, True))

    def _printed(self, print_into: Callable[..., int], *head: Any, tail: tuple[Any, ...]) -> bytes:  # noqa: ANN401
        size = 64
        while True:
            buffer = ctypes.create_string_buffer(size)
            n = print_into(self._vocab, *head, buffer, size, *tail)
            if n >= 0:
                return buffer.raw[:n]
            size = -n
