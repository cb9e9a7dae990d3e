"""The verb train."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench import api
from workbench.api.adapting import texts_of
from workbench.api.error_bars import error_bars
from workbench.cli.commands import add_from_command, command_read
from workbench.cli.flags import values_of
from workbench.cli.left_out import plain, tell_damaged, tell_left_out
from workbench.cli.opening import tokenizer_file
from workbench.cli.role_flags import template_named, template_of
from workbench.cli.source_flags import add_source_flags, sources_of
from workbench.cli.streams import Bar, counted, held, print_result, read, tell
from workbench.cli.tokenizer_flags import OTHER_IDS, add_anyway, add_overwrite
from workbench.cli.training_flags import add_training_flags
from workbench.cli.vocab_training import shown_with_bar
from workbench.display.marks import one_line, visible
from workbench.display.prose import filled
from workbench.engine.base.errors import ENGLISH, EngineError
from workbench.engine.base.phrases import OTHER_REASONS, REASONS, by_reason
from workbench.engine.corpus.source_options import STANDARD_INPUT
from workbench.engine.corpus.sources import InMemory, options_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.error_bars import ErrorBars

_NOTED = ("forbidden_met", "broken_met", "counted", "certain_merges")  # of the record
MOST_SHOWN = 60  # characters of a token


def add_arguments(verb: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    verb.add_argument(
        "sources",
        nargs="*",
        metavar="SOURCE",
        help='file or folder; also "sample:" and "python:"; none with --repeat',
    )
    verb.add_argument(
        "--out", required=True, metavar="FILE", help="tokenizer to write; its suffix selects the format"
    )
    add_source_flags(verb)
    add_from_command(verb)
    add_training_flags(verb)
    verb.add_argument("--format", metavar="FORMAT", help="format to use instead of the suffix's")
    add_overwrite(verb)
    add_anyway(verb, OTHER_IDS)
    verb.add_argument("--verbose", action="store_true", help="print each merge on standard error")
    verb.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> None:
    """Train on the sources and save the tokenizer; raises EngineError or OSError."""
    with command_read(arguments, arguments.sources):
        _train(arguments)


def _train(arguments: argparse.Namespace) -> None:
    began = time.monotonic()
    recorded = _recorded(arguments)
    options = _options(arguments) if recorded is None else recorded.options
    sources = sources_of(arguments) if recorded is None else recorded.sources
    if arguments.estimate:
        _tell_estimate(sources, options, arguments.json)
        return
    folder = arguments.checkpoint or f"{arguments.out}.checkpoint"
    wanted = api.Checkpointing(folder, arguments.resume)
    with template_named(arguments):
        run = api.TrainingRun(sources, options, checkpoint=wanted, repeats=recorded)
    ways = (arguments.overwrite, arguments.anyway)
    run.check_target(arguments.out, arguments.format, *ways)
    try:
        _run(run, arguments.verbose)
    except KeyboardInterrupt:
        raise EngineError("training_stopped", folder=folder) from None
    finally:
        _tell_notices(run)
    tell_left_out(run.reading.left_out)
    tell_damaged(run.reading.damaged)
    name = os.path.splitext(os.path.basename(arguments.out))[0]
    tokenizer = run.tokenizer(name)
    bars = _error_bars(run, tokenizer) if arguments.error_bars else None
    saved = api.save_file(tokenizer, arguments.out, arguments.format, *ways)
    run.discard_checkpoint()
    result = _result(run, tokenizer, saved, began)
    if bars is not None:
        result["error_bars"] = bars.plain()
    lines = [*_train_lines(result, run), *(bars.lines() if bars is not None else ())]
    print_result(result, arguments.json, lines)


def _run(run: api.TrainingRun, verbose: bool) -> None:
    """Train to the end, with a progress bar or a line for every merge."""
    with Bar() as bar:
        for event in run.steps():
            if isinstance(event, api.Merge):
                _show_merge(run, event, None if verbose else bar)
            elif isinstance(event, api.Progress) and not verbose:
                bar.show(event.phase, event.done, event.total)


def _error_bars(run: api.TrainingRun, tokenizer: Tokenizer) -> ErrorBars:
    """Return the error bars of a finished run, and note them in the record of its tokenizer."""
    with Bar() as bar:
        bars = shown_with_bar(error_bars(run), bar)
    tokenizer.record = {**(tokenizer.record or {}), "error_bars": bars.plain()}
    return bars


def _result(run: api.TrainingRun, tokenizer: Tokenizer, saved: api.Saved, began: float) -> dict[str, Any]:
    """Return the summary of a finished run; `began` by the monotonic clock."""
    record = tokenizer.record or {}
    held = record.get("held_out", {"documents": 0, "bytes": 0, "tokens": 0})
    return {
        "files": saved.files,
        "losses": [{"code": loss.code, "text": loss.message("command line")} for loss in saved.losses],
        "vocab_size": run.vocab_size,
        "n_merges": run.n_merges,
        "special_tokens": run.special_ids(run.n_merges),
        "corpus_bytes": run.corpus_bytes,
        "n_tokens": run.n_tokens,
        "bytes_per_token": round(run.corpus_bytes / run.n_tokens, 4),
        "ended_by": run.ended_by or "stopped",
        "used_tokens": run.count_used(tokenizer),
        "longest_tokens": [visible(token) for token in run.learned.longest(5)],
        "seconds": round(time.monotonic() - began, 1),
        "replaced_bytes": run.reading.replaced,
        "held_out": held,
        "faults": run.reading.faults,
        "source_bytes": run.reading.uses,
        "lost_bytes": run.counted.lost if run.counted else 0,
        "dropped_pieces": run.counted.dropped.n_pieces if run.counted else 0,
        "dropped_bytes": run.counted.dropped.n_bytes if run.counted else 0,
        **{name: record[name] for name in _NOTED if name in record},
        "skipped": plain(run.reading.skipped),
        "guessed_encodings": run.reading.guessed,
        "notices": [code for code, _ in run.notices],
    }


def _show_merge(run: api.TrainingRun, merge: api.Merge, bar: Bar | None) -> None:
    """Draw the progress or, without a bar, write the merge as minbpe's `verbose` does."""
    if bar is not None:
        bar.show("merging", merge.rank + 1, run.n_merges_wanted)
        return
    token = visible(run.learned.token_bytes(merge.new_id))
    print(
        f"merge {merge.rank + 1}/{run.n_merges_wanted}: ({merge.left}, {merge.right}) -> {merge.new_id} "
        f"({token}) had {merge.count} occurrences",
        file=sys.stderr,
    )


