"""The text of a session: what is written of it, and how it comes back.

A short text is written whole each time. Of a long one its file is named, and the edits that were made since
it was read. It is written whole where it has no file, the file has changed or gone, or the edits are many;
after that only its edits are, until these are many again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from workbench.formats.files.stamps import stamp_of
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.shell.session import plain
from workbench.shell.session.store import hash_of, put_aside
from workbench.widgets.token_view.document.document import Change, Document
from workbench.widgets.token_view.document.history import Step
from workbench.widgets.token_view.document.origin import NOWHERE, Origin
from workbench.worker.messages.requests import Failed, JobCancelled, new_request_id
from workbench.worker.messages.text import ReadText, TextRead
from workbench.worker.replies import Ask

SHORT = 1 << 20  # bytes of a text that is written whole after each change
MOST_STEPS, MOST_BYTES = 100, 1 << 20  # of undo and redo
_MOST_EDITS = 2000  # that are written next to the whole; of their bytes `SHORT`

Parts = tuple[bytes | memoryview, ...]
Edit = tuple[int, int, bytes]  # at this byte so many gave way to these


class KeptText(QObject):
    """Writes down the text of the Tokens panel, and brings it back.

    Signals:
        changed(): there is something new to be written.
        warned(str, str): what is to be said of a text that cannot come back as it was, and what to do.
        settled(): the text is there, or cannot be had.

    """

    changed = Signal()
    warned = Signal(str, str)
    settled = Signal()

    def __init__(self, tokens: TokensPanel, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self._ask = ask
        self._tokens, self._view = tokens, tokens.view
        self._revision = -1  # of the document, as far as `_edits` goes
        # What `_edits` are made to: a file as it was read, or as many bytes as `text.txt` holds; None if the
        # whole is to be written.
        self._base: Origin | int | None = None
        self._edits: list[Edit] = []
        self._file = Path()  # of the session's own
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self.changed)
        self._view.text_changed.connect(self._follow)
        self._view.caret_moved.connect(self.changed)
        self._view.visible_range_changed.connect(self.changed)
        tokens.exchange.origin_changed.connect(self.changed)  # it has been saved

    # --- writing

    def _follow(self) -> None:
        """Note an edit of a long text, or that it has to be written in another way."""
        document = self._view.document
        changes = document.changes_since(self._revision)
        self._revision = document.revision
        if changes is None or len(changes) != 1 or len(document) <= SHORT or not self._note(changes[0]):
            self._base, self._edits = None, []
        self._refer()
        self.changed.emit()

    def _note(self, change: Change) -> bool:
        """Note an edit next to the others; return whether there is something to note it next to, and room."""
        if self._base is None or change.inserted > SHORT:
            return False
        came = self._view.document.read(change.start, change.start + change.inserted)
        edit = (change.start, change.removed, came)
        joined = _joined(self._edits[-1], edit) if self._edits else None
        self._edits[-1 if joined else len(self._edits) :] = [joined or edit]
        return len(self._edits) <= _MOST_EDITS and sum(len(came) for _, _, came in self._edits) <= SHORT

    def _refer(self) -> None:
        """Begin again with the file of a long text that is what it holds."""
        document = self._view.document
        if len(document) > SHORT and document.is_as_read and _is_as_it_was(document.origin):
            self._base, self._edits = document.origin, []

    def _is_by_reference(self) -> bool:
        """Return whether a file and the edits are the text; the file is watched as long as they are."""
        base = self._base
        if not isinstance(base, Origin) or base != self._view.document.origin or not _is_as_it_was(base):
            self._watch("")
            return False
        self._watch(base.path)
        return True

    def _watch(self, path: str) -> None:
        """Learn of changes of a file, "" for none, and of no other."""
        watched = self._watcher.files()
        if others := [other for other in watched if other != path]:
            self._watcher.removePaths(others)
        if path and path not in watched:
            self._watcher.addPath(path)

    def write_again(self) -> None:
        """Write the whole text with the next snapshot, unless it is in a file of its own."""
        if isinstance(self._base, int):
            self._base, self._edits = None, []

    def snapshot(self, at_end: bool = False) -> tuple[dict[str, object], Parts | None]:
        """Return the facts, and the parts of the whole text where it is to be written now."""
        document = self._view.document
        undo, redo = document.history.steps(MOST_STEPS, MOST_BYTES)
        origin = document.origin
        facts: dict[str, object] = {
            "name": origin.name,
            "path": origin.path,
            "stamp": origin.stamp,
            "size": len(document),
            **place_of(self._tokens),
            "undo": [_plain_step(step) for step in undo],
            "redo": [_plain_step(step) for step in redo],
        }
        self._refer()
        by_reference = self._is_by_reference()
        if not by_reference and (not isinstance(self._base, int) or (at_end and self._edits)):
            self._base, self._edits = len(document), []
            return facts | {"whole": self._base}, document.parts() if len(document) else (b"",)
        edits = [[at, gone, plain.of_bytes(came)] for at, gone, came in self._edits]
        if by_reference:
            return facts | {"by_reference": True, "edits": edits}, ()
        return facts | {"whole": self._base, "edits": edits}, None

    # --- coming back

    def restore(self, facts: Mapping[str, Any], file: Path, text_hash: str) -> None:
        """Show the text again; `file` is that of the session's own, whose hash is said to be `text_hash`."""
        self._file = file
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
            said = self.tr("{name} was moved or deleted since the last session; your text is unchanged.")
            self.warned.emit(said.format(name=origin.path), self.tr("Save the text to restore the file."))
        elif now != origin.stamp:
            said = self.tr("{name} has changed since the last session; your text is unchanged.")
            self.warned.emit(said.format(name=origin.path), self.tr("Open the file to see its new contents."))

    def _restore_short(self, facts: Mapping[str, Any], file: Path, text_hash: str) -> None:
        try:
            text = file.read_bytes()
        except OSError as fault:
            said = self.tr("The text of the last session cannot be read: {file}, {reason}.")
            self.warned.emit(said.format(file=file, reason=fault.strerror), "")
        else:
            self._show(text, _origin(facts), facts, hash_of((text,)) == text_hash)
        self.settled.emit()

    def _read(self, path: str, facts: Mapping[str, Any]) -> None:
        """Read a long text; nothing can be typed until it is there."""
        self._view.editor.locked = True
        reply = self._ask(ReadText(new_request_id(), path))
        without = partial(self._do_without, facts)
        reply.tell(self, answered=partial(self._show_read, facts), failed=without, cancelled=without)

    def _show_read(self, facts: Mapping[str, Any], answer: TextRead) -> None:
        """Show a long text that has been read."""
        self._view.editor.locked = False
        origin = _origin(facts)
        if facts.get("by_reference") is True:
            exact = answer.stamp is not None and answer.stamp == origin.stamp
            origin = origin._replace(stamp=answer.stamp)
        else:
            exact = len(answer.data) == plain.whole(facts.get("whole"))
        if not exact:
            said = self.tr("{name} has changed since the last session; the new version is shown.")
            self.warned.emit(said.format(name=origin.name or answer.path), self._put_aside(facts))
        self._show(answer.data, origin, facts, exact, answer.line_feeds)
        self.settled.emit()

    def _do_without(self, facts: Mapping[str, Any], _end: Failed | JobCancelled) -> None:
        """Begin with no text where that of the last session cannot be read; the reason is shown elsewhere."""
        self._view.editor.locked = False
        if kept := self._put_aside(facts):
            said = self.tr("{name} had edits in the last session.")
            self.warned.emit(said.format(name=plain.text(facts, "name")), kept)
        self.settled.emit()

    def _put_aside(self, facts: Mapping[str, Any]) -> str:
        """Write down what was typed into a text that is not as it was; say where, "" where nothing was."""
        typed = b"\n".join(came for _, _, came in _edits(facts) if came)
        if not typed:
            return ""
        aside = put_aside(typed, self._file)
        if not aside:
            return self.tr("Your edits could not be kept.")
        return self.tr("Your edits are kept in {file}.").format(file=aside)

    def _show(
        self,
        text: bytes,
        origin: Origin,
        facts: Mapping[str, Any],
        exact: bool,
        feeds: NDArray[np.int64] | None = None,
    ) -> None:
        """Show a text; where it is exactly the one that was kept, with its edits and undo."""
        edits = _edits(facts) if exact else []
        if edits:
            text, edits, feeds = *_edited(text, feeds, edits), None
        by_reference = facts.get("by_reference") is True
        is_read = by_reference and not edits
        self._tokens.set_text(text, line_feeds=feeds, origin=origin if is_read else NOWHERE)
        if not is_read:
            self._tokens.exchange.set_saved(origin, revision=-1)
        if by_reference and edits:
            self._base, self._edits = origin, edits
        if exact:
            self._view.document.history.set_steps(_steps(facts.get("undo")), _steps(facts.get("redo")))
        show_place(self._tokens, facts)


