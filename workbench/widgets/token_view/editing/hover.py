"""The box under the pointer: ringed, and after a moment the others fade."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, QVariantAnimation, Signal

from workbench.widgets.look.theme import reduced_motion
from workbench.widgets.token_view.paint.looks import Looks
from workbench.widgets.token_view.places import TokenHit

_DELAY = 120  # ms before the other tokens fade
_FADE_TIME = 80


class Hover(QObject):
    """What a view shows of the box under the pointer.

    Attributes:
        hit: the box that is ringed, or None.

    Signals:
        changed: a TokenHit, or None when the pointer leaves.

    """

    changed = Signal(object)

    def __init__(self, looks: Looks, parent: QObject) -> None:
        super().__init__(parent)
        self._looks = looks
        self.hit: TokenHit | None = None
        self._under: TokenHit | None = None
        self._wait = QTimer(self, singleShot=True, interval=_DELAY)
        self._wait.timeout.connect(self._begin)
        self._fade = QVariantAnimation(self)
        self._fade.setDuration(_FADE_TIME)
        self._fade.setStartValue(0.0)
        self._fade.setEndValue(1.0)
        self._fade.valueChanged.connect(self._faded)

    def over(self, hit: TokenHit | None) -> None:
        """Take note of the box that the pointer is over now."""
        if _same(hit, self._under):
            return
        self._under = hit
        if hit is None:
            self.forget()
        elif self.hit is not None:
            self._ring(hit)
        else:
            self._wait.start()

    def forget(self) -> None:
        """Take the ring away; also when the text changes under the pointer."""
        self._wait.stop()
        self._fade.stop()
        self._under = None
        if self.hit is not None:
            self.hit = None
            self.show(None, 0.0)
            self.changed.emit(None)

    def point_out(self, hit: TokenHit | None) -> None:
        """Ring a box that is pointed at elsewhere, without the wait; None takes the ring away."""
        if hit is None:
            self.forget()
        else:
            self.hit = hit
            self.show(hit, 1.0)

    def show(self, hit: TokenHit | None, fade: float) -> None:
        """Ring a box and fade the others by `fade`, 0 to 1."""
        tokens = (hit.tokens[0].index, hit.tokens[-1].index + 1) if hit else (0, 0)
        self._looks.change(hovered=tokens, fade=fade)

    def _begin(self) -> None:
        if self._under is None:
            return
        self._ring(self._under)
        if not reduced_motion():
            self._fade.start()

    def _ring(self, hit: TokenHit) -> None:
        self.hit = hit
        self.show(hit, self._looks.now.fade)
        self.changed.emit(hit)

    def _faded(self, value: float) -> None:
        if self.hit is not None:
            self.show(self.hit, value)


def _same(first: TokenHit | None, second: TokenHit | None) -> bool:
    """Return whether two hits are of one box."""
    if first is None or second is None:
        return first is second
    return first.tokens == second.tokens
