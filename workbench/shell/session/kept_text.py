"""The text of a session: what is written of it, and how it comes back.

A short text is written whole each time. Of a long one its file is named as long as it is as it was read; once
it is edited it is written whole, and after that only its edits are, until these are many.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from workbench.formats.overwriting import stamp_of
from workbench.panels.tokens.panel import TokensPanel
from workbench.shell.session import plain
from workbench.shell.session.store import hash_of
from workbench.widgets.document import NOWHERE, Document, Origin, Step
from workbench.worker import messages as m

SHORT = 1 << 20  # bytes of a text that is written whole after each change
MOST_STEPS, MOST_BYTES = 100, 1 << 20  # of undo and redo
_MOST_EDITS, _LONGEST_EDIT = 2000, 1 << 16  # number, and bytes of one, that are written beside the whole

Parts = tuple[bytes | memoryview, ...]


class KeptText(QObject):
    """Writes down the text of the Tokens panel, and brings it back.

    Signals:
        changed(): there is something new to be written.
        read_requested(object): ReadText, of a long text that comes back.
        told(str, str): what is to be said of a text that cannot come back as it was, and what to do.
        settled(): the text is there, or cannot be had.

    """

    changed = Signal()
    read_requested = Signal(object)
    told = Signal(str, str)
    settled = Signal()

    def __init__(self, tokens: TokensPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._tokens, self._view = tokens, tokens.view
        self._revision = -1  # of the document, as far as `_edits` goes
        self._written = -1  # bytes of the whole that `text.txt` holds, without `_edits`; -1 for none
        self._edits: list[tuple[int, int, bytes]] = []
        self._waiting: tuple[m.ReadText, Mapping[str, Any]] | None = None
        self._view.text_changed.connect(self._follow)
        self._view.caret_moved.connect(self.changed)
        self._view.visible_range_changed.connect(self.changed)

    # --- writing

    def _follow(self) -> None:
        """Note an edit of a long text, or that it has to be written whole again."""
        document = self._view.document
        changes = document.changes_since(self._revision)
        self._revision = document.revision
        if changes is None or len(changes) != 1 or len(self._edits) >= _MOST_EDITS:
            self.write_again()
        elif len(document) > SHORT and self._written >= 0:
            (change,) = changes
            if change.inserted > _LONGEST_EDIT:
                self.write_again()
            else:
                came = document.read(change.start, change.start + change.inserted)
                self._edits.append((change.start, change.removed, came))
        else:
            self.write_again()
        self.changed.emit()

    def write_again(self) -> None:
        """Have the whole text written with the next snapshot."""
        self._written = -1
        self._edits = []

    def snapshot(self, at_end: bool = False) -> tuple[dict[str, object], Parts | None]:
        """Return the facts, and the parts of the whole text where it is to be written now."""
        document, editor = self._view.document, self._view.editor
        undo, redo = document.steps(MOST_STEPS, MOST_BYTES)
        chosen = self._view.selected_token
        origin = document.origin
        facts: dict[str, object] = {
            "name": origin.name,
            "path": origin.path,
            "stamp": origin.stamp,
            "size": len(document),
            "selection": [editor.anchor, editor.position],
            "top": self._view.top_position(),
            "token": None if chosen is None else chosen.start,
            "undo": [_plain_step(step) for step in undo],
            "redo": [_plain_step(step) for step in redo],
        }
        if len(document) > SHORT and document.is_as_read and origin.stamp is not None:
            self.write_again()
            return facts | {"by_reference": True}, ()
        if self._written < 0 or (at_end and self._edits):
            self._written, self._edits = len(document), []
            return facts | {"whole": self._written}, document.parts() if len(document) else (b"",)
        edits = [[at, gone, plain.of_bytes(came)] for at, gone, came in self._edits]
        return facts | {"whole": self._written, "edits": edits}, None

    # --- coming back

    def restore(self, facts: Mapping[str, Any], file: Path, text_hash: str) -> None:
        """Show the text again; `file` is that of the session's own, whose hash is said to be `text_hash`."""
        if facts.get("by_reference") is True:
            self._read(plain.text(facts, "path"), facts)
            return
        self._tell_of_file(_origin(facts))
        if plain.whole(facts.get("whole")) > SHORT:
            self._read(str(file), facts)
        else:
            self._restore_short(facts, file, text_hash)

    def _tell_of_file(self, origin: Origin) -> None:
        """Say what has become of the file that the text came from; the text is the session's own."""
        if origin.stamp is None:
            return
        now = stamp_of(origin.path)
        if now is None:
            said = self.tr("{name} has gone since the last session; its text is here as you left it.")
            self.told.emit(said.format(name=origin.path), self.tr("Save the text to have the file again."))
        elif now != origin.stamp:
            said = self.tr("{name} has changed since the last session; the text is here as you left it.")
            self.told.emit(said.format(name=origin.path), self.tr("Open it to see what it holds now."))

    def _restore_short(self, facts: Mapping[str, Any], file: Path, text_hash: str) -> None:
        try:
            text = file.read_bytes()
        except OSError as fault:
            said = self.tr("The text of the last session cannot be read: {file}, {reason}.")
            self.told.emit(said.format(file=file, reason=fault.strerror), "")
        else:
            self._show(text, _origin(facts), facts, hash_of((text,)) == text_hash)
        self.settled.emit()

    def _read(self, path: str, facts: Mapping[str, Any]) -> None:
        """Have a long text read; nothing can be typed until it is there."""
        self._view.set_read_only(True)
        self._waiting = m.ReadText(m.new_request_id(), path), facts
        self.read_requested.emit(self._waiting[0])

    @Slot(object)
    def show_read(self, answer: m.TextRead) -> None:
        """Show a long text that has been read."""
        facts = self._end(answer.request_id)
        if facts is None:
            return
        origin = _origin(facts)
        if facts.get("by_reference") is True:
            exact = answer.stamp == origin.stamp
            origin = origin._replace(stamp=answer.stamp)
        else:
            exact = len(answer.data) == plain.whole(facts.get("whole"))
        if not exact:
            said = self.tr("{name} has changed since the last session; it is shown as it is now.")
            self.told.emit(said.format(name=origin.name or answer.path), "")
        self._show(answer.data, origin, facts, exact, answer.line_feeds)
        self.settled.emit()

    @Slot(object)
    def show_failed(self, failed: m.Failed | m.JobCancelled) -> None:
        """Begin with no text where that of the last session cannot be read; why is told elsewhere."""
        if self._end(failed.request_id) is not None:
            self.settled.emit()

    def _end(self, request_id: int) -> Mapping[str, Any] | None:
        """Return what is known of the text that was waited for, None where this is another request."""
        if self._waiting is None or self._waiting[0].request_id != request_id:
            return None
        facts, self._waiting = self._waiting[1], None
        self._view.set_read_only(False)
        return facts

    def _show(
        self,
        text: bytes,
        origin: Origin,
        facts: Mapping[str, Any],
        exact: bool,
        feeds: NDArray[np.int64] | None = None,
    ) -> None:
        """Show a text; where it is exactly the one that was kept, with its edits and undo."""
        edits = facts.get("edits") if exact else None
        if edits:
            text, feeds = _edited(text, feeds, edits), None
        self._tokens.set_text(text, line_feeds=feeds, origin=origin)
        if exact:
            self._view.document.set_steps(_steps(facts.get("undo")), _steps(facts.get("redo")))
        size = len(text)
        anchor, position = (min(at, size) for at in plain.span(facts.get("selection"), 2) or (0, 0))
        self._view.select_bytes(anchor, position)
        self._view.show_from(min(plain.whole(facts.get("top")), size))
        token = facts.get("token")
        if isinstance(token, int) and 0 <= token < size:
            self._tokens.select_at(token, reveal=False)


