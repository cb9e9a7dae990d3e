"""The tokenizers that are open, and the one in use."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal

from workbench.shell.session.leaving import Leaving
from workbench.shell.session.splits import Splits
from workbench.shell.window import MainWindow
from workbench.worker.messages.requests import Failed, new_request_id
from workbench.worker.messages.tokenizers import (
    CloseTokenizer,
    OpenTokenizer,
    TokenizerInfo,
    TokenizerOpened,
)
from workbench.worker.replies import Ask

# Faults of a file that is only too large.
OPEN_ANYWAY = ("json_too_large",)


class Tokenizers(QObject):
    """Opens tokenizers, takes one of them into use, and closes them.

    Attributes:
        current: the tokenizer in use, or None before one is open.
        infos: all that are open, in order.
        leaving: those that were closed and can be taken back.
        splits: asks for the split of files that do not name theirs.

    Signals:
        changed: TokenizerInfo, another tokenizer is in use.
        listed: tuple of TokenizerInfo, all that are open: one came or went, or has another name or file.
        closed: int, a handle.
        not_opened: str, path of a file that could not be opened.

    """

    changed = Signal(object)
    listed = Signal(object)
    closed = Signal(int)
    not_opened = Signal(str)

    def __init__(self, window: MainWindow, ask: Ask) -> None:
        super().__init__(window)
        self._window, self._ask = window, ask
        self._open: dict[int, TokenizerInfo] = {}
        self._current: int | None = None
        self._others: list[int] = []  # handles that close with the next one that is opened
        self.leaving = Leaving(self)
        self.leaving.gone.connect(self._forget)
        self.splits = Splits(window)
        self.splits.to_open.connect(self.open)

    @property
    def current(self) -> TokenizerInfo | None:
        """The tokenizer in use."""
        return None if self._current is None else self._open[self._current]

    @property
    def infos(self) -> tuple[TokenizerInfo, ...]:
        """All that are open, in order."""
        return tuple(self._open.values())

    def get(self, handle: int) -> TokenizerInfo | None:
        """Return an open tokenizer, None if it is not open."""
        return self._open.get(handle)

    def open_sample(self) -> None:
        """Open the tokenizer that comes with the program, or go to it where it is open."""
        here = next((info for info in self._open.values() if info.format and not info.path), None)
        if here is None:
            self.open("")
        else:
            self.use(here.handle)

    def open(self, path: str, anyway: bool = False) -> None:
        """Open a tokenizer file, `anyway` however large; one that is open already is read again."""
        split = self._window.settings.splits.get(path, "")
        reply = self._ask(OpenTokenizer(new_request_id(), path, anyway, split), shows_failure=True)
        reply.answered.connect(self._opened)
        reply.failed.connect(self.opening_failed)

    def close_others(self, unsaved: bool = False) -> None:
        """Open the sample, and close the others once it is there; what is not saved only if it is said so."""
        self._others = [
            info.handle for info in self._open.values() if info.path or (unsaved and not info.format)
        ]
        self.open("")

    def is_to_close(self, handle: int) -> bool:
        """Return whether a tokenizer closes as soon as another is there."""
        return handle in self._others

    def opening_failed(self, failed: Failed) -> None:
        """Show why a tokenizer was not opened, and the ways on."""
        strip = self.splits.failed(failed, opens=True)
        if failed.code in OPEN_ANYWAY and failed.file:
            path = failed.file
            anyway = strip.add_link(self.tr("Open anyway"), lambda: self.open(path, anyway=True))
            anyway.clicked.connect(strip.take_away)
        self.not_opened.emit(failed.file or "")

    def _opened(self, answer: TokenizerOpened) -> None:
        """Take a tokenizer that has been opened into use."""
        info = answer.tokenizer
        older = [h for h, old in self._open.items() if old.path == info.path and old.format == info.format]
        older += [h for h in self._others if h in self._open and h not in older]
        self._others = []
        self._open[info.handle] = info
        if info.path:
            self.note_file(info.path)
        self._window.notices.opened(info.name, info.notices)
        self.use(info.handle)
        for handle in older:
            self._close(handle)

    def take(self, info: TokenizerInfo) -> None:
        """Take a tokenizer that has no file into use, or one that was just closed."""
        self.leaving.take_back(info.handle)
        self._open[info.handle] = info
        self.use(info.handle)

    def update(self, info: TokenizerInfo) -> None:
        """Take note of a tokenizer's new name or file; it may have been closed meanwhile."""
        if info.handle in self._open:
            self._open[info.handle] = info
            self._show()

    def note_file(self, path: str) -> None:
        """Take note that a tokenizer is in a file, for the list of recent ones."""
        settings = self._window.settings
        settings.add_recent_tokenizer(path)
        self._window.toolbar.picker.set_recent(settings.recent_tokenizers)

    def put_back(self, info: TokenizerInfo, places: Mapping[int, int]) -> None:
        """Add a tokenizer of the last session; `places` tells the place of each handle that was there."""
        self._open[info.handle] = info
        self._open = dict(sorted(self._open.items(), key=lambda item: places.get(item[0], math.inf)))
        self._show()

    def use(self, handle: int) -> None:
        """Take another open tokenizer into use; text and selection stay."""
        if handle in self._open:
            self._current = handle
            self._show()
            self.changed.emit(self._open[handle])

    def use_next(self, step: int = 1) -> None:
        """Take the next (1) or previous (-1) of the open tokenizers into use."""
        handles = list(self._open)
        if self._current is not None and len(handles) > 1:
            self.use(handles[(handles.index(self._current) + step) % len(handles)])

    def close_current(self) -> None:
        """Close the tokenizer in use and go to another; the last one stays."""
        handle = self._current
        if handle is None or len(self._open) < 2:
            return
        info = self._open[handle]
        self.use_next()
        self._close(handle)
        text = self.tr("Closed {name}.").format(name=info.name)
        if info.path:
            self._window.notices.toast(text, lambda: self.open(info.path or ""))
        elif not info.format:
            self._window.notices.toast(text, partial(self.take, info))
        else:
            self._window.notices.toast(text, self.open_sample)

    def _close(self, handle: int) -> None:
        info = self._open.pop(handle)
        self._show()
        self.closed.emit(handle)
        if self.leaving.is_offered(handle) or not (info.path or info.format):
            self.leaving.add(handle)
        else:
            self._forget(handle)

    def _forget(self, handle: int) -> None:
        self._ask(CloseTokenizer(new_request_id(), handle))

    def _show(self) -> None:
        info = self.current
        unsaved = info is not None and not info.format
        fact = self.tr("not saved yet") if unsaved else ""
        self._window.set_tokenizers(list(self._open.values()), self._current, fact)
        self.listed.emit(self.infos)
        self._window.commands["file.close_tokenizer"].setEnabled(len(self._open) > 1)
        for name in ("tokenizer.next", "tokenizer.previous"):
            self._window.commands[name].setEnabled(len(self._open) > 1)
        self._window.commands["tokenizer.template"].setVisible(
            info is not None and bool(info.chat_template or info.roles or "roles" in info.changes)
        )
