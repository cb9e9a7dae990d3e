"""The application: starts Qt, shows the window, and brings the heavy parts in after the first paint."""

from __future__ import annotations

import faulthandler
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLoggingCategory, QSocketNotifier, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from workbench.display.escapes import for_terminal
from workbench.settings import Settings
from workbench.shell import language, log_files
from workbench.shell.application import Application
from workbench.shell.dialogs.about import app_icon
from workbench.shell.own_keys import OwnKeys
from workbench.shell.session.place import Place, claim, first_folder
from workbench.shell.window import MainWindow
from workbench.widgets import heap
from workbench.widgets.focus_ring import FocusRing
from workbench.widgets.garbage import Collector
from workbench.widgets.look import theme

if TYPE_CHECKING:
    from workbench.shell.parts import Parts

# A worker in pure Python keeps the GIL for a whole interval each time that the window gives it up, as PySide
# does in most calls of Qt. A frame that lays a screenful out, alone 14 ms (longest 34), took with such a
# worker 107 (379) with the default of 5 ms, 25 (97) with 0.5 ms and 23 (43) with this one.
SWITCH_INTERVAL = 0.0001

_LOOK_MS, _LOOKS = 5, 200  # then it is filled unseen: it may have been started as an icon

NO_DISPLAY = """\
Tokenizer workbench: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set).
Start it on a desktop, with "ssh -X", or with "xvfb-run".
To work without a window, see: workbench --help
"""


def main(paths: Sequence[str] = (), new_window: bool = False) -> int:
    """Open a window with files, or let the one that is open take them."""
    return run(sys.argv[:1], paths, new_window)


def run(argv: Sequence[str], paths: Sequence[str] = (), new_window: bool = False) -> int:
    """Open the window, and return the exit status when it is closed: 1 if there is no display.

    Where a window is open already, it takes the files, unless a `new_window` is wanted.
    """
    if not has_display(sys.platform, os.environ):
        sys.stderr.write(NO_DISPLAY)
        return 1
    _begin_in_utf8()
    if sys.stderr is not None:
        faulthandler.enable()  # until the log is there
        _log_plainly()
    sys.setswitchinterval(SWITCH_INTERVAL)
    app = make_application(argv)
    Collector(app)
    settings = Settings()
    place = claim(settings.data_folder, second=new_window)
    if not (place.is_first or new_window) and _taken(first_folder(settings.data_folder), paths):
        place.leave()
        return 0
    log_files.begin(log_files.folder_of(place.folder))
    window = make_window(app, settings)
    window.place = place
    window.show()
    _once_seen(window, lambda: _finish(app, window, place, paths))
    with closed_by_signals(window):
        status = app.exec()
    # `exit` closes no window: what has the keyboard would send events to Python as the interpreter ends.
    window.hide()
    return status


def _begin_in_utf8() -> None:
    """Begin again in UTF-8 where the locale has another encoding.

    Qt takes all names of files for UTF-8 whatever the locale; Python could not open those it is given.
    """
    wanted = "PYTHONUTF8", "1"
    is_utf8 = sys.getfilesystemencoding() == "utf-8"
    if is_utf8 or os.name != "posix" or os.environ.get(wanted[0]) == wanted[1]:
        return
    os.environ[wanted[0]] = wanted[1]
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - itself


def _once_seen(window: QWidget, act: Callable[[], object]) -> None:
    """Call as soon as the first frame of a window is on the screen.

    A timer alone is too soon under X11: until the window manager has the window, all that is seen is black.
    """
    timer, rounds = QTimer(window, interval=_LOOK_MS), iter(range(_LOOKS))

    def _look() -> None:
        # It is painted in the same turn in which it becomes exposed.
        if window.windowHandle().isExposed() or next(rounds, None) is None:
            timer.stop()
            act()

    timer.timeout.connect(_look)
    timer.start()


class _PlainFormatter(logging.Formatter):
    """Writes what a log quotes of files so that it steers no terminal."""

    def format(self, record: logging.LogRecord) -> str:
        text: str = super().format(record)
        return for_terminal(text)


