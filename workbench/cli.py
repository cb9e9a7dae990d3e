"""Headless verbs over the api: train, encode, decode, explain, inspect.

Exit status 0, 1 (failed: one line on standard error) or 2 (wrong usage). A progress bar shows where
standard error is a terminal. Files are written whole or not at all.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench import __version__, api
from workbench.display.marks import visible
from workbench.engine.errors import EngineError
from workbench.engine.tokenizer import Tokenizer
from workbench.formats.id_files import FORMS, pack, unpack


def main(argv: Sequence[str]) -> int:
    """Run a verb and return the exit status; wrong usage raises SystemExit(2), as argparse does."""
    arguments = _parser().parse_args(argv)
    try:
        arguments.verb(arguments)
        sys.stdout.flush()
    except EngineError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return _fail("stopped")
    except MemoryError:
        return _fail("there is not enough memory for this. Close other programs, or use less text.")
    except BrokenPipeError:
        _drop_output()
        return 1
    except OSError as error:
        _drop_output()
        return _fail(f"the output cannot be written: {error.strerror or error}.")
    return 0


def _fail(message: str) -> int:
    print(f"workbench: {' '.join(message.split())}", file=sys.stderr)
    return 1


def _drop_output() -> None:
    """Let what is still waiting to be written go nowhere, so that the interpreter can end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


# --- arguments ----------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="workbench", description="Without a verb, the window opens.")
    parser.add_argument("--version", action="version", version=f"workbench {__version__}")
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    _add_train(verbs.add_parser("train", help="train a tokenizer on text files and folders"))
    _add_encode(verbs.add_parser("encode", help="turn text into ids"))
    _add_decode(verbs.add_parser("decode", help="turn ids into exact bytes"))
    _add_explain(verbs.add_parser("explain", help="show the merges of a word"))
    _add_inspect(verbs.add_parser("inspect", help="show what a tokenizer file holds"))
    return parser


def _add_train(verb: argparse.ArgumentParser) -> None:
    verb.set_defaults(verb=_train, usage_error=verb.error)
    verb.add_argument(
        "sources",
        nargs="+",
        metavar="SOURCE",
        help='file or folder; also "sample:", "python:"',
    )
    verb.add_argument(
        "--out", required=True, metavar="FILE", help="the tokenizer; its suffix names the format"
    )
    verb.add_argument("--preset", choices=list(api.PRESETS), default="gpt4")
    verb.add_argument(
        "--vocab-size", type=_whole, default=4096, metavar="N", help="bytes and merges together"
    )
    verb.add_argument("--pattern", metavar="REGEX", help="a split pattern, in place of the preset's")
    verb.add_argument("--special", action="append", default=[], metavar="TEXT=ID", type=_special)
    verb.add_argument(
        "--tie", choices=api.TIE_RULES, default="smallest", help="which of equal pairs is merged"
    )
    verb.add_argument("--min-count", type=_whole, default=1, metavar="N", help="merge no pair that is rarer")
    verb.add_argument("--max-token-length", type=_whole, metavar="N", help="in bytes")
    verb.add_argument("--format", metavar="FORMAT", help="in place of the one that the suffix names")
    verb.add_argument("--json", action="store_true", help="print the result as JSON")


def _add_encode(verb: argparse.ArgumentParser) -> None:
    verb.set_defaults(verb=_encode, usage_error=verb.error)
    _add_tokenizer(verb)
    verb.add_argument("input", nargs="?", metavar="INPUT", help="a file; standard input without it")
    verb.add_argument("--out", metavar="FILE", help="standard output without it")
    verb.add_argument("--to", choices=FORMS, default="text", help="u16 and u32 are raw, little-endian")
    verb.add_argument(
        "--special",
        default="error",
        metavar="all|none|error|TEXT,…",
        help="special tokens in the text: all become ids, none, they are an error, or those named become ids",
    )
    verb.add_argument("--json", action="store_const", const="json", dest="to", help="the same as --to json")


def _add_decode(verb: argparse.ArgumentParser) -> None:
    verb.set_defaults(verb=_decode, usage_error=verb.error)
    _add_tokenizer(verb)
    verb.add_argument("input", nargs="?", metavar="INPUT", help="a file of ids; standard input without it")
    verb.add_argument(
        "--from", choices=FORMS, dest="form", help="without it: npy by its mark, else text or json"
    )


def _add_explain(verb: argparse.ArgumentParser) -> None:
    verb.set_defaults(verb=_explain)
    _add_tokenizer(verb)
    verb.add_argument("word", metavar="WORD")
    verb.add_argument("--json", action="store_true")


def _add_inspect(verb: argparse.ArgumentParser) -> None:
    verb.set_defaults(verb=_inspect)
    verb.add_argument("file", metavar="FILE")
    verb.add_argument("--json", action="store_true")


