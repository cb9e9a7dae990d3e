"""The cost of the same text in several languages: a dot each, by premium and its two factors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QWidget

from workbench.display.escapes import for_label
from workbench.engine.judging.languages import REFERENCES, Premium
from workbench.engine.judging.measuring import Row
from workbench.panels.compare import colors
from workbench.panels.compare.pages.legend import Legend, paint_dot
from workbench.panels.compare.pages.page import ComparisonPage
from workbench.panels.compare.painted_rows import PaintedRows
from workbench.widgets import wording
from workbench.widgets.controls import Button
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font
from workbench.widgets.menu_button import MenuButton
from workbench.widgets.panel_parts import panel_column
from workbench.widgets.plots.scales import LINEAR, ticks
from workbench.widgets.token_view.document.document import Document
from workbench.widgets.words import WordLabel
from workbench.worker.messages.comparing import Compare, Compared, LanguageCost, MeasuredRow
from workbench.worker.messages.requests import Failed, new_request_id
from workbench.worker.replies import Ask

_ROW, _HEAD = 22, 26
_NAME, _MOST_NAME, _FIGURE = 96, 160, 64  # pixels of a name at least and most, and of a figure at least
_SPACE = 4  # pixels after a figure
_PAY_MOST = 3
_LOW, _LINE = 250, 25  # pixels above a legend with a line for each tokenizer; else it is short


class LanguageDots(PaintedRows):
    """A row per language; only visible rows are painted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Languages by premium"), _ROW, parent)
        self._rows: list[tuple[str, dict[int, LanguageCost]]] = []
        self._most = 1.0
        self._language = ""

    @property
    def languages(self) -> list[str]:
        """The languages from the first row on."""
        return [name for name, _ in self._rows]

    def show_languages(self, costs: Sequence[LanguageCost], language: str) -> None:
        """Show the costs of languages relative to one, the most expensive under the first tokenizer first."""
        by_language: dict[str, dict[int, LanguageCost]] = {}
        for each in costs:
            by_language.setdefault(each.language, {})[each.tokenizer] = each
        self._rows = sorted(by_language.items(), key=lambda row: -_premium(row[1].get(0)))
        self._most = max([1.0, *(_premium(each) for each in costs)])
        self._language = language
        said = (
            f"{name}: {_cause(costs) or format(_premium(costs.get(0)), '.2f')}" for name, costs in self._rows
        )
        self.setAccessibleDescription(wording.clauses(said))
        self.fit_bar()
        self.viewport().update()

    def whole(self) -> LanguageDots:
        """Return a copy with room for all languages."""
        other = LanguageDots()
        other._rows, other._most, other._language = self._rows, self._most, self._language
        other.resize(self.width(), self.content_height())
        return other

    def content_height(self) -> int:
        """Return the height of the head and all languages in pixels."""
        return _HEAD + len(self._rows) * _ROW + theme.SPACE_2

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible languages below the head."""
        painter, now = QPainter(self.viewport()), current_theme()
        try:
            painter.fillRect(event.rect(), now.surface)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            left = theme.PANEL_MARGIN + self._name_width()
            right = 3 * self._figure_width() + 2 * theme.PANEL_MARGIN
            width = max(self.viewport().width() - left - right, 40)
            above = self.verticalScrollBar().value()
            for number in range(above // _ROW, len(self._rows)):
                top = _HEAD + number * _ROW - above
                if top > self.viewport().height():
                    break
                self._paint_row(painter, top, left, width, *self._rows[number])
            self._paint_head(painter, left, width)
        finally:
            painter.end()

    def _heads(self) -> tuple[str, str, str]:
        return self.tr("Premium, A"), self.tr("UTF-8"), self.tr("Vocabulary")

    def _figure_width(self) -> int:
        """Return the width of a column of figures, in pixels, in which no head is cut."""
        width = QFontMetrics(interface_font("plot")).horizontalAdvance
        return max(_FIGURE, *(width(head) + 2 * _SPACE for head in self._heads()))

    def _name_width(self) -> int:
        """Return the width of the names in pixels: that of the reference, which is bold, at least."""
        width = QFontMetrics(interface_font("title")).horizontalAdvance(for_label(self._language))
        return min(max(_NAME, width + 2 * _SPACE), _MOST_NAME)

    def _paint_head(self, painter: QPainter, left: int, width: int) -> None:
        now = current_theme()
        painter.fillRect(QRectF(0, 0, self.viewport().width(), _HEAD), now.surface)
        painter.setFont(interface_font("plot"))
        painter.setPen(now.text2)
        middle = Qt.AlignmentFlag.AlignVCenter
        for at, label in ticks(LINEAR, 0.0, self._most, max(width // 48, 2), lambda v: f"{v:g}×"):
            box = QRectF(left + at / self._most * width - 24, 0, 48, _HEAD)
            painter.drawText(box, middle | Qt.AlignmentFlag.AlignHCenter, label)
        column = self._figure_width()
        for place, head in enumerate(self._heads()):
            box = QRectF(left + width + theme.SPACE_2 + column * place, 0, column - _SPACE, _HEAD)
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
        room = QRectF(theme.PANEL_MARGIN, top, left - theme.PANEL_MARGIN - 2 * _SPACE, _ROW)
        shown = for_label(name)
        shown = painter.fontMetrics().elidedText(shown, Qt.TextElideMode.ElideMiddle, int(room.width()))
        painter.drawText(room, middle, shown)
        painter.setFont(interface_font("small"))
        if cause := _cause(costs):
            room = QRectF(left, top, self.viewport().width() - left - theme.PANEL_MARGIN, _ROW)
            painter.fillRect(room, now.surface)
            painter.setPen(now.danger)
            cause = painter.fontMetrics().elidedText(cause, Qt.TextElideMode.ElideRight, int(room.width()))
            painter.drawText(room, middle, cause)
            return
        for place in sorted(costs, reverse=True):  # the first one is on top
            cost = costs[place].cost
            if cost is not None:
                paint_dot(painter, QPointF(left + cost.premium / self._most * width, y), place)
        first = costs.get(0)
        painter.setPen(now.text2)
        cost = None if first is None else first.cost
        figures = ("–",) * 3 if cost is None else (
            f"{cost.premium:.2f}", f"{cost.byte_factor:.2f}", f"{cost.vocabulary_factor:.2f}"
        )  # fmt: skip
        column = self._figure_width()
        for place, figure in enumerate(figures):
            box = QRectF(left + width + theme.SPACE_2 + column * place, top, column - _SPACE, _ROW)
            painter.drawText(box, middle | Qt.AlignmentFlag.AlignRight, figure)

    def tip_at(self, y: int) -> str:
        """Return all figures of the language at a y of the viewport."""
        number = (y - _HEAD + self.verticalScrollBar().value()) // _ROW
        if y < _HEAD or not 0 <= number < len(self._rows):
            return ""
        name, costs = self._rows[number]
        if cause := _cause(costs):
            return f"{name}\n{cause}"
        lines = [name]
        for place, each in sorted(costs.items()):
            words = self.tr("cannot encode it") if each.n_tokens is None else wording.tokens(each.n_tokens)
            said = f"{colors.letter(place)}: {words}"
            if each.cost is not None:
                said += self.tr(", premium {premium} = UTF-8 {bytes} × vocabulary {vocabulary}").format(
                    premium=f"{each.cost.premium:.3f}", bytes=f"{each.cost.byte_factor:.3f}",
                    vocabulary=f"{each.cost.vocabulary_factor:.3f}",
                )  # fmt: skip
            lines.append(said)
        return "\n".join(lines)


class LanguagesPage(ComparisonPage):
    """A folder of one text in several languages.

    Attributes:
        dots: the languages. legend: the dot of each tokenizer, with its inequality.
        folder: of the texts, "" for none. language: the reference, "" for the default.
        answer: the complete answer, or None.

    Signals:
        folder_changed(): another folder or language of reference was chosen.
        answer_changed(): `answer` has changed.

    """

    margin = 0
    folder_changed = Signal()
    answer_changed = Signal()

    def __init__(self, document: Document, ask: Ask, parent: QWidget | None = None) -> None:
        self.folder = self.language = ""
        self.answer: Compared | None = None
        self._names: list[str] = []
        self._rows: list[Row] = []  # in the order of arrival
        super().__init__(document, ask, parent)
        self.busy.stop.setToolTip(self.tr("Keep the finished languages"))
        self.again = Button(self.tr("Measure again"), "link")
        self.reference = MenuButton(self.tr("Reference language"))
        self.reference.menu.aboutToShow.connect(self._fill_menu)
        self.choose = Button(self.tr("Choose a folder…"), compact=True)
        self.again.clicked.connect(self._ask_again)
        self.choose.clicked.connect(self._choose)
        for widget in (self.again, self.reference, self.choose):
            self.head.addWidget(widget)
        self._show_head("")

    def content(self) -> QWidget:
        """Return the dots above their legend."""
        self.dots, self.legend = LanguageDots(), Legend(dots=True)
        self.legend.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_1, theme.PANEL_MARGIN, theme.SPACE_2)
        page = QWidget()
        column = panel_column(page)
        column.addWidget(self.dots, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, theme.PANEL_MARGIN, 0)
        foot.addWidget(self.legend, 1)
        foot.addWidget(WordLabel(self.tr("Premium"), "premium", "small", "text2"))
        column.addLayout(foot)
        return page

    def picture(self) -> Sequence[QWidget]:
        """Return the summary, all languages, also hidden ones, and the legend."""
        return (self.summary, self.dots.whole(), self.legend) if self.is_answered else ()

    # --- requests

    def key(self) -> object:
        """Return the key of the answer: what it depends on."""
        return tuple((info.handle, info.name) for info in self.infos), self.folder, self.language

    def request(self) -> Compare | None:
        """Return the request."""
        if not self.folder:
            return None
        handles = tuple(info.handle for info in self.infos)
        return Compare(
            new_request_id(), handles, names=tuple(info.name for info in self.infos), languages=self.folder,
            language=self.language, view="languages",
        )  # fmt: skip

    def want(self) -> None:
        """Request the answer."""
        before = self._key
        super().want()
        if self._key == before:
            return
        self._rows = []
        self._set_answer(None)
        self._show_head("busy" if self._reply.is_waiting else "")

    def nothing(self) -> str:
        """Return what a folder must contain."""
        return self.tr(
            "Choose a folder with one text in several languages: one file each (deu.txt, hin.txt, …), "
            "line by line the same."
        )

    def set_folder(self, folder: str) -> None:
        """Measure another folder."""
        if folder != self.folder:
            self.language, self._names = "", []
        self.folder = folder
        self.want()
        self.folder_changed.emit()

    def set_language(self, language: str) -> None:
        """Set the reference language, "" for the default."""
        self.language = language
        self.want()
        self.folder_changed.emit()

    def _choose(self) -> None:
        dialog = QFileDialog(self.window(), self.tr("Folder of languages"), self.folder)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.set_folder)
        dialog.open()

    def _fill_menu(self) -> None:
        menu = self.reference.menu
        menu.clear()
        for name in dict.fromkeys(("", self.language, *self._names)):
            text = for_label(name).replace("&", "&&")
            entry = menu.addAction(text or self.tr("Default: eng_Latn, eng or the first"))
            entry.setCheckable(True)
            entry.setChecked(name == self.language)
            entry.triggered.connect(partial(self._choose_language, name))

    def _choose_language(self, name: str, _on: bool = False) -> None:
        self.set_language(name)

    def _show_head(self, state: str) -> None:
        """Show the buttons for the state: "busy", "cancelled", or "" for neither."""
        self.again.setVisible(state == "cancelled")
        chosen = self.language or (self.answer.language if self.answer is not None else "")
        self.reference.setVisible(bool(self.folder and chosen) and state != "busy")
        self.reference.set_chosen(self.tr("Compared with {language}").format(language=for_label(chosen)))
        tip = self.tr("One file per language, deu.txt, hin.txt, …, all with equally many lines")
        self.choose.setToolTip(f"{self.folder}\n{tip}" if self.folder else tip)

    # --- answers

    def note_progress(self, message: object) -> None:
        """Keep finished rows."""
        if isinstance(message, MeasuredRow) and message.row.source:
            self._rows.append(message.row)

    def show_cancelled(self) -> None:
        """Show the languages that are finished for every tokenizer."""
        by_name: dict[str, list[Row]] = {}
        for row in self._rows:
            by_name.setdefault(row.source, []).append(row)
        done = {name: rows for name, rows in by_name.items() if len(rows) == len(self.infos)}
        if not done:
            super().show_cancelled()
        else:
            read = [name for name, rows in done.items() if not rows[0].is_unread] or [*done]
            language = next(name for name in (self.language, *REFERENCES, *read) if name in read)
            costs = [cost for rows in done.values() for cost in _costs(rows, done[language])]
            self.dots.show_languages(costs, language)
            self.legend.show_texts([self._name(place) for place in range(len(self.infos))])
            self._stack.setCurrentIndex(0)
            self.picture_changed.emit()
            said = self.tr("Canceled. These are done, compared with {language}.")
            self.summary.setText(said.format(language=language))
        self._show_head("cancelled")

    def show_answer(self, answer: Any) -> None:  # noqa: ANN401
        """Show the dots, and the inequality under each tokenizer."""
        self._names = sorted({each.language for each in answer.languages})
        self._set_answer(answer)
        self._show_head("")
        self.dots.show_languages(answer.languages, answer.language)
        self._show_legend()
        self.summary.setText(
            self.tr("Tokens of the same text, compared with {language}").format(
                language=for_label(answer.language)
            )
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the legend on a low page."""
        super().resizeEvent(event)
        if self._is_low(event.size().height()) != self._is_low(event.oldSize().height()):
            self._show_legend()

    def _show_legend(self) -> None:
        """Show the inequality under each tokenizer, and if there is room the most expensive languages."""
        if self.answer is None or len(self.answer.gini) != len(self.infos):
            return
        lines = []
        for place, unequal in enumerate(self.answer.gini):
            gini = "–" if unequal is None else wording.number(unequal, 4)
            line = self.tr("{name}: Gini {gini}").format(name=self._name(place), gini=gini)
            if not self._is_low(self.height()):
                own = [each for each in self.answer.languages if each.tokenizer == place]
                most = sorted((o for o in own if o.cost), key=lambda each: -_premium(each))[:_PAY_MOST]
                names = wording.listed(each.language for each in most)
                line = self.tr("{line}; {most} pay most").format(line=line, most=names)
            lines.append(line)
        self.legend.show_texts(lines)

    def _is_low(self, height: int) -> bool:
        """Return whether lines for all tokenizers would leave the languages too little of a height."""
        return height - _LINE * len(self.infos) < _LOW

    def _name(self, place: int) -> str:
        return f"{colors.letter(place)} {for_label(self.infos[place].name)}"

    def _show_failed(self, failed: Failed) -> None:
        super()._show_failed(failed)
        self._show_head("")

    def _set_answer(self, answer: Compared | None) -> None:
        self.answer = answer
        self.answer_changed.emit()


def _costs(rows: Sequence[Row], bases: Sequence[Row]) -> Iterator[LanguageCost]:
    """Yield the cost of a language under each tokenizer, relative to another."""
    others = {row.tokenizer: row for row in bases}
    for row in rows:
        own, other = row.sums, others[row.tokenizer].sums
        if row.is_unread:
            cause = "" if row.error is None else row.error.cause
            yield LanguageCost(row.source, row.tokenizer, None, None, cause)
            continue
        failed = row.error is not None or others[row.tokenizer].error is not None
        cost = None if failed else Premium.of(own["tokens"], own["bytes"], other["tokens"], other["bytes"])
        yield LanguageCost(row.source, row.tokenizer, own["tokens"], cost)


def _cause(costs: Mapping[int, LanguageCost]) -> str:
    """Return why a language cannot be read, "" for one that was."""
    return next((each.cause for each in costs.values()), "")


def _premium(cost: LanguageCost | None) -> float:
    return 0.0 if cost is None or cost.cost is None else cost.cost.premium
