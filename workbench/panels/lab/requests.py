"""Sends the requests of the lab, and repeats those that depend on a new one."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.lab.pattern_lab import Pieces
from workbench.worker.messages.lab import (
    ComparePieces,
    MeasurePattern,
    ReadPatternText,
    RepairPattern,
    SplitByPattern,
)
from workbench.worker.messages.requests import new_request_id
from workbench.worker.replies import Ask, Reply


@dataclass(frozen=True, slots=True)
class Text:
    """A text to split.

    Attributes:
        name: shown to the user.
        sources: read as for training; if there are none, `data` is the text.

    """

    name: str
    sources: tuple[str | SourceOptions, ...] = ()
    data: bytes = b""


@dataclass(frozen=True)
class Sample:
    """The text that has been read: its bytes and its documents, uint64[n, 2]."""

    text: bytes = b""
    documents: NDArray[np.uint64] = field(default_factory=lambda: np.zeros((0, 2), np.uint64))

    @property
    def n_bytes(self) -> int:
        """Bytes of the documents."""
        return int((self.documents[:, 1] - self.documents[:, 0]).sum())


class Requests(QObject):
    """Sends requests, and waits for the newest of each view.

    Attributes:
        sample: what patterns are run on.

    Signals:
        answered(str, object): a view, and the answer to its newest request.

    """

    answered = Signal(str, object)

    # What is asked again when something is.
    _RESTING = {  # noqa: RUF012 - never changed
        "text": ("this", "other", "repair", "difference", "speed", "other_speed"),
        "this": ("repair", "difference", "speed"),
        "other": ("difference", "other_speed"),
    }

    def __init__(self, ask: Ask, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sample = Sample()
        self._ask_lanes = ask
        self._replies: dict[str, Reply] = {}

    def text(self, text: Text) -> None:
        """Read a text."""
        self._ask(ReadPatternText(new_request_id(), text.sources, text.data))

    def split(self, pattern: str, view: str) -> None:
        """Split the sample by "this" or by the "other" pattern."""
        self._ask(SplitByPattern(new_request_id(), pattern, self.sample.text, self.sample.documents, view))

    def repair(self, pattern: str) -> None:
        """Ask what a pattern lacks."""
        self._ask(RepairPattern(new_request_id(), pattern, self.sample.text, self.sample.documents))

    def measure(self, pattern: str, view: str) -> None:
        """Ask how quick a pattern is; the view is "speed" or "other_speed"."""
        self._ask(MeasurePattern(new_request_id(), pattern, self.sample.text, self.sample.documents, view))

    def compare(self, this: Pieces, other: Pieces) -> None:
        """Ask where two patterns differ."""
        sample = self.sample
        self._ask(ComparePieces(new_request_id(), sample.text, sample.documents, this.spans, other.spans))

    def _ask(self, request: Any) -> None:  # noqa: ANN401 - any request class of the lab's messages
        for view in (request.view, *self._RESTING.get(request.view, ())):
            if view in self._replies:
                self._replies.pop(view).abandon()
        reply = self._replies[request.view] = self._ask_lanes(request)
        tell = partial(self.answered.emit, request.view)
        reply.tell(self, progressed=tell, answered=tell, failed=tell)
