"""Processor time from the start to the colored text: `python -m tests.benchmarks.starting [RUNS]`.

Each run is a process of its own, offscreen, with settings of its own; medians of all threads' time, and the
modules whose import alone takes most (`-X importtime`).
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from statistics import median

_STARTED = """
import json, os, sys, tempfile, time
from pathlib import Path
from workbench.settings import Settings
from workbench.shell import app as program
from workbench.widgets.garbage import Collector
marks = {"Qt and the frame imported": time.process_time()}
app = program.make_application(["start"])
Collector(app)
folder = Path(tempfile.mkdtemp())
window = program.make_window(app, Settings(folder / "settings.ini"))
window.resize(1280, 800)
window.show()
app.processEvents()
marks["the frame seen"] = time.process_time()
from workbench.shell.filling import Filling
done = []
filling = Filling(app, window, done.append)
encoding = filling.first.tokens.encoding
marks["the text there"] = time.process_time()
while encoding.encoded is None:
    app.processEvents()
    time.sleep(0.001)
app.processEvents()
marks["the text colored"] = time.process_time()
n_modules = len(sys.modules)
while not done:
    app.processEvents()
marks["all panels there"] = time.process_time()
marks["modules"] = n_modules
print(json.dumps(marks), flush=True)
os._exit(0)
"""
_LINE = re.compile(r"import time: +(\d+) \| +\d+ \| +(\S+)$", re.MULTILINE)


def main(runs: int = 5) -> None:
    """Print the medians, in seconds since the start of Python, and the slowest imports."""
    took = [json.loads(_run(["-c", _STARTED]).stdout) for _ in range(runs + 1)][1:]  # the first one is cold
    n_modules = took[0].pop("modules")
    for name in took[0]:
        print(f"{median(run[name] for run in took):6.2f} s {name}")
    print(f"{n_modules} modules are imported when the text is colored.")
    imports = _LINE.findall(_run(["-X", "importtime", "-c", _STARTED]).stderr)
    rooms: dict[str, int] = {}
    for microseconds, module in imports:
        room = ".".join(module.split(".")[: 2 if module.startswith("workbench.") else 1])
        rooms[room] = rooms.get(room, 0) + int(microseconds)
    print(f"{len(imports)} modules; those of these rooms and packages take most (wall time, ms):")
    for room, microseconds in sorted(rooms.items(), key=lambda item: -item[1])[:12]:
        print(f"{microseconds / 1000:6.0f} {room}")


def _run(arguments: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
