"""`python -m workbench`: the window, with files or none, a headless verb, or (hidden) a child process."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run what the arguments ask for and return the exit status; without a verb, open the window."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's would start and spin for matrices: few are
    arguments = list(sys.argv[1:] if argv is None else argv)
    # First, and before anything heavy is imported: the child has to start in some tens of
    # milliseconds, and must load neither Qt nor numpy under its memory limit.
    if arguments[:1] == ["--isolated-child"]:
        from workbench.engine.child.isolation import child_main

        return child_main(arguments[1:])
    if arguments[:1] == ["--demonstrate"] and len(arguments) == 2:
        from workbench.shell.demonstration import main as demonstrate

        return demonstrate(arguments[1])
    from workbench.cli.verbs import VERBS

    new_window = arguments[:1] == ["--new-window"]
    paths = arguments[1:] if new_window else arguments
    if paths and not new_window and (paths[0] in VERBS or not os.path.exists(paths[0])):
        return _run_verb(arguments)
    import signal  # here: the current folder may hold one of its own

    # Until the window is there, Ctrl+C ends the program at once: there is nothing to lose.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from workbench.shell.app import main as open_window

    return open_window(paths, new_window)


def _run_verb(arguments: Sequence[str]) -> int:
    import signal  # here: as above

    # While numpy and others are loaded, what makes of a KeyboardInterrupt another error is not ours.
    interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if interruptible:
        signal.signal(signal.SIGINT, _stop_at_once)
    from workbench.cli.main import parse, run

    gc.disable()  # what is imported is no garbage, neither while it comes nor at the end
    try:
        parsed = parse(arguments)
    finally:
        gc.freeze()
        gc.enable()
    if interruptible:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return run(parsed)


def _stop_at_once(*_: object) -> None:
    os.write(2, b"workbench: stopped\n")
    os._exit(130)  # as `cli.main.STOPPED`


def _without_current_folder(path: list[str]) -> None:
    """Take the current folder, which `python -m` puts first, from where modules are looked for.

    A `json.py` in a folder of texts is no module of ours. A checkout is where this one itself comes from.
    """
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if path and not sys.flags.safe_path and path[0] == os.getcwd() != here:
        del path[0]


if __name__ == "__main__":
    _without_current_folder(sys.path)
    sys.exit(main())