def _log_plainly() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(_PlainFormatter())
    logging.basicConfig(handlers=[handler])


def has_display(platform: str, environ: Mapping[str, str]) -> bool:
    """Return whether a window can be shown.

    Without one Qt says that libxcb-cursor0 is needed and aborts, which names the wrong cause.
    """
    if not platform.startswith("linux") or environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def make_application(argv: Sequence[str]) -> Application:
    """Return the QApplication, named, so that settings and desktop files match."""
    heap.share_one()  # before Qt starts threads
    # Qt shares large fills with threads that end when they rest, and waits for them with the interpreter's
    # lock held. A paint was seen (6.11.3) to wait for ever: no such thread was there any more.
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
    QApplication.setOrganizationName("Tokenizer workbench")
    QApplication.setApplicationName("workbench")
    QApplication.setApplicationDisplayName("")
    QApplication.setDesktopFileName("workbench")
    # Qt writes hundreds of lines of fonts that lack the rules of a script, of no use.
    QLoggingCategory.setFilterRules("qt.text.font.db.info=false")
    return Application(list(argv))


def make_window(app: QApplication, settings: Settings) -> MainWindow:
    """Return the window in the user's language and theme, not yet filled or shown."""
    language.begin(app, settings.language)
    theme.set_size(app, settings.size)
    theme.set_token_family(app, settings.token_font)
    theme.apply_theme(app, settings.theme)
    theme.follow_system(app)
    app.setWindowIcon(app_icon())
    window = MainWindow(settings)
    FocusRing(app, window)
    OwnKeys(app, window.commands, window)
    window.notices.catch_everything()
    return window


@contextmanager
def closed_by_signals(window: MainWindow) -> Iterator[None]:
    """Let Ctrl+C in the terminal close the window, as its own button does; SIGTERM and SIGHUP without asking.

    Python would raise a KeyboardInterrupt in whatever slot runs next, which is no fault of that slot.
    """

    def close() -> None:
        if QApplication.activeModalWidget() is None:  # it is asked already, and waits for the answer
            window.close()

    def end() -> None:
        window.may_close = lambda: True
        window.close()
        QApplication.exit(0)  # whatever else is open

    ours, pythons = socket.socketpair()
    ways = {signal.SIGINT: close, signal.SIGTERM: end}
    if hasattr(signal, "SIGHUP"):  # else Windows
        ways[signal.SIGHUP] = end
    with ours, pythons:
        ours.setblocking(False)
        pythons.setblocking(False)
        woken = QSocketNotifier(ours.fileno(), QSocketNotifier.Type.Read)
        woken.activated.connect(lambda: ours.recv(4096))  # back in Python, its handlers are called
        for number, way in ways.items():
            signal.signal(number, lambda *_, way=way: QTimer.singleShot(0, way))
        signal.set_wakeup_fd(pythons.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            for number in ways:
                signal.signal(number, signal.SIG_IGN)  # all is being taken down
            signal.set_wakeup_fd(-1)
            woken.setEnabled(False)


def _taken(folder: Path, paths: Sequence[str]) -> bool:
    from workbench.shell.first_window import hand_over  # here: the first start needs no network code so soon

    return hand_over(folder, paths)


def _finish(app: Application, window: MainWindow, place: Place, paths: Sequence[str]) -> None:
    """Fill the window once its frame is on the screen: numpy and the panels take some 400 ms to import."""
    from workbench.shell.filling import Filling
    from workbench.shell.first_window import FirstWindow
    from workbench.widgets.panel_parts import bring_forward
    from workbench.widgets.token_view.layout.script_fonts import ScriptFonts

    first = FirstWindow(place.folder, window) if place.is_first else None

    def _take(parts: Parts) -> None:
        ScriptFonts(window)
        opening = parts.session.opening
        if paths:
            opening.open_given(list(paths))
        app.give_to(opening.open_given)
        if first is not None:
            first.files_given.connect(opening.open_given)
            first.files_given.connect(lambda _paths: bring_forward(window))

    filling = Filling(app, window, _take)
    if first is not None:
        first.asked.connect(filling.finish)
