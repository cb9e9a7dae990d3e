"""Inspects a text after a short pause in typing: its facts, and its beginning."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.panels.tokens.text.text_facts import FactsIndex, TextFacts
from workbench.widgets.slices import Slices
from workbench.widgets.token_view.text import TokenTextView

QUIET_MILLISECONDS = 200
SLICE_SECONDS = 0.002  # the facts of a large text can wait while its tokens come and are painted
BEGINNING = 8192  # bytes of the text that others are shown


class FactsWatch(QObject):
    """Follows the text of one view.

    Signals:
        examined(object): TextFacts.
        rested(object): the first bytes of the text.

    """

    examined = Signal(object)
    rested = Signal(object)

    def __init__(self, view: TokenTextView, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._index = FactsIndex(view.document)
        self._slices: Slices[TextFacts] = Slices(self, SLICE_SECONDS)
        self._timer = QTimer(self, singleShot=True, interval=QUIET_MILLISECONDS)
        self._timer.timeout.connect(self._look)
        view.text_changed.connect(self._wait)

    def _wait(self) -> None:
        self._slices.stop()
        self._timer.start()

    def _look(self) -> None:
        self.rested.emit(self._view.document.read(0, BEGINNING))
        self._slices.run(self._index.examine(), self.examined.emit)
