"""Shows what is wrong with a draft: why a change is impossible, or what became of its tokenizer's file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from workbench.engine.adapting.changes import Add, MergeWith, Remove
from workbench.panels.draft.looking import Looking
from workbench.panels.draft.state import State
from workbench.widgets import wording
from workbench.widgets.strips import NoticeStrip
from workbench.worker.messages.requests import Failed


class OneStrip(QWidget):
    """A place for one strip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: object = None
        self._strip: NoticeStrip | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 8, 12, 8)
        self.hide()

    def is_new(self, shown: object) -> bool:
        """Take note of what is to be shown, None for nothing; return whether another strip is needed."""
        if shown == self._shown:
            return False
        self._shown = shown
        if self._strip is not None:
            self._column.removeWidget(self._strip)
            self._strip.hide()
            self._strip.deleteLater()
            self._strip = None
        self.setVisible(shown is not None)
        return shown is not None

    def put(self, sentence: str, second: str, kind: str) -> NoticeStrip:
        """Show a strip, and return it for its links."""
        self._strip = NoticeStrip(sentence, second, kind, lasting=True)
        self._column.addWidget(self._strip)
        return self._strip


class FaultStrip(OneStrip):
    """An error strip for one change.

    Signals:
        mended(object): the `State` with the fix applied.

    """

    mended = Signal(object)

    def show_fault(self, state: State, looking: Looking) -> None:
        """Show what is wrong with a draft; hide if nothing is."""
        looked, measured = looking.looked, looking.measured
        fault = looking.failed
        if looked is not None and looked.fault is not None:
            fault = looked.fault
        elif measured is not None and measured.fault is not None:
            fault = measured.fault
        shown = None if fault is None or not state.changes else (state, fault)
        if not self.is_new(shown) or fault is None:
            return
        place = 0 if looked is None else len(looked.done)
        strip = self.put(wording.failure(fault), wording.filled(fault.remedy, fault.facts), "error")
        for text, mended in self._ways(state, place, fault):
            strip.add_link(text, mended)

    def _ways(self, state: State, place: int, fault: Failed) -> list[tuple[str, Callable[[], object]]]:
        """Return the links: label and action."""
        change = state.changes[place] if place < len(state.changes) else None
        if fault.code == "extend_moves_special":
            moved = replace(state, move_special=True)
            return [(self.tr("Give it another id"), lambda: self.mended.emit(moved))]
        if fault.code == "adapt_built_from" and isinstance(change, Remove):
            whole = replace(change, with_dependants=True)
            leaves = replace(change, leaves_only=True)
            return [
                (self.tr("Keep those"), lambda: self.mended.emit(state.exchanged(place, leaves))),
                (self.tr("Remove these too"), lambda: self.mended.emit(state.exchanged(place, whole))),
            ]
        if fault.code.startswith("adapt_special_") and isinstance(change, Remove):
            without = _without(state, place, change, fault)
            return [(self.tr("Keep it"), lambda: self.mended.emit(without))]
        if fault.code == "adapt_merge_changed" and isinstance(change, MergeWith):
            now = replace(change, sha256="")
            return [
                (self.tr("Take its present tokens"), lambda: self.mended.emit(state.exchanged(place, now)))
            ]
        if fault.code.startswith("adapt_token_") and isinstance(change, Add) and not change.leave_out:
            some = replace(change, leave_out=True)
            return [(self.tr("Leave out what cannot be added"),
                     lambda: self.mended.emit(state.exchanged(place, some)))]  # fmt: skip
        return []


def _without(state: State, place: int, change: Remove, fault: Failed) -> State:
    """Return a draft that keeps the token of a fault."""
    ids = tuple(each for each in change.ids if each != fault.facts["id"])
    texts = tuple(each for each in change.texts if each != fault.facts["token"])
    rest = replace(change, ids=ids, texts=texts)
    return state.exchanged(place, rest) if ids or texts else state.without({place})