def _options(arguments: argparse.Namespace) -> api.Options:
    if arguments.preset == "custom" and not arguments.pattern:
        arguments.usage_error("--preset custom needs --pattern")
    extend, extend_by = arguments.extend or (None, "0")
    if not extend_by.isdecimal():
        arguments.usage_error(f"argument --extend: {extend_by!r} is not a whole number")
    values = values_of(arguments, api.Options)
    values |= {"special_tokens": _special_tokens(arguments), "extend": extend and tokenizer_file(extend)}
    values["forbidden_tokens"] = _tokens(arguments.forbid, arguments.forbid_list)
    values["seed_tokens"] = _tokens(arguments.seed_token, arguments.seed_token_list)
    values |= {"roles": tuple(arguments.roles), "chat_template": template_of(arguments)}
    return api.Options(**(values | {"extend_by": int(extend_by)}))


def _tokens(texts: Sequence[str], lists: Sequence[str]) -> tuple[str, ...]:
    """Return tokens given one by one and in files, each once."""
    return tuple(
        dict.fromkeys([*texts, *(text for path in lists for text in texts_of(read(held(path)), path))])
    )


def _recorded(arguments: argparse.Namespace) -> api.Recorded | None:
    """Return the run to repeat, or None; its sources cannot be combined with others."""
    if arguments.repeat is None:
        if not arguments.sources:
            arguments.usage_error("the following arguments are required: SOURCE")
        return None
    if arguments.sources and arguments.from_command is None:
        arguments.usage_error("argument --repeat: sources come from the card; name none")
    recorded = api.recorded_run(api.read_record(arguments.repeat))
    paths = [options_of(each).path for each in recorded.sources if not isinstance(each, InMemory)]
    if STANDARD_INPUT in paths:
        tell("the recorded run read standard input: its text has to come there again")
    elif arguments.sources:
        arguments.usage_error("argument --from-command: the recorded run did not read standard input")
    for path in paths:
        held(path)
    return recorded


def _special_tokens(arguments: argparse.Namespace) -> tuple[str, ...] | dict[str, int]:
    specials: list[tuple[str, int | None]] = arguments.special
    if len({text for text, _ in specials}) < len(specials):
        arguments.usage_error("argument --special: the same text twice")
    numbered = {text: number for text, number in specials if number is not None}
    if numbered and len(numbered) < len(specials):
        arguments.usage_error("argument --special: give ids to all texts, or to none")
    return numbered or tuple(text for text, _ in specials)


def _tell_guessed(run: api.TrainingRun) -> None:
    """Write to standard error which files are not UTF-8, and the encodings used."""
    guessed = run.reading.guessed
    if guessed:
        number, first = sum(map(len, guessed.values())), next(iter(guessed.values()))[0]
        names = ", ".join(f"{name} ({len(files):,})" for name, files in guessed.items())
        tell(
            f"files that are not UTF-8, read in the likeliest encoding: {number:,}: {names}; "
            f"the first is {one_line(first)}. Use --encoding NAME to choose another."
        )


