"""Shows the beginning of a text after each step before splitting, with the changes."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from workbench.display.marks import one_line, visible
from workbench.widgets import wording
from workbench.widgets.controls import IconButton
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme, interface_font, token_font
from workbench.widgets.panel_parts import Hairline
from workbench.worker.messages.text import StageText

ROW = 32
_NAMES_WIDTH = 132  # at least
_MOST_NAMES = 0.4  # of the width
_GONE = "∅"  # is where a step took something out
_CONTEXT = "Changes"


class Changes(QWidget):
    """A folding section, hidden if a tokenizer splits the raw text.

    Attributes:
        stages: all steps, in order. fold_button: shows or hides the rows of those that changed something.

    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Changed before splitting"))
        self._title = Label(self.tr("Changed before splitting"), "title")
        self._summary = Label("", "small", "text2", elided=True)
        self.fold_button = IconButton("chevron-up", self.tr("Show or hide each step"), checkable=True)
        self.fold_button.setChecked(True)
        self._rows = _Rows()
        self.stages: tuple[StageText, ...] = ()
        head = QHBoxLayout()
        head.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_1, theme.SPACE_2, 0)
        head.setSpacing(theme.SPACE_3)
        head.addWidget(self._title)
        head.addWidget(self._summary, 1)
        head.addWidget(self.fold_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline())
        column.addLayout(head)
        column.addWidget(self._rows)
        self.fold_button.toggled.connect(self._fold)
        self.fold_button.clicked.connect(self._choose)
        self._chosen = False  # the user has folded or unfolded it
        self.hide()

    def show_stages(self, stages: tuple[StageText, ...], replaced: int = 0) -> None:
        """Show the steps, in order; in the whole text `replaced` bytes became U+FFFD."""
        self.stages = stages
        changing = tuple(stage for stage in stages if stage.kinds)
        self._rows.set_stages(changing)
        lossy = [stage for stage in changing if is_lossy(stage)]
        parts = [self.tr("lossy") if lossy else self.tr("nothing is lost") if changing else ""]
        if replaced:
            said = wording.plural(replaced, "%n byte became U+FFFD", "%n bytes became U+FFFD", _CONTEXT)
            parts.append(said)
        idle = dict.fromkeys(name(stage) for stage in stages if not stage.kinds)
        if idle:
            parts.append(self.tr("unchanged by {steps}").format(steps=wording.listed(idle)))
        if not all(stage.whole for stage in stages):
            parts.append(self.tr("the beginning of the text"))
        self._summary.setText(" · ".join(part for part in parts if part))
        self._summary.setToolTip(self._summary.text())
        self.fold_button.setVisible(bool(changing))
        self.setVisible(bool(stages))

    def rows(self) -> list[tuple[str, str, str]]:
        """Return (name, remark, text) of each step; those that changed nothing have no row."""
        return [(name(stage), remark(stage), shown(stage)) for stage in self.stages]

    def fit(self, room: int) -> None:
        """Fold where the text cannot spare so many pixels for head and rows, unless the user chose."""
        if not self._chosen:
            self.fold_button.setChecked(
                room >= self.fold_button.sizeHint().height() + self._rows.sizeHint().height()
            )

    def _choose(self) -> None:
        self._chosen = True

    def _fold(self, on: bool) -> None:
        self._rows.setVisible(on)
        self.fold_button.set_icon_name("chevron-up" if on else "chevron-down")


