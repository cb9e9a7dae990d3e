"""The verb decode."""

from __future__ import annotations

import argparse
from base64 import b64encode

from workbench.api.encoded_files import decode_data
from workbench.cli.opening import open_named
from workbench.cli.streams import input_name, print_result, put, read
from workbench.cli.tokenizer_flags import add_tokenizer
from workbench.engine.base.errors import EngineError
from workbench.engine.base.utf8 import as_text
from workbench.formats.id_files import FORMS


def add_arguments(verb: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    add_tokenizer(verb)
    verb.add_argument(
        "input",
        nargs="?",
        type=input_name,
        metavar="INPUT",
        help="file or pipe of ids (default, or -: standard input)",
    )
    verb.add_argument(
        "--from",
        choices=FORMS,
        dest="form",
        help=("form of the ids (default: npy if marked as such, else text or json)"),
    )
    verb.add_argument("--json", action="store_true", help="print the text and its bytes in base64 as JSON")


def run(arguments: argparse.Namespace) -> None:
    """Write the exact bytes of ids, or their details as JSON; raises EngineError or OSError."""
    data = read(arguments.input)
    try:
        tokenizer = open_named(arguments, arguments.tokenizer).tokenizer
        text, n_ids = decode_data(tokenizer, data, arguments.form)
    except EngineError as error:
        raise error.in_file(arguments.input or "standard input") from error
    if arguments.json:
        print_result(_as_json(text, n_ids), True, ())
    else:
        put(text)


def _as_json(data: bytes, n_ids: int) -> dict[str, object]:
    """Return bytes for JSON: "text" is null if they are not UTF-8."""
    return {"n_ids": n_ids, "n_bytes": len(data), "text": as_text(data), "base64": b64encode(data).decode()}
