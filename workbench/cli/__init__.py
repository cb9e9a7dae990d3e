"""The command line: one module per verb, over the API.

The exit status is 0, 1 (failed, with one line on standard error), 2 (wrong usage) or 130 (stopped by Ctrl+C);
`same` uses 0, 1 and 3 for its answer, and 2 for a failure. A progress bar is shown if standard error is a
terminal. Files are written completely or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.cli.arguments import parser
from workbench.cli.streams import drop_output, tell
from workbench.engine.base.errors import EngineError

STOPPED = 130  # exit status, as shells give it to what SIGINT ended


def main(argv: Sequence[str]) -> int:
    """Run a verb and return the exit status; wrong usage raises SystemExit(2), as argparse does."""
    failed = 1
    try:
        arguments = parser().parse_args(argv)
        failed = getattr(arguments, "failed", failed)
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


def _fail(message: str, status: int) -> int:
    tell(message)
    return status
