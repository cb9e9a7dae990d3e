"""The Preview panel: a source line by line, before and after cleaning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from workbench.engine.corpus.preview import Preview
from workbench.engine.corpus.source_options import SourceOptions
from workbench.panels.corpus.cleaning import step_name
from workbench.panels.corpus.findings import AS_LIKELY, findings_of
from workbench.panels.corpus.preview_view import CHANGED, SPECIAL, STRUCK, PreviewView, draw_stretch
from workbench.panels.corpus.readings import ReadingsChoice
from workbench.panels.corpus.sources import Source
from workbench.widgets import wording
from workbench.widgets.controls import Button, Choice, Label
from workbench.widgets.findings import FindingList
from workbench.widgets.look import theme
from workbench.widgets.look.theme import token_font
from workbench.widgets.panel_parts import Hairline, PanelHeader
from workbench.widgets.stepping import step_buttons
from workbench.widgets.strips import EmptyState
from workbench.worker.messages.corpus import PreviewSource, SourcePreviewed
from workbench.worker.messages.requests import new_request_id
from workbench.worker.replies import Ask, Reply

_EMPTY, _LINES = 0, 1


class _Legend(QWidget):
    """What one of the marks looks like."""

    def __init__(self, text: str, kind: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._kind = text, kind
        self.setFont(token_font(12))
        self.setFixedSize(self.fontMetrics().horizontalAdvance(text) + 2, 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it as in the lines."""
        painter = QPainter(self)
        painter.setFont(self.font())
        draw_stretch(painter, self.rect(), self._text, self._kind)


