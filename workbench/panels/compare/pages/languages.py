"""What the same text costs in several languages: a dot each, by premium, in its two factors."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFileDialog, QFrame, QToolTip, QWidget

from workbench.panels.compare import colours
from workbench.panels.compare.pages.asked import AskedPage
from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font, theme_signals
from workbench.widgets.plots.scales import LINEAR, ticks
from workbench.widgets.token_view.document.document import Document
from workbench.worker.messages.comparing import Compare, Compared, LanguageCost
from workbench.worker.messages.requests import new_request_id
from workbench.worker.replies import Ask

_ROW, _HEAD = 22, 26
_NAME, _FIGURES = 96, 3 * 64
_DOT = 4.0
_PAY_MOST = 3


class LanguageDots(QAbstractScrollArea):
    """A line a language; only those in sight are painted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[str, dict[int, LanguageCost]]] = []
        self._most = 1.0
        self._language = ""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Languages by premium"))
        theme_signals.changed.connect(self.viewport().update)

    @property
    def languages(self) -> list[str]:
        """The languages from the first row on."""
        return [name for name, _ in self._rows]

    def show_languages(self, answer: Compared) -> None:
        """Show an answer, those that pay most under the first tokenizer first."""
        found: dict[str, dict[int, LanguageCost]] = {}
        for each in answer.languages:
            found.setdefault(each.language, {})[each.tokenizer] = each
        self._rows = sorted(found.items(), key=lambda row: -_premium(row[1].get(0)))
        self._most = max([1.0, *(_premium(each) for each in answer.languages)])
        self._language = answer.language
        said = (f"{name}: {_premium(costs.get(0)):.2f}" for name, costs in self._rows)
        self.setAccessibleDescription("; ".join(said))
        self._fit_bar()
        self.viewport().update()

    def _fit_bar(self) -> None:
        bar, room = self.verticalScrollBar(), self.viewport().height()
        bar.setRange(0, max(0, _HEAD + len(self._rows) * _ROW + theme.SPACE_2 - room))
        bar.setPageStep(room)
        bar.setSingleStep(_ROW)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the scroll bar its range."""
        super().resizeEvent(event)
        self._fit_bar()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the languages in sight under the head."""
        painter, now = QPainter(self.viewport()), current_theme()
        try:
            painter.fillRect(event.rect(), now.surface)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            left = theme.PANEL_MARGIN + _NAME
            width = max(self.viewport().width() - left - _FIGURES - 2 * theme.PANEL_MARGIN, 40)
            above = self.verticalScrollBar().value()
            for number in range(above // _ROW, len(self._rows)):
                top = _HEAD + number * _ROW - above
                if top > self.viewport().height():
                    break
                self._paint_row(painter, top, left, width, *self._rows[number])
            self._paint_head(painter, left, width)
        finally:
            painter.end()

    def _paint_head(self, painter: QPainter, left: int, width: int) -> None:
        now = current_theme()
        painter.fillRect(QRectF(0, 0, self.viewport().width(), _HEAD), now.surface)
        painter.setFont(interface_font("plot"))
        painter.setPen(now.text2)
        middle = Qt.AlignmentFlag.AlignVCenter
        for at, label in ticks(LINEAR, 0.0, self._most, max(width // 48, 2), lambda v: f"{v:g}×"):
            box = QRectF(left + at / self._most * width - 24, 0, 48, _HEAD)
            painter.drawText(box, middle | Qt.AlignmentFlag.AlignHCenter, label)
        heads = (self.tr("A"), self.tr("UTF-8"), self.tr("Vocabulary"))
        for place, head in enumerate(heads):
            box = QRectF(left + width + theme.SPACE_2 + 64 * place, 0, 60, _HEAD)
            painter.drawText(box, middle | Qt.AlignmentFlag.AlignRight, head)

    def _paint_row(
        self, painter: QPainter, top: int, left: int, width: int, name: str, costs: dict[int, LanguageCost]
    ) -> None:
        now, middle = current_theme(), Qt.AlignmentFlag.AlignVCenter
        y = top + _ROW / 2
        painter.fillRect(QRectF(left, y, width, 1), now.border)
        painter.fillRect(QRectF(left + width / self._most, top, 1, _ROW), now.field_edge)
        painter.setFont(interface_font("title" if name == self._language else "small"))
        painter.setPen(now.text)
        painter.drawText(QRectF(theme.PANEL_MARGIN, top, _NAME - 8, _ROW), middle, name)
        for place in sorted(costs, reverse=True):  # the first one lies on top
            cost = costs[place].cost
            if cost is not None:
                painter.setPen(QPen(colours.line(now, place), 1.5))
                painter.setBrush(colours.fill(now, place))
                x = left + cost.premium / self._most * width
                painter.drawEllipse(QPointF(x, y), _DOT, _DOT)
        first = costs.get(0)
        painter.setFont(interface_font("small"))
        painter.setPen(now.text2)
        cost = None if first is None else first.cost
        figures = ("–",) * 3 if cost is None else (
            f"{cost.premium:.2f}", f"{cost.byte_factor:.2f}", f"{cost.vocabulary_factor:.2f}"
        )  # fmt: skip
        for place, figure in enumerate(figures):
            box = QRectF(left + width + theme.SPACE_2 + 64 * place, top, 60, _ROW)
            painter.drawText(box, middle | Qt.AlignmentFlag.AlignRight, figure)

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell all figures of a language."""
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip_at(event.pos().y()), self)
            return True
        return super().viewportEvent(event)

    def tip_at(self, y: int) -> str:
        """Return what is said of the language at a y of the viewport."""
        number = (y - _HEAD + self.verticalScrollBar().value()) // _ROW
        if y < _HEAD or not 0 <= number < len(self._rows):
            return ""
        name, costs = self._rows[number]
        lines = [name]
        for place, each in sorted(costs.items()):
            said = f"{colours.letter(place)}: {wording.tokens(each.tokens)}"
            if each.cost is not None:
                said += self.tr(", premium {premium} = UTF-8 {bytes} × vocabulary {vocabulary}").format(
                    premium=f"{each.cost.premium:.3f}", bytes=f"{each.cost.byte_factor:.3f}",
                    vocabulary=f"{each.cost.vocabulary_factor:.3f}",
                )  # fmt: skip
            lines.append(said)
        return "\n".join(lines)


class LanguagesPage(AskedPage):
    """A folder of one text in several languages.

    Signals:
        folder_changed(): another folder was chosen.

    """

    folder_changed = Signal()

    def __init__(self, document: Document, ask: Ask, parent: QWidget | None = None) -> None:
        self.folder = ""
        super().__init__(document, ask, parent)
        self.summary.setWordWrap(False)  # a line a tokenizer
        choose = Button(self.tr("Choose a folder…"), compact=True)
        choose.setToolTip(self.tr("One file a language, deu.txt, hin.txt, …, all with equally many lines"))
        choose.clicked.connect(self._choose)
        self.head.addWidget(choose)

    def content(self) -> QWidget:
        """Return the dots."""
        self.dots = LanguageDots()
        return self.dots

    def key(self) -> object:
        """Return what the answer depends on."""
        return tuple(info.handle for info in self.infos), self.folder

    def request(self) -> Compare | None:
        """Return what is asked."""
        if not self.folder:
            return None
        handles = tuple(info.handle for info in self.infos)
        return Compare(new_request_id(), handles, languages=self.folder, view="languages")

    def nothing(self) -> str:
        """Say what a folder has to hold."""
        return self.tr(
            "Choose a folder that holds one text in several languages, a file each (deu.txt, hin.txt, …), "
            "line by line the same."
        )

    def set_folder(self, folder: str) -> None:
        """Measure on another folder."""
        self.folder = folder
        self.want()
        self.folder_changed.emit()

    def _choose(self) -> None:
        dialog = QFileDialog(self.window(), self.tr("Folder of languages"), self.folder)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.set_folder)
        dialog.open()

    def show_answer(self, answer: Any) -> None:  # noqa: ANN401
        """Show the dots, and how unequal the languages are to each tokenizer."""
        self.dots.show_languages(answer)
        lines = []
        for place, gini in enumerate(answer.gini):
            rows = sorted(
                (each for each in answer.languages if each.tokenizer == place),
                key=lambda each: -_premium(each),
            )
            most = ", ".join(each.language for each in rows[:_PAY_MOST])
            found = "–" if gini is None else wording.number(gini, 4)
            lines.append(
                self.tr("{letter}: Gini {gini}; {most} pay most").format(
                    letter=colours.letter(place), gini=found, most=most
                )
            )
        self.summary.setText("\n".join(lines))


def _premium(cost: LanguageCost | None) -> float:
    return 0.0 if cost is None or cost.cost is None else cost.cost.premium
