"""The first five minutes, played on a built program: `python -m tests.sheets.five_minutes FOLDER PROGRAM…`.

PROGRAM is what starts it, as /usr/bin/workbench of an installed .deb (packaging/debian-check). In English and
in Chinese, each on a screen and in a home of its own, buttons are found by their names, as a screen reader
finds them, and clicked; every ten seconds a picture is written, the last of them dark. Needs what
tests/journeys/test_screen_reader.py needs, xdotool, and ImageMagick.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SYSTEM_PYTHON = "/usr/bin/python3"
BETWEEN, PATIENCE = 10.0, 60.0  # seconds between two pictures, and for a button to appear
TEXT = "Hello world! Tokenization splits unbelievable words, and 12345."
# What is clicked, as it is called in each language.
NAMES = {
    "en": {"type": "Type your own text", "train": "Train on the sample", "compare": "Compare the two",
           "health": "Check health", "search": "Search the manual", "dark": "Dark"},
    "zh": {"type": "输入自己的文本", "train": "用示例训练", "compare": "比较两者", "health": "检查健康",
           "search": "搜索手册", "dark": "深色"},
}  # fmt: skip
SEARCHED = {"en": "why is my hindi so expensive", "zh": "Python"}


def main() -> None:
    """Play it in both languages."""
    folder, program = Path(sys.argv[1]).resolve(), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    for language, locale in (("en", "en_US.UTF-8"), ("zh", "zh_CN.UTF-8")):
        with tempfile.TemporaryDirectory() as home:
            Path(home, "runtime").mkdir(mode=0o700)
            environ = {
                "HOME": home, "XDG_RUNTIME_DIR": f"{home}/runtime", "PATH": os.environ["PATH"],
                "LANG": locale, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
                **{name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ},
            }  # fmt: skip
            subprocess.run(
                ["xvfb-run", "--auto-servernum", "--server-args=-screen 0 1280x800x24",
                 "dbus-run-session", "--",
                 SYSTEM_PYTHON, __file__, "--played", language, str(folder), *program],
                env=environ, check=True,
            )  # fmt: skip


class Person:
    """Looks for names, clicks, types and waits; a picture is taken whenever one is due."""

    def __init__(self, language: str, folder: Path) -> None:
        import gi  # Debian's Python alone has it

        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi, Gio, GLib

        self._atspi, self._fault = Atspi, GLib.Error
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        enable = GLib.Variant("(ssv)", ("org.a11y.Status", "IsEnabled", GLib.Variant("b", True)))
        bus.call_sync(
            "org.a11y.Bus",
            "/org/a11y/bus",
            "org.freedesktop.DBus.Properties",
            "Set",
            enable,
            None,
            0,
            -1,
            None,
        )
        self._language, self._folder = language, folder
        self._start = self._due = time.monotonic()

    def waits(self, seconds: float) -> None:
        """Let time pass."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            if now >= self._due:
                self._picture(now)
            time.sleep(0.2)

    def _picture(self, now: float) -> None:
        self._due += BETWEEN
        name = f"five-minutes-{self._language}-{now - self._start:03.0f}.png"
        subprocess.run(["import", "-window", "root", self._folder / name], check=True)

    def clicks(self, what: str) -> None:
        """Click what has a name, as soon as it is seen."""
        name, end = NAMES[self._language][what], time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                for node in self._nodes(self._atspi.get_desktop(0)):
                    if node.get_name() == name and node.get_state_set().contains(
                        self._atspi.StateType.SHOWING
                    ):
                        box = node.get_extents(self._atspi.CoordType.SCREEN)
                        self._does("mousemove", box.x + box.width // 2, box.y + box.height // 2, "click", 1)
                        return
            except self._fault:
                pass  # what it asked is gone
            self.waits(0.5)
        sys.exit(f"nothing is called {name}")

    def _nodes(self, node: Any, depth: int = 0) -> Iterator[Any]:
        yield node
        for place in range(min(node.get_child_count(), 60) if depth < 30 else 0):
            child = node.get_child_at_index(place)
            if child is not None:
                yield from self._nodes(child, depth + 1)

    def presses(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self._does("key", key)
            self.waits(0.5)

    def types(self, text: str) -> None:
        """Type a text."""
        self._does("type", "--delay", 40, text)

    def _does(self, *command: object) -> None:
        subprocess.run(["xdotool", *map(str, command)], check=True)


def play(language: str, folder: Path) -> None:
    """Do what the page "Five minutes" of the manual says."""
    person = Person(language, folder)
    person.waits(15)
    person.clicks("type")
    person.types(TEXT)
    person.waits(10)
    person.presses(*["alt+Left"] * 4)  # token by token
    person.waits(10)
    person.clicks("train")
    person.waits(25)  # it is shown once more, slowly
    person.clicks("compare")
    person.waits(20)
    person.presses("ctrl+3")
    person.waits(10)
    person.clicks("health")
    person.waits(15)
    person.presses("ctrl+2")
    person.waits(10)
    person.presses("ctrl+1", "F1")
    person.waits(10)
    person.clicks("search")
    person.types(SEARCHED[language])
    person.waits(10)
    person.presses("Escape", "Escape", "ctrl+k")
    person.waits(10)
    person.presses("Escape", "ctrl+comma")
    person.waits(10)
    person.clicks("dark")
    person.presses("Escape")
    for task in "123":
        person.presses(f"ctrl+{task}")
        person.waits(10)
    person.presses("ctrl+q")
    person.waits(3)


def inside(language: str, folder: str, program: list[str]) -> None:
    """Start the program in this session, play, and end it."""
    manager = subprocess.Popen(["openbox"]) if os.path.exists("/usr/bin/openbox") else None
    window = subprocess.Popen(program, cwd="/")
    try:
        play(language, Path(folder))
    finally:
        for process in (window, manager):
            if process is not None:
                process.terminate()
                process.wait()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--played"]:
        inside(sys.argv[2], sys.argv[3], sys.argv[4:])
    else:
        main()
