"""The flags of verbs that give a tokenizer roles and a chat template."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator

from workbench.api.roles import TEMPLATES, template_text
from workbench.cli.flags import Flag
from workbench.cli.streams import held, read
from workbench.engine.base.errors import EngineError
from workbench.engine.base.roles import ROLES


def _role(text: str) -> tuple[str, str]:
    """Return (role, text) of ROLE=TEXT."""
    role, _, token = text.partition("=")
    if role not in ROLES or not token:
        raise argparse.ArgumentTypeError(f"{text!r} is not ROLE=TEXT with one of {', '.join(ROLES)}")
    return role, token


def role_flags(what: str) -> tuple[Flag, ...]:
    """Return the flags; `what` says of which special tokens one has a role."""
    return (
        Flag(
            "--role",
            f"use {what} as bos, eos, pad, unk, mask, user, assistant, system or tool; repeatable",
            action="append",
            default=[],
            dest="roles",
            metavar="ROLE=TEXT",
            type=_role,
        ),
        Flag(
            "--chat-template",
            "chatml, plain, or a file with a Jinja template",
            metavar="NAME|FILE",
        ),
        Flag("--add-bos", "put bos before each text by default, in other libraries too", action="store_true"),
        Flag("--add-eos", "put eos after each text by default", action="store_true"),
    )


def template_of(arguments: argparse.Namespace) -> str | None:
    """Return the name of a template, the text of a file, or None; raises EngineError."""
    chosen: str | None = arguments.chat_template
    if chosen is None or chosen in TEMPLATES:
        return chosen
    return template_text(read(held(chosen)), chosen)


@contextlib.contextmanager
def template_named(arguments: argparse.Namespace) -> Iterator[None]:
    """Name the file of the template in the error of one that fails."""
    try:
        yield
    except EngineError as fault:
        chosen: str | None = arguments.chat_template
        if chosen is None or chosen in TEMPLATES or not fault.code.startswith("chat_template_"):
            raise
        raise fault.in_file(chosen) from fault
