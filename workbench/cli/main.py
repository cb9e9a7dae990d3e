"""Runs a verb of the command line."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from workbench.cli.arguments import parser
from workbench.cli.verbs import VERBS

STOPPED = 130  # exit status, as shells give it to what SIGINT ended
_WRITTEN = ("out", "output", "html")  # arguments that name a file to write


def main(argv: Sequence[str]) -> int:
    """Run a verb and return the exit status; wrong usage raises SystemExit(2), as argparse does."""
    return run(parse(argv))


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Import the verb and return its arguments; wrong usage raises SystemExit(2)."""
    if argv and not argv[0].startswith("-") and os.path.dirname(argv[0]):  # a file's, not a mistyped verb
        from workbench.cli.streams import tell

        tell(f"{argv[0]}: there is no such file")
        raise SystemExit(2)
    return parser([word for word in argv if word in VERBS][:1]).parse_args(argv)


def run(arguments: argparse.Namespace) -> int:
    """Run the verb of parsed arguments and return the exit status."""
    from workbench.cli.streams import drop_output, folders_for, tell  # here: --version and --help do without
    from workbench.engine.base.errors import EngineError

    def _fail(message: str, status: int) -> int:
        tell(message)
        return status

    failed = getattr(arguments, "failed", 1)
    written = [getattr(arguments, name, None) for name in _WRITTEN]
    try:
        with folders_for(*written):
            return int(arguments.verb(arguments) or 0)
    except EngineError as error:
        return _fail(error.message("command line"), STOPPED if error.code == "training_stopped" else failed)
    except KeyboardInterrupt:
        return _fail("stopped", STOPPED)
    except MemoryError:
        return _fail("there is not enough memory for this. Close other programs, or use less text.", failed)
    except BrokenPipeError:
        drop_output()
        return failed
    except OSError as error:
        drop_output()
        return _fail(f"the output cannot be written: {error.strerror or error}.", failed)
