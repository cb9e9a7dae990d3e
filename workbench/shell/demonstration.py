"""Runs through the app's main tasks without a user: `python -m workbench --demonstrate PICTURE`.

The same window, driven by the same clicks: train on the sample, see the sample text cut by what was
trained. What was done is printed, and a picture of the window saved, so that a build proves itself on a
machine without a display.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from workbench.settings import Settings
from workbench.shell import app as application
from workbench.shell import wiring
from workbench.shell.parts import Parts
from workbench.worker.messages.text import Encoded
from workbench.worker.messages.training import Trained

PATIENCE_SECONDS = 180
PICTURE_SCALE = 2


class DemonstrationFailed(Exception):
    """Something that should have happened did not."""


def main(picture: str) -> int:
    """Go through the journey and return the exit status: 0 when all of it worked."""
    sys.setswitchinterval(application.SWITCH_INTERVAL)
    app = application.make_application(["workbench"])
    with tempfile.TemporaryDirectory() as folder:
        window = application.make_window(app, Settings(Path(folder, "settings.ini")))
        window.resize(1280, 800)  # whatever the screen
        window.show()
        parts = wiring.fill(window)
        try:
            _go_through(parts, Path(picture))
        except DemonstrationFailed as failure:
            sys.stderr.write(f"{failure}\n")
            return 1
        finally:
            window.close()
    return 0


def _go_through(parts: Parts, picture: Path) -> None:
    say = sys.stdout.write
    encoded: list[Encoded] = []
    trained: list[Trained] = []
    parts.tokens.encoding.finished.connect(encoded.append)
    parts.session.training.trained.connect(trained.append)
    _wait_for(lambda: encoded, "the sample text to be tokenized")
    say(
        f"The window is open. The sample text: {encoded[-1].n_bytes:,} bytes, {encoded[-1].n_tokens:,} tokens"
    )
    say(" with the sample tokenizer.\n")
    parts.window.first_steps.show_step("train")
    say(f"Clicking “{parts.window.first_steps.button.text()}”…\n")
    started = time.monotonic()
    _click(parts.window.first_steps.button)
    _wait_for(lambda: trained, "the training to end")
    result = trained[-1]
    ratio = result.corpus_bytes / result.n_tokens
    say(f"Trained {result.tokenizer.vocab_size:,} tokens on {result.corpus_bytes:,} bytes")
    say(f" in {time.monotonic() - started:.1f} s: {ratio:.2f} bytes per token.\n")
    _wait_for(lambda: encoded[-1].handle == result.tokenizer.handle, "the text to be tokenized anew")
    say(f"The sample text with it: {encoded[-1].n_tokens:,} tokens.\n")
    parts.window.show_task("inspect")
    _rest(0.3)
    _save_picture(parts, picture)
    say(f"A picture of the window: {picture}\n")


def _click(button: QAbstractButton) -> None:
    if not (button.isVisible() and button.isEnabled()):
        raise DemonstrationFailed(f"“{button.text()}” cannot be clicked")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def _wait_for(happened: Callable[[], object], what: str) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not happened():
        if time.monotonic() > until:
            raise DemonstrationFailed(f"Waited {PATIENCE_SECONDS} s in vain for {what}.")
        _rest(0.02)


def _rest(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(int(seconds * 1000), loop.quit)
    loop.exec()


def _save_picture(parts: Parts, picture: Path) -> None:
    window = parts.window
    image = QImage(window.size() * PICTURE_SCALE, QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(PICTURE_SCALE)
    window.render(image)
    picture.parent.mkdir(parents=True, exist_ok=True)
    if not image.save(str(picture)):
        raise DemonstrationFailed(f"The picture could not be written to {picture}.")