def _add_tokenizer(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--tokenizer", required=True, metavar="FILE")


def _whole(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    return int(text)


def _special(text: str) -> tuple[str, int | None]:
    """Return (text, id) of TEXT=ID, or (TEXT, None): the next id after the vocabulary."""
    name, separator, number = text.rpartition("=")
    if separator and name and number.isdecimal():
        return name, int(number)
    if not text:
        raise argparse.ArgumentTypeError("a special token needs a text")
    return text, None


# --- train --------------------------------------------------------------------------------------------


def _train(arguments: argparse.Namespace) -> None:
    options = api.Options(
        preset=arguments.preset,
        pattern=arguments.pattern,
        vocab_size=arguments.vocab_size,
        min_count=arguments.min_count,
        max_token_length=arguments.max_token_length,
        tie=arguments.tie,
        special_tokens=_special_tokens(arguments),
    )
    if arguments.preset == "custom" and not arguments.pattern:
        arguments.usage_error("--preset custom needs --pattern")
    run = api.TrainingRun(arguments.sources, options)
    run.check_target(arguments.out, arguments.format)
    with _Bar() as bar:
        for event in run.steps():
            if isinstance(event, api.Merge):
                bar.show("merging", event.rank + 1, run.n_merges_wanted)
            elif event is not None:
                bar.show(event.phase, event.done, event.total)
    name = os.path.splitext(os.path.basename(arguments.out))[0]
    files = api.save_tokenizer(run.tokenizer(name), arguments.out, arguments.format)
    result = {
        "files": files,
        "vocab_size": 256 + len(run.merges),
        "n_merges": len(run.merges),
        "special_tokens": options.special_ids(256 + len(run.merges)),
        "corpus_bytes": run.corpus_bytes,
        "n_tokens": run.n_tokens,
        "bytes_per_token": round(run.corpus_bytes / run.n_tokens, 4),
        "ended_by": run.ended_by,
        "replaced_bytes": run.replaced,
        "lost_bytes": run.counted.lost if run.counted else 0,
        "skipped": [{"path": path, "why": why} for path, why in run.skipped],
    }
    _print_result(result, arguments.json, _train_lines(result, run))


def _special_tokens(arguments: argparse.Namespace) -> tuple[str, ...] | dict[str, int]:
    given: list[tuple[str, int | None]] = arguments.special
    if len({text for text, _ in given}) < len(given):
        arguments.usage_error("argument --special: a text is given twice")
    numbered = {text: number for text, number in given if number is not None}
    if numbered and len(numbered) < len(given):
        arguments.usage_error("argument --special: give an id to every text, or to none")
    return numbered or tuple(text for text, _ in given)


def _train_lines(result: Mapping[str, Any], run: api.TrainingRun) -> Iterator[str]:
    yield (
        f"{result['n_merges']:,} merges, {result['bytes_per_token']:.2f} bytes per token on "
        f"{result['corpus_bytes']:,} bytes"
    )
    if run.ended_by == "pairs":
        yield f"ended early: no pair is left that may be merged (asked for {run.n_merges_wanted:,} merges)"
    if result["lost_bytes"]:
        yield f"bytes that the split pattern leaves out: {result['lost_bytes']:,}"
    if run.replaced:
        yield f"bytes that are not UTF-8 and were replaced: {run.replaced:,}"
    if run.skipped:
        yield f"files left out: {len(run.skipped):,}, the first {run.skipped[0][0]} ({run.skipped[0][1]})"
    yield f"wrote {', '.join(result['files'])}"


# --- encode and decode --------------------------------------------------------------------------------


def _encode(arguments: argparse.Namespace) -> None:
    binary = arguments.to not in ("text", "json")
    if binary and arguments.out is None and sys.stdout.isatty():
        arguments.usage_error(f"--to {arguments.to} is not for a terminal; name a file with --out")
    tokenizer = api.open_tokenizer(arguments.tokenizer)
    try:
        ids = _ids(tokenizer, _read(arguments.input), arguments)
    finally:
        tokenizer.close()
    data = pack(ids, arguments.to)
    if arguments.out is None:
        _put(data)
    else:
        api.write_file(arguments.out, data)


def _ids(tokenizer: Tokenizer, text: bytes, arguments: argparse.Namespace) -> NDArray[np.uint32]:
    allowed, refused = tokenizer.specials.choose(*_special_choice(tokenizer, arguments))
    parts = [np.empty(0, np.uint32)]
    try:
        tokenizer.specials.refuse(text, refused, count_characters=False)
        with _Bar() as bar:
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


def _decode(arguments: argparse.Namespace) -> None:
    data = _read(arguments.input)
    try:
        ids = unpack(data, arguments.form)
        text = api.open_tokenizer(arguments.tokenizer).decode_bytes(ids)
    except EngineError as error:
        raise error.in_file(arguments.input or "standard input") from error
    _put(text)


def _read(path: str | None) -> bytes:
    if path is None:
        return sys.stdin.buffer.read()
    return b"".join(api.read_bytes(path))


# --- explain and inspect ------------------------------------------------------------------------------


def _explain(arguments: argparse.Namespace) -> None:
    tokenizer = api.open_tokenizer(arguments.tokenizer)
    try:
        pieces = tokenizer.explain(os.fsencode(arguments.word))
    finally:
        tokenizer.close()
    result = [
        {
            "piece": piece.piece.decode("utf-8", "backslashreplace"),
            "start": piece.start,
            "ids": piece.ids,
            "rounds": [_round(row) for row in piece.rows],
        }
        for piece in pieces
    ]
    _print_result(result, arguments.json, _explain_lines(pieces))


def _round(row: Any) -> dict[str, object]:  # noqa: ANN401 - engine.explain.TraceRow
    chosen = row.chosen
    return {
        "round": row.round,
        "ids": row.ids,
        "symbols": [symbol.decode("utf-8", "backslashreplace") for symbol in row.symbols],
        "n_candidates": len(row.candidates),
        "merged": None
        if chosen is None
        else {"position": chosen.position, "rank": chosen.rank, "id": chosen.id},
    }


def _explain_lines(pieces: Iterable[Any]) -> Iterator[str]:
    for piece in pieces:
        tokens = "1 token" if len(piece.ids) == 1 else f"{len(piece.ids)} tokens"
        yield f"{visible(piece.piece)}: {tokens}, {' '.join(map(str, piece.ids))}"
        for row in piece.rows:
            symbols = [visible(symbol) for symbol in row.symbols]
            if row.chosen is None:
                yield f"  {row.round:>3}  {' '.join(symbols)}    nothing more to merge"
                continue
            left, right = symbols[row.chosen.position : row.chosen.position + 2]
            merged = f"({left}, {right}) → {row.chosen.id}, rank {row.chosen.rank}, of {len(row.candidates)}"
            yield f"  {row.round:>3}  {' '.join(symbols)}    {merged}"


def _inspect(arguments: argparse.Namespace) -> None:
    opened = api.open_file(arguments.file)
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
        "split": tokenizer.pre_tokenizer.name,
        "pattern": tokenizer.pre_tokenizer.pattern,
        "special_tokens": dict(tokenizer.special_tokens),
        "writable_as": model.capabilities.writable_as,
        "training": tokenizer.record,
        "findings": [{"code": notice.code, "text": str(notice)} for notice in opened.notices],
    }
    tokenizer.close()
    _print_result(result, arguments.json, _inspect_lines(result))


def _inspect_lines(result: Mapping[str, Any]) -> Iterator[str]:
    yield f"{result['file']}: {result['format']}, {result['name']}"
    yield f"vocabulary      {result['vocab_size']:,}, of them {result['n_merges']:,} merges"
    yield f"longest token   {result['longest_token']:,} bytes"
    yield f"split           {result['split']}{'  ' if result['pattern'] else ''}{result['pattern']}"
    specials = ", ".join(f"{text} = {token_id}" for text, token_id in result["special_tokens"].items())
    yield f"special tokens  {specials or 'none'}"
    yield f"can be saved as {', '.join(result['writable_as'])}"
    if result["training"]:
        yield f"trained with    {json.dumps(result['training'].get('options'), ensure_ascii=False)}"
    for finding in result["findings"]:
        yield f"finding         {finding['text']}"


def _print_result(result: object, as_json: bool, lines: Iterable[str]) -> None:
    text = json.dumps(result) if as_json else "\n".join(lines)
    _put(f"{text}\n".encode(sys.stdout.encoding, "backslashreplace"))


def _put(data: bytes) -> None:
    """Write all of `data` to standard output: unbuffered (python -u), one call may write a part only."""
    rest = memoryview(data)
    while rest:
        rest = rest[sys.stdout.buffer.write(rest) :]


# --- progress -----------------------------------------------------------------------------------------


class _Bar:
    """A progress bar on standard error, a new one for each phase; nothing where that is no terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._phase = ""
        self._bar: Any = None

    def __enter__(self) -> _Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def show(self, phase: str, done: int, total: int) -> None:
        """Draw how far a phase is."""
        if not self._shown:
            return
        if phase != self._phase:
            self._close()
            self._begin(phase, total)
        self._bar.total = total
        self._bar.update(done - self._bar.n)

    def _begin(self, phase: str, total: int) -> None:
        from tqdm import tqdm  # type: ignore[import-untyped]

        tqdm.monitor_interval = 0  # no thread of its own
        unit = {"reading": "B", "encoding": "B", "building": " pieces"}.get(phase, " merges")
        size = os.get_terminal_size(sys.stderr.fileno())
        self._phase = phase
        self._bar = tqdm(
            desc=phase,
            total=total,
            unit=unit,
            unit_scale=unit == "B",
            leave=False,
            file=sys.stderr,
            # Some terminals (of a serial line, of script(1)) say that they have 0 columns and lines.
            ncols=size.columns or 80,
            nrows=size.lines or 24,
        )

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None
