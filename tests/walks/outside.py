"""A walk from outside: the program as it is, under Xvfb and openbox, keys and mouse by xdotool.

Qt's file dialog renames, moves and deletes. So a walk of root's runs the program as another user, who reads
everything and writes in a folder of its own alone: a walk had moved the checkout that it ran from.
"""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.walks.holding import Holding
from tests.walks.saying import has_fault, shortened
from tests.walks.starting import ROOT, tokenizers

NEEDED = ("Xvfb", "openbox", "xdotool", "xwd")
WIDTH, HEIGHT = 1400, 900
PATIENCE = 120  # seconds, until a window is there or a program that was asked to has ended
LOOK_EVERY = 40  # actions
CLOSED_SECONDS = 40  # what was closed can be brought back for 11, and helper processes end after 30
NOBODY = 65534
BOUND = (
    "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups",
    *(f"--{each}=-all,+dac_read_search" for each in ("bounding-set", "inh-caps", "ambient-caps")),
)  # fmt: skip
# The one that openbox comes with begins programs, and ends openbox.
NO_MENU = "<openbox_menu xmlns='http://openbox.org/3.4/menu'><menu id='root-menu' label=''/></openbox_menu>"
STILL_LOOKS = 12  # pictures that are the same, after which the program has to show that it lives
KEYS = (
    "ctrl+1", "ctrl+2", "ctrl+3", "ctrl+4", "ctrl+5", "ctrl+shift+r", "ctrl+k", "ctrl+k", "ctrl+f", "ctrl+h",
    "Escape", "Escape", "Tab", "Return", "space", "Down", "Up", "Left", "Right", "ctrl+a", "ctrl+c", "ctrl+v",
    "ctrl+z", "ctrl+shift+z", "BackSpace", "F3", "ctrl+w", "ctrl+e", "ctrl+r", "Page_Down", "End", "Home",
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
    with screen_of(folder) as screen:
        return _Outside(seconds, seed, folder, screen).walk()


class _Screen(NamedTuple):
    env: dict[str, str]  # of a program that is started there
    bound: tuple[str, ...]  # before its words
    manager: subprocess.Popen[bytes]


@contextmanager
def screen_of(folder: Path) -> Iterator[_Screen]:
    """Have a screen with a window manager, and a home for programs."""
    asked = ["-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp", "-noreset"]
    with _started(["Xvfb", "-displayfd", "1", *asked], os.environ) as server:
        assert server.stdout is not None
        home = folder / "home"
        env = {**os.environ, "DISPLAY": f":{server.stdout.readline().decode().strip()}"}
        env |= {"PYTHONPATH": str(ROOT), **{name: str(home) for name in ("HOME", "TMPDIR", "PWD")}}
        for name in ("QT_QPA_PLATFORM", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"):
            env.pop(name, None)
        menu = folder / "manager/openbox/menu.xml"
        menu.parent.mkdir(parents=True)
        menu.write_text(NO_MENU)
        bound = bound_to(home)
        _wait_for_screen(bound, env)
        with _started([*bound, "openbox"], {**env, "XDG_CONFIG_HOME": str(folder / "manager")}) as manager:
            yield _Screen(env, bound, manager)


def _wait_for_screen(bound: Sequence[str], env: Mapping[str, str]) -> None:
    """Return once programs can open the display: a busy server names it a moment before."""
    until = time.monotonic() + PATIENCE
    while subprocess.run(
        [*bound, "xdotool", "getmouselocation"], env=env, capture_output=True, check=False
    ).returncode:
        assert time.monotonic() < until, "the screen cannot be opened"
        time.sleep(0.1)


def bound_to(home: Path) -> tuple[str, ...]:
    """Return the words before a program that let it write in its home alone; none where only root can."""
    if os.name == "posix" and os.geteuid() == NOBODY:
        return ()
    if os.name != "posix" or os.geteuid() or not shutil.which(BOUND[0]):
        print("not root: the program may write wherever this user may")
        return ()
    os.chown(home, NOBODY, NOBODY)
    home.parent.chmod(0o755)  # Qt asks access(), which knows no capabilities
    return BOUND


@contextmanager
def _started(words: Sequence[str], env: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Have a program run; it is ended with the block."""
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(words, env=env, stdout=subprocess.PIPE, stderr=said, bufsize=0) as program,
    ):
        try:
            yield program
        finally:
            if program.poll() is not None:
                said.seek(0)
                print(f"{' '.join(words)} ended with {program.returncode} before the walk did, and said:")
                print(shortened(said.read().decode("utf-8", "replace")))
            program.terminate()


class _Outside:
    """One walk; the program is started anew where it was closed."""

    def __init__(self, seconds: float, seed: str, folder: Path, screen: _Screen) -> None:
        self._seconds, self._seed = seconds, seed
        self._env, self._bound, self._manager = screen
        self._random = random.Random(seed)
        self._said = folder / "said.txt"
        self._home = folder / "home"
        self._recent = [str(path) for path in tokenizers(folder, seed)]

    def walk(self) -> int:
        program, begun, actions, starts = self._start(), time.monotonic(), 0, 1
        self._x("set_num_desktops", 1)  # else the wheel beside the window leads away from it
        last, still = "", 0
        loads = [os.getloadavg()[0]]
        while time.monotonic() - begun < self._seconds:
            if program.poll() is not None:
                if program.returncode:
                    break
                program, starts = self._start(), starts + 1
            if actions % LOOK_EVERY == 0:
                if self._manager.poll() is not None:
                    break
                loads.append(os.getloadavg()[0])
                if self._holding.is_due():
                    self._look_with_nothing_open()
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
        lived = time.monotonic() - begun
        if program.poll() is None and self._holding.was_looked_at():
            self._look_with_nothing_open()
        fault = "\n".join(filter(None, (self._holding.tell(), self._fault(program))))
        print(f"load {loads[0]:.1f} at first, {loads[len(loads) // 2]:.1f} half-way, {loads[-1]:.1f} at last")
        print(
            f"seed {self._seed}: {actions} actions, {starts} starts in {lived:.0f} s. {fault or 'No fault.'}"
        )
        return bool(fault)

    def _start(self) -> subprocess.Popen[bytes]:
        words = [*self._bound, sys.executable, "-X", "faulthandler", "-m", "workbench"]
        with self._said.open("ab") as said:
            program = subprocess.Popen(words, env=self._env, cwd=self._home, stdout=said, stderr=said)
        self._holding = Holding(program.pid)
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

    def _look_with_nothing_open(self) -> None:
        """Let the program forget everything, and look at what it holds then."""
        for name in ("Cancel training", "Forget everything"):
            self._take_keyboard()
            self._x("key", "Escape", "Escape", "Escape", "ctrl+k")
            time.sleep(1)
            self._x("type", "--delay", 5, name)
            time.sleep(1)
            self._x("key", "Return")
            time.sleep(3)
        self._x("key", "Tab", "Return")  # the button that does it is not the one that Return presses
        time.sleep(CLOSED_SECONDS)
        self._holding.look()

    def _take_keyboard(self) -> None:
        windows = self._windows()
        # None in sight: it is minimized. Else the last one, which is a dialog's.
        for window in windows[-1:] or self._windows(hidden=True):
            self._x("windowactivate", window)

    def _windows(self, hidden: bool = False) -> list[str]:
        return self._x("search", *[] if hidden else ["--onlyvisible"], "--class", "workbench").split()

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
        """Return what is wrong with what the program said and how it ends, "" for nothing."""
        ended = program.poll() is not None or self._ends(program)
        said = self._said.read_text("utf-8", "replace")
        if self._manager.poll() is not None:
            return f"A fault of the walk: the window manager ended with {self._manager.returncode}."
        if not ended:
            return f"It hung.\n{shortened(said)}"
        if program.returncode:
            return f"It ended with {program.returncode}.\n{shortened(said)}"
        if has_fault(said):
            return f"It said:\n{shortened(said)}"
        if said:
            print(f"It said, which is no fault:\n{shortened(said)}")
        return ""
