"""The tokens of the visible text at every vocabulary size, so that the view follows the slider at once."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.sizes import CutSizes, SizesCut
from workbench.worker.messages.text import Encode, EncodedPart
from workbench.worker.replies import Ask, Reply

REST_MILLISECONDS = 50  # without another move, before the rest of the text is encoded
MARGIN = 2048  # bytes around what is seen that the worker cuts too, at the least

Stretches = tuple[tuple[int, int], ...]


class SizeCuts(QObject):
    """Holds the tokens around the visible part, and encodes the rest when the slider rests.

    Signals:
        rest_requested(object): Encode, of what the cut did not tell.

    """

    rest_requested = Signal(object)

    def __init__(self, ask: Ask, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cut: SizesCut | None = None
        self._ask, self._reply = ask, Reply()
        self._asked = (0, 0)  # for which bytes
        self._held: Encode | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MILLISECONDS)
        self._rest.timeout.connect(self._send_rest)

    def forget(self) -> None:
        """Let what is known be of another text."""
        self._cut = None
        self._reply.abandon()

    def ask(self, request: Encode, focus: tuple[int, int]) -> None:
        """Request the tokens at every size of the visible text, unless they are known or requested."""
        if request.rule or self._covers(focus) or self._is_asked(focus):
            return
        self._reply.abandon()
        self._asked = focus
        self._reply = self._ask(
            CutSizes(
                new_request_id(), request.handle, request.text, focus,
                specials=request.specials, before=request.before, after=request.after,
            )
        )  # fmt: skip
        self._reply.answered.connect(self.take)

    def _is_asked(self, focus: tuple[int, int]) -> bool:
        """Return whether an answer that covers the bytes is on its way.

        They change a little with every move: to ask again each time would leave no time for an answer.
        """
        start, end = self._asked
        return self._reply.is_waiting and start - MARGIN <= focus[0] and focus[1] <= end + MARGIN

    def take(self, cut: SizesCut) -> None:
        """Take an answer."""
        self._cut = cut

    def _covers(self, focus: tuple[int, int]) -> bool:
        return self._cut is not None and self._cut.start <= focus[0] and focus[1] <= self._cut.end

    # --- a move

    def part(self, request: Encode) -> EncodedPart | None:
        """Return the tokens around what is seen, at the size of a request; None if they are not known."""
        cut = self._cut
        if cut is None or not self._covers(request.focus):
            return None
        size = request.size
        there = (cut.first < size) & (size <= cut.last)
        n_bytes = sum(map(len, (request.text,) if isinstance(request.text, bytes) else request.text))
        return EncodedPart(
            request.request_id, request.handle, cut.start, cut.end, cut.ids[there], cut.spans[there],
            n_before=cut.n_before, n_after=cut.n_after, prefix=cut.prefix,
            left=_outside(request.stale or ((0, n_bytes),), cut.start, cut.end),
        )  # fmt: skip

    def hold(self, request: Encode, part: EncodedPart) -> None:
        """Ask for what a part does not tell, when no other request has come for a while."""
        self._held = replace(request, stale=part.left)
        self._rest.start()

    def drop(self) -> None:
        """Hold nothing: another request has taken its place, or it is not wanted any more."""
        self._held = None
        self._rest.stop()

    def _send_rest(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            self.rest_requested.emit(held)


def _outside(stretches: Stretches, start: int, end: int) -> Stretches:
    """Return what of stretches is outside [start, end)."""
    sides = [side for one, other in stretches for side in ((one, min(other, start)), (max(one, end), other))]
    return tuple((one, other) for one, other in sides if one < other)
