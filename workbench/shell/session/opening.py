"""Files of any kind, chosen or dropped: each is opened as what it is."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from workbench.api.session_file import SUFFIX
from workbench.formats import registry
from workbench.shell.files import ask_for_file
from workbench.shell.session.tokenizers import Tokenizers
from workbench.shell.window import MainWindow
from workbench.worker.messages.files import PathsSorted, SortPaths
from workbench.worker.messages.requests import new_request_id
from workbench.worker.replies import Ask


class Opening(QObject):
    """Opens files: as tokenizers, as the text, as sources of the corpus.

    Signals:
        text_wanted: path of a text file that is to be opened in the Tokens panel.
        sources_wanted: list of paths for the corpus.
        session_wanted: path of a session file.

    """

    text_wanted = Signal(str)
    sources_wanted = Signal(list)
    session_wanted = Signal(str)

    def __init__(self, window: MainWindow, ask: Ask, tokenizers: Tokenizers) -> None:
        super().__init__(window)
        self._window, self._ask, self._tokenizers = window, ask, tokenizers

    def ask_to_open(self) -> None:
        """Let the user choose a file: tokenizers and sessions are opened, anything else becomes the text."""
        sessions = self.tr("Sessions (*{suffix})").format(suffix=SUFFIX)
        filters = [self.tr("All files (*)"), self._tokenizer_filter(), sessions]
        title = self.tr("Open a tokenizer or a text")
        ask_for_file(self._window, title, lambda path: self.sort_dropped([path], text=True), filters)

    def ask_for_tokenizer(self, title: str, then: Callable[[str], None]) -> None:
        """Let the user choose a tokenizer file for another purpose than opening."""
        ask_for_file(self._window, title, then, [self._tokenizer_filter(), self.tr("All files (*)")])

    def _tokenizer_filter(self) -> str:
        suffixes = " ".join(dict.fromkeys(f"*{known.suffix}" for known in registry.FORMATS))
        return self.tr("Tokenizers ({suffixes})").format(suffixes=suffixes)

    def ask_for_text(self) -> None:
        """Let the user choose any file as the text of the Tokens panel, a tokenizer's too."""
        ask_for_file(self._window, self.tr("Open as text"), self.open_text)

    def open_text(self, path: str) -> None:
        """Open a text file in the Tokens panel."""
        self._window.settings.add_recent_text(path)
        self._window.show_task("inspect")
        self.text_wanted.emit(path)

    def sort_dropped(self, paths: list[str], text: bool = False) -> None:
        """Look at dropped files: tokenizers are opened, others join the corpus or become the text."""
        self._sort(paths, "text" if text else "corpus")

    def _sort(self, paths: list[str], use: str) -> None:
        reply = self._ask(SortPaths(new_request_id(), tuple(paths), use))
        reply.answered.connect(self._open_sorted)

    def open_given(self, paths: list[str]) -> None:
        """Open what the program was started with: tokenizers, one text as the text, several as sources."""
        if paths:
            self._sort(paths, "given")

    def _open_sorted(self, answer: PathsSorted) -> None:
        """Open what was dropped, each as what it is."""
        for path in answer.tokenizers:
            self._tokenizers.open(path)
        for path in answer.sessions[-1:]:  # each takes the place of the text
            self.session_wanted.emit(path)
        as_text = answer.use == "text" or (answer.use == "given" and len(answer.others) == 1)
        if answer.others and as_text and os.path.isfile(answer.others[0]):
            self.open_text(answer.others[0])
        elif answer.others:
            self._window.show_task("train")
            self.sources_wanted.emit(list(answer.others))
