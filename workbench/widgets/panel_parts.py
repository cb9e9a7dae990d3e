"""Parts of panels besides controls: header, figure, thin progress bar, hairline; and room for them."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from workbench.widgets.controls import Button, Label, draw_box
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme
from workbench.widgets.words import WordLabel

_Dialog = TypeVar("_Dialog", bound=QDialog)
_FRAME = QSize(8, 40)  # at most, of what a window manager puts around; known once a window is shown
_SPARE = 16  # pixels that a figure keeps though its number has become shorter


class PanelHeader(QWidget):
    """The head of a panel: title, facts in `text2`, controls after them and at the right; 40 high.

    The window puts it into `QDockWidget.setTitleBarWidget`, so a drag of it moves the dock.
    """

    def __init__(
        self, title: str, facts: str = "", hairline: bool = True, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._hairline = hairline
        self._title = Label(title, "title")
        self._facts = Label(facts, "small", "text2", elided=True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(theme.PANEL_MARGIN, 0, theme.SPACE_2, 0)
        self._row.setSpacing(theme.SPACE_2)
        # Not an own sizeHint: docks ask for it hundreds of times as they are arranged.
        self._row.addStrut(theme.PANEL_HEADER)
        self._left = QHBoxLayout()
        self._left.setSpacing(theme.SPACE_2)
        self._row.addWidget(self._title)
        self._row.addLayout(self._left)
        self._row.addWidget(self._facts, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def title(self) -> str:
        """Return the title."""
        return self._title.text()

    def set_title(self, title: str) -> None:
        """Change the title."""
        self._title.setText(title)

    def facts(self) -> str:
        """Return the facts next to the title."""
        return self._facts.text()

    def set_facts(self, facts: str) -> None:
        """Change the facts; the tooltip holds them whole where they are cut."""
        self._facts.setText(facts)
        self._facts.setToolTip(facts)

    def add_left(self, widget: QWidget) -> None:
        """Put a control after the title."""
        self._left.addWidget(widget)

    def add_right(self, widget: QWidget) -> None:
        """Put a control at the right end, after those already there."""
        self._row.addWidget(widget)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the hairline below."""
        if self._hairline:
            QPainter(self).fillRect(0, self.height() - 1, self.width(), 1, current_theme().border)


class FittedRow(QWidget):
    """Parts in a row, of which it leaves out what has no room: a subclass says how in `fit`."""

    def fit(self) -> None:
        """Show the parts that there is room for."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the parts, or leave them out."""
        super().resizeEvent(event)
        self.fit()

    def event(self, event: QEvent) -> bool:
        """Lay out again when a part takes more room than before, or less."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return super().event(event)


class YieldingRow(FittedRow):
    """Parts in a row, one of which is left out where the row is too narrow for all.

    Attributes:
        spare: that part; give it before the row is shown.

    """

    spare: QWidget

    def minimumSizeHint(self) -> QSize:
        """Return what the others need."""
        least = super().minimumSizeHint()
        return least if self.spare.isHidden() else least - QSize(self._spare_width(), 0)

    def fit(self) -> None:
        """Show the part, or leave it out."""
        self.spare.setVisible(self.width() >= self.minimumSizeHint().width() + self._spare_width())

    def _spare_width(self) -> int:
        row = self.layout()
        return self.spare.minimumSizeHint().width() + (row.spacing() if row is not None else 0)


class FoldingRow(FittedRow):
    """Parts in a row, of which buttons show their icons alone where it is too narrow for their texts.

    Attributes:
        folding: those buttons; give them before the row is shown.

    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.folding: list[Button] = []
        self._folded = False

    def minimumSizeHint(self) -> QSize:
        """Return what is needed with the icons alone."""
        least = super().minimumSizeHint()
        return least if self._folded else least - QSize(self._folded_by(), 0)

    def fit(self) -> None:
        """Show the texts, or the icons alone."""
        self._folded = self.width() < self.minimumSizeHint().width() + self._folded_by()
        for button in self.folding:
            button.set_folded(self._folded)

    def _folded_by(self) -> int:
        return sum(button.folded_by() for button in self.folding if not button.isHidden())


