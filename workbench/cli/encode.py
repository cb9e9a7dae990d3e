"""The verb encode."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace
from typing import TextIO

from workbench import api
from workbench.api.encoded_files import (
    DOCUMENTS,
    EncodedFile,
    Plan,
    Written,
    chunks_of,
    encode_to_file,
    highest_id,
    write,
)
from workbench.cli.commands import add_from_command, command_read
from workbench.cli.encode_set import add_set_flags, write_set
from workbench.cli.left_out import tell_damaged, tell_left_out
from workbench.cli.opening import open_named, tell_notices, tokenizer_file
from workbench.cli.source_flags import add_unweighted_flags, unweighted
from workbench.cli.streams import (
    MOST_SPECIALS,
    Bar,
    is_pipe,
    output,
    pipe,
    reporting_mark,
    standard_input,
    tell,
)
from workbench.cli.tokenizer_flags import add_pattern, add_tokenizer
from workbench.engine.base.errors import EngineError, Fact
from workbench.engine.corpus.sources import Reading
from workbench.engine.encoding.added_tokens import flags_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.id_files import FORMS, header_of
from workbench.formats.token_shards import FORMS as SHARD_FORMS
from workbench.formats.token_shards import form_for


def add_arguments(verb: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    add_tokenizer(verb)
    add_pattern(verb)
    verb.add_argument(
        "sources",
        nargs="*",
        metavar="INPUT",
        help="file, folder or pipe (default, or -: standard input); with --shards several",
    )
    verb.add_argument(
        "--out", metavar="FILE", help="file to write (default: standard output); with --shards a folder"
    )
    verb.add_argument(
        "--to",
        choices=tuple(dict.fromkeys((*FORMS, *SHARD_FORMS))),
        help="form of the ids (default: text; bin with --shards); u16 and u32 are raw, little-endian, bin is "
        "the smaller that fits; llmc has the header of llm.c; jsonl, parquet have a document per line or row",
    )
    verb.add_argument(
        "--documents",
        choices=DOCUMENTS,
        help=(
            "what a document is: the whole file, each line, or each line's JSON object (default: whole; "
            "for jsonl, lines)"
        ),
    )
    verb.add_argument("--key", metavar="NAME", help="key of the text in a JSON object (default: text)")
    verb.add_argument("--bos", action="store_true", help="put the start token before each document")
    verb.add_argument("--eos", action="store_true", help="put the end token after each document")
    verb.add_argument("--bos-token", metavar="TEXT", help="put this special token before each document")
    verb.add_argument("--eos-token", metavar="TEXT", help="put this special token after each document")
    verb.add_argument(
        "--special",
        metavar="all|none|error|TEXT,…",
        help="special tokens in the text: encode all, none or the named ones as special; error (default "
        "without --shards), or any that is not named, refuses the text",
    )
    verb.add_argument("--json", action="store_const", const="json", dest="to", help="same as --to json")
    add_from_command(verb)
    add_set_flags(verb)
    add_unweighted_flags(verb)


def run(arguments: argparse.Namespace) -> None:
    """Write the ids of a text, streamed; raises EngineError or OSError."""
    with command_read(arguments, arguments.sources):
        _encode(arguments)


def _encode(arguments: argparse.Namespace) -> None:
    _suit(arguments)
    binary = arguments.to not in ("text", "json", "jsonl")
    if binary and arguments.out is None and sys.stdout is not None and sys.stdout.isatty():
        arguments.usage_error(f"--to {arguments.to} cannot be printed on a terminal; name a file with --out")
    opened = open_named(arguments, arguments.tokenizer)
    tell_notices(arguments.tokenizer, (each for each in opened.notices if each.is_unapplied))
    tokenizer = opened.tokenizer
    try:
        _frame(tokenizer, arguments)
        plan = _plan(tokenizer, arguments)
        if arguments.shards is not None:
            return write_set(tokenizer, arguments, plan)
        source = _source(arguments, tells_mark=plan.documents != "json")
        with contextlib.closing(_steps(tokenizer, arguments, plan, source)) as steps, Bar() as bar:
            _show(steps, bar, _size_of(source))
        if isinstance(source, Reading):
            tell_left_out([skipped for skipped in source.skipped if not skipped.is_meant], "")
            tell_damaged(source.damaged)
    except EngineError as error:
        raise error.in_file(arguments.input or "standard input") from error
    finally:
        tokenizer.close()


def _suit(arguments: argparse.Namespace) -> None:
    """Set what depends on whether a data set is written; wrong usage raises SystemExit."""
    is_set = arguments.shards is not None
    arguments.to = arguments.to or ("bin" if is_set else "text")
    arguments.special = arguments.special or ("none" if is_set else "error")
    first = arguments.sources[0] if arguments.sources else "-"
    arguments.input = None if first == "-" else first
    if is_set:
        arguments.sources = arguments.sources or ["-"]
        return
    if len(arguments.sources) > 1:
        arguments.usage_error("argument INPUT: several only with --shards")
    for flag in ("resume", "threads", "held_out"):
        if getattr(arguments, flag):
            arguments.usage_error(f"argument --{flag.replace('_', '-')}: only with --shards")


def _frame(tokenizer: Tokenizer, arguments: argparse.Namespace) -> None:
    """Put the named tokens around each document; raises EngineError if one is missing."""
    named = (arguments.bos_token, arguments.eos_token)
    _check_specials(tokenizer, arguments, [text for text in named if text is not None])
    before, after = ((tokenizer.special_tokens[text],) if text is not None else () for text in named)
    framing = tokenizer.framing
    framing = replace(framing, before=before or framing.before, after=after or framing.after)
    for wanted, ids, code in (
        (arguments.bos, framing.before, "no_start_token"),
        (arguments.eos, framing.after, "no_end_token"),
    ):
        if wanted and not ids:
            raise _special_missing(tokenizer, arguments, code)
    tokenizer.framing = framing


def _check_specials(tokenizer: Tokenizer, arguments: argparse.Namespace, texts: Iterable[str]) -> None:
    for text in texts:
        if text not in tokenizer.special_tokens:
            raise _special_missing(tokenizer, arguments, "special_token_unknown", token=text)


def _special_missing(
    tokenizer: Tokenizer, arguments: argparse.Namespace, code: str, **facts: Fact
) -> EngineError:
    """Return the error of a missing special token, with the tokens to choose from."""
    flags = flags_of(tokenizer.special_tokens)
    if not (specials := [text for text in flags if not flags[text].is_always]):
        return EngineError("no_special_tokens", file=arguments.tokenizer)
    if len(specials) > MOST_SPECIALS:
        specials[MOST_SPECIALS:] = ["…"]
    return EngineError(code, file=arguments.tokenizer, place=None, choices=", ".join(specials), **facts)


def _plan(tokenizer: Tokenizer, arguments: argparse.Namespace) -> Plan:
    allowed, refused = tokenizer.specials.choose(*_special_choice(tokenizer, arguments))
    documents = arguments.documents
    if documents is None:
        as_json = (arguments.input or "").endswith((".jsonl", ".ndjson"))
        by_line = "json" if as_json else "lines"
        documents = by_line if arguments.to == "jsonl" else "whole"
    if arguments.key is not None and (documents != "json" or arguments.shards is not None):
        arguments.usage_error("argument --key: only with --documents json; else --field names it")
    before = arguments.bos or arguments.bos_token is not None
    after = arguments.eos or arguments.eos_token is not None
    form = arguments.to if arguments.shards is not None else form_for(arguments.to, highest_id(tokenizer))
    return Plan(
        form,
        documents,
        key=arguments.key or "text",
        allowed=allowed,
        refused=refused,
        before=before,
        after=after,
    )


def _source(arguments: argparse.Namespace, *, tells_mark: bool) -> str | Iterable[bytes] | Reading:
    """Return what to encode; for a folder the documents of its files, read as for training.

    With `tells_mark` a byte order mark, which JSON and training leave out, is reported.
    """
    path: str | None = arguments.input
    if path is None or is_pipe(path):
        chunks = standard_input() if path is None else pipe(path)
        return reporting_mark(chunks, path or "standard input") if tells_mark else chunks
    when = "stop" if arguments.strict else "refuse"
    source = replace(unweighted(arguments)[0], on_unreadable=when)
    if not os.path.isdir(path) and source == api.SourceOptions(source.path, on_unreadable=when):
        if tells_mark:
            next(reporting_mark(api.read_bytes(path), path), b"")
        return path
    if arguments.documents is not None:
        arguments.usage_error("argument --documents: not where the kind of the files decides")
    return Reading([source], whole_texts=True)


def _steps(
    tokenizer: Tokenizer,
    arguments: argparse.Namespace,
    plan: Plan,
    source: str | Iterable[bytes] | Reading,
) -> Generator[Written | EncodedFile, None, None]:
    if arguments.out is not None:
        own = [] if arguments.input else _descriptor(sys.stdin)
        read: list[str | int] = [tokenizer_file(arguments.tokenizer), *own]
        yield from encode_to_file(tokenizer, source, arguments.out, plan, read)
        return
    with output(seeks=bool(header_of(plan.form, 0))) as out:
        yield from write(tokenizer, chunks_of(source), plan, out, Written())


def _descriptor(stream: TextIO | None) -> list[int]:
    """Return the descriptor of a stream in a list, if it has one; it may be that of the file."""
    try:
        return [] if stream is None else [stream.fileno()]
    except (OSError, ValueError):
        return []


def _show(steps: Iterator[Written | EncodedFile], bar: Bar, total: int) -> None:
    """Run the encoding, and report at the end what was replaced and which lines are not documents."""
    written = Written()
    for step in steps:
        if isinstance(step, Written):
            written = step
            bar.show("encoding", step.n_bytes, max(total, step.n_bytes))
    if written.replaced:
        tell(f"invalid bytes replaced with U+FFFD: {written.replaced:,}")
    if written.n_bad:
        lines = ", ".join(f"{line:,}" for line in written.bad_lines)
        more = ", …" if written.n_bad > len(written.bad_lines) else ""
        one = written.n_bad == 1
        fact = "1 line is not a document" if one else f"{written.n_bad:,} lines are not documents"
        tell(f"{fact}: {lines}{more}")


def _size_of(source: str | Iterable[bytes] | Reading) -> int:
    if isinstance(source, Reading):
        return source.size()
    try:
        return os.path.getsize(source) if isinstance(source, str) else 0
    except OSError:
        return 0


def _special_choice(
    tokenizer: Tokenizer, arguments: argparse.Namespace
) -> tuple[str | frozenset[str], str | tuple[str, ...]]:
    """Return allowed_special and disallowed_special of `encode`."""
    chosen: str = arguments.special
    if chosen == "all" or chosen == "none":
        return chosen, ()
    if chosen == "error":
        return frozenset(), "all"
    texts = {chosen} if chosen in tokenizer.special_tokens else set(chosen.split(","))
    _check_specials(tokenizer, arguments, sorted(texts))
    return frozenset(texts), "all"
