"""The verb inspect."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from workbench import kernels
from workbench.api.files import open_file, writable_as
from workbench.cli.opening import tokenizer_file
from workbench.cli.streams import MOST_SPECIALS, counted, print_result
from workbench.cli.tokenizer_flags import NAMED, add_anyway
from workbench.display.marks import visible
from workbench.engine.encoding.roles import roles_of
from workbench.engine.splitting.pre_tokenizers import PATTERN_LIMIT, PreTokenizer
from workbench.engine.splitting.published_split import PublishedSplit


def _split_by(splitter: PreTokenizer) -> str:
    """Return the splitter of a text; a custom pattern that is too slow is stopped."""
    if splitter.compiled is not None or (
        isinstance(splitter, PublishedSplit) and splitter.kernel is not None
    ):
        return "a compiled kernel"
    if isinstance(splitter, PublishedSplit):
        return "regex"
    if splitter.name == "custom":
        return f"regex, in a separate process, stopped if it hangs for {PATTERN_LIMIT.seconds:g} s"
    return "nothing"


def add_arguments(verb: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    verb.add_argument("file", metavar="FILE", help=NAMED)
    add_anyway(verb)
    verb.add_argument("--json", action="store_true")


def run(arguments: argparse.Namespace) -> None:
    """Show what is in a tokenizer file; raises EngineError or OSError."""
    opened = open_file(tokenizer_file(arguments.file), anyway=arguments.anyway)
    tokenizer, model = opened.tokenizer, opened.tokenizer.model
    longest = max(
        (len(model.token_bytes(token_id) or b"") for token_id in range(model.vocab_size)), default=0
    )
    result = {
        "file": arguments.file,
        "format": opened.format,
        "name": tokenizer.name,
        "vocab_size": tokenizer.vocab_size,
        "n_merges": model.n_merges,
        "longest_token": longest,
        "library": model.in_library[0] if model.in_library else None,
        "split": tokenizer.pre_tokenizer.name,
        "pattern": tokenizer.pre_tokenizer.pattern,
        "split_by": _split_by(tokenizer.pre_tokenizer),
        "special_tokens": dict(tokenizer.special_tokens),
        "writable_as": writable_as(tokenizer),
        "roles": roles_of(tokenizer).named(),
        "chat_template": tokenizer.chat_template,
        "kernels": {"active": kernels.active(), "why_not": kernels.why_not()},
        "training": tokenizer.record,
        "findings": [
            {"code": notice.code, "text": notice.message("command line")} for notice in opened.notices
        ],
    }
    tokenizer.close()
    print_result(result, arguments.json, _inspect_lines(result))


def _specials_line(specials: Mapping[str, int]) -> str:
    first = ", ".join(f'"{text}" = {token_id}' for text, token_id in islice(specials.items(), MOST_SPECIALS))
    more = len(specials) - MOST_SPECIALS
    return f"{first}, and {more:,} more (--json lists all)" if more > 0 else first or "none"


def _inspect_lines(result: Mapping[str, Any]) -> Iterator[str]:
    yield f"{result['file']}: {result['format']}, {result['name']}"
    yield f"vocabulary      {result['vocab_size']:,}, of them {result['n_merges']:,} merges"
    yield f"longest token   {counted(result['longest_token'], 'byte')}"
    if result["library"]:
        yield f"split by        {result['library']}, as the file says"
    else:
        yield f"split           {result['split']}{'  ' if result['pattern'] else ''}{result['pattern']}"
        yield f"split by        {result['split_by']}"
    yield f"special tokens  {_specials_line(result['special_tokens'])}"
    if result["roles"]:
        yield f"roles           {', '.join(f'{role} {text}' for role, text in result['roles'].items())}"
    yield f"can be saved as {', '.join(result['writable_as']) or 'no known format'}"
    yield f"kernels         {result['kernels']['why_not'] or 'compiled'}"
    if result["chat_template"]:
        yield f"chat template   {visible(result['chat_template'].encode())}"
    if result["training"] and "adapted" in result["training"]:
        yield f"adapted from    {_adapted_line(result['training']['adapted'])}"
    elif result["training"]:
        yield f"trained with    {json.dumps(result['training'].get('options'), ensure_ascii=False)}"
    for finding in result["findings"]:
        yield f"finding         {finding['text']}"


def _adapted_line(adapted: Mapping[str, Any]) -> str:
    """Return what a vocabulary was made of, and by which changes; a card may be damaged."""
    said, changes = adapted.get("from"), adapted.get("changes")
    name = said.get("name") if isinstance(said, Mapping) else ""
    kinds = [str(each.get("change")) for each in changes or () if isinstance(each, Mapping)]
    return f"{name}: {', '.join(kinds)}"