class PreviewPanel(QWidget):
    """Shows sources.

    Attributes:
        header: the panel's head, for the dock's title bar.
        view: the lines.
        source: the choice of a source.

    Signals:
        fix_requested(str): a finding about the shown source is to be fixed; its key.
        encoding_chosen(str, str): `Source.key` of what is shown, and how it is to be read.

    """

    fix_requested = Signal(str)
    encoding_chosen = Signal(str, str)

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ask_lanes, self._reply = ask, Reply()
        self.setAccessibleName(self.tr("Preview of the corpus"))
        self.header = PanelHeader(self.tr("Preview"))
        self._options: list[SourceOptions] = []
        self._specials: tuple[str, ...] = ()
        self._sources: list[Source] = []
        self._key = ""
        self._to_seek = 0  # sources that may hold what is sought, besides the one that is requested
        self._asked: PreviewSource | None = None
        self._shown: Preview | None = None
        self.view = PreviewView()
        self.findings = FindingList()
        self.findings.fix_clicked.connect(self.fix_requested)
        self.readings = ReadingsChoice()
        self.readings.chosen.connect(lambda encoding: self.encoding_chosen.emit(self.path(), encoding))
        self.source = Choice()
        self.source.setAccessibleName(self.tr("Source"))
        self.source.view().setAccessibleName(self.tr("Sources"))
        self.source.setToolTip(self.tr("The source whose lines are shown"))
        self.source.setMinimumWidth(180)
        self.source.activated.connect(lambda _: self._ask(0))
        self.place = Label("", "small", "text2", elided=True)
        self.problems = Label("", "small", "text2", elided=True)
        self.problems.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        tooltips = self.tr("Previous problem (Shift+F8)"), self.tr("Next problem (F8)")
        self.previous_button, self.next_button = step_buttons(self, self._step, tooltips)
        self.earlier = Button(self.tr("Start"), "link")
        self.later = Button(self.tr("Continue"), "link")
        self.earlier.clicked.connect(lambda: self._ask(0))
        self.later.clicked.connect(lambda: self._ask((self._shown.stretch if self._shown else 0) + 1))
        self.view.selectionModel().currentRowChanged.connect(lambda *_: self._show_place())
        self._build()

    def _build(self) -> None:
        self.header.add_left(self.source)
        for control in (self.earlier, self.later, self.problems, self.previous_button, self.next_button):
            self.header.add_right(control)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(
            EmptyState(
                "file",
                self.tr("Choose a source to see its lines"),
                self.tr("In the file, and as trained on."),
            )
        )
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._pages)
        page = QWidget()
        self._pages.addWidget(page)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        foot = QHBoxLayout()
        foot.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_2)
        foot.setSpacing(theme.SPACE_2)
        for text, kind, name in (
            ("abc", STRUCK, self.tr("removed")),
            ("abc", CHANGED, self.tr("replaced")),
            ("<|a|>", SPECIAL, self.tr("special-token text")),
        ):
            foot.addWidget(_Legend(text, kind))
            foot.addWidget(Label(name, "small", "text2"))
            foot.addSpacing(theme.SPACE_2)
        foot.addStretch(1)
        foot.addWidget(self.place, 1)
        self.place.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._show_page(_EMPTY)
        self.findings.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_2)
        column.addWidget(self.findings)
        column.addWidget(self.readings)
        column.addWidget(self.view, 1)
        column.addWidget(Hairline())
        column.addLayout(foot)

    def set_specials(self, texts: tuple[str, ...]) -> None:
        """Mark the texts of these special tokens, from the next lines on."""
        self._specials = texts

    def show_source(
        self, sources: Sequence[tuple[Source, SourceOptions]], path: str, seek: bytes | None = None
    ) -> None:
        """Offer sources, each as it is read, and show one, or the first one that holds what is sought.

        Args:
            sources: them.
            path: of the one to show, its `Source.key`; "" for any, beginning with the first.
            seek: a text, b"" for any problem, or None.

        """
        self._sources = [source for source, _ in sources]
        self._options = [options for _, options in sources]
        self.source.clear()
        self.source.addItems([source.name for source, _ in sources])
        keys = [source.key for source in self._sources]
        self.source.setCurrentIndex(keys.index(path) if path in keys else 0)
        self._ask(0, seek, len(sources) - 1 if not path else 0)

    def path(self) -> str:
        """Return the `Source.key` of what is shown or requested, "" for none."""
        return self._key if self._asked else ""

    def options(self) -> SourceOptions | None:
        """Return how the source is read that is shown or requested."""
        return self._asked.source if self._asked else None

    @Slot()
    def clear(self) -> None:
        """Show nothing: the source has gone."""
        self._reply.abandon()
        self._asked = self._shown = None
        self._show_page(_EMPTY)

    def _show_page(self, page: int) -> None:
        self._pages.setCurrentIndex(page)
        steps = self.earlier, self.later, self.previous_button, self.next_button
        controls = (self.source, self.problems, *steps)
        for control in controls:
            control.setVisible(page == _LINES)

    def _ask(self, stretch: int, seek: bytes | None = None, others: int = 0) -> None:
        if not self._options:
            return
        at = max(0, self.source.currentIndex())
        self._to_seek = others
        file, self._key = self._sources[at].file, self._sources[at].key
        request = PreviewSource(new_request_id(), self._options[at], stretch, self._specials, seek, file)
        self._show_page(_LINES)
        self.renew_findings()
        self.place.setText(self.tr("reading…"))
        self._reply.abandon()
        reply = self._reply = self._ask_lanes(request)
        self._asked = request
        reply.answered.connect(self.show_previewed)
        reply.failed.connect(self._show_failed)
        reply.cancelled.connect(self._show_nothing)

    def renew_findings(self) -> None:
        """Show what is known to be odd about the source that is shown."""
        sources = self._sources[max(0, self.source.currentIndex()) :][:1]
        self.readings.set_readings(sources[0].readings if sources else ())
        findings = [each for each in findings_of(sources, None) if not each.key.startswith(AS_LIKELY)]
        self.findings.set_findings([replace(finding, shows=False) for finding in findings])
        self.findings.setVisible(bool(findings))

    @Slot(object)
    def show_previewed(self, answer: SourcePreviewed) -> None:
        """Show lines that have been read."""
        if self._asked is None:
            return
        preview = answer.preview
        seek = self._asked.seek
        if seek is not None and not preview.lines and self._seek_on(seek):
            return
        self._shown = preview
        self.view.lines.set_lines(preview.lines, self._titles(self._asked.source.clean, preview.counts))
        self.earlier.setEnabled(preview.stretch > 0)
        self.later.setEnabled(preview.more)
        n = len(self.view.problem_rows())
        more = self.tr("{n} or more").format(n=wording.number(n)) if preview.more else ""
        none = self.tr("no problems here") if preview.lines else ""
        words = (
            more
            if n and more
            else wording.plural(n, "%n line with problems", "%n lines with problems", "PreviewPanel")
        )
        self.problems.setText(words if n else none)
        self.previous_button.setEnabled(n > 0)
        self.next_button.setEnabled(n > 0 or preview.more)
        if preview.lines:
            rows = self._rows_of(seek) or self.view.problem_rows()
            self.view.go_to(rows[0] if rows else 0)
        self._show_place()

    def _titles(self, clean: Sequence[str], counts: bool) -> tuple[str, str]:
        """Return what is above the lines, before and after cleaning or pieces and their counts."""
        if counts:
            return self.tr("Piece"), self.tr("Count")
        steps = wording.listed(map(step_name, clean))
        after = self.tr("After {steps}").format(steps=steps) if steps else self.tr("As used")
        return self.tr("Before"), after

    def _seek_on(self, seek: bytes) -> bool:
        """Look for it elsewhere: in the next source, or from the start again; return whether that is left."""
        if self._to_seek:
            self.source.setCurrentIndex((self.source.currentIndex() + 1) % len(self._options))
            self._ask(0, seek, self._to_seek - 1)
            return True
        if self._asked is not None and self._asked.stretch > 0:
            self._ask(0, seek)
            return True
        return False

    def _rows_of(self, text: bytes | None) -> list[int]:
        """Return the rows of the lines that hold a text, or its beginning where it is longer than a line."""
        part = (text or b"").split(b"\n")[0]
        lines = self._shown.lines if self._shown is not None and part else ()
        return [row for row, line in enumerate(lines) if part in line.before or part in line.after]

    def _show_failed(self) -> None:
        """Say that the source could not be read; the reason is shown elsewhere."""
        self._show_nothing()
        self.place.setText(self.tr("could not be read"))

    def _show_nothing(self) -> None:
        self._shown = None
        self.view.lines.set_lines(())
        self.problems.setText("")
        for control in (self.earlier, self.later, self.previous_button, self.next_button):
            control.setEnabled(False)
        self.place.setText(self.tr("nothing to show"))

    def _show_place(self) -> None:
        row = self.view.currentIndex().row()
        if self._shown is None or not 0 <= row < len(self._shown.lines):
            self.place.setText(self.tr("nothing to show"))
            return
        document = self._shown.lines[row].document
        self.place.setText(self.tr("document {n}").format(n=wording.number(document)))

    def _step(self, by: int) -> None:
        """Go to the next or previous line with a problem, round and round; the next may be further on."""
        rows = self.view.problem_rows()
        if not rows and (self._shown is None or not self._shown.more):
            return
        here = self.view.currentIndex().row()
        beyond = [row for row in rows if (row - here) * by > 0]
        if by > 0 and not beyond and self._shown is not None and self._shown.more:
            self._ask(self._shown.stretch + 1, b"")
            return
        self.view.go_to((beyond[0] if by > 0 else beyond[-1]) if beyond else rows[0 if by > 0 else -1])