class _Rows(QWidget):
    """The painted rows: name and remark at the left, the text with its changes marked."""

    def __init__(self) -> None:
        super().__init__()
        self.stages: tuple[StageText, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.theme_signals.changed.connect(self.update)

    def set_stages(self, stages: tuple[StageText, ...]) -> None:
        self.stages = stages
        lines = [f"{name(stage)}, {remark(stage)}: {shown(stage)}" for stage in stages]
        self.setAccessibleDescription("\n".join(lines))
        self.setToolTip("\n".join(lines)[:2000])
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, ROW * len(self.stages) + theme.SPACE_2)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def names_width(self) -> float:
        """Return the room for names and remarks: what the longest needs, as long as the texts have more."""
        metrics = QFontMetricsF(interface_font("tiny"))
        longest = max((metrics.horizontalAdvance(remark(stage)) for stage in self.stages), default=0.0)
        return max(_NAMES_WIDTH, min(longest + theme.SPACE_3, self.width() * _MOST_NAMES))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for number, stage in enumerate(self.stages):
            self._paint_row(painter, stage, number * ROW)

    def _paint_row(self, painter: QPainter, stage: StageText, top: int) -> None:
        now, align = current_theme(), Qt.AlignmentFlag.AlignVCenter
        names_width = self.names_width()
        label = QRectF(theme.PANEL_MARGIN, top, names_width - theme.SPACE_2, ROW / 2)
        painter.setPen(now.text)
        painter.setFont(interface_font("small"))
        painter.drawText(label, align, name(stage))
        painter.setPen(now.warn if is_lossy(stage) else now.text2)
        painter.setFont(interface_font("tiny"))
        said = fitting(remarks(stage), QFontMetricsF(painter.font()), label.width())
        painter.drawText(label.translated(0, ROW / 2 - 2), align, said)
        painter.setFont(token_font(13))
        metrics = QFontMetricsF(painter.font())
        x = float(theme.PANEL_MARGIN + names_width)
        room = self.width() - theme.PANEL_MARGIN
        for text, changed in runs(stage):
            width = metrics.horizontalAdvance(text)
            cut = x + width > room
            if cut:
                text = metrics.elidedText(text + "…", Qt.TextElideMode.ElideRight, room - x)
                width = metrics.horizontalAdvance(text)
                changed = changed and len(text) > 1
            painter.setPen(now.accent if changed else now.text)
            painter.drawText(QRectF(x, top, width + 1, ROW), align, text)
            if changed:
                painter.fillRect(QRectF(x, top + ROW - 7, max(width, 2), 2), now.warn)
            x += width
            if cut:
                return


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def name(stage: StageText) -> str:
    """Return what a step is called."""
    known = {
        "ftfy": "ftfy",
        "unescape": _tr("Unescape"),
        "whitespace": _tr("Whitespace"),
        "lower case": _tr("Lower case"),
        "lowercase": _tr("Lower case"),
        "strip": _tr("Strip"),
        "normalize": _tr("Normalized"),
        "sentencepiece": _tr("Spaces"),
        "llama2c": _tr("Spaces"),
        "llama.cpp": _tr("Spaces"),
    }
    return known.get(stage.name, stage.name)


def is_lossy(stage: StageText) -> bool:
    """Return whether a step changed or took out something; what it only adds can be taken away again."""
    return any(kind != "insert" for kind in stage.kinds)


def remark(stage: StageText) -> str:
    """Return in words what a step did."""
    return remarks(stage)[0]


def remarks(stage: StageText) -> list[str]:
    """Return in words what a step did, the longest first."""
    count = {"replace": 0, "delete": stage.removed, "insert": 0}
    for (start, end), kind in zip(stage.changed, stage.kinds, strict=True):
        count[kind] += n_characters(stage.text[start:end])
    return counted(count["replace"], count["delete"], count["insert"])


def n_characters(text: bytes) -> int:
    """Return how many characters a text has; a byte that is not UTF-8 counts as one."""
    return len(text.decode("utf-8", "surrogateescape"))


def counted(changed: int, removed: int, added: int) -> list[str]:
    """Return what a step did to characters, the longest wording first; the last one only says to how many.

    Those that it changed are counted as they are now.
    """
    numbers = [wording.number(n) for n in (changed, removed, added)]
    short = _tr("{n} changed"), _tr("{n} removed"), _tr("{n} added")
    long = (
        wording.plural(changed, "%n character changed", "%n characters changed", _CONTEXT),
        wording.plural(removed, "%n character removed", "%n characters removed", _CONTEXT),
        wording.plural(added, "%n character added", "%n characters added", _CONTEXT),
    )
    there = [place for place, n in enumerate((changed, removed, added)) if n]
    if not there:
        return [_tr("unchanged")]
    parts = [short[place].format(n=numbers[place]) for place in there]
    total = wording.plural(changed + removed + added, "%n character", "%n characters", _CONTEXT)
    said = (wording.listed([long[there[0]], *parts[1:]]), wording.listed(parts), total)
    return [_tr("lossy: {what}").format(what=what) if changed or removed else what for what in said]


def fitting(said: list[str], metrics: QFontMetricsF, room: float) -> str:
    """Return the first of some wordings that has room, cut only where none has: no number is cut."""
    fits = next((text for text in said if metrics.horizontalAdvance(text) <= room), said[-1])
    return metrics.elidedText(fits, Qt.TextElideMode.ElideRight, room)


def shown(stage: StageText) -> str:
    """Return the text of a step as it is shown."""
    return "".join(text for text, _ in runs(stage))


def runs(stage: StageText) -> list[tuple[str, bool]]:
    """Return the text of a step in runs with visible marks, each with whether the step changed the run."""
    parts: list[tuple[bytes, bool]] = []
    done = 0
    for start, end in stage.changed:
        parts += [(stage.text[done:start], False), (stage.text[start:end], True)]
        done = end
    parts.append((stage.text[done:], False))
    return [
        (one_line(visible(text), 400) if text else _GONE, changed)
        for text, changed in parts
        if text or changed
    ]