def _edited(text: bytes, feeds: NDArray[np.int64] | None, edits: object) -> bytes:
    """Return a text with the edits that were made after it was written, up to the first that does not fit."""
    document = Document()
    document.set_bytes(text, feeds)
    for edit in edits if isinstance(edits, list) else ():
        try:
            at, gone, came = edit
            document.replace(at, at + gone, plain.to_bytes(came))
        except (TypeError, ValueError):
            break
    return document.whole()


def _origin(facts: Mapping[str, Any]) -> Origin:
    stamp = plain.span(facts.get("stamp"), 2)
    whole = (stamp[0], stamp[1]) if stamp else None
    return Origin(plain.text(facts, "name"), plain.text(facts, "path"), whole)


def _plain_step(step: Step) -> dict[str, object]:
    found: dict[str, object] = {"at": step.start, "n": step.n_inserted, "text": plain.of_bytes(step.removed)}
    return found if step.origin is None else found | {"origin": list(step.origin)}


def _steps(stored: object) -> list[Step]:
    """Return steps from what JSON gave, up to the first that does not fit."""
    steps: list[Step] = []
    for row in (stored if isinstance(stored, list) else [])[:MOST_STEPS]:
        try:
            removed = plain.to_bytes(row["text"])
            origin = _origin_of(row["origin"]) if "origin" in row else None
            steps.append(
                Step(plain.whole(row["at"], 1 << 62), plain.whole(row["n"], 1 << 62), removed, origin)
            )
        except (KeyError, TypeError, ValueError):
            break
    return steps


def _origin_of(stored: object) -> Origin:
    if not isinstance(stored, list) or len(stored) != 3:
        return NOWHERE
    return _origin(dict(zip(("name", "path", "stamp"), stored, strict=True)))
