"""The whole program as a screen reader gets it on Linux: over AT-SPI, in a session of its own under Xvfb."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

_SYSTEM_PYTHON = "/usr/bin/python3"  # Debian's, which has the library of AT-SPI
# Walks the tree of the one program, until the tokens of the first line are in it.
_READER = """
import json, sys, time
import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi

def walk(node, depth=0):
    yield node
    for place in range(min(node.get_child_count(), 40) if depth < 30 else 0):
        child = node.get_child_at_index(place)
        if child is not None:
            yield from walk(child, depth + 1)

def told(node):
    children = [node.get_child_at_index(place) for place in range(min(node.get_child_count(), 10))]
    children = [[child.get_role_name(), child.get_name()] for child in children if child is not None]
    return {"role": node.get_role_name(), "says": node.get_description(), "children": children}

end, found = time.monotonic() + 90, {}
while time.monotonic() < end and not ("line" in found and found["line"]["in"] in found["view"]["children"]):
    time.sleep(0.5)
    try:
        for node in walk(Atspi.get_desktop(0)):
            if node.get_name() == "Text with its tokens":
                found["view"] = told(node)
            if node.get_name() == "Tokens of line 1" and node.get_child_count():
                found["line"] = told(node) | {"in": [node.get_role_name(), node.get_name()]}
    except gi.repository.GLib.Error:
        continue  # what it was about to ask is gone
json.dump(found, sys.stdout)
"""
_SESSION = """
gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus \
    --method org.freedesktop.DBus.Properties.Set org.a11y.Status IsEnabled '<true>' >/dev/null
"$0" -m workbench & window=$!
trap 'kill $window; wait $window' EXIT
"$1" -c "$2"
"""


def _missing() -> str:
    """What this machine lacks, or ""."""
    programs = ("dbus-run-session", "xvfb-run", "gdbus", _SYSTEM_PYTHON)
    if lacking := [name for name in programs if not shutil.which(name)]:
        return lacking[0]
    code = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    there = subprocess.run([_SYSTEM_PYTHON, "-c", code], capture_output=True, check=False).returncode == 0
    launcher = any(
        Path(folder, "at-spi-bus-launcher").exists() for folder in ("/usr/libexec", "/usr/lib/at-spi2-core")
    )
    return "" if there and launcher else "at-spi2-core, gir1.2-atspi-2.0 or python3-gi"


def test_a_screen_reader_finds_the_text_its_line_and_the_tokens_of_that(tmp_path: Path) -> None:
    if missing := _missing():
        pytest.skip(f"needs {missing}")
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    environ = {
        **os.environ, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(runtime), "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "LANG": "C.UTF-8", "NO_AT_BRIDGE": "0",
    }  # fmt: skip
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        environ.pop(name, None)
    done = subprocess.run(
        ["xvfb-run", "--auto-servernum", "dbus-run-session", "--", "bash", "-c", _SESSION,
         sys.executable, _SYSTEM_PYTHON, _READER],
        env=environ, capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    found = json.loads(done.stdout.splitlines()[-1]) if done.stdout else {}  # after what the bus says
    assert set(found) == {"view", "line"}, done.stderr
    assert found["view"]["role"] == "text"
    assert found["view"]["says"].endswith("Alt+Left and Alt+Right step through the tokens")
    assert found["line"]["in"] in found["view"]["children"]
    assert found["line"]["role"] == "list"
    role, first = found["line"]["children"][0]
    assert role == "list item"
    assert ", id " in first
