"""Shows where the bytes of a corpus go: a bar of four parts over the exact numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from workbench.engine.base.phrases import OTHER_REASONS, REASONS
from workbench.engine.judging.survey import SourceMeasures, Survey
from workbench.widgets import wording
from workbench.widgets.controls import Button, Label, draw_box
from workbench.widgets.flow import FlowLayout
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme

BAR_HEIGHT = 8
NARROWEST = 3  # pixels of a part that is not empty
_SWATCH = 10
PARTS = ("used", "replaced", "removed", "left_out")


@dataclass(frozen=True, slots=True)
class Amounts:
    """Bytes of a corpus: used as they are, replaced, removed by cleaning, left out."""

    used: int = 0
    replaced: int = 0
    removed: int = 0
    left_out: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.used + self.replaced + self.removed + self.left_out

    def of(self, part: str) -> int:
        """Return one of `PARTS`."""
        return int(getattr(self, part))


def amounts_of(sources: Sequence[SourceMeasures]) -> Amounts:
    """Add up sources."""
    return Amounts(
        sum(source.used for source in sources),
        sum(source.replaced for source in sources),
        sum(source.removed for source in sources),
        sum(n for source in sources for _, n in source.left_out)
        + sum(n for source in sources for _, _, n in source.skipped),
    )


def reasons_of(sources: Sequence[SourceMeasures]) -> list[tuple[str, int]]:
    """Return why bytes are left out, and how many, most first; some codes have the same words."""
    reasons: Counter[str] = Counter()
    for source in sources:
        for code, n in (*source.left_out, *((code, n) for code, _, n in source.skipped)):
            reasons[wording.phrase(REASONS.get(code, OTHER_REASONS))] += n
    return reasons.most_common()


def part_color(part: str) -> QColor | None:
    """Return the color of a part, None for the one that is hatched."""
    now = current_theme()
    return {"used": now.text2, "replaced": now.warn, "removed": now.button_edge}.get(part)


def _draw_part(painter: QPainter, box: QRectF, part: str) -> None:
    color = part_color(part)
    if color is not None:
        painter.fillRect(box, color)
        return
    painter.fillRect(box, current_theme().sunken)
    painter.fillRect(box, QBrush(current_theme().field_edge, Qt.BrushStyle.BDiagPattern))


class AccountBar(QWidget):
    """The four parts side by side, each at least three pixels wide."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._amounts = Amounts()
        self.setFixedHeight(BAR_HEIGHT)

    def set_amounts(self, amounts: Amounts) -> None:
        """Show other amounts."""
        self._amounts = amounts
        self.update()

    def widths(self) -> list[float]:
        """Return the width of each part; they fill the bar."""
        total, width = self._amounts.total, float(self.width())
        if not total:
            return [0.0] * len(PARTS)
        sizes = [self._amounts.of(part) for part in PARTS]
        pixels = [max(NARROWEST, width * size / total) if size else 0.0 for size in sizes]
        pixels[pixels.index(max(pixels))] -= sum(pixels) - width
        return pixels

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the parts in a rounded bar."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect())
        shape = QPainterPath()
        shape.addRoundedRect(whole, 2, 2)
        painter.setClipPath(shape)
        painter.fillRect(whole, current_theme().border)
        left = 0.0
        for part, width in zip(PARTS, self.widths(), strict=True):
            _draw_part(painter, QRectF(left, 0, width, whole.height()), part)
            left += width


class _Swatch(QWidget):
    """The color of a part, next to its name."""

    def __init__(self, part: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._part = part
        self.setFixedSize(_SWATCH, _SWATCH)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the account."""
        painter = QPainter(self)
        if self._part == "left_out":
            _draw_part(painter, QRectF(self.rect()), self._part)
        else:
            draw_box(painter, QRectF(self.rect()), 2, part_color(self._part), None)


class AccountView(QWidget):
    """The account of a corpus, or a link to count the corpus.

    Signals:
        count_requested(): the corpus is to be read and counted.

    """

    count_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.total = Label("", "title")
        self.verdict = Label("", "small", "ok")
        self.count = Button(self.tr("How much is used?"), "link")
        self.count.setToolTip(self.tr("Read the whole corpus to see how much of it is used"))
        self.count.clicked.connect(self.count_requested)
        self.bar = AccountBar()
        self.values: dict[str, Label] = {}
        self.names: dict[str, Label] = {}
        column = QVBoxLayout(self)
        margin = theme.PANEL_MARGIN
        column.setContentsMargins(margin, theme.SPACE_3, margin, theme.SPACE_3)
        column.setSpacing(theme.SPACE_2)
        head = FlowLayout()  # a sum of more than some megabytes needs a row of its own
        head.addWidget(self.total)
        head.addWidget(self.verdict)
        head.addWidget(self.count)
        column.addLayout(head)
        column.addWidget(self.bar)
        column.addWidget(self._make_rows())
        self.show_measured(None, 0)

    def _make_rows(self) -> QWidget:
        self._rows = QWidget()
        grid = QGridLayout(self._rows)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.SPACE_2)
        grid.setVerticalSpacing(theme.SPACE_1)
        grid.setColumnStretch(1, 1)
        for row, part in enumerate(PARTS):
            self.names[part] = Label("", "small", "text2", elided=True)
            self.values[part] = Label("", "small")
            grid.addWidget(_Swatch(part), row, 0)
            grid.addWidget(self.names[part], row, 1)
            grid.addWidget(self.values[part], row, 2, Qt.AlignmentFlag.AlignRight)
        return self._rows

    def show_measured(self, measured: Survey | None, n_bytes: int) -> None:
        """Show an account; without one the bytes that a look has found."""
        sources = measured.sources if measured else ()
        amounts = amounts_of(sources)
        known = measured is not None
        total = amounts.total if known else n_bytes
        self.total.setText(wording.plural(total, "%n byte", "%n bytes", "AccountView"))
        for widget in (self.bar, self._rows, self.verdict):
            widget.setVisible(known)
        self.count.setVisible(not known)
        self.bar.set_amounts(amounts)
        changed = any(source.changed for source in sources)
        self.verdict.setText(self.tr("changed meanwhile") if changed else self.tr("all accounted for"))
        self.verdict.set_tone("warn" if changed else "ok")
        reasons = reasons_of(sources)
        names = {
            "used": self.tr("used as they are"),
            "replaced": self.tr("replaced"),
            "removed": self.tr("removed by cleaning"),
            "left_out": self._left_out_name(reasons),
        }
        for part in PARTS:
            self.names[part].setText(names[part])
            self.values[part].setText(wording.number(amounts.of(part)))
        said = (f"{why}: {wording.number(n)}" for why, n in reasons)
        self.names["left_out"].setToolTip("\n".join(said))
        parts = wording.listed(f"{names[part]} {wording.number(amounts.of(part))}" for part in PARTS)
        self.bar.setAccessibleName(parts if known else "")

    def _left_out_name(self, reasons: Sequence[tuple[str, int]]) -> str:
        said = self.tr("skipped")
        if reasons and reasons[0][1]:
            said = self.tr("skipped: {reason}").format(reason=reasons[0][0])
        return said + (self.tr(" and more") if reasons[1:] else "")