class FrontStack(QStackedWidget):
    """Pages, of which the one in sight alone says how low the stack may be; how narrow say all.

    So what fits is not scrolled because a page out of sight would need more, and the panels around keep
    their widths whichever page is in sight.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(lambda _: self.updateGeometry())

    def minimumSizeHint(self) -> QSize:
        """Return the width that all pages need, and the height that the one in sight needs."""
        page, margins = self.currentWidget(), self.contentsMargins()
        least = 0 if page is None else max(page.minimumSizeHint().height(), page.minimumHeight())
        return QSize(super().minimumSizeHint().width(), least + margins.top() + margins.bottom())

    def hasHeightForWidth(self) -> bool:
        """Ask for no height by width: it would be that of the highest page, as high as it likes to be."""
        return False


class Hairline(QWidget):
    """A horizontal line of one pixel between the parts of a panel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line."""
        QPainter(self).fillRect(self.rect(), current_theme().border)


class Figure(QWidget):
    """A number in 20/600 over its label in 11.

    Both keep the room they have where another text fits: else every layout around, up to the window's,
    would be made again for each letter typed.
    """

    def __init__(self, label: str, value: str = "–", word: str = "", parent: QWidget | None = None) -> None:
        """Show a number and its label, which explains a `word` of the manual where one is given."""
        super().__init__(parent)
        self._value = Label(value, "figure")
        self._label = WordLabel(label, word, "tiny", "text2") if word else Label(label, "tiny", "text2")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for text in (self._value, self._label):
            column.addWidget(text, 0, Qt.AlignmentFlag.AlignLeft)
            _fit(text)
        theme.theme_signals.changed.connect(self._refit)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._name()

    def _refit(self) -> None:
        for text in (self._value, self._label):
            text.setMinimumSize(0, 0)  # else its hint is never lower
            _fit(text)

    def value(self) -> str:
        """Return the number as it is shown."""
        return self._value.text()

    def set_value(self, value: str, label: str | None = None) -> None:
        """Show another number, and another label where one is given (for plurals)."""
        for text, shown in ((self._value, value), (self._label, label)):
            if shown is not None and shown != text.text():
                text.setText(shown)
                _fit(text)
        self._name()

    def _name(self) -> None:
        self.setAccessibleName(f"{self._value.text()} {self._label.text()}")


def _fit(text: Label) -> None:
    """Give a text room, some more than it needs."""
    wanted, had = text.sizeHint(), text.minimumSize()
    if not had.width() - _SPARE <= wanted.width() <= had.width() or wanted.height() != had.height():
        text.setFixedSize(wanted + QSize(_SPARE // 4, 0))


class ThinBar(QWidget):
    """A progress bar without text; a total of 0 shows that something runs without saying how far."""

    def __init__(
        self, name: str, height: int = 8, width: int | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._done, self._total = 0.0, 1.0
        self.setFixedHeight(height)
        if width is not None:
            self.setFixedWidth(width)

    def set_progress(self, done: float, total: float) -> None:
        """Show done of total."""
        self._done, self._total = done, total
        share = round(100 * self.share())
        self.setAccessibleDescription(f"{share} %" if total > 0 else "")
        self.update()

    def share(self) -> float:
        """Return how much is done, from 0 to 1."""
        return min(max(self._done / self._total, 0.0), 1.0) if self._total > 0 else 0.0

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint trough and bar."""
        now = current_theme()
        painter = QPainter(self)
        whole = QRectF(self.rect())
        radius = self.height() / 2
        draw_box(painter, whole, radius, now.border, None)
        if self._total <= 0:
            third = whole.width() / 3
            draw_box(painter, whole.adjusted(third, 0, -third, 0), radius, now.accent, None)
        elif self.share() > 0:
            whole.setWidth(max(whole.width() * self.share(), self.height()))
            draw_box(painter, whole, radius, now.accent, None)


def fit_screen(window: QWidget, width: int, height: int) -> None:
    """Give a window a size in pixels, or what the screen allows."""
    window.resize(QSize(width, height).boundedTo(window.screen().availableSize() - _FRAME))


def panel_column(parent: QWidget) -> QVBoxLayout:
    """Return a column for the whole of a panel: no margins, no spacing."""
    column = QVBoxLayout(parent)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.setAlignment(Qt.AlignmentFlag.AlignTop)
    return column


def bring_forward(window: QWidget) -> None:
    """Show a window in front of others, also one that was minimized."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()


def show_one(kind: type[_Dialog], parent: QWidget) -> _Dialog:
    """Show a dialog of this kind, the one that is open where there is one; return the dialog."""
    opened = parent.findChildren(kind, options=Qt.FindChildOption.FindDirectChildrenOnly)
    dialog = next((dialog for dialog in opened if dialog.isVisible()), None) or kind(parent)
    bring_forward(dialog)
    return dialog
