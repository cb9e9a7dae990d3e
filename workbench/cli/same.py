"""The verb same."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import chain
from typing import Any

from workbench import api
from workbench.api.encoded_files import file_chunks
from workbench.api.sameness import Parting, Sameness
from workbench.cli.opening import tokenizer_file
from workbench.cli.streams import counted, held, print_result, tell
from workbench.cli.tokenizer_flags import NAMED, add_anyway
from workbench.display.marks import visible

DIFFERENT, ONLY_TRIED = 1, 3  # exit status; 0 is the same, 2 an error, as in wrong usage
FAILED = 2
_STATUS = {"files": 0, "proved": 0, "texts": ONLY_TRIED, "different": DIFFERENT}
NOT_UTF8 = "what is not UTF-8, which the library of one of the two replaces"
IN_UTF8 = "not UTF-8; no difference was found in UTF-8"
_MOST_IDS = 16  # shown of each


def add_arguments(verb: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    verb.description = (
        "Exit status: 0 the same (equal files, or proved for every text), 1 different, 2 failed, 3 equal "
        "on the texts tried, but not proved."
    )
    verb.set_defaults(failed=FAILED)
    verb.add_argument("one", metavar="A", help=NAMED)
    verb.add_argument("other", metavar="B", help="another")
    verb.add_argument(
        "--text", nargs="+", action="extend", metavar="FILE",
        help="texts to try if nothing is proved (default: generated texts)",
    )  # fmt: skip
    verb.add_argument(
        "--pattern", metavar="NAME|REGEX", help="split pattern of a file that does not store one"
    )
    add_anyway(verb)
    verb.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Compare two tokenizers and return the exit status; raises EngineError or OSError."""
    one, other = tokenizer_file(arguments.one), tokenizer_file(arguments.other)
    paths = [held(path) for path in arguments.text or ()]
    for path in paths:  # if everything is proved no text is read, but a missing one is reported
        next(file_chunks(path), b"")
    texts = chain.from_iterable(map(file_chunks, paths)) if paths else None
    sameness = api.same(one, other, texts, pattern=arguments.pattern, anyway=arguments.anyway)
    for doubt in sameness.doubts:
        tell(doubt.message("command line"))
    lines = _lines(sameness, own_texts=texts is None)
    print_result(_result(sameness), arguments.json, lines)
    return _STATUS[sameness.verdict]


def _result(sameness: Sameness) -> dict[str, Any]:
    result: dict[str, Any] = {
        "verdict": sameness.verdict,
        "tokens": sameness.n_tokens,
        "bytes": sameness.n_bytes,
        "unproved": sameness.unproved,
        "only_utf8": sameness.only_utf8,
        "difference": None,
        "doubts": [doubt.message("command line") for doubt in sameness.doubts],
    }
    if sameness.parting is not None:
        parting = sameness.parting
        sides = zip(parting.ids, parting.decoded, parting.errors, strict=True)
        result["difference"] = {
            "text": None if parting.text is None else _shown(parting.text),
            "special": parting.specials,
            "utf8": not parting.only_of_bytes,
            "stage": parting.stage,
            **{
                name: {"ids": ids, "decoded": None if text is None else _shown(text), "error": error or None}
                for name, (ids, text, error) in zip(("a", "b"), sides, strict=True)
            },
        }
    return result


def _shown(text: bytes) -> str:
    return text.decode("utf-8", "backslashreplace")


def _lines(sameness: Sameness, *, own_texts: bool) -> Iterator[str]:
    if sameness.verdict == "files":
        yield "the same       the two files are equal"
    elif sameness.verdict == "proved":
        yield "the same       proved for every text"
    elif sameness.verdict == "texts":
        amount = f"{counted(sameness.n_tokens, 'token')}, {counted(sameness.n_bytes, 'byte')}"
        yield f"no difference  equal on {amount}, of {'generated texts' if own_texts else 'these texts'}"
        yield f"not proved     {', '.join(sameness.unproved)}"
        if sameness.only_utf8:
            yield f"left out       {NOT_UTF8}"
    if sameness.parting is not None:
        yield from _parting_lines(sameness.parting)


def _parting_lines(parting: Parting) -> Iterator[str]:
    yield f"different      in the {parting.stage}"
    if parting.text is not None:
        taken = ", special tokens treated as special" if parting.specials == "all" else ""
        yield f"text           {visible(parting.text) or '(empty)'}{taken}"
    if parting.only_of_bytes:
        yield f"               {IN_UTF8}"
    for name, ids, text, error in zip("AB", parting.ids, parting.decoded, parting.errors, strict=True):
        if error:
            yield f"  {name}            cannot encode it ({error})"
            continue
        read = "not known" if text is None else visible(text) or "(empty)"
        yield f"  {name}            {_ids(ids or ())}  →  {read}"


def _ids(ids: tuple[int, ...]) -> str:
    more = f" … {counted(len(ids), 'token')}" if len(ids) > _MOST_IDS else ""
    return " ".join(map(str, ids[:_MOST_IDS])) + more if ids else "no ids"
