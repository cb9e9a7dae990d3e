"""`python -m tests.walks SECONDS SEED [--outside]`: a walk; exits with 1 where something was found."""

from __future__ import annotations

import argparse
import faulthandler
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.walks import outside
from tests.walks.starting import ROOT, walk_of
from workbench.shell import app as application
from workbench.widgets.garbage import Collector


def main() -> int:
    """Walk, and tell what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.walks", description="Random use of the window.")
    parser.add_argument("seconds", type=float)
    parser.add_argument("seed")
    parser.add_argument("--steps", type=int, help="inside: no more than so many")
    parser.add_argument("--outside", action="store_true", help="the program as it is, by xdotool under Xvfb")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        (home := Path(folder) / "home").mkdir()
        if asked.outside:
            return outside.walk(asked.seconds, asked.seed, Path(folder))
        if bound := outside.bound_to(home):
            words = [*bound, sys.executable, "-m", "tests.walks", *sys.argv[1:]]
            env = {**os.environ, "TMPDIR": str(home)}
            return subprocess.run(words, env=env, cwd=ROOT, check=False).returncode
        return _inside(asked.seconds, asked.steps, asked.seed, home)


def _inside(seconds: float, steps: int | None, seed: str, folder: Path) -> int:
    faulthandler.enable()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["HOME"] = str(folder)
    os.chdir(folder)
    sys.setswitchinterval(application.SWITCH_INTERVAL)
    app = application.make_application(["workbench"])
    Collector(app)
    with walk_of(app, folder, seed) as walk:
        walk.steps(steps, seconds)
    print(f"seed {seed}: {len(walk.done)} steps, the last ones {', '.join(walk.done[-8:])}")
    print("\n".join(walk.watch.found) or "nothing found")
    return bool(walk.watch.found)


if __name__ == "__main__":
    sys.exit(main())