def place_of(tokens: TokensPanel) -> dict[str, object]:
    """Return what is selected, what is at the top, and the chosen token, for JSON."""
    view = tokens.view
    chosen = view.selected.token
    return {
        "selection": [view.editor.anchor, view.editor.position],
        "top": view.scrolling.anchor.top_position(),
        "token": None if chosen is None else chosen.start,
    }


def show_place(tokens: TokensPanel, facts: Mapping[str, Any]) -> None:
    """Select, scroll and choose as `place_of` gave it; what is not in the text is left out."""
    view, size = tokens.view, len(tokens.view.document)
    anchor, position = (min(at, size) for at in plain.span(facts.get("selection"), 2) or (0, 0))
    view.editor.select(anchor, position)
    view.scrolling.show_from(min(plain.whole(facts.get("top")), size))
    token = facts.get("token")
    if isinstance(token, int) and 0 <= token < size:
        tokens.chosen.select_at(token, reveal=False)


def _is_as_it_was(origin: Origin) -> bool:
    """Return whether the file of a text has neither changed nor gone since it was read or saved."""
    return origin.stamp is not None and stamp_of(origin.path) == origin.stamp


def _joined(last: Edit, edit: Edit) -> Edit | None:
    """Return two edits as one where the second touches what came with the first, else None."""
    at, gone, came = last
    start, end = edit[0], edit[0] + edit[1]
    if start > at + len(came) or end < at:
        return None
    before, behind = max(at - start, 0), max(end - at - len(came), 0)
    left, right = came[: max(start - at, 0)], came[max(end - at, 0) :]
    return at - before, before + gone + behind, left + edit[2] + right


