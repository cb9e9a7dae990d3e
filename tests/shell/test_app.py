"""Starting: no display is said plainly; icon, desktop file and names fit together."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from configparser import RawConfigParser
from pathlib import Path
from unittest.mock import Mock

import pytest
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QWidget

from workbench.api.session_file import MIMETYPE, SUFFIX
from workbench.shell import app
from workbench.shell.dialogs.about import app_icon
from workbench.widgets.look.icons import resource

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("platform", "environ", "shown"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"QT_QPA_PLATFORM": "offscreen"}, True),
        ("win32", {}, True),
        ("darwin", {}, True),
    ],
)
def test_where_a_window_can_be_shown(platform, environ, shown):
    assert app.has_display(platform, environ) is shown


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux starts without a display")
def test_without_a_display_it_says_what_to_do():
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environ = {key: value for key, value in os.environ.items() if key not in hidden}
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from workbench.shell.app import run; sys.exit(run(['x']))"],
        env=environ, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "no display" in done.stderr
    assert "xvfb-run" in done.stderr
    assert "libxcb" not in done.stderr


def test_the_window_comes_before_numpy_and_pyqtgraph():
    """Numpy and pyqtgraph cost some 300 ms, so the frame is shown before they are imported."""
    code = "import sys; import workbench.shell.app; print({'numpy', 'pyqtgraph'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.strip() == "set()"


QUITTING = """
import gc
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from workbench.settings import Settings
from workbench.shell import app, wiring

app.Settings = lambda: Settings(Path(sys.argv[1]))
finish = wiring.finish

def filled(first):
    print("Python's own collector:", gc.isenabled())
    parts = yield from finish(first)
    parts.tokens.set_text(b"the end " * 500_000)  # there is much to encode
    QTimer.singleShot(50, lambda: getattr(QApplication, sys.argv[2])())
    return parts

wiring.finish = filled
sys.exit(app.run(["x"]))
"""


@pytest.mark.parametrize("way", ["exit", "quit", "closeAllWindows"])
def test_the_program_ends_in_order_with_work_on_its_threads(tmp_path, way):
    """`exit` closes no window: then Qt aborts where it destroys a thread that runs on."""
    done = subprocess.run(
        [sys.executable, "-c", QUITTING, str(tmp_path / "settings.ini"), way],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, cwd=ROOT, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "still running" not in done.stderr
    assert done.stdout.strip() == "Python's own collector: False"  # the window's is at work instead


INTERRUPTED = """
import os
import signal
import sys
from pathlib import Path
from threading import Thread
from time import sleep
from workbench.settings import Settings
from workbench.shell import app, wiring

app.Settings = lambda: Settings(Path(sys.argv[1]))
finish = wiring.finish

def filled(first):
    parts = yield from finish(first)
    Thread(target=interrupt, daemon=True).start()
    return parts

def interrupt():
    for _ in range(int(sys.argv[2])):
        sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)

