"""`python -m workbench`: the window, a headless verb, or (hidden) the child process for foreign patterns."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run what the arguments ask for and return the exit status; without arguments, open the window."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    # First, and before anything heavy is imported: the child has to start in some tens of
    # milliseconds, and must load neither Qt nor numpy under its memory limit.
    if arguments[:1] == ["--isolated-child"]:
        from workbench.engine.isolation import child_main

        return child_main(arguments[1:])
    if arguments[:1] == ["--demonstrate"] and len(arguments) == 2:
        from workbench.shell.demonstration import main as demonstrate

        return demonstrate(arguments[1])
    if arguments:
        return _run_verb(arguments)
    # Until the window is there, Ctrl+C ends the program at once: there is nothing to lose.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from workbench.shell.app import main as open_window

    return open_window()


def _run_verb(arguments: Sequence[str]) -> int:
    try:
        from workbench.cli import main as run_verb
    except KeyboardInterrupt:  # while numpy is being loaded
        print("workbench: stopped", file=sys.stderr)
        return 130  # as `cli.STOPPED`
    return run_verb(arguments)


if __name__ == "__main__":
    sys.exit(main())
