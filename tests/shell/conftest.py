"""A window with quiet panels in it, and settings of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from workbench.settings import Settings
from workbench.shell.pages.arrangements import panels_of
from workbench.shell.window import MainWindow
from workbench.widgets.look import theme
from workbench.worker.messages.tokenizers import TokenizerInfo

PANELS = (
    "corpus", "training_options", "training_run", "tokens", "selected_token", "vocabulary",
    "vocab_dossier", "vocab_draft", "compare", "compare_measures", "compare_sources",
    "tokens_strip", "chat", "ids", "corpus_preview", *panels_of("lab"),
)  # fmt: skip


def info(handle: int, name: str, vocab_size: int = 8192) -> TokenizerInfo:
    return TokenizerInfo(
        handle, name, None, "minbpe", vocab_size, vocab_size - 256, "gpt4", "", (), True, True, True, ()
    )


class Panel(QWidget):
    """A panel with one field."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.field.setAccessibleName(name)
        QVBoxLayout(self).addWidget(self.field)


def build(settings: Settings, qtbot, width: int, height: int) -> MainWindow:
    window = MainWindow(settings)
    for name in PANELS:
        title, bare = name.replace("_", " ").capitalize(), name == "training_run"
        window.add_panel(name, title, Panel(name), "inspect#tokens", bare=bare)
    window.resize(width, height)
    window.arrange()
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    return window


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "settings.ini")


@pytest.fixture
def make_window(qapp: QApplication, qtbot, settings: Settings) -> Iterator[Callable[..., MainWindow]]:
    """Make windows that are really gone after the test: pytest-qt's own leave their widgets to be styled."""
    theme.apply_theme(qapp, "light")
    made: list[MainWindow] = []

    def _make(width: int = 1280, height: int = 800) -> MainWindow:
        made.append(build(settings, qtbot, width, height))
        return made[-1]

    yield _make
    for window in made:
        window.close()
        window.deleteLater()
        QApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)


@pytest.fixture
def window(make_window) -> MainWindow:
    return make_window()
