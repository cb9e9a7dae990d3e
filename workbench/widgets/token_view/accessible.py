"""What a screen reader gets of a view besides its name: that it is a text, its tokens, the line of the caret.

PySide6 6.11 leaves `selection` and `attributes` out of QAccessibleTextInterface, so a text interface written
in Python would answer a reader that asks for them with nothing. The role and the value serve instead: Windows
and macOS read the value; on Linux the line is announced when the caret comes to it (`LineAnnouncer`), and its
tokens are a list in the view (`LineTokens`).
"""

from __future__ import annotations

import weakref
from functools import cache

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QAbstractScrollArea, QAccessibleWidget, QListWidget, QWidget
from shiboken6 import isValid

from workbench.display.marks import one_line, visible
from workbench.widgets import wording
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.token_view.editing.editor import Editor
from workbench.widgets.token_view.layout.spans import SpanStore

_BYTES, _SHOWN = 2048, 500  # of a line that are read, and characters that are said
_SOON = 100  # milliseconds


class SpokenView(QAbstractScrollArea):
    """A view of which a screen reader learns what follows."""

    document: Document
    spans: SpanStore
    editor: Editor

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _install()


class AccessibleText(QAccessibleWidget):
    """A view as an editable text, whose value is the number of its tokens and the line of the caret."""

    def __init__(self, view: SpokenView) -> None:
        super().__init__(view, QAccessible.Role.EditableText)
        self._view = weakref.ref(view)

    def text(self, kind: QAccessible.Text) -> str:
        """Return the name, the description or the value."""
        view = self._view()
        if kind != QAccessible.Text.Value or view is None:
            return super().text(kind)
        tokens = wording.tokens(len(view.spans))
        return _tr("{tokens}, line {line}").format(tokens=tokens, line=caret_line(view))


class LineTokens(QListWidget):
    """The tokens of the caret's line, for a reader that looks into the view; it is under the text."""

    def __init__(self, view: SpokenView) -> None:
        super().__init__(view)
        self._view = view
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setGeometry(0, 0, 1, 1)
        self.lower()
        self.show()

    def refresh(self) -> None:
        """Show the line in which the caret is now."""
        view, document = self._view, self._view.document
        line = document.line_at(view.editor.position)
        start = document.line_start(line)
        run = view.spans.overlapping(start, min(document.line_end(line), start + _BYTES))
        tokens = zip(run.ids.tolist(), run.starts.tolist(), run.ends.tolist(), strict=True)
        lines = [
            _tr("{token}, id {id}").format(token=one_line(visible(document.read(*span)), _SHOWN), id=id_)
            for id_, *span in tokens
        ]
        self.setAccessibleName(_tr("Tokens of line {line}").format(line=wording.number(line + 1)))
        if lines != [self.item(row).text() for row in range(self.count())]:
            self.clear()
            self.addItems(lines)


class LineAnnouncer(QObject):
    """Announces the line of the caret to a reader that listens, whenever the caret comes to another one."""

    def __init__(self, view: SpokenView) -> None:
        super().__init__(view)
        self._view = view
        self._line = 0
        self._tokens: LineTokens | None = None
        self._soon = QTimer(self, interval=_SOON, singleShot=True)
        self._soon.timeout.connect(self._list_tokens)

    def painted(self) -> None:
        """List the tokens of the line soon: they may be others."""
        if QAccessible.isActive() and not self._soon.isActive():
            self._soon.start()

    def _list_tokens(self) -> None:
        self._tokens = self._tokens or LineTokens(self._view)
        self._tokens.refresh()

    def tell(self, position: int) -> None:
        """Announce the line of a position that the caret has come to."""
        before, self._line = self._line, self._view.document.line_at(position)
        if self._line != before and QAccessible.isActive() and self._view.hasFocus():
            said = _tr("Line {line}").format(line=caret_line(self._view))
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._view, said))


def caret_line(view: SpokenView) -> str:
    """Return "2 of 7: the words", the line of the caret."""
    document = view.document
    line = document.line_at(view.editor.position)
    start = document.line_start(line)
    data = document.read(start, min(document.line_end(line), start + _BYTES))
    words = one_line(visible(data.rstrip(b"\r\n")), _SHOWN)
    of = _tr("{line} of {all}: {words}")
    return of.format(line=wording.number(line + 1), all=wording.number(document.n_lines), words=words)


@cache
def _install() -> None:
    """Let Qt ask here how a view is described."""
    # Qt deletes each with its view. Until then it is kept: one that Python loses, Python deletes under Qt.
    kept: set[AccessibleText] = set()

    def _described(_class: str, widget: QObject) -> AccessibleText | None:
        if not isinstance(widget, SpokenView):
            return None
        kept.difference_update([each for each in kept if not isValid(each)])
        described = AccessibleText(widget)
        kept.add(described)
        return described

    QAccessible.installFactory(_described)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Spoken", text)