def _edits(facts: Mapping[str, Any]) -> list[Edit]:
    """Return the edits that were kept, up to the first that is none."""
    edits: list[Edit] = []
    stored = facts.get("edits")
    for row in stored if isinstance(stored, list) else ():
        try:
            at, gone, came = row
            edits.append((plain.whole(at, 1 << 62), plain.whole(gone, 1 << 62), plain.to_bytes(came)))
        except (TypeError, ValueError):
            break
    return edits


def _edited(text: bytes, feeds: NDArray[np.int64] | None, edits: list[Edit]) -> tuple[bytes, list[Edit]]:
    """Return a text with edits, and these, up to the first that does not fit."""
    document = Document()
    document.set_bytes(text, feeds)
    for number, (at, gone, came) in enumerate(edits):
        try:
            document.replace(at, at + gone, came)
        except ValueError:
            edits = edits[:number]
            break
    return document.whole(), edits


def _origin(facts: Mapping[str, Any]) -> Origin:
    stamp = plain.span(facts.get("stamp"), 2)
    whole = (stamp[0], stamp[1]) if stamp else None
    return Origin(plain.text(facts, "name"), plain.text(facts, "path"), whole)


def _plain_step(step: Step) -> dict[str, object]:
    step_facts: dict[str, object] = {
        "at": step.start,
        "n": step.n_inserted,
        "text": plain.of_bytes(step.removed),
    }
    return step_facts if step.origin is None else step_facts | {"origin": list(step.origin)}


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
