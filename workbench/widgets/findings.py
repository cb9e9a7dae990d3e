"""What was found about a text: a fact, where it is, a link that fixes it and one to the place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.strips import Picture

MOST_FINDINGS = 4
# What keys begin with, before a path, a text and the hex digits of bytes.
NOT_UTF8, SPECIAL_TEXT, LONG_PIECE_KEY = "not-utf8:", "special:", "piece:"
LEFT_OUT_KEY = "left-out"  # the files that are not read
_TONES = {"error": "danger", "warning": "warn", "check-circle": "ok", "info": "text2"}
_ORDER = tuple(_TONES)  # problems first


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found.

    Attributes:
        icon: "error", "warning", "check-circle" or "info".
        fact: in a few words.
        meaning: where it is, or the consequence.
        fix: text of the link that fixes it, "" for none; what it does can be undone.
        key: identifies the finding to the slots of its links.
        shows: whether it can be shown.

    """

    icon: str
    fact: str
    meaning: str = ""
    fix: str = ""
    key: str = ""
    shows: bool = False


class FindingRow(QWidget):
    """A finding in one line.

    Attributes:
        fix, show_link: the links, None if there is none.

    Signals:
        fix_clicked(str), show_clicked(str): the key of the finding.

    """

    fix_clicked = Signal(str)
    show_clicked = Signal(str)

    def __init__(self, finding: Finding, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fix: Button | None = None
        self.show_link: Button | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SPACE_3)
        row.addWidget(Picture(finding.icon, _TONES[finding.icon]))
        title = Label(finding.fact, "medium", elided=True)
        title.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        title.setToolTip(finding.fact)
        row.addWidget(title)
        meaning = Label(finding.meaning, "small", "text2", elided=True)
        meaning.setToolTip(finding.meaning)
        row.addWidget(meaning, 1)
        whole = f"{finding.fact}, {finding.meaning}" if finding.meaning else finding.fact
        self.setAccessibleName(whole)
        if finding.fix:
            self.fix = self._link(finding.fix, whole)
            self.fix.clicked.connect(lambda: self.fix_clicked.emit(finding.key))
        if finding.shows:
            self.show_link = self._link(self.tr("Show"), whole)
            self.show_link.setToolTip(self.tr("Show it in the text"))
            self.show_link.clicked.connect(lambda: self.show_clicked.emit(finding.key))

    def _link(self, text: str, about: str) -> Button:
        link = Button(text, "link")
        link.setToolTip(about)
        link.setAccessibleName(f"{text}: {about}")
        layout = self.layout()
        if layout is not None:
            layout.addWidget(link)
        return link


class FindingList(QWidget):
    """At most four findings, problems first, and how many more there are; the rest come at a click.

    Attributes:
        rows: those that are shown.

    Signals:
        fix_clicked(str), show_clicked(str): the key of a finding.

    """

    fix_clicked = Signal(str)
    show_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[FindingRow] = []
        self._findings: list[Finding] = []
        self._all = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.SPACE_2)

    def set_findings(self, findings: Sequence[Finding]) -> None:
        """Show others; the same again are left as they are, with the keyboard where it is."""
        ordered = sorted(findings, key=lambda finding: _ORDER.index(finding.icon))
        if ordered != self._findings:
            self._findings, self._all = ordered, False
            self._show()

    def texts(self) -> list[str]:
        """Return what is shown."""
        return [row.accessibleName() for row in self.rows]

    def _show(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        shown = self._findings if self._all else self._findings[:MOST_FINDINGS]
        self.rows = [FindingRow(finding) for finding in shown]
        for row in self.rows:
            row.fix_clicked.connect(self.fix_clicked)
            row.show_clicked.connect(self.show_clicked)
            self._column.addWidget(row)
        if more := len(self._findings) - len(shown):
            link = Button(wording.plural(more, "%n more", "%n more", "FindingList"), "link")
            link.setToolTip(self.tr("Show all"))
            link.clicked.connect(self._show_all)
            line = QHBoxLayout()
            holder = QWidget()
            holder.setLayout(line)
            line.setContentsMargins(0, 0, 0, 0)
            line.addWidget(link)
            line.addStretch(1)
            self._column.addWidget(holder)

    def _show_all(self) -> None:
        self._all = True
        self._show()