def _tell_notices(run: api.TrainingRun) -> None:
    """Write to standard error what was tolerated."""
    _tell_guessed(run)
    for code, facts in run.notices:
        prose = ENGLISH[code]
        tell(f"{filled(prose.cause, facts)}. {filled(prose.in_shell, facts)}")


def _train_lines(result: Mapping[str, Any], run: api.TrainingRun) -> Iterator[str]:
    yield (
        f"{counted(result['n_merges'], 'merge')}, {result['bytes_per_token']:.2f} bytes per token on "
        f"{counted(result['corpus_bytes'], 'byte')}, in {result['seconds']:.1f} s"
    )
    if result["used_tokens"] >= 0:
        yield f"{result['used_tokens']:,} of {result['vocab_size']:,} tokens occur in the text"
    if result["longest_tokens"]:
        yield f"longest: {' '.join(map(_shortened, result['longest_tokens'][:3]))}"
    if run.ended_by == "pairs":
        yield f"ended early: no pair is left to merge (requested {run.n_merges_wanted:,} merges)"
    elif run.ended_by == "gain":
        yield f"ended early: merges save less than --min-gain (requested {run.n_merges_wanted:,} merges)"
    if "certain_merges" in result:
        yield (
            f"certain merges: the first {result['certain_merges']:,}; "
            "the rare pieces that the counts leave out might change later ones"
        )
    yield from _text_lines(result, run)
    yield f"wrote {', '.join(result['files'])}"
    yield from (loss["text"] for loss in result["losses"])


def _text_lines(result: Mapping[str, Any], run: api.TrainingRun) -> Iterator[str]:
    """Yield which parts of the text were not used, and why."""
    if result["lost_bytes"]:
        yield f"bytes that the split pattern skips: {result['lost_bytes']:,}"
    if result["held_out"]["documents"]:
        yield _judged_line(result["held_out"])
    elif any(isinstance(source, api.SourceOptions) and source.held_out > 0 for source in run.sources):
        yield "held out: no document, the share is too small for so few documents"
    if result["dropped_pieces"]:
        dropped, n_bytes = result["dropped_pieces"], result["dropped_bytes"]
        yield f"rarest pieces dropped to save memory: {dropped:,}, {counted(n_bytes, 'byte')} of the text"
    yield from _refused_lines(run.record())
    if run.reading.replaced:
        yield f"bytes that are not UTF-8 and were replaced: {run.reading.replaced:,}"
    left_out = result["source_bytes"]["left_out"]
    if left_out:
        reasons = (f"{why} {n:,}" for why, n in by_reason(left_out.items()))
        yield f"bytes of the sources left out: {', '.join(reasons)}"
    if result["faults"]:
        first = {fault.code: fault.where for fault in reversed(run.reading.noted)}
        counts = []
        for name, n in result["faults"].items():
            where = f" (first: {first[name]})" if name in first else ""  # of many files not all are kept
            counts.append(f"{REASONS.get(name, OTHER_REASONS)} {n:,}{where}")
        yield f"faults in the sources: {', '.join(counts)}"
    skipped = run.reading.skipped
    if skipped:
        yield f"files left out: {len(skipped):,}, the first {skipped[0].error.message('command line')}"


def _refused_lines(record: Mapping[str, Any]) -> Iterator[str]:
    """Yield which tokens were made first, and which were passed over."""
    if record.get("seed_merges"):
        parts = record["seed_parts"]
        names = " ".join(map(_shortened, parts[:5]))
        more = f", parts among them: {names}{' …' if len(parts) > 5 else ''}" if parts else ""
        yield f"merges for seed tokens: {record['seed_merges']:,}{more}"
    met = record.get("forbidden_met", [])
    if met:
        names = " ".join(_shortened(token) for token, _ in met[:5])
        yield f"forbidden tokens passed over: {len(met):,}: {names}{' …' if len(met) > 5 else ''}"
    if record.get("broken_met"):
        yield f"tokens passed over that break a character: {record['broken_met']:,}"


def _judged_line(held: Mapping[str, Any]) -> str:
    """Return the result on the held-out documents."""
    documents, size = counted(held["documents"], "document"), counted(held["bytes"], "byte")
    line = f"held out: {documents}, {size}"
    if held["bytes_per_token"] is None:
        return line
    judged = f" on the first {counted(held['judged_bytes'], 'byte')}" if "judged_bytes" in held else ""
    return (
        f"{line}: {counted(held['tokens'], 'token')}, {held['bytes_per_token']:.2f} bytes per token{judged}"
    )


def _shortened(text: str) -> str:
    """Return a token for display, shortened if it is long."""
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


def _tell_estimate(sources: Any, options: api.Options, as_json: bool) -> None:  # noqa: ANN401  # any sources
    """Write the estimate of a training."""
    estimate = api.estimate(sources, options)
    print_result(estimate.plain(), as_json, estimate.lines())
