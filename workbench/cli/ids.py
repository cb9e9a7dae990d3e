"""The verbs encode and decode."""

from __future__ import annotations

import argparse
import sys
from base64 import b64encode

import numpy as np
from numpy.typing import NDArray

from workbench import api
from workbench.cli.streams import Bar, print_result, put, read
from workbench.engine.errors import EngineError
from workbench.engine.tokenizer import Tokenizer
from workbench.formats.id_files import pack, unpack


def encode(arguments: argparse.Namespace) -> None:
    """Write the ids of a text; raises EngineError or OSError."""
    binary = arguments.to not in ("text", "json")
    if binary and arguments.out is None and sys.stdout is not None and sys.stdout.isatty():
        arguments.usage_error(f"--to {arguments.to} is not for a terminal; name a file with --out")
    tokenizer = api.open_tokenizer(arguments.tokenizer, arguments.anyway)
    try:
        ids = _ids(tokenizer, read(arguments.input), arguments)
    finally:
        tokenizer.close()
    data = pack(ids, arguments.to)
    if arguments.out is None:
        put(data)
    else:
        api.write_file(arguments.out, data)


def _ids(tokenizer: Tokenizer, text: bytes, arguments: argparse.Namespace) -> NDArray[np.uint32]:
    allowed, refused = tokenizer.specials.choose(*_special_choice(tokenizer, arguments))
    parts = [np.empty(0, np.uint32)]
    try:
        tokenizer.specials.refuse(text, refused, count_characters=False)
        with Bar() as bar:
            for part in tokenizer.encode_steps(text, specials=allowed):
                if part is not None:
                    parts.append(part.ids)
                    bar.show("encoding", int(part.spans[-1, 1]) if len(part.spans) else 0, len(text))
    except EngineError as error:
        code = "special_token_refused" if error.code == "special_token_in_text" else error.code
        file = arguments.input or "standard input"
        raise EngineError(code, file=error.file or file, place=error.place, **error.facts) from error
    return np.concatenate(parts)


def _special_choice(
    tokenizer: Tokenizer, arguments: argparse.Namespace
) -> tuple[str | frozenset[str], str | tuple[str, ...]]:
    """Return what `encode` calls allowed_special and disallowed_special."""
    chosen: str = arguments.special
    if chosen == "all" or chosen == "none":
        return chosen, ()
    if chosen == "error":
        return frozenset(), "all"
    texts = {chosen} if chosen in tokenizer.special_tokens else set(chosen.split(","))
    for text in sorted(texts - set(tokenizer.special_tokens)):
        choices = ", ".join(tokenizer.special_tokens) or "none"
        raise EngineError("special_token_unknown", file=arguments.tokenizer, token=text, choices=choices)
    return frozenset(texts), "all"


def decode(arguments: argparse.Namespace) -> None:
    """Write the exact bytes that ids stand for, or what they are as JSON; raises EngineError or OSError."""
    data = read(arguments.input)
    try:
        ids = unpack(data, arguments.form)
        text = api.open_tokenizer(arguments.tokenizer, arguments.anyway).decode_bytes(ids)
    except EngineError as error:
        raise error.in_file(arguments.input or "standard input") from error
    if arguments.json:
        print_result(_as_json(text, len(ids)), True, ())
    else:
        put(text)


def _as_json(data: bytes, n_ids: int) -> dict[str, object]:
    """Return bytes as JSON can hold them: "text" is null where they are not UTF-8."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = None
    return {"n_ids": n_ids, "n_bytes": len(data), "text": text, "base64": b64encode(data).decode()}
