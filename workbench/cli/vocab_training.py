"""What `vocab` says of a vocabulary that was trained here: its error bars, and where its tokens came from."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Generator, Iterator
from typing import Any, TypeVar

from workbench.api.error_bars import error_bars
from workbench.api.provenance import Origins, provenance
from workbench.api.training_again import training_again
from workbench.cli.streams import Bar
from workbench.display.marks import visible
from workbench.engine.base.errors import EngineError
from workbench.engine.base.slices import finished
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.error_bars import ErrorBars
from workbench.engine.judging.provenance import Provenance, Without
from workbench.engine.training.trainer import Progress

Result = TypeVar("Result")
_LEAST_SURE = 20  # tokens that are listed
_SHOWN = 40  # tokens of a list of those that go and come


def shown_with_bar(steps: Generator[Progress, None, Result], bar: Bar) -> Result:
    """Run steps to their end with a progress bar, and return their result."""
    return finished(steps, lambda event: bar.show(event.phase, event.done, event.total))


def origin(tokenizer: Tokenizer, arguments: argparse.Namespace) -> tuple[dict[str, Any], list[str]]:
    """Return the JSON object of error bars or provenance, and the lines; raises EngineError."""
    with Bar() as bar:
        run = shown_with_bar(training_again(tokenizer, arguments.file), bar)
        if arguments.error_bars:
            bars = shown_with_bar(error_bars(run), bar)
            return _bars_as_json(tokenizer, bars), list(_bar_lines(tokenizer, bars))
        origins = shown_with_bar(provenance(run), bar)
        without = [_without(origins, name, bar) for name in arguments.without or ()]
    result: dict[str, Any] = {"tokens": _origin_rows(tokenizer, origins.tokens)}
    if without:
        result["without"] = [
            {"source": each.source, "gone": list(map(_text, each.gone)), "come": list(map(_text, each.come))}
            for each in without
        ]
    return result, [*_origin_lines(origins.tokens), *(line for each in without for line in _lines_of(each))]


def _without(origins: Origins, name: str, bar: Bar) -> Without:
    names = origins.tokens.sources
    if name not in names:
        raise EngineError("source_not_used", source=name, names=", ".join(names))
    return shown_with_bar(origins.without(names.index(name)), bar)


def _text(token: bytes) -> str:
    return token.decode("utf-8", "backslashreplace")


def _bars_as_json(tokenizer: Tokenizer, bars: ErrorBars) -> dict[str, Any]:
    columns = zip(
        bars.ids.tolist(), bars.survivals.tolist(), bars.counts.tolist(), bars.margins.tolist(), strict=True
    )
    rows = [
        {
            "id": token_id,
            "token": _text(tokenizer.token_bytes(token_id) or b""),
            "survivals": survivals,
            "deciding_count": count,
            "margin": margin,
        }
        for token_id, survivals, count, margin in columns
    ]
    summary = {name: value for name, value in bars.plain().items() if name != "survivals"}
    return {"error_bars": summary, "tokens": rows}


def _bar_lines(tokenizer: Tokenizer, bars: ErrorBars) -> Iterator[str]:
    yield from bars.lines()
    order = bars.survivals.argsort(kind="stable")[:_LEAST_SURE].tolist()
    for at in (at for at in order if bars.survivals[at] < bars.n_parts):
        token = visible(tokenizer.token_bytes(int(bars.ids[at])) or b"")
        yield (
            f"{bars.ids[at]:>8}  {token}  in {bars.survivals[at]} of {bars.n_parts}, "
            f"count {bars.counts[at]:,}, margin {bars.margins[at]:,}"
        )


def _origin_rows(tokenizer: Tokenizer, tokens: Provenance) -> list[dict[str, Any]]:
    return [
        {"id": token_id, "token": _text(tokenizer.token_bytes(token_id) or b""), **tokens.plain(merge)}
        for merge, token_id in enumerate(tokens.ids.tolist())
    ]


def _origin_lines(tokens: Provenance) -> Iterator[str]:
    """Yield how many tokens each source decided alone or mostly, and the files that decided tokens alone."""
    for place, name in enumerate(tokens.sources):
        shares = tokens.shares[:, place]
        most, alone = int((shares > 0.5).sum()), int((shares == 1).sum())
        yield f"{name}: more than half of the count of {most:,} tokens, all of it of {alone:,}"
    if len(tokens.files) > len(tokens.sources):
        only = Counter(tokens.file[tokens.file_shares == 1].tolist())
        for file, n in only.most_common(_LEAST_SURE):
            yield f"{n:>9,} tokens occur in {tokens.files[file]} only"


def _lines_of(each: Without) -> Iterator[str]:
    yield f"without {each.source} these {len(each.gone):,} tokens are lost: {_listed(each.gone)}"
    yield f"and these {len(each.come):,} are gained: {_listed(each.come)}"


def _listed(tokens: tuple[bytes, ...]) -> str:
    rest = f" … ({len(tokens) - _SHOWN:,} more)" if len(tokens) > _SHOWN else ""
    return " ".join(f"“{visible(token)}”" for token in tokens[:_SHOWN]) + rest
