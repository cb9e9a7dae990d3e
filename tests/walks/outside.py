"""A walk from outside: the program as it is, under Xvfb and openbox, keys and mouse by xdotool."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from tests.walks.starting import ROOT, tokenizers

NEEDED = ("Xvfb", "openbox", "xdotool", "xwd")
WIDTH, HEIGHT = 1400, 900
PATIENCE = 120  # seconds, until a window is there or a program that was asked to has ended
LOOK_EVERY = 40  # actions
STILL_LOOKS = 12  # pictures that are the same, after which the program has to show that it lives
KEYS = (
    "ctrl+1", "ctrl+2", "ctrl+3", "ctrl+5", "ctrl+shift+r", "ctrl+k", "ctrl+k", "ctrl+f", "ctrl+h", "Escape",
    "Escape", "Tab", "Return", "space", "Down", "Up", "Left", "Right", "ctrl+a", "ctrl+c", "ctrl+v", "ctrl+z",
    "ctrl+shift+z", "BackSpace", "F3", "ctrl+w", "ctrl+e", "ctrl+r", "Page_Down", "End", "Home",
)  # fmt: skip
WORDS = ("hello world ", "the quick 123 ", "(a|aa)+$", "  ", "zzz")


def missing() -> list[str]:
    """Return the programs that are not there."""
    return [name for name in NEEDED if shutil.which(name) is None]


def walk(seconds: float, seed: str, folder: Path) -> int:
    """Walk so long, and tell what was found; 0 for nothing."""
    if missing():
        print(f"not there: {', '.join(missing())}")
        return 2
    display = _free_display()
    with _started(["Xvfb", display, "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"], os.environ):
        env = {**os.environ, "DISPLAY": display, "HOME": str(folder), "PYTHONPATH": str(ROOT)}
        for name in ("QT_QPA_PLATFORM", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"):
            env.pop(name, None)
        while not Path(f"/tmp/.X11-unix/X{display[1:]}").exists():
            time.sleep(0.1)
        with _started(["openbox"], env):
            return _Outside(seconds, seed, folder, env).walk()


def _free_display() -> str:
    return next(f":{n}" for n in range(200, 1000) if not Path(f"/tmp/.X11-unix/X{n}").exists())


class _started:
    """A program that is ended with the block."""

    def __init__(self, words: list[str], env: Mapping[str, str]) -> None:
        self._program = subprocess.Popen(words, env=dict(env), stderr=subprocess.DEVNULL)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_told: object) -> None:
        self._program.terminate()
        self._program.wait()


class _Outside:
    """One walk; the program is started anew where somebody closed it."""

    def __init__(self, seconds: float, seed: str, folder: Path, env: Mapping[str, str]) -> None:
        self._seconds, self._seed, self._folder, self._env = seconds, seed, folder, dict(env)
        self._random = random.Random(seed)
        self._said = folder / "said.txt"
        self._recent = [str(path) for path in tokenizers(folder, seed)]

    def walk(self) -> int:
        program, begun, actions, starts = self._start(), time.monotonic(), 0, 1
        last, still = "", 0
        while time.monotonic() - begun < self._seconds:
            if program.poll() is not None:
                if program.returncode:
                    break
                program, starts = self._start(), starts + 1
            if actions % LOOK_EVERY == 0:
                seen = self._picture()
                last, still = seen, still + 1 if seen == last else 0
                self._take_keyboard()
                if still >= STILL_LOOKS:  # perhaps nothing that is done concerns what is open
                    if not self._ends(program):
                        break
                    still = 0
                    continue
            self._act()
            actions += 1
        fault = self._fault(program)
        lived = time.monotonic() - begun
        print(
            f"seed {self._seed}: {actions} actions, {starts} starts in {lived:.0f} s. {fault or 'No fault.'}"
        )
        return bool(fault)

    def _start(self) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-X", "faulthandler", "-m", "workbench"]
        said = self._said.open("ab")
        program = subprocess.Popen(words, env=self._env, cwd=self._folder, stdout=said, stderr=said)
        until = time.monotonic() + PATIENCE
        while not self._windows() and program.poll() is None and time.monotonic() < until:
            time.sleep(0.5)
        return program

    def _act(self) -> None:
        draw, at = self._random.random(), (self._random.randrange(WIDTH), self._random.randrange(HEIGHT))
        if draw < 0.6:
            self._x("mousemove", *at, "click", self._random.choice((1, 1, 1, 1, 1, 3, 4, 5)))
        elif draw < 0.72:
            to = self._random.randrange(WIDTH), self._random.randrange(HEIGHT)
            self._x("mousemove", *at, "mousedown", 1, "mousemove", *to, "mouseup", 1)
        elif draw < 0.88:
            self._x("key", self._random.choice(KEYS))
        elif draw < 0.9:
            self._x("key", "ctrl+o")
            self._x("type", "--delay", 5, self._random.choice(self._recent) + "\n")
        else:
            self._x("type", "--delay", 5, self._random.choice(WORDS))

    def _take_keyboard(self) -> None:
        if windows := self._windows():
            self._x("windowactivate", windows[-1])

    def _windows(self) -> list[str]:
        return self._x("search", "--onlyvisible", "--class", "workbench").split()

    def _picture(self) -> str:
        seen = subprocess.run(
            ["xwd", "-root", "-silent"], env=self._env, capture_output=True, timeout=PATIENCE, check=False
        )
        return hashlib.sha256(seen.stdout).hexdigest()

    def _x(self, *words: object) -> str:
        asked = ["xdotool", *map(str, words)]
        try:
            return subprocess.run(
                asked, env=self._env, capture_output=True, text=True, timeout=PATIENCE, check=False
            ).stdout
        except subprocess.TimeoutExpired:
            return ""

    def _ends(self, program: subprocess.Popen[bytes]) -> bool:
        """Ask the program to end; tells whether it did, as one that hangs does not."""
        program.send_signal(signal.SIGTERM)
        try:
            program.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            program.send_signal(signal.SIGABRT)  # faulthandler writes where it stands
            program.wait(PATIENCE)
            return False
        return True

    def _fault(self, program: subprocess.Popen[bytes]) -> str:
        """Return what is wrong with how the program ends, "" for nothing."""
        if program.poll() is None and not self._ends(program):
            return f"It hung.\n{self._told()}"
        if program.returncode:
            return f"It ended with {program.returncode}.\n{self._told()}"
        told = self._told()
        return f"It said:\n{told}" if "Traceback" in told else ""

    def _told(self) -> str:
        return self._said.read_text("utf-8", "replace")[-4000:]
