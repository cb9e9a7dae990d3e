"""A line for what is found on request: what it is, how far it is, and why it could not be found."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workbench.display.prose import capitalized
from workbench.panels.vocab.checks import Check
from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import ThinBar
from workbench.worker.messages.requests import Failed

_BAR = 64


class CheckLine(QWidget):
    """Says what may be found, with a button; then how far it is. It is hidden once there is a result.

    Attributes:
        begin: the button that begins.
        cancel: gives up.

    Signals:
        left(): it hides while it has the focus, as what it finds is there.

    """

    left = Signal()

    def __init__(self, check: Check, what: str, find: str, parent: QWidget | None = None) -> None:
        """Say what is found, and call the button that finds it so."""
        super().__init__(parent)
        self._check, self._what, self._call = check, what, find
        self._text = Label(what, "small", "text2")
        self._text.setWordWrap(True)
        self._progress = Label("", "small", "text2", elided=True)
        self._bar = ThinBar(self.tr("Progress"), width=_BAR)
        self.begin = Button(find, compact=True)
        self.cancel = Button(self.tr("Cancel"), "link")
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE_3)
        row.addWidget(self._progress, 1)
        row.addWidget(self._bar)
        row.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE_2)
        column.addWidget(self._text)
        column.addLayout(row)
        column.addWidget(self.begin)
        self.begin.clicked.connect(check.check)
        self.cancel.clicked.connect(lambda: check.now.cancel())
        check.changed.connect(self.renew)
        self.renew()

    def says(self) -> str:
        """Return what is said."""
        return self._progress.text() if self._text.isHidden() else self._text.text()

    def renew(self) -> None:
        """Show how far it is."""
        now = self._check.now
        busy, failed = now.is_under_way and now.is_checking, now.failed
        has_focus = self.begin.hasFocus() or self.cancel.hasFocus()
        shown = busy or failed is not None or now.was_cancelled or now.result is None
        if has_focus and not shown:
            self.left.emit()
        if self.parentWidget() is not None or not shown:  # else it would be a window of its own
            self.setVisible(shown)
        for part in (self._progress, self._bar, self.cancel):
            part.setVisible(busy)
        for part in (self._text, self.begin):
            part.setVisible(not busy)
        self._text.set_tone("danger" if failed is not None else "text2")
        if busy:
            self._progress.setText(doing(now.progress))
            self._bar.set_progress(*now.progress)
        elif failed is not None:
            self._text.setText(why_not(failed))
            self.begin.setText(self.tr("Try again"))
        else:
            self._text.setText(self.tr("It was canceled.") if now.was_cancelled else self._what)
            self.begin.setText(self._call)
        self.begin.updateGeometry()
        if has_focus and shown:
            (self.cancel if busy else self.begin).setFocus()


def doing(progress: tuple[int, int]) -> str:
    """Return how far a training and its repetitions are."""
    done, total = progress
    if not total:
        return QCoreApplication.translate("CheckLine", "Waiting for its turn…")
    text = QCoreApplication.translate("CheckLine", "Training again: {share}")
    return text.format(share=wording.percent(done / total))


def why_not(failed: Failed) -> str:
    """Return why something was not found, and what to do."""
    cause, remedy = (wording.filled(text, failed.facts) for text in (failed.cause, failed.remedy))
    place = f"{failed.file}: " if failed.file else ""
    return f"{place}{capitalized(cause)}. {remedy}".strip()
