"""Turns whose tokens change when the next message comes: what was kept of them for a model is lost then."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.widgets import wording
from workbench.worker.messages.chat import FindTurnDrift, RenderChat, TurnDrift
from workbench.worker.messages.requests import new_request_id
from workbench.worker.replies import Ask, Reply

QUIET_MILLISECONDS = 500  # after a conversation was rendered: each of its turns is rendered once more
_MOST_TURNS = 3


class Turns(QObject):
    """What is known of the turns of the present conversation.

    Signals:
        changed(): `sentences` returns something else.

    """

    changed = Signal()

    def __init__(self, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self._ask, self._reply = ask, Reply()
        self._request: RenderChat | None = None
        self._drift: TurnDrift | None = None
        self._timer = QTimer(self, singleShot=True, interval=QUIET_MILLISECONDS)
        self._timer.timeout.connect(self._send)

    def look(self, request: RenderChat) -> None:
        """Look at the turns of a conversation that could be rendered, soon."""
        self.forget()
        if len(request.messages) > 1:
            self._request = request
            self._timer.start()

    def forget(self) -> None:
        """Let go of another conversation's."""
        self._timer.stop()
        self._reply.abandon()
        self._drift = self._request = None

    def sentences(self) -> list[str]:
        """Return what is said of turns that change."""
        turns = () if self._drift is None else self._drift.turns
        said = []
        for turn in [turn for turn in turns if turn.kept < turn.tokens][:_MOST_TURNS]:
            text = self.tr("When message {n} comes, tokens before it change: {lost} of {all}.")
            lost = wording.number(turn.tokens - turn.kept)
            said.append(text.format(n=turn.message + 2, lost=lost, all=wording.number(turn.tokens)))
        return said

    def _send(self) -> None:
        of = self._request
        if of is None:
            return
        request = FindTurnDrift(new_request_id(), of.handle, of.messages, of.template)
        reply = self._reply = self._ask(
            request, shows_failure=True
        )  # after a failure there is nothing to show
        reply.answered.connect(self._take)

    def _take(self, drift: TurnDrift) -> None:
        self._drift = drift
        self.changed.emit()
