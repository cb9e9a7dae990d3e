"""Replaces the text of the view by opened, sample and other texts, and keeps their origin."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from workbench.display.escapes import name_of
from workbench.widgets.token_view.document.line_feeds import Places
from workbench.widgets.token_view.document.origin import NOWHERE, Origin
from workbench.widgets.token_view.text import TokenTextView
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.text import ReadText, TextRead
from workbench.worker.replies import Ask, Reply


class Exchange(QObject):
    """Replaces the text of one view, as one step of undo that is offered until the next edit.

    Signals:
        exchanged(): another text has come, by this or by another way.
        origin_changed(object): Origin of the text, which is another or has been saved.
        toast_requested(str, object): what has been done to the text, and a callable that undoes it, or None.
        undo_withdrawn(object): a callable that was sent, and that would discard an edit by now.

    """

    exchanged = Signal()
    origin_changed = Signal(object)
    toast_requested = Signal(str, object)
    undo_withdrawn = Signal(object)

    def __init__(self, view: TokenTextView, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self._view, self._ask, self._reading = view, ask, Reply()
        self._revision = view.document.revision
        self._offered: Callable[[], object] | None = None  # until the text is edited
        view.text_changed.connect(self._follow_text)

    def take(
        self,
        said: str,
        data: bytes,
        origin: Origin = NOWHERE,
        line_feeds: Places | None = None,
        and_back: Callable[[], object] | None = None,
    ) -> None:
        """Show another text, and say so; Undo there calls `and_back` as well."""
        worth = bool(self._view.document) or and_back is not None

        def _back() -> None:
            self._view.editor.undo()
            if and_back is not None:
                and_back()

        self._view.exchange_text(data, line_feeds, origin)
        self.tell(said, _back if worth else None)

    def tell(self, said: str, undo: Callable[[], object] | None) -> None:
        """Say what was done to the text; its Undo goes with the next edit, which it would throw away."""
        self._offered = undo
        self.toast_requested.emit(said, undo)

    def try_text(self, data: bytes, title: str) -> None:
        """Show a text that comes with the program."""
        self.take(self.tr("Loaded “{title}”.").format(title=title), data)

    @Slot(str)
    def open(self, path: str) -> None:
        """Ask for a file to be read and shown instead of the text."""
        self._reading.abandon()
        self._reading = self._ask(ReadText(new_request_id(), path))
        self._reading.answered.connect(self._show)

    def _show(self, answer: TextRead) -> None:
        """Show a file that was requested."""
        name = name_of(answer.path)
        said, origin = self.tr("Opened {name}.").format(name=name), Origin(name, answer.path, answer.stamp)
        self.take(said, answer.data, origin, answer.line_feeds)

    def set_saved(self, origin: Origin, revision: int) -> None:
        """Note where the text has been saved to, as it was at a revision."""
        self._view.document.note_saved(origin, revision)
        self.origin_changed.emit(origin)

    def _follow_text(self) -> None:
        if self._offered is not None:
            offered, self._offered = self._offered, None
            self.undo_withdrawn.emit(offered)
        document = self._view.document
        if document.changes_since(self._revision) is None:
            self.exchanged.emit()
            self.origin_changed.emit(document.origin)
        self._revision = document.revision
