"""The verb adapt: another vocabulary made of one."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from typing import Any

from workbench import api
from workbench.api import convert as converting
from workbench.api.adapting import adapting, recorded_changes, saving, texts_of
from workbench.cli.adapt_flags import add_adapt_flags
from workbench.cli.convert import not_written
from workbench.cli.flags import add_flags
from workbench.cli.opening import open_named, tokenizer_file
from workbench.cli.role_flags import role_flags, template_named, template_of
from workbench.cli.streams import Bar, counted, held, print_result, read
from workbench.cli.tokenizer_flags import LARGE, NAMED, OTHER_IDS, add_anyway, add_overwrite, add_pattern
from workbench.display.marks import visible
from workbench.engine.base.slices import finished
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.health import all_ids

_SHOWN = 20  # tokens and pieces that are named; JSON has all


def add_arguments(verb: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    verb.description = "Changes are done in the order in which they are given."
    verb.add_argument("file", metavar="FILE", help=NAMED)
    verb.add_argument(
        "--out", metavar="FILE", help="tokenizer to write; without it, only the effect is shown"
    )
    add_adapt_flags(verb)
    add_flags(verb, "roles", role_flags("a special token of the changed tokenizer"), api.Options)
    add_pattern(verb)
    verb.add_argument("--format", metavar="FORMAT", help="format to use instead of the suffix's")
    add_overwrite(verb)
    add_anyway(verb, f"{LARGE}; {OTHER_IDS}")
    verb.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> None:
    """Change a vocabulary, show what that does, and write it; raises EngineError or OSError."""
    tokenizer = open_named(arguments, arguments.file).tokenizer
    try:
        done = _adapted(tokenizer, arguments)
        result = _result(done)
        if arguments.out is not None:
            result |= _written(done, arguments)
        lines = list(_lines(done, result))
    finally:
        tokenizer.close()
    print_result(result, arguments.json, lines)


def _adapted(tokenizer: Tokenizer, arguments: argparse.Namespace) -> api.Adapted:
    changes = [_change(flag, values, arguments) for flag, values in arguments.changes]
    move_special = arguments.move_special
    if arguments.repeat is not None:
        if changes:
            arguments.usage_error("argument --repeat: the changes come from the card; give none")
        changes, moved = recorded_changes(arguments.repeat, tokenizer)
        move_special = move_special or moved
    template = template_of(arguments)
    if arguments.roles or arguments.add_bos or arguments.add_eos or template is not None:
        roles = tuple(f"{role}={text}" for role, text in arguments.roles)
        changes.append(api.SetRoles(roles, arguments.add_bos or None, arguments.add_eos or None, template))
    texts = [api.SourceOptions(held(path), on_unreadable="stop") for path in arguments.text]
    name = os.path.splitext(os.path.basename(arguments.out or ""))[0]
    file = tokenizer_file(arguments.file)
    steps = adapting(tokenizer, changes, texts, file=file, name=name, move_special=move_special)
    with Bar() as bar:

        def _show(event: object) -> None:
            if isinstance(event, api.Progress):
                bar.show(event.phase, event.done, event.total)

        with template_named(arguments):
            return finished(steps, _show)


def _change(flag: str, values: Sequence[str], arguments: argparse.Namespace) -> api.Change:
    """Return the change that a flag asks for; wrong values end the program, as argparse does."""
    first = values[0] if values else ""
    also = arguments.with_dependants
    if flag == "--add":
        return api.Add((first,), arguments.leave_out)
    if flag == "--add-list":
        texts = texts_of(read(held(first)), held(first), arguments.leave_out)
        return api.Add(texts, arguments.leave_out)
    if flag == "--add-special":
        return _special(first)
    if flag == "--remove":
        return api.Remove(texts=(first,), with_dependants=also)
    if flag == "--remove-ids":
        return api.Remove(tuple(_ids(first, arguments)), with_dependants=also)
    if flag in _RULES:
        return _by_rule(flag, values, arguments)
    if flag == "--cut":
        return api.Cut(_whole(flag, first, arguments))
    if flag == "--extend":
        return api.Extend((held(first),), _whole(flag, values[1], arguments))
    return api.MergeWith(tokenizer_file(first)) if flag == "--merge" else api.Renumber()


_RULES = {
    "--remove-unused": "unused", "--remove-residues": "residue", "--remove-script": "script",
    "--remove-pattern": "pattern",
}  # fmt: skip


def _by_rule(flag: str, values: Sequence[str], arguments: argparse.Namespace) -> api.RemoveBy:
    rule, also = _RULES[flag], arguments.with_dependants
    if rule == "unused":
        return api.RemoveBy(rule, sources=(held(values[0]),), with_dependants=also)
    if rule != "residue":
        return api.RemoveBy(rule, values[0], with_dependants=also)
    try:
        share = float(values[0])
    except ValueError:
        share = -1.0
    if not 0 < share <= 1:
        arguments.usage_error(f"argument {flag}: {values[0]!r} is no share above 0 and up to 1")
    return api.RemoveBy(rule, share, (held(values[1]),), also)


def _special(flag: str) -> api.AddSpecial:
    match = re.fullmatch(r"(.+)=([0-9]{1,10})", flag, re.DOTALL)
    return api.AddSpecial(flag) if match is None else api.AddSpecial(match[1], int(match[2]))


def _ids(ranges: str, arguments: argparse.Namespace) -> Iterator[int]:
    for part in ranges.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,8})(?:-([0-9]{1,8}))?\s*", part)
        if match is None:
            arguments.usage_error(f"argument --remove-ids: {part!r} is no id, nor from-to")
            return
        yield from range(int(match[1]), int(match[2] or match[1]) + 1)


def _whole(flag: str, number: str, arguments: argparse.Namespace) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", number):
        arguments.usage_error(f"argument {flag}: {number!r} is not a whole number")
    return int(number)


def _written(done: api.Adapted, arguments: argparse.Namespace) -> dict[str, Any]:
    """Write the file and prove it on the texts."""
    texts = [api.SourceOptions(held(path), on_unreadable="stop") for path in arguments.text]
    with Bar() as bar:
        for event in saving(
            done, arguments.out, arguments.format, texts,
            overwrite=arguments.overwrite, anyway=arguments.anyway,
        ):  # fmt: skip
            if isinstance(event, converting.Proved):
                bar.show("proving", event.n_bytes, event.total)
            elif isinstance(event, converting.Exported):
                if not event.files:
                    raise not_written(event)
                proof = event.proof
                return {
                    "files": list(event.files),
                    "losses": [
                        {"code": loss.code, "text": loss.message("command line")} for loss in event.losses
                    ],
                    "proved_tokens": 0 if proof is None else proof.n_tokens,
                    "proved_by": "" if proof is None else proof.judge.library or "workbench",
                }
    raise RuntimeError("the export has no end")


# --- the result ---------------------------------------------------------------------------------


def _result(done: api.Adapted) -> dict[str, Any]:
    draft, tokenizer = done.draft, done.tokenizer
    needed = set(draft.needed.tolist())
    return {
        "input": done.file,
        "vocab_size": [draft.base.vocab_size, tokenizer.vocab_size],
        "tokens": [len(all_ids(draft.base)), len(all_ids(tokenizer))],
        "added": [
            {"id": i, **_token(tokenizer, i), "needed": i in needed, "special": i in tokenizer.specials.texts}
            for i in draft.added.tolist()
        ],
        "removed": [{"id": i, **_token(draft.base, i)} for i in draft.removed.tolist()],
        "stayed": sorted({i for _, step in draft.steps for i in step.stayed}),
        "left_out": [
            {"token": _shown(token), "why": why} for _, step in draft.steps for token, why in step.left_out
        ],
        "moved": sum(len(step.moved) for _, step in draft.steps),
        "special_tokens": dict(tokenizer.special_tokens),
        "unsure": [
            {"id": each.id, "labels": list(each.labels), "witness": each.witness,
             "reason": "; ".join(map(str, each.reasons))}
            for each in done.unsure()
        ],
        "proved": done.is_proved,
        "made_again": draft.unmade.tolist(),
        "texts": [_effect(name, each) for name, each in done.effects],
    }  # fmt: skip


def _effect(name: str, each: Any) -> dict[str, Any]:  # noqa: ANN401 - engine.adapting.effects.Effect
    return {
        "source": name,
        "documents": each.n_documents,
        "bytes": each.n_bytes,
        "tokens": [each.before, each.after],
        "equal_tokens": each.equal,
        "changed_documents": each.n_changed,
        "changed_pieces": each.n_pieces,
        "unexplained_pieces": each.unexplained,
        "pieces": [
            {
                "text": _shown(piece.text),
                "count": piece.count,
                "before": [_shown(token) for token in piece.before],
                "after": [_shown(token) for token in piece.after],
            }
            for piece in each.pieces
        ],
    }


def _token(tokenizer: Tokenizer, token_id: int) -> dict[str, str]:
    token = tokenizer.token_bytes(token_id) or b""
    return {"token": _shown(token), "bytes": token.hex()}


def _shown(token: bytes) -> str:
    return token.decode("utf-8", "backslashreplace")


def _lines(done: api.Adapted, result: dict[str, Any]) -> Iterator[str]:
    yield from _named("added", [row for row in result["added"] if not row["needed"]])
    yield from _named("needed for it", [row for row in result["added"] if row["needed"]])
    yield from _named("removed", result["removed"])
    if result["stayed"]:
        yield f"kept           {counted(len(result['stayed']), 'token')} that others are built from"
    if result["left_out"]:
        yield f"left out       {counted(len(result['left_out']), 'token')}"
        yield from (f"            {row['why']}" for row in result["left_out"][:_SHOWN])
    for row in result["unsure"]:
        where = f"in “{visible(row['witness'].encode())}”" if row["witness"] is not None else row["reason"]
        yield f"not alone      {row['id']}  {where}"
    size, now = result["tokens"]
    highest = int(all_ids(done.tokenizer)[-1])
    yield f"size           {size:,} → {counted(now, 'token')}, highest id {highest}"
    yield from _proof_lines(done, result)
    if "files" in result:
        by = result["proved_by"]
        if result["proved_tokens"]:
            yield f"written file   equal on {counted(result['proved_tokens'], 'token')}, by {by}"
        yield f"wrote          {', '.join(result['files'])}"
        yield from (loss["text"] for loss in result["losses"])


def _named(title: str, rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    if not rows:
        return
    yield f"{title:<15}{counted(len(rows), 'token')}"
    for row in rows[:_SHOWN]:
        yield f"{row['id']:>10}  {visible(bytes.fromhex(row['bytes']))}"
    if len(rows) > _SHOWN:
        yield f"            … {len(rows) - _SHOWN:,} more (--json lists all)"


def _proof_lines(done: api.Adapted, result: dict[str, Any]) -> Iterator[str]:
    unexplained = sum(each.unexplained for _, each in done.effects)
    if not done.is_proved:
        n_tokens = sum(each.equal for _, each in done.effects)
        yield f"not proved     equal on {counted(n_tokens, 'token')}" if n_tokens else "not proved"
    else:
        yield "proved         pieces change only if they had a removed token or have an added one"
        if result["made_again"]:
            ids = " ".join(map(str, result["made_again"][:_SHOWN]))
            yield f"               or have one of these, which merges never made before: {ids}"
    for name, each in done.effects:
        yield (
            f"{name}: {each.before:,} → {counted(each.after, 'token')}; "
            f"{each.n_changed:,} of {counted(each.n_documents, 'document')} and "
            f"{counted(each.n_pieces, 'piece')} changed"
        )
        for piece in each.pieces[:_SHOWN]:
            before, after = ("|".join(map(visible, tokens)) for tokens in (piece.before, piece.after))
            yield f"{piece.count:>10,}  {before} → {after}"
    if unexplained and done.is_proved:
        yield f"WRONG          {counted(unexplained, 'piece')} changed against the proof: report this"
