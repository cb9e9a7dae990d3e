"""The verb fetch."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from workbench.api.fetching import fetch, offered
from workbench.cli.streams import Bar, print_result
from workbench.engine.base.slices import finished
from workbench.formats.published import Offered


def add_arguments(verb: argparse.ArgumentParser) -> None:
    """Add the arguments of the verb."""
    verb.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="published vocabulary such as r50k_base, or a model of the Hugging Face Hub: hf:owner/name, "
        "hf:owner/name@revision (default: list what there is, and fetch nothing)",
    )
    verb.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> None:
    """Fetch vocabularies into the cache of the user, or list them; raises EngineError."""
    done = list(_fetched(arguments.names)) if arguments.names else list(offered())
    result = [_as_json(each) for each in done]
    print_result(result, arguments.json, (line for each in result for line in _lines(each)))


def _fetched(names: list[str]) -> Iterator[Offered]:
    for name in names:
        with Bar() as bar:
            yield finished(fetch(name), lambda step: bar.show("fetching", *step))


def _as_json(each: Offered) -> dict[str, Any]:
    known = each.published
    return {
        "name": known.name,
        "title": known.title,
        "publisher": known.publisher,
        "address": known.address,
        "license": known.license,
        "bytes": known.size,
        "sha256": known.sha256,
        "path": each.path,
    }


def _lines(said: dict[str, Any]) -> Iterator[str]:
    yield f"{said['name']}    {said['title']}"
    for key in ("address", "license", "bytes", "sha256"):
        value = f"{said[key]:,}" if key == "bytes" else said[key]
        yield f"  {key:<9} {value}"
    yield f"  {'file':<9} {said['path'] or 'not fetched'}"