wiring.finish = filled
sys.exit(app.run(["workbench"]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("times", [1, 500])
def test_ctrl_c_in_the_terminal_closes_the_window(tmp_path, times):
    """It is no fault of the program; what was set is kept as when the window is closed by hand."""
    settings = tmp_path / "settings.ini"
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(settings), str(times)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, cwd=ROOT, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "KeyboardInterrupt" not in done.stderr
    assert "window" in settings.read_text()


FAILING = """
import sys
from pathlib import Path
from workbench.settings import Settings
from workbench.shell import app, wiring

own = app.make_application(["x"])
parts = wiring.fill(app.make_window(own, Settings(Path(sys.argv[1]))))
parts.tokens.set_text(b"the end " * 500_000)
raise SystemExit("a fault of the script")
"""


def test_a_script_that_fails_beside_the_threads_ends_with_its_own_fault(tmp_path):
    """The threads do not know of the end; what runs on is at work while all is taken from under it."""
    done = subprocess.run(
        [sys.executable, "-c", FAILING, str(tmp_path / "settings.ini")],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, cwd=ROOT, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert "a fault of the script" in done.stderr
    assert "still running" not in done.stderr


def test_the_icon_is_drawn_at_every_size(qapp):
    icon = app_icon()
    assert not icon.isNull()
    small = icon.pixmap(16, 16).toImage()
    assert len({small.pixelColor(x, y).name() for x in range(16) for y in range(16)}) > 8


def test_the_desktop_file_names_the_program_and_its_icon():
    entry = RawConfigParser()
    entry.optionxform = str
    entry.read_string(resource("workbench.desktop").read_text(encoding="utf-8"))
    section = entry["Desktop Entry"]
    assert (section["Type"], section["Exec"], section["Icon"]) == ("Application", "workbench %F", "workbench")
    assert section["StartupWMClass"] == "workbench"
    # What a double-click opens is declared, and a session file is what this program writes.
    kinds = ET.fromstring(resource("workbench-mime.xml").read_text("utf-8"))
    declared = {kind.get("type"): kind for kind in kinds}
    assert set(section["MimeType"].split(";")) - {""} == {*declared, "text/plain", "application/json"}
    ours = declared[MIMETYPE]
    assert ours.find(".//{*}glob").get("pattern") == f"*{SUFFIX}"
    assert ours.find(".//{*}match/{*}match").get("value") == f"mimetype{MIMETYPE}"
    about = ET.fromstring(resource("workbench.metainfo.xml").read_text("utf-8"))
    assert about.findtext("launchable") == "workbench.desktop"
    assert about.findtext("provides/mediatype") == MIMETYPE


def test_a_desktop_finds_and_describes_the_program_in_chinese():
    lines = resource("workbench.desktop").read_text("utf-8").splitlines()
    for key in ("GenericName", "Comment", "Keywords"):
        assert sum(line.startswith((f"{key}=", f"{key}[zh_CN]=")) for line in lines) == 2
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    for name, kind in (("workbench.metainfo.xml", "summary p li"), ("workbench-mime.xml", "comment")):
        root = ET.fromstring(resource(name).read_text("utf-8"))
        for tag in kind.split():
            texts = [each.get(language) for each in root.iter() if each.tag.rpartition("}")[2] == tag]
            assert texts.count("zh_CN") == texts.count(None) > 0


def test_a_window_is_made_with_the_theme_that_was_chosen(qapp, qtbot, tmp_path, monkeypatch):
    from workbench.settings import Settings
    from workbench.widgets.look import theme

    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    settings = Settings(tmp_path / "s.ini")
    settings.theme = "dark"
    window = app.make_window(qapp, settings)
    assert theme.current_theme() is theme.DARK
    assert window.commands["view.dark"].isChecked()
    theme.apply_theme(qapp, "light")
    window.deleteLater()
    qapp.sendPostedEvents(window, QEvent.Type.DeferredDelete)


@pytest.mark.parametrize("seen", [True, False])
def test_what_takes_long_waits_for_the_first_frame(qtbot, monkeypatch, seen):
    """A window that is not shown, as one that starts as an icon, is filled nevertheless."""
    monkeypatch.setattr(app, "_LOOKS", 1000 if seen else 1)
    window, called = QWidget(), []
    qtbot.addWidget(window)
    window.winId()  # with a handle, as when it is shown
    app._once_seen(window, lambda: called.append(window.windowHandle().isExposed()))
    if seen:
        QTimer.singleShot(0, window.show)
    qtbot.waitUntil(lambda: bool(called))
    assert called == [seen]


def test_threads_of_qt_share_the_arena_of_the_others(monkeypatch):
    done = []  # only the X11 platform has such threads from the beginning
    monkeypatch.setattr(app.heap, "share_one", lambda: done.append("shared"))
    monkeypatch.setattr(app, "Application", Mock(side_effect=lambda _: done.append("made")))
    app.make_application(["workbench"])
    assert done == ["shared", "made"]


def test_files_that_the_desktop_gives_as_events_are_opened_also_those_that_came_early():
    """As macOS does; Linux and Windows give them as arguments."""
    code = """
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QFileOpenEvent
from workbench.shell.app import make_application
app, opened = make_application(["x"]), []
for path in ("/a b.workbench", "/b.gguf"):
    assert QCoreApplication.sendEvent(app, QFileOpenEvent(path))
app.give_to(opened.append)
QCoreApplication.sendEvent(app, QEvent(QEvent.Type.User))
QCoreApplication.sendEvent(app, QFileOpenEvent("/c.model"))
print(opened)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.strip() == "[['/a b.workbench', '/b.gguf'], ['/c.model']]"
