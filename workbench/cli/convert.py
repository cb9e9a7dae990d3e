"""The verb convert."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from workbench import api
from workbench.api import convert as converting
from workbench.api.roles import in_roles
from workbench.cli.flags import add_flags
from workbench.cli.left_out import plain, tell_damaged, tell_left_out
from workbench.cli.opening import open_named, tokenizer_file
from workbench.cli.role_flags import role_flags, template_named, template_of
from workbench.cli.source_flags import add_strict
from workbench.cli.streams import Bar, counted, held, print_result
from workbench.cli.tokenizer_flags import LARGE, NAMED, OTHER_IDS, add_anyway, add_overwrite, add_pattern
from workbench.display.marks import visible
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats.proof.prove import InUse


def add_arguments(verb: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    verb.add_argument("input", metavar="IN", help=NAMED)
    verb.add_argument("output", metavar="OUT", help="file to write; its suffix selects the format")
    verb.add_argument("--to", metavar="FORMAT", help="format to use instead of the suffix's")
    add_pattern(verb)
    verb.add_argument("--prove", metavar="TEXT", help="file or folder that both must encode alike")
    add_strict(verb)
    add_flags(verb, "roles", role_flags("a special token of the tokenizer"), api.Options)
    add_anyway(verb, f"{LARGE}; {OTHER_IDS}")
    add_overwrite(verb)
    verb.add_argument(
        "--old-readers",
        action="store_true",
        help=("write merges in tokenizer.json as text, for tokenizers before 0.20"),
    )
    verb.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> None:
    """Write a tokenizer in another format and prove it; raises EngineError or OSError."""
    tokenizer = open_named(arguments, arguments.input).tokenizer
    try:
        with template_named(arguments):
            tokenizer = in_roles(
                tokenizer, arguments.roles, template_of(arguments),
                add_bos=arguments.add_bos, add_eos=arguments.add_eos,
            )  # fmt: skip
        steps, done = _run(tokenizer, arguments)
    finally:
        tokenizer.close()
    result = _as_json(steps, done, arguments)
    if done.proof is not None:
        tell_left_out(done.proof.left_out)
        tell_damaged(done.proof.damaged)
    print_result(result, arguments.json, _lines(result, done))
    if not done.files:
        raise not_written(done)


def _run(
    tokenizer: Tokenizer, arguments: argparse.Namespace
) -> tuple[list[converting.Step], converting.Exported]:
    when = "stop" if arguments.strict else "refuse"
    texts = () if arguments.prove is None else (api.SourceOptions(held(arguments.prove), on_unreadable=when),)
    steps: list[converting.Step] = []
    with Bar() as bar:
        for event in converting.export(
            tokenizer, arguments.output, arguments.to, texts, arguments.old_readers,
            read=[tokenizer_file(arguments.input)], overwrite=arguments.overwrite, anyway=arguments.anyway,
        ):  # fmt: skip
            if isinstance(event, converting.Step):
                steps.append(event)
            elif isinstance(event, converting.Proved):
                bar.show("proving", event.n_bytes, event.total)
            else:
                return steps, event
    raise RuntimeError("the export has no end")


def not_written(done: converting.Exported) -> EngineError:
    """Return why nothing was written, as an error."""
    proof = done.proof
    difference = proof.difference if proof is not None else None
    if difference is None and not done.losses and proof is not None and proof.in_use is not None:
        difference = proof.in_use.difference
    if difference is None:
        return EngineError("proof_of_other_ids", file=done.path, reason=done.losses[0].cause)
    place = Place("line", difference.line)
    return EngineError(
        "proof_not_equal",
        file=done.path,
        place=None,
        text=difference.text,
        line=place.value,
        n_equal=difference.n_equal,
    )


def _as_json(
    steps: list[converting.Step], done: converting.Exported, arguments: argparse.Namespace
) -> dict[str, Any]:
    facts = {step.name: dict(step.facts) for step in steps}
    return {
        "input": arguments.input,
        "output": done.path,
        "format": done.format,
        "written": bool(done.files),
        "files": list(done.files),
        "sha256": done.sha256,
        "n_bytes": done.n_bytes,
        "level": done.level,
        "losses": [{"code": loss.code, "text": loss.message("command line")} for loss in done.losses],
        "steps": facts,
        "proof": None if done.proof is None else _proof(done.proof),
        "snippets": [asdict(snippet) for snippet in done.snippets],
    }


def _proof(proof: Any) -> dict[str, Any]:  # noqa: ANN401 - formats.prove.Proof
    difference = proof.difference
    return {
        # Our own reading proves nothing: null, unless even that differs.
        "equal": difference is None if proof.is_judged or difference is not None else None,
        "judged": proof.is_judged,
        "told": ["split", "special_tokens"] if proof.is_judged and proof.judge.took_split else [],
        "n_tokens": proof.n_tokens,
        "n_bytes": proof.n_bytes,
        "decodes": proof.decodes,
        "skipped": plain(proof.skipped),
        "damaged": [each.message("command line") for each in proof.damaged],
        "by": proof.judge.library if proof.judge.encodes else "workbench",
        "difference": None if difference is None else _difference(difference),
        "special_tokens": None if proof.in_use is None else _in_use(proof.in_use),
    }


def _in_use(in_use: InUse) -> dict[str, Any]:
    difference = in_use.difference
    return {
        "equal": difference is None,
        "taken": in_use.takes,
        "n_tokens": in_use.n_tokens,
        "decodes": in_use.decodes,
        "difference": None if difference is None else _difference(difference),
    }


def _difference(difference: converting.Difference) -> dict[str, Any]:
    rows = {
        name: {"ids": row.ids, "tokens": [token.decode("utf-8", "backslashreplace") for token in row.tokens]}
        for name, row in (("ours", difference.ours), ("theirs", difference.theirs))
    }
    place = {"text": difference.text, "line": difference.line, "byte": difference.byte}
    return {**place, "before": difference.before, **rows}


_KINDS_OF_LOSS = {"whole": "there", "part": "left out", "other_ids": "other ids", "cannot": "cannot"}


def _lines(result: dict[str, Any], done: converting.Exported) -> Iterator[str]:
    for loss in done.losses:
        yield f"{_KINDS_OF_LOSS[done.level]:<16}{loss.message('command line')}"
    steps = result["steps"]
    yield f"read back       the same {counted(steps['read_back']['tokens'], 'token')}"
    yield f"opened          {_opened(steps['opened'])}"
    if done.proof is not None:
        yield from _proof_lines(done.proof, result["proof"]["by"])
    if not done.files:
        return
    yield f"wrote           {', '.join(done.files)}"
    snippet = done.snippets[0]
    yield ""
    yield f"# {snippet.title}"
    yield snippet.code


def _opened(facts: dict[str, Any]) -> str:
    if facts["library"]:
        more = f"; {facts['missing']}, which encodes, is not installed" if facts["missing"] else ""
        return f"in {facts['library']} {facts['version']}, {counted(facts['tokens'], 'token')}{more}"
    if facts["missing"]:
        return f"only in the workbench; {facts['missing']} is not installed"
    return "only in the workbench; no Python library reads this format"


def _proof_lines(proof: Any, by: str) -> Iterator[str]:  # noqa: ANN401 - formats.prove.Proof
    difference = proof.difference
    if difference is None:
        split_note = ", with the split given" if proof.is_judged and proof.judge.took_split else ""
        how = "" if proof.is_judged else "not checked by a library: "
        amount = f"{counted(proof.n_tokens, 'token')}, {counted(proof.n_bytes, 'byte')}"
        yield f"proof           {how}equal on {amount}, by {by}{split_note}"
        if not proof.decodes:
            yield "                the same ids decode to different text there"
        yield from _in_use_lines(proof.in_use, by)
        return
    place = f"{difference.text}, line {difference.line:,}, byte {difference.byte:,}"
    yield f"proof           equal on {counted(difference.n_equal, 'token')}; different from {place}"
    yield from _rows(difference, by)


def _in_use_lines(in_use: InUse | None, by: str) -> Iterator[str]:
    """Yield the result for special tokens in a text, and for the tokens around the text."""
    if in_use is None:
        return
    how = "taken, and as text" if in_use.takes else "as text"
    if in_use.difference is not None:
        yield f"                special tokens {how}: other ids after {in_use.n_tokens:,} equal ones"
        yield from _rows(in_use.difference, by)
        return
    n_tokens = counted(in_use.n_tokens, "token")
    yield f"                special tokens {how}, with BOS and EOS: equal on {n_tokens}"
    if not in_use.decodes:
        yield "                with special tokens the same ids decode to different text there"


def _rows(difference: converting.Difference, by: str) -> Iterator[str]:
    for name, row in (("here", difference.ours), (by, difference.theirs)):
        cells = [f"{visible(token)}" for token in row.tokens]
        cells.insert(difference.before, "▸")
        yield f"  {name:<14}{'|'.join(cells)}    {' '.join(map(str, row.ids[difference.before :]))}"
