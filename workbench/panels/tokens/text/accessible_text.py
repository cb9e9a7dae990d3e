"""Describes the selected token for screen readers; `token_view/accessible.py` says why there is no more."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from workbench.display.marks import one_line, visible
from workbench.panels.tokens.text import occurrence_words
from workbench.panels.tokens.text.selection import Occurrence
from workbench.widgets import wording
from workbench.widgets.token_view.text import TokenTextView

_SHOWN = 80  # characters of a token


class Announcer(QObject):
    """Keeps the description of one view."""

    def __init__(self, view: TokenTextView) -> None:
        super().__init__(view)
        self._view = view
        self._usual = view.accessibleDescription()

    def tell(self, occurrence: Occurrence | None) -> None:
        """Describe the selected token, and announce it to a reader that listens."""
        said = "" if occurrence is None else self._words(occurrence)
        described = f"{said}. {self._usual}" if said else self._usual
        if described == self._view.accessibleDescription():
            return
        self._view.setAccessibleDescription(described)
        if said and QAccessible.isActive() and self._view.hasFocus():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._view, said))

    def _words(self, occurrence: Occurrence) -> str:
        """Return as much of "Token ·the, id 262, 5 of 131, 3 times" as is known."""
        said = [_tr("Token {token}").format(token=one_line(visible(occurrence.token), _SHOWN))]
        said.append(_tr("id {id}").format(id=occurrence.token_id))
        token = self._view.selected.token
        if token is not None and occurrence.span is not None:
            place, all_ = wording.number(token.index + 1), wording.number(len(self._view.spans))
            said.append(_tr("number {n} of {all}").format(n=place, all=all_))
        if occurrence.count is not None:
            said.append(occurrence_words.count(occurrence))
        return wording.listed(said)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Spoken", text)
