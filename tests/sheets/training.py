"""A training in the window, recorded: `python -m tests.sheets.training FOLDER [CORPUS]`.

Writes a picture of the window before the run, at 10 %, 50 % and 100 % of its merges, and after it, light and
dark, 1280 by 800 at scale 2; CORPUS is a text file, or the sample with half of Python's library.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from workbench.engine.corpus.source_options import PYTHON_LIBRARY, SAMPLE_CORPUS, SourceOptions
from workbench.engine.training.options import Options
from workbench.settings import Settings
from workbench.shell import app as application
from workbench.shell import wiring
from workbench.worker.messages.training import TrainingProgress

SIZE, SCALE = (1280, 800), 2
VOCABULARY = 8192
STOPS = (10, 50)  # percent of the merges; 100 is when the run has ended
PATIENCE = 600_000  # milliseconds


def main() -> None:
    """Write the pictures."""
    folder = Path(sys.argv[1])
    corpus = sys.argv[2:] or [SAMPLE_CORPUS, PYTHON_LIBRARY]
    app = application.make_application(["sheet"])
    for theme in ("light", "dark"):
        with tempfile.TemporaryDirectory() as data:
            settings = Settings(Path(data, "settings.ini"))
            settings.theme = theme
            record(app, settings, corpus, folder, theme)


def record(app: QApplication, settings: Settings, corpus: list[str], folder: Path, theme: str) -> None:
    """Train once and write the pictures of one appearance."""
    window = application.make_window(app, settings)
    window.resize(*SIZE)
    window.show()
    parts = wiring.fill(window)
    wait(lambda: parts.tokens.encoding.encoded is not None)
    window.show_task("train")
    parts.corpus.sources.add_paths(corpus)
    parts.options.set_options(Options(vocab_size=VOCABULARY, special_tokens=("<|endoftext|>",)))
    wait(lambda: parts.run.before.figures["reach"].value() != "–")
    sources = tuple(
        SourceOptions(source, held_out=0.02) if isinstance(source, str) else source
        for source in parts.corpus.sources.training_sources()
    )
    rest(500)
    shoot(window, folder / f"training-{theme}-before.png")
    left = list(STOPS)

    def shoot_soon(at: int) -> None:
        """Take a picture in the window's thread; the run goes on meanwhile, so it shows a little more."""
        QTimer.singleShot(0, window, lambda: shoot(window, folder / f"training-{theme}-{at:03d}.png"))

    def look(told: object) -> None:
        if (
            left
            and isinstance(told, TrainingProgress)
            and told.phase == "merging"
            and told.done >= left[0] * told.total // 100
        ):
            shoot_soon(left.pop(0))

    parts.session.training.started.connect(lambda run: run.progressed.connect(look))
    parts.session.training.trained.connect(lambda _: shoot_soon(100))
    parts.session.training.start(parts.options.options(), sources)
    wait(lambda: parts.session.training.run is None)
    rest(1500)
    shoot(window, folder / f"training-{theme}-ended.png")
    window.close()


def wait(until: Callable[[], bool]) -> None:
    """Let the window live until something holds."""
    loop, timer = QEventLoop(), QTimer()
    timer.timeout.connect(lambda: loop.quit() if until() else None)
    timer.start(5)
    QTimer.singleShot(PATIENCE, loop.quit)
    loop.exec()


def rest(milliseconds: int) -> None:
    """Let the window live for a while."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def shoot(window: QWidget, path: Path) -> None:
    """Write a picture of the window."""
    picture = QImage(SIZE[0] * SCALE, SIZE[1] * SCALE, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(SCALE)
    window.render(picture)
    picture.save(str(path))


if __name__ == "__main__":
    main()
